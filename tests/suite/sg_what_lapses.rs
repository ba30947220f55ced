//! What waits at a siege and comes to nothing, who is held by it, and a plan that can be fought no more (CP-2.2, CP-3.1, SG-3.4).

use crate::sg_campaign::{Border, refusal};
use crate::sg_relief::{RESTS, sets_out, shut_in};
use crate::support::{open, refused, said, sound};
use banneret::app::siege::{self, Orders};
use banneret::app::{desk, muster, plan, relations};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{Contact, ContactKind, ContactState};
use banneret::rules::figure::BySide;
use banneret::rules::siege::{Action, Leave, Order, Park, Sally, Terms};

/// A baron's castle, where what a part is ordered to fight waits.
fn waits(part: SiegePart, order: Order) -> (Border, SiegeId, Contact) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 49);
    it.provide(Park { mangonels: 2, ladders: true, ..Park::default() });
    for one in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, one, RESTS);
    }
    it.conduct(siege, part, &[order]);
    for _ in 0..20 {
        it.turns(1);
        if let Some(met) = it.store.waiting_contacts().expect("contacts").into_iter().next() {
            return (it, siege, met);
        }
    }
    panic!("nothing waits in twenty turns: {}", it.story(siege));
}

#[test]
fn cp_3_1_a_plan_that_can_be_fought_no_more_is_dropped_by_command() {
    // An assault is planned, and called off: nothing that is mustered for it would do any more.
    let (mut it, _, met) = waits(SiegePart::Besiegers, Order::Assault);
    let planned = plan::plan(&mut it.store, met.attacker, met.defender, 5).expect("planned");
    siege::call_off(&mut it.store, met.id).expect("called off");
    assert!(muster::planned(&it.store, planned).is_err());
    // The desk says so, and what to do about it, and not that it could be played.
    let waiting = desk::decisions(&it.store).expect("decisions").into_iter();
    let of_plan: Vec<_> = waiting.filter(|one| one.about == desk::Subject::Battle(planned)).collect();
    assert_eq!(of_plan.len(), 1);
    assert!(of_plan[0].sentence.contains("come to nothing") && of_plan[0].remedy.starts_with("Drop the plan"));
    let (_folder, file) = it.closed();
    let name = file.to_str().expect("a name");
    let battle = ["battle", name, "--attacker", "Host", "--defender", "Watch"];
    assert!(refused(&battle).0.contains("which has come to nothing"), "it is not fought");
    let dropped = said(&[&battle[..], &["--drop-plan"]].concat());
    assert_eq!(dropped.trim(), "The plan of Assault on Stonekeep Castle was dropped.");
    let store = open(&file);
    assert!(store.battles().expect("battles").is_empty(), "it is gone");
    sound(&store, "the plan is dropped");
    drop(store);
    assert!(refused(&[&battle[..], &["--drop-plan"]].concat()).0.contains("No battle of these armies is planned"));
}

#[test]
fn cp_2_2_a_siege_is_not_lifted_while_something_waits_in_it() {
    for (part, order, what) in [
        (SiegePart::Besiegers, Order::Assault, "an assault by Host"),
        (SiegePart::Garrison, Order::SallyEngines, "a sortie"),
    ] {
        let (mut it, siege, met) = waits(part, order);
        let why = refusal(siege::lift(&mut it.store, siege));
        assert!(why.contains(what) && why.contains("waits, and holds the besiegers there (CP-2.2)"), "{why}");
        siege::call_off(&mut it.store, met.id).expect("called off");
        siege::lift(&mut it.store, siege).expect("now it may");
        assert!(it.ended(siege).is_some());
    }
}

#[test]
fn cp_2_2_nobody_goes_away_before_what_is_put_on_the_day() {
    // Who answers a sortie by lifting the siege rests, and is pinned as it waits; where the besiegers hold the day they are gone.
    let answered = (0..30).find_map(|seed| {
        let it = Border::seeded(seed, StrongholdKind::BaronsCastle, 2000, 200, 49);
        let (mut it, siege) = it.under_siege();
        it.provide(Park { mangonels: 2, ..Park::default() });
        let (attacker, defender) = (Some(Action::Withdraw), Some(Action::Sortie(Sally::Engines)));
        let orders = Orders { actions: BySide { attacker, defender } };
        siege::play_by_hand(&mut it.store, siege, &orders).expect("a day");
        let waits = !it.store.waiting_contacts().expect("contacts").is_empty();
        (waits || it.ended(siege).is_none()).then_some((it, siege))
    });
    let (it, siege) = answered.expect("the garrison holds one day of thirty");
    assert_eq!(it.ended(siege), None, "{}", it.story(siege));
    let told = "The besiegers of Stonekeep Castle rest: what is to be fought today comes first";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    sound(&it.store, "the sortie waits");
}

#[test]
fn cp_2_2_what_comes_to_nothing_when_a_siege_ends_is_told() {
    let (mut it, siege, met) = waits(SiegePart::Garrison, Order::SallyEngines);
    assert_eq!(met.kind, ContactKind::SortieEngines);
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &Terms::plain(Leave::WithArms)).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert!(it.ended(siege).is_some());
    assert!(
        it.story(siege).contains("What Watch was ready for at Stonekeep Castle comes to nothing."),
        "{}",
        it.story(siege)
    );
    sound(&it.store, "after the terms");
}

