//! The weather of a battle (CP-3.1): chosen or drawn for the season, in force in shots, moves and sight, and named in the record.

use crate::golden::archers_against_foot;
use crate::rulings::{faults, lines, read, rule};
use crate::support::{folder, json, march, open, refused, said, sound};
use banneret::app::muster::Asked;
use banneret::app::{battle, muster, numbers, plan, turn};
use banneret::campaign::calendar::Day;
use banneret::campaign::tables::Tables;
use banneret::rules::battle::Plan;
use banneret::rules::dice::Seeded;
use banneret::rules::explain::Part;
use banneret::rules::figure::Weapon;
use banneret::rules::geometry::INCH;
use banneret::rules::man_to_man::event::Event;
use banneret::rules::man_to_man::{self, fight_recorded, record};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::weather::{Weather, WeatherKind};
use std::collections::BTreeMap;

fn of(kind: WeatherKind) -> Weather {
    Tables::book().weather(kind).expect("it does something")
}

fn added(weather: Weather, weapon: Weapon, long: bool) -> i64 {
    let mut parts: Vec<Part> = Vec::new();
    weather.shot(weapon, long, &mut parts);
    assert!(parts.iter().all(|part| part.clause == "CP-3.1"), "{parts:?}");
    parts.iter().map(|part| part.value).sum()
}

#[test]
fn cp_3_1_rain_wets_strings_and_powder_and_wind_carries_long_shots_off() {
    // House numbers: 1 for strings, 4 for powder; 1 at long range in wind, but for guns.
    let rain = of(WeatherKind::Rain);
    for weapon in [Weapon::Longbow, Weapon::Shortbow, Weapon::Crossbow, Weapon::Sling] {
        assert_eq!((added(rain, weapon, false), added(rain, weapon, true)), (1, 1), "{weapon}");
    }
    assert_eq!(added(rain, Weapon::Javelin, false), 0);
    assert_eq!(added(rain, Weapon::Handgun, false), 4);
    let wind = of(WeatherKind::Wind);
    assert_eq!((added(wind, Weapon::Longbow, false), added(wind, Weapon::Longbow, true)), (0, 1));
    assert_eq!(added(wind, Weapon::Handgun, true), 0);
    assert_eq!(of(WeatherKind::Fog).sees(), Some(15 * INCH));
    assert_eq!((of(WeatherKind::Mud).slows(false), of(WeatherKind::Mud).slows(true)), (2 * INCH, 6 * INCH));
    assert_eq!((of(WeatherKind::Snow).slows(false), of(WeatherKind::Snow).sees()), (3 * INCH, Some(36 * INCH)));
    assert_eq!(Tables::book().weather(WeatherKind::Fair), None);
    assert_eq!(rain.told(), "The weather is rain: bows, crossbows and slings add 1 to the dice; guns add 4 (CP-3.1).");
}

#[test]
fn cp_3_1_the_weather_is_drawn_by_the_chances_of_the_season() {
    let tables = Tables::book();
    let day = |text: &str| text.parse::<Day>().expect("a day");
    let mut dice = Seeded::new(4);
    let mut drawn = |of: &str| {
        let mut counts: BTreeMap<WeatherKind, u32> = BTreeMap::new();
        for _ in 0..2_000 {
            *counts.entry(tables.weather_of(day(of), &mut dice)).or_default() += 1;
        }
        counts
    };
    let (summer, winter) = (drawn("1335-07-10"), drawn("1335-01-10"));
    // 14 and 7 of 20 are fair; snow falls in winter alone, 3 of 20.
    assert!((1_300..1_500).contains(&summer[&WeatherKind::Fair]), "{summer:?}");
    assert!((600..800).contains(&winter[&WeatherKind::Fair]), "{winter:?}");
    assert!(!summer.contains_key(&WeatherKind::Snow));
    assert!((220..380).contains(&winter[&WeatherKind::Snow]), "{winter:?}");
    assert!(Tables::with_overrides(&BTreeMap::from([("weather_in_spring".to_owned(), "1, 2".to_owned())])).is_err());
    let snowy = BTreeMap::from([("weather_in_summer".to_owned(), "0, 0, 0, 0, 0, 1".to_owned())]);
    let snowy = Tables::with_overrides(&snowy).expect("it may be so");
    assert_eq!(snowy.weather_of(day("1335-07-10"), &mut dice), WeatherKind::Snow);
}

