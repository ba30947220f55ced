//! A new assault: the scenario, the map it is fought on and who leads each side, looked at before it begins, and forecast.

use super::{HexPage, Storm, StormView};
use crate::app::assault::{self, AssaultContest, HexGame, HexScene, HexSeat};
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, words};
use crate::desktop::ui::{AppWindow, AssaultPage, Frame};
use crate::rules::assault::scenario::{AssaultDrawn, shipped};
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::Ask;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::settles::{House, Spread};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// Assaults of a forecast.
const FORECASTS: u64 = 50;

/// Connects the form.
pub(super) fn connect(page: &Rc<HexPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<AssaultPage>();
    let names = shipped().iter().map(|(_, drawn)| drawn.name.clone()).chain(["one of a file …".to_owned()]);
    ui.set_scenarios(words(names));
    ui.set_seats(words(HexSeat::ALL.map(|seat| seat.to_string())));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_chosen_scenario, |page, shell| page.preview(&shell));
    on!(on_browse_scenario, |page, shell| {
        let (page, on) = (Rc::clone(&page), Rc::clone(&shell));
        shell.browse(Wanted::OpenScenario, "assault.toml", move |path| {
            on.with(|window| {
                window.global::<AssaultPage>().set_scenario_file(path.display().to_string().into());
            });
            page.preview(&on);
        });
    });
    on!(on_begin, |page, shell| page.ask_numbers(&shell, HexPage::begin));
    on!(on_ask_forecast, |page, shell| page.ask_numbers(&shell, HexPage::forecast));
    on!(on_new_game, |page, shell| {
        page.halt();
        page.change(|state| {
            (state.view, state.warned, state.chosen, state.cursor) = (StormView::Form, false, None, None);
            (state.fits, state.hover) = (true, None);
            if state.contest.is_none() {
                (state.names, state.tinctures) = (super::plain_names(), super::plain_tinctures());
            }
        });
        page.say(&shell, "", false);
        page.preview(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| (state.view, state.fits, state.hover) = (StormView::Game, true, None));
        page.show(&shell);
        page.go_on(&shell);
    });
}

/// The scenario chosen: one that ships or of a file, on its own map or another. Nothing where no file is named yet.
fn drawn(page: &HexPage, ui: &AssaultPage<'_>) -> Result<Option<AssaultDrawn>> {
    let chosen = usize::try_from(ui.get_scenario()).unwrap_or(0);
    let word = match shipped().get(chosen) {
        Some((file, _)) => (*file).to_owned(),
        None => ui.get_scenario_file().trim().to_owned(),
    };
    if word.is_empty() {
        return Ok(None);
    }
    let mut drawn = assault::named(&word)?.as_ref().clone();
    let ground = usize::try_from(ui.get_ground()).unwrap_or(0);
    let state = page.state.borrow();
    if let Some(known) = ground.checked_sub(1).and_then(|index| state.maps.get(index)) {
        drawn.map.clone_from(&known.map.name);
    }
    Ok(Some(drawn))
}

fn seats(ui: &AssaultPage<'_>) -> BySide<HexSeat> {
    let seat = |index: i32| {
        let at = usize::try_from(index).unwrap_or(0);
        HexSeat::ALL.get(at).copied().unwrap_or_default()
    };
    BySide { attacker: seat(ui.get_attacker_seat()), defender: seat(ui.get_defender_seat()) }
}

/// Both sides of a scenario and where they fight, in a few sentences.
fn about(drawn: &AssaultDrawn) -> String {
    let men = |units: &[crate::rules::assault::scenario::UnitDrawn]| -> usize {
        units.iter().map(|unit| usize::from(unit.men) + usize::from(unit.captain.is_some())).sum()
    };
    let gear =
        [(drawn.ladders, "ladder", "ladders"), (drawn.rams, "ram", "rams"), (drawn.faggots, "faggot", "faggots")];
    let gear: Vec<String> = gear
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, more)| format!("{count} {}", if *count == 1 { one } else { more }))
        .collect();
    let with = if gear.is_empty() { String::new() } else { format!("; they bring {}", gear.join(", ")) };
    format!(
        "{} {} attack and {} defend, on the map of {}{with}.",
        drawn.what,
        men(&drawn.attacker),
        men(&drawn.defender),
        drawn.map
    )
}

