//! Movement, and what else a move may be spent on (MM-3).

use crate::bands::{bands, swordsman};
use crate::field::*;
use crate::gear_field::{
    FIRST_THING, TO_HIT_ENGINE, above, at_work, band, battery, before, castle_with, crew, first_served, knifeman,
    ladder, loose, loosed, men, open_pieces, piece, row_down, row_of, row_up, task,
};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::Fighter;
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::event::{Cause, Moment};
use banneret::rules::man_to_man::gear::state::{Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::{BarrierKind, PieceId};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Illegal};

#[test]
fn mm_3_1_inches_a_turn() {
    // MM-3.1: protection and horse against walk and run.
    for (protection, horse, walk, run) in [
        (1, Horse::None, 6, 8),
        (2, Horse::None, 6, 8),
        (3, Horse::None, 9, 12),
        (4, Horse::None, 9, 12),
        (1, Horse::Barded, 9, 20),
        (1, Horse::Unbarded, 12, 24),
        (4, Horse::Unbarded, 12, 24),
    ] {
        let man = fighter(Class::Sergeant, Grade::C, protection, &[Weapon::Sword], horse);
        let field = Field::duel(&man, &man, &[up(0, 240, 40), down(1, 240, 340)]);
        for (gait, inches) in [(Gait::Walk, walk), (Gait::Run, run)] {
            assert_eq!(field.position.allowance(body(0), gait), inches * INCH);
            let mut field = Field::duel(&man, &man, &[up(0, 240, 40), down(1, 240, 340)]);
            let too_far = march(0, Heading::UP, inches + 1, gait);
            assert_eq!(field.turn_with(&[too_far]), [too_far]);
            let mut field = Field::duel(&man, &man, &[up(0, 240, 40), down(1, 240, 340)]);
            field.turn(&[march(0, Heading::UP, inches, gait)]);
            assert_eq!(field.at(0).y, q(0, 40).y + inches * INCH);
        }
    }
}

#[test]
fn mm_3_1_rough_ground_climbing_and_swimming() {
    // MM-3.1: horse without bards swim as their riders would on foot, and no others on horseback; no horse climbs.
    for (protection, horse, rough, climb, swim) in [
        (1, Horse::None, 4, 1, 0),
        (2, Horse::None, 4, 1, 0),
        (3, Horse::None, 6, 2, 3),
        (4, Horse::None, 6, 2, 3),
        (3, Horse::Barded, 3, 0, 0),
        (2, Horse::Unbarded, 4, 0, 0),
        (3, Horse::Unbarded, 4, 0, 3),
    ] {
        let man = fighter(Class::Sergeant, Grade::C, protection, &[Weapon::Sword], horse);
        let field = Field::duel(&man, &man, &[]);
        let goes = field.position.mover(field.position.figure(FigureId(0)), Gait::Walk);
        let rates = [goes.rough, goes.climb, goes.swim];
        assert_eq!(rates, [rough, climb, swim].map(|inches| inches * INCH), "protection {protection}, {horse}");
    }
}

#[test]
fn mm_3_1_a_unit_goes_as_fast_as_its_slowest_man() {
    // MM-3.1, MM-1.4: men in jacks under a man in plate, who keep together.
    let led = unit("led", Some(foot_knight(Grade::C)), &sergeant(3, &[Weapon::Sword]), 3);
    let other = vec![force("b", vec![unit("u", None, &sergeant(3, &[]), 1)], vec![])];
    let field = Field::new(vec![force("a", vec![led], vec![])], other, &[]);
    let inches = [Gait::Walk, Gait::Run].map(|gait| field.position.allowance(body(0), gait) / INCH);
    assert_eq!(inches, [6, 8]);
}

