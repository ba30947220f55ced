//! What counts in a test of morale (MM-7.3, MM-7.6).

use crate::bands::{
    archers, band_of, bare_swordsman, knight_of, of_battle, on_ground, part_of_test, shot_dead, swordsman,
    who_tests_for,
};
use crate::field::*;
use crate::rosters::{fighter, force, unit};
use banneret::rules::battle::{Fighter, Standard};
use banneret::rules::explain::Sum;
use banneret::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use banneret::rules::geometry::Heading;
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed};
use banneret::rules::man_to_man::morale::{Test, morale_parts, morale_result};
use banneret::rules::man_to_man::state::State;
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait, Tables};

#[test]
fn mm_7_3_every_modifier_of_the_test() {
    // MM-7.3, each by itself on a sergeant of grade C, for whom neither class nor grade counts.
    let sum = |change: &dyn Fn(&mut Test)| {
        let mut test = Test::plain(Class::Sergeant, Grade::C);
        change(&mut test);
        let mut sum = Sum::default();
        morale_parts(&test, &Tables::book(), &mut sum);
        sum.0
    };
    assert_eq!(sum(&|_| ()), 0);
    assert_eq!([Class::Knight, Class::Peasant].map(|class| sum(&|test| test.class = class)), [1, -1]);
    let grades = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];
    assert_eq!(grades.map(|grade| sum(&|test| test.grade = grade)), [2, 1, 0, -1, -2]);
    assert_eq!(sum(&|test| test.supported = true), 1);
    assert_eq!(sum(&|test| test.enemies_fleeing = 2), 2, "each enemy fleeing");
    assert_eq!(sum(&|test| test.close_order = true), 1);
    assert_eq!(sum(&|test| (test.class, test.close_order) = (Class::Knight, true)), 1, "knights gain nothing by it");
    assert_eq!(sum(&|test| test.isolated = true), -1);
    assert_eq!(sum(&|test| test.friends_fleeing = 2), -2, "each friend fleeing");
    assert_eq!(sum(&|test| test.quarters_hit = 3), -3, "each full quarter of the unit");
    assert_eq!(sum(&|test| test.fleeing = true), -1);
    assert_eq!(sum(&|test| test.leaderless = true), -1);
    assert_eq!(sum(&|test| test.hit_in_melee = true), -1);
    assert_eq!(sum(&|test| test.standard_lost = true), -1);
    assert_eq!(sum(&|test| test.commander_lost = true), -1);
    assert_eq!(sum(&|test| test.leader_near = true), 1);
    assert_eq!(sum(&|test| test.secure_flanks = 2), 2, "each secure flank");
    let results = [13, 12, 9, 8, 7, 6].map(|total| morale_result(total, &Tables::book()));
    use MoraleResult::*;
    assert_eq!(results, [Bold, Resolute, Resolute, Craven, Craven, Recreant]);
}

/// A defender's unit with so many of its men shot once each from behind, and what its test counts.
fn shot_from_behind(men: Vec<Fighter>, hits: usize) -> Vec<Event> {
    let mut count = unit("men", None, &men[0], 0);
    count.men = men;
    let mut places: Vec<Placed> = (0..hits.max(1) as u16).map(|n| up(n, 236 + 4 * i32::from(n), 160)).collect();
    let first = places.len() as u16;
    places.extend((0..count.men.len() as u16).map(|n| up(first + n, 230 + 4 * i32::from(n), 180)));
    let mut field = Field::new(archers(hits.max(1)), vec![force("b", vec![count], vec![])], &places);
    field.dice.show(TO_HIT, &[1, 1].repeat(hits));
    field.turn(&[shoot(0, 1)])
}

#[test]
fn mm_7_3_only_full_quarters_of_the_unit_count() {
    // MM-7.3: each full 25 % of it hit −1.
    for (men, hits, counts) in [(5, 1, 0), (4, 1, -1), (5, 2, -1), (9, 2, 0), (8, 2, -1), (4, 2, -2), (7, 5, -2)] {
        let events = shot_from_behind(vec![bare_swordsman(); men], hits);
        assert_eq!(part_of_test(&events, 1, "each quarter of the unit hit"), counts, "{hits} of {men}");
    }
    // A man hit twice is one man hit, and the unit is what it was before he was killed.
    for (men, counts) in [(4, -1), (5, 0)] {
        let mut places = vec![up(0, 240, 160)];
        places.extend((0..men as u16).map(|n| up(1 + n, 232 + 4 * i32::from(n), 180)));
        let foot = vec![force("b", vec![unit("men", None, &bare_swordsman(), men)], vec![])];
        let mut field = Field::new(archers(1), foot, &places);
        field.dice.show(TO_HIT, &[1; 4]);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(usize::from(field.position.body(body(1)).in_arms), men - 1);
        assert_eq!(part_of_test(&events, 1, "each quarter of the unit hit"), counts);
    }
}

