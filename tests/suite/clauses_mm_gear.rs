//! Gear on the open field, clause by clause: crews, hauling, engines, stakes and pavises, spares, loot, and the army's
//! standard on a wagon (MM-3.7, MM-4.6 to MM-4.10, MM-8.5, MM-8.8, MM-9.7 to MM-9.11).

use crate::field::*;
use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Fighter, Force, Man, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{Piece, Spares, Thing};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Cause, Placed};
use banneret::rules::man_to_man::gear::state::{Booty, Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::state::{FigureId, StandardAt, State};
use banneret::rules::man_to_man::{Cover, Decision, Event, Gait, Illegal, setup};

pub fn task(who: u16, task: Task) -> Decision {
    Decision::Task { body: body(who), task }
}

pub fn loose(who: u16, at: Mark) -> Decision {
    Decision::Loose { body: body(who), at }
}

/// A crew of so many, its sergeant of grade B first.
pub fn crew(men: usize) -> Force {
    let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    force("the crew", vec![unit("the engineers", Some(sergeant), &self::man(), men - 1)], vec![])
}

pub fn man() -> Fighter {
    peasant(&[Weapon::Knife])
}

fn band(man: &Fighter, count: usize) -> Force {
    force("the band", vec![unit("the men", None, man, count)], vec![])
}

/// A thing served by the first man of the attacker.
pub fn first_served(thing: Thing, count: u16) -> Piece {
    Piece::of(thing, count, Some(Man(1)))
}

/// Places for so many men of the attacker from `figure` on, in a row facing up.
pub fn row_up(figure: u16, count: u16, x: i32, y: i32) -> Vec<Placed> {
    (0..count).map(|n| up(figure + n, x + 4 * i32::from(n), y)).collect()
}

pub fn row_down(figure: u16, count: u16, x: i32, y: i32) -> Vec<Placed> {
    (0..count).map(|n| down(figure + n, x + 4 * i32::from(n), y)).collect()
}

fn faults(gear: Piece, attacker: Force) -> String {
    let mut plan = plan(vec![attacker], vec![band(&man(), 2)], 1);
    plan.hosts.attacker.gear = vec![gear];
    setup::faults(&plan).iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_crew_is_four_under_a_grade_b_sergeant() {
    // MM-9.7
    assert_eq!(faults(first_served(Thing::Catapult, 1), crew(4)), "");
    assert!(faults(first_served(Thing::Catapult, 1), crew(3)).contains("crew of 4 or more"));
    assert!(faults(first_served(Thing::Bombard, 1), band(&man(), 6)).contains("grade B sergeant"));
    assert!(faults(Piece::of(Thing::Tower, 1, None), crew(4)).contains("needs men"));
    assert!(faults(Piece::of(Thing::Sow, 1, Some(Man(77))), crew(4)).contains("not among its men"));
}

#[test]
fn what_a_plan_of_gear_gets_wrong_is_told() {
    // MM-4.6, MM-8.8, MM-9.3, MM-9.9, MM-9.10
    let wagon = |javelins, rounds, others| {
        let spares = Spares { javelins, rounds, others };
        faults(Piece { spares, ..Piece::of(Thing::Wagon, 1, None) }, crew(4))
    };
    assert_eq!((wagon(50, 0, 0), wagon(0, 10, 0), wagon(25, 0, 50)), (String::new(), String::new(), String::new()));
    assert_eq!(wagon(0, 0, 100), "");
    for over in [wagon(51, 0, 0), wagon(0, 11, 0), wagon(0, 0, 101), wagon(25, 0, 51), wagon(1, 10, 0)] {
        assert!(over.contains("so many spares (MM-4.6)"), "{over}");
    }
    let packhorse = |javelins, rounds, others| {
        let spares = Spares { javelins, rounds, others };
        faults(Piece { spares, ..Piece::of(Thing::Packhorse, 1, None) }, crew(4))
    };
    assert_eq!([packhorse(20, 0, 0), packhorse(0, 2, 0), packhorse(0, 0, 40)], [""; 3]);
    for over in [packhorse(21, 0, 0), packhorse(0, 3, 0), packhorse(0, 0, 41)] {
        assert!(over.contains("packhorse"), "{over}");
    }
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    assert!(faults(first_served(Thing::Stake, 4), band(&rider, 4)).contains("on foot"));
    let ladder = |inches| Piece { inches, ..first_served(Thing::Ladder, 1) };
    assert_eq!(faults(ladder(6), band(&man(), 2)), "");
    assert!(faults(ladder(7), band(&man(), 2)).contains("3 in"));
    assert!(faults(ladder(0), band(&man(), 2)).contains("length"));
    assert!(faults(Piece { holds: Some(Thing::Ram), ..first_served(Thing::Catapult, 1) }, crew(4)).contains("sow"));
    assert!(faults(Piece { standard: true, ..first_served(Thing::Sow, 1) }, crew(4)).contains("standard"));
    assert!(faults(first_served(Thing::Stake, 0), band(&man(), 2)).contains("none"));
}

#[test]
fn engines_move_by_a_team_or_by_ten_men() {
    // MM-3.1, MM-9.8: four animals 5 in, ten men 2 in, fewer not at all; no faster than at a walk.
    let inches = |men: usize, animals: u8| {
        let engine = Piece { animals, ..first_served(Thing::Catapult, 1) };
        let field = Field::with_gear([vec![crew(men)], vec![band(&man(), 2)]], [vec![engine], vec![]], None, &[]);
        let rate = |gait| field.position.allowance(body(0), gait) / INCH;
        (rate(Gait::Walk), rate(Gait::Run))
    };
    assert_eq!((inches(4, 4), inches(4, 3), inches(10, 0), inches(9, 0)), ((5, 0), (0, 0), (2, 0), (0, 0)));
    // Unharnessed it stays; harnessing takes a turn (MM-3.7).
    let engine = Piece { animals: 4, ..first_served(Thing::Wagon, 1) };
    let mut field = Field::with_gear([vec![band(&man(), 2)], vec![band(&man(), 2)]], [vec![engine], vec![]], None, &[]);
    let gear = ThingId(0);
    field.turn(&[task(0, Task::Harness { gear, on: false })]);
    assert_eq!(field.position.allowance(body(0), Gait::Walk), 0);
    field.turn(&[task(0, Task::Harness { gear, on: true })]);
    assert_eq!(field.position.allowance(body(0), Gait::Walk), 5 * INCH);
    let before = field.position.train().gear[0].at;
    field.turn(&[march(0, Heading::UP, 5, Gait::Walk)]);
    assert_eq!(field.position.train().gear[0].at.distance(before), 5 * INCH, "it goes with its men");
}

/// A catapult and its crew before some foot, `inches` away.
fn battery(thing: Thing, inches: i32, crew_of: usize) -> Field {
    let mut places = row_up(0, crew_of as u16, 200, 40);
    places.extend(row_down(crew_of as u16, 4, 200, 40 + 4 * inches));
    let forces = [vec![crew(crew_of)], vec![band(&man(), 4)]];
    Field::with_gear(forces, [vec![first_served(thing, 1)], vec![]], None, &places)
}

fn loosed(events: &[Event]) -> Option<(i32, bool)> {
    let of = |event: &Event| match event {
        Event::Loosed { total, hit, .. } => Some((*total, *hit)),
        _ => None,
    };
    events.iter().find_map(of)
}

const TO_HIT_ENGINE: &str = "MM-4.9 to hit";

#[test]
fn engines_shoot_and_load_by_turns() {
    // MM-3.5, MM-4.9: it starts loaded, shoots, loads a turn, shoots again; five or less at medium range.
    let mut field = battery(Thing::Catapult, 15, 4);
    let shot = loose(0, Mark::Body(body(1)));
    field.dice.show(TO_HIT_ENGINE, &[2, 3]);
    let events = field.turn(&[shot]);
    assert_eq!(loosed(&events), Some((5, true)));
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { .. })), "a hit hurts (MM-6.1)");
    assert_eq!(tests(&events)[0].1, [Cause::Engine], "a unit shot at by an engine tests (MM-7.1)");
    assert_eq!(field.turn_with(&[shot]).len(), 1, "not loaded");
    assert!(loosed(&field.turn(&[shot])).is_some());
    assert_eq!(field.position.train().gear[0].rounds, 8, "ten rounds, two gone (MM-4.6)");
}

