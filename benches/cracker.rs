//! Castle Cracker: 200 battles of 40 bodies a side, led by captains to the end on two cores, and 2,000 men against 2,000 of the
//! Agincourt sample cast into figures and fought; both against as many plain dice as take as long, from the same generator.
//! Targets: 200 battles a second, and a second for the battle of thousands.

#[path = "../tests/suite/rosters.rs"]
#[allow(dead_code)]
mod rosters;

use banneret::campaign::sample;
use banneret::rules::battle::{Fighter, Force, Host, Man};
use banneret::rules::castle_cracker::{Commanders, CrackerBattle, Scenario, ScenarioTrial, Tables, scenario};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::forecast::{Ask, forecast};
use banneret::rules::game::{NullSink, conduct};
use banneret::rules::settles::{House, Settles, settle};
use rosters::{force, plan};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Bodies a side, and battles.
const BODIES: usize = 40;
const RUNS: u64 = 100;
/// Men a side of the battle of thousands.
const MEN: usize = 2_000;

/// Forty bodies a side in two lines on an open field: foot of every armour, spears, archers and horse.
fn forty() -> Arc<Scenario> {
    let mut text = String::from(
        "name = \"Forty against forty\"\nwhat = \"Foot, spears, archers and horse.\"\nbattle = \"field\"\nwidth = 264\n\
         depth = 120\nzones = 36\nturns = 30\nattacker = \"The one\"\ndefender = \"The other\"\n",
    );
    let kinds = [
        "troops = \"medium infantry\"",
        "troops = \"light infantry\"\nmissile = \"bow\"",
        "troops = \"heavy infantry\"",
        "troops = \"medium infantry\"\narms = \"pole arm\"",
        "troops = \"heavy cavalry\"",
    ];
    for (side, near, far) in [("attacker", 30, 18), ("defender", 90, 102)] {
        for body in 0..BODIES {
            let (line, place) = (body / 20, body % 20);
            let y = if line == 0 { near } else { far };
            text += &format!(
                "[[force]]\nside = \"{side}\"\nname = \"{side} {body}\"\n{}\nmen = 16\nfiles = 8\nat = [{}, {y}]\n",
                kinds[body % kinds.len()],
                10 + place * 12
            );
        }
    }
    Arc::new(scenario::read(&text).expect("no fault"))
}

/// So many men of a side of the sample as a host, in the forces of its roster.
fn host_of(side: &str) -> Vec<Force> {
    let side = sample::named("agincourt").and_then(|sample| sample.side(side)).expect("a side of the sample");
    let roster = &side.roster;
    let all = roster.men.len();
    let forces = roster.armies.iter().flat_map(|army| &army.battles).flat_map(|battle| &battle.forces);
    let taken = |from: &std::ops::Range<usize>| from.clone().filter(|at| at * MEN / all != (at + 1) * MEN / all);
    let fighter = |at: usize| {
        let profile = roster.men[at].profile.clone();
        Fighter { man: Man(0), number: String::new(), name: String::new(), profile, wounded: false, standard: None }
    };
    let single = |men: &std::ops::Range<usize>| taken(men).map(fighter).collect::<Vec<_>>();
    forces.map(|of| force(&of.name, Vec::new(), single(&of.men))).collect()
}

/// Dice that count how often they fall.
struct Counted(Seeded, u64);

impl Dice for Counted {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        self.1 += 1;
        self.0.die(roll, sides)
    }
}

fn main() {
    let mut reference = Seeded::new(2);
    let begun = Instant::now();
    let drawn = 10_000_000;
    black_box((0..drawn).map(|_| u64::from(reference.die("reference", 6))).sum::<u64>());
    let thousand = begun.elapsed().as_secs_f64() * 1_000.0 / f64::from(drawn);

    // Forty against forty, the speed by which the design is judged: a forecast on two cores.
    let (tables, scenario) = (Tables::book(), forty());
    let commanders = Commanders::default();
    let trial = ScenarioTrial { scenario: scenario.clone(), tables: tables.clone(), commanders };
    let begun = Instant::now();
    let counts = forecast(&trial, &Ask { runs: RUNS, seed: 1, threads: 2 }, &AtomicBool::new(false), &|_| {});
    let each = begun.elapsed().as_secs_f64() / RUNS as f64;
    let mut counted = Counted(Seeded::stream(1, 1), 0);
    let mut game = scenario.begin(&tables);
    conduct(&mut game, &commanders, &mut counted, &mut NullSink).expect("a captain decides what he may");
    println!(
        "{BODIES} bodies against {BODIES}: {:.0} battles a second on two cores (target 200); {:.0} turns; {} dice in one; a \
         battle on one core takes as long as {:.0} thousand plain dice; won {} to {}, drawn {}",
        1.0 / each,
        counts.turns.mean(counts.battles).0,
        counted.1,
        2.0 * each / thousand,
        counts.won.attacker,
        counts.won.defender,
        counts.drawn,
    );

    // Thousands: cast, fought to the end, and told man by man.
    let plan = plan(host_of("England"), host_of("France"), 1415);
    let men = |host: &Host| host.men().count();
    let begun = Instant::now();
    let battle = CrackerBattle::cast(&plan, &House::new()).expect("no fault");
    let cast = begun.elapsed();
    let settled = settle(&battle).expect("a record");
    let whole = begun.elapsed();
    println!(
        "{} men against {} of Agincourt in {} bodies and {}: cast in {cast:?}, settled in {whole:?} (target 1 s), as long as \
         {:.0} thousand plain dice; {} turns, a record of {} kB",
        men(&plan.hosts.attacker),
        men(&plan.hosts.defender),
        battle.bodies().attacker.len(),
        battle.bodies().defender.len(),
        whole.as_secs_f64() / thousand,
        settled.report.turns.unwrap_or(0),
        settled.record.1.len() / 1024,
    );
}
