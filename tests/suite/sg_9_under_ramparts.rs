//! Under the ramparts (SG-9.1, SG-9.2), and the deeds of an assault that are remembered (MM-8.6 to MM-8.8).

use crate::assaults::{begin, few, hex, host, plan, play, stormed, unit};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::standards::StandardLies;
use banneret::rules::assault::state::Burden;
use banneret::rules::assault::{
    Assault, AssaultBattle, Decision, Event, HexMachine, HexSide, Illegal, MachineKind, TrooperId,
};
use banneret::rules::battle::{Deed, Fate, Plan, Standard, StormedPlace};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Horse};
use banneret::rules::game::NullSink;
use banneret::rules::settles::{self, House, Settles};

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

#[test]
fn sg_9_1_horses_stand_at_the_foot_of_a_rampart_out_of_all_fire() {
    let mut plan = plan("fortified town");
    let mounted = &mut plan.hosts.defender.forces[0].units[0].men;
    mounted.iter_mut().take(5).for_each(|fighter| fighter.profile.horse = Horse::Unbarded);
    plan.hosts.attacker.forces[0].units[0].men[0].profile.horse = Horse::Unbarded;
    let game = begin(&plan);
    // The besiegers hold nothing to stable theirs under.
    let [stable] = game.stables[..] else { panic!("{:?}", game.stables) };
    assert_eq!((stable.side, stable.horses), (Defender, 5), "stacked in one hex");
    let (cell, line) = (game.map.cell(stable.at), game.map.line_of(stable.at));
    assert_eq!(cell.terrain, Terrain::Flat);
    let rampart = |to| game.map.cell(to).terrain == Terrain::Rampart && game.map.cell(to).level > cell.level;
    assert!(game.map.around(stable.at).any(|(_, to)| rampart(to)) && line > 0, "at the foot of a rampart within");
    // Out of all fire: neither a man nor an engine has anything to hit there.
    let engine = HexMachine::new(MachineKind::Catapult, Attacker, hex(&game, "0202"), HexSide::East);
    assert_eq!(game.struck_in(&engine, stable.at), None);
}

/// Besiegers and a garrison with a horse each, before and in the border castle.
fn riders() -> Plan {
    let mut attacker = host(vec![unit("foot", 0, 23, 3, "axe;shield")]);
    let mut defender = host(vec![unit("guard", 100, 2, 3, "sword;shield")]);
    for host in [&mut attacker, &mut defender] {
        host.forces[0].units[0].men.iter_mut().for_each(|fighter| fighter.profile.horse = Horse::Unbarded);
    }
    let storm = StormedPlace { map: "border castle".to_owned(), ..StormedPlace::default() };
    stormed(storm, BySide { attacker, defender })
}

#[test]
fn sg_9_1_horses_stabled_in_what_is_taken_are_lost() {
    let battle = AssaultBattle::cast(&riders(), &House::new()).expect("no fault");
    let mut game = battle.begin(&mut NullSink);
    let lost = |game: &Assault| {
        let report = battle.report(game, &mut banneret::rules::dice::Seeded::new(1));
        report.men.iter().filter(|man| man.horse_lost).map(|man| man.side).collect::<Vec<_>>()
    };
    assert!(lost(&game).is_empty(), "nobody has come in");
    // The garrison falls back to the keep, a besieger on the rampart: the court with its stable is taken.
    let rooms: Vec<_> = game.map.ids().filter(|&at| game.map.in_keep(at) && game.map.holds(at).is_ok()).collect();
    for (id, room) in game.of(Defender).collect::<Vec<_>>().into_iter().zip(rooms) {
        game.deploy_at(id, room).expect("room in the keep");
    }
    let wall = hex(&game, "1114");
    game.deploy_at(A, wall).expect("free");
    assert_eq!(lost(&game), [Defender; 3]);
}

#[test]
fn sg_9_2_besiegers_come_out_from_under_the_ramparts_they_hold() {
    let mut plan = plan("fortified town");
    (plan.held, plan.towers, plan.rams, plan.engines) = (1, 0, 0, Vec::new());
    let mut told = Vec::new();
    let combat = banneret::rules::man_to_man::Tables::book();
    let tables = banneret::rules::assault::Tables::book();
    let game = Assault::begin(&plan, &tables, &combat, &mut told).expect("no fault");
    let out = told.iter().filter_map(|event| match *event {
        Event::CameOut { man, from, to } => Some((man, from, to)),
        _ => None,
    });
    let out: Vec<_> = out.collect();
    for &(man, from, to) in &out {
        let (wall, foot) = (game.map.cell(from), game.map.cell(to));
        assert_eq!((wall.terrain, game.man(man).side), (Terrain::Rampart, Attacker));
        assert!(foot.level < wall.level && game.map.line_of(to) <= 1, "at its foot, in what they hold");
        assert_eq!(game.man(man).hex(), Some(to));
    }
    // The hexes are ramparts again: whoever stands on one beside open ground found no room below.
    for id in game.of(Attacker) {
        let Some(at) = game.man(id).hex().filter(|&at| game.map.cell(at).terrain == Terrain::Rampart) else { continue };
        let free = game.map.around(at).any(|(_, to)| {
            let lower = game.map.cell(to).level < game.map.cell(at).level && game.map.line_of(to) == 1;
            lower && game.map.holds(to).is_ok() && !game.taken(to)
        });
        assert!(!free, "{} stands on the walk", game.map.cell(at).name());
    }
}

