//! What one side may know: everything on the board, and nothing behind the other's screen (CA-1.4).

use super::Decision;
use super::board::{Board, Move, Piece, Square};
use super::deed::{Illegal, MoveKind};
use super::position::{Ending, Position};
use super::setup::Setup;
use super::terms::GameTerms;
use crate::rules::figure::Side;
use crate::rules::game::{Game, Pending};

/// One side's view.
#[derive(Clone, Copy)]
pub struct View<'a> {
    position: &'a Position,
    side: Side,
}

/// Shows what the view tells, and nothing behind the other's screen.
impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("side", &self.side)
            .field("terms", self.terms())
            .field("pending", &self.pending())
            .field("offered", &self.is_offered())
            .field("sealed", &self.sealed())
            .field("board", self.board())
            .field("before", &self.before())
            .field("quiet", &self.quiet())
            .field("ending", &self.ending())
            .finish()
    }
}

impl<'a> View<'a> {
    pub(super) fn new(position: &'a Position, side: Side) -> View<'a> {
        View { position, side }
    }

    pub fn side(&self) -> Side {
        self.side
    }

    /// What the game is played by.
    pub fn terms(&self) -> &'a GameTerms {
        self.position.terms()
    }

    /// Who must decide. That the other side has sealed its setup may be seen.
    pub fn pending(&self) -> Pending {
        self.position.pending()
    }

    /// Whether an offer to go to siege waits for its answer (CA-4.1).
    pub fn is_offered(&self) -> bool {
        self.position.is_offered()
    }

    /// Whether the screens are gone (CA-1.4).
    pub fn is_revealed(&self) -> bool {
        self.position.is_revealed()
    }

    /// The side's own setup, while it is sealed behind its screen.
    pub fn sealed(&self) -> Option<&'a Setup> {
        self.position.sealed(self.side)
    }

    /// What stands on the board; nothing before the setups are revealed.
    pub fn board(&self) -> &'a Board {
        self.position.board()
    }

    /// Every board since something was struck, the present one left out (CA-4.2).
    pub fn before(&self) -> &'a [Board] {
        self.position.before()
    }

    /// Moves of both sides since something was struck (CA-4.2).
    pub fn quiet(&self) -> u16 {
        self.position.quiet()
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<(Side, Piece)> {
        self.board().piece(square)
    }

    /// Every move the side may make now.
    pub fn moves(&self) -> Vec<Move> {
        if self.pending() == Pending::One(self.side) { self.position.moves() } else { Vec::new() }
    }

    /// Where the piece on a square may go now, and what it does there.
    pub fn moves_from(&self, square: Square) -> Vec<(Move, MoveKind)> {
        let moves = self.moves().into_iter().filter(|play| play.from == square);
        moves.filter_map(|play| Some((play, self.board().judge(play, self.terms()).ok()?))).collect()
    }

    /// Why the piece on a square may not go to another, or what it does there.
    pub fn judge(&self, from: Square, to: Square) -> Result<MoveKind, Illegal> {
        let play = Move::between(from, to).ok_or(Illegal::NotAdjoining { from, to })?;
        self.position.check(self.side, &Decision::Move(play))?;
        self.board().judge(play, self.terms())
    }

    /// Whether a decision is allowed now.
    pub fn check(&self, decision: &Decision) -> Result<(), Illegal> {
        self.position.check(self.side, decision)
    }
}
