//! Each page, driven by its labels, and looked at in both themes and sizes.

use super::harness::*;
use banneret::desktop::ui::{
    ArmiesPage, ArmiesSheet, BattleView, BattlesPage, CaptivesPage, ChroniclePage, EditSheet, Frame, MapPage, Page,
    RuleBookPage,
};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

#[test]
fn every_page_draws_in_both_themes_and_sizes() {
    let evening = sample("march");
    let pages = ["desk", "armies", "map", "battles", "captives", "treasury", "chronicle", "rulebook", "castles"];
    for (number, name) in pages.iter().enumerate() {
        page(&evening.window, number + 1);
        shoot_all(&evening.window, name);
    }
}

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

#[test]
fn men_are_moved_many_at_once_and_put_back() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let info = || window.global::<ArmiesPage>().get_roster_info();
    assert_eq!(info().all, 31);
    // The header stands over its cells, whatever was shown before.
    for part in ["King's Household", "household", "The King's Chamber", "The Guard", "Wexbridge pikes"] {
        press(window, part);
        let header = the(window, "Sort by Class").absolute_position().x;
        let cell = all(window, "sergeant").into_iter().chain(all(window, "knight")).next().expect("a cell");
        let over = cell.absolute_position().x - header;
        assert!((0.0..12.0).contains(&over), "{part}: the cell stands {over} px from its header");
    }
    fill(window, "Filter Grade", "C");
    let shown = info().shown;
    assert!(shown > 0);
    let first = window.global::<ArmiesPage>().get_roster().row_data(0).expect("a man").label;
    click(window, &first);
    key(window, &[Key::Control], "a");
    assert_eq!(info().selected, shown);
    press(window, "Move men");
    assert!(says(window, "Nowhere to move is chosen."));
    // The drop-down by keyboard: open, go down to a unit, choose.
    let targets = window.global::<ArmiesPage>().get_targets();
    let wanted = targets.iter().position(|path| path.ends_with("Wexbridge crossbows")).expect("the crossbows");
    click(window, "Where to move them");
    for _ in 0..wanted {
        key(window, &[], Key::DownArrow);
    }
    key(window, &[], Key::Return);
    assert_eq!(window.global::<ArmiesPage>().get_target(), wanted as i32);
    press(window, "Move men");
    assert!(sentence(&evening).contains("moved to Wexbridge crossbows"), "{}", sentence(&evening));
    fill(window, "Filter Grade", "");
    assert_eq!(info().all, 31 - shown);
    key(window, &[Key::Control], "z");
    assert_eq!(info().all, 31);
}

#[test]
fn a_man_has_his_page_and_is_edited_with_a_reason() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Osric, King of Estmark");
    assert!(window.global::<ArmiesPage>().get_has_man());
    shoot_all(window, "man");
    press(window, "Edit by hand");
    fill(window, "Note", "sits by the fire");
    fill(window, "Reason", "old age");
    shoot_all(window, "edit");
    press(window, "Save");
    assert!(sentence(&evening).contains("changed by hand: old age"), "{}", sentence(&evening));
    // What else comes of a state is said as soon as it is chosen.
    press(window, "Edit by hand");
    let sheet = window.global::<EditSheet>();
    assert_eq!(sheet.get_consequence(), "");
    let dead = sheet.get_states().iter().position(|state| state == "dead").expect("he may die");
    sheet.set_state(dead as i32);
    sheet.invoke_state_chosen(dead as i32);
    assert!(sheet.get_consequence().contains("Estmark is ruled by nobody."), "{}", sheet.get_consequence());
    shoot_all(window, "edit-dead");
    key(window, &[], Key::Escape);
    // Escape steps back from a sheet, and nothing is changed.
    press(window, "Rename");
    key(window, &[], Key::Escape);
    assert!(window.global::<ArmiesPage>().get_sheet() == ArmiesSheet::None);
}

#[test]
fn a_roster_with_faults_is_refused_whole_and_a_good_one_taken_in() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    let bad = evening.folder.path().join("bad.csv");
    std::fs::write(&bad, "class,grade,count\nsergeant,A,3\nsquire,B,1\n").expect("written");
    press(window, "Import a roster");
    fill(window, "Path of the CSV file", &bad.display().to_string());
    fill(window, "Side it is for (made if it is new)", "Northmen");
    press(window, "Take it in");
    assert!(says(window, "Nothing was taken in."), "{:?}", labels(window));
    shoot_all(window, "import");
    let good = evening.folder.path().join("good.csv");
    std::fs::write(&good, "army,class,grade,weapons,count\nThe Raid,sergeant,C,sword,12\n").expect("written");
    fill(window, "Path of the CSV file", &good.display().to_string());
    press(window, "Take it in");
    assert!(sentence(&evening).contains("12 men of The Raid"), "{}", window.global::<ArmiesPage>().get_sheet_refusal());
    assert_eq!(window.global::<ArmiesPage>().get_shown_title(), "The Raid");
    assert!(there(window, "The Raid"));
}

