//! Who is found out before the lines of a siege is met in the open and fought like any army: neither a convoy nor a part of the
//! garrison relieves the place by it (SG-2.3, SG-3.2, SG-4).

use crate::sg_campaign::{Border, raise};
use crate::sg_rare_orders::settled;
use crate::sg_relief::{RESTS, holds_a_line};
use crate::support::sound;
use banneret::app::desk::desk;
use banneret::app::siege::{self, Through};
use banneret::app::world::{self, ByHand};
use banneret::app::{contact, march};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::siege::{End, Leave, Park, Terms};

/// Besiegers in two armies who hold the outer line, with both sides at rest, and an army of the garrison's that is found out: one
/// that would come in, or one that would go out.
fn found_out(way: Through) -> (Border, SiegeId, FormationId, FormationId) {
    for seed in 0..40 {
        let mut it = Border::seeded(seed, StrongholdKind::BaronsCastle, 900, 300, 49);
        let army = raise(&mut it.store, "Blue", "Carts", "Stonekeep", &[("sergeant", "D", 10)]);
        if way == Through::Out {
            march::garrison(&mut it.store, army, Some(it.castle)).expect("they go in");
        }
        let (mut it, siege) = it.under_siege();
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", 80)]);
        siege::join(&mut it.store, second, siege).expect("it joins");
        holds_a_line(&mut it, siege);
        siege::slip(&mut it.store, army, way).expect("it tries");
        if it.story(siege).contains("is found out") {
            return (it, siege, army, second);
        }
    }
    panic!("forty come through");
}

fn faces(it: &Border, army: FormationId) -> Vec<Contact> {
    let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
    waiting.filter(|met| [met.attacker, met.defender].contains(&army)).collect()
}

#[test]
fn sg_2_3_who_is_found_out_is_fought_like_any_army_and_relieves_nobody() {
    for way in [Through::In, Through::Out] {
        let (mut it, siege, army, second) = found_out(way);
        let met = faces(&it, army);
        assert_eq!((met.len(), met[0].kind, met[0].siege), (1, ContactKind::Field, None), "{way:?}");
        it.turns(1);
        // The other besiegers come to face it too, and no more than that.
        let met = faces(&it, army);
        assert_eq!(met.len(), 2, "{way:?}: {}", it.story(siege));
        assert!(met.iter().all(|met| met.kind == ContactKind::Field && met.siege.is_none()), "{way:?}: {met:?}");
        assert!(!it.story(siege).contains("comes to relieve"), "{}", it.story(siege));
        let shown = siege::show(&it.store, siege).expect("shown");
        assert_eq!(siege::relief_in_words(&shown), None, "{way:?}");
        let told: Vec<String> =
            desk(&it.store).expect("the desk").decisions.into_iter().map(|one| one.sentence).collect();
        assert!(!told.iter().any(|line| line.contains("Relief has come")), "{told:?}");
        // With what they hold kept, and nothing chosen first (SG-4).
        let host = it.host;
        settled(&mut it, host, army, "attacker");
        let row = it.store.siege(siege).expect("the siege");
        assert_eq!((row.won, row.shut_in, row.ended), (1, false, None), "{way:?}: {}", it.story(siege));
        assert!(it.store.siege_armies().expect("armies").iter().any(|member| member.army == second));
        sound(&it.store, "after the fight");
    }
}

/// A turn goes by, and nobody has come to relieve the place.
fn relieves_nobody(it: &mut Border, siege: SiegeId, army: FormationId, how: &str) {
    let place = it.store.place_named("Stonekeep").expect("the place").id;
    for _ in 0..2 {
        let stands = it.store.formation(army).expect("it").place == Some(place)
            && it.store.march(army).expect("a march").is_none();
        assert!(!stands || !faces(it, army).is_empty(), "{how}: {}", it.story(siege));
        it.turns(1);
        assert!(!it.story(siege).contains("comes to relieve"), "{how}: {}", it.story(siege));
    }
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.won, row.shut_in, row.ended), (1, false, None), "{how}: {}", it.story(siege));
    sound(&it.store, how);
}

#[test]
fn sg_2_3_who_is_found_out_and_parts_unbeaten_retires_and_relieves_nobody() {
    for way in [Through::In, Through::Out] {
        let (mut it, siege, army, _) = found_out(way);
        let met = faces(&it, army).remove(0);
        // Nobody is shown odds that the command then refuses.
        let ways = siege::ways_through(&it.store, siege).expect("ways");
        assert!(ways.iter().all(|known| known.army.id != army), "{way:?}");
        assert!(siege::slip(&mut it.store, army, way).is_err(), "{way:?}");
        let left_out = siege::left_out(&it.store, siege).expect("told");
        assert!(left_out.contains("a battle of Host and Carts"), "{left_out}");
        world::contacts::lapse(&mut it.store, met.id, &ByHand::default()).expect("it comes to nothing");
        assert!(
            it.story(siege).contains("found out at the lines, and goes away towards Bluetown"),
            "{}",
            it.story(siege)
        );
        relieves_nobody(&mut it, siege, army, "removed by hand");

        let (mut it, siege, army, _) = found_out(way);
        let host = it.host;
        settled(&mut it, host, army, "neither");
        relieves_nobody(&mut it, siege, army, "an undecided battle");

        let (mut it, siege, army, second) = found_out(way);
        let (host, met) = (it.host, faces(&it, army).remove(0));
        contact::retire(&mut it.store, met.id, host).expect("who watched goes");
        let met = faces(&it, army);
        assert_eq!((met.len(), met[0].attacker, met[0].siege), (1, second, None), "{way:?}");
        relieves_nobody(&mut it, siege, army, "the watch has gone");
    }
}

#[test]
fn sg_3_3_a_convoy_found_out_before_the_walls_stops_no_agreed_surrender() {
    let found = (0..40).find_map(|seed| {
        let (mut it, siege) = Border::seeded(seed, StrongholdKind::BaronsCastle, 900, 300, 49).under_siege();
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        let terms = Terms { respite_days: 5, ..Terms::plain(Leave::WithArms) };
        siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
        siege::answer(&mut it.store, siege, true).expect("agreed");
        let carts = raise(&mut it.store, "Blue", "Carts", "Stonekeep", &[("sergeant", "D", 10)]);
        siege::slip(&mut it.store, carts, Through::In).expect("it tries");
        it.story(siege).contains("is found out").then_some((it, siege))
    });
    let (mut it, siege) = found.expect("one of forty is found out");
    it.turns(1);
    assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
    assert!(!it.story(siege).contains("the terms that were agreed lapse"), "{}", it.story(siege));
}
