//! Actions, and taking them back.
//!
//! Triggers, made anew at each open from the schema as it is, write each changed row's before and after under the
//! action that changed it: only the changed columns, as JSON. Undo puts the *before* images back in reverse, as an
//! action of its own; redo puts the *after* images back. Nothing is ever re-run, so an old action is undone by any
//! later version of the program. A change outside an action fails in the trigger.

use super::columns::read_of;
use super::fold::{cell, image_of};
use super::{Act, Db, Store, Watch, digest};
use crate::campaign::calendar::Day;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::words;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde::Serialize;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Every journalled table: what a campaign's content is.
pub const JOURNALLED: &[&str] = &[
    "campaign",
    "house",
    "side",
    "relation",
    "account",
    "entry",
    "place",
    "route",
    "stronghold",
    "formation",
    "march",
    "person",
    "battle",
    "battle_man",
    "battle_host",
    "deed",
    "grade_change",
    "captive",
    "bargain",
    "instalment",
    "contact",
    "line",
    "wall",
    "train",
    "siege",
    "siege_host",
    "siege_army",
    "siege_offer",
    "siege_hostage",
    "siege_line",
    "map",
    "saved_filter",
];

/// No action is under way: a change is refused.
const CLOSED: i64 = 0;
/// Images are being put back: changes are not written down again.
const RESTORING: i64 = -1;

/// Adds the functions the triggers use; gives the cell that says what they write under.
pub(super) fn install(sql: &Connection) -> Result<Arc<AtomicI64>> {
    let recording = Arc::new(AtomicI64::new(CLOSED));
    let cell = Arc::clone(&recording);
    sql.create_scalar_function("recording", 0, FunctionFlags::SQLITE_UTF8, move |_| {
        match cell.load(Ordering::Relaxed) {
            CLOSED => Err(rusqlite::Error::UserFunctionError("a change outside an action".into())),
            RESTORING => Ok(None),
            action => Ok(Some(action)),
        }
    })?;
    sql.create_scalar_function(
        "fold",
        1,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        |arguments| Ok(fold(arguments.get_raw(0).as_str().unwrap_or_default())),
    )?;
    Ok(recording)
}

/// Text as searches compare it: lower case, without accents, so that `besancon` finds Besançon.
pub fn fold(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let plain = text.nfd().map(|letter| if letter == '’' { '\'' } else { letter });
    plain.filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

pub(super) fn columns(sql: &Connection, table: &str) -> Result<Vec<String>> {
    let mut query = sql.prepare_cached("SELECT name FROM pragma_table_info(?1)")?;
    let names = query.query_map([table], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    Ok(names)
}

/// A row of a table as SQL makes JSON of it.
pub(super) fn as_json(sql: &Connection, table: &str) -> Result<String> {
    let pairs: Vec<String> = columns(sql, table)?.iter().map(|column| format!("'{column}', {column}")).collect();
    Ok(format!("json_object({})", pairs.join(", ")))
}

/// Makes the triggers that write changes down.
pub(super) fn write_down_changes(sql: &Connection) -> Result<()> {
    let mut batch = String::new();
    for table in JOURNALLED {
        let columns = columns(sql, table)?;
        let image = |version: &str| {
            let pairs: Vec<String> = columns.iter().map(|column| format!("'{column}', {version}.{column}")).collect();
            format!("json_object({})", pairs.join(", "))
        };
        let differs: Vec<String> = columns.iter().map(|column| format!("OLD.{column} IS NOT NEW.{column}")).collect();
        let changed = |version: &str| {
            let mut text = String::from("'{' || substr(");
            for (at, column) in columns.iter().enumerate() {
                let join = if at == 0 { "" } else { " || " };
                let _ = write!(
                    text,
                    "{join}CASE WHEN OLD.{column} IS NOT NEW.{column} \
                     THEN ',\"{column}\":' || json_quote({version}.{column}) ELSE '' END"
                );
            }
            text + ", 2) || '}'"
        };
        let _ = write!(
            batch,
            "CREATE TEMP TRIGGER write_down_{table}_new AFTER INSERT ON main.{table}
                WHEN recording() IS NOT NULL
                BEGIN INSERT INTO change (action_id, tbl, row, before, after)
                    VALUES (recording(), '{table}', NEW.id, NULL, {new}); END;
             CREATE TEMP TRIGGER write_down_{table}_gone AFTER DELETE ON main.{table}
                WHEN recording() IS NOT NULL
                BEGIN INSERT INTO change (action_id, tbl, row, before, after)
                    VALUES (recording(), '{table}', OLD.id, {old}, NULL); END;
             CREATE TEMP TRIGGER write_down_{table}_changed AFTER UPDATE ON main.{table}
                WHEN recording() IS NOT NULL AND ({differs})
                BEGIN INSERT INTO change (action_id, tbl, row, before, after)
                    VALUES (recording(), '{table}', NEW.id, {before}, {after}); END;",
            new = image("NEW"),
            old = image("OLD"),
            differs = differs.join(" OR "),
            before = changed("OLD"),
            after = changed("NEW"),
        );
    }
    sql.execute_batch(&batch)?;
    Ok(())
}

/// An action as the chronicle lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionRow {
    /// Its number.
    pub id: ActionId,
    /// Its name, such as `march`.
    pub name: String,
    /// What was done, as a sentence.
    pub sentence: String,
    /// The campaign's day.
    pub day: Day,
    /// When it was done by the clock, UTC.
    pub at: String,
    /// Whether it is done, undone, or an undone one that a later action has closed off.
    pub state: ActionState,
    /// Whether it did something, undid or redid something.
    pub kind: ActionKind,
}

/// Where an action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionState {
    /// In force.
    Done,
    /// Taken back; redo would bring it again.
    Undone,
    /// Taken back, and a later action closed the way to redo it.
    Closed,
}
words!(
    ActionState,
    "state of an action",
    "done, undone or closed",
    Done = "done",
    Undone = "undone",
    Closed = "closed"
);

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Changes the campaign.
    Do,
    /// Takes an action back.
    Undo,
    /// Brings one again.
    Redo,
}
words!(ActionKind, "kind of action", "do, undo or redo", Do = "do", Undo = "undo", Redo = "redo");

