//! Captives and their ransoms.

use super::money;
use super::print::PrintWanted;
use super::shell::{Page, Shell, count, model, shared, words};
use super::table::{CellData, ColumnHeading, RowData, Table, Tone};
use super::ui::{AppWindow, BargainLine, CaptiveCard, CaptivesPage};
use crate::app::captives::{self, Buyer, CaptiveTerms, Payer, PrisonersFate, Security};
use crate::app::{organise, parole};
use crate::campaign::armies::Level;
use crate::campaign::captivity::InstalmentState;
use crate::campaign::ids::{CaptiveId, FormationId, InstalmentId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Rank};
use crate::store::captives::CaptiveLine;
use crate::store::world::RowOf;
use crate::store::{Db, Store};
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

const CAPTIVES: &[ColumnHeading] = &[
    ColumnHeading::names("Name", 16, 32),
    ColumnHeading::words("Of", 6, 16),
    ColumnHeading::words("State", 8, 12),
    ColumnHeading::numbers("Agreed"),
    ColumnHeading::numbers("Asked"),
    ColumnHeading::numbers("Offered"),
    ColumnHeading::words("Held by", 10, 28),
    ColumnHeading::words("Class", 7, 16),
    ColumnHeading::words("Grade", 5, 6),
    ColumnHeading::words("Where", 8, 24),
    ColumnHeading::words("Taken", 11, 12),
];

struct Captives {
    table: Rc<Table>,
    units: RefCell<Vec<FormationId>>,
    /// Who may buy or be given captives, as the drop-down lists them.
    buyers: RefCell<Vec<Buyer>>,
    /// Two sides that stopped fighting and have not said what becomes of their prisoners.
    stopped: Cell<Option<(SideId, SideId)>>,
    terms: RefCell<Option<(CaptiveTerms, SideId)>>,
    holders: RefCell<BTreeMap<i64, SideId>>,
    wanted: Cell<Option<CaptiveId>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Captives>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Captives {
        table: shell.table("captives", CAPTIVES),
        units: RefCell::default(),
        buyers: RefCell::default(),
        stopped: Cell::new(None),
        terms: RefCell::default(),
        holders: RefCell::default(),
        wanted: Cell::new(None),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let weak = Rc::downgrade(shell);
    page.table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<CaptivesPage>().set_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.table.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::Captives, move |shell| at.load(shell));
    shell.with(|window| page.connect(shell, window));
}

pub fn show_captive(shell: &Rc<Shell>, captive: CaptiveId) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.wanted.set(Some(captive));
        }
    });
    shell.go(Page::Captives);
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<CaptivesPage>().set_refusal(why);
}

fn refuse_many(window: &AppWindow, why: SharedString) {
    window.global::<CaptivesPage>().set_bulk_refusal(why);
}

fn sum_cell(sum: Option<Pence>) -> CellData {
    match sum {
        Some(sum) => CellData::ranked(money::ransom(sum), sum.0).tip(format!("{sum}, {} pence", sum.0)),
        None => CellData::ranked("", -1),
    }
}

fn class_of(class: Class, rank: Rank) -> String {
    match rank {
        Rank::None | Rank::Knight => class.word().to_owned(),
        rank => format!("{class}, {rank}"),
    }
}

fn row(line: &CaptiveLine, tinctures: &BTreeMap<SideId, &'static str>, state: Option<(&'static str, Tone)>) -> RowData {
    let captive = &line.captive;
    let holder = match line.holder.as_str() {
        "" => line.held_by(),
        _ => format!("{}, {}", line.held_by(), line.holder_side),
    };
    let bargain = match (line.labours, captive.agreed, captive.offered, captive.asked) {
        _ if captive.hostage => CellData::text("hostage").tone(Tone::Quiet),
        (true, ..) => CellData::text("labours").tone(Tone::Quiet),
        (_, Some(_), ..) => CellData::text("agreed").tone(Tone::Good),
        (_, _, Some(_), _) => CellData::text("offered").tone(Tone::Warn),
        (_, _, _, Some(_)) => CellData::text("asked"),
        _ => CellData::text("held").tone(Tone::Quiet),
    };
    let state = state.map_or(bargain, |(word, tone)| CellData::text(word).tone(tone));
    RowData {
        id: captive.id.0,
        cells: vec![
            CellData::text(line.styled()).shield(tinctures.get(&line.side).copied().unwrap_or_default()),
            CellData::text(&line.side_name),
            state,
            sum_cell(captive.agreed),
            sum_cell(captive.asked),
            sum_cell(captive.offered),
            CellData::text(holder),
            CellData::text(class_of(captive.standing.class, captive.standing.rank)),
            CellData::ranked(captive.standing.grade.to_string(), i64::from(captive.standing.grade.number())),
            CellData::text(&line.whereabouts),
            CellData::ranked(captive.taken.short(), i64::from(captive.taken.0)),
        ],
    }
}

