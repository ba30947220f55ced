//! The command line: what each command answers, in which shape, and how it refuses.

use crate::support::{folder, json, march, refusal, refused, run, said};
use serde_json::Value;
use std::fs;

/// Holds that a value has all of these keys.
fn has(value: &Value, keys: &str) {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    for key in keys.split_whitespace() {
        assert!(object.contains_key(key), "no {key} in {value}");
    }
}

/// The rows of a list, of which there must be some, each with these keys.
fn rows<'a>(value: &'a Value, key: &str, keys: &str) -> &'a [Value] {
    let rows = value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"));
    assert!(!rows.is_empty(), "{key} is empty");
    rows.iter().for_each(|row| has(row, keys));
    rows
}

fn row<'a>(value: &'a Value, key: &str, name: &str) -> &'a Value {
    let rows = value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"));
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// A campaign two armies of which face each other.
fn at_war() -> (tempfile::TempDir, String) {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    said(&["turn", &file]);
    (folder, file)
}

const HOSTS: [&str; 4] = ["--attacker", "Host of Estmark", "--defender", "Host of Gorwen"];

#[test]
fn a_campaign_is_made_empty_or_from_a_sample() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let samples = json(&["samples"]);
    let names: Vec<&Value> = samples.as_array().expect("a list").iter().map(|sample| &sample["name"]).collect();
    assert_eq!(names, ["march", "agincourt", "caerlaverock"]);
    samples.as_array().expect("a list").iter().for_each(|sample| has(sample, "name title blurb"));
    let made = json(&["new", &at("a.banneret"), "--sample", "march"]);
    has(&made, "file name date turn");
    assert_eq!((&made["name"], &made["date"], &made["turn"]), (&"The March".into(), &"1335-06-19".into(), &0.into()));
    let made = json(&["new", &at("b.banneret"), "--name", "My war", "--date", "1300-04-10"]);
    assert_eq!((&made["name"], &made["date"]), (&"My war".into(), &"1300-04-10".into()));
    let (sentence, hint) = refused(&["new", &at("c.banneret"), "--sample", "crusade"]);
    assert!(sentence.contains("crusade") && hint.contains("march"), "{sentence} {hint}");
    refused(&["new", &at("c.banneret"), "--date", "yesterday"]);
    assert!(!folder.path().join("c.banneret").exists());
}

#[test]
fn a_siege_is_forecast_and_nothing_of_it_is_kept() {
    // SG-1.6: the same seed, the same spread; every siege ends one way or another.
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    let before = said(&["export", &file, "--json"]);
    let asked = ["siege", &file, "forecast", "--besieger", "Host of Estmark", "--stronghold", "pen-y-gors"];
    fn with<'a>(asked: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [asked, &["--runs", "50", "--seed", "3"], more].concat()
    }
    let spread = json(&with(&asked, &["--trebuchets", "2", "--moat", "4", "--rations", "900"]));
    has(&spread, "runs ends days lost besieger garrison seed left_out");
    let ends = spread["ends"].as_object().expect("an object");
    assert_eq!(ends.values().map(|end| end["sieges"].as_u64().expect("a count")).sum::<u64>(), 50);
    assert_eq!(spread, json(&with(&asked, &["--trebuchets", "2", "--moat", "4", "--rations", "900"])));
    let relieved = json(&with(&asked, &["--relief", "Host of Gorwen", "--relief-day", "1"]));
    assert_ne!(relieved["ends"], spread["ends"]);
    let (sentence, hint) = refused(&with(&asked, &["--moat", "wide"]));
    assert!(sentence.contains("wide") && hint.contains("deep"), "{sentence} {hint}");
    let own = ["siege", &file, "forecast", "--besieger", "Host of Estmark", "--stronghold", "Marlstone"];
    assert!(refused(&own).0.contains("its own side"));
    let unknown = ["siege", &file, "forecast", "--besieger", "Host of Estmark", "--stronghold", "Camelot"];
    assert!(refused(&unknown).1.contains("Pen-y-Gors"));
    assert_eq!(said(&["export", &file, "--json"]), before);
}

