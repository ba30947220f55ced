//! The clauses of the man-to-man page on what follows a battle: sergeants recruited, peasants taken, grades down and up,
//! the score (MM-8.2, MM-8.3, MM-8.6, MM-8.7, MM-10.1, MM-10.4).

use crate::field::{Field, down, up};
use crate::rosters::{fighter, force, plan, unit};
use crate::support::{folder, march, open};
use banneret::app::{captives, organise};
use banneret::campaign::armies::Level;
use banneret::campaign::captivity::sergeants_to_recruit;
use banneret::rules::battle::{Deed, Fate, Fighter, Man, ManReport, Plan, Report, Standard};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{BySide, Class, Grade, Horse, Protection, Rank, Side};
use banneret::rules::man_to_man::grades::{Change, MayRise, changes};
use banneret::rules::man_to_man::points::of_man;
use banneret::rules::man_to_man::score::score;
use banneret::rules::man_to_man::{BodyId, Decision, Tables};

/// A die that always shows one face.
struct Always(u32);

impl Dice for Always {
    fn die(&mut self, _: &'static str, _: u32) -> u32 {
        self.0
    }
}

const MAY_RISE: MayRise = MayRise { sides: 6, at: 6 };

fn man(class: Class, grade: Grade) -> Fighter {
    fighter(class, grade, 3, &[], Horse::None)
}

/// A plan of the man in question against a knight of grade C, and the report of both.
fn after(fighter: &Fighter, fate: Fate, deeds: Vec<Deed>, winner: Option<Side>) -> (Plan, Report) {
    let own = match fighter.profile.class {
        Class::Knight => force("a", vec![], vec![fighter.clone()]),
        _ => force("a", vec![unit("u", None, fighter, 1)], vec![]),
    };
    let plan = plan(vec![own], vec![force("b", vec![], vec![man(Class::Knight, Grade::C)])], 1);
    let report = |man, side, fate, deeds| ManReport { man, side, fate, wounded: false, horse_lost: false, deeds };
    let men = vec![report(Man(1), Side::Attacker, fate, deeds), report(Man(2), Side::Defender, Fate::Unhurt, vec![])];
    (plan, Report { men, half_points: BySide::default(), winner, turns: None })
}

fn proposed(fighter: &Fighter, fate: Fate, deeds: Vec<Deed>, winner: Option<Side>, face: u32) -> Vec<Change> {
    let (plan, report) = after(fighter, fate, deeds, winner);
    changes(&plan, &report, MAY_RISE, &mut Always(face))
}

fn steps(changes: &[Change]) -> Vec<(Grade, Grade, &str)> {
    changes.iter().map(|change| (change.from, change.to, change.clause)).collect()
}

#[test]
fn mm_8_2_sergeants_alone_are_listed_to_be_recruited_half_of_them_and_a_grade_lower() {
    // MM-8.2: Estmark holds knights, peasants and six sergeants of one battle; three may join, and after one has, two.
    let folder = folder();
    let mut store = open(&march(&folder));
    let estmark = store.side_named("Estmark").expect("a side").id;
    let held = store.captives(false).expect("read").into_iter().map(|line| line.captive);
    let held: Vec<_> = held.filter(|captive| captive.holder_side == estmark).collect();
    let count = |class| held.iter().filter(|captive| captive.class == class).count();
    assert!(count(Class::Knight) > 0 && count(Class::Peasant) > 0 && count(Class::Sergeant) == 6);
    let may = captives::recruitable(&store, estmark).expect("they are listed");
    assert_eq!(may.iter().map(|captive| captive.class).collect::<Vec<_>>(), [Class::Sergeant; 3]);
    assert_eq!([0, 1, 5, 6, 7].map(|taken| sergeants_to_recruit(taken, 0, 2)), [0, 0, 2, 3, 3], "rounded down");
    let unit = {
        let army = store.army_named("Garrison of Marlstone").expect("an army").id;
        let tree = organise::tree(&store, army).expect("its tree");
        tree.iter().find(|part| part.level == Level::Unit).expect("a unit").id
    };
    captives::recruit(&mut store, &[may[0].id], unit).expect("he joins");
    assert_eq!(store.person(may[0].person).expect("he").profile.grade, may[0].grade.down());
    assert_eq!(captives::recruitable(&store, estmark).expect("they are listed").len(), 2);
    // Four of the five are freed: of those taken three may join, and one has; there is one left to ask.
    let left = held.iter().filter(|captive| captive.class == Class::Sergeant && captive.id != may[0].id);
    let freed: Vec<_> = left.map(|captive| captive.id).skip(1).collect();
    captives::free(&mut store, &freed).expect("they go");
    let asked = captives::recruitable(&store, estmark).expect("they are listed");
    assert_eq!(asked.iter().map(|captive| captive.class).collect::<Vec<_>>(), [Class::Sergeant]);
}