/// Which way images are put back.
#[derive(Clone, Copy)]
pub(super) enum Undoing {
    /// The images of before, the newest first.
    Back,
    /// The images of after, the oldest first.
    Forth,
}

impl Store {
    /// Does one action: everything `work` changes is kept whole with the action's row, or nothing is. `work` gives
    /// back its result and the action's sentence for the chronicle.
    pub fn act<T>(
        &mut self,
        name: &str,
        arguments: &impl Serialize,
        work: impl FnOnce(&Act) -> Result<(T, String)>,
    ) -> Result<T> {
        let arguments = serde_json::to_string(arguments).map_err(|error| {
            Problem::new(ProblemKind::System, format!("The action could not be written down: {error}."))
        })?;
        self.whole(|store| {
            let sql = &store.db.sql;
            let action = store.begin_action(name, &arguments, ActionKind::Do, None)?;
            store.recording.store(action.0, Ordering::Relaxed);
            let act = Act {
                db: &store.db,
                watch: &store.watch,
                written_on: Default::default(),
                ahead: Default::default(),
                furthest: Default::default(),
            };
            let (result, sentence) = work(&act)?;
            act.with_all()?;
            let day = act.day()?;
            store.recording.store(CLOSED, Ordering::Relaxed);
            store.db.check_quickly()?;
            // The campaign's day may be one that this action set.
            sql.prepare_cached("UPDATE action SET sentence = ?1, day = ?2 WHERE id = ?3")?
                .execute(params![sentence, day, action])?;
            sql.prepare_cached("UPDATE action SET state = 'closed' WHERE kind = 'do' AND state = 'undone'")?
                .execute([])?;
            store.judge_growth(action, action, Undoing::Forth)?;
            digest::seal(sql, action)?;
            Ok(result)
        })
    }

    /// Takes the last action back. Gives what was undone, or nothing if there is nothing to undo.
    pub fn undo(&mut self) -> Result<Option<ActionRow>> {
        let Some(action) = self.undoable()? else { return Ok(None) };
        self.put_back(&action, Undoing::Back)?;
        Ok(Some(action))
    }

    /// Brings the last undone action again. Gives what was redone, or nothing if there is nothing to redo.
    pub fn redo(&mut self) -> Result<Option<ActionRow>> {
        let Some(action) = self.redoable()? else { return Ok(None) };
        self.put_back(&action, Undoing::Forth)?;
        Ok(Some(action))
    }

