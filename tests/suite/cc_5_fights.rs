//! Castle Cracker: charges and fights, shield walls, running, prisoners and their guards, shots at those who charge
//! (CC-5), volleys and engines on the field (CC-4.4 to CC-4.9).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, refused, shown, turn_to, until};
use banneret::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Event, Illegal, PlayForm, Position, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game};
use banneret::rules::geometry::Heading;

const HEAVY: &str = "troops = \"heavy infantry\"; men = 12; at = [40, 40]; files = 6";
const LIGHT: &str = "troops = \"light infantry\"; men = 12; at = [40, 48]; files = 6";

fn field(forces: &[(&str, &str, &str)]) -> Position {
    battle("field", &forces.iter().map(|(side, name, more)| force(side, name, more)).collect::<String>())
}

fn charge(game: &mut Position, who: &str, at: &str, faces: &[u32]) -> Vec<Event> {
    let decision = Decision::Charge(id(game, who), id(game, at));
    play(game, decision, &mut crate::cc_table::Shown(faces.iter().copied().collect()))
}

/// The worked value on the field: 12 heavy against 12 light, 6 removed against 3 a turn (CC-5.3).
#[test]
fn cc_5_3_twelve_heavy_charge_twelve_light() {
    let mut game = field(&[("attacker", "ours", HEAVY), ("defender", "theirs", LIGHT)]);
    charge(&mut game, "ours", "theirs", &[]);
    let told = end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (9, 6));
    let fought = told.iter().any(|event| matches!(event, Event::Fought(fight) if fight.fell == [3, 6]));
    assert!(fought, "{told:?}");
    // CC-5.3, CC-5.5: 9 heavy and 6 light: 4 against 1; then 8 and 2: 4, but only 2 are left.
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (8, 2));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (8, 0));
    assert_eq!(game.stage, CrackerStage::Over(banneret::rules::castle_cracker::Ending::NobodyLeft(Side::Defender)));
}

/// CC-5.3: both sides' losses come off at once: who falls has struck.
#[test]
fn cc_5_3_who_falls_has_struck() {
    let few = "troops = \"light infantry\"; men = 4; at = [40, 40]; files = 4";
    let mut game = field(&[
        ("attacker", "ours", few),
        ("defender", "theirs", "troops = \"heavy infantry\"; men = 12; at = [40, 48]"),
    ]);
    charge(&mut game, "ours", "theirs", &[]);
    let told = end_turn(&mut game, &mut shown([]));
    let fought = told.iter().any(|event| matches!(event, Event::Fought(fight) if fight.fell == [4, 1]));
    assert!(fought, "{told:?}");
}

/// CC-2.3: Vikings fight as heavy.
#[test]
fn cc_2_3_vikings_fight_as_heavy() {
    let mut game = field(&[
        ("attacker", "ours", "people = \"vikings\"; men = 12; at = [40, 40]; files = 6"),
        ("defender", "theirs", "people = \"saxons\"; men = 12; at = [40, 48]; files = 6"),
    ]);
    charge(&mut game, "ours", "theirs", &[]);
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (8, 6));
}

/// CC-5.1, CC-5.2: heavy cavalry counts 2, but 1 against six spearmen who are in no fight.
#[test]
fn cc_5_1_spearmen_stand_as_a_shield_wall() {
    let horse = "troops = \"heavy cavalry\"; men = 6; at = [40, 40]; files = 6";
    let spears =
        |men: u32, arms: &str| format!("troops = \"medium infantry\"; arms = \"{arms}\"; men = {men}; at = [40, 48]");
    for (count, arms, lost) in [(6, "pole arm", 3), (6, "small arm", 6), (5, "pole arm", 5)] {
        let mut game = field(&[("attacker", "horse", horse), ("defender", "spears", &spears(count, arms))]);
        charge(&mut game, "horse", "spears", &[]);
        end_turn(&mut game, &mut shown([]));
        assert_eq!(count as usize - men(&game, "spears"), lost, "{count} with {arms}");
    }
    // Chariots count 3 as medium, and 1 before the spears.
    let chariots = "troops = \"chariot\"; men = 3; at = [40, 40]; files = 3";
    for (arms, lost) in [("pole arm", 1), ("small arm", 3)] {
        let mut game = field(&[("attacker", "horse", chariots), ("defender", "spears", &spears(6, arms))]);
        charge(&mut game, "horse", "spears", &[]);
        end_turn(&mut game, &mut shown([]));
        assert_eq!(6 - men(&game, "spears"), lost, "{arms}");
    }
    // Riders with spears stand in none.
    let riders = "troops = \"light cavalry\"; arms = \"pole arm\"; men = 6; at = [40, 50]";
    let mut game = field(&[("attacker", "horse", horse), ("defender", "riders", riders)]);
    charge(&mut game, "horse", "riders", &[]);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(men(&game, "riders"), 0);
    // Spearmen already in a fight have no shield wall.
    let mut game = field(&[
        ("attacker", "foot", "troops = \"light infantry\"; men = 3; at = [34, 44]; files = 3"),
        ("attacker", "horse", horse),
        ("defender", "spears", &spears(8, "pole arm")),
    ]);
    charge(&mut game, "foot", "spears", &[]);
    charge(&mut game, "horse", "spears", &[]);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(men(&game, "spears"), 2, "6 horse remove 6, 3 light none");
}

