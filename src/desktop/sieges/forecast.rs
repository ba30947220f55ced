//! How the siege shown would go on from now, over and over, and what came of it as shares with their standard errors.

use super::Sieges;
use crate::app::{found, siege};
use crate::desktop::shell::{Shell, model};
use crate::desktop::ui::{SiegeShare, SiegesPage};
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::siege::{End, Forecast};
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
            move |db| siege::ahead(db, siege),
            move |shell, outlook| match outlook {
                Err(problem) => {
                    shell.with(|window| {
                        window.global::<SiegesPage>().set_forecast_refusal(problem.to_string().into());
                    });
                }
                Ok(outlook) => {
                    page.forecast.set(Some(siege));
                    let so_far: Arc<Mutex<Forecast>> = Arc::default();
                    let (told, read) = (Arc::clone(&so_far), so_far);
                    let (during, after) = (Rc::clone(&page), Rc::clone(&page));
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
                                && during.siege() == Some(siege)
                            {
                                show(shell, &so_far);
                            }
                        },
                        move |shell, forecast: Forecast| {
                            if after.siege() == Some(siege) {
                                show(shell, &forecast);
                            }
                        },
                    );
                }
            },
        );
    }
}

fn share(text: String, count: u64, of: u64) -> SiegeShare {
    let (share, error) = share_and_error(count, of);
    SiegeShare {
        text: text.into(),
        share: share as f32,
        figure: format!("{:.0} ± {:.0} %", share * 100.0, error * 100.0).into(),
    }
}

/// A forecast: how it ends, and in how many the place had fallen by the end of each week.
fn show(shell: &Rc<Shell>, forecast: &Forecast) {
    let all = forecast.sieges;
    if all == 0 {
        return;
    }
    let ends: Vec<SiegeShare> =
        End::ALL.iter().zip(forecast.ends).map(|(end, count)| share(end.word().to_owned(), count, all)).collect();
    let mut fallen = 0;
    let mut falls = Vec::new();
    for (week, count) in (1u32..).zip(&forecast.fell) {
        fallen += count;
        // A week in which none fell says nothing that the one before it did not.
        if *count > 0 {
            falls.push(share(format!("week {week} from now"), fallen, all));
        }
    }
    let mean = |tallied: &Tallied| {
        let (mean, error) = tallied.mean(all);
        format!("{mean:.0} ± {error:.0}")
    };
    let title = format!(
        "{all} sieges from today, of {} days ({} to {}); each share with its standard error.",
        mean(&forecast.days),
        forecast.days.least,
        forecast.days.most
    );
    let lost = format!(
        "Men lost from now on: {} of the besiegers, {} of the garrison.",
        mean(&forecast.lost.attacker),
        mean(&forecast.lost.defender)
    );
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
