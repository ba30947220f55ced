//! Hexes by number, their six sides, and the hexes a straight line crosses, all in whole numbers.
//!
//! Rows run from west to east, and every second row, the second first, is set in by half a hex to the east. A hex is
//! named as on a wargame's map: two digits of its column, two of its row, both from 01, the north-west corner 0101.

use crate::rules::figure::words;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

/// A hex of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Its column, from 1 in the west.
    pub column: i16,
    /// Its row, from 1 in the north.
    pub row: i16,
}

/// One of the six sides of a hex, and the way over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexSide {
    East,
    NorthEast,
    NorthWest,
    West,
    SouthWest,
    SouthEast,
}
words!(
    HexSide,
    "side of a hex",
    "east, north-east, north-west, west, south-west or south-east",
    East = "east",
    NorthEast = "north-east",
    NorthWest = "north-west",
    West = "west",
    SouthWest = "south-west",
    SouthEast = "south-east",
);

impl HexSide {
    /// The side across the hex.
    pub fn opposite(self) -> HexSide {
        HexSide::ALL[(self as usize + 3) % 6]
    }

    /// The next side, turning to the left, or to the right for −1.
    pub fn turned(self, sides: i8) -> HexSide {
        HexSide::ALL[(self as i8 + sides).rem_euclid(6) as usize]
    }
}

/// Places in a lattice of three axes that sum to 0: each step of a hex changes two of them by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cube([i64; 3]);

impl Cube {
    fn plus(self, other: Cube) -> Cube {
        Cube([0, 1, 2].map(|axis| self.0[axis] + other.0[axis]))
    }

    fn minus(self, other: Cube) -> Cube {
        Cube([0, 1, 2].map(|axis| self.0[axis] - other.0[axis]))
    }

    /// A hex's inside is where each of these lies between −1 and 1, seen from its middle.
    fn across(self) -> [i64; 3] {
        let [x, y, z] = self.0;
        [x - y, y - z, z - x]
    }

    fn steps(self) -> i64 {
        self.0.iter().map(|part| part.abs()).max().unwrap_or(0)
    }
}

impl Hex {
    /// The hex of a column and a row, both from 1.
    pub fn new(column: i16, row: i16) -> Hex {
        Hex { column, row }
    }

    fn cube(self) -> Cube {
        let row = i64::from(self.row) - 1;
        let x = i64::from(self.column) - 1 - (row - row.rem_euclid(2)) / 2;
        Cube([x, -x - row, row])
    }

    /// Where it lies on two of the lattice's three axes.
    pub(super) fn axes(self) -> [i16; 2] {
        let [x, _, z] = self.cube().0;
        [x as i16, z as i16]
    }

    fn of(cube: Cube) -> Hex {
        let [x, _, row] = cube.0;
        Hex { column: (x + (row - row.rem_euclid(2)) / 2 + 1) as i16, row: (row + 1) as i16 }
    }

    /// The hex over a side.
    pub fn beside(self, side: HexSide) -> Hex {
        let set_in = i16::from(self.row.rem_euclid(2) == 0);
        let (column, row) = match side {
            HexSide::East => (1, 0),
            HexSide::NorthEast => (set_in, -1),
            HexSide::NorthWest => (set_in - 1, -1),
            HexSide::West => (-1, 0),
            HexSide::SouthWest => (set_in - 1, 1),
            HexSide::SouthEast => (set_in, 1),
        };
        Hex { column: self.column + column, row: self.row + row }
    }

    /// The six hexes around it, each with the side it lies over.
    pub fn around(self) -> impl Iterator<Item = (HexSide, Hex)> {
        HexSide::ALL.iter().map(move |&side| (side, self.beside(side)))
    }

    /// The side over which a neighbour lies.
    pub fn side_to(self, other: Hex) -> Option<HexSide> {
        self.around().find(|&(_, beside)| beside == other).map(|(side, _)| side)
    }

    /// How many hexes away another is: 0 for itself, 1 for a neighbour.
    pub fn distance(self, other: Hex) -> i64 {
        self.cube().minus(other.cube()).steps()
    }

    /// The hexes that the straight line between the middles of two hexes crosses, both ends among them, in order. Where
    /// the line runs along the side between two hexes, both stand in one step.
    pub fn line_to(self, other: Hex) -> Vec<LineStep> {
        let from = self.cube();
        let way = other.cube().minus(from);
        let placed = |&(one, or): &LineOffset| {
            let (hex, or) = (Hex::of(from.plus(one)), or.map(|or| Hex::of(from.plus(or))));
            match or {
                Some(or) => LineStep { hex: hex.min(or), or: Some(hex.max(or)) },
                None => LineStep { hex, or: None },
            }
        };
        match known_line(way) {
            Some(line) => line.iter().map(placed).collect(),
            None => line_by(way).iter().map(placed).collect(),
        }
    }
}

/// A step of a line as it lies from the line's first hex.
type LineOffset = (Cube, Option<Cube>);

