//! Grounds: what ships is sound, a file's faults are all told by line, and the raster keeps what was drawn.

use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::Side;
use banneret::rules::geometry::{INCH, Point};
use banneret::rules::man_to_man::ground::{self, BarrierKind, Going, Land, Mover, Surface, find, read, shipped};
use banneret::rules::man_to_man::{Cover, Tables};
use std::sync::Arc;

/// A place in inches.
fn at(x: i32, y: i32) -> Point {
    Point::new(x * INCH, y * INCH)
}

/// A place in quarter inches.
fn quarter(x: i32, y: i32) -> Point {
    Point::new(x * INCH / 4, y * INCH / 4)
}

/// A land of 100 in by 100 in with something on it.
pub fn land(things: &str) -> Land {
    let text = format!(
        "name = \"a test\"\nwhat = \"A test.\"\nwidth = 100\ndepth = 100\n{things}\n[attacker]\nline = [[10, 10], [90, 10]]\n\
         [defender]\nline = [[10, 90], [90, 90]]\n"
    );
    let ground = read(&text).unwrap_or_else(|faults| panic!("{faults}"));
    Land::new(Arc::new(ground), Tables::book())
}

/// The file of a random ground: up to a dozen areas and barriers anywhere between the two lines.
pub fn random(seed: u64) -> String {
    let mut dice = Seeded::stream(seed, 31);
    let mut number = |name: &'static str, least: u32, most: u32| least + dice.die(name, most - least + 1) - 1;
    let mut text =
        String::from("name = \"wild\"\nwhat = \"Anything.\"\nwidth = 110\ndepth = 90\nwind = \"north-east\"\n");
    let areas =
        ["rough", "woods", "marsh", "hill", "hilltop", "stream", "river", "dry moat", "building", "rampart", "rock"];
    let barriers = ["hedge", "fence", "dry wall", "low wall", "high wall", "timber wall", "castle wall", "gate"];
    for _ in 0..number("areas", 1, 6) {
        let kind = areas[number("kind", 1, areas.len() as u32) as usize - 1];
        let (x, y) = (number("x", 5, 85), number("y", 24, 50));
        let (w, h) = (number("w", 3, 20), number("h", 3, 16));
        let level = if matches!(kind, "hill" | "hilltop" | "rampart") { number("level", 1, 3) } else { 0 };
        let skew = number("skew", 0, 4);
        text += &format!(
            "[[area]]\nkind = \"{kind}\"\nlevel = {level}\nedge = [[{x}, {y}], [{}, {}], [{}, {}], [{}, {}]]\n",
            x + w,
            y + skew,
            x + w - skew.min(w),
            y + h,
            x,
            y + h
        );
        if kind == "building" && number("walled", 1, 2) == 1 {
            text += "walls = \"house\"\n";
        }
    }
    for _ in 0..number("barriers", 0, 6) {
        let kind = barriers[number("kind", 1, barriers.len() as u32) as usize - 1];
        let (x, y) = (number("x", 2, 70), number("y", 24, 64));
        let thick = if kind == "castle wall" {
            format!("thickness = {}\nlevel = {}\n", number("t", 1, 3), number("l", 0, 3))
        } else {
            String::new()
        };
        let open = kind == "gate" && number("open", 1, 2) == 1;
        let (to_x, to_y) = (x + number("long", 4, 34), number("y", 24, 64));
        text +=
            &format!("[[barrier]]\nkind = \"{kind}\"\n{thick}open = {open}\nline = [[{x}, {y}], [{to_x}, {to_y}]]\n");
    }
    text += "[attacker]\nline = [[20, 14], [90, 14]]\n[defender]\nline = [[20, 74], [90, 74]]\n";
    text
}

fn foot(pace: i32) -> Mover {
    let inches = |of: i32| of * INCH;
    Mover {
        pace: inches(pace),
        rough: inches(4),
        climb: inches(1),
        climbed: None,
        whole: inches(pace),
        swim: 0,
        crosses: true,
        mounted: false,
    }
}

