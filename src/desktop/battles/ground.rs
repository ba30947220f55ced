//! The ground a battle is to be fought on (CP-3.1): chosen beside a contact, and changed in a plan.

use super::{Battles, Chosen, refuse};
use crate::app::{battle, grounds};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, BattlesPage};
use crate::rules::man_to_man::ground::Ground;
use slint::ComponentHandle;
use std::rc::Rc;

/// A ground to choose: its name, and what it is in a sentence.
pub(super) struct Offered {
    name: String,
    what: String,
}

impl Battles {
    pub(super) fn connect_ground(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let open = Ground::open(0, 0);
        let own = grounds::known()
            .into_iter()
            .map(|known| Offered { name: known.ground.name.clone(), what: known.ground.what.clone() });
        let all: Vec<Offered> = std::iter::once(Offered { name: open.name, what: open.what }).chain(own).collect();
        let ui = window.global::<BattlesPage>();
        ui.set_grounds(words(all.iter().map(|offered| offered.name.as_str())));
        *self.grounds.borrow_mut() = all;
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_ground_chosen(move |_| page.choose_ground(&on));
    }

    /// The name of the ground chosen.
    pub(super) fn ground(&self, shell: &Rc<Shell>) -> String {
        let at = shell.with(|window| window.global::<BattlesPage>().get_ground()).unwrap_or(0);
        let grounds = self.grounds.borrow();
        let chosen = usize::try_from(at).ok().and_then(|at| grounds.get(at)).or(grounds.first());
        chosen.map_or(String::new(), |offered| offered.name.clone())
    }

    /// Shows a ground as the one chosen.
    pub(super) fn show_ground(&self, shell: &Rc<Shell>, name: &str) {
        let grounds = self.grounds.borrow();
        let at = grounds.iter().position(|offered| offered.name == name);
        let what = at.map_or(String::new(), |at| grounds[at].what.clone());
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_ground(at.map_or(-1, count));
            ui.set_ground_what(what.into());
        });
    }

    fn choose_ground(&self, shell: &Rc<Shell>) {
        let name = self.ground(shell);
        self.show_ground(shell, &name);
        shell.with(|window| window.global::<BattlesPage>().set_has_spread(false));
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle)) => Some(battle.id),
            _ => None,
        };
        if let Some(planned) = planned {
            shell.act(refuse, move |store| battle::set_ground(store, planned, &name), |_, ()| {});
        }
    }
}
