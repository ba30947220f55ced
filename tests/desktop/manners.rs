//! The window's manners: a sheet holds the keyboard, a page gives it back, Escape steps back, what is typed waits, what is
//! pressed stays in the window, and words are told whole.

use super::controls::choose;
use super::harness::*;
use super::keyboard::{Place, focused, place, rings_and_focused};
use banneret::desktop::table::{CellData, ColumnHeading, RowData, Table};
use banneret::desktop::ui::{
    AppWindow, ArmiesPage, BattleView, BattlesPage, ChroniclePage, ContactSheet, DeskPage, EditSheet, FieldingSheet,
    Finder, FoundingForm, FoundingPage, Frame, GameFile, Keyboard, MapDraw, NewBattleSheet, OrdersPage, Page,
    PrintSheet, SettingsSheet, ShortcutsSheet,
};
use i_slint_backend_testing::{AccessibleRole, ElementHandle, ElementQuery};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

fn sentence(evening: &Evening) -> String {
    evening.window.global::<Frame>().get_sentence().to_string()
}

fn middle(element: &ElementHandle) -> (f32, f32) {
    let (at, size) = (element.absolute_position(), element.size());
    (at.x + size.width / 2.0, at.y + size.height / 2.0)
}

/// Where the rings are that show what has the keyboard.
fn rings(window: &AppWindow) -> Vec<(f32, f32)> {
    ElementQuery::from_root(window)
        .match_descendants()
        .match_type_name("FocusRing")
        .find_all()
        .iter()
        .map(middle)
        .collect()
}

/// The sheet that is open.
fn sheet(window: &AppWindow) -> ElementHandle {
    ElementQuery::from_root(window)
        .match_descendants()
        .match_accessible_role(AccessibleRole::Form)
        .match_predicate(|form| form.accessible_label().is_some_and(|label| label != "Orders"))
        .find_first()
        .expect("a sheet is open")
}

/// Whether all rings that are drawn, and there are some, lie on a sheet.
fn all_on(sheet: &Place, rings: &[Place]) -> bool {
    let inside = |[left, top, right, bottom]: &Place| {
        let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
        (sheet[0]..=sheet[2]).contains(&x) && (sheet[1]..=sheet[3]).contains(&y)
    };
    !rings.is_empty() && rings.iter().all(inside)
}

/// Whether something of the open sheet has the keyboard, and nothing else has.
fn has_the_keyboard(window: &AppWindow) -> bool {
    all_on(&place(&sheet(window)), &rings_and_focused(window).0)
}

/// Tab goes round in the open sheet, both ways, and reaches each of its buttons.
fn holds_the_keyboard(window: &AppWindow, name: &str) {
    let paper = place(&sheet(window));
    for held in [&[][..], &[Key::Shift][..]] {
        let mut reached = std::collections::BTreeSet::new();
        for at in 0..16 {
            key(window, held, Key::Tab);
            pass(20);
            let (rings, focused) = rings_and_focused(window);
            assert!(all_on(&paper, &rings), "{name}: after {} Tabs {held:?} the rings are {rings:?}", at + 1);
            reached.extend(focused);
        }
        assert!(!reached.is_empty(), "{name}");
    }
}

#[test]
fn an_open_sheet_takes_the_keyboard_and_holds_it() {
    let evening = sample("march");
    let window = &evening.window;
    key(window, &[Key::Control], ",");
    holds_the_keyboard(window, "settings");
    key(window, &[], Key::Escape);
    key(window, &[Key::Control], "/");
    key(window, &[], Key::Tab);
    pass(20);
    holds_the_keyboard(window, "shortcuts");
    key(window, &[], Key::Escape);
    assert!(!window.global::<ShortcutsSheet>().get_open());
    page(window, 2);
    press(window, "Wexbridge pikes");
    press(window, "Rename");
    holds_the_keyboard(window, "rename");
    key(window, &[], Key::Escape);
    press(window, "Print the roll");
    assert!(window.global::<PrintSheet>().get_open() && has_the_keyboard(window));
    holds_the_keyboard(window, "print");
    key(window, &[], Key::Escape);
    // On the page it is given back to a pane, where one sees it.
    assert!(!focused(window).is_empty(), "nothing shows what has the keyboard");
}

