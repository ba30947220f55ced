//! Files that are no campaign, not whole, not ours to write, or on a full disk: each its own sentence and remedy, and
//! the file left as it was.

use crate::support::{
    banneret, content, first_day, folder, march, open, refusal, refused, run, said, same, seeds, sound,
};
use banneret::app::{check, relations, turn};
use banneret::campaign::money::Pence;
use banneret::campaign::problem::ProblemKind;
use banneret::rules::dice::{Dice, Seeded};
use banneret::store::Store;
use banneret::store::backups::backups_of;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// Every command that opens a campaign refuses this one alike and leaves its bytes alone. Gives the sentence.
fn refused_by_all(file: &Path, mentions: &str) -> String {
    let before = fs::read(file).ok();
    let file_name = name(file);
    let commands: [&[&str]; 5] = [
        &["show", file_name],
        &["turn", file_name],
        &["undo", file_name],
        &["export", file_name],
        &["march", file_name, "--army", "King's Household", "--to", "Wexbridge"],
    ];
    let said: BTreeSet<(String, String)> = commands.iter().map(|command| refused(command)).collect();
    assert_eq!(said.len(), 1, "one sentence for one fault: {said:?}");
    let (sentence, _) = said.into_iter().next().expect("a sentence");
    assert!(sentence.contains(mentions), "{sentence}");
    assert!(fs::read(file).ok() == before, "“{sentence}”: the file was touched");
    assert!(!backups_of(file).exists(), "“{sentence}”: a backup was made of it");
    sentence.replace(file_name, "FILE")
}

#[test]
fn each_fault_of_a_file_has_its_own_sentence_and_leaves_it_untouched() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mut sentences = BTreeSet::new();
    let mut told = |file: &Path, mentions: &str| {
        let sentence = refused_by_all(file, mentions);
        assert!(sentences.insert(sentence.clone()), "said twice: {sentence}");
    };
    told(&at("missing.banneret"), "There is no file");
    assert!(!at("missing.banneret").exists(), "asking for a file does not make it");

    fs::write(at("empty.banneret"), b"").expect("written");
    told(&at("empty.banneret"), "the file is empty");

    fs::write(at("letter.banneret"), "Dear Osric,\n".repeat(100)).expect("written");
    told(&at("letter.banneret"), "some other kind of file");

    let other = Connection::open(at("other.banneret")).expect("a database");
    other.execute_batch("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);").expect("made");
    drop(other);
    told(&at("other.banneret"), "a database of another program");

    fs::create_dir(at("folder.banneret")).expect("made");
    told(&at("folder.banneret"), "it is a folder");

    fs::write(at("newer.banneret"), first_day()).expect("written");
    let newer = Connection::open(at("newer.banneret")).expect("a campaign");
    newer
        .execute_batch(
            "PRAGMA user_version = 99;
             INSERT INTO refinery_schema_history VALUES (99, 'later', '2036-01-01T00:00:00Z', '1')",
        )
        .expect("as a newer program leaves it");
    drop(newer);
    told(&at("newer.banneret"), "written by a newer Banneret");

    fs::write(at("cut.banneret"), &first_day()[..first_day().len() / 2 + 100]).expect("written");
    told(&at("cut.banneret"), "it was cut short");
    for kept in [20, 99, 4096, first_day().len() - 1] {
        fs::write(at("shorter.banneret"), &first_day()[..kept]).expect("written");
        refused_by_all(&at("shorter.banneret"), "it was cut short");
    }

    // Its bytes are not looked at while it is open: closing them would let go of this process's lock.
    let held = march(&folder);
    let store = open(&held);
    let (sentence, hint) = refused(&["turn", name(&held)]);
    assert!(sentence.contains("Another program has this campaign open") && hint.contains("Close it there"));
    assert_eq!(refused(&["show", name(&held)]), (sentence.clone(), hint.clone()));
    let saved = at("saved.banneret");
    assert_eq!(refused(&["check", name(&held), "--repair-copy", name(&saved)]), (sentence.clone(), hint));
    assert!(!saved.exists());
    assert!(sentences.insert(sentence));
    drop(store);
    assert!(fs::read(&held).expect("the file") == first_day());
}

#[cfg(unix)]
#[test]
fn a_file_or_folder_that_may_only_be_read_is_not_changed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("made");
    let file = inside.join("march.banneret");
    fs::write(&file, first_day()).expect("written");
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("allowed");
    let march = ["march", name(&file), "--army", "King's Household", "--to", "Wexbridge"];
    for (path, shut, free) in [(&file, 0o444, 0o644), (&inside, 0o555, 0o755)] {
        allow(path, shut);
        for command in [&["turn", name(&file)][..], &["undo", name(&file)], &march] {
            let (sentence, hint) = refused(command);
            assert!(sentence.contains("may only be read") && hint.contains("copy it to a folder"), "{sentence} {hint}");
        }
        assert!(fs::read(&file).expect("the file") == first_day() && !backups_of(&file).exists());
        allow(path, free);
    }
    said(&["turn", name(&file)]);
}

