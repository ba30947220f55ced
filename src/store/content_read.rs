//! A campaign's content put into a new file again out of its export. Nothing of it is held but the row being read: an export
//! comes from anybody and may be of any size.

use super::check::holds_days;
use super::content::PARTS;
use super::file::MOST_BYTES;
use super::journal::columns;
use super::limits::LONGEST_NAME;
use super::{Act, Watch};
use crate::campaign::calendar::Day;
use crate::campaign::problem::{Problem, Result};
use rusqlite::params_from_iter;
use rusqlite::types::Value as Cell;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Read};

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

impl Act<'_> {
    /// Puts the content of an export into a campaign that has none. Gives every fault of it by its place; where there is
    /// one, the action must not be kept.
    pub fn put_content(&self, export: impl Read) -> Result<Vec<ContentFault>> {
        self.sql.pragma_update(None, "defer_foreign_keys", true)?;
        let mut taking = Taking {
            act: self,
            faults: Vec::new(),
            rows: BTreeMap::new(),
            tables: BTreeSet::new(),
            parts: BTreeSet::new(),
            problem: None,
        };
        let mut json = serde_json::Deserializer::from_reader(export);
        if let Err(error) = (Parts { taking: &mut taking }).deserialize(&mut json) {
            return match taking.problem {
                Some(problem) => Err(problem),
                None => Ok(vec![ContentFault { place: "The text".to_owned(), what: format!("is not JSON: {error}") }]),
            };
        }
        let (content, tables) = PARTS[0];
        if !taking.parts.contains(content) {
            taking.fault(content.to_owned(), "is not there, so this is no export of a campaign");
        } else {
            for table in tables.iter().filter(|table| !taking.tables.contains(*table)).collect::<Vec<_>>() {
                taking.fault(format!("{content}.{table}"), "is not there");
            }
        }
        // A row left out for a fault of its own would leave others pointing nowhere.
        if taking.faults.is_empty() {
            taking.look_where_rows_point()?;
        }
        taking.faults.truncate(MOST_FAULTS);
        Ok(taking.faults)
    }
}

/// An export being taken in.
struct Taking<'a> {
    act: &'a Act<'a>,
    faults: Vec<ContentFault>,
    /// Where each row stood in its table, so that one that points nowhere is told by its place.
    rows: BTreeMap<(&'static str, i64), u32>,
    tables: BTreeSet<&'static str>,
    parts: BTreeSet<&'static str>,
    /// What stopped the reading, if it was no fault of the text.
    problem: Option<Problem>,
}

impl Taking<'_> {
    fn fault(&mut self, place: String, what: impl Into<String>) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(ContentFault { place, what: what.into() });
        }
    }

    fn look_where_rows_point(&mut self) -> Result<()> {
        let act = self.act;
        let mut loose = act.sql.prepare("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")?;
        let mut rows = loose.query([])?;
        while let Some(row) = rows.next()?
            && self.faults.len() < MOST_FAULTS
        {
            let (table, id, parent): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let stood = PARTS.iter().find_map(|(part, tables)| {
                let table = tables.iter().find(|known| **known == table)?;
                let at = self.rows.get(&(*table, id))?;
                Some(format!("{part}.{table}[{at}]"))
            });
            let place = stood.unwrap_or_else(|| format!("{table} {id}"));
            self.fault(place, format!("points to a row of {parent} that is not there"));
        }
        Ok(())
    }
}

/// The whole of an export: its parts are taken in, its head was read before.
struct Parts<'a, 'b> {
    taking: &'a mut Taking<'b>,
}

