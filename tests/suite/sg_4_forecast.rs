//! What a forecast of a siege has in common with its days as they are played (SG-1.6, SG-2, SG-4), and what it says it leaves out.

use crate::sg_campaign::Border;
use crate::sg_relief::RESTS;
use crate::sg_siege::{Before, Shown, host, plan};
use banneret::app::numbers;
use banneret::app::siege::{self, Means, Orders};
use banneret::campaign::calendar::Day;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::forecast::Trial;
use banneret::rules::game::{Captain, Game, Pending, Sink};
use banneret::rules::siege::*;
use std::sync::atomic::AtomicBool;

/// Besiegers shut in the outer line of a castle, with a relief of a hundred outside (SG-4.3).
fn shut_in() -> Before {
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in, it.siege.outside) = (1, true, Some(host(100, 5000)));
    it
}

#[test]
fn sg_2_3_half_rations_hold_wherever_they_stand_among_standing_orders() {
    let it = Before::new(&plan(Kind::Castle));
    let orders = StandingOrders(vec![Order::Rest, Order::HalfRations]);
    assert_eq!(orders.decide(&it.siege.view(Side::Attacker)), Decision::HalfRations(true));
}

#[test]
fn cp_7_2_the_harvest_restores_the_country_in_a_forecast() {
    let mut it = Before::new(&plan(Kind::Castle));
    it.siege.harvests = vec![10];
    it.rests_until(10);
    assert_eq!(it.siege.weeks, 1);
    it.rests_until(11);
    assert_eq!(it.siege.weeks, 0, "the harvest came in with the tenth day");
    // The campaign’s weeks end on 18 July, 25 July and 1 August: on that day of the siege.
    let first = Day::of(1300, 7, 11).expect("a day");
    let (it, siege) = Border::on(first, 7, StrongholdKind::BaronsCastle, 1500, 400, 49).under_siege();
    let ahead = siege::ahead(&it.store, siege).expect("ahead").siege;
    assert_eq!((ahead.day, ahead.harvests.first()), (0, Some(&21)));
}

#[test]
fn sg_2_3_no_captain_expels_mouths_as_none_does_in_a_campaign() {
    let mut it = Before::new(&plan(Kind::Castle));
    it.does(Action::Rest);
    it.siege.hosts.defender = Host { mouths: 40, half: true, ..host(100, 10) };
    assert_ne!(Constable.decide(&it.siege.view(Side::Defender)), Decision::Expel);
}

#[test]
fn sg_1_6_a_forecast_says_what_it_leaves_out() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1500, 200, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let left_out = siege::left_out(&it.store, siege).expect("told");
    assert!(left_out.contains("No wound heals") && !left_out.contains("What waits"), "{left_out}");
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("a day");
    let left_out = siege::left_out(&it.store, siege).expect("told");
    assert!(left_out.contains("a sortie against the camp by Watch"), "{left_out}");
}

#[test]
fn sg_1_6_a_siege_is_forecast_alike_before_it_is_begun_and_on_the_day_it_is() {
    let mut it = Border::new(StrongholdKind::BaronsCastle, 300, 200, 49);
    it.provide(Park { trebuchets: 2, ..Park::default() });
    let (host, place) = (it.store.formation(it.host).expect("it"), it.store.stronghold(it.castle).expect("it"));
    let plan = siege::plan(&it.store, &host, &place, &Means::default()).expect("a plan");
    let left_out = siege::left_out_of_plan(&it.store, &host, &place, None).expect("told");
    assert!(left_out.contains("No wound heals") && !left_out.contains("What waits"), "{left_out}");
    let before = siege::spread(&it.store, &plan, it.castle, 60, 9).expect("a forecast");
    let (it, siege) = it.under_siege();
    let begun = siege::from_now(&it.store, siege, 60, 9, &AtomicBool::new(false), &|_| {}).expect("a forecast");
    assert_eq!(before, begun);
}

#[test]
fn sg_4_3_friends_of_those_shut_in_come_on_their_day_and_fight_the_relief() {
    for (faces, won) in [([10, 1], true), ([1, 10], false)] {
        let mut it = shut_in();
        it.siege.friends = Some(Relief { day: 3, host: host(100, 500), park: Park::default() });
        it.dice.show("SG-4 battle", &faces);
        it.rests_until(2);
        assert_eq!((it.siege.shut_in, it.siege.relief_in_reach()), (true, true));
        it.rests_until(3);
        assert_eq!((it.siege.friends, it.siege.shut_in, it.siege.outside.is_some()), (None, !won, !won));
        assert_eq!(it.siege.hosts.attacker.able > 500, won, "they besiege beside them");
    }
}

