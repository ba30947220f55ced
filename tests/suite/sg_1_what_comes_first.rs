//! What the holder of a day puts on it comes before the answer to it, though it is fought later (SG-1.1, CP-2.2); and what the
//! stories of sieges say of what was fought, burnt, brought in and left undone (SG-1.3, SG-2.3, SG-4, CP-2.3).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, met, sets_out, shut_in};
use crate::sg_siege::{Before, OUTER, host, plan};
use crate::support::sound;
use banneret::app::siege::{self, Orders};
use banneret::app::{battle, march, numbers, plan as battles, turn};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::places::{PlaceKind, StrongholdKind};
use banneret::campaign::siege::{Purpose, SiegePart};
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::forecast::Trial;
use banneret::rules::game::{Captain, Game, Sink};
use banneret::rules::siege::*;
use banneret::store::Act;
use serde_json::json;

#[test]
fn sg_1_1_nobody_repairs_a_line_that_is_to_be_attacked() {
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.lines[0][0].outer, it.siege.lines[1][0].outer) = (4, 1);
    it.siege.put_today = Some(Action::Assault);
    it.does(Action::Rest);
    assert_eq!(it.plays(Decision::Act(Action::Repair(OUTER))), Err(Illegal::AttackComesFirst));
    let within = Decision::Act(Action::Repair(At { line: 1, stretch: 0 }));
    assert_eq!(it.siege.check(Side::Defender, &within), Ok(()), "another line is not attacked");
    let orders = StandingOrders(vec![Order::Repair, Order::Forage]);
    assert_eq!(orders.decide(&it.siege.view(Side::Defender)), Decision::Act(Action::Forage(10)), "the next order");
}

#[test]
fn sg_1_1_engines_that_a_sortie_is_out_against_do_not_batter() {
    let mut it = Before::new(&plan(Kind::Castle));
    it.does(Action::Rest);
    it.siege.given = Some(Side::Defender);
    it.does(Action::Rest);
    it.siege.put_today = Some(Action::Sortie(Sally::Engines));
    it.does(Action::Rest);
    for action in [Action::Batter(OUTER), Action::Bombard] {
        assert_eq!(it.plays(Decision::Act(action)), Err(Illegal::SortieComesFirst));
    }
    let orders = StandingOrders(vec![Order::Batter, Order::Tower]);
    let next = orders.decide(&it.siege.view(Side::Attacker));
    assert_eq!(next, Decision::Act(Action::Build(Gear::Tower)), "the next order");
    it.siege.put_today = Some(Action::Sortie(Sally::Camp));
    assert_eq!(it.siege.check(Side::Attacker, &Decision::Act(Action::Batter(OUTER))), Ok(()), "the camp is no engine");
}

/// A siege with a breach, the initiative the besiegers', who are to assault, and a garrison that is to repair.
fn before_a_breach() -> (Border, SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 1500, 200, 49);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Repair]);
    damaged(&mut it, 4);
    let given = |act: &Act| Ok((act.give_initiative(siege, Some(Side::Attacker))?, "Theirs.".to_owned()));
    it.store.act("given", &json!({}), given).expect("so be it");
    (it, siege)
}

/// The first stretch has so many damages.
fn damaged(it: &mut Border, outer: u8) {
    let castle = it.castle;
    let damage = |act: &Act| Ok((act.set_wall(castle, OUTER, Stretch { outer, inner: 0 })?, "Damaged.".to_owned()));
    it.store.act("damage", &json!({}), damage).expect("so be it");
}

#[test]
fn sg_1_1_the_breach_that_is_assaulted_is_as_the_assault_found_it() {
    for by_hand in [false, true] {
        let (mut it, siege) = before_a_breach();
        let repair = by_hand.then_some(Action::Repair(OUTER));
        let actions = BySide { attacker: None, defender: repair };
        siege::play_by_hand(&mut it.store, siege, &Orders { actions }).expect("a day");
        let story = it.story(siege);
        assert!(story.contains("is ready to assault") && !story.contains("repairs stretch"), "{story}");
        assert_eq!(story.contains("the line is to be attacked today, and is repaired after that."), by_hand, "{story}");
        let assault = met(&it, siege, ContactKind::Assault);
        let text = siege::resolve(&mut it.store, assault).expect("they come in by the breach");
        assert!(text.contains("a breach"), "{text}");
        sound(&it.store, "after the assault");
    }
}

