//! Who plays for the computer, at the catapult and in the castle, at three strengths.

mod attack;
mod defence;
mod points;

use super::state::{Awaited, Position};
use super::{Decision, View};
use crate::rules::figure::{Side, words};
use crate::rules::game::Captain;

/// How well an engineer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Craft {
    /// Shoots now at this and now at that, with whatever comes to hand; mends only where he happens to stand.
    Apprentice,
    /// Shoots at what is nearest to falling, and sends each of his people where he is needed.
    #[default]
    Journeyman,
    /// Weighs every shot by all it may do; keeps his people and the wizard for where they are worth most.
    Master,
}
words!(
    Craft,
    "skill of an engineer",
    "apprentice, journeyman or master",
    Apprentice = "apprentice",
    Journeyman = "journeyman",
    Master = "master",
);

/// Plays either side, each as well as is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engineer {
    /// At the catapult.
    pub attack: Craft,
    /// In the castle.
    pub defence: Craft,
}

impl Captain<Position> for Engineer {
    fn decide(&self, view: &View<'_>) -> Decision {
        match view.side() {
            Side::Attacker => attack::decide(self.attack, view),
            Side::Defender => defence::decide(self.defence, view),
        }
    }
}

impl Engineer {
    /// An engineer of one skill on both sides.
    pub fn of(skill: Craft) -> Engineer {
        Engineer { attack: skill, defence: skill }
    }
}

/// Whether the attacker has the shot still to make.
fn has_to_shoot(view: &View<'_>) -> bool {
    *view.stage() == Awaited::Shoot
}
