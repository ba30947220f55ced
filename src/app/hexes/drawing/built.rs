//! What is built on a map drawn: houses and roofs, walls with their battlements and slits, gates, workings and passages, and
//! the lines of defence.

use super::{Drawn, HexInk, HexPen, HexShape, HexSpot, between, circle, ends, middle, outline, toward};
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{GateKind, HexCell, HexGate, HexId, LiftKind, Terrain};

/// Whether a hex is masonry that shows its face to what lies lower beside it.
fn is_built(cell: &HexCell) -> bool {
    matches!(cell.terrain, Terrain::Rampart | Terrain::Gateway | Terrain::Room | Terrain::Rock)
        || cell.terrain == Terrain::Stair && cell.roofed
}

impl Drawn<'_> {
    fn surface(&self) -> Vec<HexId> {
        self.map.ids().filter(|&id| !self.map.cell(id).under).collect()
    }

    /// Houses with their ridges, and roofs over floors.
    pub(super) fn roofs(&mut self) {
        for id in self.surface() {
            let cell = *self.map.cell(id);
            let at = middle(cell.hex);
            match cell.terrain {
                Terrain::House => self.house(id, &cell),
                _ if cell.roofed => {
                    self.fill(HexInk::Roof, 0.0, outline(at, 1.01));
                    // Lines of tiles that run on from hex to hex.
                    for n in -2..=2 {
                        let up = n as f32 * super::RADIUS / 2.5;
                        let half = (0.5 - (up.abs() - super::RADIUS / 2.0).max(0.0) * 1.732).max(0.0);
                        self.line(HexInk::Tile, 0.03, 9.0, vec![(at.0 - half, at.1 + up), (at.0 + half, at.1 + up)]);
                    }
                }
                _ => {}
            }
        }
    }

    fn house(&mut self, id: HexId, cell: &HexCell) {
        let at = middle(cell.hex);
        let is_house = |to: HexId| self.map.cell(to).terrain == Terrain::House;
        let open: Vec<HexSide> =
            HexSide::ALL.iter().copied().filter(|&side| !self.map.beside(id, side).is_some_and(is_house)).collect();
        let along = |side: HexSide| if open.contains(&side) { 0.22 } else { 0.5 };
        let (west, east) = (along(HexSide::West), along(HexSide::East));
        for up in [-0.26, -0.13, 0.13, 0.26] {
            self.line(HexInk::Tile, 0.025, 11.0, vec![(at.0 - 0.4, at.1 + up), (at.0 + 0.4, at.1 + up)]);
        }
        self.line(HexInk::Line, 0.045, 7.0, vec![(at.0 - west, at.1), (at.0 + east, at.1)]);
        for side in open {
            let (one, other) = ends(cell, side);
            self.line(HexInk::Line, 0.07, 0.0, vec![one, other]);
        }
    }

    /// The faces of walls and towers where the ground beside them lies lower, and walls between hexes.
    pub(super) fn walls(&mut self) {
        for id in self.surface() {
            let cell = *self.map.cell(id);
            for &side in HexSide::ALL {
                let (one, other) = ends(&cell, side);
                let edge = cell.edge(side);
                let beside = self.map.beside(id, side).map(|to| *self.map.cell(to));
                let faces = is_built(&cell)
                    && beside.is_some_and(|beside| beside.level < cell.level && beside.terrain != Terrain::Stair);
                match () {
                    _ if edge.gate.is_some() => {}
                    _ if edge.wall.is_some() => {
                        self.line(HexInk::Line, 0.17, 0.0, vec![one, other]);
                        self.line(HexInk::Wall, 0.1, 7.0, vec![one, other]);
                    }
                    _ if faces => self.line(HexInk::Line, 0.085, 0.0, vec![one, other]),
                    _ => {}
                }
            }
        }
    }

    /// Merlons behind which men stand, and slits by the way they serve.
    pub(super) fn battlements(&mut self) {
        for id in self.surface() {
            let cell = *self.map.cell(id);
            for &side in HexSide::ALL {
                let edge = cell.edge(side);
                if edge.battlement {
                    self.merlons(&cell, side);
                }
                if edge.slit {
                    self.slit(&cell, side);
                }
            }
        }
    }

    fn merlons(&mut self, cell: &HexCell, side: HexSide) {
        let ((one, other), (ox, oy)) = (ends(cell, side), toward(side));
        for (from, to) in [(0.0, 0.22), (0.39, 0.61), (0.78, 1.0)] {
            let place = |along: f32, within: f32| {
                let (x, y) = between(one, other, along);
                (x - ox * within, y - oy * within)
            };
            let merlon = vec![place(from, -0.05), place(to, -0.05), place(to, 0.12), place(from, 0.12)];
            self.fill(HexInk::Merlon, 6.0, merlon.clone());
            self.ring(HexInk::Line, 0.03, 9.0, merlon);
        }
    }

    fn slit(&mut self, cell: &HexCell, side: HexSide) {
        let ((one, other), (ox, oy)) = (ends(cell, side), toward(side));
        let (x, y) = between(one, other, 0.5);
        let place = |forth: f32, aside: f32| (x + ox * forth - oy * aside, y + oy * forth + ox * aside);
        self.line(HexInk::Merlon, 0.15, 0.0, vec![place(-0.2, 0.0), place(0.16, 0.0)]);
        self.fill(HexInk::Slit, 0.0, vec![place(-0.22, -0.09), place(0.24, 0.0), place(-0.22, 0.09)]);
    }

    /// Gates, doors and portcullises as they stand, and the places bridges, stairs and sluices are worked from.
    pub(super) fn gates(&mut self) {
        let map = self.map;
        for gate in &map.gates {
            for &(inner, side) in &gate.sides {
                self.gate(gate, map.cell(inner), side);
            }
        }
        for lift in &map.lifts {
            let (x, y) = middle(map.cell(lift.from).hex);
            self.ring(HexInk::Line, 0.04, 8.0, circle((x, y), 0.17));
            for n in 0..4 {
                let turn = (n as f32 + 0.5) / 4.0 * std::f32::consts::PI;
                let (dx, dy) = (turn.cos() * 0.25, turn.sin() * 0.25);
                self.line(HexInk::Line, 0.035, 8.0, vec![(x - dx, y - dy), (x + dx, y + dy)]);
            }
        }
    }

    fn gate(&mut self, gate: &HexGate, cell: &HexCell, side: HexSide) {
        let ((one, other), (ox, oy)) = (ends(cell, side), toward(side));
        let place = |along: f32, out: f32| {
            let (x, y) = between(one, other, along);
            (x + ox * out, y + oy * out)
        };
        match (gate.wrecked, gate.open) {
            (true, _) => {
                for (along, out, slant) in [(0.15, 0.1, 0.1), (0.45, -0.12, 0.16), (0.78, 0.08, -0.12)] {
                    let plank = vec![place(along, out), place(along + slant, out + 0.12)];
                    self.line(HexInk::Line, 0.11, 0.0, plank.clone());
                    self.line(HexInk::Wood, 0.07, 0.0, plank);
                }
            }
            (false, true) => {
                for (post, turned) in [(0.0, 0.12), (1.0, 0.88)] {
                    let leaf = vec![place(post, 0.0), place(turned, -0.3)];
                    self.line(HexInk::Line, 0.12, 0.0, leaf.clone());
                    self.line(HexInk::Wood, 0.07, 0.0, leaf);
                }
            }
            (false, false) => {
                let (from, to) = if gate.kind == GateKind::Door { (0.12, 0.88) } else { (0.0, 1.0) };
                if gate.kind == GateKind::Door {
                    self.line(HexInk::Line, 0.15, 0.0, vec![one, other]);
                }
                let leaf = vec![place(from, -0.08), place(to, -0.08), place(to, 0.08), place(from, 0.08)];
                self.fill(HexInk::Wood, 0.0, leaf.clone());
                self.ring(HexInk::Line, 0.045, 0.0, leaf);
                let bars: &[f32] = if gate.kind == GateKind::Portcullis { &[0.2, 0.4, 0.6, 0.8] } else { &[0.5] };
                for &along in bars {
                    self.line(HexInk::Line, 0.035, 7.0, vec![place(along, -0.08), place(along, 0.08)]);
                }
            }
        }
    }

    /// Passages below the ground, dashed, with the spirals that lead down.
    pub(super) fn passages(&mut self) {
        let under: Vec<HexId> = self.map.ids().filter(|&id| self.map.cell(id).under).collect();
        let flooded = |id: HexId| {
            let lift = self.map.cell(id).lift.map(|lift| &self.map.lifts[usize::from(lift)]);
            lift.is_some_and(|lift| lift.kind == LiftKind::Sluice && lift.closed)
        };
        let mut ways: Vec<(HexInk, HexSpot, HexSpot)> = Vec::new();
        for &id in &under {
            for (_, to) in self.map.around(id).filter(|&(_, to)| to > id) {
                let (from, to_at) = (middle(self.map.cell(id).hex), middle(self.map.cell(to).hex));
                let ink = if flooded(id) || flooded(to) { HexInk::Flood } else { HexInk::Tunnel };
                ways.push((ink, from, to_at));
            }
        }
        for &(ink, from, to) in &ways {
            self.line(ink, 0.42, 0.0, vec![from, to]);
        }
        for (_, from, to) in ways {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            for aside in [-0.22, 0.22] {
                let off = |(x, y): HexSpot| (x - dy * aside, y + dx * aside);
                let shape = HexShape { spots: vec![off(from), off(to)], closed: false };
                self.add(HexInk::Line, HexPen::Dashes(0.045, 0.14), 0.0, shape);
            }
        }
        for &id in &under {
            let cell = *self.map.cell(id);
            if cell.terrain == Terrain::Spiral {
                let (x, y) = middle(cell.hex);
                let turn = |n: u8| {
                    let (angle, far) = (f32::from(n) * 0.55, 0.03 + f32::from(n) * 0.0105);
                    (x + angle.cos() * far, y + angle.sin() * far)
                };
                self.fill(HexInk::Merlon, 0.0, circle((x, y), 0.3));
                self.ring(HexInk::Line, 0.05, 0.0, circle((x, y), 0.3));
                self.line(HexInk::Line, 0.05, 7.0, (0..24).map(turn).collect());
            }
        }
    }

    /// Each line of defence in a tint.
    pub(super) fn wards(&mut self) {
        for id in self.surface() {
            let line = self.map.line_of(id);
            if line > 0 {
                self.fill(HexInk::Ward(line), 0.0, outline(middle(self.map.cell(id).hex), 1.0));
            }
        }
    }

    /// The borders of the lines of defence.
    pub(super) fn borders(&mut self) {
        for id in self.surface() {
            let cell = *self.map.cell(id);
            for (side, beside) in self.map.around(id).collect::<Vec<_>>() {
                if self.map.line_of(beside) < self.map.line_of(id) {
                    let (one, other) = ends(&cell, side);
                    self.line(HexInk::Border, 0.13, 0.0, vec![one, other]);
                }
            }
        }
    }
}
