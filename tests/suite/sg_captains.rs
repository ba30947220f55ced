//! The assault on hexes: a captain gives every order of the page in some assault on one of the three maps. What each order is has
//! its clause; a count of none is a decision of the book that no captain makes.

use crate::assaults::{all_of_a_half, begin, captain, few, hex, host, plan, play, short, unit};
use crate::mm_7_7_on_hexes::{one_among_seven, two_among_thirteen};
use crate::playouts_assault::{MAPS, turned};
use crate::support::seeds_or;
use banneret::rules::assault::map::{self, HexId, HexMap, LiftKind, Terrain};
use banneret::rules::assault::standards::StandardLies;
use banneret::rules::assault::state::{Burden, LadderLies};
use banneret::rules::assault::{
    Assault, Decision, Fortune, HexMachine, HexSide, MachineKind, Plan, Post, TrooperId, scenario,
};
use banneret::rules::battle::Standard;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::{BySide, Grade, Side, Weapon};
use banneret::rules::game::{Captain as _, Game};
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::man_to_man;
use banneret::rules::settles::{House, Settles as _};
use std::collections::BTreeMap;

/// What is ordered, told apart as the page tells it apart. Men and machines are put in their places by the program when it begins,
/// which no captain changes, so that those two orders are not of this list.
fn orders() -> BTreeMap<&'static str, u64> {
    let all = [
        "go (SG-5.2)",
        "step (SG-5.2)",
        "pick up a ladder (MM-3.7)",
        "raise a ladder (SG-7.4)",
        "climb a ladder (SG-7.4)",
        "step off a ladder onto the wall (SG-7.4)",
        "topple a ladder from above (MM-9.1)",
        "topple a ladder from below (SG-7.6)",
        "lift a ladder (SG-7.5)",
        "slide a ladder (SG-7.5)",
        "open a gate (SG-5.5)",
        "shut a gate (SG-5.5)",
        "hew at a gate (SG-5.5)",
        "go to a machine (SG-7.3)",
        "go up in a siege tower (SG-7.2)",
        "go over its way (SG-7.2)",
        "roll a machine (SG-7.3)",
        "pivot a machine (SG-7.3)",
        "ram a gate (SG-5.5)",
        "shoot an engine at men or machines (MM-4.9)",
        "batter with an engine (SG-7.8)",
        "batter a machine with an engine (MM-4.10)",
        "drop from a wall (MM-9.5)",
        "burn a machine (SG-4.3)",
        "burn a gate (MM-4.11)",
        "light a fire missile (MM-4.11)",
        "shoot a fire missile (MM-4.11)",
        "pick up a standard (MM-8.8)",
        "lower a bridge or stair (SG-10)",
        "raise a bridge (SG-10)",
        "raise the stair (SG-10)",
        "flood the passage (SG-10)",
        "fill a moat (MM-9.12)",
        "shoot (MM-4)",
        "name whom he strikes (MM-5.1)",
        "collect missiles (MM-4.6)",
        "follow who breaks off (MM-5.8)",
        "let go who breaks off (MM-5.8)",
        "lay down (MM-3.7)",
        "yield (MM-7.7)",
        "yield with all of a troop (MM-7.7)",
        "break off (SG-8)",
    ];
    all.into_iter().map(|order| (order, 0)).collect()
}

