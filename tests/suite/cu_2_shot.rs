//! Castle under Siege: the attacker's turn and what a shot does (CU-2).

use crate::cu_table::*;
use banneret::rules::castle_under_siege::*;
use banneret::rules::dice::Seeded;
use banneret::rules::figure::Side;
use banneret::rules::game::{Game as _, Pending};
use banneret::rules::geometry::{INCH, Point};

#[test]
fn cu_2_1_the_catapult_stands_off_and_moves() {
    // CU-2.1: 14 in at the start, then 12; and 2 in from where it stood; three settings.
    let mut it = Under::average(&[]);
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("eight of them");
    it.plays(Decision::Deflect(false)).expect("he need not");
    let shot = |y: i32, setting| Decision::Shoot { from: at(32, -y), aim: at(32, 4), setting };
    assert_eq!(it.plays(shot(55, 0)), Err(Illegal::TooNear(14)));
    assert_eq!(it.plays(shot(100, 0)), Err(Illegal::OutOfReach(20)));
    assert_eq!(it.plays(shot(56, 3)), Err(Illegal::NoSetting(3)), "there are three settings");
    it.plays(shot(56, 0)).expect("14 in away");
    it.done();
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("seven of them");
    it.plays(Decision::Deflect(false)).expect("he need not");
    assert_eq!(it.plays(shot(47, 0)), Err(Illegal::TooNear(12)));
    assert_eq!(it.plays(shot(49, 0)), Err(Illegal::NotMoved(2)));
    it.plays(shot(48, 0)).expect("12 in away and moved 2");
}

#[test]
fn cu_2_1_ammunition_is_chosen_in_secret_before_the_wizard_decides_and_the_catapult_is_placed() {
    let mut it = Under::average(&[]);
    let shot = Decision::Shoot { from: at(32, -60), aim: at(32, 4), setting: 0 };
    assert_eq!(it.plays(shot.clone()), Err(Illegal::NotNow), "nothing is loaded");
    it.plays(Decision::Choose(Ammunition::Disease)).expect("four of them");
    assert_eq!(it.game.pending(), Pending::One(Side::Defender), "the wizard first");
    assert_eq!(it.game.check(Side::Attacker, &shot), Err(Illegal::NotTheirs));
    assert_eq!(it.game.view(Side::Defender).loaded(), None, "he does not know with what");
    assert_eq!(it.game.view(Side::Attacker).loaded(), Some(Ammunition::Disease));
    it.plays(Decision::Deflect(true)).expect("the wizard is well");
    it.plays(shot.clone()).expect("14 in away");
    // One shot a turn: the defender's turn follows.
    assert_eq!(it.game.pending(), Pending::One(Side::Defender));
    assert_eq!(it.game.ammunition(), [8, 6, 3]);
}

#[test]
fn cu_2_1_the_wizard_rests_four_turns_and_casts_only_uninjured() {
    let mut it = Under::average(&[(Role::Wizard, "c3")]);
    let wizard = it.first(Role::Wizard);
    let mut can = Vec::new();
    for turn in 0..6 {
        can.push(it.game.wizard() == Some(wizard));
        it.lands(Ammunition::Boulder, NOWHERE, turn == 0);
        it.done();
    }
    assert_eq!(can, [true, false, false, false, false, true]);
    // Injured by a touch he casts no more, and the defender is not asked.
    it.lands(Ammunition::Fire, on("c3").plus(at(3, 0)), false);
    assert_eq!(it.health(wizard), Health::Injured);
    it.done();
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("there is one");
    assert_eq!(it.game.pending(), Pending::One(Side::Attacker));
    assert_eq!(it.game.check(Side::Attacker, &Decision::Deflect(true)), Err(Illegal::NoWizard(4)));
    // Of two wizards each rests for himself.
    let mut it = Under::with(AVERAGE, &house(&[("castle_wizards", "2")]), &[]);
    for casts in [true, true, false] {
        assert_eq!(it.game.wizard().is_some(), casts);
        it.lands(Ammunition::Boulder, NOWHERE, casts);
        it.done();
    }
}