/// CC-5.1: units that touch through others are one fight, and losses are shared unit by unit.
#[test]
fn cc_5_1_a_line_of_units_is_one_fight() {
    let mut game = field(&[
        ("attacker", "one", "troops = \"medium infantry\"; men = 9; at = [36, 40]; files = 6"),
        ("attacker", "two", "troops = \"medium infantry\"; men = 9; at = [44, 40]; files = 6"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 16; at = [40, 48]; files = 16"),
    ]);
    charge(&mut game, "one", "theirs", &[]);
    charge(&mut game, "two", "theirs", &[]);
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "one"), men(&game, "two"), men(&game, "theirs")), (7, 7, 10));
}

/// CC-5.4: only by running, a quarter further and away, does a unit leave a fight.
#[test]
fn cc_5_4_a_unit_runs_out_of_a_fight() {
    let mut game = field(&[("attacker", "ours", HEAVY), ("defender", "theirs", LIGHT)]);
    charge(&mut game, "ours", "theirs", &[]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let theirs = id(&game, "theirs");
    assert_eq!(refused(&game, &march(&game, "theirs", at(40, 90))), Illegal::Engaged);
    assert_eq!(refused(&game, &Decision::Run(theirs, at(40, 30))), Illegal::InTheWay("ours".into()));
    play(&mut game, Decision::Run(theirs, at(40, 95)), &mut shown([]));
    assert_eq!(game.troops(theirs).at.y - at(0, 48).y, 18 * 64 * 5 / 4, "a quarter more than 18 inches");
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (12, 12), "nobody fights any more");
    assert_eq!(refused(&game, &Decision::Run(id(&game, "ours"), at(40, 0))), Illegal::NotEngaged);
}

/// CC-5.5, CC-5.6: three light against one are its captors; a man of the largest unit guards; with him gone they are free, and
/// must reach their own lines before they fight again.
#[test]
fn cc_5_5_prisoners_are_guarded_and_break_free() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; men = 3; at = [40, 40]; files = 3"),
        ("attacker", "others", "troops = \"heavy infantry\"; men = 2; at = [70, 30]"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 2; at = [40, 48]; files = 2"),
        ("defender", "horse", "troops = \"heavy cavalry\"; men = 4; at = [52, 52]; files = 4"),
    ]);
    charge(&mut game, "ours", "theirs", &[]);
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Taken { men: 2, guards: 1, .. })), "{told:?}");
    let guard = id(&game, "guards of ours");
    assert_eq!((men(&game, "ours"), men(&game, "guards of ours")), (2, 1));
    assert_eq!(game.troops(id(&game, "theirs")).whereabouts, Whereabouts::Captive(guard));
    // Whoever guards charges nobody.
    assert_eq!(refused(&game, &Decision::Charge(guard, id(&game, "horse"))), Illegal::Guarding);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    charge(&mut game, "horse", "guards of ours", &[]);
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Freed(_))), "{told:?}");
    let theirs = id(&game, "theirs");
    assert!(game.troops(theirs).escaping);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Charge(theirs, id(&game, "others"))), Illegal::Escaping);
    // CC-5.6: they defend themselves; and home they fight again.
    let mut home = Vec::new();
    for _ in 0..4 {
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        let goal = at(80, 92);
        let decision = march(&game, "theirs", goal);
        play(&mut game, decision, &mut shown([]));
        home.extend(end_turn(&mut game, &mut shown([])));
    }
    assert!(home.iter().any(|event| matches!(event, Event::Home(_))), "{home:?}");
    assert!(!game.troops(theirs).escaping);
}

