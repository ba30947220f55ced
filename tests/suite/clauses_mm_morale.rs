//! The clauses of the man-to-man page on wounds, morale, prisoners and points (MM-6 to MM-10).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fate, Fighter, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::state::{Mood, Mount, StandardAt, State};
use banneret::rules::man_to_man::{
    Answer, Decision, Event, FigureId, Gait, Illegal, Phase, Tables, quarter_binds, recruitable_sergeants,
};

// ---- MM-6 -----------------------------------------------------------------------------------------------------------

#[test]
fn mm_6_1_a_second_wound_kills() {
    // MM-6.1
    let (archer, target) = (sergeant(4, &[Weapon::Longbow]), sergeant(4, &[]));
    let mut field = Field::duel(&archer, &target, &[up(0, 240, 160), down(1, 240, 184)]);
    field.dice.show(TO_HIT, &[1, 1, 1, 1]);
    field.dice.show(WOUND, &[4, 1]);
    field.turn_with(&[shoot(0, 1)]);
    assert_eq!(field.position.figure(FigureId(1)).state, State::Dead);
    let report = field.position.report();
    assert_eq!(report.men[1].fate, Fate::Dead);
    assert!(report.men[0].deeds.contains(&Deed::Killed(report.men[1].man)));
}

#[test]
fn mm_6_1_horses_likewise_at_their_own_protection() {
    // MM-6.1: a 5 kills an unbarded horse and wounds a barded one.
    for (horse, dies) in [(Horse::Unbarded, true), (Horse::Barded, false)] {
        let archer = sergeant(4, &[Weapon::Longbow]);
        let mut field = Field::duel(&archer, &knight(Grade::A, horse), &[up(0, 240, 160), down(1, 240, 184)]);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[5]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses: true }]);
        let target = field.position.figure(FigureId(1));
        assert_eq!(target.mount == Mount::Dead, dies);
        assert_eq!(target.horse_wounded, !dies);
    }
}

#[test]
fn mm_6_2_a_wounded_man_keeps_his_grade() {
    // MM-6.2
    let (archer, target) = (sergeant(4, &[Weapon::Longbow]), sergeant(4, &[]));
    let mut field = Field::duel(&archer, &target, &[up(0, 240, 160), down(1, 240, 184)]);
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.turn(&[shoot(0, 1)]);
    let hit = field.position.figure(FigureId(1));
    assert!(hit.wounded && hit.grade == Grade::C);
}

#[test]
fn mm_6_3_falls() {
    // MM-6.3: a rider falls with his horse; on a wounded horse by the dice, an A never; his living horse stays.
    let shot_at = |grade, wound: u32, faces: &[u32]| {
        let archer = sergeant(4, &[Weapon::Longbow]);
        let mut field = Field::duel(&archer, &knight(grade, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 184)]);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[wound]);
        field.dice.show(FALL, faces);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses: true }]);
        *field.position.figure(FigureId(1))
    };
    assert!(matches!(shot_at(Grade::A, 6, &[]).state, State::Fallen { .. }), "his horse killed");
    assert_eq!(shot_at(Grade::A, 1, &[1, 1]).state, State::Standing);
    assert!(matches!(shot_at(Grade::B, 1, &[1, 1]).state, State::Fallen { .. }));
    assert_eq!(shot_at(Grade::B, 1, &[1, 2]).state, State::Standing);
    assert!(matches!(shot_at(Grade::E, 1, &[1, 4]).state, State::Fallen { .. }));
    assert!(matches!(shot_at(Grade::E, 1, &[1, 4]).mount, Mount::Loose(_)));
}

#[test]
fn mm_6_3_a_firearm_near_horses() {
    // MM-6.3: within 6 in, friend or foe.
    let gunner = unit("gun", None, &sergeant(4, &[Weapon::Handgun]), 1);
    let near = |quarters: i32| {
        let target = unit("t", None, &sergeant(4, &[]), 1);
        let riders = vec![knight(Grade::C, Horse::Unbarded)];
        let places = [up(0, 240, 160), up(1, 240 + quarters, 160), down(2, 240, 200)];
        let mut field =
            Field::new(vec![force("a", vec![gunner.clone()], riders)], vec![force("b", vec![target], vec![])], &places);
        field.dice.show(FALL, &[1, 1]);
        field.turn(&[shoot(0, 2)]);
        !field.position.figure(FigureId(1)).mounted()
    };
    assert!(near(24) && !near(25));
}

