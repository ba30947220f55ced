//! The desk.

use super::shell::{Page, Shell, count, model, words};
use super::ui::{AppWindow, Decision, DeskPage, Event, SideCard, Weight};
use crate::app::ahead::{Ahead, ahead};
use crate::app::desk::{self, Desk, Since, Subject};
use crate::app::{commands, founding, relations, turn};
use crate::campaign::calendar::Day;
use crate::campaign::ids::SideId;
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::{Relation, Stance};
use crate::store::chronicle::ChronicleLine;
use slint::{ComponentHandle, Model, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

/// How many lines of the chronicle the desk shows.
const LINES: u32 = 200;

struct DeskShown {
    desk: Desk,
    ahead: Ahead,
    relations: Vec<Relation>,
    lines: Vec<ChronicleLine>,
    founding: Vec<String>,
    since: Option<Since>,
}

pub fn connect(shell: &Rc<Shell>) {
    let subjects: Rc<RefCell<Vec<Subject>>> = Rc::default();
    let sides: Rc<RefCell<Vec<SideId>>> = Rc::default();
    let relations: Rc<RefCell<Vec<Relation>>> = Rc::default();
    let (kept, listed, between) = (Rc::clone(&subjects), Rc::clone(&sides), Rc::clone(&relations));
    shell.on_back(Page::Desk, |window| {
        let page = window.global::<DeskPage>();
        let open = page.get_stances_open();
        page.set_stances_open(false);
        open
    });
    shell.on_load(Page::Desk, move |shell| {
        let (kept, listed, between) = (Rc::clone(&kept), Rc::clone(&listed), Rc::clone(&between));
        let apart = shell.apart.get();
        shell.read(
            move |db| {
                let desk = desk::desk(db)?;
                let lines = db.lines("", None, None, LINES)?;
                let founding = founding::wanting(db)?;
                let since = apart.map(|(seen, last)| desk::since(db, seen, last)).transpose()?;
                Ok(DeskShown { desk, ahead: ahead(db)?, relations: db.relations()?, lines, founding, since })
            },
            move |shell, shown| {
                *kept.borrow_mut() = shown.desk.decisions.iter().map(|decision| decision.about).collect();
                *listed.borrow_mut() = shown.desk.sides.iter().map(|line| line.side.id).collect();
                between.borrow_mut().clone_from(&shown.relations);
                show(shell, &shown);
            },
        );
    });
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        let on = Rc::clone(shell);
        page.on_play_turn(move || {
            on.act(|window, why| window.global::<DeskPage>().set_refusal(why), turn::play, |_, _| {});
        });
        let on = Rc::clone(shell);
        page.on_go_on_founding(move || super::founding::open(&on));
        let on = Rc::clone(shell);
        page.on_change_sides(move || super::founding::open_sides(&on));
        let on = Rc::clone(shell);
        page.on_show_chronicle(move || on.go(Page::Chronicle));
        let on = Rc::clone(shell);
        page.on_seen_since(move || {
            on.apart.set(None);
            on.refresh();
        });
        page.set_stances(words(Stance::ALL.iter().map(|stance| stance.word())));
        let (on, known) = (Rc::clone(shell), Rc::clone(&sides));
        let (between, again) = (Rc::clone(&relations), Rc::clone(&relations));
        page.on_open_stances(move || {
            on.with(|window| {
                let page = window.global::<DeskPage>();
                page.set_stance_refusal(SharedString::new());
                show_stance(&page, &known.borrow(), &between.borrow());
                page.set_stances_open(true);
            });
        });
        let (on, known) = (Rc::clone(shell), Rc::clone(&sides));
        page.on_sides_chosen(move || {
            on.with(|window| show_stance(&window.global::<DeskPage>(), &known.borrow(), &again.borrow()));
        });
        let on = Rc::clone(shell);
        page.on_set_stance(move || {
            let sides = sides.borrow().clone();
            set_stance(&on, &sides);
        });
        let on = Rc::clone(shell);
        page.on_decide(move |index| {
            let subject = usize::try_from(index).ok().and_then(|index| subjects.borrow().get(index).copied());
            if let Some(subject) = subject {
                decide(&on, subject);
            }
        });
    });
}

