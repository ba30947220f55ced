//! A battle played on the screen: orders by hand or by the captain, taken back or not, and kept in the campaign so that
//! closing the program in the middle changes nothing of what comes of it.

use crate::support::{folder, march, open, planned, sound};
use banneret::app::play::{self, Play};
use banneret::app::{battle, desk, turn};
use banneret::campaign::aftermath::{Consequence, Effect};
use banneret::campaign::ids::BattleId;
use banneret::rules::battle::{Fate, GearLoss};
use banneret::rules::figure::{Protection, Weapon};
use banneret::rules::game::Game;
use banneret::rules::gear::Thing;
use banneret::rules::man_to_man::{Decision, Gait, Phase, fight_recorded, record};
use banneret::store::Store;

/// Has the captain decide for whoever must, until the battle is over or `until` says so.
fn go_on(store: &mut Store, battle: BattleId, play: &mut Play, mut until: impl FnMut(&Play) -> bool) {
    while let Some(side) = play.position().pending().first() {
        if until(play) {
            break;
        }
        let from = play.decisions().len();
        play.leave_to_captain(side).expect("a captain's orders are allowed");
        play::keep(store, battle, &play.news(from)).expect("they are kept");
    }
}

fn bytes(play: &Play) -> Vec<u8> {
    play.settlement().expect("a record").record.1
}

#[test]
fn a_battle_broken_off_in_the_middle_comes_out_the_same() {
    // CP-3.2, CP-3.3
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    let id = planned(&mut store);
    let mut whole = play::open(&mut store, id).expect("it begins");
    go_on(&mut store, id, &mut whole, |_| false);
    // The same battle again, closed at every phase of its first turns and once later.
    let other = crate::support::folder();
    let file = march(&other);
    let mut store = open(&file);
    let id = planned(&mut store);
    let mut broken = play::open(&mut store, id).expect("it begins");
    let mut breaks = 0;
    while broken.position().pending().first().is_some() {
        let mut orders = 0;
        go_on(&mut store, id, &mut broken, |_| {
            orders += 1;
            orders > if breaks < 6 { 1 } else { 12 }
        });
        drop(store);
        store = open(&file);
        let opened = play::open(&mut store, id).expect("it goes on");
        assert_eq!(opened.position(), broken.position(), "the same moment");
        assert_eq!(opened.record(), broken.record());
        broken = opened;
        breaks += 1;
    }
    assert!(breaks > 6);
    assert_eq!(bytes(&broken), bytes(&whole), "the same record, byte for byte");
    // Both sides by the captain, it is the battle the program would have fought.
    let fought = fight_recorded(&broken.muster().plan, &banneret::app::numbers::man_to_man(&store).expect("tables"));
    assert_eq!(record::encode(&fought.expect("no fault")).expect("bytes"), bytes(&broken));
    sound(&store, "after a battle played");
    // What follows is proposed and taken in as of any battle; undone, the play is still there.
    let fought = broken.settlement().expect("a record");
    let proposal = battle::propose(
        &store,
        broken.muster().clone(),
        fought.report,
        banneret::campaign::war::Settled::App,
        Some(fought.record),
        false,
    );
    battle::take_in(&mut store, proposal.expect("lines")).expect("it is taken in");
    banneret::app::history::undo(&mut store, 1).expect("undone");
    let again = play::open(&mut store, id).expect("it is still there");
    assert_eq!(bytes(&again), bytes(&whole));
}

