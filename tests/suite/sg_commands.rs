//! Sieges by command on a real file (SG-1 to SG-4): each command is run, its sentence read, and the file looked at after.

use crate::sg_campaign::{Border, raise};
use crate::support::{open, refused, said, sound};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::siege::{End, Order, Park};
use banneret::store::Store;
use std::path::{Path, PathBuf};

/// A border castle with two hosts before it and friends in the town, and nobody at the file.
fn on_the_border() -> (tempfile::TempDir, PathBuf) {
    let mut it = Border::new(StrongholdKind::BorderCastle, 800, 200, 49);
    it.provide(Park { trebuchets: 1, ladders: true, ..Park::default() });
    raise(&mut it.store, "Red", "Van", "Stonekeep", &[("sergeant", "C", 40)]);
    raise(&mut it.store, "Red", "Rear", "Camp", &[("sergeant", "C", 20)]);
    raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", 60)]);
    raise(&mut it.store, "Blue", "Guests", "Stonekeep", &[("cleric", "B", 2), ("sergeant", "C", 3)]);
    let guests = it.store.army_named("Guests").expect("they").id;
    let castle = it.castle;
    banneret::app::march::garrison(&mut it.store, guests, Some(castle)).expect("they go in");
    it.closed()
}

/// What `siege FILE …` says, before Stonekeep Castle where the command asks where.
fn siege(file: &Path, words: &[&str]) -> String {
    said(&[&["siege", file.to_str().expect("a name")], words].concat())
}

fn at(file: &Path, words: &[&str]) -> String {
    siege(file, &[words, &["--stronghold", "Stonekeep Castle"]].concat())
}

fn row(store: &Store) -> banneret::campaign::siege::SiegeRow {
    store.sieges().expect("sieges").remove(0)
}

fn besieging(store: &Store) -> usize {
    store.siege_armies().expect("armies").len()
}