#[test]
fn five_thousand_men_are_taken_in_and_gone_through_by_keyboard() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    let roster = concat!(env!("CARGO_MANIFEST_DIR"), "/data/campaigns/agincourt-1415.csv");
    press(window, "Import a roster");
    fill(window, "Path of the CSV file", roster);
    fill(window, "Side it is for (made if it is new)", "England");
    press(window, "Take it in");
    let info = || window.global::<ArmiesPage>().get_roster_info();
    assert!(info().all > 1000, "{}", window.global::<ArmiesPage>().get_sheet_refusal());
    let first = window.global::<ArmiesPage>().get_roster().row_data(0).expect("a man").label;
    click(window, &first);
    key(window, &[], Key::End);
    let rows = window.global::<ArmiesPage>().get_roster();
    let last = rows.row_data(rows.row_count() - 1).expect("the last man");
    assert!(last.current && last.selected);
    assert!(there(window, &last.label), "the last man is in sight");
    key(window, &[Key::Shift], Key::PageUp);
    assert!(info().selected > 5);
    // The list is where it was left when the page is left and opened again.
    let scrolled = window.global::<ArmiesPage>().get_roster_scroll();
    assert!(scrolled < -100_000.0, "{scrolled}");
    page(window, 1);
    page(window, 2);
    pass(100);
    assert_eq!(window.global::<ArmiesPage>().get_roster_scroll(), scrolled);
    press(window, "Sort by Name");
    fill(window, "Filter Name", "william");
    assert!(info().shown < info().all && info().shown > 20);
    let rows = window.global::<ArmiesPage>().get_roster();
    for row in rows.row_count() - 8..rows.row_count() {
        assert!(there(window, &rows.row_data(row).expect("a man").label), "the list ends at the foot of its page");
    }
    shoot_all(window, "host");
}

#[test]
fn a_roll_is_printed_or_the_page_says_why_not() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    let path = evening.folder.path().join("roll.pdf");
    press(window, "Print the roll");
    fill(window, "Path of the new PDF file", &path.display().to_string());
    press(window, "Print to PDF");
    if cfg!(feature = "print") {
        assert!(std::fs::read(&path).expect("the roll").starts_with(b"%PDF"));
        assert!(sentence(&evening).starts_with("Printed to"));
    } else {
        assert!(says(window, "this program was built without printing"));
    }
}

#[test]
fn money_moves_by_hand_only_with_a_reason() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 6);
    press(window, "Enter by hand");
    fill(window, "Sum", "£10");
    press(window, "Enter it");
    assert!(says(window, "What the entry is for is not said."));
    fill(window, "What for", "a gift of the abbey");
    press(window, "Enter it");
    assert!(
        sentence(&evening).contains("£10 from the world to Estmark: a gift of the abbey"),
        "{}",
        sentence(&evening)
    );
    assert!(there(window, "A week’s pay: £65 12s 6d"));
    press(window, "A week’s pay: £65 12s 6d");
    assert!(says(window, "sergeants at"));
}

#[test]
fn war_and_peace_are_made_on_the_desk() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "War and peace");
    // What is between them now is told and offered, so that Return changes nothing.
    let desk = || window.global::<banneret::desktop::ui::DeskPage>();
    assert_eq!((desk().get_stance_now().as_str(), desk().get_stance()), ("Estmark and Gorwen are at war.", 1));
    desk().set_other(0);
    desk().invoke_sides_chosen();
    assert_eq!(desk().get_stance_now(), "Choose two different sides.");
    desk().set_other(1);
    desk().invoke_sides_chosen();
    desk().set_stance(2);
    fill(window, "Until (a truce)", "Michaelmas 1335");
    shoot_all(window, "stances");
    press(window, "Save");
    assert!(
        sentence(&evening).contains("Estmark and Gorwen are in truce until 29 September 1335"),
        "{}",
        sentence(&evening)
    );
    // The keyboard is back on the page when the sheet is gone.
    key(window, &[Key::Control], "z");
    assert!(sentence(&evening).starts_with("Undid"));
}

