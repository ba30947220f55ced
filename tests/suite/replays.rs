//! Battles played again from their records: any moment however it is reached, steps by turn, stage and event, and one
//! man's part in it. A record of the first format plays as one of today does.

use crate::golden;
use crate::rosters;
use banneret::app::replay::{Replay, parts};
use banneret::campaign::realm::Tincture;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain, Game};
use banneret::rules::man_to_man::event::Event;
use banneret::rules::man_to_man::replay::Scene;
use banneret::rules::man_to_man::timeline::{Step, Timeline, TurnPart};
use banneret::rules::man_to_man::{Marshal, Position, Tables, fight_recorded, record};

fn tinctures() -> BySide<Tincture> {
    BySide { attacker: Tincture::Gules, defender: Tincture::Azure }
}

/// A battle of the first format ever released.
fn first_format() -> record::Record {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/record-format-1.battle");
    record::decode(&std::fs::read(path).expect("the record is there")).expect("it is read")
}

fn battles() -> Vec<record::Record> {
    let fought = |seed| fight_recorded(&rosters::random(seed), &Tables::book()).expect("no fault");
    [first_format()].into_iter().chain((0..6).map(fought)).collect()
}

#[test]
fn any_moment_is_the_same_however_it_is_reached() {
    for battle in battles() {
        let timeline = Timeline::new(battle.clone());
        let mut scene = Scene::new(&battle.plan);
        for at in 0..=timeline.len() {
            assert_eq!(timeline.scene(at), scene, "after {at} events");
            if let Some(event) = battle.events.get(at) {
                scene.apply(event);
            }
        }
        assert_eq!(timeline.scene(timeline.len() + 99), timeline.scene(timeline.len()));
    }
}

#[test]
fn steps_lead_through_every_turn_and_back() {
    for battle in battles() {
        let turns = battle.report.turns.expect("a battle has turns");
        let timeline = Timeline::new(battle);
        let places: Vec<usize> = timeline.turns().map(|mark| mark.at).collect();
        let numbers: Vec<u32> = timeline.turns().map(|mark| mark.turn).collect();
        assert_eq!(numbers, (1..=turns).collect::<Vec<_>>());
        // On through the turns, and back the same way.
        let mut at = 0;
        for &place in &places {
            at = timeline.step(at, Step::Turn, true);
            assert_eq!(at, place);
            assert!(matches!(timeline.record.events[at - 1], Event::Turn { .. }));
        }
        assert_eq!(timeline.step(at, Step::Turn, true), timeline.len());
        for &place in places.iter().rev().skip(1) {
            at = timeline.step(at, Step::Turn, false);
            assert_eq!(at, place);
        }
        assert_eq!(timeline.step(at, Step::Turn, false), 0);
        // Every step goes on, or is at the end; and within a turn the stages are in the order of MM-2.
        for by in [Step::Event, Step::Part, Step::Turn] {
            let (mut at, mut last) = (0, timeline.bookmark(0));
            while at < timeline.len() {
                let next = timeline.step(at, by, true);
                assert!(next > at && timeline.step(next, by, false) < next);
                let mark = timeline.bookmark(next);
                assert!((mark.turn, mark.part) >= (last.turn, last.part));
                (at, last) = (next, mark);
            }
        }
        let stages: Vec<TurnPart> = (0..=timeline.len()).map(|at| timeline.bookmark(at).part).collect();
        for stage in [TurnPart::Charges, TurnPart::Moves] {
            assert!(stages.contains(&stage));
        }
    }
}

#[test]
fn standards_and_flight_in_a_replay_are_those_of_the_battle() {
    for seed in 0..12 {
        let plan = rosters::random(seed);
        let (mut events, mut dice) = (Vec::new(), Seeded::new(plan.seed));
        let mut position = Position::new(&plan, &Tables::book(), &mut events).expect("no fault");
        let mut scene = Scene::new(&plan);
        loop {
            for event in events.drain(..) {
                scene.apply(&event);
            }
            for (man, figure) in scene.men.iter().zip(position.figures()) {
                let body = position.body(figure.body);
                assert!(!figure.in_arms() || man.fleeing == body.fleeing(), "seed {seed}, turn {}", position.turn());
            }
            let Some(side) = position.pending().first() else { break };
            let decision = Marshal.decide(&position.view(side));
            position.play(side, decision, &mut dice, &mut events).expect("a captain's decision is allowed");
        }
        let shown = scene.standards.iter().map(|it| (it.side, it.standard, it.place));
        let kept = position.standards().iter().map(|it| (it.side, it.standard, it.place));
        let sorted = |of: Vec<_>| {
            let mut of: Vec<String> = of.into_iter().map(|it| format!("{it:?}")).collect();
            of.sort();
            of
        };
        assert_eq!(sorted(shown.collect::<Vec<_>>()), sorted(kept.collect::<Vec<_>>()), "seed {seed}");
    }
}

