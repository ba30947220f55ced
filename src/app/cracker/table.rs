//! A game of Castle Cracker at one table: who leads each side, what was decided, and the field as it stood after every
//! decision. Only what a decision changed is kept of each moment, so that a battle of thousands is gone back through at once.

use crate::app::play::why;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Event, Generalship, Position, Troops, TroopsId, WallState,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::matches::{self, Decided, Match};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who leads a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CordSeat {
    /// Somebody at the table.
    #[default]
    Hand,
    /// The program.
    Captain(Generalship),
}

impl CordSeat {
    /// Every one, somebody at the table first.
    pub fn all() -> impl Iterator<Item = CordSeat> {
        std::iter::once(CordSeat::Hand).chain(Generalship::ALL.iter().copied().map(CordSeat::Captain))
    }

    /// Whether it is somebody at the table.
    pub fn is_hand(self) -> bool {
        self == CordSeat::Hand
    }
}

impl fmt::Display for CordSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CordSeat::Hand => f.write_str("by hand"),
            CordSeat::Captain(lead) => write!(f, "{lead}"),
        }
    }
}

impl FromStr for CordSeat {
    type Err = Problem;

    fn from_str(text: &str) -> Result<CordSeat> {
        match text.trim() {
            "by hand" => Ok(CordSeat::Hand),
            lead => Ok(CordSeat::Captain(lead.parse()?)),
        }
    }
}

impl TryFrom<String> for CordSeat {
    type Error = Problem;

    fn try_from(text: String) -> Result<CordSeat> {
        text.parse()
    }
}

impl From<CordSeat> for String {
    fn from(seat: CordSeat) -> String {
        seat.to_string()
    }
}

/// What one decision changed of the field.
#[derive(Clone, Debug)]
struct Moment {
    changed: Vec<(usize, Troops)>,
    walls: Vec<WallState>,
    oil: u8,
    contacts: Vec<(TroopsId, TroopsId)>,
    shield_walls: Vec<(TroopsId, TroopsId)>,
    held: Vec<u8>,
    turn: u32,
    stage: CrackerStage,
    /// How many events there were then.
    told: usize,
}

impl Moment {
    fn apply(&self, to: &mut Position) {
        for (at, troops) in &self.changed {
            match to.troops.get_mut(*at) {
                Some(known) => known.clone_from(troops),
                None => to.troops.push(troops.clone()),
            }
        }
        to.walls.clone_from(&self.walls);
        to.contacts.clone_from(&self.contacts);
        to.shield_walls.clone_from(&self.shield_walls);
        to.held.clone_from(&self.held);
        (to.oil, to.turn, to.stage) = (self.oil, self.turn, self.stage.clone());
    }
}

/// A moment that is looked at: how many decisions had been made, and the field then.
#[derive(Clone, Debug)]
pub struct SeenField {
    at: usize,
    position: Position,
}

impl SeenField {
    /// The field.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// After how many decisions it is.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct CordTable {
    /// Who leads each side.
    pub seats: BySide<CordSeat>,
    first: Position,
    opening: usize,
    table: Match<Position>,
    moments: Vec<Moment>,
    /// Where it stood when the last moment was noted.
    noted: Position,
}

impl CordTable {
    /// A game before the first decision.
    pub fn new(table: Match<Position>, seats: BySide<CordSeat>) -> CordTable {
        let (first, opening) = (table.position().clone(), table.events().len());
        CordTable { seats, noted: first.clone(), first, opening, table, moments: Vec::new() }
    }

    /// The same after what was decided in it.
    pub fn resume(mut self, decided: &Decided) -> Result<CordTable> {
        for (at, (side, text)) in decided.0.iter().enumerate() {
            let resumed = matches::read::<Position>(text).map_err(|error| error.to_string());
            let resumed = resumed.and_then(|decision| {
                self.table.decide(*side, decision).map_err(|illegal| illegal.to_string())?;
                self.note();
                Ok(())
            });
            resumed.map_err(|why| {
                Problem::new(ProblemKind::Corrupt, format!("This game cannot be resumed: decision {}: {why}.", at + 1))
                    .hint("It was kept by another version of the program, or altered; begin it anew.")
            })?;
        }
        Ok(self)
    }

