//! The chronicle.

use super::print::{BlankPaper, PrintChoice, PrintWanted};
use super::shell::{Page, Shell, shared};
use super::table::{CellData, ColumnHeading, RowData, Table, Tone};
use super::ui::{AppWindow, ChroniclePage, OwnEntry};
use crate::app::history::{self, EntryKind, HistoryEntry};
use crate::app::world::mend;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, Result};
use crate::store::Store;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

const CHRONICLE: &[ColumnHeading] = &[
    ColumnHeading::words("When", 12, 12),
    ColumnHeading::words("What happened", 40, 110),
    ColumnHeading::words("Kind", 9, 11),
    ColumnHeading::words("Clause", 7, 9),
];

/// The most entries a search shows; the newest.
const ENTRIES: u32 = 20_000;

struct Chronicle {
    table: Rc<Table>,
    entries: RefCell<Vec<HistoryEntry>>,
}

/// Forgets what was searched for, for another campaign is opened.
pub fn forget(shell: &Rc<Shell>) {
    shell.with(|window| window.global::<ChroniclePage>().set_search(SharedString::new()));
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Chronicle { table: shell.table("chronicle", CHRONICLE), entries: RefCell::default() });
    let weak = Rc::downgrade(shell);
    page.table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<ChroniclePage>().set_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.table.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    shell.on_back(Page::Chronicle, |window| {
        let page = window.global::<ChroniclePage>();
        let open = page.get_writing();
        page.set_writing(false);
        open
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::Chronicle, move |shell| at.load(shell));
    shell.with(|window| {
        let ui = window.global::<ChroniclePage>();
        ui.set_rows(shared(&page.table));
        ui.set_columns(page.table.columns());
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_searched(move |_| at.load(&on));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_toggled(move || at.load(&on));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_undo_to(move || at.undo_to(&on));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_mend(move || at.mend(&on));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        page.table.on_menu(move |index| if index == 0 { at.undo_to(&on) } else { at.mend(&on) });
        let on = Rc::clone(shell);
        ui.on_write(move || {
            on.with(|window| {
                let ui = window.global::<ChroniclePage>();
                ui.set_entry(SharedString::new());
                ui.set_entry_day(SharedString::new());
                ui.set_entry_refusal(SharedString::new());
                ui.set_writing(true);
            });
        });
        let on = Rc::clone(shell);
        ui.on_confirm_entry(move || write(&on));
        let on = Rc::clone(shell);
        ui.on_charts(move || on.go(Page::Charts));
        let on = Rc::clone(shell);
        ui.on_print(move || {
            let choices = vec![
                PrintChoice::new(PrintWanted::Chronicle, "Print the chronicle", "chronicle"),
                PrintChoice::new(PrintWanted::Casualties, "Print the casualty list", "casualties"),
                PrintChoice::new(PrintWanted::Blank(BlankPaper::Orders), "Print an order sheet", "order sheet"),
            ];
            super::print::ask_one_of(&on, choices);
        });
    });
}

/// Writes the referee's own entry or letter.
fn write(shell: &Rc<Shell>) {
    let Some((text, letter, day)) = shell.with(|window| {
        let ui = window.global::<ChroniclePage>();
        (ui.get_entry().to_string(), ui.get_entry_kind() == OwnEntry::Letter, ui.get_entry_day().to_string())
    }) else {
        return;
    };
    let refuse = |window: &AppWindow, why: SharedString| {
        let ui = window.global::<ChroniclePage>();
        if why.is_empty() {
            ui.set_writing(false);
        }
        ui.set_entry_refusal(why);
    };
    let kind = if letter { LineKind::Letter } else { LineKind::Entry };
    shell.act(
        refuse,
        move |store| {
            let day = match day.trim() {
                "" => None,
                day => Some(day.parse::<Day>().map_err(|bad| {
                    Problem::bad_input(format!("{bad}.")).hint("Write a day such as 1335-06-19, or none for today.")
                })?),
            };
            history::write(store, kind, day, &text)
        },
        |_, ()| {},
    );
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<ChroniclePage>().set_refusal(why);
}

