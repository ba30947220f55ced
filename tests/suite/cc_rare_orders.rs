//! Castle Cracker: what is done at its edges: the field's own, a lake's shore, towed gear, riders who part, parapets, wagons
//! among the men, and what is offered and measured of it.

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, refused, shown, turn_to, until};
use banneret::app::cracker::{CordTarget, FormUp, measure, offers};
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::movement::Halt;
use banneret::rules::castle_cracker::scenario::read;
use banneret::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Ending, Event, Illegal, PlayForm, Position, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game};
use banneret::rules::geometry::{Heading, INCH, Point};

/// A square fort of curtains 24 long, its gate in the southern one.
const FORT: &str = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[36, 60], [60, 60], [60, 84], [36, 84]]\n\
    [[wall]]\nname = \"south-west\"\nkind = \"wall\"\nfrom = [36, 60]\nto = [45, 60]\n\
    [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 60]\nto = [51, 60]\n\
    [[wall]]\nname = \"south-east\"\nkind = \"wall\"\nfrom = [51, 60]\nto = [60, 60]\n\
    [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [60, 60]\nto = [60, 84]\n\
    [[wall]]\nname = \"north\"\nkind = \"wall\"\nfrom = [60, 84]\nto = [36, 84]\n\
    [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [36, 84]\nto = [36, 60]\n\
    [[objective]]\nname = \"the keep\"\nat = [48, 72]\nwithin = 6\nside = \"attacker\"\n";
const SOUTH_WEST: WallId = WallId(0);
const GATE: WallId = WallId(1);

/// An open field with what stands on it, and its forces.
pub(crate) fn field(things: &str, forces: &[(&str, &str, &str)]) -> Position {
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("field", &format!("{things}{forces}"))
}

fn fort(forces: &[(&str, &str, &str)]) -> Position {
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("defence", &format!("{FORT}{forces}"))
}

const FOE: (&str, &str, &str) = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [90, 90]");

/// CC-5.4: the field is fled over the edge that is one's own, wherever the way was to lead after another.
#[test]
fn cc_5_4_no_other_edge_is_fled_over() {
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [2, 40]; files = 2");
    let mut game = field("", &[ours, FOE]);
    let by = vec![at(-1, 40), at(2, -1)];
    let about = Decision::March { troops: id(&game, "ours"), by, facing: None, files: None };
    let told = play(&mut game, about, &mut shown([]));
    assert!(matches!(told.first(), Some(Event::Marched(_, Some(Halt::Edge)))), "{told:?}");
    assert_eq!(game.troops(id(&game, "ours")).whereabouts, Whereabouts::Field);
    // Nor out of a fight over the side.
    let close =
        ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [6, 40]; facing = \"left\"; files = 2");
    let mut game = field("", &[ours, close]);
    let charge = Decision::Charge(id(&game, "ours"), id(&game, "theirs"));
    play(&mut game, charge, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    let run = Decision::Run(id(&game, "ours"), at(-90, 30));
    play(&mut game, run, &mut shown([]));
    assert_eq!(game.troops(id(&game, "ours")).whereabouts, Whereabouts::Field);
}

/// CC-3.4: a boat goes as far as its lake.
#[test]
fn cc_3_4_a_boat_stops_at_the_shore() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 20], [60, 20], [60, 50], [20, 50]]\n";
    let boat = ("attacker", "boat", "troops = \"boat\"; men = 1; at = [40, 24]");
    let mut game =
        field(lake, &[boat, ("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [80, 20]"), FOE]);
    let out = march(&game, "boat", at(40, -2));
    let told = play(&mut game, out, &mut shown([]));
    assert!(matches!(told.first(), Some(Event::Marched(_, Some(Halt::Shore)))), "{told:?}");
    let boat = game.troops(id(&game, "boat"));
    assert_eq!((boat.whereabouts, boat.at.y / INCH), (Whereabouts::Field, 20));
}

