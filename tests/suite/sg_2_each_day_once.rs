//! Each army eats each day once (SG-2.2), whatever it lives on and wherever it goes in the course of a siege turn.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out, shut_in};
use crate::support::sound;
use banneret::app::siege::{self, Orders, ReliefMeeting, Through};
use banneret::app::{contact, organise, turn};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{Stronghold, StrongholdKind};
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, Park};
use banneret::store::Act;
use serde_json::json;

/// Rations an army eats in a whole week.
fn a_week(it: &Border, army: FormationId) -> u32 {
    let counted = it.store.siege_count(army).expect("counted");
    counted.able + counted.mouths + counted.horses
}

fn carries(it: &Border, army: FormationId) -> u32 {
    it.store.train(army).expect("its train").rations
}

fn store_of(it: &Border) -> u32 {
    it.store.stronghold(it.castle).expect("the castle").rations
}

fn load(it: &mut Border, army: FormationId, rations: u32) {
    let train = SiegeTrain { rations, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, army, &train, "for the story").expect("it is loaded");
}

fn days(it: &mut Border, siege: SiegeId, count: u32) {
    for _ in 0..count {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    }
}

/// A castle besieged on the campaign's first day, where both sides rest and the host has rations for ever; and another army of
/// the host's side before it.
fn resting(host: u32, garrison: u32, second: u32) -> (Border, SiegeId, FormationId) {
    let it = Border::new(StrongholdKind::BaronsCastle, 1500, host, garrison);
    let (mut it, siege) = it.under_siege();
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", second)]);
    (it, siege, second)
}

/// Plays turns of as many days.
fn turn_of(it: &mut Border, turn_days: u32) {
    it.store
        .act("a turn's days", &json!({}), |act| {
            let about = banneret::campaign::realm::CampaignFacts { turn_days, ..act.about()? };
            Ok((act.edit_campaign(&about)?, "So long is a turn.".to_owned()))
        })
        .expect("so be it");
    turn::play(&mut it.store).expect("a turn");
}

#[test]
fn sg_2_1_what_lies_in_the_trains_within_is_the_garrisons_to_eat() {
    // 50 men, 40 rations in a store that holds no more, and 400 in the train: enough for a good eight weeks.
    let (mut it, siege, _) = resting(200, 49, 1);
    let garrison = it.garrison;
    load(&mut it, garrison, 400);
    it.store
        .act("a small store", &json!({}), |act| {
            let small = Stronghold { store_capacity: 40, rations: 40, ..act.stronghold(it.castle)? };
            Ok((act.edit_stronghold(&small)?, "It is small.".to_owned()))
        })
        .expect("so be it");
    let week = a_week(&it, it.garrison);
    let figures = |it: &Border| {
        let shown = siege::show(&it.store, siege).expect("shown");
        shown.hosts.into_iter().find(|host| host.figures.part == SiegePart::Garrison).expect("the garrison").figures
    };
    assert_eq!((figures(&it).rations, figures(&it).weeks_left), (440, Some(440 / week)));
    it.turns(1);
    assert_eq!((store_of(&it), carries(&it, it.garrison)), (40, 400 - week), "{}", it.story(siege));
    // What is left in the trains is no bare week, so the supply of the place says nothing for surrender.
    let shown = siege::show(&it.store, siege).expect("shown");
    assert!(!shown.surrender.iter().any(|part| part.what.contains("supply")), "{:?}", shown.surrender);
    sound(&it.store, "after a week");
}

