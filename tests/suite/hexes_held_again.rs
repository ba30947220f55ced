//! What a further reading of the assault's page found: breaches and gatehouses in the line of fire (SG-6.3, SG-6.4), ladders pushed
//! from below and lifted (SG-7.5, SG-7.6), who is hit and who tests first (MM-5.1, MM-5.11, MM-7.1). What was begun before goes on
//! as it did.

use crate::assaults::{begin, few, few_with, hex, host, plan, play, unit};
use banneret::rules::assault::line::{FireLine, LineEnd, StopsLine};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, Fortune, LadderLies};
use banneret::rules::assault::{Assault, Decision, Event, Illegal, Plan, Tables, TrooperId};
use banneret::rules::battle::HexForm;
use banneret::rules::dice::Dice;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::Game;
use banneret::rules::man_to_man::Cover;
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);
const CASTELLAN: TrooperId = TrooperId(3);
const FORMS: [HexForm; 2] = [HexForm::Third, HexForm::Fourth];

fn border_castle() -> HexMap {
    HexMap::clone(&map::find("border castle").expect("it ships"))
}

/// With nothing but their arms, at the border castle.
fn bare(attacker: banneret::rules::battle::Host, defender: banneret::rules::battle::Host) -> Plan {
    let hosts = BySide { attacker, defender };
    let (engines, map) = (Vec::new(), Arc::new(border_castle()));
    Plan { hosts, ladders: 0, towers: 0, rams: 0, engines, faggots: 0, map, ..plan("border castle") }
}

fn line(map: &HexMap, from: &str, to: &str, form: HexForm) -> FireLine {
    let at = |name: &str| LineEnd::on(map, map.named(name).unwrap_or_else(|| panic!("no hex {name}")));
    FireLine::in_form(map, at(from), at(to), &Tables::book(), form)
}

/// SG-6.3 (a): beside a demolished wall of the keep, whose rubble lies as high as its floor, one shoots out and is shot at, without
/// cover.
#[test]
fn sg_6_3_beside_a_breach_in_the_keep_one_shoots_across_it() {
    let (attacker, defender) =
        (host(vec![unit("foot", 0, 3, 3, "axe")]), host(vec![unit("guard", 100, 3, 3, "sword")]));
    let map = border_castle();
    let wall = map.named("1716").expect("a hex");
    let game = begin(&Plan { damage: vec![(wall, 4)], ..bare(attacker, defender) });
    let map = &game.map;
    assert_eq!(map.cell(wall).terrain, Terrain::Rubble);
    let mut across = 0;
    for within in map.around(wall).map(|(_, to)| to).filter(|&to| map.in_keep(to)) {
        for court in map.ids().filter(|&to| map.line_of(to) == 1 && map.cell(to).terrain == Terrain::Flat) {
            let [one, other] = [within, court].map(|at| LineEnd::on(map, at));
            let of = |form| FireLine::in_form(map, one, other, &Tables::book(), form);
            let [before, now] = FORMS.map(of);
            if matches!(before.stopped, Some(StopsLine::SetBack(_))) && now.hexes.contains(&wall) {
                assert!(now.is_clear(), "{:?}", now.stopped);
                assert_eq!(now.cover(map, within, &Tables::book()), Cover::None);
                across += 1;
            }
        }
    }
    assert!(across > 0);
}

/// SG-6.4: the outer row of a gatehouse is not its inner edge, though a gateway lies beside it, walled off.
#[test]
fn sg_6_4_who_stands_beside_a_gateway_stands_at_no_edge() {
    let map = border_castle();
    let outer = line(&map, "1822", "1720", HexForm::Fourth);
    assert!(
        matches!(outer.stopped, Some(StopsLine::TooNear { upper: 1, lower: 0, least: 2, .. })),
        "{:?}",
        outer.stopped
    );
    assert!(line(&map, "1822", "1720", HexForm::Third).is_clear());
    assert!(line(&map, "1821", "1720", HexForm::Fourth).is_clear(), "from the inner edge");
}

/// A ladder that stands in the filled moat hex 1014 against the rampart hex 1114.
fn ladder(attackers: [&str; 2], defenders: [&str; 2]) -> Assault {
    let mut map = border_castle();
    let moat = map.named("1014").expect("a hex");
    let cell = &mut map.cells[usize::from(moat.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, attackers, defenders);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    let (foot, head) = (hex(&game, "1014"), hex(&game, "1114"));
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 1 };
    game
}

