//! Castle under Siege: the castle, its counters and the ammunition (CU-1).

use crate::cu_table::*;
use banneret::rules::castle_under_siege::*;
use banneret::rules::figure::Side;
use banneret::rules::game::{Game as _, Pending};
use banneret::rules::geometry::INCH;

#[test]
fn cu_1_1_and_cu_1_3_the_defender_places_24_counters_each_on_a_spot() {
    // CU-1.3: 14 soldiers, 3 priests, 3 stonemasons, 3 water boys, 1 wizard; CU-1.1: by the defender, stacking allowed.
    let book = Tables::book();
    assert_eq!(Role::ALL.iter().map(|role| role.count(&book)).collect::<Vec<_>>(), [14, 3, 3, 3, 1]);
    let mut game = Position::new(AVERAGE, &book);
    assert_eq!(game.pending(), Pending::One(Side::Defender));
    let mut dice = banneret::rules::dice::Seeded::new(1);
    let mut place = |game: &mut Position, decision| game.play(Side::Defender, decision, &mut dice, &mut Vec::new());
    // The wizard twice, off the plan, and done too early are refused.
    place(&mut game, Decision::Place(Role::Wizard, spot("g7"))).expect("the keep");
    assert_eq!(place(&mut game, Decision::Place(Role::Wizard, spot("g7"))), Err(Illegal::AllPlaced(Role::Wizard)));
    assert_eq!(place(&mut game, Decision::Place(Role::Priest, spot("q1"))), Err(Illegal::NoSpot(spot("q1"))));
    assert_eq!(place(&mut game, Decision::Place(Role::Priest, spot("a17"))), Err(Illegal::NoSpot(spot("a17"))));
    assert_eq!(place(&mut game, Decision::Done), Err(Illegal::Unplaced(23)));
    for &role in Role::ALL {
        while game.unplaced(role) > 0 {
            place(&mut game, Decision::Place(role, spot("a1"))).expect("all on one spot if he likes");
        }
    }
    assert_eq!(game.people().len(), 24);
    place(&mut game, Decision::Done).expect("all are placed");
    assert_eq!(game.pending(), Pending::One(Side::Attacker));
}

#[test]
fn cu_1_1_a_counter_stands_where_it_was_placed_whoever_falls_beside_it() {
    // CU-1.1: counters do not shift. Two stacked on a corner of the tower are hit at once, and the third stands where it was.
    let mut it = Under::average(&[(Role::Priest, "a1"), (Role::Priest, "a1"), (Role::Priest, "b2")]);
    let priests = it.all(Role::Priest);
    it.lands(Ammunition::Boulder, on("a1"), false);
    assert_eq!(
        priests.iter().map(|&id| it.health(id)).collect::<Vec<_>>(),
        [Health::Killed, Health::Killed, Health::Able]
    );
    assert_eq!(it.game.person(priests[2]).spot, spot("b2"));
    // A counter lies whole on his spot, and on the section it is in.
    let castle = Castle::get();
    assert_eq!(castle.section_at(spot("b2")), Some(section("south-west tower")));
    assert_eq!(castle.section_at(spot("c1")), Some(section("south wall by the west")));
    assert_eq!(castle.section_at(spot("c2")), Some(section("the court")));
}

#[test]
fn cu_1_1_every_inch_of_the_castle_is_one_spot_of_one_section() {
    let castle = Castle::get();
    let mut all: Vec<CastleSpot> = castle.sections.iter().flat_map(|section| section.spots.clone()).collect();
    assert_eq!(all.len(), 16 * 16);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 16 * 16, "no spot is in two sections");
    for id in castle.ids() {
        let section = castle.section(id);
        let size = section.plot.size.x * section.plot.size.y / (INCH * INCH);
        if section.kind != SectionKind::Court {
            assert_eq!(section.spots.len() as i32, size, "{}", section.name);
        }
        assert!(section.spots.iter().all(|&spot| castle.section_at(spot) == Some(id)), "{}", section.name);
    }
    // As it is typed and kept.
    for (text, known) in
        [("a1", true), ("P16", true), ("a0", false), ("1a", false), ("", false), ("ä3", false), ("a1x", false)]
    {
        assert_eq!(text.parse::<CastleSpot>().is_ok(), known, "{text}");
    }
    assert!(all.iter().all(|spot| spot.to_string().parse() == Ok(*spot)));
}