#[test]
fn sg_2_2_stores_that_are_eaten_of_do_not_last_for_ever() {
    // Of the garrison's food as much as it eats in 100 weeks, and for ever only where nothing is taken.
    let (mut it, siege, _) = resting(200, 49, 1);
    let week = a_week(&it, it.garrison);
    let fill = |it: &mut Border, rations: u32| {
        let castle = it.castle;
        let full = |act: &Act| {
            let held = Stronghold { store_capacity: rations, rations, ..act.stronghold(castle)? };
            Ok((act.edit_stronghold(&held)?, "It is full.".to_owned()))
        };
        it.store.act("a full store", &json!({}), full).expect("so be it");
    };
    let hosts = |it: &Border| siege::show(&it.store, siege).expect("shown").hosts;
    let lasts = |it: &Border, part: SiegePart| {
        let host = hosts(it).into_iter().find(|host| host.figures.part == part).expect("a host").figures;
        (host.weeks_left, host.lasts())
    };
    fill(&mut it, week * 100);
    assert_eq!(lasts(&it, SiegePart::Garrison), (Some(100), "100 weeks".to_owned()));
    fill(&mut it, week * 1000);
    assert_eq!(lasts(&it, SiegePart::Garrison), (Some(520), "520 weeks and more".to_owned()));
    // Nobody within, nobody eats.
    let units = [it.store.below(it.garrison).expect("its units"), vec![it.garrison]].concat();
    let all_die = |act: &Act| {
        for unit in &units {
            for man in act.men_of(*unit)? {
                act.vacate(man.id)?;
                act.set_state(man.id, PersonState::Dead)?;
            }
        }
        Ok(((), "All die.".to_owned()))
    };
    it.store.act("all die", &json!({}), all_die).expect("they die");
    assert_eq!(lasts(&it, SiegePart::Garrison), (None, "for ever".to_owned()));
}

#[test]
fn sg_2_2_who_goes_has_eaten_of_what_the_host_lives_on() {
    // The second has no rations of its own: its three days come out of the host's train, but for its share of the country.
    let (mut it, siege, second) = resting(400, 49, 140);
    siege::join(&mut it.store, second, siege).expect("it joins");
    days(&mut it, siege, 3);
    let (own, host) = (a_week(&it, second), a_week(&it, it.host));
    let before = carries(&it, it.host);
    siege::leave(&mut it.store, second).expect("it goes");
    let needs = (own * 3).div_ceil(7);
    let foraged = 300 * 3 * own / (7 * (own + host));
    assert_eq!(before - carries(&it, it.host), needs - foraged, "{}", it.story(siege));
    // Who stays has what is left of the country.
    let before = carries(&it, it.host);
    it.turns(1);
    assert_eq!(before - carries(&it, it.host), host - (300 - foraged), "{}", it.story(siege));
    sound(&it.store, "after a siege turn");
}

#[test]
fn sg_2_2_who_slips_out_has_eaten_of_the_store_and_eats_the_rest_of_the_week_outside() {
    let (mut it, siege, _) = resting(4, 30, 1);
    let other = raise(&mut it.store, "Blue", "Other", "Stonekeep", &[("sergeant", "C", 20)]);
    it.store
        .act("within", &json!({}), |act| {
            let place = act.stronghold(it.castle)?.place;
            Ok((act.set_army_place(other, place, Some(it.castle))?, "It is within.".to_owned()))
        })
        .expect("it is");
    days(&mut it, siege, 6);
    let (before, week) = (store_of(&it), a_week(&it, other));
    siege::slip(&mut it.store, other, Through::Out).expect("it tries");
    assert_eq!(before - store_of(&it), (week * 6).div_ceil(7), "{}", it.story(siege));
    let fed = it.store.formation(other).expect("the army").fed;
    assert_eq!(fed, Some(it.store.siege(siege).expect("the siege").begun + 6));
    load(&mut it, other, 500);
    let before = store_of(&it);
    it.turns(1);
    assert_eq!(before - store_of(&it), a_week(&it, it.garrison), "who stayed eats as before: {}", it.story(siege));
    sound(&it.store, "after a turn");
}

#[test]
fn sg_2_2_a_host_that_came_in_the_course_of_a_week_eats_that_with_its_first_siege_turn() {
    // The campaign's week ends on the seventh day, the siege is laid on the third: at the end of its first turn, on the tenth,
    // all ten days are eaten, by besiegers and garrison.
    let mut it = Border::new(StrongholdKind::BaronsCastle, 1500, 400, 49);
    it.provide(Park::default());
    turn_of(&mut it, 3);
    let siege = siege::open(&mut it.store, it.host, it.castle).expect("laid");
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    let (before, store) = (carries(&it, it.host), store_of(&it));
    turn_of(&mut it, 7);
    assert_eq!(before - carries(&it, it.host), (a_week(&it, it.host) * 10).div_ceil(7) - 300, "{}", it.story(siege));
    assert_eq!(store - store_of(&it), (a_week(&it, it.garrison) * 10).div_ceil(7), "{}", it.story(siege));
    sound(&it.store, "after ten days");
}

