//! A fought battle on the table: opened from the battles, stepped and played, a man followed, a roll explained.

use super::harness::*;
use banneret::campaign::realm::Tincture;
use banneret::desktop::ui::{BattleView, BattlesPage, Drawer, Frame, Page, ReplayPage, StepBy};
use slint::platform::Key;
use slint::{ComponentHandle, Model};

/// Fights the first battle that comes of playing turns, and opens it on the table.
pub fn on_the_table(evening: &Evening) {
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Let the program fight it");
    press(window, "Watch the battle");
}

/// Every shipped ground with 150 a side upon it is drawn, and fast enough to play.
#[test]
fn every_ground_is_drawn_with_a_hundred_and_fifty_a_side() {
    use banneret::app::replay::Replay;
    use banneret::rules::figure::BySide;
    use banneret::rules::man_to_man::{Tables, fight_recorded, ground};
    let evening = sample("march");
    let window = &evening.window;
    for name in ground::names() {
        let plan = super::hosts::plan(name, 150);
        let record = fight_recorded(&plan, &Tables::book()).expect("no fault");
        let tinctures = BySide { attacker: Tincture::Azure, defender: Tincture::Or };
        let replay = Replay::new(name, tinctures, record);
        banneret::desktop::watch(&evening.shell, replay);
        let ui = window.global::<ReplayPage>();
        for _ in 0..3 {
            ui.invoke_step(StepBy::Turn, true);
        }
        shoot_all(window, &format!("ground-{}", name.replace(' ', "-")));
        assert!(ui.get_scene().contains("of 150"), "{}", ui.get_scene());
    }
}

fn at(evening: &Evening) -> i32 {
    evening.window.global::<ReplayPage>().get_at()
}

#[test]
fn a_battle_is_watched_stepped_and_left() {
    let evening = sample("march");
    let window = &evening.window;
    on_the_table(&evening);
    let ui = window.global::<ReplayPage>();
    assert_eq!(window.global::<Frame>().get_section(), Page::Battles, "the rail still shows where this is");
    assert_eq!(at(&evening), 1);
    assert!(ui.get_moment().contains("before the first turn"));
    shoot_all(window, "replay-array");
    // By keyboard: a turn on, a stage on, an event on, and back again.
    key(window, &[], Key::PageDown);
    assert!(ui.get_moment().starts_with("turn 1 of"), "{}", ui.get_moment());
    let turn = at(&evening);
    key(window, &[], Key::DownArrow);
    let stage = at(&evening);
    assert!(stage > turn);
    key(window, &[], Key::RightArrow);
    assert!(at(&evening) > stage);
    key(window, &[], Key::LeftArrow);
    key(window, &[], Key::UpArrow);
    assert!(at(&evening) <= turn.max(stage - 1));
    key(window, &[], Key::End);
    assert_eq!(at(&evening), ui.get_length());
    shoot_all(window, "replay-end");
    key(window, &[], Key::Home);
    assert_eq!(at(&evening), 1, "the hosts stand arrayed");
    // And by the buttons.
    press(window, "Turn on");
    press(window, "Turn on");
    assert!(ui.get_moment().starts_with("turn 2 of"));
    press(window, "Event back");
    assert!(ui.get_moment().starts_with("turn 1 of"));
    the(window, "Moment of the battle").set_accessible_value("120");
    pass(20);
    assert_eq!(at(&evening), 120);
    shoot_all(window, "replay");
    key(window, &[], Key::Escape);
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    assert!(window.global::<BattlesPage>().get_has_proposal(), "what follows still waits to be taken in");
    // Taken in, it is watched from the campaign's own record.
    press(window, "Take the battle in");
    press(window, "Watch the battle");
    assert_eq!(at(&evening), 1);
    press(window, "Back to Battles");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
}

#[test]
fn a_battle_plays_by_itself_and_pauses() {
    let evening = sample("march");
    let window = &evening.window;
    on_the_table(&evening);
    let ui = window.global::<ReplayPage>();
    ui.set_speed(5);
    key(window, &[], " ");
    assert!(ui.get_playing());
    for _ in 0..30 {
        pass(40);
    }
    let reached = at(&evening);
    assert!(reached > 3, "{reached}");
    key(window, &[], " ");
    assert!(!ui.get_playing());
    for _ in 0..5 {
        pass(40);
    }
    assert_eq!(at(&evening), reached);
    // The log is at the line told, in sight; a line chosen is gone back to.
    let line = ui.get_line();
    assert!(line > 0);
    assert!(there(window, &ui.get_lines().row_data(line as usize).expect("a line").text));
    press(window, &ui.get_lines().row_data(line as usize - 1).expect("a line").text);
    assert_eq!(ui.get_line(), line - 1);
}

