//! What each host is to bring besides its men (MM-9): chosen beside a contact, as the ground is, and changed in a plan until
//! it is fought. What is offered and why not, the rules say.

use super::{Battles, Chosen, refuse};
use crate::app::gear::{self, TrainChoice};
use crate::app::{plan, play};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, model, words};
use crate::desktop::ui::{AppWindow, BattleSide, GearPage, GearRow, GearSide};
use crate::rules::figure::{BySide, Side};
use crate::rules::gear::Thing;
use crate::rules::man_to_man::gear::offer::{List, NotOffered, Offer, more};
use slint::ComponentHandle;
use std::rc::Rc;

/// The host of a card.
fn side_of(card: BattleSide) -> Side {
    match card {
        BattleSide::Attacker => Side::Attacker,
        BattleSide::Defender => Side::Defender,
    }
}

impl Battles {
    pub(super) fn connect_gear(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<GearPage>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_bring(move |card, offer, count| page.bring(&on, side_of(card), offer, &count));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_change(move |card, row, by| {
            page.change_gear(&on, side_of(card), |list| {
                match usize::try_from(row).ok().filter(|&row| row < list.len()) {
                    Some(row) if by < 0 => list[row].0 = list[row].0.saturating_sub(1),
                    Some(row) => list[row].0 = list[row].0.saturating_add(1),
                    None => {}
                }
            });
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_leave(move |card, row| {
            page.change_gear(&on, side_of(card), |list| {
                if let Some(row) = usize::try_from(row).ok().filter(|&row| row < list.len()) {
                    list.remove(row);
                }
            });
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_explain(move |card| page.explain_gear(&on, side_of(card)));
    }

    /// What each side brings as it will attack or defend, by lists.
    pub(super) fn gear(&self, swapped: bool) -> BySide<String> {
        let BySide { attacker, defender } = self.brought.borrow().clone();
        match swapped {
            true => BySide { attacker: defender, defender: attacker },
            false => BySide { attacker, defender },
        }
    }

    /// What both hosts have chosen and what they are offered on the ground chosen.
    fn trains(&self, shell: &Rc<Shell>) -> Option<Result<BySide<TrainChoice>>> {
        let field = self.mustered.borrow().clone()?;
        let mut muster = field.muster;
        let mut trains = || {
            muster.fight_on(&self.ground(shell))?;
            gear::trains(&muster.plan, &self.brought.borrow(), &field.tables, self.rules(shell))
        };
        Some(trains())
    }

    /// Shows what both hosts bring.
    pub(super) fn show_gear(&self, shell: &Rc<Shell>) {
        let trains = self.trains(shell);
        let hosts = self.mustered.borrow().as_ref().map(|field| {
            let hosts = &field.muster.plan.hosts;
            BySide { attacker: hosts.attacker.name.clone(), defender: hosts.defender.name.clone() }
        });
        shell.with(|window| {
            let ui = window.global::<GearPage>();
            ui.set_open(matches!(trains, Some(Ok(_))));
            match (trains, hosts) {
                (Some(Ok(trains)), Some(hosts)) => {
                    ui.set_left(card(&hosts.attacker, &trains.attacker));
                    ui.set_right(card(&hosts.defender, &trains.defender));
                }
                (Some(Err(problem)), _) => refuse(window, problem.to_string().into()),
                _ => {}
            }
        });
    }

    /// So many more of what is offered.
    fn bring(self: &Rc<Battles>, shell: &Rc<Shell>, side: Side, offer: i32, count: &str) {
        let count: u16 = match count.trim().parse() {
            Ok(count @ 1..=MOST) => count,
            _ => {
                let why = Problem::bad_input("That is no number of things to bring.")
                    .hint(format!("Write a whole number from 1 to {MOST}."));
                shell.with(|window| refuse(window, why.to_string().into()));
                return;
            }
        };
        let Some(Ok(trains)) = self.trains(shell) else { return };
        let offered = usize::try_from(offer).ok().and_then(|at| trains[side].offers.get(at));
        let Some(Offer { thing, refused: None, .. }) = offered else { return };
        self.change_gear(shell, side, |list| *list = more(list, count, *thing));
    }

    /// Changes what a host brings: in the plan, or in what is chosen beside the contact.
    fn change_gear(self: &Rc<Battles>, shell: &Rc<Shell>, side: Side, change: impl FnOnce(&mut List)) {
        let mut brought = self.brought.borrow().clone();
        let Ok(mut list) = gear::read(&brought[side]) else { return };
        change(&mut list);
        list.retain(|&(count, _)| count > 0);
        brought[side] = Thing::listed(&list);
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle)) => Some(battle.id),
            _ => None,
        };
        if let Some(planned) = planned {
            shell.act(refuse, move |store| plan::set_gear(store, planned, &brought), |_, ()| {});
            return;
        }
        let Some(field) = self.mustered.borrow().clone() else { return };
        let mut muster = field.muster;
        let why = match muster.bring_both(&brought, &field.tables) {
            Ok(()) => {
                *self.brought.borrow_mut() = brought;
                String::new()
            }
            Err(problem) => problem.to_string(),
        };
        shell.with(|window| refuse(window, why.into()));
        self.show_gear(shell);
        self.show_conditions(shell);
    }

    fn explain_gear(&self, shell: &Rc<Shell>, side: Side) {
        let Some(Ok(trains)) = self.trains(shell) else { return };
        let cost = &trains[side].cost;
        shell.explain("What the gear costs", &format!("{} points", cost.value), "", &cost.parts);
        crate::desktop::show_clause(shell, "MM-10.2");
    }
}

/// The most of one thing brought at once.
const MOST: u16 = 999;

fn points(points: i64) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

fn card(host: &str, train: &TrainChoice) -> GearSide {
    let offer = |offer: &Offer| match offer.refused {
        None => format!("{}, {}", offer.thing, points(offer.points)),
        Some(_) => format!("{}, not here", offer.thing),
    };
    let why = |refused: &Option<NotOffered>| refused.as_ref().map_or_else(String::new, play::why);
    GearSide {
        host: host.into(),
        points: points(train.cost.value).into(),
        rows: model(train.rows.iter().map(|(count, thing, useless)| GearRow {
            text: thing.counted(*count).into(),
            useless: why(useless).into(),
        })),
        offers: words(train.offers.iter().map(offer)),
        whys: words(train.offers.iter().map(|offer| why(&offer.refused))),
    }
}
