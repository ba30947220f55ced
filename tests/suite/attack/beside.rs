//! What lies beside a campaign and is none of it: logs and journals by other hands, whose pages SQLite would take for the
//! campaign's.

use super::pages::{PAGE, bomb, bomb_of_schema};
use super::{does, name, runs};
use crate::support::{content, folder, march, open, refusal, refused, same, sound};
use banneret::app::check;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

fn beside(file: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", file.display()))
}

/// Makes of a file one that says it has a log, and lays the log beside it that makes it another of as many pages or more.
fn with_log(file: &Path, other: &[u8]) {
    let mut bytes = fs::read(file).expect("the file");
    bytes[18..20].fill(2);
    fs::write(file, &bytes).expect("written");
    let mut sums = (0_u32, 0_u32);
    let mut sum = |part: &[u8]| {
        for pair in part.chunks(8) {
            let word = |at: usize| u32::from_le_bytes(pair[at..at + 4].try_into().expect("four bytes"));
            sums.0 = sums.0.wrapping_add(word(0)).wrapping_add(sums.1);
            sums.1 = sums.1.wrapping_add(word(4)).wrapping_add(sums.0);
        }
        [sums.0.to_be_bytes(), sums.1.to_be_bytes()].concat()
    };
    let salt = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0];
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let mut log = [words(&[0x377f_0682, 3_007_000, PAGE as u32, 0]), salt.to_vec()].concat();
    let of_head = sum(&log);
    log.extend(of_head);
    let pages: Vec<usize> = (0..other.len() / PAGE)
        .filter(|&at| at == 0 || bytes.get(at * PAGE..(at + 1) * PAGE) != Some(&other[at * PAGE..(at + 1) * PAGE]))
        .collect();
    for &at in &pages {
        let mut page = other[at * PAGE..(at + 1) * PAGE].to_vec();
        if at == 0 {
            page[18..20].fill(2);
        }
        let ends = if pages.last() == Some(&at) { other.len() / PAGE } else { 0 };
        let head = words(&[at as u32 + 1, ends as u32]);
        sum(&head);
        let of_page = sum(&page);
        log.extend([head, salt.to_vec(), of_page, page].concat());
    }
    fs::write(beside(file, "-wal"), log).expect("its log");
}

#[test]
fn a_log_is_laid_aside_whatever_the_file_says_of_it() {
    for table in ["person", "sqlite_sequence", ""] {
        let folder = folder();
        let file = march(&folder);
        let before = content(&open(&file));
        let other = folder.path().join("other");
        fs::copy(&file, &other).expect("a copy");
        let pages = if table.is_empty() {
            bomb_of_schema(&fs::read(&file).expect("the file"))
        } else {
            bomb(&other, table);
            fs::read(&other).expect("the copy")
        };
        with_log(&file, &pages);
        let log = fs::read(beside(&file, "-wal")).expect("a log");
        // A repair only reads the file, and leaves the log where it is.
        let to = folder.path().join("saved.banneret");
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{table}: {problem}"));
        assert_eq!(repair.findings, [], "{table}");
        assert!(fs::read(beside(&file, "-wal")).expect("a log") == log);
        does(&["show", name(&file)]);
        let store = open(&file);
        same(&before, &content(&store), "beside a log");
        sound(&store, "beside a log");
        drop(store);
        assert!(!beside(&file, "-wal").exists());
        assert!(fs::read(beside(&file, "-wal.of-another-file-1")).expect("it is kept beside") == log, "{table}");
    }
}

