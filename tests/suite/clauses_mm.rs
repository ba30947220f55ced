//! The clauses of the man-to-man page, one test or more each: who a figure is, the turn, movement (MM-1 to MM-3).

use crate::field::*;
use crate::rosters::{fighter, force, of_rank, plan, unit};
use banneret::rules::battle::{Fighter, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Protection, Rank, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Why};
use banneret::rules::man_to_man::gear::state::Task;
use banneret::rules::man_to_man::melee::blow_order;
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal, Tables, warnings};
use std::collections::BTreeMap;

// ---- MM-1 -----------------------------------------------------------------------------------------------------------

#[test]
fn mm_1_1_grades_of_classes_and_steps_past_a() {
    // MM-1.1
    assert!(!Grade::A.allowed(Class::Sergeant) && Grade::B.allowed(Class::Sergeant));
    assert!(!Grade::B.allowed(Class::Peasant) && Grade::C.allowed(Class::Peasant));
    assert!(Grade::A.up().allowed(Class::Knight) && !Grade::C.allowed(Class::Cleric));
    // Steps past A count in the order of blows between mounted knights, and nowhere else.
    let better = knight(Grade::A.up(), Horse::Unbarded);
    let plain = knight(Grade::A, Horse::Unbarded);
    let foot = foot_knight(Grade::A);
    let field = Field::new(
        vec![force("a", vec![], vec![better, plain.clone(), foot])],
        vec![force("b", vec![], vec![plain])],
        &[],
    );
    let of = |n: u16| field.position.figure(FigureId(n));
    let order = |by, at| blow_order(of(by), of(at), Weapon::Sword, false, &Tables::book());
    assert!(order(0, 3) < order(1, 3), "A1 before A against a mounted knight");
    assert_eq!(order(0, 2), order(1, 2), "against a man on foot he is an A");
}

#[test]
fn mm_1_1_the_house_bonus_past_a() {
    // MM-1.1: the campaign may add to the attack for each step, between mounted knights.
    use banneret::rules::explain::Sum;
    use banneret::rules::man_to_man::melee::{Blow, attack_parts};
    let house = BTreeMap::from([("a_plus_attack_bonus".to_owned(), "1".to_owned())]);
    let tables = Tables::with_house(&house).expect("the value is within its bounds");
    let sum = |mounted: bool| {
        let blow = Blow {
            weapon: Weapon::Sword,
            attacker: Class::Knight,
            attacker_grade: Grade::A.up().up(),
            attacker_mounted: mounted,
            charging: false,
            to_the_rear: false,
            defender: Class::Knight,
            defender_grade: Grade::A,
            protection: Protection::FULL,
            defender_mounted: true,
            obstacle: false,
            woods: false,
            rough: false,
        };
        let mut sum = Sum::default();
        attack_parts(&blow, &tables, &mut sum);
        sum.0
    };
    assert_eq!((sum(true), sum(false)), (3, 1));
}

#[test]
fn mm_1_2_nobles_are_knights_of_higher_class() {
    // MM-1.2, MM-5.2
    let mut baron = foot_knight(Grade::C);
    baron.profile.rank = Rank::Baron;
    let field = Field::duel(&foot_knight(Grade::C), &baron, &[]);
    let (one, other) = (field.position.figure(FigureId(0)), field.position.figure(FigureId(1)));
    let order = |by, at| blow_order(by, at, Weapon::Sword, false, &Tables::book());
    assert!(order(other, one) < order(one, other));
}

#[test]
fn mm_1_2_the_order_of_rank() {
    // MM-1.2: knight < baron < earl, count or viscount < duke < king. MM-5.2: all else equal, the higher strikes first.
    use Rank::{Baron, Count, Duke, Earl, King, Knight, Viscount};
    let order = |rank| {
        let noble = of_rank(rank, foot_knight(Grade::C));
        let field = Field::duel(&noble, &foot_knight(Grade::C), &[]);
        let [by, at] = [0, 1].map(|n| field.position.figure(FigureId(n)));
        blow_order(by, at, Weapon::Sword, false, &Tables::book())
    };
    let ranks = [King, Duke, Earl, Baron, Knight].map(order);
    assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{ranks:?}");
    assert_eq!([Count, Viscount].map(order), [order(Earl); 2]);
}

