//! Each page, driven by its labels, and looked at in both themes and sizes.

use super::harness::*;
use slint::platform::Key;

#[test]
fn every_page_draws_in_both_themes_and_sizes() {
    let evening = sample("march");
    let window = &evening.window;
    for (number, word) in ["desk", "armies", "map", "battles", "captives", "treasury", "chronicle", "rulebook"].iter().enumerate() {
        key(window, &[Key::Alt], (number + 1).to_string());
        pass(50);
        shoot_all(window, word);
    }
}
