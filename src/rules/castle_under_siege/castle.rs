//! The castle (CU-1.1, CU-1.2): its sections and structures, the spots in them, and what lies beside what.

use super::tables::{Tables, plan};
use crate::rules::figure::words;
use crate::rules::geometry::{INCH, Point};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKind {
    Wall,
    Tower,
    Gatehouse,
    Keep,
    /// The inner court, which is no structure.
    Court,
}
words!(
    SectionKind,
    "part of a castle",
    "wall, tower, gatehouse, keep or court",
    Wall = "wall",
    Tower = "tower",
    Gatehouse = "gatehouse",
    Keep = "keep",
    Court = "court",
);

/// The two strengths of a castle (CU-1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Some of it is of wood.
    Average,
    /// All of stone, and a point stronger.
    Powerful,
}
words!(Strength, "strength of a castle", "average or powerful", Average = "average", Powerful = "powerful");

/// A section, by its number in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SectionId(pub u8);

/// A structure, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StructureId(pub u8);

/// A rectangle of the plan, in 64ths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// Its lower left corner.
    pub corner: Point,
    /// Its breadth and depth.
    pub size: Point,
}

impl Plot {
    /// Its upper right corner.
    pub fn end(self) -> Point {
        self.corner.plus(self.size)
    }

    pub fn middle(self) -> Point {
        self.corner.half_way(self.end())
    }

    /// How far a place is from it, to the side and up or down.
    pub(super) fn away_from(self, place: Point) -> Point {
        let end = self.end();
        let nearest = Point::new(place.x.clamp(self.corner.x, end.x), place.y.clamp(self.corner.y, end.y));
        let way = place.to(nearest);
        Point::new(way.x.abs(), way.y.abs())
    }

    /// What it has in common with another.
    pub(super) fn common(self, other: Plot) -> Option<Plot> {
        let (end, other_end) = (self.end(), other.end());
        let corner = Point::new(self.corner.x.max(other.corner.x), self.corner.y.max(other.corner.y));
        let size = corner.to(Point::new(end.x.min(other_end.x), end.y.min(other_end.y)));
        (size.x > 0 && size.y > 0).then_some(Plot { corner, size })
    }
}

/// A place for a counter: an inch square of the plan, by its letter from the west and its number from the south, such as
/// `c1`. Counters may be stacked on one (CU-1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CastleSpot {
    x: u8,
    y: u8,
}

impl CastleSpot {
    /// The spot so many inches from the west and from the south; none outside the letters there are.
    pub fn new(x: u8, y: u8) -> Option<CastleSpot> {
        (x < LETTERS && y < 99).then_some(CastleSpot { x, y })
    }

    /// Inches from the west.
    pub fn x(self) -> u8 {
        self.x
    }

    /// Inches from the south.
    pub fn y(self) -> u8 {
        self.y
    }

    /// The inch square itself.
    pub fn plot(self) -> Plot {
        let corner = Point::new(i32::from(self.x) * INCH, i32::from(self.y) * INCH);
        Plot { corner, size: Point::new(INCH, INCH) }
    }
}

impl fmt::Display for CastleSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x), self.y + 1)
    }
}

impl From<CastleSpot> for String {
    fn from(spot: CastleSpot) -> String {
        spot.to_string()
    }
}

/// Why a text names no spot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no spot: expected a letter and a number, such as c1")]
pub struct NoSpot(pub String);

impl FromStr for CastleSpot {
    type Err = NoSpot;

    fn from_str(text: &str) -> Result<CastleSpot, NoSpot> {
        let known = || {
            let (letter, number) = text.trim().split_at_checked(1)?;
            let letter = letter.bytes().next()?.to_ascii_lowercase();
            let number = number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse::<u8>().ok())??;
            CastleSpot::new(letter.checked_sub(b'a')?, number.checked_sub(1)?)
        };
        known().ok_or_else(|| NoSpot(text.to_owned()))
    }
}

impl TryFrom<String> for CastleSpot {
    type Error = NoSpot;

    fn try_from(text: String) -> Result<CastleSpot, NoSpot> {
        text.parse()
    }
}

/// A section as it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    pub kind: SectionKind,
    /// The structure it belongs to; none for the court.
    pub structure: Option<StructureId>,
    /// Where it lies.
    pub plot: Plot,
    /// The spots in it, row by row from its lower left corner; of the court those that are not built on.
    pub spots: Vec<CastleSpot>,
    pub beside: Vec<SectionId>,
}

/// A structure as it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub name: &'static str,
    pub kind: SectionKind,
    /// Its sections, one or two.
    pub sections: Vec<SectionId>,
}

/// The plan of the castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    pub sections: Vec<Section>,
    pub structures: Vec<Built>,
    /// The structure that is the keep.
    pub keep: StructureId,
    /// The section of every spot, row by row.
    squares: Vec<Option<SectionId>>,
}

/// Letters of spots.
const LETTERS: u8 = 26;

