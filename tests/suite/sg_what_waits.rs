//! What waits in a siege, what its rolls would come to, and the day on which what befalls there is written (SG-1 to SG-4, CP-2).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, sets_out};
use crate::support::{content, same, sound};
use banneret::app::captives;
use banneret::app::desk::{Subject, desk};
use banneret::app::siege::{self, Orders};
use banneret::app::{march, organise};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::CampaignFacts;
use banneret::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, Leave, Order, Park, Sally, Terms};
use banneret::store::Act;

/// Days played by hand, on which nobody does anything of his own.
fn days(it: &mut Border, siege: SiegeId, count: u32) {
    for _ in 0..count {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
}

/// What waits for the referee on the desk about a siege.
fn on_the_desk(it: &Border, siege: SiegeId) -> Vec<String> {
    let decisions = desk(&it.store).expect("the desk").decisions.into_iter();
    decisions.filter(|one| one.about == Subject::Siege(siege)).map(|one| one.sentence).collect()
}

/// A siege at which both sides rest.
fn resting(host: u32) -> (Border, SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1500, host, 49);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    (it, siege)
}

#[test]
fn cp_2_1_what_is_agreed_after_days_by_hand_is_of_the_sieges_day() {
    // SG-3.3: who marches out owing his ransom owes it so many days from the day on which he does.
    let (mut it, siege) = resting(200);
    days(&mut it, siege, 4);
    let (campaign, fourth) = (it.store.day().expect("a day"), Day::of(1300, 3, 29).expect("a day"));
    assert_eq!(campaign, Day::of(1300, 3, 25).expect("Lady Day"), "the campaign's day stays");
    let terms = Terms { men_pay: true, ransom_marks: 50, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(row.ended.map(|(_, day)| day), Some(fourth));
    let offer = it.store.offers(siege).expect("offers").remove(0);
    assert_eq!((offer.day, offer.answered), (fourth, Some(fourth)));
    let ransomed = it.store.captives(true).expect("captives");
    assert!(ransomed.iter().all(|line| line.captive.taken == fourth), "{:?}", ransomed.first());
    let days = banneret::app::numbers::of(&it.store).expect("the numbers").terms_ransom_days as i32;
    let owed = it.store.instalments().expect("instalments");
    assert!(!owed.is_empty() && owed.iter().all(|part| part.due == fourth + days), "{owed:?}");
    sound(&it.store, "after the terms");
}

#[test]
fn cp_2_1_who_is_taken_on_a_day_by_hand_is_taken_on_that_day() {
    // SG-3.3: hostages go to the besiegers on the day of the agreement, and home on the day they are freed.
    let (mut it, siege) = resting(200);
    days(&mut it, siege, 2);
    let terms = Terms { hostages: 2, respite_days: 1, ..Terms::plain(Leave::AtDiscretion) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let taken = |it: &Border| -> Vec<Day> {
        it.store.captives(true).expect("captives").iter().map(|line| line.captive.taken).collect()
    };
    let second = Day::of(1300, 3, 27).expect("a day");
    assert_eq!(taken(&it), [second, second]);
    days(&mut it, siege, 1);
    assert!(it.ended(siege).is_some(), "{}", it.story(siege));
    // Who was pledged shares the terms of those within, and has been a captive since he was pledged.
    let third = second + 1;
    assert_eq!(taken(&it).iter().filter(|day| **day == third).count(), 48, "{}", it.story(siege));
    let held = it.store.captives(false).expect("captives");
    assert_eq!(held.len(), 50);
    assert!(held.iter().all(|line| !line.captive.hostage), "{}", it.story(siege));
    assert!(it.story(siege).contains("captives like those they were given for"), "{}", it.story(siege));
    // What is done with several of them is done no earlier than the last of them was taken, whoever is named first; nor taken back.
    let taken_on = |day: Day| held.iter().find(|line| line.captive.taken == day).expect("one").captive.id;
    let newest = |it: &Border| it.store.actions("", None, None, 1).expect("actions").remove(0).day;
    captives::free(&mut it.store, &[taken_on(third), taken_on(second)]).expect("freed");
    assert_eq!(newest(&it), third);
    it.store.undo().expect("undone").expect("the freedom");
    assert_eq!(newest(&it), third);
}

#[test]
fn sg_3_1_a_garrison_of_the_referee_that_asks_for_terms_waits_for_him() {
    // CP-2.2: till it is said which, or that it holds out, both sides rest; whatever is offered answers it.
    let asking = (1..40).find_map(|seed| {
        let it = Border::seeded(seed, StrongholdKind::BaronsCastle, 120, 600, 49);
        let (mut it, siege) = it.under_siege();
        it.provide(Park { trebuchets: 2, ..Park::default() });
        it.conduct(siege, SiegePart::Besiegers, &[Order::Batter]);
        siege::set_conduct(&mut it.store, siege, SiegePart::Garrison, Conduct::Referee, &[], false).expect("so be it");
        it.turns(1);
        it.store.siege(siege).expect("the siege").asks.is_some().then_some((it, siege))
    });
    let (mut it, siege) = asking.expect("one of forty asks at 12 or more of 1d10 and 5");
    let since = it.store.siege(siege).expect("the siege").asks.expect("it asks");
    assert_eq!(since, Day::of(1300, 4, 1).expect("the seventh day"));
    let waits = on_the_desk(&it, siege);
    assert!(
        waits.iter().any(|line| line.contains("The garrison of Stonekeep Castle has asked for terms")),
        "{waits:?}"
    );
    assert!(siege::show(&it.store, siege).expect("shown").rests.is_some());
    let shown = siege::show(&it.store, siege).expect("shown");
    let told = siege::waiting_in_words(&it.store, &shown).expect("told");
    assert!(told.iter().any(|line| line.starts_with("which terms the garrison asks")), "{told:?}");
    let battered = |it: &Border| it.story(siege).matches("battering points").count();
    let before = battered(&it);
    it.turns(1);
    assert_eq!(battered(&it), before, "both sides rest: {}", it.story(siege));
    assert_eq!(it.story(siege).matches("asks for terms").count(), 1, "it is told once: {}", it.story(siege));
    let whole = content(&it.store);
    assert!(refusal(siege::answer(&mut it.store, siege, true)).contains("has not said which"));
    siege::answer(&mut it.store, siege, false).expect("it holds out");
    assert_eq!(it.store.siege(siege).expect("the siege").asks, None);
    assert!(on_the_desk(&it, siege).is_empty());
    it.store.undo().expect("undone").expect("the answer");
    same(&whole, &content(&it.store), "the answer taken back");
    it.conduct(siege, SiegePart::Garrison, RESTS);
    assert_eq!(it.store.siege(siege).expect("the siege").asks, None, "who conducts it now asks at its next test");
    it.store.undo().expect("undone").expect("the orders");
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &Terms::plain(Leave::WithArms)).expect("it says which");
    assert_eq!(it.store.siege(siege).expect("the siege").asks, None);
    assert_eq!(on_the_desk(&it, siege).len(), 1, "the offer waits instead");
    sound(&it.store, "after it was said which");
}

/// Three armies that hold a line before a castle, and a relief that has come.
fn three_and_a_relief() -> (Border, SiegeId, [FormationId; 2]) {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let others = ["Second", "Third"].map(|name| {
        let army = raise(&mut it.store, "Red", name, "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 80)]);
        siege::join(&mut it.store, army, siege).expect("it joins");
        army
    });
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    (it, siege, others)
}

#[test]
fn sg_4_what_is_done_about_a_relief_is_one_choice_however_many_besiege() {
    let (mut it, siege, [second, third]) = three_and_a_relief();
    assert_eq!(it.store.waiting_contacts().expect("contacts").len(), 3, "each faces it");
    let waits = on_the_desk(&it, siege);
    assert_eq!(waits.len(), 1, "{waits:?}");
    for army in ["Host", "Second", "Third", "Help"] {
        assert!(waits[0].contains(army), "{waits:?}");
    }
    let shown = siege::show(&it.store, siege).expect("shown");
    assert_eq!(shown.waiting.len(), 1);
    assert_eq!(siege::waiting_in_words(&it.store, &shown).expect("told"), ["Help, come to relieve the place"]);
    assert_eq!(it.story(siege).matches("Help comes to relieve").count(), 1, "{}", it.story(siege));
    // What is left when two of them give battle: each of their own, and what the garrison does beside it (SG-4.2).
    let choice = siege::ReliefMeeting::Part(vec![second, third]);
    siege::meet(&mut it.store, shown.waiting[0].id, choice).expect("a part gives battle");
    let shown = siege::show(&it.store, siege).expect("shown");
    let told = siege::waiting_in_words(&it.store, &shown).expect("told");
    for army in ["Second", "Third"] {
        let fought =
            format!("Help, come to relieve the place, to be fought by {army}, a part of the besiegers (SG-4.2)");
        assert!(told.contains(&fought), "{told:?}");
    }
    assert_eq!(told.len(), 3, "{told:?}");
    let waits = on_the_desk(&it, siege);
    assert_eq!(waits.len(), 3, "{waits:?}");
    let left = desk(&it.store).expect("the desk").decisions;
    let about_relief =
        left.iter().filter(|one| one.sentence.contains("relief has come") || one.sentence.starts_with("Relief"));
    for one in about_relief {
        assert_eq!(one.remedy, "They give battle: fight it.", "{}", one.sentence);
    }
}

#[test]
fn sg_1_6_the_odds_of_a_roll_are_its_own() {
    // Of ten faces as many win the line as make the table's least with what is added; the result lies within what was told.
    for seed in 0..12 {
        let it = Border::seeded(seed, StrongholdKind::BaronsCastle, 2000, 300, 60);
        let (mut it, siege) = it.under_siege();
        it.provide(Park { towers: 1, ladders: true, ..Park::default() });
        it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        for _ in 0..4 {
            it.turns(1);
            if !it.store.waiting_contacts().expect("contacts").is_empty() {
                break;
            }
        }
        let contact = it.store.waiting_contacts().expect("contacts").remove(0);
        let odds = siege::roll_odds(&it.store, &contact).expect("read").expect("an assault has odds");
        let added: i64 = odds.parts.iter().map(|part| part.value).sum();
        let table = banneret::rules::siege::Tables::book();
        let wins = (1..=10)
            .filter(|face| {
                let outcomes = &table.assault.outcome;
                let row = outcomes.least.iter().position(|least| face + added >= i64::from(*least));
                outcomes.taken[row.unwrap_or(outcomes.least.len())]
            })
            .count();
        assert!((odds.chance.percent - 10.0 * wins as f64).abs() < 1e-9, "{} and {wins}", odds.in_words());
        let before = (it.men(it.host, PersonState::Fit), it.men(it.garrison, PersonState::Fit));
        siege::resolve(&mut it.store, contact.id).expect("it is resolved");
        let after = (it.men(it.host, PersonState::Fit), it.men(it.garrison, PersonState::Fit));
        let lost = ((before.0 - after.0) as u32, (before.1 - after.1) as u32);
        assert!(odds.lost.attacker.contains(&lost.0), "{lost:?}: {}", odds.in_words());
        assert!(odds.lost.defender.contains(&lost.1), "{lost:?}: {}", odds.in_words());
    }
}

#[test]
fn sg_3_1_four_ninety_six_to_one_is_not_told_as_five_to_one() {
    // SG-3.1: ratios are "at least".
    let (it, siege) = resting(246);
    let shown = siege::show(&it.store, siege).expect("shown");
    assert!(shown.measured.contains("248 able besiegers to 50 of the garrison (4.9 : 1)"), "{}", shown.measured);
    assert!(shown.surrender.iter().any(|part| part.value == 1), "{:?}", shown.surrender);
}

#[test]
fn cp_7_2_the_stores_ahead_know_the_harvest() {
    // From the middle of July 402 men eat 300, 150 and 75 of the country; with the week that ends on 1 August it gives 300 again.
    // The field's weeks are counted from the campaign's first day, the siege's from its own.
    for (turn_days, turns_before) in [(7, 0), (3, 1)] {
        let day = Day::of(1300, 7, 11).expect("a day");
        let mut it = Border::on(day, 7, StrongholdKind::BaronsCastle, 1500, 400, 49);
        let about = CampaignFacts { turn_days, ..it.store.about().expect("the campaign") };
        let set = |act: &Act| Ok((act.edit_campaign(&about)?, "A turn has other days.".to_owned()));
        it.store.act("turns", &serde_json::json!({}), set).expect("so be it");
        it.turns(turns_before);
        let (mut it, siege) = it.under_siege();
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        let shown = siege::show(&it.store, siege).expect("shown");
        let ahead = &shown.hosts[0].stores[..5];
        assert!(shown.hosts[0].supply_why.contains("the harvest restores it in week"), "{}", shown.hosts[0].supply_why);
        // The chart is what comes of it, played.
        let mut seen = vec![it.store.train(it.host).expect("a train").rations];
        while seen.len() <= ahead.len() {
            it.turns(1);
            let left = it.store.train(it.host).expect("a train").rations;
            if seen.last() != Some(&left) {
                seen.push(left);
            }
        }
        assert_eq!(&seen[1..], ahead, "turns of {turn_days} days: {}", it.story(siege));
        let eaten: Vec<u32> = seen.windows(2).map(|two| two[0] - two[1]).collect();
        assert!(eaten.windows(2).any(|two| two[0] > two[1]), "the harvest has helped: {eaten:?}");
    }
}

#[test]
fn sg_1_1_a_part_of_a_host_has_been_at_the_siege_as_long_as_the_host() {
    // SG-2.2: it eats for all its days when it goes.
    let (mut it, siege) = resting(300);
    let units = [("sergeant", "C", 70)];
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &units);
    let train = SiegeTrain { rations: 500, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, second, &train, "for the story").expect("loaded");
    siege::join(&mut it.store, second, siege).expect("it joins");
    days(&mut it, siege, 4);
    let unit = it.store.men_of(second).expect("men")[0].formation.expect("in a unit");
    let part = organise::detach(&mut it.store, &[unit], "Part").expect("it parts");
    let members = it.store.siege_armies().expect("armies");
    let joined = |army| members.iter().find(|one| one.army == army).expect("it besieges").joined;
    assert_eq!(joined(part), joined(second));
    let train = SiegeTrain { rations: 100, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, part, &train, "for the story").expect("loaded");
    siege::leave(&mut it.store, part).expect("it goes");
    let count = it.store.siege_count(part).expect("counted");
    let week = count.able + count.mouths + count.horses;
    let left = it.store.train(part).expect("a train").rations;
    // What the country gives is shared by all; the rest of its four days is its own.
    assert!(left < 100 && 100 - left <= (week * 4).div_ceil(7), "{left} left of 100: {}", it.story(siege));
}

#[test]
fn sg_2_2_a_garrison_that_marches_out_eats_only_the_rest_of_the_week_in_the_field() {
    // Who comes into the place in that week has eaten nothing of its store, and eats all of the week.
    let (mut it, siege) = resting(200);
    days(&mut it, siege, 5);
    let train = SiegeTrain { rations: 500, ..SiegeTrain::default() };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &Terms::plain(Leave::WithArms)).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    siege::set_train(&mut it.store, it.garrison, &train, "for the story").expect("loaded");
    let fed = |it: &Border, army| it.store.formation(army).expect("the army").fed;
    assert_eq!(fed(&it, it.garrison), Some(Day::of(1300, 3, 30).expect("a day")), "{}", it.story(siege));
    it.turns(1);
    sound(&it.store, "after a turn");
    it.store.undo().expect("undone").expect("the turn");
    let newcomer = raise(&mut it.store, "Red", "Newcomer", "Stonekeep", &[("sergeant", "C", 20)]);
    march::garrison(&mut it.store, newcomer, Some(it.castle)).expect("it goes in");
    assert_eq!(fed(&it, newcomer), None);
}

