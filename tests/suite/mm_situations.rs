//! Situations of their own for clauses of MM-2 to MM-9 that a table asks for seldom.

use crate::bands::{HEDGE, WOODS, on_ground, part_of_test, swordsman, yields};
use crate::field::*;
use crate::gear_field::{CASTLE, before, first_served, inches, loosed, piece, row_down, row_up, task, tried};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Man, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::gear::state::{Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::{BarrierKind, Going};
use banneret::rules::man_to_man::state::{Phase, State};
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal};

#[test]
fn mm_2_1_reach_is_from_base_to_base() {
    // MM-2.1, MM-3.1, MM-3.8: on foot 12 in at a run, and bases ¾ in wide touch at ¾ in from middle to middle.
    for (quarters, may) in [(51, Ok(())), (52, Err(Illegal::OutOfReach))] {
        let field = Field::duel(&swordsman(), &swordsman(), &[up(0, 240, 160), down(1, 240, 160 + quarters)]);
        assert_eq!(field.position.check(Side::Attacker, &charge(0, 1, Gait::Run)), may, "{quarters} quarters");
    }
}

#[test]
fn mm_2_1_reach_ends_where_the_bases_would_just_touch() {
    // MM-2.1, MM-3.1, MM-3.8: two men on foot ¾ in from middle to middle, a rider and one on foot ⅞ in; and not a 64th more.
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    for (man, gait, goes, touch) in [
        (swordsman(), Gait::Walk, 9, 48),
        (swordsman(), Gait::Run, 12, 48),
        (rider.clone(), Gait::Walk, 12, 56),
        (rider, Gait::Run, 24, 56),
    ] {
        for (more, may) in [(0, Ok(())), (1, Err(Illegal::OutOfReach))] {
            let from = q(240, 160);
            let there = Point::new(from.x, from.y + goes * INCH + touch + more);
            let places = [Placed(FigureId(0), from, Heading::UP), Placed(FigureId(1), there, Heading::DOWN)];
            let field = Field::duel(&man, &swordsman(), &places);
            assert_eq!(field.position.check(Side::Attacker, &charge(0, 1, gait)), may, "{goes} in and {more} more");
        }
    }
}

#[test]
fn mm_2_2_the_charged_evade_behind_friends() {
    // MM-2.2: with friends between them and who charges, and within their move (9 in at a walk, for they turn about).
    for (friend, to, allowed) in [(204, 216, true), (204, 232, false), (160, 216, false)] {
        let theirs = vec![unit("charged", None, &swordsman(), 1), unit("friends", None, &swordsman(), 1)];
        let places = [up(0, 240, 160), down(1, 240, 192), down(2, if friend == 160 { 40 } else { 240 }, friend)];
        let ours = vec![force("a", vec![unit("u", None, &swordsman(), 1)], vec![])];
        let mut field = Field::new(ours, vec![force("b", theirs, vec![])], &places);
        let evade = Decision::EvadeTo { body: body(1), to: q(240, to) };
        let left = field.turn_with(&[charge(0, 1, Gait::Run), evade]);
        assert_eq!(left.is_empty(), allowed, "{friend} {to}");
        if allowed {
            assert_eq!(field.at(1), q(240, to));
            let answered = Event::Answered { body: body(1), to: body(0), answer: Answer::Evade };
            assert!(field.events.contains(&answered));
            assert_eq!(moved(&field.events, 1), Some((Gait::Walk, Why::Evade)));
        }
    }
}

#[test]
fn mm_2_2_the_charged_evade_behind_cover() {
    // MM-2.2: over a hedge, or in among the trees, within their move; nobody of their side is there.
    for (things, foe, from, to, allowed) in
        [("", 160, 192, 208, false), (HEDGE, 160, 192, 208, true), ("", 40, 72, 88, false), (WOODS, 40, 72, 88, true)]
    {
        let one = |name| force(name, vec![unit("u", None, &swordsman(), 1)], vec![]);
        let mut field = on_ground(things, one("a"), one("b"), &[up(0, 160, foe), down(1, 160, from)]);
        let evade = Decision::EvadeTo { body: body(1), to: q(160, to) };
        let left = field.turn_with(&[charge(0, 1, Gait::Run), evade]);
        assert_eq!(left, if allowed { vec![] } else { vec![evade] }, "{things} {to}");
        if allowed {
            assert_eq!(field.at(1), q(160, to), "{things}");
            assert!(field.events.contains(&Event::Answered { body: body(1), to: body(0), answer: Answer::Evade }));
            assert_eq!(moved(&field.events, 1), Some((Gait::Walk, Why::Evade)), "{things}");
        }
    }
}

