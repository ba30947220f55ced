//! Castle Cracker: whom shots find where part of a body is over a wall, sits in wagons or is in a fight, and who answers a charge.

use crate::cc_rare_orders::field;
use crate::cc_table::{battle, end_turn, force, id, men, play, refused, shown, until};
use banneret::rules::castle_cracker::field::WallId;
use banneret::rules::castle_cracker::scenario::read;
use banneret::rules::castle_cracker::{
    CrackerStage, Decision, Event, Illegal, PlayForm, Position, Storming, WayUp, Whereabouts,
};
use banneret::rules::figure::Side;
use banneret::rules::geometry::INCH;

/// A square fort of curtains 24 long.
const FORT: &str = "[fort]\nname = \"F\"\nside = \"defender\"\nyard = [[36, 60], [60, 60], [60, 84], [36, 84]]\n\
    [[wall]]\nname = \"south\"\nkind = \"wall\"\nfrom = [36, 60]\nto = [60, 60]\n\
    [[wall]]\nname = \"east\"\nkind = \"wall\"\nfrom = [60, 60]\nto = [60, 84]\n\
    [[wall]]\nname = \"north\"\nkind = \"wall\"\nfrom = [60, 84]\nto = [36, 84]\n\
    [[wall]]\nname = \"west\"\nkind = \"wall\"\nfrom = [36, 84]\nto = [36, 60]\n\
    [[objective]]\nname = \"the keep\"\nat = [48, 72]\nwithin = 6\nside = \"attacker\"\n";

fn fort(forces: &[(&str, &str, &str)]) -> Position {
    let forces: String = forces.iter().map(|(side, name, more)| force(side, name, more)).collect();
    battle("defence", &format!("{FORT}{forces}"))
}

/// Some of a body that stands before the southern wall are over it already.
fn some_over(game: &mut Position, name: &str, over: usize) {
    let at = usize::from(id(game, name).0);
    game.troops[at].storming = Some(Storming { wall: WallId(0), by: WayUp::Ladders, tops: 0, over });
}

