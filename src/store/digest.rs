//! What an action was, drawn together into two numbers that are kept with it: one of its words and its day, one of every
//! change as it was written. What is in force is proved by the tables, but nothing else would show that a letter of a sentence is not as it
//! was, or a figure of what redo would bring. It guards against damage, not against a forger, who can reckon it anew.

use super::Db;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, Result};
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

/// The tables that undo leaves alone and that go with a campaign, with the columns that the digest in each row is drawn of.
pub(super) const SEALED: [(&str, &str); 4] = [
    ("record", "rules, format, at, data"),
    ("play", "battle_id, rules, plan, house, at, (SELECT count(*) FROM play_decision WHERE play_id = play.id)"),
    ("play_decision", "play_id, number, side, decision || coalesce(' ' || stood, '')"),
    ("picture", "width, height, data"),
];

/// What the digest of a game under way was drawn of once, when its decisions were not counted in it.
const PLAY_UNCOUNTED: &str = "battle_id, rules, plan, house, at";

/// The digest of such a row as it stands now.
fn of_kept(sql: &Connection, table: &str, columns: &str, row: i64) -> Result<i64> {
    let mut query = sql.prepare_cached(&format!("SELECT {columns} FROM {table} WHERE id = ?1"))?;
    let count = query.column_count();
    let mut rows = query.query([row])?;
    let mut hash = Fnv::new();
    while let Some(row) = rows.next()? {
        hash.add_row(row, count)?;
    }
    Ok(hash.number())
}

/// The digest of a record as it was reckoned once: of what was recorded alone.
fn of_recorded(data: &[u8]) -> i64 {
    let mut hash = Fnv::new();
    hash.add(data);
    hash.number()
}

/// Keeps with a record, a picture, a game under way or a decision of it its digest, once it is all written.
pub(super) fn seal_kept(sql: &Connection, table: &str, row: i64) -> Result<()> {
    for (table, columns) in SEALED.into_iter().filter(|(sealed, _)| *sealed == table) {
        let digest = of_kept(sql, table, columns, row)?;
        sql.prepare_cached(&format!("UPDATE {table} SET digest = ?1 WHERE id = ?2"))?.execute([digest, row])?;
    }
    Ok(())
}

/// The first version of the schema in which all that keeps a digest has one.
pub(super) const ALL_SEALED: i32 = 17;

/// Gives a digest to what was written before there were any, and today's to a record that has one of its data alone.
pub(super) fn seal_older(sql: &Connection) -> Result<()> {
    let numbers =
        |query: &str| -> rusqlite::Result<Vec<i64>> { sql.prepare(query)?.query_map([], |row| row.get(0))?.collect() };
    // After an action that has one, each has.
    let before = "SELECT id FROM action WHERE words_digest IS NULL AND changes_digest IS NULL AND id < coalesce(
                      (SELECT min(id) FROM action WHERE words_digest IS NOT NULL OR changes_digest IS NOT NULL), id + 1)";
    numbers(before)?.into_iter().try_for_each(|action| seal(sql, ActionId(action)))?;
    for (table, _) in SEALED {
        let rows = numbers(&format!("SELECT id FROM {table} WHERE digest IS NULL"))?;
        rows.into_iter().try_for_each(|row| seal_kept(sql, table, row))?;
    }
    let mut query = sql.prepare("SELECT id, digest, data FROM record ORDER BY id")?;
    let mut rows = query.query([])?;
    let mut recorded = Vec::new();
    while let Some(row) = rows.next()? {
        if row.get::<_, i64>(1)? == of_recorded(row.get_ref(2)?.as_blob().unwrap_or_default()) {
            recorded.push(row.get(0)?);
        }
    }
    recorded.into_iter().try_for_each(|record| seal_kept(sql, "record", record))
}

/// An action that is not as it was written.
pub(super) struct Unlike {
    pub action: ActionId,
    /// Whether it is its changes that are otherwise, and not its words alone.
    pub changes: bool,
}

impl Db {
    /// The actions that are not as they were written.
    pub(super) fn actions_unlike(&self) -> Result<Vec<Unlike>> {
        let mut query = self.sql.prepare("SELECT id, words_digest, changes_digest FROM action ORDER BY id")?;
        let mut rows = query.query([])?;
        let mut unlike = Vec::new();
        while let Some(row) = rows.next()? {
            let action = row.get(0)?;
            let kept: (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
            let (words, changes) = of_action(&self.sql, action)?;
            if kept != (Some(words), Some(changes)) {
                unlike.push(Unlike { action, changes: kept.1 != Some(changes) });
            }
        }
        Ok(unlike)
    }

    /// The records, pictures, games under way and decisions of them that are not as they were written, each with its table.
    pub(super) fn kept_unlike(&self) -> Result<Vec<(&'static str, i64)>> {
        let mut unlike = Vec::new();
        for (table, columns) in SEALED {
            let mut query = self.sql.prepare(&format!("SELECT id, digest FROM {table} ORDER BY id"))?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let (id, digest) = (row.get(0)?, row.get::<_, Option<i64>>(1)?);
                let is = |columns| Ok::<_, Problem>(digest == Some(of_kept(&self.sql, table, columns, id)?));
                let as_written = is(columns)? || table == "play" && is(PLAY_UNCOUNTED)?;
                if !as_written {
                    unlike.push((table, id));
                }
            }
        }
        Ok(unlike)
    }

    /// Reckons every digest anew, in a campaign that was repaired.
    pub(super) fn seal_anew(&self) -> Result<()> {
        let actions: Vec<ActionId> = self.rows("SELECT id FROM action ORDER BY id", [], |row| row.get(0))?;
        actions.into_iter().try_for_each(|action| seal(&self.sql, action))?;
        for (table, _) in SEALED {
            let rows: Vec<i64> = self.rows(&format!("SELECT id FROM {table}"), [], |row| row.get(0))?;
            rows.into_iter().try_for_each(|row| seal_kept(&self.sql, table, row))?;
        }
        Ok(())
    }
}