impl HexPage {
    /// Shows the assault chosen on the form as it would begin, or why it cannot.
    pub(super) fn preview(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        if self.change(|state| state.contest.is_some()) {
            return self.show(shell);
        }
        let read = shell.with(|window| {
            let drawn = drawn(self, &window.global::<AssaultPage>())?;
            let Some(drawn) = drawn else { return Ok(None) };
            let battle = assault::cast(&assault::plan(&drawn, 0)?, &House::new())?;
            let scene = HexScene::of(battle.start());
            Ok::<_, Problem>(Some((about(&drawn), battle, scene)))
        });
        let (text, refusal, preview) = match read {
            Some(Ok(Some((text, battle, scene)))) => (text, String::new(), Some((battle, scene))),
            Some(Err(problem)) => (String::new(), problem.to_string(), None),
            _ => (String::new(), String::new(), None),
        };
        self.change(|state| (state.preview, state.fits) = (preview, true));
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            ui.set_about(text.into());
            ui.set_refusal(refusal.into());
            ui.set_forecast(SharedString::new());
        });
        self.show(shell);
    }

    /// Goes on with the numbers of the campaign that is open, or with the book's where none is.
    fn ask_numbers(self: &Rc<HexPage>, shell: &Rc<Shell>, then: fn(&Rc<HexPage>, &Rc<Shell>, Result<House>)) {
        let open = shell.with(|window| !window.global::<Frame>().get_campaign().is_empty()).unwrap_or(false);
        if !open {
            return then(self, shell, Ok(House::new()));
        }
        let page = Rc::clone(self);
        shell.try_read(numbers::of_battles, move |shell, house| then(&page, shell, house));
    }

    fn refuse_form(&self, shell: &Rc<Shell>, problem: &Problem) {
        shell.with(|window| window.global::<AssaultPage>().set_refusal(problem.to_string().into()));
    }

    fn begin(self: &Rc<HexPage>, shell: &Rc<Shell>, house: Result<House>) {
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (drawn(self, &ui), seats(&ui), ui.get_seed().trim().to_owned())
        });
        let Some((drawn, seats, seed)) = asked else { return };
        let contest = self.change(|state| state.contest.clone());
        if let Some(contest) = contest {
            let table = contest.table(seats);
            return self.open(shell, Storm::Contest(Box::new(contest), Box::new(table)));
        }
        let begun = house.and_then(|house| {
            let Some(drawn) = drawn? else {
                return Err(Problem::bad_input("No file is named.").hint("Name the file of an assault, or choose one."));
            };
            let seed = match seed.as_str() {
                "" => found::seed(),
                text => text.parse::<u64>().map_err(|_| {
                    Problem::bad_input(format!("“{text}” is no seed."))
                        .hint("A seed is a whole number; left empty, it is any.")
                })?,
            };
            self.change(|state| state.may_leave())?;
            Ok(HexGame::begin(&drawn.name, &assault::plan(&drawn, seed)?, house)?.led_by(seats))
        });
        match begun {
            Ok(game) => self.open(shell, Storm::Own(Box::new(game))),
            Err(problem) => self.refuse_form(shell, &problem),
        }
    }

    /// Takes a game to the table.
    pub(super) fn open(self: &Rc<HexPage>, shell: &Rc<Shell>, game: Storm) {
        self.halt();
        self.sentences.set_vec(Vec::new());
        self.change(|state| state.take(Some(game)));
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            ui.set_refusal(SharedString::new());
            ui.set_forecast(SharedString::new());
        });
        self.say(shell, "", false);
        self.keep(shell);
        self.show(shell);
        self.go_on(shell);
    }

    /// A battle of the campaign waits for who leads it.
    pub(super) fn wait_for_leaders(self: &Rc<HexPage>, shell: &Rc<Shell>, contest: AssaultContest, about: &str) {
        self.change(|state| {
            state.take(None);
            state.view = StormView::Form;
            state.preview = Some((contest.battle().clone(), HexScene::of(contest.battle().start())));
            state.contest = Some(contest);
        });
        shell.with(|window| window.global::<AssaultPage>().set_about(about.into()));
        self.show(shell);
    }

    fn forecast(self: &Rc<HexPage>, shell: &Rc<Shell>, house: Result<House>) {
        let seed = found::seed();
        let asked = shell.with(|window| drawn(self, &window.global::<AssaultPage>()));
        let battle = match (house, asked) {
            (Ok(house), Some(Ok(Some(drawn)))) => {
                assault::plan(&drawn, seed).and_then(|plan| assault::cast(&plan, &house))
            }
            (Err(problem), _) | (_, Some(Err(problem))) => Err(problem),
            _ => Err(Problem::bad_input("No file is named.").hint("Name the file of an assault, or choose one.")),
        };
        let battle = match battle {
            Ok(battle) => battle,
            Err(problem) => return self.refuse_form(shell, &problem),
        };
        shell.long(
            "Storming it over and over",
            FORECASTS as usize,
            move |progress| {
                let ask = Ask { runs: FORECASTS, seed, threads: 0 };
                assault::ahead_until(&battle, ask, progress.flag(), &|done| progress.done(done))
            },
            |_, _| {},
            move |shell, spread: Spread| {
                let told = told(&spread);
                shell.with(|window| window.global::<AssaultPage>().set_forecast(told.into()));
            },
        );
    }
}

/// A forecast in a sentence, its shares with their standard errors.
fn told(spread: &Spread) -> String {
    let side = |side: Side, name: &str| {
        let of = &spread.sides[side];
        let (won, error) = share_and_error(of.won, spread.battles);
        let mean = |of: &Tallied| of.mean(spread.battles).0;
        format!(
            "the {name} win {:.0} ± {:.0} %, with {:.0} dead and {:.0} taken",
            won * 100.0,
            error * 100.0,
            mean(&of.dead),
            mean(&of.captive)
        )
    };
    let (turns, _) = spread.turns.mean(spread.battles);
    format!(
        "{} assaults between captains, {turns:.0} turns: {}; {}.",
        spread.battles,
        side(Side::Attacker, "attackers"),
        side(Side::Defender, "defenders")
    )
}