/// CC-6.2, CC-3.0: only who pushes a ram is behind it; who hooks it on, and who tows it, is not.
#[test]
fn cc_6_2_who_tows_a_ram_is_not_behind_it() {
    let ram = ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [48, 40]; files = 2");
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 2; on = \"gate\"");
    let shot = |game: &mut Position| {
        until(game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        game.check(Side::Defender, &Decision::Shoot(id(game, "bows"), id(game, "ram")))
    };
    let mut pushed = fort(&[ram, bows]);
    let on = march(&pushed, "ram", at(48, 44));
    play(&mut pushed, on, &mut shown([]));
    assert_eq!(shot(&mut pushed), Err(Illegal::BehindGear));
    let mut towed = fort(&[ram, bows]);
    let hitch = Decision::Hitch(id(&towed, "ram"));
    play(&mut towed, hitch, &mut shown([]));
    assert_eq!(shot(&mut towed), Ok(()), "it is being hooked on");
    end_turn(&mut towed, &mut shown([]));
    let on = march(&towed, "ram", at(48, 50));
    play(&mut towed, on, &mut shown([]));
    assert_eq!(shot(&mut towed), Ok(()), "it is towed");
}

/// CC-6.1, CC-6.3: hooked on, a ram does not batter and nobody goes up by a tower.
#[test]
fn cc_6_1_gear_that_is_hooked_on_does_nothing() {
    let at_gate = ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [48, 59]; files = 2");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let rammed = |game: &mut Position| {
        let told = end_turn(game, &mut shown([]));
        told.iter().any(|event| matches!(event, Event::Rammed(..)))
    };
    let mut game = fort(&[at_gate, yard]);
    assert!(rammed(&mut game), "it stands in place");
    let hitch = Decision::Hitch(id(&game, "ram"));
    play(&mut game, hitch, &mut shown([]));
    assert!(!rammed(&mut game) && !rammed(&mut game), "nor in the turns after");
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [40, 59]; files = 2");
    let foot = ("attacker", "foot", "troops = \"medium infantry\"; men = 4; at = [40, 57]; files = 4");
    let mut game = fort(&[tower, foot, yard]);
    let scale = Decision::Scale(id(&game, "foot"), SOUTH_WEST);
    assert_eq!(game.check(Side::Attacker, &scale), Ok(()));
    let hitch = Decision::Hitch(id(&game, "tower"));
    play(&mut game, hitch, &mut shown([]));
    assert_eq!(refused(&game, &scale), Illegal::NoLadder);
}

/// CC-3.0, CC-2.1: who parts from the rest comes through no wall and onto nobody: there is another place, or none.
#[test]
fn cc_3_0_nobody_parts_through_a_wall() {
    let riders =
        ("attacker", "riders", "troops = \"heavy cavalry\"; men = 12; files = 6; at = [40, 58]; facing = \"down\"");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let mut game = fort(&[riders, yard]);
    let part = Decision::Part(id(&game, "riders"), 2);
    play(&mut game, part, &mut shown([]));
    let parted = game.troops(id(&game, "part of riders"));
    assert_eq!(parted.standing.len(), 2);
    assert!(!game.field.in_yard(parted.at), "{:?}", parted.at);
    assert!(!parted.overlaps(game.troops(id(&game, "riders"))));
    // In the open they stand behind the rest.
    let riders = ("attacker", "riders", "troops = \"light cavalry\"; men = 12; files = 6; at = [40, 40]");
    let mut game = field("", &[riders, FOE]);
    let part = Decision::Part(id(&game, "riders"), 6);
    play(&mut game, part, &mut shown([]));
    let parted = game.troops(id(&game, "part of riders")).at;
    assert!(parted.x == 40 * INCH && parted.y < 40 * INCH, "{parted:?}");
}

/// CC-1.2: when the turns are over men are compared, and wagons are none, before the battle or after it.
#[test]
fn cc_1_2_wagons_are_no_men() {
    let things = [
        force("attacker", "ours", "troops = \"light infantry\"; men = 10; at = [20, 20]"),
        force("attacker", "wagon", "troops = \"war wagon\"; men = 2; at = [60, 20]"),
        force("defender", "theirs", "troops = \"light infantry\"; men = 11; at = [20, 80]"),
    ];
    let mut game = Position { turns: 1, ..battle("field", &things.concat()) };
    assert_eq!((game.began.attacker, game.began.defender), (10, 11));
    let theirs = id(&game, "theirs");
    game.troops[usize::from(theirs.0)].lose(1, PlayForm::Third);
    end_turn(&mut game, &mut shown([]));
    match &game.stage {
        CrackerStage::Over(Ending::Share(winner, shares)) => {
            assert_eq!((*winner, shares.attacker, shares.defender), (Some(Side::Attacker), 100, 90));
        }
        other => panic!("{other:?}"),
    }
}