/// CC-5.7: half of charged archers shoot once; loaded musketeers all; a cannon on its turn fires grape.
#[test]
fn cc_5_7_the_charged_shoot_first() {
    let ours = "troops = \"light infantry\"; men = 12; at = [40, 40]; files = 6";
    let answered = |more: &str, faces: &[u32]| {
        let mut game = field(&[("attacker", "ours", ours), ("defender", "theirs", more)]);
        let told = charge(&mut game, "ours", "theirs", faces);
        (12 - men(&game, "ours"), told)
    };
    let archers = "troops = \"light infantry\"; missile = \"bow\"; men = 9; at = [40, 50]; files = 9";
    let (fell, told) = answered(archers, &[6; 24]);
    assert_eq!(fell, 4, "half of nine, a shot each: {told:?}");
    let muskets = "troops = \"light infantry\"; missile = \"musket\"; men = 6; at = [40, 50]; files = 6";
    assert_eq!(answered(muskets, &[6; 24]).0, 6);
    assert_eq!(answered(muskets, &[2; 24]).0, 0, "4 is too little at close range");
    let cannon = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 50]; files = 2";
    assert_eq!(answered(cannon, &[]).0, 5, "grape hits five without a roll (CC-4.8)");
    let behind =
        "troops = \"light infantry\"; missile = \"musket\"; men = 6; at = [40, 50]; files = 6; facing = \"up\"";
    assert_eq!(answered(behind, &[6; 24]).0, 0, "not out of their arc (CC-4.9)");
}

/// CC-4.2, CC-4.4: each man within a third of R1 of the front rolls; casualties come off the front.
#[test]
fn cc_4_2_a_volley_comes_off_the_front() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; missile = \"bow\"; men = 14; at = [40, 40]; files = 2"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 8; at = [40, 50]; files = 4"),
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "ours"), id(&game, "theirs"));
    // Five ranks of two shoot twice: those within 12 inches close, the rest medium. Neither moved: +2.
    let mut faces = [1u32; 64];
    faces[..6].copy_from_slice(&[2, 2, 2, 2, 1, 1]);
    let told = play(&mut game, shoot.clone(), &mut shown(faces));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!((volley.shots, volley.hits, volley.killed), ([10, 10, 0], [2, 0, 0], 2), "4 and 2 is a hit at 6");
    let theirs = game.troops(id(&game, "theirs"));
    assert_eq!(
        (theirs.standing.len(), theirs.struck.as_slice()),
        (8, &[0u16, 1][..]),
        "they come off after the shooting"
    );
    assert_eq!(refused(&game, &shoot), Illegal::Ordered);
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    let theirs = game.troops(id(&game, "theirs"));
    assert_eq!(theirs.standing, [0, 1, 2, 3, 4, 5], "the front has come off, and the others have closed up");
    // Nobody is hit in a fight, or out of arc.
    let turned = turn_to(&game, "ours", Heading::DOWN);
    play(&mut game, turned, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &shoot), Illegal::OutOfArc);
}

/// CC-1.3: whoever is hit in the shooting comes off when both sides have shot, and till then shoots too.
#[test]
fn cc_1_3_whoever_is_hit_shoots_back() {
    let bow = "troops = \"light infantry\"; missile = \"bow\"; men = 1; at =";
    let (ours, theirs) = (format!("{bow} [40, 40]"), format!("{bow} [40, 46]"));
    let more = "troops = \"light infantry\"; men = 1; at = [80, 80]";
    let mut game = field(&[("attacker", "ours", &ours), ("defender", "theirs", &theirs), ("defender", "more", more)]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let (ours, theirs) = (id(&game, "ours"), id(&game, "theirs"));
    play(&mut game, Decision::Shoot(ours, theirs), &mut shown([6; 4]));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    play(&mut game, Decision::Shoot(theirs, ours), &mut shown([6; 4]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "theirs")), (0, 0));
}

/// CC-4.2, CC-2.1: wagons and houses cover whoever stands behind them.
#[test]
fn cc_4_2_wagons_and_houses_cover() {
    let houses = "[[ground]]\nkind = \"houses\"\nedge = [[38, 45], [42, 45], [42, 47], [38, 47]]\n";
    let forces = format!(
        "{}{}",
        force("attacker", "ours", "troops = \"light infantry\"; missile = \"crossbow\"; men = 1; at = [40, 40]"),
        force("defender", "theirs", "troops = \"light infantry\"; men = 1; at = [40, 49]")
    );
    // Houses that stand further before him than a third of R1 cover nobody.
    let far = "[[ground]]\nkind = \"houses\"\nedge = [[38, 43], [42, 43], [42, 44], [38, 44]]\n";
    for (ground, face, hits) in [("", 2, 1), (houses, 2, 0), (houses, 3, 1), (far, 2, 1)] {
        let mut game = battle("field", &format!("{ground}{forces}"));
        let step = march(&game, "ours", at(40, 42));
        play(&mut game, step, &mut shown([]));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "ours"), id(&game, "theirs"));
        // A 4 and this face: 6 is close enough, less one behind houses.
        let told = play(&mut game, shoot, &mut shown([4, face]));
        let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
        assert_eq!(volley.hits.iter().sum::<u32>(), hits, "{ground}");
    }
}

