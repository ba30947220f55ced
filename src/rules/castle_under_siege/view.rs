//! What one side may know of a game.

use super::castle::{CastleSpot, SectionId, StructureId};
use super::landing::Landing;
use super::shot::Impact;
use super::state::{Agreed, Ammunition, Awaited, Counter, PersonId, Position, StructureFire};
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

/// Facts that both sides may know, told as the position tells them.
macro_rules! open {
    ($($(#[$about:meta])* $name:ident($($argument:ident: $of:ty),*) -> $told:ty;)*) => {
        impl<'a> View<'a> {
            $($(#[$about])* pub fn $name(&self, $($argument: $of),*) -> $told {
                self.game.$name($($argument),*)
            })*
        }
    };
}

open! {
    /// The figures in force.
    tables() -> &'a Tables;
    /// What the players agreed on.
    agreed() -> Agreed;
    /// The counters in the castle, and those killed.
    people() -> &'a [Counter];
    /// One counter.
    person(id: PersonId) -> &'a Counter;
    /// Points a structure has left.
    points_left(id: StructureId) -> u8;
    /// Points a structure has when whole.
    points_whole(id: StructureId) -> u8;
    /// Whether a structure can burn.
    is_wood(id: StructureId) -> bool;
    /// Whether a section is closed by disease.
    is_closed(id: SectionId) -> bool;
    /// The fires that burn.
    fires() -> &'a [StructureFire];
    /// Ammunition left, that on the catapult among it, in the order of [`Ammunition`].
    ammunition() -> [u8; 3];
    /// Shots left of a day's bombardment, where it is one.
    shots_left() -> Option<u8>;
    /// Whether of all that may fall only the keep wins.
    keep_only() -> bool;
    /// Where the catapult stood last.
    stood() -> Option<Point>;
    turn() -> u32;
    /// What is to be decided.
    stage() -> &'a Awaited;
    /// A wizard who can cast now.
    wizard() -> Option<PersonId>;
    /// Whether a wizard casts this turn.
    deflects() -> bool;
    /// The spots where somebody who must leave a closed section may go.
    spots_out(person: PersonId) -> Vec<CastleSpot>;
    /// Everything a shot that lies so does.
    effects(with: Ammunition, landing: Landing, deflected: bool) -> Vec<Impact>;
}

impl<'a> View<'a> {
    pub(super) fn of(game: &'a Position, side: Side) -> View<'a> {
        View { game, side }
    }

    pub fn side(&self) -> Side {
        self.side
    }

    /// What lies on the catapult; the defender does not know.
    pub fn loaded(&self) -> Option<Ammunition> {
        self.game.loaded.filter(|_| self.side == Side::Attacker)
    }

    /// The numbers of the counters still in the castle.
    pub fn people_ids(&self) -> impl Iterator<Item = PersonId> + 'a {
        self.game.people_ids()
    }

    /// How many counters of a kind are still to be placed.
    pub fn unplaced(&self, role: super::Role) -> u8 {
        self.game.unplaced(role)
    }

    /// Whether a decision is allowed.
    pub fn may(&self, decision: &Decision) -> bool {
        self.game.check(self.side, decision).is_ok()
    }

    /// Whether a counter may do a deed.
    pub fn may_do(&self, id: PersonId, deed: Errand) -> bool {
        self.game.check_deed(id, deed).is_ok()
    }

    /// Whether the catapult may stand at a place.
    pub fn may_stand(&self, from: Point) -> bool {
        self.game.check_stand(from).is_ok()
    }
}

/// Tells what the view tells, and nothing else of the game.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("side", &self.side())
            .field("loaded", &self.loaded())
            .field("agreed", &self.agreed())
            .field("people", &self.people())
            .field("points", &self.game.points)
            .field("fires", &self.fires())
            .field("closed", &self.game.closed)
            .field("ammunition", &self.ammunition())
            .field("shots", &self.shots_left())
            .field("deflects", &self.game.deflects)
            .field("stood", &self.stood())
            .field("turn", &self.turn())
            .field("stage", &self.stage())
            .finish()
    }
}
