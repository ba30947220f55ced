//! Two contacts at once about a besieged place (SG-4): relief from two armies, and a garrison that strikes while the relief
//! does. Beside a battle of a part what is fought outside and inside is of one day, whichever is settled first (SG-4.2).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_rare_orders::settled;
use crate::sg_relief::{RESTS, awaiting_relief, holds_a_line, met, sets_out};
use crate::support::{content, same, sound};
use banneret::app::{battle, contact, numbers, plan, siege};
use banneret::campaign::ids::{ContactId, FormationId, SiegeId};
use banneret::campaign::people::PersonState;
use banneret::campaign::places::{NewStronghold, StrongholdKind};
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::{ContactKind, Settled};
use banneret::rules::siege::{End, Order, Park};
use serde_json::json;

/// Who faces whom in the field, and in which siege.
fn faced(it: &Border) -> Vec<(FormationId, FormationId, Option<SiegeId>)> {
    let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
    let mut pairs: Vec<_> = waiting
        .filter(|known| known.kind == ContactKind::Field)
        .map(|known| (known.attacker.min(known.defender), known.attacker.max(known.defender), known.siege))
        .collect();
    pairs.sort();
    pairs
}

fn besiegers(it: &Border) -> Vec<FormationId> {
    let members = it.store.siege_armies().expect("armies").into_iter();
    members.filter(|member| member.part == SiegePart::Besiegers).map(|member| member.army).collect()
}

/// A second army that besieges with the host.
fn second(it: &mut Border, siege: SiegeId, men: u32) -> FormationId {
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", men)]);
    siege::join(&mut it.store, second, siege).expect("it joins");
    second
}

#[test]
fn sg_4_2_a_part_gives_battle_to_every_relief_army_that_stands_there() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = second(&mut it, siege, 150);
    let more = raise(&mut it.store, "Blue", "More", "Bluetown", &[("sergeant", "C", 80)]);
    sets_out(&mut it, help);
    sets_out(&mut it, more);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    let before = content(&it.store);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    assert_eq!(faced(&it), sorted([(help, part, Some(siege)), (part, more, Some(siege))]), "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the choice");
    same(&before, &content(&it.store), "the choice taken back");
    it.store.redo().expect("redone").expect("the choice");
    // Who goes on inside has no share in the battle outside; the relief may fight it together.
    let beside = banneret::app::allies::may_join(&it.store, part, help).expect("read");
    assert_eq!(beside.iter().map(|known| known.army.id).collect::<Vec<_>>(), [more]);
    let chosen = met(&it, siege, ContactKind::Field);
    for choice in [siege::ReliefMeeting::ShutIn, siege::ReliefMeeting::Battle, siege::ReliefMeeting::Lift] {
        let refused = refusal(siege::meet(&mut it.store, chosen, choice));
        assert!(refused.contains("gives battle there already"), "{refused}");
    }
    // One is beaten, and the part still faces the other: it besieges nobody meanwhile.
    settled(&mut it, part, help, "attacker");
    assert_eq!(faced(&it), sorted([(part, more, Some(siege))]));
    assert_eq!(besiegers(&it), [it.host]);
    // The other beats it, and those who went on inside are shut in (SG-4.3).
    settled(&mut it, part, more, "defender");
    assert!(it.store.siege(siege).expect("the siege").shut_in, "{}", it.story(siege));
    let shown = siege::show(&it.store, siege).expect("shown");
    assert_eq!(shown.hosts[2].figures.armies, ["More"], "{}", it.story(siege));
    sound(&it.store, "after the second battle");
}

fn sorted<const N: usize>(
    pairs: [(FormationId, FormationId, Option<SiegeId>); N],
) -> Vec<(FormationId, FormationId, Option<SiegeId>)> {
    let mut pairs: Vec<_> = pairs.into_iter().map(|(one, other, of)| (one.min(other), one.max(other), of)).collect();
    pairs.sort();
    pairs
}

