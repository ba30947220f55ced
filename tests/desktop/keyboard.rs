//! Everything the mouse does the keyboard does: Tab goes through every control of a page and comes round again.

use super::harness::*;
use banneret::desktop::ui::{ArmiesPage, BattlesPage, ChroniclePage, Keyboard, MapPage, PeoplePage};
use i_slint_backend_testing::{AccessibleRole, ElementHandle, ElementQuery};
use slint::platform::Key;
use slint::{ComponentHandle, Model};
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

/// Where something is on the window: left, top, right, bottom.
pub type Place = [f32; 4];

/// A control by its label, and where it is.
type Control = (String, Place);

/// Where an element is.
pub fn place(element: &ElementHandle) -> Place {
    let (at, size) = (element.absolute_position(), element.size());
    [at.x, at.y, at.x + size.width, at.y + size.height]
}

fn controls(window: &banneret::desktop::ui::AppWindow) -> Vec<Control> {
    rings_and_controls(window).1
}

/// Where rings are drawn, and every control with its place: in one way through the window.
fn rings_and_controls(window: &banneret::desktop::ui::AppWindow) -> (Vec<Place>, Vec<Control>) {
    let is_ring = |element: &ElementHandle| element.type_name().is_some_and(|name| name == "FocusRing");
    let found = ElementQuery::from_root(window)
        .match_descendants()
        .match_predicate(move |element| is_ring(element) || is_control(element))
        .find_all();
    let rings = found.iter().filter(|element| is_ring(element)).map(place).collect();
    let label = |element: &ElementHandle| element.accessible_label().unwrap_or_default().to_string();
    let controls = found.iter().filter(|element| is_control(element));
    (rings, controls.map(|element| (label(element), place(element))).collect())
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
    rings_and_focused(window).1
}

/// Where rings are drawn, and the controls they are drawn about.
pub fn rings_and_focused(window: &banneret::desktop::ui::AppWindow) -> (Vec<Place>, Vec<String>) {
    let (rings, controls) = rings_and_controls(window);
    let about = |ring: &Place, of: &Place| {
        let (x, y) = ((ring[0] + ring[2]) / 2.0, (ring[1] + ring[3]) / 2.0);
        (of[0]..=of[2]).contains(&x) && (of[1]..=of[3]).contains(&y)
    };
    let size = |of: &Place| (of[2] - of[0]) * (of[3] - of[1]);
    // The least control about a ring has it: a field of a table's filters, not the table.
    let least = |ring: &Place| {
        controls.iter().filter(|(_, of)| about(ring, of)).min_by(|one, other| size(&one.1).total_cmp(&size(&other.1)))
    };
    let focused = rings.iter().filter_map(least).map(|(label, _)| label.clone()).collect();
    (rings, focused)
}

#[test]
fn the_map_begins_with_the_keyboard_and_hands_it_to_what_can_be_ordered_there() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 3);
    let zoom = || window.global::<MapPage>().get_zoom();
    let before = zoom();
    key(window, &[], "+");
    assert!(zoom() > before, "the map has the keyboard");
    key(window, &[], "0");
    let army = window.global::<MapPage>().get_armies().row_data(0).expect("an army").name;
    tab_to(window, &army);
    key(window, &[], Key::Return);
    assert_eq!(window.global::<MapPage>().get_army(), army);
    // From the map itself the next army is one key away, and the one before.
    key(window, &[], Key::F6);
    key(window, &[], Key::F6);
    key(window, &[], Key::F6);
    let chosen = || window.global::<MapPage>().get_army();
    let first = chosen();
    key(window, &[], "n");
    assert_ne!(chosen(), first, "the next army");
    key(window, &[], "p");
    assert_eq!(chosen(), first, "the army before");
    // The marks are drawn anew, and the map has the keyboard still.
    key(window, &[], "+");
    assert!(zoom() > before, "the keyboard is nowhere");
    key(window, &[], "0");
    let place = window.global::<MapPage>().get_places().row_data(0).expect("a place").name;
    tab_to(window, &place);
    key(window, &[], Key::Return);
    key(window, &[], Key::Tab);
    let here = focused(window);
    assert!(!here.is_empty() && !here.contains(&place.to_string()), "Tab goes on beside the map: {here:?}");
    key(window, &[], Key::F6);
    key(window, &[], Key::F6);
    key(window, &[], "+");
    assert!(zoom() > before, "F6 comes round to the map");
}

