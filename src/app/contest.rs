//! A battle of the campaign settled by a game at a table (CP-3.5): opened with what was decided of it, kept in the campaign as
//! it is played, given back as what it has come to, and looked at again from its record. Written once for every set of rules
//! that settles battles; where it is played is a page's own.

use super::battle::{cast, unreadable};
use super::muster::{self, Muster};
use super::numbers;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::BySide;
use crate::rules::game::Game as _;
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Recalled, Settlement, Settles};
use crate::store::Store;
use crate::store::plays::KeptPlay;

/// A battle to be settled by a game: who would fight, and the game they are cast into.
#[derive(Clone, Debug)]
pub struct Contest<S> {
    /// Who would fight. Its plan is the game's, which holds all that it needs to be played again.
    pub muster: Muster,
    battle: S,
}

impl<S: Settles> Contest<S> {
    /// Casts both hosts by a campaign's house numbers.
    pub fn of(mut muster: Muster, house: &House) -> Result<Contest<S>> {
        S::at_table(&mut muster.plan);
        let battle = cast(&muster, house)?;
        Ok(Contest::with(muster, battle))
    }

    /// A battle under way, from what is kept of it.
    pub(super) fn of_kept(muster: Muster, kept: &KeptPlay) -> Result<Contest<S>> {
        let battle = S::of_kept(&muster.plan, &kept.start, &kept.house).map_err(|_| stale())?;
        Ok(Contest::with(muster, battle))
    }

    fn with(mut muster: Muster, battle: S) -> Contest<S> {
        muster.battle.rules = S::RULES;
        muster.plan = battle.plan().clone();
        Contest { muster, battle }
    }

    /// The battle as it was cast into the game.
    pub fn battle(&self) -> &S {
        &self.battle
    }

    /// The game before the first decision.
    pub fn begin(&self) -> Match<S::Game> {
        settles::begin(&self.battle)
    }

    /// What a game that is over comes to.
    pub fn settlement(&self, played: &Match<S::Game>) -> Result<Settlement> {
        match played.position().outcome() {
            Some(_) => settles::settlement(&self.battle, played).map_err(|error| unreadable(&error)),
            None => Err(Problem::refused("The game is not over.", "Play it to its end first.")),
        }
    }

    /// Who both sides are called.
    pub fn names(&self) -> BySide<String> {
        names(&self.battle)
    }
}

fn names<S: Settles>(battle: &S) -> BySide<String> {
    let hosts = &battle.plan().hosts;
    BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() }
}

/// A planned battle to be settled by a game, and what was decided of it. One in which nothing was decided begins by its plan and
/// the campaign's house numbers as those are now.
pub fn open<S: Settles>(store: &Store, battle: BattleId) -> Result<(Contest<S>, Decided)> {
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else {
        let muster = muster::to_be_fought(store, battle)?;
        return Ok((Contest::of(muster, &numbers::of_battles(store)?)?, Decided::default()));
    };
    if kept.rules != S::RULES {
        return Err(Problem::refused(
            format!("This battle is being settled by the rules “{}”.", kept.rules),
            "Play that game to its end, or drop the plan and plan the battle anew.",
        ));
    }
    Ok((Contest::of_kept(muster::planned(store, battle)?, &kept)?, kept.decisions))
}

/// Begins to keep a battle in which nothing is decided yet.
pub(super) fn begin<S: Settles>(store: &mut Store, contest: &Contest<S>) -> Result<()> {
    let Some(battle) = contest.muster.written else { return Ok(()) };
    let (start, house) = kept(contest)?;
    store.begin_play(battle, S::RULES, &start, &house)
}

/// How a battle begins and its house numbers, as they are kept.
fn kept<S: Settles>(contest: &Contest<S>) -> Result<(String, String)> {
    Ok((contest.battle.start().map_err(|error| not_kept(&error))?, json(&contest.battle.house())?))
}

/// Keeps what was decided of a game under way. Like a record it lies outside the journal.
pub fn keep<S: Settles>(store: &mut Store, contest: &Contest<S>, decided: &Decided) -> Result<()> {
    let Some(battle) = contest.muster.written else { return Ok(()) };
    keep_game(store, battle, S::RULES, kept(contest)?, decided)
}

/// Keeps what was decided of a battle from where it differs from what is kept, with how it `begins`: its start and its house
/// numbers as JSON.
pub(super) fn keep_game(
    store: &mut Store,
    battle: BattleId,
    rules: Ruleset,
    (start, house): (String, String),
    decided: &Decided,
) -> Result<()> {
    let from = match store.play(battle)? {
        Some(kept) if kept.rules == rules => {
            if kept.start != start {
                store.keep_start(battle, &start)?;
            }
            kept.decisions.0.iter().zip(&decided.0).take_while(|(one, other)| one == other).count()
        }
        _ => {
            store.begin_play(battle, rules, &start, &house)?;
            0
        }
    };
    let since = Decided(decided.0.get(from..).unwrap_or_default().to_vec());
    store.keep_decisions(battle, from, &since, None)
}

/// The battle that a record is of, who both sides are called, and what was decided in it.
pub fn look_back<S: Recalled>(record: &[u8]) -> Result<(S, BySide<String>, Decided)> {
    let (battle, decided) = S::of_record(record).map_err(|error| unreadable(&error))?;
    let names = names(&battle);
    Ok((battle, names, decided))
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| not_kept(&error))
}

fn not_kept(error: &serde_json::Error) -> Problem {
    Problem::new(ProblemKind::System, format!("It could not be kept: {error}."))
}

/// A battle whose orders another version of the rules would not have allowed.
pub(super) fn stale() -> Problem {
    Problem::new(ProblemKind::Refused, "This battle was begun by another version of the program and cannot be resumed.")
        .hint("Drop its plan and plan it anew, or finish it with the version it was begun by.")
}
