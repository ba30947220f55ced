//! Who a figure is (MM-1).

use crate::field::*;
use crate::rosters::{fighter, force, of_rank, plan, unit};
use crate::support::{folder, march, open, sound};
use banneret::app::organise;
use banneret::campaign::armies::Level;
use banneret::campaign::people::Person;
use banneret::rules::battle::Standard;
use banneret::rules::figure::{Class, Grade, Horse, Protection, Rank, Weapon};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::man_to_man::melee::blow_order;
use banneret::rules::man_to_man::{FigureId, Tables, warnings};
use std::collections::BTreeMap;

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
    let order = |by, at| blow_order(of(by), of(at), Weapon::Sword, false, 0, &Tables::book());
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
    let order = |by, at| blow_order(by, at, Weapon::Sword, false, 0, &Tables::book());
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
        blow_order(by, at, Weapon::Sword, false, 0, &Tables::book())
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
    // An engine's crew has its sergeant, whoever the others are (MM-9.7).
    let crew = unit("crew", Some(fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None)), &man, 4);
    let mut served = plan(vec![force("a", vec![crew], vec![])], vec![force("b", vec![], vec![])], 1);
    assert!(warnings(&served)[0].contains("no higher class"));
    served.hosts.attacker.gear =
        vec![GearPiece::of(Thing::Catapult, 1, Some(served.hosts.attacker.forces[0].units[0].men[0].man))];
    assert!(warnings(&served).is_empty(), "{:?}", warnings(&served));
    // Knights may stand alone; in a unit a noble commands them, by his rank (MM-1.2), and not one of themselves.
    let knight = foot_knight(Grade::C);
    let baron = of_rank(Rank::Baron, knight.clone());
    assert!(of(vec![], vec![knight.clone()]).is_empty());
    assert!(of(vec![unit("u", Some(baron), &knight, 5)], vec![]).is_empty());
    assert!(of(vec![unit("u", Some(knight.clone()), &knight, 5)], vec![])[0].contains("no higher class"));
}

#[test]
fn mm_1_4_nobody_is_appointed_over_men_of_higher_class() {
    // MM-1.4: a unit's commander is of higher class than its men, a force's of the highest class in it.
    let folder = folder();
    let mut store = open(&march(&folder));
    let host = store.army_named("Host of Estmark").expect("the host").id;
    let standing = |man: &Person| (man.profile.class, man.profile.rank.step());
    for level in [Level::Unit, Level::Force] {
        let parts = store.tree(host).expect("its parts").into_iter().filter(|part| part.level == level);
        let men = |part| {
            let mut men = store.men_of(part).expect("its men");
            men.retain(|man| man.state.serves() && man.profile.class != Class::Cleric);
            men.sort_by_key(standing);
            men
        };
        let mixed = parts.map(|part| (men(part.id), part)).find(|(men, _)| {
            let ends = men.first().zip(men.last());
            ends.is_some_and(|(low, high)| standing(low) < standing(high))
        });
        let (men, part) = mixed.expect("men of more than one class");
        let (low, high) = (&men[0], &men[men.len() - 1]);
        let refused = organise::appoint(&mut store, part.id, Some(low.id)).expect_err("there are higher");
        assert!(refused.sentence.contains(&format!("of higher class than {}", low.styled())), "{refused}");
        organise::appoint(&mut store, part.id, None).expect("it is vacant");
        organise::appoint(&mut store, part.id, Some(high.id)).expect("nobody is higher");
        let again = organise::appoint(&mut store, part.id, Some(high.id)).expect_err("he does already");
        assert!(again.sentence.contains("already"), "{again}");
    }
    sound(&store, "commanders appointed");
}
