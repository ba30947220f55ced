//! Rows changed by other hands, in ways that break no page of the file: every command says what it says without a panic,
//! and `check` finds each change.

use super::damage::played;
use super::{name, runs};
use crate::support::{folder, open, seeds};
use banneret::app::check;
use banneret::rules::dice::{Dice, Seeded};
use banneret::store::journal::JOURNALLED;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// Values no program would write, for a column of numbers or of text.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "2147483647",
    "-2147483648",
    "255",
    "1000000007",
    "7",
    "NULL",
];
const TEXTS: [&str; 12] = [
    "''",
    "'x'",
    "'Ivo\u{1b}[2J\u{7}'",
    "char(0, 1, 8, 127)",
    "'{}'",
    "'[]'",
    "'null'",
    "'1,2,999999'",
    "','",
    "printf('%.*c', 100000, 'w')",
    "'\u{202e}drawkcab'",
    "NULL",
];

/// Changes one thing by SQL; nothing if that changed nothing. Says what.
fn tamper(sql: &Connection, dice: &mut dyn Dice) -> Option<String> {
    let mut lot = |below: usize| dice.lot("tampering", below);
    let table = match lot(6) {
        0 => "change",
        _ => JOURNALLED[lot(JOURNALLED.len())],
    };
    let columns: Vec<(String, String)> = sql
        .prepare("SELECT name, type FROM pragma_table_info(?1)")
        .and_then(|mut query| query.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .expect("the columns");
    let rows: i64 = sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).expect("a count");
    if rows == 0 {
        return None;
    }
    let row: i64 = sql
        .query_row(&format!("SELECT id FROM {table} LIMIT 1 OFFSET ?1"), [lot(rows as usize) as i64], |row| row.get(0))
        .expect("a row");
    let act = match lot(8) {
        0 => format!("DELETE FROM {table} WHERE id = {row}"),
        1 => {
            let names: Vec<&str> = columns[1..].iter().map(|(name, _)| name.as_str()).collect();
            let names = names.join(", ");
            format!("INSERT INTO {table} ({names}) SELECT {names} FROM {table} WHERE id = {row}")
        }
        _ => {
            let (column, kind) = &columns[lot(columns.len())];
            let value = if kind == "INTEGER" { NUMBERS[lot(NUMBERS.len())] } else { TEXTS[lot(TEXTS.len())] };
            format!("UPDATE {table} SET {column} = {value} WHERE id = {row} AND {column} IS NOT {value}")
        }
    };
    // A change that the schema itself refuses is none.
    matches!(sql.execute(&act, []), Ok(1)).then_some(act)
}

