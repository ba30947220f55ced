//! The only SQL. A [`Store`] is an open campaign file; reading goes through [`Db`], and every change through
//! [`Store::act`], one action in one transaction, whose rows' before and after are written down so that it can
//! be undone and redone ([`journal`]).

pub mod armies;
pub mod backups;
pub mod battles;
pub mod captives;
pub mod casualties;
pub mod check;
pub mod chronicle;
mod columns;
pub mod content;
pub mod content_read;
mod crashed;
mod digest;
pub mod file;
mod filters;
mod first_page;
mod fold;
pub mod journal;
pub mod ledger;
pub mod limits;
mod mends;
pub mod people;
pub mod places;
pub mod plays;
mod reading;
pub mod realm;
pub mod reckoning;
pub mod repair;
mod schema;
pub mod sieges;
mod told;
mod trees;
pub mod world;

use crate::campaign::calendar::{Day, NotADay};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::{Connection, Params, Row};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

/// A campaign file, open and held against other programs.
#[derive(Debug)]
pub struct Store {
    db: Db,
    path: PathBuf,
    /// Which file bore that name when it was opened.
    identity: Option<(u64, u64)>,
    /// How the file was when this program last wrote to it.
    left: Option<file::Left>,
    /// What the journal's triggers write rows under.
    recording: Arc<AtomicI64>,
    watch: Watch,
    /// So many bytes of words may be written before the tables are looked at whether one has too many.
    room: Cell<i64>,
    writable: bool,
    /// Dropped last, when the file is closed.
    #[allow(dead_code)]
    held: Option<file::Held>,
}

/// Reading of a campaign.
#[derive(Debug)]
pub struct Db {
    pub(crate) sql: Connection,
}

/// An action under way: reading, and the writes that belong to it.
#[derive(Debug)]
pub struct Act<'a> {
    db: &'a Db,
    watch: &'a Watch,
    /// The day under which something is written that befell on another day than the campaign's.
    written_on: Cell<Option<Day>>,
    /// A day ahead of the campaign's, before which what is done now cannot be, and the last of them there was.
    ahead: Cell<Option<Day>>,
    furthest: Cell<Option<Day>>,
}

impl Deref for Store {
    type Target = Db;
    fn deref(&self) -> &Db {
        &self.db
    }
}

impl Deref for Act<'_> {
    type Target = Db;
    fn deref(&self) -> &Db {
        self.db
    }
}

impl Act<'_> {
    /// The day under which what is done is written: the campaign's, but for what befell [on another](Act::writing_on).
    pub fn day(&self) -> Result<Day> {
        self.written_on.get().or(self.ahead.get()).map_or_else(|| self.db.day(), Ok)
    }

    /// What is done from here on, till this is said of another thing, is of a day no earlier than this one: what it is about
    /// befell then.
    pub fn not_before(&self, day: Day) -> Result<()> {
        let ahead = (self.db.day()? < day).then_some(day);
        self.ahead.set(ahead);
        self.furthest.set(self.furthest.get().max(ahead));
        Ok(())
    }

    /// The action is of a day no earlier than this one, whatever days it writes its parts under.
    pub fn is_of(&self, day: Day) -> Result<()> {
        let ahead = (self.db.day()? < day).then_some(day);
        self.furthest.set(self.furthest.get().max(ahead));
        Ok(())
    }

    /// What is done from here on is of the campaign's day again.
    pub fn as_of_today(&self) {
        self.ahead.set(None);
    }

    /// What is done from here on concerns everything that was spoken of.
    pub fn with_all(&self) -> Result<()> {
        let today = self.db.day()?;
        self.ahead.set(self.furthest.get().filter(|day| *day > today));
        Ok(())
    }

    /// Does something that befell on a day of its own, as at a siege whose days were played ahead of the campaign's
    /// (CP-2.1): what it writes is of that day.
    pub fn writing_on<T>(&self, day: Day, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let before = self.written_on.replace(Some(day));
        let done = work();
        self.written_on.set(before);
        done
    }
}

impl Db {
    /// Every row a query gives, in its order.
    fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<C> {
        Ok(self.sql.prepare_cached(sql)?.query_map(params, row)?.collect::<rusqlite::Result<C>>()?)
    }
}

impl Store {
    /// The file this campaign is in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What another thread looks at, and stops, long work by.
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }
}

/// How far long work has come, and whether it should stop; to be held by another thread.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Steps>);

thread_local! {
    /// What looks over all that this thread does with campaigns: one is opened, read and repaired before there is a store to
    /// ask for its watch.
    static OVER: RefCell<Watch> = RefCell::default();
}

/// So many steps of SQLite's machine, a few thousandths of a second, go by between two looks whether to stop.
const BETWEEN_LOOKS: i32 = 100_000;

#[derive(Debug, Default)]
struct Steps {
    stop: AtomicBool,
    /// Whether something was kept since it began.
    kept: AtomicBool,
    done: AtomicU64,
    all: AtomicU64,
}

impl Watch {
    /// Looks from now on over what this thread does with the campaigns that it opens.
    pub fn over_this_thread(&self) {
        OVER.with(|over| *over.borrow_mut() = self.clone());
    }

    fn of_this_thread() -> Watch {
        OVER.with(|over| over.borrow().clone())
    }

    /// Stops what a connection is at as soon as it is asked to.
    fn look_over(&self, sql: &mut Connection) -> Result<()> {
        let watch = self.clone();
        Ok(sql.progress_handler(BETWEEN_LOOKS, Some(move || watch.is_stopped()))?)
    }

