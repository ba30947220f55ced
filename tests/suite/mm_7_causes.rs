//! Why morale is tested (MM-7.1, MM-7.2).

use crate::bands::{
    WOODS, archer, archer_of, archers, band_of, bands, bare_swordsman, knight_of, of_battle, on_ground, part_of_test,
    shot_dead, swordsman, who_tests_for,
};
use crate::field::*;
use crate::gear_field::{band, crew, first_served, knifeman, loose, loosed, row_up};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Force};
use banneret::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::gear::state::Mark;
use banneret::rules::man_to_man::state::{Mood, State};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait};

#[test]
fn mm_7_1_under_half_strength_a_man_wounded_is_a_cause() {
    // MM-7.1: each time a man is hit, killed or not.
    let places = [up(0, 240, 160), down(1, 236, 190), down(2, 240, 190), down(3, 244, 190)];
    let mut field = Field::new(vec![band_of(&[(&archer(), 1)])], vec![band_of(&[(&swordsman(), 3)])], &places);
    field.dice.show(TO_HIT, &[1, 1, 1, 1, 1, 1]);
    field.dice.show(WOUND, &[6, 6, 1]);
    assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty(), "two of three left");
    field.turn(&[shoot(0, 1)]);
    let events = field.turn(&[shoot(0, 1)]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: false, .. })), "{events:#?}");
    assert_eq!(tests(&events)[0].1, [Cause::UnderHalf], "one man left, and he is wounded");
}

fn has(events: &[Event], whose: u16, cause: Cause) -> bool {
    tests(events).iter().any(|(body, causes, _)| *body == whose && causes.contains(&cause))
}

#[test]
fn mm_7_1_a_units_own_leader_killed() {
    // MM-7.1, MM-7.6: the unit tests; it is leaderless unless the leader of its force has joined it.
    let leaderless = |quarters: i32| {
        let commander = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
        let foot = unit("foot", Some(commander), &swordsman(), 3);
        let places = [
            up(0, 240, 160),
            down(1, 240, 190),
            down(2, 243, 190),
            down(3, 246, 190),
            down(4, 249, 190),
            down(5, 249 + quarters, 190),
        ];
        let host = force("b", vec![foot], vec![foot_knight(Grade::A)]);
        let mut field = Field::new(vec![band_of(&[(&archer(), 1)])], vec![host], &places);
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.figure(FigureId(1)).state, State::Dead, "the commander is shot");
        assert!(has(&events, 1, Cause::LeaderLost), "{:?}", tests(&events));
        parts_of(&events, 1).iter().any(|(what, _)| what == "leaderless")
    };
    assert!(!leaderless(8) && leaderless(9));
}

#[test]
fn mm_7_1_and_mm_7_2_who_tests_for_an_engine() {
    // MM-7.1: a unit shot at by an engine or bombard, however far; MM-7.2: a single knight by a firearm within 15 in,
    // which a bombard is and a catapult is not.
    let causes = |thing, inches: i32, lone: bool| {
        let mut places = row_up(0, 4, 200, 40);
        places.push(down(4, 206, 40 + 4 * inches));
        let target = if lone { force("b", vec![], vec![foot_knight(Grade::C)]) } else { band(&knifeman(), 1) };
        let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(thing, 1) };
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

#[test]
fn mm_7_1_a_charge_out_of_woods_surprises() {
    // MM-7.1: surprised from cover within 15 in; who is seen coming surprises nobody.
    let places = [up(0, 160, 156), down(1, 160, 190)];
    for (things, causes) in [(WOODS, vec![Cause::Surprised]), ("", vec![])] {
        let attacker = band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]);
        let mut field = on_ground(things, attacker, band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]), &places);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        // A test that the charge calls for comes before the chargers have moved (MM-2.3).
        let before = events.iter().position(|event| matches!(event, Event::Moved { .. })).expect("they charge");
        let tested = tests(&events[..before]);
        assert_eq!(tested.first().map_or(vec![], |test| test.1.clone()), causes, "{things}");
    }
}

