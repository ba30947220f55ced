//! Siege towers, rams and engines in an assault on hexes (SG-7.1 to SG-7.3, SG-7.7, SG-7.8, MM-4.9, MM-4.10, MM-9.2, MM-9.7).

use crate::assaults::{all_of_a_half, begin, hex, pass, place, plan, play};
use banneret::app::assault::{measure, offers};
use banneret::rules::assault::blaze::HexFuel;
use banneret::rules::assault::engines::Struck;
use banneret::rules::assault::line::LineEnd;
use banneret::rules::assault::map::{self, HexId, HexMap, LiftKind, Terrain};
use banneret::rules::assault::state::{LadderLies, ScalingLadder};
use banneret::rules::assault::{
    Assault, Decision, Event, FireLine, Fortune, HexMachine, HexSide, Illegal, MachineKind, Post, TrooperId,
};
use banneret::rules::battle::HexForm;
use banneret::rules::figure::Side::{self, Attacker, Defender};
use banneret::rules::figure::{Grade, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::man_to_man::Cover;
use std::sync::Arc;

/// Sixty before a place and thirty in it, far apart: all of the attackers but those told of in the north-west of the field.
fn far_apart(map: &HexMap) -> Assault {
    let mut plan = plan("border castle");
    (plan.map, plan.towers, plan.rams, plan.engines) = (Arc::new(map.clone()), 0, 0, Vec::new());
    (plan.ladders, plan.faggots) = (0, 0);
    begin(&plan)
}

fn town() -> HexMap {
    HexMap::clone(&map::find("fortified town").expect("it ships"))
}

/// The town with a machine of the attackers in a hex, facing so, and so many of their men at it.
fn with_machine(kind: MachineKind, at: &str, facing: HexSide, reach: i8, men: u16) -> Assault {
    let mut game = far_apart(&town());
    let at = hex(&game, at);
    game.bring(HexMachine { reach, rounds: 10, ..HexMachine::new(kind, Attacker, at, facing) }).expect("room for it");
    for man in 0..men {
        game.deploy_aboard(TrooperId(man), Post::Aboard(0)).expect("nobody has moved");
    }
    // One of them can command it (MM-9.7).
    game.men[0].profile.grade = Grade::B;
    game
}

fn roll(back: bool) -> Decision {
    Decision::Roll { machine: 0, back }
}

#[test]
fn sg_7_3_a_tower_is_rolled_by_ten_men_two_hexes_a_turn_and_backs() {
    // 0525 to 0725 is open ground before the west wall, 0825 its rampart. Ten men, 8 points each: 4 a hex (MM-3.1, MM-9.8).
    let mut game = with_machine(MachineKind::Tower, "0525", HexSide::East, 1, 10);
    for at in ["0625", "0725"] {
        let told = play(&mut game, Attacker, roll(false), &[]).expect("ten roll it");
        assert!(matches!(told[..], [Event::Rolled { machine: 0, .. }]), "{told:?}");
        assert_eq!(game.map.cell(game.machine(0).at).name(), at);
    }
    assert_eq!(play(&mut game, Attacker, roll(true), &[]), Err(Illegal::RolledEnough), "no third hex");
    pass(&mut game);
    // Onto the rampart nothing rolls; back it does.
    assert!(matches!(play(&mut game, Attacker, roll(false), &[]), Err(Illegal::Barred(_))));
    play(&mut game, Attacker, roll(true), &[]).expect("it backs");
    assert_eq!((game.map.cell(game.machine(0).at).name(), game.machine(0).facing), ("0625".to_owned(), HexSide::East));
    // Nine are too few.
    let mut game = with_machine(MachineKind::Tower, "0525", HexSide::East, 1, 9);
    assert_eq!(play(&mut game, Attacker, roll(false), &[]), Err(Illegal::TooFewHands { needs: 10 }));
    // Where a man stands it does not go, and nobody of the enemy moves it.
    let mut game = with_machine(MachineKind::Tower, "0525", HexSide::East, 1, 10);
    let ahead = hex(&game, "0625");
    game.deploy_at(TrooperId(30), ahead).expect("free");
    assert_eq!(play(&mut game, Attacker, roll(false), &[]), Err(Illegal::Taken));
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(play(&mut game, Defender, roll(true), &[]), Err(Illegal::NotYours));
}

#[test]
fn sg_7_3_a_machine_pivots_one_hex_side_in_a_full_turn() {
    let mut game = with_machine(MachineKind::Tower, "0525", HexSide::East, 1, 10);
    let pivot = |left| Decision::Pivot { machine: 0, left };
    play(&mut game, Attacker, pivot(true), &[]).expect("it turns");
    assert_eq!(game.machine(0).facing, HexSide::NorthEast);
    assert_eq!(play(&mut game, Attacker, pivot(true), &[]), Err(Illegal::NotFresh), "one side a turn");
    assert_eq!(play(&mut game, Attacker, roll(false), &[]), Err(Illegal::RolledEnough), "it took the turn");
    pass(&mut game);
    play(&mut game, Attacker, pivot(false), &[]).expect("and back");
    assert_eq!(game.machine(0).facing, HexSide::East);
    // Who has rolled it does not turn it in the same turn.
    pass(&mut game);
    play(&mut game, Attacker, roll(true), &[]).expect("back a hex");
    assert_eq!(play(&mut game, Attacker, pivot(true), &[]), Err(Illegal::NotFresh));
}

#[test]
fn sg_7_3_machines_roll_over_flat_ground_a_drawbridge_and_a_filled_moat_only() {
    let mut castle = HexMap::clone(&map::find("border castle").expect("it ships"));
    castle.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let game = far_apart(&castle);
    let rolls = |game: &Assault, from: &str, to: &str| game.rolls(MachineKind::Ram, hex(game, from), hex(game, to));
    assert!(rolls(&game, "1924", "1923"), "onto the bridge");
    assert!(rolls(&game, "1923", "1922"), "and under the gatehouse");
    let [bridge, gateway] = ["1923", "1922"].map(|name| hex(&game, name));
    assert!(game.rolls(MachineKind::Tower, bridge, gateway), "and so does a siege tower");
    let mut before = game.clone();
    before.form = HexForm::Third;
    assert!(!before.rolls(MachineKind::Tower, bridge, gateway), "not as it was");
    assert!(!rolls(&game, "1415", "1315"), "no stair");
    assert!(!rolls(&game, "0914", "1014"), "no moat");
    let templars = far_apart(&map::find("the Templars' castle").expect("it ships"));
    assert!(
        rolls(&templars, "1211", "1212") && !rolls(&templars, "1211", "1210"),
        "from court to court, two levels up"
    );
    let moat = castle.named("1014").expect("a hex");
    let cell = &mut castle.cells[usize::from(moat.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    assert!(rolls(&far_apart(&castle), "0914", "1014"), "but a filled one");
    assert!(castle.lifts.iter().any(|lift| lift.kind == LiftKind::Drawbridge));
}

/// A tower at the west wall of the town: in 0725, its way onto 0825, with ten men in it and three of them on top.
fn docked() -> Assault {
    let mut game = with_machine(MachineKind::Tower, "0725", HexSide::East, 1, 10);
    for man in 0..3 {
        game.deploy_aboard(TrooperId(man), Post::Aloft(0)).expect("nobody has moved");
    }
    game
}

#[test]
fn sg_7_2_a_tower_gives_its_way_onto_the_wall_it_was_built_for() {
    let mut game = docked();
    let wall = hex(&game, "0825");
    assert_eq!((game.gangway(0), game.top_of(0)), (Some(wall), 2), "a level above the rampart of level 1");
    // Up inside it takes 4 points, over the gangway 1 (house).
    let up = |man| Decision::GoUp { man, up: true };
    play(&mut game, Attacker, up(TrooperId(3)), &[]).expect("he goes up");
    assert_eq!((game.man(TrooperId(3)).post, game.man(TrooperId(3)).points), (Post::Aloft(0), 4));
    for man in 0..4 {
        let man = TrooperId(man);
        let told = play(&mut game, Attacker, Decision::Cross { man }, &[]).expect("over the gangway");
        assert!(matches!(told[..], [Event::Crossed { machine: 0, to, .. }] if to == wall), "{told:?}");
        let next = Decision::Cross { man: TrooperId(man.0 + 1) };
        if man.0 < 3 {
            assert_eq!(play(&mut game, Attacker, next, &[]), Err(Illegal::Taken), "one to a hex");
            let aside = hex(&game, ["0824", "0826", "0925"][usize::from(man.0)]);
            play(&mut game, Attacker, Decision::Step { man, to: aside }, &[]).expect("he makes room");
        }
    }
    // Four a turn (MM-9.7).
    let fifth = TrooperId(4);
    play(&mut game, Attacker, up(fifth), &[]).expect("he goes up");
    assert_eq!(play(&mut game, Attacker, Decision::Cross { man: fifth }, &[]), Err(Illegal::GangwayFull));
    // The first man over was the first on the wall.
    assert_eq!(game.first_on, [(1, TrooperId(0))]);
    // The way takes a point, which who has none does not go.
    let mut tired = docked();
    tired.men[0].points = 0;
    let cross = Decision::Cross { man: TrooperId(0) };
    assert_eq!(play(&mut tired, Attacker, cross, &[]), Err(Illegal::NoPoints { needs: 1, has: 0 }));
    // Back over it, and down.
    pass(&mut game);
    let last = TrooperId(3);
    play(&mut game, Attacker, Decision::Board { man: last, machine: 0 }, &[]).expect("back over the gangway");
    assert_eq!(game.man(last).post, Post::Aloft(0));
    play(&mut game, Attacker, Decision::GoUp { man: last, up: false }, &[]).expect("and down");
    assert_eq!(game.man(last).post, Post::Aboard(0));
    // A tower for another height, or that faces elsewhere, gives its way onto nothing.
    for (facing, reach) in [(HexSide::East, 2), (HexSide::West, 1)] {
        let mut game = with_machine(MachineKind::Tower, "0725", facing, reach, 10);
        game.deploy_aboard(TrooperId(0), Post::Aloft(0)).expect("nobody has moved");
        let cross = Decision::Cross { man: TrooperId(0) };
        assert_eq!(play(&mut game, Attacker, cross, &[]), Err(Illegal::NoWallThere), "{facing}, {reach}");
    }
    // Two levels it reaches where the wall is two high: the Lady Gate's wall from the east.
    let game = with_machine(MachineKind::Tower, "4610", HexSide::West, 2, 10);
    assert_eq!((game.gangway(0), game.top_of(0)), (Some(hex(&game, "4510")), 3));
}

#[test]
fn sg_7_2_the_men_on_top_of_a_tower_are_offered_as_a_mark_and_not_those_inside() {
    let mut game = with_machine(MachineKind::Tower, "0725", HexSide::East, 1, 10);
    let tower = game.machine(0).at;
    for man in 7..9 {
        game.deploy_aboard(TrooperId(man), Post::Aloft(0)).expect("nobody has moved");
    }
    let bow = game.of(Defender).find(|&id| game.man(id).profile.weapons.missile.is_some()).expect("a bowman");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let sees = |&at: &HexId| {
        let mut there = game.clone();
        there.men.iter_mut().for_each(|man| man.moved = false);
        let near = (3..8).contains(&there.map.distance(at, tower)) && there.map.line_of(at) == 1 && !there.taken(at);
        near && there.deploy_at(bow, at).is_ok() && there.check_aim(Defender, bow, TrooperId(7)).is_ok()
    };
    let at = game.map.ids().find(sees).expect("a hex that sees its top");
    game.men.iter_mut().for_each(|man| man.moved = false);
    game.deploy_at(bow, at).expect("free");
    let offered = offers(&game, bow, Some(tower), &|id| format!("man {}", id.0));
    let shot = offered.iter().find(|offer| offer.name.starts_with("Shoot at")).expect("it is offered");
    assert_eq!((shot.name.as_str(), &shot.why), ("Shoot at man 7", &None));
    let told = measure(&game, bow, Some(tower)).told;
    assert!(told.iter().any(|line| line.contains("hits on")), "{told:?}");
    // Told to shoot at one of them, he may be told to shoot at the other.
    assert_eq!(game.check_aim(Defender, bow, TrooperId(8)), Ok(()));
}

/// SG-8: a tower's way does not part; where it has none the wall does.
#[test]
fn sg_8_a_towers_way_does_not_part() {
    assert!(!docked().parted());
    let mut game = docked();
    game.machines[0].wrecked = true;
    assert!(game.parted());
}

#[test]
fn sg_7_2_a_tower_just_rolled_up_is_gone_over_from_the_next_turn_on() {
    let mut game = with_machine(MachineKind::Tower, "0625", HexSide::East, 1, 10);
    game.deploy_aboard(TrooperId(10), Post::Aloft(0)).expect("nobody has moved");
    play(&mut game, Attacker, roll(false), &[]).expect("to the wall");
    let cross = Decision::Cross { man: TrooperId(10) };
    assert_eq!(play(&mut game, Attacker, cross, &[]), Err(Illegal::JustRolled));
    pass(&mut game);
    play(&mut game, Attacker, cross, &[]).expect("now they go over");
}

#[test]
fn sg_7_2_cover_on_a_tower_and_against_it() {
    let game = docked();
    let tables = game.tables.clone();
    let top = LineEnd::on_tower(hex(&game, "0725"), 2);
    let cover = |from: &str, of: LineEnd| {
        let shooter = LineEnd::on(&game.map, hex(&game, from));
        FireLine::between(&game.map, shooter, of, &tables).cover(&game.map, of.at, &tables)
    };
    // Medium counts as heavy, 2, from level 0, 1 and 2; light, 1, from 3 up.
    assert_eq!([cover("0925", top), cover("1025", top)], [Cover::Heavy; 2], "from levels 1 and 0");
    let high = LineEnd { at: hex(&game, "0925"), level: 3, tower: false };
    let line = FireLine::between(&game.map, high, top, &tables);
    assert_eq!(line.cover(&game.map, top.at, &tables), Cover::Light, "from level 3");
    for (level, of) in [(1, Cover::Heavy), (2, Cover::Heavy), (3, Cover::Light), (5, Cover::Light)] {
        let line = FireLine::between(&game.map, LineEnd { level, ..high }, top, &tables);
        assert_eq!(line.cover(&game.map, top.at, &tables), of, "from level {level}");
    }
    // The defender right behind his battlement is covered, one a hex back is not.
    let behind = |at: &str| {
        let end = LineEnd::on(&game.map, hex(&game, at));
        FireLine::between(&game.map, top, end, &tables).cover(&game.map, end.at, &tables)
    };
    assert_eq!([behind("0825"), behind("0925")], [Cover::Heavy, Cover::None]);
    // From the top they shoot into the place; from the ground beside it they do not.
    let street = hex(&game, "1225");
    let line = |end| FireLine::between(&game.map, end, LineEnd::on(&game.map, street), &tables).is_clear();
    assert!(line(top) && !line(LineEnd::on(&game.map, hex(&game, "0724"))));
}

#[test]
fn sg_7_2_who_is_in_a_tower_is_not_shot_at_and_who_holds_the_wall_fights_its_gangway() {
    let mut game = docked();
    let (guard, wall) = (TrooperId(60), hex(&game, "0825"));
    game.deploy_at(guard, wall).expect("free");
    let bowman = game.of(Defender).find(|&id| game.man(id).profile.weapons.missile.is_some()).expect("a crossbowman");
    let near = hex(&game, "0829");
    game.deploy_at(bowman, near).expect("free");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let aim = |at| Decision::Aim { man: bowman, at: TrooperId(at) };
    assert_eq!(play(&mut game, Defender, aim(5), &[]), Err(Illegal::NoLine), "inside");
    assert_eq!(game.facing(guard), [TrooperId(0)], "the foremost on top fights over the gangway");
    assert_eq!(game.facing(TrooperId(0)), [guard]);
    assert!(game.facing(TrooperId(1)).is_empty(), "one to a hex");
    assert_eq!(play(&mut game, Defender, aim(0), &[]), Err(Illegal::TargetInContact));
    assert_eq!(game.check(Defender, &aim(1)), Ok(()), "who stands behind him on the top is shot at");
}

/// A ram before the Pilgrims' Gate: in 2737, which faces 2736 to the north-east, with so many men.
fn at_the_gate(men: u16) -> (Assault, Decision) {
    let game = with_machine(MachineKind::Ram, "2737", HexSide::NorthEast, 0, men);
    let gate = (0u8..).zip(&game.map.gates).find(|(_, gate)| gate.name == "the Pilgrims' Gate").expect("a gate").0;
    (game, Decision::Ram { machine: 0, gate })
}

#[test]
fn mm_9_2_two_to_ten_unwounded_men_ram_a_gate_open() {
    let (mut game, ram) = at_the_gate(2);
    // Two men: 14% on the first turn, 19% on the second (the page's example).
    let told = play(&mut game, Attacker, ram, &[1, 5]).expect("two are enough");
    assert!(matches!(told[..], [Event::Rammed { men: 2, percent: 14, wrecked: false, .. }]), "{told:?}");
    assert_eq!(play(&mut game, Attacker, ram, &[]), Err(Illegal::TooFew));
    pass(&mut game);
    let told = play(&mut game, Attacker, ram, &[1, 9]).expect("again");
    assert!(matches!(told[..], [Event::Rammed { percent: 19, wrecked: true, .. }]), "{told:?}");
    let (before, within) = (hex(&game, "2737"), hex(&game, "2736"));
    assert_eq!(game.map.leads(before, within), Ok(()), "the gate is wrecked");
    assert_eq!(play(&mut game, Attacker, ram, &[]), Err(Illegal::NoChange));
    // A wounded man does not work it (MM-6.2), and one alone cannot.
    let (mut game, ram) = at_the_gate(2);
    game.men[0].wounded = true;
    assert_eq!(play(&mut game, Attacker, ram, &[]), Err(Illegal::TooFew));
    // It must face the gate.
    let (mut game, ram) = at_the_gate(2);
    play(&mut game, Attacker, Decision::Pivot { machine: 0, left: true }, &[]).expect("turned aside");
    pass(&mut game);
    assert_eq!(play(&mut game, Attacker, ram, &[]), Err(Illegal::NotAtGate));
    // Through the wrecked gate it rolls on, into the place (SG-7.3).
    let (mut game, ram) = at_the_gate(10);
    play(&mut game, Attacker, ram, &[1, 1]).expect("70%");
    pass(&mut game);
    play(&mut game, Attacker, roll(false), &[]).expect("under the gatehouse");
    assert_eq!(game.map.cell(game.machine(0).at).name(), "2736");
}

#[test]
fn sg_5_4_men_at_a_ram_are_fought_one_to_a_hex() {
    let (mut game, _) = at_the_gate(4);
    let (enemy, beside) = (TrooperId(60), hex(&game, "2637"));
    game.deploy_at(enemy, beside).expect("free");
    assert_eq!(game.facing(enemy), [TrooperId(0)], "the foremost of them");
    assert_eq!((game.facing(TrooperId(0)), game.facing(TrooperId(1))), (vec![enemy], Vec::new()));
    assert_eq!(play(&mut game, Attacker, roll(true), &[]), Err(Illegal::InContact), "nobody rolls it away from him");
}

/// A catapult of the besiegers in 2039 south of the town, ten hexes and more from its wall 1836, with its crew of four.
fn catapult() -> Assault {
    let mut game = with_machine(MachineKind::Catapult, "1341", HexSide::NorthEast, 0, 4);
    game.men[0].profile.grade = Grade::B;
    game
}

fn loose(game: &Assault, at: &str) -> Decision {
    Decision::Loose { machine: 0, at: hex(game, at) }
}

#[test]
fn mm_4_9_an_engine_shoots_from_eight_hexes_on_before_it_with_its_crew() {
    let mut game = catapult();
    // 1341 is 5 hexes from 1536 and too near; the wall further east is in range.
    let near = loose(&game, "1336");
    assert_eq!(play(&mut game, Attacker, near, &[]), Err(Illegal::OutOfReach));
    let west = loose(&game, "0830");
    assert_eq!(play(&mut game, Attacker, west, &[]), Err(Illegal::NotBefore), "it faces north-east");
    let mark = loose(&game, "1936");
    assert_eq!(game.map.distance(hex(&game, "1341"), hex(&game, "1936")), 9);
    assert_eq!(game.struck_in(game.machine(0), hex(&game, "1936")), Some(Struck::Wall));
    // Without a man of grade B the crew does not work (MM-9.7), nor with three.
    let mut idle = game.clone();
    idle.men[0].profile.grade = Grade::C;
    assert_eq!(play(&mut idle, Attacker, mark, &[]), Err(Illegal::NoCrew));
    let mut idle = game.clone();
    idle.men[0].wounded = true;
    assert_eq!(play(&mut idle, Attacker, mark, &[]), Err(Illegal::NoCrew));
    // At 8 to 20, 5 or less hits; then it is loaded for a turn (MM-3.5).
    play(&mut game, Attacker, mark, &[]).expect("in range");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &[2, 3]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Loosed { hit: true, .. })), "{told:?}");
    assert_eq!(game.wall_hits, [(hex(&game, "1936"), 1)]);
    assert_eq!((game.machine(0).loaded, game.machine(0).rounds), (false, 9));
    assert_eq!(play(&mut game, Attacker, mark, &[]), Err(Illegal::NotLoaded));
    pass(&mut game);
    assert_eq!(game.check(Attacker, &mark), Ok(()), "loaded again");
}

