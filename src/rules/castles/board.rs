//! The board and what stands on it, as sets of bits (CA-1 to CA-3).
//!
//! Both boards lie on rows of ten bits, the files from the lowest. The squares past the last file and past the last row
//! are never open, so a step off the board is a shift like any other and falls on closed ground, as a step into the lake
//! does. Pieces are kept as those of the side to move and those of the other, which play exchanges.

use super::terms::{Crush, GameTerms};
use crate::rules::figure::{Side, words};
use serde::{Deserialize, Serialize};

/// Bits in a row.
pub(super) const STRIDE: u32 = 10;

/// A kind of piece (CA-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// Strikes pikemen.
    Musketeer,
    /// Strikes musketeers.
    Horseman,
    /// Strikes horsemen.
    Pikeman,
    /// Strikes the other general only.
    General,
}
words!(
    Piece,
    "piece",
    "musketeer, horseman, pikeman or general",
    Musketeer = "musketeer",
    Horseman = "horseman",
    Pikeman = "pikeman",
    General = "general",
);

impl Piece {
    /// The kinds that are not generals.
    pub const MEN: [Piece; 3] = [Piece::Musketeer, Piece::Horseman, Piece::Pikeman];

    /// Many of its kind.
    pub fn plural(self) -> &'static str {
        match self {
            Piece::Musketeer => "musketeers",
            Piece::Horseman => "horsemen",
            Piece::Pikeman => "pikemen",
            Piece::General => "generals",
        }
    }

    /// The kind it strikes besides generals (CA-3.1).
    pub fn prey(self) -> Option<Piece> {
        match self {
            Piece::Musketeer => Some(Piece::Pikeman),
            Piece::Horseman => Some(Piece::Musketeer),
            Piece::Pikeman => Some(Piece::Horseman),
            Piece::General => None,
        }
    }

    /// The kind that strikes it, for a man (CA-3.1); any does a general.
    pub fn hunter(self) -> Option<Piece> {
        Piece::MEN.into_iter().find(|kind| kind.prey() == Some(self))
    }

    /// Its letter, a capital.
    pub fn letter(self) -> char {
        match self {
            Piece::Musketeer => 'M',
            Piece::Horseman => 'H',
            Piece::Pikeman => 'P',
            Piece::General => 'G',
        }
    }

    /// The kind of a letter, in either case.
    pub fn of_letter(letter: char) -> Option<Piece> {
        Piece::ALL.iter().copied().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// A square, or a place just past an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank, both from 0 and under ten.
    pub fn new(file: u8, rank: u8) -> Square {
        Square(rank * STRIDE as u8 + file)
    }

    /// Its file, from 0.
    pub fn file(self) -> u8 {
        self.0 % STRIDE as u8
    }

    /// Its rank, from 0.
    pub fn rank(self) -> u8 {
        self.0 / STRIDE as u8
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn bit(self) -> u128 {
        1 << self.0
    }

    /// The lowest square of a set that has one.
    pub(super) fn first(bits: u128) -> Square {
        Square(bits.trailing_zeros() as u8)
    }

    pub(super) fn all(width: u8) -> impl Iterator<Item = Square> {
        (0..width).flat_map(move |rank| (0..width).map(move |file| Square::new(file, rank)))
    }
}

/// The squares of a set, from the lowest.
pub(super) fn squares(mut bits: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let square = Square::first(bits);
            bits &= bits - 1;
            square
        })
    })
}

/// A way a piece goes (CA-2.1): north is from White's rear towards Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up the ranks.
    North,
    /// Up the files.
    East,
    /// Down the ranks.
    South,
    /// Down the files.
    West,
}

impl Direction {
    /// Every one.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// A set of squares moved one square this way. What leaves the board falls on closed ground.
    #[inline(always)]
    pub(super) fn shift(self, bits: u128) -> u128 {
        match self {
            Direction::North => bits << STRIDE,
            Direction::East => bits << 1,
            Direction::South => bits >> STRIDE,
            Direction::West => bits >> 1,
        }
    }

    /// A set of squares moved one square the other way.
    #[inline(always)]
    pub(super) fn shift_back(self, bits: u128) -> u128 {
        self.opposite().shift(bits)
    }

    /// The way to a side's own rear.
    pub fn back(side: Side) -> Direction {
        match side {
            Side::Attacker => Direction::South,
            Side::Defender => Direction::North,
        }
    }

    /// The other way.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }
}

/// A move: which piece goes which way (CA-2.1). What it does there follows from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Which way it goes.
    pub way: Direction,
}

impl Move {
    /// The move between two squares that adjoin, if they do.
    pub fn between(from: Square, to: Square) -> Option<Move> {
        Direction::ALL.into_iter().map(|way| Move { from, way }).find(|known| known.to() == Some(to))
    }

