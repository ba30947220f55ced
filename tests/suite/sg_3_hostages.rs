//! Hostages who are people (SG-3.3): named in terms by either side, found by the stated rule where nobody is, and home or forfeit
//! on their day.

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, sets_out};
use crate::sg_siege::{Before, host, plan};
use crate::support::{content, run, same, sound};
use banneret::app::{captives, siege};
use banneret::campaign::ids::{PersonId, SiegeId};
use banneret::campaign::money::Pence;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, OfferState, SiegePart};
use banneret::rules::figure::{BySide, Class, Side};
use banneret::rules::game::{Captain, Game};
use banneret::rules::siege::{Action, Constable, Decision, End, Kind, Leave, Park, Plan, Relief, Stage, Terms};
use banneret::store::captives::Instalment;

/// A castle of fifty, conducted by referees on both sides.
fn bargaining() -> (Border, SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        siege::set_conduct(&mut it.store, siege, part, Conduct::Referee, &[], false).expect("so be it");
    }
    (it, siege)
}

fn for_six_days(hostages: u32) -> Terms {
    Terms { respite_days: 6, hostages, ..Terms::plain(Leave::WithArms) }
}

/// Men of the garrison from its last backwards, none of whom is foremost.
fn last(it: &Border, many: usize) -> Vec<PersonId> {
    let mut men = it.store.men_of(it.garrison).expect("men");
    men.sort_by_key(|man| std::cmp::Reverse(man.id));
    men.iter().take(many).map(|man| man.id).collect()
}

fn held(it: &Border) -> Vec<PersonId> {
    let held = it.store.hostages().expect("hostages").into_iter();
    let mut men: Vec<PersonId> = held.map(|(held, _)| it.store.captive(held).expect("held").person).collect();
    men.sort();
    men
}

fn named(it: &Border, siege: SiegeId) -> Vec<PersonId> {
    let offer = it.store.offers(siege).expect("offers").remove(0).id;
    siege::hostages_named(&it.store, offer).expect("named").iter().map(|man| man.id).collect()
}

fn sorted(mut men: Vec<PersonId>) -> Vec<PersonId> {
    men.sort();
    men
}

#[test]
fn sg_3_3_whoever_is_named_in_the_terms_is_the_hostage() {
    for by in [SiegePart::Besiegers, SiegePart::Garrison] {
        let (mut it, siege) = bargaining();
        let chosen = last(&it, 2);
        let first = content(&it.store);
        siege::offer_naming(&mut it.store, siege, by, &for_six_days(2), &chosen).expect("offered");
        // The same men in another order are the same terms.
        let turned: Vec<PersonId> = chosen.iter().rev().copied().collect();
        let again = refusal(siege::offer_naming(&mut it.store, siege, by, &for_six_days(2), &turned));
        assert!(again.contains("these terms already, and no answer is given yet"), "{again}");
        assert_eq!(named(&it, siege), chosen, "in the order in which they were named");
        let name = it.store.person(chosen[0]).expect("he").styled();
        assert!(it.story(siege).contains(&format!("2 hostages, in 6 days unless relieved; hostages: {name}, ")));
        siege::answer(&mut it.store, siege, true).expect("agreed");
        assert_eq!(held(&it), sorted(chosen.clone()), "{}", it.story(siege));
        let shown = siege::show(&it.store, siege).expect("shown").hostages;
        assert!(shown.len() == 2 && shown.iter().all(|hostage| hostage.held), "{shown:?}");
        sound(&it.store, "agreed");
        let agreed = content(&it.store);
        it.store.undo().expect("undone").expect("the answer");
        it.store.undo().expect("undone").expect("the offer");
        same(&first, &content(&it.store), "taken back");
        it.store.redo().expect("redone").expect("the offer");
        it.store.redo().expect("redone").expect("the answer");
        same(&agreed, &content(&it.store), "brought again");
        // On the day they go home, and march out with the others.
        while it.ended(siege).is_none() {
            siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
        }
        assert_eq!(it.ended(siege), Some(End::Surrendered));
        assert_eq!((held(&it), it.men(it.garrison, PersonState::Fit)), (Vec::new(), 50), "{}", it.story(siege));
        assert!(siege::show(&it.store, siege).expect("shown").hostages.iter().all(|hostage| !hostage.held));
        sound(&it.store, "after the day");
    }
}

