//! A sound campaign made of what can be read of a damaged one. The journal knows every row there should be, so what is
//! lost of a table is taken from it while it is whole, undo and all; where it is not, the tables are taken as they are,
//! what contradicts itself is put right, and the campaign is written down anew, with the repair as the point that
//! nothing is taken back beyond. Every row lost, altered or doubtful is named.

use super::Store;
use super::check::Finding;
use super::content::{KEPT, numbered};
use super::digest::{ALL_SEALED, Unlike, seal_older};
use super::file::{Held, beside, journal_of, locked, make_writable, under_its_name, wary};
use super::first_page::{self, judge, page_size};
use super::fold::{FARTHEST, Folded, Image, LAST_ACTION, LAST_ROW, cell, differing, image_of};
use super::journal::{JOURNALLED, REPAIR, as_json, columns};
use super::reading::{Reading, column};
use super::told::RowNotes;
pub use super::told::{RowFate, RowNote};
use super::world::MapPicture;
use super::{Watch, schema, trees};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::config::DbConfig;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags, params, params_from_iter};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// Rows of the copy.
    pub rows: u64,
    /// Every row of which something is to be told.
    pub told: Vec<RowNote>,
    /// Whether what was done before can still be taken back.
    pub undo: bool,
    /// What is still wrong with the copy.
    pub findings: Vec<Finding>,
}

/// The damaged file, copied so that the file itself is only read; gone when it is dropped.
struct Source {
    sql: Connection,
    _copy: Copy,
}

struct Copy(PathBuf);

impl Source {
    fn of(from: &Path, to: &Path) -> Result<Source> {
        let mut name = beside(to).into_os_string();
        name.push(".source");
        let copy = Copy(PathBuf::from(name));
        let path = &copy.0;
        let failed = |error: std::io::Error| super::file::unreadable(to, &error);
        first_page::copy_pages(from, path).map_err(failed)?;
        make_writable(path).map_err(failed)?;
        if super::crashed::belongs(from) {
            fs::copy(journal_of(from), journal_of(path)).map_err(failed)?;
            super::crashed::roll_back(path)?;
            judge_schema(path, from)?;
        } else {
            first_page::mend(path).map_err(failed)?;
            drop_half_a_page(path).map_err(failed)?;
        }
        let mut sql = wary(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        Watch::of_this_thread().look_over(&mut sql)?;
        // A file cut short is refused as a whole unless the schema is said to be under repair.
        sql.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
        sql.execute_batch("PRAGMA writable_schema = ON; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;")?;
        Ok(Source { sql, _copy: copy })
    }
}

/// Refuses a file of which SQLite could not read so much as the schema. It is called by the name it has to whoever gave it.
fn judge_schema(path: &Path, called: &Path) -> Result<()> {
    match trees::unreadable_schema(path) {
        None => Ok(()),
        Some(so) => Err(Problem::new(
            ProblemKind::Corrupt,
            format!("“{}” cannot be repaired: its schema {so}.", called.display()),
        )
        .hint("No damage does that. Open the newest backup beside it, or ask for the file again.")),
    }
}

/// What is left of a page that was cut through reads as if the rest of it were noughts, and so do its rows. It counts as
/// gone.
fn drop_half_a_page(path: &Path) -> std::io::Result<()> {
    let mut file = fs::OpenOptions::new().read(true).write(true).open(path)?;
    let mut head = [0; 100];
    if file.read_exact(&mut head).is_ok()
        && let Some(page) = page_size(&head)
    {
        let size = file.metadata()?.len();
        file.set_len(size - size % page)?;
    }
    Ok(())
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_file(journal_of(&self.0));
    }
}

/// Gives a play or record of a file whose schema had no column for their rules the rules its own upgrade would
/// (`migrations/V4__rulesets.sql`). `names` are the columns it has.
fn name_its_rules(table: &str, names: &[String], cells: &mut Vec<Cell>) {
    let told_by = match table {
        "play" => column(names, "house"),
        "record" => column(names, "data"),
        _ => None,
    };
    let Some(at) = told_by else { return };
    let castles = match &mut cells[at] {
        Cell::Text(house) if house == "castles" => {
            *house = "{}".to_owned();
            true
        }
        Cell::Blob(record) => record.starts_with(b"Castles "),
        _ => false,
    };
    cells.push(Cell::Text(if castles { "castles" } else { "man-to-man" }.to_owned()));
}

