//! The assault on hexes where its clauses touch: breaches within, gates and axes, rams, ladders that fell, who is near
//! enough to strike, and lines of fire under a vault and past inner walls.

use crate::assaults::{few, hex, host, pass, place, play, stormed, unit};
use banneret::rules::assault::line::StopsLine;
use banneret::rules::assault::map::{self, Barred, HexId, HexMap, LiftKind, Terrain};
use banneret::rules::assault::state::{Burden, LadderLies};
use banneret::rules::assault::{
    Assault, AssaultBattle, Decision, Event, Fault, FireLine, Fortune, HexMachine, HexSide, Illegal, MachineKind, Post,
    Tables, TrooperId, damaged,
};
use banneret::rules::battle::{Battered, StormedPlace};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::man_to_man;
use banneret::rules::settles::{House, Settles as _};

const A: TrooperId = TrooperId(0);
const KNIGHT: TrooperId = TrooperId(1);
const D: TrooperId = TrooperId(2);
const CASTELLAN: TrooperId = TrooperId(3);

fn map_of(name: &str) -> HexMap {
    HexMap::clone(&map::find(name).expect("it ships"))
}

fn battered(map: &HexMap, damage: &[(&str, u8)]) -> HexMap {
    let damage: Vec<_> = damage.iter().map(|&(name, count)| (map.named(name).expect("a hex"), count)).collect();
    damaged(map, &damage, &Tables::book(), &man_to_man::Tables::book()).expect("no fault").0
}

fn line(map: &HexMap, from: &str, to: &str) -> FireLine {
    FireLine::of(map, map.named(from).expect("a hex"), map.named(to).expect("a hex"), &Tables::book())
}

#[test]
fn sg_7_1_a_breach_in_the_citadels_wall_is_climbed_to_the_court_behind_it() {
    // Row 12 of the Templars' castle: citadel wall 23 and 24, the main court from 25 (level 0), the lower court 22 (level 1).
    let map = map_of("the Templars' castle");
    let open = battered(&map, &[("2412", 4), ("2312", 1)]);
    let at = |name: &str| open.named(name).expect("a hex");
    assert_eq!([open.cell(at("2512")).level, open.cell(at("2212")).level], [0, 1]);
    for (from, to) in [("2512", "2412"), ("2412", "2312"), ("2312", "2212")] {
        assert_eq!(open.leads(at(from), at(to)), Ok(()), "{from} to {to}");
        assert_eq!(open.leads(at(to), at(from)), Ok(()), "{to} to {from}");
    }
    // The walk beside it is a level higher still, and nobody steps up to it.
    assert_eq!(open.leads(at("2412"), at("2411")), Err(Barred::Level));
    // An inner hex under the upper court's wall falls to the ground of the breach, not up to the court.
    let under = battered(&map, &[("0608", 4), ("0708", 1)]);
    assert!(under.cell(under.named("0708").expect("a hex")).level <= 1);
    assert_eq!(
        under.leads(under.named("0708").expect("a hex"), under.named("0808").expect("a hex")),
        Err(Barred::Level)
    );
    // What faces inwards is no outer wall: the inner hex of a tower fortified within falls only beside a demolished one.
    let town = map_of("fortified town");
    let inner = town.named("4317").expect("a hex");
    assert!(town.cell(inner).touches_battlements() && !town.touches_outer_wall(inner));
}

/// Two men of the attackers with axes at the shut gate of the border castle, outside it; the moat there is ground.
fn at_the_gate() -> (Assault, u8) {
    let mut map = map_of("border castle");
    for name in ["1923", "2023"] {
        let at = map.named(name).expect("a hex");
        let cell = &mut map.cells[usize::from(at.0)];
        (cell.terrain, cell.level, cell.top, cell.lift) = (Terrain::Flat, 0, 0, None);
    }
    let mut game = few(&map, ["1923", "2023"], ["1915", "2015"]);
    for man in game.men.iter_mut().take(2) {
        let arms = &mut man.profile.weapons;
        (arms.hand, arms.carried, man.burden) = (Weapon::Axe, arms.carried.with(Weapon::Axe), Burden::Nothing);
    }
    let gate = game.map.gates.iter().position(|gate| gate.name == "the gate").expect("a gate") as u8;
    (game, gate)
}