#[test]
fn sg_3_3_who_answers_names_those_the_terms_do_not() {
    let (mut it, siege) = bargaining();
    let chosen = last(&it, 4);
    siege::offer_naming(&mut it.store, siege, SiegePart::Besiegers, &for_six_days(3), &chosen[..1]).expect("offered");
    let name = it.store.person(chosen[0]).expect("he").styled();
    assert!(it.story(siege).contains(&format!("hostages: {name} and 2 not named.")), "{}", it.story(siege));
    let before = content(&it.store);
    // No more than the terms give, nobody twice, and nobody where they are refused.
    for (answer, men, why) in [
        (true, &chosen[1..4], "3 hostages are given, and 4 are named"),
        (true, &chosen[..1], "is named twice"),
        (false, &chosen[1..2], "terms that are refused"),
    ] {
        let refused = refusal(siege::answer_naming(&mut it.store, siege, answer, men));
        assert!(refused.contains(why), "{refused}");
    }
    same(&before, &content(&it.store), "what was refused");
    siege::answer_naming(&mut it.store, siege, true, &chosen[1..2]).expect("agreed");
    // The third is the foremost of the garrison: its knight.
    let people = it.store.men_of(it.garrison).expect("men");
    assert!(people.iter().all(|man| man.profile.class != Class::Knight), "he is gone as well");
    let agreed = named(&it, siege);
    assert_eq!((&agreed[..2], agreed.len()), (&chosen[..2], 3), "agreed terms name all of them");
    assert_eq!(it.store.person(agreed[2]).expect("he").profile.class, Class::Knight);
    assert_eq!(held(&it), sorted(agreed));
    sound(&it.store, "agreed");
}

#[test]
fn sg_3_3_where_nobody_is_named_the_foremost_go_and_the_terms_name_them() {
    let (mut it, siege) = bargaining();
    let rule: Vec<PersonId> =
        siege::may_be_hostages(&it.store, siege).expect("men").iter().take(3).map(|man| man.id).collect();
    assert_eq!(it.store.person(rule[0]).expect("he").profile.class, Class::Knight);
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &for_six_days(3)).expect("offered");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(named(&it, siege), rule);
    assert_eq!(held(&it), sorted(rule));
}

#[test]
fn sg_3_3_a_man_who_is_not_of_the_garrison_is_no_hostage_for_it() {
    let (mut it, siege) = bargaining();
    let elsewhere = raise(&mut it.store, "Blue", "Elsewhere", "Bluetown", &[("knight", "A", 1)]);
    for army in [elsewhere, it.host] {
        let man = it.store.men_of(army).expect("men")[0].id;
        let refused = refusal(siege::offer_naming(&mut it.store, siege, SiegePart::Garrison, &for_six_days(2), &[man]));
        assert!(refused.contains("is not of the garrison of Stonekeep Castle"), "{refused}");
    }
    let chosen = last(&it, 2);
    let refused = refusal(siege::offer_naming(&mut it.store, siege, SiegePart::Garrison, &for_six_days(1), &chosen));
    assert!(refused.contains("1 hostage is given, and 2 are named"), "{refused}");
    assert!(it.store.offers(siege).expect("offers").is_empty());
}

#[test]
fn sg_3_3_for_a_named_man_who_is_gone_the_foremost_goes() {
    let (mut it, siege) = bargaining();
    let chosen = last(&it, 2);
    siege::offer_naming(&mut it.store, siege, SiegePart::Garrison, &for_six_days(2), &chosen).expect("offered");
    let gone = chosen[1];
    it.store
        .act("dies", &serde_json::json!({}), |act| {
            act.set_state(gone, PersonState::Dead)?;
            Ok(((), "He dies.".to_owned()))
        })
        .expect("he dies");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let hostages = held(&it);
    assert!(hostages.len() == 2 && hostages.contains(&chosen[0]) && !hostages.contains(&gone));
    let name = it.store.person(gone).expect("he").styled();
    assert!(it.story(siege).contains(&format!("not there any more: {name}.")), "{}", it.story(siege));
}

