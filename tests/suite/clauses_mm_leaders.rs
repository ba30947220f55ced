//! Leaders, standards and what else a test of morale counts in play, and who tests for it (MM-7.1 to MM-7.4, MM-7.6,
//! MM-7.7).

use crate::clauses_mm_gear::{crew, first_served, loose};
use crate::field::*;
use crate::rosters::{fighter, force, of_rank, unit};
use banneret::rules::battle::{Fighter, Force, Standard};
use banneret::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use banneret::rules::gear::{Piece, Thing};
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::man_to_man::event::{Cause, MoraleResult, Placed, Why};
use banneret::rules::man_to_man::gear::state::Mark;
use banneret::rules::man_to_man::state::{Mood, State};
use banneret::rules::man_to_man::{Decision, Event, FigureId, Gait};

fn swordsman() -> Fighter {
    sergeant(4, &[Weapon::Sword])
}

fn archers(count: usize) -> Vec<Force> {
    vec![force("a", vec![unit("archers", None, &sergeant(4, &[Weapon::Longbow]), count)], vec![])]
}

fn knight_of(rank: Rank) -> Fighter {
    of_rank(rank, fighter(Class::Knight, Grade::C, 4, &[Weapon::Sword], Horse::None))
}

fn of_battle(battle: &str, force: Force) -> Force {
    Force { battle: battle.to_owned(), ..force }
}

fn who_tests_for(events: &[Event], cause: Cause) -> Vec<u16> {
    let mut who: Vec<u16> = tests(events).iter().filter(|test| test.1.contains(&cause)).map(|test| test.0).collect();
    who.sort_unstable();
    who
}

/// What a part adds to a body's test; nothing if it is not among them.
fn part(events: &[Event], whose: u16, what: &str) -> i64 {
    parts_of(events, whose).iter().find(|(part, _)| part == what).map_or(0, |&(_, value)| value)
}

/// The archer's first shot hits and kills.
fn shot_dead(field: &mut Field) {
    field.dice.show(TO_HIT, &[1, 1, 6, 6]);
    field.dice.show(WOUND, &[6]);
}

// ---- MM-7.1, MM-7.2: a leader lost ----------------------------------------------------------------------------------

#[test]
fn mm_7_1_and_mm_7_2_whom_a_leader_lost_concerns() {
    // MM-7.1, MM-7.2: leader of army, of own battle, of force, of unit, all within 15 in; lone knights for all but the
    // last. MM-1.4: each is led by the highest in it. The king leads the army and its main battle, the baron the van and a force of it, a knight the other.
    let unit_of = |count| unit("men", None, &swordsman(), count);
    let led = unit("led", Some(knight_of(Rank::Knight)), &swordsman(), 1);
    let forces = || {
        vec![
            of_battle("main", force("king's", vec![unit_of(1)], vec![knight_of(Rank::King)])),
            of_battle("van", force("knight's", vec![unit_of(1)], vec![knight_of(Rank::Knight), knight_of(Rank::None)])),
            of_battle("van", force("baron's", vec![unit_of(1), led.clone()], vec![knight_of(Rank::Baron)])),
        ]
    };
    // Bodies: the main battle's men 1, the king 2; men 3, the knight 4, a lone knight 5; men 6, a led unit 7, the baron 8.
    let places: Vec<Placed> = (0..10).map(|n| down(1 + n, 200 + 8 * i32::from(n), 190)).collect();
    for (victim, concerned) in [(2, vec![1, 3, 4, 5, 6, 7, 8]), (8, vec![3, 4, 5, 6, 7]), (4, vec![3, 5]), (7, vec![7])]
    {
        let figure = if victim == 8 { 9 } else { victim };
        let at = places[usize::from(figure) - 1].1;
        let archer = Placed(FigureId(0), Point::new(at.x, 40 * INCH), Heading::UP);
        let mut field = Field::new(archers(1), forces(), &[vec![archer], places.clone()].concat());
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, victim)]);
        assert_eq!(field.position.figure(FigureId(figure)).state, State::Dead);
        assert_eq!(who_tests_for(&events, Cause::LeaderLost), concerned, "body {victim}");
        let lost = part(&events, concerned[0], "army commander lost");
        assert_eq!(lost, if victim == 2 { -1 } else { 0 }, "the army's alone counts in the test (MM-7.3)");
    }
}

