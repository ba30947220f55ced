//! Battles: what waits, plans, results, forecasts and what follows. A proposal is kept here until it is taken in or
//! thrown away; nothing of it is in the campaign before.

mod ground;
mod ruling;
mod seen;

use super::dialogs::Wanted;
use super::shell::{Page, Shell, count, model, shared, words};
use super::table::{Heading, Table};
use super::ui::{AftermathLine, AppWindow, BattlesPage, LogLine, RulingSheet, SpreadRow};
use crate::app::battle::{self, Proposal};
use crate::app::grounds::Known;
use crate::app::muster::Muster;
use crate::app::{contact, found, play, replay};
use crate::campaign::ids::{BattleId, ContactId, FormationId, StrongholdId};
use crate::campaign::problem::Result;
use crate::campaign::war::{Battle, Contact, Settled};
use crate::rules::battle::Report;
use crate::rules::figure::{BySide, Side};
use crate::rules::man_to_man::{Forecast, Tables, forecast::Tallied};
use seen::{Shown, field, half, list, shown};
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

const BATTLES: &[Heading] =
    &[Heading::names("What", 22, 26), Heading::words("When", 11, 11), Heading::words("State", 10, 14)];

/// How many battles a forecast fights.
const FORECASTS: u64 = 400;

#[derive(Clone, Debug)]
enum Chosen {
    Contact(Contact),
    Plan(Battle),
    Settled(Battle),
}

/// A battle brought to the field, with the tables it is fought by.
#[derive(Clone)]
struct Field {
    muster: Muster,
    tables: Arc<Tables>,
}

#[derive(Default)]
struct Battles {
    table: RefCell<Option<Rc<Table>>>,
    chosen: RefCell<Option<Chosen>>,
    /// The line that is ruled upon; none while one is added.
    ruled: Cell<Option<usize>>,
    /// The grounds the drop-down offers.
    grounds: RefCell<Vec<Known>>,
    /// The armies as the contact was met: who came upon whom.
    armies: Cell<Option<(FormationId, FormationId)>>,
    shelters: RefCell<Vec<(FormationId, StrongholdId)>>,
    field: RefCell<Option<Field>>,
    proposal: RefCell<Option<Proposal>>,
    log: RefCell<Vec<LogLine>>,
    wanted: Cell<Option<i64>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Battles>>> = const { RefCell::new(None) };
}

/// A contact's row has its id below nought, a battle's its id.
fn contact_row(contact: ContactId) -> i64 {
    -contact.0
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Battles::default());
    let table = shell.table("battles", BATTLES);
    *page.table.borrow_mut() = Some(Rc::clone(&table));
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let weak = Rc::downgrade(shell);
    table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<BattlesPage>().set_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    table.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::Battles, move |shell| at.load(shell));
    shell.on_back(Page::Battles, |window| {
        let page = window.global::<BattlesPage>();
        if !page.get_sheet().is_empty() || window.global::<RulingSheet>().get_open() {
            page.set_sheet(SharedString::new());
            window.global::<RulingSheet>().set_open(false);
            return true;
        }
        let open = page.get_log_open();
        page.set_log_open(false);
        open
    });
    shell.with(|window| page.connect(shell, window));
}

/// Proposes what follows a battle that was played to its end.
pub fn follow(shell: &Rc<Shell>, muster: Muster, fought: battle::Fought) {
    let page = PAGE.with(|page| page.borrow().clone());
    if let Some(page) = page {
        page.propose(shell, muster, fought.report, Settled::App, Some(fought.record));
    }
}

/// Shows a contact.
pub fn show_contact(shell: &Rc<Shell>, contact: ContactId) {
    show_row(shell, contact_row(contact));
}

/// Shows a battle.
pub fn show_battle(shell: &Rc<Shell>, battle: BattleId) {
    show_row(shell, battle.0);
}

fn show_row(shell: &Rc<Shell>, row: i64) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.wanted.set(Some(row));
        }
    });
    shell.go(Page::Battles);
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<BattlesPage>().set_refusal(why);
}

