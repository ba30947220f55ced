//! The program killed at any instant: what it reported is there, and nothing is half there. Each round starts from a
//! file of which every state it may come to is known, starts the program on it, and kills it after a while drawn
//! from the round's seed.

use crate::support::{banneret, content, difference, first_day, folder, open, seeds, sound};
use banneret::app::{battle, import, march, numbers, plan, turn};
use banneret::campaign::war::Settled;
use banneret::rules::dice::{Dice, Seeded};
use banneret::store::Store;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

type Content = Map<String, Value>;

/// Turns the prepared campaign has been played, and so the most the program may come back to.
const TURNS: usize = 30;

/// The campaign turn by turn, and the bytes of its file after the last turn and after the first.
struct Known {
    contents: Vec<Content>,
    played: Vec<u8>,
    first_turn: Vec<u8>,
    marched: Content,
    fought: Content,
    levied: Content,
}

/// A levy of some thousands of men, as a roster.
const LEVY: &str = "army,unit,class,grade,weapons,count\nThe Levy,Spears,peasant,C,spear,4000\n";

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let folder = folder();
        let file = folder.path().join("known.banneret");
        fs::write(&file, first_day()).expect("a copy");
        let mut store = open(&file);
        let mut contents = vec![content(&store)];
        let mut first_turn = Vec::new();
        for at in 0..TURNS {
            turn::play(&mut store).expect("a turn");
            contents.push(content(&store));
            if at == 0 {
                drop(store);
                first_turn = fs::read(&file).expect("the file");
                store = open(&file);
            }
        }
        drop(store);
        let played = fs::read(&file).expect("the file");
        let after = |bytes: &[u8], work: &dyn Fn(&mut Store)| {
            fs::write(&file, bytes).expect("a copy");
            let mut store = open(&file);
            work(&mut store);
            content(&store)
        };
        let marched = after(first_day(), &|store| {
            let army = store.army_named("King's Household").expect("an army").id;
            march::order(store, army, store.place_named("Wexbridge").expect("a place").id).expect("it marches");
        });
        let fought = after(&first_turn, &|store| {
            let army = |name| store.army_named(name).expect("an army").id;
            let (one, other) = (army("Host of Estmark"), army("Host of Gorwen"));
            let muster = plan::muster_of(store, one, other, 7).expect("a muster");
            let fought = battle::fight(&muster, &numbers::of_battles(store).expect("house")).expect("fought");
            let proposal =
                battle::propose(store, muster, fought.report, Settled::App, Some(fought.record), false).expect("lines");
            battle::take_in(store, proposal).expect("taken in");
        });
        let levied = after(first_day(), &|store| {
            import::import(store, LEVY.as_bytes(), "Estmark", false).expect("taken in");
        });
        Known { contents, played, first_turn, marched, fought, levied }
    })
}

/// What the program is doing when it is killed, with the longest it is let live.
#[derive(Clone, Copy, Debug)]
enum Doing {
    Turns,
    Undoing,
    Redoing,
    Marching,
    Fighting,
    Founding,
    Importing,
    Exporting,
    Repairing,
}

impl Doing {
    const ALL: [(Doing, u64); 11] = [
        (Doing::Turns, 700),
        (Doing::Turns, 100),
        (Doing::Undoing, 250),
        (Doing::Redoing, 250),
        (Doing::Marching, 60),
        (Doing::Fighting, 300),
        (Doing::Founding, 300),
        (Doing::Turns, 1500),
        (Doing::Importing, 500),
        (Doing::Exporting, 150),
        (Doing::Repairing, 600),
    ];

    /// Its command line, with the file it works on and the one it makes or reads.
    fn arguments<'a>(self, file: &'a str, other: &'a str) -> Vec<&'a str> {
        match self {
            Doing::Turns => vec!["turn", file, "--count", "200"],
            Doing::Undoing => vec!["undo", file, "--count", "200"],
            Doing::Redoing => vec!["redo", file, "--count", "200"],
            Doing::Marching => vec!["march", file, "--army", "King's Household", "--to", "Wexbridge"],
            Doing::Fighting => {
                vec!["battle", file, "--attacker", "Host of Estmark", "--defender", "Host of Gorwen", "--seed", "7"]
            }
            Doing::Founding => vec!["new", file, "--sample", "march"],
            Doing::Importing => vec!["import", file, other, "--side", "Estmark"],
            Doing::Exporting => vec!["export", file, "-o", other],
            Doing::Repairing => vec!["check", file, "--repair-copy", other],
        }
    }
}

