//! Sieges: laid from the page, conducted by orders, played a day by hand, fought over, treated about, foreseen and lifted.

use super::controls::choose;
use super::harness::*;
use super::keyboard::{focused, reaches_every_control, tab_to};
use banneret::app::{found, siege, turn};
use banneret::campaign::siege::{Conduct, SiegePart, SiegeTrain};
use banneret::desktop::ui::{BattleView, BattlesPage, Frame, Page, SiegeConduct, SiegeTab, SiegesPage};
use banneret::rules::house::thousands;
use banneret::rules::siege::{Gear, Order, Park, Progress};
use serde_json::json;
use slint::{ComponentHandle, Model};
use std::cell::RefCell;
use std::rc::Rc;

fn ui(evening: &Evening) -> SiegesPage<'_> {
    evening.window.global::<SiegesPage>()
}

/// A window on *The March* with the host of Estmark before Pen-y-Gors, its engines and rations with it.
fn before_the_walls() -> Evening {
    before_the_walls_with(None)
}

/// The same with another army of its side there too.
fn before_the_walls_with(another: Option<&str>) -> Evening {
    let evening = start();
    let file = evening.folder.path().join("march.banneret");
    let mut store = found::from_sample(&file, "march").expect("the sample");
    let army = store.army_named("Host of Estmark").expect("the host").id;
    let place = store.place_named("Pen-y-Gors").expect("the place").id;
    store
        .act("place", &json!({}), |act| {
            act.set_army_place(army, place, None)?;
            act.set_march(army, None)?;
            Ok(((), "The host stands before Pen-y-Gors.".to_owned()))
        })
        .expect("it stands");
    if let Some(another) = another {
        let army = store.army_named(another).expect("the other").id;
        store
            .act("place", &json!({}), |act| {
                act.set_army_place(army, place, None)?;
                act.set_march(army, None)?;
                Ok(((), "So does the other.".to_owned()))
            })
            .expect("it stands");
    }
    let park = Park { mangonels: 1, trebuchets: 1, rams: 1, towers: 1, ladders: true, hurt: 0 };
    let train = SiegeTrain { rations: 1200, animals: 0, park };
    siege::set_train(&mut store, army, &train, "for the story").expect("it is loaded");
    drop(store);
    banneret::desktop::open(&evening.shell, file);
    pass(50);
    page(&evening.window, 10);
    evening
}

pub fn besieged() -> Evening {
    let evening = before_the_walls();
    press(&evening.window, "Lay siege …");
    press_on_sheet(&evening.window, "Lay siege");
    assert!(ui(&evening).get_has_one(), "{}", ui(&evening).get_sheet_refusal());
    evening
}

/// The sieges under way as the campaign has them, whatever the page shows.
fn under_way(evening: &Evening) -> Vec<siege::SiegeShown> {
    let heard: Rc<RefCell<Vec<siege::SiegeShown>>> = Rc::default();
    let hear = Rc::clone(&heard);
    evening.shell.read(siege::under_way, move |_, sieges| *hear.borrow_mut() = sieges);
    heard.take()
}

#[test]
fn an_empty_page_says_what_to_do_next() {
    let evening = sample("march");
    let window = &evening.window;
    page(window, 10);
    assert!(there(window, "No siege") && says(window, "March an army to an enemy’s stronghold"));
    shoot_all(window, "sieges-empty");
    press(window, "Lay siege …");
    assert!(says(window, "No army stands before an enemy’s stronghold."), "{:?}", labels(window));
    assert!(says(window, "March one there first."), "{:?}", labels(window));
    assert!(
        on_sheet(window, "Lay siege").is_none() && on_sheet(window, "Cancel").is_some(),
        "there is nothing to confirm"
    );
    key(window, &[], slint::platform::Key::Escape);
    assert!(!ui(&evening).get_sheet());
}

