//! Sieges in a file that other hands have been at: what contradicts itself in their rows is found and put right or named,
//! also where the journal was made to fit; and whatever `check` calls sound can be shown and played on.

use super::damage::played;
#[cfg(target_os = "linux")]
use super::limits::peak;
use super::tampered::{NUMBERS, TEXTS, found_and_saved};
use super::{many, name, runs};
use crate::sg_campaign::{Border, raise};
use crate::support::{folder, march, open, sound};
use banneret::app::check::{self, RowFate};
use banneret::app::{organise, siege};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, At, Gear, Leave, Order, Park, Terms};
use banneret::store::journal::JOURNALLED;
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A campaign with a siege that was lifted and one under way: walls battered, an engine and a mine begun, a sortie called
/// off, terms agreed for a day to come, and hostages held for them.
pub(super) fn besieged() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let (mut it, first) = Border::besieged(StrongholdKind::BaronsCastle, 1500, 150, 60);
        it.provide(Park { trebuchets: 3, mangonels: 1, rams: 1, ladders: true, ..Park::default() });
        it.conduct(first, SiegePart::Besiegers, &[Order::Batter]);
        it.conduct(first, SiegePart::Garrison, &[Order::SallyCamp]);
        for _ in 0..3 {
            it.turns(1);
            for waits in it.store.waiting_contacts().expect("contacts") {
                assert_eq!(waits.kind, ContactKind::SortieCamp);
                siege::call_off(&mut it.store, waits.id).expect("called off");
            }
        }
        siege::lift(&mut it.store, first).expect("lifted");
        let second = siege::open(&mut it.store, it.host, it.castle).expect("it may be besieged");
        it.conduct(second, SiegePart::Besiegers, &[Order::Rest]);
        it.conduct(second, SiegePart::Garrison, &[Order::Rest]);
        for action in [Action::Build(Gear::Trebuchet), Action::Mine(At { line: 0, stretch: 1 })] {
            let orders = siege::Orders { actions: BySide { attacker: Some(action), defender: None } };
            siege::play_by_hand(&mut it.store, second, &orders).expect("the day is played");
        }
        let dear = Terms { ransom_marks: 400, ..Terms::plain(Leave::AtDiscretion) };
        siege::offer(&mut it.store, second, SiegePart::Besiegers, &dear).expect("offered");
        let better = Terms { ransom_marks: 50, hostages: 2, respite_days: 40, ..Terms::plain(Leave::WithArms) };
        siege::offer(&mut it.store, second, SiegePart::Garrison, &better).expect("countered");
        siege::answer(&mut it.store, second, true).expect("agreed");
        let folder = folder();
        let file = folder.path().join("border.banneret");
        it.store.copy_to(&file).expect("a copy");
        assert_eq!(check::check(&file).expect("checked"), []);
        let sql = Connection::open(&file).expect("the file");
        for table in ["wall", "train", "siege", "siege_host", "siege_army", "siege_offer", "siege_line"] {
            let some = sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
            assert!(some.expect("a count") > 0, "{table} is empty");
        }
        for what in ["building <> ''", "mine_left > 0", "respite_day > 0"] {
            let some = sql.prepare(&format!("SELECT 1 FROM siege WHERE {what}")).and_then(|mut one| one.exists([]));
            assert!(some.expect("a query"), "{what} of no siege");
        }
        drop(sql);
        fs::read(&file).expect("the file")
    })
}

/// A change of one column of one row as an action would make it, journal and all, in a file of before there were digests.
pub(super) fn forged(table: &str, column: &str, value: &str, which: &str) -> String {
    format!(
        "UPDATE action SET words_digest = NULL, changes_digest = NULL;
         INSERT INTO action (name, sentence, day, at)
         SELECT 'edit', 'By another hand.', day, '2026-11-22T10:00:00.000Z' FROM campaign;
         INSERT INTO change (action_id, tbl, row, before, after)
         SELECT (SELECT max(id) FROM action), '{table}', id, json_object('{column}', {column}), json_object('{column}', {value})
         FROM {table} WHERE {which};
         UPDATE {table} SET {column} = {value} WHERE {which};"
    )
}

