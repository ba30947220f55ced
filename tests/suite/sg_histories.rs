//! Seven sieges of a campaign from the first orders to how they ended (SG-1 to SG-4, SG-8), each to be read as a story. Nothing
//! in them is set by hand but what a referee orders, answers and settles.

use crate::sg_campaign::{Border, raise, refusal};
use crate::support::{content, same, sound};
use banneret::app::captives::{self, Buyer};
use banneret::app::world::ByHand;
use banneret::app::world::sides::{self, NewSide};
use banneret::app::{battle, march, numbers, plan, siege};
use banneret::campaign::calendar::Day;
use banneret::campaign::ids::{ContactId, FormationId, SideId, SiegeId};
use banneret::campaign::money::Pence;
use banneret::campaign::names::People;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Conduct, OfferState, Purpose, SiegePart, SiegeTrain};
use banneret::campaign::war::ContactKind;
use banneret::rules::figure::{BySide, Class, Side};
use banneret::rules::siege::{Action, At, End, Leave, Order, Park, Progress, Terms};

const RESTS: &[Order] = &[Order::Rest];

fn side(it: &Border, name: &str) -> SideId {
    it.store.side_named(name).expect("the side").id
}

fn treasury(it: &Border, name: &str) -> Pence {
    it.store.account(it.store.side_account(side(it, name)).expect("its account")).expect("the account").pence
}

fn waiting(it: &Border, kind: ContactKind) -> Option<ContactId> {
    let waiting = it.store.waiting_contacts().expect("contacts");
    waiting.iter().find(|contact| contact.kind == kind).map(|contact| contact.id)
}

/// Refuses what the garrison may have asked for.
fn refuses(it: &mut Border, siege: SiegeId) {
    let open = it.store.offers(siege).expect("offers").iter().any(|offer| offer.state == OfferState::Open);
    if open {
        siege::answer(&mut it.store, siege, false).expect("refused");
    }
}

fn rations(it: &Border) -> u32 {
    it.store.stronghold(it.castle).expect("the castle").rations
}

fn sends(it: &mut Border, army: FormationId, purpose: Purpose) {
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    march::order_to(&mut it.store, army, keep, purpose).expect("it marches");
}

/// Everything is taken back to the first day, and brought again.
pub(crate) fn taken_back_and_brought_again(it: &mut Border) {
    let last = content(&it.store);
    let mut undone = 0;
    while it.store.undo().expect("undone").is_some() {
        undone += 1;
    }
    sound(&it.store, "taken back");
    for _ in 0..undone {
        it.store.redo().expect("redone");
    }
    same(&last, &content(&it.store), "brought again");
}

