//! The figures of the game and the plan of the castle, read once from `data/tables/castle_under_siege/`.

use super::castle::Work;
use serde::Deserialize;
use std::sync::OnceLock;

/// Counters of each kind (CU-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Counters {
    pub soldier: u8,
    pub priest: u8,
    pub stonemason: u8,
    pub water_boy: u8,
    pub wizard: u8,
}

/// Ammunition (CU-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Rounds {
    pub boulder: u8,
    pub fire: u8,
    pub disease: u8,
}

/// Structure points, and what a powerful layout adds (CU-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Points {
    pub wall: u8,
    pub tower: u8,
    pub gatehouse: u8,
    pub keep: u8,
    pub powerful: u8,
}

/// Where the catapult may stand, in inches (CU-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Stand {
    pub least: i32,
    pub start: i32,
    pub moves: i32,
}

/// A setting of the arm: its reach in inches, and its scatter in hundredths of the distance (CU-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Setting {
    pub reach: i32,
    pub range: i32,
    pub line: i32,
}

/// What boulders and fires do (CU-2.5, CU-2.6, CU-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Damage {
    pub under_half: u8,
    pub over_half: u8,
    pub to_put_out: u8,
    pub deflected_to_put_out: u8,
    pub burns: u8,
}

/// Turns between a wizard's castings (CU-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Wizard {
    pub rests: u32,
}

/// Points of a counter in the variant (CU-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Victory {
    pub counter: u32,
}

/// A section of the castle as its plan has it: a rectangle in inches, and the sections beside it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Planned {
    pub name: String,
    pub structure: Work,
    #[serde(default)]
    pub wood: bool,
    pub at: [i32; 4],
    pub beside: Vec<String>,
}

/// The figures of the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub struct Tables {
    pub counters: Counters,
    pub ammunition: Rounds,
    pub points: Points,
    pub catapult: Stand,
    pub setting: Vec<Setting>,
    pub damage: Damage,
    pub wizard: Wizard,
    pub victory: Victory,
}

#[derive(Deserialize)]
struct Plan {
    section: Vec<Planned>,
}

fn table<T: serde::de::DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("the program's own tables of Castle under Siege: {error}"))
}

impl Tables {
    /// The game's figures; parsed once.
    pub fn book() -> &'static Tables {
        static BOOK: OnceLock<Tables> = OnceLock::new();
        BOOK.get_or_init(|| table(include_str!("../../../data/tables/castle_under_siege/game.toml")))
    }
}

/// The sections of the castle's plan; parsed once.
pub(super) fn plan() -> &'static [Planned] {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    &PLAN.get_or_init(|| table(include_str!("../../../data/tables/castle_under_siege/castle.toml"))).section
}
