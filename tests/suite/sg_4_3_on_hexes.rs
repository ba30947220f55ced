//! Besiegers who are shut in what they hold, on hexes (SG-4.3): assaulted by a relief from outside and by the citadel from within,
//! assaulting the citadel, and sallying at the relief.

use crate::assaults::{all_of_a_half, begin, captain, host, plan, play, short, stormed, unit};
use crate::sg_campaign::Border;
use crate::sg_relief::shut_in;
use banneret::app::muster::{self, Asked};
use banneret::app::{allies, siege};
use banneret::campaign::siege::{SiegePart, SiegeTrain};
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::assault::blaze::HexFuel;
use banneret::rules::assault::map::{self, GateKind, HexId, Terrain};
use banneret::rules::assault::state::Heart;
use banneret::rules::assault::{
    Assault, AssaultBattle, AssaultStage, Decision, Event, Fortune, HexHome, HexMachine, HexSide, Illegal, MachineKind,
    Plan, Post, TrooperId,
};
use banneret::rules::battle::{HexForm, Host, Report, StormedPlace};
use banneret::rules::dice::Seeded;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Horse;
use banneret::rules::figure::Side::{self, Attacker, Defender};
use banneret::rules::game::{Captain as _, Game as _, NullSink};
use banneret::rules::man_to_man;
use banneret::rules::ruleset::Ruleset;
use banneret::rules::settles::{House, Settles as _};
use banneret::rules::siege::{Order, Park};

const MAPS: [&str; 3] = ["border castle", "fortified town", "the Templars' castle"];

/// A relief with a few of the citadel's garrison beside it.
pub fn relief_and_citadel() -> Host {
    let mut both = host(vec![unit("relief", 0, 19, 3, "axe;shield"), unit("its archers", 20, 9, 4, "longbow;dagger")]);
    let mut citadel = host(vec![unit("citadel", 40, 9, 3, "sword;shield")]).forces;
    citadel[0].citadel = true;
    both.forces.extend(citadel);
    both
}

fn shut() -> Host {
    host(vec![unit("shut in", 100, 19, 3, "sword;shield"), unit("their bows", 120, 9, 3, "crossbow;dagger")])
}

/// Relief and citadel assault those who are shut in so many lines.
pub fn assaulted(name: &str, shut_in: u8) -> Plan {
    let hosts = BySide { attacker: relief_and_citadel(), defender: shut() };
    let engines = vec![(Attacker, MachineKind::Catapult), (Defender, MachineKind::Catapult)];
    Plan { hosts, shut_in, engines, towers: 0, rams: 1, ladders: 6, faggots: 0, ..plan(name) }
}

/// Those who are shut in assault the citadel, or sally outwards.
pub fn assaulting(name: &str, shut_in: u8, sally: bool) -> Plan {
    let other = host(vec![unit("others", 0, 14, 3, "sword;shield"), unit("other bows", 20, 9, 3, "crossbow;dagger")]);
    let hosts = BySide { attacker: shut(), defender: other };
    let held = if sally { 0 } else { shut_in };
    let plan = Plan { hosts, shut_in, held, sally, engines: Vec::new(), ..plan(name) };
    Plan { towers: 0, rams: 0, ladders: if sally { 0 } else { 6 }, faggots: 0, ..plan }
}

