//! MM-4, MM-5 and MM-9 hex to hex (SG-5.4), where the assault has them from the field: shields laid aside, shut gates under
//! stones, who is not shot at, the order of shots, pikes among trees, ladders opposed and held, a portcullis let down, and
//! gear that is of no use here.

use crate::assaults::{begin, few, hex, host, plan, play, stormed, unit};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, LadderLies};
use banneret::rules::assault::{
    Assault, AssaultBattle, Decision, Event, HexMachine, Illegal, MachineKind, Post, TrooperId,
};
use banneret::rules::assault::{Fortune, Plan};
use banneret::rules::battle::{Battered, Standard, StormedPlace};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Grade, Protection, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::gear::{GearPiece, Thing};
use banneret::rules::settles::{House, Settles as _, report};
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

fn castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

/// Two men who stand so in the court of the border castle, with a shield that counts in their protection of 2.
fn shields(attacker: &str, defender: &str) -> Assault {
    let mut game = few(&castle(), [attacker, "0202"], [defender, "1814"]);
    for man in [A, D] {
        let man = &mut game.men[usize::from(man.0)];
        man.burden = Burden::Nothing;
        (man.profile.weapons.shield, man.profile.protection) = (true, Protection::new(2).expect("a level"));
    }
    game
}

/// The protection of a man of the attackers against a blow and a shot of one of the garrison.
fn protected(game: &Assault) -> [u8; 2] {
    let mut shooting = game.clone();
    shooting.men[usize::from(D.0)].profile.weapons.missile = Some(Weapon::Longbow);
    let shot = shooting.shot_of(D, A).expect("in reach").0;
    [game.blow_of(D, A).protection, shot.protection].map(|protection| protection.number())
}

#[test]
fn mm_9_11_who_climbs_or_carries_a_ladder_a_faggot_or_a_standard_has_no_shield() {
    let game = shields("1518", "1418");
    assert_eq!(protected(&game), [2, 2]);
    for burden in [Burden::Ladder(0), Burden::Faggot] {
        let mut game = game.clone();
        game.men[0].burden = burden;
        assert_eq!(protected(&game), [3, 3], "{burden:?}");
    }
    let mut bearer = game.clone();
    bearer.men[0].standard = Some(Standard::Army);
    assert_eq!(protected(&bearer), [3, 3]);
    // Who has none loses none.
    let mut plated = bearer.clone();
    plated.men[0].profile.weapons.shield = false;
    assert_eq!(protected(&plated), [2, 2]);
    // A hit of 5 kills at protection 3, and wounds at 2 (MM-6.1).
    for (mut game, killed) in [(game, false), (bearer, true)] {
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        game.men[0].profile.grade = Grade::E;
        game.men[2].profile.grade = Grade::A;
        let told = play(&mut game, Defender, Decision::Done, &[6, 1, 5]).expect("done");
        let hurt = told.iter().find_map(|event| match *event {
            Event::Hurt { man: A, killed, .. } => Some(killed),
            _ => None,
        });
        assert_eq!(hurt, Some(killed), "{told:?}");
    }
    // On a ladder.
    let mut map = castle();
    let (foot, head) = (map.named("1014").expect("the moat"), map.named("1114").expect("the walk"));
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, ["1014", "0202"], ["1114", "1814"]);
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    let man = &mut game.men[0];
    (man.profile.weapons.shield, man.profile.protection) = (true, Protection::new(2).expect("a level"));
    man.burden = Burden::Nothing;
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    assert_eq!(game.blow_of(D, A).protection.number(), 3);
}