#[test]
fn mm_7_1_shot_at_out_of_hiding_within_15_inches() {
    // MM-7.1: surprised from cover; a bowman half an inch inside the edge of woods.
    for (things, quarters, surprised) in [(WOODS, 60, true), (WOODS, 61, false), ("", 60, false)] {
        let places = [up(0, 160, 158), down(1, 160, 158 + quarters)];
        let target = band_of(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
        let mut field = on_ground(things, band_of(&[(&archer_of(Grade::C), 1)]), target, &places);
        let tested = tests(&field.turn(&[shoot(0, 1)]));
        assert_eq!(tested.iter().any(|test| test.1.contains(&Cause::Surprised)), surprised, "{things} {quarters}");
    }
}

#[test]
fn mm_7_1_and_mm_7_2_whom_a_leader_lost_concerns() {
    // MM-7.1, MM-7.2: leader of army, of own battle, of force, of unit, all within 15 in; lone knights for all but the
    // last. MM-1.4: each is led by the highest in it. The king leads the army and its main battle, the baron the van and a force of it, a knight the other.
    let unit_of = |count| unit("men", None, &bare_swordsman(), count);
    let led = unit("led", Some(knight_of(Rank::Knight)), &bare_swordsman(), 1);
    let forces = || {
        vec![
            of_battle("main", force("king's", vec![unit_of(1)], vec![knight_of(Rank::King)])),
            of_battle("van", force("knight's", vec![unit_of(1)], vec![knight_of(Rank::Knight), knight_of(Rank::None)])),
            of_battle("van", force("baron's", vec![unit_of(1), led.clone()], vec![knight_of(Rank::Baron)])),
        ]
    };
    // Bodies: the main battle's men 1, the king 2; men 3, the knight 4, a lone knight 5; men 6, a led unit 7, the baron 8.
    let places: Vec<Placed> = (0..10).map(|n| down(1 + n, 200 + 8 * i32::from(n), 190)).collect();
    for (victim, concerned) in [(2, vec![1, 3, 4, 5, 6, 7, 8]), (8, vec![3, 4, 5, 6, 7]), (4, vec![3, 5]), (7, vec![7])]
    {
        let figure = if victim == 8 { 9 } else { victim };
        let at = places[usize::from(figure) - 1].1;
        let archer = Placed(FigureId(0), Point::new(at.x, 40 * INCH), Heading::UP);
        let mut field = Field::new(archers(1), forces(), &[vec![archer], places.clone()].concat());
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, victim)]);
        assert_eq!(field.position.figure(FigureId(figure)).state, State::Dead);
        assert_eq!(who_tests_for(&events, Cause::LeaderLost), concerned, "body {victim}");
        let lost = part_of_test(&events, concerned[0], "army commander lost");
        assert_eq!(lost, if victim == 2 { -1 } else { 0 }, "the army's alone counts in the test (MM-7.3)");
    }
}

fn units_of_archer_and_captor() -> Vec<Force> {
    let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
    vec![force("a", vec![archer, unit("captor", None, &sergeant(1, &[Weapon::Sword]), 1)], vec![])]
}

#[test]
fn mm_7_1_and_mm_7_2_a_leader_killed_taken_or_fled_within_15_inches() {
    // MM-7.1, MM-7.2: a unit and a lone knight so far to either side of the knight who leads them, who is shot dead, or
    // yields to a man 4 in before him, or is shot at from behind and flees.
    for how in ["killed", "taken", "fled"] {
        for (quarters, concerned) in [(60, vec![1, 2]), (61, vec![])] {
            let led = force(
                "b",
                vec![unit("men", None, &bare_swordsman(), 1)],
                vec![knight_of(Rank::None), knight_of(Rank::Knight)],
            );
            let ours = units_of_archer_and_captor();
            let facing = if how == "fled" { Heading::UP } else { Heading::DOWN };
            let places = [
                up(0, 240, 160),
                up(1, 246, 176),
                down(2, 240 - quarters, 190),
                down(3, 240 + quarters, 190),
                Placed(FigureId(4), q(240, 190), facing),
            ];
            let mut field = Field::new(ours, vec![led], &places);
            let order = if how == "taken" { Decision::Yield { body: body(4) } } else { shoot(0, 4) };
            match how {
                "killed" => shot_dead(&mut field),
                _ => field.dice.show(MORALE, &[1, 1, 1]),
            }
            let events = field.turn(&[order]);
            let figure = field.position.figure(FigureId(4));
            match how {
                "killed" => assert_eq!(figure.state, State::Dead),
                "taken" => assert!(matches!(figure.state, State::Yielded { .. })),
                _ => assert!(field.position.body(body(4)).fleeing()),
            }
            let concerned: Vec<u16> = concerned.into_iter().map(|n: u16| n + 1).collect();
            assert_eq!(who_tests_for(&events, Cause::LeaderLost), concerned, "{how} {quarters}");
        }
    }
}

