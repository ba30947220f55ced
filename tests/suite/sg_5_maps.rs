//! The maps of the assault (SG-5, SG-10): what the three that ship show, and that a file of one's own is told every fault.

use banneret::rules::assault::map::{self, Barred, HexMap, LiftKind, Terrain, read};
use banneret::rules::assault::{Hex, HexSide};
use std::collections::BTreeSet;

fn levels(map: &HexMap, part: &str) -> Vec<i8> {
    let part = map.parts.iter().position(|known| known.name == part).unwrap_or_else(|| panic!("no part {part}"));
    let cells = map.cells.iter().filter(|cell| usize::from(cell.part) == part && cell.terrain != Terrain::Stair);
    cells.map(|cell| cell.level).collect::<BTreeSet<i8>>().into_iter().collect()
}

fn shipped(name: &str) -> HexMap {
    HexMap::clone(&map::find(name).unwrap_or_else(|| panic!("{name} does not ship")))
}

/// SG-5.1: the table of levels.
#[test]
fn sg_5_1_levels_are_those_of_the_table() {
    let castle = shipped("Border-Castle");
    for (part, level) in [
        ("the moat", vec![-1, 0]),
        ("the field", vec![0]),
        ("the court", vec![0]),
        ("the rampart", vec![1]),
        ("the corner towers", vec![1]),
        ("the keep", vec![3]),
    ] {
        assert_eq!(levels(&castle, part), level, "{part}");
    }
    let town = shipped("the fortified town");
    for (part, level) in [
        ("the streets", vec![0]),
        ("the citadel moat", vec![-1, 0]),
        ("the town wall", vec![1]),
        ("the Great Tower and the wall to the Lady Gate", vec![2]),
        ("the citadel wall", vec![2]),
        ("the linked tower", vec![5]),
        ("the keep", vec![5]),
        ("the watchtower", vec![7]),
    ] {
        assert_eq!(levels(&town, part), level, "{part}");
    }
    let templars = shipped("Templars' castle");
    for (part, level) in [
        ("the moat of St James gate", vec![-5, 0]),
        ("the secret passage", vec![-1]),
        ("the guard post", vec![0]),
        ("the main court", vec![0]),
        ("the Young Ladies' Tower", vec![1, 2]),
        ("the east rampart", vec![1]),
        ("the towers of the main entry", vec![1, 2]),
        ("the outer ramparts", vec![2]),
        ("the citadel's wall", vec![2]),
        ("the lower court", vec![1]),
        ("the upper court", vec![3]),
        ("Solomon's Tower", vec![3]),
        ("the keep", vec![5]),
        ("the watchtower", vec![7]),
    ] {
        assert_eq!(levels(&templars, part), level, "{part}");
    }
    // Two, four and four lines of defence (SG-1.5, SG-10).
    assert_eq!([&castle, &town, &templars].map(|map| map.lines.len()), [2, 4, 4]);
}

/// The fewest stair hexes that are climbed on the way to each hex from level 0 outside, counted on the way: a ramp counts as
/// one, and no level is looked at but to tell up from down.
fn stairs_to(map: &HexMap) -> Vec<Option<i8>> {
    let mut open = map.clone();
    open.gates.iter_mut().for_each(|gate| gate.open = true);
    open.lifts.iter_mut().for_each(|lift| lift.closed = false);
    let mut least: Vec<Option<i8>> = vec![None; open.cells.len()];
    let outside = |id: &_| open.line_of(*id) == 0 && open.holds(*id).is_ok() && open.cell(*id).terrain == Terrain::Flat;
    let mut rings = vec![open.ids().filter(outside).collect::<Vec<_>>()];
    for stairs in 0.. {
        let Some(mut ring) = rings.pop().filter(|ring| !ring.is_empty()) else { break };
        let mut after = Vec::new();
        while let Some(at) = ring.pop() {
            if least[usize::from(at.0)].is_some() {
                continue;
            }
            least[usize::from(at.0)] = Some(stairs);
            // A spiral stair stands for more steps than its hexes.
            for to in open.steps(at).filter(|&to| open.cell(at).spiral != Some(to)) {
                let climbs = matches!(open.cell(to).terrain, Terrain::Stair | Terrain::Ramp)
                    && open.cell(to).level > open.cell(at).level;
                if climbs { after.push(to) } else { ring.push(to) }
            }
        }
        rings.push(after);
    }
    least
}

/// SG-5.1: counted over the map, from level 0.
#[test]
fn sg_5_1_a_hexs_level_is_the_number_of_stairs_to_it() {
    for map in map::shipped() {
        for (id, stairs) in map.ids().zip(stairs_to(map)) {
            let cell = map.cell(id);
            if cell.under || matches!(cell.terrain, Terrain::Moat | Terrain::House | Terrain::Rock) {
                continue;
            }
            assert_eq!(stairs, Some(cell.level), "{} of {}", cell.name(), map.name);
        }
        // And each single step up is a stair or a ramp.
        for id in map.ids() {
            for to in map.steps(id) {
                let (from, to) = (map.cell(id), map.cell(to));
                let climbs = to.level > from.level && from.spiral.is_none();
                assert!(!climbs || to.level == from.level + 1, "{} to {}", from.name(), to.name());
                assert!(!climbs || matches!(to.terrain, Terrain::Stair | Terrain::Ramp), "{}", to.name());
            }
        }
    }
}

