//! Keys of positions, and the table of what is known of them, which several threads share without a lock.

use super::super::board::{Board, Direction, Move, Piece, Square, squares};
use super::super::terms::GameTerms;
use crate::rules::figure::Side;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SQUARES: usize = 100;

/// The next of a fixed row of mixed numbers.
const fn mixed(index: u64) -> u64 {
    let mut word = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

static KEYS: [[[u64; SQUARES]; 4]; 2] = {
    let mut keys = [[[0; SQUARES]; 4]; 2];
    let mut at = 0;
    while at < 8 * SQUARES {
        keys[at / (4 * SQUARES)][at / SQUARES % 4][at % SQUARES] = mixed(at as u64);
        at += 1;
    }
    keys
};

const TURN: u64 = mixed(8 * SQUARES as u64);

fn key_of(side: Side, kind: Piece, bit: u128) -> u64 {
    KEYS[side as usize][kind as usize][Square::first(bit).index()]
}

/// A board with its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub board: Board,
    pub key: u64,
}

impl Node {
    pub fn new(board: Board) -> Node {
        let mut key = if board.side() == Side::Attacker { 0 } else { TURN };
        for side in [Side::Attacker, Side::Defender] {
            for &kind in Piece::ALL {
                key = squares(board.army(side) & board.kind(kind))
                    .fold(key, |key, at| key ^ key_of(side, kind, at.bit()));
            }
        }
        Node { board, key }
    }

    /// The node after a move, and whether something was struck.
    pub fn after(&self, kind: Piece, play: Move, terms: &GameTerms) -> (Node, bool) {
        let mut node = *self;
        let (side, from) = (self.board.side(), play.from.bit());
        let to = play.way.shift(from);
        node.key ^= TURN ^ key_of(side, kind, from) ^ key_of(side, kind, to);
        let (met, pushed) = self.board.meets(kind, play, terms);
        if let Some(met) = met {
            node.key ^= key_of(side.other(), met, to);
            if pushed != 0 {
                node.key ^= key_of(side.other(), met, pushed);
            }
        }
        node.board.go(kind, play, terms);
        (node, met.is_some() && pushed == 0)
    }

    /// The node with the other side to move.
    pub fn passed(&self) -> Node {
        let mut node = *self;
        node.board.pass();
        node.key ^= TURN;
        node
    }
}

/// What a score in the table bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownBoard {
    pub best: Option<Move>,
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

const NO_MOVE: u64 = 0xFFFF;

fn pack(known: &KnownBoard) -> u64 {
    let best = known.best.map_or(NO_MOVE, |play| (play.from.index() << 2 | play.way as usize) as u64);
    let score = u64::from(known.score as i16 as u16);
    best | score << 16 | (known.depth.clamp(0, 255) as u64) << 32 | (known.bound as u64) << 40
}

fn unpack(word: u64) -> KnownBoard {
    let best = word & NO_MOVE;
    let from = |index: u64| Square::new((index % 10) as u8, (index / 10) as u8);
    KnownBoard {
        best: (best != NO_MOVE).then(|| Move { from: from(best >> 2), way: Direction::ALL[(best & 3) as usize] }),
        score: i32::from((word >> 16) as u16 as i16),
        depth: (word >> 32 & 0xFF) as i32,
        bound: [Bound::Exact, Bound::AtLeast, Bound::AtMost][((word >> 40 & 3) as usize).min(2)],
    }
}

/// A table of known positions. An entry is two words, the first the key mixed with the second: one that two threads
/// wrote at once belongs to no key.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl TranspositionTable {
    /// A table of `2^bits` positions, sixteen bytes each.
    pub fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { entries: (0..1_usize << bits).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }

    pub(super) fn get(&self, key: u64) -> Option<KnownBoard> {
        let [mixed, word] = self.entry(key);
        let word = word.load(Relaxed);
        (word != 0 && mixed.load(Relaxed) ^ word == key).then(|| unpack(word))
    }

    pub(super) fn put(&self, key: u64, known: &KnownBoard) {
        let [mixed, word] = self.entry(key);
        let new = pack(known);
        mixed.store(key ^ new, Relaxed);
        word.store(new, Relaxed);
    }
}
