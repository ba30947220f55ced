//! Rosters (CP-6.1): the men of armies as a spreadsheet lists them, read with every fault at once or written back.
//!
//! Men are kept in one list in the order of the tree army > battle > force > unit (MM-1.4), so that a unit is a
//! run of them, and a commander is known by his place in the list.

mod read;

use super::names::Namer;
use crate::rules::figure::{Class, Profile, Rank, Weapon};
pub use read::{RosterFault, parse};
use std::collections::HashMap;
use std::ops::Range;

/// The columns of a roster in the order they are written (CP-6.1).
pub const COLUMNS: [&str; 13] = [
    "side",
    "army",
    "battle",
    "force",
    "unit",
    "name",
    "class",
    "rank",
    "grade",
    "protection",
    "weapons",
    "horse",
    "count",
];

/// The most men one row may stand for.
pub const MOST_IN_A_ROW: u32 = 10_000;
/// The most men one roster may hold.
pub const MOST_IN_A_ROSTER: u64 = 50_000;

/// One row of a roster: a man, or several alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file it began on, from 1; 0 for a row that came from no file.
    pub line: u64,
    /// The side it is of, where a roster holds more than one; else empty.
    pub side: String,
    /// The army's name; empty means [`NO_ARMY`].
    pub army: String,
    /// The battle's name; empty means [`NO_BATTLE`].
    pub battle: String,
    /// The force's name; empty means [`NO_FORCE`].
    pub force: String,
    /// The unit's name; see [`RosterUnit`] for what an empty one means.
    pub unit: String,
    /// The man's name; empty for men named from the period lists.
    pub name: String,
    /// What each is and has.
    pub profile: Profile,
    /// How many men, 1 or more.
    pub count: u32,
}

/// The name of an army left unnamed.
pub const NO_ARMY: &str = "Host";
/// The name of a battle left unnamed.
pub const NO_BATTLE: &str = "Main battle";
/// The name of a force left unnamed.
pub const NO_FORCE: &str = "Company";
/// The name of the unit made of a force's men with no unit named, if others than knights are among them.
pub const NO_UNIT: &str = "Men";
/// The name of a force's knights and clerics in no unit.
pub const SINGLE: &str = "Knights";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterMan {
    /// The line of the file he is from.
    pub line: u64,
    /// His name, empty until he is given one.
    pub name: String,
    /// What he is and has.
    pub profile: Profile,
}

/// An army: its battles (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterArmy {
    pub name: String,
    /// Its commander, by his place in [`Roster::men`].
    pub commander: Option<usize>,
    /// Its battles, in the order the roster first names them.
    pub battles: Vec<RosterBattle>,
    /// Its men, by their places in [`Roster::men`].
    pub men: Range<usize>,
}

/// A battle of an army: its forces (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterBattle {
    pub name: String,
    /// Its commander, by his place in [`Roster::men`].
    pub commander: Option<usize>,
    pub forces: Vec<RosterForce>,
    /// Its men, by their places in [`Roster::men`].
    pub men: Range<usize>,
}

/// A force, one player's command (MM-1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterForce {
    pub name: String,
    /// Its commander, by his place in [`Roster::men`].
    pub commander: Option<usize>,
    pub units: Vec<RosterUnit>,
    /// Its men, by their places in [`Roster::men`].
    pub men: Range<usize>,
}

/// A unit (MM-1.4). A force's men whose unit is left empty are one unit, unless all of them are knights and
/// clerics, who need no unit and then fight singly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterUnit {
    pub name: String,
    /// Whether it is no unit but the force's knights and clerics who fight singly.
    pub single: bool,
    /// Its commander, by his place in [`Roster::men`]; none for men who fight singly, or clerics alone.
    pub commander: Option<usize>,
    /// Its men, by their places in [`Roster::men`].
    pub men: Range<usize>,
}

/// Something odd in a roster that is taken in all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line of the file it is about.
    pub line: u64,
    /// What is odd, with the line and the clause.
    pub sentence: String,
}

/// A roster read without fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// Its rows, as they stood in the file.
    pub rows: Vec<Row>,
    /// Its armies, in the order the roster first names them.
    pub armies: Vec<RosterArmy>,
    /// Every man, in the order of the tree.
    pub men: Vec<RosterMan>,
    /// What is odd in it.
    pub warnings: Vec<Warning>,
}

/// Where a man stands in the choice of a commander: class, then rank (MM-1.2, CP-6.1). Nothing for a cleric, who
/// never commands.
pub fn standing(class: Class, rank: Rank) -> Option<(Class, u8)> {
    (class != Class::Cleric).then_some((class, rank.step()))
}

