//! The figures of gear and fire (MM-4.6 to MM-4.12, MM-9, MM-10.2, MM-10.3), from `data/tables/man_to_man/`.

use crate::rules::figure::Grade;
use crate::rules::gear::Machine;
use crate::rules::gear::{Material, Thing, Work};
use serde::{Deserialize, Serialize};

/// One engine or dropped missile (MM-4.7, MM-4.9): ranges in inches, and the sum that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineRow {
    pub near: i32,
    pub short: i32,
    pub medium: i32,
    pub long: i32,
    pub need: i32,
    #[serde(default)]
    pub order: u8,
}

/// Engines and dropped missiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machines {
    pub catapult: MachineRow,
    pub bombard: MachineRow,
    pub rock: MachineRow,
    pub oil: MachineRow,
    pub lead: MachineRow,
}

/// What is added at a band (MM-4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bands {
    pub short: i32,
    pub long: i32,
}

/// Hits that wreck what is built of timber (MM-4.10), and a breach's width in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitCounts {
    pub timber: u8,
    pub breach: i32,
}

/// What a wagon and a packhorse hold (MM-4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpareLoads {
    pub wagon_javelins: u32,
    pub wagon_rounds: u32,
    pub wagon_others: u32,
    pub packhorse_javelins: u32,
    pub packhorse_rounds: u32,
    pub packhorse_others: u32,
}

/// Ladders (MM-9.1, MM-9.10): percent, men and inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladders {
    pub a_pusher: i32,
    pub pushers: u8,
    pub a_man_on_it: i32,
    pub holders: u8,
    pub carried: u8,
    pub one_raises: u8,
    pub men_to_one: u8,
    pub most: u8,
}

/// Siege towers (MM-9.7): men who go up in one in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Towers {
    pub men: usize,
}

/// Rams (MM-9.2): percent, men, and inches of timber opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rams {
    pub a_man: i32,
    pub a_turn: i32,
    pub fewest: u8,
    pub most: u8,
    pub reach: i32,
    pub opens: i32,
}

/// Pick and screw (MM-9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picks {
    pub eighths: u16,
    pub crew: u8,
    pub hole: i32,
    pub falls: u32,
}

/// Axes (MM-9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axes {
    pub a_man_move: i32,
    pub men: u8,
    pub opens: i32,
}

/// Cauldrons (MM-9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cauldrons {
    pub heating: u8,
    pub burns: u32,
}

/// Drawbridge and portcullis, in quarters of a move (MM-9.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gates {
    pub down: u8,
    pub up: u8,
}

/// Crews, hauliers and teams (MM-9.7, MM-9.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crews {
    pub fewest: u16,
    /// The grade its sergeant must have (MM-9.7).
    pub sergeant: Grade,
    pub hauliers: u16,
    pub team: u8,
}

/// Inches a turn of what rolls (MM-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolling {
    pub team: i32,
    pub manhandled: i32,
}

/// Stakes, in half inches (MM-9.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stakes {
    pub apart: i32,
}

/// Pavises, in inches (MM-9.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pavises {
    pub width: i32,
    pub depth: i32,
}

/// Looting (MM-8.5): halves of a turn, and turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looting {
    pub weapon: u8,
    pub armour: u8,
    pub to_wear_3: u8,
    pub to_wear_better: u8,
}

/// Gear (MM-9 and what of MM-3, MM-4 and MM-8 has to do with it).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearTables {
    pub machine: Machines,
    pub bands: Bands,
    pub count: HitCounts,
    pub spares: SpareLoads,
    pub ladder: Ladders,
    pub tower: Towers,
    pub ram: Rams,
    pub pick: Picks,
    pub axes: Axes,
    pub cauldron: Cauldrons,
    pub gate: Gates,
    pub crew: Crews,
    #[serde(rename = "move")]
    pub moves: Rolling,
    pub stakes: Stakes,
    pub pavise: Pavises,
    pub loot: Looting,
}

