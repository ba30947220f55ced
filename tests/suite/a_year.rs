//! A year as a referee plays it from the shell, and rosters taken in.

use crate::support::{content, folder, json, march, open, refusal, refused, run, said, same, sound};
use banneret::app::{found, import};
use banneret::campaign::problem::ProblemKind;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Instant;

const TURNS: u64 = 52;

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no text {key} in {value}"))
}

/// The referee of a year: what waits is settled one way after another, and armies are sent at each other.
struct Referee<'a> {
    file: &'a str,
    folder: &'a Path,
    settled: usize,
    fought: u32,
    reported: u32,
    retired: u32,
    ransomed: u32,
    recruited: u32,
    laboured: u32,
    freed: u32,
}

impl Referee<'_> {
    fn settle_contacts(&mut self) {
        // Looked at anew each time: an army that leaves one enemy has left them all.
        loop {
            let shown = json(&["show", self.file, "contacts"]);
            let Some(met) = list(&shown, "contacts").first() else { break };
            let (attacker, defender) = (text(met, "attacker"), text(met, "defender"));
            let seed = (self.settled * 7 + 1).to_string();
            let armies = ["--attacker", attacker, "--defender", defender, "--seed", &seed];
            self.settled += 1;
            let done = match self.settled % 3 {
                1 => {
                    let command = ["battle", self.file];
                    let output = run(command.iter().chain(&armies).chain(&["--cast"]));
                    self.fought += u32::from(output.status.success());
                    output
                }
                2 => {
                    let result = self.folder.join("result.csv");
                    let rows =
                        "number,fate,captor,wounded,deeds\nB1,captive,A1,yes,\nB2,dead,,,\nA2,wounded,,,killed B2\n";
                    fs::write(&result, rows).expect("the result is written");
                    let result = result.to_str().expect("a plain name");
                    let output = run(["report", self.file].iter().chain(&armies).chain(&[result]));
                    self.reported += u32::from(output.status.success());
                    output
                }
                _ => {
                    let output = run(["answer", self.file, "--army", defender, "retire"]);
                    self.retired += u32::from(output.status.success());
                    output
                }
            };
            if !done.status.success() {
                // Nobody fit to fight, or a host of one: the other way out must be open.
                refusal(&done, "a contact");
                said(&["answer", self.file, "--army", defender, "retire"]);
                self.retired += 1;
            }
        }
    }

    fn settle_captives(&mut self) {
        for held in list(&json(&["show", self.file, "captives"]), "captives") {
            let name = text(held, "name");
            match text(held, "class") {
                "knight" => {
                    if held["asked_marks"].is_null() {
                        said(&["ransom", self.file, "ask", "--captive", name, "--marks", "30"]);
                    }
                    let paid = run(["ransom", self.file, "pay", "--captive", name, "--from", "side"]);
                    if paid.status.success() {
                        self.ransomed += 1;
                    } else {
                        let (sentence, _) = refusal(&paid, name);
                        assert!(sentence.contains("is lacking"), "{sentence}");
                        said(&["ransom", self.file, "free", "--captive", name]);
                        self.freed += 1;
                    }
                }
                "cleric" => {
                    said(&["ransom", self.file, "free", "--captive", name]);
                    self.freed += 1;
                }
                _ => {}
            }
        }
        for (side, army) in [("Estmark", "Garrison of Harrowgard"), ("Gorwen", "Garrison of Pen-y-Gors")] {
            let joined = run(["recruit", self.file, "captives", "--army", army]);
            self.recruited += u32::from(joined.status.success());
            let set = run(["recruit", self.file, "labour", "--side", side]);
            self.laboured += u32::from(set.status.success());
        }
    }

    /// Sends one field army at an enemy's place, another each time.
    fn send(&mut self, turn: u64) {
        let armies = json(&["show", self.file, "armies"]);
        let standing: Vec<(&str, &str, &str)> = list(&armies, "armies")
            .iter()
            .filter(|army| army["men"].as_u64() > Some(5))
            .map(|army| (text(army, "name"), text(army, "side"), text(army, "place")))
            .filter(|(_, _, place)| !place.starts_with("in ") && !place.contains(" miles past "))
            .collect();
        let Some((army, side, _)) = standing.get(turn as usize % standing.len().max(1)) else { return };
        let Some((_, _, place)) = standing.iter().find(|(_, other, _)| other != side && *other != "Valbrun") else {
            return;
        };
        let marched = run(["march", self.file, "--army", army, "--to", place]);
        if !marched.status.success() {
            refusal(&marched, army);
        }
    }
}

