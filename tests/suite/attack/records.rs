//! Records of battles by other hands: such as unfold to more than fits in memory are refused soon, by whatever reads them.

use super::damage::played;
use super::limits::miniz;
use crate::support::{folder, open};
use banneret::app::{check, replay};
use banneret::rules::man_to_man::record::{self, Record};
use banneret::store::Store;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The digest that goes with what is kept beside the tables, as a stranger would reckon it: of whole numbers, and of texts and
/// bytes.
pub(super) fn digest(values: &[Result<i64, &[u8]>]) -> i64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for value in values {
        match value {
            Ok(number) => add(&[&b"i"[..], &number.to_le_bytes()].concat()),
            Err(bytes) => {
                add(b"t");
                add(&(bytes.len() as u64).to_le_bytes());
                add(bytes);
            }
        }
    }
    hash as i64
}

/// Puts a record in the place of the first of a campaign, so that nothing but what it holds is amiss.
fn put(file: &Path, record: &Value) {
    let mut text = record.to_string();
    // Of what stands there once over and over is made, as long as a record may be.
    if let Some((before, after)) = text.clone().split_once("\"…\"") {
        let item = record["over"].to_string();
        let times = ((63 << 20) - text.len()) / (item.len() + 1);
        text = format!("{before}{}{item}{after}", format!("{item},").repeat(times));
    }
    let mut data = b"BnBt".to_vec();
    data.extend(2_u32.to_le_bytes());
    data.extend(miniz(text.as_bytes()));
    let sql = Connection::open(file).expect("the file");
    let first = "SELECT id, rules, format, at FROM record WHERE rules = 'man-to-man' ORDER BY id LIMIT 1";
    let (id, rules, format, at): (i64, String, i64, String) =
        sql.query_row(first, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).expect("a record");
    let sealed = digest(&[Err(rules.as_bytes()), Ok(format), Err(at.as_bytes()), Err(&data)]);
    sql.execute("UPDATE record SET data = ?1, digest = ?2 WHERE id = ?3", (data, sealed, id)).expect("put");
}

fn record_of(store: &Store) -> Record {
    let battle = store.battles().expect("the battles").into_iter().find(|battle| battle.record.is_some());
    let bytes = store.record(battle.and_then(|battle| battle.record).expect("a record")).expect("its bytes");
    record::decode(&bytes).expect("it is read")
}

/// Events by the million, names as long as books, fires without end: each in a file of a few hundred kilobytes.
#[test]
fn a_record_that_is_told_without_end_is_refused_in_little_memory() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let store = open(&file);
    let battle = store.battles().expect("the battles").into_iter().find(|battle| battle.record.is_some());
    let battle = battle.expect("a battle with its record").id;
    let whole = serde_json::to_value(record_of(&store)).expect("JSON");
    drop(store);
    put(&file, &whole);
    assert_eq!(check::check(&file).expect("checked"), [], "as it was it is sound");
    let over = |item: Value| {
        let mut record = whole.clone();
        (record["events"], record["over"]) = (json!(["…"]), item);
        record
    };
    let named = |letters: usize, mut record: Value| {
        for side in ["attacker", "defender"] {
            for force in record["plan"]["hosts"][side]["forces"].as_array_mut().expect("forces") {
                for unit in force["units"].as_array_mut().expect("units") {
                    unit["name"] = json!("w".repeat(letters));
                    unit["men"].as_array_mut().expect("men").iter_mut().for_each(|man| {
                        man["name"] = json!("w".repeat(letters));
                    });
                }
            }
        }
        record
    };
    let many = |item: Value, times: usize, mut record: Value| {
        record["events"] = json!(vec![item; times]);
        record
    };
    let rose = json!({ "rose": { "figure": 0 } });
    for (what, record) in [
        ("short events", over(rose.clone())),
        ("long names", named(2_000, many(rose, 300_000, whole.clone()))),
        ("longer names", named(20_000, whole.clone())),
        ("fires", many(json!({ "caught": { "what": vec![json!({ "piece": 0 }); 1_000] } }), 1_000, whole.clone())),
        ("filled moats", many(json!({ "filled": { "at": { "x": 0, "y": 0 } } }), 300_000, whole.clone())),
    ] {
        put(&file, &record);
        let problem = replay::of_battle(&open(&file), battle).expect_err(what);
        assert!(problem.sentence.contains("damaged"), "{what}: {problem}");
        #[cfg(target_os = "linux")]
        {
            let output = super::limits::in_little_memory(&["check", super::name(&file)]);
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.code() == Some(1) && told.contains("record"), "{what}: {told}");
        }
    }
}

/// What is honestly long is shown in little memory: as many events as may be, each scene kept only where it fits.
#[test]
fn a_record_as_long_as_may_be_is_gone_along_in_little_memory() {
    let (bytes, _) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let store = open(&file);
    let mut record = record_of(&store);
    let moved = record.events.clone();
    let long = serde_json::to_vec(&moved).expect("JSON").len();
    for _ in 1..((48 << 20) / long).min(400_000 / moved.len()) {
        record.events.extend(moved.clone());
    }
    drop(store);
    put(&file, &serde_json::to_value(&record).expect("JSON"));
    assert_eq!(check::check(&file).expect("checked"), []);
    #[cfg(target_os = "linux")]
    assert_eq!(super::limits::in_little_memory(&["check", super::name(&file)]).status.code(), Some(0));
    let timeline = banneret::rules::man_to_man::timeline::Timeline::new(record);
    let (whole, round) = (timeline.len(), moved.len());
    assert_eq!(timeline.scene(whole - round), timeline.scene(whole - 2 * round), "every round ends alike");
}

/// What is taken back or brought again points to what it always did: where that is gone, a check says so, and a repaired copy
/// takes nothing back beyond it.
#[test]
fn a_record_that_an_action_taken_back_points_to_is_missed() {
    let folder = folder();
    let file = folder.path().join("played.banneret");
    fs::write(&file, &played().0).expect("a campaign");
    let mut store = open(&file);
    while store.battles().expect("the battles").iter().any(|battle| battle.record.is_some()) {
        store.undo().expect("taken back");
    }
    drop(store);
    assert_eq!(check::check(&file).expect("checked"), []);
    let sql = Connection::open(&file).expect("the file");
    assert!(sql.execute("DELETE FROM record", []).expect("gone") > 0);
    drop(sql);
    let findings = check::check(&file).expect("checked");
    let missed = |found: &str| found.contains("has record 1");
    assert!(findings.iter().any(|finding| missed(&finding.breach)), "{findings:?}");
    let to = folder.path().join("saved.banneret");
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert_eq!((repair.undo, repair.findings), (false, vec![]));
    assert!(repair.told.iter().any(|note| missed(&note.why)), "{:?}", repair.told);
    let mut saved = open(&to);
    assert!(!matches!(saved.redo(), Ok(Some(_))), "nothing is brought again");
    drop(saved);
    assert_eq!(check::check(&to).expect("checked"), []);
}
