//! A campaign as a file: made, judged, opened, migrated, copied and backed up.
//!
//! A campaign is a document that people copy and mail, so between two actions the one file is whole by itself: a
//! rollback journal, flushed at each commit, and never a write-ahead log beside it.

use super::journal;
use super::{Db, Store};
use crate::campaign::problem::{Kind, Problem, Result};
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, PoisonError};

/// Marks a SQLite file as a campaign: `BNRT`.
const APPLICATION_ID: i32 = 0x424E_5254;
/// The schema this program writes; a file with a higher one is newer.
pub const SCHEMA: i32 = 6;
/// Backups kept beside a campaign.
const BACKUPS_KEPT: usize = 10;

mod embedded {
    refinery::embed_migrations!("migrations");
}

pub(super) fn damaged(what: &str) -> Problem {
    Problem::new(Kind::Corrupt, format!("The campaign file is damaged ({what}).")).hint(
        "It was left untouched. Run “banneret check FILE --repair-copy OUT”, or open the newest backup beside it.",
    )
}

pub(super) fn locked() -> Problem {
    Problem::new(Kind::Locked, "Another program has this campaign open.")
        .hint("Close it there, and open it here again; nothing was changed.")
}

fn foreign(path: &Path, what: &str) -> Problem {
    Problem::new(Kind::Foreign, format!("“{}” is no Banneret campaign: {what}.", path.display()))
        .hint("It was left untouched. Choose another file, or make a campaign with “banneret new”.")
}

fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    match error.kind() {
        std::io::ErrorKind::NotFound => Problem::new(Kind::NotFound, format!("There is no file “{}”.", path.display()))
            .hint("Check the name, or make a campaign with “banneret new”."),
        std::io::ErrorKind::StorageFull => {
            Problem::new(Kind::FullDisk, format!("The disk is full: “{}” could not be written.", path.display()))
                .hint("Free some space and do it again.")
        }
        _ => Problem::new(Kind::System, format!("“{}” could not be opened: {error}.", path.display()))
            .hint("Check that you may read and write it."),
    }
}