/// Who commands: the highest class present, a named man before an unnamed, the first before later ones (CP-6.1).
/// Each man is his class, his rank and whether he is named; the answer is his place in the order given.
pub fn commander(men: impl IntoIterator<Item = (Class, Rank, bool)>) -> Option<usize> {
    let candidates = men.into_iter().enumerate().filter_map(|(place, (class, rank, named))| {
        standing(class, rank).map(|standing| (standing, named, std::cmp::Reverse(place)))
    });
    candidates.max().map(|(_, _, place)| place.0)
}

impl Roster {
    /// The tree and the men of `rows`, with what is odd in them.
    pub fn of(rows: Vec<Row>) -> Roster {
        let mut builder = Builder { rows: &rows, men: Vec::new(), warnings: Vec::new() };
        let all: Vec<usize> = (0..rows.len()).collect();
        let armies = grouped(all, |row| named_or(&rows[row].army, NO_ARMY))
            .into_iter()
            .map(|(n, r)| builder.army(n, r))
            .collect();
        let Builder { men, mut warnings, .. } = builder;
        warnings.sort_by_key(|warning| warning.line);
        Roster { rows, armies, men, warnings }
    }

    /// Every unit with its army, battle and force.
    pub fn units(&self) -> impl Iterator<Item = (&RosterArmy, &RosterBattle, &RosterForce, &RosterUnit)> {
        self.armies.iter().flat_map(|army| {
            army.battles.iter().flat_map(move |battle| {
                battle
                    .forces
                    .iter()
                    .flat_map(move |force| force.units.iter().map(move |unit| (army, battle, force, unit)))
            })
        })
    }

    /// What of it is a side's: rows that name another are left out, and how many men that were is a warning.
    pub fn of_side(self, side: &str) -> Roster {
        let theirs = |row: &Row| !row.side.is_empty() && row.side.to_lowercase() != side.to_lowercase();
        let left: u64 = self.rows.iter().filter(|row| theirs(row)).map(|row| u64::from(row.count)).sum();
        if left == 0 {
            return self;
        }
        let mut roster = Roster::of(self.rows.into_iter().filter(|row| !theirs(row)).collect());
        let sentence = format!("{left} men of other sides than {side} were left out.");
        roster.warnings.push(Warning { line: 0, sentence });
        roster
    }

    /// Names the unnamed from the period lists (CP-1.2).
    pub fn name_men(&mut self, namer: &mut Namer) {
        for man in self.men.iter_mut().filter(|man| man.name.is_empty()) {
            man.name = namer.name(man.profile.class);
        }
    }

    /// The rows as a roster file.
    pub fn to_csv(&self) -> String {
        to_csv(&self.rows)
    }
}

/// What a cell begins with that a spreadsheet would take for a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// A name as a cell, which a spreadsheet takes for text whatever it begins with.
pub(crate) fn guarded(name: &str) -> String {
    match name.trim_start_matches('\'').starts_with(FORMULA) {
        true => format!("'{name}"),
        false => name.to_owned(),
    }
}

/// A name from its cell.
pub(super) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(name) if name.trim_start_matches('\'').starts_with(FORMULA) => name,
        _ => cell,
    }
}

/// Rows as a roster file, the columns in the order of [`COLUMNS`] (CP-6.1); the side's only where a row has one.
pub fn to_csv<'a>(rows: impl IntoIterator<Item = &'a Row> + Clone) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let first = usize::from(rows.clone().into_iter().all(|row| row.side.is_empty()));
    let mut put =
        |cells: &[String]| out.write_record(&cells[first..]).unwrap_or_else(|error| unreachable!("in memory: {error}"));
    put(&COLUMNS.map(str::to_owned));
    for row in rows {
        put(&[
            guarded(&row.side),
            guarded(&row.army),
            guarded(&row.battle),
            guarded(&row.force),
            guarded(&row.unit),
            guarded(&row.name),
            row.profile.class.to_string(),
            row.profile.rank.to_string(),
            row.profile.grade.to_string(),
            row.profile.protection.to_string(),
            Weapon::cell(&row.profile.weapons),
            row.profile.horse.to_string(),
            row.count.to_string(),
        ]);
    }
    let bytes = out.into_inner().unwrap_or_else(|error| unreachable!("in memory: {error}"));
    String::from_utf8(bytes).unwrap_or_else(|error| unreachable!("made of strings: {error}"))
}

fn named_or<'a>(name: &'a str, otherwise: &'a str) -> &'a str {
    if name.is_empty() { otherwise } else { name }
}

/// Rows gathered by a name, in the order the names first come.
fn grouped<'a>(rows: Vec<usize>, name: impl Fn(usize) -> &'a str) -> Vec<(&'a str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        let place = *known.entry(name(row)).or_insert_with(|| {
            groups.push((name(row), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(row);
    }
    groups
}

/// Builds the tree from rows.
struct Builder<'a> {
    rows: &'a [Row],
    men: Vec<RosterMan>,
    warnings: Vec<Warning>,
}

