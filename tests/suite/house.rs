//! House rules: every number of every set of rules that a campaign may play otherwise, in force wherever its rules are,
//! and no figure of a table that nothing reads.

use crate::support::{folder, json, march, open, refused};
use banneret::app::odds::{By, Question, answer};
use banneret::app::{numbers, rulebook, siege};
use banneret::rules::castles::record::Record;
use banneret::rules::castles::{self, Crush, GameTerms, Size};
use banneret::rules::house::Number;
use banneret::rules::man_to_man::fight_recorded;
use banneret::rules::siege::{Moat, Park};
use banneret::store::Store;
use std::fs;
use std::path::{Path, PathBuf};

fn number(store: &Store, key: &str) -> Number {
    let all = rulebook::playable(store).expect("the numbers");
    all.into_iter().find(|number| number.key == key).unwrap_or_else(|| panic!("no number {key}"))
}

fn play(store: &mut Store, key: &str, value: &str) {
    numbers::set(store, key, Some(value), "as we play it").unwrap_or_else(|problem| panic!("{key}: {problem}"));
}

#[test]
fn every_page_of_the_book_lists_its_numbers() {
    let folder = folder();
    let store = open(&march(&folder));
    let all = rulebook::playable(&store).expect("the numbers");
    let pages: Vec<&str> = all.iter().map(|number| rulebook::page_of(&number.clause)).collect();
    let mut each = pages.clone();
    each.dedup();
    // Page by page, in the order of the book.
    assert_eq!(each, rulebook::pages().iter().map(|(_, title)| *title).collect::<Vec<_>>());
    for number in &all {
        assert!(rulebook::clause(&number.clause).is_some(), "{number:?}");
        assert!(!number.overridden() && !number.bounds.is_empty() && !number.what.is_empty(), "{number:?}");
    }
}

#[test]
fn a_number_that_cannot_be_is_refused_by_its_words_with_its_bounds_and_the_books() {
    let folder = folder();
    let mut store = open(&march(&folder));
    for key in ["march_horse_miles", "mangonel_points"] {
        let number = number(&store, key);
        let problem = numbers::set(&mut store, key, Some("abc"), "as we play it").expect_err("it is refused");
        let what = number.what.trim_end_matches('.');
        assert_eq!(problem.sentence, format!("“{what}” is {}, not “abc”.", number.bounds));
        assert_eq!(problem.hint, format!("Set it within that, or go back to the book’s, {}.", number.book));
    }
}

#[test]
fn the_figures_the_pages_mark_as_house_rules_are_the_books() {
    let folder = folder();
    let store = open(&march(&folder));
    for (key, value, clause) in [
        ("mangonel_points", "1", "SG-1.4"),
        ("trebuchet_points", "3", "SG-1.4"),
        ("ram_points", "9", "SG-1.4"),
        ("battering_columns", "1, 3, 6, 9, 12", "SG-1.4"),
        ("cracker_cast_body", "24", "CP-3.5"),
        ("cracker_field_width", "132", "CP-3.5"),
        ("cracker_field_apart", "44", "CP-3.5"),
        ("cracker_field_margin", "4", "CP-3.5"),
        ("cracker_at_wall", "6", "CC-6.1"),
        ("battering_damage_on_3", "0, 0, 0, 0, 1", "SG-1.4"),
        ("battering_loss_on_1", "1, 1, 2, 3, 4", "SG-1.4"),
        ("initiative_by_grade", "-2, -1, 0, 1, 2", "SG-1.2"),
        ("surrender_needs", "12", "SG-3.1"),
        ("surrender_numbers", "3, 5, 10", "SG-3.1"),
        ("surrender_numbers_add", "1, 2, 3", "SG-3.1"),
        ("surrender_no_stores", "3", "SG-3.1"),
        ("siege_days", "7", "SG-1.1"),
        ("castle_soldiers", "14", "CU-1.3"),
        ("catapult_boulder", "8", "CU-1.4"),
        ("keep_points", "6", "CU-1.2"),
        ("counter_worth", "1", "CU-5"),
        ("castles_standings", "3", "CA-4.2"),
        ("castles_quiet_moves", "100", "CA-4.2"),
        ("machine_rounds", "10", "MM-4.6"),
    ] {
        let number = number(&store, key);
        assert_eq!((number.value.as_str(), number.clause.as_str(), number.house), (value, clause, true), "{key}");
    }
}

#[test]
fn what_no_number_takes_is_refused_with_its_bounds_or_the_nearest_key() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let mut refused =
        |key: &str, value: &str| numbers::set(&mut store, key, Some(value), "").expect_err("it is refused").to_string();
    assert!(refused("surrender_need", "11").contains("the nearest is “surrender_needs”"));
    assert!(refused("surrender_needs", "31").contains("from 2 to 30"));
    assert!(refused("surrender_numbers", "3, 5").contains("3 whole numbers from 1 to 100"));
    assert!(refused("keep_points", "six").contains("from 1 to 30"));
    assert_eq!(number(&store, "surrender_needs").value, "12", "nothing of it is kept");
    play(&mut store, "surrender_needs", "11");
    assert!(number(&store, "surrender_needs").overridden());
    numbers::set(&mut store, "surrender_needs", None, "").expect("back to the book");
    assert!(!number(&store, "surrender_needs").overridden());
}

