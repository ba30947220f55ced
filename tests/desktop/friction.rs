//! What keeps an evening without friction: the next turn by a key, panes by F6 and by handles, the sheets of shortcuts and
//! settings, what the search reaches, rows of the desk that act, letters in drop-downs, the menu of a list and what is
//! dragged from it, a new battle, and the grid beside a result.

use super::harness::*;
use banneret::campaign::captivity::Captive;
use banneret::desktop::ui::{
    ArmiesPage, BattleView, BattlesPage, ChroniclePage, DeskPage, Finder, Frame, NewBattleSheet, OrdersPage, Page,
    PeoplePage, PrintPaper, ReplayPage, RuleBookPage, SettingsSheet, ShortcutsSheet,
};
use banneret::store::Store;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Model};
use std::cell::RefCell;
use std::rc::Rc;

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

#[test]
fn the_next_turn_is_played_by_a_key_from_any_page_but_a_game() {
    let evening = sample("march");
    let window = &evening.window;
    let turn = || window.global::<Frame>().get_turn().to_string();
    page(window, 5);
    key(window, &[Key::Control], Key::Return);
    assert_eq!(turn(), "turn 1");
    assert_eq!(window.global::<Frame>().get_page(), Page::Captives, "one stays where one is");
    assert!(sentence(&evening).starts_with("Turn 1 played"), "{}", sentence(&evening));
    page(window, 1);
    // Under a sheet, in a game and where lines are written it is no turn.
    press(window, "War and peace");
    key(window, &[Key::Control], Key::Return);
    assert_eq!(turn(), "turn 1");
    key(window, &[], Key::Escape);
    page(window, 9);
    key(window, &[Key::Control], Key::Return);
    assert_eq!(turn(), "turn 1");
}

#[test]
fn f6_goes_through_the_panes_and_round_again() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    let here = || super::keyboard::focused(window);
    assert!(here().contains(&"Armies and their parts".to_owned()), "{:?}", here());
    key(window, &[], Key::DownArrow);
    key(window, &[], Key::F6);
    key(window, &[], Key::DownArrow);
    assert_eq!(window.global::<ArmiesPage>().get_roster_info().selected, 1, "the roster has the keyboard");
    // Past the last pane, the man’s card, comes the rail, where arrows go through the pages.
    key(window, &[], Key::F6);
    key(window, &[], Key::F6);
    key(window, &[], Key::DownArrow);
    assert_eq!(window.global::<Frame>().get_page(), Page::Map);
    key(window, &[], Key::UpArrow);
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    key(window, &[Key::Shift], Key::F6);
    key(window, &[], Key::F1);
    key(window, &[Key::Shift], Key::F6);
}

#[test]
fn all_shortcuts_and_all_settings_stand_on_a_sheet() {
    let evening = sample("march");
    let window = &evening.window;
    key(window, &[Key::Control], "/");
    assert!(window.global::<ShortcutsSheet>().get_open());
    assert!(says(window, "Ctrl+Return") && says(window, "play the next turn"));
    shoot_all(window, "shortcuts");
    key(window, &[], Key::Escape);
    assert!(!window.global::<ShortcutsSheet>().get_open());
    press(window, "Play the next turn");
    key(window, &[Key::Control], ",");
    let sheet = window.global::<SettingsSheet>();
    assert!(sheet.get_open() && sheet.get_has_campaign());
    shoot_all(window, "settings");
    // Everything is drawn larger at once, and as large the next evening.
    let before = window.window().scale_factor();
    press(window, "130 %");
    assert!((window.window().scale_factor() / before - 1.3).abs() < 0.01);
    assert_eq!(evening.shell.settings.borrow().zoom, 130);
    press(window, "100 %");
    assert!((window.window().scale_factor() - before).abs() < 0.01);
    press(window, "Letter");
    press(window, "Open a document when it is printed");
    press(window, "Dark");
    {
        let settings = evening.shell.settings.borrow();
        assert!(settings.dark && settings.open_printed && settings.paper == PrintPaper::Letter);
    }
    key(window, &[], Key::Escape);
    assert!(!sheet.get_open());
}

