//! The figures of the assault on hexes, from `data/tables/assault/`.

use crate::rules::house::{Folder, HouseValue, in_force};
use serde::Deserialize;
use std::sync::LazyLock;

/// Movement points (SG-5.2, SG-7.4, SG-7.5).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementPoints {
    pub armoured: u8,
    pub light: u8,
    pub flat: u8,
    pub stair: u8,
    pub rubble: u8,
    pub trees: u8,
    pub ladder: u8,
    pub rampart: u8,
    pub passage: u8,
    pub spiral: u8,
    pub lift_ladder: u8,
    pub slide_ladder: u8,
    pub tower: u8,
    pub gangway: u8,
}

/// The line of fire (SG-6).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFigures {
    pub inside: i64,
    pub ramparts: Vec<i8>,
}

/// Cover on a siege tower (SG-7.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TowerCover {
    pub light_from: i8,
}

/// Ladders (SG-7.4).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderFigures {
    pub one_level: i8,
    pub most_levels: i8,
}

/// Siege towers (SG-7.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TowerFigures {
    pub most_levels: i8,
    pub holds: u8,
}

/// What a host brings where nothing more is said of it, and the most a game tells apart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParkFigures {
    pub men_to_a_ladder: u8,
    pub men_to_a_guard: u8,
    pub men_to_an_inward_guard: u8,
    pub most_ladders: u8,
    pub faggots: u8,
    pub most_faggots: u8,
    pub most_rams: u8,
    pub most_towers: u8,
    pub most_engines: u8,
    pub filled_within: i64,
}

/// Machines (SG-7.2, SG-7.3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineFigures {
    pub ram_men: u8,
}

/// The end of an assault (SG-8).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndFigures {
    pub quiet_turns: u32,
    pub last_turn: u32,
}

/// Who is cut off in flight (MM-7.4).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightFigures {
    pub taken: u8,
}

/// Damage an assault begins with (SG-7.8).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageFigures {
    pub half_hits: u8,
}

/// The figures in force.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub points: MovementPoints,
    pub line: LineFigures,
    pub cover: TowerCover,
    pub ladder: LadderFigures,
    pub tower: TowerFigures,
    pub end: EndFigures,
    pub flight: FlightFigures,
    pub damage: DamageFigures,
    pub park: ParkFigures,
    pub machine: MachineFigures,
    #[serde(skip)]
    house_values: Vec<HouseValue>,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let files = [("", include_str!("../../../data/tables/assault/game.toml"))];
    Folder::read("the assault", include_str!("../../../data/tables/assault/house.toml"), &files)
});

in_force!(Tables, FOLDER);
