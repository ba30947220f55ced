//! Castle Cracker: rams, oil, towers, ladders, parapets and what must be held (CC-1.2, CC-6).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, refused, shown, turn_to, until};
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::{
    CrackerStage, Decision, Ending, Event, Illegal, PlayForm, Position, WallState, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::Game;
use banneret::rules::geometry::Heading;

/// A fort across the field's far end: a gate between two curtains, and what else there is.
fn fort(forces: &[(&str, &str, &str)]) -> Position {
    let walls = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
        [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [30, 70]\nto = [45, 70]\n\
        [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 70]\nto = [51, 70]\n\
        [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [51, 70]\nto = [66, 70]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n";
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    let game = battle("defence", &format!("{walls}{forces}"));
    Position { turns: 40, ..game }
}

const RAM: &str = "troops = \"siege crew\"; gear = \"ram\"; men = 6; at = [48, 69]; files = 2";
const YARD: &str = "troops = \"light infantry\"; men = 2; at = [48, 90]";

/// CC-6.1: four turns in place open a gate, and oil costs one more; the castle has three.
#[test]
fn cc_6_1_a_ram_opens_a_gate_in_four_turns() {
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"gate\"");
    let mut game = fort(&[("attacker", "ram", RAM), above, ("defender", "yard", YARD)]);
    let ram = id(&game, "ram");
    for turn in 1..=4u8 {
        assert_eq!(game.walls[1], WallState::Whole);
        let told = end_turn(&mut game, &mut shown([]));
        let counted = told.iter().any(|event| match event {
            Event::Rammed(_, _, turns, 4) => *turns == turn,
            Event::Broken(_, _, true) => turn == 4,
            _ => false,
        });
        assert!(counted, "{told:?}");
    }
    assert_eq!(game.walls[1], WallState::Open);
    // With oil twice it takes six.
    let mut game = fort(&[("attacker", "ram", RAM), above, ("defender", "yard", YARD)]);
    for turn in 1..=6 {
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        if turn <= 2 {
            play(&mut game, Decision::Oil(ram), &mut shown([]));
            assert_eq!(refused(&game, &Decision::Oil(ram)), Illegal::Alight);
        }
        assert_eq!(game.walls[1], WallState::Whole, "turn {turn}");
        end_turn(&mut game, &mut shown([]));
    }
    assert_eq!((game.walls[1], game.oil), (WallState::Open, 1));
}

/// CC-6.1: seven turns breach a wall; a breach is gone through two abreast (CC-3.3).
#[test]
fn cc_6_1_a_ram_breaches_a_wall_in_seven_turns() {
    let mut game = fort(&[
        ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [56, 69]; files = 2"),
        ("attacker", "men", "troops = \"light infantry\"; men = 8; at = [60, 64]; files = 4"),
        ("defender", "yard", YARD),
    ]);
    for _ in 0..6 {
        end_turn(&mut game, &mut shown([]));
        assert_eq!(game.walls[2], WallState::Whole);
    }
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.walls[2], WallState::Breached(at(56, 70)));
    let through =
        Decision::March { troops: id(&game, "men"), by: vec![at(58, 68), at(56, 72)], facing: None, files: None };
    play(&mut game, through, &mut shown([]));
    assert!(game.field.in_yard(game.troops(id(&game, "men")).at));
    assert_eq!(game.troops(id(&game, "men")).files, 2);
}

/// CC-6.1, CC-6.2: a crew pushing a ram is out of reach; in place it is shot at, and stones are thrown at it.
#[test]
fn cc_6_1_a_crew_is_covered_while_it_pushes() {
    let above = ("defender", "above", "troops = \"medium infantry\"; men = 4; on = \"gate\"");
    let ram = "troops = \"siege crew\"; gear = \"ram\"; men = 6; at = [48, 66]; files = 2";
    let mut game = fort(&[("attacker", "ram", ram), above, ("defender", "yard", YARD)]);
    let stones = Decision::Shoot(id(&game, "above"), id(&game, "ram"));
    let push = march(&game, "ram", at(48, 69));
    play(&mut game, push, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    assert_eq!(refused(&game, &stones), Illegal::BehindGear);
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let told = play(&mut game, stones, &mut shown([6, 6, 6, 6, 1, 1, 1, 1]));
    let Some(Event::Volley(_, weapon, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!((weapon.word(), volley.killed), ("thrown", 2), "2 breaks light armour close");
}

/// CC-6.3: oil on a tower: 1–3 it burns, 4–6 the fire is out and nobody climbs it that turn.
#[test]
fn cc_6_3_a_tower_is_set_alight() {
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [38, 69]; files = 2");
    let men_ = ("attacker", "men", "troops = \"heavy infantry\"; men = 8; at = [41, 68]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"west\"");
    let begin = || {
        let mut game = fort(&[tower, men_, above, ("defender", "yard", YARD)]);
        let scale = Decision::Scale(id(&game, "men"), WallId(0));
        let told = play(&mut game, scale, &mut shown([]));
        assert!(matches!(told.first(), Some(Event::Scaling(_, _, true))), "{told:?}");
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        game
    };
    let mut burnt = begin();
    let oil = Decision::Oil(id(&burnt, "tower"));
    play(&mut burnt, oil.clone(), &mut shown([3]));
    assert!(burnt.troops(id(&burnt, "tower")).gear.is_none());
    end_turn(&mut burnt, &mut shown([]));
    assert_eq!(men(&burnt, "men"), 5, "three were on it");
    let mut out = begin();
    play(&mut out, oil, &mut shown([4]));
    let told = end_turn(&mut out, &mut shown([]));
    assert!(!told.iter().any(|event| matches!(event, Event::WallFought(_))), "nobody climbs: {told:?}");
    // The turn after three come off it, one round each: 6 against 1, and 1 strikes a light man.
    let told = end_turn(&mut out, &mut shown([6, 1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1]));
    assert!(told.iter().any(|event| matches!(event, Event::WallFought(fight) if fight.up == 3)), "{told:?}");
    assert!(men(&out, "above") <= 3, "three of six fell");
}

/// CC-6.4, CC-6.5: a pushed ladder falls with its man; a climber who is up fights; who wins is over, and the next man is up.
#[test]
fn cc_6_4_ladders_are_pushed_and_fought_for() {
    let begin = |defenders: u32| {
        let climbers = "troops = \"heavy infantry\"; men = 6; at = [38, 69]; files = 3; ladders = 1";
        let above = format!("troops = \"light infantry\"; men = {defenders}; on = \"west\"");
        let mut game =
            fort(&[("attacker", "men", climbers), ("defender", "above", &above), ("defender", "yard", YARD)]);
        let scale = Decision::Scale(id(&game, "men"), WallId(0));
        play(&mut game, scale, &mut shown([]));
        game
    };
    let mut game = begin(1);
    let told = end_turn(&mut game, &mut shown([3]));
    assert!(told.iter().any(|event| matches!(event, Event::Pushed(_, _, 3, false))), "{told:?}");
    assert_eq!(men(&game, "men"), 5);
    // Up on a 4; he rolls 2 against 2: nothing, and he stays at the top without another push.
    end_turn(&mut game, &mut shown([4, 2, 2]));
    let storming = game.troops(id(&game, "men")).storming.expect("they storm");
    assert_eq!((storming.tops, storming.over), (1, 0));
    // 6 against 1, and a strike: he is over, and the others come after him.
    end_turn(&mut game, &mut shown([6, 1, 1]));
    // Whoever is over stands on the wall, and the others at its foot.
    let climbers = game.troops(id(&game, "men"));
    let wall = game.field.wall(WallId(0)).expect("a wall");
    let on: Vec<bool> = game.stand(climbers).map(|(_, place)| wall.distance_squared(place) < 64).collect();
    assert_eq!(on, [true, false, false, false, false]);
    let told = [(); 2].map(|()| end_turn(&mut game, &mut shown([]))).concat();
    assert!(told.iter().any(|event| matches!(event, Event::WonWall(_, _))), "{told:?}");
    assert_eq!(game.troops(id(&game, "men")).whereabouts, Whereabouts::Parapet(WallId(0)));
    // Down into the yard, a turn later.
    let down = Decision::Descend(id(&game, "men"), at(38, 73));
    play(&mut game, down, &mut shown([]));
    assert!(game.field.in_yard(game.troops(id(&game, "men")).at));
    // Against two he is beaten by both, and heavy armour holds against a 4 but not a 5 (CC-6.5).
    let mut game = begin(2);
    end_turn(&mut game, &mut shown([4, 1, 6, 6, 4, 5]));
    assert_eq!(men(&game, "men"), 5);
    assert_eq!(game.troops(id(&game, "men")).storming.expect("they storm").tops, 0, "the ladder may be pushed again");
}

/// CC-4.3, CC-4.2: a cannon wrecks a gate; a wall hides the yard, and who fights behind walls is covered.
#[test]
fn cc_4_3_a_cannon_cracks_the_gate() {
    let gun = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 60]; files = 2";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"west\"");
    let bows = ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 4; at = [38, 60]");
    let mut game = fort(&[("attacker", "gun", gun), bows, above, ("defender", "yard", YARD)]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Batter(id(&game, "bows"), WallId(1))), Illegal::NoHarm);
    assert_eq!(refused(&game, &Decision::Shoot(id(&game, "bows"), id(&game, "yard"))), Illegal::Hidden);
    // 10 inches are medium for 24: 8 is needed, 2 more for standing still; 5 is a miss, 6 a hit.
    let batter = Decision::Batter(id(&game, "gun"), WallId(1));
    let mut missed = game.clone();
    play(&mut missed, batter.clone(), &mut shown([2, 3]));
    assert_eq!(missed.walls[1], WallState::Whole);
    play(&mut game, batter, &mut shown([3, 3]));
    assert_eq!(game.walls[1], WallState::Open);
    // At men on a wall 8 is needed: 2 less for the wall, 2 more for standing still, at medium range? It is close: 6.
    let told = play(&mut game, Decision::Shoot(id(&missed, "bows"), id(&missed, "above")), &mut shown([2, 4, 2, 3]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!(volley.hits[0], 1, "6 hits and 5 does not: {volley:?}");
}

/// CC-4.7: a stone wall shields what is beyond it from the cup.
#[test]
fn cc_4_7_a_wall_shields_from_the_cup() {
    let thrower = "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [38, 54]; files = 2";
    let yard = "troops = \"light infantry\"; men = 1; at = [38, 71]";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 3; on = \"west\"");
    let mut game = fort(&[("attacker", "thrower", thrower), above, ("defender", "yard", yard)]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let lob = Decision::Lob(id(&game, "thrower"), at(38, 69));
    play(&mut game, lob, &mut shown([1]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!(men(&game, "yard"), 1, "under the cup, and an inch behind the wall");
    assert!(men(&game, "above") < 3, "but who stands on it is hit");
}

/// CC-1.2: an objective held alone for five turns is won; turns that run out are the defenders'.
#[test]
fn cc_1_2_an_objective_is_held_for_five_turns() {
    let keep = ("attacker", "men", "troops = \"heavy infantry\"; men = 4; at = [48, 82]");
    let mut game = fort(&[keep, ("defender", "yard", YARD)]);
    for turn in 1..=5u8 {
        assert_eq!(game.held, [turn - 1]);
        end_turn(&mut game, &mut shown([]));
    }
    assert_eq!(game.stage, CrackerStage::Over(Ending::Objective(Side::Attacker, "the keep".into())));
    // Contested it does not count.
    let beside = "troops = \"heavy infantry\"; men = 1; at = [52, 84]";
    let mut game = fort(&[keep, ("defender", "yard", beside)]);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.held, [0]);
    let mut game = Position { turns: 1, ..game };
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.stage, CrackerStage::Over(Ending::HeldOut(Side::Defender)));
}

/// CC-1.2: it is held for five turns together: whoever leaves it begins anew.
#[test]
fn cc_1_2_who_leaves_an_objective_begins_anew() {
    let keep = ("attacker", "men", "troops = \"heavy infantry\"; men = 4; at = [48, 82]");
    let mut game = fort(&[keep, ("defender", "yard", YARD)]);
    let men = usize::from(id(&game, "men").0);
    for (y, held) in [(82, 1), (82, 2), (30, 0), (82, 1)] {
        game.troops[men].at = at(48, y);
        end_turn(&mut game, &mut shown([]));
        assert_eq!(game.held, [held], "at {y}");
    }
}

/// CC-1.2: whoever relieves a fort has lost when its garrison is wiped out.
#[test]
fn cc_1_2_a_garrison_that_is_wiped_out_is_lost() {
    let relief = banneret::rules::castle_cracker::scenario::find("relief").expect("it ships");
    let mut game = relief.begin(&banneret::rules::castle_cracker::Tables::book());
    for troops in &mut game.troops {
        if troops.garrison {
            troops.standing.clear();
        }
    }
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.stage, CrackerStage::Over(Ending::Garrison(Side::Attacker)));
}

/// CC-1.2: a fort is relieved when a third of those who came to relieve it stand in it, in the yard or on its walls.
#[test]
fn cc_1_2_a_fort_is_relieved_by_those_who_reach_it() {
    let walls = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
        [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 70]\nto = [51, 70]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n";
    let begin = |first: u32| {
        let forces = [
            force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [10, 10]"),
            force("defender", "inside", "troops = \"light infantry\"; men = 4; at = [48, 90]; garrison = true"),
            force(
                "defender",
                "first",
                &format!("troops = \"light infantry\"; men = {first}; at = [48, 66]; files = 2"),
            ),
            force("defender", "rest", "troops = \"light infantry\"; men = 4; at = [80, 40]"),
        ];
        let mut game = battle("castle cracker away", &format!("{walls}{}", forces.concat()));
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        let inside = march(&game, "first", at(48, 76));
        play(&mut game, inside, &mut shown([]));
        end_turn(&mut game, &mut shown([]));
        game.stage
    };
    assert_eq!(begin(2), CrackerStage::Over(Ending::Relieved(Side::Defender)), "two of six");
    assert_eq!(begin(1), CrackerStage::Move(Side::Attacker), "one of five is too few");
}

/// CC-1.2: both sides may have objectives; if both have held theirs neither wins.
#[test]
fn cc_1_2_both_sides_may_hold_what_they_want() {
    let place = |name: &str, side: &str, y: i32| {
        format!("[[objective]]\nname = \"{name}\"\nat = [48, {y}]\nwithin = 6\nside = \"{side}\"\n")
    };
    let forces = [
        force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [48, 70]"),
        force("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [48, 20]"),
    ];
    let things = format!("{}{}{}", place("a", "attacker", 72), place("b", "defender", 18), forces.concat());
    let mut game = battle("defence", &things);
    for _ in 0..5 {
        assert_eq!(game.stage, CrackerStage::Move(Side::Attacker));
        end_turn(&mut game, &mut shown([]));
    }
    assert_eq!(game.stage, CrackerStage::Over(Ending::BothHeld));
}

/// CC-1.2: in an open field the larger share of men wins when the turns are over.
#[test]
fn cc_1_2_the_larger_share_wins_a_field() {
    let ours = force("attacker", "ours", "troops = \"light infantry\"; men = 10; at = [20, 20]");
    let theirs = force("defender", "theirs", "troops = \"light infantry\"; men = 10; at = [20, 70]");
    let game = battle("field", &format!("{ours}{theirs}"));
    let mut even = Position { turns: 1, ..game.clone() };
    end_turn(&mut even, &mut shown([]));
    assert!(matches!(even.stage, CrackerStage::Over(Ending::Share(None, _))));
    let mut less = Position { turns: 1, ..game };
    let theirs = id(&less, "theirs");
    less.troops[usize::from(theirs.0)].standing.pop();
    end_turn(&mut less, &mut shown([]));
    assert!(matches!(less.stage, CrackerStage::Over(Ending::Share(Some(Side::Attacker), _))));
}

/// A body that is called after its gear acts by its crew, and its gear is not named twice.
#[test]
fn cc_6_1_a_ram_is_told_as_a_ram() {
    use banneret::rules::castle_cracker::{Event, sentence};
    let told = |name: &str| {
        let (who, gate) = (name.into(), "the gate".into());
        (sentence(&Event::Marched(who, None)), sentence(&Event::Broken(name.into(), gate, true)))
    };
    let plain = |words: (&str, &str)| (words.0.to_owned(), words.1.to_owned());
    assert_eq!(told("the ram"), plain(("The crew of the ram move (CC-3).", "The ram opens the gate (CC-6.1).")));
    let sappers = ("The sappers move (CC-3).", "The ram of the sappers opens the gate (CC-6.1).");
    assert_eq!(told("the sappers"), plain(sappers));
}

/// CC-6.1: stones are for the crew of a ram or a tower in place at the wall, and thrown by the castle alone.
#[test]
fn cc_6_1_stones_are_for_crews_in_place() {
    let above = ("defender", "above", "troops = \"medium infantry\"; men = 6; on = \"gate\"");
    let yard = ("defender", "yard", YARD);
    let crew =
        |gear: &str, y: i32| format!("troops = \"siege crew\"; gear = \"{gear}\"; men = 4; at = [48, {y}]; files = 2");
    let foot = "troops = \"light infantry\"; men = 4; at = [48, 67]; files = 4".to_owned();
    for (who, allowed) in [(crew("ram", 69), true), (crew("tower", 69), true), (crew("ram", 64), false), (foot, false)]
    {
        let mut game = fort(&[("attacker", "ours", &who), above, yard]);
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let stones = Decision::Shoot(id(&game, "above"), id(&game, "ours"));
        assert_eq!(game.check(Side::Defender, &stones).is_ok(), allowed, "{who}");
    }
    // Whoever has taken a parapet throws none.
    let ours = ("attacker", "ours", "troops = \"medium infantry\"; men = 4; at = [48, 60]; files = 4");
    let near = ("defender", "near", "troops = \"light infantry\"; men = 4; at = [48, 74]; files = 4");
    let mut game = fort(&[ours, near]);
    let taken = &mut game.troops[0];
    (taken.whereabouts, taken.at) = (Whereabouts::Parapet(WallId(1)), at(48, 70));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let stones = Decision::Shoot(id(&game, "ours"), id(&game, "near"));
    assert_eq!(refused(&game, &stones), Illegal::NoWeapon);
}

/// CC-1.2: nobody is at an objective through a wall that stands.
#[test]
fn cc_1_2_nobody_is_at_an_objective_through_a_wall() {
    let mut game = fort(&[
        ("attacker", "men", "troops = \"heavy infantry\"; men = 4; at = [48, 68]; files = 4"),
        ("defender", "yard", YARD),
    ]);
    let mut field = (*game.field).clone();
    field.objectives[0].at = at(48, 73);
    game.field = std::sync::Arc::new(field);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.held, [0]);
    game.walls[1] = WallState::Open;
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.held, [1], "by the open gate they are at it");
}

