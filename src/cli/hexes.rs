//! Maps for an assault on hexes, shown on the command line (SG-5).

use super::out::{Out, columns};
use crate::app::hexes;
use crate::campaign::problem::Result;
use crate::rules::assault::map::draw::{KEY, Shows};
use crate::rules::assault::map::{HexId, HexMap};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct Hexes {
    /// A map by its name, or the path of a map's file; without one, the maps there are.
    map: Option<String>,
    /// Draw the level of each hex in place of its terrain.
    #[arg(long, conflicts_with = "lines")]
    levels: bool,
    /// Draw the line of defence on or behind which each hex lies.
    #[arg(long)]
    lines: bool,
}

impl Hexes {
    pub fn run(self, out: &Out) -> Result<()> {
        match &self.map {
            None => list(out),
            Some(asked) => {
                let map = hexes::choose(asked)?;
                out.say(&value(&map), self.text(&map))
            }
        }
    }

    fn text(&self, map: &HexMap) -> String {
        let shows = match (self.levels, self.lines) {
            (true, _) => Shows::Levels,
            (_, true) => Shows::Lines,
            _ => Shows::Terrain,
        };
        let key: Vec<String> = KEY.iter().map(|(mark, what)| format!("{mark} {what}")).collect();
        let mut text = format!("{}: {}\n\n{}\n", map.name, map.what, map.drawn(shows, |_| None));
        if shows == Shows::Terrain {
            text += &format!("{}\n\n", key.join("  "));
        }
        let rows: Vec<Vec<String>> = (0..map.parts.len()).map(|part| part_row(map, part)).collect();
        text += &columns(&["part", ">line", "levels", ">hexes", "terrain"], &rows);
        for gate in &map.gates {
            let open = if gate.passable() { "open" } else { "shut" };
            let sides = gate.sides.iter().map(|(id, side)| format!("{} {side}", map.cell(*id).hex));
            text += &format!("\n{}, a {}, {open}: {}", gate.name, gate.kind, sides.collect::<Vec<_>>().join(", "));
        }
        for lift in &map.lifts {
            let state = if lift.closed { "closed" } else { "open" };
            let from = map.cell(lift.from).name();
            text +=
                &format!("\n{}, a {}, {state}: {}, worked from {from}", lift.name, lift.kind, names(map, &lift.hexes));
        }
        let slits = map.ids().flat_map(|id| {
            let cell = map.cell(id);
            let sides = crate::rules::assault::HexSide::ALL.iter();
            sides.filter(|&&side| cell.edge(side).slit).map(|side| format!("{} {side}", cell.hex)).collect::<Vec<_>>()
        });
        let slits: Vec<String> = slits.collect();
        if !slits.is_empty() {
            text += &format!("\nArrow slits: {}", slits.join(", "));
        }
        let under: Vec<HexId> = map.ids().filter(|&id| map.cell(id).under).collect();
        if !under.is_empty() {
            text += &format!("\nBelow the ground: {}", names(map, &under));
        }
        text
    }
}

fn list(out: &Out) -> Result<()> {
    let known = hexes::known();
    let value: Vec<Value> = known
        .iter()
        .map(|known| {
            let map = &known.map;
            json!({ "name": map.name, "what": map.what, "lines": map.lines, "columns": map.columns, "rows": map.rows,
                    "own": known.own })
        })
        .collect();
    let text: Vec<String> = known.iter().map(|known| format!("{}: {}", known.map.name, known.map.what)).collect();
    out.say(&value.into(), text.join("\n"))
}

fn names(map: &HexMap, hexes: &[HexId]) -> String {
    hexes.iter().map(|&id| map.cell(id).name()).collect::<Vec<_>>().join(" ")
}

fn part_row(map: &HexMap, part: usize) -> Vec<String> {
    let cells: Vec<_> = map.cells.iter().filter(|cell| usize::from(cell.part) == part).collect();
    let mut levels: Vec<i8> = cells.iter().map(|cell| cell.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut terrain: Vec<_> = cells.iter().map(|cell| cell.terrain).collect();
    terrain.sort_unstable();
    terrain.dedup();
    let line = match map.parts[part].line {
        0 => "outside".to_owned(),
        line => format!("{line} {}", map.lines[usize::from(line) - 1]),
    };
    let joined = |words: Vec<String>| words.join(", ");
    vec![
        map.parts[part].name.clone(),
        line,
        joined(levels.iter().map(|level| level.to_string().replace('-', "−")).collect()),
        cells.len().to_string(),
        joined(terrain.iter().map(|terrain| terrain.word().to_owned()).collect()),
    ]
}

fn value(map: &HexMap) -> Value {
    let hexes: Vec<Value> = map
        .ids()
        .map(|id| {
            let cell = map.cell(id);
            json!({ "hex": cell.name(), "terrain": cell.terrain, "level": cell.level, "top": cell.top,
                    "roofed": cell.roofed, "part": map.part_of(id).name, "line": map.line_of(id) })
        })
        .collect();
    let gates: Vec<Value> =
        map.gates.iter().map(|gate| json!({ "name": gate.name, "kind": gate.kind, "open": gate.passable() })).collect();
    let lifts: Vec<Value> = map
        .lifts
        .iter()
        .map(|lift| {
            json!({ "name": lift.name, "kind": lift.kind, "closed": lift.closed, "from": map.cell(lift.from).name() })
        })
        .collect();
    json!({ "name": map.name, "what": map.what, "lines": map.lines, "columns": map.columns, "rows": map.rows,
            "hexes": hexes, "gates": gates, "lifts": lifts })
}
