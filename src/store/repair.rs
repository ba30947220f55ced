//! A sound campaign made of what can be read of a damaged one. The journal knows every row there should be, so what is
//! lost of a table is taken from it while it is whole, undo and all; where it is not, the tables are taken as they are,
//! what contradicts itself is put right, and the campaign is written down anew, with the repair as the point that
//! nothing is taken back beyond. Every row lost, altered or doubtful is named.

use super::Store;
use super::check::{Finding, Folded, Image, UNJOURNALLED};
use super::columns::{Amiss, words_amiss};
use super::file::{Held, beside, journal_of, judge, locked, wary};
use super::journal::{JOURNALLED, REPAIR, columns};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::config::DbConfig;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags, params, params_from_iter};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What became of a row in a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowFate {
    /// It could not be read, or contradicts what is there, and is gone.
    Lost,
    /// It could not be read, and was taken from the journal.
    Restored,
    /// It is not as it was in the file.
    Altered,
    /// It may not be as it was.
    Doubtful,
}

/// What is told of one row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RowNote {
    /// What became of it.
    pub fate: RowFate,
    /// Its table.
    pub table: String,
    /// Its number; none if that is not known either.
    pub row: Option<i64>,
    /// What it was and why, as far as is known.
    pub why: String,
}

/// A repair.
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
        fs::copy(from, path).map_err(failed)?;
        let writable = fs::metadata(path).map_err(failed)?.permissions();
        make_writable(path, writable).map_err(failed)?;
        if super::crashed::belongs(from) {
            fs::copy(journal_of(from), journal_of(path)).map_err(failed)?;
        }
        let sql = wary(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // A file cut short is refused as a whole unless the schema is said to be under repair.
        sql.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
        sql.execute_batch("PRAGMA writable_schema = ON; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON;")?;
        Ok(Source { sql, _copy: copy })
    }
}

#[cfg(unix)]
fn make_writable(path: &Path, mut now: fs::Permissions) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    now.set_mode(now.mode() | 0o600);
    fs::set_permissions(path, now)
}

#[cfg(not(unix))]
fn make_writable(path: &Path, mut now: fs::Permissions) -> std::io::Result<()> {
    now.set_readonly(false);
    fs::set_permissions(path, now)
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_file(journal_of(&self.0));
    }
}

/// A table as far as it can be read.
#[derive(Default)]
struct Read {
    rows: BTreeMap<i64, Vec<Cell>>,
    /// The columns that were read, in their order.
    names: Vec<String>,
    whole: bool,
}

impl Store {
    /// Makes a sound campaign at `to` of what can be read of the one at `from`, which is only read. `readable` says of a
    /// record, by its rules and bytes, whether it can still be read.
    pub fn salvage(from: &Path, to: &Path, readable: &dyn Fn(&str, &[u8]) -> bool) -> Result<Repair> {
        let _held = Held::take(from)?;
        match judge(from) {
            // What is damaged is what this is for.
            Ok(()) => {}
            Err(problem) if problem.kind == ProblemKind::Corrupt => {}
            Err(problem) => return Err(problem),
        }
        let probe = wary(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let seen = probe.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
        if seen.is_err_and(|error| error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)) {
            return Err(locked());
        }
        drop(probe);
        if fs::symlink_metadata(to).is_ok() {
            return Err(super::file::unreadable(to, &std::io::ErrorKind::AlreadyExists.into()));
        }
        let source = Source::of(from, to)?;
        let (_, repair) = Store::create(to, |store| {
            store.sql.pragma_update(None, "foreign_keys", false)?;
            let mut work = Work { from: &source.sql, to: store, readable, told: Vec::new(), undo: true };
            let restored = store.restoring(|| work.all());
            let (told, undo) = (work.told, work.undo);
            restored?;
            store.about().map_err(|_| {
                Problem::new(
                    ProblemKind::Corrupt,
                    "Not even the campaign's name and date can be read, so nothing was saved.",
                )
                .hint("Open the newest backup beside it.")
            })?;
            store.sql.pragma_update(None, "foreign_keys", true)?;
            let report = store.look()?;
            Ok(Repair { rows: report.looked.rows, told, undo, findings: report.findings })
        })?;
        Ok(repair)
    }
}

/// A repair under way.
struct Work<'a> {
    from: &'a Connection,
    to: &'a Store,
    readable: &'a dyn Fn(&str, &[u8]) -> bool,
    told: Vec<RowNote>,
    undo: bool,
}

