//! Castle Cracker: the storm of a wall man by man: who pushes a ladder, who gets over, who fights on a parapet, and how one
//! goes along it (CC-6.1, CC-6.3 to CC-6.6).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, refused, shown, until};
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::{
    Commanders, CrackerStage, Decision, Event, Illegal, PlayForm, Position, WallState, WayUp, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::game::{Captain, Game};
use banneret::rules::geometry::{Heading, INCH, Point};

const SOUTH_WEST: WallId = WallId(0);
const GATE: WallId = WallId(1);
const SOUTH_EAST: WallId = WallId(2);
const EAST: WallId = WallId(3);

/// A fort of curtains 30 and 24 long, its gate in the southern one.
fn fort(list: &[(&str, &str, &str)]) -> Position {
    let walls = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 60], [60, 60], [60, 84], [30, 84]]\n\
        [[wall]]\nname = \"south-west\"\nkind = \"wall\"\nfrom = [30, 60]\nto = [45, 60]\n\
        [[wall]]\nname = \"gate\"\nkind = \"gate\"\nfrom = [45, 60]\nto = [51, 60]\n\
        [[wall]]\nname = \"south-east\"\nkind = \"wall\"\nfrom = [51, 60]\nto = [60, 60]\n\
        [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [60, 60]\nto = [60, 84]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 72]\nwithin = 6\nside = \"attacker\"\n";
    let forces: String = list.iter().map(|(side, name, more)| force(side, name, more)).collect();
    let game = battle("defence", &format!("{walls}{forces}"));
    Position { turns: 40, ..game }
}

const YARD: (&str, &str, &str) = ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]");

fn scale(game: &mut Position, who: &str) {
    let scale = Decision::Scale(id(game, who), SOUTH_WEST);
    play(game, scale, &mut shown([]));
}

/// (Men at the tops of ladders, men over.)
fn up(game: &Position, who: &str) -> (usize, usize) {
    let storming = game.troops(id(game, who)).storming.expect("they storm");
    (storming.tops, storming.over)
}

fn pushes(told: &[Event]) -> usize {
    told.iter().filter(|event| matches!(event, Event::Pushed(..))).count()
}

/// CC-6.4: only a defender within a third of R1 pushes a ladder; where none stands so near its man is up.
#[test]
fn cc_6_4_a_ladder_is_pushed_from_a_third_of_r1() {
    let above = ("defender", "above", "troops = \"light infantry\"; men = 1; on = \"south-west\"");
    for (x, pushed) in [(35, 1), (33, 0)] {
        let climbers = format!("troops = \"light infantry\"; men = 4; at = [{x}, 59]; files = 2; ladders = 1");
        let mut game = fort(&[("attacker", "men", &climbers), above, YARD]);
        scale(&mut game, "men");
        let mut dice = if pushed == 1 { shown([4, 2, 2]) } else { shown([2, 2, 2]) };
        let told = end_turn(&mut game, &mut dice);
        assert_eq!(pushes(&told), pushed, "he stands at 37½: {told:?}");
        assert_eq!(told.iter().any(|event| matches!(event, Event::Climbed(..))), pushed == 0);
        assert_eq!(up(&game, "men"), (1, 0));
    }
    // Nor does he pour oil on what is not below him (CC-6.1).
    let ram = |x: i32| format!("troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [{x}, 59]; files = 2");
    for (x, check) in [(36, Ok(())), (32, Err(Illegal::NobodyAbove))] {
        let mut game = fort(&[("attacker", "ram", &ram(x)), above, YARD]);
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        assert_eq!(game.check(Side::Defender, &Decision::Oil(id(&game, "ram"))), check);
    }
}