impl Store {
    /// Makes a sound campaign at `to` of what can be read of the one at `from`, which is only read.
    pub fn salvage(from: &Path, to: &Path, rules: &impl Judge) -> Result<Repair> {
        let from = &under_its_name(from);
        let _held = Held::take(from)?;
        match judge(from) {
            // What is damaged is what this is for.
            Ok(()) => {}
            Err(problem) if problem.kind == ProblemKind::Corrupt => {}
            Err(problem) if problem.kind == ProblemKind::Foreign && first_page::holds_a_schema(from) => {}
            Err(problem) => return Err(problem),
        }
        judge_schema(from, from)?;
        // Beside a log nothing of it is opened; the copy has none.
        if let Ok(probe) = wary(from, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            let seen = probe.query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |_| Ok(()));
            if seen.is_err_and(|error| error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)) {
                return Err(locked());
            }
        }
        if fs::symlink_metadata(to).is_ok() {
            return Err(super::file::unreadable(to, &std::io::ErrorKind::AlreadyExists.into()));
        }
        let source = Source::of(from, to)?;
        let (_, repair) = Store::create(to, |store| {
            store.sql.pragma_update(None, "foreign_keys", false)?;
            store.watch.expect((JOURNALLED.len() + KEPT.len() + 2) as u64);
            let mut work = RepairWork { from: &source.sql, to: store, rules, told: RowNotes::default(), undo: true };
            let restored = store.restoring(|| work.all());
            let (mut told, undo) = (work.told.notes(), work.undo);
            restored?;
            let behind = first_page::own_length(from).zip(fs::metadata(from).ok());
            if let Some((own, about)) = behind
                && about.len() > own
            {
                let why = format!("{} bytes stood behind its last page, which no campaign has", about.len() - own);
                told.push(RowNote { fate: RowFate::Lost, table: "the file's end".into(), row: None, until: None, why });
            }
            store.about().map_err(|_| {
                Problem::new(
                    ProblemKind::Corrupt,
                    "Not even the campaign's name and date can be read, so nothing was saved.",
                )
                .hint("Open the newest backup beside it.")
            })?;
            store.sql.pragma_update(None, "foreign_keys", true)?;
            for battle in store.plays()? {
                if !rules.can_go_on(store, battle) {
                    store.sql.execute("DELETE FROM play WHERE battle_id = ?1", [battle])?;
                    let why = format!("the game of battle {} cannot be resumed", battle.0);
                    told.push(RowNote { fate: RowFate::Lost, table: "play".to_owned(), row: None, until: None, why });
                }
            }
            let report = store.watch.judge_reading(store.look())?;
            Ok(Repair { rows: report.looked.rows, told, undo, findings: report.findings })
        })?;
        Ok(repair)
    }
}

/// What of a campaign only its rules can judge.
pub trait Judge {
    /// Whether a record can be read, by the name of its rules and its bytes.
    fn can_be_read(&self, rules: &str, record: &[u8]) -> bool;

    /// Whether a picture of the map can be seen.
    fn can_be_seen(&self, picture: &MapPicture) -> bool;

    /// Whether the game kept for a battle can be resumed.
    fn can_go_on(&self, store: &mut Store, battle: BattleId) -> bool;
}

/// A repair under way.
pub(super) struct RepairWork<'a> {
    from: &'a Connection,
    pub(super) to: &'a Store,
    rules: &'a dyn Judge,
    pub(super) told: RowNotes,
    undo: bool,
}

impl<'a> RepairWork<'a> {
    pub(super) fn tell(&mut self, fate: RowFate, table: &str, row: Option<i64>, why: impl Into<String>) {
        self.told.tell(fate, table, row, why.into());
    }