#[test]
fn a_man_is_found_followed_and_his_lines_read() {
    let evening = sample("march");
    let window = &evening.window;
    on_the_table(&evening);
    let ui = window.global::<ReplayPage>();
    key(window, &[], "/");
    type_in(window, "b1");
    assert!(ui.get_found().row_count() > 0);
    shoot_all(window, "replay-find");
    let name = ui.get_found().row_data(0).expect("a man").name;
    key(window, &[], Key::Return);
    assert!(ui.get_has_man() && ui.get_follow());
    assert_eq!(ui.get_man(), name, "and the number stands under it");
    let all_lines = ui.get_lines().row_count();
    press(window, "Only his lines");
    assert!(ui.get_only() && ui.get_lines().row_count() < all_lines);
    key(window, &[], Key::End);
    assert!(ui.get_man_end().len() > "In the end ".len());
    shoot_all(window, "replay-man");
    key(window, &[], Key::Escape);
    assert!(!ui.get_has_man());
    assert_eq!(ui.get_lines().row_count(), all_lines);
    // A click on the table's middle finds whoever stands there, or nobody; the table itself says what it shows.
    click(window, "The table");
    assert!(the(window, "The table").accessible_description().expect("a description").contains("in arms"));
    // Larger and smaller, and everybody again.
    let foot = ui.get_foot();
    key(window, &[], "+");
    assert!(ui.get_foot() > foot);
    press(window, "Show everybody");
}

#[test]
fn a_roll_in_the_log_opens_to_its_dice_and_clauses() {
    let evening = sample("march");
    let window = &evening.window;
    on_the_table(&evening);
    let ui = window.global::<ReplayPage>();
    let lines = ui.get_lines();
    let rolled = (0..lines.row_count())
        .map(|row| lines.row_data(row).expect("a line"))
        .find(|line| line.dice.contains(" : "))
        .expect("a blow");
    let row = (0..lines.row_count()).find(|&row| lines.row_data(row).expect("a line") == rolled).expect("its row");
    ui.invoke_seek_line(row as i32);
    pass(50);
    press(window, &format!("Dice: {}", rolled.text));
    assert!(there(window, "Explanation"));
    assert!(says(window, "attack: the dice show"));
    assert_eq!(window.global::<Drawer>().get_clause(), "MM-5.4");
    shoot_all(window, "replay-dice");
    key(window, &[], Key::Escape);
    assert!(!there(window, "Explanation"));
    key(window, &[], Key::F1);
    assert!(says(window, "attack: the dice show"));
}

