//! Who commands those at a machine, what keeps a man from a task, whose a standard is at the end, and fire once more, hex to hex
//! (MM-3.7, MM-4.11, MM-4.12, MM-7.1, MM-8.8, MM-9.4, MM-9.7, SG-5.5, SG-7.6).

use crate::assaults::{all_of_a_half, begin, few, hex, host, pass, plan, play, unit};
use crate::mm_9_5_on_hexes::{at_the_gate, bowman, engine, tower, wall};
use banneret::app::assault::offers;
use banneret::rules::assault::blaze::HexFuel;
use banneret::rules::assault::machines::StaysBehind;
use banneret::rules::assault::map::{self, HexId};
use banneret::rules::assault::standards::StandardLies;
use banneret::rules::assault::state::{Burden, Heart, LadderLies};
use banneret::rules::assault::{
    Assault, Decision, Event, Fortune, HexMachine, HexSide, Illegal, MachineKind, Post, TrooperId, typed,
};
use banneret::rules::battle::Standard;
use banneret::rules::explain::Part;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{Class, Grade, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::gear::{Machine, Thing};
use banneret::rules::man_to_man::shooting::Range;
use banneret::rules::weather::{Weather, WeatherKind};

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

#[test]
fn mm_9_7_a_tower_is_rolled_and_turned_by_whom_an_unwounded_man_of_grade_b_commands_who_is_no_cleric() {
    let roll = Decision::Roll { machine: 0, back: true };
    let pivot = Decision::Pivot { machine: 0, left: true };
    let with = |change: &dyn Fn(&mut Assault)| {
        let mut game = tower("0814", "1114");
        change(&mut game);
        play(&mut game, Defender, Decision::Done, &[]).ok();
        [game.check(Attacker, &roll), game.check(Attacker, &pivot)]
    };
    assert_eq!(with(&|_| {}), [Ok(()), Ok(())]);
    assert_eq!(with(&|game| game.men[0].profile.grade = Grade::C), [Err(Illegal::NoSergeant); 2]);
    assert_eq!(with(&|game| game.men[0].wounded = true), [Err(Illegal::NoSergeant); 2]);
    assert_eq!(with(&|game| game.men[0].profile.class = Class::Cleric), [Err(Illegal::NoSergeant); 2]);
    // A ram needs nobody.
    assert_eq!(
        with(&|game| {
            game.men[0].profile.grade = Grade::C;
            game.machines[0].kind = MachineKind::Ram;
        })[0],
        Ok(())
    );
}

#[test]
fn mm_3_7_face_to_face_with_an_enemy_nobody_hews_opens_or_raises() {
    // The man before the gate has one of the garrison before him who has come out.
    let mut game = at_the_gate("1414");
    let at = game.man(A).hex().expect("he stands");
    assert_eq!(game.check(Attacker, &Decision::Hew { man: A, gate: 0 }), Ok(()));
    let beside = game.map.steps(at).find(|&to| !game.map.gates[0].sides.iter().any(|&(inner, _)| inner == to));
    game.deploy_at(D, beside.expect("ground beside him")).expect("room");
    assert_eq!(game.check(Attacker, &Decision::Hew { man: A, gate: 0 }), Err(Illegal::InContact));
    game.men[0].burden = Burden::Faggot;
    game.men[0].points = 12;
    let moat = game.map.around(at).map(|(_, to)| to).next().expect("ground");
    assert_eq!(game.check(Attacker, &Decision::Fill { man: A, moat }), Err(Illegal::InContact));
}

#[test]
fn mm_9_4_axes_hew_and_halberds_and_bills_do_not() {
    for (weapon, hews) in
        [(Weapon::Axe, true), (Weapon::TwoHandedAxe, true), (Weapon::Halberd, false), (Weapon::Bill, false)]
    {
        let castle = map::find("border castle").expect("it ships");
        let mut attackers = host(vec![unit("few", 0, 1, 3, "axe")]);
        attackers.forces[0].units[0].men[0].profile.weapons = vec![weapon];
        let mut plan = plan("border castle");
        (plan.map, plan.hosts.attacker) = (castle, attackers);
        (plan.towers, plan.rams, plan.engines) = (0, 0, Vec::new());
        let mut game = begin(&plan);
        game.men[0].burden = Burden::Nothing;
        assert_eq!(game.has_axe(A), hews, "{weapon:?}");
    }
}

#[test]
fn mm_8_8_the_standard_of_one_taken_at_the_end_falls_to_a_captor_and_of_one_who_flees_to_nobody() {
    let castle = map::find("border castle").expect("it ships");
    let mut plan = plan("border castle");
    (plan.towers, plan.rams, plan.engines, plan.ladders, plan.faggots) = (0, 0, Vec::new(), 0, 0);
    plan.hosts.attacker = host(vec![unit("few", 0, 1, 3, "axe")]);
    plan.hosts.defender = host(vec![unit("guard", 10, 1, 3, "sword")]);
    plan.hosts.defender.forces[0].units[0].men[0].standard = Some(Standard::Army);
    plan.map = castle;
    let mut game = begin(&plan);
    // All of the garrison are stunned: nobody is left to hold it.
    for man in &mut game.men[2..] {
        man.fortune = Fortune::Down(u32::MAX);
    }
    let told = pass(&mut game);
    assert!(told.iter().any(|event| matches!(event, Event::Over { .. })), "{told:?}");
    let [it] = &game.standards[..] else { panic!("one standard") };
    let StandardLies::Borne(by) = it.lies else { panic!("{:?}", it.lies) };
    assert_eq!((game.man(by).side, game.man(by).profile.class), (Attacker, Class::Knight), "the first in rank");
    assert_eq!(game.standards_taken().collect::<Vec<_>>(), [(by, Standard::Army)]);
}

#[test]
fn mm_4_11_a_tower_at_the_wall_is_lit_from_where_its_way_lies() {
    let mut game = tower("1014", "1114");
    game.machines[0].facing = HexSide::East;
    let by = game.who(hex(&game, "1114")).expect("one of the garrison");
    assert_eq!(game.gangway(0), Some(hex(&game, "1114")), "it stands at the wall");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Burn { man: by, machine: 0 }, &[1]).expect("its way lies there");
    assert!(told.contains(&Event::Caught { fuel: HexFuel::Machine(0) }), "{told:?}");
}

