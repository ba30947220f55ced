//! The line of fire across levels (SG-6.2): worked from the page by its products, and by command.

use banneret::rules::siege::{LineOfFire, Rise};
use serde_json::Value;
use std::process::Command;

fn rise(difference: i64, height: i64, lower: i64, upper: i64) -> Rise {
    Rise { difference, height, lower, upper }
}

#[test]
fn sg_6_2_what_stands_no_higher_than_the_lower_man_hides_nobody() {
    for height in [-2, -1, 0] {
        for difference in [0, 1, 3] {
            assert_eq!(rise(difference, height, 0, 9).line_of_fire(), LineOfFire::Beneath);
        }
    }
}

#[test]
fn sg_6_2_what_stands_higher_than_both_hides_both_at_any_distance() {
    // A house between two men in a street, and a keep between a court and a low rampart.
    for (difference, height) in [(0, 1), (0, 3), (1, 2), (2, 3)] {
        let line = rise(difference, height, 99, 0).line_of_fire();
        assert_eq!(line, LineOfFire::Above);
        assert!(!line.is_clear());
    }
}

#[test]
fn sg_6_2_a_wall_as_high_as_the_upper_man_blocks() {
    for level in 1..=4 {
        let line = rise(level, level, 99, 0).line_of_fire();
        assert_eq!(line, LineOfFire::Level);
        assert!(!line.is_clear());
    }
}

#[test]
fn sg_6_2_the_lower_mans_least_distance_is_rounded_up_and_the_uppers_most_down() {
    // N, H, D1, D2: D1 at least D2·H/(N−H), D2 at most D1·(N−H)/H.
    for (given, least, most, clear) in [
        // A man on a rampart of level 2, a house one level high: as far from it as he.
        (rise(2, 1, 3, 3), 3, 3, true),
        (rise(2, 1, 2, 3), 3, 2, false),
        // Level 3 over a house: 5·1/2 is 2½, so 3; 2·2/1 is 4.
        (rise(3, 1, 2, 5), 3, 4, false),
        (rise(3, 1, 3, 5), 3, 6, true),
        // Level 3 over a wall of 2: 4·2/1 is 8; 7·1/2 is 3½, so 3.
        (rise(3, 2, 7, 4), 8, 3, false),
        (rise(3, 2, 8, 4), 8, 4, true),
        // Level 5 over a wall of 3: 4·3/2 is 6; 5·2/3 is 3⅓, so 3.
        (rise(5, 3, 5, 4), 6, 3, false),
        // 5·3/2 is 7½, so 8.
        (rise(5, 3, 8, 5), 8, 5, true),
        (rise(5, 3, 7, 5), 8, 4, false),
        // The upper man next to it: any distance will do, even none.
        (rise(3, 2, 0, 0), 0, 0, true),
    ] {
        assert_eq!(given.line_of_fire(), LineOfFire::Between { least, most, clear }, "{given:?}");
    }
}

#[test]
fn sg_6_2_both_roundings_say_what_the_products_say() {
    for difference in 2..=6 {
        for height in 1..difference {
            for (lower, upper) in (0..20).flat_map(|lower| (0..20).map(move |upper| (lower, upper))) {
                let given = rise(difference, height, lower, upper);
                let LineOfFire::Between { least, most, clear } = given.line_of_fire() else { panic!("{given:?}") };
                let products = lower * (difference - height) >= upper * height;
                assert_eq!((clear, lower >= least, upper <= most), (products, products, products), "{given:?}");
            }
        }
    }
}

fn line(words: &[&str]) -> (bool, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_banneret")).arg("line").args(words).output().expect("it runs");
    (out.status.success(), String::from_utf8(out.stdout).expect("text"), String::from_utf8(out.stderr).expect("text"))
}

#[test]
fn sg_6_2_by_bare_numbers_at_a_table() {
    let asked = ["--difference", "3", "--height", "1", "--lower", "2", "--upper", "5"];
    let (done, text, _) = line(&asked);
    assert!(done && text.starts_with("Blocked: the lower man must stand at least 3 hexes"), "{text}");
    let (_, text, _) = line(&[&asked[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((value["clear"].as_bool(), value["clause"].as_str()), (Some(false), Some("SG-6.2")));
    assert_eq!((value["lower_at_least"].as_i64(), value["upper_at_most"].as_i64()), (Some(3), Some(4)));
    assert_eq!(value["parts"].as_array().map(Vec::len), Some(4));

    let (_, text, _) = line(&["--difference", "0", "--height", "-1", "--lower", "4", "--upper", "4", "--json"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["clear"].as_bool(), Some(true));

    let (done, _, said) = line(&["--difference", "-1", "--height", "1", "--lower", "4", "--upper", "4"]);
    assert!(!done && said.contains("--difference") && said.contains("from 0 to 99"), "{said}");
}
