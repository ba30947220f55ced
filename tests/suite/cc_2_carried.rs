//! Castle Cracker: who is carried and goes where his wagon or boat goes (CC-2.1, CC-3.4), guards and their prisoners
//! (CC-5.6), who climbs (CC-3.1), and where a front may stand (CC-3.0).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, refused, shown, until};
use banneret::rules::castle_cracker::movement::Halt;
use banneret::rules::castle_cracker::scenario::read;
use banneret::rules::castle_cracker::{
    Armour, CrackerStage, Decision, Event, Illegal, Position, TroopKind, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::Game;
use banneret::rules::geometry::Heading;

fn field(things: &str, forces: &[(&str, &str, &str)]) -> Position {
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("field", &format!("{things}{forces}"))
}

/// A wall across the field at 70, with a gate in the middle of it.
fn walled(forces: &[(&str, &str, &str)]) -> Position {
    let walls = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
        [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [30, 70]\nto = [45, 70]\n\
        [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 70]\nto = [51, 70]\n\
        [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [51, 70]\nto = [66, 70]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n";
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("defence", &format!("{walls}{forces}"))
}

const FOE: (&str, &str, &str) = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [90, 90]");
const BROOK: &str = "[[ground]]\nkind = \"river\"\nedge = [[0, 43], [96, 43], [96, 45], [0, 45]]\n";
const WAGON: (&str, &str, &str) = ("attacker", "wagon", "troops = \"war wagon\"; men = 1; at = [40, 41]");

/// CC-2.1, CC-3.4: nobody gets off over a wall or water, nor on from beyond them.
#[test]
fn cc_2_1_nobody_gets_on_or_off_over_water_or_a_wall() {
    let riders = ("attacker", "riders", "troops = \"light infantry\"; men = 3; aboard = \"wagon\"");
    let game = field(BROOK, &[WAGON, riders, FOE]);
    let land = |game: &Position, to| Decision::Land(id(game, "riders"), to);
    assert_eq!(refused(&game, &land(&game, at(40, 46))), Illegal::Halted(Halt::Water));
    assert_eq!(game.check(Side::Attacker, &land(&game, at(40, 37))), Ok(()));
    let foot = ("attacker", "foot", "troops = \"light infantry\"; men = 3; at = [40, 46]");
    let game = field(BROOK, &[WAGON, foot, FOE]);
    let board = Decision::Board(id(&game, "foot"), id(&game, "wagon"));
    assert_eq!(refused(&game, &board), Illegal::Halted(Halt::Water));
    // The same over a wall.
    let wagon = ("attacker", "wagon", "troops = \"war wagon\"; men = 1; at = [38, 68]");
    let game = walled(&[wagon, riders, FOE]);
    assert_eq!(refused(&game, &land(&game, at(38, 72))), Illegal::Halted(Halt::Wall));
    let foot = ("attacker", "foot", "troops = \"light infantry\"; men = 3; at = [38, 71]; facing = \"down\"");
    let game = walled(&[wagon, foot, FOE]);
    let board = Decision::Board(id(&game, "foot"), id(&game, "wagon"));
    assert_eq!(refused(&game, &board), Illegal::Halted(Halt::Wall));
}

/// CC-3.4: a turn to get on and a turn to get off, for all whom the boat holds, in one body or in two.
#[test]
fn cc_3_4_two_bodies_get_on_and_off_together() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 20], [60, 20], [60, 50], [20, 50]]\n";
    let mut game = field(
        lake,
        &[
            ("attacker", "boat", "troops = \"boat\"; men = 1; at = [40, 22]"),
            ("attacker", "one", "troops = \"light infantry\"; men = 6; at = [36, 18]; files = 6"),
            ("attacker", "two", "troops = \"light infantry\"; men = 6; at = [43, 18]; files = 6"),
            FOE,
        ],
    );
    let (boat, one, two) = (id(&game, "boat"), id(&game, "one"), id(&game, "two"));
    play(&mut game, Decision::Board(one, boat), &mut shown([]));
    play(&mut game, Decision::Board(two, boat), &mut shown([]));
    assert_eq!(refused(&game, &march(&game, "boat", at(40, 34))), Illegal::Ordered, "it waits for them");
    end_turn(&mut game, &mut shown([]));
    // Not in the turn it carries them.
    let row = march(&game, "boat", at(40, 26));
    play(&mut game, row, &mut shown([]));
    assert_eq!(refused(&game, &Decision::Land(one, at(40, 18))), Illegal::UnderWay);
    end_turn(&mut game, &mut shown([]));
    let back = march(&game, "boat", at(40, 22));
    play(&mut game, back, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    play(&mut game, Decision::Land(one, at(36, 18)), &mut shown([]));
    play(&mut game, Decision::Land(two, at(43, 18)), &mut shown([]));
    assert!([one, two].iter().all(|body| game.troops(*body).whereabouts == Whereabouts::Field));
}

/// CC-2.1, CC-4.2: whoever is carried has moved, so a shot out of a wagon under way is no shot of one who stood still.
#[test]
fn cc_2_1_who_is_carried_has_moved() {
    let bows = ("attacker", "riders", "troops = \"light infantry\"; missile = \"bow\"; men = 1; aboard = \"wagon\"");
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [40, 50]");
    let hits = |moves: bool| {
        let mut game = field("", &[WAGON, bows, theirs]);
        let on = march(&game, "wagon", at(40, 43));
        if moves {
            play(&mut game, on, &mut shown([]));
        }
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "riders"), id(&game, "theirs"));
        let told = play(&mut game, shoot, &mut shown([2, 2, 1, 1]));
        let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
        volley.hits[0]
    };
    assert_eq!((hits(false), hits(true)), (1, 0), "4 hits close with 2 more, and not without");
}

