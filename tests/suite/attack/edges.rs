//! One thing of each sort in turn, not by chance: each page of a file lost or what follows it, each column of numbers at
//! its edges, a siege of years, filters, routes and a mend as many as there may be.

use super::damage::{everything, played};
use super::sieges::{besieged, forged, is_used};
use super::{does, name, runs};
use crate::sg_campaign::Border;
use crate::support::{folder, march, open, refusal, seeds, sound};
use banneret::app::{check, import, siege, turn};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::problem::ProblemKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::rules::siege::{Order, Park};
use banneret::store::Store;
use banneret::store::journal::JOURNALLED;
use rusqlite::Connection;
use std::fmt::Write;
use std::fs;

const PAGE: usize = 4096;

/// One of so many; with `BANNERET_SEEDS` one of seven, and from 1,000 on every one.
fn step(of: usize) -> usize {
    match seeds() {
        ..=40 => of,
        41..1000 => 7,
        _ => 1,
    }
}

/// Each page zeroed, and the file cut after it: it is refused or opened, and called sound only if nothing is lost.
#[test]
fn a_file_without_one_of_its_pages_or_what_follows_is_never_called_sound() {
    let (bytes, whole) = played();
    let pages = bytes.len() / PAGE;
    let folder = folder();
    let (file, to) = (folder.path().join("march.banneret"), folder.path().join("saved.banneret"));
    let (mut refused, mut found, mut harmless) = (0, 0, 0);
    for page in (0..pages).step_by(step(71)).chain([pages - 1]) {
        let mut zeroed = bytes.clone();
        zeroed[page * PAGE..(page + 1) * PAGE].fill(0);
        for (what, damaged) in [("zeroed", zeroed), ("the first that is cut off", bytes[..page * PAGE].to_vec())] {
            let what = format!("page {page} of {pages} {what}");
            fs::write(&file, &damaged).expect("written");
            if let Err(problem) = Store::open(&file) {
                refused += 1;
                let known = [ProblemKind::Corrupt, ProblemKind::Foreign].contains(&problem.kind);
                assert!(known && !problem.hint.is_empty(), "{what}: {:?} {problem}", problem.kind);
                assert!(fs::read(&file).expect("the file") == damaged, "{what}: the file was touched");
            }
            fs::write(&file, &damaged).expect("written");
            match check::check(&file) {
                Ok(findings) if findings.is_empty() => {
                    harmless += 1;
                    assert!(everything(&file) == *whole, "{what}: called sound, and is not");
                }
                _ => found += 1,
            }
            fs::write(&file, &damaged).expect("written");
            if let Ok(repair) = check::repair_copy(&file, &to) {
                assert_eq!(repair.findings, [], "{what}");
                fs::remove_file(&to).expect("the copy");
            }
        }
    }
    println!("{refused} refused, {found} found, {harmless} harmless");
}

/// The edges of a number as a file can hold it.
const EDGES: [&str; 6] = ["9223372036854775807", "-9223372036854775808", "-1", "0", "4294967295", "2147483648"];

