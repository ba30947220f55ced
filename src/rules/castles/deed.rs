//! What a move does, told in full, and why one is not allowed (CA-2, CA-3). Play itself goes by sets of bits
//! ([`Board`]); this is the same by clauses, for telling and for refusing.

use super::board::{Board, Move, Piece, Square};
use super::setup::Faults;
use super::terms::{Crush, GameTerms};
use crate::rules::figure::Side;

/// What a move does on the square it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Takes a free square (CA-2.1).
    Step,
    /// Strikes a piece there (CA-3.1).
    Strike(Piece),
    /// Pushes a piece of its own kind to the square behind (CA-3.2).
    Push {
        /// What is pushed.
        kind: Piece,
        /// Where to.
        to: Square,
    },
    /// Pushes a piece off the board, and so strikes it (CA-3.2).
    OffTheBoard(Piece),
    /// Pushes a piece into the lake, and so strikes it (CA-3.2).
    IntoTheLake(Piece),
    /// Pushes a piece into another, and so strikes it (CA-3.3).
    Crush {
        /// What is struck.
        kind: Piece,
        /// Into what it is pushed: where that stands.
        against: Square,
    },
}

impl MoveKind {
    /// What is struck, if anything is.
    pub fn struck(self) -> Option<Piece> {
        match self {
            MoveKind::Step | MoveKind::Push { .. } => None,
            MoveKind::Strike(kind)
            | MoveKind::OffTheBoard(kind)
            | MoveKind::IntoTheLake(kind)
            | MoveKind::Crush { kind, .. } => Some(kind),
        }
    }
}

/// Why a decision is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing more is decided.
    #[error("the game is over (CA-4)")]
    Over,
    /// The other side decides.
    #[error("the other side decides now (CA-2.1)")]
    NotYourTurn,
    /// Not what is to be decided.
    #[error("that is not what is to be decided now (CA-1.4, CA-4.1)")]
    NotNow,
    /// A draft that is no setup.
    #[error("{0}")]
    Setup(#[from] Faults),
    /// Nothing stands there.
    #[error("no piece stands on {0} (CA-2.1)")]
    NoPiece(Square),
    /// It is the other side's.
    #[error("the piece on {0} is the other side's (CA-2.1)")]
    NotYours(Square),
    /// Further than one square, or across a corner.
    #[error("{to} does not adjoin {from}: a move is one square straight (CA-2.1)")]
    NotAdjoining {
        /// Where the piece stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// The edge.
    #[error("that leads off the board (CA-2.1)")]
    OffTheBoard,
    #[error("the lake is closed to all (CA-1.1)")]
    Lake,
    /// Back into the end zone.
    #[error("only a general comes back into his own end zone (CA-2.2)")]
    EndZone,
    /// A piece of the same army.
    #[error("a piece of the same army stands on {0} (CA-2.1)")]
    OwnPiece(Square),
    /// Not what it strikes.
    #[error("a {striker} does not strike a {struck} (CA-3.1)")]
    NoStrike {
        /// What moves.
        striker: Piece,
        /// What it meets.
        struck: Piece,
    },
    /// Nowhere to push to.
    #[error("it cannot be pushed: {behind} behind it is full, and crushes nothing of this army's (CA-3.3)")]
    PushStopped {
        /// The square behind.
        behind: Square,
    },
    /// A second offer in one turn.
    #[error("going to siege was offered and refused this turn: move, or surrender (CA-4.1)")]
    OfferedAlready,
}

impl Board {
    /// What a move of the side to move would do, or why it is not allowed.
    pub fn judge(&self, play: Move, terms: &GameTerms) -> Result<MoveKind, Illegal> {
        let from = play.from;
        let (side, kind) = self.piece(from).ok_or(Illegal::NoPiece(from))?;
        if side != self.side() {
            return Err(Illegal::NotYours(from));
        }
        // CA-2.1
        let to = play.to().filter(|to| terms.is_open(*to) || terms.is_lake(*to)).ok_or(Illegal::OffTheBoard)?;
        if terms.is_lake(to) {
            return Err(Illegal::Lake);
        }
        let met = self.piece(to);
        if met.is_some_and(|(whose, _)| whose == side) {
            return Err(Illegal::OwnPiece(to));
        }
        // CA-2.2
        if kind != Piece::General && terms.in_end_zone(to, side) && !terms.in_end_zone(from, side) {
            return Err(Illegal::EndZone);
        }
        let Some((_, met)) = met else { return Ok(MoveKind::Step) };
        // CA-3.1
        if met == Piece::General || kind.prey() == Some(met) {
            return Ok(MoveKind::Strike(met));
        }
        if kind != met {
            return Err(Illegal::NoStrike { striker: kind, struck: met });
        }
        self.push(side, met, Move { from: to, way: play.way }, terms)
    }

    /// What becomes of a piece pushed by `pusher` along `pushed` (CA-3.2, CA-3.3).
    fn push(&self, pusher: Side, kind: Piece, pushed: Move, terms: &GameTerms) -> Result<MoveKind, Illegal> {
        let Some(to) = pushed.to().filter(|to| terms.is_open(*to) || terms.is_lake(*to)) else {
            return Ok(MoveKind::OffTheBoard(kind));
        };
        if terms.is_lake(to) {
            return Ok(MoveKind::IntoTheLake(kind));
        }
        let Some((behind, _)) = self.piece(to) else { return Ok(MoveKind::Push { kind, to }) };
        let crushes = match terms.crush() {
            Crush::Pusher => behind == pusher,
            Crush::Pushed => behind != pusher,
            Crush::Either => true,
        };
        match crushes {
            true => Ok(MoveKind::Crush { kind, against: to }),
            false => Err(Illegal::PushStopped { behind: to }),
        }
    }
}
