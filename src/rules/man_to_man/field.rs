//! A battle of a campaign settled man to man: each man of the plan is a figure, and what becomes of the figure becomes of
//! him.

use super::captain::Marshal;
use super::event::Event;
use super::ground::Ground;
use super::log::{self, Names};
use super::record::{self, Record};
use super::setup::{self, Faults, faults, ground_of};
use super::state::Position;
use super::tables::Tables;
use crate::rules::battle::{Plan, Report};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::house::Folder;
use crate::rules::matches::Match;
use crate::rules::ruleset::{About, Rules, Ruleset};
use crate::rules::settles::{BattlePaper, House, RecordError, Settles, Unfit};
use crate::rules::telling::Line;
use std::sync::Arc;

impl Rules for Position {
    const ABOUT: About =
        About { prefix: "MM", title: "Man-to-man rules", page: include_str!("../../../data/rules/man-to-man.md") };

    fn folder() -> &'static Folder {
        Tables::folder()
    }
}

/// A battle on its ground, by the tables in force.
#[derive(Clone, Debug)]
pub struct Field {
    plan: Plan,
    ground: Arc<Ground>,
    tables: Arc<Tables>,
    names: Names,
}

impl From<Faults> for Unfit {
    fn from(faults: Faults) -> Unfit {
        Unfit(faults.0.iter().map(ToString::to_string).collect())
    }
}

impl Field {
    /// A battle by tables that were read already, or every fault of its plan.
    pub fn new(plan: &Plan, tables: &Arc<Tables>) -> Result<Field, Faults> {
        let found = faults(plan, tables);
        if !found.is_empty() {
            return Err(Faults(found));
        }
        let ground = ground_of(plan, tables).map_err(|fault| Faults(vec![fault]))?;
        // The plan holds its ground, so that neither a replay nor a battle half played depends on a file outside it.
        let plan = Plan { ground_file: ground.file(), ..plan.clone() };
        Ok(Field { names: Names::of(&plan), plan, ground, tables: tables.clone() })
    }

    /// The tables in force.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The names by which events are told.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What has happened in a match so far, as a record.
    pub fn record_of(&self, played: &Match<Position>) -> Record {
        Record {
            plan: self.plan.clone(),
            tables: self.tables.shown(),
            events: played.events().to_vec(),
            report: played.position().report(),
        }
    }
}

impl Settles for Field {
    type Game = Position;
    type Captain = Marshal;

    const RULES: Ruleset = Ruleset::ManToMan;
    const FORMAT: u32 = record::FORMAT;
    const FOLLOWS_MEN: bool = true;
    const PAPER: Option<BattlePaper> = Some(BattlePaper::Roster);
    const HAS_WEATHER: bool = true;
    const HAS_LATECOMERS: bool = true;

    fn cast(plan: &Plan, house: &House) -> Result<Field, Unfit> {
        let tables = Tables::by(house).map_err(|bad| Unfit(vec![bad.to_string()]))?;
        Ok(Field::new(plan, &tables)?)
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All that are in force: the book's may be others in a later version of the program.
    fn house(&self) -> House {
        self.tables.house_values().iter().map(|value| (value.key.clone(), value.value.to_string())).collect()
    }

    fn about(&self) -> String {
        let host =
            |side: Side| format!("{} with {} men", self.plan.hosts[side].name, self.plan.hosts[side].men().count());
        format!("{} against {}, on this ground: {}.", host(Side::Attacker), host(Side::Defender), self.plan.ground)
    }

    fn warnings(&self) -> Vec<String> {
        setup::warnings(&self.plan)
    }

    fn begin(&self, sink: &mut impl Sink<Event>) -> Position {
        match Position::on(self.ground.clone(), &self.plan, &self.tables, &[], sink) {
            Ok(position) => position,
            Err(faults) => unreachable!("a plan without faults has faults: {faults}"),
        }
    }

    fn captain(&self, _dice: &mut Seeded) -> Marshal {
        Marshal
    }

    fn report(&self, game: &Position, _lots: &mut impl Dice) -> Report {
        game.report()
    }

    fn casting(&self, game: &Position, _report: &Report) -> Vec<String> {
        let weather = self.plan.weather.map(|weather| weather.told());
        weather.into_iter().chain(game.at_the_walls().map(|walls| walls.told(&self.plan))).collect()
    }

    fn line(&self, _game: &Position, event: &Event) -> Option<Line> {
        log::line(event, &self.names)
    }

    fn format(&self) -> u32 {
        record::format_of(&self.plan)
    }

    fn record(&self, played: &Match<Position>) -> Result<Vec<u8>, RecordError> {
        record::encode(&self.record_of(played))
    }

    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError> {
        let record = record::decode(record)?;
        Ok(log::lines(&record.plan, &record.events))
    }
}
