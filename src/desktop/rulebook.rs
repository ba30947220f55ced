//! The rule book and the house rules.

use super::shell::{Page, Shell, count, model, shared, words};
use super::table::{CellData, ColumnHeading, RowData, Table, Tone};
use super::ui::{AppWindow, ClauseRow, ClauseSituation, RuleBookPage, RuleTab};
use crate::app::odds::By;
use crate::app::rulebook::Number;
use crate::app::{numbers, rulebook};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

const NUMBERS: &[ColumnHeading] = &[
    ColumnHeading::words("Number", 24, 42),
    ColumnHeading::words("Page", 10, 18),
    ColumnHeading::words("Clause", 8, 8),
    ColumnHeading::values("Here", 8),
    ColumnHeading::values("In the book", 11),
    ColumnHeading::words("Whose", 8, 14),
];

struct RuleBook {
    table: Rc<Table>,
    numbers: RefCell<Vec<Number>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<RuleBook>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(RuleBook { table: shell.table("numbers", NUMBERS), numbers: RefCell::default() });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let weak = Rc::downgrade(shell);
    page.table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<RuleBookPage>().set_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.table.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::RuleBook, move |shell| at.load(shell));
    shell.with(|window| {
        let ui = window.global::<RuleBookPage>();
        ui.set_rows(shared(&page.table));
        ui.set_columns(page.table.columns());
        ui.set_books(words(rulebook::pages().iter().map(|(_, title)| *title)));
        let on = Rc::clone(shell);
        ui.on_searched(move |text| {
            on.with(|window| show(window, &text, None));
        });
        let on = Rc::clone(shell);
        ui.on_turned(move |_| {
            on.with(|window| {
                window.global::<RuleBookPage>().set_search(SharedString::new());
                show(window, "", None);
            });
        });
        let on = Rc::clone(shell);
        ui.on_open_situation(move |name| super::replay::open_situation(&on, &name));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_set_number(move || at.set(&on, false));
        let (at, on) = (Rc::clone(&page), Rc::clone(shell));
        ui.on_back_to_book(move || at.set(&on, true));
        show(window, "", None);
    });
}

/// Opens the book at a clause.
pub fn open_at(shell: &Rc<Shell>, clause: &str) {
    shell.go(Page::RuleBook);
    shell.with(|window| {
        let ui = window.global::<RuleBookPage>();
        let book = rulebook::pages().iter().position(|(letters, _)| clause.starts_with(letters)).unwrap_or(0);
        ui.set_tab(RuleTab::Book);
        ui.set_book(count(book));
        ui.set_search(SharedString::new());
        show(window, "", Some(clause));
    });
}

/// Shows the clauses of the page of the book that is open, those that hold some words if there are any.
fn show(window: &AppWindow, search: &str, at: Option<&str>) {
    let ui = window.global::<RuleBookPage>();
    let wanted = search.trim().to_lowercase();
    let book = usize::try_from(ui.get_book()).unwrap_or(0);
    let letters = rulebook::pages().get(book).map_or("", |(letters, _)| *letters);
    let mut rows: Vec<ClauseRow> = Vec::new();
    let mut chapter = String::new();
    for clause in rulebook::clauses() {
        // A search looks through the whole book.
        let fits = match wanted.is_empty() {
            true => clause.id.starts_with(letters),
            false => clause.id.to_lowercase().contains(&wanted) || clause.text.to_lowercase().contains(&wanted),
        };
        if !fits {
            continue;
        }
        if clause.chapter != chapter {
            chapter.clone_from(&clause.chapter);
            rows.push(ClauseRow { heading: true, chapter: chapter.as_str().into(), ..ClauseRow::default() });
        }
        let situations = rulebook::situations(&clause.id);
        let situations = situations.iter().map(|it| ClauseSituation { name: it.name.into(), title: it.title.into() });
        rows.push(ClauseRow {
            situations: model(situations),
            id: clause.id.into(),
            text: clause.text.into(),
            chapter: SharedString::new(),
            heading: false,
            house: clause.house,
        });
    }
    let shown = at.and_then(|at| {
        let exact = rows.iter().position(|row| row.id == at);
        exact.or_else(|| rows.iter().position(|row| row.id.starts_with(&format!("{at}."))))
    });
    let place = shown.map_or(-1, count);
    ui.set_clauses(model(rows));
    ui.set_shown(place);
    ui.set_jump(-1);
    ui.set_jump(place);
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<RuleBookPage>().set_refusal(why);
}

impl RuleBook {
    fn load(self: &Rc<RuleBook>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        let read = |db: &Db| Ok((rulebook::playable(db)?, By::of(db)?));
        shell.read(read, move |shell, (numbers, by)| {
            super::odds::play_by(shell, by);
            let rows = numbers.iter().enumerate().map(|(at, entry)| RowData {
                id: at as i64,
                cells: vec![
                    CellData::text(&entry.what),
                    CellData::text(rulebook::page_of(&entry.clause)).tone(Tone::Quiet),
                    CellData::text(&entry.clause).tone(Tone::Quiet),
                    ranked(&entry.value).tone(if entry.overridden() { Tone::Warn } else { Tone::Plain }),
                    ranked(&entry.book),
                    CellData::text(match (entry.overridden(), entry.house) {
                        (true, _) => "this campaign’s",
                        (false, true) => "house",
                        (false, false) => "the book’s",
                    })
                    .tone(Tone::Quiet),
                ],
            });
            page.table.set_rows(rows.collect());
            *page.numbers.borrow_mut() = numbers;
            page.choose(shell);
        });
    }

    fn chosen(&self) -> Option<Number> {
        let at = self.table.selection().first().copied()?;
        self.numbers.borrow().get(usize::try_from(at).ok()?).cloned()
    }

    fn choose(&self, shell: &Rc<Shell>) {
        let chosen = self.chosen();
        shell.with(|window| {
            let ui = window.global::<RuleBookPage>();
            ui.set_refusal(SharedString::new());
            ui.set_reason(SharedString::new());
            match chosen {
                Some(entry) => {
                    ui.set_number(entry.what.as_str().into());
                    ui.set_number_about(
                        format!(
                            "{}; {} in the book{}; it may be {}. Its key is {}.",
                            entry.clause,
                            entry.book,
                            if entry.house { ", a house rule there too" } else { "" },
                            entry.bounds,
                            entry.key
                        )
                        .into(),
                    );
                    ui.set_overridden(entry.overridden());
                    ui.set_book_value(entry.book.into());
                    ui.set_value(entry.value.into());
                }
                None => ui.set_number(SharedString::new()),
            }
        });
    }

    fn set(&self, shell: &Rc<Shell>, back: bool) {
        let Some(entry) = self.chosen() else { return };
        let Some((value, reason)) = shell.with(|window| {
            let ui = window.global::<RuleBookPage>();
            (ui.get_value().to_string(), ui.get_reason().to_string())
        }) else {
            return;
        };
        shell.act(
            refuse,
            move |store| {
                let value = (!back).then(|| value.trim());
                numbers::set(store, &entry.key, value, reason.trim())
            },
            |_, ()| {},
        );
    }
}

/// A value that sorts as a number where it is one.
fn ranked(value: &str) -> CellData {
    match value.parse::<i64>() {
        Ok(number) => CellData::ranked(value, number),
        Err(_) => CellData::ranked(value, 0),
    }
}