impl GearTables {
    /// The row of an engine or dropped missile.
    pub fn of(&self, machine: Machine) -> &MachineRow {
        match machine {
            Machine::Catapult => &self.machine.catapult,
            Machine::Bombard => &self.machine.bombard,
            Machine::Rock => &self.machine.rock,
            Machine::Oil => &self.machine.oil,
            Machine::Lead => &self.machine.lead,
        }
    }
}

/// On what a thing takes fire (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lights {
    pub timber: u32,
    pub straw: u32,
}

/// How many turns a thing burns (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burns {
    pub timber: u32,
    pub straw: u32,
}

/// How far fire and smoke reach, in inches, and how long a man lives in it (MM-4.11, MM-4.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireSpread {
    pub lights: i32,
    pub smoke: i32,
    pub kills: i32,
    pub moves: u8,
}

/// Fighting a fire (MM-4.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireFighting {
    pub need: i32,
    pub turns: u32,
    pub near: i32,
    pub a_man: i32,
    pub a_bucket: i32,
}

/// Fire (MM-4.11, MM-4.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub lights: Lights,
    pub burns: Burns,
    pub spread: FireSpread,
    pub fought: FireFighting,
}

/// Points of gear (MM-10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearPoints {
    pub pavise: i64,
    pub fire_missile: i64,
    pub flint_and_steel: i64,
    pub faggot: i64,
    pub stake: i64,
    pub bucket: i64,
    pub wagon: i64,
    pub draught_animal: i64,
    pub sow: i64,
    pub ram: i64,
    pub ladder: i64,
    pub cauldron: i64,
    pub rock: i64,
    pub bombard_round: i64,
    pub catapult: i64,
    pub bombard: i64,
    pub tower: i64,
}

impl GearPoints {
    /// Points of one of a thing. A packhorse is a draught animal; a screw costs what a pick does; a store is free, what
    /// lies in it is not.
    pub fn of(&self, thing: Thing) -> i64 {
        match thing {
            Thing::Wagon => self.wagon,
            Thing::Packhorse | Thing::DraughtAnimal => self.draught_animal,
            Thing::Store => 0,
            Thing::Catapult => self.catapult,
            Thing::Bombard => self.bombard,
            Thing::BombardRound => self.bombard_round,
            Thing::Sow => self.sow,
            Thing::Ram | Thing::Pick | Thing::Screw => self.ram,
            Thing::Tower => self.tower,
            Thing::Ladder => self.ladder,
            Thing::Pavise => self.pavise,
            Thing::Stake => self.stake,
            Thing::OilCauldron | Thing::LeadCauldron => self.cauldron,
            Thing::Rock => self.rock,
            Thing::Bucket => self.bucket,
            Thing::Faggot => self.faggot,
            Thing::FireMissile => self.fire_missile,
            Thing::FlintAndSteel => self.flint_and_steel,
        }
    }
}

/// Points of works of one material (MM-10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialPoints {
    pub keep: i64,
    pub large_tower: i64,
    pub small_turret: i64,
    pub curtain: i64,
    pub gatehouse: i64,
}

/// Points of works of no material (MM-10.3), and the inches that are priced together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherPoints {
    pub drawbridge: i64,
    pub wet_moat: i64,
    pub dry_moat: i64,
    pub length: i64,
}

/// Points of works (MM-10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkPoints {
    pub wood: MaterialPoints,
    pub stone: MaterialPoints,
    pub other: OtherPoints,
}

impl WorkPoints {
    /// Points of one work, or of the length that is priced together.
    pub fn of(&self, work: Work, material: Material) -> i64 {
        let row = if material == Material::Wood { &self.wood } else { &self.stone };
        match work {
            Work::Keep => row.keep,
            Work::LargeTower => row.large_tower,
            Work::SmallTurret => row.small_turret,
            Work::Curtain => row.curtain,
            Work::Gatehouse => row.gatehouse,
            Work::Drawbridge | Work::Portcullis => self.other.drawbridge,
            Work::WetMoat => self.other.wet_moat,
            Work::DryMoat => self.other.dry_moat,
        }
    }
}