#[test]
fn a_siege_is_laid_seen_at_one_look_and_lifted_and_undone() {
    let evening = before_the_walls();
    let window = &evening.window;
    press(window, "Lay siege …");
    assert_eq!(ui(&evening).get_openings().row_data(0).as_deref(), Some("Host of Estmark besieges Pen-y-Gors"));
    shoot_all(window, "sieges-lay");
    press_on_sheet(window, "Lay siege");
    assert_eq!(window.global::<Frame>().get_sentence(), "Host of Estmark lays siege to Pen-y-Gors.");
    let shown = under_way(&evening).remove(0);
    for words in [
        "Siege of Pen-y-Gors",
        "Besiegers, Estmark",
        "Garrison, Gorwen",
        "1 mangonel, 1 trebuchet, 1 ram, 1 siege tower, ladders",
        "Stretch 1 of line 1: whole",
        "and they ask terms, at the test in 7 days",
    ] {
        assert!(says(window, words), "“{words}” is not said: {:?}", labels(window));
    }
    for host in &shown.hosts {
        assert!(says(
            window,
            &format!("Stores of the {}: {} rations now", host.figures.part, thousands(host.figures.rations.into()))
        ));
    }
    assert_eq!(ui(&evening).get_factors().row_count(), shown.surrender.len());
    assert_eq!(ui(&evening).get_asks(), format!("{:.0} %", shown.asks_terms.percent));
    reaches_every_control(window, "a siege at a glance");
    shoot_all(window, "sieges-glance");
    press(window, "Orders");
    reaches_every_control(window, "the orders of a siege");
    press(window, "Lift the siege");
    // What is over is still there to be read.
    assert!(under_way(&evening).is_empty() && says(window, "Over: lifted on"), "{:?}", labels(window));
    assert!(says(window, "The siege of Pen-y-Gors is lifted.") && !there(window, "Orders"));
    key(window, &[slint::platform::Key::Control], "z");
    assert!(says(window, "Siege of Pen-y-Gors") && under_way(&evening).len() == 1);
}

#[test]
fn orders_are_given_and_a_day_is_played_by_hand() {
    let evening = besieged();
    let window = &evening.window;
    press(window, "Orders");
    assert_eq!(ui(&evening).get_tab(), SiegeTab::Orders);
    fill(window, "Standing orders, Besiegers", "storm the gate");
    press(window, "Give these orders, Besiegers");
    assert!(ui(&evening).get_orders_refusal().contains("storm the gate"), "{}", ui(&evening).get_orders_refusal());
    shoot_all(window, "sieges-orders");
    fill(window, "Standing orders, Besiegers", "build ram; batter");
    ui(&evening).set_besiegers_conduct(SiegeConduct::Orders);
    ui(&evening).set_garrison_conduct(SiegeConduct::Referee);
    press(window, "Give these orders, Besiegers");
    assert_eq!(ui(&evening).get_orders_refusal(), "");
    ui(&evening).set_garrison_half(true);
    ui(&evening).set_garrison_conduct(SiegeConduct::Referee);
    press(window, "Give these orders, Garrison");
    let hosts = under_way(&evening).remove(0).hosts;
    assert_eq!((hosts[0].figures.part, hosts[0].conduct), (SiegePart::Besiegers, Conduct::Orders));
    assert_eq!(hosts[0].orders, [Order::Ram, Order::Batter]);
    assert_eq!((hosts[1].conduct, hosts[1].figures.half), (Conduct::Referee, true));
    // What the besiegers are told to do by hand goes before their standing orders.
    choose(&evening, "What the besiegers do", &ui(&evening).get_besiegers_actions(), 0, "build: mangonel");
    press(window, "Play one day");
    assert_eq!(ui(&evening).get_day_refusal(), "");
    let shown = under_way(&evening).remove(0);
    assert_eq!((shown.days, shown.building.map(|(gear, _)| gear)), (1, Some(Gear::Mangonel.word().to_owned())));
    assert_eq!(
        ui(&evening).get_day(),
        "Day 1, 20 Jun 1335, a day ahead of the campaign, which follows with its next turn"
    );
    press(window, "Story");
    assert!(says(window, "Host of Estmark lays siege to Pen-y-Gors."), "{:?}", labels(window));
    shoot_all(window, "sieges-story");
    // Who forages says with how many men.
    press(window, "Orders");
    assert!(!there(window, "Men who forage"));
    // What cannot be done today is refused where it was chosen, and no day is played.
    choose(&evening, "What the garrison does", &ui(&evening).get_garrison_actions(), 0, "(not today: ");
    press(window, "Play one day");
    let refusal = ui(&evening).get_day_refusal();
    assert!(refusal.starts_with("The garrison cannot do this today: "), "{refusal}");
    assert_eq!(under_way(&evening).remove(0).days, 1);
    let chosen = ui(&evening).get_garrison_action();
    choose(&evening, "What the garrison does", &ui(&evening).get_garrison_actions(), chosen, "forage by night");
    fill(window, "Men who forage", "a few");
    press(window, "Play one day");
    assert!(ui(&evening).get_day_refusal().contains("“a few” is no number of men"));
    shoot_all(window, "sieges-forage");
    fill(window, "Men who forage", "3");
    press(window, "Play one day");
    assert_eq!(ui(&evening).get_day_refusal(), "");
    // By hand a siege is played as far as a turn goes, and no further.
    for _ in 0..10 {
        press(window, "Play one day");
    }
    assert!(ui(&evening).get_day_refusal().contains("played as far as a turn goes"));
}