#[test]
fn a_year_of_the_march_is_played_taken_back_and_played_again() {
    let folder = folder();
    let path = march(&folder);
    let file = path.to_str().expect("a plain name");
    let first = json(&["export", file]);
    let mut referee = Referee {
        file,
        folder: folder.path(),
        settled: 0,
        fought: 0,
        reported: 0,
        retired: 0,
        ransomed: 0,
        recruited: 0,
        laboured: 0,
        freed: 0,
    };
    for turn in 1..=TURNS {
        let line = said(&["turn", file]);
        let (heading, told) = line.split_once('\n').unwrap_or((&line, ""));
        assert!(heading.starts_with(&format!("Turn {turn}: ")), "{line}");
        let dated = |line: &str| line.is_empty() || line.starts_with(|first: char| first.is_ascii_digit());
        assert!(told.lines().all(dated), "{line}");
        referee.settle_contacts();
        if turn % 4 == 1 {
            referee.settle_captives();
        }
        referee.send(turn);
    }
    let Referee { fought, reported, retired, ransomed, recruited, laboured, .. } = referee;
    println!(
        "{fought} fought, {reported} reported, {retired} retired, {ransomed} ransomed, {recruited} recruited, {laboured} to labour"
    );
    assert!(fought > 1 && reported > 1 && retired > 1 && ransomed > 1, "a quiet year proves little");
    #[cfg(feature = "print")]
    for army in ["Host of Estmark", "Garrison of Harrowgard"] {
        let roll = folder.path().join(format!("{army}.pdf"));
        said(&["muster", file, "--army", army, "-o", roll.to_str().expect("a plain name")]);
        assert!(fs::read(&roll).expect("the roll").starts_with(b"%PDF-"), "{army}");
    }
    let shown = json(&["show", file]);
    assert_eq!((shown["turn"].as_u64(), text(&shown, "date")), (Some(TURNS), "1336-06-17"));
    assert!(said(&["check", file]).starts_with("All is sound."));
    ledger_sums(file);
    let last = json(&["export", file]);
    said(&["undo", file, "--count", "100000"]);
    let undone = json(&["export", file]);
    // Records of battles stay for a redo; they are outside the journal.
    assert_eq!(undone["content"], first["content"], "undone to the first day");
    said(&["check", file]);
    said(&["redo", file, "--count", "100000"]);
    assert_eq!(json(&["export", file]), last, "redone to the last");
    said(&["check", file]);
}

/// Every treasury is what came into it less what went out, and what is told of it says the same.
fn ledger_sums(file: &str) {
    let export = json(&["export", file]);
    let content = &export["content"];
    let (mut all, mut moved) = (0, 0);
    for account in list(content, "account") {
        let sum = |column: &str| -> i64 {
            let entries = list(content, "entry").iter().filter(|entry| entry[column] == account["id"]);
            entries.map(|entry| entry["pence"].as_i64().expect("pence")).sum()
        };
        let pence = account["pence"].as_i64().expect("pence");
        assert_eq!(pence, sum("to_id") - sum("from_id"), "{account}");
        (all, moved) = (all + pence, moved + sum("to_id"));
    }
    assert_eq!(all, 0);
    assert!(moved > 500_000, "{moved} pence moved in a year");
}

