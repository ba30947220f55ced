//! Castle under Siege in the window: counters placed, a shot chosen in secret, aimed and seen to fly, a shot put on the plan
//! as it lay on a real table, the defender's turn, the end; by mouse, by keyboard and by the program; taken back, looked back
//! upon, kept, saved and opened.

use super::harness::*;
use super::keyboard::{focused, reaches_every_control};
use super::sieges::{besieged, until_a_bombardment_waits, until_an_assault_waits};
use banneret::desktop::dialogs::Scripted;
use banneret::desktop::settings::Settings;
use banneret::desktop::shell::{Page, Session};
use banneret::desktop::ui::{
    AppWindow, BattlesPage, CastleStage, CastleStrength, Frame, ShotMade, ShotPart, UnderSiegePage,
};
use banneret::desktop::{build, worker};
use i_slint_backend_testing::ElementHandle;
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Model};

fn ui(window: &AppWindow) -> UnderSiegePage<'_> {
    window.global::<UnderSiegePage>()
}

fn told(window: &AppWindow) -> String {
    ui(window).get_told().to_string()
}

fn stage(window: &AppWindow) -> CastleStage {
    ui(window).get_stage()
}

fn refused(window: &AppWindow, words: &str) {
    assert!(ui(window).get_refused() && told(window).contains(words), "“{}” does not say “{words}”", told(window));
}

/// A game of these players on the form, 0 a person and 1 to 3 the program.
fn begun(evening: &Evening, attacker: i32, defender: i32) {
    let window = &evening.window;
    press(window, "Play Castle under Siege");
    assert_eq!(window.global::<Frame>().get_page(), Page::UnderSiege);
    ui(window).set_attacker_seat(attacker);
    ui(window).set_defender_seat(defender);
    fill(window, "Seed of the dice", "7");
    press(window, "Begin the game");
}

fn castle(window: &AppWindow) -> ElementHandle {
    the(window, "The castle")
}