#[test]
fn engines_have_their_ranges_and_their_arc() {
    // MM-4.7: none under 8 in. MM-4.3: 22½° either side.
    let shot = loose(0, Mark::Body(body(1)));
    assert_eq!(battery(Thing::Catapult, 6, 4).turn_with(&[shot]), [shot]);
    assert!(battery(Thing::Bombard, 6, 4).turn_with(&[shot]).is_empty());
    let mut places = row_up(0, 4, 100, 40);
    places.extend(row_down(4, 4, 200, 100));
    let forces = [vec![crew(4)], vec![band(&man(), 4)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
    assert_eq!(field.turn_with(&[shot]), [shot], "60° aside");
}

#[test]
fn mm_3_5_engines_neither_shoot_nor_load_on_the_move() {
    // MM-3.5, MM-9.8: ten men push it an inch in a turn, in which it does not shoot; nor, empty, is it loaded.
    let mut field = battery(Thing::Catapult, 18, 10);
    let shot = loose(0, Mark::Body(body(1)));
    let push = march(0, Heading::UP, 1, Gait::Walk);
    assert_eq!(field.turn_with(&[push, shot]), [shot], "pushed, it does not shoot");
    assert!(loosed(&field.turn(&[shot])).is_some());
    field.turn(&[push]);
    assert_eq!(field.turn_with(&[shot]), [shot], "pushed, it was not loaded");
    assert!(loosed(&field.turn(&[shot])).is_some());
}

#[test]
fn mm_4_5_engines_do_not_shoot_over_friends() {
    // MM-4.5: three of its own side half-way to the target, or well aside.
    for (x, may) in [(203, false), (300, true)] {
        let mut places = row_up(0, 4, 200, 40);
        places.extend((0..3).map(|n| up(4 + n, x + 3 * i32::from(n), 70)));
        places.extend(row_down(7, 4, 200, 100));
        let forces = [vec![crew(4), band(&man(), 3)], vec![band(&man(), 4)]];
        let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
        assert_eq!(field.turn_with(&[loose(0, Mark::Body(body(2)))]).is_empty(), may);
    }
}

#[test]
fn mm_5_1_engines_do_not_shoot_at_who_is_in_contact() {
    // MM-5.1: one of its own side is in contact with the target from behind, or well past it.
    for (y, may) in [(103, false), (160, true)] {
        let mut places = row_up(0, 4, 200, 40);
        places.extend([down(4, 206, y), up(5, 206, 100)]);
        let forces = [vec![crew(4), band(&man(), 1)], vec![band(&man(), 1)]];
        let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
        assert_eq!(field.turn_with(&[loose(0, Mark::Body(body(2)))]).is_empty(), may);
    }
}

#[test]
fn mm_4_6_javelins_and_rounds_are_taken_out_of_their_own_spares() {
    // MM-4.6: a javelinman who has thrown his three takes three of the four on the wagon.
    let thrower = sergeant(4, &[Weapon::Javelin]);
    let mut places = row_up(0, 1, 200, 40);
    places.extend(row_down(1, 1, 200, 60));
    let wagon = |spares| Piece { at: Some((q(202, 36), Heading::UP)), spares, ..Piece::of(Thing::Wagon, 1, None) };
    let on_wagon = wagon(Spares { javelins: 4, rounds: 1, others: 20 });
    let forces = [vec![band(&thrower, 1)], vec![band(&sergeant(4, &[]), 1)]];
    let mut field = Field::with_gear(forces, [vec![on_wagon], vec![]], None, &places);
    let restock = task(0, Task::Restock(ThingId(0)));
    for _ in 0..2 {
        assert_eq!(field.turn_with(&[restock, shoot(0, 1)]), [restock], "he has javelins");
    }
    field.turn(&[restock]);
    assert_eq!(field.position.figure(FigureId(0)).ammunition, 3);
    let left = field.position.train().gear[0].spares;
    assert_eq!((left.javelins, left.rounds, left.others), (1, 1, 20));
    // An engine comes with ten rounds, and takes more when they are gone.
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 112));
    let forces = [vec![crew(4)], vec![band(&man(), 4)]];
    let gear = [vec![first_served(Thing::Catapult, 1), wagon(Spares { rounds: 2, ..Spares::default() })], vec![]];
    let mut field = Field::with_gear(forces, gear, None, &places);
    let (shot, restock) = (loose(0, Mark::Body(body(1))), task(0, Task::Restock(ThingId(1))));
    for _ in 0..10 {
        assert_eq!(field.turn_with(&[restock, shot]), [restock], "it has rounds");
        field.turn(&[]);
    }
    assert_eq!(field.turn_with(&[shot]), [shot], "none left");
    field.turn(&[restock]);
    let rounds = |field: &Field, gear: usize| field.position.train().gear[gear].rounds;
    assert_eq!((rounds(&field, 0), field.position.train().gear[1].spares.rounds), (2, 0));
}