#[test]
fn cu_2_2_scatter_is_even_to_all_sides_and_grows_with_distance_and_setting() {
    // CU-2.2: the mean of many shots is the aim; the spread in range and in line the setting's hundredths of the distance.
    let tables = Tables::book();
    let spread = |number: u8, inches: i32| {
        let setting = tables.setting(number).expect("a setting");
        let (from, aim) = (Point::new(0, 0), Point::new(0, inches * INCH));
        let mut dice = Seeded::new(7);
        let shots: Vec<Point> = (0..4000).map(|_| scatter(from, aim, &setting, &tables.arm, &mut dice).1).collect();
        let mean = |of: &dyn Fn(&Point) -> i64| shots.iter().map(of).sum::<i64>() / 4000;
        let (off, wide) = (mean(&|p| i64::from(p.y - aim.y)), mean(&|p| i64::from(p.x)));
        assert!(off.abs() <= 8 && wide.abs() <= 8, "{off} {wide}");
        (mean(&|p| i64::from(p.y - aim.y).pow(2)).isqrt(), mean(&|p| i64::from(p.x).pow(2)).isqrt())
    };
    let near = |(range, line): (i64, i64), want: (i64, i64)| {
        assert!((range - want.0).abs() <= 6 && (line - want.1).abs() <= 6, "{range} {line} for {want:?}");
    };
    // 9 and 6 hundredths of 20 in, in 64ths; twice that at 40; 15 and 9 by the hardest setting.
    near(spread(0, 20), (115, 77));
    near(spread(0, 40), (230, 154));
    near(spread(1, 20), (154, 102));
    near(spread(2, 20), (192, 115));
}

#[test]
fn cu_2_2_where_a_shot_may_fall_is_what_the_dice_bring() {
    // CU-2.2: every throw of eight dice is counted, and the places are those of the scatter itself.
    let (tables, from, aim) = (Tables::book(), at(0, 0), at(20, 60));
    let setting = tables.setting(1).expect("a setting");
    let falls_of = |arm: &ArmSettings| falls(from, aim, &setting, arm);
    let falls = falls_of(&tables.arm);
    assert_eq!(falls.iter().map(|(_, count)| count).sum::<u64>(), 6u64.pow(8));
    assert_eq!(
        falls.iter().max_by_key(|(_, count)| *count),
        Some(&(aim, 146 * 146)),
        "as likely as not to either side"
    );
    for seed in 0..200 {
        let (faces, at) = scatter(from, aim, &setting, &tables.arm, &mut Seeded::new(seed));
        assert!(falls.iter().any(|(place, _)| *place == at), "{faces:?}");
        assert_eq!(faces.map(|faces| faces.len()), [4, 4]);
    }
    // The throw may be another: of three dice of four faces each sum is found, and the mean, which no throw shows, is not.
    let arm = ArmSettings { dice: 3, faces: 4, ..tables.arm.clone() };
    let others = falls_of(&arm);
    assert_eq!(others.iter().map(|(_, count)| count).sum::<u64>(), 4u64.pow(6));
    assert!(others.iter().all(|(place, _)| *place != aim), "seven and a half is no throw");
}

