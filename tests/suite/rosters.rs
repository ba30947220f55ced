//! Plans for tests: men of a word or two, and random hosts from a seed.

use banneret::rules::battle::{Fighter, Force, Host, Man, Plan, Standard, Unit};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Rank, Weapon};

/// A man of a class and grade, with what he carries.
pub fn fighter(class: Class, grade: Grade, protection: u8, weapons: &[Weapon], horse: Horse) -> Fighter {
    Fighter {
        man: Man(0),
        number: String::new(),
        name: String::new(),
        profile: Profile {
            class,
            rank: if class == Class::Knight { Rank::Knight } else { Rank::None },
            grade,
            protection: Protection::new(protection).expect("protection is 1 to 4"),
            weapons: weapons.to_vec(),
            horse,
        },
        wounded: false,
        standard: None,
    }
}

/// The same man of another rank.
pub fn of_rank(rank: Rank, man: Fighter) -> Fighter {
    Fighter { profile: Profile { rank, ..man.profile }, ..man }
}

/// A unit of `count` men under a commander.
pub fn unit(name: &str, commander: Option<Fighter>, man: &Fighter, count: usize) -> Unit {
    let men = commander.iter().cloned().chain(std::iter::repeat_n(man.clone(), count)).collect();
    Unit { name: name.to_owned(), commander: commander.map(|_| Man(0)), men }
}

/// A force; the commander of each unit is its first man if it has one.
pub fn force(name: &str, units: Vec<Unit>, single: Vec<Fighter>) -> Force {
    Force {
        name: name.to_owned(),
        battle: "main battle".to_owned(),
        commander: None,
        units,
        single,
        army: String::new(),
        arrives: 0,
        citadel: false,
    }
}

/// A plan of two hosts: men get their numbers and names, forces and hosts the highest man as commander.
pub fn plan(attacker: Vec<Force>, defender: Vec<Force>, seed: u64) -> Plan {
    let mut next = 0;
    let mut host = |letter: char, mut forces: Vec<Force>| {
        let mut count = 0;
        let mut give = |fighter: &mut Fighter| {
            count += 1;
            next += 1;
            fighter.man = Man(next);
            fighter.number = format!("{letter}{count}");
            fighter.name = format!("{} {letter}{count}", fighter.profile.class);
        };
        for force in &mut forces {
            for unit in &mut force.units {
                unit.men.iter_mut().for_each(&mut give);
                unit.commander = unit.commander.map(|_| unit.men[0].man);
            }
            force.single.iter_mut().for_each(&mut give);
            let all = force.units.iter().flat_map(|unit| &unit.men).chain(&force.single);
            let highest = all.filter(|fighter| fighter.profile.class != Class::Cleric);
            force.commander = highest
                .max_by_key(|fighter| (fighter.profile.class, fighter.profile.rank, fighter.profile.grade))
                .map(|f| f.man);
        }
        let commander = forces.first().and_then(|force| force.commander);
        let (name, realm) = (format!("host {letter}"), format!("realm {letter}"));
        Host { name, realm, commander, forces, gear: Vec::new(), hunger: 0 }
    };
    let hosts = BySide { attacker: host('A', attacker), defender: host('B', defender) };
    let ground = "open field".to_owned();
    Plan { hosts, ground, ground_file: None, storm: None, dynastic_war: false, weather: None, seed }
}

fn pick<T: Copy>(dice: &mut Seeded, from: &[T]) -> T {
    from[dice.lot("pick", from.len())]
}

fn random_force(dice: &mut Seeded, name: &str, men: usize) -> Force {
    use Weapon::*;
    let grades = [Grade::E, Grade::D, Grade::C, Grade::B, Grade::A];
    let arms: [&[Weapon]; 14] = [
        &[Pike, Sword],
        &[Spear, Shield],
        &[Bill, Dagger],
        &[Longbow, Sword],
        &[Shortbow, Knife],
        &[Crossbow, Mace],
        &[Handgun, Sword],
        &[Sling],
        &[Javelin, Shield],
        &[TwoHandedAxe],
        &[Improvised],
        &[HeavyLance, Sword, Shield],
        &[LightLance, Axe],
        &[Shortbow, Sword],
    ];
    let mut units = Vec::new();
    let mut single = Vec::new();
    let mut left = men;
    while left > 0 {
        let size = (dice.die("size", 20) as usize).min(left);
        left -= size;
        let kind = dice.die("kind", 6);
        if kind == 1 {
            for _ in 0..size.min(6) {
                let horse = pick(dice, &[Horse::None, Horse::Unbarded, Horse::Barded]);
                let mut grade = pick(dice, &grades);
                if grade == Grade::A && dice.die("past A", 3) == 1 {
                    grade = grade.up().up();
                }
                let mut knight = fighter(Class::Knight, grade, dice.die("protection", 2) as u8, arms[11], horse);
                knight.profile.rank = pick(dice, &[Rank::Knight, Rank::Knight, Rank::Knight, Rank::Baron, Rank::Earl]);
                single.push(knight);
            }
            left += size - size.min(6);
            continue;
        }
        let class = if kind <= 3 { Class::Peasant } else { Class::Sergeant };
        let best = Grade::within(class).1;
        let grade = pick(dice, &grades).min(best);
        let horse =
            if kind == 6 { pick(dice, &[Horse::Unbarded, Horse::Unbarded, Horse::Barded]) } else { Horse::None };
        let weapons = if horse == Horse::None { arms[dice.lot("arms", 11)] } else { arms[11 + dice.lot("arms", 3)] };
        let mut man = fighter(class, grade, 1 + dice.die("protection", 3) as u8, weapons, horse);
        man.wounded = dice.die("wounded", 20) == 1;
        let higher = if class == Class::Peasant { Class::Sergeant } else { Class::Knight };
        let commander = (dice.die("commander", 4) > 1 && size > 1)
            .then(|| fighter(higher, pick(dice, &grades).min(Grade::within(higher).1), 2, weapons, horse));
        let men = if commander.is_some() { size - 1 } else { size };
        let mut unit = unit(&format!("{name} {}", units.len() + 1), commander, &man, men);
        if dice.die("standard", 3) == 1 {
            unit.men.last_mut().expect("a unit has men").standard =
                Some(pick(dice, &[Standard::Force, Standard::Battle, Standard::Army]));
        }
        units.push(unit);
    }
    if dice.die("cleric", 4) == 1 {
        single.push(fighter(Class::Cleric, Grade::B, 4, &[], Horse::None));
    }
    force(name, units, single)
}

