//! A campaign as a file: made, judged, opened, migrated and copied.
//!
//! A campaign is a document that people copy and mail, so between two actions the one file is whole by itself: a
//! rollback journal, flushed at each commit, and never a write-ahead log beside it.

use super::digest::{self, ALL_SEALED};
use super::first_page::{copy_pages, judge, judge_pages};
use super::limits::uncounted;
use super::{Db, Store, Watch, backups, crashed, journal, schema};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, PoisonError};

/// Marks a SQLite file as a campaign: `BNRT`.
pub(super) const APPLICATION_ID: i32 = 0x424E_5254;
/// The schema this program writes; a file with a higher one is newer.
pub const SCHEMA: i32 = 23;
/// The most bytes any one value of a campaign may take; a record of a long battle is a hundredth of it.
pub(super) const MOST_BYTES: i32 = 32 << 20;

pub(super) mod embedded {
    refinery::embed_migrations!("migrations");
}

pub(super) fn damaged(what: &str) -> Problem {
    Problem::new(ProblemKind::Corrupt, format!("The campaign file is damaged ({what}).")).hint(
        "It was left untouched. Run “banneret check FILE --repair-copy OUT”, or open the newest backup beside it.",
    )
}

/// An action would have broken what always holds. The program sees to it that none does, so the file is likely to have been
/// altered by other hands.
pub(super) fn rule_broken(sentence: String) -> Problem {
    Problem::new(ProblemKind::RuleBroken, sentence).hint(
        "Nothing was changed. Run “banneret check FILE”: if it finds the file altered, play on in the copy that “banneret check \
         FILE --repair-copy OUT” makes; if it finds nothing, please report how it came about.",
    )
}

/// Nothing happens beyond the last day there is.
pub(super) fn calendar_ends() -> Problem {
    Problem::refused(
        "The calendar ends with the year 9999.",
        "Choose an earlier day, set the date of the campaign back by hand, or write it out and begin another earlier.",
    )
}

pub(super) fn locked() -> Problem {
    Problem::new(ProblemKind::Locked, "Another program has this campaign open.")
        .hint("Close it there, and open it here again; nothing was changed.")
}

/// Why a lock could not be had: another program has it, or the disk gives none.
fn why_locked(path: &Path) -> Problem {
    let refused = fs::File::open(path).map(|file| file.try_lock_shared());
    match refused {
        Ok(Err(fs::TryLockError::Error(error))) => Problem::new(
            ProblemKind::System,
            format!(
                "“{}” cannot be held against other programs, for its disk locks no files: {error}.",
                path.display()
            ),
        )
        .hint("Copy the campaign to a disk of this machine and open it there."),
        _ => locked(),
    }
}

/// The file may not be written.
pub(super) fn read_only(path: &Path) -> Problem {
    Problem::new(ProblemKind::ReadOnly, format!("“{}” may only be read.", path.display()))
        .hint("Make the file and its folder writable, or copy it to a folder of your own and open the copy.")
}

pub(super) fn foreign(path: &Path, what: &str) -> Problem {
    Problem::new(ProblemKind::Foreign, format!("“{}” is no Banneret campaign: {what}.", path.display()))
        .hint("It was left untouched. Choose another file, or make a campaign with “banneret new”.")
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Problem {
    match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Problem::new(ProblemKind::Refused, format!("There is already a file “{}”.", path.display()))
                .hint("Choose another name; an existing file is never overwritten.")
        }
        std::io::ErrorKind::NotFound => {
            Problem::new(ProblemKind::NotFound, format!("There is no file “{}”.", path.display()))
                .hint("Check the name, or make a campaign with “banneret new”.")
        }
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
            Problem::new(ProblemKind::FullDisk, format!("The disk is full: “{}” could not be written.", path.display()))
                .hint("Free some space and do it again.")
        }
        std::io::ErrorKind::FileTooLarge => Problem::new(
            ProblemKind::FullDisk,
            format!("“{}” may grow no further: its disk or this system allows no larger file.", path.display()),
        )
        .hint("Raise the limit, or write it to another disk."),
        _ => Problem::new(ProblemKind::System, format!("“{}” could not be opened: {error}.", path.display()))
            .hint("Check that you may read and write it."),
    }
}