    /// The square it goes to; none past the first file or row.
    pub fn to(self) -> Option<Square> {
        let (file, rank) = (self.from.file(), self.from.rank());
        Some(match self.way {
            Direction::North => Square::new(file, rank + 1),
            Direction::East => Square::new(file + 1, rank),
            Direction::South => Square::new(file, rank.checked_sub(1)?),
            Direction::West => Square::new(file.checked_sub(1)?, rank),
        })
    }
}

/// Pieces on a board and the side to move, and nothing of what was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Pieces of the side to move.
    ours: u128,
    /// Pieces of the other.
    theirs: u128,
    /// Pieces of each kind, in the order of [`Piece`].
    kinds: [u128; 4],
    side: Side,
}

impl Board {
    /// A board with nothing on it.
    pub fn empty(side: Side) -> Board {
        Board { ours: 0, theirs: 0, kinds: [0; 4], side }
    }

    /// Puts a piece on a square that is empty.
    pub fn put(&mut self, square: Square, side: Side, kind: Piece) {
        *if side == self.side { &mut self.ours } else { &mut self.theirs } |= square.bit();
        self.kinds[kind as usize] |= square.bit();
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The pieces of a side, as a set of bits.
    #[inline(always)]
    pub(super) fn army(&self, side: Side) -> u128 {
        if side == self.side { self.ours } else { self.theirs }
    }

    /// The pieces of a kind, as a set of bits.
    #[inline(always)]
    pub(super) fn kind(&self, kind: Piece) -> u128 {
        self.kinds[kind as usize]
    }

    #[inline(always)]
    pub(super) fn generals(&self) -> u128 {
        self.kinds[Piece::General as usize]
    }

    /// How many pieces of a kind a side has.
    pub fn count(&self, side: Side, kind: Piece) -> u32 {
        (self.army(side) & self.kind(kind)).count_ones()
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<(Side, Piece)> {
        let kind = self.kind_at(square.bit())?;
        let ours = self.ours & square.bit() != 0;
        Some((if ours { self.side } else { self.side.other() }, kind))
    }

    /// The kind of the piece on the one square of `bit`.
    #[inline(always)]
    pub(super) fn kind_at(&self, bit: u128) -> Option<Piece> {
        Piece::ALL.iter().copied().find(|&kind| self.kinds[kind as usize] & bit != 0)
    }

    /// Whether the side to move has lost: its general struck, or nothing left but its general (CA-4.1).
    #[inline(always)]
    pub fn lost(&self) -> bool {
        self.ours & self.generals() == 0 || self.ours & !self.generals() == 0
    }

    /// The squares that stop a push: full, and none of an army that crushes (CA-3.3).
    #[inline(always)]
    fn shut(&self, crush: Crush) -> u128 {
        match crush {
            Crush::Pusher => self.theirs,
            Crush::Pushed => self.ours,
            Crush::Either => 0,
        }
    }

    /// The squares with enemies that a kind of the side to move may strike or push by going one way (CA-3).
    #[inline(always)]
    fn taken(&self, kind: Piece, way: Direction, terms: &GameTerms) -> u128 {
        // CA-3.1
        let general = self.generals();
        let Some(prey) = kind.prey() else { return self.theirs & general };
        // CA-3.2, CA-3.3
        let pushed = self.kind(kind) & !way.shift_back(self.shut(terms.crush()));
        self.theirs & (general | self.kind(prey) | pushed)
    }

    /// The squares to which one kind of the side to move may go one way.
    #[inline(always)]
    fn targets(&self, kind: Piece, way: Direction, terms: &GameTerms) -> u128 {
        let goes = way.shift(self.ours & self.kind(kind));
        let free = terms.open() & !(self.ours | self.theirs);
        let barred = if kind == Piece::General { 0 } else { terms.barred(self.side, way) };
        goes & (free | self.taken(kind, way, terms)) & !barred
    }

    /// How many moves the side to move has.
    #[inline]
    pub fn mobility(&self, terms: &GameTerms) -> u32 {
        let free = terms.open() & !(self.ours | self.theirs);
        let mut found = [0; 4];
        for (way, found) in Direction::ALL.into_iter().zip(&mut found) {
            // No two pieces come to one square by going the same way, so squares can be counted for moves.
            let goes = way.shift(self.ours);
            let mut targets = goes & free;
            if goes & self.theirs != 0 {
                for &kind in Piece::ALL {
                    targets |= way.shift(self.ours & self.kind(kind)) & self.taken(kind, way, terms);
                }
            }
            let barred = terms.barred(self.side, way) & !way.shift(self.generals());
            *found = targets & !barred;
        }
        // The four sets added bit by bit into ones and twos, three counts instead of four: perft does little else.
        let [a, b, c, d] = found;
        let one = a ^ b ^ c;
        let two = (a & b) | (a & c) | (b & c);
        (one ^ d).count_ones() + 2 * (two.count_ones() + (one & d).count_ones())
    }

    /// Calls `visit` with every move of the side to move, always in the same order.
    #[inline(always)]
    pub fn each_move(&self, terms: &GameTerms, mut visit: impl FnMut(Piece, Move)) {
        for &kind in Piece::ALL {
            for way in Direction::ALL {
                let from = way.shift_back(self.targets(kind, way, terms));
                squares(from).for_each(|from| visit(kind, Move { from, way }));
            }
        }
    }

    /// Calls `visit` with every move of the side to move at an enemy.
    #[inline(always)]
    pub(super) fn each_attack(&self, terms: &GameTerms, mut visit: impl FnMut(Piece, Move)) {
        for way in Direction::ALL {
            if way.shift(self.ours) & self.theirs == 0 {
                continue;
            }
            for &kind in Piece::ALL {
                let from = way.shift_back(self.targets(kind, way, terms) & self.theirs);
                squares(from).for_each(|from| visit(kind, Move { from, way }));
            }
        }
    }

    /// Whether an enemy stands beside the general of the side to move.
    #[inline(always)]
    pub(super) fn general_in_reach(&self) -> bool {
        let general = self.ours & self.generals();
        Direction::ALL.into_iter().fold(0, |around, way| around | way.shift(general)) & self.theirs != 0
    }

    /// Every move of the side to move.
    pub fn moves(&self, terms: &GameTerms) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(terms, |_, play| moves.push(play));
        moves
    }

    /// The kind going, the kind it meets, and the square, free and open, onto which that is pushed.
    #[inline(always)]
    pub(super) fn meets(&self, kind: Piece, play: Move, terms: &GameTerms) -> (Option<Piece>, u128) {
        let to = play.way.shift(play.from.bit());
        if self.theirs & to == 0 {
            return (None, 0);
        }
        let met = self.kind_at(to);
        match met == Some(kind) && kind != Piece::General {
            true => (met, play.way.shift(to) & terms.open() & !(self.ours | self.theirs)),
            false => (met, 0),
        }
    }

    /// Plays a move that is allowed, of a piece of `kind` (CA-2, CA-3), and gives the other side the move.
    #[inline(always)]
    pub(super) fn go(&mut self, kind: Piece, play: Move, terms: &GameTerms) {
        let from = play.from.bit();
        let to = play.way.shift(from);
        if self.theirs & to != 0 {
            let (met, pushed) = self.meets(kind, play, terms);
            if let Some(met) = met {
                self.theirs ^= to | pushed;
                self.kinds[met as usize] ^= to | pushed;
            }
        }
        self.ours ^= from | to;
        self.kinds[kind as usize] ^= from | to;
        self.pass();
    }

    /// Plays a move that is allowed; one of an empty square changes nothing.
    pub fn make(&mut self, play: Move, terms: &GameTerms) {
        if let Some(kind) = self.kind_at(play.from.bit()) {
            self.go(kind, play, terms);
        }
    }

    /// Gives the other side the move.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        std::mem::swap(&mut self.ours, &mut self.theirs);
        self.side = self.side.other();
    }
}