#[test]
fn sg_1_6_an_assault_with_no_way_in_any_more_is_refused_and_may_be_called_off() {
    let (mut it, siege) = before_a_breach();
    siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    damaged(&mut it, 0);
    let assault = met(&it, siege, ContactKind::Assault);
    let why = refusal(siege::resolve(&mut it.store, assault));
    assert!(why.contains("Host cannot assault Stonekeep Castle as it stands: there is no way in"), "{why}");
    let (host, garrison) = (it.host, it.garrison);
    let why = battles::muster_of(&it.store, host, garrison, 3).expect_err("no plan");
    assert!(why.sentence.contains("there is no way in") && why.hint.contains("Call the assault off"), "{why:?}");
    siege::call_off(&mut it.store, assault).expect("called off");
}

#[test]
fn sg_1_4_a_bombardment_that_is_rolled_for_is_in_the_chronicle_whatever_came_of_it() {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 2000, 100, 200);
    it.provide(Park { mangonels: 2, trebuchets: 1, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Bombard]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    let (mut rolled, mut without_damage) = (0, 0);
    for _ in 0..40 {
        siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
        let waits = it.store.waiting_contacts().expect("contacts");
        for contact in waits.iter().filter(|contact| contact.kind == ContactKind::Bombardment) {
            let text = siege::resolve(&mut it.store, contact.id).expect("it is rolled for");
            let came = text.strip_prefix("Stonekeep Castle: ").expect("the place first");
            let told = it.store.lines("Siege of Stonekeep", None, None, 5).expect("the chronicle");
            assert!(told.iter().any(|line| line.text.contains(came)), "{came}: {told:#?}");
            (rolled, without_damage) = (rolled + 1, without_damage + u32::from(came.contains("no damage")));
        }
        if without_damage > 0 {
            break;
        }
    }
    assert!(without_damage > 0, "{rolled} rolled, {}", it.story(siege));
}