/// Which order of the page a decision is.
fn order(game: &Assault, decision: &Decision) -> Option<&'static str> {
    let lift = |lift: u8| game.map.lifts[usize::from(lift)].kind;
    Some(match *decision {
        Decision::Go { .. } => "go (SG-5.2)",
        Decision::Step { .. } => "step (SG-5.2)",
        Decision::PickUp { .. } => "pick up a ladder (MM-3.7)",
        Decision::Raise { .. } => "raise a ladder (SG-7.4)",
        Decision::Climb { .. } => "climb a ladder (SG-7.4)",
        Decision::StepOff { up: true, .. } => "step off a ladder onto the wall (SG-7.4)",
        Decision::Push { man, ladder } => {
            let level = game.man(man).hex().map_or(0, |at| game.map.cell(at).level);
            let foot = game.upright().find(|&(n, ..)| n == ladder).map_or(0, |(_, foot, _)| game.map.cell(foot).level);
            if level > foot { "topple a ladder from above (MM-9.1)" } else { "topple a ladder from below (SG-7.6)" }
        }
        Decision::Lift { .. } => "lift a ladder (SG-7.5)",
        Decision::Slide { .. } => "slide a ladder (SG-7.5)",
        Decision::Gate { open: true, .. } => "open a gate (SG-5.5)",
        Decision::Gate { open: false, .. } => "shut a gate (SG-5.5)",
        Decision::Hew { .. } => "hew at a gate (SG-5.5)",
        Decision::Board { .. } => "go to a machine (SG-7.3)",
        Decision::GoUp { up: true, .. } => "go up in a siege tower (SG-7.2)",
        Decision::Cross { .. } => "go over its way (SG-7.2)",
        Decision::Roll { .. } => "roll a machine (SG-7.3)",
        Decision::Pivot { .. } => "pivot a machine (SG-7.3)",
        Decision::Ram { .. } => "ram a gate (SG-5.5)",
        Decision::Loose { .. } => "shoot an engine at men or machines (MM-4.9)",
        Decision::Batter { .. } => "batter with an engine (SG-7.8)",
        Decision::BatterMachine { .. } => "batter a machine with an engine (MM-4.10)",
        Decision::Drop { .. } => "drop from a wall (MM-9.5)",
        Decision::Burn { .. } => "burn a machine (SG-4.3)",
        Decision::BurnGate { .. } => "burn a gate (MM-4.11)",
        Decision::Kindle { .. } => "light a fire missile (MM-4.11)",
        Decision::FireAt { .. } => "shoot a fire missile (MM-4.11)",
        Decision::TakeUp { .. } => "pick up a standard (MM-8.8)",
        Decision::Work { close: false, .. } => "lower a bridge or stair (SG-10)",
        Decision::Work { lift: n, .. } => match lift(n) {
            LiftKind::Drawbridge => "raise a bridge (SG-10)",
            LiftKind::Sluice => "flood the passage (SG-10)",
            _ => "raise the stair (SG-10)",
        },
        Decision::Fill { .. } => "fill a moat (MM-9.12)",
        Decision::Aim { .. } => "shoot (MM-4)",
        Decision::Strike { .. } => "name whom he strikes (MM-5.1)",
        Decision::Restock { .. } => "collect missiles (MM-4.6)",
        Decision::Follow { follow: true, .. } => "follow who breaks off (MM-5.8)",
        Decision::Follow { follow: false, .. } => "let go who breaks off (MM-5.8)",
        Decision::LayDown { .. } => "lay down (MM-3.7)",
        Decision::Yield { .. } => "yield (MM-7.7)",
        Decision::Surrender { .. } => "yield with all of a troop (MM-7.7)",
        Decision::BreakOff => "break off (SG-8)",
        Decision::StepOff { up: false, .. }
        | Decision::GoUp { up: false, .. }
        | Decision::Place { .. }
        | Decision::Bring { .. }
        | Decision::Done => return None,
    })
}

/// The knight of every unit bears a standard.
fn with_standards(mut plan: Plan) -> Plan {
    for side in [Side::Attacker, Side::Defender] {
        for unit in plan.hosts[side].forces.iter_mut().flat_map(|force| &mut force.units) {
            unit.men.last_mut().expect("its knight").standard = Some(Standard::Force);
        }
    }
    plan
}