impl Captives {
    fn connect(self: &Rc<Captives>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<CaptivesPage>();
        ui.set_rows(shared(&self.table));
        ui.set_columns(self.table.columns());
        ui.set_parts("3".into());
        ui.set_weeks("4".into());
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        let on = Rc::clone(shell);
        self.table.on_menu(move |index| {
            on.with(|window| {
                let ui = window.global::<CaptivesPage>();
                match index {
                    0 => ui.invoke_ask_many(),
                    1 => ui.invoke_pay_many(),
                    2 => ui.invoke_exchange(),
                    3 => ui.invoke_free(),
                    _ => ui.invoke_labour(true),
                }
            });
        });
        on!(on_ask, |page, shell| page
            .bargain(&shell, |store, captive, sum| { captives::ask(store, captive, sum).map(|_| ()) }));
        on!(on_offer, |page, shell| page.bargain(&shell, |store, captive, sum| {
            let sum =
                sum.ok_or_else(|| Problem::bad_input("No sum is named.").hint("Type the sum that is offered."))?;
            captives::offer(store, captive, sum)
        }));
        on!(on_agree, |page, shell| page
            .bargain(&shell, |store, captive, sum| { captives::agree(store, captive, sum).map(|_| ()) }));
        on!(on_pay, |page, shell| {
            let payer = page.payer(&shell);
            page.bargain(&shell, move |store, captive, sum| captives::pay(store, captive, payer?, sum).map(|_| ()));
        });
        on!(on_pay_in_parts, |page, shell| page.pay_in_parts(&shell, false));
        on!(on_pay_held, |page, shell| page.pay_in_parts(&shell, true));
        on!(on_change_sides, |page, shell| page
            .bargain(&shell, |store, captive, sum| captives::change_sides(store, captive, sum).map(|_| ())));
        on!(on_ask_many, |page, shell| {
            page.many(&shell, |store, chosen| captives::ask_many(store, &chosen).map(|_| ()));
        });
        on!(on_pay_many, |page, shell| {
            page.many(&shell, |store, chosen| captives::pay_many(store, &chosen, Payer::Side).map(|_| ()));
        });
        on!(on_exchange, |page, shell| {
            page.many(&shell, |store, chosen| {
                let (one, other) = parts_of(store, &chosen)?;
                captives::exchange(store, &one, &other, None)
            });
        });
        on!(on_put_to_death, |page, shell| {
            page.many(&shell, |store, chosen| captives::put_to_death(store, &chosen, ""));
        });
        on!(on_sell, |page, shell| page.hand_over(&shell, true));
        on!(on_give, |page, shell| page.hand_over(&shell, false));
        on!(on_settle, |page, shell, fate| page.settle(&shell, fate));
        on!(on_pay_part, |page, shell, part| {
            let part = InstalmentId(i64::from(part));
            let payer = page.payer_of_a_part(&shell);
            shell.act(refuse, move |store| captives::pay_part(store, part, payer), |_, ()| {});
        });
        on!(on_come_back, |page, shell| page.broken_parole(&shell, parole::come_back));
        on!(on_forfeit, |page, shell| page.broken_parole(&shell, parole::forfeit));
        on!(on_payer_chosen, |page, shell| page.show_consequence(&shell));
        on!(on_sum_typed, |page, shell| page.show_consequence(&shell));
        on!(on_free, |page, shell| {
            page.many(&shell, |store, chosen| captives::free(store, &chosen));
        });
        on!(on_labour, |page, shell, on| {
            page.many(&shell, move |store, chosen| captives::set_to_labour(store, &chosen, on));
        });
        on!(on_recruit, |page, shell| {
            let at = shell.with(|window| window.global::<CaptivesPage>().get_unit()).unwrap_or(-1);
            let unit = usize::try_from(at).ok().and_then(|at| page.units.borrow().get(at).copied());
            page.many(&shell, move |store, chosen| {
                let unit = unit.ok_or_else(|| {
                    Problem::refused("No unit is chosen.", "Choose a unit of the side that holds them.")
                })?;
                captives::recruit(store, &chosen, unit)
            });
        });
        on!(on_explain_book, |page, shell| {
            if let Some((terms, _)) = &*page.terms.borrow() {
                let title = format!("Ransom the book asks for {}", terms.line.styled());
                match &terms.book {
                    Some(book) => shell.explain(&title, &format!("{} marks", book.value), "", &book.parts),
                    None => {
                        let why = "The book asks ransom for knights; dukes and kings are bargained for.";
                        shell.explain(&title, "none", why, &[]);
                        super::show_clause(&shell, "MM-8.4");
                    }
                }
            }
        });
        on!(on_correct, |page, shell| {
            if let Some(captive) = page.chosen().first() {
                super::captive_edit::open(&shell, *captive);
            }
        });
        on!(on_history, |page, shell| {
            if let Some(captive) = page.chosen().first() {
                super::history::show(&shell, RowOf::Captive(*captive));
            }
        });
        on!(on_print_roll, |_page, shell| {
            super::print::ask(&shell, PrintWanted::Ransoms, "Print the ransom roll", "ransom roll");
        });
        on!(on_print_prisoners, |_page, shell| {
            super::print::ask(&shell, PrintWanted::Prisoners, "Print the prisoner list", "prisoners");
        });
    }

