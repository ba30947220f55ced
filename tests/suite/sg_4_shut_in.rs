//! Besiegers who are shut in what they hold (SG-4.3): how they and those who lie about them come at each other, who comes to help,
//! and where their stores are.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, sets_out, shut_in};
use crate::support::sound;
use banneret::app::muster::{self, Asked};
use banneret::app::siege::{self, Orders};
use banneret::app::{allies, battle, contact, numbers, plan};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::{Contact, ContactKind, Settled};
use banneret::rules::battle::Occasion;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::ruleset::Ruleset;
use banneret::rules::siege::{Action, End, Order, Park};
use serde_json::json;

/// What waits over the walls once a part has been ordered so, within twenty turns.
fn waits(it: &mut Border, siege: SiegeId, part: SiegePart, order: Order, kind: ContactKind) -> Contact {
    it.conduct(siege, part, &[order]);
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == kind) {
            return met;
        }
    }
    panic!("no {kind} in twenty turns: {}", it.story(siege));
}

/// Gives an army a park, and the rations it has.
fn park(it: &mut Border, army: FormationId, park: Park) {
    let train = SiegeTrain { park, ..it.store.train(army).expect("a train") };
    siege::set_train(&mut it.store, army, &train, "for the story").expect("loaded");
}

#[test]
fn sg_4_3_who_is_shut_in_fights_for_the_citadel_through_the_wards() {
    let (mut it, siege, _) = shut_in(900, 300, 20, 120);
    let met = waits(&mut it, siege, SiegePart::Besiegers, Order::Assault, ContactKind::Assault);
    assert_eq!((met.attacker, met.defender), (it.host, it.garrison));
    let won = (0..6).find(|seed| {
        let muster = plan::muster_of(&it.store, met.attacker, met.defender, *seed).expect("mustered");
        let walls = muster.walls.clone().expect("an assault has walls");
        assert!(walls.what.contains("assaulted from within"), "{}", walls.what);
        let fought = battle::fight(&muster, &numbers::of_battles(&it.store).expect("house numbers")).expect("fought");
        fought.report.holds == Some(Side::Attacker)
    });
    assert!(won.is_some(), "three hundred take it from twenty, without a ladder or a breach");
}

#[test]
fn sg_4_3_whoever_comes_at_those_who_are_shut_in_from_outside_needs_a_way_in() {
    // As besiegers do (SG-1.6): over a whole wall nobody comes without ladders.
    let (mut it, siege, help) = shut_in(900, 200, 49, 300);
    park(&mut it, help, Park::default());
    let assault = |it: &Border| {
        let known = siege::choices(&it.store, siege, SiegePart::Garrison).expect("choices").into_iter();
        known.filter(|(action, _)| *action == Action::Assault).map(|(_, why)| why).next().expect("listed")
    };
    assert!(assault(&it).expect("refused").contains("no way in"), "{:?}", assault(&it));
    park(&mut it, help, Park { ladders: true, ..Park::default() });
    assert_eq!(assault(&it), None);
    let met = waits(&mut it, siege, SiegePart::Relief, Order::Assault, ContactKind::Assault);
    assert_eq!((met.attacker, met.defender), (help, it.host));
    park(&mut it, help, Park::default());
    let why = plan::muster_of(&it.store, help, it.host, 1).expect_err("the ladders are gone").sentence;
    assert!(why.contains("cannot assault Stonekeep Castle as it stands"), "{why}");
}