fn castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

#[test]
fn mm_8_8_a_standard_is_taken_from_a_bearer_who_is_killed_or_falls() {
    let bear = |game: &mut Assault| {
        game.men[usize::from(D.0)].standard = Some(Standard::Army);
        game.standards.push(banneret::rules::assault::standards::HexStandard {
            side: Defender,
            standard: Standard::Army,
            over: ("battle".to_owned(), "force".to_owned()),
            troops: (1, 2),
            lies: StandardLies::Borne(D),
            seen_lost: Vec::new(),
        });
        game.men[usize::from(D.0)].wounded = true;
    };
    // A strikes him down at the start of the turn, 6 against 1; then 3 on a die takes the standard, 4 does not.
    for (face, taken) in [(3, true), (4, false)] {
        let mut game = few(&castle(), ["0505", "0202"], ["0605", "1915"]);
        game.men[0].burden = Burden::Nothing;
        bear(&mut game);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        // The unwounded strikes first (MM-5.2): he is killed before he strikes.
        let told = play(&mut game, Defender, Decision::Done, &[6, 1, 1, face, 6, 6, 6, 6, 6, 6]).expect("done");
        let took = told.iter().any(|event| matches!(event, Event::StandardTaken { by: A, .. }));
        let fell = told.iter().any(|event| matches!(event, Event::StandardFell { .. }));
        assert_eq!((took, fell), (taken, !taken), "{told:?}");
        assert!(game.deeds.contains(&(A, Deed::Killed(game.man(D).man))));
        if taken {
            assert_eq!(game.standards_taken().collect::<Vec<_>>(), [(A, Standard::Army)]);
            continue;
        }
        // It lies there for half a move of whoever stands beside it.
        let take = Decision::TakeUp { man: A, standard: 0 };
        play(&mut game, Attacker, take, &[]).expect("half a move");
        assert_eq!((game.man(A).standard, game.man(A).points), (Some(Standard::Army), 4));
        assert_eq!(play(&mut game, Attacker, take, &[]), Err(Illegal::NoStandard));
    }
}

#[test]
fn cp_3_4_the_deeds_of_an_assault_are_in_its_report() {
    // The shipped assault of the border castle, over some seeds: who fought, killed, took, was first on the wall.
    let drawn = banneret::rules::assault::scenario::find("border-castle").expect("it ships");
    let (mut killed, mut first, mut captors) = (0, 0, 0);
    for seed in 0..3 {
        let battle = drawn.cast(None, seed, &House::new()).expect("no fault");
        let settled = settles::settle(&battle).expect("it is settled");
        let men = &settled.report.men;
        let of = |deed: fn(&Deed) -> bool| men.iter().filter(|man| man.deeds.iter().any(deed)).count();
        killed += of(|deed| matches!(deed, Deed::Killed(_)));
        first += of(|deed| *deed == Deed::FirstOnWall);
        captors += men.iter().filter(|man| matches!(man.fate, Fate::Captive { by: Some(_) })).count();
        for man in men {
            for deed in &man.deeds {
                if let Deed::Killed(other) = deed {
                    let victim = men.iter().find(|one| one.man == *other).expect("a man of the plan");
                    assert_ne!(victim.side, man.side);
                    assert_eq!(victim.fate, Fate::Dead);
                }
                if *deed == Deed::FirstOnWall {
                    assert_eq!(man.side, Attacker);
                }
            }
        }
    }
    assert!(killed > 0 && first > 0, "killed {killed}, first on a wall {first}, takers {captors}");
}

#[test]
fn mm_9_11_who_bears_a_standard_fights_with_one_hand() {
    let mut game = few(&castle(), ["0505", "0202"], ["0605", "1915"]);
    game.men[0].burden = Burden::Nothing;
    let both = game.wields(A);
    assert_eq!(both, game.man(A).profile.weapons.hand);
    game.men[0].standard = Some(Standard::Force);
    assert_eq!(game.wields(A), game.man(A).profile.weapons.one_handed);
}
