//! Two hosts for pictures: knights, archers, foot and horse with a standard each.

use banneret::rules::battle::{Fighter, Force, Host, Man, Plan, Standard, Unit};
use banneret::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Rank, Weapon};

fn fighter(class: Class, grade: Grade, protection: u8, weapons: &[Weapon], horse: Horse) -> Fighter {
    Fighter {
        man: Man(0),
        number: String::new(),
        name: String::new(),
        profile: Profile {
            class,
            rank: if class == Class::Knight { Rank::Knight } else { Rank::None },
            grade,
            protection: Protection::new(protection).expect("1 to 4"),
            weapons: weapons.to_vec(),
            horse,
        },
        wounded: false,
        standard: None,
    }
}

fn unit(name: &str, man: &Fighter, count: usize) -> Unit {
    let leader = fighter(Class::Knight, Grade::B, 1, &[Weapon::Sword, Weapon::Shield], man.profile.horse);
    let mut men = vec![leader];
    men.extend(std::iter::repeat_n(man.clone(), count - 1));
    Unit { name: name.to_owned(), commander: Some(Man(0)), men }
}

fn host(letter: char, men: usize, from: u32) -> Host {
    use Weapon::*;
    let lance = fighter(Class::Knight, Grade::B, 1, &[HeavyLance, Sword, Shield], Horse::Barded);
    let rider = fighter(Class::Sergeant, Grade::C, 2, &[Spear, Shield], Horse::Unbarded);
    let archer = fighter(Class::Sergeant, Grade::C, 3, &[Longbow, Sword], Horse::None);
    let foot = fighter(Class::Sergeant, Grade::C, 2, &[Bill], Horse::None);
    let levy = fighter(Class::Peasant, Grade::D, 4, &[Spear], Horse::None);
    let sixth = men / 6;
    let mut banner = lance.clone();
    banner.standard = Some(Standard::Army);
    let cleric = fighter(Class::Cleric, Grade::B, 4, &[], Horse::None);
    let units = vec![
        unit("riders", &rider, sixth),
        unit("archers of the right", &archer, sixth),
        unit("archers of the left", &archer, sixth),
        unit("billmen", &foot, sixth),
        unit("levy", &levy, sixth),
    ];
    let single = std::iter::once(banner).chain(std::iter::repeat_n(lance, men - 5 * sixth - 2)).chain([cleric]);
    let mut force = Force {
        name: format!("force {letter}"),
        battle: "main battle".to_owned(),
        commander: None,
        units,
        single: single.collect(),
    };
    let mut count = 0;
    let mut name = |fighter: &mut Fighter| {
        count += 1;
        fighter.man = Man(from + count);
        fighter.number = format!("{letter}{count}");
        fighter.name = format!("{} {count}", fighter.profile.class);
    };
    for unit in &mut force.units {
        unit.men.iter_mut().for_each(&mut name);
        unit.commander = Some(unit.men[0].man);
    }
    force.single.iter_mut().for_each(&mut name);
    force.commander = force.single.first().map(|fighter| fighter.man);
    let (name, realm, commander) = (format!("Host {letter}"), format!("realm {letter}"), force.commander);
    Host { name, realm, commander, forces: vec![force], gear: Vec::new() }
}

/// A plan of so many men a side on a ground.
pub fn plan(ground: &str, men: usize) -> Plan {
    let hosts = BySide { attacker: host('A', men, 0), defender: host('B', men, 1000) };
    Plan { hosts, ground: ground.to_owned(), ground_file: None, seed: 7 }
}
