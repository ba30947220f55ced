//! “Rule on this”: any moment of a battle becomes a situation that the rules play.

use crate::support::{folder, march, open};
use banneret::app::{battle, muster, numbers, replay, ruling, turn};
use banneret::campaign::realm::Tincture;
use banneret::rules::figure::BySide;
use banneret::rules::geometry::Point;
use banneret::rules::man_to_man::Tables;
use banneret::rules::man_to_man::replay::ManShown;
use banneret::rules::man_to_man::ruling::{Ending, Told, WrittenSituation, written};
use banneret::rules::man_to_man::timeline::{Timeline, TurnPart};

/// A battle of *The March* on a ground, as it is watched.
fn fought(seed: u64, ground: &str) -> Timeline {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let mut field = muster::muster(&store, met.attacker, met.defender, seed).expect("a muster");
    field.fight_on(ground).expect("a ground");
    let house = numbers::of_battles(&store).expect("the house numbers");
    let record = battle::fight(&field, &house).expect("a battle").record.1;
    let tinctures = BySide { attacker: Tincture::Or, defender: Tincture::Azure };
    replay::of_bytes("The battle", tinctures, &record).expect("it is watched").timeline
}

/// Where everybody is who is still on the field.
fn places(timeline: &Timeline, at: usize) -> Vec<Point> {
    let scene = timeline.scene(at);
    let gone = |shown| matches!(shown, ManShown::Dead | ManShown::Fled | ManShown::Withdrawn);
    // A prisoner whose captor is gone is nobody's to hold, and is left out.
    let here = |mut shown: ManShown| {
        while let ManShown::Yielded(to) = shown {
            shown = scene.men[usize::from(to.0)].shown;
        }
        !gone(shown)
    };
    let mut places: Vec<Point> = scene.men.iter().filter(|man| here(man.shown)).map(|man| man.at).collect();
    places.sort_by_key(|at| (at.x, at.y));
    places
}

#[test]
fn every_moment_of_a_battle_can_be_ruled_on() {
    for (seed, ground) in [(3, "open field"), (4, "ford"), (5, "village")] {
        let timeline = fought(seed, ground);
        let marks: Vec<usize> = (1..timeline.len()).step_by(timeline.len() / 40 + 1).collect();
        for at in marks {
            let text = written(&timeline, at, "The battle of Thornford");
            let situation = WrittenSituation::read(&text)
                .unwrap_or_else(|faults| panic!("{ground}, after {at} events: {faults}\n{text}"));
            let (position, _) = situation.begin(&Tables::book()).expect("it begins");
            let mut found: Vec<Point> =
                position.body_ids().flat_map(|body| position.men_of(body)).map(|man| position.figure(man).at).collect();
            found.sort_by_key(|at| (at.x, at.y));
            assert_eq!(found, places(&timeline, at), "{ground}, after {at} events\n{text}");
            let ruled = ruling::rule(&situation, None).expect("it is ruled on");
            assert!(!matches!(ruled.ending, Ending::BadFace { .. }));
        }
    }
}

#[test]
fn a_moment_before_a_shot_asks_for_its_dice_and_tells_it_with_its_clauses() {
    let timeline = fought(3, "open field");
    let at = (1..timeline.len())
        .find(|at| {
            timeline.bookmark(*at).part == TurnPart::Shooting && timeline.bookmark(at - 1).part != TurnPart::Shooting
        })
        .expect("somebody shoots");
    let text = written(&timeline, at - 1, "The battle");
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