#[test]
fn mm_9_4_two_men_with_axes_throw_once_a_turn_with_all_the_moves_they_have_spent() {
    let (mut game, gate) = at_the_gate();
    let hew = |man| Decision::Hew { man, gate };
    let thrown = |told: &[Event]| -> Vec<(u8, i32)> {
        let of = told.iter().filter_map(|event| match event {
            Event::Hewn { men, percent, .. } => Some((*men, *percent)),
            _ => None,
        });
        of.collect()
    };
    // Nothing comes of the first turn; then 5% a man-move: two men after two turns 10, on their third 20 (the page's example).
    for expected in [vec![], vec![(2, 10)], vec![(2, 20)]] {
        for man in [A, KNIGHT] {
            let told = play(&mut game, Attacker, hew(man), &[]).unwrap_or_else(|why| panic!("{man:?}: {why}"));
            assert!(matches!(told[..], [Event::Hews { .. }]), "no die is thrown while they move: {told:?}");
        }
        let told = play(&mut game, Attacker, Decision::Done, &[10, 10]).expect("they have moved");
        assert_eq!(thrown(&told), expected);
        play(&mut game, Defender, Decision::Done, &[]).expect("so has the garrison");
    }
    // Two have hewn: a third finds no room.
    game.gate_work[usize::from(gate)].hewers = (game.turn, 2);
    assert_eq!(game.check(Attacker, &hew(A)), Err(Illegal::TooMany));
}

/// A filled moat hex 1014 at the foot of the rampart hex 1114 with a ladder against it.
fn ladder_at_the_wall(attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    let mut map = map_of("border castle");
    let moat = map.named("1014").expect("a hex");
    let cell = &mut map.cells[usize::from(moat.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, attackers, defenders);
    for man in &mut game.men {
        man.burden = Burden::Nothing;
    }
    let (foot, head) = (hex(&game, "1014"), hex(&game, "1114"));
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 1 };
    game
}

#[test]
fn mm_3_7_a_toppled_ladder_lies_at_the_foot_until_a_man_spends_a_turn_on_it() {
    let mut game = ladder_at_the_wall(["0914", "0808"], ["1114", "2111"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Push { man: D, ladder: 0 }, &[1, 1]).expect("he pushes");
    assert_eq!(game.ladders[0].lies, LadderLies::Lying(hex(&game, "1014")));
    assert!(game.men.iter().all(|man| man.burden == Burden::Nothing), "nobody has it");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    // Nobody far off and nobody up on the wall picks it up.
    let pick = |man| Decision::PickUp { man, ladder: 0 };
    assert_eq!(game.check(Attacker, &pick(KNIGHT)), Err(Illegal::NoLadderHere));
    play(&mut game, Attacker, pick(A), &[]).expect("he stands beside it");
    assert_eq!((game.man(A).burden, game.man(A).points), (Burden::Ladder(0), 0), "it takes his turn");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &pick(D)), Err(Illegal::NoLadderHere));
}

