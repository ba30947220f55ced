//! Figures of a siege with their parts, and what is lost by its name (CP-1.7, SG-1.2 to SG-2.3, SG-3.2).

use crate::sg_campaign::{Border, raise};
use crate::sg_relief::{RESTS, shut_in};
use crate::support::said;
use banneret::app::siege::{self, Orders};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::rules::explain::total;
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::siege::{
    Action, At, End, Event, Host, Meal, Order, Park, Tables, convoy_needs, convoy_parts, told,
};

fn resting(park: Park) -> (Border, SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 49);
    it.provide(park);
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    (it, siege)
}

#[test]
fn cp_1_7_battering_points_are_told_with_their_engines() {
    let (mut it, siege) = resting(Park { mangonels: 3, trebuchets: 2, rams: 1, ..Park::default() });
    let batter = Action::Batter(At { line: 0, stretch: 0 });
    let shown = siege::show(&it.store, siege).expect("shown");
    let parts = "18 points (+3 mangonels, +6 trebuchets, +9 rams)";
    assert!(shown.today.attacker.iter().any(|deed| deed.among.contains(parts)), "{:?}", shown.today.attacker);
    let orders = Orders { actions: BySide { attacker: Some(batter), defender: None } };
    siege::play_by_hand(&mut it.store, siege, &orders).expect("a day");
    let told = "18 battering points (+3 mangonels, +6 trebuchets, +9 rams) at stretch 1 of line 1";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
}

#[test]
fn cp_1_7_what_a_convoy_needs_is_told_with_its_parts() {
    let tables = Tables::book();
    let mut parts: Vec<banneret::rules::explain::Part> = Vec::new();
    convoy_parts(482, 6, &tables, &mut parts);
    assert_eq!(total(&parts), i64::from(convoy_needs(482, 6, &tables)));
    let (mut it, siege) = resting(Park::default());
    let help = raise(&mut it.store, "Blue", "Help", "Stonekeep", &[("sergeant", "C", 20)]);
    let ways = siege::ways_through(&it.store, siege).expect("ways");
    let way = ways.iter().find(|way| way.army.id == help).expect("it could");
    assert_eq!(total(&way.parts), i64::from(way.needs));
    let told = siege::slip(&mut it.store, help, siege::Through::In);
    told.expect("it tries");
    let line = format!("where {} is needed (+6 to come through the lines, +", way.needs);
    assert!(it.story(siege).contains(&line), "{}", it.story(siege));
}

#[test]
fn cp_1_7_what_is_eaten_besides_a_siege_turns_rations_is_told_apart() {
    let meal = Meal { needs: 546, whole: 424, foraged: 0, stores: 546, horses: 0, short: 0 };
    let ate = |meal: Meal| told(&Event::Ate { side: Side::Attacker, relief: false, meal });
    let more = "need 546 rations (424 for a siege turn, +122 for days that were not eaten before): 0 foraged";
    assert!(ate(meal).contains(more), "{}", ate(meal));
    assert!(ate(Meal { needs: 424, ..meal }).contains("need 424 rations: 0 foraged"));
    let host = Host { fed: -2 * 100, ..Host::of(100, Grade::C, 1000) };
    let first = { host }.feed(0, &Tables::book());
    assert_eq!((first.whole, first.needs), (100, 129), "nine days of a hundred");
    // Beside the figures of the store, by command.
    let (it, _) = resting(Park::default());
    let (_folder, file) = it.closed();
    let text = said(&["siege", file.to_str().expect("a name"), "show", "--stronghold", "Stonekeep Castle"]);
    assert!(text.contains("Supply of the besiegers: The country gives "), "{text}");
}

#[test]
fn sg_2_2_an_army_that_goes_tells_what_it_lacked_and_no_meal_of_nothing_is_told() {
    let (mut it, siege) = resting(Park::default());
    let poor = raise(&mut it.store, "Red", "Poor", "Stonekeep", &[("sergeant", "C", 200)]);
    siege::join(&mut it.store, poor, siege).expect("it joins");
    let host = it.host;
    for army in [host, poor] {
        siege::set_train(&mut it.store, army, &SiegeTrain::default(), "for the story").expect("empty");
    }
    for _ in 0..3 {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
    siege::leave(&mut it.store, poor).expect("it goes");
    let story = it.story(siege);
    let line = story.lines().find(|line| line.contains("Poor needs ")).expect("told");
    // The country gives 300 a week, and they are four hundred.
    assert!(line.contains("rations for what it has not eaten of 3 days:") && line.contains(" short."), "{line}");
    assert!(!story.contains("need 0 rations") && !story.contains("needs 0 rations"), "{story}");
}

#[test]
fn sg_1_2_whose_grade_counts_is_told() {
    // The relief is led at grade A, and the garrison at C (SG-4.3).
    let (it, siege, _) = shut_in(900, 200, 49, 300);
    let shown = siege::show(&it.store, siege).expect("shown");
    let parts = &shown.initiative.parts.defender;
    assert_eq!(parts.len(), 1);
    assert_eq!((parts[0].what.as_ref(), parts[0].value), ("the relief commander's grade", 2));
}

#[test]
fn sg_3_2_who_is_shut_in_and_starved_out_is_told_to_be() {
    let (mut it, siege, _) = shut_in(2000, 60, 49, 300);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
    siege::set_train(&mut it.store, it.host, &SiegeTrain::default(), "for the story").expect("empty");
    it.turns(4);
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    let told = "Stonekeep Castle is relieved: those who are shut in there have gone a week without food";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
}
