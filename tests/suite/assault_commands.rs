//! Assaults on hexes by command: begun, shown, ordered, left to the captain, taken back, told, and kept in a file.

use crate::support::folder;
use serde_json::Value;
use std::process::Command;

fn run(words: &[&str]) -> (bool, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_banneret")).args(words).output().expect("it runs");
    (out.status.success(), String::from_utf8(out.stdout).expect("text"), String::from_utf8(out.stderr).expect("text"))
}

fn json(words: &[&str]) -> Value {
    // An order goes on to the end of the line, so the option stands before it.
    let at = words.len().min(2);
    let (done, text, said) = run(&[&words[..at], &["--json"], &words[at..]].concat());
    assert!(done, "{said}");
    serde_json::from_str(&text).expect("JSON")
}

/// What is refused, and why.
fn refused(words: &[&str]) -> String {
    let (done, text, said) = run(words);
    assert!(!done, "{text}");
    said
}

fn man<'a>(shown: &'a Value, called: &str) -> &'a Value {
    let men = shown["men"].as_array().expect("men");
    men.iter().find(|man| man["man"] == called).unwrap_or_else(|| panic!("no {called}"))
}

#[test]
fn what_stays_behind_is_told_when_an_assault_is_begun_and_shown() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let scenario = path("none-to-command.toml");
    let drawn = "name = \"x\"\nwhat = \"x\"\nmap = \"border castle\"\ncatapults = 1\n\
                 [[attacker]]\nname = \"a\"\nmen = 9\nprotection = 3\nweapons = \"sword\"\n\
                 [[defender]]\nname = \"d\"\nmen = 3\nprotection = 3\nweapons = \"sword\"\n";
    std::fs::write(&scenario, drawn).expect("written");
    let file = path("game.json");
    let told = |value: &Value| value["warnings"].to_string().contains("leave 1 catapult behind");
    let begun = json(&["assault", "new", &file, "--scenario", &scenario, "--seed", "5"]);
    assert!(told(&begun), "{}", begun["warnings"]);
    assert!(told(&json(&["assault", "show", &file])));
    assert!(told(&json(&["assault", "play", "--scenario", &scenario, "--seed", "5"])));
    assert!(run(&["assault", "show", &file]).1.contains("leave 1 catapult behind"));
}

