//! Fire that spreads and water that puts it out, hex to hex (MM-4.11, MM-4.12), as the third form of the rules has them.

use crate::assaults::{few, hex, pass, play};
use crate::mm_9_5_on_hexes::wall;
use banneret::rules::assault::blaze::HexFuel;
use banneret::rules::assault::map::{self, GateKind, HexId};
use banneret::rules::assault::scenario;
use banneret::rules::assault::state::Burden;
use banneret::rules::assault::{Assault, Decision, Event, HexMachine, HexSide, MachineKind, of_use};
use banneret::rules::battle::HexForm;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::gear::Thing;

fn caught(told: &[Event]) -> Vec<HexFuel> {
    let caught = |event: &Event| match *event {
        Event::Caught { fuel } => Some(fuel),
        _ => None,
    };
    told.iter().filter_map(caught).collect()
}

/// Engines of the attackers in a row of hexes, the first of them burning since this turn.
fn row(places: &[&str]) -> Assault {
    let mut game = wall(["0202", "0302"], ["1413", "1814"], &[]);
    for at in places {
        let at = hex(&game, at);
        game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    }
    game.machines[0].burns = Some(1);
    game
}

#[test]
fn mm_4_11_a_machine_lights_at_a_turns_end_the_next_to_it_and_that_the_next() {
    let mut game = row(&["0505", "0605", "0705", "0905"]);
    assert_eq!(caught(&pass(&mut game)), [HexFuel::Machine(1)], "within an inch");
    assert_eq!(game.machine(1).burns, Some(2), "it burns from the next turn on");
    assert_eq!(caught(&pass(&mut game)), [HexFuel::Machine(2)]);
    assert!(caught(&pass(&mut game)).is_empty(), "the last is two hexes off");
    // By the second form nothing spreads.
    let mut before = row(&["0505", "0605"]);
    before.form = HexForm::Second;
    assert!(caught(&pass(&mut before)).is_empty());
    // What is wrecked does not burn.
    let mut wrecked = row(&["0505", "0605"]);
    wrecked.machines[1].wrecked = true;
    assert!(caught(&pass(&mut wrecked)).is_empty());
}

#[test]
fn mm_4_11_a_ram_that_burns_lights_the_gate_it_stands_before_and_the_gate_the_ram() {
    let castle = map::find("border castle").expect("it ships");
    let (inner, over) = castle.gates[0].sides[0];
    let outer = castle.beside(inner, over).expect("before it");
    let at_gate = |ram: bool| {
        let mut map = map::HexMap::clone(&castle);
        map.lifts.iter_mut().for_each(|lift| lift.closed = false);
        let mut game = few(&map, ["0202", "0302"], ["1413", "1814"]);
        game.men[0].burden = Burden::Nothing;
        game.bring(HexMachine::new(MachineKind::Ram, Attacker, outer, HexSide::NorthWest)).expect("room");
        match ram {
            true => game.machines[0].burns = Some(1),
            false => {
                let map = std::sync::Arc::make_mut(&mut game.map);
                map.gates[0].burns = Some(1);
            }
        }
        game
    };
    assert_ne!(castle.gates[0].kind, GateKind::Portcullis);
    assert_eq!(caught(&pass(&mut at_gate(true))), [HexFuel::Gate(0)]);
    assert_eq!(caught(&pass(&mut at_gate(false))), [HexFuel::Machine(0)]);
    // A gate that stands open is not lit, nor a portcullis.
    for kind in [None, Some(GateKind::Portcullis)] {
        let mut game = at_gate(true);
        let map = std::sync::Arc::make_mut(&mut game.map);
        match kind {
            None => map.gates[0].open = true,
            Some(kind) => map.gates[0].kind = kind,
        }
        assert!(caught(&pass(&mut game)).is_empty(), "{kind:?}");
    }
}

#[test]
fn mm_4_12_buckets_of_water_help_against_a_fire_each_once_and_one_a_man() {
    let fight = |form: HexForm, buckets: u16, faces: [u32; 2]| {
        // Two of the attackers within two inches of their engine.
        let mut game = wall(["0504", "0605"], ["1413", "1814"], &[]);
        let at: HexId = hex(&game, "0505");
        game.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
        (game.machines[0].burns, game.form, game.stores.attacker.buckets) = (Some(1), form, buckets);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = play(&mut game, Defender, Decision::Done, &faces).expect("done");
        let fought = told.iter().find_map(|event| match event {
            Event::FireFought { men, buckets, thrown, out, .. } => Some((*men, *buckets, thrown.total, *out)),
            _ => None,
        });
        (fought.expect("they fight it"), game.stores.attacker.buckets)
    };
    assert_eq!(fight(HexForm::Third, 0, [2, 2]), ((2, 0, 3, false), 0));
    assert_eq!(fight(HexForm::Third, 1, [2, 2]), ((2, 1, 2, true), 0));
    assert_eq!(fight(HexForm::Third, 5, [2, 3]), ((2, 2, 2, true), 3), "one a man");
    assert_eq!(fight(HexForm::Second, 5, [2, 3]), ((2, 0, 4, false), 5));
    assert!([Attacker, Defender].into_iter().all(|side| of_use(side, Thing::Bucket)));
}

#[test]
fn mm_4_12_a_scenario_gives_both_sides_buckets() {
    let text = include_str!("../../data/assaults/border-castle.toml").replace("rocks = 6", "rocks = 6\nbuckets = 4");
    let drawn = scenario::read(&text).expect("read");
    assert!(drawn.gear().iter().all(|gear| gear.contains(&(4, Thing::Bucket))));
}