#[test]
fn show_begins_alike_and_lists_what_was_asked() {
    let (_folder, file) = at_war();
    let parts = ["", "armies", "people", "captives", "treasury", "chronicle", "battles", "contacts", "places"];
    for part in parts {
        let mut command = vec!["show", &file];
        command.extend((!part.is_empty()).then_some(part));
        let shown = json(&command);
        let keys: Vec<&String> = shown.as_object().expect("an object").keys().collect();
        assert_eq!(keys[..4], ["name", "date", "turn", "sides"], "{part}");
        assert_eq!(shown["name"], "The March");
        assert_eq!(shown["date"], "1335-06-26");
        assert_eq!(shown["turn"], 1);
        let sides = rows(&shown, "sides", "name treasury_pence men");
        assert_eq!(sides.len(), 3);
        assert!(sides.iter().all(|side| side["treasury_pence"].is_i64() && side["men"].is_object()));
        assert!(sides[0]["men"]["fit"].as_u64() > Some(200));
        if !part.is_empty() {
            assert!(shown[part].is_array(), "{part}");
        }
        assert!(said(&command).starts_with("The March: Monday 26 June 1335"), "{part}");
    }
    rows(&json(&["show", &file, "armies"]), "armies", "name side place men");
    rows(&json(&["show", &file, "people"]), "people", "name side class rank grade protection state army");
    let held = json(&["show", &file, "captives"]);
    let held = rows(&held, "captives", "name side holder class rank grade asked_marks battle");
    assert!(held.iter().all(|held| ["Estmark", "Gorwen"].contains(&held["holder"].as_str().expect("a side"))));
    rows(&json(&["show", &file, "treasury"]), "treasury", "name treasury_pence entries");
    rows(&json(&["show", &file, "chronicle"]), "chronicle", "day kind text");
    rows(&json(&["show", &file, "contacts"]), "contacts", "attacker defender place date");
    rows(&json(&["show", &file, "places"]), "places", "name kind side people");
    // One by name, whatever its case and accents.
    let army = json(&["show", &file, "armies", "garrison of castell bran"]);
    assert_eq!(army["armies"].as_array().map(Vec::len), Some(1));
    has(&army["armies"][0], "tree roster");
    for part in ["armies", "people", "captives", "treasury", "battles", "places"] {
        let (sentence, _) = refused(&["show", &file, part, "Nobody at all"]);
        assert!(sentence.contains("Nobody at all"), "{sentence}");
    }
}

#[test]
fn turns_undo_and_redo_say_what_they_did() {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    let turns = json(&["turn", &file, "--count", "2"]);
    let turns = turns.as_array().expect("a list");
    assert_eq!((turns.len(), &turns[0]["turn"], &turns[1]["date"]), (2, &1.into(), &"1335-07-03".into()));
    turns.iter().for_each(|turn| has(turn, "turn date contacts lines"));
    let text = said(&["turn", &file, "--count", "3"]);
    let begins: Vec<&str> = text.lines().map(|line| line.split(':').next().unwrap_or("")).collect();
    assert_eq!(begins, ["Turn 3", "Turn 4", "Turn 5"], "a line a turn");
    let undone = json(&["undo", &file, "--count", "2"]);
    assert_eq!(undone.as_array().map(Vec::len), Some(2));
    has(&undone[0], "id name sentence day at state kind");
    assert_eq!(json(&["show", &file])["turn"], 3);
    assert!(said(&["redo", &file]).starts_with("Redone: Turn 4 "));
    said(&["redo", &file]);
    let (sentence, _) = refused(&["redo", &file]);
    assert_eq!(sentence, "There is nothing to redo.");
    said(&["undo", &file, "--count", "99"]);
    let (sentence, _) = refused(&["undo", &file]);
    assert_eq!(sentence, "There is nothing to undo.");
    // The chronicle keeps all of it.
    let told = json(&["show", &file, "chronicle", "turn 5"]);
    assert!(told["chronicle"].as_array().is_some_and(|told| told.len() > 2), "{told}");
}

