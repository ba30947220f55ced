//! An assault or a bombardment of a siege settled by a game of Castle under Siege (CU-6, CP-3.5), played from its beginning by
//! people and the program.

use super::{SiegeBeginning, SiegeGame, SiegeSeat};
use crate::app::contest::{self, Contest};
use crate::campaign::problem::Result;
use crate::rules::castle_under_siege::Bombardment;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::NullSink;
use crate::rules::matches::Decided;
use crate::rules::settles::Settles as _;

/// The game of an assault or a bombardment from its beginning, with what was decided of it. Whoever takes a seat may take back what was decided
/// from it.
pub fn game(contest: &Contest<Bombardment>, hands: BySide<SiegeSeat>, decided: &Decided) -> Result<SiegeGame> {
    begun(contest.battle(), hands, decided)
}

fn begun(cast: &Bombardment, hands: BySide<SiegeSeat>, decided: &Decided) -> Result<SiegeGame> {
    let start = cast.begin(&mut NullSink);
    let beginning = SiegeBeginning { agreed: start.agreed(), house: cast.house(), hands, seed: cast.plan().seed };
    let by_person = |side: &Side| hands[*side].is_person();
    let entries = (0..).zip(&decided.0).filter(|(_, (side, _))| by_person(side)).map(|(entry, _)| entry).collect();
    SiegeGame::from(beginning, start).resume(decided, entries)
}

/// The game an assault was settled by and what was cast for it, from its record.
pub fn look_back(record: &[u8]) -> Result<(SiegeGame, Bombardment)> {
    let (cast, _, decided) = contest::look_back::<Bombardment>(record)?;
    Ok((begun(&cast, BySide::default(), &decided)?, cast))
}
