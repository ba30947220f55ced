//! Finds the figures near a place: the field in squares of 2 in, and the figures of each square as a chain.

use super::FigureId;
use crate::rules::geometry::{INCH, Point};

const SQUARE: i32 = 2 * INCH;

/// Which figures stand in each square of 2 in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: i32,
    rows: i32,
    /// The last figure put down in each square.
    head: Vec<Option<FigureId>>,
    /// The figure put down before each figure in the same square.
    next: Vec<Option<FigureId>>,
    /// The square each figure stands in.
    square: Vec<Option<usize>>,
}

impl Grid {
    /// An empty grid over a field of this size for so many figures.
    pub fn new(width: i32, depth: i32, figures: usize) -> Grid {
        let (columns, rows) = (width / SQUARE + 1, depth / SQUARE + 1);
        Grid {
            columns,
            rows,
            head: vec![None; (columns * rows) as usize],
            next: vec![None; figures],
            square: vec![None; figures],
        }
    }

    fn square_of(&self, at: Point) -> usize {
        let column = (at.x / SQUARE).clamp(0, self.columns - 1);
        let row = (at.y / SQUARE).clamp(0, self.rows - 1);
        (row * self.columns + column) as usize
    }

    /// Puts a figure down.
    pub fn put(&mut self, figure: FigureId, at: Point) {
        let (square, index) = (self.square_of(at), usize::from(figure.0));
        self.next[index] = self.head[square].replace(figure);
        self.square[index] = Some(square);
    }

    /// Takes a figure away, if it is there.
    pub fn take(&mut self, figure: FigureId) {
        let index = usize::from(figure.0);
        let Some(square) = self.square[index].take() else { return };
        let after = self.next[index];
        let mut link = &mut self.head[square];
        while let Some(here) = *link {
            if here == figure {
                *link = after;
                return;
            }
            link = &mut self.next[usize::from(here.0)];
        }
    }

    /// Calls `with` for every figure in the squares within `range` of a place, until it answers true; whether it did.
    #[inline]
    pub fn any_near(&self, at: Point, range: i32, mut with: impl FnMut(FigureId) -> bool) -> bool {
        let columns =
            ((at.x - range) / SQUARE).clamp(0, self.columns - 1)..=((at.x + range) / SQUARE).clamp(0, self.columns - 1);
        let rows =
            ((at.y - range) / SQUARE).clamp(0, self.rows - 1)..=((at.y + range) / SQUARE).clamp(0, self.rows - 1);
        for row in rows {
            for column in columns.clone() {
                let mut figure = self.head[(row * self.columns + column) as usize];
                while let Some(here) = figure {
                    if with(here) {
                        return true;
                    }
                    figure = self.next[usize::from(here.0)];
                }
            }
        }
        false
    }
}