/// What is wrong with the rows of a siege is found and saved, with a journal that knows better and with one made to fit.
#[test]
fn what_contradicts_itself_in_a_siege_is_found_and_saved() {
    for (table, column, value, which) in [
        ("siege", "days", "100000", "state = 'open'"),
        ("siege", "days", "4294967296", "state = 'open'"),
        ("siege", "begun_day", "begun_day + 400", "state = 'open'"),
        ("siege", "holder_side_id", "besieger_side_id", "state = 'open'"),
        ("siege", "building", "'dragon'", "building <> ''"),
        ("siege", "building", "'ram'", "building = ''"),
        ("siege", "building_left", "0", "building <> ''"),
        ("siege", "building_left", "4000", "building <> ''"),
        ("siege", "mine_left", "0", "mine_left > 0"),
        ("siege", "mine_left", "-1", "mine_left > 0"),
        ("siege", "mine_line", "77", "mine_left > 0"),
        ("siege", "mine_stretch", "1 << 40", "mine_left > 0"),
        ("siege", "respite_day", "1 << 40", "respite_day > 0"),
        ("siege", "ended", "'bribed'", "state = 'ended'"),
        ("siege", "won", "11", "state = 'open'"),
        ("siege", "outer_lost", "1", "state = 'open'"),
        ("siege_host", "conduct", "'nobody'", "id = 3"),
        ("siege_host", "orders", "'rest; dance'", "id = 3"),
        ("siege_host", "half_days", "9223372036854775807", "id = 3"),
        ("siege_host", "without_weeks", "4294967295", "id = 3"),
        ("siege_army", "siege_id", "(SELECT id FROM siege WHERE state = 'ended')", "left_day IS NULL"),
        ("siege_army", "army_id", "army_id + 1", "left_day IS NULL"),
        ("siege_offer", "leave", "'by balloon'", "state = 'agreed'"),
        ("siege_offer", "ransom_pence", "9223372036854775807", "state = 'agreed'"),
        ("siege_offer", "hostages", "4294967296", "state = 'agreed'"),
        ("train", "rations", "9223372036854775807", "id = 1"),
        ("train", "animals", "4294967295", "id = 1"),
        ("train", "mangonels", "65536", "id = 1"),
        ("train", "army_id", "army_id + 1", "id = 1"),
        ("stronghold", "moat_days", "400", "id = 1"),
        ("captive", "offer_id", "NULL", "hostage = 1"),
        ("contact", "siege_id", "NULL", "kind <> 'field'"),
        ("contact", "kind", "'duel'", "kind <> 'field'"),
        ("wall", "outer_damage", "300", "id = 1"),
    ] {
        found_and_saved(besieged(), &format!("UPDATE {table} SET {column} = {value} WHERE {which}"));
        found_and_saved(besieged(), &forged(table, column, value, which));
    }
}

/// A siege whose rows are lost on a page that can be read no more: what belonged to them goes too, and is named.
#[test]
fn what_belonged_to_a_lost_siege_is_named() {
    let folder = folder();
    let file = folder.path().join("border.banneret");
    let to = folder.path().join("saved.banneret");
    fs::write(&file, besieged()).expect("written");
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA foreign_keys = OFF; DELETE FROM siege WHERE state = 'open'; DELETE FROM siege_offer; DELETE FROM change",
    )
    .expect("damaged");
    drop(sql);
    let repair = check::repair_copy(&file, &to).expect("saved");
    assert_eq!(repair.findings, []);
    let told = |fate, table: &str| -> i64 {
        let of = repair.told.iter().filter(|told| told.fate == fate && told.table == table);
        of.map(|told| told.until.zip(told.row).map_or(1, |(until, row)| until - row + 1)).sum()
    };
    assert!(told(RowFate::Lost, "siege_host") > 0 && told(RowFate::Lost, "siege_army") > 0, "{:?}", repair.told);
    assert!(told(RowFate::Lost, "siege_line") > 0, "{:?}", repair.told);
    // The hostages stay captives, and are bargained over like others.
    assert_eq!(told(RowFate::Altered, "captive"), 2 + 2, "pledged for nothing, and no hostages: {:?}", repair.told);
    let mut store = open(&to);
    assert_eq!(store.captives(false).expect("captives").len(), 2);
    let host = store.army_named("Host").expect("the host").id;
    let castle = store.stronghold_named("Stonekeep Castle").expect("the castle").id;
    siege::open(&mut store, host, castle).expect("it is besieged anew");
    sound(&store, "besieged anew");
}

