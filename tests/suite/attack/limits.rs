//! Things of a size or a kind nobody meant: devices and pipes for files, rosters and grounds without end, records that
//! unfold to more than the memory, clocks far off. Each is refused in a sentence, soon, and in little memory.

use super::damage::played;
use super::{does, name, runs};
use crate::support::{folder, march, open, refusal, seeds};
use banneret::app::{check, files, found, import, replay, turn};
use banneret::campaign::ids::BattleId;
use banneret::store::Store;
use rusqlite::Connection;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Runs the program with no more memory than a small machine would give it.
#[cfg(target_os = "linux")]
pub(super) fn in_little_memory(arguments: &[&str]) -> Output {
    in_memory_of(600, arguments)
}

/// The same in as many MB, of which the program takes two hundred before it has read anything.
#[cfg(target_os = "linux")]
pub(super) fn in_memory_of(megabytes: u32, arguments: &[&str]) -> Output {
    let limited = format!("ulimit -v {megabytes}000; exec \"$0\" \"$@\"");
    let output = Command::new("bash")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_banneret")])
        .args(arguments)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?} ends by {}: {said:.300}", output.status);
    assert!(output.stderr.len() < 100_000, "{arguments:?} says {} bytes", output.stderr.len());
    output
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_ordinary_file_is_refused_at_once() {
    let folder = folder();
    let file = march(&folder);
    turn::play(&mut open(&file)).expect("the hosts meet");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("made").success());
    let hosts = ["--attacker", "Host of Estmark", "--defender", "Host of Gorwen"];
    for odd in ["/dev/zero", name(&pipe), name(folder.path())] {
        for command in [
            &["import", name(&file), odd, "--side", "Estmark"][..],
            &[&["battle", name(&file)][..], &hosts, &["--dry-run", "--ground", odd]].concat(),
            &[&["report", name(&file)][..], &hosts, &[odd]].concat(),
            &["castles", "replay", odd],
            &["show", odd],
            &["check", odd],
        ] {
            let begun = Instant::now();
            let (sentence, _) = refusal(&in_little_memory(command), &format!("{command:?}"));
            assert!(begun.elapsed() < Duration::from_secs(20), "{command:?}");
            let known = ["no ordinary file", "is empty", "it is a folder"];
            assert!(known.iter().any(|known| sentence.contains(known)), "{command:?}: {sentence}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_roster_of_faults_tells_the_first_of_them_and_how_many_more() {
    let folder = folder();
    let file = march(&folder);
    let roster = folder.path().join("bad.csv");
    let taken = |text: &str| {
        fs::write(&roster, text).expect("written");
        refusal(&in_little_memory(&["import", name(&file), name(&roster), "--side", "Estmark"]), "a bad roster").0
    };
    let told = taken(&format!("class,grade\n{}", "serf,Z\n".repeat(200_000)));
    assert_eq!(told.lines().count(), 101, "{told:.300}");
    assert!(told.ends_with(" more, as far as it was read."), "{told:.300}");
    let told = taken(&format!("class,grade\n{}", "serf,Z\n".repeat(2_000)));
    assert!(told.ends_with("And 3,900 more."), "{told:.300}");
    let wide = format!("class,grade\n{}\n", "x,".repeat(10_000_000));
    assert!(taken(&wide).len() < 2_000);
    let cell = format!("class,grade,name\nknight,C,{}\n", "w".repeat(25_000_000));
    let told = taken(&cell);
    assert!(told.len() < 1_000 && told.contains("at most 120 letters"), "{told:.300}");
    let told = taken(&format!("class,grade\n{}\n", "w".repeat(25_000_000)));
    assert!(told.len() < 1_000, "{told:.300}");
    let told = taken(&"class,grade\nknight,C\n".repeat(2_000_000));
    assert!(told.contains("too large"), "{told:.300}");
}

#[test]
fn a_quotation_mark_open_to_the_end_is_a_fault() {
    for (text, line) in [
        ("class,grade,name\nknight,C,\"Ivo\nsergeant,B,Hal\n", Some(2)),
        ("class,grade,name\nknight,C,\"Ivo", Some(2)),
        ("class,grade,name\r\nknight,C,Ivo\r\n\r\nknight,C,\"\"\"", Some(4)),
        ("class,grade,name\nknight,C,\"Ivo \"\"the Tall\"\"\"\n", None),
        ("class,grade,name\nknight,C,Ivo 6\"\n", None),
    ] {
        match (import::read(text.as_bytes()), line) {
            (Ok(_), None) => {}
            (Err(problem), Some(line)) => {
                let told = problem.sentence.starts_with(&format!("Line {line}"));
                assert!(told && problem.sentence.contains("quotation mark"), "{text:?}: {problem}");
            }
            (read, _) => panic!("{text:?}: {read:?}"),
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_ground_without_end_is_refused_soon() {
    let folder = folder();
    let file = march(&folder);
    turn::play(&mut open(&file)).expect("the hosts meet");
    let ground = folder.path().join("ground.toml");
    let mut keys = String::new();
    for key in 0..300_000 {
        let _ = writeln!(keys, "k{key} = 1");
    }
    let mut few = keys.lines().take(20_000).collect::<Vec<_>>().join("\n");
    few.truncate(250_000);
    for text in [keys, "\u{7f}junk".repeat(4_000_000), few, "[".repeat(200_000), "a.".repeat(100_000)] {
        fs::write(&ground, text).expect("written");
        let begun = Instant::now();
        let hosts = ["--attacker", "Host of Estmark", "--defender", "Host of Gorwen"];
        let command = [&["battle", name(&file)][..], &hosts, &["--dry-run", "--ground", name(&ground)]].concat();
        let (sentence, _) = refusal(&in_little_memory(&command), "a ground");
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        assert!(sentence.contains("too large") || sentence.contains("no ground"), "{sentence:.300}");
    }
}

/// A record of a few bytes that unfolds to gigabytes.
#[test]
fn a_record_that_unfolds_without_end_is_refused() {
    let (bytes, _) = played();
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, bytes).expect("written");
    let battle = open(&file).battles().expect("the battles").into_iter().find(|battle| battle.record.is_some());
    let battle: BattleId = battle.expect("a battle with its record").id;
    // More than a record may unfold to; and what may unfold, but into more values than fit in memory.
    for (begins, times) in [("plan", 300 << 20), ("tables", 31 << 20)] {
        let long = format!("{{\"{begins}\":[{}", "0,".repeat(times));
        let mut bomb = b"BnBt".to_vec();
        bomb.extend(2u32.to_le_bytes());
        bomb.extend(miniz(long.as_bytes()));
        drop(long);
        let sql = Connection::open(&file).expect("the file");
        sql.execute("UPDATE record SET data = ?1", [&bomb]).expect("changed");
        drop(sql);
        let problem = replay::of_battle(&open(&file), battle).expect_err("it is no record");
        assert!(!problem.sentence.is_empty(), "{problem}");
        let findings = check::check(&file).expect("checked");
        assert!(findings.iter().any(|finding| finding.rule.contains("record")), "{findings:?}");
        #[cfg(target_os = "linux")]
        assert_eq!(in_little_memory(&["check", name(&file)]).status.code(), Some(1), "{begins}");
    }
}

/// Puts armies of one man each in a place, by turns of two sides at war, with orders to march there and back.
fn throng(file: &Path, armies: u32) {
    let sql = Connection::open(file).expect("the file");
    sql.execute_batch(&format!(
        "PRAGMA foreign_keys = OFF; BEGIN;
         CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {armies}) SELECT i FROM n;
         INSERT INTO formation (id, side_id, army_id, level, name, place_id, ordinal)
             SELECT 10000 + i, 1 + i % 2, 10000 + i, 'army', 'Host ' || i, 1 + i % 2, i FROM n;
         INSERT INTO formation (id, side_id, army_id, parent_id, level, name, ordinal)
             SELECT 100000 + i, 1 + i % 2, 10000 + i, 10000 + i, 'unit', 'Unit ' || i, i FROM n;
         INSERT INTO person (side_id, formation_id, name, class, grade)
             SELECT 1 + i % 2, 100000 + i, 'Man ' || i, 'peasant', 2 FROM n;
         INSERT INTO march (army_id, path) SELECT 10000 + i, CASE i % 2 WHEN 0 THEN '2,1' ELSE '1,2' END FROM n;
         COMMIT;"
    ))
    .expect("armies");
}

/// Armies by the thousand that march against each other on one road meet in the time of a turn.
#[test]
fn a_throng_of_armies_marches_and_meets_and_more_are_refused() {
    let folder = folder();
    let file = march(&folder);
    throng(&file, if seeds() > 40 { 4_000 } else { 1_500 });
    let begun = Instant::now();
    does(&["turn", name(&file)]);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    does(&["show", name(&file), "contacts"]);
    let more = march(&folder);
    throng(&more, 5_001);
    let (sentence, _) = refusal(&runs(&["show", name(&more)]), "more armies");
    assert!(sentence.contains("armies, and a campaign has 5000 at most"), "{sentence}");
}

/// So many sieges at once as a turn is reckoned for are played, and more are refused.
#[test]
fn sieges_by_the_hundred_are_played_and_more_are_refused() {
    let folder = folder();
    let besieged = |sieges: u32| {
        let file = march(&folder);
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; BEGIN;
             CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {sieges}) SELECT i FROM n;
             INSERT INTO place (id, name, kind, x, y) SELECT 1000 + i, 'Place ' || i, 'village', i, i FROM n;
             INSERT INTO stronghold (id, place_id, side_id, name, kind, capacity, rations, store_capacity)
                 SELECT 1000 + i, 1000 + i, 2, 'Keep ' || i, 'border castle', 50, 100, 200 FROM n;
             INSERT INTO formation (id, side_id, army_id, level, name, place_id, stronghold_id, ordinal)
                 SELECT 10000 + i, 1, 10000 + i, 'army', 'Host ' || i, 1000 + i, NULL, i FROM n
                 UNION ALL SELECT 20000 + i, 2, 20000 + i, 'army', 'Garrison ' || i, 1000 + i, 1000 + i, i FROM n;
             INSERT INTO formation (id, side_id, army_id, parent_id, level, name, ordinal)
                 SELECT 90000 + id, side_id, id, id, 'unit', 'Unit ' || id, id FROM formation WHERE id > 10000;
             INSERT INTO person (side_id, formation_id, name, class, grade)
                 SELECT side_id, id, 'Man ' || id, 'sergeant', 2 FROM formation WHERE id > 100000;
             INSERT INTO siege (id, stronghold_id, besieger_side_id, holder_side_id, begun_day)
                 SELECT 1000 + i, 1000 + i, 1, 2, (SELECT day FROM campaign) FROM n;
             INSERT INTO siege_army (siege_id, army_id, part, joined_day)
                 SELECT 1000 + i, 10000 + i, 'besiegers', (SELECT day FROM campaign) FROM n;
             INSERT INTO siege_host (siege_id, part, conduct)
                 SELECT 1000 + i, 'besiegers', 'captain' FROM n UNION ALL SELECT 1000 + i, 'garrison', 'captain' FROM n;
             COMMIT;"
        ))
        .expect("sieges");
        file
    };
    let many = besieged(if seeds() > 40 { 200 } else { 60 });
    let begun = Instant::now();
    does(&["turn", name(&many)]);
    does(&["show", name(&many), "sieges"]);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let (sentence, _) = refusal(&runs(&["show", name(&besieged(201))]), "more sieges");
    assert!(sentence.contains("sieges under way, and a campaign has 200 at most"), "{sentence}");
}