#[test]
fn mm_7_1_half_strength_itself_is_not_under_it() {
    // MM-7.1: the second of four killed is no cause; the next wound after the third is.
    let places = [up(0, 240, 160), down(1, 236, 190), down(2, 240, 190), down(3, 244, 190), down(4, 248, 190)];
    let defender = || vec![force("b", vec![unit("men", None, &bare_swordsman(), 4)], vec![])];
    let mut field = Field::new(archers(1), defender(), &places);
    for (killed, cause) in [(1, false), (2, false), (3, true)] {
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.body(body(1)).in_arms, 4 - killed);
        assert_eq!(who_tests_for(&events, Cause::UnderHalf) == [1], cause, "{killed}");
    }
    // A man wounded while half are left.
    let mut field = Field::new(archers(1), defender(), &places);
    for wound in [6, 6, 1] {
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[wound]);
        assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty());
    }
}

#[test]
fn mm_7_1_and_mm_7_2_shot_at_by_an_engine_from_behind() {
    // MM-7.1, MM-7.2: a catapult 30 in off.
    let causes = |lone: bool, facing| {
        let target = match lone {
            true => force("b", vec![], vec![knight_of(Rank::Knight)]),
            false => force("b", vec![unit("men", None, &bare_swordsman(), 1)], vec![]),
        };
        let mut places: Vec<Placed> = (0..4).map(|n| up(n, 200 + 4 * i32::from(n), 40)).collect();
        places.push(Placed(FigureId(4), q(206, 160), facing));
        let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let mut field = Field::with_gear([vec![crew(4)], vec![target]], [vec![engine], vec![]], None, &places);
        let events = field.turn(&[loose(0, Mark::Body(body(1)))]);
        tests(&events).into_iter().find(|test| test.0 == 1).map_or(vec![], |test| test.1)
    };
    assert_eq!(causes(false, Heading::UP), [Cause::Engine, Cause::FromBehind]);
    assert_eq!(causes(false, Heading::DOWN), [Cause::Engine]);
    assert_eq!(causes(true, Heading::UP), [Cause::FromBehind]);
    assert_eq!(causes(true, Heading::DOWN), []);
}

#[test]
fn mm_7_1_units_check_after_melee_and_missile_hits() {
    // MM-7.1: two hits in a turn are no cause, three are.
    for (hits, cause) in [(2, false), (3, true)] {
        let archers = unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 3);
        let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 12);
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160)];
        places.extend((0..12).map(|n| down(3 + n, 220 + 4 * i32::from(n), 190)));
        let mut field =
            Field::new(vec![force("a", vec![archers], vec![])], vec![force("b", vec![foot], vec![])], &places);
        field.dice.show(TO_HIT, &[1, 1].repeat(hits));
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(
            tests(&events).iter().any(|(whose, causes, _)| *whose == 1 && *causes == [Cause::MissileHits]),
            cause
        );
    }
}

#[test]
fn mm_7_1_under_half_strength_each_man_hit() {
    // MM-7.1
    let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
    let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 3);
    let places = [up(0, 240, 160), down(1, 236, 190), down(2, 240, 190), down(3, 244, 190)];
    let mut field = Field::new(vec![force("a", vec![archer], vec![])], vec![force("b", vec![foot], vec![])], &places);
    field.dice.show(WOUND, &[6, 6]);
    field.dice.show(TO_HIT, &[1, 1, 6, 6, 1, 1, 6, 6]);
    assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty(), "two of three left");
    let tested = tests(&field.turn(&[shoot(0, 1)]));
    assert_eq!(tested[0].1, [Cause::UnderHalf], "one of three left");
}

