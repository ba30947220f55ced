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

/// A journal of a few bytes can tell of a file of eight terabytes. SQLite would make the campaign as long.
#[test]
fn a_journal_of_a_far_longer_file_is_laid_aside() {
    let folder = folder();
    let file = march(&folder);
    let before = content(&open(&file));
    let length = fs::metadata(&file).expect("the file").len();
    let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    // Records, a nonce, pages, bytes of a sector, bytes of a page.
    for word in [0, 1, 0x7fff_ffff_u32, 512, 4096] {
        journal.extend(word.to_be_bytes());
    }
    journal.resize(512, 0);
    fs::write(journal_of(&file), &journal).expect("a journal");
    does(&["show", name(&file)]);
    assert_eq!(fs::metadata(&file).expect("the file").len(), length);
    let store = open(&file);
    same(&before, &content(&store), "beside a journal of a longer file");
    sound(&store, "beside a journal of a longer file");
    let aside = PathBuf::from(format!("{}.of-another-file-1", journal_of(&file).display()));
    assert_eq!(fs::read(aside).expect("it is kept beside"), journal);
}

/// A journal of holes takes no room on a disk, but would when it is copied; and it makes no longer file likely.
#[cfg(unix)]
#[test]
fn a_journal_of_holes_is_laid_aside() {
    let long = 2_u64 << 30;
    for pages in [(long / 4096) as u32, 100] {
        let folder = folder();
        let file = march(&folder);
        let before = content(&open(&file));
        let length = fs::metadata(&file).expect("the file").len();
        let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
        for word in [0, 1, pages, 512, 4096] {
            journal.extend(word.to_be_bytes());
        }
        fs::write(journal_of(&file), &journal).expect("a journal");
        let holes = fs::OpenOptions::new().write(true).open(journal_of(&file)).expect("the journal");
        holes.set_len(long).expect("longer");
        does(&["show", name(&file)]);
        assert_eq!(fs::metadata(&file).expect("the file").len(), length, "{pages}");
        let aside = PathBuf::from(format!("{}.of-another-file-1", journal_of(&file).display()));
        assert_eq!(fs::metadata(aside).expect("it is kept beside").len(), long, "{pages}");
        same(&before, &content(&open(&file)), "beside a journal of holes");
    }
}

/// What is put to the end of a file is no part of the campaign: it is told of, and a repair leaves it where it is.
#[test]
fn a_file_that_goes_on_behind_its_last_page_is_refused_and_repaired_without_it() {
    let folder = folder();
    let file = march(&folder);
    let before = content(&open(&file));
    let length = fs::metadata(&file).expect("the file").len();
    for behind in [1, 4096, 300 * 1024 * 1024] {
        fs::OpenOptions::new().write(true).open(&file).and_then(|file| file.set_len(length + behind)).expect("longer");
        let (sentence, hint) = crate::support::refused(&["show", name(&file)]);
        assert!(
            sentence.contains("goes on behind its last page") && hint.contains("--repair-copy"),
            "{sentence} {hint}"
        );
        let copy = folder.path().join(format!("copy-{behind}.banneret"));
        let told = does(&["check", name(&file), "--repair-copy", name(&copy)]);
        let lost = format!("Lost: the file's end: {behind} bytes stood behind its last page");
        assert!(told.contains(&lost), "{told}");
        assert!(fs::metadata(&copy).expect("the copy").len() < 2 * length);
        same(&before, &content(&open(&copy)), "a copy without its end");
    }
}
