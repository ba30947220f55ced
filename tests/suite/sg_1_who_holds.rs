//! Who holds the line of walls that was assaulted moves the siege, whoever has the higher score (SG-1.6, SG-8).

use crate::sg_campaign::Border;
use crate::support::sound;
use banneret::app::{battle, numbers, plan, siege};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::figure::Side;
use banneret::rules::man_to_man::score::AtTheWalls;
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
