//! The clauses of the man-to-man page on shooting and melee (MM-4, MM-5), and on their place in a turn (MM-2).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fighter};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{FallCause, Moment, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::gear::state::Task;
use banneret::rules::man_to_man::melee::blow_order;
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal, Tables};

// ---- MM-2 -----------------------------------------------------------------------------------------------------------

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
    // MM-2.4: two who charge in mail, nine inches from two who counter-charge in mail; an inch is left between each pair
    // after half a move each. The first of the charging side comes to contact, then the first who counter-charges at the
    // second pair, before the second of the charging side does.
    let man = sergeant(2, &[Weapon::Sword]);
    let pair = |name: &str| vec![unit(name, None, &man, 1), unit("other", None, &man, 1)];
    let (ours, theirs) = (force("a", pair("one"), vec![]), force("b", pair("one"), vec![]));
    let places = [up(0, 200, 160), up(1, 400, 160), down(2, 200, 196), down(3, 400, 196)];
    let mut field = Field::new(vec![ours], vec![theirs], &places);
    let counter = |who| Decision::Answer { body: body(who), answer: Answer::Counter };
    let charges = [charge(0, 2, Gait::Run), charge(1, 3, Gait::Run), counter(2), counter(3)];
    let events = field.turn(&charges);
    let steps = events.iter().filter_map(|event| match event {
        Event::Moved { body, why: Why::Onset, .. } => Some(body.0),
        _ => None,
    });
    assert_eq!(steps.collect::<Vec<_>>(), [0, 1, 2, 3, 0, 3]);
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

// ---- MM-4 -----------------------------------------------------------------------------------------------------------

#[test]
fn mm_4_1_order_of_shooting() {
    // MM-4.1: higher grade first; bow before crossbow; wounded after unwounded (MM-6.2); second shots last.
    let archer = |grade, weapon| fighter(Class::Sergeant, grade, 4, &[weapon], Horse::None);
    let mut hurt = archer(Grade::B, Weapon::Longbow);
    hurt.wounded = true;
    let units = vec![
        unit("crossbow", None, &archer(Grade::C, Weapon::Crossbow), 1),
        unit("bow", None, &archer(Grade::C, Weapon::Longbow), 1),
        unit("better", None, &archer(Grade::B, Weapon::Longbow), 1),
        unit("hurt", None, &hurt, 1),
    ];
    let target = unit("target", None, &sergeant(4, &[]), 1);
    let places = [up(0, 220, 160), up(1, 230, 160), up(2, 250, 160), up(3, 260, 160), down(4, 240, 200)];
    let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![target], vec![])], &places);
    let events = field.turn(&[shoot(0, 4), shoot(1, 4), shoot(2, 4), shoot(3, 4)]);
    let order: Vec<(u16, bool)> = shots(&events).into_iter().map(|(by, _, second)| (by, second)).collect();
    assert_eq!(order, [(2, false), (1, false), (0, false), (3, false), (2, true), (1, true), (3, true)]);
}

#[test]
fn mm_4_1_equal_shots_are_simultaneous() {
    // MM-4.1: both shoot and both die.
    let archer = sergeant(4, &[Weapon::Longbow]);
    let mut field = Field::duel(&archer, &archer, &[up(0, 240, 160), down(1, 240, 180)]);
    field.dice.show(TO_HIT, &[1, 1, 1, 1]);
    field.dice.show(WOUND, &[6, 6]);
    field.turn_with(&[shoot(0, 1), shoot(1, 0)]);
    assert!((0..2).all(|n| field.position.figure(FigureId(n)).state == State::Dead));
}

#[test]
fn mm_4_2_a_first_shot_is_at_half_move() {
    // MM-4.2, MM-4.4: the charger is shot at where he is half-way, though he is in contact at the end.
    let (archer, man) = (sergeant(4, &[Weapon::Longbow]), sergeant(3, &[Weapon::Sword]));
    let mut field = Field::duel(&man, &archer, &[up(0, 240, 160), down(1, 240, 196)]);
    let events = field.turn(&[charge(0, 1, Gait::Run), shoot(1, 0)]);
    let inches: Vec<(i32, bool)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { inches, second, .. } => Some((*inches, *second)),
            _ => None,
        })
        .collect();
    assert_eq!(inches, [(4, false)], "one shot at half-way, none in contact (MM-5.1)");
}