/// Each column of numbers at its edges in its first row, with a journal that knows better and with one made to fit: what
/// `check` calls sound can be used by every command, and what it finds is saved.
#[test]
fn each_number_at_its_edges_is_found_or_can_be_used() {
    let folder = folder();
    let (file, to) = (folder.path().join("campaign.banneret"), folder.path().join("saved.banneret"));
    let (mut tried, mut found, mut used) = (0, 0, 0);
    let mut all = Vec::new();
    for bytes in [played().0.as_slice(), besieged()] {
        fs::write(&file, bytes).expect("written");
        let sql = Connection::open(&file).expect("the file");
        for table in JOURNALLED {
            let some = sql.prepare(&format!("SELECT 1 FROM {table}")).and_then(|mut one| one.exists([]));
            if !some.expect("a query") {
                continue;
            }
            let columns: Vec<String> = sql
                .prepare("SELECT name FROM pragma_table_info(?1) WHERE type = 'INTEGER' AND name <> 'id'")
                .and_then(|mut query| query.query_map([table], |row| row.get(0))?.collect())
                .expect("the columns");
            all.extend(columns.into_iter().map(|column| (bytes, table, column)));
        }
    }
    let cases = all.iter().flat_map(|of| EDGES.iter().flat_map(move |edge| [(of, edge, false), (of, edge, true)]));
    for ((bytes, table, column), edge, fits) in cases.step_by(step(211)) {
        fs::write(&file, bytes).expect("written");
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        let which = format!("id = (SELECT min(id) FROM {table}) AND {column} IS NOT {edge}");
        let act = match fits {
            true => forged(table, column, edge, &which),
            false => format!("UPDATE {table} SET {column} = {edge} WHERE {which}"),
        };
        let before = sql.total_changes();
        if sql.execute_batch(&act).is_err() || sql.total_changes() - before < if fits { 3 } else { 1 } {
            continue;
        }
        drop(sql);
        tried += 1;
        let what = format!("{table}.{column} = {edge}, {}", if fits { "its journal made to fit" } else { "bare" });
        let findings = check::check(&file).unwrap_or_else(|problem| panic!("{what}: {problem}"));
        if findings.is_empty() {
            assert!(fits, "{what} is called sound");
            used += 1;
            is_used(&file, &what);
            continue;
        }
        found += 1;
        runs(&["turn", name(&file)]);
        runs(&["show", name(&file)]);
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{what}: {problem}"));
        assert_eq!(repair.findings, [], "{what}: {:?}", repair.told);
        is_used(&to, &format!("{what}, repaired"));
        fs::remove_file(&to).expect("the copy");
    }
    println!("{tried} numbers at their edges: {found} found, {used} used as before");
    assert!(found > 0);
}

/// A siege that lasts for years is shown, told and kept like any other.
#[test]
fn a_siege_of_years_is_shown_and_kept() {
    let days = if seeds() > 40 { 2_000 } else { 210 };
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 100, 30);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    while it.store.siege(siege).expect("the siege").days < days {
        let train = SiegeTrain { rations: 50_000, animals: 0, park: Park::default() };
        siege::set_train(&mut it.store, it.host, &train, "from home").ok();
        it.store
            .act("fill", &serde_json::json!({}), |act| {
                act.set_store(it.castle, 2_000)?;
                Ok(((), "The stores were filled.".to_owned()))
            })
            .expect("filled");
        it.turns(1);
        assert_eq!(it.ended(siege), None, "it goes on");
    }
    sound(&it.store, "a long siege");
    let (_folder, file) = it.closed();
    let castle = ["--stronghold", "Stonekeep Castle"];
    let shown = does(&[&["siege", name(&file), "show"][..], &castle].concat());
    assert!(shown.len() < 1 << 20, "{} bytes", shown.len());
    does(&[&["siege", name(&file), "forecast", "--runs", "3"][..], &castle].concat());
    for page in ["sieges", "chronicle"] {
        does(&["show", name(&file), page]);
    }
    does(&["undo", name(&file), "--count", "4"]);
    does(&["check", name(&file)]);
    println!("a siege of {days} days, {} bytes of it shown", shown.len());
}

/// Filters of a list by the ten thousand are listed and asked for, and a name that none has is answered in few words.
#[test]
fn filters_without_end_are_named_in_few_words() {
    let folder = folder();
    let file = march(&folder);
    let many = if seeds() > 40 { 500_000 } else { 30_000 };
    does(&["filters", name(&file), "save", "All of it", "--column", "State=fit"]);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
         INSERT INTO saved_filter (list, name, filter) SELECT list, name || ' ' || i, filter FROM n, saved_filter"
    ))
    .expect("filters");
    drop(sql);
    let asked = ["people", name(&file), "--filter", "None of it"];
    let (sentence, hint) = refusal(&runs(&asked), "no such filter");
    assert!(sentence.len() + hint.len() < 2_000 && hint.contains("more"), "{} bytes: {hint:.300}", hint.len());
    does(&["people", name(&file), "--filter", "all of it 7"]);
    does(&["filters", name(&file), "list"]);
    does(&["filters", name(&file), "forget", "All of it 8"]);
}