/// CC-6.4, CC-6.1: a third of R1 reaches from the next parapet too: who stands there pushes the ladder, and pours the oil.
/// Where nobody is on the wall itself, men come over by a ladder that stands, and that is told.
#[test]
fn cc_6_4_a_ladder_is_pushed_from_the_next_parapet() {
    let climbers = "troops = \"light infantry\"; men = 4; at = [43, 59]; files = 2; ladders = 1";
    let came = |told: &[Event]| {
        told.iter().any(|event| {
            let plain = banneret::rules::castle_cracker::sentence(event);
            plain == "2 men of men come over at south-west, where nobody stands (CC-6.4)."
        })
    };
    // Six stand from 45½ on, 2½ from the ladder; one stands at 48.
    for (gate, face, left, over) in [(6, Some(3), 3, 0), (6, Some(4), 4, 2), (1, None, 4, 2)] {
        let guard = format!("troops = \"light infantry\"; men = {gate}; on = \"gate\"");
        let mut game = fort(&[("attacker", "men", climbers), ("defender", "guard", &guard), YARD]);
        scale(&mut game, "men");
        let told = end_turn(&mut game, &mut shown([face.unwrap_or(1)]));
        assert_eq!(pushes(&told), usize::from(face.is_some()), "{gate}: {told:?}");
        assert_eq!((men(&game, "men"), up(&game, "men").1, came(&told)), (left, over, over > 0), "{gate}: {told:?}");
    }
    let ram = "troops = \"siege crew\"; gear = \"ram\"; men = 4; at = [43, 59]; files = 2";
    for (gate, check) in [(6, Ok(())), (1, Err(Illegal::NobodyAbove))] {
        let guard = format!("troops = \"light infantry\"; men = {gate}; on = \"gate\"");
        let mut game = fort(&[("attacker", "ram", ram), ("defender", "guard", &guard), YARD]);
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        assert_eq!(game.check(Side::Defender, &Decision::Oil(id(&game, "ram"))), check, "{gate}");
    }
}

/// CC-6.4: whoever wins is on the parapet, and the next man is at the top of his ladder; where nobody holds the wall any more
/// they come up two by each ladder, not all at once.
#[test]
fn cc_6_4_men_get_over_one_by_one() {
    let climbers = "troops = \"heavy infantry\"; men = 6; at = [37, 59]; files = 3; ladders = 1";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 1; on = \"south-west\"");
    let mut game = fort(&[("attacker", "men", climbers), above, YARD]);
    scale(&mut game, "men");
    end_turn(&mut game, &mut shown([6, 6, 1, 1]));
    assert_eq!(men(&game, "above"), 0);
    assert_eq!(up(&game, "men"), (1, 1), "one is over, the next at the top");
    assert_eq!(game.troops(id(&game, "men")).whereabouts, Whereabouts::Field);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(up(&game, "men").1, 3);
    let told = end_turn(&mut game, &mut shown([]));
    assert_eq!(up(&game, "men").1, 5);
    assert!(!told.iter().any(|event| matches!(event, Event::WonWall(..))));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::WonWall(..))), "{told:?}");
    assert_eq!(game.troops(id(&game, "men")).whereabouts, Whereabouts::Parapet(SOUTH_WEST));
    // The last but one: he is over, and the last man at the top.
    let two = "troops = \"heavy infantry\"; men = 2; at = [37, 59]; files = 2; ladders = 1";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 2; on = \"south-west\"");
    let mut game = fort(&[("attacker", "men", two), above, YARD]);
    scale(&mut game, "men");
    end_turn(&mut game, &mut shown([6, 6, 1, 1, 1]));
    assert_eq!((up(&game, "men"), men(&game, "above")), ((1, 1), 1));
}

/// CC-6.4, CC-6.6: of three who fight one man only he who strikes him down has won his way over.
#[test]
fn cc_6_4_of_three_on_one_he_who_strikes_is_over() {
    let climbers = "troops = \"light infantry\"; men = 6; at = [37, 59]; files = 6; ladders = 3";
    let above = ("defender", "above", "troops = \"heavy infantry\"; men = 1; on = \"south-west\"");
    let mut game = fort(&[("attacker", "men", climbers), above, YARD]);
    scale(&mut game, "men");
    // Three are up; he rolls 3 against 6, 6 and 1, and both sixes would have killed him.
    end_turn(&mut game, &mut shown([4, 4, 4, 3, 6, 6, 1, 5, 5]));
    assert_eq!((men(&game, "above"), up(&game, "men")), (0, (3, 1)));
}