#[test]
fn mm_1_3_protection_without_the_shield_and_of_horses() {
    // MM-1.3, MM-9.11: who carries a standard uses no shield.
    let mut bearer = sergeant(2, &[Weapon::Sword, Weapon::Shield]);
    bearer.standard = Some(Standard::Force);
    let field = Field::duel(&bearer, &knight(Grade::C, Horse::Barded), &[]);
    assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 3);
    assert_eq!(field.position.figure(FigureId(1)).horse_protection().number(), 1);
    let field = Field::duel(&sergeant(2, &[Weapon::Sword]), &knight(Grade::C, Horse::Unbarded), &[]);
    assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 2);
    assert_eq!(field.position.figure(FigureId(1)).horse_protection().number(), 3);
    // A bearer who has no shield loses none.
    bearer.profile.weapons = vec![Weapon::Sword];
    let field = Field::duel(&bearer, &bearer, &[]);
    assert_eq!(field.position.figure(FigureId(0)).protection_now().number(), 2);
}

#[test]
fn mm_1_4_units_and_commanders_are_warned_of() {
    // MM-1.4
    let man = sergeant(3, &[Weapon::Sword]);
    let of = |units, single| warnings(&plan(vec![force("a", units, single)], vec![force("b", vec![], vec![])], 1));
    assert!(of(vec![unit("u", Some(foot_knight(Grade::C)), &man, 5)], vec![]).is_empty());
    assert!(of(vec![unit("u", None, &man, 5)], vec![])[0].contains("no commander"));
    assert!(of(vec![unit("u", Some(man.clone()), &man, 5)], vec![])[0].contains("no higher class"));
    assert!(of(vec![], vec![man.clone()])[0].contains("in no unit"));
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    assert!(of(vec![unit("u", Some(cleric), &man, 5)], vec![])[0].contains("cleric"));
    // Knights may stand alone; in a unit a noble commands them, by his rank (MM-1.2), and not one of themselves.
    let knight = foot_knight(Grade::C);
    let baron = of_rank(Rank::Baron, knight.clone());
    assert!(of(vec![], vec![knight.clone()]).is_empty());
    assert!(of(vec![unit("u", Some(baron), &knight, 5)], vec![]).is_empty());
    assert!(of(vec![unit("u", Some(knight.clone()), &knight, 5)], vec![])[0].contains("no higher class"));
}

// ---- MM-2 -----------------------------------------------------------------------------------------------------------

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
    assert_eq!(field.at(1), q(240, 192 + 48), "a full move straight away");
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Evade)));
    assert!(!field.position.touched(FigureId(1)));
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
fn mm_2_8_one_test_a_unit_whatever_its_causes() {
    // MM-2.8: a melee and three missile hits in one turn are one test.
    let man = sergeant(4, &[Weapon::Sword]);
    let archer = sergeant(4, &[Weapon::Longbow]);
    let foot = unit("foot", None, &man, 6);
    let attackers = vec![unit("attackers", None, &man, 1), unit("archers", None, &archer, 3)];
    let mut places = vec![up(0, 240, 160), up(1, 270, 120), up(2, 274, 120), up(3, 278, 120)];
    places.extend((0..6).map(|n| down(4 + n, 240 + 10 * i32::from(n), 163)));
    let mut field = Field::new(vec![force("a", attackers, vec![])], vec![force("b", vec![foot], vec![])], &places);
    field.dice.show(TO_HIT, &[1; 12]);
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

// ---- MM-3 -----------------------------------------------------------------------------------------------------------

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
fn mm_3_2_and_mm_3_3_hold_for_charges() {
    // MM-3.2, MM-3.3: at a gallop no charge turns over 22½°, follows a turn of standing, or is a third in a row.
    let horse = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
    let check = |field: &Field, gait| field.position.check(Side::Attacker, &charge(0, 1, gait));
    for (aside, run) in [(16, Ok(())), (24, Err(Illegal::TurnsTooFar))] {
        let field = Field::duel(&horse, &horse, &[up(0, 240, 160), down(1, 240 + aside, 200)]);
        assert_eq!((check(&field, Gait::Run), check(&field, Gait::Walk)), (run, Ok(())), "{aside}");
    }
    let mut field = Field::duel(&horse, &horse, &[up(0, 240, 160), down(1, 240, 200)]);
    field.turn(&[]);
    assert_eq!((check(&field, Gait::Run), check(&field, Gait::Walk)), (Err(Illegal::MayNotRun), Ok(())));
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 40), down(1, 240, 180)]);
    for allowed in [Ok(()), Err(Illegal::MayNotRun)] {
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
    field.turn(&[run]);
    field.turn(&[run]);
    assert_eq!(field.turn_with(&[run]), [run], "not for a third move");
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
fn mm_3_8_bases() {
    // MM-3.8
    let field = Field::duel(&knight(Grade::C, Horse::Unbarded), &sergeant(3, &[]), &[]);
    assert_eq!(field.position.base(field.position.figure(FigureId(0))), INCH);
    assert_eq!(field.position.base(field.position.figure(FigureId(1))), 3 * INCH / 4);
}