#[test]
fn mm_6_4_a_fallen_man_lies_through_the_next_turn() {
    // MM-6.4
    let archer = sergeant(4, &[Weapon::Longbow]);
    let mut field = Field::duel(&archer, &knight(Grade::C, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 184)]);
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
    field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses: true }]);
    let state = |field: &Field| field.position.figure(FigureId(1)).state;
    assert!(matches!(state(&field), State::Fallen { .. }));
    field.turn(&[]);
    assert_eq!(state(&field), State::Standing, "on his feet in the turn after the next");
}

#[test]
fn mm_6_4_the_fallen_yield_to_men_on_foot() {
    // MM-6.4: on foot in contact, not mounted.
    for (horse, yields) in [(Horse::None, true), (Horse::Unbarded, false)] {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let captor = unit("captor", None, &fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse), 1);
        let places = [up(0, 240, 160), up(1, 230, 199), down(2, 240, 199)];
        let mut field = Field::new(
            vec![force("a", vec![archer, captor], vec![])],
            vec![force("b", vec![], vec![knight(Grade::C, Horse::Unbarded), foot_knight(Grade::C)])],
            &places,
        );
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(2), horses: true }]);
        let events = field.turn(&[charge(1, 2, Gait::Walk)]);
        let yielded = events.contains(&Event::Yielded { figure: FigureId(2), to: FigureId(1) });
        assert_eq!(yielded, yields, "{events:?}");
    }
}

// ---- MM-7 -----------------------------------------------------------------------------------------------------------

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
fn mm_7_3_what_a_unit_counts() {
    // MM-7.3: the parts of one test, on a field where everything counts.
    let man = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Spear], Horse::None);
    let tested = unit("tested", None, &man, 4);
    let beside = unit("beside", None, &man, 2);
    let cleric = fighter(Class::Cleric, Grade::A, 4, &[], Horse::None);
    let foe = unit("foe", None, &sergeant(3, &[Weapon::Sword]), 1);
    let places = [
        up(0, 240, 160),
        up(1, 243, 160),
        up(2, 246, 160),
        up(3, 249, 160),
        up(4, 255, 160),
        up(5, 258, 160),
        up(6, 245, 130),
        down(7, 240, 163),
    ];
    let mut field =
        Field::new(vec![force("a", vec![tested, beside], vec![cleric])], vec![force("b", vec![foe], vec![])], &places);
    let events = field.turn(&[]);
    let mut parts = parts_of(&events, 0);
    parts.sort();
    let expected =
        [("cleric or leader near", 1), ("close order", 1), ("grade", 1), ("secure flanks", 1), ("supported", 1)];
    assert_eq!(parts, expected.map(|(what, value)| (what.to_owned(), value)));
}

#[test]
fn mm_7_3_what_counts_against_a_unit() {
    // MM-7.3: isolated, a quarter of it hit, leaderless; a unit tests with its men's class and grade.
    let commander = fighter(Class::Knight, Grade::A, 4, &[Weapon::Sword], Horse::None);
    let foot = unit("foot", Some(commander), &fighter(Class::Peasant, Grade::D, 4, &[Weapon::Bill], Horse::None), 3);
    let archers = unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 1);
    let places = [down(0, 240, 200), down(1, 243, 200), down(2, 246, 200), down(3, 249, 200), up(4, 240, 160)];
    let mut field = Field::new(vec![force("a", vec![foot], vec![])], vec![force("b", vec![archers], vec![])], &places);
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
    let events = field.turn(&[shoot(1, 0)]);
    assert_eq!(field.position.figure(FigureId(0)).state, State::Dead, "the commander is shot");
    let mut parts = parts_of(&events, 0);
    parts.sort();
    let expected = [
        ("army commander lost", -1),
        ("close order", 1),
        ("each quarter of the unit hit", -1),
        ("grade", -1),
        ("isolated", -1),
        ("leaderless", -1),
        ("peasant", -1),
    ];
    assert_eq!(parts, expected.map(|(what, value)| (what.to_owned(), value)));
}