#[test]
fn a_sortie_that_waits_says_what_its_roll_and_what_a_battle_comes_to() {
    // SG-1.3
    let evening = besieged();
    let window = &evening.window;
    press(window, "Orders");
    ui(&evening).set_besiegers_conduct(SiegeConduct::Referee);
    press(window, "Give these orders, Besiegers");
    ui(&evening).set_garrison_conduct(SiegeConduct::Referee);
    press(window, "Give these orders, Garrison");
    choose(&evening, "What the garrison does", &ui(&evening).get_garrison_actions(), 0, "sally against the camp");
    press(window, "Play one day");
    assert_eq!(ui(&evening).get_day_refusal(), "");
    page(window, 4);
    let battles = window.global::<BattlesPage>();
    assert!(battles.get_title().starts_with("A sortie at "), "{}", battles.get_title());
    let detail = battles.get_detail().to_string();
    assert!(detail.contains("burn and be gone") && detail.contains("with all who are fielded"), "{detail}");
    shoot_all(window, "battles-sortie");
}

#[test]
fn trains_are_filled_mouths_sent_out_and_the_lines_tried() {
    let evening = besieged();
    let window = &evening.window;
    press(window, "Supply");
    assert!(
        says(window, "1200 rations, 1 mangonel, 1 trebuchet, 1 ram, 1 siege tower, ladders"),
        "{:?}",
        labels(window)
    );
    reaches_every_control(window, "the supply of a siege");
    fill(window, "Rations to buy", "some");
    press(window, "Buy them");
    assert!(ui(&evening).get_supply_refusal().contains("“some” is no number of rations"));
    fill(window, "Rations to buy", "40");
    press(window, "Buy them");
    assert_eq!(ui(&evening).get_supply_refusal(), "");
    assert!(says(window, "1240 rations"), "{:?}", labels(window));
    choose(&evening, "Engine or gear", &ui(&evening).get_gears(), 0, "ram");
    press(window, "Have them made");
    assert!(says(window, "2 rams"), "{}", ui(&evening).get_supply_refusal());
    shoot_all(window, "sieges-supply");
    // Who is inside may try to slip out; whether he comes through or not, he is inside no longer.
    let out = ui(&evening).get_ways().row_data(0).expect("somebody is inside");
    assert!(out.text.contains("out of the place, by night: ") && out.text.contains(" of 36"), "{}", out.text);
    press(window, &out.label);
    assert_eq!(ui(&evening).get_supply_refusal(), "");
    assert!(
        window.global::<Frame>().get_sentence().contains("Pen-y-Gors"),
        "{}",
        window.global::<Frame>().get_sentence()
    );
    key(window, &[slint::platform::Key::Control], "z");
    assert_eq!(ui(&evening).get_ways().row_data(0).map(|way| way.label), Some(out.label));
}