/// CC-4.8, CC-5.7: a charged cannon fires no grape that would hit somebody in a fight, as none is ordered so.
#[test]
fn cc_5_7_no_grape_answers_a_charge_into_a_fight() {
    let gun = ("defender", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 4; at = [40, 56]; files = 1");
    let foe = ("attacker", "foe", "troops = \"heavy infantry\"; men = 8; at = [42, 42]; files = 4");
    let guards = ("defender", "guards", "troops = \"light infantry\"; men = 8; at = [42, 49]; files = 4");
    let rider = ("attacker", "rider", "troops = \"light cavalry\"; men = 1; at = [38, 42]; files = 1");
    let grape = |told: &[Event]| told.iter().any(|event| matches!(event, Event::Grape { .. }));
    // With a fight beside the way, and without.
    for fights in [true, false] {
        let forces = if fights { vec![foe, rider, gun, guards] } else { vec![rider, gun] };
        let mut game = field("", &forces);
        if fights {
            let charge = Decision::Charge(id(&game, "foe"), id(&game, "guards"));
            play(&mut game, charge, &mut shown([]));
        }
        let charge = Decision::Charge(id(&game, "rider"), id(&game, "gun"));
        let told = play(&mut game, charge, &mut shown([]));
        assert_eq!(grape(&told), !fights, "{told:?}");
        assert_eq!(men(&game, "rider"), usize::from(fights));
    }
}

/// CC-4.2, CC-4.4, CC-6.5: of a body partly over a wall those fall who are seen: over it to who is within, below it to who is
/// outside; and whoever is on his way up has moved.
#[test]
fn cc_6_5_of_a_body_partly_over_a_wall_those_fall_who_are_seen() {
    let storm = ("attacker", "storm", "troops = \"light infantry\"; men = 12; at = [48, 59]; files = 4");
    let yard = |bows: &'static str| ("defender", "bows", bows);
    let within =
        "troops = \"light infantry\"; missile = \"bow\"; men = 12; at = [48, 66]; files = 12; facing = \"down\"";
    let outside =
        "troops = \"light infantry\"; missile = \"bow\"; men = 12; at = [72, 54]; files = 2; facing = \"left\"";
    for (bows, left, on) in [(within, 10, false), (outside, 2, true)] {
        let mut game = fort(&[storm, yard(bows)]);
        some_over(&mut game, "storm", 2);
        until(&mut game, CrackerStage::Shoot(Side::Defender), &mut shown([]));
        let shoot = Decision::Shoot(id(&game, "bows"), id(&game, "storm"));
        let told = play(&mut game, shoot, &mut shown([6; 48]));
        let Some(Event::Volley(.., volley)) = told.first() else { panic!("{told:?}") };
        assert_eq!(volley.added.still, 0, "he is on his way up");
        end_turn(&mut game, &mut shown([]));
        // From outside all ten below are hit and the two stay on the wall; from within the two, and those below climb on.
        let stormers = game.troops(id(&game, "storm"));
        let on_wall = stormers.whereabouts == Whereabouts::Parapet(WallId(0));
        assert_eq!((stormers.standing.len(), on_wall), (left, on), "{told:?}");
    }
}

/// CC-5.7, CC-6.4: who is over a wall is not charged below it, and shoots at nobody for it.
#[test]
fn cc_5_7_who_is_over_a_wall_answers_no_charge_below_it() {
    for (over, shots) in [(0, 6), (4, 4)] {
        let mut game = fort(&[
            (
                "attacker",
                "bows",
                "troops = \"light infantry\"; missile = \"bow\"; men = 12; at = [48, 58]; files = 4; facing = \"right\"",
            ),
            ("defender", "foot", "troops = \"light infantry\"; men = 8; at = [54, 57]; files = 2; facing = \"left\""),
        ]);
        some_over(&mut game, "bows", over);
        until(&mut game, CrackerStage::Move(Side::Defender), &mut shown([]));
        let charge = Decision::Charge(id(&game, "foot"), id(&game, "bows"));
        let told = play(&mut game, charge, &mut shown([]));
        let volley = told.iter().find_map(|event| match event {
            Event::Answered(_, _, _, volley) => Some(volley),
            _ => None,
        });
        assert_eq!(volley.map(|volley| volley.shots.iter().sum::<u32>()), Some(shots), "{told:?}");
    }
}

/// CC-1.2, CC-4.7: whoever sits in a wagon is where it is: at an objective, and for grape.
#[test]
fn cc_1_2_whoever_sits_in_a_wagon_holds_nothing_out_of_its_reach() {
    let objective = "[[objective]]\nname = \"mill\"\nat = [40, 40]\nwithin = 4\nside = \"attacker\"\n";
    let far = ("defender", "theirs", "troops = \"light infantry\"; men = 4; at = [90, 90]");
    let hold = |x: i32, form: PlayForm| {
        let wagon = format!("troops = \"war wagon\"; men = 1; at = [{x}, 40]; files = 1");
        let riders = "troops = \"light infantry\"; men = 6; aboard = \"wagon\"";
        let mut game = field(objective, &[("attacker", "wagon", &wagon), ("attacker", "riders", riders), far]);
        game.form = form;
        end_turn(&mut game, &mut shown([]));
        game.held[0]
    };
    assert_eq!((hold(35, PlayForm::Third), hold(37, PlayForm::Third)), (0, 1));
    assert_eq!(hold(35, PlayForm::Second), 1, "as it was played then");
    let wagon = ("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [46, 51]; files = 1");
    let riders = ("defender", "riders", "troops = \"light infantry\"; men = 6; aboard = \"wagon\"");
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 3; at = [40, 40]; files = 1");
    let mut game = field("", &[gun, wagon, riders]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    for at in ["wagon", "riders"] {
        let grape = Decision::Grape(id(&game, "gun"), id(&game, at));
        assert_eq!(refused(&game, &grape), Illegal::OutOfRange, "{at}");
    }
}

/// CC-2.1, CC-3.0: whoever climbs out of a wrecked wagon stands where there is room for him.
#[test]
fn cc_2_1_whoever_climbs_out_on_a_bridge_stands_on_it() {
    let river = "[[ground]]\nkind = \"river\"\nname = \"R\"\nedge = [[0, 46], [96, 46], [96, 52], [0, 52]]\n\
        [[ground]]\nkind = \"bridge\"\nname = \"B\"\nedge = [[38, 45], [42, 45], [42, 53], [38, 53]]\n";
    let gun = ("attacker", "gun", "troops = \"siege crew\"; missile = \"cannon\"; men = 3; at = [40, 36]; files = 1");
    let wagon = ("defender", "wagon", "troops = \"war wagon\"; men = 1; at = [40, 48]; files = 1");
    let riders = ("defender", "riders", "troops = \"light infantry\"; men = 6; aboard = \"wagon\"");
    let mut game = field(river, &[gun, wagon, riders]);
    until(&mut game, CrackerStage::Shoot(Side::Attacker), &mut shown([]));
    let shoot = Decision::Shoot(id(&game, "gun"), id(&game, "wagon"));
    play(&mut game, shoot, &mut shown([6, 6]));
    until(&mut game, CrackerStage::Move(Side::Attacker), &mut shown([]));
    let out = game.troops(id(&game, "riders"));
    assert!(out.is_afield() && !out.standing.is_empty(), "{out:?}");
    for (_, place) in out.figures() {
        assert!((38 * INCH..=42 * INCH).contains(&place.x), "{place:?} of {out:?}");
    }
}

/// CC-5.1: a crew that closes up about its gear and touches nobody any more is out of the fight, like anybody.
#[test]
fn cc_5_1_a_crew_that_touches_nobody_any_more_is_out_of_the_fight() {
    let gun = "troops = \"siege crew\"; missile = \"catapult\"; men = 16; at = [40, 50]; files = 16";
    let foe = "troops = \"heavy infantry\"; men = 12; at = [47, 44]; files = 2";
    let mut game = field("", &[("attacker", "foe", foe), ("defender", "gun", gun)]);
    let charge = Decision::Charge(id(&game, "foe"), id(&game, "gun"));
    play(&mut game, charge, &mut shown([]));
    assert!(game.is_engaged(id(&game, "foe")));
    let mut told = Vec::new();
    for _ in 0..3 {
        told.extend(end_turn(&mut game, &mut shown([])));
    }
    assert!(told.iter().any(|event| matches!(event, Event::Apart(..))), "{told:?}");
    assert!(!game.is_engaged(id(&game, "foe")) && !game.is_engaged(id(&game, "gun")));
}

/// CC-1.2: in a castle cracker away whoever begins in the fort is of its garrison, and the reader says so.
#[test]
fn cc_1_2_who_begins_in_the_fort_is_of_its_garrison() {
    let forces = [
        ("attacker", "theirs", "troops = \"light infantry\"; men = 10; at = [42, 20]"),
        ("defender", "garrison", "troops = \"light infantry\"; men = 4; at = [42, 70]; garrison = true"),
        ("defender", "bows", "troops = \"light infantry\"; missile = \"bow\"; men = 6; on = \"south\""),
        ("defender", "relief", "troops = \"light infantry\"; men = 12; at = [80, 90]"),
    ];
    let text = |of: &[(&str, &str, &str)]| {
        let forces: String = of.iter().map(|(side, name, more)| force(side, name, more)).collect();
        format!(
            "name = \"T\"\nwhat = \"T.\"\nbattle = \"castle cracker away\"\nwidth = 96\ndepth = 96\nzones = 12\nturns = 12\n\
             attacker = \"A\"\ndefender = \"D\"\n{FORT}{forces}"
        )
    };
    let faults = read(&text(&forces)).expect_err("the bows are no relief").to_string();
    assert!(faults.contains("who begins in the fort is of its garrison"), "{faults}");
    let mended = forces.map(|(side, name, more)| match name {
        "bows" => {
            (side, name, "troops = \"light infantry\"; missile = \"bow\"; men = 6; on = \"south\"; garrison = true")
        }
        _ => (side, name, more),
    });
    let game = read(&text(&mended)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game.troops.len(), 4);
}
