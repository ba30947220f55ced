//! What captains batter (SG-7.1, SG-7.3, SG-7.8): the inner hexes beside a breach from which no way leads on, walls of lines
//! further in where there is no way in, and the next wall when one is down.

use crate::assaults::{begin, captain, host, plan, play, unit};
use banneret::rules::assault::hexes::HexSide;
use banneret::rules::assault::map::{self, HexId, HexMap, Terrain};
use banneret::rules::assault::{Assault, Decision, HexMachine, MachineKind, Plan, Post, TrooperId};
use banneret::rules::figure::Side::Attacker;
use banneret::rules::figure::{BySide, Grade};
use banneret::rules::game::{Captain as _, Game as _};
use std::sync::Arc;

/// The border castle with its moat filled.
fn castle() -> HexMap {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    for cell in map.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat) {
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    map
}

fn named(map: &HexMap, name: &str) -> HexId {
    map.named(name).unwrap_or_else(|| panic!("no hex {name}"))
}

/// Four and their knight at a catapult in a hex before a place, who can do nothing else, and its guard within.
fn battery(map: HexMap, damage: (HexId, u8), at: HexId, facing: HexSide) -> Assault {
    let mut attacker = host(vec![unit("crew", 0, 4, 3, "sword")]);
    attacker.forces[0].units[0].men[0].profile.grade = Grade::B;
    let defender = host(vec![unit("guard", 100, 1, 3, "sword")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let hosts = BySide { attacker, defender };
    let mut game = begin(&Plan { map: Arc::new(map), hosts, damage: vec![damage], ..none });
    let rounds = game.combat.house().machine_rounds;
    let engine = game.bring(HexMachine { rounds, ..HexMachine::new(MachineKind::Catapult, Attacker, at, facing) });
    let engine = engine.expect("room for it");
    for man in 0..5 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(engine)).expect("at it");
    }
    game
}

/// West of the border castle, with so many D against a hex of its western wall.
fn before_castle(damage: u8, facing: HexSide) -> Assault {
    let map = castle();
    let (wall, at) = (named(&map, "1114"), named(&map, "0214"));
    battery(map, (wall, damage), at, facing)
}

fn decides(game: &Assault) -> Decision {
    captain().decide(&game.view(Attacker))
}

/// What they batter, if they do.
fn battered(game: &Assault) -> Option<HexId> {
    match decides(game) {
        Decision::Batter { at, .. } => Some(at),
        _ => None,
    }
}

#[test]
fn sg_7_3_an_engine_with_no_wall_before_it_is_turned_to_the_next_by_the_shorter_way() {
    let toward = before_castle(3, HexSide::East);
    assert_eq!(
        battered(&toward),
        Some(named(&toward.map, "1114")),
        "seven hits of ten against it: {:?}",
        decides(&toward)
    );
    // To the left is against the clock.
    for (facing, left) in [(HexSide::NorthWest, false), (HexSide::SouthWest, true)] {
        let mut away = before_castle(3, facing);
        let pivot = Decision::Pivot { machine: 0, left };
        assert_eq!(decides(&away), pivot, "{facing}");
        play(&mut away, Attacker, pivot, &[]).expect("it is turned");
        assert!(!matches!(decides(&away), Decision::Pivot { .. }), "once a turn");
    }
}

#[test]
fn sg_7_8_the_next_wall_is_battered_when_one_is_down() {
    let mut game = before_castle(3, HexSide::East);
    let wall = named(&game.map, "1114");
    let mut after = None;
    for _ in 0..40 {
        let Some(side) = game.pending().first() else { break };
        let decision = if side == Attacker { decides(&game) } else { Decision::Done };
        let down = game.map.cell(wall).terrain == Terrain::Rubble;
        if let (Decision::Batter { at, .. }, true) = (decision, down) {
            after = Some(at);
            break;
        }
        // A stone hits with a 2 and a 2.
        play(&mut game, side, decision, &[2, 2, 6, 6, 6, 6, 6, 6]).expect("as they decide");
    }
    assert_eq!(game.map.cell(wall).terrain, Terrain::Rubble, "three hits took it down");
    assert!(after.is_some_and(|at| at != wall && game.hits_to_open(at).is_some()), "{after:?}");
}