/// Goes with Tab to the plan.
fn to_the_plan(window: &AppWindow) {
    for _ in 0..60 {
        if focused(window).iter().any(|known| known == "The castle") {
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach the plan: {:?}", focused(window));
}

/// Clicks on the plan, so many inches east and north of the castle's south-western corner.
fn click_inches(window: &AppWindow, east: f32, north: f32) {
    let (plan, ui) = (castle(window), ui(window));
    let edge = plan.size().width.min(plan.size().height).floor();
    let inch = edge / ui.get_view_across();
    let at = plan.absolute_position();
    let position =
        LogicalPosition::new(at.x + (east - ui.get_view_x()) * inch, at.y + (16.0 - north - ui.get_view_y()) * inch);
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    pass(20);
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
}

/// The spot of this name, as the screen reader has it.
fn spot(window: &AppWindow, name: &str) -> String {
    let known = ui(window)
        .get_spots()
        .iter()
        .map(|spot| spot.told.to_string())
        .find(|told| told.starts_with(&format!("{name},")));
    known.unwrap_or_else(|| panic!("no spot {name}"))
}

/// Until the shot has come down, and the program has answered.
fn comes_down(window: &AppWindow) {
    for _ in 0..400 {
        pass(200);
        let ui = ui(window);
        let waits = ui.get_flying() || ui.get_attacker().contains("decides") || ui.get_defender().contains("decides");
        if !waits {
            return;
        }
    }
    panic!("it does not end: {}", ui(window).get_moment());
}

/// The attacker's turn of two people: what was chosen in secret, and a shot put on the plan as it lay.
fn lies(window: &AppWindow, with: &str, (east, north): (f32, f32)) {
    if there(window, "The attacker is before it") {
        press(window, "The attacker is before it");
    }
    press(window, with);
    // The pointer is on another button when the defender comes, whatever was chosen.
    assert_eq!(stage(window), CastleStage::Choose);
    press(window, "Put it behind the catapult");
    if stage(window) == CastleStage::Deflect {
        press(window, "He does not");
    }
    assert_eq!(stage(window), CastleStage::Shoot, "{}", told(window));
    ui(window).set_made(ShotMade::OnATable);
    ui(window).invoke_changed_shot();
    click_inches(window, east, north);
    press(window, "Enter the shot");
    assert!(!ui(window).get_refused(), "{}", told(window));
    comes_down(window);
}

#[test]
fn two_people_play_a_game_to_its_end_by_mouse() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castle under Siege");
    shoot_all(window, "under-siege-new");
    ui(window).set_attacker_seat(0);
    ui(window).set_defender_seat(0);
    fill(window, "Seed of the dice", "7");
    press(window, "Begin the game");
    assert_eq!(stage(window), CastleStage::Place);
    // A soldier on the wall, another over him, and the rest as the program would.
    click_inches(window, 3.5, 0.5);
    assert!(told(window).contains("Soldier 1 stands on d1 of the south wall by the west."), "{}", told(window));
    click_inches(window, 3.5, 0.5);
    assert_eq!(spot(window, "d1"), "d1, south wall by the west: soldier 1, soldier 2.");
    assert_eq!(ui(window).get_counters().row_data(0).expect("a counter").more, 1, "one is stacked on the other");
    press(window, "All are placed");
    refused(window, "22 are left");
    press(window, "Take back");
    assert_eq!(spot(window, "d1"), "d1, south wall by the west: soldier 1.");
    press(window, "Place the rest");
    shoot_all(window, "under-siege-placed");
    press(window, "All are placed");
    // Nobody sees what is chosen: the screen is passed, and nothing tells it afterwards.
    assert!(there(window, "Pass to the attacker"), "{:?}", labels(window));
    shoot_all(window, "under-siege-pass");
    press(window, "The attacker is before it");
    shoot_all(window, "under-siege-choose");
    press(window, "Fire");
    shoot_all(window, "under-siege-picked");
    press(window, "Put it behind the catapult");
    assert_eq!(stage(window), CastleStage::Deflect);
    assert!(ui(window).get_ammunition().starts_with("8 boulder, 6 fire and 4 disease left"));
    assert!(!labels(window).iter().any(|label| label.contains("On the catapult")), "it stays a secret");
    press(window, "Take back");
    lies(window, "Fire", (8.0, 1.0));
    assert!(told(window).contains("The south gatehouse takes fire"), "{}", told(window));
    assert!(beginning(window, "The south gatehouse of wood: 4 of 4 points, on fire").is_some(), "{:?}", labels(window));
    assert_eq!(stage(window), CastleStage::Act);
    // A water boy is chosen and puts it out; taken back it burns again.
    let boy =
        ui(window).get_spots().iter().find(|spot| spot.told.contains("gatehouse") && spot.told.contains("water boy"));
    let boy = boy.expect("a water boy in a gatehouse");
    let middle = |x: i32, y: i32| (x as f32 + 0.5, 16.0 - y as f32 - 0.5);
    let (east, north) = middle(boy.x, boy.y);
    for _ in 0..8 {
        if ui(window).get_can_put_out() {
            break;
        }
        click_inches(window, east, north);
    }
    shoot_all(window, "under-siege-act");
    if ui(window).get_can_put_out() {
        press(window, "Put out the fire");
        assert!(told(window).contains("puts out a fire"), "{}", told(window));
        press(window, "Take back");
    }
    assert!(beginning(window, "The south gatehouse of wood: 4 of 4 points, on fire").is_some());
    press(window, "End the turn");
    for turn in 0..4 {
        lies(window, "Boulder", (8.0, 1.0));
        if turn == 0 {
            shoot_all(window, "under-siege-hit");
        }
        if !ui(window).get_ending().is_empty() {
            break;
        }
        press(window, "End the turn");
    }
    assert_eq!(ui(window).get_ending(), "A gatehouse is destroyed: the attacker wins.");
    shoot_all(window, "under-siege-over");
    // Looked back upon from the beginning, nothing can be decided; and at the end it is as it was.
    press(window, "The beginning");
    assert!(ui(window).get_moment().starts_with("looked back upon: 0 of"), "{}", ui(window).get_moment());
    press(window, "A step on");
    press(window, "How it stands");
    assert_eq!(ui(window).get_ending(), "A gatehouse is destroyed: the attacker wins.");
}

/// Presses on a place of the lowest row until the one of its stack is chosen of whom that is said.
fn choose(window: &AppWindow, east: f32, words: &str) {
    for _ in 0..8 {
        if ui(window).get_chosen() == words {
            return;
        }
        click_inches(window, east, 0.5);
    }
    panic!("“{}” is not “{words}”", ui(window).get_chosen());
}

#[test]
fn the_defenders_counters_heal_and_repair_and_leave_in_the_order_he_says() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 0);
    for (role, east) in [(0, 3.5), (0, 5.5), (1, 2.5), (2, 2.5)] {
        ui(window).set_role(role);
        click_inches(window, east, 0.5);
    }
    assert_eq!(spot(window, "c1"), "c1, south wall by the west: priest 1, stonemason 1.");
    press(window, "Place the rest");
    press(window, "All are placed");
    // A boulder beside them: the first soldier is touched, and the wall loses two points.
    lies(window, "Boulder", (4.4, 0.5));
    assert!(spot(window, "d1").contains("soldier 1, injured"), "{}", spot(window, "d1"));
    choose(window, 2.5, "Priest 1 is chosen; press where he goes.");
    press(window, "Heal soldier 1");
    assert!(told(window).contains("Priest 1 heals soldier 1"), "{}", told(window));
    choose(window, 2.5, "Stonemason 1 is chosen; press where he goes.");
    press(window, "Repair");
    assert!(told(window).contains("Stonemason 1 repairs a point"), "{}", told(window));
    press(window, "End the turn");
    // Disease closes the wall. Of those who must leave the second soldier is pressed, and goes first.
    lies(window, "Disease", (4.5, 0.5));
    assert_eq!(stage(window), CastleStage::Leave, "{}", told(window));
    assert!(ui(window).get_chosen().starts_with("Soldier 1 must leave"), "{}", ui(window).get_chosen());
    click_inches(window, 5.5, 0.5);
    assert!(ui(window).get_chosen().starts_with("Soldier 2 must leave"), "{}", ui(window).get_chosen());
    shoot_all(window, "under-siege-leave");
    click_inches(window, 1.5, 0.5);
    assert!(told(window).contains("Soldier 2 leaves, injured"), "{}", told(window));
    assert!(ui(window).get_chosen().starts_with("Soldier 1 must leave"), "{}", ui(window).get_chosen());
    click_inches(window, 1.5, 0.5);
    assert!(told(window).contains("Soldier 1 leaves, injured"), "{}", told(window));
}

