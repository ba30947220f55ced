//! Random battles from printed seeds.

use crate::rosters;
use banneret::rules::game::Deaf;
use banneret::rules::man_to_man::{Tables, fight};

fn seeds() -> u64 {
    std::env::var("BANNERET_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[test]
fn smoke() {
    let tables = Tables::book();
    let mut turns = Vec::new();
    for seed in 0..seeds() {
        let plan = rosters::random(seed);
        eprintln!("seed {seed}: {} v {}", plan.hosts.attacker.men().count(), plan.hosts.defender.men().count());
        let report = fight(&plan, &tables, &mut Deaf).unwrap();
        eprintln!("   {:?} {:?} {:?}", report.turns, report.winner, report.half_points);
        turns.push(report.turns.unwrap());
    }
    turns.sort();
    eprintln!("median {} max {:?} all {turns:?}", turns[turns.len() / 2], turns.last());
}

#[test]
fn tell() {
    let seed = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(15);
    let plan = rosters::random(seed);
    let record = banneret::rules::man_to_man::fight_recorded(&plan, &Tables::book()).unwrap();
    for line in banneret::rules::man_to_man::log::lines(&plan, &record.events) {
        println!("{}", line.full());
    }
    let bytes = banneret::rules::man_to_man::record::encode(&record).unwrap();
    println!("{} events, {} bytes", record.events.len(), bytes.len());
    assert_eq!(banneret::rules::man_to_man::record::decode(&bytes).unwrap(), record);
}
