//! Points (MM-10): what a man is worth.

use super::tables::{Tables, grade_index, protection_index};
use crate::rules::battle::Standard;
use crate::rules::explain::{Explained, Part, Sum, Tally};
use crate::rules::figure::{Horse, Profile, Weapon};

/// A man's points with their parts (MM-10.1). A shield is part of his protection.
pub fn of_man(profile: &Profile, tables: &Tables) -> Explained<i64> {
    let man = &tables.points.man;
    let mut parts = vec![Part::base("MM-10.1", profile.class.word(), man.class(profile.class))];
    count(profile, tables, &mut parts);
    Explained::of(parts)
}

fn count(profile: &Profile, tables: &Tables, tally: &mut impl Tally) {
    let man = &tables.points.man;
    tally.add("MM-10.1", "grade", man.grades[grade_index(profile.grade)] as i32);
    tally.add("MM-10.1", profile.rank.word(), man.rank(profile.rank) as i32);
    tally.add("MM-10.1", "protection", man.protection[protection_index(profile.protection)] as i32);
    match profile.horse {
        Horse::None => {}
        Horse::Unbarded => tally.add("MM-10.1", "horse", man.horse as i32),
        Horse::Barded => tally.add("MM-10.1", "barded horse", man.barded_horse as i32),
    }
    for &weapon in profile.weapons.iter().filter(|&&weapon| weapon != Weapon::Shield) {
        use Weapon::*;
        let dear = matches!(weapon, Handgun | Crossbow | Longbow | HeavyLance);
        // Javelins are missiles: three of them are what is paid for.
        if weapon != Javelin {
            tally.add("MM-10.1", weapon.word(), if dear { man.dear_weapon } else { man.other_weapon } as i32);
        }
        if weapon.shoots() {
            tally.add("MM-10.1", "missiles", man.missiles as i32);
        }
    }
}

/// The points of a standard taken (MM-8.8).
pub fn of_standard(standard: Standard, tables: &Tables) -> i64 {
    match standard {
        Standard::Army => tables.points.standard.army,
        Standard::Battle => tables.points.standard.battle,
        Standard::Force => tables.points.standard.force,
    }
}

/// A man's points without their parts.
pub(super) fn bare(profile: &Profile, tables: &Tables) -> i32 {
    let mut sum = Sum(tables.points.man.class(profile.class) as i32);
    count(profile, tables, &mut sum);
    sum.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::figure::{Class, Grade, Protection, Rank};

    #[test]
    fn an_earl_in_plate_on_a_barded_horse() {
        // MM-10.1: knight 7, A 5, earl 20, protection 1 5, barded horse 8, heavy lance 2, sword 1, shield nothing.
        let earl = Profile {
            class: Class::Knight,
            rank: Rank::Earl,
            grade: Grade::A.up(),
            protection: Protection::FULL,
            weapons: vec![Weapon::HeavyLance, Weapon::Sword, Weapon::Shield],
            horse: Horse::Barded,
        };
        let points = of_man(&earl, &Tables::book());
        assert_eq!(points.value, 7 + 5 + 20 + 5 + 8 + 2 + 1);
        assert_eq!(points.value, i64::from(bare(&earl, &Tables::book())));
    }

    #[test]
    fn an_archer_and_a_javelinman() {
        // MM-10.1: longbow 2 and its twelve arrows 2; three javelins 2.
        let man = |weapons: &[Weapon]| {
            let (class, rank, grade) = (Class::Sergeant, Rank::None, Grade::C);
            let (protection, weapons) = (Protection::new(3).unwrap(), weapons.to_vec());
            of_man(&Profile { class, rank, grade, protection, weapons, horse: Horse::None }, &Tables::book()).value
        };
        assert_eq!(man(&[Weapon::Longbow, Weapon::Sword]), 3 + 3 + 2 + 2 + 2 + 1);
        assert_eq!(man(&[Weapon::Javelin]), 3 + 3 + 2 + 2);
    }
}
