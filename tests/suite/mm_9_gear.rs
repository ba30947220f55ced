//! Towers, wagons, stakes, pavises, ladders and faggots (MM-9.7 to MM-9.12).

use crate::field::*;
use crate::gear_field::{
    CASTLE, FIRST_THING, at_work, band, battery, before, crew, faults, first_served, knifeman, ladder, loose, men,
    piece, row_down, row_of, row_up, task,
};
use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::{Fighter, Man, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Moment, Placed};
use banneret::rules::man_to_man::gear::state::{Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::BarrierKind;
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Cover, Decision, Event, FigureId, Gait, Illegal, Tables, setup};

#[test]
fn mm_9_7_who_commands_a_crew() {
    // MM-9.7: a sergeant of grade B; while he is dead it does not work.
    let commanded = |class, grade| {
        let commander = fighter(class, grade, 3, &[Weapon::Sword], Horse::None);
        let crew = force("the crew", vec![unit("the engineers", Some(commander), &knifeman(), 3)], vec![]);
        let mut plan = plan(vec![crew], vec![men(2, &[])], 1);
        plan.hosts.attacker.gear = vec![first_served(Thing::Catapult, 1)];
        setup::faults(&plan, &Tables::book()).is_empty()
    };
    assert!(commanded(Class::Sergeant, Grade::B) && !commanded(Class::Sergeant, Grade::C));
    assert!(!commanded(Class::Knight, Grade::B) && !commanded(Class::Peasant, Grade::B));
    let places = [row_up(0, 5, 200, 40), row_up(5, 1, 200, 20)].concat();
    let archer = force("archer", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 1)], vec![]);
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![]];
    let mut field = Field::with_gear([vec![crew(5)], vec![archer]], gear, None, &places);
    assert!(field.position.crew_works(body(0)));
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
    field.turn(&[shoot(1, 0)]);
    assert_eq!(field.position.figure(FigureId(0)).state, State::Dead);
    assert!(!field.position.crew_works(body(0)));
}

#[test]
fn mm_9_7_a_crew_is_four_under_a_grade_b_sergeant() {
    // MM-9.7
    assert_eq!(faults(first_served(Thing::Catapult, 1), crew(4)), "");
    assert!(faults(first_served(Thing::Catapult, 1), crew(3)).contains("crew of 4 or more"));
    assert!(faults(first_served(Thing::Bombard, 1), band(&knifeman(), 6)).contains("grade B sergeant"));
    assert!(faults(GearPiece::of(Thing::Tower, 1, None), crew(4)).contains("needs men"));
    assert!(faults(GearPiece::of(Thing::Sow, 1, Some(Man(77))), crew(4)).contains("not among its men"));
}

