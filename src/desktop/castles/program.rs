//! The program at the board: its moves, looked for in the pool so that the window never waits, and its advice.

use super::BoardPage;
use crate::app::castles::game::{BoardGame, think};
use crate::app::castles::{Advice, Within, advise};
use crate::campaign::problem::Result;
use crate::desktop::contests::GamePage as _;
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::CastlesPage;
use crate::rules::castles::notation::read_move;
use crate::rules::castles::{Decision, WHITE, colour};
use crate::rules::figure::Side;
use crate::rules::forecast::all_threads;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::time::Duration;

/// How long after a person's move the program moves at the soonest, so that what was done is seen, in milliseconds.
const AFTER_A_PERSON: u64 = 260;

/// How long each move is looked at where the program plays itself, in milliseconds.
const AFTER_ITSELF: u64 = 700;

/// How long an adviser looks.
const ADVICE: Duration = Duration::from_millis(1_000);

/// Whether the program plays both sides.
pub(super) fn plays_both(game: &BoardGame) -> bool {
    !game.hands()[WHITE].is_person() && !game.hands()[WHITE.other()].is_person()
}

impl BoardPage {
    /// Stops whatever the program looks for.
    pub(super) fn halt(&self) {
        self.thinking.halt();
        self.looking.set(false);
    }

    /// Lets the program make its move, if it is its turn.
    pub(super) fn go_on(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        self.halt();
        let wait = self.change(|state| {
            let game = state.game.as_ref().filter(|game| !state.form && !state.stopped && state.at == game.len())?;
            game.program()?;
            Some(if plays_both(game) { AFTER_ITSELF } else { AFTER_A_PERSON })
        });
        let Some(wait) = wait.filter(|_| shell.page() == Page::Castles) else { return };
        self.thinking.wait(self, shell, wait, BoardPage::think);
    }

    fn think(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        let asked = self.change(|state| {
            let game = state.game.as_ref()?;
            Some((game.position(), game.program()?))
        });
        let Some((position, player)) = asked else { return };
        self.thinking.ask(
            self,
            shell,
            move |stop| think(&position, player, stop),
            |page, shell, decision: Option<Decision>| {
                if let Some(decision) = decision {
                    page.decide(shell, decision);
                }
            },
        );
    }

    /// Stops the program before its move, or lets it play on.
    pub(super) fn stop(self: &Rc<BoardPage>, shell: &Rc<Shell>, stopped: bool) {
        self.change(|state| {
            state.stopped = stopped;
            if let Some(game) = state.game.as_ref().filter(|_| !stopped) {
                state.at = game.len();
            }
        });
        self.show(shell);
        self.go_on(shell);
    }

    /// Advises whoever sits at the board; pressed while it looks, it stops.
    pub(super) fn hint(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
        if self.looking.get() {
            self.halt();
            self.show(shell);
            return;
        }
        let asked = self.change(|state| {
            let side = state.may_decide()?;
            Ok((side, state.game.as_ref().map(BoardGame::position)))
        });
        let (side, position) = match asked {
            Ok((side, Some(position))) if !position.is_offered() => (side, position),
            Ok(_) => return self.say(shell, "An offer to go to siege waits for its answer (CA-4.1).", true),
            Err(problem) => return self.refuse(shell, &problem),
        };
        self.say(shell, "", false);
        self.halt();
        self.looking.set(true);
        self.show(shell);
        let threads = all_threads().saturating_sub(1).max(1);
        self.thinking.ask(
            self,
            shell,
            move |stop| advise(&position, Within::time(ADVICE), threads, stop),
            move |page, shell, advice: Result<Advice>| {
                page.looking.set(false);
                match advice {
                    Ok(advice) => page.advised(shell, side, &advice),
                    Err(problem) => page.refuse(shell, &problem),
                }
            },
        );
    }

    fn advised(&self, shell: &Rc<Shell>, side: Side, advice: &Advice) {
        let play = read_move(&advice.best).ok();
        self.change(|state| {
            state.hint = play.and_then(|play| Some((play.from, play.to()?)));
            state.held = None;
        });
        self.show(shell);
        let moves = |count: i32| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
        let worth = match advice.wins_in {
            Some(count @ 1..) => format!("{} wins in {}", colour(side), moves(count)),
            Some(count) => format!("{} loses in {} whatever it does", colour(side), moves(-count)),
            None => format!("{:+.2} men for {}", f64::from(advice.score) / 100.0, colour(side)).replace('-', "−"),
        };
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_hint(format!("{}: {worth}, {} ahead", advice.best, moves(advice.depth as i32)).into());
            ui.set_hint_line(match advice.line.len() {
                0 | 1 => SharedString::new(),
                _ => format!("It foresees {}.", advice.line.join(" ")).into(),
            });
        });
    }
}
