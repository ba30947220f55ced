//! Clauses of the assault on hexes as the third form of the rules has them (SG-7 to SG-9, MM-5, MM-6), beside what the second made
//! of them, by which what was begun then goes on.

use crate::assaults::{all_of_a_half, begin, few, few_with, hex, host, pass, plan, play, stormed, unit};
use banneret::app::assault::offers;
use banneret::rules::assault::map::{self, HexId, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, LadderLies, ScalingLadder};
use banneret::rules::assault::typed;
use banneret::rules::assault::{
    Assault, AssaultBattle, Decision, Event, HexMachine, HexSide, Illegal, MachineKind, Plan, Post, Tables, TrooperId,
};
use banneret::rules::battle::{HexForm, StormedPlace};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{Grade, Weapon};
use banneret::rules::game::{Game as _, NullSink};
use banneret::rules::man_to_man;
use banneret::rules::settles::{House, Settles as _};
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const B: TrooperId = TrooperId(1);
const D: TrooperId = TrooperId(2);
const E: TrooperId = TrooperId(3);

fn castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

/// Two with a ram on open ground, two more beside it.
fn with_ram() -> Assault {
    let plan = Plan {
        map: Arc::new(castle()),
        hosts: BySide {
            attacker: host(vec![unit("men", 0, 3, 3, "axe")]),
            defender: host(vec![unit("few", 10, 1, 3, "axe")]),
        },
        ladders: 0,
        towers: 0,
        rams: 0,
        engines: Vec::new(),
        faggots: 0,
        ..plan("border castle")
    };
    let mut game = begin(&plan);
    let at = hex(&game, "0505");
    for id in [0, 1, 2, 3].map(TrooperId) {
        let away = hex(&game, &format!("02{:02}", 10 + id.0));
        game.deploy_at(id, away).expect("free");
    }
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    for id in [A, B] {
        game.deploy_aboard(id, Post::Aboard(0)).expect("nobody has moved");
    }
    for (id, at) in [(D, "0504"), (E, "0506")] {
        let at = hex(&game, at);
        game.deploy_at(id, at).expect("free");
    }
    game
}

#[test]
fn sg_7_3_a_machine_is_rolled_two_hexes_a_turn_and_none_once_it_is_turned_whoever_is_fresh_at_it() {
    let roll = Decision::Roll { machine: 0, back: false };
    let pivot = Decision::Pivot { machine: 0, left: true };
    for first in [pivot, roll] {
        for form in [HexForm::Second, HexForm::Third] {
            let mut game = with_ram();
            game.form = form;
            play(&mut game, Attacker, first, &[]).expect("two move it");
            if first == roll {
                play(&mut game, Attacker, roll, &[]).expect("a second hex");
            }
            // Two others come to it, who have not moved.
            let beside = game.map.around(game.machine(0).at).map(|(_, to)| to).filter(|&to| !game.taken(to));
            let free: Vec<_> = beside.take(2).collect();
            for (id, at) in [D, E].into_iter().zip(free) {
                if game.check(Attacker, &Decision::Board { man: id, machine: 0 }).is_err() {
                    play(&mut game, Attacker, Decision::Go { man: id, to: at }, &[]).expect("he comes up");
                }
                play(&mut game, Attacker, Decision::Board { man: id, machine: 0 }, &[]).expect("he boards");
                game.men[usize::from(id.0)].points = 8;
            }
            let rolled = game.check(Attacker, &roll);
            match form {
                HexForm::Third => assert_eq!(rolled, Err(Illegal::RolledEnough), "{first:?}"),
                _ => assert_eq!(rolled, Ok(()), "{first:?}"),
            }
            pass(&mut game);
            assert_eq!(game.check(Attacker, &roll), Ok(()), "the next turn");
        }
    }
}

