//! Castle Cracker: what a shot meets on its way (CC-4.2, CC-4.6 to CC-4.8, CC-6.2), the strict table in play (CC-4.3), and
//! fire among those who were hit (CC-6.3).

use crate::cc_table::{at, battle, battle_by, end_turn, force, id, march, men, play, refused, shown, until};
use banneret::rules::castle_cracker::cup::under_grape;
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Event, Illegal, Position, Tables, WallState, Whereabouts,
};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain, Game};
use banneret::rules::geometry::{Heading, INCH};
use std::collections::BTreeMap;
use std::sync::Arc;

fn forces(forces: &[(&str, &str, &str)]) -> String {
    forces.iter().map(|(side, name, more)| force(side, name, more)).collect()
}

fn field(list: &[(&str, &str, &str)]) -> Position {
    battle("field", &forces(list))
}

/// A square fort of curtains 24 long, its gate in the southern one.
const FORT: &str = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[36, 60], [60, 60], [60, 84], [36, 84]]\n\
    [[wall]]\nname = \"south-west\"\nkind = \"wall\"\nfrom = [36, 60]\nto = [45, 60]\n\
    [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 60]\nto = [51, 60]\n\
    [[wall]]\nname = \"south-east\"\nkind = \"wall\"\nfrom = [51, 60]\nto = [60, 60]\n\
    [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [60, 60]\nto = [60, 84]\n\
    [[wall]]\nname = \"north\"\nkind = \"wall\"\nfrom = [60, 84]\nto = [36, 84]\n\
    [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [36, 84]\nto = [36, 60]\n\
    [[objective]]\nname = \"the keep\"\nat = [48, 72]\nwithin = 6\nside = \"attacker\"\n";

fn fort(list: &[(&str, &str, &str)]) -> Position {
    battle("defence", &format!("{FORT}{}", forces(list)))
}

const GUN: (&str, &str, &str) =
    ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 30]; files = 2");

/// CC-4.6: whoever stands first on the taut cord is aimed at, whatever is meant beyond him, and stops the worst of it.
#[test]
fn cc_4_6_the_first_man_on_the_cord_is_hit_first() {
    let heavies = ("defender", "heavies", "troops = \"heavy infantry\"; men = 4; at = [40, 50]; files = 1");
    let near = ("defender", "near", "troops = \"light infantry\"; men = 1; at = [40, 36]");
    for weapon in ["cannon", "ballista"] {
        let gun = GUN.2.replace("cannon", weapon);
        let mut game = field(&[("attacker", "gun", &gun), near, heavies]);
        let step = march(&game, "gun", at(40, 31));
        play(&mut game, step, &mut shown([]));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "heavies"));
        // He stands close: a 6 hits, where 20 inches off a 10 would be wanted.
        let told = play(&mut game, shoot, &mut shown([3, 3]));
        let Some(Event::ShotFile(_, _, _, shot)) = told.first() else { panic!("{told:?}") };
        assert_eq!((shot.band.word(), shot.hit), ("close", true), "{weapon}");
        assert!(shot.touched > 1, "{shot:?}");
        until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
        assert_eq!((men(&game, "near"), men(&game, "heavies")), (0, 4), "4 behind the first, and heavy is 5: {weapon}");
    }
    // Without him the first of the heavies is the first man, and falls.
    let heavies = ("defender", "heavies", "troops = \"heavy infantry\"; men = 4; at = [40, 36]; files = 1");
    let mut game = field(&[GUN, heavies]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "heavies"));
    play(&mut game, shoot, &mut shown([3, 3]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!(men(&game, "heavies"), 3);
}

/// CC-4.6: the cord goes to whom it is meant for, and not on through the middle of the first man it touches: who stands on it
/// behind him is touched, and who stands beside it is not.
#[test]
fn cc_4_6_the_cord_goes_to_whom_it_is_meant_for() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 5; at = [48, 20]");
    let first = ("defender", "first", "troops = \"light infantry\"; men = 1; at = [49, 26]");
    let meant = ("defender", "meant", "troops = \"light infantry\"; men = 1; at = [52, 40]");
    let far = ("defender", "far", "troops = \"light infantry\"; men = 2; at = [90, 90]");
    let mut game = field(&[gun, first, meant, far]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "meant"));
    let told = play(&mut game, shoot, &mut shown([6, 6]));
    let Some(Event::ShotFile(_, _, _, shot)) = told.first() else { panic!("{told:?}") };
    assert_eq!((shot.hit, shot.touched), (true, 2), "the first man and he who is meant: {shot:?}");
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "first"), men(&game, "meant")), (0, 0));
}

