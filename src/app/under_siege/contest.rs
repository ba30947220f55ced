//! An assault or a bombardment of a siege settled by a game of Castle under Siege (CU-6, CP-3.5): opened, played by people or
//! the program, kept in the campaign, and given back as what the assault has come to.

use super::{Seat, SiegeBeginning, SiegeGame};
use crate::app::battle::{cast, unreadable};
use crate::app::muster::{self, Muster};
use crate::app::{numbers, play};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_under_siege::Bombardment;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Game as _, NullSink};
use crate::rules::matches::Decided;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Settlement, Settles as _};
use crate::store::Store;

/// An assault or a bombardment to be settled by a game: who would fight, and the counters they are.
#[derive(Clone, Debug)]
pub struct UnderSiegeContest {
    /// Who would fight.
    pub muster: Muster,
    cast: Bombardment,
}

impl UnderSiegeContest {
    /// Casts the garrison into counters and its walls into structures (CU-6.2, CU-6.3).
    pub fn of(mut muster: Muster, house: &House) -> Result<UnderSiegeContest> {
        muster.battle.rules = Ruleset::CastleUnderSiege;
        Ok(UnderSiegeContest { cast: cast(&muster, house)?, muster })
    }

    /// How the garrison became counters, in a few sentences.
    pub fn about(&self) -> String {
        self.cast.about()
    }

    /// The game from its beginning, with what was decided of it. Whoever takes a seat may take back what was decided from it.
    pub fn game(&self, hands: BySide<Seat>, decided: &Decided) -> Result<SiegeGame> {
        begun(&self.cast, hands, decided)
    }

    /// What a game that is over comes to.
    pub fn settlement(&self, game: &SiegeGame) -> Result<Settlement> {
        match game.position().outcome() {
            Some(_) => settles::settlement(&self.cast, game.table()).map_err(|error| unreadable(&error)),
            None => Err(Problem::refused("The game is not over.", "Play it to its end first.")),
        }
    }
}

fn begun(cast: &Bombardment, hands: BySide<Seat>, decided: &Decided) -> Result<SiegeGame> {
    let start = cast.begin(&mut NullSink);
    let beginning = SiegeBeginning { agreed: start.agreed(), house: cast.house(), hands, seed: cast.plan().seed };
    let mut game = SiegeGame::from(beginning, start);
    game.again(decided)?;
    let by_person = |side: &Side| hands[*side].is_person();
    game.entries = (0..).zip(&decided.0).filter(|(_, (side, _))| by_person(side)).map(|(entry, _)| entry).collect();
    Ok(game)
}

/// A planned assault to be settled by a game, and what was decided of it.
pub fn open(store: &mut Store, battle: BattleId) -> Result<(UnderSiegeContest, Decided)> {
    let muster = muster::planned(store, battle)?;
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else {
        return Ok((UnderSiegeContest::of(muster, &numbers::of_battles(store)?)?, Decided::default()));
    };
    play::only(kept.rules, Ruleset::CastleUnderSiege)?;
    let cast = Bombardment::of_kept(&muster.plan, &kept.start, &kept.house).map_err(|_| play::stale())?;
    let mut contest = UnderSiegeContest { muster, cast };
    contest.muster.battle.rules = Ruleset::CastleUnderSiege;
    Ok((contest, kept.decisions))
}

/// Keeps a game under way in the campaign. Like a record it lies outside the journal.
pub fn keep(store: &mut Store, battle: BattleId, contest: &UnderSiegeContest, decided: &Decided) -> Result<()> {
    let begins = (play::json(contest.cast.plan())?, play::json(&contest.cast.house())?);
    play::keep_game(store, battle, Ruleset::CastleUnderSiege, begins, decided)
}

/// The game an assault was settled by, from its record.
pub fn look_back(record: &[u8]) -> Result<SiegeGame> {
    let (cast, decided) = Bombardment::of_record(record).map_err(|error| unreadable(&error))?;
    begun(&cast, BySide::default(), &decided)
}
