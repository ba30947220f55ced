//! Texts as they come from people and from broken machines: rosters, results, grounds, games, records and plans with
//! bytes changed, lost, doubled and moved. Each is read or refused.

use super::damage::played;
use crate::support::{folder, open, seeds};
use banneret::app::castles::game::{BoardGame, Kept};
use banneret::app::{battle, castles, check, export, numbers, plan};
use banneret::campaign::{map_file, roster};
use banneret::rules::battle::Plan;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::man_to_man::record;
use banneret::rules::man_to_man::ruling::WrittenSituation;
use banneret::rules::man_to_man::{Decision, ground};
use banneret::rules::{assault, castle_cracker};
use std::fs;

/// What is put in where a text is changed.
const ODD: [&str; 26] = [
    "",
    "0",
    "-1",
    "99999999999999999999",
    "\"",
    "'",
    ",",
    ";",
    "\n",
    "\r\n",
    "\0",
    "\u{1b}[2J",
    "é",
    "\u{feff}",
    "{",
    "}",
    "[",
    "]",
    "=",
    "null",
    "1e999",
    "NaN",
    "knight",
    "A99",
    "\u{202e}",
    "\u{fffd}",
];

/// A text changed in a few places.
fn mutated(text: &[u8], dice: &mut dyn Dice) -> Vec<u8> {
    let mut lot = |below: usize| dice.lot("mutation", below.max(1));
    let mut text = text.to_vec();
    for _ in 0..=lot(4) {
        let (from, many) = (lot(text.len()), 1 + lot(12));
        let to = (from + many).min(text.len());
        match lot(6) {
            0 => drop(text.drain(from..to)),
            1 => {
                let piece = text[from..to].to_vec();
                let at = lot(text.len());
                text.splice(at..at, piece);
            }
            2 => drop(text.splice(from..to, ODD[lot(ODD.len())].bytes())),
            3 if from < text.len() => text[from] = lot(256) as u8,
            4 => text.truncate(from),
            _ => drop(text.splice(from..from, ODD[lot(ODD.len())].bytes())),
        }
    }
    text
}

#[test]
fn whatever_is_read_is_read_or_refused() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let store = open(&file);
    let tables = numbers::man_to_man(&store).expect("tables");
    let settled = store.battles().expect("the battles").into_iter().find(|battle| battle.record.is_some());
    let record = store.record(settled.and_then(|battle| battle.record).expect("a record")).expect("its bytes");
    let whole = record::decode(&record).expect("a record");
    let plan = serde_json::to_vec(&whole.plan).expect("JSON");
    let unfolded = serde_json::to_vec(&whole).expect("JSON");
    let unfolded = &unfolded[..unfolded.len().min(60_000)];
    let people = store.people().expect("the people").len();
    assert_eq!(people, 600);
    let army = |name| store.army_named(name).expect("an army").id;
    let muster = plan::muster_of(&store, army("Riders of the March"), army("Raiders of Glyn Haul"), 7);
    let csv: Vec<u8> = include_bytes!("../../../data/campaigns/agincourt-1415.csv")[..3_000].to_vec();
    let grounds: Vec<Vec<u8>> = ground::shipped().iter().map(|ground| ground.text.clone().into_bytes()).collect();
    let game =
        crate::support::said(&["castles", "play", "--white", "page", "--black", "page", "--seed", "3"]).into_bytes();
    let kept =
        serde_json::to_vec(&BoardGame::read(&String::from_utf8(game.clone()).expect("text")).expect("a game").kept());
    let kept = kept.expect("JSON");
    let rounds = seeds().max(60);
    let mut read = 0u64;
    for seed in 0..rounds {
        let mut dice = Seeded::stream(seed, 51);
        let roster_text = mutated(&csv, &mut dice);
        read += u64::from(roster::parse(&roster_text).is_ok_and(|roster| roster.men.len() < 60_000));
        if let Ok(muster) = &muster {
            let result = mutated(b"number,fate,captor\nA1,dead,\nB2,captive,A3\nA4,wounded,\n", &mut dice);
            read += u64::from(battle::read_result(muster, &tables, &result, true).is_ok());
        }
        let ground_text = mutated(&grounds[seed as usize % grounds.len()], &mut dice);
        read += u64::from(ground::read(&String::from_utf8_lossy(&ground_text)).is_ok());
        let game_text = mutated(&game, &mut dice);
        read += u64::from(castles::read(&String::from_utf8_lossy(&game_text)).is_ok());
        let kept_text = mutated(&kept, &mut dice);
        let kept = serde_json::from_slice::<Kept>(&kept_text).ok();
        read += u64::from(kept.and_then(|kept| BoardGame::of_kept(&kept)).is_some());
        read += u64::from(record::decode(&mutated(&record, &mut dice)).is_ok());
        read += u64::from(serde_json::from_slice::<record::Record>(&mutated(unfolded, &mut dice)).is_ok());
        read += u64::from(serde_json::from_slice::<Plan>(&mutated(&plan, &mut dice)).is_ok());
        let decision = mutated(br#"{"order":{"unit":3,"to":[12,40]}}"#, &mut dice);
        read += u64::from(serde_json::from_slice::<Decision>(&decision).is_ok());
    }
    println!("{} texts mutated, {read} still read", rounds * 9);
    assert!(read > 0, "the mutations left nothing to read");
}

