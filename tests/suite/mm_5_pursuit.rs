//! What follows the blows: breaking off, pursuit, riding through, the unhorsed (MM-5.8 to MM-5.11).

use crate::bands::{HEDGE, archer, archer_of, band_of, bands, kill_with_the_first_blow, on_ground, rider, swordsman};
use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::Force;
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Moment, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait};

#[test]
fn mm_5_8_and_mm_6_4_the_fallen_strike_no_blow_at_who_leaves() {
    // MM-5.8, MM-6.4: a rider whose horse is shot lies before another rider, who cannot take him (not on foot) and goes.
    let attacker = bands(&[(&archer(), 1), (&rider(3, &[Weapon::Sword]), 1)]);
    let places = [up(0, 240, 130), up(1, 241, 160), down(2, 240, 163), down(3, 280, 240)];
    let mut field = Field::new(attacker, bands(&[(&rider(3, &[Weapon::Sword]), 2)]), &places);
    // The horse is struck in the melee, and killed.
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    field.dice.show(WOUND, &[6]);
    field.turn(&[Decision::Aim { body: body(1), horses: true }]);
    assert!(matches!(field.position.figure(FigureId(2)).state, State::Fallen { .. }));
    let events = field.turn(&[march(1, Heading::DOWN, 8, Gait::Walk)]);
    assert!(moved(&events, 1).is_some() && blows(&events).is_empty(), "{events:#?}");
}

#[test]
fn mm_5_8_leaving_a_melee() {
    // MM-5.8: one blow unanswered, and the enemy may follow at once.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    assert_eq!(blows(&events), [(1, 0, Moment::Leaving)]);
    assert_eq!(moved(&events, 1), None, "sergeants need not follow");
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    let follow = Decision::Follow { body: body(1), follow: true };
    let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk), follow]);
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Pursuit)), "but may");
}

#[test]
fn mm_5_8_one_enemy_of_two_strikes_at_who_leaves() {
    // MM-5.8: one blow unanswered, though two are in contact.
    let man = sergeant(3, &[Weapon::Sword]);
    let places = [up(0, 240, 160), down(1, 239, 163), down(2, 241, 163)];
    let foes = vec![unit("foes", None, &man, 2)];
    let leaver = vec![unit("leaver", None, &man, 1)];
    let mut field = Field::new(vec![force("a", leaver, vec![])], vec![force("b", foes, vec![])], &places);
    let struck = blows(&field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]));
    assert_eq!(struck, [(1, 0, Moment::Leaving)]);
}

#[test]
fn mm_5_8_who_falls_back_out_of_a_melee_takes_the_blow_too() {
    // MM-5.8: flight and retreat included; craven after the first turn of it, he falls back in the next.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    field.dice.show(MORALE, &[3, 2, 3, 4, 4, 3]);
    let tested: Vec<(u16, MoraleResult)> =
        tests(&field.turn(&[])).into_iter().map(|(whose, _, is)| (whose, is)).collect();
    assert_eq!(tested[0], (0, MoraleResult::Craven));
    let events = field.turn(&[]);
    assert_eq!(moved(&events, 0).map(|(_, why)| why), Some(Why::FallBack));
    assert_eq!(blows(&events), [(1, 0, Moment::Leaving)]);
}

#[test]
fn mm_5_8_who_leaves_comes_into_no_contact_with_fresh_enemies() {
    // MM-5.8: he goes 9 in straight at one who stands 5 in behind him, and stops short.
    let man = sergeant(3, &[Weapon::Sword]);
    let places = [up(0, 240, 160), down(1, 240, 163), up(2, 240, 140)];
    let foes = vec![unit("old", None, &man, 1), unit("fresh", None, &man, 1)];
    let leaver = vec![unit("leaver", None, &man, 1)];
    let mut field = Field::new(vec![force("a", leaver, vec![])], vec![force("b", foes, vec![])], &places);
    let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    assert_eq!(blows(&events), [(1, 0, Moment::Leaving)]);
    assert!((q(240, 140).y..q(240, 148).y).contains(&field.at(0).y) && !field.position.touched(FigureId(2)));
}