#[test]
fn mm_9_11_who_has_shot_with_anything_but_a_javelin_has_no_shield_that_turn() {
    for (weapon, protection) in [(Weapon::Longbow, 3), (Weapon::Javelin, 2)] {
        // The better man shoots first; the other's arrow comes when he has.
        let mut game = shields("1418", "1718");
        for (man, missile, grade) in [(A, Weapon::Longbow, Grade::D), (D, weapon, Grade::B)] {
            let man = &mut game.men[usize::from(man.0)];
            (man.profile.weapons.missile, man.ammunition, man.profile.grade) = (Some(missile), 3, grade);
        }
        assert_eq!(game.shot_of(A, D).expect("in reach").0.protection.number(), 2, "before he shoots");
        play(&mut game, Attacker, Decision::Aim { man: A, at: D }, &[]).expect("in sight");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        play(&mut game, Defender, Decision::Aim { man: D, at: A }, &[]).expect("in sight");
        let told = play(&mut game, Defender, Decision::Done, &[6; 40]).expect("done");
        let worth = told.iter().find_map(|event| match event {
            Event::Shot { man: A, at: D, second: false, thrown, .. } => {
                thrown.parts.iter().find(|part| part.what == "protection").map(|part| part.value)
            }
            _ => None,
        });
        assert_eq!(worth, Some(4 - protection), "{weapon:?}: {told:?}");
        // The turn after it is on his arm again.
        assert_eq!(game.shot_of(A, D).expect("in reach").0.protection.number(), 2);
    }
}

fn town() -> Arc<HexMap> {
    map::find("fortified town").expect("it ships")
}

/// The town with a catapult of the besiegers in a hex, which faces another, its crew at work.
fn catapult(at: &str, towards: &str) -> Assault {
    let mut plan = plan("border castle");
    (plan.map, plan.towers, plan.rams, plan.engines) = (town(), 0, 0, Vec::new());
    (plan.ladders, plan.faggots) = (0, 0);
    let mut game = begin(&plan);
    let (at, to) = (hex(&game, at), hex(&game, towards));
    let next = game.map.cell(at).hex.line_to(game.map.cell(to).hex)[1].hex;
    let facing = game.map.cell(at).hex.side_to(next).expect("a neighbour");
    game.bring(HexMachine { rounds: 10, ..HexMachine::new(MachineKind::Catapult, Attacker, at, facing) })
        .expect("room for it");
    for man in 0..4 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(0)).expect("nobody has moved");
    }
    game.men[0].profile.grade = Grade::B;
    game
}

#[test]
fn mm_4_10_an_engine_batters_a_shut_gate_that_it_stands_before() {
    let mut game = catapult("3341", "2736");
    let (gate, inner) = (hex(&game, "2737"), hex(&game, "2736"));
    assert!(game.map.leads(gate, inner).is_err(), "it is shut");
    for hit in 1..=3 {
        play(&mut game, Attacker, Decision::Batter { machine: 0, at: inner }, &[]).expect("the gate is before it");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = play(&mut game, Defender, Decision::Done, &[1, 2]).expect("done");
        assert!(told.iter().any(|event| matches!(event, Event::Loosed { hit: true, .. })), "{told:?}");
        assert_eq!(told.iter().any(|event| matches!(event, Event::GateWrecked { .. })), hit == 3);
        play(&mut game, Attacker, Decision::Done, &[]).expect("it is loaded");
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
    }
    assert_eq!(game.map.leads(gate, inner), Ok(()), "three hits wreck it");
}

#[test]
fn mm_4_10_an_engine_does_not_batter_a_gate_from_behind() {
    // Ten hexes within the gate, in the street that leads to it.
    let game = catapult("2726", "2736");
    let batter = Decision::Batter { machine: 0, at: hex(&game, "2736") };
    assert_eq!(game.check(Attacker, &batter), Err(Illegal::NoTarget), "the gate is on its far side");
}

/// A catapult before the southern wall of the town, an enemy on it, and a friend on the walk, so many hexes from him.
fn before_a_guard(friend: &str) -> Assault {
    let mut game = catapult("1341", "1936");
    for (man, at) in [(60, "1936"), (10, friend)] {
        let at = hex(&game, at);
        game.deploy_at(TrooperId(man), at).expect("free");
    }
    game
}

