//! A battle of the campaign settled at the board (CP-3.5): opened from the page of battles, kept in the campaign as it is
//! played, and given back to that page when it is over.

use super::{BoardPage, State, kept_game, program};
use crate::app::castles::contest::{self, Contest};
use crate::app::castles::game::BoardGame;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::Problem;
use crate::desktop::battles;
use crate::desktop::contests::{self, Armies, Refuse};
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::CastlesPage;
use crate::rules::ruleset::Ruleset;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The side the program plays against a person who settles a battle, as the form lists hands: a knight.
const OPPONENT: i32 = 4;

/// Opens the board for a planned battle, from where its game was left.
pub fn settle(shell: &Rc<Shell>, battle: BattleId, refuse: Refuse) {
    contests::settle(shell, battle, refuse, contest::open, begin);
}

/// Plans a battle and opens the board for it.
pub fn settle_anew(shell: &Rc<Shell>, armies: Armies, ground: String, refuse: Refuse) {
    contests::settle_anew(shell, armies, (ground, Ruleset::ManToMan), refuse, contest::open, begin);
}

fn begin(shell: &Rc<Shell>, (contest, game): (Contest, Option<BoardGame>)) {
    let Some(page) = super::page() else { return };
    page.halt();
    let (name, about) = (contest.muster.battle.name.clone(), contest.about());
    page.change(|state| {
        state.contest = Some(contest);
        state.take(game);
    });
    shell.with(|window| {
        let ui = window.global::<CastlesPage>();
        ui.set_battle(name.into());
        ui.set_battle_about(about.into());
        ui.set_white_hand(0);
        ui.set_black_hand(OPPONENT);
    });
    page.say(shell, "", false);
    shell.go(Page::Castles);
}

/// Looks at the game a battle was settled by.
pub fn look(shell: &Rc<Shell>, name: &str, game: BoardGame) {
    let Some(page) = super::page() else { return };
    page.halt();
    page.change(|state| {
        state.contest = None;
        state.take(Some(game));
        (state.at, state.stopped, state.looks) = (0, true, true);
    });
    shell.with(|window| {
        let ui = window.global::<CastlesPage>();
        ui.set_battle(name.into());
        ui.set_battle_about(SharedString::new());
    });
    page.say(shell, "", false);
    shell.go(Page::Castles);
}

/// Lets go of a campaign's battle when the campaign is closed.
pub fn forget(shell: &Rc<Shell>) {
    if let Some(page) = super::page() {
        page.put_away(shell);
    }
}

impl State {
    /// Takes a game to the board, or the form of a new one if there is none.
    pub(super) fn take(&mut self, game: Option<BoardGame>) {
        self.form = game.is_none();
        self.at = game.as_ref().map_or(0, BoardGame::len);
        self.covered = game.as_ref().is_some_and(|game| game.is_shared() && game.sets_up().is_some());
        self.stopped = game.as_ref().is_some_and(program::plays_both);
        (self.turned, self.looks) = (false, false);
        (self.held, self.hint) = (None, None);
        self.game = game;
    }
}

impl BoardPage {
    /// Keeps the game of the campaign's battle in the campaign; whether there is one.
    pub(super) fn keep_in_campaign(&self, shell: &Rc<Shell>) -> bool {
        let state = self.state.borrow();
        let Some(battle) = state.contest.as_ref().and_then(|contest| contest.muster.written) else { return false };
        let Some(game) = state.game.clone() else { return true };
        drop(state);
        shell.session(
            move |session| session.store.as_mut().map(|store| contest::keep(store, battle, &game)),
            |shell, kept| {
                if let Some(Err(problem)) = kept {
                    shell.say_problem(&problem);
                }
            },
        );
        true
    }

    /// Puts the campaign's game away, and takes the one of this board alone out again.
    fn put_away(&self, shell: &Rc<Shell>) {
        self.halt();
        let own = kept_game(shell);
        self.change(|state| {
            state.contest = None;
            state.take(own);
        });
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_battle(SharedString::new());
            ui.set_typed(SharedString::new());
            ui.set_refusal(SharedString::new());
        });
        self.say(shell, "", false);
    }

    /// Goes back to the battles.
    pub(super) fn leave(&self, shell: &Rc<Shell>) {
        let battle = self.change(|state| state.contest.as_ref().and_then(|contest| contest.muster.written));
        self.put_away(shell);
        match battle {
            Some(battle) => battles::show_battle(shell, battle),
            None => shell.go(Page::Battles),
        }
    }

    /// Gives what the game came to back to the battle.
    pub(super) fn take_in(&self, shell: &Rc<Shell>) {
        let settled = self.change(|state| {
            let contest = state.contest.as_ref()?;
            Some((contest.muster.clone(), contest.settlement(state.game.as_ref()?)))
        });
        match settled {
            Some((muster, Ok(settlement))) => {
                self.put_away(shell);
                battles::follow_game(shell, muster, settlement);
            }
            Some((_, Err(problem))) => self.refuse(shell, &problem),
            None => self.refuse(shell, &Problem::refused("No battle waits for this game.", "Go back to the battles.")),
        }
    }
}