/// So many hexes along each axis lines are kept once they were worked out.
const KEPT: i64 = 64;
const ACROSS: i64 = 2 * KEPT + 1;

/// The line of a way, worked out when it is first asked for: it is the same wherever it begins.
fn known_line(way: Cube) -> Option<&'static [LineOffset]> {
    static LINES: LazyLock<Vec<OnceLock<Box<[LineOffset]>>>> =
        LazyLock::new(|| (0..ACROSS * ACROSS).map(|_| OnceLock::new()).collect());
    let [x, _, z] = way.0;
    let kept = |part: i64| (-KEPT..=KEPT).contains(&part);
    let place = (kept(x) && kept(z)).then(|| ((x + KEPT) * ACROSS + z + KEPT) as usize)?;
    Some(LINES[place].get_or_init(|| line_by(way).into_boxed_slice()))
}

/// The steps of the line that goes by a way from the middle of a hex.
fn line_by(way: Cube) -> Vec<LineOffset> {
    let from = Cube([0; 3]);
    let count = way.steps();
    // Near each of `count` even parts of the line: the hex it falls in, and those around that.
    let mut near: Vec<Hex> = Vec::with_capacity(7 * (count as usize + 1));
    for part in 0..=count {
        let middle = Hex::of(rounded(from, way, part, count.max(1)));
        near.push(middle);
        near.extend(middle.around().map(|(_, hex)| hex));
    }
    near.sort_unstable();
    near.dedup();
    let mut spans: Vec<(Span, Hex)> =
        near.into_iter().filter_map(|hex| Some((Span::of(from.minus(hex.cube()), way)?, hex))).collect();
    spans.sort_by(|(one, a), (other, b)| one.cmp_start(other).then(a.cmp(b)));
    let mut steps: Vec<LineOffset> = Vec::with_capacity(spans.len());
    let mut last: Option<Span> = None;
    for (span, hex) in spans {
        match (steps.last_mut(), last) {
            (Some(step), Some(before)) if span.along && before.along && span.cmp_start(&before).is_eq() => {
                step.1 = Some(hex.cube());
            }
            _ => steps.push((hex.cube(), None)),
        }
        last = Some(span);
    }
    steps
}

/// The hex in which the place `part`/`count` of a way lies.
fn rounded(from: Cube, way: Cube, part: i64, count: i64) -> Cube {
    let exact = [0, 1, 2].map(|axis| from.0[axis] * count + way.0[axis] * part);
    let mut whole = exact.map(|sum| (2 * sum + count).div_euclid(2 * count));
    let off = [0, 1, 2].map(|axis| (whole[axis] * count - exact[axis]).abs());
    let worst = (0..3).max_by_key(|&axis| off[axis]).unwrap_or(0);
    whole[worst] -= whole.iter().sum::<i64>();
    Cube(whole)
}

/// One step of a line: the hex it crosses, or the two whose common side it runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStep {
    pub hex: Hex,
    /// The other, where the line runs along the side between the two.
    pub or: Option<Hex>,
}

impl LineStep {
    /// The hex, or both.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        std::iter::once(self.hex).chain(self.or)
    }
}

/// The stretch of a line within a hex, as parts of its length: the start and the end, each a fraction.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: (i64, i64),
    to: (i64, i64),
    along: bool,
}

impl Span {
    /// The stretch inside a hex of the line from `from`, seen from the hex's middle, by `way`; none if it only touches it.
    fn of(from: Cube, way: Cube) -> Option<Span> {
        let mut span = Span { from: (0, 1), to: (1, 1), along: false };
        for (at, goes) in from.across().into_iter().zip(way.across()) {
            if goes == 0 {
                match at.abs() {
                    0 => {}
                    1 => span.along = true,
                    _ => return None,
                }
                continue;
            }
            // `at + t·goes` is between −1 and 1.
            let (enters, leaves) = if goes > 0 { (-1 - at, 1 - at) } else { (at - 1, at + 1) };
            let size = goes.abs();
            if less(span.from, (enters, size)) {
                span.from = (enters, size);
            }
            if less((leaves, size), span.to) {
                span.to = (leaves, size);
            }
        }
        less(span.from, span.to).then_some(span)
    }

    fn cmp_start(&self, other: &Span) -> std::cmp::Ordering {
        (self.from.0 * other.from.1).cmp(&(other.from.0 * self.from.1))
    }
}

fn less(one: (i64, i64), other: (i64, i64)) -> bool {
    one.0 * other.1 < other.0 * one.1
}

/// Its four digits: column, then row.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:02}{:02}", self.column, self.row))
    }
}

/// What was typed for a hex is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no hex; write its column and its row in two digits each, as 0812")]
pub struct NoHex(pub String);

impl FromStr for Hex {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Hex, NoHex> {
        let digits = text.trim();
        let all = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let two = |part: &str| part.parse::<i16>().ok().filter(|&number| number > 0);
        let read = || Some(Hex { column: two(digits.get(..2)?)?, row: two(digits.get(2..)?)? });
        all.then(read).flatten().ok_or_else(|| NoHex(digits.to_owned()))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