impl Chronicle {
    fn load(self: &Rc<Chronicle>, shell: &Rc<Shell>) {
        let Some((search, actions)) = shell.with(|window| {
            let ui = window.global::<ChroniclePage>();
            (ui.get_search().to_string(), ui.get_actions_only())
        }) else {
            return;
        };
        let page = Rc::clone(self);
        shell.read(
            move |db| history::chronicle(db, &search, None, None, ENTRIES),
            move |shell, entries| {
                let entries: Vec<HistoryEntry> =
                    entries.into_iter().filter(|entry| !actions || entry.kind == EntryKind::Action).collect();
                let rows = entries.iter().enumerate().map(|(at, entry)| row(at, entry));
                page.table.set_rows(rows.collect());
                shell.with(|window| window.global::<ChroniclePage>().set_empty(entries.is_empty()));
                *page.entries.borrow_mut() = entries;
                page.table.clear();
                page.choose(shell);
            },
        );
    }

    fn chosen(&self) -> Option<HistoryEntry> {
        let at = self.table.selection().first().copied()?;
        self.entries.borrow().get(usize::try_from(at).ok()?).cloned()
    }

    /// Shows the entry chosen, and how much going back to it would take back, whatever the search shows.
    fn choose(&self, shell: &Rc<Shell>) {
        let chosen = self.chosen();
        let action = chosen.as_ref().filter(|entry| entry.holds).and_then(|entry| entry.action);
        shell.read(
            move |db| match action {
                Some(action) => history::after(db, action),
                None => Ok(Vec::new()),
            },
            move |shell, later| show_choice(shell, chosen, &history::taken_back(&later)),
        );
    }

    /// The action chosen, if it is one that holds.
    fn action(&self) -> Result<ActionId> {
        self.chosen().filter(|entry| entry.holds).and_then(|entry| entry.action).ok_or_else(|| {
            Problem::refused(
                "No action is selected.",
                "Select an action that still holds; events have none of their own.",
            )
        })
    }

    fn undo_to(&self, shell: &Rc<Shell>) {
        let action = self.action();
        shell.act(refuse, move |store| back_to(store, action?), say_undone);
    }

    /// Takes the one action back, and nothing that was done since.
    fn mend(&self, shell: &Rc<Shell>) {
        let action = self.action();
        shell.act(refuse, move |store| mend::mend(store, action?, ""), |_, ()| {});
    }
}

/// Goes back to an action; how many were taken back by it.
pub(super) fn back_to(store: &mut Store, action: ActionId) -> Result<usize> {
    let mut undone = Vec::new();
    history::undo_to(store, action, &mut undone)?;
    Ok(undone.len())
}

/// Says how many actions were taken back at once.
pub(super) fn say_undone(shell: &Rc<Shell>, undone: usize) {
    match undone {
        0 => shell.say_of_it("Nothing was done after it.".to_owned()),
        1 => {}
        undone => shell.say_of_it(format!("Undid {undone} actions; each is redone by Ctrl+Shift+Z.")),
    }
}

fn show_choice(shell: &Rc<Shell>, chosen: Option<HistoryEntry>, later: &str) {
    shell.with(|window| {
        let ui = window.global::<ChroniclePage>();
        ui.set_refusal(SharedString::new());
        ui.set_chosen(chosen.as_ref().map(|entry| entry.text.as_str()).unwrap_or_default().into());
        ui.set_consequence(match later {
            "" => SharedString::new(),
            later => format!("“Undo to here” takes back {later}. Redo brings back what is undone.").into(),
        });
    });
}

fn row(at: usize, entry: &HistoryEntry) -> RowData {
    let text = CellData::text(&entry.text);
    let kind = match entry.holds {
        true => CellData::text(entry.kind.word()).tone(Tone::Quiet),
        false => CellData::text("undone").tone(Tone::Warn),
    };
    RowData {
        id: at as i64,
        cells: vec![
            CellData::ranked(entry.day.short(), i64::from(entry.day.0)).tip(entry.day.spoken()),
            if entry.holds { text } else { text.tone(Tone::Quiet) },
            kind,
            CellData::text(&entry.clause).tone(Tone::Quiet),
        ],
    }
}
