//! Who holds the line of walls that was assaulted moves the siege, whoever has the higher score (SG-1.6, SG-8).

use crate::assaults::{host, stormed, unit};
use crate::sg_campaign::Border;
use crate::support::sound;
use banneret::app::{battle, numbers, plan, siege};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::assault::map::{self, HexId};
use banneret::rules::assault::{Assault, AssaultBattle};
use banneret::rules::battle::{HexForm, Plan, Report, StormedPlace};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::man_to_man::score::AtTheWalls;
use banneret::rules::settles::{self, House, Settles as _};
use banneret::rules::siege::{Order, Park, Progress};

const RESTS: &[Order] = &[Order::Rest];

/// A baron's castle before which a host waits to assault the outer line.
fn an_assault_waits(host: u32, garrison: u32) -> (Border, banneret::campaign::ids::SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, host, garrison);
    it.provide(Park { towers: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    while it.store.waiting_contacts().expect("contacts").is_empty() {
        it.turns(1);
    }
    (it, siege)
}

#[test]
fn sg_1_6_a_line_is_taken_by_more_on_it_than_are_left_to_drive_them_off() {
    let held_by = |over, attackers, defenders| AtTheWalls { over, attackers, defenders }.held_by();
    assert_eq!(held_by(11, 60, 10), Side::Attacker);
    assert_eq!(held_by(10, 60, 10), Side::Defender, "as many as are left do not hold it against them");
    assert_eq!(held_by(0, 60, 1), Side::Defender, "sixty before a wall with one man on it have not taken it");
    assert_eq!(held_by(0, 1, 0), Side::Attacker, "nobody is left to keep the last man out");
    assert_eq!(held_by(0, 0, 0), Side::Defender, "nobody came in");
}

#[test]
fn sg_1_6_a_result_from_the_table_says_who_holds_the_walls() {
    // The score is one thing and the wall another; where the table is silent the winner holds it.
    for (entries, taken) in [
        ("winner attacker; holds defender", false),
        ("winner defender; holds attacker", true),
        ("winner attacker", true),
        ("winner defender", false),
        ("winner neither", false),
    ] {
        let (mut it, siege) = an_assault_waits(60, 20);
        let assault = it.store.waiting_contacts().expect("contacts").remove(0);
        assert_eq!(assault.kind, ContactKind::Assault);
        let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
        let tables = numbers::man_to_man(&it.store).expect("the tables");
        let report = battle::read_result(&muster, &tables, entries.as_bytes(), false).expect("read");
        let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
        battle::take_in(&mut it.store, proposal).expect("taken in");
        let story = it.story(siege);
        let told = if taken { "Host took the walls from Watch" } else { "Watch held the walls against Host" };
        assert!(entries == "winner neither" || story.contains(told), "{entries}: {story}");
        assert!(!story.contains("won against"), "{story}");
        let progress = siege::show(&it.store, siege).expect("shown").progress;
        let moved = if taken { Progress::PartOfTheRampart } else { Progress::None };
        assert_eq!(progress, moved, "{entries}: {}", it.story(siege));
        sound(&it.store, entries);
    }
    let (it, _) = an_assault_waits(60, 20);
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let wrong = |entries: &str| {
        battle::read_result(&muster, &tables, entries.as_bytes(), false).expect_err("refused").to_string()
    };
    for (entries, says) in [
        ("A1 dead; holds nobody", "Entry 2: who holds the walls is attacker or defender"),
        ("stretch 90 outer 1", "Entry 1: the wall assaulted has stretches 1 to"),
        ("stretch 1 outer much", "Entry 1: “1 outer much” has a damage that is no whole number"),
        ("stretch 1 broken", "write its damages, such as stretch 2 outer 4 inner 1"),
        ("stretch 1 outer 1; stretch 1 inner 1", "Entry 2: stretch 1 is named already"),
    ] {
        assert!(wrong(entries).contains(says), "{entries}: {}", wrong(entries));
    }
}

#[test]
fn sg_1_5_progress_goes_by_the_lines_the_besiegers_hold_at_the_end() {
    // SG-1.5, SG-1.6: of three lines taken at once all three count, whoever has the better score.
    for (entries, won) in [
        ("holds attacker; lines 3", 3),
        ("winner attacker; lines 2", 2),
        ("winner defender; lines 2", 2),
        ("winner attacker; lines 0", 0),
        ("holds attacker; lines 4", 4),
        ("lines 0; holds defender", 0),
    ] {
        let (mut it, siege) = an_assault_waits(60, 20);
        let assault = it.store.waiting_contacts().expect("contacts").remove(0);
        let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
        let tables = numbers::man_to_man(&it.store).expect("the tables");
        let report = battle::read_result(&muster, &tables, entries.as_bytes(), false).expect("read");
        let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
        battle::take_in(&mut it.store, proposal).expect("taken in");
        assert_eq!(it.store.siege(siege).expect("the siege").won, won, "{entries}: {}", it.story(siege));
        let told = match won {
            0 | 1 => String::new(),
            4 => "The last line of".to_owned(),
            won => format!("{won} lines of"),
        };
        assert!(it.story(siege).contains(&told), "{entries}: {}", it.story(siege));
        sound(&it.store, entries);
    }
    let (it, _) = an_assault_waits(60, 20);
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let refused =
        |text: &str| battle::read_result(&muster, &tables, text.as_bytes(), false).expect_err("refused").to_string();
    for (entries, says) in [
        ("lines many", "Entry 1: “many” is no number of lines"),
        ("lines 5", "Entry 1: the place has 4 lines, and 5 cannot be held: 0 to 4."),
        ("A1 dead; lines 9", "Entry 2: the place has 4 lines"),
        ("holds attacker; lines 0", "Entry 2: with 0 lines held at the end the defender holds the walls"),
        ("lines 3; holds defender", "Entry 1: with 3 lines held at the end the attacker holds the walls"),
    ] {
        assert!(refused(entries).contains(says), "{entries}: {}", refused(entries));
    }
    let csv = battle::read_result(&muster, &tables, b"number,fate\nlines,9\n", true).expect_err("refused").to_string();
    assert!(csv.contains("Line 2: the place has 4 lines"), "{csv}");
}

#[test]
fn sg_1_5_lines_are_told_only_where_they_can_move_and_no_other_way_than_they_can() {
    // Two lines are held. An assault wins more and loses none; what wins some back wins the besiegers none; a sortie and a
    // bombardment move none.
    let (it, _) = an_assault_waits(60, 20);
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
    let storm = muster.plan.storm.clone().expect("a place");
    assert_eq!(storm.walls.len(), 4);
    let reads = |storm: StormedPlace, entry: &str| {
        let plan = Plan { storm: Some(storm), ..muster.plan.clone() };
        let read = banneret::campaign::table_result::read(entry, &plan);
        read.map(|(report, _)| report.lines).map_err(|faults| faults[0].sentence.clone())
    };
    let two = StormedPlace { held: 2, ..storm };
    assert_eq!(reads(two.clone(), "lines 2"), Ok(Some(2)));
    assert_eq!(reads(two.clone(), "lines 4"), Ok(Some(4)));
    let why = reads(two.clone(), "lines 1").expect_err("none is lost");
    assert!(why.contains("hold 2 lines, and lose none by their own assault"), "{why}");
    for back in [StormedPlace { sally: true, ..two.clone() }, StormedPlace { held: 0, shut_in: 2, ..two.clone() }] {
        assert_eq!(reads(back.clone(), "lines 0"), Ok(Some(0)));
        let why = reads(back, "lines 3").expect_err("none is won");
        assert!(why.contains("hold 2 lines, and win none while what they hold is assaulted"), "{why}");
    }
    let none = [StormedPlace { sally: true, sortie: true, ..two.clone() }, StormedPlace { battery: 4, ..two }];
    for storm in none {
        let why = reads(storm, "lines 2").expect_err("nobody is on the walls");
        assert!(why.contains("and in no other battle"), "{why}");
    }
}

/// What is reported of a battle for the Templars' castle by a siege that counts so many lines won, with the besiegers put into some
/// hexes and the garrison into others.
fn reported(storm: StormedPlace, besiegers: &[HexId], garrison: &[HexId]) -> Report {
    let (sally, form) = (storm.sally, HexForm::default());
    let storm = StormedPlace { map: "the Templars' castle".to_owned(), form, ..storm };
    let of = |first, men: &[HexId]| host(vec![unit("men", first, men.len() as u32 - 1, 3, "sword")]);
    let [attack, defence] = if sally { [garrison, besiegers] } else { [besiegers, garrison] };
    let hosts = BySide { attacker: of(0, attack), defender: of(100, defence) };
    let plan: Plan = stormed(storm, hosts);
    let battle = AssaultBattle::cast(&plan, &House::new()).expect("cast");
    let mut game: Assault = battle.start().clone();
    for (id, &at) in game.ids().zip(attack.iter().chain(defence)).collect::<Vec<_>>() {
        let _ = game.deploy_at(id, at);
    }
    settles::report(&battle, &game)
}

#[test]
fn sg_1_6_an_assault_on_hexes_tells_every_line_it_took() {
    let map = map::find("the Templars' castle").expect("it ships");
    let of_line = |line: u8| -> Vec<HexId> {
        let stands = map.ids().filter(|&id| map.line_of(id) == line && map.holds(id).is_ok() && !map.cell(id).under);
        stands.take(2).collect()
    };
    let lines: Vec<Vec<HexId>> = (0..=4).map(of_line).collect();
    let storm = |held, sally| StormedPlace { held, sally, filled: true, ..StormedPlace::default() };
    // The garrison is left in the keep alone: three lines are gone.
    let report = reported(storm(0, false), &lines[3], &lines[4]);
    assert_eq!((report.holds, report.lines), (Some(Side::Attacker), Some(3)));
    let report = reported(storm(1, false), &lines[2], &lines[3]);
    assert_eq!((report.holds, report.lines), (Some(Side::Attacker), Some(2)));
    let report = reported(storm(1, false), &lines[1], &lines[2]);
    assert_eq!((report.holds, report.lines), (Some(Side::Defender), Some(1)), "none is lost by who assaults");
    // A sally that drives the besiegers off two lines wins both back.
    let report = reported(storm(3, true), &lines[1], &lines[4]);
    assert_eq!((report.holds, report.lines), (Some(Side::Attacker), Some(1)));
    // A siege that counts more lines than the map has loses or wins as many as were.
    let report = reported(storm(5, true), &lines[1], &lines[4]);
    assert_eq!(report.lines, Some(3));
    let report = reported(StormedPlace { sortie: true, ..storm(0, true) }, &lines[0], &lines[4]);
    assert_eq!((report.holds, report.lines), (None, None), "no line is fought for");
}

#[test]
fn sg_1_4_a_result_from_the_table_says_what_befell_the_walls() {
    // SG-1.4, SG-8: what was done to a stretch stays, is never less than it was, and no more than demolishes it.
    let (mut it, siege) = an_assault_waits(60, 20);
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let entries = b"number,fate\nwinner,defender\nstretch 2,outer 2\nstretch 3,outer 200 inner 1\n";
    let report = battle::read_result(&muster, &tables, entries, true).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    let walls = numbers::siege(&it.store).expect("the tables").walls.clone();
    let line = &siege::show(&it.store, siege).expect("shown").lines[0].clone();
    let damages: Vec<(u8, u8)> = line.iter().take(3).map(|stretch| (stretch.outer, stretch.inner)).collect();
    assert_eq!(damages, [(0, 0), (2, 0), (walls.outer, 1)]);
    sound(&it.store, "a wall damaged at the table");
}

#[test]
fn sg_1_6_an_assault_that_is_fought_tells_who_holds_the_walls_and_moves_the_siege_by_it() {
    let house = numbers::of_battles(&an_assault_waits(60, 20).0.store).expect("house numbers");
    let mut lines = Vec::new();
    for (host, garrison) in [(100, 8), (30, 40)] {
        let mut taken = 0;
        for seed in 1..=6 {
            let (mut it, siege) = an_assault_waits(host, garrison);
            let assault = it.store.waiting_contacts().expect("contacts").remove(0);
            let muster = plan::muster_of(&it.store, assault.attacker, assault.defender, seed).expect("mustered");
            let settlement = battle::fight(&muster, &house).expect("fought");
            let holds = settlement.report.holds.expect("somebody holds the walls");
            assert!(settlement.casting.iter().any(|line| line.contains("holds the walls (SG-1.6)")));
            let proposal = battle::propose_settled(&it.store, muster, settlement, false).expect("proposed");
            battle::take_in(&mut it.store, proposal).expect("taken in");
            let progress = siege::show(&it.store, siege).expect("shown").progress;
            assert_eq!(progress == Progress::PartOfTheRampart, holds == Side::Attacker, "{}", it.story(siege));
            taken += u32::from(holds == Side::Attacker);
        }
        lines.push(taken);
    }
    assert!(lines[0] >= 2, "a hundred take a whole wall from eight now and then: {lines:?} of 6");
    assert_eq!(lines[1], 0, "thirty do not take it from forty");
}
