//! MM-7.4 hex to hex (SG-5.4): the recreant flee, or yield where they are cut off; the craven in the open fall back; who rallies
//! spends a turn on it; the bold go at whom they can reach.

use crate::assaults::{begin, few, hex, host, pass, place, plan, play, unit};
use banneret::rules::assault::map::{self, HexId, HexMap, Terrain};
use banneret::rules::assault::state::{Burden, Heart, LadderLies};
use banneret::rules::assault::{Assault, Decision, Event, Fortune, Illegal, Plan, TrooperId};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Class};
use std::sync::Arc;

const A: TrooperId = TrooperId(0);
const KNIGHT: TrooperId = TrooperId(1);
const D: TrooperId = TrooperId(2);

fn castle() -> Arc<HexMap> {
    map::find("border castle").expect("it ships")
}

/// Two before the castle and two of it, the castellan in the keep, the garrison so minded; then the garrison begins to move.
fn garrison(heart: Heart, attackers: [&str; 2], man: &str) -> (Assault, Vec<Event>) {
    let mut game = few(&castle(), attackers, [man, "1814"]);
    game.troops[1].mood = heart;
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("the attackers are done");
    (game, told)
}

fn far(game: &Assault, one: &str, other: &str) -> i64 {
    game.map.distance(hex(game, one), hex(game, other))
}

fn yielded(game: &Assault, id: TrooperId) -> Option<TrooperId> {
    match game.man(id).fortune {
        Fortune::Taken(by) => by,
        _ => None,
    }
}

#[test]
fn mm_7_4_the_recreant_in_the_open_yield_to_an_active_enemy_within_six() {
    for (at, distance, taken) in [("2018", 6, Some(A)), ("2118", 7, None)] {
        let (game, _) = garrison(Heart::Recreant, [at, "0202"], "1418");
        assert_eq!(far(&game, at, "1418"), distance);
        assert_eq!(yielded(&game, D), taken, "{distance} hexes off");
        assert_eq!(game.man(D).able(), taken.is_none());
    }
}

#[test]
fn mm_7_4_an_enemy_beyond_a_wall_or_one_who_flees_himself_cuts_nobody_off() {
    let (game, _) = garrison(Heart::Recreant, ["0912", "0202"], "1313");
    assert!(far(&game, "0912", "1313") <= 6);
    assert!(game.man(D).able(), "the rampart and the moat part them");
    let mut game = few(&castle(), ["2018", "0202"], ["1418", "1814"]);
    (game.troops[0].mood, game.troops[1].mood) = (Heart::Recreant, Heart::Recreant);
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(game.man(D).able(), "he is not active");
    let mut game = few(&castle(), ["2018", "0202"], ["1418", "1814"]);
    game.men[0].profile.class = Class::Cleric;
    game.troops[1].mood = Heart::Recreant;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(game.man(D).able(), "nobody yields to a cleric (MM-8.9)");
}

#[test]
fn mm_7_4_the_recreant_in_cover_yield_only_in_contact() {
    // On the walk of the western rampart.
    let (game, _) = garrison(Heart::Recreant, ["1213", "0202"], "1116");
    assert_eq!(far(&game, "1213", "1116"), 3);
    assert!(game.man(D).able(), "three hexes off on the walk");
    let (game, _) = garrison(Heart::Recreant, ["1215", "0202"], "1115");
    assert_eq!(yielded(&game, D), Some(A), "face to face");
}

#[test]
fn mm_7_4_the_recreant_between_enemies_within_ten_ahead_and_behind_yield() {
    // One on the stair to the keep, seven steps ahead; the other behind, seven off.
    for (behind, taken) in [("2010", true), ("0202", false)] {
        let (game, _) = garrison(Heart::Recreant, ["1717", behind], "1311");
        assert!(far(&game, "1717", "1311") >= 6 && far(&game, "2010", "1311") >= 7);
        assert_eq!(yielded(&game, D).is_some(), taken, "{behind}");
    }
}

#[test]
fn mm_7_4_the_recreant_of_a_garrison_flee_to_the_door_of_the_keep_though_it_is_shut() {
    let (game, _) = garrison(Heart::Recreant, ["0402", "0202"], "1418");
    assert_ne!(place(&game, D), "1418", "he runs");
    // Eight points: two hexes to the foot of the stair, two a step up it.
    assert!(far(&game, &place(&game, D), "1917") < 4, "{}", place(&game, D));
    assert_eq!((game.man(D).points, game.man(D).moved), (0, true));
}

