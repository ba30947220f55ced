//! How a command writes: text in aligned columns, or one JSON value.

use crate::app::export::harmless;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::borrow::Cow;
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};

/// Where a command writes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out {
    /// Whether to write JSON.
    pub json: bool,
}

impl Out {
    /// Writes a value as JSON, or `text`. A reader that has gone is no error; a disk that is full is.
    pub fn say(&self, value: &Value, text: impl AsRef<str>) -> Result<()> {
        self.say_all(value, || text)
    }

    /// The same of a long list: of its JSON no more is held than the list, and its text is made where it is asked for.
    pub fn say_all<T: AsRef<str>>(&self, value: &impl Serialize, text: impl FnOnce() -> T) -> Result<()> {
        match self.json {
            true => send_by(|out| {
                write_json(&mut *out, value)?;
                out.write_all(b"\n")
            }),
            false => send(&(plain(text().as_ref().trim_end()) + "\n")),
        }
    }

    /// Tells of something that went wrong beside what was asked for, which goes on.
    pub fn warn(&self, problem: &Problem) {
        self.problem(problem);
    }

    /// Writes a problem to standard error: as JSON too where that was asked for.
    pub fn problem(&self, problem: &Problem) {
        let mut out = std::io::stderr().lock();
        let _ = match self.json {
            true => {
                let value = serde_json::json!({ "error": problem.sentence, "hint": problem.hint });
                writeln!(out, "{}", pretty(&value))
            }
            false => match problem.hint.is_empty() {
                true => writeln!(out, "banneret: {}", plain(&problem.sentence)),
                false => writeln!(out, "banneret: {}\n{}", plain(&problem.sentence), plain(&problem.hint)),
            },
        };
    }
}

/// Writes a text to standard output, to the last byte.
pub(super) fn send(text: &str) -> Result<()> {
    send_by(|out| out.write_all(text.as_bytes()))
}

/// Writes to standard output what is written piece by piece.
pub(super) fn send_by(fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    sent(fill(&mut out).and_then(|()| out.flush()))
}

/// Whether what was written to standard output has all come there. A reader that has gone is no error.
pub(super) fn sent(written: std::io::Result<()>) -> Result<()> {
    match written.map_err(|error| (error.kind(), error.downcast::<Problem>())) {
        Ok(()) | Err((ErrorKind::BrokenPipe, Err(_))) => Ok(()),
        Err((_, Ok(problem))) => Err(problem),
        Err((kind, Err(error))) => {
            let sentence = match kind {
                ErrorKind::StorageFull => "The disk is full: the answer was cut short.".to_owned(),
                _ => format!("The answer was cut short: {error}."),
            };
            Err(Problem::new(ProblemKind::System, sentence)
                .hint("What the command did in the campaign is kept all the same. Free some space to see the answer."))
        }
    }
}

/// Writes to standard output a text for other programs, as it is; where it is a terminal that reads it, without what would
/// command that.
pub(super) fn send_as_it_is(text: &str) -> Result<()> {
    match std::io::stdout().is_terminal() {
        true => send(&plain(text)),
        false => send(text),
    }
}

/// A text without the characters that would command a terminal; a campaign or a file may come from anybody.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { '\u{FFFD}' } else { letter }).collect()
}

/// A value as JSON, with the controls above ASCII escaped too.
pub(super) fn pretty(value: &Value) -> String {
    let mut text = Vec::new();
    match write_json(&mut text, value) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => format!("\"{error}\""),
    }
}

/// Writes a value as [`pretty`] has it.
fn write_json(out: impl Write, value: &impl Serialize) -> std::io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Harmless(PrettyFormatter::new())))?)
}

/// JSON on many lines that commands no terminal.
struct Harmless(PrettyFormatter<'static>);

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> std::io::Result<()> {
        out.write_all(harmless(fragment).as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> std::io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> std::io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        self.0.end_object_value(out)
    }
}

/// The longest a cell of a table is shown, in letters: one long text does not make every row as wide.
const LONGEST_CELL: usize = 300;

/// A cell as it is shown.
fn clipped(cell: &str) -> Cow<'_, str> {
    match cell.char_indices().nth(LONGEST_CELL) {
        None => Cow::Borrowed(cell),
        Some((end, _)) => Cow::Owned(format!("{}…", &cell[..end])),
    }
}

/// Rows in columns under their heads; columns whose head begins with `>` stand to the right. What is longer than a line of text
/// is cut short; JSON has it whole.
pub(super) fn columns(heads: &[&str], rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<Cow<'_, str>>> = rows.iter().map(|row| row.iter().map(|cell| clipped(cell)).collect()).collect();
    let width = |column: usize| {
        let head = heads[column].trim_start_matches('>').chars().count();
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(head)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let cells: Vec<String> = cells
            .into_iter()
            .zip(&widths)
            .zip(heads)
            .map(|((cell, width), head)| {
                let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
                if head.starts_with('>') { format!("{pad}{cell}") } else { format!("{cell}{pad}") }
            })
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    let mut lines = vec![line(heads.iter().map(|head| head.trim_start_matches('>')).collect())];
    lines.extend(rows.iter().map(|row| line(row.iter().map(|cell| &**cell).collect())));
    lines.join("\n")
}
