//! A set of rules made up for the tests: draughts on a line. Each side hides a wager, both are shown, and then men step
//! towards the enemy or try to take the one before them on a die. It stands for any new ruleset: this file and its arm in
//! `contract.rs` are all it takes to be played, taken back, kept, forecast and fuzzed.

use crate::contract::Subject;
use banneret::rules::dice::{Dice, Seeded};
use banneret::rules::figure::{BySide, Side};
use banneret::rules::game::{Captain, Choices, Game, Outcome, Pending, Sink};
use serde::{Deserialize, Serialize};

/// Cells of the line, and men a side begins with.
const CELLS: usize = 12;
const MEN: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    cells: [Option<Side>; CELLS],
    wagers: BySide<Option<u8>>,
    to_move: Side,
    plies: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Wager(u8),
    Step(usize),
    Take(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Illegal {
    #[error("it is not that side's turn")]
    NotTheirs,
    #[error("that is not what is decided now")]
    NotNow,
    #[error("a wager is 0 to 2")]
    Wager,
    #[error("nobody of theirs can do that there")]
    NoMan,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Hidden(Side),
    Shown(u8, u8),
    Stepped(usize),
    Tried { face: u32, took: bool },
}

/// What a side sees: the line, its own wager, and the other's once both are shown.
#[derive(Clone, Copy)]
pub struct View<'a> {
    line: &'a Line,
    side: Side,
}

impl View<'_> {
    fn wager(&self, of: Side) -> Option<u8> {
        self.line.wagers[of].filter(|_| of == self.side || self.line.shown())
    }
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wagers = [Side::Attacker, Side::Defender].map(|of| self.wager(of));
        write!(f, "{:?} {:?} {:?} {:?}", self.side, self.line.cells, wagers, self.line.plies)
    }
}

impl Line {
    pub fn begin() -> Line {
        let mut cells = [None; CELLS];
        cells[..MEN].fill(Some(Side::Attacker));
        cells[CELLS - MEN..].fill(Some(Side::Defender));
        Line { cells, wagers: BySide::default(), to_move: Side::Attacker, plies: 0 }
    }

    fn shown(&self) -> bool {
        self.wagers.attacker.is_some() && self.wagers.defender.is_some()
    }

    fn men(&self, side: Side) -> usize {
        self.cells.iter().filter(|cell| **cell == Some(side)).count()
    }

    fn ahead(&self, at: usize, side: Side) -> Option<usize> {
        match side {
            Side::Attacker => Some(at + 1).filter(|&to| to < CELLS),
            Side::Defender => at.checked_sub(1),
        }
    }

    fn moves(&self, side: Side) -> Vec<Decision> {
        let all = (0..CELLS).flat_map(|at| [Decision::Step(at), Decision::Take(at)]);
        all.filter(|decision| self.may_move(side, *decision)).collect()
    }

    fn may_move(&self, side: Side, decision: Decision) -> bool {
        let (at, wanted) = match decision {
            Decision::Step(at) => (at, None),
            Decision::Take(at) => (at, Some(side.other())),
            Decision::Wager(_) => return false,
        };
        self.cells.get(at) == Some(&Some(side)) && self.ahead(at, side).is_some_and(|to| self.cells[to] == wanted)
    }
}

impl Game for Line {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        match (self.wagers.attacker, self.wagers.defender) {
            (None, None) => Pending::Both,
            (None, _) => Pending::One(Side::Attacker),
            (_, None) => Pending::One(Side::Defender),
            _ if self.plies >= 60 || self.moves(self.to_move).is_empty() => Pending::Over,
            _ => Pending::One(self.to_move),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.pending() != Pending::Over {
            return None;
        }
        // A wager is won by whoever has more men left.
        Some(match self.men(Side::Attacker).cmp(&self.men(Side::Defender)) {
            std::cmp::Ordering::Greater => Outcome::Won(Side::Attacker),
            std::cmp::Ordering::Less => Outcome::Won(Side::Defender),
            std::cmp::Ordering::Equal => Outcome::Undecided,
        })
    }

    fn view(&self, side: Side) -> View<'_> {
        View { line: self, side }
    }

    fn as_known_to(&self, side: Side) -> Line {
        let mut known = self.clone();
        if !self.shown() {
            known.wagers[side.other()] = self.wagers[side.other()].map(|_| 0);
        }
        known
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        match self.pending() {
            pending if !pending.includes(side) => Choices::All(Vec::new()),
            _ if !self.shown() => {
                let wagers = (0..5).map(Decision::Wager);
                Choices::Some(wagers.map(|wager| (wager, self.check(side, &wager))).collect())
            }
            _ => Choices::All(self.moves(side)),
        }
    }

    /// A wager can be taken back until both are shown.
    fn still_open(&self, _before: &Line) -> bool {
        !self.shown()
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        match *decision {
            _ if !self.pending().includes(side) => Err(Illegal::NotTheirs),
            Decision::Wager(_) if self.shown() => Err(Illegal::NotNow),
            Decision::Wager(wager) if wager > 2 => Err(Illegal::Wager),
            Decision::Wager(_) => Ok(()),
            _ if !self.shown() => Err(Illegal::NotNow),
            decision if self.may_move(side, decision) => Ok(()),
            _ => Err(Illegal::NoMan),
        }
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(side, &decision)?;
        match decision {
            Decision::Wager(wager) => {
                self.wagers[side] = Some(wager);
                sink.tell(|| Event::Hidden(side));
                if let BySide { attacker: Some(one), defender: Some(other) } = self.wagers {
                    sink.tell(|| Event::Shown(one, other));
                }
                return Ok(());
            }
            Decision::Step(at) => {
                let to = self.ahead(at, side).ok_or(Illegal::NoMan)?;
                self.cells.swap(at, to);
                sink.tell(|| Event::Stepped(at));
            }
            Decision::Take(at) => {
                let to = self.ahead(at, side).ok_or(Illegal::NoMan)?;
                let face = dice.die("take", 6);
                let took = face >= 4;
                if took {
                    (self.cells[at], self.cells[to]) = (None, Some(side));
                }
                sink.tell(|| Event::Tried { face, took });
            }
        }
        self.plies += 1;
        self.to_move = side.other();
        Ok(())
    }
}

/// Wagers nothing, takes what he can and steps else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Captain<Line> for Plain {
    fn decide(&self, view: &View<'_>) -> Decision {
        if !view.line.shown() {
            return Decision::Wager(0);
        }
        let moves = view.line.moves(view.side);
        let take = moves.iter().find(|decision| matches!(decision, Decision::Take(_)));
        take.or(moves.first()).copied().expect("a captain is asked only while he must decide")
    }
}

impl Subject for Plain {
    type Game = Line;
    type Captain = Plain;

    fn begin(_seed: u64, _dice: &mut Seeded, _told: &mut Vec<Event>) -> (Line, Plain) {
        (Line::begin(), Plain)
    }
}
