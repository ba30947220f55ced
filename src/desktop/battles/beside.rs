//! Who fights beside two armies that met, who of all of them comes later, and the weather they fight in (CP-3.1): chosen beside
//! a contact; the weather in a plan too.

use super::{Battles, Chosen, Field, refuse};
use crate::app::allies::{self, MayJoin};
use crate::app::muster::Asked;
use crate::app::{found, numbers, plan};
use crate::campaign::armies::Level;
use crate::campaign::ids::FormationId;
use crate::campaign::problem::Result;
use crate::campaign::war::Joined;
use crate::desktop::shell::{Shell, count, model, words};
use crate::desktop::ui::{AppWindow, BattlesPage, BesidePage, BesideRow};
use crate::rules::figure::{BySide, Side};
use crate::rules::house::thousands;
use crate::rules::weather::WeatherKind;
use crate::store::Db;
use slint::{ComponentHandle, Model};
use std::rc::Rc;

/// Somebody who may join the two armies, or a part of a host that may come later.
#[derive(Clone, Debug)]
pub(super) struct BesideLine {
    formation: FormationId,
    side: Side,
    name: String,
    detail: String,
    army: bool,
    /// Why it can only come later.
    off: bool,
    joins: bool,
    turn: String,
}

impl BesideLine {
    /// The turn that is typed; 0 for none, nothing for what is no turn.
    fn arrives(&self) -> Option<u32> {
        match self.turn.trim() {
            "" => Some(0),
            typed => typed.parse().ok(),
        }
    }

    /// Whether it cannot be so: no turn, or none for who is not there from the start.
    fn wrong(&self) -> bool {
        self.arrives().is_none_or(|turn| self.joins && self.off && turn == 0)
    }

    fn row(&self) -> BesideRow {
        BesideRow {
            name: self.name.as_str().into(),
            detail: self.detail.as_str().into(),
            army: self.army,
            joins: self.joins,
            turn: self.turn.as_str().into(),
            wrong: self.wrong(),
        }
    }
}