#[test]
fn mm_7_1_leaders_lost_and_friends_in_flight_near() {
    // MM-7.1, MM-7.6: within 15 in; friends in flight count when of equal class or better.
    let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
    let commander = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
    let near = |quarters: i32| {
        let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 2);
        let places = [up(0, 240, 160), down(1, 240 + quarters, 190), down(2, 243 + quarters, 190), down(3, 240, 190)];
        let mut field = Field::new(
            vec![force("a", vec![archer.clone()], vec![])],
            vec![force("b", vec![foot], vec![commander.clone()])],
            &places,
        );
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, &[6]);
        tests(&field.turn(&[shoot(0, 2)]))
            .iter()
            .any(|(whose, causes, _)| *whose == 1 && *causes == [Cause::LeaderLost])
    };
    assert!(near(60) && !near(61));
    let flight = |fleeing: Fighter, quarters: i32| {
        let units = vec![unit("fleeing", None, &fleeing, 2), unit("near", None, &sergeant(3, &[Weapon::Sword]), 2)];
        let places = [
            up(0, 240, 160),
            up(1, 243, 160),
            up(2, 243 + quarters, 160),
            up(3, 246 + quarters, 160),
            down(4, 240, 163),
        ];
        let foe = unit("foe", None, &sergeant(3, &[Weapon::Sword]), 1);
        let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![foe], vec![])], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        let events = field.turn(&[]);
        assert_eq!(tests(&events)[0].2, MoraleResult::Recreant);
        tests(&events).iter().any(|(whose, causes, _)| *whose == 1 && *causes == [Cause::FriendsFlee])
    };
    assert!(flight(sergeant(3, &[Weapon::Sword]), 60) && !flight(sergeant(3, &[Weapon::Sword]), 61));
    assert!(!flight(peasant(&[Weapon::Sword]), 60), "peasants in flight do not trouble sergeants");
}

#[test]
fn mm_7_1_firearms_and_blows_from_behind() {
    // MM-7.1: shot at by a handgun within 15 in; charged or shot at from behind.
    let gun = |quarters: i32| {
        let (gunner, target) = (sergeant(4, &[Weapon::Handgun]), sergeant(4, &[Weapon::Sword]));
        let mut field = Field::duel(&gunner, &target, &[up(0, 240, 160), down(1, 240, 160 + quarters)]);
        tests(&field.turn(&[shoot(0, 1)])).iter().any(|(_, causes, _)| *causes == [Cause::Firearm])
    };
    assert!(gun(60) && !gun(61));
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&sergeant(4, &[Weapon::Longbow]), &man, &[up(0, 240, 160), up(1, 240, 190)]);
    assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].1, [Cause::FromBehind]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), up(1, 240, 190)]);
    assert_eq!(tests(&field.turn(&[charge(0, 1, Gait::Run)]))[0].1, [Cause::FromBehind]);
}

#[test]
fn mm_7_1_peasants_test_though_the_first_to_come_at_them_comes_at_a_walk() {
    // MM-7.1, MM-2.1: a move to contact at a walk is no charge, and calls for no test; a second enemy charges. Whoever is
    // named first, they are charged. Two who come at a walk charge nobody.
    for (gaits, test) in [
        ([Gait::Walk, Gait::Walk], false),
        ([Gait::Walk, Gait::Run], true),
        ([Gait::Run, Gait::Walk], true),
        ([Gait::Run, Gait::Run], true),
    ] {
        let places = [up(0, 230, 160), up(1, 250, 160), down(2, 240, 186)];
        let attacker = bands(&[(&swordsman(), 1), (&swordsman(), 1)]);
        let mut field = Field::new(attacker, bands(&[(&peasant(&[Weapon::Spear]), 1)]), &places);
        let events = field.turn(&[charge(0, 2, gaits[0]), charge(1, 2, gaits[1])]);
        let charged = who_tests_for(&events, Cause::Charged);
        assert_eq!(charged == [2], test, "{gaits:?}: {:?}", tests(&events));
    }
}

