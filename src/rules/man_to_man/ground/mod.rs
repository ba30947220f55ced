//! The ground a battle is fought on: woods, hills, water, buildings, hedges and castle walls, as data.
//!
//! A ground comes from a file (`data/grounds/`, or one a referee writes; [`read`] tells every fault of it by line) and
//! never changes. When it is read, its areas and barriers are drawn on a raster of half-inch [`Cell`]s, so that
//! movement, sight and shooting look up what lies at a place in one step. A barrier is cut into **pieces** of an inch
//! at most, numbered through the whole ground; every cell under a barrier knows its piece. What may change in a battle
//! is the state of the pieces, and that is kept apart, in [`GroundState`]: a breach, a gap hacked in a hedge, a wrecked or
//! an opened gate, a raised portcullis and a lowered drawbridge are all *pieces that stand open*. [`Land`] is the two
//! together, and answers every question the rules ask:
//!
//! | question | answer | clause |
//! |---|---|---|
//! | what lies at a place? | [`Land::at`], a [`Spot`] | |
//! | how far does a figure get? | [`Land::walk`] for a [`Mover`] | MM-3.1, MM-3.4 |
//! | does one see the other? | [`Land::sees`] | MM-7.5 |
//! | what cover has he from there? | [`Land::cover`] | MM-4.8 |
//! | does he defend an obstacle against him? | [`Land::obstacle`] | MM-5.4 |
//! | can they strike at each other at all? | [`Land::parts`] | MM-5.1 |
//! | which way does one go, and is there one? | [`Land::ways_to`], [`Land::follow`] | |
//!
//! The open field is one cell without a barrier, and is asked what any ground is asked. Places are in 64ths of an inch, like
//! everywhere; the raster is never seen outside this folder.

mod draw;
mod land;
mod read;
mod shipped;
mod walls;
mod ways;

pub use draw::inside;
pub use land::{Climbed, Going, GroundState, LEVEL, Land, Mover, PieceId, Spot, Walked};
pub use read::read;
pub(super) use read::read_part;
pub use shipped::{find, named, names, shipped};
pub use walls::{AssaultedWall, Breach, before_walls};
pub use ways::DistanceField;

use super::Cover;
use crate::rules::figure::{BySide, Side, words};
use crate::rules::geometry::{Heading, INCH, Point};
use serde::{Deserialize, Serialize};

/// The side of a cell of the raster, in 64ths of an inch.
pub const CELL: i32 = INCH / 2;

/// What the surface of an area is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// Grass, fields, roads.
    #[default]
    Open,
    /// Broken ground, rocks, scrub.
    Rough,
    /// Trees: rough to move in, light cover, and hard to see into (MM-7.5).
    Woods,
    /// Soft ground: rough.
    Marsh,
    /// The slope of a hill: rough.
    Hill,
    /// The level top of a hill: open.
    Hilltop,
    /// Shallow water, a ford: waded, as rough.
    Stream,
    /// Deep water: swum.
    River,
    /// A ditch: rough on foot, and no way for horse.
    DryMoat,
    /// A ditch full of water: swum.
    WetMoat,
    /// The floor of a building.
    Building,
    /// The top of a tower or a wall walk, behind battlements.
    Rampart,
    /// Stairs, by which one gets from any level to any other that lies beside them.
    Stairs,
    /// What nobody can enter.
    Rock,
}
words!(
    Surface,
    "kind of area",
    "open, rough, woods, marsh, hill, hilltop, stream, river, dry moat, wet moat, building, rampart, stairs or rock",
    Open = "open",
    Rough = "rough",
    Woods = "woods",
    Marsh = "marsh",
    Hill = "hill",
    Hilltop = "hilltop",
    Stream = "stream",
    River = "river",
    DryMoat = "dry moat",
    WetMoat = "wet moat",
    Building = "building",
    Rampart = "rampart",
    Stairs = "stairs",
    Rock = "rock"
);

/// What burns, and how fast (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fuel {
    /// Straw and thatch.
    Straw,
    Timber,
}
words!(Fuel, "material", "straw or timber", Straw = "straw", Timber = "timber");

