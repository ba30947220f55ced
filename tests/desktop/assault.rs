//! The assault on hexes in the window: maps looked at, with the line of fire between two hexes by mouse, by keyboard and by name;
//! assaults played by mouse and by keyboard, watched, forecast, kept, saved, opened and printed; and one of a campaign settled
//! on its stronghold's map.

use super::harness::*;
use super::keyboard::{focused, reaches_every_control};
use super::sieges::{besieged, until_an_assault_waits};
use banneret::app::hexes::drawing::{RADIUS, ROW, middle};
use banneret::desktop::dialogs::Scripted;
use banneret::desktop::settings::Settings;
use banneret::desktop::shell::{Page, Session};
use banneret::desktop::ui::{AppWindow, AssaultPage, BattlesPage, Frame, GamePace, StormStage};
use banneret::desktop::{build, worker};
use banneret::rules::assault::map::{HexMap, find, shipped};
use banneret::rules::assault::{FireLine, Tables};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Model};

/// Six with two ladders against a handful, on the border castle with its rampart breached.
const HANDFUL: &str = r#"
name = "A handful"
what = "A few men, so that all of it is seen in a minute."
map = "border castle"
filled = true
ladders = 2

[[battered]]
line = 1
stretch = 2
stretches = 4
outer = 4
inner = 1

[[attacker]]
name = "the axes"
men = 6
protection = 3
weapons = "axe;shield"

[[attacker]]
name = "the bows"
men = 3
protection = 4
weapons = "longbow;dagger"

[[defender]]
name = "the watch"
men = 2
protection = 3
weapons = "sword;shield"

[[defender]]
name = "the crossbows"
men = 2
protection = 3
weapons = "crossbow;dagger"
"#;

fn ui(window: &AppWindow) -> AssaultPage<'_> {
    window.global::<AssaultPage>()
}

fn told(window: &AppWindow) -> String {
    ui(window).get_told().to_string()
}

fn says_it(window: &AppWindow, words: &str) {
    assert!(told(window).contains(words), "“{}” does not say “{words}”", told(window));
}

fn measured(window: &AppWindow) -> String {
    ui(window).get_measured().iter().map(|line| line.to_string()).collect::<Vec<_>>().join(" ")
}

fn orders(window: &AppWindow) -> Vec<(String, String)> {
    ui(window).get_orders().iter().map(|order| (order.name.to_string(), order.why.to_string())).collect()
}

fn card(window: &AppWindow) -> String {
    let lines: Vec<String> = ui(window).get_card().iter().map(|line| line.to_string()).collect();
    format!("{}: {}", ui(window).get_card_title(), lines.join("; "))
}

/// Where a hex of a map is on the window while all of the map is shown.
fn place_of(window: &AppWindow, map: &HexMap, name: &str) -> LogicalPosition {
    let table = the(window, "The map");
    let (at, size) = (table.absolute_position(), table.size());
    let (wide, high) = (f32::from(map.columns) + 0.5, f32::from(map.rows - 1) * ROW + 2.0 * RADIUS);
    let scale = (size.width / (wide + 3.0)).min(size.height / (high + 3.0));
    let (x, y) = middle(map.cell(map.named(name).expect("a hex")).hex);
    let (mid_x, mid_y) = (wide / 2.0 - 0.5, high / 2.0 - RADIUS);
    LogicalPosition::new(at.x + size.width / 2.0 + (x - mid_x) * scale, at.y + size.height / 2.0 + (y - mid_y) * scale)
}

fn click_place(window: &AppWindow, position: LogicalPosition) {
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    pass(20);
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
}

fn click_hex(window: &AppWindow, map: &HexMap, name: &str) {
    click_place(window, place_of(window, map, name));
}