#[test]
fn mm_5_9_who_still_has_an_opponent_need_not_pursue() {
    // MM-5.9: of two in contact with a knight one breaks off, or both do.
    for (leave, pursues) in [(1, false), (2, true)] {
        let places = [up(0, 239, 160), up(1, 241, 160), down(2, 240, 163)];
        let knight = vec![force("b", vec![], vec![foot_knight(Grade::C)])];
        let mut field = Field::new(bands(&[(&swordsman(), 1), (&swordsman(), 1)]), knight, &places);
        let orders: Vec<Decision> = (0..leave).map(|n| march(n, Heading::DOWN, 9, Gait::Walk)).collect();
        let events = field.turn(&orders);
        assert_eq!(moved(&events, 2).map(|(_, why)| why), pursues.then_some(Why::Pursuit), "{leave}");
    }
}

#[test]
fn mm_5_8_nobody_follows_whom_another_fought() {
    // MM-5.8: of two told to follow, each with a man before him, the first's goes out of reach; the second's stays within reach of
    // both, and only who fought him follows.
    let places = [up(0, 240, 160), up(1, 246, 160), down(2, 240, 163), down(3, 246, 163)];
    let (ours, theirs) = (sergeant(1, &[Weapon::Sword]), sergeant(3, &[Weapon::Sword]));
    let mut field = Field::new(bands(&[(&ours, 1), (&ours, 1)]), bands(&[(&theirs, 1), (&theirs, 1)]), &places);
    let follow = |n| Decision::Follow { body: body(n), follow: true };
    let leave = [march(2, Heading::UP, 9, Gait::Walk), march(3, Heading::UP, 4, Gait::Walk)];
    let events = field.turn(&[follow(0), follow(1), leave[0], leave[1]]);
    assert_eq!(moved(&events, 0), None);
    assert_eq!(moved(&events, 1).map(|(_, why)| why), Some(Why::Pursuit));
}

#[test]
fn mm_5_9_knights_and_peasants_pursue() {
    // MM-5.9, MM-5.8: at charge speed, at once, into the rear.
    for pursuer in [foot_knight(Grade::C), peasant(&[Weapon::Sword])] {
        let man = sergeant(2, &[Weapon::Sword]);
        let mut field = Field::duel(&man, &pursuer, &[up(0, 240, 200), down(1, 240, 203)]);
        let events = field.turn(&[march(0, Heading::DOWN, 6, Gait::Walk)]);
        assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Pursuit)), "{}", pursuer.profile.class);
        assert!(blows(&events).contains(&(1, 0, Moment::End)), "caught");
    }
}

#[test]
fn mm_5_9_pursuit_is_at_charge_speed() {
    // MM-5.9: a knight in plate walks 6 in and runs 8; he catches a man who goes 7 in.
    let places = [up(0, 240, 200), down(1, 240, 203)];
    let mut field = Field::duel(&sergeant(3, &[Weapon::Sword]), &foot_knight(Grade::C), &places);
    let events = field.turn(&[march(0, Heading::DOWN, 7, Gait::Walk)]);
    assert!(blows(&events).contains(&(1, 0, Moment::End)));
}

#[test]
fn mm_5_9_who_must_pursue_runs_after_the_faster_too() {
    // MM-5.9: a man goes 9 in from a knight in plate, who runs 8 after him though he cannot come up with him; who may
    // follow (MM-5.8) and cannot stays.
    for (class, pursuer) in [(Class::Knight, foot_knight(Grade::C)), (Class::Sergeant, sergeant(1, &[Weapon::Sword]))] {
        let places = [up(0, 240, 200), down(1, 240, 203)];
        let mut field = Field::duel(&sergeant(3, &[Weapon::Sword]), &pursuer, &places);
        let follow = Decision::Follow { body: body(1), follow: true };
        let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk), follow]);
        let must = class == Class::Knight;
        assert_eq!(moved(&events, 1), must.then_some((Gait::Run, Why::Pursuit)), "{class}");
        assert_eq!(field.at(1).y, if must { q(0, 203).y - 8 * INCH } else { q(0, 203).y }, "{class}");
    }
}