#[test]
fn sg_7_8_a_wall_further_in_that_was_battered_stays_so_for_the_next_assault() {
    let storm = StormedPlace {
        map: "fortified town".to_owned(),
        stretches: 6,
        walls: vec![6, 4, 1, 1],
        ..StormedPlace::default()
    };
    let hosts = BySide {
        attacker: host(vec![unit("men", 0, 9, 3, "axe")]),
        defender: host(vec![unit("few", 100, 5, 3, "sword")]),
    };
    let battered = |storm: StormedPlace| {
        let battle = AssaultBattle::cast(&stormed(storm, hosts.clone()), &House::new()).expect("cast");
        let mut game = battle.begin(&mut NullSink);
        // The walls of the second line, whose stretches the siege counts.
        let wall = |&at: &HexId| {
            game.map.line_of(at) == 2 && game.map.cell(at).terrain == Terrain::Rampart && game.map.has_outer_wall(at)
        };
        game.wall_hits = game.map.ids().filter(wall).map(|at| (at, 5)).collect();
        battle.report(&game, &mut Seeded::new(1)).battered
    };
    let told = battered(storm.clone());
    assert!(!told.is_empty());
    for hurt in told {
        assert_eq!((hurt.line, hurt.stretches, hurt.outer, hurt.inner), (2, 4, 2, 0), "five hits are two damages");
    }
    assert!(battered(StormedPlace { walls: Vec::new(), ..storm }).is_empty(), "nobody says what stretches it has");
}

/// One attacker with two enemies before him.
fn between_two() -> Assault {
    let mut game = few(&castle(), ["0505", "0202"], ["0605", "0405"]);
    game.men[0].burden = Burden::Nothing;
    game.men[2].profile.grade = Grade::C;
    for id in [2, 3] {
        game.men[id].profile.protection = game.men[2].profile.protection;
        game.men[id].profile.grade = Grade::C;
    }
    game
}

fn struck(told: &[Event], by: TrooperId) -> Vec<TrooperId> {
    let strikes = |event: &Event| match *event {
        Event::Struck { man, at, .. } if man == by => Some(at),
        _ => None,
    };
    told.iter().filter_map(strikes).collect()
}