/// CC-2.1, CC-5.4, CC-5.5: riders go with their wagon, over the edge and into captivity.
#[test]
fn cc_2_1_riders_share_the_lot_of_their_wagon() {
    let riders = ("attacker", "riders", "troops = \"light infantry\"; men = 2; aboard = \"wagon\"");
    let near = ("attacker", "wagon", "troops = \"war wagon\"; men = 1; at = [40, 4]");
    let mut game =
        field("", &[near, riders, ("attacker", "rest", "troops = \"light infantry\"; men = 1; at = [60, 4]"), FOE]);
    let off = march(&game, "wagon", at(40, -2));
    play(&mut game, off, &mut shown([]));
    assert_eq!(game.troops(id(&game, "riders")).whereabouts, Whereabouts::Fled);
    // One light of the wagon and two in it remove nobody, nor do three of whoever else: the fewer are taken, riders too.
    let takers = ("defender", "theirs", "troops = \"light infantry\"; men = 12; at = [40, 46]; files = 12");
    let few = ("defender", "theirs", "troops = \"heavy infantry\"; men = 1; at = [40, 46]");
    let mut game = field("", &[WAGON, riders, takers]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let charge = Decision::Charge(id(&game, "theirs"), id(&game, "wagon"));
    play(&mut game, charge.clone(), &mut shown([]));
    let told = end_turn(&mut game, &mut shown([]));
    let Some(Event::Fought(fight)) = told.iter().find(|event| matches!(event, Event::Fought(_))) else {
        panic!("{told:?}")
    };
    assert_eq!((fight.counted[0].light, fight.fell), (3, [3, 0]), "who is aboard fights with the wagon");
    let mut game = field("", &[WAGON, riders, few]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    play(&mut game, charge, &mut shown([]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Taken { men: 1, .. })), "three take the one: {told:?}");
    // CC-5.6: a man off the wagon guards him, on the ground.
    let Whereabouts::Captive(guard) = game.troops(id(&game, "theirs")).whereabouts else { panic!("he is guarded") };
    assert!(game.troops(guard).on_foot() && game.troops(guard).whereabouts == Whereabouts::Field);
    assert_eq!((game.troops(guard).standing.len(), men(&game, "wagon")), (1, 1));
}

/// CC-5.6: men guard prisoners; wagons with nobody aboard take nobody.
#[test]
fn cc_5_6_a_wagon_guards_nobody() {
    let wagons = ("attacker", "wagon", "troops = \"war wagon\"; men = 2; at = [40, 41]; files = 2");
    let foot = ("attacker", "foot", "troops = \"light infantry\"; men = 1; at = [60, 41]");
    let one = ("defender", "theirs", "troops = \"heavy infantry\"; men = 1; at = [40, 46]");
    let others = ("defender", "others", "troops = \"light infantry\"; men = 4; at = [90, 90]");
    let mut game = field("", &[wagons, foot, one, others]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let charge = Decision::Charge(id(&game, "theirs"), id(&game, "wagon"));
    play(&mut game, charge, &mut shown([]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(!told.iter().any(|event| matches!(event, Event::Taken { .. })), "{told:?}");
    assert!(game.is_engaged(id(&game, "theirs")), "the fight goes on");
}

/// CC-2.1: men drown with the boat they are in; of two boats that is half of them.
#[test]
fn cc_2_1_men_go_down_with_their_boat() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 40], [60, 40], [60, 60], [20, 60]]\n";
    let boats = ("defender", "boats", "troops = \"boat\"; men = 2; at = [40, 46]; files = 1");
    let crew = ("defender", "crew", "troops = \"medium infantry\"; men = 10; aboard = \"boats\"");
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 32]; files = 2");
    let mut game = field(lake, &[gun, boats, crew, FOE]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "boats"));
    let boats = id(&game, "boats");
    game.troops[usize::from(boats.0)].standing = vec![0];
    let mut one = game.clone();
    play(&mut one, shoot.clone(), &mut shown([6, 6]));
    until(&mut one, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&one, "boats"), men(&one, "crew")), (0, 0));
    // Two abreast, and the ball goes through one.
    let boats = ("defender", "boats", "troops = \"boat\"; men = 2; at = [40, 46]; files = 2");
    let mut game = field(lake, &[gun, boats, crew, FOE]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    play(&mut game, shoot, &mut shown([6, 6]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "boats"), men(&game, "crew")), (1, 5));
}