#[test]
fn cu_1_2_the_plan_and_its_points() {
    // CU-1.2: four towers, six walls, two gatehouses and the keep; a point more each when powerful, and nothing burns.
    let castle = Castle::get();
    let count = |kind: SectionKind| castle.structures.iter().filter(|built| built.kind == kind).count();
    let kinds = [SectionKind::Tower, SectionKind::Wall, SectionKind::Gatehouse, SectionKind::Keep];
    assert_eq!(kinds.map(count), [4, 6, 2, 1]);
    let whole = |agreed| {
        let game = Position::new(agreed, &Tables::book());
        kinds.map(|kind| {
            let id = castle.structure_ids().find(|&id| castle.structure(id).kind == kind).expect("one");
            assert_eq!(game.points_left(id), game.points_whole(id));
            game.points_whole(id)
        })
    };
    assert_eq!((whole(AVERAGE), whole(POWERFUL)), ([4, 3, 4, 6], [5, 4, 5, 7]));
    let wood = |agreed| {
        let game = Position::new(agreed, &Tables::book());
        let of: Vec<SectionKind> =
            castle.structure_ids().filter(|&id| game.is_wood(id)).map(|id| castle.structure(id).kind).collect();
        kinds.map(|kind| of.iter().filter(|&&known| known == kind).count())
    };
    // Both gatehouses, the keep's roof and two walls.
    assert_eq!((wood(AVERAGE), wood(POWERFUL)), ([0, 2, 2, 1], [0; 4]));
    // A ring: every tower has a wall to either side, and the gatehouses are in opposite walls.
    let walls_of = |tower: StructureId| {
        castle
            .structure_ids()
            .filter(|&wall| castle.structure(wall).kind == SectionKind::Wall && castle.adjoin(tower, wall))
            .count()
    };
    let towers = castle.structure_ids().filter(|&id| castle.structure(id).kind == SectionKind::Tower);
    assert!(towers.map(walls_of).all(|walls| walls == 2));
    assert!(castle.adjoin(structure("west wall"), structure("north-west tower")));
    assert!(!castle.adjoin(structure("west wall"), structure("south-east tower")));
}

#[test]
fn cu_1_2_the_court_reaches_the_walls() {
    // CU-1.2: the inner court is around the keep and within the walls; nothing between belongs to neither.
    let game = Position::new(AVERAGE, &Tables::book());
    for (x, y) in (0..=60).flat_map(|x| (0..=60).map(move |y| (x, y))) {
        let shares = game.shares(Landing::square(at(2 + x, 2 + y)));
        let all: u32 = shares.iter().map(|(_, share)| share.thousandths()).sum();
        assert!((999..=1001).contains(&all), "{x} {y}: {shares:?}");
    }
}

#[test]
fn cu_1_4_there_are_eight_boulders_six_fires_and_four_of_disease() {
    let mut it = Under::average(&[]);
    assert_eq!(it.game.ammunition(), [8, 6, 4]);
    it.misses();
    assert_eq!(it.game.ammunition(), [7, 6, 4], "what misses is gone too");
    let mut it = Under::with(AVERAGE, &house(&[("catapult_fire", "0")]), &[]);
    assert_eq!(it.plays(Decision::Choose(Ammunition::Fire)), Err(Illegal::NoneLeft));
}

#[test]
fn cu_1_a_campaigns_own_numbers_are_played() {
    // CU-1.2 to CU-1.4 are house rules: a campaign may set each, and the game begins with them.
    let own =
        house(&[("castle_soldiers", "2"), ("castle_priests", "0"), ("wall_points", "9"), ("powerful_points", "3")]);
    let game = Position::new(POWERFUL, &own);
    assert_eq!((game.unplaced(Role::Soldier), game.unplaced(Role::Priest)), (2, 0));
    assert_eq!(game.points_left(structure("west wall")), 12);
}
