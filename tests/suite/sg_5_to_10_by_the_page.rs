//! Single clauses of the assault on hexes, read from the page (SG-4 to SG-10, MM-4, MM-5), each beside what the first form of the
//! rules made of it, by which what was begun then goes on.

use crate::assaults::{all_of_a_half, begin, few, few_with, hex, host, pass, plan, play, stormed, unit};
use crate::sg_siege::{Before, plan as siege_plan};
use banneret::rules::assault::map::{self, HexId, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, Ending, Fortune, Post};
use banneret::rules::assault::{
    Assault, AssaultBattle, AssaultStage, Decision, Event, HexMachine, HexSide, Illegal, MachineKind, Plan, Tables,
    TrooperId,
};
use banneret::rules::battle::{HexForm, StormedPlace};
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{self, Attacker, Defender};
use banneret::rules::figure::{Grade, Weapon};
use banneret::rules::game::Game as _;
use banneret::rules::man_to_man;
use banneret::rules::settles::{House, Settles as _};
use banneret::rules::siege::{Illegal as NoAssault, Kind, Moat, Park};

const A: TrooperId = TrooperId(0);
const FORMS: [HexForm; 2] = [HexForm::First, HexForm::Second];

fn shipped(name: &str) -> HexMap {
    HexMap::clone(&map::find(name).expect("it ships"))
}

#[test]
fn sg_9_2_besiegers_come_out_within_and_through_no_wall() {
    let wrong = |form: HexForm| {
        let mut wrong = 0;
        for (name, held) in [("fortified town", 2), ("the Templars' castle", 2), ("the Templars' castle", 3)] {
            let none =
                Plan { held, form, towers: 0, rams: 0, ladders: 0, faggots: 0, engines: Vec::new(), ..plan(name) };
            let mut told = Vec::new();
            let game =
                Assault::begin(&none, &Tables::book(), &man_to_man::Tables::book(), &mut told).expect("no fault");
            for event in &told {
                let Event::CameOut { from, to, .. } = *event else { continue };
                let side = game.map.side_to(from, to).expect("beside it");
                let walled = game.map.cell(from).edge(side).wall.is_some();
                wrong += usize::from(walled || game.map.line_of(to) < game.map.line_of(from));
            }
        }
        wrong
    };
    let [first, second] = FORMS.map(wrong);
    assert!(first > 0, "{first}");
    assert_eq!(second, 0);
}

/// The ground of an assault on the border castle by a siege that has filled its moat.
fn filled(storm: StormedPlace, weapon: &str) -> Assault {
    let storm = StormedPlace { map: "border castle".to_owned(), filled: true, ..storm };
    let hosts = BySide {
        attacker: host(vec![unit("men", 0, 9, 3, weapon)]),
        defender: host(vec![unit("few", 100, 5, 3, "sword")]),
    };
    AssaultBattle::cast(&stormed(storm, hosts), &House::new()).expect("cast").start().clone()
}

#[test]
fn sg_7_7_a_filled_moat_is_filled_before_the_gate_for_rams_and_axes_and_before_the_outer_line_whatever_is_assaulted() {
    let whole = shipped("border castle");
    let bridge: Vec<HexId> = whole.ids().filter(|&id| whole.cell(id).terrain == Terrain::Drawbridge).collect();
    assert!(!bridge.is_empty() && bridge.iter().all(|&id| whole.holds(id).is_err()), "it is up");
    let crossed = |game: &Assault| bridge.iter().all(|&id| game.map.holds(id).is_ok());
    let moats = |game: &Assault| game.map.cells.iter().filter(|cell| cell.terrain == Terrain::Moat).count();
    let rams = StormedPlace { rams: 1, ..StormedPlace::default() };
    // SG-5.2: the bridge that is up over a filled moat is filled ground.
    assert!(crossed(&filled(StormedPlace::default(), "axe")) && crossed(&filled(rams.clone(), "sword")));
    assert!(!crossed(&filled(StormedPlace::default(), "sword")), "nothing they bring is for the gate");
    assert!(!crossed(&filled(StormedPlace { form: HexForm::First, ..rams }, "sword")));
    let all = moats(&filled(StormedPlace { sally: true, form: HexForm::First, ..StormedPlace::default() }, "sword"));
    for (held, sally) in [(1, false), (1, true), (0, true)] {
        let game = filled(StormedPlace { held, sally, ..StormedPlace::default() }, "sword");
        assert!(moats(&game) < all, "{held} {sally}");
    }
}

