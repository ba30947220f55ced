//! Men, money, captives and strongholds of each side over time, drawn and listed.

use super::dialogs::Wanted;
use super::shell::{Page, Shell, model, pick, words};
use super::shields::colours;
use super::ui::{AppWindow, ChartLine, ChartMark, ChartRow, ChartsPage};
use crate::app::files;
use crate::app::reckoning::{CampaignReckoned, Figured};
use crate::campaign::calendar::Day;
use crate::rules::telling::capital;
use slint::{Color, ComponentHandle, SharedString};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// How far apart the labels at the ends of two lines stand, of the chart's height.
const APART: f32 = 0.06;
/// The chart's height is parted in so many; every round number above it can be.
const PARTS: i64 = 5;
/// A line is drawn on a field so wide and high.
const FIELD: f32 = 1000.0;

type ChartsShown = Rc<RefCell<Option<CampaignReckoned>>>;

/// Connects the page.
pub fn connect(shell: &Rc<Shell>) {
    let shown: ChartsShown = Rc::default();
    let kept = Rc::clone(&shown);
    shell.on_load(Page::Charts, move |shell| {
        let kept = Rc::clone(&kept);
        shell.read(CampaignReckoned::of, move |shell, reckoned| {
            *kept.borrow_mut() = Some(reckoned);
            show(shell, &kept);
        });
    });
    let weak = Rc::downgrade(shell);
    shell.on_back(Page::Charts, move |window| {
        let page = window.global::<ChartsPage>();
        let open = page.get_sheet();
        page.set_sheet(false);
        if let Some(shell) = weak.upgrade().filter(|_| !open) {
            shell.go(Page::Chronicle);
        }
        true
    });
    shell.with(|window| {
        let ui = window.global::<ChartsPage>();
        ui.set_figures(words(Figured::ALL.iter().map(|figured| capital(figured.word()))));
        let on = Rc::clone(shell);
        ui.on_back(move || on.go(Page::Chronicle));
        let (kept, on) = (Rc::clone(&shown), Rc::clone(shell));
        ui.on_chosen(move || show(&on, &kept));
        let weak = window.as_weak();
        ui.on_open(move || {
            if let Some(window) = weak.upgrade() {
                let ui = window.global::<ChartsPage>();
                ui.set_path("figures.csv".into());
                ui.set_refusal(SharedString::new());
                ui.set_sheet(true);
            }
        });
        let on = Rc::clone(shell);
        ui.on_browse(move || {
            let then = Rc::clone(&on);
            on.browse(Wanted::SaveCsv, "figures.csv", move |path| {
                then.with(|window| window.global::<ChartsPage>().set_path(path.display().to_string().into()));
            });
        });
        let (kept, on) = (Rc::clone(&shown), Rc::clone(shell));
        ui.on_confirm(move || write(&on, &kept));
    });
}

/// The least round number that is no less than a figure: 1, 2 or 5 with noughts.
fn round_above(figure: i64) -> i64 {
    let mut round = 1_i64;
    loop {
        for step in [1, 2, 5] {
            if let Some(whole) = round.checked_mul(step).filter(|whole| *whole >= figure) {
                return whole;
            }
        }
        match round.checked_mul(10) {
            Some(next) => round = next,
            None => return i64::MAX,
        }
    }
}

/// How high the chart reaches: for money a round number of pounds.
fn height_of(figured: Figured, most: i64) -> i64 {
    const POUND: i64 = crate::campaign::money::POUND;
    match figured {
        Figured::Money => round_above(most.div_euclid(POUND) + 1).saturating_mul(POUND),
        _ => round_above(most.max(PARTS)),
    }
}

/// A line that keeps each figure until the next day there is one.
fn drawing(points: &[(f32, f32)]) -> String {
    let mut drawn = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        match at {
            0 => drawn.push_str(&format!("M {x:.2} {y:.2}")),
            _ => drawn.push_str(&format!(" H {x:.2} V {y:.2}")),
        }
    }
    // A single day is drawn as a short line.
    if points.len() == 1 {
        drawn.push_str(&format!(" H {FIELD}"));
    }
    drawn
}

/// Where labels stand that would stand at these heights, none upon another, from the top: 0 to 1.
fn set_apart(wanted: &[f32]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut at = wanted.to_vec();
    let mut least = 0.0_f32;
    for index in &order {
        at[*index] = wanted[*index].max(least);
        least = at[*index] + APART;
    }
    // What was pushed over the edge pushes back.
    let mut most = 1.0_f32;
    for index in order.iter().rev() {
        at[*index] = at[*index].min(most);
        most = at[*index] - APART;
    }
    at
}

