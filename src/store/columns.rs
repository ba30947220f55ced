//! Typed values at the SQL border: a column that holds anything else is refused, not guessed.

use super::journal::{ActionKind, ActionState};
use crate::campaign::armies::Level;
use crate::campaign::calendar::{Day, NotADay};
use crate::campaign::captivity::{BargainStep, CaptivityEnd, CaptivityState, InstalmentState};
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::*;
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::people::{PersonState, Tenure};
use crate::campaign::places::{PlaceKind, RouteKind, StrongholdKind};
use crate::campaign::realm::{Stance, Tincture};
use crate::campaign::siege::{Conduct, OfferState, Purpose, SiegePart};
use crate::campaign::war::{ContactKind, ContactState, Settled};
use crate::rules::battle::{DeedKind, FateKind, Standard};
use crate::rules::figure::{Class, Grade, Horse, Protection, Rank, Side, UnknownWord, Weapon};
use crate::rules::ruleset::Ruleset;
use crate::rules::siege::{End as SiegeEnd, Gear, Leave, Order};
use crate::rules::weather::WeatherKind;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Type, ValueRef};
use rusqlite::{Connection, Row};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

macro_rules! numbers {
    ($($type:ident),+) => { $(
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(i64::from(self.0).into())
            }
        }
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$type> {
                let number = value.as_i64()?;
                Ok($type(number.try_into().map_err(|_| FromSqlError::OutOfRange(number))?))
            }
        }
    )+ };
}
numbers!(
    PersonId,
    SideId,
    FormationId,
    PlaceId,
    RouteId,
    StrongholdId,
    BattleId,
    CaptiveId,
    ContactId,
    AccountId,
    ActionId,
    RecordId,
    InstalmentId,
    SiegeId,
    OfferId,
    Pence
);

/// The last day a file may hold: some twenty thousand years on, and as far as the calendar reckons safely.
const LAST_DAY: i64 = 10_000_000;

impl ToSql for Day {
    /// A day reckoned ahead may lie beyond the last there is, and is written nowhere.
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match *self <= Day::LAST {
            true => Ok(i64::from(self.0).into()),
            false => Err(rusqlite::Error::ToSqlConversionFailure(Box::new(NotADay::YearOutOfReach {
                year: self.year().into(),
            }))),
        }
    }
}

impl FromSql for Day {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Day> {
        let number = value.as_i64()?;
        match i32::try_from(number) {
            Ok(day) if (0..=LAST_DAY).contains(&number) => Ok(Day(day)),
            _ => Err(FromSqlError::OutOfRange(number)),
        }
    }
}

macro_rules! words {
    ($($type:ident),+) => { $(
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.word().into())
            }
        }
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$type> {
                value.as_str()?.parse().map_err(|unknown| FromSqlError::Other(Box::new(unknown)))
            }
        }
    )+ };
}
words!(
    Class,
    Rank,
    Horse,
    Standard,
    Side,
    PersonState,
    Tenure,
    Level,
    Tincture,
    People,
    Stance,
    PlaceKind,
    RouteKind,
    StrongholdKind,
    ContactState,
    Settled,
    FateKind,
    DeedKind,
    CaptivityState,
    CaptivityEnd,
    BargainStep,
    InstalmentState,
    LineKind,
    ActionState,
    ActionKind,
    Ruleset,
    WeatherKind,
    ContactKind,
    Purpose,
    SiegePart,
    Conduct,
    OfferState,
    Gear,
    Leave,
    SiegeEnd
);

/// A word that may be left out: the empty text is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blank<T>(pub Option<T>);

impl<T: ToSql> ToSql for Blank<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.as_ref().map_or(Ok("".into()), ToSql::to_sql)
    }
}

impl<T: FromSql> FromSql for Blank<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Blank<T>> {
        match value.as_str()? {
            "" => Ok(Blank(None)),
            _ => T::column_result(value).map(|word| Blank(Some(word))),
        }
    }
}

/// Who won a battle: a side, `neither` once it is settled without one, nothing before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Winner(pub Option<Side>);

impl ToSql for Winner {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.map_or("neither", Side::word).into())
    }
}

impl FromSql for Winner {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Winner> {
        match value.as_str()? {
            "" | "neither" => Ok(Winner(None)),
            _ => Side::column_result(value).map(|side| Winner(Some(side))),
        }
    }
}

impl ToSql for Grade {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.number().into())
    }
}

impl FromSql for Grade {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Grade> {
        let number = value.as_i64()?;
        u8::try_from(number).ok().and_then(Grade::from_number).ok_or(FromSqlError::OutOfRange(number))
    }
}

impl ToSql for Protection {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.number().into())
    }
}

impl FromSql for Protection {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Protection> {
        let number = value.as_i64()?;
        u8::try_from(number).ok().and_then(Protection::new).ok_or(FromSqlError::OutOfRange(number))
    }
}

/// Something a row holds that the program never writes there.
#[derive(Debug, thiserror::Error)]
#[error("{table} {row}, {column}: {what}")]
struct Misread {
    table: &'static str,
    row: i64,
    column: String,
    what: String,
}

/// What a column holds that cannot be read.
pub(super) fn misread(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

/// Reads a row of a table, of which column `id` is the number, so that what cannot be read is told with both.
pub(super) fn read_of<T>(
    table: &'static str,
    id: usize,
    row: &Row,
    read: impl FnOnce(&Row) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange};
    let named = |column: usize, what: String| -> rusqlite::Result<T> {
        let (row, name) = (row.get(id)?, row.as_ref().column_name(column)?.to_owned());
        Err(misread(column, Misread { table, row, column: name, what }))
    };
    match read(row) {
        Err(FromSqlConversionFailure(column, _, cause)) => named(column, cause.to_string()),
        Err(IntegralValueOutOfRange(column, number)) => named(column, format!("{number} is out of range")),
        read => read,
    }
}

