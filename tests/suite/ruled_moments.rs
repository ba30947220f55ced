//! “Rule on this”: any moment of a battle becomes a situation that the rules play, and that goes as the battle did.

use crate::golden_gear::{a_burning_village, longbows_behind_stakes, storming_a_gatehouse};
use crate::support::{folder, march, open};
use banneret::app::{battle, muster, numbers, replay, ruling, turn};
use banneret::campaign::realm::Tincture;
use banneret::rules::battle::Plan;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Choices, Game};
use banneret::rules::geometry::Point;
use banneret::rules::man_to_man::event::Event;
use banneret::rules::man_to_man::record::Record;
use banneret::rules::man_to_man::replay::ManShown;
use banneret::rules::man_to_man::ruling::{Ending, Told, WrittenSituation, rolled, written};
use banneret::rules::man_to_man::timeline::{Timeline, TurnPart};
use banneret::rules::man_to_man::{Decision, Position, Tables, fight_recorded};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The plan of a battle of *The March* on a ground, with the numbers that the campaign plays.
fn planned(seed: u64, ground: &str) -> (Plan, BTreeMap<String, String>, Vec<u8>) {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let mut field = muster::muster(&store, met.attacker, met.defender, seed).expect("a muster");
    field.fight_on(ground).expect("a ground");
    let house = numbers::of_battles(&store).expect("the house numbers");
    let record = battle::fight(&field, &house).expect("a battle").record.1;
    (field.plan, house, record)
}

fn watched(record: &[u8]) -> Timeline {
    let tinctures = BySide { attacker: Tincture::Or, defender: Tincture::Azure };
    replay::of_bytes("The battle", tinctures, record).expect("it is watched").timeline
}

/// A battle of *The March* on a ground, as it is watched.
fn fought(seed: u64, ground: &str) -> Timeline {
    watched(&planned(seed, ground).2)
}

/// Where everybody is who is still on the field at the beginning of the turn of a moment.
fn places(timeline: &Timeline, at: usize) -> Vec<(usize, Point)> {
    let scene = timeline.scene(beginning(timeline, at));
    let here = |shown: ManShown| matches!(shown, ManShown::Standing | ManShown::Fallen | ManShown::Yielded(_));
    scene.men.iter().enumerate().filter(|(_, man)| here(man.shown)).map(|(n, man)| (n, man.at)).collect()
}

/// The first event after those that begin the turn of a moment.
fn beginning(timeline: &Timeline, at: usize) -> usize {
    let events = &timeline.record.events;
    let turn = |n: &usize| matches!(events[*n], Event::Turn { .. });
    let from = (0..at).rev().find(turn).or_else(|| (0..events.len()).find(turn)).expect("a turn");
    from + 1 + events[from + 1..].iter().take_while(|event| begins(event)).count()
}

fn begins(event: &Event) -> bool {
    matches!(event, Event::Rose { .. } | Event::CameOn { .. } | Event::Turned { .. } | Event::GearNow { .. })
}

/// The events of a ruling after those that begin its first turn.
fn in_its_turn(events: &[Event]) -> &[Event] {
    let from = events.iter().position(|event| matches!(event, Event::Turn { .. })).expect("a turn") + 1;
    &events[from + events[from..].iter().take_while(|event| begins(event)).count()..]
}

/// Rules on a moment by the faces of its turn: the situation's text, whether it is said to go otherwise, and how many events
/// of the turn it tells as the battle has them, of how many.
fn ruled_again(timeline: &Timeline, at: usize) -> (String, bool, usize, usize) {
    let text = written(timeline, at, "The battle of Thornford").expect("it is written");
    let situation =
        WrittenSituation::read(&text).unwrap_or_else(|faults| panic!("after {at} events: {faults}\n{text}"));
    let faces = rolled(timeline, at);
    let ruled = ruling::rule(&situation.with_faces(&faces), Some(1)).expect("it is ruled on");
    let from = beginning(timeline, at);
    let events = &timeline.record.events;
    let next = (from..events.len()).find(|n| matches!(events[*n], Event::Turn { .. })).unwrap_or(events.len());
    let played = in_its_turn(&ruled.events);
    let alike = played.iter().zip(&events[from..next]).take_while(|(one, other)| one == other).count();
    (text.clone(), text.contains("goes otherwise than the battle did"), alike, next - from)
}

