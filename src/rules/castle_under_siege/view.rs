//! What one side may know of a game.

use super::castle::{SectionId, Strength, StructureId};
use super::state::{Ammunition, Awaited, Counter, PersonId, Position, StructureFire};
use super::tables::Tables;
use super::{Decision, Errand};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use crate::rules::geometry::Point;
use std::fmt;

/// What one side may know: everything but what lies on the catapult, which only the attacker does (CU-2.1).
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Position,
    side: Side,
}

impl<'a> View<'a> {
    pub(super) fn of(game: &'a Position, side: Side) -> View<'a> {
        View { game, side }
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The figures in force.
    pub fn tables(&self) -> &'a Tables {
        &self.game.tables
    }

    /// What lies on the catapult; the defender does not know.
    pub fn loaded(&self) -> Option<Ammunition> {
        self.game.loaded.filter(|_| self.side == Side::Attacker)
    }

    /// How strong the castle is.
    pub fn strength(&self) -> Strength {
        self.game.strength
    }

    /// The counters in the castle, and those killed.
    pub fn people(&self) -> &'a [Counter] {
        &self.game.people
    }

    /// The numbers of the counters still in the castle.
    pub fn people_ids(&self) -> impl Iterator<Item = PersonId> + 'a {
        self.game.people_ids()
    }

    /// One counter.
    pub fn person(&self, id: PersonId) -> &'a Counter {
        self.game.person(id)
    }

    /// Points a structure has left.
    pub fn points_left(&self, id: StructureId) -> u8 {
        self.game.points_left(id)
    }

    /// Whether a structure can burn (CU-1.2).
    pub fn is_wood(&self, id: StructureId) -> bool {
        self.game.is_wood(id)
    }

    /// Fires.
    pub fn fires(&self) -> &'a [StructureFire] {
        &self.game.fires
    }

    /// Whether a section is closed by disease.
    pub fn is_closed(&self, id: SectionId) -> bool {
        self.game.closed.contains(&id)
    }

    /// The sections one may go to out of a closed one (CU-2.7).
    pub fn ways_out(&self, from: SectionId) -> Vec<SectionId> {
        self.game.ways_out(from)
    }

    /// Ammunition left, that on the catapult among it, in the order of [`Ammunition`].
    pub fn ammunition(&self) -> [u8; 3] {
        self.game.ammunition
    }

    /// Where the catapult stood last.
    pub fn stood(&self) -> Option<Point> {
        self.game.stood
    }

    /// Whether a wizard can cast now (CU-2.1).
    pub fn wizard_can(&self) -> bool {
        self.game.wizard_can()
    }

    /// The turn.
    pub fn turn(&self) -> u32 {
        self.game.turn
    }

    /// What is to be decided.
    pub fn stage(&self) -> &'a Awaited {
        &self.game.stage
    }

    /// Whether a decision is allowed.
    pub fn may(&self, decision: &Decision) -> bool {
        self.game.check(self.side, decision).is_ok()
    }

    /// Whether a counter may do a deed.
    pub fn may_do(&self, id: PersonId, deed: Errand) -> bool {
        self.game.check_deed(id, deed).is_ok()
    }
}

/// Tells what the view tells, and nothing else of the game.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("side", &self.side())
            .field("loaded", &self.loaded())
            .field("strength", &self.strength())
            .field("people", &self.people())
            .field("points", &self.game.points)
            .field("fires", &self.fires())
            .field("closed", &self.game.closed)
            .field("ammunition", &self.ammunition())
            .field("deflects", &self.game.deflects)
            .field("cast", &self.game.cast)
            .field("stood", &self.stood())
            .field("turn", &self.turn())
            .field("stage", &self.stage())
            .finish()
    }
}
