//! A game of Castle under Siege played at a table and kept by the command line, from its beginning to its end (CU-2.4).

use crate::support::{folder, json, refused, said};
use serde_json::Value;

/// A game in a file of its own, with every counter placed.
fn begun() -> (tempfile::TempDir, String) {
    let folder = folder();
    let file = folder.path().join("evening.game").to_str().expect("a plain name").to_owned();
    let made = json(&["castle-under-siege", "new", &file, "--reckoning", "points", "--seed", "3"]);
    assert!(made["next"].as_str().is_some_and(|next| next.contains("14 soldiers")), "{made}");
    let placed = ["soldier=c1", "2 water boy=g1", "priest=keep, west side", "priest=keep, west side"];
    let placed = json(&[&["castle-under-siege", "place", &file][..], &placed].concat());
    // Two of a section take spots of their own.
    let told: Vec<&str> = placed["told"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        told[3..],
        ["Priest 1 stands on g7 of the keep, west side.", "Priest 2 stands on h7 of the keep, west side."]
    );
    // A stonemason of the gatehouse, beside where the first boulder comes down.
    json(&["castle-under-siege", "place", &file, "stonemason=j1"]);
    json(&["castle-under-siege", "place", &file, "--rest"]);
    json(&["castle-under-siege", "done", &file]);
    (folder, file)
}

fn shot<'a>(file: &'a str, with: &'a str, x: &'a str, lies: &'a str) -> Vec<&'a str> {
    vec!["castle-under-siege", "shot", file, with, "--setting", "2", "--from", x, "--lies", lies]
}