#[test]
fn mm_4_6_spares_are_for_figures_that_have_run_out() {
    // MM-4.6: the bowman has shot his twelve; the sergeant beside him has thrown none of his javelins, and takes none.
    let band = unit("band", Some(sergeant(4, &[Weapon::Javelin])), &sergeant(4, &[Weapon::Longbow]), 1);
    let mut places = row_up(0, 2, 200, 40);
    places.extend(row_down(2, 1, 200, 88));
    let spares = Spares { javelins: 4, others: 20, ..Spares::default() };
    let wagon = Piece { at: Some((q(202, 36), Heading::UP)), spares, ..Piece::of(Thing::Wagon, 1, None) };
    let forces = [vec![force("a", vec![band], vec![])], vec![self::band(&sergeant(4, &[]), 1)]];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    for _ in 0..6 {
        field.turn(&[shoot(0, 1)]);
    }
    field.turn(&[task(0, Task::Restock(ThingId(0)))]);
    let left = field.position.train().gear[0].spares;
    assert_eq!((field.position.figure(FigureId(1)).ammunition, left.others, left.javelins), (12, 8, 4));
}

#[test]
fn a_crew_without_its_sergeant_does_not_work() {
    // MM-9.7
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 100));
    let mut hurt = crew(4);
    hurt.units[0].men[0].wounded = true;
    let forces = [vec![hurt], vec![band(&man(), 4)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
    let shot = loose(0, Mark::Body(body(1)));
    assert!(!field.position.crew_works(body(0)));
    assert_eq!(field.turn_with(&[shot]), [shot]);
    assert!(battery(Thing::Catapult, 15, 4).position.crew_works(body(0)));
}

#[test]
fn three_hits_wreck_a_wagon() {
    // MM-4.10
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 40, 300));
    let wagon = Piece { at: Some((q(200, 100), Heading::DOWN)), ..Piece::of(Thing::Wagon, 1, None) };
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![wagon]];
    let mut field = Field::with_gear([vec![crew(4)], vec![band(&man(), 4)]], gear, None, &places);
    for hit in 1..=3 {
        field.dice.show(TO_HIT_ENGINE, &[1, 1]);
        field.turn(&[loose(0, Mark::Gear(ThingId(1)))]);
        let lies = field.position.train().gear[1].lies;
        assert_eq!(lies, if hit == 3 { Lies::Wrecked } else { Lies::Standing });
        field.turn(&[]);
    }
}

