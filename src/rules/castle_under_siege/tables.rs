//! The figures of the game and the plan of the castle, read once from `data/tables/castle_under_siege/`.

use super::castle::SectionKind;
use crate::rules::house::{Folder, HouseValue, in_force};
use serde::Deserialize;
use std::fmt;
use std::sync::LazyLock;

/// Counters of each kind (CU-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    pub soldier: u8,
    pub priest: u8,
    pub stonemason: u8,
    pub water_boy: u8,
    pub wizard: u8,
}

/// Such as `14 soldiers, 3 priests, 1 wizard`.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counters { soldier, priest, stonemason, water_boy, wizard } = *self;
        let all = [
            (soldier, "soldier"),
            (priest, "priest"),
            (stonemason, "stonemason"),
            (water_boy, "water boy"),
            (wizard, "wizard"),
        ];
        let some = all.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> =
            some.map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" })).collect();
        f.write_str(&words.join(", "))
    }
}

/// Ammunition (CU-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounds {
    pub boulder: u8,
    pub fire: u8,
    pub disease: u8,
}

/// Structure points, and what a powerful layout adds (CU-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StructurePoints {
    pub wall: u8,
    pub tower: u8,
    pub gatehouse: u8,
    pub keep: u8,
    pub powerful: u8,
}

/// Which structures of an average castle are of wood, 1, and which of stone, 0, each kind in the order of the plan (CU-1.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wood {
    pub tower: Vec<u8>,
    pub wall: Vec<u8>,
    pub gatehouse: Vec<u8>,
    pub keep: u8,
}

/// Where the catapult may stand, in inches (CU-2.1), and how far from the castle anything is on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatapultStand {
    pub least: i32,
    pub start: i32,
    pub moves: i32,
    pub table: i32,
}

/// A setting of the arm: its reach in inches, and its scatter in hundredths of the distance (CU-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub reach: i32,
    pub range: i32,
    pub line: i32,
}

/// The same of every setting of the arm, and the dice whose sum scatters a shot in range, and again in line (CU-2.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmSettings {
    pub reach: Vec<i32>,
    pub range: Vec<i32>,
    pub line: Vec<i32>,
    pub dice: u8,
    pub faces: u8,
}

impl ArmSettings {
    /// Twice the mean of a throw.
    pub fn twice_mean(&self) -> i64 {
        i64::from(self.dice) * (i64::from(self.faces) + 1)
    }

    /// The standard deviation of a throw, in hundredths.
    pub fn spread(&self) -> i64 {
        let (dice, faces) = (i64::from(self.dice), i64::from(self.faces));
        // Of one die a twelfth of its faces squared less one; rounded to the nearest by taking the root of four times that.
        ((40_000 * dice * (faces * faces - 1) / 12).isqrt() + 1) / 2
    }
}

/// What boulders and fires do (CU-2.5, CU-2.6, CU-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    pub under_half: u8,
    pub over_half: u8,
    pub to_put_out: u8,
    pub deflected_to_put_out: u8,
    pub burns: u8,
}

/// Turns between a wizard's castings (CU-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wizard {
    pub rests: u32,
}

/// The shots of a day's bombardment, and the battering points of the besiegers' engines from which there is one more (CU-6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombardmentShots {
    pub shots: u8,
    pub more_from: u8,
}

/// The shots of an assault for each assailant to one of the garrison, or 0 for all the ammunition (CU-6.9), and what it costs
/// those who storm (CU-6.8): so many in a hundred by how it ends, and the uninjured soldiers that cost one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultFigures {
    pub shots: u32,
    pub won: u32,
    pub thrown_back: u32,
    pub soldiers: u32,
}

/// Points of a counter in the variant (CU-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub counter: u32,
}

/// A section of the castle as its plan has it: a rectangle in inches, and the sections beside it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    pub name: String,
    pub structure: SectionKind,
    pub at: [i32; 4],
    pub beside: Vec<String>,
}

/// The figures of the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub counters: Counters,
    pub ammunition: Rounds,
    pub points: StructurePoints,
    pub wood: Wood,
    pub catapult: CatapultStand,
    pub arm: ArmSettings,
    pub damage: Damage,
    pub wizard: Wizard,
    pub bombardment: BombardmentShots,
    pub assault: AssaultFigures,
    pub victory: Victory,
    #[serde(skip)]
    house_values: Vec<HouseValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    section: Vec<Planned>,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let files = [("", include_str!("../../../data/tables/castle_under_siege/game.toml"))];
    Folder::read("Castle under Siege", include_str!("../../../data/tables/castle_under_siege/house.toml"), &files)
});

in_force!(Tables, FOLDER);

impl Tables {
    /// A setting of the arm, from 0.
    pub fn setting(&self, setting: u8) -> Option<Setting> {
        let (ArmSettings { reach, range, line, .. }, n) = (&self.arm, usize::from(setting));
        Some(Setting { reach: *reach.get(n)?, range: *range.get(n)?, line: *line.get(n)? })
    }
}

/// The sections of the castle's plan; read once.
pub(super) fn plan() -> &'static [Planned] {
    static PLAN: LazyLock<Plan> = LazyLock::new(|| {
        toml::from_str(include_str!("../../../data/tables/castle_under_siege/castle.toml"))
            .unwrap_or_else(|error| panic!("the program's own table castle_under_siege/castle: {error}"))
    });
    &PLAN.section
}