/// The battle in the field that waits is entered from a table, with this side of it the winner.
fn settled(it: &mut Border, siege: SiegeId, relief_wins: bool) {
    let contact = it.store.contact(met(it, siege, ContactKind::Field)).expect("it");
    let muster = battles::muster_of(&it.store, contact.attacker, contact.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let host_attacks = contact.attacker == it.host;
    let entry: &[u8] = if host_attacks == relief_wins { b"winner defender" } else { b"winner attacker" };
    let report = battle::read_result(&muster, &tables, entry, false).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
}

#[test]
fn sg_4_a_relief_that_wins_the_field_has_relieved_the_place() {
    let (mut it, siege, help) = awaiting_relief(2000, 60, 49, 200);
    sets_out(&mut it, help);
    it.turns(1);
    let contact = it.store.contact(met(&it, siege, ContactKind::Field)).expect("it");
    assert!(contact.day < it.store.day().expect("a day"), "the turn went on");
    siege::meet(&mut it.store, contact.id, siege::ReliefMeeting::Battle).expect("they fight");
    // The choice is of the day on which its battle is fought.
    let lines = it.store.siege_story(siege).expect("the story");
    let chosen = lines.iter().find(|line| line.text.contains("give battle with everything")).expect("told");
    let fought = it.store.contact(contact.id).expect("it").day;
    assert!(fought > contact.day, "what came between counted the ground they held");
    assert_eq!(chosen.day, fought, "{}", it.story(siege));
    settled(&mut it, siege, true);
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    let story = it.story(siege);
    for told in ["Help won against Host", "Stonekeep Castle is relieved. (SG-4)"] {
        assert!(story.contains(told), "{told}: {story}");
    }
    sound(&it.store, "relieved");
}

/// What the next turn tells that a siege is said to go on by.
fn goes_on(it: &mut Border) -> Vec<String> {
    let turn = turn::play(&mut it.store).expect("a turn");
    turn.lines.into_iter().map(|line| line.text).filter(|text| text.contains("it goes on, for")).collect()
}

#[test]
fn cp_2_3_a_siege_of_which_nothing_else_is_told_is_told_to_go_on() {
    let (mut it, siege, _) = awaiting_relief(2000, 200, 49, 20);
    assert!(goes_on(&mut it).is_empty(), "its test is told");
    let terms = Terms { respite_days: 30, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    let told = goes_on(&mut it);
    assert!(told.len() == 1 && told[0].contains("; it is given up on"), "{told:?}");
    let (mut it, siege, _) = shut_in(2000, 300, 49, 120);
    let told = goes_on(&mut it);
    assert!(told.len() == 1 && told[0].contains("besieged in what they hold"), "{told:?}: {}", it.story(siege));
}

#[test]
fn sg_1_3_a_sortie_tells_what_it_burns() {
    let wrecked = |mangonels, trebuchets| Wrecked { mangonels, trebuchets };
    for (park, burnt, says) in [
        (
            Park { mangonels: 1, ..Park::default() },
            Burnt::Points(1, wrecked(1, 0)),
            "burn a point of engines (a mangonel);",
        ),
        (
            Park { trebuchets: 2, ..Park::default() },
            Burnt::Points(3, wrecked(0, 1)),
            "burn 3 points of engines (a trebuchet);",
        ),
        (Park { trebuchets: 2, towers: 1, ..Park::default() }, Burnt::Tower, "burn a siege tower;"),
    ] {
        let mut it = Before::new(&Plan { park, ..plan(Kind::Castle) });
        it.does(Action::Rest);
        it.siege.given = Some(Side::Defender);
        it.does(Action::Rest);
        it.dice.show("SG-1.3 sortie", &[10]);
        it.does(Action::Sortie(Sally::Engines));
        let sally = it.told.iter().find(|event| matches!(event, Event::Sallied { .. })).expect("told");
        assert!(matches!(sally, Event::Sallied { burnt: took, .. } if *took == burnt), "{sally:?}");
        assert!(told(sally).contains(says), "{}", told(sally));
    }
}

#[test]
fn sg_4_a_forecast_counts_the_dead_of_a_relief_apart() {
    let lost = |dead: u32| Lost { dead, ..Lost::default() };
    let mut heard = <Outlook as Trial>::Ear::default();
    let rolled = BySide { attacker: (5, 5), defender: (5, 5) };
    heard.tell(|| Event::Fought { rolled, won: true, lost: BySide { attacker: lost(3), defender: lost(40) } });
    heard.tell(|| Event::Assaulted {
        by: Side::Defender,
        face: None,
        parts: Vec::new(),
        total: 0,
        taken: false,
        lost: BySide { attacker: lost(1), defender: lost(10) },
        of_relief: lost(7),
    });
    heard.tell(|| Event::Starved { side: Side::Defender, relief: true, men: lost(2), mouths: lost(0), knights: 0 });
    assert_eq!((heard.lost.attacker.dead, heard.lost.defender.dead, heard.of_relief.dead), (4, 3, 49));
    let mut it = Before::new(&plan(Kind::Castle));
    (it.siege.won, it.siege.shut_in, it.siege.outside) = (1, true, Some(host(100, 5000)));
    it.siege.hosts.defender = host(5, 1000);
    it.siege.night_falls();
    let ask = banneret::rules::forecast::Ask { runs: 40, seed: 7, threads: 1 };
    let quiet = std::sync::atomic::AtomicBool::new(false);
    let forecast: Forecast = banneret::rules::forecast::forecast(&Outlook::of(it.siege), &ask, &quiet, &|_| {});
    assert!(forecast.lost.defender.most <= 5, "no more of the garrison than there are");
}

#[test]
fn sg_1_6_the_last_of_four_lines_is_the_hardest() {
    let mut it = Before::new(&plan(Kind::Castle));
    let added = |siege: &Siege| {
        let mut parts: Vec<banneret::rules::explain::Part> = Vec::new();
        assault_parts(&siege.storm(Side::Attacker), &siege.tables, &mut parts);
        parts.iter().filter(|part| part.what == "the line attacked").map(|part| part.value).sum::<i64>()
    };
    for (won, value) in [(0, 0), (1, 0), (2, 0), (3, -1)] {
        it.siege.won = won;
        assert_eq!(added(&it.siege), value, "line {}", won + 1);
    }
    it.siege.apart = Some(100);
    assert_eq!(it.siege.storm(Side::Defender).line, None, "from within there is no wall before them");
}

#[test]
fn cp_2_2_no_initiative_is_told_that_nobody_can_use() {
    let (mut it, siege) = before_a_breach();
    siege::play_by_hand(&mut it.store, siege, &Orders::default()).expect("a day");
    let told = |it: &Border| it.story(siege).matches("nitiative").count();
    assert_eq!(told(&it), 1, "{}", it.story(siege));
    it.turns(1);
    assert_eq!(told(&it), 1, "both rest until the assault is settled: {}", it.story(siege));
}

/// Carts of the garrison's friends on their way in, and what the turn in which they come tells.
fn carts(men: u32, harbour: bool) -> (Border, SiegeId, Vec<String>) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 100, 480, 20);
    it.provide(Park::default());
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let mut place = it.store.place_named("Stonekeep").expect("the place");
    if harbour {
        place.kind = PlaceKind::Port;
        let port = |act: &Act| Ok((act.edit_place(&place)?, "It is a port.".to_owned()));
        it.store.act("port", &json!({}), port).expect("so be it");
    }
    it.turns(men % 5);
    let carts = raise(&mut it.store, "Blue", "Carts", "Bluetown", &[("sergeant", "D", men)]);
    siege::load(&mut it.store, carts, siege::Load { rations: 200, animals: 5 }, None).expect("bought");
    march::order_to(&mut it.store, carts, place.id, Purpose::Convoy).expect("it marches");
    let turn = turn::play(&mut it.store).expect("a turn");
    (it, siege, turn.lines.into_iter().map(|line| line.text).collect())
}

