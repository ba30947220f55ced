//! The assault on hexes: sixty against thirty on each of the three maps, led by captains to the end, forecast on two cores; and
//! what one line of fire takes. Target: 100 assaults of 60 against 30 a second on two cores.

use banneret::rules::assault::{AssaultBattle, FireLine, Tables, map, scenario};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::forecast::{Ask, forecast};
use banneret::rules::settles::{Fought, House};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Assaults on each map.
const RUNS: u64 = 100;
/// Men of the garrison, its captains among them.
const GARRISON: u16 = 30;

/// A shipped assault with a garrison of thirty.
fn against_thirty(file: &str) -> AssaultBattle {
    let mut drawn = scenario::find(file).expect("it ships").as_ref().clone();
    let units = drawn.defender.len() as u16;
    for unit in &mut drawn.defender {
        unit.men = GARRISON / units - u16::from(unit.captain.is_some());
    }
    drawn.cast(None, 1, &House::new()).expect("no fault")
}

fn main() {
    let mut reference = Seeded::new(2);
    let begun = Instant::now();
    let drawn = 10_000_000;
    black_box((0..drawn).map(|_| u64::from(reference.die("reference", 6))).sum::<u64>());
    let thousand = begun.elapsed().as_secs_f64() * 1_000.0 / f64::from(drawn);

    let (mut all, mut seconds) = (0, 0.0);
    for (file, _) in scenario::shipped() {
        let battle = against_thirty(file);
        let begun = Instant::now();
        let ask = Ask { runs: RUNS, seed: 1, threads: 2 };
        let spread = forecast(&Fought(&battle), &ask, &AtomicBool::new(false), &|_| {});
        let took = begun.elapsed().as_secs_f64();
        (all, seconds) = (all + RUNS, seconds + took);
        println!(
            "{file}: {:.0} assaults a second on two cores; {:.0} turns; one on one core takes as long as {:.0} thousand plain \
             dice; won {} to {}",
            RUNS as f64 / took,
            spread.turns.mean(spread.battles).0,
            2.0 * took / RUNS as f64 / thousand,
            spread.sides.attacker.won,
            spread.sides.defender.won,
        );
    }
    println!("60 against {GARRISON}: {:.0} assaults a second on two cores (target 100)", all as f64 / seconds);

    // Every line of fire from one hex of each map to all others.
    for map in map::shipped() {
        let (tables, from) = (Tables::book(), map.ids().nth(map.cells.len() / 2).expect("a hex"));
        let begun = Instant::now();
        let clear = map.ids().filter(|&to| to != from && FireLine::of(map, from, to, &tables).is_clear()).count();
        let each = begun.elapsed().as_secs_f64() * 1e6 / map.cells.len() as f64;
        println!("{}: {} lines of fire, {clear} clear, {each:.1} µs each", map.name, map.cells.len() - 1);
    }
}
