//! A scenario played many times over and counted.

use super::{Commanders, Position, Scenario, Tables, strength};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::{Counts, Trial};
use crate::rules::game::{Game, NullSink, Outcome};
use crate::rules::odds::Tallied;
use serde::Serialize;
use std::sync::Arc;

/// A scenario as a trial: who leads, and by which figures.
#[derive(Clone, Debug)]
pub struct ScenarioTrial {
    pub scenario: Arc<Scenario>,
    /// The figures in force.
    pub tables: Arc<Tables>,
    /// Who leads.
    pub commanders: Commanders,
}

/// What came of many battles of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScenarioCounts {
    /// Battles fought.
    pub battles: u64,
    /// Battles each side won.
    pub won: BySide<u64>,
    /// Battles neither won.
    pub drawn: u64,
    pub turns: Tallied,
    /// Men who can still fight at the end.
    pub standing: BySide<Tallied>,
}

impl Counts for ScenarioCounts {
    fn join(&mut self, other: &ScenarioCounts) {
        if other.battles == 0 {
            return;
        }
        let first = self.battles == 0;
        self.battles += other.battles;
        self.drawn += other.drawn;
        self.turns.join(&other.turns, first);
        for side in [Side::Attacker, Side::Defender] {
            self.won[side] += other.won[side];
            self.standing[side].join(&other.standing[side], first);
        }
    }
}

impl Trial for ScenarioTrial {
    type Game = Position;
    type Captain = Commanders;
    type Ear = NullSink;
    type Counts = ScenarioCounts;

    fn begin(&self, _dice: &mut Seeded, _ear: &mut NullSink) -> (Position, Commanders) {
        (self.scenario.begin(&self.tables), self.commanders)
    }

    fn count(&self, end: &Position, _heard: NullSink, _dice: &mut Seeded, counts: &mut ScenarioCounts) {
        let first = counts.battles == 0;
        counts.battles += 1;
        match end.outcome().and_then(Outcome::winner) {
            Some(side) => counts.won[side] += 1,
            None => counts.drawn += 1,
        }
        counts.turns.add(end.turn.into(), first);
        let left = strength(end);
        for side in [Side::Attacker, Side::Defender] {
            counts.standing[side].add(left[side].1.into(), first);
        }
    }
}
