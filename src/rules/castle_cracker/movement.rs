//! Movement over the ground (CC-3): slopes, rivers and fords, narrow ways behind a lead figure, and walls in the way.

use super::field::{CordField, GroundShape, GroundSort, inside};
use super::state::Troops;
use super::tables::{Tables, TroopRow};
use super::troops::TroopKind;
use crate::rules::figure::{Side, words};
use crate::rules::geometry::{Heading, Point, segments_cross};

/// How far a way is looked at a time, in sixty-fourths of an inch.
const STRIDE: i32 = 32;

/// Why a unit came no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// Its move is used up.
    #[error("its move does not reach so far (CC-3.0)")]
    Spent,
    /// It came to a river and stops there.
    #[error("it stops on reaching the river (CC-3.2)")]
    River,
    /// It climbed out of a river and stops there.
    #[error("it stops on climbing out of the river (CC-3.2)")]
    Bank,
    /// There is water in its way and no ford.
    #[error("water is in the way; go by a ford, a bridge or a boat (CC-3.2, CC-3.4)")]
    Water,
    /// It may not go up there.
    #[error("horses and wheels never go up a steep slope (CC-3.1)")]
    Steep,
    /// Only climbers get up there.
    #[error("over 80° only climbers with gear go (CC-3.1)")]
    Cliff,
    /// A wall or a gate stands in its way.
    #[error("a wall is in the way; go by a gate or a breach (CC-6.1)")]
    Wall,
    /// Houses are in its way.
    #[error("houses are in the way")]
    Houses,
    /// It would leave the field.
    #[error("that is off the field")]
    Edge,
    /// It crosses its own edge of the field, and has fled it.
    #[error("it has crossed its own edge of the field (CC-5.4)")]
    OwnEdge,
    /// It is a boat and came to the shore.
    #[error("it stops at the shore; a boat goes no further (CC-3.4)")]
    Shore,
}

/// Where nobody stands (CC-3.0 to CC-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    Water,
    /// A boat's.
    Land,
    Houses,
    Cliff,
    Edge,
}
words!(
    Footing,
    "footing",
    "in the water, on land, in houses, on a cliff or off the field",
    Water = "in the water",
    Land = "on land",
    Houses = "in houses",
    Cliff = "on a cliff",
    Edge = "off the field",
);

/// Where a figure of some troops would stand that cannot stand there (CC-3.0 to CC-3.4); nothing while they follow a lead
/// through a narrow way (CC-3.3).
pub fn bad_footing(field: &CordField, troops: &Troops) -> Option<Footing> {
    if troops.trail.is_some() {
        return None;
    }
    let (at, far) = (troops.at, troops.radius());
    let within = |low: Point, high: Point| {
        low.x <= at.x + far && high.x >= at.x - far && low.y <= at.y + far && high.y >= at.y - far
    };
    let bars = |sort: GroundSort| match sort {
        GroundSort::River => Some(Footing::Water),
        GroundSort::Lake if troops.kind != TroopKind::Boat => Some(Footing::Water),
        GroundSort::Houses => Some(Footing::Houses),
        GroundSort::Cliff if !troops.climbers || !troops.on_foot() => Some(Footing::Cliff),
        _ => None,
    };
    let near = |shape: &GroundShape| {
        let corner = |of: fn(i32, i32) -> i32| {
            let corners = shape.edge.iter().copied();
            corners.reduce(|one, other| Point::new(of(one.x, other.x), of(one.y, other.y))).unwrap_or(at)
        };
        bars(shape.sort).is_some() && within(corner(i32::min), corner(i32::max))
    };
    let boat = troops.kind == TroopKind::Boat;
    let edge = !field.holds(Point::new(at.x - far, at.y - far)) || !field.holds(Point::new(at.x + far, at.y + far));
    // Most stand so far from all that bars them that nobody's place is looked at.
    if !boat && !edge && !field.ground.iter().any(near) {
        return None;
    }
    troops.figures().find_map(|(_, place)| match field.ground_at(place).map(|shape| shape.sort) {
        _ if !field.holds(place) => Some(Footing::Edge),
        Some(GroundSort::Lake) if boat => None,
        _ if boat => Some(Footing::Land),
        ground => ground.and_then(bars),
    })
}

/// What a stride costs and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stride {
    /// What it costs, in halves of its length.
    halves: i32,
    wet: bool,
    narrow: bool,
}