#[test]
fn mm_9_7_a_crew_without_its_sergeant_does_not_work() {
    // MM-9.7
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 100));
    let mut hurt = crew(4);
    hurt.units[0].men[0].wounded = true;
    let forces = [vec![hurt], vec![band(&knifeman(), 4)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
    let shot = loose(0, Mark::Body(body(1)));
    assert!(!field.position.crew_works(body(0)));
    assert_eq!(field.turn_with(&[shot]), [shot]);
    assert!(battery(Thing::Catapult, 15, 4).position.crew_works(body(0)));
}

#[test]
fn mm_9_7_a_list_of_gear_finds_its_men() {
    // MM-9.7, MM-9.10: engines to crews, stakes to archers, ladders to other foot.
    use banneret::rules::man_to_man::gear::allot::allot;
    let archer = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let foot = sergeant(3, &[Weapon::Sword, Weapon::Shield]);
    let forces = vec![crew(5), band(&archer, 8), band(&foot, 9)];
    let mut plan = plan(forces, vec![band(&knifeman(), 2)], 1);
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
    assert!(setup::faults(&plan, &Tables::book()).is_empty());
    // Without a crew for it, an engine is a fault of the plan.
    plan.hosts.defender.gear = allot(&plan.hosts.defender, &[(1, Thing::Bombard.into())], &Tables::book());
    assert!(setup::faults(&plan, &Tables::book()).iter().any(|fault| fault.to_string().contains("bombard needs men")));
}

#[test]
fn mm_9_7_men_go_up_in_a_siege_tower_onto_the_wall() {
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
fn mm_9_7_nobody_goes_up_in_a_tower_while_its_crews_sergeant_is_wounded() {
    // MM-9.7: neither its crew nor others who stand beside it against the wall; left by the crew, it is a way up as it is.
    for (wounded, goes_up) in [(false, Ok(())), (true, Err(Illegal::CrewIdle))] {
        let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
        let sergeant = Fighter { wounded, ..sergeant };
        let units = vec![unit("crew", Some(sergeant), &knifeman(), 5), unit("others", None, &knifeman(), 4)];
        let tower = GearPiece { at: Some((q(90, 190), Heading::UP)), ..first_served(Thing::Tower, 1) };
        let mut field = at_work(force("a", units, vec![]), (72, 186), vec![tower], CASTLE);
        let climb = Task::Climb(FIRST_THING);
        assert_eq!([0, 1].map(|who| field.position.check_task(body(who), &climb)), [goes_up; 2], "wounded {wounded}");
        assert_eq!(field.turn_with(&[task(1, climb)]).is_empty(), !wounded);
        let up = field.position.figures()[..10].iter().filter(|man| field.position.land().at(man.at).raised).count();
        assert_eq!(up > 0, !wounded, "{up} went up, wounded {wounded}");
        if wounded {
            field.turn(&[task(0, Task::LayDown(FIRST_THING))]);
            assert_eq!(field.position.check_task(body(1), &climb), Ok(()), "left by its crew");
        }
    }
}

#[test]
fn mm_9_8_ten_on_foot_manhandle_an_engine_and_horsemen_do_not() {
    // MM-9.8: ten on foot.
    let inches = |horse| {
        let man = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse);
        let wagon = first_served(Thing::Wagon, 1);
        let field =
            Field::with_gear([vec![band(&man, 10)], vec![band(&knifeman(), 2)]], [vec![wagon], vec![]], None, &[]);
        field.position.allowance(body(0), Gait::Walk) / INCH
    };
    assert_eq!((inches(Horse::None), inches(Horse::Unbarded)), (2, 0));
}

#[test]
fn mm_9_9_only_foot_carry_and_set_stakes_and_pavises() {
    // MM-9.9: mounted archers do not pick up what lies there; dismounted they do and set it, and mounted again they do not.
    for thing in [Thing::Stake, Thing::Pavise] {
        let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow], Horse::Unbarded);
        let archers = force("archers", vec![unit("men", None, &rider, 2)], vec![]);
        let places = [row_up(0, 2, 200, 40), row_down(2, 2, 40, 320)].concat();
        let lying = GearPiece { at: Some((q(202, 42), Heading::UP)), ..GearPiece::of(thing, 4, None) };
        let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], [vec![lying], vec![]], None, &places);
        let check = |field: &Field, task: Task| field.position.check_task(body(0), &task);
        let (take, plant) = (Task::PickUp(FIRST_THING), Task::Plant(FIRST_THING));
        let mount = |mount| Decision::Mount { body: body(0), mount };
        assert_eq!(check(&field, take), Err(Illegal::OnFoot));
        field.turn(&[mount(false)]);
        assert_eq!(check(&field, take), Ok(()));
        field.turn(&[task(0, take)]);
        field.turn(&[mount(true)]);
        assert_eq!(check(&field, plant), Err(Illegal::OnFoot));
        field.turn(&[mount(false)]);
        field.turn(&[task(0, plant)]);
        assert_eq!((field.position.train().gear[0].set, field.position.train().gear[0].lies), (2, Lies::Standing));
        // And a plan brings none with a unit of horse.
        let archers = force("archers", vec![unit("men", None, &rider, 2)], vec![]);
        let mut plan = plan(vec![archers], vec![men(2, &[])], 1);
        plan.hosts.attacker.gear = vec![first_served(thing, 2)];
        assert!(setup::faults(&plan, &Tables::book())[0].to_string().contains("on foot (MM-9.9)"), "{thing}");
    }
}

#[test]
fn mm_9_9_of_horse_and_foot_the_foot_set_them() {
    // MM-9.9, MM-3.7: one each in a turn; of four men one is on foot.
    let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow], Horse::Unbarded);
    let archers = force("archers", vec![unit("men", Some(sergeant(4, &[Weapon::Longbow])), &rider, 3)], vec![]);
    let places = [row_up(0, 4, 200, 40), row_down(4, 2, 40, 320)].concat();
    let gear = [vec![first_served(Thing::Stake, 4)], vec![]];
    let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], gear, None, &places);
    field.turn(&[task(0, Task::Plant(FIRST_THING))]);
    assert_eq!(field.position.train().gear[0].set, 1);
}

