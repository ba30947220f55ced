//! What is dropped from the walls, and fire at machines, hex to hex (MM-3.7, MM-4.9, MM-4.11, MM-4.12, MM-9.5, SG-4.3).

use crate::assaults::{all_of_a_half, begin, few, hex, host, pass, place, plan, play, unit};
use banneret::rules::assault::blaze::HexFuel;
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::Burden;
use banneret::rules::assault::{
    Assault, Decision, Event, Fortune, HexMachine, HexSide, Illegal, MachineKind, Post, TrooperId,
};
use banneret::rules::battle::Deed;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Class, Grade, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::gear::{GearPiece, Machine, Thing};
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

/// The border castle with the moat filled before the west walk; men so, and what the garrison has by it.
pub fn wall(attackers: [&str; 2], defenders: [&str; 2], gear: &[(Thing, u16)]) -> Assault {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    for cell in map.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat) {
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    map.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let mut game = few(&map, attackers, defenders);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    for &(thing, count) in gear {
        match thing {
            Thing::Rock => game.stores.defender.rocks = count,
            Thing::OilCauldron => game.stores.defender.oil = count,
            _ => game.stores.defender.lead = count,
        }
    }
    game
}

fn drop_it(game: &Assault, at: &str, what: Machine) -> Decision {
    Decision::Drop { man: D, at: hex(game, at), what }
}

#[test]
fn mm_4_9_a_rock_hits_on_five_or_less_and_lead_on_seven_and_nothing_is_added() {
    for (what, sum, hit) in [
        (Machine::Rock, [2, 3], true),
        (Machine::Rock, [3, 3], false),
        (Machine::Lead, [3, 4], true),
        (Machine::Lead, [4, 4], false),
    ] {
        // 1014 lies at the foot of the walk 1114, and 0914 two hexes from it.
        for at in ["1014", "0914"] {
            let mut game = wall([at, "0202"], ["1114", "1814"], &[(Thing::Rock, 2), (Thing::LeadCauldron, 2)]);
            game.turn = 4;
            play(&mut game, Attacker, Decision::Done, &[]).expect("done");
            let order = drop_it(&game, at, what);
            let before = game.stores.defender.left(what);
            play(&mut game, Defender, order, &[]).expect("he is below");
            assert_eq!(game.stores.defender.left(what), before - 1);
            let told = play(&mut game, Defender, Decision::Done, &[sum[0], sum[1], 6]).expect("done");
            let dropped = told.iter().find_map(|event| match event {
                Event::Dropped { man: D, hit, thrown, .. } => Some((*hit, thrown.total, thrown.parts.len())),
                _ => None,
            });
            assert_eq!(dropped, Some((hit, (sum[0] + sum[1]) as i32, 0)), "{what} {at}: {told:?}");
            assert_eq!(told.iter().any(|event| matches!(event, Event::Hurt { man: A, .. })), hit);
        }
    }
}

#[test]
fn mm_9_5_what_is_dropped_falls_from_a_rampart_within_two_inches_below_once_and_hot() {
    let all = [(Thing::Rock, 1), (Thing::OilCauldron, 1), (Thing::LeadCauldron, 1)];
    let ready = |attackers, defenders| {
        let mut game = wall(attackers, defenders, &all);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        game
    };
    let mut game = ready(["1014", "0202"], ["1114", "1814"]);
    assert_eq!(game.check(Defender, &drop_it(&game, "1014", Machine::Rock)), Ok(()));
    assert_eq!(
        game.check(Defender, &drop_it(&game, "1014", Machine::Lead)),
        Err(Illegal::NotHot { moves: 3, from: 4 })
    );
    assert_eq!(game.check(Defender, &drop_it(&game, "1013", Machine::Rock)), Err(Illegal::NoTarget));
    let far = ready(["0814", "0202"], ["1114", "1814"]);
    assert_eq!(far.check(Defender, &drop_it(&far, "0814", Machine::Rock)), Err(Illegal::OutOfReach), "three hexes off");
    let court = ready(["1014", "0202"], ["1414", "1814"]);
    assert_eq!(court.check(Defender, &drop_it(&court, "1014", Machine::Rock)), Err(Illegal::NotOnWalk));
    let level = ready(["1111", "0202"], ["1114", "1814"]);
    assert_eq!(level.check(Defender, &drop_it(&level, "1111", Machine::Rock)), Err(Illegal::NotBelow));
    // It takes his turn, and each serves once.
    let order = drop_it(&game, "1014", Machine::Rock);
    play(&mut game, Defender, order, &[]).expect("he takes it up");
    assert_eq!(game.man(D).points, 0);
    play(&mut game, Defender, Decision::Done, &[6, 6]).expect("a miss");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &order), Err(Illegal::NothingToDrop));
    // Who has gone from there meanwhile is not hit, and it is spent.
    let mut gone = ready(["1014", "0202"], ["1114", "1814"]);
    play(&mut gone, Defender, order, &[]).expect("he takes it up");
    let elsewhere = hex(&gone, "0202");
    assert!(gone.taken(elsewhere));
    gone.men[0].fortune = Fortune::Dead;
    let told = play(&mut gone, Defender, Decision::Done, &[]).expect("done");
    assert!(!told.iter().any(|event| matches!(event, Event::Dropped { .. })), "{told:?}");
}