#[test]
fn sg_4_2_one_battle_of_both_relief_armies_settles_both_contacts() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = second(&mut it, siege, 150);
    let more = raise(&mut it.store, "Blue", "More", "Bluetown", &[("sergeant", "C", 80)]);
    sets_out(&mut it, help);
    sets_out(&mut it, more);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    let beside = banneret::app::allies::joining(&it.store, (part, help), &[], "More", 0).expect("it may join");
    let asked =
        banneret::app::muster::Asked { joined: vec![beside], ..banneret::app::muster::Asked::of((part, help), 5) };
    let muster = plan::muster_asked(&it.store, &asked).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let report = battle::read_result(&muster, &tables, b"winner attacker", false).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
    assert!(faced(&it).is_empty(), "{}", it.story(siege));
    assert_eq!(besiegers(&it), [it.host, part], "the part besieges again: {}", it.story(siege));
    sound(&it.store, "after the battle");
}

#[test]
fn sg_4_2_relief_that_comes_up_later_meets_the_part_and_may_shut_those_inside_in() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = second(&mut it, siege, 150);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    let more = raise(&mut it.store, "Blue", "More", "Bluetown", &[("sergeant", "C", 80)]);
    sets_out(&mut it, more);
    it.turns(1);
    assert_eq!(faced(&it), sorted([(help, part, Some(siege)), (part, more, Some(siege))]), "{}", it.story(siege));
    settled(&mut it, part, more, "defender");
    assert!(it.store.siege(siege).expect("the siege").shut_in, "{}", it.story(siege));
    sound(&it.store, "after the battle");
}

#[test]
fn sg_4_2_others_of_the_part_still_face_the_relief_that_beat_one_of_them() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let one = second(&mut it, siege, 150);
    let other = raise(&mut it.store, "Red", "Third", "Stonekeep", &[("sergeant", "C", 120)]);
    siege::join(&mut it.store, other, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![one, other])).expect("two give battle");
    settled(&mut it, one, help, "defender");
    assert!(it.store.siege(siege).expect("the siege").shut_in, "{}", it.story(siege));
    let pairs: Vec<_> = faced(&it).into_iter().map(|(one, other, _)| (one, other)).collect();
    assert_eq!(pairs, [(help.min(other), help.max(other))], "{}", it.story(siege));
    // The other beats it: the relief is gone, and those who were shut in besiege again.
    settled(&mut it, other, help, "attacker");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.shut_in, row.ended), (false, None), "{}", it.story(siege));
    sound(&it.store, "after both battles");
}

/// A part gives battle beside a garrison that wins back what is held, on a border of a seed of its own. Gives the part, the
/// relief and the garrison's assault.
fn beside_a_battle(seed: u64) -> (Border, SiegeId, FormationId, FormationId, ContactId) {
    let mut it = Border::seeded(9000 + seed, StrongholdKind::BaronsCastle, 2000, 120, 90);
    let siege = siege::open(&mut it.store, it.host, it.castle).expect("it may be besieged");
    it.provide(Park { trebuchets: 1, ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, RESTS);
    it.conduct(siege, SiegePart::Garrison, RESTS);
    let part = second(&mut it, siege, 150);
    let train = SiegeTrain { rations: 500, ..SiegeTrain::default() };
    siege::set_train(&mut it.store, part, &train, "its own").expect("loaded");
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("knight", "A", 1), ("sergeant", "C", 100)]);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    let back = met(&it, siege, ContactKind::Assault);
    (it, siege, part, help, back)
}

/// What came of both fights: lines held, whether they are shut in, who besieges, and the men of each army.
type Came = (u8, bool, Vec<FormationId>, [[usize; 4]; 4]);

fn came(it: &Border, siege: SiegeId, part: FormationId, help: FormationId) -> Came {
    let states = [PersonState::Fit, PersonState::Wounded, PersonState::Captive, PersonState::Dead];
    let people = it.store.people().expect("people");
    let of = |army: FormationId| {
        let serve = states.map(|state| it.men(army, state));
        let fell = |state| people.iter().filter(|man| man.state == state).count();
        [serve[0], serve[1], fell(PersonState::Captive), fell(PersonState::Dead)]
    };
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!(row.ended, None, "{}", it.story(siege));
    (row.won, row.shut_in, besiegers(it), [it.host, it.garrison, part, help].map(of))
}