#[test]
fn a_battle_is_played_by_hand_left_and_gone_on_with() {
    use banneret::desktop::ui::OrdersPage;
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Plan it for the table");
    press(window, "Play it here");
    let orders = window.global::<OrdersPage>();
    let ui = window.global::<ReplayPage>();
    assert!(orders.get_playing() && orders.get_prompt().contains("declare charges"), "{}", orders.get_prompt());
    shoot_all(window, "play-declare");
    // Every phase is asked for here, also those in which there is nothing to decide.
    orders.set_ask_all(true);
    // An order that is refused says why; nobody is in reach of a charge in the first turn.
    orders.set_kind(0);
    orders.invoke_changed(false);
    pass(20);
    assert!(orders.get_refusal().contains("out of reach"), "{}", orders.get_refusal());
    let waiting = orders.get_bodies().row_count();
    press(window, "Give the order");
    assert_eq!(orders.get_bodies().row_count(), waiting, "a refused order changes nothing");
    // E aims at the next of the enemies, and at last at the first again.
    let aimed = orders.get_target();
    key(window, &[], "e");
    assert_ne!(orders.get_target(), aimed);
    assert!(orders.get_refusal().contains("out of reach"), "{}", orders.get_refusal());
    for _ in 1..orders.get_targets().row_count() {
        key(window, &[], "e");
    }
    assert_eq!(orders.get_target(), aimed);
    // Hold is allowed, and taken back.
    orders.set_kind(2);
    orders.invoke_changed(false);
    pass(20);
    assert_eq!(orders.get_refusal(), "");
    press(window, "Give the order");
    assert_eq!(orders.get_bodies().row_count(), waiting - 1);
    press(window, "Take the order back");
    assert_eq!(orders.get_bodies().row_count(), waiting);
    // Before the first turn they may stand elsewhere, and one man may be named in any order that is about one.
    let kinds = || (0..orders.get_kinds().row_count()).map(|at| orders.get_kinds().row_data(at).unwrap().to_string());
    let kind_at = |name: &str| kinds().position(|kind| kind == name).unwrap_or_else(|| panic!("no {name}"));
    let choose = |kind: &str| {
        orders.set_kind(kind_at(kind) as i32);
        orders.invoke_changed(false);
        pass(20);
    };
    choose("let one man yield");
    assert_eq!(orders.get_asked(), "Which man");
    // Anybody may yield at any time (MM-7.7), to the nearest enemy however far he is.
    assert!(orders.get_targets().row_count() > 0);
    assert_eq!(orders.get_refusal(), "");
    choose("stand elsewhere before the battle");
    assert!(orders.get_marches());
    let far =
        |inches: &str| (0..orders.get_fars().row_count()).find(|&at| orders.get_fars().row_data(at).unwrap() == inches);
    orders.set_far(far("1 in").unwrap() as i32);
    orders.set_way(4);
    orders.set_face(1);
    orders.invoke_changed(false);
    pass(20);
    assert_eq!(orders.get_refusal(), "", "an inch to the rear");
    shoot_all(window, "play-place");
    press(window, "Give the order");
    assert_eq!(orders.get_bodies().row_count(), waiting, "who is placed still waits for orders");
    press(window, "Take the order back");
    // So does Ctrl+Z, and the campaign's own actions are left alone.
    press(window, "Give the order");
    key(window, &[Key::Control], "z");
    assert_eq!(orders.get_bodies().row_count(), waiting);
    assert!(window.global::<Frame>().get_sentence().contains("planned"));
    // Both sides declare nothing; the first force's card is drawn, and it marches.
    press(window, "Done with this side");
    press(window, "Done with this side");
    for _ in 0..40 {
        pass(100);
    }
    assert!(orders.get_prompt().contains("move"), "{}", orders.get_prompt());
    assert!(orders.get_marches());
    shoot_all(window, "play-move");
    // E marches them at the nearest enemy, then at the next, and at last at the first again.
    let file = evening.folder.path().join("march.banneret");
    let copy = evening.folder.path().join("copy.banneret");
    let marched = |times: usize| -> String {
        for _ in 0..times {
            key(window, &[], "e");
        }
        assert!(orders.get_odds().starts_with("Towards "), "it says whom they go at: {}", orders.get_odds());
        press(window, "Give the order");
        std::fs::copy(&file, &copy).expect("a copy");
        let sql = rusqlite::Connection::open(&copy).expect("it opens");
        let last = "SELECT decision FROM play_decision ORDER BY number DESC LIMIT 1";
        let decision = sql.query_row(last, [], |row| row.get(0)).expect("an order");
        press(window, "Take the order back");
        decision
    };
    let ways = [1, 2, 3].map(marched);
    assert!(ways.iter().all(|way| way.contains("march")) && ways[0] != ways[1], "{ways:?}");
    assert_eq!(ways[0], ways[2], "there are two of them");
    let events = ui.get_length();
    assert!(orders.get_refusal().is_empty(), "{}", orders.get_refusal());
    press(window, "Give the order");
    assert!(ui.get_length() > events, "a march is on the table at once");
    press(window, "Leave the rest to the captain");
    // How it ends is not told before it is seen.
    assert!(orders.get_prompt().contains("being shown"), "{}", orders.get_prompt());
    key(window, &[], Key::End);
    // Closed and opened again, it stands where it stood.
    let (prompt, length) = (orders.get_prompt(), ui.get_length());
    orders.set_stop(1);
    orders.invoke_ways_changed();
    press(window, "Follow the fight");
    press(window, "Back to Battles");
    press(window, "Play it here");
    assert_eq!((orders.get_prompt(), ui.get_length()), (prompt, length));
    assert!(orders.get_stop() == 1 && !ui.get_follow_fight(), "as it was left");
    orders.set_stop(0);
    press(window, "Follow the fight");
    // A turn is ended for everybody at once; then captains go on until somebody charges.
    let turn = |prompt: &str| prompt.split("turn ").nth(1).and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    press(window, "Done with all");
    for _ in 0..40 {
        pass(100);
    }
    assert_eq!(turn(&orders.get_prompt()), Some(2), "{}", orders.get_prompt());
    press(window, "Repeat last turn's orders");
    assert!(orders.get_refusal().contains("None of the orders"), "{}", orders.get_refusal());
    let stops = orders.get_stops();
    let charge = (0..stops.row_count()).find(|&at| stops.row_data(at).unwrap() == "stop at a charge").unwrap();
    orders.set_stop(charge as i32);
    press(window, "The captain commands the attacker");
    let (prompt, length) = (orders.get_prompt(), ui.get_length());
    press(window, "The captain commands the defender");
    assert_eq!((orders.get_prompt(), ui.get_length()), (prompt, length), "nothing is fought before it is asked for");
    press(window, "Let the captains fight on");
    assert!(ui.get_length() > length && !orders.get_over(), "it stops before the end");
    shoot_all(window, "play-stopped");
    orders.set_stop(0);
    press(window, "Let the captains fight on");
    assert!(!orders.get_over(), "the end is not told before it is seen");
    key(window, &[], Key::End);
    assert!(orders.get_over(), "{}", orders.get_prompt());
    // What follows is proposed.
    assert!(orders.get_prompt().starts_with("The battle is over"));
    shoot_all(window, "play-over");
    // Nothing is typed of it on its page: what follows is what follows from the battle as it was played.
    press(window, "Back to Battles");
    let battles = window.global::<BattlesPage>();
    assert!(battles.get_fought() && there(window, "See how it ended") && !there(window, "Play it here"));
    press(window, "See what follows");
    assert!(battles.get_has_proposal() && battles.get_has_record(), "{}", battles.get_result_faults());
    let played = battles.get_proposal_detail();
    press(window, "Throw the result away");
    press(window, "See how it ended");
    press(window, "See what follows");
    assert!(battles.get_has_proposal());
    assert_eq!(battles.get_proposal_detail(), played, "the same follows from there");
    press(window, "Take the battle in");
    assert_eq!(
        window.global::<BattlesPage>().get_mode(),
        BattleView::Settled,
        "{}",
        window.global::<BattlesPage>().get_refusal()
    );
}

