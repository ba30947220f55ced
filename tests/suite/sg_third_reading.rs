//! What a further reading of the page of sieges found (SG-2, SG-4.3): trains behind walls, the relief's own rations, armies that
//! go away before a siege turn ends, and what holders who are shut in may do.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out, shut_in, shut_in_at};
use crate::support::{content, sound};
use banneret::app::{contact, march, organise, siege};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::siege::Order;

fn train(it: &mut Border, army: banneret::campaign::ids::FormationId, rations: u32) {
    let train = SiegeTrain { rations, ..it.store.train(army).expect("a train") };
    siege::set_train(&mut it.store, army, &train, "for the story").expect("it is loaded");
}

fn store_of(it: &Border) -> u32 {
    it.store.stronghold(it.castle).expect("the castle").rations
}

#[test]
fn sg_2_1_who_goes_behind_walls_brings_what_his_train_carries() {
    let mut it = Border::new(StrongholdKind::BaronsCastle, 100, 200, 30);
    let place = it.store.stronghold(it.castle).expect("the castle").place;
    let garrison = it.garrison;
    march::garrison(&mut it.store, garrison, None).expect("it comes out");
    train(&mut it, garrison, 150);
    let (before, castle) = (content(&it.store), it.castle);
    march::garrison(&mut it.store, garrison, Some(castle)).expect("it goes in");
    assert_eq!((store_of(&it), it.store.train(garrison).expect("a train").rations), (250, 0));
    it.store.undo().expect("undone");
    assert_eq!(content(&it.store), before);
    it.store.redo().expect("redone");
    assert_eq!(it.store.formation(garrison).expect("it").place, Some(place));
}

#[test]
fn sg_2_1_what_there_was_no_room_for_comes_in_as_the_store_is_eaten() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 60, 200, 49);
    it.provide(Default::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let garrison = it.garrison;
    train(&mut it, garrison, 400);
    let all = store_of(&it) + 400;
    it.turns(1);
    while it.store.siege(siege).expect("it").days < 21 {
        it.turns(1);
    }
    let horses =
        it.story(siege).lines().filter(|line| line.contains("horses;") && !line.contains(" 0 horses;")).count();
    let eaten = all - store_of(&it) - it.store.train(garrison).expect("a train").rations;
    assert!(eaten > 100, "three weeks of forty-nine men: {eaten}: {}", it.story(siege));
    assert_eq!(horses, 0, "nobody eats his horse while there is bread: {}", it.story(siege));
    sound(&it.store, "a garrison with a train");
}

#[test]
fn sg_2_3_the_relief_halves_its_own_rations_and_not_the_garrisons() {
    let (mut it, siege, _) = shut_in(2000, 300, 49, 120);
    it.conduct(siege, SiegePart::Relief, &[Order::HalfRations, Order::Rest]);
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    let half = |part| {
        it.store.siege_hosts(siege).expect("hosts").into_iter().find(|host| host.part == part).map(|host| host.half)
    };
    assert_eq!((half(SiegePart::Relief), half(SiegePart::Garrison)), (Some(true), Some(false)));
}

#[test]
fn sg_2_3_rations_are_halved_by_conduct_also_on_days_that_only_pass() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 60, 200, 49);
    it.provide(Default::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    siege::set_conduct(&mut it.store, siege, SiegePart::Garrison, Conduct::Orders, &[Order::HalfRations], false)
        .expect("ordered");
    let respite = banneret::rules::siege::Terms {
        respite_days: 20,
        ..banneret::rules::siege::Terms::plain(banneret::rules::siege::Leave::WithArms)
    };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &respite).expect("offered");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    let hosts = it.store.siege_hosts(siege).expect("hosts");
    assert!(hosts.iter().any(|host| host.part == SiegePart::Garrison && host.half), "{hosts:?}");
}

#[test]
fn sg_2_2_an_army_that_retires_before_a_turn_ends_has_eaten_for_its_days() {
    // Lifted and retired from are one to those who were there so many days.
    let eaten = |retires: bool| {
        let (mut it, siege, help) = awaiting_relief(2000, 300, 49, 48);
        sets_out(&mut it, help);
        it.store
            .act("bare", &serde_json::json!({}), |act| {
                // The country gives nothing any more.
                let place = act.place_named("Stonekeep")?.id;
                act.set_stripped(place, 20, None)?;
                Ok(((), "The country is bare.".to_owned()))
            })
            .expect("bare");
        it.turns(1);
        for _ in 0..3 {
            siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
        }
        assert_eq!(it.store.siege(siege).expect("it").days % 7, 3, "a turn that is broken off");
        let (host, before) = (it.host, it.store.train(it.host).expect("a train").rations);
        match retires {
            true => {
                let met = met(&it, siege, ContactKind::Field);
                contact::retire(&mut it.store, met, host).expect("it retires");
            }
            false => siege::lift(&mut it.store, siege).expect("lifted"),
        }
        before - it.store.train(host).expect("a train").rations
    };
    let lifted = eaten(false);
    assert!(lifted > 0);
    assert_eq!(eaten(true), lifted);
}

