//! Every control of the pages that changes a campaign, worked once by its label: what it did is read back from the page
//! and from the campaign's own sentence.

use super::harness::*;
use banneret::desktop::ui::{
    ArmiesPage, BattleView, BattlesPage, CaptivesPage, EditSheet, Frame, MapPage, Page, PrintSheet, RulingSheet,
};
use slint::platform::Key;
use slint::{ComponentHandle, Model, ModelRc, SharedString};

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

/// Holds that the last action says these words.
fn did(evening: &Evening, words: &str) {
    let said = sentence(evening);
    assert!(said.contains(words), "“{said}” does not say “{words}”; the page: {:?}", labels(&evening.window));
}

/// Opens a drop-down and goes down to the first option that contains these words, by keyboard.
pub fn choose(evening: &Evening, label: &str, options: &ModelRc<SharedString>, chosen: i32, words: &str) {
    let offered: Vec<String> = options.iter().map(|option| option.to_string()).collect();
    let wanted = offered.iter().position(|option| option.contains(words));
    let wanted = wanted.unwrap_or_else(|| panic!("{label} does not offer “{words}”: {offered:?}")) as i32;
    click(&evening.window, label);
    let from = chosen.max(0);
    for _ in 0..(wanted - from).abs() {
        key(&evening.window, &[], if wanted > from { Key::DownArrow } else { Key::UpArrow });
    }
    key(&evening.window, &[], Key::Return);
}

#[test]
fn parts_of_a_host_are_made_parted_joined_and_given_commanders() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "King's Household");
    press(window, "Rename");
    fill(window, "New name", "The King's Own");
    press_on_sheet(window, "Rename");
    did(&evening, "King's Household is now called The King's Own.");
    press(window, "Add a part");
    fill(window, "Name", "the rear battle");
    press_on_sheet(window, "Add");
    did(&evening, "the rear battle");
    // A unit is split off as an army of its own, and merged into the host again.
    press(window, "Wexbridge pikes");
    press(window, "Split off as an army");
    fill(window, "Name of the new army", "The Pikes");
    press_on_sheet(window, "Split off");
    did(&evening, "The Pikes");
    assert!(there(window, "The Pikes"));
    press(window, "The Pikes");
    press(window, "Merge into another army");
    let ui = || window.global::<ArmiesPage>();
    choose(&evening, "Into which army", &ui().get_others(), ui().get_other(), "Host of Estmark");
    press_on_sheet(window, "Merge");
    did(&evening, "Host of Estmark");
    assert!(sentence(&evening).contains("The Pikes"), "{}", sentence(&evening));
    // A command is given to one man, and vacant ones are filled with the highest.
    press(window, "Wexbridge pikes");
    let man = ui().get_roster().row_data(0).expect("the foremost, over whom nobody is of higher class").label;
    click(window, &man);
    press(window, "Give him the command");
    assert!(ui().get_refusal().contains(&format!("{man} commands Wexbridge pikes already.")), "{}", ui().get_refusal());
    // Of the next it depends on his class; whoever may not is told why.
    let next = ui().get_roster().row_data(1).expect("another").label;
    click(window, &next);
    press(window, "Give him the command");
    let given = sentence(&evening) == format!("{next} commands Wexbridge pikes.");
    assert!(given || ui().get_refusal().contains("of higher class than"), "{}", ui().get_refusal());
    click(window, &man);
    press(window, "Give him the command");
    assert!(!given || sentence(&evening) == format!("{man} commands Wexbridge pikes."), "{}", sentence(&evening));
    press(window, "Host of Estmark");
    press(window, "Appoint the highest to vacant commands");
    assert!(sentence(&evening).contains("command") && ui().get_refusal().is_empty(), "{}", ui().get_refusal());
    // The lord of a side is one of its own.
    press(window, "The King's Chamber");
    click(window, "Anselm Torrel");
    press(window, "Make lord");
    did(&evening, "Anselm Torrel rules Estmark.");
}