#[test]
fn a_game_at_a_table_is_typed_from_its_first_counter_to_its_end() {
    let (_folder, file) = begun();
    // A shot is looked at before it is entered, with its exact shares.
    let boulder = [&shot(&file, "boulder", "8,-15", "7.75,0.5")[..], &["--aim", "8,1", "--turned", "30"]].concat();
    let before = json(&["castle-under-siege", "show", &file]);
    let looked = json(&[&boulder[..], &["--dry-run"]].concat());
    assert_eq!(looked["shares"][0], serde_json::json!({ "on": "south gatehouse", "share": "96.1%" }));
    assert_eq!(json(&["castle-under-siege", "show", &file]), before, "nothing was entered");
    let told = json(&boulder);
    assert_eq!(told["told"], looked["told"]);
    let told: Vec<&str> = told["told"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(told[1].contains("½ in short and ¼ in to the left, turned 30°"), "{told:?}");
    assert!(told.contains(&"The south gatehouse loses 2 points."), "{told:?}");
    // The defender's counters act by name.
    let act =
        |counter: &str, errand: &[&str]| said(&[&["castle-under-siege", "act", &file, counter][..], errand].concat());
    assert!(act("stonemason 1", &["repair"]).contains("Stonemason 1 repairs a point."));
    assert!(act("priest 1", &["move", "the court"]).contains("Priest 1 goes to"));
    let taken = json(&["castle-under-siege", "take-back", &file, "2"]);
    assert!(taken["next"].as_str().is_some_and(|next| next.contains("counters act")), "{taken}");
    json(&["castle-under-siege", "done", &file]);
    // Disease closes a wall, and those in it leave it by name.
    let told = json(&[&shot(&file, "disease", "12,-15", "-0.25,8")[..], &["--turned", "45"]].concat());
    let next = told["next"].as_str().expect("a sentence").to_owned();
    assert!(next.contains("out of a closed section"), "{next}");
    let who = next.trim_end_matches('.').rsplit(": ").next().expect("a name").to_owned();
    let left = said(&["castle-under-siege", "leave", &file, &who, "the court"]);
    assert!(left.contains("leaves, injured, for"), "{left}");
    json(&["castle-under-siege", "done", &file]);
    // Two boulders more, and the gatehouse is destroyed.
    let mut winner = Value::Null;
    for (n, x) in ["8,-15", "12,-15", "8,-15", "12,-15"].iter().enumerate() {
        winner = json(&shot(&file, "boulder", x, "8,1"))["winner"].clone();
        if !winner.is_null() {
            break;
        }
        assert!(n < 3, "it stands");
        json(&["castle-under-siege", "done", &file]);
    }
    assert_eq!(winner, "attacker");
    let shown = json(&["castle-under-siege", "show", &file]);
    assert_eq!((&shown["winner"], &shown["next"]), (&"attacker".into(), &"The game is over.".into()));
    let told = said(&["castle-under-siege", "tell", &file]);
    assert!(told.trim_end().ends_with("A gatehouse is destroyed: the attacker wins (CU-5)."), "{told}");
    let (sentence, _) = refused(&["castle-under-siege", "done", &file]);
    assert!(sentence.contains("The game is over."), "{sentence}");
}

#[test]
fn what_cannot_be_entered_is_refused_and_the_file_stays_as_it_was() {
    let (folder, file) = begun();
    let before = std::fs::read(&file).expect("it is there");
    let again = folder.path().join("evening.game");
    let again = again.to_str().expect("a plain name");
    let tail: [(&[&str], &str); 9] = [
        (&["castle-under-siege", "new", again], "There is already a file"),
        (&["castle-under-siege", "place", &file, "soldier=c1"], "That is not what is to be decided now."),
        (&["castle-under-siege", "act", &file, "soldier 1", "repair"], "That is not what is to be decided now."),
        (&["castle-under-siege", "act", &file, "soldier 99", "repair"], "There is no counter “soldier 99”."),
        (&["castle-under-siege", "act", &file, "soldier 1", "dance"], "“dance” is nothing a counter does."),
        (&["castle-under-siege", "take-back", &file, "900"], "Nothing was taken back"),
        (&shot(&file, "boulder", "8,-13", "8,1"), "The catapult stands 14 in or more from the castle (CU-2.1)."),
        (&shot(&file, "stones", "8,-15", "8,1"), "boulder, fire or disease"),
        (&shot(&file, "boulder", "8,-15", "8"), "“8” is no place."),
    ];
    for (arguments, says) in tail {
        let (sentence, hint) = refused(arguments);
        assert!(sentence.contains(says) && !hint.is_empty() || sentence.contains("CU-"), "{sentence} {hint}");
        assert_eq!(std::fs::read(&file).expect("it is there"), before, "{sentence}");
    }
    // No file of ours is taken for a game, and none is made of it.
    std::fs::write(folder.path().join("other"), "{}").expect("written");
    let other = folder.path().join("other").to_str().expect("a plain name").to_owned();
    assert!(refused(&["castle-under-siege", "show", &other]).0.contains("no game of Castle under Siege"));
    refused(&["castle-under-siege", "show", "/nowhere/at/all"]);
}

#[test]
fn a_shot_is_chosen_in_secret_aimed_and_scattered_by_the_programs_dice() {
    // CU-2.1, CU-2.2: against a castle of the program's, whose wizard answers before the catapult is placed.
    let folder = folder();
    let file = folder.path().join("alone.game").to_str().expect("a plain name").to_owned();
    json(&["castle-under-siege", "new", &file, "--defender", "journeyman", "--seed", "3"]);
    let aim = ["castle-under-siege", "aim", &file, "8,1", "--from", "8,-15", "--setting", "1"];
    assert!(refused(&aim).0.contains("not what is to be decided now"));
    let chosen = json(&["castle-under-siege", "choose", &file, "boulder"]);
    assert!(chosen["next"].as_str().is_some_and(|next| next.contains("“aim” it")), "{chosen}");
    // His answer stands, and so does the choice he answered to.
    assert!(chosen["told"].to_string().contains("deflection"), "{chosen}");
    assert!(refused(&["castle-under-siege", "take-back", &file]).0.contains("The wizard has answered"));
    let looked = json(&[&aim[..], &["--dry-run"]].concat());
    assert_eq!(looked["thousandths"][0]["on"], "south gatehouse");
    let told = json(&aim);
    assert!(told["told"][0].as_str().is_some_and(|shot| shot.contains("boulder")), "{told}");
    let (sentence, _) = refused(&["castle-under-siege", "take-back", &file]);
    assert_eq!(sentence, "What the dice have shown stands.");
}

#[test]
fn the_program_plays_a_side_of_a_game_in_a_file() {
    let folder = folder();
    let file = folder.path().join("alone.game").to_str().expect("a plain name").to_owned();
    let made = json(&["castle-under-siege", "new", &file, "--defender", "master", "--seed", "3"]);
    assert!(made["told"].as_array().is_some_and(|told| told.len() > 24), "it places its counters: {made}");
    let told = json(&shot(&file, "boulder", "8,-15", "8,1"));
    assert!(
        told["next"].as_str().is_some_and(|next| next.contains("The attacker shoots")),
        "it plays its turn: {told}"
    );
    json(&["castle-under-siege", "take-back", &file]);
    let both = folder.path().join("both.game").to_str().expect("a plain name").to_owned();
    let skills = ["--attacker", "apprentice", "--defender", "journeyman", "--seed", "3"];
    json(&[&["castle-under-siege", "new", &both][..], &skills].concat());
    assert!(!json(&["castle-under-siege", "show", &both])["winner"].is_null(), "it plays to its end");
}
