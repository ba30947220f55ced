//! Castle Cracker: shooting by thirds of the cord, armour against impact, the cup, grapeshot and files, as exact odds
//! (CC-4).

use banneret::rules::castle_cracker::cup::{CupFall, cup_place, on_cord, roll_cup, under_cup, under_grape};
use banneret::rules::castle_cracker::shooting::{
    Band, MissileShot, Shelter, aim_parts, breaks, hit_need, in_arc, is_ready, reach, roll_hit,
};
use banneret::rules::castle_cracker::tables::Aim;
use banneret::rules::castle_cracker::{Hardness, ShotWeapon, Tables};
use banneret::rules::explain::Sum;
use banneret::rules::geometry::{Heading, INCH, Point};
use banneret::rules::odds::Odds;
use std::collections::BTreeMap;

fn hits(shot: &MissileShot, tables: &Tables) -> String {
    let mut added = Sum::default();
    aim_parts(shot, tables, &mut added);
    Odds::of(|dice| roll_hit(shot.band, added.0, tables, dice).1).expect("few paths").exact(&true)
}

fn shot(weapon: ShotWeapon, band: Band) -> MissileShot {
    MissileShot { weapon, band, shelter: Shelter::Open, still: false }
}

/// CC-4.0: every row of the weapon table, as it is on the page.
#[test]
fn cc_4_0_every_weapon_has_its_range_impact_and_rate() {
    let tables = Tables::book();
    let rows = [
        (ShotWeapon::Thrown, 1, [2, 2, 1], 1, 0, Aim::Each, 0),
        (ShotWeapon::Bow, 3, [4, 2, 1], 2, 0, Aim::Each, 0),
        (ShotWeapon::Crossbow, 2, [6, 3, 1], 1, 0, Aim::Each, 0),
        (ShotWeapon::Musket, 2, [6, 3, 2], 1, 0, Aim::Each, 0),
        (ShotWeapon::Ballista, 2, [7, 5, 3], 1, 1, Aim::File, 3),
        (ShotWeapon::Catapult, 2, [3, 3, 3], 1, 1, Aim::Cup, 0),
        (ShotWeapon::Cannon, 2, [8, 6, 4], 1, 1, Aim::File, 5),
        (ShotWeapon::Howitzer, 2, [5, 5, 5], 1, 1, Aim::Cup, 0),
    ];
    assert_eq!(rows.map(|row| row.0).as_slice(), ShotWeapon::ALL);
    for (weapon, range, impact, shots, rests, aim, file) in rows {
        let row = tables.weapon(weapon);
        assert_eq!(
            (row.range, row.impact, row.shots, row.rests, row.aim, row.file),
            (range, impact, shots, rests, aim, file)
        );
        assert_eq!(reach(row, &tables), range * 12 * INCH, "{weapon} in feet");
    }
    // CC-4.0: every other turn.
    let cannon = tables.weapon(ShotWeapon::Cannon);
    assert!(is_ready(cannon, None, 1) && !is_ready(cannon, Some(1), 2) && is_ready(cannon, Some(1), 3));
    assert!(is_ready(tables.weapon(ShotWeapon::Bow), Some(1), 2));
}

/// CC-4.0, CC-4.2, CC-4.3: the odds that one shot of each weapon kills or wrecks each armour in each band.
#[test]
fn cc_4_0_each_row_of_the_weapon_table_against_each_armour_as_exact_odds() {
    let tables = Tables::book();
    // A hit close, medium and long; and what each impact breaks of light 1, medium 3, heavy 5, siege gun 4, siege tower 5,
    // ram 6, chariot 3, war wagon 4 and gate 6, in that order.
    let hit = ["26/36", "15/36", "6/36"];
    let broken = [
        (ShotWeapon::Thrown, ["l........", "l........", "l........"]),
        (ShotWeapon::Bow, ["lm....c..", "l........", "l........"]),
        (ShotWeapon::Crossbow, ["lmh...c..", "lm....c..", "l........"]),
        (ShotWeapon::Musket, ["lmh...c..", "lm....c..", "l........"]),
        (ShotWeapon::Ballista, ["lmhgtrcwG", "lmhgt.cw.", "lm....c.."]),
        (ShotWeapon::Catapult, ["lm....c.."; 3]),
        (ShotWeapon::Cannon, ["lmhgtrcwG", "lmhgtrcwG", "lm.g..cw."]),
        (ShotWeapon::Howitzer, ["lmhgt.cw."; 3]),
    ];
    for (weapon, bands) in broken {
        let row = tables.weapon(weapon);
        for ((band, letters), hit) in Band::ALL.iter().copied().zip(bands).zip(hit) {
            assert_eq!(hits(&shot(weapon, band), &tables), hit, "{weapon} {band}");
            for (hardness, letter) in Hardness::ALL.iter().copied().zip(letters.chars()) {
                let kills = breaks(weapon, row.impact[band as usize], hardness, &tables);
                assert_eq!(kills, letter != '.', "{weapon} {band} at {hardness}");
            }
        }
    }
}