/// CC-6.6: a fourth fights the only man of his side on a parapet, whose back is open; a man at the top of a ladder has three
/// against him.
#[test]
fn cc_6_6_a_fourth_is_at_the_back_of_a_man_alone() {
    let one = ("attacker", "one", "troops = \"heavy infantry\"; men = 1; at = [37, 59]; ladders = 1");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"south-west\"");
    let fought = |over: bool, faces: [u32; 8]| {
        let mut game = fort(&[one, above, YARD]);
        let at = id(&game, "one");
        match over {
            true => game.troops[usize::from(at.0)].whereabouts = Whereabouts::Parapet(SOUTH_WEST),
            false => scale(&mut game, "one"),
        }
        let told = end_turn(&mut game, &mut shown(faces));
        let round = told.iter().find_map(|event| match event {
            Event::WallFought(fight) => fight.rounds.first().cloned(),
            _ => None,
        });
        round.expect("they fight").many.len()
    };
    assert_eq!((fought(true, [6; 8]), fought(false, [6; 8])), (4, 3));
}

/// CC-6.4: a ladder with no attackers left to hold it is pushed too, and is lost when it falls.
#[test]
fn cc_6_4_a_deserted_ladder_is_pushed() {
    let climbers = "troops = \"heavy infantry\"; men = 1; at = [37, 59]; files = 1; ladders = 2";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"south-west\"");
    for (face, left) in [(3, 1), (4, 2)] {
        let mut game = fort(&[("attacker", "men", climbers), above, YARD]);
        scale(&mut game, "men");
        // He is up; nobody is left for the other ladder. Of his three enemies none beats his 6.
        let told = end_turn(&mut game, &mut shown([4, face, 6, 6, 6, 6]));
        assert!(told.iter().any(|event| matches!(event, Event::Deserted(..))), "{told:?}");
        assert_eq!((men(&game, "men"), game.troops(id(&game, "men")).ladders), (1, left));
    }
}

/// CC-6.3: three come off a tower, of however many bodies.
#[test]
fn cc_6_3_three_in_all_come_off_a_tower() {
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [37, 59]; files = 2");
    let few = ("attacker", "few", "troops = \"light infantry\"; men = 2; at = [34, 58]; files = 2");
    let many = ("attacker", "many", "troops = \"light infantry\"; men = 8; at = [40, 58]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 6; on = \"south-west\"");
    let mut game = fort(&[tower, few, many, above, YARD]);
    scale(&mut game, "few");
    scale(&mut game, "many");
    let told = end_turn(&mut game, &mut shown([3; 12]));
    let fought = told.iter().any(|event| matches!(event, Event::WallFought(fight) if fight.up == 3));
    assert!(fought, "{told:?}");
    // A tower that is pushed away is stormed from no more.
    let away = march(&game, "tower", at(37, 54));
    play(&mut game, away, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert!(["few", "many"].iter().all(|who| game.troops(id(&game, who)).storming.is_none()));
}

/// CC-6.5: men on a parapet the enemy has taken are fought there man by man, from the yard and from the next parapet, and
/// nobody shoots into it.
#[test]
fn cc_6_5_a_taken_parapet_is_fought_for() {
    let taken = |game: &mut Position| {
        let won = id(game, "won");
        let troops = &mut game.troops[usize::from(won.0)];
        (troops.whereabouts, troops.at) = (Whereabouts::Parapet(SOUTH_EAST), at(55, 60));
    };
    let won = ("attacker", "won", "troops = \"light infantry\"; men = 2; at = [55, 52]; files = 2");
    let gate = ("defender", "guard", "troops = \"heavy infantry\"; men = 3; on = \"gate\"");
    let yard =
        ("defender", "yard", "troops = \"light infantry\"; missile = \"bow\"; men = 2; at = [55, 63]; files = 2");
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [55, 70]");
    for who in ["guard", "yard"] {
        let mut game = fort(&[won, gate, yard, bows]);
        taken(&mut game);
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        let up = Decision::Man(id(&game, who), SOUTH_EAST);
        play(&mut game, up, &mut shown([]));
        assert_eq!(game.troops(id(&game, who)).whereabouts, Whereabouts::Parapet(SOUTH_EAST));
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "won"));
        assert_eq!(refused(&game, &shoot), Illegal::InFight);
        let told = end_turn(&mut game, &mut shown([1, 6, 6, 6, 6, 6, 6, 6, 6]));
        assert!(told.iter().any(|event| matches!(event, Event::WallFought(_))), "{who}: {told:?}");
        assert!(men(&game, "won") < 2, "{who}");
    }
}

