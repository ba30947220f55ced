//! A game at a table kept for the next evening: the game itself, or the battle of the campaign it is, and who leads its sides.

use super::{Begun, TablePage, take};
use crate::app::contest;
use crate::app::table::{GameTable, OwnGame, Tabled};
use crate::campaign::ids::BattleId;
use crate::desktop::contests;
use crate::desktop::shell::Shell;
use crate::rules::figure::BySide;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Keeps the game for the next evening, or in the campaign it is a battle of.
pub fn keep<P: TablePage>(page: &P, shell: &Rc<Shell>) {
    let kept = page.sitting(|sitting| match &sitting.game {
        Some(Begun::Own(game)) => Some(Ok(game.text().ok())),
        Some(Begun::Contest(contest, table)) => {
            let BySide { attacker, defender } = &table.seats;
            let seats = BySide { attacker: attacker.to_string(), defender: defender.to_string() };
            Some(Err((Arc::clone(contest), table.played().decided_since(0), seats)))
        }
        _ => None,
    });
    match kept {
        Some(Ok(text)) => shell.remember(|settings| *P::kept(settings) = text),
        Some(Err((contest, decided, seats))) => {
            contests::keep_leaders(shell, contest.muster.written, seats);
            contests::keep(shell, Box::new(move |store| contest::keep(store, &contest, &decided)));
        }
        None => {}
    }
}

/// Takes the game of no campaign that was kept to the table.
pub fn take_kept<P: TablePage>(page: &P, shell: &Rc<Shell>) {
    let kept = P::kept(&mut shell.settings.borrow_mut()).clone();
    let game = kept.and_then(|text| P::Own::read(Path::new("the game kept"), &text).ok());
    take(page, game.map(|game| Begun::Own(Box::new(game))));
}

/// Seats those who led a battle of the campaign when it was last played here.
pub(super) fn seat_again<T: Tabled>(shell: &Rc<Shell>, battle: Option<BattleId>, table: &mut GameTable<T>) {
    if let Some(leaders) = contests::leaders(shell, battle) {
        let BySide { attacker, defender } = leaders;
        table.seats =
            BySide { attacker: attacker.parse().unwrap_or_default(), defender: defender.parse().unwrap_or_default() };
    }
}