#[test]
fn mm_5_1_an_engine_does_not_shoot_at_a_man_face_to_face_with_another() {
    let loose = |game: &Assault| Decision::Loose { machine: 0, at: hex(game, "1936") };
    let game = before_a_guard("1836");
    assert_eq!(game.facing(TrooperId(60)), [TrooperId(10)]);
    assert_eq!(game.check(Attacker, &loose(&game)), Err(Illegal::TargetInContact));
    // The wall he stands on may be battered, whoever fights there.
    assert_eq!(game.check(Attacker, &Decision::Batter { machine: 0, at: hex(&game, "1936") }), Ok(()));
    // Nor when a friend has come up to him since it was told to.
    for (comes, shot) in [(false, true), (true, false)] {
        let mut game = before_a_guard("1736");
        let mark = loose(&game);
        play(&mut game, Attacker, mark, &[]).expect("he stands by himself");
        if comes {
            let to = hex(&game, "1836");
            play(&mut game, Attacker, Decision::Step { man: TrooperId(10), to }, &[]).expect("along the walk");
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let told = play(&mut game, Defender, Decision::Done, &[6, 6]).expect("done");
        assert_eq!(told.iter().any(|event| matches!(event, Event::Loosed { .. })), shot, "{told:?}");
        // A stone is a shot that tells on who halts (MM-7.2).
        let troop = &game.troops[usize::from(game.man(TrooperId(60)).troop)];
        assert_eq!(troop.shot_at_halted > 0, shot);
    }
}

#[test]
fn mm_9_6_a_portcullis_is_let_down_in_a_quarter_of_a_move_and_raised_in_a_turn() {
    let mut game = few(&castle(), ["0202", "0302"], ["1919", "1814"]);
    let gate = game.map.gates.iter().position(|gate| gate.name == "the portcullis").expect("it is there") as u8;
    let inner = hex(&game, "1920");
    let moved = |open| Decision::Gate { man: D, gate, open };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    // He comes to it, and has 7 of his 8 points; a quarter of 8 is 2.
    play(&mut game, Defender, Decision::Step { man: D, to: inner }, &[]).expect("to the portcullis");
    play(&mut game, Defender, moved(false), &[]).expect("and lets it down");
    assert!(!game.map.gates[usize::from(gate)].open);
    assert_eq!(game.man(D).points, 5);
    assert_eq!(play(&mut game, Defender, moved(true), &[]), Err(Illegal::NotFresh), "raising it takes a turn");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, moved(true), &[]).expect("he raises it");
    assert_eq!(game.man(D).points, 0);
    assert_eq!(play(&mut game, Defender, moved(false), &[]), Err(Illegal::NoPoints { needs: 2, has: 0 }));
    // From the gateway, where besiegers come, nobody raises it.
    let mut game = few(&castle(), ["1921", "0302"], ["1919", "1814"]);
    game.map = {
        let mut map = castle();
        map.gates[usize::from(gate)].open = false;
        std::sync::Arc::new(map)
    };
    assert_eq!(game.check(Attacker, &Decision::Gate { man: A, gate, open: true }), Err(Illegal::NotAtBars));
    // A gate takes his turn either way (MM-3.7).
    let door = game.map.gates.iter().position(|gate| gate.name == "the door of the keep").expect("a door") as u8;
    let mut game = few(&castle(), ["0202", "0302"], ["1816", "1814"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Gate { man: D, gate: door, open: true }, &[]).expect("he opens it");
    assert_eq!(game.man(D).points, 0);
}

#[test]
fn mm_4_1_who_has_cover_from_what_he_shoots_at_shoots_before_who_stands_in_the_open() {
    // 0304 lies among trees, which are light cover (MM-4.8); 0504 before it and the rest of the field do not.
    let mut game = few(&castle(), ["0304", "0202"], ["0904", "1814"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    for man in [A, D] {
        let man = &mut game.men[usize::from(man.0)];
        (man.profile.weapons.missile, man.ammunition) = (Some(Weapon::Longbow), 12);
    }
    play(&mut game, Attacker, Decision::Aim { man: A, at: D }, &[]).expect("in sight");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Aim { man: D, at: A }, &[]).expect("in sight");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1, 6]).expect("done");
    let shots: Vec<TrooperId> = told
        .iter()
        .filter_map(|event| match *event {
            Event::Shot { man, .. } => Some(man),
            _ => None,
        })
        .collect();
    assert_eq!(shots, [A], "the other is dead before he shoots: {told:?}");
}