#[test]
fn sg_2_2_who_joined_late_and_goes_soon_eats_the_rest_of_his_week_in_the_field() {
    // The siege's turns end on the third and tenth day, the campaign's weeks on the seventh and the fourteenth. The second has
    // eaten its first week in the field, joins on the eighth, eats to the tenth, goes, and has four days left on the fourteenth.
    let (mut it, siege, second) = resting(400, 49, 140);
    load(&mut it, second, 5_000);
    turn_of(&mut it, 7);
    let fed = carries(&it, second);
    turn_of(&mut it, 1);
    siege::join(&mut it.store, second, siege).expect("it joins");
    turn_of(&mut it, 4);
    siege::leave(&mut it.store, second).expect("it goes");
    let week = a_week(&it, second);
    let of_the_country = fed - carries(&it, second);
    assert!(of_the_country <= (week * 5).div_ceil(7), "five days at most: {}", it.story(siege));
    let before = carries(&it, second);
    turn_of(&mut it, 2);
    assert_eq!(before - carries(&it, second), (week * 2).div_ceil(7), "two days are left of the week");
    assert_eq!(it.store.formation(second).expect("the army").fed, None);
    sound(&it.store, "after two weeks");
}

#[test]
fn cp_2_1_a_siege_laid_again_after_days_by_hand_begins_when_the_last_was_over() {
    let (mut it, siege, _) = resting(200, 49, 1);
    days(&mut it, siege, 5);
    let over = it.store.siege(siege).expect("the siege").begun + 5;
    siege::lift(&mut it.store, siege).expect("lifted");
    let weeks = |it: &Border| {
        let place = it.store.stronghold(it.castle).expect("the castle").place;
        it.store.place(place).expect("the place").stripped_weeks
    };
    assert_eq!(weeks(&it), 1, "five days of seven strip the district: {}", it.story(siege));
    let again = siege::open(&mut it.store, it.host, it.castle).expect("laid again");
    let row = it.store.siege(again).expect("the siege");
    assert_eq!((row.begun, row.days), (over, 0));
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(again, part, RESTS);
    }
    let before = carries(&it, it.host);
    it.turns(2);
    // From its first day to the end of its first turn, and once.
    let row = it.store.siege(again).expect("the siege");
    assert_eq!(row.begun + row.days as i32, it.store.day().expect("a day"));
    assert_eq!(before - carries(&it, it.host), a_week(&it, it.host) - 150, "{}", it.story(again));
    sound(&it.store, "after a siege laid twice");
}

#[test]
fn cp_2_1_nobody_heals_or_escapes_before_he_is_wounded_or_taken() {
    // Wounded and taken on the sixth day, which is played ahead of a week that ends on the campaign's third.
    let mut it = Border::new(StrongholdKind::BaronsCastle, 1500, 300, 99);
    turn_of(&mut it, 4);
    let siege = siege::open(&mut it.store, it.host, it.castle).expect("laid");
    it.provide(Park { ladders: true, ..Park::default() });
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    days(&mut it, siege, 4);
    let first = it.store.siege(siege).expect("the siege").begun;
    it.store
        .act("wounds", &json!({}), |act| {
            let men = act.men_of(it.host)?;
            act.writing_on(first + 4, || men.iter().take(40).try_for_each(|man| act.set_wound(man.id, true)))?;
            Ok(((), "They are wounded.".to_owned()))
        })
        .expect("so be it");
    let wounded = |it: &Border| it.store.men_of(it.host).expect("men").iter().filter(|man| man.wounded).count();
    turn_of(&mut it, 3);
    assert_eq!(wounded(&it), 40, "the week ends before they are wounded");
    turn_of(&mut it, 7);
    assert!(wounded(&it) < 40, "in the next they heal or die");
    sound(&it.store, "after two weeks");
}

/// A part of the besiegers is out to give battle to the relief.
fn part_is_out() -> (Border, SiegeId, FormationId, FormationId) {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 250)]);
    load(&mut it, second, 5_000);
    siege::join(&mut it.store, second, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::Part(vec![second])).expect("a part gives battle");
    (it, siege, second, help)
}