#[test]
fn sg_4_3_the_garrison_assaults_beside_the_relief_and_does_not_lead_it() {
    let (mut it, siege, help) = shut_in(900, 200, 49, 300);
    let met = waits(&mut it, siege, SiegePart::Relief, Order::Assault, ContactKind::Assault);
    let garrison = it.garrison;
    assert!(siege::may_lead(&it.store, &met).expect("who could").is_empty(), "it leads alone from outside");
    let why = siege::lead(&mut it.store, met.id, garrison).expect_err("from inside").sentence;
    assert_eq!(why, "Watch is inside, and Help leads the assault from outside (SG-4.3).");
    let beside = allies::joining(&it.store, (help, it.host), &[], "Watch", 0).expect("it may join");
    let muster = plan::muster_asked(&it.store, &Asked { joined: vec![beside], ..Asked::of((help, it.host), 5) });
    let muster = muster.expect("mustered");
    assert_eq!(muster.armies.attacker, [help, garrison]);
    let walls = muster.walls.clone().expect("an assault has walls");
    assert!(!walls.what.contains("from within"), "{}", walls.what);
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let report = battle::read_result(&muster, &tables, b"winner attacker", false).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    // They held one line, and hold none any more.
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    sound(&it.store, "after the assault");
}

#[test]
fn sg_4_3_an_assault_of_the_citadel_costs_its_garrison_and_not_the_relief() {
    let (mut it, siege, help) = shut_in(900, 300, 20, 120);
    let met = waits(&mut it, siege, SiegePart::Besiegers, Order::Assault, ContactKind::Assault);
    let odds = siege::roll_odds(&it.store, &met).expect("read").expect("it is rolled");
    let told = odds.in_words();
    assert!(told.contains("and the relief has none") && told.contains("it costs those shut in"), "{told}");
    assert!(told.contains(" men, the garrison ") && told.matches("relief").count() == 1, "{told}");
    let (relief, garrison) = (it.men(help, PersonState::Fit), it.men(it.garrison, PersonState::Fit));
    siege::resolve(&mut it.store, met.id).expect("rolled");
    assert_eq!(it.men(help, PersonState::Fit), relief, "{}", it.story(siege));
    let lost = (garrison - it.men(it.garrison, PersonState::Fit)) as u32;
    assert!(odds.lost.defender.contains(&lost), "{lost}: {told}");
}

#[test]
fn cp_2_2_the_plan_of_an_assault_that_is_called_off_says_so() {
    let (mut it, siege, help) = shut_in(900, 200, 49, 300);
    let met = waits(&mut it, siege, SiegePart::Relief, Order::Assault, ContactKind::Assault);
    let host = it.host;
    let planned = plan::plan(&mut it.store, help, host, 5).expect("planned");
    siege::call_off(&mut it.store, met.id).expect("called off");
    let why = muster::planned(&it.store, planned).expect_err("nobody assaults").sentence;
    assert!(why.contains("was planned for an assault, which has come to nothing (CP-2.2)."), "{why}");
    plan::drop_plan(&mut it.store, planned).expect("dropped");
    sound(&it.store, "after the plan");
}

#[test]
fn sg_4_3_who_is_shut_in_sallies_outwards_against_the_engines_of_the_relief() {
    let (mut it, siege, help) = shut_in(900, 200, 49, 120);
    let host = it.host;
    park(&mut it, host, Park { mangonels: 7, ..Park::default() });
    park(&mut it, help, Park { trebuchets: 2, ..Park::default() });
    let met = waits(&mut it, siege, SiegePart::Besiegers, Order::SallyEngines, ContactKind::SortieEngines);
    assert_eq!((met.attacker, met.defender), (it.host, help));
    let muster = plan::muster_by(&it.store, met.attacker, met.defender, 3, Ruleset::Assault).expect("mustered");
    assert_eq!(muster.plan.occasion(), Occasion::Sortie);
    let storm = muster.plan.storm.expect("a place");
    assert_eq!((storm.sally, storm.sortie, storm.held, storm.engines), (true, true, 0, 2));
}

