//! A ram before the keep's door (SG-5.5): however many men stand about it, and up the steps on what its side holds.

use crate::assaults::{begin, captain, hex, host, plan, play, unit};
use banneret::rules::assault::{Assault, Decision, Illegal, MachineKind, Plan, Post, TrooperId};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::{Captain as _, Game as _};

/// So many with a ram and without axes before the next line of a place, and its guard within.
fn rammers(name: &str, held: u8, men: u32, guard: u32) -> Plan {
    let attacker = host(vec![unit("foot", 0, men - 1, 3, "sword;shield")]);
    let defender = host(vec![unit("guard", 200, guard - 1, 3, "sword;shield")]);
    let none = Plan { ladders: 0, towers: 0, rams: 1, engines: Vec::new(), faggots: 0, ..plan(name) };
    Plan { hosts: BySide { attacker, defender }, held, ..none }
}

/// The door that the ram stands before, if it does.
fn rams(game: &Assault) -> Option<&str> {
    let it = game.machines.iter().find(|it| it.kind == MachineKind::Ram)?;
    let gate = (0u8..).zip(&game.map.gates).find(|(n, _)| game.faces_gate(it.at, it.facing, *n));
    gate.map(|(_, gate)| gate.name.as_str())
}

/// SG-5.5, SG-9.2: the men make way for it.
#[test]
fn sg_5_5_a_ram_stands_before_the_keep_however_many_men_stand_there() {
    for men in [20, 60, 90] {
        let game = begin(&rammers("the Templars' castle", 3, men, 8));
        assert_eq!(game.machines.len(), 1, "{men} men: {:?}", game.stay_behind);
        assert!(game.at_post(Post::Aboard(0)).count() >= 2, "{men} men");
        assert_eq!(game.no_way_in(), None, "{men} men");
        let placed = game.of(Attacker).filter(|&id| game.man(id).hex().is_some());
        assert!(placed.into_iter().all(|id| game.man(id).hex() != Some(game.machine(0).at)));
    }
}

/// SG-5.5 **[house]**: where it rolls to no gate it is carried to the door.
#[test]
fn sg_5_5_a_ram_is_carried_up_the_steps_to_a_door() {
    let cases = [
        ("border castle", 1, "1917", "the door of the keep"),
        ("fortified town", 2, "1714", "the door of the linked tower"),
        ("fortified town", 3, "1513", "the door of the keep"),
    ];
    for (name, held, at, door) in cases {
        for men in [12, 90] {
            let game = begin(&rammers(name, held, men, 6));
            assert_eq!(rams(&game), Some(door), "{name}, {held} held: {:?}", game.stay_behind);
            assert_eq!(game.machine(0).at, hex(&game, at));
            assert_eq!(game.no_way_in(), None, "{name}, {held} held");
        }
        // Only where they hold the ground before the door.
        let before = begin(&rammers(name, held - 1, 12, 6));
        assert_ne!(rams(&before), Some(door), "{name}");
    }
}

#[test]
fn sg_5_5_a_ram_is_put_before_a_door_by_hand_too() {
    let plan = Plan { places: true, ..rammers("border castle", 1, 12, 4) };
    let mut game = begin(&plan);
    play(&mut game, Defender, Decision::Done, &[]).expect("they stand");
    let bring = |game: &Assault, name: &str| Decision::Bring { machine: 0, at: hex(game, name) };
    let away = bring(&game, "1719");
    play(&mut game, Attacker, away, &[]).expect("the court is theirs");
    let (steps, door) = (bring(&game, "1817"), bring(&game, "1917"));
    for order in [steps, door] {
        // Who stands in the way goes aside first.
        let Decision::Bring { at, .. } = order else { continue };
        if let Some(man) = game.who(at) {
            let free = game.may_stand(Attacker).into_iter().find(|&to| !game.taken(to)).expect("room");
            play(&mut game, Attacker, Decision::Place { man, to: free }, &[]).expect("he goes");
        }
    }
    assert_eq!(game.check(Attacker, &steps), Err(Illegal::NoRolling), "it stands on no stair but before a door");
    play(&mut game, Attacker, door, &[]).expect("it is carried there");
}

/// SG-5.5, SG-7.3: the ram fills the only hex before the door, and those behind it go in past its men.
#[test]
fn sg_5_5_those_behind_a_ram_go_in_by_the_door_it_has_wrecked() {
    for (name, held) in [("border castle", 1), ("the Templars' castle", 3)] {
        let gone_in = |seed: u64| {
            let mut plan = rammers(name, held, 40, 2);
            plan.hosts.attacker = host((0..8).map(|n| unit("foot", 5 * n, 4, 3, "sword;shield")).collect());
            let mut game = begin(&plan);
            let crew: Vec<_> = game.at_post(Post::Aboard(0)).collect();
            let (captain, mut dice) = (captain(), Seeded::new(seed));
            while let Some(side) = game.pending().first() {
                let decision = captain.decide(&game.view(side));
                game.play(side, decision, &mut dice, &mut Vec::new()).expect("a captain decides what he may");
                let behind = |id: &TrooperId| !crew.contains(id) && game.man(*id).hex().is_some();
                let within = |id: TrooperId| game.place(id).is_some_and(|at| game.map.in_keep(at));
                if game.of(Attacker).filter(behind).any(within) {
                    return true;
                }
            }
            false
        };
        assert!((1..=4).any(gone_in), "{name}: nobody");
    }
}
