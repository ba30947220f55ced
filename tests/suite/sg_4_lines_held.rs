//! Which lines besiegers hold who are shut in (SG-1.5, SG-4.3): a relief wins the outermost from outside, and they hold those behind.

use crate::sg_campaign::{Border, raise};
use crate::sg_rare_orders::settled;
use crate::sg_relief::{awaiting_relief, met, sets_out, shut_in};
use crate::support::{content, said, same, sound};
use banneret::app::siege::ReliefMeeting;
use banneret::app::{battle, numbers, plan, siege};
use banneret::campaign::ids::{FormationId, SiegeId};
use banneret::campaign::siege::{Conduct, SiegePart};
use banneret::campaign::war::{Contact, ContactKind, Settled};
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::game::NullSink;
use banneret::rules::siege::{
    Action, At, End, FoughtGround, Host, Kind, Moat, Order, Park, Plan, Progress, Siege, Tables,
};
use serde_json::json;

/// The besiegers of a baron's castle are shut in two lines of it.
fn two_lines(host: u32, help: u32) -> (Border, SiegeId, FormationId) {
    let (mut it, siege, help) = shut_in(2000, host, 49, help);
    holds(&mut it, siege, 2);
    (it, siege, help)
}

fn holds(it: &mut Border, siege: SiegeId, lines: u8) {
    let won = |act: &banneret::store::Act| {
        let mut row = act.siege(siege)?;
        row.won = lines;
        act.set_siege(&row)?;
        Ok(((), "Lines are won.".to_owned()))
    };
    it.store.act("lines are won", &json!({}), won).expect("so be it");
}

/// The relief's assault, when it waits.
fn assault(it: &mut Border, siege: SiegeId) -> Contact {
    it.conduct(siege, SiegePart::Relief, &[Order::Assault]);
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) {
            return met;
        }
    }
    panic!("no assault in twenty turns: {}", it.story(siege));
}

/// The lines held, from 0, as they are shown.
fn held(it: &Border, siege: SiegeId) -> (u8, u8, Progress) {
    let shown = siege::show(&it.store, siege).expect("shown");
    (shown.outer_lost, shown.won, shown.progress)
}

