//! Men, money, captives and strongholds of each side over time: a figure a day, to be drawn, listed and written.

use crate::app::people;
use crate::campaign::calendar::Day;
use crate::campaign::ids::SideId;
use crate::campaign::money::Pence;
use crate::campaign::problem::Result;
use crate::campaign::realm::Realm;
use crate::rules::figure::words;
use crate::store::Db;
use crate::store::reckoning::{DayReckoned, SideHad};

/// What is told of a side over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figured {
    /// Men who serve, fit or wounded.
    Men,
    /// What the treasury holds.
    Money,
    /// Captives held.
    Captives,
    /// Strongholds held.
    Strongholds,
}
words!(
    Figured,
    "figure of a side",
    "men, money, captives or strongholds",
    Men = "men",
    Money = "money",
    Captives = "captives",
    Strongholds = "strongholds"
);

impl Figured {
    /// It, of what a side had: a count, or pence.
    pub fn of(self, had: &SideHad) -> i64 {
        match self {
            Figured::Men => had.men,
            Figured::Money => had.pence.0,
            Figured::Captives => had.captives,
            Figured::Strongholds => had.strongholds,
        }
    }

    /// Such a figure in words.
    pub fn told(self, figure: i64) -> String {
        match self {
            Figured::Money => Pence(figure).to_string(),
            _ => figure.to_string(),
        }
    }
}

/// The campaign so far: its sides, and what each had on every day that something of it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignReckoned {
    /// The sides, in their order.
    pub sides: Vec<Realm>,
    /// The days, oldest first; the last is today.
    pub days: Vec<DayReckoned>,
}

impl CampaignReckoned {
    /// Reads it from the campaign's journal.
    pub fn of(db: &Db) -> Result<CampaignReckoned> {
        let (sides, mut days, today) = (db.sides()?, db.reckoning()?, db.day()?);
        if let Some(last) = days.last().filter(|last| last.day < today) {
            days.push(DayReckoned { day: today, sides: last.sides.clone() });
        }
        Ok(CampaignReckoned { sides, days })
    }

    /// What a side had on a day that is listed.
    pub fn had(&self, day: &DayReckoned, side: SideId) -> SideHad {
        day.sides.get(&side).copied().unwrap_or_default()
    }

    /// One figure of every side, a row a day: the day, then a figure a side.
    pub fn rows(&self, figured: Figured) -> Vec<(Day, Vec<i64>)> {
        let of = |day: &DayReckoned| self.sides.iter().map(|side| figured.of(&self.had(day, side.id))).collect();
        self.days.iter().map(|day| (day.day, of(day))).collect()
    }

    /// All of it as CSV, a row a day and side; money in pence.
    pub fn csv(&self) -> String {
        let head = ["day", "side", "men", "pence", "captives", "strongholds"].map(str::to_owned).to_vec();
        let rows = self.days.iter().flat_map(|day| {
            self.sides.iter().map(|side| {
                let had = self.had(day, side.id);
                let figures = Figured::ALL.iter().map(|figured| figured.of(&had).to_string());
                [day.day.to_string(), side.name.clone()].into_iter().chain(figures).collect()
            })
        });
        people::as_csv(std::iter::once(head).chain(rows))
    }
}