#[test]
fn mm_2_3_whom_a_charge_makes_bold_charges_in_this_turn() {
    // MM-2.3, MM-7.4: peasants who are charged throw 18 and go at who charges them.
    let places = [up(0, 240, 160), down(1, 240, 200)];
    let mut field = Field::duel(&swordsman(), &peasant(&[Weapon::Spear]), &places);
    field.dice.show(MORALE, &[6, 6, 6]);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    assert_eq!(tests(&events)[0], (1, vec![Cause::Charged], MoraleResult::Bold));
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Charge)));
    assert!(field.at(1).y < q(0, 200).y, "he came to meet them");
}

#[test]
fn mm_3_5_who_turns_on_the_spot_has_not_moved() {
    // MM-3.5: each turns where he stands, and stands and shoots twice.
    let archers = vec![force("a", vec![unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 4)], vec![])];
    let theirs = vec![force("b", vec![unit("foot", None, &swordsman(), 4)], vec![])];
    let places = [row_up(0, 4, 200, 160), row_down(4, 4, 40, 160)].concat();
    let mut field = Field::new(archers, theirs, &places);
    let left = Heading::UP.turned(16);
    let turn = Decision::March { body: body(0), heading: left, distance: 0, gait: Gait::Walk, facing: left };
    let events = field.turn(&[turn, shoot(0, 1)]);
    assert_eq!([0, 1, 2, 3].map(|man| field.at(man)), [0, 1, 2, 3].map(|n| q(200 + 4 * n, 160)));
    assert!(shots(&events).iter().any(|&(_, _, second)| second), "{:?}", shots(&events));
}

#[test]
fn mm_4_1_a_dropped_stone_has_its_place_among_the_shots() {
    // MM-4.1: an archer of higher grade shoots first, and who is shot dead drops nothing; of lower grade he comes after.
    for (grade, dropped) in [(Grade::B, false), (Grade::D, true)] {
        let archer = fighter(Class::Sergeant, grade, 4, &[Weapon::Longbow], Horse::None);
        let ours = vec![unit("archer", None, &archer, 1), unit("below", None, &swordsman(), 1)];
        let theirs = vec![force("b", vec![unit("above", None, &swordsman(), 1)], vec![])];
        let ((x, y), rock) = (inches(20, 49), GearPiece::of(Thing::Rock, 1, Some(Man(3))));
        let places = [up(0, x, y - 40), up(1, x, y - 5), down(2, x, y)];
        let gear = [vec![first_served(Thing::FlintAndSteel, 1)], vec![rock]];
        let mut field = Field::with_gear([vec![force("a", ours, vec![])], theirs], gear, Some(CASTLE), &places);
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, if dropped { &[1, 6] } else { &[6] });
        let drop = task(2, Task::Drop { gear: ThingId(1), on: Mark::Body(body(1)) });
        field.dice.show("MM-4.9 to hit", &[1, 1]);
        let events = field.turn(&[drop, shoot(0, 2)]);
        assert_eq!(loosed(&events).is_some(), dropped, "{grade}");
        let order: Vec<bool> = events
            .iter()
            .filter_map(|event| match event {
                Event::Loosed { .. } => Some(true),
                Event::Shot { .. } => Some(false),
                _ => None,
            })
            .collect();
        assert_eq!(order[0], dropped, "{grade}: {order:?}");
        let rocks = field.position.train().gear[1].count;
        assert_eq!(rocks, u16::from(!dropped), "what was not dropped is still there");
    }
}

#[test]
fn mm_6_4_a_fallen_man_is_struck_by_who_demands_nothing_of_him() {
    // MM-6.4: he must yield if an enemy on foot in contact demands it; who does not demand it may strike.
    let fallen = |demand: bool| {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let captor = unit("captor", None, &swordsman(), 1);
        let places = [up(0, 240, 160), up(1, 230, 199), down(2, 240, 199), down(3, 40, 300)];
        let knights = vec![knight(Grade::C, Horse::Unbarded), foot_knight(Grade::C)];
        let ours = vec![force("a", vec![archer, captor], vec![])];
        let mut field = Field::new(ours, vec![force("b", vec![], knights)], &places);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(2), horses: true }]);
        let events = field.turn(&[Decision::Demand { body: body(1), demand }, charge(1, 2, Gait::Walk)]);
        (yields(&events), blows(&events).len())
    };
    assert_eq!(fallen(true), (1, 0));
    assert_eq!(fallen(false), (0, 1));
}

