//! MM-5 hex to hex (SG-5.4): who leaves a melee takes a blow, comes up to no fresh enemy, and is followed or pursued (MM-5.8,
//! MM-5.9); how often a man strikes (MM-5.1); the bold who charge (MM-5.4).

use crate::assaults::{few, hex, place, play};
use banneret::app::assault::{by_pressing, offers};
use banneret::app::table::OrderOffer;
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, Heart, LadderLies};
use banneret::rules::assault::{Assault, Decision, Event, Illegal, TrooperId, typed};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{Class, Protection};
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const D: TrooperId = TrooperId(2);
const CASTELLAN: TrooperId = TrooperId(3);

fn castle() -> Arc<HexMap> {
    map::find("border castle").expect("it ships")
}

/// One of the attackers and one of the garrison in two hexes of the court, with nothing in their hands but their axes; the
/// castellan in the keep or where he is put, and the attackers' knight far off.
fn court(attacker: &str, defender: &str, castellan: &str) -> Assault {
    let mut game = few(&castle(), [attacker, "0202"], [defender, castellan]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game
}

fn go(game: &mut Assault, man: TrooperId, to: &str) -> Vec<Event> {
    let side = game.man(man).side;
    let to = hex(game, to);
    play(game, side, Decision::Go { man, to }, &[]).unwrap_or_else(|why| panic!("{why}"))
}

/// Who struck whom, and whether it was after one who left.
fn blows(told: &[Event]) -> Vec<(TrooperId, TrooperId, bool)> {
    let struck = told.iter().filter_map(|event| match *event {
        Event::Struck { man, at, parting, .. } => Some((man, at, parting)),
        _ => None,
    });
    struck.collect()
}

#[test]
fn mm_5_8_who_leaves_takes_one_blow_and_sergeants_need_not_follow() {
    let mut game = court("1518", "1418", "1814");
    let told = go(&mut game, A, "2318");
    assert_eq!(blows(&told), [(D, A, true)]);
    assert_eq!((place(&game, A), place(&game, D)), ("2318".to_owned(), "1418".to_owned()));
}

#[test]
fn mm_5_8_a_cleric_and_one_who_flees_strike_no_blow_at_who_leaves() {
    let mut game = court("1518", "1418", "1814");
    game.men[2].profile.class = Class::Cleric;
    assert!(blows(&go(&mut game, A, "2318")).is_empty(), "a cleric (MM-8.9)");
    let mut game = court("1518", "1418", "1814");
    game.troops[1].mood = Heart::Recreant;
    assert!(blows(&go(&mut game, A, "2318")).is_empty(), "one in flight");
}

#[test]
fn mm_5_8_who_leaves_comes_into_no_contact_with_fresh_enemies() {
    // The castellan stands four hexes on; beside him nobody may come who leaves a melee, straight or step by step.
    let mut game = court("1518", "1418", "2018");
    let beside = hex(&game, "1918");
    let fresh = |game: &mut Assault, decision| play(game, Attacker, decision, &[]).map(drop);
    assert!(fresh(&mut game.clone(), Decision::Go { man: A, to: beside }).is_err());
    assert!(game.reach(Attacker, A).iter().all(|(to, _)| game.map.distance(*to, hex(&game, "2018")) > 1));
    go(&mut game, A, "1818");
    assert!(fresh(&mut game, Decision::Step { man: A, to: beside }).is_err(), "nor in another step of that move");
    // Whoever was in no melee may.
    let mut game = court("1618", "1418", "2018");
    assert!(fresh(&mut game, Decision::Step { man: A, to: hex(&court("1618", "1418", "2018"), "1518") }).is_ok());
}

#[test]
fn mm_5_9_knights_and_peasants_pursue_who_breaks_off_at_once() {
    for class in [Class::Knight, Class::Peasant] {
        let mut game = court("1518", "1418", "1814");
        game.troops[1].class = class;
        let told = go(&mut game, A, "2318");
        assert_eq!(blows(&told), [(D, A, true)]);
        assert_eq!(place(&game, D), "2218", "{class} come up with him");
        assert_eq!((game.man(D).points, game.man(A).points), (0, 0), "and his move is over, as the other's");
    }
}

#[test]
fn mm_5_9_who_must_pursue_runs_after_the_faster_too_and_who_still_has_an_opponent_stays() {
    let mut game = court("1518", "1418", "1814");
    game.troops[1].class = Class::Knight;
    game.men[2].profile.protection = Protection::new(2).expect("a level");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Done, &[6; 60]).expect("done");
    assert!(game.man(A).able() && game.man(D).able(), "parried, one and all");
    go(&mut game, A, "2318");
    assert_eq!(place(&game, D), "2018", "six points at protection 2");
    // Two before him: one leaves, and he stays.
    let mut game = few(&castle(), ["1518", "1419"], ["1418", "1814"]);
    game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
    game.troops[1].class = Class::Knight;
    assert_eq!(game.facing(D).len(), 2);
    go(&mut game, A, "2318");
    assert_eq!(place(&game, D), "1418");
}

