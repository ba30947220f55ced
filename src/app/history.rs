//! Undo, redo, and the chronicle.

use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::Result;
use crate::store::journal::{ActionKind, ActionRow, ActionState};
use crate::store::{Db, Store};
use serde::{Serialize, Serializer};

/// What sort of entry of the chronicle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// An action.
    Action,
    /// A line that one wrote.
    Line(LineKind),
}

impl EntryKind {
    /// The word for it: `action`, or the line's own.
    pub fn word(self) -> &'static str {
        match self {
            EntryKind::Action => "action",
            EntryKind::Line(kind) => kind.word(),
        }
    }
}

impl Serialize for EntryKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// An entry of the chronicle: an action, or a line that one wrote.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryEntry {
    /// When, in the campaign.
    pub day: Day,
    /// What sort.
    pub kind: EntryKind,
    /// The sentence.
    pub text: String,
    /// The clause it follows; empty for an action.
    pub clause: String,
    /// The action, for one.
    pub action: Option<ActionId>,
    /// Whether it still holds: an undone action stays readable but does not.
    pub holds: bool,
}

/// Takes back up to `count` actions, newest first. Gives what was undone.
pub fn undo(store: &mut Store, count: u32) -> Result<Vec<ActionRow>> {
    (0..count).map_while(|_| store.undo().transpose()).collect()
}

/// Brings up to `count` undone actions again. Gives what was redone.
pub fn redo(store: &mut Store, count: u32) -> Result<Vec<ActionRow>> {
    (0..count).map_while(|_| store.redo().transpose()).collect()
}

/// How many actions that hold came after one: what going back to it would take back.
pub fn after(db: &Db, action: ActionId) -> Result<usize> {
    let holds =
        |later: &ActionRow| later.kind == ActionKind::Do && later.state == ActionState::Done && later.id > action;
    Ok(db.actions("", u32::MAX)?.iter().filter(|later| holds(later)).count())
}

/// The chronicle, newest first: actions and lines that hold `search`, between two days, at most `limit` of each.
pub fn chronicle(db: &Db, search: &str, from: Option<Day>, to: Option<Day>, limit: u32) -> Result<Vec<HistoryEntry>> {
    let within = |day: Day| from.is_none_or(|from| day >= from) && to.is_none_or(|to| day <= to);
    let actions =
        db.actions(search, limit)?.into_iter().filter(|action| within(action.day)).map(|action| HistoryEntry {
            day: action.day,
            kind: EntryKind::Action,
            text: action.sentence,
            clause: String::new(),
            action: (action.kind == ActionKind::Do).then_some(action.id),
            holds: action.state == ActionState::Done,
        });
    let lines = db.lines(search, from, to, limit)?.into_iter().map(|line| HistoryEntry {
        day: line.day,
        kind: EntryKind::Line(line.kind),
        text: line.text,
        clause: line.clause,
        action: None,
        holds: true,
    });
    let mut entries: Vec<HistoryEntry> = actions.chain(lines).collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.day));
    Ok(entries)
}