#[test]
fn mm_7_1_whoever_charges_from_behind_makes_them_test() {
    // MM-7.1, MM-7.2: one charges the front; another, named first or second, stands behind and comes at a run, or walks.
    for lone in [false, true] {
        for (behind, gait, test) in [(0, Gait::Run, true), (1, Gait::Run, true), (1, Gait::Walk, false)] {
            let mut places = [up(0, 240, 160), up(1, 240, 160), down(2, 240, 186)];
            places[behind] = down(behind as u16, 240, 214);
            let target = match lone {
                true => vec![force("b", vec![], vec![foot_knight(Grade::C)])],
                false => bands(&[(&swordsman(), 1)]),
            };
            let mut field = Field::new(bands(&[(&swordsman(), 1), (&swordsman(), 1)]), target, &places);
            let mut orders = [charge(0, 2, Gait::Run), charge(1, 2, Gait::Run)];
            orders[behind] = charge(behind as u16, 2, gait);
            let events = field.turn(&orders);
            let tested = who_tests_for(&events, Cause::FromBehind) == [2];
            assert_eq!(tested, test, "lone {lone}, {behind} behind at {gait:?}: {:?}", tests(&events));
        }
    }
}

#[test]
fn mm_7_1_peasants_charging_test() {
    // MM-7.1: peasants only; the craven do not charge.
    let foe = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&peasant(&[Weapon::Spear]), &foe, &[up(0, 240, 160), down(1, 240, 190)]);
    field.dice.show(MORALE, &[3, 3, 3]);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    assert_eq!(tests(&events)[0], (0, vec![Cause::Charging], MoraleResult::Craven));
    assert!(blows(&events).is_empty());
    let mut field = Field::duel(&foe, &foe, &[up(0, 240, 160), down(1, 240, 190)]);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    assert!(tests(&events).iter().all(|(_, causes, _)| *causes == [Cause::Melee]));
}

#[test]
fn mm_7_1_a_leader_in_flight_near() {
    // MM-7.1: fled within 15 in; the knight who leads the force is shot at from behind and flees.
    let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
    let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 2);
    let leader = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
    let places = [up(0, 240, 160), down(1, 290, 200), down(2, 293, 200), up(3, 240, 200)];
    let mut field =
        Field::new(vec![force("a", vec![archer], vec![])], vec![force("b", vec![foot], vec![leader])], &places);
    field.dice.show(MORALE, &[1, 1, 1]);
    let events = field.turn(&[shoot(0, 2)]);
    let tested = tests(&events);
    assert_eq!((tested[0].0, tested[0].2), (2, MoraleResult::Recreant));
    assert_eq!((tested[1].0, &tested[1].1), (1, &vec![Cause::LeaderLost]));
    let lost = events.iter().any(|event| matches!(event, Event::LeaderLost { .. }));
    assert!(!lost, "who flees may come back");
}

#[test]
fn mm_7_2_an_enemy_in_flight_near() {
    // MM-7.2: within 15 in of a single knight; a unit does not test for it.
    let near = |lone: bool, quarters: i32| {
        let mut host = band_of(&[(&swordsman(), 1)]);
        if lone {
            host.single.push(foot_knight(Grade::C))
        } else {
            host.units.push(unit("near", None, &swordsman(), 1))
        }
        let places = [up(0, 240, 160), up(1, 240 + quarters, 163), down(2, 240, 163)];
        let mut field = Field::new(vec![host], vec![band_of(&[(&swordsman(), 1)])], &places);
        // The first to test is resolute, his enemy flees.
        field.dice.show(MORALE, &[4, 4, 3, 1, 1, 1]);
        let events = field.turn(&[]);
        assert!(field.position.body(body(2)).fleeing(), "{events:#?}");
        has(&events, 1, Cause::EnemyFlees)
    };
    assert!(near(true, 60) && !near(true, 61) && !near(false, 60));
}