#[test]
fn cu_2_3_and_cu_2_5_a_boulder_does_one_under_half_and_two_over_half() {
    // CU-2.3, CU-2.5: the wall is an inch thick: half on it counts as less; across two structures each by its own share.
    let wall = "west wall";
    for (x, points) in [(-2, 0), (-1, 1), (0, 1), (1, 2), (2, 2), (6, 0)] {
        let mut it = Under::average(&[]);
        it.lands(Ammunition::Boulder, at(x, 32), false);
        assert_eq!(3 - it.points(wall), points, "its middle {x} quarters from the outer face");
    }
    // A 64th of an inch past half is more than half.
    let mut it = Under::average(&[]);
    it.lands(Ammunition::Boulder, Point::new(1, 8 * INCH), false);
    assert_eq!(it.points(wall), 1);
    let mut it = Under::average(&[]);
    it.lands(Ammunition::Boulder, at(3, 7), false);
    assert_eq!((it.points("south-west tower"), it.points(wall)), (4 - 2, 3 - 1));
    // A gatehouse and the keep are one structure: on the line between their sides it is wholly on them.
    let mut it = Under::average(&[]);
    it.lands(Ammunition::Boulder, at(32, 4), false);
    assert_eq!(it.points("south gatehouse, west side"), 4 - 2);
}

#[test]
fn cu_2_4_a_shot_made_on_a_real_table_lies_turned_and_its_shares_are_exact() {
    // CU-2.4, CU-2.3: turned by half a quarter a counter with its middle on the outer face lies exactly half on the wall, and
    // that is less; a 64th further in it is more.
    let wall = "west wall";
    for (x, turned, points) in [
        (0, 45, 1),
        (1, 45, 2),
        (0, 30, 1),
        (1, 30, 2),
        // Its corner reaches where its side would not.
        (-38, 0, 0),
        (-38, 45, 1),
        (-46, 45, 0),
        // A quarter of a turn is none.
        (-38, 90, 0),
        (-38, 135, 1),
    ] {
        let mut it = Under::average(&[]);
        it.lies(Ammunition::Boulder, Landing { at: Point::new(x, 8 * INCH), turned }, false);
        assert_eq!(3 - it.points(wall), points, "{x} turned {turned}");
    }
}

#[test]
fn cu_2_4_the_shares_of_a_turned_counter_are_those_of_its_area() {
    // CU-2.3, CU-2.4: against the count of ten thousand places spread over the counter, by the sections they are in.
    let game = Position::new(AVERAGE, &Tables::book());
    let castle = Castle::get();
    for turned in [0, 7, 30, 45, 61, 89] {
        let (sine, cosine) = f64::from(turned).to_radians().sin_cos();
        for (x, y) in [(120, 40), (60, 130), (128, 128), (400, 100), (510, 640), (500, 30)] {
            let landing = Landing { at: Point::new(x, y), turned };
            let shares = game.shares(landing);
            let mut counted = vec![0u32; castle.structures.len()];
            for (right, up) in (0..100).flat_map(|right| (0..100).map(move |up| (right, up))) {
                let (right, up) = ((f64::from(right) - 49.5) / 100.0, (f64::from(up) - 49.5) / 100.0);
                let (px, py) = (
                    f64::from(x) / 64.0 + right * cosine - up * sine,
                    f64::from(y) / 64.0 + right * sine + up * cosine,
                );
                let there = (px >= 0.0 && py >= 0.0).then(|| CastleSpot::new(px as u8, py as u8)).flatten();
                let of = there.and_then(|spot| castle.section_at(spot)).and_then(|id| castle.section(id).structure);
                if let Some(id) = of {
                    counted[usize::from(id.0)] += 1;
                }
            }
            for id in castle.structure_ids() {
                let share = shares.iter().find(|(thing, _)| *thing == LiesOn::Structure(id));
                let share = share.map_or(0, |(_, share)| share.thousandths());
                let sampled = counted[usize::from(id.0)] / 10;
                assert!(share.abs_diff(sampled) <= 8, "{landing:?} {}: {share} {sampled}", castle.structure(id).name);
            }
        }
    }
}