#[test]
fn mm_9_9_stakes_are_an_obstacle_and_pavises_are_cover_and_not_the_other_way() {
    // MM-9.9, MM-4.8, MM-5.4
    use banneret::rules::man_to_man::Cover;
    for (thing, obstacle, cover) in [(Thing::Stake, true, Cover::None), (Thing::Pavise, false, Cover::Light)] {
        let archers = force("archers", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 4)], vec![]);
        let places = [row_up(0, 4, 200, 40), row_down(4, 2, 40, 320)].concat();
        let gear = [vec![first_served(thing, 4)], vec![]];
        let mut field = Field::with_gear([vec![archers], vec![men(2, &[])]], gear, None, &places);
        field.turn(&[task(0, Task::Plant(FIRST_THING))]);
        let (own, foe) = (field.at(1), q(204, 80));
        let side = field.position.figure(FigureId(1)).side;
        assert_eq!(field.position.stakes_between(own, foe, side), obstacle, "{thing}");
        assert_eq!(field.position.gear_cover(foe, own), cover, "{thing}");
    }
}

#[test]
fn mm_9_9_pavises_are_light_cover() {
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
    assert_eq!(faults(first_served(Thing::Stake, 4), band(&knifeman(), 4)), "");
}

#[test]
fn mm_9_10_ladders_reach_as_far_as_they_are_long() {
    // MM-9.10: the curtain is two levels of 2 in high.
    for (long, count, raised) in [(4, 2, Ok(())), (3, 2, Err(Illegal::TooHigh)), (6, 2, Ok(())), (7, 3, Ok(()))] {
        let field = before(count, &[Weapon::Sword], (20, 48), (10, 80), [vec![ladder(long)], vec![]]);
        let at = piece(&field, BarrierKind::CastleWall, 20, 50);
        assert_eq!(field.position.check_task(body(0), &Task::Raise { ladder: ThingId(0), at }), raised, "{long} in");
    }
}

#[test]
fn mm_9_10_one_man_raises_six_inches_of_ladder_and_two_a_longer_one() {
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
fn mm_9_11_bearers_have_no_two_hands_to_fight_with() {
    // MM-9.11: who carries a faggot uses neither a two-handed weapon nor weapon and shield.
    let bearer = sergeant(2, &[Weapon::Halberd, Weapon::Sword, Weapon::Shield]);
    let forces = [vec![band(&bearer, 2)], vec![band(&knifeman(), 2)]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Faggot, 1)], vec![]], None, &[]);
    let [bearing, free] = [0, 1].map(|n| field.position.figure(FigureId(n)));
    let weapon = |figure| field.position.weapon_in_use(figure, Moment::End);
    assert_eq!((weapon(bearing), weapon(free)), (Weapon::Sword, Weapon::Halberd));
    assert_eq!((bearing.protection_now().number(), free.protection_now().number()), (3, 2));
    field.turn(&[task(0, Task::LayDown(ThingId(0)))]);
    assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 2);
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
        (field.position.weapon_in_use(figure, Moment::End), figure.protection_now().number())
    };
    assert_eq!((with(0), with(1)), ((Weapon::Sword, 3), (Weapon::Halberd, 2)));
}

#[test]
fn mm_9_12_faggots_are_for_moats() {
    // MM-9.12: on dry land they fill nothing.
    let field = at_work(men(1, &[Weapon::Sword]), (280, 156), vec![first_served(Thing::Faggot, 5)], CASTLE);
    for ((x, y), may) in [((282, 162), Ok(())), ((282, 152), Err(Illegal::NotWithThat))] {
        assert_eq!(field.position.check_task(body(0), &Task::Fill { faggots: FIRST_THING, at: q(x, y) }), may);
    }
}

