//! What is told of a siege is so, and what would come to nothing is not taken (SG-1 to SG-4, CP-2).

use crate::sg_campaign::{Border, raise, refusal};
use crate::sg_relief::{RESTS, awaiting_relief, sets_out, shut_in};
use crate::support::{json, sound};
use banneret::app::siege::{self, Orders};
use banneret::app::{ahead, march};
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::{Purpose, SiegePart};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Grade, Side};
use banneret::rules::game::Game;
use banneret::rules::siege::{
    Action, At, Battering, Decision, Event, Gear, Host, Kind, Leave, Moat, Park, Plan, Siege, Stretch, Tables, Terms,
    Wrecked, told,
};
use serde_json::json;

fn resting() -> (Border, banneret::campaign::ids::SiegeId) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BaronsCastle, 1500, 200, 49);
    it.provide(Park { trebuchets: 2, rams: 1, ..Park::default() });
    for part in [SiegePart::Besiegers, SiegePart::Garrison] {
        it.conduct(siege, part, RESTS);
    }
    (it, siege)
}

/// A day by hand on which the besiegers do something, and the garrison rests.
fn besiegers_do(it: &mut Border, siege: banneret::campaign::ids::SiegeId, action: Action) {
    let orders = Orders { actions: BySide { attacker: Some(action), defender: Some(Action::Rest) } };
    siege::play_by_hand(&mut it.store, siege, &orders).expect("a day");
}

#[test]
fn sg_3_3_at_discretion_nobody_owes_a_ransom_by_the_terms() {
    let (mut it, siege) = resting();
    let terms = Terms { men_pay: true, ..Terms::plain(Leave::AtDiscretion) };
    let why = refusal(siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms));
    assert!(why.contains("ransomed as one (MM-8.4)"), "{why}");
    let terms = Terms { men_pay: true, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Besiegers, &terms).expect("who marches out may owe his ransom");
}

#[test]
fn sg_1_1_nobody_marches_to_besiege_or_to_bring_in_where_he_could_not() {
    let (mut it, siege) = resting();
    let help = raise(&mut it.store, "Blue", "Help", "Bluetown", &[("sergeant", "C", 60)]);
    let (keep, camp) = ["Stonekeep", "Camp"].map(|name| it.store.place_named(name).expect("the place").id).into();
    let why = refusal(march::order_to(&mut it.store, help, keep, Purpose::Besiege));
    assert!(why.contains("No enemy of Help has a stronghold at Stonekeep"), "{why}");
    let why = refusal(march::order_to(&mut it.store, help, camp, Purpose::Convoy));
    assert!(why.contains("no stronghold of its side at Camp, and no besieged friend"), "{why}");
    // Its own besieged castle may be brought what it needs; and without more to do it relieves it.
    let told =
        |it: &Border, purpose| siege::comes_to(&it.store, help, keep, purpose).expect("told").unwrap_or_default();
    assert!(told(&it, Purpose::Convoy).contains("its train comes in by night on"), "{}", told(&it, Purpose::Convoy));
    assert!(told(&it, Purpose::None).contains("comes to relieve Stonekeep Castle"), "{}", told(&it, Purpose::None));
    assert_eq!(told(&it, Purpose::Besiege), "");
    let terms = Terms { respite_days: 20, ..Terms::plain(Leave::WithArms) };
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &terms).expect("asked");
    siege::answer(&mut it.store, siege, true).expect("agreed");
    assert!(told(&it, Purpose::None).contains("lapse then (SG-3.3)"), "{}", told(&it, Purpose::None));
    march::order_to(&mut it.store, help, keep, Purpose::Convoy).expect("it sets out");
}

