//! A battle forecast: fought over and over, and what came of it as shares with their standard errors.

use super::{Battles, Chosen, Field, refuse};
use crate::app::fielding::SentMen;
use crate::app::{battle, even};
use crate::campaign::problem::Result;
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{BattlesPage, Forecast, SpreadRow};
use crate::rules::figure::{BySide, Side};
use crate::rules::house::thousands;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::settles::{SideSpread, Spread};
use crate::rules::weather::WeatherKind;
use slint::{ComponentHandle, Model, SharedString};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// How many battles a forecast fights.
const FORECASTS: u64 = 1_000;

/// How many where each is a battle of hundreds of figures, or of as many men hex by hex.
const LONG_FORECASTS: u64 = 100;

/// How many battles each forecast is of while even odds are looked for.
const EVEN_RUNS: u64 = 200;

/// How many forecasts are kept to be compared.
const KEPT: usize = 3;

impl Battles {
    /// Forecasts the battle shown, if that was asked for.
    pub(super) fn forecast_asked(self: &Rc<Battles>, shell: &Rc<Shell>) {
        let asked = self.ahead.take();
        let shown = matches!(&*self.chosen.borrow(), Some(Chosen::Plan(planned)) if Some(planned.id) == asked);
        if shown {
            self.with_field(shell, Battles::forecast);
        }
    }

    pub(super) fn forecast(self: &Rc<Battles>, shell: &Rc<Shell>, field: Field) {
        let runs = if field.muster.battle.rules.is_long() { LONG_FORECASTS } else { FORECASTS };
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
        let (said, conditions) = (self.conditions(shell), self.conditions(shell));
        let before: Vec<Forecast> = shell
            .with(|window| window.global::<BattlesPage>().get_forecasts().iter().take(KEPT - 1).collect())
            .unwrap_or_default();
        let kept = before.clone();
        // Where it cannot be forecast at all, the forecast says why.
        let warnings = in_short(&battle::warnings(&field.muster, &field.house).unwrap_or_default());
        shell.with(|window| refuse(window, warnings.into()));
        shell.long(
            "Fighting it over and over",
            runs as usize,
            move |progress| {
                battle::forecast(&field.muster, &field.house, runs, progress.flag(), &|forecast: &Spread| {
                    if let Ok(mut so_far) = told.lock() {
                        *so_far = *forecast;
                    }
                    progress.done(forecast.battles as usize);
                })
            },
            move |shell, _| {
                if let Ok(so_far) = read.lock() {
                    show_spread(shell, (&so_far, runs), &names, &said, &before);
                }
            },
            move |shell, forecast: Result<Spread>| match forecast {
                Ok(forecast) => show_spread(shell, (&forecast, runs), &hosts, &conditions, &kept),
                Err(problem) => {
                    shell.with(|window| refuse(window, problem.to_string().into()));
                }
            },
        );
    }

    /// Finds what would make the odds even, by points and by forecasts with more and more men.
    pub(super) fn even(self: &Rc<Battles>, shell: &Rc<Shell>, field: Field) {
        shell.with(|window| refuse(window, SharedString::new()));
        shell.long(
            "Finding even odds",
            0,
            move |progress| {
                let hosts = &field.muster.plan.hosts;
                let by_points = even::by_points(hosts, &field.tables).told(hosts);
                let flag = progress.flag();
                let found = even::by_forecast(&field.muster, &field.house, &field.tables, EVEN_RUNS, flag, &|_| {})?;
                Ok(format!("{by_points}\n{}", found.told(hosts)))
            },
            |_, _| {},
            move |shell, told: Result<String>| {
                shell.with(|window| match told {
                    Ok(told) => window.global::<BattlesPage>().set_even(told.into()),
                    Err(problem) => refuse(window, problem.to_string().into()),
                });
            },
        );
    }

    /// What a forecast now would be of: who attacks whom with how many, on which ground, with what gear.
    fn conditions(&self, shell: &Rc<Shell>) -> String {
        let mustered = self.mustered.borrow();
        let Some(field) = &*mustered else { return String::new() };
        let planned = matches!(&*self.chosen.borrow(), Some(Chosen::Plan(_)));
        let swapped = !planned && self.swapped(shell);
        let (muster, sent, gear) = (&field.muster, self.fielded.borrow(), self.brought.borrow());
        let rules = self.rules(shell);
        let host = |side: Side| {
            let host = &muster.plan.hosts[side];
            let fit = host.men().count() + muster.rest.iter().filter(|rest| rest.2 == side).count();
            let sent = sent[side].as_ref().filter(|_| !rules.holds_all());
            let men = if rules.holds_all() { fit } else { sent.map_or(host.men().count(), SentMen::count) };
            let later: String =
                host.arrivals().iter().map(|(turn, men)| format!(", {men} of them on turn {turn}")).collect();
            let (men, all) = (thousands(men as u64), thousands(fit as u64));
            let of = if men == all { format!("all {all}") } else { format!("{men} of {all}") };
            let chosen = if sent.is_some() { " as chosen" } else { "" };
            let with = if gear[side].is_empty() || !rules.has_ground() {
                String::new()
            } else {
                format!(" with {}", gear[side])
            };
            format!("{} ({of}{chosen}{with}{later})", host.name)
        };
        let (one, other) = (host(Side::Attacker), host(Side::Defender));
        let (attacks, defends) = if swapped { (other, one) } else { (one, other) };
        let attack = muster.plan.hosts[if swapped { Side::Defender } else { Side::Attacker }].does("attack");
        let ground = match (rules.has_ground(), planned) {
            (false, _) => String::new(),
            (true, true) => format!(" on this ground: {}", muster.battle.ground),
            (true, false) => format!(" on this ground: {}", self.ground(shell)),
        };
        let weather = match self.weather(shell) {
            WeatherKind::Fair => String::new(),
            _ if !rules.has_weather() => String::new(),
            weather => format!(", in this weather: {weather}"),
        };
        format!(
            "{attacks} {attack} {defends}{ground}{weather}, by these rules: {}. The program commands both.",
            rules.about().title
        )
    }