#[test]
fn the_sheets_of_a_contact_take_the_keyboard_as_they_open() {
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    let mut store = banneret::app::found::from_sample(&file, "march").expect("the sample");
    banneret::app::numbers::set(&mut store, "battle_men_a_side", Some("20"), "a small table").expect("a house rule");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    to_a_contact(window);
    press(window, "Choose who fights …");
    assert!(window.global::<FieldingSheet>().get_open() && has_the_keyboard(window), "{:?}", rings(window));
    holds_the_keyboard(window, "fielding");
    // A unit is told with what it is part of, but where both have one name.
    let units =
        || window.global::<FieldingSheet>().get_rows().iter().map(|row| row.name.to_string()).collect::<Vec<_>>();
    assert_eq!(units(), ["Marlstone prickers", "Wend bowmen"]);
    window.global::<FieldingSheet>().set_host(1);
    window.global::<FieldingSheet>().invoke_host_chosen();
    assert_eq!(units(), ["Glyn Haul riders of The Viscount's riders", "Hobby-bows"]);
    key(window, &[], Key::Escape);
    press(window, "Change the contact by hand");
    assert!(window.global::<ContactSheet>().get_open() && has_the_keyboard(window), "{:?}", rings(window));
    holds_the_keyboard(window, "contact");
}

#[test]
fn a_sheet_of_another_page_waits_there_and_keeps_no_key() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    press(window, "Rename");
    type_in(window, "Pikes");
    assert_eq!(window.global::<ArmiesPage>().get_name(), "Pikes", "what stood there is typed over");
    page(window, 3);
    key(window, &[Key::Control], ",");
    assert!(window.global::<SettingsSheet>().get_open(), "the settings open over the map");
    // What lies upon every page is put away by another page.
    page(window, 4);
    assert!(!window.global::<SettingsSheet>().get_open());
    key(window, &[Key::Control], "/");
    assert!(window.global::<ShortcutsSheet>().get_open());
    key(window, &[], Key::Escape);
    page(window, 2);
    assert_eq!(window.global::<ArmiesPage>().get_name(), "Pikes");
    assert!(has_the_keyboard(window), "{:?}", rings(window));
    press_on_sheet(window, "Rename");
    assert!(sentence(&evening).contains("Pikes"), "{}", sentence(&evening));
}

#[test]
fn the_sheet_of_a_games_file_is_browsed_from_and_waits_upon_its_page() {
    let evening = start();
    let window = &evening.window;
    let file = || window.global::<GameFile>();
    let chosen = evening.folder.path().join("chosen.pdf");
    for page in [Page::Castles, Page::UnderSiege, Page::Cracker, Page::Assault] {
        evening.shell.go(page);
        pass(50);
        if page == Page::Assault {
            press(window, "Play an assault …");
        }
        press(window, "Open a game …");
        holds_the_keyboard(window, &format!("{page:?}"));
        press_on_sheet(window, "Open it");
        assert!(file_refusal(window).contains("No file is named"), "{page:?}: {}", file_refusal(window));
        press_on_sheet(window, "Browse …");
        assert_eq!(file().get_path(), chosen.to_str().expect("a plain name"), "{page:?}");
        evening.shell.go(Page::RuleBook);
        pass(50);
        assert!(!there(window, "Path of the game"), "{page:?}");
        evening.shell.go(page);
        pass(50);
        assert!(there(window, "Path of the game"), "{page:?}");
        key(window, &[], Key::Escape);
        assert!(!file().get_open(), "{page:?}");
    }
}

#[test]
fn escape_leads_back_to_the_campaign_and_from_every_page_under_another() {
    let evening = sample("march");
    let window = &evening.window;
    let campaign = || window.global::<Frame>().get_campaign().to_string();
    let open = campaign();
    press(window, "Open another campaign");
    assert_eq!((window.global::<Frame>().get_page(), campaign().as_str()), (Page::Start, ""));
    key(window, &[], Key::Escape);
    pass(50);
    assert_eq!((window.global::<Frame>().get_page(), campaign()), (Page::Desk, open));
    for (number, to, from, page_there) in
        [(7, "Charts", Page::Chronicle, Page::Charts), (2, "All people", Page::Armies, Page::People)]
    {
        page(window, number);
        press(window, to);
        assert_eq!(window.global::<Frame>().get_page(), page_there);
        for _ in 0..2 {
            key(window, &[], Key::Escape);
        }
        assert_eq!(window.global::<Frame>().get_page(), from, "{to}");
    }
    page(window, 7);
    press(window, "Charts");
    press(window, "Back to the chronicle");
    assert_eq!(window.global::<Frame>().get_page(), Page::Chronicle);
    page(window, 2);
    press(window, "All people");
    press(window, "Back to the armies");
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
}