#[test]
fn mm_4_11_a_bowman_on_a_tower_lights_a_fire_missile() {
    let mut game = tower("0814", "1114");
    (game.men[4].profile.weapons.missile, game.men[4].ammunition) = (Some(Weapon::Longbow), 12);
    (game.stores.attacker.fire_missiles, game.stores.attacker.flint) = (1, true);
    game.deploy_aboard(TrooperId(4), Post::Aloft(0)).expect("nobody has moved");
    play(&mut game, Attacker, Decision::Kindle { man: TrooperId(4) }, &[]).expect("he stands under the sky");
    assert!(game.man(TrooperId(4)).lit.is_some());
    game.men[5].profile.weapons.missile = Some(Weapon::Longbow);
    game.men[5].ammunition = 12;
    game.stores.attacker.fire_missiles = 1;
    assert_eq!(game.check(Attacker, &Decision::Kindle { man: TrooperId(5) }), Err(Illegal::AtMachine));
}

/// MM-4.11: his captain has him light one for an engine on the wall, and by hand it is offered to him.
#[test]
fn mm_4_11_a_captain_has_a_bowman_on_a_tower_light_a_fire_missile() {
    let mut game = tower("0814", "1114");
    (game.men[4].profile.weapons.missile, game.men[4].ammunition) = (Some(Weapon::Longbow), 12);
    (game.stores.attacker.fire_missiles, game.stores.attacker.flint) = (1, true);
    game.deploy_aboard(TrooperId(4), Post::Aloft(0)).expect("nobody has moved");
    // The others shoot nothing, and nobody commands the tower, so that it stands.
    game.men.iter_mut().skip(5).for_each(|man| man.profile.weapons.missile = None);
    game.men[0].profile.grade = Grade::C;
    let with_engine = |at: HexId| {
        let mut game = game.clone();
        game.bring(HexMachine::new(MachineKind::Catapult, Defender, at, HexSide::West)).ok()?;
        game.fire_bears(TrooperId(4), at).is_ok().then_some(game)
    };
    let walls = game.map.ids().filter(|&at| game.map.line_of(at) == 1);
    let mut game = walls.into_iter().find_map(with_engine).expect("an engine of the garrison's in sight");
    let light = Decision::Kindle { man: TrooperId(4) };
    let offered = offers(&game, TrooperId(4), None, &|id| typed::number_of(&game, id));
    assert!(offered.iter().any(|offer| offer.decision == Some(light) && offer.why.is_none()));
    let done = all_of_a_half(&mut game, Attacker);
    assert!(done.contains(&light), "{done:?}");
}