#[test]
fn sg_7_5_an_enemy_on_a_ladder_whose_head_it_is_is_near_enough_to_strike() {
    // A second ladder against 1214's neighbour would be far; here the enemy climbs to 1114 itself.
    let mut game = ladder_at_the_wall(["0914", "0808"], ["1114", "1214"]);
    let other = hex(&game, "1014");
    game.ladders.push(game.ladders[0]);
    game.men[0].post = Post::Ladder(0);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    // The second lies ready on their hexes.
    game.ladders[1].lies = LadderLies::Flat([hex(&game, "1114"), hex(&game, "1214")]);
    let foot = hex(&game, "1013");
    let slide = Decision::Slide { men: [D, CASTELLAN], ladder: 1, foot, against: hex(&game, "1114") };
    assert_eq!(game.check(Defender, &slide), Err(Illegal::EnemyNear));
    // An enemy next to the foot hinders lifting, whatever level he stands on.
    let mut game = ladder_at_the_wall(["0914", "0808"], ["1114", "1214"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let lift = Decision::Lift { men: [D, CASTELLAN], ladder: 0 };
    assert_eq!(game.map.distance(hex(&game, "0914"), other), 1);
    assert_eq!(game.check(Defender, &lift), Err(Illegal::EnemyAtFoot));
}

#[test]
fn mm_3_5_a_handgun_is_shot_and_then_loaded() {
    let mut game = few(&map_of("border castle"), ["0505", "0202"], ["0705", "1915"]);
    game.men[0].burden = Burden::Nothing;
    (game.men[0].profile.weapons.missile, game.men[0].ammunition) = (Some(Weapon::Handgun), 12);
    let aim = Decision::Aim { man: A, at: D };
    let shots = |told: &[Event]| told.iter().filter(|event| matches!(event, Event::Shot { man: A, .. })).count();
    let mut came = Vec::new();
    for _ in 0..4 {
        let aimed = play(&mut game, Attacker, aim, &[]).is_ok();
        // A miss, 12 on two dice; and who was shot at stands his test.
        let mut told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        told.extend(play(&mut game, Defender, Decision::Done, &[6, 6, 4, 4, 3]).expect("done"));
        came.push((aimed, shots(&told), game.man(A).loaded));
    }
    assert_eq!(came, [(true, 1, false), (false, 0, true), (true, 1, false), (false, 0, true)]);
    assert_eq!(game.man(A).ammunition, 10);
    // Who moves does not load.
    play(&mut game, Attacker, aim, &[]).expect("loaded");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Done, &[6, 6, 4, 4, 3]).expect("done");
    let to = hex(&game, "0405");
    play(&mut game, Attacker, Decision::Step { man: A, to }, &[]).expect("he moves");
    pass(&mut game);
    assert!(!game.man(A).loaded);
}

#[test]
fn sg_10_the_man_on_the_raised_stair_comes_down_by_its_foot() {
    // The stair 1610 opens below on 1710 alone, where his friend stands: he comes down beyond him, not through a wall.
    let mut game = few(&map_of("the Templars' castle"), ["1610", "1710"], ["1609", "1806"]);
    let stair = game.map.lifts.iter().position(|lift| lift.kind == LiftKind::Stair).expect("a stair") as u8;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Work { man: D, lift: stair, close: true }, &[]).expect("raised");
    assert!(game.man(A).wounded && game.man(A).able());
    let (at, below) = (hex(&game, &place(&game, A)), hex(&game, "1710"));
    assert_eq!(game.map.leads(below, at), Ok(()), "{}", place(&game, A));
    assert_eq!(game.troops[0].hit, 1, "a man of his troop was hit");
    // A second wound kills.
    let mut game = few(&map_of("the Templars' castle"), ["1610", "1710"], ["1609", "1806"]);
    game.men[0].wounded = true;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Work { man: D, lift: stair, close: true }, &[]).expect("raised");
    assert_eq!(game.man(A).fortune, Fortune::Dead);
}