#[test]
fn sg_3_3_hostages_for_money_that_is_not_paid_on_the_day_are_forfeit() {
    // A hundred marks are agreed for a day six days off. With the chest full they are home that day; a penny short, they are
    // captives like others, for whom what the book asks is asked, and the rest march out.
    for short in [false, true] {
        let (mut it, siege) = bargaining();
        let knight = siege::may_be_hostages(&it.store, siege).expect("men")[0].id;
        let chosen = vec![knight, last(&it, 1)[0]];
        let terms = Terms { ransom_marks: 100, ..for_six_days(2) };
        siege::offer_naming(&mut it.store, siege, SiegePart::Besiegers, &terms, &chosen).expect("offered");
        siege::answer(&mut it.store, siege, true).expect("agreed");
        let blue = it.store.side_named("Blue").expect("Blue").id;
        let left = Pence(Pence::from_marks(100).0 - i64::from(short));
        it.store
            .act("spent", &serde_json::json!({}), |act| {
                let chest = act.account(act.side_account(blue)?)?;
                act.pay(chest.id, act.world()?, Pence(chest.pence.0 - left.0), "spent", "CP-1.3")?;
                Ok(((), "Spent.".to_owned()))
            })
            .expect("it is spent");
        let before = content(&it.store);
        let mut days = 0;
        while it.ended(siege).is_none() {
            siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
            days += 1;
        }
        assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
        assert!(held(&it).is_empty(), "nobody is a hostage any more");
        let captive = |man: PersonId| it.store.captivity_of(man).expect("read");
        for man in &chosen {
            assert_eq!(captive(*man).is_some(), short, "{}", it.story(siege));
        }
        if short {
            let asked = captive(knight).expect("held").asked;
            assert!(asked.is_some_and(|asked| asked > Pence(0)), "his ransom is asked: {asked:?}");
            assert!(it.story(siege).contains("Forfeit for what was not paid"), "{}", it.story(siege));
        }
        assert_eq!(it.men(it.garrison, PersonState::Fit), if short { 48 } else { 50 }, "{}", it.story(siege));
        sound(&it.store, "after the day");
        for _ in 0..days {
            it.store.undo().expect("undone").expect("a day");
        }
        same(&before, &content(&it.store), "taken back");
    }
}

#[test]
fn sg_3_3_named_hostages_go_home_when_the_place_is_relieved() {
    let (mut it, siege, help) = awaiting_relief(900, 60, 49, 200);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let chosen = last(&it, 2);
    siege::offer_naming(&mut it.store, siege, SiegePart::Garrison, &for_six_days(2), &chosen).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(held(&it), sorted(chosen.clone()));
    sets_out(&mut it, help);
    it.turns(1);
    assert_eq!(it.store.offers(siege).expect("offers")[0].state, OfferState::Lapsed, "{}", it.story(siege));
    for man in chosen {
        assert_eq!(it.store.person(man).expect("he").state, PersonState::Fit);
    }
    sound(&it.store, "relieved");
}

#[test]
fn sg_3_3_a_captain_gives_hostages_for_a_respite() {
    // Who asks terms with a relief a few days off asks for time, and pledges two; of two men he pledges one.
    for (able, pledged) in [(100, 2), (2, 1)] {
        let relief = Some(Relief { day: 9, host: host(50, 50), park: Park::default() });
        let hosts = BySide { attacker: host(500, 5000), defender: host(able, 1) };
        let mut it = Before::new(&Plan { hosts, relief, ..plan(Kind::Castle) });
        it.rests_until(7);
        it.dice.show("SG-3.1 surrender", &[10]);
        it.plays(Decision::Act(Action::Rest)).expect("they may");
        it.plays(Decision::Act(Action::Rest)).expect("they may");
        assert_eq!(it.siege.stage(), Stage::Offer(Side::Defender));
        let Decision::Offer(terms) = Constable.decide(&it.siege.view(Side::Defender)) else { panic!("he asks") };
        assert_eq!((terms.hostages, terms.respite_days > 0), (pledged, true));
    }
}

