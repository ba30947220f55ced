//! A new assault: the scenario, the map it is fought on and who leads each side, looked at before it begins, and forecast.

use super::{HexPage, StormView};
use crate::app::assault::{self, HexGame, HexScene, HexSeat, HexTable};
use crate::app::contest::Contest;
use crate::app::{found, numbers};
use crate::campaign::problem::{Problem, Result};
use crate::desktop::contests::by_numbers;
use crate::desktop::dialogs::Wanted;
use crate::desktop::shell::{Shell, words};
use crate::desktop::tabletop::{self, Begun, TablePage as _};
use crate::desktop::ui::{AppWindow, AssaultPage};
use crate::rules::assault::AssaultBattle;
use crate::rules::assault::scenario::{AssaultDrawn, shipped};
use crate::rules::figure::{BySide, Side};
use crate::rules::forecast::Ask;
use crate::rules::gear::Thing;
use crate::rules::odds::{Tallied, share_and_error};
use crate::rules::settles::{House, Settles as _, Spread};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;
use std::sync::Arc;

/// Assaults of a forecast.
const FORECASTS: u64 = 50;

/// Connects the form.
pub(super) fn connect(page: &Rc<HexPage>, shell: &Rc<Shell>, window: &AppWindow) {
    let ui = window.global::<AssaultPage>();
    let names = shipped().iter().map(|(_, drawn)| drawn.name.clone()).chain(["one of a file …".to_owned()]);
    ui.set_scenarios(words(names));
    ui.set_seats(words(HexSeat::all().map(|seat| seat.to_string())));
    macro_rules! on {
        ($event:ident, |$page:ident, $shell:ident| $body:expr) => {{
            let ($page, $shell) = (Rc::clone(page), Rc::clone(shell));
            ui.$event(move || $body);
        }};
    }
    on!(on_chosen_scenario, |page, shell| page.show_preview(&shell));
    on!(on_browse_scenario, |page, shell| {
        let (page, on) = (Rc::clone(&page), Rc::clone(&shell));
        shell.browse(Wanted::OpenScenario, "assault.toml", move |path| {
            on.with(|window| {
                window.global::<AssaultPage>().set_scenario_file(path.display().to_string().into());
            });
            page.show_preview(&on);
        });
    });
    on!(on_begin, |page, shell| by_numbers(&page, &shell, numbers::of_battles, HexPage::begin));
    on!(on_ask_forecast, |page, shell| by_numbers(&page, &shell, numbers::of_battles, HexPage::forecast));
    on!(on_new_game, |page, shell| {
        page.thinking.halt();
        page.change(|state| {
            (state.view, state.sight.fits, state.hover) = (StormView::Form, true, None);
            (state.sitting.warned, state.chosen, state.cursor) = (false, None, None);
        });
        page.say(&shell, "", false);
        page.show_preview(&shell);
    });
    on!(on_go_back, |page, shell| {
        page.change(|state| (state.view, state.sight.fits, state.hover) = (StormView::Game, true, None));
        page.show(&shell);
        tabletop::go_on(&page, &shell);
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
    BySide { attacker: HexSeat::listed(ui.get_attacker_seat()), defender: HexSeat::listed(ui.get_defender_seat()) }
}

/// Both sides of a scenario and where they fight, in a few sentences.
fn about(drawn: &AssaultDrawn) -> String {
    let men = |units: &[crate::rules::assault::scenario::UnitDrawn]| -> usize {
        units.iter().map(|unit| usize::from(unit.men) + usize::from(unit.captain.is_some())).sum()
    };
    let [brought, kept] = drawn.gear().map(|gear| Thing::listed(&gear));
    let brought = if brought.is_empty() { brought } else { format!("; they bring {brought}") };
    let kept = if kept.is_empty() { kept } else { format!("; the defenders have {kept}") };
    format!(
        "{} {} attack and {} defend, on the map of {}{brought}{kept}.",
        drawn.what,
        men(&drawn.attacker),
        men(&drawn.defender),
        drawn.map
    )
}

impl HexPage {
    /// Shows the assault chosen on the form as it would begin, or why it cannot.
    pub(super) fn show_preview(self: &Rc<HexPage>, shell: &Rc<Shell>) {
        if self.change(|state| state.sitting.contest.is_some()) {
            return self.show(shell);
        }
        let read = shell.with(|window| {
            let drawn = drawn(self, &window.global::<AssaultPage>())?;
            let Some(drawn) = drawn else { return Ok(None) };
            let battle = assault::cast(&assault::plan(&drawn, 0)?, &House::new())?;
            let scene = HexScene::of(battle.start());
            // What stays behind is known before it is begun.
            let told = [vec![about(&drawn)], battle.warnings()].concat().join(" ");
            Ok::<_, Problem>(Some((told, battle, scene)))
        });
        let (text, refusal, preview) = match read {
            Some(Ok(Some((text, battle, scene)))) => (text, String::new(), Some((battle, scene))),
            Some(Err(problem)) => (String::new(), problem.to_string(), None),
            _ => (String::new(), String::new(), None),
        };
        self.change(|state| (state.preview, state.sight.fits) = (preview, true));
        shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            ui.set_about(text.into());
            ui.set_refusal(refusal.into());
            ui.set_forecast(SharedString::new());
        });
        self.show(shell);
    }

    fn refuse_form(&self, shell: &Rc<Shell>, problem: &Problem) {
        shell.with(|window| window.global::<AssaultPage>().set_refusal(problem.to_string().into()));
    }

    fn begin(self: &Rc<HexPage>, shell: &Rc<Shell>, house: Result<House>) {
        let asked = shell.with(|window| {
            let ui = window.global::<AssaultPage>();
            (drawn(self, &ui), seats(&ui), ui.get_seed())
        });
        let Some((drawn, seats, seed)) = asked else { return };
        let contest = self.change(|state| state.sitting.contest.clone());
        if let Some(contest) = contest {
            let table = HexTable::begin(contest.battle().clone(), seats);
            return tabletop::open(self, shell, Begun::Contest(contest, Box::new(table)));
        }
        let begun = house.and_then(|house| {
            let Some(drawn) = drawn? else {
                return Err(Problem::bad_input("No file is named.").hint("Name the file of an assault, or choose one."));
            };
            let seed = found::seed_typed(&seed)?;
            self.change(|state| state.sitting.may_leave())?;
            Ok(HexGame::begin(&drawn.name, &assault::plan(&drawn, seed)?, house, true)?.led_by(seats))
        });
        match begun {
            Ok(game) => tabletop::open(self, shell, Begun::Own(Box::new(game))),
            Err(problem) => self.refuse_form(shell, &problem),
        }
    }

    /// A battle of the campaign waits for who leads it.
    pub(super) fn wait(self: &Rc<HexPage>, shell: &Rc<Shell>, contest: Contest<AssaultBattle>) {
        let about = contest.battle().about();
        self.change(|state| {
            state.view = StormView::Form;
            state.preview = Some((contest.battle().clone(), HexScene::of(contest.battle().start())));
            state.sitting.contest = Some(Arc::new(contest));
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
            "the {name} win {:.0}\u{a0}±\u{a0}{:.0}\u{a0}%, with {:.0} dead and {:.0} taken",
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
