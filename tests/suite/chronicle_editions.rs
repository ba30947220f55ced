//! The chronicle in two editions (CP-6.2): for players without what was undone and what the dice showed, for the referee
//! with both; the referee's own entries and letters stand in each.

use crate::support::{folder, march, open, refused, said};
use banneret::app::documents::{self, ChronicleFor};
use banneret::app::siege::Orders;
use banneret::app::{found, history, siege, turn};
use banneret::campaign::chronicle::LineKind;
use banneret::print::Document;
use banneret::store::Store;

fn told(store: &Store, reader: ChronicleFor) -> Vec<String> {
    let document = documents::chronicle(store, None, None, reader).expect("a chronicle");
    let Document::Chronicle(chronicle) = document else { panic!("a chronicle") };
    chronicle.entries.into_iter().map(|entry| entry.text).collect()
}

#[test]
fn players_read_what_happened_and_the_referee_what_was_undone_too() {
    let folder = folder();
    let file = march(&folder);
    let mut store = open(&file);
    for _ in 0..4 {
        turn::play(&mut store).expect("a turn");
    }
    history::write(&mut store, LineKind::Letter, None, "Give up the ford.").expect("a letter");
    history::write(&mut store, LineKind::Entry, None, "The river stood high (a bad omen).").expect("an entry");
    history::undo(&mut store, 1).expect("undone");
    history::redo(&mut store, 1).expect("redone");
    history::write(&mut store, LineKind::Entry, None, "A mistake").expect("an entry");
    history::undo(&mut store, 1).expect("undone");
    let (players, referee) = (told(&store, ChronicleFor::Players), told(&store, ChronicleFor::Referee));
    let holds = |lines: &[String], words: &str| lines.iter().any(|line| line.contains(words));
    for lines in [&players, &referee] {
        assert!(holds(lines, "Give up the ford."));
        assert!(holds(lines, "The river stood high (a bad omen)."), "only dice are left out");
    }
    assert!(!holds(&players, "Undid") && !holds(&players, "Redid") && !holds(&players, "A mistake"));
    assert!(!holds(&players, "was written in the chronicle"), "the letter itself is told");
    assert!(holds(&referee, "(undone)"));
    let die = |line: &String| {
        line.match_indices(" (a ").any(|(at, _)| line[at + 4..].starts_with(|letter: char| letter.is_ascii_digit()))
    };
    assert!(!players.iter().any(die), "{players:?}");
    // As long as one may write it is told whole.
    let long = "The long letter. ".repeat(1_100);
    history::write(&mut store, LineKind::Letter, None, &long).expect("a long letter");
    let told = history::chronicle(&store, "the long letter", None, None, 10).expect("the chronicle");
    assert!(told.iter().any(|entry| entry.text == long.trim()), "{told:?}");
    assert!(history::write(&mut store, LineKind::Entry, None, "  ").is_err());
}

/// CP-6.2: the days of a siege are told to the players without its rolls, and what was added to them.
#[test]
fn players_read_of_a_siege_what_came_of_it_and_no_roll() {
    let folder = folder();
    let file = folder.path().join("caerlaverock.banneret");
    let mut store = found::from_sample(&file, "caerlaverock").expect("it begins");
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn");
    }
    let host = store.army_named("Host of England").expect("an army").id;
    let castle = store.stronghold_named("Caerlaverock Castle").expect("the castle").id;
    let laid = siege::open(&mut store, host, castle).expect("it may be besieged");
    for _ in 0..3 {
        siege::play_by_hand(&mut store, laid, &Orders::default()).expect("a day");
    }
    turn::play(&mut store).expect("a turn");
    let (players, referee) = (told(&store, ChronicleFor::Players), told(&store, ChronicleFor::Referee));
    let rolled = |line: &&String| line.contains("a roll of") || line.contains("Initiative, ");
    assert!(referee.iter().filter(rolled).count() > 2, "{referee:#?}");
    assert_eq!(players.iter().find(rolled), None);
    let holds = |words: &str| players.iter().any(|line| line.contains(words));
    assert!(holds("The initiative is with the "), "{players:#?}");
}

#[test]
fn an_entry_is_written_by_command() {
    let folder = folder();
    let file = march(&folder);
    let file = file.to_str().expect("a path");
    assert!(said(&["write", file, "Snow fell on Martinmas.", "--day", "1335-06-19"]).contains("An entry was written"));
    assert!(said(&["write", file, "To Gorwen", "--letter"]).contains("A letter was written"));
    assert!(said(&["show", file, "chronicle"]).contains("Snow fell"));
    refused(&["write", file, " "]);
    refused(&["write", file, "x", "--day", "yesterday"]);
}