/// SG-5.3: by the sides it opens on.
#[test]
fn sg_5_3_a_stair_is_entered_from_where_it_opens() {
    let castle = shipped("border castle");
    let hex = |name: &str| castle.named(name).expect("a hex");
    // 1315 opens below on 1415 alone, above on the walk 1215 alone.
    let from: Vec<String> = castle
        .around(hex("1315"))
        .filter(|&(side, _)| castle.step(hex("1315"), side).is_ok())
        .map(|(_, id)| castle.cell(id).name())
        .collect();
    assert_eq!(from, ["1415", "1215"]);
    assert_eq!(castle.leads(hex("1316"), hex("1315")), Err(Barred::StairSide));
    assert!(!castle.face_to_face(hex("1316"), hex("1315")), "nor is it fought from there");
    // 1910 opens on two hexes below and two above.
    let two: Vec<String> = castle.steps(hex("1910")).map(|id| castle.cell(id).name()).collect();
    assert_eq!(two.len(), 4, "{two:?}");
    // 3609 of the town opens in the middle of its hex: from every hex around at its level or the one below.
    let town = shipped("fortified town");
    let stair = town.named("3609").expect("a hex");
    assert_eq!(town.steps(stair).count(), 6);
}

#[test]
fn sg_10_the_templars_castle_has_what_the_page_lists() {
    let map = shipped("the Templars’ castle");
    let hex = |name: &str| map.named(name).unwrap_or_else(|| panic!("no hex {name}"));
    // The moats of the main entry and of St James gate are too deep to fill (SG-7.7).
    let moats: Vec<_> = map.cells.iter().filter(|cell| cell.terrain == Terrain::Moat).collect();
    assert!(!moats.is_empty() && moats.iter().all(|cell| cell.deep));
    // One way leads to the upper court: the stair whose top is raised from the keep's slit beside it.
    let upper = map.parts.iter().position(|part| part.name == "the upper court").expect("the upper court") as u8;
    let enters = |map: &HexMap| -> BTreeSet<String> {
        let from_outside = map.ids().filter(|&id| map.cell(id).part != upper);
        from_outside
            .filter(|&id| map.holds(id).is_ok() && map.steps(id).any(|to| map.cell(to).part == upper))
            .map(|id| map.cell(id).name())
            .collect()
    };
    assert_eq!(enters(&map), BTreeSet::from(["1610".to_owned()]));
    let stair = map.lifts.iter().position(|lift| lift.kind == LiftKind::Stair).expect("it can be raised");
    assert_eq!(map.lifts[stair].from, hex("1609"));
    assert!(map.in_keep(hex("1609")) && map.cell(hex("1609")).edge(HexSide::SouthEast).slit);
    assert_eq!(map.distance(hex("1609"), hex("1610")), 1);
    let mut raised = map.clone();
    raised.lifts[stair].closed = true;
    assert_eq!(raised.leads(hex("1710"), hex("1610")), Err(Barred::Raised));
    assert!(enters(&raised).is_empty());
    // The wall of the upper court covers like a rampart.
    assert!(map.cell(hex("1210")).touches_battlements());
    // The passage joins keep and Solomon's Tower, and the sluice in the keep closes all of it but its stairs.
    let (keep, tower) = (hex("2009"), hex("2217"));
    assert!(map.in_keep(keep) && map.part_of(tower).name == "Solomon's Tower");
    let mut walk = vec![map.cell(keep).spiral.expect("a spiral stair")];
    while map.cell(*walk.last().expect("begun")).spiral != Some(tower) {
        let next = map.steps(*walk.last().expect("begun")).find(|to| map.cell(*to).under && !walk.contains(to));
        walk.push(next.expect("it goes on"));
    }
    assert_eq!(walk.len(), 9);
    let sluice = map.lifts.iter().position(|lift| lift.kind == LiftKind::Sluice).expect("a sluice");
    assert!(map.in_keep(map.lifts[sluice].from));
    let mut flooded = map.clone();
    flooded.lifts[sluice].closed = true;
    assert_eq!(walk.iter().filter(|&&id| flooded.holds(id) == Err(Barred::Flooded)).count(), 7);
    // Courts are open to the sky, corner towers roofed.
    assert!(["1012", "3010", "1208"].iter().all(|name| !map.cell(hex(name)).roofed));
    assert!(["0603", "0619", "2403", "4303", "4331", "0631"].iter().all(|name| map.cell(hex(name)).roofed));
    // Part of the citadel's wall faces straight outside.
    let citadel = map.ids().filter(|&id| map.part_of(id).name == "the citadel's wall");
    assert!(citadel.flat_map(|id| map.around(id).map(|(_, to)| to).collect::<Vec<_>>()).any(|to| map.line_of(to) == 0));
}