#[test]
fn mm_3_1_engines_move_by_a_team_or_by_ten_men() {
    // MM-3.1, MM-9.8: four animals 5 in, ten men 2 in, fewer not at all; no faster than at a walk.
    let inches = |men: usize, animals: u8| {
        let engine = GearPiece { animals, ..first_served(Thing::Catapult, 1) };
        let field = Field::with_gear([vec![crew(men)], vec![band(&knifeman(), 2)]], [vec![engine], vec![]], None, &[]);
        let rate = |gait| field.position.allowance(body(0), gait) / INCH;
        (rate(Gait::Walk), rate(Gait::Run))
    };
    assert_eq!((inches(4, 4), inches(4, 3), inches(10, 0), inches(9, 0)), ((5, 0), (0, 0), (2, 0), (0, 0)));
    // Unharnessed it stays; harnessing takes a turn (MM-3.7).
    let engine = GearPiece { animals: 4, ..first_served(Thing::Wagon, 1) };
    let mut field =
        Field::with_gear([vec![band(&knifeman(), 2)], vec![band(&knifeman(), 2)]], [vec![engine], vec![]], None, &[]);
    let gear = ThingId(0);
    field.turn(&[task(0, Task::Harness { gear, on: false })]);
    assert_eq!(field.position.allowance(body(0), Gait::Walk), 0);
    field.turn(&[task(0, Task::Harness { gear, on: true })]);
    assert_eq!(field.position.allowance(body(0), Gait::Walk), 5 * INCH);
    let before = field.position.train().gear[0].at;
    field.turn(&[march(0, Heading::UP, 5, Gait::Walk)]);
    assert_eq!(field.position.train().gear[0].at.distance(before), 5 * INCH, "it goes with its men");
}

#[test]
fn mm_3_1_men_climb_a_ladder_and_stand_on_the_wall() {
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
fn mm_3_2_and_mm_3_3_hold_for_charges() {
    // MM-3.2, MM-3.3: at a gallop no charge turns over 22½°, follows a turn of standing, or is a fourth in a row.
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let check = |field: &Field, gait| field.position.check(Side::Attacker, &charge(0, 1, gait));
    // Further round, at 11.7 in, is too far at a walk as well, which so great a turn shortens to 10 in; at 9.4 in it is not.
    let (too_far, out_of_reach) = (Err(Illegal::TurnsTooFar), Err(Illegal::OutOfReach));
    for (aside, ahead, may) in
        [(16, 40, (Ok(()), Ok(()))), (24, 40, (too_far, out_of_reach)), (20, 32, (too_far, Ok(())))]
    {
        let field = Field::duel(&horse, &horse, &[up(0, 240, 160), down(1, 240 + aside, 160 + ahead)]);
        assert_eq!((check(&field, Gait::Run), check(&field, Gait::Walk)), may, "{aside}, {ahead}");
    }
    let mut field = Field::duel(&horse, &horse, &[up(0, 240, 160), down(1, 240, 200)]);
    field.turn(&[]);
    assert_eq!((check(&field, Gait::Run), check(&field, Gait::Walk)), (Err(Illegal::MayNotRun), Ok(())));
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 40), down(1, 240, 300)]);
    for allowed in [Ok(()), Ok(()), Err(Illegal::MayNotRun)] {
        field.turn(&[march(0, Heading::UP, 12, Gait::Run)]);
        assert_eq!(check(&field, Gait::Run), if allowed.is_ok() { Err(Illegal::OutOfReach) } else { allowed });
    }
}