#[test]
fn mm_10_2_a_host_brings_rocks_and_cauldrons_as_its_gear() {
    let mut plan = plan("border castle");
    let gear = [(Thing::Rock, 7), (Thing::Rock, 2), (Thing::OilCauldron, 1), (Thing::LeadCauldron, 3)];
    plan.hosts.defender.gear = gear.map(|(thing, count)| GearPiece::of(thing, count, None)).to_vec();
    let game = begin(&plan);
    let left = [Machine::Rock, Machine::Oil, Machine::Lead].map(|what| game.stores.defender.left(what));
    assert_eq!(left, [9, 1, 3]);
    assert_eq!(game.stores.attacker, Default::default());
}

/// A siege tower of ten of the attackers in a hex before the west walk, one of the garrison above it.
pub fn tower(at: &str, above: &str) -> Assault {
    let mut plan = plan("border castle");
    let mut map = HexMap::clone(&plan.map);
    for cell in map.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat) {
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    (plan.map, plan.towers, plan.rams, plan.engines) = (Arc::new(map), 0, 0, Vec::new());
    (plan.ladders, plan.faggots) = (0, 0);
    let gear = [(Thing::OilCauldron, 2)];
    plan.hosts =
        BySide { attacker: plan.hosts.attacker, defender: host(vec![unit("guard", 100, 2, 3, "sword;shield")]) };
    plan.hosts.defender.gear = gear.map(|(thing, count)| GearPiece::of(thing, count, None)).to_vec();
    let mut game = begin(&plan);
    let (at, above) = (hex(&game, at), hex(&game, above));
    game.deploy_at(TrooperId(60), above).ok();
    game.bring(HexMachine { reach: 1, ..HexMachine::new(MachineKind::Tower, Attacker, at, HexSide::West) })
        .expect("room");
    for man in 0..10 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(0)).expect("nobody has moved");
    }
    // One of them can command it (MM-9.7).
    game.men[0].profile.grade = Grade::B;
    game
}

#[test]
fn mm_9_5_oil_sets_a_tower_burning_on_ten_percent_and_who_is_in_it_comes_away() {
    for (faces, burns) in [([1, 10], true), ([1, 1], false)] {
        let mut game = tower("1014", "1114");
        let by = game.who(hex(&game, "1114")).expect("one of the garrison");
        game.turn = 4;
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let oil = Decision::Drop { man: by, at: hex(&game, "1014"), what: Machine::Oil };
        play(&mut game, Defender, oil, &[]).expect("it is below");
        // A hit on 2, then d100: 10 is enough and 11 is not.
        let told = play(&mut game, Defender, Decision::Done, &[1, 1, faces[0], faces[1]]).expect("done");
        let lit = told.iter().find_map(|event| match *event {
            Event::Oiled { percent: 10, lit, .. } => Some(lit),
            _ => None,
        });
        assert_eq!(lit, Some(burns), "{told:?}");
        assert_eq!(
            game.machine(0).burns.is_some()
                || told.iter().any(|event| matches!(event, Event::FireFought { out: true, .. })),
            burns
        );
        assert_eq!(game.at_post(Post::Aboard(0)).count(), if burns { 0 } else { 10 });
        let left = told.iter().filter(|event| matches!(event, Event::LeftMachine { .. })).count();
        assert_eq!(left, if burns { 10 } else { 0 });
    }
}

