//! MM-7 hex to hex (SG-5.4): friends who pass in flight, peasants who charge or are charged (MM-7.1), and who yields at his
//! side's will (MM-7.7).

use crate::assaults::{begin, captain, few, hex, host, pass, place, plan, play, unit};
use banneret::app::assault::{by_pressing, offers};
use banneret::rules::assault::state::{Burden, Heart};
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

/// What is told when the garrison’s man in one hex, bold, may charge the attackers’ man in another, and how it stands then; the
/// class of the attackers’ troop and of the garrison’s, and what their tests throw.
fn charge(places: [&str; 3], classes: [Class; 2], faces: &[u32]) -> (Assault, Vec<Event>) {
    let [attacker, garrison, castellan] = places;
    let mut game = few(&map::find("border castle").expect("it ships"), [attacker, "0202"], [garrison, castellan]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    (game.troops[0].class, game.troops[1].class) = (classes[0], classes[1]);
    game.troops[1].mood = Heart::Bold;
    let told = play(&mut game, Attacker, Decision::Done, faces).expect("done");
    (game, told)
}

#[test]
fn mm_7_1_peasants_test_before_they_charge() {
    let charges = |class, faces: &[u32]| charge(["2118", "1418", "1814"], [Class::Sergeant, class], faces);
    let (game, told) = charges(Class::Sergeant, &[]);
    assert!(tested(&told).is_empty() && game.facing(D) == [A], "sergeants do not");
    let (game, told) = charges(Class::Peasant, &[6, 6, 6]);
    assert_eq!((tested(&told), game.facing(D)), (vec![1], vec![A]), "bold, they charge");
    assert!(game.man(D).charges);
    let (game, told) = charges(Class::Peasant, &[3, 4, 4]);
    assert_eq!((tested(&told), place(&game, D)), (vec![1], "1418".to_owned()), "resolute, they obey");
    let (game, told) = charges(Class::Peasant, &[1, 1, 1]);
    assert_eq!((tested(&told), game.troops[1].mood), (vec![1], Heart::Recreant));
    assert!(game.facing(D).is_empty() && game.man(D).points == 0, "they flee at once");
}

#[test]
fn mm_7_1_peasants_test_when_they_are_charged_and_do_at_once_what_it_has_them_do() {
    // On open ground before the castle, five hexes from the edge of the map.
    let charged = |faces: &[u32]| charge(["0618", "0611", "1814"], [Class::Peasant, Class::Sergeant], faces);
    let (game, told) = charged(&[3, 4, 4]);
    assert_eq!((tested(&told), game.facing(D)), (vec![0], vec![A]), "resolute, they stand");
    let (game, told) = charged(&[1, 1, 1]);
    assert_eq!((tested(&told), game.troops[0].mood), (vec![0], Heart::Recreant));
    assert_eq!(game.man(A).fortune, Fortune::Fled, "he is gone before the other comes");
    assert_eq!(place(&game, D), "0611");
}

#[test]
fn mm_7_1_peasants_test_once_however_many_of_them_charge() {
    let (game, told) = charge(["2118", "1418", "1618"], [Class::Sergeant, Class::Peasant], &[6, 6, 6]);
    assert_eq!(tested(&told), [1]);
    assert_eq!(game.facing(A).len(), 2, "both came up to him");
}

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

/// So many attackers with a sword, their knight the last of them, and one of the garrison with his knight, in these hexes of the
/// border castle; the garrison moves.
fn among(attackers: &[&str], garrison: [&str; 2]) -> Assault {
    let many = attackers.len() as u16;
    let attacker = host(vec![unit("many", 0, u32::from(many) - 1, 3, "sword")]);
    let defender = host(vec![unit("few", 100, 1, 3, "sword")]);
    let none = Plan { ladders: 0, towers: 0, rams: 0, engines: Vec::new(), faggots: 0, ..plan("border castle") };
    let mut game = begin(&Plan { hosts: BySide { attacker, defender }, ..none });
    // The garrison first: who stands in a hex of the court already would be in their way.
    let own = (many..).map(TrooperId).zip(garrison);
    for (id, at) in own.chain((0..).map(TrooperId).zip(attackers.iter().copied())) {
        let at = hex(&game, at);
        game.deploy_at(id, at).expect("a free hex");
    }
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    game
}

/// One of the garrison in the court with six and their knight about him, the knight of the garrison in the keep.
pub fn one_among_seven() -> (Assault, TrooperId) {
    let about = ["1518", "1618", "1718", "1818", "1918", "2018", "2118"];
    (among(&about, ["1418", "2711"]), TrooperId(7))
}

/// Both of the garrison's only troop in the court, wounded, with thirteen about them.
pub fn two_among_thirteen() -> Assault {
    let about =
        ["1518", "1618", "1718", "1818", "1918", "2018", "2118", "1617", "1717", "1817", "1917", "2017", "2117"];
    let mut game = among(&about, ["1418", "1417"]);
    game.men[13..].iter_mut().for_each(|man| man.wounded = true);
    game
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

#[test]
fn mm_7_7_all_of_a_troop_yield_at_will_who_have_somebody_to_yield_to() {
    let surrender = |game: &mut Assault, man| play(game, Defender, Decision::Surrender { man }, &[]).map(drop);
    let fortunes = |game: &Assault| [13, 14].map(|n| game.men[n].fortune);
    let taken = |by| Fortune::Taken(Some(TrooperId(by)));
    let mut game = two_among_thirteen();
    surrender(&mut game, TrooperId(13)).expect("both can");
    assert!(fortunes(&game).iter().all(|fortune| matches!(fortune, Fortune::Taken(Some(_)))));
    assert_eq!(surrender(&mut game, TrooperId(13)), Err(Illegal::NotThere));
    // With the knight in the keep the one in the court yields, and the knight fights on.
    let (mut game, one) = one_among_seven();
    assert_eq!(surrender(&mut game, TrooperId(0)), Err(Illegal::NotYours));
    surrender(&mut game, one).expect("one of them can");
    assert_eq!([7, 8].map(|n| game.men[n].fortune), [taken(0), Fortune::Able]);
    assert_eq!(surrender(&mut game, TrooperId(8)), Err(Illegal::NoTroop), "he is alone");
    let mut game = among(&["0202", "0302"], ["1418", "1417"]);
    assert_eq!(surrender(&mut game, TrooperId(2)), Err(Illegal::NobodyToYieldTo));
    assert_eq!(typed::decision(&game, "surrender D1"), Ok(Decision::Surrender { man: TrooperId(2) }));
    assert_eq!(typed::words(&game, &Decision::Surrender { man: TrooperId(2) }), "surrender D1");
}

#[test]
fn mm_7_7_a_captain_yields_with_a_whole_troop_when_all_of_it_are_past_saving() {
    let mut game = two_among_thirteen();
    let decides = |game: &Assault| captain().decide(&game.view(Defender));
    assert!(matches!(decides(&game), Decision::Surrender { .. }), "{:?}", decides(&game));
    game.men[14].wounded = false;
    assert_eq!(decides(&game), Decision::Yield { man: TrooperId(13) }, "unhurt the other fights on");
}
