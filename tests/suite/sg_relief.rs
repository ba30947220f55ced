//! Relief, and what else comes upon a siege from without (SG-2.3, SG-3, SG-4, CP-1.6): stories on the border of
//! [`crate::sg_campaign`].

use crate::sg_campaign::{Border, raise, refusal};
use crate::support::{content, same, sound};
use banneret::app::{battle, march, numbers, organise, plan, relations, siege, turn};
use banneret::campaign::ids::{ContactId, FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::realm::Stance;
use banneret::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::figure::Side;
use banneret::rules::siege::{End, Leave, Order, Park, Terms};
use serde_json::json;

pub(crate) const RESTS: &[Order] = &[Order::Rest];

/// A baron's castle whose garrison and besiegers only rest, and a relief two days' march away.
pub(crate) fn awaiting_relief(rations: u32, host: u32, garrison: u32, help: u32) -> (Border, SiegeId, FormationId) {
    awaits_relief(Border::new(StrongholdKind::BaronsCastle, rations, host, garrison), help)
}

fn awaits_relief(it: Border, help: u32) -> (Border, SiegeId, FormationId) {
    let (mut it, siege) = it.under_siege();
    it.provide(Park { trebuchets: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", help)]);
    (it, siege, help)
}

pub(crate) fn sets_out(it: &mut Border, army: FormationId) {
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    march::order(&mut it.store, army, keep).expect("it marches");
}

/// The besiegers hold the outer line.
pub(crate) fn holds_a_line(it: &mut Border, siege: SiegeId) {
    let won = |act: &banneret::store::Act| {
        let mut row = act.siege(siege)?;
        row.won = 1;
        act.set_siege(&row)?;
        Ok(((), "A line is won.".to_owned()))
    };
    it.store.act("a line is won", &json!({}), won).expect("so be it");
}

pub(crate) fn met(it: &Border, siege: SiegeId, kind: ContactKind) -> ContactId {
    let waiting = it.store.waiting_contacts().expect("contacts");
    let found = waiting.iter().find(|contact| contact.siege == Some(siege) && contact.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind} waits: {}", it.story(siege))).id
}

/// The relief has come, and the besiegers have shut themselves in the line they hold.
pub(crate) fn shut_in(rations: u32, host: u32, garrison: u32, help: u32) -> (Border, SiegeId, FormationId) {
    shut_in_at(Border::new(StrongholdKind::BaronsCastle, rations, host, garrison), help)
}

pub(crate) fn shut_in_at(it: Border, help: u32) -> (Border, SiegeId, FormationId) {
    let (mut it, siege, help) = awaits_relief(it, help);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let contact = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, contact, siege::ReliefMeeting::ShutIn).expect("they shut themselves in");
    it.conduct(siege, SiegePart::Relief, RESTS);
    // It has a way over the wall.
    let train = it.store.train(help).expect("a train");
    let train = SiegeTrain { park: Park { ladders: true, ..train.park }, ..train };
    siege::set_train(&mut it.store, help, &train, "for the story").expect("loaded");
    (it, siege, help)
}

#[test]
fn sg_3_3_a_relief_before_the_walls_stops_an_agreed_surrender_and_sends_the_hostages_home() {
    let (mut it, siege, help) = awaiting_relief(900, 60, 49, 200);
    let terms = Terms { respite_days: 10, hostages: 2, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(it.men(it.garrison, PersonState::Fit), 48, "two are hostages");
    sets_out(&mut it, help);
    it.turns(1);
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.respite, row.ended), (None, None), "{}", it.story(siege));
    assert!(it.story(siege).contains("the terms that were agreed lapse"), "{}", it.story(siege));
    assert_eq!(it.store.offers(siege).expect("offers")[0].state, OfferState::Lapsed);
    assert_eq!(it.men(it.garrison, PersonState::Fit), 50, "the hostages are home");
    // The agreed day goes by, and the relief stands there still.
    it.turns(2);
    assert_eq!(it.ended(siege), None, "{}", it.story(siege));
    sound(&it.store, "after the lapsed terms");
}

#[test]
fn sg_3_2_a_hungry_place_does_not_fall_under_the_eyes_of_its_relief() {
    // Fifty men with sixty rations eat the last of them in the second siege turn, and a third passes without any.
    let (mut it, siege, help) = awaiting_relief(60, 60, 49, 200);
    it.turns(1);
    sets_out(&mut it, help);
    it.turns(3);
    assert_eq!(it.ended(siege), None, "{}", it.story(siege));
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").rations, 0);
}

#[test]
fn sg_4_1_a_field_battle_fought_in_the_other_order_has_the_same_victor() {
    // SG-2.3, SG-4.1: whoever stands first on the roster, it is the beaten who loses his train, and the victor who has the field.
    for (relief_first, relief_wins) in [(true, true), (false, true), (true, false), (false, false)] {
        let (mut it, siege, help) = awaiting_relief(2000, 60, 49, 200);
        sets_out(&mut it, help);
        it.turns(1);
        let contact = met(&it, siege, ContactKind::Field);
        siege::meet(&mut it.store, contact, siege::ReliefMeeting::Battle).expect("they fight");
        let (attacker, defender) = if relief_first { (help, it.host) } else { (it.host, help) };
        let muster = plan::muster_of(&it.store, attacker, defender, 5).expect("mustered");
        let tables = numbers::man_to_man(&it.store).expect("the tables");
        let entry = if relief_first == relief_wins { "winner attacker" } else { "winner defender" };
        let report = battle::read_result(&muster, &tables, entry.as_bytes(), false).expect("read");
        let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
        battle::take_in(&mut it.store, proposal).expect("taken in");
        let engines = |army| it.store.train(army).expect("a train").park.trebuchets;
        let wanted = if relief_wins { (0, 1) } else { (1, 0) };
        assert_eq!((engines(it.host), engines(help)), wanted, "{relief_first} {relief_wins}: {}", it.story(siege));
        sound(&it.store, entry);
    }
}

#[test]
fn sg_4_3_besiegers_who_are_beaten_where_they_are_shut_in_are_taken() {
    let (mut it, siege, help) = shut_in(2000, 300, 49, 120);
    let few = SiegeTrain { rations: 300, park: Park { trebuchets: 1, ..Park::default() }, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, it.host, &few, "short").expect("they are short");
    for _ in 0..8 {
        if it.ended(siege).is_none() {
            it.turns(1);
        }
    }
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    let host = it.store.formation(it.host).expect("the host");
    assert_eq!(host.stronghold, None, "nobody stays free behind the enemy's walls");
    assert_eq!(it.store.train(it.host).expect("a train"), SiegeTrain::default(), "what was theirs is the captors'");
    assert_eq!(it.store.train(help).expect("a train").park.trebuchets, 1, "{}", it.story(siege));
    // But for those who have got away since.
    assert!(it.store.men_of(it.host).expect("men").len() < 20, "{}", it.story(siege));
    let blue = it.store.side_named("Blue").expect("Blue").id;
    let held =
        it.store.captives(false).expect("captives").iter().filter(|line| line.captive.holder_side == blue).count();
    assert!(held > 100, "{held} of three hundred are held: {}", it.story(siege));
    sound(&it.store, "after the relief");
}

#[test]
fn sg_4_3_when_the_relief_goes_the_besiegers_besiege_again() {
    let (mut it, siege, help) = shut_in(2000, 300, 49, 48);
    siege::leave(&mut it.store, help).expect("it goes");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.shut_in, row.won, row.ended), (false, 1, None), "{}", it.story(siege));
    assert_eq!(it.store.formation(it.host).expect("the host").stronghold, None);
    // They may bargain, lift and assault as before.
    let terms = Terms::plain(Leave::WithArms);
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("they may offer terms again");
    sound(&it.store, "after the relief has gone");
}

