//! Castle Cracker: whoever sits in one of several wagons is where that wagon is, when he is shot at, shoots, and climbs out of it
//! (CC-2.1, CC-4.4, CC-4.6); and what else a further reading of the page found: how far a way over ground goes (CC-3.0), beside
//! whom guards stand (CC-5.6), and who pushes a ladder (CC-6.4).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, play, shown, until};
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::{CrackerStage, Decision, Event, PlayForm, Position, Whereabouts};
use banneret::rules::figure::Side;
use banneret::rules::game::Game;
use banneret::rules::geometry::{INCH, Point};

fn field(things: &str, forces: &[(&str, &str, &str)]) -> Position {
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("field", &format!("{things}{forces}"))
}

const FOE: (&str, &str, &str) = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [90, 84]");
const BALLISTA: (&str, &str, &str) =
    ("attacker", "ballista", "troops = \"siege crew\"; missile = \"ballista\"; men = 4; at = [48, 40]; files = 2");
const WAGONS: (&str, &str, &str) = ("defender", "wagons", "troops = \"war wagon\"; men = 2; at = [48, 46]; files = 2");
const ARCHERS: (&str, &str, &str) =
    ("defender", "archers", "troops = \"light infantry\"; missile = \"bow\"; men = 10; aboard = \"wagons\"");

/// The ballista's bolt at a body hits: what it fells.
fn bolt(game: &mut Position, target: &str) -> Vec<(String, usize)> {
    until(game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(game, "ballista"), id(game, target));
    let told = play(game, shoot, &mut shown([6, 6]));
    let Some(Event::ShotFile(_, _, _, shot)) = told.first() else { panic!("{told:?}") };
    let mut fell: Vec<(String, usize)> = shot.fell.iter().map(|(name, men)| (name.to_string(), *men)).collect();
    fell.sort();
    fell
}

/// CC-4.6, CC-4.7: the cord goes to the nearest of the men aimed at, in the wagon that he sits in, and not between two wagons.
#[test]
fn cc_4_6_a_bolt_at_men_aboard_goes_to_the_wagon_they_sit_in() {
    let wanted = [("archers".to_owned(), 2), ("wagons".to_owned(), 1)];
    for target in ["archers", "wagons"] {
        let mut game = field("", &[BALLISTA, WAGONS, ARCHERS, FOE]);
        assert_eq!(bolt(&mut game, target), wanted, "at the {target}");
    }
    // By the form before it went between the wagons, and touched both of them and nobody aboard.
    let mut game = field("", &[BALLISTA, WAGONS, ARCHERS, FOE]);
    game.form = PlayForm::Third;
    assert_eq!(bolt(&mut game, "archers"), [("wagons".to_owned(), 2)]);
}

/// CC-2.1, CC-3.0: out of a wrecked wagon those climb who sat in it and were not hit; the others sit on, and nobody stands upon
/// the wagon that is left.
#[test]
fn cc_2_1_who_sat_in_the_wrecked_wagon_climbs_out_of_it() {
    let mut game = field("", &[BALLISTA, WAGONS, ARCHERS, FOE]);
    bolt(&mut game, "wagons");
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "wagons"), men(&game, "archers"), men(&game, "part of archers")), (1, 5, 3));
    let wagons = id(&game, "wagons");
    assert_eq!(game.troops(id(&game, "archers")).whereabouts, Whereabouts::Aboard(wagons));
    let afoot = game.troops(id(&game, "part of archers"));
    assert_eq!(afoot.whereabouts, Whereabouts::Field);
    assert!(!afoot.overlaps(game.troops(wagons)), "{:?} and {:?}", afoot.at, game.troops(wagons).at);
    // Though the wagon that is left would hold all six of these.
    let few = ("defender", "archers", "troops = \"light infantry\"; men = 6; aboard = \"wagons\"");
    let mut game = field("", &[BALLISTA, WAGONS, few, FOE]);
    bolt(&mut game, "wagons");
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    assert_eq!((men(&game, "archers"), men(&game, "part of archers")), (3, 1));
}