/// CC-4.5, CC-4.6: a cannon's ball goes through five, a ballista's bolt through three; 4 behind the first.
#[test]
fn cc_4_5_engines_shoot_through_files() {
    let engine =
        |weapon: &str| format!("troops = \"siege crew\"; missile = \"{weapon}\"; men = 4; at = [40, 40]; files = 2");
    let file = |troops: &str| format!("troops = \"{troops}\"; men = 8; at = [40, 45]; files = 1");
    for (weapon, troops, fell) in [
        ("cannon", "medium infantry", 5),
        ("ballista", "medium infantry", 3),
        ("cannon", "heavy infantry", 1),
        ("ballista", "heavy infantry", 1),
    ] {
        let mut game = field(&[("attacker", "ours", &engine(weapon)), ("defender", "theirs", &file(troops))]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "ours"), id(&game, "theirs"));
        play(&mut game, shoot.clone(), &mut shown([3, 3]));
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
        assert_eq!(8 - men(&game, "theirs"), fell, "{weapon} at {troops}");
        // CC-4.0: every other turn.
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        assert_eq!(refused(&game, &shoot), Illegal::Loading);
    }
}

/// CC-4.6: a friend on the cord before the target is no shot.
#[test]
fn cc_4_6_friends_on_the_cord_are_in_the_way() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 40]; files = 2"),
        ("attacker", "friends", "troops = \"light infantry\"; men = 1; at = [40, 44]"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [40, 50]; files = 1"),
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "ours"), id(&game, "theirs"));
    assert_eq!(refused(&game, &shoot), Illegal::FriendsInTheWay);
}

/// CC-4.7: the cup hits friend and enemy, never at close range.
#[test]
fn cc_4_7_the_cup_falls_on_friend_and_enemy() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"siege crew\"; missile = \"trebuchet\"; men = 4; at = [40, 30]; files = 2"),
        ("attacker", "friends", "troops = \"medium infantry\"; men = 2; at = [40, 44]; files = 2"),
        ("defender", "theirs", "troops = \"medium infantry\"; men = 4; at = [40, 48]; files = 2; facing = \"up\""),
        ("defender", "heavies", "troops = \"heavy infantry\"; men = 2; at = [40, 50]; files = 2"),
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let ours = id(&game, "ours");
    assert_eq!(refused(&game, &Decision::Lob(ours, at(40, 37))), Illegal::TooClose);
    assert_eq!(refused(&game, &Decision::Shoot(ours, id(&game, "theirs"))), Illegal::ByCup);
    // A 3: a cup short of 48 is 44.
    play(&mut game, Decision::Lob(ours, at(40, 48)), &mut shown([3]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "friends"), men(&game, "theirs"), men(&game, "heavies")), (0, 4, 2));
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    // A 1: on it; 3 does not break heavy armour.
    play(&mut game, Decision::Lob(ours, at(40, 48)), &mut shown([1]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "theirs"), men(&game, "heavies")), (0, 2));
}

/// CC-4.3: a cannon wrecks an engine, a bow never does but kills its crew.
#[test]
fn cc_4_3_guns_are_wrecked_by_engines_alone() {
    let crew = "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, 48]; files = 2";
    let mut game = field(&[
        ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 40]; files = 2"),
        (
            "attacker",
            "bows",
            "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [50, 46]; facing = \"left\"",
        ),
        ("defender", "theirs", crew),
        ("defender", "others", "troops = \"light infantry\"; men = 1; at = [80, 80]"),
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let (gun, bows, theirs) = (id(&game, "gun"), id(&game, "bows"), id(&game, "theirs"));
    play(&mut game, Decision::Shoot(bows, theirs), &mut shown([6, 6, 6, 6]));
    assert!(!game.troops(theirs).gear_struck);
    play(&mut game, Decision::Shoot(gun, theirs), &mut shown([6, 6]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert!(game.troops(theirs).gear.is_none(), "siege gun 4, cannon close 8");
    // The archer's two in front, and the two behind the gun whom the ball touched.
    assert_eq!(men(&game, "theirs"), 0);
}

/// CC-5.6: at home one man guards twenty, and the other guards are free.
#[test]
fn cc_5_6_guards_are_relieved_at_home() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; men = 24; at = [40, 14]; files = 12"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 3; at = [40, 17]; files = 3"),
        ("defender", "more", "troops = \"light infantry\"; men = 9; at = [70, 80]"),
    ]);
    // Nine prisoners want two guards on the march; as many as there are here are taken by hand.
    let (ours, more) = (id(&game, "ours"), id(&game, "more"));
    game.troops[usize::from(more.0)].whereabouts = Whereabouts::Captive(ours);
    game.troops[usize::from(ours.0)].standing.truncate(2);
    let back = march(&game, "ours", at(40, 6));
    play(&mut game, back, &mut shown([]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Relieved(_, 1))), "{told:?}");
    assert_eq!((men(&game, "ours"), men(&game, "men freed from ours")), (1, 1));
}