/// How many ways a game can go on for `depth` moves, by the rules of moving and striking alone: repetitions and quiet
/// moves (CA-4.2) are left out, and a game that is over goes on in no way.
pub fn perft(board: &Board, depth: u32, terms: &GameTerms) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.lost() {
        return 0;
    }
    if depth == 1 {
        return u64::from(board.mobility(terms));
    }
    let mut count = 0;
    board.each_move(terms, |kind, play| {
        let mut next = *board;
        next.go(kind, play, terms);
        count += perft(&next, depth - 1, terms);
    });
    count
}

/// The same after so many `quiet` moves: a game that went to siege because nothing was struck goes on in no way (CA-4.2).
pub fn perft_after(board: &Board, quiet: u16, depth: u32, terms: &GameTerms) -> u64 {
    // Too few moves are left to come to the siege.
    if depth == 0 || u32::from(quiet) + depth <= u32::from(terms.quiet_plies()) {
        return perft(board, depth, terms);
    }
    if board.lost() || quiet >= terms.quiet_plies() {
        return 0;
    }
    let men = (board.ours | board.theirs).count_ones();
    let mut count = 0;
    board.each_move(terms, |kind, play| {
        let mut next = *board;
        next.go(kind, play, terms);
        let struck = (next.ours | next.theirs).count_ones() < men;
        count += perft_after(&next, if struck { 0 } else { quiet + 1 }, depth - 1, terms);
    });
    count
}
