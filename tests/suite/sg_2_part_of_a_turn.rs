//! Who is at a siege for a part of a siege turn (SG-2.2): he eats there for his days, and nowhere twice.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out};
use crate::support::{content, same, sound};
use banneret::app::siege::{self, Orders};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::siege::{Order, Park};

/// Rations an army eats in a whole week.
pub fn a_week(it: &Border, army: FormationId) -> u32 {
    let counted = it.store.siege_count(army).expect("counted");
    counted.able + counted.mouths + counted.horses
}

pub fn carries(it: &Border, army: FormationId) -> u32 {
    it.store.train(army).expect("its train").rations
}

/// Days played by hand, on which nobody does anything of his own.
pub fn days(it: &mut Border, siege: SiegeId, count: u32) {
    for _ in 0..count {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
}

/// A siege at which both sides rest, and a second army before the place with rations for long.
fn resting(host: u32, second: u32) -> (Border, SiegeId, FormationId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1500, host, 49);
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", second)]);
    let train = SiegeTrain { rations: 5_000, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, second, &train, "for the story").expect("it is loaded");
    (it, siege, second)
}

#[test]
fn sg_2_2_who_joins_in_a_siege_turn_eats_what_he_has_not_yet_and_who_comes_back_the_rest() {
    let (mut it, siege, second) = resting(400, 140);
    days(&mut it, siege, 1);
    siege::join(&mut it.store, second, siege).expect("it joins");
    days(&mut it, siege, 3);
    let (host, other) = (a_week(&it, it.host), a_week(&it, second));
    siege::leave(&mut it.store, second).expect("it goes");
    days(&mut it, siege, 1);
    siege::join(&mut it.store, second, siege).expect("it is back");
    let before = carries(&it, it.host) + carries(&it, second);
    it.turns(1);
    // The four days before it went the second has eaten then, with its share of the 300 of the country.
    let foraged = 300 * 4 * other / (7 * (host + other));
    let eaten = (host * 7 + other * 3).div_ceil(7) - (300 - foraged);
    assert_eq!(before - carries(&it, it.host) - carries(&it, second), eaten, "{}", it.story(siege));
    let before = carries(&it, it.host) + carries(&it, second);
    it.turns(1);
    assert_eq!(before - carries(&it, it.host) - carries(&it, second), host + other - 150, "{}", it.story(siege));
    sound(&it.store, "after two siege turns");
}

#[test]
fn sg_2_2_who_leaves_a_siege_does_not_eat_those_days_in_the_field_again() {
    let (mut it, siege, second) = resting(400, 140);
    siege::join(&mut it.store, second, siege).expect("it joins");
    days(&mut it, siege, 3);
    siege::leave(&mut it.store, second).expect("it goes");
    let left = carries(&it, second);
    assert!(left < 5_000, "it has eaten for three days: {}", it.story(siege));
    it.turns(1);
    // The besiegers have the country: the four days that are left of the week come out of its train.
    assert_eq!(left - carries(&it, second), (a_week(&it, second) * 4).div_ceil(7), "{}", it.story(siege));
    let left = carries(&it, second);
    it.turns(1);
    assert_eq!(left - carries(&it, second), a_week(&it, second), "the next week is all its own");
}

#[test]
fn sg_2_2_a_garrison_whose_siege_is_lifted_eats_the_rest_of_the_week_in_peace() {
    let (mut it, siege, _) = resting(400, 10);
    days(&mut it, siege, 5);
    siege::lift(&mut it.store, siege).expect("lifted");
    let store = |it: &Border| it.store.stronghold(it.castle).expect("the castle").rations;
    let (left, week) = (store(&it), a_week(&it, it.garrison));
    assert_eq!(1500 - left, (week * 5).div_ceil(7), "{}", it.story(siege));
    // Its lands fill it again on the two days in which no siege lies before it, and in the week after that on all.
    let refilled = banneret::campaign::tables::Tables::book().store_refilled as u32;
    it.turns(1);
    assert_eq!(left + refilled * 2 / 7 - store(&it), (week * 2).div_ceil(7));
    let left = store(&it);
    it.turns(1);
    assert_eq!(left + refilled - store(&it), week);
}

#[test]
fn sg_4_2_a_part_that_gives_battle_has_eaten_for_its_days() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 250)]);
    let train = SiegeTrain { rations: 5_000, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, second, &train, "for the story").expect("it is loaded");
    siege::join(&mut it.store, second, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    days(&mut it, siege, 2);
    let (before, whole) = (carries(&it, second), content(&it.store));
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![second])).expect("a part gives battle");
    assert!(carries(&it, second) < before, "{}", it.story(siege));
    assert!(it.story(siege).contains("Second needs 72 rations for what it has not eaten"), "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the choice");
    same(&whole, &content(&it.store), "the choice taken back");
}

#[test]
fn sg_1_3_a_host_is_ordered_only_what_it_can_carry_out() {
    let (mut it, siege, _) = resting(200, 10);
    let mut orders = |part, order| siege::set_conduct(&mut it.store, siege, part, Conduct::Orders, &[order], false);
    let refused = refusal(orders(SiegePart::Garrison, Order::Batter));
    assert!(refused.contains("“batter” is for those who besiege"), "{refused}");
    let refused = refusal(orders(SiegePart::Besiegers, Order::Repair));
    assert!(refused.contains("“repair” is for those who are besieged"), "{refused}");
    orders(SiegePart::Garrison, Order::Repair).expect("a garrison repairs");
    orders(SiegePart::Besiegers, Order::Batter).expect("besiegers batter");
    for both in [Order::Assault, Order::HalfRations, Order::Rest] {
        orders(SiegePart::Garrison, both).expect("either may");
        orders(SiegePart::Besiegers, both).expect("either may");
    }
}

#[test]
fn cp_2_2_that_both_sides_rest_is_told_once() {
    let (mut it, siege, _) = resting(400, 10);
    it.conduct(siege, SiegePart::Garrison, &[Order::SallyCamp]);
    it.turns(2);
    let told = it.story(siege).matches("rest until what waits there is decided").count();
    assert_eq!(told, 1, "{}", it.story(siege));
}