#[test]
fn mm_5_1_a_side_says_whom_a_man_strikes_at_the_start_and_at_the_end() {
    let strike = |at, then| Decision::Strike { man: A, at, then };
    let fought = |order: Option<Decision>| {
        let mut game = between_two();
        if let Some(order) = order {
            let told = play(&mut game, Attacker, order, &[]).expect("they are before him");
            assert!(matches!(told[..], [Event::WillStrike { man: A, .. }]), "{told:?}");
            assert_eq!(play(&mut game, Attacker, order, &[]), Err(Illegal::NoChange));
            assert_eq!((game.man(A).points, game.man(A).moved), (8, false), "it costs nothing");
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        // Nobody hits anybody.
        let told = play(&mut game, Defender, Decision::Done, &[1, 6].repeat(8)).expect("done");
        struck(&told, A)
    };
    assert_eq!(fought(None), [D, D], "the first of those as easy to hit");
    assert_eq!(fought(Some(strike(E, None))), [E, E]);
    assert_eq!(fought(Some(strike(E, Some(D)))), [E, D], "not necessarily at one enemy");
    let game = between_two();
    assert_eq!(game.check(Attacker, &Decision::Strike { man: B, at: D, then: None }), Err(Illegal::NotFaced));
    assert_eq!(game.check(Attacker, &strike(D, Some(B))), Err(Illegal::NotFaced));
    assert_eq!(game.check(Attacker, &Decision::Strike { man: D, at: A, then: None }), Err(Illegal::NotYours));
}

#[test]
fn mm_5_1_the_order_to_strike_is_offered_and_typed_where_several_are_before_him() {
    let game = between_two();
    let at = game.place(E).expect("on foot");
    let offered = offers(&game, A, Some(at), &|id| format!("man {}", id.0));
    let strike = Decision::Strike { man: A, at: E, then: None };
    assert!(offered.iter().any(|offer| offer.name == "Strike at man 3" && offer.decision == Some(strike)));
    // Once he is told whom, the other may be struck after that one.
    let mut told = game.clone();
    play(&mut told, Attacker, Decision::Strike { man: A, at: D, then: None }, &[]).expect("he is before him");
    let then = Decision::Strike { man: A, at: D, then: Some(E) };
    let offered = offers(&told, A, Some(at), &|id| format!("man {}", id.0));
    let both = |name: &str| offered.iter().any(|offer| offer.name == name && offer.decision == Some(then));
    assert!(
        both("Strike at man 2 first, then at man 3"),
        "{:?}",
        offered.iter().map(|it| &it.name).collect::<Vec<_>>()
    );
    let alone = few(&castle(), ["0505", "0202"], ["0605", "1915"]);
    let at = alone.place(D);
    assert!(offers(&alone, A, at, &|_| String::new()).iter().all(|offer| !offer.name.starts_with("Strike")));
    for order in [strike, Decision::Strike { man: A, at: E, then: Some(D) }] {
        let words = typed::words(&game, &order);
        assert_eq!(typed::decision(&game, &words), Ok(order), "{words}");
    }
}

#[test]
fn mm_5_1_a_captain_has_a_wounded_enemy_struck_whom_a_second_wound_kills() {
    let mut game = between_two();
    game.men[3].wounded = true;
    let decided = all_of_a_half(&mut game, Attacker);
    assert!(decided.contains(&Decision::Strike { man: A, at: E, then: None }), "{decided:?}");
}

#[test]
fn mm_6_2_who_is_wounded_meanwhile_strikes_after_the_unwounded() {
    // Three of one side about one of the other, who is better than the last of them: he strikes first, is wounded by the one
    // before him, and then comes after the third.
    for (form, last) in [(HexForm::Second, false), (HexForm::Third, true)] {
        let mut game = few(&castle(), ["0505", "0202"], ["0605", "0405"]);
        (game.form, game.men[0].burden) = (form, Burden::Nothing);
        for (id, grade) in [(0, Grade::C), (2, Grade::B), (3, Grade::D)] {
            game.men[id].profile.grade = grade;
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        // The better man hits and wounds, everybody else misses.
        let told = play(&mut game, Defender, Decision::Done, &[6, 1, 1, 1, 6, 1, 6, 1, 6, 1, 6]).expect("done");
        let order: Vec<TrooperId> = told
            .iter()
            .filter_map(|event| match *event {
                Event::Struck { man, .. } => Some(man),
                _ => None,
            })
            .take(3)
            .collect();
        assert_eq!(order, if last { [D, E, A] } else { [D, A, E] }, "{told:?}");
    }
}

#[test]
fn mm_5_7_pikes_of_the_second_and_third_rank_strike_what_the_front_rank_touches() {
    let mut plan = Plan {
        map: Arc::new(castle()),
        hosts: BySide {
            attacker: host(vec![unit("pikes", 0, 4, 3, "pike")]),
            defender: host(vec![unit("few", 10, 1, 3, "axe")]),
        },
        ladders: 0,
        towers: 0,
        rams: 0,
        engines: Vec::new(),
        faggots: 0,
        ..plan("border castle")
    };
    plan.form = HexForm::Third;
    let mut game = begin(&plan);
    assert_eq!(game.wields(A), Weapon::Pike);
    let foe = TrooperId(5);
    // One behind the other, a fourth behind them, and one aside.
    for (id, at) in [(0, "0505"), (1, "0405"), (2, "0305"), (3, "0205"), (4, "0202"), (5, "0605"), (6, "1915")] {
        let at = hex(&game, at);
        game.deploy_at(TrooperId(id), at).expect("free");
    }
    // A side says so of them, too.
    let strike = |man| Decision::Strike { man: TrooperId(man), at: foe, then: None };
    assert_eq!([1, 2].map(|man| game.check(Attacker, &strike(man))), [Ok(()), Ok(())]);
    assert_eq!(game.check(Attacker, &strike(3)), Err(Illegal::NotFaced), "a fourth rank reaches nobody");
    let order = [1, 6].repeat(12);
    for (form, many) in [(HexForm::Second, 1), (HexForm::Third, 3)] {
        let mut game = game.clone();
        game.form = form;
        let told = {
            play(&mut game, Attacker, Decision::Done, &[]).expect("done");
            play(&mut game, Defender, Decision::Done, &order).expect("done")
        };
        let strikes = (0..5).map(|id| struck(&told, TrooperId(id)).len()).collect::<Vec<_>>();
        let expected: Vec<usize> = (0..5).map(|id| if id < many { 2 } else { 0 }).collect();
        assert_eq!(strikes, expected, "{form:?}");
        assert!((0..many as u16).all(|id| struck(&told, TrooperId(id)).iter().all(|&at| at == foe)));
    }
    // With an enemy before him he strikes at him.
    let beside = hex(&game, "0304");
    game.deploy_at(TrooperId(6), beside).expect("free");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &order).expect("done");
    let faced = game.facing(TrooperId(2));
    assert_eq!(faced, [TrooperId(6)]);
    assert!(struck(&told, TrooperId(2)).iter().all(|&at| at == TrooperId(6)), "{told:?}");
}

#[test]
fn sg_7_5_a_ladder_needs_a_free_hex_below_whatever_leans_beside_it() {
    // The moat before the west wall is filled in two hexes, from which one reaches the same head.
    let mut map = castle();
    let moats = |head: HexId| {
        map.around(head).map(|(_, to)| to).filter(|&to| map.cell(to).terrain == Terrain::Moat).collect::<Vec<_>>()
    };
    let walk = |&head: &HexId| map.cell(head).terrain == Terrain::Rampart && !map.cell(head).roofed;
    let head = map.ids().filter(walk).find(|&head| moats(head).len() >= 2).expect("a walk along the moat");
    let feet = moats(head);
    for &foot in &feet {
        let cell = &mut map.cells[usize::from(foot.0)];
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    let names: Vec<String> = feet.iter().map(|&foot| map.cell(foot).name()).collect();
    let mut game = few_with(&map, "axe", [&names[0], "0202"], ["1814", "1815"]);
    game.ladders.push(ScalingLadder { lies: LadderLies::Upright { foot: feet[1], head, from: 0 } });
    let raise = Decision::Raise { man: A, against: head };
    assert_eq!(game.check(Attacker, &raise), Ok(()));
    game.form = HexForm::Second;
    assert_eq!(game.check(Attacker, &raise), Err(Illegal::LadderThere));
    game.form = HexForm::Third;
    game.ladders[1].lies = LadderLies::Upright { foot: feet[0], head: feet[0], from: 0 };
    assert_eq!(game.check(Attacker, &raise), Err(Illegal::LadderThere), "its own foot must be free");
}

#[test]
fn sg_9_2_besiegers_come_out_from_under_the_ramparts_and_not_onto_lower_ones() {
    let onto = |form: HexForm| {
        let mut onto = 0;
        for (name, held) in [("fortified town", 1), ("fortified town", 2), ("the Templars' castle", 2)] {
            let none =
                Plan { held, form, towers: 0, rams: 0, ladders: 0, faggots: 0, engines: Vec::new(), ..plan(name) };
            let mut told = Vec::new();
            let game =
                Assault::begin(&none, &Tables::book(), &man_to_man::Tables::book(), &mut told).expect("no fault");
            let ramparts = told.iter().filter(
                |event| matches!(**event, Event::CameOut { to, .. } if game.map.cell(to).terrain == Terrain::Rampart),
            );
            onto += ramparts.count();
        }
        onto
    };
    assert_eq!(onto(HexForm::Third), 0);
}
