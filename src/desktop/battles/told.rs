//! A battle told: its log blow by blow, its record watched on the table, and a planned one played there.

use super::{Battles, Chosen, refuse};
use crate::app::castles::game::BoardGame;
use crate::app::{battle, found, plan, play, replay};
use crate::campaign::ids::BattleId;
use crate::campaign::problem::Result;
use crate::desktop::contests::{Armies, Refuse};
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{BattlesPage, LogLine};
use crate::desktop::{assault, castles, cracker, under_siege};
use crate::rules::ruleset::Ruleset;
use crate::store::Store;
use slint::ComponentHandle;
use std::rc::Rc;

/// How a game takes a planned battle to its page, and one that is planned for it.
type Settle = fn(&Rc<Shell>, BattleId, Refuse);
type SettleAnew = fn(&Rc<Shell>, Armies, String, Refuse);

impl Battles {
    /// Plays the battle on the table: a planned one from where it was left; at a contact it is planned first.
    pub(super) fn play_here(self: &Rc<Battles>, shell: &Rc<Shell>) {
        match self.rules(shell) {
            Ruleset::Castles => return self.at_castles(shell),
            Ruleset::CastleCracker => return self.at_table(shell, cracker::settle, cracker::settle_anew),
            Ruleset::Assault => return self.at_table(shell, assault::settle, assault::settle_anew),
            Ruleset::CastleUnderSiege => return self.at_table(shell, under_siege::settle, under_siege::settle_anew),
            Ruleset::ManToMan | Ruleset::Siege => {}
        }
        let begin = |shell: &Rc<Shell>, (play, tinctures)| crate::desktop::replay::play(shell, play, tinctures);
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(planned)) => Some((planned.id, planned.attacker, planned.defender)),
            _ => None,
        };
        if let Some((id, attacker, defender)) = planned {
            let open =
                move |store: &mut Store| Ok((play::open(store, id)?, replay::tinctures(store, attacker, defender)?));
            shell.act(refuse, open, begin);
            return;
        }
        let Some((attacker, defender, gear)) = self.order(shell) else { return };
        let (ground, sent) = (self.ground(shell), self.sent(self.swapped(shell)));
        let plan = move |store: &mut Store| {
            let id = plan::plan_fielded(store, (attacker, defender), found::seed(), &ground, &gear, &sent)?;
            match play::open(store, id) {
                Ok(play) => Ok((id, (play, replay::tinctures(store, attacker, defender)?))),
                Err(problem) => {
                    plan::drop_plan(store, id)?;
                    Err(problem)
                }
            }
        };
        let page = Rc::clone(self);
        shell.act(refuse, plan, move |shell, (id, opened)| {
            page.wanted.set(Some(id.0));
            begin(shell, opened);
        });
    }

    /// Settles the battle chosen at the table of a game, from where it was left (CP-3.5).
    pub(super) fn at_table(&self, shell: &Rc<Shell>, settle: Settle, settle_anew: SettleAnew) {
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(planned)) => Some(planned.id),
            Some(Chosen::Contact(_)) => None,
            _ => return,
        };
        match planned {
            Some(battle) => settle(shell, battle, refuse),
            None => {
                let Some(armies) = self.order(shell) else { return };
                settle_anew(shell, armies, self.ground(shell), refuse);
            }
        }
    }

    /// Settles the battle chosen by a game of Castles.
    pub(super) fn at_castles(&self, shell: &Rc<Shell>) {
        self.at_table(shell, castles::settle, castles::settle_anew);
    }

    /// Watches the battle just fought, or the settled one chosen, if it was fought with cords, on hexes or with a castle of cards;
    /// whether it was.
    fn watch_game(&self, shell: &Rc<Shell>) -> bool {
        let proposal = self.proposal.borrow();
        let (battle, kept, fresh) = match (&*proposal, &*self.chosen.borrow()) {
            (Some(proposal), _) => (proposal.muster.battle.clone(), None, proposal.record.clone()),
            (None, Some(Chosen::Settled(settled))) => (settled.draft(), settled.record, None),
            _ => return false,
        };
        let (rules, name) = (battle.rules, battle.name.clone());
        let read = move |db: &crate::store::Db| {
            let bytes = match (fresh, kept) {
                (Some((_, bytes)), _) => bytes,
                (None, Some(record)) => db.record(record)?,
                (None, None) => Vec::new(),
            };
            Ok((bytes, battle.attacker, battle.defender))
        };
        match rules {
            Ruleset::CastleCracker => cracker::look(shell, name, refuse, read),
            Ruleset::Assault => assault::look(shell, name, refuse, read),
            Ruleset::CastleUnderSiege => under_siege::look(shell, name, refuse, read),
            _ => return false,
        }
        true
    }

    /// The battle just fought, or the settled one chosen, with its record, if it was a game of Castles.
    fn game(&self, shell: &Rc<Shell>, then: impl FnOnce(&Rc<Shell>, &str, BoardGame) + 'static) -> bool {
        let proposal = self.proposal.borrow();
        let (battle, kept, fresh) = match (&*proposal, &*self.chosen.borrow()) {
            (Some(proposal), _) => (proposal.muster.battle.clone(), None, proposal.record.clone()),
            (None, Some(Chosen::Settled(settled))) => (settled.draft(), settled.record, None),
            _ => return false,
        };
        if battle.rules != Ruleset::Castles {
            return false;
        }
        let read = move |db: &crate::store::Db| {
            let bytes = match (fresh, kept) {
                (Some((_, bytes)), _) => bytes,
                (None, Some(record)) => db.record(record)?,
                (None, None) => Vec::new(),
            };
            Ok((battle.name, BoardGame::read(&String::from_utf8_lossy(&bytes))?))
        };
        shell.try_read(read, |shell, game| match game {
            Ok((name, game)) => then(shell, &name, game),
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
        });
        true
    }

    /// Opens the battle on the table: the one just fought, else the settled one chosen.
    pub(super) fn replay(&self, shell: &Rc<Shell>) {
        if self.game(shell, castles::look) || self.watch_game(shell) {
            return;
        }
        let fresh = self.proposal.borrow().as_ref().and_then(|proposal| {
            let (_, record) = proposal.record.clone()?;
            Some((proposal.muster.battle.clone(), record))
        });
        if let Some((battle, record)) = fresh {
            crate::desktop::replay::open(shell, refuse, move |db| {
                replay::of_record(db, &battle.name, battle.attacker, battle.defender, &record)
            });
        } else if let Some(Chosen::Settled(settled)) = &*self.chosen.borrow() {
            let id = settled.id;
            crate::desktop::replay::open(shell, refuse, move |db| replay::of_battle(db, id));
        }
    }

    pub(super) fn show_log(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        let told = move |shell: &Rc<Shell>, _: &str, game: BoardGame| {
            let lines = (1..=game.len()).flat_map(|count| game.told(count));
            let line = |text: String| LogLine { text: text.into(), ..LogLine::default() };
            page.show_lines(shell, lines.map(line).collect());
        };
        if self.game(shell, told) {
            return;
        }
        let fresh = self.proposal.borrow().as_ref().and_then(|proposal| {
            let (_, record) = proposal.record.clone()?;
            Some((proposal.muster.battle.rules, record))
        });
        if let Some((rules, record)) = fresh {
            self.open_log(shell, battle::log(rules, &record));
            return;
        }
        let Some(Chosen::Settled(settled)) = self.chosen.borrow().clone() else { return };
        let Some(record) = settled.record else { return };
        let page = Rc::clone(self);
        shell.try_read(
            move |db| battle::log(settled.rules, &db.record(record)?),
            move |shell, lines| page.open_log(shell, lines),
        );
    }

    fn open_log(&self, shell: &Rc<Shell>, lines: Result<Vec<crate::rules::telling::Line>>) {
        let lines = match lines {
            Ok(lines) => lines,
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
                return;
            }
        };
        let lines: Vec<LogLine> = lines
            .into_iter()
            .map(|line| {
                let rolls: Vec<String> = line.rolls.iter().map(|roll| roll.text()).collect();
                LogLine { text: line.text.into(), rolls: rolls.join("; ").into(), heading: line.heading }
            })
            .collect();
        self.show_lines(shell, lines);
    }

    fn show_lines(&self, shell: &Rc<Shell>, lines: Vec<LogLine>) {
        let title = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle) | Chosen::Settled(battle)) => battle.name.clone(),
            _ => "The battle".to_owned(),
        };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_log_title(format!("{title}, blow by blow").into());
            ui.set_log(model(lines.clone()));
            ui.set_log_open(true);
        });
        *self.log.borrow_mut() = lines;
    }

    pub(super) fn filter_log(&self, shell: &Rc<Shell>, text: &str) {
        let wanted = text.trim().to_lowercase();
        let log = self.log.borrow();
        let fits = |line: &&LogLine| wanted.is_empty() || line.text.to_lowercase().contains(&wanted);
        let lines: Vec<LogLine> = log.iter().filter(fits).cloned().collect();
        shell.with(|window| window.global::<BattlesPage>().set_log(model(lines)));
    }
}