#[test]
fn sg_1_4_what_engines_batter_with_is_said_before_it_is_chosen() {
    // Two trebuchets are 6 points, and do a damage on five of ten faces; a ram's 9 come in at the line attacked alone.
    let (mut it, siege) = resting(200);
    it.provide(Park { trebuchets: 2, ..Park::default() });
    let among = |it: &Border| {
        let shown = siege::show(&it.store, siege).expect("shown");
        let deed = shown.today.attacker.iter().find(|deed| deed.what == "batter").expect("they may batter");
        deed.among.clone()
    };
    let (two, points) = (among(&it), |points: u16, parts: &str| {
        use banneret::rules::odds::Odds;
        use banneret::rules::siege::{Tables, roll_battering};
        let odds = Odds::of(|dice| roll_battering(points, &Tables::book(), dice).damage > 0).expect("few");
        format!("{points} points ({parts}), a damage in {:.0} of 100", odds.chance(&true) * 100.0)
    });
    assert!(two.starts_with(&points(6, "+6 trebuchets")), "{two}");
    it.provide(Park { trebuchets: 2, rams: 1, ..Park::default() });
    let with_a_ram = among(&it);
    assert!(with_a_ram.starts_with(&points(15, "+6 trebuchets, +9 rams")), "{with_a_ram}");
}

