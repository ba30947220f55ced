//! Typed values at the SQL border: a column that holds anything else is refused, not guessed.

use crate::campaign::armies::Level;
use crate::campaign::calendar::Day;
use crate::campaign::ids::*;
use crate::campaign::money::Pence;
use crate::campaign::people::State;
use crate::campaign::realm::{Stance, Tincture};
use crate::campaign::war::{ContactState, Settled};
use crate::rules::figure::{Class, Grade, Horse, Protection, Rank, Side};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

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
    Day,
    Pence
);

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
words!(Class, Rank, Horse, Side, State, Level, Tincture, Stance, ContactState, Settled);

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