#[test]
fn mm_7_2_only_friends_of_his_class_count_for_a_knight() {
    // MM-7.2: three knights lost near him are a cause, three sergeants are not.
    let lost = |friend: &Fighter| {
        let mut host = force("b", vec![], vec![fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None)]);
        match friend.profile.class {
            Class::Knight => host.single.extend(vec![friend.clone(); 3]),
            _ => host.units.extend(vec![unit("near", None, friend, 1); 3]),
        }
        let knight = if friend.profile.class == Class::Knight { 3 } else { 6 };
        let near: Vec<u16> = (3..7).filter(|&figure| figure != knight).collect();
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160), down(knight, 240, 210)];
        places.extend(near.iter().zip([237, 240, 243]).map(|(&figure, x)| down(figure, x, 190)));
        let archers = (0..3).map(|_| unit("a", None, &archer(), 1)).collect();
        let mut field = Field::new(vec![force("a", archers, vec![])], vec![host], &places);
        field.dice.show(TO_HIT, &[1, 1, 1, 1, 1, 1]);
        let events = field.turn(&[shoot(0, near[0]), shoot(1, near[1]), shoot(2, near[2])]);
        has(&events, knight, Cause::FriendsLost)
    };
    assert!(lost(&fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None)));
    assert!(!lost(&sergeant(4, &[Weapon::Sword])));
}

#[test]
fn mm_7_2_three_friends_of_his_class_fled() {
    // MM-7.2: killed, wounded or fled, within 6 in. Three knights shot at from behind flee; the fourth stands by.
    for (fled, cause) in [(2, false), (3, true)] {
        let knight = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
        let archers: Vec<_> = (0..fled).map(|_| unit("a", None, &archer(), 1)).collect();
        let count = archers.len() as u16;
        let mut places: Vec<Placed> = (0..count).map(|n| up(n, 236 + 4 * i32::from(n), 160)).collect();
        places.extend((0..count).map(|n| up(count + n, 236 + 4 * i32::from(n), 190)));
        places.push(down(2 * count, 240, 210));
        let knights = vec![knight.clone(); usize::from(count) + 1];
        let mut field = Field::new(vec![force("a", archers, vec![])], vec![force("b", vec![], knights)], &places);
        field.dice.show(MORALE, &[1, 1, 1].repeat(usize::from(count)));
        let orders: Vec<Decision> = (0..count).map(|n| shoot(n, count + n)).collect();
        let events = field.turn(&orders);
        let flee = (0..count).all(|n| field.position.body(body(count + n)).fleeing());
        assert!(flee, "{events:#?}");
        assert_eq!(has(&events, 2 * count, Cause::FriendsLost), cause, "{fled}: {:?}", tests(&events));
    }
}

#[test]
fn mm_7_2_who_moves_is_not_shot_at_halted() {
    // MM-7.2: shot at while halted, from the second turn of it.
    let mut field = Field::duel(&archer(), &foot_knight(Grade::C), &[up(0, 240, 160), down(1, 240, 240)]);
    for _ in 0..3 {
        let events = field.turn(&[march(1, Heading::DOWN, 2, Gait::Walk), shoot(0, 1)]);
        assert!(!shots(&events).is_empty() && tests(&events).is_empty(), "{events:#?}");
    }
    field.turn(&[shoot(0, 1)]);
    assert!(has(&field.turn(&[shoot(0, 1)]), 1, Cause::ShotAtHalted));
}

#[test]
fn mm_7_2_enemies_lost_near_him_do_not_trouble_a_knight() {
    // MM-7.2: three knights of the enemy's are shot within 6 in of him.
    let enemies = vec![force("a", vec![], vec![knight_of(Rank::Knight); 3])];
    let archer = |n| unit(n, None, &sergeant(4, &[Weapon::Longbow]), 1);
    let own = force("b", vec![archer("1"), archer("2"), archer("3")], vec![knight_of(Rank::Knight)]);
    let places = [
        up(0, 236, 180),
        up(1, 240, 180),
        up(2, 244, 180),
        down(3, 224, 200),
        down(4, 228, 200),
        down(5, 256, 200),
        down(6, 240, 200),
    ];
    let mut field = Field::new(enemies, vec![own], &places);
    field.dice.show(TO_HIT, &[1; 6]);
    let events = field.turn(&[shoot(3, 0), shoot(4, 1), shoot(5, 2)]);
    let hurt = events.iter().filter(|event| matches!(event, Event::Hurt { .. })).count();
    assert_eq!((hurt, who_tests_for(&events, Cause::FriendsLost).contains(&6)), (3, false), "{events:#?}");
}

