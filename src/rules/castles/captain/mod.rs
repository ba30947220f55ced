//! Who plays for the computer, at five strengths.

mod camp;
mod eval;
mod search;
mod table;

pub use camp::{camp, camp_of};
pub use search::{DEEPEST, Found, Inquiry, Limits, SURELY_WON, WON, search};
pub use table::TranspositionTable;

use super::Decision;
use super::board::Move;
use super::position::Position;
use super::view::View;
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{Side, words};
use crate::rules::game::Captain;

/// How well it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skill {
    /// Sees what can be struck, and often looks away.
    Page,
    /// Looks at the answer to its move.
    Squire,
    /// Looks a little further.
    Sergeant,
    /// Looks as far as some thousands of positions go.
    #[default]
    Knight,
    /// Looks as far as it can in a moment.
    Banneret,
}
words!(
    Skill,
    "strength",
    "page, squire, sergeant, knight or banneret",
    Page = "page",
    Squire = "squire",
    Sergeant = "sergeant",
    Knight = "knight",
    Banneret = "banneret",
);

impl Skill {
    /// How far it looks: moves ahead, and positions at most.
    fn limits(self) -> (u32, u64) {
        match self {
            Skill::Page => (1, 1_000),
            Skill::Squire => (2, 2_000),
            Skill::Sergeant => (3, 4_000),
            Skill::Knight => (DEEPEST, 5_000),
            Skill::Banneret => (DEEPEST, 40_000),
        }
    }

    /// In how many moves of a hundred it does not look at all.
    fn looks_away(self) -> u32 {
        match self {
            Skill::Page => 30,
            Skill::Squire => 8,
            Skill::Sergeant => 2,
            Skill::Knight | Skill::Banneret => 0,
        }
    }

    /// What it would give up rather than go to siege, in hundredths of a man: who trusts himself fights on.
    fn pride(self) -> i32 {
        match self {
            Skill::Page => 20,
            Skill::Squire => 60,
            Skill::Sergeant => 100,
            Skill::Knight => 150,
            Skill::Banneret => 200,
        }
    }

    /// Its table's size, as a power of two.
    fn table_bits(self) -> u32 {
        match self {
            Skill::Page | Skill::Squire | Skill::Sergeant => 10,
            Skill::Knight => 12,
            Skill::Banneret => 15,
        }
    }
}

/// A player of some strength. What he sets up and where he looks away follow from his seed; in the same game he always
/// does the same.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// His strength.
    pub level: Skill,
    pub seed: u64,
}

/// Streams of a player's seed, a setup's and his moves'.
const CAMP: u64 = 0x0CA0;
const LOOKS: u64 = 0x1CA0;

fn stream(base: u64, side: Side) -> u64 {
    base + side as u64
}

/// The question a view asks.
pub fn question<'a>(view: &View<'a>) -> Inquiry<'a> {
    Inquiry { board: view.board(), before: view.before(), quiet: view.quiet(), terms: view.terms() }
}

impl Player {
    /// The player's decision, and what he sees follow if he looked; `stop` ends his looking before its time.
    pub fn consider(&self, view: &View<'_>, stop: &(dyn Fn() -> bool + Sync)) -> (Decision, Option<Found>) {
        if !view.is_revealed() {
            let mut dice = Seeded::stream(self.seed, stream(CAMP, view.side()));
            return (Decision::SetUp(camp(view.terms(), view.side(), &mut dice)), None);
        }
        let (depth, nodes) = self.level.limits();
        let limits = Limits { depth, nodes, pride: self.level.pride(), stop };
        let found = search(question(view), limits, 1, &TranspositionTable::new(self.level.table_bits()));
        if view.is_offered() {
            // The score is of the other side, whose move it is: he agrees if it is not himself who stands better.
            let decision =
                if found.is_some_and(|found| found.score >= 0) { Decision::Agree } else { Decision::Decline };
            return (decision, None);
        }
        match found {
            Some(found) => match self.looks_away(view) {
                Some(play) => (Decision::Move(play), None),
                None => (Decision::Move(found.best()), Some(found)),
            },
            None => (Decision::Surrender, None),
        }
    }

    /// A move made without looking, if this is the time for one.
    fn looks_away(&self, view: &View<'_>) -> Option<Move> {
        // A lot for each position, the same whenever it is asked.
        let key = table::Node::new(*view.board()).key;
        let mut dice = Seeded::stream(self.seed ^ key, stream(LOOKS, view.side()));
        let away = dice.die("CA-2.1 looks away", 100) <= self.level.looks_away();
        let moves = view.moves();
        (away && !moves.is_empty()).then(|| moves[dice.lot("CA-2.1 move", moves.len())])
    }
}

impl Captain<Position> for Player {
    fn decide(&self, view: &View<'_>) -> Decision {
        self.consider(view, &|| false).0
    }
}
