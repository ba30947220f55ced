//! Files whose pages were laid by other hands: one page in many places, of which no reading comes to an end, rows that point
//! to more than one that is lost, and numbers that leave none to be given.

use super::damage::played;
use super::{does, name, runs};
use crate::support::{content, folder, march, open, refusal, same, sound};
use banneret::app::check;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

pub(super) const PAGE: usize = 4096;

/// An interior page of a table that leads to one child, so many times over.
pub(super) fn leading(child: u32, times: u16) -> Vec<u8> {
    let mut page = vec![0; PAGE];
    page[0] = 5;
    let mut content = PAGE;
    for cell in 0..times {
        let key = cell + 1;
        let mut bytes = child.to_be_bytes().to_vec();
        match key >> 7 {
            0 => bytes.push(key as u8),
            high => bytes.extend([high as u8 | 0x80, (key & 0x7f) as u8]),
        }
        content -= bytes.len();
        page[content..content + bytes.len()].copy_from_slice(&bytes);
        let at = 12 + 2 * usize::from(cell);
        page[at..at + 2].copy_from_slice(&(content as u16).to_be_bytes());
    }
    page[3..5].copy_from_slice(&times.to_be_bytes());
    page[5..7].copy_from_slice(&(content as u16).to_be_bytes());
    page[8..12].copy_from_slice(&child.to_be_bytes());
    page
}

/// Makes of a table's tree one whose every page leads to the next 440 times: 440⁴ pages of rows in a few more pages.
pub(super) fn bomb(file: &Path, table: &str) {
    let sql = Connection::open(file).expect("the file");
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root = sql.query_row(root, [table], |row| row.get::<_, i64>(0)).expect("a table of the campaign") as usize;
    drop(sql);
    let mut bytes = fs::read(file).expect("the file");
    let mut leaf = root;
    while bytes[(leaf - 1) * PAGE] == 5 {
        let right = (leaf - 1) * PAGE + 8;
        leaf = bytes[right..right + 4].iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
    }
    let rows = bytes[(leaf - 1) * PAGE..leaf * PAGE].to_vec();
    bytes.extend(rows);
    for _ in 0..3 {
        let last = (bytes.len() / PAGE) as u32;
        bytes.extend(leading(last, 440));
    }
    let last = (bytes.len() / PAGE) as u32;
    bytes[(root - 1) * PAGE..root * PAGE].copy_from_slice(&leading(last, 440));
    bytes[28..32].copy_from_slice(&last.to_be_bytes());
    fs::write(file, bytes).expect("written");
}

#[test]
fn a_page_in_many_places_keeps_nobody_reading() {
    for table in ["person", "sqlite_sequence", "change", "refinery_schema_history"] {
        let folder = folder();
        let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
        bomb(&file, table);
        let (sentence, _) = refusal(&runs(&["show", name(&file)]), table);
        assert!(sentence.contains("stands in two places"), "{table}: {sentence}");
        refusal(&runs(&["turn", name(&file)]), table);
        assert!(!check::check(&file).expect("it is looked at").is_empty(), "{table}");
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{table}: {problem}"));
        assert_eq!(repair.findings, [], "{table}");
        sound(&open(&to), table);
    }
}

/// A file whose schema leads 440⁴ times to one leaf.
pub(super) fn bomb_of_schema(file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let leaf = (1..bytes.len() / PAGE).find(|page| bytes[page * PAGE] == 13).expect("a leaf") as u32 + 1;
    bytes.extend(leading(leaf, 440));
    for _ in 0..2 {
        let last = (bytes.len() / PAGE) as u32;
        bytes.extend(leading(last, 440));
    }
    let last = (bytes.len() / PAGE) as u32;
    let root = leading(last, 440);
    let head = 12 + 2 * 440;
    bytes[100..100 + head].copy_from_slice(&root[..head]);
    bytes[100 + head..PAGE].copy_from_slice(&root[100 + head..]);
    bytes[28..32].copy_from_slice(&last.to_be_bytes());
    bytes
}

/// Nor is the schema read to learn whose file it is, or of which version.
#[test]
fn a_schema_in_many_places_keeps_nobody_reading_whosever_it_is_called() {
    for (at, word) in [(68, 0_u32), (60, 99)] {
        let folder = folder();
        let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
        let mut bytes = bomb_of_schema(&fs::read(&file).expect("the file"));
        bytes[at..at + 4].copy_from_slice(&word.to_be_bytes());
        fs::write(&file, bytes).expect("written");
        for command in [&["show", name(&file)][..], &["check", name(&file)], &["turn", name(&file)]] {
            refusal(&runs(command), "a schema in many places");
        }
        refusal(&runs(&["check", name(&file), "--repair-copy", name(&to)]), "a schema in many places");
        assert!(!to.exists());
    }
}

