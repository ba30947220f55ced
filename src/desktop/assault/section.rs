//! Paints the cut through the ground under a line of fire: a column a hex, its floor at its level, what stands on it, the two
//! men and the straight line between them, with what was tested on it.

use super::land::colour;
use crate::app::hexes::drawing::{HexInk, written};
use crate::desktop::canvas::{self, Draws, Rgb, line, of_theme, pen};
use crate::rules::assault::FireLine;
use crate::rules::assault::line::{Obstacle, Passes};
use crate::rules::assault::map::{HexId, HexMap, Terrain};
use slint::Image;
use tiny_skia::{Color, PathBuilder, PixmapMut, Stroke, StrokeDash};

/// Room at the left for the levels and at the foot for the names of hexes, in logical pixels.
const LEFT: f32 = 26.0;
const FOOT: f32 = 26.0;
/// How tall a man stands, in levels: his eye is where his line of fire begins.
const EYE: f32 = 0.55;

struct Cut<'a> {
    canvas: PixmapMut<'a>,
    map: &'a HexMap,
    /// The hexes from the one that was asked for first.
    row: Vec<HexId>,
    scale: f32,
    column: f32,
    level: f32,
    high: f32,
    lowest: f32,
    dark: bool,
}

/// Paints the cut under a line from the hex asked for first, so many pixels wide and high.
pub(super) fn paint(fire: &FireLine, map: &HexMap, from: HexId, size: (f32, f32), scale: f32, dark: bool) -> Image {
    let (wide, high) = (size.0.max(40.0), size.1.max(40.0));
    let mut row = fire.hexes.clone();
    if fire.lower.at != from {
        row.reverse();
    }
    let tops = row.iter().map(|&id| map.cell(id).top).chain([fire.lower.level, fire.upper.level]);
    let highest = tops.chain(fire.checked.iter().map(|checked| checked.top)).max().unwrap_or(0);
    let lowest = row.iter().map(|&id| map.cell(id).level).min().unwrap_or(0).min(0);
    let levels = f32::from(highest - lowest) + 2.2;
    canvas::picture(wide as u32, high as u32, |canvas| {
        let column = (wide - LEFT * scale - 4.0) / row.len().max(1) as f32;
        let level = (high - FOOT * scale) / levels;
        let lowest = f32::from(lowest) - 0.6;
        Cut { canvas, map, row, scale, column, level, high, lowest, dark }.paint(fire);
    })
}

impl<'a> Draws<'a> for Cut<'a> {
    fn canvas(&mut self) -> &mut PixmapMut<'a> {
        &mut self.canvas
    }
}