#[test]
fn marches_relations_and_answers_are_given_and_refused() {
    let (_folder, file) = at_war();
    let order = json(&["march", &file, "--army", "king's household", "--to", "WEXBRIDGE"]);
    has(&order, "way names miles pace days");
    let (_, hint) = refused(&["march", &file, "--army", "Host of Estmark", "--to", "Kingsholm"]);
    assert!(hint.contains("contact"), "a contact holds it: {hint}");
    refused(&["march", &file, "--army", "Nobody", "--to", "Kingsholm"]);
    refused(&["march", &file, "--army", "King's Household", "--to", "Nowhere"]);
    let peace = json(&["relation", &file, "--side", "gorwen", "--side", "Valbrun", "truce", "--until", "1336-01-01"]);
    assert_eq!((&peace["state"], &peace["until"]), (&"truce".into(), &"1336-01-01".into()));
    refused(&["relation", &file, "--side", "Gorwen", "war"]);
    refused(&["relation", &file, "--side", "Gorwen", "--side", "Gorwen", "war"]);
    refused(&["relation", &file, "--side", "Gorwen", "--side", "Valbrun", "friendship"]);
    refused(&["relation", &file, "--side", "Gorwen", "--side", "Valbrun", "truce", "--until", "1300-01-01"]);
    has(&json(&["answer", &file, "--army", "Riders of the March", "retire"]), "done");
    refused(&["answer", &file, "--army", "Riders of the March", "retire"]);
    refused(&["answer", &file, "--army", "Host of Gorwen", "shut-in"]);
}

#[test]
fn a_battle_is_fought_forecast_and_replayed_by_its_seed() {
    let (_folder, file) = at_war();
    let command = |verb, more: &[&'static str]| {
        let mut command: Vec<&str> = vec![verb, &file];
        command.extend(HOSTS);
        command.extend(["--seed", "4"]);
        command.extend(more);
        json(&command)
    };
    let dry = command("battle", &["--dry-run"]);
    assert_eq!((&dry["kept"], &dry["record"]), (&false.into(), &Value::Null));
    assert_eq!(json(&["show", &file, "battles"])["battles"].as_array().map(Vec::len), Some(1), "the sample's own");
    let fought = command("battle", &["--rules", "man-to-man", "--ground", "open-field"]);
    has(&fought, "winner turns seed sides captives grades record aftermath name");
    for key in ["winner", "turns", "sides", "captives", "grades"] {
        assert_eq!(fought[key], dry[key], "the same seed, the same battle: {key}");
    }
    assert!(fought["record"].is_i64() && fought["kept"] == true);
    assert!(fought["winner"].is_null() || fought["winner"] == "Estmark" || fought["winner"] == "Gorwen");
    assert!(fought["turns"].as_u64() > Some(3));
    let sides = rows(&fought, "sides", "name army role men points");
    assert_eq!((&sides[0]["name"], &sides[1]["name"]), (&"Estmark".into(), &"Gorwen".into()));
    for side in sides {
        has(&side["men"], "unhurt wounded dead fled captive missing");
    }
    let held: u64 = sides.iter().filter_map(|side| side["men"]["captive"].as_u64()).sum();
    let captives = fought["captives"].as_array().expect("a list");
    assert_eq!(captives.len() as u64, held);
    assert!(held > 0, "this seed takes captives");
    let shown = json(&["show", &file, "captives"]);
    for captive in captives {
        has(captive, "name holder captor");
        let told = row(&shown, "captives", captive["name"].as_str().expect("a name"));
        assert_eq!(told["holder"], captive["holder"], "both say which side holds him");
    }
    for grade in fought["grades"].as_array().expect("a list") {
        has(grade, "name from to clause");
        assert!(grade["clause"].as_str().is_some_and(|clause| clause.starts_with("MM-8.")), "{grade}");
    }
    assert!(!fought["grades"].as_array().expect("a list").is_empty());
    let battles = json(&["show", &file, "battles", "Battle of Thornford"]);
    has(&battles["battles"][0], "number name date attacker defender settled winner turns record men");
}

#[test]
fn a_forecast_counts_and_keeps_nothing() {
    let (_folder, file) = at_war();
    let before = fs::read(&file).expect("the file");
    let mut command = vec!["forecast", &file];
    command.extend(HOSTS);
    command.extend(["--seed", "3", "--runs", "20"]);
    let forecast = json(&command);
    assert_eq!(forecast["runs"], 20);
    assert!(!rows(&forecast, "sides", "name army won").is_empty());
    assert_eq!(json(&command), forecast, "the same seed, the same forecast");
    assert!(fs::read(&file).expect("the file") == before);
}

