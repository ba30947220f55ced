//! Sieges: those under way, what waits in each, how both sides stand, their orders and terms, and how it would end.

mod forecast;
mod seen;

use super::print::PrintWanted;
use super::shell::{Page, Shell, model, shared, words};
use super::table::{ColumnHeading, Table};
use super::ui::{AppWindow, SiegeCamp, SiegeConduct, SiegePartArmy, SiegesPage};
use crate::app::siege::{self, BeforeWalls, Load, Orders, ReliefMeeting};
use crate::campaign::ids::{ActionId, FormationId, PersonId, SiegeId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{Conduct, SiegePart};
use crate::campaign::war::Contact;
use crate::rules::figure::BySide;
use crate::rules::siege::{Action, Forecast, Gear, Leave, Order, Terms};
use crate::store::Store;
use crate::store::world::RowOf;
use seen::SiegeSeen;
use slint::{ComponentHandle, SharedString};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

const SIEGES: &[ColumnHeading] =
    &[ColumnHeading::names("Stronghold", 14, 18), ColumnHeading::numbers("Day"), ColumnHeading::words("Stands", 8, 14)];

struct Sieges {
    table: Rc<Table>,
    /// The siege shown, with what its rows and lists stand for.
    chosen: RefCell<Option<SiegeSeen>>,
    /// What can be opened or joined, in the order the sheet offers it.
    openings: RefCell<Vec<BeforeWalls>>,
    /// The siege whose forecast is shown, and the campaign's last action when it was asked.
    forecast: Cell<Option<(SiegeId, Option<ActionId>)>>,
    /// The last forecast that was made to its end, and of which siege: the next stands beside it.
    foreseen: RefCell<Option<(SiegeId, Forecast)>>,
    wanted: Cell<Option<SiegeId>>,
    /// The besieging armies that are checked to give battle to a relief (SG-4.2).
    part: RefCell<BTreeSet<FormationId>>,
    /// Who is named as a hostage in the terms that are offered or accepted next.
    hostages: RefCell<Vec<PersonId>>,
}

thread_local! {
    static PAGE: RefCell<Option<Rc<Sieges>>> = const { RefCell::new(None) };
}

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let page = Rc::new(Sieges {
        table: shell.table("sieges", SIEGES),
        chosen: RefCell::default(),
        openings: RefCell::default(),
        forecast: Cell::new(None),
        foreseen: RefCell::default(),
        wanted: Cell::new(None),
        part: RefCell::default(),
        hostages: RefCell::default(),
    });
    PAGE.with(|kept| *kept.borrow_mut() = Some(Rc::clone(&page)));
    let weak = Rc::downgrade(shell);
    page.table.on_publish(move |info| {
        if let Some(shell) = weak.upgrade() {
            shell.with(|window| window.global::<SiegesPage>().set_info(info));
        }
    });
    let (weak, at) = (Rc::downgrade(shell), Rc::clone(&page));
    page.table.on_selected(move || {
        if let Some(shell) = weak.upgrade() {
            at.choose(&shell);
        }
    });
    let at = Rc::clone(&page);
    shell.on_load(Page::Sieges, move |shell| at.load(shell));
    shell.on_back(Page::Sieges, |window| {
        let page = window.global::<SiegesPage>();
        let open = page.get_sheet();
        page.set_sheet(false);
        open
    });
    shell.with(|window| page.connect(shell, window));
}

/// Goes to a siege.
pub fn show_siege(shell: &Rc<Shell>, siege: SiegeId) {
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.wanted.set(Some(siege));
        }
    });
    shell.go(Page::Sieges);
}

/// Goes to the sheet that lays a siege.
pub fn lay(shell: &Rc<Shell>) {
    shell.go(Page::Sieges);
    PAGE.with(|page| {
        if let Some(page) = &*page.borrow() {
            page.open_sheet(shell);
        }
    });
}

fn refuse(window: &AppWindow, why: SharedString) {
    window.global::<SiegesPage>().set_refusal(why);
}

fn refuse_orders(window: &AppWindow, why: SharedString) {
    window.global::<SiegesPage>().set_orders_refusal(why);
}

fn refuse_day(window: &AppWindow, why: SharedString) {
    window.global::<SiegesPage>().set_day_refusal(why);
}

