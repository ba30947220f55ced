//! Throngs of small things, each of which a campaign may have: what is told of them takes time and memory by their number,
//! and not by its square, and what no page could tell is refused.

use super::{name, runs};
use crate::support::{folder, march, open, refusal};
use banneret::app::turn;
use banneret::campaign::calendar::Day;
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What takes time by the number of things is done in a small part of this, and what does by its square is not.
const SOON: Duration = Duration::from_secs(40);

/// Changes the march sample by others' hands.
fn altered(sql: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = folder();
    let file = march(&folder);
    by_hand(&file, sql);
    (folder, file)
}

fn by_hand(file: &Path, sql: &str) {
    let store = Connection::open(file).expect("the file");
    store.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).expect("altered");
}

/// Numbers from 1 on, for the words after it.
fn numbers(many: u32) -> String {
    format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})")
}

/// What opens such a file is refused for `why`, and a repaired copy is sound.
fn refused_and_repaired((folder, file): &(tempfile::TempDir, std::path::PathBuf), why: &str) {
    let (sentence, hint) = refusal(&runs(&["show", name(file)]), why);
    assert!(sentence.contains(why), "{sentence}");
    assert!(hint.contains("--repair-copy"), "{hint}");
    let copy = folder.path().join("copy.banneret");
    assert!(runs(&["check", name(file), "--repair-copy", name(&copy)]).status.success());
    assert!(runs(&["check", name(&copy)]).status.success(), "{why}");
}

/// What opens a campaign does so by the number of what is in it.
fn is_shown_soon(file: &Path) {
    let begun = Instant::now();
    assert!(runs(&["show", name(file)]).status.success());
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// The database counts the letters of a word up to one that is none.
#[test]
fn a_name_is_judged_past_a_letter_that_is_none() {
    let long = "UPDATE side SET name = 'Estmark' || char(0) || printf('%.*c', 3000000, 'w') WHERE id = 1";
    refused_and_repaired(&altered(long), "A name in its side table has 3000008 letters");
}

#[test]
fn tags_without_number_are_refused() {
    let tags = "UPDATE person SET tags = replace(printf('%.*c', 1000000, 'a'), 'a', 'a;') WHERE id = 1";
    refused_and_repaired(&altered(tags), "The tags of a man take 2000000 bytes");
}

#[test]
fn ransoms_owed_by_very_many_are_told_soon() {
    let owing = format!(
        "{n} INSERT INTO captive (person_id, holder_side_id, taken_day, class, rank, grade, state, ended, ended_day)
             SELECT 1, 2, 2208000, 'peasant', '', 1, 'ended', 'freed', 2208001 FROM n;
         INSERT INTO instalment (captive_id, payer_id, due_day, pence)
             SELECT captive.id, account.id, 2209000, 1 FROM captive, account
             WHERE captive.state = 'ended' AND account.id = (SELECT min(id) FROM account)",
        n = numbers(120_000)
    );
    is_shown_soon(&altered(&owing).1);
}

#[test]
fn services_that_end_on_as_many_days_as_there_are_men_are_told_soon() {
    let serving = format!(
        "{n} INSERT INTO person (side_id, formation_id, name, class, grade, serves_until)
             SELECT side_id, formation_id, 'Man ' || i, 'peasant', 1, 2300000 + i FROM n, person
             WHERE person.id = (SELECT min(id) FROM person WHERE formation_id IS NOT NULL)",
        n = numbers(150_000)
    );
    is_shown_soon(&altered(&serving).1);
}

/// One action may be about all the men of a campaign, and have written as many lines and men of battles.
#[test]
fn losses_of_very_many_in_one_action_are_found_soon() {
    let lost = format!(
        "{n} INSERT INTO change (action_id, tbl, row, before, after)
             SELECT (SELECT max(id) FROM action WHERE kind = 'do'), 'person', 1 + i % 40, '{{\"state\":\"fit\"}}',
                 '{{\"state\":\"missing\"}}' FROM n;
         {n} INSERT INTO change (action_id, tbl, row, before, after)
             SELECT (SELECT max(id) FROM action WHERE kind = 'do'), tbl, 1000000 + i, NULL, '{{}}'
             FROM n, (SELECT 'line' AS tbl UNION ALL SELECT 'battle_man')",
        n = numbers(20_000)
    );
    let folder = folder();
    let file = march(&folder);
    turn::play(&mut open(&file)).expect("a turn");
    by_hand(&file, &lost);
    let store = open(&file);
    let begun = Instant::now();
    let losses = store.lost_otherwise(store.day().expect("the day") + -400, Day::LAST).expect("the losses");
    assert!(losses.len() >= 20_000, "{}", losses.len());
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// A JPEG that is drawn finer and finer is held whole before it is drawn: a small file may be of very many pixels.
#[test]
fn a_picture_that_is_drawn_finer_and_finer_has_fewer_pixels() {
    let (folder, file) = altered("");
    let picture = folder.path().join("map.jpg");
    fs::write(&picture, finer_and_finer(8900)).expect("written");
    let (sentence, hint) = refusal(&runs(&["map", name(&file), "picture", name(&picture)]), "the picture");
    assert!(sentence.contains("too large: 8900 by 8900"), "{sentence}");
    assert!(hint.contains("40 million"), "{hint}");
    fs::write(&picture, finer_and_finer(160)).expect("written");
    assert!(runs(&["map", name(&file), "picture", name(&picture)]).status.success());
}

/// A grey JPEG of so many pixels across and down, with one scan of what is to be made finer.
fn finer_and_finer(across: u16) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    let mut part = |mark: u8, data: &[u8]| {
        bytes.extend_from_slice(&[0xFF, mark]);
        bytes.extend_from_slice(&(data.len() as u16 + 2).to_be_bytes());
        bytes.extend_from_slice(data);
    };
    part(0xDB, &[&[0][..], &[1; 64]].concat());
    let [high, low] = across.to_be_bytes();
    part(0xC2, &[8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    part(0xC4, &[&[0, 1][..], &[0; 15], &[0]].concat());
    part(0xDA, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]);
    let blocks = usize::from(across).div_ceil(8).pow(2) * 3;
    bytes.extend(std::iter::repeat_n(0, blocks.div_ceil(8)));
    bytes.extend_from_slice(&[0xFF, 0xD9]);
    bytes
}