/// What every command of a campaign makes of it: an answer or a refusal.
fn used(file: &Path) {
    let file = name(file);
    for command in [
        &["show", file][..],
        &["show", file, "armies"],
        &["show", file, "people"],
        &["show", file, "captives"],
        &["show", file, "treasury"],
        &["show", file, "chronicle", "--json"],
        &["show", file, "battles"],
        &["show", file, "places"],
        &["export", file, "--csv"],
        &["turn", file],
        &["march", file, "--army", "King's Household", "--to", "Wexbridge"],
        &["undo", file, "--count", "3"],
        &["redo", file, "--count", "2"],
    ] {
        let output = runs(command);
        let said = [output.stdout, output.stderr].concat();
        let raw = said.iter().any(|byte| (*byte < 0x20 && *byte != b'\n') || *byte == 0x7f);
        assert!(!raw, "{command:?} prints controls: {}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn what_other_hands_changed_is_found_and_stops_nothing() {
    let (bytes, _) = played();
    let rounds = (seeds() / 2).max(20);
    let (mut tampered, mut seed) = (0, 0);
    while tampered < rounds {
        seed += 1;
        let folder = folder();
        let file = folder.path().join("march.banneret");
        fs::write(&file, bytes).expect("written");
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        let Some(act) = tamper(&sql, &mut Seeded::stream(seed, 41)) else { continue };
        drop(sql);
        tampered += 1;
        let findings = check::check(&file).unwrap_or_else(|problem| panic!("{act}: {problem}"));
        assert!(!findings.is_empty(), "{act} was called sound");
        // A tenth are used by every command, the others by some.
        if tampered % 10 == 1 {
            used(&file);
        } else {
            runs(&["turn", name(&file)]);
            runs(&["show", name(&file), "people"]);
        }
        let to = folder.path().join("saved.banneret");
        fs::remove_file(&file).expect("gone");
        fs::write(&file, bytes).expect("written");
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        assert_eq!(sql.execute(&act, []).expect("changed"), 1);
        drop(sql);
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{act}: {problem}"));
        assert_eq!(repair.findings, [], "{act}: {:?}", repair.told);
        assert!(!repair.told.is_empty() || !repair.undo, "{act}: nothing is told of it");
    }
    println!("{tampered} tampered with");
}

/// Damage that only looking at everything finds.
#[test]
fn check_finds_what_lies_outside_the_tables_too() {
    for (act, word) in [
        ("UPDATE record SET data = substr(data, 1, length(data) / 2)", "record"),
        ("UPDATE record SET data = zeroblob(200)", "record"),
        ("UPDATE record SET data = x'426e427402000000'", "record"),
        ("UPDATE sqlite_sequence SET seq = 3 WHERE name = 'person'", "person is at 3"),
        ("DELETE FROM sqlite_sequence WHERE name = 'line'", "line is at 0"),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'person'", "person is at"),
        ("UPDATE change SET after = json_set(after, '$.lost', json('null')) WHERE id = 60", "lost"),
        (
            "UPDATE change SET before = '{}' WHERE id = (SELECT max(id) FROM change WHERE before NOT NULL AND after NOT NULL)",
            "follow",
        ),
        ("UPDATE line SET day = 2147483647 WHERE id = 2", "day"),
        ("UPDATE line SET day = -9 WHERE id = 2", "day"),
        ("UPDATE campaign SET turn_days = 0", "turn"),
        ("UPDATE route SET miles = 4294967295 WHERE id = 1", "mile"),
        ("UPDATE march SET path = 'nowhere'", "march"),
        ("UPDATE formation SET parent_id = id WHERE level = 'force'", "one level below"),
        ("INSERT INTO play (battle_id, plan, house, at) VALUES (1, 'x', '{}', '')", "battle 1"),
        ("INSERT INTO play (battle_id, plan, house, at) VALUES (1, '{}', 'castles', '')", "battle 1"),
    ] {
        let folder = folder();
        let file = folder.path().join("march.banneret");
        fs::write(&file, &played().0).expect("written");
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        if act.contains("march SET") {
            let march = "INSERT INTO march (army_id, path) SELECT id, '1' FROM formation WHERE level = 'army'
                         AND id NOT IN (SELECT army_id FROM march) LIMIT 1";
            sql.execute(march, []).expect("marching");
        }
        assert!(sql.execute(act, []).expect("changed") > 0, "{act}");
        drop(sql);
        let findings = check::check(&file).expect("checked");
        let told = findings.iter().any(|finding| format!("{}: {}", finding.rule, finding.breach).contains(word));
        assert!(told, "{act}: {findings:?}");
        used(&file);
    }
}

#[test]
fn check_says_how_much_it_looked_at() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let looked = check::look(&file).expect("checked").looked;
    let rows: usize =
        open(&file).content().expect("the content").values().map(|rows| rows.as_array().map_or(0, Vec::len)).sum();
    assert_eq!((looked.rows, looked.records, looked.actions), (rows as u64, 1, 5));
    assert!(looked.changes > looked.rows);
    let told = super::does(&["check", name(&file)]);
    assert!(told.contains(&format!("{rows} rows")) && told.contains("1 record"), "{told}");
    let told: serde_json::Value = serde_json::from_str(&super::does(&["check", name(&file), "--json"])).expect("JSON");
    assert_eq!(told["looked"]["rows"], rows);
}
