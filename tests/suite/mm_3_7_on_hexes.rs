//! What takes a man's turn or his hands, hex to hex (MM-3.7, MM-9.8, MM-9.11, SG-7.5, SG-9.2): who works shoots nothing, who carries
//! shoots javelins only, ladders are laid down, taken up and carried along a walk, engines are rolled, and low falls kill nobody.

use crate::assaults::{begin, few, hex, pass, place, plan, play};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, LadderLies};
use banneret::rules::assault::{
    Assault, Decision, Event, Fortune, HexMachine, HexSide, Illegal, MachineKind, Post, TrooperId,
};
use banneret::rules::battle::Standard;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::Weapon;
use banneret::rules::game::Game as _;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);
const CASTELLAN: TrooperId = TrooperId(3);

fn castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

/// Men so, the attackers with their hands free, the first of them with a longbow.
fn archer(attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    let mut game = few(&castle(), attackers, defenders);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    (game.men[0].profile.weapons.missile, game.men[0].ammunition) = (Some(Weapon::Longbow), 12);
    game
}

#[test]
fn mm_3_7_who_spends_his_turn_on_a_task_does_not_shoot_and_who_has_only_moved_does() {
    let aim = Decision::Aim { man: A, at: D };
    let mut game = archer(["0904", "0202"], ["0504", "1814"]);
    assert_eq!(game.check(Attacker, &aim), Ok(()));
    let to = hex(&game, "0804");
    let mut walked = game.clone();
    play(&mut walked, Attacker, Decision::Step { man: A, to }, &[]).expect("open ground");
    assert_eq!(walked.check(Attacker, &aim), Ok(()));
    // A ladder lies where he stands; who takes it up has nothing left of his turn, and no hand for a bow after.
    game.ladders[0].lies = LadderLies::Lying(hex(&game, "0904"));
    play(&mut game, Attacker, Decision::PickUp { man: A, ladder: 0 }, &[]).expect("it lies there");
    assert_eq!(game.check(Attacker, &aim), Err(Illegal::MayNotShoot));
    pass(&mut game);
    assert_eq!(game.check(Attacker, &aim), Err(Illegal::MayNotShoot), "he carries it (MM-9.11)");
    // Laid down it takes that turn, too; the turn after he shoots.
    let told = play(&mut game, Attacker, Decision::LayDown { man: A }, &[]).expect("he carries one");
    assert!(matches!(told[..], [Event::LaidDown { man: A, ladder: Some(0), .. }]), "{told:?}");
    assert_eq!(game.ladders[0].lies, LadderLies::Lying(hex(&game, "0904")));
    assert_eq!(game.check(Attacker, &aim), Err(Illegal::MayNotShoot));
    assert_eq!(play(&mut game, Attacker, Decision::LayDown { man: A }, &[]), Err(Illegal::NotFresh));
    pass(&mut game);
    assert_eq!(game.check(Attacker, &aim), Ok(()));
    assert_eq!(play(&mut game, Attacker, Decision::LayDown { man: A }, &[]), Err(Illegal::HandsEmpty));
}

#[test]
fn mm_9_11_with_a_standard_a_ladder_or_a_faggot_one_shoots_javelins_only() {
    for (weapon, shoots) in [(Weapon::Longbow, false), (Weapon::Crossbow, false), (Weapon::Javelin, true)] {
        let mut game = archer(["0704", "0202"], ["0504", "1814"]);
        (game.men[0].profile.weapons.missile, game.men[0].ammunition) = (Some(weapon), 3);
        assert_eq!(game.check(Attacker, &Decision::Aim { man: A, at: D }), Ok(()), "{weapon:?} with both hands");
        for burden in [Burden::Ladder(0), Burden::Faggot] {
            let mut game = game.clone();
            game.men[0].burden = burden;
            assert_eq!(game.check(Attacker, &Decision::Aim { man: A, at: D }).is_ok(), shoots, "{weapon:?} {burden:?}");
        }
        game.men[0].standard = Some(Standard::Army);
        assert_eq!(game.check(Attacker, &Decision::Aim { man: A, at: D }).is_ok(), shoots, "{weapon:?} and a standard");
    }
}

