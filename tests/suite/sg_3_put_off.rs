//! The test of surrender that is put off (SG-1.1, SG-3.1), what becomes of agreed terms, and who relieves (SG-3.2, SG-3.3).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, sets_out};
use crate::support::{content, same, sound};
use banneret::app::siege::{self, Orders};
use banneret::app::{history, march};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Purpose, SiegePart};
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, End, Gear, Leave, Park, Sally, Terms};

/// A siege at which both sides rest.
fn resting(rations: u32) -> (Border, SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, rations, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    (it, siege)
}

fn days(it: &mut Border, siege: SiegeId, count: u32) {
    for _ in 0..count {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
}

/// The same, with a sortie ordered on the seventh day that waits to be fought.
fn sortie_on_the_last_day() -> (Border, SiegeId) {
    let (mut it, siege) = resting(1500);
    days(&mut it, siege, 6);
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("the seventh day");
    (it, siege)
}

fn tests(it: &Border, siege: SiegeId) -> usize {
    it.story(siege).matches("tests whether to surrender").count()
}

#[test]
fn sg_1_1_the_test_that_was_put_off_is_made_as_soon_as_what_it_waits_for_is_decided() {
    // SG-1.1, SG-3.1: not after another day on which both sides have acted.
    for fought in [true, false] {
        let (mut it, siege) = sortie_on_the_last_day();
        assert_eq!(tests(&it, siege), 0, "{}", it.story(siege));
        let before = content(&it.store);
        let met = it.store.waiting_contacts().expect("contacts").remove(0).id;
        match fought {
            true => drop(siege::resolve(&mut it.store, met).expect("it is resolved")),
            false => siege::call_off(&mut it.store, met).expect("called off"),
        }
        assert_eq!(tests(&it, siege), 1, "{}", it.story(siege));
        assert_eq!(it.store.siege(siege).expect("the siege").days, 7, "no other day has begun");
        it.store.undo().expect("undone").expect("the decision");
        same(&before, &content(&it.store), "the decision taken back, and the test with it");
        it.store.redo().expect("redone").expect("the decision");
        assert_eq!(tests(&it, siege), 1);
        sound(&it.store, "after the test");
    }
}

#[test]
fn sg_3_1_each_siege_turn_has_a_test_of_its_own_also_where_one_is_put_off() {
    // The sortie of the seventh day holds up the test of the first siege turn, and no other.
    let (mut it, siege) = sortie_on_the_last_day();
    it.turns(1);
    days(&mut it, siege, 7);
    assert_eq!(it.store.siege(siege).expect("the siege").days, 14);
    assert_eq!(tests(&it, siege), 1, "the second siege turn’s: {}", it.story(siege));
    let met = it.store.waiting_contacts().expect("contacts").remove(0).id;
    siege::call_off(&mut it.store, met).expect("called off");
    assert_eq!(tests(&it, siege), 2, "the first’s: {}", it.story(siege));
    sound(&it.store, "after both");
}

#[test]
fn cp_1_7_a_test_that_is_put_off_is_shown_so() {
    let (mut it, siege) = sortie_on_the_last_day();
    let told = |it: &Border| siege::put_off_in_words(&siege::show(&it.store, siege).expect("shown"));
    assert!(told(&it).is_some_and(|told| told.contains("put off until what waits is decided")));
    let met = it.store.waiting_contacts().expect("contacts").remove(0).id;
    siege::call_off(&mut it.store, met).expect("called off");
    assert_eq!(told(&it), None);
}

#[test]
fn sg_1_3_who_is_offered_terms_has_his_own_part_of_the_day_all_the_same() {
    // Whoever holds the initiative: the garrison asks for terms, which are refused, and the besiegers do what they were ordered to.
    for seed in 1..13 {
        let (mut it, siege) = Border::seeded(seed, StrongholdKind::BaronsCastle, 1500, 200, 49).under_siege();
        it.provide(Park::default());
        let endless = Terms { respite_days: 400, ..Terms::plain(Leave::WithArms) };
        let orders = BySide { attacker: Some(Action::Build(Gear::Mangonel)), defender: Some(Action::Treat(endless)) };
        siege::play_by_hand(&mut it.store, siege, &Orders { actions: orders }).expect("a day");
        assert!(it.story(siege).contains("refused the terms"), "seed {seed}: {}", it.story(siege));
        assert!(it.story(siege).contains("build: mangonel"), "seed {seed}: {}", it.story(siege));
    }
}

#[test]
fn sg_3_2_a_place_that_starves_before_the_agreed_day_is_given_up_on_the_agreed_terms() {
    // Fifty men with sixty rations go the third siege turn without any; on the 25th day they were to march out with arms.
    let (mut it, siege) = resting(60);
    let terms = Terms { respite_days: 25, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    it.turns(3);
    assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
    assert_eq!(it.store.captives(false).expect("captives").len(), 0, "{}", it.story(siege));
    assert!(it.men(it.garrison, PersonState::Fit) > 0, "{}", it.story(siege));
    assert!(it.story(siege).contains("marches out of Stonekeep Castle with its arms"), "{}", it.story(siege));
    sound(&it.store, "after the terms");
}

#[test]
fn sg_3_3_one_able_man_at_least_stays_where_hostages_are_given_for_a_respite() {
    let (mut it, siege) = resting(900);
    let terms = |hostages, respite_days| Terms { hostages, respite_days, ..Terms::plain(Leave::WithArms) };
    let refused = refusal(siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms(50, 6)));
    assert!(refused.contains("no able man left to hold Stonekeep Castle"), "{refused}");
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms(50, 0)).expect("it is given up at once");
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms(49, 6)).expect("one stays");
    // He cannot be named besides, nor be ill: who accepts is asked again.
    let stays = siege::may_be_hostages(&it.store, siege).expect("men").pop().expect("the last of them").id;
    it.store
        .act("hurt", &serde_json::json!({}), |act| Ok((act.set_wound(stays, true)?, "He is hurt.".to_owned())))
        .expect("hurt");
    assert!(refusal(siege::answer(&mut it.store, siege, true)).contains("no able man left"));
    sound(&it.store, "after the refusals");
}

#[test]
fn sg_3_2_a_convoy_on_its_way_is_no_relief() {
    let (mut it, siege) = resting(900);
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("sergeant", "C", 100)]);
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    let hoped_for = |it: &Border| siege::show(&it.store, siege).expect("shown").relief_days;
    march::order_to(&mut it.store, help, keep, Purpose::Convoy).expect("it marches");
    assert_eq!(hoped_for(&it), None);
    it.store.undo().expect("undone").expect("the order");
    sets_out(&mut it, help);
    assert!(hoped_for(&it).is_some());
}

#[test]
fn cp_6_2_what_is_said_in_a_siege_played_ahead_is_told_once_on_its_own_day() {
    let (mut it, siege) = resting(1500);
    days(&mut it, siege, 2);
    let today = it.store.about().expect("about").day;
    let terms = Terms { respite_days: 6, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("offered");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let entries = history::chronicle(&it.store, "accepted:", None, None, 10).expect("the chronicle");
    let [told] = &entries[..] else { panic!("once: {entries:?}") };
    assert!(told.day > today && told.clause == "SG-3.3" && told.action.is_some() && told.holds, "{told:?}");
    it.store.undo().expect("undone").expect("the answer");
    let entries = history::chronicle(&it.store, "accepted:", None, None, 10).expect("the chronicle");
    let undone = entries.iter().find(|entry| !entry.text.starts_with("Undid")).expect("it stays readable");
    assert!(!undone.holds && undone.clause.is_empty() && undone.day > today, "{undone:?}");
}
