//! Castle Cracker: battles of the scenarios played out from seeds and refereed step by step, and captains against one
//! another. `BANNERET_SEEDS` plays more of them.

use crate::contract::random;
use crate::support::seeds_or;
use banneret::rules::castle_cracker::movement::bad_footing;
use banneret::rules::castle_cracker::scenario::shipped;
use banneret::rules::castle_cracker::shooting::is_ready;
use banneret::rules::castle_cracker::{
    BattleSort, Commanders, CrackerStage, Decision, Ending, Event, Generalship, Position, Scenario, Tables, Troops,
    TroopsId, Whereabouts, sentence,
};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain, Game, NullSink, Outcome, conduct};
use banneret::rules::geometry::INCH;

/// How far a body may have come by a decision, in sixty-fourths of an inch (CC-3.0, CC-5.4, CC-5.6): as far as whoever was
/// ordered goes, and nobody else goes anywhere.
fn reach(before: &Position, decision: &Decision, of: TroopsId) -> i32 {
    match decision {
        Decision::March { troops, .. } if *troops == of => before.pace(of, false),
        Decision::Charge(troops, _) if *troops == of => before.allowance(before.troops(of), false),
        Decision::Run(troops, _) if *troops == of => before.pace(of, true),
        _ => 0,
    }
}

/// What must hold of a castle (CC-6): oil comes out of its bottles, and no parapet is manned by more than it has room for.
fn referee_castle(before: &Position, after: &Position, decision: &Decision, told: &[Event]) {
    let oil = |event: &&Event| matches!(event, Event::RamAlight(_) | Event::TowerAlight(..));
    let poured = told.iter().filter(oil).count();
    assert_eq!(usize::from(after.oil) + poured, usize::from(before.oil), "a bottle of oil for each fire (CC-6.1)");
    if let Decision::Man(id, _) = decision {
        let Whereabouts::Parapet(wall) = after.troops(*id).whereabouts else { panic!("they man a wall") };
        let room = after.field.wall(wall).map_or(0, |wall| 2 * (wall.from.distance(wall.to) / INCH));
        let men: usize = after.manning(after.troops(*id).side, wall).map(|(_, troops)| troops.able()).sum();
        assert!(men <= room as usize, "{men} men on a parapet for {room}");
    }
}

/// What must hold where men fell (CC-3.0, CC-5.1): those who go on fighting touch as they did, no rank is wider than its men, and
/// nobody closes up into others.
fn referee_closing(before: &Position, after: &Position) {
    let free = |troops: &Troops| troops.is_afield() && troops.trail.is_none() && troops.gear.is_none();
    let apart = |game: &Position, one: TroopsId, other: TroopsId| {
        let other = game.troops(other);
        let nearest = |(_, place)| other.nearest(place).map_or(i64::MAX, |(.., distance)| distance);
        game.troops(one).figures().map(nearest).min().unwrap_or(i64::MAX)
    };
    for &(one, other) in before.contacts.iter().filter(|pair| after.contacts.contains(pair)) {
        let (first, second) = (after.troops(one), after.troops(other));
        let touch = i64::from((first.base + second.base) / 2 + INCH / 4);
        let was = apart(before, one, other).max(touch * touch);
        let touches = apart(after, one, other) <= was;
        assert!(touches || !free(first) || !free(second), "{} and {} fight", first.name, second.name);
    }
    for (was, now) in before.troops.iter().zip(&after.troops).filter(|(was, now)| free(was) && free(now)) {
        // Whoever has just been ordered stands where he was ordered to.
        if now.standing.len() == was.standing.len() || now.ordered && !was.ordered {
            continue;
        }
        let closed = now.files <= now.standing.len();
        let stood = bad_footing(&before.field, was).is_some();
        assert!(closed || stood, "{} are {} in a rank of {}", now.name, now.standing.len(), now.files);
        for (other_was, other) in before.troops.iter().zip(&after.troops).filter(|(_, other)| free(other)) {
            let itself = std::ptr::eq(other, now);
            let overlapped = other_was.is_afield() && other_was.overlaps(was);
            // Who goes nowhere takes up less room than before; those of one side alone keep clear of one another.
            let still = now.at == was.at || other.side != now.side;
            let apart = itself || still || !other_was.is_afield() || overlapped || !now.overlaps(other);
            assert!(apart, "{} close up into {}", now.name, other.name);
        }
    }
}

