//! Every kind of decision and task of the book is chosen by some captain in some battle.

use crate::golden_gear::{a_burning_village, longbows_behind_stakes, storming_a_gatehouse};
use crate::mm_9_storming::axes_before_a_gate;
use crate::playouts_gear::random;
use crate::rosters::{fighter, force, plan, unit};
use banneret::rules::battle::Plan;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{Class, Grade, Horse, Side, Weapon};
use banneret::rules::game::{Captain, Game, NullSink};
use banneret::rules::gear::{GearPiece, Spares, Thing};
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::man_to_man::gear::state::{Booty, Task};
use banneret::rules::man_to_man::{Answer, BodyId, Decision, Gait, Marshal, Position, Tables};
use std::collections::BTreeMap;

/// What a decision is, told as a referee would name it, and every kind there is: none can be left out of the count.
macro_rules! kinds {
    ($($pattern:pat => $kind:literal,)+) => {
        fn kind(decision: &Decision) -> &'static str {
            match *decision { $($pattern => $kind,)+ }
        }

        const KINDS: &[&str] = &[$($kind),+];
    };
}

kinds! {
    Decision::Charge { gait: Gait::Walk, .. } => "close",
    Decision::Charge { .. } => "charge",
    Decision::Aim { .. } => "aim at horses or riders",
    Decision::Follow { .. } => "follow or stay",
    Decision::Demand { .. } => "demand surrender or not",
    Decision::EvadeTo { .. } => "evade behind friends",
    Decision::Yield { .. } => "yield",
    Decision::YieldMan { .. } => "let one man yield",
    Decision::Wield { .. } => "wield another weapon",
    Decision::Place { .. } | Decision::PlaceGear { .. } => "place before the battle",
    Decision::Counter { .. } => "counter-charge one of several",
    Decision::Front { .. } => "array with another front",
    Decision::Target { .. } => "name targets for some",
    Decision::Slay { .. } => "kill prisoners",
    Decision::Answer { answer: Answer::Stand, .. } => "stand",
    Decision::Answer { answer: Answer::Counter, .. } => "counter-charge",
    Decision::Answer { answer: Answer::Evade, .. } => "evade",
    Decision::March { distance: 0, .. } => "turn",
    Decision::March { gait: Gait::Run, .. } => "run",
    Decision::March { .. } => "walk",
    Decision::Go { .. } => "go",
    Decision::Withdraw { .. } => "withdraw",
    Decision::Ranks { close: true, .. } => "close ranks",
    Decision::Ranks { close: false, .. } => "open ranks",
    Decision::Mount { mount: true, .. } => "mount",
    Decision::Mount { mount: false, .. } => "dismount",
    Decision::PickUp { .. } => "pick up a standard",
    Decision::Shoot { horses: false, .. } => "shoot at men",
    Decision::Shoot { horses: true, .. } => "shoot at horses",
    Decision::Loose { .. } => "shoot an engine",
    Decision::ShootFire { .. } => "shoot fire",
    Decision::Hold { .. } => "hold",
    Decision::Done => "done",
    Decision::Task { task: Task::Climb(_), .. } => "climb",
    Decision::Task { task: Task::ClimbDown(_), .. } => "climb down",
    Decision::Task { task: Task::Raise { .. }, .. } => "raise a ladder",
    Decision::Task { task: Task::Ram { .. }, .. } => "ram",
    Decision::Task { task: Task::Pick { .. }, .. } => "pick",
    Decision::Task { task: Task::Axes(_), .. } => "hew",
    Decision::Task { task: Task::Push(_), .. } => "push a ladder",
    Decision::Task { task: Task::Drop { .. }, .. } => "drop",
    Decision::Task { task: Task::Heat(_), .. } => "heat",
    Decision::Task { task: Task::Plant(_), .. } => "plant",
    Decision::Task { task: Task::Lift(_), .. } => "lift",
    Decision::Task { task: Task::Fill { .. }, .. } => "fill a moat",
    Decision::Task { task: Task::Gap(_), .. } => "make a gap",
    Decision::Task { task: Task::Gate { open: true, .. }, .. } => "open a gate",
    Decision::Task { task: Task::Gate { open: false, .. }, .. } => "shut a gate",
    Decision::Task { task: Task::Light(_), .. } => "light fire missiles",
    Decision::Task { task: Task::Torch(_), .. } => "put a torch to something",
    Decision::Task { task: Task::FightFire(_), .. } => "fight a fire",
    Decision::Task { task: Task::Change { .. }, .. } => "change weapons",
    Decision::Task { task: Task::Restock(_), .. } => "take missiles or rounds",
    Decision::Task { task: Task::PickUp(_), .. } => "take up gear",
    Decision::Task { task: Task::LayDown(_), .. } => "lay down gear",
    Decision::Task { task: Task::Help(_), .. } => "lend hands to a machine",
    Decision::Task { task: Task::Harness { on: true, .. }, .. } => "harness",
    Decision::Task { task: Task::Harness { on: false, .. }, .. } => "unharness",
    Decision::Task { task: Task::Loot { take: Booty::Weapon, .. }, .. } => "loot a weapon",
    Decision::Task { task: Task::Loot { take: Booty::Shield, .. }, .. } => "loot a shield",
    Decision::Task { task: Task::Loot { take: Booty::Armour, .. }, .. } => "loot armour",
    Decision::Task { task: Task::PutOn, .. } => "put armour on",
}

