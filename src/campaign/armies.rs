//! Armies and their tree: army > battle > force > unit (MM-1.4, CP-1.1).

use super::calendar::Day;
use super::ids::{FormationId, PersonId, PlaceId, SideId, StrongholdId};
use crate::rules::figure::words;
use serde::Serialize;

/// Where in the tree a formation stands; lower levels compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Army,
    /// A battle of an army.
    Battle,
    /// A force of a battle.
    Force,
    /// A unit of a force.
    Unit,
}
words!(Level, "level", "army, battle, force or unit", Army = "army", Battle = "battle", Force = "force", Unit = "unit");

impl Level {
    /// The level below, if there is one.
    pub fn below(self) -> Option<Level> {
        match self {
            Level::Army => Some(Level::Battle),
            Level::Battle => Some(Level::Force),
            Level::Force => Some(Level::Unit),
            Level::Unit => None,
        }
    }
}

/// An army, battle, force or unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Formation {
    pub id: FormationId,
    pub side: SideId,
    /// What it is part of; none for an army.
    pub parent: Option<FormationId>,
    /// The army it belongs to; itself for an army.
    pub army: FormationId,
    pub level: Level,
    pub name: String,
    /// Its place among its siblings.
    pub ordinal: i64,
    pub commander: Option<PersonId>,
    /// Where an army stands, or was last.
    pub place: Option<PlaceId>,
    /// The stronghold an army is inside.
    pub stronghold: Option<StrongholdId>,
    /// Weeks an army is without pay.
    pub unpaid_weeks: u32,
    /// Weeks an army has gone hungry.
    pub hungry_weeks: u32,
    /// The day up to which it has eaten, where a siege has it so (SG-2.2); else the end of the last week.
    pub fed: Option<Day>,
    /// Whether an army has a train of wagons with it.
    pub train: bool,
}

/// Men of a formation and below, counted by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// All who serve, fit or wounded.
    pub men: u32,
    pub fit: u32,
    pub wounded: u32,
    /// Knights among them.
    pub knights: u32,
    /// Sergeants among them.
    pub sergeants: u32,
    /// Peasants among them.
    pub peasants: u32,
    /// Clerics among them.
    pub clerics: u32,
    /// The mounted among them.
    pub mounted: u32,
}

impl Count {
    /// Adds another count to this.
    pub fn add(&mut self, other: Count) {
        self.men += other.men;
        self.fit += other.fit;
        self.wounded += other.wounded;
        self.knights += other.knights;
        self.sergeants += other.sergeants;
        self.peasants += other.peasants;
        self.clerics += other.clerics;
        self.mounted += other.mounted;
    }
}