#[test]
fn mm_3_2_turning() {
    // MM-3.2: 22½° is four steps of the table's 64.
    let man = sergeant(3, &[Weapon::Sword]);
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let places = [up(0, 240, 160), down(1, 240, 340)];
    let allowed = |man: &Fighter, steps: i32, inches: i32, gait| {
        let mut field = Field::duel(man, man, &places);
        field.turn_with(&[march(0, Heading::UP.turned(steps), inches, gait)]).is_empty()
    };
    assert!(allowed(&man, 4, 12, Gait::Run) && !allowed(&man, 5, 1, Gait::Run));
    assert!(allowed(&horse, 4, 24, Gait::Run) && !allowed(&horse, 5, 1, Gait::Run));
    assert!(allowed(&man, 20, 9, Gait::Walk), "foot at a walk turn as they like");
    assert!(allowed(&horse, 4, 12, Gait::Walk));
    assert!(!allowed(&horse, 5, 11, Gait::Walk) && allowed(&horse, 5, 10, Gait::Walk), "2 in lost");
    // All turning is added, and counted once.
    let both = |inches: i32| Decision::March {
        body: body(0),
        heading: Heading::UP.turned(3),
        distance: inches * INCH,
        gait: Gait::Walk,
        facing: Heading::UP,
    };
    let mut field = Field::duel(&horse, &horse, &places);
    assert_eq!(field.turn_with(&[both(11)]).len(), 1);
    let mut field = Field::duel(&horse, &horse, &places);
    assert!(field.turn_with(&[both(10)]).is_empty());
}

#[test]
fn mm_3_3_running_and_galloping() {
    // MM-3.3
    let man = sergeant(3, &[Weapon::Sword]);
    let places = [up(0, 240, 20), down(1, 240, 340)];
    let run = march(0, Heading::UP, 12, Gait::Run);
    let mut field = Field::duel(&man, &man, &places);
    // Not after more than two consecutive moves before: a third in a row is the last.
    for _ in 0..3 {
        field.turn(&[run]);
    }
    assert_eq!(field.turn_with(&[run]), [run], "not for a fourth move");
    field.turn(&[run]);
    // On the first turn all count as having moved; horse that stood may not gallop.
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let gallop = march(0, Heading::UP, 24, Gait::Run);
    let mut field = Field::duel(&horse, &horse, &places);
    assert!(field.turn_with(&[gallop]).is_empty());
    let mut field = Field::duel(&horse, &horse, &places);
    field.turn(&[]);
    assert_eq!(field.turn_with(&[gallop]), [gallop]);
    field.turn(&[march(0, Heading::UP, 1, Gait::Walk)]);
    field.turn(&[gallop]);
}

#[test]
fn mm_3_3_horse_gallop_for_a_third_move_in_a_row_and_for_no_fourth() {
    // MM-3.3: not galloping for more than two consecutive moves before, so that a third in a row is the last.
    for horse in [Horse::Unbarded, Horse::Barded] {
        let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse);
        let mut field = Field::duel(&rider, &rider, &[up(0, 240, 20), down(1, 240, 340)]);
        let gallop = march(0, Heading::UP, 12, Gait::Run);
        for before in 0..3 {
            assert!(field.turn_with(&[gallop]).is_empty(), "after {before} moves at a gallop, horse {horse:?}");
        }
        assert_eq!(field.turn_with(&[gallop]), [gallop], "not for a fourth move");
    }
}

#[test]
fn mm_3_5_moving_and_shooting() {
    // MM-3.5: shots after standing, walking, running.
    let foot = Horse::None;
    for (weapon, horse, stood, walked, ran) in [
        (Weapon::Longbow, foot, 2, 1, 0),
        (Weapon::Sling, foot, 2, 1, 0),
        (Weapon::Javelin, foot, 2, 1, 0),
        (Weapon::Crossbow, foot, 1, 0, 0),
        (Weapon::Handgun, foot, 1, 0, 0),
        (Weapon::Shortbow, Horse::Unbarded, 2, 1, 1),
        (Weapon::Javelin, Horse::Unbarded, 2, 1, 0),
        (Weapon::Crossbow, Horse::Unbarded, 1, 0, 0),
    ] {
        let archer = fighter(Class::Sergeant, Grade::C, 4, &[weapon], horse);
        let target = sergeant(4, &[Weapon::Sword]);
        for (gait, expected) in [(Gait::Stood, stood), (Gait::Walk, walked), (Gait::Run, ran)] {
            let mut field = Field::duel(&archer, &target, &[up(0, 240, 160), down(1, 240, 176)]);
            let mut orders = vec![shoot(0, 1)];
            if gait != Gait::Stood {
                orders.push(march(0, Heading::UP, 1, gait));
            }
            field.turn_with(&orders);
            assert_eq!(shots(&field.events).len(), expected, "{weapon} {horse} {gait:?}");
        }
    }
}