#[test]
fn mm_7_3_single_knights_take_no_modifiers_of_a_unit() {
    // MM-7.3
    let mut field =
        Field::duel(&sergeant(3, &[Weapon::Sword]), &foot_knight(Grade::B), &[up(0, 240, 160), down(1, 240, 163)]);
    let events = field.turn(&[]);
    assert_eq!(parts_of(&events, 1), [("knight".to_owned(), 1), ("grade".to_owned(), 1)]);
}

#[test]
fn mm_7_4_the_recreant_flee_home_till_they_rally() {
    // MM-7.4: at a run, towards their own edge; rallied, they spend a turn at it.
    let archer = sergeant(4, &[Weapon::Longbow]);
    let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 1);
    let places = [up(0, 240, 120), up(1, 240, 240)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![foot], vec![])],
        &places,
    );
    field.dice.show(MORALE, &[1, 1, 1]);
    field.turn(&[shoot(0, 1)]);
    assert_eq!(field.position.body(body(1)).mood, Mood::Recreant, "shot at from behind");
    let events = field.turn(&[]);
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
    assert_eq!(field.at(1), q(240, 240 + 48));
    assert_eq!(field.position.body(body(1)).mood, Mood::Rallying, "eleven, less two, is resolute");
    let order = Decision::March {
        body: body(1),
        heading: Heading::DOWN,
        distance: INCH,
        gait: Gait::Walk,
        facing: Heading::DOWN,
    };
    assert_eq!(field.turn_with(&[order]), [order], "a turn rallying");
    field.turn(&[order]);
    assert!(field.position.report().men[1].deeds.contains(&Deed::MadeToFlee));
}

#[test]
fn mm_7_4_the_recreant_who_are_cut_off_yield() {
    // MM-7.4, MM-7.7: an active enemy within 6 in.
    let flees = |quarters: i32| {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let near = unit("near", None, &sergeant(1, &[Weapon::Sword]), 1);
        let target = unit("target", None, &sergeant(4, &[Weapon::Sword]), 1);
        let places = [up(0, 240, 160), up(1, 240 - quarters, 220), up(2, 240, 220)];
        let mut field =
            Field::new(vec![force("a", vec![archer, near], vec![])], vec![force("b", vec![target], vec![])], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        field.turn(&[shoot(0, 2)]);
        let events = field.turn(&[]);
        !events.contains(&Event::Yielded { figure: FigureId(2), to: FigureId(1) })
    };
    assert!(!flees(24) && flees(26));
}

#[test]
fn mm_7_4_the_craven_fall_back_from_enemies_within_10_inches() {
    // MM-7.4
    for (quarters, why) in [(39, Some((Gait::Walk, Why::FallBack))), (45, None)] {
        let man = sergeant(3, &[Weapon::Sword]);
        let mut field =
            Field::duel(&sergeant(4, &[Weapon::Longbow]), &man, &[up(0, 240, 160), up(1, 240, 160 + quarters)]);
        // Shot at from behind, and craven: 3 + 3 + 3, isolated.
        field.dice.show(MORALE, &[3, 3, 3]);
        field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.body(body(1)).mood, Mood::Craven);
        let order = Decision::March {
            body: body(1),
            heading: Heading::UP,
            distance: INCH,
            gait: Gait::Walk,
            facing: Heading::UP,
        };
        assert_eq!(field.turn_with(&[order]), [order], "the craven do not obey");
        assert_eq!(moved(&field.events, 1), why);
        let back = if why.is_some() { 9 * 4 } else { 0 };
        assert_eq!(field.at(1), q(240, 160 + quarters + back), "a full move");
    }
}