fn refuse_terms(window: &AppWindow, why: SharedString) {
    window.global::<SiegesPage>().set_terms_refusal(why);
}

fn refuse_supply(window: &AppWindow, why: SharedString) {
    window.global::<SiegesPage>().set_supply_refusal(why);
}

fn refuse_sheet(window: &AppWindow, why: SharedString) {
    let page = window.global::<SiegesPage>();
    if why.is_empty() {
        page.set_sheet(false);
    }
    page.set_sheet_refusal(why);
}

fn at<T: Clone>(list: &[T], index: i32) -> Option<T> {
    usize::try_from(index).ok().and_then(|index| list.get(index).cloned())
}

/// A count typed in a field; nothing typed is none.
pub fn number(text: &str, what: &str) -> Result<u32> {
    match text.trim() {
        "" => Ok(0),
        text => text.parse().map_err(|_| {
            Problem::bad_input(format!("“{text}” is no number of {what}.")).hint("Type a whole number, or nothing.")
        }),
    }
}

impl Sieges {
    fn connect(self: &Rc<Sieges>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<SiegesPage>();
        ui.set_rows(shared(&self.table));
        ui.set_columns(self.table.columns());
        ui.set_gears(words(Gear::ALL.iter().map(|gear| gear.word())));
        ui.set_leaves(words(Leave::ALL.iter().map(|leave| leave.word())));
        ui.set_at_discretion(
            Leave::ALL.iter().position(|leave| *leave == Leave::AtDiscretion).map_or(-1, |at| at as i32),
        );
        ui.set_leaves_told(words(Leave::ALL.iter().map(|leave| match leave {
            Leave::WithArms => "They march out to their own side with weapons, armour and horses.",
            Leave::WithoutArms => "They march out to their own side and leave weapons, armour and horses behind.",
            Leave::AtDiscretion => "They give themselves up: all in the place are the besiegers’ prisoners.",
        })));
        macro_rules! on {
            ($event:ident, |$page:ident, $shell:ident $(, $argument:ident)*| $body:expr) => {{
                let ($page, $shell) = (Rc::clone(self), Rc::clone(shell));
                ui.$event(move |$($argument),*| $body);
            }};
        }
        on!(on_open, |page, shell| page.open_sheet(&shell));
        on!(on_confirm, |page, shell| page.confirm(&shell));
        on!(on_fight, |page, shell, row| {
            if let Some(contact) = page.contact(row) {
                match contact.battle {
                    Some(battle) => super::battles::show_battle(&shell, battle),
                    None => super::battles::show_contact(&shell, contact.id),
                }
            }
        });
        on!(on_resolve, |page, shell, row| page
            .with_contact(&shell, row, |store, contact| siege::resolve(store, contact.id).map(drop)));
        on!(on_call_off, |page, shell, row| page
            .with_contact(&shell, row, |store, contact| siege::call_off(store, contact.id)));
        on!(on_battle, |page, shell, row| page.meet(&shell, row, ReliefMeeting::Battle));
        on!(on_part, |page, shell, row| {
            let part = page.part.borrow().iter().copied().collect();
            page.meet(&shell, row, ReliefMeeting::Part(part));
        });
        on!(on_part_host, |page, shell| {
            let besieges = page.chosen.borrow().as_ref().and_then(|seen| at(&seen.armies, 0));
            if let Some((army, _)) = besieges {
                super::armies::show_formation(&shell, army);
            }
        });
        on!(on_toggle_part, |page, shell, row| page.toggle_part(&shell, row));
        on!(on_lead, |page, shell, row, army| {
            let army = page.chosen.borrow().as_ref().and_then(|seen| at(&at(&seen.leaders, row)?, army));
            if let Some((army, _)) = army {
                page.with_contact(&shell, row, move |store, contact| siege::lead(store, contact.id, army));
            }
        });
        on!(on_shut_in, |page, shell, row| page.meet(&shell, row, ReliefMeeting::ShutIn));
        on!(on_give_way, |page, shell, row| page.meet(&shell, row, ReliefMeeting::Lift));
        let page = Rc::clone(self);
        ui.on_given_up_on(move |days, _| page.given_up_on(&days));
        on!(on_answer, |page, shell, accepted| {
            let named = if accepted { page.hostages.borrow().clone() } else { Vec::new() };
            page.act(&shell, refuse, move |store, siege| siege::answer_naming(store, siege, accepted, &named));
        });
        on!(on_name_hostage, |page, shell| page.name_hostage(&shell));
        on!(on_name_nobody, |page, shell| {
            page.hostages.borrow_mut().clear();
            page.show_named(&shell);
        });
        on!(on_give_orders, |page, shell, to| page.give_orders(&shell, to));
        on!(on_play_day, |page, shell| page.play_day(&shell));
        on!(on_leave, |page, shell| {
            let army = page.army(&shell);
            page.act(&shell, refuse_day, move |store, _| match army {
                Some(army) => siege::leave(store, army),
                None => Err(Problem::refused("No army is chosen.", "Choose one that besieges.")),
            });
        });
        on!(on_lift, |page, shell| page.act(&shell, refuse_day, siege::lift));
        on!(on_history, |page, shell| {
            if let Some(siege) = page.siege() {
                super::history::show(&shell, RowOf::Siege(siege));
            }
        });
        on!(on_print, |page, shell| {
            if let Some(siege) = page.siege() {
                super::print::ask(&shell, PrintWanted::Siege(siege), "Print the siege’s sheet", "siege sheet");
            }
        });
        on!(on_buy, |page, shell| page.buy(&shell));
        on!(on_build, |page, shell| page.build(&shell));
        on!(on_expel, |page, shell| page.expel(&shell));
        on!(on_slip, |page, shell, row| {
            let way = page.chosen.borrow().as_ref().and_then(|seen| at(&seen.ways, row));
            page.act(&shell, refuse_supply, move |store, _| match way {
                Some(way) => siege::slip(store, way.army.id, way.way).map(drop),
                None => Ok(()),
            });
        });
        on!(on_offer_terms, |page, shell| page.offer(&shell));
        on!(on_forecast, |page, shell| page.forecast(&shell));
    }

