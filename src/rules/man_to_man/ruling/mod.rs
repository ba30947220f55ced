//! A ruling: a situation at the table, written by hand in a short file, and what the rules say of it. The file places a few
//! men or units, gives both sides' orders turn by turn and the faces of the dice in the order they are rolled. Playing it
//! goes through the same decisions and checks as any battle, so that a ruling and a battle can never differ; what is added
//! here is reading, telling, and stopping where a face is wanted that nobody has rolled yet.
//!
//! [`WrittenSituation::read`] reads a file, [`WrittenSituation::rule`] plays it, and [`Ruling::unmet`] compares what happened with what the
//! file expects. The format is told in `docs/rulings.md`.

mod again;
mod clauses;
mod expect;
mod faces;
mod follows;
mod men;
mod orders;
mod play;
mod read;
pub mod shipped;
mod standing;
mod states;
mod told;
mod works;
mod write;
mod write_orders;

pub use expect::{Expected, Unmet};
pub use faces::Needed;
pub use orders::FORMS;
pub use play::{Ending, Ruling, Told};
pub use standing::Disposition;
pub use write::{rolled, written};

use super::ground::Ground;
use super::log::Names;
use super::state::{BodyId, FigureId, ForceId, Mood};
use super::tables::Tables;
use crate::rules::battle::Plan;
use crate::rules::figure::Side;
use crate::rules::geometry::{Heading, Point};
use crate::rules::written::LineFaults;
use men::BodyWays;
use orders::WrittenOrder;
use states::ManState;
use std::sync::Arc;
use works::DoneBefore;

/// A situation as it was written.
#[derive(Clone, Debug)]
pub struct WrittenSituation {
    pub title: String,
    /// The clauses it shows, such as `MM-2.3`.
    pub clauses: Vec<String>,
    /// What is asked at the table, and how the page answers.
    pub what: String,
    /// What must happen.
    pub expected: Expected,
    plan: Plan,
    ground: Arc<Ground>,
    setting: Setting,
    turns: Vec<WrittenTurn>,
    /// The number of its first turn.
    first_turn: u32,
    tables: Arc<Tables>,
    dice: Written,
}

/// Where everybody stands and in what state, beyond what a plan says.
#[derive(Clone, Debug, Default)]
struct Setting {
    men: Vec<ManAt>,
    bodies: Vec<BodyAt>,
    works: DoneBefore,
}

/// One man: where he stands, and what has befallen him.
#[derive(Clone, Debug)]
struct ManAt {
    id: FigureId,
    at: Place,
    facing: Heading,
    fate: Befallen,
    state: ManState,
}

/// Where a man stands: at a place of his own, or in a rank and file of his unit, whose front's middle is told.
#[derive(Clone, Copy, Debug)]
enum Place {
    At(Point),
    InRanks { front: Point, rank: i32, file: i32, of: i32 },
}

/// What befell a man before the situation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Befallen {
    Nothing,
    Fallen,
    Dead,
    Fled,
    Withdrawn,
    Yielded(FigureId),
}

/// One body: how it is disposed and how it moved.
#[derive(Clone, Debug)]
struct BodyAt {
    id: BodyId,
    facing: Heading,
    files: u16,
    close: Option<bool>,
    mood: Mood,
    moved: super::Gait,
    runs: u8,
    hit: u16,
    ways: BodyWays,
}

/// The orders of a turn, and in which order the forces' cards come.
#[derive(Clone, Debug, Default)]
struct WrittenTurn {
    orders: Vec<WrittenOrder>,
    cards: Vec<ForceId>,
}

/// Where faces come from.
#[derive(Clone, Debug)]
enum Written {
    Faces(Vec<(u32, usize)>),
    Seed(u64),
}

impl WrittenSituation {
    /// A situation from the text of its file, or every fault of it by line.
    pub fn read(text: &str) -> Result<WrittenSituation, LineFaults> {
        read::read(text)
    }

    /// The same with other faces of the dice than its file tells, in the order they are rolled.
    pub fn with_faces(mut self, faces: &[u32]) -> WrittenSituation {
        self.dice = Written::Faces(faces.iter().map(|face| (*face, 0)).collect());
        self
    }

    /// How many turns its orders are for; one if it has none.
    pub fn turns(&self) -> u32 {
        self.turns.len().max(1) as u32
    }

    /// The figures it is ruled by: the book's, with the numbers that its file plays otherwise.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The names by which it is told.
    pub fn names(&self) -> Names {
        Names::on(&self.plan, self.ground.clone())
    }

    /// The army of a side.
    pub fn host(&self, side: Side) -> &str {
        &self.plan.hosts[side].name
    }
}