/// How often the besieged ask terms, or a day of battering does damage.
fn often(store: &Store, question: &Question) -> String {
    let answer = answer(question, &By::of(store).expect("the tables")).expect("an answer");
    answer.outcomes[0].exact.clone()
}

#[test]
fn odds_are_those_of_the_campaign() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let batter = Question::Battering { mangonels: 0, trebuchets: 0, rams: 1, points: None };
    let ask = Question::Surrender {
        besiegers: 500,
        garrison: 100,
        supply: "none".to_owned(),
        short_commons: false,
        progress: "all but the keep".to_owned(),
        place: "castle".to_owned(),
    };
    // SG-1.4: nine points do damage on 5 or more. SG-3.1: 2 + 3 + 4, so on 3 or more.
    assert_eq!((often(&store, &batter).as_str(), often(&store, &ask).as_str()), ("6/10", "8/10"));
    play(&mut store, "ram_points", "3");
    play(&mut store, "surrender_needs", "14");
    assert_eq!((often(&store, &batter).as_str(), often(&store, &ask).as_str()), ("2/10", "6/10"));
    play(&mut store, "battering_damage_on_7", "0, 1, 1, 1, 1");
    assert_eq!(often(&store, &batter), "4/10");
}

#[test]
fn a_siege_is_forecast_by_the_campaigns_numbers() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let army = store.army_named("Host of Estmark").expect("an army");
    let place = store.stronghold_named("pen-y-gors").expect("a stronghold");
    let means = siege::Means { park: Park::default(), rations: 600, moat: Some(Moat::Days(4)) };
    let plan = siege::plan(&store, &army, &place, &means).expect("a plan");
    let ends = |store: &Store| siege::spread(store, &plan, place.id, 20, 3).expect("a forecast");
    let by_the_book = ends(&store);
    assert_eq!(by_the_book, ends(&store));
    // SG-3.1: where the least throw is enough, the garrison asks terms at the end of the first siege turn (SG-1.1).
    play(&mut store, "surrender_needs", "2");
    play(&mut store, "surrender_outer_breach", "10");
    play(&mut store, "siege_days", "1");
    assert_ne!(by_the_book, ends(&store));
}

#[test]
fn a_game_of_castle_under_siege_is_played_by_them() {
    let folder = folder();
    let mut store = open(&march(&folder));
    play(&mut store, "castle_soldiers", "9");
    play(&mut store, "wall_points", "7");
    play(&mut store, "arm_reach", "20, 30, 41");
    let tables = numbers::castle_under_siege(&store).expect("the tables");
    assert_eq!((tables.counters.soldier, tables.points.wall), (9, 7));
    assert_eq!(tables.setting(2).map(|setting| setting.reach), Some(41));
    assert_eq!(tables.setting(3), None);
}

#[test]
fn a_game_of_castles_goes_to_siege_by_them_and_its_record_says_so() {
    let folder = folder();
    let mut store = open(&march(&folder));
    play(&mut store, "castles_standings", "4");
    play(&mut store, "castles_quiet_moves", "10");
    let by = |tables: &castles::Tables| GameTerms::by(Size::Small, Crush::Pusher, tables);
    let terms = by(&numbers::castles(&store).expect("the tables"));
    // CA-4.2: ten moves of each side.
    assert_eq!((terms.standings(), terms.quiet_plies()), (4, 20));
    let rows = terms.formations()[0].rows();
    let camp = |side| {
        let draft = castles::Draft::of_rows(&rows, side, &terms).expect("it is read");
        draft.settle(side, &terms).expect("a setup")
    };
    let mut record = Record {
        terms,
        players: banneret::rules::figure::BySide::default(),
        setups: banneret::rules::figure::BySide { attacker: camp(castles::WHITE), defender: camp(castles::BLACK) },
        decisions: Vec::new(),
    };
    let text = record.write();
    assert!(text.contains("\nStandings: 4\nQuiet moves: 10\n"), "{text}");
    assert_eq!(Record::read(&text).expect("it is read").terms, terms);
    record.terms = by(&castles::Tables::book());
    assert!(!record.write().contains("Standings"), "what is the book's is not told");
}

#[test]
fn a_battle_is_fought_by_them_and_its_record_names_them() {
    let folder = folder();
    let mut store = open(&march(&folder));
    play(&mut store, "climb_high_wall", "3");
    let tables = numbers::man_to_man(&store).expect("the tables");
    let wall = tables.ground.barrier.iter().find(|row| row.kind.to_string() == "high wall").expect("a high wall");
    assert_eq!(wall.climb, 3);
    let record = fight_recorded(&crate::golden::knights_against_levy(), &tables).expect("no fault");
    let kept = record.tables["house_values"].as_array().expect("a list");
    let named = |key: &str| kept.iter().find(|value| value["key"] == key).map(|value| value["value"].clone());
    assert_eq!(named("climb_high_wall"), Some(3.into()));
    assert_eq!(named("base_foot"), Some(3.into()), "which is still found where it always was");
}