#[test]
fn sg_4_3_a_convoy_comes_to_those_who_are_shut_in() {
    let mut came = 0;
    for seed in 0..12 {
        let border = Border::seeded(seed, StrongholdKind::BaronsCastle, 2000, 200, 49);
        let (mut it, siege, _) = shut_in_at(border, 60);
        let bread = crate::sg_campaign::raise(&mut it.store, "Red", "Bread", "Stonekeep", &[("sergeant", "C", 5)]);
        train(&mut it, bread, 300);
        let way = siege::ways_through(&it.store, siege).expect("ways").into_iter().find(|way| way.army.id == bread);
        assert!(way.is_some_and(|way| way.way == siege::Through::In), "it can be tried");
        let host = it.host;
        let (before, all) = (it.store.train(host).expect("a train").rations, 300);
        siege::slip(&mut it.store, bread, siege::Through::In).expect("it tries");
        let (after, left) = (it.store.train(host).expect("it").rations, it.store.train(bread).expect("it").rations);
        assert_eq!(after + left, before + all, "not a loaf is lost");
        came += u32::from(after > before);
        sound(&it.store, "a convoy to holders");
    }
    assert!(came > 0, "one of twelve comes through");
}

#[test]
fn sg_4_3_useless_mouths_of_holders_who_are_shut_in_are_sent_out() {
    let (mut it, siege, _) = shut_in(2000, 200, 49, 60);
    let host = it.host;
    let man = it.store.men_of(host).expect("men").remove(3).id;
    it.store
        .act("hurt", &serde_json::json!({}), |act| {
            act.set_wound(man, true)?;
            Ok(((), "He is hurt.".to_owned()))
        })
        .expect("hurt");
    assert!(siege::useless(&it.store, siege).expect("mouths").iter().any(|mouth| mouth.id == man));
    siege::expel(&mut it.store, siege, &[man]).expect("sent out");
    assert_eq!(it.store.person(man).expect("he").formation, None);
}

#[test]
fn sg_4_3_whom_the_relief_takes_outside_is_the_reliefs() {
    let (mut it, siege, help) = shut_in(2000, 200, 49, 300);
    it.conduct(siege, SiegePart::Besiegers, &[Order::SallyCamp]);
    let blue = it.store.formation(help).expect("it").side;
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        let Some(sally) = waiting.iter().find(|known| known.kind == ContactKind::SortieCamp) else { continue };
        siege::resolve(&mut it.store, sally.id).expect("rolled");
        let all = it.store.captives(false).expect("captives");
        let taken: Vec<_> = all.iter().filter(|line| line.captive.holder_side == blue).collect();
        if !taken.is_empty() {
            assert!(taken.iter().all(|line| line.captive.army == Some(help)), "{taken:?}: {}", it.story(siege));
            return;
        }
    }
    panic!("nobody was taken: {}", it.story(siege));
}

/// The first unit of an army.
fn unit_of(it: &Border, army: banneret::campaign::ids::FormationId) -> banneret::campaign::ids::FormationId {
    let men = it.store.men_of(army).expect("men");
    men.iter().find_map(|man| man.formation.filter(|of| *of != army)).expect("in a unit")
}

#[test]
fn sg_4_1_nobody_walks_away_from_a_relief_in_parts() {
    // CP-2.2, SG-4: whoever faces an enemy is pinned, and what is chosen is fought by all.
    let (mut it, siege, help) = awaiting_relief(2000, 60, 49, 200);
    let [second, third] = ["Second", "Third"].map(|name| {
        let army = raise(&mut it.store, "Red", name, "Stonekeep", &[("sergeant", "C", 40)]);
        siege::join(&mut it.store, army, siege).expect("it joins");
        army
    });
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let contact = met(&it, siege, ContactKind::Field);
    // The relief stays whole, and so does a garrison whose sortie waits.
    let part = unit_of(&it, help);
    let why = refusal(organise::detach(&mut it.store, &[part], "Slink"));
    assert!(why.contains("faces an enemy") && why.contains("CP-2.2"), "{why}");
    // The besiegers may part, for some of them may be sent out (SG-4.2); but nobody of them just goes.
    let part = unit_of(&it, second);
    let gone = organise::detach(&mut it.store, &[part], "Gone").expect("they part");
    let why = refusal(siege::leave(&mut it.store, gone));
    assert!(why.contains("cannot just go (SG-4)"), "{why}");
    siege::meet(&mut it.store, contact, siege::ReliefMeeting::Battle).expect("they fight");
    // Once battle is chosen nobody goes before, and nobody parts.
    let why = refusal(siege::leave(&mut it.store, gone));
    assert!(why.contains("chosen battle with everything (SG-4.1)"), "{why}");
    let part = unit_of(&it, third);
    let why = refusal(organise::detach(&mut it.store, &[part], "Gone too"));
    assert!(why.contains("faces an enemy"), "{why}");
    sound(&it.store, "nobody went");
}