/// The lines on which the men of a home stand, each once.
fn lines(game: &Assault, home: HexHome) -> Vec<u8> {
    let of = game.ids().filter(|&id| game.home_of(id) == home).filter_map(|id| game.place(id));
    let mut lines: Vec<u8> = of.map(|at| game.map.line_of(at)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn last_line(name: &str) -> u8 {
    map::find(name).expect("it ships").last_line()
}

#[test]
fn sg_4_3_relief_citadel_and_those_who_are_shut_in_begin_each_on_their_own_ground() {
    for name in MAPS {
        for shut in 1..last_line(name) {
            let game = begin(&assaulted(name, shut));
            assert_eq!(game.enclosed(), Some(Defender));
            assert_eq!(lines(&game, HexHome::Field), [0], "{name}, {shut}: the relief is outside");
            let (wards, keep) = (lines(&game, HexHome::Wards), lines(&game, HexHome::Keep));
            assert!(
                !wards.is_empty() && wards.iter().all(|line| (1..=shut).contains(line)),
                "{name}, {shut}: {wards:?}"
            );
            assert!(!keep.is_empty() && keep.iter().all(|line| *line > shut), "{name}, {shut}: {keep:?}");
            // Their engines are with them, and the relief's outside (SG-4.3).
            for machine in &game.machines {
                let line = game.map.line_of(machine.at);
                assert_eq!(line > 0, machine.side == Defender, "{name}, {shut}: {:?} on {line}", machine.kind);
                assert!(line <= shut);
            }
            // Those who hold what is outside and what is within are the others' masters of their gates.
            for (n, gate) in (0u8..).zip(&game.map.gates) {
                let line = |at: HexId| game.map.line_of(at);
                let inner = gate.sides.iter().map(|&(inner, _)| line(inner)).collect::<Vec<_>>();
                let mut outer = gate.sides.iter().filter_map(|&(inner, over)| game.map.beside(inner, over)).map(line);
                let whose = if inner[0] <= shut { Defender } else { Attacker };
                assert_eq!(game.owner_of_gate(n), whose, "{name}: {}", gate.name);
                // Between their lines they stand open; outwards, and into the citadel, as they were.
                match inner.iter().all(|line| (2..=shut).contains(line)) {
                    true => assert!(gate.open || outer.all(|line| line == 0), "{name}, {shut}: {}", gate.name),
                    false => assert_eq!(gate.open, plan(name).map.gates[usize::from(n)].open, "{name}: {}", gate.name),
                }
            }
        }
    }
}

#[test]
fn sg_4_3_who_is_shut_in_assaults_the_citadel_and_sallies_out_of_what_he_holds() {
    for name in MAPS {
        for shut in 1..last_line(name) {
            let citadel = begin(&assaulting(name, shut, false));
            let wards = lines(&citadel, HexHome::Wards);
            assert!(wards.iter().all(|line| (1..=shut).contains(line)), "{name}, {shut}: nobody is outside: {wards:?}");
            assert!(lines(&citadel, HexHome::Keep).iter().all(|line| *line > shut));
            assert!(lines(&citadel, HexHome::Field).is_empty());
            let sally = begin(&assaulting(name, shut, true));
            assert!(lines(&sally, HexHome::Wards).iter().all(|line| (1..=shut).contains(line)), "{name}, {shut}");
            assert_eq!(lines(&sally, HexHome::Field), [0], "{name}, {shut}: the relief is outside");
            assert!(lines(&sally, HexHome::Keep).is_empty(), "the citadel's men have no part in it");
        }
    }
}

#[test]
fn sg_4_3_everybody_takes_his_place_on_his_own_ground_alone() {
    let mut game = begin(&Plan { places: true, ..assaulted("fortified town", 1) });
    let of = |game: &Assault, home: HexHome| game.ids().find(|&id| game.home_of(id) == home).expect("one");
    let free = |game: &Assault, line: u8| {
        let places = game.may_stand(Attacker).into_iter().chain(game.may_stand(Defender));
        let mut free = places.filter(|&at| game.map.line_of(at) == line && !game.taken(at));
        free.next().unwrap_or_else(|| panic!("room on line {line}"))
    };
    let [outside, ward, citadel] = [0, 1, 2].map(|line| free(&game, line));
    let shut = of(&game, HexHome::Wards);
    for (to, goes) in [(outside, false), (ward, true), (citadel, false)] {
        let placed = game.check(Defender, &Decision::Place { man: shut, to });
        assert_eq!(placed, if goes { Ok(()) } else { Err(Illegal::NotTheirGround) });
    }
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    let [relief, within] = [HexHome::Field, HexHome::Keep].map(|home| of(&game, home));
    for (man, to, goes) in
        [(relief, outside, true), (relief, citadel, false), (within, citadel, true), (within, outside, false)]
    {
        let placed = game.check(Attacker, &Decision::Place { man, to });
        assert_eq!(placed, if goes { Ok(()) } else { Err(Illegal::NotTheirGround) }, "{:?}", game.home_of(man));
    }
    // Nor do they change places with each other.
    let at = game.man(within).hex().expect("on foot");
    assert_eq!(game.check(Attacker, &Decision::Place { man: relief, to: at }), Err(Illegal::NotTheirGround));
}

#[test]
fn sg_4_3_who_is_shut_in_flees_within_what_he_holds_and_the_others_home() {
    let mut game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted("fortified town", 2) });
    let inmost = |game: &Assault| {
        let of = game.ids().filter(|&id| game.home_of(id) == HexHome::Wards).filter_map(|id| game.place(id));
        of.filter(|&at| game.map.line_of(at) == 2).count()
    };
    let before = inmost(&game);
    while let Some(side) = game.pending().first() {
        game.troops.iter_mut().for_each(|troop| troop.mood = Heart::Recreant);
        play(&mut game, side, Decision::Done, &[]).expect("done");
    }
    let fled = |home: HexHome| {
        game.ids().filter(|&id| game.home_of(id) == home && game.man(id).fortune == Fortune::Fled).count()
    };
    assert_eq!((fled(HexHome::Wards), fled(HexHome::Keep)), (0, 0), "nobody leaves the place");
    assert!(fled(HexHome::Field) > 0, "the relief goes off the map");
    assert!(inmost(&game) >= before, "nobody leaves the innermost line they hold");
    assert!(lines(&game, HexHome::Wards).iter().all(|line| (1..=2).contains(line)));
    assert!(lines(&game, HexHome::Keep).iter().all(|line| *line > 2));
}