/// A row may go on in other pages, and many rows in the same: then a few pages hold more than any memory.
#[test]
fn rows_that_share_the_pages_they_go_on_in_keep_nobody_reading() {
    let folder = folder();
    let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
    let before = content(&open(&file));
    let sql = Connection::open(&file).expect("the file");
    let row = "INSERT INTO line (day, kind, text, clause) VALUES (2200000, 'battle', ?1, '')";
    const LONG: usize = 8_000_000;
    sql.execute(row, ["x".repeat(LONG)]).expect("a long row");
    for _ in 0..60 {
        sql.execute(row, ["x"]).expect("a short row");
    }
    drop(sql);
    let mut bytes = fs::read(&file).expect("the file");
    let mut shared = 0;
    for page in bytes.chunks_mut(PAGE).skip(1).filter(|page| page[0] == 13) {
        let cells = usize::from(page[3]) << 8 | usize::from(page[4]);
        let pointers = (8..(8 + 2 * cells).min(PAGE)).step_by(2);
        let long = pointers.clone().map(|at| usize::from(page[at]) << 8 | usize::from(page[at + 1])).find(|cell| {
            // A number of four bytes with seven bits in each.
            let number =
                page.get(*cell..cell + 4).map(|bytes| bytes.iter().fold(0, |sum, b| sum << 7 | usize::from(b & 0x7f)));
            number.is_some_and(|number| (LONG..LONG + 100).contains(&number))
        });
        let Some(long) = long else { continue };
        pointers.for_each(|at| page[at..at + 2].copy_from_slice(&(long as u16).to_be_bytes()));
        shared += cells;
    }
    assert!(shared > 10, "{shared} rows share their pages");
    fs::write(&file, bytes).expect("written");
    for command in ["show", "turn"] {
        let (sentence, hint) = refusal(&runs(&[command, name(&file)]), command);
        assert!(
            sentence.contains("longer than it has room for") && hint.contains("--repair-copy"),
            "{sentence} {hint}"
        );
    }
    let found = check::check(&file).expect("it is looked at");
    assert!(found.iter().any(|finding| finding.breach.contains("room for")), "{found:?}");
    assert_eq!(check::repair_copy(&file, &to).expect("it is repaired").findings, []);
    same(&before, &content(&open(&to)), "rows that share their pages");
}

#[test]
fn a_schema_that_is_too_large_is_not_read() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let many = format!("CREATE TABLE stray (id INTEGER /* {} */)", "x".repeat(2_000_000));
    sql.execute_batch(&many).expect("made");
    drop(sql);
    let (sentence, _) = refusal(&runs(&["show", name(&file)]), "a large schema");
    assert!(sentence.contains("its schema is larger than any campaign’s"), "{sentence}");
}

/// A row that points to two that are lost goes with the first of them.
#[test]
fn rows_that_point_to_several_lost_ones_are_told_and_go() {
    for lost in ["place", "side"] {
        let folder = folder();
        let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; DELETE FROM change WHERE tbl = '{lost}'; DELETE FROM {lost}"
        ))
        .expect("lost");
        drop(sql);
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{lost}: {problem}"));
        assert_eq!(repair.findings, [], "{lost}");
        assert!(!repair.told.is_empty());
    }
}

/// A number beyond which none can be given is refused before anything is done, and the repaired copy plays on.
#[test]
fn a_table_whose_numbers_are_used_up_is_refused_and_mended() {
    let end = 1_i64 << 40;
    for table in ["entry", "line", "action"] {
        for next in [end, end - 1, end - 6, end - (1 << 32) + 1] {
            let folder = folder();
            let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
            let before = content(&open(&file));
            let sql = Connection::open(&file).expect("the file");
            sql.execute("UPDATE sqlite_sequence SET seq = ?1 WHERE name = ?2", rusqlite::params![next, table])
                .expect("set");
            drop(sql);
            let (sentence, _) = refusal(&runs(&["turn", name(&file)]), table);
            assert!(sentence.contains("none that can be given"), "{sentence}");
            let repair = check::repair_copy(&file, &to).expect("it is repaired");
            assert_eq!(repair.findings, [], "{table} at {next}");
            same(&before, &content(&open(&to)), table);
            does(&["turn", name(&to), "--count", "2"]);
            sound(&open(&to), table);
        }
    }
    // Rows that have such a number already: what cannot be kept is told of, and the copy opens.
    let folder = folder();
    let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
    let sql = Connection::open(&file).expect("the file");
    sql.execute("UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'line'", [end - 3]).expect("set");
    sql.execute("INSERT INTO line (id, day, kind, text) SELECT ?1, day, kind, text FROM line LIMIT 1", [end])
        .expect("a row of that number");
    drop(sql);
    let repair = check::repair_copy(&file, &to).expect("it is repaired");
    assert_eq!(repair.findings, []);
    does(&["turn", name(&to)]);
}