#[test]
fn mm_5_9_a_knight_on_foot_who_defends_a_hedge_does_not_pursue() {
    // MM-5.9: knights must pursue those who break off, unless dismounted and defending an obstacle.
    let places = [up(0, 160, 198), down(1, 160, 201)];
    for (things, follows) in [("", Some((Gait::Run, Why::Pursuit))), (HEDGE, None)] {
        let knights = force("the knights", vec![], vec![foot_knight(Grade::C)]);
        let mut field = on_ground(things, band_of(&[(&sergeant(3, &[Weapon::Spear]), 1)]), knights, &places);
        let away = march(0, banneret::rules::geometry::Heading::DOWN, 5, Gait::Walk);
        let events = field.turn(&[away]);
        assert_eq!(moved(&events, 1), follows, "{things}");
    }
}

/// A rider who charges the first of some foot 10 in before him, after which the dice show these faces for a kill and for
/// morale: his own, then theirs.
fn ridden_down(foot: Vec<Force>, places: &[(i32, i32)], kills: bool, morale: &[u32]) -> (Field, bool) {
    let lancer = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let mut all: Vec<Placed> = vec![up(0, 240, 140)];
    all.extend((1..).zip(places).map(|(n, &(x, y))| down(n, x, y)));
    let mut field = Field::new(bands(&[(&lancer, 1)]), foot, &all);
    if kills {
        kill_with_the_first_blow(&mut field);
    }
    field.dice.show(MORALE, morale);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    let killed = events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. }));
    assert_eq!(killed, kills, "{events:#?}");
    (field, events.contains(&Event::MayRideThrough { body: body(0) }))
}

#[test]
fn mm_5_10_close_order_wants_a_gap_though_nobody_is_left_in_contact() {
    // MM-5.10: of two side by side the one he touched is killed. Bowmen stand in open order; swordsmen base to base.
    for (weapon, may) in [(Weapon::Longbow, true), (Weapon::Sword, false)] {
        let foot = bands(&[(&sergeant(4, &[weapon]), 2)]);
        let (field, rides) = ridden_down(foot, &[(240, 180), (243, 180)], true, &[]);
        assert!(!field.position.touched(FigureId(0)), "{weapon}");
        assert_eq!(rides, may, "{weapon}");
    }
}

#[test]
fn mm_5_10_beaten_are_those_too_who_yield_fall_back_or_flee() {
    // MM-5.10: nobody is killed. Alone as he is (MM-7.6, −1) the bowman's 3, 3, 3 are craven, his 1, 1, 1 recreant.
    let charger = [4, 4, 3];
    for (theirs, may) in [([4, 4, 3], false), ([3, 3, 3], true), ([1, 1, 1], true)] {
        let (_, rides) = ridden_down(bands(&[(&archer(), 1)]), &[(240, 180)], false, &[charger, theirs].concat());
        assert_eq!(rides, may, "{theirs:?}");
    }
    // A cleric yields to the first blow (MM-8.9).
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let mut foot = vec![force("a", vec![], vec![cleric])];
    foot.extend(bands(&[(&archer(), 1)]));
    let (field, rides) = ridden_down(foot, &[(240, 180), (300, 300)], false, &[]);
    assert!(matches!(field.position.figure(FigureId(1)).state, State::Yielded { .. }));
    assert!(rides);
}