/// Nobody of the enemy near: one of the relief, outside, and one of the citadel, in the keep, each as far from all others as can be.
fn alone(name: &str, shut_in: u8) -> Assault {
    alone_on(map::find(name).expect("it ships"), shut_in)
}

fn alone_on(map: std::sync::Arc<map::HexMap>, shut_in: u8) -> Assault {
    let mut plan = Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted(MAPS[0], shut_in) };
    plan.map = map;
    let units = plan.hosts.attacker.forces.iter_mut().flat_map(|force| &mut force.units);
    units.for_each(|unit| {
        unit.men.truncate(1);
        unit.commander = None;
    });
    let mut game = begin(&plan);
    away(&mut game);
    game
}

/// Each of the relief and the citadel as far from those who are shut in as his own ground lets him be.
fn away(game: &mut Assault) {
    for id in game.of(Attacker).collect::<Vec<_>>() {
        let line = if game.home_of(id) == HexHome::Field { 0 } else { game.map.last_line() };
        let free = |&at: &HexId| game.map.line_of(at) == line && game.map.holds(at).is_ok() && !game.taken(at);
        let shut: Vec<HexId> = game.of(Defender).filter_map(|id| game.place(id)).collect();
        let near = |at: HexId| shut.iter().map(|&other| game.map.distance(at, other)).min();
        let away = game.map.ids().filter(free).max_by_key(|&at| (near(at), at)).expect("room");
        game.deploy_at(id, away).expect("free");
    }
}

/// All of a side in flight for so many turns, in which nobody else does anything.
fn in_flight(game: &mut Assault, of: Side, turns: u32) {
    for _ in 0..turns {
        for side in [Attacker, Defender] {
            game.troops.iter_mut().filter(|troop| troop.side == of).for_each(|troop| troop.mood = Heart::Recreant);
            play(game, side, Decision::Done, &[]).expect("done");
        }
        (game.idle, game.quiet) = (0, None);
    }
}

