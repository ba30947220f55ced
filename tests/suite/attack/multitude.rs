//! A campaign that has grown large by honest play: it is called sound in little memory, and what was altered in it is
//! found; and what is asked of each place of a large map is asked of it alone.

#[cfg(target_os = "linux")]
use super::limits::in_little_memory;
use super::{does, name};
use crate::support::{folder, march, open, seeds};
use banneret::app::world::holdings::Holdings;
use banneret::campaign::ids::PersonId;
use banneret::campaign::war::{BattleDraft, BattleMan};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::weather::WeatherKind;
use banneret::store::Store;
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::path::Path;

/// Plans battles until so many men have come to one, a hundred battles an action.
fn battles(store: &mut Store, men: u32) {
    let people: Vec<PersonId> = store.people().expect("the people").iter().map(|line| line.id).collect();
    let standing = store.person(people[0]).expect("a man").profile.standing();
    let armies = store.armies().expect("the armies");
    let (place, day) = (store.places().expect("places")[0].id, store.day().expect("the day"));
    let draft = |number: u32| BattleDraft {
        day,
        place,
        name: format!("Battle {number}"),
        attacker: armies[0].id,
        defender: armies[1].id,
        joined: Vec::new(),
        weather: WeatherKind::default(),
        ground: "open field".to_owned(),
        gear: BySide::default(),
        rules: Ruleset::ManToMan,
        seed: number.into(),
    };
    let all = men.div_ceil(people.len() as u32);
    for first in (0..all).step_by(100) {
        store
            .act("plan", &json!({}), |act| {
                for number in first..all.min(first + 100) {
                    let battle = act.add_battle(&draft(number))?;
                    for (at, &person) in people.iter().enumerate() {
                        let man = BattleMan {
                            person,
                            side: Side::Attacker,
                            number: format!("A{at}"),
                            standing,
                            fate: None,
                            wounded: false,
                            captor: None,
                        };
                        act.add_battle_man(battle, &man)?;
                    }
                }
                Ok(((), "Battles were planned.".to_owned()))
            })
            .expect("planned");
    }
}

/// Two million rows were as many as a check could lay together, of all tables: two hundred battles of ten thousand men.
#[cfg(target_os = "linux")]
#[test]
fn the_men_of_hundreds_of_battles_are_called_sound_and_one_altered_is_found() {
    let folder = folder();
    let file = march(&folder);
    let men: u32 = if seeds() > 40 { 2_200_000 } else { 60_000 };
    let mut store = open(&file);
    battles(&mut store, men);
    drop(store);
    let output = in_little_memory(&["check", name(&file)]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.starts_with("All is sound"), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let sql = Connection::open(&file).expect("the file");
    let altered = sql.execute("UPDATE battle_man SET number = 'B7' WHERE id = ?1", [men - 7]).expect("altered");
    let gone = sql.execute("DELETE FROM battle_man WHERE id = ?1", [men / 2]).expect("taken out");
    assert_eq!((altered, gone), (1, 1));
    drop(sql);
    let found = String::from_utf8(in_little_memory(&["check", name(&file)]).stdout).expect("UTF-8");
    assert!(found.contains(&format!("battle_man {} differs from its journal", men - 7)), "{found}");
    assert!(found.contains(&format!("battle_man {} is missing", men / 2)), "{found}");
    let saved = folder.path().join("saved.banneret");
    let output = in_little_memory(&["check", name(&file), "--repair-copy", name(&saved)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(in_little_memory(&["check", name(&saved)]).status.success());
}

/// The places of the sample, and as many more, each with a stronghold, on a grid of the map.
fn many_places(file: &Path, many: i64) {
    let sql = Connection::open(file).expect("the file");
    sql.execute_batch(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {many} - 1)
         INSERT INTO place (name, kind, side_id, x, y, people)
             SELECT 'Place ' || i, 'village', i % 3 + 1, i % 200 * 5, i / 200 * 5, 10 FROM n;
         INSERT INTO stronghold (place_id, side_id, name, kind, capacity)
             SELECT id, 3 - side_id % 3, 'Keep of ' || name, 'border castle', 50 FROM place WHERE name LIKE 'Place %'"
    ))
    .expect("places");
}

#[test]
fn a_line_of_a_map_finds_its_places_around_its_ends() {
    let folder = folder();
    let (file, map) = (march(&folder), folder.path().join("map.json"));
    let many = 39_000;
    many_places(&file, many);
    let line = |at: i64| {
        // A degree is as wide as the map here.
        let (x, y) = (at % 200 * 5, 500 - at / 200 * 5);
        let degrees = |thousandths: i64| thousandths as f64 / 1000.0;
        let ends = json!([[degrees(x), degrees(y)], [degrees(x + 6), degrees(y - 1)]]);
        let of = json!({ "type": "LineString", "coordinates": ends });
        json!({ "type": "Feature", "properties": { "miles": 5 }, "geometry": of }).to_string()
    };
    // From each to its neighbour, a unit beside which the line ends.
    let lines: Vec<String> = (0..many).filter(|at| at % 200 < 199).step_by(4).map(line).collect();
    let text = |lines: &[String]| format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, lines.join(","));
    let edges = ["--west", "0", "--north", "0.5", "--east", "1"];
    let import = |lines: &[String]| {
        fs::write(&map, text(lines)).expect("written");
        super::runs(&[&["map", name(&file), "import", name(&map), "--preview", "--json"][..], &edges].concat())
    };
    let output = import(&lines);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let routes = told["routes"].as_array().expect("routes");
    assert_eq!(routes.len(), lines.len());
    for at in [0, 1, 3_000, lines.len() - 1] {
        let number = |end: &str| routes[at][end].as_str().and_then(|name| name.strip_prefix("Place ")?.parse().ok());
        let (from, to): (Option<i64>, Option<i64>) = (number("from"), number("to"));
        assert_eq!(from.map(|from| from + 1), to, "{}", routes[at]);
    }
}

#[test]
fn who_holds_each_place_is_asked_of_it_alone() {
    let folder = folder();
    let file = march(&folder);
    many_places(&file, 30_000);
    let store = open(&file);
    let (places, holds) = (store.places().expect("places"), store.strongholds().expect("strongholds"));
    let sieges = store.open_sieges().expect("sieges");
    let all = Holdings::of(&places, &holds, &sieges);
    for place in places.iter().step_by(997).chain(&places[..30]) {
        let first = holds.iter().find(|hold| hold.place == place.id);
        assert_eq!(all.holder(place), first.map(|hold| hold.side).or(place.side), "{}", place.name);
        assert_eq!(all.besieger(place.id), None);
    }
    let sides = store.sides().expect("sides");
    let held: Vec<_> = sides.iter().map(|side| all.of_side(side.id)).collect();
    assert_eq!(held.iter().map(|held| held.strongholds.len()).sum::<usize>(), holds.len());
    let owned = places.iter().filter(|place| all.holder(place).is_some());
    assert_eq!(held.iter().map(|held| held.places as usize).sum::<usize>(), owned.count());
    drop(store);
    does(&["show", name(&file), "places"]);
}
