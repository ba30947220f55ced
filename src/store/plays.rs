//! Battles being played on the screen. Their tables are no part of what undo takes back: like a record, they keep what
//! was done at the table, and the campaign hears of it only when the battle is taken in.

use super::limits::{judge_games, judge_numbers};
use super::{Db, Store, digest};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::Result;
use crate::rules::matches::Decided;
use crate::rules::ruleset::Ruleset;
use rusqlite::{OptionalExtension, params};

/// A battle being played, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPlay {
    pub rules: Ruleset,
    /// How it begins, as JSON: the plan, or a game of Castles before its setups are revealed.
    pub start: String,
    /// The house numbers it is fought by, as JSON.
    pub house: String,
    /// Who decided what, in order, each as JSON.
    pub decisions: Decided,
    /// How the battle stood after each of them, as a number of its rules; nothing where that was not kept.
    pub stood: Vec<Option<i64>>,
}

impl Db {
    /// The battles being played.
    pub fn plays(&self) -> Result<Vec<BattleId>> {
        let mut query = self.sql.prepare_cached("SELECT battle_id FROM play ORDER BY id")?;
        let plays = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(plays)
    }

    /// Whether there is a battle of this number, or was one that has been taken back.
    pub fn has_known_battle(&self, battle: BattleId) -> Result<bool> {
        let known = "SELECT EXISTS (SELECT 1 FROM change WHERE tbl = 'battle' AND row = ?1)";
        Ok(self.sql.prepare_cached(known)?.query_row([battle], |row| row.get(0))?)
    }

    /// A battle being played, if it is.
    pub fn play(&self, battle: BattleId) -> Result<Option<KeptPlay>> {
        let kept = self
            .sql
            .prepare_cached("SELECT id, rules, plan, house FROM play WHERE battle_id = ?1")?
            .query_row([battle], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        let Some((id, rules, start, house)) = kept else { return Ok(None) };
        let mut query = self
            .sql
            .prepare_cached("SELECT side, decision, stood FROM play_decision WHERE play_id = ?1 ORDER BY number")?;
        let rows = query.query_map([id], |row| Ok(((row.get(0)?, row.get(1)?), row.get::<_, Option<i64>>(2)?)))?;
        let (decisions, stood) = rows.collect::<Result<(Vec<_>, Vec<Option<i64>>), _>>()?;
        Ok(Some(KeptPlay { rules, start, house, decisions: Decided(decisions), stood }))
    }
}

impl Store {
    /// Begins to keep a battle being played; what was kept of it before is dropped.
    pub fn begin_play(&mut self, battle: BattleId, rules: Ruleset, start: &str, house: &str) -> Result<()> {
        self.may_change()?;
        let now = super::now();
        let sql = self.db.sql.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        sql.execute("DELETE FROM play WHERE battle_id = ?1", [battle])?;
        sql.execute(
            "INSERT INTO play (battle_id, rules, plan, house, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![battle, rules, start, house, now],
        )?;
        digest::seal_kept(&sql, "play", sql.last_insert_rowid())?;
        judge_numbers(&sql)?;
        judge_games(&sql)?;
        sql.commit()?;
        self.remember();
        Ok(())
    }

    /// Keeps how a battle being played begins, instead of how it began: before anything is decided that may change.
    pub fn keep_start(&mut self, battle: BattleId, start: &str) -> Result<()> {
        self.may_change()?;
        let sql = self.db.sql.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let kept = "UPDATE play SET plan = ?2 WHERE battle_id = ?1 RETURNING id";
        if let Some(play) = sql.query_row(kept, params![battle, start], |row| row.get(0)).optional()? {
            digest::seal_kept(&sql, "play", play)?;
        }
        judge_numbers(&sql)?;
        judge_games(&sql)?;
        sql.commit()?;
        self.remember();
        Ok(())
    }

    /// Keeps what was decided from decision `from` on, and how the battle `stood` after the last of it; what was kept from there
    /// on before is taken back. It is on the disk when this returns.
    pub fn keep_decisions(
        &mut self,
        battle: BattleId,
        from: usize,
        decisions: &Decided,
        stood: Option<i64>,
    ) -> Result<()> {
        self.may_change()?;
        let sql = self.db.sql.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let play: i64 = sql.query_row("SELECT id FROM play WHERE battle_id = ?1", [battle], |row| row.get(0))?;
        sql.execute("DELETE FROM play_decision WHERE play_id = ?1 AND number >= ?2", params![play, from as i64])?;
        {
            let mut insert = sql.prepare_cached(
                "INSERT INTO play_decision (play_id, number, side, decision, stood) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for (index, (side, decision)) in decisions.0.iter().enumerate() {
                let stood = stood.filter(|_| index + 1 == decisions.0.len());
                insert.execute(params![play, (from + index) as i64, side, decision, stood])?;
                digest::seal_kept(&sql, "play_decision", sql.last_insert_rowid())?;
            }
        }
        digest::seal_kept(&sql, "play", play)?;
        judge_numbers(&sql)?;
        judge_games(&sql)?;
        sql.commit()?;
        self.remember();
        Ok(())
    }
}