/// An empty engine of the attackers in the court beside one of the garrison.
pub fn engine() -> Assault {
    let mut game = wall(["0202", "0302"], ["1413", "1814"], &[]);
    let at = hex(&game, "1414");
    game.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    game
}

const BURN: Decision = Decision::Burn { man: D, machine: 0 };

#[test]
fn sg_4_3_one_of_the_garrison_puts_a_torch_to_an_engine_and_it_takes_on_a_one() {
    for (face, lit) in [(1, true), (2, false)] {
        let mut game = engine();
        let told = play(&mut game, Defender, BURN, &[face]).expect("it stands beside him");
        assert_eq!(told.first(), Some(&Event::Torched { man: D, fuel: HexFuel::Machine(0), face: face as u8, lit }));
        assert_eq!(game.machine(0).burns, lit.then_some(1));
        assert_eq!(game.man(D).points, 0, "it takes his turn");
    }
    let mut game = engine();
    game.machines[0].side = Defender;
    assert_eq!(game.check(Defender, &BURN), Err(Illegal::NoTarget), "their own");
    let mut game = engine();
    game.machines[0].wrecked = true;
    assert_eq!(game.check(Defender, &BURN), Err(Illegal::MachineWrecked));
    // Besiegers have no fire at hand.
    let mut game = wall(["0504", "0202"], ["1413", "1814"], &[]);
    let at = hex(&game, "0604");
    game.bring(HexMachine::new(MachineKind::Catapult, Defender, at, HexSide::East)).expect("room");
    assert_eq!(game.check(Attacker, &Decision::Burn { man: A, machine: 0 }), Err(Illegal::NoFire));
    // Face to face with its crew he has other things to do.
    let mut game = wall(["1414", "0302"], ["1413", "1814"], &[]);
    let at = hex(&game, "1313");
    game.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &BURN), Err(Illegal::InContact));
}

#[test]
fn mm_4_11_a_machine_burns_for_nine_turns_and_is_gone() {
    for (turn, gone) in [(8, false), (9, true)] {
        let mut game = wall(["0202", "0302"], ["1413", "1814"], &[]);
        let at = hex(&game, "0604");
        game.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
        (game.machines[0].burns, game.turn) = (Some(1), turn);
        let told = pass(&mut game);
        assert_eq!(told.contains(&Event::BurntDown { fuel: HexFuel::Machine(0) }), gone, "turn {turn}: {told:?}");
        assert_eq!((game.machine(0).wrecked, game.machine(0).burns.is_none()), (gone, gone));
    }
}

#[test]
fn mm_4_12_who_stays_beside_a_fire_for_two_turns_dies() {
    let mut game = engine();
    play(&mut game, Defender, BURN, &[1]).expect("it takes fire");
    let first = play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert!(!first.iter().any(|event| matches!(event, Event::Perished { .. })));
    let second = pass(&mut game);
    assert!(second.contains(&Event::Perished { man: D }), "{second:?}");
    assert_eq!(game.man(D).fortune, Fortune::Dead);
}

#[test]
fn mm_4_12_those_near_fight_a_fire_in_its_first_four_turns_each_after_the_first_a_point() {
    // Two of the attackers within two hexes of their engine, and nobody before them: 2d6 less 1, 2 or less.
    for (faces, out) in [([1, 2], true), ([2, 2], false)] {
        let mut game = wall(["0504", "0605"], ["1413", "1814"], &[]);
        let at = hex(&game, "0604");
        game.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
        game.machines[0].burns = Some(1);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = play(&mut game, Defender, Decision::Done, &faces).expect("done");
        let fought = told.iter().find_map(|event| match event {
            Event::FireFought { men, thrown, out, .. } => Some((*men, thrown.total, *out)),
            _ => None,
        });
        assert_eq!(fought, Some((2, faces[0] as i32 + faces[1] as i32 - 1, out)), "{told:?}");
        assert_eq!(game.machine(0).burns.is_none(), out);
        // From the fifth turn on nobody fights it.
        let mut late = wall(["0504", "0605"], ["1413", "1814"], &[]);
        late.bring(HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::East)).expect("room");
        (late.machines[0].burns, late.turn) = (Some(1), 5);
        let told = pass(&mut late);
        assert!(!told.iter().any(|event| matches!(event, Event::FireFought { .. })), "{told:?}");
    }
}

