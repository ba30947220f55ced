//! The program at the catapult or in the castle: what it decides, looked for in the pool so that the window never waits.

use super::SiegeTable;
use crate::app::under_siege::SiegeGame;
use crate::desktop::contests::GamePage as _;
use crate::desktop::shell::{Page, Shell};
use crate::rules::castle_under_siege::{Awaited, Decision};
use crate::rules::game::{Captain as _, Game as _};
use std::rc::Rc;

/// How long after what was decided last the program decides at the soonest, so that it is seen: a shot, and an errand, in
/// milliseconds.
const BEFORE_A_SHOT: u64 = 600;
const BEFORE_AN_ERRAND: u64 = 160;

/// Whether the program plays both sides.
pub(super) fn plays_both(game: &SiegeGame) -> bool {
    let seats = game.beginning().hands;
    !seats.attacker.is_person() && !seats.defender.is_person()
}

impl SiegeTable {
    /// Stops whatever the program looks for.
    pub(super) fn halt(&self) {
        self.thinking.halt();
    }

    /// Lets the program decide, if it is its turn.
    pub(super) fn go_on(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        self.halt();
        let wait = self.change(|state| {
            let waits = state.form || state.stopped || state.flight.is_some();
            let game = state.game.as_ref().filter(|game| !waits && state.at == game.len())?;
            let (_, seat) = game.pending()?;
            (!seat.is_person()).then(|| match game.position().stage() {
                Awaited::Shoot => BEFORE_A_SHOT,
                _ => BEFORE_AN_ERRAND,
            })
        });
        let Some(wait) = wait.filter(|_| shell.page() == Page::UnderSiege) else { return };
        self.thinking.wait(self, shell, wait, SiegeTable::think);
    }

    /// Looks for what the program decides; an answer that came too late is dropped.
    fn think(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        let asked = self.change(|state| state.game.as_ref().and_then(SiegeGame::asks_program));
        let Some((position, side, engineer)) = asked else { return };
        self.thinking.ask(self, shell, move |_| engineer.decide(&position.view(side)), SiegeTable::answered);
    }

    fn answered(self: &Rc<SiegeTable>, shell: &Rc<Shell>, decision: Decision) {
        let answered = self.change(|state| state.game.as_mut().map_or(Ok(()), |game| game.answer(decision)));
        match answered {
            Ok(()) => self.decided(shell),
            Err(problem) => self.refuse(shell, &problem),
        }
    }

    /// Stops the program before it decides, or lets it play on.
    pub(super) fn stop(self: &Rc<SiegeTable>, shell: &Rc<Shell>, stopped: bool) {
        self.change(|state| {
            state.stopped = stopped;
            if let Some(game) = state.game.as_ref().filter(|_| !stopped) {
                state.at = game.len();
            }
        });
        self.show(shell);
        self.go_on(shell);
    }
}
