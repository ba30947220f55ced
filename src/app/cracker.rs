//! Scenarios of Castle Cracker: those that ship and those in files, played by the program or by people, and forecast.

mod measure;
mod orders;
#[cfg(feature = "print")]
mod paper;
mod table;

pub use measure::{Cord, CordTarget, Measured, measure};
pub use orders::{CordOffer, FormUp, offers};
#[cfg(feature = "print")]
pub use paper::{order_of_battle, order_of_scenario};
pub use table::{CordSeat, CordTable, Cords};

use crate::app::files;
use crate::app::play::why;
use crate::app::table::OwnGame;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::castle_cracker::scenario::{self, find, shipped};
use crate::rules::castle_cracker::{
    Commanders, Event, Generalship, PlayForm, Position, Scenario, ScenarioCounts, ScenarioTrial, Tables, typed,
};
use crate::rules::dice::Seeded;
use crate::rules::figure::BySide;
use crate::rules::forecast::{Ask, forecast};
use crate::rules::game::conduct;
use crate::rules::matches::{Decided, Match};
use crate::rules::settles::House;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A scenario by the name of one that ships, or by its file.
pub fn named(word: &str) -> Result<Arc<Scenario>> {
    if let Some(scenario) = find(word) {
        return Ok(scenario);
    }
    let file = Path::new(word);
    if !file.exists() {
        let known: Vec<&str> = shipped().iter().map(|(file, _)| *file).collect();
        return Err(Problem::new(ProblemKind::NotFound, format!("There is no scenario “{}”.", word.trim()))
            .hint(format!("Those that ship are {}; or give the file of one (.toml).", known.join(", "))));
    }
    read(file).map(Arc::new)
}

/// A scenario from its file; every fault of it is told with its line.
pub fn read(file: &Path) -> Result<Scenario> {
    let (text, shown) = (files::read_text(file, files::SCENARIO)?, file.display());
    scenario::read(&text).map_err(|faults| {
        let lines: Vec<String> = faults.0.iter().map(|fault| format!("{shown}, {fault}.")).collect();
        Problem::bad_input(lines.join("\n"))
            .hint("Mend these lines; the scenarios in data/scenarios show how one is written.")
    })
}

/// Plays a scenario to its end by captains, and tells it.
pub fn play(scenario: &Scenario, tables: &Arc<Tables>, lead: &Commanders, seed: u64) -> Result<(Position, Vec<Event>)> {
    let mut game = scenario.begin(tables);
    let mut told = vec![Event::Turn(1)];
    conduct(&mut game, lead, &mut Seeded::new(seed), &mut told)
        .map_err(|illegal| Problem::new(ProblemKind::System, why(&illegal)))?;
    Ok((game, told))
}

/// Plays a scenario so many times with other seeds on every core, and counts.
pub fn ahead(
    scenario: &Arc<Scenario>,
    tables: &Arc<Tables>,
    commanders: Commanders,
    runs: u64,
    seed: u64,
) -> ScenarioCounts {
    ahead_until(scenario, tables, commanders, Ask { runs, seed, threads: 0 }, &AtomicBool::new(false), &|_| {})
}

/// The same until told to stop; `progress` hears how many battles are over. With no threads asked for it takes every core.
pub fn ahead_until(
    scenario: &Arc<Scenario>,
    tables: &Arc<Tables>,
    commanders: Commanders,
    ask: Ask,
    cancel: &AtomicBool,
    progress: &(impl Fn(usize) + Sync),
) -> ScenarioCounts {
    let trial = ScenarioTrial { scenario: scenario.clone(), tables: tables.clone(), commanders };
    forecast(&trial, &ask, cancel, &|counts: &ScenarioCounts| progress(counts.battles as usize))
}

/// What a kept game says it is.
const KEPT: &str = "castle cracker";

/// A game as it is kept in a file: how it began, and what was decided in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptCords {
    game: String,
    scenario: String,
    /// The scenario's own text, if it does not ship with the program.
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    house: House,
    /// By which form of the rules it is played: the first, where it says none.
    #[serde(default)]
    form: PlayForm,
    seed: u64,
    /// Who leads the attacker, then the defender.
    #[serde(default)]
    seats: [CordSeat; 2],
    decided: Decided,
}