#[test]
fn mm_4_10_an_engine_is_told_to_hit_a_machine_whoever_serves_it() {
    // A garrison's catapult on the town's wall, a ram with its men before it.
    let mut plan = plan("fortified town");
    (plan.towers, plan.rams, plan.engines, plan.ladders, plan.faggots) = (0, 0, Vec::new(), 0, 0);
    let mut game = begin(&plan);
    let [wall, field] = ["1936", "1341"].map(|at| hex(&game, at));
    let towards = |from: HexId, to: HexId| {
        let next = game.map.cell(from).hex.line_to(game.map.cell(to).hex)[1].hex;
        game.map.cell(from).hex.side_to(next).expect("a neighbour")
    };
    let machines = [
        HexMachine { rounds: 10, ..HexMachine::new(MachineKind::Catapult, Defender, wall, towards(wall, field)) },
        HexMachine::new(MachineKind::Ram, Attacker, field, HexSide::East),
    ];
    for machine in machines {
        for id in game.ids().filter(|&id| game.man(id).hex() == Some(machine.at)).collect::<Vec<_>>() {
            let free = free_of(&game, |at| ![wall, field].contains(&at));
            game.deploy_at(id, free).expect("free");
        }
        let n = game.bring(machine).expect("room");
        for id in game.of(machine.side).take(4).collect::<Vec<_>>() {
            game.deploy_aboard(id, Post::Aboard(n)).expect("nobody has moved");
            game.men[usize::from(id.0)].profile.grade = Grade::B;
        }
    }
    let order = Decision::BatterMachine { machine: 0, other: 1 };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &Decision::BatterMachine { machine: 0, other: 7 }), Err(Illegal::NoMachine));
    assert_eq!(game.check(Defender, &Decision::BatterMachine { machine: 0, other: 0 }), Err(Illegal::NoTarget));
    let told = all_of_a_half(&mut game.clone(), Defender);
    assert!(told.contains(&order), "its captain tells it to: {told:?}");
    for hit in 1..=3u8 {
        play(&mut game, Defender, order, &[]).expect("it bears on it");
        let told = play(&mut game, Defender, Decision::Done, &[1, 1]).expect("done");
        let hurt = told.iter().any(|event| matches!(event, Event::Hurt { .. }));
        assert_eq!((game.machine(1).hits, game.machine(1).wrecked, hurt), (hit, hit == 3, false), "{told:?}");
        if hit < 3 {
            pass(&mut game);
            play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        }
    }
}

/// A hex of some where nobody stands.
fn free_of(game: &Assault, of: impl Fn(HexId) -> bool) -> HexId {
    let free = |&at: &HexId| of(at) && game.map.holds(at).is_ok() && !game.taken(at);
    game.map.ids().find(free).expect("a free hex")
}

#[test]
fn mm_5_4_nobody_strikes_with_a_javelin_he_has_thrown() {
    let mut game = few_with(&shipped("border castle"), "javelin;dagger", ["0505", "0202"], ["0605", "1915"]);
    game.men[0].burden = Burden::Nothing;
    assert_eq!((game.wields(A), game.man(A).ammunition), (Weapon::Javelin, 3));
    game.men[0].ammunition = 0;
    assert_eq!(game.wields(A), Weapon::Dagger);
    assert_eq!(game.blow_of(A, TrooperId(2)).weapon, Weapon::Dagger);
    game.form = HexForm::First;
    assert_eq!(game.wields(A), Weapon::Javelin);
}

#[test]
fn mm_5_1_at_a_turns_start_only_those_are_struck_who_were_faced_then() {
    for form in FORMS {
        // He who faced him has fallen, and another comes up.
        let mut game = few(&shipped("border castle"), ["0505", "0202"], ["0605", "0607"]);
        (game.form, game.men[0].burden) = (form, Burden::Nothing);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        game.men[2].fortune = Fortune::Down(9);
        let comes = TrooperId(3);
        let to = game
            .map
            .around(hex(&game, "0505"))
            .map(|(_, to)| to)
            .find(|&to| game.check(Defender, &Decision::Go { man: comes, to }).is_ok());
        play(&mut game, Defender, Decision::Go { man: comes, to: to.expect("a way") }, &[]).expect("he comes");
        assert_eq!(game.facing(A), [comes]);
        let told = play(&mut game, Defender, Decision::Done, &[1, 6, 1, 6, 1, 6, 1, 6]).expect("done");
        let struck = told.iter().filter(|event| matches!(event, Event::Struck { man: A, .. })).count();
        assert_eq!(struck, if form == HexForm::First { 2 } else { 1 }, "{told:?}");
    }
}

