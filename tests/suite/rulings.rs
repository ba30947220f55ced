//! Rulings: every situation that ships is replayed and goes as it says, each clause is shown by one, and a situation's file
//! is read with all its faults.

use banneret::rules::man_to_man::Tables;
use banneret::rules::man_to_man::ruling::{Ending, Ruling, Told, WrittenSituation, shipped};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Clauses of the page, in the order they stand there.
fn clauses_of_the_page() -> Vec<String> {
    let page = include_str!("../../data/rules/man-to-man.md");
    let opens = |word: &str| {
        let (chapter, number) = word.split_once('.')?;
        let both = [chapter, number].iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
        both.then(|| format!("MM-{chapter}.{number}"))
    };
    page.lines().filter_map(|line| opens(line.split(' ').next()?)).collect()
}

pub fn read(text: &str) -> WrittenSituation {
    WrittenSituation::read(text).unwrap_or_else(|faults| panic!("{faults}"))
}

pub fn rule(situation: &WrittenSituation) -> Ruling {
    situation.rule(&Tables::book(), situation.turns()).expect("a situation that was read can be played")
}

pub fn lines(ruling: &Ruling) -> Vec<String> {
    ruling.told.iter().flat_map(Told::lines).collect()
}

/// The faults of a file.
pub fn faults(text: &str) -> Vec<String> {
    WrittenSituation::read(text)
        .map_or_else(|faults| faults.0.iter().map(ToString::to_string).collect(), |_| Vec::new())
}

