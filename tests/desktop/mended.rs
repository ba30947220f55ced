//! A world mended in the window: many people changed at once, filters kept, any thing's history with the ways back, a side
//! parted, what was done elsewhere told, and every document asked for.

use super::controls::choose;
use super::harness::*;
use banneret::desktop::ui::{
    ArmySheet, BattleView, BattlesPage, ChangeSheet, ChroniclePage, ContactSheet, DeskPage, EditSheet, Frame,
    HistorySheet, NewBattleSheet, Page, PartSheet, PeoplePage, PrintSheet,
};
use banneret::store::Store;
use slint::platform::Key;
use slint::{ComponentHandle, Model};

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

#[test]
fn many_are_chosen_changed_tagged_and_found_by_a_saved_filter() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "All people");
    let ui = || window.global::<PeoplePage>();
    press(window, "Change them");
    assert!(sentence(&evening).contains("Nobody is chosen"), "{}", sentence(&evening));
    fill(window, "Filter Side", "Estmark");
    fill(window, "Filter Class", "=peasant");
    let shown = ui().get_info().shown;
    click(window, &ui().get_rows().row_data(0).expect("a man").label);
    key(window, &[Key::Control], "a");
    assert_eq!(ui().get_info().selected, shown);
    press(window, "Change them");
    let sheet = || window.global::<ChangeSheet>();
    choose(&evening, "Grade", &sheet().get_grades(), sheet().get_grade(), "A");
    assert!(sheet().get_consequence().contains("MM-1.1"), "{}", sheet().get_consequence());
    press_on_sheet(window, "Change them");
    assert!(sheet().get_refusal().contains("MM-1.1"), "{}", sheet().get_refusal());
    choose(&evening, "Grade", &sheet().get_grades(), sheet().get_grade(), "as it is");
    fill(window, "Tags to add, separated by “;”", "the levy; raw");
    assert_eq!(sheet().get_consequence(), format!("Changes {shown} men in one action."));
    fill(window, "Reason", "a count of the levy");
    shoot_all(window, "people-change");
    press_on_sheet(window, "Change them");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert!(sentence(&evening).contains("tagged the levy and tagged raw"), "{}", sentence(&evening));
    // The bar keeps the filter under a name; another list knows nothing of it.
    show(window, SIZES[1]);
    fill(window, "Filter Class", "");
    // Where the list is wider than the window, the arrows go along it, and the names stay.
    click(window, &ui().get_rows().row_data(0).expect("a man").label);
    for _ in 0..30 {
        if !there(window, "Filter Tags") {
            key(window, &[], Key::RightArrow);
        }
    }
    assert!(there(window, "Filter Name"));
    fill(window, "Filter Tags", "raw");
    press(window, "Save the filter");
    fill(window, "Name of the filter", "Raw men");
    shoot_all(window, "people-filter");
    press(window, "Save under this name");
    assert!(sentence(&evening).contains("“Raw men”"), "{}", sentence(&evening));
    press(window, "Clear the filters");
    assert!(!ui().get_info().filtered);
    assert_eq!(ui().get_info().saved.row_data(0).as_deref(), Some("Raw men"));
    click(window, "Saved filters");
    key(window, &[], Key::Return);
    assert_eq!((ui().get_info().shown, ui().get_info().filtered), (shown, true));
    press(window, "Take the saved filter away");
    assert_eq!(ui().get_info().saved.row_count(), 0);
    key(window, &[Key::Control], "z");
    assert_eq!(ui().get_info().saved.row_count(), 1, "undo brings it back");
    shoot_all(window, "people-tagged");
}

#[test]
fn every_long_list_has_the_same_filter_bar() {
    let evening = sample("caerlaverock");
    let window = &evening.window;
    for _ in 0..4 {
        press(window, "Play the next turn");
    }
    for (number, column) in [(2, "Filter Name"), (6, "Filter What for"), (7, "Filter What happened")] {
        page(window, number);
        assert!(there(window, column), "{number}: {:?}", labels(window));
        fill(window, column, "e");
        fill(window, column, "qqqq");
        assert!(there(window, "Clear the filters"), "{number}: {:?}", labels(window));
        press(window, "Clear the filters");
        assert!(there(window, "Save the filter"));
    }
    page(window, 7);
    fill(window, "Filter Kind", "!action");
    assert!(window.global::<ChroniclePage>().get_info().shown > 0);
    page(window, 4);
    assert!(there(window, "Filter What") || there(window, "No battle yet"), "{:?}", labels(window));
}