#[test]
fn a_battle_that_runs_otherwise_than_it_was_left_says_so_above_its_orders() {
    use banneret::desktop::ui::OrdersPage;
    let evening = sample("march");
    let window = &evening.window;
    to_a_contact(window);
    press(window, "Plan it for the table");
    press(window, "Play it here");
    press(window, "Done with this side");
    press(window, "Done with this side");
    for _ in 0..40 {
        pass(100);
    }
    press(window, "Give the order");
    press(window, "Back to Battles");
    // A copy in which the last order is kept as if the table had looked otherwise after it.
    let file = evening.folder.path().join("march.banneret");
    let other = evening.folder.path().join("other.banneret");
    std::fs::copy(&file, &other).expect("a copy");
    rusqlite::Connection::open(&other)
        .and_then(|sql| {
            let last = "(SELECT max(number) FROM play_decision)";
            sql.execute(&format!("UPDATE play_decision SET stood = stood + 1 WHERE number = {last}"), [])
        })
        .expect("it is altered");
    banneret::desktop::open(&evening.shell, other);
    pass(100);
    page(window, 4);
    beginning(window, "Battle of Hallow Cross").expect("it is listed").invoke_accessible_default_action();
    pass(50);
    press(window, "Play it here");
    let orders = window.global::<OrdersPage>();
    assert!(orders.get_parted().contains("has been mended since this battle was left"), "{}", orders.get_parted());
    assert_eq!(orders.get_refusal(), "", "what is ordered now is allowed");
    shoot_all(window, "play-parted");
    press(window, "Give the order");
    assert_eq!(orders.get_parted(), "", "it is gone on with");
}
