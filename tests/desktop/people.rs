//! One list of all people: filtered, its columns chosen, what it shows written, and a man found in his army.

use super::harness::*;
use banneret::desktop::ui::{Frame, Page, PeoplePage};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

#[test]
fn all_people_are_filtered_and_written_as_they_are_shown() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "All people");
    let ui = || window.global::<PeoplePage>();
    let all = ui().get_info().all;
    assert!(all > 500, "{all}");
    shoot_all(window, "people");
    fill(window, "Filter Side", "Gorwen");
    fill(window, "Filter Class", "knight");
    let shown = ui().get_info().shown;
    assert!(shown > 0 && shown < all);
    assert_eq!(ui().get_counted(), format!("{shown} of {all} shown"));
    // A column that is hidden filters nothing, and is not written.
    press(window, "Choose columns");
    shoot_all(window, "people-columns");
    press(window, "Show the column Class");
    press(window, "Show the column Unit");
    press_on_sheet(window, "Done");
    assert!(!there(window, "Filter Class") && there(window, "Filter Army"));
    assert_eq!(evening.shell.settings.borrow().lists["people"].hidden, [3, 4], "they are hidden the next evening too");
    let shown = ui().get_info().shown;
    press(window, "Write as CSV");
    let out = evening.folder.path().join("gorwen.csv");
    fill(window, "Path of the new CSV file", &out.display().to_string());
    press_on_sheet(window, "Write it");
    assert!(window.global::<Frame>().get_sentence().contains("gorwen.csv"));
    let text = std::fs::read_to_string(&out).expect("the list");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("name,side,army,rank,grade,protection,weapons,horse,state,tags,note"));
    assert_eq!(lines.clone().count() as i32, shown);
    assert!(lines.all(|line| line.contains(",Gorwen,")));
    // A file that is there is not replaced.
    press(window, "Write as CSV");
    fill(window, "Path of the new CSV file", &out.display().to_string());
    press_on_sheet(window, "Write it");
    assert!(ui().get_refusal().contains("gorwen.csv"), "{}", ui().get_refusal());
    key(window, &[], Key::Escape);
    press(window, "Clear the filters");
    assert_eq!(ui().get_info().shown, all);
    super::keyboard::reaches_every_control(window, "the list of all people");
    // A man is shown in his army.
    fill(window, "Filter Name", "Anselm Torrel");
    let name = ui().get_rows().row_data(0).expect("a man").label;
    press(window, &name);
    press(window, "Show him in his army");
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    assert!(says(window, "Anselm Torrel"));
}
