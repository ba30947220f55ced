//! Castle under Siege: whole games, by chance and by engineers of every skill, kept, resumed and taken back.

use crate::contract::random;
use crate::support::seeds_or;
use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::{Dice as _, Seeded};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain as _, Game as _, conduct};
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::matches::Match;

fn agreed(seed: u64) -> Agreed {
    let strength = if seed.is_multiple_of(2) { Strength::Average } else { Strength::Powerful };
    let reckoning = if (seed / 2).is_multiple_of(2) { Reckoning::Plain } else { Reckoning::Points };
    Agreed { strength, reckoning }
}

/// What must hold of a game whatever was played.
fn holds(game: &Position, seed: u64) {
    let castle = Castle::get();
    for id in castle.structure_ids() {
        assert!(game.points_left(id) <= game.points_whole(id), "seed {seed}");
        let burns = game.fires().iter().filter(|fire| fire.structure == id).count();
        assert!(
            burns == 0 || game.points_left(id) > 0 && game.is_wood(id),
            "seed {seed}: what stands and is of wood burns"
        );
    }
    assert!(game.fires().iter().all(|fire| fire.left > 0), "seed {seed}");
    let left: u8 = game.ammunition().iter().sum();
    assert!(u32::from(18 - left) <= game.turn(), "seed {seed}: one shot a turn");
    let leaving = match game.stage() {
        Awaited::Leave(leaving) => leaving.clone(),
        _ => Vec::new(),
    };
    let every = castle.ids().filter(|&id| castle.section(id).kind != SectionKind::Court).all(|id| game.is_closed(id));
    for id in game.people_ids() {
        let inside = game.is_closed(game.person(id).section());
        assert!(
            !inside || leaving.contains(&id) || every || game.ending().is_some(),
            "seed {seed}: nobody is in a closed section"
        );
    }
}

/// Any decision there is, shots made on a real table among them.
fn any(game: &Position, side: Side, dice: &mut Seeded) -> Decision {
    let lot = |dice: &mut Seeded, most: i32| dice.lot("any", most as usize) as i32;
    match game.stage() {
        Awaited::Shoot => {
            // From any side, over the castle and about it.
            let along = |dice: &mut Seeded| (lot(dice, 20) - 2) * INCH;
            let mut away = 12;
            loop {
                away += 1;
                let (across, beyond) = (along(dice), if lot(dice, 2) == 0 { -away * INCH } else { (16 + away) * INCH });
                let from = if lot(dice, 2) == 0 { Point::new(across, beyond) } else { Point::new(beyond, across) };
                if game.check_stand(from).is_err() {
                    continue;
                }
                let place = Point::new(lot(dice, 18 * INCH) - INCH, lot(dice, 18 * INCH) - INCH);
                let shot = Decision::Shoot { from, aim: place, setting: 2 };
                if lot(dice, 2) == 0 && game.check(side, &shot).is_ok() {
                    return shot;
                }
                let landing = Landing { at: place, turned: lot(dice, 360) as u16 };
                return Decision::Landed(Landed { from, aim: None, setting: lot(dice, 3) as u8, landing });
            }
        }
        // Not everybody acts in every turn.
        Awaited::Act if lot(dice, 8) == 0 => Decision::Done,
        _ => random(game, side, dice),
    }
}

#[test]
fn random_games_end_and_break_nothing() {
    let mut endings = [0u32; Ending::ShotsMade as usize + 1];
    for seed in 0..seeds_or(60) {
        let mut dice = Seeded::new(seed);
        let mut chance = Seeded::stream(seed, 1);
        let (mut game, mut told) = (Position::new(agreed(seed), &Tables::book()), Vec::new());
        while let Some(side) = game.pending().first() {
            let decision = any(&game, side, &mut chance);
            game.play(side, decision.clone(), &mut dice, &mut told)
                .unwrap_or_else(|why| panic!("seed {seed}: {decision:?}: {why}"));
            holds(&game, seed);
            assert!(told.len() < 5_000, "seed {seed}: a game without an end");
        }
        let said = told.iter().map(|event| sentence(&game, event));
        for line in said {
            assert!(line.ends_with('.') && !line.contains("  ") && line.starts_with(char::is_uppercase), "{line}");
        }
        endings[game.ending().expect("it is over") as usize] += 1;
    }
    let by_chance = [Ending::Gatehouse, Ending::OutOfAmmunition, Ending::NoMorePoints];
    assert!(by_chance.iter().any(|&ending| endings[ending as usize] > 0), "{endings:?}");
}

