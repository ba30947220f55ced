//! How a counter that was shot lies, and how much of it lies on what (CU-2.3, CU-2.4). A counter flicked on a real table
//! lies turned, so its shares are those of a turned square on the plan's rectangles: worked out exactly, in whole numbers,
//! for exactly half counts as less.

use super::castle::{Castle, CastleSpot, Plot, SectionKind, StructureId};
use super::state::PersonId;
use crate::rules::geometry::{INCH, Point};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The scale of [`SINES`].
const UNIT: i128 = 1 << 14;

/// The sines of 0 to 90 degrees, times [`UNIT`], to the nearest whole number.
const SINES: [i32; 91] = [
    0, 286, 572, 857, 1143, 1428, 1713, 1997, 2280, 2563, 2845, 3126, 3406, 3686, 3964, 4240, 4516, 4790, 5063, 5334,
    5604, 5872, 6138, 6402, 6664, 6924, 7182, 7438, 7692, 7943, 8192, 8438, 8682, 8923, 9162, 9397, 9630, 9860, 10087,
    10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786, 11982, 12176, 12365, 12551, 12733, 12911, 13085, 13255,
    13421, 13583, 13741, 13894, 14044, 14189, 14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396,
    15491, 15582, 15668, 15749, 15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262, 16294, 16322, 16344,
    16362, 16374, 16382, 16384,
];

/// How a counter of an inch square lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Where its middle is.
    pub at: Point,
    /// By how many degrees it is turned to the left from lying square with the castle.
    #[serde(default)]
    pub turned: u16,
}

/// How much of a counter lies on one thing, as a fraction in its lowest terms (CU-2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    part: i128,
    whole: i128,
}

impl Share {
    fn of(part: i128, whole: i128) -> Share {
        if part == 0 {
            return Share { part: 0, whole: 1 };
        }
        let (mut a, mut b) = (whole, part);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Share { part: part / a, whole: whole / a }
    }

    /// Whether any of it lies there.
    pub fn touches(self) -> bool {
        self.part > 0
    }

    /// Whether more than half of it does; exactly half counts as less (CU-2.3).
    pub fn over_half(self) -> bool {
        2 * self.part > self.whole
    }

    /// In tenths of a hundredth, to the nearest.
    pub fn thousandths(self) -> u32 {
        ((2000 * self.part + self.whole) / (2 * self.whole)) as u32
    }
}

/// Such as `37.5%`, and whether that is more than half where the figure does not show it.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.thousandths();
        match (2 * self.part).cmp(&self.whole) {
            std::cmp::Ordering::Equal => return f.write_str("exactly half"),
            std::cmp::Ordering::Greater if thousandths <= 500 => return f.write_str("just over half"),
            std::cmp::Ordering::Less if thousandths >= 500 => return f.write_str("just under half"),
            _ if thousandths == 0 => return f.write_str("just touching"),
            _ => {}
        }
        match thousandths % 10 {
            0 => write!(f, "{}%", thousandths / 10),
            tenths => write!(f, "{}.{tenths}%", thousandths / 10),
        }
    }
}

/// A thing that a counter can lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiesOn {
    Structure(StructureId),
    /// The inner court.
    Court,
    /// Somebody's counter.
    Person(PersonId),
}

/// A corner, in units that make every crossing a whole number.
type Corner = [i128; 2];

impl Landing {
    /// A counter that lies square with the castle.
    pub fn square(at: Point) -> Landing {
        Landing { at, turned: 0 }
    }

    /// How much of it lies on a rectangle.
    pub(super) fn on(self, plot: Plot) -> Share {
        Share::of(self.covered(plot), self.whole())
    }

    /// How much of it lies on a structure (CU-2.3): on all the sections of it.
    pub(super) fn on_structure(self, id: StructureId) -> Share {
        let castle = Castle::get();
        let sections = castle.structure(id).sections.iter();
        Share::of(sections.map(|&section| self.covered(castle.section(section).plot)).sum(), self.whole())
    }

