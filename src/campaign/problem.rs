//! The one shape of an error: what kind it is, what happened in a sentence, and what to do next.

use crate::rules::figure::{UnknownWord, WeaponFault};
use std::fmt;

/// What kind of problem it is, for callers that act on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The rules or the state of the campaign do not allow it; the hint says what would.
    Refused,
    /// Nothing of that name.
    NotFound,
    /// What was typed or read is wrong at a place the sentence names.
    BadInput,
    /// The file is damaged.
    Corrupt,
    /// The file was written by a newer version of the program.
    TooNew,
    /// The file is no campaign.
    Foreign,
    /// Another program has the file open.
    Locked,
    FullDisk,
    /// The file or its folder may not be written.
    ReadOnly,
    /// A rule that must always hold would have been broken; nothing was changed.
    RuleBroken,
    /// Reading or writing failed for a reason of the system's.
    System,
    /// The work was stopped by the user.
    Cancelled,
}

/// What went wrong, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    /// What happened, as a sentence.
    pub sentence: String,
    /// What to do next, as a sentence; empty where there is nothing to add.
    pub hint: String,
    /// Whether something of what was to be done is in the file all the same.
    pub kept: bool,
}

/// What fails with a [`Problem`].
pub type Result<T, E = Problem> = std::result::Result<T, E>;

impl Problem {
    /// A problem of `kind` with no hint yet.
    pub fn new(kind: ProblemKind, sentence: impl Into<String>) -> Problem {
        Problem { kind, sentence: sentence.into(), hint: String::new(), kept: false }
    }

    /// Something the rules or the state do not allow, and what would allow it.
    pub fn refused(sentence: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::Refused, sentence).hint(hint)
    }

    /// Something typed or read that is wrong.
    pub fn bad_input(sentence: impl Into<String>) -> Problem {
        Problem::new(ProblemKind::BadInput, sentence)
    }

    /// The same problem, come up after `count` steps of the same kind were done and kept.
    pub fn after(self, count: u32, step: &str) -> Problem {
        if count == 0 {
            return self;
        }
        let all = count + u32::from(self.kept);
        let kept = match all {
            1 => format!("1 {step} was kept"),
            _ => format!("{all} {step}s were kept"),
        };
        let last = if self.kept { "of the last" } else { "the next was not" };
        Problem { sentence: format!("{kept}, {last}: {}", self.sentence), kept: true, ..self }
    }

    /// The same problem, where what was to be done is in the file all the same.
    pub fn all_the_same(self) -> Problem {
        Problem { kept: true, ..self }
    }

    /// The same problem with what to do next.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = hint.into();
        self
    }
}

impl From<UnknownWord> for Problem {
    fn from(unknown: UnknownWord) -> Problem {
        Problem::bad_input(format!("{unknown}."))
            .hint("Write one of these words, in any case, with a space or a hyphen.")
    }
}

impl From<WeaponFault> for Problem {
    fn from(fault: WeaponFault) -> Problem {
        match fault {
            WeaponFault::Unknown(unknown) => Problem::from(unknown),
            WeaponFault::Twice(_) => Problem::bad_input(format!("{fault}.")).hint("Name each weapon once."),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        if !self.hint.is_empty() {
            write!(f, " {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// A problem that comes up while something is written, within the error of the writing.
impl From<Problem> for std::io::Error {
    fn from(problem: Problem) -> std::io::Error {
        std::io::Error::other(problem)
    }
}

/// As many names as an answer lists.
const NAMED: usize = 40;

/// The first names of what there is, as many as an answer lists, and how many more there are.
pub fn first_named(names: &[&str]) -> String {
    match names.split_at_checked(NAMED) {
        Some((first, more)) if !more.is_empty() => format!("{} and {} more", first.join(", "), more.len()),
        _ => names.join(", "),
    }
}