/// CC-5.7: half the archers in a charged wagon shoot first, whatever way it faces (CC-4.9).
#[test]
fn cc_5_7_archers_in_a_charged_wagon_shoot_first() {
    let bows = ("attacker", "riders", "troops = \"light infantry\"; missile = \"bow\"; men = 6; aboard = \"wagon\"");
    let theirs = ("defender", "theirs", "troops = \"medium infantry\"; men = 6; at = [40, 34]; facing = \"up\"");
    let mut game = field("", &[WAGON, bows, theirs]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let charge = Decision::Charge(id(&game, "theirs"), id(&game, "wagon"));
    let told = play(&mut game, charge, &mut shown([6; 6]));
    let answered =
        told.iter().any(|event| matches!(event, Event::Answered(_, _, _, volley) if volley.shots == [3, 0, 0]));
    assert!(answered, "{told:?}");
    assert_eq!(men(&game, "theirs"), 3);
}

/// CC-3.1: horses and wheels climb no cliff, with whatever gear.
#[test]
fn cc_3_1_no_horse_climbs_a_cliff() {
    let cliff = "[[ground]]\nkind = \"cliff\"\nedge = [[0, 20], [96, 20], [96, 30], [0, 30]]\ntop = [40, 30]\n";
    let horse = "troops = \"light cavalry\"; men = 4; at = [40, 18]";
    let mut game = field(cliff, &[("attacker", "ours", horse), FOE]);
    let ours = id(&game, "ours");
    game.troops[usize::from(ours.0)].climbers = true;
    let on = march(&game, "ours", at(40, 34));
    let told = play(&mut game, on, &mut shown([]));
    assert!(matches!(told.first(), Some(Event::Marched(_, Some(Halt::Cliff)))), "{told:?}");
    let text = format!(
        "name = \"T\"\nwhat = \"T.\"\nbattle = \"field\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
         attacker = \"A\"\ndefender = \"D\"\n{}{}",
        force("attacker", "ours", &format!("{horse}; climbers = true")),
        force(FOE.0, FOE.1, FOE.2)
    );
    let faults = read(&text).expect_err("horses do not climb");
    assert!(faults.to_string().contains("climb"), "{faults}");
}

/// CC-2.3: archers, crossbowmen and musketeers are light infantry, of whatever people.
#[test]
fn cc_2_3_shooters_on_foot_are_light() {
    let romans = ("attacker", "ours", "people = \"romans\"; missile = \"bow\"; men = 4; at = [40, 18]");
    let game = field("", &[romans, FOE]);
    let ours = game.troops(id(&game, "ours"));
    assert_eq!((ours.kind, ours.armour, ours.fights), (TroopKind::LightFoot, Armour::Light, Armour::Light));
    let text = format!(
        "name = \"T\"\nwhat = \"T.\"\nbattle = \"field\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
         attacker = \"A\"\ndefender = \"D\"\n{}{}",
        force("attacker", "ours", "troops = \"heavy infantry\"; missile = \"crossbow\"; men = 4; at = [40, 18]"),
        force(FOE.0, FOE.1, FOE.2)
    );
    let faults = read(&text).expect_err("crossbowmen are light");
    assert!(faults.to_string().contains("CC-2.3"), "{faults}");
}

/// CC-3.0: a charge ends beside friends, not on them, and where there is no room beside them it is not made.
#[test]
fn cc_3_0_a_charge_ends_on_no_friend() {
    let first = ("attacker", "first", "troops = \"medium infantry\"; men = 6; at = [40, 44]; files = 6");
    let second = ("attacker", "second", "troops = \"medium infantry\"; men = 6; at = [40, 41]; files = 6");
    let wide = ("defender", "theirs", "troops = \"light infantry\"; men = 16; at = [40, 48]; files = 16");
    let mut game = field("", &[first, second, wide]);
    for who in ["first", "second"] {
        let charge = Decision::Charge(id(&game, who), id(&game, "theirs"));
        play(&mut game, charge, &mut shown([]));
    }
    let (first_id, second_id, theirs) = (id(&game, "first"), id(&game, "second"), id(&game, "theirs"));
    assert!(!game.troops(first_id).overlaps(game.troops(second_id)), "it comes in beside them");
    assert!(game.foes(theirs).count() == 2);
    // Against one man in a gap between friends there is no room for more.
    let lone = ("defender", "theirs", "troops = \"light infantry\"; men = 1; at = [40, 46]");
    let mut game = field("", &[first, second, lone]);
    let charge = Decision::Charge(first_id, id(&game, "theirs"));
    play(&mut game, charge, &mut shown([]));
    assert_eq!(refused(&game, &Decision::Charge(second_id, id(&game, "theirs"))), Illegal::NoRoom("first".into()));
}

/// CC-3.0, CC-6.1: no front stands through a wall.
#[test]
fn cc_3_0_no_front_stands_through_a_wall() {
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 12; at = [38, 60]; files = 12");
    let game = walled(&[ours, ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 90]")]);
    let to = |facing| Decision::March { troops: id(&game, "ours"), by: vec![at(38, 68)], facing, files: None };
    assert_eq!(game.check(Side::Attacker, &to(Some(Heading::UP))), Ok(()), "along the wall there is room");
    assert_eq!(refused(&game, &to(Some(Heading::new(0)))), Illegal::Halted(Halt::Wall));
}

/// CC-5.1: nobody is drawn into a fight through a wall.
#[test]
fn cc_5_1_nobody_fights_through_a_wall() {
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 1; at = [40, 60]");
    let foe = ("defender", "foe", "troops = \"light infantry\"; men = 1; at = [40, 69]");
    let behind = ("defender", "behind", "troops = \"light infantry\"; men = 1; at = [40, 71]");
    let mut game = walled(&[ours, foe, behind]);
    // They stand on either side of the wall, against it.
    for (who, y) in [("foe", 70 * 64 - 6), ("behind", 70 * 64 + 6)] {
        let who = id(&game, who);
        game.troops[usize::from(who.0)].at.y = y;
    }
    let charge = Decision::Charge(id(&game, "ours"), id(&game, "foe"));
    play(&mut game, charge, &mut shown([]));
    assert!(game.troops(id(&game, "ours")).touches(game.troops(id(&game, "behind"))));
    assert!(game.is_engaged(id(&game, "foe")) && !game.is_engaged(id(&game, "behind")));
}

/// CC-5.6: one man guards eight on the march: with one of two guards gone the ninth prisoner is free, and whoever leaves home
/// needs guards enough.
#[test]
fn cc_5_6_one_man_guards_eight() {
    let guard = ("attacker", "guard", "troops = \"light infantry\"; men = 2; at = [40, 30]; files = 2");
    let many = ("defender", "many", "troops = \"medium infantry\"; men = 9; at = [70, 80]");
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 38]");
    let take = |guards: usize, y: i32| {
        let mut game = field("", &[guard, many, bows]);
        let (guard, many) = (id(&game, "guard"), id(&game, "many"));
        game.troops[usize::from(many.0)].whereabouts = Whereabouts::Captive(guard);
        let guard = &mut game.troops[usize::from(guard.0)];
        guard.standing.truncate(guards);
        guard.at = at(40, y);
        game
    };
    let mut game = take(2, 30);
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "guard"));
    play(&mut game, shoot, &mut shown([6, 6, 1, 1]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Freed(_))), "{told:?}");
    let free: usize = game.troops.iter().filter(|troops| troops.escaping).map(|troops| troops.standing.len()).sum();
    let held: usize = game.captives_of(id(&game, "guard")).map(|(_, troops)| troops.standing.len()).sum();
    assert_eq!((free, held), (1, 8));
    // At home one guards them; out of it he does not lead nine.
    let game = take(1, 8);
    assert_eq!(refused(&game, &march(&game, "guard", at(40, 16))), Illegal::FewGuards);
    assert_eq!(game.check(Side::Attacker, &march(&game, "guard", at(44, 8))), Ok(()));
    // Light guards go no faster than the medium men they lead.
    let mut game = take(2, 30);
    let back = march(&game, "guard", at(40, 2));
    play(&mut game, back, &mut shown([]));
    assert_eq!(game.troops(id(&game, "guard")).at, at(40, 18));
}