fn show(shell: &Rc<Shell>, kept: &ChartsShown) {
    let reckoned = kept.borrow();
    let Some(reckoned) = &*reckoned else { return };
    shell.with(|window| {
        let ui = window.global::<ChartsPage>();
        ui.set_empty(reckoned.sides.is_empty());
        let figured = pick(Figured::ALL, ui.get_figured()).unwrap_or(Figured::Men);
        let rows = reckoned.rows(figured);
        let most = rows.iter().flat_map(|(_, figures)| figures).copied().max().unwrap_or(0);
        let top = height_of(figured, most);
        let (first, last) = (rows.first().map_or(0, |row| row.0.0), rows.last().map_or(0, |row| row.0.0));
        let across = |day: Day| (day.0 - first) as f32 / (last - first).max(1) as f32;
        let down = |figure: i64| 1.0 - figure as f32 / top.max(1) as f32;
        let ends: Vec<f32> =
            (0..reckoned.sides.len()).map(|side| rows.last().map_or(1.0, |(_, figures)| down(figures[side]))).collect();
        let labels = set_apart(&ends);
        let lines = reckoned.sides.iter().enumerate().map(|(at, side)| {
            let points: Vec<(f32, f32)> =
                rows.iter().map(|(day, figures)| (across(*day) * FIELD, down(figures[at]) * FIELD)).collect();
            let [red, green, blue] = colours(side.tincture).0.map(|part| part as u8);
            ChartLine {
                side: side.name.as_str().into(),
                tincture: side.tincture.word().into(),
                drawing: drawing(&points).into(),
                ink: Color::from_rgb_u8(red, green, blue),
                last: rows.last().map_or(String::new(), |(_, figures)| figured.told(figures[at])).into(),
                label_at: labels[at],
            }
        });
        let lines: Vec<ChartLine> = lines.collect();
        let told: Vec<String> = lines.iter().map(|line| format!("{} {}", line.side, line.last)).collect();
        ui.set_in_words(format!("{figured} of each side over time; now {}", told.join(", ")).into());
        ui.set_lines(model(lines));
        let heights = (0..=PARTS)
            .map(|part| ChartMark { text: figured.told(top / PARTS * part).into(), at: part as f32 / PARTS as f32 });
        ui.set_heights(model(heights.collect::<Vec<_>>()));
        let days = [(first, 0.0), ((first + last) / 2, 0.5), (last, 1.0)];
        let days = days.iter().take(if first == last { 1 } else { 3 });
        ui.set_days(model(
            days.map(|(day, at)| ChartMark { text: Day(*day).short().into(), at: *at }).collect::<Vec<_>>(),
        ));
        // The newest first, as the chronicle has them.
        let rows = rows.iter().rev().map(|(day, figures)| ChartRow {
            day: day.long().into(),
            figures: words(figures.iter().map(|figure| figured.told(*figure))),
        });
        ui.set_rows(model(rows.collect::<Vec<_>>()));
    });
}

fn refuse(window: &AppWindow, why: SharedString) {
    let page = window.global::<ChartsPage>();
    if why.is_empty() {
        page.set_sheet(false);
    }
    page.set_refusal(why);
}

fn write(shell: &Rc<Shell>, kept: &ChartsShown) {
    let path = shell.with(|window| window.global::<ChartsPage>().get_path().to_string()).unwrap_or_default();
    let path = PathBuf::from(path.trim());
    let text = kept.borrow().as_ref().map(CampaignReckoned::csv).unwrap_or_default();
    match files::write_new(&path, text.as_bytes()) {
        Ok(()) => {
            shell.with(|window| refuse(window, SharedString::new()));
            shell.say(&format!("Written to {}.", path.display()));
        }
        Err(problem) => {
            shell.with(|window| refuse(window, problem.to_string().into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_apart_and_on_the_chart() {
        let at = set_apart(&[0.5, 0.5, 0.99, 1.0]);
        let mut sorted = at.clone();
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] > APART - 0.001), "{at:?}");
        assert!(sorted[0] >= 0.0 && sorted[3] <= 1.0, "{at:?}");
        assert!(at[0] < at[2] && at[2] < at[3], "in the order of their lines: {at:?}");
    }

    #[test]
    fn the_chart_ends_at_a_round_number() {
        let ends = [0, 4, 5, 6, 99, 101, 200].map(|most| height_of(Figured::Men, most));
        assert_eq!(ends, [5, 5, 5, 10, 100, 200, 200]);
        assert_eq!(height_of(Figured::Money, 240 * 150), 200 * 240);
    }
}