#[test]
fn a_mans_history_is_read_and_one_action_of_it_taken_back_alone() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let man = window.global::<banneret::desktop::ui::ArmiesPage>().get_roster().row_data(2).expect("a man").label;
    click(window, &man);
    for (note, reason) in [("slow", "seen at drill"), ("slow", "seen again")] {
        press(window, "Edit by hand");
        fill(window, "Tags, separated by “;”", if reason == "seen again" { "scout" } else { "" });
        fill(window, "Note", note);
        fill(window, "Reason", reason);
        press_on_sheet(window, "Save");
    }
    press(window, "History of the man");
    let sheet = || window.global::<HistorySheet>();
    assert!(sheet().get_open() && sheet().get_title().contains(man.as_str()), "{}", sheet().get_title());
    let rows: Vec<_> = sheet().get_rows().iter().collect();
    assert!(rows.len() >= 3, "made, and changed twice");
    assert!(rows[0].fields.contains("tags: none → scout"), "the last stands on top: {}", rows[0].fields);
    shoot_all(window, "history");
    // The first change is taken back and the second, which changed something else of him, stays.
    sheet().invoke_choose(1);
    assert!(sheet().get_consequence().contains("the one action after it"), "{}", sheet().get_consequence());
    fill(window, "Reason", "it was another man");
    press_on_sheet(window, "Take back this alone");
    assert!(sheet().get_refusal().is_empty(), "{}", sheet().get_refusal());
    assert!(sentence(&evening).contains("Taken back alone"), "{}", sentence(&evening));
    let mended: Vec<_> = sheet().get_rows().iter().collect();
    assert!(mended.iter().any(|row| row.fields.contains("mended by action")));
    let last = mended.first().expect("the mend is in his history");
    assert!(last.fields.contains("note: slow →") && !last.fields.contains("tags"), "{}", last.fields);
    key(window, &[], Key::Escape);
    assert!(!sheet().get_open());
    // Everything else has its history too.
    press(window, "History of this part");
    assert!(sheet().get_title().contains("Wexbridge pikes"), "{}", sheet().get_title());
    key(window, &[], Key::Escape);
    page(window, 6);
    press(window, "History of the treasury");
    assert!(sheet().get_open());
    key(window, &[], Key::Escape);
    // The chronicle takes one back alone, too.
    page(window, 7);
    press(window, "Take back this alone");
    assert!(!window.global::<ChroniclePage>().get_refusal().is_empty(), "nothing is chosen yet");
}

#[test]
fn a_side_is_parted_in_the_window() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "Change the sides");
    assert_eq!(window.global::<Frame>().get_page(), Page::Founding);
    press(window, "Estmark");
    press(window, "Part it …");
    let sheet = || window.global::<PartSheet>();
    assert_eq!(sheet().get_title(), "Part Estmark");
    press_on_sheet(window, "Part the side");
    assert!(!sheet().get_refusal().is_empty());
    fill(window, "Name of the new side", "The Barons");
    fill(window, "What it takes of the treasury", "20 marks");
    let army = sheet().get_rows().row_data(0).expect("an army").name;
    press(window, &format!("{army} goes"));
    assert!(sheet().get_consequence().starts_with("1 army"), "{}", sheet().get_consequence());
    fill(window, "Reason", "the tax");
    shoot_all(window, "part-side");
    press_on_sheet(window, "Part the side");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert!(sentence(&evening).contains("The Barons"), "{}", sentence(&evening));
    assert!(there(window, "The Barons"));
    key(window, &[Key::Control], "z");
    assert!(!there(window, "The Barons"));
}

#[test]
fn an_army_is_put_elsewhere_and_an_empty_part_taken_out_by_hand() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Host of Estmark");
    press(window, "Change this part by hand");
    let sheet = || window.global::<ArmySheet>();
    choose(&evening, "Where it stands", &sheet().get_spots(), sheet().get_spot(), "Thornford");
    fill(window, "Weeks without pay", "two");
    press_on_sheet(window, "Change it");
    assert!(sheet().get_refusal().contains("“two”"), "{}", sheet().get_refusal());
    fill(window, "Weeks without pay", "2");
    fill(window, "Reason", "the king’s word");
    shoot_all(window, "army-by-hand");
    press_on_sheet(window, "Change it");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert_eq!(sentence(&evening), "Host of Estmark was put at Thornford by hand: the king’s word.");
    // A part with nobody in it is taken out.
    press(window, "Add a part");
    fill(window, "Name", "the rear battle");
    press_on_sheet(window, "Add");
    press(window, "the rear battle");
    press(window, "Change this part by hand");
    assert!(sheet().get_empty() && !sheet().get_whole());
    press_on_sheet(window, "Take it out");
    assert!(sentence(&evening).contains("the rear battle was taken out"), "{}", sentence(&evening));
}

