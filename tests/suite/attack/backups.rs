//! Backups when the clock is wrong, an older file was put back, and other things lie in their folder.

use super::{name, runs};
use crate::support::{content, first_day, folder, march, open, sound};
use banneret::app::turn;
use banneret::store::backups::backups_of;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn kept(file: &Path) -> BTreeSet<PathBuf> {
    fs::read_dir(backups_of(file)).expect("the backups").map(|entry| entry.expect("one").path()).collect()
}

/// Plays a turn and backs it up, so many times; each backup must be there afterwards.
fn played(file: &Path, times: u32) {
    let mut store = open(file);
    for _ in 0..times {
        turn::play(&mut store).expect("a turn");
        let made = store.back_up().expect("a backup").expect("it changed");
        assert!(made.exists(), "a backup was thrown away as it was made");
        assert!(kept(file).len() <= 10);
    }
}

#[test]
fn a_clock_that_was_ahead_throws_no_new_backup_away() {
    let folder = folder();
    let file = march(&folder);
    played(&file, 11);
    // As if the eleven had been played while the clock was thirty years ahead, under the names of before.
    for (at, path) in kept(&file).into_iter().enumerate() {
        fs::rename(&path, path.with_file_name(format!("2056010112000{at:04}-{at:08}.banneret"))).expect("renamed");
    }
    assert_eq!(kept(&file).len(), 10);
    played(&file, 12);
    let newest = kept(&file).into_iter().next_back().expect("backups");
    assert!(content(&open(&newest)) == content(&open(&file)), "the newest is the last made");
    let new = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("backup-"));
    assert!(kept(&file).iter().all(new), "those of the clock ahead went first: {:?}", kept(&file));
}

#[test]
fn an_older_campaign_put_back_is_backed_up_like_any_other() {
    let folder = folder();
    let file = march(&folder);
    played(&file, 11);
    fs::write(&file, first_day()).expect("put back");
    played(&file, 3);
    let newest = kept(&file).into_iter().next_back().expect("backups");
    assert_eq!(open(&newest).about().expect("the campaign").turn, 3);
}

#[test]
fn what_the_user_keeps_in_the_folder_is_left_alone() {
    let folder = folder();
    let file = march(&folder);
    fs::create_dir(backups_of(&file)).expect("made");
    let mine: Vec<PathBuf> = [
        "0-before-the-siege.banneret",
        "00000000000000000-copy.banneret",
        "2020-01-01.banneret",
        "1335-07.banneret",
        "a.txt",
    ]
    .iter()
    .map(|name| backups_of(&file).join(name))
    .collect();
    mine.iter().for_each(|path| fs::write(path, "mine").expect("written"));
    let inner = backups_of(&file).join("00000000000000001-00000001.banneret");
    fs::create_dir(&inner).expect("made");
    let mut store = open(&file);
    for _ in 0..12 {
        turn::play(&mut store).expect("a turn");
        store.back_up().expect("a backup").expect("it changed");
    }
    assert!(mine.iter().all(|path| fs::read(path).is_ok_and(|text| text == b"mine")));
    assert!(inner.is_dir());
    assert_eq!(kept(&file).len(), 10 + mine.len() + 1);
}

#[test]
fn something_in_the_way_of_the_folder_stops_nobody() {
    let folder = folder();
    let file = march(&folder);
    fs::write(backups_of(&file), "a note").expect("written");
    let output = runs(&["turn", name(&file)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("Turn 1:"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("No backup can be kept") && told.contains("Move it elsewhere"), "{told}");
    assert_eq!(fs::read(backups_of(&file)).expect("the note"), b"a note");
}

#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_no_unicode_is_as_good_as_any() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"war\xff"));
    fs::create_dir(&odd).expect("made");
    let file = odd.join("march.banneret");
    let made = crate::support::run([
        std::ffi::OsStr::new("new"),
        file.as_os_str(),
        "--sample".as_ref(),
        "march".as_ref(),
        "--json".as_ref(),
    ]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(open(&file).back_up().expect("a backup").is_some_and(|path| path.exists()));
    let to = odd.join("copy.banneret");
    open(&file).copy_to(&to).expect("a copy");
    sound(&open(&to), "the copy");
    let printed = crate::support::run([
        std::ffi::OsStr::new("export"),
        file.as_os_str(),
        "--json".as_ref(),
        "-o".as_ref(),
        odd.join("e").as_os_str(),
    ]);
    assert_eq!(printed.status.code(), Some(0), "{}", String::from_utf8_lossy(&printed.stderr));
}

/// A path that SQLite would take for a web address with settings in it.
#[cfg(unix)]
#[test]
fn a_name_that_looks_like_an_address_is_a_name() {
    let folder = folder();
    let made = crate::support::banneret(["new", "file:war?mode=memory", "--sample", "march"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(folder.path().join("file:war?mode=memory").exists());
}

#[test]
fn an_old_campaign_is_backed_up_before_it_is_brought_up() {
    let folder = folder();
    let file = folder.path().join("old.banneret");
    let sql = Connection::open(&file).expect("a file");
    sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
    sql.execute_batch(include_str!("../../data/schema-v1.sql")).expect("the dump is read");
    drop(sql);
    let before = content_raw(&file);
    drop(open(&file));
    let backup = kept(&file).into_iter().next().expect("a backup");
    assert_eq!(content_raw(&backup), before);
}

fn content_raw(file: &Path) -> (i64, i64) {
    let sql = Connection::open(file).expect("the file");
    let version = sql.pragma_query_value(None, "user_version", |row| row.get(0)).expect("its version");
    (version, sql.query_row("SELECT count(*) FROM person", [], |row| row.get(0)).expect("people"))
}

#[test]
fn a_number_beyond_all_bounds_in_the_folder_is_somebody_elses() {
    let folder = folder();
    let file = march(&folder);
    fs::create_dir(backups_of(&file)).expect("made");
    let theirs = backups_of(&file).join("backup-18446744073709551615-20260101-1.banneret");
    fs::write(&theirs, "theirs").expect("written");
    let mut store = open(&file);
    for _ in 0..12 {
        turn::play(&mut store).expect("a turn");
        store.back_up().expect("a backup").expect("it changed");
    }
    assert!(theirs.exists(), "it is left alone");
    assert_eq!(kept(&file).len(), 11, "ten of ours, and theirs");
}

/// To look at an older campaign nothing need be written beside it.
#[test]
fn an_older_campaign_is_looked_at_where_no_backup_can_be_kept() {
    let folder = folder();
    let file = folder.path().join("old.banneret");
    let sql = Connection::open(&file).expect("a file");
    sql.pragma_update(None, "foreign_keys", false).expect("rows come before what they point to");
    sql.execute_batch(include_str!("../../data/schema-v3.sql")).expect("filled");
    drop(sql);
    fs::write(backups_of(&file), "a note of mine").expect("written");
    let before = fs::read(&file).expect("the file");
    super::does(&["show", name(&file)]);
    super::does(&["show", name(&file), "people"]);
    runs(&["check", name(&file)]);
    assert_eq!(runs(&["turn", name(&file)]).status.code(), Some(1), "it may not be changed");
    assert!(fs::read(&file).expect("the file") == before, "it is as it was");
}
