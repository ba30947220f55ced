//! Shooting (MM-4.1 to MM-4.8).

use crate::bands::{CURTAIN, WOODS, archer, archer_of, band_of, bands, on_ground, rider, swordsman};
use crate::field::*;
use crate::gear_field::{
    FIRST_THING, band, battery, crew, faults, first_served, knifeman, loose, men, row_down, row_up, task,
};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Man};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Machine, Spares, Thing};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::Placed;
use banneret::rules::man_to_man::gear::machines::machine_range;
use banneret::rules::man_to_man::gear::state::{Mark, Task, ThingId};
use banneret::rules::man_to_man::shooting::Range;
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Illegal, Tables};

#[test]
fn mm_4_1_the_stationary_before_the_moving_and_who_is_shot_dead_shoots_no_more() {
    // MM-4.1: of two equal bowmen the one who stands shoots first; and he who is shot dead by a first shot has no second.
    let hosts = || [bands(&[(&archer(), 1), (&archer(), 1)]), bands(&[(&archer(), 1)])];
    let places = [up(0, 240, 160), up(1, 260, 160), down(2, 240, 200)];
    let [ours, theirs] = hosts();
    let mut field = Field::new(ours, theirs, &places);
    let walk = march(0, Heading::UP, 1, Gait::Walk);
    let by: Vec<(u16, bool)> =
        shots(&field.turn(&[walk, shoot(0, 2), shoot(1, 2)])).into_iter().map(|shot| (shot.0, shot.2)).collect();
    assert_eq!(by, [(1, false), (0, false), (1, true)]);
    // The first shots are all made; then one of them tells.
    let [ours, theirs] = hosts();
    let mut field = Field::new(ours, theirs, &places);
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[6]);
    let by: Vec<(u16, bool)> =
        shots(&field.turn(&[shoot(0, 2), shoot(2, 0)])).into_iter().map(|shot| (shot.0, shot.2)).collect();
    assert_eq!(field.position.figure(FigureId(2)).state, State::Dead);
    assert_eq!(by, [(0, false), (2, false)]);
}

#[test]
fn mm_4_1_by_weapon_javelin_bow_and_sling_crossbow_handgun() {
    // MM-4.1: all else equal, the last of the six in the plan shoots first, and the first last; bows and slings together.
    let weapons = ["handgun", "crossbow", "sling", "shortbow", "longbow", "javelin"];
    let weapons = weapons.map(|name| name.parse::<Weapon>().expect("a weapon"));
    let shooters: Vec<Fighter> = weapons.iter().map(|&weapon| sergeant(4, &[weapon])).collect();
    let listed: Vec<(&Fighter, usize)> = shooters.iter().map(|shooter| (shooter, 1)).collect();
    let mut places: Vec<Placed> = (0..6).map(|n| up(n, 230 + 4 * i32::from(n), 160)).collect();
    places.push(down(6, 240, 176));
    let mut field = Field::new(bands(&listed), bands(&[(&swordsman(), 1)]), &places);
    let orders: Vec<Decision> = (0..6).map(|n| shoot(n, 6)).collect();
    let first = shots(&field.turn(&orders)).into_iter().filter(|shot| !shot.2);
    assert_eq!(first.map(|shot| shot.0).collect::<Vec<_>>(), [5, 2, 3, 4, 1, 0]);
}

#[test]
fn mm_4_1_order_of_shooting() {
    // MM-4.1: higher grade first; bow before crossbow; wounded after unwounded (MM-6.2); second shots last.
    let archer = |grade, weapon| fighter(Class::Sergeant, grade, 4, &[weapon], Horse::None);
    let mut hurt = archer(Grade::B, Weapon::Longbow);
    hurt.wounded = true;
    let units = vec![
        unit("crossbow", None, &archer(Grade::C, Weapon::Crossbow), 1),
        unit("bow", None, &archer(Grade::C, Weapon::Longbow), 1),
        unit("better", None, &archer(Grade::B, Weapon::Longbow), 1),
        unit("hurt", None, &hurt, 1),
    ];
    let target = unit("target", None, &sergeant(4, &[]), 1);
    let places = [up(0, 220, 160), up(1, 230, 160), up(2, 250, 160), up(3, 260, 160), down(4, 240, 200)];
    let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![target], vec![])], &places);
    let events = field.turn(&[shoot(0, 4), shoot(1, 4), shoot(2, 4), shoot(3, 4)]);
    let order: Vec<(u16, bool)> = shots(&events).into_iter().map(|(by, _, second)| (by, second)).collect();
    assert_eq!(order, [(2, false), (1, false), (0, false), (3, false), (2, true), (1, true), (3, true)]);
}

