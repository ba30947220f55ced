//! A battle of the campaign settled with cords (CP-3.5): opened from the page of battles, kept in the campaign as it is
//! played, and given back to that page when it is over.

use super::{Begun, CordPage, page};
use crate::app::cracker::{self, CordTable, CrackerContest};
use crate::app::replay;
use crate::campaign::ids::{BattleId, FormationId};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::battles;
use crate::desktop::contests::{self, Armies, Refuse};
use crate::desktop::shell::{Page, Shell};
use crate::desktop::ui::CrackerPage;
use crate::rules::figure::BySide;
use crate::rules::ruleset::Ruleset;
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// A battle to be settled, the game of it if one is under way, and both shields.
type Opened = (CrackerContest, Option<CordTable>, BySide<String>);

fn open(store: &mut Store, battle: BattleId) -> Result<Opened> {
    let (contest, table) = cracker::open(store, battle)?;
    let (attacker, defender) = (contest.muster.battle.attacker, contest.muster.battle.defender);
    let tinctures = replay::tinctures(store, attacker, defender)?;
    Ok((contest, table, tinctures))
}

/// Opens the table for a planned battle, from where its game was left.
pub fn settle(shell: &Rc<Shell>, battle: BattleId, refuse: Refuse) {
    contests::settle(shell, battle, refuse, open, begin);
}

/// Plans a battle and opens the table for it.
pub fn settle_anew(shell: &Rc<Shell>, armies: Armies, ground: String, refuse: Refuse) {
    contests::settle_anew(shell, armies, (ground, Ruleset::CastleCracker), refuse, open, begin);
}

fn begin(shell: &Rc<Shell>, (contest, table, tinctures): Opened) {
    let Some(page) = page() else { return };
    page.halt();
    page.sentences.set_vec(Vec::new());
    let name = contest.muster.battle.name.clone();
    shell.with(|window| {
        let ui = window.global::<CrackerPage>();
        ui.set_battle(name.into());
        ui.set_refusal(SharedString::new());
        ui.set_forecast(SharedString::new());
    });
    let names = cracker::names(&contest.muster);
    page.change(|state| (state.names, state.tinctures) = (names, tinctures));
    match table {
        Some(table) => page.change(|state| state.take(Some(Begun::Contest(Box::new(contest), Box::new(table))))),
        None => {
            let about = contest.about();
            page.wait_for_leaders(shell, contest, &about);
        }
    }
    page.say(shell, "", false);
    shell.go(Page::Cracker);
}

/// Looks at the game a battle was settled by.
pub fn look(
    shell: &Rc<Shell>,
    name: String,
    refuse: Refuse,
    read: impl FnOnce(&Db) -> Result<(Vec<u8>, FormationId, FormationId)> + Send + 'static,
) {
    let read = move |db: &Db| {
        let (record, attacker, defender) = read(db)?;
        let (table, names) = cracker::look_back(&record)?;
        Ok((table, names, replay::tinctures(db, attacker, defender)?))
    };
    shell.try_read(read, move |shell, looked| {
        let (table, names, tinctures) = match looked {
            Ok(looked) => looked,
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
                return;
            }
        };
        let Some(page) = page() else { return };
        page.halt();
        page.sentences.set_vec(Vec::new());
        page.change(|state| {
            (state.names, state.tinctures) = (names, tinctures);
            state.take(Some(Begun::Looked(Box::new(table))));
            state.stride = 1;
            state.look(0);
            state.known = 0;
        });
        shell.with(|window| window.global::<CrackerPage>().set_battle(name.into()));
        page.say(shell, "", false);
        shell.go(Page::Cracker);
    });
}

/// Lets go of a campaign's battle when the campaign is closed.
pub fn forget(shell: &Rc<Shell>) {
    if let Some(page) = page() {
        page.put_away(shell);
    }
}

impl CordPage {
    /// Keeps the game of the campaign's battle in the campaign; whether there is one.
    pub(super) fn keep_in_campaign(&self, shell: &Rc<Shell>) -> bool {
        let state = self.state.borrow();
        let Some(Begun::Contest(contest, table)) = &state.game else {
            return !matches!(state.game, Some(Begun::Scenario(_)));
        };
        let Some(battle) = contest.muster.written else { return true };
        let (contest, decided) = (contest.clone(), table.table().decided_since(0));
        drop(state);
        shell.session(
            move |session| session.store.as_mut().map(|store| cracker::keep(store, battle, &contest, &decided)),
            |shell, kept| {
                if let Some(Err(problem)) = kept {
                    shell.say_problem(&problem);
                }
            },
        );
        true
    }

    /// Puts the campaign's game away, and takes the one of no campaign out again.
    fn put_away(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        self.halt();
        self.sentences.set_vec(Vec::new());
        self.change(|state| state.tinctures = super::plain_tinctures());
        self.take_kept(shell);
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_battle(SharedString::new());
            ui.set_refusal(SharedString::new());
        });
        self.say(shell, "", false);
        self.preview(shell);
    }

    /// Goes back to the battles.
    pub(super) fn leave(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        let battle = self.change(|state| match (&state.game, &state.contest) {
            (Some(Begun::Contest(contest, _)), _) => contest.muster.written,
            (_, Some(contest)) => contest.muster.written,
            _ => None,
        });
        self.put_away(shell);
        match battle {
            Some(battle) => battles::show_battle(shell, battle),
            None => shell.go(Page::Battles),
        }
    }

    /// Gives what the game came to back to the battle.
    pub(super) fn take_in(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        let settled = self.change(|state| match &state.game {
            Some(Begun::Contest(contest, table)) => Some((contest.muster.clone(), contest.settlement(table))),
            _ => None,
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
