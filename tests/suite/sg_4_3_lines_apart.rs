//! Besiegers who are shut in between a relief and the citadel (SG-4.3): each wins lines on its own side, a relief that has won the
//! outermost comes at the next, and what burnt in the fight is not burnt again. A place of more lines than its map (SG-1.5, SG-7.8).

use crate::assaults::{all_of_a_half, begin, host, play, stormed, unit};
use crate::sg_4_3_on_hexes::{assaulted, assaulting, relief_and_citadel};
use banneret::rules::assault::map::Terrain;
use banneret::rules::assault::state::Ending;
use banneret::rules::assault::{
    Assault, AssaultBattle, AssaultStage, Decision, Event, HexHome, MachineKind, Plan, TrooperId, sentence,
};
use banneret::rules::battle::{Battered, HexForm, StormedPlace};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::{Game as _, NullSink};
use banneret::rules::settles::{House, Settles as _};
use banneret::rules::siege::{FoughtGround, Host, Kind, Moat, Park, Siege, Tables};

const LONG: [&str; 2] = ["fortified town", "the Templars' castle"];

/// A relief with engine, tower and ram that holds the outermost line assaults those who hold the next.
fn relief_within(name: &str) -> Assault {
    let mut plan = Plan { outer_lost: 1, towers: 1, rams: 1, ..assaulted(name, 2) };
    plan.engines.retain(|&(side, _)| side == Attacker);
    for unit in plan.hosts.attacker.forces.iter_mut().flat_map(|force| &mut force.units) {
        unit.men[0].profile.grade = banneret::rules::figure::Grade::B;
    }
    begin(&plan)
}

#[test]
fn sg_4_3_a_relief_that_has_won_the_outermost_line_comes_at_the_next() {
    for name in LONG {
        let mut game = relief_within(name);
        let (mut battered, mut crossed) = (Vec::new(), Vec::new());
        for _ in 0..12 {
            let led = all_of_a_half(&mut game, Attacker);
            for decision in led {
                match decision {
                    Decision::Batter { at, .. } => battered.push(game.map.line_of(at)),
                    Decision::Raise { against, .. } => crossed.push(game.map.line_of(against)),
                    _ => {}
                }
            }
            let towers = game.machines.iter().filter(|it| it.kind == MachineKind::Tower && it.side == Attacker);
            let n = game.machines.iter().position(|it| it.kind == MachineKind::Tower && it.side == Attacker);
            if towers.count() > 0
                && let Some(wall) = n.and_then(|n| game.gangway(n as u8))
            {
                crossed.push(game.map.line_of(wall));
            }
            for side in [Attacker, Defender] {
                if game.pending().first() == Some(side) {
                    play(&mut game, side, Decision::Done, &[6, 6, 6]).expect("done");
                }
            }
            if game.pending().first().is_none() {
                break;
            }
        }
        assert!(!battered.is_empty(), "{name}: their engine batters");
        assert!(battered.iter().chain(&crossed).all(|&line| line == 2), "{name}: {battered:?}, {crossed:?}");
    }
}

#[test]
fn sg_4_3_a_relief_that_has_won_the_outermost_line_is_drawn_up_on_it() {
    for name in LONG {
        let game = relief_within(name);
        let of = game.ids().filter(|&id| game.home_of(id) == HexHome::Field).filter_map(|id| game.place(id));
        let lines: Vec<u8> = of.map(|at| game.map.line_of(at)).collect();
        assert!(!lines.is_empty() && lines.iter().all(|&line| line == 1), "{name}: {lines:?}");
    }
}

/// A castle whose besiegers are shut in three lines of it, with two mangonels.
fn shut_in() -> Siege {
    let host = Host::of(100, banneret::rules::figure::Grade::C, 1000);
    let hosts = BySide { attacker: host, defender: Host::of(40, banneret::rules::figure::Grade::C, 1000) };
    let park = Park { mangonels: 2, ..Park::default() };
    let plan = banneret::rules::siege::Plan {
        kind: Kind::Castle,
        moat: Moat::Days(3),
        capacity: 1000,
        hosts,
        park,
        relief: None,
    };
    let mut game = Siege::laid(&plan, &Tables::book());
    (game.won, game.shut_in, game.outside) = (3, true, Some(host));
    game
}

