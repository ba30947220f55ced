//! A game being played: what was decided, what happened, and what can be taken back. Written once for every set of
//! rules; who shows or keeps a match needs nothing of the rules but their names.

use super::dice::{Dice, Seeded};
use super::figure::Side;
use super::game::{Captain, Game};
use serde::{Deserialize, Serialize};

/// Dice that know how many were thrown.
#[derive(Clone, Debug)]
struct Counted {
    dice: Seeded,
    thrown: u64,
}

impl Dice for Counted {
    fn die(&mut self, roll: &'static str, sides: u32) -> u32 {
        self.thrown += 1;
        self.dice.die(roll, sides)
    }
}

/// A game being played, from its beginning to where it stands.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    position: G,
    dice: Counted,
    decisions: Vec<(Side, G::Decision)>,
    events: Vec<G::Event>,
    /// What stood before each decision that can still be taken back, the last one at the end: the position, and how
    /// many events there were.
    before: Vec<(G, usize)>,
}

/// Two matches are the same if the same was decided, has happened and stands.
impl<G: Game> PartialEq for Match<G> {
    fn eq(&self, other: &Match<G>) -> bool {
        (&self.decisions, &self.events, self.dice.thrown) == (&other.decisions, &other.events, other.dice.thrown)
            && self.position == other.position
    }
}

/// A match as it is written down: who decided what. How it began and its seed are kept by whoever began it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Decided(pub Vec<(Side, String)>);

/// Why a match that was written down cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unresumable {
    /// A decision cannot be read.
    #[error("decision {number} cannot be read: {why}")]
    Unreadable {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A decision is not allowed where it stands.
    #[error("decision {number} is not allowed: {why}")]
    Refused {
        /// Which, from 1.
        number: usize,
        why: String,
    },
}

/// A decision as it is written down.
pub fn write<G: Game>(decision: &G::Decision) -> String {
    // Decisions are plain data with text keys, which is all that JSON asks.
    serde_json::to_string(decision).unwrap_or_else(|error| unreachable!("{decision:?} cannot be written: {error}"))
}

/// A decision that was written down.
pub fn read<G: Game>(text: &str) -> Result<G::Decision, serde_json::Error> {
    serde_json::from_str(text)
}

impl<G: Game> Match<G> {
    /// A match that begins with a position and what was told of how it came about; its dice are those of `seed`.
    pub fn new(position: G, opening: Vec<G::Event>, seed: u64) -> Match<G> {
        Match::with_dice(position, opening, Seeded::new(seed))
    }

    /// A match as [`Match::new`] begins it, with dice that may have been thrown before.
    pub fn with_dice(position: G, opening: Vec<G::Event>, dice: Seeded) -> Match<G> {
        let dice = Counted { dice, thrown: 0 };
        Match { position, dice, decisions: Vec::new(), events: opening, before: Vec::new() }
    }

    /// Resumes a match from how it began and what was decided in it.
    pub fn resume(mut self, decided: &Decided) -> Result<Match<G>, Unresumable> {
        for (at, (side, text)) in decided.0.iter().enumerate() {
            let number = at + 1;
            let decision =
                read::<G>(text).map_err(|error| Unresumable::Unreadable { number, why: error.to_string() })?;
            self.decide(*side, decision).map_err(|why| Unresumable::Refused { number, why: why.to_string() })?;
        }
        Ok(self)
    }

    /// A match that goes on from where this one stands, with the same dice and nothing of what came before.
    pub fn fork(&self) -> Match<G> {
        Match {
            position: self.position.clone(),
            dice: self.dice.clone(),
            decisions: Vec::new(),
            events: Vec::new(),
            before: Vec::new(),
        }
    }

    /// What was decided from decision `from` on, as it is written down.
    pub fn decided_since(&self, from: usize) -> Decided {
        let since = self.decisions.get(from..).unwrap_or_default();
        Decided(since.iter().map(|(side, decision)| (*side, write::<G>(decision))).collect())
    }

    /// Where it stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Where it stood after the first `count` decisions, as far back as decisions can be taken back.
    pub fn position_after(&self, count: usize) -> Option<&G> {
        let kept_from = self.decisions.len() - self.before.len();
        match count == self.decisions.len() {
            true => Some(&self.position),
            false => Some(&self.before.get(count.checked_sub(kept_from)?)?.0),
        }
    }

    /// What was decided, in order.
    pub fn decisions(&self) -> &[(Side, G::Decision)] {
        &self.decisions
    }

    /// What happened, in order.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// What happened after the first `count` events.
    pub fn since(&self, count: usize) -> &[G::Event] {
        self.events.get(count..).unwrap_or_default()
    }

    /// Makes a decision. Refused, it says why and nothing has changed.
    pub fn decide(&mut self, side: Side, decision: G::Decision) -> Result<(), G::Illegal> {
        let before = (self.position.clone(), self.events.len());
        let thrown = self.dice.thrown;
        self.position.play(side, decision.clone(), &mut self.dice, &mut self.events)?;
        self.decisions.push((side, decision));
        // What a die has shown, or the other side has seen, is not taken back.
        match self.dice.thrown == thrown && self.position.still_open(&before.0) {
            true => self.before.push(before),
            false => self.before.clear(),
        }
        Ok(())
    }

    /// Lets a captain decide for a side until the other must decide too, or what it decided is revealed.
    pub fn leave_to(&mut self, captain: &impl Captain<G>, side: Side) -> Result<(), G::Illegal> {
        let first = self.position.clone();
        while self.position.pending().includes(side) && self.position.still_open(&first) {
            let decision = captain.decide(&self.position.view(side));
            self.decide(side, decision)?;
        }
        Ok(())
    }

    /// Lets a captain play both sides to the end.
    pub fn conduct(&mut self, captain: &impl Captain<G>) -> Result<(), G::Illegal> {
        while let Some(side) = self.position.pending().first() {
            let decision = captain.decide(&self.position.view(side));
            self.position.play(side, decision.clone(), &mut self.dice, &mut self.events)?;
            self.decisions.push((side, decision));
            // A game that was played out is not gone back into.
            self.before.clear();
        }
        Ok(())
    }

    /// How many dice were thrown.
    pub fn thrown(&self) -> u64 {
        self.dice.thrown
    }

    /// How many decisions can be taken back, one after the other.
    pub fn open_decisions(&self) -> usize {
        self.before.len()
    }

    /// Takes the last decision back, and gives it; nothing if it stands for good.
    pub fn take_back(&mut self) -> Option<(Side, G::Decision)> {
        let (position, events) = self.before.pop()?;
        self.position = position;
        self.events.truncate(events);
        self.decisions.pop()
    }
}
