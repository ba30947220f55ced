//! The map an assault is fought on (SG-5): hexes with their terrain and level, and what stands on the sides between them.
//!
//! A map is all that changes of the ground, too: an opened gate, a filled moat and a breach are the same map with other
//! hexes, so a procedure asks one thing only. Where one may go, [`HexMap::step`] says with its reason; what a line of fire
//! meets, the line itself asks of each hex.

pub mod draw;
pub mod read;
mod shipped;

pub use read::read;
pub use shipped::{find, names, shipped};

use super::hexes::{Hex, HexSide};
use crate::rules::figure::{BySide, words};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the ground of a hex is; of mixed ground, what covers over half of it (SG-5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Terrain {
    /// Open ground, court or street.
    Flat,
    Trees,
    /// A house, a stable: nobody goes through it.
    House,
    /// Rock, or solid masonry: nobody stands on it.
    Rock,
    /// A moat; filled, it is flat.
    Moat,
    /// A drawbridge, down or up.
    Drawbridge,
    /// A way that climbs a level without steps.
    Ramp,
    /// Steps that climb a level.
    Stair,
    /// The walk of a rampart, or the floor of a tower.
    Rampart,
    /// The way under a gatehouse.
    Gateway,
    /// A room of a keep or a tower, walled all round.
    Room,
    /// What a demolished rampart leaves.
    Rubble,
    /// A passage below the ground.
    Passage,
    /// The spiral stair at the end of one.
    Spiral,
}
words!(
    Terrain,
    "terrain",
    "flat, trees, house, rock, moat, drawbridge, ramp, stair, rampart, gateway, room or rubble",
    Flat = "flat",
    Trees = "trees",
    House = "house",
    Rock = "rock",
    Moat = "moat",
    Drawbridge = "drawbridge",
    Ramp = "ramp",
    Stair = "stair",
    Rampart = "rampart",
    Gateway = "gateway",
    Room = "room",
    Rubble = "rubble",
    Passage = "passage",
    Spiral = "spiral stair",
);

impl Terrain {
    /// Whether it is open ground, to which a ramp or the rubble of a wall slopes down.
    pub(super) fn is_ground(self) -> bool {
        matches!(self, Terrain::Ramp | Terrain::Flat | Terrain::Gateway | Terrain::Drawbridge | Terrain::Rubble)
    }

    /// Whether siege towers and rams roll on it (SG-7.3).
    pub fn rolls(self) -> bool {
        matches!(self, Terrain::Flat | Terrain::Drawbridge | Terrain::Gateway)
    }
}

/// A hex by its number in the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

/// What is on one side of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexEdge {
    /// A wall, and the level of its top.
    pub wall: Option<i8>,
    /// A gate or door, by its number; where there is one there is no other wall.
    pub gate: Option<u8>,
    /// Whether battlements of this hex's own stand on it, which cover whoever is behind them.
    pub battlement: bool,
    /// Whether this hex has an arrow slit in it.
    pub slit: bool,
}

/// A hex as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexCell {
    /// Where.
    pub hex: Hex,
    /// Whether it is below the ground, under another hex of the same name.
    pub under: bool,
    pub terrain: Terrain,
    /// Its level: stair hexes from level 0 (SG-5.1).
    pub level: i8,
    /// The level of the top of what stands on it: its own, one more for a house, trees or a roof (SG-6.2).
    pub top: i8,
    /// Whether it has a roof.
    pub roofed: bool,
    /// Of a moat: too deep to be filled or crossed (SG-7.7).
    pub deep: bool,
    /// The part of the place it belongs to.
    pub part: u8,
    /// Its sides, in the order of [`HexSide`].
    pub edges: [HexEdge; 6],
    /// Of a stair: the sides its foot opens on (SG-5.3), a bit each.
    pub foot: u8,
    /// Of a stair: the sides its head opens on, a bit each.
    pub head: u8,
    /// The drawbridge, stair or sluice it is part of.
    pub lift: Option<u8>,
    /// Of a spiral stair and the hex above it: the other.
    pub spiral: Option<HexId>,
}

