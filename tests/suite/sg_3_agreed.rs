//! What becomes of a siege when terms for a day to come are agreed (SG-3.3), by the referee's hand and by captains alike.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out};
use crate::support::sound;
use banneret::app::siege::{self, Orders, ReliefMeeting};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, OfferState, SiegePart};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, Leave, Order, Park, Sally, Terms};

fn over_the_walls(it: &Border) -> usize {
    it.store.waiting_contacts().expect("contacts").iter().filter(|met| met.kind != ContactKind::Field).count()
}

#[test]
fn sg_3_3_what_waits_over_the_walls_comes_to_nothing_when_captains_agree_to_a_respite() {
    let agreed = (0..60).find_map(|seed| {
        let (mut it, siege) = Border::seeded(seed, StrongholdKind::BaronsCastle, 60, 600, 49).under_siege();
        it.provide(Park { ladders: true, ..Park::default() });
        it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        while over_the_walls(&it) == 0 && it.store.siege(siege).expect("it").days < 6 {
            siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
        }
        for part in [SiegePart::Besiegers, SiegePart::Garrison] {
            siege::set_conduct(&mut it.store, siege, part, Conduct::Captain, &[], false).expect("so be it");
        }
        let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("sergeant", "C", 100)]);
        sets_out(&mut it, help);
        let waited = over_the_walls(&it) > 0;
        while waited && it.store.siege(siege).expect("it").days < 7 {
            siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
        }
        let agreed = it.store.offers(siege).expect("offers").iter().any(|one| one.state == OfferState::Agreed);
        (waited && agreed).then_some((it, siege))
    });
    let (it, siege) = agreed.expect("one of sixty garrisons asks, and is granted it");
    assert!(it.store.siege(siege).expect("it").respite.is_some(), "{}", it.story(siege));
    assert_eq!(over_the_walls(&it), 0, "{}", it.story(siege));
    let told = "What Host was ready for at Stonekeep Castle comes to nothing. (SG-3.3)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    sound(&it.store, "in the respite");
}

#[test]
fn sg_3_3_what_waits_over_the_walls_is_told_to_come_to_nothing_by_hand_too() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("a day");
    assert_eq!(over_the_walls(&it), 1);
    let terms = Terms { respite_days: 5, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(over_the_walls(&it), 0);
    let told = "What Watch was ready for at Stonekeep Castle comes to nothing. (SG-3.3)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
}

#[test]
fn sg_4_3_what_waits_over_the_walls_is_told_to_come_to_nothing_when_besiegers_shut_themselves_in() {
    let (mut it, siege, help) = awaiting_relief(900, 200, 49, 100);
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("a day");
    holds_a_line(&mut it, siege);
    sets_out(&mut it, help);
    it.turns(1);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::ShutIn).expect("they shut themselves in");
    assert_eq!(over_the_walls(&it), 0);
    let told = "What Watch was ready for at Stonekeep Castle comes to nothing. (SG-4)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
}

#[test]
fn sg_3_3_the_last_day_of_a_respite_is_not_played_before_the_march_that_decides_it() {
    // CP-2.1: the relief is two days off, and the days of the siege may be played up to a turn ahead.
    let (mut it, siege, help) = awaiting_relief(900, 60, 49, 200);
    let terms = Terms { respite_days: 3, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    sets_out(&mut it, help);
    for _ in 0..2 {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
    let why = refusal(siege::play_by_hand(&mut it.store, siege, &Orders::default()));
    assert!(why.contains("its relief could be there by then (SG-3.3)"), "{why}");
    it.turns(1);
    assert_eq!((it.ended(siege), it.store.siege(siege).expect("it").respite), (None, None), "{}", it.story(siege));
    assert!(it.story(siege).contains("the terms that were agreed lapse"), "{}", it.story(siege));
}

#[test]
fn sg_3_3_the_last_day_of_a_respite_is_played_by_hand_where_nobody_could_come() {
    let (mut it, siege, _) = awaiting_relief(900, 60, 49, 200);
    let terms = Terms { respite_days: 3, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    for _ in 0..3 {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
    assert!(it.ended(siege).is_some(), "{}", it.story(siege));
}

#[test]
fn sg_3_3_the_same_terms_are_not_offered_again_while_they_wait() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    let terms = Terms { respite_days: 5, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    let refused = siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect_err("they wait already");
    assert!(refused.sentence.contains("these terms already"), "{refused}");
    // Other terms of either side are another offer; who would have the very terms that wait accepts them.
    let longer = Terms { respite_days: 6, ..terms };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &longer).expect("another");
    let theirs = siege::offer(&mut it.store, siege, SiegePart::Besiegers, &longer).expect_err("they wait already");
    assert!(theirs.hint.starts_with("Accept them"), "{theirs}");
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("theirs");
    let open = it.store.offers(siege).expect("offers").iter().filter(|one| one.state == OfferState::Open).count();
    assert_eq!(open, 1);
}

#[test]
fn sg_3_3_terms_that_wait_while_the_siege_ends_are_told_to_lapse() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    let terms = Terms { respite_days: 5, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::lift(&mut it.store, siege).expect("lifted");
    let told = "The terms that the garrison offered at Stonekeep Castle lapse without an answer.";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    assert_eq!(it.store.offers(siege).expect("offers")[0].state, OfferState::Lapsed);
}

/// SG-3.3: who marches out on terms by which each man owes his ransom is free, and leads whom he led.
#[test]
fn sg_3_3_who_owes_his_ransom_by_the_terms_keeps_his_command() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let commands = |it: &Border| -> Vec<_> {
        let all = [vec![it.garrison], it.store.below(it.garrison).expect("its units")].concat();
        all.into_iter().map(|id| (id, it.store.formation(id).expect("a formation").commander)).collect()
    };
    let before = commands(&it);
    assert!(before.iter().any(|(_, commander)| commander.is_some()), "{before:?}");
    let terms = Terms { men_pay: true, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert!(it.ended(siege).is_some(), "{}", it.story(siege));
    assert_eq!(commands(&it), before, "{}", it.story(siege));
    sound(&it.store, "they marched out");
}