    fn load(self: &Rc<Captives>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(
            |db| {
                let lines = db.captives(false)?;
                let sides = db.sides()?;
                let tinctures = sides.iter().map(|side| (side.id, side.tincture.word())).collect();
                // Who is free on parole is listed first while anything is owed for him.
                let paroles = parole::paroles(db)?;
                let free = paroles.iter().map(|parole| {
                    let state = if parole.missed { ("missed", Tone::Bad) } else { ("on parole", Tone::Warn) };
                    row(&parole.line, &tinctures, Some(state))
                });
                let rows: Vec<RowData> = free.chain(lines.iter().map(|line| row(line, &tinctures, None))).collect();
                let holders: BTreeMap<i64, SideId> =
                    lines.iter().map(|line| (line.captive.id.0, line.captive.holder_side)).collect();
                Ok((rows, holders, buyers_of(db)?, stopped(db)?))
            },
            move |shell, (rows, holders, buyers, stopped)| {
                shell.with(|window| {
                    let ui = window.global::<CaptivesPage>();
                    ui.set_empty(rows.is_empty());
                    ui.set_buyers(words(buyers.iter().map(|(_, name)| name.as_str())));
                    ui.set_prisoners(stopped.as_ref().map_or("", |(_, text)| text.as_str()).into());
                });
                *page.buyers.borrow_mut() = buyers.into_iter().map(|(buyer, _)| buyer).collect();
                page.stopped.set(stopped.map(|(sides, _)| sides));
                // Who was bargained over and is gone leaves nobody chosen: the button that freed him is not the next man's.
                let first = rows.first().map(|row| row.id).filter(|_| page.table.selection().is_empty());
                *page.holders.borrow_mut() = holders;
                page.table.set_rows(rows);
                let wanted = page.wanted.take().map(|wanted| wanted.0);
                match wanted.or(first) {
                    Some(wanted) => page.table.choose(wanted),
                    None => page.choose(shell),
                }
            },
        );
    }

    fn chosen(&self) -> Vec<CaptiveId> {
        self.table.selection().into_iter().map(CaptiveId).collect()
    }