#[test]
fn a_game_is_played_to_its_end_by_keyboard_against_the_program() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    comes_down(window);
    assert_eq!(stage(window), CastleStage::Choose, "the program has placed its counters: {}", told(window));
    reaches_every_control(window, "the choice of a shot");
    press(window, "Take back");
    refused(window, "nothing of yours");
    let mut aimed = false;
    for _ in 0..18 {
        to_the_plan(window);
        // Boulders while there are any, then fire, then disease.
        for letter in ["b", "f", "d"] {
            if stage(window) == CastleStage::Choose {
                key(window, &[], letter);
                comes_down(window);
            }
        }
        assert_eq!(stage(window), CastleStage::Shoot, "{}", told(window));
        if !aimed {
            aimed = true;
            // Arrows aim, Shift moves the catapult, a number sets the arm; what it may hit is told.
            let (x, stood) = (ui(window).get_aim_x(), ui(window).get_stand_y());
            key(window, &[], Key::RightArrow);
            assert!((ui(window).get_aim_x() - x - 0.25).abs() < 0.01, "the plan has the keyboard");
            key(window, &[], Key::LeftArrow);
            key(window, &[Key::Shift], Key::DownArrow);
            assert!((ui(window).get_stand_y() - stood - 1.0).abs() < 0.01);
            key(window, &[Key::Shift], Key::UpArrow);
            key(window, &[], "2");
            assert_eq!(ui(window).get_setting(), 1);
            key(window, &[], "1");
            assert!(ui(window).get_shares().row_count() > 0 && !ui(window).get_far_fall().is_empty());
            assert!(ui(window).get_ammunition().contains("On the catapult: boulder."));
            reaches_every_control(window, "the shot");
            shoot_all(window, "under-siege-aim");
            to_the_plan(window);
        }
        key(window, &[], Key::Return);
        if ui(window).get_flying() {
            // It is drawn where it is shot from, and half-way on.
            picture(window);
            pass(100);
            picture(window);
            pass(450);
            shoot(window, "under-siege-flight");
        }
        comes_down(window);
        if !ui(window).get_ending().is_empty() {
            break;
        }
        // What the shot did is still told when the castle has answered.
        assert!(told(window).starts_with("The shot is "), "{}", told(window));
        // What the dice have shown stands.
        key(window, &[Key::Control], "z");
        refused(window, "What the dice have shown stands.");
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
}

