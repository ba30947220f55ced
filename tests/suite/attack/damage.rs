//! Damaged files: flipped bits, torn, zeroed and swapped pages, files cut short. Each is refused and untouched, or opens;
//! what `check` calls sound has lost nothing; and a repair names what is not as it was.

use super::many;
use crate::support::{content, folder, march, open, seeds, sound};
use banneret::app::check::{self, RowFate};
use banneret::app::world::{ByHand, picture};
use banneret::app::{battle, numbers, plan, turn};
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::war::Settled;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::ruleset::Ruleset;
use banneret::store::Store;
use rusqlite::Connection;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// All that a file holds: its content, its actions and its records.
pub(super) fn everything(file: &Path) -> Map<String, Value> {
    let mut all = content(&open(file));
    let sql = Connection::open(file).expect("the file");
    for (table, row) in [
        (
            "action",
            "json_object('id', id, 'name', name, 'arguments', arguments, 'sentence', sentence, 'day', day, 'at', at,
                         'kind', kind)",
        ),
        ("record", "json_object('id', id, 'rules', rules, 'data', hex(data))"),
    ] {
        let rows: Vec<Value> = sql
            .prepare(&format!("SELECT {row} FROM {table} ORDER BY id"))
            .and_then(|mut query| query.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>())
            .expect("the rows")
            .iter()
            .map(|text| serde_json::from_str(text).expect("JSON"))
            .collect();
        all.insert(table.to_owned(), rows.into());
    }
    all
}

/// A campaign of some turns and a battle with its record: its bytes and all it holds.
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
        drop(store);
        let whole = everything(&file);
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

/// Every row that is not as it was must be told of: one that is gone by its number or with its table, one that is
/// otherwise by its number.
pub(super) fn named(whole: &Map<String, Value>, saved: &Map<String, Value>, told: &[check::RowNote], what: &str) {
    for (table, rows) in whole {
        let gone = told.iter().any(|told| told.table == *table && told.row.is_none() && told.fate != RowFate::Doubtful);
        let row =
            |rows: &Value, id: &Value| rows.as_array().into_iter().flatten().find(|row| row["id"] == *id).cloned();
        for was in rows.as_array().into_iter().flatten() {
            let id = was["id"].as_i64();
            let is = row(&saved[table], &was["id"]);
            // The repair is an action itself, and where all others are gone it may have the number of one.
            let is_gone = is.as_ref().is_none_or(|is| table == "action" && is["name"] == "repair");
            let is_told = gone && is_gone || told.iter().any(|told| id.is_some_and(|id| told.names(table, id)));
            assert!(is.as_ref() == Some(was) || is_told, "{what}: {table} {id:?} is not told of: {was} is {is:?}");
        }
    }
}

