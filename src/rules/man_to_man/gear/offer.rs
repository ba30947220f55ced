//! What gear a host may bring to a ground (MM-9, MM-10.2): of every thing on the book's list what one more of it costs,
//! or why it is not offered. What nobody can serve and what the ground has no use for is not.

use super::allot::allot;
use super::ladders::scaled;
use super::points::of_piece;
use super::setup::{GearFault, gear_faults};
use super::walls::{of_stone, of_timber};
use crate::rules::battle::Host;
use crate::rules::explain::Explained;
use crate::rules::figure::{BySide, Side};
use crate::rules::gear::{Brought, GearPiece, Laden, Thing};
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::ground::{BarrierKind, Ground, Surface};
use std::collections::BTreeSet;

/// Gear by kind and number.
pub type List = Vec<(u16, Brought)>;

/// Why a thing is not offered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOffered {
    #[error("there is no wall on this ground to go up (MM-9.10)")]
    NoWall,
    /// No gate or timber.
    #[error("there is no gate, door or timber wall on this ground to ram (MM-9.2)")]
    NoTimber,
    #[error("there is no wall of stone on this ground to pick (MM-9.3)")]
    NoStone,
    /// Neither.
    #[error("there is no wall or gate on this ground to push it to (MM-9.3)")]
    NothingToBreak,
    #[error("there is no rampart on this ground to drop it from (MM-9.5)")]
    NoRampart,
    #[error("there is no moat on this ground to fill (MM-9.12)")]
    NoMoat,
    /// Nothing of straw or timber.
    #[error("nothing on this ground burns, and the enemy brings nothing that does (MM-4.11)")]
    NothingBurns,
    #[error("an assault on hexes has no use for it on this side (SG-7)")]
    OnMap,
    /// Nothing on wheels.
    #[error("it has no wagon or engine for them to draw (MM-9.8)")]
    NothingToDraw,
    #[error("it has no sow to hold one (MM-9.3)")]
    NoSow,
    #[error("it has no unit on foot left of four or more under a grade B sergeant to serve one (MM-9.7)")]
    NoCrew,
    /// Nobody else to carry it.
    #[error("it has no unit on foot that could carry it (MM-9.9)")]
    NobodyOnFoot,
    /// Another fault of the plan.
    #[error(transparent)]
    Fault(GearFault),
}

/// A thing of the list as it is offered to a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub thing: Brought,
    /// What one more of it adds, in points (MM-10.2).
    pub points: i64,
    /// Why no more of it is offered, if none is.
    pub refused: Option<NotOffered>,
}

/// Two hosts upon a ground, with what each has chosen so far.
#[derive(Clone, Copy, Debug)]
pub struct Choosing<'a> {
    pub hosts: &'a BySide<Host>,
    /// What each brings.
    pub lists: &'a BySide<List>,
    /// Where they fight.
    pub ground: &'a Ground,
    /// The tables in force.
    pub tables: &'a Tables,
    /// What a side has a use for where it is fought on the map of a stronghold (SG-7) and not on a ground.
    pub on_map: Option<fn(Side, Thing) -> bool>,
}