impl HexCell {
    /// One of its sides.
    pub fn edge(&self, side: HexSide) -> HexEdge {
        self.edges[side as usize]
    }

    /// Whether battlements stand on any of its sides.
    pub fn touches_battlements(&self) -> bool {
        self.edges.iter().any(|edge| edge.battlement)
    }

    /// Its name: four digits, and `u` below the ground.
    pub fn name(&self) -> String {
        format!("{}{}", self.hex, if self.under { "u" } else { "" })
    }
}

/// A named part of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlePart {
    pub name: String,
    /// The line of defence it lies on or behind, from 1 for the outermost; 0 outside.
    pub line: u8,
    /// Whether it is the keep, to which SG-8 traces its way.
    pub keep: bool,
}

/// What kind of closing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// The two leaves of a gate.
    Gate,
    Door,
    /// A portcullis, which stops axes at the door behind it (MM-9.4).
    Portcullis,
}
words!(GateKind, "closing", "gate, door or portcullis", Gate = "gate", Door = "door", Portcullis = "portcullis",);

/// A gate, a door or a portcullis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexGate {
    pub name: String,
    pub kind: GateKind,
    /// The hex sides it closes, each from the inner hex.
    pub sides: Vec<(HexId, HexSide)>,
    /// Whether it stands open.
    pub open: bool,
    /// Whether it was wrecked, and can be closed no more.
    pub wrecked: bool,
    /// The turn in which it caught fire, if it burns (MM-4.11).
    pub burns: Option<u32>,
}

impl HexGate {
    /// Whether one goes through.
    pub fn passable(&self) -> bool {
        self.open || self.wrecked
    }

    /// How it stands, in a word or two.
    pub fn stands(&self) -> &'static str {
        match () {
            _ if self.wrecked => "wrecked",
            _ if self.burns.is_some() && self.open => "open, burning",
            _ if self.burns.is_some() => "shut, burning",
            _ if self.open => "open",
            _ => "shut",
        }
    }
}

impl HexMap {
    /// Whether a hex lies at a gate, on either side.
    pub fn at_gate(&self, gate: &HexGate, at: HexId) -> bool {
        gate.sides.iter().any(|&(inner, side)| inner == at || self.beside(inner, side) == Some(at))
    }
}

/// What is worked like a drawbridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiftKind {
    Drawbridge,
    /// A stair whose top is raised (SG-10).
    Stair,
    /// A sluice that floods a passage (SG-10).
    Sluice,
}
words!(
    LiftKind,
    "working",
    "drawbridge, stair or sluice",
    Drawbridge = "drawbridge",
    Stair = "stair",
    Sluice = "sluice",
);

/// A drawbridge, a stair that can be raised or a passage that can be flooded, and the hex it is worked from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lift {
    pub name: String,
    pub kind: LiftKind,
    /// The hexes it closes.
    pub hexes: Vec<HexId>,
    /// The hex it is worked from.
    pub from: HexId,
    /// Whether it is closed: the bridge or stair up, the passage under water.
    pub closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    pub name: String,
    /// What it shows, in a sentence.
    pub what: String,
    /// Its lines of defence, from the outermost (SG-1.5).
    pub lines: Vec<String>,
    /// Its named parts.
    pub parts: Vec<CastlePart>,
    /// Hexes from west to east.
    pub columns: i16,
    /// Hexes from north to south.
    pub rows: i16,
    /// Every hex, those below the ground last.
    pub cells: Vec<HexCell>,
    /// Its gates, doors and portcullises.
    pub gates: Vec<HexGate>,
    /// Its drawbridges, raised stairs and sluices.
    pub lifts: Vec<Lift>,
    /// The parts where each side may stand when an assault begins.
    pub stands: BySide<Vec<u8>>,
    /// Where the first hex below the ground is.
    pub(crate) first_under: u16,
    /// The text of its file.
    pub text: String,
    /// The hex over each side of every hex, `u16::MAX` where there is none; laid once the map is read, for the same hexes lie
    /// side by side whatever becomes of them.
    pub(crate) sides: Arc<Vec<[u16; 6]>>,
    /// Where each hex lies on two of the lattice's axes, laid with them.
    pub(crate) axes: Arc<Vec<[i16; 2]>>,
}