/// What a stride from one place to the next costs a kind of troops by the ground there (CC-3.1, CC-3.2), in halves of its
/// length.
fn stride(
    ground: Option<&GroundShape>,
    from: Point,
    to: Point,
    row: &TroopRow,
    climbers: bool,
) -> Result<Stride, Halt> {
    let dry = |halves| Ok(Stride { halves, wet: false, narrow: false });
    let Some(shape) = ground else { return dry(2) };
    let up = shape.top.distance_squared(to) < shape.top.distance_squared(from);
    match shape.sort {
        GroundSort::Gentle => dry(if up { 3 } else { 2 }),
        GroundSort::Steep if up && (row.horses || row.wheels) => Err(Halt::Steep),
        GroundSort::Steep => dry(if up { 6 } else { 3 }),
        GroundSort::Cliff if climbers && !row.horses && !row.wheels => dry(6),
        GroundSort::Cliff => Err(Halt::Cliff),
        GroundSort::Ford => Ok(Stride { halves: 4, wet: true, narrow: false }),
        GroundSort::River | GroundSort::Lake => Err(Halt::Water),
        GroundSort::Houses => Err(Halt::Houses),
        GroundSort::Bridge | GroundSort::Pass | GroundSort::Tunnel => {
            Ok(Stride { halves: 2, wet: false, narrow: true })
        }
    }
}

/// How far a unit came on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where its lead stands.
    pub at: Point,
    /// Why it came no further; nothing if it is where it was to go.
    pub halt: Option<Halt>,
    /// The way its lead went, from where it began.
    pub way: Vec<Point>,
    /// Whether it went by a bridge, a pass, a tunnel, a gate or a breach, or by a ford narrower than its front (CC-3.3).
    pub narrow: bool,
}

/// Who goes, and what stops him.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    pub field: &'a CordField,
    /// His kind.
    pub row: &'a TroopRow,
    /// Whose he is.
    pub side: Side,
    /// Whether his unit has climbing gear.
    pub climbers: bool,
    /// Whether he goes by water, in a boat (CC-3.4).
    pub afloat: bool,
    /// How far the outermost of his front rank stand from its middle, in sixty-fourths of an inch.
    pub wing: i32,
    /// The parts of walls that stand.
    pub standing: &'a [StandingWall],
    /// Whether who stands at a river has reached it, wherever he goes in; else only where he goes straight in.
    pub along_banks: bool,
    /// Whether a way over ground of one kind is measured as a whole; else stride by stride, each without its fraction.
    pub as_a_whole: bool,
}

/// A wall in the way: its two ends, and where it may be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingWall {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// Who passes it all along: its own side through a gate, everybody where a gate is broken.
    pub open_to: [bool; 2],
    /// A breach in it, and half its width.
    pub breach: Option<(Point, i32)>,
}

impl StandingWall {
    /// Whether the line between two places runs against it.
    pub fn stops(&self, side: Side, from: Point, to: Point) -> Option<bool> {
        if !segments_cross(from, to, self.from, self.to) {
            return None;
        }
        let through =
            |(at, half): (Point, i32)| at.distance_squared_to_segment(from, to).0 <= i64::from(half) * i64::from(half);
        let passes = self.open_to[side as usize] || self.breach.is_some_and(through);
        Some(!passes)
    }
}

