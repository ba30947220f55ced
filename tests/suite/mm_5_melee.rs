//! Melee: who strikes when, at whom, and what counts in a blow (MM-5.1 to MM-5.7).

use crate::bands::{WOODS, archer, band_of, bands, kill_with_the_first_blow, on_ground, rider, swordsman};
use crate::field::*;
use crate::gear_field::{band, crew, first_served, knifeman, loose, row_up};
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fighter};
use banneret::rules::explain::Sum;
use banneret::rules::figure::{Class, Grade, Horse, Protection, Weapon};
use banneret::rules::gear::Thing;
use banneret::rules::man_to_man::event::{FallCause, Moment};
use banneret::rules::man_to_man::gear::state::Mark;
use banneret::rules::man_to_man::melee::{Blow, attack_parts, blow_order, defence_parts};
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Tables};

#[test]
fn mm_5_1_a_pikeman_who_is_charged_strikes_once() {
    // MM-5.1: in contact at the turn's end and not at its start; rear ranks of pikes (MM-5.7) likewise.
    let pikes = sergeant(3, &[Weapon::Pike]);
    let places = [up(0, 240, 160), down(1, 240, 180), down(2, 240, 183)];
    let mut field = Field::new(bands(&[(&swordsman(), 1)]), bands(&[(&pikes, 2)]), &places);
    let mut struck = blows(&field.turn(&[charge(0, 1, Gait::Run)]));
    struck.sort_unstable_by_key(|blow| blow.0);
    assert_eq!(struck, [(0, 1, Moment::End), (1, 0, Moment::End), (2, 0, Moment::End)]);
}

#[test]
fn mm_5_1_who_is_in_contact_shoots_at_nobody() {
    // MM-5.1: a bowman with an enemy before him, and another 10 in off; without the first he shoots.
    for (foe, may) in [(163, false), (300, true)] {
        let places = [up(0, 240, 160), down(1, 240, foe), down(2, 250, 200)];
        let foes = bands(&[(&swordsman(), 1), (&swordsman(), 1)]);
        let mut field = Field::new(bands(&[(&archer(), 1)]), foes, &places);
        assert_eq!(field.turn_with(&[shoot(0, 2)]).is_empty(), may);
    }
}

#[test]
fn mm_5_1_blows_at_the_start_and_the_end() {
    // MM-5.1: one blow in the turn of contact, two in the next.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 180)]);
    let first = blows(&field.turn(&[charge(0, 1, Gait::Run)]));
    assert_eq!(first, [(0, 1, Moment::End), (1, 0, Moment::End)]);
    let second = blows(&field.turn(&[]));
    assert_eq!(second.len(), 4);
    assert_eq!(second.iter().filter(|blow| blow.2 == Moment::Start).count(), 2);
}

#[test]
fn mm_5_1_a_newcomer_is_struck_at_the_end_of_the_turn_only() {
    // MM-5.1: two in contact since the start, and a lancer who comes upon one of them. He whom the lancer
    // comes upon has killed his man with the first blow of the start, and strikes at nobody else before the end.
    let lancer = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::HeavyLance, Weapon::Sword], Horse::Unbarded);
    let poor = fighter(Class::Sergeant, Grade::E, 4, &[Weapon::Knife], Horse::None);
    let better = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let attacker = vec![force("a", vec![unit("foot", None, &poor, 1), unit("lancer", None, &lancer, 1)], vec![])];
    let places = [up(0, 240, 160), up(1, 256, 120), down(2, 240, 163), down(3, 100, 300)];
    let mut field = Field::new(attacker, bands(&[(&better, 1), (&better, 1)]), &places);
    kill_with_the_first_blow(&mut field);
    let struck = blows(&field.turn(&[charge(1, 2, Gait::Run)]));
    assert_eq!(struck[0], (2, 0, Moment::Start));
    assert!(field.position.touched(FigureId(1)), "the lancer has come to contact");
    assert!(struck[1..].iter().all(|&(.., moment)| moment == Moment::End), "{struck:?}");
    assert!(struck.contains(&(1, 2, Moment::End)) && struck.contains(&(2, 1, Moment::End)), "{struck:?}");
    // The same where he has not killed his man: his first blow is at that man, whoever is the easier to hit.
    let bare = fighter(Class::Sergeant, Grade::E, 4, &[Weapon::Knife], Horse::Unbarded);
    let attacker = vec![force("a", vec![unit("foot", None, &swordsman(), 1), unit("rider", None, &bare, 1)], vec![])];
    let mut field = Field::new(attacker, bands(&[(&better, 1), (&better, 1)]), &places);
    let struck = blows(&field.turn(&[charge(1, 2, Gait::Run)]));
    assert!(field.position.touched(FigureId(1)));
    let first: Vec<_> = struck.iter().filter(|blow| blow.0 == 2 && blow.2 == Moment::Start).collect();
    assert_eq!(first, [&(2, 0, Moment::Start)]);
}