impl<'de> DeserializeSeed<'de> for Parts<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Parts<'_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an export of a campaign")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match PARTS.into_iter().find(|(part, _)| *part == key) {
                Some((part, tables)) => {
                    self.taking.parts.insert(part);
                    map.next_value_seed(Part { taking: self.taking, part, tables })?;
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// One part: an object of tables.
struct Part<'a, 'b> {
    taking: &'a mut Taking<'b>,
    part: &'static str,
    tables: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for Part<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Part<'_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object of tables as “{}”", self.part)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let part = self.part;
        while let Some(key) = map.next_key::<String>()? {
            match self.tables.iter().find(|table| **table == key) {
                Some(table) if self.taking.tables.insert(table) => {
                    map.next_value_seed(TableRows { taking: self.taking, part, table })?;
                }
                known => {
                    let what = if known.is_some() { "stands there twice" } else { "is no table of a campaign" };
                    self.taking.fault(format!("{part}.{key:.60}"), what);
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A column, as far as a value is judged by it.
struct Column {
    name: String,
    kind: String,
    may_be_null: bool,
}

/// One table: a list of rows, each put in as it comes.
struct TableRows<'a, 'b> {
    taking: &'a mut Taking<'b>,
    part: &'static str,
    table: &'static str,
}

impl<'de> DeserializeSeed<'de> for TableRows<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for TableRows<'_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of rows as “{}.{}”", self.part, self.table)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let TableRows { taking, part, table } = self;
        match put_rows(taking, part, table, &mut seq) {
            Ok(done) => done,
            Err(problem) => {
                let stopped = A::Error::custom(&problem.sentence);
                taking.problem = Some(problem);
                Err(stopped)
            }
        }
    }
}

/// Puts in the rows of a table. Fails outside for what the file could not do, and within for what is no JSON.
fn put_rows<'de, A: SeqAccess<'de>>(
    taking: &mut Taking,
    part: &str,
    table: &'static str,
    seq: &mut A,
) -> Result<Result<(), A::Error>> {
    let act = taking.act;
    let columns: Vec<Column> = {
        let names = columns(&act.sql, table)?;
        let of = act.rows("SELECT type, \"notnull\" FROM pragma_table_info(?1)", [table], |row| {
            Ok((row.get(0)?, !row.get::<_, bool>(1)?))
        })?;
        let of: Vec<(String, bool)> = of;
        names.into_iter().zip(of).map(|(name, (kind, may_be_null))| Column { name, kind, may_be_null }).collect()
    };
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    let mut put = act.sql.prepare(&format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", ")))?;
    let mut number = 0u32;
    loop {
        let row = match seq.next_element::<Row>() {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        };
        let place = format!("{part}.{table}[{number}]");
        number += 1;
        if taking.faults.len() >= MOST_FAULTS {
            continue;
        }
        let Some(mut given) = row.0 else {
            taking.fault(place, "is no row");
            continue;
        };
        let before = taking.faults.len();
        let mut cells = Vec::with_capacity(columns.len());
        for column in &columns {
            let at = given.iter().position(|(name, _)| *name == column.name);
            let told = at.map_or_else(|| Err("is not there".to_owned()), |at| cell(column, given.swap_remove(at).1));
            match told {
                Ok(cell) => cells.push(cell),
                Err(what) => taking.fault(format!("{place}.{}", column.name), what),
            }
        }
        for (unknown, _) in given {
            taking.fault(format!("{place}.{unknown:.60}"), "is no column of that table");
        }
        if taking.faults.len() > before {
            continue;
        }
        if let Some(Cell::Integer(id)) = cells.first() {
            taking.rows.insert((table, *id), number - 1);
        }
        if let Err(error) = put.execute(params_from_iter(cells)) {
            match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::ConstraintViolation | rusqlite::ErrorCode::TooBig) => {
                    taking.fault(place, format!("breaks a rule of its table ({error})"));
                }
                _ => return Err(error.into()),
            }
        }
    }
}

fn can_be_told(day: i64) -> bool {
    i32::try_from(day).is_ok_and(|day| Day::reach().contains(&Day(day)))
}

/// What a value in an export is as a column's cell, or what is wrong with it.
fn cell(column: &Column, given: Given) -> Result<Cell, String> {
    match (column.kind.as_str(), given) {
        (_, Given::Null) if column.may_be_null => Ok(Cell::Null),
        (_, Given::Null) => Err("may not be null".to_owned()),
        ("INTEGER", Given::Whole(day)) if holds_days(&column.name) && !can_be_told(day) => {
            Err(format!("is {day}, and no day that can be told"))
        }
        ("INTEGER", Given::Whole(number)) => Ok(Cell::Integer(number)),
        ("INTEGER", Given::Number(number)) => Err(format!("is {number}, and not a whole number that a campaign holds")),
        ("INTEGER", _) => Err("is no whole number".to_owned()),
        ("TEXT", Given::Text(text)) if column.name == "name" && text.chars().count() > LONGEST_NAME as usize => {
            Err(format!("has {} letters, and a name has {LONGEST_NAME} at most", text.chars().count()))
        }
        ("TEXT", Given::Text(text)) => Ok(Cell::Text(text)),
        ("TEXT", _) => Err("is no text".to_owned()),
        (_, Given::Bytes(Some(bytes))) => Ok(Cell::Blob(bytes)),
        (_, Given::Bytes(None)) => Err("is no {\"hex\": …} with pairs of hexadecimal digits".to_owned()),
        _ => Err("is no {\"hex\": …}".to_owned()),
    }
}

