//! The ways into a line that is assaulted, on the ground of a man-to-man battle as at the siege: rams and axes open its gate, and a
//! tower reaches so high and no higher (SG-1.6, SG-5.5, SG-7.2).

use crate::sg_campaign::Border;
use crate::sg_relief::{RESTS, shut_in};
use crate::support::sound;
use banneret::app::{battle, numbers, plan};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::siege::{self as rules, Host, Kind, Moat, Order, Park, Plan, Siege, Tables};
use serde_json::json;

/// Whoever has the park assaults a line of a baron's castle, when that waits.
fn assaults(it: &mut Border, siege: SiegeId) -> Contact {
    it.conduct(siege, SiegePart::Garrison, RESTS);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    for _ in 0..12 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) {
            return met;
        }
    }
    panic!("no assault in twelve turns: {}", it.story(siege));
}

/// In how many of so many battles the assailants have the walls in the end.
fn taken(it: &Border, met: &Contact, battles: u64) -> u64 {
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let has = |seed| {
        let muster = plan::muster_of(&it.store, met.attacker, met.defender, seed).expect("mustered");
        battle::fight(&muster, &house).expect("fought").report.holds == Some(Side::Attacker)
    };
    (1..=battles).map(|seed| u64::from(has(seed))).sum()
}

#[test]
fn sg_1_6_a_ram_opens_the_gate_of_any_line() {
    for won in [0, 1] {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 140, 6);
        it.provide(Park { rams: 1, ..Park::default() });
        let holds = |act: &banneret::store::Act| {
            let mut row = act.siege(siege)?;
            row.won = won;
            act.set_siege(&row)?;
            Ok(((), "Lines are won.".to_owned()))
        };
        it.store.act("lines are won", &json!({}), holds).expect("so be it");
        let met = assaults(&mut it, siege);
        let muster = plan::muster_of(&it.store, met.attacker, met.defender, 1).expect("mustered");
        assert_eq!(muster.battle.gear.attacker, "1 ram", "line {}", won + 1);
        assert!(muster.plan.ground_file.as_deref().is_some_and(|file| file.contains("the barred gate")));
        assert!(taken(&it, &met, 8) > 0, "line {}: nobody ever comes in", won + 1);
        sound(&it.store, "an assault with a ram");
    }
}

#[test]
fn sg_5_5_a_breach_needs_no_gate_and_who_comes_from_within_has_none() {
    // SG-4.3: who is shut in comes at the citadel through the wards.
    let (mut it, siege, _) = shut_in(900, 300, 20, 120);
    let met = assaults(&mut it, siege);
    assert_eq!(met.attacker, it.host);
    let muster = plan::muster_of(&it.store, met.attacker, met.defender, 1).expect("mustered");
    let file = muster.plan.ground_file.expect("a ground of its own");
    assert!(file.contains("assaulted from within") && !file.contains("the barred gate"), "{file}");
}

#[test]
fn sg_7_2_a_tower_helps_at_the_walls_it_reaches() {
    // SG-5.1: of the keeps that of a border castle is three levels up, and the others are five.
    let stands = |kind: Kind, won: u8| {
        let host = Host::of(100, Grade::C, 1000);
        let hosts = BySide { attacker: host, defender: host };
        let park = Park { towers: 1, ..Park::default() };
        let plan = Plan { kind, moat: Moat::None, capacity: 1000, hosts, park, relief: None };
        let mut game = Siege::laid(&plan, &Tables::book());
        game.won = won;
        let storm = game.storm(Side::Attacker);
        let mut parts: Vec<banneret::rules::explain::Part> = Vec::new();
        rules::assault_parts(&storm, &Tables::book(), &mut parts);
        assert_eq!(storm.tower, parts.iter().any(|part| part.what == "a siege tower"));
        assert_eq!(game.check_way_in(Side::Attacker).is_ok(), storm.tower, "it is the only way in");
        storm.tower
    };
    for (kind, reached) in [
        (Kind::BorderCastle, &[true, true][..]),
        (Kind::Castle, &[true, true, true, false]),
        (Kind::Town, &[true, true, false, false]),
    ] {
        let stands: Vec<bool> = (0..reached.len() as u8).map(|won| stands(kind, won)).collect();
        assert_eq!(stands, reached, "{kind}");
    }
}
