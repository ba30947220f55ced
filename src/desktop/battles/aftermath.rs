//! What is proposed to follow a battle (CP-3.6): line by line, struck or let stand, explained, and taken in as one action.

use super::result::result_in_words;
use super::{Battles, Chosen, refuse, ruling};
use crate::app::battle::{self, Proposal};
use crate::app::muster::Muster;
use crate::campaign::war::Settled;
use crate::desktop::shell::{Shell, count, model};
use crate::desktop::ui::{AftermathLine, BattlesPage, Keyboard};
use crate::rules::battle::Report;
use crate::rules::man_to_man::Tables;
use crate::rules::settles::{Settlement, TableTold};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::Arc;

/// Sentences on how men were cast that are told beside what follows.
const TOLD: usize = 6;

impl Battles {
    /// Proposes what follows a battle that was settled by a game.
    pub(super) fn propose_settled(self: &Rc<Battles>, shell: &Rc<Shell>, muster: Muster, settlement: Settlement) {
        let Settlement { report, record, casting } = settlement;
        self.propose_telling(shell, muster, report, Settled::App, Some(record), casting);
    }

    /// Proposes what follows a battle that a real table told of.
    pub(super) fn propose_told(self: &Rc<Battles>, shell: &Rc<Shell>, muster: Muster, entered: TableTold) {
        let TableTold { report, casting } = entered;
        self.propose_telling(shell, muster, report, Settled::Table, None, casting);
    }

    /// Proposes what follows the game by which the battle shown was settled, if there was one.
    pub(super) fn follow_on(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some((muster, settlement)) = self.following.borrow_mut().take() else { return };
        if matches!(&*self.chosen.borrow(), Some(Chosen::Plan(planned)) if Some(planned.id) == muster.written) {
            self.propose_settled(shell, muster, settlement);
        }
    }

    /// Proposes, with more to be told in the chronicle.
    fn propose_telling(
        self: &Rc<Battles>,
        shell: &Rc<Shell>,
        muster: Muster,
        report: Report,
        settled: Settled,
        record: Option<(u32, Vec<u8>)>,
        told: Vec<String>,
    ) {
        let cast = shell.with(|window| window.global::<BattlesPage>().get_cast_rest()).unwrap_or(false);
        let page = Rc::clone(self);
        shell.try_read(
            move |db| Ok(Proposal { told, ..battle::propose(db, muster, report, settled, record, cast)? }),
            move |shell, proposal| match proposal {
                Ok(proposal) => {
                    shell.with(|window| refuse(window, SharedString::new()));
                    *page.proposal.borrow_mut() = Some(proposal);
                    page.show_proposal(shell);
                }
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    /// What is told over the lines: the result as they have it, and how men were cast.
    fn head(&self) -> String {
        let mut proposal = self.proposal.borrow_mut();
        let Some(proposal) = &mut *proposal else { return String::new() };
        let mustered = self.mustered.borrow();
        let tables = mustered.as_ref().map_or_else(Tables::book, |field| Arc::clone(&field.tables));
        let report = proposal.as_ruled(&tables);
        let mut told = vec![result_in_words(&report, &proposal.muster)];
        match proposal.told.split_last() {
            // A host of many bodies would fill the page, and the consequences are what is decided on.
            Some((last, bodies)) if bodies.len() > TOLD => {
                let many = bodies.len();
                told.push(format!("How each of {many} bodies was cast and fared, the chronicle tells (CP-3.5)."));
                told.push(last.clone());
            }
            _ => told.extend(proposal.told.iter().cloned()),
        }
        told.join(" ")
    }

    pub(super) fn show_proposal(&self, shell: &Rc<Shell>) {
        let head = self.head();
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        let lines: Vec<AftermathLine> = proposal.lines.iter().map(|line| ruling::row(line, &proposal.muster)).collect();
        let struck = lines.iter().filter(|line| line.struck).count();
        let cast = match proposal.cast.len() {
            0 => String::new(),
            men => format!("What befell their units is cast on {men} men who did not fight (CP-3.1)."),
        };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_proposal_title(format!("What follows from {}", lower_battle(&proposal.muster.battle.name)).into());
            ui.set_proposal_detail(head.into());
            ui.set_lines(model(lines));
            ui.set_struck(count(struck));
            ui.set_has_record(proposal.record.is_some());
            ui.set_has_proposal(true);
            ui.set_rest_text(cast.into());
        });
    }

    pub(super) fn strike(&self, shell: &Rc<Shell>, line: i32, struck: bool) {
        let reason = shell.with(|window| window.global::<BattlesPage>().get_reason()).unwrap_or_default();
        if let Some(proposal) = &mut *self.proposal.borrow_mut()
            && let Some(line) = usize::try_from(line).ok().and_then(|at| proposal.lines.get_mut(at))
        {
            line.struck = struck.then(|| reason.trim().to_owned());
        }
        self.show_struck(shell);
    }

    /// Shows what is struck without making the list anew, which would lose the keyboard's place in it.
    fn show_struck(&self, shell: &Rc<Shell>) {
        use slint::Model;
        let head = self.head();
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_proposal_detail(head.into());
            let lines = ui.get_lines();
            for (at, line) in proposal.lines.iter().enumerate() {
                let row = ruling::row(line, &proposal.muster);
                if lines.row_data(at).is_some_and(|shown| shown != row) {
                    lines.set_row_data(at, row);
                }
            }
            ui.set_struck(count(proposal.lines.iter().filter(|line| line.struck.is_some()).count()));
        });
    }

    pub(super) fn explain_line(&self, shell: &Rc<Shell>, line: i32) {
        let proposal = self.proposal.borrow();
        let found = proposal.as_ref().zip(usize::try_from(line).ok());
        if let Some(line) = found.and_then(|(proposal, at)| proposal.lines.get(at)) {
            shell.explain(&line.sentence, "", "", &line.parts);
            crate::desktop::show_clause(shell, line.clause);
        }
    }

    pub(super) fn take_in(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(mut proposal) = self.proposal.borrow().clone() else { return };
        // A reason that was written after the striking is the reason of what was struck without one.
        let reason = shell.with(|window| window.global::<BattlesPage>().get_reason()).unwrap_or_default();
        for struck in proposal.lines.iter_mut().filter_map(|line| line.struck.as_mut()).filter(|text| text.is_empty()) {
            reason.trim().clone_into(struck);
        }
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| battle::take_in(store, proposal),
            move |shell, taken| {
                page.proposal.borrow_mut().take();
                page.wanted.set(Some(taken.battle.0));
                shell.with(|window| {
                    window.global::<BattlesPage>().set_has_proposal(false);
                    window.global::<Keyboard>().invoke_home();
                });
            },
        );
    }

    pub(super) fn throw_away(self: &Rc<Battles>, shell: &Rc<Shell>) {
        self.proposal.borrow_mut().take();
        shell.say("Nothing of the result was taken in.");
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_has_proposal(false);
            ui.set_refusal(SharedString::new());
        });
        self.choose(shell);
    }
}

/// `Battle of Wark` within a sentence.
pub(super) fn lower_battle(name: &str) -> String {
    let plain = ["Battle", "Assault", "Bombardment", "Sortie"].into_iter().find(|what| name.starts_with(what));
    match plain {
        Some(what) => format!("the {}{}", what.to_lowercase(), &name[what.len()..]),
        None => name.to_owned(),
    }
}