#[test]
fn sg_4_2_the_battle_and_the_fight_inside_come_to_the_same_in_either_order() {
    let (mut won_back, mut held) = (0, 0);
    for (seed, winner) in (0..12).zip(["attacker", "defender"].into_iter().cycle()) {
        let (mut first, siege, part, help, back) = beside_a_battle(seed);
        siege::resolve(&mut first.store, back).expect("it is resolved");
        settled(&mut first, part, help, winner);
        let (mut then, other, part, help, back) = beside_a_battle(seed);
        settled(&mut then, part, help, winner);
        let waits = then.store.waiting_contacts().expect("contacts").iter().any(|known| known.id == back);
        assert!(waits, "the garrison's fight inside is of that day too: {}", then.story(other));
        siege::resolve(&mut then.store, back).expect("it is resolved");
        let (one, other) = (came(&first, siege, part, help), came(&then, other, part, help));
        assert_eq!(one, other, "seed {seed}, {winner}:\n{}\n{}", first.story(siege), then.story(siege));
        if one.0 == 0 {
            won_back += 1
        } else {
            held += 1
        }
        sound(&then.store, "after both");
        then.turns(1);
        sound(&then.store, "a turn later");
    }
    assert!(won_back > 0 && held > 0, "{won_back} won back, {held} held");
}

#[test]
fn sg_4_2_a_fight_inside_after_a_lost_battle_is_from_within() {
    // It is planned, fought and called off as what it was: the garrison's alone, on the ground it would win back.
    let (mut it, siege, part, help, back) = beside_a_battle(1);
    settled(&mut it, part, help, "defender");
    assert!(it.store.siege(siege).expect("the siege").shut_in);
    let waiting = it.store.contact(back).expect("it");
    assert_eq!(siege::may_lead(&it.store, &waiting).expect("read").len(), 0, "the relief is not inside");
    let muster = plan::muster_of(&it.store, it.garrison, it.host, 5).expect("mustered");
    let walls = muster.walls.expect("walls");
    assert!(walls.what.contains("from within"), "{}", walls.what);
    siege::call_off(&mut it.store, back).expect("called off");
    let row = it.store.siege(siege).expect("the siege");
    assert!(row.shut_in && row.won == 1);
    sound(&it.store, "called off");
}

#[test]
fn sg_4_1_an_assault_on_what_is_left_comes_to_nothing_and_a_sortie_does_not() {
    // They hold the rampart and are ready for the next wall when the relief comes: battle with everything leaves it (SG-4.1).
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    it.provide(Park { trebuchets: 2, towers: 1, ladders: true, ..Park::default() });
    holds_a_line(&mut it, siege);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    it.conduct(siege, SiegePart::Garrison, &[Order::SallyEngines]);
    let kinds = |it: &Border| -> Vec<ContactKind> {
        it.store.waiting_contacts().expect("contacts").iter().map(|known| known.kind).collect()
    };
    let both =
        |it: &Border| [ContactKind::Assault, ContactKind::SortieEngines].iter().all(|kind| kinds(it).contains(kind));
    for _ in 0..12 {
        it.turns(1);
        if both(&it) {
            break;
        }
        for known in it.store.waiting_contacts().expect("contacts") {
            siege::call_off(&mut it.store, known.id).expect("called off");
        }
    }
    assert!(both(&it), "{}", it.story(siege));
    sets_out(&mut it, help);
    it.turns(1);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Battle).expect("they fight with everything");
    let wait = kinds(&it);
    assert!(!wait.contains(&ContactKind::Assault), "{wait:?}: {}", it.story(siege));
    assert!(wait.contains(&ContactKind::SortieEngines), "{wait:?}: {}", it.story(siege));
    // Garrison and relief strike at once, and each is settled by itself.
    let sortie = met(&it, siege, ContactKind::SortieEngines);
    siege::resolve(&mut it.store, sortie).expect("the sortie is resolved");
    let (attacker, defender) = {
        let found = it.store.contact(waits).expect("it");
        (found.attacker, found.defender)
    };
    settled(&mut it, attacker, defender, if attacker == help { "attacker" } else { "defender" });
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    sound(&it.store, "after the battle");
}