#[test]
fn mm_7_1_and_mm_7_2_a_leader_killed_taken_or_fled_within_15_inches() {
    // MM-7.1, MM-7.2: a unit and a lone knight so far to either side of the knight who leads them, who is shot dead, or
    // yields to a man 4 in before him, or is shot at from behind and flees.
    for how in ["killed", "taken", "fled"] {
        for (quarters, concerned) in [(60, vec![1, 2]), (61, vec![])] {
            let led = force(
                "b",
                vec![unit("men", None, &swordsman(), 1)],
                vec![knight_of(Rank::None), knight_of(Rank::Knight)],
            );
            let ours = units_of_archer_and_captor();
            let facing = if how == "fled" { Heading::UP } else { Heading::DOWN };
            let places = [
                up(0, 240, 160),
                up(1, 246, 176),
                down(2, 240 - quarters, 190),
                down(3, 240 + quarters, 190),
                Placed(FigureId(4), q(240, 190), facing),
            ];
            let mut field = Field::new(ours, vec![led], &places);
            let order = if how == "taken" { Decision::Yield { body: body(4) } } else { shoot(0, 4) };
            match how {
                "killed" => shot_dead(&mut field),
                _ => field.dice.show(MORALE, &[1, 1, 1]),
            }
            let events = field.turn(&[order]);
            let figure = field.position.figure(FigureId(4));
            match how {
                "killed" => assert_eq!(figure.state, State::Dead),
                "taken" => assert!(matches!(figure.state, State::Yielded { .. })),
                _ => assert!(field.position.body(body(4)).fleeing()),
            }
            let concerned: Vec<u16> = concerned.into_iter().map(|n: u16| n + 1).collect();
            assert_eq!(who_tests_for(&events, Cause::LeaderLost), concerned, "{how} {quarters}");
        }
    }
}

fn units_of_archer_and_captor() -> Vec<Force> {
    let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
    vec![force("a", vec![archer, unit("captor", None, &sergeant(1, &[Weapon::Sword]), 1)], vec![])]
}

// ---- MM-7.1, MM-7.2: other causes -----------------------------------------------------------------------------------

#[test]
fn mm_7_1_half_strength_itself_is_not_under_it() {
    // MM-7.1: the second of four killed is no cause; the next wound after the third is.
    let places = [up(0, 240, 160), down(1, 236, 190), down(2, 240, 190), down(3, 244, 190), down(4, 248, 190)];
    let defender = || vec![force("b", vec![unit("men", None, &swordsman(), 4)], vec![])];
    let mut field = Field::new(archers(1), defender(), &places);
    for (killed, cause) in [(1, false), (2, false), (3, true)] {
        shot_dead(&mut field);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(field.position.body(body(1)).in_arms, 4 - killed);
        assert_eq!(who_tests_for(&events, Cause::UnderHalf) == [1], cause, "{killed}");
    }
    // A man wounded while half are left.
    let mut field = Field::new(archers(1), defender(), &places);
    for wound in [6, 6, 1] {
        field.dice.show(TO_HIT, &[1, 1, 6, 6]);
        field.dice.show(WOUND, &[wound]);
        assert!(tests(&field.turn(&[shoot(0, 1)])).is_empty());
    }
}