/// What a text is read by, and one of its sort.
type Reads = (&'static str, Vec<u8>, fn(&[u8]) -> Result<(), String>);

/// What is written by hand: maps of a campaign and of hexes, assaults, scenarios, situations.
fn written_by_hand() -> Vec<Reads> {
    fn told<T, E: std::fmt::Display>(read: Result<T, E>) -> Result<(), String> {
        read.map(drop).map_err(|wrong| wrong.to_string())
    }
    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }
    fn of_map(bytes: &[u8]) -> Result<(), String> {
        map_file::parse(bytes)
            .map(drop)
            .map_err(|faults| faults.into_iter().map(|fault| fault.sentence).collect::<Vec<_>>().join("\n"))
    }
    let geojson = br#"{"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Ashby", "people": 900, "walls": 1}, "geometry": {"type": "Point", "coordinates": [1.5, 48.25]}},
        {"type": "Feature", "properties": {"name": "Brook"}, "geometry": {"type": "Point", "coordinates": [2, 48]}},
        {"type": "Feature", "properties": {"miles": 12}, "geometry": {"type": "LineString", "coordinates": [[1.5, 48.25], [2, 48]]}}]}"#;
    let file = |path: &str| fs::read(format!("{}/data/{path}", env!("CARGO_MANIFEST_DIR"))).expect("it ships");
    vec![
        (
            "places",
            b"name,kind,side,x,y,people,fiefs\nAshby,town,Reds,100,200,900,3\nBrook,ford,,300,40,0,0\n".to_vec(),
            of_map,
        ),
        ("routes", b"from,to,kind,miles\nAshby,Brook,road,12\n".to_vec(), of_map),
        (
            "burgs",
            b"Id,Burg,Province,State,Culture,Religion,Population,X,Y,Latitude,Longitude,Capital,Port,Citadel,Walls\n\
              1,Ashby,P,Reds,C,R,1200,20.5,30,48,2,capital,port,citadel,walls\n"
                .to_vec(),
            of_map,
        ),
        ("GeoJSON", geojson.to_vec(), of_map),
        ("a map of hexes", file("maps/border-castle.toml"), |bytes| told(assault::map::read(&text(bytes)))),
        ("an assault", file("assaults/border-castle.toml"), |bytes| told(assault::scenario::read(&text(bytes)))),
        ("a scenario", file("scenarios/castle-gate.toml"), |bytes| told(castle_cracker::scenario::read(&text(bytes)))),
        ("a situation", file("rulings/quarter.toml"), |bytes| told(WrittenSituation::read(&text(bytes)))),
    ]
}

#[test]
fn what_is_written_by_hand_is_read_or_refused_in_a_sentence() {
    let rounds = seeds().max(60);
    let (mut read, mut refused) = (0u64, 0u64);
    for (sort, whole, reads) in written_by_hand() {
        reads(&whole).unwrap_or_else(|wrong| panic!("{sort}: {wrong}"));
        for seed in 0..rounds {
            match reads(&mutated(&whole, &mut Seeded::stream(seed, 52))) {
                Ok(()) => read += 1,
                Err(wrong) => {
                    refused += 1;
                    assert!(!wrong.trim().is_empty() && wrong.len() < 100_000, "{sort}, seed {seed}: {wrong:.300}");
                }
            }
        }
    }
    println!("{} texts mutated, {read} still read", read + refused);
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn an_export_changed_by_chance_makes_a_sound_campaign_or_none() {
    let folder = folder();
    let file = folder.path().join("march.banneret");
    fs::write(&file, &played().0).expect("written");
    let mut whole = Vec::new();
    export::write(&open(&file), &mut whole).expect("the export");
    let (from, to) = (folder.path().join("war.json"), folder.path().join("again.banneret"));
    let rounds = (seeds() / 2).clamp(20, 200);
    let mut made = 0;
    for seed in 0..rounds {
        let mut dice = Seeded::stream(seed, 53);
        // What it says of itself stands at its head, and is changed as often as all the rest.
        let part = if dice.lot("mutation", 4) == 0 { whole.len().min(300) } else { whole.len() };
        let text = [mutated(&whole[..part], &mut dice), whole[part..].to_vec()].concat();
        fs::write(&from, text).expect("written");
        match export::read_in(&to, &from) {
            Ok(store) => {
                made += 1;
                drop(store);
                assert_eq!(check::check(&to).expect("checked"), [], "seed {seed}");
                fs::remove_file(&to).expect("gone");
            }
            Err(problem) => {
                assert!(!problem.sentence.is_empty() && !problem.hint.is_empty(), "seed {seed}: {problem}");
                assert!(!to.exists(), "seed {seed}: {problem}");
            }
        }
    }
    println!("{rounds} exports mutated, {made} taken in");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().map(|it| it.file_name()).collect();
    assert!(left.len() <= 3, "nothing half made is left: {left:?}");
}

/// What the window remembers is read as far as it makes sense.
#[cfg(feature = "desktop")]
#[test]
fn settings_changed_by_chance_are_read_within_reason() {
    use banneret::desktop::settings::Settings;
    let folder = folder();
    let file = folder.path().join("desktop.json");
    let mut settings = Settings::read(&file);
    settings.opened("The March", &file, "5 April 1327");
    settings.save().expect("written");
    let whole = fs::read(&file).expect("they are kept");
    for seed in 0..seeds().max(60) {
        fs::write(&file, mutated(&whole, &mut Seeded::stream(seed, 54))).expect("written");
        let read = Settings::read(&file);
        assert!((640..=8_000).contains(&read.width) && (400..=8_000).contains(&read.height), "seed {seed}");
        assert!(read.recent.len() <= 8, "seed {seed}");
    }
}