/// CC-1.2: where both sides have objectives and neither has held one when the turns are over, the battle is drawn.
#[test]
fn cc_1_2_two_sides_that_have_taken_nothing_draw() {
    let place = |name: &str, side: &str, y: i32| {
        format!("[[objective]]\nname = \"{name}\"\nat = [48, {y}]\nwithin = 6\nside = \"{side}\"\n")
    };
    let ours = force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [20, 20]");
    let theirs = force("defender", "theirs", "troops = \"light infantry\"; men = 9; at = [20, 70]");
    let things = [place("a", "attacker", 72), place("b", "defender", 18), ours, theirs].concat();
    let mut game = Position { turns: 1, ..battle("defence", &things) };
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.stage, CrackerStage::Over(Ending::TimeOut));
    assert_eq!(Ending::TimeOut.winner(), None);
    let page = include_str!("../../data/rules/castle-cracker.md").replace('\n', " ");
    assert!(page.contains("neither has held one when the turns are over, the battle is drawn"));
}

/// CC-4.7: a wall that the middle of the cup is on shields neither side of it.
#[test]
fn cc_4_7_a_wall_under_the_middle_of_the_cup_shields_nobody() {
    let mut game = fort(&[
        ("attacker", "thrower", "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [38, 54]; files = 2"),
        ("attacker", "before", "troops = \"light infantry\"; men = 1; at = [38, 69]"),
        ("defender", "within", "troops = \"light infantry\"; men = 1; at = [38, 71]"),
        ("defender", "yard", YARD),
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let lob = Decision::Lob(id(&game, "thrower"), at(38, 70));
    play(&mut game, lob, &mut shown([1]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "before"), men(&game, "within")), (0, 0));
}

/// CC-6.1, CC-6.2: a ram that is turned on the spot loses that turn, and not those before; one that leaves its place begins anew.
#[test]
fn cc_6_1_a_ram_is_turned_on_the_spot() {
    let begin = || {
        let mut game = fort(&[("attacker", "ram", RAM), ("defender", "yard", YARD)]);
        for _ in 0..3 {
            end_turn(&mut game, &mut shown([]));
        }
        game
    };
    let battered = |game: &Position| game.troops(id(game, "ram")).battered.1;
    let mut game = begin();
    let about = turn_to(&game, "ram", Heading::UP);
    play(&mut game, about.clone(), &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((battered(&game), game.walls[1]), (3, WallState::Whole));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.walls[1], WallState::Open);
    let mut game = begin();
    let aside = march(&game, "ram", at(49, 69));
    play(&mut game, aside, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(battered(&game), 0);
    // A game that was begun by the first form of the rules goes on by it.
    let mut game = Position { form: PlayForm::First, ..begin() };
    play(&mut game, about, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(battered(&game), 0);
}
