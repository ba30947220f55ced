//! What must always hold. A few invariants that cost nothing are looked at before each commit; all of them, and the
//! file's own soundness, when the referee asks.

use super::content::numbered;
use super::fold::FARTHEST;
use super::journal::{FLOOR, JOURNALLED, as_json, columns};
use super::{Db, Store, schema};
use crate::campaign::calendar::Day;
use crate::campaign::problem::Result;
use rusqlite::Connection;
use std::collections::BTreeSet;
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
        says: "a sum of money is one that can be reckoned with",
        quick: false,
        breaches: "SELECT what || ' ' || id || ' is of ' || pence || ' pence' FROM
                       (SELECT 'entry' AS what, id, pence FROM entry
                        UNION ALL SELECT 'bargain', id, pence FROM bargain
                        UNION ALL SELECT 'instalment', id, pence FROM instalment
                        UNION ALL SELECT 'siege_offer', id, ransom_pence FROM siege_offer
                        UNION ALL SELECT 'captive', id, asked_pence FROM captive
                        UNION ALL SELECT 'captive', id, offered_pence FROM captive
                        UNION ALL SELECT 'captive', id, agreed_pence FROM captive)
                   WHERE pence NOT BETWEEN 0 AND 10000000000000
                   UNION ALL
                   SELECT 'account ' || id || ' holds ' || pence || ' pence' FROM account
                   WHERE pence NOT BETWEEN -1000000000000000 AND 1000000000000000",
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
        says: "whoever holds captives is free, and of the side that holds them",
        quick: false,
        breaches: "SELECT holder.name || ', ' || holder.state || ', holds ' || person.name FROM captive
                   JOIN person ON person.id = captive.person_id JOIN person AS holder ON holder.id = captive.holder_id
                   WHERE (holder.state NOT IN ('fit', 'wounded') OR holder.side_id <> captive.holder_side_id)
                     AND (captive.state = 'held' OR EXISTS
                          (SELECT 1 FROM instalment WHERE instalment.captive_id = captive.id
                               AND instalment.state IN ('due', 'missed')))",
    },
    Invariant {
        says: "a hostage for a ransom is held while a part of it is owed",
        quick: false,
        breaches: "SELECT person.name FROM captive JOIN person ON person.id = captive.person_id
                   WHERE captive.state = 'held' AND captive.pledge_id IS NOT NULL AND NOT EXISTS
                       (SELECT 1 FROM instalment WHERE instalment.captive_id = captive.pledge_id
                            AND instalment.state IN ('due', 'missed'))",
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
    Invariant {
        says: "a grade is one there is",
        quick: false,
        breaches: "SELECT what || ' ' || id || ' has grade ' || grade FROM
                       (SELECT 'battle_man' AS what, id, grade FROM battle_man
                        UNION ALL SELECT 'captive', id, grade FROM captive
                        UNION ALL SELECT 'grade_change', id, from_grade FROM grade_change
                        UNION ALL SELECT 'grade_change', id, to_grade FROM grade_change)
                   WHERE grade NOT BETWEEN 1 AND 104",
    },
    Invariant {
        says: "a battle lasts no less than no time",
        quick: false,
        breaches: "SELECT name || ' lasted ' || turns || ' turns' FROM battle WHERE turns < 0",
    },
    Invariant {
        says: "a siege is of an enemy's stronghold",
        quick: false,
        breaches: "SELECT 'siege ' || id || ' is of its own side' FROM siege WHERE besieger_side_id = holder_side_id",
    },
    Invariant {
        says: "a siege has as many days as have passed",
        quick: false,
        breaches: "SELECT 'siege ' || siege.id || ' has ' || days || ' days' FROM siege JOIN campaign
                   WHERE begun_day > coalesce(ended_day, campaign.day)
                      OR days > coalesce(ended_day, campaign.day) - begun_day + 30",
    },
    Invariant {
        says: "what is built and mined in a siege has days left",
        quick: false,
        breaches: "SELECT 'siege ' || id || ' builds “' || substr(building, 1, 40) || '” for ' || building_left
                          || ' days' FROM siege WHERE building_left NOT BETWEEN (building <> '') AND 255 * (building <> '')
                   UNION ALL
                   SELECT 'siege ' || id || ' mines at ' || mine_line || ', ' || mine_stretch || ' for ' || mine_left
                          || ' days' FROM siege
                   WHERE mine_left NOT BETWEEN 1 AND 255 OR mine_line NOT BETWEEN 0 AND 9
                      OR mine_stretch NOT BETWEEN 0 AND 99",
    },
    Invariant {
        says: "a relief has won fewer lines than besiegers hold whom it has shut in",
        quick: false,
        breaches: "SELECT 'siege ' || id || ' has lost ' || outer_lost || ' of ' || won || ' lines to a relief' FROM siege
                   WHERE state = 'open' AND outer_lost > 0 AND (outer_lost >= won OR shut_in = 0)",
    },
    Invariant {
        says: "who is at a siege is an army, and the siege is not over",
        quick: false,
        breaches: "SELECT formation.name || ' at siege ' || siege.id FROM siege_army
                   JOIN siege ON siege.id = siege_army.siege_id JOIN formation ON formation.id = siege_army.army_id
                   WHERE left_day IS NULL AND (siege.state <> 'open' OR formation.level <> 'army')",
    },
    Invariant {
        says: "a train goes with an army",
        quick: false,
        breaches: "SELECT 'the train of ' || formation.name FROM train
                   JOIN formation ON formation.id = train.army_id WHERE formation.level <> 'army'",
    },
    Invariant {
        says: "a hostage is pledged for terms or a ransom",
        quick: false,
        breaches: "SELECT 'captive ' || id FROM captive WHERE hostage = 1 AND offer_id IS NULL AND pledge_id IS NULL",
    },
    Invariant {
        says: "an assault or a sortie is of a siege",
        quick: false,
        breaches: "SELECT 'contact ' || id FROM contact WHERE kind <> 'field' AND siege_id IS NULL",
    },
    Invariant {
        says: "of the decisions of a game under way none is missing",
        quick: false,
        breaches: "SELECT 'game ' || play_id || ' has ' || count(*) || ' decisions up to number ' || max(number)
                   FROM play_decision GROUP BY play_id HAVING max(number) + 1 <> count(*)",
    },
];