#[test]
fn every_ground_that_ships_is_sound() {
    assert_eq!(ground::names()[0], "open field");
    assert_eq!(ground::names().len(), shipped().len() + 1);
    for ground in shipped() {
        assert!(ground.what.ends_with('.') && ground.what.len() < 120, "{}", ground.name);
        assert!(!ground.areas.is_empty() || !ground.barriers.is_empty());
        assert_eq!(read(&ground.text).as_ref(), Ok(ground.as_ref()), "its text is the whole of it");
        let land = Land::new(ground.clone(), Tables::book());
        let light = Mover { swim: 3 * INCH, ..foot(9) };
        for side in [Side::Attacker, Side::Defender] {
            let array = &ground.arrays[side];
            for place in array.line.iter().chain(&array.archers).chain(&array.many_archers).chain(&array.horse) {
                assert!(land.holds(*place, &light), "{}: nobody can be arrayed at {place:?}", ground.name);
            }
        }
        assert_eq!(find(&ground.name.to_uppercase().replace(' ', "-")).as_ref(), Some(ground));
    }
}

#[test]
fn a_draft_of_a_ground_reports_every_fault_by_its_line() {
    let draft = r#"name = "the bog"
width = 20
depth = 96.3
colour = "green"

[[area]]
kind = "swamp"
edge = [[1, 1], [2, 2]]

[[barrier]]
kind = "hedge"
line = [[10, 10], [500, 10]]
open = true

[[barrier]]
kind = "castle wall"
line = [[10, 10], [50, 10]]

[attacker]
line = [[10, 10], [40, 10]]
"#;
    let faults = read(draft).expect_err("it is full of faults");
    let lines: Vec<usize> = faults.0.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 1, 2, 3, 4, 7, 8, 10, 12, 15], "{faults}");
    let told = faults.to_string();
    for word in [
        "what",
        "defender",
        "from 40 to 240",
        "quarters",
        "colour",
        "swamp",
        "3 places",
        "gap",
        "off the field",
        "thickness",
    ] {
        assert!(told.contains(word), "{word}: {told}");
    }
    // A file that is no TOML at all says where it goes wrong.
    assert_eq!(read("name = \"x\nwidth").expect_err("no table").0[0].line, 1);
}

#[test]
fn nobody_slips_through_a_line_however_it_runs() {
    for (x, y) in [(30, 60), (31, 77), (50, 80), (70, 55), (80, 41)] {
        let wall = format!("[[barrier]]\nkind = \"castle wall\"\nthickness = 1\nline = [[20, 40], [{x}, {y}]]");
        let land = land(&wall);
        let (a, b) = (at(20, 40), at(x, y));
        let way = a.to(b);
        let length = a.distance(b);
        let aside = |of: i32| of * 3 * INCH / length;
        for n in 2..98 {
            let middle = Point::new(a.x + way.x * n / 100, a.y + way.y * n / 100);
            let from = Point::new(middle.x - aside(way.y), middle.y + aside(way.x));
            let to = Point::new(middle.x + aside(way.y), middle.y - aside(way.x));
            assert!(!land.walk(from, to, 40 * INCH, &foot(6)).arrived, "through [{x}, {y}] at {n}");
            assert!(land.parts(from, to));
        }
    }
}

/// MM-3.1: rough, woods and wading at one rate, water by swimmers only.
#[test]
fn mm_3_1_going_costs_what_the_book_says() {
    let square = |kind: &str| format!("[[area]]\nkind = \"{kind}\"\nedge = [[40, 40], [60, 40], [60, 60], [40, 60]]");
    let across =
        |kind: &str, mover: &Mover| land(&square(kind)).walk(at(50, 45), at(50, 59), mover.pace, mover).place.y;
    for kind in ["rough", "woods", "marsh", "hill", "stream", "dry moat"] {
        let went = across(kind, &foot(6)) - 45 * INCH;
        assert!((went - 4 * INCH).abs() <= 2, "{kind}: {went}");
    }
    assert_eq!(across("hilltop", &foot(6)), at(50, 51).y);
    let swimmer = Mover { swim: 3 * INCH, ..foot(9) };
    for kind in ["river", "wet moat"] {
        assert!((across(kind, &swimmer) - at(50, 48).y).abs() <= 2, "{kind}");
        let land = land(&square(kind));
        let stopped = land.walk(at(50, 38), at(50, 50), 6 * INCH, &foot(6));
        assert!(!stopped.arrived && stopped.place.y <= 40 * INCH, "{kind} stops who cannot swim");
    }
    let horse = Mover { mounted: true, ..foot(12) };
    for kind in ["dry moat", "building", "rampart", "stairs", "rock"] {
        let level = if kind == "rampart" { "\nlevel = 2" } else { "" };
        let stopped = land(&format!("{}{level}", square(kind))).walk(at(50, 36), at(50, 50), 12 * INCH, &horse);
        assert!(stopped.place.y <= 40 * INCH, "{kind} is no way for horse");
    }
}