fn refuse_sheet(window: &AppWindow, why: SharedString) {
    let page = window.global::<BattlesPage>();
    if why.is_empty() {
        page.set_sheet(SharedString::new());
    }
    page.set_sheet_refusal(why);
}

impl Battles {
    fn connect(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<BattlesPage>();
        if let Some(table) = &*self.table.borrow() {
            ui.set_rows(shared(table));
            ui.set_columns(table.columns());
        }
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_plan, |page, shell| page.plan(&shell));
        on!(on_forecast, |page, shell| page.with_field(&shell, Battles::forecast));
        on!(on_fight, |page, shell| page.with_field(&shell, Battles::fight));
        on!(on_retire, |page, shell, side| page.retire(&shell, side == 0));
        on!(on_shut_in, |page, shell| page.shut_in(&shell));
        on!(on_drop_plan, |page, shell| page.drop_plan(&shell));
        on!(on_result_edited, |page, shell, text| page.check_result(&shell, &text));
        on!(on_read_result, |page, shell| page.read_result(&shell));
        on!(on_open, |page, shell, sheet| page.open_sheet(&shell, &sheet));
        on!(on_confirm, |page, shell| page.confirm(&shell));
        on!(on_browse, |_page, shell| browse(&shell));
        on!(on_strike, |page, shell, line, struck| page.strike(&shell, line, struck));
        on!(on_change_line, |page, shell, line| page.open_ruling(&shell, line));
        on!(on_explain_line, |page, shell, line| page.explain_line(&shell, line));
        on!(on_take_in, |page, shell| page.take_in(&shell));
        on!(on_throw_away, |page, shell| page.throw_away(&shell));
        on!(on_show_log, |page, shell| page.show_log(&shell));
        on!(on_replay, |page, shell| page.replay(&shell));
        on!(on_play_here, |page, shell| page.play_here(&shell));
        on!(on_filter_log, |page, shell, text| page.filter_log(&shell, &text));
        self.connect_ruling(shell, window);
        self.connect_ground(shell, window);
    }

    fn load(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(list, move |shell, rows| {
            let table = page.table.borrow().clone();
            let Some(table) = table else { return };
            shell.with(|window| window.global::<BattlesPage>().set_empty(rows.is_empty()));
            let first = rows.first().map(|row| row.id);
            table.set_rows(rows);
            match page.wanted.take().or_else(|| table.selection().first().copied()).or(first) {
                Some(row) => {
                    table.choose(row);
                    if table.selection().is_empty() {
                        page.choose(shell);
                    }
                }
                None => page.choose(shell),
            }
        });
    }

    fn choose(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let row = self.table.borrow().as_ref().and_then(|table| table.selection().first().copied());
        let page = Rc::clone(self);
        let Some(row) = row else {
            self.show_none(shell);
            return;
        };
        shell.read(
            move |db| shown(db, row),
            move |shell, shown| match shown {
                Some(shown) => page.show(shell, shown),
                None => page.show_none(shell),
            },
        );
    }

    fn show_none(&self, shell: &Rc<Shell>) {
        self.chosen.borrow_mut().take();
        self.field.borrow_mut().take();
        shell.with(|window| window.global::<BattlesPage>().set_mode(0));
    }

    fn show(&self, shell: &Rc<Shell>, shown: Shown) {
        let mode = match &shown.chosen {
            Chosen::Contact(_) => 1,
            Chosen::Plan(_) => 2,
            Chosen::Settled(_) => 3,
        };
        let same = match (&*self.chosen.borrow(), &shown.chosen) {
            (Some(Chosen::Contact(old)), Chosen::Contact(new)) => old.id == new.id,
            (Some(Chosen::Plan(old)), Chosen::Plan(new)) => old.id == new.id,
            (Some(Chosen::Settled(old)), Chosen::Settled(new)) => old.id == new.id,
            _ => false,
        };
        self.armies.set(match &shown.chosen {
            Chosen::Contact(contact) => Some((contact.attacker, contact.defender)),
            Chosen::Plan(battle) | Chosen::Settled(battle) => Some((battle.attacker, battle.defender)),
        });
        let record = matches!(&shown.chosen, Chosen::Settled(battle) if battle.record.is_some());
        *self.shelters.borrow_mut() = shown.shelters.iter().map(|(army, holding, _)| (*army, *holding)).collect();
        let (field, problem) = match shown.field {
            Some(Ok(field)) => (Some(field), None),
            Some(Err(problem)) => (None, Some(problem)),
            None => (None, None),
        };
        let rest = field.as_ref().map_or(0, |field| field.muster.rest.len());
        match &shown.chosen {
            Chosen::Plan(battle) => self.show_ground(shell, &battle.ground),
            _ if !same => self.show_ground(shell, "open field"),
            _ => {}
        }
        if !same {
            self.proposal.borrow_mut().take();
        }
        let [attacker, defender] = shown.hosts;
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_mode(mode);
            ui.set_title(shown.title.into());
            ui.set_detail(shown.detail.into());
            ui.set_attacker(attacker);
            ui.set_defender(defender);
            ui.set_shelters(words(shown.shelters.iter().map(|(_, _, name)| name.as_str())));
            ui.set_men(model(shown.men));
            ui.set_rest_text(rest_text(rest));
            if !same {
                ui.set_refusal(SharedString::new());
                ui.set_attacks(0);
                ui.set_shelter(0);
                ui.set_has_spread(false);
                ui.set_result(SharedString::new());
                ui.set_result_reads(SharedString::new());
                ui.set_result_faults(SharedString::new());
                ui.set_has_proposal(false);
                ui.set_log_open(false);
            }
            if !ui.get_has_proposal() {
                ui.set_has_record(record);
            }
            if let Some(problem) = problem {
                ui.set_refusal(problem.to_string().into());
            }
        });
        *self.field.borrow_mut() = field;
        *self.chosen.borrow_mut() = Some(shown.chosen);
    }

    /// The two armies as they would fight, the attacker first.
    fn order(&self, shell: &Rc<Shell>) -> Option<(FormationId, FormationId)> {
        let (attacker, defender) = self.armies.get()?;
        let swapped = shell.with(|window| window.global::<BattlesPage>().get_attacks()).unwrap_or(0) == 1;
        Some(if swapped { (defender, attacker) } else { (attacker, defender) })
    }

    fn plan(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some((attacker, defender)) = self.order(shell) else { return };
        let ground = self.ground(shell);
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| battle::plan_on(store, attacker, defender, found::seed(), &ground),
            move |_, planned| page.wanted.set(Some(planned.0)),
        );
    }

    /// Brings the armies to the field, planned or anew, and goes on with that.
    fn with_field(self: &Rc<Battles>, shell: &Rc<Shell>, then: fn(&Rc<Battles>, &Rc<Shell>, Field)) {
        let planned = self.field.borrow().clone();
        if let Some(planned) = planned {
            then(self, shell, planned);
            return;
        }
        let Some((attacker, defender)) = self.order(shell) else { return };
        let ground = self.ground(shell);
        let page = Rc::clone(self);
        shell.try_read(
            move |db| {
                field(db, || {
                    let mut muster = battle::muster_of(db, attacker, defender, found::seed())?;
                    crate::app::grounds::fight_on(&mut muster, &ground)?;
                    Ok(muster)
                })
            },
            move |shell, field| match field {
                Ok(field) => then(&page, shell, field),
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn fight(self: &Rc<Battles>, shell: &Rc<Shell>, field: Field) {
        let page = Rc::clone(self);
        let Field { muster, tables } = field;
        shell.long(
            "Fighting the battle",
            0,
            move |_| {
                let fought = battle::fight(&muster, &tables)?;
                Ok((muster, fought))
            },
            |_, _| {},
            move |shell, fought: Result<(Muster, battle::Fought)>| match fought {
                Ok((muster, fought)) => {
                    page.propose(shell, muster, fought.report, Settled::App, Some(fought.record));
                }
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn forecast(self: &Rc<Battles>, shell: &Rc<Shell>, field: Field) {
        let so_far: Arc<Mutex<Forecast>> = Arc::default();
        let (told, read, hosts) = (
            Arc::clone(&so_far),
            so_far,
            BySide {
                attacker: field.muster.plan.hosts.attacker.name.clone(),
                defender: field.muster.plan.hosts.defender.name.clone(),
            },
        );
        let names = hosts.clone();
        shell.with(|window| refuse(window, SharedString::new()));
        shell.long(
            "Fighting it over and over",
            FORECASTS as usize,
            move |progress| {
                battle::forecast(&field.muster, &field.tables, FORECASTS, progress.flag(), &|forecast: &Forecast| {
                    if let Ok(mut so_far) = told.lock() {
                        *so_far = *forecast;
                    }
                    progress.done(forecast.battles as usize);
                })
            },
            move |shell, _| {
                if let Ok(so_far) = read.lock() {
                    show_spread(shell, &so_far, &names);
                }
            },
            move |shell, forecast: Result<Forecast>| match forecast {
                Ok(forecast) => show_spread(shell, &forecast, &hosts),
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn retire(self: &Rc<Battles>, shell: &Rc<Shell>, attacker: bool) {
        let Some(Chosen::Contact(met)) = self.chosen.borrow().clone() else { return };
        let army = if attacker { met.attacker } else { met.defender };
        shell.act(refuse, move |store| contact::retire(store, met.id, army), |_, ()| {});
    }

    fn shut_in(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(Chosen::Contact(met)) = self.chosen.borrow().clone() else { return };
        let at = shell.with(|window| window.global::<BattlesPage>().get_shelter()).unwrap_or(-1);
        let shelter = usize::try_from(at).ok().and_then(|at| self.shelters.borrow().get(at).copied());
        let Some((army, holding)) = shelter else { return };
        shell.act(refuse, move |store| contact::shut_in(store, met.id, army, holding), |_, ()| {});
    }

    fn drop_plan(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(Chosen::Plan(planned)) = self.chosen.borrow().clone() else { return };
        shell.act(refuse, move |store| battle::drop_plan(store, planned.id), |_, ()| {});
    }

    /// Reads what is typed so far and says what it comes to, before anything is done with it.
    fn check_result(&self, shell: &Rc<Shell>, text: &str) {
        let read = self
            .field
            .borrow()
            .as_ref()
            .map(|field| battle::read_result(&field.muster, &field.tables, text.as_bytes(), false));
        let Some(read) = read else { return };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            match read {
                _ if text.trim().is_empty() => {
                    ui.set_result_reads(SharedString::new());
                    ui.set_result_faults(SharedString::new());
                }
                Ok(report) => {
                    ui.set_result_reads(self.in_words(&report).into());
                    ui.set_result_faults(SharedString::new());
                }
                Err(problem) => {
                    ui.set_result_reads(SharedString::new());
                    ui.set_result_faults(problem.sentence.into());
                }
            }
        });
    }

    fn in_words(&self, report: &Report) -> String {
        let field = self.field.borrow();
        let Some(field) = &*field else { return String::new() };
        result_in_words(report, &field.muster)
    }

    fn read_result(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let text = shell.with(|window| window.global::<BattlesPage>().get_result()).unwrap_or_default();
        self.enter(shell, text.as_bytes().to_vec(), false, refuse);
    }

    fn enter(self: &Rc<Battles>, shell: &Rc<Shell>, text: Vec<u8>, csv: bool, refuse: fn(&AppWindow, SharedString)) {
        let Some(field) = self.field.borrow().clone() else { return };
        match battle::read_result(&field.muster, &field.tables, &text, csv) {
            Ok(report) => {
                shell.with(|window| refuse(window, SharedString::new()));
                self.propose(shell, field.muster, report, Settled::Table, None);
            }
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
        }
    }

    fn propose(
        self: &Rc<Battles>,
        shell: &Rc<Shell>,
        muster: Muster,
        report: Report,
        settled: Settled,
        record: Option<(u32, Vec<u8>)>,
    ) {
        let cast = shell.with(|window| window.global::<BattlesPage>().get_cast_rest()).unwrap_or(false);
        let page = Rc::clone(self);
        shell.try_read(
            move |db| battle::propose(db, muster, report, settled, record, cast),
            move |shell, proposal| match proposal {
                Ok(proposal) => {
                    shell.with(|window| refuse(window, SharedString::new()));
                    *page.proposal.borrow_mut() = Some(proposal);
                    page.show_proposal(shell);
                }
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn show_proposal(&self, shell: &Rc<Shell>) {
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        let lines: Vec<AftermathLine> = proposal.lines.iter().map(|line| ruling::row(line, &proposal.muster)).collect();
        let struck = lines.iter().filter(|line| line.struck).count();
        let cast = match proposal.cast.len() {
            0 => String::new(),
            men => format!("What befell their units is cast on {men} men who did not fight (CP-3.1)."),
        };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_proposal_title(format!("What follows from {}", lower_battle(&proposal.muster.battle.name)).into());
            ui.set_proposal_detail(result_in_words(&proposal.report, &proposal.muster).into());
            ui.set_lines(model(lines));
            ui.set_struck(count(struck));
            ui.set_has_record(proposal.record.is_some());
            ui.set_has_proposal(true);
            ui.set_rest_text(cast.into());
        });
    }

    fn strike(&self, shell: &Rc<Shell>, line: i32, struck: bool) {
        let reason = shell.with(|window| window.global::<BattlesPage>().get_reason()).unwrap_or_default();
        if let Some(proposal) = &mut *self.proposal.borrow_mut()
            && let Some(line) = usize::try_from(line).ok().and_then(|at| proposal.lines.get_mut(at))
        {
            line.struck = struck.then(|| reason.trim().to_owned());
        }
        self.show_struck(shell);
    }

    /// Shows what is struck without making the list anew, which would lose the keyboard's place in it.
    fn show_struck(&self, shell: &Rc<Shell>) {
        use slint::Model;
        let proposal = self.proposal.borrow();
        let Some(proposal) = &*proposal else { return };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            let lines = ui.get_lines();
            for (at, line) in proposal.lines.iter().enumerate() {
                let row = ruling::row(line, &proposal.muster);
                if lines.row_data(at).is_some_and(|shown| shown != row) {
                    lines.set_row_data(at, row);
                }
            }
            ui.set_struck(count(proposal.lines.iter().filter(|line| line.struck.is_some()).count()));
        });
    }

    fn explain_line(&self, shell: &Rc<Shell>, line: i32) {
        let proposal = self.proposal.borrow();
        let found = proposal.as_ref().zip(usize::try_from(line).ok());
        if let Some(line) = found.and_then(|(proposal, at)| proposal.lines.get(at)) {
            shell.explain(&line.sentence, "", "", &line.parts);
            super::show_clause(shell, line.clause);
        }
    }

    fn take_in(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(proposal) = self.proposal.borrow().clone() else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| battle::take_in(store, proposal),
            move |shell, taken| {
                page.proposal.borrow_mut().take();
                page.wanted.set(Some(taken.battle.0));
                shell.with(|window| window.global::<BattlesPage>().set_has_proposal(false));
            },
        );
    }

    fn throw_away(self: &Rc<Battles>, shell: &Rc<Shell>) {
        self.proposal.borrow_mut().take();
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_has_proposal(false);
            ui.set_refusal(SharedString::new());
        });
        self.choose(shell);
    }

    fn open_sheet(&self, shell: &Rc<Shell>, sheet: &str) {
        let name = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle) | Chosen::Settled(battle)) => battle.name.clone(),
            _ => "battle".to_owned(),
        };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_sheet_refusal(SharedString::new());
            ui.set_path(match sheet {
                "print" => super::print::suggested(&format!("{name} rosters")).into(),
                _ => SharedString::new(),
            });
            ui.set_sheet(sheet.into());
        });
    }

    fn confirm(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some((sheet, path)) = shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            (ui.get_sheet(), ui.get_path().to_string())
        }) else {
            return;
        };
        if sheet == "print" {
            if let Some(Chosen::Plan(planned)) = &*self.chosen.borrow() {
                super::print::battle_roster(shell, planned.id, PathBuf::from(path), refuse_sheet);
            }
            return;
        }
        match super::armies::read_file(&path) {
            Ok(file) => self.enter(shell, file, true, refuse_sheet),
            Err(problem) => {
                shell.with(|window| refuse_sheet(window, problem.to_string().into()));
            }
        }
    }

    /// Plays the planned battle on the table, from where it was left.
    fn play_here(&self, shell: &Rc<Shell>) {
        let Some(Chosen::Plan(planned)) = &*self.chosen.borrow() else { return };
        let (id, armies) = (planned.id, (planned.attacker, planned.defender));
        let open = move |store: &mut crate::store::Store| {
            Ok((play::open(store, id)?, replay::tinctures(store, armies.0, armies.1)?))
        };
        let begin = |shell: &Rc<Shell>, (play, tinctures)| super::replay::play(shell, play, tinctures);
        shell.act(refuse, open, begin);
    }

    /// Opens the battle on the table: the one just fought, else the settled one chosen.
    fn replay(&self, shell: &Rc<Shell>) {
        let fresh = self.proposal.borrow().as_ref().and_then(|proposal| {
            let (_, record) = proposal.record.clone()?;
            Some((proposal.muster.battle.clone(), record))
        });
        if let Some((battle, record)) = fresh {
            super::replay::open(shell, refuse, move |db| {
                replay::of_record(db, &battle.name, battle.attacker, battle.defender, &record)
            });
        } else if let Some(Chosen::Settled(settled)) = &*self.chosen.borrow() {
            let id = settled.id;
            super::replay::open(shell, refuse, move |db| replay::of_battle(db, id));
        }
    }

    fn show_log(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let fresh = self.proposal.borrow().as_ref().and_then(|proposal| proposal.record.clone());
        if let Some((_, record)) = fresh {
            self.open_log(shell, battle::log(&record));
            return;
        }
        let Some(Chosen::Settled(settled)) = self.chosen.borrow().clone() else { return };
        let Some(record) = settled.record else { return };
        let page = Rc::clone(self);
        shell.try_read(move |db| battle::log(&db.record(record)?), move |shell, lines| page.open_log(shell, lines));
    }

    fn open_log(&self, shell: &Rc<Shell>, lines: Result<Vec<crate::rules::man_to_man::log::Line>>) {
        let lines = match lines {
            Ok(lines) => lines,
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
                return;
            }
        };
        let lines: Vec<LogLine> = lines
            .into_iter()
            .map(|line| {
                let rolls: Vec<String> = line.rolls.iter().map(|roll| roll.text()).collect();
                LogLine { text: line.text.into(), rolls: rolls.join("; ").into(), heading: line.heading }
            })
            .collect();
        let title = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle) | Chosen::Settled(battle)) => battle.name.clone(),
            _ => "The battle".to_owned(),
        };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_log_title(format!("{title}, blow by blow").into());
            ui.set_log(model(lines.clone()));
            ui.set_log_open(true);
        });
        *self.log.borrow_mut() = lines;
    }

    fn filter_log(&self, shell: &Rc<Shell>, text: &str) {
        let wanted = text.trim().to_lowercase();
        let log = self.log.borrow();
        let fits = |line: &&LogLine| wanted.is_empty() || line.text.to_lowercase().contains(&wanted);
        let lines: Vec<LogLine> = log.iter().filter(fits).cloned().collect();
        shell.with(|window| window.global::<BattlesPage>().set_log(model(lines)));
    }
}

