//! The world made and mended by hand (CP-7.7): sides, the map, strongholds, formations, people, contacts and the date. Each
//! is one action with its reason kept, refused with what stands in the way.

pub mod captivities;
pub mod chart;
pub mod contacts;
pub mod holdings;
pub mod holds;
pub mod mapping;
pub mod mend;
pub mod persons;
pub mod picture;
pub mod places;
pub mod routes;
pub mod sides;
pub mod times;
pub mod troops;

use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::telling::{counted, counted_off};
use crate::store::journal::{ActionKind, ActionState};
use crate::store::world::{Reference, RowOf};
use crate::store::{Act, Db};
use serde_json::{Value, json};

/// Why a thing is changed by hand, and the older action it mends, if it mends one (CP-7.7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByHand {
    /// Why, for the chronicle; may be empty.
    pub reason: String,
    /// The older action whose mistake this mends.
    pub mends: Option<ActionId>,
}

impl ByHand {
    /// With a reason, mending nothing.
    pub fn because(reason: &str) -> ByHand {
        ByHand { reason: reason.trim().to_owned(), mends: None }
    }

    /// The action's arguments, with what it is about.
    pub(super) fn arguments(&self, about: Value) -> Value {
        let mut arguments = json!({ "about": about, "reason": self.reason });
        if let Some(mends) = self.mends {
            arguments["mends"] = json!(mends);
        }
        arguments
    }

    /// The action's sentence: what was done, why, and which action that mends. `done` has no stop at its end.
    pub(super) fn sentence(&self, act: &Act, done: String) -> Result<String> {
        let mut sentence = done;
        if let Some(mends) = self.mends {
            let mended = act.action(mends)?;
            if mended.kind != ActionKind::Do || mended.state != ActionState::Done {
                return Err(Problem::refused(
                    format!("Action {} is not in force, so nothing of it is to be mended.", mends.0),
                    "Name an action that was done and not undone.",
                ));
            }
            sentence.push_str(&format!(", which mends action {} ({})", mends.0, mended.sentence.trim_end_matches('.')));
        }
        match self.reason.trim().trim_end_matches('.') {
            "" => sentence.push('.'),
            reason => sentence.push_str(&format!(": {reason}.")),
        }
        Ok(sentence)
    }
}

/// The most letters a name may have.
const LONGEST_NAME: usize = 100;

/// A name as it is kept: without spaces about it, some letters and not too many, no controls.
fn name(text: &str) -> Result<&str> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::bad_input("The name is empty.").hint("Type a name."));
    }
    if text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control) {
        return Err(Problem::bad_input(format!(
            "The name “{}…” is no name.",
            text.chars().filter(|letter| !letter.is_control()).take(20).collect::<String>()
        ))
        .hint(format!("Type at most {LONGEST_NAME} letters, on one line.")));
    }
    Ok(text)
}

/// A figure no larger than it may be.
fn at_most(what: &str, figure: u32, most: u32) -> Result<()> {
    match figure <= most {
        true => Ok(()),
        false => {
            Err(Problem::bad_input(format!("{figure} is more than {what} may be."))
                .hint(format!("Give at most {most}.")))
        }
    }
}

/// Nothing differs from what is there.
fn as_it_was(what: &str) -> Problem {
    Problem::refused(format!("{what} is so already."), "Change something of it first.")
}

/// What the rows of a table are called, for one and for many.
fn called(reference: &Reference) -> (&'static str, &'static str) {
    match (reference.table, reference.column.as_str()) {
        ("side", _) => ("realm he rules", "realms he rules"),
        ("relation", _) => ("relation", "relations"),
        ("account", _) => ("treasury", "treasuries"),
        ("entry", _) => ("ledger entry", "ledger entries"),
        ("place", _) => ("place", "places"),
        ("route", _) => ("route", "routes"),
        ("stronghold", _) => ("stronghold", "strongholds"),
        ("formation", "commander_id") => ("command", "commands"),
        ("formation", "parent_id") => ("part of it", "parts of it"),
        ("formation", "army_id") => ("formation of it", "formations of it"),
        ("formation", _) => ("army or part of one", "armies and their parts"),
        ("march", _) => ("march", "marches"),
        ("person", "lord_id") => ("vassal", "vassals"),
        ("person", _) => ("man", "men"),
        ("battle" | "battle_man" | "battle_host" | "deed", _) => ("battle fought or planned", "battles and deeds"),
        ("grade_change", _) => ("change of grade", "changes of grade"),
        ("captive", "holder_side_id" | "holder_id") => ("captive held, now or once", "captives held, now or once"),
        ("captive", _) => ("captive, now or once", "captives, now or once"),
        ("instalment", _) => ("instalment of a ransom", "instalments of ransoms"),
        ("contact", _) => ("contact", "contacts"),
        ("siege" | "siege_army", _) => ("siege", "sieges"),
        ("line", _) => ("line of the chronicle", "lines of the chronicle"),
        ("train", _) => ("train", "trains"),
        ("wall", _) => ("damaged stretch of wall", "damaged stretches of wall"),
        _ => ("other thing", "other things"),
    }
}

/// What refers to a thing and so keeps it from being taken out, in words; nothing if nothing does. What `goes_along` is
/// taken out with it.
fn in_the_way(db: &Db, thing: RowOf, goes_along: &[&str]) -> Result<Option<String>> {
    let references = db.references(thing)?;
    let words: Vec<String> = references
        .iter()
        .filter(|reference| !goes_along.contains(&reference.table))
        .map(|reference| {
            let (one, many) = called(reference);
            counted(reference.rows, one, many)
        })
        .collect();
    Ok((!words.is_empty()).then(|| counted_off(&words)))
}