/// CC-6.2: a crew pushing a ram is behind it: ball, cup and grape hit the ram and not them. In place they are hit.
#[test]
fn cc_6_2_no_shot_reaches_a_crew_that_pushes() {
    let begin = |pushes: bool| {
        let ram = ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 6; at = [48, 40]; files = 2");
        let gun =
            ("defender", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 51]; files = 2");
        let cup =
            ("defender", "cup", "troops = \"siege crew\"; missile = \"howitzer\"; men = 4; at = [60, 52]; files = 2");
        let mut game = field(&[ram, gun, cup]);
        if pushes {
            let push = march(&game, "ram", at(48, 42));
            play(&mut game, push, &mut shown([]));
        }
        let face = Decision::March {
            troops: id(&game, "cup"),
            by: vec![at(60, 52)],
            facing: Some(banneret::rules::geometry::Heading::of(at(60, 52).to(at(48, 42)))),
            files: None,
        };
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        play(&mut game, face, &mut shown([]));
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        game
    };
    let fell = |pushes: bool, face: u32, shot: fn(&Position) -> Decision| {
        let mut game = begin(pushes);
        let decision = shot(&game);
        play(&mut game, decision, &mut shown([face, 6]));
        end_turn(&mut game, &mut shown([]));
        let ram = game.troops(id(&game, "ram"));
        (6 - ram.standing.len(), ram.gear.is_none())
    };
    let ball = |game: &Position| Decision::Shoot(id(game, "gun"), id(game, "ram"));
    let cup = |game: &Position| Decision::Lob(id(game, "cup"), game.troops(id(game, "ram")).at);
    let grape = |game: &Position| Decision::Grape(id(game, "gun"), id(game, "ram"));
    assert_eq!(fell(true, 6, ball), (0, true), "8 wrecks the ram");
    assert_eq!((fell(true, 1, cup), fell(true, 1, grape)), ((0, false), (0, false)), "5 does not");
    assert!(fell(false, 6, ball).0 > 0 && fell(false, 1, cup).0 > 0 && fell(false, 1, grape).0 > 0);
}

/// CC-6.3: fire takes those on the tower, three in all, and whoever was shot in the same turn stays shot.
#[test]
fn cc_6_3_a_burning_tower_saves_nobody_who_was_hit() {
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [39, 59]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; missile = \"bow\"; men = 6; on = \"south-west\"");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let storm = |game: &mut Position, who: &str| {
        let scale = Decision::Scale(id(game, who), WallId(0));
        play(game, scale, &mut shown([]));
    };
    let few = ("attacker", "few", "troops = \"light infantry\"; men = 2; at = [37, 58]; files = 2");
    let many = ("attacker", "many", "troops = \"light infantry\"; men = 8; at = [42, 58]; files = 2");
    for (hits, fell) in [(5usize, (2, 5)), (0, (2, 1))] {
        let mut game = fort(&[tower, few, many, above, yard]);
        storm(&mut game, "few");
        storm(&mut game, "many");
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let mut faces = [1u32; 32];
        faces[..2 * hits].fill(6);
        let (bows, target) = (id(&game, "above"), id(&game, "many"));
        play(&mut game, Decision::Shoot(bows, target), &mut shown(faces));
        let oil = Decision::Oil(id(&game, "tower"));
        play(&mut game, oil, &mut shown([1]));
        end_turn(&mut game, &mut shown([]));
        assert_eq!((2 - men(&game, "few"), 8 - men(&game, "many")), fell, "three on it, {hits} shot");
        assert!(game.troops(id(&game, "many")).storming.is_none(), "there is no tower any more");
    }
}