#[test]
fn mm_7_3_a_unit_tests_with_its_mens_commonest_grade_and_class() {
    // MM-7.3: not with its commander's, nor the best or the worst of them.
    use Class::{Knight, Peasant, Sergeant};
    let of = |class, grade| fighter(class, grade, 4, &[Weapon::Sword], Horse::None);
    let [b, c, d, e] = [Grade::B, Grade::C, Grade::D, Grade::E];
    for (men, grade) in [([d, d, b, e], -1), ([b, b, c, e], 1), ([d, b, b, b], 1), ([e, d, d, c], -1)] {
        let men = men.map(|grade| of(Sergeant, grade)).to_vec();
        assert_eq!(part_of_test(&shot_from_behind(men, 0), 1, "grade"), grade);
    }
    for (classes, peasants) in [([Peasant, Peasant, Sergeant], -1), ([Peasant, Sergeant, Sergeant], 0)] {
        let men = classes.map(|class| of(class, c)).to_vec();
        assert_eq!(part_of_test(&shot_from_behind(men, 0), 1, "peasant"), peasants);
    }
    // Commanded by a knight of grade E, or of grade A.
    for commander in [e, Grade::A] {
        let led = unit("led", Some(of(Knight, commander)), &of(Sergeant, b), 1);
        let places = [up(0, 240, 160), up(1, 240, 180), up(2, 243, 180)];
        let mut field = Field::new(archers(1), vec![force("b", vec![led], vec![])], &places);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!((part_of_test(&events, 1, "grade"), part_of_test(&events, 1, "knight")), (1, 0));
    }
}

#[test]
fn mm_7_3_a_cleric_or_leader_within_15_inches() {
    // MM-7.3, MM-7.6: a cleric of its own side, or a leader of its own force, not of another battle's, nor an enemy's cleric.
    let near = |own: Vec<Fighter>, other: Vec<Fighter>, theirs: Vec<Fighter>, quarters: i32| {
        let tested = force("a", vec![unit("tested", None, &bare_swordsman(), 1)], own);
        let away = of_battle("van", force("b", vec![], other));
        let foe = force("c", vec![unit("foe", None, &bare_swordsman(), 1)], theirs);
        let mut places = vec![up(0, 240, 160), up(1, 240 + quarters, 160), down(2, 240, 163)];
        if !foe.single.is_empty() {
            places = vec![up(0, 240, 160), down(1, 240, 163), down(2, 240 + quarters, 160)];
        }
        let mut field = Field::new(vec![tested, away], vec![foe], &places);
        part_of_test(&field.turn(&[]), 0, "cleric or leader near")
    };
    let cleric = || vec![fighter(Class::Cleric, Grade::B, 4, &[], Horse::None)];
    let knight = || vec![knight_of(Rank::Knight)];
    assert_eq!([60, 61].map(|quarters| near(cleric(), vec![], vec![], quarters)), [1, 0]);
    assert_eq!([60, 64].map(|quarters| near(knight(), vec![], vec![], quarters)), [1, 0]);
    assert_eq!(near(vec![], cleric(), vec![], 60), 1, "wherever he is told off to");
    assert_eq!(near(vec![], knight(), vec![], 60), 0, "a leader of others");
    assert_eq!(near(vec![], vec![], cleric(), 60), 0, "the enemy's");
}

#[test]
fn mm_7_3_flights_near_count_for_and_against() {
    // MM-7.3: each friend fleeing within 15 in −1, each enemy +1. The first to test flees; then a friend tests for it, and
    // the lone knight opposite.
    let places = [up(0, 240, 160), up(1, 256, 160), down(2, 240, 163), down(3, 200, 200)];
    let ours =
        force("a", vec![unit("flees", None, &bare_swordsman(), 1), unit("near", None, &bare_swordsman(), 1)], vec![]);
    let theirs = force("b", vec![unit("foe", None, &bare_swordsman(), 1)], vec![knight_of(Rank::Knight)]);
    let mut field = Field::new(vec![ours], vec![theirs], &places);
    field.dice.show(MORALE, &[1, 1, 1]);
    let events = field.turn(&[]);
    assert!(field.position.body(body(0)).fleeing());
    let counts =
        |whose| (part_of_test(&events, whose, "friends fleeing"), part_of_test(&events, whose, "enemies fleeing"));
    assert_eq!((counts(1), counts(3)), ((-1, 0), (0, 1)));
}