#[test]
fn sg_4_2_the_part_that_is_out_fights_and_the_relief_may_go() {
    let (mut it, siege, second, help) = part_is_out();
    let waits = met(&it, siege, ContactKind::Field);
    let why = refusal(contact::retire(&mut it.store, waits, second));
    assert!(why.contains("out to give battle to the relief (SG-4.2)"), "{why}");
    contact::retire(&mut it.store, waits, help).expect("the relief goes");
    assert!(it.story(siege).contains("Help goes away from before Stonekeep Castle unfought."), "{}", it.story(siege));
    assert!(it.store.siege_armies().expect("armies").iter().any(|member| member.army == second), "it besieges again");
    sound(&it.store, "after the relief is gone");
}

#[test]
fn sg_4_2_an_initiative_that_was_given_is_not_spent_on_a_day_of_rest() {
    let (mut it, siege, ..) = part_is_out();
    let inside = met(&it, siege, ContactKind::Assault);
    siege::call_off(&mut it.store, inside).expect("called off");
    let given = |it: &Border| it.store.siege(siege).expect("the siege").given;
    let refused = given(&it);
    assert!(refused.is_some());
    days(&mut it, siege, 2);
    assert_eq!(given(&it), refused, "both rested: {}", it.story(siege));
}

#[test]
fn sg_4_1_where_battle_with_everything_is_chosen_nobody_goes() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::Battle).expect("battle");
    for army in [help, it.host] {
        let why = refusal(contact::retire(&mut it.store, waits, army));
        assert!(why.contains("have chosen battle with everything (SG-4.1)"), "{why}");
    }
}

#[test]
fn cp_2_2_a_garrison_whose_sortie_waits_is_held_by_it() {
    let (mut it, siege, _) = resting(200, 49, 1);
    let mut orders = Orders::default();
    orders.actions.defender = Some(Action::Sortie(banneret::rules::siege::Sally::Camp));
    siege::play_by_hand(&mut it.store, siege, &orders).expect("a day");
    met(&it, siege, ContactKind::SortieCamp);
    let why = refusal(siege::slip(&mut it.store, it.garrison, Through::Out));
    assert!(why.contains("a sortie that waits"), "{why}");
}

#[test]
fn sg_2_2_armies_that_join_have_eaten_up_to_the_same_day() {
    // The second went on the fourth day, fed to that, and came back; of the host nobody has eaten yet.
    let (mut it, siege, second) = resting(400, 49, 140);
    load(&mut it, second, 5_000);
    days(&mut it, siege, 3);
    siege::join(&mut it.store, second, siege).expect("it joins");
    days(&mut it, siege, 1);
    siege::leave(&mut it.store, second).expect("it goes, fed to the fourth day");
    days(&mut it, siege, 1);
    siege::join(&mut it.store, second, siege).expect("it is back");
    let (host, other) = (a_week(&it, it.host), a_week(&it, second));
    let before = carries(&it, it.host) + carries(&it, second);
    let one = it.host;
    organise::join(&mut it.store, second, one).expect("they are one");
    let foraged = 300 * 4 * other / (7 * (host + other));
    let share = (300 * 4 / 7 - foraged) * host / (host + other);
    let behind = (host * 4).div_ceil(7) - share;
    assert_eq!(before - carries(&it, it.host), behind, "the host eats the four days that the second has eaten");
    let begun = it.store.siege(siege).expect("the siege").begun;
    assert_eq!(it.store.formation(it.host).expect("the host").fed, Some(begun + 4));
    let before = carries(&it, it.host);
    it.turns(1);
    assert_eq!(before - carries(&it, it.host), ((host + other) * 3).div_ceil(7).saturating_sub(300 - foraged - share));
    sound(&it.store, "after they joined");
}

#[test]
fn cp_7_2_a_district_is_exhausted_once_in_a_week_and_gives_no_more_than_its_days() {
    // Lifted on the fifth day, the siege has exhausted it; the field's week, two days later, does so no more, and feeds two days.
    let (mut it, siege, _) = resting(400, 49, 1);
    let place = it.store.stronghold(it.castle).expect("the castle").place;
    let weeks = |it: &Border| it.store.place(place).expect("the place").stripped_weeks;
    days(&mut it, siege, 5);
    siege::lift(&mut it.store, siege).expect("lifted");
    assert_eq!(weeks(&it), 1);
    let before = carries(&it, it.host);
    let needs = (a_week(&it, it.host) * 2).div_ceil(7);
    it.turns(1);
    assert_eq!(weeks(&it), 1, "once in a week");
    let eaten = before - carries(&it, it.host);
    let gives = 300 * 2 / 7;
    assert!((needs - gives..needs).contains(&eaten), "{eaten} of {needs}: two days of seven of it");
    it.turns(1);
    assert_eq!(weeks(&it), 2);
    sound(&it.store, "after two weeks");
}

