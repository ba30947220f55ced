//! Castle Cracker in the window: a battle played to its end by mouse and by keyboard, measured with cords, watched between two
//! captains, looked back upon, taken back, kept, saved, opened and printed; and a battle of a campaign settled with it.

use super::harness::*;
use super::keyboard::{focused, reaches_every_control};
use banneret::desktop::dialogs::Scripted;
use banneret::desktop::settings::Settings;
use banneret::desktop::shell::{Page, Session};
use banneret::desktop::ui::{AppWindow, BattlesPage, CordStage, CrackerPage, Frame, GamePace};
use banneret::desktop::{build, worker};
use slint::platform::{Key, PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, Model};

/// Archers and men-at-arms against a levy and a gun, on a field four feet square.
const SKIRMISH: &str = r#"
name = "The skirmish"
what = "A small fight, to be played out in a minute."
battle = "field"
width = 48
depth = 48
zones = 12
turns = 4
attacker = "The host"
defender = "The rabble"

[[force]]
side = "attacker"
name = "the archers"
troops = "light infantry"
missile = "bow"
men = 12
files = 6
at = [12, 10]

[[force]]
side = "attacker"
name = "the knights"
people = "knights"
men = 16
files = 8
at = [34, 10]

[[force]]
side = "defender"
name = "the levy"
troops = "light infantry"
men = 8
files = 4
at = [30, 34]

[[force]]
side = "defender"
name = "the gun"
troops = "siege crew"
missile = "catapult"
men = 4
files = 4
at = [12, 36]
"#;

fn ui(window: &AppWindow) -> CrackerPage<'_> {
    window.global::<CrackerPage>()
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

/// A game of the skirmish with these leaders: 0 by hand, 1 a warlord, 2 a drover.
fn begun(evening: &Evening, attacker: i32, defender: i32) {
    let window = &evening.window;
    on_the_form(evening, SKIRMISH);
    assert!(ui(window).get_about().contains("The host with 28 men against the rabble with 12"));
    ui(window).set_attacker_seat(attacker);
    ui(window).set_defender_seat(defender);
    fill(window, "Seed of the dice", "11");
    press(window, "Begin the battle");
    assert!(ui(window).get_refusal().is_empty(), "{}", ui(window).get_refusal());
}

/// A scenario of one’s own on the form of a new game.
fn on_the_form(evening: &Evening, scenario: &str) {
    let window = &evening.window;
    let file = evening.folder.path().join("skirmish.toml");
    std::fs::write(&file, scenario).expect("the scenario");
    press(window, "Play Castle Cracker");
    assert_eq!(window.global::<Frame>().get_page(), Page::Cracker);
    let last = ui(window).get_scenarios().row_count() as i32 - 1;
    ui(window).set_scenario(last);
    ui(window).invoke_chosen_scenario();
    fill(window, "File of the scenario", file.to_str().expect("a plain name"));
    ui(window).invoke_chosen_scenario();
}

/// A gate with a watch on it, and before it men with a ladder and a gun.
const GATE: &str = r#"
name = "The gate"
what = "A gate with men on it."
battle = "defence"
width = 48
depth = 48
zones = 12
turns = 4
attacker = "The host"
defender = "The watch"

[fort]
name = "The hold"
side = "defender"
yard = [[12, 30], [36, 30], [36, 46], [12, 46]]

[[wall]]
name = "the gate"
kind = "gate"
from = [12, 30]
to = [36, 30]

[[objective]]
name = "the yard"
at = [24, 38]
within = 4
side = "defender"

[[force]]
side = "attacker"
name = "the climbers"
troops = "heavy infantry"
men = 6
files = 6
ladders = 1
at = [30, 29]

[[force]]
side = "attacker"
name = "the gun"
troops = "siege crew"
missile = "cannon"
men = 4
files = 4
at = [18, 18]

[[force]]
side = "defender"
name = "the watchmen"
troops = "light infantry"
men = 8
on = "the gate"
"#;

/// Clicks on the field of the skirmish, so many inches from the attacker's left corner.
fn click_inches(window: &AppWindow, x: f32, y: f32) {
    let field = the(window, "The field");
    let (at, size) = (field.absolute_position(), field.size());
    let inch = (size.width / 51.0).min(size.height / 51.0);
    let position =
        LogicalPosition::new(at.x + size.width / 2.0 + (x - 24.0) * inch, at.y + size.height / 2.0 - (y - 24.0) * inch);
    let button = PointerEventButton::Left;
    window.window().dispatch_event(WindowEvent::PointerMoved { position });
    window.window().dispatch_event(WindowEvent::PointerPressed { position, button });
    pass(20);
    window.window().dispatch_event(WindowEvent::PointerReleased { position, button });
    pass(20);
}