#[test]
fn mm_4_11_a_burning_machine_is_neither_served_nor_rolled_and_a_captain_leads_his_men_from_it() {
    let mut game = tower("1014", "1114");
    game.machines[0].burns = Some(1);
    assert_eq!(game.check(Attacker, &Decision::Roll { machine: 0, back: true }), Err(Illegal::Burns));
    assert_eq!(game.gangway(0), None);
    let mut game = engine();
    play(&mut game, Defender, BURN, &[1]).expect("it takes fire");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    all_of_a_half(&mut game, Defender);
    assert!(!game.scorching(hex(&game, &place(&game, D))), "he goes away from it");
}

#[test]
fn mm_4_7_nothing_is_dropped_up_onto_the_top_of_a_tower() {
    let mut game = tower("1014", "1114");
    game.stores.defender.rocks = 3;
    let by = game.who(hex(&game, "1114")).expect("one of the garrison");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let rock = |game: &Assault| Decision::Drop { man: by, at: hex(game, "1014"), what: Machine::Rock };
    assert_eq!(game.check(Defender, &rock(&game)), Err(Illegal::NoTarget), "those inside are hidden");
    let mut up = tower("1014", "1114");
    up.stores.defender.rocks = 3;
    up.deploy_aboard(TrooperId(0), Post::Aloft(0)).expect("nobody has moved");
    up.machines[0].facing = HexSide::West;
    play(&mut up, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(up.check(Defender, &rock(&up)), Err(Illegal::NoTarget), "his top is above the rampart");
}

#[test]
fn mm_4_1_a_stone_and_what_is_dropped_come_before_second_shots_of_bows() {
    // Two arrows, and a rock on him who shoots them.
    let mut game = wall(["1014", "0202"], ["1114", "1814"], &[(Thing::Rock, 1)]);
    (game.men[0].profile.weapons.missile, game.men[0].ammunition) = (Some(Weapon::Longbow), 12);
    // He is the better man, and shoots first.
    game.men[0].profile.grade = Grade::A;
    let far = TrooperId(3);
    let at = hex(&game, "1112");
    game.deploy_at(far, at).expect("free");
    play(&mut game, Attacker, Decision::Aim { man: A, at: far }, &[]).expect("in sight");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let order = drop_it(&game, "1014", Machine::Rock);
    play(&mut game, Defender, order, &[]).expect("he is below");
    // The first arrow misses; the rock hits and kills; the second arrow is never shot.
    let told = play(&mut game, Defender, Decision::Done, &[6, 6, 1, 1, 6]).expect("done");
    let shots = told.iter().filter(|event| matches!(event, Event::Shot { man: A, .. })).count();
    assert_eq!((shots, game.man(A).fortune), (1, Fortune::Dead), "{told:?}");
}

#[test]
fn mm_4_11_what_has_burnt_down_or_was_wrecked_bars_no_hex() {
    let mut game = wall(["0202", "0302"], ["1413", "1814"], &[]);
    let at = hex(&game, "0604");
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    assert!(game.taken(at));
    (game.machines[0].burns, game.turn) = (Some(1), 9);
    pass(&mut game);
    assert!(game.machine(0).wrecked && !game.taken(at));
}

#[test]
fn mm_4_11_besiegers_have_fire_who_bring_flint_and_steel() {
    let mut game = wall(["0504", "0202"], ["1413", "1814"], &[]);
    let at = hex(&game, "0604");
    game.bring(HexMachine::new(MachineKind::Catapult, Defender, at, HexSide::East)).expect("room");
    game.stores.attacker.flint = true;
    assert_eq!(game.check(Attacker, &Decision::Burn { man: A, machine: 0 }), Ok(()));
}

#[test]
fn mm_8_6_who_hurts_a_cleric_with_a_rock_is_remembered() {
    let mut game = wall(["1014", "0202"], ["1114", "1814"], &[(Thing::Rock, 1)]);
    game.men[0].profile.class = Class::Cleric;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let order = drop_it(&game, "1014", Machine::Rock);
    play(&mut game, Defender, order, &[]).expect("he is below");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1, 6]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Dropped { man: D, hit: true, .. })), "{told:?}");
    assert!(game.deeds.contains(&(D, Deed::HurtCleric(game.man(A).man))), "{told:?}");
}

