//! Who eats how much of the country when roles turn, hosts part and men change armies (SG-2.2), and who comes into an invested
//! place (SG-2.3).

use crate::sg_2_part_of_a_turn::{a_week, carries, days};
use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out};
use crate::support::sound;
use banneret::app::siege::{self, ReliefMeeting};
use banneret::app::{captives, organise};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::Class;
use banneret::rules::siege::{Order, Park};

/// A siege at which both sides rest, and armies beside the host with rations for long.
fn resting(host: u32, others: &[(&str, u32)]) -> (Border, SiegeId, Vec<FormationId>) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1500, host, 49);
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    let mut joined = Vec::new();
    for (name, men) in others {
        let army = raise(&mut it.store, "Red", name, "Stonekeep", &[("sergeant", "C", *men)]);
        let train = SiegeTrain { rations: 5_000, ..SiegeTrain::default() };
        siege::set_train(&mut it.store, army, &train, "for the story").expect("it is loaded");
        siege::join(&mut it.store, army, siege).expect("it joins");
        joined.push(army);
    }
    (it, siege, joined)
}

#[test]
fn sg_2_2_who_is_shut_in_in_mid_week_has_had_the_countrys_share_of_his_days() {
    // In its second week the country gives 150: of three days 64, to who lay outside on them; of the rest he gets nothing.
    let (mut it, siege, help) = awaiting_relief(2000, 400, 49, 100);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let contact = met(&it, siege, ContactKind::Field);
    days(&mut it, siege, 3);
    let (week, before) = (a_week(&it, it.host), carries(&it, it.host));
    siege::meet(&mut it.store, contact, ReliefMeeting::ShutIn).expect("they shut themselves in");
    let three = before - carries(&it, it.host);
    assert_eq!(three, (week * 3).div_ceil(7) - 150 * 3 / 7, "{}", it.story(siege));
    it.conduct(siege, SiegePart::Relief, RESTS);
    it.turns(1);
    assert_eq!(before - three - carries(&it, it.host), (week * 4).div_ceil(7), "{}", it.story(siege));
    assert!(it.story(siege).contains("86 foraged"), "the relief has what is left of it: {}", it.story(siege));
    sound(&it.store, "after the siege turn");
}

#[test]
fn sg_2_2_who_besieges_again_in_mid_week_has_the_countrys_share_of_the_days_left() {
    // The relief goes on the third day of a week in which the country gives 150: four days’ share of it is 86.
    let (mut it, siege, help) = awaiting_relief(2000, 400, 49, 100);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let contact = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, contact, ReliefMeeting::ShutIn).expect("they shut themselves in");
    it.conduct(siege, SiegePart::Relief, RESTS);
    days(&mut it, siege, 3);
    let (week, before) = (a_week(&it, it.host), carries(&it, it.host));
    siege::leave(&mut it.store, help).expect("it goes");
    let three = before - carries(&it, it.host);
    assert_eq!(three, (week * 3).div_ceil(7), "{}", it.story(siege));
    it.turns(1);
    let four = before - three - carries(&it, it.host);
    assert_eq!(four, (week * 4).div_ceil(7) - (150 - 150 * 3 / 7), "{}", it.story(siege));
    sound(&it.store, "after the siege turn");
}

#[test]
fn sg_2_2_of_equal_hosts_that_go_on_one_day_each_has_had_as_much_of_the_country() {
    // A third each of what the country gives in three days, 128.
    let (mut it, siege, others) = resting(100, &[("Second", 100), ("Third", 100)]);
    days(&mut it, siege, 3);
    let mut had = Vec::new();
    for army in others {
        let before = carries(&it, army);
        siege::leave(&mut it.store, army).expect("it goes");
        had.push((a_week(&it, army) * 3).div_ceil(7) - (before - carries(&it, army)));
    }
    assert!((41..=43).contains(&had[0]) && had[0].abs_diff(had[1]) <= 1, "{had:?}: {}", it.story(siege));
}

#[test]
fn sg_2_2_men_who_change_armies_have_eaten_as_far_as_the_one_they_come_to() {
    // The second has eaten for three days when it comes back, and the host has not: seventy men of it eat three days.
    let (mut it, siege, others) = resting(400, &[("Second", 100)]);
    days(&mut it, siege, 3);
    siege::leave(&mut it.store, others[0]).expect("it goes");
    siege::join(&mut it.store, others[0], siege).expect("it is back");
    let unit = it.store.men_of(others[0]).expect("men")[0].formation.expect("a unit");
    let mut men = it.store.men_of(it.host).expect("men");
    men.retain(|man| man.profile.class == Class::Sergeant);
    let men: Vec<_> = men.iter().take(70).map(|man| man.id).collect();
    let before = carries(&it, it.host);
    // Of the country as much for three days as they are of those who lie there, of what the second has left of it.
    let (days, all) = (300 * 3 / 7, a_week(&it, it.host) + a_week(&it, others[0]));
    let left = days - days * a_week(&it, others[0]) / all;
    let share = left * 70 / all;
    organise::move_men(&mut it.store, &men, unit).expect("they go over");
    assert_eq!(before - carries(&it, it.host), 30 - share, "seventy men’s three days");
    // And back: the host eats as far as they have.
    let left = left - share;
    let before = carries(&it, it.host);
    let own = it.store.men_of(it.host).expect("men")[9].formation.expect("a unit");
    let eats = a_week(&it, it.host);
    organise::move_men(&mut it.store, &men[..1], own).expect("he goes back");
    assert_eq!(before - carries(&it, it.host), (eats * 3).div_ceil(7) - left * eats / all);
    sound(&it.store, "after the moves");
}

#[test]
fn sg_2_3_who_is_outside_and_with_no_army_does_not_join_one_that_is_shut_up() {
    let (mut it, siege, _) = resting(200, &[]);
    let unit = it.store.men_of(it.garrison).expect("men")[5].formation.expect("a unit");
    let man = it.store.men_of(it.garrison).expect("men")[3].id;
    it.store
        .act("hurt", &serde_json::json!({}), |act| Ok((act.set_wound(man, true)?, "He is hurt.".to_owned())))
        .expect("hurt");
    siege::expel(&mut it.store, siege, &[man]).expect("sent out");
    let refused = refusal(organise::move_men(&mut it.store, &[man], unit));
    assert!(refused.contains("is outside") && refused.contains("shut up in Stonekeep Castle"), "{refused}");
    siege::lift(&mut it.store, siege).expect("lifted");
    organise::move_men(&mut it.store, &[man], unit).expect("he is back");
}

#[test]
fn sg_2_3_who_is_freed_waits_outside_while_his_army_is_shut_up() {
    // Men who forage by night are taken; freed, they do not reappear inside.
    let (mut it, siege, _) = resting(200, &[]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Forage]);
    it.turns(3);
    let held = it.store.captives(false).expect("captives");
    let taken = &held.first().unwrap_or_else(|| panic!("nobody was taken: {}", it.story(siege))).captive;
    let (man, captive) = (taken.person, taken.id);
    captives::free(&mut it.store, &[captive]).expect("freed");
    let man = it.store.person(man).expect("he");
    assert_eq!((man.state, man.formation), (PersonState::Fit, None));
    sound(&it.store, "after he was freed");
}