    /// How much of it lies in the court, where that is not built on.
    pub(super) fn on_court(self) -> Share {
        let castle = Castle::get();
        let (court, built): (Vec<_>, Vec<_>) =
            castle.sections.iter().partition(|section| section.kind == SectionKind::Court);
        let bare = court.iter().map(|court| {
            let built = built.iter().filter_map(|other| other.plot.common(court.plot));
            self.covered(court.plot) - built.map(|plot| self.covered(plot)).sum::<i128>()
        });
        Share::of(bare.sum(), self.whole())
    }

    /// How much of it lies on the counter that stands on a spot.
    pub(super) fn on_spot(self, spot: CastleSpot) -> Share {
        self.on(spot.plot())
    }

    /// The sine and the cosine of its turn. A square turned by a quarter lies as it did.
    fn turn(self) -> (i128, i128) {
        let degrees = usize::from(self.turned % 90);
        (SINES[degrees].into(), SINES[90 - degrees].into())
    }

    /// By how much lengths are multiplied: every edge runs along (cosine, sine) or across it, so where one crosses a line of
    /// the plan is a whole number of these.
    fn scale(self) -> i128 {
        let (sine, cosine) = self.turn();
        sine.max(1) * cosine.max(1)
    }

    /// Its corners, measured from its middle.
    fn corners(self) -> Vec<Corner> {
        let ((sine, cosine), scale) = (self.turn(), self.scale() * i128::from(INCH / 2));
        let corner =
            |right: i128, up: i128| [(right * cosine - up * sine) * scale, (right * sine + up * cosine) * scale];
        vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
    }

    /// Whether it lies square with the castle.
    fn is_square(self) -> bool {
        self.turned.is_multiple_of(90)
    }

    /// Twice its own area, in the units of [`Landing::covered`].
    fn whole(self) -> i128 {
        if self.is_square() { 2 * i128::from(INCH * INCH) } else { doubled_area(&self.corners()) }
    }

    /// Twice the area of it on a rectangle, in square 64ths of an inch if it lies square, else in the units of its corners.
    fn covered(self, plot: Plot) -> i128 {
        // Nothing further off than its longest reach is touched.
        let away = plot.away_from(self.at);
        if away.x >= INCH || away.y >= INCH {
            return 0;
        }
        if self.is_square() {
            let half = Point::new(INCH / 2, INCH / 2);
            let own = Plot { corner: half.to(self.at), size: Point::new(INCH, INCH) };
            return own.common(plot).map_or(0, |common| 2 * i128::from(common.size.x) * i128::from(common.size.y));
        }
        let line = |at: i32| i128::from(at) * UNIT * self.scale();
        let (from, to) = (self.at.to(plot.corner), self.at.to(plot.end()));
        let mut outline = self.corners();
        for (axis, least, most) in [(0, from.x, to.x), (1, from.y, to.y)] {
            outline = clipped(&outline, axis, line(least), 1);
            outline = clipped(&outline, axis, line(most), -1);
        }
        doubled_area(&outline)
    }
}

/// What of an outline lies to the one side of a line across an axis: above it if `sign` is 1, below it if −1.
fn clipped(outline: &[Corner], axis: usize, line: i128, sign: i128) -> Vec<Corner> {
    let mut within = Vec::with_capacity(outline.len() + 2);
    for (at, &here) in outline.iter().enumerate() {
        let next = outline[(at + 1) % outline.len()];
        let [inside, inside_next] = [here, next].map(|corner| sign * (corner[axis] - line));
        if inside >= 0 {
            within.push(here);
        }
        if inside.signum() * inside_next.signum() < 0 {
            let other = 1 - axis;
            let mut crossing = [line; 2];
            crossing[other] = here[other] + (next[other] - here[other]) * inside / (inside - inside_next);
            within.push(crossing);
        }
    }
    within
}

fn doubled_area(outline: &[Corner]) -> i128 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(here, next)| here[0] * next[1] - here[1] * next[0]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crossing_is_a_whole_number() {
        // Cut at any line, the two parts of a counter are the whole of it, to the last unit.
        for turned in 0..90 {
            for at in -90..90 {
                let landing = Landing { at: Point::new(at, 17), turned };
                let plot = |x: i32| Plot { corner: Point::new(x, -500), size: Point::new(500, 1000) };
                let parts = landing.covered(plot(-500)) + landing.covered(plot(0));
                assert_eq!(parts, landing.whole(), "turned {turned} at {at}");
            }
        }
    }
}
