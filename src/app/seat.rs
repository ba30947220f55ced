//! Who leads a side of a game: somebody at the table, or the program in one of the ways its rules have.

use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{UnknownWord, Worded};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The ways in which the program leads a side by a set of rules.
pub trait Lead: Worded + PartialEq + fmt::Debug + FromStr<Err = UnknownWord> + Send {
    /// How it is told that somebody at the table leads.
    const BY_HAND: &'static str = "a person";

    /// The same in a game that is kept.
    const KEPT_BY_HAND: &'static str = Self::BY_HAND;

    /// How people read it.
    fn told(self) -> &'static str {
        self.word()
    }
}

/// Who leads a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat<L> {
    /// Somebody at the table.
    #[default]
    Person,
    /// A captain of the game, in one of his ways.
    Program(L),
}

impl<L: Lead> Seat<L> {
    /// Every one, somebody at the table first.
    pub fn all() -> impl Iterator<Item = Seat<L>> {
        std::iter::once(Seat::Person).chain(L::ALL.iter().copied().map(Seat::Program))
    }

    /// The one at a place in a list of all of them; somebody at the table where there is none.
    pub fn listed(place: i32) -> Seat<L> {
        usize::try_from(place).ok().and_then(|place| Seat::all().nth(place)).unwrap_or(Seat::Person)
    }

    /// How the program leads it; none where somebody at the table does.
    pub fn lead(self) -> Option<L> {
        match self {
            Seat::Person => None,
            Seat::Program(lead) => Some(lead),
        }
    }

    /// Whether it is somebody at the table.
    pub fn is_person(self) -> bool {
        self == Seat::Person
    }
}

impl<L: Lead> fmt::Display for Seat<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.lead().map_or(L::BY_HAND, L::told))
    }
}

impl<L: Lead> FromStr for Seat<L> {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Seat<L>> {
        let (text, hand) = (text.trim(), [L::BY_HAND, L::BY_HAND.trim_start_matches("a "), L::KEPT_BY_HAND]);
        if hand.contains(&text) { Ok(Seat::Person) } else { Ok(Seat::Program(text.parse()?)) }
    }
}

impl<L: Lead> Serialize for Seat<L> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_str(self.lead().map_or(L::KEPT_BY_HAND, L::word))
    }
}

impl<'de, L: Lead> Deserialize<'de> for Seat<L> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Seat<L>, D::Error> {
        Cow::<str>::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