fn told_at_the_table(it: &mut Border, met: &Contact, entries: &str) {
    let muster = plan::muster_of(&it.store, met.attacker, met.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let report = battle::read_result(&muster, &tables, entries.as_bytes(), false).expect("read");
    let proposal = battle::propose(&it.store, muster, report, Settled::Table, None, false).expect("proposed");
    battle::take_in(&mut it.store, proposal).expect("taken in");
}

#[test]
fn sg_4_3_the_relief_wins_the_outer_line_and_comes_at_the_next_after_it() {
    let (mut it, siege, help) = two_lines(200, 300);
    let met = assault(&mut it, siege);
    let ground = |it: &Border| plan::muster_of(&it.store, help, it.host, 1).expect("mustered");
    let first = ground(&it);
    assert!(first.walls.expect("walls").what.starts_with("The outer wall"), "from outside");
    let storm = first.plan.storm.expect("a place");
    assert_eq!((storm.held, storm.shut_in, storm.outer_lost), (0, 2, 0));
    let before = content(&it.store);
    told_at_the_table(&mut it, &met, "winner attacker");
    // SG-1.5: what is furthest held is still held.
    assert_eq!(held(&it, siege), (1, 2, Progress::ConfinedToTheCitadel), "{}", it.story(siege));
    let told = "A line is won back of Stonekeep Castle from outside, and the besiegers still hold line 2.";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    sound(&it.store, "after the first assault");
    it.store.undo().expect("undone").expect("the battle");
    same(&before, &content(&it.store), "the assault taken back");
    it.store.redo().expect("redone").expect("the battle");
    let met = assault(&mut it, siege);
    let second = ground(&it);
    assert!(second.walls.expect("walls").what.starts_with("An inner wall"), "the line behind");
    let storm = second.plan.storm.expect("a place");
    assert_eq!((storm.held, storm.shut_in, storm.outer_lost), (0, 2, 1));
    told_at_the_table(&mut it, &met, "winner attacker");
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
    sound(&it.store, "after the second assault");
}

#[test]
fn sg_4_3_both_lines_are_won_at_once_where_that_is_told() {
    let (mut it, siege, _) = two_lines(200, 300);
    let met = assault(&mut it, siege);
    told_at_the_table(&mut it, &met, "lines 0");
    assert_eq!(it.ended(siege), Some(End::Relieved), "{}", it.story(siege));
}

#[test]
fn sg_4_3_what_the_relief_won_is_the_besiegers_again_when_it_is_gone() {
    let (mut it, siege, help) = two_lines(200, 300);
    let met = assault(&mut it, siege);
    told_at_the_table(&mut it, &met, "winner attacker");
    it.conduct(siege, SiegePart::Relief, &[Order::Rest]);
    siege::leave(&mut it.store, help).expect("it goes");
    let camp = it.store.place_named("Bluetown").expect("the town").id;
    banneret::app::march::order(&mut it.store, help, camp).expect("it marches");
    it.turns(1);
    assert!(!it.store.siege(siege).expect("it").shut_in, "{}", it.story(siege));
    assert_eq!(held(&it, siege), (0, 2, Progress::ConfinedToTheCitadel), "{}", it.story(siege));
    assert!(it.story(siege).contains("and hold its outer line again"), "{}", it.story(siege));
    sound(&it.store, "the relief is gone");
}

#[test]
fn sg_4_3_whose_a_line_is_stands_beside_it() {
    let (mut it, siege, _) = two_lines(200, 300);
    let met = assault(&mut it, siege);
    told_at_the_table(&mut it, &met, "winner attacker");
    let (_folder, file) = it.closed();
    let text = said(&["siege", file.to_str().expect("a name"), "show", "--stronghold", "Stonekeep Castle"]);
    for line in ["Line 1 (the relief’s):", "Line 2 (the besiegers’):", "Line 3:"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

/// A siege as a game, whose besiegers are shut in some lines of a castle.
fn game(won: u8, outer_lost: u8) -> Siege {
    let host = Host::of(100, Grade::C, 1000);
    let hosts = BySide { attacker: host, defender: Host::of(40, Grade::C, 1000) };
    let park = Park { mangonels: 2, ..Park::default() };
    let plan = Plan { kind: Kind::Castle, moat: Moat::Days(3), capacity: 1000, hosts, park, relief: None };
    let mut game = Siege::laid(&plan, &Tables::book());
    (game.won, game.outer_lost, game.shut_in) = (won, outer_lost, true);
    game.outside = Some(host);
    game.parks.defender = park;
    game
}

#[test]
fn sg_1_4_who_besieges_those_shut_in_batters_and_they_repair_the_lines_they_hold() {
    let mut it = game(3, 1);
    assert_eq!(it.held(), 1..3);
    let line = |line| At { line, stretch: 0 };
    assert!(it.check_battering(Side::Defender, line(0)).is_err(), "it is the relief's");
    assert_eq!(it.check_battering(Side::Defender, line(1)), Ok(()));
    assert!(it.check_battering(Side::Defender, line(2)).is_err(), "behind the other");
    assert!(it.wheels_come_up(), "behind the moat");
    assert!(!game(3, 0).wheels_come_up(), "before the moat");
    // An assault of theirs on the citadel is on the line behind what they hold, and what they win there they hold too.
    it.after_assault(Side::Attacker, true, FoughtGround::default(), &mut NullSink);
    assert_eq!((it.won, it.outer_lost), (4, 1));
}

/// SG-4.3: of what garrison and relief win between them the relief has the outermost, and the citadel the innermost.
#[test]
fn sg_4_3_what_is_won_from_outside_and_from_within_is_told_apart() {
    // (Lines left, of them lost within, and the lines held then, from 0.)
    for (left, within, held) in [(1, 1, 0..1), (1, 0, 1..2), (0, 1, 0..0)] {
        let mut it = game(2, 0);
        let fought = FoughtGround { lines: Some(left), from_within: within, ..FoughtGround::default() };
        it.after_assault(Side::Defender, true, fought, &mut NullSink);
        assert_eq!(it.held(), held, "{left} left, {within} within");
    }
    let mut it = game(3, 0);
    let fought = FoughtGround { lines: Some(1), from_within: 1, ..FoughtGround::default() };
    it.after_assault(Side::Defender, true, fought, &mut NullSink);
    assert_eq!((it.held(), it.won, it.outer_lost), (1..2, 2, 1));
}

#[test]
fn sg_4_2_what_is_won_back_from_within_is_the_innermost() {
    let mut it = game(3, 0);
    (it.shut_in, it.outside) = (false, None);
    it.after_assault(Side::Defender, true, FoughtGround::default(), &mut NullSink);
    assert_eq!(it.held(), 0..2);
    let mut it = game(3, 0);
    it.after_assault(Side::Defender, true, FoughtGround { lines: Some(1), ..FoughtGround::default() }, &mut NullSink);
    assert_eq!(it.held(), 2..3, "from outside the outermost");
}

/// SG-4 **[house]**: besiegers who hold no part fight or lift the siege.
#[test]
fn sg_4_who_is_driven_out_of_all_he_held_is_face_to_face_with_the_relief() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 150)]);
    siege::join(&mut it.store, part, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds(&mut it, siege, 1);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    settled(&mut it, part, help, "defender");
    let (garrison, host) = (it.garrison, it.host);
    settled(&mut it, garrison, host, "attacker");
    assert!(it.story(siege).contains("driven out of what they held"), "{}", it.story(siege));
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.won, row.shut_in, row.ended), (0, false, None), "{}", it.story(siege));
    let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
    let faced: Vec<_> = waiting.filter(|known| known.siege == Some(siege)).collect();
    assert_eq!(faced.len(), 1, "{faced:?}");
    assert_eq!((faced[0].kind, faced[0].attacker, faced[0].defender), (ContactKind::Field, help, host));
    assert!(
        it.story(siege).contains("Help comes to relieve Stonekeep Castle, and is face to face"),
        "{}",
        it.story(siege)
    );
    let orders =
        siege::Orders { actions: BySide { attacker: Some(banneret::rules::siege::Action::Rest), defender: None } };
    assert!(siege::play_by_hand(&mut it.store, siege, &orders).is_err(), "nothing is done beside it");
    siege::meet(&mut it.store, faced[0].id, ReliefMeeting::Lift).expect("they lift the siege");
    assert!(it.ended(siege).is_some(), "{}", it.story(siege));
    sound(&it.store, "after the siege");
}

