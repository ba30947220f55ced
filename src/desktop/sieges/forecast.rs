//! How the siege shown would go on from now, over and over, and what came of it as shares with their standard errors.

use super::Sieges;
use super::seen::last_action;
use crate::app::{found, siege};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ActionId, SiegeId};
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{SiegeShare, SiegesPage};
use crate::rules::figure::Side;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::siege::{End, Forecast, Outlook};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// How many sieges a forecast conducts.
const FORECASTS: u64 = 1_000;

impl Sieges {
    pub(super) fn forecast(self: &Rc<Sieges>, shell: &Rc<Shell>) {
        let Some(siege) = self.siege() else { return };
        let page = Rc::clone(self);
        shell.try_read(
            move |db| {
                let (ahead, left_out) = (siege::ahead(db, siege)?, siege::left_out(db, siege)?);
                Ok((ahead, left_out, last_action(db)?, db.siege(siege)?.today(db.day()?)))
            },
            move |shell, outlook| match outlook {
                Err(problem) => {
                    shell.with(|window| {
                        window.global::<SiegesPage>().set_forecast_refusal(problem.to_string().into());
                    });
                }
                Ok((outlook, left_out, asked, day)) => {
                    let by = format!("{} {left_out}", conducted(&outlook));
                    page.forecast.set(Some((siege, asked)));
                    // The last that was made of this siege stands beside the new one.
                    let before = page.foreseen.borrow().clone().filter(|(of, _)| *of == siege).map(|(_, it)| it);
                    let told_before = before.clone();
                    let so_far: Arc<Mutex<Forecast>> = Arc::default();
                    let (told, read) = (Arc::clone(&so_far), so_far);
                    let (during, after, by_whom) = (Rc::clone(&page), Rc::clone(&page), by.clone());
                    shell.long(
                        "Conducting the siege over and over",
                        FORECASTS as usize,
                        move |progress| {
                            siege::look_ahead(&outlook, FORECASTS, found::seed(), progress.flag(), &|forecast| {
                                if let Ok(mut so_far) = told.lock() {
                                    *so_far = forecast.clone();
                                }
                                progress.done(forecast.sieges as usize);
                            })
                        },
                        move |shell, _| {
                            if let Ok(so_far) = read.lock()
                                && during.stands(siege, asked)
                            {
                                show(shell, &so_far, told_before.as_ref(), day, &by);
                            }
                        },
                        move |shell, forecast: Forecast| {
                            if after.stands(siege, asked) {
                                show(shell, &forecast, before.as_ref(), day, &by_whom);
                            }
                            *after.foreseen.borrow_mut() = Some((siege, forecast));
                        },
                    );
                }
            },
        );
    }
}

impl Sieges {
    /// Whether a siege is the one shown, and the campaign as it was after an action.
    fn stands(&self, siege: SiegeId, asked: Option<ActionId>) -> bool {
        self.chosen.borrow().as_ref().is_some_and(|seen| seen.shown.id == siege && seen.last_action == asked)
    }
}

/// How a siege ends, for a list of all the ways it may.
fn how(end: End) -> &'static str {
    match end {
        End::Taken => "stormed",
        End::Surrendered => "given up on terms",
        End::Fell => "held out no longer",
        End::Lifted => "lifted",
        End::Relieved => "relieved",
    }
}

/// Who conducts the two sides.
fn conducted(outlook: &Outlook) -> String {
    let by = |side| if outlook.orders[side].is_some() { "its standing orders" } else { "the program" };
    match (by(Side::Attacker), by(Side::Defender)) {
        (ours, theirs) if ours == theirs => format!("Both sides are conducted by {}.", ours.replace("its", "their")),
        (ours, theirs) => format!("The besieging side is conducted by {ours}, the garrison’s by {theirs}."),
    }
}

/// A share of a forecast, with what it was in the one before it.
fn share(text: String, (count, of): (u64, u64), before: Option<(u64, u64)>) -> SiegeShare {
    let percent = |(count, of): (u64, u64)| {
        let (share, error) = share_and_error(count, of);
        (share as f32, format!("{:.0} ± {:.0} %", share * 100.0, error * 100.0))
    };
    let (share, figure) = percent((count, of));
    let was = before.map(percent);
    SiegeShare {
        text: text.into(),
        share,
        figure: figure.into(),
        before: was.as_ref().map_or(-1.0, |(share, _)| *share),
        was: was.map_or_else(SharedString::new, |(_, figure)| format!("was {figure}").into()),
    }
}

/// The men that besiegers and garrison lose, a relief behind them if it loses any, and the days it takes, each the mean with
/// its standard error.
fn means(forecast: &Forecast) -> (String, String, String) {
    let mean = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(forecast.sieges);
        // Nothing is given as sure that is not.
        match error {
            0.0 => format!("{mean:.0}"),
            error if error < 0.5 => format!("{mean:.1} ± {error:.1}"),
            error => format!("{mean:.0} ± {error:.0}"),
        }
    };
    let relief = match forecast.lost_of_relief.most {
        0 => String::new(),
        _ => format!(", {} of the relief", mean(&forecast.lost_of_relief)),
    };
    let garrison = format!("{} of the garrison{relief}", mean(&forecast.lost.defender));
    (mean(&forecast.lost.attacker), garrison, mean(&forecast.days))
}

/// A forecast beside the one before it: how it ends, and in how many the place had fallen by the end of each week.
fn show(shell: &Rc<Shell>, forecast: &Forecast, before: Option<&Forecast>, day: Day, by: &str) {
    let all = forecast.sieges;
    if all == 0 {
        return;
    }
    let before = before.filter(|before| before.sieges > 0);
    let end = |(n, end): (usize, &End)| {
        let was = before.map(|before| (before.ends[n], before.sieges));
        share(how(*end).to_owned(), (forecast.ends[n], all), was)
    };
    let ends: Vec<SiegeShare> = End::ALL.iter().enumerate().map(end).collect();
    let weeks = forecast.fell.len().max(before.map_or(0, |before| before.fell.len()));
    let (mut fallen, mut had_fallen) = (0, 0);
    let mut falls = Vec::new();
    for week in 0..weeks {
        let count = forecast.fell.get(week).copied().unwrap_or(0);
        let had = before.and_then(|before| before.fell.get(week)).copied().unwrap_or(0);
        (fallen, had_fallen) = (fallen + count, had_fallen + had);
        // A week in which none fell says nothing that the one before it did not.
        if count > 0 || had > 0 {
            let was = before.map(|before| (had_fallen, before.sieges));
            falls.push(share(format!("week {} from now", week + 1), (fallen, all), was));
        }
    }
    let (ours, theirs, days) = means(forecast);
    let title = format!(
        "{all} sieges from {}, of {days} days more, the shortest {}, the longest {}; each share with its standard error.",
        day.long(),
        forecast.days.least,
        forecast.days.most
    );
    let mut lost = format!("Men lost from now on: {ours} of the besiegers, {theirs}. {by}");
    if let Some(before) = before {
        let (ours, theirs, days) = means(before);
        lost = format!("{lost} In the forecast before, of {days} days more, {ours} of the besiegers, {theirs}.");
    }
    shell.with(|window| {
        let ui = window.global::<SiegesPage>();
        ui.set_forecast_refusal(SharedString::new());
        ui.set_forecast_title(title.into());
        ui.set_forecast_detail(lost.into());
        ui.set_ends(model(ends));
        ui.set_falls(model(falls));
        ui.set_has_forecast(true);
    });
}
