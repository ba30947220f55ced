//! The sequence of a turn (MM-2).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Cause, Moment, MoraleResult, Why};
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal};

#[test]
fn mm_2_1_charges_need_reach_and_sight_and_a_declaration() {
    // MM-2.1: foot at protection 3 run 12 in; these are 13 in and more away.
    let man = sergeant(3, &[Weapon::Sword]);
    let field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 160 + 4 * 14)]);
    let check = |field: &Field, gait| field.position.check(Side::Attacker, &charge(0, 1, gait));
    assert_eq!(check(&field, Gait::Run), Err(Illegal::OutOfReach));
    let field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 160 + 4 * 11)]);
    assert_eq!(check(&field, Gait::Run), Ok(()));
    assert_eq!(check(&field, Gait::Walk), Err(Illegal::OutOfReach));
    // A rank of friends in the way, further than 2 in from either, hides the enemy.
    let screen = unit("screen", None, &man, 3);
    let units = vec![unit("behind", None, &man, 1), screen];
    let places = [up(0, 240, 160), up(1, 237, 180), up(2, 240, 180), up(3, 243, 180), down(4, 240, 204)];
    let field =
        Field::new(vec![force("a", units, vec![])], vec![force("b", vec![unit("u", None, &man, 1)], vec![])], &places);
    let hidden = Decision::Charge { body: body(0), at: body(2), gait: Gait::Run };
    assert_eq!(field.position.check(Side::Attacker, &hidden), Err(Illegal::OutOfSight));
}

#[test]
fn mm_2_1_who_has_not_declared_stops_short() {
    // MM-2.1
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 180)]);
    field.turn(&[march(0, Heading::UP, 9, Gait::Walk)]);
    assert!(!field.position.touched(FigureId(0)));
    let gap = field.at(0).distance(field.at(1));
    assert!((INCH..2 * INCH).contains(&gap), "close, and not in contact: {gap}");
}

#[test]
fn mm_2_1_contact_at_a_walk_is_no_charge() {
    // MM-2.1, MM-5.4
    let man = sergeant(3, &[Weapon::Sword]);
    let charging = |gait| {
        let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 180)]);
        let events = field.turn(&[charge(0, 1, gait)]);
        let attack = events.iter().find_map(|event| match event {
            Event::Struck { by: FigureId(0), attack, .. } => Some(attack.parts.clone()),
            _ => None,
        });
        attack.expect("he came into contact and struck").iter().any(|part| part.what == "charging")
    };
    assert!(charging(Gait::Run) && !charging(Gait::Walk));
}

#[test]
fn mm_2_2_the_charged_stand_counter_charge_or_evade() {
    // MM-2.2
    let man = sergeant(3, &[Weapon::Sword]);
    let played = |answer| {
        let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 192)]);
        let answer = Decision::Answer { body: body(1), answer };
        let events = field.turn(&[charge(0, 1, Gait::Run), answer]);
        (field, events)
    };
    let (field, _) = played(Answer::Stand);
    assert_eq!(field.at(1), q(240, 192));
    assert!(field.position.touched(FigureId(1)));
    let (field, events) = played(Answer::Counter);
    assert!(field.at(1).y < q(240, 192).y && field.position.touched(FigureId(1)));
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Charge)));
    let (field, events) = played(Answer::Evade);
    assert_eq!(field.at(1), q(240, 192 + 36), "a full move straight away, at a walk after so great a turn (MM-3.2)");
    assert_eq!(moved(&events, 1), Some((Gait::Walk, Why::Evade)));
    assert!(!field.position.touched(FigureId(1)));
}

