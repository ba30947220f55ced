//! A battle of the campaign settled by a game of Castles at the board (CP-3.5): opened, played by people or the program,
//! kept in the campaign, and given back as what the battle has come to.

use super::game::{BoardGame, Hand, Kept};
use crate::app::battle::{cast, unreadable};
use crate::app::muster::{self, Muster};
use crate::app::{numbers, play};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castles::{BLACK, Cast, WHITE};
use crate::rules::figure::BySide;
use crate::rules::game::Game as _;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Settlement};
use crate::store::Store;

/// A battle to be settled by a game: who would fight, and the pieces they are.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who would fight.
    pub muster: Muster,
    cast: Cast,
}

impl Contest {
    /// Casts both hosts into pieces, the attacker White, on the small board.
    pub fn of(mut muster: Muster, house: &House) -> Result<Contest> {
        muster.battle.rules = Ruleset::Castles;
        Ok(Contest { cast: cast(&muster, house)?, muster })
    }

    /// How the armies became pieces, in a few sentences.
    pub fn about(&self) -> String {
        self.cast.about()
    }

    /// The game before its setups.
    pub fn game(&self, hands: BySide<Hand>) -> BoardGame {
        let hosts = &self.muster.plan.hosts;
        let names = BySide { attacker: hosts[WHITE].name.clone(), defender: hosts[BLACK].name.clone() };
        let armies = self.cast.armies();
        let armies = BySide { attacker: armies[WHITE].men(), defender: armies[BLACK].men() };
        BoardGame::of_armies(*self.cast.terms(), hands, names, self.muster.battle.seed, armies)
    }

    /// What a game that is over comes to.
    pub fn settlement(&self, game: &BoardGame) -> Result<Settlement> {
        match game.table().filter(|table| table.position().outcome().is_some()) {
            Some(table) => settles::settlement(&self.cast, table).map_err(|error| unreadable(&error)),
            None => Err(Problem::refused("The game is not over.", "Play it to its end first.")),
        }
    }
}

/// A planned battle to be settled by a game, and the game if one is under way.
pub fn open(store: &mut Store, battle: BattleId) -> Result<(Contest, Option<BoardGame>)> {
    let contest = Contest::of(muster::planned(store, battle)?, &numbers::of_battles(store)?)?;
    let Some(kept) = store.play(battle)? else { return Ok((contest, None)) };
    if !kept.decisions.0.is_empty() {
        play::only(kept.rules, Ruleset::Castles)?;
    }
    let begun = kept.rules == Ruleset::Castles;
    let start = begun.then(|| serde_json::from_str::<Kept>(&kept.start).ok()).flatten();
    let game = start.and_then(|start| BoardGame::of_kept(&start));
    Ok((contest, game.map(|game| game.resume(&kept.decisions)).transpose()?))
}

/// Keeps a game under way in the campaign. Like a record it lies outside the journal.
pub fn keep(store: &mut Store, battle: BattleId, game: &BoardGame) -> Result<()> {
    let (start, decided) = game.kept_apart();
    let start = play::json(&start)?;
    let from = match store.play(battle)? {
        Some(kept) if kept.rules == Ruleset::Castles => {
            store.keep_start(battle, &start)?;
            let same = |(one, other): (&_, &_)| one == other;
            kept.decisions.0.iter().zip(&decided.0).take_while(|&pair| same(pair)).count()
        }
        _ => {
            store.begin_play(battle, Ruleset::Castles, &start, &play::json(&House::new())?)?;
            0
        }
    };
    store.keep_decisions(battle, from, &game.decided_since(from))
}