#[test]
fn sg_7_1_the_inner_hexes_beside_a_breach_are_battered_where_no_way_leads_on_from_it() {
    // The walk is two hexes deep, and from the rubble of the outer one nobody comes onto it.
    let mut game = before_castle(4, HexSide::East);
    let breach = named(&game.map, "1114");
    assert_eq!(game.map.cell(breach).terrain, Terrain::Rubble);
    let inner = |game: &Assault| battered(game).filter(|&at| !game.map.touches_outer_wall(at));
    let at = inner(&game).unwrap_or_else(|| panic!("{:?}", decides(&game)));
    assert_eq!(game.map.distance(at, breach), 1);
    // Two hits, and the way is open: from now on it is the outer wall again.
    for _ in 0..12 {
        let side = game.pending().first().expect("it goes on");
        let decision = if side == Attacker { decides(&game) } else { Decision::Done };
        play(&mut game, side, decision, &[2, 2, 6, 6, 6, 6, 6, 6]).expect("as they decide");
    }
    assert_eq!(game.map.cell(at).terrain, Terrain::Rubble);
    assert_eq!(inner(&game), None, "what is down is down");
}

#[test]
fn sg_7_8_who_has_nothing_but_engines_batters_as_long_as_he_has_stones() {
    // No ladder, no ram, no axe and every gate shut: with three hits lacking and ten stones they stay, and with ten lacking, too,
    // for what they hit is battered for the next assault.
    let mut some = before_castle(3, HexSide::East);
    for game in [&some, &before_castle(0, HexSide::East)] {
        assert!(battered(game).is_some(), "{:?}", decides(game));
        assert_eq!(game.no_way_in(), None);
    }
    some.machines[0].rounds = 0;
    assert_eq!(decides(&some), Decision::BreakOff);
}

#[test]
fn sg_7_8_where_there_is_no_way_in_a_wall_of_a_line_further_in_is_battered() {
    // Part of the citadel's wall faces straight outside (SG-10).
    let map = HexMap::clone(&map::find("the Templars' castle").expect("it ships"));
    let outward = |&at: &HexId| {
        let deep = map.line_of(at) >= 2 && map.cell(at).terrain == Terrain::Rampart && map.touches_outer_wall(at);
        deep && map.around(at).any(|(_, to)| map.line_of(to) == 0)
    };
    let walls: Vec<HexId> = map.ids().filter(outward).collect();
    assert!(!walls.is_empty());
    let stands = |&(wall, at): &(HexId, HexId)| {
        let cell = map.cell(at);
        let ground = cell.terrain == Terrain::Flat && map.line_of(at) == 0 && map.holds(at).is_ok();
        ground && (9..=16).contains(&map.distance(wall, at))
    };
    let arrayed = begin(&plan("the Templars' castle"));
    let pairs = walls.iter().flat_map(|&wall| map.ids().map(move |at| (wall, at))).filter(stands);
    let seen = pairs.filter_map(|(wall, at)| {
        let first = map.cell(at).hex.line_to(map.cell(wall).hex).get(1)?.hex;
        let facing = map.cell(at).hex.side_to(first)?;
        (!arrayed.taken(at)).then_some((wall, at, facing))
    });
    let found = seen.take(40).find_map(|(wall, at, facing)| {
        let game = battery(map.clone(), (wall, 3), at, facing);
        battered(&game).filter(|&battered| battered == wall)
    });
    let wall = found.expect("somewhere it is in sight");
    assert!(map.line_of(wall) > 1);
}

/// MM-4.4, SG-6: a bowman for whom walls hide those who are nearest shoots at one further off whom he sees.
#[test]
fn mm_4_4_a_bowman_looks_past_the_nearest_whom_walls_hide() {
    let attacker = host(vec![unit("archer", 0, 1, 4, "longbow;dagger")]);
    let defender = host(vec![unit("guard", 100, 5, 3, "sword;shield")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let map = Arc::new(castle());
    let mut game = begin(&Plan { map, hosts: BySide { attacker, defender }, ..none });
    for (man, at) in (0..).zip(["0814", "0505", "1313", "1314", "1315", "1316", "1317", "1120"]) {
        game.deploy_at(TrooperId(man), named(&game.map, at)).unwrap_or_else(|why| panic!("{at}: {why:?}"));
    }
    let (archer, seen) = (TrooperId(0), TrooperId(7));
    for hidden in (2..7).map(TrooperId) {
        assert!(game.check(Attacker, &Decision::Aim { man: archer, at: hidden }).is_err(), "{hidden:?}");
        let far = |man| game.map.distance(named(&game.map, "0814"), game.place(man).expect("on the map"));
        assert!(far(hidden) <= far(seen));
    }
    assert_eq!(game.check(Attacker, &Decision::Aim { man: archer, at: seen }), Ok(()));
    let mut aimed = None;
    while aimed.is_none() && game.turn == 1 {
        match decides(&game) {
            Decision::Done => break,
            Decision::Aim { man, at } => aimed = Some((man, at)),
            other => drop(play(&mut game, Attacker, other, &[]).expect("captains do what they may")),
        }
    }
    assert_eq!(aimed, Some((archer, seen)));
}
