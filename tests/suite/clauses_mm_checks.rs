//! Why morale is tested and what counts in it, what prisoners may expect, grades lost at once, standards, and the score of
//! those in flight (MM-6.1, MM-7.1 to MM-7.3, MM-7.6, MM-8.1, MM-8.6, MM-8.8, MM-10.4).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fighter, Force, Standard};
use banneret::rules::explain::Sum;
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::Game;
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed};
use banneret::rules::man_to_man::morale::{Test, morale_parts, morale_result};
use banneret::rules::man_to_man::state::{Mount, StandardAt, State};
use banneret::rules::man_to_man::{Answer, Decision, Event, FigureId, Gait, Illegal, Tables};

fn swordsman() -> Fighter {
    sergeant(3, &[Weapon::Sword])
}

fn archer() -> Fighter {
    sergeant(4, &[Weapon::Longbow])
}

fn units(of: &[(&Fighter, usize)]) -> Force {
    force("the band", of.iter().map(|&(man, count)| unit("the men", None, man, count)).collect(), vec![])
}

fn has(events: &[Event], whose: u16, cause: Cause) -> bool {
    tests(events).iter().any(|(body, causes, _)| *body == whose && causes.contains(&cause))
}

// ---- MM-6.1 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_6_1_a_man_and_his_horse_are_wounded_each_for_himself() {
    // MM-6.1: horses likewise: the rider's wound is not the horse's first, nor the horse's his; a second of its own kills.
    let rider = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Sword], Horse::Unbarded);
    let mut field = Field::duel(&archer(), &rider, &[up(0, 240, 160), down(1, 240, 184)]);
    for (horses, dead) in [(false, false), (true, false), (true, true)] {
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.turn(&[Decision::Shoot { body: body(0), at: body(1), horses }]);
        let hit = field.position.figure(FigureId(1));
        assert!(hit.wounded && hit.state != State::Dead);
        assert_eq!((hit.horse_wounded, hit.mount == Mount::Dead), (horses, dead));
    }
}

// ---- MM-7.1 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_7_1_under_half_strength_a_man_wounded_is_a_cause() {
    // MM-7.1: each time a man is hit, killed or not.
    let places = [up(0, 240, 160), down(1, 236, 190), down(2, 240, 190), down(3, 244, 190)];
    let mut field = Field::new(vec![units(&[(&archer(), 1)])], vec![units(&[(&swordsman(), 3)])], &places);
    field.dice.show(TO_HIT, &[1, 1, 1, 1, 1, 1]);
    field.dice.show(WOUND, &[6, 6, 1]);
    assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty(), "two of three left");
    field.turn(&[shoot(0, 1)]);
    let events = field.turn(&[shoot(0, 1)]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: false, .. })), "{events:#?}");
    assert_eq!(tests(&events)[0].1, [Cause::UnderHalf], "one man left, and he is wounded");
}

#[test]
fn mm_7_1_a_units_own_leader_killed() {
    // MM-7.1, MM-7.6: the unit tests; it is leaderless unless the leader of its force has joined it.
    let leaderless = |quarters: i32| {
        let commander = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
        let foot = unit("foot", Some(commander), &swordsman(), 3);
        let places = [
            up(0, 240, 160),
            down(1, 240, 190),
            down(2, 243, 190),
            down(3, 246, 190),
            down(4, 249, 190),
            down(5, 249 + quarters, 190),
        ];
        let host = force("b", vec![foot], vec![foot_knight(Grade::A)]);
        let mut field = Field::new(vec![units(&[(&archer(), 1)])], vec![host], &places);
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.figure(FigureId(1)).state, State::Dead, "the commander is shot");
        assert!(has(&events, 1, Cause::LeaderLost), "{:?}", tests(&events));
        parts_of(&events, 1).iter().any(|(what, _)| what == "leaderless")
    };
    assert!(!leaderless(8) && leaderless(9));
}

// ---- MM-7.2 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_7_2_an_enemy_in_flight_near() {
    // MM-7.2: within 15 in of a single knight; a unit does not test for it.
    let near = |lone: bool, quarters: i32| {
        let mut host = units(&[(&swordsman(), 1)]);
        if lone {
            host.single.push(foot_knight(Grade::C))
        } else {
            host.units.push(unit("near", None, &swordsman(), 1))
        }
        let places = [up(0, 240, 160), up(1, 240 + quarters, 163), down(2, 240, 163)];
        let mut field = Field::new(vec![host], vec![units(&[(&swordsman(), 1)])], &places);
        // The first to test is resolute, his enemy flees.
        field.dice.show(MORALE, &[4, 4, 3, 1, 1, 1]);
        let events = field.turn(&[]);
        assert!(field.position.body(body(2)).fleeing(), "{events:#?}");
        has(&events, 1, Cause::EnemyFlees)
    };
    assert!(near(true, 60) && !near(true, 61) && !near(false, 60));
}

