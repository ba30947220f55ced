//! Everything the mouse does the keyboard does: Tab goes through every control of a page and comes round again.

use super::harness::*;
use i_slint_backend_testing::{AccessibleRole, ElementHandle, ElementQuery};
use slint::platform::Key;
use std::collections::BTreeSet;

/// What takes the keyboard by its role.
fn is_control(element: &ElementHandle) -> bool {
    use AccessibleRole::*;
    matches!(
        element.accessible_role(),
        Some(Button | Checkbox | Combobox | TextInput | TabList | RadioGroup | Table | Tree)
    ) && element.accessible_label().is_some_and(|label| !label.is_empty())
        && element.accessible_enabled() != Some(false)
        && element.size().width > 0.0
}

/// Where an element is on the window: left, top, right, bottom.
fn place(element: &ElementHandle) -> [f32; 4] {
    let (at, size) = (element.absolute_position(), element.size());
    [at.x, at.y, at.x + size.width, at.y + size.height]
}

fn controls(window: &banneret::desktop::ui::AppWindow) -> Vec<(String, [f32; 4])> {
    ElementQuery::from_root(window)
        .match_descendants()
        .match_predicate(is_control)
        .find_all()
        .iter()
        .map(|element| (element.accessible_label().unwrap_or_default().to_string(), place(element)))
        .collect()
}

#[test]
fn tab_goes_through_every_control_of_every_page() {
    let evening = sample("march");
    let window = &evening.window;
    for number in 1..=10 {
        page(window, number);
        reaches_every_control(window, &format!("page {number}"));
    }
}

#[test]
fn tab_goes_through_every_control_of_the_replay() {
    let evening = sample("march");
    let window = &evening.window;
    super::replay::on_the_table(&evening);
    reaches_every_control(window, "the replay");
    key(window, &[], "/");
    type_in(window, "b2");
    key(window, &[], Key::Return);
    reaches_every_control(window, "the replay with a man");
}

pub fn reaches_every_control(window: &banneret::desktop::ui::AppWindow, page: &str) {
    let all: BTreeSet<String> = controls(window).into_iter().map(|(label, _)| label).collect();
    // A table's headers are one stop, and so is a log: arrows and Return go on from there.
    let inner = |label: &str| label.starts_with("Sort by") || label.starts_with("Dice: ");
    let mut missed: BTreeSet<&String> = all.iter().filter(|label| !inner(label)).collect();
    for _ in 0..3 * all.len() + 10 {
        key(window, &[], Key::Tab);
        for label in focused(window) {
            missed.remove(&label);
        }
        if missed.is_empty() {
            return;
        }
    }
    panic!("{page}: Tab does not reach {missed:?} of {all:?}");
}

/// What has the keyboard: the controls a ring is drawn about.
pub fn focused(window: &banneret::desktop::ui::AppWindow) -> Vec<String> {
    let rings: Vec<[f32; 4]> = ElementQuery::from_root(window)
        .match_descendants()
        .match_type_name("FocusRing")
        .find_all()
        .iter()
        .map(place)
        .collect();
    let about = |ring: &[f32; 4], of: &[f32; 4]| {
        let (x, y) = ((ring[0] + ring[2]) / 2.0, (ring[1] + ring[3]) / 2.0);
        (of[0]..=of[2]).contains(&x) && (of[1]..=of[3]).contains(&y)
    };
    let size = |of: &[f32; 4]| (of[2] - of[0]) * (of[3] - of[1]);
    let controls = controls(window);
    // The least control about a ring has it: a field of a table's filters, not the table.
    let least = |ring: &[f32; 4]| {
        controls.iter().filter(|(_, of)| about(ring, of)).min_by(|one, other| size(&one.1).total_cmp(&size(&other.1)))
    };
    rings.iter().filter_map(least).map(|(label, _)| label.clone()).collect()
}
