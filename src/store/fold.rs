//! What the journal makes of the tables. Every action's changes are laid on those before it, and taken off again where it
//! was taken back: so the whole of the journal is proved, also what redo would bring again and what a later action closed.
//! No row depends on another, so each is laid together by itself.

use super::Db;
use super::file::damaged;
use super::journal::{ActionKind, ActionState, FLOOR, JOURNALLED, Undoing};
use crate::campaign::problem::Result;
use rusqlite::types::Value as Cell;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How far the next number may lie beyond the last given one, and the highest there may be. A file that gives none any
/// more is full.
pub(super) const FARTHEST: i64 = 1 << 40;
/// The highest number of a row that leaves room for those to come.
pub(super) const LAST_ROW: i64 = FARTHEST - (1 << 32);
/// The highest number of an action that a repair keeps: the repair itself comes after it, and what is done then.
pub(super) const LAST_ACTION: i64 = LAST_ROW - (1 << 32);
/// As many faults as are told of a journal.
const MOST: usize = 20;

/// The most bytes that the image of a row may take.
pub(super) const LARGEST: usize = 1 << 20;

/// The most columns that the image of a row names; no table has as many.
const MOST_COLUMNS: usize = 100;

/// The most changes of one row: twenty years of an action every minute of every evening are a tenth of it.
const MOST_CHANGES: usize = 1_000_000;

/// A row as JSON.
pub(super) type Image = serde_json::Map<String, Value>;

/// Why a text of the journal is no image of a row.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct NoImage(String);

/// The image of a row in a text of the journal. What is larger than any row is not read into memory, nor is a list or an object
/// within it kept: a stranger's file may hold there values by the million.
pub(super) fn image_of(text: &str) -> Result<Image, NoImage> {
    if text.len() > LARGEST {
        return Err(NoImage("it is larger than any row is".to_owned()));
    }
    let image: Image = serde_json::from_str(text).map_err(|error| NoImage(error.to_string()))?;
    match image.len() > MOST_COLUMNS || image.values().any(|value| value.is_array() || value.is_object()) {
        true => Err(NoImage("it holds what no row does".to_owned())),
        false => Ok(image),
    }
}

/// A value of an image, as a table holds it.
pub(super) fn cell(value: &Value) -> Result<Cell> {
    match value {
        Value::Null => Ok(Cell::Null),
        Value::String(text) => Ok(Cell::Text(text.clone())),
        value => value.as_i64().map(Cell::Integer).ok_or_else(|| damaged("its journal holds what no row does")),
    }
}

/// The columns in which a row as it was read differs from its image.
pub(super) fn differing(names: &[String], cells: &[Cell], image: &Image) -> Vec<String> {
    let same = |cell: &Cell, value: Option<&Value>| match (cell, value) {
        (Cell::Null, None | Some(Value::Null)) => true,
        (Cell::Integer(number), Some(value)) => value.as_i64() == Some(*number),
        (Cell::Text(text), Some(value)) => value.as_str() == Some(text),
        _ => false,
    };
    let pairs = names.iter().zip(cells);
    pairs.filter(|(name, cell)| !same(cell, image.get(*name))).map(|(name, _)| name.clone()).collect()
}

/// Whether a table can hold a value of an image.
fn is_cell(value: &Value) -> bool {
    value.is_null() || value.is_string() || value.is_i64()
}

/// What the journal makes of the tables. Each row is laid together by itself, when it is asked for, so that a campaign of
/// any size is proved in little memory.
pub(super) struct Folded<'a> {
    db: &'a Db,
    /// The columns of each table, with the value a row has in them that says nothing of them.
    columns: BTreeMap<&'static str, Image>,
    /// Where in the order of what was done the changes of an action were laid on, and where they were taken off again.
    laid: BTreeMap<i64, usize>,
    taken: BTreeMap<i64, usize>,
    /// What is wrong with the journal itself.
    pub findings: Vec<String>,
    /// How many changes there are.
    pub changes: u64,
}

