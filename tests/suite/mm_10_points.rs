//! Points (MM-10).

use crate::bands::{archer, band_of, man_of, report_after};
use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fate, Fighter, Man, Report, Standard};
use banneret::rules::figure::{BySide, Class, Grade, Horse, Protection, Rank, Side, Weapon};
use banneret::rules::gear::{GearPiece, Material, Spares, Thing, Work, Works};
use banneret::rules::man_to_man::gear::points::{of_piece, of_works};
use banneret::rules::man_to_man::points::of_man;
use banneret::rules::man_to_man::score::score;
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{BodyId, Decision, FigureId, Phase, Tables};

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
fn mm_10_2_gear_costs_what_the_book_says() {
    // MM-10.2
    let tables = Tables::book();
    let one = |thing| of_piece(&GearPiece::of(thing, 1, None), &tables).value;
    for (thing, points) in [
        (Thing::Pavise, 2),
        (Thing::FireMissile, 1),
        (Thing::FlintAndSteel, 5),
        (Thing::Faggot, 1),
        (Thing::Stake, 1),
        (Thing::Bucket, 1),
        (Thing::Wagon, 10),
        (Thing::DraughtAnimal, 3),
        (Thing::Sow, 12),
        (Thing::Ram, 10),
        (Thing::Pick, 10),
        (Thing::Ladder, 2),
        (Thing::OilCauldron, 6),
        (Thing::LeadCauldron, 6),
        (Thing::Rock, 1),
        (Thing::BombardRound, 3),
        (Thing::Catapult, 20),
        (Thing::Bombard, 30),
        (Thing::Tower, 50),
    ] {
        assert_eq!(one(thing), points, "{thing}");
    }
    // A sow with its ram; a wagon, four animals, fifty javelins by threes and two rounds.
    let sow = GearPiece { holds: Some(Thing::Ram), ..GearPiece::of(Thing::Sow, 1, None) };
    assert_eq!(of_piece(&sow, &tables).value, 22);
    let spares = Spares { javelins: 50, rounds: 2, others: 0 };
    let wagon = GearPiece { animals: 4, spares, ..GearPiece::of(Thing::Wagon, 1, None) };
    assert_eq!(of_piece(&wagon, &tables).value, 10 + 12 + 17 * 2 + 6);
}

#[test]
fn mm_10_2_lists_of_gear_and_works_are_read_as_people_write_them() {
    // MM-10.2, MM-10.3
    let gear = Thing::list("12 stakes, 2 ladders; catapult, 2 cauldrons of lead").expect("a good list");
    let gear: Vec<(u16, Thing)> = gear.iter().map(|&(count, brought)| (count, brought.thing)).collect();
    assert_eq!(gear, [(12, Thing::Stake), (2, Thing::Ladder), (1, Thing::Catapult), (2, Thing::LeadCauldron)]);
    let works = Works::list("stone keep, 24 in of wooden curtain, portcullis, wet moat").expect("a good list");
    let read: Vec<_> = works.iter().map(|works| (works.work, works.material, works.count)).collect();
    assert_eq!(
        read,
        [
            (Work::Keep, Material::Stone, 1),
            (Work::Curtain, Material::Wood, 24),
            (Work::Portcullis, Material::Stone, 1),
            (Work::WetMoat, Material::Stone, 12)
        ]
    );
    let refused = Thing::list("3 elephants").expect_err("no such gear").to_string();
    assert!(refused.contains("elephant") && refused.contains("siege tower"), "{refused}");
}

#[test]
fn mm_10_3_works_cost_what_the_book_says() {
    // MM-10.3
    let tables = Tables::book();
    let cost = |work, material, count| of_works(&[Works { work, material, count }], &tables).value;
    for (work, wood, stone) in
        [(Work::Keep, 250, 625), (Work::LargeTower, 50, 125), (Work::SmallTurret, 30, 75), (Work::Gatehouse, 100, 250)]
    {
        assert_eq!((cost(work, Material::Wood, 1), cost(work, Material::Stone, 1)), (wood, stone), "{work}");
    }
    assert_eq!((cost(Work::Curtain, Material::Wood, 12), cost(Work::Curtain, Material::Stone, 12)), (50, 125));
    assert_eq!(cost(Work::Curtain, Material::Stone, 36), 375);
    // An inch over costs its share, rounded up: 13 × 50 / 12 = 54⅙.
    assert_eq!(cost(Work::Curtain, Material::Wood, 13), 55);
    assert_eq!((cost(Work::WetMoat, Material::Stone, 12), cost(Work::DryMoat, Material::Stone, 12)), (40, 20));
    assert_eq!(cost(Work::Drawbridge, Material::Stone, 1) + cost(Work::Portcullis, Material::Stone, 1), 30);
}