/// Why nobody goes from one hex into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Barred {
    /// The map ends there.
    #[error("the map ends there")]
    Edge,
    /// A wall stands between.
    #[error("a wall stands between")]
    Wall,
    /// A gate or a door is shut.
    #[error("the gate is shut; open or wreck it first")]
    Shut,
    /// One lies higher than the other, and no stair joins them.
    #[error("it is on another level; a stair or a ladder leads there")]
    Level,
    /// The stair does not open on that side.
    #[error("the stair does not open on that side (SG-5.3)")]
    StairSide,
    /// A moat that is not filled.
    #[error("the moat is in the way; fill it, or lower the bridge")]
    Moat,
    /// A drawbridge or a stair that is raised.
    #[error("it is raised; lower it first (MM-9.6)")]
    Raised,
    /// A passage under water.
    #[error("the passage is under water; drain it first (SG-10)")]
    Flooded,
    /// A house or rock.
    #[error("nobody can stand there")]
    Solid,
}

impl HexMap {
    /// The hex of a number.
    pub fn cell(&self, id: HexId) -> &HexCell {
        &self.cells[usize::from(id.0)]
    }

    /// Every hex's number.
    pub fn ids(&self) -> impl Iterator<Item = HexId> + Clone + use<> {
        (0..self.cells.len() as u16).map(HexId)
    }

    /// The hex of a name on the surface.
    pub fn at(&self, hex: Hex) -> Option<HexId> {
        let on = (1..=self.columns).contains(&hex.column) && (1..=self.rows).contains(&hex.row);
        on.then(|| HexId(((hex.row - 1) * self.columns + hex.column - 1) as u16))
    }

    /// The hex of a name below the ground.
    pub fn under(&self, hex: Hex) -> Option<HexId> {
        (self.first_under..self.cells.len() as u16).map(HexId).find(|&id| self.cell(id).hex == hex)
    }

    /// The hex of a name as it is typed: four digits, and `u` below the ground.
    pub fn named(&self, text: &str) -> Option<HexId> {
        match text.trim().strip_suffix(['u', 'U']) {
            Some(digits) => self.under(digits.parse().ok()?),
            None => self.at(text.parse().ok()?),
        }
    }

    /// The hex over a side, on the same layer.
    pub fn beside(&self, id: HexId, side: HexSide) -> Option<HexId> {
        match self.sides.get(usize::from(id.0)) {
            Some(row) => Some(HexId(row[side as usize])).filter(|to| to.0 != u16::MAX),
            None => self.reckoned(id, side),
        }
    }

    /// Lays the table of what lies beside what.
    pub(crate) fn lay_sides(&mut self) {
        let row = |id: HexId| {
            let mut row = [u16::MAX; 6];
            for &side in HexSide::ALL {
                row[side as usize] = self.reckoned(id, side).map_or(u16::MAX, |to| to.0);
            }
            row
        };
        self.sides = Arc::new(self.ids().map(row).collect());
        self.axes = Arc::new(self.cells.iter().map(|cell| cell.hex.axes()).collect());
    }

    /// The hex over a side, reckoned from where it lies.
    fn reckoned(&self, id: HexId, side: HexSide) -> Option<HexId> {
        let cell = self.cell(id);
        let hex = cell.hex.beside(side);
        if cell.under { self.under(hex) } else { self.at(hex) }
    }

    /// The neighbours of a hex on its layer, each with its side.
    pub fn around(&self, id: HexId) -> impl Iterator<Item = (HexSide, HexId)> {
        HexSide::ALL.iter().filter_map(move |&side| Some((side, self.beside(id, side)?)))
    }

    /// The side over which a neighbour lies.
    pub fn side_to(&self, from: HexId, to: HexId) -> Option<HexSide> {
        if let Some(row) = self.sides.get(usize::from(from.0)) {
            return HexSide::ALL.iter().copied().find(|&side| row[side as usize] == to.0);
        }
        let (one, other) = (self.cell(from), self.cell(to));
        (one.under == other.under).then(|| one.hex.side_to(other.hex)).flatten()
    }

