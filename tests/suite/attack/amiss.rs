//! Much that is amiss in one file: a repair takes time in proportion to it, and a check little memory.

use super::damage::played;
use super::tampered::being_played;
use crate::support::folder;
use banneret::app::check;
use rusqlite::Connection;
use std::fs;
use std::time::{Duration, Instant};

/// How long a repair takes of a file with so many rows of something amiss in it.
fn repaired_in(bytes: &[u8], amiss: &str, rows: u32) -> Duration {
    let folder = folder();
    let (file, to) = (folder.path().join("march.banneret"), folder.path().join("saved.banneret"));
    fs::write(&file, bytes).expect("written");
    let sql = Connection::open(&file).expect("the file");
    let names: Vec<String> = sql
        .prepare("SELECT name FROM pragma_table_info('battle') WHERE name NOT IN ('id', 'record_id')")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("columns");
    // With its journal spoiled each table is taken as it is.
    let spoiled = "UPDATE change SET after = '[' WHERE id = (SELECT max(id) FROM change WHERE after IS NOT NULL)";
    let numbers = format!(
        "CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) SELECT i FROM n"
    );
    let amiss = amiss.replace("{battle}", &names.join(", "));
    sql.execute_batch(&format!("PRAGMA foreign_keys = OFF; BEGIN; {numbers}; {spoiled}; {amiss}; COMMIT;"))
        .expect("amiss");
    drop(sql);
    let begun = Instant::now();
    let repair = check::repair_copy(&file, &to).expect("it is saved");
    let took = begun.elapsed();
    assert_eq!(repair.findings, []);
    let told: i64 = repair.told.iter().filter_map(|note| Some(note.until.or(note.row)? - note.row? + 1)).sum();
    assert!(told >= i64::from(rows), "{told} rows are named of {rows}");
    took
}

/// Words nobody knows, each another; battles whose records are not there; decisions behind one that was lost.
#[test]
fn a_repair_takes_time_in_proportion_to_what_is_amiss() {
    let (played, _) = played();
    let game = being_played();
    for (what, bytes, amiss) in [
        (
            "words",
            played,
            "INSERT INTO line (day, kind, text, clause) SELECT 2200000, 'a word of number ' || i, 'told', '' FROM n",
        ),
        (
            "records",
            played,
            "INSERT INTO battle (id, record_id, {battle}) SELECT 100000 + i, 1000000 + 2 * i, {battle}
             FROM n JOIN (SELECT * FROM battle LIMIT 1)",
        ),
        (
            "decisions",
            &game,
            "INSERT INTO play_decision (play_id, number, side, decision)
             SELECT play.id, 100000 + i, 'attacker', '{}' FROM n JOIN play",
        ),
    ] {
        let few = repaired_in(bytes, amiss, 2_500);
        let many = repaired_in(bytes, amiss, 20_000);
        println!("{what}: {few:?} and {many:?}");
        // Eight times as much; sixty-four times where each row looks at all others.
        assert!(many < few * 24, "{what}: {few:?} of 2,500 and {many:?} of 20,000");
    }
}

/// A word of its own in every row of the longest table: the first are told, and none more held.
#[cfg(target_os = "linux")]
#[test]
fn words_nobody_knows_are_told_in_little_memory() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600000)
         INSERT INTO battle_man (battle_id, person_id, side, number, class, rank, grade)
         SELECT 100000 + i, 1, 'attacker', 'A1', 'a word of number ' || i || ' ' || printf('%.*c', 200, 'w'), 'man', 2 FROM n",
    )
    .expect("many");
    drop(sql);
    let output = super::limits::in_memory_of(480, &["check", super::name(&file)]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("“a word of number 7 w") && !told.contains("number 77 w"), "{told}");
}