#[test]
fn commands_list_set_and_name_them() {
    let folder = folder();
    let file = march(&folder).to_string_lossy().into_owned();
    let listed = json(&["show", &file, "house", "SG-3.1"]);
    let listed = listed["house"].as_array().expect("a list");
    assert!(listed.len() > 5 && listed.iter().all(|number| number["clause"] == "SG-3.1"), "{listed:?}");
    let set = json(&["house", &file, "surrender_needs", "14", "--reason", "they are stubborn"]);
    assert_eq!((&set[0]["value"], &set[0]["book"]), (&"14".into(), &"12".into()));
    json(&["house", &file, "keep_points", "7"]);
    let asked = ["odds", "surrender", "--besiegers", "500", "--garrison", "100", "--supply", "none"];
    assert_eq!(json(&asked)["exact"]["asks-terms"], "4/10", "by the book, on 12 with 2 and 3");
    let asked = [&asked[..], &["--campaign", &file]].concat();
    assert_eq!(json(&asked)["exact"]["asks-terms"], "2/10");
    let game = json(&["castle-under-siege", "play", "--seed", "5", "--campaign", &file]);
    assert_eq!(game["house"], serde_json::json!({ "keep_points": "7" }));
    let siege =
        ["siege", &file, "forecast", "--besieger", "Host of Estmark", "--stronghold", "pen-y-gors", "--runs", "5"];
    assert_eq!(json(&siege)["house"], serde_json::json!({ "surrender_needs": "14" }));
    let (sentence, _) = refused(&["house", &file, "surrender_need", "14"]);
    assert!(sentence.contains("surrender_needs"), "{sentence}");
    assert_eq!(json(&["house", &file, "surrender_needs"])[0]["value"], "12", "the book's again");
}

/// The keys of a table's text, a key and its lines parted: `[move.foot]` has `move` and `foot`.
fn keys(text: &str) -> Vec<String> {
    fn walk(value: &toml::Value, found: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    found.push(key.clone());
                    walk(value, found);
                }
            }
            toml::Value::Array(list) => list.iter().for_each(|value| walk(value, found)),
            _ => {}
        }
    }
    let table: toml::Table = toml::from_str(text).expect("a table");
    let mut found = Vec::new();
    match table.get("house").and_then(toml::Value::as_array) {
        // Of a number whose value stands elsewhere, the figure there is looked for.
        Some(numbers) => {
            let own = numbers.iter().filter(|number| number.get("figure").is_none());
            found.extend(own.filter_map(|number| Some(number["key"].as_str()?.to_owned())));
        }
        None => walk(&toml::Value::Table(table), &mut found),
    }
    found.sort();
    found.dedup();
    found
}

/// Whether a source reads a key, as a field or by its name; that a type declares it is not enough.
fn reads(source: &str, key: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let field = format!(".{key}");
    let as_field = source.match_indices(&field).any(|(at, _)| !source[at + field.len()..].starts_with(part));
    as_field || source.contains(&format!("\"{key}\""))
}

fn files(folder: &Path, ends: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, ends, found),
            false if path.to_string_lossy().ends_with(ends) => found.push(path),
            false => {}
        }
    }
}

/// The keys of a table that none of these sources reads.
fn unread(table: &str, sources: &[String]) -> Vec<String> {
    keys(table).into_iter().filter(|key| !sources.iter().any(|source| reads(source, key))).collect()
}

#[test]
fn every_key_of_every_table_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut tables, mut code) = (Vec::new(), Vec::new());
    files(&root.join("data/tables"), ".toml", &mut tables);
    files(&root.join("src"), ".rs", &mut code);
    let sources: Vec<String> = code
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("text");
            // What only a test reads, nothing reads.
            text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
        })
        .collect();
    assert!(tables.len() > 15 && sources.len() > 200, "{} tables, {} sources", tables.len(), sources.len());
    for table in tables {
        let nobodys = unread(&fs::read_to_string(&table).expect("text"), &sources);
        assert!(nobodys.is_empty(), "{}: nothing reads {}", table.display(), nobodys.join(", "));
    }
}

#[test]
fn a_key_that_nothing_reads_is_found() {
    let table = "[wall]\nhits = 3\nthick = 2\n[[row]]\nmoss = 1\n";
    let of = |source: &str| unread(table, &[source.to_owned()]);
    assert_eq!(of("self.wall.hits + row.moss_grown + let thick: u8"), ["moss", "row", "thick"]);
    assert_eq!(of("pub struct Wall { pub hits: u8, pub thick: u8 }"), ["hits", "moss", "row", "thick", "wall"]);
    assert!(of("tables.row[0].moss; tables.wall.hits; named(\"thick\")").is_empty());
    let list = "[[house]]\nkey = \"luck\"\nvalue = 1\n[[house]]\nkey = \"gate\"\nfigure = \"wall.hits\"\n";
    assert_eq!(unread(list, &["self.house.men".to_owned()]), ["luck"]);
}