#[test]
fn sg_4_3_what_the_citadel_wins_is_the_innermost_and_what_the_relief_wins_the_outermost() {
    for (left, from_within, held) in [(2, 1, 0..2), (2, 0, 1..3), (1, 1, 1..2), (1, 2, 0..1), (1, 0, 2..3)] {
        let mut it = shut_in();
        let fought = FoughtGround { lines: Some(left), from_within, ..FoughtGround::default() };
        it.after_assault(Defender, true, fought, &mut NullSink);
        assert_eq!(it.held(), held, "{left} left, {from_within} won from within");
    }
}

#[test]
fn sg_4_3_engines_that_burnt_in_the_fight_are_not_burnt_again() {
    for (burnt, left) in [(0, 0), (1, 0), (3, 2)] {
        let mut it = shut_in();
        it.after_assault(Defender, true, FoughtGround { burnt, ..FoughtGround::default() }, &mut NullSink);
        assert_eq!(it.parks.attacker.mangonels, left, "{burnt} points burnt in the fight");
    }
}

#[test]
fn sg_4_3_a_report_tells_lines_won_from_within_apart() {
    let hosts =
        BySide { attacker: relief_and_citadel(), defender: host(vec![unit("shut in", 100, 9, 3, "sword;shield")]) };
    let storm = StormedPlace { map: LONG[1].to_owned(), shut_in: 3, form: HexForm::Third, ..StormedPlace::default() };
    let battle = AssaultBattle::cast(&stormed(storm, hosts), &House::new()).expect("cast");
    for (relief, shut, citadel, lines, within) in [(0, 2, 3, 2, 1), (1, 2, 4, 2, 0), (1, 2, 3, 1, 1), (0, 1, 2, 1, 2)] {
        let mut game = battle.begin(&mut NullSink);
        for (home, line) in [(HexHome::Field, relief), (HexHome::Keep, citadel), (HexHome::Wards, shut)] {
            for id in game.ids().filter(|&id| game.home_of(id) == home).collect::<Vec<_>>() {
                let free = |&at: &_| game.map.line_of(at) == line && game.map.holds(at).is_ok() && !game.taken(at);
                let at = game.map.ids().find(free).expect("room");
                game.deploy_at(id, at).expect("free");
            }
        }
        let report = battle.report(&game, &mut Seeded::new(1));
        assert_eq!((report.lines, report.from_within), (Some(lines), within), "{relief}, {shut}, {citadel}");
    }
}

/// A place of four lines on the map of a border castle, which has two: of so many held, with a breach in one.
fn folded(held: u8, line: Option<u8>) -> AssaultBattle {
    let breach = line.map(|line| Battered { line, stretch: 0, stretches: 1, outer: 4, inner: 1 });
    let storm = StormedPlace {
        map: "border castle".to_owned(),
        held,
        walls: vec![1, 1, 1, 1],
        battered: breach.into_iter().collect(),
        form: HexForm::Third,
        ..StormedPlace::default()
    };
    let hosts = BySide {
        attacker: host(vec![unit("besiegers", 0, 9, 3, "axe")]),
        defender: host(vec![unit("garrison", 100, 5, 3, "sword;shield")]),
    };
    AssaultBattle::cast(&stormed(storm, hosts), &House::new()).expect("cast")
}

#[test]
fn sg_7_8_on_a_map_of_fewer_lines_the_damages_are_those_of_the_line_assaulted() {
    let down = |battle: &AssaultBattle, line: u8| {
        let game = battle.start();
        game.map
            .ids()
            .filter(|&at| game.map.line_of(at) == line && game.map.cell(at).terrain == Terrain::Rubble)
            .count()
    };
    // With two of four held the keep of the map is the siege's third line, and its rampart the second.
    assert!(down(&folded(2, Some(3)), 2) > 0, "the line assaulted is breached");
    assert_eq!(down(&folded(2, Some(2)), 2), 0, "a breach in what is won opens nothing further in");
    assert_eq!((down(&folded(2, Some(1)), 1), down(&folded(2, Some(1)), 2)), (0, 0), "it lies outside the map");
    assert!(down(&folded(0, Some(1)), 1) > 0);
}