#[test]
fn a_backup_is_opened_as_a_copy_and_the_campaign_left_as_it_is() {
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("war.banneret");
    let store = banneret::app::found::from_sample(&file, "march").expect("the sample");
    store.back_up().expect("a backup").expect("one is made");
    drop(store);
    banneret::desktop::open(&evening.shell, file.clone());
    pass(50);
    press(window, "Play the next turn");
    press(window, "Settings");
    let sheet = window.global::<SettingsSheet>();
    assert_eq!(sheet.get_backups().row_count(), 1);
    press(window, "Open the backup as a copy");
    assert!(!sheet.get_open(), "{}", sheet.get_refusal());
    assert_eq!(window.global::<Frame>().get_turn(), "before the first turn");
    let recent = evening.shell.settings.borrow().recent.clone();
    assert_ne!(recent[0].path, file, "a copy is open");
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    assert_eq!(window.global::<Frame>().get_turn(), "turn 1");
    assert_eq!(window.global::<DeskPage>().get_since(), "", "nothing was done meanwhile");
}

#[test]
fn the_search_reaches_battles_clauses_documents_and_commands() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Plan it for the table");
    let name = window.global::<BattlesPage>().get_title();
    let finder = window.global::<Finder>();
    let found = |words: &str| -> Vec<(String, String)> {
        key(window, &[Key::Control], "k");
        type_in(window, words);
        let found = finder.get_found().iter().map(|hit| (hit.kind.to_string(), hit.text.to_string())).collect();
        key(window, &[], Key::Escape);
        found
    };
    let word: String = name.split_whitespace().next().expect("a name").to_lowercase();
    assert!(found(&word).contains(&("battle".to_owned(), name.to_string())), "{:?}", found(&word));
    assert!(found("rosters").iter().any(|(kind, _)| kind == "document"));
    assert!(found("mm-8.4").contains(&("clause".to_owned(), "MM-8.4".to_owned())));
    assert!(found("ransom roll").contains(&("document".to_owned(), "Print the ransom roll".to_owned())));
    assert!(found("shortcuts").contains(&("command".to_owned(), "All shortcuts".to_owned())));
    // A clause found is opened in the book.
    key(window, &[Key::Control], "k");
    type_in(window, "mm-8.4");
    key(window, &[], Key::Return);
    assert_eq!(window.global::<Frame>().get_page(), Page::RuleBook);
    assert!(window.global::<RuleBookPage>().get_clauses().iter().any(|clause| clause.id == "MM-8.4"));
    key(window, &[Key::Control], "k");
    type_in(window, "print the chronicle");
    key(window, &[], Key::Return);
    assert!(window.global::<banneret::desktop::ui::PrintSheet>().get_open());
}

/// *The March* with two hosts that nobody commands, and what else is done to it before it is opened.
fn leaderless(also: impl FnOnce(&mut Store)) -> Evening {
    let evening = start();
    let file = evening.folder.path().join("march.banneret");
    let mut store = banneret::app::found::from_sample(&file, "march").expect("the sample");
    for army in ["Host of Estmark", "Host of Gorwen"] {
        let army = store.army_named(army).expect("the army").id;
        banneret::app::organise::appoint(&mut store, army, None).expect("nobody commands it");
    }
    also(&mut store);
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    evening
}

#[test]
fn rows_of_the_desk_do_what_they_say_many_at_once() {
    let evening = leaderless(|_| {});
    let window = &evening.window;
    let desk = || window.global::<DeskPage>();
    let deeds = || desk().get_decisions().iter().filter(|row| !row.deed.is_empty()).count();
    assert_eq!((deeds(), desk().get_doable()), (2, 2), "{:?}", labels(window));
    // One is done where it stands, and undone again.
    press(window, "Appoint: Nobody commands Host of Gorwen.");
    assert!(sentence(&evening).contains("1 vacant command of Host of Gorwen"), "{}", sentence(&evening));
    assert_eq!(deeds(), 1);
    key(window, &[Key::Control], "z");
    // By keyboard: F6 round to the list, down to it, Space ticks; all that are ticked are done at once.
    let at = desk().get_decisions().iter().position(|row| !row.deed.is_empty()).expect("a row");
    (0..3).for_each(|_| key(window, &[], Key::F6));
    for _ in 0..at {
        key(window, &[], Key::DownArrow);
    }
    key(window, &[], " ");
    assert_eq!(desk().get_ticked(), 1);
    press(window, "All that can be done here");
    assert_eq!(desk().get_ticked(), 2);
    shoot_all(window, "desk-ticked");
    press(window, "Do what is ticked");
    assert_eq!((deeds(), desk().get_deed_refusal().as_str()), (0, ""));
    // What needs another page still goes there.
    press(window, "Bargain: Sir Fulk Tempest’s ransom of 55 m is agreed and not paid.");
    assert_eq!(window.global::<Frame>().get_page(), Page::Captives);
}

