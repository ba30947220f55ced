//! All people in one list: filtered and sorted as it was left, its columns chosen, many of them changed at once, and what it
//! shows written as CSV.

use super::dialogs::Wanted;
use super::shell::{Page, Shell, model, shared};
use super::table::{CellData, CellPool, ColumnHeading, RowData, Table};
use super::ui::{AppWindow, ChangeSheet, ColumnChoice, PeoplePage, PeopleSheet};
use crate::app::{files, people};
use crate::campaign::ids::PersonId;
use crate::campaign::problem::Result;
use crate::campaign::realm::Realm;
use crate::rules::telling::counted;
use crate::store::Db;
use crate::store::people::PersonLine;
use slint::{ComponentHandle, SharedString};
use std::path::PathBuf;
use std::rc::Rc;

const COLUMNS: &[ColumnHeading] = &[
    ColumnHeading::names("Name", 18, 34),
    ColumnHeading::words("Side", 8, 18),
    ColumnHeading::words("Army", 12, 28),
    ColumnHeading::words("Unit", 10, 26),
    ColumnHeading::words("Class", 8, 10),
    ColumnHeading::words("Rank", 8, 12),
    ColumnHeading::values("Grade", 5),
    ColumnHeading::numbers("Protection"),
    ColumnHeading::words("Weapons", 12, 34),
    ColumnHeading::words("Horse", 8, 10),
    ColumnHeading::words("State", 8, 12),
    ColumnHeading::words("Tags", 6, 30),
    ColumnHeading::words("Note", 6, 40),
];

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let table = shell.table("people", COLUMNS);
    let weak = Rc::downgrade(shell);
    table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| {
                let ui = window.global::<PeoplePage>();
                let of = if info.filtered { format!(" of {}", info.all) } else { String::new() };
                ui.set_counted(format!("{}{of} shown", info.shown).into());
                ui.set_change_text(match info.selected {
                    0 => "Change them".into(),
                    men => format!("Change {}", counted(men as u32, "man", "men")).into(),
                });
                ui.set_info(info);
            });
        }
    });
    let weak = Rc::downgrade(shell);
    table.on_opened(move |man| {
        if let Some(shell) = weak.upgrade() {
            super::armies::show_person(&shell, PersonId(man));
        }
    });
    let list = Rc::clone(&table);
    shell.on_load(Page::People, move |shell| load(shell, &list));
    let weak = Rc::downgrade(shell);
    shell.on_back(Page::People, move |window| {
        let page = window.global::<PeoplePage>();
        let change = window.global::<ChangeSheet>();
        let open = page.get_sheet() != PeopleSheet::None || change.get_open();
        page.set_sheet(PeopleSheet::None);
        change.set_open(false);
        if let Some(shell) = weak.upgrade().filter(|_| !open) {
            shell.go(Page::Armies);
        }
        true
    });
    shell.with(|window| {
        let ui = window.global::<PeoplePage>();
        let on = Rc::clone(shell);
        ui.on_back(move || on.go(Page::Armies));
        ui.set_columns(table.columns());
        ui.set_rows(shared(&table));
        let (list, weak) = (Rc::clone(&table), window.as_weak());
        ui.on_open(move |sheet| {
            let Some(window) = weak.upgrade() else { return };
            let ui = window.global::<PeoplePage>();
            ui.set_choices(model(choices(&list)));
            ui.set_refusal(SharedString::new());
            if sheet == PeopleSheet::Csv {
                ui.set_path("people.csv".into());
                ui.set_consequence(
                    format!("{}, in the columns and the order that are shown.", ui.get_counted()).into(),
                );
            }
            ui.set_sheet(sheet);
        });
        let list = Rc::clone(&table);
        ui.on_show_column(move |column, shown| {
            // The first, the names, always shows and is no choice.
            if let Ok(column) = usize::try_from(column) {
                list.show_column(column + 1, shown);
            }
        });
        let (list, on) = (Rc::clone(&table), Rc::clone(shell));
        ui.on_change_them(move || match list.selection().as_slice() {
            [] => on.say("Nobody is chosen. Choose one or more in the list; Ctrl+A chooses all that it shows."),
            men => super::people_change::open(&on, men.iter().copied().map(PersonId).collect()),
        });
        let (list, on) = (Rc::clone(&table), Rc::clone(shell));
        ui.on_show_man(move || match list.selection().first() {
            Some(man) => super::armies::show_person(&on, PersonId(*man)),
            None => on.say("Nobody is chosen. Choose a man in the list, or open him by Return."),
        });
        let weak = window.as_weak();
        table.on_menu(move |index| {
            let Some(window) = weak.upgrade() else { return };
            let ui = window.global::<PeoplePage>();
            if index == 0 { ui.invoke_change_them() } else { ui.invoke_show_man() }
        });
        let on = Rc::clone(shell);
        ui.on_browse(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::SaveCsv, "people.csv", move |path| {
                then.with(|window| window.global::<PeoplePage>().set_path(path.display().to_string().into()));
            });
        });
        let (list, on) = (Rc::clone(&table), Rc::clone(shell));
        ui.on_confirm(move || write(&on, &list));
    });
}

fn choices(table: &Table) -> Vec<ColumnChoice> {
    let titles = table.titles().skip(1);
    titles.map(|(title, shown)| ColumnChoice { title: title.into(), shown }).collect()
}

fn load(shell: &Rc<Shell>, table: &Rc<Table>) {
    let table = Rc::clone(table);
    shell.read(rows, move |shell, rows| {
        shell.with(|window| window.global::<PeoplePage>().set_empty(rows.is_empty()));
        table.set_rows(rows);
    });
}

/// A row of everyone. Each man is let go once his row is made.
fn rows(db: &Db) -> Result<Vec<RowData>> {
    let (sides, mut pool) = (db.sides()?, CellPool::default());
    db.people_as(|line| row(&line, &sides, &mut pool))
}

fn row(line: &PersonLine, sides: &[Realm], pool: &mut CellPool) -> RowData {
    let tincture = sides.iter().find(|side| side.name == line.side).map_or("", |side| side.tincture.word());
    let mut cells: Vec<CellData> = people::cells(line)
        .into_iter()
        .map(|(words, number)| match number {
            Some(number) => CellData::ranked(words, number),
            None => CellData::text(words),
        })
        .collect();
    cells[1] = cells[1].clone().shield(tincture);
    // All but the names, which are of one man each.
    let cells = cells.into_iter().enumerate();
    let cells = cells.map(|(at, cell)| if at == 0 { cell } else { pool.share(cell) }).collect();
    RowData { id: line.id.0, cells }
}

fn refuse(window: &AppWindow, why: SharedString) {
    let page = window.global::<PeoplePage>();
    if why.is_empty() {
        page.set_sheet(PeopleSheet::None);
    }
    page.set_refusal(why);
}

/// Writes what is shown.
fn write(shell: &Rc<Shell>, table: &Rc<Table>) {
    let path = shell.with(|window| window.global::<PeoplePage>().get_path().to_string()).unwrap_or_default();
    let path = PathBuf::from(path.trim());
    match files::write_new(&path, table.as_csv().as_bytes()) {
        Ok(()) => {
            shell.with(|window| refuse(window, SharedString::new()));
            shell.say(&format!("Written to {}.", path.display()));
        }
        Err(problem) => {
            shell.with(|window| refuse(window, problem.to_string().into()));
        }
    }
}