#[test]
fn a_damaged_file_is_refused_found_or_harmless_and_saved_with_every_loss_named() {
    let (bytes, whole) = played();
    let rounds = many(16);
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
                assert!(everything(&file) == *whole, "{what}: called sound, and is not");
            }
            _ => found += 1,
        }
        fs::write(&file, &damaged).expect("written");
        match check::repair_copy(&file, &to) {
            Ok(repair) => {
                saved += 1;
                assert_eq!(repair.findings, [], "{what}: {:?}", repair.told);
                sound(&open(&to), &what);
                named(whole, &everything(&to), &repair.told, &what);
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
    let step = if seeds() > 40 { 1 } else { pages / 4 };
    for kept in (1..pages).step_by(step.max(1)).chain([pages - 1]) {
        fs::write(&file, &bytes[..kept * PAGE]).expect("cut");
        let to = folder.path().join(format!("saved-{kept}.banneret"));
        cuts += 1;
        if let Ok(repair) = check::repair_copy(&file, &to) {
            saved += 1;
            assert_eq!(repair.findings, [], "cut to {kept} pages");
            let now = everything(&to);
            named(whole, &now, &repair.told, &format!("cut to {kept} pages"));
            // Where the file still says how many people there were, those lost are named by their numbers.
            let unnamed = repair.told.iter().any(|told| told.table == "person" && told.row.is_none());
            assert!(kept < pages / 2 || !unnamed, "cut to {kept} pages: {:?}", repair.told);
            people.push(now["person"].as_array().map_or(0, Vec::len));
        }
    }
    println!("{saved} of {cuts} cuts saved, with {people:?} people of 600");
    assert!(saved * 2 >= cuts, "{saved} of {cuts} were saved");
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
    for at in 0..many(6) {
        let mut dice = Seeded::stream(at, 33);
        let kept = dice.lot("page", pages) * PAGE + 1 + dice.lot("byte", PAGE - 1);
        fs::write(&file, &bytes[..kept]).expect("cut");
        let to = folder.path().join(format!("saved-{at}.banneret"));
        cuts += 1;
        assert!(!check::check(&file).expect("checked").is_empty(), "cut to {kept} bytes");
        if let Ok(repair) = check::repair_copy(&file, &to) {
            saved += 1;
            assert_eq!(repair.findings, [], "cut to {kept} bytes");
            named(whole, &everything(&to), &repair.told, &format!("cut to {kept} bytes"));
        }
    }
    println!("{saved} of {cuts} cuts in mid-page saved");
    assert!(saved * 2 >= cuts, "{saved} of {cuts} were saved");
}

/// The half of a page that is left of a cut reads as if noughts followed it: a man would keep his name and serve until
/// another day. What stood on such a page is gone, and said to be.
#[test]
fn half_a_row_is_not_taken_for_a_whole_one() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let sql = Connection::open(&file).expect("the file");
    // Each row of a man ends in three bytes of a day, 0x218677. The journal, which would know better, is lost.
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF; DELETE FROM change; UPDATE person SET serves_until = 2197111, note = ''; VACUUM",
    )
    .expect("changed");
    let leaf: i64 = sql
        .query_row(
            "SELECT max(pageno) FROM dbstat WHERE name = 'person' AND pagetype = 'leaf' AND ncell > 8",
            [],
            |row| row.get(0),
        )
        .expect("a page of people");
    drop(sql);
    let (bytes, whole) = (fs::read(&file).expect("the file"), everything(&file));
    let page = (leaf as usize - 1) * PAGE;
    let ends: Vec<usize> =
        (page..page + PAGE - 3).filter(|at| bytes[*at..at + 3] == [0x21, 0x86, 0x77]).map(|at| at + 3).collect();
    assert!(ends.len() > 8, "{} men on the page", ends.len());
    for (at, end) in ends.iter().skip(1).step_by(ends.len() / 4).enumerate() {
        let to = folder.path().join(format!("saved-{at}.banneret"));
        let kept = end - 1 - at % 2;
        fs::write(&file, &bytes[..kept]).expect("cut");
        let repair = check::repair_copy(&file, &to).expect("saved");
        assert_eq!(repair.findings, [], "cut to {kept} bytes");
        named(&whole, &everything(&to), &repair.told, &format!("cut to {kept} bytes"));
    }
}

/// A picture of the map that can no longer be seen is named among what is lost, and what is saved is sound.
#[test]
fn a_spoiled_picture_is_lost_and_named() {
    let folder = folder();
    let file = march(&folder);
    let png = fs::read("docs/pictures/armies.png").expect("a picture");
    picture::lay(&mut open(&file), &png, &ByHand::because("the club's own")).expect("laid");
    // A PNG of that size, which may carry what unfolds to more than all its pixels.
    let (width, height): (u32, u32) = Connection::open(&file)
        .and_then(|sql| sql.query_row("SELECT width, height FROM picture", [], |row| Ok((row.get(0)?, row.get(1)?))))
        .expect("its size");
    let mut other = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut other, image::ImageFormat::Png).expect("a PNG");
    let other: String = other.into_inner().iter().map(|byte| format!("{byte:02x}")).collect();
    let other = format!("data = x'{other}'");
    for spoiled in ["data = zeroblob(length(data))", "width = width + 1", &other] {
        let (from, to) = (folder.path().join("spoiled.banneret"), folder.path().join("saved.banneret"));
        fs::copy(&file, &from).expect("copied");
        let sql = Connection::open(&from).expect("the file");
        sql.execute(&format!("UPDATE picture SET {spoiled}"), []).expect("spoiled");
        drop(sql);
        assert!(check::check(&from).expect("checked").iter().any(|found| found.rule.contains("picture")), "{spoiled}");
        let repair = check::repair_copy(&from, &to).expect("saved");
        assert_eq!(repair.findings, [], "{spoiled}");
        assert!(repair.told.iter().any(|row| row.table == "picture" && row.fate == RowFate::Lost), "{:?}", repair.told);
        assert_eq!(check::check(&to).expect("checked"), [], "{spoiled}");
        fs::remove_file(&to).expect("removed");
    }
}

/// Noughts in the place of some sectors, in the tables and in the journal alike.
#[test]
fn a_text_that_was_overwritten_with_noughts_is_not_taken_for_one() {
    let (bytes, whole) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    let to = folder.path().join("saved.banneret");
    fs::write(&file, bytes).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "UPDATE line SET text = substr(text, 1, 3) || char(0, 0, 0, 0) WHERE id = 2; DELETE FROM change WHERE id > 40",
    )
    .expect("damaged");
    drop(sql);
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert_eq!(repair.findings, []);
    let now = everything(&to);
    assert_eq!(now["line"].as_array().map(Vec::len), whole["line"].as_array().map(|lines| lines.len() - 1));
    assert!(repair.told.iter().any(|told| told.table == "line" && told.fate == RowFate::Lost), "{:?}", repair.told);
}

