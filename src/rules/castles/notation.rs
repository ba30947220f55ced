//! How squares, moves and positions are written (CA-5).

use super::board::{Board, Move, Piece, Square};
use super::deed::MoveKind;
use super::terms::{GameTerms, Size};
use crate::rules::figure::Side;
use std::fmt;
use std::str::FromStr;

/// White moves first (CA-1.4).
pub const WHITE: Side = Side::Attacker;
pub const BLACK: Side = Side::Defender;

/// The word for a side's colour.
pub fn colour(side: Side) -> &'static str {
    match side {
        WHITE => "White",
        BLACK => "Black",
    }
}

/// What cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// No square.
    #[error("“{0}” is no square; a square is a letter from a and a number from 1, such as e4 (CA-5.1)")]
    Square(String),
    /// No move.
    #[error("“{0}” is no move; a move is two squares that adjoin, such as e4-e5 (CA-5.3)")]
    Move(String),
    /// A move whose sign says what it does not do.
    #[error("“{found}” is not what that move does here: it is {is} (CA-5.3)")]
    Sign {
        /// What was written.
        found: String,
        /// As it should be.
        is: String,
    },
    /// A letter that is no piece.
    #[error("“{found}” in row {row} is no piece; a piece is one of M, H, P and G (CA-5.2)")]
    Letter {
        /// The letter.
        found: char,
        row: String,
    },
    /// Rows that are no board.
    #[error("{0} rows are no board: the small has 8 and the large 9 (CA-5.4)")]
    Rows(usize),
    /// A row of the wrong length.
    #[error("row {row} is not {width} squares long (CA-5.4)")]
    RowWidth {
        row: String,
        /// The squares it should have.
        width: u8,
    },
    /// The wrong number of rows for an end zone.
    #[error("{found} rows are no end zone of {most} (CA-5.5)")]
    ZoneRows {
        /// The rows written.
        found: usize,
        /// The rows it has.
        most: usize,
    },
    /// A piece in the lake.
    #[error("a piece stands in the lake on {0} (CA-1.1)")]
    InLake(Square),
    /// Not one general.
    #[error("{} has {found} generals, not one (CA-1.3)", colour(*.side))]
    Generals {
        /// Whose.
        side: Side,
        /// How many.
        found: u32,
    },
    /// A side with nothing but its general.
    #[error("{} has no man besides its general, so the game is over (CA-4.1)", colour(*.0))]
    NoMen(Side),
    /// More men than an army may have.
    #[error("{} has {found} men besides its general, and may have {most} (CA-1.3)", colour(*.side))]
    TooMany {
        side: Side,
        found: u32,
        /// The most it may have.
        most: u8,
    },
    /// A square of the lake that is not written as one, or another that is.
    #[error("row {row} does not write the lake where it is, as ~ (CA-5.4)")]
    Lake { row: String },
    /// Squares counted otherwise than by one number from 1 up.
    #[error("the empty squares of row {row} are not counted by one number each run (CA-5.4)")]
    Empty { row: String },
    /// Neither who moves nor since when nothing was struck.
    #[error("after the rows stand who is to move and the moves since something was struck, such as w 0 (CA-5.4)")]
    Short,
    /// No side to move.
    #[error("“{0}” is no side to move; it is w or b (CA-5.4)")]
    SideToMove(String),
    /// A count of quiet moves that is none.
    #[error("“{found}” is no count of moves with nothing struck, 0 to {most} (CA-5.4)")]
    Quiet {
        /// What was written.
        found: String,
        /// The most that does not end the game.
        most: u16,
    },
    /// More than a position has.
    #[error("“{0}” stands after the end of the position (CA-5.4)")]
    Rest(String),
}

/// Everything wrong with a position's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(BadText::to_string).collect::<Vec<_>>().join("; "))]
pub struct BadPosition(pub Vec<BadText>);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = BadText;

    /// Reads `e4`; up to `i9`, on whatever board.
    fn from_str(text: &str) -> Result<Square, BadText> {
        match text.trim().to_ascii_lowercase().as_bytes() {
            [file @ b'a'..=b'i', rank @ b'1'..=b'9'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(BadText::Square(text.trim().to_owned())),
        }
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = BadText;

    fn try_from(text: String) -> Result<Square, BadText> {
        text.parse()
    }
}

impl fmt::Display for Move {
    /// The plain form `e4-e5`, without what comes of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to() {
            Some(to) => write!(f, "{}-{to}", self.from),
            None => write!(f, "{} off the board", self.from),
        }
    }
}

/// A move written with what it does (CA-5.3).
pub fn write_move(play: Move, deed: &MoveKind) -> String {
    let to = play.to().map_or_else(String::new, |to| to.to_string());
    let (sign, after) = match deed {
        MoveKind::Step => ("-", ""),
        MoveKind::Strike(Piece::General) => ("x", "#"),
        MoveKind::Strike(_) => ("x", ""),
        MoveKind::Push { .. } => (">", ""),
        MoveKind::OffTheBoard(_) | MoveKind::IntoTheLake(_) | MoveKind::Crush { .. } => (">", "x"),
    };
    format!("{}{sign}{to}{after}", play.from)
}

/// Reads a move, with any sign between its squares or none (CA-5.3).
pub fn read_move(text: &str) -> Result<Move, BadText> {
    let bad = || BadText::Move(text.trim().to_owned());
    let bare: String = text.trim().trim_end_matches(['x', '#']).chars().filter(|sign| !"-x>".contains(*sign)).collect();
    let (from, to) = bare.split_at_checked(2).ok_or_else(bad)?;
    let (from, to): (Square, Square) = (from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?);
    Move::between(from, to).ok_or_else(bad)
}

