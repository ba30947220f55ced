//! Two hosts for pictures: knights, archers, foot and horse with a standard each.

use crate::rosters::{self, fighter, force};
use banneret::rules::battle::{Fighter, Force, Plan, Standard, Unit};
use banneret::rules::figure::{Class, Grade, Horse, Weapon};

fn unit(name: &str, man: &Fighter, count: usize) -> Unit {
    let leader = fighter(Class::Knight, Grade::B, 1, &[Weapon::Sword, Weapon::Shield], man.profile.horse);
    rosters::unit(name, Some(leader), man, count - 1)
}

fn host(letter: char, men: usize) -> Vec<Force> {
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
    vec![force(&format!("force {letter}"), units, single.collect())]
}

/// A plan of so many men a side on a ground.
pub fn plan(ground: &str, men: usize) -> Plan {
    Plan { ground: ground.to_owned(), ..rosters::plan(host('A', men), host('B', men), 7) }
}
