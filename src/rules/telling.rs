//! How a game is told, whatever its rules: sentences, and the rolls behind each with its dice, what was added, and by
//! which clause.

use super::explain::Part;
use super::house::thousands;

/// As it stands at the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A noun with its article: `a town`, `an abbey`.
pub fn a(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A number of things in words: `1 man`, `1,200 men`.
pub fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {many}", thousands(count.into())) }
}

/// One roll of a line: its faces, what was added, and the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What was rolled, such as `attack`.
    pub what: &'static str,
    pub clause: &'static str,
    pub faces: Vec<u8>,
    /// What was added, each with its clause.
    pub parts: Vec<Part>,
    /// The sum.
    pub total: i32,
}

/// Words counted off: `one, two and three`.
pub fn counted_off<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl Roll {
    /// In a line: `attack 4 +1 heavy lance = 5 (MM-5.4)`.
    pub fn text(&self) -> String {
        let faces = self.faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        let parts: String = self.parts.iter().map(|part| format!(" {} {}", part.figure(), part.what)).collect();
        let sum =
            if self.faces.len() > 1 || !self.parts.is_empty() { format!(" = {}", self.total) } else { String::new() };
        format!("{} {faces}{parts}{sum} ({})", self.what, self.clause)
    }
}

/// One line of what is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The sentence.
    pub text: String,
    pub rolls: Vec<Roll>,
    /// Whether it opens a turn.
    pub heading: bool,
}

impl Line {
    /// A sentence that opens no turn and needed no roll.
    pub(crate) fn plain(text: String) -> Line {
        Line { text, rolls: Vec::new(), heading: false }
    }

    /// A sentence with its rolls.
    pub(crate) fn with(text: String, rolls: Vec<Roll>) -> Line {
        Line { text, rolls, heading: false }
    }

    /// The sentence and its rolls in one line of text.
    pub fn full(&self) -> String {
        let rolls: Vec<String> = self.rolls.iter().map(Roll::text).collect();
        if rolls.is_empty() { self.text.clone() } else { format!("{} [{}]", self.text, rolls.join("; ")) }
    }
}
