//! A battle played on the screen: orders given by hand or left to the captain, taken back up to the last die or
//! revealed order, and kept in the campaign as they are given, so that closing the program loses nothing.

use crate::app::battle::{Fought, unfit, unreadable};
use crate::app::castles::contest::PLAYED;
use crate::app::muster::{self, Muster};
use crate::app::numbers;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Kind, Problem, Result};
use crate::rules::battle::Plan;
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::Side;
use crate::rules::game::{Captain, Game};
use crate::rules::man_to_man::record::{self, Record};
use crate::rules::man_to_man::{Decision, Event, Marshal, Position, Tables};
use crate::store::Store;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Dice that know how many were thrown.
#[derive(Debug)]
struct Thrown {
    dice: Seeded,
    count: u64,
}

impl Dice for Thrown {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        self.count += 1;
        self.dice.die(roll, sides)
    }
}

/// A battle being played.
#[derive(Debug)]
pub struct Play {
    /// The battle, its men and its plan.
    pub muster: Muster,
    tables: Arc<Tables>,
    position: Position,
    events: Vec<Event>,
    dice: Thrown,
    decisions: Vec<(Side, Decision)>,
    /// The positions before each decision that can still be taken back, the last one at the end.
    before: Vec<(Position, usize)>,
}

/// Begins or goes on with a planned battle, as it is kept in the campaign.
pub fn open(store: &mut Store, battle: BattleId) -> Result<Play> {
    let mut muster = muster::planned(store, battle)?;
    // A battle in which nothing was decided begins by its plan as that is now.
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.is_empty() || kept.house == PLAYED) else {
        let tables = numbers::man_to_man(store)?;
        let play = Play::new(muster, &tables)?;
        store.begin_play(battle, &json(&play.muster.plan)?, &json(&house(&tables))?)?;
        return Ok(play);
    };
    if kept.house == PLAYED {
        return Err(Problem::refused(
            "This battle is being settled at Castles.",
            "Play that game to its end, or drop the plan and plan the battle anew.",
        ));
    }
    muster.plan = read::<Plan>(&kept.plan)?;
    let house: BTreeMap<String, String> = read(&kept.house)?;
    let tables = Tables::with_house(&house).map_err(|_| stale())?;
    let mut play = Play::new(muster, &tables)?;
    for (side, decision) in kept.decisions {
        play.decide(side, read(&decision)?).map_err(|_| stale())?;
    }
    Ok(play)
}

/// Keeps what was decided since `from` decisions; what was taken back is forgotten.
pub fn keep(store: &mut Store, battle: BattleId, from: usize, decisions: &[(Side, Decision)]) -> Result<()> {
    let written = decisions.iter().map(|(side, decision)| Ok((*side, json(decision)?))).collect::<Result<Vec<_>>>()?;
    store.keep_decisions(battle, from, &written)
}

fn house(tables: &Tables) -> BTreeMap<String, String> {
    tables.house_values().iter().map(|value| (value.key.clone(), value.value.to_string())).collect()
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Problem::new(Kind::System, format!("It could not be kept: {error}.")))
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| stale())
}

/// A battle whose orders another version of the rules would not have allowed.
fn stale() -> Problem {
    Problem::new(Kind::Refused, "This battle was begun by another version of the program and cannot be gone on with.")
        .hint("Drop its plan and plan it anew, or finish it with the version it was begun by.")
}

impl Play {
    fn new(mut muster: Muster, tables: &Arc<Tables>) -> Result<Play> {
        let mut events = Vec::new();
        let position = Position::new(&muster.plan, tables, &mut events).map_err(unfit)?;
        // The plan holds its ground, so that the battle goes on upon it whatever becomes of the ground's file.
        let ground = position.ground();
        muster.plan.ground_file = (!ground.is_open()).then(|| ground.text.clone());
        let dice = Thrown { dice: Seeded::new(muster.plan.seed), count: 0 };
        let tables = Arc::clone(tables);
        Ok(Play { muster, tables, position, events, dice, decisions: Vec::new(), before: Vec::new() })
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What has been decided.
    pub fn decisions(&self) -> &[(Side, Decision)] {
        &self.decisions
    }

    /// Gives an order. Refused, it says why and nothing has changed.
    pub fn decide(&mut self, side: Side, decision: Decision) -> Result<()> {
        let before = (self.position.clone(), self.events.len());
        let (thrown, phase) = (self.dice.count, self.position.phase());
        self.position
            .play(side, decision, &mut self.dice, &mut self.events)
            .map_err(|illegal| Problem::new(Kind::Refused, why(&illegal)))?;
        self.decisions.push((side, decision));
        // What a die has shown, or the other side has seen, is not taken back.
        match self.dice.count == thrown && self.position.phase() == phase {
            true => self.before.push(before),
            false => self.before.clear(),
        }
        Ok(())
    }

    /// Leaves the rest of a side's orders in this phase to the captain.
    pub fn leave_to_captain(&mut self, side: Side) -> Result<()> {
        let (turn, phase) = (self.position.turn(), self.position.phase());
        while self.position.pending().includes(side) && (self.position.turn(), self.position.phase()) == (turn, phase) {
            let decision = Marshal.decide(&self.position.view(side));
            self.decide(side, decision)?;
        }
        Ok(())
    }

    /// Whether the last order can be taken back.
    pub fn may_take_back(&self) -> bool {
        !self.before.is_empty()
    }

    /// Takes the last order back.
    pub fn take_back(&mut self) -> Result<()> {
        let Some((position, events)) = self.before.pop() else {
            return Err(Problem::refused(
                "Nothing can be taken back.",
                "Orders stand once a die was thrown or they were revealed.",
            ));
        };
        self.position = position;
        self.events.truncate(events);
        self.decisions.pop();
        Ok(())
    }

    /// What has happened so far, as a record that can be shown.
    pub fn record(&self) -> Record {
        Record {
            plan: self.muster.plan.clone(),
            tables: self.tables.shown(),
            events: self.events.clone(),
            report: self.position.report(),
        }
    }

    /// The battle when it is over, as one the program fought.
    pub fn fought(&self) -> Result<Fought> {
        let record = self.record();
        let bytes = record::encode(&record).map_err(unreadable)?;
        Ok(Fought { report: record.report, record: (record::FORMAT, bytes) })
    }
}

/// Why something is not allowed, as a sentence.
pub fn why(reason: &impl std::fmt::Display) -> String {
    let reason = reason.to_string();
    let mut letters = reason.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}
