//! Castle Cracker: zones, marches, slopes, rivers, narrow ways, boats (CC-1.1, CC-1.3, CC-2.1, CC-3).

use crate::cc_table::{at, battle, end_turn, force, id, march, men, mover, play, refused, shown, until};
use banneret::rules::castle_cracker::movement::{Footing, Halt};
use banneret::rules::castle_cracker::{CrackerStage, Decision, Event, Illegal, PlayForm, Position, Whereabouts};
use banneret::rules::figure::Side;
use banneret::rules::game::Game as _;
use banneret::rules::geometry::{Heading, INCH, Point};

const FAR: &str = "troops = \"light infantry\"; men = 4; at = [90, 90]";

fn with(ground: &str, ours: &str) -> Position {
    let reserve = force("attacker", "the reserve", "troops = \"light infantry\"; men = 1; at = [4, 4]");
    let theirs = force("defender", "theirs", FAR);
    battle("field", &format!("{ground}{}{reserve}{theirs}", force("attacker", "ours", ours)))
}

/// What stops `ours` on a march, which may be nothing.
fn halted(game: &Position, to: Point) -> Option<Halt> {
    let mut game = game.clone();
    let decision = march(&game, "ours", to);
    match play(&mut game, decision, &mut shown([])).first() {
        Some(Event::Marched(_, halt)) => *halt,
        told => panic!("{told:?}"),
    }
}

/// How far `ours` come when they march up the field, in inches and a fraction dropped.
fn up(game: &mut Position) -> i32 {
    let from = game.troops(id(game, "ours")).at;
    let decision = march(game, "ours", Point::new(from.x, 90 * INCH));
    play(game, decision, &mut shown([]));
    let to = game.troops(id(game, "ours")).at;
    from.distance(to) / INCH
}

fn slope(kind: &str, top: i32) -> String {
    format!("[[ground]]\nkind = \"{kind}\"\nedge = [[0, 10], [96, 10], [96, 80], [0, 80]]\ntop = [40, {top}]\n")
}

/// CC-3.0: each kind's move on open ground.
#[test]
fn cc_3_0_each_kind_moves_its_multiple_of_r1() {
    for (troops, inches) in [
        ("light infantry", 18),
        ("medium infantry", 12),
        ("heavy infantry", 12),
        ("light cavalry", 24),
        ("chariot", 24),
        ("heavy cavalry", 18),
        ("war wagon", 12),
    ] {
        let mut game = with("", &format!("troops = \"{troops}\"; men = 2; at = [40, 12]"));
        assert_eq!(up(&mut game), inches, "{troops}");
    }
    let engine = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 12]; files = 2";
    let mut game = with("", engine);
    assert_eq!(up(&mut game), 6, "pushed");
    // A turn to hook on; towed it goes twice as far.
    let mut game = with("", engine);
    let hitch = Decision::Hitch(id(&game, "ours"));
    play(&mut game, hitch.clone(), &mut shown([]));
    assert_eq!(refused(&game, &march(&game, "ours", at(40, 30))), Illegal::Ordered);
    end_turn(&mut game, &mut shown([]));
    assert_eq!(up(&mut game), 12, "towed");
}

