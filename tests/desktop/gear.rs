//! Gear: chosen beside a contact, changed in the plan, carried into the battle and its record; and a wall stormed by hand.

use super::controls::choose;
use super::harness::*;
use banneret::desktop::ui::{BattleView, BattlesPage, Frame, GearPage, GearSide, OrdersPage, ReplayPage};
use slint::platform::Key;
use slint::{ComponentHandle, Model, ModelRc, SharedString};

const OURS: &str = "Host of Estmark";
const THEIRS: &str = "Host of Gorwen";

/// A window in which the gear of a contact, which stands below what decides, is in sight.
const TALL: (f32, f32) = (1280.0, 1200.0);

/// What a host is offered and brings, as its card shows it.
fn card(evening: &Evening, host: &str) -> GearSide {
    let ui = evening.window.global::<GearPage>();
    assert!(ui.get_open());
    [ui.get_left(), ui.get_right()].into_iter().find(|side| side.host == host).expect("every host has its card")
}

fn brings(evening: &Evening, host: &str) -> Vec<String> {
    card(evening, host).rows.iter().map(|row| row.text.to_string()).collect()
}

/// Opens the contact of the two great hosts.
fn face_to_face(evening: &Evening) {
    let window = &evening.window;
    press(window, "Play the next turn");
    let decide = labels(window).into_iter().find(|label| label.starts_with("Decide: ") && label.contains(THEIRS));
    press(window, &decide.expect("the hosts meet at Thornford"));
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Contact);
}

/// Chooses a thing on a host's card; `from` is the place of the one chosen before.
fn pick(evening: &Evening, host: &str, thing: &str, from: &mut i32) {
    let offers = card(evening, host).offers;
    choose(evening, &format!("What to bring, {host}"), &offers, *from, thing);
    *from = offers.iter().position(|offer| offer.contains(thing)).expect("it is offered") as i32;
}

#[test]
fn gear_is_chosen_beside_a_contact_changed_in_the_plan_and_fought_with() {
    let evening = sample("march");
    let window = &evening.window;
    face_to_face(&evening);
    show(window, TALL);
    let (mut ours, mut theirs) = (0, 0);
    let ui = || window.global::<BattlesPage>();
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "open field");
    // On the open field there is nothing to climb: the card says so, and brings nothing.
    pick(&evening, OURS, "ladder", &mut ours);
    assert!(says(window, "There is no wall on this ground to go up (MM-9.10)."));
    press(window, &format!("Bring it, {OURS}"));
    assert!(brings(&evening, OURS).is_empty());
    shoot_all(window, "gear-refused");
    show(window, TALL);
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "curtain with towers");
    assert!(card(&evening, OURS).offers.iter().any(|offer| offer == "ladder, 2 points"));
    fill(window, &format!("How many, {OURS}"), "2");
    press(window, &format!("Bring it, {OURS}"));
    assert_eq!(brings(&evening, OURS), ["2 ladders"]);
    press(window, &format!("One more of 2 ladders, {OURS}"));
    press(window, &format!("One fewer of 3 ladders, {OURS}"));
    fill(window, &format!("How many, {THEIRS}"), "many");
    pick(&evening, THEIRS, "stake", &mut theirs);
    press(window, &format!("Bring it, {THEIRS}"));
    assert!(ui().get_refusal().contains("whole number"), "{}", ui().get_refusal());
    fill(window, &format!("How many, {THEIRS}"), "12");
    press(window, &format!("Bring it, {THEIRS}"));
    assert_eq!(brings(&evening, THEIRS), ["12 stakes"]);
    assert_eq!(ui().get_refusal(), "");
    // Both attack or defend with what is theirs, and the price has its parts.
    shoot_all(window, "gear");
    show(window, TALL);
    press(window, &format!("What the gear of {OURS} costs: 4 points"));
    assert!(there(window, "Explanation") && says(window, "ladder"));
    key(window, &[], Key::Escape);
    // The ground may still be another: what is of no use there says so.
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "ford");
    assert!(card(&evening, OURS).rows.row_data(0).expect("the ladders").useless.contains("no wall"));
    choose(&evening, "Ground", &ui().get_grounds(), ui().get_ground(), "curtain with towers");
    press(window, "Plan it for the table");
    assert_eq!(ui().get_mode(), BattleView::Plan, "{}", ui().get_refusal());
    assert_eq!(
        (brings(&evening, OURS), brings(&evening, THEIRS)),
        (vec!["2 ladders".into()], vec!["12 stakes".into()])
    );
    // The plan is changed, undone, and fought as it is.
    let sentence = || window.global::<Frame>().get_sentence().to_string();
    press(window, "Ground, rules and gear");
    press(window, &format!("Leave behind 12 stakes, {THEIRS}"));
    assert!(sentence().contains(&format!("{THEIRS} brings no gear")), "{}", sentence());
    assert!(brings(&evening, THEIRS).is_empty());
    key(window, &[Key::Control], "z");
    assert_eq!(brings(&evening, THEIRS), ["12 stakes"]);
    shoot_all(window, "gear-plan");
    press(window, "Let the program fight it");
    assert!(ui().get_has_proposal(), "{}", ui().get_refusal());
    press(window, "Read the log");
    fill(window, "Find in the log", "stakes");
    assert!(ui().get_log().row_count() > 0, "the stakes are told of");
    key(window, &[], Key::Escape);
    press(window, "Take the battle in");
    assert!(
        ui().get_detail().contains("2 ladders") && ui().get_detail().contains("12 stakes"),
        "{}",
        ui().get_detail()
    );
    shoot_all(window, "gear-settled");
}

