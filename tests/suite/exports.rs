//! A whole campaign written out as JSON and made again of it: equal content, records as they are, every fault by its place.

use crate::support::{banneret, content, folder, march, open, refusal, said, same, sound};
use banneret::app::{battle, export, muster, numbers, turn};
use serde_json::{Value, json};
use std::fs;

/// *The March* after a battle that has a record, with another planned.
fn played(folder: &tempfile::TempDir) -> std::path::PathBuf {
    let file = march(folder);
    let mut store = open(&file);
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let field = muster::muster(&store, met.attacker, met.defender, 9).expect("a muster");
    let house = numbers::of_battles(&store).expect("the house numbers");
    let fought = battle::fight(&field, &house).expect("a battle");
    let proposal = battle::propose_settled(&store, field, fought, false).expect("what follows");
    battle::take_in(&mut store, proposal).expect("it is taken in");
    turn::play(&mut store).expect("a turn");
    crate::support::planned(&mut store);
    file
}

#[test]
fn a_campaign_goes_out_and_comes_in_with_equal_content() {
    let folder = folder();
    let file = played(&folder);
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (export, again) = (at("out.json"), at("again.banneret"));
    fs::write(&export, said(&["export", file.to_str().expect("a plain name"), "--json"])).expect("it is kept");
    let told = said(&["new", &again, "--from", &export]);
    assert!(told.contains("goes on"), "{told}");
    let (mut one, mut other) = (open(&file), open(again.as_ref()));
    same(&content(&one), &content(&other), "out and in");
    sound(&other, "out and in");
    // The record is the same byte for byte, and is told as before.
    let records = one.records().expect("records");
    assert_eq!(records, other.records().expect("records"));
    let (record, rules) = records[0];
    let bytes = one.record(record).expect("the record");
    assert_eq!(bytes, other.record(record).expect("the record"));
    assert!(!battle::log(rules, &bytes).expect("it is told").is_empty());
    // Both go on alike, and are taken back alike.
    for store in [&mut one, &mut other] {
        turn::play(store).expect("a turn");
    }
    same(&content(&one), &content(&other), "a turn after");
    for store in [&mut one, &mut other] {
        store.undo().expect("it is taken back");
    }
    same(&content(&one), &content(&other), "a turn taken back");
    sound(&other, "a turn taken back");
    // Nothing before the making can be taken back, for it was done in another file.
    assert_eq!(other.actions("", None, None, 100).expect("actions").last().expect("the first").name, "new campaign");
}

#[test]
fn every_fault_of_an_export_is_told_by_its_place() {
    let folder = folder();
    let file = played(&folder);
    let store = open(&file);
    let mut whole = Vec::new();
    export::write(&store, &mut whole).expect("the export");
    let whole: Value = serde_json::from_slice(&whole).expect("JSON");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut bad = whole.clone();
        change(&mut bad);
        let (from, to) = (folder.path().join("bad.json"), folder.path().join("bad.banneret"));
        fs::write(&from, bad.to_string()).expect("it is kept");
        let paths = [to.as_os_str(), "--from".as_ref(), from.as_os_str()];
        let out = banneret([std::ffi::OsStr::new("new")].iter().chain(&paths)).output().expect("it runs");
        let (sentence, _) = refusal(&out, "a bad export");
        assert!(!to.exists(), "nothing is made of {sentence}");
        sentence
    };
    let told = refused(&|bad| {
        bad["content"]["person"][3]["name"] = json!(7);
        bad["content"]["place"][0].as_object_mut().expect("a row").remove("name");
        bad["content"]["route"][1]["colour"] = json!("red");
        bad["content"]["formation"][0]["level"] = json!("legion");
        bad["content"]["legions"] = json!([]);
        bad["kept"]["record"][0]["data"] = json!({ "hex": "0g" });
    });
    for place in [
        "content.person[3].name is no text",
        "content.place[0].name is not there",
        "content.route[1].colour is no column",
        "content.formation[0] breaks a rule",
        "content.legions is no table",
        "kept.record[0].data is no {\"hex\": …}",
    ] {
        assert!(told.contains(place), "{place}: {told}");
    }
    let told = refused(&|bad| bad["content"]["person"][4]["side_id"] = json!(999));
    assert!(told.contains("content.person[4] points to a row of side that is not there"), "{told}");
    let told = refused(&|bad| {
        bad["content"]["campaign"][0]["first_day"] = json!(i32::MAX);
        bad["content"]["side"][0]["name"] = json!("a".repeat(9001));
    });
    assert!(told.contains("content.campaign[0].first_day is 2147483647, and no day"), "{told}");
    assert!(told.contains("content.side[0].name has 9001 letters"), "{told}");
    // Where no row is at fault alone, the rule is told that all of them break.
    let told = refused(&|bad| {
        for side in bad["content"]["account"].as_array_mut().expect("accounts") {
            side["pence"] = json!(2_000_000_000_000_000_i64);
        }
    });
    assert!(told.contains("all treasuries together hold"), "{told}");
    // What fits each row and contradicts the rest is told by the rule it breaks.
    let told = refused(&|bad| {
        let people = bad["content"]["person"].as_array_mut().expect("people");
        let last = people.iter_mut().rev().find(|man| man["state"] == "fit").expect("a man");
        last["state"] = json!("captive");
        last["formation_id"] = Value::Null;
    });
    assert!(told.contains("a captive has exactly one holder"), "{told}");
    let told = refused(&|bad| bad["content"]["account"][0]["pence"] = json!(1));
    assert!(told.contains("all treasuries together hold"), "{told}");
    assert!(refused(&|bad| bad["schema"] = json!(1)).contains("another version"));
    assert!(refused(&|bad| bad["format"] = json!("a letter")).contains("no export of a campaign"));
    assert!(refused(&|bad| *bad = json!([1, 2])).contains("no export of a campaign"));
    let from = folder.path().join("half.json");
    fs::write(&from, &whole.to_string()[..5_000]).expect("it is kept");
    let out = banneret(["new", "x.banneret", "--from", from.to_str().expect("a plain name")]).output();
    assert!(refusal(&out.expect("it runs"), "half an export").0.contains("line 1 column"));
}