impl<'a> Builder<'a> {
    fn army(&mut self, name: &str, rows: Vec<usize>) -> RosterArmy {
        let (all, first) = (self.rows, self.men.len());
        let groups = grouped(rows, |row| named_or(&all[row].battle, NO_BATTLE));
        let battles = groups.into_iter().map(|(battle, rows)| self.battle(battle, name, rows)).collect();
        let men = first..self.men.len();
        RosterArmy { name: name.to_owned(), commander: self.commander(&men), battles, men }
    }

    fn battle(&mut self, name: &str, army: &str, rows: Vec<usize>) -> RosterBattle {
        let (all, first) = (self.rows, self.men.len());
        let line = rows.first().map_or(0, |row| all[*row].line);
        let groups = grouped(rows, |row| named_or(&all[row].force, NO_FORCE));
        if let [(force, _)] = &groups[..] {
            let sentence = format!(
                "Line {line}: the battle “{name}” of “{army}” has one force, “{force}”; a battle is two or more (MM-1.4)."
            );
            self.warnings.push(Warning { line, sentence });
        }
        let forces = groups.into_iter().map(|(force, rows)| self.force(force, rows)).collect();
        let men = first..self.men.len();
        RosterBattle { name: name.to_owned(), commander: self.commander(&men), forces, men }
    }

    fn force(&mut self, name: &str, rows: Vec<usize>) -> RosterForce {
        let (all, first) = (self.rows, self.men.len());
        let knightly = |row: &&usize| matches!(all[**row].profile.class, Class::Knight | Class::Cleric);
        let unplaced: Vec<&usize> = rows.iter().filter(|row| all[**row].unit.is_empty()).collect();
        let single = unplaced.iter().all(knightly);
        let groups = grouped(rows, |row| all[row].unit.as_str());
        let units = groups
            .into_iter()
            .map(|(unit, rows)| match (unit, single) {
                ("", true) => self.unit(SINGLE, true, name, rows),
                ("", false) => self.unit(NO_UNIT, false, name, rows),
                _ => self.unit(unit, false, name, rows),
            })
            .collect();
        let men = first..self.men.len();
        RosterForce { name: name.to_owned(), commander: self.commander(&men), units, men }
    }

    fn unit(&mut self, name: &str, single: bool, force: &str, rows: Vec<usize>) -> RosterUnit {
        let first = self.men.len();
        for row in &rows {
            let row = &self.rows[*row];
            for nth in 0..row.count {
                self.men.push(RosterMan {
                    line: row.line,
                    // A name is one man's; his fellows of the same row are named from the lists.
                    name: if nth == 0 { row.name.clone() } else { String::new() },
                    profile: row.profile.clone(),
                });
            }
            if row.count > 1 && !row.name.is_empty() {
                let sentence = format!(
                    "Line {}: “{}” is one man, but the row is {}; he is the first, the others are named from the \
                     period lists (CP-6.1).",
                    row.line, row.name, row.count
                );
                self.warnings.push(Warning { line: row.line, sentence });
            }
        }
        let men = first..self.men.len();
        let commander = if single { None } else { self.commander(&men) };
        if !single && let Some(why) = self.ill_led(commander, &men) {
            let line = self.men[first].line;
            let sentence = format!("Line {line}: the unit “{name}” of “{force}” {why} (MM-1.4).");
            self.warnings.push(Warning { line, sentence });
        }
        RosterUnit { name: name.to_owned(), single, commander, men }
    }

    /// Why a unit's commander is not of a higher class than its men (MM-1.4), if he is not.
    fn ill_led(&self, commander: Option<usize>, men: &Range<usize>) -> Option<String> {
        let Some(commander) = commander else {
            return Some("has no commander, for clerics never command".to_owned());
        };
        let of = |place: usize| {
            let profile = &self.men[place].profile;
            standing(profile.class, profile.rank)
        };
        let highest = men.clone().filter(|place| *place != commander).filter_map(of).max();
        let man = &self.men[commander];
        let Profile { class, rank, .. } = man.profile;
        let word = if rank > Rank::Knight { rank.word() } else { class.word() };
        match highest {
            None if class == Class::Knight => None,
            None => Some(format!("is one {word} with no commander of a higher class")),
            Some(highest) if Some(highest) < of(commander) => None,
            Some(_) if man.name.is_empty() => {
                Some(format!("has no commander of a higher class; a {word} leads it, and others are as high"))
            }
            Some(_) => Some(format!(
                "has no commander of a higher class; {}, a {word}, leads it, and others are as high",
                man.name
            )),
        }
    }

    fn commander(&self, men: &Range<usize>) -> Option<usize> {
        let here = self.men[men.clone()].iter();
        let candidates = here.map(|man| (man.profile.class, man.profile.rank, !man.name.is_empty()));
        commander(candidates).map(|place| men.start + place)
    }
}