#[test]
fn mm_5_9_who_is_driven_back_by_his_morale_is_pursued_too() {
    // Craven in the open he falls back a full move (MM-7.4), and knights go after him.
    let mut game = court("1318", "1418", "1814");
    (game.troops[0].class, game.troops[1].mood) = (Class::Knight, Heart::Craven);
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(game.man(D).falls_back && place(&game, D) != "1418");
    assert_eq!(blows(&told), [(A, D, true)]);
    assert!(game.facing(A).contains(&D), "{} after {}", place(&game, A), place(&game, D));
}

#[test]
fn mm_5_9_who_defends_his_battlements_pursues_nobody_outside() {
    // Ground as high as the walk lies before it, and an attacker on it; with and without battlements between.
    for battlements in [true, false] {
        let mut map = HexMap::clone(&castle());
        let walk = map.named("1118").expect("the walk");
        for column in 5..=10 {
            let at = map.named(&format!("{column:02}18")).expect("a hex");
            let cell = &mut map.cells[usize::from(at.0)];
            (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 1, 1);
        }
        if !battlements {
            map.cells[usize::from(walk.0)].edges.iter_mut().for_each(|edge| edge.battlement = false);
        }
        let mut game = few(&map, ["1018", "0202"], ["1118", "1814"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        game.troops[1].class = Class::Knight;
        assert_eq!(game.facing(A), [D]);
        go(&mut game, A, "0518");
        assert_eq!(place(&game, D) == "1118", battlements, "{}", place(&game, D));
    }
}

#[test]
fn mm_5_1_who_pursues_and_catches_his_man_strikes_twice_in_all_and_the_other_once() {
    let mut game = court("1518", "1418", "1814");
    game.troops[1].class = Class::Knight;
    let mut told = go(&mut game, A, "2318");
    told.extend(play(&mut game, Attacker, Decision::Done, &[]).expect("done"));
    told.extend(play(&mut game, Defender, Decision::Done, &[]).expect("done"));
    let of =
        |id: TrooperId| blows(&told).into_iter().filter(|blow| blow.0 == id).map(|blow| blow.2).collect::<Vec<_>>();
    assert_eq!(of(D), [true, false], "at who left, and at the turn's end");
    assert_eq!(of(A), [false], "who left has no blow of the turn's start");
}

#[test]
fn mm_5_4_the_bold_who_go_at_an_enemy_charge() {
    let mut game = court("2118", "1418", "1814");
    game.troops[1].mood = Heart::Bold;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert_eq!(game.facing(D), [A], "they go at him");
    // The one who charges strikes first of two who are else equal (MM-5.2), and adds 1 (MM-5.4): 2 beats 2.
    let told = play(&mut game, Defender, Decision::Done, &[2, 2, 6]).expect("done");
    let charging = told.iter().find_map(|event| match event {
        Event::Struck { man: D, attack, hit, .. } => {
            Some((attack.parts.iter().any(|part| part.what == "charging"), attack.total, *hit))
        }
        _ => None,
    });
    assert_eq!(charging, Some((true, 3, true)), "{told:?}");
    assert_eq!(blows(&told), [(D, A, false)], "the other is killed first");
}

#[test]
fn mm_5_4_the_turn_after_it_is_no_charge_any_more() {
    let mut game = court("2118", "1418", "1814");
    game.troops[1].mood = Heart::Bold;
    for turn in 1..=2 {
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(game.blow_of(D, A).charging, turn == 1);
        assert!(!game.blow_of(A, D).charging);
        play(&mut game, Defender, Decision::Done, &[]).expect("done");
        game.troops[1].mood = Heart::Bold;
    }
    assert!(game.man(CASTELLAN).able());
}

#[test]
fn mm_5_8_a_troop_is_told_to_follow_or_not_and_follows_whom_it_can_come_up_with() {
    let order = |follow| Decision::Follow { man: D, follow };
    for (protection, follows) in [(3, true), (2, false)] {
        let mut game = court("1518", "1418", "1814");
        game.men[2].profile.protection = Protection::new(protection).expect("a level");
        assert_eq!(play(&mut game, Attacker, order(true), &[]), Err(Illegal::NotYours));
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        assert_eq!(play(&mut game, Defender, order(false), &[]), Err(Illegal::NoChange), "nobody follows at first");
        let told = play(&mut game, Defender, order(true), &[]).expect("they will follow");
        assert_eq!(told, [Event::Follows { troop: 1, follow: true }]);
        // Nobody is hit, and all stand to it.
        play(&mut game, Defender, Decision::Done, &[1, 6, 1, 6, 1, 6, 1, 6, 6, 6, 6, 6, 6, 6]).expect("done");
        game.troops.iter_mut().for_each(|troop| troop.mood = Heart::Steady);
        go(&mut game, A, "2318");
        assert_eq!(place(&game, D), if follows { "2218" } else { "1418" }, "protection {protection}");
    }
}

#[test]
fn mm_5_8_a_man_on_a_ladder_who_goes_down_takes_the_blow_too() {
    let mut map = HexMap::clone(&castle());
    let (foot, head) = (map.named("1014").expect("the moat"), map.named("1114").expect("the walk"));
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, ["1014", "0202"], ["1112", "1814"]);
    game.men[0].burden = Burden::Nothing;
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    play(&mut game, Attacker, Decision::Climb { man: A, ladder: 0 }, &[]).expect("he climbs");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    play(&mut game, Defender, Decision::Go { man: D, to: head }, &[]).expect("before him");
    play(&mut game, Defender, Decision::Done, &[1, 6, 1, 6, 6, 6, 6, 6, 6, 6]).expect("done");
    game.troops[0].mood = Heart::Steady;
    game.troops[1].class = Class::Knight;
    let told = play(&mut game, Attacker, Decision::StepOff { man: A, up: false }, &[]).expect("he goes down");
    assert_eq!(blows(&told), [(D, A, true)]);
    assert_eq!((place(&game, A), place(&game, D)), ("1014".to_owned(), "1114".to_owned()), "nobody jumps after him");
}

#[test]
fn mm_5_8_by_command_and_on_the_page_a_troop_is_told_whom_to_follow() {
    let mut game = court("1518", "1418", "1814");
    let words = [("follow A1", true), ("stay A1", false)];
    for (text, follow) in words {
        let decision = Decision::Follow { man: A, follow };
        assert_eq!(typed::decision(&game, text), Ok(decision));
        assert_eq!(typed::words(&game, &decision), text);
        let offer = offers(&game, A, None, &|id| typed::number_of(&game, id));
        let offered = offer.iter().find(|offer| offer.decision == Some(decision)).expect("it is on the list");
        assert!(offered.why.is_none() && !by_pressing(offered), "{}", offered.name);
        play(&mut game, Attacker, decision, &[]).expect("it is done");
        assert_eq!(game.troops[0].follows, follow);
    }
}

/// What is pressed twice is about the hex that is pressed: nobody lays a ladder down or rolls a ram so.
#[test]
fn mm_3_7_by_pressing_a_hex_only_what_is_about_it_is_ordered() {
    let game = court("1518", "1418", "1814");
    let about = |decision| OrderOffer { name: String::new(), decision: Some(decision), why: None };
    let to = game.map.named("1517").expect("a hex");
    assert!(by_pressing(&about(Decision::Go { man: A, to })) && by_pressing(&about(Decision::Aim { man: A, at: D })));
    for other in [
        Decision::LayDown { man: A },
        Decision::Roll { machine: 0, back: false },
        Decision::Restock { man: A },
        Decision::Kindle { man: A },
        Decision::Done,
    ] {
        assert!(!by_pressing(&about(other)), "{other:?}");
    }
}
