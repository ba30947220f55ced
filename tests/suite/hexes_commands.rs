//! Maps and lines of fire on the command line (SG-5, SG-6).

use serde_json::Value;
use std::process::Command;

fn run(words: &[&str]) -> (bool, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_banneret")).args(words).output().expect("it runs");
    (out.status.success(), String::from_utf8(out.stdout).expect("text"), String::from_utf8(out.stderr).expect("text"))
}

fn json(words: &[&str]) -> Value {
    let (done, text, said) = run(&[words, &["--json"]].concat());
    assert!(done, "{said}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_maps_are_listed_and_drawn() {
    let listed = json(&["hexes"]);
    let names: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|map| map["name"].as_str()).collect();
    assert_eq!(names[..3], ["border castle", "fortified town", "the Templars' castle"]);
    let (done, text, said) = run(&["hexes", "border castle"]);
    assert!(done, "{said}");
    let row = text.lines().find(|line| line.starts_with("14 ")).expect("row 14");
    let drawn: Vec<&str> = row.split_whitespace().skip(1).collect();
    assert_eq!((drawn.len(), drawn[9], drawn[10], drawn[16]), (37, "~", "r", "K"));
    for told in ["the drawbridge, a drawbridge, closed: 1923, worked from 1921", "Arrow slits:", "1 the rampart"] {
        assert!(text.contains(told), "{told}\n{text}");
    }
    let (_, levels, _) = run(&["hexes", "border castle", "--levels"]);
    let row = levels.lines().find(|line| line.starts_with("14 ")).expect("row 14");
    assert_eq!(row.split_whitespace().skip(1).nth(16), Some("3"));
    let (_, templars, _) = run(&["hexes", "templars castle"]);
    assert!(templars.contains("Below the ground: 2009u 2010u"), "{templars}");
    assert_eq!(json(&["hexes", "templars' castle"])["hexes"].as_array().map(Vec::len), Some(54 * 42 + 9));
}

#[test]
fn a_file_of_ones_own_is_checked_with_all_its_faults() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let path = file.to_str().expect("text");
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/maps/border-castle.toml"))
        .expect("it ships");
    std::fs::write(&file, &text).expect("written");
    let (done, shown, said) = run(&["hexes", path]);
    assert!(done && shown.contains("border castle"), "{said}");
    std::fs::write(&file, text.replace("terrain = \"room\"", "terrain = \"hall\"").replace("line = 2", "line = 3"))
        .expect("written");
    let (done, _, said) = run(&["hexes", path]);
    assert!(!done && said.contains("“hall” is no terrain") && said.contains("expected a line, from 0 to 2"), "{said}");
    assert!(said.contains("line ") && said.contains("Mend these lines"), "{said}");
    let (done, _, said) = run(&["hexes", "no such castle"]);
    assert!(!done && said.contains("There are border castle, fortified town"), "{said}");
}

#[test]
fn a_line_of_fire_on_a_map_is_told_with_its_numbers_and_a_cut() {
    let (done, text, said) = run(&["line", "border castle", "1714", "0914"]);
    assert!(done, "{said}");
    let first = "Blocked: rampart in 1114: the lower man must stand at least 3 hexes from it and stands 1 hex; or the upper man at \
                 most 2 hexes, and stands 5 hexes (SG-6.2)";
    assert_eq!(text.lines().next(), Some(first), "{text}");
    assert!(text.contains("_A_") && text.contains("_B_"), "the cut\n{text}");
    assert!(text.contains("By the rule of thumb"), "{text}");
    let value = json(&["line", "border castle", "1714", "0914"]);
    assert_eq!((value["clear"].as_bool(), value["clause"].as_str()), (Some(false), Some("SG-6.2")));
    let rampart = &value["obstructions"].as_array().expect("a list")[0];
    let numbers: Vec<i64> =
        rampart["parts"].as_array().expect("parts").iter().filter_map(|part| part["value"].as_i64()).collect();
    assert_eq!((rampart["hex"].as_str(), numbers), (Some("1114"), vec![3, 1, 1, 5]));
    // The other way is the same.
    let back = json(&["line", "border castle", "0914", "1714"]);
    assert_eq!((back["clear"].as_bool(), &back["why"]), (Some(false), &value["why"]));
    let set_back = json(&["line", "border castle", "0614", "1214"]);
    assert_eq!(set_back["clause"].as_str(), Some("SG-6.3"));
    let (done, _, said) = run(&["line", "border castle", "0614", "9914"]);
    assert!(!done && said.contains("“9914” is no hex of border castle") && said.contains("0101 to 3731"), "{said}");
    let (done, _, said) = run(&["line", "border castle", "0614"]);
    assert!(!done && said.contains("<TO>"), "{said}");
    let (done, _, said) = run(&["line"]);
    assert!(!done && said.contains("--difference"), "{said}");
}
