//! Finding one's way: over fords, through gaps and gates, up stairs. A lattice of places an inch apart is joined, for
//! each kind of mover, by what the going from one to the next costs; the shortest ways to a place are worked out from
//! there, and whoever follows them cuts the corners he can.

use super::land::{Land, Mover};
use super::{Ground, Walked};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{INCH, Point};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// From a place of the lattice to its eight neighbours.
const NEIGHBOURS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// No way.
const NONE: u16 = u16::MAX;
/// Further than any way.
const FAR: u32 = u32::MAX;
/// How many places ahead a corner is cut.
const AHEAD: usize = 24;

/// How far every place of the lattice is from a goal, in 64ths of an inch of a mover's pace in the open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    far: Vec<u32>,
}

/// What it costs one kind of mover from every place of the lattice to each neighbour.
#[derive(Debug)]
pub(super) struct Ways {
    mover: Mover,
    columns: i32,
    steps: Vec<[u16; 8]>,
    homes: BySide<OnceLock<Arc<Field>>>,
}

/// The ways of each kind of mover that has asked for them. What is kept here follows from the ground and its works, so
/// it does not count when lands are compared.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<Vec<Arc<Ways>>>);

impl PartialEq for Known {
    fn eq(&self, _: &Known) -> bool {
        true
    }
}

impl Eq for Known {}

impl Ground {
    fn lattice(&self) -> (i32, i32) {
        (self.width / INCH, self.depth / INCH)
    }

    fn knot(&self, place: Point) -> usize {
        let (columns, rows) = self.lattice();
        let (column, row) = ((place.x / INCH).clamp(0, columns - 1), (place.y / INCH).clamp(0, rows - 1));
        (row * columns + column) as usize
    }
}

impl Ways {
    fn new(land: &Land, mover: &Mover) -> Ways {
        let (columns, rows) = land.ground.lattice();
        let mut ways = Ways { mover: *mover, columns, steps: Vec::new(), homes: BySide::default() };
        ways.steps = (0..(columns * rows) as usize)
            .map(|knot| {
                let here = ways.place(knot);
                NEIGHBOURS.map(|(x, y)| {
                    let there = Point::new(here.x + x * INCH, here.y + y * INCH);
                    if !land.ground.holds(there) || !land.holds(here, mover) {
                        return NONE;
                    }
                    let walked = land.walk(here, there, i32::from(NONE) - 1, mover);
                    if walked.arrived { walked.spent as u16 } else { NONE }
                })
            })
            .collect();
        ways
    }

    fn place(&self, knot: usize) -> Point {
        let knot = knot as i32;
        Point::new(knot % self.columns * INCH + INCH / 2, knot / self.columns * INCH + INCH / 2)
    }

    fn beside(&self, knot: usize, neighbour: usize) -> Option<usize> {
        let rows = self.steps.len() as i32 / self.columns;
        let (column, row) = (knot as i32 % self.columns, knot as i32 / self.columns);
        let (x, y) = (column + NEIGHBOURS[neighbour].0, row + NEIGHBOURS[neighbour].1);
        ((0..self.columns).contains(&x) && (0..rows).contains(&y)).then_some((y * self.columns + x) as usize)
    }

    /// The field of shortest ways to some places, as far as those of `from`, or all of it if none is given.
    fn field(&self, goals: &[usize], from: &[usize]) -> Field {
        let mut far = vec![FAR; self.steps.len()];
        let mut next: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
        for &goal in goals {
            far[goal] = 0;
            next.push(Reverse((0, goal)));
        }
        let mut wanted: Vec<usize> = from.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let mut left = wanted.len();
        while let Some(Reverse((way, knot))) = next.pop() {
            if way > far[knot] {
                continue;
            }
            if wanted.binary_search(&knot).is_ok() {
                left -= 1;
                if left == 0 {
                    break;
                }
            }
            for neighbour in 0..8 {
                let Some(other) = self.beside(knot, neighbour) else { continue };
                // What counts is the way from there to here.
                let cost = self.steps[other][(neighbour + 4) % 8];
                let through = way.saturating_add(u32::from(cost));
                if cost != NONE && through < far[other] {
                    far[other] = through;
                    next.push(Reverse((through, other)));
                }
            }
        }
        Field { far }
    }
}

