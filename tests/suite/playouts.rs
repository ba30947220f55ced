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