#[test]
fn mm_7_1_and_mm_7_2_shot_at_by_an_engine_from_behind() {
    // MM-7.1, MM-7.2: a catapult 30 in off.
    let causes = |lone: bool, facing| {
        let target = match lone {
            true => force("b", vec![], vec![knight_of(Rank::Knight)]),
            false => force("b", vec![unit("men", None, &swordsman(), 1)], vec![]),
        };
        let mut places: Vec<Placed> = (0..4).map(|n| up(n, 200 + 4 * i32::from(n), 40)).collect();
        places.push(Placed(FigureId(4), q(206, 160), facing));
        let engine = Piece { at: Some((q(206, 40), Heading::UP)), ..first_served(Thing::Catapult, 1) };
        let mut field = Field::with_gear([vec![crew(4)], vec![target]], [vec![engine], vec![]], None, &places);
        let events = field.turn(&[loose(0, Mark::Body(body(1)))]);
        tests(&events).into_iter().find(|test| test.0 == 1).map_or(vec![], |test| test.1)
    };
    assert_eq!(causes(false, Heading::UP), [Cause::Engine, Cause::FromBehind]);
    assert_eq!(causes(false, Heading::DOWN), [Cause::Engine]);
    assert_eq!(causes(true, Heading::UP), [Cause::FromBehind]);
    assert_eq!(causes(true, Heading::DOWN), []);
}

#[test]
fn mm_7_2_enemies_lost_near_him_do_not_trouble_a_knight() {
    // MM-7.2: three knights of the enemy's are shot within 6 in of him.
    let enemies = vec![force("a", vec![], vec![knight_of(Rank::Knight); 3])];
    let archer = |n| unit(n, None, &sergeant(4, &[Weapon::Longbow]), 1);
    let own = force("b", vec![archer("1"), archer("2"), archer("3")], vec![knight_of(Rank::Knight)]);
    let places = [
        up(0, 236, 180),
        up(1, 240, 180),
        up(2, 244, 180),
        down(3, 224, 200),
        down(4, 228, 200),
        down(5, 256, 200),
        down(6, 240, 200),
    ];
    let mut field = Field::new(enemies, vec![own], &places);
    field.dice.show(TO_HIT, &[1; 6]);
    let events = field.turn(&[shoot(3, 0), shoot(4, 1), shoot(5, 2)]);
    let hurt = events.iter().filter(|event| matches!(event, Event::Hurt { .. })).count();
    assert_eq!((hurt, who_tests_for(&events, Cause::FriendsLost).contains(&6)), (3, false), "{events:#?}");
}

#[test]
fn mm_7_2_a_handgun_within_15_inches_of_a_knight() {
    // MM-7.2: shot at by a firearm.
    for (quarters, cause) in [(60, true), (61, false)] {
        let gunner = sergeant(4, &[Weapon::Handgun]);
        let places = [up(0, 240, 160), down(1, 240, 160 + quarters)];
        let mut field = Field::duel(&gunner, &knight_of(Rank::Knight), &places);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(shots(&events).len(), 1);
        assert_eq!(who_tests_for(&events, Cause::Firearm) == [1], cause, "{quarters}");
    }
}

#[test]
fn mm_7_2_shot_at_halted_in_turns_one_after_another() {
    // MM-7.2: from the second turn of it; a turn in which nobody shoots begins it anew.
    let mut field =
        Field::duel(&sergeant(4, &[Weapon::Longbow]), &knight_of(Rank::Knight), &[up(0, 240, 160), down(1, 240, 240)]);
    let mut cause = |shot: bool| {
        let events = field.turn(&if shot { vec![shoot(0, 1)] } else { vec![] });
        who_tests_for(&events, Cause::ShotAtHalted) == [1]
    };
    assert_eq!([true, false, true, true].map(&mut cause), [false, false, false, true]);
}