/// The border castle with the moat filled, a man of the attackers before its shut gate and one of the garrison in `within`.
pub fn at_the_gate(within: &str) -> Assault {
    let castle = map::find("border castle").expect("it ships");
    let (inner, side) = castle.gates[0].sides[0];
    let before = castle.cell(castle.beside(inner, side).expect("ground before it")).name();
    let mut game = wall([&before, "0202"], [within, "1814"], &[]);
    game.stores.attacker.flint = true;
    game
}

const TORCH: Decision = Decision::BurnGate { man: A, gate: 0 };

#[test]
fn mm_4_11_a_torch_sets_a_shut_gate_burning_on_a_one_and_it_burns_for_nine_turns() {
    for (face, lit) in [(1, true), (2, false)] {
        let mut game = at_the_gate("1815");
        let told = play(&mut game, Attacker, TORCH, &[face]).expect("he stands before it");
        assert_eq!(told.first(), Some(&Event::Torched { man: A, fuel: HexFuel::Gate(0), face: face as u8, lit }));
        assert_eq!(game.map.gates[0].burns, lit.then_some(1));
        assert_eq!(game.man(A).points, 0, "it takes his turn");
    }
    for (turn, gone) in [(8, false), (9, true)] {
        let mut game = at_the_gate("1815");
        play(&mut game, Attacker, TORCH, &[1]).expect("he stands before it");
        // He goes away from it.
        game.deploy_at(A, hex(&game, "0302")).ok();
        game.turn = turn;
        let told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = [told, play(&mut game, Defender, Decision::Done, &[]).expect("done")].concat();
        assert_eq!(told.contains(&Event::BurntDown { fuel: HexFuel::Gate(0) }), gone, "turn {turn}: {told:?}");
        assert_eq!((game.map.gates[0].wrecked, game.map.gates[0].burns.is_none()), (gone, gone));
    }
}

#[test]
fn mm_4_11_no_torch_is_put_to_what_is_open_burning_iron_or_ones_own_nor_without_fire() {
    let check = |change: &dyn Fn(&mut Assault), order: Decision| {
        let mut game = at_the_gate("1922");
        change(&mut game);
        let side = if order == TORCH { Attacker } else { Defender };
        if side == Defender {
            play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        }
        game.check(side, &order)
    };
    assert_eq!(check(&|_| {}, TORCH), Ok(()), "a shut gate parts him from who stands behind it");
    assert_eq!(check(&|game| game.stores.attacker.flint = false, TORCH), Err(Illegal::NoFire));
    let with_map = |game: &mut Assault, change: &dyn Fn(&mut HexMap)| {
        let mut map = HexMap::clone(&game.map);
        change(&mut map);
        game.map = Arc::new(map);
    };
    assert_eq!(check(&|game| with_map(game, &|map| map.gates[0].open = true), TORCH), Err(Illegal::GateOpen));
    assert_eq!(check(&|game| with_map(game, &|map| map.gates[0].wrecked = true), TORCH), Err(Illegal::Wrecked));
    assert_eq!(check(&|game| with_map(game, &|map| map.gates[0].burns = Some(1)), TORCH), Err(Illegal::Burns));
    let iron = |map: &mut HexMap| map.gates[0].kind = map::GateKind::Portcullis;
    assert_eq!(check(&|game| with_map(game, &iron), TORCH), Err(Illegal::NoTinder));
    assert_eq!(check(&|_| {}, Decision::BurnGate { man: D, gate: 0 }), Err(Illegal::NoTarget), "their own");
    assert_eq!(check(&|_| {}, Decision::BurnGate { man: A, gate: 9 }), Err(Illegal::NotYours));
}

