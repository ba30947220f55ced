//! The map's ground: where a thing lies on it, and how many miles that makes (CP-1.1).

use super::problem::Problem;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The map reaches from 0 to this, in units from its west and from its north edge.
pub const EDGE: i64 = 1000;

/// A point of the map, in units from its west and its north edge, 0 to [`EDGE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct MapSpot {
    /// From the west.
    pub x: i64,
    /// From the north.
    pub y: i64,
}

impl MapSpot {
    /// Whether it lies on the map.
    pub fn on_the_map(self) -> bool {
        (0..=EDGE).contains(&self.x) && (0..=EDGE).contains(&self.y)
    }

    /// The square of the distance to another, in units.
    fn square_to(self, other: MapSpot) -> u128 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        u128::from(dx) * u128::from(dx) + u128::from(dy) * u128::from(dy)
    }
}

impl fmt::Display for MapSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for MapSpot {
    type Err = Problem;
    fn from_str(text: &str) -> Result<MapSpot, Problem> {
        let wrong = || {
            Problem::bad_input(format!("“{}” is no point of the map.", text.trim())).hint(format!(
                "Write two whole numbers from 0 to {EDGE}, from the west and from the north, such as 420,310."
            ))
        };
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let spot = MapSpot { x: number(x)?, y: number(y)? };
        if spot.on_the_map() { Ok(spot) } else { Err(wrong()) }
    }
}

/// How long the map is: two points of it and the miles between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MapScale {
    /// One point.
    pub a: MapSpot,
    /// The other.
    pub b: MapSpot,
    /// The miles between them.
    pub miles: u32,
}

impl MapScale {
    /// The miles between two points in a straight line, to the nearest mile and never less than one; nothing where the
    /// scale's own two points are one.
    pub fn miles_between(&self, one: MapSpot, other: MapSpot) -> Option<u32> {
        let unit = self.a.square_to(self.b);
        if unit == 0 {
            return None;
        }
        let miles = u128::from(self.miles);
        // The root of four times the square is twice the miles, so that a half is rounded up.
        let twice = (4 * one.square_to(other) * miles * miles / unit).isqrt();
        u32::try_from(twice.div_ceil(2)).ok().map(|miles| miles.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn miles_follow_from_two_points_and_the_miles_between_them() {
        let spot = |x, y| MapSpot { x, y };
        // 100 units are 50 miles.
        let scale = MapScale { a: spot(0, 0), b: spot(100, 0), miles: 50 };
        assert_eq!(scale.miles_between(spot(10, 10), spot(40, 50)), Some(25), "30 and 40 are 50 units");
        assert_eq!(scale.miles_between(spot(0, 0), spot(0, 3)), Some(2), "one and a half is two");
        assert_eq!(scale.miles_between(spot(0, 0), spot(0, 5)), Some(3), "two and a half is three");
        assert_eq!(scale.miles_between(spot(7, 7), spot(7, 7)), Some(1), "never less than one");
        assert_eq!(scale.miles_between(spot(0, 0), spot(1000, 1000)), Some(707), "1414.2 units");
        let flat = MapScale { a: spot(5, 5), b: spot(5, 5), miles: 50 };
        assert_eq!(flat.miles_between(spot(0, 0), spot(9, 9)), None);
    }

    #[test]
    fn a_point_is_read_and_kept_on_the_map() {
        assert_eq!("420, 310".parse(), Ok(MapSpot { x: 420, y: 310 }));
        for wrong in ["", "4", "4,b", "-1,5", "5,1001", "1,2,3"] {
            assert!(wrong.parse::<MapSpot>().is_err(), "{wrong}");
        }
    }
}