/// Besiegers who are shut in, and have lost the outermost of two lines to the relief, are to assault the citadel.
fn one_line_left() -> (Border, SiegeId, FormationId, Contact) {
    let (mut it, siege, help) = two_lines(200, 300);
    let met = assault(&mut it, siege);
    told_at_the_table(&mut it, &met, "winner attacker");
    assert_eq!(held(&it, siege).0, 1, "{}", it.story(siege));
    it.conduct(siege, SiegePart::Relief, &[Order::Rest]);
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault]);
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.attacker == it.host) {
            return (it, siege, help, met);
        }
    }
    panic!("no assault in twenty turns: {}", it.story(siege));
}

/// SG-1.5, SG-4.3: the lines that a table tells of are those the besiegers hold, and not what a relief has won from them.
#[test]
fn sg_1_5_a_table_tells_the_lines_that_are_held_and_not_those_a_relief_has_won() {
    let (mut it, siege, _, met) = one_line_left();
    let before = content(&it.store);
    for (entries, won) in [("lines 1", 2), ("lines 2", 3), ("winner attacker", 3), ("winner attacker; lines 2", 3)] {
        told_at_the_table(&mut it, &met, entries);
        assert_eq!(held(&it, siege).1, won, "{entries}: {}", it.story(siege));
        assert_eq!(it.story(siege).contains("is thrown back"), won == 2, "{entries}: {}", it.story(siege));
        it.store.undo().expect("undone").expect("the battle");
        same(&before, &content(&it.store), entries);
    }
    let muster = plan::muster_of(&it.store, met.attacker, met.defender, 5).expect("mustered");
    let tables = numbers::man_to_man(&it.store).expect("the tables");
    let refused =
        |entry: &str| battle::read_result(&muster, &tables, entry.as_bytes(), false).expect_err("refused").to_string();
    let why = refused("lines 4");
    let many = "the place has 4 lines, of which the relief has the outermost, and 4 cannot be held: 1 to 3.";
    assert!(why.contains(many), "{why}");
    let why = refused("lines 0");
    assert!(why.contains("the besiegers hold 1 line, and lose none by their own assault"), "{why}");
    assert!(refused("lines 2; lines 2").contains("Entry 2: the lines held are told twice."));
    // The last of them.
    told_at_the_table(&mut it, &met, "lines 3");
    assert_eq!(it.ended(siege), Some(End::Taken), "{}", it.story(siege));
}

/// SG-4.3: who is besieged anew in a citadel he took is conducted by whom he was before, and so is the relief that besieges him.
#[test]
fn sg_4_3_whoever_conducts_a_host_does_so_still_when_the_siege_begins_anew() {
    let (mut it, siege, _, met) = one_line_left();
    let conduct = |it: &mut Border, part, conduct, orders: &[Order], half| {
        siege::set_conduct(&mut it.store, siege, part, conduct, orders, half).expect("so be it");
    };
    conduct(&mut it, SiegePart::Relief, Conduct::Referee, &[Order::Batter], false);
    conduct(&mut it, SiegePart::Besiegers, Conduct::Orders, &[Order::SallyCamp, Order::Rest], true);
    told_at_the_table(&mut it, &met, "lines 3");
    assert_eq!(it.ended(siege), Some(End::Taken), "{}", it.story(siege));
    let again = it.store.siege_of(it.castle).expect("read").expect("it is besieged anew").id;
    let of = |part| siege::host(&it.store, again, part).expect("a host");
    let (besiegers, garrison) = (of(SiegePart::Besiegers), of(SiegePart::Garrison));
    assert_eq!((besiegers.conduct, besiegers.orders, besiegers.half), (Conduct::Referee, vec![Order::Batter], false));
    assert_eq!(
        (garrison.conduct, garrison.orders, garrison.half),
        (Conduct::Orders, vec![Order::SallyCamp, Order::Rest], true)
    );
    sound(&it.store, "besieged anew");
}

