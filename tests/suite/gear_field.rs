//! Crews, gear and a castle to try it on, for the tests of several chapters.

use crate::field::*;
use crate::rosters::{fighter, force, plan, unit};
use banneret::cli::odds::{Odds, run};
use banneret::rules::battle::{Fighter, Force, Man};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, Point};
use banneret::rules::man_to_man::event::{Attempt, Placed};
use banneret::rules::man_to_man::gear::state::{Burning, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::{BarrierKind, PieceId};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Tables, setup};
use serde_json::Value;

pub const FIRST_THING: ThingId = ThingId(0);

/// The castle with more on its ground.
pub fn castle_with(more: &str) -> String {
    CASTLE.replace("[attacker]", &format!("{more}\n[attacker]"))
}

/// A force of the attacker's with gear, in a row from a place in quarter inches, on a ground; the defenders stand far off.
pub fn at_work(force: Force, at: (i32, i32), gear: Vec<GearPiece>, ground: &str) -> Field {
    let count = force.units.iter().map(|unit| unit.men.len()).sum::<usize>() as u16;
    let places = [row_up(0, count, at.0, at.1), row_down(count, 2, 40, 320)].concat();
    let forces = [vec![force], vec![men(2, &[Weapon::Sword])]];
    Field::with_gear(forces, [gear, vec![]], Some(ground), &places)
}

pub fn burns(field: &Field, what: Burning) -> bool {
    field.position.train().blaze(what).is_some()
}

pub fn task(who: u16, task: Task) -> Decision {
    Decision::Task { body: body(who), task }
}

pub fn loose(who: u16, at: Mark) -> Decision {
    Decision::Loose { body: body(who), at }
}

/// A crew of so many, its sergeant of grade B first.
pub fn crew(men: usize) -> Force {
    let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    force("the crew", vec![unit("the engineers", Some(sergeant), &knifeman(), men - 1)], vec![])
}

pub fn knifeman() -> Fighter {
    peasant(&[Weapon::Knife])
}

pub fn band(man: &Fighter, count: usize) -> Force {
    force("the band", vec![unit("the men", None, man, count)], vec![])
}

/// A thing served by the first man of the attacker.
pub fn first_served(thing: Thing, count: u16) -> GearPiece {
    GearPiece::of(thing, count, Some(Man(1)))
}

/// Places for so many men of the attacker from `figure` on, in a row facing up.
pub fn row_up(figure: u16, count: u16, x: i32, y: i32) -> Vec<Placed> {
    (0..count).map(|n| up(figure + n, x + 4 * i32::from(n), y)).collect()
}

pub fn row_down(figure: u16, count: u16, x: i32, y: i32) -> Vec<Placed> {
    (0..count).map(|n| down(figure + n, x + 4 * i32::from(n), y)).collect()
}

pub fn faults(gear: GearPiece, attacker: Force) -> String {
    let mut plan = plan(vec![attacker], vec![band(&knifeman(), 2)], 1);
    plan.hosts.attacker.gear = vec![gear];
    setup::faults(&plan, &Tables::book()).iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
}

/// A catapult and its crew before some foot, `inches` away.
pub fn battery(thing: Thing, inches: i32, crew_of: usize) -> Field {
    let mut places = row_up(0, crew_of as u16, 200, 40);
    places.extend(row_down(crew_of as u16, 4, 200, 40 + 4 * inches));
    let forces = [vec![crew(crew_of)], vec![band(&knifeman(), 4)]];
    Field::with_gear(forces, [vec![first_served(thing, 1)], vec![]], None, &places)
}

pub fn loosed(events: &[Event]) -> Option<(i32, bool)> {
    let of = |event: &Event| match event {
        Event::Loosed { total, hit, .. } => Some((*total, *hit)),
        _ => None,
    };
    events.iter().find_map(of)
}

pub const TO_HIT_ENGINE: &str = "MM-4.9 to hit";

/// Four archers with stakes or pavises, and four foot before them.
pub fn row_of(thing: Thing, count: u16) -> Field {
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let foe = sergeant(3, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 80));
    let forces = [vec![band(&archer, 4)], vec![band(&foe, 4)]];
    Field::with_gear(forces, [vec![first_served(thing, count)], vec![]], None, &places)
}

pub fn odds_of(question: Odds) -> Value {
    run(question).expect("the question is a good one").0
}

pub fn exact_odds(question: Odds, outcome: &str) -> String {
    odds_of(question)["exact"][outcome].as_str().expect("the outcome is there").to_owned()
}

/// A castle's wall across the field with a gate and a portcullis behind it, a low wall without a gate, a hedge, a moat.
pub const CASTLE: &str = r#"
name = "a wall to test by"
what = "A wall with a gate, a palisade, a hedge and a moat."
width = 100
depth = 90
wind = "west"