/// Judges a file by its first bytes, before SQLite is let near it, so that a foreign or damaged file is never
/// written to. The journal of a program that was killed is SQLite's to roll back first, so with one beside the
/// file its length is not judged.
pub(super) fn judge(path: &Path) -> Result<()> {
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if about.is_dir() {
        return Err(foreign(path, "it is a folder"));
    }
    if about.len() == 0 {
        return Err(foreign(path, "the file is empty"));
    }
    let mut head = [0u8; 100];
    let mut file = fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut read = 0;
    while read < head.len() {
        match file.read(&mut head[read..]).map_err(|error| unreadable(path, &error))? {
            0 => break,
            count => read += count,
        }
    }
    if !head[..read].starts_with(b"SQLite format 3\0") {
        return Err(foreign(path, "it is some other kind of file"));
    }
    if read < head.len() {
        return Err(damaged("it was cut short"));
    }
    let word = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if word(68) as i32 != APPLICATION_ID {
        return Err(foreign(path, "it is a database of another program"));
    }
    if word(60) as i32 > SCHEMA {
        return Err(Problem::new(Kind::TooNew, format!("“{}” was written by a newer Banneret.", path.display()))
            .hint("It was left untouched. Install the newer version to open it."));
    }
    // A rollback journal or a log, a known form of schema, UTF-8: a campaign has no other.
    if !head[18..20].iter().all(|form| (1..=2).contains(form)) || word(44) > 4 || word(56) != 1 {
        return Err(damaged("its first bytes make no sense"));
    }
    let page = match u64::from(u16::from_be_bytes([head[16], head[17]])) {
        1 => 65_536,
        size => size,
    };
    let hot = journal_of(path).metadata().is_ok_and(|journal| journal.len() > 0);
    if !hot && about.len() < page * u64::from(word(28)) {
        return Err(damaged("it was cut short"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fixed = |path: &Path| fs::metadata(path).is_ok_and(|about| about.permissions().readonly());
    if fixed(path) || fixed(folder) {
        return Err(Problem::new(Kind::ReadOnly, format!("“{}” may only be read.", path.display()))
            .hint("Make the file and its folder writable, or copy it to a folder of your own and open the copy."));
    }
    Ok(())
}

fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

fn connect(path: &Path, flags: OpenFlags) -> Result<(Connection, Arc<AtomicI64>)> {
    let sql = Connection::open_with_flags(path, flags)?;
    sql.busy_timeout(std::time::Duration::from_millis(200))?;
    // TRUNCATE rather than PERSIST: it costs about a millisecond an action, and leaves no stale journal bytes beside the
    // file.
    sql.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA journal_mode = TRUNCATE;
         PRAGMA synchronous = FULL;
         PRAGMA temp_store = MEMORY;
         PRAGMA trusted_schema = OFF;
         PRAGMA cache_size = -65536;",
    )?;
    sql.set_prepared_statement_cache_capacity(256);
    // Taking the lock now, not at the first change, lets a second program know at once.
    sql.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
    let recording = journal::install(&sql)?;
    Ok((sql, recording))
}

fn migrate(sql: &mut Connection) -> Result<()> {
    let found: i32 = sql.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found == SCHEMA {
        return Ok(());
    }
    // A pragma inside a migration does nothing, and rebuilding a parent table with foreign keys on would delete
    // its children.
    sql.pragma_update(None, "foreign_keys", false)?;
    embedded::migrations::runner().set_grouped(true).run(sql).map_err(|error| {
        Problem::new(Kind::System, format!("The campaign could not be brought up to this version: {error}."))
            .hint("It is as it was; a backup lies beside it.")
    })?;
    let broken: Option<String> = sql
        .query_row("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1", [], |row| row.get(0))
        .map(Some)
        .or_else(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Ok(None),
            other => Err(other),
        })?;
    if let Some(table) = broken {
        return Err(damaged(&format!("rows of {table} point nowhere")));
    }
    sql.pragma_update(None, "application_id", APPLICATION_ID)?;
    sql.pragma_update(None, "user_version", SCHEMA)?;
    Ok(())
}

/// The campaigns this program has open. To look at the bytes of one a second time would let go of the lock on it: by
/// the rules of POSIX, closing any handle of a file ends all locks of its process.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A campaign's place among those open, for as long as it is.
#[derive(Debug)]
pub(super) struct Held(PathBuf);

impl Held {
    fn take(path: &Path) -> Result<Option<Held>> {
        // A path that leads nowhere is judged with the rest.
        let Ok(whole) = fs::canonicalize(path) else { return Ok(None) };
        match OPEN.lock().unwrap_or_else(PoisonError::into_inner).insert(whole.clone()) {
            true => Ok(Some(Held(whole))),
            false => Err(locked()),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        OPEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

fn ready(sql: Connection, recording: Arc<AtomicI64>, path: &Path, held: Option<Held>) -> Result<Store> {
    sql.pragma_update(None, "foreign_keys", true)?;
    journal::write_down_changes(&sql)?;
    Ok(Store { db: Db { sql }, path: path.to_owned(), recording, held })
}

impl Store {
    /// Makes a new campaign file and lets `fill` put the first things in it. It is written beside `path` and
    /// renamed when whole; an existing file is never overwritten.
    pub fn create<T>(path: &Path, fill: impl FnOnce(&mut Store) -> Result<T>) -> Result<(Store, T)> {
        if path.exists() {
            return Err(Problem::new(Kind::Refused, format!("There is already a file “{}”.", path.display()))
                .hint("Choose another name; an existing file is never overwritten."));
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.making", std::process::id()));
        let beside = PathBuf::from(beside);
        let made = (|| {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            fs::File::create_new(&beside).map_err(|error| unreadable(&beside, &error))?;
            let (mut sql, recording) = connect(&beside, flags)?;
            migrate(&mut sql)?;
            let mut store = ready(sql, recording, &beside, None)?;
            fill(&mut store)
        })();
        let filled = made.and_then(|filled| {
            // A link fails where a file of the name has appeared meanwhile; a rename would replace it.
            match fs::hard_link(&beside, path) {
                Ok(()) => Ok(filled),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(unreadable(path, &error)),
                Err(_) => fs::rename(&beside, path).map(|()| filled).map_err(|error| unreadable(path, &error)),
            }
        });
        let _ = fs::remove_file(&beside);
        let _ = fs::remove_file(journal_of(&beside));
        let filled = filled?;
        sync_folder(path);
        Ok((Store::open(path)?, filled))
    }

    /// Opens a campaign file. A file that is foreign, newer, damaged, read-only or open elsewhere is left as it is.
    pub fn open(path: &Path) -> Result<Store> {
        let held = Held::take(path)?;
        judge(path)?;
        let (mut sql, recording) = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let found: i32 = sql.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if found > SCHEMA {
            return Err(Problem::new(Kind::TooNew, format!("“{}” was written by a newer Banneret.", path.display()))
                .hint("It was left untouched. Install the newer version to open it."));
        }
        if found < SCHEMA {
            back_up(&sql, path)?;
            migrate(&mut sql)?;
        }
        let store = ready(sql, recording, path, held).map_err(|problem| match problem.kind {
            Kind::System => damaged("its tables are not as they should be"),
            _ => problem,
        })?;
        store.about().map_err(|problem| match problem.kind {
            Kind::Corrupt => problem,
            _ => damaged("it holds no campaign"),
        })?;
        Ok(store)
    }

    /// Writes a whole copy of the campaign to `to`, which must not exist.
    pub fn copy_to(&self, to: &Path) -> Result<()> {
        vacuum_into(&self.sql, to)
    }

    /// Keeps a backup beside the file if it was changed since the newest one, and drops all but the ten newest.
    /// Gives the backup's path if one was made.
    pub fn back_up(&self) -> Result<Option<PathBuf>> {
        back_up(&self.sql, &self.path)
    }
}

impl Store {
    /// Keeps a backup as [`Store::back_up`] does, unless the newest is less than an hour old: for commands, of which
    /// many may follow one another.
    pub fn back_up_if_old(&self) -> Result<Option<PathBuf>> {
        let newest = fs::read_dir(backups_of(&self.path)).into_iter().flatten().flatten();
        let recent = newest
            .filter_map(|entry| entry.metadata().ok()?.modified().ok())
            .any(|time| time.elapsed().is_ok_and(|age| age < std::time::Duration::from_secs(3600)));
        if recent { Ok(None) } else { self.back_up() }
    }
}

/// The folder of a campaign's backups: beside it, named after it.
pub fn backups_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".backups");
    path.with_file_name(name)
}

fn back_up(sql: &Connection, path: &Path) -> Result<Option<PathBuf>> {
    // When the last action was done says whether anything changed since, and orders the backups, also when an older
    // one has been put back in the campaign's place.
    let (last, at): (i64, String) = sql.query_row(
        "SELECT coalesce(max(id), 0), coalesce((SELECT at FROM action ORDER BY id DESC LIMIT 1), '0') FROM action",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let stamp: String = at.chars().filter(char::is_ascii_digit).collect();
    let folder = backups_of(path);
    fs::create_dir_all(&folder).map_err(|error| unreadable(&folder, &error))?;
    let to = folder.join(format!("{stamp}-{last:08}.banneret"));
    if to.exists() {
        return Ok(None);
    }
    vacuum_into(sql, &to)?;
    let mut kept: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|error| unreadable(&folder, &error))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "banneret"))
        .collect();
    kept.sort();
    let surplus = kept.len().saturating_sub(BACKUPS_KEPT);
    for old in &kept[..surplus] {
        fs::remove_file(old).map_err(|error| unreadable(old, &error))?;
    }
    Ok(Some(to))
}

fn vacuum_into(sql: &Connection, to: &Path) -> Result<()> {
    if to.exists() {
        return Err(Problem::new(Kind::Refused, format!("There is already a file “{}”.", to.display()))
            .hint("Choose another name; an existing file is never overwritten."));
    }
    let mut beside = to.as_os_str().to_owned();
    beside.push(".making");
    let beside = PathBuf::from(beside);
    let _ = fs::remove_file(&beside);
    let name = beside.to_str().ok_or_else(|| {
        Problem::bad_input(format!("“{}” has letters that are no Unicode.", to.display())).hint("Choose another name.")
    })?;
    sql.execute("VACUUM INTO ?1", [name]).map_err(|error| {
        let _ = fs::remove_file(&beside);
        Problem::from(error)
    })?;
    fs::rename(&beside, to).map_err(|error| unreadable(to, &error))?;
    sync_folder(to);
    Ok(())
}

/// Makes a rename last; a file system that cannot do this has its own ways.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}