#[test]
fn mm_4_12_a_fire_kills_who_stays_by_it_in_its_last_two_turns_too() {
    let mut game = engine();
    (game.machines[0].burns, game.turn) = (Some(1), 8);
    game.men[2].points = 0;
    let eighth = play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert!(!eighth.contains(&Event::Perished { man: D }));
    let ninth = pass(&mut game);
    let at = |wanted: &Event| ninth.iter().position(|event| event == wanted);
    let (perished, burnt) = (at(&Event::Perished { man: D }), at(&Event::BurntDown { fuel: HexFuel::Machine(0) }));
    assert!(perished.is_some() && perished < burnt, "{ninth:?}");
}

#[test]
fn mm_9_5_what_nobody_was_left_to_drop_is_still_on_the_wall() {
    let mut game = wall(["1014", "0202"], ["1114", "1814"], &[(Thing::Rock, 1)]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let rock = Decision::Drop { man: D, at: hex(&game, "1014"), what: Machine::Rock };
    play(&mut game, Defender, rock, &[]).expect("he is below");
    assert_eq!(game.stores.defender.rocks, 0, "nobody else takes it");
    game.men[2].fortune = Fortune::Down(9);
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert_eq!(game.stores.defender.rocks, 1);
}

#[test]
fn cp_3_1_the_weather_tells_on_engines_as_on_bows() {
    let mut game = engine();
    let parts = |game: &Assault| {
        let mut parts: Vec<Part> = Vec::new();
        game.engine_here(Machine::Bombard, Range::Long, &mut parts);
        parts.len()
    };
    let fair = parts(&game);
    let rain = Weather { kind: WeatherKind::Rain, strings: 1, powder: 2, far: 0, foot: 0, horse: 0, sight: 0 };
    game.weather = Some(rain);
    assert!(parts(&game) > fair, "a gun in the rain");
}

#[test]
fn sg_7_6_a_ladder_held_by_an_enemy_at_its_head_is_not_pushed_over_from_below() {
    let mut game = wall(["1014", "0202"], ["1114", "1013"], &[]);
    let (foot, head): (HexId, HexId) = (hex(&game, "1014"), hex(&game, "1114"));
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    // One of the attackers has come up and stands at its head; one of the garrison has come out to its foot.
    let (up, out) = (game.who(head), game.who(foot));
    let (Some(up), Some(out)) = (up, out) else { panic!("two men") };
    game.men[usize::from(up.0)].side = Attacker;
    game.men[usize::from(out.0)].side = Defender;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &Decision::Push { man: out, ladder: 0 }), Err(Illegal::Opposed));
}

#[test]
fn mm_7_1_a_unit_tests_whose_leader_is_made_to_flee_beside_it() {
    let mut plan = plan("border castle");
    (plan.towers, plan.rams, plan.engines, plan.ladders, plan.faggots) = (0, 0, Vec::new(), 0, 0);
    let mut lord = unit("lord", 50, 0, 2, "sword");
    lord.men[0].profile.grade = Grade::E;
    plan.hosts.attacker = host(vec![unit("foot", 0, 5, 3, "axe"), lord]);
    plan.hosts.attacker.forces[0].commander = Some(banneret::rules::battle::Man(50));
    let mut game = begin(&plan);
    let lord = game.ids().find(|&id| game.man(id).man.0 == 50).expect("he is there");
    let troop = usize::from(game.man(lord).troop);
    game.troops[troop].fired_on = true;
    // His test goes ill, and those he leads test after him.
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let told = play(&mut game, Defender, Decision::Done, &[1, 1, 1, 1]).expect("done");
    let tested: Vec<(u8, Heart)> = told
        .iter()
        .filter_map(|event| match event {
            Event::Tested { troop, mood, .. } => Some((*troop, *mood)),
            _ => None,
        })
        .collect();
    assert_eq!(tested.first().map(|first| first.0), Some(troop as u8), "{told:?}");
    assert_eq!(tested[0].1, Heart::Recreant, "{told:?}");
    assert!(tested.iter().any(|(other, _)| usize::from(*other) != troop), "{tested:?}");
}

