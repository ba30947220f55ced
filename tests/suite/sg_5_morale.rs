//! Morale in an assault on hexes (SG-5.4, MM-7): the causes of a test, flights that give others cause, and what counts in it.

use crate::assaults::{begin, host, pass, plan, play, unit};
use banneret::rules::assault::standards::{HexStandard, StandardLies};
use banneret::rules::assault::state::Heart;
use banneret::rules::assault::{Assault, Decision, Event, Fortune, Plan, Post, TrooperId};
use banneret::rules::battle::{Host, Man, Standard};
use banneret::rules::figure::Side::{Attacker, Defender};
use banneret::rules::figure::{BySide, Class, Grade};

/// Two hosts with nothing but their arms, at the border castle.
fn bare(attacker: Host, defender: Host) -> Assault {
    let (ladders, towers, rams, faggots, engines) = (0, 0, 0, 0, Vec::new());
    begin(&Plan {
        hosts: BySide { attacker, defender },
        ladders,
        towers,
        rams,
        engines,
        faggots,
        ..plan("border castle")
    })
}

/// Two units of the attackers near each other, and one far off within.
fn two_units() -> Assault {
    let attacker = host(vec![unit("first", 0, 5, 3, "sword"), unit("second", 20, 5, 3, "sword")]);
    let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
    bare(attacker, defender)
}

fn tested(told: &[Event]) -> Vec<u8> {
    let of = told.iter().filter_map(|event| match event {
        Event::Tested { troop, .. } => Some(*troop),
        _ => None,
    });
    of.collect()
}

/// Both sides are done; the garrison's half ends the turn with these faces for the tests.
fn turn_ends(game: &mut Assault, faces: &[u32]) -> Vec<Event> {
    play(game, Attacker, Decision::Done, &[]).expect("the attackers are done");
    play(game, Defender, Decision::Done, faces).expect("so is the garrison")
}

#[test]
fn mm_7_1_a_unit_that_flees_gives_those_near_it_cause_to_test_in_the_same_turn() {
    let mut game = two_units();
    game.troops[0].missile_hits = 3;
    assert_eq!(tested(&turn_ends(&mut game, &[6, 6, 6])), [0], "three missiles hit the first, and it stands");
    game.troops[0].missile_hits = 3;
    // The first throws 1, 1, 1 and flees; the second, which nothing else concerns, tests and stands.
    assert_eq!(tested(&turn_ends(&mut game, &[1, 1, 1, 6, 6, 6])), [0, 1]);
}

#[test]
fn mm_7_1_a_leader_lost_near_and_a_firearm_are_causes() {
    let mut game = two_units();
    let leader = game.troops[1].commander.expect("a knight leads it");
    let at = game.place(leader).expect("he stands");
    game.fallen.push((leader, at));
    assert!(tested(&turn_ends(&mut game, &[6; 9])).is_empty(), "he stands still");
    game.men[usize::from(leader.0)].fortune = Fortune::Dead;
    game.men[usize::from(leader.0)].post = Post::Off;
    game.fallen.push((leader, at));
    assert_eq!(tested(&turn_ends(&mut game, &[6; 9])), [1], "his own unit, and not the other, which he does not lead");
    let mut game = two_units();
    game.troops[0].fired_on = true;
    assert_eq!(tested(&turn_ends(&mut game, &[6; 9])), [0]);
}

#[test]
fn mm_7_2_a_lone_knight_tests_when_three_of_his_class_fall_near_him_and_when_shot_at_where_he_halts() {
    let mut attacker = host(vec![unit("first", 0, 5, 3, "sword")]);
    let knights: Vec<_> = (50..54)
        .map(|n| {
            crate::assaults::fighter(
                n,
                banneret::rules::figure::Class::Knight,
                banneret::rules::figure::Grade::C,
                2,
                "sword;shield",
            )
        })
        .collect();
    attacker.forces[0].single = knights;
    let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
    let mut game = bare(attacker, defender);
    let lone: Vec<TrooperId> =
        game.ids().filter(|&id| game.man(id).troop >= 1 && game.man(id).side == Attacker).collect();
    assert_eq!(lone.len(), 4);
    let places: Vec<_> = lone.iter().map(|&id| game.place(id).expect("he stands")).collect();
    game.fallen.extend(lone[1..3].iter().map(|&id| (id, places[0])));
    assert!(tested(&turn_ends(&mut game, &[6; 9])).is_empty(), "two are not enough");
    game.fallen.extend(lone[1..].iter().map(|&id| (id, places[0])));
    let troop = game.man(lone[0]).troop;
    assert!(tested(&turn_ends(&mut game, &[6; 30])).contains(&troop));
    // Shot at while he halts: from the second turn of it.
    for expected in [false, true] {
        game.troops[usize::from(troop)].shot_at = true;
        assert_eq!(tested(&turn_ends(&mut game, &[6; 30])).contains(&troop), expected);
    }
}

#[test]
fn mm_7_3_what_counts_in_a_test() {
    let mut game = two_units();
    let plain = game.test_of(0);
    assert!(
        plain.supported && !plain.isolated && !plain.leader_near,
        "the other unit stands near, out of melee; its own knight has not come to it"
    );
    assert_eq!(plain.hunger, 0);
    game.hunger.attacker = -1;
    assert_eq!(game.test_of(0).hunger, -1, "half rations (SG-2.3)");
    game.troops[1].fought = true;
    assert!(!game.test_of(0).supported && !game.test_of(0).isolated, "it is in melee, but near");
    let guard = game.test_of(2);
    assert!(guard.isolated && !guard.supported, "a garrison of one unit is alone");
    pass(&mut game);
}