/// Goes with Tab to the map.
fn to_the_map(window: &AppWindow) {
    for _ in 0..120 {
        if focused(window).iter().any(|known| known == "The map") {
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach the map: {:?}", focused(window));
}

fn open_page(window: &AppWindow) {
    press(window, "Open the assault on hexes");
    assert_eq!(window.global::<Frame>().get_page(), Page::Assault);
}

/// A game of the handful with these leaders: 0 by hand, 1 a captain.
fn begun(evening: &Evening, attacker: i32, defender: i32) {
    let window = &evening.window;
    let file = evening.folder.path().join("handful.toml");
    std::fs::write(&file, HANDFUL).expect("the scenario");
    open_page(window);
    if ui(window).get_stage() == StormStage::Map {
        press(window, "Play an assault …");
    }
    let last = ui(window).get_scenarios().row_count() as i32 - 1;
    ui(window).set_scenario(last);
    ui(window).invoke_chosen_scenario();
    fill(window, "File of the scenario", file.to_str().expect("a plain name"));
    ui(window).invoke_chosen_scenario();
    assert!(ui(window).get_about().contains("9 attack and 4 defend"), "{}", ui(window).get_about());
    ui(window).set_attacker_seat(attacker);
    ui(window).set_defender_seat(defender);
    fill(window, "Seed of the dice", "5");
    press(window, "Begin the assault");
    assert!(ui(window).get_refusal().is_empty(), "{}", ui(window).get_refusal());
    // Everybody stands where he is; a captain leaves his own so by himself.
    let seats = if attacker == 1 && defender == 1 { Vec::new() } else { vec![defender, attacker] };
    for seat in seats {
        settles(window);
        assert!(ui(window).get_moment().contains("take their places") || seat == 1, "{}", ui(window).get_moment());
        if seat == 0 {
            press(window, "End the half of the turn");
        }
    }
}

/// Until what was decided has been shown and somebody must decide by hand, or it is over.
fn settles(window: &AppWindow) {
    for _ in 0..3_000 {
        let ui = ui(window);
        if ui.get_stage() != StormStage::Watched || !ui.get_ending().is_empty() {
            return;
        }
        pass(300);
    }
    panic!("it does not end: {}", ui(window).get_moment());
}

#[test]
fn every_map_is_looked_at_with_its_levels_lines_and_key() {
    let evening = start();
    let window = &evening.window;
    open_page(window);
    assert_eq!(ui(window).get_stage(), StormStage::Map);
    reaches_every_control(window, "a map");
    for (number, map) in shipped().iter().enumerate() {
        ui(window).set_map(number as i32);
        ui(window).invoke_chosen_map();
        assert_eq!(ui(window).get_moment(), map.name.as_str());
        assert!(ui(window).get_about_map().contains(&map.what), "{}", ui(window).get_about_map());
        assert_eq!(ui(window).get_wards().row_count(), map.lines.len());
        let key_lines: Vec<String> = ui(window).get_key_lines().iter().map(|line| line.what.to_string()).collect();
        assert!(key_lines.iter().any(|line| line == "battlements"), "{key_lines:?}");
        // Every part of the place is named to a screen reader, and those with room on the map.
        for part in map.parts.iter().filter(|part| part.line > 0) {
            assert!(says(window, &part.name), "{}", part.name);
        }
        shoot_all(window, &format!("assault-map-{number}"));
        for (notes, name) in [(1, "levels"), (2, "lines"), (3, "numbers")] {
            ui(window).set_notes(notes);
            ui(window).invoke_noted();
            shoot_all(window, &format!("assault-map-{number}-{name}"));
        }
        ui(window).set_notes(0);
        ui(window).invoke_noted();
    }
    // The key leads to where a thing is; closer to, it is seen better; and all of it again.
    press(window, "Show court or street");
    assert!(card(window).contains("court"), "{}", card(window));
    let slit = ui(window).get_key_lines().iter().position(|line| line.what.starts_with("arrow slit"));
    let slit = slit.expect("the castle has slits") as i32;
    ui(window).invoke_show_key(slit);
    assert!(card(window).contains("arrow slit to the"), "{}", card(window));
    for _ in 0..4 {
        press(window, "Closer");
    }
    ui(window).invoke_show_key(slit);
    shoot_all(window, "assault-map-close");
    press(window, "The whole map");
    // A file that is no map says why, line by line.
    let file = evening.folder.path().join("mine.toml");
    std::fs::write(&file, "name = \"mine\"\n").expect("written");
    ui(window).set_map(ui(window).get_maps().row_count() as i32 - 1);
    ui(window).invoke_chosen_map();
    assert!(says(window, "A map of your own is a file"), "{:?}", labels(window));
    shoot_all(window, "assault-map-own");
    fill(window, "File of the map", file.to_str().expect("a plain name"));
    ui(window).invoke_chosen_map();
    assert!(ui(window).get_map_refusal().contains("no map that can be fought on"), "{}", ui(window).get_map_refusal());
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/data/maps/border-castle.toml");
    std::fs::write(&file, std::fs::read_to_string(text).expect("it ships")).expect("written");
    ui(window).invoke_chosen_map();
    assert_eq!(ui(window).get_moment(), "border castle");
}

#[test]
fn a_line_of_fire_is_laid_by_mouse_by_keyboard_and_by_name() {
    let evening = start();
    let window = &evening.window;
    open_page(window);
    let map = find("border castle").expect("it ships");
    // By mouse: from the keep down into the court, over a house.
    click_hex(window, &map, "1714");
    assert_eq!(ui(window).get_line_from(), "1714");
    assert!(!ui(window).get_has_line() && ui(window).get_here().contains("the other end"));
    assert!(card(window).starts_with("1714: "), "{}", card(window));
    click_hex(window, &map, "0914");
    let fire = |from: &str, to: &str| {
        let hex = |name: &str| map.named(name).expect("a hex");
        FireLine::of(&map, hex(from), hex(to), &Tables::book())
    };
    let line = fire("1714", "0914");
    assert!(ui(window).get_has_line());
    assert_eq!((ui(window).get_clear(), ui(window).get_clause().as_str()), (line.is_clear(), line.clause()));
    let tested = line.checked.iter().filter(|checked| checked.rise.height > 0).count();
    assert_eq!(ui(window).get_fire_rows().row_count(), tested);
    shoot_all(window, "assault-line");
    // By name, with the wall that stops it and its numbers; what is no hex is refused.
    fill(window, "From hex", "1210");
    fill(window, "To hex", "2210");
    press(window, "Lay the line of fire");
    let line = fire("1210", "2210");
    assert_eq!(ui(window).get_clear(), line.is_clear());
    assert!(says(window, ui(window).get_verdict().as_str()));
    assert!(ui(window).get_verdict().contains(line.clause()), "{}", ui(window).get_verdict());
    for (row, checked) in ui(window).get_fire_rows().iter().zip(line.checked.iter().filter(|one| one.rise.height > 0)) {
        let figures = [row.difference, row.height, row.lower, row.upper].map(|figure| figure.to_string());
        let rise = checked.rise;
        assert_eq!(figures, [rise.difference, rise.height, rise.lower, rise.upper].map(|figure| figure.to_string()));
    }
    press(window, &format!("Clause {}, which decides", line.clause()));
    assert!(says(window, line.clause()));
    key(window, &[], Key::Escape);
    fill(window, "To hex", "9999");
    press(window, "Lay the line of fire");
    says_it(window, "“9999” is no hex of border castle");
    // Over the wall and out, which is blocked by the rampart or clear past it: both are drawn.
    fill(window, "From hex", "0614");
    fill(window, "To hex", "1614");
    press(window, "Lay the line of fire");
    assert_eq!(ui(window).get_clear(), fire("0614", "1614").is_clear());
    shoot_all(window, "assault-line-wall");
    press(window, "Take the line away");
    assert!(!ui(window).get_has_line());
    // By keyboard: the arrows move the cursor, Enter makes an end of the hex under it, Escape lets go.
    to_the_map(window);
    key(window, &[], Key::Escape);
    key(window, &[], Key::RightArrow);
    let middle = ui(window).get_card_title().to_string();
    key(window, &[], Key::Return);
    assert_eq!(ui(window).get_line_from(), middle.as_str());
    key(window, &[Key::Shift], Key::LeftArrow);
    key(window, &[], Key::UpArrow);
    key(window, &[], Key::Return);
    assert!(ui(window).get_has_line());
    assert_ne!(ui(window).get_line_to(), middle.as_str());
    key(window, &[], Key::Escape);
    assert!(!ui(window).get_has_line());
    // Under the Templars' castle runs a passage; U goes down where there is one.
    ui(window).set_map(2);
    ui(window).invoke_chosen_map();
    fill(window, "From hex", "2111u");
    fill(window, "To hex", "2112u");
    press(window, "Lay the line of fire");
    assert!(ui(window).get_clear(), "{}", ui(window).get_verdict());
    assert_eq!(ui(window).get_clause(), "SG-10");
    press(window, "Take the line away");
    let templars = find("the Templars' castle").expect("it ships");
    click_hex(window, &templars, "2111");
    key(window, &[], "u");
    assert!(card(window).starts_with("2111u: the secret passage"), "{}", card(window));
    key(window, &[], "u");
    assert!(card(window).contains("below it passage"), "{}", card(window));
}

#[test]
fn an_assault_is_played_by_mouse_with_reasons_odds_and_what_is_taken_back() {
    let evening = start();
    let window = &evening.window;
    open_page(window);
    press(window, "Play an assault …");
    for scenario in 0..3 {
        ui(window).set_scenario(scenario);
        ui(window).invoke_chosen_scenario();
        assert!(ui(window).get_about().contains("attack and"), "{}", ui(window).get_about());
        shoot_all(window, &format!("assault-new-{scenario}"));
    }
    reaches_every_control(window, "a new assault");
    evening.shell.go(Page::Start);
    begun(&evening, 0, 0);
    assert_eq!(ui(window).get_stage(), StormStage::Move);
    assert!(ui(window).get_moment().contains("turn 1"), "{}", ui(window).get_moment());
    shoot_all(window, "assault-begun");
    // A man is pressed on the map: who he is, how far he gets, and what he may do with why not.
    let place_of_man = |number: usize| {
        let men = ui(window).get_men();
        let man = men.row_data(number).expect("a man");
        let table = the(window, "The map").absolute_position();
        LogicalPosition::new(table.x + man.x, table.y + man.y)
    };
    let archer = ui(window).get_men().iter().position(|man| man.told.contains("longbow")).expect("an archer");
    click_place(window, place_of_man(archer));
    assert!(ui(window).get_chosen().contains("of the bows"), "{}", ui(window).get_chosen());
    assert!(orders(window).contains(&("Shoot at …".to_owned(), "Point at an enemy first.".to_owned())));
    let enemy = ui(window).get_men().iter().position(|man| man.told.contains("crossbow with")).expect("an enemy");
    click_place(window, place_of_man(enemy));
    assert!(measured(window).contains("The line of fire is "), "{}", measured(window));
    let shoot_at = orders(window).into_iter().find(|(name, _)| name.starts_with("Shoot at D")).expect("it is offered");
    let shown = measured(window);
    match shoot_at.1.as_str() {
        "" => assert!(shown.contains("/36") && shown.contains("(MM-4.8)"), "{shown}"),
        why => assert!(why.contains("MM-") || why.contains("SG-"), "{why}"),
    }
    shoot_all(window, "assault-shot");
    // The list leads to a man too; he goes as far as he is told, and it is taken back.
    press(window, &ui(window).get_units().row_data(0).expect("a man").told);
    let from = ui(window).get_here().to_string();
    assert!(from.contains("carries "), "{from}");
    let map = find("border castle").expect("it ships");
    click_hex(window, &map, "0101");
    let far = orders(window).into_iter().find(|(name, _)| name == "Go to 0101").expect("it is offered");
    assert!(far.1.contains("No open way leads there within his movement points"), "{}", far.1);
    press(window, "Go to 0101");
    assert!(ui(window).get_refused());
    says_it(window, "No open way leads there");
    key(window, &[], Key::Escape);
    key(window, &[], Key::DownArrow);
    key(window, &[], Key::DownArrow);
    let there_to = ui(window).get_card_title().to_string();
    let go = format!("Go to {there_to}");
    let offered = orders(window).into_iter().find(|(name, _)| *name == go).expect("it is offered");
    if offered.1.is_empty() {
        assert!(measured(window).contains("movement points (SG-5.2)"), "{}", measured(window));
        let sentences = ui(window).get_sentences().row_count();
        press(window, &go);
        says_it(window, "goes from");
        press(window, "Take back");
        assert_eq!(told(window), "Taken back.");
        assert_eq!(ui(window).get_sentences().row_count(), sentences);
    }
    // The half of the turn is left to a captain, and the other's too, until it is over.
    for _ in 0..140 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        press(window, "Leave the rest to a captain");
        settles(window);
    }
    assert!(ui(window).get_ending().contains("the assault is over"), "{}", ui(window).get_moment());
    assert!(!ui(window).get_won().is_empty());
    shoot_all(window, "assault-over");
    let ending = ui(window).get_ending().to_string();
    press(window, "The beginning");
    assert_eq!(ui(window).get_at(), 0);
    assert!(ui(window).get_ending().is_empty());
    press(window, "A step on");
    assert!(ui(window).get_at() > 0 && !told(window).is_empty());
    press(window, "A step back");
    assert_eq!(ui(window).get_at(), 0);
    press(window, "How it stands");
    assert_eq!(ui(window).get_ending(), ending);
}

#[test]
fn an_assault_is_played_by_keyboard_against_a_captain() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    settles(window);
    reaches_every_control(window, "the orders");
    to_the_map(window);
    key(window, &[], "n");
    let first = ui(window).get_chosen().to_string();
    assert!(first.starts_with("A1"), "{first}");
    key(window, &[], "n");
    assert!(ui(window).get_chosen().starts_with("A2"), "{}", ui(window).get_chosen());
    key(window, &[], "p");
    assert_eq!(ui(window).get_chosen(), first.as_str());
    key(window, &[], "e");
    assert!(ui(window).get_chosen().contains(" → "), "{}", ui(window).get_chosen());
    key(window, &[], Key::Escape);
    // To where he can go: the arrows walk the cursor from him, Enter sends him.
    for arrow in [Key::LeftArrow, Key::RightArrow, Key::DownArrow, Key::UpArrow] {
        key(window, &[], arrow);
        if orders(window).iter().any(|(name, why)| name.starts_with("Go to") && why.is_empty()) {
            break;
        }
        key(window, &[], Key::Escape);
    }
    let at = ui(window).get_length();
    key(window, &[], Key::Return);
    assert_eq!(ui(window).get_length(), at + 1, "{}", told(window));
    key(window, &[Key::Control], "z");
    assert_eq!(told(window), "Taken back.");
    shoot_all(window, "assault-orders");
    for turn in 0..140 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        to_the_map(window);
        key(window, &[], if turn % 3 == 2 { "d" } else { "c" });
        settles(window);
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    key(window, &[], Key::Home);
    assert_eq!(ui(window).get_at(), 0);
    key(window, &[], Key::End);
    assert!(!ui(window).get_ending().is_empty());
}

