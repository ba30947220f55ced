//! The ground of a map drawn: floors by their level, the shadows that heights throw, water, trees, steps and rubble.

use super::{Drawn, HexInk, HexShape, HexSpot, between, circle, corner, ends, middle, outline, toward, unit};
use crate::rules::assault::hexes::HexSide;
use crate::rules::assault::map::{HexCell, HexId, LiftKind, Terrain};

/// A number of a hex that looks like chance and is the same each time.
fn odd(cell: &HexCell, salt: i32) -> f32 {
    let mixed = (i32::from(cell.hex.column) * 7_919 + i32::from(cell.hex.row) * 104_729 + salt * 1_299_709) & 0xFFFF;
    ((mixed * 31) % 1_009) as f32 / 1_009.0
}

impl Drawn<'_> {
    /// Whether a bridge or a stair in a hex is raised.
    pub(super) fn is_raised(&self, cell: &HexCell) -> bool {
        let lift = cell.lift.map(|lift| &self.map.lifts[usize::from(lift)]);
        lift.is_some_and(|lift| lift.closed && lift.kind != LiftKind::Sluice)
    }

    /// The floor of a hex.
    fn floor(&self, id: HexId, cell: &HexCell) -> HexInk {
        match cell.terrain {
            Terrain::Moat => HexInk::Water(-cell.level + i8::from(cell.deep)),
            Terrain::Drawbridge if self.is_raised(cell) => HexInk::Water(2),
            Terrain::Rock => HexInk::Rock(cell.top),
            Terrain::House => HexInk::House,
            Terrain::Rampart | Terrain::Gateway | Terrain::Room | Terrain::Stair => HexInk::Stone(cell.level),
            _ if self.map.line_of(id) > 0 => HexInk::Court(cell.level),
            _ => HexInk::Earth(cell.level),
        }
    }

    pub(super) fn floors(&mut self) {
        for id in self.map.ids() {
            let cell = *self.map.cell(id);
            if !cell.under {
                let ink = self.floor(id, &cell);
                // A little over the edge, so that no seam shows between two floors.
                self.fill(ink, 0.0, outline(middle(cell.hex), 1.03));
            }
        }
    }

    /// How high something stands that throws a shadow: the floor, and what is built on it but for a roof on posts.
    fn height(&self, id: HexId) -> i8 {
        let cell = self.map.cell(id);
        match cell.terrain {
            Terrain::House | Terrain::Rock => cell.top,
            _ => cell.level,
        }
    }

    /// Every step down from one hex to the next: a shadow at its foot, deeper away from the light in the north-west, and a line.
    pub(super) fn shadows(&mut self) {
        for id in self.map.ids() {
            let cell = *self.map.cell(id);
            if cell.under {
                continue;
            }
            for &side in HexSide::ALL {
                let Some(beside) = self.map.beside(id, side) else { continue };
                let drop = self.height(beside) - self.height(id);
                if drop <= 0 {
                    continue;
                }
                // The higher one lies over this side of the lower: north-west of it the light comes from.
                let lit = matches!(side, HexSide::SouthEast | HexSide::SouthWest | HexSide::East);
                let deep = (0.14 + 0.09 * f32::from(drop.min(4))) * if lit { 0.6 } else { 1.0 };
                let (one, other) = ends(&cell, side);
                let at = middle(cell.hex);
                let strip = vec![one, other, between(other, at, deep), between(one, at, deep)];
                self.fill(HexInk::Shadow(if lit { 0 } else { 1 + u8::from(drop > 2) }), 0.0, strip);
                self.line(HexInk::Contour, if drop > 2 { 0.075 } else { 0.045 }, 0.0, vec![one, other]);
            }
        }
    }

    pub(super) fn grid(&mut self) {
        // Three sides of each hex, so that no line is drawn twice.
        let map = self.map;
        for cell in map.cells.iter().filter(|cell| !cell.under) {
            let at = middle(cell.hex);
            self.line(HexInk::Grid, 0.02, 5.0, (0..4).map(|n| corner(at, n)).collect());
        }
    }

    /// Water, trees, rock and rubble.
    pub(super) fn growth(&mut self) {
        let map = self.map;
        for cell in map.cells.iter().filter(|cell| !cell.under) {
            let at = middle(cell.hex);
            match cell.terrain {
                Terrain::Moat => self.waves(at, if cell.deep { 3 } else { 2 }),
                Terrain::Drawbridge if self.is_raised(cell) => self.waves(at, 2),
                Terrain::Trees => self.trees(cell, at),
                Terrain::Rock => self.rock(cell, at),
                Terrain::Rubble => self.rubble(cell, at),
                _ => {}
            }
        }
    }

    fn waves(&mut self, (x, y): HexSpot, count: i8) {
        for n in 0..count {
            let down = (f32::from(n) - f32::from(count - 1) / 2.0) * 0.28;
            let wave = |part: i8| {
                let right = f32::from(part) / 8.0 - 0.5;
                (x + right * 0.62, y + down + 0.045 * (f32::from(part) * std::f32::consts::FRAC_PI_2).sin())
            };
            self.line(HexInk::Wave, 0.035, 9.0, (0..=8).map(wave).collect());
        }
    }

    fn trees(&mut self, cell: &HexCell, (x, y): HexSpot) {
        for n in 0..3 {
            let turn = (n as f32 + odd(cell, n)) / 3.0 * std::f32::consts::TAU;
            let far = 0.16 + 0.1 * odd(cell, n + 3);
            let crown = circle((x + turn.cos() * far, y + turn.sin() * far), 0.19 + 0.06 * odd(cell, n + 6));
            self.fill(HexInk::Leaf, 0.0, crown.clone());
            self.ring(HexInk::Line, 0.025, 9.0, crown);
        }
    }

    fn rock(&mut self, cell: &HexCell, at: HexSpot) {
        for n in 0..3 {
            let (right, down) = (odd(cell, n) - 0.5, odd(cell, n + 5) - 0.5);
            let (x, y) = (at.0 + right * 0.5, at.1 + down * 0.5);
            self.line(HexInk::Contour, 0.03, 9.0, vec![(x - 0.1, y + 0.06), (x, y - 0.06), (x + 0.12, y + 0.04)]);
        }
    }

    fn rubble(&mut self, cell: &HexCell, (x, y): HexSpot) {
        for n in 0..7 {
            let turn = odd(cell, n) * std::f32::consts::TAU;
            let far = 0.36 * odd(cell, n + 9).sqrt();
            let (sx, sy) = (x + turn.cos() * far, y + turn.sin() * far);
            let size = 0.06 + 0.06 * odd(cell, n + 17);
            let stone = vec![
                (sx - size, sy + size * 0.4),
                (sx - size * 0.2, sy - size * 0.8),
                (sx + size, sy),
                (sx + size * 0.3, sy + size * 0.8),
            ];
            self.fill(HexInk::Wall, 0.0, stone.clone());
            self.ring(HexInk::Line, 0.025, 9.0, stone);
        }
    }

    /// Stairs with their treads and the way up, ramps, and the boards of bridges.
    pub(super) fn steps(&mut self) {
        for id in self.map.ids() {
            let cell = *self.map.cell(id);
            match cell.terrain {
                _ if cell.under => {}
                Terrain::Stair => self.stair(&cell),
                Terrain::Ramp => self.ramp(id, &cell),
                Terrain::Drawbridge => self.bridge(id, &cell),
                _ => {}
            }
        }
    }

    /// The way up a stair.
    fn climb(cell: &HexCell) -> HexSpot {
        let mean = |bits: u8| {
            let sides = HexSide::ALL.iter().filter(|side| bits & (1 << **side as u8) != 0);
            sides.map(|&side| toward(side)).fold((0.0, 0.0), |sum, way| (sum.0 + way.0, sum.1 + way.1))
        };
        let (foot, head) = (mean(cell.foot), mean(cell.head));
        let head = unit(head);
        let up = head.or_else(|| unit((-foot.0, -foot.1)));
        up.unwrap_or((0.0, -1.0))
    }

    fn stair(&mut self, cell: &HexCell) {
        let (at, up) = (middle(cell.hex), Self::climb(cell));
        let place = |along: f32, aside: f32| (at.0 + up.0 * along - up.1 * aside, at.1 + up.1 * along + up.0 * aside);
        for n in 0..6 {
            let along = -0.36 + 0.144 * n as f32;
            let half = if n == 0 || n == 5 { 0.24 } else { 0.33 };
            self.line(HexInk::Line, 0.045, 7.0, vec![place(along, -half), place(along, half)]);
        }
        if self.is_raised(cell) {
            // Its top is up: nobody comes by.
            self.line(HexInk::Slit, 0.09, 0.0, vec![place(0.34, -0.36), place(0.34, 0.36)]);
        }
        let arrow = vec![place(0.3, -0.13), place(0.48, 0.0), place(0.3, 0.13)];
        self.fill(HexInk::Line, 7.0, arrow);
    }

    fn ramp(&mut self, id: HexId, cell: &HexCell) {
        let at = middle(cell.hex);
        let slopes = HexSide::ALL.iter().filter_map(|&side| {
            let beside = self.map.cell(self.map.open(id, side).ok()?);
            let up = f32::from(beside.level - cell.level);
            let (x, y) = toward(side);
            Some((x * up, y * up))
        });
        let up = unit(slopes.fold((0.0, 0.0), |sum, way| (sum.0 + way.0, sum.1 + way.1)));
        let (ux, uy) = up.unwrap_or((0.0, -1.0));
        for along in [-0.2, 0.02, 0.24] {
            let place = |forth: f32, aside: f32| (at.0 + ux * forth - uy * aside, at.1 + uy * forth + ux * aside);
            let mark = match up {
                Some(_) => vec![place(along - 0.1, -0.2), place(along + 0.04, 0.0), place(along - 0.1, 0.2)],
                None => vec![place(along, -0.24), place(along, 0.24)],
            };
            self.line(HexInk::Contour, 0.035, 9.0, mark);
        }
    }

    fn bridge(&mut self, id: HexId, cell: &HexCell) {
        let at = middle(cell.hex);
        // The way over it: towards the next hex of the bridge, or what it leads to.
        let leads = |&side: &HexSide| {
            let beside = self.map.beside(id, side).map(|to| self.map.cell(to).terrain);
            matches!(beside, Some(Terrain::Drawbridge | Terrain::Gateway))
        };
        let sides: Vec<HexSpot> = HexSide::ALL.iter().copied().filter(|side| leads(side)).map(toward).collect();
        let way = sides.first().copied().unwrap_or((0.0, -1.0));
        // Mostly upright, whichever of two sides it is.
        let way = if way.1.abs() > 0.5 { (0.0, -1.0) } else { way };
        let place =
            |along: f32, aside: f32| (at.0 + way.0 * along - way.1 * aside, at.1 + way.1 * along + way.0 * aside);
        let deck = vec![place(-0.5, -0.38), place(0.5, -0.38), place(0.5, 0.38), place(-0.5, 0.38)];
        if self.is_raised(cell) {
            let shape = HexShape { spots: deck, closed: true };
            return self.add(HexInk::Line, super::HexPen::Dashes(0.04, 0.12), 0.0, shape);
        }
        self.fill(HexInk::Wood, 0.0, deck);
        for n in 0..7 {
            let along = -0.5 + n as f32 / 6.0;
            self.line(HexInk::Line, 0.03, 9.0, vec![place(along, -0.38), place(along, 0.38)]);
        }
        for aside in [-0.38, 0.38] {
            self.line(HexInk::Line, 0.05, 0.0, vec![place(-0.5, aside), place(0.5, aside)]);
        }
    }
}
