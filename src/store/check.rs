//! What must always hold. A few invariants that cost nothing are looked at before each commit; all of them, and the
//! file's own soundness, when the referee asks.

use super::journal::{FLOOR, JOURNALLED, columns};
use super::{Db, Store, schema};
use crate::campaign::calendar::Day;
use crate::campaign::problem::{Problem, ProblemKind, Result};
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
    Invariant {
        says: "a road is of a length that can be marched",
        quick: false,
        breaches: "SELECT 'route ' || id || ' is of ' || miles || ' miles' FROM route WHERE miles > 100000",
    },
    Invariant {
        says: "a place is on the map",
        quick: false,
        breaches: "SELECT name || ' is at ' || x || ', ' || y FROM place
                   WHERE x NOT BETWEEN 0 AND 1000 OR y NOT BETWEEN 0 AND 1000",
    },
    Invariant {
        says: "a march leads over places that are there",
        quick: false,
        breaches: "SELECT 'the march of ' || formation.name || ' is “' || substr(march.path, 1, 40) || '”' FROM march
                   JOIN formation ON formation.id = march.army_id
                   WHERE march.path GLOB '*[^0-9,]*' OR NOT json_valid('[' || march.path || ']') OR march.path = ''
                      OR EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid('[' || march.path || ']')
                                                              THEN '[' || march.path || ']' ELSE '[]' END) AS step
                                 WHERE step.value NOT IN (SELECT id FROM place))",
    },
];

/// As many breaches of one rule as are told; what breaks it more often is damage of one kind.
const MOST: usize = 20;
/// How far the next number may lie beyond the last given one. A file that gives none any more is full.
const FARTHEST: i64 = 1 << 40;
/// The tables that undo leaves alone but whose numbers are given once, too.
pub(super) const UNJOURNALLED: [&str; 4] = ["action", "record", "play", "play_decision"];

/// A row as JSON.
pub(super) type Image = serde_json::Map<String, Value>;

/// What the journal makes of the tables.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// Every row that should be there.
    pub rows: BTreeMap<(String, i64), Image>,
    /// What is wrong with the journal itself.
    pub findings: Vec<Finding>,
    /// How many changes there were.
    pub changes: u64,
}

impl Folded {
    fn find(&mut self, breach: String) {
        if self.findings.len() < MOST {
            self.findings.push(Finding { rule: "the journal can be read".to_owned(), breach });
        }
    }
}

/// How much a check looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Looked {
    /// Rows of the campaign's tables.
    pub rows: u64,
    /// Changes in the journal.
    pub changes: u64,
    /// Actions.
    pub actions: u64,
    /// Records of battles, each read through.
    pub records: u64,
    /// Games under way, each played through.
    pub games: u64,
}

/// A check: what was found, and how much was looked at.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct CheckReport {
    /// Everything wrong.
    pub findings: Vec<Finding>,
    /// How much was looked at.
    pub looked: Looked,
}