#[test]
fn mm_7_4_the_bold_charge_or_advance() {
    // MM-7.4: charge within reach, else advance.
    let man = sergeant(3, &[Weapon::Sword]);
    let bold = |shooter: &Fighter, target: Placed| {
        let mut field = Field::duel(shooter, &man, &[up(0, 240, 120), target]);
        field.dice.show(MORALE, &[6, 6, 6]);
        assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].2, MoraleResult::Bold);
        moved(&field.turn(&[]), 1)
    };
    let gunner = sergeant(4, &[Weapon::Handgun, Weapon::Sword]);
    assert_eq!(bold(&gunner, down(1, 240, 160)), Some((Gait::Run, Why::Charge)));
    let archer = sergeant(4, &[Weapon::Longbow]);
    assert_eq!(bold(&archer, up(1, 240, 220)), Some((Gait::Walk, Why::Bold)));
}

#[test]
fn mm_7_5_horse_is_seen_over_foot() {
    // MM-7.5
    let man = sergeant(3, &[Weapon::Sword]);
    for (horse, seen) in [(Horse::None, false), (Horse::Unbarded, true)] {
        let mounted = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse);
        let units = vec![unit("viewer", None, &mounted, 1), unit("screen", None, &man, 3)];
        let target = unit("target", None, &mounted, 1);
        let places = [up(0, 240, 160), up(1, 237, 180), up(2, 240, 180), up(3, 243, 180), down(4, 240, 202)];
        let field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![target], vec![])], &places);
        assert_eq!(field.position.sees_body(body(0), body(2)), seen);
    }
}

#[test]
fn mm_7_6_isolated_and_supported() {
    // MM-7.6: a friendly unit within 24 in; supported within 10 in, facing within 45°, out of melee.
    let parts = |quarters: i32, facing: Heading| {
        let units = vec![
            unit("tested", None, &sergeant(3, &[Weapon::Sword]), 1),
            unit("other", None, &sergeant(3, &[Weapon::Sword]), 1),
        ];
        let foe = unit("foe", None, &sergeant(3, &[Weapon::Sword]), 1);
        let places = [up(0, 140, 160), Placed(FigureId(1), q(140 + quarters, 160), facing), down(2, 140, 163)];
        let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![foe], vec![])], &places);
        let found: Vec<String> = parts_of(&field.turn(&[]), 0).into_iter().map(|(what, _)| what).collect();
        (found.contains(&"supported".to_owned()), found.contains(&"isolated".to_owned()))
    };
    assert_eq!(parts(40, Heading::UP), (true, false));
    assert_eq!(parts(41, Heading::UP), (false, false));
    assert_eq!(parts(40, Heading::UP.turned(8)), (true, false));
    assert_eq!(parts(40, Heading::UP.turned(9)), (false, false));
    assert_eq!(parts(96, Heading::UP), (false, false));
    assert_eq!(parts(97, Heading::UP), (false, true));
}

#[test]
fn mm_7_7_prisoners_are_guarded_or_free() {
    // MM-7.7: any figure may yield at its side's wish; unguarded it is free again.
    let captor = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&captor, &sergeant(3, &[Weapon::Sword]), &[up(0, 240, 160), down(1, 240, 170)]);
    let other = sergeant(3, &[Weapon::Sword]);
    let defenders = vec![unit("yields", None, &other, 1), unit("others", None, &other, 1)];
    let places = [up(0, 240, 160), down(1, 240, 170), down(2, 240, 340)];
    let two = Field::new(
        vec![force("a", vec![unit("captor", None, &captor, 1)], vec![])],
        vec![force("b", defenders, vec![])],
        &places,
    );
    field.position = two.position;
    let events = field.turn(&[Decision::Yield { body: body(1) }]);
    assert!(events.contains(&Event::Yielded { figure: FigureId(1), to: FigureId(0) }));
    let events = field.turn(&[]);
    assert!(events.contains(&Event::Freed { figure: FigureId(1) }), "the captor is over 2 in away");
    // Led along by a captor who is near.
    let places = [up(0, 240, 160), down(1, 240, 166), down(2, 240, 340)];
    let defenders = vec![unit("yields", None, &other, 1), unit("others", None, &other, 1)];
    let mut field = Field::new(
        vec![force("a", vec![unit("captor", None, &captor, 1)], vec![])],
        vec![force("b", defenders, vec![])],
        &places,
    );
    field.turn(&[Decision::Yield { body: body(1) }]);
    field.turn(&[march(0, Heading::UP, 9, Gait::Walk)]);
    field.turn(&[march(0, Heading::UP, 9, Gait::Walk)]);
    assert!(matches!(field.position.figure(FigureId(1)).state, State::Yielded { .. }));
    assert!(field.at(1).distance(field.at(0)) <= 2 * INCH, "led by the captor");
}