/// CC-4.2: a wall hides what is beyond it from the ground, a far parapet too; of two on walls neither is hidden.
#[test]
fn cc_4_2_a_near_wall_hides_the_far_parapet() {
    let bows = ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 56]");
    let far = ("defender", "far", "troops = \"light infantry\"; missile = \"bow\"; men = 4; on = \"north\"");
    let near = ("defender", "near", "troops = \"light infantry\"; men = 4; on = \"south-west\"");
    let mut game = fort(&[bows, far, near]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let (bows, far, near) = (id(&game, "bows"), id(&game, "far"), id(&game, "near"));
    assert_eq!(refused(&game, &Decision::Shoot(bows, far)), Illegal::Hidden);
    assert_eq!(game.check(Side::Attacker, &Decision::Shoot(bows, near)), Ok(()));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Shoot(far, bows)), Illegal::Hidden, "nor down beyond the near wall");
    // On the near wall he sees and is seen; the crenels that cover him against the field do not against the yard.
    let taken = |game: &mut Position| {
        for who in [near, bows] {
            let place = if who == bows { Whereabouts::Parapet(WallId(0)) } else { Whereabouts::Fled };
            game.troops[usize::from(who.0)].whereabouts = place;
        }
    };
    taken(&mut game);
    game.troops[usize::from(bows.0)].at = at(40, 60);
    game.troops[usize::from(far.0)].facing = banneret::rules::geometry::Heading::DOWN;
    assert_eq!(game.check(Side::Defender, &Decision::Shoot(far, bows)), Ok(()));
    let from_yard = ("defender", "far", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 66]");
    let mut game = fort(&[
        ("attacker", "bows", "troops = \"light infantry\"; men = 1; at = [40, 56]"),
        from_yard,
        ("defender", "near", "troops = \"light infantry\"; men = 4; on = \"south-west\""),
    ]);
    taken(&mut game);
    game.troops[usize::from(bows.0)].at = at(40, 60);
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    // Neither moved: 4 hits close with 2 more, and would not with 2 less.
    let told = play(&mut game, Decision::Shoot(far, bows), &mut shown([2, 2, 1, 1]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!(volley.hits[0], 1, "{volley:?}");
}

/// CC-4.2, CC-4.3, CC-4.6: no ball reaches a gate through a wall, through friends or through the enemy.
#[test]
fn cc_4_2_a_gate_is_not_battered_through_what_is_before_it() {
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let behind = (
        "attacker",
        "gun",
        "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [34, 66]; files = 2; facing = \"right\"",
    );
    let mut game = fort(&[behind, yard]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Batter(id(&game, "gun"), WallId(1))), Illegal::Hidden);
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 48]; files = 2");
    let before = |side: &'static str| (side, "before", "troops = \"light infantry\"; men = 1; at = [48, 54]");
    for (side, refusal) in [("attacker", Illegal::FriendsInTheWay), ("defender", Illegal::InTheWay("before".into()))] {
        let mut game = fort(&[gun, before(side), yard]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        assert_eq!(refused(&game, &Decision::Batter(id(&game, "gun"), WallId(1))), refusal);
    }
    let mut game = fort(&[gun, yard]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &Decision::Batter(id(&game, "gun"), WallId(1))), Ok(()));
}