#[test]
fn mm_4_12_a_burning_gate_is_fought_by_the_garrison_within_two_inches_of_it() {
    // 1922 is its inner hex; the gate is half an inch from there.
    let castle = map::find("border castle").expect("it ships");
    let inner = castle.gates[0].sides[0].0;
    let far = |far: i64| {
        let at = castle
            .ids()
            .find(|&at| castle.distance(at, inner) == far && castle.line_of(at) > 0 && castle.holds(at).is_ok());
        castle.cell(at.expect("a hex of the place")).name()
    };
    for (within, fights) in [(far(0), true), (far(1), true), (far(3), false)] {
        let mut game = at_the_gate(&within);
        play(&mut game, Attacker, TORCH, &[1]).expect("he stands before it");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = play(&mut game, Defender, Decision::Done, &[1, 1]).expect("done");
        let fought = told.iter().any(|event| matches!(event, Event::FireFought { men: 1, fuel: HexFuel::Gate(0), .. }));
        assert_eq!(fought, fights, "{within}: {told:?}");
        assert_eq!(game.map.gates[0].burns.is_none(), fights, "two ones put it out");
    }
}

/// A bowman of the garrison on the west walk, a ram of the attackers before it, and fire missiles for him.
pub fn bowman() -> Assault {
    let mut game = wall(["0202", "0302"], ["1114", "1814"], &[]);
    (game.men[2].profile.weapons.missile, game.men[2].ammunition) = (Some(Weapon::Longbow), 12);
    game.stores.defender.fire_missiles = 2;
    let at = hex(&game, "0814");
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    game
}

#[test]
fn mm_4_11_a_fire_missile_is_lit_in_one_turn_shot_in_the_next_and_lights_timber_on_a_one() {
    // 2d6, 7 or less at short range at a thing; then 1d6.
    for (faces, hit, lit) in [([3, 4, 1], true, true), ([3, 4, 2], true, false), ([4, 4, 1], false, false)] {
        let mut game = bowman();
        let fire = Decision::FireAt { man: D, at: hex(&game, "0814") };
        assert_eq!(game.check(Defender, &fire), Err(Illegal::NotLit));
        play(&mut game, Defender, Decision::Kindle { man: D }, &[]).expect("he has a bow");
        assert_eq!((game.man(D).points, game.stores.defender.fire_missiles), (0, 1));
        assert_eq!(game.check(Defender, &fire), Err(Illegal::MayNotShoot), "a move to light");
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        play(&mut game, Defender, fire, &[]).expect("it is in sight");
        let told = play(&mut game, Defender, Decision::Done, &faces).expect("done");
        let shots: Vec<bool> = told
            .iter()
            .filter_map(|event| match event {
                Event::FireShot { man: D, fuel: HexFuel::Machine(0), hit, .. } => Some(*hit),
                _ => None,
            })
            .collect();
        assert_eq!(shots, [hit], "one is lit: {told:?}");
        assert_eq!(told.iter().any(|event| matches!(event, Event::Caught { fuel: HexFuel::Machine(0) })), lit);
        assert_eq!((game.man(D).ammunition, game.man(D).lit), (11, None));
    }
}

#[test]
fn mm_4_11_fire_missiles_are_for_bows_and_things_that_burn() {
    let kindle = |change: &dyn Fn(&mut Assault)| {
        let mut game = bowman();
        change(&mut game);
        game.check(Defender, &Decision::Kindle { man: D })
    };
    assert_eq!(kindle(&|_| {}), Ok(()));
    assert_eq!(kindle(&|game| game.stores.defender.fire_missiles = 0), Err(Illegal::NoFireMissile));
    assert_eq!(kindle(&|game| game.men[2].profile.weapons.missile = Some(Weapon::Crossbow)), Err(Illegal::NoBow));
    assert_eq!(kindle(&|game| game.men[2].ammunition = 0), Err(Illegal::NoBow));
    let mut game = bowman();
    game.men[2].lit = Some(1);
    assert_eq!(
        game.check(Defender, &Decision::FireAt { man: D, at: hex(&game, "0202") }),
        Err(Illegal::NoTinder),
        "a man"
    );
    game.machines[0].burns = Some(1);
    assert_eq!(game.check(Defender, &Decision::FireAt { man: D, at: hex(&game, "0814") }), Err(Illegal::NoTinder));
    // Shooting at a man he shoots no fire.
    game.machines[0].burns = None;
    let order = Decision::FireAt { man: D, at: hex(&game, "0814") };
    play(&mut game, Defender, order, &[]).expect("it is in sight");
    assert_eq!(game.check(Defender, &order), Err(Illegal::NoChange));
}

