//! A campaign's content written out whole: every journalled table as JSON, and beside them what undo leaves alone, as it is:
//! records, games under way and pictures. Rows are written as they are read, a row a line, for a campaign may be of any size.

use super::Db;
use super::digest::SEALED;
use super::journal::{JOURNALLED, as_json, columns};
use crate::campaign::problem::Result;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::io::{self, Write};

/// The tables that undo leaves alone and that go with a campaign. Its actions stay behind: what they were is told by the
/// file they were done in.
pub(super) const KEPT: [&str; SEALED.len()] = {
    let (mut names, mut at) = ([""; SEALED.len()], 0);
    while at < names.len() {
        names[at] = SEALED[at].0;
        at += 1;
    }
    names
};

/// The tables whose numbers are given once: all but the journal's changes.
pub(super) fn numbered() -> impl Iterator<Item = &'static str> {
    JOURNALLED.iter().copied().chain(["action"]).chain(KEPT)
}

/// The parts of an export and the tables of each.
pub(super) const PARTS: [(&str, &[&str]); 2] = [("content", JOURNALLED), ("kept", &KEPT)];

impl Db {
    /// The campaign's content, table by table, each row as JSON: what two files are compared by.
    pub fn content(&self) -> Result<Map<String, Value>> {
        let mut content = Map::new();
        for table in JOURNALLED {
            let mut rows = Vec::new();
            self.each_row(table, |text| {
                let row = serde_json::from_str(text)
                    .map_err(|error| super::file::damaged(&format!("a row of {table} is unreadable: {error}")))?;
                rows.push(row);
                Ok(())
            })?;
            content.insert((*table).to_owned(), Value::Array(rows));
        }
        Ok(content)
    }

    /// Writes what an export holds beside its head: the content, and what goes with it and is no part of it, records as
    /// they are, games under way, the map's picture. Bytes are written as `{"hex": …}`.
    pub fn write_content(&self, out: &mut dyn Write) -> io::Result<()> {
        for (at, (part, tables)) in PARTS.into_iter().enumerate() {
            write!(out, "{}  \"{part}\": {{", if at == 0 { "" } else { ",\n" })?;
            for (at, table) in tables.iter().enumerate() {
                write!(out, "{}\n    \"{table}\": [", if at == 0 { "" } else { "," })?;
                let mut rows = 0u64;
                let mut written = Ok(());
                self.each_row(table, |text| {
                    if written.is_ok() {
                        let join = if rows == 0 { "" } else { "," };
                        written = write!(out, "{join}\n      {}", harmless(text));
                    }
                    rows += 1;
                    Ok(())
                })?;
                written?;
                write!(out, "{}]", if rows == 0 { "" } else { "\n    " })?;
            }
            write!(out, "\n  }}")?;
        }
        Ok(())
    }

    /// Gives every row of a table as JSON, in their order.
    fn each_row(&self, table: &str, mut each: impl FnMut(&str) -> Result<()>) -> Result<()> {
        if JOURNALLED.contains(&table) {
            let json = as_json(&self.sql, table)?;
            let mut query = self.sql.prepare(&format!("SELECT {json} FROM {table} ORDER BY id"))?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                each(&row.get::<_, String>(0)?)?;
            }
            return Ok(());
        }
        let names = columns(&self.sql, table)?;
        let mut query = self.sql.prepare(&format!("SELECT {} FROM {table} ORDER BY id", names.join(", ")))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let mut object = Map::new();
            for (at, name) in names.iter().enumerate() {
                object.insert(name.clone(), told(row.get_ref(at)?)?);
            }
            each(&Value::Object(object).to_string())?;
        }
        Ok(())
    }
}

fn told(value: ValueRef) -> Result<Value> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(_) => return Err(super::file::damaged("it holds a broken number")),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned().into(),
        ValueRef::Blob(bytes) => {
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            json!({ "hex": digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect::<String>() })
        }
    })
}

/// JSON with the controls above ASCII escaped too, so that it commands no terminal it is shown on.
pub fn harmless(json: &str) -> Cow<'_, str> {
    if !json.contains(|letter| ('\u{7f}'..='\u{9f}').contains(&letter)) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        match letter {
            '\u{7f}'..='\u{9f}' => safe.push_str(&format!("\\u{:04x}", letter as u32)),
            _ => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}