#[test]
fn the_desk_tells_what_was_done_elsewhere_since_it_was_last_open() {
    let evening = sample("march");
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    press(window, "Play the next turn");
    assert_eq!(window.global::<DeskPage>().get_since(), "");
    press(window, "Open another campaign");
    {
        let mut store = banneret::store::Store::open(&file).expect("it is free");
        for _ in 0..2 {
            banneret::app::turn::play(&mut store).expect("a turn");
        }
    }
    banneret::desktop::open(&evening.shell, file.clone());
    pass(50);
    let ui = || window.global::<DeskPage>();
    assert_eq!(ui().get_since(), "2 things were done, 2 turns among them.");
    assert_eq!(ui().get_since_done().row_count(), 2);
    shoot_all(window, "desk-since");
    press(window, "Play the next turn");
    assert_eq!(ui().get_since_done().row_count(), 2, "what is done here is not told as news");
    press(window, "I have seen what changed");
    assert_eq!(ui().get_since(), "");
    press(window, "Open another campaign");
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    assert_eq!(ui().get_since(), "", "nothing was done meanwhile");
}

#[test]
fn every_paper_is_asked_for_in_the_one_dialog() {
    let evening = sample("march");
    let window = &evening.window;
    let sheet = || window.global::<PrintSheet>();
    let print = |name: &str| {
        let path = evening.folder.path().join(format!("{name}.pdf"));
        fill(window, "Path of the new PDF file", &path.display().to_string());
        press(window, "Print to PDF");
        assert_eq!(sheet().get_refusal(), "", "{name}");
        if cfg!(feature = "print") {
            assert!(std::fs::read(&path).expect(name).starts_with(b"%PDF"), "{name}");
        }
    };
    page(window, 2);
    press(window, "Host of Estmark");
    for (document, name) in [("figure cards of Host", "cards"), ("blank roster", "roster"), ("blank figure", "blank")] {
        press(window, "Print the roll");
        choose(&evening, "Document", &sheet().get_documents(), sheet().get_document(), document);
        assert!(sheet().get_title().contains(document), "{}", sheet().get_title());
        if name == "cards" {
            press(window, "Only knights, clerics and those who command");
            shoot_all(window, "print-cards");
        }
        print(name);
    }
    page(window, 7);
    for (document, name) in [("casualty list", "casualties"), ("order sheet", "orders")] {
        press(window, "Print the chronicle");
        choose(&evening, "Document", &sheet().get_documents(), sheet().get_document(), document);
        print(name);
    }
}

#[cfg(feature = "print")]
#[test]
fn the_templates_are_listed_and_looked_at() {
    use banneret::desktop::ui::TemplateSheet;
    let evening = sample("march");
    let window = &evening.window;
    page(window, 7);
    press(window, "Print the chronicle");
    press(window, "Templates");
    let sheet = || window.global::<TemplateSheet>();
    assert!(sheet().get_open() && !window.global::<PrintSheet>().get_open());
    assert!(sheet().get_rows().iter().any(|row| row.file == "muster-roll.typ"));
    shoot_all(window, "templates");
    press(window, "Preview ransom-roll.typ");
    assert!(
        sheet().get_said().contains("ransom-roll") && sheet().get_refusal().is_empty(),
        "{}",
        sheet().get_refusal()
    );
    key(window, &[], Key::Escape);
    assert!(!sheet().get_open());
}

#[test]
fn men_are_entered_by_hand_into_the_part_that_is_chosen() {
    // CP-7.7
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    press(window, "Enter men by hand");
    let sheet = || window.global::<EditSheet>();
    assert!(sheet().get_title().contains("Enter men into Wexbridge pikes"), "{}", sheet().get_title());
    assert!(!there(window, "Tags, separated by “;”"), "nobody is there to have them yet");
    fill(window, "Name", "Wat Tyler");
    fill(window, "How many", "two");
    press_on_sheet(window, "Enter them");
    assert!(sheet().get_refusal().contains("“two” is no number of men"), "{}", sheet().get_refusal());
    fill(window, "How many", "2");
    press_on_sheet(window, "Enter them");
    assert!(sheet().get_refusal().contains("cannot all be called Wat Tyler"), "{}", sheet().get_refusal());
    fill(window, "How many", "");
    choose(&evening, "Class", &sheet().get_classes(), sheet().get_class(), "peasant");
    choose(&evening, "Grade", &sheet().get_grades(), sheet().get_grade(), "D");
    fill(window, "Weapons, separated by “;” (a shield among them)", "bill; dagger");
    fill(window, "Reason", "he came in the night");
    shoot_all(window, "enter-men");
    press_on_sheet(window, "Enter them");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert_eq!(sentence(&evening), "Wat Tyler joins Wexbridge pikes: he came in the night.");
    fill(window, "Filter Name", "Wat Tyler");
    assert!(there(window, "Wat Tyler"), "{:?}", labels(window));
    press(window, "Enter men by hand");
    fill(window, "How many", "3");
    press_on_sheet(window, "Enter them");
    assert_eq!(sentence(&evening), "3 sergeants join Wexbridge pikes.");
    // Who is there is still edited on the same sheet.
    press(window, "Wat Tyler");
    press(window, "Edit by hand");
    assert!(sheet().get_title().contains("Edit Wat Tyler") && !sheet().get_adding(), "{}", sheet().get_title());
    assert_eq!(sheet().get_weapons(), "bill; dagger");
}