#[test]
fn a_result_from_the_table_is_taken_in_or_refused_by_line() {
    let (folder, file) = at_war();
    let result = folder.path().join("result.csv");
    let result_name = result.to_str().expect("a plain name").to_owned();
    let mut command = vec!["report", &file];
    command.extend(HOSTS);
    command.extend(["--seed", "5", result_name.as_str()]);
    for (rows, line) in [
        ("number,fate\nA1,dead\nQ7,dead\n", "3"),
        ("number,fate\nA1,vanished\n", "2"),
        ("number,fate,captor\nA1,captive,A2\n", "2"),
        ("number,fate,mood\nA1,dead,grim\n", "1"),
        ("who,what\nA1,dead\n", "1"),
    ] {
        fs::write(&result, rows).expect("written");
        let (sentence, hint) = refused(&command);
        assert!(sentence.contains(&format!(" {line}")), "{rows:?}: {sentence}");
        assert!(hint.contains("Nothing was taken in"), "{rows:?}: {hint}");
    }
    fs::write(&result, "number,fate,captor,wounded,deeds\nB2,captive,A1,,\nB3,dead,,,\nA3,wounded,,,killed B3\n")
        .expect("written");
    let reported = json(&command);
    has(&reported, "winner turns sides captives grades record kept");
    assert_eq!((&reported["record"], &reported["winner"]), (&Value::Null, &"Estmark".into()));
    assert_eq!(reported["captives"].as_array().map(Vec::len), Some(1));
    assert_eq!(reported["captives"][0]["holder"], "Estmark");
    assert!(reported["captives"][0]["captor"].is_string());
    assert_eq!((&reported["sides"][1]["men"]["dead"], &reported["sides"][0]["men"]["wounded"]), (&1.into(), &1.into()));
    refused(&["report", &file, HOSTS[0], HOSTS[1], HOSTS[2], HOSTS[3], "/no/such/result.csv"]);
}

#[test]
fn battles_that_cannot_be_are_refused() {
    let (_folder, file) = at_war();
    let refuse = |more: &[&str]| {
        let mut command = vec!["battle", file.as_str()];
        command.extend(more);
        refused(&command)
    };
    refuse(&["--attacker", "Host of Estmark", "--defender", "Raiders of Glyn Haul"]);
    refuse(&["--attacker", "Host of Estmark", "--defender", "King's Household"]);
    refuse(&["--attacker", "Host of Estmark", "--defender", "Company of Valbrun"]);
    let mut with = HOSTS.to_vec();
    with.extend(["--rules", "chess"]);
    assert!(refuse(&with).0.contains("chess"));
    let mut with = HOSTS.to_vec();
    with.extend(["--ground", "moon"]);
    assert!(refuse(&with).0.contains("moon"));
}

