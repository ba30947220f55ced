//! What is told of the rows of a campaign that was repaired: each by its table and number, those that follow one another and of
//! which the same is told together.

use super::fold::FARTHEST;
use serde::Serialize;
use std::collections::BTreeMap;

/// What became of a row in a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowFate {
    /// It could not be read, or contradicts what is there, and is gone.
    Lost,
    /// It could not be read, and was taken from the journal.
    Restored,
    /// It is not as it was in the file.
    Altered,
    /// It may not be as it was.
    Doubtful,
}

/// What is told of one row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RowNote {
    /// What became of it.
    pub fate: RowFate,
    pub table: String,
    /// Its number; none if that is not known either.
    pub row: Option<i64>,
    /// The last of several rows that follow one another, of all of which the same is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// What it was and why, as far as is known.
    pub why: String,
}

impl RowNote {
    /// The rows it tells of, as they are said: a table and numbers, as far as they are known.
    pub fn rows(&self) -> String {
        match (self.row, self.until) {
            (None, _) => self.table.clone(),
            (Some(first), None) => format!("{} {first}", self.table),
            (Some(first), Some(FARTHEST)) => format!("{} {first} and higher", self.table),
            (Some(first), Some(last)) => format!("{} {first} to {last}", self.table),
        }
    }

    /// Whether it tells of that row, alone or with those around it.
    pub fn names(&self, table: &str, id: i64) -> bool {
        self.table == table && self.row.is_some_and(|first| (first..=self.until.unwrap_or(first)).contains(&id))
    }
}

/// As many notes as are kept one by one; a damaged file has some hundreds.
const MOST_NOTES: usize = 200_000;

/// The tables of which no other list has the numbers there were, so that it is asked whether something is told of one.
pub(super) const NAMED_ONCE: [&str; 2] = ["record", "picture"];

/// What was told so far.
#[derive(Default)]
pub(super) struct RowNotes {
    notes: Vec<RowNote>,
    /// Of how many things more something was to be told, by what became of them.
    more: BTreeMap<(RowFate, String), u64>,
    /// The numbers that notes name, first and last, by those tables.
    named: BTreeMap<&'static str, BTreeMap<i64, i64>>,
    count: usize,
}

impl RowNotes {
    /// Tells of a row, together with the one before it if the same is told of that.
    pub fn tell(&mut self, fate: RowFate, table: &str, row: Option<i64>, why: String) {
        if let Some(last) = self.notes.last_mut()
            && (last.fate, &last.table[..], &last.why) == (fate, table, &why)
            && let Some(id) = row
            && last.until.or(last.row).map(|last| last.saturating_add(1)) == row
        {
            last.until = row;
            self.count += 1;
            self.name(table, id, id);
            return;
        }
        self.note(RowNote { fate, table: table.to_owned(), row, until: None, why });
    }

    /// Tells of rows that follow one another.
    pub fn note(&mut self, note: RowNote) {
        self.count += 1;
        if let Some(first) = note.row {
            self.name(&note.table, first, note.until.unwrap_or(first));
        }
        match self.notes.len() < MOST_NOTES {
            true => self.notes.push(note),
            false => *self.more.entry((note.fate, note.table)).or_default() += 1,
        }
    }

    fn name(&mut self, table: &str, first: i64, last: i64) {
        let Some(table) = NAMED_ONCE.iter().find(|known| **known == table) else { return };
        let named = self.named.entry(table).or_default();
        let (mut first, mut last) = (first, last);
        while let Some((&from, &until)) = named.range(..=last.saturating_add(1)).next_back()
            && until.saturating_add(1) >= first
        {
            named.remove(&from);
            (first, last) = (first.min(from), last.max(until));
        }
        named.insert(first, last);
    }

    /// Whether something is told of a row of one of those tables.
    pub fn names(&self, table: &str, row: i64) -> bool {
        let before = self.named.get(table).and_then(|named| named.range(..=row).next_back());
        before.is_some_and(|(_, last)| *last >= row)
    }

    /// Of how many things something was told.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many notes are of what is lost.
    pub fn lost(&self) -> usize {
        self.notes.iter().filter(|note| note.fate == RowFate::Lost).count()
    }

    /// All that was told.
    pub fn notes(self) -> Vec<RowNote> {
        let RowNotes { mut notes, more, .. } = self;
        notes.extend(more.into_iter().map(|((fate, table), count)| {
            let why = format!("{count} more, too many to name each");
            RowNote { fate, table, row: None, until: None, why }
        }));
        notes
    }
}