/// A battle that was left under other rules stands where it last ran as it was seen, and says so.
#[test]
fn a_battle_that_runs_otherwise_now_stands_where_it_last_ran_alike() {
    let folder = folder();
    let file = march(&folder);
    let altered = |change: &str| {
        rusqlite::Connection::open(&file).expect("the file").execute(change, []).expect("altered");
    };
    let mut store = open(&file);
    let id = planned(&mut store);
    let mut play = play::open(&mut store, id).expect("it begins");
    let mut looks = Vec::new();
    for _ in 0..30 {
        go_on(&mut store, id, &mut play, {
            let mut orders = 0;
            move |_| {
                orders += 1;
                orders > 1
            }
        });
        looks.push((play.decisions().len(), play.position().clone()));
    }
    drop(store);
    let alike = play::open(&mut open(&file), id).expect("it goes on");
    assert_eq!((alike.parted(), alike.position()), (None, play.position()));
    // Other rules would have come to another look after the twentieth of what was kept.
    let (at, before) = (looks[20].0 - 1, &looks[19]);
    altered(&format!("UPDATE play_decision SET stood = stood + 1 WHERE number = {at}"));
    let mut store = open(&file);
    let mut otherwise = play::open(&mut store, id).expect("it goes on all the same");
    assert_eq!((otherwise.decisions().len(), otherwise.position()), (before.0, &before.1));
    let lost = play.decisions().len() - before.0;
    let told = otherwise.parted().expect("it is told");
    assert!(told.contains(&format!("the last {lost} orders")) && told.contains("in turn"), "{told}");
    // Nothing of it is lost before the next order; after it, that is how it stands.
    assert_eq!(store.play(id).expect("read").expect("a play").decisions.0.len(), play.decisions().len());
    let side = otherwise.position().pending().first().expect("somebody decides");
    otherwise.decide(side, Decision::Done).expect("nothing is done");
    play::keep(&mut store, id, &otherwise.news(before.0)).expect("kept");
    let again = play::open(&mut store, id).expect("it goes on");
    assert_eq!((again.parted(), again.position()), (None, otherwise.position()));
    drop(store);
    // An order that the rules do not know or allow is where it stands then.
    let known = looks[9].0;
    altered(&format!("UPDATE play_decision SET decision = '\"dance\"' WHERE number = {known}"));
    let unknown = play::open(&mut open(&file), id).expect("it goes on all the same");
    assert_eq!((unknown.decisions().len(), unknown.position()), (known, &looks[9].1));
    assert!(unknown.parted().is_some());
}

#[test]
fn an_order_is_taken_back_until_a_die_is_thrown_or_it_is_revealed() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = planned(&mut store);
    let mut play = play::open(&mut store, id).expect("it begins");
    let before = play.position().clone();
    assert!(play.take_back().is_err(), "nothing was ordered yet");
    let side = play.position().pending().first().expect("somebody decides");
    let body = play.position().view(side).waiting().next().expect("somebody waits");
    play.decide(side, Decision::Hold { body }).expect("anybody may hold");
    // Twice is refused with a sentence, and nothing has changed.
    let refused = play.decide(side, Decision::Hold { body }).expect_err("it has its order");
    assert!(refused.sentence.starts_with("They are not free to obey"), "{}", refused.sentence);
    assert_eq!(play.decisions().len(), 1);
    play::keep(&mut store, id, &play.news(0)).expect("kept");
    play.take_back().expect("taken back");
    assert_eq!(play.position(), &before);
    play::keep(&mut store, id, &play.news(0)).expect("and forgotten");
    assert!(play::open(&mut store, id).expect("it opens").decisions().is_empty());
    // Revealed, an order stands: both sides have declared, and the phase is over.
    while play.position().phase() == Phase::Declare {
        let side = play.position().pending().first().expect("somebody decides");
        play.leave_to_captain(side).expect("orders");
    }
    assert!(!play.may_take_back());
    assert!(play.take_back().is_err());
}

#[test]
fn last_turns_orders_are_repeated_and_a_turn_is_ended_at_once() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = planned(&mut store);
    let mut play = play::open(&mut store, id).expect("it begins");
    let moves = |play: &Play| matches!(play.position().phase(), Phase::Move(_));
    go_on(&mut store, id, &mut play, moves);
    let side = play.position().pending().first().expect("a side moves");
    let bodies: Vec<_> = play.position().view(side).waiting().collect();
    let march = |play: &Play, body| {
        let facing = play.position().body(body).facing;
        Decision::March { body, heading: facing, distance: 64, gait: Gait::Walk, facing }
    };
    let walker = bodies.into_iter().find(|&body| play.position().check(side, &march(&play, body)).is_ok());
    let walker = walker.expect("somebody may walk an inch");
    let order = march(&play, walker);
    play.decide(side, order).expect("it is allowed");
    let turn = play.position().turn();
    play.end_turn().expect("nobody else does anything");
    assert_eq!((play.position().turn(), play.position().phase()), (turn + 1, Phase::Declare));
    while !moves(&play) || play.position().pending().first() != Some(side) {
        let first = play.position().pending().first().expect("the battle goes on");
        play.decide(first, Decision::Done).expect("a phase without orders");
    }
    let before = play.decisions().len();
    play.repeat_last_turn(side).expect("the walk can be walked again");
    assert_eq!(play.decisions()[before..], [(side, order)], "as last turn, and nothing besides");
    // As it is kept, it is resumed.
    play::keep(&mut store, id, &play.news(0)).expect("kept");
    assert_eq!(play::open(&mut store, id).expect("it goes on").position(), play.position());
}