#[test]
fn mm_7_4_who_has_fled_into_the_keep_goes_on_within_it_for_those_behind_him() {
    let mut map = HexMap::clone(&castle());
    map.gates.iter_mut().for_each(|gate| gate.open = true);
    let hosts = BySide {
        attacker: host(vec![unit("few", 0, 1, 3, "axe")]),
        defender: host(vec![unit("garrison", 10, 5, 3, "sword;shield")]),
    };
    let none = Plan { towers: 0, rams: 0, ladders: 0, faggots: 0, engines: Vec::new(), ..plan("border castle") };
    let mut game = begin(&Plan { map: Arc::new(map), hosts, ..none });
    let court = |game: &Assault, at: HexId| {
        let open = game.map.cell(at).terrain == Terrain::Flat && game.map.line_of(at) == 1;
        open && game.map.holds(at).is_ok() && !game.taken(at)
    };
    for id in game.of(Defender).collect::<Vec<_>>() {
        let at = game.map.ids().find(|&at| court(&game, at)).expect("room in the court");
        game.deploy_at(id, at).expect("free");
    }
    for _ in 0..12 {
        game.troops[1].mood = Heart::Recreant;
        pass(&mut game);
        (game.idle, game.quiet) = (0, None);
    }
    let within = |id: TrooperId| game.place(id).is_some_and(|at| game.map.in_keep(at));
    let without: Vec<String> = game.of(Defender).filter(|&id| !within(id)).map(|id| place(&game, id)).collect();
    assert!(without.is_empty(), "before its door: {without:?}");
}