/// What captains do in the course of an order, that is no kind of its own.
const BESIDES: [&str; 2] = ["ride through", "follow by choice"];

/// What captains leave to people, and why.
const LEFT_TO_PEOPLE: [(&str, &str); 2] = [
    (
        "place before the battle",
        "the hosts are arrayed by the ground's lines or by arm, which captains take as they are",
    ),
    ("array with another front", "the front a body is arrayed with is as deep as its arm wants it"),
];

fn count(plan: &Plan, counts: &mut BTreeMap<&'static str, u32>) {
    let position = Position::new(plan, &Tables::book(), &mut NullSink).expect("no fault");
    count_from(position, plan.seed, counts);
}

fn count_from(mut position: Position, seed: u64, counts: &mut BTreeMap<&'static str, u32>) {
    let mut dice = Seeded::new(seed);
    while let Some(side) = position.pending().first() {
        let decision = Marshal.decide(&position.view(side));
        *counts.entry(kind(&decision)).or_default() += 1;
        match decision {
            Decision::March { body, distance: 1.., .. } if position.body(body).turn.rides_through => {
                *counts.entry("ride through").or_default() += 1;
            }
            Decision::Follow { follow: true, .. } => *counts.entry("follow by choice").or_default() += 1,
            _ => {}
        }
        position.play(side, decision, &mut dice, &mut NullSink).expect("a captain decides what is allowed");
    }
}

/// Archers against archers, each side with a packhorse of arrows.
fn out_of_arrows() -> Plan {
    let archer = fighter(Class::Sergeant, Grade::C, 1, &[Weapon::Longbow, Weapon::Sword], Horse::None);
    let host = || vec![force("the bowmen", vec![unit("the bows", None, &archer, 12)], vec![])];
    let mut plan = plan(host(), host(), 3);
    for side in [Side::Attacker, Side::Defender] {
        let by = plan.hosts[side].forces[0].units[0].men[0].man;
        let spares = Spares { others: 40, ..Spares::default() };
        plan.hosts[side].gear = vec![GearPiece { spares, ..GearPiece::of(Thing::Packhorse, 1, Some(by)) }];
    }
    plan
}

/// A crew too few for its catapult, among many men on foot, who must come on.
fn many_hands() -> Plan {
    let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let man = fighter(Class::Peasant, Grade::C, 4, &[Weapon::Bill], Horse::None);
    let ours = vec![unit("the crew", Some(sergeant), &man, 4), unit("the foot", None, &man, 40)];
    let theirs = vec![force("the others", vec![unit("the guard", None, &man, 20)], vec![])];
    let mut plan = plan(vec![force("the host", ours, vec![])], theirs, 6);
    let by = plan.hosts.attacker.forces[0].units[0].men[0].man;
    plan.hosts.attacker.gear = vec![GearPiece::of(Thing::Catapult, 1, Some(by))];
    plan
}

/// Men with axes and a drawn catapult before a gatehouse that a few hold.
fn axes_and_a_battery() -> Plan {
    let axeman = fighter(Class::Sergeant, Grade::C, 2, &[Weapon::TwoHandedAxe], Horse::None);
    let sergeant = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
    let ours = vec![unit("the axes", None, &axeman, 12), unit("the crew", Some(sergeant), &axeman, 5)];
    let guard = fighter(Class::Sergeant, Grade::C, 4, &[Weapon::Bill], Horse::None);
    let theirs = vec![force("the castle", vec![unit("the guard", None, &guard, 4)], vec![])];
    let mut plan = plan(vec![force("the storm", ours, vec![])], theirs, 5);
    plan.ground = "gatehouse".to_owned();
    let by = plan.hosts.attacker.forces[0].units[1].men[0].man;
    let spares = Spares { rounds: 10, ..Spares::default() };
    plan.hosts.attacker.gear = vec![
        GearPiece { animals: 4, ..GearPiece::of(Thing::Catapult, 1, Some(by)) },
        GearPiece { spares, ..GearPiece::of(Thing::Wagon, 1, None) },
    ];
    plan
}