    /// Takes back the last action that was done after `action`. Gives it, or nothing if there is none.
    pub fn undo_after(&mut self, action: ActionId) -> Result<Option<ActionRow>> {
        let Some(last) = self.undoable()?.filter(|last| last.id > action) else { return Ok(None) };
        self.put_back(&last, Undoing::Back)?;
        Ok(Some(last))
    }

    fn put_back(&mut self, action: &ActionRow, way: Undoing) -> Result<()> {
        let (name, kind, verb, state) = match way {
            Undoing::Back => ("undo", ActionKind::Undo, "Undid", ActionState::Undone),
            Undoing::Forth => ("redo", ActionKind::Redo, "Redid", ActionState::Done),
        };
        self.whole(|store| {
            let this = store.begin_action(name, "{}", kind, Some(action.id))?;
            store.recording.store(RESTORING, Ordering::Relaxed);
            let sql = &store.db.sql;
            sql.pragma_update(None, "defer_foreign_keys", true)?;
            put_images_back(sql, action.id, way, &store.watch)?;
            store.recording.store(CLOSED, Ordering::Relaxed);
            sql.execute("UPDATE action SET state = ?1 WHERE id = ?2", params![state, action.id])?;
            sql.execute(
                // No earlier than what it takes back or brings again.
                "UPDATE action SET sentence = ?1, day = (SELECT max(day, ?3) FROM campaign) WHERE id = ?2",
                params![format!("{verb}: {}", action.sentence), this, action.day],
            )?;
            store.judge_growth(this, action.id, way)?;
            digest::seal(sql, this)?;
            store.db.check_quickly()
        })
    }

    /// Runs `work` in one transaction whose changes are not written down; for a salvage alone.
    pub(super) fn restoring<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.recording.store(RESTORING, Ordering::Relaxed);
        self.db.sql.execute_batch("BEGIN IMMEDIATE")?;
        let done = work();
        self.recording.store(CLOSED, Ordering::Relaxed);
        self.db.sql.execute_batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
        self.remember();
        done
    }

    /// Runs `work` in one transaction, durable when this returns.
    fn whole<T>(&mut self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        self.may_change()?;
        self.watch.anew();
        self.watch.go_on().inspect_err(|_| self.watch.begin())?;
        self.db.sql.execute_batch("BEGIN IMMEDIATE")?;
        let (last, room) = (self.last_number(), self.room.get());
        // A fault in the work must not leave the transaction open under what is done next.
        let worked = catch_unwind(AssertUnwindSafe(|| work(self)));
        self.recording.store(CLOSED, Ordering::Relaxed);
        let worked = worked.unwrap_or_else(|fault| {
            let _ = self.db.sql.execute_batch("ROLLBACK");
            self.room.set(room);
            resume_unwind(fault)
        });
        let mut unsure = None;
        let done = worked.and_then(|result| match self.db.sql.execute_batch("COMMIT") {
            Ok(()) => Ok(result),
            Err(error) => {
                unsure = Some(error.to_string());
                Err(error.into())
            }
        });
        if done.is_err() && !self.db.sql.is_autocommit() {
            self.db.sql.execute_batch("ROLLBACK")?;
        }
        if done.is_err() {
            // What was reckoned while it was under way holds no more; where it may have been kept, all is reckoned anew.
            self.room.set(if unsure.is_some() { 0 } else { room });
        }
        let done = self.watch.judge(done);
        match &done {
            Ok(_) => self.watch.keep(),
            // What is read after it is nobody's to stop yet.
            Err(_) => self.watch.begin(),
        }
        self.remember();
        match unsure {
            Some(error) => self.tell_if_kept(last, &error)?,
            None if done.is_ok() && !self.is_there_still() => {
                return Err(self.gone("this was kept in the file that bore the name before").all_the_same());
            }
            None => {}
        }
        done
    }

    fn last_number(&self) -> Option<i64> {
        self.db.sql.query_row("SELECT coalesce(max(id), 0) FROM action", [], |row| row.get(0)).ok()
    }

    /// After a commit that failed: it may have failed after the last write that mattered, and then the action is in the
    /// file all the same.
    fn tell_if_kept(&self, before: Option<i64>, error: &str) -> Result<()> {
        match (before, self.last_number()) {
            (Some(before), Some(now)) if now == before => Ok(()),
            (Some(_), Some(_)) => Err(Problem::new(
                ProblemKind::System,
                format!("It was kept, but the disk did not confirm it ({error})."),
            )
            .hint("Check the disk, and that it is still there when the campaign is opened again.")
            .all_the_same()),
            _ => Err(Problem::new(ProblemKind::System, format!("Whether it was kept cannot be told ({error})."))
                .hint("Check that the disk is connected, open the campaign again, and look at its chronicle.")),
        }
    }

    fn begin_action(
        &self,
        name: &str,
        arguments: &str,
        kind: ActionKind,
        target: Option<ActionId>,
    ) -> Result<ActionId> {
        let now = super::now();
        let sql = &self.db.sql;
        sql.prepare_cached(
            "INSERT INTO action (name, arguments, day, at, kind, target_id)
             VALUES (?1, ?2, coalesce((SELECT day FROM campaign), 0), ?3, ?4, ?5)",
        )?
        .execute(params![name, arguments, now, kind, target])?;
        Ok(ActionId(sql.last_insert_rowid()))
    }
}

