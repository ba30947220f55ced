//! What a side may know of an assault: all of it, for nothing on these walls is hidden.

use super::Decision;
use super::map::HexMap;
use super::state::{Assault, Trooper, TrooperId};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use std::fmt;

/// What one side sees.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Assault,
    side: Side,
}

impl<'a> View<'a> {
    pub(super) fn of(game: &'a Assault, side: Side) -> View<'a> {
        View { game, side }
    }

    pub fn side(&self) -> Side {
        self.side
    }

    /// The map as it is now.
    pub fn map(&self) -> &'a HexMap {
        &self.game.map
    }

    pub fn man(&self, id: TrooperId) -> &'a Trooper {
        self.game.man(id)
    }

    pub fn turn(&self) -> u32 {
        self.game.turn
    }

    /// Whether a decision is allowed.
    pub fn may(&self, decision: &Decision) -> bool {
        self.game.check(self.side, decision).is_ok()
    }

    /// The assault, of which each side sees everything.
    pub(super) fn assault(&self) -> &'a Assault {
        self.game
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("side", &self.side)
            .field("turn", &self.game.turn)
            .field("stage", &self.game.stage)
            .field("men", &self.game.men)
            .field("troops", &self.game.troops)
            .field("ladders", &self.game.ladders)
            .field("gates", &self.game.map.gates)
            .field("lifts", &self.game.map.lifts)
            .finish()
    }
}
