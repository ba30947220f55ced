//! The assault on hexes, clause by clause (SG-5, SG-7 to SG-10).

use crate::assaults::{begin, few, hex, pass, place, plan, play};
use banneret::rules::assault::map::{self, Barred, GateKind, HexMap, LiftKind, Terrain};
use banneret::rules::assault::state::{Burden, Heart, LadderLies};
use banneret::rules::assault::{
    Assault, AssaultStage, Decision, Ending, Event, Fault, Fortune, Illegal, Plan, Post, Tables, TrooperId, damaged,
    hits_of_damage,
};
use banneret::rules::battle::HexForm;
use banneret::rules::figure::Class;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::Game as _;
use banneret::rules::man_to_man;

const A: TrooperId = TrooperId(0);
const KNIGHT: TrooperId = TrooperId(1);
const D: TrooperId = TrooperId(2);
const CASTELLAN: TrooperId = TrooperId(3);

fn castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

fn templars() -> HexMap {
    HexMap::clone(&map::find("the Templars' castle").expect("it ships"))
}

#[test]
fn sg_5_2_movement_points() {
    let mut game = few(&castle(), ["1415", "0202"], ["1815", "1915"]);
    assert_eq!([game.man(A).points, game.man(KNIGHT).points], [8, 6], "protection 3, and 2");
    // A stair takes 2, the walk 1.
    let (stair, walk) = (hex(&game, "1315"), hex(&game, "1215"));
    play(&mut game, Attacker, Decision::Step { man: A, to: stair }, &[]).expect("onto the stair");
    assert_eq!(game.man(A).points, 6);
    play(&mut game, Attacker, Decision::Step { man: A, to: walk }, &[]).expect("onto the walk");
    assert_eq!(game.man(A).points, 5);
    // Eight flat hexes and no ninth.
    let mut game = few(&castle(), ["0210", "0202"], ["1815", "1915"]);
    let (eight, nine) = (hex(&game, "0302"), hex(&game, "0301"));
    let knight_six = game.reach(Attacker, KNIGHT).iter().map(|(_, way)| way.len()).max();
    assert_eq!(knight_six, Some(6));
    assert_eq!(game.map.distance(hex(&game, "0210"), eight), 8);
    assert_eq!(play(&mut game, Attacker, Decision::Go { man: A, to: nine }, &[]), Err(Illegal::TooFar));
    play(&mut game, Attacker, Decision::Go { man: A, to: eight }, &[]).expect("eight points, eight hexes");
    assert_eq!((place(&game, A), game.man(A).points), ("0302".to_owned(), 0));
    // The passage 1, its spiral stair 2.
    let map = templars();
    let game = few(&map, ["0202", "0302"], ["2009", "1806"]);
    assert_eq!([game.cost_of(hex(&game, "2009u")), game.cost_of(hex(&game, "2010u"))], [2, 1]);
}

/// SG-5.3: fought over the same sides.
#[test]
fn sg_5_3_a_stair_is_fought_from_where_it_opens() {
    // 1315 opens on 1415 and 1215; 1316 lies beside it and not before it.
    let game = few(&castle(), ["1316", "1415"], ["1315", "1915"]);
    assert_eq!(game.facing(D), [KNIGHT]);
    assert!(game.facing(A).is_empty());
}

/// SG-5.4: MM-5.8 hex to hex.
#[test]
fn sg_5_4_a_man_who_leaves_an_enemy_takes_a_blow() {
    let mut game = few(&castle(), ["0505", "0202"], ["0605", "1915"]);
    assert!(game.man(A).engaged);
    let away = hex(&game, "0405");
    // 6 against 1 hits, and 5 kills (MM-5.8, MM-6.1).
    let told = play(&mut game, Attacker, Decision::Step { man: A, to: away }, &[6, 1, 5]).expect("he leaves");
    assert!(matches!(told[0], Event::Struck { man: D, at: A, parting: true, hit: true, .. }), "{told:?}");
    assert_eq!(game.man(A).fortune, Fortune::Dead);
    // Who comes up to an enemy stops there.
    let mut game = few(&castle(), ["0805", "0202"], ["0505", "1915"]);
    let next = hex(&game, "0605");
    play(&mut game, Attacker, Decision::Go { man: A, to: next }, &[]).expect("he comes up");
    assert_eq!(game.man(A).points, 0);
}