pub(super) fn put_images_back(sql: &Connection, action: ActionId, way: Undoing, watch: &Watch) -> Result<()> {
    let steps: i64 = sql
        .prepare_cached("SELECT count(*) FROM change WHERE action_id = ?1")?
        .query_row([action], |row| row.get(0))?;
    watch.expect(u64::try_from(steps).unwrap_or_default());
    let order = match way {
        Undoing::Back => "DESC",
        Undoing::Forth => "ASC",
    };
    let mut changes =
        sql.prepare(&format!("SELECT tbl, row, before, after FROM change WHERE action_id = ?1 ORDER BY id {order}"))?;
    let mut rows = changes.query([action])?;
    while let Some(change) = rows.next()? {
        watch.step()?;
        let table: String = change.get(0)?;
        let row: i64 = change.get(1)?;
        let before: Option<String> = change.get(2)?;
        let after: Option<String> = change.get(3)?;
        let (from, to) = match way {
            Undoing::Back => (after, before),
            Undoing::Forth => (before, after),
        };
        let Some(table) = JOURNALLED.iter().find(|known| **known == table) else {
            return Err(super::file::damaged(&format!("its journal names a table {table}")));
        };
        let Some(to) = to else {
            sql.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([row])?;
            continue;
        };
        let image = image_of(&to)
            .map_err(|error| super::file::damaged(&format!("its journal holds an unreadable image: {error}")))?;
        let names: Vec<&str> = image.keys().map(String::as_str).collect();
        if names.iter().any(|name| !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')) {
            return Err(super::file::damaged("its journal names no column"));
        }
        let mut cells: Vec<Cell> = image.values().map(cell).collect::<Result<_>>()?;
        if from.is_none() {
            let marks = vec!["?"; names.len()].join(", ");
            sql.prepare_cached(&format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", ")))?
                .execute(params_from_iter(cells))?;
        } else {
            cells.push(Cell::Integer(row));
            let changed = sql
                .prepare_cached(&format!("UPDATE {table} SET {} = ? WHERE id = ?", names.join(" = ?, ")))?
                .execute(params_from_iter(cells))?;
            if changed != 1 {
                return Err(super::file::damaged(&format!("its journal names row {row} of {table}, which is gone")));
            }
        }
    }
    Ok(())
}

/// The name of the action a repair is.
pub const REPAIR: &str = "repair";
/// The action that nothing is taken back beyond: the last repair, or what made the campaign.
pub(super) const FLOOR: &str =
    "coalesce((SELECT max(id) FROM action WHERE name = 'repair'), (SELECT min(id) FROM action))";

/// Nobody's sentence is longer than four thousand letters; in a stranger's file one may be, and is told cut short.
pub(super) const ACTION_COLUMNS: &str = "action.id, action.name, substr(action.sentence, 1, 4000), action.day, action.at, \
                                         action.state, action.kind";

pub(super) fn action_row(row: &rusqlite::Row) -> rusqlite::Result<ActionRow> {
    read_of("action", 0, row, |row| {
        Ok(ActionRow {
            id: row.get(0)?,
            name: row.get(1)?,
            sentence: row.get(2)?,
            day: row.get(3)?,
            at: row.get(4)?,
            state: row.get(5)?,
            kind: row.get(6)?,
        })
    })
}