#[test]
fn ransoms_are_asked_offered_agreed_and_paid() {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    let treasury = |name: &str| row(&json(&["show", &file]), "sides", name)["treasury_pence"].as_i64().expect("pence");
    let held = json(&["show", &file, "captives"]);
    let fulk = row(&held, "captives", "Fulk Tempest");
    assert_eq!(
        (&fulk["holder"], &fulk["asked_marks"], &fulk["class"], &fulk["side"]),
        (&"Gorwen".into(), &55.into(), &"knight".into(), &"Estmark".into())
    );
    let asked = json(&["ransom", &file, "ask", "--captive", "Sir Fulk Tempest"]);
    has(&asked, "captive done pence marks parts");
    assert!(asked["marks"].as_f64() > Some(0.0));
    for part in asked["parts"].as_array().expect("the sum explained") {
        has(part, "clause what value");
    }
    let offered = json(&["ransom", &file, "offer", "--captive", "fulk tempest", "--marks", "40"]);
    assert_eq!((&offered["marks"], &offered["pence"]), (&40.0.into(), &6400.into()));
    said(&["ransom", &file, "agree", "--captive", "Fulk Tempest", "--marks", "45"]);
    let (estmark, gorwen) = (treasury("Estmark"), treasury("Gorwen"));
    json(&["ransom", &file, "pay", "--captive", "Fulk Tempest", "--from", "side"]);
    assert_eq!(estmark - treasury("Estmark"), 45 * 160);
    assert!(treasury("Gorwen") > gorwen);
    refused(&["ransom", &file, "pay", "--captive", "Fulk Tempest"]);
    refused(&["ransom", &file, "ask", "--captive", "Nobody"]);
    refused(&["ransom", &file, "offer", "--captive", "Rhys Fychan"]);
    refused(&["ransom", &file, "offer", "--captive", "Rhys Fychan", "--marks", "lots"]);
    refused(&["ransom", &file, "pay", "--captive", "Rhys Fychan", "--from", "own"]);
    refused(&["ransom", &file, "pay", "--captive", "Rhys Fychan", "--from", "pope"]);
    said(&["ransom", &file, "free", "--captive", "Rhys Fychan"]);
    let people = json(&["show", &file, "people", "Rhys Fychan"]);
    assert_eq!(people["people"][0]["state"], "fit");
    has(&json(&["recruit", &file, "captives", "--army", "Garrison of Harrowgard", "--count", "1"]), "men");
    let labour = json(&["recruit", &file, "labour", "--side", "Estmark"]);
    assert_eq!(labour["men"].as_array().map(Vec::len), Some(3));
    refused(&["recruit", &file, "labour", "--side", "Estmark"]);
    refused(&["recruit", &file, "captives", "--army", "Company of Valbrun"]);
}

#[test]
fn what_is_written_out_comes_in_again() {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    let export = json(&["export", &file]);
    has(&export, "format schema name date turn content");
    assert_eq!(export["content"]["person"].as_array().map(Vec::len), Some(600));
    let roster = folder.path().join("roster.csv");
    let written = said(&["export", &file, "--csv"]);
    assert!(written.starts_with("side,army,battle,force,unit,name,class,rank,grade,protection,weapons,horse,count\n"));
    // Without their sides all of them come in for one.
    let sideless = |text: &str| -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        for row in csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).records() {
            out.write_record(row.expect("a row").iter().skip(1)).expect("written");
        }
        String::from_utf8(out.into_inner().expect("written")).expect("UTF-8")
    };
    let written = sideless(&written);
    fs::write(&roster, &written).expect("written");
    let new = folder.path().join("new.banneret").to_str().expect("a plain name").to_owned();
    said(&["new", &new]);
    let roster = roster.to_str().expect("a plain name");
    let taken = json(&["import", &new, roster, "--side", "Everyone"]);
    has(&taken, "men armies warnings");
    assert_eq!(taken["men"], written.lines().count() - 1);
    assert_eq!(sideless(&said(&["export", &new, "--csv"])), written, "nothing is lost on the way");
    refused(&["import", &new, roster, "--side", "Everyone"]);
    let again = json(&["import", &new, roster, "--side", "Everyone", "--force"]);
    assert!(again["armies"][0].as_str().is_some_and(|name| name.ends_with("(2)")), "{again}");
    refused(&["import", &new, "/no/such/roster.csv", "--side", "Everyone"]);
    let sound = json(&["check", &new]);
    assert_eq!((&sound["sound"], &sound["findings"]), (&true.into(), &Value::Array(Vec::new())));
}