/// Goes with Tab to the field.
fn to_the_field(window: &AppWindow) {
    for _ in 0..60 {
        if focused(window).iter().any(|known| known == "The field") {
            return;
        }
        key(window, &[], Key::Tab);
    }
    panic!("Tab does not reach the field: {:?}", focused(window));
}

/// Until what was decided has been shown and somebody must decide by hand, or it is over.
fn settles(window: &AppWindow) {
    for _ in 0..3_000 {
        let ui = ui(window);
        if ui.get_stage() != CordStage::Watched || !ui.get_ending().is_empty() {
            return;
        }
        pass(300);
    }
    panic!("it does not end: {}", ui(window).get_moment());
}

#[test]
fn two_people_play_a_battle_to_its_end_by_mouse() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castle Cracker");
    shoot_all(window, "cracker-new");
    ui(window).set_scenario(4);
    ui(window).invoke_chosen_scenario();
    assert!(ui(window).get_about().contains("A castle with a gate to crack"), "{}", ui(window).get_about());
    shoot_all(window, "cracker-castle");
    evening.shell.go(Page::Start);
    begun(&evening, 0, 0);
    assert_eq!(ui(window).get_stage(), CordStage::Move);
    assert!(ui(window).get_moment().contains("turn 1 of 4: the move of the host, 2 of 2 to order"));
    // The archers are pressed, then a place: how far it is, how far they go, and the orders with why not.
    click_inches(window, 12.0, 9.8);
    assert_eq!(ui(window).get_chosen(), "The archers");
    assert!(orders(window).iter().any(|(name, why)| name == "Charge …" && why == "Point at an enemy first."));
    click_inches(window, 12.0, 20.0);
    assert!(measured(window).contains("they go 18 in a turn (CC-3.0)"), "{}", measured(window));
    shoot_all(window, "cracker-march");
    // In large type there is less room than all of it wants: what stands beside the table is scrolled.
    show(window, (985.0, 615.0));
    sound(window, "cracker-low");
    show(window, playing());
    click_inches(window, 12.0, 20.0);
    says_it(window, "The archers move (CC-3).");
    let sentences = ui(window).get_sentences().row_count();
    press(window, "Take back");
    assert_eq!(ui(window).get_sentences().row_count(), sentences - 1, "the move is not told any more");
    click_inches(window, 12.0, 9.8);
    click_inches(window, 12.0, 20.0);
    press(window, "March there");
    says_it(window, "The archers move (CC-3).");
    // What has been told cannot be told twice; a charge out of reach says why it cannot be made.
    click_inches(window, 12.0, 19.8);
    click_inches(window, 30.0, 34.2);
    let charge = orders(window).into_iter().find(|(name, _)| name == "Charge the levy").expect("a charge is offered");
    assert_eq!(charge.1, "They have had their order this turn.");
    press(window, "Charge the levy");
    assert!(ui(window).get_refused());
    says_it(window, "They have had their order this turn.");
    click_inches(window, 34.0, 9.8);
    click_inches(window, 30.0, 22.0);
    press(window, "March there");
    press(window, "End the move");
    assert!(ui(window).get_moment().contains("the move of the rabble"), "{}", ui(window).get_moment());
    press(window, "End the move");
    // The archers shoot: the band and the exact odds are told before.
    assert_eq!(ui(window).get_stage(), CordStage::Shoot);
    click_inches(window, 12.0, 19.8);
    click_inches(window, 30.0, 34.2);
    let odds = measured(window);
    assert!(odds.contains("medium (CC-4.1)") && odds.contains("15/36"), "{odds}");
    shoot_all(window, "cracker-shoot");
    press(window, "Shoot at the levy");
    says_it(window, "The archers shoot at the levy with the bow");
    press(window, "Take back");
    says_it(window, "What a die has shown stands");
    press(window, "End the shooting");
    // The catapult throws by the cup: where it may fall is told, and where it fell drawn.
    click_inches(window, 12.0, 36.2);
    assert_eq!(ui(window).get_chosen(), "The gun");
    click_inches(window, 12.0, 19.4);
    assert!(measured(window).contains("The cup falls on 2/6"), "{}", measured(window));
    shoot_all(window, "cracker-cup");
    press(window, "Throw there");
    says_it(window, "The gun throw with the catapult");
    shoot_all(window, "cracker-fallen");
    press(window, "End the shooting");
    for _ in 0..16 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        // The knights charge whoever is left, as soon as they reach him.
        if ui(window).get_moment().contains("the move of the host") {
            for (number, name) in [(2, "Charge the levy"), (3, "Charge the gun")] {
                ui(window).invoke_press_block(1);
                ui(window).invoke_press_block(number);
                if orders(window).iter().any(|(known, why)| known == name && why.is_empty()) {
                    press(window, name);
                    shoot_all(window, "cracker-charge");
                    break;
                }
            }
        }
        let end = ui(window).get_end_text().to_string();
        press(window, &end);
    }
    let ending = ui(window).get_ending().to_string();
    assert!(ending.contains("win") || ending.contains("neither"), "{ending}");
    shoot_all(window, "cracker-over");
    // Looked back upon from the beginning, nothing can be decided; and at the end it is as it was.
    press(window, "The beginning");
    assert_eq!(ui(window).get_at(), 0);
    assert!(ui(window).get_ending().is_empty());
    press(window, "A step on");
    says_it(window, "The archers move (CC-3).");
    press(window, "How it stands");
    assert_eq!(ui(window).get_ending(), ending);
}