/// Goes to where something is decided, with it chosen; a vacant command is filled at once.
pub fn decide(shell: &Rc<Shell>, subject: Subject) {
    match subject {
        Subject::Contact(contact) => super::battles::show_contact(shell, contact),
        Subject::Battle(battle) => super::battles::show_battle(shell, battle),
        Subject::Siege(siege) => super::sieges::show_siege(shell, siege),
        // The highest there takes the command, and all below that are vacant; it is undone as easily.
        Subject::Command(formation) => shell.act(
            |window, why| window.global::<DeskPage>().set_refusal(why),
            move |store| commands::fill_vacant(store, formation),
            |_, _| {},
        ),
        Subject::Want(formation) | Subject::Service(formation) => super::armies::show_formation(shell, formation),
        Subject::Unassigned(_) => shell.go(Page::Armies),
        Subject::Ransom(captive) => super::captives::show_captive(shell, captive),
        Subject::Lord(side) => shell.read(
            move |db| Ok(db.armies()?.into_iter().find(|army| army.side == side).map(|army| army.id)),
            |shell, army| match army {
                Some(army) => super::armies::show_formation(shell, army),
                None => shell.go(Page::Armies),
            },
        ),
    }
}

/// Shows what is between the two chosen sides, and offers the same, so that nothing changes unless something else is chosen.
fn show_stance(page: &DeskPage, sides: &[SideId], relations: &[Relation]) {
    let side =
        |at: i32| usize::try_from(at).ok().and_then(|at| Some((*sides.get(at)?, page.get_side_names().row_data(at)?)));
    let (Some((one, first)), Some((other, second))) = (side(page.get_one()), side(page.get_other())) else {
        return page.set_stance_now(SharedString::new());
    };
    if one == other {
        return page.set_stance_now("Choose two different sides.".into());
    }
    let known = relations.iter().find(|known| [known.a, known.b] == [one, other] || [known.a, known.b] == [other, one]);
    let (stance, until) = known.map_or((Stance::Peace, None), |known| (known.stance, known.until));
    let now = match (stance, until) {
        (Stance::Peace, _) => "are at peace".to_owned(),
        (Stance::War, _) => "are at war".to_owned(),
        (Stance::Truce, None) => "are in truce".to_owned(),
        (Stance::Truce, Some(day)) => format!("are in truce until {}", day.long()),
        (Stance::Allied, _) => "are allied".to_owned(),
    };
    page.set_stance_now(format!("{first} and {second} {now}.").into());
    page.set_stance(Stance::ALL.iter().position(|known| *known == stance).map_or(0, count));
    page.set_until(until.map_or(SharedString::new(), |day| day.to_string().into()));
}

fn refuse_stance(window: &AppWindow, why: SharedString) {
    let page = window.global::<DeskPage>();
    if why.is_empty() {
        page.set_stances_open(false);
    }
    page.set_stance_refusal(why);
}

fn set_stance(shell: &Rc<Shell>, sides: &[SideId]) {
    let Some((one, other, stance, until)) = shell.with(|window| {
        let page = window.global::<DeskPage>();
        (page.get_one(), page.get_other(), page.get_stance(), page.get_until().to_string())
    }) else {
        return;
    };
    let side = |at: i32| usize::try_from(at).ok().and_then(|at| sides.get(at).copied());
    let (one, other) = (side(one), side(other));
    let stance = usize::try_from(stance).ok().and_then(|at| Stance::ALL.get(at).copied());
    shell.act(
        refuse_stance,
        move |store| {
            let none = || Problem::refused("Two sides are not chosen.", "Choose both; a roster's import makes a side.");
            relations::set(
                store,
                one.ok_or_else(none)?,
                other.ok_or_else(none)?,
                stance.ok_or_else(none)?,
                if stance == Some(Stance::Truce) { day(&until)? } else { None },
            )
        },
        |_, ()| {},
    );
}

