//! Files written by hand (TOML), read with everything that is wrong with them, each fault with its line. Lengths and
//! places are in inches, in quarters if need be.

use crate::rules::geometry::{INCH, Point};
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most tables of one kind, and points of a line, a file may have.
pub const MOST: usize = 200;

/// The longest text that is read: four times what is read of a file, for a campaign keeps what was read with its names and
/// numbers written out.
const LONGEST: usize = 1 << 20;

/// As many faults of a file as are told.
const MOST_FAULTS: usize = 100;

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what is wanted instead.
    pub what: String,
}

/// Everything wrong with a file, in the order of its lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; "))]
pub struct LineFaults(pub Vec<LineFault>);

/// A table of the file, where it begins, and what to call it.
pub(super) struct TomlEntry<'a, 'i> {
    pub(super) table: &'a DeTable<'i>,
    pub(super) at: usize,
    pub(super) what: &'static str,
}

impl<'a, 'i> TomlEntry<'a, 'i> {
    /// Where a key is, or else the table.
    pub(super) fn at(&self, key: &str) -> usize {
        self.get(key).map_or(self.at, |value| value.span().start)
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value)
    }
}

/// Reads the values of a file, and takes note of its faults.
pub(super) struct Reader<'a> {
    text: &'a str,
    faults: Vec<LineFault>,
}

/// Reads a whole file with `read`: what it comes to, or every fault of it.
pub(super) fn read_file<T>(
    text: &str,
    what: &'static str,
    read: impl FnOnce(&mut Reader<'_>, &TomlEntry<'_, '_>) -> T,
) -> Result<T, LineFaults> {
    if text.len() > LONGEST {
        let what = format!("{what} is longer than {} KB", LONGEST >> 10);
        return Err(LineFaults(vec![LineFault { line: 1, what }]));
    }
    let mut reader = Reader { text, faults: Vec::new() };
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().map_or(0, |span| span.start), error.message().to_owned());
    }
    let whole = TomlEntry { table: table.get_ref(), at: 0, what };
    let read = read(&mut reader, &whole);
    let mut faults = reader.faults;
    if faults.is_empty() {
        return Ok(read);
    }
    faults.sort_by_key(|fault| fault.line);
    faults.dedup();
    Err(LineFaults(faults))
}

/// Reads the tables and the simplest values of a file: what every file written by hand is read by.
pub(super) trait TomlReader: Sized {
    /// The most tables of one kind a file may have.
    const MOST_TABLES: usize = MOST;

    /// Notes a fault at a byte of the text.
    fn fault(&mut self, at: usize, what: impl Into<String>);

    /// Every key of a table must be one that is known.
    fn known(&mut self, entry: &TomlEntry<'_, '_>, keys: &[&str]) {
        for key in entry.table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
            self.fault(
                key.span().start,
                format!("{} has no “{}”; it has {}", entry.what, key.get_ref(), keys.join(", ")),
            );
        }
    }

    fn needed<T>(
        &mut self,
        entry: &TomlEntry<'_, '_>,
        key: &str,
        read: impl FnOnce(&mut Self, &Spanned<DeValue<'_>>) -> Option<T>,
    ) -> Option<T> {
        let value = entry.get(key);
        if value.is_none() {
            self.fault(entry.at, format!("{} needs “{key}”", entry.what));
        }
        read(self, value?)
    }

    fn optional<T>(
        &mut self,
        entry: &TomlEntry<'_, '_>,
        key: &str,
        read: impl FnOnce(&mut Self, &Spanned<DeValue<'_>>) -> Option<T>,
    ) -> Option<T> {
        entry.get(key).and_then(|value| read(self, value))
    }

    /// Every table of a kind, `what`, written `[[key]]`.
    fn tables<'a, 'i>(&mut self, whole: &TomlEntry<'a, 'i>, key: &str, what: &'static str) -> Vec<TomlEntry<'a, 'i>> {
        let Some(value) = whole.get(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            self.fault(value.span().start, format!("{what} is written [[{key}]]"));
            return Vec::new();
        };
        if list.len() > Self::MOST_TABLES {
            self.fault(value.span().start, format!("at most {} of [[{key}]]", Self::MOST_TABLES));
        }
        let mut entries = Vec::new();
        for item in list.iter().take(Self::MOST_TABLES) {
            match item.get_ref() {
                DeValue::Table(table) => entries.push(TomlEntry { table, at: item.span().start, what }),
                _ => self.fault(item.span().start, format!("{what} is written [[{key}]]")),
            }
        }
        entries
    }

    fn word<T: FromStr<Err: std::fmt::Display>>(&mut self, value: &Spanned<DeValue<'_>>) -> Option<T> {
        let read = value.get_ref().as_str().unwrap_or("").parse();
        read.map_err(|error: T::Err| self.fault(value.span().start, error.to_string())).ok()
    }

    fn yes(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let read = value.get_ref().as_bool();
        if read.is_none() {
            self.fault(value.span().start, "expected true or false");
        }
        read
    }

    fn number(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        within: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let read =
            value.get_ref().as_integer().and_then(|number| i32::from_str_radix(number.as_str(), number.radix()).ok());
        let fits = read.filter(|number| within.contains(number));
        if fits.is_none() {
            self.fault(
                value.span().start,
                format!("{what} is a whole number from {} to {}", within.start(), within.end()),
            );
        }
        fits
    }
}

impl TomlReader for Reader<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        if self.faults.len() == MOST_FAULTS {
            return;
        }
        let line = self.line_of(at);
        self.faults.push(LineFault { line, what: what.into() });
    }
}