impl Work<'_> {
    fn tell(&mut self, fate: RowFate, table: &str, row: Option<i64>, why: impl Into<String>) {
        self.told.push(RowNote { fate, table: table.to_owned(), row, why: why.into() });
    }

    fn all(&mut self) -> Result<()> {
        let journal = self.journal()?;
        let mut folded = self.to.fold()?;
        let campaign = folded.rows.contains_key(&("campaign".to_owned(), 1));
        let whole = journal && folded.findings.is_empty() && campaign;
        for table in JOURNALLED {
            let read = self.read(table);
            match whole {
                true => self.by_the_journal(table, read, &mut folded)?,
                false => self.by_the_table(table, read, &mut folded)?,
            }
        }
        for table in &UNJOURNALLED[1..] {
            let read = self.read(table);
            if !read.whole {
                self.tell(RowFate::Lost, table, None, "some could not be read");
            }
            for (id, cells) in &read.rows {
                if !self.can_be_used(table, &read.names, cells) {
                    self.tell(RowFate::Lost, table, Some(*id), "it can be read no more");
                } else if self.put(table, &read.names, cells).is_err() {
                    self.tell(RowFate::Lost, table, Some(*id), "it breaks a rule of its table");
                }
            }
        }
        let before = self.told.len();
        self.point_only_to_what_is_there()?;
        self.put_right()?;
        self.number()?;
        if !whole || !self.undo || self.told.len() > before {
            self.undo = false;
            self.write_down_anew()?;
        }
        Ok(())
    }

    /// Whether a record can be read, and a game under way is JSON.
    fn can_be_used(&self, table: &str, names: &[String], cells: &[Cell]) -> bool {
        let cell = |name: &str| names.iter().position(|known| known == name).map(|at| &cells[at]);
        let is_json = |name: &str| match cell(name) {
            Some(Cell::Text(text)) => serde_json::from_str::<Value>(text).is_ok(),
            _ => false,
        };
        match table {
            "record" => match (cell("rules"), cell("data")) {
                (Some(Cell::Text(rules)), Some(Cell::Blob(data))) => (self.readable)(rules, data),
                // Before records named their rules, all but games of Castles were of battles man to man.
                (None, Some(Cell::Blob(data))) if data.starts_with(b"Castles ") => (self.readable)("castles", data),
                (None, Some(Cell::Blob(data))) => (self.readable)("man-to-man", data),
                _ => false,
            },
            "play" => {
                is_json("plan")
                    && (is_json("house") || matches!(cell("house"), Some(Cell::Text(word)) if word == "castles"))
            }
            "play_decision" => is_json("decision"),
            _ => true,
        }
    }

    /// Takes over the actions and their changes. Whether all of them could be read.
    fn journal(&mut self) -> Result<bool> {
        let actions = self.read("action");
        let mut whole = actions.whole;
        let mut kept = BTreeSet::new();
        for (id, cells) in &actions.rows {
            match self.put("action", &actions.names, cells) {
                Ok(()) => drop(kept.insert(*id)),
                Err(_) => {
                    whole = false;
                    self.tell(RowFate::Lost, "action", Some(*id), "it breaks a rule of its table");
                }
            }
        }
        if !actions.whole {
            self.tell(RowFate::Lost, "action", None, "some actions could not be read; the chronicle lacks them");
        }
        drop(actions);
        let changes = self.read("change");
        let mut lost = 0u64;
        let at = |name: &str| changes.names.iter().position(|known| known == name);
        let (action, table, before, after) = (at("action_id"), at("tbl"), at("before"), at("after"));
        for cells in changes.rows.values() {
            let of_action = matches!(action.map(|at| &cells[at]), Some(Cell::Integer(id)) if kept.contains(id));
            let of_table =
                matches!(table.map(|at| &cells[at]), Some(Cell::Text(name)) if JOURNALLED.contains(&name.as_str()));
            let readable = [before, after].into_iter().flatten().all(|at| match &cells[at] {
                Cell::Null => true,
                Cell::Text(text) => serde_json::from_str::<Image>(text).is_ok(),
                _ => false,
            });
            // They are numbered anew in their order, for those to come need numbers beyond them.
            if !of_action || !of_table || !readable || self.put("change", &changes.names[1..], &cells[1..]).is_err() {
                lost += 1;
            }
        }
        if !changes.whole || lost > 0 {
            whole = false;
            self.tell(RowFate::Lost, "change", None, "parts of the journal could not be read");
        }
        Ok(whole)
    }

    /// A table whose rows the journal knows: each is as it has them.
    fn by_the_journal(&mut self, table: &str, read: Read, folded: &mut Folded) -> Result<()> {
        let ids: Vec<i64> = folded
            .rows
            .range((table.to_owned(), i64::MIN)..=(table.to_owned(), i64::MAX))
            .map(|((_, id), _)| *id)
            .collect();
        let mut rows = read.rows;
        for id in ids {
            let Some(image) = folded.rows.remove(&(table.to_owned(), id)) else { continue };
            let name = name_of(&image);
            let cells = rows.remove(&id);
            match &cells {
                None => self.tell(
                    RowFate::Restored,
                    table,
                    Some(id),
                    format!("{name}could not be read; it is as the journal has it"),
                ),
                Some(cells) => {
                    let differing = differing(&read.names, cells, &image);
                    if !differing.is_empty() {
                        let why = format!("{name}its {} put back as the journal has it", differing.join(", "));
                        self.tell(RowFate::Altered, table, Some(id), why);
                    }
                }
            }
            if self.put_image(table, &image).is_ok() {
                continue;
            }
            // The journal has it as no action would have made it: then it is what is damaged.
            self.undo = false;
            let as_it_is = cells.is_some_and(|cells| self.put(table, &read.names, &cells).is_ok());
            match as_it_is {
                true => self.tell(
                    RowFate::Doubtful,
                    table,
                    Some(id),
                    format!("{name}the journal has it damaged; it is as it was read"),
                ),
                false => self.tell(RowFate::Lost, table, Some(id), format!("{name}breaks a rule of its table")),
            }
        }
        for (id, _) in rows {
            self.tell(RowFate::Lost, table, Some(id), "no action made it, so it is left out");
        }
        Ok(())
    }

    /// A table as it is, and what of it only a part of the journal still knows.
    fn by_the_table(&mut self, table: &str, read: Read, folded: &mut Folded) -> Result<()> {
        let known: Vec<(i64, Image)> = folded
            .rows
            .range((table.to_owned(), i64::MIN)..=(table.to_owned(), i64::MAX))
            .map(|((_, id), image)| (*id, image.clone()))
            .collect();
        let columns = columns(&self.to.sql, table)?;
        for (id, image) in known {
            let name = name_of(&image);
            match read.rows.get(&id) {
                Some(cells) if differing(&read.names, cells, &image).is_empty() => {}
                Some(_) => self.tell(RowFate::Doubtful, table, Some(id), format!("{name}the journal has it otherwise")),
                None => {
                    let whole = columns.iter().all(|column| image.contains_key(column));
                    if whole && self.put_image(table, &image).is_ok() {
                        let why = format!("{name}could not be read; it is as the journal, itself damaged, last has it");
                        self.tell(RowFate::Restored, table, Some(id), why);
                    } else {
                        self.tell(RowFate::Lost, table, Some(id), format!("{name}could not be read"));
                    }
                }
            }
        }
        for (id, cells) in &read.rows {
            if self.put(table, &read.names, cells).is_err() {
                self.tell(RowFate::Lost, table, Some(*id), "it breaks a rule of its table");
            }
        }
        if !read.whole {
            self.tell(RowFate::Lost, table, None, "some rows could not be read");
        }
        Ok(())
    }

    /// Reads a table forwards to the damage, then backwards to it, then what lies between page by page.
    fn read(&self, table: &str) -> Read {
        let mut read = Read::default();
        let is_table = "SELECT count(*) FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND rootpage > 0";
        let real = self.from.query_row(is_table, [table], |row| row.get::<_, i64>(0));
        let (Ok(1), Ok(theirs), Ok(ours)) = (real, columns(self.from, table), columns(&self.to.sql, table)) else {
            return read;
        };
        read.names = ours.into_iter().filter(|name| theirs.contains(name)).collect();
        if read.names.first().is_none_or(|first| first != "id") {
            return read;
        }
        let list = read.names.join(", ");
        // Whether all was read, and in order: what was overwritten with nothing reads as rows without a number.
        let take = |text: &str, values: &[i64], rows: &mut BTreeMap<i64, Vec<Cell>>| -> bool {
            let Ok(mut query) = self.from.prepare(text) else { return false };
            let Ok(mut found) = query.query(params_from_iter(values)) else { return false };
            let (mut in_order, mut last) = (true, None);
            loop {
                let row = match found.next() {
                    Ok(Some(row)) => row,
                    Ok(None) => return in_order,
                    Err(_) => return false,
                };
                let cells: rusqlite::Result<Vec<Cell>> = (0..read.names.len()).map(|at| row.get(at)).collect();
                match cells {
                    Ok(cells) => match cells[0] {
                        Cell::Integer(id) if id > 0 && last != Some(id) => {
                            in_order &= last.is_none_or(|last| (id > last) == text.ends_with("BY id"));
                            last = Some(id);
                            rows.entry(id).or_insert(cells);
                        }
                        _ => in_order = false,
                    },
                    Err(_) => in_order = false,
                }
            }
        };
        let mut rows = BTreeMap::new();
        read.whole = take(&format!("SELECT {list} FROM {table} ORDER BY id"), &[], &mut rows);
        if !read.whole {
            let first = rows.keys().next_back().copied().unwrap_or(0);
            take(&format!("SELECT {list} FROM {table} ORDER BY id DESC"), &[], &mut rows);
            // Between the two, each number is asked for by itself, for its page may be whole.
            let last = rows.range(first + 1..).next().map_or(first + 10_000, |(id, _)| *id);
            let one = format!("SELECT {list} FROM {table} WHERE id = ?1");
            for id in (first + 1..last).take(200_000) {
                take(&one, &[id], &mut rows);
            }
        }
        read.rows = rows;
        read
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
        let names: Vec<&str> = image.keys().map(String::as_str).collect();
        let values: Vec<String> = names.iter().map(|name| format!("json_extract(?1, '$.{name}')")).collect();
        let text = Value::Object(image.clone()).to_string();
        self.to
            .sql
            .prepare_cached(&format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", ")))?
            .execute([text])?;
        Ok(())
    }

    /// Rows that point to one that is not there point to nothing, or go, until none does.
    fn point_only_to_what_is_there(&mut self) -> Result<()> {
        for _ in 0..50 {
            let loose: Vec<(String, i64, String, i64)> = self
                .to
                .sql
                .prepare("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check LIMIT 100000")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
                .collect::<Result<_, _>>()?;
            if loose.is_empty() {
                break;
            }
            for (table, row, parent, key) in loose {
                let column: String = self.to.sql.query_row(
                    "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE id = ?2",
                    params![table, key],
                    |row| row.get(0),
                )?;
                let emptied =
                    self.to.sql.execute(&format!("UPDATE {table} SET {column} = NULL WHERE id = ?1"), [row]).is_ok();
                if emptied {
                    self.tell(RowFate::Altered, &table, Some(row), format!("its {column} was a {parent} that is lost"));
                } else {
                    self.to.sql.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [row])?;
                    self.tell(RowFate::Lost, &table, Some(row), format!("it was of a {parent} that is lost"));
                }
            }
        }
        Ok(())
    }

    /// Puts right what contradicts itself.
    fn put_right(&mut self) -> Result<()> {
        let opened = self.to.sql.execute(
            "INSERT INTO account (side_id)
             SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM account WHERE side_id IS NULL AND person_id IS NULL)
             UNION ALL SELECT id FROM side WHERE id NOT IN (SELECT side_id FROM account WHERE side_id IS NOT NULL)",
            [],
        )?;
        if opened > 0 {
            self.tell(RowFate::Altered, "account", None, format!("{opened} treasuries were lost and are opened empty"));
        }
        for Amiss { table, column, word, known } in words_amiss(&self.to.sql)? {
            let rows: Vec<i64> = self
                .to
                .sql
                .prepare(&format!("SELECT id FROM {table} WHERE {column} = ?1"))?
                .query_map([&word], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            for row in rows {
                let shown: String = word.chars().take(40).collect();
                if let Some(known) = &known {
                    self.to
                        .sql
                        .execute(&format!("UPDATE {table} SET {column} = ?1 WHERE id = ?2"), params![known, row])?;
                    let why = format!("its {column} “{shown}” is no word the program knows; it is “{known}” now");
                    self.tell(RowFate::Altered, table, Some(row), why);
                } else {
                    self.to.sql.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [row])?;
                    let why = format!("its {column} “{shown}” is no word the program knows");
                    self.tell(RowFate::Lost, table, Some(row), why);
                }
            }
        }
        for _ in 0..4 {
            let mut changed = false;
            for mend in MENDS {
                let rows: Vec<i64> =
                    self.to.sql.prepare(mend.which)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
                for row in rows {
                    changed = true;
                    let done = self.to.sql.execute(mend.how, [row]);
                    match done {
                        Ok(_) => self.tell(RowFate::Altered, mend.table, Some(row), mend.why),
                        Err(_) => {
                            self.to.sql.execute(&format!("DELETE FROM {} WHERE id = ?1", mend.table), [row])?;
                            self.tell(RowFate::Lost, mend.table, Some(row), mend.why);
                        }
                    }
                }
            }
            if !changed {
                break;
            }
            self.point_only_to_what_is_there()?;
        }
        Ok(())
    }

    /// Sets the numbers next given beyond all that were.
    fn number(&self) -> Result<()> {
        for table in JOURNALLED.iter().chain(&UNJOURNALLED) {
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
        sql.execute("UPDATE action SET state = 'closed' WHERE kind = 'do' AND state = 'undone'", [])?;
        let lost = self.told.iter().filter(|told| told.fate == RowFate::Lost).count();
        let sentence = format!("Repaired; {lost} things were lost, and nothing before this can be taken back.");
        sql.execute(
            "INSERT INTO action (name, sentence, day, at)
             VALUES (?1, ?2, coalesce((SELECT day FROM campaign), 0), ?3)",
            params![REPAIR, sentence, super::now()],
        )?;
        let action = sql.last_insert_rowid();
        for table in JOURNALLED {
            let pairs: Vec<String> =
                columns(sql, table)?.iter().map(|column| format!("'{column}', {column}")).collect();
            sql.execute(
                &format!(
                    "INSERT INTO change (action_id, tbl, row, before, after)
                     SELECT ?1, '{table}', id, NULL, json_object({}) FROM {table} ORDER BY id",
                    pairs.join(", ")
                ),
                [action],
            )?;
        }
        Ok(())
    }
}

