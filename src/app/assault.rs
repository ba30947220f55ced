//! Assaults on hexes played by hand (SG-5 to SG-8): on a map with the hosts of a scenario, one that ships or in a file, or of
//! a campaign's battle; kept in a file with every order.

mod measure;
mod orders;
mod table;

pub use measure::{HexMeasured, clear_or_not, measure};
pub use orders::{HexOffer, by_pressing, offers};
pub use table::{HexScene, HexSeat, HexTable, StormLead};

use crate::app::contest::json;
use crate::app::play::why;
use crate::app::table::OwnGame;
use crate::app::{files, hexes};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::assault::map;
use crate::rules::assault::scenario::{self, AssaultDrawn, find, shipped};
use crate::rules::assault::{Assault, AssaultBattle, TrooperId, typed};
use crate::rules::battle::{Plan, StormedPlace};
use crate::rules::figure::BySide;
use crate::rules::forecast::{Ask, forecast};
use crate::rules::game::Game as _;
use crate::rules::matches::{Decided, Match};
use crate::rules::settles::{self, Fought, House, Settles as _, Spread};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A scenario by the name of one that ships, or by its file.
pub fn named(word: &str) -> Result<Arc<AssaultDrawn>> {
    if let Some(drawn) = find(word) {
        return Ok(drawn);
    }
    let file = Path::new(word);
    if !file.exists() {
        let known: Vec<&str> = shipped().iter().map(|(file, _)| *file).collect();
        return Err(Problem::new(ProblemKind::NotFound, format!("There is no assault “{}”.", word.trim()))
            .hint(format!("Those that ship are {}; or give the file of one (.toml).", known.join(", "))));
    }
    let text = files::read_text(file, files::SCENARIO)?;
    let drawn = scenario::read(&text).map_err(|fault| {
        Problem::bad_input(format!("{} is no assault that can be fought: {fault}.", file.display()))
            .hint("Mend it; the assaults in data/assaults show how one is written.")
    })?;
    Ok(Arc::new(drawn))
}

/// A scenario's plan by a seed, its map with it if that does not ship.
pub fn plan(drawn: &AssaultDrawn, seed: u64) -> Result<Plan> {
    let map = hexes::choose(&drawn.map)?;
    let ships = map::find(&drawn.map).is_some();
    Ok(drawn.plan((!ships).then(|| map.text.clone()), seed))
}

/// A plan cast into an assault, or every fault of it.
pub fn cast(plan: &Plan, house: &House) -> Result<AssaultBattle> {
    AssaultBattle::cast(plan, house)
        .map_err(|unfit| Problem::refused(format!("{unfit}."), "Mend the scenario, or choose another map."))
}

/// Plays an assault to its end by captains.
pub fn play(battle: &AssaultBattle) -> Result<Match<Assault>> {
    let mut played = settles::begin(battle);
    played.conduct(&settles::captain(battle)).map_err(|illegal| Problem::new(ProblemKind::System, why(&illegal)))?;
    Ok(played)
}

/// Plays an assault so many times with other seeds on every core, and counts.
pub fn ahead(battle: &AssaultBattle, runs: u64, seed: u64) -> Spread {
    ahead_until(battle, Ask { runs, seed, threads: 0 }, &AtomicBool::new(false), &|_| {})
}

/// The same until told to stop; `progress` hears how many assaults are over. With no threads asked for it takes every core.
pub fn ahead_until(
    battle: &AssaultBattle,
    ask: Ask,
    cancel: &AtomicBool,
    progress: &(impl Fn(usize) + Sync),
) -> Spread {
    forecast(&Fought(battle), &ask, cancel, &|spread: &Spread| progress(spread.battles as usize))
}

/// What a kept game says it is.
const KEPT: &str = "assault";

/// A game as it is kept in a file: how it began, and what was decided in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptAssault {
    game: String,
    name: String,
    plan: Plan,
    #[serde(default)]
    house: House,
    /// Who leads the attacker, then the defender.
    #[serde(default)]
    seats: [HexSeat; 2],
    decided: Decided,
}

/// An assault played by people, with the program to keep it, to roll and to say what may be done.
#[derive(Clone, Debug)]
pub struct HexGame {
    kept: KeptAssault,
    table: HexTable,
}