#[test]
fn a_man_is_found_and_what_befell_him_is_told() {
    let replay = Replay::new("A fight", tinctures(), first_format());
    assert_eq!(replay.bases, (48, 64));
    assert_eq!((replay.ground.width, replay.ground.depth), (120 * 64, 96 * 64));
    let found = replay.find("knight A1");
    assert_eq!(found.len(), 1);
    let man = found[0];
    assert_eq!(replay.actors[man].named(), "knight A1 (A1)");
    assert_eq!(replay.actors[man].standing(), "baron, grade A, protection 1");
    assert!(replay.find("").is_empty() && replay.find("nobody at all").is_empty());
    let about = replay.about(man);
    assert!(!about.is_empty());
    // Whatever names him is among the lines about him.
    for (index, told) in replay.lines.iter().enumerate() {
        let named = told.line.text.contains("knight A1 (A1)");
        assert!(!named || about.contains(&index) || told.line.text.starts_with("The standard"), "{}", told.line.text);
    }
    let track = replay.track(man);
    assert!(track.len() > 1 && track.windows(2).all(|pair| pair[0].0 < pair[1].0));
    let end = replay.timeline.scene(replay.timeline.len());
    assert_eq!(replay.state(&end, man), "in the saddle");
    assert_eq!(replay.actors[man].end, "unhurt");
    assert_eq!(replay.strength(&replay.timeline.scene(1), Side::Attacker), (6, 6));
}

#[test]
fn a_line_with_dice_opens_to_them() {
    let replay = Replay::new("A fight", tinctures(), golden_record());
    let rolled: Vec<_> = replay.lines.iter().filter(|told| !told.line.rolls.is_empty()).collect();
    assert!(!rolled.is_empty());
    for told in rolled {
        let parts = parts(&told.line);
        let dice: i64 = told.line.rolls.iter().flat_map(|roll| &roll.faces).copied().map(i64::from).sum();
        let added: i64 = told.line.rolls.iter().flat_map(|roll| &roll.parts).map(|part| part.value).sum();
        assert_eq!(parts.iter().map(|part| part.value).sum::<i64>(), dice + added);
        assert!(parts.iter().all(|part| part.clause.starts_with("MM-")));
        let line = replay.line_at(told.at).expect("it is told");
        assert_eq!(replay.lines[line].line.text, told.line.text);
    }
}

fn golden_record() -> record::Record {
    fight_recorded(&golden::knights_against_levy(), &Tables::book()).expect("no fault")
}

#[test]
fn a_battle_that_is_followed_reads_as_one_opened_whole() {
    let record = fight_recorded(&rosters::random(5), &Tables::book()).expect("no fault");
    let tinctures = BySide { attacker: Tincture::Or, defender: Tincture::Gules };
    let first = |count: usize| {
        let events = record.events[..count].to_vec();
        Replay::new("A battle", tinctures, record::Record { events, ..record.clone() })
    };
    let whole = first(record.events.len());
    let mut followed = first(0);
    // On in steps of every size; now and then something is taken back.
    for (on, back) in [(1, 0), (90, 40), (63, 1), (64, 64), (400, 399), (record.events.len(), 0)] {
        let at = (followed.timeline.len() + on).min(record.events.len());
        followed.follow(&record.events[..at], &record.report);
        followed.follow(&record.events[..at - back], &record.report);
    }
    followed.follow(&record.events, &record.report);
    assert_eq!(followed.timeline.len(), whole.timeline.len());
    for at in (0..=whole.timeline.len()).step_by(17) {
        assert_eq!(followed.timeline.scene(at), whole.timeline.scene(at), "after {at} events");
        assert_eq!(followed.timeline.bookmark(at), whole.timeline.bookmark(at), "after {at} events");
    }
    assert!(followed.timeline.turns().eq(whole.timeline.turns()));
    let lines = |replay: &Replay| replay.lines.iter().map(|told| (told.at, told.line.clone())).collect::<Vec<_>>();
    assert_eq!(lines(&followed), lines(&whole));
    assert!(followed.actors.iter().zip(&whole.actors).all(|(one, other)| one.end == other.end));
}