#[test]
fn mm_8_3_captured_peasants_go_to_e() {
    // MM-8.3, MM-8.6
    let captive = Fate::Captive { by: Some(Man(2)) };
    let changes = proposed(&man(Class::Peasant, Grade::C), captive, vec![], None, 1);
    assert_eq!(steps(&changes), [(Grade::C, Grade::E, "MM-8.6")]);
    assert!(proposed(&man(Class::Peasant, Grade::E), captive, vec![], None, 1).is_empty());
    assert!(proposed(&man(Class::Sergeant, Grade::C), captive, vec![], None, 1).is_empty());
}

#[test]
fn mm_8_6_down_a_grade() {
    // MM-8.6
    let knight = man(Class::Knight, Grade::C);
    let falls = |fighter: &Fighter, fate, deeds| steps(&proposed(fighter, fate, deeds, None, 1)).len();
    assert_eq!(falls(&knight, Fate::Fled, vec![]), 1);
    assert_eq!(falls(&man(Class::Sergeant, Grade::C), Fate::Fled, vec![]), 0, "knights only");
    assert_eq!(falls(&knight, Fate::Unhurt, vec![Deed::FailedToMeetCharge]), 1);
    assert_eq!(falls(&man(Class::Sergeant, Grade::C), Fate::Unhurt, vec![Deed::HurtCleric(Man(9))]), 1, "anyone");
    assert_eq!(falls(&knight, Fate::Dead, vec![Deed::FailedToMeetCharge]), 0, "the dead have no grade to lose");
    let both = proposed(&knight, Fate::Fled, vec![Deed::FailedToMeetCharge], None, 1);
    assert_eq!(steps(&both), [(Grade::C, Grade::D, "MM-8.6"), (Grade::D, Grade::E, "MM-8.6")]);
    let past = proposed(&man(Class::Knight, Grade::A.up()), Fate::Fled, vec![], None, 1);
    assert_eq!(steps(&past), [(Grade::A.up(), Grade::A, "MM-8.6")], "A1 falls to A");
}

#[test]
fn mm_8_7_up_a_grade_after_a_victory() {
    // MM-8.7, CP-7.5: a six rises; the rest are listed as they were.
    let fought = || vec![Deed::FoughtHandToHand];
    let (won, lost) = (Some(Side::Attacker), Some(Side::Defender));
    let sergeant = man(Class::Sergeant, Grade::C);
    let rises = |fighter: &Fighter, deeds, winner, face| {
        proposed(fighter, Fate::Unhurt, deeds, winner, face).iter().any(|change| change.to > change.from)
    };
    assert!(rises(&sergeant, fought(), won, 6) && !rises(&sergeant, fought(), won, 5));
    assert!(!rises(&sergeant, fought(), lost, 6) && !rises(&sergeant, vec![], won, 6));
    assert!(!rises(&sergeant, vec![Deed::FoughtHandToHand, Deed::MadeToFlee], won, 6));
    assert!(!rises(&man(Class::Sergeant, Grade::B), fought(), won, 6), "no sergeant above B (MM-1.1)");
    assert!(!rises(&man(Class::Peasant, Grade::C), fought(), won, 6), "no peasant above C (MM-1.1)");
    let listed = proposed(&sergeant, Fate::Unhurt, fought(), won, 2);
    assert_eq!((listed[0].from, listed[0].to, listed[0].face), (Grade::C, Grade::C, Some(2)));
}

