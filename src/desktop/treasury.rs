//! Treasuries and the ledger.

use super::money;
use super::shell::{Page, Shell, shared, words};
use super::table::{CellData, ColumnHeading, RowData, Table};
use super::ui::{AppWindow, TreasuryPage};
use crate::app::treasury;
use crate::campaign::ids::{AccountId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::rules::explain::{Explained, Part};
use crate::store::Db;
use crate::store::world::RowOf;
use slint::{ComponentHandle, SharedString};
use std::cell::RefCell;
use std::rc::Rc;

const ACCOUNTS: &[ColumnHeading] = &[ColumnHeading::names("Whose", 16, 34), ColumnHeading::numbers("Holds")];
const LEDGER: &[ColumnHeading] = &[
    ColumnHeading::words("When", 11, 12),
    ColumnHeading::words("What for", 20, 48),
    ColumnHeading::numbers("In"),
    ColumnHeading::numbers("Out"),
    ColumnHeading::names("From or to", 12, 28),
    ColumnHeading::words("Clause", 7, 9),
];

/// The most entries of the ledger a page shows; the newest.
const ENTRIES: u32 = 20_000;

struct Treasury {
    accounts: Rc<Table>,
    ledger: Rc<Table>,
    listed: RefCell<Vec<Held>>,
    figures: RefCell<Option<Figures>>,
}

/// A treasury, whose it is, and what it holds.
type Held = (AccountId, String, Pence);

/// A side's figures, explained.
struct Figures {
    name: String,
    pay: Explained<i64>,
    income: Explained<i64>,
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Treasury {
        accounts: shell.table("accounts", ACCOUNTS),
        ledger: shell.table("ledger", LEDGER),
        listed: RefCell::default(),
        figures: RefCell::default(),
    });
    let weak = Rc::downgrade(shell);
    page.accounts.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<TreasuryPage>().set_accounts_info(info));
        }
    });
    let weak = Rc::downgrade(shell);
    page.ledger.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<TreasuryPage>().set_ledger_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.accounts.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::Treasury, move |shell| at.load(shell));
    shell.on_back(Page::Treasury, |window| {
        let page = window.global::<TreasuryPage>();
        let open = page.get_sheet();
        page.set_sheet(false);
        open
    });
    shell.with(|window| page.connect(shell, window));
}

fn refuse(window: &AppWindow, why: SharedString) {
    let page = window.global::<TreasuryPage>();
    if why.is_empty() {
        page.set_sheet(false);
    }
    page.set_refusal(why);
}

/// Money in a column, the exact pence on hover.
pub fn sum_cell(sum: Pence) -> CellData {
    CellData::ranked(money::held(sum), sum.0).tip(format!("{} pence, {}", sum.0, sum.marks()))
}

/// The parts of a figure in pence, as money.
fn in_money(parts: &[Part]) -> String {
    parts.iter().map(|part| format!("{}: {}", part.what, Pence(part.value))).collect::<Vec<_>>().join("\n")
}