#[test]
fn sg_6_a_line_goes_through_an_open_gate_and_not_through_a_shut_one() {
    let mut map = map_of("the Templars' castle");
    map.lifts.iter_mut().for_each(|lift| lift.closed = false);
    // Column 32 and 33: the main entry, bridge 3232 to the south, the inner gate to the north.
    for gate in &mut map.gates {
        gate.open = true;
    }
    let through = line(&map, "3233", "3230");
    assert!(through.is_clear(), "under the vault: {:?}", through.stopped);
    let right_through = line(&map, "3233", "3228");
    assert!(right_through.is_clear(), "{right_through:?}");
    for gate in &mut map.gates {
        gate.open = gate.name != "the main gate";
    }
    let shut = line(&map, "3233", "3230");
    assert!(matches!(shut.stopped, Some(StopsLine::Obstruction(_))), "{:?}", shut.stopped);
}

#[test]
fn sg_6_3_battlements_that_face_inwards_are_not_the_outer_wall() {
    // The tower beside the Lady Gate is fortified within: who stands at its inner wall does not touch the outer one, and
    // neither shoots out nor is shot at from outside.
    let town = map_of("fortified town");
    let tower = ["4317", "4417", "4517"].map(|name| town.named(name).expect("a hex"));
    assert!(!town.touches_outer_wall(tower[0]) && town.touches_outer_wall(tower[2]));
    let outside = line(&town, "5017", "4317");
    assert_eq!(outside.stopped, Some(StopsLine::SetBack(tower[0])), "{outside:?}");
}

#[test]
fn sg_6_a_clear_line_is_told_the_clause_that_clears_it() {
    let castle = map_of("border castle");
    // Field to field: nothing but 6.2. Along the walk out of the corner: 6.3. From the walk's outer hex into the court: 6.4.
    assert_eq!(line(&castle, "0614", "0214").clause(), "SG-6.2");
    assert_eq!(
        line(&castle, "0614", "1114").clause(),
        "SG-6.2",
        "he stands at the battlements, and nothing is between"
    );
    assert_eq!(line(&castle, "1514", "1114").clause(), "SG-6.4", "twice as far from the edge");
    assert_eq!(line(&castle, "1414", "1114").clause(), "SG-6.4", "not far enough");
    let templars = map_of("the Templars' castle");
    assert_eq!(line(&templars, "2009u", "2213u").clause(), "SG-10");
}

#[test]
fn sg_10_the_keep_of_the_templars_castle_is_walled_about_the_foot_of_its_stair() {
    let map = map_of("the Templars' castle");
    let stair = map.named("1607").expect("a hex");
    for side in [HexSide::NorthWest, HexSide::SouthWest] {
        assert!(map.cell(stair).edge(side).wall.is_some(), "{side}");
    }
    for from in ["1506", "1508", "1406"] {
        assert!(!line(&map, from, "1607").is_clear(), "{from} sees through the wall of the keep");
    }
}

#[test]
fn sg_10_the_sluice_is_shut_again_before_the_water_is_high() {
    let mut game = few(&map_of("the Templars' castle"), ["2213u", "0202"], ["1809", "2009"]);
    let sluice = game.map.lifts.iter().position(|lift| lift.kind == LiftKind::Sluice).expect("a sluice") as u8;
    let work = |close| Decision::Work { man: D, lift: sluice, close };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &work(false)), Err(Illegal::NoChange), "it is not open");
    play(&mut game, Defender, work(true), &[]).expect("he opens it");
    (game.men[2].points, game.men[2].moved) = (8, false);
    assert_eq!(game.check(Defender, &work(true)), Err(Illegal::NoChange));
    play(&mut game, Defender, work(false), &[]).expect("and thinks better of it");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(game.man(A).able() && !told.iter().any(|event| matches!(event, Event::Flooded { .. })), "{told:?}");
}