#[test]
fn mm_7_2_only_friends_of_his_class_count_for_a_knight() {
    // MM-7.2: three knights lost near him are a cause, three sergeants are not.
    let lost = |friend: &Fighter| {
        let mut host = force("b", vec![], vec![fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None)]);
        match friend.profile.class {
            Class::Knight => host.single.extend(vec![friend.clone(); 3]),
            _ => host.units.extend(vec![unit("near", None, friend, 1); 3]),
        }
        let knight = if friend.profile.class == Class::Knight { 3 } else { 6 };
        let near: Vec<u16> = (3..7).filter(|&figure| figure != knight).collect();
        let mut places = vec![up(0, 236, 160), up(1, 240, 160), up(2, 244, 160), down(knight, 240, 210)];
        places.extend(near.iter().zip([237, 240, 243]).map(|(&figure, x)| down(figure, x, 190)));
        let archers = (0..3).map(|_| unit("a", None, &archer(), 1)).collect();
        let mut field = Field::new(vec![force("a", archers, vec![])], vec![host], &places);
        field.dice.show(TO_HIT, &[1, 1, 1, 1, 1, 1]);
        let events = field.turn(&[shoot(0, near[0]), shoot(1, near[1]), shoot(2, near[2])]);
        has(&events, knight, Cause::FriendsLost)
    };
    assert!(lost(&fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None)));
    assert!(!lost(&sergeant(4, &[Weapon::Sword])));
}

#[test]
fn mm_7_2_three_friends_of_his_class_fled() {
    // MM-7.2: killed, wounded or fled, within 6 in. Three knights shot at from behind flee; the fourth stands by.
    for (fled, cause) in [(2, false), (3, true)] {
        let knight = fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None);
        let archers: Vec<_> = (0..fled).map(|_| unit("a", None, &archer(), 1)).collect();
        let count = archers.len() as u16;
        let mut places: Vec<Placed> = (0..count).map(|n| up(n, 236 + 4 * i32::from(n), 160)).collect();
        places.extend((0..count).map(|n| up(count + n, 236 + 4 * i32::from(n), 190)));
        places.push(down(2 * count, 240, 210));
        let knights = vec![knight.clone(); usize::from(count) + 1];
        let mut field = Field::new(vec![force("a", archers, vec![])], vec![force("b", vec![], knights)], &places);
        field.dice.show(MORALE, &[1, 1, 1].repeat(usize::from(count)));
        let orders: Vec<Decision> = (0..count).map(|n| shoot(n, count + n)).collect();
        let events = field.turn(&orders);
        let flee = (0..count).all(|n| field.position.body(body(count + n)).fleeing());
        assert!(flee, "{events:#?}");
        assert_eq!(has(&events, 2 * count, Cause::FriendsLost), cause, "{fled}: {:?}", tests(&events));
    }
}

#[test]
fn mm_7_2_who_moves_is_not_shot_at_halted() {
    // MM-7.2: shot at while halted, from the second turn of it.
    let mut field = Field::duel(&archer(), &foot_knight(Grade::C), &[up(0, 240, 160), down(1, 240, 240)]);
    for _ in 0..3 {
        let events = field.turn(&[march(1, Heading::DOWN, 2, Gait::Walk), shoot(0, 1)]);
        assert!(!shots(&events).is_empty() && tests(&events).is_empty(), "{events:#?}");
    }
    field.turn(&[shoot(0, 1)]);
    assert!(has(&field.turn(&[shoot(0, 1)]), 1, Cause::ShotAtHalted));
}

