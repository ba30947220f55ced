//! What a test of morale brings, who is seen, and who yields (MM-7.4, MM-7.5, MM-7.7).

use crate::bands::{HEDGE, TREE, WOODS, band_of, bare_swordsman, on_ground, yields};
use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Deed, Fighter};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::geometry::{Heading, INCH};
use banneret::rules::man_to_man::event::{MoraleResult, Placed, Why};
use banneret::rules::man_to_man::ground::{Land, read};
use banneret::rules::man_to_man::state::{Mood, State};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Tables};

#[test]
fn mm_7_4_the_recreant_in_cover_yield_only_to_who_touches_them() {
    // MM-7.4: an active enemy within 6 in cuts men off in the open, in cover only one in contact.
    let places = [up(0, 160, 112), down(1, 155, 122), down(2, 160, 122), down(3, 165, 122)];
    for (things, taken) in [("", 3), (WOODS, 0)] {
        let levy = band_of(&[(&peasant(&[Weapon::Spear]), 3)]);
        let mut field = on_ground(things, band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
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
fn mm_7_4_in_woods_the_craven_stay() {
    // MM-7.4: in the open they fall back from an enemy within 10 in, else they do not advance. Charged, the levy throw 3,
    // 3, 3; peasants −1, alone −1, in close order +1 (MM-7.3).
    let places = [up(0, 160, 112), down(1, 155, 122), down(2, 160, 122), down(3, 165, 122)];
    for (things, why) in [(WOODS, None), ("", Some(Why::FallBack))] {
        let levy = band_of(&[(&peasant(&[Weapon::Spear]), 3)]);
        let mut field = on_ground(things, band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
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
        let gunner = band_of(&[(&sergeant(4, &[Weapon::Handgun]), 1)]);
        let mut field = on_ground(things, gunner, band_of(&[(&sergeant(4, &[Weapon::Sword]), 1)]), &places);
        field.dice.show(MORALE, &[6, 6, 6]);
        assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].2, MoraleResult::Bold, "{things}");
        assert_eq!(moved(&field.turn(&[]), 1).map(|(_, why)| why), why, "{things}");
    }
}

#[test]
fn mm_7_4_the_recreant_with_an_enemy_on_either_hand_yield() {
    // MM-7.4: active enemies within 10 in both ahead and behind; one of them at 10½ in lets them go.
    for (ahead, yields) in [(40, true), (42, false)] {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let men = |name| unit(name, None, &sergeant(1, &[Weapon::Sword]), 1);
        let places = [up(0, 260, 160), up(1, 240, 186), up(2, 240, 220 + ahead), up(3, 240, 220)];
        let ours = force("a", vec![archer, men("behind"), men("ahead")], vec![]);
        let target = force("b", vec![unit("target", None, &bare_swordsman(), 1)], vec![]);
        let mut field = Field::new(vec![ours], vec![target], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        field.turn(&[shoot(0, 3)]);
        assert!(field.position.body(body(3)).fleeing());
        let events = field.turn(&[]);
        assert_eq!(events.iter().any(|event| matches!(event, Event::Yielded { .. })), yields, "{ahead}");
    }
}

#[test]
fn mm_7_4_the_craven_do_not_fall_back_from_who_flees() {
    // MM-7.4: active: not fleeing. Both are shot at from behind; the enemy 8 in off flees, or not, and they are craven: a
    // unit that supports them and a leader are near, +2 (MM-7.3), and one more for him who flees.
    for (flees, faces) in [(true, [1, 1, 1, 1, 2, 2]), (false, [4, 4, 3, 2, 2, 2])] {
        let archer = || unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let men = || unit("men", None, &bare_swordsman(), 1);
        let places = [up(0, 240, 100), up(1, 264, 200), up(2, 240, 180), up(3, 264, 150)];
        let ours = vec![force("a", vec![archer(), men()], vec![])];
        let mut field = Field::new(ours, vec![force("b", vec![men(), archer()], vec![])], &places);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[shoot(0, 2), shoot(3, 1)]);
        assert_eq!(tests(&events).iter().map(|test| test.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(field.position.body(body(1)).fleeing(), flees);
        assert_eq!(field.position.body(body(2)).mood, Mood::Craven, "{:?}", parts_of(&events, 2));
        let why = moved(&field.turn(&[]), 2).map(|(_, why)| why);
        assert_eq!(why, (!flees).then_some(Why::FallBack));
    }
}

#[test]
fn mm_7_4_the_recreant_flee_home_till_they_rally() {
    // MM-7.4: at a run, towards their own edge; rallied, they spend a turn at it.
    let archer = sergeant(4, &[Weapon::Longbow]);
    let foot = unit("foot", None, &sergeant(4, &[Weapon::Sword]), 1);
    let places = [up(0, 240, 120), up(1, 240, 240)];
    let mut field = Field::new(
        vec![force("a", vec![unit("archer", None, &archer, 1)], vec![])],
        vec![force("b", vec![foot], vec![])],
        &places,
    );
    field.dice.show(MORALE, &[1, 1, 1]);
    field.turn(&[shoot(0, 1)]);
    assert_eq!(field.position.body(body(1)).mood, Mood::Recreant, "shot at from behind");
    let events = field.turn(&[]);
    assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
    assert_eq!(field.at(1), q(240, 240 + 48));
    assert_eq!(field.position.body(body(1)).mood, Mood::Rallying, "eleven, less two, is resolute");
    let order = Decision::March {
        body: body(1),
        heading: Heading::DOWN,
        distance: INCH,
        gait: Gait::Walk,
        facing: Heading::DOWN,
    };
    assert_eq!(field.turn_with(&[order]), [order], "a turn rallying");
    field.turn(&[order]);
    assert!(field.position.report().men[1].deeds.contains(&Deed::MadeToFlee));
}

#[test]
fn mm_7_4_the_recreant_who_are_cut_off_yield() {
    // MM-7.4, MM-7.7: an active enemy within 6 in.
    let flees = |quarters: i32| {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let near = unit("near", None, &sergeant(1, &[Weapon::Sword]), 1);
        let target = unit("target", None, &sergeant(4, &[Weapon::Sword]), 1);
        let places = [up(0, 240, 160), up(1, 240 - quarters, 220), up(2, 240, 220)];
        let mut field =
            Field::new(vec![force("a", vec![archer, near], vec![])], vec![force("b", vec![target], vec![])], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        field.turn(&[shoot(0, 2)]);
        let events = field.turn(&[]);
        !events.contains(&Event::Yielded { figure: FigureId(2), to: FigureId(1) })
    };
    assert!(!flees(24) && flees(26));
}

#[test]
fn mm_7_4_the_craven_fall_back_from_enemies_within_10_inches() {
    // MM-7.4
    for (quarters, why) in [(39, Some((Gait::Walk, Why::FallBack))), (45, None)] {
        let man = sergeant(3, &[Weapon::Sword]);
        let mut field =
            Field::duel(&sergeant(4, &[Weapon::Longbow]), &man, &[up(0, 240, 160), up(1, 240, 160 + quarters)]);
        // Shot at from behind, and craven: 3 + 3 + 3, isolated.
        field.dice.show(MORALE, &[3, 3, 3]);
        field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.body(body(1)).mood, Mood::Craven);
        let order = Decision::March {
            body: body(1),
            heading: Heading::DOWN,
            distance: INCH,
            gait: Gait::Walk,
            facing: Heading::DOWN,
        };
        assert_eq!(field.turn_with(&[order]), [order], "the craven do not advance");
        assert_eq!(moved(&field.events, 1), why);
        let back = if why.is_some() { 9 * 4 } else { 0 };
        assert_eq!(field.at(1), q(240, 160 + quarters + back), "a full move");
    }
}

#[test]
fn mm_7_4_the_bold_charge_or_advance() {
    // MM-7.4: charge within reach, else advance.
    let man = sergeant(3, &[Weapon::Sword]);
    let bold = |shooter: &Fighter, target: Placed| {
        let mut field = Field::duel(shooter, &man, &[up(0, 240, 120), target]);
        field.dice.show(MORALE, &[6, 6, 6]);
        assert_eq!(tests(&field.turn(&[shoot(0, 1)]))[0].2, MoraleResult::Bold);
        moved(&field.turn(&[]), 1)
    };
    let gunner = sergeant(4, &[Weapon::Handgun, Weapon::Sword]);
    assert_eq!(bold(&gunner, down(1, 240, 160)), Some((Gait::Run, Why::Charge)));
    let archer = sergeant(4, &[Weapon::Longbow]);
    assert_eq!(bold(&archer, up(1, 240, 220)), Some((Gait::Walk, Why::Bold)));
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
fn mm_7_5_horse_is_seen_over_foot() {
    // MM-7.5
    let man = sergeant(3, &[Weapon::Sword]);
    for (horse, seen) in [(Horse::None, false), (Horse::Unbarded, true)] {
        let mounted = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Sword], horse);
        let units = vec![unit("viewer", None, &mounted, 1), unit("screen", None, &man, 3)];
        let target = unit("target", None, &mounted, 1);
        let places = [up(0, 240, 160), up(1, 237, 180), up(2, 240, 180), up(3, 243, 180), down(4, 240, 202)];
        let field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![target], vec![])], &places);
        assert_eq!(field.position.sees_body(body(0), body(2)), seen);
    }
}