#[test]
fn odds_are_exact_and_take_words_with_a_space_or_a_hyphen() {
    let outcomes = |command: &[&str], names: &[&str]| {
        let odds = json(command);
        assert_eq!(odds.as_object().expect("an object").keys().collect::<Vec<_>>(), ["outcomes", "exact", "parts"]);
        for name in names {
            assert!(odds["outcomes"][name].is_number(), "{name}: {odds}");
            assert!(odds["exact"][name].as_str().is_some_and(|exact| exact.contains('/')), "{name}: {odds}");
        }
        for part in odds["parts"].as_array().expect("a list") {
            has(part, "clause what value");
        }
        odds
    };
    outcomes(
        &["odds", "shoot", "--weapon", "longbow", "--distance", "8", "--protection", "3", "--cover", "light"],
        &["hit"],
    );
    let man = "class=knight,grade=B,protection=1,weapon=heavy-lance,mounted,charging";
    let foot = "class=sergeant,grade=C,protection=3,weapon=spear";
    let blow = outcomes(&["odds", "blow", "--attacker", man, "--defender", foot], &["hit"]);
    let spaced = man.replace("heavy-lance", "heavy lance");
    assert_eq!(json(&["odds", "blow", "--attacker", &spaced, "--defender", foot]), blow);
    outcomes(&["odds", "wound", "--protection", "2"], &["wounded", "killed"]);
    let with = "supported,close-order,fleeing-friends=2";
    let morale = outcomes(
        &["odds", "morale", "--class", "sergeant", "--grade", "C", "--with", with],
        &["bold", "resolute", "craven", "recreant"],
    );
    let whole: f64 = morale["outcomes"].as_object().expect("outcomes").values().filter_map(Value::as_f64).sum();
    assert!((whole - 1.0).abs() < 1e-9, "{morale}");
    let spaced = with.replace('-', " ");
    assert_eq!(json(&["odds", "morale", "--class", "sergeant", "--grade", "C", "--with", &spaced]), morale);
    outcomes(&["odds", "fall", "--grade", "C"], &["falls"]);
    for wrong in [
        &["odds", "shoot", "--weapon", "trebuchet", "--distance", "8", "--protection", "3"][..],
        &["odds", "shoot", "--weapon", "longbow", "--distance", "far", "--protection", "3"],
        &["odds", "wound", "--protection", "7"],
        &["odds", "fall", "--grade", "Z"],
        &["odds", "morale", "--class", "sergeant", "--grade", "C", "--with", "drunk"],
        &["odds", "blow", "--attacker", "class=wizard", "--defender", foot],
    ] {
        refused(wrong);
    }
}

#[test]
fn a_wrong_command_line_is_told_apart_from_a_refusal() {
    let folder = folder();
    let file = march(&folder).to_str().expect("a plain name").to_owned();
    for wrong in [
        &["conquer", &file][..],
        &["turn"],
        &["turn", &file, "--count", "many"],
        &["show", &file, "dragons"],
        &["battle", &file, "--attacker", "Host of Estmark"],
        &["ransom", &file, "steal", "--captive", "Fulk Tempest"],
    ] {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{wrong:?}");
    }
    let output = run(["show", "/no/such/file", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let value: Value = serde_json::from_slice(&output.stderr).expect("JSON on standard error too");
    has(&value, "error hint");
    refusal(&run(["show", "/no/such/file"]), "a missing file");
    let help = said(&["--help"]);
    for verb in ["new", "show", "turn", "undo", "redo", "battle", "report", "forecast", "ransom", "import", "check"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(verb)), "{verb} is in the help");
    }
}

#[test]
fn points_cost_balance_and_score() {
    // MM-10.1 to MM-10.4
    let (folder, file) = at_war();
    let host =
        json(&["points", "cost", &file, "--army", "Host of Estmark", "--gear", "12 stakes", "--works", "portcullis"]);
    has(&host, "name men gear works points");
    let men: i64 = rows(&host, "men", "class men points").iter().map(|row| row["points"].as_i64().unwrap_or(0)).sum();
    assert_eq!(host["points"].as_i64(), Some(men + 12 + 15));
    let gear = json(&["points", "cost", "--gear", "2 ladders, sow, ram", "--works", "stone keep"]);
    assert_eq!(gear["points"], 4 + 12 + 10 + 625);
    let roster = folder.path().join("two.csv");
    let head = "army,battle,force,unit,name,class,rank,grade,protection,weapons,horse,count\n";
    let rows_of = "Reds,,,Bows,,sergeant,,C,4,longbow;sword,none,10\nBlues,,,Spears,,peasant,,D,4,spear,none,20\n";
    fs::write(&roster, format!("{head}{rows_of}")).expect("written");
    let roster = roster.to_str().expect("a plain name");
    let both = ["--attacker", "Reds", "--defender", "Blues", "--defender-gear", "3 faggots"];
    let weighed = json(&[&["points", "balance", roster][..], &both].concat());
    // MM-10.1: an archer 3 + 3 + 2 + 2 + 1, a levy spear 1 + 2 + 1.
    assert_eq!((&weighed["sides"][0]["points"], &weighed["sides"][1]["points"]), (&110.into(), &83.into()));
    assert_eq!((&weighed["weaker"], &weighed["gap"]), (&"Blues".into(), &27.into()));
    let result = folder.path().join("result.csv");
    fs::write(&result, "number,fate\n").expect("written");
    let score = [&["points", "score", &file][..], &HOSTS, &[result.to_str().expect("a plain name")]].concat();
    has(&json(&score), "sides winner");
    refused(&["points", "cost"]);
    refused(&["points", "cost", &file]);
    refused(&["points", "cost", roster]);
    refused(&["points", "cost", "--gear", "3 elephants"]);
}