/// The place of an order in the list of a body that can be given it.
fn kind(orders: &OrdersPage, word: &str) -> Option<i32> {
    orders.get_kinds().iter().position(|kind| kind == word).map(|at| at as i32)
}

fn take(evening: &Evening, set: impl FnOnce(&OrdersPage), other_body: bool) {
    let orders = evening.window.global::<OrdersPage>();
    set(&orders);
    orders.invoke_changed(other_body);
    pass(20);
}

/// Two ladders are carried to a wall, raised and gone up by orders given by hand; the captain gives the others.
#[test]
fn a_wall_is_stormed_by_hand_with_ladders() {
    use banneret::app::{found, plan, turn};
    use banneret::rules::figure::BySide;
    use banneret::store::Store;
    let evening = start();
    let window = &evening.window;
    let file = evening.folder.path().join("march.banneret");
    drop(found::from_sample(&file, "march").expect("the sample"));
    let mut store = Store::open(&file).expect("it opens");
    turn::play(&mut store).expect("a turn");
    let army = |name: &str| store.army_named(name).expect("the host").id;
    let (one, other) = (army(OURS), army(THEIRS));
    let gear = BySide { attacker: "2 ladders".to_owned(), defender: "6 rocks".to_owned() };
    plan::plan_on(&mut store, one, other, 11, "curtain with towers", &gear).expect("a plan");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    page(window, 4);
    beginning(window, "Battle of Thornford").expect("the plan's row").invoke_accessible_default_action();
    pass(20);
    press(window, "Play it here");
    let orders = window.global::<OrdersPage>();
    assert!(orders.get_playing(), "{:?}", labels(window));
    press(window, "The captain commands the defender");
    let (mut refused, mut raised, mut climbed, mut seen) = (false, false, false, Vec::new());
    for _ in 0..400 {
        if orders.get_over() || climbed {
            break;
        }
        // What was ordered is seen to its end first.
        key(window, &[], slint::platform::Key::End);
        for body in 0..orders.get_bodies().row_count() as i32 {
            take(&evening, |orders| orders.set_body(body), true);
            if !orders.get_gear().contains("ladder") && !raised {
                continue;
            }
            seen.push(format!("{} {}", orders.get_prompt(), kinds(&orders.get_kinds())));
            if let Some(at) = kind(&orders, "raise the ladder – not now").filter(|_| !refused) {
                // Far from the wall it is refused in a sentence, and giving it changes nothing.
                take(&evening, |orders| orders.set_kind(at), false);
                assert!(there(window, "At what"));
                assert!(orders.get_targets().row_data(0).expect("a wall").contains("the curtain"));
                assert_eq!(orders.get_refusal(), "Nobody of them is near enough (MM-3.7).");
                shoot_all(window, "play-ladder-refused");
                let waiting = orders.get_bodies().row_count();
                press(window, "Give the order");
                assert_eq!(orders.get_bodies().row_count(), waiting);
                refused = true;
            }
            if let Some(at) = kind(&orders, "raise the ladder").filter(|_| !raised) {
                take(&evening, |orders| orders.set_kind(at), false);
                assert_eq!(orders.get_refusal(), "");
                shoot_all(window, "play-ladder-raise");
                press(window, "Give the order");
                let told = || window.global::<ReplayPage>().get_lines();
                assert!(told().iter().any(|line| line.text.contains("the ladder against the curtain")));
                // No die was thrown, so it is taken back, and given again.
                press(window, "Take the order back");
                assert!(!told().iter().any(|line| line.text.contains("the ladder against the curtain")));
                take(&evening, |orders| orders.set_body(body), true);
                let at = kind(&orders, "raise the ladder").expect("it may be raised again");
                take(&evening, |orders| orders.set_kind(at), false);
                press(window, "Give the order");
                raised = true;
                break;
            }
            if let Some(at) = kind(&orders, "go up onto the wall") {
                take(&evening, |orders| orders.set_kind(at), false);
                press(window, "Give the order");
                shoot_all(window, "play-ladder-climbed");
                climbed = true;
                break;
            }
        }
        press(window, "Leave the rest to the captain");
    }
    assert!(refused && raised && climbed, "{refused} {raised} {climbed}: {}", seen.join("\n"));
}

fn kinds(kinds: &ModelRc<SharedString>) -> String {
    kinds.iter().map(|kind| kind.to_string()).collect::<Vec<_>>().join(", ")
}
