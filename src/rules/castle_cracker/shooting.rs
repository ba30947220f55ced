//! Shooting (CC-4.1 to CC-4.3): bands of the cord, what must be rolled, and what a hit does.

use super::tables::{MissileRow, Tables};
use super::troops::{Hardness, ShotWeapon};
use crate::rules::dice::Dice;
use crate::rules::explain::Tally;
use crate::rules::figure::words;
use crate::rules::geometry::{Heading, Point};

/// A third of a weapon's cord (CC-4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// The first third.
    Close,
    /// The second.
    Medium,
    /// The last.
    Long,
}
words!(Band, "band", "close, medium or long", Close = "close", Medium = "medium", Long = "long");

impl Band {
    /// The third of a cord of `range` in which a squared distance lies, each end belonging to the nearer; none beyond it
    /// (CC-4.1). Both in sixty-fourths of an inch.
    pub fn of(range: i32, distance_squared: i64) -> Option<Band> {
        let whole = i64::from(range) * i64::from(range);
        match distance_squared {
            near if 9 * near <= whole => Some(Band::Close),
            middle if 9 * middle <= 4 * whole => Some(Band::Medium),
            far if far <= whole => Some(Band::Long),
            _ => None,
        }
    }
}

/// What stands before a target (CC-4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shelter {
    /// Nothing.
    #[default]
    Open,
    /// Wagons or houses.
    Wagons,
    /// It fights behind walls.
    Walls,
}

/// A shot by one man (CC-4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissileShot {
    pub weapon: ShotWeapon,
    /// How far.
    pub band: Band,
    /// What stands before the target.
    pub shelter: Shelter,
    /// Whether neither he nor the target has moved for a turn.
    pub still: bool,
}

/// How far a weapon reaches, in sixty-fourths of an inch (CC-4.0).
pub fn reach(row: &MissileRow, tables: &Tables) -> i32 {
    tables.twelfths(12 * row.range)
}

/// What is added to 2d6 (CC-4.2).
pub fn aim_parts(shot: &MissileShot, tables: &Tables, tally: &mut impl Tally) {
    match shot.shelter {
        Shelter::Open => {}
        Shelter::Wagons => tally.add("CC-4.2", "target behind wagons or houses", tables.hit.wagons),
        Shelter::Walls => tally.add("CC-4.2", "target behind walls", tables.hit.walls),
    }
    if shot.still {
        tally.add("CC-4.2", "neither has moved for a turn", tables.hit.still);
    }
}

/// What must be rolled at a band (CC-4.2).
pub fn hit_need(band: Band, tables: &Tables) -> i32 {
    tables.hit.need[band as usize]
}

fn hits(sum: i32, band: Band, added: i32, tables: &Tables) -> bool {
    sum + added >= hit_need(band, tables)
}

/// Rolls 2d6 with `added`; the dice together, and whether it hits (CC-4.2).
pub fn roll_hit(band: Band, added: i32, tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> ([u8; 2], bool) {
    let faces = [0; 2].map(|_: u8| dice.die("CC-4.2 shot", 6) as u8);
    let sum = i32::from(faces[0]) + i32::from(faces[1]);
    (faces, hits(sum, band, added, tables))
}

/// How many of the 36 falls of the two dice of a shot hit (CC-4.2).
pub fn ways_to_hit(band: Band, added: i32, tables: &Tables) -> usize {
    let sums = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    sums.filter(|&sum| hits(sum, band, added, tables)).count()
}

/// Whether a hit by a weapon with this impact kills or wrecks (CC-4.3).
pub fn breaks(weapon: ShotWeapon, impact: i32, at: Hardness, tables: &Tables) -> bool {
    let harms = !at.is_gear() || tables.weapon(weapon).engine || tables.strict();
    harms && impact >= at.withstands(tables)
}

/// Whether what shoots at a target lies in the arc of so many quarters of a circle about its facing (CC-4.9).
pub fn in_arc(facing: Heading, way: Point, quarters: u8) -> bool {
    let front = facing.vector();
    let (ahead, aside) = (front.dot(way), front.cross(way).abs());
    match quarters {
        0 | 1 => ahead >= aside,
        2 => ahead >= 0,
        3 => -ahead <= aside,
        _ => true,
    }
}

/// Whether a weapon that last shot in that turn may shoot in this one (CC-4.0).
pub fn is_ready(row: &MissileRow, last: Option<u32>, turn: u32) -> bool {
    last.is_none_or(|last| turn > last + row.rests)
}