impl Cut<'_> {
    fn pick(&self, light: Rgb, night: Rgb) -> Color {
        of_theme(self.dark, light, night)
    }

    fn ink(&self) -> Color {
        self.pick((0x2A, 0x28, 0x22), (0xDC, 0xD6, 0xC6))
    }

    /// The left edge of a column.
    fn x(&self, column: f32) -> f32 {
        LEFT * self.scale + column * self.column
    }

    fn y(&self, level: f32) -> f32 {
        self.high - FOOT * self.scale - (level - self.lowest) * self.level
    }

    fn block(&mut self, columns: (f32, f32), levels: (f32, f32), colour: Color) {
        let ((left, right), (foot, top)) =
            ((self.x(columns.0), self.x(columns.1)), (self.y(levels.0), self.y(levels.1)));
        self.fill(line(&[(left, top), (right, top), (right, foot), (left, foot)], true), colour);
    }

    fn write(&mut self, text: &str, at: (f32, f32), high: f32, colour: Color) {
        for shape in written(text, at, high * self.scale) {
            self.draw(line(&shape.spots, false), colour, &pen((high * 0.13 * self.scale).max(0.9)));
        }
    }

    fn paint(mut self, fire: &FireLine) {
        self.canvas.fill(self.pick((0xFF, 0xFF, 0xFF), (0x1D, 0x21, 0x27)));
        self.levels();
        for n in 0..self.row.len() {
            self.ground(n);
        }
        for n in 0..self.row.len().saturating_sub(1) {
            self.wall(n, fire);
        }
        self.names();
        self.fire(fire);
    }

    /// A faint line at each level with its number.
    fn levels(&mut self) {
        let (quiet, grid) =
            (self.pick((0x6B, 0x65, 0x58), (0xA4, 0x9C, 0x8B)), self.pick((0xDD, 0xD3, 0xBF), (0x34, 0x39, 0x42)));
        let mut level = self.lowest.ceil();
        let right = self.x(self.row.len() as f32);
        while self.y(level) > 6.0 * self.scale {
            let y = self.y(level);
            self.draw(line(&[(self.x(0.0), y), (right, y)], false), grid, &pen(1.0));
            self.write(&format!("{level:.0}"), (LEFT * self.scale / 2.0, y), 9.0, quiet);
            level += 1.0;
        }
    }

    /// The ground of a hex and what stands on it.
    fn ground(&mut self, n: usize) {
        let cell = *self.map.cell(self.row[n]);
        let (floor, top) = (f32::from(cell.level), f32::from(cell.top));
        let columns = (n as f32, n as f32 + 1.0);
        let outside = self.map.line_of(self.row[n]) == 0;
        let ground = match cell.terrain {
            Terrain::Rampart | Terrain::Gateway | Terrain::Room | Terrain::Stair => HexInk::Stone(1),
            Terrain::Moat => HexInk::Water(2),
            Terrain::Rock => HexInk::Rock(0),
            _ if outside => HexInk::Earth(0),
            _ => HexInk::Court(0),
        };
        let colour = |ink: HexInk| colour(ink, self.dark);
        let (ground, house, leaf, roof) =
            (colour(ground), colour(HexInk::House), colour(HexInk::Leaf), colour(HexInk::Line));
        let (low, edge) = (self.lowest, self.ink());
        match cell.terrain {
            Terrain::Rock => self.block(columns, (low, top), ground),
            _ => self.block(columns, (low, floor), ground),
        }
        match cell.terrain {
            Terrain::House => {
                let gable = [
                    (self.x(columns.0), self.y(floor)),
                    (self.x(columns.0), self.y(floor + (top - floor) * 0.6)),
                    (self.x(n as f32 + 0.5), self.y(top)),
                    (self.x(columns.1), self.y(floor + (top - floor) * 0.6)),
                    (self.x(columns.1), self.y(floor)),
                ];
                self.fill(line(&gable, true), house);
                self.draw(line(&gable, true), edge, &pen(1.0));
            }
            Terrain::Trees => {
                let (x, radius) =
                    (self.x(n as f32 + 0.5), (self.column * 0.45).min(self.level * 0.5 * (top - floor).max(0.4)));
                let y = self.y(top) + radius;
                self.draw(line(&[(x, self.y(floor)), (x, y)], false), edge, &pen(1.6));
                self.fill(PathBuilder::from_circle(x, y, radius), leaf);
            }
            _ if cell.roofed && top > floor => {
                let roofed = [(self.x(columns.0), self.y(top)), (self.x(columns.1), self.y(top))];
                self.draw(line(&roofed, false), roof, &pen(3.0 * self.scale));
            }
            _ => {}
        }
        let here = f32::from(if cell.terrain == Terrain::Rock { cell.top } else { cell.level });
        self.draw(
            line(&[(self.x(columns.0), self.y(here)), (self.x(columns.1), self.y(here))], false),
            edge,
            &pen(1.6),
        );
        if let Some(&next) = self.row.get(n + 1) {
            let beside = self.map.cell(next);
            let there = f32::from(if beside.terrain == Terrain::Rock { beside.top } else { beside.level });
            let x = self.x(columns.1);
            self.draw(line(&[(x, self.y(here)), (x, self.y(there))], false), edge, &pen(1.6));
        }
    }

    /// Walls, shut gates and battlements between two hexes.
    fn wall(&mut self, n: usize, fire: &FireLine) {
        let (one, other) = (self.row[n], self.row[n + 1]);
        let (near, far) = (*self.map.cell(one), *self.map.cell(other));
        let ink = self.ink();
        let at = if fire.lower.at == self.row[0] { one } else { other };
        let tested = fire
            .checked
            .iter()
            .find(|checked| checked.at == at && matches!(checked.what, Obstacle::Wall | Obstacle::Gate));
        let x = self.x(n as f32 + 1.0);
        if let Some(wall) = tested {
            let colour = colour(if wall.what == Obstacle::Gate { HexInk::Wood } else { HexInk::Wall }, self.dark);
            let foot = f32::from(near.level.min(far.level));
            let ends = [(x, self.y(foot)), (x, self.y(f32::from(wall.top)))];
            self.draw(line(&ends, false), ink, &pen(5.0 * self.scale));
            self.draw(line(&ends, false), colour, &pen(3.0 * self.scale));
        }
        for (cell, to, inward) in [(near, other, -1.0), (far, one, 1.0)] {
            let from = if inward < 0.0 { one } else { other };
            let merlon = self.map.side_to(from, to).is_some_and(|side| cell.edge(side).battlement);
            if merlon {
                let floor = f32::from(cell.level);
                let x = x + inward * 1.5 * self.scale;
                self.draw(line(&[(x, self.y(floor)), (x, self.y(floor + 0.5))], false), ink, &pen(3.0 * self.scale));
            }
        }
    }

    /// The names of hexes at the foot, as many as there is room for: columns above rows.
    fn names(&mut self) {
        let quiet = self.pick((0x6B, 0x65, 0x58), (0xA4, 0x9C, 0x8B));
        let every = ((15.0 * self.scale) / self.column).ceil().max(1.0) as usize;
        let last = self.row.len() - 1;
        for n in 0..self.row.len() {
            if n % every != 0 && n != last || n != last && last - n < every && n > 0 {
                continue;
            }
            let hex = self.map.cell(self.row[n]).hex;
            let x = self.x(n as f32 + 0.5);
            let foot = self.high - FOOT * self.scale;
            self.write(&format!("{:02}", hex.column), (x, foot + 7.5 * self.scale), 8.0, quiet);
            self.write(&format!("{:02}", hex.row), (x, foot + 18.5 * self.scale), 8.0, quiet);
        }
    }

    /// The men and the line between them.
    fn fire(&mut self, fire: &FireLine) {
        let last = self.row.len() - 1;
        let turned = fire.lower.at != self.row[0];
        let (first, second) = if turned { (fire.upper, fire.lower) } else { (fire.lower, fire.upper) };
        let clear = fire.is_clear();
        let colour = match clear {
            true => self.pick((0x2E, 0x6B, 0x3E), (0x7D, 0xBB, 0x8A)),
            false => self.pick((0xA8, 0x32, 0x1F), (0xE0, 0x66, 0x4F)),
        };
        let ink = self.ink();
        let ends = [(0, first.level), (last, second.level)].map(|(n, level)| {
            let x = self.x(n as f32 + 0.5);
            let (foot, eye) = (self.y(f32::from(level)), self.y(f32::from(level) + EYE));
            self.draw(line(&[(x, foot), (x, eye)], false), ink, &pen(2.6 * self.scale));
            self.fill(PathBuilder::from_circle(x, eye, 3.4 * self.scale), ink);
            (x, eye)
        });
        let dash = if clear { None } else { StrokeDash::new(vec![7.0, 4.0], 0.0) };
        self.draw(line(&ends, false), colour, &Stroke { dash, ..pen(2.0 * self.scale) });
        // What was tested and could have stopped it.
        let marks: Vec<(f32, f32, bool)> = fire
            .checked
            .iter()
            .filter(|checked| checked.rise.height > 0)
            .filter_map(|checked| {
                let n = self.row.iter().position(|&id| id == checked.at)? as f32;
                let wall = matches!(checked.what, Obstacle::Wall | Obstacle::Gate);
                let off = if !wall {
                    0.5
                } else if turned {
                    0.0
                } else {
                    1.0
                };
                let stops = checked.passes == Passes::Test { clear: false };
                Some((self.x(n + off), self.y(f32::from(checked.top)), stops))
            })
            .collect();
        for (x, y, stops) in marks {
            let size = 3.6 * self.scale;
            match stops {
                true => {
                    for slant in [-1.0, 1.0] {
                        let stroke = [(x - size, y - size * slant), (x + size, y + size * slant)];
                        self.draw(line(&stroke, false), colour, &pen(2.4 * self.scale));
                    }
                }
                false => self.draw(PathBuilder::from_circle(x, y, size), colour, &pen(1.6 * self.scale)),
            }
        }
    }
}