/// CC-2.1, CC-5.3: hand to hand the wagon that is lost is that of the men who fall first; who is left of them is in the fight.
#[test]
fn cc_2_1_who_climbs_out_in_a_fight_is_in_it() {
    let heavies = ("attacker", "heavies", "troops = \"heavy infantry\"; men = 4; at = [48, 38]; files = 4");
    let riders = ("defender", "riders", "troops = \"light infantry\"; men = 6; aboard = \"wagons\"");
    let mut game = field("", &[heavies, WAGONS, riders, FOE]);
    let (heavies, wagons) = (id(&game, "heavies"), id(&game, "wagons"));
    play(&mut game, Decision::Charge(heavies, wagons), &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    // Two fall, a wagon and one of the three in it.
    assert_eq!((men(&game, "wagons"), men(&game, "riders"), men(&game, "part of riders")), (1, 3, 2));
    assert_eq!(game.troops(id(&game, "riders")).whereabouts, Whereabouts::Aboard(wagons));
    let afoot = id(&game, "part of riders");
    assert_eq!(game.troops(afoot).whereabouts, Whereabouts::Field);
    let run = Decision::Run(afoot, at(48, 60));
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    assert_eq!(game.check(Side::Defender, &run), Ok(()), "only who fights runs (CC-5.4)");
    // With the last wagon all climb who still sit there, and are in its fight.
    for _ in 0..6 {
        if men(&game, "wagons") > 0 {
            end_turn(&mut game, &mut shown([]));
        }
    }
    let riders = id(&game, "riders");
    assert_eq!((men(&game, "wagons"), game.troops(riders).whereabouts), (0, Whereabouts::Field));
    assert!(men(&game, "riders") > 0 && game.foes(riders).any(|foe| foe == heavies), "{:?}", game.troops(riders));
}

/// CC-4.1, CC-4.4: each man aboard shoots from his own wagon: of five abreast one is close, two are in the second third and two in
/// the last.
#[test]
fn cc_4_4_each_man_aboard_shoots_from_his_own_wagon() {
    let wagons = ("attacker", "wagons", "troops = \"war wagon\"; men = 5; at = [48, 46]; files = 5");
    let bows =
        ("attacker", "bows", "troops = \"light infantry\"; missile = \"crossbow\"; men = 5; aboard = \"wagons\"");
    let shots = |form: PlayForm| {
        let mut game =
            field("", &[wagons, bows, ("defender", "foe", "troops = \"light infantry\"; men = 1; at = [62, 46]"), FOE]);
        game.form = form;
        let seats: Vec<i32> = game.troops(id(&game, "wagons")).figures().map(|(_, place)| place.x / INCH).collect();
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "foe"));
        let told = play(&mut game, shoot, &mut shown([]));
        let Some(Event::Volley(_, _, _, volley)) = told.first() else { panic!("{told:?}") };
        (volley.shots, seats)
    };
    let (by_seats, seats) = shots(PlayForm::Fourth);
    let far = |band: std::ops::Range<i32>| seats.iter().filter(|x| band.contains(&(62 - *x))).count() as u32;
    assert_eq!(by_seats, [far(0..9), far(9..17), far(17..25)], "wagons at {seats:?}");
    assert!(by_seats[0] > 0 && by_seats[2] > 0, "{by_seats:?}");
    assert_eq!(shots(PlayForm::Third).0, [0, 5, 0]);
}

/// CC-3.0: a move is as long over ground as over none: eighteen inches, whichever way it goes.
#[test]
fn cc_3_0_a_move_over_ground_is_no_longer() {
    let hut = "[[ground]]\nkind = \"houses\"\nname = \"hut\"\nedge = [[2, 80], [6, 80], [6, 84], [2, 84]]\n";
    let light = ("attacker", "light", "troops = \"light infantry\"; men = 1; at = [48, 20]");
    let goes = |form: PlayForm, to: Point| {
        let mut game = field(hut, &[light, FOE]);
        game.form = form;
        let by = march(&game, "light", to);
        play(&mut game, by, &mut shown([]));
        let at = game.troops(id(&game, "light")).at;
        (at == to, Point::new(48 * INCH, 20 * INCH).distance(at))
    };
    // 18.44 inches off.
    let (comes, far) = goes(PlayForm::Fourth, at(66, 24));
    assert!(!comes && (18 * INCH - 2..=18 * INCH).contains(&far), "{far}");
    assert!(goes(PlayForm::Third, at(66, 24)).0, "each stride lost its fraction");
    // What is within the move is reached, straight and aslant.
    for (x, y) in [(66, 20), (48, 38), (60, 33), (36, 7), (61, 32)] {
        let far = Point::new(48 * INCH, 20 * INCH).distance(at(x, y));
        assert_eq!(goes(PlayForm::Fourth, at(x, y)).0, far <= 18 * INCH, "{x}, {y}: {far}");
    }
}

