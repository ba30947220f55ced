//! Shots and blows as they fall in play: friends in the way, the order of blows, whom they reach, what counts in them, and
//! riding through (MM-4.1 to MM-4.5, MM-4.8, MM-5.1, MM-5.2, MM-5.4 to MM-5.10).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Force};
use banneret::rules::explain::Sum;
use banneret::rules::figure::{Class, Grade, Horse, Protection, Weapon};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Moment, Placed, Why};
use banneret::rules::man_to_man::melee::{Blow, attack_parts, defence_parts};
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Tables};

fn units(of: &[(&Fighter, usize)]) -> Vec<Force> {
    vec![force("the band", of.iter().map(|&(man, count)| unit("the men", None, man, count)).collect(), vec![])]
}

fn swordsman() -> Fighter {
    sergeant(3, &[Weapon::Sword])
}

fn archer() -> Fighter {
    sergeant(4, &[Weapon::Longbow])
}

fn rider(protection: u8, weapons: &[Weapon]) -> Fighter {
    fighter(Class::Sergeant, Grade::C, protection, weapons, Horse::Unbarded)
}

/// The parts of the attack and the defence of the first blow a figure strikes.
fn parts_of_blow(events: &[Event], whose: u16) -> Option<[Vec<(String, i64)>; 2]> {
    let shown = |parts: &[banneret::rules::explain::Part]| -> Vec<(String, i64)> {
        parts.iter().map(|part| (part.what.to_string(), part.value)).collect()
    };
    events.iter().find_map(|event| match event {
        Event::Struck { by, attack, defence, .. } if by.0 == whose => {
            Some([shown(&attack.parts), shown(&defence.parts)])
        }
        _ => None,
    })
}

fn kill_with_the_first_blow(field: &mut Field) {
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    field.dice.show(WOUND, &[6]);
}