/// Whether a file holds a game, as far as its first letters tell: a scenario's is no JSON.
pub fn is_game(file: &Path) -> bool {
    file.exists() && files::read_text(file, files::CORD_GAME).is_ok_and(|text| text.trim_start().starts_with('{'))
}

/// A game played by people, with the program to keep it, to roll and to say what may be done.
#[derive(Clone, Debug)]
pub struct CordGame {
    kept: KeptCords,
    scenario: Arc<Scenario>,
    table: CordTable,
}

impl CordGame {
    /// A game of a scenario before the first move, by house numbers that are not the book's.
    pub fn begin(word: &str, house: House, seed: u64) -> Result<CordGame> {
        let text = match find(word) {
            Some(_) => None,
            None => {
                named(word)?;
                Some(files::read_text(Path::new(word), files::SCENARIO)?)
            }
        };
        let scenario = word.to_owned();
        let seats = [CordSeat::Person; 2];
        CordGame::of(KeptCords {
            game: KEPT.to_owned(),
            scenario,
            text,
            house,
            form: PlayForm::Fourth,
            seed,
            seats,
            decided: Decided::default(),
        })
    }

    /// The same with other leaders.
    pub fn led_by(mut self, seats: BySide<CordSeat>) -> CordGame {
        self.table.seats = seats;
        self
    }

    fn of(mut kept: KeptCords) -> Result<CordGame> {
        let scenario = match &kept.text {
            Some(text) => Arc::new(scenario::read_kept(text).map_err(|faults| {
                Problem::bad_input(format!("The scenario of this game has faults: {faults}.")).hint("Begin it anew.")
            })?),
            None => named(&kept.scenario)?,
        };
        let tables = Tables::by(&kept.house)
            .map_err(|bad| Problem::bad_input(format!("{bad}.")).hint("The rule book lists every house number."))?;
        let decided = std::mem::take(&mut kept.decided);
        let [attacker, defender] = kept.seats;
        let start = Position { form: kept.form, ..scenario.begin(&tables) };
        let begun = Match::new(start, vec![Event::Turn(1)], kept.seed);
        let table = CordTable::new(Cords, begun, BySide { attacker, defender }).resume(&decided)?;
        Ok(CordGame { kept, scenario, table })
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        self.table.position()
    }

    /// What has been told since so many events.
    pub fn since(&self, count: usize) -> &[Event] {
        self.table.played().since(count)
    }

    /// How many events have been told.
    pub fn told(&self) -> usize {
        self.table.played().events().len()
    }

    /// Makes a decision in words for the side that must decide.
    pub fn order(&mut self, words: &str) -> Result<()> {
        let decision = typed::decision(words).map_err(|what| {
            Problem::bad_input(format!("“{}”: {what}.", words.trim())).hint(format!("Orders are\n{}", typed::WORDS))
        })?;
        self.table.decide(decision)
    }

    /// Leaves the rest of this part of the turn to a captain.
    pub fn leave(&mut self, lead: Generalship) -> Result<()> {
        self.table.leave_to(lead)
    }

    /// Takes the last decision back, if no die was thrown for it and the part of the turn goes on.
    pub fn take_back(&mut self) -> Result<()> {
        self.table.take_back()
    }
}

impl OwnGame<Cords> for CordGame {
    fn read(file: &Path, text: &str) -> Result<CordGame> {
        let kept: KeptCords = serde_json::from_str(text).map_err(|_| foreign(file))?;
        if kept.game != KEPT { Err(foreign(file)) } else { CordGame::of(kept) }
    }

    fn text(&self) -> Result<String> {
        let BySide { attacker, defender } = self.table.seats;
        let decided = self.table.played().decided_since(0);
        let kept = KeptCords { decided, seats: [attacker, defender], ..self.kept.clone() };
        serde_json::to_string_pretty(&kept)
            .map_err(|error| Problem::new(ProblemKind::System, format!("It could not be kept: {error}.")))
    }

    fn table(&self) -> &CordTable {
        &self.table
    }

    fn table_mut(&mut self) -> &mut CordTable {
        &mut self.table
    }

    fn names(&self) -> Option<BySide<String>> {
        Some(self.scenario.sides.clone())
    }
}

fn foreign(file: &Path) -> Problem {
    Problem::new(ProblemKind::Foreign, format!("{} is no game of Castle Cracker.", file.display()))
        .hint("“banneret cracker new” begins one.")
}