#[test]
fn mm_7_2_and_mm_7_4_a_knight_in_flight_tests_each_turn() {
    // MM-7.2, MM-7.4: shot at from behind he flees, −1 to his tests from then on (MM-7.3), till one is resolute; a craven
    // one does not stop him.
    let places = [up(0, 240, 120), up(1, 240, 200)];
    let mut field = Field::duel(&sergeant(4, &[Weapon::Longbow]), &knight_of(Rank::Knight), &places);
    // 3, and a knight's 1; then 8, 1 and −1; then 9, 1 and −1.
    field.dice.show(MORALE, &[1, 1, 1, 3, 3, 2, 3, 3, 3]);
    field.turn(&[shoot(0, 1)]);
    for (result, mood) in [(MoraleResult::Craven, Mood::Recreant), (MoraleResult::Resolute, Mood::Rallying)] {
        let events = field.turn(&[]);
        assert_eq!(moved(&events, 1), Some((Gait::Run, Why::Flight)));
        assert_eq!(tests(&events), [(1, vec![Cause::InFlight], result)]);
        assert_eq!(part(&events, 1, "already fleeing"), -1);
        assert_eq!(field.position.body(body(1)).mood, mood);
    }
}

// ---- MM-7.3 ---------------------------------------------------------------------------------------------------------

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
        let events = shot_from_behind(vec![swordsman(); men], hits);
        assert_eq!(part(&events, 1, "each quarter of the unit hit"), counts, "{hits} of {men}");
    }
    // A man hit twice is one man hit, and the unit is what it was before he was killed.
    for (men, counts) in [(4, -1), (5, 0)] {
        let mut places = vec![up(0, 240, 160)];
        places.extend((0..men as u16).map(|n| up(1 + n, 232 + 4 * i32::from(n), 180)));
        let foot = vec![force("b", vec![unit("men", None, &swordsman(), men)], vec![])];
        let mut field = Field::new(archers(1), foot, &places);
        field.dice.show(TO_HIT, &[1; 4]);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!(usize::from(field.position.body(body(1)).in_arms), men - 1);
        assert_eq!(part(&events, 1, "each quarter of the unit hit"), counts);
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
        assert_eq!(part(&shot_from_behind(men, 0), 1, "grade"), grade);
    }
    for (classes, peasants) in [([Peasant, Peasant, Sergeant], -1), ([Peasant, Sergeant, Sergeant], 0)] {
        let men = classes.map(|class| of(class, c)).to_vec();
        assert_eq!(part(&shot_from_behind(men, 0), 1, "peasant"), peasants);
    }
    // Commanded by a knight of grade E, or of grade A.
    for commander in [e, Grade::A] {
        let led = unit("led", Some(of(Knight, commander)), &of(Sergeant, b), 1);
        let places = [up(0, 240, 160), up(1, 240, 180), up(2, 243, 180)];
        let mut field = Field::new(archers(1), vec![force("b", vec![led], vec![])], &places);
        let events = field.turn(&[shoot(0, 1)]);
        assert_eq!((part(&events, 1, "grade"), part(&events, 1, "knight")), (1, 0));
    }
}

#[test]
fn mm_7_3_a_cleric_or_leader_within_15_inches() {
    // MM-7.3, MM-7.6: a cleric of its own side, or a leader of its own force, not of another battle's, nor an enemy's cleric.
    let near = |own: Vec<Fighter>, other: Vec<Fighter>, theirs: Vec<Fighter>, quarters: i32| {
        let tested = force("a", vec![unit("tested", None, &swordsman(), 1)], own);
        let away = of_battle("van", force("b", vec![], other));
        let foe = force("c", vec![unit("foe", None, &swordsman(), 1)], theirs);
        let mut places = vec![up(0, 240, 160), up(1, 240 + quarters, 160), down(2, 240, 163)];
        if !foe.single.is_empty() {
            places = vec![up(0, 240, 160), down(1, 240, 163), down(2, 240 + quarters, 160)];
        }
        let mut field = Field::new(vec![tested, away], vec![foe], &places);
        part(&field.turn(&[]), 0, "cleric or leader near")
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
    let ours = force("a", vec![unit("flees", None, &swordsman(), 1), unit("near", None, &swordsman(), 1)], vec![]);
    let theirs = force("b", vec![unit("foe", None, &swordsman(), 1)], vec![knight_of(Rank::Knight)]);
    let mut field = Field::new(vec![ours], vec![theirs], &places);
    field.dice.show(MORALE, &[1, 1, 1]);
    let events = field.turn(&[]);
    assert!(field.position.body(body(0)).fleeing());
    let counts = |whose| (part(&events, whose, "friends fleeing"), part(&events, whose, "enemies fleeing"));
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
        let mut field = Field::new(band(&better), band(&swordsman()), &places);
        field.dice.show(ATTACK, &vec![6; hits]);
        field.dice.show(DEFENCE, &vec![1; hits]);
        let events = field.turn(&[]);
        let count = |whose| part(&events, whose, "three or more hit in melee");
        assert_eq!((count(0), count(1)), (0, counts), "{hits}");
        let later = field.turn(&[]);
        assert_eq!(part(&later, 1, "three or more hit in melee"), 0);
    }
}