#[test]
fn sg_5_5_the_keeps_door_opens_to_axes() {
    let mut game = few(&castle(), ["1917", "0202"], ["1915", "2015"]);
    let door = game.map.gates.iter().position(|gate| gate.name == "the door of the keep").expect("a door") as u8;
    let inside = hex(&game, "1816");
    assert_eq!(
        play(&mut game, Attacker, Decision::Step { man: A, to: inside }, &[]),
        Err(Illegal::Barred(Barred::Shut))
    );
    assert_eq!(
        play(&mut game, Attacker, Decision::Gate { man: A, gate: door, open: true }, &[]),
        Err(Illegal::NotAtBars)
    );
    // Nothing the first turn (MM-9.4); then 5%: 06 is not enough, and of 10% 10 is. It is thrown for when his side has moved.
    let hew = Decision::Hew { man: A, gate: door };
    let first = play(&mut game, Attacker, hew, &[]).expect("he hews");
    assert_eq!(first, [Event::Hews { man: A, gate: door, first: true }]);
    assert_eq!(play(&mut game, Attacker, hew, &[]), Err(Illegal::NotFresh));
    let told = pass(&mut game);
    assert!(!told.iter().any(|event| matches!(event, Event::Hewn { .. })), "no roll: {told:?}");
    for (faces, wrecked) in [([10, 6], false), ([1, 10], true)] {
        play(&mut game, Attacker, hew, &[]).expect("he hews");
        let told = play(&mut game, Attacker, Decision::Done, &faces).expect("they have moved");
        assert!(matches!(told[0], Event::Hewn { men: 1, wrecked: came, .. } if came == wrecked), "{told:?}");
        play(&mut game, Defender, Decision::Done, &[]).expect("so has the garrison");
    }
    assert!(game.map.gates[usize::from(door)].passable());
}

/// A filled moat hex 1014 at the foot of the rampart hex 1114, level 1, and a man there with a ladder.
fn at_the_wall() -> Assault {
    let mut map = castle();
    let moat = map.named("1014").expect("a hex");
    let cell = &mut map.cells[usize::from(moat.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    few(&map, ["1014", "0914"], ["2011", "2111"])
}

/// SG-7.4: 3 points on it, 4 off it, two levels in two turns.
#[test]
fn sg_7_4_ladders_reach_two_levels_and_are_climbed_from_the_next_turn_on() {
    let mut game = at_the_wall();
    let wall = hex(&game, "1114");
    assert_eq!(game.man(A).burden, Burden::Ladder(0));
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("one level");
    assert_eq!(play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]), Err(Illegal::JustRaised));
    pass(&mut game);
    // 3 to climb and 4 onto the rampart: a man of 8 points does both in the turn, and has 1 left.
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    assert_eq!((game.man(A).post, game.man(A).points), (Post::Ladder(0), 5));
    play(&mut game, Attacker, Decision::StepOff { man: A, up: true }, &[]).expect("he steps onto the rampart");
    assert_eq!((place(&game, A), game.man(A).points), ("1114".to_owned(), 1));
    // The knight of 6 points ends his turn on it.
    let foot = hex(&game, "1014");
    play(&mut game, Attacker, Decision::Step { man: KNIGHT, to: foot }, &[]).expect("to its foot");
    let on = hex(&game, "1214");
    pass(&mut game);
    play(&mut game, Attacker, Decision::Step { man: A, to: on }, &[]).expect("room");
    play(&mut game, Attacker, Decision::Climb { man: KNIGHT, ladder: 0 }, &[]).expect("he climbs");
    assert_eq!(
        play(&mut game, Attacker, Decision::StepOff { man: KNIGHT, up: true }, &[]),
        Err(Illegal::NoPoints { needs: 4, has: 3 })
    );
    // Two levels: he ends his turn on it, whatever he has left. Three: never.
    let map = templars();
    let game = few(&map, ["0214", "0114"], ["2010", "1806"]);
    let reach = |from: &str, to: &str| game.reaches(hex(&game, from), hex(&game, to));
    assert_eq!(reach("0514", "0614"), Ok(()), "the citadel's wall straight from outside, two levels");
    assert_eq!(reach("1211", "1210"), Ok(()), "the upper court from the lower (SG-10)");
    assert_eq!(reach("0805", "0704"), Err(Illegal::TooHigh), "down is no way up");
    assert_eq!(reach("0704", "0805"), Err(Illegal::NoLadderThere), "not under a roof");
    assert_eq!(reach("0904", "0905"), Ok(()), "from the rampart by its wall (SG-10)");
    assert_eq!(reach("2108", "2008"), Err(Illegal::TooHigh), "the keep, four levels");
    for (level, reached) in [(1, Ok(())), (2, Ok(())), (3, Err(Illegal::TooHigh)), (4, Err(Illegal::TooHigh))] {
        let mut map = HexMap::clone(&at_the_wall().map);
        let wall = map.named("1114").expect("a hex");
        (map.cells[usize::from(wall.0)].level, map.cells[usize::from(wall.0)].top) = (level, level);
        let game = few(&map, ["1014", "0914"], ["2011", "2111"]);
        assert_eq!(game.reaches(hex(&game, "1014"), hex(&game, "1114")), reached, "{level} levels");
    }
    let town = map::find("fortified town").expect("it ships");
    let mut game = few(&town, ["4610", "4710"], ["2010", "1806"]);
    let wall = hex(&game, "4510");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("two levels");
    pass(&mut game);
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    assert_eq!(game.man(A).points, 0);
}

