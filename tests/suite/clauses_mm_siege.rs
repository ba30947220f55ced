//! The rolls of siege gear, engines and fire, clause by clause: worked values, and every fall of the dice against the
//! exact odds (MM-4.9 to MM-4.12, MM-9.1 to MM-9.5), and what gear and works cost (MM-10.2, MM-10.3).

use banneret::cli::odds::{Odds, run};
use banneret::rules::dice::Dice;
use banneret::rules::explain::Sum;
use banneret::rules::gear::{Machine, Material, Piece, Spares, Thing, Work, Works};
use banneret::rules::man_to_man::Tables;
use banneret::rules::man_to_man::gear::fire::{Tinder, burns_for, roll_fight_fire, roll_light};
use banneret::rules::man_to_man::gear::machines::{Built, hits_to_wreck, machine_range, roll_machine};
use banneret::rules::man_to_man::gear::points::{of_piece, of_works};
use banneret::rules::man_to_man::gear::siege::*;
use banneret::rules::man_to_man::ground::BarrierKind;
use banneret::rules::man_to_man::shooting::Range;
use banneret::rules::odds;
use serde_json::Value;

fn answer(question: Odds) -> Value {
    run(question).expect("the question is a good one").0
}

fn exact(question: Odds, outcome: &str) -> String {
    answer(question)["exact"][outcome].as_str().expect("the outcome is there").to_owned()
}

fn machine(weapon: &str, distance: &str) -> Odds {
    let own = str::to_owned;
    Odds::Shoot { weapon: own(weapon), distance: own(distance), protection: own("4"), cover: own("none") }
}

/// Dice that show the faces of a list, in turn.
struct Faces<'a>(&'a [u32], usize);

impl Dice for Faces<'_> {
    fn die(&mut self, _roll: &'static str, _sides: u32) -> u32 {
        self.1 += 1;
        self.0[self.1 - 1]
    }
}

/// Rolls every pair of faces of two dice, and counts those that succeed.
fn every_pair(sides: u32, mut roll: impl FnMut(&mut Faces) -> bool) -> u128 {
    let pairs = (1..=sides).flat_map(|a| (1..=sides).map(move |b| [a, b]));
    pairs.filter(|faces| roll(&mut Faces(faces, 0))).count() as u128
}

fn percents(value: &Value) -> Vec<(&str, i64)> {
    let parts = value["parts"].as_array().expect("a list");
    parts.iter().map(|part| (part["clause"].as_str().expect("text"), part["value"].as_i64().expect("number"))).collect()
}

#[test]
fn worked_ram_and_axes() {
    // MM-9.2: two men, second turn: 19 %. MM-9.4: two men, third turn: 20 %.
    let ram = answer(Odds::Ram { men: 2, turn: 2 });
    assert_eq!(ram["exact"]["success"], "19/100");
    assert_eq!(ram["outcomes"]["success"].as_f64(), Some(0.19));
    assert_eq!(percents(&ram), [("MM-9.2", 14), ("MM-9.2", 5)]);
    let axes = answer(Odds::Axes { men: 2, turn: 3 });
    assert_eq!(axes["exact"]["success"], "20/100");
    assert_eq!(percents(&axes), [("MM-9.4", 20)]);
}

#[test]
fn ladders_by_men_on_them_and_under_them() {
    // MM-9.1: 30 % a man pushing, −5 % for each man on it or holding it.
    for (men, on, holding, cases) in
        [(1, 0, 0, "30/100"), (2, 0, 0, "60/100"), (2, 3, 2, "35/100"), (1, 4, 2, "0/100"), (1, 6, 2, "0/100")]
    {
        assert_eq!(exact(Odds::Ladder { men, on, holding }, "success"), cases);
    }
    for (men, holding) in [(0, 0), (3, 0), (1, 3)] {
        assert!(run(Odds::Ladder { men, on: 0, holding }).is_err());
    }
}

#[test]
fn mm_9_1_no_more_than_two_push_and_two_hold() {
    // MM-9.1
    let percent = |pushers, on_it, holding| {
        let mut sum = Sum::default();
        ladder_parts(&LadderPush { pushers, on_it, holding }, &Tables::book(), &mut sum);
        sum.0
    };
    assert_eq!([1, 2, 3, 9].map(|pushers| percent(pushers, 0, 0)), [30, 60, 60, 60]);
    assert_eq!([1, 2, 3, 9].map(|holding| percent(2, 0, holding)), [55, 50, 50, 50]);
    assert_eq!(percent(2, 3, 2), 60 - 5 * (3 + 2));
}

