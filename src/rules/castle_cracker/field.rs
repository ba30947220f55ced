//! The field (CC-1.1, CC-3): its zones, its ground, the fort on it and what must be held.

use crate::rules::figure::{BySide, Side, words};
use crate::rules::geometry::{Heading, INCH, Point, segments_cross};
use serde::{Deserialize, Serialize};

/// A sort of ground (CC-3.1 to CC-3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundSort {
    Gentle,
    Steep,
    Cliff,
    River,
    Ford,
    Bridge,
    Pass,
    Tunnel,
    Lake,
    Houses,
}
words!(
    GroundSort,
    "ground",
    "gentle slope, steep slope, cliff, river, ford, bridge, pass, tunnel, lake or houses",
    Gentle = "gentle slope",
    Steep = "steep slope",
    Cliff = "cliff",
    River = "river",
    Ford = "ford",
    Bridge = "bridge",
    Pass = "pass",
    Tunnel = "tunnel",
    Lake = "lake",
    Houses = "houses",
);

impl GroundSort {
    /// Whether ground of this sort rises to somewhere.
    pub fn rises(self) -> bool {
        matches!(self, GroundSort::Gentle | GroundSort::Steep | GroundSort::Cliff)
    }

    /// Whether a unit crosses it behind a lead figure (CC-3.3).
    pub fn is_narrow(self) -> bool {
        matches!(self, GroundSort::Bridge | GroundSort::Pass | GroundSort::Tunnel)
    }
}

/// A stretch of ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundShape {
    pub sort: GroundSort,
    /// What it is called.
    pub name: String,
    pub edge: Vec<Point>,
    /// Where it rises to; its own middle where nothing is said.
    pub top: Point,
}

/// Whether a place lies within an edge.
pub fn inside(edge: &[Point], place: Point) -> bool {
    let mut within = false;
    for (at, one) in edge.iter().enumerate() {
        let other = edge[(at + 1) % edge.len()];
        if (one.y > place.y) != (other.y > place.y) {
            // To the left of where the edge passes the place's height.
            let (rise, run) = (i64::from(other.y - one.y), i64::from(other.x - one.x));
            let left = i64::from(place.x - one.x) * rise.abs() < run * i64::from(place.y - one.y) * rise.signum();
            within ^= left;
        }
    }
    within
}

/// Whether a line crosses an edge or begins within it.
pub fn meets(edge: &[Point], from: Point, to: Point) -> bool {
    let sides = (0..edge.len()).map(|at| (edge[at], edge[(at + 1) % edge.len()]));
    inside(edge, from) || inside(edge, to) || sides.into_iter().any(|(one, other)| segments_cross(from, to, one, other))
}

/// A stretch of wall's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WallId(pub u8);

/// A stretch of a fort's wall, or its gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallStretch {
    /// What it is called.
    pub name: String,
    pub gate: bool,
    /// Its one end.
    pub from: Point,
    /// Its other end.
    pub to: Point,
}

impl WallStretch {
    pub fn middle(&self) -> Point {
        self.from.half_way(self.to)
    }

    /// The squared distance of a place from it.
    pub fn distance_squared(&self, place: Point) -> i64 {
        place.distance_squared_to_segment(self.from, self.to).0
    }

    /// Places along it, an eighth of it apart.
    pub fn along(&self) -> impl Iterator<Item = Point> + '_ {
        let way = self.from.distance(self.to);
        (1..8).map(move |part| self.from.toward(self.to, way * part / 8))
    }

    /// The place on it nearest to one beside it.
    pub fn nearest(&self, place: Point) -> Point {
        let way = self.from.to(self.to);
        let whole = way.length_squared().max(1);
        let along = way.dot(self.from.to(place)).clamp(0, whole);
        let part = |of: i32| (i64::from(of) * along / whole) as i32;
        self.from.plus(Point::new(part(way.x), part(way.y)))
    }
}