impl HexGame {
    /// A game by a plan before the first order, by house numbers that are not the book's; both sides take their places first,
    /// or stand as the program arrays them.
    pub fn begin(name: &str, plan: &Plan, house: House, places: bool) -> Result<HexGame> {
        let storm = plan.storm.clone().map(|storm| StormedPlace { places, ..storm });
        let battle = cast(&Plan { storm, ..plan.clone() }, &house)?;
        // The plan holds its map now.
        let (game, name, plan) = (KEPT.to_owned(), name.to_owned(), battle.plan().clone());
        let kept = KeptAssault { game, name, plan, house, seats: [HexSeat::Person; 2], decided: Decided::default() };
        Ok(HexGame { kept, table: HexTable::begin(battle, BySide::default()) })
    }

    /// The same with other leaders.
    pub fn led_by(mut self, seats: BySide<HexSeat>) -> HexGame {
        self.table.seats = seats;
        self
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.kept.name
    }

    /// What is to be known of it before it is fought, a sentence each, such as what stays behind and why.
    pub fn warnings(&self) -> Vec<String> {
        self.table.of().warnings()
    }

    /// Where it stands.
    pub fn position(&self) -> &Assault {
        self.table.position()
    }

    /// What a man is called when he is ordered.
    pub fn called(&self, id: TrooperId) -> String {
        typed::number_of(self.table.of().start(), id)
    }

    /// How many events have been told.
    pub fn told(&self) -> usize {
        self.table.played().events().len()
    }

    /// What has been told since so many events, in sentences.
    pub fn lines_since(&self, count: usize) -> Vec<String> {
        let events = self.table.played().since(count);
        events.iter().filter_map(|event| self.table.line(event)).map(|line| line.full()).collect()
    }

    /// Makes a decision in words for the side that must decide.
    pub fn order(&mut self, words: &str) -> Result<()> {
        let decision = typed::decision(self.position(), words).map_err(|what| {
            Problem::bad_input(format!("“{}”: {what}.", words.trim())).hint(format!("Orders are\n{}", typed::WORDS))
        })?;
        self.table.side()?;
        self.table.decide(decision).map_err(|problem| {
            let may = self.may(words.split_whitespace().nth(1));
            problem.hint(match may.as_slice() {
                [] => "“banneret assault show” tells how it stands.".to_owned(),
                may => format!("He may: {}.", may.join(", ")),
            })
        })
    }

    /// What a man may do now, in the words it is ordered with; of everybody without one, and no more than a few of each.
    pub fn may(&self, man: Option<&str>) -> Vec<String> {
        let Some(side) = self.position().pending().first() else { return Vec::new() };
        let game = self.position();
        let allowed = match man {
            None => game.choices(side).allowed(),
            Some(man) => {
                let of = game.of(side).find(|&id| self.called(id).eq_ignore_ascii_case(man));
                of.map_or(Vec::new(), |id| game.may_do(id))
            }
        };
        allowed.iter().map(|decision| typed::words(game, decision)).take(24).collect()
    }

    /// Leaves the rest of a side's half of the turn to a captain.
    pub fn leave(&mut self) -> Result<()> {
        self.table.leave_to(StormLead::Captain)
    }

    /// Takes the last order back, if no die was thrown for it and the same side still moves.
    pub fn take_back(&mut self) -> Result<()> {
        self.table.take_back()
    }
}

impl OwnGame<AssaultBattle> for HexGame {
    fn read(file: &Path, text: &str) -> Result<HexGame> {
        let foreign = || {
            Problem::new(ProblemKind::Foreign, format!("{} is no assault that was begun.", file.display()))
                .hint("“banneret assault new” begins one.")
        };
        let mut kept: KeptAssault = serde_json::from_str(text).map_err(|_| foreign())?;
        if kept.game != KEPT {
            return Err(foreign());
        }
        let battle = cast(&kept.plan, &kept.house)?;
        let [attacker, defender] = kept.seats;
        let decided = std::mem::take(&mut kept.decided);
        let table = HexTable::begin(battle, BySide { attacker, defender }).resume(&decided)?;
        Ok(HexGame { kept, table })
    }

    fn text(&self) -> Result<String> {
        let BySide { attacker, defender } = self.table.seats;
        let decided = self.table.played().decided_since(0);
        let kept = KeptAssault { decided, seats: [attacker, defender], ..self.kept.clone() };
        json(&kept)
    }

    fn table(&self) -> &HexTable {
        &self.table
    }

    fn table_mut(&mut self) -> &mut HexTable {
        &mut self.table
    }

    fn names(&self) -> Option<BySide<String>> {
        None
    }
}
