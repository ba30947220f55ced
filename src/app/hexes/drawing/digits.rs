//! Figures drawn with a pen, for numbers upon a map.

use super::{Drawn, HexInk, HexShape, HexSpot, circle, middle};
use crate::rules::assault::hexes::Hex;
use crate::rules::assault::map::Terrain;

/// The strokes of a figure, in a box 1 wide and 1 high.
fn strokes(figure: char) -> &'static [&'static [HexSpot]] {
    match figure {
        '0' => &[&[
            (0.3, 0.0),
            (0.7, 0.0),
            (1.0, 0.3),
            (1.0, 0.7),
            (0.7, 1.0),
            (0.3, 1.0),
            (0.0, 0.7),
            (0.0, 0.3),
            (0.3, 0.0),
        ]],
        '1' => &[&[(0.15, 0.22), (0.55, 0.0), (0.55, 1.0)]],
        '2' => &[&[(0.0, 0.25), (0.25, 0.0), (0.75, 0.0), (1.0, 0.22), (1.0, 0.4), (0.0, 1.0), (1.0, 1.0)]],
        '3' => &[
            &[(0.0, 0.1), (0.3, 0.0), (0.75, 0.0), (1.0, 0.22), (0.75, 0.46), (0.4, 0.48)],
            &[(0.75, 0.46), (1.0, 0.74), (0.75, 1.0), (0.25, 1.0), (0.0, 0.87)],
        ],
        '4' => &[&[(0.75, 1.0), (0.75, 0.0), (0.0, 0.7), (1.0, 0.7)]],
        '5' => &[&[
            (0.95, 0.0),
            (0.15, 0.0),
            (0.08, 0.45),
            (0.6, 0.38),
            (1.0, 0.66),
            (0.75, 1.0),
            (0.25, 1.0),
            (0.0, 0.87),
        ]],
        '6' => &[&[
            (0.85, 0.03),
            (0.4, 0.12),
            (0.03, 0.56),
            (0.03, 0.78),
            (0.3, 1.0),
            (0.7, 1.0),
            (0.97, 0.76),
            (0.7, 0.5),
            (0.3, 0.5),
            (0.03, 0.72),
        ]],
        '7' => &[&[(0.0, 0.0), (1.0, 0.0), (0.35, 1.0)]],
        '8' => &[&[
            (0.3, 0.47),
            (0.05, 0.25),
            (0.3, 0.0),
            (0.7, 0.0),
            (0.95, 0.25),
            (0.7, 0.47),
            (0.3, 0.47),
            (0.0, 0.74),
            (0.3, 1.0),
            (0.7, 1.0),
            (1.0, 0.74),
            (0.7, 0.47),
        ]],
        '9' => &[&[
            (0.15, 0.97),
            (0.6, 0.88),
            (0.97, 0.44),
            (0.97, 0.22),
            (0.7, 0.0),
            (0.3, 0.0),
            (0.03, 0.24),
            (0.3, 0.5),
            (0.7, 0.5),
            (0.97, 0.28),
        ]],
        '-' | '−' => &[&[(0.12, 0.52), (0.88, 0.52)]],
        _ => &[],
    }
}

/// Figures written about a middle, so high.
pub fn written(text: &str, (x, y): HexSpot, high: f32) -> Vec<HexShape> {
    let (wide, step) = (high * 0.52, high * 0.78);
    let count = text.chars().count() as f32;
    let left = x - ((count - 1.0) * step + wide) / 2.0;
    let each = text.chars().enumerate().flat_map(|(n, figure)| {
        let from = left + n as f32 * step;
        strokes(figure).iter().map(move |stroke| {
            let spots = stroke.iter().map(|&(right, down)| (from + right * wide, y + (down - 0.5) * high)).collect();
            HexShape { spots, closed: false }
        })
    });
    each.collect()
}

impl Drawn<'_> {
    fn write(&mut self, ink: HexInk, text: &str, at: HexSpot, high: f32, least: f32) {
        for shape in written(text, at, high) {
            self.add(ink, super::HexPen::Line(high * 0.13), least, shape);
        }
    }

    /// A plain ground for the level upon the treads of each stair.
    pub(super) fn plain_stairs(&mut self) {
        let map = self.map;
        for cell in map.cells.iter().filter(|cell| cell.terrain == Terrain::Stair && cell.level != 0) {
            self.fill(HexInk::Court(0), 9.0, circle(middle(cell.hex), 0.27));
        }
    }

    /// The level of every hex that is not level 0.
    pub(super) fn levels(&mut self) {
        let map = self.map;
        for cell in map.cells.iter().filter(|cell| !cell.under && cell.level != 0) {
            self.write(HexInk::Figure, &cell.level.to_string(), middle(cell.hex), 0.4, 9.0);
        }
    }

    /// The name of every hex.
    pub(super) fn names(&mut self) {
        let map = self.map;
        for cell in map.cells.iter().filter(|cell| !cell.under) {
            let (x, y) = middle(cell.hex);
            self.write(HexInk::Figure, &cell.hex.to_string(), (x, y - 0.34), 0.19, 24.0);
        }
    }

    /// The numbers of columns and rows along the edges, every fifth.
    pub(super) fn rulers(&mut self) {
        let (columns, rows) = (self.map.columns, self.map.rows);
        for column in (5..=columns).step_by(5) {
            for (row, off) in [(1, -1.15), (rows, 1.15)] {
                let (x, y) = middle(Hex::new(column, row));
                self.write(HexInk::Ruler, &format!("{column:02}"), (x, y + off), 0.62, 6.0);
            }
        }
        for row in (5..=rows).step_by(5) {
            for (column, off) in [(1, -1.25), (columns, 1.25)] {
                let (x, y) = middle(Hex::new(column, row));
                self.write(HexInk::Ruler, &format!("{row:02}"), (x + off, y), 0.62, 6.0);
            }
        }
    }
}