/// Whether a file and its folder may be written.
fn may_write(path: &Path) -> bool {
    let fixed = |path: &Path| fs::metadata(path).is_ok_and(|about| about.permissions().readonly());
    !fixed(path) && !fixed(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Lets this user write a copy of a file that may only be read.
#[cfg(unix)]
pub(super) fn make_writable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut now = fs::metadata(path)?.permissions();
    now.set_mode(now.mode() | 0o600);
    fs::set_permissions(path, now)
}

#[cfg(not(unix))]
pub(super) fn make_writable(path: &Path) -> std::io::Result<()> {
    let mut now = fs::metadata(path)?.permissions();
    now.set_readonly(false);
    fs::set_permissions(path, now)
}

/// A file under its own name, whatever link leads to it: SQLite looks beside that one for its journal.
pub(super) fn under_its_name(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    let own = is_link.then(|| fs::canonicalize(path).ok()).flatten();
    own.unwrap_or_else(|| path.to_owned())
}

/// The rollback journal of a file.
pub(super) fn journal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

/// The write-ahead log that SQLite would look for beside a file.
pub(super) fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Where a file is made before it is put in its place: beside it, so that it need not go from disk to disk.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.making", std::process::id()));
    name.into()
}

/// Puts a file made beside another path under that path, unless one has appeared there.
pub fn put_in_place(made: &Path, path: &Path) -> std::io::Result<()> {
    // A link fails where a file of the name is; a rename would replace it.
    match fs::hard_link(made, path) {
        Ok(()) => {
            let _ = fs::remove_file(made);
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) if fs::symlink_metadata(path).is_ok() => return Err(std::io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(made, path)?,
    }
    sync_folder(path);
    Ok(())
}

/// A connection on which nothing that a file's schema holds is trusted. Its path is made whole, for SQLite takes one that
/// begins with `file:` for something else. Beside a log nothing is opened: SQLite would read pages of it that nobody has judged,
/// and wait for ever for what comes out of a pipe.
pub(super) fn wary(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let own = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if crashed::names_another(&own) {
        return Err(Problem::refused(
            format!(
                "“{}”, beside the campaign, leads to another file, as no campaign's does.",
                journal_of(&own).display()
            ),
            "Move it away and open the campaign again.",
        ));
    }
    let log = log_of(&own);
    if fs::symlink_metadata(&log).is_ok() {
        return Err(Problem::refused(
            format!("“{}”, beside the campaign, is a log of another program, as no campaign has.", log.display()),
            "Close the campaign in that program, or move its log away, and open it again.",
        ));
    }
    let whole = std::path::absolute(path).map_err(|error| unreadable(path, &error))?;
    let sql = Connection::open_with_flags(whole, flags)?;
    sql.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    sql.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    sql.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    sql.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_BYTES)?;
    sql.busy_timeout(std::time::Duration::from_millis(200))?;
    Ok(sql)
}

/// Opens a file to be written, held against other programs.
pub(super) fn connect(path: &Path, flags: OpenFlags) -> Result<(Connection, Arc<AtomicI64>)> {
    let sql = wary(path, flags)?;
    // TRUNCATE rather than PERSIST: it costs about a millisecond an action, and leaves no stale journal bytes beside the
    // file.
    sql.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA journal_mode = TRUNCATE;
         PRAGMA synchronous = FULL;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -65536;",
    )?;
    sql.set_prepared_statement_cache_capacity(256);
    // Taking the lock now, not at the first change, lets a second program know at once.
    sql.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
    let recording = journal::install(&sql)?;
    Ok((sql, recording))
}