/// A name of as many letters as a name may have does not make every row of a table as long.
#[test]
fn one_long_name_is_cut_short_in_a_table_and_whole_in_json() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute("UPDATE person SET name = ?1 WHERE id = 1", ["x".repeat(1000)]).expect("changed");
    drop(sql);
    let shown = runs(&["show", name(&file), "people"]);
    assert!(shown.stdout.len() < 300_000, "{} bytes", shown.stdout.len());
    #[cfg(target_os = "linux")]
    assert_eq!(in_little_memory(&["show", name(&file), "people", "--json"]).status.code(), Some(0));
}

/// Beside a campaign a pipe may lie that bears the name of its journal.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_journal_keeps_nobody_waiting() {
    let folder = folder();
    let file = march(&folder);
    let pipe = format!("{}-journal", name(&file));
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    for command in ["show", "turn", "check"] {
        let (sentence, hint) = refusal(&runs(&[command, name(&file)]), command);
        assert!(
            sentence.contains("in the place of the campaign's journal") && hint.contains("Move it away"),
            "{sentence}"
        );
    }
}

pub(super) fn miniz(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("packed");
    packer.finish().expect("packed")
}

/// A campaign of very many men is opened, checked and saved in little memory.
#[cfg(target_os = "linux")]
#[test]
fn a_multitude_is_checked_and_saved_in_little_memory() {
    let folder = folder();
    let file = march(&folder);
    let imports = if seeds() > 40 { 4 } else { 1 };
    let mut store = open(&file);
    for levy in 0..imports {
        let unit = |unit| format!("Levy {levy},Unit {unit},peasant,C,spear,10000\n");
        let roster = format!("army,unit,class,grade,weapons,count\n{}", (0..5).map(unit).collect::<String>());
        import::import(&mut store, roster.as_bytes(), "Estmark", false).expect("taken in");
    }
    drop(store);
    let told = String::from_utf8(in_little_memory(&["check", name(&file)]).stdout).expect("UTF-8");
    assert!(told.starts_with("All is sound"), "{told}");
    let to = folder.path().join("saved.banneret");
    let output = in_little_memory(&["check", name(&file), "--repair-copy", name(&to)]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{} men checked and saved in 600 MB", imports * 50_000);
}

/// An export and a map of any size are taken in or refused in little memory.
#[cfg(target_os = "linux")]
#[test]
fn a_large_export_or_map_needs_little_memory() {
    let folder = folder();
    let (file, export) = (march(&folder), folder.path().join("war.json"));
    does(&["export", name(&file), "--json", "-o", name(&export)]);
    let text = fs::read_to_string(&export).expect("the export");
    let again = folder.path().join("again.banneret");
    let men = "\"person\": [\n";
    let many = |what: &str, times: usize| text.replacen(men, &format!("{men}{}", what.repeat(times)), 1);
    for (told, bad) in [
        ("is no row", many("[0,0,0,0,0,0,0,0,0,0,0,0],\n", 1_600_000)),
        ("is no column", many("{\"x\": {\"y\": [[[[[[]]]]]]}},\n", 1_000_000)),
        (
            "is not there",
            format!("{{\"more\": [{}0],{}", "{\"x\": [1]},".repeat(3_000_000), &text[1..]).replacen(
                "\"side\": [",
                "\"sides\": [",
                1,
            ),
        ),
        ("too long", many(&format!("\"{}\",", "x".repeat(150_000_000)), 1)),
    ] {
        fs::write(&export, bad).expect("written");
        let (sentence, _) = refusal(&in_little_memory(&["new", name(&again), "--from", name(&export)]), told);
        assert!(sentence.contains(told) && sentence.len() < 20_000, "{told}: {sentence:.300}");
        assert!(!again.exists());
    }
    let map = folder.path().join("map.json");
    for inner in ["[0,0],", "{\"a\":1},"] {
        let text =
            format!("{{\"type\":\"FeatureCollection\",\"features\":[{}0]}}", inner.repeat((15 << 20) / inner.len()));
        fs::write(&map, text).expect("written");
        let (sentence, _) = refusal(&in_little_memory(&["map", name(&file), "import", name(&map)]), "a map");
        assert!(sentence.contains("values"), "{sentence:.300}");
    }
}

/// Rows nobody made, by the hundred thousand, are named in few words and cost little memory; sentences without end are cut.
#[cfg(target_os = "linux")]
#[test]
fn stray_rows_and_long_sentences_cost_little_memory() {
    let folder = folder();
    let file = march(&folder);
    turn::play(&mut open(&file)).expect("a turn");
    let stray = if seeds() > 40 { 1_000_000 } else { 200_000 };
    let sql = Connection::open(&file).expect("the file");
    sql.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO line (day, kind, text, clause) SELECT 2200000, 'battle', 'a line that no action wrote ' || i, '' FROM n",
        [stray],
    )
    .expect("written");
    drop(sql);
    let to = folder.path().join("saved.banneret");
    let output = in_little_memory(&["check", name(&file), "--repair-copy", name(&to), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lost: Vec<&serde_json::Value> = told["told"].as_array().expect("a list").iter().collect();
    assert_eq!(lost.len(), 1, "one note names them all: {lost:.3?}");
    let (first, last) = (lost[0]["row"].as_i64().expect("a row"), lost[0]["until"].as_i64().expect("a row"));
    assert_eq!(last - first + 1, stray);
    assert_eq!(check::check(&to).expect("checked"), []);
    let long = folder.path().join("long.banneret");
    does(&["new", name(&long), "--sample", "march"]);
    let sql = Connection::open(&long).expect("the file");
    sql.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
         INSERT INTO line (day, kind, text, clause) SELECT 2200000, 'battle', printf('%.*c', 1000000, 'w'), '' FROM n",
        [],
    )
    .expect("written");
    let output = in_little_memory(&["show", name(&long), "chronicle"]);
    assert!(output.status.success() && output.stdout.len() < 8 << 20, "{} bytes", output.stdout.len());
    sql.execute(
        "INSERT INTO line (day, kind, text, clause) SELECT day, kind, text, clause FROM line
         WHERE length(text) = 1000000 LIMIT 20",
        [],
    )
    .expect("more");
    drop(sql);
    let (sentence, _) = refusal(&in_little_memory(&["show", name(&long), "chronicle"]), "a chronicle without end");
    assert!(sentence.contains("line table take 110 MB"), "{sentence}");
}

/// What a name in a campaign or a roster holds commands no terminal.
#[test]
fn controls_in_names_are_not_printed() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    sql.execute("UPDATE campaign SET name = 'The \u{1b}]0;owned\u{7} March' || char(155) || '2J'", [])
        .expect("changed");
    drop(sql);
    for command in [&["show", name(&file)][..], &["show", name(&file), "--json"]] {
        let told = does(command);
        assert!(!told.contains(|letter: char| letter.is_control() && letter != '\n'), "{told:?}");
    }
    let value: serde_json::Value = serde_json::from_str(&does(&["show", name(&file), "--json"])).expect("JSON");
    assert_eq!(value["name"], "The \u{1b}]0;owned\u{7} March\u{9b}2J", "JSON holds the name itself");
    let output = runs(&["show", "no\u{1b}[31msuch"]);
    assert!(!output.stderr.contains(&0x1b));
    // A roster goes to another program as it is, and to a terminal without what would command it.
    let sql = Connection::open(&file).expect("the file");
    sql.execute("UPDATE person SET name = 'Ivo \u{1b}[2J' WHERE id = 20", []).expect("named");
    drop(sql);
    assert!(does(&["export", name(&file), "--csv"]).contains('\u{1b}'));
    let command = format!("'{}' export '{}' --csv", env!("CARGO_BIN_EXE_banneret"), name(&file));
    let seen = Command::new("script").args(["-q", "-e", "-c", &command, "/dev/null"]).output();
    match seen {
        Ok(seen) => {
            let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
            assert!(seen.contains("Ivo \u{fffd}[2J") && !seen.contains('\u{1b}'), "{seen:.300}");
        }
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "where there is no terminal to be had"),
    }
}