#[test]
fn mm_7_3_a_standard_lost_over_them() {
    // MM-7.3: of their force, battle or army: a bearer of the first force of the van is shot. A unit of his force, of
    // another of his battle, and of another battle test, and an enemy with them.
    for (standard, counts) in
        [(Standard::Force, [-1, 0, 0]), (Standard::Battle, [-1, -1, 0]), (Standard::Army, [-1, -1, -1])]
    {
        let men = || unit("men", None, &swordsman(), 1);
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
        assert_eq!([5, 6, 7].map(|whose| part(&events, whose, "standard lost")), counts, "{standard:?}");
        assert_eq!(part(&events, 1, "standard lost"), 0, "it is the enemy's");
    }
}

// ---- MM-7.6 ---------------------------------------------------------------------------------------------------------

#[test]
fn mm_7_6_secure_flanks_are_to_the_sides_and_each_counts() {
    // MM-7.6, MM-7.3: friends within 2 in: to the left, to the right, to both; not before or behind.
    let flanks = |beside: &[(i32, i32)]| {
        let men = || unit("men", None, &swordsman(), 1);
        let ours = force("a", (0..=beside.len()).map(|_| men()).collect(), vec![]);
        let foe = beside.len() as u16 + 1;
        let mut places = vec![up(0, 240, 160), down(foe, 240, 163)];
        places.extend((1..).zip(beside).map(|(n, &(x, y))| up(n, 240 + x, 160 + y)));
        let mut field = Field::new(vec![ours], vec![force("b", vec![men()], vec![])], &places);
        part(&field.turn(&[]), 0, "secure flanks")
    };
    assert_eq!([flanks(&[(-8, 0)]), flanks(&[(8, 0)]), flanks(&[(8, 0), (-8, 0)])], [1, 1, 2]);
    assert_eq!([flanks(&[(0, -8)]), flanks(&[(9, 0)]), flanks(&[(8, 0), (8, -3)])], [0, 0, 1]);
}

#[test]
fn mm_7_6_who_may_join_a_unit_that_has_lost_its_leader() {
    // MM-7.6: a leader of its own force, battle or army; not one of another battle. He stands 2 in from it; the others
    // are far off. Bodies: the king 1, the baron of its battle 2, it 3, the knight of its force 4, one of the rear 5.
    for (joined, leaderless) in [(1, 0), (2, 0), (4, 0), (5, -1)] {
        let led = unit("led", Some(knight_of(Rank::None)), &swordsman(), 1);
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
        assert_eq!(part(&events, 3, "leaderless"), leaderless, "joined by {joined}");
    }
}

#[test]
fn mm_7_6_a_lone_knight_and_an_enemy_are_no_support() {
    // MM-7.6: a friendly unit.
    let supported = |friend: bool, lone: bool| {
        let men = || unit("men", None, &swordsman(), 1);
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
        part(&field.turn(&[]), 0, "supported")
    };
    assert_eq!([supported(true, false), supported(true, true), supported(false, false)], [1, 0, 0]);
}