// ---- MM-7.3 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_7_3_every_modifier_of_the_test() {
    // MM-7.3, each by itself on a sergeant of grade C, for whom neither class nor grade counts.
    let sum = |change: &dyn Fn(&mut Test)| {
        let mut test = Test::plain(Class::Sergeant, Grade::C);
        change(&mut test);
        let mut sum = Sum::default();
        morale_parts(&test, &Tables::book(), &mut sum);
        sum.0
    };
    assert_eq!(sum(&|_| ()), 0);
    assert_eq!([Class::Knight, Class::Peasant].map(|class| sum(&|test| test.class = class)), [1, -1]);
    let grades = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];
    assert_eq!(grades.map(|grade| sum(&|test| test.grade = grade)), [2, 1, 0, -1, -2]);
    assert_eq!(sum(&|test| test.supported = true), 1);
    assert_eq!(sum(&|test| test.enemies_fleeing = 2), 2, "each enemy fleeing");
    assert_eq!(sum(&|test| test.close_order = true), 1);
    assert_eq!(sum(&|test| (test.class, test.close_order) = (Class::Knight, true)), 1, "knights gain nothing by it");
    assert_eq!(sum(&|test| test.isolated = true), -1);
    assert_eq!(sum(&|test| test.friends_fleeing = 2), -2, "each friend fleeing");
    assert_eq!(sum(&|test| test.quarters_hit = 3), -3, "each full quarter of the unit");
    assert_eq!(sum(&|test| test.fleeing = true), -1);
    assert_eq!(sum(&|test| test.leaderless = true), -1);
    assert_eq!(sum(&|test| test.hit_in_melee = true), -1);
    assert_eq!(sum(&|test| test.standard_lost = true), -1);
    assert_eq!(sum(&|test| test.commander_lost = true), -1);
    assert_eq!(sum(&|test| test.leader_near = true), 1);
    assert_eq!(sum(&|test| test.secure_flanks = 2), 2, "each secure flank");
    let results = [13, 12, 9, 8, 7, 6].map(|total| morale_result(total, &Tables::book()));
    use MoraleResult::*;
    assert_eq!(results, [Bold, Resolute, Resolute, Craven, Craven, Recreant]);
}

// ---- MM-7.6 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_7_6_four_knights_are_company_and_three_are_not() {
    // MM-7.6: isolated: no friendly unit, or four knights, within 24 in.
    let isolated = |knights: u16| {
        let mut host = units(&[(&swordsman(), 1)]);
        host.single = vec![foot_knight(Grade::C); usize::from(knights)];
        let mut places = vec![up(0, 240, 160)];
        places.extend((1..=knights).map(|n| up(n, 312, 140 + 8 * i32::from(n))));
        places.push(down(knights + 1, 240, 163));
        let mut field = Field::new(vec![host], vec![units(&[(&swordsman(), 1)])], &places);
        parts_of(&field.turn(&[]), 0).iter().any(|(what, _)| what == "isolated")
    };
    assert!(isolated(3) && !isolated(4));
}