/// A wrong command line is told of as JSON too where that was asked for.
#[test]
fn wrong_usage_is_json_where_json_is_asked_for() {
    for command in [&["conquer", "x", "--json"][..], &["turn", "--json"], &["show", "x", "--json", "--dragons"]] {
        let output = runs(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(output.stdout.is_empty());
        let told: serde_json::Value = serde_json::from_slice(&output.stderr).expect("JSON");
        assert!(told["error"].as_str().is_some_and(|told| !told.is_empty()), "{told}");
    }
    assert!(does(&["--help", "--json"]).contains("turn"), "help is help");
}

/// What holds for every command may stand before it or behind; a file stands behind it.
#[test]
fn json_is_asked_for_before_the_command_or_behind() {
    let folder = folder();
    let file = march(&folder);
    assert_eq!(does(&["--json", "show", name(&file)]), does(&["show", name(&file), "--json"]));
    let output = runs(&[name(&file), "show", name(&file)]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("behind the command") && said.contains("Usage: banneret [OPTIONS] [FILE]"), "{said}");
}

/// Where no file is named, that is what is said.
#[test]
fn a_path_left_empty_is_told_of_as_such() {
    let folder = folder();
    let file = march(&folder);
    let empty = Path::new("");
    let problems = [
        Store::open(empty).map(drop),
        check::look(empty).map(drop),
        check::repair_copy(&file, empty).map(drop),
        found::empty(empty, &found::Beginning::of("War")).map(drop),
        files::read(empty, files::ROSTER).map(drop),
        files::write_new(empty, b"export"),
    ];
    for (at, problem) in problems.into_iter().enumerate() {
        let problem = problem.expect_err("there is no such file");
        assert_eq!(problem.sentence, "No file is named.", "{at}");
        assert!(problem.hint.contains("path"), "{at}: {problem}");
    }
    assert_eq!(runs(&["show", ""]).status.code(), Some(2), "no command takes it for a name");
}

/// Two rosters without a column of armies raise armies that can be told apart.
#[test]
fn armies_of_two_sides_can_be_told_apart_by_name() {
    let folder = folder();
    let file = folder.path().join("war.banneret");
    does(&["new", name(&file)]);
    let (sentence, hint) =
        refusal(&runs(&["relation", name(&file), "--side", "Reds", "--side", "Blues", "war"]), "no sides");
    assert!(sentence.contains("There is no side") && hint.contains("The campaign has no sides"), "{sentence} {hint}");
    let roster = folder.path().join("men.csv");
    fs::write(&roster, "class,grade,count\nknight,C,1\nsergeant,C,12\n").expect("written");
    for side in ["Reds", "Blues"] {
        does(&["import", name(&file), name(&roster), "--side", side]);
    }
    let cost = |army: &str| runs(&["points", "cost", name(&file), "--army", army]);
    assert!(cost("Host").status.success() && cost("Host of Blues").status.success());
    fs::write(&roster, "army,class,grade,count\nVan,knight,C,1\nVan,sergeant,C,12\n").expect("written");
    for side in ["Reds", "Blues"] {
        does(&["import", name(&file), name(&roster), "--side", side]);
    }
    let (_, hint) = refusal(&cost("Van"), "two of a name");
    assert!(hint.contains("“Reds: Van”"), "{hint}");
    assert!(cost("Blues: Van").status.success());
}

/// A roster of all sides names them, is taken in side by side, and a spreadsheet runs nothing of it.
#[test]
fn an_export_of_all_sides_is_taken_in_side_by_side_and_runs_nothing() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let odd = ["=cmd|' /C calc'!A0", "+1", "-1+2", "@sum", "'=1", "''+1", "'Ivo", "O'Neil"];
    for (at, name) in odd.iter().enumerate() {
        sql.execute("UPDATE person SET name = ?1 WHERE id = ?2", (name, 20 + at as i64)).expect("named");
    }
    drop(sql);
    let text = does(&["export", name(&file), "--csv"]);
    assert!(text.starts_with("side,army,battle,"), "{text:.100}");
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    for record in lines.records() {
        let record = record.expect("a row");
        assert!(record.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{record:?}");
    }
    let to = folder.path().join("all.csv");
    fs::write(&to, &text).expect("written");
    let new = folder.path().join("new.banneret");
    does(&["new", name(&new)]);
    let sides: Vec<String> = open(&file).sides().expect("the sides").into_iter().map(|side| side.name).collect();
    for side in &sides {
        does(&["import", name(&new), name(&to), "--side", side]);
    }
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(does(&["export", name(&new), "--csv"])), sorted(text));
    let (sentence, _) =
        refusal(&runs(&["import", name(&new), name(&to), "--side", "Nobody"]), "a side the roster has not");
    assert!(sentence.contains("nobody of Nobody"), "{sentence}");
}