    fn choose(self: &Rc<Captives>, shell: &Rc<Shell>) {
        let chosen = self.chosen();
        let first = chosen.first().copied();
        let holder = first.and_then(|first| self.holders.borrow().get(&first.0).copied());
        let one = (chosen.len() == 1).then_some(first).flatten();
        shell.with(|window| {
            let ui = window.global::<CaptivesPage>();
            ui.set_chosen(count(chosen.len()));
            ui.set_death_asked(false);
            ui.set_bulk_refusal(SharedString::new());
            ui.set_refusal(SharedString::new());
            ui.set_sum(SharedString::new());
            if one.is_none() {
                ui.set_has_one(false);
            }
        });
        let page = Rc::clone(self);
        shell.read(
            move |db| {
                let units = match holder {
                    Some(holder) => units_of(db, holder)?,
                    None => Vec::new(),
                };
                let recruitable = match holder {
                    Some(holder) => captives::recruitable(db, holder)?.len(),
                    None => 0,
                };
                let terms = one.map(|one| captives::terms(db, one)).transpose()?;
                let side = match &terms {
                    Some(terms) => Some(db.side(terms.line.side)?),
                    None => None,
                };
                let day = db.day()?;
                Ok((units, recruitable, terms.zip(side), day))
            },
            move |shell, (units, recruitable, terms, _)| {
                *page.units.borrow_mut() = units.iter().map(|(id, _)| *id).collect();
                shell.with(|window| {
                    let ui = window.global::<CaptivesPage>();
                    ui.set_units(words(units.iter().map(|(_, name)| name.as_str())));
                    ui.set_unit(-1);
                    ui.set_bulk_text(match recruitable {
                        0 => SharedString::new(),
                        1 => "1 sergeant may still join his captor (half of each haul, MM-8.2).".into(),
                        men => {
                            format!("{men} sergeants may still join their captor (half of each haul, MM-8.2).").into()
                        }
                    });
                });
                if let Some((terms, side)) = terms {
                    page.show_terms(shell, terms, side.tincture.word());
                }
            },
        );
    }

    /// Does what follows a missed part to the one man chosen.
    fn broken_parole(self: &Rc<Captives>, shell: &Rc<Shell>, does: fn(&mut Store, CaptiveId) -> Result<()>) {
        if let [captive] = self.chosen()[..] {
            let page = Rc::clone(self);
            shell.act(
                refuse,
                move |store| {
                    let person = store.captive(captive)?.person;
                    does(store, captive)?;
                    // Who comes back is held anew, and stays the one shown.
                    let held = store.captives(false)?.into_iter().find(|line| line.captive.person == person);
                    Ok(held.map(|line| line.captive.id))
                },
                move |_, held| page.wanted.set(held),
            );
        }
    }

    fn show_terms(&self, shell: &Rc<Shell>, terms: CaptiveTerms, tincture: &str) {
        let line = &terms.line;
        let captive = &line.captive;
        let sum = |sum: Option<Pence>| SharedString::from(sum.map_or("—".to_owned(), money::ransom));
        let card = CaptiveCard {
            name: line.styled().into(),
            tincture: tincture.into(),
            side: line.side_name.as_str().into(),
            class: format!(
                "{} of grade {}, of {}",
                class_of(captive.standing.class, captive.standing.rank),
                captive.standing.grade,
                line.side_name
            )
            .into(),
            grade: captive.standing.grade.to_string().into(),
            holder: line.held_by().into(),
            whereabouts: match captive.ended {
                None => line.whereabouts.as_str().into(),
                Some(_) => "free, on parole".into(),
            },
            taken: match line.battle.as_str() {
                "" => captive.taken.short().into(),
                battle => format!("{battle}, {}", captive.taken.short()).into(),
            },
            book: match &terms.book {
                Some(book) => format!("{} marks", book.value).into(),
                None if captive.standing.class == Class::Knight => "bargained for".into(),
                None => "nothing".into(),
            },
            asked: sum(captive.asked),
            offered: sum(captive.offered),
            agreed: sum(captive.agreed),
            spared: terms.quarter.clone().unwrap_or_default().into(),
        };
        let steps = terms.bargains.iter().map(|step| BargainLine {
            when: step.day.short().into(),
            text: format!("{} {}", money::ransom(step.pence), step.what).into(),
            part: 0,
            due: false,
        });
        let dues = terms.instalments.iter().map(|due| (due, i32::try_from(due.id.0).ok()));
        let dues = dues.map(|(due, part)| BargainLine {
            when: due.due.short().into(),
            text: format!(
                "{} {}",
                money::ransom(due.pence),
                if due.state == InstalmentState::Missed { "was missed" } else { "falls due" }
            )
            .into(),
            part: part.unwrap_or_default(),
            due: part.is_some(),
        });
        let pledge = terms.pledge.clone().unwrap_or_default();
        // Nothing is bargained for a hostage.
        let held = captive.ended.is_none() && !captive.hostage;
        let missed =
            captive.ended.is_some() && terms.instalments.iter().any(|due| due.state == InstalmentState::Missed);
        let in_parts = !terms.instalments.is_empty();
        let steps: Vec<BargainLine> = steps.chain(dues).collect();
        let payers: Vec<String> = terms
            .payers
            .iter()
            .map(|(payer, has)| {
                let who = match payer {
                    Payer::Own => "He himself".to_owned(),
                    Payer::Lord => "His lord".to_owned(),
                    Payer::Side => line.side_name.clone(),
                };
                format!("{who}, who has {}", money::ransom(*has))
            })
            .collect();
        let side = captive.holder_side;
        let king = captive.standing.rank == Rank::King;
        *self.terms.borrow_mut() = Some((terms, side));
        shell.with(|window| {
            let ui = window.global::<CaptivesPage>();
            ui.set_card(card);
            ui.set_bargains(model(steps));
            ui.set_held(held);
            ui.set_pledge(pledge.into());
            ui.set_king(held && king);
            ui.set_hostages(SharedString::new());
            ui.set_missed(missed);
            let last = count(payers.len()) - 1;
            let of_parts = std::iter::once("As was agreed").chain(payers.iter().map(String::as_str));
            let of_parts: Vec<&str> = if in_parts { of_parts.collect() } else { Vec::new() };
            ui.set_part_payers(words(&of_parts));
            ui.set_part_payer(0);
            ui.set_payers(words(&payers));
            // A side's treasury is the one that always is there.
            ui.set_payer(last);
            ui.set_has_one(true);
        });
        super::explain_again(shell);
        self.show_consequence(shell);
    }

