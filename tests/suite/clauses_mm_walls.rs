//! Siege gear against walls and gates, clause by clause: rams, picks, axes, ladders, cauldrons, rocks, gates, gaps,
//! faggots, and engines at walls (MM-3.7, MM-4.10, MM-6.4, MM-9.1 to MM-9.6, MM-9.10 to MM-9.12).

use crate::clauses_mm_gear::{crew, first_served, loose, row_down, row_up, task};
use crate::field::*;
use crate::rosters::{force, unit};
use banneret::rules::battle::{Force, Man};
use banneret::rules::figure::Weapon;
use banneret::rules::gear::{Piece, Thing};
use banneret::rules::geometry::{Heading, Point};
use banneret::rules::man_to_man::event::{FallCause, Placed, Trial};
use banneret::rules::man_to_man::gear::state::{Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::{BarrierKind, PieceId};
use banneret::rules::man_to_man::state::{FigureId, State};
use banneret::rules::man_to_man::{Event, Gait, Illegal};

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
fn inches(x: i32, y: i32) -> (i32, i32) {
    (4 * x, 4 * y)
}

pub fn men(count: usize, weapons: &[Weapon]) -> Force {
    force("the band", vec![unit("the men", None, &sergeant(3, weapons), count)], vec![])
}

/// So many attackers in a row from (x, y) inches, two defenders from another place, and what either has.
pub fn before(count: u16, weapons: &[Weapon], at: (i32, i32), foe: (i32, i32), gear: [Vec<Piece>; 2]) -> Field {
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

pub fn tried(events: &[Event]) -> Option<(Trial, i32, bool)> {
    let of = |event: &Event| match event {
        Event::Tried { what, percent, success, .. } => Some((*what, *percent, *success)),
        _ => None,
    };
    events.iter().find_map(of)
}

#[test]
fn a_ram_wrecks_a_gate() {
    // MM-9.2: 7 % a man, 5 % for each turn already spent.
    let mut field = before(4, &[Weapon::Sword], (48, 48), (10, 80), [vec![first_served(Thing::Ram, 1)], vec![]]);
    let gate = piece(&field, BarrierKind::Gate, 50, 50);
    let stroke = task(0, Task::Ram { ram: ThingId(0), at: gate });
    assert_eq!(tried(&field.turn(&[stroke])), Some((Trial::Ram, 28, false)));
    assert_eq!(tried(&field.turn(&[stroke])), Some((Trial::Ram, 33, false)));
    field.dice.show("MM-9.2 ram", &[3, 8]);
    assert_eq!(tried(&field.turn(&[stroke])), Some((Trial::Ram, 38, true)));
    assert!(open_pieces(&field, BarrierKind::Gate) >= 4, "the whole gate is wrecked");
    assert_eq!(field.position.check_task(body(0), &Task::Ram { ram: ThingId(0), at: gate }), Err(Illegal::NotWithThat));
}

#[test]
fn the_wounded_work_no_ram_and_one_man_alone_none() {
    // MM-6.2, MM-9.2
    let ram = || [vec![first_served(Thing::Ram, 1)], vec![]];
    let alone = before(1, &[Weapon::Sword], (50, 48), (10, 80), ram());
    let gate = piece(&alone, BarrierKind::Gate, 50, 50);
    assert_eq!(alone.position.check_task(body(0), &Task::Ram { ram: ThingId(0), at: gate }), Err(Illegal::TooFew));
    let mut hurt = men(3, &[Weapon::Sword]);
    hurt.units[0].men[0].wounded = true;
    let mut places = row_up(0, 3, 192, 192);
    places.extend(row_down(3, 2, 40, 320));
    let forces = [vec![hurt], vec![men(2, &[Weapon::Sword])]];
    let mut field = Field::with_gear(forces, ram(), Some(CASTLE), &places);
    let stroke = task(0, Task::Ram { ram: ThingId(0), at: gate });
    assert_eq!(tried(&field.turn(&[stroke])), Some((Trial::Ram, 14, false)));
}

#[test]
fn axes_hew_a_gate_from_the_second_turn() {
    // MM-9.4: nothing the first turn, then 5 % for each man-move; two men at most.
    let nothing = || [vec![first_served(Thing::Rock, 1)], vec![]];
    let mut field = before(4, &[Weapon::TwoHandedAxe], (48, 48), (10, 80), nothing());
    let gate = piece(&field, BarrierKind::Gate, 50, 50);
    let hew = task(0, Task::Axes(gate));
    assert_eq!(tried(&field.turn(&[hew])), None);
    assert_eq!(tried(&field.turn(&[hew])), Some((Trial::Axes, 10, false)));
    field.dice.show("MM-9.4 axes", &[2, 10]);
    assert_eq!(tried(&field.turn(&[hew])), Some((Trial::Axes, 20, true)), "two men, third turn");
    assert!(open_pieces(&field, BarrierKind::Gate) >= 4);
    let swords = before(4, &[Weapon::Sword], (48, 48), (10, 80), nothing());
    assert_eq!(swords.position.check_task(body(0), &Task::Axes(gate)), Err(Illegal::NoAxes));
}

#[test]
fn axes_open_an_inch_of_timber() {
    // MM-9.4
    let mut field = before(2, &[Weapon::Axe], (10, 29), (10, 80), [vec![first_served(Thing::Rock, 1)], vec![]]);
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.turn(&[task(0, Task::Axes(at))]);
    field.dice.show("MM-9.4 axes", &[10, 5]);
    field.turn(&[task(0, Task::Axes(at))]);
    assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 1);
}

#[test]
fn picks_go_an_eighth_of_an_inch_a_move() {
    // MM-9.3: sixteen moves through two inches, then 40 % for a breach of 2 in, else a hole of 1 in.
    for (faces, falls) in [([4, 10], true), ([4, 1], false)] {
        let sow = Piece { holds: Some(Thing::Pick), ..first_served(Thing::Sow, 1) };
        let mut places = row_up(0, 4, 80, 192);
        places.extend(row_down(4, 2, 40, 320));
        let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
        let mut field = Field::with_gear(forces, [vec![sow], vec![]], Some(CASTLE), &places);
        let at = piece(&field, BarrierKind::CastleWall, 21, 50);
        field.dice.show("MM-9.3 pick", &faces);
        for turn in 1..=16 {
            let events = field.turn(&[task(0, Task::Pick { sow: ThingId(0), at })]);
            assert_eq!(tried(&events), (turn == 16).then_some((Trial::Pick, 40, falls)));
        }
        assert_eq!(open_pieces(&field, BarrierKind::CastleWall), if falls { 2 } else { 1 });
    }
}

fn ladder(inches: u8) -> Piece {
    Piece { inches, ..first_served(Thing::Ladder, 1) }
}

#[test]
fn ladders_reach_as_far_as_they_are_long() {
    // MM-9.10: the curtain is two levels of 2 in high.
    for (long, count, raised) in [(4, 2, Ok(())), (3, 2, Err(Illegal::TooHigh)), (6, 2, Ok(())), (7, 3, Ok(()))] {
        let field = before(count, &[Weapon::Sword], (20, 48), (10, 80), [vec![ladder(long)], vec![]]);
        let at = piece(&field, BarrierKind::CastleWall, 20, 50);
        assert_eq!(field.position.check_task(body(0), &Task::Raise { ladder: ThingId(0), at }), raised, "{long} in");
    }
}

#[test]
fn one_man_raises_six_inches_of_ladder_and_two_a_longer_one() {
    // MM-9.10: three carry either; one of them is at the wall, the others 5 in behind him.
    for (long, raised) in [(6, Ok(())), (7, Err(Illegal::TooFew))] {
        let mut places = row_up(0, 1, 80, 192);
        places.extend(row_up(1, 2, 80, 172));
        places.extend(row_down(3, 2, 40, 320));
        let forces = [vec![men(3, &[Weapon::Sword])], vec![men(2, &[Weapon::Sword])]];
        let field = Field::with_gear(forces, [vec![ladder(long)], vec![]], Some(CASTLE), &places);
        let at = piece(&field, BarrierKind::CastleWall, 20, 50);
        assert_eq!(field.position.check_task(body(0), &Task::Raise { ladder: ThingId(0), at }), raised, "{long} in");
    }
}

#[test]
fn men_climb_a_ladder_and_stand_on_the_wall() {
    // MM-3.1, MM-9.10, MM-9.11: protection 3 climbs 2 in a turn, 4 in in two; on the ladder he has no two hands.
    let mut field = before(2, &[Weapon::Sword, Weapon::Shield], (20, 48), (10, 80), [vec![ladder(6)], vec![]]);
    let at = piece(&field, BarrierKind::CastleWall, 20, 50);
    field.turn(&[task(0, Task::Raise { ladder: ThingId(0), at })]);
    assert_eq!(field.position.train().gear[0].lies, Lies::Standing);
    let climb = task(0, Task::Climb(ThingId(0)));
    field.turn(&[climb]);
    let climber = field.position.train().climbs[0].figure;
    assert!(field.position.figure(climber).burdened);
    assert_eq!(field.position.figure(climber).protection_now().number(), 4);
    field.turn(&[climb]);
    let place = field.position.figure(climber).at;
    assert!(field.position.land().at(place).raised, "he is on the wall");
    assert_eq!(field.position.figure(climber).protection_now().number(), 3);
    field.turn(&[climb]);
    assert_eq!(field.position.train().climbs.len(), 0, "the second went up with the first's second move");
}

#[test]
fn men_go_up_in_a_siege_tower_onto_the_wall() {
    // MM-9.7, MM-9.8: ten push it 2 in a turn; against the wall, four of them a turn step onto its walk, and it stays.
    let mut places = row_up(0, 10, 72, 180);
    places.extend(row_down(10, 2, 40, 320));
    let gear = [vec![first_served(Thing::Tower, 1)], vec![]];
    let mut field = Field::with_gear([vec![crew(10)], vec![men(2, &[Weapon::Sword])]], gear, Some(CASTLE), &places);
    let climb = task(0, Task::Climb(ThingId(0)));
    assert_eq!(field.turn_with(&[climb]), [climb], "too far from the wall");
    for _ in 0..3 {
        field.turn_with(&[march(0, Heading::UP, 2, Gait::Walk)]);
    }
    let before = field.position.train().gear[0].at;
    field.turn(&[climb]);
    let up = |field: &Field| {
        let men = field.position.figures()[..10].iter();
        men.filter(|man| field.position.land().at(man.at).raised).count()
    };
    assert!((1..=4).contains(&up(&field)), "{} went up", up(&field));
    let tower = field.position.train().gear[0];
    assert_eq!((tower.at, tower.lies, tower.body), (before, Lies::Standing, None));
}

#[test]
fn mm_6_3_a_man_wounded_on_the_gangway_of_a_siege_tower_falls_off_it() {
    // MM-6.3, MM-6.4: he who steps over is on the gangway that turn, and falls down beside the tower, as high as the walk:
    // 4 in, which do not kill, and from the high curtain 6 in, which do. Next turn he is on the walk, and stays there.
    for (wall, turns, fallen, dead) in [(20, 0, true, false), (80, 0, true, true), (20, 1, false, false)] {
        let mut places = row_up(0, 10, 4 * wall, 192);
        places.extend(row_down(10, 1, 4 * wall, 280));
        let archer = force("the archer", vec![unit("the man", None, &sergeant(4, &[Weapon::Longbow]), 1)], vec![]);
        let gear = [vec![first_served(Thing::Tower, 1)], vec![]];
        let mut field = Field::with_gear([vec![crew(10)], vec![archer]], gear, Some(CASTLE), &places);
        let climb = task(0, Task::Climb(ThingId(0)));
        let raised = |field: &Field, man: FigureId| field.position.land().at(field.position.figure(man).at).raised;
        if turns > 0 {
            field.turn(&[climb]);
        }
        field.dice.show("MM-4.8 to hit", &[1, 1, 6, 6]);
        field.dice.show("MM-6.1 wound", &[1]);
        let orders = if turns > 0 { vec![shoot(1, 0)] } else { vec![climb, shoot(1, 0)] };
        let events = field.turn(&orders);
        let wounded = events.iter().find_map(|event| match event {
            Event::Hurt { figure, killed: false, .. } => Some(*figure),
            _ => None,
        });
        let wounded = wounded.unwrap_or_else(|| panic!("{wall}, {turns} turns before: {events:#?}"));
        let fell = events.contains(&Event::Fell { figure: wounded, why: FallCause::Gangway });
        assert_eq!(fell, fallen, "{wall}, {turns} turns before: {events:#?}");
        assert_eq!(raised(&field, wounded), !fallen);
        assert_eq!(field.position.figure(wounded).state == State::Dead, dead);
    }
}

/// Two men on the wall by a ladder's head, and three of a protection below, one of them so many turns up it.
fn scaled(turns: usize, wall: i32, protection: u8) -> (Field, FigureId) {
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

#[test]
fn a_ladder_pushed_off_throws_those_on_it() {
    // MM-9.1: two men push, 60 %, less 5 % for the man on it and for the one who holds it; MM-6.3, MM-6.4.
    let (mut field, up) = scaled(1, 20, 3);
    let push = task(1, Task::Push(ThingId(0)));
    assert_eq!(tried(&field.turn(&[push])), Some((Trial::Ladder, 50, false)));
    field.dice.show("MM-9.1 ladder", &[10, 1]);
    let events = field.turn(&[push]);
    assert_eq!(tried(&events), Some((Trial::Ladder, 50, true)));
    assert!(events.iter().any(|event| matches!(event, Event::Fell { figure, .. } if *figure == up)));
    assert!(matches!(field.position.figure(up).state, State::Fallen { .. }), "2 in do not kill");
    assert_eq!(field.position.train().gear[0].lies, Lies::Lying);
    assert!(field.position.train().climbs.is_empty());
}

#[test]
fn a_fall_over_four_inches_kills() {
    // MM-6.4: the high curtain is 6 in, and a man of protection 2 climbs an inch a turn.
    for (turns, dead) in [(4, false), (5, true)] {
        let (mut field, up) = scaled(turns, 60, 2);
        field.dice.show("MM-9.1 ladder", &[10, 1]);
        field.turn(&[task(1, Task::Push(ThingId(0)))]);
        assert_eq!(field.position.figure(up).state == State::Dead, dead, "{turns} in up");
    }
}

/// Defenders on the curtain over attackers below, with something to drop.
fn above(thing: Thing, gear: Vec<Piece>) -> Field {
    let dropped = Piece { at: Some((q(84, 200), Heading::DOWN)), ..Piece::of(thing, 1, Some(Man(3))) };
    before(2, &[Weapon::Sword], (20, 48), (20, 49), [gear, vec![dropped]])
}

#[test]
fn rocks_oil_and_lead_are_dropped_from_the_wall() {
    // MM-3.7, MM-4.9, MM-9.5: a rock at once; a cauldron is heated three moves, and serves once.
    let thing = ThingId(0);
    let on = Mark::Body(body(0));
    let drop = |gear| Task::Drop { gear, on };
    for (kind, need) in [(Thing::Rock, 5), (Thing::OilCauldron, 5), (Thing::LeadCauldron, 7)] {
        let mut field = above(kind, vec![]);
        for _ in 0..if kind == Thing::Rock { 0 } else { 3 } {
            assert_eq!(field.position.check_task(body(1), &drop(thing)), Err(Illegal::NotWithThat), "cold");
            field.turn(&[task(1, Task::Heat(thing))]);
        }
        field.dice.show("MM-4.9 to hit", &[1, need - 1]);
        let events = field.turn(&[task(1, drop(thing))]);
        let loosed = events.iter().find_map(|event| match event {
            Event::Loosed { total, need, hit, parts, .. } => Some((*total, *need, *hit, parts.len())),
            _ => None,
        });
        assert_eq!(loosed, Some((need as i32, need as i32, true, 0)), "{kind}");
        assert_eq!(field.position.train().gear[0].lies, Lies::Spent);
    }
}

#[test]
fn oil_burns_a_ram_one_time_in_ten() {
    // MM-9.5
    let mut field = above(Thing::OilCauldron, vec![first_served(Thing::Ram, 1)]);
    let oil = ThingId(1);
    for _ in 0..3 {
        field.turn(&[task(1, Task::Heat(oil))]);
    }
    field.dice.show("MM-4.9 to hit", &[1, 1]);
    field.dice.show("MM-9.5 oil", &[1, 10]);
    let events = field.turn(&[task(1, Task::Drop { gear: oil, on: Mark::Gear(ThingId(0)) })]);
    assert_eq!(tried(&events), Some((Trial::Oil, 10, true)));
    assert_eq!(field.position.train().blazes.len(), 1);
}

#[test]
fn a_portcullis_falls_at_once_and_is_raised_in_a_move() {
    // MM-9.6, MM-9.4: down, it stops axes at the door when it stands before them.
    let mut field = before(2, &[Weapon::Axe], (49, 48), (50, 53), [vec![first_served(Thing::Rock, 1)], vec![]]);
    let at = piece(&field, BarrierKind::Portcullis, 50, 51);
    // A quarter of a move lets it down, and leaves time to walk.
    let step = march(1, Heading::UP, 1, Gait::Walk);
    field.turn(&[task(1, Task::Gate { at, open: false }), step]);
    assert!(!field.position.land().stands_open(at));
    assert_eq!(
        field.position.check_task(body(0), &Task::Gate { at, open: true }),
        Err(Illegal::NotNear),
        "from within"
    );
    // To raise it takes the whole of a move.
    let left = field.turn_with(&[task(1, Task::Gate { at, open: true }), step]);
    assert_eq!(left, [step]);
    assert!(field.position.land().stands_open(at));
}

#[test]
fn a_portcullis_is_not_dropped_on_men() {
    // MM-9.6
    let field = before(2, &[Weapon::Axe], (50, 51), (50, 55), [vec![first_served(Thing::Rock, 1)], vec![]]);
    let at = piece(&field, BarrierKind::Portcullis, 50, 51);
    assert_eq!(field.position.check_task(body(1), &Task::Gate { at, open: false }), Err(Illegal::InTheWay));
}

#[test]
fn two_turns_make_a_gap_in_a_hedge() {
    // MM-3.7
    let mut field = before(2, &[Weapon::Sword], (90, 19), (10, 80), [vec![first_served(Thing::Rock, 1)], vec![]]);
    let at = piece(&field, BarrierKind::Hedge, 90, 20);
    field.turn(&[task(0, Task::Gap(at))]);
    assert_eq!(open_pieces(&field, BarrierKind::Hedge), 0);
    field.turn(&[task(0, Task::Gap(at))]);
    assert_eq!(open_pieces(&field, BarrierKind::Hedge), 1);
}

#[test]
fn mm_3_7_each_task_takes_the_whole_of_a_turn() {
    // MM-3.7: to pick up and lay down, to place and lift, to harness, to raise a ladder, a stroke of a ram, a half of a
    // gap, to drop a rock: after any of them nothing is left of the move for a step of an inch.
    let spends = |field: &mut Field, who: u16, what: Task| {
        let step = march(who, Heading::DOWN, 1, Gait::Walk);
        assert_eq!(field.turn_with(&[task(who, what), step]), [step], "{what:?}");
    };
    let at = |place: (i32, i32), count, gear| before(count, &[Weapon::Sword], place, (10, 80), [vec![gear], vec![]]);
    let thing = ThingId(0);
    let mut stakes = at((90, 10), 2, first_served(Thing::Stake, 2));
    for what in [Task::LayDown(thing), Task::PickUp(thing), Task::Plant(thing), Task::Lift(thing)] {
        spends(&mut stakes, 0, what);
    }
    let mut wagon = at((90, 10), 2, Piece { animals: 4, ..first_served(Thing::Wagon, 1) });
    for on in [false, true] {
        spends(&mut wagon, 0, Task::Harness { gear: thing, on });
    }
    let mut scaling = at((20, 48), 2, ladder(6));
    let wall = piece(&scaling, BarrierKind::CastleWall, 20, 50);
    spends(&mut scaling, 0, Task::Raise { ladder: thing, at: wall });
    let mut ramming = at((48, 48), 4, first_served(Thing::Ram, 1));
    let gate = piece(&ramming, BarrierKind::Gate, 50, 50);
    spends(&mut ramming, 0, Task::Ram { ram: thing, at: gate });
    let mut hedging = at((90, 19), 2, first_served(Thing::Rock, 1));
    let hedge = piece(&hedging, BarrierKind::Hedge, 90, 20);
    spends(&mut hedging, 0, Task::Gap(hedge));
    spends(&mut above(Thing::Rock, vec![]), 1, Task::Drop { gear: thing, on: Mark::Body(body(0)) });
}

#[test]
fn faggots_fill_a_moat() {
    // MM-9.12: four to a square inch a level deep, half a move each to throw in.
    let mut field = before(1, &[Weapon::Sword], (70, 39), (10, 80), [vec![first_served(Thing::Faggot, 5)], vec![]]);
    let at = q(4 * 70 + 2, 4 * 40 + 2);
    let fill = task(0, Task::Fill { faggots: ThingId(0), at });
    field.turn(&[fill]);
    assert!(!field.position.land().filled(at));
    field.turn(&[fill]);
    assert!(field.position.land().filled(at));
    assert_eq!(field.position.train().gear[0].count, 1);
}

#[test]
fn stones_breach_walls_and_wreck_gates() {
    // MM-4.10: a gate at the third hit, a castle's wall at the tenth, by 2 in.
    for (kind, x, hits, opened) in [(BarrierKind::Gate, 50, 3, 4), (BarrierKind::CastleWall, 40, 10, 2)] {
        let mut places = row_up(0, 4, 4 * x - 6, 120);
        places.extend(row_down(4, 2, 40, 320));
        let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
        let mut field =
            Field::with_gear(forces, [vec![first_served(Thing::Bombard, 1)], vec![]], Some(CASTLE), &places);
        let at = piece(&field, kind, x, 50);
        for hit in 1..=hits {
            assert_eq!(open_pieces(&field, kind), 0);
            field.dice.show("MM-4.9 to hit", &[1, 1]);
            field.turn(&[loose(0, Mark::Piece(at))]);
            if hit < hits {
                field.turn(&[]);
            }
        }
        assert!(open_pieces(&field, kind) >= opened, "{kind}");
    }
}

#[test]
fn mm_6_3_a_man_wounded_on_a_ladder_falls_off_it() {
    // MM-6.3, MM-6.4: two inches up; he is hurt, not killed, and lies on the ground.
    for (wounded, fallen) in [(true, true), (false, false)] {
        let mut places = row_up(0, 2, 80, 192);
        places.extend(row_up(2, 2, 80, 120));
        let archers = force("the archers", vec![unit("the men", None, &sergeant(4, &[Weapon::Longbow]), 2)], vec![]);
        let forces = [vec![men(2, &[Weapon::Sword])], vec![archers]];
        let mut field = Field::with_gear(forces, [vec![ladder(6)], vec![]], Some(CASTLE), &places);
        let at = piece(&field, BarrierKind::CastleWall, 20, 50);
        field.turn(&[task(0, Task::Raise { ladder: ThingId(0), at })]);
        field.turn(&[task(0, Task::Climb(ThingId(0)))]);
        let up = field.position.train().climbs[0].figure;
        // Each archer's first shot hits if it is to; a hit wounds.
        if wounded {
            field.dice.show("MM-4.8 to hit", &[1, 1, 1, 1]);
        }
        let events = field.turn(&[shoot(1, 0)]);
        assert!(shots(&events).iter().any(|&(_, at, _)| at == up.0), "{events:#?}");
        let fell =
            events.iter().any(|event| matches!(event, Event::Fell { figure, why: FallCause::Ladder } if *figure == up));
        assert_eq!(fell, fallen, "{events:#?}");
        assert_eq!(matches!(field.position.figure(up).state, State::Fallen { .. }), fallen);
    }
}

#[test]
fn mm_9_1_a_ladder_is_not_pushed_while_somebody_stands_against_it_on_top() {
    // MM-9.1: nobody opposing on top; at protection 3 the first man is over the wall after two turns.
    for (turns, refused) in [(1, Ok(())), (2, Err(Illegal::Opposed))] {
        let mut places = row_up(0, 2, 80, 192);
        places.extend(row_down(2, 2, 84, 200));
        let forces = [vec![men(2, &[Weapon::Sword])], vec![men(2, &[Weapon::Sword])]];
        let mut field = Field::with_gear(forces, [vec![ladder(6)], vec![]], Some(CASTLE), &places);
        let at = piece(&field, BarrierKind::CastleWall, 20, 50);
        field.turn(&[task(0, Task::Raise { ladder: ThingId(0), at })]);
        for _ in 0..turns {
            field.turn(&[task(0, Task::Climb(ThingId(0)))]);
        }
        assert_eq!(field.position.check_task(body(1), &Task::Push(ThingId(0))), refused, "{turns}");
    }
}

#[test]
fn mm_9_2_a_ram_is_for_doors_gates_and_timber_and_opens_an_inch_of_it() {
    // MM-9.2
    let ram = || [vec![first_served(Thing::Ram, 1)], vec![]];
    let mut field = before(4, &[Weapon::Sword], (10, 29), (10, 80), ram());
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.dice.show("MM-9.2 ram", &[10, 1]);
    assert_eq!(tried(&field.turn(&[task(0, Task::Ram { ram: ThingId(0), at })])), Some((Trial::Ram, 28, true)));
    assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 1);
    let stone = before(4, &[Weapon::Sword], (20, 48), (10, 80), ram());
    let at = piece(&stone, BarrierKind::CastleWall, 20, 50);
    let stroke = Task::Ram { ram: ThingId(0), at };
    assert_eq!(stone.position.check_task(body(0), &stroke), Err(Illegal::NotWithThat), "not against stone");
}

#[test]
fn mm_9_2_no_more_than_ten_work_a_ram() {
    // MM-9.2: twelve at it count as ten.
    let mut places = row_up(0, 6, 189, 192);
    places.extend(row_up(6, 6, 189, 188));
    places.extend(row_down(12, 2, 40, 320));
    let forces = [vec![men(12, &[Weapon::Sword])], vec![men(2, &[Weapon::Sword])]];
    let gear = [vec![first_served(Thing::Ram, 1)], vec![]];
    let mut field = Field::with_gear(forces, gear, Some(CASTLE), &places);
    let at = piece(&field, BarrierKind::Gate, 50, 50);
    assert_eq!(tried(&field.turn(&[task(0, Task::Ram { ram: ThingId(0), at })])), Some((Trial::Ram, 70, false)));
}

#[test]
fn mm_9_3_pick_and_screw_work_on_stone() {
    // MM-9.3
    let sow = |holds| Piece { holds: Some(holds), ..first_served(Thing::Sow, 1) };
    let check = |holds, kind, at: (i32, i32), places: &[Placed]| {
        let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
        let field = Field::with_gear(forces, [vec![sow(holds)], vec![]], Some(CASTLE), places);
        let at = piece(&field, kind, at.0, at.1);
        field.position.check_task(body(0), &Task::Pick { sow: ThingId(0), at })
    };
    let row = |x, y| [row_up(0, 4, x, y), row_down(4, 2, 40, 320)].concat();
    let (stone, timber) = (BarrierKind::CastleWall, BarrierKind::TimberWall);
    assert_eq!(check(Thing::Pick, stone, (21, 50), &row(80, 192)), Ok(()));
    assert_eq!(check(Thing::Screw, stone, (21, 50), &row(80, 192)), Ok(()));
    assert_eq!(check(Thing::Ram, stone, (21, 50), &row(80, 192)), Err(Illegal::NotWithThat), "a ram is no pick");
    assert_eq!(check(Thing::Pick, timber, (10, 30), &row(36, 114)), Err(Illegal::NotWithThat), "timber is no stone");
}

#[test]
fn mm_9_12_a_deeper_moat_takes_more_faggots() {
    // MM-9.12: four to a square inch a level deep: eight at two levels, two a turn by one man.
    let deep = CASTLE.replace("depth = 1\n", "depth = 2\n");
    let places = [row_up(0, 1, 280, 156), row_down(1, 2, 40, 320)].concat();
    let forces = [vec![men(1, &[Weapon::Sword])], vec![men(2, &[Weapon::Sword])]];
    let gear = [vec![first_served(Thing::Faggot, 9)], vec![]];
    let mut field = Field::with_gear(forces, gear, Some(&deep), &places);
    let at = q(4 * 70 + 2, 4 * 40 + 2);
    for turn in 1..=4 {
        assert!(!field.position.land().filled(at), "turn {turn}");
        field.turn(&[task(0, Task::Fill { faggots: ThingId(0), at })]);
    }
    assert!(field.position.land().filled(at));
    assert_eq!(field.position.train().gear[0].count, 1);
}