#[test]
fn cp_3_1_rain_is_in_force_in_the_battle_and_named_in_its_record() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let met = store.waiting_contacts().expect("contacts").remove(0);
    let house = numbers::of_battles(&store).expect("the numbers");
    let mut asked = Asked::of((met.attacker, met.defender), 3);
    let fair = muster::muster_asked(&store, &asked).expect("a muster");
    let dry = battle::fight(&fair, &house).expect("it is fought");
    assert_eq!(dry.record.0, 2, "without weather a record is as it was");
    asked.weather = WeatherKind::Rain;
    let field = muster::muster_asked(&store, &asked).expect("a muster");
    let wet = battle::fight(&field, &house).expect("it is fought");
    assert_eq!(wet.record.0, 3);
    let shots = |bytes: &[u8]| -> Vec<i64> {
        let record = record::decode(bytes).expect("it is read");
        let of_rain = |parts: &[Part]| parts.iter().filter(|part| part.what == "rain").map(|part| part.value).sum();
        let bows = record.events.iter().filter_map(|event| match event {
            Event::Shot { weapon: Weapon::Longbow | Weapon::Shortbow | Weapon::Crossbow, parts, .. } => {
                Some(of_rain(parts))
            }
            _ => None,
        });
        bows.collect()
    };
    let (dry, wet_shots) = (shots(&dry.record.1), shots(&wet.record.1));
    assert!(!dry.is_empty() && dry.iter().all(|added| *added == 0));
    assert!(!wet_shots.is_empty() && wet_shots.iter().all(|added| *added == 1));
    let log = battle::log(Ruleset::ManToMan, &wet.record.1).expect("it is told");
    assert!(log[0].text.contains("The weather is rain"), "{}", log[0].text);
    assert!(wet.casting[0].contains("The weather is rain"), "{:?}", wet.casting);
    // By rules without weather it is said that it changes nothing.
    let mut by_castles = asked.clone();
    by_castles.rules = Ruleset::CastleCracker;
    let field = muster::muster_asked(&store, &by_castles).expect("a muster");
    let told = battle::fight(&field, &house).expect("it is fought").casting;
    assert!(told.iter().any(|line| line.contains("changes nothing by these rules")), "{told:?}");
    // A plan keeps it, until another is chosen.
    let id = plan::plan_asked(&mut store, &asked, "open field", &Default::default()).expect("a plan");
    assert_eq!(store.battle(id).expect("it").weather, WeatherKind::Rain);
    plan::set_weather(&mut store, id, WeatherKind::Mud).expect("another");
    let planned = muster::planned(&store, id).expect("as it is planned");
    assert_eq!(planned.plan.weather.map(|weather| weather.kind), Some(WeatherKind::Mud));
    sound(&store, "a plan with weather");
}

#[test]
fn cp_3_1_fog_hides_who_is_far_off() {
    let furthest = |weather: Option<Weather>| {
        let plan = Plan { weather, ..archers_against_foot() };
        let record = fight_recorded(&plan, &man_to_man::Tables::book()).expect("no fault");
        let shots = record.events.iter().filter_map(|event| match event {
            Event::Shot { inches, .. } => Some(*inches),
            _ => None,
        });
        shots.max().expect("somebody shoots")
    };
    assert!(furthest(None) > 15);
    assert!(furthest(Some(of(WeatherKind::Fog))) <= 15);
}

