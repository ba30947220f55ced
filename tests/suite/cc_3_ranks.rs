//! Castle Cracker: whoever is left of a body closes its ranks about the middle of its front (CC-3.0, CC-4.4), and towards those
//! it fights (CC-5.1).

use crate::cc_table::{Shown, at, battle, end_turn, force, id, march, men, play, refused, shown, until};
use banneret::rules::castle_cracker::movement::bad_footing;
use banneret::rules::castle_cracker::{CrackerStage, Decision, Event, Illegal, PlayForm, Position, Troops};
use banneret::rules::figure::Side;
use banneret::rules::game::Game as _;
use banneret::rules::geometry::INCH;

const RANK: &str = "troops = \"light infantry\"; men = 12; at = [40, 52]; files = 12";

fn named<'a>(game: &'a Position, who: &str) -> &'a Troops {
    game.troops(id(game, who))
}

/// How far the middle of the figures of a body in one rank is from where it is measured, in sixty-fourths of an inch.
fn aside(game: &Position, who: &str) -> i32 {
    let places: Vec<i32> = named(game, who).figures().map(|(_, place)| place.x).collect();
    let (least, most) = (places.iter().min().expect("somebody"), places.iter().max().expect("somebody"));
    ((least + most) / 2 - named(game, who).at.x).abs()
}

/// A rank of twelve with a friend at either hand, shot at by what is given.
fn shot_at(form: PlayForm, shooters: &str) -> Position {
    let friend = |name: &str, x: i32| {
        force("defender", name, &format!("troops = \"light infantry\"; men = 3; at = [{x}, 56]; files = 3"))
    };
    let forces = [
        force("attacker", "shooters", shooters),
        force("defender", "rank", RANK),
        friend("left", 28),
        friend("right", 52),
    ];
    Position { form, ..battle("field", &forces.concat()) }
}

/// Where friends find room beside those who are left of a rank: to either hand of them, and not among them.
fn rooms(game: &mut Position) -> [bool; 3] {
    until(game, CrackerStage::Move(Side::Defender), &mut shown([]));
    [("left", 36), ("left", 40), ("right", 44)].map(|(who, x)| {
        let there = march(game, who, at(x, 52));
        let allowed = game.check(Side::Defender, &there);
        assert!(matches!(allowed, Ok(()) | Err(Illegal::NoRoom(_))), "{allowed:?}");
        allowed.is_ok()
    })
}

/// CC-4.4, CC-3.0: once the shooting is over, the ranks close: those whom a volley leaves stand about the middle of their front,
/// and friends find room beside them. In battles begun before they stayed at a wing.
#[test]
fn cc_4_4_ranks_close_after_a_volley() {
    let bows = "troops = \"light infantry\"; missile = \"bow\"; men = 12; at = [40, 44]; files = 12";
    for (form, files, closed) in [(PlayForm::Second, 12, false), (PlayForm::Third, 5, true)] {
        let mut game = shot_at(form, bows);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "shooters"), id(&game, "rank"));
        play(&mut game, shoot, &mut shown([6; 14]));
        end_turn(&mut game, &mut shown([]));
        assert_eq!((men(&game, "rank"), named(&game, "rank").files), (5, files), "{form:?}");
        assert_eq!(aside(&game, "rank") <= 1, closed, "{form:?}");
        if closed {
            assert_eq!(named(&game, "rank").at, at(40, 52));
            assert_eq!(rooms(&mut game), [true, false, true]);
        }
    }
}

/// CC-4.7, CC-3.0: whoever the cup leaves closes up too, whichever of the rank lay under it.
#[test]
fn cc_4_7_ranks_close_after_the_cup() {
    let catapult = "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, 34]; files = 2";
    for (form, closed) in [(PlayForm::Second, false), (PlayForm::Third, true)] {
        let mut game = shot_at(form, catapult);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let lob = Decision::Lob(id(&game, "shooters"), at(45, 52));
        play(&mut game, lob, &mut shown([1]));
        end_turn(&mut game, &mut shown([]));
        let left = men(&game, "rank");
        assert!((7..10).contains(&left), "{left} are left");
        assert_eq!((named(&game, "rank").files == left, aside(&game, "rank") <= 1), (closed, closed), "{form:?}");
    }
}