/// Who may join the two armies of a contact, and the battles and forces of them all that may come later.
pub(super) fn lines(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Vec<BesideLine>> {
    let may = allies::may_join(db, attacker, defender)?;
    let mut lines = Vec::new();
    for MayJoin { army, side, fit, off } in &may {
        let lead = db.formation(if *side == Side::Attacker { attacker } else { defender })?.name;
        let off_text = off.as_ref().map_or_else(String::new, |off| format!("; {off}"));
        lines.push(BesideLine {
            formation: army.id,
            side: *side,
            name: army.name.clone(),
            detail: format!("beside {lead}: {} fit{off_text}", thousands(u64::from(*fit))),
            army: true,
            off: off.is_some(),
            joins: false,
            turn: String::new(),
        });
    }
    for (army, side) in [(attacker, Side::Attacker), (defender, Side::Defender)] {
        let of = db.formation(army)?.name;
        let parts: Vec<_> = db.tree(army)?.into_iter().filter(|part| part.level == Level::Battle).collect();
        for part in parts.iter().filter(|_| parts.len() > 1) {
            lines.push(BesideLine {
                formation: part.id,
                side,
                name: part.name.clone(),
                detail: format!("of {of}"),
                army: false,
                off: false,
                joins: true,
                turn: String::new(),
            });
        }
    }
    Ok(lines)
}

impl Battles {
    pub(super) fn connect_beside(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<BesidePage>();
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_join(move |row, joins| page.change_beside(&on, row, |line| line.joins = joins));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_comes(move |row, turn| page.change_beside(&on, row, |line| turn.as_str().clone_into(&mut line.turn)));
        let ui = window.global::<BattlesPage>();
        ui.set_weathers(words(WeatherKind::ALL.iter().map(|kind| kind.word())));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_weather_chosen(move || page.weather_chosen(&on));
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_draw_weather(move || page.draw_weather(&on));
    }

    /// Shows who may fight beside the two armies, and who may come later where the rules chosen know it; where they do not,
    /// a turn that was typed is forgotten.
    pub(super) fn show_beside(self: &Rc<Battles>, shell: &Rc<Shell>, later: bool) {
        let (rows, forgotten) = {
            let mut lines = self.beside.borrow_mut();
            let mut forgotten = false;
            for line in lines.iter_mut().filter(|line| !later && !line.turn.is_empty()) {
                line.turn.clear();
                forgotten = true;
            }
            // The parts of hosts stand after the armies, so that a row keeps its place.
            (model(lines.iter().filter(|line| later || line.army).map(BesideLine::row)), forgotten)
        };
        shell.with(|window| {
            let ui = window.global::<BesidePage>();
            ui.set_later(later);
            ui.set_rows(rows);
        });
        if forgotten {
            self.muster_anew(shell);
        }
    }

    fn change_beside(self: &Rc<Battles>, shell: &Rc<Shell>, row: i32, change: impl FnOnce(&mut BesideLine)) {
        let Ok(at) = usize::try_from(row) else { return };
        let shown = {
            let mut lines = self.beside.borrow_mut();
            let Some(line) = lines.get_mut(at) else { return };
            change(line);
            line.row()
        };
        shell.with(|window| {
            let rows = window.global::<BesidePage>().get_rows();
            rows.set_row_data(at, shown);
        });
        self.muster_anew(shell);
    }

    /// Who joins and who comes later, as the contact was met or turned about.
    pub(super) fn joined(&self, swapped: bool) -> Vec<Joined> {
        let lines = self.beside.borrow();
        let chosen = lines.iter().filter(|line| line.joins && !line.wrong());
        chosen
            .filter_map(|line| {
                let arrives = line.arrives()?;
                let side = if swapped { line.side.other() } else { line.side };
                (line.army || arrives > 0).then_some(Joined { formation: line.formation, side, arrives })
            })
            .collect()
    }

    /// The armies of a side as the contact was met, the one that met the enemy first.
    pub(super) fn armies_of(&self, side: Side) -> Vec<FormationId> {
        let Some((attacker, defender)) = self.armies.get() else { return Vec::new() };
        let lead = if side == Side::Attacker { attacker } else { defender };
        let lines = self.beside.borrow();
        let others = lines.iter().filter(|line| line.army && line.joins && !line.wrong() && line.side == side);
        [lead].into_iter().chain(others.map(|line| line.formation)).collect()
    }

    /// Musters the hosts of a contact again, when somebody joins or goes.
    fn muster_anew(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(armies) = self.armies.get() else { return };
        let asked = Asked { joined: self.joined(false), ..Asked::of(armies, 0) };
        let page = Rc::clone(self);
        shell.try_read(
            move |db| super::field(db, || plan::muster_asked(db, &asked)),
            move |shell, field: Result<Field>| {
                let why = field.as_ref().err().map_or_else(String::new, ToString::to_string);
                shell.with(|window| refuse(window, why.into()));
                if let Ok(field) = field {
                    // Whom the referee chose was chosen of other hosts.
                    *page.fielded.borrow_mut() = BySide::default();
                    *page.mustered.borrow_mut() = Some(field.clone());
                    page.show_fielded(shell, Some(&field));
                    page.show_gear(shell);
                    page.show_conditions(shell);
                }
            },
        );
    }

    /// The weather chosen.
    pub(super) fn weather(&self, shell: &Rc<Shell>) -> WeatherKind {
        let at = shell.with(|window| window.global::<BattlesPage>().get_weather()).unwrap_or(0);
        let kind = usize::try_from(at).ok().and_then(|at| WeatherKind::ALL.get(at));
        kind.copied().unwrap_or_default()
    }

    /// Shows a weather as the one chosen, and what it does by the campaign's numbers.
    pub(super) fn show_weather(&self, shell: &Rc<Shell>, kind: WeatherKind) {
        let at = WeatherKind::ALL.iter().position(|known| *known == kind).unwrap_or(0);
        shell.with(|window| window.global::<BattlesPage>().set_weather(count(at)));
        self.tell_weather(shell, kind);
    }

    fn tell_weather(&self, shell: &Rc<Shell>, kind: WeatherKind) {
        shell.try_read(
            move |db| Ok(numbers::of(db)?.weather(kind).map_or_else(String::new, |weather| weather.told())),
            |shell, told: Result<String>| {
                shell.with(|window| window.global::<BattlesPage>().set_weather_what(told.unwrap_or_default().into()));
            },
        );
    }

    fn weather_chosen(&self, shell: &Rc<Shell>) {
        let kind = self.weather(shell);
        self.tell_weather(shell, kind);
        self.show_conditions(shell);
        let planned = match &*self.chosen.borrow() {
            Some(Chosen::Plan(battle)) => Some(battle.id),
            _ => None,
        };
        if let Some(planned) = planned {
            shell.act(refuse, move |store| plan::set_weather(store, planned, kind), |_, ()| {});
        }
    }

    fn draw_weather(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let page = Rc::clone(self);
        shell.try_read(
            |db| numbers::drawn_weather(db, found::seed()),
            move |shell, drawn: Result<WeatherKind>| {
                if let Ok(kind) = drawn {
                    page.show_weather(shell, kind);
                    page.weather_chosen(shell);
                }
            },
        );
    }
}