#[test]
fn the_program_plays_itself_and_is_stopped_and_let_on() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 2, 1);
    pass(3_000);
    press(window, "Stop the program");
    let at = ui(window).get_length();
    pass(5_000);
    assert_eq!(ui(window).get_length(), at, "it is stopped");
    press(window, "Let the program play");
    for _ in 0..2_000 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        pass(500);
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    assert!(ui(window).get_sentences().row_count() > 24);
}

#[test]
fn a_shot_from_a_real_table_is_typed_and_turned_and_a_game_is_kept_saved_and_opened() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 0);
    press(window, "Place the rest");
    press(window, "All are placed");
    press(window, "The attacker is before it");
    press(window, "Boulder");
    press(window, "Put it behind the catapult");
    press(window, "He casts it");
    ui(window).set_made(ShotMade::OnATable);
    ui(window).invoke_changed_shot();
    fill(window, "Where the catapult stands", "8, -15");
    fill(window, "At what it is aimed", "c1");
    fill(window, "Where the counter lies", "7.75, 0.5");
    fill(window, "How it is turned", "30");
    ui(window).invoke_typed_shot();
    let share = ui(window).get_shares().row_data(0).expect("it lies on something");
    // Over half of a boulder, turned aside by a point: what follows is told beside its share before it is entered.
    let row = (share.on.as_str(), share.first.as_str(), share.second.as_str());
    assert_eq!(row, ("south gatehouse", "96.1%", "1 point"));
    assert!(ui(window).get_follows().contains("The south gatehouse loses a point."), "{}", ui(window).get_follows());
    assert!(says(window, "If it is entered: The south gatehouse loses a point."));
    shoot_all(window, "under-siege-table");
    fill(window, "Where the catapult stands", "8, -13");
    ui(window).invoke_typed_shot();
    // What is wrong with the place is said as soon as it is typed.
    assert_eq!(ui(window).get_warns(), "The catapult stands 14 in or more from the castle (CU-2.1).");
    press(window, "Enter the shot");
    refused(window, "The catapult stands 14 in or more from the castle (CU-2.1).");
    fill(window, "How it is turned", "a little");
    press(window, "Enter the shot");
    refused(window, "0 to 359 degrees");
    fill(window, "How it is turned", "30");
    fill(window, "Where the catapult stands", "8, -15");
    press(window, "Enter the shot");
    comes_down(window);
    assert!(told(window).contains("turned 30°") && told(window).contains("loses a point"), "{}", told(window));
    let sentences = ui(window).get_sentences().row_count();
    // Saved for the command line, and there again the next evening.
    press(window, "Save the game");
    let file = evening.folder.path().join("evening.siege");
    fill(window, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(window, "Save it");
    assert!(file.exists(), "{}", file_refusal(window));
    let again = AppWindow::new().expect("a window");
    let settings = Settings::read(&evening.folder.path().join("desktop.json"));
    let dialogs = Box::new(Scripted(std::path::PathBuf::new()));
    let shell = build(&again, Session::inline(), worker::Pool::Inline, settings, dialogs);
    show(&again, playing());
    shell.go(Page::UnderSiege);
    pass(50);
    assert_eq!((stage(&again), ui(&again).get_sentences().row_count()), (CastleStage::Act, sentences));
    press(&again, "New game");
    press(&again, "Open a game …");
    fill(&again, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(&again, "Open it");
    // The one under way would be left for good: it is asked for twice.
    assert!(file_refusal(&again).contains("would be left for good"), "{}", file_refusal(&again));
    press_on_sheet(&again, "Open it");
    assert_eq!((stage(&again), ui(&again).get_sentences().row_count()), (CastleStage::Act, sentences));
    press(&again, "Take back");
    assert_eq!(stage(&again), CastleStage::Shoot, "the shot is taken back: {}", told(&again));
}

#[test]
fn an_assault_of_a_siege_is_settled_by_a_game_left_gone_on_with_and_watched() {
    let evening = besieged();
    let window = &evening.window;
    until_an_assault_waits(&evening);
    press(window, "Go to the battle");
    let battles = || window.global::<BattlesPage>();
    let by_game = || {
        let rules: Vec<String> = battles().get_rules().iter().map(|rules| rules.to_string()).collect();
        let at = rules.iter().position(|rules| rules == "Castle under Siege").expect("it is offered");
        battles().set_by_rules(at as i32);
        battles().invoke_rules_chosen();
        press(window, "Play it here");
        assert_eq!(window.global::<Frame>().get_page(), Page::UnderSiege, "{}", battles().get_refusal());
    };
    by_game();
    assert!(ui(window).get_battle_about().contains("soldier counters"), "{}", ui(window).get_battle_about());
    assert!(!there(window, "Strength") && !there(window, "Save the game"), "the castle is the campaign's");
    shoot_all(window, "under-siege-contest-form");
    reaches_every_control(window, "the form of an assault by Castle under Siege");
    ui(window).set_defender_seat(2);
    press(window, "Begin the battle");
    comes_down(window);
    press(window, "Boulder");
    comes_down(window);
    press(window, "Shoot");
    comes_down(window);
    let turn = ui(window).get_moment();
    assert!(turn.starts_with("turn 2"), "{turn}");
    shoot_all(window, "under-siege-contest");
    // It waits in the campaign where it was left, and is resumed by whom one likes.
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    by_game();
    assert!(there(window, "Resume the battle"));
    ui(window).set_attacker_seat(3);
    ui(window).set_defender_seat(1);
    press(window, "Resume the battle");
    assert_eq!(ui(window).get_moment(), turn, "it goes on where it was left");
    press(window, "Let the program play");
    comes_down(window);
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    press(window, "See what follows");
    assert!(battles().get_has_proposal(), "{}", battles().get_refusal());
    // Of points these rules know nothing.
    assert!(!labels(window).iter().any(|label| label.contains("0 points to 0")), "{:?}", labels(window));
    shoot_all(window, "under-siege-follows");
    press(window, "Watch the battle");
    assert_eq!(window.global::<Frame>().get_page(), Page::UnderSiege, "{}", battles().get_refusal());
    assert_eq!(ui(window).get_at(), 0, "it is watched from its beginning");
    // Who fights whom is told, and which wall is which stretch.
    assert_eq!(ui(window).get_defender(), "Garrison of Pen-y-Gors");
    assert!(labels(window).iter().any(|label| label.contains("stretch 1 of the line")), "{:?}", labels(window));
    press(window, "A step on");
    assert_eq!(ui(window).get_at(), 1);
    assert!(!there(window, "Take back"), "what was played is only looked back upon");
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    // Without a campaign's battle the page is that of a game of its own again.
    window.global::<Frame>().invoke_go(Page::UnderSiege);
    assert!(there(window, "Strength"));
}

#[test]
fn a_days_bombardment_is_settled_by_a_game_of_a_few_shots() {
    let evening = besieged();
    let window = &evening.window;
    until_a_bombardment_waits(&evening);
    press(window, "Go to the battle");
    // Nobody meets in it: of all the rules these settle it, and they are chosen already.
    let battles = || window.global::<BattlesPage>();
    let chosen = battles().get_rules().row_data(battles().get_by_rules() as usize);
    assert_eq!(chosen.as_deref(), Some("Castle under Siege"));
    // Nothing is offered that makes no sense where nobody meets.
    assert!(says(window, "Nobody meets in it"), "{:?}", labels(window));
    for senseless in [
        "Rules it is settled by",
        "Ground",
        "Who attacks",
        "Settle at Castles",
        "What would even it",
        "Draw the weather for the season",
    ] {
        assert!(!there(window, senseless), "{senseless}");
    }
    assert!(!says(window, "retire a march") && !says(window, "Gear"), "{:?}", labels(window));
    assert!(there(window, "Roll for it") && there(window, "Call it off"));
    reaches_every_control(window, "a bombardment that waits");
    shoot_all(window, "bombardment-waits");
    press(window, "Plan it for the table");
    assert!(!there(window, "Ground, rules and gear") && !there(window, "Settle at Castles"));
    shoot_all(window, "bombardment-planned");
    press(window, "Drop the plan");
    press(window, "Play it here");
    assert_eq!(window.global::<Frame>().get_page(), Page::UnderSiege, "{}", battles().get_refusal());
    // A mangonel and a trebuchet are four points of battery, which are two shots.
    assert!(ui(window).get_battle_about().contains("; 2 shots (CU-6.7)"), "{}", ui(window).get_battle_about());
    press(window, "Begin the battle");
    comes_down(window);
    for turn in 1..=2 {
        assert!(ui(window).get_moment().starts_with(&format!("turn {turn}")), "{}", ui(window).get_moment());
        let left = if turn == 1 { "2 shots left" } else { "1 shot left" };
        assert!(ui(window).get_ammunition().starts_with(left), "{}", ui(window).get_ammunition());
        press(window, "Boulder");
        comes_down(window);
        press(window, "Shoot");
        comes_down(window);
    }
    // Two boulders may bring a gatehouse down; the day is over in any case.
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    shoot_all(window, "under-siege-bombardment");
    let clause = if ui(window).get_ending().contains("shots are made") { "CU-6.7" } else { "CU-5" };
    assert_eq!(ui(window).get_ending_clause(), clause);
    assert!(there(window, &format!("Clause {clause}")));
    press(window, "See what follows");
    assert!(battles().get_has_proposal(), "{}", battles().get_refusal());
    press(window, "Take the battle in");
    let said = window.global::<Frame>().get_sentence();
    assert!(said.contains("Bombardment of Pen-y-Gors"), "{said}");
}

/// The mouse dragged over the plan, from one place to another in inches east and north.
fn drag_inches(window: &AppWindow, from: (f32, f32), to: (f32, f32)) {
    let (plan, ui) = (castle(window), ui(window));
    let edge = plan.size().width.min(plan.size().height).floor();
    let inch = edge / ui.get_view_across();
    let at = plan.absolute_position();
    let (view_x, view_y) = (ui.get_view_x(), ui.get_view_y());
    let place = |(east, north): (f32, f32)| {
        LogicalPosition::new(at.x + (east - view_x) * inch, at.y + (16.0 - north - view_y) * inch)
    };
    let button = PointerEventButton::Left;
    let events = [
        WindowEvent::PointerMoved { position: place(from) },
        WindowEvent::PointerPressed { position: place(from), button },
        WindowEvent::PointerMoved { position: place(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)) },
        WindowEvent::PointerMoved { position: place(to) },
        WindowEvent::PointerReleased { position: place(to), button },
    ];
    for event in events {
        window.window().dispatch_event(event);
        pass(20);
    }
}