#[test]
fn sg_4_3_who_is_shut_in_and_flees_goes_inward_over_what_he_holds() {
    let mut looked_at = 0;
    for name in MAPS {
        for shut in 2..last_line(name) {
            for from in 1..shut {
                let mut game = alone(name, shut);
                put(&mut game, HexHome::Wards, from);
                away(&mut game);
                in_flight(&mut game, Defender, 60);
                let lines = lines(&game, HexHome::Wards);
                assert!(lines.iter().all(|line| (from..=shut).contains(line)), "{name}, {shut} lines, from {from}");
                assert!(lines.contains(&shut), "{name}, {shut} lines, from {from}: nobody on the innermost");
                assert_eq!(game.of(Defender).count(), shut_men(), "nobody is lost");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 4, "{looked_at}");
}

fn shut_men() -> usize {
    shut().men().count()
}

/// Everybody of a home put onto hexes of a line, the others of the side away.
fn put(game: &mut Assault, home: HexHome, line: u8) {
    for id in game.ids().filter(|&id| game.home_of(id) == home).collect::<Vec<_>>() {
        let free = |&at: &HexId| game.map.line_of(at) == line && game.map.holds(at).is_ok() && !game.taken(at);
        let at = game.map.ids().find(free).expect("room");
        game.deploy_at(id, at).expect("free");
    }
}

#[test]
fn sg_4_3_lines_of_those_who_are_shut_in_are_lost_from_outside_and_from_within() {
    let few = |name: &str, shut_in: u8| {
        let mut plan = assaulted(name, shut_in);
        for host in [&mut plan.hosts.attacker, &mut plan.hosts.defender] {
            host.forces.iter_mut().flat_map(|force| &mut force.units).for_each(|unit| {
                unit.men.truncate(2);
                unit.commander = None;
            });
        }
        begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..plan })
    };
    let lost = |relief: u8, shut: u8, citadel: u8| {
        let mut game = few("the Templars' castle", 3);
        put(&mut game, HexHome::Field, relief);
        put(&mut game, HexHome::Keep, citadel);
        put(&mut game, HexHome::Wards, shut);
        (game.lines_taken(), game.winner())
    };
    assert_eq!(lost(0, 1, 4), (0, Some(Defender)), "all stand where they began");
    assert_eq!(lost(0, 2, 4), (0, Some(Defender)), "nobody has come onto what nobody stands on");
    assert_eq!(lost(1, 2, 4), (1, Some(Attacker)), "the relief has the outermost");
    assert_eq!(lost(1, 1, 4), (0, Some(Defender)), "it is held still");
    assert_eq!(lost(0, 1, 3), (1, Some(Attacker)), "the citadel has the innermost again");
    assert_eq!(lost(0, 1, 2), (2, Some(Attacker)), "and the next");
    assert_eq!(lost(1, 2, 3), (2, Some(Attacker)), "from both sides");
    let mut none = few("the Templars' castle", 3);
    for id in none.of(Defender).collect::<Vec<_>>() {
        none.men[usize::from(id.0)].fortune = Fortune::Dead;
    }
    assert_eq!((none.lines_taken(), none.winner()), (3, Some(Attacker)));
    assert!(none.cut_off().is_empty());
}