#[test]
fn mm_8_7_a_knight_who_unhorsed_an_equal() {
    // MM-8.7: equal or better in grade and class, after any battle; past A to A1. The other is a knight of grade C.
    let lost = Some(Side::Defender);
    let unhorsed = |grade, rank, face| {
        let mut knight = man(Class::Knight, grade);
        knight.profile.rank = rank;
        proposed(&knight, Fate::Unhurt, vec![Deed::Unhorsed(Man(2))], lost, face)
            .iter()
            .any(|change| change.to == grade.up() && change.clause == "MM-8.7")
    };
    assert!(unhorsed(Grade::C, Rank::Knight, 6) && unhorsed(Grade::D, Rank::Knight, 6));
    assert!(!unhorsed(Grade::B, Rank::Knight, 6), "he was the better");
    assert!(!unhorsed(Grade::C, Rank::Baron, 6), "of lower class");
    assert!(!unhorsed(Grade::C, Rank::Knight, 5));
    assert!(Grade::A.up().allowed(Class::Knight));
}

#[test]
fn mm_8_7_captives_and_the_fled_earn_nothing_nor_does_a_sergeant_unhorsed() {
    // MM-8.7: who fought hand to hand in a victory, and was never made to flee; a knight who unhorsed an equal.
    let won = Some(Side::Attacker);
    let rises = |fighter: &Fighter, fate, deeds, face| {
        proposed(fighter, fate, deeds, won, face).iter().any(|change| change.to > change.from)
    };
    let sergeant = man(Class::Sergeant, Grade::C);
    let fates = [Fate::Unhurt, Fate::Wounded, Fate::Fled, Fate::Captive { by: Some(Man(2)) }, Fate::Dead];
    let rise = fates.map(|fate| rises(&sergeant, fate, vec![Deed::FoughtHandToHand], 6));
    assert_eq!(rise, [true, true, false, false, false]);
    for (class, may) in [(Class::Knight, true), (Class::Sergeant, false)] {
        let (mut plan, report) = after(&man(Class::Knight, Grade::C), Fate::Unhurt, vec![Deed::Unhorsed(Man(2))], won);
        plan.hosts.defender.forces[0].single[0].profile.class = class;
        let changes = changes(&plan, &report, MAY_RISE, &mut Always(6));
        assert_eq!(changes.iter().any(|change| change.to == Grade::B), may, "{class}");
    }
}

#[test]
fn mm_10_1_points_of_a_man() {
    // MM-10.1, each by itself on a peasant of grade E without protection, 1.
    let points = |change: &dyn Fn(&mut Fighter)| {
        let mut man = fighter(Class::Peasant, Grade::E, 4, &[], Horse::None);
        change(&mut man);
        of_man(&man.profile, &Tables::book()).value
    };
    let classes = [Class::Peasant, Class::Sergeant, Class::Knight, Class::Cleric];
    assert_eq!(classes.map(|class| points(&|man| man.profile.class = class)), [1, 3, 7, 9]);
    let grades = [Grade::E, Grade::D, Grade::C, Grade::B, Grade::A, Grade::A.up()];
    assert_eq!(grades.map(|grade| points(&|man| man.profile.grade = grade) - 1), [0, 2, 3, 4, 5, 5]);
    use Rank::{Baron, Count, Duke, Earl, King, Knight, Viscount};
    let ranks = [Knight, Baron, Viscount, Count, Earl, Duke, King];
    assert_eq!(ranks.map(|rank| points(&|man| man.profile.rank = rank) - 1), [0, 10, 20, 20, 20, 30, 50]);
    let protections = [1, 2, 3, 4].map(|number| Protection::new(number).expect("1 to 4"));
    assert_eq!(protections.map(|worn| points(&|man| man.profile.protection = worn) - 1), [5, 4, 2, 0]);
    let horses = [Horse::None, Horse::Unbarded, Horse::Barded];
    assert_eq!(horses.map(|horse| points(&|man| man.profile.horse = horse) - 1), [0, 5, 8]);
}

