//! Battles: what waits, plans, results, forecasts and what follows. A proposal is kept here until it is taken in or
//! thrown away; nothing of it is in the campaign before.

mod aftermath;
mod beside;
mod contact_sheet;
mod fielding;
mod forecast;
mod gear;
mod grid;
mod ground;
mod new;
mod result;
mod ruling;
mod seen;
mod told;

use super::contests::Engagement;
use super::dialogs::Wanted;
use super::print::{BlankPaper, PrintChoice, PrintWanted};
use super::shell::{Page, Shell, model, shared, words};
use super::table::{ColumnHeading, Table};
use super::ui::{
    AppWindow, BattleSide, BattleView, BattlesPage, ContactSheet, FieldingSheet, LogLine, NewBattleSheet, RulingSheet,
};
use crate::app::battle::{self, Proposal};
use crate::app::fielding::SentMen;
use crate::app::grounds::KnownGround;
use crate::app::muster::{Asked, Muster};
use crate::app::{contact, found, plan, siege};
use crate::campaign::ids::{BattleId, ContactId, FormationId, StrongholdId};
use crate::campaign::problem::Result;
use crate::campaign::war::{Battle, Contact};
use crate::rules::battle::Occasion;
use crate::rules::figure::BySide;
use crate::rules::man_to_man::Tables;
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{House, Settlement};
use crate::rules::telling::counted_off;
use crate::rules::weather::WeatherKind;
use crate::store::Store;
use crate::store::world::RowOf;
use seen::{ShownBattle, field, list, shown};
use slint::{ComponentHandle, SharedString, Timer, TimerMode};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

const BATTLES: &[ColumnHeading] = &[
    ColumnHeading::names("What", 22, 26),
    ColumnHeading::words("When", 11, 11),
    ColumnHeading::words("State", 10, 14),
];

/// How long a pause in typing is.
const PAUSE: Duration = Duration::from_millis(800);

#[derive(Clone, Debug)]
enum Chosen {
    Contact(Contact),
    Plan(Battle),
    Settled(Battle),
    /// What a siege's own roll settled.
    Rolled(Contact),
}

/// A battle brought to the field, with the tables it is fought by.
#[derive(Clone)]
struct Field {
    muster: Muster,
    /// The ground that is offered first.
    offered: String,
    tables: Arc<Tables>,
    /// The house numbers the campaign plays battles by.
    house: House,
}

#[derive(Default)]
struct Battles {
    table: RefCell<Option<Rc<Table>>>,
    chosen: RefCell<Option<Chosen>>,
    /// The line that is ruled upon; none while one is added.
    ruled: Cell<Option<usize>>,
    /// The sets of rules the drop-down offers, those that settle what is fought for.
    rules: RefCell<Vec<Ruleset>>,
    /// What the battle shown is fought for.
    occasion: Cell<Option<Occasion>>,
    /// The grounds the drop-down offers.
    grounds: RefCell<Vec<KnownGround>>,
    /// The armies as the contact was met: who came upon whom.
    armies: Cell<Option<(FormationId, FormationId)>>,
    /// What the sheet of a new battle offers.
    armies_there: RefCell<Vec<FormationId>>,
    /// The men of a planned battle with their fates, and the numbers they have on the rosters.
    grid: RefCell<Option<Rc<Table>>>,
    grid_numbers: RefCell<Vec<String>>,
    /// What each host brings besides its men, by lists; as the contact was met.
    brought: RefCell<BySide<String>>,
    /// How many of each unit of each host the referee sends, where he chose; as the contact was met.
    fielded: RefCell<BySide<Option<SentMen>>>,
    fielding: RefCell<fielding::FieldingForm>,
    /// Who may fight beside the two armies, and who of them comes later; as the contact was met.
    beside: RefCell<Vec<beside::BesideLine>>,
    on_contact: RefCell<Option<contact_sheet::OnContact>>,
    shelters: RefCell<Vec<(FormationId, StrongholdId)>>,
    /// The armies of a contact or a plan as they would come, for what they may bring.
    mustered: RefCell<Option<Field>>,
    /// A planned battle's field.
    field: RefCell<Option<Field>>,
    proposal: RefCell<Option<Proposal>>,
    /// A battle settled by a game, until its plan is shown and what follows can be proposed beside it.
    following: RefCell<Option<(Muster, Settlement)>>,
    log: RefCell<Vec<LogLine>>,
    wanted: Cell<Option<i64>>,
    /// A planned battle that is forecast once it is shown.
    ahead: Cell<Option<BattleId>>,
    /// Waits for a pause in the typing of a result.
    writing_down: Timer,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Battles>>> = const { RefCell::new(None) };
}