/// Where it may not be laid aside it is not read either; nor is a pipe waited for.
#[cfg(unix)]
#[test]
fn a_log_beside_a_file_that_may_only_be_read_is_not_read() {
    for pipe in [false, true] {
        let folder = folder();
        let file = march(&folder);
        with_log(&file, &bomb_of_schema(&fs::read(&file).expect("the file")));
        if pipe {
            fs::remove_file(beside(&file, "-wal")).expect("gone");
            let made = std::process::Command::new("mkfifo").arg(beside(&file, "-wal")).status();
            assert!(made.expect("mkfifo").success());
        }
        let mut fixed = fs::metadata(&file).expect("the file").permissions();
        fixed.set_readonly(true);
        fs::set_permissions(&file, fixed).expect("it may only be read");
        for command in ["show", "check"] {
            let (sentence, hint) = refusal(&runs(&[command, name(&file)]), command);
            assert!(sentence.contains("is a log of another program") && hint.contains("move its log"), "{sentence}");
        }
        let to = folder.path().join("saved.banneret");
        does(&["check", name(&file), "--repair-copy", name(&to)]);
        sound(&open(&to), "without the log");
    }
}

/// The log of a program at work is its own.
#[test]
fn the_log_of_a_program_at_work_is_left_alone() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch("PRAGMA journal_mode = WAL; UPDATE person SET note = 'at work'").expect("written ahead");
    let log = fs::read(beside(&file, "-wal")).expect("a log");
    assert!(log.len() > PAGE);
    let (sentence, _) = refused(&["show", name(&file)]);
    assert!(sentence.contains("Another program has this campaign open"), "{sentence}");
    assert!(fs::read(beside(&file, "-wal")).expect("a log") == log);
    let notes: i64 =
        sql.query_row("SELECT count(*) FROM person WHERE note = 'at work'", [], |row| row.get(0)).expect("read");
    assert_eq!(notes, 600);
}

/// A journal puts back what it holds, into a copy that is repaired too: then the schema is judged again. A link to the file
/// leads to the journal beside the file itself.
#[test]
fn a_schema_that_a_journal_puts_back_keeps_no_repair_reading() {
    a_schema_put_back(|file| file.to_owned());
    #[cfg(unix)]
    a_schema_put_back(|file| {
        let link = file.with_file_name("linked").join("link.banneret");
        fs::create_dir(link.parent().expect("a folder")).expect("made");
        std::os::unix::fs::symlink(file, &link).expect("a link");
        link
    });
}

fn a_schema_put_back(called: impl Fn(&Path) -> PathBuf) {
    let folder = folder();
    let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
    let called = called(&file);
    let bytes = fs::read(&file).expect("the file");
    let other = bomb_of_schema(&bytes);
    let pages = || (0..other.len() / PAGE).map(|at| (at, &other[at * PAGE..(at + 1) * PAGE]));
    let laid: Vec<(usize, &[u8])> =
        pages().filter(|(at, page)| bytes.get(at * PAGE..(at + 1) * PAGE) != Some(*page)).collect();
    let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    // Records, a nonce, pages, bytes of a sector, bytes of a page.
    for word in [laid.len() as u32, 1, (other.len() / PAGE) as u32, 512, PAGE as u32] {
        journal.extend(word.to_be_bytes());
    }
    journal.resize(512, 0);
    for (at, page) in laid {
        let sum: u32 = 1
            + (1..)
                .map(|step| PAGE as i64 - 200 * step)
                .take_while(|at| *at > 0)
                .map(|at| u32::from(page[at as usize]))
                .sum::<u32>();
        journal.extend((at as u32 + 1).to_be_bytes());
        journal.extend(page);
        journal.extend(sum.to_be_bytes());
    }
    fs::write(beside(&file, "-journal"), &journal).expect("a journal");
    let (sentence, _) = refusal(&runs(&["check", name(&called), "--repair-copy", name(&to)]), "a repair");
    assert!(sentence.contains("march.banneret") && sentence.contains("cannot be repaired"), "{sentence}");
    assert!(!to.exists());
    let left: Vec<String> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("one").file_name().to_string_lossy().into_owned())
        .collect();
    assert!(left.iter().all(|left| !left.contains("making")), "{left:?}");
    does(&["show", name(&called)]);
    assert!(!beside(&file, "-journal").exists(), "it is laid aside");
    sound(&open(&file), "without the journal");
}