fn browse(shell: &Rc<Shell>) {
    let sheet = shell.with(|window| window.global::<BattlesPage>().get_sheet()).unwrap_or_default();
    let (wanted, suggested) =
        if sheet == "print" { (Wanted::SavePdf, "rosters.pdf") } else { (Wanted::OpenCsv, "result.csv") };
    let on = Rc::clone(shell);
    shell.browse(wanted, suggested, move |path| {
        on.with(|window| window.global::<BattlesPage>().set_path(path.display().to_string().into()));
    });
}

fn rest_text(rest: usize) -> SharedString {
    match rest {
        0 => SharedString::new(),
        rest => format!("Cast what befalls each unit on the {rest} of it who do not fight (CP-3.1)").into(),
    }
}

/// `Battle of Wark` within a sentence.
fn lower_battle(name: &str) -> String {
    match name.strip_prefix("Battle") {
        Some(rest) => format!("the battle{rest}"),
        None => name.to_owned(),
    }
}

fn result_in_words(report: &Report, muster: &Muster) -> String {
    let hosts = &muster.plan.hosts;
    let won = match report.winner {
        Some(side) => format!("{} wins", hosts[side].name),
        None => "Neither side wins".to_owned(),
    };
    let counted = battle::counted(report);
    let lost = |side: Side| {
        let parts: Vec<String> = ["dead", "captive", "wounded", "fled", "missing"]
            .iter()
            .filter_map(|fate| counted[side].get(fate).filter(|men| **men > 0).map(|men| format!("{men} {fate}")))
            .collect();
        let parts = if parts.is_empty() { "nobody lost".to_owned() } else { parts.join(", ") };
        format!("{}: {parts}", hosts[side].name)
    };
    let turns = report.turns.map_or(String::new(), |turns| format!(" in {turns} turns"));
    format!(
        "{won}{turns} by {} points to {}. {}. {}.",
        half(report.half_points.attacker),
        half(report.half_points.defender),
        lost(Side::Attacker),
        lost(Side::Defender)
    )
}

