//! What became of one thing of the campaign, action by action, and the ways back (CP-1.5, CP-7.7).

use super::chronicle::{back_to, say_undone};
use super::shell::{Shell, model, pick};
use super::ui::{AppWindow, HistoryRow, HistorySheet};
use crate::app::history::{self, RowDeed, RowStory};
use crate::app::world::mend;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, Result};
use crate::store::Db;
use crate::store::journal::ActionState;
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

/// What the sheet shows.
#[derive(Default)]
struct HistoryShown {
    thing: Option<RowOf>,
    actions: Vec<(ActionId, bool)>,
}

thread_local! {
    static SHOWN: RefCell<HistoryShown> = RefCell::default();
}

/// Connects the sheet.
pub fn connect(shell: &Rc<Shell>) {
    shell.with(|window| {
        let sheet = window.global::<HistorySheet>();
        let on = Rc::clone(shell);
        sheet.on_choose(move |at| choose(&on, at));
        let on = Rc::clone(shell);
        sheet.on_mend(move || {
            let reason = on.with(|window| window.global::<HistorySheet>().get_reason().to_string()).unwrap_or_default();
            let action = chosen(&on);
            on.act(refuse, move |store| mend::mend(store, action?, &reason), |shell, ()| again(shell));
        });
        let on = Rc::clone(shell);
        sheet.on_undo_to(move || {
            let action = chosen(&on);
            on.act(
                refuse,
                move |store| back_to(store, action?),
                |shell, undone| {
                    say_undone(shell, undone);
                    again(shell);
                },
            );
        });
    });
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<HistorySheet>().set_refusal(why);
}

/// The action chosen.
fn chosen(shell: &Rc<Shell>) -> Result<ActionId> {
    let at = shell.with(|window| window.global::<HistorySheet>().get_chosen()).unwrap_or(-1);
    let action = SHOWN.with(|shown| pick(&shown.borrow().actions, at));
    action.map(|(action, _)| action).ok_or_else(|| Problem::refused("No action is chosen.", "Choose one in the list."))
}

/// Shows what became of a thing.
pub fn show(shell: &Rc<Shell>, thing: RowOf) {
    shell.with(|window| {
        let sheet = window.global::<HistorySheet>();
        sheet.set_reason(SharedString::new());
        sheet.set_refusal(SharedString::new());
    });
    SHOWN.with(|shown| shown.borrow_mut().thing = Some(thing));
    load(shell, thing);
}

/// Shows it anew after something was taken back.
fn again(shell: &Rc<Shell>) {
    if let Some(thing) = SHOWN.with(|shown| shown.borrow().thing) {
        load(shell, thing);
    }
}

fn load(shell: &Rc<Shell>, thing: RowOf) {
    shell.read(
        move |db| {
            // The last that was done is what may be taken back, and stands on top.
            let mut story = history::of(db, thing)?;
            story.reverse();
            Ok((title(db, thing)?, story))
        },
        |shell, (title, story)| {
            let actions = story.iter().map(|step| (step.action.id, step.action.state == ActionState::Done)).collect();
            SHOWN.with(|shown| shown.borrow_mut().actions = actions);
            let last = if story.is_empty() { -1 } else { 0 };
            let rows = model(story.iter().map(row).collect::<Vec<_>>());
            shell.with(|window| {
                let sheet = window.global::<HistorySheet>();
                sheet.set_title(title.into());
                sheet.set_rows(rows);
                sheet.set_open(true);
            });
            choose(shell, last);
        },
    );
}

/// What the thing is called.
fn title(db: &Db, thing: RowOf) -> Result<String> {
    Ok(format!("What became of {}", history::name_of(db, thing)?))
}

fn row(step: &RowStory) -> HistoryRow {
    let fields: Vec<String> = match step.what {
        RowDeed::Changed => {
            step.fields.iter().map(|field| format!("{}: {} → {}", field.field, field.from, field.to)).collect()
        }
        RowDeed::Made | RowDeed::TakenOut => Vec::new(),
    };
    let mends = step.mended_by.iter().map(|mend| format!("mended by action {}", mend.0));
    HistoryRow {
        when: step.action.day.short().into(),
        number: format!("#{}", step.action.id.0).into(),
        text: step.action.sentence.as_str().into(),
        fields: fields.into_iter().chain(mends).collect::<Vec<_>>().join("; ").into(),
        undone: step.action.state != ActionState::Done,
    }
}

/// Chooses an action, and says what going back to it would take back.
fn choose(shell: &Rc<Shell>, at: i32) {
    shell.with(|window| {
        let sheet = window.global::<HistorySheet>();
        sheet.set_chosen(at);
        sheet.set_refusal(SharedString::new());
    });
    let action = SHOWN.with(|shown| pick(&shown.borrow().actions, at)).filter(|(_, done)| *done);
    shell.read(
        move |db| action.map(|(action, _)| history::after(db, action)).transpose(),
        |shell, later| {
            let sentence = match later {
                None => "Nothing is taken back by it: it is undone already, or none is chosen.".to_owned(),
                Some(later) if later.is_empty() => "It is the last thing done: Ctrl+Z takes it back.".to_owned(),
                Some(later) => format!("“Undo to here” takes back {}.", history::taken_back(&later)),
            };
            shell.with(|window| window.global::<HistorySheet>().set_consequence(sentence.into()));
        },
    );
}
