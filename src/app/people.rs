//! One list of all people: filtered, counted, and written out as it is shown.

use crate::campaign::people::PersonState;
use crate::campaign::problem::Result;
use crate::campaign::roster::guarded;
use crate::rules::figure::{Class, Grade, Rank};
use crate::store::Db;
use crate::store::journal::fold;
use crate::store::people::PersonLine;

/// Whom a list shows; nothing given shows everyone. Names are found in any case, with or without their accents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleFilter {
    /// Letters that the name holds.
    pub search: String,
    /// The side's name.
    pub side: Option<String>,
    /// The army's name.
    pub army: Option<String>,
    /// The name of the formation he is in.
    pub unit: Option<String>,
    pub class: Option<Class>,
    pub rank: Option<Rank>,
    /// The lowest grade.
    pub grade: Option<Grade>,
    pub state: Option<PersonState>,
}

impl PeopleFilter {
    /// Whether a man is one of those shown.
    pub fn shows(&self, line: &PersonLine) -> bool {
        let named =
            |asked: &Option<String>, name: &str| asked.as_ref().is_none_or(|asked| fold(asked.trim()) == fold(name));
        fold(&line.name).contains(&fold(self.search.trim()))
            && named(&self.side, &line.side)
            && named(&self.army, &line.army)
            && named(&self.unit, &line.unit)
            && self.class.is_none_or(|class| class == line.class)
            && self.rank.is_none_or(|rank| rank == line.rank)
            && self.grade.is_none_or(|grade| line.grade >= grade)
            && self.state.is_none_or(|state| state == line.state)
    }
}

/// The people a filter shows, by name.
pub fn list(db: &Db, filter: &PeopleFilter) -> Result<Vec<PersonLine>> {
    let mut people = db.people()?;
    people.retain(|line| filter.shows(line));
    Ok(people)
}

/// People as CSV, in the columns of a roster with what has become of each.
pub fn csv(people: &[PersonLine]) -> String {
    let columns = ["side", "army", "unit", "name", "class", "rank", "grade", "protection", "weapons", "horse", "state"];
    let rows = people.iter().map(|line| {
        vec![
            line.side.clone(),
            line.army.clone(),
            line.unit.clone(),
            line.name.clone(),
            line.class.to_string(),
            line.rank.to_string(),
            line.grade.to_string(),
            line.protection.to_string(),
            line.weapons.clone(),
            line.horse.to_string(),
            line.state.to_string(),
        ]
    });
    as_csv(std::iter::once(columns.map(str::to_owned).to_vec()).chain(rows))
}

/// Rows as CSV, each cell text to a spreadsheet whatever it begins with.
pub fn as_csv(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let cells = row.iter().map(|cell| guarded(cell));
        out.write_record(cells).unwrap_or_else(|error| unreachable!("in memory: {error}"));
    }
    let bytes = out.into_inner().unwrap_or_else(|error| unreachable!("in memory: {error}"));
    String::from_utf8(bytes).unwrap_or_else(|error| unreachable!("made of strings: {error}"))
}