#[test]
fn mm_5_10_who_rides_through_passes_foot_unfought_and_not_horse() {
    // MM-5.10: over a second line of foot, 3 in behind the first; horse there stop him, and so do foot in close order, in which no
    // gap was opened.
    let close = sergeant(4, &[Weapon::Sword]);
    let horse = rider(4, &[Weapon::Sword]);
    for (second, men, passes) in [(archer(), 1, true), (horse, 1, false), (close, 3, false)] {
        let row = [(240, 180), (240, 192), (237, 192), (243, 192)];
        let (mut field, rides) = ridden_down(bands(&[(&archer(), 1), (&second, men)]), &row[..men + 1], true, &[]);
        assert!(rides);
        field.turn(&[march(0, Heading::UP, 12, Gait::Walk)]);
        assert_eq!(field.at(0).y > q(240, 192).y, passes, "{:?}", field.at(0));
    }
    // Foot who are beaten and still touch him strike no blow at him as he passes.
    let (mut field, rides) = ridden_down(bands(&[(&archer(), 1)]), &[(240, 180)], false, &[4, 4, 3, 3, 3, 3]);
    assert!(rides && field.position.touched(FigureId(0)));
    let from = field.at(0);
    let events = field.turn(&[march(0, Heading::UP, 12, Gait::Walk)]);
    assert!(blows(&events).is_empty(), "{events:#?}");
    assert_eq!(field.at(0).y - from.y, 12 * INCH);
}

#[test]
fn mm_5_8_who_rides_through_may_come_at_others_behind() {
    // MM-5.8, MM-5.10: the beaten still touch him; he charges bowmen 6½ in behind them, passes by, and strikes those alone.
    let craven = [[2, 2, 2], [3, 2, 2], [3, 3, 2], [3, 3, 3], [4, 3, 3]].into_iter().find_map(|theirs| {
        let foot = bands(&[(&archer(), 1), (&archer(), 1)]);
        let (field, rides) =
            ridden_down(foot, &[(240, 180), (240, 206)], false, &[[4, 4, 3], theirs, [4, 4, 3]].concat());
        (rides && field.position.touched(FigureId(0))).then_some(field)
    });
    let mut field = craven.expect("craven, they stay where they are");
    let events = field.turn(&[charge(0, 2, Gait::Run)]);
    assert_eq!(moved(&events, 0), Some((Gait::Run, Why::Charge)));
    assert!(field.at(0).y > q(0, 196).y, "{:?}", field.at(0));
    assert!(blows(&events).iter().all(|blow| blow.0 != 1 && blow.1 != 1), "{:?}", blows(&events));
    assert!(blows(&events).iter().any(|blow| (blow.0, blow.1) == (0, 2)), "{:?}", blows(&events));
}

#[test]
fn mm_5_10_foot_are_ridden_through_though_a_knight_on_horseback_commands_them() {
    // MM-5.10: the bowmen are foot. Their commander (MM-1.4) sits his horse at their flank, out of the way.
    let commander = knight(Grade::C, Horse::Unbarded);
    let foot = || vec![force("b", vec![unit("bowmen", Some(commander.clone()), &archer(), 2)], vec![])];
    let lancer = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let places = [up(0, 240, 140), down(1, 254, 184), down(2, 240, 180), down(3, 240, 192)];
    let mut field = Field::new(bands(&[(&lancer, 1)]), foot(), &places);
    kill_with_the_first_blow(&mut field);
    let events = field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer: Answer::Stand }]);
    assert!(matches!(field.position.figure(FigureId(2)).state, State::Dead), "{events:#?}");
    assert!(events.contains(&Event::MayRideThrough { body: body(0) }), "{events:#?}");
    let events = field.turn(&[march(0, Heading::UP, 10, Gait::Walk)]);
    assert!(field.at(0).y > q(0, 196).y, "past the second bowman: {:?}", field.at(0));
    assert!(blows(&events).iter().all(|blow| blow.0 != 3 && blow.1 != 3), "{:?}", blows(&events));
    // A knight on horseback in the way is no foot, and stops him.
    let places = [up(0, 240, 140), down(1, 240, 192), down(2, 240, 180), down(3, 256, 186)];
    let mut field = Field::new(bands(&[(&lancer, 1)]), foot(), &places);
    kill_with_the_first_blow(&mut field);
    let events = field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer: Answer::Stand }]);
    assert!(events.contains(&Event::MayRideThrough { body: body(0) }), "{events:#?}");
    field.turn(&[march(0, Heading::UP, 10, Gait::Walk)]);
    assert!(field.at(0).y < q(0, 192).y, "the knight stops him: {:?}", field.at(0));
}