/// What besiegers hold stands open to them **[house]**, and what the garrison holds does not.
#[test]
fn sg_9_2_the_gates_of_the_lines_besiegers_hold_stand_open() {
    for name in ["border castle", "fortified town", "the Templars' castle"] {
        let mut plan = crate::assaults::plan(name);
        for held in 0..plan.map.last_line() {
            plan.held = held;
            let game = crate::assaults::begin(&plan);
            for (gate, before) in game.map.gates.iter().zip(&plan.map.gates) {
                let line = gate.sides.iter().map(|&(inner, _)| game.map.line_of(inner)).max().expect("a side");
                assert_eq!(gate.open, before.open || line <= held, "{name}, {held} held: {}", gate.name);
            }
            for (lift, before) in game.map.lifts.iter().zip(&plan.map.lifts) {
                let lowered = lift.kind == LiftKind::Drawbridge && game.map.line_of(lift.from) <= held;
                assert_eq!(lift.closed, before.closed && !lowered, "{name}, {held} held: {}", lift.name);
            }
        }
    }
}

/// SG-9.2: each side takes its places before it begins, on its own ground; a friend changes places, a crew goes with its machine.
#[test]
fn sg_5_4_each_side_takes_its_places_before_it_begins() {
    let mut plan = crate::assaults::plan("border castle");
    plan.places = true;
    let mut game = crate::assaults::begin(&plan);
    let afoot = |game: &Assault, side, n| game.of(side).filter(|&id| game.man(id).hex().is_some()).nth(n);
    let guard = afoot(&game, Defender, 0).expect("a man");
    let friend = afoot(&game, Defender, 1).expect("another");
    let place_in = |game: &Assault, man, name| Decision::Place { man, to: hex(game, name) };
    assert_eq!(game.check(Attacker, &Decision::Done), Err(Illegal::NotTheirs), "the garrison first");
    assert_eq!(game.check(Defender, &place_in(&game, guard, "0505")), Err(Illegal::NotTheirGround));
    assert_eq!(game.check(Defender, &place_in(&game, guard, "1411")), Err(Illegal::Barred(Barred::Solid)));
    assert_eq!(game.check(Defender, &Decision::Step { man: guard, to: hex(&game, "1714") }), Err(Illegal::NotBegun));
    let (was, other) = (game.man(guard).hex().expect("a hex"), game.man(friend).hex().expect("a hex"));
    play(&mut game, Defender, Decision::Place { man: guard, to: other }, &[]).expect("they change places");
    assert_eq!([game.man(guard).hex(), game.man(friend).hex()], [Some(other), Some(was)]);
    assert_eq!([game.who(other), game.who(was)], [Some(guard), Some(friend)]);
    let to = place_in(&game, guard, "1714");
    play(&mut game, Defender, to, &[]).expect("into the keep");
    assert_eq!((place(&game, guard).as_str(), game.who(other)), ("1714", None));
    play(&mut game, Defender, Decision::Done, &[]).expect("the garrison stands");
    // A catapult with its men to another hex; one more man to it.
    let own = |it: &HexMachine| it.side == Attacker && it.kind == MachineKind::Catapult;
    let engine = game.machines.iter().position(own).expect("a catapult") as u8;
    let crew: Vec<TrooperId> = game.at_post(Post::Aboard(engine)).collect();
    let free = game
        .may_stand(Attacker)
        .into_iter()
        .find(|&at| game.check(Attacker, &Decision::Bring { machine: engine, at }).is_ok());
    let free = free.expect("there is room");
    play(&mut game, Attacker, Decision::Bring { machine: engine, at: free }, &[]).expect("it is brought");
    assert_eq!((game.machine(engine).at, game.machine_at(free)), (free, Some(engine)));
    assert!(crew.iter().all(|&id| game.place(id) == Some(free)));
    let hand = game.of(Attacker).find(|&id| game.man(id).hex().is_some() && game.man(id).burden == Burden::Nothing);
    let hand = hand.expect("a man with free hands");
    play(&mut game, Attacker, Decision::Place { man: hand, to: free }, &[]).expect("he goes to it");
    assert_eq!(game.man(hand).post, Post::Aboard(engine));
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("it begins");
    assert!(told.contains(&Event::Turn(1)) && told.contains(&Event::Moves(Attacker)), "{told:?}");
    assert_eq!(game.check(Attacker, &Decision::Place { man: hand, to: free }), Err(Illegal::Begun));
}