#[test]
fn rams_by_men_and_turns() {
    // MM-9.2: from two men to ten, 7 % each and 5 % for each turn before.
    assert_eq!(exact(Odds::Ram { men: 10, turn: 1 }, "success"), "70/100");
    assert_eq!(exact(Odds::Ram { men: 10, turn: 9 }, "success"), "100/100");
    for (men, turn) in [(1, 1), (11, 1), (2, 0)] {
        assert!(run(Odds::Ram { men, turn }).is_err());
    }
}

#[test]
fn axes_do_nothing_at_first() {
    // MM-9.4
    assert_eq!(exact(Odds::Axes { men: 2, turn: 1 }, "success"), "0/100");
    assert_eq!(exact(Odds::Axes { men: 1, turn: 2 }, "success"), "5/100");
    assert!(run(Odds::Axes { men: 3, turn: 2 }).is_err());
}

#[test]
fn walls_picked_through_and_oil() {
    // MM-9.3, MM-9.5
    assert_eq!(exact(Odds::Pick, "success"), "40/100");
    assert_eq!(exact(Odds::Oil, "success"), "10/100");
}

#[test]
fn engines_hit_on_five_with_their_bands_alone() {
    // MM-4.9: 5 or less, 10/36; 2 more at short and at long range, 3/36; molten lead on 7 or less.
    for (weapon, distance, cases) in [
        ("catapult", "medium", "10/36"),
        ("engine", "8", "10/36"),
        ("catapult", "long", "3/36"),
        ("bombard", "short", "3/36"),
        ("bombard", "20", "10/36"),
        ("bombard", "20.1", "3/36"),
        ("rock", "2", "10/36"),
        ("dropped-oil", "medium", "10/36"),
        ("lead", "1", "21/36"),
    ] {
        assert_eq!(exact(machine(weapon, distance), "hit"), cases, "{weapon} at {distance}");
    }
    // MM-4.7: a catapult shoots at nothing nearer than 8 in, nothing reaches past 40, nothing is dropped past 2.
    for (weapon, distance) in
        [("catapult", "7.9"), ("catapult", "short"), ("bombard", "40.1"), ("rock", "2.1"), ("lead", "long")]
    {
        assert!(run(machine(weapon, distance)).is_err(), "{weapon} at {distance}");
    }
    let tables = Tables::book();
    assert!(machine_range(tables.gear.of(Machine::Catapult), 64 * 64 * 63).is_none());
}

#[test]
fn mm_4_7_the_reach_of_engines_bombards_and_what_is_dropped() {
    // MM-4.7: the last inch of each band, and past it; what is dropped has no band (MM-4.9) and falls on nothing past 2 in.
    let tables = Tables::book();
    let at = |machine, quarters: i64| machine_range(tables.gear.of(machine), (16 * quarters).pow(2));
    let (short, medium, long) = (Some(Range::Short), Some(Range::Medium), Some(Range::Long));
    let quarters = [0, 31, 32, 33, 80, 81, 160, 161];
    assert_eq!(quarters.map(|far| at(Machine::Catapult, far)), [None, None, medium, medium, medium, long, long, None]);
    assert_eq!(quarters.map(|far| at(Machine::Bombard, far)), [short, short, short, medium, medium, long, long, None]);
    for dropped in [Machine::Rock, Machine::Oil, Machine::Lead] {
        assert_eq!([0, 4, 8, 9].map(|far| at(dropped, far).is_some()), [true, true, true, false], "{dropped:?}");
    }
}

#[test]
fn mm_4_10_hits_that_open_what_stands_on_the_ground() {
    // MM-4.10: timber, gate and door 3, light stone and house 5, castle wall 10.
    use BarrierKind::*;
    let hits = |kind| Tables::book().ground.row(kind).hits;
    assert_eq!([TimberWall, Gate, Door, Portcullis, Drawbridge].map(hits), [3; 5]);
    assert_eq!([LightStoneWall, HighWall, House].map(hits), [5; 3]);
    assert_eq!(hits(CastleWall), 10);
    assert_eq!([Hedge, Fence, DryWall, LowWall].map(hits), [0; 4], "which are no cover to open");
}

#[test]
fn fires_are_lit_and_fought() {
    // MM-4.11: timber on 1, straw on 4 or less. MM-4.12: 2 or less, −1 a man after the first and a bucket.
    let fire = |at: &str| exact(Odds::Fire { at: at.to_owned() }, "burns");
    assert_eq!((fire("timber"), fire("straw")), ("1/6".to_owned(), "4/6".to_owned()));
    let fight = |men, buckets| exact(Odds::FightFire { men, buckets }, "success");
    assert_eq!((fight(1, 0), fight(3, 2)), ("1/36".to_owned(), "15/36".to_owned()));
    assert!(run(Odds::FightFire { men: 0, buckets: 1 }).is_err());
    let tables = Tables::book();
    assert_eq!((burns_for(Tinder::Straw, &tables), burns_for(Tinder::Timber, &tables)), (3, 9));
}