impl<'a> Reader<'a> {
    /// The text of the file.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Whether nothing wrong has been found.
    pub(super) fn sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The line of a byte of the text, from 1.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }

    pub(super) fn words(&mut self, value: &Spanned<DeValue<'_>>, what: &str) -> Option<String> {
        let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= 200);
        if text.is_none() {
            self.fault(value.span().start, format!("expected {what} in quotation marks, of 200 letters at most"));
        }
        text.map(str::to_owned)
    }

    /// A length in inches, as 64ths.
    pub(super) fn length(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        within: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let (least, most) = (within.start() * INCH, within.end() * INCH);
        let read = inches(value.get_ref()).filter(|length| (least..=most).contains(length));
        if read.is_none() {
            let (least, most) = (within.start(), within.end());
            self.fault(
                value.span().start,
                format!("{what} is in inches, from {least} to {most}, in quarters if need be"),
            );
        }
        read
    }

    pub(super) fn line(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        holds: impl Fn(Point) -> bool,
        least: usize,
    ) -> Option<Vec<Point>> {
        let Some(list) = value.get_ref().as_array().filter(|list| (least..=MOST).contains(&list.len())) else {
            self.fault(value.span().start, format!("expected at least {least} places, as [[x, y], [x, y]]"));
            return None;
        };
        let mut places = Vec::new();
        for item in list.iter() {
            let pair = item.get_ref().as_array().filter(|pair| pair.len() == 2);
            let place = pair.and_then(|pair| {
                let (x, y) = (pair.first()?, pair.get(1)?);
                Some(Point::new(inches(x.get_ref())?, inches(y.get_ref())?))
            });
            match place {
                Some(place) if holds(place) => places.push(place),
                Some(_) => self.fault(item.span().start, "this place is off the field"),
                None => self.fault(item.span().start, "a place is [x, y], in inches, in quarters if need be"),
            }
        }
        (places.len() == list.len()).then_some(places)
    }
}

/// A number of inches in 64ths: whole inches and quarters, or any part that is so many 64ths.
pub(super) fn inches(value: &DeValue<'_>) -> Option<i32> {
    if let Some(number) = value.as_integer() {
        let whole = i32::from_str_radix(number.as_str(), number.radix()).ok()?;
        return whole.checked_mul(INCH);
    }
    let text = value.as_float()?.as_str();
    let (whole, part) = text.split_once('.')?;
    let part = part.trim_end_matches('0');
    if part.len() > 6 || !part.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let parts = part.parse::<i64>().unwrap_or(0) * i64::from(INCH);
    let unit = 10_i64.pow(part.len() as u32);
    let whole: i32 = whole.parse().ok()?;
    let exact = whole >= 0 && parts % unit == 0;
    exact.then(|| whole.checked_mul(INCH)).flatten()?.checked_add((parts / unit) as i32)
}
