//! Disks that are full, that refuse, and that fail in the middle: what is written for the user is whole or not there, and
//! what is told of it is so.

use super::{does, name, runs};
use crate::support::{banneret, content, first_day, folder, march, open, refusal, sound};
use banneret::app::{relations, turn};
use banneret::campaign::money::Pence;
use banneret::store::Store;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the program with its answers sent to a device that is full.
#[cfg(target_os = "linux")]
fn into_a_full_disk(arguments: &[&str]) -> Output {
    let full = OpenOptions::new().write(true).open("/dev/full").expect("the full device");
    banneret(arguments).stdout(Stdio::from(full)).stderr(Stdio::piped()).output().expect("it runs")
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_cut_short_by_a_full_disk_is_told_of() {
    let folder = folder();
    let file = march(&folder);
    let file = name(&file);
    for command in [
        &["export", file][..],
        &["export", file, "--csv"],
        &["show", file, "people"],
        &["show", file, "--json"],
        &["samples"],
        &["castles", "perft", "--depth", "1"],
        &["--help"],
        &["people", file, "--json"],
    ] {
        let output = into_a_full_disk(command);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("disk is full") && said.contains("cut short"), "{command:?}: {said}");
    }
    // What it did in the campaign is kept, as it says.
    let output = into_a_full_disk(&["turn", file]);
    let (_, hint) = refusal(&output, "a turn");
    assert!(hint.contains("kept all the same"), "{hint}");
    assert_eq!(open(Path::new(file)).about().expect("the campaign").turn, 1);
}

/// Runs a command of the shell with the program as `$0`; files may not grow beyond so many kilobytes.
#[cfg(unix)]
fn limited(kilobytes: usize, folder: &Path, script: &str) -> Output {
    let script = format!("ulimit -f {kilobytes}; {script}");
    Command::new("bash")
        .args(["-c", &script, env!("CARGO_BIN_EXE_banneret")])
        .current_dir(folder)
        .output()
        .expect("the script runs")
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_whole_is_not_there_and_nothing_is_left_beside() {
    let folder = folder();
    march(&folder);
    let before = fs::read_dir(folder.path()).expect("the folder").count();
    let mut commands = vec![
        "\"$0\" export march.banneret -o out",
        "\"$0\" export march.banneret --csv -o out",
        "\"$0\" check march.banneret --repair-copy out",
        "\"$0\" new out --sample march",
    ];
    if cfg!(feature = "print") {
        commands.push("\"$0\" muster march.banneret --army 'Host of Estmark' -o out");
        commands.push("\"$0\" chronicle march.banneret -o out");
    }
    for command in commands {
        let output = limited(8, folder.path(), command);
        assert_eq!(output.status.code(), Some(1), "{command}: {}", String::from_utf8_lossy(&output.stdout));
        let left: Vec<_> =
            fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("one").file_name()).collect();
        assert_eq!(left.len(), before, "{command}: {left:?}");
    }
}

#[test]
fn an_export_to_a_file_is_whole_and_overwrites_nothing() {
    let folder = folder();
    let file = march(&folder);
    let to = folder.path().join("out.csv");
    does(&["export", name(&file), "--csv", "-o", name(&to)]);
    assert_eq!(fs::read_to_string(&to).expect("the export"), does(&["export", name(&file), "--csv"]));
    let (sentence, _) = refusal(&runs(&["export", name(&file), "-o", name(&to)]), "a second export");
    assert!(sentence.contains("There is already a file"), "{sentence}");
    let missing = folder.path().join("no").join("out.json");
    let (sentence, _) = refusal(&runs(&["export", name(&file), "-o", name(&missing)]), "no such folder");
    assert!(sentence.contains("could not be written"), "{sentence}");
}

/// Turns played until the file may grow no more: those that are kept are told of, in either form.
#[cfg(unix)]
#[test]
fn what_was_kept_before_the_disk_was_full_is_told_of() {
    for json in ["", "--json"] {
        let folder = folder();
        let file = march(&folder);
        let limit = first_day().len() / 1024 + 40;
        let output = limited(limit, folder.path(), &format!("\"$0\" turn march.banneret --count 400 {json}"));
        assert_eq!(output.status.code(), Some(1));
        let kept = open(&file).about().expect("the campaign").turn;
        assert!(kept > 0, "there was room for some turns");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains(&format!("{kept} turns were kept, the next was not")), "{complaint}");
        assert!(!complaint.contains("as it was before"), "{complaint}");
        if !json.is_empty() {
            let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(told.as_array().map(Vec::len), Some(kept as usize));
        }
    }
}