/// MM-3.4: three inches to cross, and not by barded horse.
#[test]
fn mm_3_4_what_is_crossed_costs_three_inches() {
    for kind in ["hedge", "fence", "dry wall", "low wall"] {
        let land = land(&format!("[[barrier]]\nkind = \"{kind}\"\nline = [[0, 50], [100, 50]]"));
        let walked = land.walk(at(50, 47), at(50, 60), 9 * INCH, &foot(9));
        assert!((walked.place.y - at(50, 53).y).abs() <= 2, "{kind}: {walked:?}");
        let barded = Mover { crosses: false, mounted: true, ..foot(9) };
        assert!(land.walk(at(50, 47), at(50, 60), 9 * INCH, &barded).place.y < 50 * INCH);
        // Who has not three inches left stops before it.
        assert!(land.walk(at(50, 45), at(50, 60), 7 * INCH, &foot(9)).place.y < 50 * INCH);
    }
}

/// MM-3.1: a wall is climbed by who stands close to it, and costs what its height costs.
#[test]
fn mm_3_1_walls_are_climbed() {
    let land = land("[[barrier]]\nkind = \"high wall\"\nline = [[0, 50], [100, 50]]");
    let close = quarter(200, 197);
    let up = land.walk(close, at(50, 56), 6 * INCH, &foot(6));
    assert_eq!(land.at(up.place).going, Going::Climb, "an inch of wall takes a man in armour his whole move");
    assert_eq!(up.spent, 6 * INCH);
    assert!(land.walk(up.place, at(50, 54), 6 * INCH, &foot(6)).arrived, "and he is down on the other side next turn");
    let light = Mover { climb: 2 * INCH, ..foot(9) };
    assert!(land.walk(close, at(50, 52), 9 * INCH, &light).arrived, "half a move for a lightly armed one");
    assert!(!land.walk(at(50, 46), at(50, 56), 6 * INCH, &foot(6)).arrived);
}

/// MM-7.5: sight in, out of and into woods.
#[test]
fn mm_7_5_sight_and_woods() {
    let land = land("[[area]]\nkind = \"woods\"\nedge = [[40, 40], [60, 40], [60, 60], [40, 60]]");
    assert!(land.sees(at(50, 50), at(50, 53), false) && !land.sees(at(50, 50), at(50, 54), true), "3 in inside");
    assert!(land.sees(quarter(200, 168), at(50, 10), false), "out from within 2 in of the edge");
    assert!(!land.sees(at(50, 43), at(50, 10), false) && !land.sees(quarter(200, 170), at(50, 10), false));
    assert!(!land.sees(at(50, 10), quarter(200, 168), false), "not in");
    assert!(land.sees(at(50, 10), quarter(200, 168), true), "unless he who is there shoots");
    assert!(!land.sees(at(50, 10), at(50, 90), true), "nor through");
    assert!(land.sees(at(10, 10), at(90, 20), false), "past them one sees as far as one likes");
}

/// Wherever a move ends that passes the corner of a rampart, it does not end up on it.
#[test]
fn nobody_stops_on_the_corner_of_a_rampart_he_passes() {
    let land = land("[[area]]\nkind = \"rampart\"\nlevel = 3\nedge = [[42, 25], [60, 25], [60, 35], [42, 35]]");
    let mover = foot(6 * INCH);
    let mut cut = 0;
    for start in (2690..2712).map(|x| Point::new(x, 1517)) {
        for goal in (2640..2688).step_by(7).map(|x| Point::new(x, 1690)) {
            let mut through = false;
            for budget in 1..=start.distance(goal) {
                let walked = land.walk(start, goal, budget, &mover);
                assert!(!land.at(walked.place).raised, "{start:?} to {goal:?} with {budget}: {walked:?}");
                through |= land.at(start.toward(goal, budget)).raised;
            }
            cut += u32::from(through && land.walk(start, goal, 6 * INCH, &mover).arrived);
        }
    }
    assert!(cut > 0, "some of the ways pass it");
}