#[test]
fn mm_7_3_three_of_its_side_hit_in_melee() {
    // MM-7.3: −1 to the side that was hit, in the turn in which it was.
    for (hits, counts) in [(2, 0), (3, -1)] {
        let mut places: Vec<Placed> = (0..4).map(|n| up(n, 240 + 12 * i32::from(n), 160)).collect();
        places.extend((0..4).map(|n| down(4 + n, 240 + 12 * i32::from(n), 163)));
        let better = fighter(Class::Sergeant, Grade::B, 4, &[Weapon::Sword], Horse::None);
        let band = |man: &Fighter| vec![force("band", vec![unit("men", None, man, 4)], vec![])];
        let mut field = Field::new(band(&better), band(&bare_swordsman()), &places);
        field.dice.show(ATTACK, &vec![6; hits]);
        field.dice.show(DEFENCE, &vec![1; hits]);
        let events = field.turn(&[]);
        let count = |whose| part_of_test(&events, whose, "three or more hit in melee");
        assert_eq!((count(0), count(1)), (0, counts), "{hits}");
        let later = field.turn(&[]);
        assert_eq!(part_of_test(&later, 1, "three or more hit in melee"), 0);
    }
}

#[test]
fn mm_7_3_a_standard_lost_over_them() {
    // MM-7.3: of their force, battle or army: a bearer of the first force of the van is shot. A unit of his force, of
    // another of his battle, and of another battle test, and an enemy with them.
    for (standard, counts) in
        [(Standard::Force, [-1, 0, 0]), (Standard::Battle, [-1, -1, 0]), (Standard::Army, [-1, -1, -1])]
    {
        let men = || unit("men", None, &bare_swordsman(), 1);
        let bearer = Fighter { standard: Some(standard), ..swordsman() };
        let defender = vec![
            of_battle("van", force("b", vec![unit("bearer", None, &bearer, 1), men()], vec![])),
            of_battle("van", force("c", vec![men()], vec![])),
            of_battle("main", force("d", vec![men()], vec![])),
        ];
        let attackers = || (0..3).map(|_| men()).collect();
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let attacker = force("a", [vec![archer], attackers()].concat(), vec![]);
        let mut places = vec![up(0, 240, 160)];
        places.extend((1..=3).map(|n| up(n, 240 + 40 * i32::from(n), 160)));
        places.push(down(4, 240, 190));
        places.extend((5..=7).map(|n| down(n, 80 + 40 * i32::from(n), 163)));
        let mut field = Field::new(vec![attacker], defender, &places);
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, 4)]);
        assert_eq!([5, 6, 7].map(|whose| part_of_test(&events, whose, "standard lost")), counts, "{standard:?}");
        assert_eq!(part_of_test(&events, 1, "standard lost"), 0, "it is the enemy's");
    }
}

#[test]
fn mm_7_3_what_a_unit_counts() {
    // MM-7.3: the parts of one test, on a field where everything counts.
    let man = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Spear], Horse::None);
    let tested = unit("tested", None, &man, 4);
    let beside = unit("beside", None, &man, 2);
    let cleric = fighter(Class::Cleric, Grade::A, 4, &[], Horse::None);
    let foe = unit("foe", None, &sergeant(3, &[Weapon::Sword]), 1);
    let places = [
        up(0, 240, 160),
        up(1, 243, 160),
        up(2, 246, 160),
        up(3, 249, 160),
        up(4, 255, 160),
        up(5, 258, 160),
        up(6, 245, 130),
        down(7, 240, 163),
    ];
    let mut field =
        Field::new(vec![force("a", vec![tested, beside], vec![cleric])], vec![force("b", vec![foe], vec![])], &places);
    let events = field.turn(&[]);
    let mut parts = parts_of(&events, 0);
    parts.sort();
    let expected =
        [("cleric or leader near", 1), ("close order", 1), ("grade", 1), ("secure flanks", 1), ("supported", 1)];
    assert_eq!(parts, expected.map(|(what, value)| (what.to_owned(), value)));
}