/// CC-1.2: in a castle cracker the attackers start in their end zone; away, there are a garrison and a relief.
#[test]
fn cc_1_2_each_sort_of_battle_begins_as_it_is_told() {
    let text = |sort: &str, ours: &str, more: &str, relief: bool| {
        let relief = if relief {
            force("defender", "relief", "troops = \"light infantry\"; men = 4; at = [80, 40]")
        } else {
            String::new()
        };
        format!(
            "name = \"T\"\nwhat = \"T.\"\nbattle = \"{sort}\"\nwidth = 96\ndepth = 96\nzones = 30\nturns = 12\n\
             attacker = \"A\"\ndefender = \"D\"\n\
             [fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 70], [66, 70], [66, 94], [30, 94]]\n\
             [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [30, 70]\nto = [45, 70]\n\
             [[objective]]\nname = \"the keep\"\nat = [48, 82]\nwithin = 6\nside = \"attacker\"\n{}{}{relief}",
            force("attacker", "ours", &format!("troops = \"light infantry\"; men = 4; {ours}")),
            force("defender", "theirs", &format!("troops = \"light infantry\"; men = 4; at = [48, 80]{more}")),
        )
    };
    let faults = |text: String| read(&text).map_or_else(|faults| faults.to_string(), |_| String::new());
    assert_eq!(faults(text("castle cracker", "at = [40, 20]", "", false)), "");
    assert!(faults(text("castle cracker", "at = [40, 50]", "", false)).contains("their end zone"));
    assert_eq!(faults(text("castle cracker away", "at = [40, 50]", "; garrison = true", true)), "");
    assert!(faults(text("castle cracker away", "at = [40, 50]", "", true)).contains("garrison"));
    assert!(faults(text("castle cracker away", "at = [40, 50]", "; garrison = true", false)).contains("relief"));
}