#[test]
fn mm_5_4_a_pike_among_trees_is_a_point_worse() {
    // 0304 lies among trees and 0404 does not; either is enough, as in the field.
    for (from, to, woods) in [("0304", "0404", true), ("0404", "0304", true), ("0404", "0504", false)] {
        let game = few(&castle(), [from, "0202"], [to, "1814"]);
        assert_eq!(game.blow_of(A, D).woods, woods, "{from} to {to}");
    }
}

/// The border castle with ground for the moat in 1014, at the foot of the walk 1114, a ladder between, and men so.
fn at_a_ladder(attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    let mut map = castle();
    let (foot, head) = (map.named("1014").expect("the moat"), map.named("1114").expect("the walk"));
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, attackers, defenders);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    game
}

#[test]
fn mm_9_1_who_is_face_to_face_with_an_enemy_pushes_no_ladder_over() {
    let push = Decision::Push { man: D, ladder: 0 };
    for (at, refused) in [("1214", true), ("1213", true), ("1314", false)] {
        let mut game = at_a_ladder([at, "0202"], ["1114", "1814"]);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let wanted = if refused { Err(Illegal::Opposed) } else { Ok(()) };
        assert_eq!(game.check(Defender, &push), wanted, "an enemy in {at}");
    }
    // Nor does he help another, if he is.
    let mut game = at_a_ladder(["1112", "0202"], ["1114", "1113"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!((game.facing(TrooperId(3)), game.facing(D)), (vec![A], Vec::new()));
    assert_eq!(game.push_of(D, 0).0, None);
    // The man on the ladder itself does not oppose it.
    let mut game = at_a_ladder(["1014", "0202"], ["1114", "1814"]);
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &push), Ok(()));
}