/// CC-4.8: grapeshot at a parapet hits those on it, and none below it.
#[test]
fn cc_4_8_grape_at_a_parapet_hits_those_on_it() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 52]; files = 2");
    let friends = ("attacker", "friends", "troops = \"light infantry\"; men = 2; at = [40, 56]; files = 2");
    let above = ("defender", "above", "troops = \"medium infantry\"; men = 9; on = \"south-west\"");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let mut game = fort(&[gun, friends, above, yard]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let grape = Decision::Grape(id(&game, "gun"), id(&game, "above"));
    play(&mut game, grape, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "friends"), 9 - men(&game, "above")), (2, 5));
}

/// CC-4.3: by the strict table every weapon reaches gear in play: bows wreck a gun, crossbows a gate.
#[test]
fn cc_4_3_the_strict_table_is_played() {
    let own = BTreeMap::from([("cracker_strict_armour".to_owned(), "1".to_owned())]);
    let strict = Tables::with_house(&own).expect("it is allowed");
    let gun = ("defender", "gun", "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, 40]; files = 2");
    let bows = ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 32]");
    for (tables, gone, fell) in [(Tables::book(), false, 2), (strict.clone(), true, 1)] {
        let mut game = battle_by(&tables, "field", &forces(&[bows, gun]));
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "gun"));
        let told = play(&mut game, shoot, &mut shown([6, 6, 6, 6]));
        assert!(matches!(told.first(), Some(Event::Volley(_, _, _, volley)) if volley.killed == 2), "{told:?}");
        end_turn(&mut game, &mut shown([]));
        let gun = game.troops(id(&game, "gun"));
        assert_eq!((gun.gear.is_none(), 4 - gun.standing.len()), (gone, fell), "4 wrecks a gun close");
    }
    // A crew that pushes a ram is behind it, and no bow breaks that.
    let ram = ("defender", "gun", "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [40, 40]; files = 2");
    let mut game = battle_by(&strict, "field", &forces(&[bows, ram]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let push = march(&game, "gun", at(40, 38));
    play(&mut game, push, &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &Decision::Shoot(id(&game, "bows"), id(&game, "gun"))), Illegal::BehindGear);
    // Six crossbows, each its own shot: the last wrecks the gate, by the book none is shot at it.
    let crossbows =
        ("attacker", "bows", "troops = \"light infantry\"; missile = \"crossbow\"; men = 6; at = [48, 54]; files = 6");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    let things = format!("{FORT}{}", forces(&[crossbows, yard]));
    let batter = |tables: &std::sync::Arc<Tables>| {
        let mut game = battle_by(tables, "defence", &things);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let batter = Decision::Batter(id(&game, "bows"), WallId(1));
        (game, batter)
    };
    let (game, order) = batter(&Tables::book());
    assert_eq!(refused(&game, &order), Illegal::NoHarm);
    let (mut game, order) = batter(&strict);
    let told = play(&mut game, order, &mut shown([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3]));
    assert!(matches!(told.first(), Some(Event::Volley(_, _, _, volley)) if volley.shots == [6, 0, 0]), "{told:?}");
    assert_eq!(game.walls[1], WallState::Open);
}

