//! A battle of the campaign settled at the board (CP-3.5): opened from the page of battles, kept in the campaign as it is
//! played, and given back to that page when it is over.

use super::{BoardPage, PAGE, State, kept_game, program};
use crate::app::castles::contest;
use crate::app::castles::game::BoardGame;
use crate::app::contest::Contest;
use crate::app::muster::Muster;
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::{self, GamePage, SettledGame};
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::CastlesPage;
use crate::rules::castles::Cast;
use crate::rules::settles::{Settlement, Settles as _};
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The side the program plays against a person who settles a battle, as the form lists hands: a knight.
const OPPONENT: i32 = 4;

impl GamePage for BoardPage {
    type Battle = Cast;
    type Opened = (Contest<Cast>, Option<BoardGame>);
    type Looked = BoardGame;

    fn page() -> Option<Rc<BoardPage>> {
        PAGE.with(|page| page.borrow().clone())
    }

    fn open(store: &mut Store, battle: BattleId) -> Result<Self::Opened> {
        contest::open(store, battle)
    }

    fn begin(self: &Rc<BoardPage>, shell: &Rc<Shell>, (contest, game): Self::Opened) {
        self.halt();
        let (name, about) = (contest.muster.battle.name.clone(), contest.battle().about());
        self.change(|state| {
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
        self.say(shell, "", false);
        shell.go(Page::Castles);
    }

    fn recall(db: &Db, settled: &SettledGame) -> Result<BoardGame> {
        BoardGame::read(&String::from_utf8_lossy(&settled.bytes(db)?))
    }

    fn show_settled(self: &Rc<BoardPage>, shell: &Rc<Shell>, name: &str, game: BoardGame) {
        self.halt();
        self.change(|state| {
            state.contest = None;
            state.take(Some(game));
            (state.at, state.stopped, state.looks) = (0, true, true);
        });
        shell.with(|window| {
            let ui = window.global::<CastlesPage>();
            ui.set_battle(name.into());
            ui.set_battle_about(SharedString::new());
        });
        self.say(shell, "", false);
        shell.go(Page::Castles);
    }

    fn put_away(self: &Rc<BoardPage>, shell: &Rc<Shell>) {
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

    fn battle(&self) -> Option<BattleId> {
        self.state.borrow().contest.as_ref().and_then(|contest| contest.muster.written)
    }

    fn settled(&self) -> Option<(Muster, Result<Settlement>)> {
        let state = self.state.borrow();
        let (contest, game) = (state.contest.as_ref()?, state.game.as_ref()?);
        let settlement = match game.table() {
            Some(table) => contest.settlement(table),
            None => Err(Problem::refused("The game is not over.", "Play it to its end first.")),
        };
        Some((contest.muster.clone(), settlement))
    }

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem) {
        self.say(shell, &problem.to_string(), true);
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
        let Some(battle) = self.battle() else { return false };
        let kept = self.state.borrow().game.as_ref().map(BoardGame::kept_apart);
        if let Some((start, decided)) = kept {
            contests::keep(shell, Box::new(move |store| contest::keep(store, battle, &start, &decided)));
        }
        true
    }
}
