//! Damaged files: flipped bits, torn, zeroed and swapped pages, files cut short. Each is refused and untouched, or opens;
//! what `check` calls sound has lost nothing; and a repair names what is not as it was.

use crate::support::{content, folder, march, open, seeds, sound};
use banneret::app::check::{self, RowFate};
use banneret::app::{battle, numbers, plan, turn};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::war::Settled;
use banneret::rules::dice::{Dice, Seeded};
use banneret::store::Store;
use serde_json::{Map, Value};
use std::fs;
use std::sync::OnceLock;

/// A campaign of some turns and a battle with its record: its bytes and its content.
pub(super) fn played() -> &'static (Vec<u8>, Map<String, Value>) {
    static PLAYED: OnceLock<(Vec<u8>, Map<String, Value>)> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let folder = folder();
        let file = march(&folder);
        let mut store = open(&file);
        turn::play(&mut store).expect("a turn");
        let army = |name| store.army_named(name).expect("an army").id;
        let (one, other) = (army("Host of Estmark"), army("Host of Gorwen"));
        let muster = plan::muster_of(&store, one, other, 7).expect("a muster");
        let fought = battle::fight(&muster, &numbers::of_battles(&store).expect("house")).expect("fought");
        let proposal =
            battle::propose(&store, muster, fought.report, Settled::App, Some(fought.record), false).expect("lines");
        battle::take_in(&mut store, proposal).expect("taken in");
        for _ in 0..2 {
            turn::play(&mut store).expect("a turn");
        }
        let whole = content(&store);
        drop(store);
        assert_eq!(check::check(&file).expect("checked"), []);
        (fs::read(&file).expect("the file"), whole)
    })
}

const PAGE: usize = 4096;

/// Damages a file in one of the ways files are damaged; says how.
fn damage(bytes: &mut Vec<u8>, dice: &mut dyn Dice) -> String {
    let mut lot = |below: usize| dice.lot("damage", below);
    let pages = bytes.len() / PAGE;
    match lot(8) {
        0..=2 => {
            let (byte, bit) = (lot(bytes.len()), lot(8));
            bytes[byte] ^= 1 << bit;
            format!("bit {bit} of byte {byte} flipped")
        }
        3 => {
            let page = lot(pages);
            bytes[page * PAGE..(page + 1) * PAGE].fill(0);
            format!("page {page} zeroed")
        }
        4 => {
            let page = lot(pages);
            for byte in &mut bytes[page * PAGE..(page + 1) * PAGE] {
                *byte = lot(256) as u8;
            }
            format!("page {page} torn")
        }
        5 => {
            let (one, other) = (lot(pages), lot(pages));
            for at in 0..PAGE {
                bytes.swap(one * PAGE + at, other * PAGE + at);
            }
            format!("pages {one} and {other} swapped")
        }
        6 => {
            let kept = lot(bytes.len());
            bytes.truncate(kept);
            format!("cut to {kept} bytes")
        }
        _ => {
            let (from, many) = (lot(bytes.len()), 1 + lot(64));
            let end = (from + many).min(bytes.len());
            bytes[from..end].fill(lot(256) as u8);
            format!("bytes {from} to {end} overwritten")
        }
    }
}

/// Every row that is not as it was must be told of, by its number or with its table.
fn named(whole: &Map<String, Value>, saved: &Map<String, Value>, told: &[check::RowNote], what: &str) {
    for (table, rows) in whole {
        let whole_table = told.iter().any(|told| told.table == *table && told.row.is_none());
        let row =
            |rows: &Value, id: &Value| rows.as_array().into_iter().flatten().find(|row| row["id"] == *id).cloned();
        for was in rows.as_array().into_iter().flatten() {
            let id = was["id"].as_i64();
            let is_told = whole_table || told.iter().any(|told| told.table == *table && told.row == id);
            let is = row(&saved[table], &was["id"]);
            assert!(is.as_ref() == Some(was) || is_told, "{what}: {table} {id:?} is not told of: {was} is {is:?}");
        }
    }
}