#[test]
fn sg_4_3_a_relief_that_goes_on_the_last_day_of_a_siege_turn_has_eaten_for_it() {
    let (mut it, siege, help) = shut_in(2000, 300, 49, 120);
    load(&mut it, help, 3_000);
    let turn = 7;
    while it.store.siege(siege).expect("the siege").days % turn != turn - 1 {
        days(&mut it, siege, 1);
    }
    let (before, week) = (carries(&it, help), a_week(&it, help));
    let fed = it.store.formation(help).expect("the relief").fed.expect("known");
    let goes = Orders { actions: BySide { attacker: Some(Action::Rest), defender: Some(Action::Withdraw) } };
    siege::play_by_hand(&mut it.store, siege, &goes).expect("it goes");
    let row = it.store.siege(siege).expect("the siege");
    let until = row.begun + row.days as i32;
    assert_eq!(it.store.formation(help).expect("the relief").fed, Some(until), "{}", it.story(siege));
    assert_eq!(before - carries(&it, help), (week * (until - fed) as u32).div_ceil(7), "{}", it.story(siege));
    sound(&it.store, "after it went");
}

#[test]
fn sg_2_2_men_who_catch_up_eat_as_their_host_does() {
    // Half where it is on half rations, and their share of the country (SG-2.3).
    let ate = |half: bool| {
        let (mut it, siege, second) = resting(400, 49, 140);
        siege::join(&mut it.store, second, siege).expect("it joins");
        let conduct = banneret::campaign::siege::Conduct::Orders;
        siege::set_conduct(&mut it.store, siege, SiegePart::Besiegers, conduct, RESTS, half).expect("so be it");
        days(&mut it, siege, 3);
        let other = raise(&mut it.store, "Red", "Other", "Stonekeep", &[("sergeant", "C", 10)]);
        it.store
            .act("ahead", &json!({}), |act| {
                let ahead = act.siege(siege)?.begun + 3;
                Ok((act.set_fed(other, Some(ahead))?, "It has eaten for its days.".to_owned()))
            })
            .expect("so be it");
        siege::join(&mut it.store, other, siege).expect("it joins");
        let before = carries(&it, it.host) + carries(&it, second);
        let all = a_week(&it, it.host) + a_week(&it, second) + a_week(&it, other);
        organise::join(&mut it.store, second, other).expect("they are one");
        (before - carries(&it, it.host) - carries(&it, other), all)
    };
    let (whole, all) = ate(false);
    let country = 300 * 3 / 7 * 140 / all;
    assert_eq!(whole, 60 - country, "three days of a hundred and forty, but for the country");
    assert_eq!(ate(true).0, 30u32.saturating_sub(country), "half of it is no more than the country gives");
}

#[test]
fn sg_2_2_what_there_was_not_is_not_counted_eaten() {
    let mut it = Border::new(StrongholdKind::BaronsCastle, 0, 200, 20);
    let (one, other) = (it.garrison, raise(&mut it.store, "Blue", "Guests", "Stonekeep", &[("sergeant", "C", 20)]));
    banneret::app::march::garrison(&mut it.store, other, Some(it.castle)).expect("they go in");
    let day = it.store.day().expect("a day");
    it.store
        .act("fed", &json!({}), |act| {
            act.set_fed(one, Some(day))?;
            Ok((act.set_fed(other, Some(day + 6))?, "One has eaten, and the other has not.".to_owned()))
        })
        .expect("so be it");
    let (mine, theirs) = (a_week(&it, one), a_week(&it, other));
    organise::join(&mut it.store, one, other).expect("they are one");
    let fed = it.store.formation(other).expect("it").fed.expect("a day");
    assert_eq!(fed, day + (6 * theirs / (mine + theirs)) as i32);
}