/// SG-4.3: a relief that goes away by its own day leaves what it had won of the outer lines, and that is told.
#[test]
fn sg_4_3_what_a_relief_leaves_by_its_own_day_is_told() {
    let (mut it, siege, _, met) = one_line_left();
    siege::call_off(&mut it.store, met.id).expect("called off");
    let goes = siege::Orders { actions: BySide { attacker: None, defender: Some(Action::Withdraw) } };
    for _ in 0..6 {
        if it.store.siege(siege).expect("it").shut_in {
            it.conduct(siege, SiegePart::Besiegers, &[Order::Rest]);
            siege::play_by_hand(&mut it.store, siege, &goes).expect("a day");
        }
    }
    assert!(!it.store.siege(siege).expect("it").shut_in, "{}", it.story(siege));
    let told = "shut in no more: they besiege it again, and hold its outer line again. (SG-4.3)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    assert_eq!(held(&it, siege).0, 0);
    sound(&it.store, "the relief is gone");
}

/// SG-4 **[house]**: whichever of the two fights is settled first: those left of a host whose part is beaten, when the garrison has
/// won all of it back, are face to face with the relief.
#[test]
fn sg_4_who_has_lost_all_before_his_part_is_beaten_is_face_to_face_with_the_relief() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 150)]);
    siege::join(&mut it.store, part, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds(&mut it, siege, 1);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    let (garrison, host) = (it.garrison, it.host);
    settled(&mut it, garrison, host, "attacker");
    assert_eq!(it.store.siege(siege).expect("the siege").won, 0, "{}", it.story(siege));
    settled(&mut it, part, help, "defender");
    let row = it.store.siege(siege).expect("the siege");
    assert_eq!((row.won, row.shut_in, row.ended), (0, false, None), "{}", it.story(siege));
    let waiting = it.store.waiting_contacts().expect("contacts").into_iter();
    let faced: Vec<_> = waiting.filter(|known| known.siege == Some(siege)).collect();
    assert_eq!(faced.len(), 1, "{faced:?}");
    assert_eq!((faced[0].kind, faced[0].attacker, faced[0].defender), (ContactKind::Field, help, host));
    let told = "those left hold nothing of Stonekeep Castle, and fight or lift the siege. (SG-4)";
    assert!(it.story(siege).contains(told), "{}", it.story(siege));
    siege::meet(&mut it.store, faced[0].id, ReliefMeeting::Lift).expect("they lift the siege");
    assert!(it.ended(siege).is_some(), "{}", it.story(siege));
    sound(&it.store, "after the siege");
}

/// SG-2.2, SG-4.3: who is shut in gets nothing of the country, and the relief outside its days' share, when they are driven out too.
#[test]
fn sg_2_2_who_is_driven_out_ate_as_he_lay() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let part = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("knight", "B", 1), ("sergeant", "C", 150)]);
    siege::join(&mut it.store, part, siege).expect("it joins");
    sets_out(&mut it, help);
    it.turns(1);
    holds(&mut it, siege, 1);
    let waits = met(&it, siege, ContactKind::Field);
    siege::meet(&mut it.store, waits, ReliefMeeting::Part(vec![part])).expect("a part gives battle");
    settled(&mut it, part, help, "defender");
    assert!(it.store.siege(siege).expect("it").shut_in, "{}", it.story(siege));
    for _ in 0..3 {
        siege::play_by_hand(&mut it.store, siege, &siege::Orders::default()).expect("a day");
    }
    let (garrison, host) = (it.garrison, it.host);
    settled(&mut it, garrison, host, "attacker");
    let story = it.story(siege);
    assert!(story.contains("driven out of what they held"), "{story}");
    let ate = |army: &str| {
        let line = story.lines().rfind(|line| line.starts_with(&format!("{army} needs")));
        line.unwrap_or_else(|| panic!("{army} has not eaten: {story}")).to_owned()
    };
    assert!(ate("Host").contains("3 days: 0 foraged"), "{}", ate("Host"));
    assert!(ate("Help").contains("3 days") && !ate("Help").contains(": 0 foraged"), "{}", ate("Help"));
    sound(&it.store, "driven out");
}
