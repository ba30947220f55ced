//! A new battle: the scenario and who leads each side, looked at before it begins, and forecast.

use super::CordPage;
use super::show::amid;
use crate::app::contest::Contest;
use crate::app::cracker::{self, CordGame, CordSeat, CordTable, Cords};
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::by_numbers;
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, words};
use crate::desktop::tabletop::{self, Begun, TablePage as _};
use crate::desktop::ui::{AppWindow, CrackerPage};
use crate::rules::castle_cracker::scenario::shipped;
use crate::rules::castle_cracker::{Commanders, CrackerBattle, Generalship, Scenario, ScenarioCounts, Tables};
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::Ask;
use crate::rules::house::otherwise;
use crate::rules::odds::share_and_error;
use crate::rules::settles::{House, Settles as _};
use crate::store::Db;
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::Arc;

/// Battles of a forecast.
const FORECASTS: u64 = 100;

/// Connects the form.
pub(super) fn connect(page: &Rc<CordPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<CrackerPage>();
    let names = shipped().iter().map(|(_, scenario)| scenario.name.clone()).chain(["one of a file …".to_owned()]);
    ui.set_scenarios(words(names));
    ui.set_seats(words(CordSeat::all().map(|seat| match seat {
        CordSeat::Person => "by hand".to_owned(),
        CordSeat::Program(lead) => format!("a captain: {lead}"),
    })));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_chosen_scenario, |page, shell| page.show_preview(&shell));
    on!(on_browse_scenario, |page, shell| {
        let (page, on) = (Rc::clone(&page), Rc::clone(&shell));
        shell.browse(Wanted::OpenScenario, "battle.toml", move |path| {
            on.with(|window| {
                window.global::<CrackerPage>().set_scenario_file(path.display().to_string().into());
            });
            page.show_preview(&on);
        });
    });
    on!(on_begin, |page, shell| by_numbers(&page, &shell, numbers_of, CordPage::begin));
    on!(on_ask_forecast, |page, shell| by_numbers(&page, &shell, numbers_of, CordPage::forecast));
    on!(on_new_game, |page, shell| {
        page.thinking.halt();
        page.change(|state| {
            (state.form, state.sight.fits, state.chosen, state.target) = (true, true, None, None);
            state.sitting.warned = false;
        });
        page.say(&shell, "", false);
        page.show_preview(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| (state.form, state.sight.fits) = (false, true));
        page.show(&shell);
        tabletop::go_on(&page, &shell);
    });
    page.show_preview(shell);
}

/// The numbers of Castle Cracker that a campaign plays otherwise than the book.
fn numbers_of(db: &Db) -> Result<House> {
    Ok(otherwise(numbers::castle_cracker(db)?.house_values()))
}

/// The word of the scenario chosen: that of one that ships, or the path of its file.
fn word(ui: &CrackerPage<'_>) -> String {
    let chosen = usize::try_from(ui.get_scenario()).unwrap_or(0);
    match shipped().get(chosen) {
        Some((file, _)) => (*file).to_owned(),
        None => ui.get_scenario_file().trim().to_owned(),
    }
}

fn seats(ui: &CrackerPage<'_>) -> BySide<CordSeat> {
    BySide { attacker: CordSeat::listed(ui.get_attacker_seat()), defender: CordSeat::listed(ui.get_defender_seat()) }
}

/// Both sides of a scenario and what is fought for, in a few sentences.
fn about(scenario: &Scenario) -> String {
    let men = |side: Side| -> usize {
        scenario.troops.iter().filter(|troops| troops.side == side).map(|troops| troops.standing.len()).sum()
    };
    format!(
        "{} {} with {} men against {} with {}; {} turns ({}).",
        scenario.what,
        scenario.sides.attacker,
        men(Side::Attacker),
        amid(&scenario.sides.defender),
        men(Side::Defender),
        scenario.turns,
        scenario.sort
    )
}