/// CC-4.6, CC-4.8: a captain fires neither ball nor grape through the enemy into his own men.
#[test]
fn cc_4_6_a_captain_does_not_shoot_through_to_his_own() {
    for (y, x, shoots) in [(44, 40, false), (44, 52, true), (36, 40, false), (36, 52, true)] {
        let near = format!("troops = \"light infantry\"; men = 1; at = [40, {y}]");
        let friends = format!("troops = \"medium infantry\"; men = 4; at = [{x}, {}]; files = 2", y + 4);
        let mut game = field(&[GUN, ("attacker", "friends", &friends), ("defender", "near", &near)]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let (gun, near) = (id(&game, "gun"), id(&game, "near"));
        let shots = [Decision::Shoot(gun, near), Decision::Grape(gun, near)];
        assert_eq!(game.check(Side::Attacker, &shots[usize::from(y == 36)]), Ok(()), "it is allowed");
        let decided = Commanders::default().decide(&game.view(Side::Attacker));
        assert_eq!(shots.contains(&decided), shoots, "{decided:?}");
    }
}

/// CC-4.2: of two on walls neither is hidden, whatever wall stands between them; whoever is down in the yard is.
#[test]
fn cc_4_2_of_two_on_walls_neither_is_hidden() {
    let within = FORT.replace(
        "[[objective]]",
        "[[wall]]\nname = \"inner\"\nkind = \"wall\"\nfrom = [36, 72]\nto = [60, 72]\n[[objective]]",
    );
    let bows = ("attacker", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [40, 56]");
    let far = ("defender", "far", "troops = \"light infantry\"; missile = \"bow\"; men = 4; on = \"north\"");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 1; at = [40, 80]");
    let mut game = battle("defence", &format!("{within}{}", forces(&[bows, far, yard])));
    let (bows, far, yard) = (id(&game, "bows"), id(&game, "far"), id(&game, "yard"));
    let stormed = &mut game.troops[usize::from(bows.0)];
    (stormed.whereabouts, stormed.at) = (Whereabouts::Parapet(WallId(0)), at(40, 60));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &Decision::Shoot(bows, far)), Ok(()));
    assert_eq!(refused(&game, &Decision::Shoot(bows, yard)), Illegal::Hidden, "on the ground beyond another wall");
}

/// CC-4.8: grape reaches R1 and no further; the nearest five under the cup are hit, friends among them, and nobody beyond.
#[test]
fn cc_4_8_grape_hits_the_nearest_five_within_r1() {
    for (y, check) in [(42, Ok(())), (43, Err(Illegal::OutOfRange))] {
        let theirs = format!("troops = \"light infantry\"; men = 1; at = [40, {y}]");
        let mut game = field(&[GUN, ("defender", "theirs", &theirs)]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let grape = Decision::Grape(id(&game, "gun"), id(&game, "theirs"));
        assert_eq!(game.check(Side::Attacker, &grape), check, "{y}");
    }
    // Those further off come first in the list of the troops.
    let mut game = field(&[
        ("defender", "far", "troops = \"light infantry\"; men = 4; at = [40, 40]; files = 2"),
        ("defender", "near", "troops = \"light infantry\"; men = 4; at = [40, 36]; files = 2"),
        ("attacker", "friend", "troops = \"light infantry\"; men = 1; at = [40, 33]"),
        GUN,
    ]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let grape = Decision::Grape(id(&game, "gun"), id(&game, "far"));
    play(&mut game, grape, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "friend"), men(&game, "near"), men(&game, "far")), (0, 0, 4));
}

/// CC-4.3: gear is gone with the last man of its crew, and stands before no shot any more.
#[test]
fn cc_4_3_gear_is_gone_with_its_last_man() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 48]; files = 2");
    let ram = ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 1; at = [48, 59]");
    let above = ("defender", "above", "troops = \"light infantry\"; missile = \"bow\"; men = 1; on = \"gate\"");
    let mut game = fort(&[gun, ram, above]);
    let batter = Decision::Batter(id(&game, "gun"), WallId(1));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &batter), Illegal::FriendsInTheWay);
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "above"), id(&game, "ram"));
    play(&mut game, shoot, &mut shown([6, 6, 6, 6]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "ram"), game.troops(id(&game, "ram")).gear), (0, None));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &batter), Ok(()));
}

/// CC-6.2: a crew is behind its tower while it pushes it, and not while it turns it where it stands.
#[test]
fn cc_6_2_a_crew_that_turns_its_tower_is_in_reach() {
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [40, 58]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; missile = \"bow\"; men = 2; on = \"south-west\"");
    for (to, reached) in [(at(40, 58), Ok(())), (at(40, 59), Err(Illegal::BehindGear))] {
        let mut game = fort(&[tower, above]);
        let facing = Some(Heading::UP.turned(1));
        let order = Decision::March { troops: id(&game, "tower"), by: vec![to], facing, files: None };
        play(&mut game, order, &mut shown([]));
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "above"), id(&game, "tower"));
        assert_eq!(game.check(Side::Defender, &shoot), reached, "{to:?}");
    }
}

