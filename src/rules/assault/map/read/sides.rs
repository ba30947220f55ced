//! What a map's file says of the sides between hexes: stairs, gates, walls, slits, and what is worked like a drawbridge.

use super::{MapReader, Value};
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{GateKind, HexGate, HexId, HexMap, Lift, LiftKind, Terrain};
use crate::rules::written::{TomlEntry, TomlReader as _};
use toml::de::DeValue;

impl MapReader<'_, '_> {
    /// Walls, battlements, openings, gates and slits, in that order, so that an opening clears what stood there before.
    pub(super) fn sides(&mut self, whole: &TomlEntry<'_, '_>, map: &mut HexMap) {
        for entry in self.of_kind(whole, "wall") {
            self.known(&entry, &["sides", "top"]);
            let sides = self.needed(&entry, "sides", |reader, value| reader.edges(value, map));
            let top = self.optional(&entry, "top", |reader, value| reader.number(value, "a level", super::LEVELS));
            for (id, side, beside) in sides.unwrap_or_default() {
                let higher = map.cell(id).level.max(map.cell(beside).level);
                let top = top.map_or(higher + 1, |top| top as i8);
                if top <= higher {
                    self.fault(entry.at, format!("a wall's top is above the level of the hexes beside it, {higher}"));
                }
                both(map, id, side, beside, |edge| edge.wall = Some(top));
            }
        }
        for entry in self.of_kind(whole, "battlement") {
            self.known(&entry, &["sides"]);
            let sides = self.needed(&entry, "sides", |reader, value| reader.edges(value, map));
            for (id, side, _) in sides.unwrap_or_default() {
                map.cells[usize::from(id.0)].edges[side as usize].battlement = true;
            }
        }
        for entry in self.of_kind(whole, "opening") {
            self.known(&entry, &["sides"]);
            let sides = self.needed(&entry, "sides", |reader, value| reader.edges(value, map));
            for (id, side, beside) in sides.unwrap_or_default() {
                both(map, id, side, beside, |edge| (edge.wall, edge.battlement) = (None, false));
            }
        }
        for entry in self.of_kind(whole, "gate") {
            self.gate(&entry, map);
        }
        for entry in self.of_kind(whole, "slit") {
            self.known(&entry, &["sides"]);
            let sides = self.needed(&entry, "sides", |reader, value| reader.edges(value, map));
            for (id, side, _) in sides.unwrap_or_default() {
                let edge = &mut map.cells[usize::from(id.0)].edges[side as usize];
                edge.slit = true;
                if edge.wall.is_none() || edge.gate.is_some() {
                    let hex = map.cell(id).hex;
                    self.fault(entry.at, format!("there is no wall over the {side} side of {hex} for a slit to be in"));
                }
            }
        }
    }

    fn gate(&mut self, entry: &TomlEntry<'_, '_>, map: &mut HexMap) {
        self.known(entry, &["name", "kind", "sides", "open"]);
        let name = self.needed(entry, "name", |reader, value| reader.words(value, "a name"));
        let kind = self.needed(entry, "kind", Self::word::<GateKind>);
        let sides = self.needed(entry, "sides", |reader, value| reader.edges(value, map));
        let open = self.optional(entry, "open", Self::yes).unwrap_or(false);
        let (Some(name), Some(kind), Some(sides)) = (name, kind, sides) else { return };
        if sides.is_empty() {
            self.fault(entry.at, "a gate closes one side at least");
        }
        let number = map.gates.len() as u8;
        for &(id, side, beside) in &sides {
            if map.cell(id).edge(side).gate.is_some() {
                self.fault(entry.at, format!("the {side} side of {} has a gate already", map.cell(id).hex));
            }
            both(map, id, side, beside, |edge| {
                (edge.wall, edge.battlement, edge.gate) = (None, false, Some(number));
            });
        }
        let sides = sides.into_iter().map(|(id, side, _)| (id, side)).collect();
        map.gates.push(HexGate { name, kind, sides, open, wrecked: false, burns: None });
    }

    /// The stairs (SG-5.3): each opens below on hexes a level lower, and above on its own level or on the next stair.
    pub(super) fn stairs(&mut self, whole: &TomlEntry<'_, '_>, map: &mut HexMap) {
        let mut told: Vec<(usize, HexId)> = Vec::new();
        for entry in self.of_kind(whole, "stair") {
            self.known(&entry, &["at", "foot", "head"]);
            let at = self.needed(&entry, "at", |reader, value| reader.hex(value, map));
            let foot = self.needed(&entry, "foot", Self::openings);
            let head = self.needed(&entry, "head", Self::openings);
            let (Some(at), Some(foot), Some(head)) = (at, foot, head) else { continue };
            let cell = &mut map.cells[usize::from(at.0)];
            if cell.terrain != Terrain::Stair {
                let told = format!("{} is drawn as {}, not as a stair", cell.hex, cell.terrain);
                self.fault(entry.at, told);
                continue;
            }
            if told.iter().any(|&(_, known)| known == at) {
                self.fault(entry.at, format!("the stair {} is told twice", cell.hex));
            }
            (cell.foot, cell.head) = (foot, head);
            told.push((entry.at, at));
        }
        for id in map.ids().filter(|&id| map.cell(id).terrain == Terrain::Stair) {
            if !told.iter().any(|&(_, known)| known == id) {
                let at = whole.get("ground").map_or(0, |value| value.span().start);
                self.fault(
                    at,
                    format!("{} is drawn as a stair, and no [[stair]] says where it opens", map.cell(id).hex),
                );
            }
        }
        for (at, id) in told {
            let cell = map.cell(id);
            for (sides, level, end) in [(cell.foot, cell.level - 1, "foot"), (cell.head, cell.level, "head")] {
                let met = HexSide::ALL.iter().filter(|&&side| sides & (1 << side as u8) != 0);
                let met = met.filter(|&&side| map.open(id, side).is_ok_and(|to| map.cell(to).level <= cell.level + 1));
                let fits = |side: &&HexSide| {
                    map.beside(id, **side).is_some_and(|to| {
                        let other = map.cell(to);
                        let next = i8::from(other.terrain == Terrain::Stair && end == "head");
                        other.level == level + next
                    })
                };
                let gated = HexSide::ALL
                    .iter()
                    .filter(|&&side| sides & (1 << side as u8) != 0 && cell.edge(side).gate.is_some() && fits(&&side));
                if met.filter(fits).count() + gated.count() == 0 {
                    let hex = cell.hex;
                    self.fault(at, format!("the {end} of the stair {hex} opens on no hex of level {level}, nor on a stair that goes on from it"));
                }
            }
        }
    }

