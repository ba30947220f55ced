//! What engines and what is dropped hit, what stands against them, and fire (MM-4.9 to MM-4.12).

use crate::bands::bands;
use crate::field::*;
use crate::gear_field::{
    CASTLE, FIRST_THING, TO_HIT_ENGINE, at_work, band, burns, crew, exact_odds, first_served, knifeman, loose, men,
    open_pieces, piece, row_down, row_up, task,
};
use crate::rosters::{fighter, force, plan, unit};
use banneret::cli::odds::{Odds, run};
use banneret::rules::battle::{Fighter, Man};
use banneret::rules::dice::Dice;
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::gear::{GearPiece, Machine, Thing};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::Placed;
use banneret::rules::man_to_man::gear::fire::{Tinder, burns_for, roll_fight_fire, roll_light};
use banneret::rules::man_to_man::gear::machines::{hits_to_wreck, machine_range, roll_machine};
use banneret::rules::man_to_man::gear::siege::*;
use banneret::rules::man_to_man::gear::state::{Burning, Lies, Mark, Task, ThingId};
use banneret::rules::man_to_man::ground::BarrierKind;
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Cover, Decision, Event, FigureId, Gait, Illegal, Tables};
use banneret::rules::odds;

fn machine(weapon: &str, distance: &str) -> Odds {
    let own = str::to_owned;
    let (weapon, distance, weather) = (own(weapon), own(distance), own("fair"));
    Odds::Shoot { weapon, distance, protection: own("4"), cover: own("none"), weather }
}

#[test]
fn mm_4_9_engines_hit_on_five_with_their_bands_alone() {
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
        assert_eq!(exact_odds(machine(weapon, distance), "hit"), cases, "{weapon} at {distance}");
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

#[test]
fn mm_4_9_every_fall_of_the_dice_is_in_the_odds() {
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
fn mm_4_10_hits_add_up_at_one_place() {
    // MM-4.10: three open the palisade; two here and one well aside do not.
    let mut field = at_work(crew(4), (40, 40), vec![first_served(Thing::Bombard, 1)], CASTLE);
    let [here, aside] = [9, 14].map(|x| piece(&field, BarrierKind::TimberWall, x, 30));
    for mark in [here, here, aside, here] {
        assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 0);
        field.dice.show("MM-4.9 to hit", &[1, 1]);
        field.turn(&[loose(0, Mark::Piece(mark))]);
        field.turn(&[]);
    }
    assert!(field.position.land().stands_open(here) && !field.position.land().stands_open(aside));
    assert_eq!(open_pieces(&field, BarrierKind::TimberWall), 2, "a breach of 2 in");
}

#[test]
fn mm_4_10_three_hits_wreck_a_wagon() {
    // MM-4.10
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 40, 300));
    let wagon = GearPiece { at: Some((q(200, 100), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, None) };
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![wagon]];
    let mut field = Field::with_gear([vec![crew(4)], vec![band(&knifeman(), 4)]], gear, None, &places);
    for hit in 1..=3 {
        field.dice.show(TO_HIT_ENGINE, &[1, 1]);
        field.turn(&[loose(0, Mark::Gear(ThingId(1)))]);
        let lies = field.position.train().gear[1].lies;
        assert_eq!(lies, if hit == 3 { Lies::Wrecked } else { Lies::Standing });
        field.turn(&[]);
    }
}