#[test]
fn every_fall_of_the_dice_is_in_the_odds() {
    // MM-4.9, MM-4.11, MM-4.12, MM-9.1 to MM-9.5: the odds re-run the roll; here every pair of faces is told to it.
    let tables = Tables::book();
    for percent in 0..=101 {
        let rolls: [fn(i32, &mut Faces) -> Hundred; 5] = [
            |percent, dice| roll_ladder(percent, dice),
            |percent, dice| roll_ram(percent, dice),
            |percent, dice| roll_pick(percent, dice),
            |percent, dice| roll_axes(percent, dice),
            |percent, dice| roll_oil(percent, dice),
        ];
        for roll in rolls {
            assert_eq!(every_pair(10, |dice| roll(percent, dice).success), percent.min(100) as u128);
        }
        let odds = odds::Odds::of(|dice: &mut dyn Dice| roll_ram(percent, dice).success).expect("few paths");
        assert_eq!((odds.count(&true), odds.whole), (percent.min(100) as u128, 100));
    }
    // 00 reads as 100: it succeeds at 100 % alone.
    assert_eq!(roll_ram(99, &mut Faces(&[10, 10], 0)).total, 100);
    for (machine, need) in [(Machine::Catapult, 5), (Machine::Rock, 5), (Machine::Oil, 5), (Machine::Lead, 7)] {
        for added in [0, 2] {
            let told = every_pair(6, |dice| roll_machine(machine, added, &tables, dice).hit);
            let counted = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b + added)).filter(|&sum| sum <= need).count();
            let odds = odds::Odds::of(|dice: &mut dyn Dice| roll_machine(machine, added, &tables, dice).hit);
            assert_eq!((told, odds.expect("few").count(&true)), (counted as u128, counted as u128));
        }
    }
    for added in -10..=0 {
        let told = every_pair(6, |dice| roll_fight_fire(added, &tables, dice).1);
        let odds = odds::Odds::of(|dice: &mut dyn Dice| roll_fight_fire(added, &tables, dice).1).expect("few");
        assert_eq!(told, odds.count(&true));
    }
    for (what, faces) in [(Tinder::Timber, 1), (Tinder::Straw, 4)] {
        let burns = (1..=6).filter(|&face| roll_light(what, &tables, &mut Faces(&[face], 0)).1).count();
        assert_eq!(burns, faces);
    }
}

#[test]
fn parts_sum_to_what_is_rolled_against() {
    // MM-9.1, MM-9.2
    let tables = Tables::book();
    let push = LadderPush { pushers: 2, on_it: 1, holding: 1 };
    let mut sum = Sum::default();
    ladder_parts(&push, &tables, &mut sum);
    assert_eq!(sum, Sum(60 - 5 - 5));
    let mut ram = Sum::default();
    ram_parts(1, 4, &tables, &mut ram);
    assert_eq!(ram, Sum(0), "one man alone cannot swing a ram");
}

#[test]
fn hits_that_wreck_and_breach() {
    // MM-4.10
    let tables = Tables::book();
    let counts = [Built::Timber, Built::LightStone, Built::Castle].map(|built| hits_to_wreck(built, &tables));
    assert_eq!(counts, [3, 5, 10]);
}

#[test]
fn gear_costs_what_the_book_says() {
    // MM-10.2
    let tables = Tables::book();
    let one = |thing| of_piece(&Piece::of(thing, 1, None), &tables).value;
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
    let sow = Piece { holds: Some(Thing::Ram), ..Piece::of(Thing::Sow, 1, None) };
    assert_eq!(of_piece(&sow, &tables).value, 22);
    let spares = Spares { javelins: 50, rounds: 2, others: 0 };
    let wagon = Piece { animals: 4, spares, ..Piece::of(Thing::Wagon, 1, None) };
    assert_eq!(of_piece(&wagon, &tables).value, 10 + 12 + 17 * 2 + 6);
}

#[test]
fn works_cost_what_the_book_says() {
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
fn lists_of_gear_and_works_are_read_as_people_write_them() {
    // MM-10.2, MM-10.3
    let gear = Thing::list("12 stakes, 2 ladders; catapult, 2 cauldrons of lead").expect("a good list");
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