/// The worked values: a bow at medium never kills medium infantry; a crossbow close kills heavy in 26 of 36.
#[test]
fn cc_4_3_the_worked_shots() {
    let tables = Tables::book();
    assert_eq!(hits(&shot(ShotWeapon::Bow, Band::Medium), &tables), "15/36");
    assert!(!breaks(ShotWeapon::Bow, 2, Hardness::Medium, &tables));
    assert_eq!(hits(&shot(ShotWeapon::Crossbow, Band::Close), &tables), "26/36");
    assert!(breaks(ShotWeapon::Crossbow, 6, Hardness::Heavy, &tables));
}

/// CC-4.1: thirds of the cord; the knot belongs to the nearer third.
#[test]
fn cc_4_1_bands_are_thirds_of_the_cord() {
    let tables = Tables::book();
    let foot = i64::from(tables.twelfths(12));
    assert_eq!(foot, 768, "R1 is 12 in of 64");
    let cord = reach(tables.weapon(ShotWeapon::Bow), &tables);
    let at = |length: i64| Band::of(cord, length * length);
    assert_eq!(
        [at(foot), at(foot + 1), at(2 * foot), at(2 * foot + 1)],
        [Some(Band::Close), Some(Band::Medium), Some(Band::Medium), Some(Band::Long)]
    );
    assert_eq!((at(3 * foot), at(3 * foot + 1)), (Some(Band::Long), None));
}

/// CC-4.2: what must be rolled, and what is added.
#[test]
fn cc_4_2_cover_and_standing_still_are_counted() {
    let tables = Tables::book();
    assert_eq!(Band::ALL.iter().map(|band| hit_need(*band, &tables)).collect::<Vec<_>>(), [6, 8, 10]);
    let with = |shelter, still| hits(&MissileShot { shelter, still, ..shot(ShotWeapon::Bow, Band::Medium) }, &tables);
    assert_eq!(with(Shelter::Walls, false), "6/36", "8 less 2 is 10");
    assert_eq!(with(Shelter::Wagons, false), "10/36", "8 less 1 is 9");
    assert_eq!(with(Shelter::Open, true), "26/36", "8 and 2 is 6");
    assert_eq!(with(Shelter::Walls, true), "15/36", "they cancel");
}

/// CC-4.3: by the strict table every weapon harms gear.
#[test]
fn cc_4_3_the_strict_table_is_an_option() {
    let own = BTreeMap::from([("cracker_strict_armour".to_owned(), "1".to_owned())]);
    let (book, strict) = (Tables::book(), Tables::with_house(&own).expect("it is allowed"));
    for (hardness, breaks_it) in [(Hardness::Gate, true), (Hardness::WarWagon, true), (Hardness::SiegeGun, true)] {
        assert!(!breaks(ShotWeapon::Crossbow, 6, hardness, &book));
        assert_eq!(breaks(ShotWeapon::Crossbow, 6, hardness, &strict), breaks_it);
    }
    assert!(!breaks(ShotWeapon::Crossbow, 3, Hardness::Gate, &strict));
}

/// Cords are scaled by the campaign (CC-3.0).
#[test]
fn cc_3_0_a_campaign_scales_every_cord() {
    let own = BTreeMap::from([("cracker_cords".to_owned(), "2".to_owned())]);
    let tables = Tables::with_house(&own).expect("it is allowed");
    assert_eq!(reach(tables.weapon(ShotWeapon::Bow), &tables), 6 * 12 * INCH);
    assert_eq!(tables.third(), 8 * INCH);
}

/// CC-4.7: 1–2 on it, 3 short, 4 over, 5 left, 6 right, a cup's width off.
#[test]
fn cc_4_7_the_cup_falls_by_the_die() {
    let tables = Tables::book();
    let odds = Odds::of(|dice| roll_cup(&tables, dice).1).expect("few paths");
    let exact: Vec<String> = CupFall::ALL.iter().map(|fall| odds.exact(fall)).collect();
    assert_eq!(exact, ["2/6", "1/6", "1/6", "1/6", "1/6"]);
    let (from, target) = (Point::new(0, 0), Point::new(0, 1000));
    let at = |fall| cup_place(from, target, fall, &tables);
    let falls = CupFall::ALL.iter().map(|fall| at(*fall)).collect::<Vec<_>>();
    assert_eq!(falls, [(0, 1000), (0, 744), (0, 1256), (-256, 1000), (256, 1000)].map(|(x, y)| Point::new(x, y)));
    // A cup a third of R1 wide covers a sixth about its middle.
    assert!(under_cup(target, Point::new(128, 1000), &tables) && !under_cup(target, Point::new(129, 1000), &tables));
}