#[test]
fn mm_4_10_three_hits_wreck_a_pavise_of_a_row() {
    // MM-4.10: the enemy sets two pavises; the third hit wrecks one, and the sixth the other.
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 112));
    let pavises = Piece::of(Thing::Pavise, 2, Some(Man(5)));
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![pavises]];
    let mut field = Field::with_gear([vec![crew(4)], vec![band(&man(), 4)]], gear, None, &places);
    field.turn(&[task(1, Task::Plant(ThingId(1)))]);
    for hit in 1..=6 {
        field.dice.show(TO_HIT_ENGINE, &[1, 1]);
        field.turn(&[loose(0, Mark::Gear(ThingId(1)))]);
        let row = field.position.train().gear[1];
        let standing = if row.lies == Lies::Wrecked { 0 } else { row.set };
        assert_eq!(standing, 2 - hit / 3, "after {hit}");
        field.turn(&[]);
    }
}

/// Four archers with stakes or pavises, and four foot before them.
fn row_of(thing: Thing, count: u16) -> Field {
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let foe = sergeant(3, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 80));
    let forces = [vec![band(&archer, 4)], vec![band(&foe, 4)]];
    Field::with_gear(forces, [vec![first_served(thing, count)], vec![]], None, &places)
}

#[test]
fn stakes_are_a_defended_obstacle() {
    // MM-3.7, MM-9.9, MM-5.4: a turn to place one each; then +1 to the defence of those behind them.
    let mut field = row_of(Thing::Stake, 8);
    let plant = task(0, Task::Plant(ThingId(0)));
    field.turn(&[plant]);
    assert_eq!((field.position.train().gear[0].set, field.position.train().gear[0].count), (4, 4));
    field.turn(&[plant]);
    assert_eq!(field.position.train().gear[0].set, 8);
    let events = field.turn(&[charge(1, 0, Gait::Run)]);
    let defended: Vec<bool> = events
        .iter()
        .filter_map(|event| match event {
            Event::Struck { at, defence, .. } if at.0 < 4 => {
                Some(defence.parts.iter().any(|part| part.what == "defending an obstacle" && part.value == 1))
            }
            _ => None,
        })
        .collect();
    assert!(!defended.is_empty() && defended.iter().any(|&so| so), "{events:#?}");
    let attackers = events.iter().any(|event| match event {
        Event::Struck { at, defence, .. } if at.0 >= 4 => {
            defence.parts.iter().any(|part| part.what == "defending an obstacle")
        }
        _ => false,
    });
    assert!(!attackers, "who comes at stakes does not defend them");
}

#[test]
fn stakes_are_lifted_again() {
    // MM-3.7
    let mut field = row_of(Thing::Stake, 4);
    field.turn(&[task(0, Task::Plant(ThingId(0)))]);
    field.turn(&[task(0, Task::Lift(ThingId(0)))]);
    let gear = field.position.train().gear[0];
    assert_eq!((gear.set, gear.count, gear.lies), (0, 4, Lies::Carried));
}

#[test]
fn pavises_are_light_cover() {
    // MM-9.9, MM-4.8
    let mut field = row_of(Thing::Pavise, 4);
    assert_eq!(field.position.gear_cover(field.at(4), field.at(0)), Cover::None);
    field.turn(&[task(0, Task::Plant(ThingId(0)))]);
    assert_eq!(field.position.gear_cover(field.at(4), field.at(0)), Cover::Light);
    assert_eq!(field.position.gear_cover(field.at(0), field.at(4)), Cover::None, "they cover those behind them");
    let events = field.turn(&[shoot(1, 0)]);
    let covered = |event: &Event| match event {
        Event::Shot { parts, .. } => parts.iter().any(|part| part.what == "light cover" && part.value == 1),
        _ => false,
    };
    assert!(events.iter().any(covered));
}

