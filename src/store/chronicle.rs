//! The chronicle: what happened, by its day, beyond each action's own sentence.

use super::columns::read_of;
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{ActionId, PersonId};
use crate::campaign::problem::Result;
use rusqlite::params;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChronicleLine {
    /// When.
    pub day: Day,
    /// What sort of thing.
    pub kind: LineKind,
    /// What happened, as a sentence.
    pub text: String,
    pub clause: String,
    /// Whom it is about.
    pub person: Option<PersonId>,
}

/// As with the sentences of actions, what is longer than anybody may write ([`Db::LONGEST_LINE`]) is told cut short.
const LINE_COLUMNS: &str = "id, day, kind, substr(text, 1, 20000), clause, person_id";

fn line_row(row: &rusqlite::Row) -> rusqlite::Result<ChronicleLine> {
    read_of("line", 0, row, |row| {
        Ok(ChronicleLine {
            day: row.get(1)?,
            kind: row.get(2)?,
            text: row.get(3)?,
            clause: row.get(4)?,
            person: row.get(5)?,
        })
    })
}

impl Db {
    /// The longest text that is written into the chronicle at once, in characters.
    pub const LONGEST_LINE: usize = 20_000;

    /// The number of the last line there is.
    pub fn last_line(&self) -> Result<i64> {
        Ok(self.sql.query_row("SELECT coalesce(max(id), 0) FROM line", [], |row| row.get(0))?)
    }

    /// The lines written after a number, in their order.
    pub fn lines_after(&self, number: i64) -> Result<Vec<ChronicleLine>> {
        self.rows(&format!("SELECT {LINE_COLUMNS} FROM line WHERE id > ?1 ORDER BY id"), [number], line_row)
    }

    /// Lines, newest first, that hold `search` (accents and case apart), between two days, at most `limit`.
    pub fn lines(&self, search: &str, from: Option<Day>, to: Option<Day>, limit: u32) -> Result<Vec<ChronicleLine>> {
        Ok(self.lines_by_action(search, from, to, limit)?.into_iter().map(|(line, _)| line).collect())
    }

    /// The same, each with the action it was written by.
    pub fn lines_by_action(
        &self,
        search: &str,
        from: Option<Day>,
        to: Option<Day>,
        limit: u32,
    ) -> Result<Vec<(ChronicleLine, ActionId)>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {LINE_COLUMNS},
                 coalesce((SELECT min(action_id) FROM change WHERE tbl = 'line' AND row = line.id), 0) FROM line
             WHERE (?1 = '' OR instr(fold(text), ?1) > 0) AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)
             ORDER BY day DESC, id DESC LIMIT ?4"
        ))?;
        let lines = query
            .query_map(params![super::journal::fold(search), from, to, limit], |row| Ok((line_row(row)?, row.get(6)?)))?
            .collect::<Result<_, _>>()?;
        Ok(lines)
    }

    /// Lines about one man, oldest first.
    pub fn lines_of(&self, person: PersonId) -> Result<Vec<ChronicleLine>> {
        let mut query =
            self.sql.prepare_cached(&format!("SELECT {LINE_COLUMNS} FROM line WHERE person_id = ?1 ORDER BY id"))?;
        let lines = query.query_map([person], line_row)?.collect::<Result<_, _>>()?;
        Ok(lines)
    }
}

impl Act<'_> {
    pub fn write_line(&self, line: &ChronicleLine) -> Result<()> {
        self.sql
            .prepare_cached("INSERT INTO line (day, kind, text, clause, person_id) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![line.day, line.kind, line.text, line.clause, line.person])?;
        Ok(())
    }
}
