//! The sets of rules there are, and what each is called. A new one is a folder of its own and an arm of
//! [`Ruleset::with`], which is the one place that knows them all.

use super::figure::words;
use super::game::Game;
use super::settles::Settles;
use super::{castle_under_siege, castles, man_to_man, siege};

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ruleset {
    /// One figure is one man (MM).
    ManToMan,
    /// The strategic siege (SG).
    Siege,
    /// The board game (CA).
    Castles,
    /// Catapult against castle (CU).
    CastleUnderSiege,
}
words!(
    Ruleset,
    "set of rules",
    "man-to-man, siege, castles or castle-under-siege",
    ManToMan = "man-to-man",
    Siege = "siege",
    Castles = "castles",
    CastleUnderSiege = "castle-under-siege",
);

/// What a set of rules is to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The letters its clauses begin with, such as `MM`.
    pub prefix: &'static str,
    /// The title of its page of the rule book.
    pub title: &'static str,
    /// Its page of the rule book.
    pub page: &'static str,
}

/// A game that is one of the sets of rules.
pub trait Rules: Game {
    /// What it is to a reader.
    const ABOUT: About;
}

/// Something to be done with the game of a set of rules, whichever it is.
pub trait With: Sized {
    /// What comes of it.
    type Out;

    /// Does it with a game.
    fn game<G: Rules>(self) -> Self::Out;

    /// Does it with a game that battles of a campaign can be settled by.
    fn battle<S: Settles>(self) -> Self::Out {
        self.game::<S::Game>()
    }
}

impl Ruleset {
    /// Does something with the game of this set of rules.
    pub fn with<W: With>(self, with: W) -> W::Out {
        match self {
            Ruleset::ManToMan => with.battle::<man_to_man::Field>(),
            Ruleset::Siege => with.game::<siege::Siege>(),
            Ruleset::Castles => with.battle::<castles::Cast>(),
            Ruleset::CastleUnderSiege => with.game::<castle_under_siege::Position>(),
        }
    }

    /// What it is to a reader.
    pub fn about(self) -> About {
        struct Tell;
        impl With for Tell {
            type Out = About;
            fn game<G: Rules>(self) -> About {
                G::ABOUT
            }
        }
        self.with(Tell)
    }

    /// Whether battles of a campaign can be settled by it.
    pub fn settles_battles(self) -> bool {
        struct Ask;
        impl With for Ask {
            type Out = bool;
            fn game<G: Rules>(self) -> bool {
                false
            }
            fn battle<S: Settles>(self) -> bool {
                true
            }
        }
        self.with(Ask)
    }

    /// Whether it settles battles and follows each man of them through (CP-3.5).
    pub fn follows_men(self) -> bool {
        struct Ask;
        impl With for Ask {
            type Out = bool;
            fn game<G: Rules>(self) -> bool {
                false
            }
            fn battle<S: Settles>(self) -> bool {
                S::FOLLOWS_MEN
            }
        }
        self.with(Ask)
    }

    /// The sets of rules that battles of a campaign can be settled by.
    pub fn of_battles() -> impl Iterator<Item = Ruleset> {
        Ruleset::ALL.iter().copied().filter(|ruleset| ruleset.settles_battles())
    }
}
