//! Little battles of Castle Cracker, for the tests of its clauses; and orders as they are typed at a table.

use banneret::rules::castle_cracker::scenario::read;
use banneret::rules::castle_cracker::{CrackerStage, Decision, Event, Illegal, Position, Tables, TroopsId};
use banneret::rules::dice::Dice;
use banneret::rules::figure::Side;
use banneret::rules::game::Game;
use banneret::rules::geometry::{Heading, INCH, Point};
use std::collections::VecDeque;
use std::sync::Arc;

/// Dice that show given faces, and then ones.
pub struct Shown(pub VecDeque<u32>);

impl Dice for Shown {
    fn die(&mut self, _roll: &'static str, _sides: u32) -> u32 {
        self.0.pop_front().unwrap_or(1)
    }
}

pub fn shown<const N: usize>(faces: [u32; N]) -> Shown {
    Shown(VecDeque::from(faces))
}

/// A battle on a field of 96 by 96 with end zones of 12: what stands on it, and its forces, as a scenario's file has them.
pub fn battle(sort: &str, things: &str) -> Position {
    battle_by(&Tables::book(), sort, things)
}

/// The same by other figures than the book's.
pub fn battle_by(tables: &Arc<Tables>, sort: &str, things: &str) -> Position {
    let text = format!(
        "name = \"T\"\nwhat = \"T.\"\nbattle = \"{sort}\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
         attacker = \"A\"\ndefender = \"D\"\n{things}"
    );
    read(&text).unwrap_or_else(|faults| panic!("{faults}")).begin(tables)
}

/// A force as a line of a scenario's file.
pub fn force(side: &str, name: &str, more: &str) -> String {
    format!("[[force]]\nside = \"{side}\"\nname = \"{name}\"\n{}\n", more.replace("; ", "\n"))
}

pub fn id(game: &Position, name: &str) -> TroopsId {
    let found = game.all().find(|(_, troops)| &*troops.name == name);
    found.unwrap_or_else(|| panic!("there are no {name}")).0
}

pub fn men(game: &Position, name: &str) -> usize {
    game.troops(id(game, name)).standing.len()
}

pub fn at(x: i32, y: i32) -> Point {
    Point::new(x * INCH, y * INCH)
}

pub fn march(game: &Position, name: &str, to: Point) -> Decision {
    Decision::March { troops: id(game, name), by: vec![to], facing: None, files: None }
}

pub fn turn_to(game: &Position, name: &str, facing: Heading) -> Decision {
    let troops = game.troops(id(game, name));
    Decision::March { troops: id(game, name), by: vec![troops.at], facing: Some(facing), files: None }
}

/// Whose turn it is to decide.
pub fn mover(game: &Position) -> Side {
    game.pending().first().expect("it is not over")
}

pub fn play(game: &mut Position, decision: Decision, dice: &mut impl Dice) -> Vec<Event> {
    let mut told = Vec::new();
    let side = mover(game);
    game.play(side, decision.clone(), dice, &mut told).unwrap_or_else(|why| panic!("{decision:?}: {why}"));
    told
}

pub fn refused(game: &Position, decision: &Decision) -> Illegal {
    game.check(mover(game), decision).expect_err("it is refused")
}

/// Ends parts of the turn until a side is to move, or to shoot.
pub fn until(game: &mut Position, stage: CrackerStage, dice: &mut impl Dice) -> Vec<Event> {
    let mut told = Vec::new();
    for _ in 0..8 {
        if game.stage == stage {
            return told;
        }
        told.extend(play(game, Decision::Done, dice));
    }
    panic!("it never comes to {stage:?}, but to {:?}", game.stage);
}

/// Ends the turn, and tells what happened in it.
pub fn end_turn(game: &mut Position, dice: &mut impl Dice) -> Vec<Event> {
    let turn = game.turn;
    let mut told = Vec::new();
    while game.turn == turn && game.pending().first().is_some() {
        told.extend(play(game, Decision::Done, dice));
    }
    told
}

/// Orders are typed in words.
#[test]
fn orders_are_typed() {
    use banneret::rules::castle_cracker::field::WallId;
    use banneret::rules::castle_cracker::typed::{WORDS, decision};
    let march = Decision::March {
        troops: TroopsId(3),
        by: vec![at(40, 28), Point::new(40 * INCH + 16, 30 * INCH + 32)],
        facing: Some(Heading::DOWN),
        files: Some(6),
    };
    assert_eq!(decision("march 3 40,28 40.25,30.5 facing down files 6"), Ok(march));
    assert_eq!(decision(" run 1 -2.5,7 "), Ok(Decision::Run(TroopsId(1), Point::new(-160, 7 * INCH))));
    assert_eq!(decision("batter 2 1"), Ok(Decision::Batter(TroopsId(2), WallId(1))));
    assert_eq!(decision("done"), Ok(Decision::Done));
    for (bad, why) in [
        ("", "nothing was typed"),
        ("fly 3", "there is no order “fly”"),
        ("march 3", "a place is missing"),
        ("march 3 40", "write x,y in inches"),
        ("shoot 3", "number of troops is missing"),
        ("hold x", "“x” is no number of troops"),
        ("hold 3 4", "“4” is too much for hold"),
    ] {
        assert!(decision(bad).expect_err("it is refused").contains(why), "{bad}");
    }
    // Every verb that is told is known.
    for line in WORDS.lines() {
        let verb = line.split(' ').next().expect("a verb");
        assert!(!decision(verb).is_err_and(|why| why.contains("no order")), "{verb}");
    }
}
