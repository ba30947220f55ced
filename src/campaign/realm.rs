//! The campaign, its sides, and what is between them (CP-1.1, CP-1.6).

use super::calendar::Day;
use super::ids::{PersonId, SideId};
use super::money::Pence;
use super::names::People;
use crate::rules::figure::words;
use serde::Serialize;

/// The campaign's own row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampaignFacts {
    pub name: String,
    /// The day it began.
    pub first_day: Day,
    pub day: Day,
    /// Turns played.
    pub turn: u32,
    /// Days in a turn, 1 to 30 (CP-1.4).
    pub turn_days: u32,
    /// The seed of its dice.
    pub seed: u64,
    /// What it is about.
    pub blurb: String,
}

/// The colour a side bears, shown with its hatching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tincture {
    Or,
    Argent,
    Gules,
    Azure,
    Vert,
    Purpure,
    Sable,
}
words!(
    Tincture,
    "tincture",
    "or, argent, gules, azure, vert, purpure or sable",
    Or = "or",
    Argent = "argent",
    Gules = "gules",
    Azure = "azure",
    Vert = "vert",
    Purpure = "purpure",
    Sable = "sable"
);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Realm {
    pub id: SideId,
    pub name: String,
    /// What it bears.
    pub tincture: Tincture,
    /// Its people, for names from the period lists.
    pub people: People,
    /// Who rules it.
    pub lord: Option<PersonId>,
    /// What its treasury holds.
    pub treasury: Pence,
}

/// What is between two sides (CP-1.6). Only war makes contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stance {
    /// Nothing.
    Peace,
    War,
    /// In truce, to a date if one is set.
    Truce,
    Allied,
}
words!(
    Stance,
    "state",
    "peace, war, truce or allied",
    Peace = "peace",
    War = "war",
    Truce = "truce",
    Allied = "allied"
);

/// What is between two sides, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Relation {
    /// One side.
    pub a: SideId,
    /// The other.
    pub b: SideId,
    /// What is between them.
    pub stance: Stance,
    /// The day it ends, for a truce.
    pub until: Option<Day>,
    /// Whether it waits to be decided what becomes of the prisoners they hold of one another.
    pub prisoners_wait: bool,
}

impl Relation {
    /// Whether a truce is over on a day: it holds to its last day, and is war again after it (CP-1.6).
    pub fn has_run_out(&self, day: Day) -> bool {
        self.stance == Stance::Truce && self.until.is_some_and(|until| until < day)
    }
}
