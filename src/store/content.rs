//! A campaign's content written out whole, and put into a new file again: every journalled table as JSON, and beside them
//! what undo leaves alone, as it is: records, games under way and pictures.

use super::journal::{JOURNALLED, as_json, columns};
use super::{Act, Db};
use crate::campaign::problem::Result;
use rusqlite::params_from_iter;
use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The tables that undo leaves alone and that go with a campaign. Its actions stay behind: what they were is told by the
/// file they were done in.
const KEPT: [&str; 4] = ["record", "play", "play_decision", "picture"];

/// As many faults of an export as are told.
const MOST_FAULTS: usize = 40;

/// Something wrong with an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFault {
    /// Where: `content.person[3].grade`.
    pub place: String,
    /// What is wrong there.
    pub what: String,
}

/// A column, as far as a value is judged by it.
struct Column {
    kind: String,
    may_be_null: bool,
}

impl Db {
    /// The campaign's content, table by table, each row as JSON: what two files are compared by.
    pub fn content(&self) -> Result<Map<String, Value>> {
        let mut content = Map::new();
        for table in JOURNALLED {
            let json = as_json(&self.sql, table)?;
            let mut query = self.sql.prepare(&format!("SELECT {json} FROM {table} ORDER BY id"))?;
            let rows = query
                .query_map([], |row| row.get::<_, String>(0))?
                .map(|text| {
                    let text = text?;
                    serde_json::from_str(&text)
                        .map_err(|error| super::file::damaged(&format!("a row of {table} is unreadable: {error}")))
                })
                .collect::<Result<Vec<Value>>>()?;
            content.insert((*table).to_owned(), Value::Array(rows));
        }
        Ok(content)
    }

