//! People as the campaign keeps them (CP-1.2).

use super::calendar::Day;
use super::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::rules::battle::Standard;
use crate::rules::figure::{Class, Grade, Profile, Rank, words};
use serde::Serialize;

/// What a man is at the moment (CP-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PersonState {
    /// Able.
    Fit,
    /// Wounded, with his unit.
    Wounded,
    /// Held by another side.
    Captive,
    /// Held, and set to labour (MM-8.3).
    Labourer,
    /// Not accounted for since a battle.
    Missing,
    Dead,
    /// Gone: his service over, deserted, or dismissed.
    Left,
}
words!(
    PersonState,
    "state",
    "fit, wounded, captive, labourer, missing, dead or left",
    Fit = "fit",
    Wounded = "wounded",
    Captive = "captive",
    Labourer = "labourer",
    Missing = "missing",
    Dead = "dead",
    Left = "left"
);

impl PersonState {
    /// Whether he can be in a formation.
    pub fn serves(self) -> bool {
        matches!(self, PersonState::Fit | PersonState::Wounded)
    }
}

/// How a man serves (CP-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tenure {
    /// In pay, as long as he is wanted.
    #[default]
    Retained,
    /// Levied from a place.
    Levied,
    /// For a fief of a place; while his days last he is not paid.
    Fief,
    Hired,
}
words!(
    Tenure,
    "way to serve",
    "levied, fief or hired, or nothing",
    Retained = "",
    Levied = "levied",
    Fief = "fief",
    Hired = "hired"
);

/// How a man serves, where he comes from, and until when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Service {
    /// How he serves.
    pub tenure: Tenure,
    /// The place he was levied or summoned from.
    pub home: Option<PlaceId>,
    /// The last day he owes; none for as long as he is wanted.
    pub serves_until: Option<Day>,
}

/// One man.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    pub id: PersonId,
    pub side: SideId,
    pub formation: Option<FormationId>,
    pub name: String,
    /// Whether he was named by hand, not from a list.
    pub named: bool,
    /// What he is and has.
    #[serde(flatten)]
    pub profile: Profile,
    pub state: PersonState,
    /// The standard he bears.
    pub standard: Option<Standard>,
    /// Whether he carries a wound, whatever his state.
    pub wounded: bool,
    /// Healing rolls made for the wound he has.
    pub healing_rolls: u32,
    pub lord: Option<PersonId>,
    /// How he serves, and until when.
    #[serde(flatten)]
    pub service: Service,
    /// The day his training ends, if he trains (CP-5).
    pub training: Option<Day>,
    /// The day from which he is paid, if he was kept before the days of his fief were over (CP-5).
    pub paid_from: Option<Day>,
    /// A note of the referee's.
    pub note: String,
    /// The referee's own words for him, by which lists are narrowed.
    pub tags: Vec<String>,
}

/// A man not yet in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPerson {
    pub side: SideId,
    /// The formation he joins.
    pub formation: Option<FormationId>,
    pub name: String,
    /// Whether he was named by hand.
    pub named: bool,
    /// What he is and has.
    pub profile: Profile,
    /// How he serves.
    pub service: Service,
}

impl Person {
    /// His name with the style of his rank: `Sir John Tilney`, or a title his name already carries.
    pub fn styled(&self) -> String {
        styled(&self.name, self.profile.rank)
    }
}

/// A name with the style of a rank: a plain knight is `Sir`, a higher rank already carries its title in the name.
pub fn styled(name: &str, rank: Rank) -> String {
    if rank == Rank::Knight && !name.contains(',') && !name.starts_with("Sir ") {
        format!("Sir {name}")
    } else {
        name.to_owned()
    }
}

/// How a list of people orders those who may command: class, then rank, then grade (CP-6.1).
pub fn precedence(profile: &Profile) -> (Class, u8, Grade) {
    (profile.class, profile.rank.step(), profile.grade)
}