    fn load(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(siege::all, move |shell, sieges| {
            shell.with(|window| window.global::<SiegesPage>().set_empty(sieges.is_empty()));
            let first = sieges.first().map(|siege| siege.id.0);
            page.table.set_rows(sieges.iter().map(seen::row).collect());
            let wanted = page.wanted.take().map(|wanted| wanted.0);
            match wanted.or(first.filter(|_| page.table.selection().is_empty())) {
                Some(wanted) => page.table.choose(wanted),
                None => page.choose(shell),
            }
        });
    }

    fn choose(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let Some(siege) = self.table.selection().first().map(|id| SiegeId(*id)) else {
            self.chosen.borrow_mut().take();
            shell.with(|window| window.global::<SiegesPage>().set_has_one(false));
            return;
        };
        let page = Rc::clone(self);
        shell.read(
            move |db| SiegeSeen::read(db, siege),
            move |shell, seen| {
                let old = page.chosen.borrow().as_ref().map(|old| (old.shown.id, old.last_action));
                let same = old.is_some_and(|(siege, _)| siege == seen.shown.id);
                // What was refused may be allowed now.
                let stale = old != Some((seen.shown.id, seen.last_action));
                shell.with(|window| {
                    let ui = window.global::<SiegesPage>();
                    seen.show(&ui);
                    if !same {
                        page.part.borrow_mut().clear();
                        page.hostages.borrow_mut().clear();
                        ui.set_army(0);
                        ui.set_train(0);
                    }
                    if stale {
                        ui.set_hostage(-1);
                        ui.set_refusal(SharedString::new());
                        ui.set_orders_refusal(SharedString::new());
                        ui.set_day_refusal(SharedString::new());
                        ui.set_supply_refusal(SharedString::new());
                        ui.set_terms_refusal(SharedString::new());
                        ui.set_forecast_refusal(SharedString::new());
                    }
                    // What a forecast said is of the campaign as it was when it was asked.
                    ui.set_has_forecast(page.forecast.get() == Some((siege, seen.last_action)));
                });
                *page.chosen.borrow_mut() = Some(seen);
                page.show_parts(shell);
                page.show_named(shell);
            },
        );
    }

    fn siege(&self) -> Option<SiegeId> {
        self.chosen.borrow().as_ref().map(|seen| seen.shown.id)
    }

