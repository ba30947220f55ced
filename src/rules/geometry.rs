//! Places and directions on the table, in integers alone, so that a battle is the same on every processor.
//!
//! A [`Point`] is in 64ths of an inch. A [`Heading`] is one of 64 directions from a committed table. Distances are
//! compared squared, in `i64`; where a length itself is wanted it is the integer square root.

use serde::{Deserialize, Serialize};

/// An inch of the table, in the units of a [`Point`].
pub const INCH: i32 = 64;

/// The scale of [`Heading::vector`]: its length, to rounding.
const UNIT: i32 = 1 << 14;

/// The cosines of headings 0 to 16, times [`UNIT`], to the nearest whole number.
const COSINES: [i32; 17] =
    [16384, 16305, 16069, 15679, 15137, 14449, 13623, 12665, 11585, 10394, 9102, 7723, 6270, 4756, 3196, 1606, 0];

/// A place on the table, or the way from one place to another, in 64ths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// To the right, seen by the attacker.
    pub x: i32,
    /// Away from the attacker's edge.
    pub y: i32,
}

impl Point {
    /// The place at `x`, `y`.
    pub fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The way from here to `other`.
    pub fn to(self, other: Point) -> Point {
        Point { x: other.x - self.x, y: other.y - self.y }
    }

    /// The place `way` from here.
    pub fn plus(self, way: Point) -> Point {
        Point { x: self.x + way.x, y: self.y + way.y }
    }

    /// The squared length of a way.
    pub fn length_squared(self) -> i64 {
        i64::from(self.x) * i64::from(self.x) + i64::from(self.y) * i64::from(self.y)
    }

    /// The squared distance to `other`.
    pub fn distance_squared(self, other: Point) -> i64 {
        self.to(other).length_squared()
    }

    /// The distance to `other`, rounded down.
    pub fn distance(self, other: Point) -> i32 {
        self.distance_squared(other).unsigned_abs().isqrt() as i32
    }

    /// The scalar product of two ways.
    pub fn dot(self, other: Point) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }

    /// The cross product of two ways, positive where `other` lies to the left.
    pub fn cross(self, other: Point) -> i64 {
        i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
    }

    /// The place `length` along the way from here to `goal`, or `goal` itself if it is no further.
    pub fn toward(self, goal: Point, length: i32) -> Point {
        let way = self.to(goal);
        let whole = way.length_squared().unsigned_abs().isqrt() as i64;
        if whole <= i64::from(length) {
            return goal;
        }
        let part = |of: i32| (i64::from(of) * i64::from(length) / whole) as i32;
        Point { x: self.x + part(way.x), y: self.y + part(way.y) }
    }

    /// The place `length` from here along `heading`.
    pub fn along(self, heading: Heading, length: i32) -> Point {
        let unit = heading.vector();
        let part = |of: i32| (i64::from(of) * i64::from(length) / i64::from(UNIT)) as i32;
        Point { x: self.x + part(unit.x), y: self.y + part(unit.y) }
    }

    /// The place half-way to `other`.
    pub fn half_way(self, other: Point) -> Point {
        Point { x: (self.x + other.x).div_euclid(2), y: (self.y + other.y).div_euclid(2) }
    }

    /// The squared distance from here to the nearest place of the segment from `a` to `b`, rounded down; and whether
    /// that nearest place lies strictly between them.
    pub fn distance_squared_to_segment(self, a: Point, b: Point) -> (i64, bool) {
        let way = a.to(b);
        let here = a.to(self);
        let along = way.dot(here);
        let whole = way.length_squared();
        if along <= 0 {
            return (here.length_squared(), false);
        }
        if along >= whole {
            return (b.distance_squared(self), false);
        }
        // A field is at most 240 in each way, so a cross product is under 2³⁰ and its square under 2⁶⁰.
        let cross = way.cross(here);
        (cross * cross / whole, true)
    }
}

/// Whether the segment from `a` to `b` crosses, or touches, the segment from `c` to `d`.
pub fn segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |from: Point, to: Point, place: Point| from.to(to).cross(from.to(place)).signum();
    let apart = side(a, b, c) * side(a, b, d) > 0 || side(c, d, a) * side(c, d, b) > 0;
    // Lines along one another cross nothing here.
    let along = side(a, b, c) == 0 && side(a, b, d) == 0;
    !apart && !along
}