#[test]
fn sg_7_8_hits_of_the_siege_and_of_engines_add_up_to_a_breach() {
    // Three D begin it with 7 hits of the 10 that open a castle wall (MM-4.10): three stones more.
    let mut plan = plan("fortified town");
    let wall = plan.map.named("1936").expect("a hex");
    (plan.damage, plan.towers, plan.rams, plan.engines) = (vec![(wall, 3)], 0, 0, Vec::new());
    let game = begin(&plan);
    assert_eq!((game.wall_hits.as_slice(), game.hits_to_open(wall)), (&[(wall, 7)][..], Some(3)));
    let mut game = catapult();
    let guard = TrooperId(60);
    game.wall_hits.push((wall, 9));
    let (beside, mark) = (hex(&game, "2036"), loose(&game, "1936"));
    game.deploy_at(guard, beside).expect("free");
    play(&mut game, Attacker, mark, &[]).expect("in range");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Opened { at } if *at == wall)), "{told:?}");
    assert_eq!((game.map.cell(wall).terrain, game.map.cell(wall).level), (Terrain::Rubble, 0));
    let (before, inner) = (hex(&game, "1937"), hex(&game, "1935"));
    assert_eq!(game.map.leads(before, wall), Ok(()), "the breach is climbed");
    // The inner hex beside it is now reached, by the hits of one D (SG-7.1): 2½, rounded down.
    assert_eq!(game.hits_to_open(inner), Some(2));
    assert_eq!(game.hits_to_open(hex(&game, "1235")), None, "no interior one elsewhere");
}