#[test]
fn an_assault_is_played_by_hand_and_kept_in_a_file() {
    let folder = folder();
    let path = folder.path().join("storm.json");
    let file = path.to_str().expect("a path");
    let begun = json(&["assault", "new", file, "--scenario", "border-castle", "--seed", "5"]);
    assert_eq!((begun["turn"].as_u64(), begun["pending"].as_str()), (Some(1), Some("defender")));
    // Both sides take their places first, the garrison before the attackers.
    assert_eq!(begun["stage"].as_str(), Some("the defenders take their places"));
    assert!(refused(&["assault", "order", file, "go", "D1", "1714"]).contains("irst everybody takes his place"));
    let place = json(&["assault", "order", file, "place", "D1", "1714"]);
    assert_eq!(man(&place, "D1")["at"].as_str(), Some("1714"));
    assert!(refused(&["assault", "order", file, "place", "D1", "0101"]).contains("may not stand there"));
    json(&["assault", "order", file, "done"]);
    json(&["assault", "order", file, "place", "A2", "0214"]);
    let begun = json(&["assault", "order", file, "done"]);
    assert_eq!((begun["turn"].as_u64(), begun["pending"].as_str()), (Some(1), Some("attacker")));
    assert!(refused(&["assault", "order", file, "place", "A1", "0215"]).contains("before the first turn only"));
    let other = folder.path().join("arrayed.json");
    let arrayed = json(&["assault", "new", other.to_str().expect("a path"), "--seed", "5", "--arrayed"]);
    assert_eq!(arrayed["pending"].as_str(), Some("attacker"));
    let count = |side: &str| begun["men"].as_array().expect("men").iter().filter(|man| man["side"] == side).count();
    assert_eq!((count("attacker"), count("defender")), (60, 44));
    assert!(refused(&["assault", "new", file, "--seed", "5"]).contains("already"), "it is not written over");
    // The picture has everybody on it; of one level, who stands there.
    let picture = begun["picture"].as_str().expect("a picture");
    // But for those at a ram or an engine.
    let at_work = |side: &str| {
        let men = begun["men"].as_array().expect("men").iter().filter(|man| man["side"] == side);
        men.filter(|man| man["at"].as_str().is_some_and(|at| at.starts_with("at "))).count()
    };
    let drawn = (60 - at_work("attacker"), 44 - at_work("defender"));
    assert_eq!((picture.matches('A').count(), picture.matches('D').count()), drawn);
    let walls = json(&["assault", "show", file, "--level", "1"]);
    let picture = walls["picture"].as_str().expect("a picture");
    assert!(picture.matches('A').count() == 0 && picture.matches('D').count() > 5, "{picture}");
    assert!(refused(&["assault", "show", file, "--level", "7"]).contains("-1, 0, 1, 2, 3"));
    // What a man may do is listed, and one of these he does; elsewhere he is refused with what would be allowed.
    let may = json(&["assault", "orders", file, "A1"]);
    let first = may.as_array().expect("orders").iter().filter_map(Value::as_str).find(|order| order.starts_with("go "));
    let order: Vec<&str> = first.expect("he may go somewhere").split(' ').collect();
    let refusal = refused(&["assault", "order", file, "go", "A1", "1714"]);
    assert!(refusal.contains("SG-5.2") && refusal.contains("He may: "), "{refusal}");
    assert!(refused(&["assault", "order", file, "fly", "A1"]).contains("raise MAN HEX"));
    let was = man(&begun, "A1")["at"].clone();
    let gone = json(&[&["assault", "order", file][..], &order].concat());
    assert_eq!(man(&gone, "A1")["at"].as_str(), Some(order[2]));
    assert!(gone["told"].as_array().is_some_and(|told| !told.is_empty()));
    let back = json(&["assault", "back", file]);
    assert_eq!(man(&back, "A1")["at"], was);
    // The captain ends the attackers' half, and the other side moves; what is over stands.
    let left = json(&["assault", "captain", file]);
    assert_eq!(left["pending"].as_str(), Some("defender"));
    assert!(refused(&["assault", "back", file]).contains("Nothing can be taken back"));
    let (_, told, _) = run(&["assault", "told", file]);
    assert!(told.starts_with("The defenders take their places."), "{told:.200}");
    assert!(told.contains("\nTurn 1\nThe attackers move."), "{told:.600}");
    let (_, text, _) = run(&["assault", "show", file]);
    for part in ["the defenders move", "Gate 1, ", "Bridge 1, the drawbridge", "A D men"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(refused(&["assault", "show", "Cargo.toml"]).contains("no assault"));
}

#[test]
fn assaults_that_ship_are_listed_and_one_of_ones_own_is_told_its_fault() {
    let listed = json(&["assault", "scenarios"]);
    let names: Vec<&str> =
        listed.as_array().expect("a list").iter().filter_map(|one| one["scenario"].as_str()).collect();
    assert_eq!(names, ["border-castle", "fortified-town", "templars-castle"]);
    let folder = folder();
    let path = folder.path().join("own.toml");
    let own = include_str!("../../data/assaults/border-castle.toml");
    for (from, to, told) in [
        ("protection = 3", "protection = 7", "protection is 1 to 4"),
        ("axe;shield", "spoon", "spoon"),
        ("men = 19", "men = 0", "1 to 120"),
        ("ladders", "laders", "line"),
        ("map = \"border castle\"", "map = \"Bluetown\"", "There is no map “Bluetown”"),
    ] {
        assert!(own.contains(from), "{from}");
        std::fs::write(&path, own.replacen(from, to, 1)).expect("written");
        let said = refused(&["assault", "new", "never.json", "--scenario", path.to_str().expect("a path")]);
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(!std::path::Path::new("never.json").exists());
    assert!(refused(&["assault", "play", "--scenario", "bluetown"]).contains("border-castle, fortified-town"));
}

#[test]
fn a_stronghold_names_its_map_by_command() {
    let folder = folder();
    let path = folder.path().join("realm.banneret");
    let file = path.to_str().expect("a path");
    let (done, _, said) = run(&["new", file, "--sample", "march"]);
    let sample = json(&["samples"]);
    assert!(done, "{said}: {sample}");
    let places = json(&["show", file, "places"]);
    let hold = places
        .as_array()
        .or_else(|| places["places"].as_array())
        .expect("places")
        .iter()
        .flat_map(|place| place["strongholds"].as_array().expect("strongholds"))
        .next()
        .expect("a stronghold")
        .clone();
    let name = hold["name"].as_str().expect("its name");
    let set = json(&["stronghold", file, "set", name, "--map", "templars castle"]);
    assert_eq!(set["map"].as_str(), Some("the Templars' castle"));
    let (_, shown, _) = run(&["show", file, "places"]);
    assert!(shown.contains("assaulted on the Templars' castle"), "{shown}");
    assert!(refused(&["stronghold", file, "set", name, "--map", "Bluetown"]).contains("fortified town"));
    let (_, exported, _) = run(&["export", file, "--json"]);
    assert!(exported.contains("the Templars' castle"));
    let (done, _, said) = run(&["check", file]);
    assert!(done, "{said}");
    let again = json(&["stronghold", file, "set", name, "--map", "by-kind"]);
    assert_eq!(again["map"], hold["map"]);
}
