//! What must always hold. A few invariants that cost nothing are looked at before each commit; all of them, and the
//! file's own soundness, when the referee asks.

use super::{Db, Store};
use crate::campaign::problem::{Kind, Problem, Result};
use rusqlite::Connection;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// An invariant: what it says, and the query that finds what breaks it (one text column, a row a breach).
struct Invariant {
    says: &'static str,
    quick: bool,
    breaches: &'static str,
}

const INVARIANTS: &[Invariant] = &[
    Invariant {
        says: "what leaves one treasury comes into another",
        quick: true,
        breaches: "SELECT 'all treasuries together hold ' || sum(pence) || ' pence' FROM account
                   HAVING sum(pence) <> 0",
    },
    Invariant {
        says: "a treasury is the sum of its ledger entries",
        quick: false,
        breaches: "SELECT 'account ' || account.id || ' holds ' || account.pence || ' pence' FROM account
                   WHERE account.pence <> (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                        - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
    },
    Invariant {
        says: "the dead, the gone and the held command nothing",
        quick: true,
        breaches: "SELECT person.name || ' commands ' || formation.name FROM formation
                   JOIN person ON person.id = formation.commander_id
                   WHERE person.state NOT IN ('fit', 'wounded')",
    },
    Invariant {
        says: "the dead rule no side",
        quick: true,
        breaches: "SELECT person.name || ' rules ' || side.name FROM side JOIN person ON person.id = side.lord_id
                   WHERE person.state IN ('dead', 'left')",
    },
    Invariant {
        says: "a commander is in the formation he commands",
        quick: true,
        breaches: "SELECT person.name || ' commands ' || formation.name || ' from outside' FROM formation
                   JOIN person ON person.id = formation.commander_id
                   LEFT JOIN formation AS own ON own.id = person.formation_id
                   WHERE own.army_id IS NOT formation.army_id",
    },
    Invariant {
        says: "a captive has exactly one holder",
        quick: false,
        breaches: "SELECT person.name || ' is ' || person.state FROM person
                   WHERE (person.state IN ('captive', 'labourer'))
                      <> EXISTS (SELECT 1 FROM captive WHERE captive.person_id = person.id AND captive.state = 'held')",
    },
    Invariant {
        says: "nobody is held by his own side",
        quick: true,
        breaches: "SELECT person.name FROM captive JOIN person ON person.id = captive.person_id
                   WHERE captive.state = 'held' AND captive.holder_side_id = person.side_id",
    },
    Invariant {
        says: "a man serves in his own side's formations",
        quick: false,
        breaches: "SELECT person.name || ' in ' || formation.name FROM person
                   JOIN formation ON formation.id = person.formation_id WHERE formation.side_id <> person.side_id",
    },
    Invariant {
        says: "a fit man carries no wound",
        quick: false,
        breaches: "SELECT name FROM person WHERE state = 'fit' AND wounded = 1",
    },
    Invariant {
        says: "a formation is of its army's side, one level below what it is part of",
        quick: false,
        breaches: "SELECT child.name FROM formation AS child JOIN formation AS parent ON parent.id = child.parent_id
                   WHERE child.side_id <> parent.side_id OR child.army_id <> parent.army_id
                      OR (child.level, parent.level) NOT IN
                         (VALUES ('battle', 'army'), ('force', 'battle'), ('unit', 'force'))",
    },
    Invariant {
        says: "an army inside a stronghold is where the stronghold is",
        quick: true,
        breaches: "SELECT formation.name FROM formation JOIN stronghold ON stronghold.id = formation.stronghold_id
                   WHERE formation.place_id <> stronghold.place_id",
    },
];

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// The rule that should hold.
    pub rule: String,
    /// What breaks it.
    pub breach: String,
}