#[test]
fn mm_6_4_who_stands_on_a_wall_that_comes_down_falls_with_it() {
    let mut game = catapult();
    let (guard, wall) = (TrooperId(60), hex(&game, "1936"));
    game.deploy_at(guard, wall).expect("free");
    game.wall_hits.push((wall, 9));
    // Who shoots at the hex means the man; who batters it means the wall, whoever stands there.
    assert_eq!(game.struck_in(game.machine(0), wall), Some(Struck::Man(guard)));
    assert_eq!(game.masonry_in(game.machine(0), wall), Some(Struck::Wall));
    assert_eq!(
        game.masonry_in(&HexMachine { side: Defender, ..*game.machine(0) }, wall),
        None,
        "a garrison does not batter its own walls"
    );
    play(&mut game, Attacker, Decision::Batter { machine: 0, at: wall }, &[]).expect("in range");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Opened { at } if *at == wall)), "{told:?}");
    // From level 1 to the ground, two inches, which do not kill; he lies in the rubble through the next turn.
    let fell =
        told.iter().any(|event| matches!(event, Event::Fell { man, levels: 1, killed: false, .. } if *man == guard));
    assert!(fell, "{told:?}");
    assert_eq!(game.man(guard).hex(), Some(wall));
    assert!(matches!(game.man(guard).fortune, banneret::rules::assault::Fortune::Down(_)));
}