/// A contact's row has its id below zero, a battle's its id.
fn contact_row(contact: ContactId) -> i64 {
    -contact.0
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Battles::default());
    let table = shell.table("battles", BATTLES);
    *page.table.borrow_mut() = Some(Rc::clone(&table));
    *page.grid.borrow_mut() = Some(shell.table("result", grid::RESULT));
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
        let (ruling, fielding) = (window.global::<RulingSheet>(), window.global::<FieldingSheet>());
        let (contact, new) = (window.global::<ContactSheet>(), window.global::<NewBattleSheet>());
        let open = ruling.get_open() || fielding.get_open() || contact.get_open() || new.get_open();
        if page.get_sheet() || open {
            new.set_open(false);
            page.set_sheet(false);
            ruling.set_open(false);
            fielding.set_open(false);
            contact.set_open(false);
            return true;
        }
        let open = page.get_log_open();
        page.set_log_open(false);
        open
    });
    shell.with(|window| page.connect(shell, window));
}

/// Proposes what follows a battle that was settled by a game (CP-3.5), once its plan is shown.
pub fn follow_game(shell: &Rc<Shell>, muster: Muster, settlement: Settlement) {
    let page = PAGE.with(|page| page.borrow().clone());
    if let Some(page) = page {
        let battle = muster.written;
        *page.following.borrow_mut() = Some((muster, settlement));
        match battle {
            Some(battle) => show_battle(shell, battle),
            None => shell.go(Page::Battles),
        }
    }
}

pub fn show_contact(shell: &Rc<Shell>, contact: ContactId) {
    show_row(shell, contact_row(contact));
}

pub fn show_battle(shell: &Rc<Shell>, battle: BattleId) {
    show_row(shell, battle.0);
}

/// Shows a planned battle, and fights it over and over.
pub fn forecast_battle(shell: &Rc<Shell>, battle: BattleId) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.ahead.set(Some(battle));
        }
    });
    show_battle(shell, battle);
}

/// Has a battle chosen when the page is shown next.
pub fn want(battle: BattleId) {
    want_row(battle.0);
}

fn want_row(row: i64) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.wanted.set(Some(row));
        }
    });
}

fn show_row(shell: &Rc<Shell>, row: i64) {
    want_row(row);
    shell.go(Page::Battles);
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<BattlesPage>().set_refusal(why);
}

