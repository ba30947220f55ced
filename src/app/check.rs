//! Whether a campaign file is sound, and saving what can be read of one that is not.

use crate::campaign::problem::{Kind, Result};
use crate::store::Store;
use crate::store::check::Finding;
use serde::Serialize;
use std::path::Path;

/// What a repair saved.
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// Rows that could be read.
    pub rows: u64,
    /// Tables in which rows were lost.
    pub damaged: Vec<String>,
}

/// Everything wrong with a campaign file; nothing if it is sound.
pub fn check(file: &Path) -> Result<Vec<Finding>> {
    match Store::open(file) {
        Ok(store) => store.check(),
        Err(problem) if problem.kind == Kind::Corrupt => {
            let mut findings = Store::examine(file).unwrap_or_default();
            if findings.is_empty() {
                findings.push(Finding { rule: "the file is sound".to_owned(), breach: problem.sentence });
            }
            Ok(findings)
        }
        Err(problem) => Err(problem),
    }
}

/// Saves what can be read of a damaged campaign as a new file; the damaged one is only read.
pub fn repair_copy(file: &Path, to: &Path) -> Result<Saved> {
    let (rows, damaged) = Store::salvage(file, to)?;
    Ok(Saved { rows, damaged })
}