#[test]
fn sg_7_5_a_ladder_drawn_up_is_taken_up_carried_along_the_walk_and_slid_down_elsewhere() {
    let mut map = castle();
    let foot = map.named("1010").expect("the moat");
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, ["0202", "0302"], ["1114", "1113"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game.ladders[0].lies = LadderLies::Flat([hex(&game, "1114"), hex(&game, "1113")]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::PickUp { man: D, ladder: 0 }, &[]).expect("it lies on his hex");
    assert_eq!(game.men[2].burden, Burden::Ladder(0));
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    for (man, to) in [(CASTELLAN, "1110"), (D, "1111")] {
        let to = hex(&game, to);
        play(&mut game, Defender, Decision::Go { man, to }, &[]).expect("along the walk");
    }
    assert_eq!([place(&game, D), place(&game, CASTELLAN)], ["1111", "1110"]);
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let against = hex(&game, "1110");
    let slide = |men| Decision::Slide { men, ladder: 0, foot, against };
    assert_eq!(game.check(Defender, &slide([D, D])), Err(Illegal::TwoMen));
    play(&mut game, Defender, slide([D, CASTELLAN]), &[]).expect("two carriers on the walk");
    assert_eq!(game.men[2].burden, Burden::Nothing);
    assert!(matches!(game.ladders[0].lies, LadderLies::Upright { foot: at, .. } if at == foot));
    // Usable the same turn.
    play(&mut game, Defender, Decision::Climb { man: CASTELLAN, ladder: 0 }, &[]).expect_err("he has used his points");
}

#[test]
fn mm_9_8_ten_roll_an_engine_a_hex_and_it_does_not_shoot_that_turn() {
    let mut plan = plan("border castle");
    (plan.map, plan.towers, plan.rams, plan.engines) =
        (map::find("fortified town").expect("it ships"), 0, 0, Vec::new());
    (plan.ladders, plan.faggots) = (0, 0);
    let catapult = |men: u16| {
        let mut game = begin(&plan);
        let at = hex(&game, "1341");
        let machine = HexMachine::new(MachineKind::Catapult, Attacker, at, HexSide::NorthEast);
        game.bring(HexMachine { rounds: 10, ..machine }).expect("room");
        for man in 0..men {
            game.deploy_aboard(TrooperId(man), Post::Aboard(0)).expect("nobody has moved");
        }
        game.men[0].profile.grade = banneret::rules::figure::Grade::B;
        game
    };
    let roll = Decision::Roll { machine: 0, back: true };
    assert_eq!(catapult(9).check(Attacker, &roll), Err(Illegal::TooFewHands { needs: 10 }));
    let mut game = catapult(10);
    let wall = hex(&game, "1936");
    assert_eq!(game.check(Attacker, &Decision::Batter { machine: 0, at: wall }), Ok(()));
    play(&mut game, Attacker, roll, &[]).expect("ten roll it back");
    assert_ne!(game.map.cell(game.machine(0).at).name(), "1341");
    assert_eq!(game.check(Attacker, &Decision::Batter { machine: 0, at: wall }), Err(Illegal::NotLoaded));
}

#[test]
fn mm_6_4_a_fall_of_a_level_kills_nobody_though_the_ground_at_its_foot_is_full() {
    let mut map = castle();
    let (foot, head) = (map.named("1014").expect("the moat"), map.named("1114").expect("the walk"));
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut plan = plan("border castle");
    (plan.map, plan.towers, plan.rams, plan.engines) = (std::sync::Arc::new(map), 0, 0, Vec::new());
    plan.faggots = 0;
    let mut game = begin(&plan);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    for (man, at) in [(0, "1014"), (1, "0914"), (2, "0814"), (60, "1114")] {
        let at = hex(&game, at);
        let free = game.who(at).is_none();
        assert_eq!(game.deploy_at(TrooperId(man), at).is_ok(), free, "{man} at {at:?}");
    }
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    // His friends come up behind him: its foot is taken, and the only ground beside that.
    for (man, to) in [(1, "1014"), (2, "0914")] {
        let to = hex(&game, to);
        play(&mut game, Attacker, Decision::Step { man: TrooperId(man), to }, &[]).expect("open ground");
    }
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let pusher = game.who(head).expect("one of the garrison");
    let told = play(&mut game, Defender, Decision::Push { man: pusher, ladder: 0 }, &[1, 1]).expect("he pushes");
    assert!(told.iter().any(|event| matches!(event, Event::Pushed { falls: true, .. })), "{told:?}");
    let fell = told.iter().find_map(|event| match *event {
        Event::Fell { man, killed, levels, .. } => Some((man, killed, levels)),
        _ => None,
    });
    assert_eq!(fell, Some((A, false, 1)), "{told:?}");
    assert!(matches!(game.man(A).fortune, Fortune::Down(_)));
    let far = game.man(A).hex().map(|at| game.map.distance(at, foot));
    assert_eq!(far, Some(2), "the nearest free ground, {}", place(&game, A));
}

#[test]
fn sg_9_2_who_is_put_onto_the_walk_stays_there_and_the_others_come_out_from_under_it() {
    let mut plan = plan("border castle");
    (plan.held, plan.places, plan.engines, plan.towers, plan.rams) = (1, true, Vec::new(), 0, 0);
    let mut game = begin(&plan);
    play(&mut game, Defender, Decision::Done, &[]).expect("they stand");
    let walk: Vec<_> = game
        .of(Attacker)
        .filter(|&id| game.man(id).hex().is_some_and(|at| game.map.cell(at).terrain == Terrain::Rampart))
        .collect();
    let free = game.may_stand(Attacker).into_iter().find(|&at| {
        let court = |to| game.map.cell(to).terrain == Terrain::Flat && !game.taken(to);
        game.map.cell(at).terrain == Terrain::Rampart && !game.taken(at) && game.map.around(at).any(|(_, to)| court(to))
    });
    let to = free.expect("a free hex of the walk above the court");
    let outside = game.of(Attacker).find(|id| !walk.contains(id) && game.man(*id).hex().is_some()).expect("one");
    play(&mut game, Attacker, Decision::Place { man: outside, to }, &[]).expect("they hold it");
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("it begins");
    assert_eq!(game.man(outside).hex(), Some(to), "he was put there");
    assert!(!told.iter().any(|event| matches!(event, Event::CameOut { man, .. } if *man == outside)));
}

#[test]
fn mm_4_6_a_garrison_collects_missiles_in_its_keep_in_a_turn_as_many_as_one_carries() {
    let mut game = few(&castle(), ["0202", "0302"], ["1815", "1915"]);
    let restock = Decision::Restock { man: D };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &restock), Err(Illegal::MayNotShoot), "he has nothing to shoot with");
    for (weapon, carried) in [(Weapon::Javelin, 3), (Weapon::Crossbow, 12)] {
        let mut game = game.clone();
        (game.men[2].profile.weapons.missile, game.men[2].ammunition) = (Some(weapon), 0);
        play(&mut game, Defender, restock, &[]).expect("he stands in the keep");
        assert_eq!((game.man(D).ammunition, game.man(D).points), (carried, 0));
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        for left in [carried, 1] {
            game.men[2].ammunition = left;
            assert_eq!(game.check(Defender, &restock), Err(Illegal::HasMissiles), "only who has run out");
        }
    }
    let mut outside = few(&castle(), ["0202", "0302"], ["1414", "1814"]);
    (outside.men[2].profile.weapons.missile, outside.men[2].ammunition) = (Some(Weapon::Crossbow), 0);
    play(&mut outside, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(outside.check(Defender, &restock), Err(Illegal::NoStore));
    (outside.men[0].profile.weapons.missile, outside.men[0].burden) = (Some(Weapon::Crossbow), Burden::Nothing);
    play(&mut outside, Defender, Decision::Done, &[]).expect("done");
    assert_eq!(outside.check(Attacker, &Decision::Restock { man: A }), Err(Illegal::NoStore));
}