    /// Who pays a part of a ransom; nobody for whoever was to pay it.
    fn payer_of_a_part(&self, shell: &Rc<Shell>) -> Option<Payer> {
        let at = shell.with(|window| window.global::<CaptivesPage>().get_part_payer()).unwrap_or(0);
        let chosen = usize::try_from(at).ok()?.checked_sub(1)?;
        self.terms.borrow().as_ref().and_then(|(terms, _)| terms.payers.get(chosen).map(|(payer, _)| *payer))
    }

    fn payer(&self, shell: &Rc<Shell>) -> Result<Payer> {
        let at = shell.with(|window| window.global::<CaptivesPage>().get_payer()).unwrap_or(-1);
        let payer = self.terms.borrow().as_ref().and_then(|(terms, _)| {
            usize::try_from(at).ok().and_then(|at| terms.payers.get(at)).map(|(payer, _)| *payer)
        });
        payer.ok_or_else(|| Problem::refused("Nobody is chosen to pay.", "Choose who pays."))
    }

    /// What paying would move and leave, beside the button: of the sum typed, else of what was agreed or asked.
    fn show_consequence(&self, shell: &Rc<Shell>) {
        let payer = self.payer(shell).ok();
        let terms = self.terms.borrow();
        let Some((terms, _)) = &*terms else { return };
        let has = payer.and_then(|payer| terms.payers.iter().find(|(known, _)| *known == payer)).map(|(_, has)| *has);
        let (captive, captor) = (terms.line.captive.id, !terms.line.holder.is_empty());
        let sum = match self.sum(shell) {
            Ok(typed) => typed.or(terms.to_pay),
            Err(problem) => return told_beside(shell, &problem.to_string()),
        };
        match (sum, has) {
            (Some(sum), _) if sum < Pence(0) => told_beside(shell, "A sum below nothing is none."),
            (Some(sum), Some(has)) if has >= sum => shell.read(
                move |db| captives::shares(db, captive, sum),
                move |shell, (own, lords)| {
                    let shares = match captor && own.0 > 0 && lords.0 > 0 {
                        true => format!("; {} to the captor, {} to his lord", money::ransom(own), money::ransom(lords)),
                        false => String::new(),
                    };
                    let (paid, left) = (money::ransom(sum), money::ransom(has - sum));
                    told_beside(shell, &format!("{paid} changes hands, {left} is left{shares}."));
                },
            ),
            (Some(sum), Some(has)) => {
                told_beside(shell, &format!("{} is wanting of {}.", money::ransom(sum - has), money::ransom(sum)));
            }
            _ => told_beside(shell, ""),
        }
    }