pub(super) fn migrate(sql: &mut Connection) -> Result<()> {
    let found: i32 = sql.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found == SCHEMA {
        return Ok(());
    }
    // A pragma inside a migration does nothing, and rebuilding a parent table with foreign keys on would delete
    // its children.
    sql.pragma_update(None, "foreign_keys", false)?;
    bring_up(sql, found, SCHEMA)
}

/// Brings a schema from one version up to another, all in one transaction, and writes down what was done. The history is
/// in the form of the embedded migrations' own runner, which would fall over a clock that is far off.
pub(super) fn bring_up(sql: &mut Connection, from: i32, to: i32) -> Result<()> {
    let steps = sql.transaction()?;
    steps.execute_batch(
        "CREATE TABLE IF NOT EXISTS refinery_schema_history(
             version int4 PRIMARY KEY,
             name VARCHAR(255),
             applied_on VARCHAR(255),
             checksum VARCHAR(255));",
    )?;
    let runner = embedded::migrations::runner();
    let mut migrations: Vec<_> = runner.get_migrations().iter().collect();
    migrations.sort_by_key(|migration| migration.version());
    for migration in migrations {
        let version = i64::from(migration.version());
        if !(i64::from(from) + 1..=i64::from(to)).contains(&version) {
            continue;
        }
        steps.execute_batch(migration.sql().unwrap_or_default())?;
        steps.execute(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (?1, ?2, ?3, ?4)",
            (version, migration.name(), super::now(), migration.checksum().to_string()),
        )?;
    }
    if from > 0 && from < ALL_SEALED && to >= ALL_SEALED {
        digest::seal_older(&steps)?;
    }
    let loose = "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1";
    if let Some(table) = steps.query_row(loose, [], |row| row.get::<_, String>(0)).optional()? {
        return Err(damaged(&format!("rows of {table} point nowhere")));
    }
    steps.pragma_update(None, "application_id", APPLICATION_ID)?;
    steps.pragma_update(None, "user_version", to)?;
    steps.commit()?;
    Ok(())
}

/// The campaigns this program has open. To look at the bytes of one a second time would let go of the lock on it: by
/// the rules of POSIX, closing any handle of a file ends all locks of its process.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A campaign's place among those open, for as long as it is.
#[derive(Debug)]
pub(super) struct Held(PathBuf);

impl Held {
    pub(super) fn take(path: &Path) -> Result<Option<Held>> {
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

/// Which file it is that bears a name, however it is called; nothing where the system does not say.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// The first bytes of a file, where they say how it stands.
type Head = [u8; 100];

/// The first bytes of the campaign that is open, as this program last left them. They are read by a handle that is held as
/// long as the campaign is: to close one would let go of the lock on it.
#[derive(Debug)]
pub(super) struct Left {
    file: fs::File,
    head: Cell<Option<Head>>,
}

impl Left {
    fn of(path: &Path) -> Option<Left> {
        let left = Left { file: fs::File::open(path).ok()?, head: Cell::new(None) };
        left.head.set(left.now());
        Some(left)
    }

    fn now(&self) -> Option<Head> {
        let mut head = [0; 100];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).ok()?;
        file.read_exact(&mut head).ok()?;
        Some(head)
    }
}

pub(super) fn ready(sql: Connection, recording: Arc<AtomicI64>, path: &Path, held: Option<Held>) -> Result<Store> {
    sql.pragma_update(None, "foreign_keys", true)?;
    journal::write_down_changes(&sql)?;
    Ok(Store {
        db: Db { sql },
        path: path.to_owned(),
        identity: identity(path),
        left: Left::of(path),
        recording,
        watch: Watch::of_this_thread(),
        room: Cell::new(0),
        writable: true,
        held,
    })
}

/// What a program writes beside a file for a while, by how its name ends behind the program's number.
const BESIDE: [&str; 4] = [".making", ".making.source", ".trial", ".held"];

/// Removes what programs that were killed left beside this very file. What a program that lives is at is locked.
pub fn clear_away(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let name = name.to_string_lossy();
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let left = entry.file_name();
        let left = left.to_string_lossy();
        let number = left.strip_prefix(&*name).and_then(|rest| rest.strip_prefix('.')).and_then(|rest| {
            let ending = BESIDE.iter().find(|ending| rest.ends_with(**ending))?;
            rest.strip_suffix(ending)
        });
        let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) else { continue };
        let is_file = entry.metadata().is_ok_and(|about| about.is_file());
        if is_file && number != std::process::id() && is_nobodys(&entry.path(), number) {
            let _ = fs::remove_file(entry.path());
            let _ = fs::remove_file(journal_of(&entry.path()));
        }
    }
}