    /// Says of what a forecast would be; those of something else are shown as such.
    pub(super) fn show_conditions(&self, shell: &Rc<Shell>) {
        let conditions = self.conditions(shell);
        shell.with(|window| {
            let ui = window.global::<BattlesPage>();
            // What would even other odds says nothing of these.
            if ui.get_conditions().as_str() != conditions {
                ui.set_even(SharedString::new());
            }
            // One of what is about to be fought comes before those of something else.
            let mut known: Vec<Forecast> = ui.get_forecasts().iter().collect();
            known.sort_by_key(|card| card.conditions.as_str() != conditions);
            if !ui
                .get_forecasts()
                .iter()
                .map(|card| card.conditions)
                .eq(known.iter().map(|card| card.conditions.clone()))
            {
                ui.set_forecasts(model(known));
            }
            ui.set_conditions(conditions.into());
        });
    }
}

/// A forecast as shares with their standard errors, and losses as means with theirs; before those made earlier.
/// Of one that was broken off it says how many of so many battles it is of.
fn show_spread(
    shell: &Rc<Shell>,
    (forecast, asked): (&Spread, u64),
    hosts: &BySide<String>,
    conditions: &str,
    before: &[Forecast],
) {
    let share = |won: u64| share_and_error(won, forecast.battles).0;
    let percent = |won: u64| {
        let (share, error) = share_and_error(won, forecast.battles);
        format!("{:.0}\u{a0}±\u{a0}{:.0}\u{a0}%", share * 100.0, error * 100.0)
    };
    let mean = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(forecast.battles);
        format!("{mean:.1}\u{a0}±\u{a0}{error:.1} ({}–{})", tallied.least, tallied.most)
    };
    let (one, other) = (&forecast.sides.attacker, &forecast.sides.defender);
    let row = |what: &str, of: fn(&SideSpread) -> &Tallied| SpreadRow {
        what: what.into(),
        attacker: mean(of(one)).into(),
        defender: mean(of(other)).into(),
    };
    let mut rows = vec![
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
    if one.held + other.held > 0 {
        // A line of walls is fought for: who holds it moves the siege, whoever has the higher score (SG-1.6).
        rows.push(SpreadRow {
            what: "holds the walls".into(),
            attacker: percent(one.held).into(),
            defender: percent(other.held).into(),
        });
    }
    let turns = forecast.turns.mean(forecast.battles).0;
    let of = match forecast.battles < asked {
        true => format!("{} of {}", thousands(forecast.battles), thousands(asked)),
        false => thousands(asked),
    };
    let card = Forecast {
        title: format!("{of} battles of about {turns:.0} turns, each share with its standard error").into(),
        conditions: conditions.into(),
        won_attacker: share(one.won) as f32,
        won_neither: share(forecast.drawn) as f32,
        won_defender: share(other.won) as f32,
        won_attacker_text: format!("won by {} {}", hosts.attacker, percent(one.won)).into(),
        won_neither_text: format!("neither {}", percent(forecast.drawn)).into(),
        won_defender_text: format!("won by {} {}", hosts.defender, percent(other.won)).into(),
        rows: model(rows),
    };
    let cards: Vec<Forecast> = [card].into_iter().chain(before.iter().cloned()).collect();
    shell.with(|window| window.global::<BattlesPage>().set_forecasts(model(cards)));
}

/// The most warnings that are told each by itself.
const WARNINGS: usize = 3;

/// Warnings as sentences; of many the first, and how many more there are.
fn in_short(warnings: &[String]) -> String {
    let sentence = |warning: &String| format!("{}.", warning.trim_end_matches('.'));
    let told: Vec<String> = warnings.iter().take(WARNINGS).map(sentence).collect();
    match warnings.len() - told.len() {
        0 => told.join(" "),
        more => format!("{} And {more} more of the kind.", told.join(" ")),
    }
}