#[test]
fn sg_1_to_4_every_command_of_a_siege_says_what_it_did_and_does_it() {
    let (_folder, file) = on_the_border();
    let name = file.to_str().expect("a name");

    let text = siege(&file, &["train", "--army", "Van", "--rations", "50", "--engine", "ladders"]);
    assert!(text.starts_with("Van buys 50 rations and ladders for"), "{text}");
    let van = open(&file).army_named("Van").expect("Van").id;
    let train = open(&file).train(van).expect("its train");
    assert_eq!(train, SiegeTrain { rations: 50, animals: 0, park: Park { ladders: true, ..Park::default() } });

    let text = at(&file, &["open", "--army", "Host"]);
    assert_eq!(text.trim(), "Host lays siege to Stonekeep Castle.");
    assert_eq!(open(&file).open_sieges().expect("sieges").len(), 1);
    assert_eq!(besieging(&open(&file)), 1);
    let text = at(&file, &["open", "--army", "Van"]);
    assert_eq!(text.trim(), "Van joins the siege of Stonekeep Castle.");
    let text = siege(&file, &["leave", "--army", "Van"]);
    assert_eq!(text.trim(), "Van leaves the siege of Stonekeep Castle.");
    assert_eq!(besieging(&open(&file)), 1);
    at(&file, &["open", "--army", "Van"]);

    for (part, orders) in [("besiegers", "rest"), ("garrison", "repair; rest")] {
        let text = at(&file, &["orders", "--part", part, "--orders", orders]);
        assert!(text.contains(&format!("conducted by standing orders: {orders}")), "{text}");
    }
    let text = at(&file, &["orders", "--part", "garrison", "--half-rations"]);
    assert!(text.trim().ends_with("on half rations."), "{text}");
    let store = open(&file);
    let hosts = store.siege_hosts(row(&store).id).expect("hosts");
    let garrison = hosts.into_iter().find(|host| host.part == SiegePart::Garrison).expect("the garrison");
    assert_eq!((garrison.conduct, garrison.half), (Conduct::Orders, true));
    assert_eq!(garrison.orders, [Order::Repair, Order::Rest]);
    drop(store);

    let text = at(&file, &["expel", "--clerics"]);
    assert_eq!(text.trim(), "2 useless mouths are sent out of Stonekeep Castle.");
    let store = open(&file);
    let guests = store.army_named("Guests").expect("they").id;
    assert_eq!(store.men_of(guests).expect("men").len(), 3);
    drop(store);

    let text = siege(&file, &["march", "--army", "Rear", "--to", "Stonekeep Castle"]);
    assert!(text.contains("Rear marches for Stonekeep"), "{text}");
    let store = open(&file);
    let rear = store.army_named("Rear").expect("it").id;
    assert_eq!(store.march(rear).expect("a march").map(|march| march.purpose), Some(Purpose::Besiege));
    drop(store);
    siege(&file, &["train", "--army", "Help", "--rations", "30"]);
    let text = siege(&file, &["convoy", "--army", "Help", "--to", "Stonekeep Castle"]);
    assert!(text.contains("Help marches for Stonekeep"), "{text}");
    let store = open(&file);
    let help = store.army_named("Help").expect("it").id;
    assert_eq!(store.march(help).expect("a march").map(|march| march.purpose), Some(Purpose::Convoy));
    drop(store);
    let text = siege(&file, &["convoy", "--army", "Guests", "--out"]);
    assert!(text.contains("Guests slips out of Stonekeep Castle") || text.contains("Guests is met before"), "{text}");
    let store = open(&file);
    assert_eq!(store.formation(guests).expect("they").stronghold, None);
    // Whoever was met there is let go.
    let met = store.waiting_contacts().expect("contacts");
    drop(store);
    if !met.is_empty() {
        said(&["undo", name]);
    }

    let mut waits = false;
    for day in 1..=7 {
        let text = at(&file, &["day", "--besiegers", "assault", "--garrison", "rest"]);
        assert!(text.starts_with(&format!("Day {day} of the siege of Stonekeep Castle played by hand:")), "{text}");
        assert_eq!(row(&open(&file)).days, day);
        waits = text.contains("Host is ready to assault Stonekeep Castle.");
        if waits {
            break;
        }
        assert!(text.contains("could not assault without the initiative"), "{text}");
    }
    assert!(waits, "seven days without the initiative");
    let text = at(&file, &["lead", "--army", "Van"]);
    assert_eq!(text.trim(), "Van fights at Stonekeep Castle in the place of Host.");
    let waiting = open(&file).waiting_contacts().expect("contacts");
    let assault = waiting.iter().find(|met| met.kind == ContactKind::Assault).expect("it waits").clone();
    assert_eq!(assault.attacker, van);
    let text = at(&file, &["assault", "--call-off"]);
    assert_eq!(text.trim(), "The assault at Stonekeep Castle is called off.");
    said(&["undo", name]);
    let text = at(&file, &["assault"]);
    assert!(text.starts_with("Stonekeep Castle: The besiegers assault, a roll of"), "{text}");
    let store = open(&file);
    let won = u8::from(text.contains("win the line"));
    assert_eq!(row(&store).won, won);
    assert!(!store.waiting_contacts().expect("contacts").iter().any(|met| met.kind == ContactKind::Assault));
    sound(&store, "after the assault");
    drop(store);

    // Had it never been rolled, they might have gone: first it is called off.
    said(&["undo", name]);
    let (why, remedy) = refused(&["siege", name, "lift", "--stronghold", "Stonekeep Castle"]);
    assert!(why.contains("waits, and holds the besiegers there") && remedy.contains("call it off"), "{why} {remedy}");
    let text = at(&file, &["assault", "--call-off"]);
    assert_eq!(text.trim(), "The assault at Stonekeep Castle is called off.");
    let text = at(&file, &["lift"]);
    assert_eq!(text.trim(), "The siege of Stonekeep Castle is lifted.");
    let store = open(&file);
    assert_eq!(row(&store).ended.map(|(end, _)| end), Some(End::Lifted));
    assert!(store.waiting_contacts().expect("contacts").is_empty(), "nothing waits there any more");
    drop(store);
    let (why, remedy) = refused(&["siege", name, "lift", "--stronghold", "Stonekeep Castle"]);
    assert!(why.contains("is over: lifted") && remedy.contains("under way"), "{why} {remedy}");
}