#[test]
fn mm_5_1_who_is_in_contact_cannot_be_shot() {
    // MM-5.1: in contact from the turn's start, at neither moment; come to contact in the turn, at half-move only; in no
    // contact, at both. The archer stands aside, and nobody is in his way.
    let (archer, man) = (sergeant(4, &[Weapon::Longbow]), sergeant(3, &[Weapon::Sword]));
    let moments = |foe: i32, charged: bool| {
        let units = vec![unit("man", None, &man, 1), unit("archer", None, &archer, 1)];
        let places = [up(0, 240, 160), up(1, 275, 125), down(2, 240, foe)];
        let defenders = vec![unit("foe", None, &man, 1)];
        let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", defenders, vec![])], &places);
        let mut orders = vec![shoot(1, 2)];
        orders.extend(charged.then(|| charge(0, 2, Gait::Run)));
        field.turn_with(&orders);
        shots(&field.events).into_iter().map(|(_, _, second)| second).collect::<Vec<bool>>()
    };
    assert!(moments(163, false).is_empty());
    assert_eq!(moments(180, true), [false]);
    assert_eq!(moments(180, false), [false, true]);
}

#[test]
fn mm_5_1_engines_do_not_shoot_at_who_is_in_contact() {
    // MM-5.1: one of its own side is in contact with the target from behind, or well past it.
    for (y, may) in [(103, false), (160, true)] {
        let mut places = row_up(0, 4, 200, 40);
        places.extend([down(4, 206, y), up(5, 206, 100)]);
        let forces = [vec![crew(4), band(&knifeman(), 1)], vec![band(&knifeman(), 1)]];
        let mut field = Field::with_gear(forces, [vec![first_served(Thing::Catapult, 1)], vec![]], None, &places);
        assert_eq!(field.turn_with(&[loose(0, Mark::Body(body(2)))]).is_empty(), may);
    }
}

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
fn mm_5_2_who_is_killed_by_an_earlier_blow_strikes_none() {
    // MM-5.2: the better man's blow falls first, and there is no other.
    let better = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let places = [up(0, 240, 160), down(1, 240, 163), down(2, 300, 300)];
    let mut field = Field::new(bands(&[(&better, 1)]), bands(&[(&swordsman(), 1), (&swordsman(), 1)]), &places);
    kill_with_the_first_blow(&mut field);
    assert_eq!(blows(&field.turn(&[])), [(0, 1, Moment::Start)]);
}

#[test]
fn mm_5_2_order_of_blows() {
    // MM-5.2, MM-6.2: each step decides where the ones before are equal.
    let tables = Tables::book();
    let of = |fighter: &Fighter| {
        let field = Field::duel(fighter, &sergeant(3, &[Weapon::Sword]), &[]);
        *field.position.figure(FigureId(0))
    };
    let plain = sergeant(3, &[Weapon::Sword]);
    let with = |change: &dyn Fn(&mut Fighter)| {
        let mut fighter = plain.clone();
        change(&mut fighter);
        of(&fighter)
    };
    let foe = of(&plain);
    let order = |figure, weapon, charging| blow_order(figure, &foe, weapon, charging, 0, &tables);
    let hurt_knight = with(&|fighter| {
        fighter.profile.class = Class::Knight;
        fighter.profile.grade = Grade::A;
        fighter.profile.horse = Horse::Unbarded;
        fighter.wounded = true;
    });
    let horse = with(&|fighter| {
        fighter.profile.horse = Horse::Unbarded;
        fighter.profile.grade = Grade::E;
    });
    let better = with(&|fighter| fighter.profile.grade = Grade::B);
    let noble = with(&|fighter| fighter.profile.class = Class::Knight);
    let rider = with(&|fighter| fighter.profile.horse = Horse::Unbarded);
    let sword = Weapon::Sword;
    assert!(order(&foe, sword, false) < order(&hurt_knight, Weapon::HeavyLance, true), "unwounded first");
    assert!(order(&horse, sword, true) < order(&better, sword, false), "charging horse before foot without pikes");
    assert!(order(&better, Weapon::Knife, false) < order(&foe, Weapon::Pike, false), "grade before length");
    assert!(order(&foe, Weapon::Spear, false) < order(&noble, sword, false), "length before class");
    assert!(order(&noble, sword, false) < order(&rider, sword, false), "class before height");
    assert!(order(&rider, sword, false) < order(&foe, sword, true), "height before the charge");
    assert!(order(&foe, sword, true) < order(&foe, sword, false), "the one charging last of all");
    let pike = of(&sergeant(3, &[Weapon::Pike]));
    let against_pike = blow_order(&horse, &pike, sword, true, 0, &tables);
    assert!(order(&foe, sword, false) < against_pike, "but not before pikes");
}