#[test]
fn mm_2_2_of_several_chargers_one_that_can_be_is_met_by_a_counter_charge() {
    // MM-2.2: each charger is answered. The first comes from the flank, too far round to be met at a run (MM-3.2); the
    // second from ahead.
    let man = sergeant(3, &[Weapon::Sword]);
    for flank in [0, 1] {
        let mut places = [up(0, 240, 150), up(1, 240, 150), down(2, 240, 190)];
        places[flank] = up(flank as u16, 278, 186);
        let two = vec![unit("one", None, &man, 1), unit("other", None, &man, 1)];
        let theirs = vec![force("b", vec![unit("u", None, &man, 1)], vec![])];
        let mut field = Field::new(vec![force("a", two, vec![])], theirs, &places);
        // He of the flank walks to contact, who may turn as he will.
        let mut charges = [charge(0, 2, Gait::Run), charge(1, 2, Gait::Run)];
        charges[flank] = charge(flank as u16, 2, Gait::Walk);
        let counter = Decision::Answer { body: body(2), answer: Answer::Counter };
        let events = field.turn(&[charges[0], charges[1], counter]);
        let ahead = 1 - flank as u16;
        assert!(
            events.contains(&Event::Answered { body: body(2), to: body(ahead), answer: Answer::Counter }),
            "{flank}"
        );
        assert_eq!(moved(&events, 2), Some((Gait::Run, Why::Charge)));
    }
}

#[test]
fn mm_2_2_any_of_several_chargers_may_be_chosen_for_a_counter_charge() {
    // MM-2.2: each charger is answered; he meets the further one as well as the nearer.
    let man = sergeant(3, &[Weapon::Sword]);
    for met in [0, 1] {
        let places = [up(0, 240, 156), up(1, 252, 150), down(2, 240, 190)];
        let two = vec![unit("near", None, &man, 1), unit("far", None, &man, 1)];
        let theirs = vec![force("b", vec![unit("u", None, &man, 1)], vec![])];
        let mut field = Field::new(vec![force("a", two, vec![])], theirs, &places);
        let counter = Decision::Counter { body: body(2), at: body(met) };
        let events = field.turn(&[charge(0, 2, Gait::Run), charge(1, 2, Gait::Run), counter]);
        let answered = Event::Answered { body: body(2), to: body(met), answer: Answer::Counter };
        assert!(events.contains(&answered), "{met}");
    }
}

#[test]
fn mm_2_3_a_charge_test_rules_this_turn() {
    // MM-2.3, MM-7.1: charged peasants test at once; recreant, they are gone before the charge comes home.
    let mut field = Field::duel(
        &knight(Grade::C, Horse::Unbarded),
        &peasant(&[Weapon::Spear]),
        &[up(0, 240, 120), down(1, 240, 180)],
    );
    field.dice.show(MORALE, &[1, 1, 1]);
    let events = field.turn(&[charge(0, 1, Gait::Run)]);
    assert_eq!(tests(&events)[0], (1, vec![Cause::Charged], MoraleResult::Recreant));
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
    assert!(blows(&events).is_empty());
}

#[test]
fn mm_2_3_who_fails_the_test_of_his_charge_does_not_charge() {
    // MM-2.3: peasants who charge are craven by it, and this very turn fall back before the enemy they meant to reach; at
    // 11 in, where they need not (MM-7.4), they stay.
    let foe = sergeant(3, &[Weapon::Sword]);
    for (quarters, why) in [(30, Some(Why::FallBack)), (44, None)] {
        let places = [up(0, 240, 160), down(1, 240, 160 + quarters)];
        let mut field = Field::duel(&peasant(&[Weapon::Spear]), &foe, &places);
        field.dice.show(MORALE, &[3, 3, 3]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(tests(&events), [(0, vec![Cause::Charging], MoraleResult::Craven)]);
        assert_eq!(moved(&events, 0).map(|(_, why)| why), why);
        assert!(blows(&events).is_empty());
    }
}

#[test]
fn mm_2_3_all_other_tests_rule_the_next_turns_move() {
    // MM-2.3: three hit by arrows, they are recreant at the turn's end, and flee in the next.
    let archers = unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 3);
    let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 12);
    let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160)];
    places.extend((0..12).map(|n| down(3 + n, 220 + 4 * i32::from(n), 190)));
    let mut field = Field::new(vec![force("a", vec![archers], vec![])], vec![force("b", vec![foot], vec![])], &places);
    field.dice.show(TO_HIT, &[1; 6]);
    field.dice.show(MORALE, &[1, 1, 1]);
    let events = field.turn(&[shoot(0, 1)]);
    assert_eq!(tests(&events), [(1, vec![Cause::MissileHits], MoraleResult::Recreant)]);
    assert_eq!(moved(&events, 1), None);
    assert_eq!(moved(&field.turn(&[]), 1), Some((Gait::Run, Why::Flight)));
}