/// Routes as many as there may be are marched along, listed and written out, and a place is taken away with all of its own.
#[test]
fn routes_as_many_as_there_may_be_are_marched_along() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let (places, routes): (i64, i64) = (20_000, 34_000);
    sql.execute_batch(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {places})
         INSERT INTO place (id, name, kind, x, y) SELECT 1000 + i, 'Place ' || i, 'village', i % 1000, i / 20 FROM n;
         INSERT INTO route (a_id, b_id, miles, kind) SELECT id, 1001, 9, 'road' FROM place WHERE name = 'Kingsholm';
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {routes} - 100)
         INSERT OR IGNORE INTO route (a_id, b_id, miles, kind)
             SELECT 1000 + i % ({places} - 1) + 1, 1000 + i % ({places} - 1) + 2 + i / ({places} - 1), 9, 'road' FROM n
             WHERE i % ({places} - 1) + 2 + i / ({places} - 1) <= {places}"
    ))
    .expect("routes");
    let hub = "INSERT INTO route (a_id, b_id, miles, kind)
         SELECT id, 20500, 90000, 'road' FROM place WHERE id BETWEEN 5000 AND 19000";
    let drawn = sql.execute(hub, []).expect("a place where routes meet");
    drop(sql);
    does(&["march", name(&file), "--army", "King's Household", "--to", "Place 19000"]);
    does(&["turn", name(&file)]);
    does(&["show", name(&file), "places"]);
    let csv = does(&["map", name(&file), "routes"]);
    assert!(csv.lines().count() > 40_000, "{} lines", csv.lines().count());
    let told = does(&["place", name(&file), "remove", "Place 19500"]);
    let routes = banneret::rules::house::thousands(drawn as u64 + 2);
    assert!(drawn > 10_000 && told.contains(&format!("with {routes} routes")), "{drawn}: {told}");
}

/// An import of very many men is mended while nothing hangs on it, and refused in few words where each of them was changed by
/// another action since.
#[test]
fn a_mend_of_very_many_rows_is_done_or_refused_in_few_words() {
    let folder = folder();
    let file = march(&folder);
    let mut roster = String::from("army,unit,class,grade,weapons,count\n");
    for unit in 0..20 {
        writeln!(roster, "Levy,Unit {unit},peasant,C,spear,1000").expect("written");
    }
    let mut store = open(&file);
    import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("taken in");
    let action = store.last_action().expect("actions").expect("the import").id.0.to_string();
    turn::play(&mut store).expect("a turn");
    drop(store);
    let mend = ["mend", name(&file), &action];
    let output = runs(&mend);
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    if output.status.success() {
        does(&["check", name(&file)]);
        does(&["undo", name(&file)]);
    }
    let mut store = open(&file);
    let men = store.people().expect("the people");
    let changed = if seeds() > 40 { 20_000 } else { 2_000 };
    for man in men.iter().rev().take(changed) {
        store
            .act("note", &serde_json::json!({}), |act| {
                let mut man = act.person(man.id)?;
                man.note = "noted".to_owned();
                act.edit_person(&man)?;
                Ok(((), format!("{} was noted.", man.name)))
            })
            .expect("noted");
    }
    drop(store);
    let (sentence, _) = refusal(&runs(&mend), "changed since");
    assert!(sentence.contains("was changed since") && sentence.len() < 2_000, "{sentence:.300}");
    for odd in ["0", "9223372036854775807", "1", "18446744073709551616", "-1"] {
        assert!(!runs(&["mend", name(&file), odd]).status.success(), "action {odd}");
    }
    does(&["check", name(&file)]);
}

/// A mend that brings back what there may be no more of is refused, and done once there is room again.
#[test]
fn a_mend_is_judged_by_what_there_may_be_of_a_thing() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let places: i64 = sql.query_row("SELECT count(*) FROM place", [], |row| row.get(0)).expect("places");
    sql.execute_batch(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000 - {places})
         INSERT INTO place (name, kind, x, y) SELECT 'Place ' || i, 'village', i % 1000, i / 1000 FROM n"
    ))
    .expect("places");
    drop(sql);
    does(&["place", name(&file), "remove", "Place 7"]);
    let action = open(&file).last_action().expect("actions").expect("the removal").id.0.to_string();
    let add = ["place", name(&file), "add", "Another", "--kind", "village", "--at", "3,3"];
    does(&add);
    let mend = ["mend", name(&file), &action];
    let (sentence, _) = refusal(&runs(&mend), "a place too many");
    assert!(sentence.contains("place table would have 50001 rows"), "{sentence}");
    does(&["undo", name(&file)]);
    does(&mend);
    refusal(&runs(&add), "a place too many");
    does(&["undo", name(&file), "--count", "2"]);
    does(&["redo", name(&file)]);
    does(&["turn", name(&file)]);
}