/// SG-7.5: 4 points each, with nobody near its foot.
#[test]
fn sg_7_5_a_ladder_is_lifted_and_slid_along_the_rampart() {
    let mut game = at_the_wall();
    let wall = hex(&game, "1114");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("it stands");
    // The garrison's two on the rampart beside it; an enemy at its foot hinders them.
    let mut manned = few(&game.map, ["0804", "0704"], ["1114", "1214"]);
    manned.ladders = game.ladders.clone();
    let lift = Decision::Lift { men: [D, CASTELLAN], ladder: 0 };
    play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
    let mut hindered = few(&game.map, ["0914", "0704"], ["1114", "1214"]);
    hindered.ladders = game.ladders.clone();
    play(&mut hindered, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(play(&mut hindered, Defender, lift, &[]), Err(Illegal::EnemyAtFoot));
    play(&mut manned, Defender, lift, &[]).expect("two men, nobody near");
    assert_eq!([manned.man(D).points, manned.man(CASTELLAN).points], [4, 2], "4 points each");
    assert_eq!(manned.ladders[0].lies, LadderLies::Flat([hex(&manned, "1114"), hex(&manned, "1214")]));
    // Slid down again it is used the same turn: 4 points each, which the knight no longer has.
    let foot = hex(&manned, "1014");
    let slide = Decision::Slide { men: [D, CASTELLAN], ladder: 0, foot, against: wall };
    assert_eq!(play(&mut manned, Defender, slide, &[]), Err(Illegal::NoPoints { needs: 4, has: 2 }));
    play(&mut manned, Defender, Decision::Done, &[]).expect("done");
    play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
    play(&mut manned, Defender, slide, &[]).expect("both have their points again");
    assert!(matches!(manned.ladders[0].lies, LadderLies::Upright { from, .. } if from == manned.turn));
    assert_eq!(manned.check(Defender, &Decision::Climb { man: D, ladder: 0 }), Ok(()), "the same turn");
}

/// SG-7.5: "able to strike": neither a cleric nor who is in flight.
#[test]
fn sg_7_5_an_enemy_who_strikes_no_blow_hinders_nobody_who_lifts_a_ladder() {
    let mut raised = at_the_wall();
    let wall = hex(&raised, "1114");
    play(&mut raised, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("it stands");
    let lift = Decision::Lift { men: [D, CASTELLAN], ladder: 0 };
    for (cleric, mood, may) in
        [(false, Heart::Steady, false), (true, Heart::Steady, true), (false, Heart::Recreant, true)]
    {
        // Beside one of the two, and not beside the ladder's foot.
        let mut game = few(&raised.map, ["1215", "0704"], ["1114", "1214"]);
        game.ladders = raised.ladders.clone();
        game.men[0].burden = Burden::Nothing;
        if cleric {
            game.men[0].profile.class = Class::Cleric;
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        game.troops[0].mood = mood;
        let refused = if may { Ok(()) } else { Err(Illegal::EnemyNear) };
        assert_eq!(game.check(Defender, &lift), refused, "cleric: {cleric}, {mood:?}");
        game.form = HexForm::Second;
        assert_eq!(game.check(Defender, &lift), Err(Illegal::EnemyNear), "as it was");
    }
}

/// SG-7.5: both men next to it, and not only one.
#[test]
fn sg_7_5_both_men_who_lift_a_ladder_stand_next_to_it() {
    let mut game = at_the_wall();
    let head = hex(&game, "1114");
    play(&mut game, Attacker, Decision::Raise { man: A, against: head }, &[]).expect("it stands");
    let walk = |at: map::HexId| -> Vec<map::HexId> {
        let rampart = |to: &map::HexId| game.map.cell(*to).terrain == Terrain::Rampart && *to != head;
        game.map.around(at).map(|(_, to)| to).filter(rampart).collect()
    };
    let mut refused = 0;
    for (one, other) in walk(head).into_iter().flat_map(|one| walk(one).into_iter().map(move |other| (one, other))) {
        let name = |at: map::HexId| game.map.cell(at).name();
        let mut manned = few(&game.map, ["0804", "0704"], [&name(one), &name(other)]);
        manned.ladders = game.ladders.clone();
        play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
        let near = game.map.distance(other, head) < 2;
        let wanted = if near { Ok(()) } else { Err(Illegal::NotAtLadder) };
        let lift = Decision::Lift { men: [D, CASTELLAN], ladder: 0 };
        assert_eq!(manned.check(Defender, &lift), wanted, "{} and {}", name(one), name(other));
        refused += usize::from(!near);
    }
    assert!(refused > 0);
}

/// SG-5.4, SG-7.4: who steps off a ladder face to face with an enemy stops there.
#[test]
fn sg_5_4_who_comes_over_a_wall_beside_an_enemy_stops() {
    for (guard, left) in [("1214", 0), ("2011", 1)] {
        let mut game = few(&at_the_wall().map, ["1014", "0914"], [guard, "2111"]);
        let wall = hex(&game, "1114");
        play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("one level");
        pass(&mut game);
        play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
        play(&mut game, Attacker, Decision::StepOff { man: A, up: true }, &[]).expect("onto the rampart");
        assert_eq!(game.man(A).points, left, "8, less 3 and 4: a guard at {guard}");
    }
}

/// SG-7.6, MM-9.1: it is pushed from above where nobody opposes on top.
#[test]
fn sg_7_6_a_ladder_is_not_pushed_past_an_enemy_at_its_head() {
    let mut game = at_the_wall();
    let wall = hex(&game, "1114");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("it stands");
    for (at, check) in [("1114", Err(Illegal::Opposed)), ("0804", Ok(()))] {
        let mut manned = few(&game.map, [at, "0704"], ["1214", "2111"]);
        manned.ladders = game.ladders.clone();
        play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(manned.check(Defender, &Decision::Push { man: D, ladder: 0 }), check, "{at}");
    }
}

/// SG-8: who is face to face with an enemy does not let the assault be broken off, and the garrison never does.
#[test]
fn sg_8_an_assault_is_broken_off_with_nobody_face_to_face() {
    for (guard, check) in [("0605", Err(Illegal::NoBreakingOff)), ("0705", Ok(()))] {
        let mut game = few(&castle(), ["0505", "0202"], [guard, "1815"]);
        assert_eq!(game.check(Attacker, &Decision::BreakOff), check, "a guard at {guard}");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(game.check(Defender, &Decision::BreakOff), Err(Illegal::NoBreakingOff));
    }
}

/// MM-9.4: a portcullis is not hewn.
#[test]
fn mm_9_4_a_portcullis_stops_axes() {
    for kind in [GateKind::Portcullis, GateKind::Gate] {
        let mut map = castle();
        let gate = map.gates.iter().position(|gate| gate.kind == kind).expect("it has one");
        map.gates[gate].open = false;
        let before = map.cell(map.gates[gate].sides[0].0).name();
        let game = few(&map, [before.as_str(), "0202"], ["2011", "1815"]);
        let hewn = game.check(Attacker, &Decision::Hew { man: A, gate: gate as u8 });
        assert_eq!(hewn, if kind == GateKind::Gate { Ok(()) } else { Err(Illegal::Portcullis) }, "{kind}");
    }
}

/// SG-10, SG-5.2: a drawbridge is not raised under anybody.
#[test]
fn sg_10_a_drawbridge_is_not_raised_under_a_man() {
    let mut map = castle();
    let bridge = map.lifts.iter().position(|lift| lift.kind == LiftKind::Drawbridge).expect("a bridge");
    map.lifts[bridge].closed = false;
    let (on, from) = (map.cell(map.lifts[bridge].hexes[0]).name(), map.cell(map.lifts[bridge].from).name());
    for (at, check) in [(on.as_str(), Err(Illegal::InTheWay)), ("0202", Ok(()))] {
        let mut game = few(&map, [at, "0302"], [&from, "1815"]);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let raise = Decision::Work { man: D, lift: bridge as u8, close: true };
        assert_eq!(game.check(Defender, &raise), check, "a man at {at}");
    }
}

/// SG-7.6: by MM-9.1 from either end.
#[test]
fn sg_7_6_a_ladder_is_toppled_from_above_and_from_below() {
    let mut game = at_the_wall();
    let wall = hex(&game, "1114");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("it stands");
    for place in ["1114", "0914"] {
        let mut manned = few(&game.map, ["0514", "0704"], [place, "2111"]);
        manned.ladders = game.ladders.clone();
        play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
        if place == "0914" {
            // Beside 1014, its foot.
            assert_eq!(manned.map.distance(hex(&manned, place), hex(&manned, "1014")), 1);
        }
        // 30% for one man: 31 is too much, 30 is not.
        let mut stands = manned.clone();
        play(&mut stands, Defender, Decision::Push { man: D, ladder: 0 }, &[3, 1]).expect("he pushes");
        assert!(matches!(stands.ladders[0].lies, LadderLies::Upright { .. }));
        play(&mut manned, Defender, Decision::Push { man: D, ladder: 0 }, &[3, 10]).expect("he pushes");
        assert!(!matches!(manned.ladders[0].lies, LadderLies::Upright { .. }), "{place}");
    }
    // A man on it falls, and lies inactive through the next turn (MM-6.4).
    pass(&mut game);
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    let mut manned = few(&game.map, ["0814", "0704"], ["1114", "2111"]);
    (manned.ladders, manned.men[0].post) = (game.ladders.clone(), Post::Ladder(0));
    play(&mut manned, Attacker, Decision::Done, &[]).expect("done");
    // 30% less 5% for the man on it.
    let told = play(&mut manned, Defender, Decision::Push { man: D, ladder: 0 }, &[2, 5]).expect("he pushes");
    assert!(told.iter().any(|event| matches!(event, Event::Fell { man: A, levels: 1, killed: false, .. })), "{told:?}");
    assert_eq!(manned.man(A).fortune, Fortune::Down(2));
}

/// MM-6.4: over 4 in; two levels are just that.
#[test]
fn mm_6_4_a_fall_of_two_levels_off_a_ladder_does_not_kill() {
    let town = map::find("fortified town").expect("it ships");
    let mut game = few(&town, ["4610", "4710"], ["4510", "1806"]);
    let wall = hex(&game, "4510");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("two levels");
    pass(&mut game);
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Push { man: D, ladder: 0 }, &[1, 1]).expect("he pushes");
    assert!(told.iter().any(|event| matches!(event, Event::Fell { man: A, levels: 2, killed: false, .. })), "{told:?}");
    assert!(matches!(game.man(A).fortune, Fortune::Down(_)));
}

#[test]
fn sg_7_7_a_moat_is_filled_unless_it_is_too_deep() {
    let mut game = few(&castle(), ["0202", "0914"], ["2011", "2111"]);
    let moat = hex(&game, "1014");
    assert_eq!(game.faggots_for(moat), Some(4), "four to a hex a level deep (MM-9.12)");
    for lacks in (0..4).rev() {
        game.men[1].burden = Burden::Faggot;
        let told = play(&mut game, Attacker, Decision::Fill { man: KNIGHT, moat }, &[]).expect("he throws");
        assert!(matches!(told[0], Event::Filled { lacks: left, .. } if left == lacks), "{told:?}");
        if lacks % 2 == 1 {
            continue;
        }
        // Half a move each (MM-9.12): two a turn, and 3 of his 6 points are wanted for another.
        game.men[1].burden = Burden::Faggot;
        game.men[1].points = 2;
        if lacks > 0 {
            let none = Err(Illegal::NoPoints { needs: 3, has: 2 });
            assert_eq!(play(&mut game, Attacker, Decision::Fill { man: KNIGHT, moat }, &[]), none);
        }
        pass(&mut game);
    }
    assert_eq!((game.map.cell(moat).terrain, game.map.cell(moat).level), (Terrain::Flat, 0));
    let mut game = few(&templars(), ["0202", "2633"], ["2010", "1806"]);
    game.men[1].burden = Burden::Faggot;
    let deep = hex(&game, "2733");
    assert_eq!(play(&mut game, Attacker, Decision::Fill { man: KNIGHT, moat: deep }, &[]), Err(Illegal::TooDeep));
    assert_eq!(game.faggots_for(deep), None);
}

#[test]
fn sg_7_8_damage_before_the_assault() {
    let (tables, combat) = (Tables::book(), man_to_man::Tables::book());
    assert_eq!([1, 2, 3, 4].map(|damage| hits_of_damage(damage, &tables)), [2, 5, 7, 10], "2½ for each, rounded down");
    let map = castle();
    let hex = |name: &str| map.named(name).expect("a hex");
    let (outer, inner, court) = (hex("1114"), hex("1214"), hex("1314"));
    let battered = |damage: &[_]| damaged(&map, damage, &tables, &combat).map(|(map, _)| map);
    let whole = battered(&[(outer, 3)]).expect("three are not enough");
    assert_eq!(whole.cell(outer).terrain, Terrain::Rampart);
    let (_, hits) = damaged(&map, &[(outer, 3)], &tables, &combat).expect("three are not enough");
    assert_eq!(hits, [(outer, 7)], "and it begins with the hits of three");
    let breach = battered(&[(outer, 4)]).expect("four demolish");
    assert_eq!((breach.cell(outer).terrain, breach.cell(outer).level), (Terrain::Rubble, 0));
    assert!(!breach.cell(outer).touches_battlements());
    // An inner one only beside a demolished one, and then at one D (SG-7.1).
    assert_eq!(battered(&[(inner, 1)]), Err(Fault::Interior("1214".to_owned())));
    let through = battered(&[(outer, 4), (inner, 1)]).expect("one beside the breach");
    assert_eq!(through.leads(outer, inner), Ok(()));
    assert_eq!(through.leads(inner, court), Ok(()));
    assert_eq!(battered(&[(court, 1)]), Err(Fault::NoRampart("1314".to_owned())));
}

#[test]
fn sg_8_an_assault_ends_five_quiet_turns_after_the_last_blow() {
    // An attacker and a defender in the field fight; the castellan is in the keep, another defender's ways are cut off.
    let mut game = few(&castle(), ["1415", "1316"], ["1515", "1815"]);
    // Two blows each at the start of the turn and two at its end, 1 against 1; then both troops stand their tests.
    let parried: Vec<u32> = [[1; 8], [6; 8]].concat();
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &parried).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Struck { hit: false, .. })), "{told:?}");
    assert_eq!(game.quiet, Some(0));
    // He is wounded by a rule of the test, not of the page; 6 against 1 hits, and a second wound kills.
    game.men[2].wounded = true;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Done, &[6, 1, 1, 6, 6, 6, 6, 6, 6]).expect("done");
    assert_eq!(game.man(D).fortune, Fortune::Dead);
    assert!(game.parted(), "the castellan is behind the keep's door");
    assert_eq!(passed_till_over(&mut game), 5);
    assert_eq!(game.stage, AssaultStage::Over(Ending::Parted));
    assert_eq!(game.man(CASTELLAN).fortune, Fortune::Able, "in the keep nobody is cut off");
    assert_eq!(game.lines_taken(), 1);
}