#[test]
fn sg_10_friends_pass_each_other_on_the_stairs_of_the_passage_from_above_too() {
    let map = shipped("the Templars' castle");
    let head = map.ids().find(|&id| map.cell(id).spiral.is_some() && !map.cell(id).under).expect("above a stair");
    let stair = map.cell(head).spiral.expect("its stair");
    let (head, stair) = (map.cell(head).name(), map.cell(stair).name());
    let mut game = few(&map, ["0505", "0202"], [&head, &stair]);
    let far = |game: &Assault| {
        game.reach(Defender, TrooperId(2)).into_iter().filter(|(to, _)| game.map.cell(*to).under).count()
    };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(far(&game) > 0, "past the friend on the stair");
    game.form = HexForm::First;
    assert_eq!(far(&game), 0);
}

#[test]
fn sg_7_3_a_machine_is_not_turned_by_men_in_contact_with_an_enemy() {
    let mut game = few(&shipped("border castle"), ["0505", "0202"], ["0605", "1915"]);
    game.men[0].burden = Burden::Nothing;
    let at = hex(&game, "0404");
    game.bring(HexMachine::new(MachineKind::Ram, Attacker, at, HexSide::East)).expect("room");
    for id in [0, 1] {
        game.deploy_aboard(TrooperId(id), Post::Aboard(0)).expect("nobody has moved");
    }
    let turn = Decision::Pivot { machine: 0, left: true };
    assert_eq!(game.check(Attacker, &turn), Ok(()));
    let beside = game.map.around(at).map(|(_, to)| to).next().expect("a neighbour");
    game.deploy_at(TrooperId(2), beside).expect("free");
    assert_eq!(game.check(Attacker, &turn), Err(Illegal::InContact));
    game.form = HexForm::First;
    assert_eq!(game.check(Attacker, &turn), Ok(()));
}

#[test]
fn sg_1_3_a_sortie_reaches_engines_that_stand_in_what_besiegers_hold() {
    let mut game = few(&shipped("the Templars' castle"), ["0505", "0202"], ["0303", "0404"]);
    let of_line = game.map.ids().find(|&id| game.map.line_of(id) == 1 && game.map.holds(id).is_ok()).expect("a hex");
    for id in [0, 1] {
        let free = free_of(&game, |at| game.map.line_of(at) == 2);
        game.deploy_at(TrooperId(id), free).expect("free");
    }
    (game.sally, game.sortie, game.held) = (true, true, 1);
    game.stage = AssaultStage::Over(Ending::Night);
    assert_eq!(game.winner(), Some(Defender), "they are still within");
    game.stage = AssaultStage::Moves(Attacker);
    game.deploy_at(A, of_line).expect("free");
    game.stage = AssaultStage::Over(Ending::Night);
    assert_eq!(game.winner(), Some(Attacker));
    game.form = HexForm::First;
    assert_eq!(game.winner(), Some(Defender));
}

#[test]
fn sg_5_5_rams_and_axes_are_a_way_in_at_every_gate_and_ladders_where_they_reach() {
    let mut it = Before::new(&siege_plan(Kind::Town)).siege;
    it.moat = Moat::None;
    it.parks.attacker = Park::default();
    let way = |it: &banneret::rules::siege::Siege| it.check_way_in(Side::Attacker);
    for won in 0..4 {
        it.won = won;
        let none = [NoAssault::NoWayIn, NoAssault::NoWayIn, NoAssault::NoWayUp, NoAssault::NoWayIntoKeep];
        assert_eq!(way(&it), Err(none[usize::from(won)]), "with nothing");
        it.parks.attacker.ladders = true;
        assert_eq!(way(&it).is_ok(), won < 2, "SG-7.4: ladders reach two levels, and the linked tower stands five up");
        assert_eq!(it.storm(Side::Attacker).ladders, won < 2);
        it.parks.attacker = Park { rams: 1, ..Park::default() };
        assert_eq!(way(&it), Ok(()), "MM-9.2: a ram");
        it.parks.attacker = Park::default();
        it.hosts.attacker.axes = 2;
        assert_eq!(way(&it), Ok(()), "MM-9.4: axes");
        it.hosts.attacker.axes = 0;
    }
    it.won = 0;
    (it.moat, it.hosts.attacker.axes) = (Moat::Days(1), 9);
    assert_eq!(way(&it), Err(NoAssault::Moat), "nobody comes to the gate");
}