#[test]
fn sg_1_3_a_reason_why_not_is_the_true_one() {
    let (mut it, siege) = resting(200);
    let why = |it: &Border, part: SiegePart, wanted: &dyn Fn(&Action) -> bool| {
        let choices = siege::choices(&it.store, siege, part).expect("choices");
        choices.into_iter().find(|(action, _)| wanted(action)).and_then(|(_, why)| why).unwrap_or_default()
    };
    let batter = |action: &Action| matches!(action, Action::Batter(_));
    assert!(why(&it, SiegePart::Besiegers, &batter).contains("no engine stands in the park"));
    it.provide(Park { rams: 1, ..Park::default() });
    it.store
        .act("moat", &serde_json::json!({}), |act| {
            act.set_moat(it.castle, 3)?;
            Ok(((), "A moat.".to_owned()))
        })
        .expect("a moat");
    assert!(why(&it, SiegePart::Besiegers, &batter).contains("only where the moat is filled"));
    assert!(
        why(&it, SiegePart::Garrison, &|action| *action == Action::Assault)
            .contains("nothing of the place to win back")
    );
    holds_a_line(&mut it, siege);
    let back = why(&it, SiegePart::Garrison, &|action| *action == Action::Assault);
    assert!(back.contains("beside a battle outside"), "{back}");
    let repair = |action: &Action| matches!(action, Action::Repair(at) if at.line == 0);
    assert!(why(&it, SiegePart::Garrison, &repair).contains("the enemy holds that stretch"));
    let repair = |action: &Action| matches!(action, Action::Repair(at) if at.line == 1);
    assert!(why(&it, SiegePart::Garrison, &repair).contains("not damaged"));
}