#[test]
fn cp_2_2_that_a_siege_rests_is_told_before_the_turn_and_after_it() {
    let (mut it, siege) = resting();
    let told = |it: &Border| ahead::ahead(&it.store).expect("ahead").sentence();
    assert!(!told(&it).contains("rest"), "{}", told(&it));
    siege::offer(&mut it.store, siege, SiegePart::Garrison, &Terms::plain(Leave::WithArms)).expect("asked");
    assert!(told(&it).contains("1 siege rests, and eats, until what waits there is decided"), "{}", told(&it));
    it.turns(1);
    let turn = it.store.last_action().expect("the journal").expect("the turn").sentence;
    assert!(turn.contains("terms wait for an answer at a siege"), "{turn}");
    // A captain answers by himself, and nothing waits.
    let captain = banneret::campaign::siege::Conduct::Captain;
    siege::set_conduct(&mut it.store, siege, SiegePart::Besiegers, captain, &[], false).expect("so be it");
    assert!(!told(&it).contains("rest"), "{}", told(&it));
}

#[test]
fn sg_4_one_relief_is_told_as_one_whatever_armies_face_one_another() {
    let (mut it, siege, help) = awaiting_relief(2000, 200, 60, 100);
    let other = raise(&mut it.store, "Blue", "Other", "Bluetown", &[("sergeant", "C", 40)]);
    let second = raise(&mut it.store, "Red", "Second", "Stonekeep", &[("sergeant", "C", 50)]);
    siege::join(&mut it.store, second, siege).expect("it joins");
    sets_out(&mut it, help);
    sets_out(&mut it, other);
    it.turns(2);
    assert!(it.store.waiting_contacts().expect("contacts").len() > 1);
    let turn = it.store.last_action().expect("the journal").expect("the turn").sentence;
    assert!(turn.contains("one contact waits"), "{turn}");
    let still = it.store.lines("still face", None, None, 99).expect("the chronicle").into_iter();
    let still: Vec<String> = still.map(|line| line.text).collect();
    assert_eq!(still.len(), 1, "{still:?}");
    assert!(still[0].contains("The besiegers of Stonekeep Castle and its relief still face each other"), "{still:?}");
}

#[test]
fn sg_1_3_a_mine_under_what_is_down_and_work_half_done_are_given_up_and_told() {
    let (mut it, siege) = resting();
    let at = At { line: 0, stretch: 0 };
    besiegers_do(&mut it, siege, Action::Mine(at));
    assert!(it.store.siege(siege).expect("the siege").mine.is_some());
    besiegers_do(&mut it, siege, Action::Mine(At { line: 0, stretch: 1 }));
    assert!(it.story(siege).contains("The mine towards stretch 1 of line 1 is given up."), "{}", it.story(siege));
    besiegers_do(&mut it, siege, Action::Build(Gear::Tower));
    besiegers_do(&mut it, siege, Action::Build(Gear::Mangonel));
    assert!(it.story(siege).contains("Given up, half built: tower."), "{}", it.story(siege));
    it.store
        .act("a breach", &json!({}), |act| {
            let down = Stretch { outer: 4, inner: 1 };
            Ok((act.set_wall(it.castle, At { line: 0, stretch: 1 }, down)?, "It is down.".to_owned()))
        })
        .expect("so be it");
    besiegers_do(&mut it, siege, Action::Rest);
    assert_eq!(it.store.siege(siege).expect("the siege").mine, None, "{}", it.story(siege));
    assert!(it.story(siege).contains("that is down, or taken"), "{}", it.story(siege));
    sound(&it.store, "after the works");
}

#[test]
fn sg_1_3_who_is_shut_in_is_besieged_by_garrison_and_relief() {
    let (mut it, siege, help) = shut_in(2000, 300, 49, 120);
    let builds =
        Orders { actions: BySide { attacker: Some(Action::Rest), defender: Some(Action::Build(Gear::Tower)) } };
    siege::play_by_hand(&mut it.store, siege, &builds).expect("a day");
    assert!(it.story(siege).contains("Garrison and relief build: tower."), "{}", it.story(siege));
    let shown = siege::show(&it.store, siege).expect("shown");
    assert_eq!(siege::who_builds(&shown), "Garrison and relief");
    let _ = help;
}