#[test]
fn what_changed_hands_reaches_the_campaign_unless_it_is_struck() {
    // CP-3.6, MM-8.5, MM-8.8
    for struck in [false, true] {
        let folder = folder();
        let mut store = open(&march(&folder));
        let id = planned(&mut store);
        let mut play = play::open(&mut store, id).expect("it begins");
        go_on(&mut store, id, &mut play, |_| false);
        let mut fought = play.settlement().expect("a record");
        let alive = fought.report.men.iter().find(|man| man.fate == Fate::Unhurt).expect("somebody is unhurt");
        let (man, side) = (alive.man, alive.side);
        let bill = vec![Weapon::Bill];
        fought.report.spoils.arms = vec![(man, Protection::FULL, bill.clone())];
        fought.report.spoils.gear = vec![(side, 12, Thing::Stake, GearLoss::Spent)];
        let person = play.muster().person(man).expect("he is of the campaign");
        let came = store.person(person).expect("he is there").profile;
        let settled = banneret::campaign::war::Settled::App;
        let record = Some(fought.record);
        let mut proposal =
            battle::propose(&store, play.muster().clone(), fought.report, settled, record, false).expect("lines");
        let of = |line: &Consequence| matches!(line.effect, Effect::Arms { .. } | Effect::LosesGear { .. });
        let told: Vec<String> =
            proposal.lines.iter().filter(|line| of(line)).map(|line| line.sentence.clone()).collect();
        assert!(
            told[0].ends_with("has bill now, and protection 1.") && told[1].ends_with(": 12 stakes spent."),
            "{told:?}"
        );
        if struck {
            proposal.lines.iter_mut().filter(|line| of(line)).for_each(|line| line.struck = Some("kept".to_owned()));
        }
        battle::take_in(&mut store, proposal).expect("it is taken in");
        let now = store.person(person).expect("he is there").profile;
        match struck {
            true => assert_eq!((now.protection, &now.weapons), (came.protection, &came.weapons)),
            false => assert_eq!((now.protection, now.weapons), (Protection::FULL, bill)),
        }
        sound(&store, "after spoils");
    }
}

#[test]
fn mm_7_7_all_of_a_side_yield_by_one_order() {
    // MM-7.7: any figure may yield at any time if its side wishes.
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = planned(&mut store);
    let mut play = play::open(&mut store, id).expect("it begins");
    let side = play.position().pending().first().expect("somebody decides");
    play.yield_all(side).expect("they may");
    let again = play.yield_all(side).expect_err("they have");
    assert!(again.sentence.contains("MM-7.7"), "{again}");
    play.end_turn().expect("and so it ends");
    assert!(play.position().outcome().is_some(), "nobody of them is in arms");
    let report = play.position().report();
    assert_eq!(report.winner, Some(side.other()));
    assert!(report.men.iter().filter(|man| man.side == side).all(|man| matches!(man.fate, Fate::Captive { .. })));
}

#[test]
fn a_planned_battle_waits_as_itself_and_not_as_its_contact_too() {
    // CP-2.2
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let before = desk::decisions(&store).expect("the desk").len();
    planned(&mut store);
    assert_eq!(desk::decisions(&store).expect("the desk").len(), before);
}

#[test]
fn the_desk_says_of_a_battle_that_it_is_being_played() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let id = planned(&mut store);
    let waits = |store: &Store| {
        let name = store.battle(id).expect("the battle").name;
        let mut all = desk::decisions(store).expect("what waits").into_iter();
        let one = all.find(|one| one.sentence.starts_with(&name)).expect("it waits");
        one.sentence.trim_start_matches(&name).to_owned()
    };
    assert_eq!(waits(&store), " is planned and not yet settled.");
    let mut play = play::open(&mut store, id).expect("it begins");
    assert_eq!(waits(&store), " is being played.");
    // Played to its end it is no longer being played, though what follows is not taken in.
    assert!(!play::is_fought(&store, id).expect("read"));
    go_on(&mut store, id, &mut play, |_| false);
    assert!(play::is_fought(&store, id).expect("read"));
    assert_eq!(waits(&store), " is fought to its end on the screen.");
}