#[test]
fn a_mans_every_field_is_edited_and_what_cannot_be_is_refused() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let ui = || window.global::<ArmiesPage>();
    let man = ui().get_roster().row_data(2).expect("a man").label;
    click(window, &man);
    press(window, "Edit by hand");
    let sheet = || window.global::<EditSheet>();
    fill(window, "Weapons, separated by “;” (a shield among them)", "pike; boomerang");
    press(window, "Save");
    assert!(sheet().get_refusal().contains("boomerang"), "{}", sheet().get_refusal());
    fill(window, "Weapons, separated by “;” (a shield among them)", "bill; dagger");
    choose(&evening, "Horse", &sheet().get_horses(), sheet().get_horse(), "unbarded");
    choose(&evening, "Protection", &sheet().get_protections(), sheet().get_protection(), "2");
    choose(&evening, "State", &sheet().get_states(), sheet().get_state(), "captive of Gorwen");
    fill(window, "Reason", "taken foraging");
    shoot_all(window, "edit-all");
    press(window, "Save");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    did(&evening, "taken foraging");
    assert!(ui().get_man().arms.contains("bill"), "{}", ui().get_man().arms);
    // He stands among the captives now, and is freed there.
    page(window, 5);
    press(window, &man);
    press(window, "Free for nothing");
    did(&evening, "let go for nothing");
    key(window, &[Key::Control], "z");
    key(window, &[Key::Control], "z");
    page(window, 2);
    assert!(there(window, &man), "he is back on the roster");
}

#[test]
fn captives_are_agreed_on_paid_in_parts_freed_and_recruited() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 5);
    let ui = || window.global::<CaptivesPage>();
    let fulk = (0..ui().get_rows().row_count())
        .filter_map(|at| ui().get_rows().row_data(at))
        .find(|row| row.label.contains("Tempest"))
        .expect("Fulk Tempest is held");
    press(window, &fulk.label);
    fill(window, "Sum", "50");
    press(window, "Ask a ransom");
    did(&evening, "50 m");
    fill(window, "Sum", "45");
    press(window, "Agree on a sum");
    did(&evening, "45 m");
    fill(window, "How many parts", "3");
    fill(window, "Weeks apart", "2");
    press(window, "Let go on parole");
    did(&evening, "parole");
    // He is free, and what he owes is still paid part by part.
    press(window, "Sir Fulk Tempest");
    assert!(!ui().get_held());
    press(window, "Pay this part");
    did(&evening, "15 m of the ransom of Sir Fulk Tempest was paid.");
    // Two weeks later the next part is missed, and the desk says so; he comes back.
    key(window, &[Key::Control], "z");
    page(window, 1);
    for _ in 0..3 {
        press(window, "Play the next turn");
    }
    assert!(says(window, "Sir Fulk Tempest’s ransom was due on"), "{:?}", labels(window));
    page(window, 5);
    press(window, "Sir Fulk Tempest");
    assert!(ui().get_missed());
    shoot_all(window, "missed");
    press(window, "He comes back");
    did(&evening, "came back into captivity; 45 m of his ransom was not paid.");
    assert!(ui().get_held());
    // A peasant labours and comes from it again.
    let peasant = (0..ui().get_rows().row_count())
        .filter_map(|at| ui().get_rows().row_data(at))
        .find(|row| row.cells.iter().any(|cell| cell.text == "peasant"));
    press(window, &peasant.expect("a peasant is held").label);
    press(window, "Set to labour");
    did(&evening, "labour");
    press(window, "Take from labour");
    did(&evening, "labour");
    assert!(ui().get_bulk_refusal().is_empty(), "{}", ui().get_bulk_refusal());
    // Sergeants join a unit of their captor’s that faces no enemy, a grade lower, up to half of the haul.
    let sergeant = (0..ui().get_rows().row_count())
        .filter_map(|at| ui().get_rows().row_data(at))
        .find(|row| row.cells.iter().any(|cell| cell.text == "sergeant"));
    press(window, &sergeant.expect("a sergeant is held").label);
    choose(&evening, "Unit to recruit them to", &ui().get_units(), ui().get_unit(), "Harrowgard wall-men");
    press(window, "Recruit sergeants or peasants");
    assert!(ui().get_bulk_refusal().is_empty(), "{}", ui().get_bulk_refusal());
    did(&evening, "join");
}

#[test]
fn an_army_goes_into_a_stronghold_and_comes_out() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 3);
    let ui = || window.global::<MapPage>();
    let armies: Vec<String> = ui().get_armies().iter().map(|army| army.name.to_string()).collect();
    let inside = armies.iter().find(|army| {
        press(window, army);
        ui().get_inside()
    });
    let inside = inside.expect("an army in a stronghold").clone();
    press(window, "Come out");
    assert!(!ui().get_inside(), "{}", ui().get_refusal());
    did(&evening, &inside);
    choose(&evening, "Stronghold to go into", &ui().get_shelters(), ui().get_shelter(), "");
    press(window, "Go in");
    assert!(ui().get_inside(), "{}", ui().get_refusal());
    press(window, "Show its roster");
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    assert_eq!(window.global::<ArmiesPage>().get_shown_title(), inside.as_str());
}

