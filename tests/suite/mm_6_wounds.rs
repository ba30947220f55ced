//! Wounds and falls (MM-6).

use crate::bands::{CURTAIN, TREE, archer, archer_of, band_of, on_ground};
use crate::field::*;
use crate::gear_field::{
    CASTLE, band, before, crew, first_served, knifeman, ladder, loose, loosed, men, piece, row_down, row_up, scaled,
    task, tried,
};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fate};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::event::{Attempt, FallCause};
use banneret::rules::man_to_man::gear::state::{Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::BarrierKind;
use banneret::rules::man_to_man::state::{Mount, State};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Illegal};

#[test]
fn mm_6_1_a_man_and_his_horse_are_wounded_each_for_himself() {
    // MM-6.1: horses likewise: the rider's wound is not the horse's first, nor the horse's his; a second of its own kills.
    let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Sword], Horse::Unbarded);
    let mut field = Field::duel(&archer(), &rider, &[up(0, 240, 160), down(1, 240, 184)]);
    for (horses, dead) in [(false, false), (true, false), (true, true)] {
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses }]);
        let hit = field.position.figure(FigureId(1));
        assert!(hit.wounded && hit.state != State::Dead);
        assert_eq!((hit.horse_wounded, hit.mount == Mount::Dead), (horses, dead));
    }
}

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
    assert!(hit.wounded && hit.profile.grade == Grade::C);
}

#[test]
fn mm_6_2_the_wounded_work_no_ram_and_one_man_alone_none() {
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
    assert_eq!(tried(&field.turn(&[stroke])), Some((Attempt::Ram, 14, false)));
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
        let bombard = GearPiece { at: Some((q(212, 44), Heading::UP)), ..first_served(Thing::Bombard, 1) };
        let forces = [vec![gunners], vec![band(&knifeman(), 4)]];
        let mut field = Field::with_gear(forces, [vec![bombard], vec![]], None, &places);
        field.dice.show(FALL, &[1, 1]);
        let events = field.turn(&[loose(0, Mark::Body(body(2)))]);
        assert!(loosed(&events).is_some(), "{events:#?}");
        !field.position.figure(FigureId(4)).mounted()
    };
    assert!(near(24) && !near(25));
}

const HIGH_WALL: &str = "[[barrier]]\nkind = \"high wall\"\nline = [[10, 50], [90, 50]]\n";

#[test]
fn mm_6_3_a_man_wounded_on_a_wall_falls_off_it_but_not_off_a_rampart() {
    // MM-6.3: wounded on a wall, not on a rampart's walk.
    let places = [up(0, 160, 160), down(1, 160, 200)];
    for (things, falls) in [(HIGH_WALL, Some(FallCause::Wall)), (CURTAIN, None)] {
        let mut field =
            on_ground(things, band_of(&[(&archer_of(Grade::C), 1)]), band_of(&[(&sergeant(4, &[]), 1)]), &places);
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, &[1]);
        let events = field.turn(&[shoot(0, 1)]);
        assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: false, .. })), "{things}");
        let fell = events.iter().find_map(|event| match event {
            Event::Fell { why, .. } => Some(*why),
            _ => None,
        });
        assert_eq!(fell, falls, "{things}");
    }
}

#[test]
fn mm_6_3_who_is_wounded_up_a_tree_falls_out_of_it() {
    // MM-6.3, MM-3.1: a move takes a man of protection 4 two inches up, to the lower boughs, which cover him as woods do
    // (MM-4.8); the fall does not kill (MM-6.4), and he lies through the next turn.
    let places = [up(0, 160, 160), down(1, 160, 204)];
    let mut field = on_ground(TREE, band_of(&[(&archer_of(Grade::C), 1)]), band_of(&[(&sergeant(4, &[]), 1)]), &places);
    field.turn(&[march(1, Heading::DOWN, 1, Gait::Walk)]);
    assert!(field.position.land().up_a_tree(&field.position.land().at(field.at(1))), "{:?}", field.at(1));
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[1]);
    let events = field.turn(&[shoot(0, 1)]);
    let cover = |event: &Event| matches!(event, Event::Shot { parts, .. } if parts.iter().any(|part| part.what == "light cover"));
    assert!(events.iter().any(cover), "{events:#?}");
    assert!(events.contains(&Event::Fell { figure: FigureId(1), why: FallCause::Tree }), "{events:#?}");
    assert_eq!(field.position.figure(FigureId(1)).state, State::Fallen { until: 3 });
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

#[test]
fn mm_6_3_who_falls_off_the_gangway_is_out_of_reach_of_those_above() {
    // MM-5.7, MM-6.3: two await him on the walk, and the one of higher grade strikes first. If his blow throws the man down
    // beside the tower, the other does not reach him there.
    for (attack, defence, strike_at_him) in [(1, 6, vec![4, 5]), (6, 1, vec![4])] {
        let mut places = row_up(0, 4, 80, 192);
        places.extend([down(4, 95, 201), down(5, 92, 203)]);
        let guard = |grade: Grade| fighter(Class::Sergeant, grade, 3, &[Weapon::Sword], Horse::None);
        let guards = [(Grade::B, "the first"), (Grade::C, "the second")];
        let guards = guards.map(|(grade, name)| unit(name, None, &guard(grade), 1)).into();
        let gear = [vec![first_served(Thing::Tower, 1)], vec![]];
        let forces = [vec![crew(4)], vec![force("the guard", guards, vec![])]];
        let mut field = Field::with_gear(forces, gear, Some(CASTLE), &places);
        field.dice.show(ATTACK, &[attack, 1, 1, 1]);
        field.dice.show(DEFENCE, &[defence, 6, 6, 6]);
        field.dice.show(WOUND, &[1]);
        let events = field.turn(&[task(0, Task::Climb(ThingId(0)))]);
        let fell = events.contains(&Event::Fell { figure: FigureId(3), why: FallCause::Gangway });
        assert_eq!(fell, attack > defence, "{events:#?}");
        let at_him = blows(&events).iter().filter(|(_, at, _)| *at == 3).map(|(by, ..)| *by).collect::<Vec<u16>>();
        assert_eq!(at_him, strike_at_him, "{events:#?}");
    }
}

#[test]
fn mm_6_3_a_man_wounded_on_a_ladder_falls_off_it() {
    // MM-6.3, MM-6.4: two inches up; he is hurt, not killed, and lies on the ground.
    for (wounded, fallen) in [(true, true), (false, false)] {
        let mut places = row_up(0, 2, 80, 192);
        places.extend(row_up(2, 2, 80, 124));
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

#[test]
fn mm_6_4_a_fall_over_four_inches_kills() {
    // MM-6.4: the high curtain is 6 in, and a man of protection 2 climbs an inch a turn.
    for (turns, dead) in [(4, false), (5, true)] {
        let (mut field, up) = scaled(turns, 60, 2);
        field.dice.show("MM-9.1 ladder", &[10, 1]);
        field.turn(&[task(1, Task::Push(ThingId(0)))]);
        assert_eq!(field.position.figure(up).state == State::Dead, dead, "{turns} in up");
    }
}