impl Choosing<'_> {
    /// Everything of the book's list as it is offered to a side (MM-10.2).
    pub fn offers(&self, side: Side) -> Vec<Offer> {
        let before = self.pieces(side, &self.lists[side]);
        let offer = |thing: Brought| {
            let after = self.pieces(side, &more(&self.lists[side], 1, thing));
            let refused = self.useless(side, thing.thing).or_else(|| self.unserved(side, thing.thing, &before, &after));
            Offer { thing, points: self.worth(&after) - self.worth(&before), refused }
        };
        Thing::ALL.iter().flat_map(|&thing| self.kinds_of(thing)).map(offer).collect()
    }

    /// A thing as it may be brought: ladders as the ground's walls want them (MM-9.10), wagons and packhorses by what is on them
    /// (MM-4.6, MM-8.8).
    fn kinds_of(&self, thing: Thing) -> Vec<Brought> {
        let plain = Brought::from(thing);
        let laden = || Laden::ALL.iter().map(|&laden| Brought { laden: Some(laden), ..plain });
        let others: Vec<Brought> = match thing {
            _ if self.on_map.is_some() => Vec::new(),
            Thing::Ladder => self.lengths().into_iter().map(Brought::ladder).collect(),
            Thing::Wagon => laden().chain([Brought { standard: true, ..plain }]).collect(),
            Thing::Packhorse => laden().collect(),
            _ => Vec::new(),
        };
        std::iter::once(plain).chain(others).collect()
    }

    /// The lengths of ladder that reach the walls of the ground, a man's load each time, other than one man raises.
    fn lengths(&self) -> BTreeSet<u8> {
        let ladder = &self.tables.gear.ladder;
        let walls = self.ground.barriers.iter().filter(|barrier| scaled(barrier.kind));
        let lengths = walls.map(|barrier| length_for(self.tables.height_of(barrier), self.tables));
        lengths.filter(|&length| length != ladder.one_raises).collect()
    }

    /// What a side's gear costs, with its parts (MM-10.2).
    pub fn cost(&self, side: Side) -> Explained<i64> {
        let pieces = self.pieces(side, &self.lists[side]);
        Explained::of(pieces.iter().flat_map(|piece| of_piece(piece, self.tables).parts).collect())
    }

    /// Why a thing is of no use to a side here, if it is of none.
    pub fn useless(&self, side: Side, thing: Thing) -> Option<NotOffered> {
        if let Some(of_use) = self.on_map {
            return (!of_use(side, thing)).then_some(NotOffered::OnMap);
        }
        let barrier = |fits: fn(BarrierKind) -> bool| self.ground.barriers.iter().any(|barrier| fits(barrier.kind));
        let surface = |fits: fn(Surface) -> bool| self.ground.areas.iter().any(|area| fits(area.surface));
        let listed =
            |side: Side, fits: fn(Thing) -> bool| self.lists[side].iter().any(|&(_, brought)| fits(brought.thing));
        let (of_use, why) = match thing {
            Thing::Ladder | Thing::Tower => (barrier(scaled), NotOffered::NoWall),
            Thing::Ram => (barrier(of_timber), NotOffered::NoTimber),
            Thing::Pick | Thing::Screw => (barrier(of_stone), NotOffered::NoStone),
            Thing::Sow => (barrier(of_timber) || barrier(of_stone), NotOffered::NothingToBreak),
            Thing::Rock | Thing::OilCauldron | Thing::LeadCauldron => {
                let walk = self.ground.barriers.iter().any(|barrier| barrier.level > 0);
                (walk || surface(|surface| surface == Surface::Rampart), NotOffered::NoRampart)
            }
            Thing::Faggot => {
                (surface(|surface| matches!(surface, Surface::WetMoat | Surface::DryMoat)), NotOffered::NoMoat)
            }
            Thing::FireMissile | Thing::FlintAndSteel | Thing::Bucket => {
                let burns = self.ground.barriers.iter().any(|barrier| barrier.burns.is_some())
                    || self.ground.areas.iter().any(|area| area.burns.is_some());
                // Water is for one's own things, fire for the enemy's.
                let whose = if thing == Thing::Bucket { side } else { side.other() };
                (burns || listed(whose, Thing::rolls), NotOffered::NothingBurns)
            }
            Thing::DraughtAnimal => (listed(side, Thing::rolls), NotOffered::NothingToDraw),
            Thing::Wagon
            | Thing::Packhorse
            | Thing::Store
            | Thing::Catapult
            | Thing::Bombard
            | Thing::BombardRound
            | Thing::Pavise
            | Thing::Stake => return None,
        };
        (!of_use).then_some(why)
    }

    /// Why a host that brings so much has nobody to serve one more of a thing.
    fn unserved(&self, side: Side, thing: Thing, before: &[GearPiece], after: &[GearPiece]) -> Option<NotOffered> {
        let faults = |pieces: &[GearPiece]| {
            gear_faults(&Host { gear: pieces.to_vec(), ..self.hosts[side].clone() }, self.tables)
        };
        let known = faults(before);
        let count = |all: &[GearFault], fault: &GearFault| all.iter().filter(|other| *other == fault).count();
        let found = faults(after);
        let new = found.iter().find(|fault| count(&found, fault) > count(&known, fault))?;
        Some(match new {
            GearFault::Nobody(_) if thing.crewed() => NotOffered::NoCrew,
            GearFault::Nobody(Thing::Pick | Thing::Screw) => NotOffered::NoSow,
            GearFault::Nobody(_) => NotOffered::NobodyOnFoot,
            other => NotOffered::Fault(other.clone()),
        })
    }

    fn pieces(&self, side: Side, list: &List) -> Vec<GearPiece> {
        allot(&self.hosts[side], list, self.tables)
    }

    fn worth(&self, pieces: &[GearPiece]) -> i64 {
        pieces.iter().map(|piece| of_piece(piece, self.tables).value).sum()
    }
}

/// A list with so many more of a thing.
pub fn more(list: &[(u16, Brought)], count: u16, thing: impl Into<Brought>) -> List {
    let (mut list, thing) = (list.to_vec(), thing.into());
    match list.iter_mut().find(|(_, listed)| *listed == thing) {
        Some((listed, _)) => *listed = listed.saturating_add(count),
        None => list.push((count, thing)),
    }
    list
}

/// The shortest ladder of so many men's loads that reaches so high, in inches (MM-9.10).
pub fn length_for(height: i32, tables: &Tables) -> u8 {
    let carried = i32::from(tables.gear.ladder.carried.max(1));
    let loads = (height.max(1) + carried - 1) / carried;
    (loads * carried).min(i32::from(u8::MAX)) as u8
}