#[test]
fn mm_7_1_friends_who_pass_in_flight_make_a_unit_test() {
    // MM-7.1: they begin and end their flight 15¼ in off, and have passed at 14 in.
    let levy = peasant(&[Weapon::Spear]);
    for (aside, tested) in [(56, true), (64, false)] {
        let theirs = vec![unit("charged", None, &levy, 1), unit("others", None, &levy, 1)];
        let places = [up(0, 240, 120), down(1, 240, 180), down(2, 240 + aside, 204)];
        let ours = vec![force("a", vec![], vec![knight(Grade::C, Horse::Unbarded)])];
        let mut field = Field::new(ours, vec![force("b", theirs, vec![])], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
        let causes = tests(&events).into_iter().find(|test| test.0 == 2).map(|test| test.1);
        assert_eq!(causes.is_some_and(|causes| causes.contains(&Cause::FriendsFlee)), tested, "{aside}");
    }
}

#[test]
fn mm_7_3_a_standard_counts_as_lost_for_who_sees_it() {
    // MM-7.3: the bearer is shot beyond a wood, or where there is none.
    for (things, counts) in [("", -1), (WOODS, 0)] {
        let bearer = Fighter { standard: Some(Standard::Force), ..sergeant(4, &[Weapon::Sword]) };
        let theirs = vec![unit("bearer", None, &bearer, 1), unit("others", None, &swordsman(), 1)];
        let gunner = sergeant(4, &[Weapon::Handgun]);
        let ours = vec![unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1), unit("gunner", None, &gunner, 1)];
        let places = [down(0, 160, 224), up(1, 160, 16), down(2, 160, 192), down(3, 160, 48)];
        let mut field = match things {
            "" => Field::new(vec![force("a", ours, vec![])], vec![force("b", theirs, vec![])], &places),
            _ => on_ground(things, force("a", ours, vec![]), force("b", theirs, vec![]), &places),
        };
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[shoot(0, 2), shoot(1, 3)]);
        assert_eq!(field.position.figure(FigureId(2)).state, State::Dead, "{things}");
        assert_eq!(part_of_test(&events, 3, "standard lost"), counts, "{things}");
    }
}

#[test]
fn mm_7_3_the_armys_commander_counts_as_lost_for_who_sees_it() {
    // MM-7.3: he is shot beyond a wood, or where there is none, further than 15 in from those who test for a handgun.
    for (things, counts) in [("", -1), (WOODS, 0)] {
        let led = force("b", vec![unit("men", None, &swordsman(), 1)], vec![foot_knight(Grade::C)]);
        let gunner = sergeant(4, &[Weapon::Handgun]);
        let ours = vec![unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1), unit("gunner", None, &gunner, 1)];
        let places = [down(0, 160, 224), up(1, 160, 16), down(2, 160, 48), down(3, 160, 192)];
        let mut field = on_ground(things, force("a", ours, vec![]), led, &places);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[shoot(0, 3), shoot(1, 2)]);
        assert_eq!(field.position.figure(FigureId(3)).state, State::Dead, "{things}");
        assert_eq!(part_of_test(&events, 2, "army commander lost"), counts, "{things}");
    }
}

#[test]
fn mm_7_4_the_craven_do_anything_but_advance() {
    // MM-7.4: with the enemy 11 in off they need not fall back, and may go elsewhere and turn, but come no nearer.
    for (heading, allowed) in [(Heading::UP, false), (Heading::DOWN, true)] {
        let places = [up(0, 240, 160), down(1, 240, 204)];
        let mut field = Field::duel(&peasant(&[Weapon::Spear]), &swordsman(), &places);
        field.dice.show(MORALE, &[3, 3, 3]);
        let left = field.turn_with(&[charge(0, 1, Gait::Run), march(0, heading, 3, Gait::Walk)]);
        assert_eq!(tests(&field.events), [(0, vec![Cause::Charging], MoraleResult::Craven)]);
        assert_eq!(left.is_empty(), allowed, "{heading:?}");
        assert_eq!(field.at(0) == q(240, 160), !allowed);
    }
}