#[test]
fn a_battle_at_a_ford_is_offered_the_ford_and_a_forecast_is_seen() {
    // CP-3.1
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    page(window, 1);
    let meeting = labels(window).into_iter().find(|label| label.starts_with("Decide: ") && label.contains("Thornford"));
    press(window, &meeting.expect("the hosts meet at Thornford"));
    let ui = || window.global::<BattlesPage>();
    assert!(ui().get_title().contains("Thornford"), "{}", ui().get_title());
    assert_eq!(ui().get_grounds().row_data(ui().get_ground() as usize).as_deref(), Some("ford"));
    assert!(ui().get_conditions().contains("ford"), "{}", ui().get_conditions());
    sound_at_every_size(window, "a contact");
    // The smaller of the two battles is forecast.
    page(window, 1);
    let meeting =
        labels(window).into_iter().find(|label| label.starts_with("Decide: ") && label.contains("Hallow Cross"));
    press(window, &meeting.expect("the riders meet at Hallow Cross"));
    press(window, "Forecast");
    pass(50);
    let card = ElementQuery::from_root(window)
        .match_descendants()
        .match_accessible_role(AccessibleRole::Groupbox)
        .match_predicate(|card| card.accessible_label().is_some_and(|label| label == "Forecast"))
        .find_first()
        .expect("the card of the forecast");
    let high = window.window().size().height as f32;
    assert!(card.absolute_position().y + 120.0 < high, "it is below the fold: {:?}", card.absolute_position());
    shoot_all(window, "contact-forecast");
    // F6 goes from the list to what is chosen in it, and Tab on from there.
    press(window, "The other");
    let mut panes = Vec::new();
    for _ in 0..3 {
        key(window, &[], Key::F6);
        panes.push(window.global::<Keyboard>().get_pane());
    }
    assert!(panes.contains(&1) && panes.contains(&0) && panes.contains(&-1), "{panes:?}");
    while window.global::<Keyboard>().get_pane() != 1 {
        key(window, &[], Key::F6);
    }
    key(window, &[], Key::Tab);
    let list = the(window, "Contacts and battles");
    let edge = list.absolute_position().x + list.size().width;
    assert!(rings(window).iter().all(|(x, _)| *x > edge), "{:?}", focused(window));
}

#[test]
fn the_bar_under_a_battle_being_played_stays_in_the_window() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Play it here");
    assert!(window.global::<OrdersPage>().get_playing());
    let check = |what: &str| {
        for size in SIZES {
            show(window, size);
            for label in ["Show everybody", "Turn on"] {
                let button = the(window, label);
                let bottom = button.absolute_position().y + button.size().height;
                assert!(bottom <= size.1 - 40.0, "{what}: “{label}” ends at {bottom} of {}", size.1);
            }
        }
        show(window, playing());
    };
    check("before the first order");
    press(window, "Done with this side");
    press(window, "Done with this side");
    key(window, &[], Key::End);
    pass(50);
    press(window, "Give the order");
    check("with an order");
    shoot_all(window, "play-orders");
}