#[test]
fn every_moment_of_a_battle_is_ruled_on_as_it_went() {
    for (seed, ground) in [(3, "open field"), (4, "ford"), (5, "village"), (6, "hedged lane")] {
        let timeline = fought(seed, ground);
        let (mut moments, mut departing) = (0, 0);
        for at in (1..timeline.len()).step_by(timeline.len() / 40 + 1) {
            let (text, otherwise, alike, all) = ruled_again(&timeline, at);
            let event = timeline.record.events.get(beginning(&timeline, at) + alike);
            // A record does not tell all that was ordered: a moment that goes otherwise says so, and from which event on.
            assert!(
                otherwise || alike == all,
                "{ground}, after {at} events: {alike} of {all} alike, {event:?}\n{text}"
            );
            moments += 1;
            departing += u32::from(otherwise);
        }
        println!("{ground}: {departing} of {moments} moments go otherwise");
        assert!(departing * 5 <= moments, "{ground}: {departing} of {moments} moments go otherwise");
    }
}

/// Stakes, ladders, rams, cauldrons, fires and what they have done to the ground go with the moment.
#[test]
fn every_moment_of_a_battle_with_gear_is_ruled_on_as_it_went() {
    for plan in [a_burning_village(), longbows_behind_stakes(), storming_a_gatehouse()] {
        let timeline = Timeline::new(fight_recorded(&plan, &Tables::book()).expect("a battle"));
        for at in (1..timeline.len()).step_by(timeline.len() / 40 + 1) {
            let (text, otherwise, alike, all) = ruled_again(&timeline, at);
            let event = timeline.record.events.get(beginning(&timeline, at) + alike);
            assert!(!otherwise && alike == all, "after {at} events: {alike} of {all} alike, {event:?}\n{text}");
        }
    }
}

#[test]
fn a_moment_comes_with_everybody_in_place_and_stops_at_its_own_roll() {
    let timeline = fought(4, "village");
    for at in (1..timeline.len()).step_by(timeline.len() / 40 + 1) {
        let text = written(&timeline, at, "The battle of Thornford").expect("it is written");
        let situation = WrittenSituation::read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let (position, _) = situation.begin(situation.tables()).expect("it begins");
        let here = |man: &banneret::rules::man_to_man::FigureId| {
            use banneret::rules::man_to_man::state::State;
            !matches!(position.figure(*man).state, State::Dead | State::Fled | State::Withdrawn | State::ToCome)
        };
        let men = position.body_ids().flat_map(|body| position.men_of(body)).filter(here);
        let found: Vec<(usize, Point)> = men.map(|man| (usize::from(man.0), position.figure(man).at)).collect();
        assert_eq!(found, places(&timeline, at), "after {at} events\n{text}");
        // By its own faces it comes as far as this moment at least, and asks for a face if one was rolled then.
        let ruled = ruling::rule(&situation, Some(1)).expect("it is ruled on");
        let from = beginning(&timeline, at);
        let gone = &timeline.record.events[from..at.max(from)];
        assert_eq!(in_its_turn(&ruled.events).get(..gone.len()), Some(gone), "after {at} events\n{text}");
        if let Some(Event::Shot { .. } | Event::Struck { .. } | Event::Hurt { .. }) = timeline.record.events.get(at) {
            assert!(matches!(ruled.ending, Ending::Needs(_)), "after {at} events: {:?}\n{text}", ruled.ending);
        }
    }
}

/// A battle ordered at random, as nobody's captain would, and its record.
fn at_random(plan: &Plan, tables: &Arc<Tables>, seed: u64, turns: u32) -> Timeline {
    let mut events: Vec<Event> = Vec::new();
    let mut position = Position::arrayed(plan, tables, &[], &mut events).expect("it is arrayed");
    let (mut dice, mut whim) = (Seeded::new(seed), Seeded::new(seed + 1));
    while position.turn() <= turns
        && let Some(side) = position.pending().first()
    {
        let decision = whim_of(&position, side, &mut whim);
        position.play(side, decision, &mut dice, &mut events).expect("it is allowed");
    }
    let report = position.report();
    let plan = Plan { ground_file: position.ground().file(), ..plan.clone() };
    Timeline::new(Record { plan, tables: tables.shown(), events, report })
}