impl Db {
    /// The action that undo would take back. The first, which made the campaign, stays.
    /// Nor is what was before a repair, which wrote the campaign down anew from what could be read.
    pub fn undoable(&self) -> Result<Option<ActionRow>> {
        let action = self
            .sql
            .prepare_cached(&format!(
                "SELECT {ACTION_COLUMNS} FROM action
                 WHERE kind = 'do' AND state = 'done' AND id > {FLOOR}
                 ORDER BY id DESC LIMIT 1"
            ))?
            .query_row([], action_row)
            .optional()?;
        Ok(action)
    }

    /// The action that redo would bring again.
    pub fn redoable(&self) -> Result<Option<ActionRow>> {
        let action = self
            .sql
            .prepare_cached(&format!(
                "SELECT {ACTION_COLUMNS} FROM action WHERE kind = 'do' AND state = 'undone' ORDER BY id LIMIT 1"
            ))?
            .query_row([], action_row)
            .optional()?;
        Ok(action)
    }

    /// The last action of any kind.
    pub fn last_action(&self) -> Result<Option<ActionRow>> {
        let action = self
            .sql
            .prepare_cached(&format!("SELECT {ACTION_COLUMNS} FROM action ORDER BY id DESC LIMIT 1"))?
            .query_row([], action_row)
            .optional()?;
        Ok(action)
    }

    /// Actions between two days, newest first, whose sentence holds `search` (accents and case apart), at most `limit`.
    pub fn actions(&self, search: &str, from: Option<Day>, to: Option<Day>, limit: u32) -> Result<Vec<ActionRow>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {ACTION_COLUMNS} FROM action
             WHERE (?1 = '' OR instr(fold(sentence), ?1) > 0) AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)
             ORDER BY id DESC LIMIT ?4"
        ))?;
        let rows = query.query_map(params![fold(search), from, to, limit], action_row)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::names::People;
    use crate::campaign::realm::{CampaignFacts, Tincture};

    /// A campaign with a side that was given fivepence.
    fn begun(folder: &tempfile::TempDir) -> Store {
        let day = Day(2_200_000);
        let about = CampaignFacts {
            name: "A".to_owned(),
            first_day: day,
            day,
            turn: 0,
            turn_days: 7,
            seed: 1,
            blurb: String::new(),
        };
        let (store, ()) = Store::create(&folder.path().join("a.banneret"), |store| {
            store.act("new campaign", &serde_json::json!({}), |act| {
                act.found(&about)?;
                let side = act.add_side("Estmark", Tincture::Or, People::English)?;
                act.pay(act.world()?, act.side_account(side)?, crate::campaign::money::Pence(5), "a gift", "CP-7.7")?;
                Ok(((), "A begins.".to_owned()))
            })
        })
        .expect("a campaign");
        store
    }

    /// What was counted of the tables holds on where an action is refused or falls over, and nothing is counted anew.
    #[test]
    fn a_refused_action_leaves_what_was_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = begun(&folder);
        let room = store.room.get();
        assert!(room > 0);
        let refused = |act: &Act| {
            act.set_day(Day(2_200_007), 1)?;
            Err::<((), String), _>(Problem::refused("No.", "Never."))
        };
        store.act("refused", &(), refused).expect_err("refused");
        assert_eq!(store.room.get(), room);
        let falls_over = AssertUnwindSafe(|| store.act::<()>("fault", &(), |_| panic!("a fault of the test")));
        catch_unwind(falls_over).expect_err("it falls over");
        assert_eq!(store.room.get(), room);
        store.act("turn", &(), |act| Ok((act.set_day(Day(2_200_007), 1)?, "A week.".to_owned()))).expect("done");
        assert!((1..room).contains(&store.room.get()));
    }

    #[test]
    fn a_change_outside_an_action_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = begun(&folder);
        for table in JOURNALLED {
            let columns = columns(&store.sql, table).expect("its columns");
            let (first, last) = (&columns[0], &columns[columns.len() - 1]);
            let rows: i64 =
                store.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).expect("a count");
            if rows == 0 {
                continue;
            }
            let changed = store.sql.execute(&format!("UPDATE {table} SET {first} = {first} + 100000"), []);
            assert!(changed.is_err(), "{table} was changed");
            let gone = store.sql.execute(&format!("DELETE FROM {table} WHERE {last} IS {last}"), []);
            assert!(gone.is_err(), "rows of {table} were deleted");
        }
        let made = store.sql.execute("INSERT INTO house (key, value) VALUES ('a', 'b')", []);
        assert!(made.is_err_and(|error| error.to_string().contains("outside an action")));
        assert_eq!(store.check().expect("checked"), []);
    }
}
