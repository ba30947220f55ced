//! Fire on the field, clause by clause (MM-4.11, MM-4.12).

use crate::clauses_mm_gear::{first_served, row_down, row_up, task};
use crate::field::*;
use crate::rosters::{force, unit};
use banneret::rules::figure::Weapon;
use banneret::rules::gear::{Piece, Thing};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::gear::state::{Burning, Mark, Task, ThingId};
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Cover, Decision, Event, Gait, Illegal};

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

const FIRST: Burning = Burning::Area(0);
const SECOND: Burning = Burning::Area(1);

/// Two bowmen at a place in inches with gear, two of the enemy at another.
fn village(at: (i32, i32), foe: (i32, i32), gear: Vec<Piece>) -> Field {
    village_on(VILLAGE, at, foe, gear)
}

/// The same on another ground.
fn village_on(ground: &str, at: (i32, i32), foe: (i32, i32), gear: Vec<Piece>) -> Field {
    let bows = sergeant(4, &[Weapon::Longbow, Weapon::Sword]);
    let mut places = row_up(0, 2, 4 * at.0, 4 * at.1);
    places.extend(row_down(2, 2, 4 * foe.0, 4 * foe.1));
    let band = |count| vec![force("band", vec![unit("men", None, &bows, count)], vec![])];
    Field::with_gear([band(2), band(2)], [gear, vec![]], Some(ground), &places)
}

fn burns(field: &Field, what: Burning) -> bool {
    field.position.train().blaze(what).is_some()
}

/// Torches in hand, a house set alight.
fn alight(foe: (i32, i32), more: Vec<Piece>) -> Field {
    let mut gear = vec![first_served(Thing::FlintAndSteel, 1)];
    gear.extend(more);
    let mut field = village((41, 39), foe, gear);
    field.dice.show("MM-4.11 fire", &[4]);
    field.turn(&[task(0, Task::Torch(Mark::Area(0)))]);
    field
}

#[test]
fn fire_missiles_are_lit_a_move_before_they_are_shot() {
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
    assert!(burns(&field, FIRST));
    assert_eq!(field.position.train().gear[0].count, 0);
}

#[test]
fn there_is_no_fire_without_flint_and_steel() {
    // MM-4.11
    let field = village((41, 30), (90, 70), vec![first_served(Thing::FireMissile, 2)]);
    assert_eq!(field.position.check_task(body(0), &Task::Light(ThingId(0))), Err(Illegal::NoFire));
}

#[test]
fn a_torch_lights_straw_on_four_and_timber_on_one() {
    // MM-4.11
    for (x, area, face, lit) in [(41, 0, 4, true), (41, 0, 5, false), (71, 2, 1, true), (71, 2, 2, false)] {
        let mut field = village((x, 39), (90, 70), vec![first_served(Thing::FlintAndSteel, 1)]);
        field.dice.show("MM-4.11 fire", &[face]);
        field.turn(&[task(0, Task::Torch(Mark::Area(area)))]);
        assert_eq!(burns(&field, Burning::Area(area)), lit);
    }
}

#[test]
fn straw_burns_three_turns_and_lights_what_is_near() {
    // MM-4.11: at the turn's end it lights what can burn within 1 in; the barn is further off.
    let mut field = alight((90, 70), vec![]);
    assert!(burns(&field, FIRST) && burns(&field, SECOND), "lit at the end of the turn");
    field.turn(&[march(0, Heading::DOWN, 9, Gait::Walk)]);
    assert!(burns(&field, FIRST));
    let events = field.turn(&[]);
    assert!(
        events.iter().any(|event| matches!(event, Event::BurntDown { what } if what.contains(&FIRST))),
        "{events:#?}"
    );
    assert!(!burns(&field, FIRST) && !burns(&field, Burning::Area(2)));
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
        assert!(burns(&field, FIRST));
        assert_eq!(burns(&field, SECOND), lit, "{apart}");
    }
}

#[test]
fn smoke_is_light_cover_downwind() {
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
fn who_stays_by_a_fire_two_moves_dies() {
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
fn fires_are_fought_in_their_first_four_turns() {
    // MM-4.12: two men and two buckets, −3: out on 5 or less.
    let water = || vec![first_served(Thing::Bucket, 2)];
    let mut field = alight((90, 70), water());
    let fight = task(0, Task::FightFire(FIRST));
    field.dice.show("MM-4.12 fire fought", &[2, 3]);
    let events = field.turn(&[fight]);
    let fought = events.iter().find_map(|event| match event {
        Event::FireFought { total, out, .. } => Some((*total, *out)),
        _ => None,
    });
    assert_eq!(fought, Some((2, true)));
    let far = village((10, 10), (90, 70), water());
    assert_eq!(far.position.check_task(body(0), &Task::FightFire(FIRST)), Err(Illegal::NotWithThat));
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
