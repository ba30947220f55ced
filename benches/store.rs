//! The campaign file, each job against a named reference in the same run: opening a campaign of 10,000 people and 20
//! years, a single action against a bare transaction, journalled rows against bare ones, a turn, undo, the two ways of
//! keeping the rollback journal, and an import taken in, back and in again, against the bare rows, at three sizes.
//!
//! The 20 years are those of `generated.rs`, which `BANNERET_BENCH_YEARS` shortens; `BANNERET_BENCH_IMPORTS=only` leaves all
//! but the imports out.

mod generated;

use banneret::app::{desk, found, import, turn};
use banneret::campaign::ids::PersonId;
use banneret::store::{Db, Store};
use criterion::{BatchSize, Criterion};
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PRAGMAS: &str = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -65536; PRAGMA foreign_keys = ON; PRAGMA journal_mode = ";

fn first_page(db: &Db) {
    black_box(desk::desk(db).expect("the desk"));
}

fn bare(file: &Path, mode: &str) -> Connection {
    let sql = Connection::open(file).expect("the file");
    sql.execute_batch(&format!("{PRAGMAS}{mode};")).expect("the pragmas");
    sql.set_prepared_statement_cache_capacity(64);
    sql
}

fn protect(store: &mut Store, person: PersonId, protection: u8) {
    store
        .act("bench", &json!({}), |act| {
            let mut man = act.person(person)?;
            man.profile.protection = banneret::rules::figure::Protection::new(protection).expect("1 to 4");
            act.edit_person(&man)?;
            Ok(((), "A man was changed.".to_owned()))
        })
        .expect("the action");
}

/// The update of [`protect`] in a bare transaction, another value each time.
fn updates(person: PersonId) -> impl FnMut(&Connection) {
    let mut flip = 1;
    move |sql| {
        flip = 3 - flip;
        sql.execute_batch("BEGIN IMMEDIATE").expect("begun");
        sql.prepare_cached("UPDATE person SET protection = ?1 WHERE id = ?2")
            .and_then(|mut update| update.execute((flip, person.0)))
            .expect("updated");
        sql.execute_batch("COMMIT").expect("kept");
    }
}