#[test]
fn mm_6_3_who_is_on_a_ladder_against_a_wall_that_comes_down_falls_from_its_height() {
    let mut game = catapult();
    let (climber, wall, foot) = (TrooperId(10), hex(&game, "1936"), hex(&game, "1937"));
    let cell = &mut Arc::make_mut(&mut game.map).cells[usize::from(wall.0)];
    (cell.level, cell.top) = (2, 2);
    let ladder = game.ladders.len() as u8;
    game.ladders.push(ScalingLadder { lies: LadderLies::Upright { foot, head: wall, from: 0 } });
    game.deploy_aboard(climber, Post::Aboard(0)).expect("out of his hex");
    game.men[10].post = Post::Ladder(ladder);
    game.wall_hits.push((wall, 9));
    play(&mut game, Attacker, Decision::Batter { machine: 0, at: wall }, &[]).expect("in range");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1]).expect("done");
    let fell = |event: &Event| matches!(event, Event::Fell { man, levels: 2, killed: false, .. } if *man == climber);
    assert!(told.iter().any(fell), "{told:?}");
}

/// A tower docked, and a catapult of the garrison's with its crew in the streets, ten hexes to the east; the catapult's number.
fn shot_at() -> (Assault, u8) {
    let mut game = docked();
    let at = hex(&game, "1727");
    let engine = HexMachine { rounds: 5, ..HexMachine::new(MachineKind::Catapult, Defender, at, HexSide::West) };
    let n = game.bring(engine).expect("room");
    for man in 60..64 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(n)).expect("nobody has moved");
        game.men[usize::from(man)].profile.grade = Grade::B;
    }
    (game, n)
}