#[test]
fn the_next_turn_is_played_by_its_keys_when_the_last_that_waited_is_done() {
    let evening = leaderless(|store| {
        let fulk = banneret::app::captives::named(store, "Fulk Tempest").expect("a captive").id;
        banneret::app::captives::free(store, &[fulk]).expect("he goes free");
    });
    let window = &evening.window;
    click(window, "All that can be done here");
    click(window, "Do what is ticked");
    pass(50);
    assert_eq!(window.global::<DeskPage>().get_decisions().iter().count(), 0, "{:?}", labels(window));
    key(window, &[Key::Control], Key::Return);
    pass(50);
    assert!(sentence(&evening).starts_with("Turn 1 played"), "{}", sentence(&evening));
}

#[test]
fn letters_find_an_option_of_a_long_list() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let ui = window.global::<ArmiesPage>();
    click(window, "Where to move them");
    type_in(window, "crossb");
    key(window, &[], Key::Return);
    let targets = ui.get_targets();
    let chosen = targets.row_data(ui.get_target() as usize).expect("one is chosen");
    assert!(chosen.to_lowercase().contains("crossb"), "{chosen}");
}

#[test]
fn a_list_has_a_menu_its_columns_and_rows_that_are_dragged() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let ui = window.global::<ArmiesPage>();
    let all = ui.get_roster_info().all;
    let first = ui.get_roster().row_data(0).expect("a man").label;
    // The right button chooses the row and offers what can be done with it; the keyboard does too.
    let row = the(window, &first);
    let (at, size) = (row.absolute_position(), row.size());
    let position = LogicalPosition::new(at.x + 40.0, at.y + size.height / 2.0);
    let button = PointerEventButton::Right;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    pass(20);
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
    assert!(there(window, "Print his career"), "{:?}", labels(window));
    key(window, &[], Key::Escape);
    assert!(!there(window, "Move to the unit chosen below"));
    // A column goes and comes, and is kept.
    press(window, "Columns of Roster");
    press(window, "Show the column Class");
    key(window, &[], Key::Escape);
    assert!(!there(window, "Sort by Class"));
    assert!(!evening.shell.settings.borrow().lists["roster"].hidden.is_empty());
    press(window, "Columns of Roster");
    press(window, "Show the column Class");
    key(window, &[], Key::Escape);
    assert!(there(window, "Sort by Class"));
    // Dragged to another unit of the tree.
    let target = the(window, "Wexbridge crossbows").absolute_position();
    let (from, to) = (position, LogicalPosition::new(target.x + 30.0, target.y + 14.0));
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position: from });
    window.window().dispatch_event(WindowEvent::PointerPressed { position: from, button });
    for step in 1..=6 {
        let part = step as f32 / 6.0;
        let position = LogicalPosition::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
        window.window().dispatch_event(WindowEvent::PointerMoved { position });
        pass(20);
    }
    window.window().dispatch_event(WindowEvent::PointerReleased { position: to, button });
    pass(20);
    assert!(sentence(&evening).contains("moved to Wexbridge crossbows"), "{} {}", sentence(&evening), ui.get_refusal());
    assert_eq!(ui.get_roster_info().all, all - 1);
}

#[test]
fn people_and_the_chronicle_have_menus_of_what_their_buttons_do() {
    let evening = sample("march");
    let window = &evening.window;
    evening.shell.go(Page::People);
    pass(50);
    let first = window.global::<PeoplePage>().get_rows().row_data(0).expect("a man").label;
    click(window, &first);
    key(window, &[], Key::Menu);
    assert!(there(window, "Show him in his army"), "{:?}", labels(window));
    key(window, &[], Key::DownArrow);
    key(window, &[], "\n");
    pass(50);
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
    key(window, &[Key::Control], "\n");
    pass(50);
    evening.shell.go(Page::Chronicle);
    pass(50);
    let rows = window.global::<ChroniclePage>().get_rows();
    let last = rows.row_data(rows.row_count() - 1).expect("a line").label;
    click(window, &last);
    key(window, &[], Key::Menu);
    assert!(there(window, "Take back this alone"), "{:?}", labels(window));
    key(window, &[], "\n");
    pass(50);
    assert!(sentence(&evening).starts_with("Undid"), "{}", sentence(&evening));
}