#[test]
fn mm_2_4_charges_meet_half_way() {
    // MM-2.4: both charge 12 in over 16 in; moved in half-distance steps they meet in the middle.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 204)]);
    field.turn(&[charge(0, 1, Gait::Run), charge(1, 0, Gait::Run)]);
    assert!(field.position.touched(FigureId(0)));
    let middle = q(240, 182).y;
    assert!((field.at(0).y - middle).abs() < 2 * INCH && (field.at(1).y - middle).abs() < 2 * INCH);
}

#[test]
fn mm_2_4_the_charging_side_goes_first_in_half_distance_steps() {
    // MM-2.4: who charges takes half his way, then who counter-charges, and then both the other half.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 190)]);
    let counter = Decision::Answer { body: body(1), answer: Answer::Counter };
    let events = field.turn(&[charge(0, 1, Gait::Run), counter]);
    let of = |event: &Event| match event {
        Event::Moved { body, why: why @ (Why::Onset | Why::Charge), .. } => Some((body.0, *why)),
        _ => None,
    };
    let steps: Vec<(u16, Why)> = events.iter().filter_map(of).collect();
    assert_eq!(steps, [(0, Why::Onset), (1, Why::Onset), (0, Why::Charge), (1, Why::Charge)]);
    // The attacker who counter-charges is not the charging side.
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 190)]);
    let counter = Decision::Answer { body: body(0), answer: Answer::Counter };
    let events = field.turn(&[charge(1, 0, Gait::Run), counter]);
    let steps: Vec<(u16, Why)> = events.iter().filter_map(of).collect();
    assert_eq!(steps, [(1, Why::Onset), (0, Why::Onset), (1, Why::Charge), (0, Why::Charge)]);
}

#[test]
fn mm_2_4_final_contact_is_made_by_a_figure_of_each_side_in_turn() {
    // MM-2.4: in mail, at eight inches: two of the attackers charge men who stand, and so does one of the defenders. After half
    // a move each they come to contact: the first of the charging side, then the other side's, then the second.
    let man = sergeant(2, &[Weapon::Sword]);
    let three = || (0..3).map(|_| unit("a man", None, &man, 1)).collect::<Vec<_>>();
    let aside = |n: u16| 160 + 80 * i32::from(n);
    let places: Vec<_> =
        (0..3).map(|n| up(n, aside(n), 160)).chain((0..3).map(|n| down(n + 3, aside(n), 192))).collect();
    let mut field = Field::new(vec![force("a", three(), vec![])], vec![force("b", three(), vec![])], &places);
    let events = field.turn(&[charge(0, 3, Gait::Run), charge(1, 4, Gait::Run), charge(5, 2, Gait::Run)]);
    let steps = events.iter().filter_map(|event| match event {
        Event::Moved { body, why: Why::Onset, .. } => Some(body.0),
        _ => None,
    });
    assert_eq!(steps.collect::<Vec<_>>(), [0, 1, 5, 0, 5, 1]);
}

