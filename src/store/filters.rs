//! Filters of lists kept under a name.

use super::columns::{misread, read_of};
use super::{Act, Db};
use crate::campaign::filters::SavedFilter;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::params;

fn saved_row(row: &rusqlite::Row) -> rusqlite::Result<SavedFilter> {
    read_of("saved_filter", 0, row, |row| {
        let text: String = row.get(3)?;
        let saved: SavedFilter = serde_json::from_str(&text).map_err(|error| misread(3, error))?;
        Ok(SavedFilter { list: row.get(1)?, name: row.get(2)?, ..saved })
    })
}

impl Db {
    /// The saved filters of a list, by name.
    pub fn saved_filters(&self, list: &str) -> Result<Vec<SavedFilter>> {
        self.rows("SELECT id, list, name, filter FROM saved_filter WHERE list = ?1 ORDER BY name", [list], saved_row)
    }

    /// The saved filters of every list.
    pub fn all_saved_filters(&self) -> Result<Vec<SavedFilter>> {
        self.rows("SELECT id, list, name, filter FROM saved_filter ORDER BY list, name", [], saved_row)
    }
}

impl Act<'_> {
    /// Keeps a filter under its name, in the place of one that bears it.
    pub fn save_filter(&self, saved: &SavedFilter) -> Result<()> {
        let text = serde_json::to_string(saved).map_err(|error| {
            Problem::new(ProblemKind::System, format!("The filter could not be written down: {error}."))
        })?;
        self.sql
            .prepare_cached(
                "INSERT INTO saved_filter (list, name, filter) VALUES (?1, ?2, ?3)
                 ON CONFLICT (list, name) DO UPDATE SET filter = ?3",
            )?
            .execute(params![saved.list, saved.name, text])?;
        Ok(())
    }

    /// Forgets a saved filter; whether there was one.
    pub fn forget_filter(&self, list: &str, name: &str) -> Result<bool> {
        let gone = self
            .sql
            .prepare_cached("DELETE FROM saved_filter WHERE list = ?1 AND name = ?2")?
            .execute(params![list, name])?;
        Ok(gone > 0)
    }
}