impl CordPage {
    /// Shows the scenario chosen on the form as it would begin, or why it cannot.
    pub(super) fn show_preview(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        if self.change(|state| state.sitting.contest.is_some()) {
            return self.show(shell);
        }
        let asked = shell.with(|window| word(&window.global::<CrackerPage>())).unwrap_or_default();
        let read = match asked.is_empty() {
            true => Err(None),
            false => cracker::named(&asked).map_err(Some),
        };
        let (text, refusal, preview) = match read {
            Ok(scenario) => {
                let position = scenario.begin(&self.tables.borrow());
                (about(&scenario), String::new(), Some((scenario, position)))
            }
            Err(problem) => (String::new(), problem.map_or_else(String::new, |problem| problem.to_string()), None),
        };
        self.change(|state| (state.preview, state.sight.fits) = (preview, state.sight.fits || state.form));
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_about(text.into());
            ui.set_refusal(refusal.into());
            ui.set_forecast(SharedString::new());
        });
        self.show(shell);
    }

    fn refuse_form(&self, shell: &Rc<Shell>, problem: &Problem) {
        shell.with(|window| window.global::<CrackerPage>().set_refusal(problem.to_string().into()));
    }

    fn begin(self: &Rc<CordPage>, shell: &Rc<Shell>, house: Result<House>) {
        let asked = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            (word(&ui), seats(&ui), ui.get_seed())
        });
        let Some((word, seats, seed)) = asked else { return };
        let contest = self.change(|state| state.sitting.contest.clone());
        if let Some(contest) = contest {
            let table = CordTable::new(Cords, contest.begin(), seats);
            return tabletop::open(self, shell, Begun::Contest(contest, Box::new(table)));
        }
        let begun = house.and_then(|house| {
            if word.is_empty() {
                return Err(Problem::bad_input("No file is named.").hint("Name the file of a scenario, or choose one."));
            }
            let seed = found::seed_typed(&seed)?;
            self.change(|state| state.sitting.may_leave())?;
            Ok(CordGame::begin(&word, house, seed)?.led_by(seats))
        });
        match begun {
            Ok(game) => tabletop::open(self, shell, Begun::Own(Box::new(game))),
            Err(problem) => self.refuse_form(shell, &problem),
        }
    }

    /// A battle of the campaign waits for who leads it.
    pub(super) fn wait(self: &Rc<CordPage>, shell: &Rc<Shell>, contest: Contest<CrackerBattle>) {
        let about = contest.battle().about();
        self.change(|state| {
            let position = contest.begin().position().clone();
            let scenario = Arc::clone(&shipped()[0].1);
            state.preview = Some((scenario, position));
            state.sitting.contest = Some(Arc::new(contest));
        });
        shell.with(|window| window.global::<CrackerPage>().set_about(about.into()));
        self.show(shell);
    }

    fn forecast(self: &Rc<CordPage>, shell: &Rc<Shell>, house: Result<House>) {
        let asked = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            (word(&ui), seats(&ui))
        });
        let Some((word, seats)) = asked else { return };
        let set = house.and_then(|house| {
            let tables = Tables::by(&house)
                .map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("The rule book lists every house number."))?;
            Ok((cracker::named(&word)?, tables))
        });
        let (scenario, tables) = match set {
            Ok(set) => set,
            Err(problem) => return self.refuse_form(shell, &problem),
        };
        let lead = |seat: CordSeat| match seat {
            CordSeat::Program(lead) => lead,
            CordSeat::Person => Generalship::Warlord,
        };
        let leads = Commanders(BySide { attacker: lead(seats.attacker), defender: lead(seats.defender) });
        let (names, seed) = (scenario.sides.clone(), found::seed());
        shell.long(
            "Fighting it over and over",
            FORECASTS as usize,
            move |progress| {
                let ask = Ask { runs: FORECASTS, seed, threads: 0 };
                cracker::ahead_until(&scenario, &tables, leads, ask, progress.flag(), &|done| progress.done(done))
            },
            |_, _| {},
            move |shell, counts: ScenarioCounts| {
                let told = told(&counts, &names);
                shell.with(|window| window.global::<CrackerPage>().set_forecast(told.into()));
            },
        );
    }
}

/// A forecast in a sentence, its shares with their standard errors.
fn told(counts: &ScenarioCounts, names: &BySide<String>) -> String {
    let side = |side: Side| {
        let (won, error) = share_and_error(counts.won[side], counts.battles);
        let (left, _) = counts.standing[side].mean(counts.battles);
        format!("{} wins {:.0}\u{a0}±\u{a0}{:.0}\u{a0}%, {left:.0} left", names[side], won * 100.0, error * 100.0)
    };
    let (turns, _) = counts.turns.mean(counts.battles);
    format!(
        "{} battles between captains, {turns:.0} turns: {}; {}; {} drawn.",
        counts.battles,
        side(Side::Attacker),
        side(Side::Defender),
        counts.drawn
    )
}
