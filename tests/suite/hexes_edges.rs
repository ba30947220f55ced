//! The edges of ramparts in the line of fire (SG-6.3, SG-6.4): inner edges, lower walks, breaches; where ladders stand
//! (SG-7.4), and who tests first (MM-5.11). What was begun before goes on as it did.

use crate::assaults::{begin, few, hex, host, plan, play, unit};
use banneret::rules::assault::line::{FireLine, LineEnd, StopsLine};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::LadderLies;
use banneret::rules::assault::{Decision, Illegal, Plan, Tables, TrooperId};
use banneret::rules::battle::HexForm;
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::game::Game;
use std::sync::Arc;

const D: TrooperId = TrooperId(2);
const FORMS: [HexForm; 2] = [HexForm::Fourth, HexForm::Fifth];

fn shipped(name: &str) -> HexMap {
    HexMap::clone(&map::find(name).unwrap_or_else(|| panic!("{name} ships")))
}

/// What stops a line between two men, by the form before and by this one.
fn stopped(map: &HexMap, from: &str, to: &str) -> [Option<StopsLine>; 2] {
    let at = |name: &str| LineEnd::on(map, map.named(name).unwrap_or_else(|| panic!("no hex {name}")));
    FORMS.map(|form| FireLine::in_form(map, at(from), at(to), &Tables::book(), form).stopped)
}

/// The border castle with the rampart hex 1114 demolished.
fn breached() -> HexMap {
    let map = shipped("border castle");
    let wall = map.named("1114").expect("a hex");
    let hosts = BySide {
        attacker: host(vec![unit("foot", 0, 3, 3, "axe")]),
        defender: host(vec![unit("guard", 100, 3, 3, "sword")]),
    };
    let (engines, map) = (Vec::new(), Arc::new(map));
    let bare = Plan { hosts, ladders: 0, towers: 0, rams: 0, engines, faggots: 0, map, ..plan("border castle") };
    let game = begin(&Plan { damage: vec![(wall, 4)], ..bare });
    assert_eq!(game.map.cell(wall).terrain, Terrain::Rubble);
    HexMap::clone(&game.map)
}

/// SG-6.4: that the inner side must be unfortified, and the lower man twice as far off, is for him who is not on the inner edge.
#[test]
fn sg_6_4_a_man_on_a_fortified_inner_edge_sees_into_the_court() {
    let town = shipped("fortified town");
    let [before, now] = stopped(&town, "4316", "4118");
    assert!(matches!(before, Some(StopsLine::InnerSide(_))), "{before:?}");
    assert_eq!(now, None);
}

/// SG-6.4: a lower walk beside a man is not the court, nor is the rubble of the outer wall: he stands at no inner edge.
#[test]
fn sg_6_4_neither_a_lower_walk_nor_a_breach_is_the_inner_edge() {
    let town = shipped("fortified town");
    let [before, now] = stopped(&town, "2436", "2433");
    assert_eq!(before, None);
    assert!(matches!(now, Some(StopsLine::TooNear { least: 8, .. })), "two levels and two hexes back: {now:?}");
    let [before, now] = stopped(&breached(), "1113", "1313");
    assert_eq!(before, None);
    assert!(matches!(now, Some(StopsLine::TooNear { least: 2, .. })), "{now:?}");
}

/// SG-6.3: who is set back from the battlements has no shot out, over a lower part of the walk either.
#[test]
fn sg_6_3_nobody_set_back_shoots_out_over_a_lower_walk() {
    let town = shipped("fortified town");
    for (from, to) in [("2434", "2238"), ("4422", "4623")] {
        let [before, now] = stopped(&town, from, to);
        let set_back = town.named(from).map(StopsLine::SetBack);
        assert_ne!(before, set_back, "{from}");
        assert_eq!(now, set_back, "{from}");
    }
}

/// SG-6.3: across a breach to somebody on the same walk beyond it is no shot out.
#[test]
fn sg_6_3_a_breach_in_the_walk_between_two_men_on_it_stops_no_shot() {
    let map = breached();
    let [before, now] = stopped(&map, "1210", "1116");
    assert_eq!(before, map.named("1210").map(StopsLine::SetBack));
    assert_eq!(now, None);
}

/// SG-7.4: a ladder stands in any free hex one or two levels below, on a bridge that is down too.
#[test]
fn sg_7_4_a_ladder_stands_on_a_bridge() {
    let mut map = shipped("the Templars' castle");
    map.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let mut game = few(&map, ["0101", "0202"], ["1419", "1915"]);
    let (bridge, wall) = (hex(&game, "1320"), hex(&game, "1419"));
    assert_eq!(game.map.cell(bridge).terrain, Terrain::Drawbridge);
    for (form, wanted) in [(HexForm::Fourth, Err(Illegal::NoLadderThere)), (HexForm::Fifth, Ok(()))] {
        game.form = form;
        assert_eq!(game.reaches(bridge, wall), wanted, "{form:?}");
    }
}

/// SG-10: a bridge on which a ladder stands is not raised under it, and a ladder to the upper court stands on no bridge.
#[test]
fn sg_10_a_bridge_is_not_raised_under_a_ladder() {
    let mut map = shipped("the Templars' castle");
    map.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let bridge = map.named("1320").expect("a hex");
    let lift = map.lifts.iter().position(|lift| lift.hexes.contains(&bridge)).expect("a bridge");
    let from = map.cell(map.lifts[lift].from).name();
    let mut game = few(&map, ["0101", "0202"], [&from, "1915"]);
    let raise = Decision::Work { man: D, lift: lift as u8, close: true };
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.check(Defender, &raise), Ok(()));
    let head = hex(&game, "1419");
    game.ladders[0].lies = LadderLies::Upright { foot: bridge, head, from: 0 };
    for (form, wanted) in [(HexForm::Fourth, Ok(())), (HexForm::Fifth, Err(Illegal::LadderThere))] {
        game.form = form;
        assert_eq!(game.check(Defender, &raise), wanted, "{form:?}");
    }
}

/// SG-6.2: a breach is clear; who stands on the court behind it is not set back on a walk, and shoots out as he is shot at.
#[test]
fn sg_6_2_from_the_court_out_over_a_breach_the_way_is_clear() {
    let map = breached();
    for (within, without) in [("1314", "0914"), ("1514", "0814"), ("1614", "0714")] {
        let on = |name: &str| map.named(name).map(|at| (map.cell(at).terrain, map.cell(at).level));
        let told = format!("{within} {:?} {without} {:?}", on(within), on(without));
        for (from, to) in [(within, without), (without, within)] {
            let now = stopped(&map, from, to)[1];
            assert!(!matches!(now, Some(StopsLine::SetBack(_))), "{told}: {now:?}");
        }
    }
}

/// MM-5.11, as on the field: where both sides charged or neither did they come first by turns.
#[test]
fn mm_5_11_the_sides_test_first_by_turns_where_neither_charged() {
    for form in FORMS {
        let mut game = few(&shipped("border castle"), ["0505", "0404"], ["0605", "0504"]);
        game.form = form;
        let first = |game: &banneret::rules::assault::Assault| game.tests_first();
        assert_eq!(first(&game), Attacker);
        game.turn = 2;
        assert_eq!(first(&game), if form == HexForm::Fourth { Attacker } else { Defender }, "{form:?}");
    }
}
