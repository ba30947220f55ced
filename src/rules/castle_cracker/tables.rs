//! The figures of the game, read once from `data/tables/castle_cracker/`.

use super::troops::{Armour, ShotWeapon, TroopKind};
use crate::rules::geometry::INCH;
use crate::rules::house::{Folder, HouseValue, in_force};
use serde::Deserialize;
use std::sync::LazyLock;

/// How a weapon is aimed (CC-4.4, CC-4.6, CC-4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// Each man rolls, and casualties come off the front.
    Each,
    /// At the first man on the taut cord, through those behind him.
    File,
    Cup,
}

/// A weapon that shoots (CC-4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissileRow {
    pub kind: ShotWeapon,
    /// Its range, in cords of R1.
    pub range: i32,
    /// Its impact close, medium and long.
    pub impact: [i32; 3],
    /// Shots a turn.
    pub shots: u8,
    /// Turns it rests between two shots.
    pub rests: u32,
    pub aim: Aim,
    /// The most men it hits in a file.
    #[serde(default)]
    pub file: usize,
    /// Quarters of a circle it shoots within (CC-4.9).
    pub quarters: u8,
    /// Whether it is an engine, which harms gear (CC-4.3).
    #[serde(default)]
    pub engine: bool,
}

/// A kind of troops (CC-2.1, CC-3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopRow {
    pub kind: TroopKind,
    /// Its move, in twelfths of R1.
    pub speed: i32,
    /// Its move with its gear hooked on, in twelfths of R1.
    #[serde(default)]
    pub towed: i32,
    /// Its men's armour.
    pub armour: Armour,
    /// For how many men each counts hand to hand (CC-5.1).
    pub counts: u32,
    /// What a figure takes up, in sixty-fourths of an inch.
    pub base: i32,
    /// Whether it is or has horses.
    #[serde(default)]
    pub horses: bool,
    /// Whether it has wheels.
    #[serde(default)]
    pub wheels: bool,
}

/// A people of history (CC-2.3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeopleRow {
    pub name: String,
    pub foot: TroopKind,
    /// What those of its foot are who wear armour, where that is something else.
    pub armoured: Option<TroopKind>,
    pub horse: Option<TroopKind>,
    /// As what its foot fights hand to hand, where that is something else.
    pub fights: Option<Armour>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CordFigures {
    inches: i32,
    scale: i32,
}

/// Turns an objective is held, and the part of a relief that relieves a fort, one in so many (CC-1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFigures {
    pub hold: u8,
    pub relief: usize,
}

/// What a shot must roll on 2d6, and what is added (CC-4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitFigures {
    pub need: [i32; 3],
    pub walls: i32,
    pub wagons: i32,
    pub still: i32,
}

/// How deep a unit shoots, in twelfths of R1 (CC-4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankFigures {
    pub shoots: i32,
}

/// What impact each armour withstands (CC-4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourFigures {
    pub light: i32,
    pub medium: i32,
    pub heavy: i32,
    pub siege_gun: i32,
    pub siege_tower: i32,
    pub ram: i32,
    pub chariot: i32,
    pub war_wagon: i32,
    pub gate: i32,
}

/// The impact at those behind the first in a file (CC-4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileFigures {
    pub behind: i32,
}

/// Where the cup falls by the die, and its width in twelfths of R1 (CC-4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupFigures {
    pub falls: [super::cup::CupFall; 6],
    pub width: i32,
}

/// Grapeshot: its reach in twelfths of R1, the most it hits, its impact (CC-4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrapeFigures {
    pub reach: i32,
    pub most: usize,
    pub impact: i32,
}

/// Men of each armour who remove one enemy, spearmen of a shield wall, and the part of its speed that a side runs more
/// (CC-5.2 to CC-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeFigures {
    pub heavy: u32,
    pub medium: u32,
    pub light: u32,
    pub shield_wall: usize,
    pub runs: i32,
}

/// Prisoners one man guards (CC-5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardFigures {
    pub march: usize,
    pub home: usize,
}

/// One in so many of charged archers shoots (CC-5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerFigures {
    pub archers: usize,
}