#[test]
fn mm_7_4_recreant_besiegers_flee_down_their_ladders_and_off_the_map() {
    let mut map = HexMap::clone(&castle());
    let (foot, head) = (map.named("1014").expect("the moat"), map.named("1114").expect("the walk"));
    let cell = &mut map.cells[usize::from(foot.0)];
    (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
    let mut game = few(&map, ["1114", "0202"], ["2510", "1814"]);
    game.men[0].burden = Burden::Nothing;
    game.ladders[0].lies = LadderLies::Upright { foot, head, from: 0 };
    game.troops[0].mood = Heart::Recreant;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    // They fail their test (1, 1, 1) and flee on: 3 points down the ladder, 1 off it, 4 over the ground.
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    assert_eq!(game.man(KNIGHT).fortune, Fortune::Fled, "off the map");
    assert_eq!(far(&game, "1014", &place(&game, A)), 4);
    assert_eq!(game.man(A).points, 0);
}

#[test]
fn mm_7_4_the_craven_in_the_open_fall_back_a_full_move_from_an_active_enemy_within_ten() {
    for (at, distance, back) in [("2418", 10, true), ("2208", 12, false)] {
        let (game, _) = garrison(Heart::Craven, [at, "0202"], "1418");
        assert!(far(&game, at, "1418") == distance || !back, "{}", far(&game, at, "1418"));
        assert_eq!(place(&game, D) != "1418", back, "{at}");
        assert_eq!(game.man(D).points == 0, back, "a full move");
    }
    // Behind battlements he stays, and shoots or strikes if he can.
    let (game, _) = garrison(Heart::Craven, ["1213", "0202"], "1116");
    assert_eq!(place(&game, D), "1116");
    assert!(game.man(D).points > 0);
}

#[test]
fn mm_7_4_the_craven_who_do_not_fall_back_come_no_nearer_and_climb_nothing() {
    let (game, _) = garrison(Heart::Craven, ["1211", "0202"], "1117");
    let step = |to: &str| {
        let mut game = game.clone();
        let to = hex(&game, to);
        play(&mut game, Defender, Decision::Step { man: D, to }, &[]).map(drop)
    };
    assert_eq!(step("1116"), Err(Illegal::Craven), "nearer to the nearest enemy");
    assert_eq!(step("1118"), Ok(()), "and away from him");
    let reach = game.reach(Defender, D);
    let here = far(&game, "1211", "1117");
    assert!(!reach.is_empty());
    assert!(reach.iter().all(|&(to, _)| game.map.distance(to, hex(&game, "1211")) >= here));
}

#[test]
fn mm_7_4_who_stops_fleeing_spends_a_turn_rallying() {
    let mut game = few(&castle(), ["0402", "0202"], ["1116", "1814"]);
    game.troops[1].mood = Heart::Recreant;
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    // 4 and 4 and 4, with the castellan near him: resolute at least.
    let told = play(&mut game, Defender, Decision::Done, &[4, 4, 4]).expect("done");
    assert!(
        told.iter().any(|event| matches!(event, Event::Tested { troop: 1, mood: Heart::Rallying, .. })),
        "{told:?}"
    );
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    let at = game.place(D).expect("he is there");
    let to = game.map.around(at).map(|(_, to)| to).find(|&to| game.map.leads(at, to).is_ok()).expect("a way");
    assert_eq!(play(&mut game, Defender, Decision::Step { man: D, to }, &[]), Err(Illegal::Rallies));
    assert_eq!(game.place(D), Some(at), "they stop");
    play(&mut game, Defender, Decision::Done, &[]).expect("done");
    play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(play(&mut game, Defender, Decision::Step { man: D, to }, &[]).is_ok(), "the turn after they obey");
}

#[test]
fn mm_7_4_the_bold_go_at_an_enemy_they_can_reach_and_others_obey() {
    // In the court: eight points bring him face to face with one seven hexes off, not with one ten off.
    for (at, goes) in [("2118", true), ("2418", false)] {
        let (game, _) = garrison(Heart::Bold, [at, "0202"], "1418");
        assert_eq!(!game.facing(D).is_empty(), goes, "{at}");
        assert_eq!(place(&game, D) == "1418", !goes, "{at}");
    }
    // Behind his battlements, with the enemy outside, he stays where he is.
    let (game, _) = garrison(Heart::Bold, ["0912", "0202"], "1112");
    assert_eq!(place(&game, D), "1112");
    // Who carries a ladder goes on with his work.
    let mut game = few(&castle(), ["1418", "0202"], ["2118", "1814"]);
    game.troops[0].mood = Heart::Bold;
    game.men[0].burden = Burden::Ladder(0);
    pass(&mut game);
    assert_eq!(place(&game, A), "1418");
}

#[test]
fn mm_7_4_the_craven_do_not_fall_back_into_contact() {
    // The stair to the keep is where a garrison falls back to; an enemy is on its first step, or near its foot.
    for (at, man) in [("1717", "1517"), ("1717", "1418"), ("1618", "1418"), ("1619", "1418"), ("1817", "1418")] {
        let (game, _) = garrison(Heart::Craven, [at, "0202"], man);
        assert!(game.facing(D).is_empty(), "{man} came up to {at} in {}", place(&game, D));
    }
    // With no step left to go he stays, and does not advance.
    let (mut game, _) = garrison(Heart::Craven, ["1717", "0202"], "1517");
    assert_eq!(place(&game, D), "1517");
    assert!(!game.man(D).falls_back && game.man(D).points > 0);
    let to = hex(&game, "1617");
    assert_eq!(play(&mut game, Defender, Decision::Step { man: D, to }, &[]), Err(Illegal::Craven));
}

#[test]
fn mm_7_4_the_recreant_do_not_flee_into_contact() {
    // On the walk, in cover, so that he does not yield; the way home, down the stair at 1215, is before the enemy in 1214.
    let (game, told) = garrison(Heart::Recreant, ["1214", "0202"], "1116");
    assert!(game.man(D).able(), "{told:?}");
    assert_eq!(place(&game, D), "1116", "he stays");
    assert!(game.facing(D).is_empty());
    // In contact there he is cut off and yields.
    let (game, _) = garrison(Heart::Recreant, ["1215", "0202"], "1116");
    assert_eq!(yielded(&game, D), Some(A));
}

#[test]
fn mm_7_4_the_recreant_and_those_who_fall_back_strike_no_blow() {
    let fights = |set: &dyn Fn(&mut Assault)| {
        let mut game = few(&castle(), ["1518", "0202"], ["1418", "1814"]);
        game.men.iter_mut().for_each(|man| man.burden = Burden::Nothing);
        play(&mut game, Attacker, Decision::Done, &[]).expect("done");
        set(&mut game);
        let told = play(&mut game, Defender, Decision::Done, &[]).expect("done");
        let by = |id| told.iter().filter(|event| matches!(event, Event::Struck { man, .. } if *man == id)).count();
        [by(A), by(D)]
    };
    assert_eq!(fights(&|_| {}), [2, 2], "face to face at the turn's start and its end");
    assert_eq!(fights(&|game| game.troops[0].mood = Heart::Recreant), [0, 2]);
    assert_eq!(fights(&|game| game.men[0].falls_back = true), [0, 2]);
}

/// MM-7.4, SG-10: who flees through the secret passage passes a friend in it.
#[test]
fn sg_10_who_flees_passes_a_friend_in_the_passage() {
    let templars = map::find("the Templars' castle").expect("it ships");
    let mut game = few(&templars, ["0202", "0302"], ["2215u", "2214u"]);
    // The friend who stands in his way is of another troop, which is steady.
    game.troops.push(game.troops[1].clone());
    game.men[3].troop = 2;
    game.troops[1].mood = Heart::Recreant;
    let friend = game.man(TrooperId(3)).hex();
    let told = play(&mut game, Attacker, Decision::Done, &[]).expect("done");
    assert!(told.iter().any(|event| matches!(event, Event::Passed { man, .. } if *man == D)), "{told:?}");
    assert_eq!(game.man(TrooperId(3)).hex(), friend);
    assert!(far(&game, &place(&game, D), "2009") < far(&game, "2214", "2009"), "{}", place(&game, D));
}