    /// Stops what is under way at its next step; nothing of it is kept.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop. What follows on an action that is kept, and tells of it, is not stopped any more.
    fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed) && !self.0.kept.load(Ordering::Relaxed)
    }

    fn keep(&self) {
        self.0.kept.store(true, Ordering::Relaxed);
    }

    /// What came of work that may have been stopped on its way: what could not be read for that is not taken for damage.
    pub fn judge<T>(&self, answer: Result<T>) -> Result<T> {
        match (self.is_stopped(), answer) {
            (true, Err(problem)) if !problem.kept => Err(stopped()),
            (_, answer) => answer,
        }
    }

    /// The same of work that only reads: if it was stopped, what it has read is not all there is.
    pub fn judge_reading<T>(&self, answer: Result<T>) -> Result<T> {
        self.judge(answer.and_then(|answer| if self.is_stopped() { Err(stopped()) } else { Ok(answer) }))
    }

    /// The steps done, and how many there are.
    pub fn steps(&self) -> (u64, u64) {
        (self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed))
    }

    /// Begins to look at something new, which nobody has stopped yet.
    pub fn begin(&self) {
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.kept.store(false, Ordering::Relaxed);
        self.expect(0);
    }

    /// Begins an action of what it looks at, of which nothing is kept yet. Who stopped that has stopped this too.
    fn anew(&self) {
        self.0.kept.store(false, Ordering::Relaxed);
        self.expect(0);
    }

    fn expect(&self, all: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.all.store(all, Ordering::Relaxed);
    }

    fn step(&self) -> Result<(), Problem> {
        self.0.done.fetch_add(1, Ordering::Relaxed);
        self.go_on()
    }

    fn go_on(&self) -> Result<(), Problem> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }
}

/// What is said of work that was stopped.
pub fn stopped() -> Problem {
    Problem::new(ProblemKind::Cancelled, "It was stopped, and nothing of it was kept.")
        .hint("Do it again when you like.")
}

impl Act<'_> {
    /// Says that the action is of so many steps.
    pub fn expect(&self, steps: usize) {
        self.watch.expect(steps as u64);
    }

    /// Takes one of its steps, unless it was stopped.
    pub fn step(&self) -> Result<(), Problem> {
        self.watch.step()
    }
}

/// The time by the clock, UTC, as actions and records bear it. A clock set to before 1970 or past the year 9999 is taken
/// for the nearest of the two.
pub(crate) fn now() -> String {
    let last = 253_402_300_799;
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(last).min(last);
    let time = chrono::DateTime::from_timestamp(seconds, since.subsec_nanos()).unwrap_or_default();
    time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

impl Drop for Store {
    fn drop(&mut self) {
        // Takes the empty rollback journal away, so that a closed campaign is one file. It is harmless if it stays, and
        // beside another file that now bears the name it is that one's.
        if self.writable && self.is_there_still() {
            let _ = self.db.sql.execute_batch("PRAGMA journal_mode = DELETE");
        }
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::ErrorCode::*;
        let code = match &error {
            rusqlite::Error::SqliteFailure(failure, _) => Some(failure.code),
            _ => None,
        };
        match code {
            Some(DatabaseCorrupt | NotADatabase) => file::damaged(&error.to_string()),
            Some(DatabaseBusy | DatabaseLocked) => file::locked(),
            Some(TooBig) => file::damaged("it holds something larger than any campaign does"),
            Some(OperationInterrupted) => stopped(),
            Some(DiskFull) => {
                Problem::new(ProblemKind::FullDisk, "The disk is full, so nothing of this action was kept.")
                    .hint("Free some space and do it again.")
            }
            Some(ReadOnly) => Problem::new(ProblemKind::ReadOnly, "The campaign file may not be written.")
                .hint("Make the file and its folder writable, or save a copy elsewhere."),
            Some(ConstraintViolation) => {
                file::rule_broken(format!("That would break a rule the campaign always keeps ({error})."))
            }
            Some(SystemIoFailure | CannotOpen) => Problem::new(
                ProblemKind::System,
                format!("The campaign file could not be read or written ({error}); nothing of this action was kept."),
            )
            .hint("Check that the disk is connected and not full, then do it again."),
            _ if is_out_of_reach(&error) => file::calendar_ends(),
            _ if holds_another_kind(&error) => {
                file::damaged(&columns::misread_row(&error).unwrap_or_else(|| error.to_string()))
            }
            _ if matches!(error, rusqlite::Error::QueryReturnedNoRows) => Problem::new(
                ProblemKind::NotFound,
                "That is not in the campaign, or not any more.",
            )
            .hint(
                "Look again: it may have been undone or ended since. If it should be there, run “banneret check FILE”.",
            ),
            _ => Problem::new(ProblemKind::System, format!("The campaign file answered: {error}."))
                .hint("Run “banneret check FILE” to see whether the file is sound."),
        }
    }
}

/// Whether a day was to be written that lies beyond the last there is.
fn is_out_of_reach(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::ToSqlConversionFailure(why) if why.is::<NotADay>())
}

/// Whether a column held what the program never writes there.
fn holds_another_kind(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::*;
    matches!(error, FromSqlConversionFailure(..) | InvalidColumnType(..) | IntegralValueOutOfRange(..) | Utf8Error(..))
}
