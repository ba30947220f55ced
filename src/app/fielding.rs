//! Who takes the field where a host is larger than the field holds (CP-3.1): a share of each unit drawn by the seed, or so
//! many of each as the referee chooses.

use crate::app::muster::units_of;
use crate::app::numbers;
use crate::campaign::ids::FormationId;
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{BySide, Side};
use crate::rules::lots;
use crate::store::Db;
use std::collections::BTreeMap;

/// How many of each unit of a host the referee sends to the field. A unit that is not among them stays behind.
pub type SentMen = BTreeMap<FormationId, usize>;

/// A unit of a host, and how many of it come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldedUnit {
    /// The unit; a force or a battle for those who stand directly in it.
    pub formation: FormationId,
    pub name: String,
    /// How many of it are fit.
    pub fit: usize,
    /// How many of those command or bear a standard; they come first.
    pub leaders: usize,
    /// How many of it come.
    pub comes: usize,
}

/// The most men a side that a man-to-man battle fields.
pub fn limit(db: &Db) -> Result<usize> {
    Ok(numbers::of(db)?.battle_men_a_side as usize)
}

/// Each unit of an army with how many of it come: as chosen, else its share of what the field holds.
pub fn of(db: &Db, army: FormationId, chosen: Option<&SentMen>) -> Result<Vec<FieldedUnit>> {
    let units = units_of(db, army)?;
    let sizes: Vec<usize> = units.iter().map(|(.., men)| men.len()).collect();
    let shares = match chosen {
        Some(chosen) => {
            let fit: Vec<(FormationId, usize)> = units.iter().map(|(unit, _, men)| (*unit, men.len())).collect();
            sent(db, army, &fit, chosen, limit(db)?)?
        }
        None => lots::shares(&sizes, limit(db)?),
    };
    let mut fielded = Vec::new();
    for ((unit, leaders, men), comes) in units.into_iter().zip(shares) {
        let name = db.formation(unit)?.name;
        fielded.push(FieldedUnit { formation: unit, name, fit: men.len(), leaders, comes });
    }
    Ok(fielded)
}

/// How many of each of an army's units come as is chosen, in their order. Refused where that is nobody, or more than are fit
/// or the field holds.
pub(super) fn sent(
    db: &Db,
    army: FormationId,
    units: &[(FormationId, usize)],
    chosen: &SentMen,
    holds: usize,
) -> Result<Vec<usize>> {
    let name = db.formation(army)?.name;
    for (unit, count) in chosen {
        let Some((_, fit)) = units.iter().find(|(known, _)| known == unit) else {
            return Err(Problem::refused(
                format!("{} has no men of {name} who are fit.", db.formation(*unit)?.name),
                "Choose among the units that have.",
            ));
        };
        if count > fit {
            return Err(Problem::refused(
                format!("{} has {fit} fit men, not {count}.", db.formation(*unit)?.name),
                format!("Send {fit} of them at most."),
            ));
        }
    }
    let all: usize = chosen.values().sum();
    if all == 0 {
        return Err(Problem::refused(format!("Nobody of {name} takes the field."), "Send a man at least."));
    }
    if all > holds {
        return Err(Problem::refused(
            format!("{all} of {name} would take the field, which holds {holds} a side (CP-3.1)."),
            format!("Leave {} more behind, or set the number “battle_men_a_side” otherwise.", all - holds),
        ));
    }
    Ok(units.iter().map(|(unit, _)| chosen.get(unit).copied().unwrap_or(0)).collect())
}

/// Reads how many of each unit a side sends: `40 Archers of Wexbridge, 20 Bills`, or all of one: `all Archers`.
pub fn read(db: &Db, army: FormationId, text: &str) -> Result<SentMen> {
    let units = of(db, army, None)?;
    let mut chosen = SentMen::new();
    for entry in text.split([',', ';']).map(str::trim).filter(|entry| !entry.is_empty()) {
        let wrong = |why: &str| {
            Problem::bad_input(format!("“{entry}” {why}."))
                .hint("Write a number, or “all”, before a unit's name, with commas between: “40 Archers, all Bills”.")
        };
        let (count, name) = entry.split_once(char::is_whitespace).ok_or_else(|| wrong("names no unit"))?;
        let unit = units
            .iter()
            .find(|unit| unit.name.eq_ignore_ascii_case(name.trim()))
            .ok_or_else(|| wrong("names no unit of that army with fit men"))?;
        let count = match count {
            "all" => unit.fit,
            number => number.parse().map_err(|_| wrong("does not begin with a number of men"))?,
        };
        *chosen.entry(unit.formation).or_default() += count;
    }
    Ok(chosen)
}

/// Both hosts in a sentence: how many of how many take the field, and how they were chosen; empty where all do.
pub fn in_words(hosts: &BySide<(String, usize, usize)>, chosen: bool) -> String {
    if [Side::Attacker, Side::Defender].iter().all(|side| hosts[*side].1 == hosts[*side].2) {
        return String::new();
    }
    let host = |side: Side| {
        let (name, come, fit) = &hosts[side];
        match come == fit {
            true => format!("all {fit} of {name}"),
            false => format!("{come} of the {fit} of {name}"),
        }
    };
    let how = match chosen {
        true => "as the referee chose",
        false => "a share of each unit drawn by lot, its commanders always among them",
    };
    format!("{} and {} take the field: {how} (CP-3.1).", host(Side::Attacker), host(Side::Defender))
}