    fn all(&mut self) -> Result<()> {
        let journal = self.journal()?;
        self.to.watch.step()?;
        let older = schema::version_of(self.from) < ALL_SEALED;
        if older {
            seal_older(&self.to.sql)?;
        }
        let to = self.to;
        let mut folded = to.fold()?;
        // Nothing is in the tables yet, so every row is proved.
        for table in JOURNALLED {
            folded.missing(table)?;
        }
        let unlike = self.to.actions_unlike()?;
        let campaign = folded.row(("campaign", 1))?.is_some();
        let as_written = !unlike.iter().any(|unlike| unlike.changes);
        let whole = journal && folded.findings.is_empty() && campaign && as_written;
        for finding in &folded.findings {
            self.tell(RowFate::Doubtful, "change", None, finding);
        }
        for Unlike { action, .. } in unlike {
            self.tell(RowFate::Doubtful, "action", Some(action.0), "it is not as it was written");
        }
        for table in JOURNALLED {
            match whole {
                true => self.by_the_journal(table, &mut folded)?,
                false => self.by_the_table(table, &mut folded)?,
            }
            self.to.watch.step()?;
        }
        self.keep_the_campaign()?;
        for table in KEPT {
            let reading = self.reading(table);
            let (nameless, mut names) = (reading.lacks("rules"), reading.names.clone());
            if nameless {
                names.push("rules".to_owned());
            }
            let mut known = BTreeSet::new();
            let whole = reading.read(&mut |id, mut cells| {
                known.insert(id);
                if nameless {
                    name_its_rules(table, &reading.names, &mut cells);
                }
                if !self.can_be_used(table, &names, &cells) {
                    self.tell(RowFate::Lost, table, Some(id), "it can be read no more");
                } else if self.put(table, &names, &cells).is_err() {
                    self.tell(RowFate::Lost, table, Some(id), "it breaks a rule of its table");
                }
            });
            match table {
                _ if whole => {}
                // Games come and go, so their numbers tell nothing.
                "play" | "play_decision" => self.tell(RowFate::Lost, table, None, "some could not be read"),
                _ => self.tell_missing(table, &known),
            }
            self.to.watch.step()?;
        }
        if older {
            seal_older(&self.to.sql)?;
        }
        for (table, row) in self.to.kept_unlike()? {
            self.tell(RowFate::Doubtful, table, Some(row), "it is not as it was written");
        }
        let before = self.told.count();
        self.point_only_to_what_is_there()?;
        self.put_right()?;
        for (action, what) in self.to.undoing_what_is_gone()? {
            let why = format!("it can neither be taken back nor brought again, for it has {what}, which is lost");
            self.tell(RowFate::Altered, "action", Some(action), why);
        }
        self.number()?;
        if !whole || !self.undo || self.told.count() > before {
            self.undo = false;
            self.write_down_anew()?;
        }
        self.to.seal_anew()?;
        self.to.watch.step()
    }

    /// Without its own row nothing of a campaign can be used: where that breaks a rule of its table it is kept as it is but
    /// for its turns, which are those of a new one.
    fn keep_the_campaign(&mut self) -> Result<()> {
        let there = "SELECT EXISTS (SELECT 1 FROM campaign)";
        if self.to.sql.query_row(there, [], |row| row.get(0))? {
            return Ok(());
        }
        let reading = self.reading("campaign");
        let mut rows = BTreeMap::new();
        reading.read(&mut |id, cells| drop(rows.insert(id, cells)));
        for (id, cells) in &mut rows {
            for (name, usual, bounds) in [("turn_days", 7, 1..=30), ("turn", 0, 0..=i64::MAX)] {
                let at = column(&reading.names, name);
                if let Some(cell) = at.and_then(|at| cells.get_mut(at))
                    && !matches!(cell, Cell::Integer(figure) if bounds.contains(figure))
                {
                    *cell = Cell::Integer(usual);
                }
            }
            if self.put("campaign", &reading.names, cells).is_ok() {
                self.undo = false;
                let why = "its turns were as no campaign’s are; they are as in a new one";
                self.tell(RowFate::Altered, "campaign", Some(*id), why);
            }
        }
        Ok(())
    }

    /// Whether a record can be read, a picture seen, and a game under way is JSON.
    fn can_be_used(&self, table: &str, names: &[String], cells: &[Cell]) -> bool {
        let cell = |name: &str| column(names, name).map(|at| &cells[at]);
        let is_json = |name: &str| match cell(name) {
            Some(Cell::Text(text)) => serde_json::from_str::<IgnoredAny>(text).is_ok(),
            _ => false,
        };
        match table {
            "record" => match (cell("rules"), cell("data")) {
                (Some(Cell::Text(rules)), Some(Cell::Blob(data))) => self.rules.can_be_read(rules, data),
                _ => false,
            },
            "play" => is_json("plan") && is_json("house"),
            "play_decision" => is_json("decision"),
            "picture" => match (cell("width"), cell("height"), cell("data")) {
                (Some(&Cell::Integer(width)), Some(&Cell::Integer(height)), Some(Cell::Blob(data))) => {
                    let of = |length: i64| u32::try_from(length).unwrap_or(0);
                    let picture = MapPicture { width: of(width), height: of(height), data: data.clone() };
                    self.rules.can_be_seen(&picture)
                }
                _ => false,
            },
            _ => true,
        }
    }