    fn sum(&self, shell: &Rc<Shell>) -> Result<Option<Pence>> {
        let text = shell.with(|window| window.global::<CaptivesPage>().get_sum()).unwrap_or_default();
        typed(&text)
    }

    fn bargain(
        self: &Rc<Captives>,
        shell: &Rc<Shell>,
        action: impl FnOnce(&mut crate::store::Store, CaptiveId, Option<Pence>) -> Result<()> + Send + 'static,
    ) {
        let Some(captive) = self.chosen().first().copied() else { return };
        let sum = self.sum(shell);
        shell.act(refuse, move |store| action(store, captive, sum?), |_, ()| {});
    }

    fn pay_in_parts(self: &Rc<Captives>, shell: &Rc<Shell>, hold: bool) {
        let Some(captive) = self.chosen().first().copied() else { return };
        let payer = self.payer(shell);
        let total = self.sum(shell);
        let named = self.terms.borrow().as_ref().and_then(|(terms, _)| {
            let held = &terms.line.captive;
            held.agreed.or(held.asked)
        });
        let Some((parts, weeks, hostages)) = shell.with(|window| {
            let ui = window.global::<CaptivesPage>();
            let hostages = ui.get_hostages().to_string();
            (ui.get_parts().trim().parse::<i64>(), ui.get_weeks().trim().parse::<i32>(), hostages)
        }) else {
            return;
        };
        shell.act(
            refuse,
            move |store| {
                let wrong = || {
                    Problem::bad_input("The parts or the weeks are no number.").hint("Such as 3 parts, 4 weeks apart.")
                };
                let (parts, weeks) = (parts.map_err(|_| wrong())?, weeks.map_err(|_| wrong())?);
                if !(1..=100).contains(&parts) || !(1..=520).contains(&weeks) {
                    return Err(Problem::bad_input("So many parts or weeks are not possible.")
                        .hint("From 1 to 100 parts, 1 to 520 weeks apart."));
                }
                let total = total?.or(named).ok_or_else(|| {
                    Problem::refused("No ransom is asked or agreed.", "Ask or agree on a sum first, or type one.")
                })?;
                // Who was taken on a day of a siege that was played ahead owes from then on (CP-2.1).
                let from = store.day()?.max(store.captive(captive)?.taken);
                let each = total.share(1, parts);
                let listed: Vec<_> = (1..=parts)
                    .map(|part| {
                        let pence = if part == parts { total - each * (parts - 1) } else { each };
                        (from + weeks * 7 * part as i32, pence)
                    })
                    .collect();
                let names = hostages.split(';').map(str::trim).filter(|name| !name.is_empty());
                let security = match hold {
                    true if names.clone().next().is_some() => {
                        return Err(Problem::refused(
                            "Hostages are named, and who is held until he has paid gives none (CP-4.3).",
                            "Let him go on parole against them, or empty the field of hostages.",
                        ));
                    }
                    true => Security::Captive,
                    false => {
                        Security::Hostages(names.map(|name| Ok(store.person_named(name)?.id)).collect::<Result<_>>()?)
                    }
                };
                captives::pay_in_parts(store, captive, payer?, &listed, &security)
            },
            |_, ()| {},
        );
    }

    /// Sells the captives chosen, or gives them, to whom the drop-down says.
    fn hand_over(self: &Rc<Captives>, shell: &Rc<Shell>, sells: bool) {
        let Some((at, price)) = shell.with(|window| {
            let ui = window.global::<CaptivesPage>();
            (ui.get_buyer(), ui.get_price().to_string())
        }) else {
            return;
        };
        let buyer = usize::try_from(at).ok().and_then(|at| self.buyers.borrow().get(at).copied());
        self.many(shell, move |store, chosen| {
            let buyer = buyer.ok_or_else(|| {
                Problem::refused("Nobody is chosen to have them.", "Choose a side, or a man, from the list.")
            })?;
            if !sells {
                return captives::give(store, &chosen, buyer);
            }
            let sum = typed(&price)?
                .ok_or_else(|| Problem::bad_input("No price is named.").hint("Type one, such as 30 marks."))?;
            captives::sell(store, &chosen, buyer, sum)
        });
    }