#[test]
fn mm_4_1_who_is_wounded_before_he_shoots_comes_after_those_who_are_not() {
    // Two of the attackers shoot; one of the garrison, the better man, wounds the first of them before.
    let mut game = wall(["0914", "0913"], ["1114", "1814"], &[]);
    for (n, grade) in [(0, Grade::B), (1, Grade::C), (2, Grade::A)] {
        (game.men[n].profile.weapons.missile, game.men[n].ammunition) = (Some(Weapon::Crossbow), 12);
        game.men[n].profile.grade = grade;
    }
    let other = TrooperId(1);
    for man in [A, other] {
        play(&mut game, Attacker, Decision::Aim { man, at: D }, &[]).expect("in sight");
    }
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Aim { man: D, at: A }, &[]).expect("in sight");
    // A hit, and a wound by it; all else misses.
    let told = play(&mut game, Defender, Decision::Done, &[1, 1, 1, 6, 6, 6, 6]).expect("done");
    let shots: Vec<TrooperId> = told
        .iter()
        .filter_map(|event| match event {
            Event::Shot { man, .. } => Some(*man),
            _ => None,
        })
        .collect();
    assert!(game.man(A).wounded, "{told:?}");
    assert_eq!(shots, [D, other, A], "{told:?}");
}

#[test]
fn mm_4_11_a_fire_missile_that_is_not_shot_in_the_next_turn_has_burnt_out() {
    let mut game = bowman();
    play(&mut game, Defender, Decision::Kindle { man: D }, &[]).expect("he has a bow");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert_eq!(game.man(D).lit, Some(1), "the next turn has begun");
    pass(&mut game);
    assert_eq!(game.man(D).lit, None);
}

#[test]
fn mm_4_12_a_crew_leaves_its_ram_beside_a_fire() {
    let mut game = tower("0814", "1114");
    game.bring(HexMachine::new(MachineKind::Catapult, Attacker, hex(&game, "0714"), HexSide::East)).expect("room");
    game.machines[0].kind = MachineKind::Ram;
    game.machines[1].burns = Some(1);
    all_of_a_half(&mut game, Attacker);
    assert_eq!(game.at_post(Post::Aboard(0)).count(), 0);
}

#[test]
fn mm_3_5_who_stands_on_the_top_of_a_tower_that_is_rolled_has_moved() {
    let mut game = tower("0814", "1114");
    game.deploy_aboard(TrooperId(10), Post::Aloft(0)).expect("nobody has moved");
    play(&mut game, Attacker, Decision::Roll { machine: 0, back: true }, &[]).expect("ten roll it");
    assert!(game.man(TrooperId(10)).moved);
}

#[test]
fn mm_9_1_a_roll_of_a_hundred_is_told_beside_what_its_percentage_is_made_of() {
    let mut game = wall(["1014", "0202"], ["1114", "1814"], &[(Thing::OilCauldron, 1)]);
    let at = hex(&game, "0914");
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    game.turn = 4;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Drop { man: D, at, what: Machine::Oil }, &[]).expect("it is below");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1, 4, 6]).expect("done");
    let oiled = told.iter().find(|event| matches!(event, Event::Oiled { .. })).expect("it ran over it");
    let Event::Oiled { thrown, .. } = oiled else { unreachable!() };
    let words = banneret::rules::assault::sentence(&game, oiled);
    assert!(words.contains(&format!("a roll of {} (MM-9.5)", thrown.total)), "{words}");
    assert!(words.contains("10% ("), "{words}");
}