/// Starts the program, kills it after `alive`, and gives the whole lines it had written.
fn killed(arguments: &[&str], alive: Duration) -> Vec<String> {
    let mut child =
        banneret(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(alive);
    child.kill().expect("the program is killed");
    let output = child.wait_with_output().expect("the program is over");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.is_empty(), "{arguments:?}: {complaint}");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

/// One round; gives how many actions the killed program had kept.
fn round(folder: &Path, seed: u64) -> u64 {
    let mut dice = Seeded::stream(seed, 77);
    let (doing, longest) = Doing::ALL[dice.lot("what is done", Doing::ALL.len())];
    let alive = Duration::from_micros(dice.lot("how long", longest as usize * 1000) as u64);
    let what = format!("seed {seed}, {doing:?}, killed after {alive:?}");
    let known = known();
    let path = folder.join(format!("{seed}.banneret"));
    let file = path.to_str().expect("a plain name");
    let beside = folder.join(format!("{seed}.beside"));
    let other = beside.to_str().expect("a plain name");
    if matches!(doing, Doing::Importing) {
        fs::write(&beside, LEVY).expect("a roster");
    }
    let begun = match doing {
        Doing::Turns | Doing::Marching | Doing::Importing => Some(first_day()),
        Doing::Undoing | Doing::Exporting | Doing::Repairing => Some(known.played.as_slice()),
        Doing::Fighting => Some(known.first_turn.as_slice()),
        Doing::Redoing => {
            fs::write(&path, &known.played).expect("a copy");
            let mut store = open(&path);
            while store.undo().expect("undone").is_some() {}
            None
        }
        Doing::Founding => None,
    };
    if let Some(bytes) = begun {
        fs::write(&path, bytes).expect("a copy");
    }
    let lines = killed(&doing.arguments(file, other), alive);
    if matches!(doing, Doing::Founding) && !path.exists() {
        assert!(lines.is_empty(), "{what}: it reported {lines:?} and made nothing");
        return 0;
    }
    let store = Store::open(&path).unwrap_or_else(|problem| panic!("{what}: {problem}"));
    sound(&store, &what);
    let about = store.about().unwrap_or_else(|problem| panic!("{what}: {problem}"));
    let now = content(&store);
    let is = |state: &Content| assert!(*state == now, "{what}: half there: {}", difference(state, &now));
    let kept = match doing {
        Doing::Turns => {
            let reported = lines.len() as u64;
            for (at, line) in lines.iter().enumerate() {
                assert!(line.starts_with(&format!("Turn {}:", at + 1)), "{what}: {line}");
            }
            let turn = u64::from(about.turn);
            assert!(turn == reported || turn == reported + 1, "{what}: reported {reported} turns, kept {turn}");
            match known.contents.get(about.turn as usize) {
                Some(state) => is(state),
                None => is(&after_turns(folder, about.turn)),
            }
            turn
        }
        Doing::Undoing | Doing::Redoing => {
            is(&known.contents[about.turn as usize]);
            let done = if matches!(doing, Doing::Undoing) {
                TURNS as u64 - u64::from(about.turn)
            } else {
                u64::from(about.turn)
            };
            assert!(lines.is_empty() || done == TURNS as u64, "{what}: it reported more than it did");
            done
        }
        Doing::Exporting | Doing::Repairing => {
            is(&known.contents[TURNS]);
            assert!(lines.is_empty() || beside.exists(), "{what}: it reported {lines:?} and made nothing");
            if beside.exists() {
                is_whole(doing, &beside, &known.contents[TURNS], &what);
            }
            u64::from(beside.exists())
        }
        Doing::Marching | Doing::Fighting | Doing::Importing => {
            let (before, after) = match doing {
                Doing::Importing => (&known.contents[0], &known.levied),
                Doing::Marching => (&known.contents[0], &known.marched),
                _ => (&known.contents[1], &known.fought),
            };
            if lines.is_empty() && now == *before {
                0
            } else {
                is(after);
                1
            }
        }
        Doing::Founding => {
            assert_eq!(about.turn, 0, "{what}");
            assert_eq!(store.people().expect("the people").len(), 600, "{what}");
            1
        }
    };
    drop(store);
    if matches!(doing, Doing::Exporting | Doing::Repairing) {
        leaves_nothing_the_next_time(doing, folder, file, other, &what);
    }
    // And it plays on.
    let mut store = open(&path);
    turn::play(&mut store).unwrap_or_else(|problem| panic!("{what}: {problem}"));
    kept
}

/// What an export or a repair has made is all of the campaign.
fn is_whole(doing: Doing, made: &Path, content: &Content, what: &str) {
    match doing {
        Doing::Exporting => {
            let export: Value = serde_json::from_slice(&fs::read(made).expect("the export"))
                .unwrap_or_else(|error| panic!("{what}: half an export: {error}"));
            assert!(export["content"].as_object() == Some(content), "{what}: not all is in the export");
        }
        _ => {
            let saved = open(made);
            sound(&saved, what);
            assert!(crate::support::content(&saved) == *content, "{what}: not all was saved");
        }
    }
}

/// What a killed program left of a file it was making is taken away when the file is made at last.
fn leaves_nothing_the_next_time(doing: Doing, folder: &Path, file: &str, other: &str, what: &str) {
    let _ = fs::remove_file(other);
    let output = banneret(doing.arguments(file, other)).output().expect("it runs");
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    let names = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("one").file_name());
    let litter: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".making")).collect();
    assert!(litter.is_empty(), "{what}: {litter:?} is left");
}

/// The content after more turns than are known.
fn after_turns(folder: &Path, turns: u32) -> Content {
    let file = folder.join("longer.banneret");
    let _ = fs::remove_file(&file);
    fs::write(&file, &known().played).expect("a copy");
    let mut store = open(&file);
    while store.about().expect("the campaign").turn < turns {
        turn::play(&mut store).expect("a turn");
    }
    content(&store)
}

#[test]
fn killed_at_any_instant_nothing_reported_is_lost_and_nothing_is_half_there() {
    let rounds = seeds().max(16);
    let (mut kept, mut killed) = (0, 0);
    // On a busy machine the kills come early; there are more of them then.
    while killed < rounds || kept < rounds && killed < 4 * rounds {
        let folder = folder();
        kept += round(folder.path(), killed);
        killed += 1;
    }
    println!("{killed} kills over {kept} actions kept");
    assert!(kept >= rounds, "the kills came too early to prove anything: {kept} actions in {killed} rounds");
}
