//! The line of fire on the three maps that ship (SG-6): lines worked by hand from the page, each told in a comment as it is
//! drawn, and the same from both ends.

use banneret::rules::assault::line::{FireLine, LineEnd, StopsLine};
use banneret::rules::assault::map::{self, HexMap, Terrain};
use banneret::rules::assault::{Tables, cut};
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::man_to_man::Cover;
use banneret::rules::siege::Rise;
use std::sync::Arc;

/// What stops a line.
#[derive(Debug, PartialEq)]
enum Stop {
    /// Clear.
    No,
    /// The obstruction in a hex, or beside it, with its N, H, D1 and D2.
    By(&'static str, [i64; 4]),
    /// The man in that hex is set back.
    SetBack(&'static str),
    /// The inner side is fortified there.
    Inner(&'static str),
    /// He stands so many hexes from the edge and must stand so many.
    Near(i64, i64),
    Passage,
}
use Stop::*;

fn stop(map: &HexMap, line: &FireLine) -> Stop {
    let name = |id| Box::leak(map.cell(id).name().into_boxed_str()) as &'static str;
    match line.stopped {
        None => No,
        Some(StopsLine::Obstruction(checked)) => {
            let Rise { difference, height, lower, upper } = checked.rise;
            By(name(checked.at), [difference, height, lower, upper])
        }
        Some(StopsLine::SetBack(at)) => SetBack(name(at)),
        Some(StopsLine::InnerSide(at)) => Inner(name(at)),
        Some(StopsLine::TooNear { lower, least, .. }) => Near(lower, least),
        Some(StopsLine::Passage) => Passage,
    }
}

fn line(map: &HexMap, from: &str, to: &str) -> FireLine {
    let hex = |name: &str| map.named(name).unwrap_or_else(|| panic!("{} has no hex {name}", map.name));
    FireLine::of(map, hex(from), hex(to), &Tables::book())
}

/// What a drawing shows of a hex: its level, and before it what stands on it: `~` a moat, `H` a house, `T` trees, `s` a
/// stair, `r` a rampart, `K` a room, `/` a ramp, `g` a gateway, `_` below a roof, `=` a bridge, `u` a passage; nothing on open
/// ground.
fn drawn(map: &HexMap, found: &FireLine, from: &str) -> String {
    let mark = |id| {
        let cell = map.cell(id);
        let what = match cell.terrain {
            Terrain::Moat => "~",
            Terrain::House => "H",
            Terrain::Trees => "T",
            Terrain::Stair => "s",
            Terrain::Rampart if cell.roofed => "R",
            Terrain::Rampart => "r",
            Terrain::Room => "K",
            Terrain::Ramp => "/",
            Terrain::Gateway => "g",
            Terrain::Drawbridge => "=",
            Terrain::Passage | Terrain::Spiral => "u",
            Terrain::Rock => "#",
            Terrain::Rubble => ":",
            Terrain::Flat => "",
        };
        format!("{what}{}", cell.level)
    };
    let mut marks: Vec<String> = found.hexes.iter().map(|&id| mark(id)).collect();
    if map.named(from) != found.hexes.first().copied() {
        marks.reverse();
    }
    marks.join(" ")
}

/// Each line is worked by hand: the hexes it passes as they are drawn on the map, what stops it, and the clause that decides.
fn worked(map: &str, lines: &[(&str, &str, Stop, &str, &str)]) {
    let map = map::find(map).expect("it ships");
    for (from, to, expected, drawing, clause) in lines {
        let found = line(&map, from, to);
        let told = cut::cut(&found, &map, map.named(from).expect("a hex"));
        assert_eq!(stop(&map, &found), *expected, "{from} to {to}: {}\n{told}", cut::why(&found, &map));
        assert_eq!(stop(&map, &line(&map, to, from)), *expected, "{to} to {from}, the other way");
        assert_eq!((drawn(&map, &found, from).as_str(), found.clause()), (*drawing, *clause), "{from} to {to}\n{told}");
    }
}

#[test]
fn sg_6_lines_of_the_border_castle() {
    worked(
        "border castle",
        &[
            // Row 14 from the west: field to 09, moat 10, rampart 11 and 12 (level 1), court 13 to 16, keep 17 to 20 (level 3).
            // Field to the outer hex of the rampart: moat between, nothing stands up.
            ("0614", "1114", No, "0 0 0 0 ~-1 r1", "SG-6.2"),
            // Field to the inner hex: it touches no battlement.
            ("0614", "1214", SetBack("1214"), "0 0 0 0 ~-1 r1 r1", "SG-6.3"),
            // Along the north walk and out over the moat: 1408 touches the outer wall, though the line leaves the rampart by the
            // hex beside it, which is as high as he stands.
            ("1408", "1906", No, "r1 r1 ~-1 ~-1 ~-1 0 0", "SG-6.3"),
            // Court to the inner hex, which is the inner edge: from its foot and from further off.
            ("1314", "1214", No, "0 r1", "SG-6.2"),
            ("1614", "1214", No, "0 0 0 0 r1", "SG-6.2"),
            // Court to the outer hex, one hex from the edge and one level up: twice 1 is 2 hexes. At the foot 0, then 1, then 2.
            ("1314", "1114", Near(0, 2), "0 r1 r1", "SG-6.4"),
            ("1414", "1114", Near(1, 2), "0 0 r1 r1", "SG-6.4"),
            ("1514", "1114", No, "0 0 0 r1 r1", "SG-6.4"),
            // From walk to walk with the keep between, both at level 1: its wall's top is at 4, 3 above them.
            ("1114", "2714", By("1614", [0, 3, 5, 10]), "r1 r1 0 0 0 0 K3 K3 K3 K3 0 0 0 0 0 r1 r1", "SG-6.2"),
            // From walk to walk in row 11 over the stables 14 and 15: they stand below both.
            ("1111", "2711", No, "r1 r1 0 H0 H0 0 0 0 0 0 0 0 0 0 0 r1 r1", "SG-6.2"),
            // In the court, over the stables: level, and they are 1 higher.
            ("1311", "1711", By("1411", [0, 1, 0, 2]), "0 H0 H0 0 0", "SG-6.2"),
            // From the walk over the stables: as high as the man on the walk stands.
            ("1211", "1711", By("1511", [1, 1, 1, 2]), "r1 0 H0 H0 0 0", "SG-6.2"),
            // Keep slit 1714 to the west: to the walk, to the field at 06 and at 09. Level 3 over the battlement of level 1:
            // D2 is 5 (12 to 16), so D1 is at least 5·1/2, 3 hexes; 06 stands 4 off (07 to 10), 09 stands 1 off.
            ("1714", "1214", No, "K3 0 0 0 0 r1", "SG-6.2"),
            ("1714", "0614", No, "K3 0 0 0 0 r1 r1 ~-1 0 0 0 0", "SG-6.2"),
            ("1714", "0914", By("1114", [3, 1, 1, 5]), "K3 0 0 0 0 r1 r1 ~-1 0", "SG-6.2"),
            // From a room behind: no slit of his own, and the wall, past 1714, is a level higher than his floor.
            ("1814", "1214", By("1614", [2, 3, 4, 1]), "K3 K3 0 0 0 0 r1", "SG-6.2"),
            // Straight north along the sides of 1407 and 1507: moat on either side.
            ("1506", "1508", No, "0 ~-1 r1", "SG-6.2"),
            // Along the side between the trees 0304, a level higher than the two, and open field: clear if it is so to one side.
            ("0303", "0404", No, "0 0 0", "SG-6.2"),
            // Straight north in the court through the stair 1910, which counts at its level 1, that of the man on the walk.
            ("1912", "1908", By("1910", [1, 1, 1, 1]), "0 0 s1 r1 r1", "SG-6.2"),
        ],
    );
}

#[test]
fn sg_6_lines_of_the_fortified_town() {
    worked(
        "fortified town",
        &[
            // Row 11: citadel wall 24 and 25 (level 2), its moat 26 and 27, streets, houses 30 to 32.
            ("2511", "2911", No, "r2 ~-1 ~-1 0 0", "SG-6.2"),
            ("2411", "2911", SetBack("2411"), "r2 r2 ~-1 ~-1 0 0", "SG-6.3"),
            // Behind the houses: D2 is 6 (26 to 31), H 1 of N 2, so D1 must be 6; he stands 0 and 1 from house 32.
            ("2511", "3311", By("3211", [2, 1, 0, 6]), "r2 ~-1 ~-1 0 0 H0 H0 H0 0", "SG-6.2"),
            ("2511", "3411", By("3211", [2, 1, 1, 6]), "r2 ~-1 ~-1 0 0 H0 H0 H0 0 0", "SG-6.2"),
            // Row 13: houses 40 to 42, town wall 44 and 45 at level 2 there. H 1 of N 2: as far as the upper man.
            // 36: house 40 with D1 3, D2 3; 41 with 4, 2; 42 with 5, 1. 37: house 40 with D1 2, D2 3.
            ("3613", "4413", No, "0 0 0 0 H0 H0 H0 0 r2", "SG-6.2"),
            ("3713", "4413", By("4013", [2, 1, 2, 3]), "0 0 0 H0 H0 H0 0 r2", "SG-6.2"),
            // Row 10, no houses: outer hex 45 is one hex from the edge 44, two levels up: four times 1 is 4 hexes.
            ("3910", "4510", No, "0 0 0 0 0 r2 r2", "SG-6.4"),
            ("4010", "4510", Near(3, 4), "0 0 0 0 r2 r2", "SG-6.4"),
            // The tower beside the Lady Gate is fortified inside: not from its middle, but from its inner hexes.
            ("3917", "4417", Inner("4317"), "0 0 0 0 r2 r2", "SG-6.4"),
            ("3917", "4317", No, "0 0 0 0 r2", "SG-6.2"),
            // Watchtower 1412 (level 7) over the citadel wall (2) into the street: 2412 with D1 4 and D2 9 needs 9·2/5, 4; 2512
            // with D1 3 and D2 10 needs 10·2/5, 4.
            ("1412", "2912", By("2512", [7, 2, 3, 10]), "r7 0 0 0 0 0 0 0 0 0 r2 r2 ~-1 ~-1 0 0", "SG-6.2"),
            // Along the north wall over the citadel's tower 23 to 25 (level 2): its roof is at 3, over them both.
            ("2707", "2207", By("2507", [1, 2, 1, 2]), "r1 r1 R2 R2 R2 r2", "SG-6.2"),
            // From the watchtower to the wall itself: it stands no higher than the man on it.
            ("1412", "2512", No, "r7 0 0 0 0 0 0 0 0 0 r2 r2", "SG-6.2"),
        ],
    );
}

#[test]
fn sg_6_lines_of_the_templars_castle() {
    worked(
        "templars' castle",
        &[
            // Keep slit 2007 to the east (level 5): lower court 21 and 22 (1), citadel wall 23 and 24 (2), main court from 25 (0).
            ("2007", "2307", No, "K5 1 1 r2", "SG-6.2"),
            // At the foot of the wall: 2407 with D1 0, D2 3: 3·2/3 is 2. At 28: 24 with 3 of 2, 23 with 4 of 2·2/3, 2.
            ("2007", "2507", By("2407", [5, 2, 0, 3]), "K5 1 1 r2 r2 0", "SG-6.2"),
            ("2007", "2807", No, "K5 1 1 r2 r2 0 0 0 0", "SG-6.2"),
            // The upper court (level 3) has a wall like a rampart: from its edge 1210 down to 1212, not from 1209 behind it.
            ("1210", "1212", No, "3 1 1", "SG-6.2"),
            ("1209", "1211", SetBack("1209"), "3 3 1", "SG-6.3"),
            // The lower Young Ladies' Tower, 41 to 43 in row 18 (level 1, roofed): 43 is two hexes from its inner edge, so twice
            // 2 is 4 hexes; 36 stands 4 off (37 to 40), 37 stands 3 off.
            ("3618", "4318", No, "0 0 0 0 0 R1 R1 R1", "SG-6.4"),
            ("3718", "4318", Near(3, 4), "0 0 0 0 R1 R1 R1", "SG-6.4"),
            // Along the north wall to the tower 25 and 26: the roof he stands under is none to him. On to the citadel's own
            // tower the door between is shut, a level high.
            ("2803", "2503", No, "r2 r2 R2 R2", "SG-6.2"),
            ("2803", "2403", By("2403", [0, 1, 0, 3]), "r2 r2 R2 R2 R2", "SG-6.2"),
            // Out of the guard post: a slit to the south-west, none to the west, where the wall is a level high.
            ("3036", "2938", No, "0 0 0", "SG-6.2"),
            ("3036", "2736", By("2936", [0, 1, 2, 0]), "0 0 0 0", "SG-6.2"),
            // The secret passage: straight from the keep's spiral stair, and no further than its bend; nothing from above.
            ("2009u", "2213u", No, "u-1 u-1 u-1 u-1 u-1", "SG-10"),
            ("2009u", "2216u", Passage, "u-1 u-1", "SG-10"),
            ("2112", "2112u", Passage, "1 u-1", "SG-10"),
        ],
    );
}

/// SG-6.1: what players at a table find without reckoning.
#[test]
fn sg_6_1_the_rule_of_thumb_stands_beside_the_exact_test() {
    let town = map::find("fortified town").expect("it ships");
    assert_eq!(line(&town, "3613", "4413").at_a_table(), Some(true), "3 hexes off and 3 hexes up");
    assert_eq!(line(&town, "3713", "4413").at_a_table(), Some(false));
    assert_eq!(line(&town, "2511", "2911").at_a_table(), None, "nothing stands between");
    let castle = map::find("border castle").expect("it ships");
    // The keep's slit to the field at 06: D1 4 is less than D2 5, and yet the exact test asks 3.
    let exact = line(&castle, "1714", "0614");
    assert_eq!((exact.is_clear(), exact.at_a_table()), (true, Some(false)));
}

#[test]
fn sg_6_cover_comes_from_the_side_the_line_crosses() {
    let castle = map::find("border castle").expect("it ships");
    let cover = |from: &str, to: &str| {
        let to = castle.named(to).expect("a hex");
        FireLine::of(&castle, castle.named(from).expect("a hex"), to, &Tables::book()).cover(
            &castle,
            to,
            &Tables::book(),
        )
    };
    assert_eq!(cover("0614", "1114"), Cover::Heavy, "behind the battlements");
    assert_eq!(cover("1114", "0614"), Cover::None, "in the field");
    assert_eq!(cover("1514", "1114"), Cover::None, "from the court his back is bare");
    assert_eq!(cover("0614", "1714"), Cover::Heavy, "behind a slit");
    assert_eq!(cover("0203", "0304"), Cover::Light, "among trees");
}

#[test]
fn sg_6_3_beside_a_breach_and_from_a_siege_tower_even_the_man_set_back_is_seen() {
    let mut castle = HexMap::clone(&map::find("border castle").expect("it ships"));
    let hex = |name: &str| map::find("border castle").and_then(|map| map.named(name)).expect("a hex");
    let tables = Tables::book();
    let (field, behind) = (hex("0614"), hex("1214"));
    assert!(!FireLine::of(&castle, field, behind, &tables).is_clear());
    // A siege tower in the filled moat, a level above the walk: as near to the battlements (0) as he is (1 hex).
    let tower = |at: &str| LineEnd::on_tower(hex(at), 2);
    let back = LineEnd::on(&castle, behind);
    let near = FireLine::between(&castle, tower("1014"), back, &tables);
    assert!(near.is_clear(), "{}", cut::why(&near, &castle));
    assert_eq!(near.cover(&castle, behind, &tables), Cover::None, "he has no cover on the rampart");
    // One hex further off it is as near as he; two hexes off it is not.
    assert!(FireLine::between(&castle, tower("0914"), back, &tables).is_clear());
    let far = FireLine::between(&castle, tower("0814"), back, &tables);
    assert_eq!(stop(&castle, &far), SetBack("1214"));
    // Men on the tower: medium cover, as heavy, from below level 3, light from there up (SG-7.2).
    assert_eq!(near.cover(&castle, hex("1014"), &tables), Cover::Heavy);
    let keep = FireLine::between(&castle, tower("1014"), LineEnd::on(&castle, hex("1714")), &tables);
    assert_eq!(keep.cover(&castle, hex("1014"), &tables), Cover::Light);
    // The outer hex demolished: across the breach, and without cover.
    let breach = &mut castle.cells[usize::from(hex("1114").0)];
    (breach.terrain, breach.level, breach.top, breach.edges) = (Terrain::Rubble, 0, 0, Default::default());
    let across = FireLine::of(&castle, field, behind, &tables);
    assert!(across.is_clear(), "{}", cut::why(&across, &castle));
    assert_eq!(across.cover(&castle, behind, &tables), Cover::None);
}

/// Any two hexes of any map: the same from both ends, over neighbours all the way.
#[test]
fn sg_6_any_line_is_the_same_from_both_ends() {
    let mut dice = Seeded::new(6);
    let mut clear = 0;
    for map in map::shipped() {
        let ids: Vec<_> = map.ids().filter(|&id| !map.cell(id).under).collect();
        for _ in 0..1_500 {
            let [a, b] = [ids[dice.lot("a", ids.len())], ids[dice.lot("b", ids.len())]];
            let (there, back) = (line_of(map, a, b), line_of(map, b, a));
            let mut turned = back.hexes.clone();
            if back.lower != there.lower {
                turned.reverse();
            }
            let names = |hexes: &[_]| hexes.iter().map(|&id| map.cell(id).name()).collect::<Vec<_>>().join(" ");
            assert_eq!(there.is_clear(), back.is_clear(), "{}", names(&[a, b]));
            assert_eq!(there.hexes, turned, "{}", names(&[a, b]));
            assert!(there.hexes.windows(2).all(|two| map.distance(two[0], two[1]) == 1), "{}", names(&there.hexes));
            clear += usize::from(there.is_clear());
        }
    }
    assert!((500..4_000).contains(&clear), "{clear}");
}

fn line_of(map: &Arc<HexMap>, a: map::HexId, b: map::HexId) -> FireLine {
    FireLine::of(map, a, b, &Tables::book())
}

/// SG-6.3, SG-7.2: right behind the battlements a man is covered however slantwise the line goes out over them, but not against a man
/// on a siege tower.
#[test]
fn sg_6_3_battlements_cover_who_is_right_behind_them_slantwise_too() {
    let castle = map::find("border castle").expect("it ships");
    let tables = Tables::book();
    let mut slantwise = 0;
    for name in ["1112", "1114", "1116", "1609", "2415"] {
        let at = castle.named(name).expect("a hex");
        if !castle.touches_outer_wall(at) {
            continue;
        }
        for from in castle.ids().filter(|&from| castle.line_of(from) == 0 && castle.holds(from).is_ok()) {
            let line = FireLine::of(&castle, from, at, &tables);
            if !line.is_clear() {
                continue;
            }
            assert_eq!(line.cover(&castle, at, &tables), Cover::Heavy, "{} from {}", name, castle.cell(from).name());
            let next = line.hexes[line.hexes.len() - 2];
            let side = castle.side_to(at, next).expect("beside it");
            if !castle.cell(at).edge(side).battlement {
                slantwise += 1;
                let tower = FireLine::between(&castle, LineEnd::on(&castle, at), LineEnd::on_tower(from, 2), &tables);
                let same = tower.hexes == line.hexes;
                assert!(!same || tower.cover(&castle, at, &tables) == Cover::None, "{name}");
            }
        }
    }
    assert!(slantwise > 0);
}
