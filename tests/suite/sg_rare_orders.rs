//! What seldom befalls in a siege, and what then follows (SG-2 to SG-4): the last man out, hostages on their day, a siege turn
//! broken off, a host in several armies, and a relief that is just near enough.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out, shut_in};
use crate::support::{content, same, sound};
use banneret::app::{battle, contact, march, numbers, plan, siege};
use banneret::campaign::ids::FormationId;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{NewStronghold, StrongholdKind};
use banneret::campaign::siege::{Conduct, OfferState, SiegePart, SiegeTrain};
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::figure::{BySide, Class, Horse};
use banneret::rules::siege::{Action, End, Leave, Park, Terms};
use serde_json::json;

/// A battle entered as from a table, with nobody hurt and a winner.
pub(crate) fn settled(it: &mut Border, attacker: FormationId, defender: FormationId, winner: &str) {
    let muster = plan::muster_of(&it.store, attacker, defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let entry = format!("winner {winner}");
    let report = battle::read_result(&muster, &tables, entry.as_bytes(), false).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
}

#[test]
fn sg_3_3_hostages_share_the_terms_of_the_garrison_they_were_given_for() {
    // Two of fifty are pledged for a day to come. On that day the others lay down their arms, or are taken: so do they.
    for leave in [Leave::WithArms, Leave::WithoutArms, Leave::AtDiscretion] {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        let terms = Terms { hostages: 2, respite_days: 5, ..Terms::plain(leave) };
        siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
        siege::answer(&mut it.store, siege, true).expect("agreed");
        let held = it.store.hostages().expect("hostages");
        let pledged: Vec<_> = held.iter().map(|(held, _)| it.store.captive(*held).expect("held").person).collect();
        assert_eq!(pledged.len(), 2);
        // By hand, for in a turn captives may escape at the week’s end (CP-2.1).
        while it.ended(siege).is_none() {
            siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
        }
        assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
        for man in pledged {
            let man = it.store.person(man).expect("he");
            let (taken, armed) = (
                man.state == PersonState::Captive,
                man.profile.horse != Horse::None || !man.profile.weapons.is_empty(),
            );
            assert_eq!(
                taken,
                leave == Leave::AtDiscretion,
                "{leave}: {} is {}: {}",
                man.styled(),
                man.state,
                it.story(siege)
            );
            if leave == Leave::WithoutArms {
                assert!(!armed, "{} kept his arms", man.styled());
            }
        }
        assert!(it.store.hostages().expect("hostages").is_empty(), "nobody is a hostage any more");
        sound(&it.store, "after the day");
    }
}

#[test]
fn sg_2_3_the_last_to_slip_out_is_met_like_any_other() {
    // Whoever is found out meets the besiegers in the open (SG-2.3), though he leaves the place with nobody to hold it (SG-3.2).
    let mut found_out = 0;
    for turns in 0..6 {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 300, 20);
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        it.turns(turns);
        siege::slip(&mut it.store, it.garrison, siege::Through::Out).expect("it tries");
        assert_eq!(it.ended(siege), Some(End::Fell), "nobody is left: {}", it.story(siege));
        if it.story(siege).contains("is found out") {
            found_out += 1;
            let waiting = it.store.waiting_contacts().expect("contacts");
            let faces = waiting.iter().find(|known| [known.attacker, known.defender].contains(&it.garrison));
            let faces = faces.unwrap_or_else(|| panic!("it is met: {}", it.story(siege)));
            assert_eq!((faces.kind, faces.siege), (ContactKind::Field, None), "the siege is over");
            let town = it.store.place_named("Bluetown").expect("the town").id;
            assert!(refusal(march::order(&mut it.store, it.garrison, town)).contains("is held there"));
        }
        sound(&it.store, "after the last man is out");
    }
    assert!(found_out > 0, "somebody is found out");
}

#[test]
fn sg_3_3_who_has_agreed_to_a_day_does_not_slip_away_before_it() {
    // He would stand before his own place, and be taken for its relief.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    let terms = Terms { respite_days: 20, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let out = refusal(siege::slip(&mut it.store, it.garrison, siege::Through::Out));
    assert!(out.contains("has agreed to give up"), "{out}");
}

