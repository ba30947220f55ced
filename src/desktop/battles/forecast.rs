//! A battle forecast: fought over and over, and what came of it as shares with their standard errors.

use super::{Battles, Field, refuse};
use crate::app::battle;
use crate::campaign::problem::Result;
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{BattlesPage, SpreadRow};
use crate::rules::figure::BySide;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::settles::{SideSpread, Spread};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// How many battles a forecast fights.
const FORECASTS: u64 = 1_000;

impl Battles {
    pub(super) fn forecast(self: &Rc<Battles>, shell: &Rc<Shell>, field: Field) {
        let so_far: Arc<Mutex<Spread>> = Arc::default();
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
                battle::forecast(&field.muster, &field.house, FORECASTS, progress.flag(), &|forecast: &Spread| {
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
            move |shell, forecast: Result<Spread>| match forecast {
                Ok(forecast) => show_spread(shell, &forecast, &hosts),
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }
}

/// A forecast as shares with their standard errors, and losses as means with theirs.
fn show_spread(shell: &Rc<Shell>, forecast: &Spread, hosts: &BySide<String>) {
    let share = |won: u64| share_and_error(won, forecast.battles).0;
    let percent = |won: u64| {
        let (share, error) = share_and_error(won, forecast.battles);
        format!("{:.0} ± {:.0} %", share * 100.0, error * 100.0)
    };
    let mean = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(forecast.battles);
        format!("{mean:.1} ± {error:.1}  ({}–{})", tallied.least, tallied.most)
    };
    let (one, other) = (&forecast.sides.attacker, &forecast.sides.defender);
    let row = |what: &str, of: fn(&SideSpread) -> &Tallied| SpreadRow {
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
        let turns = forecast.turns.mean(forecast.battles).0;
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
