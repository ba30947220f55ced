//! Castle Cracker: the zones of the field, and who has won (CC-1.1, CC-1.2).

use crate::cc_table::{at, battle, end_turn, force, id, march, play, shown, until};
use banneret::rules::castle_cracker::scenario::read;
use banneret::rules::castle_cracker::{
    CrackerStage, Decision, Ending, Illegal, PlayForm, Position, Tables, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::Game;
use banneret::rules::geometry::Heading;

/// A field so shallow that one shoots and charges from zone to zone: the zones are 20 deep, and 8 inches lie between them.
fn shallow(ours: &str, theirs: &str) -> Position {
    let text = format!(
        "name = \"T\"\nwhat = \"T.\"\nbattle = \"field\"\nwidth = 96\ndepth = 48\nzones = 20\nturns = 12\n\
         attacker = \"A\"\ndefender = \"D\"\n{}{}",
        force("attacker", "ours", ours),
        force("defender", "theirs", theirs)
    );
    read(&text).unwrap_or_else(|faults| panic!("{faults}")).begin(&Tables::book())
}

/// CC-1.1: nobody shoots at or charges an enemy while both stand in their own end zones; with one of them in no man's land both
/// may.
#[test]
fn cc_1_1_nobody_fights_from_one_end_zone_into_the_other() {
    for (y, other, met) in [(18, 30, false), (20, 30, true), (18, 28, true), (20, 28, true)] {
        let bows = format!("troops = \"light infantry\"; missile = \"bow\"; men = 2; at = [40, {y}]; files = 2");
        let mut game = shallow(&bows, &format!("troops = \"light infantry\"; men = 2; at = [40, {other}]; files = 2"));
        let (ours, theirs) = (id(&game, "ours"), id(&game, "theirs"));
        let wanted = if met { Ok(()) } else { Err(Illegal::Zones) };
        assert_eq!(game.check(Side::Attacker, &Decision::Charge(ours, theirs)), wanted, "{y} and {other}");
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        assert_eq!(game.check(Side::Attacker, &Decision::Shoot(ours, theirs)), wanted, "{y} and {other}");
        // Nor is anything thrown at them (CC-4.7); 20 inches off.
        let thrower = format!("troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, {}]", other - 20);
        let mut game =
            shallow(&thrower, &format!("troops = \"light infantry\"; men = 2; at = [40, {other}]; files = 2"));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let lob = Decision::Lob(id(&game, "ours"), at(40, other));
        let wanted = if other == 28 { Ok(()) } else { Err(Illegal::Zones) };
        assert_eq!(game.check(Side::Attacker, &lob), wanted, "at {other}");
    }
}

/// A fort at the far end, with a gate and a keep to be cracked.
const FORT: &str = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
    [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 70]\nto = [51, 70]\n\
    [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n";

/// A fort at the far end whose relief has `first` men before its gate and `rest` elsewhere, of whom some have fallen; the turn
/// is over once the first are in the yard.
fn relieved(first: u32, rest: u32, fallen: usize) -> CrackerStage {
    let forces = [
        force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [10, 10]"),
        force("defender", "inside", "troops = \"light infantry\"; men = 4; at = [48, 90]; garrison = true"),
        force("defender", "first", &format!("troops = \"light infantry\"; men = {first}; at = [48, 66]; files = 2")),
        force("defender", "rest", &format!("troops = \"light infantry\"; men = {rest}; at = [80, 40]")),
    ];
    let mut game = battle("castle cracker away", &format!("{FORT}{}", forces.concat()));
    let lost = id(&game, "rest");
    game.troops[usize::from(lost.0)].lose(fallen, PlayForm::Third);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let inside = march(&game, "first", at(48, 74));
    play(&mut game, inside, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    game.stage
}

/// CC-1.2: a third of those who came to relieve a fort must stand in it, and not of those who are left of them.
#[test]
fn cc_1_2_a_third_is_of_all_who_came_to_relieve() {
    let relieved_by_defender = CrackerStage::Over(Ending::Relieved(Side::Defender));
    assert_eq!(relieved(2, 4, 0), relieved_by_defender, "two of six");
    assert_eq!(relieved(2, 5, 0), CrackerStage::Move(Side::Attacker), "two of seven");
    assert_eq!(relieved(2, 5, 3), CrackerStage::Move(Side::Attacker), "two of seven who came, four of whom are left");
}

/// CC-1.2: who stands on the walls of a fort stands in it.
#[test]
fn cc_1_2_the_relief_counts_on_the_walls_too() {
    let forces = [
        force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [10, 10]"),
        force("defender", "inside", "troops = \"light infantry\"; men = 4; at = [48, 90]; garrison = true"),
        force("defender", "first", "troops = \"light infantry\"; men = 2; at = [70, 40]"),
        force("defender", "rest", "troops = \"light infantry\"; men = 4; at = [80, 40]"),
    ];
    let mut game = battle("castle cracker away", &format!("{FORT}{}", forces.concat()));
    let (gate, _) = game.field.walls().find(|(_, wall)| &*wall.name == "gate").expect("the gate");
    // Two of the six have come onto it.
    let first = usize::from(id(&game, "first").0);
    game.troops[first].whereabouts = Whereabouts::Parapet(gate);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.stage, CrackerStage::Over(Ending::Relieved(Side::Defender)));
}

/// CC-1.2: in an open field the larger share of those a side began with wins, and not the larger number.
#[test]
fn cc_1_2_a_share_is_of_those_a_side_began_with() {
    let ours = force("attacker", "ours", "troops = \"light infantry\"; men = 20; at = [20, 20]");
    let theirs = force("defender", "theirs", "troops = \"light infantry\"; men = 10; at = [20, 70]");
    let mut game = Position { turns: 1, ..battle("field", &format!("{ours}{theirs}")) };
    for (name, lost) in [("ours", 8), ("theirs", 1)] {
        let troops = id(&game, name);
        game.troops[usize::from(troops.0)].lose(lost, PlayForm::Third);
    }
    end_turn(&mut game, &mut shown([]));
    // Twelve of twenty against nine of ten.
    assert!(matches!(game.stage, CrackerStage::Over(Ending::Share(Some(Side::Defender), _))), "{:?}", game.stage);
}

/// CC-1.2: of a body that comes in file through the gate only those count for a relief who stand in the yard, and so do men in a
/// wagon that is there. In battles begun before, a body counted whole by the middle of its front.
#[test]
fn cc_1_2_the_relief_counts_by_who_is_within() {
    let relieved = |form: PlayForm, first: &str, y: i32, aboard: bool| {
        let forces = [
            force("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [10, 10]"),
            force("defender", "inside", "troops = \"light infantry\"; men = 4; at = [70, 90]; garrison = true"),
            force("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [80, 60]"),
            force("defender", "first", first),
            force("defender", "rest", "troops = \"light infantry\"; men = 4; at = [80, 40]"),
        ];
        let mut game = Position { form, ..battle("castle cracker away", &format!("{FORT}{}", forces.concat())) };
        let (wagon, first) = (id(&game, "wagon"), id(&game, "first"));
        let there = if aboard { wagon } else { first };
        game.troops[usize::from(there.0)].at = at(48, y);
        game.troops[usize::from(first.0)].facing = Heading::UP;
        if aboard {
            game.troops[usize::from(first.0)].whereabouts = Whereabouts::Aboard(wagon);
        }
        end_turn(&mut game, &mut shown([]));
        game.stage == CrackerStage::Over(Ending::Relieved(Side::Defender))
    };
    let file = "troops = \"light infantry\"; men = 24; at = [48, 50]; files = 2";
    assert!(!relieved(PlayForm::Third, file, 72, false), "the head of them is in");
    assert!(relieved(PlayForm::Third, file, 80, false), "most of them are in");
    assert!(relieved(PlayForm::Second, file, 72, false));
    let few = "troops = \"light infantry\"; men = 4; at = [48, 50]; files = 2";
    assert_eq!((relieved(PlayForm::Third, few, 76, true), relieved(PlayForm::Third, few, 60, true)), (true, false));
}
