//! What ground does to a battle, clause by clause and in play: hiding in woods and shooting out of them, shots from a
//! rampart, pursuit and riding through stopped by a hedge, falls off a wall, surprise, flight and flanks in cover (MM-4.1,
//! MM-4.5, MM-5.9, MM-5.10, MM-6.3, MM-7.1, MM-7.4, MM-7.6).

use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Force};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::event::{Cause, FallCause, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::ground::{Land, read};
use banneret::rules::man_to_man::state::{FigureId, State};
use banneret::rules::man_to_man::{Decision, Event, Gait, Tables};

const WOODS: &str = "[[area]]\nkind = \"woods\"\nedge = [[20, 20], [60, 20], [60, 40], [20, 40]]\n";
const HEDGE: &str = "[[barrier]]\nkind = \"hedge\"\nline = [[10, 50], [90, 50]]\n";
const HIGH_WALL: &str = "[[barrier]]\nkind = \"high wall\"\nline = [[10, 50], [90, 50]]\n";
const CURTAIN: &str = "[[barrier]]\nkind = \"castle wall\"\nthickness = 2\nlevel = 2\nline = [[10, 50], [90, 50]]\n";
const TREE: &str = "[[barrier]]\nkind = \"tree\"\nline = [[39.5, 50], [40.5, 50]]\n";
const ROCK: &str = "[[area]]\nkind = \"rock\"\nedge = [[22, 40], [30, 40], [30, 60], [22, 60]]\n";

/// Two hosts on a ground with some things upon it, or on the open field for none.
fn on(things: &str, attacker: Force, defender: Force, places: &[Placed]) -> Field {
    let ground = format!(
        "name = \"a ground\"\nwhat = \"Something to test by.\"\nwidth = 100\ndepth = 90\nwind = \"west\"\n{things}\
         [attacker]\nline = [[30, 10], [70, 10]]\n[defender]\nline = [[30, 80], [70, 80]]\n"
    );
    let ground = (!things.is_empty()).then_some(ground.as_str());
    Field::with_gear([vec![attacker], vec![defender]], [vec![], vec![]], ground, places)
}

fn units(of: &[(&Fighter, usize)]) -> Force {
    force("the band", of.iter().map(|&(man, count)| unit("the men", None, man, count)).collect(), vec![])
}

fn archer(grade: Grade) -> Fighter {
    fighter(Class::Sergeant, grade, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None)
}

fn yields(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Yielded { .. })).count()
}