    /// The sides an end of a stair opens on, a bit each.
    fn openings(&mut self, value: &Value<'_>) -> Option<u8> {
        if value.get_ref().as_str() == Some("all") {
            return Some(0b11_1111);
        }
        let DeValue::Array(list) = value.get_ref() else {
            self.fault(value.span().start, "expected a list of sides, as [\"west\"], or \"all\"");
            return None;
        };
        let read: Vec<HexSide> = list.iter().filter_map(|item| self.word::<HexSide>(item)).collect();
        (read.len() == list.len()).then(|| read.iter().fold(0, |bits, &side| bits | 1 << side as u8))
    }

    pub(super) fn lifts(&mut self, whole: &TomlEntry<'_, '_>, map: &mut HexMap) {
        for entry in self.of_kind(whole, "lift") {
            self.known(&entry, &["name", "kind", "hexes", "from", "closed"]);
            let name = self.needed(&entry, "name", |reader, value| reader.words(value, "a name"));
            let kind = self.needed(&entry, "kind", Self::word::<LiftKind>);
            let hexes = self.optional(&entry, "hexes", |reader, value| reader.hexes(value, map));
            let from = self.needed(&entry, "from", |reader, value| reader.hex(value, map));
            let closed = self.optional(&entry, "closed", Self::yes).unwrap_or(false);
            let (Some(name), Some(kind), Some(from)) = (name, kind, from) else { continue };
            let hexes = match kind {
                LiftKind::Sluice => map.ids().filter(|&id| map.cell(id).terrain == Terrain::Passage).collect(),
                _ => hexes.unwrap_or_default(),
            };
            let wanted = match kind {
                LiftKind::Drawbridge => Terrain::Drawbridge,
                LiftKind::Stair => Terrain::Stair,
                LiftKind::Sluice => Terrain::Passage,
            };
            if hexes.is_empty() {
                self.fault(entry.at, format!("a {kind} closes one hex at least, and it is drawn as {wanted}"));
            }
            if let Err(why) = map.holds(from) {
                self.fault(entry.at, format!("{} is worked from {}: {why}", name, map.cell(from).hex));
            }
            let number = map.lifts.len() as u8;
            for &id in &hexes {
                let cell = &mut map.cells[usize::from(id.0)];
                if cell.terrain != wanted {
                    let told = format!("{} is drawn as {}, not as {wanted}", cell.hex, cell.terrain);
                    self.fault(entry.at, told);
                } else if cell.lift.is_some() {
                    let told = format!("{} is part of another working", cell.hex);
                    self.fault(entry.at, told);
                }
                map.cells[usize::from(id.0)].lift = Some(number);
            }
            map.lifts.push(Lift { name, kind, hexes, from, closed });
        }
        let stray = map.ids().find(|&id| map.cell(id).terrain == Terrain::Drawbridge && map.cell(id).lift.is_none());
        if let Some(stray) = stray {
            let at = whole.get("ground").map_or(0, |value| value.span().start);
            self.fault(at, format!("the drawbridge {} is worked by no [[lift]]", map.cell(stray).hex));
        }
    }

    /// Sides of hexes, each as `0812 south-east`, with the hex beyond.
    fn edges(&mut self, value: &Value<'_>, map: &HexMap) -> Option<Vec<(HexId, HexSide, HexId)>> {
        let list = self.list(value, "sides")?;
        let mut sides = Vec::new();
        for item in list.iter() {
            let text = item.get_ref().as_str().unwrap_or_default();
            let read = text.trim().split_once(' ').and_then(|(hex, side)| {
                Some((hex.parse().ok().and_then(|hex| map.at(hex))?, side.parse::<HexSide>().ok()?))
            });
            match read.and_then(|(id, side)| Some((id, side, map.beside(id, side)?))) {
                Some(read) => sides.push(read),
                None => self.fault(
                    item.span().start,
                    format!("“{text}” is no side between two hexes of the map; write it as 0812 south-east"),
                ),
            }
        }
        (sides.len() == list.len()).then_some(sides)
    }
}

/// Changes a side seen from both its hexes.
fn both(
    map: &mut HexMap,
    id: HexId,
    side: HexSide,
    beside: HexId,
    change: impl Fn(&mut crate::rules::assault::map::HexEdge),
) {
    change(&mut map.cells[usize::from(id.0)].edges[side as usize]);
    change(&mut map.cells[usize::from(beside.0)].edges[side.opposite() as usize]);
}