/// SG-8: before the first blow only turns are quiet in which the attackers do nothing.
#[test]
fn sg_8_before_the_first_blow_no_turn_is_quiet_while_the_attackers_press_it() {
    let mut game = few(&castle(), ["0505", "0202"], ["1815", "1915"]);
    assert!(game.parted(), "a moat and walls lie between");
    for to in ["0506", "0505"].repeat(4) {
        let to = hex(&game, to);
        play(&mut game, Attacker, Decision::Go { man: A, to }, &[]).expect("he goes");
        pass(&mut game);
    }
    assert_eq!((&game.stage, game.turn), (&AssaultStage::Moves(Attacker), 9));
    assert_eq!(passed_till_over(&mut game), 5);
    assert_eq!(game.stage, AssaultStage::Over(Ending::Parted));
}

/// How many turns pass in which nobody does anything before it is over.
fn passed_till_over(game: &mut Assault) -> u32 {
    let mut passed = 0;
    while game.pending().first().is_some() {
        pass(game);
        passed += 1;
    }
    passed
}

#[test]
fn sg_8_an_assault_in_which_nobody_does_anything_ends_though_nothing_parts_them() {
    let mut game = few(&castle(), ["2118", "0202"], ["1418", "1814"]);
    assert!(!game.parted(), "they are in one court");
    for to in ["1419", "1418"].repeat(4) {
        let to = hex(&game, to);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        play(&mut game, Defender, Decision::Go { man: D, to }, &[]).expect("he goes");
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
    }
    assert_eq!((&game.stage, game.idle), (&AssaultStage::Moves(Attacker), 0), "the garrison does something");
    assert_eq!(passed_till_over(&mut game), 5);
    assert_eq!(game.stage, AssaultStage::Over(Ending::Unpressed));
    assert_eq!(game.man(D).fortune, Fortune::Able, "his way to the keep is free");
}

