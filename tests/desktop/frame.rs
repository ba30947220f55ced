//! The frame: pages by Alt and number, undo everywhere, the drawer, the palette, the theme.

use super::harness::*;
use banneret::desktop::ui::{Drawer, Finder, Frame, Page, Theme};
use i_slint_backend_testing::{AccessibleRole, ElementQuery};
use slint::ComponentHandle;
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
    let words =
        ["Desk", "Armies", "Map", "Battles", "Captives", "Treasury", "Chronicle", "Rule book", "Castles", "Sieges"];
    for (number, word) in words.iter().enumerate() {
        page(&evening.window, number + 1);
        let main = ElementQuery::from_root(&evening.window)
            .match_descendants()
            .match_accessible_role(AccessibleRole::Main)
            .find_first()
            .expect("a page");
        assert_eq!(main.accessible_label().as_deref(), Some(*word));
    }
}

#[test]
fn in_a_narrow_window_the_rail_is_its_pictures() {
    let evening = sample("march");
    let window = &evening.window;
    let wide = the(window, "Treasury").size().width;
    show(window, (985.0, 615.0));
    let narrow = the(window, "Treasury").size().width;
    assert!(narrow < wide - 60.0, "{narrow} of {wide}");
    // What is not shown is told, and all of it is in the window.
    for word in ["Desk", "Sieges", "Dark theme", "Open another campaign"] {
        let item = the(window, word);
        let (at, size) = (item.absolute_position(), item.size());
        assert!(at.x >= 0.0 && at.x + size.width <= narrow && at.y + size.height <= 615.0, "{word} is at {at:?}");
    }
    press(window, "Treasury");
    assert_eq!(window.global::<Frame>().get_page(), Page::Treasury);
    shoot_all(window, "narrow-treasury");
}

#[test]
fn the_start_page_opens_what_is_typed_and_says_why_it_cannot() {
    let evening = start();
    let window = &evening.window;
    shoot_all(window, "start");
    sound_at_every_size(window, "start");
    fill(window, "Path of a campaign file", "/no/such/file.banneret");
    press(window, "Open the file");
    assert!(says(window, "/no/such/file.banneret"), "{:?}", labels(window));
    let path = evening.folder.path().join("war.banneret");
    fill(window, "Name of the campaign", "The Long War");
    fill(window, "Path of the new file", &path.display().to_string());
    press(window, "Create the campaign");
    assert!(says(window, "The Long War"));
    assert!(path.exists());
    // Every page of an empty campaign says what it is for.
    page(window, 2);
    assert!(there(window, "No army yet"));
    shoot_all(window, "empty-armies");
    page(window, 4);
    assert!(there(window, "No battle yet"));
    press(window, "Open another campaign");
    assert!(there(window, "Open The Long War"));
    // Escape leads back to where one was.
    key(window, &[], Key::Escape);
    pass(50);
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    assert!(there(window, "No battle yet"));
}

#[test]
fn undo_and_redo_work_from_any_page_and_say_what_they_did() {
    let evening = sample("march");
    let window = &evening.window;
    let turn = || window.global::<Frame>().get_turn().to_string();
    press(window, "Play the next turn");
    assert_eq!(turn(), "turn 1");
    page(window, 6);
    key(window, &[Key::Control], "z");
    assert_eq!(turn(), "before the first turn");
    assert!(window.global::<Frame>().get_sentence().starts_with("Undid"));
    key(window, &[Key::Control, Key::Shift], "Z");
    assert_eq!(turn(), "turn 1");
    press(window, "Undo");
    assert_eq!(turn(), "before the first turn");
    // Nothing more to undo is said, not done.
    key(window, &[Key::Control], "z");
    assert!(says(window, "There is nothing to undo."));
}

#[test]
fn f1_opens_the_drawer_and_escape_closes_it() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 5);
    key(window, &[], Key::F1);
    assert!(there(window, "Explanation"));
    assert!(says(window, "Ransom the book asks for"));
    // The clause that is quoted is the one the figure has by its first part, not the one that was read last.
    assert_eq!(window.global::<Drawer>().get_clause(), "MM-8.4");
    key(window, &[], Key::Escape);
    page(window, 7);
    key(window, &[], Key::F1);
    assert_eq!(window.global::<Drawer>().get_clause(), "CP-1.5");
    page(window, 5);
    key(window, &[], Key::F1);
    assert_eq!(window.global::<Drawer>().get_clause(), "MM-8.4");
    press(window, "Clause MM-8.4");
    assert!(says(window, "Knights’ ransom") || says(window, "Knights' ransom"));
    shoot_all(window, "drawer");
    key(window, &[], Key::Escape);
    assert!(!there(window, "Explanation"));
}

#[test]
fn ctrl_k_finds_a_man_and_goes_to_him() {
    let evening = sample("march");
    let window = &evening.window;
    key(window, &[Key::Control], "k");
    type_in(window, "torrel");
    assert!(there(window, "Anselm Torrel"), "{:?}", labels(window));
    shoot_all(window, "finder");
    key(window, &[], Key::Return);
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    assert!(says(window, "Anselm Torrel"));
    // Ctrl+F does the same. It holds the keyboard: Tab leads to nothing behind it, and what is typed goes into it.
    key(window, &[Key::Control], "f");
    key(window, &[], Key::Tab);
    key(window, &[Key::Shift], Key::Backtab);
    type_in(window, "rhys");
    assert_eq!(window.global::<Finder>().get_query(), "rhys");
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    key(window, &[], Key::Escape);
    assert!(!window.global::<Finder>().get_open());
    key(window, &[Key::Alt], "1");
    assert_eq!(window.global::<Frame>().get_page(), Page::Desk);
}

#[test]
fn the_theme_turns_and_is_remembered() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "Dark theme");
    assert!(window.global::<Theme>().get_dark());
    assert!(evening.shell.settings.borrow().dark);
    press(window, "Light theme");
    assert!(!window.global::<Theme>().get_dark());
}