#[test]
fn mm_5_2_equal_blows_are_simultaneous() {
    // MM-5.2: both strike, and both fall.
    let man = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 163)]);
    field.dice.show(ATTACK, &[6, 6]);
    field.dice.show(DEFENCE, &[1, 1]);
    field.dice.show(WOUND, &[6, 6]);
    field.turn_with(&[]);
    assert!((0..2).all(|n| field.position.figure(FigureId(n)).state == State::Dead));
}

#[test]
fn mm_5_3_lengths() {
    // MM-5.3
    use Weapon::*;
    let tables = Tables::book();
    let longest_first: [&[Weapon]; 6] = [
        &[Pike],
        &[LightLance, HeavyLance],
        &[Spear, Bill, Halberd, Glaive],
        &[Javelin, Sword, TwoHandedClub, TwoHandedAxe],
        &[Axe, Mace, Maul],
        &[Knife, Dagger, Improvised],
    ];
    let lengths: Vec<Vec<u8>> =
        longest_first.iter().map(|row| row.iter().map(|&weapon| tables.melee.length_of(weapon)).collect()).collect();
    assert!(lengths.iter().all(|row| row.iter().all(|length| *length == row[0])));
    assert!(lengths.windows(2).all(|pair| pair[0][0] > pair[1][0]));
}

#[test]
fn mm_5_3_a_javelin_and_a_sword_are_of_one_length_and_who_has_thrown_the_one_draws_the_other() {
    // MM-5.3, MM-5.4: three javelins are thrown in two turns (MM-4.6). A sword is as long as a javelin, an axe shorter; only
    // who wears neither improvises.
    use Weapon::*;
    for (other, with_javelins, without) in
        [(Some(Sword), Sword, Sword), (Some(Axe), Javelin, Axe), (None, Javelin, Improvised)]
    {
        let carried: Vec<Weapon> = [Javelin].into_iter().chain(other).collect();
        let struck_with = |thrown: bool| {
            let places = [up(0, 240, 160), down(1, 240, 176), down(2, 300, 330)];
            let foes = bands(&[(&swordsman(), 1), (&swordsman(), 1)]);
            let mut field = Field::new(bands(&[(&sergeant(3, &carried), 1)]), foes, &places);
            if thrown {
                assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 2);
                assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 1);
            }
            let events = field.turn(&[charge(0, 1, Gait::Run)]);
            let weapon = events.iter().find_map(|event| match event {
                Event::Struck { by: FigureId(0), weapon, .. } => Some(*weapon),
                _ => None,
            });
            weapon.expect("he strikes")
        };
        assert_eq!([struck_with(false), struck_with(true)], [with_javelins, without], "javelin and {other:?}");
    }
}

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