#[test]
fn mm_4_10_three_hits_wreck_a_tower_and_who_is_on_it_falls() {
    let (mut game, n) = shot_at();
    game.machines[0].hits = 2;
    // Men on top are hit before the tower; with nobody there the tower is.
    let tower = game.machine(0).at;
    assert_eq!(game.struck_in(game.machine(n), tower), Some(Struck::Man(TrooperId(0))));
    for man in 0..2 {
        game.deploy_aboard(TrooperId(man), Post::Aboard(0)).expect("nobody has moved");
    }
    let mut alone = game.clone();
    alone.deploy_aboard(TrooperId(2), Post::Aboard(0)).expect("nobody has moved");
    assert_eq!(alone.struck_in(alone.machine(n), tower), Some(Struck::Machine(0)));
    play(&mut alone, Attacker, Decision::Done, &[]).expect("done");
    play(&mut alone, Defender, Decision::Loose { machine: n, at: tower }, &[]).expect("in range");
    // He goes up before the stone comes: no, both have moved; the top is empty and the third hit wrecks it.
    let told = play(&mut alone, Defender, Decision::Done, &[1, 1]).expect("done");
    assert!(told.contains(&Event::MachineWrecked { machine: 0 }), "{told:?}");
    assert_eq!(alone.gangway(0), None);
    assert_eq!(play(&mut alone, Attacker, roll(true), &[]), Err(Illegal::MachineWrecked));
    // Who was in it comes away, and its hex is free for one of them.
    assert!((0..10).map(TrooperId).all(|id| alone.man(id).hex().is_some()), "{told:?}");
    assert!(alone.machine_at(tower).is_none() && alone.who(tower).is_some());
}