impl Treasury {
    fn connect(self: &Rc<Treasury>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<TreasuryPage>();
        ui.set_accounts(shared(&self.accounts));
        ui.set_accounts_columns(self.accounts.columns());
        ui.set_ledger_columns(self.ledger.columns());
        ui.set_ledger(shared(&self.ledger));
        let on = Rc::clone(shell);
        ui.on_print_pay(move || {
            super::print::ask(&on, super::print::PrintWanted::Pay, "Print the pay roll", "pay roll");
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_history(move || {
            if let Some(account) = page.accounts.selection().first() {
                super::history::show(&on, RowOf::Account(AccountId(*account)));
            }
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_explain_pay(move || {
            if let Some(Figures { name, pay, .. }) = &*page.figures.borrow() {
                let title = format!("A week’s pay of {name}");
                on.explain(&title, &money::held(Pence(pay.value)), &in_money(&pay.parts), &[]);
                super::show_clause(&on, "CP-5");
            }
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_explain_income(move || {
            if let Some(Figures { name, income, .. }) = &*page.figures.borrow() {
                let title = format!("A year’s income of {name}");
                on.explain(&title, &money::held(Pence(income.value)), &in_money(&income.parts), &[]);
                super::show_clause(&on, "CP-7.1");
            }
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_open(move || {
            on.with(|window| {
                let ui = window.global::<TreasuryPage>();
                let listed = page.listed.borrow();
                ui.set_treasuries(words(listed.iter().map(|(_, name, _)| name.as_str())));
                let chosen = page.accounts.selection().first().copied();
                let to = listed.iter().position(|(id, ..)| Some(id.0) == chosen).unwrap_or(0);
                ui.set_from(super::shell::count(listed.len()) - 1);
                ui.set_to(super::shell::count(to));
                ui.set_sum(SharedString::new());
                ui.set_reason(SharedString::new());
                ui.set_refusal(SharedString::new());
                ui.set_consequence(SharedString::new());
                ui.set_sheet(true);
            });
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_changed_entry(move || page.show_consequence(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_confirm(move || page.confirm(&on));
    }

    fn load(self: &Rc<Treasury>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(
            |db| Ok((db.accounts()?, db.world()?)),
            move |shell, (accounts, world)| {
                shell.with(|window| window.global::<TreasuryPage>().set_empty(accounts.is_empty()));
                let rows = accounts.iter().map(|account| RowData {
                    id: account.id.0,
                    cells: vec![CellData::text(&account.name), sum_cell(account.pence)],
                });
                let rows: Vec<RowData> = rows.collect();
                let mut listed: Vec<_> =
                    accounts.iter().map(|account| (account.id, account.name.clone(), account.pence)).collect();
                listed.push((world, "the world outside the ledger".to_owned(), Pence(i64::MAX)));
                *page.listed.borrow_mut() = listed;
                page.accounts.set_rows(rows);
                match page.accounts.selection().is_empty() {
                    true => page.accounts.click(0, false, false),
                    false => page.choose(shell),
                }
            },
        );
    }

    fn choose(self: &Rc<Treasury>, shell: &Rc<Shell>) {
        let Some(account) = self.accounts.selection().first().copied().map(AccountId) else { return };
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let holds = db.account(account)?;
                let side = side_of(db, account)?;
                let figures = match side {
                    Some(side) => Some((treasury::weekly_pay(db, side)?, treasury::yearly_income(db, side)?)),
                    None => None,
                };
                Ok((holds, figures, db.entries(Some(account), ENTRIES)?))
            },
            move |shell, (holds, figures, entries)| {
                let blank = || CellData::ranked("", -1);
                let rows = entries.iter().enumerate().map(|(at, entry)| RowData {
                    id: at as i64,
                    cells: vec![
                        CellData::ranked(entry.day.short(), i64::from(entry.day.0)).tip(entry.day.to_string()),
                        CellData::text(&entry.what),
                        if entry.income { sum_cell(entry.pence) } else { blank() },
                        if entry.income { blank() } else { sum_cell(entry.pence) },
                        CellData::text(if entry.income { &entry.from } else { &entry.to }),
                        CellData::text(&entry.clause),
                    ],
                });
                page.ledger.set_rows(rows.collect());
                shell.with(|window| {
                    let ui = window.global::<TreasuryPage>();
                    ui.set_title(holds.name.as_str().into());
                    ui.set_holds(format!("holds {}", holds.pence).into());
                    ui.set_of_side(figures.is_some());
                    if let Some((pay, income)) = &figures {
                        ui.set_pay(money::held(Pence(pay.value)).into());
                        ui.set_income(money::held(Pence(income.value)).into());
                    }
                });
                *page.figures.borrow_mut() = figures.map(|(pay, income)| Figures { name: holds.name, pay, income });
            },
        );
    }

    fn entry(&self, shell: &Rc<Shell>) -> Option<(Held, Held, Result<Pence>)> {
        let (from, to, sum) = shell.with(|window| {
            let ui = window.global::<TreasuryPage>();
            (ui.get_from(), ui.get_to(), ui.get_sum())
        })?;
        let listed = self.listed.borrow();
        let at = |index: i32| usize::try_from(index).ok().and_then(|at| listed.get(at).cloned());
        let sum = Pence::asked(&sum).map_err(|bad| Problem::bad_input(format!("{bad}.")));
        Some((at(from)?, at(to)?, sum))
    }

    fn show_consequence(&self, shell: &Rc<Shell>) {
        let text = match self.entry(shell) {
            Some((from, to, Ok(sum))) => {
                let left = |(_, name, has): &Held, sum: Pence, gives: bool| match has.0 {
                    i64::MAX => None,
                    _ => Some(format!("{name} will hold {}", if gives { *has - sum } else { *has + sum })),
                };
                let parts: Vec<String> =
                    [left(&from, sum, true), left(&to, sum, false)].into_iter().flatten().collect();
                format!("{}.", parts.join("; "))
            }
            _ => String::new(),
        };
        shell.with(|window| window.global::<TreasuryPage>().set_consequence(text.into()));
    }

    fn confirm(&self, shell: &Rc<Shell>) {
        let Some((from, to, sum)) = self.entry(shell) else { return };
        let what = shell.with(|window| window.global::<TreasuryPage>().get_reason().to_string()).unwrap_or_default();
        shell.act(refuse, move |store| treasury::enter(store, from.0, to.0, sum?, &what), |_, ()| {});
    }
}

fn side_of(db: &Db, account: AccountId) -> Result<Option<SideId>> {
    for side in db.sides()? {
        if db.side_account(side.id)? == account {
            return Ok(Some(side.id));
        }
    }
    Ok(None)
}