#[test]
fn a_damaged_file_is_refused_found_or_harmless_and_saved_with_every_loss_named() {
    let (bytes, whole) = played();
    let rounds = seeds().max(60);
    let (mut refused, mut found, mut harmless, mut saved, mut lost) = (0, 0, 0, 0, 0);
    for seed in 0..rounds {
        let folder = folder();
        let file = folder.path().join("march.banneret");
        let to = folder.path().join("saved.banneret");
        let mut dice = Seeded::stream(seed, 31);
        let mut damaged = bytes.clone();
        let what = format!("seed {seed}: {}", damage(&mut damaged, &mut dice));
        fs::write(&file, &damaged).expect("written");
        match Store::open(&file) {
            Err(problem) => {
                refused += 1;
                let known = [ProblemKind::Corrupt, ProblemKind::Foreign, ProblemKind::TooNew].contains(&problem.kind);
                assert!(known && !problem.hint.is_empty(), "{what}: {:?} {problem}", problem.kind);
                assert!(fs::read(&file).expect("the file") == damaged, "{what}: the file was touched: {problem}");
            }
            Ok(store) => drop(store),
        }
        fs::write(&file, &damaged).expect("written");
        match check::look(&file) {
            Ok(report) if report.findings.is_empty() => {
                harmless += 1;
                assert!(content(&open(&file)) == *whole, "{what}: called sound, and is not");
            }
            _ => found += 1,
        }
        fs::write(&file, &damaged).expect("written");
        match check::repair_copy(&file, &to) {
            Ok(repair) => {
                saved += 1;
                assert_eq!(repair.findings, [], "{what}: {:?}", repair.told);
                let store = open(&to);
                sound(&store, &what);
                named(whole, &content(&store), &repair.told, &what);
            }
            Err(problem) => {
                lost += 1;
                let known = [ProblemKind::Corrupt, ProblemKind::Foreign, ProblemKind::TooNew].contains(&problem.kind);
                assert!(known && !problem.hint.is_empty(), "{what}: {:?} {problem}", problem.kind);
                assert!(!to.exists(), "{what}: {problem}");
            }
        }
        assert!(fs::read(&file).expect("the file") == damaged, "{what}: the damaged file was touched");
    }
    println!("{rounds} damaged: {refused} refused, {found} found, {harmless} harmless; {saved} saved, {lost} not");
    assert!(saved > lost * 3, "{saved} saved, {lost} not");
}

/// A file cut by whole pages, as by a disk that lost its end, still gives up its people.
#[test]
fn a_file_cut_by_a_page_or_more_is_saved_as_far_as_it_goes() {
    let (bytes, whole) = played();
    let pages = bytes.len() / PAGE;
    let folder = folder();
    let file = folder.path().join("march.banneret");
    let (mut saved, mut cuts, mut people) = (0, 0, Vec::new());
    let step = if seeds() > 40 { 1 } else { pages / 12 };
    for kept in (1..pages).step_by(step.max(1)).chain([pages - 1]) {
        fs::write(&file, &bytes[..kept * PAGE]).expect("cut");
        let to = folder.path().join(format!("saved-{kept}.banneret"));
        cuts += 1;
        if let Ok(repair) = check::repair_copy(&file, &to) {
            saved += 1;
            assert_eq!(repair.findings, [], "cut to {kept} pages");
            let now = content(&open(&to));
            named(whole, &now, &repair.told, &format!("cut to {kept} pages"));
            people.push(now["person"].as_array().map_or(0, Vec::len));
        }
    }
    println!("{saved} of {cuts} cuts saved, with {people:?} people of 600");
    assert!(saved * 10 >= cuts * 6, "{saved} of {cuts} were saved");
    assert!(people.last().is_some_and(|people| *people == 600), "one page lost costs nobody: {people:?}");
}

