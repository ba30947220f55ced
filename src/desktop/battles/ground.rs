//! The ground a battle is to be fought on (CP-3.1): chosen beside a contact, and changed in a plan.

use super::{Battles, Chosen, refuse};
use crate::app::{grounds, plan};
use crate::desktop::shell::{Shell, count, words};
use crate::desktop::ui::{AppWindow, BattlesPage};
use crate::rules::figure::Side;
use crate::rules::man_to_man::ground::Ground;
use slint::ComponentHandle;
use std::rc::Rc;
use std::sync::Arc;

impl Battles {
    pub(super) fn connect_ground(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let all = grounds::known();
        let ui = window.global::<BattlesPage>();
        ui.set_grounds(words(all.iter().map(|known| known.ground.name.as_str())));
        *self.grounds.borrow_mut() = all;
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_ground_chosen(move |_| page.choose_ground(&on));
    }

    /// Offers the grounds: for an assault its own walls first, and of the others those with walls.
    pub(super) fn offer_grounds(&self, shell: &Rc<Shell>, walls: Option<&Arc<Ground>>) {
        let offered = self.grounds.borrow().first().map(|known| Arc::clone(&known.ground));
        let same = match (walls, offered) {
            (Some(walls), Some(first)) => first.text == walls.text,
            (None, Some(first)) => first.file().is_none(),
            (_, None) => false,
        };
        if !same {
            let mut all = grounds::known_at(walls);
            all.retain(|known| walls.is_none() || known.ground.foremost_wall(Side::Defender).is_some());
            shell.with(|window| {
                let names = words(all.iter().map(|known| known.ground.name.as_str()));
                window.global::<BattlesPage>().set_grounds(names);
            });
            *self.grounds.borrow_mut() = all;
        }
    }

    /// The name of the ground chosen.
    pub(super) fn ground(&self, shell: &Rc<Shell>) -> String {
        let at = shell.with(|window| window.global::<BattlesPage>().get_ground()).unwrap_or(0);
        let grounds = self.grounds.borrow();
        let chosen = usize::try_from(at).ok().and_then(|at| grounds.get(at)).or(grounds.first());
        chosen.map_or(String::new(), |known| known.ground.name.clone())
    }

    /// Shows a ground as the one chosen.
    pub(super) fn show_ground(&self, shell: &Rc<Shell>, name: &str) {
        let grounds = self.grounds.borrow();
        let at = grounds.iter().position(|known| known.ground.name == name);
        let what = at.map_or(String::new(), |at| grounds[at].ground.what.clone());
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_ground(at.map_or(-1, count));
            ui.set_ground_what(what.into());
        });
    }

    fn choose_ground(&self, shell: &Rc<Shell>) {
        let name = self.ground(shell);
        self.show_ground(shell, &name);
        self.show_gear(shell);
        self.show_conditions(shell);
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle)) => Some(battle.id),
            _ => None,
        };
        if let Some(planned) = planned {
            shell.act(refuse, move |store| plan::set_ground(store, planned, &name), |_, ()| {});
        }
    }
}
