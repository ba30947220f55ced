//! Captives: who holds them and what is asked (CP-4).

use super::calendar::Day;
use super::ids::{BattleId, CaptiveId, FormationId, PersonId, PlaceId, SideId};
use super::money::Pence;
use crate::rules::figure::{Standing, words};
use serde::Serialize;

/// Whether a captivity lasts (CP-4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaptivityState {
    Held,
    Ended,
}
words!(CaptivityState, "state of a captivity", "held or ended", Held = "held", Ended = "ended");

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaptivityEnd {
    /// His ransom was paid, or the last of it promised against hostages.
    Ransomed,
    /// Let go for nothing.
    Freed,
    /// He got away.
    Escaped,
    /// He joined the captor's army (MM-8.2).
    Recruited,
    /// He was exchanged for others.
    Exchanged,
    /// His own side took the place, or beat the army, that held him.
    Rescued,
    /// He was put to death (MM-8.1).
    PutToDeath,
    /// He went over to the side that held him (CP-4.6).
    ChangedSides,
    /// He died.
    Dead,
}
words!(
    CaptivityEnd,
    "end of a captivity",
    "ransomed, freed, escaped, recruited, exchanged, rescued, put to death, changed sides or dead",
    Ransomed = "ransomed",
    Freed = "freed",
    Escaped = "escaped",
    Recruited = "recruited",
    Exchanged = "exchanged",
    Rescued = "rescued",
    PutToDeath = "put to death",
    ChangedSides = "changed sides",
    Dead = "dead"
);

/// A step of a bargain over a captive (CP-4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BargainStep {
    /// A ransom was asked.
    Asked,
    /// A sum was offered.
    Offered,
    /// It was agreed.
    Agreed,
    /// It was paid.
    Paid,
    /// What may be asked for him was sold to another holder.
    Sold,
}
words!(
    BargainStep,
    "step of a bargain",
    "asked, offered, agreed, paid or sold",
    Asked = "asked",
    Offered = "offered",
    Agreed = "agreed",
    Paid = "paid",
    Sold = "sold"
);

/// What became of an instalment of a ransom (CP-4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstalmentState {
    /// Still to be paid.
    Due,
    Paid,
    /// Not paid by its day.
    Missed,
    /// Owed no more.
    Ended,
}
words!(
    InstalmentState,
    "state of an instalment",
    "due, paid, missed or ended",
    Due = "due",
    Paid = "paid",
    Missed = "missed",
    Ended = "ended"
);

/// A captivity, past or present (CP-4.1). Class, rank and grade are as they were at capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Captive {
    pub id: CaptiveId,
    /// Who is held.
    pub person: PersonId,
    /// The side that holds him.
    pub holder_side: SideId,
    /// The man who took him, or bought him, if it is known.
    pub holder: Option<PersonId>,
    /// The army he is led with.
    pub army: Option<FormationId>,
    /// Where he is kept, if with no army.
    pub place: Option<PlaceId>,
    /// The battle he was taken in.
    pub battle: Option<BattleId>,
    /// The day he was taken.
    pub taken: Day,
    /// What he was when he was taken, by which he is ransomed (CP-4.2).
    #[serde(flatten)]
    pub standing: Standing,
    /// The ransom asked.
    pub asked: Option<Pence>,
    /// The last offer for him.
    pub offered: Option<Pence>,
    /// The ransom agreed.
    pub agreed: Option<Pence>,
    pub ended_day: Option<Day>,
    /// How it ended; none while he is held.
    pub ended: Option<CaptivityEnd>,
    /// The formation he was taken from, which he goes back to when he is free.
    pub from: Option<FormationId>,
    /// Whether he is a hostage, held for what was agreed and not for a ransom of his own.
    pub hostage: bool,
    /// The captivity of the man for whose ransom he is pledged, if he is.
    pub pledge: Option<CaptiveId>,
    /// Who held him and cannot any more, dead, taken, gone or gone over, until it is decided who holds him now (CP-7.6).
    pub heir_of: Option<PersonId>,
}

impl Captive {
    /// What he was taken in: a battle, or none on a day (MM-8.2).
    pub fn haul(&self) -> (Option<BattleId>, Day) {
        (self.battle, self.taken)
    }
}