/// MM-4.11: a captain has one of the crew light it whom the others do not need, and shoot it in the next turn in the place of a stone.
#[test]
fn mm_4_11_a_captain_has_a_spare_man_of_a_crew_light_a_fire_missile() {
    for spare in [false, true] {
        let (mut game, n) = shot_at();
        game.stores.defender.fire_missiles = 1;
        // It has shot, and is loaded this turn.
        game.machines[usize::from(n)].loaded = false;
        if spare {
            game.deploy_aboard(TrooperId(64), Post::Aboard(n)).expect("nobody has moved");
        }
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let done = all_of_a_half(&mut game, Defender);
        let lit = done.iter().any(|decision| matches!(decision, Decision::Kindle { .. }));
        assert_eq!(lit, spare, "{done:?}");
        pass_on(&mut game);
        let done = all_of_a_half(&mut game, Defender);
        let fires = done.iter().any(|decision| matches!(decision, Decision::FireAt { .. }));
        assert_eq!(fires, spare, "{done:?}");
        assert!(!spare || !done.iter().any(|it| matches!(it, Decision::Loose { .. } | Decision::Batter { .. })));
    }
}

/// The garrison is done with a turn, and the attackers with the next.
fn pass_on(game: &mut Assault) {
    for side in [Defender, Attacker] {
        play(game, side, Decision::Done, &[]).expect("done");
    }
}