#[test]
fn sg_4_3_the_relief_fights_from_without_and_both_its_men_and_the_garrisons_fall() {
    let (mut it, siege, help) = shut_in(2000, 200, 60, 300);
    it.conduct(siege, SiegePart::Relief, &[Order::Assault]);
    let mut fought = 0;
    for _ in 0..20 {
        if it.ended(siege).is_some() || fought == 2 {
            break;
        }
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        let Some(assault) = waiting.iter().find(|known| known.kind == ContactKind::Assault) else { continue };
        assert_eq!((assault.attacker, assault.defender), (help, it.host), "the relief's own orders, and its own men");
        let before = (it.men(help, PersonState::Fit), it.men(it.garrison, PersonState::Fit));
        siege::resolve(&mut it.store, assault.id).expect("it is resolved");
        fought += 1;
        let after = (it.men(help, PersonState::Fit), it.men(it.garrison, PersonState::Fit));
        // Three hundred and sixty assault: of what they lose five sixths are the relief's.
        assert!(before.0 - after.0 > before.1 - after.1, "{before:?} {after:?}: {}", it.story(siege));
    }
    assert!(fought > 0, "{}", it.story(siege));
    // Whose the knights were who fell is told with their names.
    let fell = it.story(siege).lines().filter(|line| line.contains("Siege of")).map(str::to_owned).collect::<Vec<_>>();
    for line in fell.iter().filter(|line| [" died", " was wounded"].iter().any(|what| line.contains(what))) {
        assert!(
            line.contains("of the besiegers, ")
                || line.contains("of the garrison, ")
                || line.contains("of the relief, ")
        );
    }
    sound(&it.store, "after assaults from without");
}