/// As many breaches of one rule as are told; what breaks it more often is damage of one kind.
const MOST: usize = 20;

/// How much a check looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Looked {
    /// Rows of the campaign's tables.
    pub rows: u64,
    /// Changes in the journal.
    pub changes: u64,
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
    /// Whether the file itself is whole, so that what is read of it says something.
    pub fn of_a_whole_file(&self) -> bool {
        let whole = ["the schema is the program's own", "the file is sound"];
        !self.findings.iter().any(|finding| whole.contains(&finding.rule.as_str()))
    }

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

/// As far as the number next given of a table may be ahead of those that were given: rows that undo leaves alone come and go.
const MOST_AHEAD: i64 = 1 << 32;

/// The highest a figure may be that is neither a number of a row nor a day, a sum of money or a seed.
pub(super) const HIGHEST: i64 = 10_000_000;

/// Every column that holds such a figure, with its table.
pub(super) fn figures(sql: &Connection) -> Result<Vec<(&'static str, String)>> {
    let mut figures = Vec::new();
    for table in JOURNALLED.iter().copied() {
        let mut query = sql.prepare(
            "SELECT name FROM pragma_table_info(?1)
             WHERE type = 'INTEGER' AND name NOT IN ('id', 'seed', 'serves_until')
               AND name NOT GLOB '*_id' AND name NOT GLOB '*day' AND name NOT GLOB '*pence'",
        )?;
        let names = query.query_map([table], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
        figures.extend(names.into_iter().map(|name| (table, name)));
    }
    Ok(figures)
}

/// Whether a column of this name holds days.
pub(super) fn holds_days(column: &str) -> bool {
    column.ends_with("day") || column == "serves_until"
}

/// The tables whose rows keep when they were written.
pub(super) const TIMED: [&str; 3] = ["action", "record", "play"];

/// Whether a time is as the program writes it, to the thousandth of a second in UTC.
pub(super) fn is_a_time(text: &str) -> bool {
    let form = "0000-00-00T00:00:00.000Z";
    let like = |(given, form): (u8, u8)| if form == b'0' { given.is_ascii_digit() } else { given == form };
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(like)
        && chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

/// Every column that holds a day, with its table.
pub(super) fn days(sql: &Connection) -> Result<Vec<(&'static str, String)>> {
    let mut days = Vec::new();
    for table in JOURNALLED.iter().copied().chain(["action"]) {
        let columns = columns(sql, table)?;
        let of_days = columns.into_iter().filter(|name| holds_days(name));
        days.extend(of_days.map(|column| (table, column)));
    }
    Ok(days)
}

impl Db {
    /// Looks at the invariants that cost nothing; called before each commit.
    pub(super) fn check_quickly(&self) -> Result<()> {
        for invariant in INVARIANTS.iter().filter(|invariant| invariant.quick) {
            let mut query = self.sql.prepare_cached(invariant.breaches)?;
            let mut rows = query.query([])?;
            if let Some(row) = rows.next()? {
                let breach: String = row.get(0)?;
                return Err(super::file::rule_broken(format!(
                    "It would break a rule that always holds, that {}: {breach}.",
                    invariant.says
                )));
            }
        }
        Ok(())
    }

    /// The first rule that does not hold, and what breaks it; the journal is not looked at.
    pub fn breach(&self) -> Result<Option<String>> {
        for invariant in INVARIANTS {
            let mut query = self.sql.prepare_cached(invariant.breaches)?;
            if let Some(row) = query.query([])?.next()? {
                return Ok(Some(format!("{}: {}", invariant.says, row.get::<_, String>(0)?)));
            }
        }
        Ok(None)
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
            let breaches: rusqlite::Result<Vec<String>> = self
                .sql
                .prepare(invariant.breaches)
                .and_then(|mut query| query.query_map([], |row| row.get(0))?.take(MOST).collect());
            match breaches {
                Ok(breaches) => breaches.into_iter().for_each(|breach| report.find(invariant.says, breach)),
                // Figures that no sum can hold.
                Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::Unknown) => {
                    report.find(invariant.says, error.to_string());
                }
                Err(error) => return Err(error.into()),
            }
        }
        super::columns::unknown_words(&self.sql, &mut |breach| {
            report.find("every word is one of the program's", breach);
        })?;
        self.look_at_days(&mut report)?;
        self.look_at_times(&mut report)?;
        self.look_at_figures(&mut report)?;
        self.look_at_numbers(&mut report)?;
        self.compare_with_journal(&mut report)?;
        for (action, what) in self.undoing_what_is_gone()? {
            report.find(
                "what is taken back or brought again has all it points to",
                format!("action {action} has {what}"),
            );
        }
        for unlike in self.actions_unlike()? {
            report.find("an action is as it was written", format!("action {} is otherwise", unlike.action.0));
        }
        for (table, row) in self.kept_unlike()? {
            let rule = match table {
                "record" => "every record of a battle is as it was written",
                "picture" => "every picture of the map is as it was written",
                _ => "a game under way is as it was written",
            };
            report.find(rule, format!("{table} {row} is otherwise"));
        }
        report.looked.actions = self.count("action")?;
        Ok(report)
    }

    /// The actions that can be taken back or brought again and would put a row back that points to a record or a picture which is
    /// not there, each with what that is.
    pub(super) fn undoing_what_is_gone(&self) -> Result<Vec<(i64, String)>> {
        let mut gone = Vec::new();
        for (table, column, kept) in [("battle", "record_id", "record"), ("map", "picture_id", "picture")] {
            for image in ["before", "after"] {
                gone.extend(self.rows::<_, Vec<(i64, String)>>(
                    &format!(
                        "SELECT DISTINCT action.id, '{kept} ' || json_extract({image}, '$.{column}')
                         FROM change JOIN action ON action.id = change.action_id
                         WHERE change.tbl = '{table}' AND action.id > {FLOOR} AND action.state IN ('done', 'undone')
                           AND json_valid({image}) AND json_type({image}, '$.{column}') = 'integer'
                           AND json_extract({image}, '$.{column}') NOT IN (SELECT id FROM {kept}) LIMIT 20"
                    ),
                    [],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )?);
            }
        }
        Ok(gone)
    }

    fn count(&self, table: &str) -> Result<u64> {
        let count: i64 = self.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// Looks at every column that holds a day.
    fn look_at_days(&self, report: &mut CheckReport) -> Result<()> {
        let reach = Day::reach();
        for (table, day) in days(&self.sql)? {
            let mut query = self.sql.prepare(&format!(
                "SELECT '{table} ' || id || ' has the {day} ' || {day} FROM {table}
                 WHERE {day} NOT BETWEEN ?1 AND ?2 LIMIT 20"
            ))?;
            for row in query.query_map([*reach.start(), *reach.end()], |row| row.get::<_, String>(0))? {
                report.find("a day is one that can be told", row?);
            }
        }
        Ok(())
    }

    /// Looks at when each action, record and game was written.
    fn look_at_times(&self, report: &mut CheckReport) -> Result<()> {
        for table in TIMED {
            let mut query = self.sql.prepare(&format!("SELECT id, at FROM {table} ORDER BY id"))?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                if !is_a_time(row.get_ref(1)?.as_str().unwrap_or_default()) {
                    let breach = format!("{table} {} was written at no time", row.get::<_, i64>(0)?);
                    report.find("a time is one that can be told", breach);
                }
            }
        }
        Ok(())
    }

    /// Looks at every column that holds a figure of some other kind.
    fn look_at_figures(&self, report: &mut CheckReport) -> Result<()> {
        for (table, figure) in figures(&self.sql)? {
            let mut query = self.sql.prepare(&format!(
                "SELECT '{table} ' || id || ' has the {figure} ' || {figure} FROM {table}
                 WHERE {figure} NOT BETWEEN -?1 AND ?1 LIMIT 20"
            ))?;
            for row in query.query_map([HIGHEST], |row| row.get::<_, String>(0))? {
                report.find("a figure is one that can be reckoned with", row?);
            }
        }
        Ok(())
    }

    /// Looks whether the numbers next given are new ones.
    fn look_at_numbers(&self, report: &mut CheckReport) -> Result<()> {
        for table in numbered() {
            let (last, given): (i64, i64) = self.sql.query_row(
                &format!(
                    "SELECT coalesce((SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = ?1), 0),
                            max(coalesce((SELECT max(id) FROM {table}), 0),
                                coalesce((SELECT max(row) FROM change WHERE tbl = ?1), 0))"
                ),
                [table],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if last < given || given > FARTHEST || last - given > MOST_AHEAD {
                report.find("a number once given is never given again", format!("{table} is at {last}, not {given}"));
            }
        }
        let known: BTreeSet<&str> = numbered().chain(["change"]).collect();
        let mut query = self.sql.prepare(
            "SELECT CAST(coalesce(name, '') AS TEXT), count(*), min(typeof(seq) = 'integer') FROM sqlite_sequence
             GROUP BY name LIMIT 1000",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (name, rows, numbered): (String, i64, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let shown: String = name.chars().take(40).collect();
            if !known.contains(name.as_str()) || rows != 1 {
                report.find("each table counts its numbers once", format!("“{shown}” is counted {rows} times"));
            } else if !numbered {
                report.find("each table counts its numbers once", format!("“{shown}” is counted by no number"));
            }
        }
        Ok(())
    }

    /// Compares the tables with what the journal makes of them.
    fn compare_with_journal(&self, report: &mut CheckReport) -> Result<()> {
        let mut folded = self.fold()?;
        report.looked.changes = folded.changes;
        let rule = "each row is what the last action made it";
        for table in JOURNALLED {
            let json = as_json(&self.sql, table)?;
            let mut query = self.sql.prepare(&format!("SELECT id, {json} FROM {table} ORDER BY id"))?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                report.looked.rows += 1;
                let (id, text): (i64, String) = (row.get(0)?, row.get(1)?);
                let known = folded.row((table, id))?;
                if known.is_none() || known != serde_json::from_str(&text).ok() {
                    report.find(rule, format!("{table} {id} differs from its journal"));
                }
            }
            for id in folded.missing(table)? {
                report.find(rule, format!("{table} {id} is missing"));
            }
        }
        for breach in folded.findings {
            report.find("the journal can be read", breach);
        }
        Ok(())
    }
}

impl Store {
    /// Looks at a file that cannot be opened as a campaign: how its schema differs, or what SQLite says of it. Nothing in
    /// it is run.
    pub fn examine(path: &Path) -> Result<Vec<Finding>> {
        let path = &super::file::under_its_name(path);
        let _held = super::file::Held::take(path)?;
        let mut report = CheckReport::default();
        if let Err(problem) = super::trees::judge(path) {
            report.find("the file is sound", problem.sentence);
            return Ok(report.findings);
        }
        let sql = super::file::wary(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
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