#[test]
fn sg_7_1_an_inner_hex_is_battered_beside_a_demolished_battlement_and_not_beside_other_rubble() {
    let map = map_of("border castle");
    let open = battered(&map, &[("1114", 4), ("1213", 1)]);
    let game = few(&open, ["0202", "0302"], ["2011", "2111"]);
    assert!(game.hits_to_open(hex(&game, "1214")).is_some(), "beside the battlement that is down");
    assert_eq!(game.map.cell(hex(&game, "1213")).terrain, Terrain::Rubble);
    assert_eq!(game.hits_to_open(hex(&game, "1212")), None, "beside rubble of an inner hex only");
    let damage = [("1114", 4), ("1213", 1), ("1212", 1)];
    let damage: Vec<_> = damage.iter().map(|&(name, count)| (map.named(name).expect("a hex"), count)).collect();
    let refused = damaged(&map, &damage, &Tables::book(), &man_to_man::Tables::book());
    assert_eq!(refused.map(drop), Err(Fault::Interior("1212".to_owned())));
}

#[test]
fn sg_7_8_one_inner_damage_of_the_siege_demolishes_one_hex() {
    let rubble = |outer: u8, inner: u8| {
        let storm = StormedPlace {
            map: "border castle".to_owned(),
            battered: vec![Battered { line: 1, stretch: 0, stretches: 4, outer, inner }],
            ..StormedPlace::default()
        };
        let side = |first| host(vec![unit("men", first, 9, 3, "sword;shield")]);
        let plan = stormed(storm, BySide { attacker: side(0), defender: side(100) });
        let battle = AssaultBattle::cast(&plan, &House::new()).expect("no fault");
        battle.start().map.cells.iter().filter(|cell| cell.terrain == Terrain::Rubble).count()
    };
    assert_eq!([rubble(4, 0), rubble(4, 1), rubble(3, 1)], [1, 2, 0]);
}

#[test]
fn sg_7_8_four_damages_of_the_siege_open_every_line_of_every_map() {
    for map in map::shipped() {
        for line in 1..=map.last_line() {
            let storm = StormedPlace {
                map: map.name.clone(),
                held: line - 1,
                filled: true,
                battered: vec![Battered { line, stretch: 0, stretches: 1, outer: 4, inner: 1 }],
                ..StormedPlace::default()
            };
            let side = |first| host(vec![unit("men", first, 9, 3, "sword;shield")]);
            let plan = stormed(storm, BySide { attacker: side(0), defender: side(100) });
            let battle = AssaultBattle::cast(&plan, &House::new()).expect("no fault");
            let open = &battle.start().map;
            let rubble: Vec<_> = open.ids().filter(|&at| open.cell(at).terrain == Terrain::Rubble).collect();
            let named: Vec<String> = rubble.iter().map(|&at| open.cell(at).name()).collect();
            assert!(!rubble.is_empty(), "{} line {line}: nothing was battered", map.name);
            // One goes from outside over the rubble to what lies within the line.
            let mut reached = vec![false; open.cells.len()];
            let ground = |at: &HexId| open.line_of(*at) < line && open.holds(*at).is_ok();
            let mut next: Vec<_> = open.ids().filter(ground).collect();
            while let Some(at) = next.pop() {
                for to in open.steps(at).filter(|to| rubble.contains(to) || rubble.contains(&at)).collect::<Vec<_>>() {
                    if !std::mem::replace(&mut reached[usize::from(to.0)], true) {
                        next.push(to);
                    }
                }
            }
            let within = open.ids().any(|at| {
                reached[usize::from(at.0)] && open.line_of(at) == line && open.cell(at).terrain != Terrain::Rubble
            });
            assert!(within, "{} line {line}: nobody comes in by {named:?}", map.name);
        }
    }
}