#[test]
fn sg_4_2_beside_the_battle_of_a_part_the_garrison_may_win_back_what_is_held() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 150)]);
    siege::join(&mut it.store, second, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let contact = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, contact, siege::ReliefMeeting::Part(vec![second])).expect("a part gives battle");
    let before = content(&it.store);
    let waiting = it.store.waiting_contacts().expect("contacts");
    let kinds: Vec<(ContactKind, FormationId, FormationId)> =
        waiting.iter().map(|known| (known.kind, known.attacker, known.defender)).collect();
    assert!(kinds.contains(&(ContactKind::Field, second, help)), "{kinds:?}");
    assert!(kinds.contains(&(ContactKind::Assault, it.garrison, it.host)), "{kinds:?}");
    assert_eq!(kinds.len(), 2, "those who go on inside face nobody else: {kinds:?}");
    // Called off, the initiative is the besiegers' (SG-4.2).
    let back = met(&it, siege, ContactKind::Assault);
    siege::call_off(&mut it.store, back).expect("refused");
    assert_eq!(it.store.siege(siege).expect("the siege").given, Some(Side::Attacker));
    it.store.undo().expect("undone").expect("the refusal");
    same(&before, &content(&it.store), "a refusal taken back");
    siege::resolve(&mut it.store, back).expect("it is resolved");
    let won = it.store.siege(siege).expect("the siege").won;
    assert_eq!(won == 0, it.story(siege).contains("wins the line"), "{}", it.story(siege));
    sound(&it.store, "beside the battle");
}

#[test]
fn cp_2_2_an_army_whose_assault_waits_does_not_leave_the_siege() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 300, 20);
    it.provide(Park { towers: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", 50)]);
    siege::join(&mut it.store, second, siege).expect("it joins");
    while it.store.waiting_contacts().expect("contacts").is_empty() {
        it.turns(1);
    }
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    assert_eq!(assault.attacker, it.host, "the strongest army leads it");
    assert!(refusal(siege::leave(&mut it.store, it.host)).contains("waits"));
    siege::leave(&mut it.store, second).expect("the other may go");
    siege::resolve(&mut it.store, assault.id).expect("it is resolved");
    sound(&it.store, "after the assault");
}

#[test]
fn sg_3_3_captains_give_nothing_away_and_grant_no_endless_respite() {
    // With stores and walls a captain keeps the place, however mild the terms; and no captain sits a thousand days before it.
    for (by, terms) in [
        (SiegePart::Besiegers, Terms { ransom_marks: 1000, hostages: 5, ..Terms::plain(Leave::WithArms) }),
        (SiegePart::Besiegers, Terms::plain(Leave::WithArms)),
        (SiegePart::Garrison, Terms { respite_days: 400, ..Terms::plain(Leave::WithArms) }),
    ] {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 60);
        it.provide(Park::default());
        siege::offer(&mut it.store, siege, by, &terms).expect("offered");
        it.turns(1);
        assert_eq!(it.store.offers(siege).expect("offers").last().expect("one").state, OfferState::Refused);
        assert_eq!((it.ended(siege), it.store.siege(siege).expect("the siege").respite), (None, None));
    }
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 60);
    let for_ever = Terms { respite_days: 1001, ..Terms::plain(Leave::WithArms) };
    assert!(refusal(siege::offer(&mut it.store, siege, SiegePart::Garrison, &for_ever)).contains("1001 days"));
}

