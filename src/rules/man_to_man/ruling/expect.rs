//! What a situation must come to, and whether it did.

use super::WrittenSituation;
use super::orders::bare;
use super::play::{Ending, Ruling};

/// What must happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Sentences and rolls, or parts of them, told in this order.
    pub told: Vec<Expectation>,
    /// What is told nowhere.
    pub never: Vec<Expectation>,
    /// The roll it stops at, or a part of what is said of it; none if it does not stop.
    pub needs: Option<Expectation>,
    /// How men and units stand at the end.
    pub end: Vec<(String, Expectation)>,
}

/// One thing that is expected, and the line of the file it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The line, from 1.
    pub line: usize,
    /// What is expected.
    pub text: String,
}

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Unmet {
    /// Its line, from 1; 0 for what the file nowhere says.
    pub line: usize,
    /// What was expected, and what happened instead.
    pub what: String,
}

impl Expected {
    /// How many things are expected.
    pub fn count(&self) -> usize {
        self.told.len() + self.never.len() + self.end.len() + usize::from(self.needs.is_some())
    }
}

impl Ruling {
    /// What the file expects and did not happen.
    pub fn unmet(&self, situation: &WrittenSituation) -> Vec<Unmet> {
        let mut unmet = Vec::new();
        let expected = &situation.expected;
        if expected.count() == 0 {
            return unmet;
        }
        let lines: Vec<String> = self.told.iter().flat_map(super::Told::lines).collect();
        let mut from = 0;
        for wanted in &expected.told {
            match lines[from..].iter().position(|line| line.contains(&wanted.text)) {
                Some(at) => from += at + 1,
                None => {
                    let when = match lines[..from].iter().any(|line| line.contains(&wanted.text)) {
                        true => "was told earlier, not in this order",
                        false => "was not told",
                    };
                    unmet.push(Unmet { line: wanted.line, what: format!("“{}” {when}", wanted.text) });
                }
            }
        }
        for unwanted in &expected.never {
            if let Some(line) = lines.iter().find(|line| line.contains(&unwanted.text)) {
                unmet.push(Unmet { line: unwanted.line, what: format!("was told: “{line}”") });
            }
        }
        self.end_unmet(expected, &mut unmet);
        match &self.ending {
            Ending::Played | Ending::Over => {
                if let Some(needs) = &expected.needs {
                    let what = format!("no roll was wanted, but “{}” was expected", needs.text);
                    unmet.push(Unmet { line: needs.line, what });
                }
                if self.unused > 0 {
                    let what = format!("{} faces were never rolled", self.unused);
                    unmet.push(Unmet { line: 0, what });
                }
            }
            Ending::Needs(needed) => {
                let told = format!("{} {} {}", needed.decides, needed.dice, needed.need);
                match &expected.needs {
                    Some(wanted) if told.contains(&wanted.text) => {}
                    Some(wanted) => unmet.push(Unmet { line: wanted.line, what: format!("it stopped at: {told}") }),
                    None => unmet.push(Unmet { line: 0, what: format!("a face is lacking: {told}") }),
                }
            }
            Ending::BadFace { what, line } => unmet.push(Unmet { line: *line, what: what.clone() }),
        }
        unmet
    }

    fn end_unmet(&self, expected: &Expected, unmet: &mut Vec<Unmet>) {
        for (name, wanted) in &expected.end {
            let Some(standing) = self.standing.iter().find(|standing| bare(&standing.name) == bare(name)) else {
                unmet.push(Unmet { line: wanted.line, what: format!("there is no “{name}” here") });
                continue;
            };
            if !standing.facts.contains(&wanted.text) {
                let what = format!("{name} is not “{}”, but {}", wanted.text, standing.facts.join("; "));
                unmet.push(Unmet { line: wanted.line, what });
            }
        }
    }
}