/// Assaults of every kind on a map: from before it, with towers on other ground, with lines held, and from within.
fn assaults_on(map: &str) -> Vec<Plan> {
    let whole = plan(map);
    let last = whole.map.last_line();
    let mut heated = with_standards(whole.clone());
    let gear = [(Thing::Rock, 12), (Thing::OilCauldron, 2), (Thing::LeadCauldron, 2)];
    heated.hosts.defender.gear = gear.map(|(thing, count)| GearPiece::of(thing, count, None)).to_vec();
    let mut all = vec![whole.clone(), heated];
    all.extend((1..last).map(|held| Plan { held, ..whole.clone() }));
    let turned: BySide<_> = turned(&whole.hosts);
    all.extend((0..last).map(|held| Plan { sally: true, held, hosts: turned.clone(), ..whole.clone() }));
    let engines = [Side::Attacker, Side::Defender].map(|side| (side, MachineKind::Catapult));
    let mut served = Plan { towers: 1, rams: 0, ladders: 0, engines: engines.to_vec(), ..whole };
    for side in [Side::Attacker, Side::Defender] {
        // One of grade B can command an engine (MM-9.7).
        served.hosts[side].forces[0].units[0].men[0].profile.grade = Grade::B;
    }
    all.push(served);
    all
}

/// Stands that seldom come about of themselves: an enemy in the secret passage or before a bridge, a ladder drawn up where the
/// attackers have come, and one that leans in the court beside a man of the garrison, or before two of them on the wall.
fn rare_stands() -> Vec<Assault> {
    let map = |name: &str| map::find(name).expect("it ships");
    let passage = few(&map("the Templars' castle"), ["2213u", "0202"], ["1809", "2009"]);
    let mut drawn_up = few(&map("border castle"), ["1212", "1213"], ["1815", "1814"]);
    let mut leans = few(&map("border castle"), ["0805", "0202"], ["1413", "1814"]);
    drawn_up.men[0].burden = Burden::Nothing;
    drawn_up.ladders[0].lies = LadderLies::Flat([hex(&drawn_up, "1212"), hex(&drawn_up, "1213")]);
    leans.men[0].burden = Burden::Nothing;
    let (foot, head) = (hex(&leans, "1313"), hex(&leans, "1213"));
    leans.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    let mut drawn_soon = few(&map("border castle"), ["0805", "0202"], ["1213", "1212"]);
    drawn_soon.men[0].burden = Burden::Nothing;
    drawn_soon.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    let templars = map("the Templars' castle");
    let from = templars.named("3231").expect("where the bridge of the main entry is worked");
    let before = |at: &HexId| {
        let near = (5..=9).contains(&templars.distance(*at, from));
        near && templars.line_of(*at) == 0 && templars.holds(*at).is_ok() && templars.cell(*at).terrain == Terrain::Flat
    };
    let before = templars.ids().find(before).expect("open ground before the bridge");
    let bridge = few(&templars, [&templars.cell(before).name(), "0202"], ["3231", "2009"]);
    let (mut lost, one) = one_among_seven();
    lost.men[usize::from(one.0)].wounded = true;
    let all_lost = two_among_thirteen();
    // The attackers stand where they are, but for those at the ladder that was drawn up.
    let mut left = few(&map("border castle"), ["0805", "0202"], ["1413", "1814"]);
    let engine = HexMachine::new(MachineKind::Catapult, Side::Attacker, hex(&left, "1414"), HexSide::East);
    left.bring(engine).expect("room for it");
    let mut dry = few(&map("border castle"), ["0805", "0202"], ["1815", "1814"]);
    (dry.men[2].profile.weapons.missile, dry.men[2].ammunition) = (Some(Weapon::Crossbow), 0);
    // Fire at hand before a shut gate, and no axe; and a ram that comes up in sight of a bow with fire missiles.
    let mut castle = HexMap::clone(&map("border castle"));
    castle.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let (inner, side) = castle.gates[0].sides[0];
    let before = castle.cell(castle.beside(inner, side).expect("ground before the gate")).name();
    let mut shut_out = few(&castle, [&before, "0202"], ["1814", "1815"]);
    shut_out.men.iter_mut().for_each(|man| {
        man.burden = Burden::Nothing;
        man.profile.weapons.carried = Default::default();
    });
    shut_out.stores.attacker.flint = true;
    let mut archer = few(&castle, ["0805", "0202"], ["1114", "1814"]);
    (archer.men[2].profile.weapons.missile, archer.men[2].ammunition) = (Some(Weapon::Longbow), 12);
    archer.stores.defender.fire_missiles = 2;
    let ram = HexMachine::new(MachineKind::Ram, Side::Attacker, hex(&archer, "0714"), HexSide::East);
    archer.bring(ram).expect("room for it");
    let mut all = vec![dry, passage, leans, drawn_soon, bridge, left, archer];
    all.iter_mut().for_each(|game| drop(play(game, Side::Attacker, Decision::Done, &[]).expect("they are done")));
    all.extend([drawn_up, lost, all_lost, shut_out]);
    all
}