#[test]
fn mm_1_4_a_unit_that_charges_keeps_within_two_inches() {
    // MM-1.4: two enemies of a unit stand ten inches from one another, 5 in ahead or 3. Of three men the two on the left go at one,
    // and the third, who is nearer to the other, goes with them and not by himself; of four, those on one side go with the others.
    for (men, ahead) in [(3u16, 190), (4, 190), (3, 182), (4, 182)] {
        let man = sergeant(2, &[Weapon::Sword]);
        let at = [232, 236, 246, 250];
        let mut places: Vec<_> = (0..men).map(|n| up(n, at[usize::from(n)], 170)).collect();
        places.extend([down(men, 220, ahead), down(men + 1, 260, ahead)]);
        let ours = force("a", vec![unit("ours", None, &man, usize::from(men))], vec![]);
        let theirs = force("b", vec![unit("theirs", None, &man, 2)], vec![]);
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(moved(&events, 0), Some((Gait::Run, Why::Charge)));
        let first = events.iter().find_map(|event| match event {
            Event::Moved { body, why: Why::Charge, figures, .. } if body.0 == 0 => Some(figures.clone()),
            _ => None,
        });
        let stand: Vec<_> = first.expect("they charge").iter().map(|placed| placed.1).collect();
        let mut together = vec![0];
        for at in 0.. {
            let Some(&man) = together.get(at) else { break };
            for mate in 0..stand.len() {
                if !together.contains(&mate) && stand[man].distance(stand[mate]) <= 3 * INCH {
                    together.push(mate);
                }
            }
        }
        assert_eq!(together.len(), stand.len(), "{stand:?}");
    }
}

#[test]
fn mm_2_5_every_force_moves_whole_on_its_card() {
    // MM-2.5
    let man = sergeant(3, &[Weapon::Sword]);
    let forces =
        |name: &str| (0..2).map(|n| force(&format!("{name}{n}"), vec![unit("u", None, &man, 2)], vec![])).collect();
    let mut field = Field::new(forces("a"), forces("b"), &[]);
    field.dice.show("MM-2.5 card", &[4, 1, 2, 1]);
    let orders: Vec<Decision> =
        (0..4).map(|n| march(n, if n < 2 { Heading::UP } else { Heading::DOWN }, 2, Gait::Walk)).collect();
    let events = field.turn(&orders);
    let cards: Vec<u16> = events
        .iter()
        .filter_map(|event| if let Event::Card { force } = event { Some(force.0) } else { None })
        .collect();
    assert_eq!(cards, [3, 0, 2, 1]);
    let order: Vec<u16> = events
        .iter()
        .filter_map(|event| if let Event::Moved { body, .. } = event { Some(body.0) } else { None })
        .collect();
    assert_eq!(order, [3, 0, 2, 1], "each force moves when its card is drawn");
}

#[test]
fn mm_2_6_to_2_8_shooting_then_melee_then_morale() {
    // MM-2.6, MM-2.7, MM-2.8
    let archer = sergeant(4, &[Weapon::Longbow]);
    let man = sergeant(3, &[Weapon::Sword]);
    let units = vec![unit("foot", None, &man, 1), unit("archers", None, &archer, 1)];
    let mut field = Field::new(
        vec![force("a", units, vec![])],
        vec![force("b", vec![unit("u", None, &man, 1), unit("v", None, &man, 1)], vec![])],
        &[up(0, 240, 160), up(1, 280, 160), down(2, 240, 163), down(3, 280, 200)],
    );
    let events = field.turn(&[shoot(1, 3)]);
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).expect("it happened");
    let shot = place(&|event| matches!(event, Event::Shot { .. }));
    let blow = place(&|event| matches!(event, Event::Struck { .. }));
    let test = place(&|event| matches!(event, Event::Tested { .. }));
    assert!(shot < blow && blow < test);
}

#[test]
fn mm_2_7_blows_of_the_turns_start_come_before_those_of_its_end() {
    // MM-2.7, MM-5.1: in contact at both, each strikes at both, and every first blow falls before any second.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    let events = field.turn(&[]);
    let moments: Vec<Moment> = blows(&events).into_iter().map(|(_, _, moment)| moment).collect();
    assert_eq!(moments, [Moment::Start, Moment::Start, Moment::End, Moment::End]);
}

