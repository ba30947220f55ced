//! An assault or a sortie of a campaign settled on the stronghold's map at the table (SG-1.6, CP-3.5): opened, played by people
//! or the program, kept in the campaign, given back as what it has come to, and looked at again from its record.

use super::table::{HexSeat, HexTable};
use crate::app::battle::{cast, unreadable};
use crate::app::muster::{self, Muster};
use crate::app::{numbers, play};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::assault::AssaultBattle;
use crate::rules::figure::{BySide, Side};
use crate::rules::matches::Decided;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{self, House, Settlement, Settles as _};
use crate::store::Store;

/// A battle to be settled on a map of hexes: who would fight, and the assault they are cast into.
#[derive(Clone, Debug)]
pub struct AssaultContest {
    /// Who would fight.
    pub muster: Muster,
    battle: AssaultBattle,
}

impl AssaultContest {
    /// Casts both hosts, each man as himself.
    pub fn of(mut muster: Muster, house: &House) -> Result<AssaultContest> {
        muster.battle.rules = Ruleset::Assault;
        Ok(AssaultContest { battle: cast(&muster, house)?, muster })
    }

    /// The battle as it was cast.
    pub fn battle(&self) -> &AssaultBattle {
        &self.battle
    }

    /// What is fought for and by how many, in a sentence or two.
    pub fn about(&self) -> String {
        let game = self.battle.start();
        let men = |side: Side| game.men.iter().filter(|man| man.side == side).count();
        let hosts = &self.muster.plan.hosts;
        let held = match game.held {
            0 => String::new(),
            held => format!("; {held} of its {} lines are held by the besiegers", game.map.last_line()),
        };
        format!(
            "{} with {} men against {} with {}, on the map of {}{held} (SG-5).",
            hosts.attacker.name,
            men(Side::Attacker),
            hosts.defender.name,
            men(Side::Defender),
            game.map.name
        )
    }

    /// The assault before the first move.
    pub fn table(&self, seats: BySide<HexSeat>) -> HexTable {
        HexTable::new(self.battle.clone(), seats)
    }

    /// What an assault that is over comes to.
    pub fn settlement(&self, table: &HexTable) -> Result<Settlement> {
        match table.is_over() {
            true => settles::settlement(&self.battle, table.table()).map_err(|error| unreadable(&error)),
            false => Err(Problem::refused("The assault is not over.", "Play it to its end first.")),
        }
    }
}

/// Who both sides are called.
pub fn names(muster: &Muster) -> BySide<String> {
    let hosts = &muster.plan.hosts;
    BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() }
}

/// A planned battle to be settled on its map, and the game if one is under way.
pub fn open(store: &mut Store, battle: BattleId) -> Result<(AssaultContest, Option<HexTable>)> {
    let muster = muster::planned(store, battle)?;
    let Some(kept) = store.play(battle)?.filter(|kept| !kept.decisions.0.is_empty()) else {
        return Ok((AssaultContest::of(muster, &numbers::of_battles(store)?)?, None));
    };
    play::only(kept.rules, Ruleset::Assault)?;
    let battle = AssaultBattle::of_kept(&muster.plan, &kept.start, &kept.house).map_err(|_| play::stale())?;
    let contest = AssaultContest { battle, muster };
    let table = contest.table(BySide::default()).resume(&kept.decisions)?;
    Ok((contest, Some(table)))
}

/// Keeps a game under way in the campaign. Like a record it lies outside the journal.
pub fn keep(store: &mut Store, battle: BattleId, contest: &AssaultContest, decided: &Decided) -> Result<()> {
    let begins = (play::json(contest.battle.plan())?, play::json(&contest.battle.house())?);
    play::keep_game(store, battle, Ruleset::Assault, begins, decided)
}

/// The assault a battle was settled by, from its record, and who fought in it.
pub fn look_back(record: &[u8]) -> Result<(HexTable, BySide<String>)> {
    let (battle, decided) = AssaultBattle::of_record(record).map_err(|error| unreadable(&error))?;
    let hosts = &battle.plan().hosts;
    let names = BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() };
    let table = HexTable::new(battle, BySide::default()).resume(&decided)?;
    Ok((table, names))
}