/// CC-5.6: a guard within a third of R1 of any of the captors leads who is taken too.
#[test]
fn cc_5_6_a_guard_beside_the_smaller_of_two_captors_leads_them_too() {
    let forces = [
        ("attacker", "large", "troops = \"light infantry\"; men = 2; at = [38, 50]; files = 2"),
        ("attacker", "small", "troops = \"light infantry\"; men = 1; at = [57, 50]"),
        ("attacker", "guard", "troops = \"light infantry\"; men = 2; at = [52, 52]; files = 2"),
        ("defender", "alone", "troops = \"light infantry\"; men = 1; at = [48, 50]"),
        ("defender", "held", "troops = \"light infantry\"; men = 2; at = [70, 50]"),
        FOE,
    ];
    let taken = |form: PlayForm| {
        let mut game = field("", &forces);
        game.form = form;
        let (guard, held) = (id(&game, "guard"), id(&game, "held"));
        game.troops[usize::from(held.0)].whereabouts = Whereabouts::Captive(guard);
        for captor in ["large", "small"] {
            let charge = Decision::Charge(id(&game, captor), id(&game, "alone"));
            play(&mut game, charge, &mut shown([]));
        }
        end_turn(&mut game, &mut shown([]));
        let alone = game.troops(id(&game, "alone")).whereabouts;
        (alone, Whereabouts::Captive(guard))
    };
    let (now, wanted) = taken(PlayForm::Fourth);
    assert_eq!(now, wanted);
    let (before, guard) = taken(PlayForm::Third);
    assert_ne!(before, guard, "none stood beside the larger");
}

/// CC-6.4, CC-6.5: who is over a wall stands on it, and pushes the ladders of those who would win it back, though others of his body
/// still come up.
#[test]
fn cc_6_4_those_who_are_over_push_the_ladders_of_a_relief() {
    let walls = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[30, 60], [60, 60], [60, 84], [30, 84]]\n\
        [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [30, 60]\nto = [45, 60]\n\
        [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [45, 60]\nto = [60, 60]\n\
        [[objective]]\nname = \"the keep\"\nat = [48, 72]\nwithin = 6\nside = \"attacker\"\n";
    let forces = [
        ("attacker", "stormers", "troops = \"light infantry\"; men = 24; at = [34, 59]; files = 6; ladders = 4"),
        (
            "defender",
            "relief",
            "troops = \"light infantry\"; men = 4; at = [42, 59]; files = 2; ladders = 1; facing = \"up\"",
        ),
        ("defender", "yard", "troops = \"light infantry\"; men = 2; at = [48, 80]"),
    ];
    let list: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    let mut game = battle("defence", &format!("{walls}{list}"));
    let scale = Decision::Scale(id(&game, "stormers"), WallId(0));
    play(&mut game, scale, &mut shown([]));
    end_turn(&mut game, &mut shown([]));
    assert_eq!(game.troops(id(&game, "stormers")).storming.expect("they storm").over, 8);
    until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
    let scale = Decision::Scale(id(&game, "relief"), WallId(0));
    play(&mut game, scale, &mut shown([]));
    let told = end_turn(&mut game, &mut shown([1]));
    assert!(told.iter().any(|event| matches!(event, Event::Pushed(who, ..) if &**who == "relief")), "{told:?}");
    assert_eq!(men(&game, "relief"), 3, "he falls with his ladder");
}