#[test]
fn a_side_gives_way_and_the_contact_is_settled() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(&evening.window);
    let ui = || window.global::<BattlesPage>();
    let before = ui().get_rows().row_count();
    let defender = ui().get_defender().name;
    press(window, &format!("Let {defender} retire a march"));
    assert!(sentence(&evening).contains("retire") || sentence(&evening).contains("march"), "{}", sentence(&evening));
    assert!(ui().get_rows().row_count() < before || ui().get_mode() != BattleView::Contact, "{}", ui().get_refusal());
    key(window, &[Key::Control], "z");
    assert_eq!(ui().get_rows().row_count(), before);
}

#[test]
fn both_rosters_are_printed_and_a_result_is_read_from_a_file() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(&evening.window);
    // The ground is chosen beside the contact, and otherwise in the plan.
    let ui = || window.global::<BattlesPage>();
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "ford");
    assert!(ui().get_ground_what().contains("river"), "{}", ui().get_ground_what());
    shoot_all(window, "ground");
    press(window, "Plan it for the table");
    assert_eq!(ui().get_mode(), BattleView::Plan);
    press(window, "Ground, rules and gear");
    assert!(ui().get_ground_what().contains("river"), "the plan is on the ford: {}", ui().get_ground_what());
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "wooded hill");
    did(&evening, "wooded hill");
    press(window, "Print both rosters");
    // The dialog of these tests answers with a path of its own.
    press(window, "Browse …");
    let path = window.global::<PrintSheet>().get_path().to_string();
    assert!(path.ends_with("chosen.pdf"), "{path}");
    press(window, "Print to PDF");
    assert_eq!(window.global::<PrintSheet>().get_refusal(), "");
    if cfg!(feature = "print") {
        assert!(std::fs::read(&path).expect("the rosters").starts_with(b"%PDF"));
    }
    let csv = evening.folder.path().join("result.csv");
    std::fs::write(&csv, "number,fate,captor\nB1,dead,\nB2,captive,A1\nQ1,dead,\n").expect("written");
    press(window, "The result from the table");
    press(window, "Read a CSV file …");
    fill(window, "Path of the CSV file", &csv.display().to_string());
    press_on_sheet(window, "See what follows");
    assert!(ui().get_sheet_refusal().contains("Line 4"), "{}", ui().get_sheet_refusal());
    std::fs::write(&csv, "number,fate,captor\nB1,dead,\nB2,captive,A1\n").expect("written");
    press_on_sheet(window, "See what follows");
    assert!(ui().get_has_proposal(), "{}", ui().get_sheet_refusal());
    rule_otherwise(&evening);
    press(window, "Throw the result away");
    assert!(!ui().get_has_proposal());
    press(window, "Drop the plan");
    assert_eq!(ui().get_mode(), BattleView::Contact, "{}", ui().get_refusal());
}

/// Changes the first line of an aftermath and adds one (CP-3.6).
fn rule_otherwise(evening: &Evening) {
    let window = &evening.window;
    let ui = || window.global::<BattlesPage>();
    let sheet = || window.global::<RulingSheet>();
    let first = ui().get_lines().row_data(0).expect("a line");
    assert_eq!(first.number, "B1");
    press(window, &format!("Change: {}", first.sentence));
    choose(evening, "What befell him", &sheet().get_kinds(), sheet().get_kind(), "was taken");
    fill(window, "Captor’s number, if he is known", "B2");
    assert!(sheet().get_consequence().contains("own side"), "{}", sheet().get_consequence());
    press(window, "Rule it so");
    assert!(sheet().get_refusal().contains("the other side"), "{}", sheet().get_refusal());
    fill(window, "Captor’s number, if he is known", "A2");
    fill(window, "Marks asked (empty: none, or by negotiation)", "21");
    assert!(sheet().get_consequence().contains("21 marks are asked"), "{}", sheet().get_consequence());
    fill(window, "Reason", "he was seen alive");
    shoot_all(window, "ruling");
    press(window, "Rule it so");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    let ruled = ui().get_lines().row_data(0).expect("a line");
    assert!(ruled.ruled && ruled.sentence.contains("was taken") && ruled.reason == "he was seen alive");
    let before = ui().get_lines().row_count();
    press(window, "Add a line …");
    press(window, "Add the line");
    assert!(sheet().get_refusal().contains("B7"), "{}", sheet().get_refusal());
    fill(window, "His number on the rosters", "a3");
    choose(evening, "What befell him", &sheet().get_kinds(), sheet().get_kind(), "was wounded");
    press(window, "Add the line");
    assert!(!sheet().get_open(), "{}", sheet().get_refusal());
    assert_eq!(ui().get_lines().row_count(), before + 1);
    shoot_all(window, "ruled");
}