// ---- MM-8 -----------------------------------------------------------------------------------------------------------

#[test]
fn mm_8_1_quarter() {
    // MM-8.1
    assert!(quarter_binds(Class::Knight, Class::Knight, false));
    assert!(quarter_binds(Class::Sergeant, Class::Peasant, true));
    assert!(
        !quarter_binds(Class::Knight, Class::Sergeant, false) && !quarter_binds(Class::Sergeant, Class::Knight, false)
    );
    // One figure in contact takes a turn to kill a prisoner who is not owed quarter.
    let slain = |captor: Fighter, captive: Fighter, cleric: bool| {
        let priest = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
        let single = if cleric { vec![priest] } else { vec![] };
        let other = unit("others", None, &sergeant(3, &[Weapon::Sword]), 1);
        let mut captors = force("a", vec![], single);
        match captor.profile.class {
            Class::Knight => captors.single.insert(0, captor),
            _ => captors.units.push(unit("captor", None, &captor, 1)),
        }
        let mut captives = force("b", vec![other], vec![]);
        match captive.profile.class {
            Class::Knight => captives.single.push(captive),
            _ => captives.units.push(unit("captive", None, &captive, 1)),
        }
        let mut places = vec![up(0, 240, 160)];
        if cleric {
            places.push(up(1, 240, 110));
        }
        let first = places.len() as u16;
        places.extend([down(first, 240, 340), down(first + 1, 240, 166)]);
        let mut field = Field::new(vec![captors], vec![captives], &places);
        field.turn(&[Decision::Yield { body: body(first + 1) }]);
        let slay = Decision::Slay { body: body(0) };
        let refused = field.position.check(Side::Attacker, &slay);
        let killed = refused.is_ok()
            && field.turn(&[slay]).contains(&Event::Slain { figure: FigureId(first + 1), by: FigureId(0) });
        (killed, refused)
    };
    assert!(slain(sergeant(3, &[Weapon::Sword]), sergeant(3, &[]), false).0);
    assert_eq!(slain(sergeant(3, &[Weapon::Sword]), sergeant(3, &[]), true).1, Err(Illegal::NobodyToSlay));
    assert_eq!(slain(foot_knight(Grade::C), foot_knight(Grade::C), false).1, Err(Illegal::NobodyToSlay));
    assert!(slain(foot_knight(Grade::C), sergeant(3, &[]), false).0);
}

#[test]
fn mm_8_2_half_of_the_sergeants_rounded_down() {
    // MM-8.2
    let one_in = Tables::book().quarter.recruited.one_in;
    assert_eq!([0, 1, 2, 5, 10].map(|taken| recruitable_sergeants(taken, one_in)), [0, 0, 1, 2, 5]);
}