#[test]
fn mm_4_1_equal_shots_are_simultaneous() {
    // MM-4.1: both shoot and both die.
    let archer = sergeant(4, &[Weapon::Longbow]);
    let mut field = Field::duel(&archer, &archer, &[up(0, 240, 160), down(1, 240, 180)]);
    field.dice.show(TO_HIT, &[1, 1, 1, 1]);
    field.dice.show(WOUND, &[6, 6]);
    field.turn_with(&[shoot(0, 1), shoot(1, 0)]);
    assert!((0..2).all(|n| field.position.figure(FigureId(n)).state == State::Dead));
}

#[test]
fn mm_4_1_who_hides_in_woods_shoots_first_and_is_no_target_until_he_does() {
    // MM-4.1: the better bowman shoots first, but after one who is concealed; MM-7.5: nobody sees into woods.
    let hidden = [up(0, 160, 158), up(1, 176, 164), down(2, 164, 200)];
    for (things, first) in [(WOODS, 0), ("", 2)] {
        let band = band_of(&[(&archer_of(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
        let mut field = on_ground(things, band, band_of(&[(&archer_of(Grade::B), 1)]), &hidden);
        let events = field.turn(&[shoot(0, 2), shoot(2, 1)]);
        assert_eq!(shots(&events)[0].0, first, "{things}");
    }
    let places = [up(0, 160, 158), down(1, 164, 200)];
    let mut field =
        on_ground(WOODS, band_of(&[(&archer_of(Grade::C), 1)]), band_of(&[(&archer_of(Grade::B), 1)]), &places);
    let answer = shoot(1, 0);
    assert_eq!(field.turn_with(&[answer, shoot(0, 1)]), [answer], "he is not seen");
    let events = field.turn(&[answer, shoot(0, 1)]);
    assert_eq!(shots(&events)[0].0, 1, "he has shown himself, and the better bowman is before him");
}

#[test]
fn mm_4_1_in_cover_before_in_the_open() {
    // MM-4.1: equal bowmen; the second in the plan is in woods, and has shown himself the turn before.
    for (things, first) in [(WOODS, 1), ("", 0)] {
        let places = [up(0, 160, 110), down(1, 160, 150)];
        let woods = things.replace("[20, 20], [60, 20], [60, 40], [20, 40]", "[20, 37], [60, 37], [60, 50], [20, 50]");
        let mut field =
            on_ground(&woods, band_of(&[(&archer_of(Grade::C), 1)]), band_of(&[(&archer_of(Grade::C), 1)]), &places);
        field.turn(&[shoot(1, 0)]);
        let events = field.turn(&[shoot(0, 1), shoot(1, 0)]);
        assert_eq!(shots(&events).len(), 4);
        assert_eq!(shots(&events)[0].0, first, "{things}");
    }
}

#[test]
fn mm_4_2_a_second_shot_is_at_the_end_of_the_targets_move() {
    // MM-4.2: a man comes on 8 in from 20 in off: 16 in at half-move, 12 at its end.
    let mut field = Field::duel(&swordsman(), &archer(), &[up(0, 240, 160), down(1, 240, 240)]);
    let events = field.turn(&[march(0, Heading::UP, 8, Gait::Walk), shoot(1, 0)]);
    let inches = events.iter().filter_map(|event| match event {
        Event::Shot { inches, second, .. } => Some((*inches, *second)),
        _ => None,
    });
    assert_eq!(inches.collect::<Vec<_>>(), [(16, false), (12, true)]);
}

#[test]
fn mm_4_2_a_crossbow_shot_at_half_move_is_not_laid_aside_in_time() {
    // MM-4.2: charged after his shot, a bowman draws his sword; a crossbowman strikes with what he has in his hands.
    for (missile, blow) in [(Weapon::Longbow, Weapon::Sword), (Weapon::Crossbow, Weapon::Improvised)] {
        let shooter = sergeant(4, &[missile, Weapon::Sword]);
        let mut field = Field::duel(&swordsman(), &shooter, &[up(0, 240, 160), down(1, 240, 196)]);
        let events = field.turn(&[charge(0, 1, Gait::Run), shoot(1, 0)]);
        assert_eq!(shots(&events).len(), 1);
        let struck = events.iter().find_map(|event| match event {
            Event::Struck { by: FigureId(1), weapon, .. } => Some(*weapon),
            _ => None,
        });
        assert_eq!(struck, Some(blow));
    }
}

#[test]
fn mm_4_2_a_first_shot_is_at_half_move() {
    // MM-4.2, MM-4.4: the charger is shot at where he is half-way, though he is in contact at the end.
    let (archer, man) = (sergeant(4, &[Weapon::Longbow]), sergeant(3, &[Weapon::Sword]));
    let mut field = Field::duel(&man, &archer, &[up(0, 240, 160), down(1, 240, 196)]);
    let events = field.turn(&[charge(0, 1, Gait::Run), shoot(1, 0)]);
    let inches: Vec<(i32, bool)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { inches, second, .. } => Some((*inches, *second)),
            _ => None,
        })
        .collect();
    assert_eq!(inches, [(4, false)], "one shot at half-way, none in contact (MM-5.1)");
}

#[test]
fn mm_4_2_who_changes_weapons_shoots_the_first_at_half_move_and_the_second_at_the_end() {
    // MM-4.2: of a longbow and a sword, the bow laid aside is shot at half-move; taken up again, at the end; no crossbow.
    for (weapon, moments) in [(Weapon::Longbow, [Some(false), Some(true)]), (Weapon::Crossbow, [None, None])] {
        let shooter = sergeant(4, &[weapon, Weapon::Sword]);
        let mut field = Field::duel(&shooter, &sergeant(1, &[]), &[up(0, 240, 160), down(1, 240, 184)]);
        for (missiles, moment) in [(false, moments[0]), (true, moments[1])] {
            let change = Decision::Task { body: body(0), task: Task::Change { missiles } };
            field.turn_with(&[change, shoot(0, 1)]);
            let shot = shots(&field.events).first().map(|&(_, _, second)| second);
            assert_eq!(shot, moment, "{weapon}, missiles {missiles}");
            assert_eq!(field.position.figure(FigureId(0)).missile_in_hand, missiles);
            let again = field.position.check_task(body(0), &Task::Change { missiles });
            assert_eq!(again, Err(Illegal::NoChange));
        }
    }
}

#[test]
fn mm_4_3_mounted_javelinmen_have_an_arc_like_others() {
    // MM-4.3: horse archers all round; a javelin is thrown 45° either side.
    let at = |weapon, x: i32, y: i32| {
        let places = [up(0, 240, 160), down(1, 240 + x, 160 + y)];
        let mut field = Field::duel(&rider(4, &[weapon]), &sergeant(4, &[]), &places);
        field.turn_with(&[shoot(0, 1)]).is_empty()
    };
    for (weapon, behind) in [(Weapon::Javelin, false), (Weapon::Shortbow, true)] {
        assert!(at(weapon, 12, 12), "{weapon}");
        assert_eq!([at(weapon, 13, 12), at(weapon, 0, -12)], [behind; 2], "{weapon}");
    }
}

#[test]
fn mm_4_3_arc() {
    // MM-4.3: 45° either side for archers on foot, all round for horse archers.
    let at = |x: i32, y: i32, horse: Horse| {
        let archer = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Shortbow], horse);
        let mut field = Field::duel(&archer, &sergeant(4, &[]), &[up(0, 240, 160), down(1, 240 + x, 160 + y)]);
        field.turn_with(&[shoot(0, 1)]).is_empty()
    };
    assert!(at(30, 30, Horse::None) && !at(31, 30, Horse::None) && !at(0, -30, Horse::None));
    assert!(at(31, 30, Horse::Unbarded) && at(0, -30, Horse::Unbarded));
}

