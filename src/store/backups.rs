//! Backups beside a campaign, ten at most. They are ordered by a number of their own that only rises: the clock may have
//! been ahead for a while, and an older campaign put back in the place of a newer one counts its actions anew. Files of
//! other names in the folder are the user's, and left alone.

use super::Store;
use super::file::{clear_away, unreadable, vacuum_into};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Backups kept beside a campaign.
const KEPT: usize = 10;

/// The folder of a campaign's backups: beside it, named after it.
pub fn backups_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".backups");
    path.with_file_name(name)
}

/// A backup of ours.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Backup {
    /// Its place in the order; 0 for those made before there were numbers, which came first.
    number: u64,
    /// The last action in it.
    action: u64,
    /// When that was done, in digits.
    stamp: String,
    path: PathBuf,
}

impl Backup {
    /// What a file is by its name: `backup-000012-20261122101530123-00000345.banneret`, or without the first two parts
    /// as they once were named.
    fn of(path: PathBuf) -> Option<Backup> {
        let name = path.file_name()?.to_str()?.strip_suffix(".banneret")?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = name.split('-').collect();
        let (number, stamp, action) = match parts.as_slice() {
            ["backup", number, stamp, action] if digits(number) => (number.parse().ok()?, *stamp, *action),
            // As they were named, with a moment to the thousandth of a second and eight digits of an action.
            [stamp, action] if stamp.len() == 17 && action.len() >= 8 => (0, *stamp, *action),
            _ => return None,
        };
        // A number that no campaign comes to is of somebody else.
        (digits(stamp) && digits(action) && number < u64::from(u32::MAX)).then_some(())?;
        let (action, stamp) = (action.parse().ok()?, stamp.to_owned());
        Some(Backup { number, action, stamp, path })
    }
}

/// Our backups in a folder, the oldest first.
fn kept(folder: &Path) -> Vec<Backup> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut kept: Vec<Backup> = files.filter_map(|entry| Backup::of(entry.path())).collect();
    kept.sort();
    kept
}

/// A backup kept beside a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBackup {
    pub path: PathBuf,
    /// The last action in it.
    pub action: u64,
    /// When that was done, as far as its name tells: `2026-11-22 10:15`.
    pub done: String,
    pub bytes: u64,
}

/// The backups kept beside a campaign, the newest first.
pub fn kept_of(path: &Path) -> Vec<KeptBackup> {
    let told = |stamp: &str| match stamp.get(..12) {
        Some(digits) => {
            let part = |from: usize, to: usize| &digits[from..to];
            format!("{}-{}-{} {}:{}", part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12))
        }
        None => "before anything was done".to_owned(),
    };
    let shown = |backup: Backup| KeptBackup {
        bytes: backup.path.metadata().map_or(0, |about| about.len()),
        done: told(&backup.stamp),
        action: backup.action,
        path: backup.path,
    };
    kept(&backups_of(path)).into_iter().rev().map(shown).collect()
}

pub(super) fn back_up(sql: &Connection, path: &Path) -> Result<Option<PathBuf>> {
    // The last action and when it was done say whether anything changed since.
    let (last, at): (i64, String) = sql.query_row(
        "SELECT coalesce(max(id), 0), coalesce((SELECT at FROM action ORDER BY id DESC LIMIT 1), '0') FROM action",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let last = u64::try_from(last).unwrap_or_default();
    let stamp: String = at.chars().filter(char::is_ascii_digit).take(30).collect();
    let stamp = if stamp.is_empty() { "0".to_owned() } else { stamp };
    let folder = backups_of(path);
    let before = kept(&folder);
    if before.iter().any(|backup| (backup.action, &backup.stamp) == (last, &stamp)) {
        return Ok(None);
    }
    fs::create_dir_all(&folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists | std::io::ErrorKind::NotADirectory => Problem::new(
            ProblemKind::System,
            format!("No backup can be kept: “{}” stands where their folder should be.", folder.display()),
        )
        .hint("Move it elsewhere or rename it."),
        _ => unreadable(&folder, &error),
    })?;
    clear_making(&folder);
    let number = before.iter().map(|backup| backup.number).max().unwrap_or(0) + 1;
    let to = folder.join(format!("backup-{number:06}-{stamp}-{last:08}.banneret"));
    vacuum_into(sql, &to)?;
    let surplus = (before.len() + 1).saturating_sub(KEPT);
    for old in &before[..surplus] {
        // One that cannot be removed is one too many, and no harm.
        let _ = fs::remove_file(&old.path);
    }
    Ok(Some(to))
}

/// Removes what a program that was killed left of a backup it was making.
fn clear_making(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let made = name.to_str().and_then(|name| Some(name.strip_suffix(".making")?.rsplit_once('.')?.0));
        if let Some(made) = made.filter(|made| made.starts_with("backup-")) {
            clear_away(&folder.join(made));
        }
    }
}

impl Store {
    /// Keeps a backup beside the file if it was changed since the newest one, and drops all but the ten newest.
    /// Gives the backup's path if one was made.
    pub fn back_up(&self) -> Result<Option<PathBuf>> {
        back_up(&self.sql, self.path())
    }

    /// Keeps a backup as [`Store::back_up`] does, unless the newest is less than an hour old: for commands, of which
    /// many may follow one another.
    pub fn back_up_if_old(&self) -> Result<Option<PathBuf>> {
        let recent = kept(&backups_of(self.path()))
            .iter()
            .filter_map(|backup| backup.path.metadata().ok()?.modified().ok())
            .any(|time| time.elapsed().is_ok_and(|age| age < Duration::from_secs(3600)));
        if recent { Ok(None) } else { self.back_up() }
    }
}