impl CheckReport {
    /// Adds a finding, if there are not many of its rule already.
    pub fn find(&mut self, rule: &str, breach: impl Into<String>) {
        if self.findings.iter().filter(|known| known.rule == rule).count() < MOST {
            self.findings.push(Finding { rule: rule.to_owned(), breach: breach.into() });
        }
    }
}

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
                    ProblemKind::RuleBroken,
                    format!("It would break a rule that always holds, that {}: {breach}.", invariant.says),
                )
                .hint("Nothing was changed. Please report how it came about."));
            }
        }
        Ok(())
    }

    /// Everything that is wrong; see [`Db::look`].
    pub fn check(&self) -> Result<Vec<Finding>> {
        Ok(self.look()?.findings)
    }

    /// Looks at everything: whether the schema is the program's own, the file's soundness, every invariant, the numbers
    /// next to be given, and whether each row is what the journal last made it, which a damaged bit in a figure would not
    /// survive.
    pub fn look(&self) -> Result<CheckReport> {
        let mut report = CheckReport::default();
        // What is read of a file that is not sound proves nothing, and what a foreign schema holds is not to be run.
        for difference in schema::differences(&self.sql)?.into_iter().take(MOST) {
            report.find("the schema is the program's own", difference);
        }
        if !report.findings.is_empty() {
            return Ok(report);
        }
        let mut soundness = self.sql.prepare("PRAGMA integrity_check(20)")?;
        for row in soundness.query_map([], |row| row.get::<_, String>(0))? {
            let row = row?;
            if row != "ok" {
                report.find("the file is sound", row);
            }
        }
        if !report.findings.is_empty() {
            return Ok(report);
        }
        let mut loose = self.sql.prepare("SELECT \"table\" || ' ' || rowid FROM pragma_foreign_key_check LIMIT 20")?;
        for row in loose.query_map([], |row| row.get::<_, String>(0))? {
            report.find("every row points to one that is there", row?);
        }
        for invariant in INVARIANTS {
            let mut query = self.sql.prepare(invariant.breaches)?;
            for row in query.query_map([], |row| row.get::<_, String>(0))?.take(MOST) {
                report.find(invariant.says, row?);
            }
        }
        for breach in super::columns::unknown_words(&self.sql)? {
            report.find("every word is one of the program's", breach);
        }
        self.look_at_days(&mut report)?;
        self.look_at_numbers(&mut report)?;
        self.compare_with_journal(&mut report)?;
        report.looked.actions = self.count("action")?;
        report.looked.records = self.count("record")?;
        report.looked.games = self.count("play")?;
        Ok(report)
    }

    fn count(&self, table: &str) -> Result<u64> {
        let count: i64 = self.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// Looks at every column that holds a day.
    fn look_at_days(&self, report: &mut CheckReport) -> Result<()> {
        let reach = Day::reach();
        for table in JOURNALLED {
            let days = columns(&self.sql, table)?;
            for day in days.iter().filter(|name| name.ends_with("day") || *name == "serves_until") {
                let mut query = self.sql.prepare(&format!(
                    "SELECT '{table} ' || id || ' has the {day} ' || {day} FROM {table}
                     WHERE {day} NOT BETWEEN ?1 AND ?2 LIMIT 20"
                ))?;
                for row in query.query_map([*reach.start(), *reach.end()], |row| row.get::<_, String>(0))? {
                    report.find("a day is one that can be told", row?);
                }
            }
        }
        Ok(())
    }

    /// Looks whether the numbers next given are new ones.
    fn look_at_numbers(&self, report: &mut CheckReport) -> Result<()> {
        for table in JOURNALLED.iter().chain(&UNJOURNALLED) {
            let (last, given): (i64, i64) = self.sql.query_row(
                &format!(
                    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0),
                            max(coalesce((SELECT max(id) FROM {table}), 0),
                                coalesce((SELECT max(row) FROM change WHERE tbl = ?1), 0))"
                ),
                [table],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if last < given || last > given.saturating_add(FARTHEST) {
                report.find("a number once given is never given again", format!("{table} is at {last}, not {given}"));
            }
        }
        Ok(())
    }

    /// Compares the tables with what the journal makes of them.
    fn compare_with_journal(&self, report: &mut CheckReport) -> Result<()> {
        let Folded { rows: mut expected, findings, changes } = self.fold()?;
        report.looked.changes = changes;
        report.findings.extend(findings);
        let rule = "each row is what the last action made it";
        for (table, rows) in self.content()? {
            for row in rows.as_array().into_iter().flatten() {
                report.looked.rows += 1;
                let id = row["id"].as_i64().unwrap_or_default();
                let kept = expected.remove(&(table.clone(), id));
                if kept.as_ref() != row.as_object() {
                    report.find(rule, format!("{table} {id} differs from its journal"));
                }
            }
        }
        for (table, id) in expected.into_keys() {
            report.find(rule, format!("{table} {id} is missing"));
        }
        Ok(())
    }

    /// What the journal makes of the tables: every action's changes laid one upon the other.
    pub(super) fn fold(&self) -> Result<Folded> {
        let mut folded = Folded::default();
        let mut defaults: BTreeMap<String, Image> = BTreeMap::new();
        for table in JOURNALLED {
            defaults.insert((*table).to_owned(), self.defaults(table)?);
        }
        let mut changes = self.sql.prepare(&format!(
            "SELECT change.tbl, change.row, change.before, change.after, change.action_id, change.id FROM change
             JOIN action ON action.id = change.action_id
             WHERE action.state = 'done' AND action.id >= {FLOOR} ORDER BY change.id"
        ))?;
        let mut rows = changes.query([])?;
        let (mut last, mut number) = (0i64, 0i64);
        while let Some(row) = rows.next()? {
            folded.changes += 1;
            let action: i64 = row.get(4)?;
            // Undo goes by the numbers, which only rise, from action to action.
            number = row.get(5)?;
            if action < last {
                folded.find(format!("change {number} of action {action} comes after those of action {last}"));
            }
            last = last.max(action);
            let key: (String, i64) = (row.get(0)?, row.get(1)?);
            let Some(columns) = defaults.get(&key.0) else {
                folded.find(format!("it names a table {}", key.0));
                continue;
            };
            let mut image = |column| -> Result<Option<Image>> {
                let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
                let image: Image = serde_json::from_str(&text).unwrap_or_else(|error| {
                    folded.find(format!("{} {}: {error}", key.0, key.1));
                    Image::new()
                });
                if let Some(strange) = image.keys().find(|name| !columns.contains_key(*name)) {
                    folded.find(format!("{} {} has no column {strange}", key.0, key.1));
                }
                Ok(Some(image))
            };
            let (before, after) = (image(2)?, image(3)?);
            // What undo would put back is what the changes before this one had made.
            let follows = match (&before, folded.rows.get(&key)) {
                (None, known) => known.is_none() && after.is_some(),
                (Some(_), None) => false,
                (Some(before), Some(known)) => {
                    let was = before.iter().all(|(column, value)| known.get(column) == Some(value));
                    // A change names the same columns twice; a row that was taken out is whole, or has the defaults.
                    was && match &after {
                        Some(after) => {
                            after.len() == before.len() && after.keys().all(|name| before.contains_key(name))
                        }
                        None => known.iter().all(|(name, value)| before.contains_key(name) || columns[name] == *value),
                    }
                }
            };
            if !follows {
                folded.find(format!("a change of {} {} does not follow from those before it", key.0, key.1));
            }
            match after {
                None => {
                    folded.rows.remove(&key);
                }
                // A column that came with a later version has its default in a row of before.
                Some(after) if before.is_none() => {
                    let mut whole = columns.clone();
                    whole.extend(after);
                    folded.rows.insert(key, whole);
                }
                Some(after) => folded.rows.entry(key).or_default().extend(after),
            }
        }
        drop(rows);
        if number > FARTHEST {
            folded.find(format!("change {number} leaves no numbers for those to come"));
        }
        Ok(folded)
    }

    /// The columns of a table, each with the value a row has in it that says nothing of it.
    pub(super) fn defaults(&self, table: &str) -> Result<Image> {
        let mut query = self.sql.prepare("SELECT name, dflt_value FROM pragma_table_info(?1)")?;
        let columns = query.query_map([table], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?)))?;
        let value = |text: Option<String>| match text {
            Some(text) if text.starts_with('\'') => Value::String(text.trim_matches('\'').replace("''", "'")),
            Some(text) => text.parse::<i64>().map_or(Value::Null, Value::from),
            None => Value::Null,
        };
        Ok(columns.map(|column| column.map(|(name, text)| (name, value(text)))).collect::<Result<_, _>>()?)
    }
}

impl Store {
    /// Looks at a file that cannot be opened as a campaign: how its schema differs, or what SQLite says of it. Nothing in
    /// it is run.
    pub fn examine(path: &Path) -> Result<Vec<Finding>> {
        let _held = super::file::Held::take(path)?;
        let sql = super::file::wary(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut report = CheckReport::default();
        match schema::differences(&sql) {
            Ok(differences) => differences
                .into_iter()
                .take(MOST)
                .for_each(|difference| report.find("the schema is the program's own", difference)),
            Err(problem) => report.find("the file is sound", problem.sentence),
        }
        if report.findings.is_empty() {
            let rows: rusqlite::Result<Vec<String>> = sql
                .prepare("PRAGMA integrity_check(20)")
                .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect());
            match rows {
                Ok(rows) => {
                    rows.into_iter().filter(|row| row != "ok").for_each(|row| report.find("the file is sound", row));
                }
                Err(error) => report.find("the file is sound", error.to_string()),
            }
        }
        Ok(report.findings)
    }
}