#[test]
fn mm_5_4_foot_at_the_edge_of_woods_or_rough_against_horse_outside() {
    // MM-5.4: foot against horse in woods or rough +1, whichever of the two is in it.
    let rough = WOODS.replace("woods", "rough");
    for (things, counts) in [(WOODS, 1), (rough.as_str(), 1), ("", 0)] {
        let places = [up(0, 160, 158), down(1, 160, 162)];
        let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
        let mut field =
            on_ground(things, band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]), band_of(&[(&rider, 1)]), &places);
        let events = field.turn(&[]);
        let added = events.iter().find_map(|event| match event {
            Event::Struck { at: FigureId(0), defence, .. } => Some(defence.parts.iter().map(|part| part.value).sum()),
            _ => None,
        });
        assert_eq!(added, Some(counts), "{things}");
    }
}

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
fn mm_5_5_lances() {
    // MM-5.5, MM-6.3: only in the turn of the charge; a lancer who wounds a rider unhorses him, and his lance is broken.
    let mut field = Field::duel(
        &knight(Grade::C, Horse::Unbarded),
        &knight(Grade::C, Horse::Unbarded),
        &[up(0, 240, 120), down(1, 240, 180)],
    );
    field.dice.show(ATTACK, &[6]);
    field.dice.show(DEFENCE, &[1]);
    let stand = Decision::Answer { body: body(1), answer: Answer::Stand };
    let events = field.turn(&[charge(0, 1, Gait::Run), stand]);
    let weapons = |events: &[Event], whose: u16| -> Vec<Weapon> {
        let of = |event: &Event| match event {
            Event::Struck { by, weapon, .. } if by.0 == whose => Some(*weapon),
            _ => None,
        };
        events.iter().filter_map(of).collect()
    };
    assert_eq!(weapons(&events, 0), [Weapon::HeavyLance]);
    assert!(events.contains(&Event::LanceBroke { figure: FigureId(0) }));
    assert_eq!(field.position.figure(FigureId(0)).profile.weapons.lance, None, "there is none for another charge");
    assert!(events.contains(&Event::Fell { figure: FigureId(1), why: FallCause::Lance }));
    assert!(weapons(&events, 1).is_empty(), "he lies on the ground");
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::Unhorsed(report.men[1].man)));
    // What is left of it serves until he has drawn his sword (MM-3.6).
    assert_eq!(weapons(&field.turn(&[]), 0), [Weapon::Improvised, Weapon::Sword], "no lance without a charge");
    // Without another weapon, what is left of a broken lance is improvised.
    let bare = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::HeavyLance], Horse::Unbarded);
    let field = Field::duel(&bare, &bare, &[]);
    assert_eq!(field.position.weapon_in_use(field.position.figure(FigureId(0)), Moment::End), Weapon::Improvised);
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

#[test]
fn mm_5_6_who_may_strike_at_horses() {
    // MM-5.6: non-knights at horse or rider, knights at riders only.
    for (striker, struck_horse) in [(sergeant(3, &[Weapon::Sword]), true), (foot_knight(Grade::C), false)] {
        let mut field =
            Field::duel(&striker, &knight(Grade::C, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 163)]);
        let events = field.turn(&[Decision::Aim { body: body(0), horses: true }]);
        let horse = events.iter().find_map(|event| match event {
            Event::Struck { by: FigureId(0), horse, .. } => Some(*horse),
            _ => None,
        });
        assert_eq!(horse, Some(struck_horse));
    }
}