#[test]
fn mm_4_10_three_hits_wreck_a_pavise_of_a_row() {
    // MM-4.10: the enemy sets two pavises; the third hit wrecks one, and the sixth the other.
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 112));
    let pavises = GearPiece::of(Thing::Pavise, 2, Some(Man(5)));
    let gear = [vec![first_served(Thing::Catapult, 1)], vec![pavises]];
    let mut field = Field::with_gear([vec![crew(4)], vec![band(&knifeman(), 4)]], gear, None, &places);
    field.turn(&[task(1, Task::Plant(ThingId(1)))]);
    for hit in 1..=6 {
        field.dice.show(TO_HIT_ENGINE, &[1, 1]);
        field.turn(&[loose(0, Mark::Gear(ThingId(1)))]);
        let row = field.position.train().gear[1];
        let standing = if row.lies == Lies::Wrecked { 0 } else { row.set };
        assert_eq!(standing, 2 - hit / 3, "after {hit}");
        field.turn(&[]);
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
fn mm_4_10_hits_that_wreck_and_breach() {
    // MM-4.10
    let tables = Tables::book();
    let hits = |kind| tables.ground.row(kind).hits;
    let counts = [hits_to_wreck(&tables), hits(BarrierKind::LightStoneWall), hits(BarrierKind::CastleWall)];
    assert_eq!(counts, [3, 5, 10]);
}

#[test]
fn mm_4_10_stones_breach_walls_and_wreck_gates() {
    // MM-4.10: a gate at the third hit, a castle's wall at the tenth, by 2 in.
    for (kind, x, hits, opened) in [(BarrierKind::Gate, 50, 3, 4), (BarrierKind::CastleWall, 40, 10, 2)] {
        let mut places = row_up(0, 4, 4 * x - 6, 120);
        places.extend(row_down(4, 2, 40, 320));
        let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
        let mut field =
            Field::with_gear(forces, [vec![first_served(Thing::Bombard, 1)], vec![]], Some(CASTLE), &places);
        let at = piece(&field, kind, x, 50);
        for hit in 1..=hits {
            assert_eq!(open_pieces(&field, kind), 0);
            field.dice.show("MM-4.9 to hit", &[1, 1]);
            field.turn(&[loose(0, Mark::Piece(at))]);
            if hit < hits {
                field.turn(&[]);
            }
        }
        assert!(open_pieces(&field, kind) >= opened, "{kind}");
    }
}

#[test]
fn mm_4_10_hits_on_a_gate_add_up_wherever_it_is_hit() {
    // MM-4.10: three hits wreck the thing, which a gate is as a whole.
    let places = [row_up(0, 4, 194, 120), row_down(4, 2, 40, 320)].concat();
    let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
    let mut field = Field::with_gear(forces, [vec![first_served(Thing::Bombard, 1)], vec![]], Some(CASTLE), &places);
    let parts = [49, 50, 51].map(|x| piece(&field, BarrierKind::Gate, x, 50));
    assert!(parts[0] != parts[1] && parts[1] != parts[2]);
    for (n, part) in parts.into_iter().enumerate() {
        assert_eq!(open_pieces(&field, BarrierKind::Gate), 0, "{n} hits");
        field.dice.show("MM-4.9 to hit", &[1, 1]);
        field.turn(&[loose(0, Mark::Piece(part))]);
        field.turn(&[]);
    }
    assert!(open_pieces(&field, BarrierKind::Gate) >= 4);
}

#[test]
fn mm_4_11_what_burns_out_is_destroyed() {
    // MM-4.11: an inch of the palisade burns nine turns, and is a gap.
    let mut field = at_work(men(2, &[Weapon::Sword]), (40, 116), vec![first_served(Thing::FlintAndSteel, 1)], CASTLE);
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.dice.show("MM-4.11 fire", &[1]);
    field.turn(&[task(0, Task::Torch(Mark::Piece(at)))]);
    field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    for turn in 3..=9 {
        assert!(!field.position.land().stands_open(at), "turn {turn}");
        field.turn(&[]);
    }
    assert!(field.position.land().stands_open(at));
    assert!(field.position.train().blaze(Burning::Piece(at)).is_none());
}

#[test]
fn mm_4_11_only_where_the_campaign_allows_fire() {
    // MM-4.11: fire missiles and torches; and what is not lit is not shot.
    use banneret::rules::game::NullSink;
    use banneret::rules::man_to_man::{Position, Tables};
    use std::collections::BTreeMap;
    let bows = force("band", vec![unit("men", None, &sergeant(4, &[Weapon::Longbow]), 2)], vec![]);
    let mut plan = plan(vec![bows], vec![men(2, &[])], 1);
    plan.hosts.attacker.gear = vec![first_served(Thing::FireMissile, 2), first_served(Thing::FlintAndSteel, 1)];
    plan.ground_file = Some(CASTLE.to_owned());
    let places: Vec<Placed> = [row_up(0, 2, 40, 116), row_down(2, 2, 40, 320)].concat();
    for (value, allowed) in [("1", Ok(())), ("0", Err(Illegal::NotWithThat))] {
        let tables = Tables::with_house(&BTreeMap::from([("fire_missiles".to_owned(), value.to_owned())]));
        let tables = tables.expect("the value is within its bounds");
        let position = Position::arrayed(&plan, &tables, &places, &mut NullSink).expect("no fault");
        let field = Field { position, dice: Told::default(), events: vec![] };
        let timber = piece(&field, BarrierKind::TimberWall, 10, 30);
        for what in [Task::Light(FIRST_THING), Task::Torch(Mark::Piece(timber))] {
            assert_eq!(field.position.check_task(body(0), &what), allowed, "{what:?}");
        }
        let unlit = field.position.check_shoot_fire(body(0), Mark::Piece(timber));
        assert_eq!(unlit, Err(Illegal::MayNotShoot));
    }
}

/// Two thatched houses half an inch apart, and a third far off; the wind blows from the west.
const VILLAGE: &str = r#"
name = "three roofs"
what = "Three thatched houses."
width = 100
depth = 80
wind = "west"

[[area]]
kind = "building"
name = "the first house"
burns = "straw"
edge = [[40, 40], [44, 40], [44, 44], [40, 44]]

[[area]]
kind = "building"
name = "the second house"
burns = "straw"
edge = [[44.5, 40], [48, 40], [48, 44], [44.5, 44]]

[[area]]
kind = "building"
name = "the barn"
burns = "timber"
edge = [[70, 40], [74, 40], [74, 44], [70, 44]]

[attacker]
line = [[30, 10], [70, 10]]

[defender]
line = [[30, 70], [70, 70]]
"#;

const FIRST_HOUSE: Burning = Burning::Area(0);

/// Two bowmen at a place in inches with gear, two of the enemy at another.
fn village(at: (i32, i32), foe: (i32, i32), gear: Vec<GearPiece>) -> Field {
    village_on(VILLAGE, at, foe, gear)
}

/// The same on another ground.
fn village_on(ground: &str, at: (i32, i32), foe: (i32, i32), gear: Vec<GearPiece>) -> Field {
    let bows = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 2, 4 * at.0, 4 * at.1);
    places.extend(row_down(2, 2, 4 * foe.0, 4 * foe.1));
    let band = |count| vec![force("band", vec![unit("men", None, &bows, count)], vec![])];
    Field::with_gear([band(2), band(2)], [gear, vec![]], Some(ground), &places)
}

