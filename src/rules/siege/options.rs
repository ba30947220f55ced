//! What a side could decide in a siege: forage parties, parts of a host and terms are too many to list, so some of each
//! are told, with why they are not allowed if they are not.

use super::state::{At, Gear, Siege, Stage};
use super::terms::{Leave, Terms};
use super::{Action, Choice, Decision, Illegal, Sally};
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game as _};

impl Siege {
    /// What a side could decide now.
    pub(super) fn options(&self, side: Side) -> Choices<Decision, Illegal> {
        if !self.pending().includes(side) {
            return Choices::All(Vec::new());
        }
        let able = self.hosts[side].able;
        let mut all = vec![Decision::HalfRations(true), Decision::HalfRations(false), Decision::Expel];
        all.extend([true, false].map(Decision::HalfWithin));
        match self.stage {
            Stage::Act(_) | Stage::Answer(_) => all.extend(self.actions(able).into_iter().map(Decision::Act)),
            Stage::Offer(_) => all.extend(offers().into_iter().map(Decision::Offer)),
            Stage::Terms { .. } => {
                all.extend([Decision::Answer(true), Decision::Answer(false)]);
                all.extend(offers().into_iter().map(Decision::Counter));
            }
            Stage::Relief => {
                let parts = [1, able / 2, able].map(Choice::Part);
                let choices = [Choice::Battle, Choice::ShutIn, Choice::Lift].into_iter().chain(parts);
                all.extend(choices.map(Decision::Meet));
            }
            Stage::Night | Stage::Over(_) => {}
        }
        Choices::Some(all.into_iter().map(|decision| (decision, self.check(side, &decision))).collect())
    }

    fn actions(&self, able: u32) -> Vec<Action> {
        let mut all = vec![Action::Rest, Action::Assault, Action::Bombard, Action::FillMoat, Action::Withdraw];
        all.extend([Sally::Engines, Sally::Camp].map(Action::Sortie));
        all.extend([1, able / 10, able].map(Action::Forage));
        all.extend(Gear::ALL.iter().copied().map(Action::Build));
        all.extend(offers().into_iter().map(Action::Treat));
        for (line, row) in (0u8..).zip(&self.lines) {
            for stretch in 0..row.len() as u8 {
                let at = At { line, stretch };
                all.extend([Action::Batter(at), Action::Mine(at), Action::Repair(at)]);
            }
        }
        all
    }
}

/// Terms of each kind, and one for ransom, hostages and a respite.
fn offers() -> Vec<Terms> {
    let plain = Leave::ALL.iter().copied().map(Terms::plain);
    let dear = Terms { ransom_marks: 100, hostages: 2, respite_days: 7, ..Terms::plain(Leave::WithArms) };
    plain.chain([dear]).collect()
}