impl Folded<'_> {
    /// A row that should be there. What is wrong with what the journal says of it is found on the way.
    pub fn row(&mut self, key: (&'static str, i64)) -> Result<Option<Image>> {
        let changes: Vec<(i64, i64)> = self.db.rows(
            &format!(
                "SELECT id, action_id FROM change WHERE tbl = ?1 AND row = ?2 ORDER BY id LIMIT {}",
                MOST_CHANGES + 1
            ),
            key,
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        if changes.len() > MOST_CHANGES {
            self.find(format!("{} {} has more changes than any row has", key.0, key.1));
            return Ok(None);
        }
        let on = changes.iter().filter_map(|(id, action)| Some((*self.laid.get(action)?, *id)));
        // The last change of an action is the first that is taken off.
        let off = changes.iter().rev().filter_map(|(id, action)| Some((*self.taken.get(action)?, *id)));
        let mut steps: Vec<(usize, i64, Undoing)> = on.map(|(at, id)| (at, id, Undoing::Forth)).collect();
        steps.extend(off.map(|(at, id)| (at, id, Undoing::Back)));
        steps.sort_by_key(|(at, ..)| *at);
        let columns = self.columns.get(key.0).cloned().unwrap_or_default();
        let mut known = None;
        for (_, id, way) in steps {
            let (before, after) = self.images(key, &columns, id)?;
            if let Undoing::Back = way {
                known = laid(known, &columns, after.is_some(), before);
                continue;
            }
            if !follows(known.as_ref(), &columns, before.as_ref(), after.as_ref()) {
                let (table, row) = key;
                self.find(format!("a change of {table} {row} does not follow from those before it"));
            }
            known = laid(known, &columns, before.is_some(), after);
        }
        Ok(known)
    }

    /// Proves what the journal says of every row that a table does not have, and gives the numbers of those that should be
    /// there.
    pub fn missing(&mut self, table: &'static str) -> Result<Vec<i64>> {
        let gone: Vec<i64> = self.db.rows(
            &format!(
                "SELECT DISTINCT row FROM change
                 WHERE tbl = ?1 AND NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.id = change.row) ORDER BY row"
            ),
            [table],
            |row| row.get(0),
        )?;
        let mut missing = Vec::new();
        for row in gone {
            if self.row((table, row))?.is_some() {
                missing.push(row);
            }
        }
        Ok(missing)
    }

    fn find(&mut self, breach: String) {
        if self.findings.len() < MOST {
            self.findings.push(breach);
        }
    }

    /// The images of a row in a change, of before and of after.
    fn images(&mut self, key: (&str, i64), columns: &Image, change: i64) -> Result<(Option<Image>, Option<Image>)> {
        let (before, after) = self
            .db
            .sql
            .prepare_cached("SELECT before, after FROM change WHERE id = ?1")?
            .query_row([change], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((self.read(key, columns, before), self.read(key, columns, after)))
    }

    /// The image of a row in a change; nothing if there was none.
    fn read(&mut self, (table, row): (&str, i64), columns: &Image, text: Option<String>) -> Option<Image> {
        let image = image_of(&text?).unwrap_or_else(|error| {
            self.find(format!("{table} {row}: {error}"));
            Image::new()
        });
        if let Some(strange) = image.keys().find(|name| !columns.contains_key(*name)) {
            self.find(format!("{table} {row} has no column {strange:.40}"));
        }
        if image.get("id").is_some_and(|id| id.as_i64() != Some(row)) {
            self.find(format!("{table} {row} is under a wrong number"));
        }
        if let Some(name) = image.iter().find(|(_, value)| !is_cell(value)).map(|(name, _)| name) {
            self.find(format!("{table} {row} holds in {name:.40} what no row does"));
        }
        Some(image)
    }
}

/// Whether a change starts from what those before it had made, which is what undo would put back.
fn follows(known: Option<&Image>, columns: &Image, before: Option<&Image>, after: Option<&Image>) -> bool {
    match (before, known) {
        (None, known) => known.is_none() && after.is_some_and(|after| after.contains_key("id")),
        (Some(_), None) => false,
        (Some(before), Some(known)) => {
            let was = before.iter().all(|(column, value)| known.get(column) == Some(value));
            // A change names the same columns twice; a row that was taken out is whole, or has the defaults.
            was && match after {
                Some(after) => after.len() == before.len() && after.keys().all(|name| before.contains_key(name)),
                None => known.iter().all(|(name, value)| before.contains_key(name) || columns[name] == *value),
            }
        }
    }
}

/// What a change makes of a row.
fn laid(known: Option<Image>, columns: &Image, was_there: bool, to: Option<Image>) -> Option<Image> {
    let mut to = to?;
    // A column that came with a later version has its default in a row of before.
    let mut whole = if was_there { known.unwrap_or_default() } else { columns.clone() };
    for (name, usual) in columns {
        let value = to.swap_remove(name).or_else(|| whole.swap_remove(name));
        whole.insert(name.clone(), value.unwrap_or_else(|| usual.clone()));
    }
    Some(whole)
}

impl Db {
    /// What the journal makes of the tables.
    pub(super) fn fold(&self) -> Result<Folded<'_>> {
        let mut columns = BTreeMap::new();
        for table in JOURNALLED {
            columns.insert(*table, self.defaults(table)?);
        }
        let (laid, taken) = (BTreeMap::new(), BTreeMap::new());
        let mut folded = Folded { db: self, columns, laid, taken, findings: Vec::new(), changes: 0 };
        for (at, (action, way)) in self.history(&mut folded)?.into_iter().enumerate() {
            match way {
                Undoing::Forth => folded.laid.insert(action, at),
                Undoing::Back => folded.taken.insert(action, at),
            };
        }
        self.look_at_order(&mut folded)?;
        self.look_beside(&mut folded)?;
        Ok(folded)
    }

    /// Looks whether each change comes after another, and is of a table there is.
    fn look_at_order(&self, folded: &mut Folded) -> Result<()> {
        let mut query = self.sql.prepare("SELECT id, action_id, tbl FROM change ORDER BY action_id, id")?;
        let mut changes = query.query([])?;
        let mut number = None;
        while let Some(change) = changes.next()? {
            let id: i64 = change.get(0)?;
            if !folded.laid.contains_key(&change.get(1)?) {
                continue;
            }
            let table = change.get_ref(2)?.as_str().unwrap_or_default();
            if !folded.columns.contains_key(table) {
                folded.find(format!("it names a table {table:.40}"));
            }
            folded.changes += 1;
            // Undo goes by the numbers, which rise from change to change.
            if number.is_some_and(|number: i64| number.checked_add(1) != Some(id)) {
                folded.find(format!("change {id} does not come after {}", number.unwrap_or_default()));
            }
            number = Some(id);
        }
        Ok(())
    }

    /// What was done, taken back and brought again, step by step: the actions whose changes are laid on or taken off.
    fn history(&self, folded: &mut Folded) -> Result<Vec<(i64, Undoing)>> {
        let mut query = self
            .sql
            .prepare(&format!("SELECT id, kind, target_id, state FROM action WHERE id >= {FLOOR} ORDER BY id"))?;
        let actions: Vec<(i64, ActionKind, Option<i64>, ActionState)> = query
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect::<Result<_, _>>()?;
        let (mut steps, mut done, mut undone) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = None;
        for (id, kind, target, _) in &actions {
            if last.is_some_and(|last: i64| last + 1 != *id) {
                folded.find(format!("an action before action {id} is missing"));
            }
            last = Some(*id);
            match (kind, target) {
                (ActionKind::Do, None) => {
                    undone.clear();
                    done.push(*id);
                    steps.push((*id, Undoing::Forth));
                }
                // The first made the campaign, and stays.
                (ActionKind::Undo, Some(target)) if done.len() > 1 && done.last() == Some(target) => {
                    undone.extend(done.pop());
                    steps.push((*target, Undoing::Back));
                }
                (ActionKind::Redo, Some(target)) if undone.last() == Some(target) => {
                    done.extend(undone.pop());
                    // The last step took it off; without that step it is there again.
                    steps.pop();
                }
                _ => folded.find(format!("action {id} takes back or brings again what it cannot")),
            }
        }
        let (done, undone): (BTreeSet<i64>, BTreeSet<i64>) = (done.into_iter().collect(), undone.into_iter().collect());
        for (id, kind, _, state) in &actions {
            let is = match kind {
                ActionKind::Do if undone.contains(id) => ActionState::Undone,
                ActionKind::Do if !done.contains(id) => ActionState::Closed,
                _ => ActionState::Done,
            };
            if *state != is {
                folded.find(format!("action {id} is {}, not {}", state.word(), is.word()));
            }
        }
        if !folded.findings.is_empty() {
            // What was taken back when cannot be told, so what is said to be in force is taken at its word.
            let in_force = |(_, kind, _, state): &&(_, ActionKind, _, ActionState)| {
                *kind == ActionKind::Do && *state == ActionState::Done
            };
            steps = actions.iter().filter(in_force).map(|(id, ..)| (*id, Undoing::Forth)).collect();
        }
        Ok(steps)
    }

    /// Looks at what of the journal belongs to no step.
    fn look_beside(&self, folded: &mut Folded) -> Result<()> {
        for (breach, which) in [
            (
                "an action that cannot be taken back could be brought again",
                "SELECT id FROM action WHERE id < {FLOOR} AND state = 'undone'",
            ),
            (
                "an undo or a redo has changes of its own",
                "SELECT id FROM action WHERE id > {FLOOR} AND kind <> 'do' AND id IN (SELECT action_id FROM change)",
            ),
            (
                "a change of before a repair cannot be read",
                "SELECT id FROM change WHERE action_id < {FLOOR} AND (json_valid(before) = 0 OR json_valid(after) = 0)",
            ),
            (
                "the changes leave no numbers for those to come",
                "SELECT id FROM change WHERE id NOT BETWEEN 1 AND {FARTHEST}",
            ),
        ] {
            let which = which.replace("{FLOOR}", FLOOR).replace("{FARTHEST}", &FARTHEST.to_string());
            if self.sql.prepare(&which)?.exists([])? {
                folded.find(breach.to_owned());
            }
        }
        Ok(())
    }

    /// The columns of a table, each with the value a row has in it that says nothing of it.
    fn defaults(&self, table: &str) -> Result<Image> {
        let mut query = self.sql.prepare("SELECT name, dflt_value FROM pragma_table_info(?1)")?;
        let columns = query.query_map([table], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?)))?;
        let value = |text: Option<String>| match text {
            Some(text) if text.starts_with('\'') => Value::String(text.trim_matches('\'').replace("''", "'")),
            Some(text) => text.parse::<i64>().map_or(Value::Null, Value::from),
            None => Value::Null,
        };
        Ok(columns.map(|column| column.map(|(name, text)| (name, value(text)))).collect::<Result<_, _>>()?)
    }
}