#[test]
fn mm_7_2_a_handgun_within_15_inches_of_a_knight() {
    // MM-7.2: shot at by a firearm.
    for (quarters, cause) in [(60, true), (61, false)] {
        let gunner = sergeant(4, &[Weapon::Handgun]);
        let places = [up(0, 240, 160), down(1, 240, 160 + quarters)];
        let mut field = Field::duel(&gunner, &knight_of(Rank::Knight), &places);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(shots(&events).len(), 1);
        assert_eq!(who_tests_for(&events, Cause::Firearm) == [1], cause, "{quarters}");
    }
}

#[test]
fn mm_7_2_shot_at_halted_in_turns_one_after_another() {
    // MM-7.2: from the second turn of it; a turn in which nobody shoots begins it anew.
    let mut field =
        Field::duel(&sergeant(4, &[Weapon::Longbow]), &knight_of(Rank::Knight), &[up(0, 240, 160), down(1, 240, 240)]);
    let mut cause = |shot: bool| {
        let events = field.turn(&if shot { vec![shoot(0, 1)] } else { vec![] });
        who_tests_for(&events, Cause::ShotAtHalted) == [1]
    };
    assert_eq!([true, false, true, true].map(&mut cause), [false, false, false, true]);
}

#[test]
fn mm_7_2_a_stone_is_a_shot_at_who_is_halted_too() {
    // MM-7.2: an arrow in the one turn and a stone in the next, or the other way about; both miss.
    for stone_first in [false, true] {
        let crew =
            force("a", vec![crew(4).units.remove(0), unit("bow", None, &sergeant(4, &[Weapon::Longbow]), 1)], vec![]);
        let foe = force("b", vec![], vec![knight_of(Rank::Knight)]);
        let mut places = row_up(0, 4, 200, 40);
        places.extend([up(4, 220, 100), down(5, 206, 160)]);
        let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let mut field = Field::with_gear([vec![crew], vec![foe]], [vec![engine], vec![]], None, &places);
        let orders = [shoot(1, 2), loose(0, Mark::Body(body(2)))];
        let mut tested = Vec::new();
        for turn in 0..2 {
            let events = field.turn(&[orders[usize::from((turn == 0) == stone_first)]]);
            tested.push(who_tests_for(&events, Cause::ShotAtHalted) == [2]);
        }
        assert_eq!(tested, [false, true], "{stone_first}");
    }
}

#[test]
fn mm_7_2_and_mm_7_4_a_knight_in_flight_tests_each_turn() {
    // MM-7.2, MM-7.4: shot at from behind he flees, −1 to his tests from then on (MM-7.3), till one is resolute; a craven
    // one does not stop him.
    let places = [up(0, 240, 120), up(1, 240, 200)];
    let mut field = Field::duel(&sergeant(4, &[Weapon::Longbow]), &knight_of(Rank::Knight), &places);
    // 3, and a knight's 1; then 8, 1 and −1; then 9, 1 and −1.
    field.dice.show(MORALE, &[1, 1, 1, 3, 3, 2, 3, 3, 3]);
    field.turn(&[shoot(0, 1)]);
    for (result, mood) in [(MoraleResult::Craven, Mood::Recreant), (MoraleResult::Resolute, Mood::Rallying)] {
        let events = field.turn(&[]);
        assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
        assert_eq!(tests(&events), [(1, vec![Cause::InFlight], result)]);
        assert_eq!(part_of_test(&events, 1, "already fleeing"), -1);
        assert_eq!(field.position.body(body(1)).mood, mood);
    }
}

#[test]
fn mm_7_2_single_knights_check() {
    // MM-7.2, MM-5.11: shot at while halted from the second turn; unhorsed.
    let archer = sergeant(4, &[Weapon::Longbow]);
    let mut field = Field::duel(&archer, &foot_knight(Grade::C), &[up(0, 240, 160), down(1, 240, 200)]);
    assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty());
    assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].1, [Cause::ShotAtHalted]);
    let mut field = Field::duel(&archer, &knight(Grade::C, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 200)]);
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[6]);
    let horses = Decision::Shoot { body: body(0), at: body(1), horses: true };
    assert_eq!(tests(&field.turn(&[horses]))[0].1, [Cause::Unhorsed]);
}