#[test]
fn men_who_have_run_out_take_spares_from_a_wagon() {
    // MM-4.6, MM-3.7: those who have run out take a dozen each, as long as there are any; it takes a turn.
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 2, 200, 40);
    places.extend(row_down(2, 2, 200, 100));
    let wagon = Piece {
        at: Some((q(202, 34), Heading::UP)),
        spares: Spares { others: 20, ..Spares::default() },
        ..Piece::of(Thing::Wagon, 1, None)
    };
    let forces = [vec![band(&archer, 2)], vec![band(&man(), 2)]];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    let restock = task(0, Task::Restock(ThingId(0)));
    for _ in 0..6 {
        assert_eq!(field.turn_with(&[restock, shoot(0, 1)]), [restock], "not yet");
    }
    assert_eq!(field.position.figure(FigureId(0)).ammunition, 0);
    let step = march(0, Heading::UP, 1, Gait::Walk);
    assert_eq!(field.turn_with(&[restock, step]), [step], "nothing is left of the turn");
    let events = std::mem::take(&mut field.events);
    let taken: Vec<u8> = events
        .iter()
        .filter_map(|event| if let Event::Restocked { shots, .. } = event { Some(*shots) } else { None })
        .collect();
    assert_eq!(taken, [12, 8]);
    assert_eq!(field.position.train().gear[0].spares.others, 0);
}

#[test]
fn bearers_have_no_two_hands_to_fight_with() {
    // MM-9.11: who carries a faggot uses neither a two-handed weapon nor weapon and shield.
    let bearer = sergeant(2, &[Weapon::Halberd, Weapon::Sword, Weapon::Shield]);
    let forces = [vec![band(&bearer, 2)], vec![band(&man(), 2)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Faggot, 1)], vec![]], None, &[]);
    let [bearing, free] = [0, 1].map(|n| field.position.figure(FigureId(n)));
    let weapon = |figure| field.position.weapon_in_use(figure);
    assert_eq!((weapon(bearing), weapon(free)), (Weapon::Sword, Weapon::Halberd));
    assert_eq!((bearing.protection_now().number(), free.protection_now().number()), (3, 2));
    field.turn(&[task(0, Task::LayDown(ThingId(0)))]);
    assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 2);
}

#[test]
fn gear_left_lying_is_anybodys() {
    // MM-3.7
    let mut field = row_of(Thing::Stake, 4);
    field.turn(&[task(0, Task::LayDown(ThingId(0)))]);
    let gear = field.position.train().gear[0];
    assert_eq!((gear.body, gear.lies), (None, Lies::Lying));
    let take = task(0, Task::PickUp(ThingId(0)));
    field.turn(&[take]);
    assert_eq!(field.position.train().gear[0].body, Some(body(0)));
}

#[test]
fn an_armys_standard_rides_on_a_wagon_until_it_is_taken() {
    // MM-8.8
    let mut places = row_up(0, 2, 200, 40);
    places.extend(row_down(2, 2, 40, 300));
    let wagon = Piece { standard: true, at: Some((q(202, 44), Heading::DOWN)), ..Piece::of(Thing::Wagon, 1, None) };
    let forces = [vec![band(&man(), 2)], vec![band(&man(), 2)]];
    let mut field = Field::with_gear(forces, [vec![], vec![wagon]], None, &places);
    let standard = field.position.standards()[0];
    assert_eq!((standard.standard, standard.place), (Standard::Army, StandardAt::Wagon(ThingId(0))));
    assert!(!standard.lost(field.position.figures()));
    let events = field.turn(&[task(0, Task::PickUp(ThingId(0)))]);
    assert!(events.iter().any(|event| matches!(event, Event::StandardTaken { standard: Standard::Army, .. })));
    assert!(field.position.standards()[0].lost(field.position.figures()));
}