#[test]
fn sg_1_1_what_is_fought_on_the_last_day_of_a_siege_turn_comes_before_its_test_of_surrender() {
    let (mut it, siege) = resting(200);
    days(&mut it, siege, 6);
    let tests = |it: &Border| it.story(siege).matches("tests whether to surrender").count();
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("the seventh day");
    assert_eq!(tests(&it), 0, "{}", it.story(siege));
    assert_eq!(it.story(siege).matches("the test of surrender waits").count(), 1, "{}", it.story(siege));
    assert!(it.story(siege).contains("The garrison needs"), "what is eaten is eaten: {}", it.story(siege));
    // While it waits the test does.
    it.turns(1);
    days(&mut it, siege, 5);
    assert_eq!(tests(&it), 0, "{}", it.story(siege));
    assert_eq!(it.story(siege).matches("the test of surrender waits").count(), 1);
    let met = it.store.waiting_contacts().expect("contacts").remove(0).id;
    siege::call_off(&mut it.store, met).expect("called off");
    days(&mut it, siege, 1);
    assert_eq!(tests(&it), 1, "{}", it.story(siege));
    // And at the end of the next siege turn there is the next.
    days(&mut it, siege, 1);
    assert_eq!(tests(&it), 2, "{}", it.story(siege));
    sound(&it.store, "after the tests");
}

