//! The only SQL. A [`Store`] is an open campaign file; reading goes through [`Db`], and every change through
//! [`Store::act`], one action in one transaction, whose rows' before and after are written down so that it can
//! be undone and redone ([`journal`]).

pub mod armies;
pub mod battles;
pub mod captives;
pub mod check;
pub mod chronicle;
mod columns;
pub mod file;
pub mod journal;
pub mod ledger;
pub mod people;
pub mod places;
pub mod plays;
pub mod realm;

use crate::campaign::problem::{Kind, Problem, Result};
use rusqlite::{Connection, Params, Row};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

/// A campaign file, open and held against other programs.
#[derive(Debug)]
pub struct Store {
    db: Db,
    path: PathBuf,
    /// What the journal's triggers write rows under; see [`journal::Recording`].
    recording: Arc<AtomicI64>,
    /// Dropped last, when the file is closed.
    #[allow(dead_code)]
    held: Option<file::Held>,
}

/// Reading of a campaign.
#[derive(Debug)]
pub struct Db {
    pub(crate) sql: Connection,
}

/// An action under way: reading, and the writes that belong to it.
#[derive(Debug)]
pub struct Act<'a> {
    db: &'a Db,
}

impl Deref for Store {
    type Target = Db;
    fn deref(&self) -> &Db {
        &self.db
    }
}

impl Deref for Act<'_> {
    type Target = Db;
    fn deref(&self) -> &Db {
        self.db
    }
}

impl Db {
    /// Every row a query gives, in its order.
    fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<C> {
        Ok(self.sql.prepare_cached(sql)?.query_map(params, row)?.collect::<rusqlite::Result<C>>()?)
    }
}

impl Store {
    /// The file this campaign is in.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Takes the empty rollback journal away, so that a closed campaign is one file. It is harmless if it stays.
        let _ = self.db.sql.execute_batch("PRAGMA journal_mode = DELETE");
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::ErrorCode::*;
        let code = match &error {
            rusqlite::Error::SqliteFailure(failure, _) => Some(failure.code),
            _ => None,
        };
        match code {
            Some(DatabaseCorrupt | NotADatabase) => file::damaged(&error.to_string()),
            Some(DatabaseBusy | DatabaseLocked) => file::locked(),
            Some(DiskFull) => Problem::new(Kind::FullDisk, "The disk is full, so nothing of this was kept.")
                .hint("The campaign is as it was before. Free some space and do it again."),
            Some(ReadOnly) => Problem::new(Kind::ReadOnly, "The campaign file may not be written.")
                .hint("Make the file and its folder writable, or save a copy elsewhere."),
            Some(ConstraintViolation) => Problem::new(
                Kind::RuleBroken,
                format!("That would break a rule the campaign always keeps ({error}); nothing was changed."),
            )
            .hint("Please report how it came about."),
            Some(SystemIoFailure | CannotOpen) => Problem::new(
                Kind::System,
                format!("The campaign file could not be read or written ({error}); nothing of this was kept."),
            )
            .hint("Check that the disk is connected and not full, then do it again."),
            _ if holds_another_kind(&error) => {
                file::damaged(&columns::misread_row(&error).unwrap_or_else(|| error.to_string()))
            }
            _ if matches!(error, rusqlite::Error::QueryReturnedNoRows) => {
                Problem::new(Kind::NotFound, "That is not in the campaign, or not any more.")
                    .hint("Look again: it may have been undone or ended since.")
            }
            _ => Problem::new(Kind::System, format!("The campaign file answered: {error}."))
                .hint("Run “banneret check FILE” to see whether the file is sound."),
        }
    }
}

/// Whether a column held what the program never writes there.
fn holds_another_kind(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::*;
    matches!(error, FromSqlConversionFailure(..) | InvalidColumnType(..) | IntegralValueOutOfRange(..) | Utf8Error(..))
}