/// The most members of a row that are looked at; no table has as many columns.
const MOST_MEMBERS: usize = 100;

/// The most bytes of a row, with the names of its columns.
const MOST_OF_ROW: usize = MOST_BYTES as usize + (1 << 20);

/// A row by the names of its columns; nothing if it is no object.
struct Row(Option<Vec<(String, Given)>>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Row, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Option<Vec<(String, Given)>>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut members, mut bytes) = (Vec::new(), 0);
                while let Some(key) = map.next_key::<String>()? {
                    if members.len() < MOST_MEMBERS {
                        let given: Given = map.next_value()?;
                        bytes += key.len() + given.bytes();
                        if bytes > MOST_OF_ROW {
                            return Err(A::Error::custom("a row in it is too long"));
                        }
                        members.push((key, given));
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Some(members))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(None)
            }
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
                Ok(None)
            }
        }
        deserializer.deserialize_any(Members).map(Row)
    }
}

/// A value of an export, as far as a cell can be made of it.
enum Given {
    Null,
    Whole(i64),
    /// A number that no column holds, as it is told.
    Number(String),
    Text(String),
    /// What `{"hex": …}` stands for, if it stands for anything.
    Bytes(Option<Vec<u8>>),
    Other,
}

impl Given {
    /// As many bytes as are held of it.
    fn bytes(&self) -> usize {
        match self {
            Given::Text(text) | Given::Number(text) => text.len(),
            Given::Bytes(bytes) => bytes.as_ref().map_or(0, Vec::len),
            Given::Null | Given::Whole(_) | Given::Other => 0,
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Given;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Given, E> {
                Ok(Given::Null)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Given, E> {
                Ok(Given::Other)
            }
            fn visit_i64<E>(self, value: i64) -> Result<Given, E> {
                Ok(Given::Whole(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Given, E> {
                Ok(i64::try_from(value).map_or_else(|_| Given::Number(value.to_string()), Given::Whole))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Given, E> {
                Ok(Given::Number(value.to_string()))
            }
            fn visit_str<E>(self, value: &str) -> Result<Given, E> {
                Ok(Given::Text(value.to_owned()))
            }
            fn visit_string<E>(self, value: String) -> Result<Given, E> {
                Ok(Given::Text(value))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Given, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Given::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given, A::Error> {
                let mut bytes = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key == "hex" {
                        bytes = match map.next_value()? {
                            Given::Text(hex) => bytes_of(&hex),
                            _ => None,
                        };
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Given::Bytes(bytes))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// The bytes that pairs of hexadecimal digits stand for.
fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = hex.as_bytes().chunks_exact(2);
    let whole = pairs.remainder().is_empty();
    let bytes: Option<Vec<u8>> = pairs.map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect();
    bytes.filter(|_| whole)
}

/// The longest text in JSON that is read, in bytes: bytes of a row in pairs of digits.
const LONGEST_TEXT: usize = 2 * MOST_BYTES as usize;

/// JSON as it is read, refused where a text in it is longer than any a campaign holds: a text is held whole. It ends where what
/// this thread is at is stopped.
pub struct ShortTexts<R> {
    from: R,
    /// How long the text has become that is being read; nothing outside one.
    text: Option<usize>,
    /// Whether the next byte stands for itself.
    escaped: bool,
    watch: Watch,
}

impl<R: Read> ShortTexts<R> {
    pub fn new(from: R) -> ShortTexts<R> {
        ShortTexts { from, text: None, escaped: false, watch: Watch::of_this_thread() }
    }
}

impl<R: Read> Read for ShortTexts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watch.is_stopped() {
            return Err(io::Error::other("it was stopped"));
        }
        let read = self.from.read(buffer)?;
        for byte in &buffer[..read] {
            match (self.text, *byte) {
                (None, b'"') => self.text = Some(0),
                (None, _) => {}
                (Some(_), b'"') if !self.escaped => self.text = None,
                (Some(length), byte) => {
                    if length > LONGEST_TEXT {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, "a text in it is too long"));
                    }
                    self.text = Some(length + 1);
                    self.escaped = byte == b'\\' && !self.escaped;
                }
            }
        }
        Ok(read)
    }
}
