//! Assaults of a siege fought on the ground of the walls they are made on (SG-7.8, SG-8), and what comes of them.

use crate::sg_campaign::Border;
use crate::support::{content, same, sound};
use banneret::app::muster::{self, Muster};
use banneret::app::{battle, numbers, plan};
use banneret::campaign::ids::SiegeId;
use banneret::campaign::people::PersonState;
use banneret::campaign::places::StrongholdKind;
use banneret::campaign::siege::SiegePart;
use banneret::campaign::war::{Contact, ContactKind};
use banneret::rules::battle::FateKind;
use banneret::rules::figure::{BySide, Side};
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::man_to_man::Tables;
use banneret::rules::man_to_man::ground::{
    AssaultedWall, BarrierKind, Breach, Land, Mover, PieceId, Surface, before_walls, read,
};
use banneret::rules::siege::{At, Order, Park, Stretch};
use serde_json::json;
use std::sync::Arc;

const MAN: Mover = Mover {
    pace: 6 * INCH,
    rough: 3 * INCH,
    climb: 0,
    climbed: None,
    whole: 6 * INCH,
    swim: 0,
    crosses: true,
    mounted: false,
};

fn at(x: i32, y: i32) -> Point {
    Point::new(x * INCH, y * INCH)
}

fn land_of(text: &str) -> Land {
    let ground = read(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    Land::new(Arc::new(ground), Tables::book())
}

fn piece_of(land: &Land, name: &str) -> PieceId {
    let barrier = land.ground.barriers.iter().find(|barrier| barrier.name == name).expect("a barrier of that name");
    PieceId(barrier.pieces.0)
}

/// Every wall there can be.
fn walls() -> Vec<AssaultedWall> {
    let mut all = Vec::new();
    for (line, keep) in [(0, false), (1, false), (1, true), (3, true)] {
        for (hits, breach) in [
            (0, Breach::None),
            (2, Breach::None),
            (5, Breach::None),
            (7, Breach::None),
            (0, Breach::Outer),
            (0, Breach::Through),
        ] {
            for (moat, from_within) in [(false, false), (line == 0, false), (false, true)] {
                let name = "Castell “Brân” \\ \"the Raven\"".to_owned();
                all.push(AssaultedWall { name, line, keep, hits, breach, moat, from_within });
            }
        }
    }
    all
}

#[test]
fn the_ground_before_every_wall_reads_without_a_fault() {
    for wall in walls() {
        let land = land_of(&before_walls(&wall));
        assert_eq!(land.ground.name, wall.called());
        // MM-4.10: ten hits open a castle's wall; SG-7.8: those of the siege count.
        let stretch = piece_of(&land, "the stretch assaulted");
        assert_eq!(land.hits_to_open(stretch), 10 - wall.hits, "{wall:?}");
        assert_eq!(land.hits_to_open(piece_of(&land, "the west curtain")), 10);
        // A breach is a way through, and there is no other but over the wall.
        let (near, far) = if wall.from_within { (50, 68) } else { (50, 70) };
        let through = |x: i32| land.walk(at(x, near), at(x, far), 200 * INCH, &MAN).arrived;
        assert_eq!(through(60), wall.breach != Breach::None, "{wall:?}");
        assert!(!through(78) && !through(10), "{wall:?}");
        let moat = land.area(at(20, 49)).is_some_and(|area| area.surface == Surface::DryMoat);
        assert_eq!(moat, wall.moat, "{wall:?}");
        // SG-5.5: the keep's door opens as a gate does; every other wall that stands has a gate for who comes from outside.
        let gate = land.ground.barriers.iter().find(|barrier| barrier.kind == BarrierKind::Gate);
        let stands = wall.breach == Breach::None && !wall.from_within;
        assert_eq!(gate.is_some(), wall.keep || stands, "{wall:?}");
        let named = gate.map(|gate| gate.name.as_str());
        let called = if wall.keep { "the barred door" } else { "the barred gate" };
        assert!(named.is_none_or(|name| name == called), "{named:?}");
        // The stairs lead up to the walk from the defenders' side, and up from the court for who comes from within.
        let court = if wall.from_within { 55 } else { 64 };
        let walk = if wall.from_within { 60 } else { 59 };
        assert!(land.walk(at(44, court), at(44, walk), 40 * INCH, &MAN).arrived, "{wall:?}");
        assert!(!land.walk(at(76, court), at(76, walk), 40 * INCH, &MAN).arrived, "{wall:?}");
    }
    let long = AssaultedWall { name: "é".repeat(400), ..walls().remove(0) };
    land_of(&before_walls(&long));
}

#[test]
fn hits_that_would_open_a_barrier_are_a_fault_of_its_ground() {
    let text = before_walls(&AssaultedWall { hits: 7, ..walls().remove(0) });
    for (kept, faulty) in [("hits = 7", "hits = 10"), ("hits = 7", "hits = -1")] {
        let faults = read(&text.replace(kept, faulty)).expect_err("a fault").to_string();
        assert!(faults.contains("hits"), "{faults}");
    }
    let fence =
        text.replace("[attacker]", "[[barrier]]\nkind = \"fence\"\nhits = 1\nline = [[1, 2], [4, 2]]\n\n[attacker]");
    assert!(read(&fence).expect_err("a fault").to_string().contains("engines do not open a fence"));
}

/// A siege whose besiegers have ladders, when their assault waits.
fn ready(host: u32, garrison: u32) -> (Border, SiegeId, Contact) {
    let (mut it, siege) = Border::besieged(StrongholdKind::BorderCastle, 500, host, garrison);
    it.provide(Park { ladders: true, ..Park::default() });
    it.conduct(siege, SiegePart::Besiegers, &[Order::Assault, Order::Rest]);
    it.conduct(siege, SiegePart::Garrison, &[Order::Rest]);
    for _ in 0..4 {
        it.turns(1);
        let waiting = it.store.waiting_contacts().expect("contacts");
        if let Some(met) = waiting.into_iter().find(|met| met.kind == ContactKind::Assault) {
            return (it, siege, met);
        }
    }
    panic!("no assault in four turns: {}", it.story(siege));
}

fn mustered(it: &Border, met: &Contact, seed: u64) -> Muster {
    muster::muster(&it.store, met.attacker, met.defender, seed).expect("they may fight")
}

#[test]
fn an_assault_is_fought_before_the_walls_it_is_made_on() {
    let (mut it, _, met) = ready(40, 20);
    let muster = mustered(&it, &met, 1);
    assert_eq!(muster.battle.name, "Assault on Stonekeep Castle");
    let walls = "the walls of Stonekeep Castle";
    assert_eq!((muster.battle.ground.as_str(), muster.plan.ground.as_str()), (walls, walls));
    assert_eq!(muster.battle.gear.attacker, "4 ladders", "what the besiegers have, their men bring, one to ten");
    let hurt = |it: &mut Border, outer: u8, inner: u8| {
        let castle = it.castle;
        let (at, stretch) = (At { line: 0, stretch: 2 }, Stretch { outer, inner });
        let act = it.store.act("hurt", &json!({}), |act| Ok((act.set_wall(castle, at, stretch)?, "Hurt.".to_owned())));
        act.expect("it is hurt");
    };
    // SG-7.8: 2½·n hits, rounded down; SG-1.4: the fourth damage demolishes.
    for (damage, hits) in [(0, Some(0)), (1, Some(2)), (2, Some(5)), (3, Some(7)), (4, None)] {
        hurt(&mut it, damage, 0);
        let muster = mustered(&it, &met, 1);
        let land = land_of(muster.plan.ground_file.as_deref().expect("a ground of its own"));
        assert_eq!(land.hits_to_open(piece_of(&land, "the stretch assaulted")), 10 - hits.unwrap_or(0));
        assert_eq!(land.ground.barriers.iter().any(|barrier| barrier.name == "the breach"), hits.is_none());
    }
    // A plan keeps to the walls, can be put elsewhere and back again.
    let planned = plan::plan(&mut it.store, met.attacker, met.defender, 5).expect("it is planned");
    let again = muster::planned(&it.store, planned).expect("as it was planned");
    assert_eq!(again.plan.ground_file, mustered(&it, &met, 5).plan.ground_file);
    assert_eq!(again.battle.gear.attacker, "4 ladders");
    for (ground, own) in [("ford", false), ("The Walls of Stonekeep Castle", true), ("open field", false)] {
        plan::set_ground(&mut it.store, planned, ground).expect("it is there to choose");
        let elsewhere = muster::planned(&it.store, planned).expect("as it was planned");
        assert!(elsewhere.battle.ground.eq_ignore_ascii_case(ground));
        assert_eq!(elsewhere.plan.ground_file.is_some(), own, "{ground}");
    }
    assert!(plan::set_ground(&mut it.store, planned, "the walls of Bluetown").is_err());
    sound(&it.store, "with a plan");
}

#[test]
fn what_comes_of_an_assault_moves_the_siege() {
    // SG-1.6, SG-8: who holds the walls at the end has the line, whoever has the better score.
    let mut taken = BySide { attacker: 0, defender: 0 };
    for (host, garrison, seed) in [(120, 4, 1), (120, 4, 2), (120, 4, 3), (120, 4, 4), (10, 60, 3)] {
        let (mut it, siege, met) = ready(host, garrison);
        let before = content(&it.store);
        let muster = mustered(&it, &met, seed);
        let house = numbers::of_battles(&it.store).expect("house numbers");
        let fought = battle::fight(&muster, &house).expect("it is fought");
        let winner = fought.report.holds;
        let fates = battle::counted(&fought.report);
        let proposal = battle::propose_settled(&it.store, muster, fought, false).expect("it has an aftermath");
        let taken_in = battle::take_in(&mut it.store, proposal).expect("it is taken in");
        let story = it.story(siege);
        let row = it.store.siege(siege).expect("the siege");
        assert_eq!(row.won, u8::from(winner == Some(Side::Attacker)), "{winner:?}: {story}");
        let rows = it.store.battle_men(taken_in.battle).expect("its men");
        for side in [Side::Attacker, Side::Defender] {
            let dead = rows.iter().filter(|man| man.side == side && man.fate == Some(FateKind::Dead));
            let dead: Vec<_> = dead.map(|man| it.store.person(man.person).expect("a man").state).collect();
            let told = fates[side].get(FateKind::Dead.word()).copied().unwrap_or(0);
            assert_eq!(dead, vec![PersonState::Dead; told as usize], "{side:?}");
        }
        // Nobody goes anywhere for it: the besiegers lie where they lay, and who is left of the garrison is within.
        let place = it.store.stronghold(it.castle).expect("the castle").place;
        assert_eq!(it.store.formation(it.host).expect("the host").place, Some(place));
        assert!(it.store.march(it.host).expect("its march").is_none());
        if row.ended.is_none() {
            assert_eq!(it.store.formation(it.garrison).expect("the garrison").stronghold, Some(it.castle));
        }
        assert!(it.store.waiting_contacts().expect("contacts").is_empty());
        if let Some(winner) = winner {
            taken[winner] += 1;
        }
        sound(&it.store, "after the assault");
        it.store.undo().expect("it is undone").expect("something was undone");
        same(&before, &content(&it.store), "the assault undone");
    }
    assert!(taken.attacker > 0 && taken.defender > 0, "both may win: {taken:?}");
}
