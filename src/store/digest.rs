//! What an action was, drawn together into two numbers that are kept with it: one of its words and its day, one of every
//! change as it was written. What is in force is proved by the tables, but nothing else would show that a letter of a sentence is not as it
//! was, or a figure of what redo would bring. It guards against damage, not against a forger, who can reckon it anew.

use super::Db;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::Result;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};
use serde_json::Value;
use std::collections::BTreeSet;

/// The 64-bit hash of Fowler, Noll and Vo, in its form 1a.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The values of a row, each with its kind before it and an end after it, so that none runs over into the next.
    fn add_row(&mut self, row: &Row, columns: usize) -> rusqlite::Result<()> {
        for at in 0..columns {
            match row.get_ref(at)? {
                ValueRef::Null => self.add(b"n"),
                ValueRef::Integer(number) => {
                    self.add(b"i");
                    self.add(&number.to_le_bytes());
                }
                ValueRef::Real(number) => self.add(&number.to_le_bytes()),
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    self.add(b"t");
                    self.add(&(bytes.len() as u64).to_le_bytes());
                    self.add(bytes);
                }
            }
        }
        Ok(())
    }

    /// As a column holds it.
    fn number(self) -> i64 {
        i64::from_le_bytes(self.0.to_le_bytes())
    }
}

/// The digests of an action as it stands now: of its words, and of its changes.
fn of_action(sql: &Connection, action: ActionId) -> Result<(i64, i64)> {
    let (mut of_words, mut of_changes) = (Fnv::new(), Fnv::new());
    let mut words =
        sql.prepare_cached("SELECT name, arguments, sentence, day, at, kind, target_id FROM action WHERE id = ?1")?;
    let mut rows = words.query([action])?;
    while let Some(row) = rows.next()? {
        of_words.add_row(row, 7)?;
    }
    let mut changes =
        sql.prepare_cached("SELECT tbl, row, before, after FROM change WHERE action_id = ?1 ORDER BY id")?;
    let mut rows = changes.query([action])?;
    while let Some(row) = rows.next()? {
        of_changes.add_row(row, 4)?;
    }
    Ok((of_words.number(), of_changes.number()))
}

/// Keeps with an action its digests, once it is all written.
pub(super) fn seal(sql: &Connection, action: ActionId) -> Result<()> {
    let (words, changes) = of_action(sql, action)?;
    sql.prepare_cached("UPDATE action SET words_digest = ?1, changes_digest = ?2 WHERE id = ?3")?
        .execute(params![words, changes, action])?;
    Ok(())
}

/// The digest of a battle's record as it stands now.
fn of_record(sql: &Connection, record: i64) -> Result<i64> {
    let mut query = sql.prepare_cached("SELECT rules, format, at, data FROM record WHERE id = ?1")?;
    let mut rows = query.query([record])?;
    let mut hash = Fnv::new();
    while let Some(row) = rows.next()? {
        hash.add_row(row, 4)?;
    }
    Ok(hash.number())
}

/// As [`of_record`], as it was reckoned once: of what was recorded alone.
fn of_recorded(data: &[u8]) -> i64 {
    let mut hash = Fnv::new();
    hash.add(data);
    hash.number()
}

/// Keeps with a record its digest, once it is all written.
pub(super) fn seal_record(sql: &Connection, record: i64) -> Result<()> {
    let digest = of_record(sql, record)?;
    sql.prepare_cached("UPDATE record SET digest = ?1 WHERE id = ?2")?.execute([digest, record])?;
    Ok(())
}

/// An action that is not as it was written.
pub(super) struct Unlike {
    pub action: ActionId,
    /// Whether it is its changes that are otherwise, and not its words alone.
    pub changes: bool,
}

impl Db {
    /// The actions that are not as they were written. Those of before there were digests have none, and nothing is known of
    /// them; after one that has, each has.
    pub(super) fn actions_unlike(&self) -> Result<Vec<Unlike>> {
        let mut query = self.sql.prepare("SELECT id, words_digest, changes_digest FROM action ORDER BY id")?;
        let mut rows = query.query([])?;
        let (mut unlike, mut sealed) = (Vec::new(), false);
        while let Some(row) = rows.next()? {
            let action = row.get(0)?;
            let kept: (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
            sealed |= kept.0.or(kept.1).is_some();
            if !sealed {
                continue;
            }
            let (words, changes) = of_action(&self.sql, action)?;
            if kept != (Some(words), Some(changes)) {
                unlike.push(Unlike { action, changes: kept.1 != Some(changes) });
            }
        }
        Ok(unlike)
    }

    /// The records that are not as they were written, or have lost their digest. Those of before there were digests have
    /// none, and nothing is known of them.
    pub(super) fn records_unlike(&self) -> Result<Vec<i64>> {
        let sealed = self.records_of_sealed_actions()?;
        let mut query = self.sql.prepare("SELECT id, digest, data FROM record ORDER BY id")?;
        let mut rows = query.query([])?;
        let mut unlike = Vec::new();
        while let Some(row) = rows.next()? {
            let record = row.get(0)?;
            let is_like = match row.get::<_, Option<i64>>(1)? {
                None => !sealed.contains(&record),
                Some(kept) => {
                    kept == of_record(&self.sql, record)?
                        || kept == of_recorded(row.get_ref(2)?.as_blob().unwrap_or_default())
                }
            };
            if !is_like {
                unlike.push(record);
            }
        }
        Ok(unlike)
    }

    /// The records that came into a battle by an action that has a digest, and so have one too.
    fn records_of_sealed_actions(&self) -> Result<BTreeSet<i64>> {
        let mut query = self.sql.prepare(
            "SELECT given.before, given.after FROM change AS given JOIN action ON action.id = given.action_id
             WHERE given.tbl = 'battle' AND action.words_digest IS NOT NULL",
        )?;
        let mut rows = query.query([])?;
        let mut records = BTreeSet::new();
        let record = |image: Option<String>| {
            let image: Option<Value> = image.and_then(|image| serde_json::from_str(&image).ok());
            image.and_then(|image| image.get("record_id").and_then(Value::as_i64))
        };
        while let Some(row) = rows.next()? {
            let (before, after) = (record(row.get(0)?), record(row.get(1)?));
            records.extend(after.filter(|_| before != after));
        }
        Ok(records)
    }

    /// Reckons every digest anew, in a campaign that was repaired.
    pub(super) fn seal_anew(&self) -> Result<()> {
        let actions: Vec<ActionId> = self.rows("SELECT id FROM action ORDER BY id", [], |row| row.get(0))?;
        actions.into_iter().try_for_each(|action| seal(&self.sql, action))?;
        let records: Vec<i64> = self.rows("SELECT id FROM record", [], |row| row.get(0))?;
        records.into_iter().try_for_each(|record| seal_record(&self.sql, record))
    }
}