#[test]
fn the_host_of_agincourt_is_taken_in() {
    let folder = folder();
    let file = folder.path().join("host.banneret");
    let mut store = found::empty(&file, &found::Beginning::of("The road to Calais")).expect("a campaign");
    let before = content(&store);
    let roster = include_bytes!("../../data/campaigns/agincourt-1415.csv");
    let begun = Instant::now();
    let taken = import::import(&mut store, roster, "England", false).expect("the host is taken in");
    let took = begun.elapsed();
    println!("5,076 men in {took:?}");
    assert!(cfg!(debug_assertions) || took.as_secs() < 2, "it took {took:?}");
    assert_eq!(taken.men, 5_076);
    assert_eq!(store.people().expect("the people").len(), 5_076);
    sound(&store, "with the host");
    let again = import::import(&mut store, roster, "England", false).expect_err("the army is there already");
    assert_eq!(again.kind, ProblemKind::Refused);
    assert!(again.hint.contains("--force"), "{}", again.hint);
    let after = content(&store);
    store.undo().expect("undone").expect("the import");
    same(&before, &content(&store), "taken back");
    store.redo().expect("redone").expect("the import");
    same(&after, &content(&store), "taken in again");
}

#[test]
fn a_bad_row_is_named_by_line_and_column_and_nothing_is_taken_in() {
    let folder = folder();
    let path = march(&folder);
    let file = path.to_str().expect("a plain name");
    let before = fs::read(&path).expect("the file");
    let rosters: [(&str, &str); 16] = [
        ("class,grade\nwizard,C\n", "Line 2, column class"),
        ("class,grade\nsergeant,Z\n", "Line 2, column grade"),
        ("class,grade\npeasant,A\n", "Line 2, column grade"),
        ("class,grade\nsergeant,C\n,C\n", "Line 3, column class"),
        ("class,grade\nsergeant,\n", "Line 2, column grade"),
        ("class,rank,grade\nknight,emperor,C\n", "Line 2, column rank"),
        ("class,rank,grade\nsergeant,duke,C\n", "Line 2, column rank"),
        ("class,grade,protection\nsergeant,C,9\n", "Line 2, column protection"),
        ("class,grade,weapons\nsergeant,C,lightsabre\n", "Line 2, column weapons"),
        ("class,grade,horse\nsergeant,C,donkey\n", "Line 2, column horse"),
        ("class,grade,count\nsergeant,C,-3\n", "Line 2, column count"),
        ("class,grade,count\nsergeant,C,many\n", "Line 2, column count"),
        ("class,grade,count\nsergeant,C,90000\n", "Line 2, column count"),
        ("class,grade,colour\nsergeant,C,red\n", "Line 1, column colour"),
        ("grade\nC\n", "Line 1"),
        ("", "Line 1"),
    ];
    let roster = folder.path().join("roster.csv");
    let roster_name = roster.to_str().expect("a plain name");
    for (rows, place) in rosters {
        fs::write(&roster, rows).expect("the roster is written");
        let (sentence, hint) = refused(&["import", file, roster_name, "--side", "Estmark"]);
        assert!(sentence.contains(place), "{rows:?}: {sentence}");
        assert!(sentence.contains("expected") && sentence.contains("found"), "{rows:?}: {sentence}");
        assert!(hint.starts_with("Nothing was taken in."), "{rows:?}: {hint}");
        assert!(fs::read(&path).expect("the file") == before, "{rows:?}: something was taken in");
    }
    // One bad row among good ones keeps all of them out, and every fault is told.
    fs::write(&roster, "class,grade,protection\nsergeant,C,3\nsergeant,Q,3\nsergeant,C,8\n").expect("written");
    let (sentence, _) = refused(&["import", file, roster_name, "--side", "Newcomers"]);
    assert_eq!(sentence.lines().count(), 2, "{sentence}");
    assert!(fs::read(&path).expect("the file") == before);
    assert!(open(&path).side_named("Newcomers").is_err(), "no side was made for it");
}