fn whim_of(position: &Position, side: Side, whim: &mut Seeded) -> Decision {
    let Choices::Some(all) = position.choices(side) else { return Decision::Done };
    let quits = |decision: &Decision| matches!(decision, Decision::Yield { .. } | Decision::Withdraw { .. });
    let may: Vec<Decision> = all
        .into_iter()
        .filter(|(decision, why)| why.is_ok() && !quits(decision))
        .map(|(decision, _)| decision)
        .collect();
    // Those who wait are ordered most of the time.
    match may.len() {
        0 => Decision::Done,
        many => may[whim.die("whim", many as u32) as usize - 1],
    }
}

/// A record tells what happened and not what was ordered. Where orders cannot be read off it, the situation says from where on
/// it goes otherwise, and is never silently wrong.
#[test]
fn a_battle_ordered_by_people_is_ruled_on_as_it_went_or_says_from_where_it_is_not() {
    let (plan, house, _) = planned(3, "open field");
    let tables = Tables::by(&house).expect("the numbers");
    let (mut moments, mut otherwise) = (0, 0);
    for seed in [11, 12, 13] {
        let timeline = at_random(&plan, &tables, seed, 8);
        for at in (1..timeline.len()).step_by(timeline.len() / 30 + 1) {
            let (text, said, alike, all) = ruled_again(&timeline, at);
            assert_eq!(said, alike < all, "seed {seed}, after {at} events: {alike} of {all}\n{text}");
            moments += 1;
            otherwise += usize::from(said);
        }
    }
    assert!(otherwise * 2 <= moments, "{otherwise} of {moments} moments go otherwise");
}

/// The numbers a campaign plays otherwise go with the moment, and change what is ruled.
#[test]
fn a_moment_is_ruled_on_by_the_numbers_the_battle_was_fought_by() {
    let (plan, _, _) = planned(3, "open field");
    let own = BTreeMap::from([("a_plus_attack_bonus".to_owned(), "2".to_owned())]);
    let tables = Tables::with_house(&own).expect("the number");
    let record = fight_recorded(&plan, &tables).expect("a battle");
    let timeline = Timeline::new(record);
    let text = written(&timeline, timeline.len() / 2, "The battle").expect("it is written");
    assert!(text.contains("[numbers]\na_plus_attack_bonus = \"2\""), "{text}");
    let situation = WrittenSituation::read(&text).expect("a situation");
    assert_eq!(situation.tables().house_values(), tables.house_values());
    let plain = written(&fought(3, "open field"), 200, "The battle").expect("it is written");
    assert!(!plain.contains("[numbers]"), "{plain}");
}

#[test]
fn a_moment_before_a_shot_asks_for_its_dice_and_tells_it_with_its_clauses() {
    let timeline = fought(3, "open field");
    let at = (1..timeline.len())
        .find(|at| {
            timeline.bookmark(*at).part == TurnPart::Shooting && timeline.bookmark(at - 1).part != TurnPart::Shooting
        })
        .expect("somebody shoots");
    let text = written(&timeline, at - 1, "The battle").expect("it is written");
    assert!(text.contains("# What was rolled then"), "{text}");
    assert!(text.contains(": shoot "), "{text}");
    let situation = WrittenSituation::read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let told = ruling::rule(&situation, None).expect("it is ruled on");
    let Ending::Needs(needed) = &told.ending else { panic!("it needs dice: {:?}", told.ending) };
    assert!(!needed.dice.is_empty() && !needed.decides.is_empty());
    // With faces typed it goes on, each event with its dice and clauses.
    let faces = [4, 3].repeat(400);
    let told = ruling::rule(&situation.with_faces(&faces), None).expect("it is ruled on");
    let shots = told.told.iter().filter(|told| match told {
        Told::Happened(line, clauses) => {
            !line.rolls.is_empty() && (!clauses.is_empty() || !line.rolls[0].clause.is_empty())
        }
        _ => false,
    });
    assert!(shots.count() > 0, "{:?}", told.told);
}
