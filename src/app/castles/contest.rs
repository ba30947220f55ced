//! A battle of the campaign settled by a game of Castles at the board (CP-3.5): the board of it, and how that is kept. Players
//! set up behind screens before anything is decided, so a game is kept with its terms and its screens.

use super::game::{BoardGame, Hand, Kept};
use crate::app::contest::{self, Contest, json, keep_game};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::Result;
use crate::rules::castles::{BLACK, Cast, WHITE};
use crate::rules::figure::BySide;
use crate::rules::matches::Decided;
use crate::rules::settles::{House, Settles as _};
use crate::store::Store;

/// The game of a battle before its setups, the attacker White.
pub fn board(contest: &Contest<Cast>, hands: BySide<Hand>) -> BoardGame {
    let armies = contest.battle().armies();
    let armies = BySide { attacker: armies[WHITE].men(), defender: armies[BLACK].men() };
    let seed = contest.muster.battle.seed;
    BoardGame::of_armies(*contest.battle().terms(), hands, contest.names(), seed, armies)
}

/// A planned battle to be settled by a game, and the game if one is under way.
pub fn open(store: &Store, battle: BattleId) -> Result<(Contest<Cast>, Option<BoardGame>)> {
    let (contest, decided) = contest::open(store, battle)?;
    let kept = store.play(battle)?.filter(|kept| kept.rules == Cast::RULES);
    let start = kept.and_then(|kept| serde_json::from_str::<Kept>(&kept.start).ok());
    let game = start.and_then(|start| BoardGame::of_kept(&start));
    Ok((contest, game.map(|game| game.resume(&decided)).transpose()?))
}

/// Keeps a game under way in the campaign: how it began, as far as that is settled, and what was decided.
pub fn keep(store: &mut Store, battle: BattleId, start: &Kept, decided: &Decided) -> Result<()> {
    keep_game(store, battle, Cast::RULES, (json(start)?, json(&House::new())?), decided)
}