/// SG-7.4: a ladder that stands is climbed, though another lies beside its foot.
#[test]
fn sg_7_4_who_stands_at_the_foot_of_a_ladder_climbs_it_and_picks_up_no_other() {
    let mut castle = HexMap::clone(&map::find("border castle").expect("it ships"));
    let named = |map: &HexMap, name: &str| map.named(name).expect("a hex");
    let (foot, beside, head) = (named(&castle, "1014"), named(&castle, "0914"), named(&castle, "1114"));
    let cell = &mut castle.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&castle, ["1014", "0202"], ["1814", "1815"]);
    (game.men[0].burden, game.men[1].burden) = (Burden::Nothing, Burden::Nothing);
    game.ladders.push(game.ladders[0]);
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 1 };
    game.ladders[1].lies = LadderLies::Lying(beside);
    let decides = |game: &Assault| captain().decide(&game.view(Side::Attacker));
    assert_eq!(decides(&game), Decision::Climb { man: TrooperId(0), ladder: 0 });
    game.ladders[0].lies = LadderLies::Gone;
    assert_eq!(decides(&game), Decision::PickUp { man: TrooperId(0), ladder: 1 }, "where none stands");
}

#[test]
fn captains_give_every_order_of_the_page() {
    let mut counts = orders();
    let mut played = 0;
    let combat = man_to_man::Tables::book();
    let mut conduct = |mut game: Assault, seed: u64| {
        played += 1;
        let (captain, mut dice) = (captain(), Seeded::new(seed));
        while let Some(side) = game.pending().first() {
            let decision = captain.decide(&game.view(side));
            if let Decision::Batter { at, .. } = decision {
                let friend = game.who(at).is_some_and(|id| game.man(id).side == side);
                assert!(!friend && game.lines_taken() <= game.held, "a wall of their own is battered");
            }
            if let Some(order) = order(&game, &decision) {
                *counts.get_mut(order).expect("an order of the list") += 1;
            }
            game.play(side, decision, &mut dice, &mut Vec::new()).expect("a captain decides what he may");
        }
        assert!(game.ids().all(|id| game.man(id).present() || game.man(id).post == Post::Off));
    };
    for seed in 0..seeds_or(2) {
        for (_, drawn) in scenario::shipped() {
            let battle = drawn.cast(None, seed, &House::new()).expect("it is cast");
            conduct(battle.begin(&mut Vec::new()), seed);
        }
        for plan in MAPS.iter().flat_map(|map| assaults_on(map)) {
            conduct(Assault::begin(&plan, &short(40), &combat, &mut Vec::new()).expect("no fault"), seed);
        }
    }
    for game in rare_stands() {
        conduct(game, 1);
    }
    eprintln!("{played} assaults");
    for (order, count) in &counts {
        eprintln!("{count:>7} {order}");
    }
    let never: Vec<&str> = counts.iter().filter(|(_, count)| **count == 0).map(|(order, _)| *order).collect();
    assert!(never.is_empty(), "no captain ever orders: {never:?}");
}

