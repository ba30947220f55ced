//! The lines of fire that were found on a map, kept as long as it stays as it is: men shoot over the same lines turn after
//! turn. It is a memory and no part of the position, so any two are equal.

use super::line::{FireLine, LineEnd};
use super::map::HexMap;
use super::tables::Tables;
use crate::rules::battle::HexForm;
use crate::rules::man_to_man::Cover;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// What a line of fire comes to for the two men at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sighted {
    /// Whether a shot may be made, either way.
    pub(super) clear: bool,
    /// The cover of the man at the end that was named first, and of the other.
    pub(super) cover: [Cover; 2],
}

/// The ends of a line: hexes, levels and whether each is a tower's top.
type Ends = [(u16, i8, bool); 2];

/// The lines that were found.
#[derive(Default)]
pub(super) struct Sights(Mutex<BTreeMap<Ends, Sighted>>);

fn end(end: LineEnd) -> (u16, i8, bool) {
    (end.at.0, end.level, end.tower)
}

impl Sights {
    /// What the line between two men comes to (SG-6).
    pub(super) fn between(
        &self,
        map: &HexMap,
        one: LineEnd,
        other: LineEnd,
        tables: &Tables,
        form: HexForm,
    ) -> Sighted {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *found.entry([end(one), end(other)]).or_insert_with(|| {
            let line = FireLine::in_form(map, one, other, tables, form);
            Sighted { clear: line.is_clear(), cover: [one, other].map(|end| line.cover(map, end.at, tables)) }
        })
    }
}

impl PartialEq for Sights {
    fn eq(&self, _other: &Sights) -> bool {
        true
    }
}

impl Eq for Sights {}

impl fmt::Debug for Sights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sights")
    }
}