    fn contact(&self, row: i32) -> Option<Contact> {
        self.chosen.borrow().as_ref().and_then(|seen| at(&seen.shown.waiting, row))
    }

    /// The besieging armies, of which some may give battle to a relief while the others go on inside.
    fn show_parts(&self, shell: &Rc<Shell>) {
        let chosen = self.chosen.borrow();
        let Some(seen) = &*chosen else { return };
        let part = self.part.borrow();
        let armies =
            seen.armies.iter().map(|(army, name)| SiegePartArmy { name: name.into(), chosen: part.contains(army) });
        let armies = model(armies.collect::<Vec<_>>());
        shell.with(|window| window.global::<SiegesPage>().set_parts(armies));
    }

    fn toggle_part(&self, shell: &Rc<Shell>, row: i32) {
        let army = self.chosen.borrow().as_ref().and_then(|seen| at(&seen.armies, row));
        let Some((army, _)) = army else { return };
        let mut part = self.part.borrow_mut();
        if !part.remove(&army) {
            part.insert(army);
        }
        drop(part);
        self.show_parts(shell);
    }

    /// The besieging army that is chosen.
    fn army(&self, shell: &Rc<Shell>) -> Option<FormationId> {
        let index = shell.with(|window| window.global::<SiegesPage>().get_army()).unwrap_or(-1);
        self.chosen.borrow().as_ref().and_then(|seen| at(&seen.armies, index)).map(|(army, _)| army)
    }

    fn act(
        &self,
        shell: &Rc<Shell>,
        refuse: fn(&AppWindow, SharedString),
        action: impl FnOnce(&mut Store, SiegeId) -> Result<()> + Send + 'static,
    ) {
        let Some(siege) = self.siege() else { return };
        shell.act(refuse, move |store| action(store, siege), |_, ()| {});
    }

    fn with_contact(
        &self,
        shell: &Rc<Shell>,
        row: i32,
        action: impl FnOnce(&mut Store, &Contact) -> Result<()> + Send + 'static,
    ) {
        let Some(contact) = self.contact(row) else { return };
        shell.act(refuse, move |store| action(store, &contact), |_, ()| {});
    }

    fn meet(&self, shell: &Rc<Shell>, row: i32, choice: ReliefMeeting) {
        self.with_contact(shell, row, move |store, contact| siege::meet(store, contact.id, choice));
    }

