//! The result of a planned battle, typed from the table or read from a file (CP-3.2): read while it is typed, and said
//! back in words before anything follows from it.

use super::aftermath::lower_battle;
use super::{Battles, Chosen};
use crate::app::muster::Muster;
use crate::app::{battle, play};
use crate::desktop::shell::Shell;
use crate::desktop::ui::{AppWindow, BattlesPage};
use crate::rules::battle::{Fate, ManReport, Report, and_score};
use crate::rules::figure::Side;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

fn refuse_result(window: &AppWindow, why: SharedString) {
    window.global::<BattlesPage>().set_result_faults(why);
}

impl Battles {
    /// Reads what is typed so far and says what it comes to, before anything is done with it.
    pub(super) fn check_result(&self, shell: &Rc<Shell>, text: &str) {
        if let Some(Chosen::Plan(battle)) = &*self.chosen.borrow() {
            self.keep_draft(shell, battle.id, text);
        }
        self.show_grid(text);
        let read = self.field.borrow().as_ref().map(|field| {
            battle::read_result_by_rules(&field.muster, &field.tables, &field.house, text.as_bytes(), false)
        });
        let Some(read) = read else { return };
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            match read {
                _ if text.trim().is_empty() => {
                    ui.set_result_reads(SharedString::new());
                    ui.set_result_faults(SharedString::new());
                }
                Ok(entered) => {
                    ui.set_result_reads(self.in_words(&entered.report).into());
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

    pub(super) fn read_result(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let text = shell.with(|window| window.global::<BattlesPage>().get_result()).unwrap_or_default();
        if text.trim().is_empty() {
            self.read_what_was_played(shell);
            return;
        }
        // Told under the field, where it was typed.
        self.enter(shell, text.as_bytes().to_vec(), false, refuse_result);
    }

    /// Where nothing is typed, what follows is what follows from the battle as it was fought to its end on the screen.
    fn read_what_was_played(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let Some(Chosen::Plan(battle)) = self.chosen.borrow().clone() else { return };
        let page = Rc::clone(self);
        let id = battle.id;
        shell.read(
            move |db| play::fought(db, id),
            move |shell, fought| match fought {
                Some((muster, settlement)) => page.propose_settled(shell, muster, settlement),
                None => {
                    let on_the_screen = match shell.with(|window| window.global::<BattlesPage>().get_under_way()) {
                        Some(true) => "Play it to its end, or type",
                        _ => "Type",
                    };
                    let refusal = format!(
                        "Nothing is typed of how {} ended. {on_the_screen} who won, “winner attacker” or “winner neither”, and \
                         what befell whom.",
                        lower_battle(&battle.name)
                    );
                    shell.with(|window| refuse_result(window, refusal.into()));
                }
            },
        );
    }

    pub(super) fn enter(
        self: &Rc<Battles>,
        shell: &Rc<Shell>,
        text: Vec<u8>,
        csv: bool,
        refuse: fn(&AppWindow, SharedString),
    ) {
        let Some(field) = self.field.borrow().clone() else { return };
        match battle::read_result_by_rules(&field.muster, &field.tables, &field.house, &text, csv) {
            Ok(entered) => {
                shell.with(|window| refuse(window, SharedString::new()));
                self.propose_told(shell, field.muster, entered);
            }
            Err(problem) => {
                shell.with(|window| refuse(window, problem.to_string().into()));
            }
        }
    }
}

/// How many of those of another fate came out of it wounded.
fn wounded_besides(report: &Report, side: Side, fate: &str) -> usize {
    let of = |told: &&ManReport| told.side == side && told.wounded && told.counted().word() == fate;
    report.men.iter().filter(of).filter(|told| !matches!(told.counted(), Fate::Wounded | Fate::Dead)).count()
}

pub(super) fn result_in_words(report: &Report, muster: &Muster) -> String {
    let hosts = &muster.plan.hosts;
    let won = match report.winner {
        Some(side) => format!("{} {}", hosts[side].name, hosts[side].does("win")),
        None => "Neither side wins".to_owned(),
    };
    let counted = battle::counted(report);
    let lost = |side: Side| {
        let parts: Vec<String> = ["dead", "captive", "wounded", "fled", "missing"]
            .iter()
            .filter_map(|fate| {
                let men = counted[side].get(fate).filter(|men| **men > 0)?;
                let hurt = wounded_besides(report, side, fate);
                Some(if hurt == 0 { format!("{men} {fate}") } else { format!("{men} {fate} ({hurt} wounded)") })
            })
            .collect();
        let parts = if parts.is_empty() { "nobody lost".to_owned() } else { parts.join(", ") };
        format!("{}: {parts}", hosts[side].name)
    };
    // Nobody meets in a bombardment, and nobody wins it.
    if muster.plan.is_bombardment() {
        let walls: Vec<String> = report.battered.iter().map(|stretch| format!("{stretch}.")).collect();
        let walls = if walls.is_empty() { "The walls are as they were.".to_owned() } else { walls.join(" ") };
        return format!("{walls} {}. {}.", lost(Side::Attacker), lost(Side::Defender));
    }
    let turns = report.turns.map_or(String::new(), |turns| format!(" in {turns} turns"));
    // A line of walls is theirs who hold it at the end, whatever the score (SG-8).
    let of_walls = muster.plan.storm.as_ref().filter(|place| !place.sally);
    let won = match of_walls.and(report.holds.or(report.winner)) {
        Some(holder) => battle::has_the_walls(report, hosts, holder),
        None => won,
    };
    let walls: String = report.battered.iter().map(|stretch| format!(" {stretch}.")).collect();
    format!(
        "{won}{turns}{}.{walls} {}. {}.",
        and_score(report.winner, &report.half_points, muster.battle.rules),
        lost(Side::Attacker),
        lost(Side::Defender)
    )
}
