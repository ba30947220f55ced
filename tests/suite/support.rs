//! Campaigns for tests: the sample in a folder of its own, and the program run upon it.

use banneret::app::{found, plan, turn};
use banneret::campaign::ids::BattleId;
use banneret::store::{Db, Store};
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A folder that goes when the test is over.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// The bytes of *The March* on its first day; the same for every test of a run.
pub fn first_day() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = folder();
        let file = folder.path().join("march.banneret");
        drop(found::from_sample(&file, "march").expect("the sample is made"));
        fs::read(&file).expect("the sample is read")
    })
}

/// *The March* on its first day, in a file of its own.
pub fn march(folder: &TempDir) -> PathBuf {
    let file = folder.path().join("march.banneret");
    fs::write(&file, first_day()).expect("the sample is copied");
    file
}

/// Opens a campaign that must open.
pub fn open(file: &Path) -> Store {
    Store::open(file).unwrap_or_else(|problem| panic!("{} opens: {problem}", file.display()))
}

/// Plays turns of *The March* until two armies meet, and plans their battle.
pub fn planned(store: &mut Store) -> BattleId {
    for _ in 0..20 {
        let waiting = store.waiting_contacts().expect("contacts");
        if let Some(contact) = waiting.first() {
            return plan::plan(store, contact.attacker, contact.defender, 11).expect("a plan");
        }
        turn::play(store).expect("a turn");
    }
    panic!("no contact within twenty turns");
}

/// A campaign's content.
pub fn content(db: &Db) -> Map<String, Value> {
    db.content().expect("the content is read")
}

/// Where two contents differ, for a failing test to say; empty if they do not.
pub fn difference(one: &Map<String, Value>, other: &Map<String, Value>) -> String {
    let mut found = Vec::new();
    for (table, rows) in one {
        let (rows, others) = (rows.as_array().expect("rows"), other[table].as_array().expect("rows"));
        if rows.len() != others.len() {
            found.push(format!("{table}: {} rows and {}", rows.len(), others.len()));
        }
        let differing = rows.iter().zip(others).find(|(row, other)| row != other);
        found.extend(differing.map(|(row, other)| format!("{table}: {row} and {other}")));
    }
    found.join("\n")
}

/// Holds that two contents are the same.
pub fn same(one: &Map<String, Value>, other: &Map<String, Value>, what: &str) {
    assert!(one == other, "{what}: {}", difference(one, other));
}

/// Holds that everything `check` looks at is so.
pub fn sound(db: &Db, what: &str) {
    let findings = db.check().expect("the check is made");
    assert!(findings.is_empty(), "{what}: {findings:#?}");
}

/// The seeds a soak plays: `BANNERET_SEEDS` says how many, or which, as in `100..140`; else so few.
pub fn seeds_from(few: u64) -> Range<u64> {
    let text = std::env::var("BANNERET_SEEDS").unwrap_or_default();
    let (first, end) = text.split_once("..").unwrap_or(("0", &text));
    first.parse().unwrap_or(0)..end.parse().unwrap_or(few)
}

/// How many seeds a soak plays: as many as `BANNERET_SEEDS` says, or so few.
pub fn seeds_or(few: u64) -> u64 {
    seeds_from(few).end
}

/// How many seeds a soak plays that has no number of its own.
pub fn seeds() -> u64 {
    seeds_or(40)
}

/// The program with arguments.
pub fn banneret<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banneret"));
    command.args(arguments);
    command
}

/// Runs the program to its end.
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    banneret(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// What the program says to a command that must do.
pub fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?} complains: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The one JSON value the program answers a command with.
pub fn json(arguments: &[&str]) -> Value {
    let mut arguments = arguments.to_vec();
    arguments.push("--json");
    let answer = said(&arguments);
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{arguments:?} answers no JSON ({error}): {answer}"))
}

/// The sentence and the hint with which the program refuses a command: exit code 1, and nothing on standard output.
pub fn refused(arguments: &[&str]) -> (String, String) {
    refusal(&run(arguments), &format!("{arguments:?}"))
}

/// The sentence and the hint of an output that must be a refusal.
pub fn refusal(output: &Output, what: &str) -> (String, String) {
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{what}: {}{complaint}", text(&output.stdout));
    let said = complaint.strip_prefix("banneret: ").unwrap_or_else(|| panic!("{what}: {complaint}"));
    let (sentence, hint) = said.trim_end().rsplit_once('\n').unwrap_or_else(|| panic!("{what} has no hint: {said}"));
    assert!(sentence.ends_with('.') && hint.ends_with('.'), "{what}: {said}");
    (sentence.to_owned(), hint.to_owned())
}