#[test]
fn mm_9_12_faggots_fill_a_moat() {
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

#[test]
fn mm_9_12_who_fills_a_moat_makes_a_way_over_it_for_horse_and_foot() {
    // MM-9.12: an inch of ditch before a rider; he cannot leap it, and rides over where it is filled. A man on foot goes on
    // as in the open: 9 in where the ditch would have cost him half an inch (MM-3.1, rough).
    let ditch = CASTLE.replace("[80, 44], [60, 44]", "[80, 41], [60, 41]");
    assert_ne!(ditch, CASTLE);
    let across = |fill: bool, man: &Fighter| {
        let force = force("a", vec![unit("fillers", None, &knifeman(), 2), unit("crosser", None, man, 1)], vec![]);
        let places = [up(0, 279, 157), up(1, 285, 157), up(2, 282, 140), down(3, 40, 320), down(4, 44, 320)];
        let forces = [vec![force], vec![men(2, &[Weapon::Sword])]];
        let gear = [vec![first_served(Thing::Faggot, 4)], vec![]];
        let mut field = Field::with_gear(forces, gear, Some(&ditch), &places);
        if fill {
            field.turn(&[task(0, Task::Fill { faggots: FIRST_THING, at: q(282, 162) })]);
            assert!(field.position.land().filled(q(282, 162)));
        } else {
            field.turn(&[]);
        }
        let from = field.at(2).y;
        field.turn_with(&[march(1, Heading::UP, 9, Gait::Walk)]);
        field.at(2).y - from
    };
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    assert!(across(false, &rider) < 6 * INCH, "{}", across(false, &rider));
    assert_eq!(across(true, &rider), 9 * INCH);
    assert!(across(false, &knifeman()) < 9 * INCH);
    assert_eq!(across(true, &knifeman()), 9 * INCH);
}

#[test]
fn mm_9_12_an_engine_rolls_over_a_filled_moat() {
    // MM-9.12, MM-3.1: ten men push a wagon at 2 in a turn; the ditch stops it, and filled it does not.
    let ditch = CASTLE.replace("[80, 44], [60, 44]", "[80, 41], [60, 41]");
    let over = |fill: bool| {
        let units = vec![unit("pushers", None, &knifeman(), 10), unit("fillers", None, &knifeman(), 4)];
        let force = force("a", units, vec![]);
        let mut places: Vec<Placed> =
            (0..10).map(|n| up(n, 276 + 3 * i32::from(n % 5), 145 + 3 * i32::from(n / 5))).collect();
        places.extend((0..4).map(|n| up(10 + n, 270 + 8 * i32::from(n), 157)));
        places.extend(row_down(14, 2, 40, 320));
        let forces = [vec![force], vec![men(2, &[Weapon::Sword])]];
        let wagon = GearPiece { at: Some((q(282, 146), Heading::UP)), ..first_served(Thing::Wagon, 1) };
        let faggots = GearPiece::of(Thing::Faggot, 40, Some(Man(11)));
        let mut field = Field::with_gear(forces, [vec![wagon, faggots], vec![]], Some(&ditch), &places);
        if fill {
            for x in [268, 272, 276, 280, 284, 288, 292, 296] {
                let faggots = ThingId(1);
                field.turn_with(&[task(1, Task::Fill { faggots, at: q(x + 2, 162) })]);
            }
        }
        // The fillers make room, over the moat or down into it.
        field.turn_with(&[march(1, Heading::UP, if fill { 9 } else { 5 }, Gait::Walk)]);
        for _ in 0..6 {
            field.turn_with(&[march(0, Heading::UP, 2, Gait::Walk)]);
        }
        field.position.train().gear[0].at.y
    };
    assert!(over(false) < q(0, 160).y, "{}", over(false));
    assert!(over(true) > q(0, 164).y, "{}", over(true));
}

#[test]
fn mm_9_7_an_engine_is_not_moved_while_its_sergeant_is_wounded() {
    // MM-9.7, MM-9.8: ten push it at 2 in a turn; while its sergeant is wounded it does not work. A wagon wants none.
    for (thing, wounded, inches) in
        [(Thing::Catapult, false, 2), (Thing::Catapult, true, 0), (Thing::Tower, true, 0), (Thing::Wagon, true, 2)]
    {
        let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
        let sergeant = Fighter { wounded, ..sergeant };
        let crew = force("a", vec![unit("crew", Some(sergeant), &knifeman(), 9)], vec![]);
        let forces = [vec![crew], vec![band(&knifeman(), 2)]];
        let field = Field::with_gear(forces, [vec![first_served(thing, 1)], vec![]], None, &[]);
        assert_eq!(field.position.allowance(body(0), Gait::Walk) / INCH, inches, "{thing}, wounded {wounded}");
    }
}

#[test]
fn mm_9_7_who_takes_an_engine_over_needs_a_grade_b_sergeant() {
    // MM-9.7: its crew leaves it; four others take it up, under a sergeant of grade B, one of grade C, or a knight.
    for (class, grade, works) in
        [(Class::Sergeant, Grade::B, true), (Class::Sergeant, Grade::C, false), (Class::Knight, Grade::B, false)]
    {
        let commander = fighter(class, grade, 3, &[Weapon::Sword], Horse::None);
        let mut units = crew(4).units;
        units.push(unit("others", Some(commander), &knifeman(), 3));
        let mut places = row_up(0, 4, 200, 40);
        places.extend(row_up(4, 4, 200, 45));
        places.extend(row_down(8, 4, 200, 120));
        let forces = [vec![force("a", units, vec![])], vec![band(&knifeman(), 4)]];
        let engine = GearPiece { at: Some((q(206, 42), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let mut field = Field::with_gear(forces, [vec![engine], vec![]], None, &places);
        field.turn(&[task(0, Task::LayDown(FIRST_THING))]);
        field.turn(&[task(1, Task::PickUp(FIRST_THING))]);
        assert_eq!(field.position.train().gear[0].body, Some(body(1)));
        field.turn_with(&[march(0, Heading::DOWN, 5, Gait::Walk)]);
        let left = field.turn_with(&[loose(1, Mark::Body(body(2)))]);
        assert_eq!(left.is_empty(), works, "{class} {grade:?}");
    }
}