/// A game of two people in which a boulder lies on the catapult, and was shot on a real table.
fn at_the_table(evening: &Evening) {
    let window = &evening.window;
    begun(evening, 0, 0);
    press(window, "Place the rest");
    press(window, "All are placed");
    press(window, "The attacker is before it");
    press(window, "Boulder");
    press(window, "Put it behind the catapult");
    press(window, "He does not");
    ui(window).set_made(ShotMade::OnATable);
    ui(window).invoke_changed_shot();
}

#[test]
fn a_counter_is_put_and_turned_as_it_lay_by_the_mouse_and_what_follows_is_told_before() {
    let evening = start();
    let window = &evening.window;
    at_the_table(&evening);
    let stood = (ui(window).get_stand_x(), ui(window).get_stand_y());
    assert!(ui(window).get_aim_text().is_empty() && !ui(window).get_aim_said(), "nobody said at what it was aimed");
    // Put with its middle on the outer face of the west wall it lies exactly half on it, and half is less.
    click_inches(window, 0.0, 8.0);
    let wall = |window: &AppWindow| {
        let shares = ui(window).get_shares();
        let found = shares.iter().find(|share| share.on == "west wall").expect("it lies on the wall");
        (found.first.to_string(), found.second.to_string())
    };
    let lies = ui(window).get_lies_text();
    if lies == "0, 8" {
        assert_eq!(wall(window), ("exactly half".to_owned(), "1 point".to_owned()));
    }
    // By its handle it is turned as it lay: here to the north, and then by an eighth.
    drag_inches(window, (1.1, 8.0), (0.0, 9.2));
    assert_eq!(ui(window).get_turned_text(), "90");
    assert_eq!(ui(window).get_lies_text(), lies, "it is turned where it lies");
    drag_inches(window, (0.0, 9.1), (1.0, 9.0));
    let turned: i32 = ui(window).get_turned_text().parse().expect("degrees");
    assert!((43..=47).contains(&turned), "{turned}");
    // By the wheel, and by the keys, finely and not.
    let (plan, before) = (castle(window).absolute_position(), turned);
    let position = LogicalPosition::new(plan.x + 200.0, plan.y + 200.0);
    window.window().dispatch_event(WindowEvent::PointerScrolled { position, delta_x: 0.0, delta_y: 30.0 });
    pass(20);
    assert_eq!(ui(window).get_turned_text(), (before + 5).to_string());
    to_the_plan(window);
    key(window, &[], "]");
    key(window, &[], "{");
    assert_eq!(ui(window).get_turned_text(), (before + 1).to_string());
    shoot_all(window, "under-siege-turned");
    // A miss far outside the castle is a miss, and the catapult stays where it stood.
    press(window, "See the table");
    click_inches(window, 24.0, 8.0);
    assert!((ui(window).get_lies_x() - 24.0).abs() < 0.3, "{}", ui(window).get_lies_text());
    assert_eq!((ui(window).get_stand_x(), ui(window).get_stand_y()), stood);
    assert_eq!(ui(window).get_follows(), "Nothing follows from it.");
    // The catapult and the aim are put only where that is asked for, by mouse or by keys.
    ui(window).invoke_changed_puts(ShotPart::Catapult);
    click_inches(window, 6.0, -15.5);
    assert!((ui(window).get_stand_y() - 31.5).abs() < 0.3, "{}", ui(window).get_stand_text());
    assert!((ui(window).get_lies_x() - 24.0).abs() < 0.3, "the counter lies where it lay");
    key(window, &[], "a");
    assert_eq!(ui(window).get_puts(), ShotPart::Aim);
    click_inches(window, 8.0, 1.0);
    assert!(ui(window).get_aim_said() && !ui(window).get_aim_text().is_empty());
    key(window, &[], "l");
    // Nobody need say it after all.
    fill(window, "At what it is aimed", "");
    fill(window, "Where the counter lies", "7.75, 0.5");
    ui(window).invoke_typed_shot();
    assert!(!ui(window).get_aim_said());
    press(window, "Enter the shot");
    comes_down(window);
    let told = told(window);
    assert!(told.contains("loses 2 points"), "{told}");
    let line = ui(window).get_sentences().iter().find(|line| line.text.contains("The shot is boulder"));
    let line = line.expect("the shot is told").text;
    for aim in [" long", " short", "to the left", "to the right", "it was aimed at"] {
        assert!(!line.contains(aim), "no aim was said: {line}");
    }
}