    /// Takes over the actions and their changes. Whether all of them could be read.
    fn journal(&mut self) -> Result<bool> {
        let actions = self.reading("action");
        let mut whole = true;
        let mut kept = BTreeSet::new();
        let all_read = actions.read(&mut |id, cells| {
            let why = if id > LAST_ACTION {
                "its number leaves none for those to come"
            } else if self.put("action", &actions.names, &cells).is_err() {
                "it breaks a rule of its table"
            } else {
                kept.insert(id);
                return;
            };
            whole = false;
            self.tell(RowFate::Lost, "action", Some(id), why);
        });
        if !all_read {
            whole = false;
            self.tell(RowFate::Lost, "action", None, "some actions could not be read; the chronicle lacks them");
        }
        let changes = self.reading("change");
        let at = |name: &str| column(&changes.names, name);
        let (action, table, before, after) = (at("action_id"), at("tbl"), at("before"), at("after"));
        let row = at("row");
        let (mut lost, mut last) = (0u64, kept.last().copied().unwrap_or(0));
        let all_read = changes.read(&mut |_, cells| {
            let of = match action.map(|at| &cells[at]) {
                Some(Cell::Integer(id)) => *id,
                _ => 0,
            };
            last = last.max(of.min(LAST_ACTION));
            let of_action = kept.contains(&of);
            let of_table =
                matches!(table.map(|at| &cells[at]), Some(Cell::Text(name)) if JOURNALLED.contains(&name.as_str()));
            let of_row = matches!(row.map(|at| &cells[at]), Some(Cell::Integer(row)) if *row <= LAST_ROW);
            let readable = [before, after].into_iter().flatten().all(|at| match &cells[at] {
                Cell::Null => true,
                Cell::Text(text) => image_of(text).is_ok(),
                _ => false,
            });
            if !of_action || !of_table || !of_row || !readable || self.put("change", &changes.names, &cells).is_err() {
                lost += 1;
            }
        });
        // Actions are numbered without a gap, for what is taken back is kept.
        let numbers =
            kept.iter().copied().chain([last + 1]).scan(0, |before, id| Some((std::mem::replace(before, id), id)));
        for (before, id) in numbers.filter(|(before, id)| before + 1 < *id) {
            let (row, until) = (Some(before + 1), (before + 2 < id).then_some(id - 1));
            let why = "could not be read; the chronicle lacks it".to_owned();
            self.told.note(RowNote { fate: RowFate::Lost, table: "action".to_owned(), row, until, why });
        }
        if !all_read || self.number_changes_anew()? || lost > 0 {
            whole = false;
            self.tell(RowFate::Lost, "change", None, "parts of the journal could not be read");
        }
        Ok(whole)
    }

    /// Numbers the changes from one without a gap, in their order, for those to come need numbers beyond them. Whether any
    /// had another number, or one between them was not there.
    fn number_changes_anew(&self) -> Result<bool> {
        let ids: Vec<i64> = {
            let mut query = self.to.sql.prepare("SELECT id FROM change ORDER BY id")?;
            query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?
        };
        let gap = ids.windows(2).any(|pair| pair[0] + 1 != pair[1]);
        let mut renumber = self.to.sql.prepare("UPDATE change SET id = ?1 WHERE id = ?2")?;
        for (number, id) in (1..).zip(&ids).filter(|(number, id)| number != *id) {
            renumber.execute([number, *id])?;
        }
        Ok(gap)
    }