/// CC-5.7, CC-2.1: four chariots of bowmen are eight archers, and half of those shoot at who charges them.
#[test]
fn cc_5_7_chariots_answer_with_all_their_archers() {
    let chariots =
        ("attacker", "chariots", "troops = \"chariot\"; missile = \"bow\"; men = 4; files = 4; at = [40, 30]");
    let foot = ("defender", "foot", "troops = \"medium infantry\"; men = 6; at = [40, 38]");
    let mut game = field("", &[chariots, foot]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let charge = Decision::Charge(id(&game, "foot"), id(&game, "chariots"));
    let told = play(&mut game, charge, &mut shown([]));
    let shots = told.iter().find_map(|event| match event {
        Event::Answered(_, _, _, volley) => Some(volley.shots),
        _ => None,
    });
    assert_eq!(shots, Some([4, 0, 0]), "{told:?}");
}

/// CC-4.9: men on a parapet turn round where they stand, and shoot into the yard then.
#[test]
fn cc_4_9_men_on_a_parapet_turn_round() {
    let bows = ("defender", "guard", "troops = \"light infantry\"; missile = \"crossbow\"; men = 2; on = \"gate\"");
    let within = ("attacker", "within", "troops = \"light infantry\"; men = 4; at = [48, 68]; files = 2");
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [10, 10]");
    let mut game = fort(&[bows, within, ours]);
    let shoot = Decision::Shoot(id(&game, "guard"), id(&game, "within"));
    let mut outward = game.clone();
    until(&mut outward, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    assert_eq!(refused(&outward, &shoot), Illegal::OutOfArc);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let turn = turn_to(&game, "guard", Heading::UP);
    let form = FormUp { facing: Some(Heading::UP), ..FormUp::default() };
    let offered = offers(&game, id(&game, "guard"), None, &[], form);
    assert!(offered.iter().any(|offer| offer.decision.as_ref() == Some(&turn) && offer.why.is_none()), "{offered:?}");
    // A captain does it too.
    assert_eq!(Commanders::default().decide(&game.view(Side::Defender)), turn);
    play(&mut game, turn, &mut shown([]));
    assert_eq!(game.troops(id(&game, "guard")).whereabouts, Whereabouts::Parapet(GATE));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    assert_eq!(game.check(Side::Defender, &shoot), Ok(()));
    // Elsewhere than where they stand they go by the other orders.
    let mut game = fort(&[bows, within, ours]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    assert_eq!(refused(&game, &march(&game, "guard", at(48, 66))), Illegal::OnParapet);
}

/// CC-6.4, CC-6.5: nobody shoots into the fight for a wall; where nobody fights for it those who come over are shot at.
#[test]
fn cc_6_4_who_comes_over_a_wall_nobody_holds_is_shot_at() {
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 2; on = \"gate\"");
    let climbers =
        ("attacker", "climbers", "troops = \"light infantry\"; men = 8; at = [40, 59]; files = 4; ladders = 1");
    let mut game = fort(&[bows, climbers]);
    let scale = Decision::Scale(id(&game, "climbers"), SOUTH_WEST);
    play(&mut game, scale, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.troops(id(&game, "climbers")).storming.map(|storming| storming.over), Some(2));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "climbers"));
    assert_ne!(game.check(Side::Defender, &shoot), Err(Illegal::InFight));
}

/// CC-4.7, CC-6.5: nor is anything thrown into the fight for a wall.
#[test]
fn cc_4_7_nothing_is_thrown_into_the_fight_for_a_wall() {
    let thrower = ("attacker", "thrower", "troops = \"siege crew\"; missile = \"howitzer\"; men = 4; at = [48, 44]");
    let guard = ("defender", "guard", "troops = \"light infantry\"; men = 2; on = \"gate\"");
    let won = ("attacker", "won", "troops = \"light infantry\"; men = 2; at = [48, 52]; files = 2");
    let mut game = fort(&[thrower, guard, won]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let lob = Decision::Lob(id(&game, "thrower"), at(48, 60));
    assert_eq!(game.check(Side::Attacker, &lob), Ok(()));
    let won = usize::from(id(&game, "won").0);
    (game.troops[won].whereabouts, game.troops[won].at) = (Whereabouts::Parapet(GATE), at(48, 60));
    assert_eq!(refused(&game, &lob), Illegal::InFight);
    let beyond = Decision::Lob(id(&game, "thrower"), at(48, 66));
    assert_eq!(game.check(Side::Attacker, &beyond), Ok(()));
}

/// CC-3.0: a captain tows an engine that is hooked on to where it shoots from.
#[test]
fn cc_3_0_a_captain_tows_an_engine_into_range() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 14]; files = 2");
    let theirs = ("defender", "theirs", "troops = \"heavy infantry\"; men = 6; at = [48, 90]");
    let mut game = field("", &[gun, theirs]);
    let at = usize::from(id(&game, "gun").0);
    game.troops[at].hooked = true;
    let captain = Commanders::default();
    for _ in 0..2 {
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
        let order = captain.decide(&game.view(Side::Attacker));
        play(&mut game, order, &mut shown([]));
        end_turn(&mut game, &mut shown([]));
    }
    assert!(game.troops[at].at.y > 14 * INCH, "{:?}", game.troops[at].at);
}