/// What a barrier is. The figures of each kind are in `data/tables/man_to_man/ground.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BarrierKind {
    /// A gap in what was drawn before: nothing stands there.
    Gap,
    Hedge,
    Fence,
    /// A wall of stones without mortar.
    DryWall,
    /// A wall to the breast.
    LowWall,
    /// A wall higher than a man.
    HighWall,
    /// A palisade or the wall of a timber house.
    TimberWall,
    /// A wall of stone that is no castle's.
    LightStoneWall,
    /// The wall of a house.
    House,
    /// A castle's wall, with a walk on it if it has a level.
    CastleWall,
    /// A gate; open or shut.
    Gate,
    /// A door; open or shut.
    Door,
    /// A portcullis; open when it is up.
    Portcullis,
    /// A bridge over a moat, drawn along its length, as broad as it is thick; open when it is down.
    Drawbridge,
    /// A tree that stands alone, and can be climbed (MM-3.1).
    Tree,
}
words!(
    BarrierKind,
    "kind of barrier",
    "gap, hedge, fence, dry wall, low wall, high wall, timber wall, light stone wall, house, castle wall, gate, door, \
     portcullis, drawbridge or tree",
    Gap = "gap",
    Hedge = "hedge",
    Fence = "fence",
    DryWall = "dry wall",
    LowWall = "low wall",
    HighWall = "high wall",
    TimberWall = "timber wall",
    LightStoneWall = "light stone wall",
    House = "house",
    CastleWall = "castle wall",
    Gate = "gate",
    Door = "door",
    Portcullis = "portcullis",
    Drawbridge = "drawbridge",
    Tree = "tree"
);

/// The figures of a kind of barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrierRow {
    pub kind: BarrierKind,
    /// Inches lost by who crosses it (MM-3.4); 0 for one that cannot be crossed so.
    #[serde(default)]
    pub cross: i32,
    /// Inches to climb to be over it (MM-3.1); 0 for one that cannot be climbed with bare hands.
    #[serde(default)]
    pub climb: i32,
    /// Whether nobody sees through it but those who stand close to it (MM-7.5).
    #[serde(default)]
    pub hides: bool,
    /// The cover of those close behind it (MM-4.8).
    #[serde(default)]
    pub cover: Cover,
    /// Hits by engines and bombards that open a breach (MM-4.10); 0 for what they do not open.
    #[serde(default)]
    pub hits: u8,
    /// What it is of, if it burns (MM-4.11).
    #[serde(default)]
    pub burns: Option<Fuel>,
}

/// The figures of grounds: `data/tables/man_to_man/ground.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundTable {
    /// A row for every kind of barrier, in the order of [`BarrierKind`].
    pub barrier: Vec<BarrierRow>,
    /// Distances of sight and cover.
    pub sight: SightTable,
    /// How high a level is.
    pub level: LevelTable,
}

impl GroundTable {
    /// The row of a kind of barrier.
    pub fn row(&self, kind: BarrierKind) -> &BarrierRow {
        &self.barrier[kind as usize]
    }
}

/// Distances of sight and cover, in inches (MM-7.5, MM-4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightTable {
    pub in_woods: i32,
    pub edge_of_woods: i32,
    pub through_a_gap: i32,
    pub gap: i32,
    pub behind_a_wall: i32,
}

/// How high a level of a hill, a wall or a tower is, in inches (MM-6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelTable {
    pub inches: i32,
}

/// A stretch of ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What the file calls it.
    pub name: String,
    pub surface: Surface,
    /// How many levels it lies above the field, if that differs from what lies under it.
    pub level: Option<u8>,
    /// How many levels deep a moat is (MM-9.12).
    pub depth: u8,
    /// What of it burns (MM-4.11).
    pub burns: Option<Fuel>,
    /// Its edge, a polygon.
    pub edge: Vec<Point>,
}

/// A line that hinders or stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// What the file calls it.
    pub name: String,
    pub kind: BarrierKind,
    /// Where it runs.
    pub line: Vec<Point>,
    /// How thick it is, in 64ths of an inch; 0 for a mere line.
    pub thickness: i32,
    /// How many levels up its walk is; 0 for none.
    pub level: u8,
    /// The cover it gives, if that is not its kind's.
    pub cover: Option<Cover>,
    /// What of it burns, its kind's unless the file says otherwise (MM-4.11).
    pub burns: Option<Fuel>,
    /// Whether it stands open when the battle begins.
    pub open: bool,
    /// Hits by engines and bombards that count against every piece of it when the battle begins (SG-7.8).
    pub hits: u8,
    /// Its pieces: the first, and one past the last.
    pub pieces: (u16, u16),
}

/// An inch, or less, of a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierPiece {
    pub barrier: u16,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// Where a side is arrayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Array {
    /// Where its front stands, from its left to its right.
    pub line: Vec<Point>,
    /// Where its shooters stand, if elsewhere: a hedge, an edge of woods, a rampart.
    pub archers: Vec<Point>,
    /// Where they stand instead if they are too many for that.
    pub many_archers: Vec<Point>,
    /// Where its horse stands, if elsewhere: on the flanks.
    pub horse: Vec<Point>,
}

/// A half-inch square of the raster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    surface: Surface,
    /// Levels above the field, without what stands on it.
    level: u8,
    /// One past the number of its area, 0 for none.
    area: u8,
    /// One past the number of its piece of a barrier, 0 for none.
    piece: u16,
}