/// A unit of six of the attackers with so many knights by themselves, all near one another, the first of them in command of the force.
fn with_knights(count: u32) -> Assault {
    let mut attacker = host(vec![unit("first", 0, 5, 3, "sword")]);
    let knight = |n| crate::assaults::fighter(n, Class::Knight, Grade::C, 2, "sword;shield");
    attacker.forces[0].single = (50..50 + count).map(knight).collect();
    attacker.forces[0].commander = Some(Man(50));
    let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
    bare(attacker, defender)
}

#[test]
fn mm_7_6_four_knights_by_themselves_are_company_and_three_are_not() {
    for (count, alone) in [(0, true), (3, true), (4, false)] {
        assert_eq!(with_knights(count).test_of(0).isolated, alone, "{count} knights");
    }
    // One who flees is none.
    let mut game = with_knights(4);
    game.troops[1].mood = Heart::Recreant;
    assert!(game.test_of(0).isolated);
}

#[test]
fn mm_7_6_who_has_lost_his_commander_is_not_leaderless_while_another_leader_stays_with_him() {
    let mut game = with_knights(1);
    let unit_leader = game.troops[0].commander.expect("its knight");
    let lord = game.ids().find(|&id| game.man(id).man == Man(50)).expect("he has come");
    assert!(!game.test_of(0).leaderless);
    game.men[usize::from(unit_leader.0)].fortune = Fortune::Dead;
    // He of the force within two hexes of one of them has joined them; further off he has not.
    let at = game.place(TrooperId(0)).expect("one of the unit");
    let men: Vec<_> = game.ids().filter(|&id| game.man(id).troop == 0).filter_map(|id| game.place(id)).collect();
    let far_from_all = |to| men.iter().map(|&man| game.map.distance(man, to)).min().unwrap_or(0);
    let free = |to: &_| !game.taken(*to) && game.map.holds(*to).is_ok();
    let near = game.map.ids().filter(free).find(|&to| game.map.distance(at, to) <= 2).expect("room beside them");
    let off = game.map.ids().filter(free).find(|&to| far_from_all(to) == 3).expect("room three hexes off");
    game.deploy_at(lord, near).expect("free");
    assert!(!game.test_of(0).leaderless);
    game.deploy_at(lord, off).expect("free");
    assert!(game.test_of(0).leaderless);
}

#[test]
fn mm_7_3_a_leader_counts_who_has_come_to_a_unit_and_not_the_one_it_has() {
    let mut game = with_knights(1);
    assert!(game.test_of(0).leader_near, "the commander of the force stands near");
    game.men.iter_mut().filter(|man| man.man == Man(50)).for_each(|man| man.fortune = Fortune::Dead);
    assert!(!game.test_of(0).leader_near, "its own knight is with it all the same");
}

#[test]
fn mm_7_1_the_foremost_commander_of_a_battle_leads_all_its_forces() {
    let knight = |n, grade| crate::assaults::fighter(n, Class::Knight, grade, 2, "sword;shield");
    let mut attacker = host(vec![unit("first", 0, 5, 3, "sword")]);
    let mut second = host(vec![unit("second", 20, 5, 3, "sword")]).forces.remove(0);
    attacker.forces[0].single = vec![knight(50, Grade::B)];
    attacker.forces[0].commander = Some(Man(50));
    second.single = vec![knight(60, Grade::C)];
    second.commander = Some(Man(60));
    attacker.forces.push(second);
    let begins = |attacker| {
        let defender = host(vec![unit("guard", 100, 3, 3, "sword")]);
        let (ladders, towers, rams, faggots, engines) = (0, 0, 0, 0, Vec::new());
        begin(&Plan {
            hosts: BySide { attacker, defender },
            ladders,
            towers,
            rams,
            engines,
            faggots,
            ..plan("border castle")
        })
    };
    let game = begins(attacker.clone());
    let of = |game: &Assault, man| game.ids().find(|&id| game.man(id).man == Man(man)).expect("he has come");
    let (lord, other) = (of(&game, 50), of(&game, 60));
    // Troops: first, its knight, second, its knight.
    assert!(game.troops[2].leaders.contains(&lord) && game.troops[2].leaders.contains(&other));
    assert!(game.troops[0].leaders.contains(&lord) && !game.troops[0].leaders.contains(&other));
    // In another battle he is nobody to them.
    attacker.forces[1].battle = "rearward".to_owned();
    let game = begins(attacker);
    assert!(!game.troops[2].leaders.contains(&lord) && game.troops[2].leaders.contains(&other));
}

#[test]
fn mm_7_3_a_standard_counts_as_lost_for_who_sees_it_lost() {
    let mut game = two_units();
    let standard = |seen_lost: Vec<u8>| HexStandard {
        side: Attacker,
        standard: Standard::Army,
        over: ("battle".to_owned(), "force".to_owned()),
        troops: (0, 2),
        lies: StandardLies::Gone,
        seen_lost,
    };
    game.standards.push(standard(vec![1]));
    assert_eq!([0, 1].map(|troop| game.test_of(troop).standard_lost), [false, true]);
}