#[test]
fn sg_2_3_a_convoy_is_told_once_and_in_order() {
    let (mut through, mut out) = (0, 0);
    for men in 6..16 {
        let (it, siege, lines) = carts(men, men % 2 == 0);
        let told = |words: &str| lines.iter().filter(|line| line.contains(words)).count();
        let at = |words: &str| lines.iter().position(|line| line.contains(words));
        if told("comes through") > 0 {
            through += 1;
            assert_eq!(told("Carts brings 200 rations into Stonekeep Castle"), 1, "{lines:#?}");
        } else {
            out += 1;
            assert_eq!(told("Carts does not come into Stonekeep Castle."), 1, "{lines:#?}");
            assert!(at("is found out") < at("Carts does not come into"), "{lines:#?}");
        }
        sound(&it.store, "a convoy");
        assert_eq!(it.story(siege).matches("tries the lines").count(), 1);
    }
    assert!(through > 0 && out > 0, "{through} through, {out} found out");
}

#[test]
fn sg_2_3_ships_come_in_past_fewer_besiegers() {
    // SG-2.3: 6 and one for every 20 of the besiegers a stretch, 482 to six stretches; a harbour is watched by one in so many.
    let in_words = |harbour: bool| {
        let (it, siege, _) = carts(7, harbour);
        let story = it.story(siege);
        let line = story.lines().find(|line| line.contains("tries the lines")).expect("told").to_owned();
        let need: i32 = line.split(" where ").nth(1).and_then(|text| text.split(' ').next()?.parse().ok()).expect("it");
        let watch = if harbour { numbers::of(&it.store).expect("numbers").harbour_watch_one_in as u32 } else { 1 };
        let able = it.store.siege_count(it.host).expect("the host").able;
        let tables = numbers::siege(&it.store).expect("the tables");
        assert_eq!(need, convoy_needs(able / watch, 6, &tables), "{line}");
        (line, need)
    };
    let (by_night, by_water) = (in_words(false), in_words(true));
    assert!(by_night.0.contains("by night") && by_water.0.contains("by water"), "{by_night:?} {by_water:?}");
    assert!(by_water.1 < by_night.1, "{by_water:?} {by_night:?}");
}