#[test]
fn what_is_typed_in_a_step_of_the_founding_waits_there() {
    let evening = start();
    let window = &evening.window;
    fill(window, "Path of the new file", &evening.folder.path().join("war.banneret").display().to_string());
    fill(window, "Name of the campaign", "The Long War");
    press(window, "Create the campaign");
    let ui = || window.global::<FoundingPage>();
    page(window, 2);
    press(window, "Go to the founding");
    assert_eq!(window.global::<Frame>().get_page(), Page::Founding);
    ui().invoke_choose_step(FoundingForm::Sides);
    pass(20);
    fill(window, "Name of the side", "Ashby");
    fill(window, "Money for its treasury", "500");
    ui().invoke_choose_step(FoundingForm::Map);
    pass(20);
    // The map is drawn from here, and goes back here.
    press(window, "Draw the map");
    assert!(window.global::<MapDraw>().get_drawing());
    press(window, "Done drawing");
    assert_eq!(window.global::<Frame>().get_page(), Page::Founding);
    ui().invoke_choose_step(FoundingForm::Sides);
    pass(20);
    assert_eq!((ui().get_side_name().as_str(), ui().get_money().as_str()), ("Ashby", "500"));
    // A bare number is marks, as in the command, and the money is told in pounds.
    press(window, "Add the side");
    assert_eq!(sentence(&evening), "Ashby entered the campaign with £333 6s 8d.", "{}", ui().get_refusal());
    ui().invoke_choose_step(FoundingForm::Date);
    pass(20);
    ui().invoke_choose_step(FoundingForm::Sides);
    pass(20);
    assert_eq!(ui().get_side_name(), "", "what was done does not wait");
    fill(window, "Name of the side", "Brychan");
    fill(window, "Money for its treasury", "a lot");
    press(window, "Add the side");
    let refusal = ui().get_refusal();
    assert!(refusal.ends_with("coins are £ (pounds), m (marks), s (shillings) and d (pence)."), "{refusal}");
}

#[test]
fn going_back_says_what_it_takes_back_before_and_after() {
    let evening = sample("march");
    let window = &evening.window;
    press(window, "Play the next turn");
    page(window, 2);
    press(window, "Wexbridge pikes");
    for name in ["Pikes", "Long pikes"] {
        press(window, "Rename");
        fill(window, "New name", name);
        press_on_sheet(window, "Rename");
    }
    page(window, 7);
    let ui = || window.global::<ChroniclePage>();
    fill(window, "Filter Kind", "action");
    // Rows of one day bear one label: the first is clicked, and the arrows go down to the turn.
    click(window, &ui().get_rows().row_data(0).expect("a row").label);
    for _ in 0..2 {
        key(window, &[], Key::DownArrow);
    }
    let told = ui().get_consequence();
    assert!(told.contains("the 2 actions after it") && told.contains("Long pikes"), "{told}");
    shoot_all(window, "undo-to-here");
    press(window, "Undo to here");
    assert!(sentence(&evening).starts_with("Undid 2 actions"), "{} {}", sentence(&evening), ui().get_refusal());
}

#[test]
fn a_grade_changed_by_hand_stands_in_his_life() {
    // CP-7.7
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "Wexbridge pikes");
    let ui = || window.global::<ArmiesPage>();
    let man = ui().get_roster().row_data(2).expect("a man").label;
    click(window, &man);
    let before = ui().get_man().grade;
    press(window, "Edit by hand");
    let form = || window.global::<EditSheet>();
    let grades: Vec<String> = form().get_grades().iter().map(|grade| grade.to_string()).collect();
    let other = grades.iter().find(|grade| **grade != before.as_str()).expect("another grade").clone();
    choose(&evening, "Grade", &form().get_grades(), form().get_grade(), &other);
    fill(window, "Reason", "seen at drill");
    press_on_sheet(window, "Save");
    assert!(!form().get_open(), "{}", form().get_refusal());
    let life: Vec<String> = ui().get_life().iter().map(|line| line.text.to_string()).collect();
    assert!(life.iter().any(|line| line.contains("changed by hand: seen at drill")), "{life:?}");
    key(window, &[Key::Control], "z");
    assert_eq!(ui().get_man().grade, before);
    assert!(!ui().get_life().iter().any(|line| line.text.contains("seen at drill")));
}

#[test]
fn armies_that_stand_apart_are_told_which_tick_brings_them_together() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 4);
    press(window, "New battle");
    let new = || window.global::<NewBattleSheet>();
    let of = |name: &str| new().get_armies().iter().position(|army| army.starts_with(name)).expect("an army") as i32;
    new().set_attacker(of("Host of Estmark"));
    new().set_defender(of("Host of Gorwen"));
    new().invoke_changed();
    assert!(new().get_refusal().contains("Tick “Put the first where the second stands"), "{}", new().get_refusal());
    press_on_sheet(window, "Bring them face to face");
    assert!(new().get_open() && new().get_refusal().contains("Tick “"), "{}", new().get_refusal());
    press(window, "Put the first where the second stands, if they are apart");
    assert!(new().get_refusal().is_empty(), "{}", new().get_refusal());
    press_on_sheet(window, "Bring them face to face");
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Contact, "{}", new().get_refusal());
}