/// Has the system fail one call of the program, if it lets a tracer do that.
#[cfg(target_os = "linux")]
fn failing(inject: &str, arguments: &[&str]) -> Option<Output> {
    let tracer = |inject: &str, program: &str, arguments: &[&str]| {
        let call = inject.split(':').next().unwrap_or_default();
        let (trace, inject) = (format!("trace={call}"), format!("inject={inject}"));
        Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject, program])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
    };
    let allowed = tracer("fsync:error=EIO:when=1", "true", &[]).is_ok_and(|output| output.status.success());
    allowed.then(|| tracer(inject, env!("CARGO_BIN_EXE_banneret"), arguments).expect("it runs"))
}

/// Each write, sync and truncation of an action fails in turn. What it says of the action is so, and the file is sound.
#[cfg(target_os = "linux")]
#[test]
fn whichever_call_fails_what_is_said_of_the_action_is_so() {
    let most = if crate::support::seeds() > 40 { 60 } else { 6 };
    let (mut kept_all_the_same, mut kept, mut refused) = (0, 0, 0);
    for call in ["fsync", "fdatasync", "write", "pwrite64", "ftruncate", "unlink"] {
        for at in 1..=most {
            let folder = folder();
            let file = march(&folder);
            // There is a backup, so that the calls are the action's.
            drop(open(&file).back_up().expect("a backup"));
            let Some(output) = failing(&format!("{call}:error=EIO:when={at}"), &["turn", name(&file)]) else {
                // Where no tracer is, or none is allowed, the attack at large is not made.
                assert!(crate::support::seeds() <= 40, "calls are made to fail by strace, which is not to be had here");
                return;
            };
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let what = format!("{call} {at}: {said}");
            assert!(!said.contains("panicked"), "{what}");
            let store = Store::open(&file).unwrap_or_else(|problem| panic!("{what}: {problem}"));
            sound(&store, &what);
            let turns = store.about().expect("the campaign").turn;
            if output.status.success() {
                kept += 1;
                assert_eq!(turns, 1, "{what}: done and lost");
            } else if said.contains("It was kept") || said.contains("kept all the same") {
                kept_all_the_same += 1;
                assert_eq!(turns, 1, "{what}");
            } else if !said.contains("cannot be told") {
                refused += 1;
                assert_eq!(turns, 0, "{what}: it was kept");
            }
            // Past the last call of its kind, nothing fails any more.
            if output.status.success() && at > 3 {
                break;
            }
        }
    }
    println!("{kept} kept, {kept_all_the_same} kept all the same, {refused} refused");
    assert!(refused > 3 && kept > 0, "{kept} kept, {kept_all_the_same} kept all the same, {refused} refused");
}

/// Actions taken back and brought again until the disk is full: those that are kept are told of, in either form.
#[cfg(target_os = "linux")]
#[test]
fn what_was_taken_back_before_the_disk_was_full_is_told_of() {
    const TURNS: u32 = 12;
    let folder = folder();
    let played = march(&folder);
    let mut store = open(&played);
    (0..TURNS).for_each(|_| drop(turn::play(&mut store).expect("a turn")));
    drop(store.back_up().expect("a backup"));
    drop(store);
    let undone = folder.path().join("undone.banneret");
    fs::copy(&played, &undone).expect("a copy");
    let mut store = open(&undone);
    while store.undo().expect("undone").is_some() {}
    drop(store.back_up().expect("a backup"));
    drop(store);
    let mut halfway = 0;
    for (verb, file, how, last) in
        [("undo", &played, "--count", "12"), ("redo", &undone, "--count", "12"), ("undo", &played, "--to", "1")]
    {
        for (at, json) in [(40, false), (90, true), (150, false)] {
            let whole = fs::read(file).expect("the file");
            let mut command = vec![verb, name(file), how, last];
            command.extend(json.then_some("--json"));
            let Some(output) = failing(&format!("pwrite64:error=ENOSPC:when={at}+"), &command) else {
                // Where no tracer is, or none is allowed, the attack at large is not made.
                assert!(crate::support::seeds() <= 40, "calls are made to fail by strace, which is not to be had here");
                return;
            };
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let what = format!("{verb}, full at write {at}: {said}");
            let store = Store::open(file).unwrap_or_else(|problem| panic!("{what}: {problem}"));
            sound(&store, &what);
            let turn = store.about().expect("the campaign").turn;
            drop(store);
            let kept = if verb == "undo" { TURNS - turn } else { turn };
            fs::write(file, whole).expect("as before");
            if output.status.success() || kept == 0 || kept == TURNS {
                continue;
            }
            halfway += 1;
            let steps = if kept == 1 { "1 action was kept".to_owned() } else { format!("{kept} actions were kept") };
            assert!(said.contains(&format!("{steps}, the next was not")), "{what}, {kept} kept");
            assert!(!said.contains("as it was before"), "{what}");
            let told = match json {
                true => serde_json::from_slice::<serde_json::Value>(&output.stdout)
                    .expect("JSON")
                    .as_array()
                    .map_or(0, Vec::len),
                false => String::from_utf8_lossy(&output.stdout).lines().count(),
            };
            assert_eq!(told, kept as usize, "{what}");
        }
    }
    assert!(halfway >= 2, "{halfway} runs were stopped halfway");
}

