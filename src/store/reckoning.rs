//! What each side had, day by day, as the journal tells it: the changes of every action that is in force, laid on one another.

use super::columns::read_of;
use super::{Db, file};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::CaptivityState;
use crate::campaign::ids::SideId;
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::campaign::problem::Result;
use rusqlite::Row;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a side had at the end of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideHad {
    /// Men who served, fit or wounded.
    pub men: i64,
    /// Its treasury.
    pub pence: Pence,
    /// Captives it held.
    pub captives: i64,
    /// Strongholds it held.
    pub strongholds: i64,
}

/// What every side had at the end of a day on which something of it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayReckoned {
    pub day: Day,
    /// By side; one that had nothing yet may be left out.
    pub sides: BTreeMap<SideId, SideHad>,
}

/// A change of a row, as far as it is reckoned with.
struct Reckoned {
    action: i64,
    day: Day,
    table: String,
    row: i64,
    new: bool,
    gone: bool,
    side: Option<i64>,
    state: Option<RowState>,
    pence: Option<i64>,
}

/// The state of a row, as its table has them.
#[derive(Clone, Copy, Debug)]
enum RowState {
    Person(PersonState),
    Captive(CaptivityState),
    Stronghold,
    Account,
}

impl RowState {
    /// The state a row of a table is made with where the action does not say otherwise.
    fn first(table: &str) -> RowState {
        match table {
            "person" => RowState::Person(PersonState::Fit),
            "captive" => RowState::Captive(CaptivityState::Held),
            "stronghold" => RowState::Stronghold,
            _ => RowState::Account,
        }
    }

    /// The state in a column, if the action wrote one.
    fn read(table: &str, row: &Row, column: usize) -> rusqlite::Result<Option<RowState>> {
        Ok(match RowState::first(table) {
            RowState::Person(_) => row.get::<_, Option<_>>(column)?.map(RowState::Person),
            RowState::Captive(_) => row.get::<_, Option<_>>(column)?.map(RowState::Captive),
            RowState::Stronghold | RowState::Account => None,
        })
    }
}

/// What is known of a row: whose it is, its state and its money.
#[derive(Clone, Debug)]
struct RowKnown {
    side: Option<i64>,
    state: RowState,
    pence: i64,
}

impl RowKnown {
    /// What the row counts for its side.
    fn had(&self) -> SideHad {
        let nothing = SideHad::default();
        match self.state {
            RowState::Person(state) => SideHad { men: i64::from(state.serves()), ..nothing },
            RowState::Captive(state) => SideHad { captives: i64::from(state == CaptivityState::Held), ..nothing },
            RowState::Stronghold => SideHad { strongholds: 1, ..nothing },
            RowState::Account => SideHad { pence: Pence(self.pence), ..nothing },
        }
    }
}

/// As many figures of a day and a side as are told; twenty sides over two centuries have as many.
const MOST_RECKONED: usize = 1_500_000;

/// The reckoning as far as the journal was read.
#[derive(Default)]
struct Running {
    /// The sides there are.
    of: BTreeSet<SideId>,
    rows: BTreeMap<(String, i64), RowKnown>,
    sides: BTreeMap<SideId, SideHad>,
    days: Vec<DayReckoned>,
}

impl Running {
    fn count(&mut self, known: &RowKnown, times: i64) {
        let Some(side) = known.side.map(SideId).filter(|side| self.of.contains(side)) else { return };
        let (had, counted) = (self.sides.entry(side).or_default(), known.had());
        had.men += times * counted.men;
        had.captives += times * counted.captives;
        had.strongholds += times * counted.strongholds;
        had.pence = Pence(had.pence.0.saturating_add(counted.pence.0.saturating_mul(times)));
    }

    fn lay(&mut self, change: Reckoned) {
        let key = (change.table, change.row);
        let old = self.rows.remove(&key);
        if let Some(old) = &old {
            self.count(old, -1);
        }
        if change.gone {
            return;
        }
        // A new row has the defaults of its table where it does not say otherwise.
        let fresh = RowKnown { side: None, state: RowState::first(&key.0), pence: 0 };
        let mut known = if change.new { fresh } else { old.unwrap_or(fresh) };
        known.side = change.side.or(known.side);
        known.state = change.state.unwrap_or(known.state);
        known.pence = change.pence.unwrap_or(known.pence);
        self.count(&known, 1);
        self.rows.insert(key, known);
    }

    /// Writes down what there is at the end of an action; the last of a day stands.
    fn end_action(&mut self, day: Day) -> Result<()> {
        while self.days.last().is_some_and(|known| known.day >= day) {
            self.days.pop();
        }
        if self.days.last().is_none_or(|last| last.sides != self.sides) {
            self.days.push(DayReckoned { day, sides: self.sides.clone() });
        }
        match self.days.len() * self.of.len().max(1) > MOST_RECKONED {
            true => Err(file::damaged("its sides change on more days than any campaign has")),
            false => Ok(()),
        }
    }
}

impl Db {
    /// What every side had on each day that something of it changed, oldest first.
    pub fn reckoning(&self) -> Result<Vec<DayReckoned>> {
        let mut query = self.sql.prepare(
            "SELECT change.action_id, max(action.day, campaign.first_day), change.tbl, change.row,
                 change.before IS NULL, change.after IS NULL,
                 coalesce(json_extract(change.after, '$.side_id'), json_extract(change.after, '$.holder_side_id')),
                 json_extract(change.after, '$.state'), json_extract(change.after, '$.pence'), change.id
             FROM change JOIN action ON action.id = change.action_id CROSS JOIN campaign
             WHERE action.kind = 'do' AND action.state = 'done'
                 AND change.tbl IN ('person', 'captive', 'stronghold', 'account')
             ORDER BY change.id",
        )?;
        let changes = query.query_map([], |row| {
            read_of("change", 9, row, |row| {
                let table: String = row.get(2)?;
                Ok(Reckoned {
                    action: row.get(0)?,
                    day: row.get(1)?,
                    state: RowState::read(&table, row, 7)?,
                    table,
                    row: row.get(3)?,
                    new: row.get(4)?,
                    gone: row.get(5)?,
                    side: row.get(6)?,
                    pence: row.get(8)?,
                })
            })
        })?;
        let of = self.sides()?.into_iter().map(|side| side.id).collect();
        let mut running = Running { of, ..Running::default() };
        let mut under_way: Option<(i64, Day)> = None;
        for change in changes {
            let change = change?;
            if let Some((_, day)) = under_way.filter(|(action, _)| *action != change.action) {
                running.end_action(day)?;
            }
            under_way = Some((change.action, change.day));
            running.lay(change);
        }
        if let Some((_, day)) = under_way {
            running.end_action(day)?;
        }
        Ok(running.days)
    }
}
