//! A ruling: a situation at the table read from its file, played by the man-to-man rules and told.

use super::files;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::man_to_man::ruling::{Ending, Ruling, Unmet, WrittenSituation, shipped};
use serde::Serialize;
use std::path::Path;

/// The most turns a ruling is played.
pub const MOST_TURNS: u32 = 50;

/// A situation that ships with the program, as a list names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The name it is asked for by.
    pub name: &'static str,
    pub title: &'static str,
    /// The clauses it shows.
    pub clauses: &'static [String],
}

/// The situations that ship, in the order in which they are listed.
pub fn examples() -> Vec<Example> {
    let example = |it: &'static shipped::Shipped| Example {
        name: it.name,
        title: &it.situation.title,
        clauses: &it.situation.clauses,
    };
    shipped::all().iter().map(example).collect()
}

/// The situations that ship and show a clause, such as `MM-2.3`; those of its whole chapter for `MM-2`.
pub fn examples_of(clause: &str) -> Vec<Example> {
    let of_chapter = format!("{clause}.");
    let shows = |known: &String| known == clause || known.starts_with(&of_chapter);
    examples().into_iter().filter(|example| example.clauses.iter().any(shows)).collect()
}

/// The text of the file of a situation that ships.
pub fn text_of(name: &str) -> Option<&'static str> {
    shipped::all().iter().find(|it| it.name == name).map(|it| it.text)
}

/// A situation from a file, or one that ships by its name; every fault of a file by line.
pub fn read(asked: &str) -> Result<WrittenSituation> {
    let file = Path::new(asked);
    if let Some(found) = shipped::all().iter().find(|it| it.name == asked)
        && !file.exists()
    {
        return Ok(found.situation.clone());
    }
    if !asked.is_empty() && !file.exists() {
        return Err(Problem::new(ProblemKind::NotFound, format!("There is no situation “{asked}”."))
            .hint("Give the path of its file, or a name that “banneret ruling --list” tells."));
    }
    situation(&files::read_text(file, files::RULING)?, &format!("“{asked}”"))
}

/// A situation from its text, as it is typed; every fault by line.
pub fn of_text(text: &str) -> Result<WrittenSituation> {
    situation(text, "This")
}

fn situation(text: &str, named: &str) -> Result<WrittenSituation> {
    WrittenSituation::read(text).map_err(|faults| {
        // A file of another kind has as many faults as it has lines.
        let told: Vec<String> = faults.0.iter().take(40).map(ToString::to_string).collect();
        Problem::bad_input(format!("{named} is no situation that can be ruled on: {}.", told.join("; ")))
            .hint("Mend these lines; docs/rulings.md tells how a situation is written, and data/rulings has examples.")
    })
}

/// The roll that a ruling stopped at, in words: its dice, what it decides and what is needed on it; nothing where every
/// roll was told.
pub fn needed(ruling: &Ruling) -> Option<String> {
    let Ending::Needs(needed) = &ruling.ending else { return None };
    let thrown = match needed.thrown.is_empty() {
        true => String::new(),
        false => {
            let faces: Vec<String> = needed.thrown.iter().map(u32::to_string).collect();
            format!(" {} told already.", faces.join(" and "))
        }
    };
    Some(format!("Needed: {}.{thrown} {} {}", needed.dice, needed.decides, needed.need))
}

/// What the rules say of a situation in its first `turns` turns; as many as it has orders for, if none are given.
pub fn rule(situation: &WrittenSituation, turns: Option<u32>) -> Result<Ruling> {
    let turns = turns.unwrap_or(situation.turns());
    if !(1..=MOST_TURNS).contains(&turns) {
        return Err(Problem::bad_input(format!("A ruling is of 1 to {MOST_TURNS} turns, not {turns}."))
            .hint("Name another number of turns, or none for as many as the file has orders for."));
    }
    let played = situation.rule(situation.tables(), turns);
    let ruling = played.map_err(|faults| {
        Problem::refused(format!("The situation cannot be played: {faults}."), "Mend what is named, and rule again.")
    })?;
    match &ruling.ending {
        Ending::BadFace { what, line } => Err(Problem::bad_input(format!("Line {line}: {what}."))
            .hint("Write the faces in the order the dice are rolled; a ten-sided die shows 0 to 9.")),
        _ => Ok(ruling),
    }
}

/// What the file of a situation expects and did not happen; nothing where other turns were played than it has orders for.
pub fn unmet(situation: &WrittenSituation, ruling: &Ruling, turns: Option<u32>) -> Vec<Unmet> {
    match turns {
        Some(turns) if turns != situation.turns() => Vec::new(),
        _ => ruling.unmet(situation),
    }
}