#[test]
fn mm_7_6_who_flees_is_no_company() {
    // MM-7.6: no friendly unit, not fleeing or falling back, within 24 in. The first to test flees, or stands.
    for (faces, isolated) in [([1, 1, 1], true), ([4, 4, 3], false)] {
        let man = swordsman();
        let places = [up(0, 240, 160), up(1, 320, 160), down(2, 240, 163), down(3, 320, 163)];
        let hosts = [units(&[(&man, 1), (&man, 1)]), units(&[(&man, 1), (&man, 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[]);
        assert_eq!(tests(&events)[0].0, 0);
        assert_eq!(parts_of(&events, 1).iter().any(|(what, _)| what == "isolated"), isolated);
    }
}

#[test]
fn mm_7_6_who_fights_supports_nobody() {
    // MM-7.6: supported: a friendly unit, not in melee, within 10 in and facing alike.
    for (far, supported) in [(3, false), (80, true)] {
        let man = swordsman();
        let places = [up(0, 240, 160), up(1, 270, 160), down(2, 240, 163), down(3, 270, 160 + far)];
        let hosts = [units(&[(&man, 1), (&man, 1)]), units(&[(&man, 1), (&man, 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        let events = field.turn(&[]);
        assert_eq!(parts_of(&events, 0).iter().any(|(what, _)| what == "supported"), supported);
    }
}

// ---- MM-8.1 ---------------------------------------------------------------------------------------------------------

/// A captor among prisoners, at places in quarter inches from him, with clerics of his own and of theirs at others.
fn prisoners(at: &[(i32, i32)], own_cleric: Option<i32>, their_cleric: Option<i32>) -> Field {
    let cleric = || fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let clerics = |at: Option<i32>| at.iter().map(|_| cleric()).collect::<Vec<_>>();
    let count = at.len();
    let captors = force("a", vec![unit("captor", None, &swordsman(), 1)], clerics(own_cleric));
    let theirs = vec![unit("others", None, &swordsman(), 1), unit("captives", None, &sergeant(3, &[]), count)];
    let captives = force("b", theirs, clerics(their_cleric));
    let mut places = vec![up(0, 240, 160)];
    places.extend(own_cleric.map(|x| up(1, 240 + x, 164)));
    let first = places.len() as u16;
    places.push(down(first, 240, 340));
    places.extend((first + 1..).zip(at).map(|(figure, &(x, y))| down(figure, 240 + x, 160 + y)));
    places.extend(their_cleric.map(|x| down(first + 1 + count as u16, 240 + x, 164)));
    let mut field = Field::new(vec![captors], vec![captives], &places);
    field.turn(&[Decision::Yield { body: body(first + 1) }]);
    field
}

fn slain(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Slain { by: FigureId(0), .. })).count()
}

const SLAY: Decision = Decision::Slay { body: banneret::rules::man_to_man::BodyId(0) };

#[test]
fn mm_8_1_one_figure_kills_up_to_three_in_contact_in_a_full_turn() {
    // MM-8.1
    let around = [(-3, 4), (0, 4), (3, 4), (0, -4)];
    assert_eq!(slain(&prisoners(&around, None, None).turn(&[SLAY])), 3, "the fourth must wait");
    let mut two = prisoners(&[(0, 4), (3, 4), (18, 4)], None, None);
    assert_eq!(slain(&two.turn(&[SLAY])), 2, "the third is out of reach");
    let walk = march(0, Heading::DOWN, 2, Gait::Walk);
    assert_eq!(prisoners(&around, None, None).turn_with(&[SLAY, walk]), [walk], "it takes the whole turn");
}

#[test]
fn mm_8_1_who_fights_kills_no_prisoners() {
    // MM-8.1: it takes a full turn in contact with them, and an enemy is upon him.
    let captors = force("a", vec![unit("captor", None, &swordsman(), 1)], vec![]);
    let theirs = vec![unit("others", None, &swordsman(), 1), unit("captives", None, &sergeant(3, &[]), 1)];
    let places = [up(0, 240, 160), down(1, 240, 163), down(2, 236, 160)];
    let mut field = Field::new(vec![captors], vec![force("b", theirs, vec![])], &places);
    field.turn(&[Decision::Yield { body: body(2) }]);
    assert!(matches!(field.position.figure(FigureId(2)).state, State::Yielded { .. }));
    assert_eq!(field.position.check(Side::Attacker, &SLAY), Err(Illegal::InMelee));
}

#[test]
fn mm_8_1_the_captors_cleric_binds_him_within_15_inches() {
    // MM-8.1: wherever the captor's cleric is within 15 in.
    let may = |own, theirs| prisoners(&[(0, 4)], own, theirs).position.check(Side::Attacker, &SLAY);
    assert_eq!(may(Some(60), None), Err(Illegal::NobodyToSlay));
    assert_eq!(may(Some(61), None), Ok(()));
    assert_eq!(may(None, Some(60)), Ok(()), "the captives' cleric binds nobody");
}

// ---- MM-8.6 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_8_6_a_knight_whose_morale_fails_before_contact_loses_a_grade() {
    // MM-8.6: by a morale result before contact. Charged from behind he tests (MM-7.2): 2 + 2 + 3 and a knight's 1 is
    // craven, 4 + 4 + 3 is bold and he meets the charge.
    for (faces, grade) in [([2, 2, 3], Grade::D), ([4, 3, 3], Grade::C)] {
        let mut field = Field::duel(&swordsman(), &foot_knight(Grade::C), &[up(0, 240, 160), up(1, 240, 190)]);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(tests(&events)[0].1, [Cause::FromBehind]);
        assert_eq!(field.position.figure(FigureId(1)).grade, grade);
    }
}

#[test]
fn mm_8_6_only_knights_lose_a_grade_by_evading() {
    // MM-8.6: a knight failing to meet a charge.
    let mut field = Field::duel(&swordsman(), &swordsman(), &[up(0, 240, 160), down(1, 240, 190)]);
    field.turn(&[charge(0, 1, Gait::Run), Decision::Answer { body: body(1), answer: Answer::Evade }]);
    assert_eq!(field.position.figure(FigureId(1)).grade, Grade::C);
    assert!(!field.position.report().men[1].deeds.contains(&Deed::FailedToMeetCharge));
}

// ---- MM-8.8 ---------------------------------------------------------------------------------------------------------

/// A bearer shot dead from afar, with a man of another unit 3 in from him.
fn bearer_shot() -> (Field, Vec<Event>) {
    bearer_shot_near(12)
}

/// The same with the man so many quarter inches from him.
fn bearer_shot_near(quarters: i32) -> (Field, Vec<Event>) {
    let mut bearer = sergeant(4, &[Weapon::Sword]);
    bearer.standard = Some(Standard::Battle);
    let places = [up(0, 240, 160), down(1, 240, 190), down(2, 240, 190 + quarters)];
    let mut field =
        Field::new(vec![units(&[(&archer(), 1)])], vec![units(&[(&bearer, 1), (&swordsman(), 1)])], &places);
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[6]);
    field.dice.show("MM-8.8 standard", &[1]);
    let events = field.turn(&[shoot(0, 1)]);
    assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{events:#?}");
    (field, events)
}

#[test]
fn mm_8_8_who_shoots_a_bearer_does_not_take_his_standard() {
    // MM-8.8: it falls.
    let (field, events) = bearer_shot();
    let standard = Standard::Battle;
    assert!(events.contains(&Event::StandardFell { side: Side::Defender, standard, at: field.at(1) }));
    assert_eq!(field.position.standards()[0].place, StandardAt::Ground(field.at(1)));
}

#[test]
fn mm_8_8_half_a_move_to_pick_a_standard_up() {
    // MM-8.8: with the other half, at protection 3, he walks 4½ in.
    let pick_up = Decision::PickUp { body: body(2) };
    let (mut field, _) = bearer_shot();
    let before = field.at(2);
    assert_eq!(field.turn_with(&[pick_up, march(2, Heading::UP, 4, Gait::Walk)]), []);
    assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(2)));
    assert_eq!(field.at(2).distance(before), 4 * INCH);
    let (mut field, _) = bearer_shot();
    field.turn_with(&[pick_up, march(2, Heading::UP, 9, Gait::Walk)]);
    assert!(field.at(2).distance(before) <= 9 * INCH / 2, "not a whole move as well");
}

#[test]
fn mm_8_8_a_standard_is_picked_up_from_half_a_move_off_and_not_in_a_melee() {
    // MM-8.8: half of the 9 in of foot at protection 3 is 4½ in.
    let pick_up = Decision::PickUp { body: body(2) };
    for (quarters, may) in [(18, true), (19, false)] {
        let (mut field, _) = bearer_shot_near(quarters);
        assert_eq!(field.turn_with(&[pick_up]).is_empty(), may, "{quarters}");
    }
    let (mut field, _) = bearer_shot();
    field.turn(&[charge(0, 2, Gait::Run)]);
    assert!(field.position.touched(FigureId(2)));
    assert_eq!(field.turn_with(&[pick_up]), [pick_up]);
}

#[test]
fn mm_8_8_a_bearer_who_yields_gives_his_standard_up() {
    // MM-8.8: taken, and 50 points for a force's at the end.
    let bearer = Fighter { standard: Some(Standard::Force), ..swordsman() };
    let places = [up(0, 240, 160), down(1, 240, 176), down(2, 240, 340)];
    let defender = units(&[(&bearer, 1), (&swordsman(), 1)]);
    let mut field = Field::new(vec![units(&[(&swordsman(), 1)])], vec![defender], &places);
    let before = field.position.report().half_points.attacker;
    field.turn(&[Decision::Yield { body: body(1) }]);
    assert_eq!(field.position.standards()[0].place, StandardAt::Carried(FigureId(0)));
    let report = field.position.report();
    assert!(report.men[0].deeds.contains(&Deed::TookStandard(Standard::Force)));
    assert_eq!(report.half_points.attacker - before, 2 * 50);
}

// ---- MM-10.4 --------------------------------------------------------------------------------------------------------

#[test]
fn mm_10_4_who_flees_counts_half_while_on_the_table_and_then_nothing() {
    // MM-10.4: a sergeant C at protection 4 with a sword is 7 points, 14 half points.
    let man = sergeant(4, &[Weapon::Sword]);
    let places = [up(0, 240, 160), up(1, 240, 190), down(2, 20, 190)];
    let mut field = Field::new(vec![units(&[(&archer(), 1)])], vec![units(&[(&man, 1), (&man, 1)])], &places);
    let defender = |field: &Field| field.position.report().half_points.defender;
    assert_eq!(defender(&field), 28);
    field.dice.show(MORALE, &[1; 90]);
    field.turn(&[shoot(0, 1)]);
    assert!(field.position.body(body(1)).fleeing());
    assert_eq!(defender(&field), 14 + 7);
    for _ in 0..20 {
        field.turn(&[]);
    }
    assert_eq!(field.position.figure(FigureId(1)).state, State::Fled);
    assert_eq!(defender(&field), 14);
}
