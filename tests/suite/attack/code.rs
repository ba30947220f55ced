//! Files that carry code: what a stranger put into a campaign's schema is found, refused, and never run.

use super::{name, runs};
use crate::support::{content, first_day, folder, march, open, refusal, same, sound};
use banneret::app::{check, turn};
use banneret::campaign::problem::ProblemKind;
use banneret::store::Store;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// What strangers put in, each with a word of what is said of it.
const CODE: &[(&str, &str)] = &[
    ("CREATE TRIGGER robber AFTER UPDATE ON campaign BEGIN UPDATE account SET pence = 0; END", "robber"),
    ("CREATE TRIGGER robber AFTER INSERT ON action BEGIN DELETE FROM person WHERE id = 7; END", "robber"),
    ("CREATE TRIGGER robber BEFORE INSERT ON change BEGIN SELECT RAISE(IGNORE); END", "robber"),
    ("CREATE VIEW tally AS SELECT * FROM person", "tally"),
    (
        "CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "endless",
    ),
    ("CREATE TABLE ledger_of_another (id INTEGER PRIMARY KEY, what TEXT)", "ledger_of_another"),
    ("CREATE VIRTUAL TABLE searched USING fts5 (text)", "searched"),
    ("CREATE INDEX heavy ON person (length(name || name))", "heavy"),
    ("ALTER TABLE person ADD COLUMN twice TEXT AS (name || name)", "person"),
    ("ALTER TABLE person ADD COLUMN spare TEXT", "person"),
    ("DROP INDEX person_side", "person_side"),
    ("DROP TABLE deed", "deed"),
    ("ALTER TABLE place RENAME COLUMN people TO souls", "place"),
    (
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, '''attacker''', ''' attacker''') WHERE name = 'battle_host'",
        "battle_host",
    ),
    (
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'ended <> ''''', 'ended <> ''  ''') WHERE name = 'captive'",
        "captive",
    ),
    // What stands behind a nought is read by nobody: the table would hold any word for a number.
    (
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '/* ' || char(0) || '*/ STRICT') WHERE name = 'place'",
        "place",
    ),
    ("UPDATE refinery_schema_history SET checksum = '12' WHERE version = 1", "history"),
    ("UPDATE refinery_schema_history SET applied_on = 'last Tuesday'", "history"),
    ("DELETE FROM refinery_schema_history", "history"),
];

fn tampered(file: &Path, code: &str) {
    let sql = Connection::open(file).expect("the file");
    sql.execute_batch("PRAGMA foreign_keys = OFF").expect("set");
    sql.execute_batch(code).unwrap_or_else(|error| panic!("{code}: {error}"));
}

#[test]
fn what_a_stranger_put_into_a_schema_is_refused_found_and_never_run() {
    for (code, word) in CODE {
        let folder = folder();
        let file = march(&folder);
        tampered(&file, code);
        let bytes = fs::read(&file).expect("the file");
        for command in [&["turn", name(&file)][..], &["show", name(&file)], &["undo", name(&file)]] {
            let (sentence, hint) = refusal(&runs(command), code);
            assert!(sentence.contains(word), "{code}: {sentence}");
            assert!(hint.contains("--repair-copy"), "{code}: {hint}");
        }
        let problem = Store::open(&file).expect_err(code);
        assert_eq!(problem.kind, ProblemKind::Corrupt, "{code}");
        let findings = check::check(&file).expect("checked");
        assert!(findings.iter().any(|finding| finding.breach.contains(word)), "{code}: {findings:?}");
        assert!(fs::read(&file).expect("the file") == bytes, "{code}: the file was touched");
    }
}

/// The campaign is taken out of such a file without the code.
#[test]
fn the_campaign_is_saved_from_among_the_code() {
    let folder = folder();
    let whole = content(&open(&march(&folder)));
    for (at, (code, _)) in CODE.iter().enumerate() {
        let file = march(&folder);
        tampered(&file, code);
        let to = folder.path().join(format!("saved-{at}.banneret"));
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{code}: {problem}"));
        assert_eq!(repair.findings, [], "{code}");
        let mut saved = open(&to);
        sound(&saved, code);
        same(&whole, &content(&saved), code);
        turn::play(&mut saved).expect("a turn");
    }
}

/// An old campaign's schema is compared with its own version's, and its history is looked at before the migrations are
/// run by it.
#[test]
fn an_old_campaign_is_held_to_its_own_schema() {
    let folder = folder();
    let file = folder.path().join("old.banneret");
    for (code, word) in [
        ("", ""),
        ("CREATE TRIGGER robber AFTER INSERT ON action BEGIN DELETE FROM person; END", "robber"),
        ("UPDATE refinery_schema_history SET applied_on = ''", "history"),
        ("UPDATE refinery_schema_history SET checksum = 'none'", "history"),
        ("DROP TABLE refinery_schema_history", "refinery_schema_history"),
        ("PRAGMA user_version = 2", "version"),
        ("PRAGMA user_version = 0", "version"),
        ("PRAGMA user_version = -5", "version"),
    ] {
        let _ = fs::remove_file(&file);
        let sql = Connection::open(&file).expect("a file");
        sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
        sql.execute_batch(include_str!("../../data/schema-v1.sql")).expect("the dump is read");
        sql.execute_batch(code).expect("tampered with");
        drop(sql);
        let output = runs(&["turn", name(&file)]);
        if code.is_empty() {
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            continue;
        }
        let (sentence, _) = refusal(&output, code);
        assert!(sentence.contains(word) || code.starts_with("PRAGMA"), "{code}: {sentence}");
        assert!(!check::check(&file).expect("checked").is_empty(), "{code}");
    }
}

#[test]
fn a_campaign_of_the_program_holds_no_code_of_its_own() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let code: i64 = sql
        .query_row("SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')", [], |row| row.get(0))
        .expect("a count");
    assert_eq!(code, 0);
    assert!(fs::read(&file).expect("the file") == first_day());
}
