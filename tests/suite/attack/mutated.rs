//! Texts as they come from people and from broken machines: rosters, results, grounds, games, records and plans with
//! bytes changed, lost, doubled and moved. Each is read or refused.

use super::damage::played;
use crate::support::{folder, open, seeds};
use banneret::app::castles::game::{BoardGame, Kept};
use banneret::app::{battle, castles, numbers, plan};
use banneret::campaign::roster;
use banneret::rules::battle::Plan;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::man_to_man::record;
use banneret::rules::man_to_man::{Decision, ground};
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