#[test]
fn terms_are_offered_refused_offered_again_and_accepted() {
    let evening = besieged();
    let window = &evening.window;
    press(window, "Terms");
    fill(window, "Hostages", "many");
    press(window, "Offer terms");
    assert!(ui(&evening).get_terms_refusal().contains("“many” is no number of hostages"));
    fill(window, "Hostages", "2");
    fill(window, "Days of respite", "20");
    press(window, "Offer terms");
    assert_eq!(ui(&evening).get_terms_refusal(), "");
    assert!(says(window, "The besiegers offer: the garrison leaves with arms, 2 hostages, in 20 days unless relieved"));
    shoot_all(window, "sieges-terms");
    press(window, "Refuse the terms");
    assert!(!there(window, "Accept the terms") && says(window, "refused"));
    // A hostage is a man who is chosen.
    fill(window, "Hostages", "");
    let third = ui(&evening).get_may_be_hostages().row_data(2).expect("a man of the garrison");
    let name = third.rsplit_once(", ").expect("his name and class").0.to_owned();
    choose(&evening, "Man of the garrison to name as a hostage", &ui(&evening).get_may_be_hostages(), 0, &third);
    press(window, "Name him as a hostage");
    assert_eq!(ui(&evening).get_hostages(), "1");
    assert!(ui(&evening).get_named().contains(&name), "{}", ui(&evening).get_named());
    reaches_every_control(window, "the terms of a siege");
    press(window, "Offer terms");
    assert!(ui(&evening).get_offer().contains(&format!("hostages: {name}")), "{}", ui(&evening).get_offer());
    shoot_all(window, "sieges-hostage");
    press(window, "Accept the terms");
    assert!(!there(window, "Accept the terms"), "{}", ui(&evening).get_refusal());
    press(window, "At a glance");
    let until = under_way(&evening).remove(0).respite.expect("a respite");
    assert!(says(window, &format!("to be given up on {} unless relieved", until.long())), "{:?}", labels(window));
}

/// Has the besiegers assault by hand, day by day, until they have the initiative for it.
pub fn until_an_assault_waits(evening: &Evening) {
    let window = &evening.window;
    press(window, "Orders");
    for _ in 0..12 {
        if ui(evening).get_contacts().row_count() > 0 {
            return;
        }
        choose(evening, "What the besiegers do", &ui(evening).get_besiegers_actions(), 0, "assault");
        press(window, "Play one day");
        if ui(evening).get_contacts().row_count() == 0 {
            page(window, 1);
            press(window, "Play the next turn");
            page(window, 10);
        }
    }
    panic!("no assault in all these days: {}", ui(evening).get_day_refusal());
}

/// Has the besiegers bombard the place, as soon as they may.
pub fn until_a_bombardment_waits(evening: &Evening) {
    press(&evening.window, "Orders");
    choose(evening, "What the besiegers do", &ui(evening).get_besiegers_actions(), 0, "bombard the place");
    press(&evening.window, "Play one day");
    assert!(says(&evening.window, "Host of Estmark is ready to bombard the place"), "{:?}", labels(&evening.window));
}