/// MM-4.11: one of its crew lights a fire missile, which a catapult shoots in the next turn as its stones; a bombard shoots none.
#[test]
fn mm_4_11_a_catapult_shoots_fire_as_its_stones() {
    for (faces, hit, lit) in [([2, 3, 1], true, true), ([2, 3, 2], true, false), ([3, 3, 1], false, false)] {
        let (mut game, n) = shot_at();
        game.stores.defender.fire_missiles = 1;
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let (tower, gunner) = (game.machine(0).at, TrooperId(61));
        let (light, fire) = (Decision::Kindle { man: gunner }, Decision::FireAt { man: gunner, at: tower });
        let mut bombard = game.clone();
        bombard.machines[usize::from(n)].kind = MachineKind::Bombard;
        assert_eq!(bombard.check(Defender, &light), Err(Illegal::AtMachine));
        assert_eq!(game.check(Defender, &fire), Err(Illegal::NotLit));
        play(&mut game, Defender, light, &[]).expect("he serves a catapult");
        let stone = Decision::Loose { machine: n, at: tower };
        assert_eq!(game.check(Defender, &stone), Err(Illegal::NoCrew), "three are left to work it");
        assert_eq!(game.stores.defender.fire_missiles, 0);
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let mut empty = game.clone();
        empty.machines[usize::from(n)].loaded = false;
        assert_eq!(empty.check(Defender, &fire), Err(Illegal::NotLoaded));
        let mut turned = game.clone();
        turned.machines[usize::from(n)].facing = HexSide::East;
        assert_eq!(turned.check(Defender, &fire), Err(Illegal::NotBefore));
        play(&mut game, Defender, fire, &[]).expect("it bears on it");
        let told = play(&mut game, Defender, Decision::Done, &faces).expect("done");
        let shots: Vec<bool> = told
            .iter()
            .filter_map(|event| match event {
                Event::FireShot { hit, fuel: HexFuel::Machine(0), .. } => Some(*hit),
                _ => None,
            })
            .collect();
        assert_eq!(shots, [hit], "{told:?}");
        assert_eq!(told.iter().any(|event| matches!(event, Event::Caught { fuel: HexFuel::Machine(0) })), lit);
        // It was loaded with it: no stone is spent, and it is empty.
        let engine = game.machine(n);
        assert_eq!((engine.rounds, game.man(gunner).lit), (5, None));
        assert!(!engine.loaded);
    }
}

