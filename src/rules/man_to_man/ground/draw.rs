//! Drawing a ground on its raster: areas filled, barriers cut into pieces and marked so that nobody slips through.

use super::{Area, Barrier, BarrierPiece, CELL, Cell, Ground};
use crate::rules::geometry::{INCH, Point};

/// How far from a barrier's line its cells reach, at least, in 64ths of an inch. Whoever walks is looked at every
/// [`super::land::STRIDE`], so one of the two places on either side of a line is within half a stride of it.
const REACH: i32 = super::land::STRIDE / 2 + 2;

/// The places along a line from `a` to `b` at most `apart` from each other, both ends included.
pub(super) fn along(a: Point, b: Point, apart: i32) -> impl Iterator<Item = Point> {
    let steps = (a.distance(b) / apart + 1).max(1);
    let way = a.to(b);
    (0..=steps).map(move |n| {
        let part = |of: i32| (i64::from(of) * i64::from(n) / i64::from(steps)) as i32;
        Point::new(a.x + part(way.x), a.y + part(way.y))
    })
}

/// Whether a place lies inside a polygon.
pub fn inside(edge: &[Point], place: Point) -> bool {
    let mut within = false;
    for (n, &a) in edge.iter().enumerate() {
        let b = edge[(n + 1) % edge.len()];
        if (a.y > place.y) != (b.y > place.y) {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            within ^= low.to(high).cross(low.to(place)) > 0;
        }
    }
    within
}

impl Ground {
    /// Makes the raster, and cuts the barriers into pieces.
    pub(super) fn draw(&mut self) {
        self.columns = self.width / CELL + 1;
        let rows = self.depth / CELL + 1;
        self.cells = vec![Cell::default(); (self.columns * rows) as usize];
        let areas = std::mem::take(&mut self.areas);
        for (n, area) in areas.iter().enumerate() {
            self.fill(n as u8 + 1, area);
        }
        self.areas = areas;
        let mut barriers = std::mem::take(&mut self.barriers);
        for (n, barrier) in barriers.iter_mut().enumerate() {
            let first = self.pieces.len() as u16;
            for ends in barrier.line.windows(2) {
                self.cut(n as u16, barrier, ends[0], ends[1]);
            }
            barrier.pieces = (first, self.pieces.len() as u16);
        }
        self.barriers = barriers;
    }

    fn fill(&mut self, number: u8, area: &Area) {
        let columns = self.columns;
        for (n, cell) in (0..).zip(self.cells.iter_mut()) {
            let middle = Point::new(n % columns * CELL + CELL / 2, n / columns * CELL + CELL / 2);
            if inside(&area.edge, middle) {
                cell.surface = area.surface;
                cell.area = number;
                cell.level = area.level.unwrap_or(cell.level);
            }
        }
    }

    fn cut(&mut self, number: u16, barrier: &Barrier, from: Point, to: Point) {
        let length = from.distance(to);
        let count = ((length + INCH - 1) / INCH).max(1);
        let way = from.to(to);
        let at = |n: i32| Point::new(from.x + way.x * n / count, from.y + way.y * n / count);
        for n in 0..count {
            let piece = BarrierPiece { barrier: number, from: at(n), to: at(n + 1) };
            self.pieces.push(piece);
            // A gap leaves nothing in the cells it is drawn over.
            let mark = if barrier.kind == super::BarrierKind::Gap { 0 } else { self.pieces.len() as u16 };
            self.mark(mark, &piece, barrier.thickness / 2);
        }
    }

    fn mark(&mut self, mark: u16, piece: &BarrierPiece, half: i32) {
        let rows = self.cells.len() as i32 / self.columns;
        let reach = half.max(REACH);
        let least = Point::new(piece.from.x.min(piece.to.x) - reach, piece.from.y.min(piece.to.y) - reach);
        let most = Point::new(piece.from.x.max(piece.to.x) + reach, piece.from.y.max(piece.to.y) + reach);
        let range = |low: i32, high: i32, end: i32| (low / CELL).clamp(0, end - 1)..=(high / CELL).clamp(0, end - 1);
        for row in range(least.y, most.y, rows) {
            for column in range(least.x, most.x, self.columns) {
                let middle = Point::new(column * CELL + CELL / 2, row * CELL + CELL / 2);
                // The nearest place of the line, and whether the cell holds any place within reach of it.
                let near = along(piece.from, piece.to, 4)
                    .min_by_key(|place| place.distance_squared(middle))
                    .unwrap_or(piece.from);
                let beside = |a: i32, b: i32| ((a - b).abs() - CELL / 2).max(0);
                let thin = beside(near.x, middle.x) <= REACH && beside(near.y, middle.y) <= REACH;
                if thin || middle.distance_squared(near) <= i64::from(half) * i64::from(half) {
                    self.cells[(row * self.columns + column) as usize].piece = mark;
                }
            }
        }
    }
}