    /// A table whose rows the journal knows: each is as it has them.
    fn by_the_journal(&mut self, table: &'static str, folded: &mut Folded) -> Result<()> {
        let reading = self.reading(table);
        let (mut seen, mut failed) = (BTreeSet::new(), None);
        let all_read = reading.read(&mut |id, cells| {
            seen.insert(id);
            let Some(image) = told_later(folded.row((table, id)), &mut failed) else {
                return self.tell(RowFate::Lost, table, Some(id), "no action made it, so it is left out");
            };
            let name = name_of(&image);
            let differing = differing(&reading.names, &cells, &image);
            if !differing.is_empty() {
                let why = format!("{name}its {} put back as the journal has it", differing.join(", "));
                self.tell(RowFate::Altered, table, Some(id), why);
            }
            if self.put_image(table, &image).is_ok() {
                return;
            }
            // The journal has it as no action would have made it: then it is what is damaged.
            self.undo = false;
            match self.put(table, &reading.names, &cells) {
                Ok(()) => self.tell(
                    RowFate::Doubtful,
                    table,
                    Some(id),
                    format!("{name}the journal has it damaged; it is as it was read"),
                ),
                Err(_) => self.tell(RowFate::Lost, table, Some(id), format!("{name}breaks a rule of its table")),
            }
        });
        failed.map_or(Ok(()), Err)?;
        if !all_read {
            let why = "not all of it could be read; whatever the journal knows of it is here";
            self.tell(RowFate::Doubtful, table, None, why);
        }
        for id in folded.missing(table)?.into_iter().filter(|id| !seen.contains(id)) {
            let Some(image) = folded.row((table, id))? else { continue };
            let name = name_of(&image);
            let why = format!("{name}could not be read; it is as the journal has it");
            self.tell(RowFate::Restored, table, Some(id), why);
            if self.put_image(table, &image).is_err() {
                self.undo = false;
                self.tell(RowFate::Lost, table, Some(id), format!("{name}breaks a rule of its table"));
            }
        }
        Ok(())
    }

    /// A table as it is, and what of it only a part of the journal still knows.
    fn by_the_table(&mut self, table: &'static str, folded: &mut Folded) -> Result<()> {
        let reading = self.reading(table);
        let (mut known, mut failed) = (BTreeSet::new(), None);
        let whole = reading.read(&mut |id, cells| {
            known.insert(id);
            let image = told_later(folded.row((table, id)), &mut failed);
            if let Some(image) = image
                && !differing(&reading.names, &cells, &image).is_empty()
            {
                let why = format!("{}the journal has it otherwise", name_of(&image));
                self.tell(RowFate::Doubtful, table, Some(id), why);
            }
            if self.put(table, &reading.names, &cells).is_err() {
                self.tell(RowFate::Lost, table, Some(id), "it breaks a rule of its table");
            }
        });
        failed.map_or(Ok(()), Err)?;
        let columns = columns(&self.to.sql, table)?;
        for id in folded.missing(table)? {
            let Some(image) = folded.row((table, id))? else { continue };
            if !known.insert(id) {
                continue;
            }
            let name = name_of(&image);
            let complete = columns.iter().all(|column| image.contains_key(column));
            if complete && self.put_image(table, &image).is_ok() {
                let why = format!("{name}could not be read; it is as the journal, itself damaged, last has it");
                self.tell(RowFate::Restored, table, Some(id), why);
            } else {
                self.tell(RowFate::Lost, table, Some(id), format!("{name}could not be read"));
            }
        }
        if !whole {
            self.tell_missing(table, &known);
        }
        Ok(())
    }

    /// Names the rows of a table that neither it nor the journal shows any more, as far as it says how many there were.
    fn tell_missing(&mut self, table: &str, known: &BTreeSet<i64>) {
        let counted = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
        let counted = self.from.query_row(counted, [table], |row| row.get::<_, i64>(0));
        let counted = counted.ok().filter(|last| (1..=FARTHEST).contains(last));
        // Where the file no longer says it, the highest number that is still read of anywhere is the last one known of.
        let last = counted.unwrap_or_else(|| {
            let changed = "SELECT max(row) FROM change WHERE tbl = ?1 AND row <= ?2";
            let changed = self.to.sql.query_row(changed, params![table, FARTHEST], |row| row.get::<_, Option<i64>>(0));
            changed.ok().flatten().unwrap_or(0).max(known.last().copied().unwrap_or(0))
        });
        if counted.is_none() {
            let why = "could not be read, if there was any of this number or a higher one".to_owned();
            let (first, until) = (Some(last + 1), Some(FARTHEST));
            self.told.note(RowNote { fate: RowFate::Lost, table: table.to_owned(), row: first, until, why });
        }
        let mut next = 1;
        for &id in known.iter().filter(|id| (1..=last).contains(*id)).chain([&(last + 1)]) {
            if next < id {
                let why = "could not be read, if there was one of this number".to_owned();
                let until = (next < id - 1).then_some(id - 1);
                self.told.note(RowNote { fate: RowFate::Lost, table: table.to_owned(), row: Some(next), until, why });
            }
            next = id + 1;
        }
    }