#[test]
fn mm_7_6_a_lone_knight_within_2_inches_secures_a_flank() {
    // MM-7.6: friends secure it, of whatever sort.
    for (quarters, flanks) in [(7, 1), (16, 0)] {
        let gunner = vec![force("a", vec![unit("gunner", None, &sergeant(4, &[Weapon::Handgun]), 1)], vec![])];
        let theirs = force("b", vec![unit("tested", None, &swordsman(), 1)], vec![foot_knight(Grade::C)]);
        let places = [up(0, 240, 160), down(1, 240, 192), down(2, 240 + quarters, 192)];
        let mut field = Field::new(gunner, vec![theirs], &places);
        assert_eq!(part_of_test(&field.turn(&[shoot(0, 1)]), 1, "secure flanks"), flanks, "{quarters}");
    }
}

#[test]
fn mm_7_7_any_figure_may_yield_at_any_time() {
    // MM-7.7: not only where charges are declared; in the movement of its force, and a cleric too.
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    for who in [0, 1] {
        let ours = force("a", vec![unit("u", None, &swordsman(), 1)], vec![cleric.clone()]);
        let theirs = vec![force("b", vec![unit("u", None, &swordsman(), 1)], vec![])];
        let places = [up(0, 240, 160), up(1, 236, 160), down(2, 240, 172)];
        let mut field = Field::new(vec![ours], theirs, &places);
        let moving = |field: &Field| {
            matches!(field.position.phase(), Phase::Move(_)) && field.position.pending().includes(Side::Attacker)
        };
        while !moving(&field) {
            let side = field.position.pending().first().expect("the battle goes on");
            field.position.play(side, Decision::Done, &mut field.dice, &mut field.events).expect("he may");
        }
        let yields = Decision::Yield { body: body(who) };
        assert_eq!(field.position.check(Side::Attacker, &yields), Ok(()), "{who}");
        field.position.play(Side::Attacker, yields, &mut field.dice, &mut field.events).expect("he may");
        assert!(matches!(field.position.figure(FigureId(who)).state, State::Yielded { .. }), "{who}");
        assert_eq!(field.position.check(Side::Attacker, &yields), Err(Illegal::NobodyToYieldTo), "{who}");
    }
}

#[test]
fn mm_8_6_a_craven_knight_who_is_charged_falls_a_grade() {
    // MM-8.6: a gun within 15 in makes him craven; charged in the next turn he falls back, and has not met it.
    let ours = vec![unit("gunner", None, &sergeant(4, &[Weapon::Handgun]), 1), unit("foot", None, &swordsman(), 1)];
    let places = [up(0, 240, 160), up(1, 232, 160), down(2, 240, 196)];
    let theirs = vec![force("b", vec![], vec![foot_knight(Grade::C)])];
    let mut field = Field::new(vec![force("a", ours, vec![])], theirs, &places);
    field.dice.show(MORALE, &[2, 2, 2]);
    assert_eq!(tests(&field.turn(&[shoot(0, 2)])), [(2, vec![Cause::Firearm], MoraleResult::Craven)]);
    let events = field.turn(&[charge(1, 2, Gait::Run)]);
    assert_eq!(moved(&events, 2).map(|(_, why)| why), Some(Why::FallBack));
    let fell = Event::GradeFell { figure: FigureId(2), from: Grade::C, to: Grade::D };
    assert!(events.contains(&fell), "{events:?}");
}

#[test]
fn mm_9_4_two_men_at_most_of_all_units_hew_at_a_gate() {
    // MM-9.4: of two men of one unit and one of another, the third finds no room; of one each, both hew.
    let axeman = sergeant(3, &[Weapon::Axe]);
    for (first, percents) in [(2, vec![10]), (1, vec![5, 10])] {
        let units = vec![unit("one", None, &axeman, first), unit("other", None, &axeman, 1)];
        // The other unit's man stands by the gate in either case.
        let other = first as u16;
        let ours: Vec<Placed> = (0..=other).map(|n| up(n, 203 - 3 * i32::from(other - n), 194)).collect();
        let places = [ours, row_down(other + 1, 2, 40, 320)].concat();
        let theirs = vec![force("b", vec![unit("u", None, &swordsman(), 2)], vec![])];
        let gear = [vec![first_served(Thing::FlintAndSteel, 1)], vec![]];
        let mut field = Field::with_gear([vec![force("a", units, vec![])], theirs], gear, Some(CASTLE), &places);
        let hew = [0, 1].map(|who| task(who, Task::Axes(piece(&field, BarrierKind::Gate, 50, 50))));
        let refused = field.turn_with(&hew).len();
        assert_eq!(refused, 2 - percents.len());
        assert_eq!(tried(&field.events), None, "nothing in the first turn");
        field.turn_with(&hew);
        let tried = field.events.iter().filter_map(|event| match event {
            Event::Tried { percent, .. } => Some(*percent),
            _ => None,
        });
        assert_eq!(tried.collect::<Vec<_>>(), percents);
    }
}