#[test]
fn mm_7_6_knights_in_flight_count_by_fours() {
    // MM-7.6: fleeing friends count when a unit or four knights; these are shot at from behind, and lead nobody else.
    for (count, cause) in [(3, false), (4, true)] {
        let n = count as u16;
        let near = of_battle("van", force("b", vec![unit("near", None, &swordsman(), 1)], vec![]));
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

// ---- MM-7.4, MM-7.7 -------------------------------------------------------------------------------------------------

#[test]
fn mm_7_4_the_recreant_with_an_enemy_on_either_hand_yield() {
    // MM-7.4: active enemies within 10 in both ahead and behind; one of them at 10½ in lets them go.
    for (ahead, yields) in [(40, true), (42, false)] {
        let archer = unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let men = |name| unit(name, None, &sergeant(1, &[Weapon::Sword]), 1);
        let places = [up(0, 260, 160), up(1, 240, 186), up(2, 240, 220 + ahead), up(3, 240, 220)];
        let ours = force("a", vec![archer, men("behind"), men("ahead")], vec![]);
        let target = force("b", vec![unit("target", None, &swordsman(), 1)], vec![]);
        let mut field = Field::new(vec![ours], vec![target], &places);
        field.dice.show(MORALE, &[1, 1, 1]);
        field.turn(&[shoot(0, 3)]);
        assert!(field.position.body(body(3)).fleeing());
        let events = field.turn(&[]);
        assert_eq!(events.iter().any(|event| matches!(event, Event::Yielded { .. })), yields, "{ahead}");
    }
}

#[test]
fn mm_7_4_the_craven_do_not_fall_back_from_who_flees() {
    // MM-7.4: active: not fleeing. Both are shot at from behind; the enemy 8 in off flees, or not, and they are craven: a
    // unit that supports them and a leader are near, +2 (MM-7.3), and one more for him who flees.
    for (flees, faces) in [(true, [1, 1, 1, 1, 2, 2]), (false, [4, 4, 3, 2, 2, 2])] {
        let archer = || unit("archer", None, &sergeant(4, &[Weapon::Longbow]), 1);
        let men = || unit("men", None, &swordsman(), 1);
        let places = [up(0, 240, 100), up(1, 264, 200), up(2, 240, 180), up(3, 264, 150)];
        let ours = vec![force("a", vec![archer(), men()], vec![])];
        let mut field = Field::new(ours, vec![force("b", vec![men(), archer()], vec![])], &places);
        field.dice.show(MORALE, &faces);
        let events = field.turn(&[shoot(0, 2), shoot(3, 1)]);
        assert_eq!(tests(&events).iter().map(|test| test.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(field.position.body(body(1)).fleeing(), flees);
        assert_eq!(field.position.body(body(2)).mood, Mood::Craven, "{:?}", parts_of(&events, 2));
        let why = moved(&field.turn(&[]), 2).map(|(_, why)| why);
        assert_eq!(why, (!flees).then_some(Why::FallBack));
    }
}

#[test]
fn mm_7_7_a_guard_in_melee_or_in_flight_guards_nobody() {
    // MM-7.7: led by the captor while an enemy, not in melee, is within 2 in. In the turn after, the captor is charged; or
    // shot at from behind, and flees; or left alone.
    for (how, free) in [("charged", true), ("flees", true), ("left alone", false)] {
        let men = |man: &Fighter| unit("men", None, man, 1);
        let swordsman = swordsman();
        let theirs = vec![men(&swordsman), men(&swordsman), men(&sergeant(4, &[Weapon::Longbow]))];
        let places = [up(0, 240, 160), down(1, 240, 166), down(2, 270, 160), up(3, 240, 120)];
        let captor = vec![force("a", vec![men(&sergeant(2, &[Weapon::Sword]))], vec![])];
        let mut field = Field::new(captor, vec![force("b", theirs, vec![])], &places);
        field.turn(&[Decision::Yield { body: body(1) }]);
        if how == "flees" {
            field.dice.show(MORALE, &[1, 1, 1]);
        }
        let events = field.turn(&match how {
            "charged" => vec![charge(2, 0, Gait::Walk)],
            "flees" => vec![shoot(3, 0)],
            _ => vec![],
        });
        assert_eq!(events.contains(&Event::Freed { figure: FigureId(1) }), free, "{how}");
    }
}