#[test]
fn a_battle_is_fought_with_the_gear_a_list_names() {
    // MM-9, MM-10.2
    let (_folder, file) = at_war();
    let battle = [&["battle", &file][..], &HOSTS, &["--seed", "4", "--dry-run", "--log"]].concat();
    let told = said(&[&battle[..], &["--defender-gear", "24 stakes, wagon"]].concat());
    assert!(told.contains("plant their stakes"), "{told}");
    let (sentence, _) = refused(&[&battle[..], &["--attacker-gear", "3 elephants"]].concat());
    assert!(sentence.contains("elephant"), "{sentence}");
}

#[test]
fn castle_under_siege_is_played_by_the_program() {
    // CU-5: the same seed, the same game, told to its end.
    let game = json(&["castle-under-siege", "play", "--strength", "powerful", "--seed", "5"]);
    has(&game, "strength seed winner turns told");
    let told = game["told"].as_array().expect("a list");
    assert!(told.last().and_then(Value::as_str).is_some_and(|line| line.contains("wins (CU-5).")), "{told:?}");
    assert_eq!(game, json(&["castle-under-siege", "play", "--strength", "powerful", "--seed", "5"]));
    assert!(refused(&["castle-under-siege", "play", "--strength", "paper"]).0.contains("average or powerful"));
}

#[test]
fn the_rule_book_is_read_with_the_situations_that_show_each_clause() {
    let told = said(&["rules", "mm-5.2"]);
    assert!(told.contains("MM-5.2  Order of blows") && told.contains("(charging-horse-first)"), "{told}");
    assert!(!told.contains("MM-5.3"), "{told}");
    let clauses = json(&["rules", "MM-5"]);
    has(&clauses[0], "clause chapter text house situations");
    assert!(clauses.as_array().is_some_and(|all| all.len() > 8), "{clauses}");
    assert_eq!(json(&["rules"]).as_array().map(Vec::len), Some(banneret::app::rulebook::pages().len()));
    assert!(refused(&["rules", "MM-none"]).0.contains("no clause"));
    // Every situation stands under every clause it names.
    for it in banneret::app::ruling::examples() {
        for clause in it.clauses {
            let under = banneret::app::rulebook::situations(clause);
            assert!(under.iter().any(|other| other.name == it.name), "{} under {clause}", it.name);
            assert!(banneret::app::rulebook::clause(clause).is_some_and(|known| known.id == *clause), "{clause}");
        }
    }
}