/// What every command makes of a file that `check` calls sound: an answer, or a refusal that finds no damage.
pub(super) fn is_used(file: &Path, what: &str) {
    let file = name(file);
    for command in [
        &["show", file][..],
        &["show", file, "armies"],
        &["show", file, "people"],
        &["show", file, "captives", "--json"],
        &["show", file, "treasury"],
        &["show", file, "chronicle"],
        &["show", file, "battles"],
        &["show", file, "places", "--json"],
        &["siege", file, "show", "--stronghold", "Stonekeep Castle"],
        &["turn", file, "--count", "2"],
        &["undo", file],
        &["redo", file],
        &["check", file],
    ] {
        let output = runs(command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("damaged") && !said.contains("not sound"), "{what}: {command:?}: {said}");
        assert!(!said.contains("always keeps") && !said.contains("always holds"), "{what}: {command:?}: {said}");
    }
}

/// One thing changed as an action would change it: either `check` finds it, and a repair puts it right or names it, or
/// everything can be done with the file as before.
#[test]
fn what_check_calls_sound_can_be_used() {
    let rounds = many(16);
    let (mut found, mut used, mut seed) = (0, 0, 0);
    while found + used < rounds {
        seed += 1;
        let mut dice = Seeded::stream(seed, 43);
        let mut lot = |below: usize| dice.lot("forgery", below);
        let folder = folder();
        let file = folder.path().join("campaign.banneret");
        fs::write(&file, if seed % 3 == 0 { &played().0 } else { besieged() }).expect("written");
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        let table = JOURNALLED[if lot(2) == 0 { lot(JOURNALLED.len()) } else { JOURNALLED.len() - 1 - lot(7) }];
        let columns: Vec<(String, String)> = sql
            .prepare("SELECT name, type FROM pragma_table_info(?1) WHERE name <> 'id'")
            .and_then(|mut query| query.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
            .expect("the columns");
        let rows: i64 = sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).expect("a count");
        if rows == 0 {
            continue;
        }
        let (column, kind) = &columns[lot(columns.len())];
        let value = if kind == "INTEGER" { NUMBERS[lot(NUMBERS.len())] } else { TEXTS[lot(TEXTS.len())] };
        let which =
            format!("id = (SELECT id FROM {table} LIMIT 1 OFFSET {}) AND {column} IS NOT {value}", lot(rows as usize));
        let before = sql.total_changes();
        let done = sql.execute_batch(&forged(table, column, value, &which));
        // A change that the schema itself refuses, or none, is none.
        if done.is_err() || sql.total_changes() - before < 3 {
            continue;
        }
        drop(sql);
        let what = format!("seed {seed}: {table}.{column} = {value}, {which}");
        let findings = check::check(&file).unwrap_or_else(|problem| panic!("{what}: {problem}"));
        if findings.is_empty() {
            used += 1;
            is_used(&file, &what);
            continue;
        }
        found += 1;
        runs(&["turn", name(&file)]);
        runs(&["siege", name(&file), "show", "--stronghold", "Stonekeep Castle"]);
        let to = folder.path().join("saved.banneret");
        let repair = check::repair_copy(&file, &to).unwrap_or_else(|problem| panic!("{what}: {problem}"));
        assert_eq!(repair.findings, [], "{what}: {:?}", repair.told);
        is_used(&to, &format!("{what}, repaired"));
    }
    println!("{rounds} forged: {found} found, {used} used as before");
    assert!(found > rounds / 6, "{found} of {rounds} were found");
}

