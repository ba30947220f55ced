//! Finding one's way: over fords, through gaps and gates, up stairs. A lattice of places an inch apart is joined, for
//! each kind of mover, by what the going from one to the next costs; the shortest ways to a place are worked out from
//! there, and a mover who follows them cuts what corners he can.

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
/// How many fields are kept: an order is looked at by who thinks of it, checked, and carried out.
const KEPT: usize = 8;

/// How far every place of the lattice is from a goal, in 64ths of an inch of a mover's pace in the open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceField {
    far: Vec<u32>,
}

/// A field with the goal and the places it was worked out for.
type Kept = (usize, Vec<usize>, Arc<DistanceField>);

/// What it costs one kind of mover from every place of the lattice to each neighbour, worked out where it is asked.
#[derive(Debug)]
pub(super) struct Ways {
    mover: Mover,
    columns: i32,
    rows: i32,
    steps: Vec<OnceLock<[u16; 8]>>,
    homes: BySide<OnceLock<Arc<DistanceField>>>,
    kept: Mutex<Vec<Kept>>,
}

/// The ways of each kind of mover that has asked for them. What is kept here follows from the ground and its works, so
/// it does not count when lands are compared.
#[derive(Debug, Default)]
pub(super) struct KnownWays(Mutex<Vec<Arc<Ways>>>);

impl PartialEq for KnownWays {
    fn eq(&self, _: &KnownWays) -> bool {
        true
    }
}

impl Eq for KnownWays {}

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
        let steps = (0..columns * rows).map(|_| OnceLock::new()).collect();
        Ways { mover: *mover, columns, rows, steps, homes: BySide::default(), kept: Mutex::default() }
    }

    /// What it costs from a place of the lattice to each of its neighbours.
    fn steps(&self, land: &Land, knot: usize) -> &[u16; 8] {
        self.steps[knot].get_or_init(|| {
            let here = self.place(knot);
            if !land.holds(here, &self.mover) {
                return [NONE; 8];
            }
            NEIGHBOURS.map(|(x, y)| {
                let there = Point::new(here.x + x * INCH, here.y + y * INCH);
                if !land.ground.holds(there) {
                    return NONE;
                }
                let walked = land.walk(here, there, i32::from(NONE) - 1, &self.mover);
                if walked.arrived { walked.spent as u16 } else { NONE }
            })
        })
    }

    fn place(&self, knot: usize) -> Point {
        let knot = knot as i32;
        Point::new(knot % self.columns * INCH + INCH / 2, knot / self.columns * INCH + INCH / 2)
    }

    /// The neighbours of a place of the lattice that are on it, each with its number among the eight.
    fn beside(&self, knot: usize) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let (column, row) = (knot as i32 % self.columns, knot as i32 / self.columns);
        NEIGHBOURS.iter().enumerate().filter_map(move |(n, &(x, y))| {
            let (x, y) = (column + x, row + y);
            let on = x >= 0 && x < self.columns && y >= 0 && y < self.rows;
            on.then_some((n, (y * self.columns + x) as usize))
        })
    }

    /// The field of shortest ways to some places, as far as those of `from`, or all of it if none is given.
    fn field(&self, land: &Land, goals: &[usize], from: &[usize]) -> DistanceField {
        let mut far = vec![FAR; self.steps.len()];
        let mut next: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
        for &goal in goals {
            far[goal] = 0;
            next.push(Reverse((0, goal)));
        }
        let mut left = from.len();
        while let Some(Reverse((way, knot))) = next.pop() {
            if way > far[knot] {
                continue;
            }
            if from.binary_search(&knot).is_ok() {
                left -= 1;
                if left == 0 {
                    break;
                }
            }
            for (n, other) in self.beside(knot) {
                if far[other] <= way {
                    continue;
                }
                // What counts is the way from there to here.
                let cost = self.steps(land, other)[(n + 4) % 8];
                let through = way.saturating_add(u32::from(cost));
                if cost != NONE && through < far[other] {
                    far[other] = through;
                    next.push(Reverse((through, other)));
                }
            }
        }
        DistanceField { far }
    }

    /// The field of shortest ways to a place, as far as those of `from`, in their order and each once; kept for a while.
    fn field_to(&self, land: &Land, goal: usize, from: Vec<usize>) -> Arc<DistanceField> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |(to, of, _): &&Kept| *to == goal && *of == from;
        if let Some((.., field)) = kept().iter().find(known) {
            return field.clone();
        }
        let field = Arc::new(self.field(land, &[goal], &from));
        let mut kept = kept();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((goal, from, field.clone()));
        field
    }
}