/// CC-2.1, CC-4.2: men shoot out of a wagon and are covered in it; only engines harm the wagon, and out of a wrecked one climbs
/// whoever was not hit himself.
#[test]
fn cc_2_1_a_war_wagon_carries_archers() {
    let mut game = field(&[
        ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 40]"),
        ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [44, 40]; files = 2"),
        ("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [44, 46]; facing = \"up\""),
        ("defender", "riders", "troops = \"light infantry\"; missile = \"bow\"; men = 6; aboard = \"wagon\""),
    ]);
    let (bows, gun, wagon, riders) = (id(&game, "bows"), id(&game, "gun"), id(&game, "wagon"), id(&game, "riders"));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Shoot(bows, wagon)), Illegal::NoHarm);
    // Neither moved and they are in a wagon: 5 with 2 more and 1 less is 6, a hit close.
    let told = play(&mut game, Decision::Shoot(bows, riders), &mut shown([2, 3, 2, 2]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!((volley.hits[0], volley.killed), (1, 1));
    play(&mut game, Decision::Shoot(gun, wagon), &mut shown([6, 6]));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    // All round, whatever way the wagon faces (CC-4.9).
    play(&mut game, Decision::Shoot(riders, bows), &mut shown([1; 24]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    // One by the bow, and four whom the ball touches behind the wagon (CC-4.6).
    assert_eq!((men(&game, "wagon"), men(&game, "riders")), (0, 1));
    assert_eq!(game.troops(riders).whereabouts, Whereabouts::Field);
}

/// CC-5.4: who fights two units runs away from both, and not from the one past the other.
#[test]
fn cc_5_4_a_unit_runs_away_from_all_it_fights() {
    let mut game = field(&[
        ("attacker", "one", "troops = \"light infantry\"; men = 6; at = [39, 40]; files = 1"),
        ("attacker", "line", "troops = \"light infantry\"; men = 12; at = [46, 40]; files = 12"),
        ("defender", "theirs", "troops = \"heavy infantry\"; men = 12; at = [39, 47]; files = 4"),
    ]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    charge(&mut game, "theirs", "one", &[]);
    assert_eq!(game.contacts.len(), 2, "they touch the end of the line too");
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let (theirs, line) = (id(&game, "theirs"), game.troops(id(&game, "line")).at);
    // Further from the one, and nearer to the middle of the line.
    let goal = at(43, 45);
    assert!(goal.distance_squared(line) < game.troops(theirs).at.distance_squared(line));
    assert_eq!(refused(&game, &Decision::Run(theirs, goal)), Illegal::Towards);
    play(&mut game, Decision::Run(theirs, at(36, 52)), &mut shown([]));
    assert!(game.contacts.is_empty());
}

/// CC-5.6: at home one guard holds twenty; where another falls only those beyond them are free.
#[test]
fn cc_5_6_a_guard_at_home_holds_twenty() {
    let freed = |prisoners: u32, y: i32| {
        let mut game = field(&[
            ("attacker", "guard", "troops = \"light infantry\"; men = 2; at = [40, 30]; files = 2"),
            ("defender", "many", &format!("troops = \"light infantry\"; men = {prisoners}; at = [70, 80]")),
            ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 38]"),
        ]);
        let (guard, many) = (id(&game, "guard"), id(&game, "many"));
        game.troops[usize::from(many.0)].whereabouts = Whereabouts::Captive(guard);
        game.troops[usize::from(guard.0)].at = at(40, y);
        let bows = id(&game, "bows");
        game.troops[usize::from(bows.0)].at = at(40, y + 8);
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        play(&mut game, Decision::Shoot(bows, guard), &mut shown([6, 6, 1, 1]));
        end_turn(&mut game, &mut shown([]));
        assert_eq!(men(&game, "guard"), 1);
        game.troops.iter().filter(|troops| troops.escaping).map(|troops| troops.standing.len()).sum::<usize>()
    };
    assert_eq!((freed(20, 8), freed(23, 8)), (0, 3), "in his own end zone");
    assert_eq!(freed(20, 30), 12, "on the march he holds eight");
}

/// CC-5.7: half of one archer is nobody, who shoots at no charge, and of whom nothing is told.
#[test]
fn cc_5_7_half_of_one_archer_does_not_shoot() {
    for (archers, answers) in [(1, false), (2, true)] {
        let theirs =
            format!("troops = \"light infantry\"; missile = \"bow\"; men = {archers}; at = [40, 50]; files = 2");
        let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [40, 40]; files = 2");
        let mut game = field(&[ours, ("defender", "theirs", &theirs)]);
        let told = charge(&mut game, "ours", "theirs", &[]);
        assert_eq!(told.iter().any(|event| matches!(event, Event::Answered(..))), answers, "{archers}: {told:?}");
    }
}

/// CC-5.7: musketeers who shot at one charge are not loaded for another in the same turn; archers shoot again.
#[test]
fn cc_5_7_musketeers_answer_one_charge_a_turn() {
    for (weapon, answers) in [("musket", [true, false]), ("bow", [true, true])] {
        let theirs = format!("troops = \"light infantry\"; missile = \"{weapon}\"; men = 8; at = [40, 50]; files = 8");
        let mut game = field(&[
            ("attacker", "one", "troops = \"light infantry\"; men = 2; at = [38, 40]; files = 2"),
            ("attacker", "two", "troops = \"light infantry\"; men = 2; at = [42, 40]; files = 2"),
            ("defender", "theirs", &theirs),
        ]);
        // Nobody of the first is left, so that no fight keeps them from it.
        let told = [charge(&mut game, "one", "theirs", &[6; 16]), charge(&mut game, "two", "theirs", &[6; 16])];
        let shot = told.map(|told| told.iter().any(|event| matches!(event, Event::Answered(..))));
        assert_eq!(shot, answers, "{weapon}");
        assert_eq!(men(&game, "one"), 0);
    }
}

/// CC-5.7, CC-4.0: a cannon that fired grape at whoever charged it has had its turn, and shoots neither in this one nor in the
/// next.
#[test]
fn cc_5_7_a_cannon_that_answered_a_charge_has_shot() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; men = 2; at = [40, 40]; files = 2"),
        ("attacker", "others", "troops = \"light infantry\"; men = 2; at = [40, 32]; files = 2"),
        ("defender", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 50]; files = 2"),
    ]);
    charge(&mut game, "ours", "gun", &[]);
    assert_eq!(men(&game, "ours"), 0, "grape hits without a roll");
    let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "others"));
    let mut may = Vec::new();
    for _ in 0..3 {
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        may.push(game.check(Side::Defender, &shoot));
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    }
    assert_eq!(may, [Err(Illegal::Loading), Err(Illegal::Loading), Ok(())]);
}