#[test]
fn mm_2_8_one_test_a_unit_whatever_its_causes() {
    // MM-2.8: a melee and three missile hits in one turn are one test.
    let man = sergeant(4, &[Weapon::Sword]);
    let archer = sergeant(4, &[Weapon::Longbow]);
    let foot = unit("foot", None, &man, 6);
    let attackers = vec![unit("attackers", None, &man, 1), unit("archers", None, &archer, 4)];
    let mut places = vec![up(0, 240, 160), up(1, 270, 120), up(2, 274, 120), up(3, 278, 120), up(4, 282, 120)];
    places.extend((0..6).map(|n| down(5 + n, 240 + 10 * i32::from(n), 163)));
    let mut field = Field::new(vec![force("a", attackers, vec![])], vec![force("b", vec![foot], vec![])], &places);
    field.dice.show(TO_HIT, &[1; 16]);
    let events = field.turn(&[shoot(1, 2)]);
    let tested: Vec<_> = tests(&events).into_iter().filter(|(whose, ..)| *whose == 2).collect();
    assert_eq!(tested.len(), 1);
    assert!(tested[0].1.contains(&Cause::Melee) && tested[0].1.contains(&Cause::MissileHits), "{:?}", tested[0].1);
}

#[test]
fn mm_2_8_a_new_flight_gives_others_cause_and_each_unit_tests_once() {
    // MM-2.8: of two units hit by three arrows each, the first stands and the second flees: a third, near them and
    // without a cause before, now tests; the first has tested already.
    let archers = |name: &str| unit(name, None, &sergeant(4, &[Weapon::Longbow]), 3);
    let foot = |name: &str, count| unit(name, None, &sergeant(4, &[Weapon::Sword]), count);
    let attackers = vec![archers("one"), archers("other")];
    let defenders = vec![foot("near", 2), foot("firm", 12), foot("flees", 12)];
    let mut places: Vec<_> = (0..3).map(|n| up(n, 236 + 4 * i32::from(n), 160)).collect();
    places.extend((0..3).map(|n| up(3 + n, 296 + 4 * i32::from(n), 160)));
    places.extend([down(6, 340, 190), down(7, 344, 190)]);
    places.extend((0..12).map(|n| down(8 + n, 220 + 4 * i32::from(n), 190)));
    places.extend((0..12).map(|n| down(20 + n, 280 + 4 * i32::from(n), 190)));
    let mut field = Field::new(vec![force("a", attackers, vec![])], vec![force("b", defenders, vec![])], &places);
    field.dice.show(TO_HIT, &[1; 12]);
    field.dice.show(MORALE, &[4, 4, 3, 1, 1, 1]);
    let tested = tests(&field.turn(&[shoot(0, 3), shoot(1, 4)]));
    let who: Vec<(u16, Cause)> = tested.iter().map(|(whose, causes, _)| (*whose, causes[0])).collect();
    assert_eq!(who, [(3, Cause::MissileHits), (4, Cause::MissileHits), (2, Cause::FriendsFlee)], "{tested:?}");
    assert_eq!(tested[1].2, MoraleResult::Recreant);
}

#[test]
fn mm_3_2_who_evades_runs_if_he_need_not_turn_and_else_walks() {
    // MM-2.2, MM-3.2: straight away from a charger behind him, or ahead of him; horse that turn lose 2 in.
    let foot = sergeant(3, &[Weapon::Sword]);
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    for (man, ahead, inches, gait) in [
        (&foot, false, 12, Gait::Run),
        (&foot, true, 9, Gait::Walk),
        (&horse, false, 24, Gait::Run),
        (&horse, true, 10, Gait::Walk),
    ] {
        let theirs = if ahead { down(1, 240, 200) } else { up(1, 240, 200) };
        let mut field = Field::duel(&foot, man, &[up(0, 240, 160), theirs]);
        let evade = Decision::Answer { body: body(1), answer: Answer::Evade };
        let events = field.turn(&[charge(0, 1, Gait::Run), evade]);
        assert_eq!(moved(&events, 1), Some((gait, Why::Evade)), "ahead {ahead}");
        assert_eq!(field.at(1).y - q(240, 200).y, inches * INCH, "ahead {ahead}");
    }
}