/// The clock before 1970, and in a year of five figures.
#[cfg(target_os = "linux")]
#[test]
fn a_clock_far_off_stops_nothing() {
    let folder = folder();
    let source = folder.path().join("clock.c");
    fs::write(
        &source,
        r#"#define _GNU_SOURCE
        #include <stdlib.h>
        #include <time.h>
        #include <unistd.h>
        #include <sys/syscall.h>
        int clock_gettime(clockid_t clock, struct timespec *time) {
            if (clock != CLOCK_REALTIME) return syscall(SYS_clock_gettime, clock, time);
            time->tv_sec = atoll(getenv("THE_TIME")); time->tv_nsec = 5; return 0;
        }"#,
    )
    .expect("written");
    let shim = folder.path().join("clock.so");
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&shim).arg(&source).status();
    assert!(made.is_ok_and(|status| status.success()), "what links the program compiles this");
    let at = |time: &str, arguments: &[&str]| {
        let output = crate::support::banneret(arguments)
            .env("LD_PRELOAD", &shim)
            .env("THE_TIME", time)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{time}: {arguments:?}: {said}");
    };
    for (number, time) in
        ["-5000000000", "-1", "0", "253402300800", "400000000000000", "9223372036854775807"].iter().enumerate()
    {
        let file = folder.path().join(format!("{number}.banneret"));
        at(time, &["new", name(&file), "--sample", "march"]);
        at(time, &["turn", name(&file), "--count", "2"]);
        at(time, &["undo", name(&file)]);
        at(time, &["show", name(&file), "chronicle"]);
        at(time, &["check", name(&file)]);
        assert_eq!(check::check(&file).expect("checked"), []);
        // Printed, or refused with what to do: the typesetter knows no such day.
        #[cfg(feature = "print")]
        {
            let out = folder.path().join(format!("{number}.pdf"));
            let output = crate::support::banneret(["chronicle", name(&file), "-o", name(&out)])
                .env("LD_PRELOAD", &shim)
                .env("THE_TIME", time)
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            let refused = said.contains("The clock of this computer stands before 1970 or after 9999");
            assert!(!said.contains("panicked") && output.status.success() != refused, "{time}: {said}");
            assert_eq!(out.exists(), !refused, "{time}");
        }
    }
}

