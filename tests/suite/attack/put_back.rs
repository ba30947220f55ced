//! A program killed in the middle of an action leaves a journal beside its file. It is rolled back into that file, and
//! into no other: a backup put in the file's place stays what it is.

use super::{does, name};
use crate::support::{content, folder, march, open, same, sound};
use banneret::app::turn;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

fn journal_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}-journal", file.display()))
}

/// Makes of a campaign what a kill in the middle of an action makes of it: pages half written, and the journal to undo
/// them. Which rows are changed depends on `at`.
fn crash(file: &Path, at: i64) {
    let copy = file.with_extension("copy");
    fs::copy(file, &copy).expect("a copy");
    let sql = Connection::open(&copy).expect("the copy");
    sql.execute_batch("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
        .expect("begun");
    for table in ["person", "formation", "line", "change"] {
        let column = if table == "change" {
            "tbl"
        } else if table == "line" {
            "text"
        } else {
            "name"
        };
        sql.execute(&format!("UPDATE {table} SET {column} = {column} || ' of the crash' WHERE id % 3 = ?1"), [at % 3])
            .expect("changed");
    }
    fs::copy(&copy, file).expect("the file as it stands");
    fs::copy(journal_of(&copy), journal_of(file)).expect("its journal");
    assert!(journal_of(file).metadata().expect("a journal").len() > 512, "there is something to undo");
    sql.execute_batch("ROLLBACK").expect("let go");
    drop(sql);
    fs::remove_file(&copy).expect("the copy is gone");
    fs::remove_file(journal_of(&copy)).expect("its journal is gone");
}

#[test]
fn what_a_kill_left_half_done_is_undone() {
    for at in 0..3 {
        let folder = folder();
        let file = march(&folder);
        let mut store = open(&file);
        for _ in 0..=at {
            turn::play(&mut store).expect("a turn");
        }
        let before = content(&store);
        drop(store);
        crash(&file, at);
        does(&["show", name(&file)]);
        let store = open(&file);
        same(&before, &content(&store), "after the crash");
        sound(&store, "after the crash");
        drop(store);
        let left: Vec<_> =
            fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("one").path()).collect();
        assert_eq!(left, [file], "nothing is left of it");
    }
}

/// A power cut tears the page that is being written: the first page is put back out of the journal like any other.
#[test]
fn a_first_page_torn_by_a_crash_is_put_back() {
    for (what, until, fill) in [("its first bytes", 100, 0), ("a sector", 512, 0xa5), ("the whole page", 4096, 0)] {
        let folder = folder();
        let file = march(&folder);
        let mut store = open(&file);
        turn::play(&mut store).expect("a turn");
        let before = content(&store);
        drop(store);
        crash(&file, 1);
        let mut bytes = fs::read(&file).expect("the file");
        bytes[..until].fill(fill);
        fs::write(&file, bytes).expect("torn");
        let store = open(&file);
        same(&before, &content(&store), what);
        sound(&store, what);
    }
}

#[test]
fn a_backup_put_back_over_a_crashed_file_is_what_opens() {
    let rounds = (crate::support::seeds() / 10).clamp(4, 60) as i64;
    for at in 0..rounds {
        let folder = folder();
        let file = march(&folder);
        let mut store = open(&file);
        for _ in 0..at % 4 {
            turn::play(&mut store).expect("a turn");
        }
        let backup = store.back_up().expect("a backup").expect("the first");
        let backed = content(&store);
        for _ in 0..at % 3 {
            turn::play(&mut store).expect("a turn");
        }
        drop(store);
        // By hand, or by the program itself: a copy has another count of changes than the file.
        if at % 2 == 0 {
            let by_hand = folder.path().join("by hand");
            fs::copy(&file, &by_hand).expect("a copy");
            let kept = content(&open(&file));
            turn::play(&mut open(&file)).expect("a turn");
            crash(&file, at);
            fs::copy(&by_hand, &file).expect("put back");
            let store = open(&file);
            same(&kept, &content(&store), &format!("round {at}, a copy put back"));
            sound(&store, "a copy put back");
            continue;
        }
        crash(&file, at);
        fs::copy(&backup, &file).expect("put back");
        let mut store = open(&file);
        same(&backed, &content(&store), &format!("round {at}, a backup put back"));
        sound(&store, "a backup put back");
        turn::play(&mut store).expect("it is played on");
    }
}

/// While another program is in the middle of an action, its journal is its own.
#[test]
fn the_journal_of_a_program_at_work_is_left_alone() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 2; BEGIN EXCLUSIVE").expect("begun");
    sql.execute("UPDATE person SET name = name || ' at work'", []).expect("changed");
    let journal = fs::read(journal_of(&file)).expect("a journal");
    let (sentence, _) = crate::support::refused(&["show", name(&file)]);
    assert!(sentence.contains("Another program has this campaign open"), "{sentence}");
    assert!(fs::read(journal_of(&file)).expect("a journal") == journal);
    sql.execute_batch("ROLLBACK").expect("let go");
    drop(sql);
    sound(&open(&file), "after the other was done");
}

/// A write-ahead log beside a campaign is another file's.
#[test]
fn a_log_of_another_file_is_laid_aside() {
    let folder = folder();
    let file = march(&folder);
    let before = content(&open(&file));
    // A copy that another program set to write ahead, and what it wrote there.
    let copy = folder.path().join("copy");
    fs::copy(&file, &copy).expect("a copy");
    let sql = Connection::open(&copy).expect("the copy");
    sql.execute_batch("PRAGMA journal_mode = WAL; UPDATE person SET name = 'From the log'").expect("written ahead");
    let log = PathBuf::from(format!("{}-wal", file.display()));
    fs::copy(folder.path().join("copy-wal"), &log).expect("its log");
    assert!(log.metadata().expect("a log").len() > 4096);
    does(&["show", name(&file)]);
    let store = open(&file);
    same(&before, &content(&store), "beside a log");
    sound(&store, "beside a log");
    drop(store);
    assert!(!log.exists());
    assert!(folder.path().join("march.banneret-wal.of-another-file-1").exists(), "it is kept beside");
}
