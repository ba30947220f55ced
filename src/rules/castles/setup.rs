//! Setting up behind the screen (CA-1.3, CA-1.4): a draft may be anything, a setup is what the rules allow, and a draft
//! that is none tells all its faults.

use super::board::{Piece, Square};
use super::notation::BadText;
use super::terms::GameTerms;
use crate::rules::figure::Side;
use serde::{Deserialize, Serialize};

/// Rows of an end zone as they are written: from the front to the rear, each from file a; a letter for a piece, a point
/// or a digit for empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows(pub Vec<String>);

impl Rows {
    /// The rows of a text that parts them by strokes, as in `PMHPMHPM/HPMGHPMH`.
    pub fn of(text: &str) -> Rows {
        Rows(text.trim().split('/').map(|row| row.trim().to_owned()).collect())
    }
}

/// What a side means to set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Draft {
    /// Its pieces, in any order.
    pub pieces: Vec<(Square, Piece)>,
}

/// A setup the rules allow (CA-1.2, CA-1.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    side: Side,
    pieces: Vec<(Square, Piece)>,
}

/// What is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Past an edge.
    #[error("{0} is off the board (CA-1.1)")]
    OffTheBoard(Square),
    #[error("{0} is in the lake (CA-1.1)")]
    Lake(Square),
    /// Not in the side's own end zone.
    #[error("{0} is not in the side's own end zone (CA-1.4)")]
    OutsideEndZone(Square),
    /// A square with several pieces.
    #[error("{0} has more than one piece (CA-1.3)")]
    Twice(Square),
    /// No general, or several.
    #[error("an army has one general, not {0} (CA-1.3)")]
    Generals(usize),
    /// Nothing but a general: it would have lost before the first move.
    #[error("an army needs a man besides its general (CA-4.1)")]
    NoMen,
    /// Too many men.
    #[error("{found} men are too many: an army has {most} at most besides its general (CA-1.3)")]
    TooMany {
        /// The men drafted.
        found: usize,
        /// The limit.
        most: u8,
    },
}

/// Every fault of a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("; "))]
pub struct Faults(pub Vec<Fault>);

impl Draft {
    /// The draft that rows of an end zone describe for a side.
    pub fn of_rows(rows: &Rows, side: Side, terms: &GameTerms) -> Result<Draft, BadText> {
        let ranks = terms.zone_ranks(side);
        if rows.0.len() != ranks.len() {
            return Err(BadText::ZoneRows { found: rows.0.len(), most: ranks.len() });
        }
        let mut pieces = Vec::new();
        for (row, rank) in rows.0.iter().zip(ranks) {
            let mut file = 0;
            for letter in row.chars() {
                match (letter.to_digit(10), Piece::of_letter(letter)) {
                    (Some(empty), _) => file += empty as u8,
                    (_, Some(kind)) if file < terms.width() => {
                        pieces.push((Square::new(file, rank), kind));
                        file += 1;
                    }
                    _ if letter == '.' => file += 1,
                    (_, Some(_)) => file += 1,
                    _ => return Err(BadText::Letter { found: letter, row: row.clone() }),
                }
                if file > terms.width() {
                    break;
                }
            }
            if file != terms.width() {
                return Err(BadText::RowWidth { row: row.clone(), width: terms.width() });
            }
        }
        Ok(Draft { pieces })
    }

    /// Every fault of the draft as a side's setup; none if it is one.
    pub fn faults(&self, side: Side, terms: &GameTerms) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut taken = 0;
        for &(square, _) in &self.pieces {
            if terms.is_lake(square) {
                faults.push(Fault::Lake(square));
            } else if !terms.is_open(square) {
                faults.push(Fault::OffTheBoard(square));
            } else if !terms.in_end_zone(square, side) {
                faults.push(Fault::OutsideEndZone(square));
            }
            if taken & square.bit() != 0 && !faults.contains(&Fault::Twice(square)) {
                faults.push(Fault::Twice(square));
            }
            taken |= square.bit();
        }
        let generals = self.pieces.iter().filter(|(_, kind)| *kind == Piece::General).count();
        let men = self.pieces.len() - generals;
        if generals != 1 {
            faults.push(Fault::Generals(generals));
        }
        if men == 0 {
            faults.push(Fault::NoMen);
        }
        if men > usize::from(terms.men()) {
            faults.push(Fault::TooMany { found: men, most: terms.men() });
        }
        faults
    }

    /// The draft as a side's setup, or all its faults (CA-1.2, CA-1.3).
    pub fn settle(&self, side: Side, terms: &GameTerms) -> Result<Setup, Faults> {
        let faults = self.faults(side, terms);
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let mut pieces = self.pieces.clone();
        pieces.sort_unstable();
        Ok(Setup { side, pieces })
    }
}

impl Setup {
    /// The plainest there is: a general and one man on the first two open squares of a side's end zone.
    pub fn plainest(side: Side, terms: &GameTerms) -> Setup {
        let open = terms.squares().filter(|&square| terms.in_end_zone(square, side) && terms.is_open(square));
        Setup { side, pieces: open.zip([Piece::General, Piece::Pikeman]).collect() }
    }

    /// Whose it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Its pieces, by squares.
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// A draft of the same.
    pub fn draft(&self) -> Draft {
        Draft { pieces: self.pieces.clone() }
    }

    /// Its rows, as [`Rows`] reads them.
    pub fn rows(&self, terms: &GameTerms) -> String {
        let letter = |square: Square| {
            let piece = self.pieces.iter().find(|(at, _)| *at == square);
            piece.map_or('.', |(_, kind)| kind.letter())
        };
        let row = |rank: u8| (0..terms.width()).map(|file| letter(Square::new(file, rank))).collect::<String>();
        terms.zone_ranks(self.side).into_iter().map(row).collect::<Vec<_>>().join("/")
    }
}
