//! Who takes the field of hosts larger than it holds (CP-3.1): told beside the contact, and chosen on a sheet.

use super::{Battles, Field, refuse};
use crate::app::fielding::{self, FieldedUnit, SentMen};
use crate::campaign::ids::PersonId;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, model, words};
use crate::desktop::ui::{AppWindow, BattlesPage, FieldedMan, FieldedRow, FieldingSheet};
use crate::rules::figure::{BySide, Side};
use slint::{ComponentHandle, Model, SharedString};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Both hosts on the sheet, the units of each with what is typed for it.
#[derive(Default)]
pub(super) struct FieldingForm {
    units: BySide<Vec<FieldedUnit>>,
    typed: BySide<Vec<String>>,
    /// Who is sent by name.
    named: BySide<BTreeSet<PersonId>>,
    /// The unit whose men are looked at.
    unit: usize,
    names: BySide<String>,
    /// Which hosts come by lot as the sheet has it.
    by_lot: BySide<bool>,
    limit: usize,
}

fn side(host: i32) -> Side {
    if host == 1 { Side::Defender } else { Side::Attacker }
}

/// How many are sent of a unit by what is typed; none where that is no number of its men.
fn sent(typed: &str, fit: usize) -> Option<usize> {
    match typed.trim() {
        "" => Some(0),
        typed => typed.parse().ok().filter(|count| *count <= fit),
    }
}

/// A unit with what it is part of, so that those of one name are told apart.
fn called(unit: &FieldedUnit) -> String {
    let wholes = [&unit.within, &unit.army].into_iter().filter(|whole| !whole.is_empty() && **whole != unit.name);
    wholes.fold(unit.name.clone(), |name, whole| format!("{name} of {whole}"))
}

