//! How a command writes: text in aligned columns, or one JSON value.

use crate::campaign::problem::Problem;
use serde_json::Value;
use std::io::Write;

/// Where a command writes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out {
    /// Whether to write JSON.
    pub json: bool,
}

impl Out {
    /// Writes a value as JSON, or `text`. A reader that has gone is no error.
    pub fn say(&self, value: &Value, text: impl AsRef<str>) {
        let text = if self.json { pretty(value) } else { text.as_ref().trim_end().to_owned() };
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{text}");
        let _ = out.flush();
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
                true => writeln!(out, "banneret: {}", problem.sentence),
                false => writeln!(out, "banneret: {}\n{}", problem.sentence, problem.hint),
            },
        };
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|error| format!("\"{error}\""))
}

/// Rows in columns under their heads; columns whose head begins with `>` stand to the right.
pub(super) fn columns(heads: &[&str], rows: &[Vec<String>]) -> String {
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
    lines.extend(rows.iter().map(|row| line(row.iter().map(String::as_str).collect())));
    lines.join("\n")
}