#[test]
fn mm_9_1_two_at_most_on_the_ground_hold_a_ladder() {
    for (attackers, holding) in
        [(["1014", "0914"], 2), (["0913", "0914"], 1), (["0914", "0814"], 1), (["0202", "0302"], 0)]
    {
        let mut game = at_a_ladder(attackers, ["1114", "1814"]);
        if attackers[0] == "0913" {
            // Away from its foot again: only one is beside it.
            let far = hex(&game, "0714");
            play(&mut game, Attacker, Decision::Go { man: A, to: far }, &[]).expect("he goes");
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(game.push_of(D, 0).1.holding, holding, "{attackers:?}");
        // 30% for one man, 5% less for each who holds it.
        let told = play(&mut game, Defender, Decision::Push { man: D, ladder: 0 }, &[10, 10]).expect("he pushes");
        let percent = told.iter().find_map(|event| match event {
            Event::Pushed { percent, .. } => Some(*percent),
            _ => None,
        });
        assert_eq!(percent, Some(30 - 5 * i32::from(holding)));
    }
    // Who flees holds nothing.
    let mut game = at_a_ladder(["1014", "0914"], ["1114", "1814"]);
    game.troops[0].mood = banneret::rules::assault::state::Heart::Recreant;
    assert_eq!(game.push_of(D, 0).1.holding, 0);
}

#[test]
fn mm_9_5_gear_that_is_of_no_use_on_hexes_is_told_before_it_is_fought() {
    let warned = |attacker: &[(Thing, u16)], defender: &[(Thing, u16)]| -> String {
        let gear = |of: &[(Thing, u16)]| of.iter().map(|&(thing, count)| GearPiece::of(thing, count, None)).collect();
        let mut hosts = BySide {
            attacker: host(vec![unit("foot", 0, 23, 3, "axe;shield")]),
            defender: host(vec![unit("guard", 100, 9, 3, "sword;shield")]),
        };
        (hosts.attacker.gear, hosts.defender.gear) = (gear(attacker), gear(defender));
        (hosts.attacker.name, hosts.defender.name) = ("Host of Red".to_owned(), "Watch of Blue".to_owned());
        let storm = StormedPlace { map: "border castle".to_owned(), filled: true, ..StormedPlace::default() };
        let plan = stormed(storm, hosts);
        AssaultBattle::cast(&plan, &House::new()).expect("no fault").warnings().join(" ")
    };
    let of_use = [(Thing::Ladder, 4), (Thing::Ram, 1), (Thing::Tower, 1), (Thing::Catapult, 1), (Thing::Faggot, 4)];
    assert!(!warned(&of_use, &[(Thing::Catapult, 1)]).contains("no use"));
    let told = warned(
        &[(Thing::Ladder, 4), (Thing::Pavise, 6), (Thing::Stake, 12), (Thing::Sow, 1), (Thing::Pavise, 2)],
        &[(Thing::Rock, 8), (Thing::OilCauldron, 2), (Thing::Ladder, 1), (Thing::Bucket, 3)],
    );
    assert!(!told.contains("rock") && !told.contains("cauldron"), "they are dropped (MM-9.5): {told}");
    assert!(!told.contains("bucket"), "fires are fought with them (MM-4.12): {told}");
    for part in ["Host of Red", "8 pavises", "12 stakes", "1 sow", "Watch of Blue"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("4 ladders") && told.contains("1 ladder"), "a garrison has no use for ladders: {told}");
}

#[test]
fn mm_6_3_who_has_gone_on_from_a_gangway_does_not_fall_off_it() {
    let mut game = few(&castle(), ["1114", "0202"], ["1814", "1815"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game.men[0].crossed = Some(0);
    let to = hex(&game, "1113");
    play(&mut game, Attacker, Decision::Step { man: A, to }, &[]).expect("along the walk");
    assert_eq!(game.man(A).crossed, None);
}

#[test]
fn mm_6_4_a_fallen_man_yields_to_who_is_active_and_on_foot() {
    for (falls_back, yields) in [(false, true), (true, false)] {
        let mut game = few(&castle(), ["1518", "0202"], ["1418", "1814"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        game.men[2].fortune = Fortune::Down(2);
        game.men[0].falls_back = falls_back;
        let told = play(&mut game, Defender, Decision::Done, &[]).expect("done");
        let yielded = told.iter().any(|event| matches!(event, Event::Yielded { man: D, to: Some(A) }));
        assert_eq!(yielded, yields, "{told:?}");
    }
}

#[test]
fn mm_9_4_an_axe_in_the_belt_hews_and_a_two_handed_one_not_in_one_hand() {
    for (weapons, free, one_hand) in [
        ("spear;axe", true, true),
        ("two-handed axe", true, false),
        ("halberd", false, false),
        ("sword;shield", false, false),
    ] {
        let plan = crate::assaults::plan("border castle");
        let hosts =
            BySide { attacker: host(vec![unit("men", 0, 2, 3, weapons)]), defender: plan.hosts.defender.clone() };
        let mut game = begin(&Plan { hosts, ..plan });
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        assert_eq!(game.has_axe(A), free, "{weapons}");
        game.men[0].standard = Some(Standard::Force);
        assert_eq!(game.has_axe(A), one_hand, "{weapons} and a standard");
    }
}

#[test]
fn sg_7_8_what_the_engines_open_in_an_assault_goes_back_to_the_siege() {
    let storm = StormedPlace {
        map: "border castle".to_owned(),
        stretches: 4,
        battered: vec![Battered { line: 1, stretch: 0, stretches: 4, outer: 1, inner: 0 }],
        ..StormedPlace::default()
    };
    let side = |first| host(vec![unit("men", first, 9, 3, "sword;shield")]);
    let plan = stormed(storm, BySide { attacker: side(0), defender: side(100) });
    let battle = AssaultBattle::cast(&plan, &House::new()).expect("no fault");
    let mut game = battle.begin(&mut Vec::new());
    assert!(report(&battle, &game).battered.is_empty(), "nothing is worse than it was");
    // Five hits are two D, and the tenth opens it; a hit of another stretch is not a D yet.
    let (wall, hits) = game.wall_hits[0];
    assert_eq!(hits, 2);
    game.wall_hits[0].1 = 5;
    let told = report(&battle, &game).battered;
    assert_eq!(told, [Battered { line: 1, stretch: 0, stretches: 4, outer: 2, inner: 0 }]);
    let mut map = HexMap::clone(&game.map);
    map.cells[usize::from(wall.0)].terrain = Terrain::Rubble;
    game.map = Arc::new(map);
    let told = report(&battle, &game).battered;
    assert_eq!(told, [Battered { line: 1, stretch: 0, stretches: 4, outer: 4, inner: 0 }]);
}

#[test]
fn sg_1_3_in_a_sally_the_engines_of_the_besiegers_stand_before_the_place() {
    let engines = |sally: bool| {
        let storm = StormedPlace {
            map: "border castle".to_owned(),
            sally,
            engines: 2,
            filled: true,
            ..StormedPlace::default()
        };
        let mut hosts = BySide {
            attacker: host(vec![unit("foot", 0, 29, 3, "axe;shield")]),
            defender: host(vec![unit("guard", 100, 29, 3, "sword;shield")]),
        };
        for side in [Attacker, Defender] {
            hosts[side].forces[0].units[0].men[0].profile.grade = Grade::B;
        }
        let plan = stormed(storm, hosts);
        let battle = AssaultBattle::cast(&plan, &House::new()).expect("no fault");
        battle.start().machines.iter().map(|it| (it.side, it.kind)).collect::<Vec<_>>()
    };
    // One of grade B commands each, of their units another and the knight.
    assert_eq!(engines(true), vec![(Defender, MachineKind::Catapult); 2]);
    assert_eq!(engines(false), vec![(Attacker, MachineKind::Catapult); 2]);
}

/// MM-9.6, MM-3.7: to raise a bridge or a stair, or to flood the passage, is a full move, and no enemy is before him who does it.
#[test]
fn mm_9_6_a_bridge_is_raised_by_who_has_not_moved_and_has_no_enemy_before_him() {
    let mut lowered = HexMap::clone(&castle());
    lowered.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let raises = Decision::Work { man: D, lift: 0, close: true };
    let mut game = few(&lowered, ["0202", "0302"], ["1920", "1814"]);
    let from = hex(&game, "1921");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Step { man: D, to: from }, &[]).expect("to where it is worked");
    assert_eq!(play(&mut game, Defender, raises, &[]), Err(Illegal::NotFresh));
    pass_on(&mut game);
    play(&mut game, Defender, raises, &[]).expect("in the next turn");
    assert_eq!((game.man(D).points, game.man(D).spent), (0, true));
    // Face to face with an enemy who came in through the gate.
    lowered.gates.iter_mut().for_each(|gate| gate.open = true);
    let mut game = few(&lowered, ["1922", "0302"], ["1921", "1814"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(play(&mut game, Defender, raises, &[]), Err(Illegal::InContact));
}

/// The garrison is done, and the attackers with the next turn.
fn pass_on(game: &mut Assault) {
    play(game, Defender, Decision::Done, &[]).expect("done");
    play(game, Attacker, Decision::Done, &[]).expect("done");
}