#[test]
fn cu_2_4_only_where_the_catapult_stood_and_the_table_bind_a_real_shot() {
    let mut it = Under::average(&[]);
    it.plays(Decision::Choose(Ammunition::Boulder)).expect("eight of them");
    it.plays(Decision::Deflect(false)).expect("he need not");
    let landed = Landed { from: at(32, -60), aim: Some(at(32, 400)), setting: 2, landing: Landing::square(at(2, 32)) };
    let refused = |it: &mut Under, landed| it.plays(Decision::Landed(landed));
    assert_eq!(refused(&mut it, Landed { from: at(32, -40), ..landed }), Err(Illegal::TooNear(14)));
    assert_eq!(refused(&mut it, Landed { setting: 3, ..landed }), Err(Illegal::NoSetting(3)));
    let far = Landing::square(Point::new(i32::MAX, 0));
    assert_eq!(refused(&mut it, Landed { landing: far, ..landed }), Err(Illegal::OffTheTable(120)));
    assert_eq!(refused(&mut it, Landed { from: Point::new(i32::MIN, 0), ..landed }), Err(Illegal::OffTheTable(120)));
    assert_eq!(
        refused(&mut it, Landed { aim: Some(Point::new(0, i32::MIN)), ..landed }),
        Err(Illegal::OffTheTable(120))
    );
    refused(&mut it, landed).expect("a shot is flicked as far as it goes");
    assert_eq!(it.points("west wall"), 1);
    let told: Vec<String> = it.told.iter().map(|event| sentence(&it.game, event)).collect();
    assert!(told.iter().any(|line| line.contains("with setting 3 of the arm")), "{told:?}");
}

#[test]
fn cu_2_5_a_boulder_harms_stone_and_wood_alike_and_the_people_under_it_besides() {
    for (name, place) in [("west wall", "a8"), ("south wall by the east", "l1")] {
        let mut it = Under::average(&[(Role::Priest, place)]);
        let (priest, whole) = (it.first(Role::Priest), it.points(name));
        it.lands(Ammunition::Boulder, on(place), false);
        assert_eq!((it.points(name), it.health(priest)), (whole - 2, Health::Killed), "{name}");
    }
}

#[test]
fn cu_2_6_fire_takes_on_wood_and_burns_a_point_every_two_turns_after_two() {
    // CU-2.6: stone does not burn; the counter shows 2, then 1, then 2 again and a point is gone, and so on.
    let mut it = Under::average(&[]);
    it.lands(Ammunition::Fire, at(2, 32), false);
    assert!(it.game.fires().is_empty(), "the west wall is of stone");
    it.done();
    it.lands(Ammunition::Fire, at(32, 32), false);
    let (mut left, mut shown) = (Vec::new(), vec![it.game.fires()[0].left]);
    for _ in 0..6 {
        it.done();
        left.push(it.points("keep, west side"));
        shown.push(it.game.fires()[0].left);
        it.misses();
    }
    assert_eq!(shown, [2, 1, 2, 1, 2, 1, 2]);
    assert_eq!(left, [6, 5, 5, 4, 4, 3], "with the second turn, and then with every second");
    // The least part of it on wood is enough, and all of stone nothing burns.
    let mut it = Under::average(&[]);
    it.lands(Ammunition::Fire, Point::new(6 * INCH - 31, 8 * INCH), false);
    assert_eq!(it.game.fires().len(), 1);
    let mut it = Under::with(POWERFUL, &Tables::book(), &[]);
    it.lands(Ammunition::Fire, at(32, 32), false);
    assert!(it.game.fires().is_empty());
}

#[test]
fn cu_2_6_one_counter_kindles_all_the_wood_it_lies_on() {
    // CU-2.6, CU-2.3: across a gatehouse and a wall of wood there is a fire in each; beside a wall of stone in one.
    let kindled = |x: i32, y: i32| {
        let mut it = Under::average(&[]);
        it.lands(Ammunition::Fire, at(x, y), false);
        it.game.fires().iter().map(|fire| Castle::get().structure(fire.structure).name).collect::<Vec<_>>()
    };
    assert_eq!(kindled(40, 2), ["south wall by the east", "south gatehouse"]);
    assert_eq!(kindled(24, 2), ["south gatehouse"]);
    // What is of wood a campaign may have otherwise (CU-1.2).
    let walls = house(&[("wooden_walls", "1, 0, 0, 0, 0, 0"), ("wooden_gatehouses", "0, 1"), ("wooden_keep", "0")]);
    let mut it = Under::with(AVERAGE, &walls, &[]);
    it.lands(Ammunition::Fire, at(24, 2), false);
    it.done();
    it.lands(Ammunition::Fire, at(32, 32), false);
    let burn: Vec<&str> = it.game.fires().iter().map(|fire| Castle::get().structure(fire.structure).name).collect();
    assert_eq!(burn, ["south wall by the west"]);
}

