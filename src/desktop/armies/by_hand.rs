//! The sheet on which an army, or a part of one, is changed by hand (CP-7.7): its name, where it stands, what it lacks.

use super::Armies;
use crate::app::world::{ByHand, troops};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, PlaceId, StrongholdId};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::shell::{Shell, count, pick, words};
use crate::desktop::ui::{AppWindow, ArmySheet};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Where an army can stand: in the open at a place, or in a stronghold there.
type Spot = (PlaceId, Option<StrongholdId>);

/// What the sheet was opened on.
#[derive(Default)]
pub(super) struct OnArmy {
    formation: Option<Formation>,
    spots: Vec<Spot>,
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<ArmySheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Every spot, each in words.
fn spots(db: &Db) -> Result<Vec<(Spot, String)>> {
    let holds = db.strongholds()?;
    let mut spots = Vec::new();
    for place in db.places()? {
        spots.push(((place.id, None), place.name.clone()));
        let inside = holds.iter().filter(|hold| hold.place == place.id);
        spots.extend(inside.map(|hold| ((place.id, Some(hold.id)), format!("{}, in {}", place.name, hold.name))));
    }
    Ok(spots)
}

fn weeks(text: &str, what: &str) -> Result<u32> {
    text.trim().parse().map_err(|_| {
        Problem::bad_input(format!("“{}” is no number of {what}.", text.trim())).hint("Type a whole number, in digits.")
    })
}

impl Armies {
    pub(super) fn connect_by_hand(self: &Rc<Armies>, shell: &Rc<Shell>, window: &AppWindow) {
        let sheet = window.global::<ArmySheet>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_confirmed(move || page.change_army(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        sheet.on_take_out(move || {
            let formation = page.on_army.borrow().formation.clone();
            let Some(formation) = formation else { return };
            let reason = on.with(|window| window.global::<ArmySheet>().get_reason().to_string()).unwrap_or_default();
            on.act(refuse, move |store| troops::remove(store, formation.id, &ByHand::because(&reason)), |_, ()| {});
        });
    }

    /// Opens the sheet on what the tree has chosen.
    pub(super) fn open_by_hand(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(chosen) = self.chosen_parts().first().copied() else { return };
        let page = Rc::clone(self);
        shell.read(
            move |db| Ok((db.formation(chosen)?, spots(db)?, db.men_of(chosen)?.is_empty())),
            move |shell, (formation, spots, empty)| {
                let spot = spots
                    .iter()
                    .position(|((place, hold), _)| Some(*place) == formation.place && *hold == formation.stronghold);
                shell.with(|window| {
                    let sheet = window.global::<ArmySheet>();
                    sheet.set_title(format!("Change {} by hand", formation.name).into());
                    sheet.set_name(formation.name.as_str().into());
                    sheet.set_whole(formation.level == Level::Army);
                    sheet.set_spots(words(spots.iter().map(|(_, told)| told.as_str())));
                    sheet.set_spot(spot.map_or(-1, count));
                    sheet.set_train(formation.train);
                    sheet.set_unpaid(formation.unpaid_weeks.to_string().into());
                    sheet.set_hungry(formation.hungry_weeks.to_string().into());
                    sheet.set_reason(SharedString::new());
                    sheet.set_refusal(SharedString::new());
                    sheet.set_empty(empty);
                    sheet.set_open(true);
                });
                let spots = spots.into_iter().map(|(spot, _)| spot).collect();
                *page.on_army.borrow_mut() = OnArmy { formation: Some(formation), spots };
            },
        );
    }

    fn change_army(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let typed = shell.with(|window| {
            let sheet = window.global::<ArmySheet>();
            let on = self.on_army.borrow();
            let mut formation = on.formation.clone()?;
            formation.name = sheet.get_name().to_string();
            if formation.level == Level::Army {
                if let Some((place, hold)) = pick(&on.spots, sheet.get_spot()) {
                    (formation.place, formation.stronghold) = (Some(place), hold);
                }
                formation.train = sheet.get_train();
            }
            let (unpaid, hungry) = (sheet.get_unpaid(), sheet.get_hungry());
            let weeks = weeks(&unpaid, "weeks").and_then(|unpaid| Ok((unpaid, weeks(&hungry, "weeks")?)));
            Some((formation, weeks, sheet.get_reason().to_string()))
        });
        let Some(Some((mut formation, weeks, reason))) = typed else { return };
        let wanted: FormationId = formation.id;
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| {
                (formation.unpaid_weeks, formation.hungry_weeks) = weeks?;
                troops::edit(store, &formation, &ByHand::because(&reason))
            },
            move |_, ()| page.wanted.set(Some(wanted)),
        );
    }
}