/// Flips bits of the header, and many of the pages (all of them, and more, where `BANNERET_SEEDS` asks for many): either the file is refused and untouched, or it opens; and if
/// it opens, either `check` finds fault with it or nothing of its content has changed.
#[test]
fn a_flipped_bit_is_refused_found_or_harmless() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    let mut played = open(&march(&folder));
    for _ in 0..3 {
        turn::play(&mut played).expect("a turn");
    }
    let whole = content(&played);
    drop(played);
    let bytes = fs::read(&file).expect("the file");
    let mut dice = Seeded::stream(11, 0);
    let (each, many) = if seeds() > 40 { (1, seeds()) } else { (8, 48) };
    let header =
        (0..100).flat_map(|byte| (0..8).map(move |bit| (byte, bit))).filter(|(byte, bit)| (byte + bit) % each == 0);
    let pages: Vec<(usize, usize)> =
        (0..many).map(|_| (100 + dice.lot("a byte", bytes.len() - 100), dice.lot("a bit", 8))).collect();
    let (mut refused, mut found, mut harmless) = (0, 0, 0);
    for (byte, bit) in header.chain(pages) {
        let what = format!("byte {byte}, bit {bit}");
        let mut flipped = bytes.clone();
        flipped[byte] ^= 1 << bit;
        fs::write(&file, &flipped).expect("written");
        match Store::open(&file) {
            Err(problem) => {
                refused += 1;
                let known = [ProblemKind::Corrupt, ProblemKind::Foreign, ProblemKind::TooNew].contains(&problem.kind);
                assert!(known && !problem.hint.is_empty(), "{what}: {:?} {problem}", problem.kind);
                assert!(fs::read(&file).expect("the file") == flipped, "{what}: the file was touched: {problem}");
            }
            Ok(store) => match store.check() {
                Ok(findings) if findings.is_empty() => {
                    harmless += 1;
                    same(&whole, &content(&store), &what);
                }
                Ok(_) => found += 1,
                Err(problem) => {
                    found += 1;
                    assert_eq!(problem.kind, ProblemKind::Corrupt, "{what}: {problem}");
                    assert!(!problem.hint.is_empty(), "{what}: {problem}");
                }
            },
        }
    }
    println!("{refused} refused, {found} found, {harmless} harmless");
    assert!(refused > 20 && found > 20, "{refused} refused, {found} found, {harmless} harmless");
}

/// A figure that a damaged disk, or another program, changed without breaking the file.
#[test]
fn a_changed_figure_is_found_by_comparing_with_the_journal() {
    let changes = [
        "UPDATE person SET protection = 1 + protection % 4 WHERE id = 40",
        "UPDATE place SET people = people + 1 WHERE id = 3",
        "UPDATE account SET pence = pence + 8 WHERE id = 2",
        "UPDATE campaign SET seed = seed + 1",
        "DELETE FROM line WHERE id = 1",
        "INSERT INTO house (key, value) VALUES ('battle_men_a_side', '9')",
        "UPDATE change SET before = '{\"protection\":3}' WHERE id = (SELECT max(id) FROM change WHERE before IS NOT NULL)",
        "DELETE FROM change WHERE id = 100",
    ];
    for change in changes {
        let folder = folder();
        let file = march(&folder);
        turn::play(&mut open(&file)).expect("a turn");
        assert_eq!(check::check(&file).expect("checked"), []);
        let sql = Connection::open(&file).expect("the file");
        sql.pragma_update(None, "foreign_keys", false).expect("set");
        assert_eq!(sql.execute(change, []).expect("changed"), 1, "{change}");
        drop(sql);
        let findings = check::check(&file).expect("checked");
        assert!(!findings.is_empty(), "{change} was not found");
        let output = run(["check", name(&file)]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("Broken: "), "{change}");
        let (sentence, hint) = refusal(&output, change);
        assert!(sentence.contains("not sound") && hint.contains("--repair-copy"), "{sentence} {hint}");
    }
}