/// CC-4.8: the cup on its side, no further than R1.
#[test]
fn cc_4_8_grapeshot_covers_a_cups_width_to_r1() {
    let tables = Tables::book();
    let (gun, target) = (Point::new(0, 0), Point::new(0, 500));
    let under = |x, y| under_grape(gun, target, Point::new(x, y), &tables);
    assert!(under(0, 300) && under(128, 300) && under(0, 768));
    assert!(!under(130, 300) && !under(0, 769) && !under(0, -10));
    assert_eq!((tables.grape.most, tables.grape.impact), (5, 5));
}

/// CC-4.6: the taut cord touches the figures it passes.
#[test]
fn cc_4_6_the_cord_touches_those_it_passes() {
    let (gun, target) = (Point::new(0, 0), Point::new(0, 500));
    assert!(on_cord(gun, target, Point::new(32, 900), 64));
    assert!(!on_cord(gun, target, Point::new(33, 900), 64));
    assert!(!on_cord(gun, target, Point::new(0, -100), 64), "not behind the gun");
}

/// CC-4.9: three quarters of a circle, half, a quarter.
#[test]
fn cc_4_9_arcs_are_quarters_of_a_circle() {
    let arcs = |x, y| [1, 2, 3].map(|quarters| in_arc(Heading::UP, Point::new(x, y), quarters));
    assert_eq!(arcs(0, 10), [true, true, true]);
    assert_eq!(arcs(10, 10), [true, true, true]);
    assert_eq!(arcs(11, 10), [false, true, true]);
    assert_eq!(arcs(10, 0), [false, true, true]);
    assert_eq!(arcs(10, -1), [false, false, true]);
    assert_eq!(arcs(10, -11), [false, false, false]);
    let tables = Tables::book();
    let quarters = ShotWeapon::ALL.iter().map(|weapon| tables.weapon(*weapon).quarters).collect::<Vec<_>>();
    assert_eq!(quarters, [2, 3, 2, 2, 2, 1, 1, 1]);
}

/// CC-4.2, CC-6.5: what is told of shots and of a fight on a wall adds up: what must be rolled, what was added and what for, and
/// each round as it was rolled.
#[test]
fn what_was_rolled_is_told_as_it_was() {
    use banneret::rules::castle_cracker::wall::{Strike, WallRound};
    use banneret::rules::castle_cracker::{AimAdded, Event, FileShot, ShotWeapon, Volley, WallFight, line, sentence};
    let added = AimAdded { shelter: Shelter::Walls, cover: -2, still: 2 };
    let volley = Volley { need: [6, 8, 10], added, shots: [0, 1, 36], hits: [0, 1, 3], killed: 1 };
    let told = |volley: Volley| sentence(&Event::Volley("bows".into(), ShotWeapon::Bow, "foes".into(), volley));
    assert_eq!(
        told(volley.clone()),
        "Bows shoot at foes with the bow: 1 of 1 shot at medium range hits (8 or more of two dice, −2 behind walls, \
         +2 neither has moved) and 3 of 36 shots at long range hit (10 or more of two dice, −2 behind walls, \
         +2 neither has moved); 1 man falls (CC-4.4)."
    );
    let plain = Volley { added: AimAdded::default(), shots: [0, 0, 36], ..volley };
    assert!(told(plain).contains("3 of 36 shots at long range hit (10 or more of two dice); 1 man"));
    let shot = FileShot {
        band: Band::Long,
        faces: [5, 4],
        added,
        hit: false,
        touched: 0,
        fell: Vec::new(),
        wrecked: Vec::new(),
    };
    let full = line(&Event::ShotFile("the gun".into(), ShotWeapon::Cannon, "foes".into(), shot)).full();
    assert!(full.ends_with("[shot 5+4 −2 behind walls +2 neither has moved = 9 (CC-4.2)]"), "{full}");
    let round = WallRound {
        one: 4,
        many: vec![3, 2, 5],
        strike: Some(Strike { face: 3, need: 3 }),
        struck: vec![Strike { face: 4, need: 5 }],
        falls: Some(0),
        ..WallRound::default()
    };
    let fight =
        WallFight { wall: "the gate".into(), up: 1, holders: 3, up_fell: 0, holders_fell: 1, rounds: vec![round] };
    let full = line(&Event::WallFought(fight)).full();
    assert_eq!(
        full,
        "On the gate 1 man fights 3: 4 against 3, 2, 5, strikes with 3 (3 or more fells), is struck with 4 (5 or more fells), \
         one against him falls; 0 of 1 and 1 of 3 fall (CC-6.5)."
    );
    let parted = sentence(&Event::Parted("the horse".into(), 1));
    assert_eq!(parted, "1 parts from the horse (CC-2.1).");
}