    /// How many hexes apart two are.
    pub fn distance(&self, one: HexId, other: HexId) -> i64 {
        match (self.axes.get(usize::from(one.0)), self.axes.get(usize::from(other.0))) {
            (Some(&[a, b]), Some(&[c, d])) => {
                let (x, z) = (a - c, b - d);
                i64::from(x.abs().max(z.abs()).max((x + z).abs()))
            }
            _ => self.cell(one).hex.distance(self.cell(other).hex),
        }
    }

    /// The line of defence a hex lies on or behind; 0 outside.
    pub fn line_of(&self, id: HexId) -> u8 {
        self.parts[usize::from(self.cell(id).part)].line
    }

    /// The name of the part a hex belongs to.
    pub fn part_of(&self, id: HexId) -> &CastlePart {
        &self.parts[usize::from(self.cell(id).part)]
    }

    /// Whether a hex touches the outer wall (SG-6.3): battlements of its own stand towards an outer line of defence. Those
    /// that face inwards are none.
    pub fn touches_outer_wall(&self, id: HexId) -> bool {
        let line = self.line_of(id);
        self.around(id).any(|(side, to)| self.cell(id).edge(side).battlement && self.line_of(to) < line)
    }

    /// The sides over which a wall of a hex's own stands towards open ground of an outer line of defence.
    pub(super) fn outer_walls(&self, id: HexId) -> impl Iterator<Item = (HexSide, HexId)> {
        let (line, cell) = (self.line_of(id), self.cell(id));
        self.around(id).filter(move |&(side, to)| {
            let edge = cell.edge(side);
            let walled = edge.gate.is_none() && (edge.wall.is_some() || edge.battlement);
            walled && self.line_of(to) < line && self.cell(to).terrain.is_ground()
        })
    }

    /// Whether engines batter a hex from outside (SG-1.4, SG-7.1): a rampart that touches the outer wall; the outer wall of a room, or
    /// of a court that lies higher than the ground before it.
    pub fn has_outer_wall(&self, id: HexId) -> bool {
        match self.cell(id).terrain {
            Terrain::Rampart => self.touches_outer_wall(id),
            Terrain::Room | Terrain::Flat => self.outer_walls(id).next().is_some(),
            _ => false,
        }
    }

    /// Whether a hex is a battlement that was demolished (SG-7.1): rubble towards an outer line of defence.
    pub fn battlement_down(&self, id: HexId) -> bool {
        let line = self.line_of(id);
        self.cell(id).terrain == Terrain::Rubble && self.around(id).any(|(_, to)| self.line_of(to) < line)
    }

    /// Whether a hex belongs to the keep.
    pub fn in_keep(&self, id: HexId) -> bool {
        self.part_of(id).keep
    }

    /// Whether a man can stand in a hex, as it is now.
    pub fn holds(&self, id: HexId) -> Result<(), Barred> {
        let cell = self.cell(id);
        let closed = cell.lift.map(|lift| &self.lifts[usize::from(lift)]).filter(|lift| lift.closed);
        match (cell.terrain, closed) {
            (Terrain::House | Terrain::Rock, _) => Err(Barred::Solid),
            (Terrain::Moat, _) => Err(Barred::Moat),
            (Terrain::Spiral, _) => Ok(()),
            (_, Some(lift)) if lift.kind == LiftKind::Sluice => Err(Barred::Flooded),
            (_, Some(_)) => Err(Barred::Raised),
            _ => Ok(()),
        }
    }

    /// Whether the way over a side is open, whoever stands there: no wall, no shut gate, no other level but by a stair or
    /// a ramp. What is open to walk is open to fight over, too (SG-5.3).
    pub fn open(&self, from: HexId, side: HexSide) -> Result<HexId, Barred> {
        let to = self.beside(from, side).ok_or(Barred::Edge)?;
        let (one, other) = (self.cell(from), self.cell(to));
        let edge = one.edge(side);
        if let Some(gate) = edge.gate {
            if !self.gates[usize::from(gate)].passable() {
                return Err(Barred::Shut);
            }
        } else if edge.wall.is_some() {
            return Err(Barred::Wall);
        }
        self.joined(one, other, side).map(|()| to)
    }