#[test]
fn sg_8_defenders_with_no_line_to_the_keep_are_taken() {
    // On the walk beside 1215, whose stair 1315 an attacker holds; the other way is round the walk and free.
    let game = few(&castle(), ["1315", "0202"], ["1213", "1815"]);
    assert!(game.cut_off().is_empty(), "round by the north stair and the court");
    // Held at the keep's own stair, nobody outside gets in.
    let game = few(&castle(), ["1917", "0202"], ["1213", "1815"]);
    assert_eq!(game.cut_off(), [D]);
    // An attacker in the open way beside him is no line empty of enemies; and standing ladders do not part (SG-8).
    let mut game = at_the_wall();
    assert!(game.parted());
    let wall = hex(&game, "1114");
    play(&mut game, Attacker, Decision::Raise { man: A, against: wall }, &[]).expect("it stands");
    assert!(!game.parted());
}

/// SG-9.2: where besiegers who hold a line begin.
#[test]
fn sg_9_2_besiegers_who_hold_a_line_deploy_under_its_ramparts() {
    let mut plan = plan("fortified town");
    plan.held = 1;
    let game = begin(&plan);
    let standing =
        |side| game.of(side).filter_map(|id| game.place(id)).map(|at| game.map.line_of(at)).collect::<Vec<u8>>();
    assert!(standing(Attacker).iter().all(|&line| line <= 1));
    assert!(standing(Attacker).contains(&1), "they stand on what they hold");
    assert!(standing(Defender).iter().all(|&line| line > 1), "and the garrison no longer does");
    plan.held = 4;
    let refused = Assault::begin(&plan, &Tables::book(), &man_to_man::Tables::book(), &mut Vec::new());
    assert_eq!(refused.err(), Some(Fault::Held { held: 4, lines: 4 }));
    let _: Plan = plan;
}