/// A figure of a row; one beyond what can be reckoned with is damage, and no sum is to be made of it.
pub(super) fn figure(row: &Row, column: usize) -> rusqlite::Result<u32> {
    let number: i64 = row.get(column)?;
    let known = u32::try_from(number).ok().filter(|_| number <= super::check::HIGHEST);
    known.ok_or(rusqlite::Error::IntegralValueOutOfRange(column, number))
}

/// What is wrong with a row, if the error is of one that was read with [`read_of`].
pub(super) fn misread_row(error: &rusqlite::Error) -> Option<String> {
    match error {
        rusqlite::Error::FromSqlConversionFailure(_, _, cause) => {
            cause.downcast_ref::<Misread>().map(Misread::to_string)
        }
        _ => None,
    }
}

/// A text column that the schema does not hold to its words: its table, its name, and how its words are read.
type Worded = (&'static str, &'static str, fn(&str) -> Result<(), String>);

fn word<T: FromStr<Err = UnknownWord>>(text: &str) -> Result<(), String> {
    read(text.parse::<T>())
}

fn read<T>(read: Result<T, impl std::fmt::Display>) -> Result<(), String> {
    read.map(drop).map_err(|error| error.to_string())
}

fn word_or_blank<T: FromStr<Err = UnknownWord>>(text: &str) -> Result<(), String> {
    if text.is_empty() { Ok(()) } else { word::<T>(text) }
}

const WORDED: &[Worded] = &[
    ("side", "people", word::<People>),
    ("person", "weapons", |text| read(Weapon::list(text))),
    ("place", "kind", word::<PlaceKind>),
    ("route", "kind", word::<RouteKind>),
    ("stronghold", "kind", word::<StrongholdKind>),
    ("battle", "rules", word::<Ruleset>),
    ("battle", "weather", word::<WeatherKind>),
    ("battle_man", "class", word::<Class>),
    ("battle_man", "rank", word::<Rank>),
    ("deed", "what", word::<DeedKind>),
    ("deed", "detail", word_or_blank::<Standard>),
    ("captive", "class", word::<Class>),
    ("captive", "rank", word::<Rank>),
    ("line", "kind", word::<LineKind>),
    ("march", "purpose", word::<Purpose>),
    ("contact", "kind", word::<ContactKind>),
    ("siege", "building", word_or_blank::<Gear>),
    ("siege", "ended", word_or_blank::<SiegeEnd>),
    ("siege_host", "conduct", word::<Conduct>),
    ("siege_host", "orders", |text| read(Order::list(text))),
    ("siege_offer", "leave", word::<Leave>),
];

/// The rows of a table with a word in a column that the program does not know, and the words that stand there elsewhere, the
/// commonest first.
pub(super) struct Amiss {
    pub table: &'static str,
    pub column: &'static str,
    pub rows: Vec<i64>,
    pub known: Vec<String>,
}

/// As many words of a column as are counted, and as many as are put in the place of one that is amiss.
const MOST_COUNTED: usize = 1000;
const MOST_GIVEN: usize = 20;

/// Shows every word of a column with its row, one after the other; each row may have its own.
fn each_word(
    sql: &Connection,
    (table, column, _): &Worded,
    each: &mut dyn FnMut(i64, &str) -> bool,
) -> rusqlite::Result<()> {
    let mut query = sql.prepare(&format!("SELECT id, {column} FROM {table} ORDER BY id"))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        if !each(row.get(0)?, row.get_ref(1)?.as_str()?) {
            break;
        }
    }
    Ok(())
}

/// Every column with words that are amiss, for a repair.
pub(super) fn words_amiss(sql: &Connection) -> rusqlite::Result<Vec<Amiss>> {
    let mut amiss = Vec::new();
    for worded @ (table, column, read) in WORDED {
        let (mut unknown, mut counted) = (Vec::new(), BTreeMap::<String, u64>::new());
        each_word(sql, worded, &mut |id, word| {
            if let Some(count) = counted.get_mut(word) {
                *count += 1;
            } else if read(word).is_err() {
                unknown.push(id);
            } else if counted.len() < MOST_COUNTED {
                counted.insert(word.to_owned(), 1);
            }
            true
        })?;
        if unknown.is_empty() {
            continue;
        }
        let mut known: Vec<(String, u64)> = counted.into_iter().collect();
        known.sort_by_key(|(_, count)| Reverse(*count));
        let known = known.into_iter().take(MOST_GIVEN).map(|(word, _)| word).collect();
        amiss.push(Amiss { table, column, rows: unknown, known });
    }
    Ok(amiss)
}

/// As many words of a column as are told that the program does not know.
const MOST_UNKNOWN: usize = 20;

/// Tells the first words of each column that the program does not know, with their tables and rows.
pub(super) fn unknown_words(sql: &Connection, told: &mut dyn FnMut(String)) -> rusqlite::Result<()> {
    for worded @ (table, column, read) in WORDED {
        let mut unknown = BTreeSet::new();
        each_word(sql, worded, &mut |id, word| {
            if let Err(error) = read(word)
                && unknown.insert(word.to_owned())
            {
                told(format!("{table} {id}, {column}: {error}"));
            }
            unknown.len() < MOST_UNKNOWN
        })?;
    }
    Ok(())
}