/// CC-3.0: along the parapets men go their move, and so do those who come up to them: nobody is at a wall's middle at once.
#[test]
fn cc_3_0_along_a_parapet_men_go_their_move() {
    let above = ("defender", "above", "troops = \"medium infantry\"; men = 4; on = \"south-east\"");
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 4; at = [20, 20]");
    let yard = ("defender", "yard", "troops = \"medium infantry\"; men = 2; at = [57, 80]; files = 2");
    let mut game = fort(&[ours, above, yard]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let (above, yard) = (id(&game, "above"), id(&game, "yard"));
    play(&mut game, Decision::Man(above, EAST), &mut shown([]));
    // 4½ to the corner and 7½ beyond it.
    assert_eq!(game.troops(above).whereabouts, Whereabouts::Parapet(EAST));
    assert_eq!(game.troops(above).at, Point::new(60 * INCH, 67 * INCH + INCH / 2));
    play(&mut game, Decision::Man(yard, EAST), &mut shown([]));
    assert_eq!(game.troops(yard).at, at(60, 80), "up beside where they stood");
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    play(&mut game, Decision::Man(above, EAST), &mut shown([]));
    assert_eq!(game.troops(above).at, at(60, 72), "to the middle of it");
    assert_eq!(refused(&game, &Decision::Descend(yard, at(57, 66))), Illegal::NotBeside, "down where they stand");
    play(&mut game, Decision::Descend(yard, at(57, 79)), &mut shown([]));
    // Back to the corner it is twelve inches, their whole move: they stand behind it.
    end_turn(&mut game, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    play(&mut game, Decision::Man(above, SOUTH_EAST), &mut shown([]));
    assert_eq!(game.troops(above).whereabouts, Whereabouts::Parapet(SOUTH_EAST));
    assert_eq!(game.troops(above).at, at(58, 60));
}

/// CC-6.1: a ram that leaves its place begins anew; one that is alight stays a move.
#[test]
fn cc_6_1_a_ram_stays_in_place() {
    let ram = ("attacker", "ram", "troops = \"siege crew\"; gear = \"ram\"; men = 6; at = [48, 59]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 4; on = \"gate\"");
    // Away and back, or along the gate: three turns are lost either way.
    for steps in [vec![at(48, 56), at(48, 59)], vec![at(49, 59)]] {
        let mut game = fort(&[ram, above, YARD]);
        for _ in 0..3 {
            end_turn(&mut game, &mut shown([]));
        }
        for to in steps {
            let step = march(&game, "ram", to);
            play(&mut game, step, &mut shown([]));
            end_turn(&mut game, &mut shown([]));
        }
        for turn in 1..=4 {
            assert_eq!(game.walls[usize::from(GATE.0)], WallState::Whole, "turn {turn}");
            end_turn(&mut game, &mut shown([]));
        }
        assert_eq!(game.walls[usize::from(GATE.0)], WallState::Open);
    }
    let mut game = fort(&[ram, above, YARD]);
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let oil = Decision::Oil(id(&game, "ram"));
    play(&mut game, oil, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(refused(&game, &march(&game, "ram", at(48, 56))), Illegal::PutsOut);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &march(&game, "ram", at(48, 56))), Ok(()));
}

/// CC-3.0, CC-5.5: an engine that is taken is hooked to nothing, and whoever served it goes on light feet.
#[test]
fn cc_3_0_what_was_hooked_goes_with_its_engine() {
    let gun = ("defender", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 1; at = [20, 30]");
    let ours = ("attacker", "ours", "troops = \"light infantry\"; men = 3; at = [20, 24]; files = 3");
    let mut game = fort(&[ours, gun, YARD]);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let hitch = Decision::Hitch(id(&game, "gun"));
    play(&mut game, hitch, &mut shown([]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    let charge = Decision::Charge(id(&game, "ours"), id(&game, "gun"));
    play(&mut game, charge, &mut shown([]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(told.iter().any(|event| matches!(event, Event::Taken { men: 1, .. })), "{told:?}");
    let gun = game.troops(id(&game, "gun"));
    assert!(!gun.hooked && gun.missile.is_none());
    assert_eq!(game.allowance(gun, false), 18 * INCH);
}

/// CC-6.6: the back of one of two on a parapet is not open: three fight each, though there are more.
#[test]
fn cc_6_6_of_two_on_a_parapet_neither_back_is_open() {
    let two = ("attacker", "two", "troops = \"heavy infantry\"; men = 2; at = [37, 59]; ladders = 1");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 8; on = \"south-west\"");
    let mut game = fort(&[two, above, YARD]);
    let at = id(&game, "two");
    game.troops[usize::from(at.0)].whereabouts = Whereabouts::Parapet(SOUTH_WEST);
    let told = end_turn(&mut game, &mut shown([6; 16]));
    let rounds = told.iter().find_map(|event| match event {
        Event::WallFought(fight) => Some(fight.rounds.iter().map(|round| round.many.len()).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(rounds, Some(vec![3, 3]));
}

/// CC-6.4, CC-6.5: nobody shoots into the fight on a parapet, and whoever of the same body is still below it is shot at: volleys
/// and the cup fall on those, and never on who is over.
#[test]
fn cc_6_4_who_is_still_below_is_shot_at() {
    let climbers = "troops = \"light infantry\"; men = 10; at = [37, 59]; files = 5; ladders = 1";
    let above = ("defender", "above", "troops = \"light infantry\"; men = 2; on = \"south-west\"");
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 2; on = \"gate\"");
    let thrower =
        ("defender", "thrower", "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [37, 76]; files = 2");
    let mut game = fort(&[("attacker", "men", climbers), above, bows, thrower, YARD]);
    scale(&mut game, "men");
    // He is up, rolls 6 against 1 and 1, and strikes one of the two.
    end_turn(&mut game, &mut shown([4, 6, 1, 1, 1]));
    assert_eq!((up(&game, "men"), men(&game, "above")), ((1, 1), 1));
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let climbers = id(&game, "men");
    let over = game.troops(climbers).standing[0];
    let mut thrown = game.clone();
    let shoot = Decision::Shoot(id(&game, "bows"), climbers);
    let told = play(&mut game, shoot.clone(), &mut shown([6; 8]));
    let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
    assert_eq!(volley.killed, 4);
    let struck = &game.troops(climbers).struck;
    assert!(struck.len() == 4 && !struck.contains(&over), "{struck:?}");
    // Under the cup stands the place in the block that he has left, and others beside it.
    let place = thrown.troops(climbers).place(over);
    let lob = Decision::Lob(id(&thrown, "thrower"), Point::new(place.x, place.y - 102));
    play(&mut thrown, lob, &mut shown([1]));
    let struck = &thrown.troops(climbers).struck;
    assert!(!struck.is_empty() && !struck.contains(&over), "{struck:?}");
    // With all of them over there is nobody to shoot at.
    let mut all = thrown.clone();
    all.troops[usize::from(climbers.0)].standing.truncate(1);
    all.troops[usize::from(climbers.0)].struck.clear();
    assert_eq!(refused(&all, &shoot), Illegal::InFight);
}

/// CC-6.3: a tower whose last man has fallen is gone, and nobody comes up by it any more.
#[test]
fn cc_6_3_a_tower_is_gone_with_its_crew() {
    let tower = ("attacker", "tower", "troops = \"siege crew\"; gear = \"tower\"; men = 1; at = [37, 59]");
    let foot = ("attacker", "foot", "troops = \"light infantry\"; men = 4; at = [40, 58]; files = 2");
    let above = ("defender", "above", "troops = \"light infantry\"; missile = \"bow\"; men = 1; on = \"south-west\"");
    let mut game = fort(&[tower, foot, above, YARD]);
    scale(&mut game, "foot");
    until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "above"), id(&game, "tower"));
    play(&mut game, shoot, &mut shown([6, 6, 6, 6]));
    let told = end_turn(&mut game, &mut shown([]));
    assert!(!told.iter().any(|event| matches!(event, Event::WallFought(_))), "{told:?}");
    assert_eq!(game.troops(id(&game, "tower")).gear, None);
    assert!(game.troops(id(&game, "foot")).storming.is_none());
    assert_eq!(refused(&game, &Decision::Scale(id(&game, "foot"), SOUTH_WEST)), Illegal::NoLadder);
}

/// CC-6.4: after a man who was shot at the top of a ladder the next is pushed as he was; and who was shot on a wall that nobody
/// holds is over it no more.
#[test]
fn cc_6_4_a_man_shot_at_the_top_is_followed_by_one_who_is_pushed() {
    let climbers = |x: i32| format!("troops = \"light infantry\"; men = 6; at = [{x}, 59]; files = 3; ladders = 1");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 1; on = \"south-west\"");
    let bows = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 1; on = \"gate\"");
    let shoot = |game: &mut Position| {
        until(game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let shoot = Decision::Shoot(id(game, "bows"), id(game, "men"));
        play(game, shoot, &mut shown([6, 6, 1, 1]));
    };
    let mut game = fort(&[("attacker", "men", &climbers(37)), above, bows, YARD]);
    scale(&mut game, "men");
    // He is up, and rolls 2 against 2.
    end_turn(&mut game, &mut shown([4, 2, 2]));
    assert_eq!(up(&game, "men"), (1, 0));
    shoot(&mut game);
    let told = end_turn(&mut game, &mut shown([3]));
    assert_eq!((pushes(&told), men(&game, "men"), up(&game, "men")), (1, 4, (0, 0)), "{told:?}");
    // Of two who are over one is shot, and two come after him.
    let within = "troops = \"light infantry\"; missile = \"bow\"; men = 1; at = [39, 66]; facing = \"down\"";
    let mut game = fort(&[("attacker", "men", &climbers(39)), ("defender", "bows", within), YARD]);
    scale(&mut game, "men");
    end_turn(&mut game, &mut shown([]));
    assert_eq!(up(&game, "men").1, 2);
    shoot(&mut game);
    end_turn(&mut game, &mut shown([]));
    assert_eq!((men(&game, "men"), up(&game, "men").1), (5, 3));
}

/// CC-6.5: nobody leaves the fight on a parapet, for the next one or for the yard; a captain's men stay in it.
#[test]
fn cc_6_5_nobody_leaves_a_parapet_that_the_enemy_is_on() {
    let won = ("attacker", "won", "troops = \"light infantry\"; men = 2; at = [55, 52]; files = 2");
    let guard = ("defender", "guard", "troops = \"heavy infantry\"; men = 2; on = \"south-east\"");
    let mut game = fort(&[won, guard, YARD]);
    let ours = usize::from(id(&game, "won").0);
    (game.troops[ours].whereabouts, game.troops[ours].at) = (Whereabouts::Parapet(SOUTH_EAST), at(55, 60));
    let orders = |who: &str| [Decision::Man(id(&game, who), EAST), Decision::Descend(id(&game, who), at(55, 63))];
    let (of_won, of_guard) = (orders("won"), orders("guard"));
    assert_eq!(of_won.each_ref().map(|order| refused(&game, order)), [Illegal::Contested, Illegal::Contested]);
    let stays = Decision::Hold(id(&game, "won"));
    assert_eq!(Commanders::default().decide(&game.view(Side::Attacker)), stays);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    assert_eq!(of_guard.each_ref().map(|order| refused(&game, order)), [Illegal::Contested, Illegal::Contested]);
    game.troops[ours].standing.clear();
    assert_eq!(of_guard.map(|order| game.check(Side::Defender, &order)), [Ok(()), Ok(())]);
}

/// CC-6.4: men with ladders stand within 1½ inches of the wall, and whoever stands further off is told how near.
#[test]
fn cc_6_4_ladders_are_set_from_the_foot_of_the_wall() {
    for (y, may) in [(59, true), (58, false)] {
        let climbers = format!("troops = \"light infantry\"; men = 4; at = [36, {y}]; files = 2; ladders = 1");
        let game = fort(&[("attacker", "men", &climbers), YARD]);
        let decision = Decision::Scale(id(&game, "men"), SOUTH_WEST);
        match game.check(Side::Attacker, &decision) {
            Ok(()) => assert!(may, "from {y}"),
            Err(why) => {
                assert!(!may && why == Illegal::NotAtWall(6), "from {y}: {why}");
                assert!(why.to_string().contains("within 1½ in of that wall"), "{why}");
            }
        }
    }
}

/// CC-6.3: of several towers at one stretch men go up that which stands beside them.
#[test]
fn cc_6_3_men_go_up_the_tower_beside_them() {
    let tower = |x: i32| format!("troops = \"siege crew\"; gear = \"tower\"; men = 4; at = [{x}, 59]; files = 2");
    let (first, second) = (tower(33), tower(42));
    let foot = ("attacker", "men", "troops = \"light infantry\"; men = 8; at = [40, 58]; files = 2");
    let mut game = fort(&[("attacker", "first", &first), ("attacker", "second", &second), foot, YARD]);
    scale(&mut game, "men");
    let storming = game.troops(id(&game, "men")).storming.expect("they storm");
    assert_eq!(storming.by, WayUp::Tower(id(&game, "second")));
}

/// CC-6.4: a parapet has room for two ranks of stormers too; the rest stay below, and nobody sets a ladder to a full one.
#[test]
fn cc_6_4_a_parapet_holds_no_more_stormers_than_it_has_room_for() {
    let climbers = "troops = \"light infantry\"; men = 40; at = [48, 59]; files = 6; ladders = 4";
    let mut game = fort(&[("attacker", "men", climbers), YARD]);
    let ladders = Decision::Scale(id(&game, "men"), GATE);
    play(&mut game, ladders.clone(), &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(up(&game, "men").1, 8);
    end_turn(&mut game, &mut shown([]));
    let on = |game: &Position| game.manning(Side::Attacker, GATE).map(|(_, troops)| troops.able()).sum::<usize>();
    assert_eq!((on(&game), men(&game, "men")), (12, 28), "six inches hold twelve");
    assert_eq!(game.troops(id(&game, "men")).storming, None);
    assert_eq!(refused(&game, &ladders), Illegal::WallFull(0));
    // Some come down, and others have room.
    let down = Decision::Descend(id(&game, "men on the wall"), at(48, 63));
    play(&mut game, down, &mut shown([]));
    assert_eq!(game.check(Side::Attacker, &ladders), Ok(()));
}

/// A body with two of its four over the wall, and whoever else is given.
fn two_over(form: PlayForm, list: &[(&str, &str, &str)]) -> Position {
    let climbers = "troops = \"light infantry\"; men = 4; at = [43, 59]; files = 2; ladders = 1";
    let mut game = Position { form, ..fort(&[&[("attacker", "men", climbers), YARD], list].concat()) };
    scale(&mut game, "men");
    let men = id(&game, "men");
    game.troops[usize::from(men.0)].storming.as_mut().expect("they storm").over = 2;
    game
}

/// CC-4.2, CC-6.4: who is over an empty wall stands on it while others still come up, and is seen there, from the yard and from the
/// next wall. In battles begun before he counted as below.
#[test]
fn cc_6_4_who_is_over_a_wall_is_shot_at_on_it() {
    let bows =
        ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 6; at = [40, 72]; files = 6");
    let east = ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 6; on = \"east\"");
    for shooters in [bows, east] {
        for (form, check) in [(PlayForm::Third, Ok(())), (PlayForm::Second, Err(Illegal::Hidden))] {
            let mut game = two_over(form, &[shooters]);
            // They look to where the enemy comes over.
            let bows = id(&game, "bows");
            game.troops[usize::from(bows.0)].facing = Heading::new(40);
            until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
            let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "men"));
            assert_eq!(game.check(Side::Defender, &shoot), check, "{form:?}");
        }
    }
}

/// CC-4.7, CC-6.5: all under the cup is hit, friend and enemy: also those who are over a wall and fight on it, where they stand.
#[test]
fn cc_4_7_who_fights_on_a_wall_lies_under_the_cup() {
    let above = ("defender", "above", "troops = \"light infantry\"; men = 1; on = \"south-west\"");
    for (form, under) in [(PlayForm::Third, 2), (PlayForm::Second, 0)] {
        let game = two_over(form, &[above]);
        assert_eq!(game.men_under(at(43, 60), Side::Attacker), under, "{form:?}");
    }
}

/// CC-4.8: as nothing is thrown where somebody in a fight lies under the cup, no grapeshot is fired that would hit him.
#[test]
fn cc_4_8_no_grape_is_fired_into_a_fight_for_a_wall() {
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [43, 54]; files = 2");
    let guard = ("defender", "guard", "troops = \"light infantry\"; men = 6; on = \"gate\"");
    let above = ("defender", "above", "troops = \"light infantry\"; men = 12; on = \"south-west\"");
    for (form, fight, check) in [
        (PlayForm::Third, true, Err(Illegal::InFight)),
        (PlayForm::Third, false, Ok(())),
        (PlayForm::Second, true, Ok(())),
    ] {
        let mut game = two_over(form, &[gun, guard, above]);
        if !fight {
            let men = id(&game, "men");
            game.troops[usize::from(men.0)].standing.clear();
        }
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let grape = Decision::Grape(id(&game, "gun"), id(&game, "guard"));
        assert_eq!(game.check(Side::Attacker, &grape), check, "{form:?}");
    }
}
