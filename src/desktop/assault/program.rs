//! Captains: what they decide is looked for in the pool, played at once, and shown order by order at the pace asked for.

use super::show::digest;
use super::{HexPage, StormView};
use crate::app::assault::HexSeat;
use crate::campaign::problem::Result;
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::AssaultPage;
use crate::rules::assault::Decision;
use slint::{ComponentHandle, TimerMode};
use std::rc::Rc;
use std::time::Duration;

/// How long an order that does something is seen, in milliseconds, slow, steady and quick.
const PACES: [u64; 3] = [700, 260, 70];

/// What comes next while it flows.
enum NextStep {
    /// A moment was shown, with what it told.
    Shown(String),
    /// A captain decides.
    Captain,
    /// Nobody but who sits before the screen.
    Nothing,
}

impl HexPage {
    /// Stops whatever a captain looks for and whatever is being shown.
    pub(super) fn halt(&self) {
        self.timer.stop();
        self.asked.set(self.asked.get() + 1);
        if let Some(running) = self.thought.borrow_mut().take() {
            running.cancel();
        }
    }

    /// Shows on what has been decided, or lets a captain decide, whichever comes next.
    pub(super) fn go_on(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        self.halt();
        let flows = self.change(|state| {
            let Some(table) = state.table() else { return false };
            let behind = state.at() < table.len();
            let captain = table.pending().is_some_and(|(_, seat)| seat == HexSeat::Captain);
            state.view == StormView::Game && !state.stopped && (behind || captain)
        });
        if !flows || shell.page() != Page::Assault {
            return;
        }
        let pace = shell.with(|window| window.global::<AssaultPage>().get_pace()).unwrap_or(1);
        let wait = PACES[usize::try_from(pace).unwrap_or(1).min(PACES.len() - 1)];
        let (page, weak) = (Rc::downgrade(self), Rc::downgrade(shell));
        self.timer.start(TimerMode::SingleShot, Duration::from_millis(wait), move || {
            if let (Some(page), Some(shell)) = (page.upgrade(), weak.upgrade()) {
                page.flow(&shell);
            }
        });
    }

    /// The next step: what was decided is shown on, and when all of it is, the captain whose turn it is decides.
    fn flow(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let next = self.change(|state| {
            let (at, stride) = (state.at(), state.stride);
            let Some(table) = state.table() else { return NextStep::Nothing };
            let (len, mut to, mut shown) = (table.len(), at, 0);
            if at == len {
                return match table.pending() {
                    Some((_, HexSeat::Captain)) => NextStep::Captain,
                    _ => NextStep::Nothing,
                };
            }
            // Orders that do nothing to see are passed over.
            while to < len && shown < stride {
                to += 1;
                shown += usize::from(!table.brought_about(to).is_empty());
            }
            let told = digest(table, to);
            state.look(to);
            NextStep::Shown(told)
        });
        match next {
            NextStep::Shown(told) => {
                self.say(shell, &told, false);
                self.show(shell);
                self.go_on(shell);
            }
            NextStep::Captain => self.think(shell),
            NextStep::Nothing => self.show(shell),
        }
    }

    /// Looks for what a captain decides in the rest of this half of the turn; an answer that came too late is dropped.
    pub(super) fn think(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        let Some(table) = self.change(|state| state.table().cloned()) else { return };
        let number = self.asked.get() + 1;
        self.asked.set(number);
        let (page, at) = (Rc::downgrade(self), Rc::clone(shell));
        let running = shell.pool.run(
            1,
            move |_| table.captained(),
            |_, _| {},
            move |decisions: Result<Vec<Decision>>| {
                if let Some(page) = page.upgrade()
                    && page.asked.get() == number
                {
                    page.answered(&at, decisions);
                }
            },
        );
        if self.asked.get() == number {
            *self.thought.borrow_mut() = Some(running);
        }
    }

    fn answered(self: &Rc<HexPage>, shell: &Rc<Shell>, decisions: Result<Vec<Decision>>) {
        let played = decisions.and_then(|decisions| {
            self.change(|state| {
                let Some(game) = &mut state.game else { return Ok(0) };
                let count = decisions.len();
                decisions.into_iter().try_for_each(|decision| game.table_mut().decide(decision))?;
                state.chosen = None;
                Ok(count)
            })
        });
        match played {
            // One order alone would be shown as one given by hand.
            Ok(count) => self.decided(shell, count.max(2)),
            Err(problem) => self.refuse(shell, &problem),
        }
    }

    /// Stops what flows, or lets it go on from the moment shown.
    pub(super) fn stop(self: &Rc<HexPage>, shell: &Rc<Shell>, stopped: bool) {
        self.change(|state| {
            state.stopped = stopped;
            if let (false, Some(table)) = (stopped, state.table())
                && table.is_over()
                && state.at() == table.len()
            {
                // From the end it begins anew.
                state.stride = 1;
                state.look(0);
            }
        });
        self.show(shell);
        self.go_on(shell);
    }

    /// Goes to a moment and stays there; at how it stands, the game goes on.
    pub(super) fn look(self: &Rc<HexPage>, shell: &Rc<Shell>, at: usize) {
        let told = self.change(|state| {
            let Some(len) = state.table().map(|table| table.len()) else { return String::new() };
            let at = at.min(len);
            (state.chosen, state.cursor, state.stopped) = (None, None, at < len);
            state.look(at);
            state.table().map_or_else(String::new, |table| digest(table, at))
        });
        self.say(shell, &told, false);
        self.show(shell);
        self.go_on(shell);
    }

    /// Goes on or back to the next order that did something.
    pub(super) fn look_by(self: &Rc<HexPage>, shell: &Rc<Shell>, by: i32) {
        let at = self.change(|state| {
            let table = state.table()?;
            let mut at = state.at();
            loop {
                match by < 0 {
                    true if at == 0 => return Some(0),
                    false if at == table.len() => return Some(at),
                    true => at -= 1,
                    false => at += 1,
                }
                if !table.brought_about(at).is_empty() {
                    return Some(at);
                }
            }
        });
        if let Some(at) = at {
            self.look(shell, at);
        }
    }
}
