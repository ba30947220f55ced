//! `banneret house`: the numbers a campaign plays otherwise than the book.

use super::out::{Out, columns};
use crate::app::{numbers, rulebook};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::Store;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct House {
    /// The campaign.
    file: PathBuf,
    /// The key of the number.
    key: String,
    /// What it is played at; the book's value if left out.
    value: Option<String>,
    /// Why, for the chronicle.
    #[arg(long, default_value = "")]
    reason: String,
}

impl House {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = super::campaign::open(&self.file, out)?;
        numbers::set(&mut store, self.key.trim(), self.value.as_deref(), self.reason.trim())?;
        let (_, value, text) = list(&store, Some(&self.key))?;
        out.say(&value, text)
    }
}

/// The line that names the house numbers something was done by; none where it was done by the book.
pub(super) fn named(otherwise: &BTreeMap<String, String>) -> String {
    let each: Vec<String> = otherwise.iter().map(|(key, value)| format!("{key} {value}")).collect();
    if each.is_empty() { String::new() } else { format!("\nHouse rules: {}.", each.join("; ")) }
}

/// The house numbers: all of them, the one of a key, or those of a clause, a page by its letters or a chapter.
pub(super) fn list(store: &Store, asked: Option<&str>) -> Result<(&'static str, Value, String)> {
    let mut numbers = rulebook::playable(store)?;
    if let Some(asked) = asked.map(str::trim) {
        numbers.retain(|number| number.key == asked || number.clause.starts_with(asked));
        if numbers.is_empty() {
            return Err(Problem::new(ProblemKind::NotFound, format!("There is no house number “{asked}”."))
                .hint("Leave it out to list them all."));
        }
    }
    let rows: Vec<Vec<String>> = numbers
        .iter()
        .map(|number| {
            let other = if number.overridden() { number.book.clone() } else { String::new() };
            vec![number.key.clone(), number.value.clone(), other, number.clause.clone(), number.what.clone()]
        })
        .collect();
    let text = columns(&["number", "here", "in the book", "clause", "what it is"], &rows);
    Ok(("house", json!(numbers), text))
}
