//! What would be held at once of a stranger's file: grounds and maps in a plan, decisions of a game, pictures, a row of an
//! export.

use super::records::digest;
use super::tampered::being_played;
use super::{does, name};
use crate::support::{folder, march, open, refusal, sound};
use banneret::campaign::problem::ProblemKind;
use banneret::rules::assault::map;
use banneret::rules::man_to_man::ground;
use banneret::store::Store;
use rusqlite::Connection;
use std::fs;

/// What a plan keeps of its ground is as long as a file of one, and of its faults the first are told.
#[test]
fn a_ground_without_end_is_refused_soon_and_its_faults_are_few() {
    let long = "[[".repeat(10 << 20);
    assert_eq!(ground::read(&long).expect_err("no ground").0.len(), 1);
    assert_eq!(map::read(&long).expect_err("no map").0.len(), 1);
    let many = "a b\n".repeat(60_000);
    let faults = ground::read(&many).expect_err("no ground").0;
    assert!((1..=100).contains(&faults.len()), "{}", faults.len());
}

/// A game whose plan holds such a ground cannot be resumed, and is left out of a copy.
#[cfg(target_os = "linux")]
#[test]
fn a_game_on_a_ground_without_end_is_let_go_in_little_memory() {
    let folder = folder();
    let (file, to) = (folder.path().join("march.banneret"), folder.path().join("saved.banneret"));
    fs::write(&file, being_played()).expect("written");
    let sql = Connection::open(&file).expect("the file");
    let junk = "[[a]]\nb = \"c\nd".repeat(1_500_000);
    sql.execute("UPDATE play SET plan = json_set(plan, '$.ground_file', ?1)", [junk]).expect("changed");
    drop(sql);
    let output = super::limits::in_little_memory(&["check", name(&file), "--repair-copy", name(&to)]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.contains("cannot be resumed"), "{told}");
    sound(&open(&to), "without the game");
}

/// Games are judged before they are read, and none is kept that could not be opened again.
#[test]
fn decisions_without_end_are_refused() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, being_played()).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA synchronous = OFF;
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000001)
         INSERT INTO play_decision (play_id, number, side, decision)
         SELECT play.id, 1000 + i, 'attacker', '0' FROM n JOIN play",
    )
    .expect("many");
    let problem = Store::open(&file).expect_err("too many");
    assert_eq!(problem.kind, ProblemKind::Corrupt);
    assert!(problem.sentence.contains("play_decision table has"), "{problem}");
    // As many as may be, and one more.
    sql.execute(
        "DELETE FROM play_decision WHERE id NOT IN (SELECT id FROM play_decision ORDER BY id LIMIT 1000000)",
        [],
    )
    .expect("fewer");
    drop(sql);
    let mut store = open(&file);
    let battle = store.plays().expect("the games")[0];
    let kept = store.play(battle).expect("read").expect("a game").decisions;
    let one = banneret::rules::matches::Decided(vec![kept.0[0].clone()]);
    let refused = store.keep_decisions(battle, 2_000_000, &one, None).expect_err("one more");
    assert!(refused.sentence.contains("games under way"), "{refused}");
    drop(store);
    open(&file);
}

/// Pictures are looked at one by one.
#[cfg(target_os = "linux")]
#[test]
fn pictures_without_end_are_looked_at_in_little_memory() {
    let folder = folder();
    let file = march(&folder);
    let data = vec![7_u8; 30 << 20];
    let sealed = digest(&[Ok(10), Ok(10), Err(&data)]);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch("PRAGMA synchronous = OFF").expect("set");
    for _ in 0..14 {
        let put = "INSERT INTO picture (width, height, data, digest) VALUES (10, 10, ?1, ?2)";
        sql.execute(put, (&data, sealed)).expect("put");
    }
    drop(sql);
    let output = super::limits::in_little_memory(&["check", name(&file)]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(1) && told.contains("it is no JPEG"), "{told}");
}

/// One row of an export may have many members, each as long as one may be.
#[cfg(target_os = "linux")]
#[test]
fn a_row_of_an_export_without_end_is_refused_in_little_memory() {
    let folder = folder();
    let (file, export) = (march(&folder), folder.path().join("war.json"));
    does(&["export", name(&file), "--json", "-o", name(&export)]);
    let text = fs::read_to_string(&export).expect("the export");
    let again = folder.path().join("again.banneret");
    let men = "\"person\": [\n";
    let members: Vec<String> = (0..7).map(|at| format!("\"x{at}\":\"{}\"", "x".repeat(60_000_000))).collect();
    fs::write(&export, text.replacen(men, &format!("{men}{{{}}},\n", members.join(",")), 1)).expect("written");
    drop((text, members));
    let output = super::limits::in_little_memory(&["new", name(&again), "--from", name(&export)]);
    let (sentence, _) = refusal(&output, "a long row");
    assert!(sentence.contains("a row in it is too long"), "{sentence:.300}");
    assert!(!again.exists());
}

/// A line of a table may be of commas alone, and a table of rows that are all wrong.
#[cfg(target_os = "linux")]
#[test]
fn a_table_of_commas_or_of_nonsense_is_refused_in_little_memory() {
    let folder = folder();
    let (file, roster, result) = (march(&folder), folder.path().join("roster.csv"), folder.path().join("result.csv"));
    let commas = |bytes: usize| ",".repeat(bytes);
    for (roster_text, result_text) in [
        (commas(30 << 20), commas(7 << 20)),
        (format!("class,grade\n{}", commas(30 << 20)), format!("number,fate\n{}", commas(7 << 20))),
        (format!("class,grade\n{}", "x,y\n".repeat(4 << 20)), format!("number,fate\n{}", "a,b\n".repeat(1 << 20))),
        (",".into(), format!("number,deeds,fate\n{}", "A1-A30,made to flee,\n".repeat(300))),
        (format!("{}\n", "x".repeat(30 << 20)), format!("number,fate\n{},dead\n", "x".repeat(7 << 20))),
    ] {
        fs::write(&roster, roster_text).expect("a roster");
        fs::write(&result, result_text).expect("a result");
        let hosts = ["--attacker", "Host of Estmark", "--defender", "Host of Gorwen"];
        let by_result = [&["report", name(&file)], &hosts[..], &[name(&result)]].concat();
        for command in [&["import", name(&file), name(&roster), "--side", "Everyone"][..], &by_result] {
            refusal(&super::limits::in_little_memory(command), "a table without end");
        }
    }
    for map in [commas(15 << 20), format!("name,x,y\n{}", "p,1,1\n".repeat(2 << 20))] {
        fs::write(&roster, map).expect("a map");
        refusal(&super::limits::in_little_memory(&["map", name(&file), "import", name(&roster)]), "a map without end");
    }
}
