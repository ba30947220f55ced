//! The sheet on which a contact is made or changed by hand (CP-7.7).

use super::{Battles, Chosen, contact_row};
use crate::app::world::{ByHand, contacts};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ContactId, FormationId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::desktop::shell::{Shell, pick, words};
use crate::desktop::ui::{AppWindow, BattlesPage, ContactSheet};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// An army with what it is called on the sheet.
type Called = (FormationId, String);

/// What the sheet was opened on.
#[derive(Default)]
pub(super) struct OnContact {
    /// The contact that is changed; nothing where one is made.
    contact: Option<ContactId>,
    attackers: Vec<Called>,
    /// Whom each of them can come upon.
    facing: Vec<Vec<Called>>,
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<ContactSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Every army in the open, with those it can be brought face to face with: at war with it, in the open in its place.
fn meetings(db: &Db) -> Result<OnContact> {
    let armies: Vec<_> = db.armies()?.into_iter().filter(|army| army.stronghold.is_none()).collect();
    let called = |army: &crate::campaign::armies::Formation| {
        let place = army.place.map(|place| db.place(place)).transpose()?;
        Ok::<_, Problem>((army.id, place.map_or(army.name.clone(), |place| format!("{}, {}", army.name, place.name))))
    };
    let mut on = OnContact::default();
    for army in &armies {
        let mut facing = Vec::new();
        for other in armies.iter().filter(|other| other.place == army.place && other.side != army.side) {
            if db.stance(army.side, other.side)? == Stance::War {
                facing.push((other.id, other.name.clone()));
            }
        }
        if !facing.is_empty() {
            on.attackers.push(called(army)?);
            on.facing.push(facing);
        }
    }
    Ok(on)
}

impl Battles {
    pub(super) fn connect_contact(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let (page, ui) = (window.global::<BattlesPage>(), window.global::<ContactSheet>());
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        page.on_make_contact(move || at.open_making(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        page.on_change_contact(move || at.open_changing(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_attacker_chosen(move || at.offer_defenders(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirmed(move || at.contact_by_hand(&on));
        let (at, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_lapse(move || {
            let Some(contact) = at.on_contact.borrow().contact else { return };
            let by = by(&on);
            on.act(refuse, move |store| contacts::lapse(store, contact, &by), |_, ()| {});
        });
    }

    fn open_making(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(meetings, move |shell, on| {
            page.open_contact(shell, "Bring two armies face to face", on, -1, String::new());
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
                Ok((OnContact { contact: Some(met.id), attackers, facing: Vec::new() }, met.day))
            },
            move |shell, (on, day)| {
                let title = format!("Change the contact of {} and {}", on.attackers[0].1, on.attackers[1].1);
                page.open_contact(shell, &title, on, 0, day.to_string());
            },
        );
    }

    fn open_contact(&self, shell: &Rc<Shell>, title: &str, on: OnContact, attacker: i32, day: String) {
        shell.with(|window| {
            let sheet = window.global::<ContactSheet>();
            sheet.set_making(on.contact.is_none());
            sheet.set_title(title.into());
            sheet.set_attackers(words(on.attackers.iter().map(|(_, name)| name.as_str())));
            sheet.set_attacker(attacker);
            sheet.set_defenders(words(std::iter::empty::<&str>()));
            sheet.set_defender(-1);
            sheet.set_day(day.into());
            sheet.set_reason(SharedString::new());
            sheet.set_refusal(SharedString::new());
            sheet.set_open(true);
        });
        *self.on_contact.borrow_mut() = on;
    }

    fn offer_defenders(&self, shell: &Rc<Shell>) {
        let on = self.on_contact.borrow();
        shell.with(|window| {
            let sheet = window.global::<ContactSheet>();
            let facing = pick(&on.facing, sheet.get_attacker()).unwrap_or_default();
            sheet.set_defenders(words(facing.iter().map(|(_, name)| name.as_str())));
            sheet.set_defender(if facing.len() == 1 { 0 } else { -1 });
        });
    }

    fn contact_by_hand(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let by = by(shell);
        let on = self.on_contact.borrow();
        let typed = shell.with(|window| {
            let sheet = window.global::<ContactSheet>();
            let attacker = pick(&on.attackers, sheet.get_attacker()).map(|(army, _)| army);
            let facing = pick(&on.facing, sheet.get_attacker()).unwrap_or_default();
            let defender = pick(&facing, sheet.get_defender()).map(|(army, _)| army);
            let day = sheet.get_day().trim().parse::<Day>();
            let day = day.map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19."));
            (attacker, defender, day)
        });
        let Some((attacker, defender, day)) = typed else { return };
        let contact = on.contact;
        drop(on);
        let page = Rc::clone(self);
        let chosen = |army: Option<FormationId>| {
            army.ok_or_else(|| {
                Problem::refused(
                    "Two armies are needed.",
                    "Choose who attacks, and whom; they are at war and stand in the open in one place.",
                )
            })
        };
        shell.act(
            refuse,
            move |store| match contact {
                Some(contact) => {
                    contacts::edit(store, contact, day?, chosen(attacker)?, &by)?;
                    Ok(contact)
                }
                None => contacts::make(store, chosen(attacker)?, chosen(defender)?, &by),
            },
            move |_, contact: ContactId| page.wanted.set(Some(contact_row(contact))),
        );
    }
}

fn by(shell: &Rc<Shell>) -> ByHand {
    let reason = shell.with(|window| window.global::<ContactSheet>().get_reason().to_string());
    ByHand::because(&reason.unwrap_or_default())
}