/// MM-7.5: hills, levels and walls hide; a gap of 2 in is seen through for 36 in.
#[test]
fn mm_7_5_sight_and_walls_and_hills() {
    let hill = land("[[area]]\nkind = \"hill\"\nlevel = 1\nedge = [[0, 40], [100, 40], [100, 60], [0, 60]]");
    assert!(!hill.sees(at(50, 20), at(50, 80), true), "over the hill nobody sees");
    assert!(
        hill.sees(at(50, 20), at(50, 41), true) && hill.sees(at(50, 50), at(50, 20), true),
        "up it and down it one does"
    );
    let cliff = land("[[area]]\nkind = \"hilltop\"\nlevel = 3\nedge = [[0, 40], [100, 40], [100, 60], [0, 60]]");
    assert!(cliff.sees(quarter(200, 162), quarter(200, 158), false), "down over the edge one stands on");
    assert!(cliff.sees(quarter(200, 158), quarter(200, 162), false), "and up to it");
    assert!(!cliff.sees(at(50, 50), quarter(200, 158), true), "who stands back from it does not");
    let gap = |wide: i32| {
        land(&format!(
            "[[barrier]]\nkind = \"castle wall\"\nthickness = 1\nline = [[0, 50], [49, 50]]\n\
             [[barrier]]\nkind = \"castle wall\"\nthickness = 1\nline = [[{}, 50], [100, 50]]",
            49 + wide
        ))
    };
    assert!(!gap(6).sees(at(30, 40), at(30, 60), true));
    assert!(gap(4).sees(at(51, 36), at(51, 66), true), "30 in through a gap");
    assert!(!gap(4).sees(at(51, 30), at(51, 70), true), "but not 40");
    let through = |far: i32| gap(4).sees(quarter(204, 128), quarter(204, 128 + far), true);
    assert!(through(4 * 36) && !through(4 * 36 + 1), "36 in, and no further");
    assert!(gap(3).sees(quarter(202, 160), quarter(202, 240), true), "of 3 in between thick walls 2 are left");
    assert!(
        !gap(2).sees(at(50, 40), at(50, 60), true),
        "what is left of a gap of 2 in between thick walls is too narrow"
    );
}

/// MM-4.8: woods light, high walls heavy, and battlements against those below.
#[test]
fn mm_4_8_cover() {
    let woods = land("[[area]]\nkind = \"woods\"\nedge = [[40, 40], [60, 40], [60, 60], [40, 60]]");
    assert_eq!(woods.cover(at(50, 20), at(50, 41)), Cover::Light);
    assert_eq!(woods.cover(at(50, 20), at(50, 39)), Cover::None);
    let behind = |kind: &str| land(&format!("[[barrier]]\nkind = \"{kind}\"\nline = [[0, 50], [100, 50]]"));
    assert_eq!(behind("high wall").cover(at(50, 30), quarter(200, 203)), Cover::Heavy);
    assert!(behind("high wall").sees(at(50, 30), quarter(200, 203), false), "over the wall one sees who stands at it");
    assert!(!behind("high wall").sees(at(50, 30), at(50, 54), false), "and not who stands further back");
    assert_eq!(behind("high wall").cover(at(50, 70), quarter(200, 203)), Cover::None, "a wall behind is no cover");
    assert_eq!(behind("hedge").cover(at(50, 30), quarter(200, 203)), Cover::None, "the book gives a hedge none");
    let rampart = land("[[barrier]]\nkind = \"castle wall\"\nthickness = 2\nlevel = 2\nline = [[0, 50], [100, 50]]");
    assert_eq!(rampart.cover(at(50, 20), at(50, 50)), Cover::Heavy);
    assert!(rampart.sees(at(50, 20), at(50, 50), false) && rampart.sees(at(50, 50), at(50, 20), false));
    assert!(!rampart.sees(at(50, 20), at(50, 60), false));
}

