//! How often each of two equal hosts wins, by captains, on every ground that ships: a line for each pair of hosts. On the open
//! field 40 to 60 in a hundred are wanted either way, and fewer for the attacker wherever there is ground to hold.

#[path = "../tests/suite/rosters.rs"]
#[allow(dead_code)]
mod rosters;

use banneret::rules::forecast::{Ask, forecast};
use banneret::rules::man_to_man::{Field, Tables, ground};
use banneret::rules::settles::Fought;
use std::sync::atomic::AtomicBool;

const RUNS: u64 = 300;

fn main() {
    let tables = Tables::book();
    for (name, host) in rosters::equal_hosts() {
        let mut line = format!("{name}: the attacker wins");
        for ground in ground::names() {
            let mut plan = rosters::plan(host.clone(), host.clone(), 1);
            plan.ground = ground.to_owned();
            let field = Field::new(&plan, &tables).expect("no fault");
            let ask = Ask { runs: RUNS, seed: plan.seed, threads: 2 };
            let spread = forecast(&Fought(&field), &ask, &AtomicBool::new(false), &|_| {});
            let won = 100 * spread.sides.attacker.won / RUNS;
            line += &format!(" {won} % on {ground},");
        }
        println!("{}.", line.trim_end_matches(','));
    }
}