#[test]
fn sg_4_3_the_siege_is_told_how_many_lines_are_left_and_whose_horses_are_lost() {
    let mut hosts = BySide { attacker: relief_and_citadel(), defender: shut() };
    for host in [&mut hosts.attacker, &mut hosts.defender] {
        let men = host.forces.iter_mut().flat_map(|force| &mut force.units).flat_map(|unit| &mut unit.men);
        men.for_each(|man| man.profile.horse = Horse::Unbarded);
    }
    let storm = StormedPlace { map: "fortified town".to_owned(), shut_in: 2, ..StormedPlace::default() };
    let cast = |form: HexForm, engines_within: u8| {
        let storm = StormedPlace { form, engines_within, ..storm.clone() };
        AssaultBattle::cast(&stormed(storm, hosts.clone()), &House::new()).expect("cast")
    };
    let battle = cast(HexForm::Third, 1);
    let mut game = battle.begin(&mut NullSink);
    assert!(
        battle.about().contains("hold 2 of its lines, and the citadel has the rest (SG-4.3)"),
        "{}",
        battle.about()
    );
    let engine = game.machines.iter().find(|machine| machine.side == Defender).expect("their engine is with them");
    assert!((1..=2).contains(&game.map.line_of(engine.at)));
    let report = |game: &Assault| -> Report { battle.report(game, &mut Seeded::new(1)) };
    assert_eq!((report(&game).lines, report(&game).holds), (Some(2), Some(Defender)));
    assert!(report(&game).men.iter().all(|man| !man.horse_lost));
    // The citadel's men come down onto the second line, from which all have gone.
    put(&mut game, HexHome::Wards, 1);
    put(&mut game, HexHome::Keep, 2);
    let told = report(&game);
    assert_eq!((told.lines, told.holds, told.winner), (Some(1), Some(Attacker), Some(Attacker)));
    assert_eq!(told.from_within, 1, "from within");
    assert!(told.men.iter().all(|man| man.side == Defender || !man.horse_lost), "a relief leaves its horses behind");
    // A battle of the second form goes on as it began: all of the place was theirs.
    let before = cast(HexForm::Second, 0).begin(&mut NullSink);
    assert_eq!((before.shut_in, before.enclosed()), (0, None));
    assert!(before.of(Defender).filter_map(|id| before.place(id)).all(|at| before.map.line_of(at) > 0));
}

#[test]
fn sg_4_3_whose_gates_burn_and_who_has_fire_and_missiles_at_hand() {
    let mut game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted("the Templars' castle", 1) });
    let one = |game: &Assault, home: HexHome| game.ids().find(|&id| game.home_of(id) == home).expect("one");
    let [relief, shut, citadel] = [HexHome::Field, HexHome::Wards, HexHome::Keep].map(|home| one(&game, home));
    assert_eq!([relief, shut, citadel].map(|id| game.fire_at_hand(id)), [false, true, true]);
    assert_eq!([relief, shut, citadel].map(|id| game.holds_keep(id)), [false, false, true]);
    // Before a shut gate of the citadel stands one who is shut in, behind it one of its men.
    let line = |game: &Assault, at: HexId| game.map.line_of(at);
    let (gate, inner, outer) = (0u8..)
        .zip(&game.map.gates)
        .filter(|(_, gate)| !gate.passable() && gate.kind != GateKind::Portcullis)
        .flat_map(|(n, gate)| gate.sides.iter().map(move |&(inner, over)| (n, inner, over)))
        .filter_map(|(n, inner, over)| Some((n, inner, game.map.beside(inner, over)?)))
        .find(|&(_, inner, outer)| {
            let stands = |at: HexId| game.map.holds(at).is_ok();
            line(&game, inner) == 2 && line(&game, outer) == 1 && stands(inner) && stands(outer)
        })
        .expect("the citadel has a gate");
    for at in [inner, outer] {
        if let Some(id) = game.who(at) {
            let free = game.map.ids().find(|&to| line(&game, to) == 0 && !game.taken(to)).expect("room");
            game.deploy_at(id, free).expect("free");
        }
    }
    game.deploy_at(shut, outer).expect("free");
    game.deploy_at(citadel, inner).expect("free");
    let burn = |man| Decision::BurnGate { man, gate };
    assert_eq!(game.check(Attacker, &burn(citadel)), Err(Illegal::NoTarget), "his own");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &burn(shut)), Ok(()), "it is the enemy's");
    let told = play(&mut game, Defender, burn(shut), &[1]).expect("it takes");
    assert!(told.iter().any(|event| matches!(event, Event::Caught { fuel: HexFuel::Gate(_) })), "{told:?}");
    // It is fought by those whose it is.
    assert!(game.fires_to_fight(Attacker).any(|fuel| fuel == HexFuel::Gate(gate)));
    assert!(game.fires_to_fight(Defender).next().is_none());
}

