//! A battle played on the screen: orders given by hand or left to the captain, taken back up to the last die or
//! revealed order, and kept in the campaign as they are given, so that closing the program loses nothing. Written once
//! for every set of rules that settles battles.

use crate::app::battle::{cast, unreadable};
use crate::app::muster::{self, Muster};
use crate::app::numbers;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::Side;
use crate::rules::game::Game;
use crate::rules::man_to_man::Field;
use crate::rules::man_to_man::record::Record;
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Settlement, Settles};
use crate::store::Store;
use crate::store::plays::KeptPlay;

/// A battle being played.
#[derive(Debug)]
pub struct Play<S: Settles = Field> {
    /// The battle, its men and its plan.
    pub muster: Muster,
    battle: S,
    played: Match<S::Game>,
}

/// Begins or resumes a planned battle man to man, as it is kept in the campaign.
pub fn open(store: &mut Store, battle: BattleId) -> Result<Play> {
    let muster = muster::planned(store, battle)?;
    // A battle in which nothing was decided begins by its plan as that is now.
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else {
        let house = numbers::of_battles(store)?;
        let play: Play = Play::new(muster, &house)?;
        let in_force = play.battle.tables().house_values().iter();
        let in_force: House = in_force.map(|value| (value.key.clone(), value.value.to_string())).collect();
        store.begin_play(battle, Ruleset::ManToMan, &json(&play.muster.plan)?, &json(&in_force)?)?;
        return Ok(play);
    };
    only(kept.rules, Ruleset::ManToMan)?;
    resumed(muster, &kept)
}

/// A battle being played, from what is kept of it.
pub(super) fn resumed<S: Settles>(muster: Muster, kept: &KeptPlay) -> Result<Play<S>> {
    let battle = S::of_kept(&muster.plan, &kept.start, &kept.house).map_err(|_| stale())?;
    Play::of(muster, battle).resume(&kept.decisions)
}

/// Refuses a battle that is being played by other rules.
pub(super) fn only(found: Ruleset, wanted: Ruleset) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(Problem::refused(
        format!("This battle is being settled by the rules “{found}”."),
        "Play that game to its end, or drop the plan and plan the battle anew.",
    ))
}

/// Keeps what was decided since `from` decisions; what was taken back is forgotten.
pub fn keep(store: &mut Store, battle: BattleId, from: usize, decisions: &Decided) -> Result<()> {
    store.keep_decisions(battle, from, decisions)
}

/// Keeps what was decided of a battle that is settled by these rules, from where it differs from what is kept; begun anew it is
/// kept with how it `begins`, its start and its house numbers as JSON. Like a record it lies outside the journal.
pub(super) fn keep_game(
    store: &mut Store,
    battle: BattleId,
    rules: Ruleset,
    (start, house): (String, String),
    decided: &Decided,
) -> Result<()> {
    let from = match store.play(battle)? {
        Some(kept) if kept.rules == rules => {
            kept.decisions.0.iter().zip(&decided.0).take_while(|(one, other)| one == other).count()
        }
        _ => {
            store.begin_play(battle, rules, &start, &house)?;
            0
        }
    };
    let since = Decided(decided.0.get(from..).unwrap_or_default().to_vec());
    store.keep_decisions(battle, from, &since)
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Problem::new(ProblemKind::System, format!("It could not be kept: {error}.")))
}

/// A battle whose orders another version of the rules would not have allowed.
pub(super) fn stale() -> Problem {
    Problem::new(ProblemKind::Refused, "This battle was begun by another version of the program and cannot be resumed.")
        .hint("Drop its plan and plan it anew, or finish it with the version it was begun by.")
}

impl<S: Settles> Play<S> {
    /// A battle before the first decision, by a campaign's house numbers.
    pub fn new(muster: Muster, house: &House) -> Result<Play<S>> {
        let battle: S = cast(&muster, house)?;
        Ok(Play::of(muster, battle))
    }

    fn of(mut muster: Muster, battle: S) -> Play<S> {
        // The plan holds its ground, so that the battle can be resumed whatever becomes of the ground's file.
        muster.plan = battle.plan().clone();
        let played = settles::begin(&battle);
        Play { muster, battle, played }
    }

    /// A battle from where it was left.
    pub fn resume(self, decided: &Decided) -> Result<Play<S>> {
        let played = self.played.resume(decided).map_err(|_| stale())?;
        Ok(Play { played, ..self })
    }

    /// The battle as it was cast into the game.
    pub fn battle(&self) -> &S {
        &self.battle
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
        let captain = settles::captain(&self.battle);
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
        settles::settlement(&self.battle, &self.played).map_err(|error| unreadable(&error))
    }
}

impl Play<Field> {
    /// What has happened so far, as a record that can be shown.
    pub fn record(&self) -> Record {
        self.battle.record_of(&self.played)
    }
}

/// Why something is not allowed, as a sentence.
pub fn why(reason: &impl std::fmt::Display) -> String {
    let reason = reason.to_string();
    let mut letters = reason.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}