    /// What goes with the content and is no part of it: records as they are, games under way, the map's picture. Bytes are
    /// written as `{"hex": …}`.
    pub fn kept(&self) -> Result<Map<String, Value>> {
        let mut kept = Map::new();
        for table in KEPT {
            let names = columns(&self.sql, table)?;
            let mut query = self.sql.prepare(&format!("SELECT {} FROM {table} ORDER BY id", names.join(", ")))?;
            let mut rows = query.query([])?;
            let mut out = Vec::new();
            while let Some(row) = rows.next()? {
                let mut object = Map::new();
                for (at, name) in names.iter().enumerate() {
                    object.insert(name.clone(), told(row.get_ref(at)?)?);
                }
                out.push(Value::Object(object));
            }
            kept.insert(table.to_owned(), Value::Array(out));
        }
        Ok(kept)
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

/// The bytes that pairs of hexadecimal digits stand for.
fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = hex.chars().map(|digit| digit.to_digit(16)).collect::<Option<_>>()?;
    let pairs = digits.chunks_exact(2);
    pairs.remainder().is_empty().then(|| pairs.map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}

/// What a value in an export is as a column's cell, or what is wrong with it.
fn cell(column: &Column, value: &Value) -> Result<Cell, String> {
    match (column.kind.as_str(), value) {
        (_, Value::Null) if column.may_be_null => Ok(Cell::Null),
        (_, Value::Null) => Err("may not be null".to_owned()),
        ("INTEGER", Value::Number(number)) => match number.as_i64() {
            Some(number) => Ok(Cell::Integer(number)),
            None => Err(format!("is {number}, and not a whole number that a campaign holds")),
        },
        ("TEXT", Value::String(text)) => Ok(Cell::Text(text.clone())),
        ("BLOB", Value::Object(object)) => match object.get("hex").and_then(Value::as_str).and_then(bytes_of) {
            Some(bytes) => Ok(Cell::Blob(bytes)),
            None => Err("is no {\"hex\": …} with pairs of hexadecimal digits".to_owned()),
        },
        ("INTEGER", _) => Err("is no whole number".to_owned()),
        ("TEXT", _) => Err("is no text".to_owned()),
        _ => Err("is no {\"hex\": …}".to_owned()),
    }
}

impl Act<'_> {
    /// Puts the content of an export into a campaign that has none. Gives every fault of it by its place; where there is
    /// one, the action must not be kept.
    pub fn put_content(&self, export: &Value) -> Result<Vec<ContentFault>> {
        self.sql.pragma_update(None, "defer_foreign_keys", true)?;
        let mut faults = Vec::new();
        // Where each row stands, so that one that points nowhere is told by its place.
        let mut places = BTreeMap::new();
        for (part, tables) in [("kept", &KEPT[..]), ("content", JOURNALLED)] {
            let Some(of) = export.get(part).and_then(Value::as_object) else {
                if part == "content" {
                    let what = "is not there, so this is no export of a campaign".to_owned();
                    faults.push(ContentFault { place: part.to_owned(), what });
                }
                continue;
            };
            for unknown in of.keys().filter(|name| !tables.contains(&name.as_str())) {
                let what = "is no table of a campaign".to_owned();
                faults.push(ContentFault { place: format!("{part}.{unknown}"), what });
            }
            for table in tables {
                self.put_table(part, table, of.get(*table), &mut places, &mut faults)?;
            }
        }
        // A row left out for a fault of its own would leave others pointing nowhere.
        if !faults.is_empty() {
            faults.truncate(MOST_FAULTS);
            return Ok(faults);
        }
        let mut loose = self.sql.prepare("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")?;
        let mut rows = loose.query([])?;
        while let Some(row) = rows.next()? {
            let (table, id, parent): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let place = places.get(&(table.clone(), id)).cloned().unwrap_or_else(|| format!("{table} {id}"));
            faults.push(ContentFault { place, what: format!("points to a row of {parent} that is not there") });
        }
        faults.truncate(MOST_FAULTS);
        Ok(faults)
    }

    fn put_table(
        &self,
        part: &str,
        table: &str,
        rows: Option<&Value>,
        places: &mut BTreeMap<(String, i64), String>,
        faults: &mut Vec<ContentFault>,
    ) -> Result<()> {
        let at = format!("{part}.{table}");
        let rows = match rows {
            None if part == "kept" => return Ok(()),
            None => {
                faults.push(ContentFault { place: at, what: "is not there".to_owned() });
                return Ok(());
            }
            Some(Value::Array(rows)) => rows,
            Some(_) => {
                faults.push(ContentFault { place: at, what: "is no list of rows".to_owned() });
                return Ok(());
            }
        };
        let names = columns(&self.sql, table)?;
        let of: Vec<Column> = self.rows("SELECT type, \"notnull\" FROM pragma_table_info(?1)", [table], |row| {
            Ok(Column { kind: row.get(0)?, may_be_null: !row.get(1)? })
        })?;
        let marks = vec!["?"; names.len()].join(", ");
        let sql = format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", "));
        let mut put = self.sql.prepare(&sql)?;
        for (number, row) in rows.iter().enumerate() {
            if faults.len() >= MOST_FAULTS {
                return Ok(());
            }
            let place = format!("{at}[{number}]");
            let Some(row) = row.as_object() else {
                faults.push(ContentFault { place, what: "is no row".to_owned() });
                continue;
            };
            let before = faults.len();
            for unknown in row.keys().filter(|name| !names.contains(name)) {
                let what = "is no column of that table".to_owned();
                faults.push(ContentFault { place: format!("{place}.{unknown}"), what });
            }
            let mut cells = Vec::with_capacity(names.len());
            for (name, column) in names.iter().zip(&of) {
                let told = row.get(name).map_or_else(|| Err("is not there".to_owned()), |value| cell(column, value));
                match told {
                    Ok(cell) => cells.push(cell),
                    Err(what) => faults.push(ContentFault { place: format!("{place}.{name}"), what }),
                }
            }
            if faults.len() > before {
                continue;
            }
            if let Some(id) = row.get("id").and_then(Value::as_i64) {
                places.insert((table.to_owned(), id), place.clone());
            }
            if let Err(error) = put.execute(params_from_iter(cells)) {
                match error.sqlite_error_code() {
                    Some(rusqlite::ErrorCode::ConstraintViolation) => {
                        faults.push(ContentFault { place, what: format!("breaks a rule of its table ({error})") });
                    }
                    _ => return Err(error.into()),
                }
            }
        }
        Ok(())
    }
}