/// CC-4.7: all under the cup is hit, men in a wagon or an open boat too, though 3 does nothing to either; of two wagons those
/// in the one that lies under it.
#[test]
fn cc_4_7_the_cup_falls_on_men_aboard() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 36], [60, 36], [60, 60], [20, 60]]\n";
    let thrower =
        ("attacker", "thrower", "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, 26]; files = 2");
    for (carrier, things) in [("boat", lake), ("war wagon", "")] {
        let carriers = format!("troops = \"{carrier}\"; men = 2; at = [40, 40]; files = 2");
        let aboard = ("defender", "aboard", "troops = \"light infantry\"; men = 10; aboard = \"carriers\"");
        let mut game = field(things, &[thrower, ("defender", "carriers", &carriers), aboard, FOE]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let one = game.troops(id(&game, "carriers")).place(1);
        let lob = Decision::Lob(id(&game, "thrower"), one);
        play(&mut game, lob, &mut shown([1]));
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
        assert_eq!((men(&game, "carriers"), men(&game, "aboard")), (2, 5), "{carrier}");
    }
}

/// CC-4.6, CC-4.8: a ball or grapeshot at a wagon stops in the fifth body, men in it among them; whom it does not touch climbs
/// out of the wreck unhurt (CC-2.1).
#[test]
fn cc_4_6_a_ball_through_a_wagon_hits_men_in_it() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 34]; files = 2");
    let wagon = ("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [40, 42]");
    let riders = ("defender", "riders", "troops = \"light infantry\"; men = 6; aboard = \"wagon\"");
    for grape in [false, true] {
        let mut game = field("", &[gun, wagon, riders, FOE]);
        let (gun, wagon) = (id(&game, "gun"), id(&game, "wagon"));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shot = if grape { Decision::Grape(gun, wagon) } else { Decision::Shoot(gun, wagon) };
        play(&mut game, shot, &mut shown([6, 6]));
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
        assert_eq!((men(&game, "wagon"), men(&game, "riders")), (0, 2), "grape: {grape}");
        assert_eq!(game.troops(id(&game, "riders")).whereabouts, Whereabouts::Field);
    }
}

