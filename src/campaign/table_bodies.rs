//! A battle's result as it is written at a table where bodies of figures stand, and not men (CP-3.5): `body 3: 5 fallen, 2
//! taken, 1 fled; winner attacker; turns 12`. Of a body not named nothing befell anybody.

use super::lines::MOST_FAULTS;
use super::table_result::TableOutcome;
use crate::rules::figure::Side;
use std::collections::BTreeMap;

/// No body has more figures.
const MOST: usize = 10_000;

/// What befell the figures of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BodyLosses {
    pub fallen: usize,
    pub taken: usize,
    /// Who left the field.
    pub fled: usize,
}

impl BodyLosses {
    /// How many that is.
    pub fn all(self) -> usize {
        self.fallen + self.taken + self.fled
    }
}

/// A result by bodies, by their numbers on the printed order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodiesTold {
    pub bodies: BTreeMap<u16, BodyLosses>,
    pub outcome: TableOutcome,
    pub turns: Option<u32>,
}

/// Whether a result is written by bodies: one of its entries begins with that word, or a file has that column.
pub fn is_by_bodies(text: &str) -> bool {
    let first = |(_, entry): (usize, &str)| {
        entry.split([' ', ',']).next().is_some_and(|word| word.eq_ignore_ascii_case("body"))
    };
    entries(text).any(first)
}

/// Its entries or lines, each with its number among all.
fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let all = text.trim_start_matches('\u{feff}').split([';', '\n']).map(str::trim);
    all.enumerate().map(|(at, entry)| (at + 1, entry)).filter(|(_, entry)| !entry.is_empty())
}

/// Reads a result by bodies: entries, or the lines of a file with the columns `body, fallen, taken, fled`, in which a line
/// `winner` or `turns` has its value in the second. Every fault is a sentence that names its entry.
pub fn read(text: &str) -> Result<BodiesTold, Vec<String>> {
    let mut told = BodiesTold { bodies: BTreeMap::new(), outcome: TableOutcome::ByPoints, turns: None };
    let mut faults = Vec::new();
    let mut columns: Option<Vec<String>> = None;
    for (at, entry) in entries(text) {
        let cells: Vec<&str> = entry.split(',').map(str::trim).collect();
        // A spreadsheet writes a row nobody filled in as its commas.
        if cells.iter().all(|cell| cell.is_empty()) {
            continue;
        }
        if columns.is_none() && cells[0].eq_ignore_ascii_case("body") && cells.len() > 1 {
            columns = Some(cells.iter().map(|cell| cell.to_lowercase()).collect());
            continue;
        }
        // A line of a file, as an entry would say it.
        let said = match &columns {
            Some(columns) if cells[0].chars().all(|digit| digit.is_ascii_digit()) && !cells[0].is_empty() => {
                let counts = columns.iter().zip(&cells).skip(1).filter(|(_, cell)| !cell.is_empty());
                let counts: Vec<String> = counts.map(|(column, cell)| format!("{cell} {column}")).collect();
                format!("body {}: {}", cells[0], counts.join(", "))
            }
            Some(_) => cells.join(" "),
            None => entry.to_owned(),
        };
        let unit = if columns.is_some() { "Line" } else { "Entry" };
        faults.extend(one(&said, columns.is_some(), &mut told).err().map(|what| format!("{unit} {at}: {what}")));
        if faults.len() == MOST_FAULTS {
            faults.push("No more of it was read.".to_owned());
            break;
        }
    }
    if faults.is_empty() { Ok(told) } else { Err(faults) }
}

/// Reads one entry. Of a body with no counts nothing is said, but in a file, which lists the unhurt too.
fn one(entry: &str, of_file: bool, told: &mut BodiesTold) -> Result<(), String> {
    let words: Vec<String> = entry
        .split([' ', ',', ':', '\t'])
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"))
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["winner", _] if told.outcome != TableOutcome::ByPoints => Err("who won is told twice.".to_owned()),
        ["turns", _] if told.turns.is_some() => Err("the turns are told twice.".to_owned()),
        ["winner", side] => {
            told.outcome = match side {
                "attacker" | "a" => TableOutcome::Won(Side::Attacker),
                "defender" | "b" => TableOutcome::Won(Side::Defender),
                "neither" | "nobody" | "draw" => TableOutcome::Neither,
                _ => return Err(format!("“{side}” does not win; write winner attacker, defender or neither.")),
            };
            Ok(())
        }
        ["turns", turns] => {
            let turns = turns.parse().ok().filter(|turns| (1..=1_000).contains(turns));
            told.turns = Some(turns.ok_or("turns are a number from 1 to 1,000, as turns 12.")?);
            Ok(())
        }
        ["body", number, ref counts @ ..] if of_file || !counts.is_empty() => {
            let number: u16 = number
                .parse()
                .map_err(|_| format!("“{number}” is no number of a body; they are on the printed order of battle."))?;
            let mut losses = BodyLosses::default();
            for pair in counts.chunks(2) {
                let &[count, what] = pair_of(pair)?;
                let figures = count.parse().ok().filter(|&figures: &usize| figures <= MOST);
                let count = figures.ok_or_else(|| {
                    format!("“{count}” is no number of figures; write it as body {number}: 5 fallen.")
                })?;
                match what {
                    "fallen" | "fell" | "dead" => losses.fallen += count,
                    "taken" | "captive" | "captives" => losses.taken += count,
                    "fled" | "left" => losses.fled += count,
                    _ => return Err(format!("figures are fallen, taken or fled, and not “{what}”.")),
                }
            }
            match told.bodies.insert(number, losses) {
                None => Ok(()),
                Some(_) => Err(format!("body {number} is told of twice.")),
            }
        }
        _ => Err(format!(
            "“{entry}” says nothing of a body; write it as body 3: 5 fallen, 2 taken, 1 fled, or winner attacker, or turns 12."
        )),
    }
}

/// A count and what it counts, the count first.
fn pair_of<'a>(pair: &'a [&'a str]) -> Result<&'a [&'a str; 2], String> {
    <&[&str; 2]>::try_from(pair)
        .map_err(|_| format!("“{}” lacks a number of figures or what befell them.", pair.join(" ")))
}