#[test]
fn sg_4_3_the_citadel_burns_the_engines_of_those_who_are_shut_in() {
    let mut game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 0, ..assaulted("border castle", 1) });
    let citadel = game.ids().find(|&id| game.man(id).citadel).expect("one");
    let open = |game: &Assault, at: HexId| {
        game.map.cell(at).terrain == Terrain::Flat && game.map.line_of(at) == 1 && !game.taken(at)
    };
    let at = game.map.ids().find(|&at| open(&game, at) && game.map.around(at).any(|(_, to)| open(&game, to)));
    let at = at.expect("in the court");
    let beside = game.map.around(at).map(|(_, to)| to).find(|&to| open(&game, to)).expect("beside it");
    game.bring(HexMachine::new(MachineKind::Catapult, Defender, at, HexSide::East)).expect("room");
    // Nobody is near.
    for id in game.of(Defender).collect::<Vec<_>>() {
        let far = |&to: &HexId| game.map.distance(to, at) > 12 && game.map.holds(to).is_ok() && !game.taken(to);
        let to = game.map.ids().find(far).expect("room");
        game.deploy_at(id, to).expect("free");
    }
    game.deploy_at(citadel, beside).expect("free");
    let decided = all_of_a_half(&mut game, Attacker);
    assert!(decided.contains(&Decision::Burn { man: citadel, machine: 0 }), "{decided:?}");
}

/// Captains lead both sides of an assault to its end; who of each home came to blows.
fn led(plan: &Plan, seed: u64, turns: u32) -> (Assault, [usize; 3]) {
    let mut game = Assault::begin(plan, &short(turns), &man_to_man::Tables::book(), &mut Vec::new()).expect("no fault");
    let (mut dice, captain) = (Seeded::new(seed), captain());
    let mut made = 0;
    while let Some(side) = game.pending().first() {
        let decision = captain.decide(&game.view(side));
        game.play(side, decision, &mut dice, &mut NullSink).unwrap_or_else(|why| panic!("{decision:?}: {why}"));
        made += 1;
        assert!(made < 50_000, "an assault without an end");
    }
    let fought = [HexHome::Field, HexHome::Wards, HexHome::Keep]
        .map(|home| game.ids().filter(|&id| game.home_of(id) == home && game.man(id).fought).count());
    (game, fought)
}

#[test]
fn sg_4_3_captains_bring_relief_and_citadel_upon_those_who_are_shut_in() {
    let mut fought = [0; 3];
    for seed in 0..2 {
        let plan = assaulted("border castle", 1);
        let (game, came) = led(&plan, seed, 40);
        assert!(matches!(game.stage, AssaultStage::Over(_)));
        for home in 0..3 {
            fought[home] += came[home];
        }
    }
    assert!(fought[1] > 0 && fought[2] > 0, "the citadel comes out at them: {fought:?}");
}

#[test]
fn sg_4_3_captains_assault_the_citadel_and_sally_outwards() {
    let rammed = Plan { rams: 1, ..assaulting("border castle", 1, false) };
    let blows = (0..3).map(|seed| led(&rammed, seed, 40).1).any(|[_, shut, citadel]| shut > 0 && citadel > 0);
    assert!(blows, "they came to blows at the citadel");
    let sally = assaulting("border castle", 1, true);
    let (game, [relief, shut, _]) = led(&sally, 1, 40);
    let out = game.ids().filter(|&id| game.home_of(id) == HexHome::Wards);
    assert!(relief > 0 && shut > 0, "{relief} and {shut} came to blows outside");
    assert!(out.into_iter().all(|id| game.man(id).fortune != Fortune::Fled), "nobody leaves the map");
}