/// A file cut through a page names whatever of that page is lost: the half of it that is left is not taken for whole.
#[test]
fn a_file_cut_in_mid_page_is_saved_with_every_loss_named() {
    let (bytes, whole) = played();
    let pages = bytes.len() / PAGE;
    let folder = folder();
    let file = folder.path().join("march.banneret");
    let (mut saved, mut cuts) = (0, 0);
    for at in 0..seeds().max(24) {
        let mut dice = Seeded::stream(at, 33);
        let kept = dice.lot("page", pages) * PAGE + 1 + dice.lot("byte", PAGE - 1);
        fs::write(&file, &bytes[..kept]).expect("cut");
        let to = folder.path().join(format!("saved-{at}.banneret"));
        cuts += 1;
        assert!(!check::check(&file).expect("checked").is_empty(), "cut to {kept} bytes");
        if let Ok(repair) = check::repair_copy(&file, &to) {
            saved += 1;
            assert_eq!(repair.findings, [], "cut to {kept} bytes");
            named(whole, &content(&open(&to)), &repair.told, &format!("cut to {kept} bytes"));
        }
    }
    println!("{saved} of {cuts} cuts in mid-page saved");
    assert!(saved * 10 >= cuts * 6, "{saved} of {cuts} were saved");
}

/// What the tables lost and the journal has is taken from it, and can be taken back as before.
#[test]
fn what_a_table_lost_is_taken_from_the_journal() {
    let (bytes, whole) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let sql = rusqlite::Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF; DELETE FROM person WHERE id BETWEEN 20 AND 24;
         UPDATE person SET protection = 5 - protection WHERE id = 40; INSERT INTO house (key, value) VALUES ('a', '1')",
    )
    .expect("damaged");
    drop(sql);
    let to = folder.path().join("saved.banneret");
    let repair = check::repair_copy(&file, &to).expect("saved");
    let mut saved = open(&to);
    assert!(content(&saved) == *whole, "all of it is as it was");
    let fates: Vec<(RowFate, &str, Option<i64>)> =
        repair.told.iter().map(|told| (told.fate, told.table.as_str(), told.row)).collect();
    assert_eq!(fates.len(), 7, "{:?}", repair.told);
    assert!(
        fates.contains(&(RowFate::Lost, "house", Some(1))) && fates.contains(&(RowFate::Altered, "person", Some(40)))
    );
    assert!((20..=24).all(|id| fates.contains(&(RowFate::Restored, "person", Some(id)))));
    assert!(repair.undo);
    while saved.undo().expect("undone").is_some() {}
    assert_eq!(saved.about().expect("the campaign").turn, 0);
}

/// Where the journal is damaged too, what contradicts itself is put right and named, and the repair is where taking back
/// ends.
#[test]
fn without_its_journal_a_campaign_is_saved_without_its_undo() {
    let (bytes, _) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let sql = rusqlite::Connection::open(&file).expect("the file");
    let commander: i64 = sql
        .query_row("SELECT commander_id FROM formation WHERE commander_id NOT NULL AND level = 'army'", [], |row| {
            row.get(0)
        })
        .expect("a commander");
    sql.execute_batch(&format!(
        "PRAGMA foreign_keys = OFF; DELETE FROM change WHERE id % 7 = 0; DELETE FROM person WHERE id = {commander};
         DELETE FROM change WHERE tbl = 'person' AND row = {commander};"
    ))
    .expect("damaged");
    drop(sql);
    assert!(!check::check(&file).expect("checked").is_empty());
    let to = folder.path().join("saved.banneret");
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert_eq!(repair.findings, []);
    assert!(!repair.undo);
    let vacant = |told: &check::RowNote| {
        told.fate == RowFate::Altered && told.table == "formation" && told.why.contains("commander")
    };
    assert!(repair.told.iter().any(vacant), "{:?}", repair.told);
    let mut saved = open(&to);
    assert!(saved.undo().expect("nothing").is_none(), "there is nothing to take back");
    turn::play(&mut saved).expect("a turn");
    sound(&saved, "played on");
    saved.undo().expect("undone").expect("the turn");
    assert!(saved.undo().expect("nothing").is_none());
    sound(&saved, "after the undo");
    drop(saved);
    crate::attack::does(&["show", to.to_str().expect("a name"), "people"]);
}