/// MM-5.4: a hedge between two men is an obstacle; a wall keeps them apart, until a breach is opened.
#[test]
fn mm_5_4_obstacles_and_breaches() {
    let hedge = land("[[barrier]]\nkind = \"hedge\"\nline = [[0, 50], [100, 50]]");
    let (one, other) = (quarter(200, 199), quarter(200, 202));
    assert!(hedge.obstacle(one, other) && !hedge.parts(one, other));
    assert!(!hedge.obstacle(one, quarter(204, 198)), "on one side of it nobody has it between them");
    let mut wall = land("[[barrier]]\nkind = \"castle wall\"\nthickness = 1\nline = [[0, 50], [100, 50]]");
    let (one, other) = (at(50, 48), at(50, 52));
    assert!(wall.parts(one, other));
    let pieces = wall.ground.barriers[0].pieces;
    assert_eq!(pieces, (0, 100), "a piece an inch");
    for piece in 47..53 {
        wall.set_open(ground::PieceId(piece), true);
    }
    assert!(
        !wall.parts(one, other) && wall.walk(one, other, 12 * INCH, &foot(6)).arrived,
        "a breach is a way, if a rough one"
    );
    assert_eq!(wall.at(at(50, 50)).going, Going::Rough);
    assert_eq!(wall.barrier(ground::PieceId(47)).kind, BarrierKind::CastleWall);
}

#[test]
fn gates_bridges_and_stairs_lead_where_they_should() {
    let gatehouse = find("gatehouse").expect("it ships");
    let mut land = Land::new(gatehouse.clone(), Tables::book());
    let man = foot(6);
    let through = |land: &Land| land.walk(at(60, 40), at(60, 70), 60 * INCH, &man).arrived;
    assert!(through(&land), "the bridge is down and the gate is open");
    assert_eq!(land.area(at(60, 49)).map(|area| area.surface), Some(Surface::WetMoat));
    for kind in [BarrierKind::Drawbridge, BarrierKind::Gate, BarrierKind::Portcullis] {
        let barrier = gatehouse.barriers.iter().find(|barrier| barrier.kind == kind).expect("it has one");
        let pieces = (barrier.pieces.0..barrier.pieces.1).map(ground::PieceId);
        pieces.clone().for_each(|piece| land.set_open(piece, false));
        assert!(!through(&land), "{kind} shut");
        pieces.for_each(|piece| land.set_open(piece, true));
        assert!(through(&land));
    }
    assert!(!land.walk(at(40, 66), at(40, 60), 20 * INCH, &man).arrived, "nobody walks up a wall");
    assert!(land.walk(at(28, 66), at(28, 60), 20 * INCH, &man).arrived, "the stairs lead to the walk");
    assert!(land.walk(at(28, 60), at(50, 60), 40 * INCH, &man).arrived, "and the walk to the tower");
    assert!(land.parts(at(40, 60), quarter(160, 248)), "who is on the wall and who is under it do not touch");
}

#[test]
fn a_ground_is_chosen_by_name_or_by_its_file() {
    use crate::support::{folder, json, refused};
    use banneret::app::grounds::choose;
    let listed = json(&["grounds"]);
    let names: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(ground::names().iter().all(|name| names.contains(name)), "{names:?}");
    assert_eq!(choose("Hedged-Lane").expect("it ships"), ("hedged lane".to_owned(), None));
    let folder = folder();
    let file = folder.path().join("mine.toml");
    let path = file.to_str().expect("a path");
    std::fs::write(&file, random(7)).expect("it is written");
    assert_eq!(choose(path).expect("it is read"), ("wild".to_owned(), Some(random(7))));
    std::fs::write(&file, random(7).replace("width", "breadth")).expect("it is written");
    let problem = choose(path).expect_err("a draft with faults").to_string();
    assert!(problem.contains("breadth") && problem.contains("needs “width”"), "{problem}");
    assert!(choose("the moon").expect_err("no such ground").to_string().contains("the moon"));
    let campaign = crate::support::march(&folder);
    let (file, armies) = (campaign.to_str().expect("a path"), ["x", "y"]);
    let (sentence, _) =
        refused(&["battle", file, "--attacker", armies[0], "--defender", armies[1], "--ground", "the moon"]);
    assert!(!sentence.is_empty());
}
