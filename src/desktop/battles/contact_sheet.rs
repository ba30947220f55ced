//! The sheet on which a contact that waits is changed by hand (CP-7.7).

use super::{Battles, Chosen, contact_row};
use crate::app::world::{ByHand, contacts};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ContactId, FormationId};
use crate::campaign::problem::Problem;
use crate::desktop::shell::{Shell, pick, words};
use crate::desktop::ui::{AppWindow, BattlesPage, ContactSheet};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// An army with what it is called on the sheet.
type Called = (FormationId, String);

/// What the sheet was opened on.
pub(super) struct OnContact {
    contact: ContactId,
    attackers: Vec<Called>,
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<ContactSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

impl Battles {
    pub(super) fn connect_contact(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let (page, ui) = (window.global::<BattlesPage>(), window.global::<ContactSheet>());
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        page.on_change_contact(move || at.open_changing(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirmed(move || at.contact_by_hand(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_lapse(move || {
            let Some(contact) = at.on_contact.borrow().as_ref().map(|on| on.contact) else { return };
            let by = by(&on);
            on.act(refuse, move |store| contacts::lapse(store, contact, &by), |_, ()| {});
        });
    }

    /// Opens the sheet on the contact that is chosen.
    fn open_changing(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let chosen = match &*self.chosen.borrow() {
            Some(Chosen::Contact(met)) => Some(met.clone()),
            _ => None,
        };
        let Some(met) = chosen else { return };
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let called = |army: FormationId| Ok::<_, Problem>((army, db.formation(army)?.name));
                let attackers = vec![called(met.attacker)?, called(met.defender)?];
                Ok((OnContact { contact: met.id, attackers }, met.day))
            },
            move |shell, (on, day)| {
                let title = format!("Change the contact of {} and {}", on.attackers[0].1, on.attackers[1].1);
                page.open_contact(shell, &title, on, day.to_string());
            },
        );
    }

    fn open_contact(&self, shell: &Rc<Shell>, title: &str, on: OnContact, day: String) {
        shell.with(|window| {
            let sheet = window.global::<ContactSheet>();
            sheet.set_title(title.into());
            sheet.set_attackers(words(on.attackers.iter().map(|(_, name)| name.as_str())));
            sheet.set_attacker(0);
            sheet.set_day(day.into());
            sheet.set_reason(SharedString::new());
            sheet.set_refusal(SharedString::new());
            sheet.set_open(true);
        });
        *self.on_contact.borrow_mut() = Some(on);
    }

    fn contact_by_hand(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let by = by(shell);
        let on = self.on_contact.borrow();
        let Some(OnContact { contact, attackers }) = &*on else { return };
        let typed = shell.with(|window| {
            let sheet = window.global::<ContactSheet>();
            let attacker = pick(attackers, sheet.get_attacker()).map(|(army, _)| army);
            let day = sheet.get_day().trim().parse::<Day>();
            let day = day.map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19."));
            (attacker, day)
        });
        let (Some((Some(attacker), day)), contact) = (typed, *contact) else { return };
        drop(on);
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| contacts::edit(store, contact, day?, attacker, &by),
            move |_, ()| page.wanted.set(Some(contact_row(contact))),
        );
    }
}

fn by(shell: &Rc<Shell>) -> ByHand {
    let reason = shell.with(|window| window.global::<ContactSheet>().get_reason().to_string());
    ByHand::because(&reason.unwrap_or_default())
}