/// A fort: its walls stand round its yards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fort {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its walls and gates.
    pub walls: Vec<WallStretch>,
    /// What lies within.
    pub yard: Vec<Point>,
}

/// Something to be taken and held (CC-1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPlace {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// Whoever stands this near to it, in sixty-fourths of an inch, is at it.
    pub within: i32,
    /// Who wins by holding it.
    pub side: Side,
}

/// A field of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CordField {
    /// Its size, in sixty-fourths of an inch.
    pub size: Point,
    /// How deep each side's end zone is (CC-1.1).
    pub zones: BySide<i32>,
    /// Its ground, the first that lies over a place deciding among stretches of one rank.
    pub ground: Vec<GroundShape>,
    /// The fort, if there is one.
    pub fort: Option<Fort>,
    /// What must be held.
    pub objectives: Vec<HeldPlace>,
}

impl CordField {
    /// An open field of that size with end zones of that depth.
    pub fn open(size: Point, zone: i32) -> CordField {
        let zones = BySide { attacker: zone, defender: zone };
        CordField { size, zones, ground: Vec::new(), fort: None, objectives: Vec::new() }
    }

    /// Whether a place is on it.
    pub fn holds(&self, place: Point) -> bool {
        (0..=self.size.x).contains(&place.x) && (0..=self.size.y).contains(&place.y)
    }

    /// Whether a place lies in a side's end zone (CC-1.1).
    pub fn in_zone(&self, side: Side, place: Point) -> bool {
        match side {
            Side::Attacker => place.y < self.zones.attacker,
            Side::Defender => place.y > self.size.y - self.zones.defender,
        }
    }

    /// The ground at a place: what leads over or through comes before what it leads through.
    pub fn ground_at(&self, place: Point) -> Option<&GroundShape> {
        let rank = |sort: GroundSort| match sort {
            GroundSort::Bridge | GroundSort::Pass | GroundSort::Tunnel => 0,
            GroundSort::Ford => 1,
            GroundSort::River | GroundSort::Lake => 2,
            GroundSort::Houses => 3,
            GroundSort::Cliff => 4,
            GroundSort::Steep => 5,
            GroundSort::Gentle => 6,
        };
        self.ground.iter().filter(|shape| inside(&shape.edge, place)).min_by_key(|shape| rank(shape.sort))
    }

    /// The walls of the fort, with their numbers.
    pub fn walls(&self) -> impl Iterator<Item = (WallId, &WallStretch)> {
        let walls = self.fort.iter().flat_map(|fort| &fort.walls);
        walls.enumerate().map(|(id, wall)| (WallId(id as u8), wall))
    }

    /// One stretch of wall.
    pub fn wall(&self, id: WallId) -> Option<&WallStretch> {
        self.fort.as_ref()?.walls.get(usize::from(id.0))
    }

    /// The way a stretch of wall looks, out of the yard.
    pub fn outward(&self, id: WallId) -> Heading {
        let Some(wall) = self.wall(id) else { return Heading::UP };
        let along = Heading::of(wall.from.to(wall.to));
        let out = [along.turned(16), along.turned(-16)];
        if self.in_yard(wall.middle().along(out[0], INCH)) { out[1] } else { out[0] }
    }

    /// Whether a place lies on the outer side of a stretch of wall.
    pub fn is_before(&self, id: WallId, place: Point) -> bool {
        self.wall(id).is_some_and(|wall| self.outward(id).vector().dot(wall.middle().to(place)) > 0)
    }

    /// Whether a place lies within the fort.
    pub fn in_yard(&self, place: Point) -> bool {
        self.fort.as_ref().is_some_and(|fort| inside(&fort.yard, place))
    }

    /// Whether a side is at home at a place: in its end zone or its own fort (CC-5.6).
    pub fn at_home(&self, side: Side, place: Point) -> bool {
        let own_fort = self.fort.as_ref().is_some_and(|fort| fort.side == side && inside(&fort.yard, place));
        own_fort || self.in_zone(side, place)
    }
}