#[test]
fn sg_10_the_stair_is_raised_from_the_keep_and_wounds_who_is_on_it() {
    let mut game = few(&templars(), ["1610", "1710"], ["1609", "1806"]);
    let stair = game.map.lifts.iter().position(|lift| lift.kind == LiftKind::Stair).expect("a stair") as u8;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let raise = |man| Decision::Work { man, lift: stair, close: true };
    assert_eq!(play(&mut game, Defender, raise(CASTELLAN), &[]), Err(Illegal::NotAtWorking));
    play(&mut game, Defender, raise(D), &[]).expect("from the slit beside it");
    assert!(game.man(A).wounded && game.man(A).able(), "wounded, not stunned");
    assert_ne!(place(&game, A), "1610");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    let top = hex(&game, "1610");
    assert_eq!(
        play(&mut game, Attacker, Decision::Step { man: KNIGHT, to: top }, &[]),
        Err(Illegal::Barred(Barred::Raised))
    );
    // Down again takes a quarter of a move (MM-9.6): 2 points of 8.
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Work { man: D, lift: stair, close: false }, &[]).expect("down");
    assert_eq!(game.man(D).points, 6);
}

#[test]
fn sg_10_the_sluice_drowns_all_in_the_passage_but_on_its_stairs() {
    let mut game = few(&templars(), ["2213u", "2217u"], ["1809", "2009"]);
    let sluice = game.map.lifts.iter().position(|lift| lift.kind == LiftKind::Sluice).expect("a sluice") as u8;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Work { man: D, lift: sluice, close: true }, &[]).expect("he opens the sluice");
    let told = play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert!(game.man(A).able() && !told.iter().any(|event| matches!(event, Event::Flooded { .. })), "not yet");
    // At the end of the other side's next turn.
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Drowned { man: A })), "{told:?}");
    assert_eq!(game.man(A).fortune, Fortune::Drowned);
    assert!(game.man(KNIGHT).able(), "on the stair nobody drowns");
    let in_it = hex(&game, "2216u");
    assert_eq!(game.map.holds(in_it), Err(Barred::Flooded));
    // It can be drained and used again.
    play(&mut game, Defender, Decision::Work { man: D, lift: sluice, close: false }, &[]).expect("drained");
    assert_eq!(game.map.holds(in_it), Ok(()));
}

