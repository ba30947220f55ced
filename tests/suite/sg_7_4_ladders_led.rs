//! How captains bring what opens the way (SG-7.3, SG-7.4): each ladder to a wall of its own, none in the way of who climbs, and the
//! way of a machine is cleared from without.

use crate::assaults::{all_of_a_half, begin, captain, hex, host, plan, unit};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, LadderLies, ScalingLadder};
use banneret::rules::assault::{Assault, Decision, Event, HexMachine, MachineKind, Plan, Post, TrooperId};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::Attacker;
use banneret::rules::game::{Captain as _, Game as _};
use std::sync::Arc;

/// So many with swords, ladders and rams before the next line of the Templars' castle, and eight within.
fn storm(held: u8, men: u32, ladders: u8, rams: u8) -> Assault {
    let attacker = host((0..men / 5).map(|n| unit("foot", 5 * n, 4, 3, "sword;shield")).collect());
    let defender = host(vec![unit("guard", 200, 7, 3, "sword;shield")]);
    let none = Plan { ladders, towers: 0, rams, engines: Vec::new(), faggots: 0, ..plan("the Templars' castle") };
    begin(&Plan { hosts: BySide { attacker, defender }, held, ..none })
}

/// What happens in so many turns of captains, by the turn it happens in.
fn told(game: &mut Assault, seed: u64, turns: u32) -> Vec<(u32, Event)> {
    let (captain, mut dice, mut all) = (captain(), Seeded::new(seed), Vec::new());
    while let Some(side) = game.pending().first().filter(|_| game.turn <= turns) {
        let (turn, mut now) = (game.turn, Vec::new());
        let decision = captain.decide(&game.view(side));
        game.play(side, decision, &mut dice, &mut now).expect("a captain decides what he may");
        all.extend(now.into_iter().map(|event| (turn, event)));
    }
    all
}

#[test]
fn sg_7_4_ladders_are_brought_each_to_a_wall_of_its_own() {
    let feet = |seed: u64| {
        let mut game = storm(1, 20, 12, 0);
        let all = told(&mut game, seed, 8);
        let mut feet: Vec<_> = all
            .iter()
            .filter_map(|(_, event)| match event {
                Event::Raised { foot, .. } => Some(*foot),
                _ => None,
            })
            .collect();
        feet.sort_unstable();
        feet.dedup();
        feet.len()
    };
    let all: Vec<usize> = (1..=4).map(feet).collect();
    assert!(all.iter().sum::<usize>() >= 28, "ladders stood in {all:?} places");
}

/// The border castle with its moat filled and twenty before its west walk, a ladder standing in 1014, and another in the hands of the
/// man at its foot, close about whom friends stand.
fn shut_in() -> Assault {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    for cell in map.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat) {
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    let attacker = host(vec![unit("foot", 0, 19, 3, "sword;shield")]);
    let defender = host(vec![unit("guard", 200, 3, 3, "sword;shield")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let mut game = begin(&Plan { map: Arc::new(map), hosts: BySide { attacker, defender }, ..none });
    let (foot, head) = (hex(&game, "1014"), hex(&game, "1114"));
    let upright = ScalingLadder { lies: LadderLies::Upright { foot, head, from: 1 } };
    game.ladders = vec![upright, ScalingLadder { lies: LadderLies::Carried }];
    game.deploy_at(TrooperId(0), foot).expect("nobody is there");
    game.men[0].burden = Burden::Ladder(1);
    let around: Vec<_> = game.map.around(foot).map(|(_, to)| to).filter(|&to| game.map.line_of(to) == 0).collect();
    for (n, at) in (1..).zip(around) {
        game.deploy_at(TrooperId(n), at).expect("nobody is there");
    }
    game
}

#[test]
fn sg_7_4_who_is_shut_in_at_the_foot_of_a_ladder_with_another_lays_it_down() {
    let mut game = shut_in();
    let done = all_of_a_half(&mut game, Attacker);
    let cleared = done.iter().any(|decision| match *decision {
        Decision::LayDown { man } | Decision::Go { man, .. } | Decision::Step { man, .. } => man == TrooperId(0),
        _ => false,
    });
    assert!(cleared, "{done:?}");
}

/// SG-7.3: a ram among friends who stand close before it, those outermost not in its way.
#[test]
fn sg_7_3_friends_before_a_ram_give_way_outermost_first() {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    map.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let attacker = host(vec![unit("foot", 0, 39, 3, "sword;shield")]);
    let defender = host(vec![unit("guard", 200, 3, 3, "sword;shield")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let mut game = begin(&Plan { map: Arc::new(map), hosts: BySide { attacker, defender }, ..none });
    // Facing north-west by the hexes that lead over the bridge to the gate.
    let (inner, over) = game.map.gates[0].sides[0];
    let bridge = game.map.beside(inner, over).expect("the bridge");
    let facing = over.opposite();
    let back = |at| game.map.beside(at, over).expect("the ground before it");
    let at = back(back(bridge));
    let n = game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, facing)).expect("nobody is there");
    for man in 0..10 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(n)).expect("at it");
    }
    let first = game.map.beside(at, facing).expect("the hex before it");
    // Two rings of men about the hex before it, with nobody beyond.
    let near = |far: i64| -> Vec<_> {
        let ring = game.map.ids().filter(|&to| game.map.distance(first, to) == far && to != at && to != bridge);
        ring.filter(|&to| game.map.holds(to).is_ok() && !game.taken(to) && game.map.line_of(to) == 0).collect()
    };
    let places: Vec<_> = [bridge, first].into_iter().chain(near(1)).chain(near(2)).collect();
    for (man, to) in (10..39).zip(places) {
        game.deploy_at(TrooperId(man), to).expect("nobody is there");
    }
    let done = all_of_a_half(&mut game, Attacker);
    assert!(done.contains(&Decision::Roll { machine: 0, back: false }), "{done:?}");
}

#[test]
fn sg_7_3_a_ram_comes_to_the_gate_through_those_who_stand_before_it() {
    let mut game = storm(2, 40, 0, 1);
    let all = told(&mut game, 3, 30);
    assert!(all.iter().any(|(_, event)| matches!(event, Event::Rammed { .. })), "it never strikes");
}
