//! A new battle between any two armies at war: the referee brings them face to face (CP-2.2, CP-7.7), and all else is
//! chosen on the page as for a contact of a turn.

use super::{Battles, contact_row};
use crate::app::allies::may_fight;
use crate::app::organise;
use crate::app::world::{ByHand, contacts};
use crate::campaign::ids::FormationId;
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, count, pick, words};
use crate::desktop::ui::{AppWindow, NewBattleSheet};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// What lets two armies meet that stand apart.
const APART: &str = "Tick “Put the first where the second stands, if they are apart”, or march one to the other first.";

/// The two armies chosen, and whether the first is put where the second stands.
#[derive(Clone, Copy)]
struct Asked {
    attacker: FormationId,
    defender: FormationId,
    brings: bool,
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<NewBattleSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Whether the first must be put elsewhere before they can meet.
fn apart(db: &Db, asked: Asked) -> Result<bool> {
    let (one, other) = (db.formation(asked.attacker)?, db.formation(asked.defender)?);
    let on_the_road = db.march(asked.attacker)?.is_some_and(|march| march.miles_done > 0);
    let stays = one.place == other.place && one.stronghold.is_none() && !on_the_road;
    Ok(!stays)
}

/// What bringing them face to face comes to, or why they cannot meet.
fn outlook(db: &Db, asked: Asked) -> Result<String> {
    let (one, other) = (db.formation(asked.attacker)?, db.formation(asked.defender)?);
    let place = organise::whereabouts(db, &other)?.phrase();
    match apart(db, asked)? {
        true if asked.brings => Ok(format!("{} is put {place} and comes upon {} there, today.", one.name, other.name)),
        true if one.side != other.side => {
            let (there, here) = (place, organise::whereabouts(db, &one)?.phrase());
            Err(Problem::refused(format!("{} is {here} and {} is {there}.", one.name, other.name), APART))
        }
        _ => {
            may_fight(db, asked.attacker, asked.defender)?;
            Ok(format!("{} comes upon {} {place}, today.", one.name, other.name))
        }
    }
}

impl Battles {
    pub(super) fn connect_new(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<NewBattleSheet>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_changed(move || page.show_new(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirmed(move || page.bring_together(&on));
    }

    pub(super) fn open_new(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(
            |db| {
                let mut armies = Vec::new();
                for army in db.armies()? {
                    let (side, place) = (db.side(army.side)?.name, organise::whereabouts(db, &army)?);
                    armies.push((army.id, army.side, format!("{}, of {side}, {place}", army.name)));
                }
                Ok(armies)
            },
            move |shell, armies| {
                let first = armies.first().map(|(_, side, _)| *side);
                let enemy = armies.iter().position(|(_, side, _)| Some(*side) != first).unwrap_or(0);
                shell.with(|window| {
                    let ui = window.global::<NewBattleSheet>();
                    ui.set_armies(words(armies.iter().map(|(.., name)| name)));
                    ui.set_attacker(0);
                    ui.set_defender(count(enemy));
                    ui.set_brings(false);
                    ui.set_reason(SharedString::new());
                    ui.set_open(true);
                });
                *page.armies_there.borrow_mut() = armies.into_iter().map(|(army, ..)| army).collect();
                page.show_new(shell);
            },
        );
    }

    fn asked(&self, shell: &Rc<Shell>) -> Option<Asked> {
        let armies = self.armies_there.borrow();
        shell
            .with(|window| {
                let ui = window.global::<NewBattleSheet>();
                let brings = ui.get_brings();
                let (attacker, defender) = (pick(&armies, ui.get_attacker())?, pick(&armies, ui.get_defender())?);
                Some(Asked { attacker, defender, brings })
            })
            .flatten()
    }

    /// Says what would come of what is chosen, before it is done.
    fn show_new(&self, shell: &Rc<Shell>) {
        let Some(asked) = self.asked(shell) else { return };
        shell.try_read(
            move |db| outlook(db, asked),
            |shell, told| {
                let (consequence, refusal) = match told {
                    Ok(told) => (told, String::new()),
                    Err(problem) => (String::new(), problem.to_string()),
                };
                shell.with(|window| {
                    let ui = window.global::<NewBattleSheet>();
                    ui.set_consequence(consequence.into());
                    ui.set_refusal(refusal.into());
                });
            },
        );
    }

    fn bring_together(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(asked) = self.asked(shell) else { return };
        let reason = shell.with(|window| window.global::<NewBattleSheet>().get_reason()).unwrap_or_default();
        let by = ByHand::because(&reason);
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                if asked.attacker == asked.defender {
                    return Err(Problem::refused("One army is chosen twice.", "Choose two armies of sides at war."));
                }
                match apart(store, asked)? {
                    true if asked.brings => contacts::bring(store, asked.attacker, asked.defender, &by),
                    true => {
                        Err(outlook(store, asked).err().unwrap_or_else(|| Problem::refused("They stand apart.", APART)))
                    }
                    false => contacts::make(store, asked.attacker, asked.defender, &by),
                }
            },
            move |_, contact| page.wanted.set(Some(contact_row(contact))),
        );
    }
}
