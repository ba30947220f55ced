//! What a fight over the walls costs of the park, and what an assault that was planned finds of it (CP-3.4, SG-1.3, SG-1.6, SG-7).

use crate::sg_campaign::Border;
use crate::sg_relief::{RESTS, holds_a_line};
use crate::support::sound;
use banneret::app::{battle, numbers, plan, siege};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::{Contact, ContactKind, Settled};
use banneret::rules::battle::{GearLoss, Report};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::NullSink;
use banneret::rules::gear::Thing;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::Settles;
use banneret::rules::siege::{Order, Park};

/// A siege where a part is ordered to fight, when it waits; the besiegers hold the outer line if it is said.
fn ready(part: SiegePart, order: Order, holds: bool) -> (Border, SiegeId, Contact) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 900, 200, 49);
    it.provide(Park { mangonels: 1, trebuchets: 2, towers: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    if holds {
        holds_a_line(&mut it, siege);
    }
    it.conduct(siege, part, &[order]);
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.siege == Some(siege)) {
            return (it, siege, met);
        }
    }
    panic!("nothing waits in twenty turns: {}", it.story(siege));
}

/// A result from the table, with gear that was lost, taken into the campaign; the referee strikes the loss if it is said.
fn taken_in(it: &mut Border, met: &Contact, entry: &str, lost: (Side, u16, Thing, GearLoss), strikes: bool) {
    let muster = plan::muster_of(&it.store, met.attacker, met.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let mut report: Report = battle::read_result(&muster, &tables, entry.as_bytes(), false).expect("read");
    report.spoils.gear.push(lost);
    let mut proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    for line in proposal.lines.iter_mut().filter(|line| strikes && line.man.is_none()) {
        line.struck = Some("it was not so".to_owned());
    }
    battle::take_in(&mut it.store, proposal).expect("taken in");
    sound(&it.store, "after the fight");
}

fn park(it: &Border) -> Park {
    it.store.train(it.host).expect("a train").park
}

#[test]
fn cp_3_4_a_tower_burnt_in_an_assault_is_gone_from_the_park() {
    let lost = (Side::Attacker, 1, Thing::Tower, GearLoss::Burnt);
    for (strikes, left) in [(false, 0), (true, 1)] {
        let (mut it, _, met) = ready(SiegePart::Besiegers, Order::Assault, false);
        assert_eq!(met.kind, ContactKind::Assault);
        taken_in(&mut it, &met, "winner defender", lost, strikes);
        assert_eq!(park(&it).towers, left, "{}", if strikes { "struck by the referee" } else { "as it was told" });
    }
}

#[test]
fn sg_1_3_what_a_sortie_burnt_in_the_fight_is_what_is_burnt() {
    // Whoever has the better of it: two engines are gone, and no three points besides.
    for entry in ["winner attacker", "winner defender"] {
        let (mut it, siege, met) = ready(SiegePart::Garrison, Order::SallyEngines, false);
        assert_eq!(met.kind, ContactKind::SortieEngines);
        taken_in(&mut it, &met, entry, (Side::Defender, 2, Thing::Catapult, GearLoss::Burnt), false);
        let left = park(&it);
        assert_eq!((left.mangonels, left.trebuchets, left.towers), (0, 1, 1), "{entry}: {}", it.story(siege));
        assert!(it.story(siege).contains("destroys 2 catapults"), "{}", it.story(siege));
    }
}

#[test]
fn sg_1_3_who_wins_a_sortie_comes_to_what_he_sallied_for_besides_what_the_fight_took() {
    // A sortie against the camp burns three tenths of its rations though a catapult went in the fight; one against the engines
    // burns what is left of its three points, a tower first.
    for (aim, how, told) in [
        (Order::SallyCamp, GearLoss::Burnt, "destroys 1 catapult and burns"),
        (Order::SallyCamp, GearLoss::Taken, "takes 1 catapult and burns"),
        (Order::SallyEngines, GearLoss::Burnt, "destroys 1 catapult and burns a siege tower"),
    ] {
        for wins in [true, false] {
            let (mut it, siege, met) = ready(SiegePart::Garrison, aim, false);
            let before = it.store.train(it.host).expect("a train").rations;
            let entry = if wins { "winner attacker" } else { "winner defender" };
            taken_in(&mut it, &met, entry, (Side::Defender, 1, Thing::Catapult, how), false);
            let (left, story) = (park(&it), it.story(siege));
            assert_eq!((left.mangonels, left.trebuchets), (0, 2), "{story}");
            assert_eq!(story.contains(told), wins, "{told}: {story}");
            let camp = aim == Order::SallyCamp;
            assert_eq!(left.towers, u16::from(camp || !wins), "{story}");
            let burnt = before - it.store.train(it.host).expect("a train").rations;
            assert_eq!(burnt, if camp && wins { before / 10 * 3 } else { 0 }, "{story}");
        }
    }
}

#[test]
fn sg_7_machines_wrecked_or_burnt_on_hexes_are_told_as_lost() {
    let (it, _, met) = ready(SiegePart::Garrison, Order::SallyEngines, false);
    let muster = plan::muster_by(&it.store, met.attacker, met.defender, 3, Ruleset::Assault).expect("mustered");
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let cast = banneret::rules::assault::AssaultBattle::cast(&muster.plan, &house).expect("it is cast");
    let mut game = cast.begin(&mut NullSink);
    let engines = game.machines.iter().filter(|machine| machine.side == Side::Defender).count();
    assert!(engines >= 2, "the engines of the park stand on the map: {engines}");
    assert!(cast.report(&game, &mut Seeded::new(1)).spoils.gear.is_empty());
    game.machines[0].burns = Some(1);
    game.machines[1].wrecked = true;
    let told = cast.report(&game, &mut Seeded::new(1)).spoils.gear;
    assert_eq!(told, [(Side::Defender, 2, Thing::Catapult, GearLoss::Burnt)]);
}

#[test]
fn sg_1_3_a_sortie_on_hexes_wins_no_line_back() {
    // SG-8: where the besiegers hold a line it is judged as where they hold none.
    let (mut it, siege, met) = ready(SiegePart::Garrison, Order::SallyEngines, true);
    let mut muster = plan::muster_by(&it.store, met.attacker, met.defender, 3, Ruleset::Assault).expect("mustered");
    muster.battle.rules = Ruleset::Assault;
    let storm = muster.plan.storm.clone().expect("a place");
    assert_eq!((storm.sally, storm.sortie, storm.held), (true, true, 1));
    let house = numbers::of_battles(&it.store).expect("house numbers");
    let fought = battle::fight(&muster, &house).expect("fought");
    assert_eq!(fought.report.holds, None);
    let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("lines");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    assert_eq!(it.store.siege(siege).expect("it").won, 1, "{}", it.story(siege));
    sound(&it.store, "after the sortie");
}

#[test]
fn sg_1_6_an_assault_that_was_planned_finds_the_park_as_it_is() {
    let (mut it, _, met) = ready(SiegePart::Besiegers, Order::Assault, false);
    let host = it.host;
    let has = |it: &mut Border, park: Park| {
        let train = SiegeTrain { park, ..it.store.train(host).expect("a train") };
        siege::set_train(&mut it.store, host, &train, "for the story").expect("loaded");
    };
    plan::plan(&mut it.store, met.attacker, met.defender, 5).expect("planned");
    let brought = |it: &Border| {
        plan::muster_of(&it.store, met.attacker, met.defender, 5).map(|muster| muster.battle.gear.attacker)
    };
    let gear = brought(&it).expect("mustered");
    assert!(gear.contains("ladders"), "{gear}");
    let before = plan::muster_of(&it.store, met.attacker, met.defender, 5).expect("mustered");
    has(&mut it, Park { trebuchets: 1, ..Park::default() });
    let why = brought(&it).expect_err("there is no way in any more").sentence;
    assert!(why.contains("cannot assault Stonekeep Castle as it stands"), "{why}");
    // What was fought meanwhile is not taken in either.
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let report = battle::read_result(&before, &tables, b"winner attacker", false).expect("read");
    let proposal = battle::propose(&it.store, before, report, Settled::Table, None, false).expect("proposed");
    let why = battle::take_in(&mut it.store, proposal).expect_err("nobody could").sentence;
    assert!(why.contains("cannot assault Stonekeep Castle as it stands"), "{why}");
    has(&mut it, Park { towers: 1, ..Park::default() });
    let gear = brought(&it).expect("there is one");
    assert!(!gear.contains("ladder"), "{gear}");
}