#[test]
fn cp_1_6_a_truce_lifts_the_siege() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 60);
    let (red, blue) = (it.store.side_named("Red").expect("Red").id, it.store.side_named("Blue").expect("Blue").id);
    let before = content(&it.store);
    relations::set(&mut it.store, red, blue, Stance::Truce, None).expect("a truce");
    assert_eq!(it.ended(siege), Some(End::Lifted));
    it.store.undo().expect("undone").expect("the truce");
    same(&before, &content(&it.store), "a truce taken back");
}

#[test]
fn sg_2_3_nobody_is_moved_through_the_lines_by_the_roster() {
    let (mut it, _, help) = awaiting_relief(900, 60, 49, 40);
    sets_out(&mut it, help);
    it.turns(1);
    let place = it.store.formation(help).expect("the relief").place;
    assert_eq!(place, it.store.formation(it.garrison).expect("the watch").place, "they are in one place");
    assert!(refusal(organise::join(&mut it.store, help, it.garrison)).contains("siege lies between"));
    let man = it.store.men_of(help).expect("men")[5].id;
    let unit = it.store.men_of(it.garrison).expect("men")[5].formation.expect("a unit");
    assert!(refusal(organise::move_men(&mut it.store, &[man], unit)).contains("siege lies between"));
}

#[test]
fn sg_2_3_a_convoy_that_comes_through_meets_nobody_and_one_found_out_is_met_once() {
    let (mut through, mut found_out) = (0, 0);
    for men in 6..18 {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 100, 120, 20);
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        // A day more on the road for each is another day's dice.
        it.turns(men % 5);
        let carts = raise(&mut it.store, "Blue", "Carts", "Bluetown", &[("sergeant", "D", men)]);
        siege::load(&mut it.store, carts, siege::Load { rations: 200, animals: 5 }, None).expect("bought");
        let keep = it.store.place_named("Stonekeep").expect("the place").id;
        march::order_to(&mut it.store, carts, keep, Purpose::Convoy).expect("it marches");
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        let faced = waiting.iter().filter(|known| [known.attacker, known.defender].contains(&carts)).count();
        if it.story(siege).contains("comes through") {
            through += 1;
            assert_eq!(faced, 0, "{}", it.story(siege));
        } else {
            found_out += 1;
            assert_eq!(faced, 1, "{}", it.story(siege));
            assert!(refusal(siege::slip(&mut it.store, carts, siege::Through::In)).contains("faces an enemy"));
        }
    }
    assert!(through > 0 && found_out > 0, "{through} through, {found_out} found out");
}

#[test]
fn sg_2_3_a_convoy_taken_on_the_road_feeds_its_takers() {
    // Thirty-odd carters with two hundred rations run into four hundred men in the field, and lose what they carry.
    let mut it = Border::new(StrongholdKind::BaronsCastle, 100, 400, 20);
    let carts = raise(&mut it.store, "Blue", "Carts", "Stonekeep", &[("sergeant", "D", 12)]);
    siege::load(&mut it.store, carts, siege::Load { rations: 200, animals: 5 }, None).expect("bought");
    turn::play(&mut it.store).expect("a turn");
    let carried = it.store.train(carts).expect("its train").rations;
    let before = it.store.train(it.host).expect("the host's train").rations;
    let waiting = it.store.waiting_contacts().expect("contacts");
    assert_eq!(waiting.len(), 1);
    plan::plan(&mut it.store, it.host, carts, 7).expect("planned");
    let muster = plan::muster_of(&it.store, it.host, carts, 7).expect("mustered");
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let fought = battle::fight(&muster, &house).expect("fought");
    assert_eq!(fought.report.winner, Some(Side::Attacker));
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("lines");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    assert_eq!(it.store.train(carts).expect("its train"), SiegeTrain::default());
    assert_eq!(it.store.train(it.host).expect("the host's train").rations, before + carried);
    sound(&it.store, "after the road");
}

#[test]
fn cp_2_2_by_hand_nothing_is_chosen_while_something_waits() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 60);
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        siege::set_conduct(&mut it.store, siege, part, Conduct::Referee, &[], false).expect("so be it");
    }
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &Terms::plain(Leave::WithArms)).expect("offered");
    let mut orders = siege::Orders::default();
    orders.actions.attacker = Some(banneret::rules::siege::Action::Build(banneret::rules::siege::Gear::Ladders));
    assert!(refusal(siege::play_by_hand(&mut it.store, siege, &orders)).contains("only rest while something waits"));
    siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day of rest");
}