#[test]
fn the_dead_and_yielded_are_looted_but_never_a_yielded_knight() {
    // MM-8.5: half a turn a weapon, a turn for armour, two turns to put on protection 3, three for better.
    let slayer = sergeant(4, &[Weapon::Knife]);
    let victim = sergeant(2, &[Weapon::Bill, Weapon::Shield]);
    let forces = [vec![band(&slayer, 1)], vec![band(&victim, 2)]];
    // A wagon far off, so that the field has gear on it.
    let wagon = Piece { at: Some((q(20, 20), Heading::UP)), ..Piece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 43), down(2, 60, 300)];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    let take = |take| Task::Loot { from: FigureId(1), take };
    assert_eq!(field.position.check_task(body(0), &take(Booty::Weapon)), Err(Illegal::InMelee));
    // The bill is the longer, and strikes first, in vain.
    field.dice.show(ATTACK, &[1, 6]);
    field.dice.show(DEFENCE, &[6, 1]);
    field.dice.show(WOUND, &[6]);
    let events = field.turn(&[]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{events:#?}");
    field.turn(&[task(0, take(Booty::Weapon))]);
    assert_eq!(field.position.figure(FigureId(0)).arms.hand, Weapon::Bill);
    assert_eq!(field.position.check_task(body(0), &take(Booty::Weapon)), Err(Illegal::NothingToTake));
    field.turn(&[task(0, take(Booty::Shield))]);
    assert_eq!(field.position.figure(FigureId(0)).protection.number(), 3, "a shield and no armour (MM-1.3)");
    field.turn(&[task(0, take(Booty::Armour))]);
    // Without his shield the dead man's armour was protection 3: two turns; with the shield it is 2.
    for protection in [3, 2] {
        field.turn(&[task(0, Task::PutOn)]);
        assert_eq!(field.position.figure(FigureId(0)).protection.number(), protection);
    }
}

#[test]
fn a_yielded_knight_is_not_looted() {
    // MM-8.5
    let taker = sergeant(3, &[Weapon::Sword]);
    let forces = |yielder: Fighter| {
        let single = matches!(yielder.profile.class, Class::Knight);
        let force = match single {
            true => force("force", vec![], vec![yielder.clone(), yielder]),
            false => force("force", vec![unit("a", None, &yielder, 1), unit("b", None, &yielder, 1)], vec![]),
        };
        [vec![band(&taker, 1)], vec![force]]
    };
    for (yielder, allowed) in [(foot_knight(Grade::C), false), (sergeant(1, &[Weapon::Sword, Weapon::Shield]), true)] {
        let wagon = Piece { at: Some((q(20, 20), Heading::UP)), ..Piece::of(Thing::Wagon, 1, None) };
        let places = [up(0, 100, 40), down(1, 100, 46), down(2, 60, 300)];
        let mut field = Field::with_gear(forces(yielder), [vec![wagon], vec![]], None, &places);
        field.turn(&[Decision::Yield { body: body(1) }]);
        let loot = Task::Loot { from: FigureId(1), take: Booty::Armour };
        assert_eq!(field.position.check_task(body(0), &loot).is_ok(), allowed);
    }
}

#[test]
fn a_list_of_gear_finds_its_men() {
    // MM-9.7, MM-9.10: engines to crews, stakes to archers, ladders to other foot.
    use banneret::rules::man_to_man::gear::allot::allot;
    use banneret::rules::man_to_man::{Tables, setup};
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let foot = sergeant(3, &[Weapon::Sword, Weapon::Shield]);
    let forces = vec![crew(5), band(&archer, 8), band(&foot, 9)];
    let mut plan = plan(forces, vec![band(&man(), 2)], 1);
    let list = Thing::list("catapult, 4 draught animals, 16 stakes, 2 ladders, wagon").expect("a good list");
    let gear = allot(&plan.hosts.attacker, &list, &Tables::book());
    let served: Vec<(Thing, u16, Option<Man>)> =
        gear.iter().map(|piece| (piece.thing, piece.count, piece.by)).collect();
    let (crew, archers, foot) = (Some(Man(1)), Some(Man(6)), Some(Man(14)));
    assert_eq!(
        served,
        [
            (Thing::Catapult, 1, crew),
            (Thing::Stake, 16, archers),
            (Thing::Ladder, 1, foot),
            (Thing::Ladder, 1, foot),
            (Thing::Wagon, 1, None)
        ]
    );
    assert_eq!((gear[0].animals, gear[2].inches, gear[4].spares.others), (4, 6, 100));
    plan.hosts.attacker.gear = gear;
    assert!(setup::faults(&plan).is_empty());
    // Without a crew for it, an engine is a fault of the plan.
    plan.hosts.defender.gear = allot(&plan.hosts.defender, &[(1, Thing::Bombard)], &Tables::book());
    assert!(setup::faults(&plan).iter().any(|fault| fault.to_string().contains("bombard needs men")));
}

#[test]
fn mm_6_3_a_bombard_near_horses() {
    // MM-6.3: a firearm that goes off within 6 in.
    let near = |quarters: i32| {
        let mut gunners = crew(4);
        gunners.single.push(knight(Grade::C, Horse::Unbarded));
        let mut places = row_up(0, 4, 200, 40);
        places.push(up(4, 212 + quarters, 44));
        places.extend(row_down(5, 4, 200, 104));
        let bombard = Piece { at: Some((q(212, 44), Heading::UP)), ..first_served(Thing::Bombard, 1) };
        let forces = [vec![gunners], vec![band(&man(), 4)]];
        let mut field = Field::with_gear(forces, [vec![bombard], vec![]], None, &places);
        field.dice.show(FALL, &[1, 1]);
        let events = field.turn(&[loose(0, Mark::Body(body(2)))]);
        assert!(loosed(&events).is_some(), "{events:#?}");
        !field.position.figure(FigureId(4)).mounted()
    };
    assert!(near(24) && !near(25));
}

#[test]
fn mm_7_1_and_mm_7_2_who_tests_for_an_engine() {
    // MM-7.1: a unit shot at by an engine or bombard, however far; MM-7.2: a single knight by a firearm within 15 in,
    // which a bombard is and a catapult is not.
    let causes = |thing, inches: i32, lone: bool| {
        let mut places = row_up(0, 4, 200, 40);
        places.push(down(4, 206, 40 + 4 * inches));
        let target = if lone { force("b", vec![], vec![foot_knight(Grade::C)]) } else { band(&man(), 1) };
        let engine = Piece { at: Some((q(206, 40), Heading::UP)), ..first_served(thing, 1) };
        let mut field = Field::with_gear([vec![crew(4)], vec![target]], [vec![engine], vec![]], None, &places);
        let events = field.turn(&[loose(0, Mark::Body(body(1)))]);
        assert!(loosed(&events).is_some(), "{events:#?}");
        tests(&events).into_iter().find(|test| test.0 == 1).map_or(vec![], |test| test.1)
    };
    assert_eq!(causes(Thing::Bombard, 15, true), [Cause::Firearm]);
    assert_eq!(causes(Thing::Bombard, 16, true), []);
    assert_eq!(causes(Thing::Catapult, 15, true), []);
    assert_eq!(causes(Thing::Bombard, 30, false), [Cause::Engine]);
    assert_eq!(causes(Thing::Catapult, 30, false), [Cause::Engine]);
}

/// One man, who has a dead enemy before him with a bill and a shield, in armour that is so much protection with it.
fn over_the_dead(protection: u8) -> Field {
    over_the_dead_on(protection, None)
}

fn over_the_dead_on(protection: u8, ground: Option<&str>) -> Field {
    let slayer = sergeant(4, &[Weapon::Knife]);
    let victim = sergeant(protection, &[Weapon::Bill, Weapon::Shield]);
    let wagon = Piece { at: Some((q(20, 20), Heading::UP)), ..Piece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 43), down(2, 60, 300)];
    let forces = [vec![band(&slayer, 1)], vec![band(&victim, 2)]];
    let mut field = Field::with_gear(forces, [vec![wagon], vec![]], ground, &places);
    field.dice.show(ATTACK, &[1, 6, 1, 6]);
    field.dice.show(DEFENCE, &[6, 1, 6, 1]);
    field.dice.show(WOUND, &[6, 6]);
    field.turn(&[]);
    assert_eq!(field.position.figure(FigureId(1)).state, State::Dead);
    field
}