#[test]
fn a_ruling_is_told_and_stops_at_the_roll_it_needs() {
    // MM-5.2, MM-5.4
    let told = said(&["ruling", "charging-horse-first"]);
    for part in
        ["Turn 1", "Melee (MM-2.7)", "attack 5 +1 heavy lance +1 charging = 7 (MM-5.4)", "It went as the file expects."]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let value = json(&["ruling", "charging-horse-first"]);
    has(&value, "title clauses what told needs over end faces_not_rolled unmet");
    rows(&value, "end", "name facts");
    assert!(value["needs"].is_null() && value["unmet"].as_array().is_some_and(Vec::is_empty));
    let listed = json(&["ruling", "--list", "mm-5.2"]);
    let first = &listed.as_array().expect("a list")[0];
    assert_eq!(first["clause"], "MM-5.2");
    rows(first, "situations", "name title clauses");
    assert!(said(&["ruling", "--orders"]).contains("charge NAME"));
    // A file of one's own, whose faces run out; then one with faults, and one that does not go as it says.
    let folder = folder();
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it is written");
        path.to_str().expect("a plain name").to_owned()
    };
    let man = |side: &str, name: &str, y: &str| {
        format!(
            "[[unit]]\nside = \"{side}\"\nname = \"{name}\"\nclass = \"sergeant\"\ngrade = \"C\"\nprotection = 3\nweapons = \"sword\"\nat = [60, {y}]\n"
        )
    };
    let men = man("attacker", "Adam", "39.25") + &man("defender", "Benet", "40");
    let head = "title = \"A duel\"\nclauses = [\"MM-5.4\"]\nwhat = \"Two swords.\"\n";
    let own = at("own.toml", &format!("{head}dice = [4, 4]\n{men}"));
    assert!(
        said(&["ruling", &own]).contains("Needed: 1d6 attack (MM-5.4), 1d6 defence (MM-5.4). Whether Benet hits Adam")
    );
    has(&json(&["ruling", &own])["needs"], "decides dice need thrown parts");
    let (sentence, hint) =
        refused(&["ruling", &at("bad.toml", &format!("{head}{}", men.replace("at = [60, 40]", "at = [60, 400]")))]);
    assert!(
        sentence.contains("line 19: this place is off the field") && hint.contains("docs/rulings.md"),
        "{sentence} {hint}"
    );
    let (sentence, _) =
        refused(&["ruling", &at("other.toml", &format!("{head}seed = 1\n{men}[expect]\ntold = [\"Benet flies\"]\n"))]);
    assert!(sentence.contains("“Benet flies” was not told"), "{sentence}");
    refused(&["ruling", "no-such-situation"]);
    refused(&["ruling", &own, "--turns", "0"]);
    refused(&["ruling", "--list", "MM-twelve"]);
}

/// A roster keeps a plan, so that its numbers stay; the plan is dropped by command as well.
#[cfg(feature = "print")]
#[test]
fn a_plan_that_a_roster_left_is_dropped() {
    let (folder, file) = at_war();
    let armies = HOSTS;
    let out = folder.path().join("roster.pdf");
    let battle = [&["battle", file.as_str()][..], &armies, &["--drop-plan"]].concat();
    assert!(refused(&battle).0.contains("planned"), "nothing is planned yet");
    said(&[&["roster", file.as_str()][..], &armies, &["-o", out.to_str().expect("a name")]].concat());
    assert!(said(&battle).contains("was dropped"));
    assert!(refused(&battle).0.contains("planned"));
}

#[test]
fn a_number_that_is_none_is_told_with_what_it_may_be() {
    let told = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8(output.stderr).expect("text");
        complaint.lines().next().unwrap_or_default().to_owned()
    };
    let depth = told(&["castles", "best", "--depth", "abc"]);
    assert!(depth.starts_with("error: --depth <DEPTH> is a whole number from 1 to "), "{depth}");
    assert!(depth.ends_with(", not “abc”"), "{depth}");
    assert_eq!(told(&["castles", "best", "--depth=0"]), depth.replace("abc", "0"));
    assert_eq!(told(&["castles", "best", "--depth="]), depth.replace("abc", ""));
    assert_eq!(told(&["castles", "best", "--time", "soon"]), "error: --time <TIME> is a number, not “soon”");
    let threads = "error: --threads <THREADS> is a whole number from 1 to 256, not “99999999999999999999”";
    assert_eq!(told(&["castles", "best", "--threads", "99999999999999999999"]), threads);
    let (_folder, file) = at_war();
    let runs = [&["forecast", &file][..], &HOSTS, &["--runs", "many"]].concat();
    assert_eq!(told(&runs), "error: --runs <RUNS> is a whole number, not “many”");
    let output = run(["--json", "castles", "best", "--depth", "abc"]);
    let told: Value = serde_json::from_slice(&output.stderr).expect("JSON");
    assert_eq!(told["error"], depth.trim_start_matches("error: "));
}
