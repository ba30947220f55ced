//! The grid beside a result that is typed: every man with what is written of him, and letters that write it for as many
//! as are selected. The text is what counts; the grid only reads and writes it.

use super::Battles;
use crate::campaign::table_result::{with_fate, written_fates};
use crate::desktop::shell::{Shell, shared};
use crate::desktop::table::{CellData, ColumnHeading, RowData, Tone};
use crate::desktop::ui::{AppWindow, BattlesPage};
use crate::rules::figure::Side;
use slint::ComponentHandle;
use std::rc::Rc;

pub(super) const RESULT: &[ColumnHeading] = &[
    ColumnHeading::words("No.", 5, 6),
    ColumnHeading::names("Name", 12, 26),
    ColumnHeading::words("Unit", 8, 22),
    ColumnHeading::words("Fate", 10, 18),
];

/// The letter of a fate, the word on its button and the word that is written.
const FATES: [(&str, &str); 5] = [("d", "dead"), ("w", "wounded"), ("f", "fled"), ("c", "captive"), ("u", "unhurt")];

impl Battles {
    pub(super) fn connect_grid(self: &Rc<Battles>, shell: &Rc<Shell>, window: &AppWindow) {
        let ui = window.global::<BattlesPage>();
        let Some(table) = self.grid.borrow().clone() else { return };
        ui.set_men_rows(shared(&table));
        ui.set_men_columns(table.columns());
        let weak = Rc::downgrade(shell);
        table.on_publish(move |info| {
            if let Some(shell) = weak.upgrade() {
                shell.with(|window| window.global::<BattlesPage>().set_men_info(info));
            }
        });
        let (page, on) = (Rc::downgrade(self), Rc::downgrade(shell));
        table.on_typed(move |letter| {
            let (Some(page), Some(shell)) = (page.upgrade(), on.upgrade()) else { return false };
            let fate = FATES.iter().find(|(known, _)| letter.eq_ignore_ascii_case(known));
            if let Some((_, fate)) = fate {
                page.give_fate(&shell, fate);
            }
            fate.is_some()
        });
        let (page, on) = (Rc::clone(self), Rc::clone(shell));
        ui.on_give_fate(move |fate| page.give_fate(&on, &fate));
    }

    /// Lists the men of a planned battle with what the text says of each.
    pub(super) fn show_grid(&self, text: &str) {
        let Some(table) = self.grid.borrow().clone() else { return };
        let field = self.field.borrow();
        let Some(field) = &*field else {
            table.set_rows(Vec::new());
            return;
        };
        let fates = written_fates(text);
        let mut rows = Vec::new();
        let mut numbers = Vec::new();
        for side in [Side::Attacker, Side::Defender] {
            let host = &field.muster.plan.hosts[side];
            let units = host.forces.iter().flat_map(|force| {
                let of_units = force.units.iter().flat_map(|unit| unit.men.iter().map(|man| (unit.name.as_str(), man)));
                of_units.chain(force.single.iter().map(|man| (force.name.as_str(), man)))
            });
            for (unit, man) in units {
                let fate = fates.get(&man.number.to_uppercase());
                let cell = match fate {
                    Some(fate) => CellData::text(fate).tone(if fate == "dead" { Tone::Bad } else { Tone::Warn }),
                    None => CellData::text("unhurt").tone(Tone::Quiet),
                };
                let (letter, digits) = man.number.split_at(man.number.len().min(1));
                let order = i64::from(digits.parse::<u32>().unwrap_or(0));
                let order = order + if letter.eq_ignore_ascii_case("a") { 0 } else { 1 << 32 };
                rows.push(RowData {
                    id: numbers.len() as i64,
                    cells: vec![
                        CellData::ranked(&man.number, order),
                        CellData::text(&man.name),
                        CellData::text(unit),
                        cell,
                    ],
                });
                numbers.push(man.number.clone());
            }
        }
        *self.grid_numbers.borrow_mut() = numbers;
        table.set_rows(rows);
    }

    /// Writes a fate for every man selected on the grid.
    fn give_fate(self: &Rc<Battles>, shell: &Rc<Shell>, fate: &str) {
        let Some(table) = self.grid.borrow().clone() else { return };
        let chosen: Vec<String> = {
            let numbers = self.grid_numbers.borrow();
            let number = |id: i64| usize::try_from(id).ok().and_then(|at| numbers.get(at).cloned());
            table.selection().into_iter().filter_map(number).collect()
        };
        let Some((text, captor)) = shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            (ui.get_result().to_string(), ui.get_captor().trim().to_owned())
        }) else {
            return;
        };
        if chosen.is_empty() {
            shell.with(|window| {
                let why = "No man is selected. Select men in the grid, many with Shift or Ctrl+A.";
                window.global::<BattlesPage>().set_result_faults(why.into());
            });
            return;
        }
        let fate = match (fate, captor.is_empty()) {
            ("captive", false) => format!("captive of {captor}"),
            _ => fate.to_owned(),
        };
        let text = with_fate(&text, &chosen, &fate);
        shell.with(|window| window.global::<BattlesPage>().set_result(text.as_str().into()));
        self.check_result(shell, &text);
    }
}
