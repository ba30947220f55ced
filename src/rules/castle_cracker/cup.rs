//! What engines throw: the cup and where it falls (CC-4.7), grapeshot (CC-4.8), and shot through a file (CC-4.6).

use super::tables::Tables;
use crate::rules::dice::Dice;
use crate::rules::figure::words;
use crate::rules::geometry::Point;

/// Where the cup falls, seen from the engine (CC-4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CupFall {
    /// On the target.
    On,
    Short,
    Over,
    Left,
    Right,
}
words!(
    CupFall,
    "fall of the cup",
    "on, short, over, left or right",
    On = "on",
    Short = "short",
    Over = "over",
    Left = "left",
    Right = "right",
);

impl CupFall {
    /// Where it fell, in a word for a sentence.
    pub(super) fn falls(self) -> &'static str {
        match self {
            CupFall::On => "on the target",
            CupFall::Short => "a cup short",
            CupFall::Over => "a cup over",
            CupFall::Left => "a cup to the left",
            CupFall::Right => "a cup to the right",
        }
    }
}

/// How wide the cup is, in sixty-fourths of an inch (CC-4.7).
pub fn cup_width(tables: &Tables) -> i32 {
    tables.twelfths(tables.cup.width)
}

/// Rolls 1d6 for where the cup falls (CC-4.7).
pub fn roll_cup(tables: &Tables, dice: &mut (impl Dice + ?Sized)) -> (u8, CupFall) {
    let face = dice.die("CC-4.7 cup", 6);
    (face as u8, tables.cup.falls[face as usize - 1])
}

/// The middle of the cup when an engine at `from` threw at `target` (CC-4.7).
pub fn cup_place(from: Point, target: Point, fall: CupFall, tables: &Tables) -> Point {
    let way = from.to(target);
    let length = i64::from(from.distance(target).max(1));
    let width = i64::from(cup_width(tables));
    let part = |of: i32| (i64::from(of) * width / length) as i32;
    let ahead = Point::new(part(way.x), part(way.y));
    target.plus(match fall {
        CupFall::On => Point::default(),
        CupFall::Short => Point::new(-ahead.x, -ahead.y),
        CupFall::Over => ahead,
        CupFall::Left => Point::new(-ahead.y, ahead.x),
        CupFall::Right => Point::new(ahead.y, -ahead.x),
    })
}

/// Whether a place lies under the cup (CC-4.7).
pub fn under_cup(middle: Point, place: Point, tables: &Tables) -> bool {
    let width = i64::from(cup_width(tables));
    4 * middle.distance_squared(place) <= width * width
}

/// Whether a place lies under the cup on its side, its bottom to the gun, mouth towards the target: as long as grapeshot
/// reaches and a cup wide (CC-4.8).
pub fn under_grape(gun: Point, target: Point, place: Point, tables: &Tables) -> bool {
    let (way, here) = (gun.to(target), gun.to(place));
    let reach = i64::from(tables.twelfths(tables.grape.reach));
    let length = i64::from(gun.distance(target).max(1));
    let (along, aside) = (way.dot(here) / length, way.cross(here).abs() / length);
    along > 0 && here.length_squared() <= reach * reach && 2 * aside <= i64::from(cup_width(tables))
}

/// Whether the taut cord from an engine over its target touches a figure of that base (CC-4.6).
pub fn on_cord(engine: Point, target: Point, place: Point, base: i32) -> bool {
    let (way, here) = (engine.to(target), engine.to(place));
    if way.dot(here) <= 0 {
        return false;
    }
    let length = i64::from(engine.distance(target).max(1));
    2 * (way.cross(here).abs() / length) <= i64::from(base)
}
