//! Records of games kept as text: how a battle began, what was decided, and what was told of it. Each set of rules that
//! keeps its battles so gives the name and the number of its form; how it is written and read is the same.

use super::battle::Plan;
use super::game::Game;
use super::matches::{Decided, Match};
use super::settles::{House, RecordError, Settles};
use super::telling::Line;
use serde::{Deserialize, Serialize};

/// The name and the number of a set of rules' form of records.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordForm {
    /// What stands in the record for the rules.
    pub banneret: &'static str,
    /// The number that this program writes, and the highest that it reads.
    pub format: u32,
}

#[derive(Deserialize)]
struct Head {
    banneret: String,
    format: u32,
}

/// A battle as its record keeps it.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptBattle {
    banneret: String,
    pub format: u32,
    pub plan: Plan,
    /// The house numbers in force that are not the book's.
    pub house: House,
    pub decided: Decided,
    #[serde(deserialize_with = "super::loose::list")]
    told: Vec<(bool, String)>,
}

impl RecordForm {
    /// Writes a battle that was played, by house numbers that are not the book's.
    pub fn write<G: Game>(
        self,
        plan: &Plan,
        house: House,
        played: &Match<G>,
        told: impl Iterator<Item = Line>,
    ) -> Result<Vec<u8>, RecordError> {
        let kept = KeptBattle {
            banneret: self.banneret.to_owned(),
            format: self.format,
            plan: plan.clone(),
            house,
            decided: played.decided_since(0),
            told: told.map(|line| (line.heading, line.full())).collect(),
        };
        serde_json::to_vec(&kept).map_err(|error| RecordError::Damaged(error.to_string()))
    }

    /// Reads a record of this form, or of an earlier one.
    pub fn read(self, record: &[u8]) -> Result<KeptBattle, RecordError> {
        let head: Head = serde_json::from_slice(record).map_err(|_| RecordError::Foreign)?;
        if head.banneret != self.banneret {
            return Err(RecordError::Foreign);
        }
        if head.format > self.format {
            return Err(RecordError::Newer { found: head.format, known: self.format });
        }
        serde_json::from_slice(record).map_err(|error| RecordError::Damaged(error.to_string()))
    }

    /// A battle from its record, and what was decided in it.
    pub fn recall<S: Settles>(self, record: &[u8]) -> Result<(S, Decided), RecordError> {
        self.read(record)?.recall()
    }
}

impl KeptBattle {
    /// The battle, cast again, and what was decided in it.
    pub fn recall<S: Settles>(self) -> Result<(S, Decided), RecordError> {
        let battle = S::cast(&self.plan, &self.house).map_err(|unfit| RecordError::Damaged(unfit.to_string()))?;
        Ok((battle, self.decided))
    }

    /// What was told of the battle.
    pub fn lines(self) -> Vec<Line> {
        self.told.into_iter().map(|(heading, text)| Line { text, rolls: Vec::new(), heading }).collect()
    }
}