impl Db {
    /// Looks at the invariants that cost nothing; called before each commit.
    pub(super) fn check_quickly(&self) -> Result<()> {
        for invariant in INVARIANTS.iter().filter(|invariant| invariant.quick) {
            let mut query = self.sql.prepare_cached(invariant.breaches)?;
            let mut rows = query.query([])?;
            if let Some(row) = rows.next()? {
                let breach: String = row.get(0)?;
                return Err(Problem::new(
                    Kind::RuleBroken,
                    format!("It would break a rule that always holds, that {}: {breach}.", invariant.says),
                )
                .hint("Nothing was changed. Please report how it came about."));
            }
        }
        Ok(())
    }

    /// Looks at everything: the file's soundness, every invariant, and whether each row is what the journal last
    /// made it, which a damaged bit in a figure would not survive.
    pub fn check(&self) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut soundness = self.sql.prepare("PRAGMA integrity_check(20)")?;
        for row in soundness.query_map([], |row| row.get::<_, String>(0))? {
            let row = row?;
            if row != "ok" {
                findings.push(Finding { rule: "the file is sound".to_owned(), breach: row });
            }
        }
        // What is read of a file that is not sound proves nothing.
        if !findings.is_empty() {
            return Ok(findings);
        }
        let mut loose = self.sql.prepare("SELECT \"table\" || ' ' || rowid FROM pragma_foreign_key_check LIMIT 20")?;
        for row in loose.query_map([], |row| row.get::<_, String>(0))? {
            findings.push(Finding { rule: "every row points to one that is there".to_owned(), breach: row? });
        }
        for invariant in INVARIANTS {
            let mut query = self.sql.prepare(invariant.breaches)?;
            for row in query.query_map([], |row| row.get::<_, String>(0))?.take(20) {
                findings.push(Finding { rule: invariant.says.to_owned(), breach: row? });
            }
        }
        for breach in super::columns::unknown_words(&self.sql)?.into_iter().take(20) {
            findings.push(Finding { rule: "every word is one of the program's".to_owned(), breach });
        }
        findings.extend(self.compare_with_journal()?.into_iter().take(20));
        Ok(findings)
    }

    /// Replays the journal's images in memory and compares them with the tables.
    fn compare_with_journal(&self) -> Result<Vec<Finding>> {
        type Image = serde_json::Map<String, Value>;
        type Rows = BTreeMap<(String, i64), Image>;
        let unreadable = |what: String| Finding { rule: "the journal can be read".to_owned(), breach: what };
        let mut findings = Vec::new();
        let mut expected: Rows = BTreeMap::new();
        let mut changes = self.sql.prepare(
            "SELECT change.tbl, change.row, change.before, change.after FROM change
             JOIN action ON action.id = change.action_id WHERE action.state = 'done' ORDER BY change.id",
        )?;
        let mut rows = changes.query([])?;
        while let Some(row) = rows.next()? {
            let key: (String, i64) = (row.get(0)?, row.get(1)?);
            let mut image = |column| -> Result<Option<Image>> {
                let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
                let image = serde_json::from_str(&text);
                Ok(Some(image.unwrap_or_else(|error| {
                    findings.push(unreadable(format!("{} {}: {error}", key.0, key.1)));
                    Image::new()
                })))
            };
            let (before, after) = (image(2)?, image(3)?);
            // What undo would put back is what the changes before this one had made.
            let follows = match (&before, expected.get(&key)) {
                (None, known) => known.is_none(),
                (Some(_), None) => false,
                (Some(before), Some(known)) => before.iter().all(|(column, value)| known.get(column) == Some(value)),
            };
            if !follows {
                findings
                    .push(unreadable(format!("a change of {} {} does not follow from those before it", key.0, key.1)));
            }
            match after {
                None => {
                    expected.remove(&key);
                }
                Some(after) => expected.entry(key).or_default().extend(after),
            }
        }
        let rule = || "each row is what the last action made it".to_owned();
        for (table, rows) in self.content()? {
            for row in rows.as_array().into_iter().flatten() {
                let id = row["id"].as_i64().unwrap_or_default();
                let kept = expected.remove(&(table.clone(), id));
                let same = kept.as_ref().is_some_and(|kept| kept.iter().all(|(column, value)| &row[column] == value));
                if !same {
                    findings.push(Finding { rule: rule(), breach: format!("{table} {id} differs from its journal") });
                }
            }
        }
        for (table, id) in expected.into_keys() {
            findings.push(Finding { rule: rule(), breach: format!("{table} {id} is missing") });
        }
        Ok(findings)
    }
}

