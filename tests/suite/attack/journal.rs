//! What a stranger's file says was done: images of what no row is like, and histories without end.

use super::{does, name};
use crate::support::{folder, march, open, refusal, sound};
use banneret::app::turn;
use rusqlite::Connection;
use std::fs;
use std::time::{Duration, Instant};

/// An image of lists, of a list within it, and of more columns than any row has: none is laid out in memory.
#[cfg(target_os = "linux")]
#[test]
fn an_image_of_what_no_row_is_like_is_refused_in_little_memory() {
    use super::limits::in_little_memory;
    let columns = |many: usize| (0..many).map(|at| format!("\"c{at}\":0")).collect::<Vec<_>>().join(",");
    for (what, image) in [
        ("a list", format!("[{}0]", "0,".repeat(14 << 20))),
        ("a list in a column", format!("{{\"grade\":[{}0]}}", "0,".repeat(14 << 20))),
        ("a short list in a column", format!("{{\"grade\":[{}0]}}", "0,".repeat(400_000))),
        ("columns", format!("{{{}}}", columns(2_000_000))),
    ] {
        let folder = folder();
        let file = march(&folder);
        turn::play(&mut open(&file)).expect("a turn");
        let sql = Connection::open(&file).expect("the file");
        let written = "INSERT INTO change (action_id, tbl, row, before, after)
                       SELECT max(id), 'person', 1, ?1, ?1 FROM action";
        sql.execute(written, [&image]).expect("written");
        drop(sql);
        let before = fs::read(&file).expect("the file");
        for command in [&["history", name(&file), "person", "#1"][..], &["undo", name(&file)]] {
            refusal(&in_little_memory(command), &format!("{what}: {command:?}"));
        }
        assert!(fs::read(&file).expect("the file") == before, "{what}: nothing was put back");
        assert_eq!(in_little_memory(&["check", name(&file)]).status.code(), Some(1), "{what}");
        let to = folder.path().join("saved.banneret");
        let output = in_little_memory(&["check", name(&file), "--repair-copy", name(&to)]);
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        sound(&open(&to), what);
    }
}

/// Many images of the size of one are no history of a man.
#[cfg(target_os = "linux")]
#[test]
fn a_history_of_long_images_is_refused_in_little_memory() {
    use super::limits::in_little_memory;
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let more = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
                INSERT INTO change (action_id, tbl, row, before, after)
                SELECT (SELECT max(id) FROM action), 'person', 1, json_object('note', printf('%.*c', 1000000, 'w')),
                       '{\"note\":\"\"}' FROM n";
    sql.execute_batch(more).expect("many");
    drop(sql);
    let (sentence, _) = refusal(&in_little_memory(&["history", name(&file), "person", "#1"]), "a history");
    assert!(sentence.contains("takes 286 MB"), "{sentence}");
}

/// Which actions mend another is asked once, however many changes a man has, and of nothing that is longer than any mend.
#[test]
fn what_an_action_was_given_is_read_once_for_a_history() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute("UPDATE action SET arguments = json_object('about', printf('%.*c', 10000000, 'w'))", []).expect("long");
    let more = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO change (action_id, tbl, row, before, after)
                SELECT (SELECT max(id) FROM action), 'person', 1, '{\"grade\":1}', '{\"grade\":2}' FROM n";
    sql.execute_batch(more).expect("many");
    drop(sql);
    let begun = Instant::now();
    let told = does(&["history", name(&file), "person", "#1"]);
    // However often it changed a thing, it is one step of its history.
    assert!(
        told.contains("The March begins") && begun.elapsed() < Duration::from_secs(20),
        "{:?}: {told}",
        begun.elapsed()
    );
}