#[test]
fn cp_3_1_another_army_of_its_host_fights_an_assault_that_waits() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 200, 20);
    it.provide(Park { towers: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", 50)]);
    siege::join(&mut it.store, second, siege).expect("it joins");
    while it.store.waiting_contacts().expect("contacts").is_empty() {
        it.turns(1);
    }
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    assert_eq!((assault.attacker, assault.defender), (it.host, it.garrison), "the strongest, where nobody is chosen");
    let others = siege::may_lead(&it.store, &assault).expect("read");
    assert_eq!(others.iter().map(|army| army.id).collect::<Vec<_>>(), [second]);
    let before = content(&it.store);
    assert!(refusal(siege::lead(&mut it.store, assault.id, it.host)).contains("cannot fight in the place"));
    siege::lead(&mut it.store, assault.id, second).expect("it does");
    let assault = it.store.waiting_contacts().expect("contacts").remove(0);
    assert_eq!((assault.attacker, assault.defender), (second, it.garrison));
    assert!(it.story(siege).contains("Second fights at Stonekeep Castle in the place of Host. (CP-3.1)"));
    // It is its men who are arrayed before the walls, with the host's ladders.
    let muster = plan::muster_of(&it.store, second, it.garrison, 5).expect("mustered");
    assert_eq!(muster.plan.hosts.attacker.men().count(), 50);
    assert!(muster.battle.gear.attacker.contains("ladders"), "{}", muster.battle.gear.attacker);
    assert!(plan::muster_of(&it.store, it.host, it.garrison, 5).is_err(), "no assault of the host's waits");
    // Once it is planned who fights stands fast.
    plan::plan(&mut it.store, second, it.garrison, 5).expect("planned");
    assert!(refusal(siege::lead(&mut it.store, assault.id, it.host)).contains("planned already"));
    it.store.undo().expect("undone").expect("the plan");
    it.store.undo().expect("undone").expect("the choice");
    same(&before, &content(&it.store), "a choice taken back");
}

#[test]
fn sg_2_3_a_train_takes_no_more_than_a_train_may_have() {
    // A thousand engines of a kind, and a million rations: what the victor has no room for is left to the beaten.
    let mut it = Border::new(StrongholdKind::BaronsCastle, 100, 400, 20);
    let park = Park { trebuchets: 999, ..Park::default() };
    let most = SiegeTrain { rations: 999_900, animals: 3, park };
    siege::set_train(&mut it.store, it.host, &most, "a great train").expect("as much as there may be");
    let carts = raise(&mut it.store, "Blue", "Carts", "Stonekeep", &[("sergeant", "D", 12)]);
    let load = SiegeTrain { rations: 300, animals: 5, park: Park { trebuchets: 3, hurt: 2, ..Park::default() } };
    siege::set_train(&mut it.store, carts, &load, "for the castle").expect("loaded");
    turn::play(&mut it.store).expect("a turn");
    let (before, carried) = (it.store.train(it.host).expect("a train"), it.store.train(carts).expect("a train"));
    plan::plan(&mut it.store, it.host, carts, 7).expect("planned");
    let muster = plan::muster_of(&it.store, it.host, carts, 7).expect("mustered");
    let fought = battle::fight(&muster, &numbers::of_battles(&it.store).expect("house numbers")).expect("fought");
    assert_eq!(fought.report.winner, Some(Side::Attacker));
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("lines");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    let (after, left) = (it.store.train(it.host).expect("a train"), it.store.train(carts).expect("a train"));
    assert_eq!((after.park.trebuchets, left.park.trebuchets), (1000, 2));
    assert_eq!((after.park.hurt, left.park.hurt), (0, 2), "the hurt one is the last to go");
    assert_eq!(after.rations, (before.rations + carried.rations).min(1_000_000));
    assert_eq!(after.rations + left.rations, before.rations + carried.rations);
    sound(&it.store, "after the road");
}

#[test]
fn sg_4_3_who_is_shut_in_assaults_the_garrison_and_lives_on_the_store_he_takes() {
    // SG-4.3: the citadel is held by the garrison, however strong the relief outside; SG-2.4: its stores, and their own, are
    // what they live on when it is theirs and they are besieged in it.
    let (mut it, siege, help) = shut_in(500, 300, 20, 120);
    let brought = it.store.train(it.host).expect("a train").rations;
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    for _ in 0..20 {
        if it.ended(siege).is_some() {
            break;
        }
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        let Some(assault) = waiting.iter().find(|known| known.kind == ContactKind::Assault) else { continue };
        assert_eq!((assault.attacker, assault.defender), (it.host, it.garrison), "{}", it.story(siege));
        let joins = siege::may_lead(&it.store, assault).expect("who could lead");
        assert!(!joins.iter().any(|army| army.id == help), "the relief is outside");
        let (host, garrison) = (it.host, it.garrison);
        crate::sg_rare_orders::settled(&mut it, host, garrison, "attacker\nholds attacker");
    }
    let place = it.store.stronghold(it.castle).expect("the castle");
    let again = it.store.siege_of(it.castle).expect("a siege").expect("the relief besieges it");
    assert_ne!(again.id, siege, "{}", it.story(siege));
    assert_eq!(place.rations, place.store_capacity, "of {brought} as many as there is room for: {}", it.story(siege));
    sound(&it.store, "besieged in what they took");
}

#[test]
fn cp_2_1_a_siege_begun_anew_is_of_the_day_the_place_was_taken_on() {
    // Days played by hand are ahead of the campaign's day, and so is what comes of them.
    let (mut it, siege, _) = shut_in(500, 300, 20, 120);
    let lines = siege::show(&it.store, siege).expect("the siege").lines.len();
    let all_but_the_keep = |act: &banneret::store::Act| {
        let mut row = act.siege(siege)?;
        row.won = lines as u8 - 1;
        act.set_siege(&row)?;
        Ok(((), "All but the keep is won.".to_owned()))
    };
    it.store.act("all but the keep", &json!({}), all_but_the_keep).expect("so be it");
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    for _ in 0..7 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
        if it.store.waiting_contacts().expect("contacts").iter().any(|known| known.kind == ContactKind::Assault) {
            break;
        }
    }
    let (host, garrison) = (it.host, it.garrison);
    crate::sg_rare_orders::settled(&mut it, host, garrison, "attacker\nholds attacker");
    let (end, taken) = it.store.siege(siege).expect("the siege").ended.expect("it is over");
    let again = it.store.siege_of(it.castle).expect("a siege").expect("the relief besieges it");
    assert_eq!((end, again.begun), (End::Taken, taken), "{}", it.story(siege));
    assert!(taken > it.store.day().expect("the day"), "played ahead of {taken:?}");
    it.turns(2);
    assert!(it.store.siege(again.id).expect("it").days > 0, "{}", it.story(again.id));
    sound(&it.store, "a siege begun anew");
}