/// CC-4.6, CC-4.8, CC-3.0: and so do those whom a ball or grapeshot leaves.
#[test]
fn cc_4_6_ranks_close_after_a_ball_and_grapeshot() {
    let cannon = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [44, 43]; files = 2";
    for grape in [false, true] {
        let mut game = shot_at(PlayForm::Third, cannon);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let (gun, rank) = (id(&game, "shooters"), id(&game, "rank"));
        let shot = if grape { Decision::Grape(gun, rank) } else { Decision::Shoot(gun, rank) };
        play(&mut game, shot, &mut shown([6, 6]));
        end_turn(&mut game, &mut shown([]));
        let left = men(&game, "rank");
        assert!(left < 12, "grapeshot {grape}");
        assert_eq!((named(&game, "rank").files, named(&game, "rank").at), (left, at(40, 52)), "grapeshot {grape}");
        assert!(aside(&game, "rank") <= 1, "grapeshot {grape}");
    }
}

/// CC-5.7, CC-3.0: those whom the charged shoot at close up before they fight, and touch them.
#[test]
fn cc_5_7_who_is_shot_at_in_a_charge_closes_up() {
    let ours = "troops = \"light infantry\"; men = 12; at = [40, 40]; files = 12";
    let bows = "troops = \"light infantry\"; missile = \"bow\"; men = 10; at = [40, 52]; files = 10";
    let mut game = battle("field", &[force("attacker", "ours", ours), force("defender", "bows", bows)].concat());
    let charge = Decision::Charge(id(&game, "ours"), id(&game, "bows"));
    play(&mut game, charge, &mut shown([6; 10]));
    let left = named(&game, "ours");
    assert_eq!((left.standing.len(), left.files), (7, 7), "half of ten shoot once");
    assert!(aside(&game, "ours") <= 1 && left.touches(named(&game, "bows")));
    assert_eq!(game.contacts, [(id(&game, "ours"), id(&game, "bows"))]);
}

/// CC-3.0: they close up on ground that can be stood on: where there is none about the middle, as near to it as there is.
#[test]
fn cc_3_0_ranks_close_on_ground_to_stand_on() {
    // A pool between the two men in the middle of the rank.
    let pool = "[[ground]]\nkind = \"lake\"\nedge = [[40, 51], [41, 55], [39, 55]]\n";
    let bows = "troops = \"light infantry\"; missile = \"bow\"; men = 12; at = [40, 42]; files = 12";
    let forces = [force("attacker", "bows", bows), force("defender", "rank", RANK)];
    let mut game = battle("field", &format!("{pool}{}", forces.concat()));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "rank"));
    play(&mut game, shoot, &mut shown([6; 14]));
    end_turn(&mut game, &mut shown([]));
    let rank = named(&game, "rank");
    assert_eq!((rank.standing.len(), rank.files), (5, 5));
    assert_eq!(bad_footing(&game.field, rank), None);
    assert_eq!((rank.at.x - 40 * INCH).abs(), INCH / 2, "half a base aside, and no further");
    assert!(aside(&game, "rank") <= 1);
}

const WIDE: &str = "troops = \"light infantry\"; men = 22; at = [40, 48]; files = 22";

/// CC-5.1: units that fight touch: a rank charged on a wing closes towards those who charged it, on ground to stand on and past
/// nobody, for as long as they fight.
#[test]
fn cc_5_1_a_rank_charged_on_a_wing_closes_towards_the_fight() {
    let pool = "[[ground]]\nkind = \"lake\"\nedge = [[45, 47], [46, 51], [44, 51]]\n";
    let heavies = "troops = \"heavy infantry\"; men = 24; at = [51, 40]; files = 6";
    let friends = "troops = \"light infantry\"; men = 4; at = [40, 50]; files = 4";
    let beside = "troops = \"light infantry\"; men = 3; at = [27, 48]; files = 3";
    for ground in ["", pool] {
        let forces = [
            force("attacker", "heavies", heavies),
            force("defender", "wide", WIDE),
            force("defender", "friends", friends),
            force("defender", "beside", beside),
        ];
        let mut game = battle("field", &format!("{ground}{}", forces.concat()));
        let charge = Decision::Charge(id(&game, "heavies"), id(&game, "wide"));
        play(&mut game, charge, &mut shown([]));
        let mut turns = 0;
        while !game.contacts.is_empty() {
            let (heavies, wide) = (named(&game, "heavies"), named(&game, "wide"));
            assert!(wide.touches(heavies), "turn {}: {:?} and {:?}", game.turn, wide.at, heavies.at);
            assert_eq!(bad_footing(&game.field, wide), None);
            assert!(wide.files <= wide.standing.len() && !wide.overlaps(heavies));
            for friend in ["friends", "beside"] {
                assert!(!wide.overlaps(named(&game, friend)), "{friend}");
            }
            end_turn(&mut game, &mut shown([]));
            turns += 1;
        }
        assert!(turns > 1, "they fight for some turns");
    }
}