#[test]
fn mm_5_10_riding_through() {
    // MM-5.10: horse that charged and beat foot in open order may pass through next turn; without that, foot stop it.
    let rider = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let foot = sergeant(4, &[Weapon::Longbow]);
    let attackers = vec![unit("horse", None, &rider, 1)];
    let defenders = vec![unit("archers", None, &foot, 2)];
    let places = [up(0, 240, 120), down(1, 240, 180), down(2, 240, 192)];
    let mut field = Field::new(vec![force("a", attackers, vec![])], vec![force("b", defenders, vec![])], &places);
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    field.dice.show(WOUND, &[6]);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    assert!(events.contains(&Event::MayRideThrough { body: body(0) }), "{events:?}");
    let events = field.turn(&[march(0, Heading::UP, 12, Gait::Walk)]);
    assert!(field.at(0).y > q(0, 196).y, "past the second archer");
    assert!(blows(&events).is_empty());
    let events = field.turn(&[]);
    assert!(blows(&events).is_empty());
}

#[test]
fn mm_5_10_close_order_is_not_ridden_through_for_one_man_down() {
    // MM-5.10: beaten in open order, foot are ridden through; in close order a gap three figures wide must be opened.
    let rider = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let rides = |weapon, riders: &[i32], downed: usize| {
        let count = riders.len() as u16;
        let defenders = vec![unit("foot", None, &sergeant(4, &[weapon]), 7)];
        let mut places: Vec<Placed> = (0..).zip(riders).map(|(n, &x)| up(n, x, 120)).collect();
        places.extend((0..7).map(|n| down(count + n, 238 + 4 * i32::from(n), 180)));
        let horse = vec![unit("horse", None, &rider, usize::from(count))];
        let mut field = Field::new(vec![force("a", horse, vec![])], vec![force("b", defenders, vec![])], &places);
        field.dice.show(ATTACK, &vec![6; downed]);
        field.dice.show(DEFENCE, &vec![1; downed]);
        field.dice.show(WOUND, &vec![6; downed]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        let killed = events.iter().filter(|event| matches!(event, Event::Hurt { killed: true, .. })).count();
        assert_eq!(killed, downed, "{events:#?}");
        events.contains(&Event::MayRideThrough { body: body(0) })
    };
    assert!(!rides(Weapon::Sword, &[242, 246, 250], 2), "a gap of two");
    assert!(rides(Weapon::Sword, &[242, 246, 250], 3), "a gap of three");
    assert!(!rides(Weapon::Sword, &[238, 246, 254], 3), "three are down, with others between them");
    assert!(!rides(Weapon::Longbow, &[242, 246, 250], 1), "in open order, but not every enemy in contact is beaten");
}

#[test]
fn mm_5_10_only_horse_that_charged_rides_through() {
    // MM-5.10: charging horse; and over foot, not over horse.
    let rider = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let horse = || vec![force("a", vec![unit("horse", None, &rider, 1)], vec![])];
    let archers = sergeant(4, &[Weapon::Longbow]);
    let mounted = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Sword], Horse::Unbarded);
    for (foe, gait, may) in [(&archers, Gait::Run, true), (&archers, Gait::Walk, false), (&mounted, Gait::Run, false)] {
        let places = [up(0, 240, 140), down(1, 240, 180), down(2, 260, 180)];
        let foes = vec![force("b", vec![unit("foes", None, foe, 2)], vec![])];
        let mut field = Field::new(horse(), foes, &places);
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        let stand = Decision::Answer { body: body(1), answer: Answer::Stand };
        let events = field.turn(&[charge(0, 1, gait), stand]);
        assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{events:#?}");
        assert_eq!(
            events.contains(&Event::MayRideThrough { body: body(0) }),
            may,
            "{gait:?} at {:?}",
            foe.profile.weapons
        );
    }
}