    /// Notes what the last decision changed.
    fn note(&mut self) {
        let now = self.table.position();
        let changed = now.troops.iter().enumerate().filter(|(at, troops)| self.noted.troops.get(*at) != Some(troops));
        let moment = Moment {
            changed: changed.map(|(at, troops)| (at, troops.clone())).collect(),
            walls: now.walls.clone(),
            oil: now.oil,
            contacts: now.contacts.clone(),
            shield_walls: now.shield_walls.clone(),
            held: now.held.clone(),
            turn: now.turn,
            stage: now.stage.clone(),
            told: self.table.events().len(),
        };
        moment.apply(&mut self.noted);
        self.moments.push(moment);
    }

    /// The match itself.
    pub fn table(&self) -> &Match<Position> {
        &self.table
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        self.table.position()
    }

    /// How many decisions were made.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether none was made.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The side that must decide, with who leads it; nobody when it is over.
    pub fn pending(&self) -> Option<(Side, CordSeat)> {
        self.position().pending().first().map(|side| (side, self.seats[side]))
    }

    pub fn is_over(&self) -> bool {
        self.pending().is_none()
    }

    /// The field before the first decision.
    pub fn beginning(&self) -> SeenField {
        SeenField { at: 0, position: self.first.clone() }
    }

    /// Goes to another moment.
    pub fn go(&self, seen: &mut SeenField, at: usize) {
        let at = at.min(self.len());
        if at < seen.at {
            *seen = self.beginning();
        }
        for moment in &self.moments[seen.at.min(at)..at] {
            moment.apply(&mut seen.position);
        }
        seen.at = at;
    }

    /// How many events had been told after so many decisions.
    pub fn told_by(&self, at: usize) -> usize {
        match at.min(self.len()) {
            0 => self.opening,
            at => self.moments[at - 1].told,
        }
    }

    /// What decision `at`, from 1, brought about.
    pub fn brought_about(&self, at: usize) -> &[Event] {
        let from = if at == 0 { 0 } else { self.told_by(at - 1) };
        self.table.events().get(from..self.told_by(at)).unwrap_or_default()
    }

    /// Makes a decision for the side that must.
    pub fn decide(&mut self, decision: Decision) -> Result<()> {
        let side = self.side()?;
        self.table.decide(side, decision).map_err(|illegal| Problem::new(ProblemKind::Refused, why(&illegal)))?;
        self.note();
        Ok(())
    }

    /// What a captain decides in the rest of this part of the turn. It looks at the game and changes nothing of it.
    pub fn captained(&self, lead: Generalship) -> Result<Vec<Decision>> {
        let side = self.side()?;
        let commanders = Commanders(BySide { attacker: lead, defender: lead });
        let mut ahead = self.table.clone();
        let from = ahead.decisions().len();
        ahead.leave_to(&commanders, side).map_err(|illegal| Problem::new(ProblemKind::System, why(&illegal)))?;
        Ok(ahead.decisions()[from..].iter().map(|(_, decision)| decision.clone()).collect())
    }

    fn side(&self) -> Result<Side> {
        let pending = self.pending().map(|(side, _)| side);
        pending.ok_or_else(|| Problem::refused("The battle is over.", "Begin another."))
    }

    /// Takes the last decision back, if no die was thrown for it and the part of the turn goes on.
    pub fn take_back(&mut self) -> Result<()> {
        self.table.take_back().ok_or_else(|| {
            Problem::refused(
                "Nothing can be taken back.",
                "What a die has shown stands, and so does a part of a turn that is over.",
            )
        })?;
        self.moments.pop();
        self.noted = self.table.position().clone();
        Ok(())
    }
}