/// SG-5.5, SG-8: who falls back is let into the next line by those within.
#[test]
fn sg_5_5_a_garrison_opens_to_those_who_fall_back_and_shuts_after_them() {
    let castle = map::find("border castle").expect("it ships");
    let keep = castle
        .gates
        .iter()
        .position(|gate| gate.sides.iter().any(|&(inner, _)| castle.in_keep(inner)))
        .expect("a keep has a door");
    let (inner, side) = castle.gates[keep].sides[0];
    let outer = castle.beside(inner, side).expect("ground before it");
    let without = castle.steps(outer).find(|&to| !castle.in_keep(to)).expect("ground beside it");
    let name = |at: HexId| castle.cell(at).name();
    let mut game = few(&castle, ["0202", "0302"], [&name(without), &name(inner)]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    // Two besiegers are within the line that one man is left to hold.
    let line = castle.line_of(without);
    let come_in = castle.ids().filter(|&at| {
        castle.line_of(at) == line && castle.holds(at).is_ok() && castle.distance(at, outer) >= 4 && !game.taken(at)
    });
    let come_in: Vec<HexId> = come_in.take(2).collect();
    for (id, at) in [A, TrooperId(1)].into_iter().zip(come_in) {
        game.deploy_at(id, at).expect("room");
    }
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let done = all_of_a_half(&mut game, Defender);
    let opens = Decision::Gate { man: TrooperId(3), gate: keep as u8, open: true };
    assert!(done.contains(&opens), "{done:?}");
}

/// MM-4.12: a garrison's captain sends men to a fire while it can be fought.
#[test]
fn mm_4_12_a_captain_sends_men_to_fight_a_fire() {
    let mut game = at_the_gate("1413");
    let (inner, _) = game.map.gates[0].sides[0];
    std::sync::Arc::make_mut(&mut game.map).gates[0].burns = Some(1);
    let far = |game: &Assault| game.halves_from(HexFuel::Gate(0), game.man(D).hex().expect("he stands"));
    let near = game.map.ids().filter(|&at| {
        let far = game.map.distance(at, inner);
        (4..=6).contains(&far) && game.map.line_of(at) == game.map.line_of(inner) && game.map.holds(at).is_ok()
    });
    let from = near.into_iter().find(|&at| !game.taken(at)).expect("a court");
    game.deploy_at(D, from).expect("room");
    let before = far(&game);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    all_of_a_half(&mut game, Defender);
    assert!(far(&game) < before, "he goes to it");
    let at = game.man(D).hex().expect("he stands");
    assert!(!game.scorching(at), "and not so near that it kills him");
}

/// MM-9.5: oil that is hot comes down on a ram before an arrow does.
#[test]
fn mm_9_5_a_captain_drops_oil_on_a_ram_before_he_shoots() {
    let ram = HexMachine::new(MachineKind::Ram, Attacker, hex(&bowman(), "1014"), HexSide::East);
    let before = ram.at;
    let mut fresh = wall(["0202", "0302"], ["1114", "1814"], &[(Thing::OilCauldron, 1)]);
    (fresh.men[2].profile.weapons.missile, fresh.men[2].ammunition) = (Some(Weapon::Longbow), 12);
    fresh.bring(ram).expect("room");
    fresh.turn = 4;
    play(&mut fresh, Attacker, Decision::Done, &[]).expect("done");
    let done = all_of_a_half(&mut fresh, Defender);
    assert!(done.contains(&Decision::Drop { man: D, at: before, what: Machine::Oil }), "{done:?}");
}

/// MM-9.7: what nobody can command stays behind, and the plan says why before the assault is begun.
#[test]
fn mm_9_7_what_nobody_can_command_stays_behind_and_why_is_told() {
    let mut plan = plan("border castle");
    (plan.towers, plan.rams, plan.engines) = (1, 1, vec![(Attacker, MachineKind::Catapult)]);
    for unit in &mut plan.hosts.attacker.forces[0].units {
        unit.men.iter_mut().for_each(|man| man.profile.grade = Grade::C);
    }
    let game = begin(&plan);
    let kinds: Vec<MachineKind> = game.machines.iter().map(|it| it.kind).collect();
    for kind in [MachineKind::Tower, MachineKind::Catapult] {
        assert!(!kinds.contains(&kind), "{kinds:?}");
        assert!(game.stay_behind.contains(&(Attacker, kind, StaysBehind::NoSergeant)), "{:?}", game.stay_behind);
    }
    // A ram needs nobody, only a way to a gate.
    assert!(!game.stay_behind.contains(&(Attacker, MachineKind::Ram, StaysBehind::NoSergeant)));
    assert!(StaysBehind::NoSergeant.told().contains("MM-9.7"));
}