/// CC-5.6: a guard beside the fight takes more prisoners, up to eight; past that a fresh man guards.
#[test]
fn cc_5_6_a_guard_takes_more_prisoners_up_to_eight() {
    for (old, fresh) in [(6, 0), (7, 1)] {
        let mut game = field(&[
            ("attacker", "guard", "troops = \"light infantry\"; men = 1; at = [43, 44]"),
            ("attacker", "ours", "troops = \"light infantry\"; men = 3; at = [40, 40]; files = 3"),
            ("defender", "theirs", "troops = \"light infantry\"; men = 2; at = [40, 48]; files = 2"),
            ("defender", "old", &format!("troops = \"light infantry\"; men = {old}; at = [70, 80]")),
            ("defender", "rest", "troops = \"light infantry\"; men = 9; at = [80, 80]"),
        ]);
        let (guard, taken) = (id(&game, "guard"), id(&game, "old"));
        game.troops[usize::from(taken.0)].whereabouts = Whereabouts::Captive(guard);
        charge(&mut game, "ours", "theirs", &[]);
        let told = end_turn(&mut game, &mut shown([]));
        let took = told.iter().any(|event| matches!(event, Event::Taken { men: 2, guards, .. } if *guards == fresh));
        assert!(took, "{old}: {told:?}");
        let held: usize = game.captives_of(guard).map(|(_, troops)| troops.standing.len()).sum();
        assert_eq!((held, men(&game, "ours")), if fresh == 0 { (8, 3) } else { (7, 2) });
    }
}