[[area]]
kind = "dry moat"
name = "the ditch"
depth = 1
edge = [[60, 40], [80, 40], [80, 44], [60, 44]]

[[barrier]]
kind = "castle wall"
name = "the curtain"
thickness = 2
level = 2
line = [[0, 50], [48, 50]]

[[barrier]]
kind = "castle wall"
name = "the high curtain"
thickness = 2
level = 3
line = [[52, 50], [100, 50]]

[[barrier]]
kind = "gate"
name = "the gate"
line = [[48, 49.5], [52, 49.5]]

[[barrier]]
kind = "portcullis"
name = "the portcullis"
open = true
line = [[48, 51], [52, 51]]

[[barrier]]
kind = "timber wall"
name = "the palisade"
line = [[0, 30], [20, 30]]

[[barrier]]
kind = "hedge"
name = "the hedge"
line = [[80, 20], [100, 20]]

[attacker]
line = [[30, 10], [70, 10]]

[defender]
line = [[30, 70], [70, 70]]
"#;

/// A place in inches.
pub fn inches(x: i32, y: i32) -> (i32, i32) {
    (4 * x, 4 * y)
}

pub fn men(count: usize, weapons: &[Weapon]) -> Force {
    force("the band", vec![unit("the men", None, &sergeant(3, weapons), count)], vec![])
}

/// So many attackers in a row from (x, y) inches, two defenders from another place, and what either has.
pub fn before(count: u16, weapons: &[Weapon], at: (i32, i32), foe: (i32, i32), gear: [Vec<GearPiece>; 2]) -> Field {
    let ((x, y), (fx, fy)) = (inches(at.0, at.1), inches(foe.0, foe.1));
    let mut places = row_up(0, count, x, y);
    places.extend(row_down(count, 2, fx, fy));
    let forces = [vec![men(usize::from(count), weapons)], vec![men(2, &[Weapon::Sword])]];
    Field::with_gear(forces, gear, Some(CASTLE), &places)
}

/// The piece of a kind of barrier nearest to a place in inches.
pub fn piece(field: &Field, kind: BarrierKind, x: i32, y: i32) -> PieceId {
    let place: Point = q(4 * x, 4 * y);
    let pieces = (0..field.position.ground().pieces.len() as u16).map(PieceId);
    let of_kind = pieces.filter(|&piece| field.position.land().barrier(piece).kind == kind);
    let middle = |piece: PieceId| {
        let piece = &field.position.ground().pieces[usize::from(piece.0)];
        piece.from.half_way(piece.to)
    };
    of_kind.min_by_key(|&piece| middle(piece).distance_squared(place)).expect("there is one")
}

pub fn open_pieces(field: &Field, kind: BarrierKind) -> usize {
    let pieces = (0..field.position.ground().pieces.len() as u16).map(PieceId);
    let land = field.position.land();
    pieces.filter(|&piece| land.barrier(piece).kind == kind && land.stands_open(piece)).count()
}

pub fn tried(events: &[Event]) -> Option<(Attempt, i32, bool)> {
    let of = |event: &Event| match event {
        Event::Tried { what, percent, success, .. } => Some((*what, *percent, *success)),
        _ => None,
    };
    events.iter().find_map(of)
}

pub fn ladder(inches: u8) -> GearPiece {
    GearPiece { inches, ..first_served(Thing::Ladder, 1) }
}

/// Two men on the wall by a ladder's head, and three of a protection below, one of them so many turns up it.
pub fn scaled(turns: usize, wall: i32, protection: u8) -> (Field, FigureId) {
    let mut places = row_up(0, 3, 4 * wall, 192);
    places.extend(row_down(3, 2, 4 * wall, 200));
    let climbers = sergeant(protection, &[Weapon::Sword]);
    let climbers = force("the band", vec![unit("the men", None, &climbers, 3)], vec![]);
    let forces = [vec![climbers], vec![men(2, &[Weapon::Sword])]];
    let mut field = Field::with_gear(forces, [vec![ladder(9)], vec![]], Some(CASTLE), &places);
    let at = piece(&field, BarrierKind::CastleWall, wall, 50);
    field.turn(&[task(0, Task::Raise { ladder: ThingId(0), at })]);
    for _ in 0..turns {
        field.turn(&[task(0, Task::Climb(ThingId(0)))]);
    }
    let up = field.position.train().climbs.first().expect("somebody is on it").figure;
    (field, up)
}

/// Defenders on the curtain over attackers below, with something to drop.
pub fn above(thing: Thing, gear: Vec<GearPiece>) -> Field {
    let dropped = GearPiece { at: Some((q(84, 200), Heading::DOWN)), ..GearPiece::of(thing, 1, Some(Man(3))) };
    before(2, &[Weapon::Sword], (20, 48), (20, 49), [gear, vec![dropped]])
}