#[test]
fn mm_8_5_half_a_turn_a_weapon_or_shield_a_turn_for_armour() {
    // MM-8.5: in one turn a weapon and a shield; armour alone, and nothing after half a turn of looting.
    let loot = |take| task(0, Task::Loot { from: FigureId(1), take });
    let [weapon, shield, armour] = [Booty::Weapon, Booty::Shield, Booty::Armour].map(loot);
    assert_eq!(over_the_dead(2).turn_with(&[weapon, shield]), []);
    assert_eq!(over_the_dead(2).turn_with(&[armour, weapon]), [weapon]);
    assert_eq!(over_the_dead(2).turn_with(&[weapon, armour]), [armour]);
}

#[test]
fn mm_8_5_two_turns_to_put_on_protection_3_and_three_for_better() {
    // MM-8.5: with his shield the dead man was a level better than by his armour alone (MM-1.3).
    for (worn, turns) in [(2, 2), (1, 3)] {
        let mut field = over_the_dead(worn);
        field.turn(&[task(0, Task::Loot { from: FigureId(1), take: Booty::Armour })]);
        for turn in 1..=turns {
            assert_eq!(field.position.figure(FigureId(0)).protection.number(), 4, "turn {turn}");
            field.turn(&[task(0, Task::PutOn)]);
        }
        assert_eq!(field.position.figure(FigureId(0)).protection.number(), worn + 1);
    }
}

#[test]
fn mm_8_5_nobody_loots_or_dresses_in_deep_water() {
    // MM-8.5, MM-3.1: at protection 2, by a shield or better armour, he could not swim; out of the river he may.
    let river = |x: &str| {
        format!(
            "name = \"a river\"\nwhat = \"A river.\"\nwidth = 100\ndepth = 90\n[[area]]\nkind = \"river\"\n\
             edge = [[{x}, 0], [60, 0], [60, 90], [{x}, 90]]\n\
             [attacker]\nline = [[5, 10], [24, 10]]\n[defender]\nline = [[5, 80], [24, 80]]\n"
        )
    };
    let into = Heading::of(q(0, 0).to(q(40, 0)));
    let mut field = over_the_dead_on(2, Some(&river("30")));
    field.turn(&[task(0, Task::Loot { from: FigureId(1), take: Booty::Armour })]);
    field.turn(&[march(0, into, 9, Gait::Walk)]);
    assert!(field.at(0).x > q(120, 0).x, "{:?}", field.at(0));
    assert_eq!(field.position.check_task(body(0), &Task::PutOn), Err(Illegal::InWater));
    field.turn(&[march(0, into.back(), 9, Gait::Walk)]);
    assert_eq!(field.position.check_task(body(0), &Task::PutOn), Ok(()));
    let mut field = over_the_dead_on(2, Some(&river("25.5")));
    let shield = Task::Loot { from: FigureId(1), take: Booty::Shield };
    assert_eq!(field.position.check_task(body(0), &shield), Ok(()));
    field.turn(&[march(0, into, 1, Gait::Walk)]);
    assert!(field.at(0).x > q(102, 0).x, "{:?}", field.at(0));
    assert_eq!(field.position.check_task(body(0), &shield), Err(Illegal::NotNear));
}

