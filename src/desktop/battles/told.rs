//! A battle on the page of its game: played there, looked at again from its record, and told blow by blow.

use super::{Battles, Chosen, refuse};
use crate::app::battle;
use crate::campaign::problem::Result;
use crate::desktop::contests::{GameRecord, SettledGame, page_of};
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{BattlesPage, LogLine};
use crate::rules::ruleset::Ruleset;
use slint::ComponentHandle;
use std::rc::Rc;

impl Battles {
    /// Plays the battle chosen by the rules chosen.
    pub(super) fn play_here(self: &Rc<Battles>, shell: &Rc<Shell>) {
        self.play_by(shell, self.rules(shell));
    }

    /// Settles the battle chosen at Castles, whatever rules are chosen.
    pub(super) fn at_castles(&self, shell: &Rc<Shell>) {
        self.play_by(shell, Ruleset::Castles);
    }

    /// Plays the battle chosen on the page of its game, a planned one from where it was left; at a contact it is planned first
    /// (CP-3.5).
    fn play_by(&self, shell: &Rc<Shell>, rules: Ruleset) {
        let Some(page) = page_of(rules) else { return };
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(planned)) => Some(planned.id),
            Some(Chosen::Contact(_)) => None,
            _ => return,
        };
        match planned {
            Some(battle) => (page.settle)(shell, battle, refuse),
            None => {
                if let Some(meeting) = self.meeting(shell) {
                    (page.settle_anew)(shell, meeting, refuse);
                }
            }
        }
    }

    /// The record of the battle just fought, else of the settled one chosen, and the rules that settled it.
    fn recorded(&self) -> Option<(Ruleset, SettledGame)> {
        let proposal = self.proposal.borrow();
        let (battle, record) = match (&*proposal, &*self.chosen.borrow()) {
            (Some(proposal), _) => {
                (proposal.muster.battle.clone(), GameRecord::Fresh(proposal.record.as_ref()?.1.clone()))
            }
            (None, Some(Chosen::Settled(settled))) => (settled.draft(), GameRecord::Kept(settled.record?)),
            _ => return None,
        };
        let (attacker, defender) = (battle.attacker, battle.defender);
        Some((battle.rules, SettledGame { name: battle.name, attacker, defender, record }))
    }

    /// Looks at the battle on the page of its game: the one just fought, else the settled one chosen.
    pub(super) fn watch(&self, shell: &Rc<Shell>) {
        if let Some((rules, settled)) = self.recorded()
            && let Some(page) = page_of(rules)
        {
            (page.look)(shell, settled, refuse);
        }
    }

    pub(super) fn show_log(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some((rules, settled)) = self.recorded() else { return };
        let page = Rc::clone(self);
        shell.try_read(
            move |db| battle::log(rules, &settled.bytes(db)?),
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
