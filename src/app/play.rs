//! A battle played on the screen: orders given by hand or left to the captain, taken back up to the last die or
//! revealed order, and kept in the campaign as they are given, so that closing the program loses nothing. Written once
//! for every set of rules that settles battles.

use crate::app::battle::unreadable;
use crate::app::contest::{self, Contest, stale};
use crate::app::muster::{self, Muster};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::Side;
use crate::rules::game::Game;
use crate::rules::man_to_man::record::Record;
use crate::rules::man_to_man::{BodyId, Decision, Field};
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::{Rules, With};
use crate::rules::settles::{self, Settlement, Settles};
use crate::rules::telling::capital;
use crate::store::plays::KeptPlay;
use crate::store::{Db, Store};

/// A battle being played.
#[derive(Debug)]
pub struct Play<S: Settles = Field> {
    contest: Contest<S>,
    played: Match<S::Game>,
}

/// Begins or resumes a planned battle man to man, as it is kept in the campaign.
pub fn open(store: &mut Store, battle: BattleId) -> Result<Play> {
    let (contest, decided) = contest::open(store, battle)?;
    if decided.0.is_empty() {
        contest::begin(store, &contest)?;
    }
    Play::of(contest).resume(&decided)
}

/// A battle being played, from what is kept of it.
pub(super) fn resumed<S: Settles>(muster: Muster, kept: &KeptPlay) -> Result<Play<S>> {
    Play::of(Contest::of_kept(muster, kept)?).resume(&kept.decisions)
}

/// Whether a battle that is being played has come to its end, and what it came to waits to be taken in.
pub fn is_fought(db: &Db, battle: BattleId) -> Result<bool> {
    struct Over(Muster, KeptPlay);
    impl With for Over {
        type Out = bool;
        fn game<G: Rules>(self) -> bool {
            false
        }
        fn battle<S: Settles>(self) -> bool {
            resumed::<S>(self.0, &self.1).is_ok_and(|play| play.position().outcome().is_some())
        }
    }
    let Some(kept) = db.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else { return Ok(false) };
    // One that cannot be gone on with says so where it is opened.
    let Ok(muster) = muster::planned(db, battle) else { return Ok(false) };
    Ok(kept.rules.with(Over(muster, kept)))
}

/// Keeps what was decided since `from` decisions; what was taken back is forgotten.
pub fn keep(store: &mut Store, battle: BattleId, from: usize, decisions: &Decided) -> Result<()> {
    store.keep_decisions(battle, from, decisions)
}

impl<S: Settles> Play<S> {
    fn of(contest: Contest<S>) -> Play<S> {
        Play { played: contest.begin(), contest }
    }

    /// A battle from where it was left.
    pub fn resume(self, decided: &Decided) -> Result<Play<S>> {
        let played = self.played.resume(decided).map_err(|_| stale())?;
        Ok(Play { played, ..self })
    }

    /// The battle, its men and its plan.
    pub fn muster(&self) -> &Muster {
        &self.contest.muster
    }

    /// The battle as it was cast into the game.
    pub fn battle(&self) -> &S {
        self.contest.battle()
    }

    pub fn position(&self) -> &S::Game {
        self.played.position()
    }

    /// What has been decided.
    pub fn decisions(&self) -> &[(Side, <S::Game as Game>::Decision)] {
        self.played.decisions()
    }

    /// What has been decided from decision `from` on, as it is kept.
    pub fn decided_since(&self, from: usize) -> Decided {
        self.played.decided_since(from)
    }

    /// What has happened.
    pub fn events(&self) -> &[<S::Game as Game>::Event] {
        self.played.events()
    }

    /// Gives an order. Refused, it says why and nothing has changed.
    pub fn decide(&mut self, side: Side, decision: <S::Game as Game>::Decision) -> Result<()> {
        self.played.decide(side, decision).map_err(|illegal| Problem::new(ProblemKind::Refused, why(&illegal)))
    }

    /// Leaves the rest of a side's orders in this phase to the captain.
    pub fn leave_to_captain(&mut self, side: Side) -> Result<()> {
        let captain = settles::captain(self.battle());
        self.played.leave_to(&captain, side).map_err(|illegal| Problem::new(ProblemKind::Refused, why(&illegal)))
    }

    /// Whether the last order can be taken back.
    pub fn may_take_back(&self) -> bool {
        self.played.open_decisions() > 0
    }

    /// Takes the last order back.
    pub fn take_back(&mut self) -> Result<()> {
        self.played.take_back().map(|_| ()).ok_or_else(|| {
            Problem::refused("Nothing can be taken back.", "Orders stand once a die was thrown or they were revealed.")
        })
    }

    /// What the battle has come to, as one the program fought.
    pub fn settlement(&self) -> Result<Settlement> {
        settles::settlement(self.battle(), &self.played).map_err(|error| unreadable(&error))
    }
}

impl Play<Field> {
    /// What has happened so far, as a record that can be shown.
    pub fn record(&self) -> Record {
        self.battle().record_of(&self.played)
    }

    /// Ends the turn: whoever has no order does nothing, on both sides and in every phase that is left of it.
    pub fn end_turn(&mut self) -> Result<()> {
        let turn = self.position().turn();
        while self.position().turn() == turn
            && let Some(side) = self.position().pending().first()
        {
            self.decide(side, Decision::Done)?;
        }
        Ok(())
    }

    /// Has every body of a side yield that can (MM-7.7): any figure may at any time, if its side wishes.
    pub fn yield_all(&mut self, side: Side) -> Result<()> {
        let bodies: Vec<BodyId> = self.position().view(side).friends().collect();
        let mut yielded = false;
        for body in bodies {
            let order = Decision::Yield { body };
            if self.position().check(side, &order).is_ok() {
                self.decide(side, order)?;
                yielded = true;
            }
        }
        match yielded {
            true => Ok(()),
            false => Err(Problem::refused(
                "Nobody of this side is there to yield, or nobody to yield to (MM-7.7).",
                "Lead them off the field, or go on.",
            )),
        }
    }

    /// Gives a side's bodies that wait the orders they had in this phase of the last turn, as far as they are allowed now.
    pub fn repeat_last_turn(&mut self, side: Side) -> Result<()> {
        let now = (self.position().turn(), std::mem::discriminant(&self.position().phase()));
        let mut before = settles::begin(self.battle());
        let mut last: Vec<Decision> = Vec::new();
        for &(of, decision) in self.decisions() {
            let then = before.position();
            let same = (then.turn() + 1, std::mem::discriminant(&then.phase())) == now;
            if same && of == side && decision.body().is_some() {
                last.push(decision);
            }
            before.decide(of, decision).map_err(|_| stale())?;
        }
        let mut given = 0;
        for decision in last {
            let waits = decision.body().is_some_and(|body| self.position().body(body).phase.waiting);
            if waits && self.position().check(side, &decision).is_ok() {
                self.decide(side, decision)?;
                given += 1;
            }
        }
        if given > 0 {
            return Ok(());
        }
        Err(Problem::refused(
            "None of the orders of this phase of the last turn can be given now.",
            "Give new ones, or leave them to the captain.",
        ))
    }
}

/// Why something is not allowed, as a sentence.
pub fn why(reason: &impl std::fmt::Display) -> String {
    let reason = reason.to_string();
    if reason.is_empty() { reason } else { capital(&reason) + "." }
}