/// A disk that gives no locks is not mistaken for another program.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_locks_is_told_from_another_program() {
    let folder = folder();
    let file = march(&folder);
    let Some(output) = failing("fcntl,flock:error=ENOLCK", &["show", name(&file)]) else {
        println!("no tracer is allowed here");
        return;
    };
    let (sentence, hint) = refusal(&output, "no locks");
    assert!(sentence.contains("its disk locks no files") && hint.contains("to a disk of this machine"), "{sentence}");
}

/// A file removed, moved away or replaced while it is open is not kept in any longer as if nothing were.
#[cfg(unix)]
#[test]
fn nothing_is_kept_in_a_file_that_is_gone() {
    type Hand = fn(&Path);
    let hands: [(&str, Hand); 3] = [
        ("removed", |file| fs::remove_file(file).expect("removed")),
        ("moved", |file| fs::rename(file, file.with_extension("old")).expect("moved")),
        ("replaced", |file| {
            let other = file.with_extension("other");
            fs::write(&other, first_day()).expect("written");
            fs::rename(other, file).expect("replaced");
        }),
    ];
    for (what, hand) in hands {
        let folder = folder();
        let file = march(&folder);
        let mut store = open(&file);
        turn::play(&mut store).expect("a turn");
        hand(&file);
        let estmark = store.side_named("Estmark").expect("a side").id;
        for problem in [
            turn::play(&mut store).expect_err(what),
            relations::grant(&mut store, estmark, Pence(5), "a gift").expect_err(what),
            store.undo().expect_err(what),
        ] {
            assert!(problem.sentence.contains("nothing of this was kept"), "{what}: {problem}");
            assert!(problem.sentence.contains("moved, removed or replaced"), "{what}: {problem}");
        }
        drop(store);
        if what == "replaced" {
            assert!(fs::read(&file).expect("the file") == first_day(), "the new file is as it was");
        }
        // Put back, it goes on.
        if what == "moved" {
            fs::rename(file.with_extension("old"), &file).expect("put back");
            let mut store = open(&file);
            assert_eq!(store.about().expect("the campaign").turn, 1);
            turn::play(&mut store).expect("a turn");
        }
    }
}

/// A campaign whose file and folder may only be read is shown, checked and exported, and not changed.
#[cfg(unix)]
#[test]
fn a_campaign_that_may_only_be_read_is_shown_and_checked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("made");
    let file = inside.join("march.banneret");
    fs::write(&file, first_day()).expect("written");
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("allowed");
    let whole = content(&open(&file));
    for (path, shut, free) in [(&file, 0o444, 0o644), (&inside, 0o555, 0o755)] {
        allow(path, shut);
        assert!(does(&["show", name(&file)]).contains("The March"));
        assert!(does(&["check", name(&file)]).starts_with("All is sound"));
        let export: serde_json::Value = serde_json::from_str(&does(&["export", name(&file)])).expect("JSON");
        assert!(export["content"].as_object() == Some(&whole));
        let (sentence, _) = refusal(&runs(&["turn", name(&file)]), "a turn");
        assert!(sentence.contains("may only be read"), "{sentence}");
        let mut store = Store::open_to_read(&file).expect("it opens");
        assert!(turn::play(&mut store).is_err_and(|problem| problem.sentence.contains("may only be read")));
        drop(store);
        allow(path, free);
    }
    assert!(fs::read(&file).expect("the file") == first_day());
}