#[test]
fn sg_4_a_relief_that_retires_before_the_part_lets_it_besiege_again() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = second(&mut it, siege, 150);
    sets_out(&mut it, help);
    it.turns(1);
    holds_a_line(&mut it, siege);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    let faces = met(&it, siege, ContactKind::Field);
    contact::retire(&mut it.store, faces, help).expect("it goes");
    assert_eq!(besiegers(&it), [it.host, part], "{}", it.story(siege));
    sound(&it.store, "after the relief has gone");
}

#[test]
fn sg_4_besiegers_who_hold_a_part_do_not_slip_into_another_stronghold() {
    // A tower of their own stands by the castle; who holds a part of that cannot just go into it (SG-4).
    let (mut it, siege, help) = awaiting_relief(2000, 60, 60, 100);
    let place = it.store.place_named("Stonekeep").expect("the place").id;
    let red = it.store.side_named("Red").expect("Red").id;
    let tower = it
        .store
        .act("tower", &json!({}), |act| {
            let tower = act.add_stronghold(&NewStronghold {
                place,
                side: red,
                name: "Siege Fort".into(),
                kind: StrongholdKind::BorderCastle,
                capacity: 400,
                rations: 50,
                store_capacity: 500,
                moat_days: 0,
            })?;
            Ok((tower, "It is built.".to_owned()))
        })
        .expect("a fort");
    sets_out(&mut it, help);
    it.turns(1);
    let waits = met(&it, siege, ContactKind::Field);
    let before = content(&it.store);
    // Who holds nothing may, and besieges no more.
    let host = it.host;
    contact::shut_in(&mut it.store, waits, host, tower).expect("they go in");
    it.turns(1);
    assert_eq!(it.ended(siege), Some(End::Lifted), "{}", it.story(siege));
    it.store.undo().expect("undone").expect("the turn");
    it.store.undo().expect("undone").expect("the choice");
    same(&before, &content(&it.store), "taken back");
    holds_a_line(&mut it, siege);
    let refused = refusal(contact::shut_in(&mut it.store, waits, host, tower));
    assert!(refused.contains("cannot just go"), "{refused}");
}

#[test]
fn sg_4_2_a_part_whose_battle_is_undecided_besieges_again_and_a_new_meeting_is_a_new_choice() {
    let (mut it, siege, part, help, back) = beside_a_battle(1);
    settled(&mut it, part, help, "neither");
    assert!(besiegers(&it).contains(&part), "{}", it.story(siege));
    siege::call_off(&mut it.store, back).expect("called off");
    it.turns(1);
    assert!(faced(&it).iter().all(|(_, _, of)| *of == Some(siege)), "{:?}", faced(&it));
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, siege::ReliefMeeting::ShutIn).expect("it is chosen anew");
    sound(&it.store, "after a second choice");
}

#[test]
fn sg_4_2_a_part_whose_meeting_comes_to_nothing_besieges_again() {
    let (mut it, siege, part, _, _) = beside_a_battle(2);
    let waits = met(&it, siege, ContactKind::Field);
    let by = banneret::app::world::ByHand::default();
    banneret::app::world::contacts::lapse(&mut it.store, waits, &by).expect("it comes to nothing");
    assert!(besiegers(&it).contains(&part), "{}", it.story(siege));
    sound(&it.store, "after that");
}

#[test]
fn sg_4_3_the_initiative_of_those_who_are_shut_in_since_is_rolled_for() {
    let (mut it, siege, part, help, back) = beside_a_battle(3);
    siege::call_off(&mut it.store, back).expect("called off");
    assert!(it.store.siege(siege).expect("it").given.is_some(), "the besiegers' (SG-4.2)");
    settled(&mut it, part, help, "defender");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.shut_in, row.given), (true, None), "{}", it.story(siege));
}

#[test]
fn sg_2_3_a_part_that_gives_battle_is_as_hungry_as_its_host() {
    let (mut it, siege, part, help, _) = beside_a_battle(4);
    let hunger = |it: &Border| plan::muster_of(&it.store, part, help, 5).expect("mustered").plan.hosts.attacker.hunger;
    assert_eq!(hunger(&it), 0);
    let (conduct, rests) = (banneret::campaign::siege::Conduct::Orders, RESTS);
    siege::set_conduct(&mut it.store, siege, SiegePart::Besiegers, conduct, rests, true).expect("halved");
    assert_eq!(hunger(&it), -1);
}
