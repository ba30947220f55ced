//! A table of a damaged file, read as far as it can be: forwards, backwards, and page by page around what is lost.

use super::fold::LAST_ROW;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use std::collections::BTreeSet;

/// The fewest bytes that a row takes with what points to it.
const LEAST_ROW: i64 = 6;

/// What was read of a table: the numbers of its rows, and as many bytes in one way of reading it.
#[derive(Default)]
struct Seen {
    ids: BTreeSet<i64>,
    bytes: i64,
}

/// A table of the damaged file.
pub(super) struct Reading<'a> {
    pub from: &'a Connection,
    pub table: String,
    /// The columns that both the file and a campaign of today have, and what each of them holds.
    pub names: Vec<String>,
    pub kinds: Vec<String>,
    /// Whether the file is of a time that had no such table.
    pub older: bool,
}

impl Reading<'_> {
    /// Whether a column of today's was not there yet, in a table that was.
    pub fn lacks(&self, name: &str) -> bool {
        ["play", "record"].contains(&&*self.table) && !self.names.is_empty() && column(&self.names, name).is_none()
    }

    /// Gives the rows: forwards to the damage, then backwards to it, then what lies between page by page. Nothing of them
    /// is held, for there may be any number. Whether all was read.
    pub fn read(&self, each: &mut dyn FnMut(i64, Vec<Cell>)) -> bool {
        if self.names.is_empty() {
            return self.older;
        }
        let mut seen = Seen::default();
        let (list, table) = (self.names.join(", "), &self.table);
        if self.take(&format!("SELECT {list} FROM {table} ORDER BY id"), &[], &mut seen, each) {
            return true;
        }
        let first = seen.ids.last().copied().unwrap_or(0);
        seen.bytes = 0;
        self.take(&format!("SELECT {list} FROM {table} ORDER BY id DESC"), &[], &mut seen, each);
        // Between the two, each number is asked for by itself, for its page may be whole.
        let last = seen.ids.range(first + 1..).next().map_or(first + 10_000, |id| *id);
        let one = format!("SELECT {list} FROM {table} WHERE id = ?1");
        seen.bytes = 0;
        for id in (first + 1..last).take(200_000) {
            self.take(&one, &[id], &mut seen, each);
        }
        false
    }

    /// Whether all was read, in order, and of the table: what was overwritten with nothing reads as rows without a number,
    /// and a page of another table as rows of other kinds.
    fn take(&self, text: &str, values: &[i64], seen: &mut Seen, each: &mut dyn FnMut(i64, Vec<Cell>)) -> bool {
        let Ok(mut query) = self.from.prepare_cached(text) else { return false };
        let Ok(mut found) = query.query(params_from_iter(values)) else { return false };
        let (mut in_order, mut last) = (true, None);
        // A page that stands in many places gives its rows without end, and many rows may go on in the same pages; a file has
        // room for no more than so many bytes.
        let bytes = |name| self.from.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap_or(1);
        let room = bytes("page_count").saturating_mul(bytes("page_size"));
        loop {
            if seen.bytes > room {
                return false;
            }
            let row = match found.next() {
                Ok(Some(row)) => row,
                Ok(None) => return in_order,
                Err(_) => return false,
            };
            seen.bytes += LEAST_ROW;
            let cells = (0..self.names.len()).map(|at| {
                seen.bytes +=
                    row.get_ref(at)?.as_bytes_or_null().map_or(0, |bytes| bytes.map_or(0, <[u8]>::len)) as i64;
                row.get::<_, Cell>(at)
            });
            let cells: rusqlite::Result<Vec<Cell>> = cells.collect();
            match cells {
                Ok(cells) => match cells[0] {
                    Cell::Integer(id)
                        if (1..=LAST_ROW).contains(&id)
                            && last != Some(id)
                            && cells.iter().zip(&self.kinds).all(|(cell, kind)| is_of_kind(cell, kind)) =>
                    {
                        in_order &= last.is_none_or(|last| (id > last) == text.ends_with("BY id"));
                        last = Some(id);
                        if seen.ids.insert(id) {
                            each(id, cells);
                        }
                    }
                    _ => in_order = false,
                },
                Err(_) => in_order = false,
            }
        }
    }
}

/// Where a column stands among those that were read.
pub(super) fn column(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|known| known == name)
}

/// Whether a column of a kind can hold a value; none of ours holds fractions.
fn is_of_kind(cell: &Cell, kind: &str) -> bool {
    match cell {
        Cell::Null => true,
        Cell::Integer(_) => kind == "INTEGER",
        // No text of ours holds a zero byte; it is what a lost sector reads as.
        Cell::Text(text) => kind == "TEXT" && !text.contains('\0'),
        Cell::Blob(_) => kind == "BLOB",
        Cell::Real(_) => false,
    }
}