/// A gate that men stand on is pointed at by what can be done there, and with Shift; it is framed, and named.
#[test]
fn a_manned_gate_is_pointed_at_by_mouse() {
    let evening = start();
    let window = &evening.window;
    on_the_form(&evening, GATE);
    // Before it is begun nobody is to be chosen.
    to_the_field(window);
    key(window, &[], Key::Return);
    says_it(window, "No battle is begun");
    ui(window).set_attacker_seat(0);
    ui(window).set_defender_seat(0);
    press(window, "Begin the battle");
    assert!(ui(window).get_refusal().is_empty(), "{}", ui(window).get_refusal());
    let named = |window: &AppWindow| ui(window).get_names().iter().any(|name| name.text == "gate");
    click_inches(window, 30.0, 28.9);
    assert_eq!(ui(window).get_chosen(), "The climbers");
    assert!(!named(window));
    let before = picture(window);
    click_inches(window, 24.0, 30.0);
    assert_eq!(ui(window).get_chosen(), "The climbers → the gate");
    assert!(named(window) && picture(window).as_bytes() != before.as_bytes());
    shoot_all(window, "cracker-gate");
    click_inches(window, 24.0, 30.0);
    says_it(window, "The climbers");
    assert!(!ui(window).get_refused(), "{}", told(window));
    press(window, "End the move");
    press(window, "End the move");
    // The gun may shoot at the men and at the gate under them.
    click_inches(window, 18.0, 17.8);
    assert_eq!(ui(window).get_chosen(), "The gun");
    click_inches(window, 24.0, 30.0);
    assert_eq!(ui(window).get_chosen(), "The gun → the watchmen");
    window.window().dispatch_event(WindowEvent::KeyPressed { text: Key::Shift.into() });
    click_inches(window, 24.0, 30.0);
    window.window().dispatch_event(WindowEvent::KeyReleased { text: Key::Shift.into() });
    assert_eq!(ui(window).get_chosen(), "The gun → the gate");
    press(window, "Shoot at the gate");
    says_it(window, "the gate");
}

#[test]
fn a_battle_is_played_to_its_end_by_keyboard_against_a_captain() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    settles(window);
    reaches_every_control(window, "the orders");
    to_the_field(window);
    // N chooses, E points, the arrows aim a place, Enter orders.
    key(window, &[], "n");
    assert_eq!(ui(window).get_chosen(), "The archers");
    key(window, &[], "e");
    assert!(ui(window).get_chosen().starts_with("The archers → the gun"), "{}", ui(window).get_chosen());
    key(window, &[], Key::Escape);
    assert_eq!(ui(window).get_chosen(), "The archers");
    for _ in 0..2 {
        key(window, &[Key::Shift], Key::UpArrow);
    }
    assert_eq!(ui(window).get_chosen(), "The archers → 12,22");
    key(window, &[], Key::Return);
    says_it(window, "The archers move");
    key(window, &[Key::Control], "z");
    assert_eq!(told(window), "Taken back.");
    // N and P go on and back through those who have yet to be told something.
    key(window, &[], "n");
    assert_eq!(ui(window).get_chosen(), "The knights");
    key(window, &[], "p");
    assert_eq!(ui(window).get_chosen(), "The archers");
    for turn in 0..6 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        to_the_field(window);
        match ui(window).get_stage() {
            CordStage::Move if turn % 2 == 0 => key(window, &[], "c"),
            _ => {
                key(window, &[], "n");
                key(window, &[], "e");
                key(window, &[], "1");
                key(window, &[], "d");
            }
        }
        settles(window);
    }
    for _ in 0..12 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        to_the_field(window);
        key(window, &[], "c");
        settles(window);
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    key(window, &[], Key::Home);
    assert_eq!(ui(window).get_at(), 0);
    key(window, &[], Key::End);
    assert!(!ui(window).get_ending().is_empty());
}

