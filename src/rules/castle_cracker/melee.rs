//! Hand to hand (CC-5): who counts for how many, what a side removes in a turn, and who is taken.

use super::tables::Tables;
use super::troops::Armour;
use std::iter::Sum;
use std::ops::Add;

/// Men of one side in a fight by the armour they fight as (CC-5.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightingMen {
    /// Lightly armoured.
    pub light: u32,
    /// Half-armoured, and chariots.
    pub medium: u32,
    /// In full armour.
    pub heavy: u32,
}

impl FightingMen {
    /// So many men of one armour.
    pub fn of(armour: Armour, men: u32) -> FightingMen {
        let mut counted = FightingMen::default();
        match armour {
            Armour::Light => counted.light = men,
            Armour::Medium => counted.medium = men,
            Armour::Heavy => counted.heavy = men,
        }
        counted
    }

    /// All of them.
    pub fn all(self) -> u32 {
        self.light + self.medium + self.heavy
    }
}

impl Add for FightingMen {
    type Output = FightingMen;

    fn add(self, more: FightingMen) -> FightingMen {
        FightingMen {
            light: self.light + more.light,
            medium: self.medium + more.medium,
            heavy: self.heavy + more.heavy,
        }
    }
}

impl Sum for FightingMen {
    fn sum<I: Iterator<Item = FightingMen>>(all: I) -> FightingMen {
        all.fold(FightingMen::default(), Add::add)
    }
}

/// For how many men each of a kind that counts `counts` fights, where a shield wall stands against it (CC-5.1, CC-5.2).
pub fn counts_for(counts: u32, shield_wall: bool) -> u32 {
    if shield_wall { counts.min(1) } else { counts }
}

/// How many enemies these men remove in a turn: each armour by itself, fractions dropped (CC-5.3).
pub fn removes(men: FightingMen, tables: &Tables) -> u32 {
    let melee = &tables.melee;
    men.heavy / melee.heavy + men.medium / melee.medium + men.light / melee.light
}

/// What a turn of hand to hand does to two sides (CC-5.3, CC-5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Men that each side loses, at once.
    pub lost: [u32; 2],
    /// Which of the two is taken prisoner, the first (0) or the second (1).
    pub taken: Option<usize>,
}

/// A turn of hand to hand between two sides. Where neither can remove any more the smaller is taken; equal, neither
/// (CC-5.5).
pub fn exchange(sides: [FightingMen; 2], tables: &Tables) -> Exchange {
    let [ours, theirs] = sides.map(|side| removes(side, tables));
    let taken = match (ours + theirs, sides[0].all().cmp(&sides[1].all())) {
        (0, std::cmp::Ordering::Less) => Some(0),
        (0, std::cmp::Ordering::Greater) => Some(1),
        _ => None,
    };
    Exchange { lost: [theirs, ours], taken }
}

/// Men who must guard so many prisoners (CC-5.6).
pub fn guards(prisoners: usize, at_home: bool, tables: &Tables) -> usize {
    prisoners.div_ceil(if at_home { tables.guard.home } else { tables.guard.march })
}

/// How far a unit runs that moves `speed` (CC-5.4).
pub fn run(speed: i32, tables: &Tables) -> i32 {
    speed + speed / tables.melee.runs
}