#[test]
fn mm_9_11_a_standard_bearer_throws_a_javelin_and_draws_no_bow() {
    // MM-9.11: no two-handed weapon; a javelin may be thrown.
    for (weapon, throws) in [(Weapon::Javelin, true), (Weapon::Longbow, false), (Weapon::Crossbow, false)] {
        let bearer = Fighter { standard: Some(Standard::Force), ..sergeant(4, &[weapon]) };
        let places = [up(0, 240, 160), down(1, 240, 172)];
        let mut field = Field::duel(&bearer, &swordsman(), &places);
        let left = field.turn_with(&[shoot(0, 1)]);
        assert_eq!(left.is_empty(), throws, "{weapon}");
    }
}

#[test]
fn mm_7_2_a_friend_hit_twice_is_lost_once() {
    // MM-7.2: two knights near him are wounded and one of them killed: two friends lost, and not three.
    let ours = vec![force("a", vec![unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 3)], vec![])];
    let bare = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
    let theirs = vec![force("b", vec![], vec![bare.clone(), bare.clone(), bare])];
    let places: Vec<Placed> = [row_up(0, 3, 240, 120), row_down(3, 3, 240, 150)].concat();
    let mut field = Field::new(ours, theirs, &places);
    field.dice.show(TO_HIT, &[1, 1, 1, 1, 6, 6, 1, 1]);
    let events = field.turn(&[shoot(0, 1)]);
    assert!(events.iter().filter(|event| matches!(event, Event::Shot { hit: true, .. })).count() >= 2);
    assert!(!tests(&events).iter().any(|(_, causes, _)| causes.contains(&Cause::FriendsLost)));
    assert!(field.at(3).distance(field.at(5)) <= 6 * INCH);
}

#[test]
fn mm_3_7_a_gap_for_one_figure_is_open_over_the_whole_of_its_inch() {
    // MM-3.7, MM-3.4: barded horse cross no hedge; over any part of the gap's inch they go through.
    let nothing = || [vec![first_served(Thing::FlintAndSteel, 1)], vec![]];
    let mut field = before(2, &[Weapon::Sword], (90, 19), (10, 80), nothing());
    let at = piece(&field, BarrierKind::Hedge, 90, 20);
    field.turn(&[task(0, Task::Gap(at))]);
    field.turn(&[task(0, Task::Gap(at))]);
    let gap = field.position.ground().pieces[usize::from(at.0)];
    let (land, middle) = (field.position.land(), gap.from.half_way(gap.to));
    assert!(land.stands_open(at));
    for eighths in -3..=3 {
        let there = Point::new(middle.x + eighths * INCH / 8, middle.y);
        assert_eq!(land.at(there).going, Going::Open, "{eighths} eighths of an inch from its middle");
    }
    for inches in [-1, 1] {
        assert_eq!(land.at(Point::new(middle.x + inches * INCH, middle.y)).going, Going::Over, "{inches} in aside");
    }
}

#[test]
fn mm_3_6_half_a_move_is_left_after_a_short_walk() {
    // MM-3.6: riders of protection 3 trot 12 in; after 6 in they dismount, after 7 in they do not.
    let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    for (walked, dismounts) in [(6, true), (7, false)] {
        let mut field = Field::duel(&rider, &swordsman(), &[up(0, 240, 40), down(1, 240, 320)]);
        let down = Decision::Mount { body: body(0), mount: false };
        let mut left = Vec::new();
        for decision in [march(0, Heading::UP, walked, Gait::Walk), down] {
            while let Some(side) = field.position.pending().first() {
                if field.position.check(side, &decision).is_ok() {
                    field.position.play(side, decision, &mut field.dice, &mut field.events).expect("it was checked");
                    break;
                }
                if field.position.turn() > 1 {
                    left.push(decision);
                    break;
                }
                field.position.play(side, Decision::Done, &mut field.dice, &mut field.events).expect("he may");
            }
        }
        assert_eq!(left.is_empty(), dismounts, "{walked} in");
        assert_eq!(field.position.figure(FigureId(0)).mounted(), !dismounts, "{walked} in");
    }
}
