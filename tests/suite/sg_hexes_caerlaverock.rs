//! The sample’s siege of Caerlaverock settled on hexes (SG-5, SG-8): the host is drawn up where it can come to the wall, and
//! comes to blows there.

use crate::support::folder;
use banneret::app::{found, numbers, plan, siege, turn};
use banneret::campaign::siege::{Conduct, SiegePart};
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::assault::{Assault, AssaultBattle, Event};
use banneret::rules::figure::Side;
use banneret::rules::matches::Match;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{self, Settles as _};
use banneret::rules::siege::Order;
use banneret::store::Store;

/// The host before Caerlaverock as soon as an assault waits, its besiegers led by a captain or by standing orders.
pub fn before_the_castle(orders: &[Order]) -> (tempfile::TempDir, Store, Contact) {
    let folder = folder();
    let mut store =
        found::from_sample(&folder.path().join("caerlaverock.banneret"), "caerlaverock").expect("it begins");
    let host = store.army_named("Host of England").expect("the host").id;
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn is played");
    }
    let holdings = store.strongholds().expect("strongholds");
    let castle = holdings.into_iter().find(|holding| holding.name == "Caerlaverock Castle").expect("the castle").id;
    let begun = siege::open(&mut store, host, castle).expect("it may be besieged");
    if !orders.is_empty() {
        siege::set_conduct(&mut store, begun, SiegePart::Besiegers, Conduct::Orders, orders, false).expect("ordered");
        siege::set_conduct(&mut store, begun, SiegePart::Garrison, Conduct::Orders, &[Order::Rest], false)
            .expect("ordered");
    }
    for _ in 0..12 {
        turn::play(&mut store).expect("a turn is played");
        let waiting = store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) {
            return (folder, store, met);
        }
    }
    panic!("no assault in twelve turns");
}

pub fn battle(store: &Store, met: &Contact, seed: u64) -> AssaultBattle {
    let muster = plan::muster_by(store, met.attacker, met.defender, seed, Ruleset::Assault).expect("they may fight");
    AssaultBattle::cast(&muster.plan, &numbers::of_battles(store).expect("house numbers")).expect("it is fought")
}

pub fn played(battle: &AssaultBattle) -> Match<Assault> {
    let mut played = settles::begin(battle);
    played.conduct(&settles::captain(battle)).expect("captains keep to the rules");
    played
}

fn told(of: &str, seed: u64, battle: &AssaultBattle) -> (bool, bool, Option<Side>) {
    let played = played(battle);
    let game = played.position();
    let count = |is: &dyn Fn(&Event) -> bool| played.events().iter().filter(|event| is(event)).count();
    let raised = count(&|event| matches!(event, Event::Raised { .. }));
    let blows = count(&|event| matches!(event, Event::Struck { .. }));
    let onto = |id| game.man(id).side == Side::Attacker;
    let walls = count(&|event| match event {
        Event::SteppedOff { man, to, .. } | Event::Stepped { man, to, .. } => {
            onto(*man) && game.map.line_of(*to) > 0
        }
        _ => false,
    });
    let storm = battle.plan().storm.as_ref().expect("a place");
    eprintln!(
        "{of} seed {seed}: raised {raised}, blows {blows}, steps within {walls}, turn {}, {:?}, winner {:?}, ladders {} filled {} battered {:?} engines {} rams {} towers {} men {} v {}",
        game.turn, game.stage, game.winner(), game.ladders.len(), storm.filled, storm.battered, storm.engines, storm.rams, storm.towers,
        game.men.iter().filter(|m| m.side == Side::Attacker).count(), game.men.iter().filter(|m| m.side == Side::Defender).count(),
    );
    (walls > 0, blows > 0, game.winner())
}

#[test]
fn sg_5_before_caerlaverock_the_attackers_reach_the_wall_and_strike_blows() {
    let led: [(&str, &[Order]); 3] = [
        ("captains", &[]),
        ("filled", &[Order::FillMoat, Order::Assault, Order::Rest]),
        ("battered", &[Order::FillMoat, Order::Ladders, Order::Batter, Order::Rest]),
    ];
    for (of, orders) in &led[..2] {
        let (_folder, store, met) = before_the_castle(orders);
        let ends: Vec<_> = (1..=6).map(|seed| told(of, seed, &battle(&store, &met, seed))).collect();
        let fights = ends.iter().filter(|(wall, blows, _)| *wall && *blows).count();
        assert!(fights >= 5, "{of}: {fights} of 6");
    }
}

#[test]
fn debug_where_they_stand() {
    use banneret::rules::game::{Captain as _, Game as _};
    let (_folder, store, met) = before_the_castle(&[]);
    let seed: u64 = std::env::var("DBG_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(2);
    let battle = battle(&store, &met, seed);
    let mut game = banneret::rules::settles::begin(&battle).position().clone();
    let captain = settles::captain(&battle);
    let mut dice = banneret::rules::dice::Seeded::new(seed);
    let mut shown = 0;
    while let Some(side) = game.pending().first() {
        if game.turn != shown && [1u32, 3, 6, 10, 15, 20, 40].contains(&game.turn) && side == Side::Attacker {
            shown = game.turn;
            eprintln!("turn {}", game.turn);
            let map = &game.map;
            for row in 1..=map.rows {
                let mut line = if row % 2 == 0 { " ".to_owned() } else { String::new() };
                for column in 1..=map.columns {
                    let id = map.at(banneret::rules::assault::hexes::Hex { column, row }).expect("hex");
                    let t = format!("{:?}", map.cell(id).terrain).to_lowercase();
                    let mut c = match t.as_str() { "flat" => '.', "moat" => '~', "rampart" => 'r', "room" => 'k', _ => t.chars().next().unwrap() };
                    if let Some(who) = game.who(id) {
                        let man = game.man(who);
                        let b = format!("{:?}", man.burden);
                        c = if man.side == Side::Defender { 'D' } else if b.starts_with("Ladder") { 'L' } else if man.profile.weapons.missile.is_some() { 'B' } else { 'A' };
                    }
                    if game.machine_at(id).is_some() { c = 'M'; }
                    line.push(c);
                    line.push(' ');
                }
                eprintln!("{line}");
            }
            for (n, t) in game.troops.iter().enumerate() { if t.mood != banneret::rules::assault::state::Heart::Steady { eprintln!("troop {n} {} {:?} {:?}", t.name, t.side, t.mood); } }
        }
        let decision = captain.decide(&game.view(side));
        game.play(side, decision, &mut dice, &mut Vec::new()).expect("plays");
        if game.turn > 41 { break; }
    }
}

#[test]
fn debug_dump_plans() {
    let (_folder, store, met) = before_the_castle(&[]);
    for seed in 1..=20 {
        let text = serde_json::to_string(battle(&store, &met, seed).plan()).expect("json");
        std::fs::write(format!("/dev/shm/x/caer-{seed}.json"), text).expect("written");
    }
}