/// What is typed in for a train or for terms is held to what can be kept and added up.
#[test]
fn no_train_and_no_respite_is_beyond_reckoning() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 500, 100, 20);
    let park = Park::default();
    for train in [
        SiegeTrain { rations: u32::MAX, animals: 0, park },
        SiegeTrain { rations: 0, animals: 1_000_001, park },
        SiegeTrain { rations: 0, animals: 0, park: Park { rams: 1_001, ..park } },
    ] {
        let problem = siege::set_train(&mut it.store, it.host, &train, "all of it").expect_err("too large");
        assert!(
            problem.sentence.contains("No train is as large") && problem.hint.contains("1000000 rations"),
            "{problem}"
        );
    }
    let most = SiegeTrain { rations: 1_000_000, animals: 0, park };
    siege::set_train(&mut it.store, it.host, &most, "all of it").expect("as much as there may be");
    let more = siege::Load { rations: u32::MAX, animals: 0 };
    siege::load(&mut it.store, it.host, more, None).expect_err("more than there may be");
    siege::build(&mut it.store, it.host, Gear::Ladders, u16::MAX).expect_err("more than there is money for");
    let terms = Terms { respite_days: 1_001, ..Terms::plain(Leave::WithArms) };
    let problem = siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect_err("too long");
    assert!(problem.hint.contains("at most 1000 days"), "{problem}");
    sound(&it.store, "after all that");
}

/// An army with a train joins another, and its train with it; from a siege it joins only who is there too.
#[test]
fn an_army_with_a_train_joins_another() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 500, 100, 20);
    it.provide(Park { trebuchets: 1, hurt: 1, ..Park::default() });
    let carts = raise(&mut it.store, "Red", "Carts", "Stonekeep", &[("sergeant", "D", 5)]);
    let train = SiegeTrain { rations: 300, animals: 10, park: Park { trebuchets: 2, ..Park::default() } };
    siege::set_train(&mut it.store, carts, &train, "for the host").expect("loaded");
    let problem = organise::join(&mut it.store, it.host, carts).expect_err("the host besieges");
    assert!(problem.sentence.contains("at a siege"), "{problem}");
    organise::join(&mut it.store, carts, it.host).expect("joined");
    let park = Park { trebuchets: 3, hurt: 1, ..Park::default() };
    assert_eq!(it.store.train(it.host).expect("a train"), SiegeTrain { rations: 20_300, animals: 10, park });
    assert!(it.store.formation(carts).is_err(), "nothing is left of it");
    let more = raise(&mut it.store, "Red", "More", "Stonekeep", &[("sergeant", "D", 5)]);
    siege::join(&mut it.store, more, siege).expect("it joins the siege");
    organise::join(&mut it.store, more, it.host).expect("joined");
    sound(&it.store, "joined");
    assert_eq!(it.store.siege_armies().expect("armies").len(), 1);
    it.turns(1);
    while it.store.undo().expect("undone").is_some() {}
    sound(&it.store, "taken back");
}

/// However many sieges are over, the latest are listed, and how many more there were.
#[cfg(target_os = "linux")]
#[test]
fn sieges_that_are_over_without_end_are_listed_in_little_time_and_memory() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch(
        "BEGIN;
         CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n;
         INSERT INTO siege (id, stronghold_id, besieger_side_id, holder_side_id, begun_day, days, state, ended, ended_day)
             SELECT 1000 + i, hold.id, 3 - side_id, side_id, day - 10, 5, 'ended', 'lifted', day - 5
             FROM n JOIN campaign JOIN (SELECT id, side_id FROM stronghold WHERE side_id < 3 LIMIT 1) AS hold;
         INSERT INTO siege_host (siege_id, part, conduct)
             SELECT 1000 + i, 'besiegers', 'captain' FROM n UNION ALL SELECT 1000 + i, 'garrison', 'captain' FROM n;
         COMMIT;",
    )
    .expect("sieges");
    let begun = Instant::now();
    let (output, held) = peak(&["show", name(&file), "sieges"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert!(held < 300, "{held} MB");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.lines().count() > 1000 && said.contains("… and 19000 older, which are over"), "{said:.200}");
}