#[test]
fn mm_7_3_what_counts_against_a_unit() {
    // MM-7.3: isolated, a quarter of it hit, leaderless; a unit tests with its men's class and grade.
    let commander = fighter(Class::Knight, Grade::A, 4, &[Weapon::Sword], Horse::None);
    let foot = unit("foot", Some(commander), &fighter(Class::Peasant, Grade::D, 4, &[Weapon::Bill], Horse::None), 3);
    let archers = unit("archers", None, &sergeant(4, &[Weapon::Longbow]), 1);
    let places = [down(0, 240, 200), down(1, 243, 200), down(2, 246, 200), down(3, 249, 200), up(4, 240, 160)];
    let mut field = Field::new(vec![force("a", vec![foot], vec![])], vec![force("b", vec![archers], vec![])], &places);
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
    let events = field.turn(&[shoot(1, 0)]);
    assert_eq!(field.position.figure(FigureId(0)).state, State::Dead, "the commander is shot");
    let mut parts = parts_of(&events, 0);
    parts.sort();
    let expected = [
        ("army commander lost", -1),
        ("close order", 1),
        ("each quarter of the unit hit", -1),
        ("grade", -1),
        ("isolated", -1),
        ("leaderless", -1),
        ("peasant", -1),
    ];
    assert_eq!(parts, expected.map(|(what, value)| (what.to_owned(), value)));
}

#[test]
fn mm_7_3_single_knights_take_no_modifiers_of_a_unit() {
    // MM-7.3
    let mut field =
        Field::duel(&sergeant(3, &[Weapon::Sword]), &foot_knight(Grade::B), &[up(0, 240, 160), down(1, 240, 163)]);
    let events = field.turn(&[]);
    assert_eq!(parts_of(&events, 1), [("knight".to_owned(), 1), ("grade".to_owned(), 1)]);
}

#[test]
fn mm_7_6_four_knights_are_company_and_three_are_not() {
    // MM-7.6: isolated: no friendly unit, or four knights, within 24 in.
    let isolated = |knights: u16| {
        let mut host = band_of(&[(&swordsman(), 1)]);
        host.single = vec![foot_knight(Grade::C); usize::from(knights)];
        let mut places = vec![up(0, 240, 160)];
        places.extend((1..=knights).map(|n| up(n, 312, 140 + 8 * i32::from(n))));
        places.push(down(knights + 1, 240, 163));
        let mut field = Field::new(vec![host], vec![band_of(&[(&swordsman(), 1)])], &places);
        parts_of(&field.turn(&[]), 0).iter().any(|(what, _)| what == "isolated")
    };
    assert!(isolated(3) && !isolated(4));
}

