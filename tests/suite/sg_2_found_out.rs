//! Who is found out before the lines of a siege is met in the open and fought like any army: neither a convoy nor a part of the
//! garrison relieves the place by it (SG-2.3, SG-3.2, SG-4).

use crate::sg_campaign::{Border, raise};
use crate::sg_rare_orders::settled;
use crate::sg_relief::{RESTS, holds_a_line};
use crate::support::sound;
use banneret::app::desk::desk;
use banneret::app::march;
use banneret::app::siege::{self, Through};
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