/// Whether nobody is at work on a file that a program of this number wrote.
fn is_nobodys(path: &Path, number: u32) -> bool {
    // Where the system tells which programs there are, that is enough.
    let programs = Path::new("/proc/self");
    if programs.exists() && !Path::new("/proc").join(number.to_string()).exists() {
        return true;
    }
    // A stranger may have put there what nobody ought to open.
    let may_be_opened = || fs::symlink_metadata(journal_of(path)).is_err() && judge(path).is_ok();
    fs::metadata(path).is_ok_and(|about| about.len() == 0)
        || may_be_opened() && connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).is_ok()
}

impl Store {
    /// Makes a new campaign file and lets `fill` put the first things in it. It is written beside `path` and
    /// renamed when whole; an existing file is never overwritten.
    pub fn create<T>(path: &Path, fill: impl FnOnce(&mut Store) -> Result<T>) -> Result<(Store, T)> {
        if path.as_os_str().is_empty() {
            return Err(Problem::bad_input("No file is named.").hint("Give the path of the new campaign."));
        }
        if fs::symlink_metadata(path).is_ok() {
            return Err(unreadable(path, &std::io::ErrorKind::AlreadyExists.into()));
        }
        clear_away(path);
        let beside = beside(path);
        let made = (|| {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
            fs::File::create_new(&beside).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Problem::new(
                    ProblemKind::NotFound,
                    format!("There is no folder “{}” to make the campaign in.", folder_of(path).display()),
                )
                .hint("Check the name, or make the folder."),
                _ => unreadable(path, &error),
            })?;
            let (mut sql, recording) = connect(&beside, flags)?;
            Watch::of_this_thread().look_over(&mut sql)?;
            migrate(&mut sql)?;
            let mut store = ready(sql, recording, &beside, None)?;
            fill(&mut store)
        })();
        // What would not be opened is not put in place either.
        let filled = made
            .and_then(|filled| Store::open(&beside).map(|_| filled))
            .and_then(|filled| put_in_place(&beside, path).map(|()| filled).map_err(|error| unreadable(path, &error)));
        let _ = fs::remove_file(&beside);
        let _ = fs::remove_file(journal_of(&beside));
        let filled = filled?;
        // It is made: to open it is nobody's to stop any more.
        Watch::of_this_thread().keep();
        Ok((Store::open(path)?, filled))
    }

    /// Opens a campaign file. A file that is foreign, newer, damaged, read-only or open elsewhere is left as it is.
    pub fn open(path: &Path) -> Result<Store> {
        let path = &under_its_name(path);
        let held = Held::take(path)?;
        let watch = Watch::of_this_thread();
        watch.expect(4);
        judge(path)?;
        watch.step()?;
        if !may_write(path) {
            return Err(read_only(path));
        }
        let hot = crashed::is_hot(path);
        crashed::settle(path)?;
        crashed::put_back(path)?;
        if hot {
            // Its journal may have been laid aside, and then nobody has looked at the file as it lies.
            judge_pages(path)?;
        }
        watch.step()?;
        clear_away(path);
        let (mut sql, recording) =
            connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(|problem| match problem.kind {
                ProblemKind::Locked => why_locked(path),
                _ => problem,
            })?;
        // From here on it may be stopped wherever it is: what a crash left is settled.
        watch.look_over(&mut sql)?;
        let found = version(&sql, path)?;
        schema::judge(&sql)?;
        if found < SCHEMA {
            backups::back_up(&sql, path)?;
            migrate(&mut sql)?;
        }
        watch.step()?;
        let store = ready(sql, recording, path, held)?.if_it_holds_a_campaign()?;
        watch.step()?;
        Ok(store)
    }

    /// Opens a campaign only to look at it: as [`Store::open`] does, or, where it may only be read, without holding it.
    /// Then every action is refused.
    pub fn open_to_read(path: &Path) -> Result<Store> {
        let path = &under_its_name(path);
        if path.as_os_str().is_empty() || may_write(path) {
            return match Store::open(path) {
                // An older file is backed up before it is brought up; only to look at it, a copy will do.
                Err(problem) if matches!(problem.kind, ProblemKind::System | ProblemKind::FullDisk) => {
                    Store::brought_up(path).map_err(|_| problem)
                }
                opened => opened,
            };
        }
        if crashed::belongs(path) {
            return Store::interrupted(path);
        }
        let held = Held::take(path)?;
        judge(path)?;
        let sql = wary(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        sql.execute_batch("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;")?;
        let recording = journal::install(&sql)?;
        if version(&sql, path)? < SCHEMA {
            drop((sql, held));
            return Store::brought_up(path);
        }
        schema::judge(&sql)?;
        let mut store = ready(sql, recording, path, held)?.if_it_holds_a_campaign()?;
        store.writable = false;
        Ok(store)
    }

    /// An older file as this version has it.
    fn brought_up(path: &Path) -> Result<Store> {
        let held = Held::take(path)?;
        judge(path)?;
        let older = wary(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        schema::judge(&older)?;
        if version(&older, path)? == SCHEMA {
            return Err(read_only(path));
        }
        Store::of_copy(path, held, |copy| vacuum_into(&older, copy))
    }

    /// A file that a crash left in the middle of an action and that may only be read, as its journal puts it back.
    fn interrupted(path: &Path) -> Result<Store> {
        let held = Held::take(path)?;
        judge(path)?;
        Store::of_copy(path, held, |copy| {
            let failed = |error: std::io::Error| unreadable(path, &error);
            copy_pages(path, copy).map_err(failed)?;
            make_writable(copy).map_err(failed)?;
            fs::copy(journal_of(path), journal_of(copy)).map_err(failed)?;
            make_writable(&journal_of(copy)).map_err(failed)
        })
    }

    /// A campaign to be looked at in a copy of its file, among the system's passing files, which goes with it.
    fn of_copy(path: &Path, held: Option<Held>, fill: impl FnOnce(&Path) -> Result<()>) -> Result<Store> {
        let copy = beside(&std::env::temp_dir().join(path.file_name().unwrap_or_default()));
        let clear = || {
            let _ = fs::remove_file(&copy);
            let _ = fs::remove_file(journal_of(&copy));
        };
        clear();
        let made = (|| {
            fill(&copy)?;
            crashed::put_back(&copy)?;
            let (mut sql, recording) = connect(&copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            schema::judge(&sql)?;
            migrate(&mut sql)?;
            ready(sql, recording, &copy, held)?.if_it_holds_a_campaign()
        })();
        // What is open stays readable without its name.
        clear();
        let mut store = made?;
        (store.path, store.identity, store.left, store.writable) = (path.to_owned(), None, None, false);
        Ok(store)
    }

    /// Refuses what SQLite would take for a campaign and the program could not use: one without its own row, with numbers that
    /// no row can be given, or with words that could not be held or set.
    fn if_it_holds_a_campaign(self) -> Result<Store> {
        self.about().map_err(|problem| match problem.kind {
            ProblemKind::Corrupt | ProblemKind::Cancelled => problem,
            _ => damaged("it holds no campaign"),
        })?;
        if let Some(table) = uncounted(&self.sql)? {
            return Err(damaged(&format!("the next number of its {table} table is none that can be given")));
        }
        self.judge_size()?;
        Ok(self)
    }

    /// Whether the file that is open is still the one under its name, so that what is kept in it can be found again.
    pub(super) fn is_there_still(&self) -> bool {
        self.identity.is_none() || identity(&self.path) == self.identity
    }

    /// Refuses to change a file that may only be read, or that another program has moved, removed or replaced.
    pub(super) fn may_change(&self) -> Result<()> {
        if !self.writable {
            return Err(read_only(&self.path));
        }
        if !self.is_there_still() {
            return Err(self.gone("nothing of this was kept"));
        }
        if self.left.as_ref().is_some_and(|left| left.now() != left.head.get()) {
            return Err(Problem::new(
                ProblemKind::System,
                format!(
                    "Another program wrote over “{}” while it was open, so nothing of this was kept.",
                    self.path.display()
                ),
            )
            .hint(
                "Close the campaign and open the file again to see what it holds now; older states are in its backups.",
            ));
        }
        Ok(())
    }

    /// Remembers the file as it is now, after each change of this program's own.
    pub(super) fn remember(&self) {
        if let Some(left) = &self.left {
            left.head.set(left.now());
        }
    }

    pub(super) fn gone(&self, so: &str) -> Problem {
        Problem::new(
            ProblemKind::System,
            format!("“{}” was moved, removed or replaced while it was open, so {so}.", self.path.display()),
        )
        .hint("Put the file back under its name, or close the campaign and open the one you mean.")
    }

    /// Writes a whole copy of the campaign to `to`, which must not exist.
    pub fn copy_to(&self, to: &Path) -> Result<()> {
        vacuum_into(&self.sql, to)
    }
}

pub(super) fn vacuum_into(sql: &Connection, to: &Path) -> Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(unreadable(to, &std::io::ErrorKind::AlreadyExists.into()));
    }
    clear_away(to);
    let beside = std::path::absolute(beside(to)).map_err(|error| unreadable(to, &error))?;
    let full = || {
        Problem::new(ProblemKind::FullDisk, format!("The disk is full: no copy was made as “{}”.", to.display()))
            .hint("Free some space and do it again.")
    };
    let copied = sql.execute("VACUUM INTO ?1", [name_of(&beside)?]).map_err(Problem::from);
    let copied = copied.map_err(|problem| if problem.kind == ProblemKind::FullDisk { full() } else { problem });
    let made = copied.and_then(|_| {
        fs::File::open(&beside)
            .and_then(|file| file.sync_all())
            .and_then(|()| put_in_place(&beside, to))
            .map_err(|error| unreadable(to, &error))
    });
    let _ = fs::remove_file(&beside);
    made
}