#[test]
fn sg_10_friends_pass_each_other_in_the_passage_and_enemies_fight() {
    // A goes past his knight, who stays where he is; a passage hex takes 1 point, so 6 of 8 are left.
    let mut game = few(&templars(), ["2213u", "2214u"], ["1809", "1806"]);
    let (there, beyond) = (hex(&game, "2214u"), hex(&game, "2215u"));
    assert_eq!(play(&mut game, Attacker, Decision::Step { man: A, to: there }, &[]), Err(Illegal::Taken));
    let told = play(&mut game, Attacker, Decision::Go { man: A, to: beyond }, &[]).expect("past his friend");
    assert!(told.iter().any(|event| matches!(event, Event::Passed { man: A, friend: KNIGHT, to } if *to == there)));
    assert_eq!([game.man(A).hex(), game.man(KNIGHT).hex()], [Some(beyond), Some(there)]);
    assert_eq!((game.man(A).points, game.man(KNIGHT).points), (6, 6), "and the friend has spent nothing");
    let mut game = few(&templars(), ["2213u", "2112u"], ["1809", "2111u"]);
    assert_eq!(game.facing(KNIGHT), [CASTELLAN]);
    let enemy = hex(&game, "2111u");
    assert_eq!(play(&mut game, Attacker, Decision::Step { man: KNIGHT, to: enemy }, &[]), Err(Illegal::Taken));
    // Above ground friends do not change places.
    let mut game = few(&templars(), ["0202", "0302"], ["1809", "2009"]);
    let taken = hex(&game, "0302");
    assert_eq!(play(&mut game, Attacker, Decision::Step { man: A, to: taken }, &[]), Err(Illegal::Taken));
}