#[test]
fn mm_7_2_three_friends_of_his_class_lost() {
    // MM-7.2: within 6 in.
    let lost = |quarters: i32| {
        let archers = unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 3);
        let knights: Vec<Fighter> =
            (0..4).map(|_| fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None)).collect();
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160)];
        places.extend([down(3, 240, 190 + quarters), down(4, 237, 190), down(5, 240, 190), down(6, 243, 190)]);
        let units = vec![unit("a", None, &sergeant(4, &[Weapon::Longbow]), 1); 2];
        let mut field = Field::new(
            vec![
                force("a", [units, vec![archers]].concat().into_iter().take(2).collect(), vec![]),
                force("c", vec![unit("a", None, &sergeant(4, &[Weapon::Longbow]), 1)], vec![]),
            ],
            vec![force("b", vec![], knights)],
            &places,
        );
        field.dice.show(TO_HIT, &[1, 1, 1, 1, 1, 1]);
        let events = field.turn(&[shoot(0, 4), shoot(1, 5), shoot(2, 6)]);
        tests(&events).iter().any(|(whose, causes, _)| *whose == 3 && causes.contains(&Cause::FriendsLost))
    };
    assert!(lost(20) && !lost(25));
}

#[test]
fn mm_7_1_three_men_hit_are_a_cause_and_three_hits_on_two_are_not() {
    // MM-7.1: of twelve foot one is wounded and then killed, and one or two others are wounded, by three bowmen.
    for (others, cause) in [(1, false), (2, true)] {
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160)];
        places.extend((0..12).map(|n| down(3 + n, 220 + 4 * i32::from(n), 190)));
        let foot = vec![force("b", vec![unit("foot", None, &bare_swordsman(), 12)], vec![])];
        let mut field = Field::new(archers(3), foot, &places);
        // First shots, then second ones: the first bowman hits his man with both.
        let first = [[1, 1], [1, 1], if others == 2 { [1, 1] } else { [6, 6] }].concat();
        field.dice.show(TO_HIT, &[first, vec![1, 1, 6, 6, 6, 6]].concat());
        let events = field.turn(&[shoot(0, 1)]);
        let hits = events.iter().filter(|event| matches!(event, Event::Shot { hit: true, .. })).count();
        assert_eq!(hits, others + 2);
        assert_eq!(has(&events, 1, Cause::MissileHits), cause, "{others} others");
    }
}

#[test]
fn mm_7_2_a_knights_own_wound_is_no_friend_lost_and_a_friend_counts_once() {
    // MM-7.2: three friends. Bowmen hit so many knights near him, and perhaps himself, or one of them twice.
    for (friends, himself, twice, cause) in
        [(3, false, false, true), (2, true, false, false), (2, false, true, false), (2, false, false, false)]
    {
        let knights = vec![knight_of(Rank::Knight); 4];
        let archers = (0..3).map(|_| unit("a", None, &archer(), 1)).collect();
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160)];
        places.extend([down(3, 236, 190), down(4, 240, 190), down(5, 244, 190), down(6, 254, 196)]);
        let mut field = Field::new(vec![force("a", archers, vec![])], vec![force("b", vec![], knights)], &places);
        let third = if himself { 6 } else { 5 };
        let hit = |hits: bool| if hits { [1, 1] } else { [6, 6] };
        let first = [hit(true), hit(true), hit(friends == 3 || himself)].concat();
        field.dice.show(TO_HIT, &[first, [hit(twice), hit(false), hit(false)].concat()].concat());
        let events = field.turn(&[shoot(0, 3), shoot(1, 4), shoot(2, third)]);
        assert_eq!(shots(&events).len(), 6);
        assert_eq!(has(&events, 6, Cause::FriendsLost), cause, "{friends} friends, himself {himself}, twice {twice}");
    }
}