/// CC-5.4: whoever is aboard a wagon that ran has run, and does not shoot in that turn.
#[test]
fn cc_5_4_riders_of_a_wagon_that_ran_do_not_shoot() {
    let bows = ("attacker", "riders", "troops = \"light infantry\"; missile = \"bow\"; men = 2; aboard = \"wagon\"");
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 3; at = [40, 46]; files = 3");
    let mut game = field("", &[WAGON, bows, theirs]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let charge = Decision::Charge(id(&game, "theirs"), id(&game, "wagon"));
    play(&mut game, charge, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    let run = Decision::Run(id(&game, "wagon"), at(40, 30));
    play(&mut game, run, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "riders"), id(&game, "theirs"));
    assert_eq!(refused(&game, &shoot), Illegal::HasRun);
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &shoot), Ok(()), "in the next they do");
}

/// CC-3.4: a boat has room for men alone: horse does not embark, and is told so.
#[test]
fn cc_3_4_only_foot_embarks() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 20], [60, 20], [60, 50], [20, 50]]\n";
    let boat = ("attacker", "boat", "troops = \"boat\"; men = 1; at = [40, 22]");
    for troops in ["light cavalry", "chariot", "war wagon"] {
        let ours = format!("troops = \"{troops}\"; men = 1; at = [40, 18]");
        let rest = ("attacker", "rest", "troops = \"light infantry\"; men = 1; at = [4, 4]");
        let game = field(lake, &[boat, ("attacker", "ours", &ours), rest, FOE]);
        let why = refused(&game, &Decision::Board(id(&game, "ours"), id(&game, "boat")));
        assert_eq!(why, Illegal::NoRider, "{troops}");
        assert!(why.to_string().contains("room in them for men alone (CC-2.1, CC-3.4)"), "{why}");
    }
}

/// CC-4.4: men aboard stand in no ranks: all of them shoot.
#[test]
fn cc_4_4_all_men_aboard_shoot() {
    let wagons = ("attacker", "wagons", "troops = \"war wagon\"; men = 2; at = [40, 41]; files = 2");
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [40, 50]");
    let bows = (
        "attacker",
        "bows",
        "troops = \"light infantry\"; missile = \"bow\"; men = 12; files = 1; aboard = \"wagons\"",
    );
    let mut game = field("", &[wagons, bows, theirs]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "theirs"));
    let told = play(&mut game, shoot, &mut shown([]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!(volley.shots.iter().sum::<u32>(), 24, "twelve, two shots each");
}