#[test]
fn a_clause_that_is_found_shows_its_number_whole() {
    let evening = sample("march");
    let window = &evening.window;
    key(window, &[Key::Control], "k");
    type_in(window, "mm-8.4");
    let found = window.global::<Finder>().get_found();
    assert!(found.iter().any(|hit| hit.text == "MM-8.4" && hit.detail.chars().count() > 60));
    for size in SIZES {
        show(window, size);
        let names = ElementQuery::from_root(window).match_descendants().match_type_name("Name").find_all();
        let hits: Vec<f32> = names.iter().map(|name| name.size().width).filter(|width| *width > 0.0).collect();
        assert!(hits.iter().all(|width| *width > 24.0), "{hits:?}");
    }
    shoot_all(window, "finder-clause");
}

#[test]
fn the_keyboard_stays_on_its_row_where_rows_come_and_go() {
    const COLUMNS: &[ColumnHeading] = &[ColumnHeading::words("Name", 4, 9)];
    let table = Table::new(COLUMNS);
    let row = |id: i64| RowData { id, cells: vec![CellData::text(format!("man {id}"))] };
    table.set_rows((1..=5).map(row).collect());
    table.choose(3);
    assert_eq!((table.current(), table.selection()), (2, vec![3]));
    // The first is gone: the third man is the second row now.
    table.set_rows((2..=5).map(row).collect());
    assert_eq!((table.current(), table.selection()), (1, vec![3]));
    // He is gone himself, and the keyboard goes to one that is chosen.
    table.click(3, false, true);
    table.click(2, false, false);
    table.click(3, false, true);
    table.set_rows([2, 4].map(row).to_vec());
    assert_eq!((table.current(), table.selection()), (1, vec![4]));
}

#[test]
fn the_desk_shows_what_has_the_keyboard_when_it_is_come_back_to() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 3);
    page(window, 1);
    assert!(window.global::<DeskPage>().get_decisions().row_count() > 0);
    assert!(!rings(window).is_empty(), "nothing shows what has the keyboard");
    press(window, "War and peace");
    key(window, &[], Key::Escape);
    assert!(!rings(window).is_empty(), "nothing shows it after a sheet");
}

#[test]
fn nothing_is_cut_where_the_window_is_small() {
    let evening = sample("march");
    let window = &evening.window;
    for (number, name) in [(1, "desk"), (5, "captives"), (6, "treasury"), (8, "rule book")] {
        page(window, number);
        sound_at_every_size(window, name);
    }
}

#[test]
fn type_is_drawn_no_larger_than_the_window_has_room_for() {
    let evening = sample("march");
    let window = &evening.window;
    show(window, SIZES[0]);
    let plain = window.window().scale_factor();
    key(window, &[Key::Control], ",");
    press(window, "150 %");
    pass(50);
    let drawn = window.window().scale_factor() / plain;
    assert!((1.25..=1.31).contains(&drawn), "{drawn}");
    assert_eq!(evening.shell.settings.borrow().zoom, 150, "what is wanted is kept");
    assert!(window.global::<SettingsSheet>().get_room().contains("room for 130 %"));
    key(window, &[], Key::Escape);
    // A larger window has the room.
    window.window().set_size(slint::PhysicalSize::new(1920, 1080));
    pass(50);
    pass(50);
    assert!((window.window().scale_factor() / plain - 1.5).abs() < 0.01, "{}", window.window().scale_factor());
    assert_eq!(window.global::<SettingsSheet>().get_room(), "");
}

#[test]
fn an_armys_name_is_told_whole() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 2);
    press(window, "King's Household");
    sound(window, "armies");
    let title = ElementQuery::from_root(window)
        .match_descendants()
        .match_type_name("Heading")
        .match_predicate(|title| title.accessible_label().is_some_and(|label| label == "King's Household"))
        .find_first()
        .expect("its title");
    assert!(title.size().width > 160.0, "{:?}", title.size());
    shoot_all(window, "armies-title");
}