/// A path as SQLite takes it: its bytes, which on this system need be no Unicode.
#[cfg(unix)]
fn name_of(path: &Path) -> Result<ToSqlOutput<'_>> {
    use std::os::unix::ffi::OsStrExt;
    Ok(ToSqlOutput::Borrowed(ValueRef::Text(path.as_os_str().as_bytes())))
}

/// A path as SQLite takes it.
#[cfg(not(unix))]
fn name_of(path: &Path) -> Result<ToSqlOutput<'_>> {
    let name = path.to_str().ok_or_else(|| {
        Problem::bad_input(format!("“{}” has letters that are no Unicode.", path.display()))
            .hint("Choose another name.")
    })?;
    Ok(ToSqlOutput::Borrowed(ValueRef::Text(name.as_bytes())))
}

/// The version of a file's schema, unless a newer program wrote it.
fn version(sql: &Connection, path: &Path) -> Result<i32> {
    let found: i32 = sql.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > SCHEMA {
        return Err(Problem::new(
            ProblemKind::TooNew,
            format!("“{}” was written by a newer Banneret.", path.display()),
        )
        .hint("It was left untouched. Install the newer version to open it."));
    }
    Ok(found)
}

/// Makes a rename last; a file system that cannot do this has its own ways.
pub fn sync_folder(path: &Path) {
    if let Ok(folder) = fs::File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}