#[test]
fn mm_4_11_fire_missiles_are_lit_a_move_before_they_are_shot() {
    // MM-4.11: flint and steel; a move to light, then shoot; straw burns on 4 or less. MM-4.8: as at protection 4, a six
    // hits at medium range.
    let gear = vec![first_served(Thing::FireMissile, 2), first_served(Thing::FlintAndSteel, 1)];
    let mut field = village((41, 30), (90, 70), gear);
    let shot = Decision::ShootFire { body: body(0), at: Mark::Area(0) };
    assert_eq!(field.turn_with(&[shot]), [shot], "not lit");
    field.turn(&[task(0, Task::Light(ThingId(0)))]);
    field.dice.show(TO_HIT, &[3, 3]);
    field.dice.show("MM-4.11 fire", &[4]);
    let events = field.turn(&[shot]);
    let shots: Vec<bool> = events
        .iter()
        .filter_map(|event| if let Event::FireShot { hit, .. } = event { Some(*hit) } else { None })
        .collect();
    assert_eq!(shots, [true, false]);
    assert!(burns(&field, FIRST_HOUSE));
    assert_eq!(field.position.train().gear[0].count, 0);
}

#[test]
fn mm_4_11_there_is_no_fire_without_flint_and_steel() {
    // MM-4.11
    let field = village((41, 30), (90, 70), vec![first_served(Thing::FireMissile, 2)]);
    assert_eq!(field.position.check_task(body(0), &Task::Light(ThingId(0))), Err(Illegal::NoFire));
}

#[test]
fn mm_4_11_a_torch_lights_straw_on_four_and_timber_on_one() {
    // MM-4.11
    for (x, area, face, lit) in [(41, 0, 4, true), (41, 0, 5, false), (71, 2, 1, true), (71, 2, 2, false)] {
        let mut field = village((x, 39), (90, 70), vec![first_served(Thing::FlintAndSteel, 1)]);
        field.dice.show("MM-4.11 fire", &[face]);
        field.turn(&[task(0, Task::Torch(Mark::Area(area)))]);
        assert_eq!(burns(&field, Burning::Area(area)), lit);
    }
}

const SECOND_HOUSE: Burning = Burning::Area(1);