#[test]
fn a_march_shows_what_it_takes_before_it_is_ordered() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 3);
    press(window, "King's Household");
    press(window, "Ashmere");
    let outlook = window.global::<MapPage>().get_outlook();
    assert!(outlook.contains("miles at") && outlook.contains("day"), "{outlook}");
    shoot_all(window, "march");
    press(window, "March");
    assert!(sentence(&evening).contains("King's Household marches for Ashmere"), "{}", sentence(&evening));
    press(window, "Halt");
    assert!(sentence(&evening).contains("halts"));
    press(window, "Pace: 12 miles a day");
    assert!(says(window, "some go on foot"));
}

#[test]
fn a_ransom_is_explained_bargained_and_paid() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "Bargain: Sir Fulk Tempest’s ransom of 55 m is agreed and not paid.");
    assert_eq!(window.global::<Frame>().get_page(), Page::Captives);
    assert!(window.global::<CaptivesPage>().get_consequence().contains("changes hands"));
    fill(window, "Sum", "a heap");
    press(window, "Offer a sum");
    assert!(!window.global::<CaptivesPage>().get_refusal().is_empty());
    // What a sum comes to is told while it is typed.
    assert!(!window.global::<CaptivesPage>().get_consequence().contains("changes hands"));
    fill(window, "Sum", "40");
    assert!(window.global::<CaptivesPage>().get_consequence().starts_with("40 m changes hands"));
    press(window, "Offer a sum");
    assert_eq!(sentence(&evening), "40 m was offered for Sir Fulk Tempest.");
    fill(window, "Sum", "");
    press(window, "Pay the ransom");
    assert!(sentence(&evening).contains("was ransomed for 55 m"), "{}", sentence(&evening));
    assert!(!window.global::<CaptivesPage>().get_has_one(), "the button is not the next man's");
    key(window, &[Key::Control], "z");
    // Peasants may labour; a knight may not, and the page says who may.
    press(window, "Rhys Fychan");
    press(window, "Set to labour");
    assert!(says(window, "only peasants are set to labour"));
}

#[test]
fn a_house_number_is_played_otherwise_and_put_back() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 8);
    press(window, "House rules");
    let rows = window.global::<RuleBookPage>().get_rows();
    let first = rows.row_data(0).expect("a number").label;
    press(window, &first);
    shoot_all(window, "house");
    fill(window, "Value in this campaign", "nonsense");
    press(window, "Play it so");
    assert!(!window.global::<RuleBookPage>().get_refusal().is_empty());
    fill(window, "Value in this campaign", "3");
    fill(window, "Reason", "our club does");
    press(window, "Play it so");
    assert!(sentence(&evening).starts_with("House rule:"), "{}", sentence(&evening));
    press(window, "Back to the book’s");
    assert!(sentence(&evening).contains("as the book has it again"));
    // The house numbers of the man-to-man rules are there too.
    fill(window, "Filter Clause", "MM-");
    assert!(window.global::<RuleBookPage>().get_info().shown > 0);
    press(window, "The book");
    fill(window, "Search the rule book", "MM-8.4");
    assert!(there(window, "MM-8.4"));
}

#[test]
fn the_chronicle_is_searched_and_gone_back_to() {
    let evening = sample("march");
    let window = &evening.window;
    for _ in 0..3 {
        press(window, "Play the next turn");
    }
    page(window, 7);
    fill(window, "Search the chronicle", "turn 1 played");
    let rows = window.global::<ChroniclePage>().get_rows();
    let first = rows.row_data(0).expect("the first turn");
    press(window, &first.label);
    shoot_all(window, "search");
    press(window, "Undo to here");
    assert_eq!(window.global::<Frame>().get_turn(), "turn 1");
}

#[test]
fn a_battle_is_planned_entered_from_the_table_struck_and_taken_in() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(&evening.window);
    shoot_all(window, "contact");
    press(window, "Plan it for the table");
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Plan);
    fill(window, "Result from the table", "B1 dead; Z9 dead");
    assert!(!window.global::<BattlesPage>().get_result_faults().is_empty());
    fill(window, "Result from the table", "B2 dead; B3 wounded; B4 captive of A2; A3 dead");
    assert!(window.global::<BattlesPage>().get_result_reads().contains("captive"));
    shoot_all(window, "plan");
    press(window, "See what follows");
    assert!(window.global::<BattlesPage>().get_has_proposal(), "{}", window.global::<BattlesPage>().get_refusal());
    let lines = window.global::<BattlesPage>().get_lines();
    let first = lines.row_data(0).expect("a line").sentence;
    fill(window, "Reason for what is struck", "he got up again");
    press(window, &format!("Take in: {first}"));
    assert!(lines.row_data(0).expect("a line").struck);
    shoot_all(window, "aftermath");
    press(window, "Take the battle in");
    assert_eq!(
        window.global::<BattlesPage>().get_mode(),
        BattleView::Settled,
        "{}",
        window.global::<BattlesPage>().get_refusal()
    );
    shoot_all(window, "settled");
    page(window, 7);
    fill(window, "Search the chronicle", "he got up again");
    assert_eq!(window.global::<ChroniclePage>().get_rows().row_count(), 1);
    key(window, &[Key::Control], "z");
}

