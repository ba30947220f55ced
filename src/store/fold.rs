//! What the journal makes of the tables. Every action's changes are laid on those before it, and taken off again where it
//! was taken back: so the whole of the journal is proved, also what redo would bring again and what a later action closed.

use super::Db;
use super::file::damaged;
use super::journal::{ActionKind, ActionState, FLOOR, JOURNALLED, Undoing};
use crate::campaign::problem::Result;
use rusqlite::types::Value as Cell;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How far the next number may lie beyond the last given one, and the highest there may be. A file that gives none any
/// more is full.
pub(super) const FARTHEST: i64 = 1 << 40;
/// The highest number of a row that leaves room for those to come.
pub(super) const LAST_ROW: i64 = FARTHEST - (1 << 32);
/// As many faults as are told of a journal.
const MOST: usize = 20;

/// The most bytes that the image of a row may take.
pub(super) const LARGEST: usize = 1 << 20;

/// A row as JSON.
pub(super) type Image = serde_json::Map<String, Value>;

/// A value of an image, as a table holds it.
pub(super) fn cell(value: &Value) -> Result<Cell> {
    match value {
        Value::Null => Ok(Cell::Null),
        Value::String(text) => Ok(Cell::Text(text.clone())),
        value => value.as_i64().map(Cell::Integer).ok_or_else(|| damaged("its journal holds what no row does")),
    }
}

/// Whether a table can hold a value of an image.
fn is_cell(value: &Value) -> bool {
    value.is_null() || value.is_string() || value.is_i64()
}

/// As many rows as are laid together, of all tables.
const MOST_FOLDED: usize = 2_000_000;

/// What the journal makes of the tables.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// Every row that should be there, by its table and number: its values as text, in the order of the columns. A campaign
    /// may have many.
    rows: BTreeMap<(&'static str, i64), Box<str>>,
    /// The columns of each table, with the value a row has in them that says nothing of them.
    columns: BTreeMap<&'static str, Rc<Image>>,
    /// What is wrong with the journal itself.
    pub findings: Vec<String>,
    /// How many changes there were.
    pub changes: u64,
}

impl Folded {
    /// Whether a row should be there.
    pub fn has(&self, key: (&'static str, i64)) -> bool {
        self.rows.contains_key(&key)
    }

    /// A row that should be there.
    pub fn row(&self, key: (&'static str, i64)) -> Option<Image> {
        self.rows.get(&key).map(|text| self.image(key.0, text))
    }

    /// Takes a row that should be there out of them.
    pub fn take(&mut self, key: (&'static str, i64)) -> Option<Image> {
        let text = self.rows.remove(&key)?;
        Some(self.image(key.0, &text))
    }

    /// What is left of the rows that should be there.
    pub fn left(self) -> impl Iterator<Item = (&'static str, i64)> {
        self.rows.into_keys()
    }

    /// A row by its values.
    fn image(&self, table: &str, text: &str) -> Image {
        let values: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
        let names = self.columns.get(table).into_iter().flat_map(|columns| columns.keys().cloned());
        names.zip(values).collect()
    }

    /// The numbers of a table's rows that should be there.
    pub fn numbers(&self, table: &'static str) -> Vec<i64> {
        self.rows.range((table, i64::MIN)..=(table, i64::MAX)).map(|((_, id), _)| *id).collect()
    }

    fn find(&mut self, breach: String) {
        if self.findings.len() < MOST {
            self.findings.push(breach);
        }
    }

    /// The image of a row in a change; nothing if there was none.
    fn read(&mut self, (table, row): (&str, i64), columns: &Image, text: Option<String>) -> Option<Image> {
        let text = text?;
        if text.len() > LARGEST {
            self.find(format!("{table} {row} is larger than any row is"));
            return Some(Image::new());
        }
        let image: Image = serde_json::from_str(&text).unwrap_or_else(|error| {
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

    /// Whether a change starts from what those before it had made, which is what undo would put back.
    fn follows(
        &self,
        key: (&'static str, i64),
        columns: &Image,
        before: Option<&Image>,
        after: Option<&Image>,
    ) -> bool {
        match (before, self.row(key)) {
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

    fn lay(&mut self, key: (&'static str, i64), columns: &Image, from: Option<Image>, to: Option<Image>) {
        let Some(to) = to else {
            self.rows.remove(&key);
            return;
        };
        // A column that came with a later version has its default in a row of before.
        let mut whole = if from.is_none() { columns.clone() } else { self.row(key).unwrap_or_default() };
        whole.extend(to);
        if self.rows.len() == MOST_FOLDED && !self.has(key) {
            return self.find(format!("it makes more than {MOST_FOLDED} rows"));
        }
        let values: Vec<Value> =
            columns.iter().map(|(name, usual)| whole.swap_remove(name).unwrap_or_else(|| usual.clone())).collect();
        self.rows.insert(key, Value::Array(values).to_string().into());
    }
}

impl Db {
    /// What the journal makes of the tables.
    pub(super) fn fold(&self) -> Result<Folded> {
        let mut folded = Folded::default();
        for table in JOURNALLED {
            folded.columns.insert(table, Rc::new(self.defaults(table)?));
        }
        let tables = folded.columns.clone();
        let of_action =
            |order| format!("SELECT id, tbl, row, before, after FROM change WHERE action_id = ?1 ORDER BY id {order}");
        let (mut forth, mut back) = (self.sql.prepare(&of_action("ASC"))?, self.sql.prepare(&of_action("DESC"))?);
        let mut number = None;
        for (action, way) in self.history(&mut folded)? {
            let mut changes = match way {
                Undoing::Forth => forth.query([action])?,
                Undoing::Back => back.query([action])?,
            };
            while let Some(change) = changes.next()? {
                let id: i64 = change.get(0)?;
                let table: String = change.get(1)?;
                let Some((table, columns)) = tables.get_key_value(table.as_str()) else {
                    folded.find(format!("it names a table {table:.40}"));
                    continue;
                };
                let key = (*table, change.get(2)?);
                let before = folded.read(key, columns, change.get(3)?);
                let after = folded.read(key, columns, change.get(4)?);
                if let Undoing::Back = way {
                    folded.lay(key, columns, after, before);
                    continue;
                }
                folded.changes += 1;
                // Undo goes by the numbers, which rise from change to change.
                if number.is_some_and(|number: i64| number.checked_add(1) != Some(id)) {
                    folded.find(format!("change {id} does not come after {}", number.unwrap_or_default()));
                }
                number = Some(id);
                if !folded.follows(key, columns, before.as_ref(), after.as_ref()) {
                    let (table, row) = key;
                    folded.find(format!("a change of {table} {row} does not follow from those before it"));
                }
                folded.lay(key, columns, before, after);
            }
        }
        self.look_beside(&mut folded)?;
        Ok(folded)
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