fn refuse_sheet(window: &AppWindow, why: SharedString) {
    let page = window.global::<BattlesPage>();
    if why.is_empty() {
        page.set_sheet(false);
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
        on!(on_even_odds, |page, shell| page.with_field(&shell, Battles::even));
        on!(on_fight, |page, shell| page.with_field(&shell, Battles::fight));
        on!(on_retire, |page, shell, side| page.retire(&shell, side));
        on!(on_shut_in, |page, shell| page.shut_in(&shell));
        on!(on_drop_plan, |page, shell| page.drop_plan(&shell));
        on!(on_result_edited, |page, shell, text| page.check_result(&shell, &text));
        on!(on_read_result, |page, shell| page.read_result(&shell));
        on!(on_open, |page, shell| page.open_sheet(&shell));
        on!(on_open_new, |page, shell| page.open_new(&shell));
        on!(on_print, |page, shell| page.print(&shell));
        on!(on_history, |page, shell| {
            let thing = match &*page.chosen.borrow() {
                Some(Chosen::Contact(met) | Chosen::Rolled(met)) => Some(RowOf::Contact(met.id)),
                Some(Chosen::Plan(battle) | Chosen::Settled(battle)) => Some(RowOf::Battle(battle.id)),
                None => None,
            };
            if let Some(thing) = thing {
                super::history::show(&shell, thing);
            }
        });
        on!(on_confirm, |page, shell| page.confirm(&shell));
        on!(on_browse, |_page, shell| browse(&shell));
        on!(on_strike, |page, shell, line, struck| page.strike(&shell, line, struck));
        on!(on_change_line, |page, shell, line| page.open_ruling(&shell, line));
        on!(on_explain_line, |page, shell, line| page.explain_line(&shell, line));
        on!(on_take_in, |page, shell| page.take_in(&shell));
        on!(on_throw_away, |page, shell| page.throw_away(&shell));
        on!(on_show_log, |page, shell| page.show_log(&shell));
        on!(on_replay, |page, shell| page.watch(&shell));
        on!(on_castles, |page, shell| page.at_castles(&shell));
        on!(on_play_here, |page, shell| page.play_here(&shell));
        on!(on_filter_log, |page, shell, text| page.filter_log(&shell, &text));
        on!(on_rules_chosen, |page, shell| page.rules_chosen(&shell));
        self.connect_ruling(shell, window);
        self.connect_ground(shell, window);
        self.connect_beside(shell, window);
        self.connect_contact(shell, window);
        self.connect_gear(shell, window);
        self.connect_fielding(shell, window);
        self.connect_new(shell, window);
        self.connect_grid(shell, window);
        on!(on_roll_for_it, |page, shell| page
            .settle_waiting(&shell, |store, met| { siege::resolve(store, met).map(drop) }));
        on!(on_call_off, |page, shell| page.settle_waiting(&shell, siege::call_off));
        on!(on_attacker_chosen, |page, shell| page.show_conditions(&shell));
    }

    fn load(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(list, move |shell, rows| {
            let table = page.table.borrow().clone();
            let Some(table) = table else { return };
            shell.with(|window| {
                window.global::<BattlesPage>().set_empty(rows.is_empty());
                // What was refused may be allowed as things are now.
                refuse(window, SharedString::new());
            });
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
                Some(shown) => {
                    page.show(shell, shown);
                    page.follow_on(shell);
                    page.forecast_asked(shell);
                }
                None => page.show_none(shell),
            },
        );
    }

    fn show_none(&self, shell: &Rc<Shell>) {
        self.chosen.borrow_mut().take();
        self.field.borrow_mut().take();
        self.mustered.borrow_mut().take();
        shell.with(|window| window.global::<BattlesPage>().set_mode(BattleView::Nothing));
    }

    fn show(self: &Rc<Battles>, shell: &Rc<Shell>, shown: ShownBattle) {
        let mode = match &shown.chosen {
            Chosen::Contact(_) => BattleView::Contact,
            Chosen::Plan(_) => BattleView::Plan,
            Chosen::Settled(_) | Chosen::Rolled(_) => BattleView::Settled,
        };
        let same = match (&*self.chosen.borrow(), &shown.chosen) {
            (Some(Chosen::Contact(old)), Chosen::Contact(new)) => old.id == new.id,
            (Some(Chosen::Plan(old)), Chosen::Plan(new)) => old.id == new.id,
            (Some(Chosen::Settled(old)), Chosen::Settled(new)) => old.id == new.id,
            (Some(Chosen::Rolled(old)), Chosen::Rolled(new)) => old.id == new.id,
            _ => false,
        };
        self.armies.set(match &shown.chosen {
            Chosen::Contact(contact) | Chosen::Rolled(contact) => Some((contact.attacker, contact.defender)),
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
        let plan = field.as_ref().or(shown.met.as_ref()).map(|field| &field.muster.plan);
        let occasion = match (&shown.chosen, plan) {
            (Chosen::Settled(_) | Chosen::Rolled(_), _) => Occasion::Open,
            (_, Some(plan)) => plan.occasion(),
            (Chosen::Contact(met), None) => met.kind.occasion(),
            (Chosen::Plan(_), None) => Occasion::Open,
        };
        let bombards = occasion == Occasion::Bombardment;
        let of_siege = occasion != Occasion::Open;
        let for_walls = occasion == Occasion::Walls;
        let come = field.as_ref().or(shown.met.as_ref()).map(|field| &field.muster);
        self.offer_grounds(shell, come.and_then(|muster| muster.walls.as_ref()));
        match &shown.chosen {
            Chosen::Plan(battle) => {
                self.show_ground(shell, &battle.ground);
                *self.brought.borrow_mut() = battle.gear.clone();
            }
            _ if !same => {
                let field = field.as_ref().or(shown.met.as_ref());
                self.show_ground(shell, field.map_or("open field", |field| &field.offered));
                *self.brought.borrow_mut() = come.map(|muster| muster.battle.gear.clone()).unwrap_or_default();
            }
            _ => {}
        }
        match &shown.chosen {
            Chosen::Plan(battle) => self.show_weather(shell, battle.weather),
            _ if !same => self.show_weather(shell, WeatherKind::Fair),
            _ => {}
        }
        if !same {
            self.proposal.borrow_mut().take();
            // Its rows bear the numbers of other men.
            let grid = self.grid.borrow().clone();
            if let Some(grid) = grid {
                grid.clear();
            }
            *self.fielded.borrow_mut() = BySide::default();
            *self.beside.borrow_mut() = shown.beside;
        }
        let [attacker, defender] = shown.hosts;
        let draft = match &shown.chosen {
            Chosen::Plan(battle) => draft_of(shell, battle.id),
            // It is kept: an undo of the battle asks for it again.
            Chosen::Settled(_) | Chosen::Contact(_) | Chosen::Rolled(_) => String::new(),
        };
        let planned = matches!(shown.chosen, Chosen::Plan(_));
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_mode(mode);
            ui.set_bombards(bombards);
            ui.set_of_siege(of_siege);
            ui.set_for_walls(for_walls);
            ui.set_under_way(shown.under_way);
            ui.set_fought(shown.fought);
            ui.set_hopeless(problem.is_some());
            ui.set_title(shown.title.into());
            ui.set_detail(shown.detail.into());
            ui.set_attacker(attacker);
            ui.set_defender(defender);
            ui.set_shelters(words(shown.shelters.iter().map(|(_, _, name)| name.as_str())));
            ui.set_men(model(shown.men));
            ui.set_rest_text(rest_text(rest));
            if !same {
                // The rules that were chosen last are offered again for a thing of the same sort.
                let same_sort = self.occasion.replace(Some(occasion)) == Some(occasion);
                let had = match &shown.chosen {
                    Chosen::Plan(battle) => battle.rules,
                    _ if same_sort => self.rules(shell),
                    _ => Ruleset::default(),
                };
                let offered: Vec<Ruleset> = Ruleset::of(occasion).collect();
                let at = offered.iter().position(|known| *known == had).unwrap_or(0);
                ui.set_rules(words(offered.iter().map(|rules| rules.about().title)));
                *self.rules.borrow_mut() = offered;
                ui.set_by_rules(at as i32);
                ui.set_refusal(SharedString::new());
                ui.set_other_attacks(false);
                ui.set_shelter(0);
                ui.set_forecasts(model([]));
                ui.set_result(draft.as_str().into());
                ui.set_captor(SharedString::new());
                ui.set_result_reads(SharedString::new());
                ui.set_result_faults(SharedString::new());
                ui.set_reason(SharedString::new());
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
        *self.mustered.borrow_mut() = field.clone().or(shown.met);
        *self.field.borrow_mut() = field;
        *self.chosen.borrow_mut() = Some(shown.chosen);
        let come = self.mustered.borrow().clone();
        self.show_fielded(shell, come.as_ref());
        self.show_rules(shell);
        self.show_gear(shell);
        self.show_conditions(shell);
        if planned {
            let text = shell.with(|window| window.global::<BattlesPage>().get_result()).unwrap_or_default();
            self.check_result(shell, &text);
        }
    }

    /// Whether the other attacks than came upon the enemy.
    fn swapped(&self, shell: &Rc<Shell>) -> bool {
        shell.with(|window| window.global::<BattlesPage>().get_other_attacks()).unwrap_or_default()
    }

    /// Two armies met, as they would fight.
    fn meeting(&self, shell: &Rc<Shell>) -> Option<Engagement> {
        let (attacker, defender) = self.armies.get()?;
        let swapped = self.swapped(shell);
        let armies = if swapped { (defender, attacker) } else { (attacker, defender) };
        let rules = self.rules(shell);
        let asked = Asked {
            joined: self.joined(swapped),
            weather: self.weather(shell),
            // Who takes the field is chosen where it is small.
            fielded: if rules.holds_all() { BySide::default() } else { self.sent(swapped) },
            rules,
            ..Asked::of(armies, found::seed())
        };
        Some(Engagement { asked, ground: self.ground(shell), gear: self.gear(swapped) })
    }

    /// The rules the battle is settled by.
    fn rules(&self, shell: &Rc<Shell>) -> Ruleset {
        let at = shell.with(|window| window.global::<BattlesPage>().get_by_rules()).unwrap_or(0);
        let chosen = usize::try_from(at).ok().and_then(|at| self.rules.borrow().get(at).copied());
        chosen.unwrap_or_default()
    }

    /// Other rules make another forecast, and may have other men on the field.
    fn rules_chosen(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let come = self.mustered.borrow().clone();
        self.show_fielded(shell, come.as_ref());
        self.show_rules(shell);
        self.show_gear(shell);
        self.show_conditions(shell);
        shell.with(|window| {
            window.global::<BattlesPage>().set_refusal(SharedString::new());
        });
    }

    /// Offers what has a part in a battle by the rules chosen.
    fn show_rules(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let rules = self.rules(shell);
        let (ground, weather) = (rules.has_ground(), rules.has_weather());
        let out = match (ground, weather) {
            (true, true) => String::new(),
            (true, false) => format!("By {} the weather has no part in it.", rules.about().title),
            (false, _) => format!("By {} ground, weather and gear have no part in it.", rules.about().title),
        };
        let others = self.occasion.get().map(not_by).unwrap_or_default();
        let out = [out, others].into_iter().filter(|told| !told.is_empty()).collect::<Vec<String>>().join(" ");
        // A result is read by the rules it is planned by.
        let by_bodies = self.field.borrow().as_ref().is_some_and(|field| field.muster.battle.rules.tells_bodies());
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_rules_have_ground(ground);
            ui.set_rules_have_weather(weather);
            ui.set_rules_leave_out(out.into());
            ui.set_by_bodies(by_bodies);
        });
        self.show_beside(shell, rules.has_latecomers());
    }

    fn plan(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(Engagement { asked, ground, gear }) = self.meeting(shell) else { return };
        let page = Rc::clone(self);
        shell.act(
            refuse,
            move |store| plan::plan_asked(store, &asked, &ground, &gear),
            move |_, planned| page.wanted.set(Some(planned.0)),
        );
    }

    /// Brings the armies to the field, planned or anew, and does something with them.
    fn with_field(self: &Rc<Battles>, shell: &Rc<Shell>, then: fn(&Rc<Battles>, &Rc<Shell>, Field)) {
        let planned = self.field.borrow().clone();
        let rules = self.rules(shell);
        if let Some(mut planned) = planned {
            planned.muster.battle.rules = rules;
            then(self, shell, planned);
            return;
        }
        let Some(Engagement { asked, ground, gear }) = self.meeting(shell) else { return };
        let page = Rc::clone(self);
        shell.try_read(
            move |db| {
                let mut field = field(db, || plan::muster_asked(db, &asked))?;
                field.muster.battle.rules = rules;
                field.muster.fight_on(&ground)?;
                field.muster.bring_both(&gear, &field.tables)?;
                Ok(field)
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
        let Field { muster, house, .. } = field;
        shell.long(
            "Fighting the battle",
            0,
            move |_| {
                let fought = battle::fight(&muster, &house)?;
                Ok((muster, fought))
            },
            |_, _| {},
            move |shell, fought: Result<(Muster, Settlement)>| match fought {
                Ok((muster, fought)) => page.propose_settled(shell, muster, fought),
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    fn retire(self: &Rc<Battles>, shell: &Rc<Shell>, side: BattleSide) {
        let Some(Chosen::Contact(met)) = self.chosen.borrow().clone() else { return };
        let army = match side {
            BattleSide::Attacker => met.attacker,
            BattleSide::Defender => met.defender,
        };
        shell.act(refuse, move |store| contact::retire(store, met.id, army), |_, ()| {});
    }

    /// Settles a bombardment that waits, without a game.
    fn settle_waiting(self: &Rc<Battles>, shell: &Rc<Shell>, settle: fn(&mut Store, ContactId) -> Result<()>) {
        let Some(Chosen::Contact(met)) = self.chosen.borrow().clone() else { return };
        shell.act(refuse, move |store| settle(store, met.id), |_, ()| {});
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
        shell.act(refuse, move |store| plan::drop_plan(store, planned.id), |_, ()| {});
    }

    /// Asks which of the papers of the battle chosen is printed.
    fn print(&self, shell: &Rc<Shell>) {
        match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle)) => {
                let name = format!("{} rosters", battle.name);
                let choices = vec![
                    PrintChoice::new(PrintWanted::Rosters(battle.id), "Print both rosters", name),
                    PrintChoice::new(PrintWanted::Blank(BlankPaper::Roster), "Print a blank roster", "blank roster"),
                ];
                super::print::ask_one_of(shell, choices);
            }
            Some(Chosen::Settled(battle)) => {
                let title = format!("Print the casualties of {}", battle.name);
                let name = format!("{} casualties", battle.name);
                super::print::ask(shell, PrintWanted::CasualtiesOf(battle.id), &title, &name);
            }
            _ => {}
        }
    }

    fn open_sheet(&self, shell: &Rc<Shell>) {
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            ui.set_sheet_refusal(SharedString::new());
            ui.set_path(SharedString::new());
            ui.set_sheet(true);
        });
    }

    fn confirm(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(path) = shell.with(|window| window.global::<BattlesPage>().get_path().to_string()) else { return };
        match super::armies::read_file(&path) {
            Ok(file) => self.enter(shell, file, true, refuse_sheet),
            Err(problem) => {
                shell.with(|window| refuse_sheet(window, problem.to_string().into()));
            }
        }
    }
}

fn browse(shell: &Rc<Shell>) {
    let on = Rc::clone(shell);
    shell.browse(Wanted::OpenCsv, "result.csv", move |path| {
        on.with(|window| window.global::<BattlesPage>().set_path(path.display().to_string().into()));
    });
}

fn rest_text(rest: usize) -> SharedString {
    match rest {
        0 => SharedString::new(),
        rest => format!("Cast what befalls each unit on the {rest} of it who do not fight (CP-3.1)").into(),
    }
}

/// The file of the campaign that is open.
pub(super) fn file_open(shell: &Rc<Shell>) -> Option<std::path::PathBuf> {
    shell.settings.borrow().recent.first().map(|recent| recent.path.clone())
}

/// What is typed of a battle's result and not read in yet.
fn draft_of(shell: &Rc<Shell>, battle: BattleId) -> String {
    let file = file_open(shell);
    file.map(|file| shell.settings.borrow().draft(&file, battle.0)).unwrap_or_default()
}

impl Battles {
    /// Keeps what is typed of a battle's result, so that it is there when the battle is chosen again. It is written down when
    /// the typing pauses.
    fn keep_draft(&self, shell: &Rc<Shell>, battle: BattleId, text: &str) {
        let Some(file) = file_open(shell) else { return };
        let kept = if text.trim().is_empty() { "" } else { text };
        if shell.settings.borrow().draft(&file, battle.0) == kept {
            return;
        }
        shell.settings.borrow_mut().keep_draft(&file, battle.0, text);
        let on = Rc::clone(shell);
        self.writing_down.start(TimerMode::SingleShot, PAUSE, move || on.remember(|_| {}));
    }
}

/// What the rules that are not offered for a battle of a siege are for.
fn not_by(occasion: Occasion) -> String {
    let others = Ruleset::of_battles().filter(|rules| occasion != Occasion::Open && !rules.settles(occasion));
    let told = others.map(|rules| {
        let settles: Vec<&str> =
            Occasion::ALL.into_iter().filter(|&it| rules.settles(it)).map(Occasion::told).collect();
        format!("{} settles {} only.", rules.about().title, counted_off(&settles))
    });
    told.collect::<Vec<String>>().join(" ")
}
