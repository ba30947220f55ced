//! A game of Castles as it is looked at: where every piece is, what became of it, the moves by turns, and every square in
//! a sentence.

use super::game::BoardGame;
use crate::rules::castles::record::word;
use crate::rules::castles::{BLACK, Decision, Direction, MoveKind, Piece, Position, Square, WHITE, colour};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;

/// A piece of a game, the same one from its setup to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPiece {
    /// Whose.
    pub side: Side,
    pub kind: Piece,
    /// Where it stands, or stood last.
    pub at: Square,
    /// Whether it was struck.
    pub struck: bool,
    /// Which way it was pushed when it was struck, if it was pushed off the board or into the lake.
    pub pushed: Option<Direction>,
}

/// Every piece after so many decisions, in the order of the setups.
pub fn pieces(game: &BoardGame, count: usize) -> Vec<SeenPiece> {
    let Some(record) = game.record() else { return Vec::new() };
    let mut pieces: Vec<SeenPiece> = [WHITE, BLACK]
        .into_iter()
        .flat_map(|side| record.setups[side].pieces().iter().map(move |&(at, kind)| (side, at, kind)))
        .map(|(side, at, kind)| SeenPiece { side, kind, at, struck: false, pushed: None })
        .collect();
    let mut position = record.position(0);
    for decision in record.decisions.iter().take(count) {
        if let Decision::Move(play) = decision
            && let Ok(deed) = position.board().judge(*play, game.terms())
            && let Some(to) = play.to()
        {
            go(&mut pieces, play.from, to, play.way, deed);
        }
        match BoardGame::after(&position, decision) {
            Some(next) => position = next,
            None => break,
        }
    }
    pieces
}

fn go(pieces: &mut [SeenPiece], from: Square, to: Square, way: Direction, deed: MoveKind) {
    let standing = |pieces: &[SeenPiece], at: Square| pieces.iter().position(|piece| piece.at == at && !piece.struck);
    let (mover, met) = (standing(pieces, from), standing(pieces, to));
    if let Some(met) = met {
        let met = &mut pieces[met];
        match deed {
            MoveKind::Step => {}
            MoveKind::Push { to, .. } => met.at = to,
            MoveKind::Strike(_) | MoveKind::Crush { .. } => met.struck = true,
            MoveKind::OffTheBoard(_) | MoveKind::IntoTheLake(_) => {
                met.struck = true;
                met.pushed = Some(way);
            }
        }
    }
    if let Some(mover) = mover {
        pieces[mover].at = to;
    }
}

/// The squares the last move of so many decisions went from and to.
pub fn last(game: &BoardGame, count: usize) -> Option<(Square, Square)> {
    let decisions = game.record()?.decisions;
    let last = decisions.iter().take(count).rev().find_map(|decision| match decision {
        Decision::Move(play) => Some(*play),
        _ => None,
    })?;
    Some((last.from, last.to()?))
}

/// A turn as it is listed: what each side wrote in it, and how many decisions were made by then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenTurn {
    /// The words, such as `siege? declined d2-d3`.
    pub words: BySide<String>,
    /// Decisions made when they were all written; 0 where there are none.
    pub ends: BySide<usize>,
}

/// The turns of a game.
pub fn turns(game: &BoardGame) -> Vec<SeenTurn> {
    let Some(record) = game.record() else { return Vec::new() };
    let mut turns: Vec<SeenTurn> = Vec::new();
    let mut position = record.position(0);
    let mut moved = true;
    for (at, decision) in record.decisions.iter().enumerate() {
        let mover = position.board().side();
        if moved && mover == WHITE || turns.is_empty() {
            turns.push(SeenTurn::default());
        }
        let written = word(decision, &position);
        if let Some(turn) = turns.last_mut() {
            let words = &mut turn.words[mover];
            if !words.is_empty() {
                words.push(' ');
            }
            *words += &written;
            turn.ends[mover] = at + 1;
        }
        moved = matches!(decision, Decision::Move(_));
        match BoardGame::after(&position, decision) {
            Some(next) => position = next,
            None => break,
        }
    }
    turns
}

/// A square in a sentence: what stands there and, for the side that moves, where it may go.
pub fn square(position: &Position, at: Square) -> String {
    let terms = position.terms();
    if terms.is_lake(at) {
        return format!("{at}: the lake.");
    }
    let zone = [WHITE, BLACK].into_iter().find(|side| terms.in_end_zone(at, *side));
    let zone = zone.map_or_else(String::new, |side| format!(" in {}’s end zone", colour(side)));
    let Some((side, kind)) = position.board().piece(at) else { return format!("{at}{zone}: empty.") };
    let who = format!("{at}{zone}: {}’s {kind}", colour(side));
    if position.pending().first() != Some(side) || position.is_offered() {
        return format!("{who}.");
    }
    let goes: Vec<String> = position
        .view(side)
        .moves_from(at)
        .into_iter()
        .filter_map(|(play, deed)| {
            let to = play.to()?;
            Some(match deed {
                MoveKind::Step => format!("goes to {to}"),
                MoveKind::Strike(struck) => format!("strikes the {struck} on {to}"),
                MoveKind::Push { kind, to: back } => format!("pushes the {kind} on {to} to {back}"),
                MoveKind::OffTheBoard(kind) => format!("pushes the {kind} on {to} off the board"),
                MoveKind::IntoTheLake(kind) => format!("pushes the {kind} on {to} into the lake"),
                MoveKind::Crush { kind, against } => format!("crushes the {kind} on {to} against {against}"),
            })
        })
        .collect();
    match goes.is_empty() {
        true => format!("{who}, which has no move."),
        false => format!("{who}; {}.", goes.join(", ")),
    }
}

/// A square of a setup in a sentence, for the side that makes it.
pub fn camp_square(game: &BoardGame, side: Side, at: Square) -> String {
    if game.terms().is_lake(at) {
        return format!("{at}: the lake.");
    }
    if !game.terms().in_end_zone(at, side) {
        return format!("{at}: not in {}’s end zone.", colour(side));
    }
    match game.draft(side).iter().find(|(square, _)| *square == at) {
        Some((_, kind)) => format!("{at}: {kind}."),
        None => format!("{at}: empty."),
    }
}