/// Torches in hand, a house set alight.
fn alight(foe: (i32, i32), more: Vec<GearPiece>) -> Field {
    let mut gear = vec![first_served(Thing::FlintAndSteel, 1)];
    gear.extend(more);
    let mut field = village((41, 39), foe, gear);
    field.dice.show("MM-4.11 fire", &[4]);
    field.turn(&[task(0, Task::Torch(Mark::Area(0)))]);
    field
}

#[test]
fn mm_4_11_straw_burns_three_turns_and_lights_what_is_near() {
    // MM-4.11: at the turn's end it lights what can burn within 1 in; the barn is further off.
    let mut field = alight((90, 70), vec![]);
    assert!(burns(&field, FIRST_HOUSE) && burns(&field, SECOND_HOUSE), "lit at the end of the turn");
    field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    assert!(burns(&field, FIRST_HOUSE));
    let events = field.turn(&[]);
    assert!(
        events.iter().any(|event| matches!(event, Event::BurntDown { what } if what.contains(&FIRST_HOUSE))),
        "{events:#?}"
    );
    assert!(!burns(&field, FIRST_HOUSE) && !burns(&field, Burning::Area(2)));
    let again = field.position.check_task(body(0), &Task::Torch(Mark::Area(0)));
    assert_eq!(again, Err(Illegal::NotWithThat), "what is burnt down burns no more");
}

#[test]
fn mm_4_11_fire_lights_what_is_within_an_inch() {
    // MM-4.11: the second house an inch from the first, or an inch and a half.
    for (apart, lit) in [("45", true), ("45.5", false)] {
        let ground = VILLAGE.replace("44.5", apart);
        let mut field = village_on(&ground, (41, 39), (90, 70), vec![first_served(Thing::FlintAndSteel, 1)]);
        field.dice.show("MM-4.11 fire", &[4]);
        field.turn(&[task(0, Task::Torch(Mark::Area(0)))]);
        assert!(burns(&field, FIRST_HOUSE));
        assert_eq!(burns(&field, SECOND_HOUSE), lit, "{apart}");
    }
}

#[test]
fn mm_4_11_smoke_is_light_cover_downwind() {
    // MM-4.11: 12 in downwind of the fire, which is to the east.
    let field = alight((90, 70), vec![]);
    let shooter = q(4 * 52, 4 * 20);
    let cover = |x: i32, y: i32| field.position.gear_cover(shooter, q(4 * x, 4 * y));
    assert_eq!((cover(52, 42), cover(52, 60)), (Cover::Light, Cover::Light), "in it, and beyond it");
    assert_eq!((cover(52, 36), cover(75, 42)), (Cover::None, Cover::None), "this side of it, and past its end");
    // The corner of the second house, at 48, smokes as far as 60, and an inch about it.
    let along = |quarters: i32| field.position.gear_cover(shooter, q(4 * 48 + quarters, 4 * 40));
    assert_eq!([48, 54].map(along), [Cover::Light, Cover::None]);
}

#[test]
fn mm_4_11_fires_are_lit_and_fought() {
    // MM-4.11: timber on 1, straw on 4 or less. MM-4.12: 2 or less, −1 a man after the first and a bucket.
    let fire = |at: &str| exact_odds(Odds::Fire { at: at.to_owned() }, "burns");
    assert_eq!((fire("timber"), fire("straw")), ("1/6".to_owned(), "4/6".to_owned()));
    let fight = |men, buckets| exact_odds(Odds::FightFire { men, buckets }, "success");
    assert_eq!((fight(1, 0), fight(3, 2)), ("1/36".to_owned(), "15/36".to_owned()));
    assert!(run(Odds::FightFire { men: 0, buckets: 1 }).is_err());
    let tables = Tables::book();
    assert_eq!((burns_for(Tinder::Straw, &tables), burns_for(Tinder::Timber, &tables)), (3, 9));
}

#[test]
fn mm_4_12_a_bucket_of_water_serves_once() {
    // MM-4.12: two men on the palisade with three buckets: −1 for the second man and −2 for two buckets; then −1 and −1.
    let gear = vec![first_served(Thing::FlintAndSteel, 1), first_served(Thing::Bucket, 3)];
    let mut field = at_work(men(2, &[Weapon::Sword]), (40, 114), gear, CASTLE);
    let at = piece(&field, BarrierKind::TimberWall, 10, 30);
    field.dice.show("MM-4.11 fire", &[1]);
    field.turn(&[task(0, Task::Torch(Mark::Piece(at)))]);
    for left in [1, 0] {
        let added: i64 = field
            .turn(&[task(0, Task::FightFire(Burning::Piece(at)))])
            .iter()
            .find_map(|event| match event {
                banneret::rules::man_to_man::Event::FireFought { parts, .. } => {
                    Some(parts.iter().map(|part| part.value).sum())
                }
                _ => None,
            })
            .expect("they fight it");
        assert_eq!((added, field.position.train().gear[1].count), (if left == 1 { -3 } else { -2 }, left));
    }
}

