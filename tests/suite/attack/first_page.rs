//! The first page of a file, where SQLite says what it is and where its schema stands: spoiled in each of its parts it is
//! found, and the campaign behind it is saved whole.

use super::damage::{everything, named, played};
use super::{many, name, runs};
use crate::support::{folder, refusal};
use banneret::app::check;
use banneret::campaign::problem::ProblemKind;
use banneret::rules::dice::{Dice, Seeded};
use banneret::store::Store;
use std::fs;

const PAGE: usize = 4096;

/// Writes a campaign spoiled, and what is said and saved of it.
fn spoiled(what: &str, spoil: impl Fn(&mut [u8])) -> check::Repair {
    let (bytes, whole) = played();
    let folder = folder();
    let (file, to) = (folder.path().join("march.banneret"), folder.path().join("saved.banneret"));
    let mut bytes = bytes.clone();
    spoil(&mut bytes);
    fs::write(&file, &bytes).expect("written");
    // It is found or refused, and not touched.
    if let Ok(findings) = check::check(&file) {
        assert!(!findings.is_empty(), "{what} was called sound");
    }
    refusal(&runs(&["turn", name(&file)]), what);
    assert!(fs::read(&file).expect("the file") == bytes, "{what}: the file was touched");
    let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{what}: {problem}"));
    assert_eq!(repair.findings, [], "{what}");
    named(whole, &everything(&to), &repair.told, what);
    repair
}

#[test]
fn a_campaign_is_saved_from_behind_a_spoiled_first_page() {
    for (what, from, to, byte) in [
        ("the name of the format", 0, 16, 0),
        ("a letter of the format", 3, 4, b'x'),
        ("the size of pages", 16, 18, 0xff),
        ("another size of pages", 16, 17, 0x20),
        ("what is spared of each page", 20, 21, 64),
        ("how full a page may be", 21, 24, 1),
        ("the count of pages", 28, 30, 0x7f),
        ("the form of the schema", 44, 48, 9),
        ("the encoding", 56, 60, 2),
        ("the version", 60, 64, 0x55),
        ("whose file it is", 68, 72, 0),
        ("a letter of whose file it is", 71, 72, b'U'),
        ("where the schema stands", 100, 140, 0),
        ("the whole page but its head", 100, PAGE, 0xa5),
        ("a sector", 0, 512, 0),
        ("the whole page", 0, PAGE, 0),
        ("the whole page, torn", 0, PAGE, 0x5a),
    ] {
        let repair = spoiled(what, |bytes| bytes[from..to].fill(byte));
        assert!(repair.told.is_empty() && repair.undo, "{what}: nothing behind it was lost: {:?}", repair.told);
    }
    // A few bytes of it anywhere, and more of it from anywhere on.
    for at in 0..many(6) {
        let mut dice = Seeded::stream(at, 61);
        let from = HEADED[dice.lot("part", HEADED.len())] + dice.lot("byte", 4);
        let long = [1, 3, 40, 400][dice.lot("length", 4)];
        let byte = dice.lot("value", 256) as u8;
        let (bytes, _) = played();
        let end = (from + long).min(PAGE);
        if bytes[from..end].iter().any(|was| *was != byte) && !is_of_no_account(from, end) {
            spoiled(&format!("bytes {from} to {end} as {byte}"), |bytes| bytes[from..end].fill(byte));
        }
    }
}

/// Where the parts of the head begin that say something the program counts on.
const HEADED: [usize; 9] = [0, 8, 16, 20, 44, 56, 68, 100, 108];

/// Whether bytes are some that SQLite puts right by itself when it opens a file.
fn is_of_no_account(from: usize, end: usize) -> bool {
    // Forms of writing and reading; what of a page is in disorder; those that bound how much is stored on a page itself.
    let whole = |part: std::ops::Range<usize>| part.start <= from && end <= part.end;
    whole(18..20) || whole(24..44) || whole(47..56) || whole(72..100) || whole(101..103) || whole(105..108)
}

/// A file of another program stays what it is, whatever it looks like.
#[test]
fn a_database_of_another_program_is_no_damaged_campaign() {
    let folder = folder();
    let (file, to) = (folder.path().join("other.db"), folder.path().join("saved.banneret"));
    let sql = rusqlite::Connection::open(&file).expect("a file");
    sql.execute_batch(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO person (name) VALUES ('Ivo')",
    )
    .expect("filled");
    drop(sql);
    let bytes = fs::read(&file).expect("the file");
    assert_eq!(Store::open(&file).expect_err("no campaign").kind, ProblemKind::Foreign);
    assert_eq!(check::repair_copy(&file, &to).expect_err("no campaign").kind, ProblemKind::Foreign);
    let text = folder.path().join("letter.banneret");
    fs::write(&text, "CREATE TABLE campaign refinery_schema_history ".repeat(2000)).expect("written");
    assert_eq!(check::repair_copy(&text, &to).expect_err("no campaign").kind, ProblemKind::Foreign);
    assert!(fs::read(&file).expect("the file") == bytes && !to.exists());
}

/// A file that says it is newer than the program, and whose own history says otherwise, is damaged; else it is newer.
#[test]
fn a_newer_file_is_told_from_one_that_only_says_so() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let sql = rusqlite::Connection::open(&file).expect("the file");
    sql.pragma_update(None, "user_version", 1000).expect("set");
    assert_eq!(Store::open(&file).expect_err("damaged").kind, ProblemKind::Corrupt);
    sql.execute("INSERT INTO refinery_schema_history VALUES (1000, 'later', '2036-01-01T00:00:00Z', '1')", [])
        .expect("a later version");
    assert_eq!(Store::open(&file).expect_err("newer").kind, ProblemKind::TooNew);
    drop(sql);
    assert_eq!(check::repair_copy(&file, &folder.path().join("saved")).expect_err("newer").kind, ProblemKind::TooNew);
}
