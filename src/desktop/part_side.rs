//! The sheet on which a side is parted (CP-7.7): who and what goes, what it takes, and what is then between the two.

use super::shell::{Shell, model, pick, words};
use super::ui::{AppWindow, PartSheet, PartingRow};
use crate::app::organise;
use crate::app::world::ByHand;
use crate::app::world::sides::{self, NewSide, Parting};
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::problem::Result;
use crate::campaign::realm::Stance;
use crate::rules::figure::Class;
use crate::rules::telling::counted;
use crate::store::Db;
use slint::{ComponentHandle, Model, SharedString};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What may go.
#[derive(Clone, Copy)]
enum Goes {
    Army(FormationId),
    Place(PlaceId),
}

struct Parts {
    side: SideId,
    people: People,
    name: String,
    goes: Vec<Goes>,
    rows: Vec<PartingRow>,
    lords: Vec<(PersonId, String)>,
}

thread_local! {
    static PARTS: RefCell<Option<Parts>> = const { RefCell::new(None) };
}

fn refuse(window: &AppWindow, why: SharedString) {
    let sheet = window.global::<PartSheet>();
    if why.is_empty() {
        sheet.set_open(false);
    }
    sheet.set_refusal(why);
}

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<PartSheet>();
        sheet.set_stances(words(Stance::ALL.iter().map(|stance| stance.word())));
        let on = Rc::clone(shell);
        sheet.on_toggle(move |at, goes| toggle(&on, at, goes));
        let on = Rc::clone(shell);
        sheet.on_confirmed(move || confirm(&on));
    });
}

/// Opens the sheet on a side.
pub fn open(shell: &Rc<Shell>, side: SideId) {
    shell.read(
        move |db| parts(db, side),
        |shell, parts| {
            shell.with(|window| {
                let sheet = window.global::<PartSheet>();
                sheet.set_title(format!("Part {}", parts.name).into());
                sheet.set_name(SharedString::new());
                sheet.set_money(SharedString::new());
                sheet.set_reason(SharedString::new());
                sheet.set_refusal(SharedString::new());
                sheet.set_rows(model(parts.rows.clone()));
                let names = parts.lords.iter().map(|(_, name)| name.as_str());
                sheet.set_lords(words(std::iter::once("nobody yet").chain(names)));
                sheet.set_lord(0);
                sheet.set_stance(
                    Stance::ALL.iter().position(|stance| *stance == Stance::War).map_or(0, super::shell::count),
                );
                sheet.set_open(true);
            });
            PARTS.with(|kept| *kept.borrow_mut() = Some(parts));
            foretell(shell);
        },
    );
}

fn parts(db: &Db, side: SideId) -> Result<Parts> {
    let realm = db.side(side)?;
    let (mut goes, mut rows) = (Vec::new(), Vec::new());
    let lines = organise::armies(db)?;
    for line in &lines {
        if db.formation(line.id)?.side == side {
            goes.push(Goes::Army(line.id));
            rows.push(PartingRow {
                name: line.name.as_str().into(),
                detail: format!("{}, {}", counted(line.men, "man", "men"), line.place).into(),
                goes: false,
            });
        }
    }
    let holds = db.strongholds()?;
    for place in db.places()?.into_iter().filter(|place| place.side == Some(side)) {
        let there: Vec<&str> =
            holds.iter().filter(|hold| hold.place == place.id).map(|hold| hold.name.as_str()).collect();
        let detail = match there.is_empty() {
            true => place.kind.to_string(),
            false => format!("{}, with {}", place.kind, there.join(" and ")),
        };
        goes.push(Goes::Place(place.id));
        rows.push(PartingRow { name: place.name.into(), detail: detail.into(), goes: false });
    }
    // Those who command an army, and other knights who bear a title, may rule.
    let mut lords: Vec<(PersonId, String)> = Vec::new();
    let mut seen = BTreeSet::new();
    for army in db.armies()?.into_iter().filter(|army| army.side == side) {
        for man in db.men_of(army.id)? {
            let titled = man.profile.class == Class::Knight && man.profile.rank.step() > 1;
            if (titled || army.commander == Some(man.id)) && seen.insert(man.id) {
                lords.push((man.id, format!("{}, in {}", man.styled(), army.name)));
            }
        }
    }
    Ok(Parts { side, people: realm.people, name: realm.name, goes, rows, lords })
}

fn toggle(shell: &Rc<Shell>, at: i32, goes: bool) {
    shell.with(|window| {
        let rows = window.global::<PartSheet>().get_rows();
        let Ok(at) = usize::try_from(at) else { return };
        if let Some(row) = rows.row_data(at) {
            rows.set_row_data(at, PartingRow { goes, ..row });
        }
    });
    foretell(shell);
}

/// The armies and places ticked.
fn ticked(window: &AppWindow, parts: &Parts) -> (Vec<FormationId>, Vec<PlaceId>) {
    let rows = window.global::<PartSheet>().get_rows();
    let (mut armies, mut places) = (Vec::new(), Vec::new());
    for (_, goes) in rows.iter().zip(&parts.goes).filter(|(row, _)| row.goes) {
        match goes {
            Goes::Army(army) => armies.push(*army),
            Goes::Place(place) => places.push(*place),
        }
    }
    (armies, places)
}

fn foretell(shell: &Rc<Shell>) {
    shell.with(|window| {
        PARTS.with(|parts| {
            let parts = parts.borrow();
            let Some(parts) = &*parts else { return };
            let (armies, places) = ticked(window, parts);
            let count = |many: usize, one, more| counted(u32::try_from(many).unwrap_or(u32::MAX), one, more);
            let told = match (armies.len(), places.len()) {
                (0, 0) => "Tick what goes with the new side.".to_owned(),
                (armies, places) => format!(
                    "{} and {} leave {}; what binds it to others binds the new side too.",
                    count(armies, "army", "armies"),
                    count(places, "place", "places"),
                    parts.name
                ),
            };
            window.global::<PartSheet>().set_consequence(told.into());
        });
    });
}

fn confirm(shell: &Rc<Shell>) {
    let asked = shell.with(|window| {
        PARTS.with(|parts| {
            let parts = parts.borrow();
            let parts = parts.as_ref()?;
            let sheet = window.global::<PartSheet>();
            let (armies, places) = ticked(window, parts);
            let treasury = super::founding::sum(&sheet.get_money());
            let new = NewSide {
                name: sheet.get_name().to_string(),
                tincture: None,
                people: parts.people,
                treasury: Pence::ZERO,
            };
            let parting = treasury.map(|treasury| Parting {
                armies,
                places,
                treasury,
                lord: pick(&parts.lords, sheet.get_lord() - 1).map(|(lord, _)| lord),
                stance: pick(Stance::ALL, sheet.get_stance()),
            });
            Some((parts.side, new, parting, sheet.get_reason().to_string()))
        })
    });
    let Some(Some((side, new, parting, reason))) = asked else { return };
    shell.act(refuse, move |store| sides::part(store, side, &new, &parting?, &ByHand::because(&reason)), |_, _| {});
}