#[test]
fn mm_7_6_who_flees_is_no_company() {
    // MM-7.6: no friendly unit, not fleeing or falling back, within 24 in. The first to test flees, or stands.
    for (faces, isolated) in [([1, 1, 1], true), ([4, 4, 3], false)] {
        let man = swordsman();
        let places = [up(0, 240, 160), up(1, 320, 160), down(2, 240, 163), down(3, 320, 163)];
        let hosts = [band_of(&[(&man, 1), (&man, 1)]), band_of(&[(&man, 1), (&man, 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[]);
        assert_eq!(tests(&events)[0].0, 0);
        assert_eq!(parts_of(&events, 1).iter().any(|(what, _)| what == "isolated"), isolated);
    }
}

#[test]
fn mm_7_6_who_fights_supports_nobody() {
    // MM-7.6: supported: a friendly unit, not in melee, within 10 in and facing alike.
    for (far, supported) in [(3, false), (80, true)] {
        let man = swordsman();
        let places = [up(0, 240, 160), up(1, 270, 160), down(2, 240, 163), down(3, 270, 160 + far)];
        let hosts = [band_of(&[(&man, 1), (&man, 1)]), band_of(&[(&man, 1), (&man, 1)])];
        let [ours, theirs] = hosts;
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        let events = field.turn(&[]);
        assert_eq!(parts_of(&events, 0).iter().any(|(what, _)| what == "supported"), supported);
    }
}

const ROCK: &str = "[[area]]\nkind = \"rock\"\nedge = [[22, 40], [30, 40], [30, 60], [22, 60]]\n";

#[test]
fn mm_7_6_a_flank_on_a_rock_is_secure() {
    // MM-7.6: an impassable thing within 2 in.
    let places = [up(0, 128, 160), down(1, 126, 190), down(2, 131, 190)];
    for (things, secure) in [("", 0), (ROCK, 1)] {
        let levy = band_of(&[(&peasant(&[Weapon::Spear]), 2)]);
        let mut field = on_ground(things, band_of(&[(&sergeant(3, &[Weapon::Sword]), 1)]), levy, &places);
        let events = field.turn(&[charge(0, 1, Gait::Run), Decision::Hold { body: body(1) }]);
        let parts = parts_of(&events, 1);
        let flanks = parts.iter().find(|(what, _)| what == "secure flanks").map_or(0, |&(_, value)| value);
        assert_eq!(flanks, secure, "{things}: {parts:?}");
    }
}

#[test]
fn mm_7_6_secure_flanks_are_to_the_sides_and_each_counts() {
    // MM-7.6, MM-7.3: friends within 2 in: to the left, to the right, to both; not before or behind.
    let flanks = |beside: &[(i32, i32)]| {
        let men = || unit("men", None, &bare_swordsman(), 1);
        let ours = force("a", (0..=beside.len()).map(|_| men()).collect(), vec![]);
        let foe = beside.len() as u16 + 1;
        let mut places = vec![up(0, 240, 160), down(foe, 240, 163)];
        places.extend((1..).zip(beside).map(|(n, &(x, y))| up(n, 240 + x, 160 + y)));
        let mut field = Field::new(vec![ours], vec![force("b", vec![men()], vec![])], &places);
        part_of_test(&field.turn(&[]), 0, "secure flanks")
    };
    assert_eq!([flanks(&[(-8, 0)]), flanks(&[(8, 0)]), flanks(&[(8, 0), (-8, 0)])], [1, 1, 2]);
    assert_eq!([flanks(&[(0, -8)]), flanks(&[(9, 0)]), flanks(&[(8, 0), (8, -3)])], [0, 0, 1]);
}

#[test]
fn mm_7_6_who_may_join_a_unit_that_has_lost_its_leader() {
    // MM-7.6: a leader of its own force, battle or army; not one of another battle. He stands 2 in from it; the others
    // are far off. Bodies: the king 1, the baron of its battle 2, it 3, the knight of its force 4, one of the rear 5.
    for (joined, leaderless) in [(1, 0), (2, 0), (4, 0), (5, -1)] {
        let led = unit("led", Some(knight_of(Rank::None)), &bare_swordsman(), 1);
        let lone = |rank| vec![knight_of(rank)];
        let defender = vec![
            of_battle("main", force("b", vec![], lone(Rank::King))),
            of_battle("van", force("c", vec![], lone(Rank::Baron))),
            of_battle("van", force("d", vec![led], lone(Rank::Knight))),
            of_battle("rear", force("e", vec![], lone(Rank::Knight))),
        ];
        // The commander is figure 3, his man 4; who joins stands by the man.
        let mut places = vec![up(0, 240, 160), down(3, 240, 190), down(4, 243, 190)];
        for (body, figure) in [(1, 1), (2, 2), (4, 5), (5, 6)] {
            let x = if body == joined { 251 } else { 60 + 20 * i32::from(figure) };
            places.push(down(figure, x, if body == joined { 190 } else { 360 }));
        }
        let mut field = Field::new(archers(1), defender, &places);
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, 3)]);
        assert_eq!(field.position.figure(FigureId(3)).state, State::Dead);
        assert_eq!(part_of_test(&events, 3, "leaderless"), leaderless, "joined by {joined}");
    }
}

#[test]
fn mm_7_6_a_lone_knight_and_an_enemy_are_no_support() {
    // MM-7.6: a friendly unit.
    let supported = |friend: bool, lone: bool| {
        let men = || unit("men", None, &bare_swordsman(), 1);
        let (mut ours, mut theirs) = (force("a", vec![men()], vec![]), force("b", vec![men()], vec![]));
        let beside = if friend { &mut ours } else { &mut theirs };
        if lone {
            beside.single.push(knight_of(Rank::Knight))
        } else {
            beside.units.push(men())
        }
        let (near, foe) = if friend { (1, 2) } else { (2, 1) };
        let places = [up(0, 240, 160), up(near, 270, 160), down(foe, 240, 163)];
        let mut field = Field::new(vec![ours], vec![theirs], &places);
        part_of_test(&field.turn(&[]), 0, "supported")
    };
    assert_eq!([supported(true, false), supported(true, true), supported(false, false)], [1, 0, 0]);
}