impl Land {
    fn ways(&self, mover: &Mover) -> Arc<Ways> {
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ways) = known.iter().find(|ways| ways.mover == *mover) {
            return ways.clone();
        }
        let ways = Arc::new(Ways::new(self, mover));
        known.push(ways.clone());
        ways
    }

    /// The shortest ways to a place for a kind of mover, worked out at least for those at `from`.
    pub fn ways_to(&self, goal: Point, from: &[Point], mover: &Mover) -> Field {
        let ways = self.ways(mover);
        let knots: Vec<usize> = from.iter().map(|&place| self.ground.knot(place)).collect();
        ways.field(&[self.ground.knot(goal)], &knots)
    }

    /// The shortest ways to a side's own edge for a kind of mover.
    pub fn ways_home(&self, side: Side, mover: &Mover) -> Arc<Field> {
        let ways = self.ways(mover);
        let home = || {
            let (columns, rows) = self.ground.lattice();
            let row = if side == Side::Attacker { 0 } else { rows - 1 };
            let goals: Vec<usize> = (row * columns..(row + 1) * columns).map(|knot| knot as usize).collect();
            let stands: Vec<usize> = goals.into_iter().filter(|&knot| self.holds(ways.place(knot), mover)).collect();
            Arc::new(ways.field(&stands, &[]))
        };
        ways.homes[side].get_or_init(home).clone()
    }

    /// How far a place is from the goal of a field, in 64ths of an inch of the mover's pace; nothing if there is no way.
    pub fn way_length(&self, field: &Field, place: Point) -> Option<u32> {
        let far = field.far[self.ground.knot(place)];
        (far != FAR).then_some(far)
    }

    /// How far a mover gets along a field towards its goal with `budget` left: straight from corner to corner. The legs
    /// of the way, each with the place reached; none if there is no way on.
    pub fn follow(&self, field: &Field, from: Point, budget: i32, mover: &Mover) -> Vec<Walked> {
        let ways = self.ways(mover);
        let mut legs: Vec<Walked> = Vec::new();
        let (mut place, mut left) = (from, budget);
        while left > 0 {
            let mut ahead = Vec::new();
            let Some(first) = self.first_knot(&ways, field, place, mover) else { break };
            let mut knot = first;
            while ahead.len() < AHEAD {
                ahead.push(knot);
                let down = (0..8).filter_map(|n| {
                    let other = ways.beside(knot, n)?;
                    let cost = ways.steps[knot][n];
                    let far = field.far[other];
                    (cost != NONE && far < field.far[knot]).then(|| (far.saturating_add(u32::from(cost)), other))
                });
                let Some((_, next)) = down.min() else { break };
                knot = next;
            }
            // The furthest place ahead to which the straight way is no longer than the way round by the lattice.
            let whole = |knot: usize| field.far[ahead[0]] - field.far[knot];
            let straight = ahead.iter().rev().find_map(|&knot| {
                let walked = self.walk(place, ways.place(knot), i32::from(NONE), mover);
                let around = whole(knot) as i32 + 2 * INCH;
                (walked.arrived && walked.spent <= around).then(|| ways.place(knot))
            });
            let goal = straight.unwrap_or_else(|| ways.place(first));
            let leg = self.walk(place, goal, left, mover);
            if leg.place == place {
                break;
            }
            left -= leg.spent.max(1);
            place = leg.place;
            let ended = !leg.arrived || field.far[self.ground.knot(goal)] == 0;
            legs.push(leg);
            if ended {
                break;
            }
        }
        legs
    }

    /// The place of the lattice at which whoever stands at `place` joins the ways of a field.
    fn first_knot(&self, ways: &Ways, field: &Field, place: Point, mover: &Mover) -> Option<usize> {
        let own = self.ground.knot(place);
        let around = std::iter::once(own).chain((0..8).filter_map(|n| ways.beside(own, n)));
        let joined = around.filter(|&knot| field.far[knot] != FAR).filter_map(|knot| {
            let there = ways.place(knot);
            let walked = self.walk(place, there, i32::from(NONE), mover);
            // Who stands on a place of the lattice goes on to the next.
            (walked.arrived && there != place).then(|| (walked.spent as u32 + field.far[knot], knot))
        });
        let (way, knot) = joined.min()?;
        // Whoever is as near as the lattice can tell has arrived.
        let here = field.far[own];
        (here > 0 && way < FAR).then_some(knot)
    }
}