#[test]
fn what_stands_in_the_way_of_a_shot_is_said_as_soon_as_it_is_aimed() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    comes_down(window);
    press(window, "Boulder");
    comes_down(window);
    assert_eq!((stage(window), ui(window).get_warns().as_str()), (CastleStage::Shoot, ""));
    // Nearer than it may stand, by the keyboard.
    to_the_plan(window);
    for _ in 0..4 {
        key(window, &[Key::Shift], Key::UpArrow);
    }
    assert_eq!(ui(window).get_warns(), "The catapult stands 14 in or more from the castle (CU-2.1).");
    assert!(says(window, "The catapult stands 14 in or more"), "{:?}", labels(window));
    shoot_all(window, "under-siege-too-near");
    // Further than the setting reaches, until a harder one is chosen.
    for _ in 0..12 {
        key(window, &[Key::Shift], Key::DownArrow);
    }
    assert!(ui(window).get_warns().contains("That setting of the arm reaches 20 in"), "{}", ui(window).get_warns());
    key(window, &[], "2");
    assert_eq!(ui(window).get_warns(), "");
}

#[test]
fn the_plan_has_the_keyboard_after_the_finder_and_tells_its_keys() {
    let evening = sample("march");
    let window = &evening.window;
    window.global::<Frame>().invoke_go(Page::UnderSiege);
    pass(50);
    ui(window).set_attacker_seat(0);
    ui(window).set_defender_seat(0);
    press(window, "Begin the game");
    to_the_plan(window);
    // The keys of the moment are told under the plan.
    assert!(ui(window).get_here().contains("R places the rest"), "{}", ui(window).get_here());
    key(window, &[Key::Control], "k");
    pass(50);
    key(window, &[], Key::Escape);
    pass(50);
    assert!(focused(window).iter().any(|known| known == "The castle"), "{:?}", focused(window));
    key(window, &[Key::Control], "k");
    pass(50);
    type_in(window, "Castle under Siege");
    pass(50);
    key(window, &[], Key::Return);
    pass(50);
    assert!(focused(window).iter().any(|known| known == "The castle"), "{:?}", focused(window));
    key(window, &[], "r");
    key(window, &[], "e");
    assert!(there(window, "Pass to the attacker"), "{}", told(window));
    press(window, "The attacker is before it");
    assert!(ui(window).get_here().contains("B puts a boulder"), "{}", ui(window).get_here());
    key(window, &[], "b");
    assert!(ui(window).get_here().ends_with("Y: the wizard casts; N: he does not."), "{}", ui(window).get_here());
    key(window, &[Key::Control], "/");
    pass(50);
    assert!(says(window, "the wizard casts, or does not"), "{:?}", labels(window));
    shoot_all(window, "shortcuts");
    key(window, &[], Key::Escape);
    // F1 explains what is to be decided.
    key(window, &[], Key::F1);
    pass(50);
    assert!(says(window, "CU-3"), "{:?}", labels(window));
}