#[test]
fn mm_4_2_who_changes_weapons_shoots_the_first_at_half_move_and_the_second_at_the_end() {
    // MM-4.2: of a longbow and a sword, the bow laid aside is shot at half-move; taken up again, at the end; no crossbow.
    for (weapon, moments) in [(Weapon::Longbow, [Some(false), Some(true)]), (Weapon::Crossbow, [None, None])] {
        let shooter = sergeant(4, &[weapon, Weapon::Sword]);
        let mut field = Field::duel(&shooter, &sergeant(1, &[]), &[up(0, 240, 160), down(1, 240, 184)]);
        for (missiles, moment) in [(false, moments[0]), (true, moments[1])] {
            let change = Decision::Task { body: body(0), task: Task::Change { missiles } };
            field.turn_with(&[change, shoot(0, 1)]);
            let shot = shots(&field.events).first().map(|&(_, _, second)| second);
            assert_eq!(shot, moment, "{weapon}, missiles {missiles}");
            assert_eq!(field.position.figure(FigureId(0)).missile_in_hand, missiles);
            let again = field.position.check_task(body(0), &Task::Change { missiles });
            assert_eq!(again, Err(Illegal::NoChange));
        }
    }
}

#[test]
fn mm_4_3_arc() {
    // MM-4.3: 45° either side for archers on foot, all round for horse archers.
    let at = |x: i32, y: i32, horse: Horse| {
        let archer = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Shortbow], horse);
        let mut field = Field::duel(&archer, &sergeant(4, &[]), &[up(0, 240, 160), down(1, 240 + x, 160 + y)]);
        field.turn_with(&[shoot(0, 1)]).is_empty()
    };
    assert!(at(30, 30, Horse::None) && !at(31, 30, Horse::None) && !at(0, -30, Horse::None));
    assert!(at(31, 30, Horse::Unbarded) && at(0, -30, Horse::Unbarded));
}

#[test]
fn mm_4_4_a_shooter_takes_one_target_a_turn() {
    // MM-4.4: both shots of a longbow go at the same man of three, though the first missed him.
    let (archer, man) = (sergeant(4, &[Weapon::Longbow]), sergeant(4, &[]));
    let places = [up(0, 240, 160), down(1, 236, 184), down(2, 240, 184), down(3, 244, 184)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![unit("men", None, &man, 3)], vec![])],
        &places,
    );
    field.dice.show(TO_HIT, &[6, 6, 6, 6]);
    let shots = shots(&field.turn(&[shoot(0, 1)]));
    assert_eq!(shots.len(), 2);
    assert_eq!(shots[0].1, shots[1].1);
}

#[test]
fn mm_4_4_horse_or_rider_is_named() {
    // MM-4.4
    for horses in [false, true] {
        let archer = sergeant(4, &[Weapon::Longbow]);
        let mut field = Field::duel(&archer, &knight(Grade::A, Horse::Unbarded), &[up(0, 240, 160), down(1, 240, 184)]);
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses }]);
        let target = field.position.figure(FigureId(1));
        assert_eq!((target.horse_wounded, target.wounded), (horses, !horses));
    }
}

#[test]
fn mm_4_5_friends_in_the_way() {
    // MM-4.5: one friend within 2 in may be shot past, two may not, nor one further off.
    // Guns never shoot over friends.
    let man = sergeant(3, &[Weapon::Sword]);
    let with = |weapon: Weapon, friends: &[i32]| {
        let archer = sergeant(4, &[weapon]);
        let mut units = vec![unit("archer", None, &archer, 1)];
        units.extend(friends.iter().map(|_| unit("friend", None, &man, 1)));
        let mut places = vec![up(0, 240, 160)];
        places.extend((1..).zip(friends).map(|(n, &y)| up(n, 240, 160 + y)));
        places.push(down(1 + friends.len() as u16, 240, 210));
        let mut field = Field::new(
            vec![force("a", units, vec![])],
            vec![force("b", vec![unit("t", None, &man, 1)], vec![])],
            &places,
        );
        field.turn_with(&[shoot(0, 1 + friends.len() as u16)]).is_empty()
    };
    let can = |friends: &[i32]| with(Weapon::Longbow, friends);
    assert!(can(&[]) && can(&[4]) && can(&[8]));
    assert!(!can(&[4, 8]), "two deep");
    assert!(!can(&[20]), "further off");
    assert!(with(Weapon::Crossbow, &[4]));
    assert!(with(Weapon::Handgun, &[]) && !with(Weapon::Handgun, &[4]));
}