#[test]
fn sg_4_what_is_to_be_decided_names_the_relief_and_what_it_is_decided_by() {
    let (mut it, siege, help) = awaiting_relief(400, 300, 49, 48);
    sets_out(&mut it, help);
    let shown = siege::show(&it.store, siege).expect("the siege");
    assert_eq!(siege::relief_in_words(&shown).as_deref(), Some("Help, which could be there in 2 days"));
    it.turns(1);
    let shown = siege::show(&it.store, siege).expect("the siege");
    assert_eq!(siege::relief_in_words(&shown).as_deref(), Some("Help, before the place"));
    let waits = siege::waiting_in_words(&it.store, &shown).expect("what waits");
    assert!(waits.len() == 1 && waits[0].starts_with("Help, come to relieve the place"), "{waits:?}");
    // SG-3.1: the ratio of able men, and the stores beside what could be stored.
    let able = |part| shown.hosts.iter().find(|host| host.figures.part == part).expect("a host").figures.able;
    let (ours, theirs) = (able(SiegePart::Besiegers), able(SiegePart::Garrison));
    assert!(shown.measured.starts_with(&format!("{ours} able besiegers to {theirs} of the garrison (")));
    let capacity = it.store.stronghold(it.castle).expect("the castle").store_capacity;
    assert!(shown.measured.contains(&format!(" rations where {capacity} could be stored")), "{}", shown.measured);
}

#[test]
fn sg_1_6_a_battle_with_a_garrison_is_an_assault_that_is_ordered_first() {
    let (it, _, help) = awaiting_relief(400, 300, 49, 48);
    let refused =
        |attacker, defender| banneret::app::allies::may_join(&it.store, attacker, defender).expect_err("refused").hint;
    assert!(refused(it.host, it.garrison).starts_with("Order an assault first"), "{}", refused(it.host, it.garrison));
    assert_ne!(refused(help, it.garrison), refused(it.host, it.garrison));
}
