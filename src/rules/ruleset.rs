//! The sets of rules there are, and what each is called. A new one is a folder of its own and an arm of
//! [`Ruleset::with`], which is the one place that knows them all.

use super::battle::Occasion;
use super::figure::words;
use super::game::Game;
use super::house::Folder;
use super::settles::{BattlePaper, Settles};
use super::{assault, castle_cracker, castle_under_siege, castles, man_to_man, siege};

/// A set of rules. A battle for which nobody chooses others is fought man to man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ruleset {
    /// One figure is one man (MM).
    #[default]
    ManToMan,
    /// The strategic siege (SG).
    Siege,
    /// The assault on hexes (SG-5 to SG-10).
    Assault,
    /// The board game (CA).
    Castles,
    /// Catapult against castle (CU).
    CastleUnderSiege,
    /// Mass battle by knotted cords (CC).
    CastleCracker,
}
words!(
    Ruleset,
    "set of rules",
    "man-to-man, siege, assault, castles, castle-under-siege or castle-cracker",
    ManToMan = "man-to-man",
    Siege = "siege",
    Assault = "assault",
    Castles = "castles",
    CastleUnderSiege = "castle-under-siege",
    CastleCracker = "castle-cracker",
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

    /// Its tables, and the house numbers among them.
    fn folder() -> &'static Folder;
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

/// How a set of rules settles battles.
struct Settling {
    follows_men: bool,
    holds_all: bool,
    is_long: bool,
    on_map: bool,
    occasions: &'static [Occasion],
    tells_bodies: bool,
    has_ground: bool,
    has_weather: bool,
    has_latecomers: bool,
    paper: Option<BattlePaper>,
}

impl Ruleset {
    /// Does something with the game of this set of rules.
    pub fn with<W: With>(self, with: W) -> W::Out {
        match self {
            Ruleset::ManToMan => with.battle::<man_to_man::Field>(),
            Ruleset::Siege => with.game::<siege::Siege>(),
            Ruleset::Assault => with.battle::<assault::AssaultBattle>(),
            Ruleset::Castles => with.battle::<castles::Cast>(),
            Ruleset::CastleUnderSiege => with.battle::<castle_under_siege::Bombardment>(),
            Ruleset::CastleCracker => with.battle::<castle_cracker::CrackerBattle>(),
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

    /// Its tables, and the house numbers among them.
    pub fn folder(self) -> &'static Folder {
        struct Ask;
        impl With for Ask {
            type Out = &'static Folder;
            fn game<G: Rules>(self) -> &'static Folder {
                G::folder()
            }
        }
        self.with(Ask)
    }

    /// Whether the points of its battles follow from what became of each man (MM-10.4).
    pub fn scores_men(self) -> bool {
        matches!(self, Ruleset::ManToMan | Ruleset::Assault)
    }

    /// Whether who has more points has won (MM-10.4), and not who holds what was fought for.
    pub fn points_decide(self) -> bool {
        matches!(self, Ruleset::ManToMan)
    }

    /// How it settles battles of a campaign; none if it does not.
    fn settling(self) -> Option<Settling> {
        struct Ask;
        impl With for Ask {
            type Out = Option<Settling>;
            fn game<G: Rules>(self) -> Option<Settling> {
                None
            }
            fn battle<S: Settles>(self) -> Option<Settling> {
                Some(Settling {
                    follows_men: S::FOLLOWS_MEN,
                    holds_all: S::HOLDS_ALL,
                    is_long: S::IS_LONG,
                    on_map: S::ON_MAP,
                    occasions: S::OCCASIONS,
                    tells_bodies: S::TELLS_BODIES,
                    has_ground: S::HAS_GROUND,
                    has_weather: S::HAS_WEATHER,
                    has_latecomers: S::HAS_LATECOMERS,
                    paper: S::PAPER,
                })
            }
        }
        self.with(Ask)
    }

    /// Whether battles of a campaign can be settled by it.
    pub fn settles_battles(self) -> bool {
        self.settling().is_some()
    }

    /// Whether it settles battles and follows each man of them through (CP-3.5).
    pub fn follows_men(self) -> bool {
        self.settling().is_some_and(|how| how.follows_men)
    }

    /// Whether it settles battles on a field that holds any number of men (CP-3.1).
    pub fn holds_all(self) -> bool {
        self.settling().is_some_and(|how| how.holds_all)
    }

    /// Whether it settles battles of which one takes as long to play as many by other rules.
    pub fn is_long(self) -> bool {
        self.settling().is_some_and(|how| how.is_long)
    }

    /// Whether a real table may tell of bodies of figures by it, and not of men (CP-3.5).
    pub fn tells_bodies(self) -> bool {
        self.settling().is_some_and(|how| how.tells_bodies)
    }

    /// Whether the ground and what both sides bring along have a part in the battles it settles.
    pub fn has_ground(self) -> bool {
        self.settling().is_some_and(|how| how.has_ground)
    }

    /// Whether the weather does anything in the battles it settles (CP-3.1).
    pub fn has_weather(self) -> bool {
        self.settling().is_some_and(|how| how.has_weather)
    }

    /// Whether somebody may come later to the battles it settles (CP-3.1).
    pub fn has_latecomers(self) -> bool {
        self.settling().is_some_and(|how| how.has_latecomers)
    }

    /// Whether it settles battles on the map of a stronghold (SG-5).
    pub fn on_map(self) -> bool {
        self.settling().is_some_and(|how| how.on_map)
    }

    /// Whether it settles battles that are fought for such a thing.
    pub fn settles(self, occasion: Occasion) -> bool {
        self.settling().is_some_and(|how| how.occasions.contains(&occasion))
    }

    /// What is printed of a battle by it for a real table.
    pub fn paper(self) -> Option<BattlePaper> {
        self.settling().and_then(|how| how.paper)
    }

    /// The sets of rules by which battles that are fought for such a thing can be settled.
    pub fn of(occasion: Occasion) -> impl Iterator<Item = Ruleset> {
        Ruleset::of_battles().filter(move |rules| rules.settles(occasion))
    }

    /// The sets of rules that battles of a campaign can be settled by.
    pub fn of_battles() -> impl Iterator<Item = Ruleset> {
        Ruleset::ALL.iter().copied().filter(|ruleset| ruleset.settles_battles())
    }
}
