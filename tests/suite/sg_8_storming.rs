//! Captains on hexes: a host that is large enough takes every line of every castle from the few who hold it, whatever it brings;
//! those who are shut in come out; and a garrison falls back from line to line.

use crate::assaults::{captain, host, unit};
use banneret::rules::assault::map::{self, Terrain};
use banneret::rules::assault::{Assault, Event, MachineKind, Plan, Tables};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain as _, Game};
use banneret::rules::man_to_man;

/// Ninety against a dozen with a park.
fn many_against_few(map: &str, held: u8, gear: [u8; 4]) -> Plan {
    let [ladders, faggots, towers, rams] = gear;
    let attacker = host(vec![
        unit("van", 0, 29, 3, "axe;shield"),
        unit("main battle", 40, 29, 3, "sword;shield"),
        unit("archers", 80, 29, 4, "longbow;dagger"),
    ]);
    let defender = host(vec![unit("guard", 200, 5, 3, "sword;shield"), unit("bows", 220, 5, 3, "crossbow;dagger")]);
    Plan {
        map: map::find(map).expect("it ships"),
        hosts: BySide { attacker, defender },
        ladders,
        towers,
        rams,
        engines: Vec::new(),
        faggots,
        held,
        damage: Vec::new(),
        sally: false,
        places: false,
    }
}

/// An assault between captains to its end, and what was told.
fn fought(plan: &Plan, seed: u64) -> (Assault, Vec<Event>) {
    let mut told = Vec::new();
    let mut game = Assault::begin(plan, &Tables::book(), &man_to_man::Tables::book(), &mut told).expect("no fault");
    let (mut dice, captain) = (Seeded::new(seed), captain());
    while let Some(side) = game.pending().first() {
        let decision = captain.decide(&game.view(side));
        game.play(side, decision, &mut dice, &mut told).expect("a captain decides what is allowed");
    }
    (game, told)
}

#[test]
fn ninety_take_every_line_of_every_castle_from_a_dozen() {
    let mut held_off = Vec::new();
    for shipped in map::shipped() {
        for held in 0..shipped.last_line() {
            // Ladders, faggots, towers, rams: everything; too many faggots for any moat there; axes and nothing else.
            for gear in [[12, 24, 1, 2], [12, 60, 0, 0], [0, 0, 0, 0]] {
                let won = (0..4).filter(|&seed| {
                    let (game, _) = fought(&many_against_few(&shipped.name, held, gear), seed);
                    game.winner() == Some(Side::Attacker)
                });
                let won = won.count();
                if won < 3 {
                    held_off.push(format!("{}, {held} held, {gear:?}: {won} of 4", shipped.name));
                }
            }
        }
    }
    // Without ladders or faggots nobody comes over a moat with its bridge up, nor up to a walled court.
    let barred = |told: &String| {
        told.contains("[0, 0, 0, 0]")
            && (told.contains("border castle, 0") || told.contains("0 held") || told.contains("1 held"))
    };
    let others: Vec<&String> = held_off.iter().filter(|told| !barred(told)).collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn a_garrison_lets_its_bridge_down_and_comes_out() {
    for shipped in map::shipped() {
        let plan = many_against_few(&shipped.name, 0, [0, 0, 0, 0]);
        // Those who were many are within, and the few lie before the place.
        let plan = Plan { sally: true, ..plan };
        let (game, told) = fought(&plan, 3);
        let out = |event: &Event| matches!(event, Event::Stepped { man, to, .. } if game.man(*man).side == Side::Attacker && game.map.line_of(*to) == 0);
        assert!(told.iter().any(out), "nobody comes out of {}", shipped.name);
        assert!(game.men.iter().any(|man| man.fought), "{}: they come to blows", shipped.name);
        let lifts =
            || game.map.lifts.iter().any(|lift| lift.closed && game.map.cell(lift.from).terrain == Terrain::Gateway);
        assert!(!lifts() || shipped.last_line() > 2, "{}: the bridge is still up", shipped.name);
    }
}

#[test]
fn towers_and_rams_are_led_to_the_walls_and_gone_over() {
    let (mut crossed, mut rammed, mut climbed) = (0, 0, 0);
    for shipped in map::shipped() {
        for seed in 0..6 {
            let (_, told) = fought(&many_against_few(&shipped.name, 0, [8, 24, 2, 2]), seed);
            let of = |fits: &dyn Fn(&Event) -> bool| usize::from(told.iter().any(fits));
            crossed += of(&|event| matches!(event, Event::Crossed { .. }));
            rammed += of(&|event| matches!(event, Event::Rammed { .. }));
            climbed += of(&|event| matches!(event, Event::SteppedOff { .. }));
        }
    }
    assert!(
        crossed >= 3 && rammed >= 6 && climbed >= 3,
        "{crossed} over a gangway, {rammed} rammed, {climbed} by ladder, of 18"
    );
}

/// SG-7.2, SG-7.3: where a moat lies before every wall, a tower is brought all the same if it can be filled.
#[test]
fn sg_7_3_a_tower_is_brought_to_a_moat_that_can_be_filled() {
    for (faggots, brought) in [(24, 1), (0, 0)] {
        let plan = many_against_few("border castle", 0, [0, faggots, 1, 0]);
        let game =
            Assault::begin(&plan, &Tables::book(), &man_to_man::Tables::book(), &mut Vec::new()).expect("no fault");
        let towers = game.machines.iter().filter(|machine| machine.kind == MachineKind::Tower);
        let reach: Vec<i8> = towers.map(|tower| tower.reach).collect();
        assert_eq!(reach, vec![1; brought], "{faggots} faggots");
    }
}

/// SG-8: who held one line is found on the next, and the last in the keep.
#[test]
fn a_garrison_falls_back_from_line_to_line() {
    let mut further = 0;
    for seed in 0..6 {
        let mut plan = many_against_few("the Templars' castle", 0, [12, 0, 1, 2]);
        plan.hosts.defender =
            host(vec![unit("guard", 200, 11, 3, "sword;shield"), unit("bows", 220, 11, 3, "crossbow;dagger")]);
        let mut told = Vec::new();
        let mut game =
            Assault::begin(&plan, &Tables::book(), &man_to_man::Tables::book(), &mut told).expect("no fault");
        let line = |game: &Assault| {
            let of = game.of(Side::Defender).filter_map(|id| game.place(id)).map(|at| game.map.line_of(at));
            of.collect::<Vec<u8>>()
        };
        let begun = line(&game).iter().filter(|line| **line > 1).count();
        let (mut dice, captain, mut back) = (Seeded::new(seed), captain(), 0);
        while let Some(side) = game.pending().first() {
            let decision = captain.decide(&game.view(side));
            game.play(side, decision, &mut dice, &mut told).expect("a captain decides what is allowed");
            back = back.max(line(&game).iter().filter(|line| **line > 1).count());
        }
        further += usize::from(back > begun);
    }
    assert!(further >= 2, "in {further} of 6 somebody fell back to the next line");
}
