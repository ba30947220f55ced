//! The printed order of battle, for a real table.

use super::CordPage;
use crate::app::cracker::{order_of_battle, order_of_scenario};
use crate::desktop::game_file::to_paper;
use crate::desktop::print;
use crate::desktop::shell::Shell;
use crate::desktop::tabletop::Begun;
use crate::desktop::ui::{PrintPaper, PrintSheet};
use crate::print::Options;
use slint::ComponentHandle;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

impl CordPage {
    /// Prints the order of battle as it stands in the moment shown.
    pub(super) fn print_order(&self, shell: &Rc<Shell>, path: PathBuf) {
        let state = self.state.borrow();
        let Some(position) = state.field().cloned() else { return };
        let contest = match (&state.sitting.game, &state.sitting.contest) {
            (Some(Begun::Contest(contest, _)), _) => Some(Arc::clone(contest)),
            (_, contest) => contest.clone(),
        };
        let scenario = match (&state.sitting.game, &state.preview) {
            (Some(Begun::Own(game)), _) if !state.form => Some(game.scenario().clone()),
            (_, preview) => preview.as_ref().map(|(scenario, _)| (**scenario).clone()),
        };
        drop(state);
        let asked = shell.with(|window| window.global::<PrintSheet>().get_paper()).unwrap_or(PrintPaper::A4);
        let options = Options { paper: print::paper(asked), ..Options::default() };
        match (contest, scenario) {
            (Some(contest), _) => shell.try_read(
                move |db| order_of_battle(db, &contest, position),
                move |shell, document| to_paper(shell, path, document, options),
            ),
            (None, Some(scenario)) => {
                to_paper(shell, path, Ok(order_of_scenario(&scenario, position)), options);
            }
            (None, None) => {}
        }
    }
}