/// CC-5.6: at home guards put their prisoners together, up to twenty to a man; who is not needed any more is free, and shoots
/// again with what he had. While he guards he does not shoot.
#[test]
fn cc_5_6_guards_at_home_put_their_prisoners_together() {
    let bows = |x: i32| format!("troops = \"light infantry\"; missile = \"bow\"; men = 3; at = [{x}, 20]; files = 3");
    let taken = |x: i32| format!("troops = \"light infantry\"; men = 2; at = [{x}, 25]; files = 2");
    let mut game = field(&[
        ("attacker", "one", &bows(30)),
        ("attacker", "two", &bows(60)),
        ("defender", "few", &taken(30)),
        ("defender", "more", &taken(60)),
        ("defender", "rest", "troops = \"light infantry\"; men = 9; at = [30, 50]"),
    ]);
    charge(&mut game, "one", "few", &[]);
    charge(&mut game, "two", "more", &[]);
    end_turn(&mut game, &mut shown([]));
    let guards = ["guards of one", "guards of two"].map(|name| id(&game, name));
    let prisoners = |game: &Position| {
        guards.map(|guard| game.captives_of(guard).map(|(_, troops)| troops.standing.len()).sum::<usize>())
    };
    assert_eq!(prisoners(&game), [2, 2]);
    let mut shooting = game.clone();
    until(&mut shooting, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let rest = id(&game, "rest");
    let shoot = |who| Decision::Shoot(guards[who], rest);
    assert_eq!(refused(&shooting, &shoot(0)), Illegal::Guarding);
    for (name, x) in [("guards of one", 30), ("guards of two", 60)] {
        let back = march(&game, name, at(x, 6));
        play(&mut game, back, &mut shown([]));
    }
    let told = end_turn(&mut game, &mut shown([]));
    // Whichever of them was there first leads all.
    let (leads, free) = if prisoners(&game)[0] == 4 { (0, 1) } else { (1, 0) };
    assert_eq!((prisoners(&game)[leads], prisoners(&game)[free]), (4, 0), "{told:?}");
    let [on, off] = [leads, free].map(|who| game.troops(guards[who]).name.to_string());
    let plain = format!("{} hand 2 prisoners over to {on} (CC-5.6).", off.replacen('g', "G", 1));
    assert!(told.iter().any(|event| banneret::rules::castle_cracker::sentence(event) == plain), "{told:?}");
    // The one who is free goes back and shoots.
    let step = Decision::March { troops: guards[free], by: vec![at(45, 16)], facing: Some(Heading::UP), files: None };
    play(&mut game, step, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &shoot(leads)), Illegal::Guarding);
    assert_eq!(game.check(Side::Attacker, &shoot(free)), Ok(()));
}

/// CC-5.6: whoever leads prisoners and gives a guard for new ones keeps as many of the old as those who stay with him guard.
#[test]
fn cc_5_6_who_gives_a_guard_keeps_as_many_as_the_rest_guard() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; men = 3; at = [40, 40]; files = 3"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 2; at = [40, 48]; files = 2"),
        ("defender", "old", "troops = \"light infantry\"; men = 24; at = [70, 80]"),
        ("defender", "rest", "troops = \"light infantry\"; men = 9; at = [80, 80]"),
    ]);
    let (ours, old) = (id(&game, "ours"), id(&game, "old"));
    game.troops[usize::from(old.0)].whereabouts = Whereabouts::Captive(ours);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    charge(&mut game, "theirs", "ours", &[]);
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Taken { men: 2, guards: 1, .. })), "{told:?}");
    let held: usize = game.captives_of(ours).map(|(_, troops)| troops.standing.len()).sum();
    let free: usize = game.troops.iter().filter(|troops| troops.escaping).map(|troops| troops.standing.len()).sum();
    assert_eq!((men(&game, "ours"), held, free), (2, 16, 8));
}