/// What must hold of any position, whoever played it.
fn referee(before: &Position, after: &Position, decision: &Decision, told: &[Event]) {
    referee_castle(before, after, decision, told);
    for (at, troops) in after.troops.iter().enumerate() {
        let name = &troops.name;
        assert!(troops.standing.is_sorted() && troops.standing.windows(2).all(|pair| pair[0] != pair[1]), "{name}");
        assert!(troops.struck.iter().all(|slot| troops.standing.contains(slot)), "{name}: only who stands is hit");
        if troops.is_afield() {
            assert!(after.field.holds(troops.at), "{name} are off the field at {:?}", troops.at);
        }
        if let Some(was) = before.troops.get(at) {
            assert!(troops.standing.len() <= was.standing.len(), "{name}: nobody comes from nowhere");
            if was.whereabouts == Whereabouts::Fled {
                assert_eq!(troops.whereabouts, Whereabouts::Fled, "{name}: who left is gone");
            }
            if was.is_afield() && troops.is_afield() {
                let most = i64::from(reach(before, decision, TroopsId(at as u16)));
                // Whoever has lost men closes up within the place that they took up (CC-5.1).
                let closes = if troops.standing.len() < was.standing.len() { i64::from(was.radius()) } else { 0 };
                // A way is measured by the half inch, each in whole sixty-fourths.
                let most = most + most / 32 + 1 + closes;
                let went = was.at.distance_squared(troops.at);
                assert!(went <= most * most, "{name} went {} of {most}: {decision:?}", went.isqrt());
                let stood = bad_footing(&before.field, was);
                assert!(stood.is_some() || bad_footing(&after.field, troops).is_none(), "{name}: {decision:?}");
            }
            // CC-4.0: an engine rests, and nobody shoots twice in a turn of his own.
            if let (Some(weapon), true) = (was.missile, was.shot != troops.shot) {
                let ready = is_ready(before.tables.weapon(weapon), was.shot, before.turn);
                assert!(ready, "{name} shoot in turn {} and {:?}", before.turn, was.shot);
            }
        }
        let set_down = matches!(decision, Decision::Land(id, _) | Decision::Descend(id, _) if usize::from(id.0) == at);
        let parted = before.troops.get(at).is_none() && matches!(decision, Decision::Part(..));
        if set_down || parted {
            assert_eq!(bad_footing(&after.field, troops), None, "{name}: {decision:?}");
        }
        if let Whereabouts::Captive(guard) = troops.whereabouts {
            assert!(
                !after.troops(guard).standing.is_empty() || troops.standing.is_empty(),
                "{name} have a guard (CC-5.6)"
            );
        }
    }
    for &(one, other) in &after.contacts {
        let (one, other) = (after.troops(one), after.troops(other));
        assert!(one.side == Side::Attacker && other.side == Side::Defender);
        assert!(one.is_afield() && other.is_afield(), "{} and {} fight", one.name, other.name);
    }
    referee_closing(before, after);
    // Parts and guards are of those there were: men are never more than they began with.
    for side in [Side::Attacker, Side::Defender] {
        let of = after.troops.iter().filter(|troops| troops.side == side && troops.are_men());
        let men: u32 = of.map(|troops| troops.standing.len() as u32).sum();
        assert!(men <= after.began[side], "{side}");
    }
    for event in told {
        let told = sentence(event);
        assert!(told.ends_with('.') && !told.contains("{}"), "{told}");
    }
}