#[test]
fn cp_3_1_the_commands_take_weather_friends_and_even_odds() {
    let folder = folder();
    let file = march(&folder);
    let name = file.display().to_string();
    let file = name.as_str();
    said(&["turn", file]);
    let contacts = json(&["show", file, "contacts"]);
    let met = &contacts["contacts"][0];
    assert!(met["may_join"].is_array());
    let (attacker, defender) = (met["attacker"].as_str().expect("an army"), met["defender"].as_str().expect("an army"));
    let battle = ["--attacker", attacker, "--defender", defender, "--seed", "3"];
    let with = |first: &[&'static str], more: &[&'static str]| -> Vec<String> {
        let mut all: Vec<String> = first.iter().map(|word| (*word).to_owned()).collect();
        all.insert(1, file.to_owned());
        all.extend(battle.iter().map(|word| (*word).to_owned()));
        all.extend(more.iter().map(|word| (*word).to_owned()));
        all
    };
    let words = |all: &[String]| -> serde_json::Value { json(&all.iter().map(String::as_str).collect::<Vec<_>>()) };
    let dry = words(&with(&["battle"], &["--dry-run", "--weather", "rain"]));
    assert_eq!(dry["weather"], "rain");
    let drawn = words(&with(&["battle"], &["--dry-run", "--weather", "season"]));
    let again = words(&with(&["battle"], &["--dry-run", "--weather", "season"]));
    assert_eq!(drawn["weather"], again["weather"], "drawn by the battle's seed");
    let even = words(&with(&["forecast"], &["--runs", "12", "--even"]));
    assert!(even["even"]["by_points"]["needs"].is_i64());
    assert!(even["even"]["by_forecast"]["runs"].is_u64());
    let wrong = with(&["battle"], &["--weather", "hail"]);
    let (why, hint) = refused(&wrong.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(why.contains("no weather “hail”") && hint.contains("fair, rain, wind, fog, mud or snow"), "{why} {hint}");
    let nobody = with(&["battle"], &["--with", "Host of Nobody"]);
    let (why, _) = refused(&nobody.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(why.contains("No army that may join is called"), "{why}");
    let late = with(&["battle"], &["--later", "Host of Nobody"]);
    let (why, _) = refused(&late.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(why.contains("says no turn"), "{why}");
    // An odd shot in the rain by hand.
    let odds = json(&[
        "odds",
        "shoot",
        "--weapon",
        "longbow",
        "--distance",
        "short",
        "--protection",
        "4",
        "--weather",
        "rain",
    ]);
    assert_eq!(odds["exact"]["hit"], "15/36", "6 or less on 2d6");
}

#[test]
fn cp_3_1_a_ruling_is_made_in_any_weather() {
    // MM-4.8: 7 on two dice hits an unprotected man at short range; wet strings add 1.
    let shot = |weather: &str| {
        format!(
            r#"title = "A shot"
clauses = ["MM-4.8"]
what = "A bowman shoots at a spearman 6 in away, who wears nothing."
{weather}
dice = [3, 4, 6, 6]

[[unit]]
side = "attacker"
name = "the bowman"
class = "sergeant"
grade = "C"
protection = 4
weapons = "longbow"
at = [60, 30]

[[unit]]
side = "defender"
name = "the watch"
class = "sergeant"
grade = "C"
protection = 4
weapons = "spear"
at = [60, 36]

[[turn]]
attacker = ["the bowman: shoot the watch"]
"#
        )
    };
    let told = |weather: &str| lines(&rule(&read(&shot(weather)))).join("\n");
    let (dry, wet) = (told(""), told("weather = { kind = \"rain\", strings = 1 }"));
    assert!(dry.contains("6 in away, and hits"), "{dry}");
    assert!(!wet.contains("and hits") && wet.contains("6 in away, and misses"), "{wet}");
    let wrong = faults(&shot("weather = { kind = \"hail\", strings = 1 }")).join("\n");
    assert!(wrong.contains("expected rain, wind, fog, mud or snow"), "{wrong}");
}