#[test]
fn mm_3_5_a_handgun_is_loaded_between_shots() {
    // MM-3.5
    let (gunner, target) = (sergeant(4, &[Weapon::Handgun]), sergeant(4, &[Weapon::Sword]));
    let mut field = Field::duel(&gunner, &target, &[up(0, 240, 160), down(1, 240, 220)]);
    assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 1);
    assert_eq!(field.turn_with(&[shoot(0, 1)]).len(), 1, "empty");
    assert!(field.events.iter().any(|event| matches!(event, Event::Loaded { .. })));
    assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 1);
}

#[test]
fn mm_3_5_a_handgun_is_not_loaded_on_the_move() {
    // MM-3.5: having shot he walks an inch; it is still empty, till he stands a turn without shooting.
    let (gunner, target) = (sergeant(4, &[Weapon::Handgun]), sergeant(4, &[Weapon::Sword]));
    let mut field = Field::duel(&gunner, &target, &[up(0, 240, 160), down(1, 240, 230)]);
    let shot = shoot(0, 1);
    assert_eq!(shots(&field.turn(&[shot])).len(), 1);
    let events = field.turn(&[march(0, Heading::UP, 1, Gait::Walk)]);
    assert!(!events.iter().any(|event| matches!(event, Event::Loaded { .. })));
    assert_eq!(field.turn_with(&[shot]), [shot], "not loaded");
    assert_eq!(shots(&field.turn(&[shot])).len(), 1);
}