#[test]
fn cp_2_2_of_several_fights_that_wait_a_command_takes_the_one_that_is_named() {
    let (_folder, file) = on_the_border();
    let name = file.to_str().expect("a name");
    at(&file, &["open", "--army", "Host"]);
    let waiting = || open(&file).waiting_contacts().expect("contacts");
    while waiting().len() < 2 {
        let text = at(&file, &["day", "--besiegers", "assault", "--garrison", "sortie camp"]);
        if waiting().len() < 2 {
            assert!(row(&open(&file)).days < 7, "{text}");
            said(&["undo", name]);
            at(&file, &["day", "--besiegers", "rest", "--garrison", "rest"]);
        }
    }
    let (why, hint) = refused(&["siege", name, "assault", "--stronghold", "Stonekeep Castle"]);
    assert!(why.starts_with("Several things wait") && hint.contains("--kind"), "{why} {hint}");
    let text = at(&file, &["assault", "--call-off", "--kind", "sortie"]);
    assert_eq!(text.trim(), "The sortie at Stonekeep Castle is called off.");
    let text = at(&file, &["assault", "--call-off"]);
    assert_eq!(text.trim(), "The assault at Stonekeep Castle is called off.");
}

#[test]
fn sg_4_what_besiegers_do_about_a_relief_is_chosen_by_command() {
    let (_folder, file) = on_the_border();
    let name = file.to_str().expect("a name");
    at(&file, &["open", "--army", "Host"]);
    for part in ["besiegers", "garrison"] {
        at(&file, &["orders", "--part", part, "--orders", "rest"]);
    }
    said(&["march", name, "--army", "Help", "--to", "Stonekeep"]);
    said(&["turn", name]);
    let (why, _) = refused(&["siege", name, "relieve", "--stronghold", "Stonekeep Castle", "shut-in"]);
    assert!(why.contains("hold no part of Stonekeep Castle"), "{why}");
    let (why, hint) = refused(&["siege", name, "relieve", "--stronghold", "Stonekeep Castle", "part"]);
    assert!(why.contains("Which army gives battle is not said") && hint.contains("--army"), "{why} {hint}");
    let text = at(&file, &["relieve", "battle"]);
    assert_eq!(text.trim(), "The besiegers of Stonekeep Castle give battle with everything.");
    assert!(open(&file).waiting_contacts().expect("contacts")[0].accepted);
    said(&["undo", name]);
    let text = at(&file, &["relieve", "lift"]);
    assert_eq!(text.trim(), "The besiegers of Stonekeep Castle lift the siege before Help.");
    assert_eq!(row(&open(&file)).ended.map(|(end, _)| end), Some(End::Lifted));
    sound(&open(&file), "lifted");
}

#[test]
fn sg_1_3_what_a_side_does_is_written_in_the_words_of_the_page() {
    let (_folder, file) = on_the_border();
    at(&file, &["open", "--army", "Host"]);
    for (besiegers, garrison) in [
        ("Blockade and rest", "rest"),
        ("build siege tower", "Rest"),
        ("Batter line 1 stretch 2", "rest"),
        ("Batter 1 2", "blockade and rest"),
    ] {
        at(&file, &["day", "--besiegers", besiegers, "--garrison", garrison]);
    }
    assert_eq!(row(&open(&file)).days, 4);
    let (wrong, _) = refused(&[
        "siege",
        file.to_str().expect("a name"),
        "day",
        "--besiegers",
        "dance",
        "--stronghold",
        "Stonekeep Castle",
    ]);
    assert!(wrong.contains("“dance” is nothing a side does in a day"), "{wrong}");
}

#[cfg(feature = "print")]
#[test]
fn cp_6_2_the_sheet_of_a_siege_is_printed_by_command() {
    let (folder, file) = on_the_border();
    at(&file, &["open", "--army", "Host"]);
    let sheet = folder.path().join("sheet.pdf");
    at(&file, &["sheet", "--output", sheet.to_str().expect("a name")]);
    assert!(std::fs::read(&sheet).expect("it is printed").starts_with(b"%PDF"));
}