#[test]
fn mm_10_1_points_of_what_a_man_carries() {
    // MM-10.1: a peasant of grade E without protection is 1; handgun, crossbow, longbow, heavy lance 2, other weapon 1,
    // twelve missiles or three javelins 2; a shield is paid for with his protection.
    use banneret::rules::figure::Weapon::*;
    let points = |weapons: &[_]| {
        let fighter = fighter(Class::Peasant, Grade::E, 4, weapons, Horse::None);
        of_man(&fighter.profile, &Tables::book()).value - 1
    };
    assert_eq!([Handgun, Crossbow, Longbow].map(|weapon| points(&[weapon])), [4; 3]);
    assert_eq!([Shortbow, Sling].map(|weapon| points(&[weapon])), [3; 2]);
    assert_eq!([HeavyLance, LightLance, Pike, Sword, Knife].map(|weapon| points(&[weapon])), [2, 1, 1, 1, 1]);
    assert_eq!([points(&[Javelin]), points(&[Shield]), points(&[Sword, Shield])], [2, 0, 1]);
}

#[test]
fn mm_10_4_men_who_left_in_good_order_count_as_unhurt_or_wounded() {
    // MM-10.4: only who fled off the table counts nothing. A battle fought and its report give one score.
    for (wounded, points) in [(false, 16), (true, 8)] {
        let sergeant = Fighter { wounded, ..man(Class::Sergeant, Grade::C) };
        let mut field = Field::duel(&sergeant, &man(Class::Sergeant, Grade::C), &[up(0, 240, 4), down(1, 240, 160)]);
        field.turn(&[Decision::Withdraw { body: BodyId(0) }]);
        let report = field.position.report();
        assert_eq!((report.men[0].fate, report.men[0].wounded), (Fate::Withdrawn, wounded));
        assert_eq!(report.half_points, BySide { attacker: points, defender: 16 });
        let (plan, _) = after(&sergeant, Fate::Withdrawn, vec![], None);
        let own = Report { men: report.men[..1].to_vec(), ..report };
        assert_eq!(score(&plan, &own, &Tables::book()).0.attacker, points);
    }
}

#[test]
fn mm_10_4_the_score_of_a_report() {
    // MM-10.4: sergeants of grade C in protection 3 with nothing in their hands are 3 + 3 + 2 points each, and here two
    // for every half point; an army's standard taken is 300 (MM-8.8).
    let sergeant = man(Class::Sergeant, Grade::C);
    let captive = Fate::Captive { by: Some(Man(2)) };
    for (fate, deeds, points) in [
        (Fate::Unhurt, vec![], 16),
        (Fate::Wounded, vec![], 8),
        (captive, vec![], 8),
        (Fate::Dead, vec![], 0),
        (Fate::Fled, vec![], 0),
        (Fate::Withdrawn, vec![], 16),
        (Fate::Unhurt, vec![Deed::TookStandard(Standard::Army)], 16 + 600),
    ] {
        let (plan, mut report) = after(&sergeant, fate, deeds, None);
        let (scored, winner) = score(&plan, &report, &Tables::book());
        assert_eq!(scored.attacker, points, "{fate:?}");
        // A knight of grade C in protection 3: 7 + 3 + 2.
        assert_eq!(scored.defender, 24);
        assert_eq!(winner, Some(if points > 24 { Side::Attacker } else { Side::Defender }));
        report.men[1].fate = Fate::Dead;
        let (_, winner) = score(&plan, &report, &Tables::book());
        assert_eq!(winner, (points > 0).then_some(Side::Attacker), "higher score wins, equal ones nobody's");
    }
}