/// CC-4.7, CC-5.1: nothing is thrown at a place where somebody in a fight lies under the cup, by captains either.
#[test]
fn cc_4_7_nothing_is_thrown_into_a_fight() {
    let mut game = field(&[
        ("attacker", "thrower", "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [48, 30]; files = 2"),
        ("attacker", "ours", "troops = \"light infantry\"; men = 2; at = [48, 44]; files = 2"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 12; at = [48, 48]; files = 4; facing = \"up\""),
    ]);
    let thrower = id(&game, "thrower");
    let mut apart = game.clone();
    until(&mut apart, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(apart.check(Side::Attacker, &Decision::Lob(thrower, at(48, 47))), Ok(()));
    let captain = Commanders::default();
    assert!(matches!(captain.decide(&apart.view(Side::Attacker)), Decision::Lob(..)));
    charge(&mut game, "ours", "theirs", &[]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    for place in [at(48, 47), at(48, 44)] {
        assert_eq!(refused(&game, &Decision::Lob(thrower, place)), Illegal::InFight, "{place:?}");
    }
    assert_eq!(game.check(Side::Attacker, &Decision::Lob(thrower, at(54, 47))), Ok(()), "beside it");
    assert_eq!(captain.decide(&game.view(Side::Attacker)), Decision::Hold(thrower));
}

/// CC-5.4: whoever ran shoots not in that turn, at who charges him either (CC-5.7).
#[test]
fn cc_5_4_who_ran_does_not_answer_a_charge() {
    let mut game = field(&[
        ("attacker", "ours", "troops = \"light infantry\"; missile = \"bow\"; men = 3; at = [40, 40]; files = 3"),
        ("defender", "theirs", "troops = \"light infantry\"; men = 3; at = [40, 46]; files = 3"),
        ("defender", "riders", "troops = \"light cavalry\"; men = 4; at = [56, 34]; files = 2"),
    ]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    charge(&mut game, "theirs", "ours", &[]);
    end_turn(&mut game, &mut shown([]));
    let ours = id(&game, "ours");
    play(&mut game, Decision::Run(ours, at(40, 30)), &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let answered = |mut game: Position, ran: bool| {
        game.troops[usize::from(ours.0)].ran = ran;
        let told = charge(&mut game, "riders", "ours", &[]);
        told.iter().any(|event| matches!(event, Event::Answered(..)))
    };
    assert!(game.troops(ours).ran);
    assert_eq!((answered(game.clone(), true), answered(game, false)), (false, true));
}

/// CC-3.0, CC-5.7: to unhook an engine takes the turn, and it fires no grape at who charges it in that.
#[test]
fn cc_5_7_a_cannon_unhooked_this_turn_does_not_answer() {
    let gun = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 40]; files = 2";
    let foot = "troops = \"light infantry\"; men = 12; at = [40, 50]; files = 6";
    for (hooked, left) in [(true, 12), (false, 7)] {
        let mut game = field(&[("attacker", "gun", gun), ("defender", "foot", foot)]);
        let at = id(&game, "gun");
        if hooked {
            game.troops[usize::from(at.0)].hooked = true;
            play(&mut game, Decision::Hitch(at), &mut shown([]));
        }
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        charge(&mut game, "foot", "gun", &[]);
        assert_eq!(men(&game, "foot"), left);
    }
}

/// CC-5.7: crossbowmen who are charged shoot as archers do, half of them once.
#[test]
fn cc_5_7_crossbowmen_answer_as_archers() {
    let bows = "troops = \"light infantry\"; missile = \"crossbow\"; men = 9; at = [40, 50]; files = 9";
    let foot = "troops = \"light infantry\"; men = 12; at = [40, 40]; files = 6";
    let mut game = field(&[("attacker", "foot", foot), ("defender", "bows", bows)]);
    charge(&mut game, "foot", "bows", &[6; 18]);
    assert_eq!(men(&game, "foot"), 8, "half of nine");
    let page = include_str!("../../data/rules/castle-cracker.md").replace('\n', " ");
    assert!(page.contains("crossbowmen as they do **[read]**"));
}

/// CC-5.2: spearmen who meet two bodies of horse at once were in no fight with either.
#[test]
fn cc_5_2_a_shield_wall_meets_two_bodies_of_horse_at_once() {
    let horse = |x: i32| format!("troops = \"heavy cavalry\"; men = 2; at = [{x}, 44]; files = 2");
    let spears = "troops = \"medium infantry\"; arms = \"pole arm\"; men = 12; at = [40, 40]; files = 12";
    let (one, other) = (horse(40), horse(44));
    let game = field(&[("attacker", "spears", spears), ("defender", "one", &one), ("defender", "other", &other)]);
    for (form, walls) in [(PlayForm::Third, 2), (PlayForm::First, 1)] {
        let mut game = Position { form, ..game.clone() };
        charge(&mut game, "spears", "one", &[]);
        assert_eq!(game.contacts.len(), 2, "they touch both");
        assert_eq!(game.shield_walls.len(), walls, "{form:?}");
    }
}

/// CC-3.0, CC-5: an enemy beside the field's edge is charged by as many in a rank as there is ground for.
#[test]
fn cc_3_0_a_charge_closes_up_where_a_wing_has_no_ground() {
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 16; at = [86, 50]; files = 16");
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 1; at = [93, 60]");
    let mut game = field(&[ours, theirs]);
    let told = charge(&mut game, "ours", "theirs", &[]);
    let closed = told.iter().find_map(|event| match event {
        Event::ClosedIn(_, files) => Some(*files),
        _ => None,
    });
    let troops = game.troops(id(&game, "ours"));
    assert_eq!(closed, Some(troops.files), "{told:?}");
    assert!([4, 8].contains(&troops.files) && troops.figures().all(|(_, place)| game.field.holds(place)));
    assert!(game.is_engaged(id(&game, "theirs")));
    // With ground for all nobody closes up.
    let theirs = ("defender", "theirs", "troops = \"light infantry\"; men = 1; at = [80, 60]");
    let told = charge(&mut field(&[ours, theirs]), "ours", "theirs", &[]);
    assert!(!told.iter().any(|event| matches!(event, Event::ClosedIn(..))), "{told:?}");
}
