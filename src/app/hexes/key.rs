//! The key to a map: what there is on it, each with a hex where it is seen, and all that is to be said of one hex.

use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{GateKind, HexCell, HexEdge, HexId, HexMap, LiftKind, Terrain};
use crate::rules::telling::counted_off;

/// A line of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexKey {
    pub what: &'static str,
    /// A hex where it is seen.
    pub at: HexId,
}

/// Which hexes show something.
type Shows<'a> = &'a dyn Fn(HexId, &HexCell) -> bool;

/// What there is on a map, in the order of a key; nothing that it does not have.
pub fn key(map: &HexMap) -> Vec<HexKey> {
    let is = |terrain: Terrain| move |_: HexId, cell: &HexCell| cell.terrain == terrain;
    let edge = |cell: &HexCell, fits: &dyn Fn(HexEdge) -> bool| HexSide::ALL.iter().any(|&side| fits(cell.edge(side)));
    let gate = |kind: GateKind, open: bool| {
        move |id: HexId, _: &HexCell| {
            let fits = map.gates.iter().filter(|gate| gate.kind == kind && gate.passable() == open);
            fits.flat_map(|gate| &gate.sides).any(|&(inner, _)| inner == id)
        }
    };
    let raised = |cell: &HexCell| cell.lift.is_some_and(|lift| map.lifts[usize::from(lift)].closed);
    let lines: [(&'static str, Shows<'_>); 25] = [
        ("open ground", &|id, cell| cell.terrain == Terrain::Flat && map.line_of(id) == 0),
        ("court or street", &|id, cell| cell.terrain == Terrain::Flat && map.line_of(id) > 0),
        ("trees (level 1 to a shot)", &is(Terrain::Trees)),
        ("house (level 1 to a shot)", &is(Terrain::House)),
        ("rock or masonry", &is(Terrain::Rock)),
        ("moat", &|_, cell| cell.terrain == Terrain::Moat && !cell.deep),
        ("moat too deep to fill", &|_, cell| cell.terrain == Terrain::Moat && cell.deep),
        ("drawbridge, down", &|_, cell| cell.terrain == Terrain::Drawbridge && !raised(cell)),
        ("drawbridge, up", &|_, cell| cell.terrain == Terrain::Drawbridge && raised(cell)),
        ("ramp", &is(Terrain::Ramp)),
        ("stair, the arrow its way up", &is(Terrain::Stair)),
        ("rampart walk", &|_, cell| cell.terrain == Terrain::Rampart && !cell.roofed && !cell.touches_battlements()),
        ("battlements", &|_, cell| cell.touches_battlements() && !cell.roofed),
        ("under a roof", &|_, cell| cell.roofed && cell.terrain == Terrain::Rampart),
        ("gateway", &is(Terrain::Gateway)),
        ("room, walled all round", &is(Terrain::Room)),
        ("rubble of a breach", &is(Terrain::Rubble)),
        ("arrow slit, by the way it serves", &|_, cell| edge(cell, &|edge| edge.slit)),
        ("gate, shut", &gate(GateKind::Gate, false)),
        ("gate, open", &gate(GateKind::Gate, true)),
        ("door, shut", &gate(GateKind::Door, false)),
        ("portcullis", &gate(GateKind::Portcullis, false)),
        ("where a bridge, stair or sluice is worked", &|id, _| map.lifts.iter().any(|lift| lift.from == id)),
        ("passage below the ground", &|id, _| {
            map.under(map.cell(id).hex).is_some_and(|under| map.cell(under).terrain == Terrain::Passage)
        }),
        ("spiral stair down to it", &|_, cell| cell.spiral.is_some()),
    ];
    let alike = |id: HexId| map.around(id).filter(|&(_, to)| map.cell(to).terrain == map.cell(id).terrain).count();
    let surface: Vec<HexId> = map.ids().filter(|&id| !map.cell(id).under).collect();
    let found = lines.into_iter().filter_map(|(what, shows)| {
        let there = surface.iter().copied().filter(|&id| shows(id, map.cell(id)));
        // The one among most of its like shows it best.
        there.max_by_key(|&id| (alike(id), std::cmp::Reverse(id))).map(|at| HexKey { what, at })
    });
    found.collect()
}

/// Sides by their names: `east and north-east`.
fn sides(wanted: impl Fn(HexSide) -> bool) -> String {
    let all: Vec<&str> = HexSide::ALL.iter().filter(|&&side| wanted(side)).map(|side| side.word()).collect();
    counted_off(&all)
}

/// A level with its sign: `+2`, `−1`, `0`.
pub fn level(level: i8) -> String {
    match level {
        0 => "0".to_owned(),
        level if level > 0 => format!("+{level}"),
        level => format!("−{}", level.unsigned_abs()),
    }
}

/// What is to be said of a hex, a line each: where it belongs, what stands on it and on its sides.
pub fn card(map: &HexMap, id: HexId) -> Vec<String> {
    let cell = map.cell(id);
    let part = map.part_of(id);
    let ward = match part.line {
        0 => "outside the lines".to_owned(),
        line => format!("line {line}, {}", map.lines[usize::from(line) - 1]),
    };
    let mut lines = vec![format!("{}, {ward}", part.name)];
    let lift = cell.lift.map(|lift| &map.lifts[usize::from(lift)]);
    let raised = lift.filter(|lift| lift.closed).map(|lift| match lift.kind {
        LiftKind::Sluice => ", under water",
        _ => ", raised",
    });
    let roof = if cell.roofed && !cell.under { ", roofed" } else { "" };
    let deep = if cell.deep { ", too deep to be filled (SG-7.7)" } else { "" };
    let top = if cell.top > cell.level { format!(", its top {} (SG-6.2)", level(cell.top)) } else { String::new() };
    lines.push(format!("{}, level {}{top}{roof}{deep}{}", cell.terrain, level(cell.level), raised.unwrap_or_default()));
    let mut told = |what: &str, which: String| {
        if !which.is_empty() {
            lines.push(format!("{what} {which}"));
        }
    };
    told("battlements to the", sides(|side| cell.edge(side).battlement));
    told("arrow slit to the", sides(|side| cell.edge(side).slit));
    told("wall to the", sides(|side| cell.edge(side).wall.is_some()));
    if cell.terrain == Terrain::Stair {
        told("its foot opens to the", sides(|side| cell.foot & (1 << side as u8) != 0));
        told("its head opens to the", sides(|side| cell.head & (1 << side as u8) != 0));
    }
    let gates = map.gates.iter().filter(|gate| map.at_gate(gate, id));
    lines.extend(gates.map(|gate| format!("{}, {}", gate.name, gate.stands())));
    for lift in map.lifts.iter().filter(|lift| lift.from == id) {
        lines.push(format!("{} is worked from here (MM-9.6)", lift.name));
    }
    if let (false, Some(under)) = (cell.under, map.under(cell.hex)) {
        lines.push(format!("below it {}, {}", map.cell(under).terrain, map.part_of(under).name));
    }
    lines
}