/// Before the fourth schema a game of Castles was known by a word in the wrong place. A repair keeps it and its records as
/// opening the file does.
#[test]
fn a_repair_of_an_old_file_keeps_the_rules_of_its_games() {
    let folder = folder();
    let (old, upgraded) = (folder.path().join("old.banneret"), folder.path().join("upgraded.banneret"));
    let sql = Connection::open(&old).expect("a file");
    sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
    sql.execute_batch(include_str!("../../data/schema-v3.sql")).expect("the dump is read");
    drop(sql);
    fs::copy(&old, &upgraded).expect("a copy");
    let to = folder.path().join("saved.banneret");
    let repair = check::repair_copy(&old, &to).expect("saved");
    assert_eq!(repair.findings, []);
    // That version let a man hold captives who had fallen; they are his lord's now.
    let told: Vec<_> = repair.told.iter().map(|note| (note.fate, note.table.as_str())).collect();
    assert_eq!(told, [(RowFate::Altered, "captive")], "nothing of it was lost");
    let (saved, opened) = (open(&to), open(&upgraded));
    let rules = opened.records().expect("the records");
    assert!(rules.iter().any(|(_, rules)| *rules == Ruleset::Castles), "{rules:?}");
    assert_eq!(saved.records().expect("the records"), rules);
    let plays = opened.plays().expect("the games");
    assert_eq!(saved.plays().expect("the games"), plays);
    let kept = |store: &Store| plays.iter().map(|battle| store.play(*battle).expect("read")).collect::<Vec<_>>();
    let games = kept(&opened);
    assert!(games.iter().flatten().any(|game| game.rules == Ruleset::Castles), "{games:?}");
    assert_eq!(kept(&saved), games);
}

/// What the tables lost and the journal has is taken from it, and can be taken back as before.
#[test]
fn what_a_table_lost_is_taken_from_the_journal() {
    let (bytes, whole) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF; DELETE FROM person WHERE id BETWEEN 20 AND 24;
         UPDATE person SET protection = 5 - protection WHERE id = 40; INSERT INTO house (key, value) VALUES ('a', '1')",
    )
    .expect("damaged");
    drop(sql);
    let to = folder.path().join("saved.banneret");
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert!(everything(&to) == *whole, "all of it is as it was");
    let mut saved = open(&to);
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

/// Where not even the numbers last given can be read, those lost are named up to the highest still known of, and beyond it
/// what may have been.
#[test]
fn rows_lost_with_the_count_of_them_are_named_as_far_as_is_known() {
    let (bytes, whole) = played();
    let folder = folder();
    let (file, to) = (folder.path().join("march.banneret"), folder.path().join("saved.banneret"));
    fs::write(&file, bytes).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch("DELETE FROM sqlite_sequence WHERE name = 'person'; DELETE FROM change WHERE tbl = 'person'")
        .expect("damaged");
    let leaf: i64 = sql
        .query_row(
            "SELECT pageno FROM dbstat WHERE name = 'person' AND pagetype = 'leaf' AND ncell > 8
             ORDER BY path LIMIT 1 OFFSET 2",
            [],
            |row| row.get(0),
        )
        .expect("a page of people");
    drop(sql);
    let mut damaged = fs::read(&file).expect("the file");
    damaged[(leaf as usize - 1) * PAGE..leaf as usize * PAGE].fill(0xee);
    fs::write(&file, damaged).expect("written");
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert_eq!(repair.findings, []);
    named(whole, &everything(&to), &repair.told, "without a count");
    let people: Vec<_> = repair.told.iter().filter(|told| told.table == "person").collect();
    assert!(people.iter().all(|told| told.row.is_some()), "{people:?}");
    assert!(people.iter().any(|told| told.rows() == "person 601 and higher"), "{people:?}");
    let lost: i64 = people
        .iter()
        .filter(|told| told.fate == RowFate::Lost && told.row.is_some_and(|row| row <= 600))
        .map(|told| told.until.or(told.row).unwrap_or(0) - told.row.unwrap_or(0) + 1)
        .sum();
    assert!((5..60).contains(&lost), "a page of people is lost, and no more: {lost}");
}

/// Where the journal is damaged too, what contradicts itself is put right and named, and the repair is where taking back
/// ends.
#[test]
fn without_its_journal_a_campaign_is_saved_without_its_undo() {
    let (bytes, _) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let sql = Connection::open(&file).expect("the file");
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
