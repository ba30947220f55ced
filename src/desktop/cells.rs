//! The cells behind a table's rows: what each says and how it sorts, held once where many rows say the same.

use super::ui::{Cell, Tone};
use crate::campaign::filters::CellTold;
use slint::SharedString;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A column: its title, and how it is set.
#[derive(Clone, Copy, Debug)]
pub struct ColumnHeading {
    pub(super) title: &'static str,
    pub(super) numeric: bool,
    pub(super) serif: bool,
    pub(super) least: usize,
    pub(super) most: usize,
}

impl ColumnHeading {
    /// A column of words, at least `least` and at most `most` characters wide.
    pub const fn words(title: &'static str, least: usize, most: usize) -> ColumnHeading {
        ColumnHeading { title, numeric: false, serif: false, least, most }
    }

    pub const fn names(title: &'static str, least: usize, most: usize) -> ColumnHeading {
        ColumnHeading { title, numeric: false, serif: true, least, most }
    }

    /// A column of short values, set right, at most `most` characters wide.
    pub const fn values(title: &'static str, most: usize) -> ColumnHeading {
        ColumnHeading { title, numeric: true, serif: false, least: 4, most }
    }

    /// A column of numbers, set right.
    pub const fn numbers(title: &'static str) -> ColumnHeading {
        ColumnHeading { title, numeric: true, serif: false, least: 4, most: 14 }
    }

    /// How many of its characters it can do without where there is little room: of words, those beyond its least; a value is
    /// nothing when it is cut.
    pub(super) fn gives(&self, wide: usize) -> usize {
        if self.numeric { 0 } else { wide.saturating_sub(self.least) }
    }
}

/// How a cell sorts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey {
    Number(i64),
    /// By letters, in lower case.
    Letters(String),
}

/// A cell as the rows hold it: what many of them say is there once, whoever bears it.
#[derive(Clone, Debug)]
pub struct CellData(Arc<CellWords>);

#[derive(Clone, Debug, PartialEq)]
struct CellWords {
    text: SharedString,
    tip: SharedString,
    tone: Tone,
    tincture: SharedString,
    /// What it sorts by, if not by its letters, and what a filter over numbers compares.
    number: Option<i64>,
}

impl Eq for CellWords {}

impl Hash for CellWords {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (&self.text, &self.tip, self.tone as u8, &self.tincture, self.number).hash(into);
    }
}

impl CellData {
    /// Words, sorted by letters.
    pub fn text(text: impl AsRef<str>) -> CellData {
        let (tip, tincture) = (SharedString::new(), SharedString::new());
        CellData(Arc::new(CellWords { text: text.as_ref().into(), tip, tone: Tone::Plain, tincture, number: None }))
    }

    /// A whole number.
    pub fn number(number: i64) -> CellData {
        CellData::ranked(number.to_string(), number)
    }

    /// Words that sort by a number: money, dates, grades.
    pub fn ranked(text: impl AsRef<str>, number: i64) -> CellData {
        CellData::text(text).but(|words| words.number = Some(number))
    }

    fn but(mut self, change: impl FnOnce(&mut CellWords)) -> CellData {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The same, with the whole of it shown on hover.
    pub fn tip(self, tip: impl AsRef<str>) -> CellData {
        self.but(|words| words.tip = tip.as_ref().into())
    }

    /// The same, in another shade.
    pub fn tone(self, tone: Tone) -> CellData {
        self.but(|words| words.tone = tone)
    }

    /// What a filter looks at.
    pub(super) fn told(&self) -> CellTold<'_> {
        CellTold { words: &self.0.text, number: self.0.number }
    }

    /// The same, with a side's shield before it.
    pub fn shield(self, tincture: &str) -> CellData {
        self.but(|words| words.tincture = tincture.into())
    }

    /// What it says.
    pub(super) fn words(&self) -> &str {
        &self.0.text
    }

    /// Whether a side's shield stands before it.
    pub(super) fn has_shield(&self) -> bool {
        !self.0.tincture.is_empty()
    }

    /// The cell as the window draws it.
    pub(super) fn drawn(&self) -> Cell {
        let CellWords { text, tip, tone, tincture, .. } = &*self.0;
        Cell { text: text.clone(), tip: tip.clone(), tone: *tone, tincture: tincture.clone() }
    }

    pub(super) fn sort_key(&self) -> SortKey {
        match self.0.number {
            Some(number) => SortKey::Number(number),
            None => SortKey::Letters(self.0.text.to_lowercase()),
        }
    }
}

/// Cells that many rows of a list have alike, each held once: a campaign of a quarter of a million people has few sides,
/// classes and grades.
#[derive(Default)]
pub struct CellPool(HashSet<Arc<CellWords>>);

impl CellPool {
    /// The cell, or the same that a row before it has.
    pub fn share(&mut self, cell: CellData) -> CellData {
        match self.0.get(&cell.0) {
            Some(known) => CellData(Arc::clone(known)),
            None => {
                self.0.insert(Arc::clone(&cell.0));
                cell
            }
        }
    }
}