#[test]
fn sg_4_3_relief_that_comes_up_later_besieges_beside_the_first() {
    let (mut it, siege, help) = shut_in(900, 300, 49, 120);
    let more = raise(&mut it.store, "Blue", "More", "Bluetown", &[("sergeant", "C", 80)]);
    sets_out(&mut it, more);
    it.turns(1);
    let beside = |it: &Border| {
        let members = it.store.siege_armies().expect("armies").into_iter();
        members.filter(|member| member.part == SiegePart::Relief).map(|member| member.army).collect::<Vec<_>>()
    };
    assert_eq!(beside(&it), [help, more], "{}", it.story(siege));
    assert!(it.story(siege).contains("More joins the relief of Stonekeep Castle."), "{}", it.story(siege));
    siege::leave(&mut it.store, help).expect("the first goes");
    assert!(it.story(siege).contains("Help leaves the relief of Stonekeep Castle."), "{}", it.story(siege));
    assert!(it.store.siege(siege).expect("it").shut_in, "the other is there: {}", it.story(siege));
    // Who has left stands there still, and may come back on the page of sieges.
    let before = siege::before(&it.store).expect("before the walls");
    let known = before.iter().find(|known| known.army.id == help).expect("it stands there");
    assert!(known.siege == Some(siege) && known.relieves && known.refused.is_none(), "{:?}", known.refused);
    siege::join(&mut it.store, help, siege).expect("it comes back");
    let undone = it.store.undo().expect("undone").expect("it came back").sentence;
    assert!(undone.contains("Help joins the relief of Stonekeep Castle."), "{undone}");
    it.store.redo().expect("redone").expect("it comes back");
    assert_eq!(beside(&it), [more, help]);
    sound(&it.store, "two reliefs");
}

#[test]
fn sg_1_3_what_those_who_are_shut_in_forage_is_not_bounded_by_the_store_of_the_place() {
    let brought = (0..6).any(|seed| {
        let border = Border::seeded(seed, banneret::campaign::places::StrongholdKind::BaronsCastle, 2000, 200, 49);
        let (mut it, siege, _) = crate::sg_relief::shut_in_at(border, 60);
        it.store
            .act("a small store", &json!({}), |act| {
                let known = act.stronghold(it.castle)?;
                let small = banneret::campaign::places::Stronghold { store_capacity: 100, rations: 100, ..known };
                Ok((act.edit_stronghold(&small)?, "It is small.".to_owned()))
            })
            .expect("so be it");
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        let forage = Orders { actions: BySide { attacker: Some(Action::Forage(20)), defender: None } };
        let before = it.store.train(it.host).expect("a train").rations;
        siege::play_by_hand(&mut it.store, siege, &forage).expect("a day");
        it.store.train(it.host).expect("a train").rations > before
    });
    assert!(brought, "one night in six something is found");
}

/// CP-2.2: an army that is face to face with another is held by that: a relief that is met in the open by friends of those it has
/// shut in does nothing at the siege beside it; and what it was ready for there is settled before it retires.
#[test]
fn cp_2_2_a_relief_that_is_met_in_the_open_assaults_nobody_meanwhile() {
    for ready in [false, true] {
        let (mut it, siege, help) = shut_in(2000, 200, 49, 150);
        let assaults = |it: &Border| {
            let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
            waiting.filter(|met| met.kind == ContactKind::Assault).count()
        };
        if ready {
            waits(&mut it, siege, SiegePart::Relief, Order::Assault, ContactKind::Assault);
        }
        let friends = raise(&mut it.store, "Red", "Friends", "Camp", &[("knight", "B", 1), ("sergeant", "C", 100)]);
        sets_out(&mut it, friends);
        it.turns(2);
        it.conduct(siege, SiegePart::Relief, &[Order::Assault]);
        let faces = it
            .store
            .waiting_contacts()
            .expect("contacts")
            .into_iter()
            .find(|met| met.kind == ContactKind::Field && [met.attacker, met.defender].contains(&friends));
        let faces = faces.unwrap_or_else(|| panic!("they are face to face: {}", it.story(siege)));
        it.turns(3);
        assert_eq!(assaults(&it), usize::from(ready), "{}", it.story(siege));
        let retires = contact::retire(&mut it.store, faces.id, help);
        match ready {
            true => assert!(refusal(retires).contains("waits, and is held by it (CP-2.2)")),
            false => retires.expect("it goes"),
        }
        sound(&it.store, "in the field");
    }
}