#[test]
fn a_contact_is_made_changed_and_let_come_to_nothing_by_hand() {
    // CP-2.2, CP-7.7
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    let mut store = banneret::app::found::from_sample(&file, "march").expect("the sample");
    let army = |store: &Store, name: &str| store.army_named(name).expect("an army");
    let (host, gorwen) = (army(&store, "Host of Estmark"), army(&store, "Host of Gorwen"));
    let there_too = |act: &banneret::store::Act| {
        act.set_march(gorwen.id, None)?;
        act.set_army_place(gorwen.id, host.place.expect("it stands somewhere"), None)?;
        Ok(((), "There.".to_owned()))
    };
    store.act("place", &serde_json::json!({}), there_too).expect("it stands there");
    let today = store.day().expect("the day").to_string();
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    page(window, 4);
    let (ui, sheet) = (|| window.global::<BattlesPage>(), || window.global::<ContactSheet>());
    press(window, "New battle");
    let new = || window.global::<NewBattleSheet>();
    let choose_army = |label: &str, at: i32, name: &str| {
        let named = new().get_armies().iter().find(|army| army.starts_with(name)).expect("an army");
        choose(&evening, label, &new().get_armies(), at, &named);
    };
    choose_army("Who attacks", new().get_attacker(), "Host of Gorwen");
    choose_army("Against whom", new().get_defender(), "Host of Estmark");
    fill(window, "Reason", "as it fell out at the table");
    shoot_all(window, "contact-made");
    press_on_sheet(window, "Bring them face to face");
    assert!(!new().get_open(), "{}", new().get_refusal());
    assert!(sentence(&evening).contains("Host of Gorwen comes upon Host of Estmark"), "{}", sentence(&evening));
    assert_eq!(ui().get_mode(), BattleView::Contact);
    // The other attacks; and then neither does.
    press(window, "Change the contact by hand");
    choose(&evening, "Attacking army", &sheet().get_attackers(), sheet().get_attacker(), "Host of Estmark");
    fill(window, "Day", "1999-01-01");
    press_on_sheet(window, "Change it");
    assert!(sheet().get_refusal().contains("is not a day of the campaign so far"), "{}", sheet().get_refusal());
    fill(window, "Day", &today);
    shoot_all(window, "contact-changed");
    press_on_sheet(window, "Change it");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert!(ui().get_attacker().name.contains("Estmark"), "{}", ui().get_attacker().name);
    press(window, "Change the contact by hand");
    press_on_sheet(window, "Let it come to nothing");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert!(sentence(&evening).contains("came to nothing"), "{}", sentence(&evening));
    key(window, &[Key::Control], "z");
    // Undo brings it back into the list.
    let waits =
        |row: banneret::desktop::ui::TableRow| row.cells.iter().any(|cell| cell.text.contains("Host of Gorwen"));
    assert!(ui().get_rows().iter().any(waits), "{}", sentence(&evening));
}

/// A man who is dead, and so in no roster, is found and shown by himself.
#[test]
fn a_dead_man_is_found_and_has_his_card() {
    use banneret::app::edit::{self, Becomes};
    use banneret::app::found;
    use banneret::app::world::ByHand;
    use banneret::desktop::ui::ArmiesPage;
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    drop(found::from_sample(&file, "march").expect("the sample"));
    let mut store = Store::open(&file).expect("it opens");
    let man = store.person_named("Fulk Tempest").expect("a man");
    edit::person(&mut store, &man, Becomes::Dead, &ByHand::because("of a fever")).expect("dead");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    // Somebody else is shown first.
    page(window, 2);
    let armies = || window.global::<ArmiesPage>();
    let other = armies().get_roster().row_data(1).expect("a man").label;
    click(window, &other);
    assert!(armies().get_has_man());
    key(window, &[Key::Control], "k");
    type_in(window, "fulk tempest");
    key(window, &[], Key::Return);
    pass(100);
    let card = armies().get_man();
    assert!(armies().get_has_man() && card.name.contains("Fulk Tempest"), "{}", card.name);
    assert_eq!(card.state, "dead");
    let life: Vec<_> = armies().get_life().iter().map(|line| line.text).collect();
    assert!(!life.is_empty(), "his career is told");
    // Who is chosen in the roster is shown again.
    click(window, &other);
    assert_ne!(armies().get_man().name, card.name);
}
