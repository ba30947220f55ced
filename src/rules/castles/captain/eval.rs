//! What a position seems worth to the side to move, in hundredths of a man. These weights are the opponent's judgement,
//! not figures of the rules.

use super::super::board::{Board, Direction, Piece, Square, squares};
use super::super::terms::GameTerms;
use crate::rules::figure::Side;

/// A man by himself; what each enemy he strikes adds to him, and each that strikes him takes away.
const MAN: i32 = 100;
const PER_PREY: i32 = 7;
const PER_HUNTER: i32 = 5;
/// A square nearer to the enemy's general, for each man.
const NEARER: i32 = 3;
/// A man within one, two and three squares of the enemy's general.
const CLOSE: [i32; 3] = [24, 14, 7];
/// An open square beside one's own general.
const OPEN_FLANK: i32 = 5;
/// A move one could make.
const MOVE: i32 = 1;
/// With how few men left on both sides a lead counts double.
const FEW: i32 = 40;

/// The worth of a position in which nothing is over.
pub(super) fn worth(board: &Board, terms: &GameTerms) -> i32 {
    let side = board.side();
    let (ours, theirs) = (men(board, side), men(board, side.other()));
    let lead = force(&ours, &theirs) - force(&theirs, &ours);
    let left: i32 = ours.iter().chain(&theirs).sum();
    let lead = lead + lead * (FEW - left).max(0) / FEW;
    let mut other = *board;
    other.pass();
    let moves = board.mobility(terms) as i32 - other.mobility(terms) as i32;
    lead + MOVE * moves + stance(board, side, terms) - stance(board, side.other(), terms)
}

fn men(board: &Board, side: Side) -> [i32; 3] {
    Piece::MEN.map(|kind| board.count(side, kind) as i32)
}

/// What men are worth against those they face: [`Piece::MEN`] stand so that each strikes the one before it.
fn force(ours: &[i32; 3], theirs: &[i32; 3]) -> i32 {
    (0..3)
        .map(|kind| ours[kind] * (MAN + PER_PREY * theirs[(kind + 2) % 3] - PER_HUNTER * theirs[(kind + 1) % 3]))
        .sum()
}

fn around(bits: u128) -> u128 {
    Direction::ALL.into_iter().fold(bits, |all, way| all | way.shift(bits))
}

/// How a side stands to both generals.
fn stance(board: &Board, side: Side, terms: &GameTerms) -> i32 {
    let men = board.army(side) & !board.generals();
    let (own, enemy) = (board.army(side) & board.generals(), board.army(side.other()) & board.generals());
    if own == 0 || enemy == 0 {
        return 0;
    }
    let general = Square::first(enemy);
    let away =
        |at: Square| i32::from(at.file().abs_diff(general.file())) + i32::from(at.rank().abs_diff(general.rank()));
    let mut worth = -NEARER * squares(men).map(away).sum::<i32>();
    let mut reach = enemy;
    for close in CLOSE {
        let wider = around(reach);
        worth += close * (men & wider & !reach).count_ones() as i32;
        reach = wider;
    }
    let flanks = around(own) & terms.open() & !board.army(side);
    worth - OPEN_FLANK * flanks.count_ones() as i32
}
