//! A man-to-man battle, 60 against 60, both sides by captains, to the end, against plain dice from the same generator.
//! Target: 500 a second on two cores, with a median of 12 turns or more; 1,000 is the stretch.

#[path = "../tests/suite/rosters.rs"]
#[allow(dead_code)]
mod rosters;

use banneret::rules::battle::{Fighter, Force, Plan};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};
use banneret::rules::forecast::{Ask, forecast};
use banneret::rules::game::NullSink;
use banneret::rules::man_to_man::{Field, Tables, fight, fight_with};
use banneret::rules::settles::Fought;
use criterion::Criterion;
use rosters::{fighter, force, plan, unit};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Sixty men in two forces: pikes or spears, archers, a body of horse, and lone knights.
fn host(mounted: bool) -> Vec<Force> {
    let sergeant =
        |grade, protection, weapons: &[Weapon], horse| fighter(Class::Sergeant, grade, protection, weapons, horse);
    let knight = |grade| {
        let horse = if mounted { Horse::Barded } else { Horse::None };
        fighter(Class::Knight, grade, 1, &[Weapon::HeavyLance, Weapon::Sword, Weapon::Shield], horse)
    };
    let captain = fighter(Class::Knight, Grade::C, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let archers = sergeant(Grade::C, 4, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let foot = match mounted {
        true => sergeant(Grade::C, 3, &[Weapon::Spear, Weapon::Shield], Horse::None),
        false => sergeant(Grade::C, 3, &[Weapon::Pike, Weapon::Sword], Horse::None),
    };
    let horse = sergeant(Grade::C, 2, &[Weapon::LightLance, Weapon::Sword], Horse::Unbarded);
    let levy = fighter(Class::Peasant, Grade::D, 4, &[Weapon::Bill], Horse::None);
    let leader: Fighter = knight(Grade::B);
    vec![
        force(
            "first",
            vec![unit("foot", Some(captain.clone()), &foot, 14), unit("archers", Some(captain.clone()), &archers, 11)],
            vec![leader, knight(Grade::C), knight(Grade::C), knight(Grade::D)],
        ),
        force(
            "second",
            vec![unit("horse", Some(knight(Grade::C)), &horse, 7), unit("levy", Some(foot.clone()), &levy, 19)],
            vec![knight(Grade::A)],
        ),
    ]
}

fn sixty_against_sixty(seed: u64) -> Plan {
    let plan = plan(host(true), host(false), seed);
    assert!(plan.hosts.attacker.men().count() == 60 && plan.hosts.defender.men().count() == 60);
    plan
}

/// Counts the dice a battle asks for.
struct Counted(Seeded, u64);

impl Dice for Counted {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        self.1 += 1;
        self.0.die(roll, sides)
    }
}

const RUNS: u64 = 2_000;

fn main() {
    let tables = Tables::book();
    let plan = sixty_against_sixty(1);
    let mut criterion = Criterion::default().sample_size(30).configure_from_args();
    let mut seed = 0;
    criterion.bench_function("battle, 60 against 60", |bench| {
        bench.iter(|| {
            seed += 1;
            fight_with(&plan, &tables, &mut Seeded::stream(1, seed), &mut NullSink).expect("no fault")
        });
    });
    criterion.bench_function("battle, 60 against 60, every event kept", |bench| {
        bench.iter(|| {
            let mut events = Vec::new();
            fight(black_box(&plan), &tables, &mut events).expect("no fault");
            events
        });
    });
    criterion.bench_function("reference, 1,000 dice", |bench| {
        let mut dice = Seeded::new(1);
        bench.iter(|| (0..1_000).map(|_| dice.die("reference", 6)).sum::<u32>());
    });

    // The speed by which the design is judged: a forecast on two cores.
    let started = Instant::now();
    let field = Field::new(&plan, &tables).expect("no fault");
    let ask = Ask { runs: RUNS, seed: plan.seed, threads: 2 };
    let spread = forecast(&Fought(&field), &ask, &AtomicBool::new(false), &|_| {});
    let seconds = started.elapsed().as_secs_f64();
    let mut turns = Vec::new();
    let mut dice = 0;
    for run in 0..200 {
        let mut counted = Counted(Seeded::stream(plan.seed, run + 1), 0);
        turns.extend(fight_with(&plan, &tables, &mut counted, &mut NullSink).expect("no fault").turns);
        dice += counted.1;
    }
    turns.sort_unstable();
    let mut reference = Seeded::new(2);
    let begun = Instant::now();
    let drawn = 10_000_000;
    black_box((0..drawn).map(|_| u64::from(reference.die("reference", 6))).sum::<u64>());
    let thousand = begun.elapsed().as_secs_f64() * 1_000.0 / f64::from(drawn);
    println!(
        "60 against 60: {:.0} battles a second on two cores; turns: median {}, {} to {}; {} dice a battle; \
         a battle on one core takes as long as {:.0} thousand plain dice; won {} to {}, drawn {}",
        RUNS as f64 / seconds,
        turns[turns.len() / 2],
        turns[0],
        turns[turns.len() - 1],
        dice / 200,
        2.0 * seconds / RUNS as f64 / thousand,
        spread.sides.attacker.won,
        spread.sides.defender.won,
        spread.drawn,
    );
}
