//! Where the attackers are drawn up (SG-5.4): where they come to the wall with what they have; and that no way leads in is told
//! before they begin (SG-8).

use crate::assaults::{captain, host, plan, unit};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::Burden;
use banneret::rules::assault::{Assault, Decision, Event, NoWay, Plan, Tables};
use banneret::rules::figure::BySide;
use banneret::rules::figure::Side::Attacker;
use banneret::rules::game::{Captain as _, Game as _};
use banneret::rules::man_to_man;
use std::sync::Arc;

/// Moat hexes west of the border castle.
const WEST: [&str; 4] = ["1013", "1014", "1015", "1016"];

/// Twenty with a weapon and so many ladders and faggots before the border castle, the moat filled in the west or not.
fn before(filled: bool, bridge_down: bool, weapon: &str, ladders: u8, faggots: u8) -> (Assault, Vec<Event>) {
    let mut map = HexMap::clone(&map::find("border castle").expect("it ships"));
    for name in WEST.into_iter().filter(|_| filled) {
        let at = map.named(name).expect("a hex of the moat");
        let cell = &mut map.cells[usize::from(at.0)];
        assert_eq!(cell.terrain, Terrain::Moat);
        (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    }
    map.lifts.iter_mut().for_each(|lift| lift.closed = !bridge_down);
    let hosts = BySide {
        attacker: host(vec![unit("many", 0, 19, 3, weapon)]),
        defender: host(vec![unit("few", 100, 5, 3, "sword")]),
    };
    let none = Plan { ladders, faggots, towers: 0, rams: 0, engines: Vec::new(), ..plan("border castle") };
    let mut told = Vec::new();
    let plan = Plan { map: Arc::new(map), hosts, ..none };
    let game = Assault::begin(&plan, &Tables::book(), &man_to_man::Tables::book(), &mut told).expect("no fault");
    (game, told)
}

/// Whether those who carry the ladders stand nearer to the moat that is filled than to the gate.
fn in_the_west(game: &Assault) -> bool {
    let west = WEST.map(|name| game.map.named(name).expect("a hex"));
    let gate = game.map.gates[0].sides[0].0;
    let carries = |man: &&banneret::rules::assault::state::Trooper| matches!(man.burden, Burden::Ladder(_));
    let places: Vec<_> = game.men.iter().filter(carries).filter_map(|man| man.hex()).collect();
    assert!(!places.is_empty());
    let nearer = |&at| west.iter().any(|&to| game.map.distance(at, to) < game.map.distance(at, gate));
    let all = places.iter().filter(|at| nearer(at)).count();
    assert!(all == 0 || all == places.len(), "they keep together");
    all > 0
}

#[test]
fn sg_5_4_the_host_is_drawn_up_where_it_comes_to_the_wall_with_what_it_has() {
    assert!(in_the_west(&before(true, false, "sword", 4, 0).0), "the bridge is up: nobody comes to the gate");
    assert!(in_the_west(&before(true, false, "axe", 4, 0).0), "whatever they could do there");
    assert!(!in_the_west(&before(true, true, "axe", 4, 0).0), "with axes they come to the gate over the bridge");
    assert!(!in_the_west(&before(true, true, "sword", 4, 0).0), "without, they raise their ladders on it (SG-7.4)");
    assert!(!in_the_west(&before(false, false, "sword", 4, 9).0), "where they come to nothing, before the gate");
}

#[test]
fn sg_8_that_no_way_leads_in_is_told_before_it_begins_and_the_captain_breaks_off() {
    let cases = [
        (before(false, false, "sword", 4, 0), Some(NoWay::Moat)),
        (before(false, false, "axe", 0, 0), Some(NoWay::Moat)),
        (before(true, false, "sword", 0, 0), Some(NoWay::NoMeans)),
        // With axes they come to the wall, but not to its gate.
        (before(true, false, "axe", 0, 0), Some(NoWay::Gate)),
        (before(true, false, "sword", 4, 0), None),
        (before(false, false, "sword", 4, 9), None),
        (before(false, true, "axe", 0, 0), None),
    ];
    for (n, ((game, told), why)) in cases.into_iter().enumerate() {
        assert_eq!(game.no_way_in(), why, "case {n}");
        let event = told.iter().find_map(|event| match event {
            Event::NoWayIn(why) => Some(*why),
            _ => None,
        });
        assert_eq!(event, why, "case {n}");
        assert_eq!(captain().decide(&game.view(Attacker)) == Decision::BreakOff, why.is_some(), "case {n}");
    }
}