#[test]
fn a_match_is_kept_resumed_and_taken_back_at_every_step() {
    for seed in 0..seeds_or(4).min(40) {
        let mut chance = Seeded::stream(seed, 2);
        let begin = || Match::new(Position::new(agreed(seed), &Tables::book()), Vec::new(), seed);
        let mut game = begin();
        while let Some(side) = game.position().pending().first() {
            let before = game.clone();
            game.decide(side, any(game.position(), side, &mut chance)).expect("it is allowed");
            match game.open_decisions() {
                0 => assert_eq!(game.take_back(), None),
                _ => {
                    let mut back = game.clone();
                    assert_eq!(back.take_back().as_ref(), game.decisions().last());
                    assert!(back == before, "seed {seed}: taken back it is as it was");
                }
            }
            if game.decisions().len().is_multiple_of(7) {
                let again = begin().resume(&game.decided_since(0)).expect("it is resumed");
                assert!(again == game, "seed {seed}: the same decisions make the same match");
            }
        }
    }
}

#[test]
fn engineers_play_every_game_to_its_end_and_the_same_seed_the_same() {
    for seed in 0..seeds_or(6) {
        let engineer = Engineer::of(Craft::ALL[seed as usize % 3]);
        let play = || {
            let (mut game, mut told) = (Position::new(agreed(seed), &Tables::book()), Vec::new());
            conduct(&mut game, &engineer, &mut Seeded::new(seed), &mut told)
                .unwrap_or_else(|why| panic!("{seed}: {why}"));
            (game, told)
        };
        let (game, told) = play();
        assert_eq!(told, play().1, "seed {seed}");
        let shots = told.iter().filter(|event| matches!(event, Event::Shot(..))).count();
        assert_eq!(shots + game.ammunition().iter().map(|&left| usize::from(left)).sum::<usize>(), 18, "seed {seed}");
        holds(&game, seed);
    }
}

/// Games the attacker wins of `games` by engineers of these skills, as the players have agreed.
fn won(attack: Craft, defence: Craft, agreed: Agreed, games: u64) -> u64 {
    let engineer = Engineer { attack, defence };
    let attacker = |seed: &u64| {
        let mut game = Position::new(agreed, &Tables::book());
        let mut dice = Seeded::new(seed * 31 + 7);
        while let Some(side) = game.pending().first() {
            let decision = engineer.decide(&game.view(side));
            game.play(side, decision, &mut dice, &mut Vec::new()).expect("an engineer decides what he may");
        }
        game.ending().expect("it is over").winner() == Side::Attacker
    };
    (0..games).filter(attacker).count() as u64
}

#[test]
fn a_better_engineer_wins_more_at_the_catapult_and_in_the_castle() {
    better_engineers_win_more(Reckoning::Plain);
}

#[test]
fn cu_5_a_better_engineer_wins_more_in_the_variant() {
    better_engineers_win_more(Reckoning::Points);
}

/// Each pairing of skills over the same games, at each strength: against every opponent a better one is not clearly worse, and
/// over all of them he wins clearly more.
fn better_engineers_win_more(reckoning: Reckoning) {
    let games = seeds_or(20).min(400);
    let mut all = [[0; 3]; 3];
    for strength in [Strength::Average, Strength::Powerful] {
        let agreed = Agreed { strength, reckoning };
        let row = |attack| Craft::ALL.iter().map(|&defence| won(attack, defence, agreed, games)).collect();
        let table: Vec<Vec<u64>> = Craft::ALL.iter().map(|&attack| row(attack)).collect();
        println!("{strength}, {reckoning}, won by the attacker, a row a skill of his: {table:?} of {games} each");
        let slack = games / 10 + 1;
        for better in 1..3 {
            for other in 0..3 {
                let (now, before) = (table[better][other], table[better - 1][other]);
                assert!(now + slack >= before, "{strength}, at the catapult against {other}: {table:?}");
                let (now, before) = (table[other][better], table[other][better - 1]);
                assert!(now <= before + slack, "{strength}, in the castle against {other}: {table:?}");
            }
        }
        for (all, won) in all.iter_mut().flatten().zip(table.iter().flatten()) {
            *all += won;
        }
    }
    let attack = |at: usize| all[at].iter().sum::<u64>();
    let defence = |at: usize| all.iter().map(|row| 2 * games - row[at]).sum::<u64>();
    for better in 1..3 {
        assert!(attack(better) * 5 >= attack(better - 1) * 5 + games, "at the catapult: {all:?}");
        assert!(defence(better) * 5 >= defence(better - 1) * 5 + games, "in the castle: {all:?}");
    }
}
