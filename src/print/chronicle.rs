//! The chronicle between two dates.

use super::{Banner, Foot};
use serde::Serialize;

/// What happened between two dates (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chronicle {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// The side as which it is told (CP-6.3); none for the whole.
    pub side: Option<Banner>,
    /// The first date, as people said it.
    pub from: String,
    /// The last date, as people said it.
    pub to: String,
    /// What happened, oldest first.
    pub entries: Vec<ChronicleEntry>,
}

/// One line of the chronicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChronicleEntry {
    /// The year, under which it is printed: `1415`.
    pub year: String,
    /// When within the year, as people said it: `Friday 25 October, Saints Crispin and Crispinian`. Lines that follow
    /// one another with the same date stand under it together.
    pub date: String,
    /// The turn.
    pub turn: u32,
    /// What happened, in a sentence.
    pub text: String,
}