/// A repair is an action of its own, so it needs a number too: also where the last action bears the highest there may be.
#[test]
fn a_file_whose_last_action_has_the_highest_number_is_saved() {
    let (end, room) = (1_i64 << 40, 1_i64 << 32);
    for number in [i64::MAX, end, end - 1, end - room + 1, end - room, end - room - 1, end - 2 * room, 1 << 39] {
        for all in [false, true] {
            let folder = folder();
            let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
            does(&["write", name(&file), "The last entry."]);
            let before = content(&open(&file));
            let sql = Connection::open(&file).expect("the file");
            let last = "(SELECT max(id) FROM action)";
            let which = if all { "0".to_owned() } else { format!("{last} - 1") };
            sql.execute_batch(&format!(
                "PRAGMA foreign_keys = OFF;
                 CREATE TEMP TABLE now AS SELECT id, {number} - {last} + id AS anew FROM action WHERE id > {which};
                 UPDATE action SET id = (SELECT anew FROM now WHERE now.id = action.id) WHERE id > {which};
                 UPDATE change SET action_id = (SELECT anew FROM now WHERE now.id = action_id)
                     WHERE action_id IN (SELECT id FROM now);
                 UPDATE sqlite_sequence SET seq = {number} WHERE name = 'action';
                 UPDATE person SET note = 'altered' WHERE id = 7"
            ))
            .expect("numbered anew");
            drop(sql);
            let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{number} {all}: {problem}"));
            assert_eq!(repair.findings, [], "{number}, {all}");
            assert!(repair.told.iter().any(|told| told.table == "person" && told.row == Some(7)) || !repair.undo);
            let mut saved = content(&open(&to));
            if let Some(note) = saved["person"][6].get_mut("note") {
                *note = before["person"][6]["note"].clone();
            }
            same(&before, &saved, &format!("the last action is {number}"));
            does(&["turn", name(&to)]);
            sound(&open(&to), "saved and played on");
        }
    }
}

/// What is no ordinary file is not looked through for a campaign.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_repaired() {
    let folder = folder();
    let pipe = folder.path().join("pipe.banneret");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let to = folder.path().join("saved.banneret");
    let (sentence, _) = refusal(&runs(&["check", name(&pipe), "--repair-copy", name(&to)]), "a pipe");
    assert!(sentence.contains("no ordinary file") && !to.exists(), "{sentence}");
}

/// A first page that is gone does not make a campaign another's file: who has it is told what saves it.
#[test]
fn a_lost_first_page_is_told_as_damage() {
    let (bytes, _) = played();
    for (what, fill, until) in [("noughts", 0, PAGE), ("a letter", b'x', PAGE), ("a sector", 0xff, 512)] {
        let folder = folder();
        let file = folder.path().join("march.banneret");
        let mut bytes = bytes.clone();
        bytes[..until].fill(fill);
        fs::write(&file, bytes).expect("written");
        let (sentence, hint) = refusal(&runs(&["show", name(&file)]), what);
        assert!(sentence.contains("damaged") && hint.contains("--repair-copy"), "{what}: {sentence} {hint}");
    }
}

/// What a killed program left of a backup it was making goes with the next one.
#[test]
fn a_half_made_backup_is_taken_away() {
    let folder = folder();
    let file = march(&folder);
    let backup = open(&file).back_up().expect("a backup").expect("the first");
    let left = backup.with_file_name("backup-000001-20261122101530123-00000345.banneret.4194999.making");
    fs::write(&left, "half").expect("left");
    does(&["turn", name(&file)]);
    open(&file).back_up().expect("a backup").expect("the next");
    assert!(!left.exists());
}

/// How many pages a file says it has is believed whatever its counters of changes are: what lies behind them may be holes as
/// long as a disk.
#[test]
fn a_file_that_goes_on_behind_its_pages_is_refused_whatever_it_says_of_its_changes() {
    for counted in [false, true] {
        let folder = folder();
        let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
        let whole = content(&open(&file));
        let mut bytes = fs::read(&file).expect("the file");
        if !counted {
            bytes[92..96].copy_from_slice(&77_u32.to_be_bytes());
        }
        fs::write(&file, bytes).expect("written");
        let grown = fs::OpenOptions::new().write(true).open(&file).expect("the file");
        grown.set_len(1 << 40).expect("holes");
        for command in ["show", "turn", "check"] {
            let (sentence, _) = refusal(&runs(&[command, name(&file)]), "behind its last page");
            let told = if command == "check" { "not sound" } else { "behind its last page" };
            assert!(sentence.contains(told), "{command}: {sentence}");
        }
        let repair = check::repair_copy(&file, &to).expect("saved");
        assert_eq!(repair.findings, []);
        assert!(fs::metadata(&to).expect("the copy").len() < 64 << 20);
        same(&whole, &content(&open(&to)), "without the holes");
    }
}