#[test]
fn the_keyboard_is_not_lost_with_the_button_that_was_pressed() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    tab_to(window, "Plan it for the table");
    key(window, &[], Key::Return);
    assert!(!there(window, "Plan it for the table"), "it is planned");
    let pane = window.global::<Keyboard>().get_pane();
    key(window, &[], Key::F6);
    assert_ne!(window.global::<Keyboard>().get_pane(), pane, "the page hears F6");
    // Escape from the search leads back to the pane one was in.
    page(window, 2);
    key(window, &[], Key::F6);
    let roster = || window.global::<ArmiesPage>().get_roster_info().selected;
    key(window, &[], Key::DownArrow);
    assert_eq!(roster(), 1);
    key(window, &[Key::Control], "k");
    key(window, &[], Key::Escape);
    key(window, &[Key::Control], "a");
    assert!(roster() > 1, "the roster has the keyboard again");
    // The man shown beside it is a pane, too.
    key(window, &[], Key::Home);
    assert!(window.global::<ArmiesPage>().get_has_man());
    key(window, &[], Key::F6);
    key(window, &[], Key::Tab);
    assert!(focused(window).iter().any(|label| label.starts_with("Points")), "{:?}", focused(window));
    // A battle that is planned is forecast from wherever one is.
    key(window, &[Key::Control], "k");
    type_in(window, "forecast");
    key(window, &[], Key::Return);
    (0..400).take_while(|_| window.global::<BattlesPage>().get_forecasts().row_count() == 0).for_each(|_| pass(50));
    assert_eq!(window.global::<BattlesPage>().get_forecasts().row_count(), 1);
}

#[test]
fn a_clause_that_is_found_stands_at_the_top_and_the_book_scrolls_by_keys() {
    let evening = sample("march");
    let window = &evening.window;
    for id in ["MM-9.1", "MM-4.11", "MM-2.3"] {
        key(window, &[Key::Control], "k");
        type_in(window, &id.to_lowercase());
        key(window, &[], Key::Return);
        // It is looked for a few times, from about its place.
        (0..60).for_each(|_| pass(20));
        let shown = ElementQuery::from_root(window)
            .match_descendants()
            .match_accessible_role(AccessibleRole::ListItem)
            .match_predicate(|row| row.accessible_label().is_some_and(|label| label.starts_with("MM-")))
            .find_all();
        let top = the(window, "Search the rule book");
        let top = top.absolute_position().y + top.size().height;
        let seen = |row: &&ElementHandle| row.absolute_position().y + row.size().height > top + 12.0;
        let first = shown
            .iter()
            .filter(seen)
            .min_by(|one, other| one.absolute_position().y.total_cmp(&other.absolute_position().y));
        let first = first.and_then(|row| row.accessible_label()).expect("a clause");
        assert_eq!(first, id, "it stands at the top");
    }
    let before = picture(window);
    key(window, &[], Key::PageDown);
    assert!(picture(window).as_bytes() != before.as_bytes(), "Page Down turns the page");
    // So does a sheet that is longer than the window.
    show(window, SIZES[0]);
    key(window, &[Key::Control], "/");
    let before = picture(window);
    key(window, &[], Key::PageDown);
    assert!(picture(window).as_bytes() != before.as_bytes(), "Page Down goes on in the sheet");
}

#[test]
fn a_list_acts_on_the_row_one_was_at_after_it_is_sorted() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    let selected = || window.global::<ArmiesPage>().get_roster_info().selected;
    key(window, &[], Key::F6);
    (0..3).for_each(|_| key(window, &[], Key::DownArrow));
    assert_eq!(selected(), 1);
    let man = window.global::<ArmiesPage>().get_man().name;
    press(window, "Sort by Name");
    for _ in 0..5 {
        if focused(window).contains(&"Roster".to_owned()) {
            break;
        }
        key(window, &[], Key::F6);
    }
    assert_eq!(window.global::<ArmiesPage>().get_man().name, man, "he is shown still");
    // Space takes the one who is chosen out again, and chooses nobody else.
    key(window, &[], " ");
    assert_eq!(selected(), 0);
}

#[test]
fn escape_empties_a_search_and_every_page_has_its_panes() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 7);
    tab_to(window, "Search the chronicle");
    type_in(window, "zz");
    let search = || window.global::<ChroniclePage>().get_search();
    assert_eq!(search(), "zz");
    key(window, &[], Key::Escape);
    assert_eq!(search(), "");
    // A list of its own page is gone to by F6, from the rail too.
    page(window, 2);
    press(window, "All people");
    key(window, &[], Key::F6);
    let to_the_list = (0..4).any(|_| {
        key(window, &[], Key::F6);
        focused(window).contains(&"All people".to_owned())
    });
    assert!(to_the_list, "{:?}", focused(window));
    let before = window.global::<PeoplePage>().get_info().selected;
    key(window, &[], Key::DownArrow);
    assert!(window.global::<PeoplePage>().get_info().selected >= before.max(1), "it has the keyboard");
}

/// Goes on by Tab until a control has the keyboard.
pub fn tab_to(window: &banneret::desktop::ui::AppWindow, label: &str) {
    for _ in 0..200 {
        if focused(window).iter().any(|here| here == label) {
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach “{label}”");
}