const SMALL: &str = "name = \"a tower\"
what = \"A tower in a field.\"
lines = [\"the tower\"]
ground = '''
. . . .
 . . r .
. . s .
'''

[[part]]
name = \"the field\"

[[part]]
name = \"the tower\"
line = 1
keep = true

[[hex]]
mark = \".\"
terrain = \"flat\"
part = \"the field\"

[[hex]]
mark = \"r\"
terrain = \"rampart\"
part = \"the tower\"
level = 1

[[hex]]
mark = \"s\"
terrain = \"stair\"
part = \"the tower\"
level = 1

[[stair]]
at = \"0303\"
foot = [\"west\"]
head = [\"north-east\", \"north-west\"]

[attacker]
parts = [\"the field\"]
[defender]
parts = [\"the tower\"]
";

#[test]
fn sg_5_1_a_map_of_ones_own_is_read() {
    let map = read(SMALL).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((map.columns, map.rows, map.cells.len()), (4, 3, 12));
    let tower = map.at(Hex::new(3, 2)).expect("on the map");
    assert_eq!((map.cell(tower).level, map.in_keep(tower)), (1, true));
    assert!(map.cell(tower).edge(HexSide::East).battlement && !map.cell(tower).edge(HexSide::SouthWest).battlement);
    assert_eq!(map.named("0302"), Some(tower));
    assert_eq!(map.named("0502"), None);
}

fn faults(change: &[(&str, &str)]) -> Vec<String> {
    let mut text = SMALL.to_owned();
    for (from, to) in change {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let faults = read(&text).err().unwrap_or_else(|| panic!("read without fault: {change:?}"));
    faults.0.iter().map(|fault| fault.to_string()).collect()
}

#[test]
fn sg_5_1_every_fault_of_a_map_is_told_by_its_line() {
    for (change, expected) in [
        (
            ("name = \"a tower\"", "nom = \"a tower\""),
            vec!["line 1: the map has no “nom”", "line 1: the map needs “name”"],
        ),
        (
            (". . . .\n .", ". . .\n ."),
            vec!["line 6: row 02 has 4 hexes, and the first has 3", "line 7: row 03 has 4 hexes"],
        ),
        ((" . . r .", " . x r ."), vec!["line 6: 0202 is drawn “x”, and no [[hex]] has that mark"]),
        (("terrain = \"flat\"", "terrain = \"grass\""), vec!["“grass” is no terrain; expected flat, trees"]),
        (("level = 1\n\n[[hex]]", "level = 10\n\n[[hex]]"), vec!["line 27: expected a level, from -9 to 9"]),
        (("keep = true", "keep = false"), vec!["line 1: no part is the keep"]),
        (
            ("at = \"0303\"", "at = \"0301\""),
            vec!["line 35: 0301 is drawn as flat, not as a stair", "0303 is drawn as a stair, and no [[stair]]"],
        ),
        (("foot = [\"west\"]", "foot = [\"up\"]"), vec!["line 37: “up” is no side of a hex"]),
        (
            ("head = [\"north-east\", \"north-west\"]", "head = [\"east\"]"),
            vec!["line 35: the head of the stair 0303 opens on no hex of level 1"],
        ),
        (("parts = [\"the tower\"]", "parts = [\"the keep\"]"), vec!["line 43: no [[part]] is called “the keep”"]),
        (
            ("[attacker]", "[[wall]]\nsides = [\"0101 west\"]\n[attacker]"),
            vec!["line 41: “0101 west” is no side between two hexes"],
        ),
        (
            ("[attacker]", "[[slit]]\nsides = [\"0302 east\"]\n[attacker]"),
            vec!["line 40: there is no wall over the east side of 0302"],
        ),
        (
            (
                "[attacker]",
                "[[lift]]\nname = \"x\"\nkind = \"drawbridge\"\nhexes = [\"0101\"]\nfrom = \"0302\"\n[attacker]",
            ),
            vec!["line 40: 0101 is drawn as flat, not as drawbridge"],
        ),
        (("name = \"the field\"", "name = \"the field"), vec!["line 11:"]),
    ] {
        let told = faults(&[change]);
        for part in &expected {
            assert!(told.iter().any(|fault| fault.contains(part)), "{change:?}: {part}\n{told:#?}");
        }
    }
    // All at once, in the order of the lines.
    let told = faults(&[
        ("what = ", "wat = "),
        ("terrain = \"rampart\"", "terrain = \"wall\""),
        ("foot = [\"west\"]", "foot = 3"),
    ]);
    assert!(told.len() >= 4, "{told:#?}");
    let lines: Vec<usize> =
        told.iter().map(|fault| fault[5..].split(':').next().expect("a line").parse().expect("a number")).collect();
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn sg_5_1_a_hex_to_which_nothing_leads_is_a_fault() {
    // A second piece of rampart in the far corner, without a stair.
    let told = faults(&[("'''\n. . . .", "'''\nr . . .")]);
    assert_eq!(told, ["line 4: no stair, ramp or gate leads to 0101: 0101"]);
}
