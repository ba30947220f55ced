//! A battle of the campaign settled by Castle Cracker at the table (CP-3.5): opened, played by people or the program, kept in
//! the campaign, given back as what it has come to, and looked at again from its record.

use super::table::{CordSeat, CordTable};
use crate::app::battle::{cast, unreadable};
use crate::app::muster::{self, Muster};
use crate::app::{numbers, play};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::castle_cracker::{CrackerBattle, Position};
use crate::rules::figure::{BySide, Side};
use crate::rules::house::otherwise;
use crate::rules::matches::Decided;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Settlement, Settles as _};
use crate::store::Store;

/// A battle to be settled by a game: who would fight, and the figures they are.
#[derive(Clone, Debug)]
pub struct CrackerContest {
    /// Who would fight.
    pub muster: Muster,
    battle: CrackerBattle,
}

impl CrackerContest {
    /// Casts both hosts into figures.
    pub fn of(mut muster: Muster, house: &House) -> Result<CrackerContest> {
        muster.battle.rules = Ruleset::CastleCracker;
        Ok(CrackerContest { battle: cast(&muster, house)?, muster })
    }

    /// How the armies became figures, in a few sentences.
    pub fn about(&self) -> String {
        let host = |side: Side| {
            let (men, figures): (usize, usize) = self.battle.bodies()[side]
                .iter()
                .map(|body| (body.figures.iter().map(Vec::len).sum::<usize>(), body.figures.len()))
                .fold((0, 0), |sum, body| (sum.0 + body.0, sum.1 + body.1));
            let bodies = self.battle.bodies()[side].len();
            format!(
                "{} comes with {men} men, cast as {figures} figures in {bodies} bodies",
                self.muster.plan.hosts[side].name
            )
        };
        format!("{}; {} (CP-3.5).", host(Side::Attacker), host(Side::Defender))
    }

    /// The numbers of the men each body stands for, as the rosters have them: “A1–A24”. What was cast of them is in the order
    /// of its figures.
    pub fn stand_for(&self, game: &Position) -> Vec<String> {
        let mut stand = vec![String::new(); game.troops.len()];
        for side in [Side::Attacker, Side::Defender] {
            for body in &self.battle.bodies()[side] {
                let men = body.figures.iter().flatten();
                let numbers: Vec<&str> =
                    men.filter_map(|man| Some(self.muster.fighter(*man)?.number.as_str())).collect();
                if let Some(told) = stand.get_mut(usize::from(body.troops.0)) {
                    *told = ranges(&numbers);
                }
            }
        }
        stand
    }

    /// The game before the first move.
    pub fn table(&self, seats: BySide<CordSeat>) -> CordTable {
        CordTable::new(settles::begin(&self.battle), seats)
    }

    /// What a game that is over comes to.
    pub fn settlement(&self, table: &CordTable) -> Result<Settlement> {
        match table.is_over() {
            true => settles::settlement(&self.battle, table.table()).map_err(|error| unreadable(&error)),
            false => Err(Problem::refused("The battle is not over.", "Play it to its end first.")),
        }
    }
}

/// Numbers of men with what follows without a gap drawn together.
fn ranges(numbers: &[&str]) -> String {
    let count = |number: &str| number.get(1..).and_then(|digits| digits.parse::<u32>().ok());
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if count(last).map(|last| last + 1) == count(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(from, to): &(&str, &str)| if from == to { (*from).to_owned() } else { format!("{from}–{to}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// Who both sides are called.
pub fn names(muster: &Muster) -> BySide<String> {
    let hosts = &muster.plan.hosts;
    BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() }
}

/// A planned battle to be settled by a game, and the game if one is under way.
pub fn open(store: &mut Store, battle: BattleId) -> Result<(CrackerContest, Option<CordTable>)> {
    let contest = CrackerContest::of(muster::planned(store, battle)?, &numbers::of_battles(store)?)?;
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else {
        return Ok((contest, None));
    };
    play::only(kept.rules, Ruleset::CastleCracker)?;
    let battle = CrackerBattle::of_kept(&contest.muster.plan, &kept.start, &kept.house).map_err(|_| play::stale())?;
    let contest = CrackerContest { battle, ..contest };
    let table = contest.table(BySide::default()).resume(&kept.decisions)?;
    Ok((contest, Some(table)))
}

/// Keeps a game under way in the campaign. Like a record it lies outside the journal.
pub fn keep(store: &mut Store, battle: BattleId, contest: &CrackerContest, decided: &Decided) -> Result<()> {
    let house = otherwise(contest.battle.tables().house_values());
    let begins = (play::json(contest.battle.plan())?, play::json(&house)?);
    play::keep_game(store, battle, Ruleset::CastleCracker, begins, decided)
}

/// The game a battle was settled by, from its record, and who fought in it.
pub fn look_back(record: &[u8]) -> Result<(CordTable, BySide<String>)> {
    let (battle, decided) = CrackerBattle::of_record(record).map_err(|error| unreadable(&error))?;
    let hosts = &battle.plan().hosts;
    let names = BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() };
    let table = CordTable::new(settles::begin(&battle), BySide::default()).resume(&decided)?;
    Ok((table, names))
}