/// CC-4.2: a wall that hides the nearest man of a unit does not hide those of it who stand in the open.
#[test]
fn cc_4_2_the_nearest_man_whom_no_wall_hides_is_aimed_at() {
    let bows = "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [34, 66]; facing = \"down\"";
    // The wall at 36 hides those of the column who stand above 50.
    let column =
        |men: u32| format!("troops = \"light infantry\"; men = {men}; at = [39, 59]; files = 1; facing = \"up\"");
    let begin = |men: u32| {
        let mut game = fort(&[("attacker", "bows", bows), ("defender", "theirs", &column(men))]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "theirs"));
        (game, shoot)
    };
    let (game, shoot) = begin(8);
    assert_eq!(refused(&game, &shoot), Illegal::Hidden);
    let (mut game, shoot) = begin(14);
    let told = play(&mut game, shoot, &mut shown([]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!(volley.shots, [0, 2, 0], "nearly 17 inches to the first in the open");
}

/// CC-1.1: no gate is shot at from one end zone to the other.
#[test]
fn cc_1_1_no_gate_is_shot_at_from_zone_to_zone() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [48, 48]; files = 2");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
    for (zone, check) in [(50, Err(Illegal::Zones)), (40, Ok(()))] {
        let mut game = fort(&[gun, yard]);
        let mut field = (*game.field).clone();
        field.zones = BySide { attacker: zone * INCH, defender: 50 * INCH };
        game.field = Arc::new(field);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        assert_eq!(game.check(Side::Attacker, &Decision::Batter(id(&game, "gun"), WallId(1))), check, "{zone}");
    }
}

/// CC-4.8: grapeshot flies down a lane a cup wide and R1 long, past whom it is fired at.
#[test]
fn cc_4_8_grapeshot_flies_down_a_lane_as_long_as_r1() {
    let tables = Tables::book();
    let under = |x: i32, y: i32| under_grape(at(40, 40), at(40, 46), at(x, y), &tables);
    assert_eq!([under(40, 51), under(42, 50), under(43, 50), under(40, 53)], [true, true, false, false]);
    let page = include_str!("../../data/rules/castle-cracker.md").replace('\n', " ");
    assert!(page.contains("a lane as wide as the cup, from the gun towards the target and as long as R1"));
}

/// CC-4.3: of a gate that is seen aslant that part is shot at which no wall hides, though its corner lies nearer.
#[test]
fn cc_4_3_a_gate_is_shot_at_where_it_lies_open() {
    for x in [42, 48, 54] {
        let gun = format!("troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [{x}, 48]; files = 2");
        let yard = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");
        let mut game = fort(&[("attacker", "gun", &gun), yard]);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let batter = Decision::Batter(id(&game, "gun"), WallId(1));
        assert_eq!(game.check(Side::Attacker, &batter), Ok(()), "from {x}");
    }
}

/// CC-6.4: whoever stands on a wall is not charged from the ground, and why is said.
#[test]
fn cc_6_4_men_on_a_wall_are_not_charged_from_the_ground() {
    let foot = ("attacker", "foot", "troops = \"light infantry\"; men = 6; at = [30, 55]");
    let yard = ("defender", "yard", "troops = \"light infantry\"; men = 4; at = [30, 66]");
    let mut game = fort(&[foot, yard]);
    let above = id(&game, "yard");
    let wall = game.field.walls().map(|(wall, _)| wall).next().expect("a wall");
    game.troops[usize::from(above.0)].whereabouts = Whereabouts::Parapet(wall);
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    let charge = Decision::Charge(id(&game, "foot"), above);
    assert_eq!(game.check(Side::Attacker, &charge), Err(Illegal::UpOnWall));
}