#[test]
fn a_word_the_program_does_not_know_is_told_with_its_table_and_row() {
    let folder = folder();
    let file = march(&folder);
    for (table, column, word) in [
        ("place", "kind", "citadel"),
        ("route", "kind", "canal"),
        ("stronghold", "kind", "palace"),
        ("side", "people", "Martian"),
        ("line", "kind", "rumour"),
        ("captive", "class", "squire"),
    ] {
        let sql = Connection::open(&file).expect("the file");
        let kept: String =
            sql.query_row(&format!("SELECT {column} FROM {table} WHERE id = 1"), [], |row| row.get(0)).expect("a row");
        let set = format!("UPDATE {table} SET {column} = ?1 WHERE id = 1");
        sql.execute(&set, [word]).expect("it is changed");
        drop(sql);
        let told = format!("{table} 1, {column}: “{word}”");
        let findings = check::check(&file).expect("it is checked");
        assert!(findings.iter().any(|finding| finding.breach.contains(&told)), "{findings:?}");
        let store = open(&file);
        let read = match table {
            "place" => store.places().map(drop),
            "route" => store.routes().map(drop),
            "stronghold" => store.strongholds().map(drop),
            "side" => store.sides().map(drop),
            "line" => store.lines("", None, None, u32::MAX).map(drop),
            _ => store.captives(true).map(drop),
        };
        let problem = read.expect_err("the word is not guessed at");
        assert_eq!(problem.kind, ProblemKind::Corrupt);
        assert!(problem.sentence.contains(&told), "{problem}");
        drop(store);
        Connection::open(&file).expect("the file").execute(&set, [kept]).expect("it is put back");
    }
    sound(&open(&file), "with its own words");
}

#[test]
fn what_can_be_read_of_a_damaged_file_is_saved_in_a_new_one() {
    let folder = folder();
    let file = march(&folder);
    let out = folder.path().join("saved.banneret");
    turn::play(&mut open(&file)).expect("a turn");
    let whole = content(&open(&file));
    // A page of people is torn.
    let sql = Connection::open(&file).expect("the file");
    let page: i64 = sql.pragma_query_value(None, "page_size", |row| row.get(0)).expect("the size of a page");
    let leaves = "SELECT pageno FROM dbstat WHERE name = 'person' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 3";
    let leaf: i64 = sql.query_row(leaves, [], |row| row.get(0)).expect("a page of people");
    let (page, leaf) = (page as usize, leaf as usize);
    drop(sql);
    let mut bytes = fs::read(&file).expect("the file");
    bytes[(leaf - 1) * page..leaf * page].fill(0x5a);
    fs::write(&file, &bytes).expect("written");
    let (_, hint) = refusal(&run(["check", name(&file)]), "a torn page");
    assert!(hint.contains("--repair-copy"), "{hint}");
    let told = said(&["check", name(&file), "--repair-copy", name(&out)]);
    assert!(fs::read(&file).expect("the file") == bytes, "the damaged file is only read");
    let saved = content(&open(&out));
    // The journal knows every one of them.
    same(&whole, &saved, "saved");
    let restored = told.lines().filter(|line| line.starts_with("Restored: person ")).count();
    assert!((1..100).contains(&restored), "{restored} of 600 people were on the page: {told}");
    // A second copy does not replace the first.
    let kept = fs::read(&out).expect("the copy");
    let (sentence, _) = refused(&["check", name(&file), "--repair-copy", name(&out)]);
    assert!(sentence.contains("There is already a file"), "{sentence}");
    assert!(fs::read(&out).expect("the copy") == kept);
}

#[test]
fn a_sound_file_is_saved_whole_and_a_foreign_one_not_at_all() {
    let folder = folder();
    let file = march(&folder);
    let out = folder.path().join("saved.banneret");
    said(&["check", name(&file), "--repair-copy", name(&out)]);
    let saved = open(&out);
    same(&content(&open(&file)), &content(&saved), "saved");
    sound(&saved, "saved");
    let letter = folder.path().join("letter.banneret");
    fs::write(&letter, "Dear Osric,\n".repeat(100)).expect("written");
    let other = folder.path().join("other.banneret");
    refused(&["check", name(&letter), "--repair-copy", name(&other)]);
    refused(&["check", name(&folder.path().join("missing")), "--repair-copy", name(&other)]);
    assert!(!other.exists(), "nothing was saved of it");
}

#[test]
fn no_command_overwrites_a_file() {
    let folder = folder();
    let file = march(&folder);
    let before = fs::read(&file).expect("the file");
    for command in [&["new", name(&file)][..], &["new", name(&file), "--sample", "agincourt"]] {
        let (sentence, hint) = refused(command);
        assert!(sentence.contains("There is already a file"), "{sentence}");
        assert!(hint.contains("never overwritten"), "{hint}");
    }
    let note = folder.path().join("note.txt");
    fs::write(&note, "mine").expect("written");
    refused(&["new", name(&note), "--sample", "march"]);
    assert_eq!(fs::read(&note).expect("the note"), b"mine");
    assert!(fs::read(&file).expect("the file") == before);
    let left: Vec<_> =
        fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("one").path()).collect();
    assert_eq!(left.len(), 2, "nothing else was left behind: {left:?}");
}