#[test]
fn sg_3_1_what_waits_from_an_earlier_day_puts_no_test_off() {
    let (mut it, siege) = resting(200);
    days(&mut it, siege, 5);
    let sally = Orders { actions: BySide { attacker: None, defender: Some(Action::Sortie(Sally::Camp)) } };
    siege::play_by_hand(&mut it.store, siege, &sally).expect("the sixth day");
    days(&mut it, siege, 1);
    assert_eq!(it.story(siege).matches("tests whether to surrender").count(), 1, "{}", it.story(siege));
    assert!(!it.story(siege).contains("the test of surrender waits"));
}

#[test]
fn cp_2_1_a_day_that_was_taken_back_alone_is_made_up_for() {
    let (mut it, siege) = resting(200);
    let turn = it.store.about().expect("the campaign").turn_days;
    days(&mut it, siege, turn);
    let day = it.store.actions("played by hand", None, None, 1).expect("actions").remove(0).id;
    it.turns(1);
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(i64::from(row.days), i64::from(it.store.day().expect("today") - row.begun));
    // The turn left out the days that were played, so that one of them can be taken back after it.
    banneret::app::world::mend::mend(&mut it.store, day, "it was another day").expect("taken back alone");
    let behind = it.store.siege(siege).expect("the siege");
    assert_eq!(behind.days, row.days - 1);
    it.turns(1);
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(i64::from(row.days), i64::from(it.store.day().expect("today") - row.begun), "{}", it.story(siege));
    assert_eq!(it.story(siege).matches("days that were taken back are played").count(), 1, "{}", it.story(siege));
    sound(&it.store, "after days made up for");
}