#[test]
fn sg_3_3_hostages_are_named_by_command() {
    let (it, siege) = bargaining();
    let men: Vec<_> = last(&it, 2).into_iter().map(|man| it.store.person(man).expect("he")).collect();
    let (numbers, names): (Vec<String>, Vec<String>) =
        men.iter().map(|man| (format!("#{}", man.id.0), man.styled())).unzip();
    let foreign = it.store.men_of(it.host).expect("men").remove(5).name;
    assert!(siege::hostage_named(&it.store, siege, &foreign).is_err());
    let (_folder, file) = it.closed();
    let file = file.to_str().expect("a path");
    let says = |arguments: &[&str]| {
        let out = run(["siege", file].iter().chain(arguments).chain(&["--stronghold", "Stonekeep Castle"]));
        let told = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        (out.status.success(), told)
    };
    let offers = ["offer", "--by", "garrison", "--days", "6", "--hostages", "2", "--hostage"];
    let (done, told) = says(&[&offers[..], &[foreign.as_str()]].concat());
    assert!(!done && told.contains("garrison"), "{told}");
    let (done, told) = says(&[&offers[..], &[numbers[0].as_str()]].concat());
    assert!(done && told.contains(&names[0]) && told.contains("1 not named"), "{told}");
    let (_, shown) = says(&["show"]);
    let offered = format!("2 hostages, in 6 days unless relieved; hostages: {} and 1 not named.", names[0]);
    assert!(shown.contains(&format!("Offered by the garrison: the garrison leaves with arms, {offered}")), "{shown}");
    let (done, told) = says(&["answer", "yes", "--hostage", &numbers[1]]);
    assert!(done, "{told}");
    let (_, shown) = says(&["show"]);
    assert!(shown.contains(&format!("hostages: {}, {}.", names[0], names[1])), "{shown}");
}

#[test]
fn sg_3_3_hostages_where_the_men_owe_their_ransoms_go_home_when_the_greatest_are_paid() {
    // SG-3.3, CP-4.3: terms without a day leave nothing to be pledged for but what is owed, and hostages owe like the others.
    for foremost in [false, true] {
        let (mut it, siege) = bargaining();
        let chosen = if foremost { Vec::new() } else { last(&it, 2) };
        let terms = Terms { hostages: 2, men_pay: true, ..Terms::plain(Leave::WithoutArms) };
        siege::offer_naming(&mut it.store, siege, SiegePart::Besiegers, &terms, &chosen).expect("offered");
        let (would_owe, _) = siege::men_would_owe(&it.store, siege).expect("owed");
        let before = content(&it.store);
        siege::answer(&mut it.store, siege, true).expect("agreed");
        assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
        let debts = it.store.instalments().expect("debts");
        assert_eq!(debts.iter().map(|debt| debt.pence).sum::<Pence>(), would_owe, "everybody owes");
        let hostages = held(&it);
        let owes = |man: PersonId| {
            let his = |debt: &Instalment| it.store.captive(debt.captive).expect("it").person == man;
            debts.iter().any(his)
        };
        for (held, _) in it.store.hostages().expect("hostages") {
            let hostage = it.store.captive(held).expect("held");
            let debt = it.store.captive(hostage.pledge.expect("pledged")).expect("a debt");
            assert_ne!(debt.person, hostage.person, "for another");
            let others = debts.iter().filter(|due| it.store.captive(due.captive).expect("it").person != hostage.person);
            let greatest = others.map(|due| due.pence).max().expect("somebody owes");
            assert!(debts.iter().any(|due| due.captive == debt.id && due.pence <= greatest));
            assert!(it.store.person(hostage.person).expect("he").profile.weapons.is_empty(), "without arms, too");
        }
        match foremost {
            false => {
                assert_eq!(hostages, sorted(chosen.clone()), "{}", it.story(siege));
                assert!(it.story(siege).contains("Hostages until what is owed is paid: "), "{}", it.story(siege));
            }
            true => assert!(hostages.iter().all(|man| !owes(*man)) || debts.len() > 1, "{}", it.story(siege)),
        }
        sound(&it.store, "agreed");
        // With the last of what they are pledged for they are home.
        for debt in &debts {
            captives::pay_part(&mut it.store, debt.id, None).expect("paid");
        }
        assert!(held(&it).is_empty());
        let lines = it.store.lines("who was a hostage for", None, None, 9).expect("lines");
        assert_eq!(lines.len(), hostages.len(), "{lines:?}");
        sound(&it.store, "paid");
        for _ in 0..=debts.len() {
            it.store.undo().expect("undone").expect("a payment, and the answer");
        }
        same(&before, &content(&it.store), "taken back");
    }
    // Where nothing is owed they go home at once.
    let (mut it, siege) = bargaining();
    let plain = Terms { hostages: 2, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &plain).expect("offered");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert!(held(&it).is_empty(), "{}", it.story(siege));
}