/// The history of a row that no campaign has is not read into memory.
#[cfg(target_os = "linux")]
#[test]
fn a_history_without_end_is_refused_in_little_memory() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let more = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
                INSERT INTO change (action_id, tbl, row, before, after)
                SELECT (SELECT max(id) FROM action), 'person', 1, '{\"grade\":1}', '{\"grade\":2}' FROM n";
    sql.execute_batch(more).expect("many");
    let (output, held) = peak(&["history", name(&file), "person", "#1"]);
    let (said, hint) = refusal(&output, "a history");
    assert!(said.contains("150000 changes") || said.contains("changes, and 50000"), "{said}");
    assert!(hint.contains("newest backup") && held < 300, "{held} MB {hint}");
}

/// A table with more rows than a list can hold is refused at opening; one that is just small enough is shown in little memory.
#[cfg(target_os = "linux")]
#[test]
fn people_without_end_are_refused_and_as_many_as_may_be_are_listed_in_little_memory() {
    let folder = folder();
    let file = march(&folder);
    let sql = Connection::open(&file).expect("the file");
    let more = |count: u32| {
        format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
             INSERT INTO person (side_id, formation_id, name, class, grade, weapons)
             SELECT 1, 3, 'a man of number ' || i, 'peasant', 2, 'spear;shield' FROM n"
        )
    };
    sql.execute_batch(&more(249_000)).expect("many");
    let army = "King's Household";
    for command in [
        &["people", name(&file)][..],
        &["people", name(&file), "--json"],
        &["show", name(&file), "people"],
        &["show", name(&file), "armies", army],
        &["show", name(&file), "armies", army, "--json"],
    ] {
        let (output, held) = peak(command);
        assert!(output.status.success() && output.stdout.len() > 10 << 20, "{command:?}");
        assert!(held < 500, "{command:?} takes {held} MB");
    }
    sql.execute_batch(&more(1_000)).expect("more");
    let (sentence, hint) = refusal(&in_little_memory(&["people", name(&file)]), "too many people");
    assert!(sentence.contains("person table has 250600 rows") && hint.contains("backup"), "{sentence} {hint}");
}

