//! `banneret odds cracker` (CC-4.2, CC-4.7, CC-5.3, CC-6.3 to CC-6.5).

use banneret::cli::odds::{Cracker, Odds, run};
use serde_json::{Value, json};

fn exact(asked: Cracker) -> Value {
    run(Odds::Cracker(asked)).expect("an answer").0["exact"].clone()
}

fn shoot(weapon: &str, band: &str, armour: &str, [walls, wagons, still]: [bool; 3]) -> Value {
    let word = |text: &str| text.to_owned();
    exact(Cracker::Shoot { weapon: word(weapon), band: word(band), armour: word(armour), walls, wagons, still })
}

#[test]
fn shots_are_answered_with_hit_and_kill() {
    let open = [false; 3];
    assert_eq!(shoot("bow", "medium", "medium", open), json!({ "hit": "15/36", "kill": "0/36" }));
    assert_eq!(shoot("crossbow", "close", "heavy", open), json!({ "hit": "26/36", "kill": "26/36" }));
    assert_eq!(shoot("bow", "long", "light", [true, true, false]), json!({ "hit": "1/36", "kill": "1/36" }));
    assert_eq!(shoot("culverin", "medium", "gate", [false, false, true]), json!({ "hit": "26/36", "kill": "26/36" }));
    assert_eq!(
        shoot("crossbow", "close", "war-wagon", [false, true, false]),
        json!({ "hit": "21/36", "kill": "0/36" })
    );
}

/// CC-4.7: what lies under the cup is hit without a roll, and falls where the impact is as great as its armour (CC-4.3).
#[test]
fn what_lies_under_the_cup_is_hit() {
    let open = [false; 3];
    for (weapon, armour, kill) in [
        ("catapult", "medium", "6/6"),
        ("trebuchet", "heavy", "0/6"),
        ("howitzer", "heavy", "6/6"),
        ("mortar", "gate", "0/6"),
    ] {
        for band in ["medium", "long"] {
            assert_eq!(
                shoot(weapon, band, armour, open),
                json!({ "hit": "6/6", "kill": kill }),
                "{weapon} at {armour}"
            );
        }
    }
    let asked = Cracker::Shoot {
        weapon: "catapult".to_owned(),
        band: "long".to_owned(),
        armour: "light".to_owned(),
        walls: false,
        wagons: false,
        still: false,
    };
    let (_, text) = run(Odds::Cracker(asked)).expect("an answer");
    assert!(text.contains("all under the cup is hit") && !text.contains("nothing is rolled"), "{text}");
    let asked = Cracker::Shoot {
        weapon: "catapult".to_owned(),
        band: "long".to_owned(),
        armour: "light".to_owned(),
        walls: true,
        wagons: false,
        still: true,
    };
    let (_, text) = run(Odds::Cracker(asked)).expect("an answer");
    assert!(text.contains("nothing is rolled to hit: no cover, no standing still"), "{text}");
}

#[test]
fn the_cup_the_wall_and_fire() {
    assert_eq!(
        exact(Cracker::Cup),
        json!({ "on": "2/6", "short": "1/6", "over": "1/6", "left": "1/6", "right": "1/6" })
    );
    let wall = Cracker::Wall { attacker: "heavy".to_owned(), defender: "light".to_owned() };
    assert_eq!(exact(wall), json!({ "attacker-falls": "30/216", "defender-falls": "90/216", "nothing": "96/216" }));
    assert_eq!(exact(Cracker::Ladder), json!({ "falls": "3/6", "climbs": "3/6" }));
    assert_eq!(exact(Cracker::Tower), json!({ "burns": "3/6", "out": "3/6" }));
}

#[test]
fn hand_to_hand_is_counted_not_rolled() {
    let melee =
        |ours: &str, theirs: &str| run(Odds::Cracker(Cracker::Melee { ours: ours.into(), theirs: theirs.into() }));
    let (value, text) = melee("heavy=12", "light=9,heavy=2").expect("an answer");
    // 2 of nine light and 1 of two heavy; 6 of twelve heavy (CC-5.3).
    assert_eq!(value["outcomes"], json!({ "ours-removed": 3, "theirs-removed": 6 }));
    assert!(!text.contains('%'), "{text}");
    let (_, text) = melee("light=3", "light=2").expect("an answer");
    assert!(text.contains("theirs are taken prisoner (CC-5.5)"), "{text}");
    for bad in ["", "heavy", "heavy=x", "plate=3", "light=100001"] {
        assert!(melee(bad, "light=1").is_err(), "{bad}");
    }
}