/// A disk that is really full: a file system in memory of a few megabytes, which anyone may mount in a name space of
/// his own. Where the system forbids that, the test after this one still has a disk that refuses to grow.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_nothing_is_kept_by_halves() {
    let allowed = Command::new("unshare").args(["-rm", "true"]).output().is_ok_and(|output| output.status.success());
    if !allowed {
        println!("no name space of its own is allowed here; see the file that may not grow");
        return;
    }
    let folder = folder();
    let file = march(&folder);
    let script = r#"
        mkdir disk && mount -t tmpfs -o size=4m tmpfs disk && cp march.banneret disk/c.banneret || exit 99
        exe=$1 c=disk/c.banneret
        $exe turn $c >first.out 2>first.err || exit 98
        cat /dev/zero >disk/filler 2>/dev/null
        cp $c before.banneret
        $exe turn $c >full.out 2>full.err; echo $? >full.code
        cmp before.banneret $c >/dev/null; echo $? >full.same
        $exe new disk/new.banneret --sample march >new.out 2>new.err; echo $? >new.code
        ls disk >new.left
        $exe show $c >show.out 2>show.err || exit 97
        size=$(stat -c %s disk/filler)
        truncate -s $((size - 300000)) disk/filler
        $exe turn $c --count 400 >some.out 2>some.err; echo $? >some.code
        cp $c some.banneret
        $exe check $c >check.out 2>check.err || exit 96
        rm disk/filler
        $exe turn $c >again.out 2>again.err || exit 95
        rm -r $c.backups
        cat /dev/zero >disk/filler 2>/dev/null
        $exe turn $c >backup.out 2>backup.err; echo $? >backup.code
        ls $c.backups >backup.left
    "#;
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, "sh", env!("CARGO_BIN_EXE_banneret")])
        .current_dir(folder.path())
        .output()
        .expect("the script runs");
    assert!(output.status.success(), "{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let read =
        |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    for what in ["full", "new", "some", "backup"] {
        let (code, complaint) = (read(&format!("{what}.code")), read(&format!("{what}.err")));
        assert_eq!(code.trim(), "1", "{what}: {complaint}");
        assert!(complaint.contains("The disk is full") && complaint.contains("Free some space"), "{what}: {complaint}");
    }
    assert!(read("full.out").is_empty() && read("full.same").trim() == "0", "the file is as it was");
    assert!(!read("new.left").contains("new"), "a campaign half made is left: {}", read("new.left"));
    assert!(read("backup.left").trim().is_empty(), "a backup half made is left: {}", read("backup.left"));
    let reported = read("some.out").lines().count() as u32;
    assert!(reported > 0, "there was room for some turns");
    let store = open(&folder.path().join("some.banneret"));
    sound(&store, "after the disk was full");
    assert_eq!(store.about().expect("the campaign").turn, 1 + reported, "what was reported is there, and no more");
    assert!(read("again.out").starts_with(&format!("Turn {}:", reported + 2)), "with room again it goes on");
    drop(open(&file));
}

/// A file that may not grow beyond a limit, which needs no privileges anywhere.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_keeps_what_was_reported() {
    let folder = folder();
    let file = march(&folder);
    let limit = first_day().len() / 1024 + 40;
    let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" turn \"$1\" --count 400");
    let output = Command::new("bash")
        .args(["-c", &script, env!("CARGO_BIN_EXE_banneret"), name(&file)])
        .output()
        .expect("the script runs");
    let reported = String::from_utf8_lossy(&output.stdout).lines().count() as u32;
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(complaint.contains("not full") || complaint.contains("disk is full"), "{complaint}");
    let mut store = open(&file);
    sound(&store, "after the file could not grow");
    assert_eq!(store.about().expect("the campaign").turn, reported, "what was reported is there, and no more");
    turn::play(&mut store).expect("with room again it goes on");
}

#[test]
fn a_reader_that_goes_away_does_no_harm() {
    let folder = folder();
    let file = march(&folder);
    let mut child = banneret(["export", name(&file)]).stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").success());
    let mut store = open(&file);
    let estmark = store.side_named("Estmark").expect("a side").id;
    relations::grant(&mut store, estmark, Pence(1), "a penny").expect("done");
    sound(&store, "after the reader went");
}