impl Store {
    /// Looks at a file that may be damaged, without opening it as a campaign: what SQLite says of it.
    pub fn examine(path: &Path) -> Result<Vec<Finding>> {
        let sql = Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut findings = Vec::new();
        let rows: rusqlite::Result<Vec<String>> = sql
            .prepare("PRAGMA integrity_check(20)")
            .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect());
        match rows {
            Ok(rows) => findings.extend(
                rows.into_iter()
                    .filter(|row| row != "ok")
                    .map(|breach| Finding { rule: "the file is sound".to_owned(), breach }),
            ),
            Err(error) => {
                findings.push(Finding { rule: "the file is sound".to_owned(), breach: error.to_string() });
            }
        }
        Ok(findings)
    }
}

impl Store {
    /// Copies every row that can be read of a damaged campaign into a new file at `to`. Gives how many rows there
    /// are in it, and the tables of which some could not be read. The damaged file is only read.
    pub fn salvage(from: &Path, to: &Path) -> Result<(u64, Vec<String>)> {
        match super::file::judge(from) {
            // What is damaged is what this is for, and it is only read.
            Ok(()) => {}
            Err(problem) if matches!(problem.kind, Kind::Corrupt | Kind::ReadOnly) => {}
            Err(problem) => return Err(problem),
        }
        let damaged = Connection::open_with_flags(from, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        damaged.busy_timeout(std::time::Duration::from_millis(200))?;
        if let Err(problem) =
            damaged.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(Problem::from)
            && problem.kind == Kind::Locked
        {
            return Err(problem);
        }
        let (_, saved) = Store::create(to, |store| {
            let sql = &store.sql;
            sql.pragma_update(None, "foreign_keys", false)?;
            let mut rows = 0;
            let mut lost = Vec::new();
            let tables =
                super::journal::JOURNALLED.iter().chain(&["action", "change", "record", "play", "play_decision"]);
            store.restoring(|| {
                for table in tables {
                    match copy_table(&damaged, sql, table, &mut rows) {
                        Ok(true) => {}
                        Ok(false) | Err(_) => lost.push((*table).to_owned()),
                    }
                }
                Ok(())
            })?;
            store.about().map_err(|_| {
                Problem::new(Kind::Corrupt, "Not even the campaign's name and date can be read, so nothing was saved.")
                    .hint("Open the newest backup beside it.")
            })?;
            Ok((rows, lost))
        })?;
        Ok(saved)
    }
}

/// Copies a table row by row in the order of its ids, as far as it can be read. Whether all of it could.
fn copy_table(from: &Connection, to: &Connection, table: &str, rows: &mut u64) -> Result<bool> {
    let mut columns = to.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = columns.query_map([table], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let marks: Vec<String> = (1..=names.len()).map(|at| format!("?{at}")).collect();
    let mut insert =
        to.prepare(&format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({})", names.join(", "), marks.join(", ")))?;
    let mut whole = true;
    // Read forwards until the damage, then backwards to it, so that only what lies in it is lost.
    for order in ["ASC", "DESC"] {
        let mut select = from.prepare(&format!("SELECT {} FROM {table} ORDER BY id {order}", names.join(", ")))?;
        let mut read = select.query([])?;
        loop {
            match read.next() {
                Ok(Some(row)) => {
                    let values =
                        (0..names.len())
                            .map(|at| row.get::<_, rusqlite::types::Value>(at))
                            .collect::<Result<Vec<_>, _>>()?;
                    *rows += insert.execute(rusqlite::params_from_iter(values)).unwrap_or(0) as u64;
                }
                Ok(None) => break,
                Err(_) => {
                    whole = false;
                    break;
                }
            }
        }
        if whole {
            break;
        }
    }
    Ok(whole)
}