/// CC-4.2, CC-2.1: men in a war wagon are shot at by who points at it; the wagon is not harmed by bows.
#[test]
fn cc_4_2_men_aboard_a_wagon_are_offered_as_a_target() {
    let wagon = ("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [40, 60]");
    let riders = ("defender", "riders", "troops = \"light infantry\"; missile = \"bow\"; men = 6; aboard = \"wagon\"");
    let bows = ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 4; at = [40, 40]");
    let mut game = field("", &[wagon, riders, bows]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let (bows, wagon, riders) = (id(&game, "bows"), id(&game, "wagon"), id(&game, "riders"));
    let pointed = Some(CordTarget::Troops(wagon));
    let offered = offers(&game, bows, pointed, &[], FormUp::default());
    let allowed: Vec<&Decision> =
        offered.iter().filter(|offer| offer.why.is_none()).filter_map(|offer| offer.decision.as_ref()).collect();
    assert!(allowed.contains(&&Decision::Shoot(bows, riders)), "{offered:?}");
    assert!(!allowed.contains(&&Decision::Shoot(bows, wagon)));
    let told = measure(&game, bows, pointed, &[], FormUp::default()).told.join(" ");
    assert!(told.contains("behind wagons or houses"), "{told}");
}

/// CC-6.5, CC-2.1: from the yard whoever is in it mans a wall; a crew that has lost its gear does as light infantry does.
#[test]
fn cc_6_5_who_is_in_the_yard_is_offered_the_walls() {
    let inside = ("attacker", "inside", "troops = \"light infantry\"; men = 4; at = [40, 62]; files = 4");
    let crew = ("attacker", "crew", "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [48, 40]; files = 2");
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let mut game = fort(&[inside, crew, theirs]);
    let names = |game: &Position, who: &str| -> Vec<(String, bool)> {
        let offered = offers(game, id(game, who), Some(CordTarget::Wall(SOUTH_WEST)), &[], FormUp::default());
        offered.into_iter().map(|offer| (offer.name, offer.why.is_none())).collect()
    };
    assert!(names(&game, "inside").contains(&("Man south-west".to_owned(), true)));
    assert!(!names(&game, "crew").iter().any(|(name, _)| name == "Go up south-west"));
    let at = usize::from(id(&game, "crew").0);
    game.troops[at].lose_gear();
    assert!(names(&game, "crew").iter().any(|(name, _)| name == "Go up south-west"));
}

/// CC-5.1, CC-5.2: what a charge would do is told with the shield wall, and with whoever is in the fight already.
#[test]
fn cc_5_2_a_charge_is_measured_with_the_shield_wall() {
    let lances = ("attacker", "lances", "troops = \"heavy cavalry\"; men = 6; at = [40, 30]");
    let spears = ("defender", "spears", "troops = \"light infantry\"; arms = \"pole arm\"; men = 6; at = [40, 40]");
    let game = field("", &[lances, spears]);
    let pointed = Some(CordTarget::Troops(id(&game, "spears")));
    let told = measure(&game, id(&game, "lances"), pointed, &[], FormUp::default()).told.join(" ");
    assert!(told.contains("They count 6 against 6: in a turn 3 of the enemy fall, and 1 of theirs"), "{told}");
}

/// CC-4.8: grapeshot at men on a wall counts them.
#[test]
fn cc_4_8_grape_at_a_parapet_is_measured() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 52]; files = 2");
    let guard = ("defender", "guard", "troops = \"light infantry\"; men = 3; on = \"gate\"");
    let mut game = fort(&[gun, guard]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let grape = Decision::Grape(id(&game, "gun"), id(&game, "guard"));
    let pointed = Some(CordTarget::Troops(id(&game, "guard")));
    let told = measure(&game, id(&game, "gun"), pointed, &[], FormUp::default()).told.join(" ");
    let before = men(&game, "guard");
    play(&mut game, grape, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    let fell = before - game.all().find(|(_, one)| &*one.name == "guard").map_or(0, |(_, one)| one.standing.len());
    assert!(fell > 0 && told.contains(&format!("Grapeshot hits the {fell} nearest")), "{fell}: {told}");
}

/// Of a force with several faults each is told.
#[test]
fn a_force_of_no_men_on_no_wall_has_two_faults() {
    let bad = force("attacker", "ours", "troops = \"light infantry\"; men = 0; on = \"nowhere\"");
    let text = format!(
        "name = \"T\"\nwhat = \"T.\"\nbattle = \"defence\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
         attacker = \"A\"\ndefender = \"D\"\n{FORT}{bad}{}",
        force("defender", "theirs", "troops = \"light infantry\"; men = 2; at = [48, 80]")
    );
    let faults = read(&text).expect_err("it has faults").0;
    let at = |what: &str| faults.iter().filter(|fault| fault.what.contains(what)).count();
    assert_eq!((at("men"), at("nowhere")), (1, 1), "{faults:?}");
}

/// CC-3.4: within a third of R1 of the boat's side, half its width from its middle.
#[test]
fn cc_3_4_one_gets_off_no_further_than_a_third_of_r1_from_the_gunwale() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 20], [60, 20], [60, 50], [20, 50]]\n";
    let boat = ("attacker", "boat", "troops = \"boat\"; men = 1; at = [40, 22]");
    let riders = ("attacker", "riders", "troops = \"light infantry\"; men = 3; aboard = \"boat\"");
    let game = field(lake, &[boat, riders, FOE]);
    let land = |y: i32, more: i32| Decision::Land(id(&game, "riders"), Point::new(40 * INCH, y * INCH + more));
    // A boat is four inches wide: two to its side, and four from there.
    assert_eq!(game.check(Side::Attacker, &land(16, 0)), Ok(()));
    assert_eq!(refused(&game, &land(15, 56)), Illegal::TooFar);
}