#[test]
fn mm_7_6_knights_in_flight_count_by_fours() {
    // MM-7.6: fleeing friends count when a unit or four knights; these are shot at from behind, and lead nobody else.
    for (count, cause) in [(3, false), (4, true)] {
        let n = count as u16;
        let near = of_battle("van", force("b", vec![unit("near", None, &bare_swordsman(), 1)], vec![]));
        let knights = force("c", vec![], vec![knight_of(Rank::Knight); count]);
        let mut places: Vec<Placed> = (0..n).map(|k| up(k, 236 + 4 * i32::from(k), 160)).collect();
        places.push(down(n, 240, 230));
        places.extend((0..n).map(|k| up(n + 1 + k, 236 + 4 * i32::from(k), 190)));
        let archer = |_| unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let attacker = force("a", (0..count).map(archer).collect(), vec![]);
        let mut field = Field::new(vec![attacker], vec![near, knights], &places);
        field.dice.show(MORALE, &[1, 1, 1].repeat(count));
        let orders: Vec<Decision> = (0..n).map(|k| shoot(k, n + 1 + k)).collect();
        let events = field.turn(&orders);
        assert!((0..n).all(|k| field.position.body(body(n + 1 + k)).fleeing()), "{events:#?}");
        assert_eq!(who_tests_for(&events, Cause::FriendsFlee) == [n], cause, "{count}: {:?}", tests(&events));
    }
}

#[test]
fn mm_7_6_isolated_and_supported() {
    // MM-7.6: a friendly unit within 24 in; supported within 10 in, facing within 45°, out of melee.
    let parts = |quarters: i32, facing: Heading| {
        let units = vec![
            unit("tested", None, &sergeant(3, &[Weapon::Sword]), 1),
            unit("other", None, &sergeant(3, &[Weapon::Sword]), 1),
        ];
        let foe = unit("foe", None, &sergeant(3, &[Weapon::Sword]), 1);
        let places = [up(0, 140, 160), Placed(FigureId(1), q(140 + quarters, 160), facing), down(2, 140, 163)];
        let mut field = Field::new(vec![force("a", units, vec![])], vec![force("b", vec![foe], vec![])], &places);
        let found: Vec<String> = parts_of(&field.turn(&[]), 0).into_iter().map(|(what, _)| what).collect();
        (found.contains(&"supported".to_owned()), found.contains(&"isolated".to_owned()))
    };
    assert_eq!(parts(40, Heading::UP), (true, false));
    assert_eq!(parts(41, Heading::UP), (false, false));
    assert_eq!(parts(40, Heading::UP.turned(8)), (true, false));
    assert_eq!(parts(40, Heading::UP.turned(9)), (false, false));
    assert_eq!(parts(96, Heading::UP), (false, false));
    assert_eq!(parts(97, Heading::UP), (false, true));
}

#[test]
fn mm_7_3_three_men_hit_in_melee_count_and_three_hits_on_two_do_not() {
    // MM-7.3: two of grade B, or three, against as many of grade C who strike after them. All are wounded by the first
    // blows; of two the first is killed by a third.
    for (count, worse) in [(2u16, 0), (3, -1)] {
        let better = fighter(Class::Sergeant, Grade::B, 3, &[Weapon::Sword], Horse::None);
        let man = sergeant(3, &[Weapon::Sword]);
        let mut places: Vec<Placed> = (0..count).map(|n| up(n, 240 + 6 * i32::from(n), 160)).collect();
        places.extend((0..count).map(|n| down(count + n, 240 + 6 * i32::from(n), 163)));
        let side = |man: &Fighter| vec![force("a", vec![unit("u", None, man, usize::from(count))], vec![])];
        let mut field = Field::new(side(&better), side(&man), &places);
        let hits = usize::from(count);
        let third = usize::from(count == 2);
        field.dice.show(ATTACK, &[vec![6; hits], vec![1; hits], vec![6; third]].concat());
        field.dice.show(DEFENCE, &[vec![1; hits], vec![6; hits], vec![1; third]].concat());
        let events = field.turn(&[]);
        let hit = events.iter().filter(|event| matches!(event, Event::Struck { hit: true, .. })).count();
        assert_eq!(hit, 3, "{events:#?}");
        assert_eq!(part_of_test(&events, 1, "three or more hit in melee"), worse, "{count} men");
    }
}