#[test]
fn mm_5_10_foot_behind_a_hedge_are_not_ridden_through() {
    // MM-5.10: every enemy the horse touched is killed, and bowmen stand in open order.
    let places = [up(0, 160, 160), down(1, 160, 202), down(2, 172, 202)];
    for (things, through) in [("", true), (HEDGE, false)] {
        let knights = force("the knights", vec![], vec![knight(Grade::A, Horse::Unbarded)]);
        let mut field = on_ground(things, knights, band_of(&[(&archer_of(Grade::C), 2)]), &places);
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{things}: {events:?}");
        let may = events.iter().any(|event| matches!(event, Event::MayRideThrough { .. }));
        assert_eq!(may, through, "{things}");
    }
}

#[test]
fn mm_5_11_who_checks_after_melee() {
    // MM-5.11: the side with more killed first; once all opposite are craven the rest need not check.
    let (a, b) =
        (unit("a", None, &sergeant(3, &[Weapon::Sword]), 2), unit("b", None, &sergeant(3, &[Weapon::Sword]), 2));
    let places = [up(0, 240, 160), up(1, 243, 160), down(2, 240, 163), down(3, 243, 163)];
    let mut field = Field::new(vec![force("a", vec![a], vec![])], vec![force("b", vec![b], vec![])], &places);
    // The first blow kills one of b's men, so b checks first, and is craven: a need not.
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    field.dice.show(WOUND, &[6]);
    field.dice.show(MORALE, &[4, 3, 3]);
    let events = field.turn(&[]);
    let tested: Vec<(u16, MoraleResult)> =
        tests(&events).into_iter().map(|(whose, _, result)| (whose, result)).collect();
    assert_eq!(tested, [(1, MoraleResult::Craven)], "{:?}", tests(&events));
}

#[test]
fn mm_5_11_as_many_killed_on_both_sides_the_side_that_charged_checks_first() {
    // MM-5.11
    let man = sergeant(3, &[Weapon::Sword]);
    for (charger, charged) in [(0, 1), (1, 0)] {
        let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 190)]);
        let stand = Decision::Answer { body: body(charged), answer: Answer::Stand };
        let events = field.turn(&[charge(charger, charged, Gait::Run), stand]);
        let tested: Vec<u16> = tests(&events).into_iter().map(|(whose, _, _)| whose).collect();
        assert_eq!(tested, [charger, charged]);
    }
}

#[test]
fn mm_5_8_who_follows_and_catches_his_man_strikes_twice_in_all() {
    // MM-5.1, MM-5.8: the blow at him who leaves is his for the turn's start; come up with him, he has that of its end.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    let follow = Decision::Follow { body: body(1), follow: true };
    let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk), follow]);
    let his: Vec<_> = blows(&events).into_iter().filter(|blow| blow.0 == 1).collect();
    assert_eq!(his, [(1, 0, Moment::Leaving), (1, 0, Moment::End)]);
}

#[test]
fn mm_3_3_who_follows_by_choice_gallops_only_if_he_may() {
    // MM-3.3, MM-5.8: forced pursuit alone is not bound by it. A rider who stood last turn follows at a trot; the second turn
    // of a battle is the first in which that can be.
    let man = sergeant(3, &[Weapon::Sword]);
    for (turns, gait) in [(0, Gait::Run), (1, Gait::Walk)] {
        let mut field = Field::duel(&man, &rider(3, &[Weapon::Sword]), &[up(0, 240, 160), down(1, 240, 163)]);
        for _ in 0..turns {
            field.turn(&[]);
        }
        let follow = Decision::Follow { body: body(1), follow: true };
        let events = field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk), follow]);
        assert_eq!(moved(&events, 1), Some((gait, Why::Pursuit)), "after {turns}");
    }
}