impl Battles {
    pub(super) fn connect_fielding(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<FieldingSheet>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        window.global::<BattlesPage>().on_choose_men(move || page.open_fielding(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_host_chosen(move || page.show_units(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_set(move |row, count| page.type_unit(&on, row, &count));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_whole(move |row| {
            let at = usize::try_from(row).unwrap_or(usize::MAX);
            page.fill(&on, |unit, of, was| if of == at { unit.men.len().to_string() } else { was.to_owned() });
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_none(move || {
            let of = page.host_shown(&on);
            page.fielding.borrow_mut().named[of].clear();
            page.fill(&on, |_, _, _| "0".to_owned());
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_by_lot(move || page.draw_by_lot(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_by_name(move |row| page.look_at_unit(&on, row));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_send_man(move |man, sent| page.send_man(&on, man, sent));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirmed(move || page.send(&on));
    }

    /// Who was chosen of each host as it will attack or defend.
    pub(super) fn sent(&self, swapped: bool) -> BySide<Option<SentMen>> {
        let BySide { attacker, defender } = self.fielded.borrow().clone();
        match swapped {
            true => BySide { attacker: defender, defender: attacker },
            false => BySide { attacker, defender },
        }
    }

    /// Tells how many of each host take the field, as the contact was met; nothing by rules that have all of both (CP-3.1).
    pub(super) fn show_fielded(&self, shell: &Rc<Shell>, field: Option<&Field>) {
        let chosen = self.fielded.borrow().clone();
        let field = field.filter(|_| !self.rules(shell).holds_all());
        let text = field.map_or(String::new(), |field| {
            let muster = &field.muster;
            let host = |side: Side| {
                let host = &muster.plan.hosts[side];
                let come = chosen[side].as_ref().map_or(host.men().count(), SentMen::count);
                (host.name.clone(), come, host.men().count() + muster.rest.iter().filter(|rest| rest.2 == side).count())
            };
            let hosts = BySide { attacker: host(Side::Attacker), defender: host(Side::Defender) };
            fielding::in_words(&hosts, chosen.attacker.is_some() || chosen.defender.is_some())
        });
        shell.with(|window| window.global::<BattlesPage>().set_fielded_text(text.into()));
    }

    fn open_fielding(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let armies = BySide { attacker: self.armies_of(Side::Attacker), defender: self.armies_of(Side::Defender) };
        let chosen = self.fielded.borrow().clone();
        let page = Rc::clone(self);
        let by_lot = BySide { attacker: chosen.attacker.is_none(), defender: chosen.defender.is_none() };
        shell.try_read(
            move |db| {
                let units = BySide {
                    attacker: fielding::of(db, &armies.attacker, chosen.attacker.as_ref())?,
                    defender: fielding::of(db, &armies.defender, chosen.defender.as_ref())?,
                };
                let name = |side: Side| -> Result<String> {
                    let of = &armies[side];
                    let lead =
                        of.first().map(|lead| db.formation(*lead)).transpose()?.map_or(String::new(), |it| it.name);
                    Ok(if of.len() > 1 { format!("{lead} and {} more", of.len() - 1) } else { lead })
                };
                let names = BySide { attacker: name(Side::Attacker)?, defender: name(Side::Defender)? };
                let named = |sent: Option<SentMen>| sent.map(|sent| sent.men).unwrap_or_default();
                let named = BySide { attacker: named(chosen.attacker), defender: named(chosen.defender) };
                Ok((units, names, named, fielding::limit(db)?))
            },
            move |shell, read| match read {
                Ok((units, names, named, limit)) => {
                    let typed = |units: &[FieldedUnit]| units.iter().map(|unit| unit.comes.to_string()).collect();
                    let typed = BySide { attacker: typed(&units.attacker), defender: typed(&units.defender) };
                    let hosts = words([&names.attacker, &names.defender]);
                    *page.fielding.borrow_mut() = FieldingForm { units, typed, named, unit: 0, names, by_lot, limit };
                    shell.with(|window| {
                        let ui = window.global::<FieldingSheet>();
                        ui.set_hosts(hosts);
                        ui.set_host(0);
                        ui.set_unit("".into());
                        ui.set_refusal("".into());
                        ui.set_open(true);
                    });
                    page.show_units(shell);
                }
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn host_shown(&self, shell: &Rc<Shell>) -> Side {
        side(shell.with(|window| window.global::<FieldingSheet>().get_host()).unwrap_or(0))
    }

    /// Lists the units of the host that is looked at.
    fn show_units(&self, shell: &Rc<Shell>) {
        let of = self.host_shown(shell);
        let form = self.fielding.borrow();
        let rows: Vec<FieldedRow> = (form.units[of].iter().zip(&form.typed[of]))
            .map(|(unit, typed)| FieldedRow {
                name: called(unit).into(),
                fit: match unit.first {
                    0 => format!("{} fit", unit.men.len()),
                    first => format!("{} fit, {first} first", unit.men.len()),
                }
                .into(),
                comes: typed.as_str().into(),
                wrong: sent(typed, unit.men.len()).is_none(),
            })
            .collect();
        shell.with(|window| {
            let ui = window.global::<FieldingSheet>();
            ui.set_rows(model(rows));
            ui.set_unit("".into());
        });
        drop(form);
        self.sum_up(shell);
    }

    fn type_unit(&self, shell: &Rc<Shell>, row: i32, count: &str) {
        let of = self.host_shown(shell);
        let Ok(at) = usize::try_from(row) else { return };
        {
            let mut form = self.fielding.borrow_mut();
            let Some(typed) = form.typed[of].get_mut(at) else { return };
            count.clone_into(typed);
            form.by_lot[of] = false;
            let wrong = sent(count, form.units[of][at].men.len()).is_none();
            shell.with(|window| {
                let rows = window.global::<FieldingSheet>().get_rows();
                if let Some(mut shown) = rows.row_data(at)
                    && shown.wrong != wrong
                {
                    shown.wrong = wrong;
                    rows.set_row_data(at, shown);
                }
            });
        }
        self.sum_up(shell);
    }

    /// Types a number for every unit of the host that is looked at.
    fn fill(&self, shell: &Rc<Shell>, count: impl Fn(&FieldedUnit, usize, &str) -> String) {
        let of = self.host_shown(shell);
        {
            let mut form = self.fielding.borrow_mut();
            let typed: Vec<String> = (form.units[of].iter().zip(&form.typed[of]).enumerate())
                .map(|(at, (unit, was))| count(unit, at, was))
                .collect();
            form.typed[of] = typed;
            form.by_lot[of] = false;
        }
        self.show_units(shell);
    }

    fn draw_by_lot(&self, shell: &Rc<Shell>) {
        let of = self.host_shown(shell);
        let limit = self.fielding.borrow().limit;
        let sizes: Vec<usize> = self.fielding.borrow().units[of].iter().map(|unit| unit.men.len()).collect();
        let shares = crate::rules::lots::shares(&sizes, limit);
        self.fill(shell, |_, at, _| shares[at].to_string());
        let mut form = self.fielding.borrow_mut();
        form.by_lot[of] = true;
        form.named[of].clear();
    }

    /// Lists the men of a unit, to be sent by name.
    fn look_at_unit(&self, shell: &Rc<Shell>, row: i32) {
        let of = self.host_shown(shell);
        let mut form = self.fielding.borrow_mut();
        let Some(at) = usize::try_from(row).ok().filter(|at| *at < form.units[of].len()) else { return };
        form.unit = at;
        let unit = &form.units[of][at];
        let men = unit.men.iter();
        let men = men.map(|(man, name)| FieldedMan { name: name.as_str().into(), sent: form.named[of].contains(man) });
        shell.with(|window| {
            let ui = window.global::<FieldingSheet>();
            ui.set_men(model(men));
            ui.set_unit(called(unit).into());
        });
    }

    /// Sends a man by name, or no more so; as many of his unit come as are named at least.
    fn send_man(&self, shell: &Rc<Shell>, man: i32, sends: bool) {
        let of = self.host_shown(shell);
        {
            let form = &mut *self.fielding.borrow_mut();
            let (at, unit) = (form.unit, &form.units[of][form.unit]);
            let Some((person, _)) = usize::try_from(man).ok().and_then(|man| unit.men.get(man)) else { return };
            match sends {
                true => form.named[of].insert(*person),
                false => form.named[of].remove(person),
            };
            let named = unit.men.iter().filter(|(man, _)| form.named[of].contains(man)).count();
            if sent(&form.typed[of][at], unit.men.len()).is_none_or(|typed| typed < named) {
                form.typed[of][at] = named.to_string();
            }
            form.by_lot[of] = false;
            let typed = form.typed[of][at].as_str().into();
            shell.with(|window| {
                let rows = window.global::<FieldingSheet>().get_rows();
                if let Some(shown) = rows.row_data(at) {
                    rows.set_row_data(at, FieldedRow { comes: typed, wrong: false, ..shown });
                }
            });
        }
        self.sum_up(shell);
    }

    /// Says how many take the field of how many it holds.
    fn sum_up(&self, shell: &Rc<Shell>) {
        let form = self.fielding.borrow();
        let all = |of: Side| {
            let units = form.units[of].iter().zip(&form.typed[of]);
            units.filter_map(|(unit, typed)| sent(typed, unit.men.len())).sum::<usize>()
        };
        let all = BySide { attacker: all(Side::Attacker), defender: all(Side::Defender) };
        let host = |of: Side| format!("{} of {}", all[of], form.names[of]);
        let sum = format!("{}, {}; the field holds {} a side.", host(Side::Attacker), host(Side::Defender), form.limit);
        let over = all.attacker.max(all.defender) > form.limit;
        shell.with(|window| {
            let sheet = window.global::<FieldingSheet>();
            sheet.set_sum(sum.into());
            sheet.set_over(over);
            // What was refused was another choice.
            sheet.set_refusal(SharedString::new());
        });
    }

    /// Keeps what is typed, if it can be.
    fn send(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let mut chosen: BySide<Option<SentMen>> = BySide::default();
        {
            let form = self.fielding.borrow();
            for of in [Side::Attacker, Side::Defender].into_iter().filter(|of| !form.by_lot[*of]) {
                let mut men = SentMen { men: form.named[of].clone(), ..SentMen::default() };
                for (unit, typed) in form.units[of].iter().zip(&form.typed[of]) {
                    let Some(count) = sent(typed, unit.men.len()) else {
                        let why = Problem::bad_input(format!("“{typed}” is no number of {}'s men.", unit.name))
                            .hint(format!("Write a number from 0 to {}.", unit.men.len()));
                        shell.with(|window| window.global::<FieldingSheet>().set_refusal(why.to_string().into()));
                        return;
                    };
                    if count > 0 || unit.men.iter().any(|(man, _)| men.men.contains(man)) {
                        men.units.insert(unit.formation, count);
                    }
                }
                chosen[of] = Some(men);
            }
        }
        let armies = BySide { attacker: self.armies_of(Side::Attacker), defender: self.armies_of(Side::Defender) };
        let asked = chosen.clone();
        let page = Rc::clone(self);
        shell.try_read(
            move |db| {
                fielding::of(db, &armies.attacker, asked.attacker.as_ref())?;
                fielding::of(db, &armies.defender, asked.defender.as_ref())?;
                Ok(())
            },
            move |shell, read| match read {
                Ok(()) => {
                    *page.fielded.borrow_mut() = chosen;
                    let field = page.mustered.borrow().clone();
                    page.show_fielded(shell, field.as_ref());
                    page.show_conditions(shell);
                    shell.with(|window| window.global::<FieldingSheet>().set_open(false));
                }
                Err(problem) => {
                    let why = problem.to_string();
                    shell.with(|window| window.global::<FieldingSheet>().set_refusal(why.into()));
                }
            },
        );
    }
}