#[test]
fn a_new_battle_is_made_between_any_two_armies_at_war() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 4);
    press(window, "New battle");
    let sheet = window.global::<NewBattleSheet>();
    assert!(sheet.get_open());
    shoot_all(window, "new-battle");
    let armies: Vec<String> = sheet.get_armies().iter().map(|army| army.to_string()).collect();
    let of = |name: &str| armies.iter().position(|army| army.starts_with(name)).expect("the army") as i32;
    // One of a side that is not at war is refused, and the reason stands there before anything is pressed.
    sheet.set_attacker(of("Host of Estmark"));
    sheet.set_defender(of("King's Household"));
    sheet.invoke_changed();
    assert!(sheet.get_refusal().contains("one side"), "{}", sheet.get_refusal());
    sheet.set_defender(of("Host of Gorwen"));
    sheet.set_brings(true);
    sheet.invoke_changed();
    assert!(sheet.get_consequence().contains("Host of Gorwen"), "{} {}", sheet.get_consequence(), sheet.get_refusal());
    fill(window, "Reason", "a raid by night");
    press_on_sheet(window, "Bring them face to face");
    assert!(!sheet.get_open(), "{}", sheet.get_refusal());
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Contact);
    assert!(sentence(&evening).contains("a raid by night"), "{}", sentence(&evening));
}

#[test]
fn a_result_is_entered_on_the_grid_and_its_draft_kept_with_the_battle() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Plan it for the table");
    let ui = window.global::<BattlesPage>();
    assert_eq!(ui.get_mode(), BattleView::Plan);
    let men = ui.get_men_rows();
    assert!(men.row_count() > 20);
    // Five men of the first host by their rows, dead by a letter.
    let table = the(window, "Men and their fates");
    table.invoke_accessible_default_action();
    let label = men.row_data(0).expect("a man").label;
    click(window, &label);
    for _ in 0..4 {
        key(window, &[Key::Shift], Key::DownArrow);
    }
    assert_eq!(ui.get_men_info().selected, 5);
    key(window, &[], "d");
    assert!(ui.get_result().contains("dead"), "{}", ui.get_result());
    assert!(ui.get_result_reads().contains("5 dead"), "{} {}", ui.get_result_reads(), ui.get_result_faults());
    shoot_all(window, "result-grid");
    // One of them was only wounded; the others stay dead.
    click(window, &label);
    press(window, "Selected men: wounded");
    assert!(ui.get_result_reads().contains("4 dead") && ui.get_result_reads().contains("1 wounded"));
    let kept = ui.get_result();
    // Another page and another battle, and back: what was typed is there.
    page(window, 1);
    page(window, 4);
    assert_eq!(ui.get_result(), kept);
    let shell = &evening.shell;
    let file = shell.settings.borrow().recent[0].path.clone();
    assert!(shell.settings.borrow().drafts[&file].values().any(|draft| *draft == kept.as_str()));
    // What is wrong is told under the field, and the button stays where it is.
    fill(window, "Result from the table", "B1 dead; nonsense");
    press(window, "See what follows");
    assert!(ui.get_result_faults().contains("nonsense"), "{}", ui.get_result_faults());
}

#[test]
fn after_a_result_is_read_by_its_key_the_other_keys_go_on() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Plan it for the table");
    let turn = || window.global::<Frame>().get_turn().to_string();
    let before = turn();
    click(window, "Result from the table");
    type_in(window, "winner A");
    key(window, &[Key::Control], Key::Return);
    assert!(window.global::<BattlesPage>().get_has_proposal(), "it is read, and no turn played");
    assert_eq!(turn(), before);
    page(window, 3);
    assert_eq!(window.global::<Frame>().get_page(), Page::Map);
    page(window, 4);
    press(window, "Take the battle in");
    key(window, &[Key::Control], Key::Return);
    assert_ne!(turn(), before);
}

#[test]
fn a_pane_folds_by_its_handle_and_comes_again() {
    let evening = sample("march");
    let window = &evening.window;
    for (number, what, list) in [
        (2, "the tree of armies", "Armies and their parts"),
        (4, "the list of battles", "Contacts and battles"),
        (6, "the list of treasuries", "Treasuries"),
    ] {
        if number == 4 {
            page(window, 1);
            to_a_contact(window);
        }
        page(window, number);
        assert!(there(window, list));
        press(window, &format!("Fold {what}"));
        assert!(!there(window, list), "{what}");
        press(window, &format!("Show {what}"));
        assert!(there(window, list), "{what}");
    }
    // Where there is no room the tree is a drop-down, and does the same.
    show(window, SIZES[1]);
    page(window, 2);
    assert!(!there(window, "Armies and their parts"));
    let ui = window.global::<ArmiesPage>();
    let parts = ui.get_parts();
    let pikes = parts.iter().position(|part| part.ends_with("Wexbridge pikes")).expect("the pikes");
    ui.invoke_choose_part(pikes as i32);
    pass(20);
    assert_eq!(ui.get_shown_title(), "Wexbridge pikes");
}