#[test]
fn mm_8_6_failing_to_meet_a_charge_costs_a_grade_at_once() {
    // MM-8.6: by evading, not by standing; anyone who hurts a cleric likewise.
    for (answer, grade) in [(Answer::Evade, Grade::D), (Answer::Stand, Grade::C)] {
        let mut field =
            Field::duel(&sergeant(3, &[Weapon::Sword]), &foot_knight(Grade::C), &[up(0, 240, 160), down(1, 240, 190)]);
        field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer }]);
        assert_eq!(field.position.figure(FigureId(1)).grade, grade);
        let failed = field.position.report().men[1].deeds.contains(&Deed::FailedToMeetCharge);
        assert_eq!(failed, answer == Answer::Evade);
    }
    let archer = sergeant(4, &[Weapon::Longbow]);
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let foot = unit("foot", None, &sergeant(3, &[]), 1);
    let places = [up(0, 240, 160), down(1, 100, 340), down(2, 240, 190)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![foot], vec![cleric])],
        &places,
    );
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.turn(&[shoot(0, 2)]);
    assert_eq!(field.position.figure(FigureId(0)).grade, Grade::D);
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::HurtCleric(report.men[2].man)));
}

#[test]
fn mm_8_8_standards_fall_are_taken_and_raised() {
    // MM-8.8: an even chance to take it from a bearer killed hand to hand.
    for (face, taken) in [(3, true), (4, false)] {
        let mut bearer = sergeant(4, &[Weapon::Sword]);
        bearer.standard = Some(Standard::Battle);
        let defenders = vec![unit("bearer", None, &bearer, 1), unit("others", None, &sergeant(3, &[Weapon::Sword]), 1)];
        let places = [up(0, 240, 160), down(1, 240, 163), down(2, 240, 174)];
        let striker = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
        let mut field = Field::new(
            vec![force("a", vec![unit("a", None, &striker, 1)], vec![])],
            vec![force("b", defenders, vec![])],
            &places,
        );
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        field.dice.show("MM-8.8 standard", &[face]);
        let events = field.turn(&[]);
        if taken {
            assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(0)));
            assert!(field.position.report().men[0].deeds.contains(&Deed::TookStandard(Standard::Battle)));
            // 150 points to the taker.
            assert_eq!(field.position.report().half_points.attacker, 2 * (150 + 3 + 4 + 2 + 1));
        } else {
            assert!(events.iter().any(|event| matches!(event, Event::StandardFell { .. })), "{events:?}");
            let events = field.turn(&[Decision::PickUp { body: body(2) }]);
            assert!(events.contains(&Event::StandardRaised {
                side: Side::Defender,
                standard: Standard::Battle,
                by: FigureId(2)
            }));
        }
    }
}

#[test]
fn mm_8_9_clerics_attacked_yield() {
    // MM-8.9
    let cleric = fighter(Class::Cleric, Grade::A, 4, &[], Horse::None);
    let foot = unit("foot", None, &sergeant(3, &[]), 1);
    let places = [up(0, 240, 160), down(1, 100, 340), down(2, 240, 163)];
    let mut field = Field::new(
        vec![force("a", vec![unit("a", None, &sergeant(3, &[Weapon::Sword]), 1)], vec![])],
        vec![force("b", vec![foot], vec![cleric])],
        &places,
    );
    let events = field.turn(&[]);
    assert!(blows(&events).is_empty());
    assert!(events.contains(&Event::Yielded { figure: FigureId(2), to: FigureId(0) }));
}

// ---- MM-10 ----------------------------------------------------------------------------------------------------------

#[test]
fn mm_10_4_the_score() {
    // MM-10.4: unhurt full, wounded half, yielded half, dead nothing. A sergeant C at protection 4 with a sword is 7.
    let man = sergeant(4, &[Weapon::Sword]);
    let mut wounded = man.clone();
    wounded.wounded = true;
    let units = |count| vec![unit("u", None, &man, count)];
    let field = Field::new(
        vec![force("a", units(2), vec![])],
        vec![force("b", vec![unit("u", None, &wounded, 2)], vec![])],
        &[],
    );
    let points = field.position.report().half_points;
    assert_eq!((points.attacker, points.defender), (2 * 2 * 7, 2 * 7));
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 166)]);
    field.turn_with(&[Decision::Yield { body: body(1) }]);
    let report = field.position.report();
    assert_eq!(report.half_points.defender, 7);
    assert_eq!(report.men[1].fate, Fate::Captive { by: Some(report.men[0].man) });
    assert_eq!(report.winner, Some(Side::Attacker));
    assert_eq!(field.position.phase(), Phase::Over);
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
