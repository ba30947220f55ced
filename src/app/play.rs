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
use crate::rules::man_to_man::{BodyId, Decision, Field, Position};
use crate::rules::matches::{self, Decided, Match};
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
    parted: Option<String>,
}

/// Begins or resumes a planned battle man to man, as it is kept in the campaign. Where the rules have been mended since it was
/// left, so that an order of it is not allowed any more or it comes out otherwise, it stands where it last ran as it was seen,
/// and [`Play::parted`] says so.
pub fn open(store: &mut Store, battle: BattleId) -> Result<Play> {
    let (contest, mut decided) = contest::open(store, battle)?;
    if decided.0.is_empty() {
        contest::begin(store, &contest)?;
        return Ok(Play::of(contest));
    }
    let stood = store.play(battle)?.map(|kept| kept.stood).unwrap_or_default();
    let given = decided.0.len();
    // Each round keeps fewer decisions than the one before.
    loop {
        let play = Play::of(contest.clone());
        match play.run_as_seen(&decided, &stood) {
            Ok(mut play) => {
                let lost = given - decided.0.len();
                play.parted = (lost > 0).then(|| parted(play.position().turn(), lost));
                return Ok(play);
            }
            Err(alike) => decided.0.truncate(alike),
        }
    }
}

/// What is told of a battle that the rules as they are now play otherwise from some turn on.
fn parted(turn: u32, lost: usize) -> String {
    let orders = if lost == 1 { "the last order".to_owned() } else { format!("the last {lost} orders") };
    format!(
        "The program has been mended since this battle was left, and {orders} would come out otherwise: it stands in turn {turn}, \
         where it last ran as you saw it. Go on from there; what was ordered after it is dropped with the next order."
    )
}

/// A battle being played, from what is kept of it.
pub(super) fn resumed<S: Settles>(muster: Muster, kept: &KeptPlay) -> Result<Play<S>> {
    Play::of(Contest::of_kept(muster, kept)?).resume(&kept.decisions)
}

/// What a battle that is being played has come to, where it is at its end and waits to be taken in.
pub fn fought(db: &Db, battle: BattleId) -> Result<Option<(Muster, Settlement)>> {
    struct Over(Muster, KeptPlay);
    impl With for Over {
        type Out = Option<(Muster, Settlement)>;
        fn game<G: Rules>(self) -> Self::Out {
            None
        }
        fn battle<S: Settles>(self) -> Self::Out {
            let play = resumed::<S>(self.0, &self.1).ok().filter(|play| play.position().outcome().is_some())?;
            Some((play.muster().clone(), play.settlement().ok()?))
        }
    }
    let Some(kept) = db.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else { return Ok(None) };
    // One that cannot be gone on with says so where it is opened.
    let Ok(muster) = muster::planned(db, battle) else { return Ok(None) };
    Ok(kept.rules.with(Over(muster, kept)))
}

/// Whether a battle that is being played has come to its end.
pub fn is_fought(db: &Db, battle: BattleId) -> Result<bool> {
    Ok(fought(db, battle)?.is_some())
}

/// What was decided of a battle being played since it was last kept, and how it stands after it.
#[derive(Clone, Debug)]
pub struct News {
    /// How many decisions before them still stand; what came after those was taken back.
    from: usize,
    decisions: Decided,
    look: i64,
}

/// Keeps what is new; what was taken back is forgotten.
pub fn keep(store: &mut Store, battle: BattleId, news: &News) -> Result<()> {
    store.keep_decisions(battle, news.from, &news.decisions, Some(news.look))
}

impl<S: Settles> Play<S> {
    fn of(contest: Contest<S>) -> Play<S> {
        Play { played: contest.begin(), contest, parted: None }
    }

    /// A battle from where it was left.
    fn resume(self, decided: &Decided) -> Result<Play<S>> {
        let played = self.played.resume(decided).map_err(|_| stale())?;
        Ok(Play { played, ..self })
    }

    /// What is to be told of a battle that the rules as they are now play otherwise than it was left.
    pub fn parted(&self) -> Option<&str> {
        self.parted.as_deref()
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
    /// The battle played by what was decided, as long as it stands as it was seen; else how many decisions it ran alike.
    fn run_as_seen(mut self, decided: &Decided, stood: &[Option<i64>]) -> std::result::Result<Play, usize> {
        let mut alike = 0;
        for (at, (side, text)) in decided.0.iter().enumerate() {
            let decision = matches::read::<Position>(text).map_err(|_| at)?;
            self.played.decide(*side, decision).map_err(|_| at)?;
            match stood.get(at).copied().flatten() {
                Some(seen) if seen != self.look() => return Err(alike),
                Some(_) => alike = at + 1,
                None => {}
            }
        }
        Ok(self)
    }

    /// How it stands, and how many dice were thrown for it, as one number.
    fn look(&self) -> i64 {
        self.position().look() ^ (self.played.thrown() as i64).rotate_left(32)
    }

    /// What is new since the first `from` decisions were kept.
    pub fn news(&self, from: usize) -> News {
        let from = from.min(self.decisions().len());
        News { from, decisions: self.played.decided_since(from), look: self.look() }
    }

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