/// A siege before its first day, with a park.
fn laid(kind: Kind, park: Park) -> Siege {
    let hosts = BySide { attacker: Host::of(300, Grade::B, 5000), defender: Host::of(60, Grade::C, 500) };
    let plan = Plan { kind, moat: Moat::None, capacity: 1000, hosts, park, relief: None };
    Siege::laid(&plan, &Tables::book())
}

#[test]
fn sg_1_4_the_keep_is_battered_once_the_outer_wall_is_breached() {
    let mut game = laid(Kind::Castle, Park { trebuchets: 2, ..Park::default() });
    let keep = Decision::Act(Action::Batter(At { line: game.lines.len() as u8 - 1, stretch: 0 }));
    let second = Decision::Act(Action::Batter(At { line: 2, stretch: 0 }));
    let dawn = |game: &mut Siege| {
        let mut dice = Seeded::stream(4, 1);
        game.dawn(&mut dice, &mut Vec::new());
        let side = game.pending().first().expect("a side decides");
        (side == Side::Attacker).then_some(side)
    };
    let mut standing = game.clone();
    let Some(side) = dawn(&mut standing) else { panic!("another seed gives them the initiative") };
    assert!(standing.check(side, &keep).is_err(), "the outer wall stands");
    game.lines[0][1] = Stretch { outer: 4, inner: 0 };
    let Some(side) = dawn(&mut game) else { panic!("another seed gives them the initiative") };
    assert_eq!(game.check(side, &keep), Ok(()));
    assert!(game.check(side, &second).is_err(), "the lines between need the one before them breached");
}

#[test]
fn sg_1_6_ladders_are_no_help_against_the_keep() {
    let mut game = laid(Kind::BorderCastle, Park { ladders: true, rams: 1, ..Park::default() });
    assert!(game.storm(Side::Attacker).ladders, "over the outer wall they are");
    game.won = 1;
    assert!(!game.storm(Side::Attacker).ladders, "into the keep there is no way by them (SG-5.5)");
}

#[test]
fn sg_1_4_the_odds_of_battering_tell_what_is_lost_with_it() {
    let of = |arguments: &[&str], outcome: &str| -> f64 {
        let answer = json(&[&["odds", "battering"], arguments].concat());
        answer["outcomes"][outcome].as_f64().unwrap_or_else(|| panic!("{answer}"))
    };
    // A ram is never lost; 12 points and more do a damage and lose two points on a 3.
    assert_eq!(of(&["--rams", "1"], "engines lost") + of(&["--rams", "1"], "damage and engines lost"), 0.0);
    assert_eq!(of(&["--points", "12"], "damage and engines lost"), 0.1);
    assert_eq!(of(&["--points", "12"], "engines lost"), 0.2);
}

/// SG-1.4: points go off whole mangonels first, then off trebuchets; which engines are gone by it is told.
#[test]
fn sg_1_4_what_engines_a_day_of_battering_wrecks_is_told() {
    let tables = Tables::book();
    let (mangonel, trebuchet) = (u16::from(tables.engines.mangonel), u16::from(tables.engines.trebuchet));
    let park = Park { mangonels: 1, trebuchets: 1, ..Park::default() };
    let (mut hurt, mut gone) = (park, park);
    assert_eq!(hurt.lose(mangonel, &tables), Wrecked { mangonels: 1, trebuchets: 0 });
    assert_eq!(gone.lose(mangonel + trebuchet, &tables), Wrecked { mangonels: 1, trebuchets: 1 });
    let at = At { line: 1, stretch: 1 };
    let battered = |lost, wrecked| {
        let result = Battering { face: 3, damage: 1, lost, wrecked };
        told(&Event::Battered { at, points: 12, parts: Vec::new(), result, down: false })
    };
    let both = battered(mangonel + trebuchet, Wrecked { mangonels: 1, trebuchets: 1 });
    assert!(both.ends_with("points of engines lost: a mangonel and a trebuchet wrecked."), "{both}");
    assert!(battered(1, Wrecked::default()).ends_with("a point of engines lost."));
}