#[test]
fn a_battle_is_forecast_fought_and_read_blow_by_blow() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(&evening.window);
    press(window, "Forecast");
    let page = window.global::<BattlesPage>();
    assert_eq!(page.get_forecasts().row_count(), 1, "{}", page.get_refusal());
    let first = page.get_forecasts().row_data(0).expect("a forecast");
    assert!(first.conditions.contains(" attack ") && first.conditions.contains("open field"), "{}", first.conditions);
    assert!(!there(window, "Forecast of something else than is chosen now"));
    shoot_all(window, "forecast");
    // Whoever attacks is another condition: the forecast is of something else, and beside it stands the next.
    press(window, "The other");
    assert!(there(window, "Forecast of something else than is chosen now"), "{:?}", labels(window));
    press(window, "Forecast");
    assert_eq!(page.get_forecasts().row_count(), 2);
    let second = page.get_forecasts().row_data(0).expect("a forecast");
    assert_ne!(first.conditions, second.conditions);
    shoot_all(window, "forecasts");
    press(window, "Let the program fight it");
    assert!(window.global::<BattlesPage>().get_has_proposal());
    press(window, "Read the log");
    assert!(window.global::<BattlesPage>().get_log().row_count() > 20);
    fill(window, "Find in the log", "charge");
    shoot_all(window, "log");
    key(window, &[], Key::Escape);
    assert!(!window.global::<BattlesPage>().get_log_open());
    press(window, "Take the battle in");
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Settled);
    key(window, &[Key::Control], "z");
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Contact);
}

#[test]
fn the_odds_of_any_roll_are_live_and_explained() {
    use banneret::desktop::ui::OddsPage;
    let evening = sample("march");
    let window = &evening.window;
    key(window, &[Key::Control], "k");
    type_in(window, "odds of a roll");
    key(window, &[], Key::Return);
    let ui = window.global::<OddsPage>();
    let first = || ui.get_outcomes().row_data(0).expect("an outcome");
    // A longbow at short range at protection 3 in the open: 7 or less with 1 added.
    assert_eq!((first().name.as_str(), first().exact.as_str()), ("hit", "15/36"));
    shoot_all(window, "odds-shoot");
    // By keyboard, to medium range and light cover at protection 2: 3/36, the book's worked value.
    the(window, "Range").invoke_accessible_default_action();
    pass(20);
    key(window, &[], Key::DownArrow);
    key(window, &[], Key::Return);
    ui.invoke_pick(2, 1);
    ui.invoke_pick(3, 1);
    pass(20);
    assert_eq!(first().exact.as_str(), "3/36");
    assert!(there(window, "hit: 3/36, 8.3 %"), "{:?}", labels(window));
    press(window, "Figures");
    assert!(there(window, "The figures"));
    press(window, "Clause MM-4.8");
    assert!(says(window, "2d6, 7 or less"));
    key(window, &[], Key::Escape);
    // Every roll of the list answers, or says what is amiss; none is empty.
    for roll in 0..ui.get_rolls().row_count() {
        ui.set_roll(roll as i32);
        ui.invoke_choose(roll as i32);
        pass(20);
        let name = ui.get_rolls().row_data(roll).expect("its name");
        if name == "Cords: shoot" || name == "Cords: hand to hand" {
            // A kill is one of the hits, and hand to hand nothing is rolled.
            assert!(ui.get_outcomes().row_count() == 2 && ui.get_refusal().is_empty(), "{}", ui.get_refusal());
            continue;
        }
        let sum: f32 = ui.get_outcomes().iter().map(|outcome| outcome.share).sum();
        assert!((sum - 1.0).abs() < 0.001, "{}: {sum} {}", ui.get_about(), ui.get_refusal());
    }
    // What the rules do not allow is said in a sentence: a lance only in a charge.
    ui.set_roll(1);
    ui.invoke_choose(1);
    ui.invoke_pick(2, 1);
    pass(20);
    assert!(says(window, "A lance strikes only mounted and in the turn of the charge (MM-5.5)."));
    press(window, "He is mounted");
    press(window, "He charges");
    assert!(ui.get_refusal().is_empty());
    press(window, "Chart");
    shoot_all(window, "odds-blow");
    ui.set_roll(3);
    ui.invoke_choose(3);
    pass(20);
    shoot_all(window, "odds-morale");
}