/// The median of some runs, after one that does not count.
fn median(runs: usize, mut run: impl FnMut()) -> Duration {
    run();
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// The medians of two jobs done by turns, so that what else the disk has to do weighs on both alike.
fn by_turns(runs: usize, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (Duration, Duration) {
    ours();
    theirs();
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let begun = Instant::now();
        ours();
        one.push(begun.elapsed());
        let begun = Instant::now();
        theirs();
        other.push(begun.elapsed());
    }
    one.sort();
    other.sort();
    (one[runs / 2], other[runs / 2])
}

fn ratio(what: &str, ours: Duration, reference: &str, theirs: Duration, target: f64) {
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let met = if ratio <= target { "met" } else { "MISSED" };
    println!("{what}: {ours:?}, {reference}: {theirs:?}, ratio {ratio:.2} (target {target}: {met})");
}

fn within(what: &str, took: Duration, target: Duration) {
    println!("{what}: {took:?} (target {target:?}: {})", if took <= target { "met" } else { "MISSED" });
}

/// A copy of the campaign to be changed at will.
fn copy(folder: &TempDir, of: &Path, name: &str) -> PathBuf {
    let to = folder.path().join(name);
    let _ = fs::remove_file(&to);
    fs::copy(of, &to).expect("a copy");
    to
}

/// Rosters of so many men, each as large as one may be.
fn rosters(men: u32) -> Vec<String> {
    const MOST: u32 = 50_000;
    let sizes = (0..men.div_ceil(MOST)).map(|at| MOST.min(men - at * MOST));
    let roster = |(number, size): (usize, u32)| {
        let mut text = String::from("army,battle,force,unit,class,grade,protection,weapons,count\n");
        for unit in 0..size / 100 {
            let place = format!("Levy {number},Battle {},Force {}", unit / 100, unit / 10);
            text += &format!("{place},Unit {unit},peasant,C,4,spear,100\n");
        }
        text
    };
    sizes.enumerate().map(roster).collect()
}

/// Takes so many men in, back and in again, and does the same with the bare rows.
fn imports(folder: &TempDir, men: u32) {
    let file = folder.path().join(format!("{men}.banneret"));
    let mut store = found::from_sample(&file, "march").expect("the sample");
    let rosters = rosters(men);
    let timed = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    let taken_in = timed(&mut || {
        for roster in &rosters {
            import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("taken in");
        }
    });
    drop(store);
    let theirs = copy(folder, &file, &format!("{men}-bare.banneret"));
    let mut store = Store::open(&file).expect("it opens");
    let back = timed(&mut || rosters.iter().for_each(|_| drop(store.undo().expect("undone").expect("an import"))));
    let again = timed(&mut || rosters.iter().for_each(|_| drop(store.redo().expect("redone").expect("an import"))));
    // The same people bare: out of a table with the same indexes and references, and in again.
    let sql = bare(&theirs, "TRUNCATE");
    sql.execute_batch("CREATE TEMP TABLE kept AS SELECT * FROM person WHERE id > 600").expect("kept");
    let none = "UPDATE formation SET commander_id = NULL WHERE commander_id > 600";
    let bare_out = timed(&mut || {
        sql.execute_batch(&format!("BEGIN IMMEDIATE; {none}; DELETE FROM person WHERE id > 600; COMMIT")).expect("out");
    });
    let bare_in = timed(&mut || {
        sql.execute_batch("BEGIN IMMEDIATE; INSERT INTO person SELECT * FROM kept; COMMIT").expect("in");
    });
    ratio(&format!("import of {men} men"), taken_in, "the bare rows", bare_in, 30.0);
    ratio(&format!("undo of an import of {men} men"), back, "the bare rows", bare_out, 30.0);
    ratio(&format!("redo of an import of {men} men"), again, "the bare rows", bare_in, 30.0);
    ratio(&format!("undo of an import of {men} men"), back, "the import", taken_in, 2.0);
    println!("an undo of {men} men: {:?} a man", back / men);
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    for men in [5_000, 50_000, 200_000] {
        imports(&folder, men);
    }
    if std::env::var("BANNERET_BENCH_IMPORTS").is_ok_and(|only| only == "only") {
        return;
    }
    let file = copy(&folder, &generated::large(), "large.banneret");
    let size = fs::metadata(&file).expect("the file").len() / 1_000_000;
    let met = if size < 500 { "met" } else { "MISSED" };
    println!("{} years of 10,000 people: {size} MB (target 500: {met})", generated::years());

    let open = median(9, || first_page(&Store::open(&file).expect("it opens")));
    within("open and show the first page", open, Duration::from_millis(300));

    // A single durable action, against the same update bare.
    let ours = copy(&folder, &file, "action.banneret");
    let theirs = copy(&folder, &file, "bare.banneret");
    let mut store = Store::open(&ours).expect("it opens");
    let person = store.people().expect("the people")[5_000].id;
    let mut flip = 1;
    let mut change = |store: &mut Store| {
        flip = 3 - flip;
        protect(store, person, flip);
    };
    let sql = bare(&theirs, "TRUNCATE");
    let mut update = updates(person);
    let (action, alone) = by_turns(301, || change(&mut store), || update(&sql));
    ratio("a single action", action, "bare BEGIN; UPDATE; COMMIT", alone, 2.0);

    // Many rows in one action, against the same rows bare.
    let people: Vec<PersonId> = store.people().expect("the people").iter().take(2_000).map(|line| line.id).collect();
    let mut wound = false;
    let mut many = || {
        wound = !wound;
        store
            .act("bench", &json!({}), |act| {
                for person in &people {
                    act.set_wound(*person, wound)?;
                }
                Ok(((), "Many men were changed.".to_owned()))
            })
            .expect("the action");
    };
    let mut bare_wound = false;
    let bare_rows = || {
        bare_wound = !bare_wound;
        sql.execute_batch("BEGIN IMMEDIATE").expect("begun");
        let mut update = sql
            .prepare_cached(
                "UPDATE person SET wounded = ?1, healing_rolls = 0, state = CASE
                     WHEN state = 'fit' AND ?1 THEN 'wounded' WHEN state = 'wounded' AND NOT ?1 THEN 'fit'
                     ELSE state END WHERE id = ?2",
            )
            .expect("a statement");
        for person in &people {
            update.execute((bare_wound, person.0)).expect("updated");
        }
        sql.execute_batch("COMMIT").expect("kept");
    };
    let (journalled, rows) = by_turns(15, &mut many, bare_rows);
    ratio("2,000 journalled rows", journalled, "the same rows bare", rows, 8.0);

    let week = median(9, || drop(turn::play(&mut store).expect("a turn")));
    within("a turn of that campaign", week, Duration::from_millis(200));
    let undo = median(5, || drop(store.undo().expect("undone").expect("a turn")));
    ratio("undo of a turn", undo, "the turn itself", week, 1.0);

    // What TRUNCATE costs for leaving no stale journal behind: the same update with PERSIST.
    let persist = bare(&copy(&folder, &file, "persist.banneret"), "PERSIST");
    let mut update_persisting = updates(person);
    let (truncate, kept) = by_turns(301, || update(&sql), || update_persisting(&persist));
    println!("a bare update with TRUNCATE: {truncate:?}, with PERSIST: {kept:?}");

    let mut criterion =
        Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3)).configure_from_args();
    criterion.bench_function("open and show the first page", |bencher| {
        bencher.iter(|| first_page(&Store::open(&file).expect("it opens")));
    });
    criterion.bench_function("a single action", |bencher| bencher.iter(|| change(&mut store)));
    criterion.bench_function("bare BEGIN; UPDATE; COMMIT", |bencher| bencher.iter(|| update(&sql)));
    criterion.bench_function("a turn of 10,000 people", |bencher| {
        bencher.iter_batched(|| (), |()| turn::play(&mut store).expect("a turn"), BatchSize::PerIteration);
    });
    criterion.final_summary();
}