/// Whatever lies in the place of a journal, the pages of the file are judged before anybody reads them.
#[test]
fn beside_what_is_no_journal_a_file_is_judged_as_it_would_be_alone() {
    for junk in [&b"x"[..], &[0], &[b'x'; 600], &[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]] {
        let folder = folder();
        let file = march(&folder);
        bomb(&file, "person");
        fs::write(beside(&file, "-journal"), junk).expect("junk");
        for command in ["show", "check", "turn"] {
            let (sentence, _) = refusal(&runs(&[command, name(&file)]), "beside junk");
            let told = if command == "check" { "not sound" } else { "stands in two places" };
            assert!(sentence.contains(told), "{command}: {sentence}");
        }
    }
}

/// A journal that leads to another file is none of a campaign's, and what it leads to is not opened: it is laid aside, or told
/// where the file may only be read.
#[cfg(unix)]
#[test]
fn a_journal_that_leads_to_another_file_is_not_followed() {
    for (hot, fixed) in [(true, false), (false, false), (true, true)] {
        let folder = folder();
        let file = march(&folder);
        let before = content(&open(&file));
        let led_to = folder.path().join("march.banneret-mj000000900");
        let made = std::process::Command::new("mkfifo").arg(&led_to).status();
        assert!(made.expect("mkfifo").success());
        let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
        if !hot {
            journal.fill(b'x');
        }
        for word in [0, 1, fs::metadata(&file).expect("the file").len() as u32 / PAGE as u32, 512, PAGE as u32] {
            journal.extend(word.to_be_bytes());
        }
        journal.resize(512, 0);
        // The page that SQLite locks, the name, its length, the sum of its bytes, and the mark of its end.
        let leads = name(&led_to).as_bytes();
        journal.extend((0x4000_0000 / PAGE as u32 + 1).to_be_bytes());
        journal.extend(leads);
        journal.extend((leads.len() as u32).to_be_bytes());
        journal.extend(leads.iter().map(|byte| u32::from(*byte)).sum::<u32>().to_be_bytes());
        journal.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
        fs::write(beside(&file, "-journal"), &journal).expect("a journal");
        if fixed {
            let mut only_read = fs::metadata(&file).expect("the file").permissions();
            only_read.set_readonly(true);
            fs::set_permissions(&file, only_read).expect("it may only be read");
            let (sentence, _) = refusal(&runs(&["show", name(&file)]), "a journal that leads elsewhere");
            assert!(sentence.contains("leads to another file"), "{sentence}");
            let to = folder.path().join("saved.banneret");
            does(&["check", name(&file), "--repair-copy", name(&to)]);
            same(&before, &content(&open(&to)), "saved beside it");
            continue;
        }
        does(&["show", name(&file)]);
        same(&before, &content(&open(&file)), "beside a journal that leads elsewhere");
        assert!(fs::read(beside(&file, "-journal.of-another-file-1")).expect("it is kept beside") == journal);
        let held = fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("one").file_name());
        let left: Vec<_> = held.filter(|left| left.to_string_lossy().contains(".held")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// What is called as if a program had left it half made is opened by nobody, if it is none of ours.
#[cfg(unix)]
#[test]
fn what_is_called_half_made_is_judged_before_it_is_opened() {
    let folder = folder();
    let file = march(&folder);
    // A program of this number lives as long as the system.
    let left = beside(&file, ".1.making");
    fs::write(&left, bomb_of_schema(&fs::read(&file).expect("the file"))).expect("a stranger's file");
    does(&["show", name(&file)]);
    fs::copy(&file, &left).expect("another");
    let made = std::process::Command::new("mkfifo").arg(beside(&left, "-journal")).status();
    assert!(made.expect("mkfifo").success());
    does(&["show", name(&file)]);
    sound(&open(&file), "beside them");
}