fn play(game: &mut Position, captain: &impl Captain<Position>, dice: &mut Seeded, at_random: usize) -> Vec<Event> {
    let (mut told, mut made) = (Vec::new(), 0);
    while let Some(side) = game.pending().first() {
        let decision = match made < at_random {
            true => random(game, side, dice),
            false => captain.decide(&game.view(side)),
        };
        let (before, from) = (game.clone(), told.len());
        game.play(side, decision.clone(), dice, &mut told)
            .unwrap_or_else(|why| panic!("turn {}: {decision:?}: {why}", before.turn));
        referee(&before, game, &decision, &told[from..]);
        made += 1;
        assert!(made < 20_000, "a battle without an end");
    }
    told
}

#[test]
fn battles_of_every_scenario_are_sound() {
    for (file, scenario) in shipped() {
        let mut winners = [0u64; 3];
        for seed in 0..seeds_or(72).div_ceil(12) {
            let mut dice = Seeded::new(seed);
            let mut game = scenario.begin(&Tables::book());
            // A third begins at random, and a third goes on so for as long as most battles take.
            let at_random = [0, 400, 80][seed as usize % 3];
            let told = play(&mut game, &Commanders::default(), &mut dice, at_random);
            assert!(matches!(told.last(), Some(Event::Over(_))), "{file}: its end is told");
            assert!(matches!(game.stage, CrackerStage::Over(_)) && game.turn <= game.turns);
            winners[match game.outcome().expect("it is over") {
                Outcome::Won(Side::Attacker) => 0,
                Outcome::Won(Side::Defender) => 1,
                Outcome::Undecided => 2,
            }] += 1;
        }
        eprintln!("{file}: {winners:?}");
    }
}

/// How battles of a scenario end from so many seeds.
fn endings(scenario: &Scenario, lead: Commanders, count: u64) -> Vec<Ending> {
    let tables = Tables::book();
    let end = |seed: u64| {
        let mut game = scenario.begin(&tables);
        conduct(&mut game, &lead, &mut Seeded::new(seed), &mut NullSink).expect("allowed");
        match game.stage {
            CrackerStage::Over(ending) => ending,
            stage => panic!("{stage:?}"),
        }
    };
    (0..count).map(end).collect()
}

fn won(endings: &[Ending], side: Side) -> usize {
    endings.iter().filter(|ending| ending.winner() == Some(side)).count()
}

/// In every scenario and on either side a warlord beats one who only advances.
#[test]
fn a_warlord_beats_a_drover() {
    for (file, scenario) in shipped() {
        for side in [Side::Attacker, Side::Defender] {
            let mut lead = BySide { attacker: Generalship::Drover, defender: Generalship::Drover };
            lead[side] = Generalship::Warlord;
            let count = seeds_or(24).min(200);
            let wins = won(&endings(scenario, Commanders(lead), count), side) as u64;
            assert!(4 * wins > 3 * count, "{file}: as {side} he won {wins} of {count}");
        }
    }
}

/// Between equal captains each side wins a scenario in three battles of ten at least; and what a battle may be won by does
/// win some.
#[test]
fn every_scenario_goes_either_way() {
    for (file, scenario) in shipped() {
        // Fewer than so many say nothing of what is rare.
        let count = seeds_or(200).clamp(200, 1_000);
        let endings = endings(scenario, Commanders::default(), count);
        let wins = [Side::Attacker, Side::Defender].map(|side| won(&endings, side) as u64);
        let even = |wins: &u64| (3 * count..=7 * count).contains(&(10 * wins));
        assert!(wins.iter().all(even), "{file}: {wins:?} of {count}");
        let some = |what: fn(&Ending) -> bool| endings.iter().any(what);
        match scenario.sort {
            BattleSort::Open => assert!(some(|end| matches!(end, Ending::NobodyLeft(_))), "{file}"),
            BattleSort::Castle | BattleSort::Defence => {
                assert!(some(|end| matches!(end, Ending::Objective(Side::Attacker, _))), "{file}");
            }
            BattleSort::Away => {
                assert!(some(|end| matches!(end, Ending::Relieved(_))), "{file}: the relief arrives");
                assert!(some(|end| matches!(end, Ending::Garrison(_))), "{file}: and comes too late");
            }
        }
    }
}
