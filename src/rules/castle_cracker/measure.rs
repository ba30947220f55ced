//! What is measured at a table before anything is decided: with what troops shoot, from where, and how a shot would be made.

use super::Illegal;
use super::field::WallId;
use super::shooting::{Shelter, is_ready};
use super::state::{CrackerStage, Position, TroopsId, WallState};
use super::troops::{Hardness, ShotWeapon};
use crate::rules::figure::Side;
use crate::rules::geometry::Point;

/// A shot that is allowed, as it would be made (CC-4.1 to CC-4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotMeasured {
    pub weapon: ShotWeapon,
    /// Where it is aimed.
    pub aim: Point,
    /// What stands before the target.
    pub shelter: Shelter,
    /// Whether neither has moved for a turn.
    pub still: bool,
    /// Shooters in each band.
    pub bands: [u32; 3],
    /// Of an engine's shot, who stands first on its cord and what he or it withstands (CC-4.6).
    pub first: Option<(TroopsId, Hardness)>,
}

impl Position {
    /// What some troops are about that decides what they may be told, in words.
    pub fn doing(&self, id: TroopsId) -> Vec<&'static str> {
        let one = self.troops(id);
        let row = one.missile.map(|weapon| self.tables.weapon(weapon));
        let loads = row.is_some_and(|row| row.rests > 0 && !is_ready(row, one.shot, self.turn));
        let shoots = matches!(self.stage, CrackerStage::Shoot(_));
        let all = [
            (self.is_engaged(id), "fighting"),
            (one.hooked, "hooked on"),
            (loads, "loading"),
            (one.storming.is_some(), "going up a wall"),
            (one.alight, "alight"),
            (one.puts_out, "putting out a fire"),
            (one.escaping, "escaping"),
            (one.trail.is_some(), "in file"),
            (one.ordered && !shoots, "ordered"),
            (one.aimed && shoots, "dealt with in this shooting"),
        ];
        all.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect()
    }

    /// How many turns a ram has battered a stretch of wall, if one is at it (CC-6.1).
    pub fn rammed(&self, wall: WallId) -> u8 {
        let rams = self.all().filter(|(_, troops)| troops.is_afield() && troops.battered.0 == Some(wall));
        rams.map(|(_, troops)| troops.battered.1).max().unwrap_or(0)
    }

    /// How troops of a side would shoot at others, or why they may not.
    pub fn measured(&self, side: Side, id: TroopsId, at: TroopsId) -> Result<ShotMeasured, Illegal> {
        let judged = self.check_shoot(side, id, at)?;
        Ok(ShotMeasured {
            weapon: judged.weapon,
            aim: judged.aim.at,
            shelter: judged.shelter,
            still: judged.still,
            bands: judged.bands,
            first: self.first_on_cord(id, &judged),
        })
    }

    /// What troops shoot with: their own weapon, or stones from a parapet (CC-6.1); nothing where they have neither.
    pub fn shoots_with(&self, id: TroopsId) -> Option<ShotWeapon> {
        self.weapon_of(self.troops(id)).ok()
    }

    /// What an engine throws by the cup with (CC-4.7).
    pub fn throws_with(&self, id: TroopsId) -> Option<ShotWeapon> {
        Self::lobs(self.troops(id))
    }

    /// Where troops measure from: where they stand, or where what they are aboard of does.
    pub fn measures_from(&self, id: TroopsId) -> Point {
        self.seat(self.troops(id))
    }

    /// Whether a gate or a wall stands as it was built.
    pub fn stands(&self, wall: super::field::WallId) -> bool {
        self.walls.get(usize::from(wall.0)) == Some(&WallState::Whole)
    }
}