#[test]
fn sg_4_1_who_has_chosen_battle_with_everything_does_not_go_after_all() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    let before = content(&it.store);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Battle).expect("they leave what they hold");
    assert_eq!(it.store.siege(siege).expect("the siege").won, 0);
    let host = it.host;
    assert!(refusal(siege::meet(&mut it.store, waits, siege::ReliefMeeting::Lift)).contains("have chosen battle"));
    assert!(refusal(siege::lift(&mut it.store, siege)).contains("have chosen battle"));
    assert!(refusal(contact::retire(&mut it.store, waits, host)).contains("have chosen battle"));
    assert!(refusal(siege::leave(&mut it.store, host)).contains("waits"));
    // A night later they still face each other, and still have to fight.
    it.turns(1);
    assert!(refusal(siege::lift(&mut it.store, siege)).contains("have chosen battle"));
    it.store.undo().expect("undone").expect("the turn");
    it.store.undo().expect("undone").expect("the choice");
    same(&before, &content(&it.store), "a choice taken back");
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Battle).expect("they leave what they hold");
    let (attacker, defender) = {
        let contact = it.store.contact(waits).expect("the contact");
        (contact.attacker, contact.defender)
    };
    settled(&mut it, attacker, defender, if attacker == host { "attacker" } else { "defender" });
    assert_eq!(it.ended(siege), None, "they won, and besiege on: {}", it.story(siege));
    siege::lift(&mut it.store, siege).expect("now they may go");
    sound(&it.store, "after the battle");
}

#[test]
fn sg_2_2_a_siege_turn_that_is_broken_off_is_eaten_by_its_days() {
    // A hundred and two before fifty, four days of seven: 58.28 and 28.57 rations, so 59 and 29; of the besiegers’ the country
    // gives four sevenths of 300, more than they need.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 100, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    for _ in 0..4 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    }
    let before = content(&it.store);
    siege::lift(&mut it.store, siege).expect("they go");
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 900 - 29, "{}", it.story(siege));
    assert_eq!(it.store.train(it.host).expect("the train").rations, 20_000, "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the lifting");
    same(&before, &content(&it.store), "taken back");
    // A full siege turn is eaten once, and no more of it when the siege ends that night.
    for _ in 0..3 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    }
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 850);
    siege::lift(&mut it.store, siege).expect("they go");
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 850, "{}", it.story(siege));
    sound(&it.store, "lifted");
}

#[test]
fn sg_2_2_an_army_that_leaves_a_siege_has_eaten_its_days_there() {
    // Six hundred and three eat far more than the country gives: the half of them who go after three days leave behind what
    // they ate: three sevenths of 301 rations, less their share of three sevenths of 300.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 299, 49);
    it.provide(Park::default());
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", 301)]);
    siege::load(&mut it.store, second, siege::Load { rations: 1000, animals: 0 }, None).expect("bought");
    siege::join(&mut it.store, second, siege).expect("it joins");
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    for _ in 0..3 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    }
    siege::leave(&mut it.store, second).expect("it goes");
    // 129 of 129 eaten, of which the country gives 64: half of three sevenths of 300.
    assert_eq!(it.store.train(second).expect("the train").rations, 1000 - 65, "{}", it.story(siege));
}

#[test]
fn sg_4_3_every_relief_army_that_stands_there_besieges_the_besiegers() {
    let (mut it, siege, help) = awaiting_relief(2000, 300, 60, 200);
    let more = raise(&mut it.store, "Blue", "More", "Bluetown", &[("sergeant", "C", 100)]);
    sets_out(&mut it, help);
    sets_out(&mut it, more);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::ShutIn).expect("they shut themselves in");
    let shown = siege::show(&it.store, siege).expect("shown");
    assert_eq!(shown.hosts[2].figures.armies, ["Help", "More"], "{}", it.story(siege));
    assert_eq!(shown.hosts[2].figures.able, 301);
    sound(&it.store, "two armies of relief");
}