/// CC-3.0: a turn to hook on, a turn to unhook, and between them no shot.
#[test]
fn cc_3_0_a_hooked_engine_does_not_shoot() {
    let gun = "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [80, 76]; files = 2";
    let mut game = with("", gun);
    let (ours, theirs) = (id(&game, "ours"), id(&game, "theirs"));
    let shoot = Decision::Shoot(ours, theirs);
    let hitch = |game: &mut Position| {
        play(game, Decision::Hitch(ours), &mut shown([]));
        until(game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    };
    hitch(&mut game);
    assert!(game.troops(ours).hooked);
    assert_eq!(refused(&game, &shoot), Illegal::Ordered, "it is being hooked on");
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    assert_eq!(refused(&game, &shoot), Illegal::Hooked);
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    hitch(&mut game);
    assert_eq!(refused(&game, &shoot), Illegal::Ordered, "it is being unhooked");
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    play(&mut game, shoot, &mut shown([6, 6]));
}

/// CC-3.1: gentle up two thirds, down all; steep up one third, down two thirds; never horses or wheels up; cliffs never.
#[test]
fn cc_3_1_slopes_slow_troops() {
    let foot = "troops = \"medium infantry\"; men = 4; at = [40, 12]";
    for (kind, top, inches) in
        [("gentle slope", 80, 8), ("gentle slope", 10, 12), ("steep slope", 80, 4), ("steep slope", 10, 8)]
    {
        let game = &mut with(&slope(kind, top), foot);
        assert_eq!(up(game), inches, "{kind} to {top}");
    }
    for (troops, down) in [("heavy cavalry", 12), ("chariot", 16), ("war wagon", 8)] {
        let game = with(&slope("steep slope", 80), &format!("troops = \"{troops}\"; men = 2; at = [40, 12]"));
        assert_eq!(refused(&game, &march(&game, "ours", at(40, 30))), Illegal::Halted(Halt::Steep), "{troops}");
        let mut game = with(&slope("steep slope", 11), &format!("troops = \"{troops}\"; men = 2; at = [40, 20]"));
        assert_eq!(up(&mut game), down, "{troops}: down it goes at two thirds");
    }
    // What rolls without horses does not go up either.
    let engine = "troops = \"siege crew\"; missile = \"catapult\"; men = 4; at = [40, 12]; files = 2";
    let game = with(&slope("steep slope", 80), engine);
    assert_eq!(refused(&game, &march(&game, "ours", at(40, 17))), Illegal::Halted(Halt::Steep));
    let cliff = "[[ground]]\nkind = \"cliff\"\nedge = [[0, 20], [96, 20], [96, 30], [0, 30]]\ntop = [40, 30]\n";
    let mut game = with(cliff, foot);
    assert_eq!(up(&mut game), 7, "it stops before a cliff");
    let mut game = with(cliff, &format!("{foot}; climbers = true"));
    // 8 inches on the flat, and the other four as up a steep slope.
    assert_eq!(up(&mut game), 8 + 4 / 3, "climbers with gear go on");
}

/// CC-3.2: stop on reaching a river; half speed through a ford; stop on climbing out.
#[test]
fn cc_3_2_a_ford_takes_three_moves() {
    let ground = "[[ground]]\nkind = \"river\"\nedge = [[0, 20], [96, 20], [96, 29], [0, 29]]\n\
                  [[ground]]\nkind = \"ford\"\nedge = [[30, 20], [50, 20], [50, 29], [30, 29]]\n";
    let mut game = with(ground, "troops = \"medium infantry\"; men = 4; at = [40, 12]");
    let went = |game: &mut Position| {
        let decision = march(game, "ours", at(40, 60));
        let told = play(game, decision, &mut shown([]));
        end_turn(game, &mut shown([]));
        let Some(Event::Marched(_, halt)) = told.first() else { panic!("{told:?}") };
        (game.troops(id(game, "ours")).at.y / INCH, *halt)
    };
    assert_eq!(went(&mut game), (19, Some(Halt::River)), "it stops at the bank");
    assert_eq!(went(&mut game), (25, None), "6 inches through the ford");
    let (y, halt) = went(&mut game);
    assert_eq!(halt, Some(Halt::Bank));
    assert!((29..=30).contains(&y), "{y}");
    assert_eq!(went(&mut game).1, None, "and then it goes on");
    // Where there is no ford nobody goes through.
    let game = with(ground, "troops = \"medium infantry\"; men = 4; at = [70, 19]");
    assert_eq!(halted(&game, at(70, 30)), Some(Halt::Water));
}

/// CC-3.2: who has stopped on reaching a river has reached it, whichever way he goes on: aslant he goes in as well.
#[test]
fn cc_3_2_a_unit_stops_once_at_a_bank() {
    let ford = "[[ground]]\nkind = \"ford\"\nedge = [[0, 46], [96, 46], [96, 50], [0, 50]]\n";
    let mut game = with(ford, "troops = \"medium infantry\"; men = 6; files = 6; at = [40, 38]");
    let went = |game: &mut Position, to: Point| {
        let decision = march(game, "ours", to);
        let told = play(game, decision, &mut shown([]));
        end_turn(game, &mut shown([]));
        let Some(Event::Marched(_, halt)) = told.first() else { panic!("{told:?}") };
        *halt
    };
    assert_eq!(went(&mut game, at(40, 60)), Some(Halt::River));
    assert_ne!(went(&mut game, at(52, 60)), Some(Halt::River), "it was there already");
    assert!(game.troops(id(&game, "ours")).at.y >= 46 * INCH, "it is in the ford");
}

/// CC-3.2: so has who then goes in further along the bank. In battles begun before he stopped there again.
#[test]
fn cc_3_2_a_unit_at_a_bank_does_not_stop_there_again_further_along() {
    let ford = "[[ground]]\nkind = \"ford\"\nedge = [[0, 46], [96, 46], [96, 56], [0, 56]]\n";
    for (form, again) in [(PlayForm::Second, true), (PlayForm::Third, false)] {
        let mut game = with(ford, "troops = \"light infantry\"; men = 4; files = 2; at = [20, 35]");
        game.form = form;
        let up = march(&game, "ours", at(20, 60));
        play(&mut game, up, &mut shown([]));
        end_turn(&mut game, &mut shown([]));
        let bank = game.troops(id(&game, "ours")).at;
        assert!(bank.y < 46 * INCH && bank.y >= 45 * INCH, "{bank:?}");
        let aslant = Point::new(30 * INCH, 46 * INCH + 32);
        assert_eq!(halted(&game, aslant) == Some(Halt::River), again, "{form:?}");
        // Away from it he comes to it anew.
        let mut away = game.clone();
        let back = march(&away, "ours", at(20, 40));
        play(&mut away, back, &mut shown([]));
        end_turn(&mut away, &mut shown([]));
        assert_eq!(halted(&away, aslant), Some(Halt::River), "{form:?}");
    }
}

/// CC-3.3: over a bridge the lead goes its way and the rest follow two abreast; once all are through they form up.
#[test]
fn cc_3_3_a_bridge_is_crossed_behind_a_lead() {
    let ground = "[[ground]]\nkind = \"river\"\nedge = [[0, 20], [96, 20], [96, 26], [0, 26]]\n\
                  [[ground]]\nkind = \"bridge\"\nedge = [[38, 18], [42, 18], [42, 28], [38, 28]]\n";
    let mut game = with(ground, "troops = \"medium infantry\"; men = 12; at = [40, 16]; files = 6");
    let over = march(&game, "ours", at(40, 60));
    play(&mut game, over, &mut shown([]));
    let troops = game.troops(id(&game, "ours"));
    assert_eq!(troops.at, at(40, 28), "the lead has gone all its move, and no river stops it");
    assert!(troops.trail.is_some() && troops.files == 2);
    for (slot, place) in troops.figures() {
        let behind = i32::from(slot) / 2;
        assert!((place.y - (at(40, 28).y - behind * INCH)).abs() <= 2, "{slot} follows: {place:?}");
    }
    end_turn(&mut game, &mut shown([]));
    let on = march(&game, "ours", at(40, 60));
    play(&mut game, on, &mut shown([]));
    let troops = game.troops(id(&game, "ours"));
    assert!(troops.trail.is_none() && troops.files >= 6, "all are through");
}

/// CC-3.3: a ford narrower than their front is a narrow way: they go through it in file, and form up beyond.
#[test]
fn cc_3_3_a_narrow_ford_is_crossed_in_file() {
    let ground = |wide: i32| {
        let (left, right) = (40 - wide / 2, 40 + wide / 2);
        format!(
            "[[ground]]\nkind = \"river\"\nedge = [[0, 20], [96, 20], [96, 23], [0, 23]]\n\
             [[ground]]\nkind = \"ford\"\nedge = [[{left}, 20], [{right}, 20], [{right}, 23], [{left}, 23]]\n"
        )
    };
    let foot = "troops = \"medium infantry\"; men = 12; at = [40, 14]; files = 6";
    for (wide, narrow) in [(2, true), (4, true), (6, false)] {
        let mut game = with(&ground(wide), foot);
        let on = |game: &mut Position| {
            let decision = march(game, "ours", at(40, 60));
            play(game, decision, &mut shown([]));
            end_turn(game, &mut shown([]));
        };
        // To the bank, through the ford and out of it.
        on(&mut game);
        on(&mut game);
        let troops = game.troops(id(&game, "ours"));
        assert_eq!((troops.trail.is_some(), troops.files == 2), (narrow, narrow), "a ford of {wide} inches");
        on(&mut game);
        let troops = game.troops(id(&game, "ours"));
        assert!(troops.trail.is_none() && troops.files >= 6, "all are through a ford of {wide} inches");
    }
}

/// CC-3.0: nobody ends with a figure in the water, in houses, on a cliff or off the field, in a rank or behind it.
#[test]
fn cc_3_0_a_front_ends_with_no_wing_where_nobody_stands() {
    let foot = |files: i32| format!("troops = \"light infantry\"; men = 40; at = [44, 12]; files = {files}");
    let ground =
        |kind: &str| format!("[[ground]]\nkind = \"{kind}\"\nedge = [[56, 16], [70, 16], [70, 26], [56, 26]]\n");
    for (kind, footing) in
        [("houses", Footing::Houses), ("lake", Footing::Water), ("river", Footing::Water), ("cliff", Footing::Cliff)]
    {
        let game = with(&ground(kind), &foot(40));
        assert_eq!(refused(&game, &march(&game, "ours", at(44, 20))), Illegal::Footing(footing), "{kind}");
        let narrow = with(&ground(kind), &foot(20));
        assert_eq!(halted(&narrow, at(44, 20)), None, "{kind}: 20 in a rank pass beside it");
        // Fewer in a rank, told with the march itself.
        let fewer = Decision::March { troops: id(&game, "ours"), by: vec![at(44, 20)], facing: None, files: Some(20) };
        play(&mut game.clone(), fewer, &mut shown([]));
        // Behind the front too: it looks down, and its rear would stand there.
        let about = |y| Decision::March {
            troops: id(&narrow, "ours"),
            by: vec![at(52, y)],
            facing: Some(Heading::DOWN),
            files: Some(10),
        };
        assert_eq!(refused(&narrow, &about(14)), Illegal::Footing(footing), "{kind}: its rear");
    }
    let game = with("", "troops = \"light infantry\"; men = 40; at = [70, 12]; files = 40");
    let level =
        |x| Decision::March { troops: id(&game, "ours"), by: vec![at(x, 16)], facing: Some(Heading::UP), files: None };
    assert_eq!(game.check(Side::Attacker, &level(76)), Ok(()), "its wing is half an inch from the edge");
    let refusal = refused(&game, &level(80));
    assert_eq!(refusal, Illegal::Footing(Footing::Edge));
    assert!(refusal.to_string().contains("fewer in a rank"), "{refusal}");
}

/// CC-3.0: the last stride is as long as the move still reaches: up a slope to the sixty-fourth of an inch.
#[test]
fn cc_3_0_a_march_goes_all_its_move() {
    let foot = "troops = \"medium infantry\"; men = 4; at = [40, 6]";
    let mut game = with(&slope("gentle slope", 80), foot);
    let from = game.troops(id(&game, "ours")).at;
    let over = march(&game, "ours", at(40, 30));
    play(&mut game, over, &mut shown([]));
    let went = from.distance(game.troops(id(&game, "ours")).at);
    // Half an inch short of four inches on the flat, for the one that ends on the slope is up it, and two thirds of the rest.
    let flat = 7 * INCH / 2;
    let whole = flat + (12 * INCH - flat) * 2 / 3;
    assert!((whole - 2..=whole).contains(&went), "{went} of {whole}");
}

/// CC-3.4, CC-2.1: a turn to embark, the boat R1 a turn, a turn to land; it holds 12.
#[test]
fn cc_3_4_a_lake_is_crossed_by_boat() {
    let lake = "[[ground]]\nkind = \"lake\"\nedge = [[20, 20], [60, 20], [60, 50], [20, 50]]\n";
    let boat = force("attacker", "the boat", "troops = \"boat\"; men = 1; at = [40, 24]");
    let crew = "troops = \"medium infantry\"; men = 12; at = [40, 18]; files = 6";
    let mut game = with(&format!("{lake}{boat}"), crew);
    let (ours, boat) = (id(&game, "ours"), id(&game, "the boat"));
    assert_eq!(halted(&game, at(40, 60)), Some(Halt::Water));
    play(&mut game, Decision::Board(ours, boat), &mut shown([]));
    assert_eq!(refused(&game, &march(&game, "the boat", at(40, 46))), Illegal::Ordered, "it waits for them");
    end_turn(&mut game, &mut shown([]));
    for y in [36, 48] {
        let row = march(&game, "the boat", at(40, 48));
        play(&mut game, row, &mut shown([]));
        assert_eq!(game.troops(boat).at, at(40, y));
        assert_eq!(refused(&game, &Decision::Land(ours, at(40, 52))), Illegal::UnderWay, "not in the turn it moved");
        end_turn(&mut game, &mut shown([]));
    }
    play(&mut game, Decision::Land(ours, at(40, 54)), &mut shown([]));
    assert_eq!(game.troops(ours).whereabouts, Whereabouts::Field);
    assert_eq!(men(&game, "ours"), 12);
    assert!(matches!(refused(&game, &march(&game, "the boat", at(70, 46))), Illegal::Ordered));
    // Thirteen do not get on.
    let boat = force("attacker", "the boat", "troops = \"boat\"; men = 1; at = [40, 24]");
    let game = with(&format!("{lake}{boat}"), "troops = \"medium infantry\"; men = 13; at = [40, 18]; files = 6");
    assert_eq!(refused(&game, &Decision::Board(id(&game, "ours"), id(&game, "the boat"))), Illegal::Full);
}

/// CC-2.1: cavalry acts as a group or singly; foot does not part.
#[test]
fn cc_2_1_cavalry_parts_and_foot_does_not() {
    let mut game = with("", "troops = \"light cavalry\"; men = 6; at = [40, 12]");
    let ours = id(&game, "ours");
    play(&mut game, Decision::Part(ours, 2), &mut shown([]));
    assert_eq!((men(&game, "ours"), men(&game, "part of ours")), (4, 2));
    let single = march(&game, "part of ours", at(70, 20));
    play(&mut game, single, &mut shown([]));
    let game = with("", "troops = \"light infantry\"; men = 6; at = [40, 12]");
    assert_eq!(refused(&game, &Decision::Part(id(&game, "ours"), 2)), Illegal::Together);
}

/// CC-3.0: a body is where the middle of its front is: no rank is wider than its men, whatever files they are told, whoever of
/// them fell, and of whichever of them are parted. In games begun before, all of them stood at a wing.
#[test]
fn cc_3_0_a_body_is_where_the_middle_of_its_men_is() {
    let aside = |game: &Position, who: &str| {
        let troops = game.troops(id(game, who));
        let places: Vec<Point> = troops.figures().map(|(_, place)| place).collect();
        let (first, last) = (places[0], places[places.len() - 1]);
        ((first.x + last.x) / 2 - troops.at.x).abs().max(((first.y + last.y) / 2 - troops.at.y).abs())
    };
    let game = with("", "troops = \"light cavalry\"; men = 12; at = [40, 30]; files = 12");
    let game = |form: PlayForm| Position { form, ..game.clone() };
    let wide = |game: &Position| {
        let (troops, by) = (id(game, "ours"), vec![at(40, 31)]);
        Decision::March { troops, by, facing: None, files: Some(30) }
    };
    for (form, centred) in [(PlayForm::Second, false), (PlayForm::Third, true)] {
        let mut told = game(form);
        let march = wide(&told);
        play(&mut told, march, &mut shown([]));
        assert_eq!(aside(&told, "ours") <= 1, centred, "{form:?}: told of more files than they are");
        let mut fewer = game(form);
        let ours = usize::from(id(&fewer, "ours").0);
        fewer.troops[ours].lose(10, form);
        assert_eq!(aside(&fewer, "ours") <= 1, centred, "{form:?}: ten of them fell");
        let mut parted = game(form);
        let ours = id(&parted, "ours");
        play(&mut parted, Decision::Part(ours, 2), &mut shown([]));
        assert_eq!(aside(&parted, "part of ours") <= 1, centred, "{form:?}: two of them parted");
        assert_eq!(aside(&parted, "ours") <= 1, centred, "{form:?}: those they parted from");
    }
}

/// CC-1.1: nobody fights while both stand in their own end zones.
#[test]
fn cc_1_1_fighting_starts_in_no_mans_land() {
    let text = |zones: i32| {
        let field = format!(
            "name = \"T\"\nwhat = \"T.\"\nbattle = \"field\"\nwidth = 60\ndepth = 40\nzones = {zones}\nturns = 9\n\
             attacker = \"A\"\ndefender = \"D\"\n"
        );
        let ours = force("attacker", "ours", "troops = \"light infantry\"; missile = \"bow\"; men = 4; at = [30, 15]");
        let theirs = force("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [30, 25]");
        let read = banneret::rules::castle_cracker::scenario::read(&format!("{field}{ours}{theirs}"));
        read.expect("no fault").begin(&banneret::rules::castle_cracker::Tables::book())
    };
    for (zones, refusal) in [(20, Some(Illegal::Zones)), (10, None)] {
        let mut game = text(zones);
        let (ours, theirs) = (id(&game, "ours"), id(&game, "theirs"));
        let charge = Decision::Charge(ours, theirs);
        let shoot = Decision::Shoot(ours, theirs);
        let check = |game: &Position, decision: &Decision| {
            banneret::rules::game::Game::check(game, mover(game), decision).err()
        };
        assert_eq!(check(&game, &charge), refusal);
        until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
        assert_eq!(check(&game, &shoot), refusal);
    }
}

/// CC-1.3: one side moves, then the other, then each shoots, and then the next turn begins.
#[test]
fn cc_1_3_a_turn_is_two_moves_two_shootings_and_the_fighting() {
    let mut game = with("", "troops = \"light infantry\"; men = 4; at = [40, 12]");
    let stages = [
        CrackerStage::Move(Side::Attacker),
        CrackerStage::Move(Side::Defender),
        CrackerStage::Shoot(Side::Attacker),
        CrackerStage::Shoot(Side::Defender),
        CrackerStage::Move(Side::Attacker),
    ];
    for (n, stage) in stages.into_iter().enumerate() {
        assert_eq!((game.stage.clone(), game.turn), (stage, if n < 4 { 1 } else { 2 }));
        play(&mut game, Decision::Done, &mut shown([]));
    }
}

/// CC-5.4: past its own edge a unit has left the field, and not past the other.
#[test]
fn cc_5_4_who_crosses_his_own_edge_has_left() {
    let mut game = with("", "troops = \"light infantry\"; men = 4; at = [40, 4]");
    let away = march(&game, "ours", at(40, -5));
    play(&mut game, away, &mut shown([]));
    assert_eq!(game.troops(id(&game, "ours")).whereabouts, Whereabouts::Fled);
    let game = with("", "troops = \"light infantry\"; men = 4; at = [2, 12]");
    assert_eq!(halted(&game, at(-9, 12)), Some(Halt::Edge));
    let mut game = game;
    let aside = march(&game, "ours", at(-9, 12));
    play(&mut game, aside, &mut shown([]));
    assert_eq!(game.troops(id(&game, "ours")).whereabouts, Whereabouts::Field, "no edge but its own leads away");
}

/// CC-3.3: where there is no room to form up they stay in file until there is; in the files they are told, if they are told any.
#[test]
fn cc_3_3_they_form_up_where_there_is_room() {
    let ground = "[[ground]]\nkind = \"river\"\nedge = [[0, 20], [96, 20], [96, 26], [0, 26]]\n\
                  [[ground]]\nkind = \"bridge\"\nedge = [[38, 18], [42, 18], [42, 28], [38, 28]]\n";
    let friends = force("attacker", "friends", "troops = \"light infantry\"; men = 4; at = [44, 40]; files = 4");
    let foot = "troops = \"medium infantry\"; men = 12; at = [40, 16]; files = 6";
    for (friends, files, formed) in [("", None, Some(6)), ("", Some(3), Some(3)), (&friends[..], None, None)] {
        let mut game = with(&format!("{ground}{friends}"), foot);
        let over = march(&game, "ours", at(40, 28));
        play(&mut game, over, &mut shown([]));
        end_turn(&mut game, &mut shown([]));
        let on = |to: Point| Decision::March { troops: id(&game, "ours"), by: vec![to], facing: None, files };
        let (there, further) = (on(at(40, 40)), on(at(40, 52)));
        play(&mut game, there, &mut shown([]));
        let troops = game.troops(id(&game, "ours"));
        assert_eq!(troops.trail.is_none().then_some(troops.files), formed, "{files:?}");
        end_turn(&mut game, &mut shown([]));
        play(&mut game, further, &mut shown([]));
        assert!(game.troops(id(&game, "ours")).trail.is_none(), "past their friends they form up");
    }
}