#[test]
fn two_captains_are_watched_and_stopped_and_an_assault_is_forecast() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 1, 1);
    for _ in 0..20 {
        pass(260);
    }
    press(window, "Stop it");
    let at = ui(window).get_at();
    assert!(at > 0);
    pass(5_000);
    assert_eq!(ui(window).get_at(), at, "it is stopped");
    ui(window).set_pace(GamePace::Quick);
    press(window, "Let it go on");
    let mut shown = 0;
    for _ in 0..20_000 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        pass(70);
        if shown < 2 && ui(window).get_at() > 40 * (shown + 1) {
            shown += 1;
            shoot_all(window, &format!("assault-watched-{shown}"));
        }
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    assert!(ui(window).get_sentences().row_count() > 30);
    press(window, "New game");
    press(window, "Forecast");
    assert!(ui(window).get_forecast().starts_with("50 assaults between captains"), "{}", ui(window).get_forecast());
    // Another map for the same hosts.
    ui(window).set_ground(2);
    ui(window).invoke_chosen_scenario();
    assert!(ui(window).get_about().contains("on the map of fortified town"), "{}", ui(window).get_about());
}

#[test]
fn an_assault_is_kept_saved_opened_and_its_map_printed() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    settles(window);
    press(window, "Leave the rest to a captain");
    settles(window);
    let sentences = ui(window).get_sentences().row_count();
    assert!(sentences > 3);
    let sheets = evening.folder.path().join("castle.pdf");
    press(window, "Print the map");
    ui(window).set_hex_size(3);
    fill(window, "Path of the PDF", sheets.to_str().expect("a plain name"));
    shoot_all(window, "assault-print");
    press_on_sheet(window, "Print it");
    assert!(sheets.exists(), "{}", file_refusal(window));
    press(window, "Save the game");
    let file = evening.folder.path().join("evening.assault");
    fill(window, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(window, "Save it");
    assert!(file.exists(), "{}", file_refusal(window));
    // It is there again the next evening.
    let again = AppWindow::new().expect("a window");
    let settings = Settings::read(&evening.folder.path().join("desktop.json"));
    let dialogs = Box::new(Scripted(std::path::PathBuf::new()));
    let shell = build(&again, Session::inline(), worker::Pool::Inline, settings, dialogs);
    show(&again, playing());
    shell.go(Page::Assault);
    pass(50);
    assert_eq!((ui(&again).get_stage(), ui(&again).get_sentences().row_count()), (StormStage::Move, sentences));
    press(&again, "To the maps");
    assert_eq!(ui(&again).get_stage(), StormStage::Map);
    press(&again, "Back to the game");
    press(&again, "New game");
    press(&again, "Open a game …");
    fill(&again, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(&again, "Open it");
    assert!(file_refusal(&again).contains("would be left for good"), "{}", file_refusal(&again));
    press_on_sheet(&again, "Open it");
    assert_eq!((ui(&again).get_stage(), ui(&again).get_sentences().row_count()), (StormStage::Move, sentences));
}

#[test]
fn an_assault_of_a_siege_is_settled_on_the_map_of_its_stronghold() {
    let evening = besieged();
    let window = &evening.window;
    until_an_assault_waits(&evening);
    press(window, "Go to the battle");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    let battles = || window.global::<BattlesPage>();
    let rules: Vec<String> = battles().get_rules().iter().map(|rules| rules.to_string()).collect();
    let hexes = rules.iter().position(|rules| rules == "The assault on hexes").expect("it is offered") as i32;
    battles().set_by_rules(hexes);
    battles().invoke_rules_chosen();
    press(window, "Play it here");
    assert_eq!(window.global::<Frame>().get_page(), Page::Assault, "{}", battles().get_refusal());
    assert!(ui(window).get_about().contains("on the map of"), "{}", ui(window).get_about());
    shoot_all(window, "assault-contest-form");
    ui(window).set_attacker_seat(0);
    ui(window).set_defender_seat(1);
    press(window, "Begin the assault");
    settles(window);
    // His places first, then the first half of the turn.
    press(window, "End the half of the turn");
    settles(window);
    press(window, "Leave the rest to a captain");
    shoot_all(window, "assault-contest");
    // It waits in the campaign where it was left.
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    battles().set_by_rules(hexes);
    press(window, "Play it here");
    assert_eq!(window.global::<Frame>().get_page(), Page::Assault, "{}", battles().get_refusal());
    assert!(ui(window).get_sentences().row_count() > 2, "it goes on where it was left");
    // So do those who lead: one side by hand, the other by a captain, as the settings have it for the next evening too.
    let file = evening.shell.settings.borrow().recent[0].path.clone();
    let led = evening.shell.settings.borrow().leaders[&file].values().next().cloned().expect("they are kept");
    let by_hand = [&led.attacker, &led.defender].map(|leader| leader.as_str() == "by hand");
    assert_eq!(by_hand, [true, false], "{led:?}");
    for _ in 0..200 {
        settles(window);
        if !ui(window).get_ending().is_empty() {
            break;
        }
        press(window, "Leave the rest to a captain");
    }
    press(window, "See what follows");
    assert!(battles().get_has_proposal(), "{}", battles().get_refusal());
    shoot_all(window, "assault-follows");
    press(window, "Watch the battle");
    assert_eq!(window.global::<Frame>().get_page(), Page::Assault, "{}", battles().get_refusal());
    assert_eq!(ui(window).get_at(), 0);
    pass(3_000);
    assert!(ui(window).get_at() > 0, "it is watched from its beginning");
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
}