#[test]
fn sg_4_2_a_part_may_be_several_armies_and_those_inside_meet_nobody_meanwhile() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let parts: Vec<FormationId> = ["Second", "Third"]
        .into_iter()
        .map(|name| {
            let army = raise(&mut it.store, "Red", name, "Stonekeep", &[("sergeant", "C", 120)]);
            siege::join(&mut it.store, army, siege).expect("it joins");
            army
        })
        .collect();
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    let (all, none) = (vec![it.host, parts[0], parts[1]], Vec::new());
    for wrong in [all, none] {
        let refused = refusal(siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(wrong)));
        assert!(refused.contains("some of the armies that besiege"), "{refused}");
    }
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(parts.clone())).expect("two give battle");
    let field = |it: &Border| {
        let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
        let mut who: Vec<FormationId> =
            waiting.filter(|met| met.kind == ContactKind::Field).map(|met| met.attacker).collect();
        who.sort();
        who
    };
    assert_eq!(field(&it), parts, "each of the part faces the relief");
    // Turns go by before it is settled: whoever went on inside is met by nobody.
    it.turns(1);
    assert_eq!(field(&it), parts, "{}", it.story(siege));
    // One of the part wins, and both take their place in the siege again.
    settled(&mut it, parts[0], help, "attacker");
    let besieges: Vec<FormationId> =
        it.store.siege_armies().expect("armies").iter().map(|member| member.army).collect();
    assert!(parts.iter().all(|army| besieges.contains(army)), "{besieges:?}: {}", it.story(siege));
    sound(&it.store, "after a part’s battle");
}

#[test]
fn sg_3_3_terms_that_captains_offer_one_another_are_told() {
    // A hungry garrison behind its walls asks, and the besiegers’ captain answers: both are in the story.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 40, 400, 30);
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        siege::set_conduct(&mut it.store, siege, part, Conduct::Captain, &[], false).expect("captains");
    }
    for _ in 0..6 {
        if it.ended(siege).is_none() && it.store.offers(siege).expect("offers").is_empty() {
            it.turns(1);
            for waits in it.store.waiting_contacts().expect("contacts") {
                siege::call_off(&mut it.store, waits.id).expect("called off");
            }
        }
    }
    let offers = it.store.offers(siege).expect("offers");
    assert!(!offers.is_empty(), "{}", it.story(siege));
    let told = it.story(siege);
    let said = told.lines().filter(|line| line.contains("(SG-3.3)")).collect::<Vec<_>>();
    assert!(said.iter().any(|line| line.contains("offer") && line.contains("the garrison leaves")), "{told}");
    if offers.iter().any(|offer| offer.state != OfferState::Open) {
        assert!(
            said.iter().any(|line| line.contains("accept") || line.contains("refuse") || line.contains("offer")),
            "{told}"
        );
    }
}

#[test]
fn sg_3_2_a_relief_seven_days_off_is_in_reach_and_one_eight_days_off_is_not() {
    // Foot go 12 miles a day. On the evening of the seventh day fifty men have had no ration for a whole siege turn, and the
    // relief has come 84 miles: of 168 as many are left, and of 169 one more, which is a day more.
    for (miles, falls) in [(168, false), (169, true)] {
        let (mut it, siege, help) = awaiting_relief(0, 60, 49, 200);
        let far = banneret::campaign::places::NewPlace {
            name: "Farhome".into(),
            kind: banneret::campaign::places::PlaceKind::Town,
            side: None,
            x: 900,
            y: 900,
            people: 0,
            fiefs: 0,
        };
        let keep = it.store.place_named("Stonekeep").expect("the place").id;
        it.store
            .act("far", &serde_json::json!({}), |act| {
                let far = act.add_place(&far)?;
                act.add_route(&banneret::campaign::places::NewRoute {
                    a: keep,
                    b: far,
                    miles,
                    kind: banneret::campaign::places::RouteKind::Road,
                    measured: false,
                })?;
                act.set_army_place(help, far, None)?;
                Ok(((), "Far off.".to_owned()))
            })
            .expect("a far place");
        sets_out(&mut it, help);
        it.turns(1);
        assert_eq!(it.ended(siege) == Some(End::Fell), falls, "{miles} miles: {}", it.story(siege));
    }
}

#[test]
fn sg_4_3_help_for_those_who_are_shut_in_is_in_reach_of_them() {
    // SG-3.2 looks at who is besieged, and with the roles turned over that is the besiegers (SG-4.3).
    for comes in [false, true] {
        let (mut it, siege, _) = shut_in(2000, 100, 60, 300);
        siege::set_train(&mut it.store, it.host, &SiegeTrain::default(), "they have nothing").expect("so be it");
        let third = raise(&mut it.store, "Red", "Third", "Camp", &[("sergeant", "C", 300)]);
        for _ in 0..6 {
            siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
        }
        assert_eq!(it.ended(siege), None, "{}", it.story(siege));
        if comes {
            sets_out(&mut it, third);
        }
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("the last day of the siege turn");
        assert_eq!(it.ended(siege).is_some(), !comes, "{comes}: {}", it.story(siege));
    }
}