/// What a row is called, for it to be told of.
fn name_of(image: &Image) -> String {
    match image.get("name").or_else(|| image.get("text")).and_then(Value::as_str) {
        Some(name) => format!("{}: ", name.chars().take(60).collect::<String>()),
        None => String::new(),
    }
}

/// The columns in which a row as it was read differs from its image.
fn differing(names: &[String], cells: &[Cell], image: &Image) -> Vec<String> {
    let same = |cell: &Cell, value: Option<&Value>| match (cell, value) {
        (Cell::Null, None | Some(Value::Null)) => true,
        (Cell::Integer(number), Some(value)) => value.as_i64() == Some(*number),
        (Cell::Text(text), Some(value)) => value.as_str() == Some(text),
        _ => false,
    };
    let pairs = names.iter().zip(cells);
    pairs.filter(|(name, cell)| !same(cell, image.get(*name))).map(|(name, _)| name.clone()).collect()
}

/// Something that contradicts itself: which rows do, and what makes them right.
struct Mend {
    table: &'static str,
    why: &'static str,
    which: &'static str,
    how: &'static str,
}

const MENDS: &[Mend] = &[
    Mend {
        table: "formation",
        why: "it was not one level below what it is part of",
        which: "SELECT child.id FROM formation AS child JOIN formation AS parent ON parent.id = child.parent_id
                WHERE (child.level, parent.level) NOT IN
                      (VALUES ('battle', 'army'), ('force', 'battle'), ('unit', 'force'))",
        how: "DELETE FROM formation WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "it was of another side or army than what it is part of",
        which: "SELECT child.id FROM formation AS child JOIN formation AS parent ON parent.id = child.parent_id
                WHERE child.side_id <> parent.side_id OR child.army_id IS NOT parent.army_id ORDER BY child.id",
        how: "UPDATE formation SET (side_id, army_id) =
                  (SELECT parent.side_id, parent.army_id FROM formation AS parent WHERE parent.id = formation.parent_id)
              WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "it was an army of another",
        which: "SELECT id FROM formation WHERE level = 'army' AND army_id IS NOT id",
        how: "UPDATE formation SET army_id = id WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "its stronghold stands elsewhere",
        which: "SELECT formation.id FROM formation JOIN stronghold ON stronghold.id = formation.stronghold_id
                WHERE formation.place_id <> stronghold.place_id",
        how: "UPDATE formation SET stronghold_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "he served in another side's formation",
        which: "SELECT person.id FROM person JOIN formation ON formation.id = person.formation_id
                WHERE formation.side_id <> person.side_id",
        how: "UPDATE person SET formation_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was held by his own side",
        which: "SELECT captive.id FROM captive JOIN person ON person.id = captive.person_id
                WHERE captive.state = 'held' AND captive.holder_side_id = person.side_id",
        how: "UPDATE captive SET state = 'ended', ended = 'freed', army_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was held, and is no captive",
        which: "SELECT captive.id FROM captive JOIN person ON person.id = captive.person_id
                WHERE captive.state = 'held' AND person.state NOT IN ('captive', 'labourer')",
        how: "UPDATE captive SET state = 'ended', ended = 'freed', army_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "nobody held him captive, so he is missing",
        which: "SELECT id FROM person WHERE state IN ('captive', 'labourer')
                   AND NOT EXISTS (SELECT 1 FROM captive WHERE captive.person_id = person.id AND captive.state = 'held')",
        how: "UPDATE person SET state = 'missing', formation_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "he was fit with a wound, and is wounded",
        which: "SELECT id FROM person WHERE state = 'fit' AND wounded = 1",
        how: "UPDATE person SET state = 'wounded' WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "its commander was not in it, or could not command",
        which: "SELECT formation.id FROM formation JOIN person ON person.id = formation.commander_id
                LEFT JOIN formation AS own ON own.id = person.formation_id
                WHERE person.state NOT IN ('fit', 'wounded') OR own.army_id IS NOT formation.army_id",
        how: "UPDATE formation SET commander_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "side",
        why: "its lord is dead or gone",
        which: "SELECT side.id FROM side JOIN person ON person.id = side.lord_id
                WHERE person.state IN ('dead', 'left')",
        how: "UPDATE side SET lord_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "account",
        why: "its entries did not come to what it holds; one makes up for it",
        which: "SELECT account.id FROM account
                WHERE (account.side_id IS NOT NULL OR account.person_id IS NOT NULL)
                  AND account.pence > (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                    - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "INSERT INTO entry (day, from_id, to_id, pence, what)
              SELECT (SELECT day FROM campaign), world.id, account.id,
                     account.pence - (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                   + (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id),
                     'made up for what was lost'
              FROM account JOIN account AS world ON world.side_id IS NULL AND world.person_id IS NULL
              WHERE account.id = ?1",
    },
    Mend {
        table: "account",
        why: "its entries did not come to what it holds; one makes up for it",
        which: "SELECT account.id FROM account
                WHERE (account.side_id IS NOT NULL OR account.person_id IS NOT NULL)
                  AND account.pence < (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                    - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "INSERT INTO entry (day, from_id, to_id, pence, what)
              SELECT (SELECT day FROM campaign), account.id, world.id,
                     (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                     - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id) - account.pence,
                     'made up for what was lost'
              FROM account JOIN account AS world ON world.side_id IS NULL AND world.person_id IS NULL
              WHERE account.id = ?1",
    },
    Mend {
        table: "account",
        why: "the world outside the ledger did not hold what all entries come to",
        which: "SELECT account.id FROM account WHERE account.side_id IS NULL AND account.person_id IS NULL
                   AND account.pence <> (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                      - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "UPDATE account SET pence = (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                       - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)
              WHERE id = ?1",
    },
    Mend {
        table: "march",
        why: "it led over places that are not there",
        which: "SELECT id FROM march WHERE path GLOB '*[^0-9,]*' OR NOT json_valid('[' || path || ']') OR path = ''
                   OR EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid('[' || path || ']')
                                                           THEN '[' || path || ']' ELSE '[]' END) AS step
                              WHERE step.value NOT IN (SELECT id FROM place))",
        how: "DELETE FROM march WHERE id = ?1",
    },
    Mend {
        table: "route",
        why: "it was longer than any road",
        which: "SELECT id FROM route WHERE miles > 100000",
        how: "DELETE FROM route WHERE id = ?1",
    },
    Mend {
        table: "place",
        why: "it lay off the map",
        which: "SELECT id FROM place WHERE x NOT BETWEEN 0 AND 1000 OR y NOT BETWEEN 0 AND 1000",
        how: "UPDATE place SET x = max(0, min(1000, x)), y = max(0, min(1000, y)) WHERE id = ?1",
    },
];