#[test]
fn sg_4_3_those_who_hold_the_wards_are_not_lost_because_the_citadel_is_behind_them() {
    let mut game = begin(&Plan { engines: Vec::new(), rams: 0, ladders: 6, ..assaulted("fortified town", 1) });
    let walls = |game: &Assault| {
        let stands = |&id: &TrooperId| {
            game.home_of(id) == HexHome::Wards
                && game.man(id).hex().is_some_and(|at| game.map.cell(at).touches_battlements())
        };
        game.ids().filter(stands).count()
    };
    let before = walls(&game);
    assert!(before > 0);
    for side in [Attacker, Defender, Attacker, Defender] {
        // With dice that always hit, the attackers may have broken off.
        if game.pending().first() == Some(side) {
            all_of_a_half(&mut game, side);
            let _ = play(&mut game, side, Decision::Done, &[]);
        }
    }
    assert!(game.turn > 1);
    assert!(2 * walls(&game) > before, "they stay at their walls: {} of {before}", walls(&game));
}

/// What waits over the walls once a part has been ordered so.
fn waits(it: &mut Border, siege: banneret::campaign::ids::SiegeId, part: SiegePart, order: Order) -> Contact {
    it.conduct(siege, part, &[order]);
    for _ in 0..20 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind != ContactKind::Field) {
            return met;
        }
    }
    panic!("nothing waits: {}", it.story(siege));
}

#[test]
fn sg_4_3_a_siege_brings_relief_and_garrison_onto_their_own_ground() {
    let (mut it, siege, help) = shut_in(900, 200, 49, 300);
    let train = SiegeTrain { park: Park { mangonels: 1, ..Park::default() }, ..it.store.train(it.host).expect("it") };
    let host = it.host;
    siege::set_train(&mut it.store, host, &train, "for the story").expect("loaded");
    let met = waits(&mut it, siege, SiegePart::Relief, Order::Assault);
    let beside = allies::joining(&it.store, (help, it.host), &[], "Watch", 0).expect("it may join");
    let asked = Asked { joined: vec![beside], rules: Ruleset::Assault, ..Asked::of((met.attacker, met.defender), 5) };
    let muster = muster::muster_asked(&it.store, &asked).expect("mustered");
    let storm = muster.plan.storm.clone().expect("a place");
    assert_eq!((storm.held, storm.sally, storm.shut_in, storm.engines_within), (0, false, 1, 1));
    let of: Vec<bool> = muster.plan.hosts.attacker.forces.iter().map(|force| force.citadel).collect();
    assert!(of.contains(&true) && of.contains(&false), "{of:?}");
    assert!(muster.plan.hosts.defender.forces.iter().all(|force| !force.citadel));
    let game = AssaultBattle::cast(&muster.plan, &House::new()).expect("cast").start().clone();
    let of = |home: HexHome| game.ids().filter(|&id| game.home_of(id) == home).count();
    let within: usize =
        muster.plan.hosts.attacker.forces.iter().filter(|force| force.citadel).map(|force| force.men().count()).sum();
    assert!(within > 0);
    assert_eq!(of(HexHome::Keep), within);
    assert!(of(HexHome::Field) > 0 && of(HexHome::Wards) > 0);
}

#[test]
fn sg_4_3_a_siege_has_those_who_are_shut_in_assault_the_citadel_out_of_what_they_hold() {
    let (mut it, siege, _) = shut_in(900, 300, 20, 120);
    let met = waits(&mut it, siege, SiegePart::Besiegers, Order::Assault);
    let asked = Asked { rules: Ruleset::Assault, ..Asked::of((met.attacker, met.defender), 5) };
    let muster = muster::muster_asked(&it.store, &asked).expect("mustered");
    let storm = muster.plan.storm.clone().expect("a place");
    assert_eq!((storm.held, storm.sally, storm.shut_in), (1, false, 1));
    let game = AssaultBattle::cast(&muster.plan, &House::new()).expect("cast").start().clone();
    assert!(game.ids().all(|id| game.home_of(id) != HexHome::Field));
    let post = |id: TrooperId| game.man(id).post != Post::Off || game.man(id).fortune == Fortune::Waiting;
    assert!(game.ids().all(post));
}