/// Notes that would fill the memory are refused at opening, and a copy has them cut short.
#[cfg(target_os = "linux")]
#[test]
fn notes_without_end_are_refused_and_cut_short() {
    let folder = folder();
    let (file, to) = (march(&folder), folder.path().join("saved.banneret"));
    let sql = Connection::open(&file).expect("the file");
    sql.execute_batch("UPDATE person SET note = printf('%.*c', 300000, 'w')").expect("changed");
    drop(sql);
    for command in
        [&["show", name(&file)][..], &["people", name(&file)], &["turn", name(&file)], &["export", name(&file)]]
    {
        let (sentence, hint) = refusal(&in_little_memory(command), &format!("{command:?}"));
        assert!(sentence.contains("person table take 180 MB") && hint.contains("cut short"), "{sentence} {hint}");
    }
    assert_eq!(in_little_memory(&["check", name(&file)]).status.code(), Some(1));
    let output = in_little_memory(&["check", name(&file), "--repair-copy", name(&to)]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("note"), "{told}");
    assert!(String::from_utf8(in_little_memory(&["people", name(&to)]).stdout).expect("UTF-8").lines().count() > 600);
    assert_eq!(check::check(&to).expect("checked"), []);
}

/// Runs the program, and gives the megabytes of memory it held at most.
#[cfg(target_os = "linux")]
pub(super) fn peak(arguments: &[&str]) -> (Output, u64) {
    let child = crate::support::banneret(arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let status = format!("/proc/{}/status", child.id());
    let watched = std::thread::spawn(move || {
        let mut most = 0;
        while let Ok(text) = fs::read_to_string(&status) {
            // A program that is over, but not yet waited for, holds nothing.
            let Some(held) = text.lines().find_map(|line| line.strip_prefix("VmHWM:")) else { break };
            most = held.trim().trim_end_matches(" kB").parse().expect("a figure");
            std::thread::sleep(Duration::from_millis(2));
        }
        most / 1024
    });
    let output = child.wait_with_output().expect("it is over");
    (output, watched.join().expect("it was watched"))
}

/// A scan of a map as large as any that is read is scaled in little memory.
#[cfg(target_os = "linux")]
#[test]
fn the_largest_picture_is_scaled_in_little_memory() {
    let folder = folder();
    let (file, scan) = (march(&folder), folder.path().join("scan.png"));
    image::RgbaImage::from_pixel(8900, 8900, image::Rgba([200, 180, 140, 255])).save(&scan).expect("a picture");
    let (output, held) = peak(&["map", name(&file), "picture", name(&scan)]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("2048 by 2048"), "{said} {output:?}");
    assert!(held < 500, "{held} MB");
    image::RgbImage::from_pixel(9000, 9000, image::Rgb([200, 180, 140])).save(&scan).expect("a picture");
    let (sentence, hint) = refusal(&runs(&["map", name(&file), "picture", name(&scan)]), "too large");
    assert!(sentence.contains("9000 by 9000") && hint.contains("80 million"), "{sentence} {hint}");
}

/// What the path of a file is called for is only what its file holds.
#[test]
fn damage_no_program_writes_is_refused_where_it_would_have_no_end() {
    for act in [
        "UPDATE route SET miles = 4294967295",
        "UPDATE campaign SET turn_days = 0",
        "UPDATE campaign SET day = 2147483647",
        "UPDATE campaign SET day = -2147483648",
        "UPDATE formation SET parent_id = (SELECT id FROM formation WHERE level = 'unit') WHERE level = 'force'",
        "UPDATE formation SET parent_id = id WHERE level = 'battle'",
        "UPDATE march SET path = ''",
        "UPDATE person SET lord_id = id",
        "UPDATE place SET x = 9223372036854775807, y = -9223372036854775808",
        "UPDATE stronghold SET capacity = 9223372036854775807, rations = 9223372036854775807",
        "UPDATE account SET pence = 9223372036854775807",
        "UPDATE entry SET pence = 9223372036854775807",
        "UPDATE entry SET pence = -9223372036854775808 WHERE id = (SELECT max(id) FROM entry)",
        "UPDATE entry SET pence = 4000000000000000",
    ] {
        let folder = folder();
        let file = march(&folder);
        let sql = Connection::open(&file).expect("the file");
        sql.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF").expect("set");
        sql.execute("INSERT INTO march (army_id, path) SELECT min(id), '1' FROM formation WHERE level = 'army'", [])
            .expect("marching");
        let before = sql.total_changes();
        sql.execute_batch(act).expect("changed");
        assert!(sql.total_changes() > before, "{act} changes nothing");
        drop(sql);
        for command in [
            &["show", name(&file)][..],
            &["show", name(&file), "places"],
            &["show", name(&file), "chronicle"],
            &["show", name(&file), "treasury"],
            &["march", name(&file), "--army", "King's Household", "--to", "Wexbridge"],
            &["turn", name(&file)],
            &["check", name(&file)],
        ] {
            #[cfg(target_os = "linux")]
            in_little_memory(command);
            runs(command);
        }
    }
}

/// Not all of a path need be Unicode, whoever prints it.
#[cfg(unix)]
#[test]
fn an_odd_path_is_written_to_like_any_other() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"\xfeodd.banneret"));
    let made = crate::support::run(["new".as_ref(), odd.as_os_str(), "--json".as_ref()]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(Path::new(&odd).exists());
    serde_json::from_slice::<serde_json::Value>(&made.stdout).expect("JSON");
}