impl Castle {
    /// The castle; built once.
    pub fn get() -> &'static Castle {
        static CASTLE: OnceLock<Castle> = OnceLock::new();
        CASTLE.get_or_init(Castle::build)
    }

    fn build() -> Castle {
        let rows = plan();
        let mut structures: Vec<Built> = Vec::new();
        let mut sections: Vec<Section> = Vec::new();
        let mut squares = Vec::new();
        for (number, row) in (0u8..).zip(rows) {
            // The two sides of a structure are named after it: `keep, west side`.
            let name = row.name.split_once(',').map_or(row.name.as_str(), |(name, _)| name);
            let structure = (row.structure != SectionKind::Court).then(|| {
                let known = structures.iter().position(|built| built.name == name).unwrap_or_else(|| {
                    structures.push(Built { name, kind: row.structure, sections: Vec::new() });
                    structures.len() - 1
                });
                structures[known].sections.push(SectionId(number));
                StructureId(known as u8)
            });
            let [x, y, breadth, depth] = row.at.map(|inches| inches * INCH);
            sections.push(Section {
                name: &row.name,
                kind: row.structure,
                structure,
                plot: Plot { corner: Point::new(x, y), size: Point::new(breadth, depth) },
                spots: Vec::new(),
                beside: Vec::new(),
            });
        }
        for spot in (0..LETTERS).flat_map(|y| (0..LETTERS).filter_map(move |x| CastleSpot::new(x, y))) {
            let there = |section: &Section| section.plot.common(spot.plot()) == Some(spot.plot());
            // What is built stands in the court, and not the court on it.
            let built = |section: &Section| section.kind != SectionKind::Court;
            let holding = sections.iter().position(|section| there(section) && built(section));
            let holding = holding.or_else(|| sections.iter().position(there));
            squares.push(holding.map(|number| SectionId(number as u8)));
            if let Some(number) = holding {
                sections[number].spots.push(spot);
            }
        }
        for (number, row) in rows.iter().enumerate() {
            for beside in &row.beside {
                let other = rows.iter().position(|known| known.name == *beside);
                let other = other.unwrap_or_else(|| panic!("the plan has no section {beside}"));
                sections[number].beside.push(SectionId(other as u8));
                sections[other].beside.push(SectionId(number as u8));
            }
        }
        let keep = structures.iter().position(|built| built.kind == SectionKind::Keep);
        let keep = StructureId(keep.unwrap_or_else(|| panic!("the plan has no keep")) as u8);
        Castle { sections, structures, keep, squares }
    }

    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[usize::from(id.0)]
    }

    pub fn structure(&self, id: StructureId) -> &Built {
        &self.structures[usize::from(id.0)]
    }

    /// Every section's number.
    pub fn ids(&self) -> impl Iterator<Item = SectionId> + Clone + use<> {
        (0..self.sections.len() as u8).map(SectionId)
    }

    /// A section by its name.
    pub fn named(&self, name: &str) -> Option<SectionId> {
        self.ids().find(|&id| self.section(id).name == name)
    }

    /// A structure's points when whole (CU-1.2).
    pub fn points(&self, id: StructureId, strength: Strength, tables: &Tables) -> u8 {
        let points = &tables.points;
        let book = match self.structure(id).kind {
            SectionKind::Wall => points.wall,
            SectionKind::Tower => points.tower,
            SectionKind::Gatehouse => points.gatehouse,
            SectionKind::Keep => points.keep,
            SectionKind::Court => 0,
        };
        book + if strength == Strength::Powerful { points.powerful } else { 0 }
    }

    /// Whether there is wood in a structure (CU-1.2).
    pub fn is_wood(&self, id: StructureId, strength: Strength, tables: &Tables) -> bool {
        let kind = self.structure(id).kind;
        let before = self.structures[..usize::from(id.0)].iter().filter(|built| built.kind == kind).count();
        let row: &[u8] = match kind {
            SectionKind::Wall => &tables.wood.wall,
            SectionKind::Tower => &tables.wood.tower,
            SectionKind::Gatehouse => &tables.wood.gatehouse,
            SectionKind::Keep => std::slice::from_ref(&tables.wood.keep),
            SectionKind::Court => return false,
        };
        strength == Strength::Average && row.get(before) == Some(&1)
    }

    /// Whether a wall adjoins a tower (CU-5).
    pub fn adjoin(&self, a: StructureId, b: StructureId) -> bool {
        let beside =
            |id: &SectionId| self.section(*id).beside.iter().any(|other| self.section(*other).structure == Some(b));
        self.structure(a).sections.iter().any(beside)
    }

    /// The section a spot is in.
    pub fn section_at(&self, spot: CastleSpot) -> Option<SectionId> {
        *self.squares.get(usize::from(spot.y) * usize::from(LETTERS) + usize::from(spot.x))?
    }

    /// How far a place is from the nearest of the castle, squared (CU-2.1).
    pub fn far(&self, place: Point) -> i64 {
        self.sections.iter().map(|section| section.plot.away_from(place).length_squared()).min().unwrap_or(0)
    }

    /// The rectangle around it all.
    pub fn bounds(&self) -> Plot {
        let ends = self.sections.iter().map(|section| (section.plot.corner, section.plot.end()));
        let all = ends.reduce(|(from, to), (corner, end)| {
            let least = Point::new(from.x.min(corner.x), from.y.min(corner.y));
            (least, Point::new(to.x.max(end.x), to.y.max(end.y)))
        });
        let (corner, end) = all.unwrap_or_default();
        Plot { corner, size: corner.to(end) }
    }

    /// Every structure's number.
    pub fn structure_ids(&self) -> impl Iterator<Item = StructureId> + Clone + use<> {
        (0..self.structures.len() as u8).map(StructureId)
    }

    /// The rectangle around a structure, which is it.
    pub fn plot_of(&self, id: StructureId) -> Plot {
        let sections = &self.structure(id).sections;
        let (first, last) = (self.section(sections[0]).plot, self.section(sections[sections.len() - 1]).plot);
        Plot { corner: first.corner, size: first.corner.to(last.end()) }
    }
}
