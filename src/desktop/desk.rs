//! The desk.

use super::shell::{Page, Shell, model};
use super::ui::{Decision, DeskPage, Event, SideCard};
use crate::app::ahead::{Ahead, ahead};
use crate::app::desk::{self, Desk, Subject};
use crate::app::turn;
use crate::campaign::people::State;
use crate::campaign::realm::{Relation, Stance};
use crate::store::chronicle::Line;
use slint::ComponentHandle;
use std::cell::RefCell;
use std::rc::Rc;

/// How many lines of the chronicle the desk shows.
const LINES: u32 = 200;

struct Shown {
    desk: Desk,
    ahead: Ahead,
    relations: Vec<Relation>,
    lines: Vec<Line>,
}

/// Connects the desk.
pub fn connect(shell: &Rc<Shell>) {
    let subjects: Rc<RefCell<Vec<Subject>>> = Rc::default();
    let kept = Rc::clone(&subjects);
    shell.on_load(Page::Desk, move |shell| {
        let kept = Rc::clone(&kept);
        shell.read(
            |db| {
                let desk = desk::desk(db)?;
                let lines = db.lines("", None, None, LINES)?;
                Ok(Shown { desk, ahead: ahead(db)?, relations: db.relations()?, lines })
            },
            move |shell, shown| {
                *kept.borrow_mut() = shown.desk.decisions.iter().map(|decision| decision.about).collect();
                show(shell, &shown);
            },
        );
    });
    shell.with(|window| {
        let page = window.global::<DeskPage>();
        let on = Rc::clone(shell);
        page.on_play_turn(move || {
            on.act(
                |window, why| window.global::<DeskPage>().set_refusal(why),
                turn::play,
                |_, _| {},
            );
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

/// Goes to where something is decided, with it chosen.
pub fn decide(shell: &Rc<Shell>, subject: Subject) {
    match subject {
        Subject::Contact(contact) => super::battles::show_contact(shell, contact),
        Subject::Battle(battle) => super::battles::show_battle(shell, battle),
        Subject::Command(formation) | Subject::Want(formation) => super::armies::show_formation(shell, formation),
        Subject::Unassigned(_) => shell.go(Page::Armies),
        Subject::Ransom(captive) => super::captives::show_captive(shell, captive),
        Subject::Lord(_) => shell.go(Page::Armies),
    }
}

fn show(shell: &Rc<Shell>, shown: &Shown) {
    let decisions = shown.desk.decisions.iter().map(|decision| {
        let (weight, action) = match decision.about {
            Subject::Contact(_) => (2, "Decide"),
            Subject::Battle(_) => (2, "Settle"),
            Subject::Command(_) => (1, "Appoint"),
            Subject::Lord(_) => (1, "Look"),
            Subject::Ransom(_) => (0, "Bargain"),
            Subject::Want(_) => (2, "Look"),
            Subject::Unassigned(_) => (0, "Place"),
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
        let men: Vec<String> = State::ALL
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
        page.set_sides(model(sides.collect::<Vec<_>>()));
        page.set_ahead(shown.ahead.sentence().into());
        page.set_events(model(events.collect::<Vec<_>>()));
        page.set_events_title(match last {
            Some(_) => "What happened last".into(),
            None => "What happened".into(),
        });
    });
}
