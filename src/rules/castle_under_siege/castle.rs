//! The castle (CU-1.1, CU-1.2): its sections and structures, what lies beside what, and how much of a counter lies on a
//! thing (CU-2.3).

use super::tables::{Tables, plan};
use crate::rules::figure::words;
use crate::rules::geometry::{INCH, Point};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What a section is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SectionKind {
    /// A section of wall.
    Wall,
    /// A tower.
    Tower,
    /// A gatehouse.
    Gatehouse,
    /// The keep.
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

/// A section as it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// What it is of.
    pub work: SectionKind,
    /// The structure it belongs to; none for the court.
    pub structure: Option<StructureId>,
    /// Its lower left corner, in 64ths of an inch.
    pub corner: Point,
    /// Its breadth and depth, in 64ths of an inch.
    pub size: Point,
    /// The sections beside it.
    pub beside: Vec<SectionId>,
}

/// A structure as it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub work: SectionKind,
    /// Whether the average layout has wood in it.
    pub wood: bool,
    /// Its sections, one or two.
    pub sections: Vec<SectionId>,
}

/// The plan of the castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// Its sections.
    pub sections: Vec<Section>,
    /// Its structures.
    pub structures: Vec<Built>,
}

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
        for (number, row) in (0u8..).zip(rows) {
            // The two sides of a structure are named after it: `keep, west side`.
            let name = row.name.split_once(',').map_or(row.name.as_str(), |(name, _)| name);
            let structure = (row.structure != SectionKind::Court).then(|| {
                let known = structures.iter().position(|built| built.name == name).unwrap_or_else(|| {
                    structures.push(Built { name, work: row.structure, wood: row.wood, sections: Vec::new() });
                    structures.len() - 1
                });
                structures[known].sections.push(SectionId(number));
                StructureId(known as u8)
            });
            let [x, y, breadth, depth] = row.at.map(|inches| inches * INCH);
            let (corner, size) = (Point::new(x, y), Point::new(breadth, depth));
            sections.push(Section {
                name: &row.name,
                work: row.structure,
                structure,
                corner,
                size,
                beside: Vec::new(),
            });
        }
        for (number, row) in rows.iter().enumerate() {
            for beside in &row.beside {
                let other = rows.iter().position(|known| known.name == *beside);
                let other = other.unwrap_or_else(|| panic!("the plan has no section {beside}"));
                sections[number].beside.push(SectionId(other as u8));
                sections[other].beside.push(SectionId(number as u8));
            }
        }
        Castle { sections, structures }
    }

    /// One section.
    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[usize::from(id.0)]
    }

    /// One structure.
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
        let book = match self.structure(id).work {
            SectionKind::Wall => points.wall,
            SectionKind::Tower => points.tower,
            SectionKind::Gatehouse => points.gatehouse,
            SectionKind::Keep => points.keep,
            SectionKind::Court => 0,
        };
        book + if strength == Strength::Powerful { points.powerful } else { 0 }
    }

    /// Whether a wall adjoins a tower (CU-5).
    pub fn adjoin(&self, a: StructureId, b: StructureId) -> bool {
        let beside =
            |id: &SectionId| self.section(*id).beside.iter().any(|other| self.section(*other).structure == Some(b));
        self.structure(a).sections.iter().any(beside)
    }

    /// How much of a counter lies on a section, in square 64ths of an inch (CU-2.3); of the court what no structure covers.
    pub fn on_section(&self, id: SectionId, counter: Point) -> i64 {
        let section = self.section(id);
        let whole = overlap(section.corner, section.size, counter);
        if section.work != SectionKind::Court {
            return whole;
        }
        let built = self.sections.iter().filter(|other| other.work != SectionKind::Court);
        whole - built.map(|other| shared(other, section, counter)).sum::<i64>()
    }

    /// How far a place is from the nearest of the castle, squared (CU-2.1).
    pub fn far(&self, place: Point) -> i64 {
        let far = |section: &Section| {
            let (x, y) = (
                nearest(place.x, section.corner.x, section.size.x),
                nearest(place.y, section.corner.y, section.size.y),
            );
            place.distance_squared(Point::new(x, y))
        };
        self.sections.iter().map(far).min().unwrap_or(0)
    }
}

fn nearest(at: i32, from: i32, length: i32) -> i32 {
    at.clamp(from, from + length)
}

/// How much of a counter, an inch square about `counter`, lies on a rectangle, in square 64ths of an inch (CU-2.3).
pub fn overlap(corner: Point, size: Point, counter: Point) -> i64 {
    let along = |from: i32, length: i32, at: i32| {
        let (least, most) = (from.max(at - INCH / 2), (from + length).min(at + INCH / 2));
        i64::from((most - least).max(0))
    };
    along(corner.x, size.x, counter.x) * along(corner.y, size.y, counter.y)
}

/// How much of a counter lies where two sections overlap, in square 64ths of an inch.
fn shared(one: &Section, other: &Section, counter: Point) -> i64 {
    let corner = Point::new(one.corner.x.max(other.corner.x), one.corner.y.max(other.corner.y));
    let end = |section: &Section| (section.corner.x + section.size.x, section.corner.y + section.size.y);
    let ((x, y), (other_x, other_y)) = (end(one), end(other));
    overlap(corner, Point::new(x.min(other_x) - corner.x, y.min(other_y) - corner.y), counter)
}

/// Whether so much of a counter is more than half of it; exactly half counts as less (CU-2.3).
pub fn over_half(share: i64) -> bool {
    2 * share > i64::from(INCH) * i64::from(INCH)
}
