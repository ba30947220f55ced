//! One list of all people: filtered, counted, and written out as it is shown.

use crate::campaign::filters::{CellTold, ColumnFilter, SavedFilter};
use crate::campaign::people::PersonState;
use crate::campaign::problem::Result;
use crate::campaign::roster::guarded;
use crate::rules::figure::{Class, Grade, Horse, Rank, Weapon};
use crate::store::Db;
use crate::store::journal::fold;
use crate::store::people::PersonLine;

/// The list's name, under which its filters are saved.
pub const LIST: &str = "people";

/// The columns of the list, as the window titles them and a saved filter knows them.
pub const COLUMNS: [&str; 13] = [
    "Name",
    "Side",
    "Army",
    "Unit",
    "Class",
    "Rank",
    "Grade",
    "Protection",
    "Weapons",
    "Horse",
    "State",
    "Tags",
    "Note",
];

/// What a man's line says in each column: its words, and the number it is sorted by if that is not by letters.
pub fn cells(line: &PersonLine) -> [(String, Option<i64>); COLUMNS.len()] {
    let rank = if line.profile.rank == Rank::None { "" } else { line.profile.rank.word() };
    let horse = if line.profile.horse == Horse::None { "" } else { line.profile.horse.word() };
    [
        (line.name.clone(), None),
        (line.side.clone(), None),
        (line.army.clone(), None),
        (line.unit.clone(), None),
        (line.profile.class.to_string(), None),
        (rank.to_owned(), None),
        (line.profile.grade.to_string(), Some(i64::from(line.profile.grade.number()))),
        (line.profile.protection.to_string(), Some(i64::from(line.profile.protection.number()))),
        (Weapon::cell(&line.profile.weapons), None),
        (horse.to_owned(), None),
        (line.state.to_string(), None),
        (line.tags.join("; "), None),
        (line.note.clone(), None),
    ]
}

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
    /// A tag he bears.
    pub tag: Option<String>,
    /// The filter of this name, saved for the list.
    pub saved: Option<SavedFilter>,
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
            && self.class.is_none_or(|class| class == line.profile.class)
            && self.rank.is_none_or(|rank| rank == line.profile.rank)
            && self.grade.is_none_or(|grade| line.profile.grade >= grade)
            && self.state.is_none_or(|state| state == line.state)
            && self.tag.as_ref().is_none_or(|tag| line.tags.iter().any(|known| fold(known) == fold(tag.trim())))
            && self.saved.as_ref().is_none_or(|saved| fits(saved, line))
    }
}

/// Whether a man is one of those a saved filter shows.
fn fits(saved: &SavedFilter, line: &PersonLine) -> bool {
    let cells = cells(line);
    saved.filters.iter().all(|(title, text)| {
        let Some(at) = COLUMNS.iter().position(|known| known == title) else { return true };
        let (words, number) = &cells[at];
        ColumnFilter::of(text).fits(&CellTold { words, number: *number })
    })
}

/// The people a filter shows: by name, or as its saved filter sorts them.
pub fn list(db: &Db, filter: &PeopleFilter) -> Result<Vec<PersonLine>> {
    let mut people = db.people()?;
    people.retain(|line| filter.shows(line));
    let sort = filter.saved.as_ref().and_then(|saved| saved.sort.as_ref());
    if let Some((title, falls)) = sort
        && let Some(at) = COLUMNS.iter().position(|known| known == title)
    {
        people.sort_by_cached_key(|line| {
            let (words, number) = cells(line).into_iter().nth(at).unwrap_or_default();
            (number, words.to_lowercase())
        });
        if *falls {
            people.reverse();
        }
    }
    Ok(people)
}

/// People as CSV, in the columns of a roster with what has become of each.
pub fn csv(people: &[PersonLine]) -> String {
    let columns = [
        "side",
        "army",
        "unit",
        "name",
        "class",
        "rank",
        "grade",
        "protection",
        "weapons",
        "horse",
        "state",
        "tags",
        "note",
    ];
    let rows = people.iter().map(|line| {
        vec![
            line.side.clone(),
            line.army.clone(),
            line.unit.clone(),
            line.name.clone(),
            line.profile.class.to_string(),
            line.profile.rank.to_string(),
            line.profile.grade.to_string(),
            line.profile.protection.to_string(),
            Weapon::cell(&line.profile.weapons),
            line.profile.horse.to_string(),
            line.state.to_string(),
            line.tags.join("; "),
            line.note.clone(),
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