/// A few levies before a gatehouse that a strong guard with crossbows holds.
fn a_gate_shut() -> Plan {
    let levy = fighter(Class::Peasant, Grade::E, 4, &[Weapon::Spear], Horse::None);
    let guard = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Crossbow, Weapon::Sword], Horse::None);
    let porter = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill], Horse::None);
    let theirs = vec![unit("the guard", None, &guard, 14), unit("the porters", None, &porter, 30)];
    let ours = vec![unit("the levy", None, &levy, 6), unit("the others", None, &levy, 6)];
    let mut plan = plan(vec![force("the rabble", ours, vec![])], vec![force("the castle", theirs, vec![])], 2);
    plan.ground = "gatehouse".to_owned();
    plan
}

/// Horsemen, and foot with a ladder, before a wall that a few hold.
fn horsemen_before_a_wall() -> Plan {
    let foot = fighter(Class::Sergeant, Grade::B, 2, &[Weapon::Sword, Weapon::Shield], Horse::None);
    let knight = fighter(Class::Knight, Grade::C, 1, &[Weapon::Sword, Weapon::Shield], Horse::Unbarded);
    let guard = fighter(Class::Sergeant, Grade::D, 4, &[Weapon::Sword], Horse::None);
    let ours = vec![force("the storm", vec![unit("the foot", None, &foot, 12)], vec![knight.clone(), knight])];
    let mut plan = plan(ours, vec![force("the castle", vec![unit("the guard", None, &guard, 4)], vec![])], 4);
    plan.ground = "curtain with towers".to_owned();
    let by = plan.hosts.attacker.forces[0].units[0].men[0].man;
    plan.hosts.attacker.gear = vec![GearPiece { inches: 6, ..GearPiece::of(Thing::Ladder, 1, Some(by)) }];
    plan
}

/// Men with pikes and swords whom their referee has put into the hanger on the wooded hill, and foot that come at them there.
fn pikes_in_the_woods() -> Position {
    let pike = fighter(Class::Sergeant, Grade::C, 2, &[Weapon::Pike, Weapon::Sword], Horse::None);
    let bill = fighter(Class::Sergeant, Grade::C, 3, &[Weapon::Bill], Horse::None);
    let ours = vec![force("the host", vec![unit("the bills", None, &bill, 30)], vec![])];
    let theirs = vec![force("the others", vec![unit("the pikes", None, &pike, 12)], vec![])];
    let mut plan = plan(ours, theirs, 1);
    plan.ground = "wooded hill".to_owned();
    let mut position = Position::new(&plan, &Tables::book(), &mut NullSink).expect("no fault");
    let body = position.bodies().iter().position(|body| body.side == Side::Defender).expect("the pikes");
    let (body, facing) = (BodyId(body as u16), position.bodies()[body].facing);
    let at = Point { x: 24 * INCH, y: 60 * INCH };
    let place = Decision::Place { body, at, facing };
    position.play(Side::Defender, place, &mut Seeded::new(1), &mut NullSink).expect("there is room in the hanger");
    position
}

/// Random battles that are played at most until everything has been chosen.
const MOST: u64 = 200;

#[test]
fn captains_use_the_whole_page() {
    let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
    let made = [
        a_burning_village(),
        longbows_behind_stakes(),
        out_of_arrows(),
        axes_and_a_battery(),
        axes_before_a_gate(1, false, 7),
        a_gate_shut(),
        many_hands(),
    ];
    let storms = (0..3).map(|seed| Plan { seed, ..storming_a_gatehouse() });
    for plan in made.into_iter().chain([horsemen_before_a_wall()]).chain(storms) {
        count(&plan, &mut counts);
    }
    count_from(pikes_in_the_woods(), 1, &mut counts);
    let mut seeds = 0..MOST;
    let wanted: Vec<&str> = KINDS.iter().chain(&BESIDES).copied().collect();
    let wanted: Vec<&str> =
        wanted.into_iter().filter(|kind| LEFT_TO_PEOPLE.iter().all(|(left, _)| left != kind)).collect();
    while wanted.iter().any(|kind| !counts.contains_key(kind))
        && let Some(seed) = seeds.next()
    {
        count(&random(seed), &mut counts);
    }
    println!("{} random battles", MOST - seeds.count() as u64);
    for kind in &wanted {
        println!("{kind}: {}", counts.get(kind).copied().unwrap_or(0));
    }
    for (kind, why) in LEFT_TO_PEOPLE {
        println!("{kind}: left to people, for {why}");
        assert!(KINDS.contains(&kind) && !counts.contains_key(kind), "captains do choose it: {kind}");
    }
    let never: Vec<&str> = wanted.iter().copied().filter(|kind| !counts.contains_key(kind)).collect();
    assert!(never.is_empty(), "no captain ever chose: {never:?}");
    assert!(counts.keys().all(|kind| wanted.contains(kind)), "{counts:?}");
}
