//! The sheet on which an army's train is filled (SG-1.3, SG-2.1), wherever the army is. What it costs, and how fast the army
//! goes with it, stands there before it is done.

use super::Armies;
use crate::app::numbers;
use crate::app::siege::{self, Load, Provision};
use crate::campaign::ids::{FormationId, StrongholdId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::week;
use crate::desktop::shell::{Shell, words};
use crate::desktop::sieges::number;
use crate::desktop::ui::{AppWindow, TrainSheet};
use crate::rules::siege::Gear;
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// What the sheet offers for the army it was opened on.
#[derive(Clone, Debug, Default)]
pub(super) struct TrainOffer {
    army: Option<FormationId>,
    /// The stores where it is, after the country.
    stores: Vec<StrongholdId>,
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<TrainSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// What a provision would come to, in words.
fn ahead(db: &Db, army: FormationId, provision: &Provision) -> Result<String> {
    let made = siege::provided(db, army, provision)?;
    let formation = db.formation(army)?;
    let count = db.army_counts()?.get(&army).copied().unwrap_or_default();
    let pace = |train| -> Result<i64> { Ok(week::pace(count, train, db.day()?, &numbers::of(db)?).miles_a_day.value) };
    let (now, then) = (pace(formation.train)?, pace(true)?);
    let slower = if then < now {
        format!(" It goes {then} miles a day with it, and not {now} (CP-2.1).")
    } else {
        String::new()
    };
    let pays = match made.cost.0 {
        0 => String::new(),
        _ => format!("Costs {}; the treasury holds {}. ", made.cost.marks(), made.treasury.marks()),
    };
    Ok(format!("{pays}With it go {}.{slower}", siege::train_in_words(&made.train)))
}

impl Armies {
    pub(super) fn connect_train(self: &Rc<Armies>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<TrainSheet>();
        ui.set_engines(words(std::iter::once("none").chain(Gear::ALL.iter().map(|gear| gear.word()))));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_changed(move || page.train_changed(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirmed(move || page.fill_train(&on));
    }

    pub(super) fn open_train(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let Some(part) = self.chosen_parts().first().copied() else {
            shell.with(|window| super::refuse(window, "Choose an army in the tree first.".into()));
            return;
        };
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let army = db.formation(db.formation(part)?.army)?;
                let here = db.strongholds()?.into_iter();
                let stores: Vec<_> =
                    here.filter(|known| Some(known.place) == army.place && known.side == army.side).collect();
                Ok((db.train(army.id)?, army, stores))
            },
            move |shell, (train, army, stores)| {
                shell.with(|window| {
                    let ui = window.global::<TrainSheet>();
                    ui.set_title(format!("The train of {}", army.name).into());
                    ui.set_load(siege::train_in_words(&train).into());
                    let country = "Bought of the country".to_owned();
                    let out_of =
                        stores.iter().map(|known| format!("The store of {}: {} rations", known.name, known.rations));
                    ui.set_sources(words(std::iter::once(country).chain(out_of)));
                    ui.set_source(0);
                    ui.set_rations(SharedString::new());
                    ui.set_animals(SharedString::new());
                    ui.set_engine(0);
                    ui.set_made("1".into());
                    ui.set_consequence(SharedString::new());
                    ui.set_refusal(SharedString::new());
                    ui.set_open(true);
                });
                *page.train.borrow_mut() =
                    TrainOffer { army: Some(army.id), stores: stores.iter().map(|known| known.id).collect() };
            },
        );
    }

    /// What is filled in on the sheet.
    fn provision(&self, shell: &Rc<Shell>) -> Option<Result<(FormationId, Provision)>> {
        let army = self.train.borrow().army?;
        let (source, rations, animals, engine, made) = shell.with(|window| {
            let ui = window.global::<TrainSheet>();
            (ui.get_source(), ui.get_rations(), ui.get_animals(), ui.get_engine(), ui.get_made())
        })?;
        let read = || {
            let load = Load { rations: number(&rations, "rations")?, animals: number(&animals, "animals")? };
            let stores = &self.train.borrow().stores;
            let from = usize::try_from(source - 1).ok().and_then(|at| stores.get(at).copied());
            let gear = usize::try_from(engine - 1).ok().and_then(|at| Gear::ALL.get(at).copied());
            let many = u16::try_from(number(&made, "engines")?).unwrap_or(u16::MAX);
            let provision = Provision { load, from, engines: gear.map(|gear| (gear, many)) };
            match provision.load == Load::default() && (gear.is_none() || many == 0) {
                true => Err(Problem::refused("Nothing is to be loaded.", "Say how many rations, animals or engines.")),
                false => Ok((army, provision)),
            }
        };
        Some(read())
    }

    fn train_changed(self: &Rc<Armies>, shell: &Rc<Shell>) {
        let tell = |shell: &Rc<Shell>, text: Result<String>| {
            shell.with(|window| {
                let ui = window.global::<TrainSheet>();
                ui.set_refusal(SharedString::new());
                ui.set_consequence(match text {
                    Ok(text) => text.into(),
                    Err(problem) => problem.to_string().into(),
                });
            });
        };
        match self.provision(shell) {
            None => {}
            Some(Err(_)) => tell(shell, Ok(String::new())),
            Some(Ok((army, provision))) => {
                shell.try_read(move |db| ahead(db, army, &provision), move |shell, text| tell(shell, text))
            }
        }
    }

    fn fill_train(self: &Rc<Armies>, shell: &Rc<Shell>) {
        match self.provision(shell) {
            None => {}
            Some(Err(problem)) => {
                shell.with(|window| window.global::<TrainSheet>().set_refusal(problem.to_string().into()));
            }
            Some(Ok((army, provision))) => {
                shell.act(refuse, move |store| siege::provide(store, army, &provision).map(drop), |_, ()| {});
            }
        }
    }
}