    /// A table of the damaged file, to be read.
    fn reading(&self, table: &str) -> Reading<'a> {
        // The first that is found is enough: the end of the schema may be lost.
        let is_table = "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND rootpage > 0 LIMIT 1";
        let real = self.from.query_row(is_table, [table], |row| row.get::<_, i64>(0));
        let is_not_there = matches!(real, Err(rusqlite::Error::QueryReturnedNoRows));
        let older = is_not_there && schema::is_older_than(self.from, table);
        let mut reading =
            Reading { from: self.from, table: table.to_owned(), names: Vec::new(), kinds: Vec::new(), older };
        if let (Ok(1), Ok(theirs), Ok(ours)) = (real, columns(self.from, table), self.kinds(table)) {
            let (names, kinds): (Vec<_>, Vec<_>) = ours.into_iter().filter(|(name, _)| theirs.contains(name)).unzip();
            if names.first().is_some_and(|first| first == "id") {
                (reading.names, reading.kinds) = (names, kinds);
            }
        }
        reading
    }

    /// The columns of a table and what each of them holds.
    fn kinds(&self, table: &str) -> rusqlite::Result<Vec<(String, String)>> {
        let mut query = self.to.sql.prepare("SELECT name, type FROM pragma_table_info(?1)")?;
        query.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    fn put(&self, table: &str, names: &[String], cells: &[Cell]) -> Result<()> {
        let marks: Vec<String> = (1..=names.len()).map(|at| format!("?{at}")).collect();
        self.to
            .sql
            .prepare_cached(&format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), marks.join(", ")))?
            .execute(params_from_iter(cells))?;
        Ok(())
    }

    fn put_image(&self, table: &str, image: &Image) -> Result<()> {
        let names: Vec<String> = image.keys().cloned().collect();
        let cells: Vec<Cell> = image.values().map(cell).collect::<Result<_>>()?;
        self.put(table, &names, &cells)
    }

    /// Sets the numbers next given beyond all that were.
    fn number(&self) -> Result<()> {
        for table in numbered() {
            let given = format!(
                "max(coalesce((SELECT max(id) FROM {table}), 0),
                     coalesce((SELECT max(row) FROM change WHERE tbl = '{table}'), 0))"
            );
            let sql = &self.to.sql;
            let there = sql.execute(&format!("UPDATE sqlite_sequence SET seq = {given} WHERE name = ?1"), [table])?;
            if there == 0 {
                sql.execute(
                    &format!("INSERT INTO sqlite_sequence (name, seq) SELECT ?1, {given} WHERE {given} > 0"),
                    [table],
                )?;
            }
        }
        Ok(())
    }

    /// Writes every row down as what the repair made, and closes what was before.
    fn write_down_anew(&self) -> Result<()> {
        let sql = &self.to.sql;
        sql.execute(
            "UPDATE action SET state = CASE kind WHEN 'do' THEN 'closed' ELSE 'done' END WHERE state = 'undone'",
            [],
        )?;
        let lost = self.told.lost();
        let sentence = format!("Repaired; {lost} things were lost, and nothing before this can be taken back.");
        sql.execute(
            "INSERT INTO action (name, sentence, day, at)
             VALUES (?1, ?2, coalesce((SELECT day FROM campaign), 0), ?3)",
            params![REPAIR, sentence, super::now()],
        )?;
        let action = sql.last_insert_rowid();
        for table in JOURNALLED {
            let json = as_json(sql, table)?;
            sql.execute(
                &format!(
                    "INSERT INTO change (action_id, tbl, row, before, after)
                     SELECT ?1, '{table}', id, NULL, {json} FROM {table} ORDER BY id"
                ),
                [action],
            )?;
        }
        Ok(())
    }
}

/// What was read, if anything was; a problem waits until all is.
fn told_later<T>(read: Result<Option<T>>, failed: &mut Option<Problem>) -> Option<T> {
    read.unwrap_or_else(|problem| {
        *failed = Some(problem);
        None
    })
}

/// What a row is called, for it to be told of.
fn name_of(image: &Image) -> String {
    match image.get("name").or_else(|| image.get("text")).and_then(Value::as_str) {
        Some(name) => format!("{}: ", name.chars().take(60).collect::<String>()),
        None => String::new(),
    }
}