#[test]
fn what_cannot_be_asked_says_why() {
    let ask = |weapon: &str| {
        let asked = Cracker::Shoot {
            weapon: weapon.to_owned(),
            band: "close".to_owned(),
            armour: "light".to_owned(),
            walls: false,
            wagons: false,
            still: false,
        };
        run(Odds::Cracker(asked)).expect_err("it is refused").to_string()
    };
    assert!(ask("catapult").contains("never fires at close range (CC-4.7)"));
    assert!(ask("sling").contains("thrown, bow, crossbow"));
}

/// CC-6.5, CC-6.6: one man against several, who roll each; he strikes at the most lightly armoured.
#[test]
fn cc_6_5_one_against_several_on_a_wall() {
    let wall = |defender: &str| Cracker::Wall { attacker: "light".to_owned(), defender: defender.to_owned() };
    let chance = |defender: &str, name: &str| {
        let (value, _) = run(Odds::Cracker(wall(defender))).expect("an answer");
        value["outcomes"][name].as_f64().expect("a chance")
    };
    let falls = ["light", "light,light", "light,light,light", "heavy,heavy,light,light"];
    let several = |defender: &str| if defender.contains(',') { chance(defender, "both-fall") } else { 0.0 };
    let falls = falls.map(|defender| chance(defender, "attacker-falls") + several(defender));
    assert!(falls.is_sorted() && falls[3] > falls[2], "{falls:?}");
    // Any of three who beats him fells him: of each of his faces but that none rolls higher.
    let none: f64 = (1..=6).map(|face: i32| (f64::from(face) / 6.0).powi(3) / 6.0).sum();
    assert!((falls[2] - (1.0 - none)).abs() < 1e-9, "{falls:?}");
    // He strikes the first of two where he rolls higher, which fells a light one in any case; and the other may fell him in
    // the same round.
    let faces = || (1..=6).flat_map(|one| (1..=6).flat_map(move |first| (1..=6).map(move |other| [one, first, other])));
    let part = |so: fn(&[i32; 3]) -> bool| faces().filter(so).count() as f64 / 216.0;
    let fells = chance("light,light", "defender-falls");
    let both = chance("light,light", "both-fall");
    let strikes = part(|[one, first, _]| one > first);
    let struck_too = part(|[one, first, other]| one > first && other > one);
    assert!((both - struck_too).abs() < 1e-9, "{both} {struck_too}");
    assert!((fells + both - strikes).abs() < 1e-9, "{fells} and {both} of {strikes}");
    // Either side may be the one.
    let turned = Cracker::Wall { attacker: "light,light".to_owned(), defender: "light".to_owned() };
    let (turned, _) = run(Odds::Cracker(turned)).expect("an answer");
    assert_eq!(turned["outcomes"]["attacker-falls"].as_f64(), Some(fells));
    assert_eq!(turned["outcomes"]["both-fall"].as_f64(), Some(both));
    let two_each = Cracker::Wall { attacker: "light,light".to_owned(), defender: "heavy,light".to_owned() };
    assert!(run(Odds::Cracker(two_each)).expect_err("one must be one").to_string().contains("one fights several"));
    let why = run(Odds::Cracker(wall("light,light,light,light,light"))).expect_err("too many").to_string();
    assert!(why.contains("At most 4 fight one man (CC-6.6)"), "{why}");
    assert!(run(Odds::Cracker(wall("light,,medium"))).is_err());
}

/// A name and its figure stand apart, however long they are.
#[test]
fn columns_of_odds_stand_apart() {
    let asked = Cracker::Wall { attacker: "medium".to_owned(), defender: "heavy,heavy,heavy,heavy".to_owned() };
    let (value, text) = run(Odds::Cracker(asked)).expect("an answer");
    for (name, exact) in value["exact"].as_object().expect("outcomes") {
        let row = |line: &str| line.split_whitespace().take(2).eq([name.as_str(), exact.as_str().expect("a fraction")]);
        assert!(text.lines().any(row), "{name} {exact}:\n{text}");
    }
}
