//! What a man carries, and what of it he uses for what (MM-1.3, MM-5.3, MM-9.11).

use super::tables::Tables;
use crate::rules::figure::Weapon;

/// A set of weapons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weapons(u32);

impl Weapons {
    /// These.
    pub fn of(weapons: &[Weapon]) -> Weapons {
        weapons.iter().fold(Weapons::default(), |set, &weapon| set.with(weapon))
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, weapon: Weapon) -> Weapons {
        Weapons(self.0 | 1 << weapon as u32)
    }

    /// These but one.
    #[must_use]
    pub fn without(self, weapon: Weapon) -> Weapons {
        Weapons(self.0 & !(1 << weapon as u32))
    }

    /// Whether one is among them.
    pub fn has(self, weapon: Weapon) -> bool {
        self.0 & (1 << weapon as u32) != 0
    }

    /// Each of them, in the book's order.
    pub fn iter(self) -> impl Iterator<Item = Weapon> {
        Weapon::ALL.iter().copied().filter(move |&weapon| self.has(weapon))
    }
}

/// What a man carries, sorted by use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arms {
    /// All of it.
    pub carried: Weapons,
    /// What he shoots or throws.
    pub missile: Option<Weapon>,
    /// His lance, while it is whole.
    pub lance: Option<Weapon>,
    /// His best hand weapon but the lance.
    pub hand: Weapon,
    /// His best hand weapon that needs one hand only.
    pub one_handed: Weapon,
    /// Whether he has a shield.
    pub shield: bool,
}

/// Whether a weapon takes both hands (MM-9.11).
pub fn two_handed(weapon: Weapon) -> bool {
    use Weapon::*;
    matches!(weapon, Pike | Bill | Halberd | Glaive | TwoHandedClub | TwoHandedAxe | Maul)
}

/// Whether a weapon strikes hand to hand other than in a charge (MM-5.3, MM-5.5).
pub fn in_the_hand(weapon: Weapon) -> bool {
    use Weapon::*;
    !matches!(weapon, HeavyLance | LightLance | Shield) && (weapon == Javelin || !weapon.shoots())
}

/// The longest hand weapon of some (MM-5.3), one that is not thrown before a javelin of its length; an improvised one if
/// there is none.
pub fn best_hand(carried: Weapons, tables: &Tables, fits: impl Fn(Weapon) -> bool) -> Weapon {
    let hand = carried.iter().filter(|&weapon| in_the_hand(weapon) && fits(weapon));
    let worth = |weapon: Weapon| (tables.melee.length_of(weapon), weapon != Weapon::Javelin);
    let better = |best: Weapon, weapon: Weapon| if worth(weapon) > worth(best) { weapon } else { best };
    hand.reduce(better).unwrap_or(Weapon::Improvised)
}

impl Arms {
    /// What a man does with what he carries. Of missile weapons he takes the one that reaches furthest.
    pub fn of(carried: Weapons, tables: &Tables) -> Arms {
        let reach = |weapon| tables.shooting.of(weapon).map_or(0, |row| row.reach());
        let further = |best: Weapon, weapon: Weapon| if reach(weapon) > reach(best) { weapon } else { best };
        Arms {
            carried,
            missile: carried.iter().filter(|weapon| weapon.shoots()).reduce(further),
            lance: [Weapon::HeavyLance, Weapon::LightLance].into_iter().find(|&lance| carried.has(lance)),
            hand: best_hand(carried, tables, |_| true),
            one_handed: best_hand(carried, tables, |weapon| !two_handed(weapon)),
            shield: carried.has(Weapon::Shield),
        }
    }

    /// The second of his missile weapons, if he carries two.
    pub fn other_missile(&self) -> Option<Weapon> {
        self.carried.iter().find(|weapon| weapon.shoots() && Some(*weapon) != self.missile)
    }
}
