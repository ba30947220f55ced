//! An assault of the campaign settled by a game (CU-6, CP-3.5): opened from the page of battles, kept in the campaign as it is
//! played, and given back to that page when it is over.

use super::{SiegeTable, hides, kept_game, page, program};
use crate::app::under_siege::SiegeGame;
use crate::app::under_siege::contest::{self, UnderSiegeContest};
use crate::campaign::ids::{BattleId, FormationId};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::battles;
use crate::desktop::contests::{self, Armies, Refuse};
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::UnderSiegePage;
use crate::rules::matches::Decided;
use crate::rules::ruleset::Ruleset;
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// The skill of the program in the castle against a person who settles an assault, as the form lists seats: a journeyman.
const OPPONENT: i32 = 2;

/// Opens the table for a planned assault, from where its game was left.
pub fn settle(shell: &Rc<Shell>, battle: BattleId, refuse: Refuse) {
    contests::settle(shell, battle, refuse, contest::open, begin);
}

/// Plans an assault and opens the table for it.
pub fn settle_anew(shell: &Rc<Shell>, armies: Armies, ground: String, refuse: Refuse) {
    contests::settle_anew(shell, armies, (ground, Ruleset::CastleUnderSiege), refuse, contest::open, begin);
}

fn begin(shell: &Rc<Shell>, (contest, decided): (UnderSiegeContest, Decided)) {
    let Some(page) = page() else { return };
    page.put_off();
    let (name, about) = (contest.muster.battle.name.clone(), contest.about());
    let begun = !decided.0.is_empty();
    page.change(|state| {
        (state.game, state.form) = (None, true);
        state.contest = Some((contest, decided));
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
    page.say(shell, "", false);
    shell.go(Page::UnderSiege);
}

/// Looks at the game an assault was settled by.
pub fn look(
    shell: &Rc<Shell>,
    name: String,
    refuse: Refuse,
    read: impl FnOnce(&Db) -> Result<(Vec<u8>, FormationId, FormationId)> + Send + 'static,
) {
    let read = move |db: &Db| contest::look_back(&read(db)?.0);
    shell.try_read(read, move |shell, looked| {
        let game = match looked {
            Ok(game) => game,
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
                return;
            }
        };
        let Some(page) = page() else { return };
        page.put_off();
        page.change(|state| {
            state.take(Some(game));
            (state.at, state.stopped, state.looks) = (0, true, true);
        });
        shell.with(|window| {
            let ui = window.global::<UnderSiegePage>();
            ui.set_battle(name.into());
            ui.set_battle_about(SharedString::new());
        });
        page.say(shell, "", false);
        shell.go(Page::UnderSiege);
    });
}

/// Lets go of a campaign's assault when the campaign is closed.
pub fn forget(shell: &Rc<Shell>) {
    if let Some(page) = page() {
        page.put_away(shell);
    }
}

impl super::Looked {
    /// Takes a game to the table, or the form of a new one if there is none.
    fn take(&mut self, game: Option<SiegeGame>) {
        (self.contest, self.looks, self.form) = (None, false, game.is_none());
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

    /// Begins the game of the campaign's assault, or goes on with it, as the form seats both sides; whether there is one.
    pub(super) fn begin_contest(self: &Rc<SiegeTable>, shell: &Rc<Shell>) -> bool {
        let Some((contest, decided)) = self.change(|state| state.contest.clone()) else { return false };
        let hands = shell.with(|window| super::form::seats(&window.global::<UnderSiegePage>())).unwrap_or_default();
        match contest.game(hands, &decided) {
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
        let (Some((contest, _)), Some(game)) = (&state.contest, &state.game) else { return state.looks };
        let Some(battle) = contest.muster.written else { return true };
        let (contest, decided) = (contest.clone(), game.table().decided_since(0));
        drop(state);
        shell.session(
            move |session| session.store.as_mut().map(|store| contest::keep(store, battle, &contest, &decided)),
            |shell, kept| {
                if let Some(Err(problem)) = kept {
                    shell.say_problem(&problem);
                }
            },
        );
        true
    }

    /// Puts the campaign's game away, and takes the one of no campaign out again.
    fn put_away(&self, shell: &Rc<Shell>) {
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

    /// Goes back to the battles.
    pub(super) fn leave(&self, shell: &Rc<Shell>) {
        let battle = self.change(|state| state.contest.as_ref().and_then(|(contest, _)| contest.muster.written));
        self.put_away(shell);
        match battle {
            Some(battle) => battles::show_battle(shell, battle),
            None => shell.go(Page::Battles),
        }
    }

    /// Gives what the game came to back to the battle.
    pub(super) fn take_in(&self, shell: &Rc<Shell>) {
        let settled = self.change(|state| {
            let (contest, _) = state.contest.as_ref()?;
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