#[test]
fn who_hides_in_woods_shoots_first_and_is_no_target_until_he_does() {
    // MM-4.1: the better bowman shoots first, but after one who is concealed; MM-7.5: nobody sees into woods.
    let hidden = [up(0, 160, 158), up(1, 176, 164), down(2, 164, 200)];
    for (things, first) in [(WOODS, 0), ("", 2)] {
        let band = units(&[(&archer(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
        let mut field = on(things, band, units(&[(&archer(Grade::B), 1)]), &hidden);
        let events = field.turn(&[shoot(0, 2), shoot(2, 1)]);
        assert_eq!(shots(&events)[0].0, first, "{things}");
    }
    let places = [up(0, 160, 158), down(1, 164, 200)];
    let mut field = on(WOODS, units(&[(&archer(Grade::C), 1)]), units(&[(&archer(Grade::B), 1)]), &places);
    let answer = shoot(1, 0);
    assert_eq!(field.turn_with(&[answer, shoot(0, 1)]), [answer], "he is not seen");
    let events = field.turn(&[answer, shoot(0, 1)]);
    assert_eq!(shots(&events)[0].0, 1, "he has shown himself, and the better bowman is before him");
}

#[test]
fn shots_from_a_rampart_pass_over_friends() {
    // MM-4.5: friends further off than 2 in are in the way, but not from up there.
    let places = [up(0, 160, 80), down(1, 160, 200), down(2, 160, 160)];
    let attacker = || units(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
    let defender = || units(&[(&archer(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
    let down_there = shoot(1, 0);
    let mut field = on(CURTAIN, attacker(), defender(), &places);
    assert_eq!(shots(&field.turn(&[down_there])).len(), 2);
    let mut field = on("", attacker(), defender(), &places);
    assert_eq!(field.turn_with(&[down_there]), [down_there], "on the flat they are in the way");
    // Nor for who shoots up to it.
    let places = [up(0, 160, 80), up(1, 160, 120), down(2, 160, 200)];
    let attacker = || units(&[(&archer(Grade::C), 1), (&sergeant(4, &[Weapon::Sword]), 1)]);
    let defender = || units(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
    let up_there = shoot(0, 2);
    let mut field = on(CURTAIN, attacker(), defender(), &places);
    assert_eq!(shots(&field.turn(&[up_there])).len(), 2);
    let mut field = on("", attacker(), defender(), &places);
    assert_eq!(field.turn_with(&[up_there]), [up_there]);
}

#[test]
fn a_knight_on_foot_who_defends_a_hedge_does_not_pursue() {
    // MM-5.9: knights must pursue those who break off, unless dismounted and defending an obstacle.
    let places = [up(0, 160, 198), down(1, 160, 201)];
    for (things, follows) in [("", Some((Gait::Run, Why::Pursuit))), (HEDGE, None)] {
        let knights = force("the knights", vec![], vec![foot_knight(Grade::C)]);
        let mut field = on(things, units(&[(&sergeant(3, &[Weapon::Spear]), 1)]), knights, &places);
        let away = march(0, banneret::rules::geometry::Heading::DOWN, 5, Gait::Walk);
        let events = field.turn(&[away]);
        assert_eq!(moved(&events, 1), follows, "{things}");
    }
}

#[test]
fn foot_behind_a_hedge_are_not_ridden_through() {
    // MM-5.10: every enemy the horse touched is killed, and bowmen stand in open order.
    let places = [up(0, 160, 160), down(1, 160, 202), down(2, 172, 202)];
    for (things, through) in [("", true), (HEDGE, false)] {
        let knights = force("the knights", vec![], vec![knight(Grade::A, Horse::Unbarded)]);
        let mut field = on(things, knights, units(&[(&archer(Grade::C), 2)]), &places);
        field.dice.show(ATTACK, &[6]);
        field.dice.show(DEFENCE, &[1]);
        field.dice.show(WOUND, &[6]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: true, .. })), "{things}: {events:?}");
        let may = events.iter().any(|event| matches!(event, Event::MayRideThrough { .. }));
        assert_eq!(may, through, "{things}");
    }
}

#[test]
fn a_man_wounded_on_a_wall_falls_off_it_but_not_off_a_rampart() {
    // MM-6.3: wounded on a wall, not on a rampart's walk.
    let places = [up(0, 160, 160), down(1, 160, 200)];
    for (things, falls) in [(HIGH_WALL, Some(FallCause::Wall)), (CURTAIN, None)] {
        let mut field = on(things, units(&[(&archer(Grade::C), 1)]), units(&[(&sergeant(4, &[]), 1)]), &places);
        field.dice.show(TO_HIT, &[1, 1]);
        field.dice.show(WOUND, &[1]);
        let events = field.turn(&[shoot(0, 1)]);
        assert!(events.iter().any(|event| matches!(event, Event::Hurt { killed: false, .. })), "{things}");
        let fell = events.iter().find_map(|event| match event {
            Event::Fell { why, .. } => Some(*why),
            _ => None,
        });
        assert_eq!(fell, falls, "{things}");
    }
}

#[test]
fn mm_6_3_who_is_wounded_up_a_tree_falls_out_of_it() {
    // MM-6.3, MM-3.1: a move takes a man of protection 4 two inches up, to the lower boughs, which cover him as woods do
    // (MM-4.8); the fall does not kill (MM-6.4), and he lies through the next turn.
    let places = [up(0, 160, 160), down(1, 160, 204)];
    let mut field = on(TREE, units(&[(&archer(Grade::C), 1)]), units(&[(&sergeant(4, &[]), 1)]), &places);
    field.turn(&[march(1, Heading::DOWN, 1, Gait::Walk)]);
    assert!(field.position.land().up_a_tree(&field.position.land().at(field.at(1))), "{:?}", field.at(1));
    field.dice.show(TO_HIT, &[1, 1]);
    field.dice.show(WOUND, &[1]);
    let events = field.turn(&[shoot(0, 1)]);
    let cover = |event: &Event| matches!(event, Event::Shot { parts, .. } if parts.iter().any(|part| part.what == "light cover"));
    assert!(events.iter().any(cover), "{events:#?}");
    assert!(events.contains(&Event::Fell { figure: FigureId(1), why: FallCause::Tree }), "{events:#?}");
    assert_eq!(field.position.figure(FigureId(1)).state, State::Fallen { until: 3 });
}

#[test]
fn mm_7_5_up_a_tree_a_man_looks_over_a_rise() {
    // MM-7.5: a rise a level high hides what lies beyond it from the ground, not from up a tree before it.
    let ground = |things: &str| {
        let text = format!("name = \"here\"\nwhat = \"A field.\"\nwidth = 100\ndepth = 100\n{things}");
        let ends = "[attacker]\nline = [[10, 10], [90, 10]]\n[defender]\nline = [[10, 90], [90, 90]]\n";
        Land::new(read(&(text + ends)).expect("a ground").into(), Tables::book())
    };
    let rise = "[[area]]\nkind = \"hilltop\"\nlevel = 1\nedge = [[20, 53], [60, 53], [60, 56], [20, 56]]\n";
    let (foot, bough, beyond) = (q(160, 196), q(160, 200), q(160, 320));
    let land = ground(&format!("{rise}{TREE}"));
    assert!(!land.sees(foot, beyond, false) && land.sees(bough, beyond, false));
    assert!(land.sees(beyond, bough, false), "and is seen there");
}

#[test]
fn a_charge_out_of_woods_surprises() {
    // MM-7.1: surprised from cover within 15 in; who is seen coming surprises nobody.
    let places = [up(0, 160, 156), down(1, 160, 190)];
    for (things, causes) in [(WOODS, vec![Cause::Surprised]), ("", vec![])] {
        let attacker = units(&[(&sergeant(3, &[Weapon::Sword]), 1)]);
        let mut field = on(things, attacker, units(&[(&sergeant(3, &[Weapon::Sword]), 1)]), &places);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        // A test that the charge calls for comes before the chargers have moved (MM-2.3).
        let before = events.iter().position(|event| matches!(event, Event::Moved { .. })).expect("they charge");
        let tested = tests(&events[..before]);
        assert_eq!(tested.first().map_or(vec![], |test| test.1.clone()), causes, "{things}");
    }
}

#[test]
fn the_recreant_in_cover_yield_only_to_who_touches_them() {
    // MM-7.4: an active enemy within 6 in cuts men off in the open, in cover only one in contact.
    let places = [up(0, 160, 112), down(1, 155, 122), down(2, 160, 122), down(3, 165, 122)];
    for (things, taken) in [("", 3), (WOODS, 0)] {
        let levy = units(&[(&peasant(&[Weapon::Spear]), 3)]);
        let mut field = on(things, units(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(tests(&events)[0].2, MoraleResult::Recreant, "{things}");
        let told = events.iter().position(|event| matches!(event, Event::Shot { .. } | Event::Struck { .. }));
        assert_eq!(yields(&events[..told.unwrap_or(events.len())]), taken, "{things}");
        let fled = events.iter().any(|event| matches!(event, Event::Moved { why: Why::Flight, .. }));
        assert_eq!(fled, taken == 0, "{things}");
    }
}

#[test]
fn a_flank_on_a_rock_is_secure() {
    // MM-7.6: an impassable thing within 2 in.
    let places = [up(0, 128, 160), down(1, 126, 190), down(2, 131, 190)];
    for (things, secure) in [("", 0), (ROCK, 1)] {
        let levy = units(&[(&peasant(&[Weapon::Spear]), 2)]);
        let mut field = on(things, units(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
        let events = field.turn(&[charge(0, 1, Gait::Run), Decision::Hold { body: body(1) }]);
        let parts = parts_of(&events, 1);
        let flanks = parts.iter().find(|(what, _)| what == "secure flanks").map_or(0, |&(_, value)| value);
        assert_eq!(flanks, secure, "{things}: {parts:?}");
    }
}

#[test]
fn mm_5_4_foot_at_the_edge_of_woods_or_rough_against_horse_outside() {
    // MM-5.4: foot against horse in woods or rough +1, whichever of the two is in it.
    let rough = WOODS.replace("woods", "rough");
    for (things, counts) in [(WOODS, 1), (rough.as_str(), 1), ("", 0)] {
        let places = [up(0, 160, 158), down(1, 160, 162)];
        let rider = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], Horse::Unbarded);
        let mut field = on(things, units(&[(&sergeant(3, &[Weapon::Sword]), 1)]), units(&[(&rider, 1)]), &places);
        let events = field.turn(&[]);
        let added = events.iter().find_map(|event| match event {
            Event::Struck { at: FigureId(0), defence, .. } => Some(defence.parts.iter().map(|part| part.value).sum()),
            _ => None,
        });
        assert_eq!(added, Some(counts), "{things}");
    }
}

#[test]
fn mm_4_1_in_cover_before_in_the_open() {
    // MM-4.1: equal bowmen; the second in the plan is in woods, and has shown himself the turn before.
    for (things, first) in [(WOODS, 1), ("", 0)] {
        let places = [up(0, 160, 110), down(1, 160, 150)];
        let woods = things.replace("[20, 20], [60, 20], [60, 40], [20, 40]", "[20, 37], [60, 37], [60, 50], [20, 50]");
        let mut field = on(&woods, units(&[(&archer(Grade::C), 1)]), units(&[(&archer(Grade::C), 1)]), &places);
        field.turn(&[shoot(1, 0)]);
        let events = field.turn(&[shoot(0, 1), shoot(1, 0)]);
        assert_eq!(shots(&events).len(), 4);
        assert_eq!(shots(&events)[0].0, first, "{things}");
    }
}

#[test]
fn mm_7_1_shot_at_out_of_hiding_within_15_inches() {
    // MM-7.1: surprised from cover; a bowman half an inch inside the edge of woods.
    for (things, quarters, surprised) in [(WOODS, 60, true), (WOODS, 61, false), ("", 60, false)] {
        let places = [up(0, 160, 158), down(1, 160, 158 + quarters)];
        let target = units(&[(&sergeant(4, &[Weapon::Sword]), 1)]);
        let mut field = on(things, units(&[(&archer(Grade::C), 1)]), target, &places);
        let tested = tests(&field.turn(&[shoot(0, 1)]));
        assert_eq!(tested.iter().any(|test| test.1.contains(&Cause::Surprised)), surprised, "{things} {quarters}");
    }
}

#[test]
fn mm_7_4_in_woods_the_craven_stay() {
    // MM-7.4: in the open they fall back from an enemy within 10 in, else they do not advance. Charged, the levy throw 3,
    // 3, 3; peasants −1, alone −1, in close order +1 (MM-7.3).
    let places = [up(0, 160, 112), down(1, 155, 122), down(2, 160, 122), down(3, 165, 122)];
    for (things, why) in [(WOODS, None), ("", Some(Why::FallBack))] {
        let levy = units(&[(&peasant(&[Weapon::Spear]), 3)]);
        let mut field = on(things, units(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
        field.dice.show(MORALE, &[3, 3, 3]);
        let events = field.turn(&[charge(0, 1, Gait::Run)]);
        assert_eq!(tests(&events)[0].2, MoraleResult::Craven, "{things}");
        assert_eq!(moved(&events, 1).map(|(_, why)| why), why, "{things}");
    }
}

#[test]
fn mm_7_4_the_bold_who_defend_a_hedge_stay_behind_it() {
    // MM-7.4: with no enemy on their own side of it they are as the resolute; a handgun 8 in off makes them test.
    let places = [up(0, 160, 170), down(1, 160, 202)];
    for (things, why) in [(HEDGE, None), ("", Some(Why::Charge))] {
        let gunner = units(&[(&sergeant(4, &[Weapon::Handgun]), 1)]);
        let mut field = on(things, gunner, units(&[(&sergeant(4, &[Weapon::Sword]), 1)]), &places);
        field.dice.show(MORALE, &[6, 6, 6]);
        assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].2, MoraleResult::Bold, "{things}");
        assert_eq!(moved(&field.turn(&[]), 1).map(|(_, why)| why), why, "{things}");
    }
}
