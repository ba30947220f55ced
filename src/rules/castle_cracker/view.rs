//! What one side may know of a game: all of it, for everything stands on the field.

use super::state::{CrackerStage, Position, Troops, TroopsId};
use super::{Decision, Illegal};
use crate::rules::figure::Side;
use crate::rules::game::Game as _;
use std::fmt;

/// What one side sees.
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

    /// The game; nothing of it is hidden.
    pub fn game(&self) -> &'a Position {
        self.game
    }

    /// What is to be decided.
    pub fn stage(&self) -> &'a CrackerStage {
        &self.game.stage
    }

    /// Its own troops that are present.
    pub fn ours(&self) -> impl Iterator<Item = (TroopsId, &'a Troops)> {
        self.game.of(self.side)
    }

    /// The enemy's.
    pub fn theirs(&self) -> impl Iterator<Item = (TroopsId, &'a Troops)> {
        self.game.of(self.side.other())
    }

    /// Whether a decision is allowed, and why not.
    pub fn check(&self, decision: &Decision) -> Result<(), Illegal> {
        self.game.check(self.side, decision)
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let troops = |(id, troops): (TroopsId, &Troops)| {
            format!(
                "{}:{}×{}@{},{}/{}",
                id.0,
                troops.name,
                troops.able(),
                troops.at.x,
                troops.at.y,
                troops.facing.number()
            )
        };
        f.debug_struct("View")
            .field("side", &self.side)
            .field("turn", &self.game.turn)
            .field("stage", &self.game.stage)
            .field("ours", &self.ours().map(troops).collect::<Vec<_>>())
            .field("theirs", &self.theirs().map(troops).collect::<Vec<_>>())
            .field("walls", &self.game.walls)
            .field("oil", &self.game.oil)
            .field("held", &self.game.held)
            .finish()
    }
}
