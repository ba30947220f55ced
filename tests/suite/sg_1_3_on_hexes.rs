//! A sortie on hexes (SG-1.3): the siege towers and rams of the besiegers' park stand where the garrison comes out at them, with nobody
//! at them, and burn as their engines do.

use crate::assaults::{all_of_a_half, begin, captain, host, plan, play, stormed, unit};
use crate::playouts_assault::MAPS;
use banneret::rules::assault::map::Terrain;
use banneret::rules::assault::{Assault, AssaultBattle, Decision, MachineKind, Plan, Post};
use banneret::rules::battle::{GearLoss, Host, StormedPlace};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::{Captain as _, Game as _, NullSink};
use banneret::rules::gear::Thing;
use banneret::rules::settles::{House, Settles as _};

fn garrison_and_besiegers(men: u32) -> BySide<Host> {
    let garrison = host(vec![unit("garrison", 0, 19, 3, "sword;shield")]);
    BySide { attacker: garrison, defender: host(vec![unit("besiegers", 100, men, 3, "sword;shield")]) }
}

fn sortie(name: &str, parked: Vec<MachineKind>, besiegers: u32) -> Assault {
    let hosts = garrison_and_besiegers(besiegers);
    let none = Plan { ladders: 0, towers: 0, rams: 0, faggots: 0, engines: Vec::new(), ..plan(name) };
    let mut game = begin(&Plan { sally: true, parked, hosts, ..none });
    game.sortie = true;
    game
}

#[test]
fn sg_1_3_towers_and_rams_stand_in_the_park_with_nobody_at_them() {
    for name in MAPS {
        let game = sortie(name, vec![MachineKind::Tower, MachineKind::Ram, MachineKind::Ram], 9);
        let kinds: Vec<MachineKind> = game.machines.iter().map(|it| it.kind).collect();
        assert_eq!(kinds, [MachineKind::Tower, MachineKind::Ram, MachineKind::Ram], "{name}");
        for (n, it) in (0u8..).zip(&game.machines) {
            assert_eq!((it.side, game.map.line_of(it.at)), (Defender, 0), "{name}: {}", game.map.cell(it.at).name());
            assert_eq!(game.map.cell(it.at).terrain, Terrain::Flat, "they stand where they roll (SG-7.3)");
            assert_eq!(game.at_post(Post::Aboard(n)).count(), 0);
            assert_eq!(game.gangway(n), None, "a tower is not at the wall");
        }
        assert!((1..=3).contains(&game.machines[0].reach), "a tower is built for some wall (SG-7.2)");
    }
}

#[test]
fn sg_1_3_besiegers_lie_before_the_gate_and_not_in_a_corner_of_the_map() {
    for name in MAPS {
        let game = sortie(name, Vec::new(), 29);
        let outer = |at| game.map.line_of(at) == 0;
        let sides = || game.map.gates.iter().flat_map(|gate| &gate.sides);
        let before: Vec<_> =
            sides().filter_map(|&(inner, over)| game.map.beside(inner, over)).filter(|&at| outer(at)).collect();
        for id in game.of(Defender) {
            let at = game.place(id).expect("on foot");
            let far = before.iter().map(|&gate| game.map.distance(at, gate)).min().expect("a gate");
            assert!((6..=20).contains(&far), "{name}: {} is {far} from a gate", game.map.cell(at).name());
        }
        let garrison = game.of(Attacker).filter_map(|id| game.place(id));
        let near = garrison.filter(|&at| before.iter().any(|&gate| game.map.distance(at, gate) <= 12)).count();
        assert!(2 * near > game.of(Attacker).count(), "{name}: {near} of the garrison are at the gate");
    }
}

#[test]
fn sg_1_3_captains_who_come_out_put_torches_to_towers_and_rams() {
    // The besiegers are far off, and stay there.
    for (name, kind) in [(MAPS[0], MachineKind::Tower), (MAPS[1], MachineKind::Ram)] {
        let mut game = sortie(name, vec![kind], 3);
        let at = game.machines[0].at;
        for id in game.of(Defender).collect::<Vec<_>>() {
            let free = |&to: &_| game.map.line_of(to) == 0 && game.map.holds(to).is_ok() && !game.taken(to);
            let away = game.map.ids().filter(free).max_by_key(|&to| game.map.distance(at, to)).expect("room");
            game.deploy_at(id, away).expect("free");
        }
        let mut torches = 0;
        for _ in 0..40 {
            let led = all_of_a_half(&mut game, Attacker);
            torches += led.iter().filter(|led| matches!(led, Decision::Burn { machine: 0, .. })).count();
            for side in [Attacker, Defender] {
                if torches == 0 && game.pending().first() == Some(side) {
                    play(&mut game, side, Decision::Done, &[]).expect("done");
                }
            }
        }
        assert!(torches > 0, "{name}: nobody puts a torch to the {kind}");
    }
}

#[test]
fn sg_1_3_besiegers_leave_what_is_in_their_park_where_it_is() {
    let (mut game, captain, mut dice) = (sortie(MAPS[0], vec![MachineKind::Ram], 9), captain(), Seeded::new(2));
    let at = game.machines[0].at;
    while let Some(side) = game.pending().first().filter(|_| game.turn <= 12) {
        let decision = captain.decide(&game.view(side));
        assert!(!matches!(decision, Decision::Board { .. }), "nobody goes to a ram with no gate to go to");
        game.play(side, decision, &mut dice, &mut NullSink).expect("a captain decides what he may");
    }
    assert_eq!(game.machines[0].at, at);
}

#[test]
fn sg_1_3_what_burnt_of_the_park_is_told_as_lost() {
    let storm = StormedPlace {
        map: MAPS[0].to_owned(),
        sally: true,
        sortie: true,
        towers_parked: 1,
        rams_parked: 9,
        ..StormedPlace::default()
    };
    let battle = AssaultBattle::cast(&stormed(storm, garrison_and_besiegers(9)), &House::new()).expect("cast");
    let mut game = battle.begin(&mut NullSink);
    let rams = game.machines.iter().filter(|it| it.kind == MachineKind::Ram).count();
    assert_eq!((game.machines.len() - rams, rams), (1, 4), "no more of a kind than come to an assault at once");
    assert!(game.machines.iter().all(|it| it.side == Defender));
    game.machines[0].burns = Some(1);
    let told = battle.report(&game, &mut Seeded::new(1)).spoils.gear;
    assert_eq!(told, [(Defender, 1, Thing::Tower, GearLoss::Burnt)]);
    // Who assaults from outside finds nothing of the kind.
    let storm = StormedPlace { map: MAPS[0].to_owned(), towers_parked: 1, ..StormedPlace::default() };
    let battle = AssaultBattle::cast(&stormed(storm, garrison_and_besiegers(9)), &House::new()).expect("cast");
    assert!(battle.start().machines.is_empty());
    assert!(battle.start().of(Attacker).count() > 0);
}