// ---- MM-4 -----------------------------------------------------------------------------------------------------------

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
fn mm_4_1_the_stationary_before_the_moving_and_who_is_shot_dead_shoots_no_more() {
    // MM-4.1: of two equal bowmen the one who stands shoots first; and he who is shot dead by a first shot has no second.
    let hosts = || [units(&[(&archer(), 1), (&archer(), 1)]), units(&[(&archer(), 1)])];
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
    let mut field = Field::new(units(&listed), units(&[(&swordsman(), 1)]), &places);
    let orders: Vec<Decision> = (0..6).map(|n| shoot(n, 6)).collect();
    let first = shots(&field.turn(&orders)).into_iter().filter(|shot| !shot.2);
    assert_eq!(first.map(|shot| shot.0).collect::<Vec<_>>(), [5, 2, 3, 4, 1, 0]);
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
fn mm_4_5_a_friend_further_off_than_2_inches_blocks_though_the_target_is_seen() {
    // MM-4.5: the rear of two bowmen of a unit, who see past one another, with the other so far before him.
    let shooters = |ahead: i32| {
        let places = [up(0, 240, 160), up(1, 240, 160 + ahead), down(2, 240, 220)];
        let mut field = Field::new(units(&[(&archer(), 2)]), units(&[(&swordsman(), 1)]), &places);
        let mut by: Vec<u16> = shots(&field.turn(&[shoot(0, 1)])).into_iter().map(|(by, ..)| by).collect();
        by.sort_unstable();
        by.dedup();
        by
    };
    assert_eq!((shooters(8), shooters(9)), (vec![0, 1], vec![1]));
    // Foot do not hide a rider (MM-7.5), and are in the way of a shot at him all the same; beyond him they are not.
    for (friend, may) in [(8, true), (9, false), (40, false), (72, true)] {
        let places = [up(0, 240, 160), up(1, 240, 160 + friend), down(2, 240, 220)];
        let hosts = [units(&[(&archer(), 1), (&swordsman(), 1)]), units(&[(&rider(3, &[Weapon::Sword]), 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(ours, theirs, &places);
        assert!(field.position.sees_body(body(0), body(2)), "{friend}");
        assert_eq!(field.turn_with(&[shoot(0, 2)]).is_empty(), may, "{friend}");
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

// ---- MM-5.1, MM-5.2 -------------------------------------------------------------------------------------------------

/// Who strikes, in order, at the first moment that has blows, of two face to face; or charging one another, so far apart.
fn strikers(pair: [&Fighter; 2], quarters: i32, orders: &[Decision]) -> Vec<u16> {
    let mut field = Field::duel(pair[0], pair[1], &[up(0, 240, 160), down(1, 240, 160 + quarters)]);
    let blows = blows(&field.turn(orders));
    blows.iter().filter(|blow| blow.2 == blows[0].2).map(|blow| blow.0).collect()
}

#[test]
fn mm_5_2_blows_fall_in_their_order() {
    // MM-5.2: each pair is told apart by one criterion, those before it equal and some after it the other way round. He
    // who strikes first does so whether he is first in the plan or second.
    let of = |class, grade, weapon, horse| fighter(class, grade, 3, &[weapon], horse);
    let (sergeant, knight, foot) = (Class::Sergeant, Class::Knight, Horse::None);
    let unhurt = of(sergeant, Grade::E, Weapon::Knife, foot);
    let wounded = Fighter { wounded: true, ..of(sergeant, Grade::B, Weapon::Pike, foot) };
    let plain = of(sergeant, Grade::C, Weapon::Knife, foot);
    let better = of(sergeant, Grade::B, Weapon::Knife, foot);
    let pike = of(sergeant, Grade::C, Weapon::Pike, foot);
    let spear = of(sergeant, Grade::C, Weapon::Spear, foot);
    let sword = of(sergeant, Grade::C, Weapon::Sword, foot);
    let noble = of(knight, Grade::C, Weapon::Sword, foot);
    let mounted = of(sergeant, Grade::C, Weapon::Sword, Horse::Unbarded);
    for (first, second, why) in [
        (&unhurt, &wounded, "the unwounded before a better with a pike"),
        (&better, &pike, "the better grade with a knife before a pike"),
        (&spear, &noble, "the longer weapon before the higher class"),
        (&noble, &mounted, "the higher class before the higher man"),
        (&mounted, &sword, "the higher man"),
    ] {
        assert_eq!(strikers([first, second], 3, &[]), [0, 1], "{why}");
        assert_eq!(strikers([second, first], 3, &[]), [1, 0], "{why}");
    }
    // Who charges strikes for the first time at the turn's end, as does who stands.
    let (run, plain_horse) = (Gait::Run, of(sergeant, Grade::E, Weapon::Knife, Horse::Unbarded));
    let spearman_mounted = of(sergeant, Grade::C, Weapon::Spear, Horse::Unbarded);
    let lancer = fighter(sergeant, Grade::C, 3, &[Weapon::LightLance, Weapon::Knife], Horse::Unbarded);
    for (charger, stands, first, why) in [
        (&plain_horse, &better, 'c', "charging horse before better foot"),
        (&plain_horse, &pike, 's', "but not before pikes, and a better grade"),
        (&plain_horse, &mounted, 's', "nor before horse, and a better grade"),
        (&lancer, &spearman_mounted, 'c', "his lance is longer than a spear"),
        (&sword, &mounted, 's', "height before the charge"),
        (&sword, &sword, 'c', "the one charging"),
        (&plain, &sword, 's', "length before the charge"),
    ] {
        let order = if first == 'c' { [0, 1] } else { [1, 0] };
        assert_eq!(strikers([charger, stands], 40, &[charge(0, 1, run)]), order, "{why}");
        let order = if first == 'c' { [1, 0] } else { [0, 1] };
        assert_eq!(strikers([stands, charger], 40, &[charge(1, 0, run)]), order, "{why}");
    }
}

#[test]
fn mm_5_1_a_pikeman_who_is_charged_strikes_once() {
    // MM-5.1: in contact at the turn's end and not at its start; rear ranks of pikes (MM-5.7) likewise.
    let pikes = sergeant(3, &[Weapon::Pike]);
    let places = [up(0, 240, 160), down(1, 240, 180), down(2, 240, 183)];
    let mut field = Field::new(units(&[(&swordsman(), 1)]), units(&[(&pikes, 2)]), &places);
    let mut struck = blows(&field.turn(&[charge(0, 1, Gait::Run)]));
    struck.sort_unstable_by_key(|blow| blow.0);
    assert_eq!(struck, [(0, 1, Moment::End), (1, 0, Moment::End), (2, 0, Moment::End)]);
}

#[test]
fn mm_5_1_who_is_in_contact_shoots_at_nobody() {
    // MM-5.1: a bowman with an enemy before him, and another 10 in off; without the first he shoots.
    for (foe, may) in [(163, false), (300, true)] {
        let places = [up(0, 240, 160), down(1, 240, foe), down(2, 250, 200)];
        let foes = units(&[(&swordsman(), 1), (&swordsman(), 1)]);
        let mut field = Field::new(units(&[(&archer(), 1)]), foes, &places);
        assert_eq!(field.turn_with(&[shoot(0, 2)]).is_empty(), may);
    }
}

#[test]
fn mm_5_2_who_is_killed_by_an_earlier_blow_strikes_none() {
    // MM-5.2: the better man's blow falls first, and there is no other.
    let better = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let places = [up(0, 240, 160), down(1, 240, 163), down(2, 300, 300)];
    let mut field = Field::new(units(&[(&better, 1)]), units(&[(&swordsman(), 1), (&swordsman(), 1)]), &places);
    kill_with_the_first_blow(&mut field);
    assert_eq!(blows(&field.turn(&[])), [(0, 1, Moment::Start)]);
}

// ---- MM-5.4 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_5_4_every_modifier_of_a_blow() {
    // MM-5.4, each by itself on the even blow of two sergeants of grade C at protection 3 with swords: what is added to
    // the attack, and to the defence.
    let sums = |change: &dyn Fn(&mut Blow)| {
        let mut blow = Blow {
            weapon: Weapon::Sword,
            attacker: Class::Sergeant,
            attacker_grade: Grade::C,
            attacker_mounted: false,
            charging: false,
            to_the_rear: false,
            defender: Class::Sergeant,
            defender_grade: Grade::C,
            protection: Protection::new(3).expect("1 to 4"),
            defender_mounted: false,
            obstacle: false,
            woods: false,
            rough: false,
        };
        change(&mut blow);
        let (mut attack, mut defence) = (Sum::default(), Sum::default());
        attack_parts(&blow, &Tables::book(), &mut attack);
        defence_parts(&blow, &Tables::book(), &mut defence);
        (attack.0, defence.0)
    };
    assert_eq!(sums(&|_| ()), (0, 0));
    let armed = |weapon| sums(&|blow| blow.weapon = weapon).0;
    assert_eq!([Weapon::HeavyLance, Weapon::LightLance, Weapon::Pike].map(armed), [1, 0, 0]);
    assert_eq!([Weapon::Knife, Weapon::Dagger, Weapon::Improvised, Weapon::Axe].map(armed), [-1, -1, -1, 0]);
    assert_eq!(sums(&|blow| (blow.weapon, blow.defender_mounted) = (Weapon::Pike, true)), (1, 0));
    assert_eq!(sums(&|blow| (blow.weapon, blow.attacker_mounted) = (Weapon::Pike, true)), (0, 0));
    assert_eq!(sums(&|blow| (blow.weapon, blow.woods) = (Weapon::Pike, true)), (-1, 0));
    assert_eq!(sums(&|blow| (blow.weapon, blow.rough) = (Weapon::Pike, true)), (0, 0));
    let grades = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];
    assert_eq!(grades.map(|grade| sums(&|blow| blow.attacker_grade = grade)), [(1, 0), (1, 0), (0, 0), (0, 0), (0, 0)]);
    assert_eq!(grades.map(|grade| sums(&|blow| blow.defender_grade = grade).1), [0, 0, 0, 0, -1]);
    assert_eq!(sums(&|blow| blow.charging = true), (1, 0));
    let protections = [1, 2, 3, 4].map(|number| Protection::new(number).expect("1 to 4"));
    assert_eq!(protections.map(|protection| sums(&|blow| blow.protection = protection).1), [2, 1, 0, -1]);
    assert_eq!(sums(&|blow| blow.obstacle = true), (0, 1));
    for (attacker, defender, better) in [(true, false, 1), (false, false, 0), (true, true, 0), (false, true, 0)] {
        let mounted = |blow: &mut Blow| (blow.attacker_mounted, blow.defender_mounted) = (attacker, defender);
        let [woods, rough] = [true, false].map(|woods| {
            sums(&|blow| {
                mounted(blow);
                (blow.woods, blow.rough) = (woods, !woods);
            })
        });
        assert_eq!([woods, rough], [(0, better); 2], "foot against horse in woods or rough");
    }
}

#[test]
fn mm_5_4_a_blow_at_a_horse_meets_its_protection_and_its_riders_grade() {
    // MM-5.4: an unbarded horse is protection 3, a barded one 1, whatever the rider wears; he is of grade E.
    for (horse, defence) in [
        (Horse::Unbarded, vec![("grade E".to_owned(), -1)]),
        (Horse::Barded, vec![("protection".to_owned(), 2), ("grade E".to_owned(), -1)]),
    ] {
        let poor = fighter(Class::Sergeant, Grade::E, 2, &[Weapon::Sword], horse);
        let mut field = Field::duel(&swordsman(), &poor, &[up(0, 240, 160), down(1, 240, 163)]);
        let events = field.turn(&[Decision::Aim { body: body(0), horses: true }]);
        assert_eq!(parts_of_blow(&events, 0).expect("he strikes")[1], defence);
        assert_eq!(parts_of_blow(&events, 1).expect("he strikes"), [vec![], vec![]], "his own grade E is no matter");
    }
}

#[test]
fn mm_5_4_a_counter_charge_is_a_charge() {
    // MM-2.1, MM-5.4: +1 to who counter-charges, as to who charges.
    use banneret::rules::man_to_man::Answer::{Counter, Stand};
    for (answer, counts) in [(Counter, vec![("charging".to_owned(), 1)]), (Stand, vec![])] {
        let mut field = Field::duel(&swordsman(), &swordsman(), &[up(0, 240, 160), down(1, 240, 190)]);
        let events = field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer }]);
        assert_eq!(parts_of_blow(&events, 1).expect("he strikes")[0], counts);
    }
}

// ---- MM-5.5, MM-5.6 -------------------------------------------------------------------------------------------------

#[test]
fn mm_5_5_a_lance_unhorses_and_breaks_and_a_sword_does_neither() {
    // MM-5.5: a rider charges another and wounds him.
    for (weapon, lance) in [(Weapon::LightLance, true), (Weapon::HeavyLance, true), (Weapon::Sword, false)] {
        let charger = fighter(Class::Sergeant, Grade::B, 3, &[weapon], Horse::Unbarded);
        let mut field = Field::duel(&charger, &rider(3, &[Weapon::Axe]), &[up(0, 240, 160), down(1, 240, 200)]);
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert!(field.position.figure(FigureId(1)).wounded);
        assert_eq!(!field.position.figure(FigureId(1)).mounted(), lance, "{weapon}");
        assert_eq!(events.contains(&Event::LanceBroke { figure: FigureId(0) }), lance, "{weapon}");
    }
}

#[test]
fn mm_5_6_who_aims_at_no_horse_strikes_the_rider() {
    // MM-5.6: non-knights may strike at either.
    for horses in [false, true] {
        let places = [up(0, 240, 160), down(1, 240, 163)];
        let mut field = Field::duel(&swordsman(), &rider(3, &[Weapon::Sword]), &places);
        let orders = if horses { vec![Decision::Aim { body: body(0), horses }] } else { vec![] };
        let events = field.turn(&orders);
        let at = events.iter().find_map(|event| match event {
            Event::Struck { by: FigureId(0), horse, .. } => Some(*horse),
            _ => None,
        });
        assert_eq!(at, Some(horses));
    }
}

// ---- MM-5.7 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_5_7_light_horse_strikes_to_the_rear_with_sword_spear_or_javelin_at_minus_2() {
    // MM-5.7: the enemy before him falls to his first blow, and the second goes behind him, if he has the weapon for it.
    let rear = |protection, weapon, horse| {
        let man = fighter(Class::Sergeant, Grade::B, protection, &[weapon], horse);
        let places = [up(0, 240, 160), down(1, 240, 163), up(2, 240, 157)];
        let mut field = Field::new(units(&[(&man, 1)]), units(&[(&peasant(&[]), 1), (&swordsman(), 1)]), &places);
        kill_with_the_first_blow(&mut field);
        let mut events = field.turn(&[]);
        events.retain(|event| matches!(event, Event::Struck { at: FigureId(2), .. }));
        let [attack, _] = parts_of_blow(&events, 0)?;
        attack.into_iter().find(|(what, _)| what == "to the rear").map(|(_, value)| value)
    };
    for weapon in [Weapon::Sword, Weapon::Spear, Weapon::Javelin] {
        assert_eq!(rear(4, weapon, Horse::Unbarded), Some(-2), "{weapon}");
    }
    for weapon in [Weapon::Axe, Weapon::Mace, Weapon::TwoHandedAxe] {
        assert_eq!(rear(3, weapon, Horse::Unbarded), None, "{weapon}");
    }
    assert_eq!(rear(2, Weapon::Sword, Horse::Unbarded), None, "no light horse");
    assert_eq!(rear(3, Weapon::Sword, Horse::None), None, "on foot");
}

#[test]
fn mm_5_7_only_pikes_in_close_order_strike_over_the_front_rank_and_straight_ahead() {
    // MM-5.7: three ranks, with an enemy before the first man, or at his flank.
    let strikers = |man: &Fighter, foe: (i32, i32)| {
        let places = [up(0, 240, 166), up(1, 240, 163), up(2, 240, 160), down(3, foe.0, foe.1)];
        let mut field = Field::new(units(&[(man, 3)]), units(&[(&sergeant(1, &[Weapon::Sword]), 1)]), &places);
        let events = field.turn(&[]);
        let mut by: Vec<u16> = blows(&events).into_iter().filter(|blow| blow.1 == 3).map(|blow| blow.0).collect();
        by.sort_unstable();
        by.dedup();
        by
    };
    let pike = sergeant(3, &[Weapon::Pike]);
    assert_eq!(strikers(&pike, (240, 169)), [0, 1, 2]);
    assert_eq!(strikers(&pike, (243, 166)), [0], "not aslant");
    assert_eq!(strikers(&sergeant(3, &[Weapon::Spear]), (240, 169)), [0], "not with spears");
    let knights = fighter(Class::Knight, Grade::C, 3, &[Weapon::Pike], Horse::None);
    assert_eq!(strikers(&knights, (240, 169)), [0], "not in open order, in which knights stand");
}

// ---- MM-5.8, MM-5.9 -------------------------------------------------------------------------------------------------

#[test]
fn mm_5_8_and_mm_6_4_the_fallen_strike_no_blow_at_who_leaves() {
    // MM-5.8, MM-6.4: a rider whose horse is shot lies before another rider, who cannot take him (not on foot) and goes.
    let attacker = units(&[(&archer(), 1), (&rider(3, &[Weapon::Sword]), 1)]);
    let places = [up(0, 240, 130), up(1, 241, 160), down(2, 240, 163), down(3, 280, 240)];
    let mut field = Field::new(attacker, units(&[(&rider(3, &[Weapon::Sword]), 2)]), &places);
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
fn mm_5_9_who_still_has_an_opponent_need_not_pursue() {
    // MM-5.9: of two in contact with a knight one breaks off, or both do.
    for (leave, pursues) in [(1, false), (2, true)] {
        let places = [up(0, 239, 160), up(1, 241, 160), down(2, 240, 163)];
        let knight = vec![force("b", vec![], vec![foot_knight(Grade::C)])];
        let mut field = Field::new(units(&[(&swordsman(), 1), (&swordsman(), 1)]), knight, &places);
        let orders: Vec<Decision> = (0..leave).map(|n| march(n, Heading::DOWN, 9, Gait::Walk)).collect();
        let events = field.turn(&orders);
        assert_eq!(moved(&events, 2).map(|(_, why)| why), pursues.then_some(Why::Pursuit), "{leave}");
    }
}

// ---- MM-5.10 --------------------------------------------------------------------------------------------------------

/// A rider who charges the first of some foot 10 in before him, after which the dice show these faces for a kill and for
/// morale: his own, then theirs.
fn ridden_down(foot: Vec<Force>, places: &[(i32, i32)], kills: bool, morale: &[u32]) -> (Field, bool) {
    let lancer = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let mut all: Vec<Placed> = vec![up(0, 240, 140)];
    all.extend((1..).zip(places).map(|(n, &(x, y))| down(n, x, y)));
    let mut field = Field::new(units(&[(&lancer, 1)]), foot, &all);
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
        let foot = units(&[(&sergeant(4, &[weapon]), 2)]);
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
        let (_, rides) = ridden_down(units(&[(&archer(), 1)]), &[(240, 180)], false, &[charger, theirs].concat());
        assert_eq!(rides, may, "{theirs:?}");
    }
    // A cleric yields to the first blow (MM-8.9).
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let mut foot = vec![force("a", vec![], vec![cleric])];
    foot.extend(units(&[(&archer(), 1)]));
    let (field, rides) = ridden_down(foot, &[(240, 180), (300, 300)], false, &[]);
    assert!(matches!(field.position.figure(FigureId(1)).state, State::Yielded { .. }));
    assert!(rides);
}

#[test]
fn mm_5_10_who_rides_through_passes_foot_unfought_and_not_horse() {
    // MM-5.10: over a second line of foot, 3 in behind the first; horse there stop him.
    for (second, passes) in [(archer(), true), (rider(4, &[Weapon::Sword]), false)] {
        let (mut field, rides) =
            ridden_down(units(&[(&archer(), 1), (&second, 1)]), &[(240, 180), (240, 192)], true, &[]);
        assert!(rides);
        field.turn(&[march(0, Heading::UP, 12, Gait::Walk)]);
        assert_eq!(field.at(0).y > q(240, 192).y, passes, "{:?}", field.at(0));
    }
    // Foot who are beaten and still touch him strike no blow at him as he passes.
    let (mut field, rides) = ridden_down(units(&[(&archer(), 1)]), &[(240, 180)], false, &[4, 4, 3, 3, 3, 3]);
    assert!(rides && field.position.touched(FigureId(0)));
    let from = field.at(0);
    let events = field.turn(&[march(0, Heading::UP, 12, Gait::Walk)]);
    assert!(blows(&events).is_empty(), "{events:#?}");
    assert_eq!(field.at(0).y - from.y, 12 * INCH);
}