#[test]
fn mm_10_4_men_who_left_in_good_order_count_as_unhurt_or_wounded() {
    // MM-10.4: only who fled off the table counts nothing. A battle fought and its report give one score.
    for (wounded, points) in [(false, 16), (true, 8)] {
        let sergeant = Fighter { wounded, ..man_of(Class::Sergeant, Grade::C) };
        let mut field = Field::duel(&sergeant, &man_of(Class::Sergeant, Grade::C), &[up(0, 240, 4), down(1, 240, 160)]);
        field.turn(&[Decision::Withdraw { body: BodyId(0) }]);
        let report = field.position.report();
        assert_eq!((report.men[0].fate, report.men[0].wounded), (Fate::Withdrawn, wounded));
        assert_eq!(report.half_points, BySide { attacker: points, defender: 16 });
        let (plan, _) = report_after(&sergeant, Fate::Withdrawn, vec![], None);
        let own = Report { men: report.men[..1].to_vec(), ..report };
        assert_eq!(score(&plan, &own, &Tables::book()).0.attacker, points);
    }
}

#[test]
fn mm_10_4_the_score_of_a_report() {
    // MM-10.4: sergeants of grade C in protection 3 with nothing in their hands are 3 + 3 + 2 points each, and here two
    // for every half point; an army's standard taken is 300 (MM-8.8).
    let sergeant = man_of(Class::Sergeant, Grade::C);
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
        let (plan, mut report) = report_after(&sergeant, fate, deeds, None);
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

#[test]
fn mm_10_4_who_flees_counts_half_while_on_the_table_and_then_nothing() {
    // MM-10.4: a sergeant C at protection 4 with a sword is 7 points, 14 half points.
    let man = sergeant(4, &[Weapon::Sword]);
    let places = [up(0, 240, 160), up(1, 240, 190), down(2, 20, 190)];
    let mut field = Field::new(vec![band_of(&[(&archer(), 1)])], vec![band_of(&[(&man, 1), (&man, 1)])], &places);
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

#[test]
fn mm_10_4_the_score() {
    // MM-10.4: unhurt full, wounded half, yielded half, dead nothing. A sergeant C at protection 4 with a sword is 7.
    let man = sergeant(4, &[Weapon::Sword]);
    let mut wounded = man.clone();
    wounded.wounded = true;
    let units = |count| vec![unit("u", None, &man, count)];
    let field = Field::new(
        vec![force("a", units(2), vec![])],
        vec![force("b", vec![unit("u", None, &wounded, 2)], vec![])],
        &[],
    );
    let points = field.position.report().half_points;
    assert_eq!((points.attacker, points.defender), (2 * 2 * 7, 2 * 7));
    let mut field = Field::duel(&man, &man, &[up(0, 240, 160), down(1, 240, 166)]);
    field.turn_with(&[Decision::Yield { body: body(1) }]);
    let report = field.position.report();
    assert_eq!(report.half_points.defender, 7);
    assert_eq!(report.men[1].fate, Fate::Captive { by: Some(report.men[0].man) });
    assert_eq!(report.winner, Some(Side::Attacker));
    assert_eq!(field.position.phase(), Phase::Over);
}

#[test]
fn mm_10_4_a_score_is_told_with_the_winners_first() {
    use banneret::rules::battle::score_in_words;
    use banneret::rules::figure::{BySide, Side};
    let score = BySide { attacker: 121, defender: 1206 };
    assert_eq!(score_in_words(Some(Side::Defender), &score), "603 points to 60½");
    assert_eq!(score_in_words(Some(Side::Attacker), &score), "60½ points to 603");
    assert_eq!(score_in_words(None, &score), "60½ points to 603");
}