/// A battlefield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub name: String,
    /// A sentence about it.
    pub what: String,
    /// From its left to its right edge as the attacker sees it, in 64ths of an inch.
    pub width: i32,
    /// From the attacker's edge to the defender's, in 64ths of an inch.
    pub depth: i32,
    /// Where the wind blows to, if there is any (MM-4.11).
    pub wind: Option<Heading>,
    /// How far from the attacker's edge what is fought for begins, a line of walls, if the battle is for one (SG-1.6); in 64ths
    /// of an inch.
    pub prize: Option<i32>,
    /// Its areas, each over those before it.
    pub areas: Vec<Area>,
    /// Its barriers, each over those before it.
    pub barriers: Vec<Barrier>,
    /// Every piece of its barriers.
    pub pieces: Vec<BarrierPiece>,
    /// Where the hosts are arrayed; empty on the open field.
    pub arrays: BySide<Array>,
    /// The file it was read from, for a record to keep; empty for the open field.
    pub text: String,
    columns: i32,
    /// Row by row; those at its edges reach as far as it does.
    cells: Vec<Cell>,
    /// Ways over it as it is when a battle begins, for every battle on it.
    known: std::sync::Arc<ways::KnownWays>,
}

impl Ground {
    /// The open field, of a width and a depth in 64ths of an inch.
    pub fn open(width: i32, depth: i32) -> Ground {
        Ground {
            name: OPEN_FIELD[0].to_owned(),
            what: "Level grass with nothing on it.".to_owned(),
            width,
            depth,
            wind: None,
            prize: None,
            areas: Vec::new(),
            barriers: Vec::new(),
            pieces: Vec::new(),
            arrays: BySide::default(),
            text: String::new(),
            columns: 1,
            cells: vec![Cell::default()],
            known: std::sync::Arc::default(),
        }
    }

    /// Where hosts stand that are arrayed on it, as it is told.
    pub(super) fn arrayed_where(&self) -> String {
        match (self.file(), self.name.starts_with("the ")) {
            (None, _) => "on the open field".to_owned(),
            (Some(_), true) => format!("before {}", self.name),
            (Some(_), false) => format!("before the {}", self.name),
        }
    }

    /// Whether a plan may call it so.
    pub fn is_called(&self, name: &str) -> bool {
        shipped::plain(&self.name) == shipped::plain(name) || self.file().is_none() && is_open_field(name)
    }

    /// The file a plan or a record keeps of it; none for the open field, whose size is a house number.
    pub fn file(&self) -> Option<String> {
        (!self.text.is_empty()).then(|| self.text.clone())
    }

    /// Whether it is the same everywhere, so that there is but one way over it, straight on, and a body goes it as one. Where
    /// there is anything, every man finds a way of his own, which need not end at the same 64th of an inch.
    #[inline]
    pub fn is_even(&self) -> bool {
        self.cells.len() == 1
    }

    /// Whether there is anything on it that may hide a man (MM-7.1), or is worth holding.
    pub fn has_cover(&self) -> bool {
        !self.is_even()
    }

    /// How far from a side's own edge the foremost castle wall is, if there is one, in 64ths of an inch.
    pub fn foremost_wall(&self, side: Side) -> Option<i32> {
        let walls = self.barriers.iter().filter(|barrier| barrier.kind == BarrierKind::CastleWall);
        walls.flat_map(|wall| &wall.line).map(|&place| self.from_home(side, place)).max()
    }

    /// Whether a place lies on it.
    pub fn holds(&self, place: Point) -> bool {
        (0..=self.width).contains(&place.x) && (0..=self.depth).contains(&place.y)
    }

    /// The place on it nearest to `place`, half an inch from its edges.
    pub fn nearest(&self, place: Point) -> Point {
        let edge = INCH / 2;
        Point::new(place.x.clamp(edge, self.width - edge), place.y.clamp(edge, self.depth - edge))
    }

    /// How far a place is from a side's own edge, in 64ths of an inch.
    pub fn from_home(&self, side: Side, place: Point) -> i32 {
        match side {
            Side::Attacker => place.y,
            Side::Defender => self.depth - place.y,
        }
    }

    #[inline]
    fn cell(&self, place: Point) -> &Cell {
        let column = (place.x / CELL).clamp(0, self.columns - 1);
        let row = (place.y / CELL).clamp(0, self.cells.len() as i32 / self.columns - 1);
        &self.cells[(row * self.columns + column) as usize]
    }
}

/// The names by which a plan may call the open field.
const OPEN_FIELD: [&str; 3] = ["open field", "open", ""];

/// Whether a plan calls the open field so.
pub fn is_open_field(name: &str) -> bool {
    OPEN_FIELD.contains(&shipped::plain(name).as_str())
}