    /// Decides what becomes of the prisoners of two sides that stopped fighting.
    fn settle(self: &Rc<Captives>, shell: &Rc<Shell>, fate: i32) {
        let Some((one, other)) = self.stopped.get() else { return };
        let fate = usize::try_from(fate).ok().and_then(|at| PrisonersFate::ALL.get(at).copied());
        let fate = fate.unwrap_or(PrisonersFate::Kept);
        shell.act(
            refuse_many,
            move |store| captives::settle_prisoners(store, one, other, fate).map(|_| ()),
            |_, ()| {},
        );
    }

    fn many(
        self: &Rc<Captives>,
        shell: &Rc<Shell>,
        action: impl FnOnce(&mut crate::store::Store, Vec<CaptiveId>) -> Result<()> + Send + 'static,
    ) {
        let chosen = self.chosen();
        shell.act(
            refuse_many,
            move |store| match chosen.is_empty() {
                true => Err(Problem::refused("No captive is selected.", "Select one or more; Ctrl+A takes all.")),
                false => action(store, chosen),
            },
            |_, ()| {},
        );
    }
}

/// Says beside the button what paying comes to.
fn told_beside(shell: &Rc<Shell>, text: &str) {
    shell.with(|window| window.global::<CaptivesPage>().set_consequence(text.into()));
}

/// A sum as it was typed; none where nothing was.
fn typed(text: &str) -> Result<Option<Pence>> {
    match text.trim() {
        "" => Ok(None),
        text => Pence::asked(text).map(Some).map_err(|bad| Problem::bad_input(format!("{bad}."))),
    }
}

/// Who may buy captives or be given them: the sides, then the knights who hold somebody or command an army.
fn buyers_of(db: &Db) -> Result<Vec<(Buyer, String)>> {
    let mut buyers: Vec<(Buyer, String)> =
        db.sides()?.into_iter().map(|side| (Buyer::Side(side.id), side.name)).collect();
    let holders = db.captives(false)?.into_iter().filter_map(|line| line.captive.holder);
    let commanders = db.armies()?.into_iter().filter_map(|army| army.commander);
    let lords = db.sides()?.into_iter().filter_map(|side| side.lord);
    let mut men: Vec<PersonId> = holders.chain(commanders).chain(lords).collect();
    men.sort();
    men.dedup();
    for man in men {
        let man = db.person(man)?;
        if man.state.serves() {
            let side = db.side(man.side)?.name;
            buyers.push((Buyer::Man(man.id), format!("{}, {side}", man.styled())));
        }
    }
    Ok(buyers)
}

/// The first two sides that stopped fighting and have not said what becomes of their prisoners, with it in a sentence.
fn stopped(db: &Db) -> Result<Option<((SideId, SideId), String)>> {
    for known in db.relations()?.into_iter().filter(|known| known.prisoners_wait) {
        let ones = captives::prisoners(db, known.a, known.b)?.len();
        let others = captives::prisoners(db, known.b, known.a)?.len();
        if ones + others > 0 {
            let (a, b) = (db.side(known.a)?.name, db.side(known.b)?.name);
            let text = format!("{a} and {b} stopped fighting. {a} holds {ones} of {b}, {b} {others} of {a}.");
            return Ok(Some(((known.a, known.b), text)));
        }
    }
    Ok(None)
}

/// The captives selected for an exchange, parted by who holds them.
fn parts_of(db: &Db, chosen: &[CaptiveId]) -> Result<(Vec<CaptiveId>, Vec<CaptiveId>)> {
    let mut holder = None;
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for captive in chosen {
        let held = db.captive(*captive)?.holder_side;
        match *holder.get_or_insert(held) == held {
            true => one.push(*captive),
            false => other.push(*captive),
        }
    }
    match other.is_empty() {
        true => Err(Problem::refused(
            "All who are selected are held by one side.",
            "Select those it holds and, with Ctrl, those the other side holds of its men.",
        )),
        false => Ok((one, other)),
    }
}

/// The units of a side, with their armies' names.
fn units_of(db: &Db, side: SideId) -> Result<Vec<(FormationId, String)>> {
    let mut units = Vec::new();
    for army in db.armies()?.into_iter().filter(|army| army.side == side) {
        for part in organise::tree(db, army.id)? {
            if matches!(part.level, Level::Unit | Level::Force) {
                units.push((part.id, format!("{} › {}", army.name, part.name)));
            }
        }
    }
    Ok(units)
}