#[test]
fn sg_2_3_the_wounded_and_the_clerics_starve_with_the_others() {
    // Each man tests who has no ration, whether he can fight or not.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 0, 200, 9);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let clerics = raise(&mut it.store, "Blue", "Clerks", "Stonekeep", &[("cleric", "B", 60)]);
    let castle = it.castle;
    it.store
        .act("inside", &serde_json::json!({}), |act| {
            let place = act.stronghold(castle)?.place;
            Ok((act.set_army_place(clerics, place, Some(castle))?, "They are inside.".to_owned()))
        })
        .expect("inside");
    for _ in 0..7 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    }
    let of = |state| {
        it.store
            .people()
            .expect("people")
            .iter()
            .filter(|man| man.profile.class == Class::Cleric && man.state == state)
            .count()
    };
    let (dead, gone) = (of(PersonState::Dead), of(PersonState::Left));
    assert!(dead > 2 && gone > 2, "{dead} died and {gone} went: {}", it.story(siege));
    sound(&it.store, "after the hunger");
}

#[test]
fn sg_1_1_the_story_of_a_day_played_ahead_is_dated_as_one_day() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 900, 200, 20);
    it.provide(Park { towers: 1, ladders: true, ..Park::default() });
    let assault = siege::Orders { actions: BySide { attacker: Some(Action::Assault), defender: None } };
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    for _ in 0..5 {
        if it.store.waiting_contacts().expect("contacts").is_empty() {
            siege::play_by_hand(&mut it.store, siege, &assault).expect("a day");
        }
    }
    let lines = it.store.siege_story(siege).expect("the story");
    let ready = lines.iter().position(|line| line.text.contains("is ready to assault")).expect("it waits");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(lines[ready].day, row.begun + row.days as i32, "{}", it.story(siege));
    assert_eq!(it.store.waiting_contacts().expect("contacts")[0].day, lines[ready].day);
    assert!(lines.iter().map(|line| line.day).is_sorted(), "{}", it.story(siege));
}

#[test]
fn sg_2_2_two_sieges_in_one_district_share_it_and_exhaust_it_once() {
    // SG-2.2: of the 300 rations of the first week each has 150, of the next 75; the week counts once for the district.
    let (mut it, first) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 60);
    it.provide(Park::default());
    let keep = it.store.place_named("Stonekeep").expect("the place");
    let tower = it
        .store
        .act("a tower", &json!({}), |act| {
            let tower = act.add_stronghold(&NewStronghold {
                place: keep.id,
                side: act.stronghold(it.castle)?.side,
                name: "Old Tower".into(),
                kind: StrongholdKind::BorderCastle,
                capacity: 100,
                rations: 500,
                store_capacity: 500,
                moat_days: 0,
            })?;
            Ok((tower, "It stands.".to_owned()))
        })
        .expect("a tower");
    let few = raise(&mut it.store, "Blue", "Few", "Stonekeep", &[("sergeant", "C", 20)]);
    march::garrison(&mut it.store, few, Some(tower)).expect("they go in");
    let band = raise(&mut it.store, "Red", "Band", "Stonekeep", &[("sergeant", "C", 202)]);
    let train = SiegeTrain { rations: 20_000, animals: 0, park: Park::default() };
    siege::set_train(&mut it.store, band, &train, "for the story").expect("it is loaded");
    let second = siege::open(&mut it.store, band, tower).expect("it may be besieged");
    for siege in [first, second] {
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
    }
    it.turns(2);
    let weeks = it.store.place(keep.id).expect("the place").stripped_weeks;
    assert!((1..=2).contains(&weeks), "{weeks}");
    let from_train: u32 = (0..weeks).map(|week| 202 - (150 >> week)).sum();
    for army in [it.host, band] {
        assert_eq!(it.store.train(army).expect("its train").rations, 20_000 - from_train);
    }
    sound(&it.store, "two sieges");
}