#[test]
fn mm_3_5_engines_shoot_and_load_by_turns() {
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
fn mm_3_6_mounting_takes_half_a_move() {
    // MM-3.6: half a move at protection 3, so the archer still shoots once; a full move at 1 and 2.
    let archer = |protection| fighter(Class::Sergeant, Grade::C, protection, &[Weapon::Shortbow], Horse::Unbarded);
    for (protection, left) in [(3, 1), (2, 0)] {
        let target = sergeant(4, &[Weapon::Sword]);
        let mut field = Field::duel(&archer(protection), &target, &[up(0, 240, 160), down(1, 240, 200)]);
        let get_down = Decision::Mount { body: body(0), mount: false };
        field.turn_with(&[get_down, shoot(0, 1)]);
        assert!(!field.position.figure(FigureId(0)).mounted());
        assert_eq!(shots(&field.events).len(), left, "protection {protection}");
        field.turn(&[Decision::Mount { body: body(0), mount: true }]);
        assert!(field.position.figure(FigureId(0)).mounted());
    }
}

#[test]
fn mm_3_6_half_a_move_is_left_for_walking() {
    // MM-3.6, MM-3.1: down from his horse in half a move, he walks half of the 9 in of foot at protection 3; of the 6 in at
    // protection 2 nothing is left.
    for (protection, most) in [(3, 4), (2, 0)] {
        let rider = fighter(Class::Sergeant, Grade::C, protection, &[Weapon::Sword], Horse::Unbarded);
        let target = sergeant(4, &[Weapon::Sword]);
        let mut field = Field::duel(&rider, &target, &[up(0, 240, 160), down(1, 240, 360)]);
        let get_down = Decision::Mount { body: body(0), mount: false };
        let left =
            field.turn_with(&[get_down, march(0, Heading::UP, 5, Gait::Walk), march(0, Heading::UP, 4, Gait::Walk)]);
        let walked = (field.at(0).y - 160 * INCH / 4) / INCH;
        assert_eq!(walked, most, "protection {protection}, {left:?}");
    }
}

#[test]
fn mm_3_6_changing_weapons_takes_half_a_move() {
    // MM-3.6: of the 9 in of foot at protection 4, 4½ are left to who laid his bow aside.
    for (inches, goes) in [(4, true), (5, false)] {
        let bowman = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
        let mut field = Field::duel(&bowman, &bowman, &[up(0, 240, 160), down(1, 240, 360)]);
        let change = Decision::Task { body: body(0), task: Task::Change { missiles: false } };
        let left = field.turn_with(&[change, march(0, Heading::UP, inches, Gait::Walk)]);
        assert_eq!(left.is_empty(), goes, "{inches} in");
        assert!(!left.contains(&change));
    }
}

#[test]
fn mm_3_6_a_horse_is_mounted_where_it_stands() {
    // MM-3.6, MM-6.3: it stays where its rider left it; from 4 in off nobody mounts.
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let mut field = Field::duel(&rider, &sergeant(3, &[]), &[up(0, 240, 160), down(1, 240, 360)]);
    let mount = |mount| Decision::Mount { body: body(0), mount };
    field.turn(&[mount(false), march(0, Heading::UP, 4, Gait::Walk)]);
    assert_eq!(field.turn_with(&[mount(true)]), [mount(true)]);
    field.turn(&[march(0, Heading::DOWN, 4, Gait::Walk)]);
    assert_eq!(field.turn_with(&[mount(true)]), []);
}

#[test]
fn mm_3_7_gaps_are_made_in_hedges_fences_and_dry_walls_only() {
    // MM-3.7
    for (kind, may) in
        [("hedge", true), ("fence", true), ("dry wall", true), ("low wall", false), ("timber wall", false)]
    {
        let line = format!("[[barrier]]\nkind = \"{kind}\"\nline = [[40, 20], [60, 20]]\n");
        let field =
            at_work(men(2, &[Weapon::Sword]), (200, 76), vec![first_served(Thing::Rock, 1)], &castle_with(&line));
        let all = (0..field.position.ground().pieces.len() as u16).map(PieceId);
        let near = all.min_by_key(|piece| {
            let it = &field.position.ground().pieces[usize::from(piece.0)];
            it.from.half_way(it.to).distance_squared(q(200, 80))
        });
        let gap = Task::Gap(near.expect("there are barriers"));
        assert_eq!(field.position.check_task(body(0), &gap).is_ok(), may, "{kind}");
    }
}

#[test]
fn mm_3_7_no_task_in_a_melee_nor_after_a_move() {
    // MM-3.7: it takes the turn.
    let forces = || [vec![men(2, &[Weapon::Sword])], vec![men(1, &[Weapon::Sword])]];
    let lay_down = task(0, Task::LayDown(FIRST_THING));
    let field = |foe: i32| {
        let places = [row_up(0, 2, 200, 40), row_down(2, 1, 200, foe)].concat();
        Field::with_gear(forces(), [vec![first_served(Thing::Faggot, 1)], vec![]], None, &places)
    };
    assert_eq!(field(43).position.check_task(body(0), &Task::LayDown(FIRST_THING)), Err(Illegal::InMelee));
    let walk = march(0, Heading::UP, 2, Gait::Walk);
    assert_eq!(field(200).turn_with(&[walk, lay_down]), [lay_down]);
}

#[test]
fn mm_3_7_stakes_are_a_defended_obstacle() {
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
fn mm_3_7_stakes_are_lifted_again() {
    // MM-3.7
    let mut field = row_of(Thing::Stake, 4);
    field.turn(&[task(0, Task::Plant(ThingId(0)))]);
    field.turn(&[task(0, Task::Lift(ThingId(0)))]);
    let gear = field.position.train().gear[0];
    assert_eq!((gear.set, gear.count, gear.lies), (0, 4, Lies::Carried));
}

#[test]
fn mm_3_7_gear_left_lying_is_anybodys() {
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
fn mm_3_7_rocks_oil_and_lead_are_dropped_from_the_wall() {
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
fn mm_3_7_two_turns_make_a_gap_in_a_hedge() {
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
    let mut wagon = at((90, 10), 2, GearPiece { animals: 4, ..first_served(Thing::Wagon, 1) });
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
fn mm_3_8_bases() {
    // MM-3.8
    let field = Field::duel(&knight(Grade::C, Horse::Unbarded), &sergeant(3, &[]), &[]);
    assert_eq!(field.position.base(field.position.figure(FigureId(0))), INCH);
    assert_eq!(field.position.base(field.position.figure(FigureId(1))), 3 * INCH / 4);
}

#[test]
fn mm_3_1_what_is_hauled_goes_neither_through_rough_nor_woods_nor_water() {
    // MM-3.1: a wagon with its team goes 5 in in the open; rough, climb and swim have no figure in its row, so the edge of
    // such ground stops it and its driver, who alone (unprotected as he is) would go on.
    for (kind, more, passes) in [
        ("hilltop", "", true),
        ("rough", "", false),
        ("marsh", "", false),
        ("hill", "", false),
        ("woods", "", false),
        ("stream", "", false),
        ("river", "", false),
        ("dry moat", "depth = 1\n", false),
    ] {
        let area = format!("[[area]]\nkind = \"{kind}\"\n{more}edge = [[20, 20], [60, 20], [60, 40], [20, 40]]\n");
        let ground = format!(
            "name = \"a ground\"\nwhat = \"Something to test by.\"\nwidth = 100\ndepth = 90\nwind = \"west\"\n{area}\
             [attacker]\nline = [[30, 10], [70, 10]]\n[defender]\nline = [[30, 80], [70, 80]]\n"
        );
        let reached = |gear: Vec<GearPiece>| {
            let forces = [bands(&[(&peasant(&[Weapon::Knife]), 1)]), bands(&[(&swordsman(), 1)])];
            let places = [up(0, 160, 72), down(1, 160, 320)];
            let mut field = Field::with_gear(forces, [gear, vec![]], Some(&ground), &places);
            field.turn(&[march(0, Heading::UP, 5, Gait::Walk)]);
            (field.at(0).y, field.position.train().gear.first().map(|gear| gear.at.y))
        };
        let wagon = GearPiece { animals: 4, at: Some((q(160, 72), Heading::UP)), ..first_served(Thing::Wagon, 1) };
        let edge = 20 * INCH;
        let (driver, hauled) = reached(vec![wagon]);
        assert_eq!((driver > edge, hauled.expect("it is there") > edge), (passes, passes), "{kind}");
        assert!(reached(vec![]).0 > edge, "{kind}: by himself he goes on");
    }
}

#[test]
fn mm_3_1_an_engine_with_neither_team_nor_ten_men_stays_where_it_is() {
    // MM-3.1, MM-9.8: not an inch, however often they try.
    for (men, inches) in [(9, 0), (10, 4)] {
        let forces = [bands(&[(&peasant(&[Weapon::Knife]), men)]), bands(&[(&swordsman(), 1)])];
        let mut places: Vec<_> = (0..men as u16).map(|n| up(n, 160 + 4 * i32::from(n), 72)).collect();
        places.push(down(men as u16, 160, 320));
        let middle = 160 + 2 * (men as i32 - 1);
        let wagon = GearPiece { at: Some((q(middle, 72), Heading::UP)), ..first_served(Thing::Wagon, 1) };
        let mut field = Field::with_gear(forces, [vec![wagon], vec![]], None, &places);
        let from = field.position.train().gear[0].at.y;
        for _ in 0..2 {
            field.turn_with(&[march(0, Heading::UP, 2, Gait::Walk)]);
            field.turn_with(&[march(0, Heading::UP, 0, Gait::Walk)]);
            let to = q(middle, 100);
            field.turn_with(&[Decision::Go { body: body(0), to, facing: Heading::UP }]);
        }
        let gone = field.position.train().gear[0].at.y - from;
        if inches == 0 {
            assert_eq!(gone, 0, "{men} men");
        } else {
            assert!(gone >= inches * INCH, "{men} men: {gone}");
        }
    }
}

#[test]
fn mm_3_2_horse_that_turn_to_come_to_contact_at_a_walk_lose_two_inches() {
    // MM-3.2: 12 in, and 10 after a turn over 22½°; foot lose nothing by turning. Bases meet a little less than an inch
    // before the middles do.
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let foot = sergeant(3, &[Weapon::Sword]);
    for (man, aside, quarters, may) in [
        (&horse, false, 48, true),
        (&horse, true, 48, false),
        (&horse, true, 42, true),
        (&foot, false, 36, true),
        (&foot, true, 36, true),
    ] {
        let foe = if aside { down(1, 240 + quarters, 160) } else { down(1, 240, 160 + quarters) };
        let mut field = Field::duel(man, &foot, &[up(0, 240, 160), foe]);
        let left = field.turn_with(&[charge(0, 1, Gait::Walk)]);
        assert_eq!(left.is_empty(), may, "{quarters} quarters, aside {aside}");
        assert_eq!(field.position.touched(FigureId(0)), may, "{quarters} quarters, aside {aside}");
    }
}

/// With what a figure strikes, and when.
fn strikes_with(events: &[Event], whose: u16) -> Vec<(Moment, Weapon)> {
    let of = |event: &Event| match event {
        Event::Struck { by, weapon, moment, .. } if by.0 == whose => Some((*moment, *weapon)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn mm_3_6_a_lancer_in_melee_strikes_with_his_sword_at_the_turns_end() {
    // MM-3.6, MM-5.5: the lance is for the turn of the charge. In the next he changes, and any blow with the second weapon
    // comes at the turn's end; at its start he has in his hand what is no more than an improvised weapon. From then on his
    // sword is in his hand.
    let lancer = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::HeavyLance, Weapon::Sword], Horse::Unbarded);
    for breaks in [false, true] {
        let mut field = Field::duel(&lancer, &sergeant(1, &[Weapon::Sword]), &[up(0, 240, 140), down(1, 240, 200)]);
        if breaks {
            field.dice.show(ATTACK, &[6]);
            field.dice.show(DEFENCE, &[1]);
        }
        // Neither flees nor falls back.
        field.dice.show(MORALE, &[5; 18]);
        let (start, end) = (Moment::Start, Moment::End);
        assert_eq!(strikes_with(&field.turn(&[charge(0, 1, Gait::Run)]), 0), [(end, Weapon::HeavyLance)]);
        assert_eq!(strikes_with(&field.turn(&[]), 0), [(start, Weapon::Improvised), (end, Weapon::Sword)], "{breaks}");
        assert_eq!(strikes_with(&field.turn(&[]), 0), [(start, Weapon::Sword), (end, Weapon::Sword)], "{breaks}");
    }
}

#[test]
fn mm_3_6_a_bowman_draws_his_sword_if_half_his_move_is_left() {
    // MM-3.6: who runs 11 of his 12 in to the enemy has no half move left to draw it in; who runs 5 in has. In contact from
    // the start, bow in hand, he strikes with the sword at the end only.
    let bowman = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    for (quarters, weapon) in [(46, Weapon::Improvised), (22, Weapon::Sword)] {
        let places = [up(0, 240, 160), down(1, 240, 160 + quarters)];
        let mut field = Field::duel(&bowman, &sergeant(1, &[Weapon::Sword]), &places);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(strikes_with(&events, 0), [(Moment::End, weapon)], "{quarters} quarters");
        let after = if weapon == Weapon::Sword { Weapon::Sword } else { Weapon::Improvised };
        let next = strikes_with(&field.turn(&[]), 0);
        assert_eq!(next, [(Moment::Start, after), (Moment::End, Weapon::Sword)], "{quarters} quarters");
    }
}

#[test]
fn mm_3_6_a_lance_is_taken_up_again_in_half_a_move() {
    // MM-3.6, MM-5.5: a rider whose sword is in his hand, and who has ridden 9 in of his 12 in a turn, charges 9 in of his 24
    // with his lance in the next, and 18 in with his sword; had he ridden 4 in, his lance would have been ready.
    let lancer = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    for (rides, quarters, weapon) in [(9, 40, Weapon::LightLance), (9, 76, Weapon::Sword), (4, 76, Weapon::LightLance)]
    {
        let foes = bands(&[(&sergeant(1, &[Weapon::Sword]), 1), (&sergeant(1, &[Weapon::Sword]), 1)]);
        let places = [up(0, 240, 100), down(1, 240, 103), down(2, 240, 100 + 4 * rides + quarters)];
        let mut field = Field::new(bands(&[(&lancer, 1)]), foes, &places);
        field.turn(&[]);
        // His man is killed by the sword he has drawn; the other stands so far off when he has ridden up to him.
        field.dice.show(ATTACK, &[6, 6]);
        field.dice.show(DEFENCE, &[1, 1]);
        field.dice.show(WOUND, &[6, 6]);
        let events = field.turn(&[]);
        assert_eq!(strikes_with(&events, 0).first(), Some(&(Moment::Start, Weapon::Sword)), "{events:#?}");
        field.turn(&[march(0, Heading::UP, rides, Gait::Walk)]);
        let events = field.turn(&[charge(0, 2, Gait::Run)]);
        assert_eq!(strikes_with(&events, 0), [(Moment::End, weapon)], "{rides} in, {quarters} quarters");
    }
}

#[test]
fn mm_3_1_a_crew_is_arrayed_where_its_machine_can_be() {
    // MM-3.1: nothing is drawn over rough ground. Men without a machine stand in the scrub that their line leads through;
    // those who serve one stand behind it.
    const SCRUB: &str = r#"
name = "scrub"
what = "The attacker's line leads through scrub."
width = 120
depth = 96
[[area]]
kind = "rough"
edge = [[40, 4], [80, 4], [80, 24], [40, 24]]
[attacker]
line = [[45, 16], [75, 16]]
[defender]
line = [[45, 80], [75, 80]]
"#;
    let (across, deep) = (40 * INCH..=80 * INCH, 4 * INCH..=24 * INCH);
    for (gear, posted) in [(vec![], 6), (vec![first_served(Thing::Catapult, 1)], 0)] {
        let foes = vec![band(&knifeman(), 4)];
        let field = Field::with_gear([vec![crew(6)], foes], [gear, vec![]], Some(SCRUB), &[]);
        let figures = &field.position.figures()[..6];
        let within = |at: &Point| across.contains(&at.x) && deep.contains(&at.y);
        assert_eq!(figures.iter().filter(|figure| within(&figure.at)).count(), posted);
    }
}

#[test]
fn mm_3_6_every_weapon_carried_is_told_of_with_why_it_cannot_be_taken_in_hand() {
    // MM-3.6: half a move to change, once in a turn.
    let man = sergeant(3, &[Weapon::Sword, Weapon::Dagger]);
    let places = [up(0, 200, 40), down(1, 200, 300)];
    let mut field = Field::new(vec![band(&man, 1)], vec![band(&man, 1)], &places);
    let wields = |field: &Field| field.position.view(Side::Attacker).wields(body(0));
    assert_eq!(wields(&field), [(Weapon::Dagger, None)]);
    let wield = Decision::Wield { body: body(0), weapon: Weapon::Dagger };
    field.position.play(Side::Attacker, wield, &mut field.dice, &mut field.events).expect("he has one");
    assert_eq!(wields(&field), [(Weapon::Sword, Some(Illegal::NotFree))], "he has changed already");
    let axe = Decision::Wield { body: body(0), weapon: Weapon::Axe };
    assert_eq!(field.position.check(Side::Attacker, &axe), Err(Illegal::NoSuchWeapon));
}