    /// Whether the levels of two neighbours meet.
    fn joined(&self, one: &HexCell, other: &HexCell, side: HexSide) -> Result<(), Barred> {
        let up = other.level - one.level;
        let opens = |stair: &HexCell, side: HexSide, climbs: bool| {
            let sides = if climbs { stair.head } else { stair.foot };
            sides & (1 << side as u8) != 0
        };
        match (one.terrain == Terrain::Stair, other.terrain == Terrain::Stair) {
            (true, true) => {
                let (low, high, to_high) = if up >= 0 { (one, other, side) } else { (other, one, side.opposite()) };
                let joined =
                    high.level == low.level + 1 && opens(low, to_high, true) && opens(high, to_high.opposite(), false);
                if joined { Ok(()) } else { Err(Barred::StairSide) }
            }
            (true, false) | (false, true) => {
                let (stair, ground, side) =
                    if one.terrain == Terrain::Stair { (one, other, side) } else { (other, one, side.opposite()) };
                let joined = match stair.level - ground.level {
                    0 => opens(stair, side, true),
                    1 => opens(stair, side, false),
                    _ => return Err(Barred::Level),
                };
                if joined { Ok(()) } else { Err(Barred::StairSide) }
            }
            (false, false) if up == 0 => Ok(()),
            (false, false) => {
                let (low, high) = if up > 0 { (one, other) } else { (other, one) };
                let ground = |cell: &HexCell| cell.terrain.is_ground();
                // Rubble slopes: between grounds a level apart it is climbed from either, and from below to the floor that a wall
                // stood before, however high.
                let heap = high.terrain == Terrain::Rubble;
                let rubble = heap || low.terrain == Terrain::Rubble && ground(high);
                let slopes = high.terrain == Terrain::Ramp || rubble;
                let near = heap || high.level == low.level + 1;
                if slopes && ground(low) && near { Ok(()) } else { Err(Barred::Level) }
            }
        }
    }

    /// The hex a man gets to over a side, or why he does not.
    pub fn step(&self, from: HexId, side: HexSide) -> Result<HexId, Barred> {
        let to = self.beside(from, side).ok_or(Barred::Edge)?;
        // Rock, water and a raised bridge are said before any wall.
        self.holds(to)?;
        self.open(from, side)
    }

    /// Every hex a man gets to from a hex in one step, up and down a spiral stair too.
    pub fn steps(&self, from: HexId) -> impl Iterator<Item = HexId> {
        let over = HexSide::ALL.iter().filter_map(move |&side| self.step(from, side).ok());
        over.chain(self.cell(from).spiral.filter(|&to| self.holds(to).is_ok()))
    }

    /// Whether one gets from a hex into another in one step.
    pub fn leads(&self, from: HexId, to: HexId) -> Result<(), Barred> {
        if self.cell(from).spiral == Some(to) {
            return self.holds(to);
        }
        let side = self.side_to(from, to).ok_or(Barred::Level)?;
        self.step(from, side).map(drop)
    }

    /// Whether men in two hexes stand face to face: side by side with nothing between (SG-5.3, SG-5.4).
    pub fn face_to_face(&self, one: HexId, other: HexId) -> bool {
        self.cell(one).spiral == Some(other)
            || self.side_to(one, other).is_some_and(|side| self.open(one, side) == Ok(other))
    }

    /// The hexes of a side's parts in which a man can stand when an assault begins.
    pub fn places(&self, parts: &[u8]) -> Vec<HexId> {
        self.ids().filter(|&id| parts.contains(&self.cell(id).part) && self.holds(id).is_ok()).collect()
    }

    /// The innermost line of defence.
    pub fn last_line(&self) -> u8 {
        self.lines.len() as u8
    }
}
