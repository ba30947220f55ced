//! A file whose program was killed in the middle of an action. What it was before lies in the rollback journal beside
//! it, and SQLite puts that back at the next opening, into whatever file bears the name by then: a backup put in its
//! place meanwhile would be overwritten with pages of another. So before SQLite is let near, the journal is tried on a
//! copy, and one that does not belong to the file is laid aside.

use super::file::{connect, damaged, journal_of, locked, log_of, migrate, unreadable, wary};
use super::first_page::{copy_pages, judge_pages};
use super::{Db, Watch};
use super::{schema, trees};
use crate::campaign::problem::Result;
use rusqlite::OpenFlags;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What a rollback journal that is not yet done with begins with.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

fn word(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Whether a rollback journal that is not done with lies beside a file.
pub(super) fn is_hot(path: &Path) -> bool {
    let mut magic = [0; 8];
    let read = File::open(journal_of(path)).and_then(|mut journal| journal.read_exact(&mut magic));
    read.is_ok() && magic == MAGIC
}

/// Whether the journal beside a file names another file that holds the names of several journals, as one of several databases
/// written together does. SQLite would open what it names and read all of it, a pipe or a disk; no campaign's names any.
pub(super) fn names_another(path: &Path) -> bool {
    let mut end = [0; MAGIC.len()];
    let read = File::open(journal_of(path)).and_then(|mut journal| {
        journal.seek(SeekFrom::End(-(MAGIC.len() as i64)))?;
        journal.read_exact(&mut end)
    });
    read.is_ok() && end == MAGIC && fs::metadata(journal_of(path)).is_ok_and(|about| about.len() > 16)
}

/// Whether the first page as the journal has it can be an older state of the file's own: the counter of changes in it is
/// the file's, or the one before.
fn may_belong(path: &Path) -> bool {
    let Some(kept) = first_page_kept(path) else { return true };
    let mut head = [0; 28];
    if File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_err()
        || !head.starts_with(b"SQLite format 3")
    {
        // Its first page was being written, and says nothing.
        return true;
    }
    let (now, then) = (word(&head[24..]), word(&kept[24..]));
    now == then || now == then.wrapping_add(1)
}

/// As much longer as a file or a journal may be than is accounted for.
const SLACK: u64 = 64 * 1024 * 1024;

/// Whether a journal tells of a file so much longer than this one that no action has cut it to what it is, or is itself longer
/// than one of such a file. SQLite would put noughts to the file until it is as long as it is told, and read all of the journal.
fn is_of_a_longer_file(path: &Path) -> bool {
    let mut head = [0; 28];
    let read = File::open(journal_of(path)).and_then(|mut journal| journal.read_exact(&mut head));
    let told = u64::from(word(&head[16..])) * u64::from(word(&head[24..]));
    let journal = journal_of(path);
    let length = fs::metadata(&journal).map_or(0, |about| about.len());
    // Each page stands in it once.
    read.is_ok()
        && (length > told.saturating_mul(4).saturating_add(SLACK)
            || told > 4 * (taken_up(path) + taken_up(&journal)) + SLACK)
}

/// As much of a disk as a file takes up: one of holes alone may be called as long as a disk.
#[cfg(unix)]
pub(super) fn taken_up(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map_or(0, |about| about.len().min(about.blocks().saturating_mul(512)))
}

#[cfg(not(unix))]
pub(super) fn taken_up(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}

/// How the first page of a file begins as a journal that is not done with has it, if it has.
pub(super) fn first_page_kept(path: &Path) -> Option<[u8; 100]> {
    if !is_hot(path) {
        return None;
    }
    let mut journal = File::open(journal_of(path)).ok()?;
    let mut head = [0; 28];
    journal.read_exact(&mut head).ok()?;
    let (sector, page) = (word(&head[20..]), word(&head[24..]));
    if !(512..=65_536).contains(&page) || !(32..=65_536).contains(&sector) {
        return None;
    }
    let mut at = u64::from(sector);
    for _ in 0..word(&head[8..]).min(100_000) {
        journal.seek(SeekFrom::Start(at)).ok()?;
        let mut entry = [0; 104];
        journal.read_exact(&mut entry).ok()?;
        if word(&entry) == 1 {
            let mut kept = [0; 100];
            kept.copy_from_slice(&entry[4..]);
            return Some(kept);
        }
        at += u64::from(page) + 8;
    }
    None
}

/// Has SQLite put back what a journal that is not done with holds of a file, and looks at the file again as it lies then.
pub(super) fn put_back(path: &Path) -> Result<()> {
    if !is_hot(path) {
        return Ok(());
    }
    if is_of_a_longer_file(path) {
        return Err(damaged("the journal beside it is of a longer file"));
    }
    roll_back(path)?;
    judge_pages(path)
}

/// Has SQLite put back what the journal beside a file holds of it, and reads nothing of it.
pub(super) fn roll_back(path: &Path) -> Result<()> {
    let sql = wary(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // To read this much puts it back, and reads no schema.
    let _ = sql.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
    Ok(())
}

/// Whether a journal that is not done with lies beside a file and may be its own.
pub(super) fn belongs(path: &Path) -> bool {
    is_hot(path) && !names_another(path) && !is_of_a_longer_file(path) && may_belong(path)
}

/// A copy of a file to try things on, gone when it is dropped.
struct Trial(PathBuf);

impl Trial {
    fn of(path: &Path, with_journal: bool) -> std::io::Result<Trial> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.trial", std::process::id()));
        let trial = Trial(name.into());
        copy_pages(path, &trial.0)?;
        if with_journal {
            fs::copy(journal_of(path), journal_of(&trial.0))?;
        }
        Ok(trial)
    }

    /// Whether it makes a campaign; one whose trial was stopped decides nothing.
    fn is_sound(&self) -> Result<bool> {
        let sound = || -> Result<bool> {
            put_back(&self.0)?;
            judge_pages(&self.0)?;
            let (mut sql, _) = connect(&self.0, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            Watch::of_this_thread().look_over(&mut sql)?;
            schema::judge(&sql)?;
            // What was killed may have been an upgrade; the check is of today's.
            migrate(&mut sql)?;
            Ok(Db { sql }.check()?.is_empty())
        };
        let found = sound();
        Watch::of_this_thread().go_on()?;
        Ok(found.unwrap_or(false))
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_file(journal_of(&self.0));
    }
}

/// Sees to it that SQLite finds beside a file no journal but its own. The file must not be open in this program.
pub(super) fn settle(path: &Path) -> Result<()> {
    // A campaign has no write-ahead log: one beside it is another file's, or was written by another program, and SQLite
    // would take it for a part of the campaign, which nobody has judged.
    if fs::symlink_metadata(log_of(path)).is_ok() {
        match has_no_log(path) {
            true => lay_logs_aside(path)?,
            false => drop(while_held(path, lay_logs_aside)?),
        }
    }
    if names_another(path) {
        return while_held(path, |path| lay_aside(path, &journal_of(path))).map(drop);
    }
    if !is_hot(path) || trees::unreadable_schema(path).is_some() {
        return Ok(());
    }
    match while_held(path, settle_alone)? {
        true => Ok(()),
        // Nobody could be asked whether a program is at work on it. The journal of one that is belongs to the file.
        false if is_of_a_longer_file(path) || !may_belong(path) => lay_aside(path, &journal_of(path)),
        false => {
            keep_as_it_lies(path);
            Ok(())
        }
    }
}

/// Does what is to be done beside a file while no other program has it. A link of another name shows the same file without
/// its journal: it can be held, and is not rolled back. Where there are no links nothing is done; whether it could be held.
fn while_held(path: &Path, work: impl FnOnce(&Path) -> Result<()>) -> Result<bool> {
    let mut link = path.as_os_str().to_owned();
    link.push(format!(".{}.held", std::process::id()));
    let link = PathBuf::from(link);
    let _ = fs::remove_file(&link);
    if fs::hard_link(path, &link).is_err() {
        return Ok(false);
    }
    let held = hold(&link);
    let done = held.and_then(|()| work(path));
    for left in [&link, &journal_of(&link), &log_of(&link)] {
        let _ = fs::remove_file(left);
    }
    done.map(|()| true)
}

/// Whether nobody else has the file.
fn hold(link: &Path) -> Result<()> {
    let sql = wary(link, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    match sql.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK;") {
        Ok(()) => Ok(()),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Err(locked()),
        // Half written as it is, it need make no sense yet.
        Err(_) => Ok(()),
    }
}

fn settle_alone(path: &Path) -> Result<()> {
    if is_of_a_longer_file(path) {
        return lay_aside(path, &journal_of(path));
    }
    let belongs = may_belong(path);
    let Ok(whole) = Trial::of(path, true) else {
        // There is no room to try it out.
        return if belongs { Ok(()) } else { lay_aside(path, &journal_of(path)) };
    };
    if belongs && whole.is_sound()? {
        return Ok(());
    }
    drop(whole);
    if let Ok(alone) = Trial::of(path, false)
        && alone.is_sound()?
    {
        return lay_aside(path, &journal_of(path));
    }
    // Neither makes a campaign.
    keep_as_it_lies(path);
    Ok(())
}

/// Keeps what there is of a file and its journal beside it, before SQLite makes of it what it can.
fn keep_as_it_lies(path: &Path) {
    for number in 0..10 {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".crashed-{number}"));
        let kept = PathBuf::from(name);
        if !kept.exists() {
            let _ = fs::copy(journal_of(path), journal_of(&kept)).and_then(|_| copy_pages(path, &kept));
            break;
        }
    }
}

/// Whether a file says of itself that it is written without a write-ahead log.
fn has_no_log(path: &Path) -> bool {
    let mut head = [0; 20];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head[18..20] == [1, 1]
}

/// Takes the log beside a file out of the way, with the index that goes with it.
fn lay_logs_aside(path: &Path) -> Result<()> {
    let mut index = path.as_os_str().to_owned();
    index.push("-shm");
    for beside in [log_of(path), index.into()] {
        if fs::symlink_metadata(&beside).is_ok() {
            lay_aside(path, &beside)?;
        }
    }
    Ok(())
}

/// Takes a journal or a log of another file out of the way; it stays beside, under a name that SQLite does not look for.
fn lay_aside(path: &Path, journal: &Path) -> Result<()> {
    let free = (1..)
        .map(|number: u32| {
            let mut name = journal.as_os_str().to_owned();
            name.push(format!(".of-another-file-{number}"));
            PathBuf::from(name)
        })
        .find(|aside| fs::symlink_metadata(aside).is_err());
    match free {
        Some(aside) => fs::rename(journal, aside).map_err(|error| unreadable(path, &error)),
        None => Ok(()),
    }
}