#[test]
fn mm_7_7_a_guard_in_melee_or_in_flight_guards_nobody() {
    // MM-7.7: led by the captor while an enemy, not in melee, is within 2 in. In the turn after, the captor is charged; or
    // shot at from behind, and flees; or left alone.
    for (how, free) in [("charged", true), ("flees", true), ("left alone", false)] {
        let men = |man: &Fighter| unit("men", None, man, 1);
        let swordsman = bare_swordsman();
        let theirs = vec![men(&swordsman), men(&swordsman), men(&sergeant(4, &[Weapon::Longbow]))];
        let places = [up(0, 240, 160), down(1, 240, 166), down(2, 270, 160), up(3, 240, 120)];
        let captor = vec![force("a", vec![men(&sergeant(2, &[Weapon::Sword]))], vec![])];
        let mut field = Field::new(captor, vec![force("b", theirs, vec![])], &places);
        field.turn(&[Decision::Yield { body: body(1) }]);
        if how == "flees" {
            field.dice.show(MORALE, &[1, 1, 1]);
        }
        let events = field.turn(&match how {
            "charged" => vec![charge(2, 0, Gait::Walk)],
            "flees" => vec![shoot(3, 0)],
            _ => vec![],
        });
        assert_eq!(events.contains(&Event::Freed { figure: FigureId(1) }), free, "{how}");
    }
}