#[test]
fn a_battle_is_commanded_by_clicks_and_keys() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Play it here");
    let (orders, ui) = (window.global::<OrdersPage>(), window.global::<ReplayPage>());
    assert!(orders.get_playing());
    assert!(ui.get_follow_fight(), "the picture keeps on the fight");
    press(window, "What the signs stand for");
    assert!(there(window, "mounted"));
    shoot_all(window, "play-key");
    key(window, &[], "k");
    // Before the battle both may stand elsewhere, and are asked.
    press(window, "Done with this side");
    assert!(
        orders.get_prompt().starts_with("Raiders of Glyn Haul: declare charges, turn 1"),
        "{}",
        orders.get_prompt()
    );
    // Phases in which nobody could do anything pass by themselves, up to the first that moves.
    press(window, "Done with this side");
    key(window, &[], Key::End);
    pass(50);
    assert!(orders.get_prompt().contains("move"), "{}", orders.get_prompt());
    let waiting = orders.get_bodies().row_count();
    assert!(waiting > 0);
    // N goes to the next, a click on the ground leads there, Return gives the order.
    let body = orders.get_body();
    if waiting > 1 {
        key(window, &[], "n");
        assert_ne!(orders.get_body(), body);
    }
    let table = the(window, "The table");
    let (at, size) = (table.absolute_position(), table.size());
    let position = LogicalPosition::new(at.x + size.width * 0.5, at.y + size.height * 0.08);
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
    assert!(orders.get_marches(), "a click on the ground is a march");
    let before = ui.get_length();
    key(window, &[], Key::Return);
    assert!(ui.get_length() > before || !orders.get_refusal().is_empty(), "{}", orders.get_refusal());
}

#[test]
fn the_referee_writes_in_the_chronicle_himself() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 7);
    press(window, "Write an entry");
    fill(window, "What is to be told", "");
    press_on_sheet(window, "Write it");
    let ui = window.global::<banneret::desktop::ui::ChroniclePage>();
    assert!(ui.get_entry_refusal().contains("without words"), "{}", ui.get_entry_refusal());
    fill(window, "What is to be told", "To my lord of Gorwen: give up the ford, or answer for it.");
    ui.set_entry_kind(banneret::desktop::ui::OwnEntry::Letter);
    shoot_all(window, "write-entry");
    press_on_sheet(window, "Write it");
    assert!(!ui.get_writing(), "{}", ui.get_entry_refusal());
    assert!(sentence(&evening).starts_with("A letter was written"), "{}", sentence(&evening));
    fill(window, "Search the chronicle", "answer for it");
    assert!(ui.get_rows().row_count() >= 1);
    // In the players' edition stands the letter and not that it was written.
    press(window, "Print the chronicle");
    let sheet = window.global::<banneret::desktop::ui::PrintSheet>();
    assert!(sheet.get_has_editions());
    shoot_all(window, "print-chronicle");
}

#[test]
fn captives_of_a_dead_man_are_left_where_they_are_from_the_desk() {
    // CP-7.6
    use banneret::app::edit::{self, Becomes};
    use banneret::app::world::ByHand;
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("war.banneret");
    let mut store = banneret::app::found::from_sample(&file, "march").expect("the sample");
    let captive = store.captives(false).expect("captives").remove(0);
    let holder = store.person(captive.captive.holder.expect("a holder")).expect("he");
    edit::person(&mut store, &holder, Becomes::Dead, &ByHand::because("a fever")).expect("so it was");
    let now = store.captive(captive.captive.id).expect("the captive").holder;
    drop(store);
    banneret::desktop::open(&evening.shell, file.clone());
    pass(50);
    let rows = || beginning(window, "Leave as is: ");
    let row = rows().expect("a row of his captives").accessible_label().expect("a label");
    assert!(row.contains(&holder.name), "{row}");
    shoot_all(window, "desk-captives");
    press(window, &row);
    assert!(rows().is_none(), "{:?}", labels(window));
    let heard: Rc<RefCell<Option<Captive>>> = Rc::default();
    let (hear, id) = (Rc::clone(&heard), captive.captive.id);
    evening.shell.read(move |db| db.captive(id), move |_, captive| *hear.borrow_mut() = Some(captive));
    let left = heard.take().expect("the captive");
    assert_eq!((left.holder, left.heir_of), (now, None));
    key(window, &[Key::Control], "z");
    assert!(rows().is_some(), "{:?}", labels(window));
}