/// SG-7.6, MM-9.1: from below nobody opposes but at the top; who holds it at its foot makes it harder, −5 per cent.
#[test]
fn sg_7_6_who_holds_a_ladder_does_not_oppose_who_pushes_it_from_below() {
    for form in FORMS {
        let mut game = ladder(["1014", "0505"], ["0914", "1915"]);
        game.form = form;
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let push = Decision::Push { man: D, ladder: 0 };
        let wanted = if form == HexForm::Third { Err(Illegal::Opposed) } else { Ok(()) };
        assert_eq!(game.check(Defender, &push), wanted, "{form:?}");
        assert_eq!(game.push_of(D, 0).1.holding, 1);
    }
}

/// SG-7.5: who carries something has no hand free to lift a ladder.
#[test]
fn sg_7_5_who_carries_something_lifts_no_ladder() {
    for form in FORMS {
        let mut game = ladder(["0804", "0704"], ["1114", "1214"]);
        game.form = form;
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let lift = Decision::Lift { men: [D, CASTELLAN], ladder: 0 };
        assert_eq!(game.check(Defender, &lift), Ok(()));
        game.men[usize::from(CASTELLAN.0)].burden = Burden::Faggot;
        let wanted = if form == HexForm::Third { Ok(()) } else { Err(Illegal::HandsFull) };
        assert_eq!(game.check(Defender, &lift), wanted, "{form:?}");
    }
}

/// MM-5.1: nobody is shot at while he is in contact, whether he stands or has fallen.
#[test]
fn mm_5_1_a_fallen_man_in_contact_is_not_shot_at() {
    for form in FORMS {
        let mut game = few_with(&border_castle(), "longbow", ["0505", "0202"], ["0805", "0605"]);
        game.form = form;
        game.men[0].fortune = Fortune::Down(9);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        let wanted = if form == HexForm::Third { Ok(()) } else { Err(Illegal::TargetInContact) };
        assert_eq!(game.check(Defender, &Decision::Aim { man: D, at: A }), wanted, "{form:?}");
    }
}

/// Dice by what is rolled for: shots hit and blows miss, wounds do not kill, and morale holds.
struct Steady;

impl Dice for Steady {
    fn die(&mut self, roll: &'static str, _: u32) -> u32 {
        match roll {
            "MM-7.3 morale" => 4,
            "MM-5.4 defence" => 6,
            _ => 1,
        }
    }
}

/// Whose tests were told, in order.
fn tested(game: &mut Assault) -> Vec<u8> {
    let mut told: Vec<Event> = Vec::new();
    for side in game.pending().first().into_iter().chain([Defender]) {
        if game.pending().first() == Some(side) {
            game.play(side, Decision::Done, &mut Steady, &mut told).expect("done");
        }
    }
    let of = told.iter().filter_map(|event| match event {
        Event::Tested { troop, .. } => Some(*troop),
        _ => None,
    });
    of.collect()
}

/// MM-7.1: three men hit by missiles are a cause, and not three hits.
#[test]
fn mm_7_1_men_hit_are_counted_and_not_hits() {
    for (form, tests) in [(HexForm::Third, vec![1]), (HexForm::Fourth, vec![])] {
        let archers = unit("archers", 0, 3, 4, "longbow;dagger");
        let mut game = begin(&bare(host(vec![archers]), host(vec![unit("guard", 100, 9, 3, "sword")])));
        game.form = form;
        for (man, at) in [(0, "0705"), (1, "0706"), (2, "0707"), (4, "1205"), (5, "1305")] {
            game.deploy_at(TrooperId(man), hex(&game, at)).unwrap_or_else(|why| panic!("{at}: {why}"));
        }
        for (man, at) in [(0, 4), (1, 4), (2, 5)] {
            play(&mut game, Attacker, Decision::Aim { man: TrooperId(man), at: TrooperId(at) }, &[]).expect("he may");
        }
        assert_eq!(tested(&mut game), tests, "{form:?}");
        let hit = (4..14).filter(|&man| game.man(TrooperId(man)).wounded || !game.man(TrooperId(man)).able()).count();
        assert_eq!(hit, 2);
    }
}

/// MM-5.11: with as many killed on either side, none here, the side that charged tests first.
#[test]
fn mm_5_11_the_side_that_charged_tests_first_where_as_many_are_killed() {
    for (form, order) in [(HexForm::Third, [0, 1]), (HexForm::Fourth, [1, 0])] {
        let mut game = few(&border_castle(), ["0505", "0404"], ["0605", "0504"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        game.form = form;
        game.play(Attacker, Decision::Done, &mut Steady, &mut Vec::new()).expect("done");
        game.men[usize::from(D.0)].charges = true;
        assert_eq!(tested(&mut game), order, "{form:?}");
    }
}