/// CC-4.3, CC-4.6: an engine's shot is measured against the first man on its cord, whoever was meant beyond him, and that is
/// told.
#[test]
fn cc_4_6_a_shot_is_measured_against_the_first_man_on_the_cord() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 30]; files = 2");
    let near = ("defender", "near", "troops = \"light infantry\"; men = 1; at = [40, 52]");
    let heavies = ("defender", "heavies", "troops = \"heavy infantry\"; men = 4; at = [40, 53]; files = 1");
    let told = |list: &[(&str, &str, &str)]| {
        let mut game = field("", list);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let pointed = Some(CordTarget::Troops(id(&game, "heavies")));
        measure(&game, id(&game, "gun"), pointed, &[], FormUp::default()).told.join(" ")
    };
    // At long range a ball has 4: it breaks light armour and not heavy.
    let masked = told(&[gun, near, heavies]);
    assert!(
        masked.contains("impact 4 fells light") && masked.contains("against the first on the cord: near (CC-4.6)"),
        "{masked}"
    );
    let plain = told(&[gun, heavies]);
    assert!(plain.contains("impact 4 does nothing to heavy") && !plain.contains("first on the cord"), "{plain}");
}

/// CC-5.6: guards are measured at the pace of those they lead.
#[test]
fn cc_5_6_guards_are_measured_at_the_pace_of_their_prisoners() {
    let guard = ("attacker", "guard", "troops = \"light infantry\"; men = 1; at = [40, 30]");
    let taken = ("defender", "taken", "troops = \"medium infantry\"; men = 4; at = [70, 80]");
    let mut game = field("", &[guard, taken, FOE]);
    let (guard, taken) = (id(&game, "guard"), id(&game, "taken"));
    game.troops[usize::from(taken.0)].whereabouts = Whereabouts::Captive(guard);
    let measured = measure(&game, guard, Some(CordTarget::Place(at(40, 2))), &[], FormUp::default());
    assert_eq!(measured.allowance, 12 * INCH);
    assert!(measured.told[0].contains("they go 12 in a turn"), "{:?}", measured.told);
}