    fn give_orders(&self, shell: &Rc<Shell>, to: SiegeCamp) {
        let Some((part, conduct, text, half)) = shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            match to {
                SiegeCamp::Besiegers => (
                    SiegePart::Besiegers,
                    ui.get_besiegers_conduct(),
                    ui.get_besiegers_orders(),
                    ui.get_besiegers_half(),
                ),
                SiegeCamp::Garrison => {
                    (SiegePart::Garrison, ui.get_garrison_conduct(), ui.get_garrison_orders(), ui.get_garrison_half())
                }
                SiegeCamp::Relief => {
                    (SiegePart::Relief, ui.get_relief_conduct(), ui.get_relief_orders(), ui.get_relief_half())
                }
            }
        }) else {
            return;
        };
        let conduct = match conduct {
            SiegeConduct::Captain => Conduct::Captain,
            SiegeConduct::Orders => Conduct::Orders,
            SiegeConduct::Referee => Conduct::Referee,
        };
        shell.with(|window| window.global::<SiegesPage>().set_orders_refused(to));
        self.act(shell, refuse_orders, move |store, siege| {
            let orders = Order::list(&text).map_err(|bad| {
                Problem::bad_input(format!("{bad}.")).hint("Part orders by semicolons: fill moat; batter; assault.")
            })?;
            siege::set_conduct(store, siege, part, conduct, &orders, half)
        });
    }

    fn play_day(&self, shell: &Rc<Shell>) {
        let Some((ours, theirs, foragers)) = shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            (ui.get_besiegers_action(), ui.get_garrison_action(), ui.get_foragers())
        }) else {
            return;
        };
        // The first of each list leaves it to the host's conduct.
        let (chosen, refused) = match &*self.chosen.borrow() {
            Some(seen) => {
                let chosen = BySide {
                    attacker: at(&seen.actions.attacker, ours - 1),
                    defender: at(&seen.actions.defender, theirs - 1),
                };
                (chosen, seen.refused_today(BySide { attacker: ours - 1, defender: theirs - 1 }))
            }
            None => return,
        };
        if let Some(why) = refused {
            shell.with(|window| refuse_day(window, why.into()));
            return;
        }
        self.act(shell, refuse_day, move |store, siege| {
            let mut orders = Orders { actions: chosen };
            for action in [&mut orders.actions.attacker, &mut orders.actions.defender] {
                if let Some(Action::Forage(men)) = action {
                    *men = number(&foragers, "men")?;
                }
            }
            siege::play_by_hand(store, siege, &orders).map(drop)
        });
    }

    fn offer(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let Some((by, leave, men_pay, typed)) = shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            let by = match ui.get_offering() {
                SiegeCamp::Besiegers => SiegePart::Besiegers,
                SiegeCamp::Garrison => SiegePart::Garrison,
                SiegeCamp::Relief => SiegePart::Relief,
            };
            let typed = [ui.get_marks(), ui.get_hostages(), ui.get_days()];
            (by, ui.get_leaving(), ui.get_men_pay(), typed)
        }) else {
            return;
        };
        let leave = at(Leave::ALL, leave).unwrap_or(Leave::WithArms);
        let named = self.hostages.borrow().clone();
        let Some(siege) = self.siege() else { return };
        let page = Rc::clone(self);
        let offer = move |store: &mut Store| {
            let [marks, hostages, days] = &typed;
            let terms = Terms {
                leave,
                ransom_marks: number(marks, "marks")?,
                men_pay,
                hostages: number(hostages, "hostages")?,
                respite_days: number(days, "days")?,
            };
            siege::offer_naming(store, siege, by, &terms, &named)
        };
        // Who is named in them need not be named again.
        shell.act(refuse_terms, offer, move |_, ()| page.hostages.borrow_mut().clear());
    }

    /// The day on which the place would be given up after so many days of respite, if that is a number of days.
    fn given_up_on(&self, days: &str) -> SharedString {
        let chosen = self.chosen.borrow();
        let days = days.trim().parse::<u16>().ok().filter(|days| *days > 0);
        match (&*chosen, days) {
            (Some(seen), Some(days)) => {
                let day = seen.today() + i32::from(days);
                format!("Agreed today, {} is given up on {} unless a relief comes.", seen.shown.stronghold, day.long())
                    .into()
            }
            _ => SharedString::new(),
        }
    }

    /// Names the man that is chosen as one of the hostages, of whom there are as many at least.
    fn name_hostage(&self, shell: &Rc<Shell>) {
        let index = shell.with(|window| window.global::<SiegesPage>().get_hostage()).unwrap_or(-1);
        let man = self.chosen.borrow().as_ref().and_then(|seen| at(&seen.may_be_hostages, index));
        let Some((man, _)) = man else {
            return shell
                .with(|window| refuse_terms(window, "Choose a man of the garrison first.".into()))
                .unwrap_or(());
        };
        let mut named = self.hostages.borrow_mut();
        if !named.contains(&man) {
            named.push(man);
        }
        let many = named.len();
        drop(named);
        shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            if number(&ui.get_hostages(), "hostages").is_ok_and(|typed| (typed as usize) < many) {
                ui.set_hostages(many.to_string().into());
            }
        });
        shell.with(|window| refuse_terms(window, SharedString::new()));
        self.show_named(shell);
    }

    /// Says who is named as a hostage; who is not of the garrison any more is named no more.
    fn show_named(&self, shell: &Rc<Shell>) {
        let chosen = self.chosen.borrow();
        let Some(seen) = &*chosen else { return };
        let of = |man: &PersonId| seen.may_be_hostages.iter().find(|(known, _)| known == man);
        let mut named = self.hostages.borrow_mut();
        named.retain(|man| of(man).is_some());
        let names: Vec<&str> = named.iter().filter_map(of).map(|(_, name)| name.as_str()).collect();
        let told = match names.is_empty() {
            true => "Nobody is named: of hostages the foremost of the garrison go.".to_owned(),
            false => format!("Named, to be offered or accepted: {}.", names.join("; ")),
        };
        shell.with(|window| window.global::<SiegesPage>().set_named(told.into()));
    }

    /// The army that is provided for.
    fn provided(&self, shell: &Rc<Shell>) -> Option<FormationId> {
        let index = shell.with(|window| window.global::<SiegesPage>().get_train()).unwrap_or(-1);
        self.chosen.borrow().as_ref().and_then(|seen| at(&seen.trains, index)).map(|(army, ..)| army)
    }

    fn buy(&self, shell: &Rc<Shell>) {
        let Some(army) = self.provided(shell) else { return };
        let Some(typed) = shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            [ui.get_bought_rations(), ui.get_bought_animals()]
        }) else {
            return;
        };
        let buys = move |store: &mut Store| {
            let [rations, animals] = &typed;
            let load = Load { rations: number(rations, "rations")?, animals: number(animals, "animals")? };
            if load == Load::default() {
                return Err(Problem::refused("Nothing is to be bought.", "Say how many rations or animals."));
            }
            siege::load(store, army, load, None).map(drop)
        };
        // What is bought is not bought again by a second press.
        shell.act(refuse_supply, buys, |shell, ()| {
            shell.with(|window| {
                let ui = window.global::<SiegesPage>();
                ui.set_bought_rations(SharedString::new());
                ui.set_bought_animals(SharedString::new());
            });
        });
    }

    fn build(&self, shell: &Rc<Shell>) {
        let Some(army) = self.provided(shell) else { return };
        let Some((gear, many)) = shell.with(|window| {
            let ui = window.global::<SiegesPage>();
            (ui.get_gear(), ui.get_made())
        }) else {
            return;
        };
        let gear = at(Gear::ALL, gear).unwrap_or(Gear::Mangonel);
        self.act(shell, refuse_supply, move |store, _| {
            let many = u16::try_from(number(&many, "engines")?).unwrap_or(u16::MAX);
            if many == 0 {
                return Err(Problem::refused("Nothing is to be made.", "Say how many."));
            }
            siege::build(store, army, gear, many).map(drop)
        });
    }

    fn expel(&self, shell: &Rc<Shell>) {
        let index = shell.with(|window| window.global::<SiegesPage>().get_mouth()).unwrap_or(-1);
        let men = self.chosen.borrow().as_ref().and_then(|seen| at(&seen.mouths, index));
        let Some((_, men)) = men else { return };
        self.act(shell, refuse_supply, move |store, siege| siege::expel(store, siege, &men).map(drop));
    }

    fn open_sheet(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.read(siege::before, move |shell, before| {
            let (may, not): (Vec<BeforeWalls>, Vec<BeforeWalls>) =
                before.into_iter().partition(|army| army.refused.is_none());
            let cannot = match (may.is_empty(), not.is_empty()) {
                (true, true) => "No army stands before an enemy’s stronghold. March one there first.".to_owned(),
                _ => not
                    .iter()
                    .filter_map(|army| Some(format!("{}: {}", army.stronghold.name, army.refused.as_ref()?)))
                    .collect::<Vec<_>>()
                    .join("\n"),
            };
            shell.with(|window| {
                let ui = window.global::<SiegesPage>();
                ui.set_openings(model(may.iter().map(|army| {
                    let what = match (army.siege, army.relieves) {
                        (_, true) => "joins the relief of",
                        (Some(_), false) => "joins the siege of",
                        (None, false) => "besieges",
                    };
                    SharedString::from(format!("{} {what} {}", army.army.name, army.stronghold.name))
                })));
                ui.set_opening(0);
                ui.set_cannot(cannot.into());
                ui.set_sheet_refusal(SharedString::new());
                ui.set_sheet(true);
            });
            *page.openings.borrow_mut() = may;
        });
    }

    fn confirm(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let index = shell.with(|window| window.global::<SiegesPage>().get_opening()).unwrap_or(-1);
        let chosen = at(&self.openings.borrow(), index);
        let page = Rc::clone(self);
        shell.act(
            refuse_sheet,
            move |store| {
                let chosen = chosen.ok_or_else(|| {
                    Problem::refused("No army is before an enemy’s stronghold.", "March one there, and come back.")
                })?;
                match chosen.siege {
                    Some(siege) => siege::join(store, chosen.army.id, siege).map(|()| siege),
                    None => siege::open(store, chosen.army.id, chosen.stronghold.id),
                }
            },
            move |_, siege| page.wanted.set(Some(siege)),
        );
    }
}