#[test]
fn cu_2_6_a_fire_burns_till_its_structure_falls() {
    let mut it = Under::with(AVERAGE, &house(&[("wall_points", "1")]), &[]);
    it.lands(Ammunition::Fire, on("l1"), false);
    it.done();
    it.misses();
    it.done();
    assert_eq!(it.points("south wall by the east"), 0);
    assert!(it.game.fires().is_empty(), "with the structure its fire is over");
    // What has fallen takes no fire, and no damage.
    it.lands(Ammunition::Fire, on("l1"), false);
    assert!(it.game.fires().is_empty());
    it.done();
    it.lands(Ammunition::Boulder, on("l1"), false);
    let destroyed = it.told.iter().filter(|event| matches!(event, Event::Destroyed(_))).count();
    assert_eq!(destroyed, 1);
}

#[test]
fn cu_2_7_disease_closes_a_section_and_its_people_leave_injured() {
    // CU-2.7: to an adjacent open section of the defender's choice; no damage; nobody goes in again.
    let tower = "north-west tower";
    let mut it = Under::average(&[(Role::Priest, "a15"), (Role::WaterBoy, "b14")]);
    let (priest, boy) = (it.first(Role::Priest), it.first(Role::WaterBoy));
    it.lands(Ammunition::Disease, on("b16"), false);
    assert_eq!(it.closed(), [tower]);
    assert_eq!(*it.game.stage(), Awaited::Leave(vec![priest]));
    assert_eq!(it.plays(Decision::Leave(boy, spot("a14"))), Err(Illegal::NeedNotLeave));
    for no in ["c14", "b15", "p1"] {
        assert_eq!(it.plays(Decision::Leave(priest, spot(no))), Err(Illegal::NoWayOut), "{no}");
    }
    it.plays(Decision::Leave(priest, spot("a14"))).expect("the west wall is beside");
    assert_eq!((it.health(priest), it.game.person(priest).spot), (Health::Injured, spot("a14")));
    assert_eq!(it.points(tower), 4);
    it.plays(Decision::Act(boy, Errand::Move(spot("a12")))).expect("from the court");
    it.done();
    it.misses();
    assert_eq!(it.plays(Decision::Act(boy, Errand::Move(spot("a15")))), Err(Illegal::Closed));
}

#[test]
fn cu_2_7_one_already_injured_dies_only_if_the_counter_touches_him() {
    let mut it = Under::average(&[(Role::Priest, "a1"), (Role::Priest, "b2")]);
    let priests = it.all(Role::Priest);
    // Both are injured by a fire between them, and the tower is of stone.
    it.lands(Ammunition::Fire, at(4, 4), false);
    assert!(priests[..2].iter().all(|&id| it.health(id) == Health::Injured));
    it.done();
    it.lands(Ammunition::Disease, on("a1"), false);
    assert_eq!((it.health(priests[0]), it.health(priests[1])), (Health::Killed, Health::Injured));
    assert_eq!(*it.game.stage(), Awaited::Leave(vec![priests[1]]));
    // Untouched he moves out as he is, injured.
    it.plays(Decision::Leave(priests[1], it.game.spots_out(priests[1])[0])).expect("a wall beside the tower");
    assert_eq!(it.health(priests[1]), Health::Injured);
}