/// CC-2.1: horse act as a group or singly: as many part as their commander says, half of them where he says nothing, and not
/// all. Foot act as a body.
#[test]
fn cc_2_1_as_many_horse_part_as_are_told_to() {
    let horse = ("attacker", "riders", "troops = \"light cavalry\"; men = 10; at = [40, 30]");
    let foot = ("attacker", "spears", "troops = \"medium infantry\"; men = 10; at = [70, 30]");
    let game = field("", &[horse, foot, FOE]);
    let parted = |who: &str, parting: Option<u16>| {
        let offered = offers(&game, id(&game, who), None, &[], FormUp { parting, ..FormUp::default() });
        offered.into_iter().find(|offer| offer.name.starts_with("Part ")).map(|offer| (offer.name, offer.why))
    };
    assert_eq!(parted("riders", None), Some(("Part 5 from them".to_owned(), None)));
    assert_eq!(parted("riders", Some(3)), Some(("Part 3 from them".to_owned(), None)));
    for all in [0, 10, 11] {
        let (_, why) = parted("riders", Some(all)).expect("it is offered");
        assert!(why.is_some(), "{all} of ten do not part");
    }
    assert_eq!(parted("spears", None), None);
}

/// CC-2.1, CC-5.6: no two bodies have one name, whoever parts from whom, so that losses are told of the right one.
#[test]
fn cc_2_1_no_two_bodies_have_one_name() {
    let riders = ("attacker", "riders", "troops = \"heavy cavalry\"; men = 24; at = [40, 40]; files = 6");
    let mut game = field("", &[riders, FOE]);
    for count in [12, 6, 3] {
        let part = Decision::Part(id(&game, "riders"), count);
        play(&mut game, part, &mut shown([]));
    }
    // Each by the number that orders name it by.
    let names: Vec<&str> = game.all().map(|(_, troops)| &*troops.name).collect();
    assert_eq!(names, ["riders", "theirs", "part of riders", "part of riders, body 3", "part of riders, body 4"]);
}

/// CC-4.9, CC-3.0: by an order that names no place troops turn and form up where they stand, on the parapet of a slanting wall
/// too, where no place in quarters of an inch is theirs.
#[test]
fn cc_4_9_a_typed_order_turns_men_where_they_stand() {
    use banneret::rules::castle_cracker::typed::decision;
    let walls = [
        ("slope", [30, 60], [47, 67]),
        ("east", [47, 67], [60, 90]),
        ("rear", [60, 90], [30, 90]),
        ("west", [30, 90], [30, 60]),
    ];
    let walls: String = walls
        .iter()
        .map(|(name, from, to)| format!("[[wall]]\nname = \"{name}\"\nkind = \"wall\"\nfrom = {from:?}\nto = {to:?}\n"))
        .collect();
    let fort = "[fort]\nname = \"Keep\"\nside = \"defender\"\nyard = [[30, 60], [47, 67], [60, 90], [30, 90]]\n";
    let keep = "[[objective]]\nname = \"the keep\"\nat = [45, 82]\nwithin = 4\nside = \"attacker\"\n";
    let forces = [
        force("attacker", "ours", "troops = \"medium infantry\"; men = 12; at = [40, 10]; files = 6"),
        force("defender", "bows", "troops = \"light infantry\"; missile = \"crossbow\"; men = 5; on = \"east\""),
    ];
    let mut game = battle("defence", &format!("{fort}{walls}{keep}{}", forces.concat()));
    let stood = game.troops(id(&game, "ours")).at;
    play(&mut game, decision("turn 0 facing left files 4").expect("an order"), &mut shown([]));
    let ours = game.troops(id(&game, "ours"));
    assert_eq!((ours.at, ours.facing, ours.files), (stood, Heading::new(32), 4));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    // Round the corner they come to stand where their move ends.
    play(&mut game, decision("man 1 0").expect("an order"), &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let stood = game.troops(id(&game, "bows")).at;
    let quarters = [stood.x, stood.y].map(|part| part % 16 == 0);
    assert_ne!(quarters, [true, true], "no place that can be typed");
    play(&mut game, decision("turn 1 facing right").expect("an order"), &mut shown([]));
    let bows = game.troops(id(&game, "bows"));
    assert_eq!((bows.at, bows.facing), (stood, Heading::new(0)));
    assert!(matches!(bows.whereabouts, Whereabouts::Parapet(_)));
    for (bad, why) in [("turn 1", "say where they face"), ("turn 1 40,28 facing up", "“40,28” is too much for turn")]
    {
        assert!(decision(bad).expect_err("it is refused").contains(why), "{bad}");
    }
}