#[test]
fn mm_7_7_prisoners_are_guarded_or_free() {
    // MM-7.7: any figure may yield at its side's wish; unguarded it is free again.
    let captor = sergeant(3, &[Weapon::Sword]);
    let mut field = Field::duel(&captor, &sergeant(3, &[Weapon::Sword]), &[up(0, 240, 160), down(1, 240, 170)]);
    let other = sergeant(3, &[Weapon::Sword]);
    let defenders = vec![unit("yields", None, &other, 1), unit("others", None, &other, 1)];
    let places = [up(0, 240, 160), down(1, 240, 170), down(2, 240, 340)];
    let two = Field::new(
        vec![force("a", vec![unit("captor", None, &captor, 1)], vec![])],
        vec![force("b", defenders, vec![])],
        &places,
    );
    field.position = two.position;
    let events = field.turn(&[Decision::Yield { body: body(1) }]);
    assert!(events.contains(&Event::Yielded { figure: FigureId(1), to: FigureId(0) }));
    let events = field.turn(&[]);
    assert!(events.contains(&Event::Freed { figure: FigureId(1) }), "the captor is over 2 in away");
    // Led along by a captor who is near.
    let places = [up(0, 240, 160), down(1, 240, 166), down(2, 240, 340)];
    let defenders = vec![unit("yields", None, &other, 1), unit("others", None, &other, 1)];
    let mut field = Field::new(
        vec![force("a", vec![unit("captor", None, &captor, 1)], vec![])],
        vec![force("b", defenders, vec![])],
        &places,
    );
    field.turn(&[Decision::Yield { body: body(1) }]);
    field.turn(&[march(0, Heading::UP, 9, Gait::Walk)]);
    field.turn(&[march(0, Heading::UP, 9, Gait::Walk)]);
    assert!(matches!(field.position.figure(FigureId(1)).state, State::Yielded { .. }));
    assert!(field.at(1).distance(field.at(0)) <= 2 * INCH, "led by the captor");
}