#[test]
fn sg_7_8_on_a_map_of_fewer_lines_what_is_battered_is_told_of_the_line_of_the_siege() {
    let battle = folded(2, None);
    let mut game = battle.begin(&mut NullSink);
    let wall = game.map.ids().find(|&at| game.map.line_of(at) == 2 && game.map.has_outer_wall(at)).expect("a wall");
    let walls: Vec<_> = game.map.ids().filter(|&at| game.map.line_of(at) == 2 && game.map.has_outer_wall(at)).collect();
    game.wall_hits.extend(walls.iter().map(|&at| (at, 5)));
    let told = battle.report(&game, &mut Seeded::new(1)).battered;
    assert!(walls.contains(&wall));
    assert_eq!(told.iter().map(|battered| (battered.line, battered.outer)).collect::<Vec<_>>(), [(3, 2)]);
}

#[test]
fn sg_8_the_lines_that_are_taken_are_told_of_those_there_were_to_take() {
    for (outer_lost, told) in [(0, "1 of 3 lines taken"), (2, "1 of 1 lines taken")] {
        let game = begin(&Plan { outer_lost, engines: Vec::new(), rams: 0, ladders: 0, ..assaulted(LONG[1], 3) });
        let over = sentence(&game, &Event::Over { ending: Ending::Night, lines: 1 });
        assert!(over.contains(told), "{over}");
    }
}

#[test]
fn sg_1_3_who_is_shut_in_and_comes_out_at_engines_on_what_the_relief_has_won_has_come_to_them() {
    let mut plan = Plan { outer_lost: 1, ..assaulting(LONG[1], 2, true) };
    plan.hosts.defender.forces.truncate(1);
    for (line, winner) in [(1, Attacker), (2, Defender)] {
        let mut game = begin(&plan);
        game.sortie = true;
        for id in game.of(Attacker).collect::<Vec<_>>() {
            let free = |&at: &_| game.map.line_of(at) == line && game.map.holds(at).is_ok() && !game.taken(at);
            let at = game.map.ids().find(free).expect("room");
            game.deploy_at(id, at).expect("free");
        }
        game.stage = AssaultStage::Over(Ending::Night);
        assert_eq!(game.winner(), Some(winner), "on line {line}");
    }
}

#[test]
fn sg_8_nothing_is_won_from_within_by_breaking_off() {
    let mut game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted(LONG[1], 2) });
    for (home, line) in [(HexHome::Keep, 2), (HexHome::Wards, 1)] {
        for id in game.ids().filter(|&id| game.home_of(id) == home).collect::<Vec<_>>() {
            let free = |&at: &_| game.map.line_of(at) == line && game.map.holds(at).is_ok() && !game.taken(at);
            let at = game.map.ids().find(free).expect("room");
            game.deploy_at(id, at).expect("free");
        }
    }
    for (ending, lost) in [(Ending::Night, 1), (Ending::BrokenOff, 0)] {
        game.stage = AssaultStage::Over(ending);
        assert_eq!(game.lines_taken(), lost, "{ending:?}");
    }
}

#[test]
fn sg_4_3_who_is_shut_in_faces_the_stair_of_the_upper_court_too() {
    // Of two lines of the Templars' castle the citadel's men come out by the stair, whose top stands in 1610.
    let game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted(LONG[1], 2) });
    let stair = game.map.named("1610").expect("the stair");
    let near = |id: &TrooperId| game.place(*id).is_some_and(|at| game.map.distance(at, stair) <= 3);
    let facing = game.ids().filter(|&id| game.home_of(id) == HexHome::Wards).filter(near).count();
    assert!(facing > 0, "nobody of those who are shut in stands before the stair");
}