/// The drawbridge of the Templars' main entry as a way for a tower: it stands on 3232, before a wall beside the gate, and the
/// moat too deep to be filled lies under its gangway.
fn over_the_deep_moat() -> Assault {
    let mut map = HexMap::clone(&map::find("the Templars' castle").expect("it ships"));
    // A wall of level 1 where the gate is, so that a tower on the bridge has one before it.
    let wall = map.named("3231").expect("a hex");
    for name in ["3231", "3230"] {
        let at = map.named(name).expect("a hex");
        let cell = &mut map.cells[usize::from(at.0)];
        (cell.terrain, cell.level, cell.top, cell.roofed) = (Terrain::Rampart, 1, 1, false);
    }
    let cell = &mut map.cells[usize::from(wall.0)];
    for side in [HexSide::SouthWest, HexSide::SouthEast] {
        cell.edges[side as usize].gate = None;
        cell.edges[side as usize].wall = None;
    }
    let bridge = map.beside(wall, HexSide::SouthEast).expect("a hex");
    map.cells[usize::from(bridge.0)].edges[HexSide::NorthWest as usize].wall = None;
    map.cells[usize::from(bridge.0)].edges[HexSide::NorthWest as usize].gate = None;
    let mut game = far_apart(&map);
    game.bring(HexMachine { reach: 1, ..HexMachine::new(MachineKind::Tower, Attacker, bridge, HexSide::NorthWest) })
        .expect("on the bridge");
    game
}

#[test]
fn sg_7_7_a_fall_into_a_moat_too_deep_to_be_filled_kills() {
    let mut game = over_the_deep_moat();
    let (climber, guard) = (TrooperId(0), TrooperId(60));
    game.deploy_aboard(climber, Post::Aloft(0)).expect("nobody has moved");
    let (wall, behind) = (game.gangway(0).expect("a wall before it"), hex(&game, "3230"));
    game.deploy_at(guard, behind).expect("free");
    game.men[usize::from(guard.0)].profile.weapons.hand = Weapon::Sword;
    play(&mut game, Attacker, Decision::Cross { man: climber }, &[]).expect("over the gangway");
    assert_eq!((place(&game, climber), game.man(climber).crossed), ("3231".to_owned(), Some(0)));
    let beside = |game: &Assault, side: Side| game.of(side).filter(|&id| game.faces_enemy(id)).count();
    assert_eq!([beside(&game, Attacker), beside(&game, Defender)], [1, 1]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    // At the end of the turn he is struck: 6 against 1 hits, and a 1 wounds; off the gangway he falls into the moat (MM-6.3).
    let mut faces = vec![1, 6, 6, 1, 1];
    faces.extend([6; 12]);
    let mut dead = false;
    for first in [[6, 1, 1], [1, 6, 6]] {
        let mut again = game.clone();
        let thrown: Vec<u32> = first.into_iter().chain(faces.clone()).collect();
        let told = play(&mut again, Defender, Decision::Done, &thrown).expect("done");
        let fell = told
            .iter()
            .any(|event| matches!(event, Event::Fell { man, deep: true, killed: true, .. } if *man == climber));
        if fell {
            assert_eq!(again.man(climber).fortune, Fortune::Dead);
            dead = true;
        }
    }
    assert!(dead, "one of the two was the guard's blow");
    assert_eq!(game.map.cell(wall).level, 1, "one level up he would live elsewhere");
}

#[test]
fn sg_7_3_machines_come_with_the_men_they_take_where_they_are_of_use() {
    let mut plan = plan("fortified town");
    (plan.towers, plan.rams) = (1, 1);
    let game = begin(&plan);
    let kinds: Vec<MachineKind> = game.machines.iter().map(|machine| machine.kind).collect();
    assert_eq!(kinds[..2], [MachineKind::Tower, MachineKind::Ram]);
    let crew = |n: u8| game.at_post(Post::Aboard(n)).count();
    assert_eq!([crew(0), crew(1), crew(2)], [10, 6, 4], "ten hauliers, six at the ram (house), an engine's four");
    assert!((1..=3).contains(&game.machine(0).reach), "built for the wall it goes against");
    assert!(game.machines.iter().all(|machine| game.who(machine.at).is_none()));
    // To the border castle's walls behind their moat no tower comes, where nobody brings what fills it; it is left behind.
    let mut plan = crate::assaults::plan("border castle");
    (plan.towers, plan.rams, plan.engines, plan.faggots) = (2, 2, Vec::new(), 0);
    assert!(begin(&plan).machines.is_empty());
}

/// SG-7.2, SG-7.3: where a moat lies before every wall, a tower is brought all the same if there is what fills it.
#[test]
fn sg_7_3_a_tower_is_brought_to_a_moat_that_can_be_filled() {
    for (faggots, brought) in [(24, 1), (0, 0)] {
        let mut plan = crate::assaults::plan("border castle");
        (plan.towers, plan.rams, plan.engines, plan.faggots) = (1, 0, Vec::new(), faggots);
        let reach: Vec<i8> = begin(&plan).machines.iter().map(|tower| tower.reach).collect();
        assert_eq!(reach, vec![1; brought], "{faggots} faggots");
    }
}
