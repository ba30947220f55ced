//! A new battle: the scenario and who leads each side, looked at before it begins, and forecast.

use super::show::amid;
use super::{Begun, CordPage};
use crate::app::cracker::{self, CordGame, CordSeat, CrackerContest};
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, CrackerPage, Frame};
use crate::rules::castle_cracker::scenario::shipped;
use crate::rules::castle_cracker::{Commanders, Generalship, Scenario, ScenarioCounts, Tables};
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::Ask;
use crate::rules::house::otherwise;
use crate::rules::odds::share_and_error;
use crate::rules::settles::House;
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
        CordSeat::Hand => "by hand".to_owned(),
        CordSeat::Captain(lead) => format!("a captain: {lead}"),
    })));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_chosen_scenario, |page, shell| page.preview(&shell));
    on!(on_browse_scenario, |page, shell| {
        let (page, on) = (Rc::clone(&page), Rc::clone(&shell));
        shell.browse(Wanted::OpenScenario, "battle.toml", move |path| {
            on.with(|window| {
                window.global::<CrackerPage>().set_scenario_file(path.display().to_string().into());
            });
            page.preview(&on);
        });
    });
    on!(on_begin, |page, shell| page.ask_numbers(&shell, CordPage::begin));
    on!(on_ask_forecast, |page, shell| page.ask_numbers(&shell, CordPage::forecast));
    on!(on_new_game, |page, shell| {
        page.halt();
        page.change(|state| {
            (state.form, state.warned, state.chosen, state.target) = (true, false, None, None);
            (state.fits, state.tinctures) = (true, super::plain_tinctures());
        });
        page.say(&shell, "", false);
        page.preview(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| (state.form, state.fits) = (false, true));
        page.show(&shell);
        page.go_on(&shell);
    });
    page.preview(shell);
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
    let seat = |index: i32| CordSeat::all().nth(usize::try_from(index).unwrap_or(0)).unwrap_or_default();
    BySide { attacker: seat(ui.get_attacker_seat()), defender: seat(ui.get_defender_seat()) }
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
    pub(super) fn preview(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        if self.change(|state| state.contest.is_some()) {
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
        self.change(|state| (state.preview, state.fits) = (preview, state.fits || state.form));
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_about(text.into());
            ui.set_refusal(refusal.into());
            ui.set_forecast(SharedString::new());
        });
        self.show(shell);
    }

    /// Goes on with the numbers of the campaign that is open, or with the book's where none is.
    fn ask_numbers(self: &Rc<CordPage>, shell: &Rc<Shell>, then: fn(&Rc<CordPage>, &Rc<Shell>, Result<House>)) {
        let open = shell.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false);
        if !open {
            return then(self, shell, Ok(House::new()));
        }
        let page = Rc::clone(self);
        shell.try_read(
            |db| Ok(otherwise(numbers::castle_cracker(db)?.house_values())),
            move |shell, house| then(&page, shell, house),
        );
    }

    fn refuse_form(&self, shell: &Rc<Shell>, problem: &Problem) {
        shell.with(|window| window.global::<CrackerPage>().set_refusal(problem.to_string().into()));
    }

    fn begin(self: &Rc<CordPage>, shell: &Rc<Shell>, house: Result<House>) {
        let asked = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            (word(&ui), seats(&ui), ui.get_seed().trim().to_owned())
        });
        let Some((word, seats, seed)) = asked else { return };
        let contest = self.change(|state| state.contest.clone());
        if let Some(contest) = contest {
            let table = contest.table(seats);
            return self.open(shell, Begun::Contest(Box::new(contest), Box::new(table)));
        }
        let begun = house.and_then(|house| {
            if word.is_empty() {
                return Err(Problem::bad_input("No file is named.").hint("Name the file of a scenario, or choose one."));
            }
            let seed = match seed.as_str() {
                "" => found::seed(),
                text => text.parse::<u64>().map_err(|_| {
                    Problem::bad_input(format!("“{text}” is no seed."))
                        .hint("A seed is a whole number; left empty, it is any.")
                })?,
            };
            self.change(|state| state.may_leave())?;
            Ok(CordGame::begin(&word, house, seed)?.led_by(seats))
        });
        match begun {
            Ok(game) => self.open(shell, Begun::Scenario(Box::new(game))),
            Err(problem) => self.refuse_form(shell, &problem),
        }
    }

    /// Takes a game to the table.
    pub(super) fn open(self: &Rc<CordPage>, shell: &Rc<Shell>, game: Begun) {
        self.halt();
        self.sentences.set_vec(Vec::new());
        self.change(|state| state.take(Some(game)));
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_refusal(SharedString::new());
            ui.set_forecast(SharedString::new());
        });
        self.say(shell, "", false);
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }

    /// A battle of the campaign waits for who leads it.
    pub(super) fn wait_for_leaders(self: &Rc<CordPage>, shell: &Rc<Shell>, contest: CrackerContest, about: &str) {
        self.change(|state| {
            let position = contest.table(BySide::default()).position().clone();
            state.take(None);
            let scenario = Arc::clone(&shipped()[0].1);
            state.preview = Some((scenario, position));
            state.contest = Some(contest);
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
            CordSeat::Captain(lead) => lead,
            CordSeat::Hand => Generalship::Warlord,
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
        format!("{} wins {:.0} ± {:.0} %, {left:.0} left", names[side], won * 100.0, error * 100.0)
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