/// Holds that the signs of a written move, if it has any, are those of what it does.
pub fn check_signs(text: &str, play: Move, deed: &MoveKind) -> Result<(), BadText> {
    let (text, is) = (text.trim(), write_move(play, deed));
    let plain: String = is.chars().filter(|sign| !"-x>#".contains(*sign)).collect();
    match text.eq_ignore_ascii_case(&is) || text.eq_ignore_ascii_case(&plain) {
        true => Ok(()),
        false => Err(BadText::Sign { found: text.to_owned(), is }),
    }
}

/// A position as it is written: the board, the side to move, the moves since something was struck (CA-5.4).
pub fn write_position(board: &Board, quiet: u16, terms: &GameTerms) -> String {
    let mut rows = Vec::new();
    for rank in (0..terms.width()).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..=terms.width() {
            let square = Square::new(file, rank);
            let sign = match board.piece(square) {
                Some((WHITE, kind)) => Some(kind.letter()),
                Some((BLACK, kind)) => Some(kind.letter().to_ascii_lowercase()),
                None if terms.is_lake(square) => Some('~'),
                None => None,
            };
            if (sign.is_some() || file == terms.width()) && empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            match sign {
                Some(sign) => row.push(sign),
                None => empty += 1,
            }
        }
        rows.push(row);
    }
    let side = if board.side() == WHITE { 'w' } else { 'b' };
    format!("{} {side} {quiet}", rows.join("/"))
}

/// The board a position's text is of, if its rows are those of one.
pub fn size_of_position(text: &str) -> Result<Size, BadPosition> {
    let rows = text.split_whitespace().next().unwrap_or("").split('/').count();
    match rows {
        8 => Ok(Size::Small),
        9 => Ok(Size::Large),
        found => Err(BadPosition(vec![BadText::Rows(found)])),
    }
}

/// Reads a position, with all that is wrong with it (CA-5.4): its board, and the moves since something was struck.
pub fn read_position(text: &str, terms: &GameTerms) -> Result<(Board, u16), BadPosition> {
    let mut faults = Vec::new();
    let mut parts = text.split_whitespace();
    let rows: Vec<&str> = parts.next().unwrap_or("").split('/').collect();
    if rows.len() != usize::from(terms.width()) {
        faults.push(BadText::Rows(rows.len()));
    }
    let (mover, quiet) = (parts.next(), parts.next());
    if mover.is_none() || quiet.is_none() {
        faults.push(BadText::Short);
    }
    let side = match mover.unwrap_or("w") {
        "w" => WHITE,
        "b" => BLACK,
        other => {
            faults.push(BadText::SideToMove(other.to_owned()));
            WHITE
        }
    };
    let quiet = quiet.unwrap_or("0");
    let most = terms.quiet_plies() - 1;
    let quiet = quiet.parse().ok().filter(|quiet| *quiet <= most).unwrap_or_else(|| {
        faults.push(BadText::Quiet { found: quiet.to_owned(), most });
        0
    });
    if let Some(rest) = parts.next() {
        faults.push(BadText::Rest(rest.to_owned()));
    }
    let mut board = Board::empty(side);
    for (row, rank) in rows.iter().zip((0..terms.width()).rev()) {
        read_row(row, rank, terms, &mut board, &mut faults);
    }
    for side in [WHITE, BLACK] {
        let generals = board.count(side, Piece::General);
        if generals != 1 {
            faults.push(BadText::Generals { side, found: generals });
        }
        if Piece::MEN.iter().all(|&kind| board.count(side, kind) == 0) {
            faults.push(BadText::NoMen(side));
        }
        let men = Piece::MEN.iter().map(|&kind| board.count(side, kind)).sum();
        if men > u32::from(terms.men()) {
            faults.push(BadText::TooMany { side, found: men, most: terms.men() });
        }
    }
    if faults.is_empty() { Ok((board, quiet)) } else { Err(BadPosition(faults)) }
}

fn read_row(row: &str, rank: u8, terms: &GameTerms, board: &mut Board, faults: &mut Vec<BadText>) {
    let mut file = 0_u32;
    let (mut counted, mut miscounted, mut dry) = (false, false, false);
    let is_lake =
        |file: u32| u8::try_from(file).is_ok_and(|file| file < terms.width() && terms.is_lake(Square::new(file, rank)));
    for letter in row.chars() {
        if let Some(empty) = letter.to_digit(10) {
            miscounted |= counted || empty == 0;
            dry |= (file..file + empty).any(is_lake);
            counted = true;
            file += empty;
            continue;
        }
        counted = false;
        dry |= letter == '~' && !is_lake(file);
        // A square past the last is none; the row's length is complained of below.
        let square = u8::try_from(file).ok().filter(|file| *file < terms.width()).map(|file| Square::new(file, rank));
        match (Piece::of_letter(letter), square) {
            (Some(_), Some(square)) if terms.is_lake(square) => faults.push(BadText::InLake(square)),
            (Some(kind), Some(square)) => {
                let side = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
                board.put(square, side, kind);
            }
            (Some(_), None) => {}
            (None, _) if letter == '~' => {}
            (None, _) => faults.push(BadText::Letter { found: letter, row: row.to_owned() }),
        }
        file += 1;
    }
    if file != u32::from(terms.width()) {
        faults.push(BadText::RowWidth { row: row.to_owned(), width: terms.width() });
    } else if miscounted {
        faults.push(BadText::Empty { row: row.to_owned() });
    } else if dry {
        faults.push(BadText::Lake { row: row.to_owned() });
    }
}
