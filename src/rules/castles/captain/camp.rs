//! Where the computer sets up (CA-1.4): never always the same, since a setup that is known can be met. It draws an army
//! and some ways of standing it, judges each by what tends to hold, and lets weighted lots choose among them.

use super::super::board::{Direction, Piece, Square, squares};
use super::super::setup::Draft;
use super::super::terms::GameTerms;
use crate::rules::dice::Dice;
use crate::rules::figure::Side;

/// How many ways of standing are drawn.
const DRAWN: usize = 10;

/// A setup for a side, its army and how it stands by lot: always one the rules allow.
pub fn camp(terms: &GameTerms, side: Side, dice: &mut impl Dice) -> Draft {
    let army = muster(terms, dice);
    camp_of(&army, terms, side, dice)
}

/// A setup of a general and such men, no more than there may be, by lot.
pub fn camp_of(army: &[Piece], terms: &GameTerms, side: Side, dice: &mut impl Dice) -> Draft {
    let drafts: Vec<Draft> = (0..DRAWN).map(|_| stand(army, terms, side, dice)).collect();
    // The better it looks the more lots it has; the worst keeps one.
    let merits: Vec<i32> = drafts.iter().map(|draft| merit(draft, terms, side)).collect();
    let least = merits.iter().copied().min().unwrap_or(0);
    let lots: Vec<usize> = merits.iter().map(|merit| 1 + ((merit - least) as usize).pow(2)).collect();
    let mut lot = dice.lot("CA-1.4 setup", lots.iter().sum());
    for (draft, lots) in drafts.iter().zip(lots) {
        if lot < lots {
            return draft.clone();
        }
        lot -= lots;
    }
    drafts[0].clone()
}

/// As many men as there may be, near a third of each kind (CA-1.3): each kind strikes another, so an army short of one
/// is open to what that one strikes.
fn muster(terms: &GameTerms, dice: &mut impl Dice) -> Vec<Piece> {
    let mut army: Vec<Piece> = Piece::MEN.into_iter().cycle().take(usize::from(terms.men())).collect();
    for _ in 0..2 {
        let (changed, kind) = (dice.lot("CA-1.3 man", army.len()), Piece::MEN[dice.lot("CA-1.3 kind", 3)]);
        army[changed] = kind;
    }
    army
}

/// Stands an army: the general in a rear row, men from the front row backwards.
fn stand(army: &[Piece], terms: &GameTerms, side: Side, dice: &mut impl Dice) -> Draft {
    let mut rows: Vec<Vec<Square>> = terms
        .zone_ranks(side)
        .into_iter()
        .map(|rank| (0..terms.width()).map(|file| Square::new(file, rank)).filter(|at| terms.is_open(*at)).collect())
        .collect();
    let last = rows.len() - 1;
    let general = {
        let row = &mut rows[last];
        row.remove(dice.lot("CA-1.4 general", row.len()))
    };
    let mut pieces = vec![(general, Piece::General)];
    let mut waiting = army.to_vec();
    for row in &mut rows {
        while !row.is_empty() && !waiting.is_empty() {
            let square = row.remove(dice.lot("CA-1.4 square", row.len()));
            pieces.push((square, waiting.swap_remove(dice.lot("CA-1.4 man", waiting.len()))));
        }
    }
    Draft { pieces }
}

/// What tends to hold: a general with men on all sides, and each man beside the one who strikes what strikes him.
fn merit(draft: &Draft, terms: &GameTerms, side: Side) -> i32 {
    let at = |square: Square| draft.pieces.iter().find(|(known, _)| *known == square).map(|(_, kind)| *kind);
    let beside = |square: Square| {
        let around = Direction::ALL.into_iter().fold(0, |all, way| all | way.shift(square.bit()));
        squares(around & terms.open()).filter_map(at).collect::<Vec<_>>()
    };
    let mut merit = 0;
    for &(square, kind) in &draft.pieces {
        let near = beside(square);
        match kind {
            Piece::General => {
                let edge = square.file().min(terms.width() - 1 - square.file());
                merit += 3 * near.len() as i32 + i32::from(edge.min(3));
            }
            // His hunter's hunter is what he strikes himself turned about: the kind that avenges him.
            _ => merit += i32::from(near.iter().any(|other| kind.hunter().and_then(Piece::hunter) == Some(*other))),
        }
    }
    let front = terms.zone_ranks(side)[0];
    let mut kinds: Vec<Piece> =
        draft.pieces.iter().filter(|(square, _)| square.rank() == front).map(|(_, kind)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    merit + 2 * kinds.len() as i32
}