/// The day typed, or none.
fn day(text: &str) -> Result<Option<Day>> {
    match text.trim() {
        "" => Ok(None),
        text => text
            .parse::<Day>()
            .map(Some)
            .map_err(|bad| Problem::bad_input(bad.to_string()).hint("Write a day such as 1335-11-11.")),
    }
}

fn show(shell: &Rc<Shell>, shown: &DeskShown) {
    let decisions = shown.desk.decisions.iter().map(|decision| {
        let (weight, action) = match decision.about {
            Subject::Contact(_) => (Weight::StopsSomething, "Decide"),
            Subject::Battle(_) => (Weight::StopsSomething, "Settle"),
            Subject::Siege(_) => (Weight::StopsSomething, "Decide"),
            Subject::Command(_) => (Weight::WantsAttention, "Appoint"),
            Subject::Lord(_) => (Weight::WantsAttention, "Look"),
            Subject::Ransom(_) => (Weight::CanWait, "Bargain"),
            Subject::Want(_) => (Weight::StopsSomething, "Look"),
            Subject::Unassigned(_) => (Weight::CanWait, "Place"),
            Subject::Service(_) => (Weight::WantsAttention, "Decide"),
        };
        Decision {
            title: decision.sentence.as_str().into(),
            detail: decision.remedy.as_str().into(),
            weight,
            action: action.into(),
            ..Decision::default()
        }
    });
    let name = |id| shown.desk.sides.iter().find(|line| line.side.id == id).map_or("", |line| line.side.name.as_str());
    let sides = shown.desk.sides.iter().map(|line| {
        let men: Vec<String> = PersonState::ALL
            .iter()
            .filter_map(|state| line.men.get(state).filter(|men| **men > 0).map(|men| format!("{men} {state}")))
            .collect();
        let stances: Vec<String> = shown
            .relations
            .iter()
            .filter_map(|relation| {
                let other = match line.side.id {
                    id if id == relation.a => relation.b,
                    id if id == relation.b => relation.a,
                    _ => return None,
                };
                let until = relation.until.map_or(String::new(), |day| format!(" until {}", day.long()));
                match relation.stance {
                    Stance::Peace => None,
                    Stance::War => Some(format!("at war with {}", name(other))),
                    Stance::Truce => Some(format!("in truce with {}{until}", name(other))),
                    Stance::Allied => Some(format!("allied with {}", name(other))),
                }
            })
            .collect();
        SideCard {
            name: line.side.name.as_str().into(),
            tincture: line.side.tincture.word().into(),
            lord: line.lord.as_str().into(),
            men: men.join(", ").into(),
            treasury: line.side.treasury.to_string().into(),
            stances: stances.join("; ").into(),
        }
    });
    let last = shown.lines.first().map(|line| line.day);
    let events = shown.lines.iter().map(|line| Event {
        when: line.day.short().into(),
        text: line.text.as_str().into(),
        clause: line.clause.as_str().into(),
    });
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        page.set_decisions(model(decisions.collect::<Vec<_>>()));
        page.set_side_names(words(shown.desk.sides.iter().map(|line| line.side.name.as_str())));
        page.set_sides(model(sides.collect::<Vec<_>>()));
        page.set_ahead(shown.ahead.sentence().into());
        page.set_founding(in_short(&shown.founding).into());
        page.set_since(shown.since.as_ref().map(Since::told).unwrap_or_default().into());
        page.set_since_done(words(shown.since.iter().flat_map(|since| &since.done)));
        page.set_events(model(events.collect::<Vec<_>>()));
        page.set_events_title(match last {
            Some(_) => "What happened last".into(),
            None => "What happened".into(),
        });
    });
}

/// The first of what is missing, and how much more is.
fn in_short(missing: &[String]) -> String {
    const TOLD: usize = 2;
    match missing.len() {
        0..=TOLD => missing.join(" "),
        many => format!("{} And {} more.", missing[..TOLD].join(" "), many - TOLD),
    }
}