/// No name is drawn over another.
fn labels_keep_apart(window: &AppWindow) {
    let blocks: Vec<_> = ui(window).get_blocks().iter().filter(|block| !block.text.is_empty()).collect();
    assert!(blocks.len() > 3, "most have room for their names");
    for (at, one) in blocks.iter().enumerate() {
        for other in &blocks[at + 1..] {
            let wide = (one.text.chars().count() + other.text.chars().count()) as f32 * 3.0;
            let apart = (one.x - other.x).abs() >= wide || (one.y - other.y).abs() >= 15.0;
            assert!(apart, "{} is over {}", one.text, other.text);
        }
    }
}

#[test]
fn two_captains_are_watched_stopped_and_forecast() {
    let evening = start();
    let window = &evening.window;
    press(window, "Play Castle Cracker");
    ui(window).set_scenario(4);
    ui(window).invoke_chosen_scenario();
    ui(window).set_attacker_seat(1);
    ui(window).set_defender_seat(1);
    fill(window, "Seed of the dice", "7");
    press(window, "Begin the battle");
    for _ in 0..40 {
        pass(260);
    }
    press(window, "Stop it");
    let at = ui(window).get_at();
    assert!(at > 0);
    pass(5_000);
    assert_eq!(ui(window).get_at(), at, "it is stopped");
    shoot_all(window, "cracker-watched");
    labels_keep_apart(window);
    // By turns, with buttons and keys: on to where the next begins, and back.
    let moment = |window: &AppWindow| ui(window).get_moment().to_string();
    let first: u32 = moment(window).split(' ').nth(1).and_then(|turn| turn.parse().ok()).expect("a turn");
    let is_of = |window: &AppWindow, turn: u32| {
        assert!(moment(window).starts_with(&format!("turn {turn} of")), "{}", moment(window));
    };
    for turn in [first + 1, first + 2] {
        press(window, "The next turn");
        for _ in 0..400 {
            pass(10);
        }
        is_of(window, turn);
        assert!(ui(window).get_stopped(), "it stays there");
    }
    press(window, "The turn before");
    is_of(window, first + 1);
    to_the_field(window);
    key(window, &[Key::Shift], Key::PageDown);
    for _ in 0..400 {
        pass(10);
    }
    is_of(window, first + 2);
    key(window, &[Key::Shift], Key::PageUp);
    is_of(window, first + 1);
    // Marches of a side are summed up, and a turn is no long list.
    let told: Vec<String> = ui(window).get_sentences().iter().map(|one| one.text.to_string()).collect();
    assert!(told.iter().any(|one| one.contains(" bodies of the ") && one.ends_with("move (CC-3).")), "{told:?}");
    shoot_all(window, "cracker-turns");
    labels_keep_apart(window);
    ui(window).set_pace(GamePace::Quick);
    press(window, "Let it go on");
    let mut shown = 0;
    for _ in 0..6_000 {
        if !ui(window).get_ending().is_empty() {
            break;
        }
        pass(70);
        if shown < 3 && ui(window).get_at() > 60 * (shown + 1) {
            shown += 1;
            shoot(window, &format!("cracker-storm-{shown}"));
        }
    }
    assert!(!ui(window).get_ending().is_empty(), "{}", ui(window).get_moment());
    assert!(ui(window).get_sentences().row_count() > 60);
    // The forecast of a scenario, with the standard error of its shares.
    press(window, "New game");
    ui(window).set_scenario(0);
    ui(window).invoke_chosen_scenario();
    press(window, "Forecast");
    assert!(ui(window).get_forecast().starts_with("100 battles between captains"), "{}", ui(window).get_forecast());
}