/// Where something lies from a figure, by its facing (MM-5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arc {
    /// Within 45° of the facing.
    Front,
    /// Between front and rear.
    Flank,
    /// More than 135° from the facing.
    Rear,
}

/// One of 64 directions, 5.625° apart: 0 along x, 16 along y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Heading(u8);

impl Heading {
    /// From the attacker's edge towards the defender's.
    pub const UP: Heading = Heading(16);
    /// From the defender's edge towards the attacker's.
    pub const DOWN: Heading = Heading(48);
    pub const STEPS_22: u8 = 4;

    /// The heading `steps` of 5.625° from that of the x axis.
    pub fn new(steps: u8) -> Heading {
        Heading(steps % 64)
    }

    /// Which of the 64 it is.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The heading `steps` further to the left; negative to the right.
    pub fn turned(self, steps: i32) -> Heading {
        Heading((i32::from(self.0) + steps).rem_euclid(64) as u8)
    }

    /// Straight back.
    pub fn back(self) -> Heading {
        Heading((self.0 + 32) % 64)
    }

    /// The steps of turning between two headings, 0 to 32.
    pub fn turn_to(self, other: Heading) -> u8 {
        let steps = self.0.abs_diff(other.0);
        steps.min(64 - steps)
    }

    /// Its way, of length 16384 to rounding.
    pub fn vector(self) -> Point {
        let cosine = |heading: u8| match heading % 64 {
            n @ 0..=16 => COSINES[usize::from(n)],
            n @ 17..=32 => -COSINES[usize::from(32 - n)],
            n @ 33..=48 => -COSINES[usize::from(n - 32)],
            n => COSINES[usize::from(64 - n)],
        };
        Point { x: cosine(self.0), y: cosine(self.0 + 48) }
    }

    /// The heading nearest to a way; that of the x axis for no way at all.
    pub fn of(way: Point) -> Heading {
        let (x, y) = (i64::from(way.x.unsigned_abs()), i64::from(way.y.unsigned_abs()));
        // The nearest unit vector is the one with the greatest scalar product; it rises to it and falls after.
        let product = |n: usize| x * i64::from(COSINES[n]) + y * i64::from(COSINES[16 - n]);
        let mut best = 0;
        while best < 16 && product(best + 1) > product(best) {
            best += 1;
        }
        let best = best as u8;
        Heading(match (way.x < 0, way.y < 0) {
            (false, false) => best,
            (true, false) => 32 - best,
            (true, true) => 32 + best,
            (false, true) => (64 - best) % 64,
        })
    }

    /// Where the way `way` leads for someone facing this heading (MM-5.7).
    pub fn arc(self, way: Point) -> Arc {
        let facing = self.vector();
        let (ahead, aside) = (facing.dot(way), facing.cross(way).abs());
        if ahead >= aside {
            Arc::Front
        } else if -ahead > aside {
            Arc::Rear
        } else {
            Arc::Flank
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_its_own_nearest() {
        for n in 0..64 {
            let heading = Heading::new(n);
            assert_eq!(Heading::of(heading.vector()), heading);
            assert_eq!(heading.turn_to(heading.back()), 32);
        }
    }

    #[test]
    fn arcs_are_quarters() {
        let facing = Heading::UP;
        assert_eq!(facing.arc(Point::new(0, 10)), Arc::Front);
        assert_eq!(facing.arc(Point::new(10, 10)), Arc::Front);
        assert_eq!(facing.arc(Point::new(10, 9)), Arc::Flank);
        assert_eq!(facing.arc(Point::new(10, -10)), Arc::Flank);
        assert_eq!(facing.arc(Point::new(10, -11)), Arc::Rear);
    }

    #[test]
    fn distance_from_a_segment() {
        let (a, b) = (Point::new(0, 0), Point::new(100, 0));
        assert_eq!(Point::new(50, 7).distance_squared_to_segment(a, b), (49, true));
        assert_eq!(Point::new(-3, 4).distance_squared_to_segment(a, b), (25, false));
        assert_eq!(Point::new(103, 4).distance_squared_to_segment(a, b), (25, false));
    }
}
