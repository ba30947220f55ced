//! What an action was, drawn together into two numbers that are kept with it: one of its words and its day, one of every
//! change as it was written. What is in force is proved by the tables, but nothing else would show that a letter of a sentence is not as it
//! was, or a figure of what redo would bring. It guards against damage, not against a forger, who can reckon it anew.

use super::Db;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::Result;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

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

/// The digest of a battle's record.
pub(super) fn of_record(data: &[u8]) -> i64 {
    let mut hash = Fnv::new();
    hash.add(data);
    hash.number()
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

    /// The records that are not as they were written, of those that have a digest.
    pub(super) fn records_unlike(&self) -> Result<Vec<i64>> {
        let mut query = self.sql.prepare("SELECT id, digest, data FROM record WHERE digest IS NOT NULL ORDER BY id")?;
        let mut rows = query.query([])?;
        let mut unlike = Vec::new();
        while let Some(row) = rows.next()? {
            if row.get::<_, i64>(1)? != of_record(row.get_ref(2)?.as_blob().unwrap_or_default()) {
                unlike.push(row.get(0)?);
            }
        }
        Ok(unlike)
    }

    /// Reckons every digest anew, in a campaign that was repaired.
    pub(super) fn seal_anew(&self) -> Result<()> {
        let actions: Vec<ActionId> = self.rows("SELECT id FROM action ORDER BY id", [], |row| row.get(0))?;
        actions.into_iter().try_for_each(|action| seal(&self.sql, action))?;
        for record in self.rows::<i64, Vec<i64>>("SELECT id FROM record", [], |row| row.get(0))? {
            let digest = self.sql.query_row("SELECT data FROM record WHERE id = ?1", [record], |row| {
                Ok(of_record(row.get_ref(0)?.as_blob().unwrap_or_default()))
            })?;
            self.sql.execute("UPDATE record SET digest = ?1 WHERE id = ?2", params![digest, record])?;
        }
        Ok(())
    }
}
