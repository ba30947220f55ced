//! The frame: pages by Alt and number, undo everywhere, the drawer, the palette, the theme.

use super::harness::*;
use slint::platform::Key;

#[test]
fn labels_find_what_is_there_and_only_that() {
    let evening = sample("march");
    assert!(there(&evening.window, "Armies"));
    assert!(there(&evening.window, "Play the next turn"));
    assert!(!there(&evening.window, "No button is called this"));
}

#[test]
fn alt_and_a_number_open_each_page() {
    let evening = sample("march");
    let window = &evening.window;
    for (number, word) in ["Desk", "Armies", "Map", "Battles", "Captives", "Treasury", "Chronicle", "Rule book"].iter().enumerate() {
        key(window, &[Key::Alt], (number + 1).to_string());
        let main = i_slint_backend_testing::ElementQuery::from_root(window)
            .match_descendants()
            .match_accessible_role(i_slint_backend_testing::AccessibleRole::Main)
            .find_first()
            .expect("a page");
        assert_eq!(main.accessible_label().as_deref(), Some(*word));
    }
}