#[test]
fn cu_2_7_disease_closes_every_card_it_lies_on_whole_and_never_the_court() {
    // CU-2.7, CU-2.3: across two cards both, each by its own share; both sides of a gatehouse or the keep; the court is no
    // card.
    let closed = |x: i32, y: i32| {
        let mut it = Under::average(&[]);
        it.lands(Ammunition::Disease, at(x, y), false);
        it.closed()
    };
    assert_eq!(closed(3, 7), ["south-west tower", "west wall"]);
    assert_eq!(closed(28, 4), ["south gatehouse, west side", "south gatehouse, east side"]);
    assert_eq!(closed(28, 32), ["keep, west side", "keep, east side"]);
    assert_eq!(closed(14, 20), [""; 0], "in the court alone");
}

#[test]
fn cu_2_7_those_of_both_cards_leave_in_turn() {
    // CU-2.7: disease on a tower and a wall closes both, and nobody goes from the one to the other.
    let mut it = Under::average(&[(Role::Priest, "b1"), (Role::Stonemason, "a10")]);
    let (priest, mason) = (it.first(Role::Priest), it.first(Role::Stonemason));
    it.lands(Ammunition::Disease, at(3, 7), false);
    assert_eq!(it.closed(), ["south-west tower", "west wall"]);
    assert_eq!(it.plays(Decision::Leave(priest, spot("a6"))), Err(Illegal::NoWayOut));
    it.plays(Decision::Leave(mason, spot("e4"))).expect("the court lies beside the wall");
    it.plays(Decision::Leave(priest, spot("c1"))).expect("the other wall");
    assert_eq!(*it.game.stage(), Awaited::Act);
    assert_eq!(it.health(mason), Health::Injured);
}

#[test]
fn cu_2_7_with_no_open_section_beside_he_goes_to_the_nearest_open_one() {
    // CU-2.7: both walls beside the tower closed, and the tower after them: the court, or the gatehouse behind the wall.
    let mut it = Under::average(&[(Role::Priest, "a16")]);
    let priest = it.first(Role::Priest);
    for place in ["a9", "d16"] {
        it.lands(Ammunition::Disease, on(place), false);
        it.done();
    }
    assert_eq!(it.closed(), ["west wall", "north wall by the west"]);
    it.lands(Ammunition::Disease, on("b15"), false);
    let mut out: Vec<&str> = it
        .game
        .spots_out(priest)
        .into_iter()
        .map(|spot| Castle::get().section(Castle::get().section_at(spot).expect("a section")).name)
        .collect();
    out.dedup();
    out.sort_unstable();
    out.dedup();
    // The south-west tower is as near, along the west wall.
    assert_eq!(out, ["north gatehouse, west side", "south-west tower", "the court"]);
    assert_eq!(it.plays(Decision::Leave(priest, spot("a9"))), Err(Illegal::NoWayOut));
    it.plays(Decision::Leave(priest, spot("g15"))).expect("the gatehouse");
}

#[test]
fn cu_2_8_people_are_injured_under_half_and_killed_over_half() {
    // CU-2.8: by any ammunition, on stone too; exactly half is less; hit again by anything an injured man dies.
    for with in [Ammunition::Boulder, Ammunition::Fire] {
        for (x, health) in [(2, Health::Killed), (4, Health::Injured), (5, Health::Injured), (6, Health::Able)] {
            let mut it = Under::average(&[(Role::Priest, "a1")]);
            let priest = it.first(Role::Priest);
            it.lands(with, at(x, 2), false);
            assert_eq!(it.health(priest), health, "{with} {x}");
            it.done();
            it.lands(Ammunition::Fire, at(5, 2), false);
            let after = if health == Health::Able { Health::Injured } else { Health::Killed };
            assert_eq!(it.health(priest), after, "{with} {x}");
        }
    }
    // Killed he is the attacker's victory point (CU-5).
    let mut it = Under::average(&[(Role::Priest, "c3")]);
    it.lands(Ammunition::Boulder, on("c3"), false);
    assert_eq!(it.game.victory_points(), Some((1, 23)));
}