#[test]
fn the_form_shows_the_castle_of_the_strength_chosen() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castle under Siege");
    pass(50);
    let wooden = picture(window);
    ui(window).set_strength(CastleStrength::Powerful);
    ui(window).invoke_changed_strength();
    pass(50);
    let plan = castle(window);
    let (at, inch) = (plan.absolute_position(), plan.size().width.min(plan.size().height).floor() / 18.0);
    // The middle of the south gatehouse: of wood, and then of stone.
    let (x, y) = ((at.x + 8.6 * inch) as usize, (at.y + 15.9 * inch) as usize);
    let colour = |shown: &slint::SharedPixelBuffer<slint::Rgba8Pixel>| shown.as_slice()[y * shown.width() as usize + x];
    let stone = picture(window);
    assert_ne!(colour(&wooden), colour(&stone));
    let grey = colour(&stone);
    assert!(grey.r.abs_diff(grey.b) < 16, "stone is grey: {grey:?}");
    shoot_all(window, "under-siege-powerful");
}

#[test]
fn who_has_acted_or_is_hurt_is_offered_no_move() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 0);
    for (role, east) in [(2, 2.5), (0, 3.5)] {
        ui(window).set_role(role);
        click_inches(window, east, 0.5);
    }
    press(window, "Place the rest");
    press(window, "All are placed");
    lies(window, "Boulder", (4.4, 0.5));
    choose(window, 2.5, "Stonemason 1 is chosen; press where he goes.");
    press(window, "Repair");
    choose(window, 2.5, "Stonemason 1 has acted this turn (CU-4).");
    choose(window, 3.5, "Soldier 1 is injured, and does nothing till he is healed (CU-4).");
}