#[test]
fn sg_3_4_no_test_waits_where_none_is_made() {
    // Besiegers are shut in, and a sortie is out on every last day of a siege turn till one waits there.
    let (mut it, siege, _) = shut_in(2000, 200, 49, 300);
    it.conduct(siege, SiegePart::Relief, RESTS);
    let mut last = false;
    for _ in 0..40 {
        let row = it.store.siege(siege).expect("the siege");
        it.conduct(siege, SiegePart::Besiegers, if row.days % 7 == 6 { &[Order::SallyCamp] } else { RESTS });
        if siege::play_by_hand(&mut it.store, siege, &Orders::default()).is_err() {
            it.turns(1);
        }
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.first() {
            last |= (met.day - row.begun) % 7 == 0;
            siege::call_off(&mut it.store, met.id).expect("called off");
        }
        if last {
            break;
        }
    }
    assert!(last, "a sortie was to be fought on a last day: {}", it.story(siege));
    assert!(!it.story(siege).contains("the test of surrender waits"), "{}", it.story(siege));
    assert!(!it.store.siege(siege).expect("the siege").test_due);
}

#[test]
fn sg_3_3_no_respite_is_agreed_under_the_eyes_of_the_relief() {
    let (mut it, siege, help) = crate::sg_relief::awaiting_relief(900, 60, 49, 200);
    let terms = Terms { respite_days: 10, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    sets_out(&mut it, help);
    it.turns(1);
    let open = it.store.offers(siege).expect("offers").remove(0);
    if open.state != banneret::campaign::siege::OfferState::Open {
        siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    }
    let why = refusal(siege::answer(&mut it.store, siege, true));
    assert_eq!(
        why,
        "Help stands before Stonekeep Castle already, and a respite holds only until relief comes (SG-3.3)."
    );
    assert_eq!(it.store.siege(siege).expect("the siege").respite, None);
}

#[test]
fn sg_4_1_a_battle_with_everything_is_of_the_day_it_is_chosen_on() {
    // What they leave is theirs until then, and a test of surrender between counted it (SG-3.1).
    let (mut it, siege, help) = crate::sg_relief::awaiting_relief(2000, 200, 49, 200);
    sets_out(&mut it, help);
    it.turns(1);
    crate::sg_relief::holds_a_line(&mut it, siege);
    let met = crate::sg_relief::met(&it, siege, ContactKind::Field);
    let came = it.store.contact(met).expect("it").day;
    siege::meet(&mut it.store, met, siege::ReliefMeeting::Battle).expect("they fight");
    let today = it.store.siege(siege).expect("it").today(it.store.day().expect("a day"));
    assert!(came < today);
    assert_eq!(it.store.contact(met).expect("it").day, today);
    let shown = siege::show(&it.store, siege).expect("shown");
    let chosen = shown.story.iter().find(|line| line.text.contains("give battle with everything")).expect("told");
    assert_eq!(chosen.day, today);
    let host = it.host;
    crate::sg_rare_orders::settled(&mut it, help, host, "defender");
    let shown = siege::show(&it.store, siege).expect("shown");
    let at = |text: &str| shown.story.iter().position(|line| line.text.contains(text)).expect("told");
    assert!(at("give battle with everything") < at("won against"), "{}", it.story(siege));
    sound(&it.store, "after the battle");
}

#[test]
fn sg_1_1_what_is_settled_before_what_came_first_that_day_is_told_so() {
    let both = (0..30).find_map(|seed| {
        let it = Border::seeded(seed, StrongholdKind::BaronsCastle, 2000, 200, 49);
        let (mut it, siege) = it.under_siege();
        it.provide(Park { mangonels: 2, ladders: true, ..Park::default() });
        it.conduct(siege, SiegePart::Garrison, &[Order::SallyEngines]);
        it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
        it.turns(1);
        (it.store.waiting_contacts().expect("contacts").len() == 2).then_some((it, siege))
    });
    let (mut it, siege) = both.expect("both are put on one day");
    let waiting = it.store.waiting_contacts().expect("contacts");
    assert!(waiting[0].id < waiting[1].id && waiting[0].day == waiting[1].day);
    siege::resolve(&mut it.store, waiting[1].id).expect("rolled");
    assert_eq!(it.story(siege).matches("Settled out of its order").count(), 1, "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the roll");
    for met in waiting {
        siege::resolve(&mut it.store, met.id).expect("rolled");
    }
    assert!(!it.story(siege).contains("Settled out of its order"), "{}", it.story(siege));
}

#[test]
fn cp_2_2_what_waits_at_a_siege_that_a_truce_ends_is_told_to_come_to_nothing() {
    let (mut it, siege, met) = waits(SiegePart::Besiegers, Order::Assault);
    let [red, blue] = ["Red", "Blue"].map(|side| it.store.side_named(side).expect("a side").id);
    relations::set(&mut it.store, red, blue, Stance::Truce, None).expect("a truce");
    assert_eq!(it.store.contact(met.id).expect("it").state, ContactState::Lapsed);
    let told = "What Host was ready for at Stonekeep Castle comes to nothing. (CP-2.2)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    sound(&it.store, "in the truce");
}

#[test]
fn sg_3_1_who_asks_for_terms_already_is_not_tested() {
    let story = |asks: bool| {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 49);
        for one in [SiegePart::Besiegers, SiegePart::Garrison] {
            it.conduct(siege, one, RESTS);
        }
        if asks {
            siege::offer(&mut it.store, siege, SiegePart::Garrison, &Terms::plain(Leave::WithArms)).expect("asked");
        }
        it.turns(2);
        it.story(siege)
    };
    let (silent, asking) = (story(false), story(true));
    assert!(silent.contains("tests whether to surrender") && !silent.contains("no test of surrender"), "{silent}");
    assert!(!asking.contains("tests whether to surrender") && asking.contains("no test of surrender"), "{asking}");
}