#[test]
fn mm_4_6_ammunition_runs_out() {
    // MM-4.6: three javelins, twelve of everything else.
    for (weapon, carried) in [
        (Weapon::Javelin, 3),
        (Weapon::Longbow, 12),
        (Weapon::Shortbow, 12),
        (Weapon::Sling, 12),
        (Weapon::Crossbow, 12),
        (Weapon::Handgun, 12),
    ] {
        let man = sergeant(4, &[weapon]);
        let field = Field::duel(&man, &man, &[]);
        assert_eq!(field.position.figure(FigureId(0)).ammunition, carried, "{weapon}");
    }
    let man = sergeant(4, &[Weapon::Javelin]);
    let mut field = Field::duel(&man, &sergeant(4, &[]), &[up(0, 240, 160), down(1, 240, 180)]);
    assert_eq!(shots(&field.turn(&[shoot(0, 1)])).len(), 2);
    field.turn_with(&[shoot(0, 1)]);
    assert_eq!(shots(&field.events).len(), 1);
    assert_eq!(field.turn_with(&[shoot(0, 1)]).len(), 1, "none left");
}

#[test]
fn mm_4_7_ranges() {
    // MM-4.7
    use banneret::rules::man_to_man::shooting::Range;
    let tables = Tables::book();
    for (weapon, bands) in [
        (Weapon::Javelin, [Some(3), Some(6), None]),
        (Weapon::Shortbow, [Some(5), Some(10), Some(20)]),
        (Weapon::Sling, [Some(5), Some(10), Some(20)]),
        (Weapon::Longbow, [Some(8), Some(16), Some(40)]),
        (Weapon::Crossbow, [Some(10), Some(20), Some(40)]),
        (Weapon::Handgun, [Some(3), Some(6), Some(20)]),
    ] {
        let row = tables.shooting.of(weapon).expect("it is a missile weapon");
        let at = |sixty_fourths: i64| Range::of(row, sixty_fourths * sixty_fourths);
        for (inches, band) in bands.into_iter().zip([Range::Short, Range::Medium, Range::Long]) {
            let Some(inches) = inches else { continue };
            assert_eq!(at(inches * i64::from(INCH)), Some(band), "{weapon} at {inches}");
            assert_ne!(at(inches * i64::from(INCH) + 1), Some(band), "{weapon} past {inches}");
        }
        assert_eq!(at(i64::from(row.reach() * INCH) + 1), None);
    }
}

// ---- MM-5 -----------------------------------------------------------------------------------------------------------

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
    let order = |figure, weapon, charging| blow_order(figure, &foe, weapon, charging, &tables);
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
    let against_pike = blow_order(&horse, &pike, sword, true, &tables);
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
    assert_eq!(field.position.figure(FigureId(0)).arms.lance, None, "there is none for another charge");
    assert!(events.contains(&Event::Fell { figure: FigureId(1), why: FallCause::Lance }));
    assert!(weapons(&events, 1).is_empty(), "he lies on the ground");
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::Unhorsed(report.men[1].man)));
    assert!(weapons(&field.turn(&[]), 0).iter().all(|&weapon| weapon == Weapon::Sword), "no lance without a charge");
    // Without another weapon, what is left of a broken lance is improvised.
    let bare = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::HeavyLance], Horse::Unbarded);
    let field = Field::duel(&bare, &bare, &[]);
    assert_eq!(field.position.weapon_in_use(field.position.figure(FigureId(0))), Weapon::Improvised);
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
    let rides = |weapon, count: u16, downed: usize| {
        let defenders = vec![unit("foot", None, &sergeant(4, &[weapon]), 7)];
        let mut places: Vec<Placed> = (0..count).map(|n| up(n, 240 + 4 * i32::from(n), 120)).collect();
        places.extend((0..7).map(|n| down(count + n, 238 + 3 * i32::from(n), 180)));
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
    assert!(!rides(Weapon::Sword, 4, 2), "a gap of two");
    assert!(rides(Weapon::Sword, 4, 3), "a gap of three");
    assert!(!rides(Weapon::Longbow, 4, 1), "in open order, but not every enemy in contact is beaten");
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