/// Figures abreast where the way is narrow (CC-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefileFigures {
    pub abreast: usize,
}

/// Men each carries (CC-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarryFigures {
    pub chariot: usize,
    pub wagon: usize,
    pub boat: usize,
}

/// Turns of ramming, bottles of oil, what a climber and a burning tower must roll, who comes off a tower at a time, and
/// up each ladder where nobody holds the wall (CC-6.1, CC-6.3, CC-6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastleFigures {
    pub gate: u8,
    pub wall: u8,
    pub oil: u8,
    pub climbs: u32,
    pub out: u32,
    pub bridge: usize,
    pub ladder: usize,
    /// How near to a wall gear or men with ladders stand to be at it, in quarters of an inch.
    pub reach: i32,
    /// Ranks of men, an inch apart, for which a parapet has room.
    pub ranks: usize,
}

/// What strikes home against each armour (CC-6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrikeFigures {
    pub light: u32,
    pub medium: u32,
    pub heavy: u32,
}

/// How many fight one man, and how many if his back is open (CC-6.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GangFigures {
    pub closed: usize,
    pub open: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFigures {
    strict: u8,
}

/// How armies of a campaign are cast (CP-3.5): the most figures a side and of one body, the
/// figures of a group below which those of several forces go together, the turns of such a battle, and in
/// inches the width of its field, the space between its end zones and the margin behind and beside the troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastFigures {
    pub figures: usize,
    pub body: usize,
    pub fewest: usize,
    pub turns: u32,
    pub wide: i32,
    pub apart: i32,
    pub margin: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    row: Vec<MissileRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopFile {
    row: Vec<TroopRow>,
    people: Vec<PeopleRow>,
}

/// The figures of the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    weapons: WeaponFile,
    troops: TroopFile,
    cord: CordFigures,
    pub zone: ZoneFigures,
    pub hit: HitFigures,
    pub rank: RankFigures,
    pub armour: ArmourFigures,
    pub file: FileFigures,
    pub cup: CupFigures,
    pub grape: GrapeFigures,
    pub melee: MeleeFigures,
    pub guard: GuardFigures,
    pub answer: AnswerFigures,
    pub defile: DefileFigures,
    pub carry: CarryFigures,
    pub castle: CastleFigures,
    pub strike: StrikeFigures,
    pub gang: GangFigures,
    option: OptionFigures,
    pub cast: CastFigures,
    #[serde(skip)]
    house_values: Vec<HouseValue>,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let files = [
        ("", include_str!("../../../data/tables/castle_cracker/game.toml")),
        ("weapons", include_str!("../../../data/tables/castle_cracker/weapons.toml")),
        ("troops", include_str!("../../../data/tables/castle_cracker/troops.toml")),
    ];
    Folder::read("Castle Cracker", include_str!("../../../data/tables/castle_cracker/house.toml"), &files)
});

in_force!(Tables, FOLDER);

impl Tables {
    /// A length in twelfths of R1, in sixty-fourths of an inch.
    pub fn twelfths(&self, twelfths: i32) -> i32 {
        self.cord.inches * self.cord.scale * INCH * twelfths / 12
    }

    /// A third of R1, in sixty-fourths of an inch.
    pub fn third(&self) -> i32 {
        self.twelfths(4)
    }

    /// A weapon's row (CC-4.0).
    pub fn weapon(&self, weapon: ShotWeapon) -> &MissileRow {
        let row = self.weapons.row.iter().find(|row| row.kind == weapon);
        row.unwrap_or_else(|| unreachable!("the table has a row for {weapon}"))
    }

    /// A kind of troops (CC-2.1).
    pub fn troop(&self, kind: TroopKind) -> &TroopRow {
        let row = self.troops.row.iter().find(|row| row.kind == kind);
        row.unwrap_or_else(|| unreachable!("the table has a row for {kind}"))
    }

    /// The peoples of history (CC-2.3).
    pub fn peoples(&self) -> &[PeopleRow] {
        &self.troops.people
    }

    /// Whether every weapon harms gear, wagons and gates, and not engines alone (CC-4.3).
    pub fn strict(&self) -> bool {
        self.option.strict != 0
    }
}