#[test]
fn every_situation_goes_as_it_says() {
    let mut wrong = Vec::new();
    for it in shipped::all() {
        let expected = &it.situation.expected;
        assert!(expected.count() > 0, "{} expects nothing", it.name);
        let ruling = rule(&it.situation);
        wrong.extend(ruling.unmet(&it.situation).iter().map(|unmet| format!("data/rulings/{}.toml, {unmet}", it.name)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(shipped::all().len() >= SITUATIONS, "{} situations", shipped::all().len());
}

/// How many ship at least.
const SITUATIONS: usize = 100;

#[test]
fn every_file_of_the_folder_ships_and_names_clauses_of_the_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/rulings");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let ship: BTreeSet<String> = shipped::all().iter().map(|it| it.name.to_owned()).collect();
    assert_eq!(ship, files);
    assert_eq!(shipped::all().len(), files.len(), "a situation is listed twice");
    let page: BTreeSet<String> = clauses_of_the_page().into_iter().collect();
    for it in shipped::all() {
        let named = &it.situation.clauses;
        assert!(!named.is_empty() && named.iter().all(|clause| page.contains(clause)), "{}: {named:?}", it.name);
        let ruling = rule(&it.situation);
        let mut cited: BTreeSet<String> = ruling.told.iter().flat_map(Told::cited).collect();
        if let Ending::Needs(needed) = &ruling.ending {
            cited.extend(needed.parts.iter().map(|part| part.clause.to_string()));
        }
        assert!(named.iter().any(|clause| cited.contains(clause)), "{} tells of none of {named:?}: {cited:?}", it.name);
    }
}

#[test]
fn every_clause_from_the_turn_to_siege_gear_is_shown() {
    let shown: BTreeSet<&String> = shipped::all().iter().flat_map(|it| &it.situation.clauses).collect();
    let of_battle = |clause: &String| (2..=9).any(|chapter| clause.starts_with(&format!("MM-{chapter}.")));
    let page: Vec<String> = clauses_of_the_page().into_iter().filter(of_battle).collect();
    assert!(page.len() > 70, "{page:?}");
    let missing: Vec<&String> = page.iter().filter(|clause| !shown.contains(clause)).collect();
    assert!(missing.is_empty(), "no situation shows {missing:?}");
}

const DUEL: &str = r#"
title = "A duel"
clauses = ["MM-5.4"]
what = "Two sergeants with swords."
dice = [4, 4]

[[unit]]
side = "attacker"
name = "Adam"
class = "sergeant"
grade = "C"
protection = 3
weapons = "sword"
at = [60, 39.25]

[[unit]]
side = "defender"
name = "Benet"
class = "sergeant"
grade = "C"
protection = 3
weapons = "sword"
at = [60, 40]
"#;

#[test]
fn mm_5_4_where_the_faces_run_out_the_roll_is_named() {
    let ruling = rule(&read(DUEL));
    let Ending::Needs(needed) = &ruling.ending else { panic!("{:?}", ruling.ending) };
    assert_eq!(needed.decides, "Whether Benet hits Adam with his sword.");
    assert_eq!(needed.dice, "1d6 attack (MM-5.4), 1d6 defence (MM-5.4)");
    assert_eq!(needed.need, "The attack die must come out higher than the defence die.");
    assert!(needed.thrown.is_empty());
    assert!(lines(&ruling).iter().any(|line| line == "Adam strikes Benet with his sword, without effect."));
    // One face more, and the other of the two is still wanted.
    let ruling = rule(&read(&DUEL.replace("dice = [4, 4]", "dice = [4, 4, 6]")));
    let Ending::Needs(needed) = &ruling.ending else { panic!("{:?}", ruling.ending) };
    assert_eq!((needed.thrown.as_slice(), needed.dice.as_str()), (&[6][..], "1d6 defence (MM-5.4)"));
    // Nothing is told that hangs on a face nobody has rolled.
    assert!(!lines(&ruling).iter().any(|line| line.contains("Benet strikes")));
}

#[test]
fn mm_4_8_what_is_needed_takes_what_is_added_into_account() {
    let text = DUEL
        .replace("dice = [4, 4]", "dice = []")
        .replace("weapons = \"sword\"\nat = [60, 39.25]", "weapons = \"longbow\"\nat = [60, 30]");
    let ruling = rule(&read(&(text + "\n[[turn]]\nattacker = [\"Adam: shoot Benet\"]\n")));
    let Ending::Needs(needed) = &ruling.ending else { panic!("{:?}", ruling.ending) };
    // Medium range and protection 3: one each.
    assert_eq!(needed.need, "5 or less on the dice hits.");
    assert_eq!(needed.dice, "2d6 to hit (MM-4.8)");
}

#[test]
fn a_face_its_die_does_not_have_is_named_with_its_line() {
    let ruling = rule(&read(&DUEL.replace("dice = [4, 4]", "dice = [4, 4,\n 8, 1]")));
    let Ending::BadFace { what, line } = &ruling.ending else { panic!("{:?}", ruling.ending) };
    assert_eq!((what.as_str(), *line), ("the face 8 is on no die of 6 sides, which attack (MM-5.4) is rolled with", 6));
}

#[test]
fn faces_left_over_and_expectations_that_fail_are_told_by_line() {
    let text = DUEL.replace("dice = [4, 4]", "dice = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 3, 1]");
    let situation = read(&format!(
        "{text}\n[expect]\ntold = [\n\"Benet strikes Adam\",\n\"Adam is killed\",\n]\nnever = [\"after melee\"]\n[expect.end]\nAdam = \"dead\"\n"
    ));
    let unmet: Vec<(usize, String)> =
        rule(&situation).unmet(&situation).into_iter().map(|unmet| (unmet.line, unmet.what)).collect();
    assert_eq!(unmet[0], (28, "“Adam is killed” was not told".to_owned()));
    assert_eq!(unmet[1].0, 30);
    assert!(unmet[1].1.starts_with("was told: “Adam tests for morale (after melee)"), "{unmet:?}");
    assert_eq!(unmet[2].0, 32);
    assert!(unmet[2].1.starts_with("Adam is not “dead”, but standing; unhurt; at 60, 39.25"), "{unmet:?}");
    assert_eq!(unmet[3], (0, "1 faces were never rolled".to_owned()));
    assert_eq!(unmet.len(), 4);
}

#[test]
fn mm_2_an_order_out_of_its_time_is_refused_for_its_own_reason() {
    let orders = "\n[[turn]]\nattacker = [\"Adam: stand\", \"Adam: hew the gate\"]\n";
    assert_eq!(
        faults(&format!("{DUEL}{orders}")),
        ["line 26: there is no “the gate”; this ground has no hedge, wall or gate"]
    );
    let told = lines(&rule(&read(&format!("{DUEL}\n[[turn]]\nattacker = [\"Adam: stand\", \"Adam: shoot Benet\"]\n"))));
    assert!(told.contains(&"Refused: “Adam: stand”: nobody charges them (MM-2.2).".to_owned()), "{told:?}");
}

#[test]
fn mm_2_5_cards_come_as_they_are_written() {
    let two = format!(
        "{}\n[[man]]\nside = \"attacker\"\nforce = \"the van\"\nname = \"Sir Hugh\"\nclass = \"knight\"\ngrade = \"C\"\nprotection = 1\nat = [20, 20]\n",
        DUEL.replace("at = [60, 39.25]", "at = [60, 20]").replace("dice = [4, 4]", "")
    );
    for (cards, order) in [
        ("[\"the van\", \"the attackers\", \"the defenders\"]", ["the van", "the attackers", "the defenders"]),
        ("[\"the defenders\"]", ["the defenders", "the attackers", "the van"]),
    ] {
        let told = lines(&rule(&read(&format!("{two}\n[[turn]]\ncards = {cards}\n"))));
        let drawn: Vec<&String> = told.iter().filter(|line| line.contains("The card of")).collect();
        assert_eq!(
            drawn,
            order.map(|force| format!("The card of {force} is drawn. (MM-2.5)")).iter().collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_seed_plays_alike_every_time() {
    let seeded = read(&DUEL.replace("dice = [4, 4]", "seed = 7"));
    let first = seeded.rule(&Tables::book(), 9).expect("it can be played");
    assert_eq!(first.told, seeded.rule(&Tables::book(), 9).expect("it can be played").told);
    assert!(matches!(first.ending, Ending::Played | Ending::Over));
    let other = read(&DUEL.replace("dice = [4, 4]", "seed = 8")).rule(&Tables::book(), 9).expect("it can be played");
    assert_ne!(first.told, other.told);
}

#[test]
fn every_fault_is_told_at_once_with_its_line() {
    let text = r#"title = "A muddle"
clauses = ["MM-5.4"]
what = "Many things are wrong."
dice = [4, "five"]
colour = "red"

[[man]]
side = "attacker"
name = "Sir Hugh"
class = "knihgt"
grade = "F"
protection = 7
weapons = "sword; bazooka"
at = [60]

[[man]]
side = "both"
name = "Hob: the reeve"
class = "peasant"
grade = "C"
protection = 4
at = [60, 400]
facing = "upwards"
state = "sleepy"
"#;
    let found = faults(text);
    for (line, part) in [
        (4, "a face is a whole number"),
        (5, "the situation has no “colour”"),
        (10, "knihgt"),
        (11, "F"),
        (12, "protection is a whole number from 1 to 4"),
        (13, "bazooka"),
        (14, "a place is [x, y]"),
        (17, "both"),
        (18, "a name has no colon"),
        (22, "off the field, which is 120 by 96 in"),
        (23, "a facing is north"),
        (24, "“sleepy” is no state"),
        (16, "is in a unit"),
    ] {
        let start = format!("line {line}: ");
        assert!(
            found.iter().any(|fault| fault.starts_with(&start) && fault.contains(part)),
            "{line} {part}: {found:#?}"
        );
    }
    // Orders to men who are not there, and names that are there twice.
    let orders =
        format!("{DUEL}\n[[turn]]\nattacker = [\"Edmund: stand\", \"Adam: dance\", \"Benet: stand\", \"Adam\"]\n");
    let found = faults(&orders);
    assert!(found[0].starts_with("line 26: there is no “Edmund” here; there are Adam, Benet"), "{found:?}");
    assert!(found.iter().any(|fault| fault.starts_with("line 26: “dance” is no order; orders are: charge NAME")));
    assert!(found.contains(&"line 26: Benet is of the other side".to_owned()));
    assert!(found.iter().any(|fault| fault.contains("an order is written “WHO: WHAT”")));
    assert_eq!(found.len(), 4);
    let twice = DUEL.replace("Benet", "Adam");
    assert_eq!(faults(&twice), ["line 18: the name “adam” is there twice"]);
    assert!(faults("").iter().any(|fault| fault.contains("needs “title”")));
    assert_eq!(
        faults("title = \"x\"\nclauses = []\nwhat = \"y\"\n"),
        ["line 1: there is nobody in it: write [[man]] or [[unit]], at least one of each side"]
    );
    assert!(faults("nonsense").iter().any(|fault| fault.starts_with("line 1: ")));
}