/// CC-5.1: of two at either wing of a rank that has become too short for both it goes on fighting one; the other touches nobody,
/// is in no fight, and may charge anew.
#[test]
fn cc_5_1_who_touches_nobody_any_more_fights_no_more() {
    let heavies = |x: i32| format!("troops = \"heavy infantry\"; men = 12; at = [{x}, 40]; files = 3");
    let rank = "troops = \"light infantry\"; men = 30; at = [40, 48]; files = 30";
    let forces = [
        force("attacker", "left", &heavies(26)),
        force("attacker", "right", &heavies(54)),
        force("defender", "rank", rank),
    ];
    let mut game = battle("field", &forces.concat());
    for who in ["left", "right"] {
        let charge = Decision::Charge(id(&game, who), id(&game, "rank"));
        play(&mut game, charge, &mut shown([]));
    }
    let told = end_turn(&mut game, &mut Shown([].into()));
    assert_eq!(men(&game, "rank"), 18, "24 heavies remove 12");
    let apart = told.iter().filter(|event| matches!(event, Event::Apart(..))).count();
    let fights = ["left", "right"].map(|who| game.is_engaged(id(&game, who)));
    let touch = ["left", "right"].map(|who| named(&game, "rank").touches(named(&game, who)));
    assert_eq!((apart, fights.iter().filter(|fights| **fights).count()), (1, 1));
    assert_eq!(fights, touch);
    let free = if fights[0] { "right" } else { "left" };
    let charge = Decision::Charge(id(&game, free), id(&game, "rank"));
    play(&mut game, charge, &mut shown([]));
    assert!(game.is_engaged(id(&game, free)));
    // In battles begun before, they went on fighting inches apart.
    let mut before = Position { form: PlayForm::Second, ..battle("field", &forces.concat()) };
    for who in ["left", "right"] {
        let charge = Decision::Charge(id(&before, who), id(&before, "rank"));
        play(&mut before, charge, &mut shown([]));
    }
    end_turn(&mut before, &mut shown([]));
    assert_eq!(before.contacts.len(), 2);
    let wide = march(&before, "left", at(10, 10));
    assert_eq!(refused(&before, &wide), Illegal::Engaged);
}

/// CC-5.1, CC-5.4: only who runs leaves a fight: a block charged at a rear corner closes towards it whichever wing that is on, and
/// one charged at the middle of its rear does so in fewer files.
#[test]
fn cc_5_1_a_block_charged_from_behind_closes_towards_the_fight() {
    let light = "troops = \"light infantry\"; men = 12; at = [40, 48]; files = 4";
    let wide = "troops = \"light infantry\"; men = 24; at = [40, 48]; files = 12";
    let narrow = "troops = \"heavy infantry\"; men = 14; at = [40, 60]; files = 2";
    let heavies = |x: i32| format!("troops = \"heavy infantry\"; men = 12; at = [{x}, 57]; files = 4");
    for (ours, block) in [(heavies(32).as_str(), light), (&heavies(48), light), (narrow, wide)] {
        let forces = [force("attacker", "heavies", ours), force("defender", "block", block)];
        let mut game = battle("field", &forces.concat());
        let charge = Decision::Charge(id(&game, "heavies"), id(&game, "block"));
        play(&mut game, charge, &mut shown([]));
        let (began, was) = (men(&game, "block"), named(&game, "block").clone());
        let told = end_turn(&mut game, &mut shown([]));
        let block = named(&game, "block");
        assert!(block.standing.len() < began && !block.standing.is_empty(), "{ours}");
        assert!(
            game.is_engaged(id(&game, "block")) && block.touches(named(&game, "heavies")),
            "{ours}: {:?}",
            block.at
        );
        assert!(!told.iter().any(|event| matches!(event, Event::Apart(..))), "{ours}: {told:?}");
        // They are within the place that they had, each in one of his own.
        let within = |(_, place)| was.figures().any(|(_, old)| place_near(place, old));
        assert!(block.figures().all(within) && !block.overlaps(named(&game, "heavies")), "{ours}");
        let mut slots = block.standing.clone();
        slots.dedup();
        assert_eq!(slots.len(), block.standing.len(), "{ours}");
    }
}

/// Whether a figure stands where another stood, or half beside it.
fn place_near(place: banneret::rules::geometry::Point, old: banneret::rules::geometry::Point) -> bool {
    place.distance_squared(old) <= i64::from(INCH) * i64::from(INCH)
}