#[test]
fn an_assault_waits_to_be_planned_called_off_or_rolled_for() {
    let evening = besieged();
    let window = &evening.window;
    until_an_assault_waits(&evening);
    assert!(says(window, "Host of Estmark is ready to assault"), "{:?}", labels(window));
    press(window, "At a glance");
    reaches_every_control(window, "a siege with an assault that waits");
    shoot_all(window, "sieges-assault");
    press(window, "Call off");
    assert_eq!(ui(&evening).get_contacts().row_count(), 0, "{}", ui(&evening).get_refusal());
    key(window, &[slint::platform::Key::Control], "z");
    press(window, "Go to the battle");
    assert_eq!(window.global::<Frame>().get_page(), Page::Battles);
    assert_eq!(window.global::<BattlesPage>().get_mode(), BattleView::Contact);
    page(window, 10);
    tab_to(window, "Resolve by roll");
    key(window, &[], slint::platform::Key::Return);
    assert_eq!(ui(&evening).get_refusal(), "");
    assert!(window.global::<Frame>().get_sentence().contains("Pen-y-Gors: The besiegers assault, a roll of"));
    // Won or thrown back, the walls and the story have it.
    let won = under_way(&evening).first().map(|shown| shown.progress);
    assert!(won.is_none() || won == Some(Progress::None) || says(window, "Line 1, won"), "{won:?}");
    // The button is gone with what waited, and the keyboard with the tabs of the siege.
    let tab = ui(&evening).get_tab();
    key(window, &[], slint::platform::Key::RightArrow);
    assert!(won.is_none() || ui(&evening).get_tab() != tab, "{:?}", focused(window));
    // It is listed among the battles, with what came of it.
    page(window, 4);
    press(window, "Assault on Pen-y-Gors");
    let battles = window.global::<BattlesPage>();
    assert_eq!((battles.get_title().as_str(), battles.get_mode()), ("Assault on Pen-y-Gors", BattleView::Settled));
    assert!(battles.get_detail().contains("by the siege’s own roll"), "{}", battles.get_detail());
    assert!(!there(window, "Print the casualties") && !there(window, "Watch the battle"));
    shoot_all(window, "battles-rolled");
}

#[test]
fn a_siege_is_foreseen_from_now() {
    let evening = besieged();
    let window = &evening.window;
    press(window, "Forecast");
    press(window, "Forecast from now");
    assert!(ui(&evening).get_has_forecast(), "{}", ui(&evening).get_forecast_refusal());
    let ends: f32 = ui(&evening).get_ends().iter().map(|end| end.share).sum();
    assert!((ends - 1.0).abs() < 0.001, "{ends}");
    let falls: Vec<f32> = ui(&evening).get_falls().iter().map(|week| week.share).collect();
    assert!(falls.is_sorted() && falls.iter().all(|share| (0.0..=1.0).contains(share)), "{falls:?}");
    assert!(ui(&evening).get_ends().iter().all(|end| end.was.is_empty()), "there was none before it");
    reaches_every_control(window, "a siege foreseen");
    shoot_all(window, "sieges-forecast");
    // With other orders it stands beside the one before.
    let before: Vec<String> = ui(&evening).get_ends().iter().map(|end| end.figure.to_string()).collect();
    press(window, "Forecast from now");
    let was: Vec<String> = ui(&evening).get_ends().iter().map(|end| end.was.to_string()).collect();
    assert_eq!(was, before.iter().map(|figure| format!("was {figure}")).collect::<Vec<_>>());
    assert!(ui(&evening).get_forecast_detail().contains("In the forecast before"));
    shoot_all(window, "sieges-forecast-again");
    // It was of the day it was asked on.
    press(window, "Orders");
    press(window, "Play one day");
    assert!(!ui(&evening).get_has_forecast());
    // Nor does it come back when something else is done, or the page is left and come to again.
    press(window, "Give these orders, Garrison");
    assert!(!ui(&evening).get_has_forecast());
    page(window, 1);
    page(window, 10);
    assert!(!ui(&evening).get_has_forecast());
}

#[test]
fn another_army_of_the_besiegers_is_chosen_to_assault() {
    let evening = before_the_walls_with(Some("King's Household"));
    let window = &evening.window;
    for _ in 0..2 {
        press(window, "Lay siege …");
        press_on_sheet(window, "Lay siege");
        assert_eq!(ui(&evening).get_sheet_refusal(), "");
    }
    assert_eq!(under_way(&evening)[0].hosts[0].figures.armies.len(), 2);
    until_an_assault_waits(&evening);
    assert!(says(window, "Host of Estmark is ready to assault"), "{:?}", labels(window));
    assert!(there(window, "Another army to fight it"), "{:?}", labels(window));
    reaches_every_control(window, "an assault that another army may lead");
    shoot_all(window, "sieges-lead");
    press(window, "Let it fight instead");
    assert!(says(window, "King's Household is ready to assault"), "{}", ui(&evening).get_refusal());
    key(window, &[slint::platform::Key::Control], "z");
    assert!(says(window, "Host of Estmark is ready to assault"), "{:?}", labels(window));
    // The desk sends whoever decides it to this siege.
    page(window, 1);
    assert!(says(window, "Host of Estmark is ready for an assault at Pen-y-Gors"), "{:?}", labels(window));
}