impl Land {
    fn ways(&self, mover: &Mover) -> Arc<Ways> {
        // What it has climbed of a wall makes no other way.
        let mover = &Mover { climbed: None, whole: mover.pace, ..*mover };
        let mut known = self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ways) = known.iter().find(|ways| ways.mover == *mover) {
            return ways.clone();
        }
        let ways = Arc::new(Ways::new(self, mover));
        known.push(ways.clone());
        ways
    }

    /// The shortest ways to a place for a kind of mover, worked out at least for those at `from`.
    pub fn ways_to(&self, goal: Point, from: &[Point], mover: &Mover) -> Arc<DistanceField> {
        let mut knots: Vec<usize> = from.iter().map(|&place| self.ground.knot(place)).collect();
        knots.sort_unstable();
        knots.dedup();
        self.ways(mover).field_to(self, self.ground.knot(goal), knots)
    }

    /// The shortest ways to a side's own edge for a kind of mover.
    pub fn ways_home(&self, side: Side, mover: &Mover) -> Arc<DistanceField> {
        let ways = self.ways(mover);
        let home = || {
            let (columns, rows) = self.ground.lattice();
            let row = if side == Side::Attacker { 0 } else { rows - 1 };
            let goals: Vec<usize> = (row * columns..(row + 1) * columns).map(|knot| knot as usize).collect();
            let stands: Vec<usize> = goals.into_iter().filter(|&knot| self.holds(ways.place(knot), mover)).collect();
            Arc::new(ways.field(self, &stands, &[]))
        };
        ways.homes[side].get_or_init(home).clone()
    }

    /// Whether there is a way to a side's own edge from a place.
    pub fn leads_home(&self, side: Side, place: Point, mover: &Mover) -> bool {
        if self.ground.is_even() {
            return true;
        }
        let ways = self.ways_home(side, mover);
        let joins = self.first_knot(&self.ways(mover), &ways, place, mover).is_some();
        joins || ways.far[self.ground.knot(place)] == 0
    }

    /// How far a place is from a goal, in 64ths of an inch of a mover's pace; nothing if there is no way. The field for it is
    /// worked out for those at `from`, among them the place.
    pub fn way_length(&self, goal: Point, place: Point, from: &[Point], mover: &Mover) -> Option<u32> {
        if self.ground.is_even() {
            return Some(place.distance(goal) as u32);
        }
        let far = self.ways_to(goal, from, mover).far[self.ground.knot(place)];
        (far != FAR).then_some(far)
    }

    /// How far a mover gets along a field towards its goal with `budget` left: straight from corner to corner. The legs
    /// of the way, each with the place reached; none if there is no way on.
    pub fn follow(&self, field: &DistanceField, from: Point, budget: i32, mover: &Mover) -> Vec<Walked> {
        let ways = self.ways(mover);
        let mut legs: Vec<Walked> = Vec::new();
        let (mut place, mut left) = (from, budget);
        while left > 0 {
            let mut ahead = Vec::new();
            let Some(first) = self.first_knot(&ways, field, place, mover) else { break };
            let mut knot = first;
            while ahead.len() < AHEAD {
                ahead.push(knot);
                let steps = ways.steps(self, knot);
                let down = ways.beside(knot).filter_map(|(n, other)| {
                    let (cost, far) = (steps[n], field.far[other]);
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

    /// The place of the lattice at which a mover at `place` joins the ways of a field.
    fn first_knot(&self, ways: &Ways, field: &DistanceField, place: Point, mover: &Mover) -> Option<usize> {
        let own = self.ground.knot(place);
        let around = std::iter::once(own).chain(ways.beside(own).map(|(_, other)| other));
        let joined = around.filter(|&knot| field.far[knot] != FAR).filter_map(|knot| {
            let there = ways.place(knot);
            let walked = self.walk(place, there, i32::from(NONE), mover);
            // A mover who stands on a place of the lattice already goes on to the next.
            (walked.arrived && there != place).then(|| (walked.spent as u32 + field.far[knot], knot))
        });
        let (way, knot) = joined.min()?;
        // A mover as near as the lattice can tell has arrived.
        let here = field.far[own];
        (here > 0 && way < FAR).then_some(knot)
    }
}