/// Hosts to set against themselves, man for man, each by its name.
pub fn equal_hosts() -> [(&'static str, Vec<Force>); 5] {
    use Weapon::*;
    let sergeants = |name: &str, protection, weapons: &[Weapon], horse, count| {
        unit(name, None, &fighter(Class::Sergeant, Grade::C, protection, weapons, horse), count)
    };
    let foot =
        |name: &str, protection, weapons: &[Weapon], count| sergeants(name, protection, weapons, Horse::None, count);
    let knights = |count: usize| {
        let knight = fighter(Class::Knight, Grade::C, 1, &[HeavyLance, Sword, Shield], Horse::Barded);
        let leader = fighter(Class::Knight, Grade::B, 1, &[HeavyLance, Sword, Shield], Horse::Barded);
        std::iter::once(leader).chain(std::iter::repeat_n(knight, count - 1)).collect::<Vec<Fighter>>()
    };
    let levy = unit("levy", None, &fighter(Class::Peasant, Grade::D, 4, &[Bill], Horse::None), 25);
    let spears = |count| foot("spears", 3, &[Spear, Shield], count);
    let bows = |count| foot("bows", 4, &[Longbow, Sword], count);
    let bills = |count| foot("bills", 3, &[Bill], count);
    let lances = |count| sergeants("lances", 2, &[LightLance, Sword], Horse::Unbarded, count);
    [
        ("knights, spears, bows and bills", vec![force("all", vec![spears(21), bows(16), bills(15)], knights(8))]),
        ("mostly horse", vec![force("all", vec![lances(24), spears(20)], knights(16))]),
        ("mostly bows", vec![force("all", vec![bows(32), bills(20)], knights(8))]),
        (
            "pikes and crossbows",
            vec![force(
                "all",
                vec![foot("pikes", 3, &[Pike, Sword], 36), foot("crossbows", 3, &[Crossbow, Sword], 18)],
                knights(6),
            )],
        ),
        ("levies", vec![force("all", vec![levy, spears(15), bows(12)], knights(8))]),
    ]
}

/// A random host of some seed, of 60 to 120 men, the same on both sides; its first bearer has a force's standard, and the
/// others none.
pub fn mirrored(seed: u64) -> Plan {
    let mut dice = Seeded::stream(seed, 11);
    let men = 59 + dice.die("men", 61) as usize;
    let forces = 1 + men / 40;
    let mut host: Vec<Force> =
        (0..forces).map(|n| random_force(&mut dice, &format!("force {}", n + 1), men / forces)).collect();
    let units = host.iter_mut().flat_map(|force| &mut force.units);
    let mut standard = Some(Standard::Force);
    for bearer in units.flat_map(|unit| &mut unit.men).filter(|fighter| fighter.standard.is_some()) {
        bearer.standard = standard.take();
    }
    plan(host.clone(), host, seed)
}

/// A random plan: 5 to 150 men a side, in one to four forces, of any classes, grades and arms.
pub fn random(seed: u64) -> Plan {
    let mut dice = Seeded::stream(seed, 7);
    let mut host = |name: &str| {
        let men = match dice.die("size of host", 4) {
            1 => 4 + dice.die("men", 16),
            2 | 3 => 20 + dice.die("men", 50),
            _ => 70 + dice.die("men", 80),
        } as usize;
        let forces = (1 + men / 40).min(4);
        (0..forces)
            .map(|n| random_force(&mut dice, &format!("{name} force {}", n + 1), (men / forces).max(1)))
            .collect::<Vec<_>>()
    };
    let (attacker, defender) = (host("red"), host("blue"));
    plan(attacker, defender, seed)
}