#[test]
fn what_was_chosen_in_one_campaign_is_nothing_in_another() {
    let evening = besieged();
    let window = &evening.window;
    let march = std::fs::canonicalize(evening.folder.path().join("march.banneret")).expect("the campaign");
    let (other, twin) = (evening.folder.path().join("other.banneret"), evening.folder.path().join("twin.banneret"));
    drop(banneret::app::found::from_sample(&other, "caerlaverock").expect("the sample"));
    let goes_to = |file: &std::path::Path| {
        banneret::desktop::open(&evening.shell, file.to_owned());
        pass(50);
        page(window, 10);
    };
    goes_to(&other);
    assert!(!ui(&evening).get_has_one());
    // Another campaign, whose siege and men bear the very same numbers.
    std::fs::copy(&march, &twin).expect("a copy");
    goes_to(&march);
    press(window, "Terms");
    press(window, "Name him as a hostage");
    assert!(ui(&evening).get_terms_refusal().contains("Choose a man"), "{}", ui(&evening).get_terms_refusal());
    let first = ui(&evening).get_may_be_hostages().row_data(0).expect("a man of the garrison");
    choose(&evening, "Man of the garrison to name as a hostage", &ui(&evening).get_may_be_hostages(), 0, &first);
    press(window, "Name him as a hostage");
    assert!(ui(&evening).get_terms_refusal().is_empty());
    assert!(ui(&evening).get_named().starts_with("Named"), "{}", ui(&evening).get_named());
    goes_to(&twin);
    assert!(ui(&evening).get_has_one());
    assert!(ui(&evening).get_named().starts_with("Nobody is named"), "{}", ui(&evening).get_named());
}

#[test]
fn of_what_is_done_about_a_relief_only_what_may_be_done_is_offered() {
    let evening = besieged();
    let window = &evening.window;
    // The host of Gorwen comes to relieve the place: with nothing held there is nothing to shut oneself in (SG-4).
    let comes = |act: &banneret::store::Act| {
        let place = act.place_named("Pen-y-Gors")?.id;
        let army = act.army_named("Host of Gorwen")?.id;
        act.set_march(army, None)?;
        act.set_army_place(army, place, None)?;
        Ok(((), "The host of Gorwen has come.".to_owned()))
    };
    evening.shell.act(
        |_, why| assert!(why.is_empty(), "{why}"),
        move |store| store.act("comes", &json!({}), comes),
        |_, ()| {},
    );
    evening.shell.act(|_, why| assert!(why.is_empty(), "{why}"), |store| turn::play(store).map(drop), |_, _| {});
    pass(50);
    page(window, 10);
    assert!(says(window, "A relief army has come"), "{:?}", labels(window));
    assert!(there(window, "Lift and retire") && there(window, "Battle with all"));
    assert!(!there(window, "Shut themselves in") && says(window, "They hold no part of the place"));
    assert_eq!(ui(&evening).get_relief(), "Host of Gorwen, before the place");
    shoot_all(window, "sieges-relief");
    // With a line they cannot just go; one army cannot be parted into two without being parted.
    let holds = |act: &banneret::store::Act| {
        let open = act.open_sieges()?;
        let mut row = open.into_iter().next().expect("the siege");
        row.won = 1;
        act.set_siege(&row)?;
        Ok(((), "A line is won.".to_owned()))
    };
    evening.shell.act(
        |_, why| assert!(why.is_empty(), "{why}"),
        move |store| store.act("won", &json!({}), holds),
        |_, ()| {},
    );
    pass(50);
    assert!(there(window, "Shut themselves in") && !there(window, "Lift and retire"), "{:?}", labels(window));
    assert!(says(window, "battle with a part (SG-4.2) needs two"), "{:?}", labels(window));
    shoot_all(window, "sieges-relief-holds");
    press(window, "Part the host, to give battle with a part");
    assert_eq!(window.global::<Frame>().get_page(), Page::Armies);
}
