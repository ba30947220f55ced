//! The chronicle in two editions (CP-6.2): for players without what was undone and what the dice showed, for the referee
//! with both; the referee's own entries and letters stand in each.

use crate::support::{folder, march, open, refused, said};
use banneret::app::documents::{self, ChronicleFor};
use banneret::app::siege::Orders;
use banneret::app::{found, history, siege, turn};
use banneret::campaign::chronicle::LineKind;
use banneret::campaign::ids::SiegeId;
use banneret::campaign::siege::{Conduct, SiegePart};
use banneret::print::Document;
use banneret::rules::siege::Order;
use banneret::store::Store;
use banneret::store::world::RowOf;
use tempfile::TempDir;

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

/// Caerlaverock, to which the host of England has laid siege.
fn besieged(folder: &TempDir) -> (Store, SiegeId) {
    let file = folder.path().join("caerlaverock.banneret");
    let mut store = found::from_sample(&file, "caerlaverock").expect("it begins");
    for _ in 0..3 {
        turn::play(&mut store).expect("a turn");
    }
    let host = store.army_named("Host of England").expect("an army").id;
    let castle = store.stronghold_named("Caerlaverock Castle").expect("the castle").id;
    let laid = siege::open(&mut store, host, castle).expect("it may be besieged");
    (store, laid)
}

/// CP-6.2: the days of a siege are told to the players without its rolls, and what was added to them.
#[test]
fn players_read_of_a_siege_what_came_of_it_and_no_roll() {
    let folder = folder();
    let (mut store, laid) = besieged(&folder);
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

/// CP-6.2: one day is told in the order in which things were done, the newest first, and an action above the lines it wrote.
#[test]
fn one_day_is_told_in_the_order_of_what_was_done() {
    let folder = folder();
    let mut store = open(&march(&folder));
    turn::play(&mut store).expect("a turn");
    let words = ["First the rain", "Then the herald", "Last the fair"];
    for text in words {
        history::write(&mut store, LineKind::Entry, None, text).expect("an entry");
    }
    let entries = history::chronicle(&store, "", None, None, 40).expect("the chronicle");
    let told: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).take(6).collect();
    let mut wanted = Vec::new();
    for text in words.iter().rev() {
        wanted.extend([format!("An entry was written in the chronicle: “{text}”."), (*text).to_owned()]);
    }
    assert_eq!(told, wanted);
    let turn = entries.iter().position(|entry| entry.text.starts_with("Turn 1 played")).expect("the turn");
    let of_it = entries.iter().skip(turn + 1).filter(|entry| entry.day == entries[turn].day);
    assert!(of_it.clone().all(|entry| entry.action.is_none() || entry.text != entries[turn].text));
    assert!(turn >= 6, "what was written after it stands above it");
}

/// CP-1.5: what became of a siege is what was settled and told in it, too, and not its row's own fields alone.
#[test]
fn the_history_of_a_siege_tells_what_was_settled_in_it() {
    let folder = folder();
    let (mut store, laid) = besieged(&folder);
    let orders = [Order::FillMoat, Order::Assault];
    siege::set_conduct(&mut store, laid, SiegePart::Besiegers, Conduct::Orders, &orders, false).expect("so be it");
    let mut met = None;
    for _ in 0..12 {
        turn::play(&mut store).expect("a turn");
        met = store.waiting_contacts().expect("contacts").into_iter().find(|met| met.siege == Some(laid));
        if met.is_some() {
            break;
        }
    }
    siege::call_off(&mut store, met.expect("an assault waits").id).expect("called off");
    let off = store.actions("", None, None, 1).expect("actions").remove(0);
    let story = history::of(&store, RowOf::Siege(laid)).expect("its history");
    assert!(story.iter().any(|step| step.action.id == off.id), "{}", off.sentence);
    assert!(story.windows(2).all(|two| two[0].action.id < two[1].action.id), "each once, the oldest first");
    assert!(story.iter().flat_map(|step| &step.fields).all(|field| field.field != "state"));
}