/// SG-5.5: who is cut off within his line lets nobody in from outside.
#[test]
fn sg_5_5_a_garrison_whose_line_is_lost_does_not_open_its_outer_gate() {
    let castle = map::find("border castle").expect("it ships");
    let mut game = few(&castle, ["1414", "1413"], ["1922", "1815"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
    let done = all_of_a_half(&mut game, Side::Defender);
    assert!(!done.iter().any(|decision| matches!(decision, Decision::Gate { open: true, gate: 0, .. })), "{done:?}");
    assert!(!game.map.gates[0].open);
}

/// SG-7.3: an engine of a garrison that faces nobody is turned to the enemy.
#[test]
fn sg_7_3_a_garrison_turns_its_engine_to_the_enemy() {
    let mut plan = plan("border castle");
    (plan.engines, plan.towers, plan.rams) = (vec![(Side::Defender, MachineKind::Catapult)], 0, 0);
    plan.hosts.defender.forces[0].units[0].men[0].profile.grade = Grade::B;
    let mut game = begin(&plan);
    let facing = game.machine(0).facing;
    game.machines[0].facing = facing.opposite();
    play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
    let done = all_of_a_half(&mut game, Side::Defender);
    assert!(done.iter().any(|decision| matches!(decision, Decision::Pivot { machine: 0, .. })), "{done:?}");
}

/// What captains of both sides do for so many turns, or until it is over.
fn conducted(game: &mut Assault, turns: u32, mut each: impl FnMut(&Assault, Side, &Decision)) {
    let (captain, mut dice) = (captain(), Seeded::new(1));
    while let Some(side) = game.pending().first().filter(|_| game.turn <= turns) {
        let decision = captain.decide(&game.view(side));
        each(game, side, &decision);
        game.play(side, decision, &mut dice, &mut Vec::new()).expect("a captain decides what he may");
    }
}

/// SG-1.3, SG-5.5: a garrison opens its own gates from within and lets its bridges down, however long, and hews at neither.
#[test]
fn sg_1_3_a_garrison_without_axes_sallies_through_its_own_gates() {
    for (name, held) in
        [("border castle", 0), ("fortified town", 0), ("fortified town", 1), ("the Templars' castle", 0)]
    {
        let mut sally = Plan { sally: true, held, ladders: 0, towers: 0, rams: 0, engines: Vec::new(), ..plan(name) };
        sally.faggots = 0;
        sally.hosts.attacker = host(vec![unit("garrison", 0, 19, 3, "sword;shield")]);
        sally.hosts.defender = host(vec![unit("besiegers", 100, 5, 3, "sword;shield")]);
        for axes in [false, true] {
            if axes {
                sally.hosts.attacker = host(vec![unit("garrison", 0, 19, 3, "axe;shield")]);
            }
            let mut game = begin(&sally);
            let mut out = 0;
            conducted(&mut game, 24, |game, side, decision| {
                assert!(out > 0 || *decision != Decision::BreakOff, "{name}, {held} held, turn {}", game.turn);
                assert!(!matches!(decision, Decision::Hew { .. }), "{name}: at their own gate");
                let beyond = |&id: &TrooperId| game.place(id).is_some_and(|at| game.map.line_of(at) <= held);
                let gone = game.of(Side::Attacker).filter(beyond).count();
                out = out.max(if side == Side::Attacker { gone } else { 0 });
            });
            assert!(out >= 2, "{name}, {held} held: {out} came out");
        }
    }
}

/// The men of a side are gone, but for so many of the first.
fn only(game: &mut Assault, side: Side, left: usize) {
    let men: Vec<TrooperId> = game.of(side).skip(left).collect();
    let far: Vec<HexId> = game.map.ids().filter(|&at| game.map.line_of(at) == 0).collect();
    for id in men {
        assert!(far.iter().any(|&at| game.deploy_at(id, at).is_ok()), "room for him");
        let man = &mut game.men[usize::from(id.0)];
        (man.post, man.fortune) = (Post::Off, Fortune::Dead);
    }
}

/// SG-8: besiegers in the keep with no enemy in sight stay for those who may come up from below.
#[test]
fn sg_8_who_stands_in_the_keep_does_not_break_off_while_others_wait_below() {
    let mut plan = Plan { held: 1, towers: 0, rams: 0, engines: Vec::new(), ..plan("border castle") };
    plan.hosts.defender = host(vec![unit("guard", 100, 19, 3, "sword;shield")]);
    let mut game = begin(&plan);
    assert!(game.men.iter().any(|man| man.fortune == Fortune::Waiting));
    only(&mut game, Side::Defender, 0);
    let room = game.map.ids().find(|&at| game.map.in_keep(at) && game.map.holds(at).is_ok()).expect("a room");
    game.deploy_at(TrooperId(0), room).expect("it is free");
    let done = all_of_a_half(&mut game, Side::Attacker);
    assert!(!done.contains(&Decision::BreakOff), "{done:?}");
    play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
    assert!(game.men.iter().all(|man| man.fortune != Fortune::Waiting), "they come up");
}

/// SG-5.4: a few of a garrison stand behind the gates of its inner lines and in the keep, and stay as long as a line is held outside.
#[test]
fn sg_5_4_a_garrison_keeps_a_few_back_on_its_inner_lines() {
    for (name, door) in [("border castle", "1816"), ("fortified town", "2414"), ("the Templars' castle", "1319")] {
        let mut game = begin(&Plan { engines: Vec::new(), ..plan(name) });
        let within = |game: &Assault| -> Vec<TrooperId> {
            let inner = |&id: &TrooperId| game.place(id).is_some_and(|at| game.map.line_of(at) > 1);
            game.of(Side::Defender).filter(inner).collect()
        };
        let kept = within(&game);
        assert_eq!(kept.len(), game.of(Side::Defender).count() / 8, "{name}");
        let guard = game.who(hex(&game, door)).expect("one at the gate");
        assert!(kept.contains(&guard));
        play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
        all_of_a_half(&mut game, Side::Defender);
        assert_eq!(game.who(hex(&game, door)), Some(guard), "{name}");
    }
    // A small garrison keeps nobody back.
    let mut small = plan("border castle");
    small.hosts.defender = host(vec![unit("guard", 100, 5, 3, "sword;shield")]);
    let game = begin(&Plan { engines: Vec::new(), ..small });
    assert!(game.of(Side::Defender).all(|id| game.place(id).is_some_and(|at| game.map.line_of(at) == 1)));
}

/// SG-5.5: no gate is opened to who falls back when an enemy would be before it as soon as he, or in one move.
#[test]
fn sg_5_5_no_door_is_opened_to_a_friend_whom_the_enemy_outruns() {
    let castle = map::find("border castle").expect("it ships");
    // The keep's stair leads from the court at 1717 over 1817 to 1917, before the door.
    for (friend, enemies, opens) in
        [("1817", ["1212", "1211"], true), ("1622", ["1718", "1618"], false), ("1817", ["1519", "1419"], false)]
    {
        let Some(friend) = castle.named(friend).filter(|&at| castle.holds(at).is_ok()) else { continue };
        let mut game = few(&castle, enemies, [&castle.cell(friend).name(), "1816"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
        let done = all_of_a_half(&mut game, Side::Defender);
        let opened = done.iter().any(|decision| matches!(decision, Decision::Gate { open: true, .. }));
        assert_eq!(opened, opens, "{enemies:?}: {done:?}");
    }
}

/// A ram on the lowered bridge of the border castle, its gate wrecked, with both attackers at it.
fn ram_on_the_bridge() -> (Assault, HexMachine) {
    let mut castle = HexMap::clone(&map::find("border castle").expect("it ships"));
    castle.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let (inner, side) = castle.gates[0].sides[0];
    let bridge = castle.beside(inner, side).expect("the bridge");
    castle.gates[0].wrecked = true;
    let mut game = few(&castle, ["0202", "0302"], ["1113", "1814"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    let ram = HexMachine::new(MachineKind::Ram, Side::Attacker, bridge, side.opposite());
    let n = game.bring(ram).expect("room for it");
    for id in [TrooperId(0), TrooperId(1)] {
        game.deploy_aboard(id, Post::Aboard(n)).expect("room at it");
    }
    (game, ram)
}

/// SG-7.3: a ram of no more use is rolled off the bridge it fills, and its men leave it.
#[test]
fn sg_7_3_a_ram_of_no_use_is_rolled_off_the_bridge() {
    let (mut game, ram) = ram_on_the_bridge();
    let done = all_of_a_half(&mut game, Side::Attacker);
    assert!(done.contains(&Decision::Roll { machine: 0, back: true }), "{done:?}");
    assert_ne!(game.machine(0).at, ram.at);
    assert!(game.at_post(Post::Aboard(0)).next().is_none(), "{done:?}");
}

/// SG-7.3: no ram is sent onto a bridge behind another.
#[test]
fn sg_7_3_no_second_ram_follows_onto_a_bridge() {
    let mut castle = HexMap::clone(&map::find("the Templars' castle").expect("it ships"));
    castle.gates.iter_mut().find(|gate| gate.name == "the gate of the guard post").expect("it ships").wrecked = true;
    let at = |name: &str| castle.named(name).expect("a hex");
    let facing = castle.side_to(at("3233"), at("3232")).expect("side by side");
    let mut game = few(&castle, ["0202", "0302"], ["1113", "1814"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    for name in ["3232", "3234"] {
        game.bring(HexMachine::new(MachineKind::Ram, Side::Attacker, at(name), facing)).expect("room for it");
    }
    for id in [TrooperId(0), TrooperId(1)] {
        game.deploy_aboard(id, Post::Aboard(1)).expect("room at it");
    }
    let done = all_of_a_half(&mut game, Side::Attacker);
    assert!(!done.iter().any(|decision| matches!(decision, Decision::Roll { machine: 1, .. })), "{done:?}");
    assert!(game.at_post(Post::Aboard(1)).next().is_none(), "{done:?}");
}

/// SG-5.2: nobody of a garrison goes to and fro in a turn.
#[test]
fn sg_5_2_nobody_of_a_garrison_comes_back_in_a_turn_to_where_he_was() {
    for name in MAPS {
        let mut game = begin(&plan(name));
        let mut left: Vec<(u32, TrooperId, HexId)> = Vec::new();
        conducted(&mut game, 14, |game, side, decision| {
            if let (Side::Defender, Decision::Go { man, to } | Decision::Step { man, to }) = (side, *decision) {
                let at = game.place(man).expect("he is there");
                left.retain(|&(turn, ..)| turn == game.turn);
                left.push((game.turn, man, at));
                assert!(!left.contains(&(game.turn, man, to)), "{name}, turn {}: {man:?}", game.turn);
            }
        });
    }
}

/// MM-3.7, MM-9.11: a faggot that fills nothing is laid down before the enemy comes.
#[test]
fn mm_3_7_a_faggot_of_no_use_is_laid_down_before_the_enemy_comes() {
    let mut castle = HexMap::clone(&map::find("border castle").expect("it ships"));
    for cell in castle.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat) {
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    let decides = |places: [&str; 2]| {
        let mut game = few(&castle, places, ["1114", "1814"]);
        game.men[0].burden = Burden::Nothing;
        (captain().decide(&game.view(Side::Attacker)), all_of_a_half(&mut game, Side::Attacker))
    };
    let lays = Decision::LayDown { man: TrooperId(1) };
    assert!(decides(["0202", "0514"]).1.contains(&lays));
    assert!(!decides(["0202", "0203"]).1.contains(&lays), "nobody is near");
}

/// SG-8: who is twice as many as are left of the garrison goes on, however few of those who came.
#[test]
fn sg_8_few_who_are_twice_as_many_as_the_garrison_do_not_break_off() {
    let mut plan = Plan { towers: 0, rams: 0, ladders: 0, faggots: 0, engines: Vec::new(), ..plan("border castle") };
    // The bridge is down, and those with axes come to the gate.
    let mut lowered = HexMap::clone(&plan.map);
    lowered.lifts.iter_mut().for_each(|lift| lift.closed = false);
    plan.map = std::sync::Arc::new(lowered);
    plan.hosts.attacker = host(vec![unit("foot", 0, 12, 3, "axe;shield")]);
    plan.hosts.defender = host(vec![unit("guard", 100, 2, 3, "sword;shield")]);
    for (left, breaks_off) in [(2, false), (3, true)] {
        let mut game = begin(&plan);
        only(&mut game, Side::Attacker, 4);
        only(&mut game, Side::Defender, left);
        let decides = captain().decide(&game.view(Side::Attacker));
        assert_eq!(decides == Decision::BreakOff, breaks_off, "{decides:?}");
    }
}

/// MM-9.5: oil is kept for a tower or a ram of the enemy's as long as one may come, and not for one whose way is barred.
#[test]
fn mm_9_5_oil_is_kept_for_a_ram_that_may_come() {
    for (ram, gate_shut) in [(true, true), (true, false), (false, true)] {
        let mut game = crate::mm_9_5_on_hexes::wall(["1014", "0302"], ["1114", "1814"], &[(Thing::OilCauldron, 1)]);
        if ram {
            let at = hex(&game, "0522");
            game.bring(HexMachine::new(MachineKind::Ram, Side::Attacker, at, HexSide::East)).expect("room for it");
        }
        if !gate_shut {
            // Nothing that it could come to is left: the stair to the keep's door is none of its ways.
            let mut map = HexMap::clone(&game.map);
            map.gates.iter_mut().for_each(|gate| gate.open |= gate.name == "the gate");
            game.map = std::sync::Arc::new(map);
        }
        game.turn = 4;
        play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
        let done = all_of_a_half(&mut game, Side::Defender);
        let drops = done.iter().any(|decision| matches!(decision, Decision::Drop { .. }));
        assert_eq!(drops, !(ram && gate_shut), "{done:?}");
    }
}

/// SG-10: somebody of the keep goes to the sluice when enemies alone are in the passage.
#[test]
fn sg_10_a_captain_sends_a_man_to_the_sluice_when_enemies_are_in_the_passage() {
    let templars = map::find("the Templars' castle").expect("it ships");
    for (friend, goes) in [("1806", true), ("2112u", false)] {
        let mut game = few(&templars, ["2214u", "0202"], [friend, "1709"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
        let done = all_of_a_half(&mut game, Side::Defender);
        let sluice = hex(&game, "1809");
        let went = done.iter().any(|decision| matches!(decision, Decision::Go { to, .. } if *to == sluice));
        assert_eq!(went, goes, "{done:?}");
    }
}

/// MM-8.8: a garrison picks up its standard that fell.
#[test]
fn mm_8_8_a_garrison_picks_up_its_fallen_standard() {
    let mut whole = with_standards(plan("border castle"));
    whole.engines.clear();
    let mut game = begin(&whole);
    let n = game.standards.iter().position(|it| it.side == Side::Defender).expect("theirs");
    let StandardLies::Borne(bearer) = game.standards[n].lies else { panic!("{:?}", game.standards[n].lies) };
    let at = game.place(bearer).expect("he is there");
    game.men[usize::from(bearer.0)].standard = None;
    game.standards[n].lies = StandardLies::Ground(at);
    play(&mut game, Side::Attacker, Decision::Done, &[]).expect("done");
    let done = all_of_a_half(&mut game, Side::Defender);
    let raised =
        done.iter().any(|decision| matches!(decision, Decision::TakeUp { standard, .. } if *standard == n as u8));
    assert!(raised, "{done:?}");
}