#[test]
fn mm_4_12_who_stays_by_a_fire_two_moves_dies() {
    // MM-4.12
    let mut field = alight((90, 70), vec![]);
    assert!(field.position.figures().iter().all(|figure| figure.state == State::Standing));
    let events = field.turn(&[]);
    let dead: Vec<u16> = events
        .iter()
        .filter_map(|event| if let Event::Perished { figure, fire: true } = event { Some(figure.0) } else { None })
        .collect();
    assert_eq!(dead, [0, 1]);
}

#[test]
fn mm_4_12_fires_are_fought_in_their_first_four_turns() {
    // MM-4.12: two men and two buckets, −3: out on 5 or less.
    let water = || vec![first_served(Thing::Bucket, 2)];
    let mut field = alight((90, 70), water());
    let fight = task(0, Task::FightFire(FIRST_HOUSE));
    field.dice.show("MM-4.12 fire fought", &[2, 3]);
    let events = field.turn(&[fight]);
    let fought = events.iter().find_map(|event| match event {
        Event::FireFought { total, out, .. } => Some((*total, *out)),
        _ => None,
    });
    assert_eq!(fought, Some((2, true)));
    let far = village((10, 10), (90, 70), water());
    assert_eq!(far.position.check_task(body(0), &Task::FightFire(FIRST_HOUSE)), Err(Illegal::NotWithThat));
}

#[test]
fn mm_4_12_a_fire_is_fought_from_within_2_inches_in_its_first_four_turns() {
    // MM-4.12: the barn burns nine turns from the first; from 2 in off it can be fought in the second to the fourth, and
    // from 3 in not at all. Who is 2 in off lives.
    let barn = Burning::Area(2);
    let lit = |back: i32| {
        let mut field = village((71, 39), (10, 70), vec![first_served(Thing::FlintAndSteel, 1)]);
        field.dice.show("MM-4.11 fire", &[1]);
        field.turn(&[task(0, Task::Torch(Mark::Area(2)))]);
        field.turn(&[march(0, Heading::DOWN, back, Gait::Walk)]);
        field
    };
    let fight = |field: &Field| field.position.check_task(body(0), &Task::FightFire(barn));
    let mut field = lit(1);
    for turn in 3..=6 {
        assert_eq!(fight(&field), if turn <= 4 { Ok(()) } else { Err(Illegal::TooLate) }, "turn {turn}");
        field.turn(&[]);
    }
    assert!(burns(&field, barn) && field.position.figures().iter().all(|figure| figure.state == State::Standing));
    assert_eq!(fight(&lit(2)), Err(Illegal::NotNear));
    // Two men put it out on 3 or less.
    for (faces, out) in [([1, 2], true), ([2, 2], false)] {
        let mut field = lit(1);
        field.dice.show("MM-4.12 fire fought", &faces);
        field.turn(&[task(0, Task::FightFire(barn))]);
        assert_eq!(burns(&field, barn), !out);
    }
}

/// A catapult's crew and, beside it, bowmen, all of the attacker's; enemies 20 in off in two bands.
fn engine_and_bows(bowman: &Fighter, more: Vec<GearPiece>) -> Field {
    let crew = crew(4).units.remove(0);
    let both = force("a", vec![crew, unit("bowmen", None, bowman, 1)], vec![]);
    let foes = force("b", vec![unit("u", None, &knifeman(), 2), unit("v", None, &knifeman(), 2)], vec![]);
    let mut places = row_up(0, 4, 200, 40);
    places.extend([up(4, 240, 40)]);
    places.extend(row_down(5, 2, 204, 104));
    places.extend(row_down(7, 2, 240, 76));
    let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
    let gear = [engine].into_iter().chain(more).collect();
    Field::with_gear([vec![both], vec![foes]], [gear, vec![]], None, &places)
}