#[test]
fn mm_4_4_a_shooter_takes_one_target_a_turn() {
    // MM-4.4: both shots of a longbow go at the same man of three, though the first missed him.
    let (archer, man) = (sergeant(4, &[Weapon::Longbow]), sergeant(4, &[]));
    let places = [up(0, 240, 160), down(1, 236, 184), down(2, 240, 184), down(3, 244, 184)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![unit("men", None, &man, 3)], vec![])],
        &places,
    );
    field.dice.show(TO_HIT, &[6, 6, 6, 6]);
    let shots = shots(&field.turn(&[shoot(0, 1)]));
    assert_eq!(shots.len(), 2);
    assert_eq!(shots[0].1, shots[1].1);
}

#[test]
fn mm_4_4_horse_or_rider_is_named() {
    // MM-4.4
    for horses in [false, true] {
        let archer = sergeant(4, &[Weapon::Longbow]);
        let mut field = Field::duel(&archer, &knight(Grade::A, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 184)]);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses }]);
        let target = field.position.figure(FigureId(1));
        assert_eq!((target.horse_wounded, target.wounded), (horses, !horses));
    }
}

#[test]
fn mm_4_5_a_friend_further_off_than_2_inches_blocks_though_the_target_is_seen() {
    // MM-4.5: the rear of two bowmen of a unit, who see past one another, with the other so far before him.
    let shooters = |ahead: i32| {
        let places = [up(0, 240, 160), up(1, 240, 160 + ahead), down(2, 240, 220)];
        let mut field = Field::new(bands(&[(&archer(), 2)]), bands(&[(&swordsman(), 1)]), &places);
        let mut by: Vec<u16> = shots(&field.turn(&[shoot(0, 1)])).into_iter().map(|(by, ..)| by).collect();
        by.sort_unstable();
        by.dedup();
        by
    };
    assert_eq!((shooters(8), shooters(9)), (vec![0, 1], vec![1]));
    // Foot do not hide a rider (MM-7.5), and are in the way of a shot at him all the same; beyond him they are not.
    for (friend, may) in [(8, true), (9, false), (40, false), (72, true)] {
        let places = [up(0, 240, 160), up(1, 240, 160 + friend), down(2, 240, 220)];
        let hosts = [bands(&[(&archer(), 1), (&swordsman(), 1)]), bands(&[(&rider(3, &[Weapon::Sword]), 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(ours, theirs, &places);
        assert!(field.position.sees_body(body(0), body(2)), "{friend}");
        assert_eq!(field.turn_with(&[shoot(0, 2)]).is_empty(), may, "{friend}");
    }
}

#[test]
fn mm_4_5_friends_in_the_way() {
    // MM-4.5: one friend within 2 in may be shot past, two may not, nor one further off.
    // Guns never shoot over friends.
    let man = sergeant(3, &[Weapon::Sword]);
    let with = |weapon: Weapon, friends: &[i32]| {
        let archer = sergeant(4, &[weapon]);
        let mut units = vec![unit("archer", None, &archer, 1)];
        units.extend(friends.iter().map(|_| unit("friend", None, &man, 1)));
        let mut places = vec![up(0, 240, 160)];
        places.extend((1..).zip(friends).map(|(n, &y)| up(n, 240, 160 + y)));
        places.push(down(1 + friends.len() as u16, 240, 210));
        let mut field = Field::new(
            vec![force("a", units, vec![])],
            vec![force("b", vec![unit("t", None, &man, 1)], vec![])],
            &places,
        );
        field.turn_with(&[shoot(0, 1 + friends.len() as u16)]).is_empty()
    };
    let can = |friends: &[i32]| with(Weapon::Longbow, friends);
    assert!(can(&[]) && can(&[4]) && can(&[8]));
    assert!(!can(&[4, 8]), "two deep");
    assert!(!can(&[20]), "further off");
    assert!(with(Weapon::Crossbow, &[4]));
    assert!(with(Weapon::Handgun, &[]) && !with(Weapon::Handgun, &[4]));
}

#[test]
fn mm_4_5_engines_do_not_shoot_over_friends() {
    // MM-4.5: three of its own side half-way to the target, or well aside.
    for (x, may) in [(203, false), (300, true)] {
        let mut places = row_up(0, 4, 200, 40);
        places.extend((0..3).map(|n| up(4 + n, x + 3 * i32::from(n), 70)));
        places.extend(row_down(7, 4, 200, 100));
        let forces = [vec![crew(4), band(&knifeman(), 3)], vec![band(&knifeman(), 4)]];
        let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
        assert_eq!(field.turn_with(&[loose(0, Mark::Body(body(2)))]).is_empty(), may);
    }
}

#[test]
fn mm_4_5_shots_from_a_rampart_pass_over_friends() {
    // MM-4.5: friends further off than 2 in are in the way, but not from up there.
    let places = [up(0, 160, 80), down(1, 160, 200), down(2, 160, 160)];
    let attacker = || band_of(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
    let defender = || band_of(&[(&archer_of(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
    let down_there = shoot(1, 0);
    let mut field = on_ground(CURTAIN, attacker(), defender(), &places);
    assert_eq!(shots(&field.turn(&[down_there])).len(), 2);
    let mut field = on_ground("", attacker(), defender(), &places);
    assert_eq!(field.turn_with(&[down_there]), [down_there], "on the flat they are in the way");
    // Nor for who shoots up to it.
    let places = [up(0, 160, 80), up(1, 160, 120), down(2, 160, 200)];
    let attacker = || band_of(&[(&archer_of(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
    let defender = || band_of(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
    let up_there = shoot(0, 2);
    let mut field = on_ground(CURTAIN, attacker(), defender(), &places);
    assert_eq!(shots(&field.turn(&[up_there])).len(), 2);
    let mut field = on_ground("", attacker(), defender(), &places);
    assert_eq!(field.turn_with(&[up_there]), [up_there]);
}

#[test]
fn mm_4_6_nobody_restocks_from_the_enemys_wagon() {
    // MM-4.6: beside one of three javelins, his own thrown.
    for (own, taken) in [(true, 3), (false, 0)] {
        let thrower = sergeant(4, &[Weapon::Javelin]);
        let places = [row_up(0, 1, 200, 40), row_down(1, 1, 200, 60)].concat();
        let spares = Spares { javelins: 3, ..Spares::default() };
        let wagon = GearPiece { at: Some((q(202, 36), Heading::UP)), spares, ..GearPiece::of(Thing::Wagon, 1, None) };
        let gear = if own { [vec![wagon], vec![]] } else { [vec![], vec![wagon]] };
        let band = force("band", vec![unit("men", None, &thrower, 1)], vec![]);
        let mut field = Field::with_gear([vec![band], vec![men(1, &[])]], gear, None, &places);
        field.turn(&[shoot(0, 1)]);
        field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, 0);
        field.turn_with(&[task(0, Task::Restock(FIRST_THING))]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, taken);
    }
}

#[test]
fn mm_4_6_ammunition_runs_out() {
    // MM-4.6: three javelins, twelve of everything else.
    for (weapon, carried) in [
        (Weapon::Javelin, 3),
        (Weapon::Longbow, 12),
        (Weapon::Shortbow, 12),
        (Weapon::Sling, 12),
        (Weapon::Crossbow, 12),
        (Weapon::Handgun, 12),
    ] {
        let man = sergeant(4, &[weapon]);
        let field = Field::duel(&man, &man, &[]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, carried, "{weapon}");
    }
    let man = sergeant(4, &[Weapon::Javelin]);
    let mut field = Field::duel(&man, &sergeant(4, &[]), &[up(0, 240, 160), down(1, 240, 180)]);
    assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 2);
    field.turn_with(&[shoot(0, 1)]);
    assert_eq!(shots(&field.events).len(), 1);
    assert_eq!(field.turn_with(&[shoot(0, 1)]).len(), 1, "none left");
}

#[test]
fn mm_4_6_what_a_plan_of_gear_gets_wrong_is_told() {
    // MM-4.6, MM-8.8, MM-9.3, MM-9.9, MM-9.10
    let wagon = |javelins, rounds, others| {
        let spares = Spares { javelins, rounds, others };
        faults(GearPiece { spares, ..GearPiece::of(Thing::Wagon, 1, None) }, crew(4))
    };
    assert_eq!((wagon(50, 0, 0), wagon(0, 10, 0), wagon(25, 0, 50)), (String::new(), String::new(), String::new()));
    assert_eq!(wagon(0, 0, 100), "");
    for over in [wagon(51, 0, 0), wagon(0, 11, 0), wagon(0, 0, 101), wagon(25, 0, 51), wagon(1, 10, 0)] {
        assert!(over.contains("so many spares (MM-4.6)"), "{over}");
    }
    let packhorse = |javelins, rounds, others| {
        let spares = Spares { javelins, rounds, others };
        faults(GearPiece { spares, ..GearPiece::of(Thing::Packhorse, 1, None) }, crew(4))
    };
    assert_eq!([packhorse(20, 0, 0), packhorse(0, 2, 0), packhorse(0, 0, 40)], [""; 3]);
    for over in [packhorse(21, 0, 0), packhorse(0, 3, 0), packhorse(0, 0, 41)] {
        assert!(over.contains("packhorse"), "{over}");
    }
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    assert!(faults(first_served(Thing::Stake, 4), band(&rider, 4)).contains("on foot"));
    let ladder = |inches| GearPiece { inches, ..first_served(Thing::Ladder, 1) };
    assert_eq!(faults(ladder(6), band(&knifeman(), 2)), "");
    assert!(faults(ladder(7), band(&knifeman(), 2)).contains("3 in"));
    assert!(faults(ladder(0), band(&knifeman(), 2)).contains("length"));
    assert!(faults(GearPiece { holds: Some(Thing::Ram), ..first_served(Thing::Catapult, 1) }, crew(4)).contains("sow"));
    assert!(faults(GearPiece { standard: true, ..first_served(Thing::Sow, 1) }, crew(4)).contains("standard"));
    assert!(faults(first_served(Thing::Stake, 0), band(&knifeman(), 2)).contains("none"));
}

#[test]
fn mm_4_6_javelins_and_rounds_are_taken_out_of_their_own_spares() {
    // MM-4.6: a javelinman who has thrown his three takes three of the four on the wagon.
    let thrower = sergeant(4, &[Weapon::Javelin]);
    let mut places = row_up(0, 1, 200, 40);
    places.extend(row_down(1, 1, 200, 60));
    let wagon =
        |spares| GearPiece { at: Some((q(202, 36), Heading::UP)), spares, ..GearPiece::of(Thing::Wagon, 1, None) };
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
    let forces = [vec![crew(4)], vec![band(&knifeman(), 4)]];
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
    let wagon = GearPiece { at: Some((q(202, 36), Heading::UP)), spares, ..GearPiece::of(Thing::Wagon, 1, None) };
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
fn mm_4_6_men_who_have_run_out_take_spares_from_a_wagon() {
    // MM-4.6, MM-3.7: those who have run out take a dozen each, as long as there are any; it takes a turn.
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 2, 200, 40);
    places.extend(row_down(2, 2, 200, 100));
    let wagon = GearPiece {
        at: Some((q(202, 34), Heading::UP)),
        spares: Spares { others: 20, ..Spares::default() },
        ..GearPiece::of(Thing::Wagon, 1, None)
    };
    let forces = [vec![band(&archer, 2)], vec![band(&knifeman(), 2)]];
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
fn mm_4_7_ranges() {
    // MM-4.7
    use banneret::rules::man_to_man::shooting::Range;
    let tables = Tables::book();
    for (weapon, bands) in [
        (Weapon::Javelin, [Some(3), Some(6), None]),
        (Weapon::Shortbow, [Some(5), Some(10), Some(20)]),
        (Weapon::Sling, [Some(5), Some(10), Some(20)]),
        (Weapon::Longbow, [Some(8), Some(16), Some(40)]),
        (Weapon::Crossbow, [Some(10), Some(20), Some(40)]),
        (Weapon::Handgun, [Some(3), Some(6), Some(20)]),
    ] {
        let row = tables.shooting.of(weapon).expect("it is a missile weapon");
        let at = |sixty_fourths: i64| Range::of(row, sixty_fourths * sixty_fourths);
        for (inches, band) in bands.into_iter().zip([Range::Short, Range::Medium, Range::Long]) {
            let Some(inches) = inches else { continue };
            assert_eq!(at(inches * i64::from(INCH)), Some(band), "{weapon} at {inches}");
            assert_ne!(at(inches * i64::from(INCH) + 1), Some(band), "{weapon} past {inches}");
        }
        assert_eq!(at(i64::from(row.reach() * INCH) + 1), None);
    }
}

#[test]
fn mm_4_7_engines_have_their_ranges_and_their_arc() {
    // MM-4.7: none under 8 in. MM-4.3: 22½° either side.
    let shot = loose(0, Mark::Body(body(1)));
    assert_eq!(battery(Thing::Catapult, 6, 4).turn_with(&[shot]), [shot]);
    assert!(battery(Thing::Bombard, 6, 4).turn_with(&[shot]).is_empty());
    let mut places = row_up(0, 4, 100, 40);
    places.extend(row_down(4, 4, 200, 100));
    let forces = [vec![crew(4)], vec![band(&knifeman(), 4)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
    assert_eq!(field.turn_with(&[shot]), [shot], "60° aside");
}

#[test]
fn mm_4_3_engines_and_bombards_shoot_22_degrees_either_side() {
    // MM-4.3: 15 in before the crew, and so far aside; 18° is within 22½°, 33° is not, though it is within the arc of others.
    let shot = loose(0, Mark::Body(body(1)));
    for thing in [Thing::Catapult, Thing::Bombard] {
        for (aside, within) in [(-39, false), (-19, true), (0, true), (19, true), (39, false)] {
            let places = [row_up(0, 4, 200, 40), row_down(4, 1, 206 + aside, 100)].concat();
            let forces = [vec![crew(4)], vec![band(&knifeman(), 1)]];
            let mut field = Field::with_gear(forces, [vec![first_served(thing, 1)], vec![]], None, &places);
            assert_eq!(field.turn_with(&[shot]).is_empty(), within, "{thing}, {aside} quarters aside");
        }
    }
}

#[test]
fn mm_4_7_the_reach_of_engines_bombards_and_what_is_dropped() {
    // MM-4.7: the last inch of each band, and past it; what is dropped has no band (MM-4.9) and falls on nothing past 2 in.
    let tables = Tables::book();
    let at = |machine, quarters: i64| machine_range(tables.gear.of(machine), (16 * quarters).pow(2));
    let (short, medium, long) = (Some(Range::Short), Some(Range::Medium), Some(Range::Long));
    let quarters = [0, 31, 32, 33, 80, 81, 160, 161];
    assert_eq!(quarters.map(|far| at(Machine::Catapult, far)), [None, None, medium, medium, medium, long, long, None]);
    assert_eq!(quarters.map(|far| at(Machine::Bombard, far)), [short, short, short, medium, medium, long, long, None]);
    for dropped in [Machine::Rock, Machine::Oil, Machine::Lead] {
        assert_eq!([0, 4, 8, 9].map(|far| at(dropped, far).is_some()), [true, true, true, false], "{dropped:?}");
    }
}

#[test]
fn mm_4_8_a_shot_at_a_horse_meets_the_horses_protection() {
    // MM-4.8: +1 for each level above none: an unbarded horse's 3 adds 1, a barded one's 1 adds 3; the rider's own 2, 2.
    for (horse, aimed, adds) in [(Horse::Unbarded, true, 1), (Horse::Barded, true, 3), (Horse::Unbarded, false, 2)] {
        let target = fighter(Class::Sergeant, Grade::C, 2, &[Weapon::Sword], horse);
        let mut field = Field::duel(&archer(), &target, &[up(0, 240, 160), down(1, 240, 184)]);
        let events = field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses: aimed }]);
        let added = events.iter().find_map(|event| match event {
            Event::Shot { parts, .. } => Some(parts.iter().map(|part| part.value).sum::<i64>()),
            _ => None,
        });
        assert_eq!(added, Some(adds), "{horse}, aimed at the horse: {aimed}");
    }
}

#[test]
fn mm_4_1_who_shoots_from_behind_a_pavise_or_a_wall_shoots_before_who_stands_in_the_open() {
    // MM-4.1, MM-4.8: in cover before in the open, cover being what it is against a shot. Bowmen who are equal otherwise;
    // those named later in the plan stand behind what covers them, and shoot first.
    let bowman = sergeant(4, &[Weapon::Longbow]);
    let wall = "[[barrier]]\nkind = \"high wall\"\nline = [[30, 59], [70, 59]]\n";
    for (things, pavise, covered) in [("", false, false), ("", true, true), (wall, false, true)] {
        let places = [up(0, 200, 180), up(1, 204, 180), down(2, 200, 239), down(3, 204, 239)];
        let ground = format!(
            "name = \"a ground\"\nwhat = \"Something to test by.\"\nwidth = 100\ndepth = 90\nwind = \"west\"\n{things}\
             [attacker]\nline = [[30, 10], [70, 10]]\n[defender]\nline = [[30, 80], [70, 80]]\n"
        );
        let gear = GearPiece::of(Thing::Pavise, 2, Some(Man(3)));
        let forces = [bands(&[(&bowman, 2)]), bands(&[(&bowman, 2)])];
        let gear = if pavise { vec![gear] } else { vec![] };
        let mut field = Field::with_gear(forces, [vec![], gear], Some(&ground), &places);
        if pavise {
            field.turn(&[Decision::Task { body: body(1), task: Task::Plant(ThingId(0)) }]);
        }
        let order: Vec<u16> = shots(&field.turn(&[shoot(0, 1), shoot(1, 0)])).iter().map(|shot| shot.0).collect();
        assert_eq!(order.first(), Some(if covered { &2 } else { &0 }), "{things}, pavise {pavise}: {order:?}");
    }
}

#[test]
fn mm_5_1_who_is_left_in_a_melee_is_shot_at_half_move_too() {
    // MM-5.1, MM-4.2: at half-move whom he fought is 4½ in away; he was not in contact for over half the turn.
    let man = sergeant(3, &[Weapon::Sword]);
    for (leaves, shot) in [(true, vec![(2, 0, false), (2, 0, true)]), (false, vec![])] {
        let places = [up(0, 240, 160), down(1, 240, 163), down(2, 250, 175)];
        let theirs = vec![unit("foes", None, &man, 1), unit("bows", None, &archer(), 1)];
        let ours = vec![unit("who stays", None, &man, 1)];
        let mut field = Field::new(vec![force("a", ours, vec![])], vec![force("b", theirs, vec![])], &places);
        let orders = [shoot(2, 0), march(1, Heading::UP, 9, Gait::Walk)];
        field.turn_with(&orders[..if leaves { 2 } else { 1 }]);
        assert_eq!(shots(&field.events), shot, "{leaves}");
    }
}

#[test]
fn mm_5_1_who_has_left_a_melee_is_shot_at_half_move() {
    // MM-5.1, MM-4.2: at half-move he is 4½ in away from whom he fought, and both shots of the archers may be at him.
    let man = sergeant(3, &[Weapon::Sword]);
    let places = [up(0, 240, 160), down(1, 240, 163), down(2, 250, 170)];
    let theirs = vec![unit("foes", None, &man, 1), unit("bows", None, &archer(), 1)];
    let ours = vec![unit("leaver", None, &man, 1)];
    let mut field = Field::new(vec![force("a", ours, vec![])], vec![force("b", theirs, vec![])], &places);
    let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk), shoot(2, 0)]);
    assert_eq!(shots(&events), [(2, 0, false), (2, 0, true)]);
}
