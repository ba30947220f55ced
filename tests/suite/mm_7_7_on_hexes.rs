//! MM-7 hex to hex (SG-5.4): friends who pass in flight (MM-7.1), and who yields at his side's will (MM-7.7).

use crate::assaults::{begin, captain, few, hex, host, pass, plan, play, unit};
use banneret::app::assault::{by_pressing, offers};
use banneret::rules::assault::state::Heart;
use banneret::rules::assault::{Assault, Decision, Event, Fortune, Illegal, Plan, TrooperId, map, typed};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Class};
use banneret::rules::game::{Captain as _, Game as _};

fn tested(told: &[Event]) -> Vec<u8> {
    let of = told.iter().filter_map(|event| match event {
        Event::Tested { troop, .. } => Some(*troop),
        _ => None,
    });
    of.collect()
}

/// A unit of two at the edge of the map, in flight, and another so many rows from it.
fn passed(rows: u32, alone: bool) -> Vec<u8> {
    let first = if alone { 0 } else { 1 };
    let attacker = host(vec![unit("first", 0, first, 3, "sword"), unit("second", 20, 1, 3, "sword")]);
    let defender = host(vec![unit("guard", 100, 1, 3, "sword")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let mut game: Assault = begin(&Plan { hosts: BySide { attacker, defender }, ..none });
    let second = first as u16 + 1;
    let places = (0..second).map(|n| (n, 2 + n, 2)).chain((0..2).map(|n| (second + n, 2 + n, 2 + rows as u16)));
    for (man, column, row) in places {
        let at = hex(&game, &format!("{column:02}{row:02}"));
        game.deploy_at(TrooperId(man), at).expect("a free hex");
    }
    game.troops[0].mood = Heart::Recreant;
    // They fail their test and are off the map when the next turn has begun.
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Done, &[1, 1, 1, 6, 6, 6]).expect("done");
    assert!(game.ids().take(usize::from(second)).all(|id| game.man(id).fortune == Fortune::Fled));
    tested(&pass(&mut game))
}

#[test]
fn mm_7_1_a_unit_tests_when_friends_pass_by_in_flight_wherever_they_are_by_then() {
    assert_eq!(passed(14, false), [1], "within fifteen");
    assert!(passed(17, false).is_empty(), "further off");
    assert!(passed(14, true).is_empty(), "a lone knight is no unit (MM-7.6)");
}

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);

/// One of each side in these hexes of the border castle, the attackers' knight far off and the castellan in the keep; the garrison
/// moves.
fn facing(attacker: &str, defender: &str) -> Assault {
    let mut game = few(&map::find("border castle").expect("it ships"), [attacker, "0202"], [defender, "1814"]);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    game
}

#[test]
fn mm_7_7_a_man_yields_at_will_to_an_active_enemy_within_six_by_an_open_way() {
    let yields = |game: &mut Assault| play(game, Defender, Decision::Yield { man: D }, &[]).map(drop);
    for (at, near) in [("1518", true), ("2018", true), ("2118", false)] {
        let mut game = facing(at, "1418");
        let done = yields(&mut game);
        assert_eq!(done, if near { Ok(()) } else { Err(Illegal::NobodyToYieldTo) }, "{at}");
        assert_eq!(game.man(D).fortune, if near { Fortune::Taken(Some(A)) } else { Fortune::Able });
    }
    // The rampart and the moat lie between.
    assert_eq!(yields(&mut facing("0912", "1313")), Err(Illegal::NobodyToYieldTo));
    let mut game = facing("1518", "1418");
    game.men[0].profile.class = Class::Cleric;
    assert_eq!(yields(&mut game), Err(Illegal::NobodyToYieldTo), "nobody yields to a cleric (MM-8.9)");
    let mut game = facing("1518", "1418");
    assert_eq!(play(&mut game, Defender, Decision::Yield { man: A }, &[]), Err(Illegal::NotYours));
    yields(&mut game).expect("he yields");
    assert_eq!(yields(&mut game), Err(Illegal::NotThere));
}

#[test]
fn mm_7_7_any_figure_may_yield_whatever_its_mood_and_fallen_too() {
    let mut game = facing("1518", "1418");
    (game.troops[1].mood, game.men[2].fortune) = (Heart::Rallying, Fortune::Down(9));
    play(&mut game, Defender, Decision::Yield { man: D }, &[]).expect("he yields");
    assert_eq!(game.man(D).fortune, Fortune::Taken(Some(A)));
}

#[test]
fn mm_7_7_by_command_and_on_the_page_a_man_yields() {
    let game = facing("1518", "1418");
    let decision = Decision::Yield { man: D };
    assert_eq!(typed::decision(&game, "yield D1"), Ok(decision));
    assert_eq!(typed::words(&game, &decision), "yield D1");
    assert!(game.may_do(D).contains(&decision));
    let offered = offers(&game, D, None, &|id| typed::number_of(&game, id));
    let offer = offered.iter().find(|offer| offer.decision == Some(decision)).expect("it is on the list");
    assert_eq!((offer.name.as_str(), offer.why.is_none()), ("Yield to A1", true));
    assert!(!by_pressing(offer), "nobody yields by pressing a hex twice");
}

/// One of the garrison in the court with six and their knight about him, the knight of the garrison in the keep; the garrison moves.
pub fn one_among_seven() -> (Assault, TrooperId) {
    let attacker = host(vec![unit("many", 0, 6, 3, "sword")]);
    let defender = host(vec![unit("few", 100, 1, 3, "sword")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let mut game = begin(&Plan { hosts: BySide { attacker, defender }, ..none });
    let (one, knight) = (TrooperId(7), TrooperId(8));
    let places = ["1518", "1618", "1718", "1818", "1918", "2018", "2118"];
    let places = (0..).map(TrooperId).zip(places).chain([(knight, "2711"), (one, "1418")]);
    for (id, at) in places {
        let at = hex(&game, at);
        game.deploy_at(id, at).expect("a free hex");
    }
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    (game, one)
}

#[test]
fn mm_7_7_a_captain_lets_the_wounded_yield_in_the_open_where_all_is_lost_and_not_before() {
    let (mut game, one) = one_among_seven();
    let yields = |game: &Assault| captain().decide(&game.view(Defender)) == Decision::Yield { man: one };
    assert!(!yields(&game), "unhurt he fights on");
    game.men[7].wounded = true;
    assert!(yields(&game));
    let mut few = game.clone();
    (1..=6).for_each(|n| few.men[n].fortune = Fortune::Dead);
    assert!(!yields(&few), "one to one he fights on");
    let mut covered = game.clone();
    let map = std::sync::Arc::make_mut(&mut covered.map);
    let at = map.named("1418").expect("a hex");
    map.cells[usize::from(at.0)].roofed = true;
    assert!(covered.in_cover(one) && !yields(&covered), "in cover too");
}