/// A forecast as shares with their standard errors, and losses as means with theirs.
fn show_spread(shell: &Rc<Shell>, forecast: &Forecast, hosts: &BySide<String>) {
    let battles = forecast.battles.max(1) as f64;
    let share = |won: u64| won as f64 / battles;
    let percent = |won: u64| {
        let part = share(won);
        let error = (part * (1.0 - part) / battles).sqrt();
        format!("{:.0} ± {:.0} %", part * 100.0, error * 100.0)
    };
    let mean = |tallied: &Tallied| {
        let mean = tallied.sum as f64 / battles;
        let spread = (tallied.squares as f64 / battles - mean * mean).max(0.0);
        let error = (spread / battles).sqrt();
        format!("{mean:.1} ± {error:.1}  ({}–{})", tallied.least, tallied.most)
    };
    let (one, other) = (&forecast.sides.attacker, &forecast.sides.defender);
    let row = |what: &str, of: fn(&crate::rules::man_to_man::forecast::SideForecast) -> &Tallied| SpreadRow {
        what: what.into(),
        attacker: mean(of(one)).into(),
        defender: mean(of(other)).into(),
    };
    let rows = vec![
        SpreadRow {
            what: "men lost".into(),
            attacker: hosts.attacker.as_str().into(),
            defender: hosts.defender.as_str().into(),
        },
        row("dead", |side| &side.dead),
        row("captive", |side| &side.captive),
        row("wounded", |side| &side.wounded),
        row("fled", |side| &side.fled),
    ];
    shell.with(|window| {
        let ui = window.global::<BattlesPage>();
        let turns = forecast.turns.sum as f64 / battles;
        ui.set_spread_title(
            format!(
                "Forecast: {} battles of about {turns:.0} turns, each share with its standard error",
                forecast.battles
            )
            .into(),
        );
        ui.set_won_attacker(share(one.won) as f32);
        ui.set_won_neither(share(forecast.drawn) as f32);
        ui.set_won_defender(share(other.won) as f32);
        ui.set_won_attacker_text(format!("{} wins {}", hosts.attacker, percent(one.won)).into());
        ui.set_won_neither_text(format!("neither {}", percent(forecast.drawn)).into());
        ui.set_won_defender_text(format!("{} wins {}", hosts.defender, percent(other.won)).into());
        ui.set_spread(model(rows));
        ui.set_has_spread(true);
    });
}