#[test]
fn a_border_castle_is_starved_out_in_a_hard_winter() {
    // Martinmas. Fifty men with 210 rations go on half rations, and a hundred and two lie about them.
    let martinmas = Day::of(1300, 11, 11).expect("a day");
    let mut it = Border::on(martinmas, 11, StrongholdKind::BorderCastle, 210, 100, 49);
    it.provide(Park::default());
    let siege = siege::open(&mut it.store, it.host, it.castle).expect("it may be besieged");
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, &[Order::HalfRations, Order::Rest]);
    // In the snow nobody comes to help: twenty-four miles are four days in winter, and two in spring (CP-2.1).
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("sergeant", "C", 40)]);
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    assert_eq!(march::outlook(&it.store, help, keep).expect("a way").days, 4);
    // Each week half of fifty rations (SG-2.3), while the country gives the besiegers 300, 150, 75 … (SG-2.2), and the rest
    // of their 102 comes out of their train.
    let (mut stores, mut train) = (210, 20_000);
    for (week, country) in [300, 150, 75, 37, 18, 9, 4, 2].into_iter().enumerate() {
        it.turns(1);
        stores -= 25;
        train -= 102_u32.saturating_sub(country);
        assert_eq!((week, rations(&it)), (week, stores), "{}", it.story(siege));
        assert_eq!(it.store.train(it.host).expect("the train").rations, train, "{}", it.story(siege));
        refuses(&mut it, siege);
        assert_eq!(it.ended(siege), None, "{}", it.story(siege));
    }
    assert_eq!(it.store.day().expect("the day"), Day::of(1301, 1, 6).expect("Epiphany"));
    assert_eq!(it.men(it.garrison, PersonState::Fit), 50, "nobody has starved on half rations");
    // The ninth week has ten rations for twenty-five, and the tenth has none: after it they can hold no longer (SG-3.2).
    it.turns(1);
    assert_eq!(rations(&it), 0);
    refuses(&mut it, siege);
    assert_eq!(it.ended(siege), None, "{}", it.story(siege));
    it.turns(1);
    assert_eq!(it.ended(siege), Some(End::Fell), "{}", it.story(siege));
    let castle = it.store.stronghold(it.castle).expect("the castle");
    assert_eq!(castle.side, side(&it, "Red"));
    // Of fifty some died and some deserted; all others are taken, and but for those who have got away since (CP-2.1) nobody
    // is left.
    let all = it.store.people().expect("people");
    let of = |state| all.iter().filter(|man| man.side == "Blue" && man.state == state).count();
    let (dead, gone, held) = (of(PersonState::Dead), of(PersonState::Left), of(PersonState::Captive));
    assert!(dead > 0 && gone > 0 && held > 20, "{dead} dead, {gone} gone, {held} held");
    let away = it.men(it.garrison, PersonState::Fit);
    assert!(away < 5, "{away} have got away");
    assert_eq!(dead + gone + held + away, 50);
    assert_eq!(it.store.formation(it.garrison).expect("the watch").stronghold, None);
    assert!(it.story(siege).contains("goes hungry"), "{}", it.story(siege));
    sound(&it.store, "after the winter");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn a_barons_castle_is_battered_and_stormed_in_four_assaults() {
    // Five hundred with six trebuchets, a tower and a ram against forty: each line is battered until it is breached, and then
    // stormed; what SG-1.6 adds, for ten to one, a breach and a tower, is more than the worst throw can lose.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1200, 500, 40);
    it.provide(Park { trebuchets: 6, rams: 1, towers: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Batter, Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let mut held = Vec::new();
    for _ in 0..40 {
        it.turns(1);
        refuses(&mut it, siege);
        let Some(assault) = waiting(&it, ContactKind::Assault) else { continue };
        let before = siege::show(&it.store, siege).expect("shown");
        let breached = before.lines[held.len()].iter().any(|stretch| stretch.outer >= before.demolished_at);
        assert!(breached, "nobody climbs before there is a breach: {}", it.story(siege));
        // Until the referee settles it both sides blockade and rest (CP-2.2).
        let (stores, walls) = (rations(&it), before.lines.clone());
        it.turns(1);
        refuses(&mut it, siege);
        assert_eq!(siege::show(&it.store, siege).expect("shown").lines, walls, "{}", it.story(siege));
        siege::resolve(&mut it.store, assault).expect("it is resolved");
        let after = siege::show(&it.store, siege).expect("shown");
        held.push(after.progress);
        if held.len() == 2 {
            // They fall back to the citadel, and half of what they had is left to the besiegers (SG-2.4).
            assert!(it.story(siege).contains("rations are left to the besiegers"), "{}", it.story(siege));
            assert!(rations(&it) <= stores / 2 + 1, "{stores}: {}", it.story(siege));
        }
        if it.ended(siege).is_some() {
            break;
        }
    }
    let steps = [Progress::PartOfTheRampart, Progress::ConfinedToTheCitadel, Progress::AllButTheKeep];
    assert_eq!(held[..3], steps, "{}", it.story(siege));
    assert_eq!((held.len(), it.ended(siege)), (4, Some(End::Taken)), "{}", it.story(siege));
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").side, side(&it, "Red"));
    assert!(it.store.men_of(it.garrison).expect("men").is_empty(), "who is left of the garrison is taken");
    // What the engines broke stays broken.
    assert!(!it.store.walls(it.castle).expect("walls").is_empty());
    sound(&it.store, "after the storm");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn a_respite_is_relieved_on_its_last_day_or_a_day_too_late() {
    // The garrison gives two hostages that it will go in so many days unless it is relieved (SG-3.3). The relief is ordered
    // after the first week, and has three days to march with its wagons.
    for (days, in_time) in [(10, true), (9, false)] {
        let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 60, 49);
        it.provide(Park::default());
        it.conduct(siege, SiegePart::Besiegers, RESTS);
        it.conduct(siege, SiegePart::Garrison, RESTS);
        let terms = Terms { respite_days: days, hostages: 2, ..Terms::plain(Leave::WithArms) };
        siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
        siege::answer(&mut it.store, siege, true).expect("agreed");
        assert_eq!(it.men(it.garrison, PersonState::Fit), 48);
        let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", 200)]);
        siege::load(&mut it.store, help, siege::Load { rations: 900, animals: 20 }, None).expect("bought");
        it.turns(1);
        sends(&mut it, help, Purpose::None);
        it.turns(1);
        let offer = it.store.offers(siege).expect("offers").remove(0);
        assert_eq!(it.men(it.garrison, PersonState::Fit), 50, "the hostages are home, one way or the other");
        if !in_time {
            assert_eq!(
                (it.ended(siege), offer.state),
                (Some(End::Surrendered), OfferState::Kept),
                "{}",
                it.story(siege)
            );
            assert_eq!(it.store.stronghold(it.castle).expect("the castle").side, side(&it, "Red"));
            continue;
        }
        let begun = it.store.siege(siege).expect("the siege").begun;
        let lapsed = it.store.siege_story(siege).expect("the story");
        let lapsed = lapsed.iter().find(|line| line.text.contains("the terms that were agreed lapse")).expect("told");
        assert_eq!(lapsed.day, begun + 10, "on the last day: {}", it.story(siege));
        assert_eq!((it.ended(siege), offer.state), (None, OfferState::Lapsed), "{}", it.story(siege));
        // Sixty before two hundred, who hold nothing of the place: they lift the siege and retire (SG-4).
        let met = waiting(&it, ContactKind::Field).expect("they are face to face");
        assert!(refusal(siege::meet(&mut it.store, met, siege::ReliefMeeting::ShutIn)).contains("hold no part"));
        siege::meet(&mut it.store, met, siege::ReliefMeeting::Lift).expect("they go");
        assert_eq!(it.ended(siege), Some(End::Lifted), "{}", it.story(siege));
        assert_eq!(it.store.stronghold(it.castle).expect("the castle").side, side(&it, "Blue"));
        sound(&it.store, "relieved");
        taken_back_and_brought_again(&mut it);
    }
}

#[test]
fn besiegers_besieged_refuse_battle_and_starve_in_turn() {
    // Three hundred take the outer rampart, with rations for a few weeks. Then the king's men come.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 300, 40);
    it.provide(Park { ladders: true, towers: 1, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", 200)]);
    for _ in 0..12 {
        if it.store.siege(siege).expect("the siege").won == 1 {
            break;
        }
        it.turns(1);
        refuses(&mut it, siege);
        if let Some(assault) = waiting(&it, ContactKind::Assault) {
            siege::resolve(&mut it.store, assault).expect("it is resolved");
        }
    }
    assert_eq!(it.store.siege(siege).expect("the siege").won, 1, "{}", it.story(siege));
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    let train = SiegeTrain { rations: 400, ..it.store.train(it.host).expect("the train") };
    siege::set_train(&mut it.store, it.host, &train, "the wagons were sent home").expect("so be it");
    sends(&mut it, help, Purpose::None);
    it.turns(1);
    // They refuse battle, and shut themselves in what they hold: the roles turn over (SG-4.3).
    let met = waiting(&it, ContactKind::Field).expect("they are face to face");
    siege::meet(&mut it.store, met, siege::ReliefMeeting::ShutIn).expect("they shut themselves in");
    it.conduct(siege, SiegePart::Relief, RESTS);
    let inside = it.men(it.host, PersonState::Fit);
    let mut weeks = 0;
    while it.ended(siege).is_none() {
        weeks += 1;
        assert!(weeks < 10, "{}", it.story(siege));
        let shown = siege::show(&it.store, siege).expect("shown");
        assert_eq!(shown.hosts[0].figures.country, 0, "nobody forages who is shut in");
        assert_eq!(shown.no_test, Some("the besiegers are besieged themselves (SG-3.4)"));
        it.turns(1);
    }
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    assert!(it.story(siege).contains("The besiegers go hungry"), "{}", it.story(siege));
    // Whoever had not starved or run is taken where he was, and the castle is whole in the garrison's hands again.
    let held = it.store.captives(false).expect("captives");
    let held = held.iter().filter(|line| line.captive.holder_side == side(&it, "Blue")).count();
    assert!(held > 0 && held < inside, "{held} of {inside}: {}", it.story(siege));
    assert_eq!(it.store.formation(it.garrison).expect("the watch").stronghold, Some(it.castle));
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").side, side(&it, "Blue"));
    sound(&it.store, "after the relief");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn a_sortie_burns_the_engines_and_the_siege_is_lifted() {
    // A hundred with one trebuchet batter the walls of ninety, who come out for it.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 100, 90);
    it.provide(Park { trebuchets: 1, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Batter]);
    it.conduct(siege, SiegePart::Garrison, &[Order::SallyEngines]);
    let mut sorties = 0;
    while it.store.train(it.host).expect("the train").park.trebuchets > 0 {
        it.turns(1);
        let sortie = waiting(&it, ContactKind::SortieEngines).expect("they come out");
        sorties += 1;
        assert!(sorties < 12, "{}", it.story(siege));
        let before = content(&it.store);
        let told = siege::resolve(&mut it.store, sortie).expect("it is resolved");
        assert!(it.men(it.garrison, PersonState::Fit) < 91, "a sortie costs men: {told}");
        assert_eq!(it.store.train(it.host).expect("the train").park.trebuchets == 0, told.contains("come through"));
        it.store.undo().expect("undone").expect("the sortie");
        same(&before, &content(&it.store), "a sortie taken back");
        it.store.redo().expect("redone").expect("the sortie");
    }
    // With nothing to batter with, and no way in, the besiegers go home.
    let batter = siege::Orders {
        actions: BySide { attacker: Some(Action::Batter(At { line: 0, stretch: 0 })), defender: None },
    };
    assert!(refusal(siege::play_by_hand(&mut it.store, siege, &batter)).contains("no engine stands in the park"));
    siege::lift(&mut it.store, siege).expect("they go");
    assert_eq!(it.ended(siege), Some(End::Lifted));
    assert_eq!(it.store.formation(it.garrison).expect("the watch").stronghold, Some(it.castle));
    let town = it.store.place_named("Bluetown").expect("the town").id;
    march::garrison(&mut it.store, it.garrison, None).expect("the way out is open");
    it.turns(1);
    assert!(waiting(&it, ContactKind::Field).is_some(), "in the open they face the host");
    assert!(march::outlook(&it.store, it.garrison, town).is_ok());
    sound(&it.store, "after the sortie");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn a_town_sells_its_garrison() {
    // The besiegers ask five hundred marks of a fortified town, and would let its garrison go with its arms. The town would
    // rather pay nothing, and gives them the garrison instead (SG-3.3).
    let (mut it, siege) = Border::besieged(StrongholdKind::Town, 300, 400, 59);
    it.provide(Park::default());
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        siege::set_conduct(&mut it.store, siege, part, Conduct::Referee, &[], false).expect("so be it");
    }
    let green =
        NewSide { name: "Green".to_owned(), tincture: None, people: People::Scots, treasury: Pence::from_marks(300) };
    let green = sides::add(&mut it.store, &green, &ByHand::because("a buyer")).expect("a third side");
    it.turns(2);
    let dear = Terms { ransom_marks: 500, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &dear).expect("asked");
    let sold = Terms::plain(Leave::AtDiscretion);
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &sold).expect("offered in its place");
    let (chests, stores) = ((treasury(&it, "Red"), treasury(&it, "Blue")), rations(&it));
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert_eq!(it.ended(siege), Some(End::Surrendered), "{}", it.story(siege));
    let states: Vec<OfferState> = it.store.offers(siege).expect("offers").iter().map(|offer| offer.state).collect();
    assert_eq!(states, [OfferState::Kept, OfferState::Countered]);
    // The town and its stores are the besiegers' and it has paid nothing; all sixty of the garrison are taken.
    assert_eq!((treasury(&it, "Red"), treasury(&it, "Blue")), chests);
    let town = it.store.stronghold(it.castle).expect("the town");
    assert_eq!((town.side, town.rations), (side(&it, "Red"), stores));
    let held = it.store.captives(false).expect("captives");
    assert_eq!(held.len(), 60);
    assert!(held.iter().all(|line| line.captive.holder_side == side(&it, "Red")));
    // Its knight's ransom is asked, and sold on for money in hand (CP-4.2, CP-4.4).
    let mut taken = it.store.people().expect("people").into_iter();
    let knight = taken.find(|man| man.state == PersonState::Captive && man.profile.class == Class::Knight);
    let knight = it.store.captivity_of(knight.expect("the knight").id).expect("read").expect("held").id;
    captives::ask(&mut it.store, knight, None).expect("his ransom is asked");
    let before = treasury(&it, "Red");
    captives::sell(&mut it.store, &[knight], Buyer::Side(green), Pence::from_marks(20)).expect("sold");
    assert_eq!(treasury(&it, "Red").0 - before.0, Pence::from_marks(20).0);
    assert_eq!(treasury(&it, "Green"), Pence::from_marks(280));
    assert_eq!(it.store.captive(knight).expect("the captive").holder_side, green);
    sound(&it.store, "after the sale");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn a_convoy_is_taken_on_the_road_and_the_castle_starves() {
    // Two hundred rations are on the way to a castle that has a hundred. Riders of the besiegers go to meet them.
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 100, 150, 20);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let carts = raise(&mut it.store, "Blue", "Carts", "Bluetown", &[("peasant", "D", 8)]);
    siege::load(&mut it.store, carts, siege::Load { rations: 200, animals: 12 }, None).expect("bought");
    let riders = raise(&mut it.store, "Red", "Riders", "Stonekeep", &[("knight", "B", 2), ("sergeant", "B", 60)]);
    let town = it.store.place_named("Bluetown").expect("the town").id;
    march::order(&mut it.store, riders, town).expect("they ride");
    sends(&mut it, carts, Purpose::Convoy);
    it.turns(1);
    let met = it.store.waiting_contacts().expect("contacts");
    assert_eq!(met.len(), 1, "{met:?}");
    let (attacker, defender) = (met[0].attacker, met[0].defender);
    assert!([attacker, defender].contains(&carts) && [attacker, defender].contains(&riders), "{met:?}");
    assert!(it.store.formation(carts).expect("the carts").stronghold.is_none(), "they have not come in");
    // They fight on the road, and what the carts carried is the riders'.
    let carried = it.store.train(carts).expect("its train");
    let had = it.store.train(riders).expect("their train").rations;
    plan::plan(&mut it.store, attacker, defender, 3).expect("planned");
    let muster = plan::muster_of(&it.store, attacker, defender, 3).expect("mustered");
    let fought = battle::fight(&muster, &numbers::of_battles(&it.store).expect("house numbers")).expect("fought");
    let riders_won = fought.report.winner == Some(if attacker == riders { Side::Attacker } else { Side::Defender });
    assert!(riders_won);
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("lines");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    assert_eq!(it.store.train(carts).expect("its train"), SiegeTrain::default());
    assert_eq!(it.store.train(riders).expect("their train").rations, had + carried.rations);
    // They bring it to the siege, where it is eaten with the rest.
    let keep = it.store.place_named("Stonekeep").expect("the place").id;
    march::order(&mut it.store, riders, keep).expect("they ride back");
    it.turns(1);
    siege::join(&mut it.store, riders, siege).expect("they join the siege");
    let weeks = 12;
    for _ in 0..weeks {
        if it.ended(siege).is_none() {
            refuses(&mut it, siege);
            it.turns(1);
        }
    }
    assert_eq!(it.ended(siege), Some(End::Fell), "{}", it.story(siege));
    assert!(!it.story(siege).contains("comes through"), "nothing came in: {}", it.story(siege));
    assert_eq!(it.store.stronghold(it.castle).expect("the castle").side, side(&it, "Red"));
    sound(&it.store, "after the hunger");
    taken_back_and_brought_again(&mut it);
}

#[test]
fn besiegers_told_to_withdraw_when_hungry_go_the_day_their_train_is_empty() {
    // Three hundred and two eat 302 rations a week, and the country gives 300, 150, 75 and 37 (SG-2.2): of 400 in the train
    // 2, 152 and 227 are eaten, and in the fourth week the last 19 are not enough.
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 2000, 300, 40);
    let train = SiegeTrain { rations: 400, animals: 0, park: Park::default() };
    siege::set_train(&mut it.store, it.host, &train, "for the story").expect("it is loaded");
    it.conduct(siege, SiegePart::Besiegers, &[Order::WithdrawHungry, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    it.turns(3);
    assert_eq!(it.ended(siege), None, "they have bread: {}", it.story(siege));
    it.turns(2);
    assert_eq!(it.ended(siege), Some(End::Lifted), "{}", it.story(siege));
    sound(&it.store, "withdrawn");
    taken_back_and_brought_again(&mut it);
}