#[test]
fn sg_4_3_a_garrison_beside_its_relief_halves_its_own_rations_in_a_forecast() {
    let mut it = shut_in();
    it.siege.hosts.defender.rations = 150;
    let mut night = it.siege.clone();
    night.night_falls();
    let outlook = Outlook::of(night);
    let halved = (0..20).any(|seed| {
        let (game, captains) = outlook.begin(&mut Seeded::new(seed), &mut Default::default());
        let decides = game.pending() == Pending::One(Side::Defender);
        decides && captains.decide(&game.view(Side::Defender)) == Decision::HalfWithin(true)
    });
    assert!(halved);
    while it.siege.pending() != Pending::One(Side::Defender) {
        it.does(Action::Rest);
    }
    it.plays(Decision::HalfWithin(true)).expect("it may");
    let half = (it.siege.hosts.defender.half, it.siege.outside.map(|relief| relief.half));
    assert_eq!(half, (true, Some(false)), "the relief’s are its own");
}

#[test]
fn sg_4_3_foragers_of_those_shut_in_are_lost_to_them() {
    let mut heard = <Outlook as Trial>::Ear::default();
    let event = Event::Foraged { side: Side::Attacker, men: 7, face: 1, brought: 0, lost: 7 };
    heard.tell(|| event);
    assert_eq!((heard.lost.attacker.taken, heard.lost.defender.taken), (7, 0));
}

#[test]
fn sg_2_1_a_forecast_before_a_siege_counts_what_lies_in_the_trains_within() {
    let mut it = Border::new(StrongholdKind::BaronsCastle, 2000, 200, 49);
    let (host, garrison) = (it.host, it.garrison);
    let train = SiegeTrain { rations: 400, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, garrison, &train, "for the story").expect("it is loaded");
    let (army, castle) = (it.store.formation(host).expect("it"), it.store.stronghold(it.castle).expect("it"));
    let plan = siege::plan(&it.store, &army, &castle, &Means::default()).expect("a plan");
    assert_eq!((plan.hosts.defender.rations, plan.capacity), (2400, 2400));
}

#[test]
fn sg_1_3_captains_offer_terms_once_a_siege_turn_also_where_it_is_a_day() {
    let mut of = Border::new(StrongholdKind::BaronsCastle, 2000, 200, 49);
    numbers::set(&mut of.store, "siege_days", Some("1"), "a short one").expect("a house rule");
    let (mut dice, mut told) = (Shown::default(), Vec::new());
    let tables = numbers::siege(&of.store).expect("the tables");
    let mut siege = Siege::begin(&plan(Kind::Castle), &tables, &mut dice, &mut told);
    siege.weeks = 1;
    siege.hosts.attacker = Host { half: true, ..host(500, 100) };
    let decides = Constable.decide(&siege.view(Side::Attacker));
    assert_eq!(decides, Decision::Act(Action::Treat(Terms::plain(Leave::WithArms))));
}

#[test]
fn sg_1_6_a_forecast_names_who_else_is_on_the_march() {
    let (mut it, siege, help) = crate::sg_relief::awaiting_relief(1500, 200, 49, 100);
    crate::sg_relief::sets_out(&mut it, help);
    it.store
        .act("farther", &serde_json::json!({}), |act| {
            let (town, keep) = (act.place_named("Bluetown")?, act.place_named("Stonekeep")?);
            let far = banneret::campaign::places::NewPlace {
                name: "Farville".to_owned(),
                kind: town.kind,
                side: town.side,
                x: 700,
                y: 500,
                people: 100,
                fiefs: 0,
            };
            let far = act.add_place(&far)?;
            let kind = banneret::campaign::places::RouteKind::Road;
            let road = banneret::campaign::places::NewRoute { a: keep.id, b: far, miles: 60, kind, measured: false };
            act.add_route(&road)?;
            Ok(((), "There is a town farther off.".to_owned()))
        })
        .expect("so be it");
    let more = crate::sg_campaign::raise(&mut it.store, "Blue", "More", "Farville", &[("sergeant", "C", 80)]);
    crate::sg_relief::sets_out(&mut it, more);
    let carts = crate::sg_campaign::raise(&mut it.store, "Blue", "Carts", "Bluetown", &[("sergeant", "D", 8)]);
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    let convoy = banneret::campaign::siege::Purpose::Convoy;
    banneret::app::march::order_to(&mut it.store, carts, keep, convoy).expect("it marches");
    let told = siege::left_out(&it.store, siege).expect("told");
    assert!(told.contains("who else is on the march there: More and the convoy of Carts."), "{told}");
}

#[test]
fn sg_2_3_rations_are_halved_in_a_respite_of_a_forecast_as_in_the_campaign() {
    let mut it = Before::new(&plan(Kind::Castle)).siege;
    it.respite = Some((Terms::plain(Leave::WithArms), it.day + 20));
    it.hosts.defender.rations = eats(&it.hosts.defender, &it.tables);
    let mut dice = Seeded::new(1);
    let (game, _) = Outlook::of(it).begin(&mut dice, &mut Default::default());
    assert!(game.hosts.defender.half, "a week's rations are not eaten in a week");
}