#[test]
fn mm_5_7_light_horse_strikes_to_the_rear_with_sword_spear_or_javelin_at_minus_2() {
    // MM-5.7: the enemy before him falls to his first blow, and the second goes behind him, if he has the weapon for it.
    let rear = |protection, weapon, horse| {
        let man = fighter(Class::Sergeant, Grade::B, protection, &[weapon], horse);
        let places = [up(0, 240, 160), down(1, 240, 163), up(2, 240, 157)];
        let mut field = Field::new(bands(&[(&man, 1)]), bands(&[(&peasant(&[]), 1), (&swordsman(), 1)]), &places);
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
        let mut field = Field::new(bands(&[(man, 3)]), bands(&[(&sergeant(1, &[Weapon::Sword]), 1)]), &places);
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

#[test]
fn mm_5_7_front_flank_and_rear() {
    // MM-5.7: whom a blow reaches, by weapon, from a facing that the turn's start does not change.
    let reaches = |man: &Fighter, x: i32, y: i32| {
        // A second enemy ahead keeps him facing forward.
        let target = sergeant(3, &[Weapon::Sword]);
        let places = [up(0, 240, 160), down(1, 240, 163), down(2, 240 + x, 160 + y)];
        let defenders = vec![unit("ahead", None, &peasant(&[]), 1), unit("aside", None, &target, 1)];
        let mut field = Field::new(
            vec![force("a", vec![unit("u", None, man, 1)], vec![])],
            vec![force("b", defenders, vec![])],
            &places,
        );
        // The one ahead dies at the first blow; the second goes to the other, if it reaches.
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[]);
        blows(&events).contains(&(0, 2, Moment::End))
    };
    let (flank, rear) = ((3, 0), (0, -3));
    let foot = |weapon| fighter(Class::Sergeant, Grade::B, 3, &[weapon], Horse::None);
    assert!(reaches(&foot(Weapon::Sword), flank.0, flank.1) && !reaches(&foot(Weapon::Sword), rear.0, rear.1));
    assert!(!reaches(&foot(Weapon::Pike), flank.0, flank.1));
    let horse = |protection| fighter(Class::Sergeant, Grade::B, protection, &[Weapon::Sword], Horse::Unbarded);
    assert!(reaches(&horse(3), rear.0, rear.1), "light horse strikes to the rear");
    assert!(!reaches(&horse(2), rear.0, rear.1));
}

#[test]
fn mm_5_7_rear_ranks_of_pikes() {
    // MM-5.7: second and third ranks in close order strike what the front rank touches; a fourth does not.
    let pike = sergeant(3, &[Weapon::Pike]);
    let pikes = unit("pikes", None, &pike, 4);
    let places = [up(0, 240, 166), up(1, 240, 163), up(2, 240, 160), up(3, 240, 157), down(4, 240, 169)];
    let foe = unit("foe", None, &sergeant(1, &[Weapon::Sword]), 1);
    let mut field = Field::new(vec![force("a", vec![pikes], vec![])], vec![force("b", vec![foe], vec![])], &places);
    let events = field.turn(&[]);
    let strikers: Vec<u16> =
        blows(&events).iter().filter(|blow| blow.2 == Moment::Start && blow.1 == 4).map(|blow| blow.0).collect();
    assert_eq!(strikers, [0, 1, 2]);
}

#[test]
fn mm_5_2_who_stands_higher_strikes_before_his_equal() {
    // MM-5.2: height, on a hill or a rampart as on horseback; whoever is first in the plan. On the flat they are equal.
    let hill = "[[area]]\nkind = \"hilltop\"\nlevel = 1\nedge = [[20, 20], [60, 20], [60, 40], [20, 40]]\n";
    for (things, lower_first) in [("", true), (hill, false)] {
        // The upper man's first blow kills: if it falls before the lower man's there is no other.
        for upper in [0, 1] {
            let (lower, upper) = (1 - upper, upper);
            let mut places = [up(0, 160, 78), down(1, 160, 81)];
            if upper == 0 {
                places = [down(0, 160, 81), up(1, 160, 78)];
            }
            let one = || band_of(&[(&swordsman(), 1)]);
            let mut field = on_ground(things, one(), one(), &places);
            let struck = blows(&field.turn(&[]));
            let first: Vec<u16> = struck.iter().map(|blow| blow.0).take(2).collect();
            let expected = if lower_first { [0, 1] } else { [upper, lower] };
            assert_eq!(first, expected, "{things}: {upper} is the upper");
        }
    }
}

#[test]
fn mm_5_4_who_was_kept_from_his_charge_by_its_test_does_not_strike_as_charging() {
    // MM-5.4, MM-2.3: peasants in a house without walls declare a charge, and are craven by it (MM-7.1); he whom they meant
    // counter-charges and comes to them, where they stay under cover (MM-7.4).
    let house = WOODS.replace("woods", "building");
    for (faces, charging) in [([3, 3, 3], false), ([4, 4, 4], true)] {
        let peasants = band_of(&[(&peasant(&[Weapon::Spear]), 1)]);
        let places = [up(0, 160, 156), down(1, 160, 184)];
        let mut field = on_ground(&house, peasants, band_of(&[(&swordsman(), 1)]), &places);
        field.dice.show(MORALE, &faces);
        let counter = Decision::Answer { body: body(1), answer: Answer::Counter };
        let events = field.turn(&[charge(0, 1, Gait::Run), counter]);
        let [attack, _] = parts_of_blow(&events, 0).expect("he strikes");
        assert_eq!(attack.iter().any(|(what, _)| what == "charging"), charging, "{faces:?}");
    }
}
