//! An assault of the campaign settled by a game (CU-6, CP-3.5): opened from the page of battles, kept in the campaign as it is
//! played, and given back to that page when it is over.

use super::{PAGE, SiegeTable, hides, kept_game, program};
use crate::app::contest::{self, Contest};
use crate::app::muster::Muster;
use crate::app::under_siege::SiegeGame;
use crate::app::under_siege::contest::{game, look_back};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::{self, GamePage, SettledGame};
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::UnderSiegePage;
use crate::rules::castle_under_siege::Bombardment;
use crate::rules::matches::Decided;
use crate::rules::settles::{Settlement, Settles as _};
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::Arc;

/// The skill of the program in the castle against a person who settles an assault, as the form lists seats: a journeyman.
const OPPONENT: i32 = 2;

impl GamePage for SiegeTable {
    type Battle = Bombardment;
    type Opened = (Contest<Bombardment>, Decided);
    type Looked = (SiegeGame, Bombardment);

    fn page() -> Option<Rc<SiegeTable>> {
        PAGE.with(|page| page.borrow().clone())
    }

    fn open(store: &mut Store, battle: BattleId) -> Result<Self::Opened> {
        contest::open(store, battle)
    }

    fn begin(self: &Rc<SiegeTable>, shell: &Rc<Shell>, (contest, decided): Self::Opened) {
        self.put_off();
        let (name, about) = (contest.muster.battle.name.clone(), contest.battle().about());
        let begun = !decided.0.is_empty();
        self.change(|state| {
            (state.game, state.form) = (None, true);
            state.contest = Some((Arc::new(contest), decided));
        });
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_battle(name.into());
            ui.set_battle_about(about.into());
            ui.set_battle_begun(begun);
            ui.set_attacker_seat(0);
            ui.set_defender_seat(OPPONENT);
            ui.set_refusal(SharedString::new());
        });
        self.say(shell, "", false);
        shell.go(Page::UnderSiege);
    }

    fn recall(db: &Db, settled: &SettledGame) -> Result<Self::Looked> {
        look_back(&settled.bytes(db)?)
    }

    fn show_settled(self: &Rc<SiegeTable>, shell: &Rc<Shell>, name: &str, (game, cast): Self::Looked) {
        self.put_off();
        self.change(|state| {
            state.take(Some(game));
            (state.at, state.stopped, state.watched) = (0, true, Some(cast));
        });
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_battle(name.into());
            ui.set_battle_about(SharedString::new());
        });
        self.say(shell, "", false);
        shell.go(Page::UnderSiege);
    }

    fn put_away(self: &Rc<SiegeTable>, shell: &Rc<Shell>) {
        self.put_off();
        let own = kept_game(shell);
        self.change(|state| state.take(own));
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_battle(SharedString::new());
            ui.set_refusal(SharedString::new());
        });
        self.say(shell, "", false);
    }

    fn battle(&self) -> Option<BattleId> {
        self.state.borrow().contest.as_ref().and_then(|(contest, _)| contest.muster.written)
    }

    fn settled(&self) -> Option<(Muster, Result<Settlement>)> {
        let state = self.state.borrow();
        let ((contest, _), game) = (state.contest.as_ref()?, state.game.as_ref()?);
        Some((contest.muster.clone(), contest.settlement(game.table())))
    }

    fn refuse(&self, shell: &Rc<Shell>, problem: &Problem) {
        self.say(shell, &problem.to_string(), true);
    }
}

impl super::Looked {
    /// What was cast for the game, if it is of a battle of the campaign.
    pub(super) fn cast(&self) -> Option<&Bombardment> {
        self.contest.as_ref().map(|(contest, _)| contest.battle()).or(self.watched.as_ref())
    }

    /// Takes a game to the table, or the form of a new one if there is none.
    fn take(&mut self, game: Option<SiegeGame>) {
        (self.contest, self.watched, self.form) = (None, None, game.is_none());
        (self.chosen, self.flight, self.whole, self.warned) = (None, None, None, false);
        self.covered = game.as_ref().is_some_and(hides);
        self.stopped = game.as_ref().is_some_and(program::plays_both);
        (self.at, self.filed) = (game.as_ref().map_or(0, SiegeGame::len), 0);
        self.game = game;
        self.aims_anew();
    }
}

impl SiegeTable {
    /// Stops whatever goes on at the table.
    fn put_off(&self) {
        self.halt();
        self.flies.stop();
    }

    /// Begins the game of the campaign's assault, or resumes it, as the form seats both sides; whether there is one.
    pub(super) fn begin_contest(self: &Rc<SiegeTable>, shell: &Rc<Shell>) -> bool {
        let Some((contest, decided)) = self.change(|state| state.contest.clone()) else { return false };
        let hands = shell.with(|window| super::form::seats(&window.global::<UnderSiegePage>())).unwrap_or_default();
        match game(&contest, hands, &decided) {
            Ok(game) => {
                let stopped = program::plays_both(&game);
                self.open(shell, game);
                self.change(|state| state.stopped = stopped);
                self.show(shell);
                self.go_on(shell);
            }
            Err(problem) => {
                shell.with(|window| window.global::<UnderSiegePage>().set_refusal(problem.to_string().into()));
            }
        }
        true
    }

    /// Keeps the game of the campaign's assault in the campaign; whether there is one, or one looked back upon.
    pub(super) fn keep_in_campaign(&self, shell: &Rc<Shell>) -> bool {
        let state = self.state.borrow();
        let (Some((contest, _)), Some(game)) = (&state.contest, &state.game) else { return state.watched.is_some() };
        let (contest, decided) = (Arc::clone(contest), game.table().decided_since(0));
        drop(state);
        contests::keep(shell, Box::new(move |store| contest::keep(store, &contest, &decided)));
        true
    }
}