/// A campaign that a crash left in the middle of an action, on a disk that may only be read, is shown as it was before it.
#[cfg(unix)]
#[test]
fn a_crashed_campaign_that_may_only_be_read_is_shown() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("made");
    let (file, crashed) = (inside.join("march.banneret"), inside.join("crashed.banneret"));
    fs::write(&file, first_day()).expect("written");
    let whole = content(&open(&file));
    // Half an action, more than fits in memory, copied with its journal as the killed program would leave it.
    let sql = rusqlite::Connection::open(&file).expect("the file");
    sql.execute_batch(
        "PRAGMA cache_size = 2; BEGIN; UPDATE person SET name = name || ' the Lost', note = printf('%.*c', 3000, 'w');",
    )
    .expect("begun");
    let journal = |of: &Path| PathBuf::from(format!("{}-journal", of.display()));
    fs::copy(&file, &crashed).expect("a copy");
    fs::copy(journal(&file), journal(&crashed)).expect("its journal");
    drop(sql);
    let (bytes, log) = (fs::read(&crashed).expect("the file"), fs::read(journal(&crashed)).expect("the journal"));
    assert!(bytes != first_day(), "the action had begun");
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("allowed");
    for (path, shut, free) in [(&crashed, 0o444, 0o644), (&inside, 0o555, 0o755)] {
        allow(path, shut);
        assert!(does(&["show", name(&crashed)]).contains("The March"));
        assert!(does(&["check", name(&crashed)]).starts_with("All is sound"));
        let export: serde_json::Value = serde_json::from_str(&does(&["export", name(&crashed)])).expect("JSON");
        assert!(export["content"].as_object() == Some(&whole));
        let (sentence, _) = refusal(&runs(&["turn", name(&crashed)]), "a turn");
        assert!(sentence.contains("may only be read"), "{sentence}");
        allow(path, free);
    }
    assert!(fs::read(&crashed).expect("the file") == bytes && fs::read(journal(&crashed)).expect("it") == log);
}

/// What a killed program left beside a file is taken away by the next that makes or opens one of the name, and only that.
#[test]
fn what_a_killed_program_left_is_taken_away() {
    let folder = folder();
    let file = folder.path().join("war.banneret");
    let path = |name: &str| folder.path().join(name);
    let lay = || {
        // No program has a number so large.
        let left = ["making", "making.source", "trial"].map(|what| path(&format!("war.banneret.4194999.{what}")));
        for left in &left {
            fs::write(left, &first_day()[..20_000]).expect("written");
        }
        left
    };
    let kept = ["war.banneret.notes.making", "peace.banneret.77.making", "war.banneret.4194999.held.txt"].map(path);
    for kept in &kept {
        fs::write(kept, "mine").expect("written");
    }
    let left = lay();
    does(&["new", name(&file), "--sample", "march"]);
    assert!(left.iter().all(|left| !left.exists()), "{left:?} is litter");
    let left = lay();
    let held = path("war.banneret.4194999.held");
    fs::hard_link(&file, &held).expect("linked");
    does(&["turn", name(&file)]);
    assert!(left.iter().all(|left| !left.exists()) && !held.exists(), "{left:?} is litter");
    assert!(kept.iter().all(|kept| kept.exists()), "what is not its own is left alone");
    let (sentence, _) = refusal(&runs(&["new", name(&folder.path().join("no/dir/x"))]), "no folder");
    assert!(!sentence.contains("making"), "{sentence}");
    assert!(sentence.contains("There is no folder"), "{sentence}");
}

/// What fails after it was kept counts among what was kept.
#[cfg(target_os = "linux")]
#[test]
fn what_was_kept_all_the_same_is_counted() {
    let mut seen = 0;
    for at in 1..=12 {
        let folder = folder();
        let file = march(&folder);
        drop(open(&file).back_up().expect("a backup"));
        let inject = format!("fsync:error=EIO:when={at}");
        let Some(output) = failing(&inject, &["turn", name(&file), "--count", "3"]) else {
            println!("no tracer is allowed here");
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let turns = open(&file).about().expect("the campaign").turn;
        if said.contains("of the last: It was kept") {
            seen += 1;
            let all = if turns == 1 { "1 turn was kept".to_owned() } else { format!("{turns} turns were kept") };
            assert!(said.contains(&all), "fsync {at}: {turns} turns, {said}");
        }
        assert!(!said.contains("the next was not: It was kept"), "{said}");
    }
    println!("{seen} were kept all the same after others");
}

/// A file that another program writes over while it is open is not written to any more.
#[test]
fn nothing_is_kept_in_a_file_that_was_written_over() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    turn::play(&mut store).expect("a turn");
    let backup = store.back_up().expect("a backup").expect("it changed");
    turn::play(&mut store).expect("another");
    let older = std::fs::read(&backup).expect("the backup");
    // In place, as a copying program does: the name stands for the same file as before.
    std::fs::write(&file, &older).expect("written over");
    for _ in 0..2 {
        let problem = turn::play(&mut store).expect_err("it is another campaign now");
        assert!(problem.sentence.contains("wrote over"), "{problem}");
    }
    drop(store);
    assert!(std::fs::read(&file).expect("the file") == older, "what was put there is as it was");
    let store = open(&file);
    assert_eq!(store.about().expect("the campaign").turn, 1);
    sound(&store, "written over");
}
