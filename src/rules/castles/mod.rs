//! Castles: two armies of musketeers, horsemen and pikemen, each with its general, on a board of squares.
//!
//! [`Position`] is the game; [`Board`] what stands where, on sets of bits, without what was before. A [`Draft`] becomes
//! a [`Setup`] behind the screen. [`notation`] and [`record`] are how all of it is written, and `captain` plays it.

pub mod board;
pub mod captain;
pub mod cast;
pub mod deed;
pub mod notation;
mod position;
pub mod record;
pub mod setup;
pub mod terms;
mod view;

pub use board::{Board, Direction, Move, Piece, Square, perft, perft_after};
pub use cast::Cast;
pub use deed::{Illegal, MoveKind};
pub use notation::{BLACK, WHITE, colour};
pub use position::{EndCause, Ending, Event, Position, standing};
pub use setup::{Draft, Fault, Faults, Rows, Setup};
pub use terms::{BadTerms, Crush, GameTerms, NamedFormation, Size, Tables};
pub use view::View;

use serde::{Deserialize, Serialize};

/// What a side decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Its setup, sealed until both are made (CA-1.4).
    SetUp(Draft),
    /// A move (CA-2.1).
    Move(Move),
    /// Offers to go to siege, once a turn before its move (CA-4.1).
    OfferSiege,
    /// Agrees to go to siege (CA-4.1).
    Agree,
    /// Does not agree, and the other must move (CA-4.1).
    Decline,
    /// Surrenders (CA-4.1).
    Surrender,
}