#[test]
fn a_battle_is_kept_saved_opened_and_printed() {
    let evening = start();
    let window = &evening.window;
    begun(&evening, 0, 1);
    settles(window);
    click_inches(window, 12.0, 9.8);
    click_inches(window, 12.0, 20.0);
    press(window, "March there");
    let sentences = ui(window).get_sentences().row_count();
    let order = evening.folder.path().join("order.pdf");
    press(window, "Print the order of battle");
    fill(window, "Path of the PDF", order.to_str().expect("a plain name"));
    press_on_sheet(window, "Print it");
    assert!(order.exists(), "{}", file_refusal(window));
    press(window, "Save the game");
    let file = evening.folder.path().join("evening.cords");
    fill(window, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(window, "Save it");
    assert!(file.exists(), "{}", file_refusal(window));
    // It is there again the next evening.
    let again = AppWindow::new().expect("a window");
    let settings = Settings::read(&evening.folder.path().join("desktop.json"));
    let dialogs = Box::new(Scripted(std::path::PathBuf::new()));
    let shell = build(&again, Session::inline(), worker::Pool::Inline, settings, dialogs);
    show(&again, playing());
    shell.go(Page::Cracker);
    pass(50);
    assert_eq!((ui(&again).get_stage(), ui(&again).get_sentences().row_count()), (CordStage::Move, sentences));
    press(&again, "New game");
    press(&again, "Open a game …");
    fill(&again, "Path of the game", file.to_str().expect("a plain name"));
    press_on_sheet(&again, "Open it");
    assert!(file_refusal(&again).contains("would be left for good"), "{}", file_refusal(&again));
    press_on_sheet(&again, "Open it");
    assert_eq!((ui(&again).get_stage(), ui(&again).get_sentences().row_count()), (CordStage::Move, sentences));
    press(&again, "Take back");
    assert_eq!(told(&again), "Taken back.");
}

#[test]
fn a_battle_of_a_campaign_is_settled_with_cords_and_watched() {
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    let battles = || window.global::<BattlesPage>();
    let rules: Vec<String> = battles().get_rules().iter().map(|rules| rules.to_string()).collect();
    let cracker = rules.iter().position(|rules| rules == "Castle Cracker").expect("it is offered") as i32;
    battles().set_by_rules(cracker);
    battles().invoke_rules_chosen();
    assert_eq!(battles().get_fielded_text(), "", "all of both hosts are in it (CP-3.1)");
    press(window, "Forecast");
    assert_eq!(battles().get_forecasts().row_count(), 1, "{}", battles().get_refusal());
    shoot_all(window, "cracker-forecast");
    press(window, "Play it here");
    assert_eq!(window.global::<Frame>().get_page(), Page::Cracker, "{}", battles().get_refusal());
    assert!(ui(window).get_about().contains("cast as"), "{}", ui(window).get_about());
    shoot_all(window, "cracker-contest-form");
    ui(window).set_attacker_seat(0);
    ui(window).set_defender_seat(1);
    press(window, "Begin the battle");
    settles(window);
    press(window, "Leave the rest to a captain");
    shoot_all(window, "cracker-contest");
    // It waits in the campaign where it was left.
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    assert_eq!(battles().get_by_rules(), cracker, "by the rules it was planned by");
    press(window, "Play it here");
    assert!(ui(window).get_sentences().row_count() > 2, "it goes on where it was left");
    // So do those who lead: one side by hand, the other by a captain, as the settings have it for the next evening too.
    let file = evening.shell.settings.borrow().recent[0].path.clone();
    let led = evening.shell.settings.borrow().leaders[&file].values().next().cloned().expect("they are kept");
    let by_hand = [&led.attacker, &led.defender].map(|leader| leader.as_str() == "by hand");
    assert_eq!(by_hand, [true, false], "{led:?}");
    for _ in 0..400 {
        settles(window);
        if !ui(window).get_ending().is_empty() {
            break;
        }
        press(window, "Leave the rest to a captain");
    }
    press(window, "See what follows");
    assert!(battles().get_has_proposal(), "{}", battles().get_refusal());
    let detail = battles().get_proposal_detail();
    assert!(detail.contains("(CP-3.5)") && detail.len() < 1_200, "what is to be decided has the page: {detail}");
    shoot_all(window, "cracker-follows");
    press(window, "Watch the battle");
    assert_eq!(window.global::<Frame>().get_page(), Page::Cracker, "{}", battles().get_refusal());
    assert_eq!(ui(window).get_at(), 0);
    pass(3_000);
    assert!(ui(window).get_at() > 0, "it is watched from its beginning");
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
}
