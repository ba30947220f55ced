//! Morale in an assault on hexes (SG-5.4, MM-7): the causes of a test, flights that give others cause, and what counts in it.

use crate::assaults::{begin, host, pass, plan, play, unit};
use banneret::rules::assault::{Assault, Decision, Event, Fortune, Plan, Post, TrooperId};
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};

/// Two units of the attackers near each other, and one far off within.
fn two_units() -> Assault {
    let attacker = host(vec![unit("first", 0, 5, 3, "sword"), unit("second", 20, 5, 3, "sword")]);
    let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
    begin(&Plan {
        hosts: BySide { attacker, defender },
        ladders: 0,
        towers: 0,
        rams: 0,
        engines: Vec::new(),
        faggots: 0,
        ..plan("border castle")
    })
}

fn tested(told: &[Event]) -> Vec<u8> {
    let of = told.iter().filter_map(|event| match event {
        Event::Tested { troop, .. } => Some(*troop),
        _ => None,
    });
    of.collect()
}

/// Both sides are done; the garrison's half ends the turn with these faces for the tests.
fn turn_ends(game: &mut Assault, faces: &[u32]) -> Vec<Event> {
    play(game, Attacker, Decision::Done, &[]).expect("the attackers are done");
    play(game, Defender, Decision::Done, faces).expect("so is the garrison")
}

#[test]
fn mm_7_1_a_unit_that_flees_gives_those_near_it_cause_to_test_in_the_same_turn() {
    let mut game = two_units();
    game.troops[0].missile_hits = 3;
    assert_eq!(tested(&turn_ends(&mut game, &[6, 6, 6])), [0], "three missiles hit the first, and it stands");
    game.troops[0].missile_hits = 3;
    // The first throws 1, 1, 1 and flees; the second, which nothing else concerns, tests and stands.
    assert_eq!(tested(&turn_ends(&mut game, &[1, 1, 1, 6, 6, 6])), [0, 1]);
}

#[test]
fn mm_7_1_a_leader_lost_near_and_a_firearm_are_causes() {
    let mut game = two_units();
    let leader = game.troops[1].commander.expect("a knight leads it");
    let at = game.place(leader).expect("he stands");
    game.fallen.push((leader, at));
    assert!(tested(&turn_ends(&mut game, &[6; 9])).is_empty(), "he stands still");
    game.men[usize::from(leader.0)].fortune = Fortune::Dead;
    game.men[usize::from(leader.0)].post = Post::Off;
    game.fallen.push((leader, at));
    assert_eq!(tested(&turn_ends(&mut game, &[6; 9])), [1], "his own unit, and not the other, which he does not lead");
    let mut game = two_units();
    game.troops[0].fired_on = true;
    assert_eq!(tested(&turn_ends(&mut game, &[6; 9])), [0]);
}

#[test]
fn mm_7_2_a_lone_knight_tests_when_three_of_his_class_fall_near_him_and_when_shot_at_where_he_halts() {
    let mut attacker = host(vec![unit("first", 0, 5, 3, "sword")]);
    let knights: Vec<_> = (50..54)
        .map(|n| {
            crate::assaults::fighter(
                n,
                banneret::rules::figure::Class::Knight,
                banneret::rules::figure::Grade::C,
                2,
                "sword;shield",
            )
        })
        .collect();
    attacker.forces[0].single = knights;
    let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
    let mut game = begin(&Plan {
        hosts: BySide { attacker, defender },
        ladders: 0,
        towers: 0,
        rams: 0,
        engines: Vec::new(),
        faggots: 0,
        ..plan("border castle")
    });
    let lone: Vec<TrooperId> =
        game.ids().filter(|&id| game.man(id).troop >= 1 && game.man(id).side == Attacker).collect();
    assert_eq!(lone.len(), 4);
    let places: Vec<_> = lone.iter().map(|&id| game.place(id).expect("he stands")).collect();
    game.fallen.extend(lone[1..3].iter().map(|&id| (id, places[0])));
    assert!(tested(&turn_ends(&mut game, &[6; 9])).is_empty(), "two are not enough");
    game.fallen.extend(lone[1..].iter().map(|&id| (id, places[0])));
    let troop = game.man(lone[0]).troop;
    assert!(tested(&turn_ends(&mut game, &[6; 30])).contains(&troop));
    // Shot at while he halts: from the second turn of it.
    for expected in [false, true] {
        game.troops[usize::from(troop)].shot_at = true;
        assert_eq!(tested(&turn_ends(&mut game, &[6; 30])).contains(&troop), expected);
    }
}

#[test]
fn mm_7_3_what_counts_in_a_test() {
    let mut game = two_units();
    let plain = game.test_of(0);
    assert!(
        plain.supported && !plain.isolated && plain.leader_near,
        "the other unit stands near, out of melee, and its knight leads it"
    );
    assert_eq!(plain.hunger, 0);
    game.hunger.attacker = -1;
    assert_eq!(game.test_of(0).hunger, -1, "half rations (SG-2.3)");
    game.troops[1].fought = true;
    assert!(!game.test_of(0).supported && !game.test_of(0).isolated, "it is in melee, but near");
    let guard = game.test_of(2);
    assert!(guard.isolated && !guard.supported, "a garrison of one unit is alone");
    pass(&mut game);
}