#[test]
fn mm_8_5_nobody_in_arms_is_looted() {
    // MM-8.5: the dead and the yielded.
    let taker = sergeant(3, &[Weapon::Knife]);
    let wagon = Piece { at: Some((q(20, 20), Heading::UP)), ..Piece::of(Thing::Wagon, 1, None) };
    let places = [up(0, 100, 40), down(1, 100, 46), down(2, 60, 300)];
    let forces = [vec![band(&taker, 1)], vec![band(&sergeant(2, &[Weapon::Bill]), 2)]];
    let field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
    let loot = Task::Loot { from: FigureId(1), take: Booty::Weapon };
    assert_eq!(field.position.check_task(body(0), &loot), Err(Illegal::NothingToTake));
}

#[test]
fn mm_9_11_a_shield_is_not_used_in_the_turn_of_a_shot_except_with_a_javelin() {
    // MM-9.11
    let protection = |weapon| {
        let shooter = sergeant(2, &[weapon, Weapon::Sword, Weapon::Shield]);
        let target = sergeant(3, &[Weapon::Sword]);
        let mut field = Field::duel(&shooter, &target, &[up(0, 240, 160), down(1, 240, 170)]);
        assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 2);
        let shot_back = field.turn(&[shoot(0, 1), march(1, Heading::DOWN, 1, Gait::Walk)]);
        assert!(!shots(&shot_back).is_empty());
        let mut figure = *field.position.figure(FigureId(0));
        figure.turn.shots = 1;
        figure.protection_now().number()
    };
    assert_eq!((protection(Weapon::Longbow), protection(Weapon::Javelin)), (3, 2));
}

#[test]
fn mm_9_11_a_standard_leaves_one_hand() {
    // MM-9.11: neither a two-handed weapon nor weapon and shield.
    let mut bearer = sergeant(2, &[Weapon::Halberd, Weapon::Sword, Weapon::Shield]);
    let free = bearer.clone();
    bearer.standard = Some(Standard::Force);
    let field = Field::duel(&bearer, &free, &[up(0, 240, 160), down(1, 240, 200)]);
    let with = |n| {
        let figure = field.position.figure(FigureId(n));
        (field.position.weapon_in_use(figure), figure.protection_now().number())
    };
    assert_eq!((with(0), with(1)), ((Weapon::Sword, 3), (Weapon::Halberd, 2)));
}

#[test]
fn mm_9_8_ten_on_foot_manhandle_an_engine_and_horsemen_do_not() {
    // MM-9.8: ten on foot.
    let inches = |horse| {
        let man = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse);
        let wagon = first_served(Thing::Wagon, 1);
        let field =
            Field::with_gear([vec![band(&man, 10)], vec![band(&self::man(), 2)]], [vec![wagon], vec![]], None, &[]);
        field.position.allowance(body(0), Gait::Walk) / INCH
    };
    assert_eq!((inches(Horse::None), inches(Horse::Unbarded)), (2, 0));
}

#[test]
fn mm_9_9_stakes_stand_half_an_inch_apart_and_pavises_are_two_inches_wide() {
    // MM-9.9: four stakes reach three quarters of an inch to either side of their middle, four pavises 4 in.
    let mut field = row_of(Thing::Stake, 4);
    field.turn(&[task(0, Task::Plant(ThingId(0)))]);
    let row = field.position.train().gear[0];
    let side = field.position.figure(FigureId(0)).side;
    let across = |field: &Field, aside: i32| {
        let behind = row.at.along(Heading::UP.turned(16), aside * INCH / 8);
        let [defender, attacker] = [behind.along(Heading::DOWN, INCH), behind.along(Heading::UP, INCH)];
        [side, side.other()].map(|side| field.position.stakes_between(defender, attacker, side))
    };
    assert_eq!([-7, -5, 5, 7].map(|aside| across(&field, aside)[0]), [false, true, true, false]);
    assert!(!across(&field, 5)[1], "the other side's men do not defend them");
    let mut field = row_of(Thing::Pavise, 4);
    field.turn(&[task(0, Task::Plant(ThingId(0)))]);
    let row = field.position.train().gear[0];
    let cover = |aside: i32| {
        let behind = row.at.along(Heading::UP.turned(16), aside * INCH / 8);
        field.position.gear_cover(behind.along(Heading::UP, 10 * INCH), behind.along(Heading::DOWN, INCH / 2))
    };
    assert_eq!([-33, -31, 31, 33].map(cover), [Cover::None, Cover::Light, Cover::Light, Cover::None]);
    // And an inch deep.
    let behind = |quarters: i32| {
        let target = row.at.along(Heading::DOWN, quarters * INCH / 4);
        field.position.gear_cover(row.at.along(Heading::UP, 10 * INCH), target)
    };
    assert_eq!([3, 5].map(behind), [Cover::Light, Cover::None]);
}

#[test]
fn mm_9_9_stakes_are_set_by_foot() {
    // MM-9.9: archers who have mounted set none.
    let archer = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow, Weapon::Sword], Horse::Unbarded);
    let plan = faults(first_served(Thing::Stake, 4), band(&archer, 4));
    assert!(plan.contains("on foot (MM-9.9)"), "{plan}");
    assert_eq!(faults(first_served(Thing::Stake, 4), band(&man(), 4)), "");
}