impl Walker<'_> {
    /// Goes along a way until its end, until `allowance` sixty-fourths are used up, or until something stops him.
    pub fn walk(&self, way: &[Point], allowance: i32) -> Walk {
        let mut at = way[0];
        let mut walked = Walk { at, halt: None, way: vec![at], narrow: false };
        let mut left = 2 * i64::from(allowance);
        let ground_at = |place| if self.field.ground.is_empty() { None } else { self.field.ground_at(place) };
        let wet = |place| ground_at(place).is_some_and(|shape| shape.sort == GroundSort::Ford);
        let mut in_ford = wet(at);
        'legs: for goal in &way[1..] {
            // Where the ground of this kind began on it, and what was left there.
            let mut began: Option<(i32, Point, i64)> = None;
            // Open ground without walls is crossed at once.
            let plain = self.field.ground.is_empty() && self.standing.is_empty() && self.field.holds(*goal);
            while at != *goal {
                let next = at.toward(*goal, if plain { (left / 2).max(0) as i32 } else { STRIDE });
                let length = i64::from(at.distance(next));
                if next == at || length == 0 {
                    walked.halt = (at.distance_squared(*goal) > 2).then_some(Halt::Spent);
                    break 'legs;
                }
                match self.next(at, next, ground_at(next)) {
                    Err(halt) => {
                        walked.halt = Some(halt);
                        break 'legs;
                    }
                    Ok(stride) => {
                        // Who has halted at the bank stands a stride from it at most, and goes in (CC-3.2).
                        if stride.wet && !in_ford && way[0].distance(at) > STRIDE && !self.is_at_river(way[0], next) {
                            walked.halt = Some(Halt::River);
                            break 'legs;
                        }
                        let (_, from, had) = match began {
                            Some(kind) if self.as_a_whole && kind.0 == stride.halves => kind,
                            _ => *began.insert((stride.halves, at, left)),
                        };
                        let cost = i64::from(from.distance(next)) * i64::from(stride.halves) - (had - left);
                        if cost > left {
                            if let Some((last, narrow)) = self.last_stride(at, *goal, left, stride) {
                                at = last;
                                walked.narrow |= narrow;
                            }
                            walked.halt = Some(Halt::Spent);
                            break 'legs;
                        }
                        left -= cost;
                        walked.narrow |= stride.narrow || stride.wet && self.wings_in_water(at, next);
                        at = next;
                        if in_ford && !stride.wet {
                            walked.halt = (at != way[way.len() - 1]).then_some(Halt::Bank);
                            break 'legs;
                        }
                        in_ford = stride.wet;
                    }
                }
            }
            walked.way.push(at);
        }
        if walked.way.last() != Some(&at) {
            walked.way.push(at);
        }
        walked.at = at;
        walked
    }

    /// Whether who stands at a place has reached the river that he goes into at another, however far along its bank (CC-3.2).
    fn is_at_river(&self, place: Point, entered: Point) -> bool {
        let water = |shape: &&GroundShape| matches!(shape.sort, GroundSort::River | GroundSort::Ford);
        let near = i64::from(STRIDE + 1) * i64::from(STRIDE + 1);
        let beside = |shape: &GroundShape| {
            let sides = (0..shape.edge.len()).map(|at| (shape.edge[at], shape.edge[(at + 1) % shape.edge.len()]));
            sides.into_iter().any(|(from, to)| place.distance_squared_to_segment(from, to).0 <= near)
        };
        let mut waters = self.field.ground.iter().filter(water).filter(|shape| inside(&shape.edge, entered));
        self.along_banks && waters.any(beside)
    }

    /// The last stride, as long as the move still reaches, and whether it leads by a narrow way: over the same ground as the
    /// whole stride that is too long.
    fn last_stride(&self, at: Point, goal: Point, left: i64, whole: Stride) -> Option<(Point, bool)> {
        let last = at.toward(goal, (left / i64::from(whole.halves)) as i32);
        let ground = if self.field.ground.is_empty() { None } else { self.field.ground_at(last) };
        let stride = self.next(at, last, ground).ok().filter(|stride| last != at && *stride == whole)?;
        Some((last, stride.narrow || stride.wet && self.wings_in_water(at, last)))
    }

    /// Whether a wing of a front that goes through a ford from one place to the next would go through deep water beside it
    /// (CC-3.3).
    fn wings_in_water(&self, from: Point, to: Point) -> bool {
        let ahead = Heading::of(from.to(to));
        let deep = |place: Point| {
            let sort = self.field.ground_at(place).map(|shape| shape.sort);
            matches!(sort, Some(GroundSort::River | GroundSort::Lake))
        };
        [16, -16].into_iter().any(|side| deep(to.along(ahead.turned(side), self.wing)))
    }

    fn next(&self, from: Point, to: Point, ground: Option<&GroundShape>) -> Result<Stride, Halt> {
        if !self.field.holds(to) {
            let own = match self.side {
                Side::Attacker => to.y < 0,
                Side::Defender => to.y > self.field.size.y,
            };
            return Err(if own { Halt::OwnEdge } else { Halt::Edge });
        }
        let mut narrow = false;
        for wall in self.standing {
            match wall.stops(self.side, from, to) {
                Some(true) => return Err(Halt::Wall),
                Some(false) => narrow = true,
                None => {}
            }
        }
        if self.afloat {
            let lake = ground.is_some_and(|shape| shape.sort == GroundSort::Lake);
            return if lake { Ok(Stride { halves: 2, wet: false, narrow: false }) } else { Err(Halt::Shore) };
        }
        let stride = stride(ground, from, to, self.row, self.climbers)?;
        Ok(Stride { narrow: stride.narrow || narrow, ..stride })
    }
}

/// How far a kind of troops moves in a turn, in sixty-fourths of an inch (CC-3.0).
pub fn speed(row: &TroopRow, hooked: bool, tables: &Tables) -> i32 {
    tables.twelfths(if hooked { row.towed } else { row.speed })
}