/// What was shot, in order: a stone, an arrow, or a second one.
fn volleys(events: &[Event]) -> Vec<&'static str> {
    let of = |event: &Event| match event {
        Event::Loosed { .. } => Some("stone"),
        Event::FireShot { .. } => Some("fire"),
        Event::Shot { second, .. } => Some(if *second { "second" } else { "first" }),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn mm_4_1_an_engine_shoots_before_any_second_arrow() {
    // MM-4.1: its one shot is an only one. Against a bowman of the grade of its sergeant the weapon decides last, and the
    // bow comes before the engine; against a poorer one the grade, and the engine comes first of all.
    let of = |grade| fighter(Class::Sergeant, grade, 4, &[Weapon::Longbow], Horse::None);
    for (grade, order) in [(Grade::B, ["first", "stone", "second"]), (Grade::C, ["stone", "first", "second"])] {
        let mut field = engine_and_bows(&of(grade), vec![]);
        let events = field.turn(&[loose(0, Mark::Body(body(2))), shoot(1, 3)]);
        assert_eq!(volleys(&events), order, "{grade:?}");
    }
}

#[test]
fn mm_4_1_fire_arrows_are_shot_before_any_second_arrow() {
    // MM-4.1, MM-4.11: bowmen light their missiles in a turn, and shoot each once in the next, between other bowmen's first
    // shot and their second.
    let bowman = |grade| fighter(Class::Sergeant, grade, 4, &[Weapon::Longbow], Horse::None);
    let units = vec![unit("fire", None, &bowman(Grade::C), 1), unit("bows", None, &bowman(Grade::B), 1)];
    let places = [up(0, 200, 40), up(1, 240, 40), down(2, 200, 100), down(3, 240, 70)];
    let forces = [vec![force("a", units, vec![])], bands(&[(&knifeman(), 1), (&knifeman(), 1)])];
    let gear = vec![first_served(Thing::FireMissile, 2), first_served(Thing::FlintAndSteel, 1)];
    let wagon = GearPiece { at: Some((q(200, 90), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, Some(Man(3))) };
    let mut field = Field::with_gear(forces, [gear, vec![wagon]], None, &places);
    field.turn(&[task(0, Task::Light(FIRST_THING))]);
    let fire = Decision::ShootFire { body: body(0), at: Mark::Gear(ThingId(2)) };
    assert_eq!(volleys(&field.turn(&[fire, shoot(1, 3)])), ["first", "fire", "second"]);
}

#[test]
fn mm_4_1_engines_equal_on_all_counts_shoot_at_once() {
    // MM-4.1: two catapults, each at the other's crew of four; the first stone leaves too few to work the other, and yet
    // both are shot.
    let mut places = row_up(0, 4, 200, 40);
    places.extend(row_down(4, 4, 200, 120));
    let ours = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
    let theirs =
        GearPiece { at: Some((q(206, 120), Heading::DOWN)), ..GearPiece::of(Thing::Catapult, 1, Some(Man(5))) };
    let forces = [vec![crew(4)], vec![crew(4)]];
    let mut field = Field::with_gear(forces, [vec![ours], vec![theirs]], None, &places);
    field.dice.show(TO_HIT_ENGINE, &[1, 1, 1, 1]);
    field.dice.show(WOUND, &[6, 6]);
    let events = field.turn(&[loose(0, Mark::Body(body(1))), loose(1, Mark::Body(body(0)))]);
    assert_eq!(volleys(&events), ["stone", "stone"]);
    let dead = (0..8).filter(|&n| field.position.figure(FigureId(n)).state == State::Dead).count();
    assert_eq!(dead, 2);
}

#[test]
fn mm_4_2_an_engine_shoots_at_half_move() {
    // MM-4.2: its only shot is at half-move. Foot 34 in off walk 9 in away: at the end they are out of its 40 in, at the
    // half 38½ in off.
    let mut places = row_up(0, 4, 200, 40);
    places.extend([up(4, 206, 176)]);
    let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
    let forces = [vec![crew(4)], vec![band(&knifeman(), 1)]];
    let mut field = Field::with_gear(forces, [vec![engine], vec![]], None, &places);
    let events = field.turn(&[march(1, Heading::UP, 9, Gait::Walk), loose(0, Mark::Body(body(1)))]);
    let inches = events.iter().find_map(|event| match event {
        Event::Loosed { inches, .. } => Some(*inches),
        _ => None,
    });
    assert_eq!(inches, Some(38));
    assert_eq!(field.at(4).y - q(206, 176).y, 9 * INCH);
}

#[test]
fn mm_4_4_an_engine_needs_its_target_in_sight() {
    // MM-4.4, MM-7.5: a wagon 30 in off, behind the curtain or with the gate open before it; the curtain itself it sees.
    for (x, sees) in [(20, false), (50, true)] {
        let open = CASTLE.replace("kind = \"gate\"\n", "kind = \"gate\"\nopen = true\n");
        let mut places = row_up(0, 4, 4 * x - 6, 120);
        places.extend(row_down(4, 2, 40, 340));
        let engine = GearPiece { at: Some((q(4 * x, 120), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let wagon =
            GearPiece { at: Some((q(4 * x, 240), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, Some(Man(5))) };
        let forces = [vec![crew(4)], vec![men(2, &[Weapon::Sword])]];
        let mut field = Field::with_gear(forces, [vec![engine], vec![wagon]], Some(&open), &places);
        let at_wagon = field.turn_with(&[loose(0, Mark::Gear(ThingId(1)))]).is_empty();
        assert_eq!(at_wagon, sees, "at {x}");
        field.turn_with(&[]);
        let wall = piece(&field, BarrierKind::CastleWall, x.min(45), 50);
        assert!(field.turn_with(&[loose(0, Mark::Piece(wall))]).is_empty(), "the curtain from {x}");
    }
}

/// Whether bowmen of a kind with fire missiles lit may shoot them at an enemy's wagon 10 in before them, some friends
/// being where they are told.
fn fire_at_a_wagon(bowman: &Fighter, facing: Heading, ground: Option<&str>, friends: &[(i32, i32)]) -> bool {
    let units = vec![unit("fire", None, bowman, 1), unit("friends", None, &knifeman(), friends.len().max(1))];
    let mut places = vec![Placed(FigureId(0), q(80, 180), facing)];
    let far = [(300, 40)];
    let friends = if friends.is_empty() { &far } else { friends };
    places.extend((1..).zip(friends).map(|(n, &(x, y))| up(n, x, y)));
    places.push(down(1 + friends.len() as u16, 40, 340));
    let gear = vec![first_served(Thing::FireMissile, 2), first_served(Thing::FlintAndSteel, 1)];
    let by = Man(2 + friends.len() as u32);
    let wagon = GearPiece { at: Some((q(80, 220), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, Some(by)) };
    let forces = [vec![force("a", units, vec![])], vec![band(&knifeman(), 1)]];
    let mut field = Field::with_gear(forces, [gear, vec![wagon]], ground, &places);
    field.turn(&[task(0, Task::Light(FIRST_THING))]);
    field.turn_with(&[Decision::ShootFire { body: body(0), at: Mark::Gear(ThingId(2)) }]).is_empty()
}

#[test]
fn mm_4_4_fire_missiles_need_sight_and_no_friends_in_the_way() {
    // MM-4.4, MM-4.5: as any arrow. The curtain of the castle, 5 in before him, hides the wagon; one friend within 2 in he
    // shoots past, and neither two nor one further off.
    let bowman = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Longbow], Horse::None);
    assert!(fire_at_a_wagon(&bowman, Heading::UP, None, &[]));
    assert!(!fire_at_a_wagon(&bowman, Heading::UP, Some(CASTLE), &[]));
    assert!(fire_at_a_wagon(&bowman, Heading::UP, None, &[(80, 186)]));
    assert!(!fire_at_a_wagon(&bowman, Heading::UP, None, &[(80, 184), (80, 187)]));
    assert!(!fire_at_a_wagon(&bowman, Heading::UP, None, &[(80, 196)]));
}

#[test]
fn mm_4_3_horse_archers_shoot_fire_all_round_and_others_ahead() {
    // MM-4.3
    for (horse, may) in [(Horse::None, false), (Horse::Unbarded, true)] {
        let bowman = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Shortbow], horse);
        assert!(fire_at_a_wagon(&bowman, Heading::UP, None, &[]), "ahead");
        assert_eq!(fire_at_a_wagon(&bowman, Heading::DOWN, None, &[]), may, "behind: {horse:?}");
    }
}

#[test]
fn mm_4_5_an_engine_shoots_past_one_friend_near_it_and_a_gun_past_none() {
    // MM-4.5: crew apart, one friend within 2 in and between lets a catapult shoot and not a bombard; two do not, nor one
    // further off. Up to a rampart nobody is in the way.
    let shoots = |thing, friends: &[(i32, i32)], wall: bool| {
        let crew = crew(4).units.remove(0);
        let both = force("a", vec![crew, unit("friends", None, &knifeman(), friends.len())], vec![]);
        let count = friends.len() as u16;
        let mut places = vec![up(0, 72, 116), up(1, 76, 116), up(2, 84, 116), up(3, 88, 116)];
        places.extend((4..).zip(friends).map(|(n, &(x, y))| up(n, x, y)));
        places.extend(row_down(4 + count, 2, 79, 180));
        let engine = GearPiece { at: Some((q(80, 120), Heading::UP)), ..first_served(thing, 1) };
        let forces = [vec![both], vec![men(2, &[Weapon::Sword])]];
        let mut field = Field::with_gear(forces, [vec![engine], vec![]], Some(CASTLE), &places);
        let mark = if wall { Mark::Piece(piece(&field, BarrierKind::CastleWall, 20, 50)) } else { Mark::Body(body(2)) };
        field.turn_with(&[loose(0, mark)]).is_empty()
    };
    let (beside, near, two, far) = ([(120, 126)], [(80, 126)], [(80, 124), (80, 127)], [(80, 140)]);
    for thing in [Thing::Catapult, Thing::Bombard] {
        assert!(shoots(thing, &beside, false), "{thing}");
        assert_eq!(shoots(thing, &near, false), thing == Thing::Catapult, "{thing}");
        assert!(!shoots(thing, &two, false) && !shoots(thing, &far, false), "{thing}");
        assert!(shoots(thing, &far, true) && shoots(thing, &two, true), "{thing} at the curtain");
    }
}

#[test]
fn mm_4_11_an_engine_shoots_fire_missiles() {
    // MM-4.11, MM-4.9: lit in a turn, shot in the next with the engine's own 5 or less; a hit lights timber on 1. It is the
    // one shot of the engine, which is then to be loaded.
    for (to_hit, light, burns_then) in [([2, 3], 1, true), ([2, 3], 2, false), ([3, 3], 1, false)] {
        let mut places = row_up(0, 4, 200, 40);
        places.push(down(4, 300, 300));
        let engine = GearPiece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let gear = vec![engine, first_served(Thing::FireMissile, 3), first_served(Thing::FlintAndSteel, 1)];
        let wagon =
            GearPiece { at: Some((q(206, 100), Heading::DOWN)), ..GearPiece::of(Thing::Wagon, 1, Some(Man(5))) };
        let forces = [vec![crew(4)], vec![band(&knifeman(), 1)]];
        let mut field = Field::with_gear(forces, [gear, vec![wagon]], None, &places);
        let mark = Mark::Gear(ThingId(3));
        let fire = Decision::ShootFire { body: body(0), at: mark };
        assert_eq!(field.turn_with(&[fire]), [fire], "not lit");
        field.turn(&[task(0, Task::Light(ThingId(1)))]);
        field.dice.show(TO_HIT_ENGINE, &to_hit);
        field.dice.show("MM-4.11 fire", &[light]);
        let events = field.turn(&[fire]);
        assert_eq!(volleys(&events), ["fire"]);
        assert_eq!(burns(&field, Burning::Gear(ThingId(3))), burns_then, "{to_hit:?}, {light}");
        let (engine, left) = (field.position.train().gear[0], field.position.train().gear[1].count);
        assert_eq!((engine.ready, engine.rounds, left), (false, 10, 2), "a fire missile and no round of stone");
    }
}

#[test]
fn mm_4_11_what_a_fire_lights_burns_its_whole_time() {
    // MM-4.11: straw burns three turns. The first house is lit by a torch in the first turn, and burnt down at the end of the
    // third; the second catches at the end of the first turn, and burns through the second, third and fourth.
    let mut field = alight((90, 70), vec![]);
    field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    for turn in 3..=4 {
        assert!(burns(&field, SECOND_HOUSE), "in turn {turn}");
        let events = field.turn(&[]);
        let down =
            |house| events.iter().any(|event| matches!(event, Event::BurntDown { what } if what.contains(&house)));
        assert_eq!((down(FIRST_HOUSE), down(SECOND_HOUSE)), (turn == 3, turn == 4), "turn {turn}");
    }
}
