//! Who takes the field where a host is larger than the field holds (CP-3.1): a share of each unit drawn by the seed, or those
//! whom the referee sends, by name or so many of a unit. A host may be of several armies.

use crate::app::numbers;
use crate::campaign::ids::{FormationId, PersonId};
use crate::campaign::people::{Person, PersonState, precedence};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{BySide, Side};
use crate::rules::lots;
use crate::store::Db;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Whom the referee sends to the field of a host. A unit of which nobody is sent stays behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SentMen {
    /// How many of a unit, those sent by name among them.
    pub units: BTreeMap<FormationId, usize>,
    /// Who is sent by name.
    pub men: BTreeSet<PersonId>,
}

impl SentMen {
    /// How many come, where each unit of which men are named has its number.
    pub fn count(&self) -> usize {
        self.units.values().sum()
    }

    /// How many come, of these units.
    fn of(&self, unit: &FitUnit) -> (usize, usize) {
        let named = unit.men.iter().filter(|man| self.men.contains(&man.id)).count();
        (self.units.get(&unit.unit).copied().unwrap_or(named), named)
    }
}

/// A unit of a host, and how many of it come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldedUnit {
    /// The unit; a force or a battle for those who stand directly in it.
    pub formation: FormationId,
    pub name: String,
    /// The battle or force it is of, unless it stands directly in its army.
    pub within: String,
    /// Its army, where the host is of several; else empty.
    pub army: String,
    /// Who of it is fit, those who come first before the others, each with his name.
    pub men: Vec<(PersonId, String)>,
    /// How many of those command or bear a standard, or are sent by name; they come first.
    pub first: usize,
    /// How many of it come.
    pub comes: usize,
}

/// The most men a side that a man-to-man battle fields.
pub fn limit(db: &Db) -> Result<usize> {
    Ok(numbers::of(db)?.battle_men_a_side as usize)
}

/// The fit men of a formation, in the order in which they come: those who always come first.
#[derive(Clone, Debug)]
pub(super) struct FitUnit {
    pub unit: FormationId,
    /// How many command or bear a standard, or are sent by name: they come before the others.
    pub first: usize,
    pub men: Vec<Person>,
    pub army: FormationId,
}

/// The fit men of each formation of an army, in the tree's order.
pub(super) fn units_of(db: &Db, army: FormationId) -> Result<Vec<FitUnit>> {
    let tree = db.tree(army)?;
    let commanders: BTreeSet<PersonId> = tree.iter().filter_map(|part| part.commander).collect();
    let mut men: BTreeMap<FormationId, Vec<Person>> = BTreeMap::new();
    for man in db.men_of(army)?.into_iter().filter(|man| man.state == PersonState::Fit) {
        men.entry(man.formation.unwrap_or(army)).or_default().push(man);
    }
    Ok(tree
        .iter()
        .filter_map(|part| {
            let mut men = men.remove(&part.id)?;
            // Commanders and the standard's bearer always come.
            let comes = |man: &Person| commanders.contains(&man.id) || man.standard.is_some();
            men.sort_by_key(|man| (!comes(man), std::cmp::Reverse(precedence(&man.profile)), man.id));
            let first = men.iter().filter(|man| comes(man)).count();
            Some(FitUnit { unit: part.id, first, men, army })
        })
        .collect())
}

/// Each unit of a host with how many of it come: as chosen, else its share of what the field holds.
pub fn of(db: &Db, armies: &[FormationId], chosen: Option<&SentMen>) -> Result<Vec<FieldedUnit>> {
    let mut units = Vec::new();
    for &army in armies {
        units.extend(units_of(db, army)?);
    }
    let shares = match chosen {
        Some(chosen) => sent(db, armies, &mut units, chosen, limit(db)?)?,
        None => lots::shares(&units.iter().map(|unit| unit.men.len()).collect::<Vec<_>>(), limit(db)?),
    };
    let mut fielded = Vec::new();
    for (unit, comes) in units.into_iter().zip(shares) {
        let army = if armies.len() > 1 { db.formation(unit.army)?.name } else { String::new() };
        let formation = db.formation(unit.unit)?;
        let within = match formation.parent.filter(|parent| *parent != unit.army) {
            Some(parent) => db.formation(parent)?.name,
            None => String::new(),
        };
        fielded.push(FieldedUnit {
            formation: unit.unit,
            name: formation.name,
            within,
            army,
            first: unit.first,
            men: unit.men.iter().map(|man| (man.id, man.styled())).collect(),
            comes,
        });
    }
    Ok(fielded)
}

/// How many of a host's units come as is chosen, in their order; who is sent by name is put before the others of his unit.
/// Refused where that is nobody, or more than are fit or the field holds.
pub(super) fn sent(
    db: &Db,
    armies: &[FormationId],
    units: &mut [FitUnit],
    chosen: &SentMen,
    holds: usize,
) -> Result<Vec<usize>> {
    let name = match armies {
        [army] => db.formation(*army)?.name,
        [army, ..] => format!("{} and those with it", db.formation(*army)?.name),
        [] => String::new(),
    };
    for (unit, count) in &chosen.units {
        let Some(known) = units.iter().find(|known| known.unit == *unit) else {
            return Err(Problem::refused(
                format!("{} has no men of {name} who are fit.", db.formation(*unit)?.name),
                "Choose among the units that have.",
            ));
        };
        let (fit, (_, named)) = (known.men.len(), chosen.of(known));
        if *count > fit {
            return Err(Problem::refused(
                format!("{} has {fit} fit men, not {count}.", db.formation(*unit)?.name),
                format!("Send {fit} of them at most."),
            ));
        }
        if *count < named {
            return Err(Problem::refused(
                format!("{named} of {} are sent by name, and {count} in all.", db.formation(*unit)?.name),
                format!("Send {named} of them at least, or name fewer."),
            ));
        }
    }
    for man in &chosen.men {
        if !units.iter().any(|unit| unit.men.iter().any(|known| known.id == *man)) {
            return Err(Problem::refused(
                format!("{} is no fit man of {name}.", db.person(*man)?.styled()),
                "Choose among those who are.",
            ));
        }
    }
    let counts: Vec<usize> = units.iter().map(|unit| chosen.of(unit).0).collect();
    let all: usize = counts.iter().sum();
    if all == 0 {
        return Err(Problem::refused(format!("Nobody of {name} takes the field."), "Send a man at least."));
    }
    if all > holds {
        return Err(Problem::refused(
            format!("{all} of {name} would take the field, which holds {holds} a side (CP-3.1)."),
            format!(
                "Leave {} more behind, or raise the house rule “battle_men_a_side” (on the rule book's page, under House \
                 rules).",
                all - holds
            ),
        ));
    }
    for unit in units.iter_mut().filter(|unit| chosen.of(unit).1 > 0) {
        let leads: BTreeSet<PersonId> = unit.men[..unit.first].iter().map(|man| man.id).collect();
        unit.men.sort_by_key(|man| !chosen.men.contains(&man.id));
        unit.first = unit.men.iter().filter(|man| chosen.men.contains(&man.id) || leads.contains(&man.id)).count();
    }
    Ok(counts)
}

/// Reads whom a side sends: `40 Archers of Wexbridge, 20 Bills`, all of a unit: `all Archers`, or a man by his name.
pub fn read(db: &Db, armies: &[FormationId], text: &str) -> Result<SentMen> {
    let units = of(db, armies, None)?;
    let mut chosen = SentMen::default();
    for entry in text.split([',', ';']).map(str::trim).filter(|entry| !entry.is_empty()) {
        let wrong = |why: &str| {
            Problem::bad_input(format!("“{entry}” {why}.")).hint(
                "Write a number, or “all”, before a unit’s name, or a man’s name, with commas between: “40 Archers, all \
                 Bills, Hugh Tempest”.",
            )
        };
        if let Some(man) = by_name(db, &units, entry)? {
            chosen.men.insert(man);
            continue;
        }
        let (count, name) = entry.split_once(char::is_whitespace).ok_or_else(|| wrong("names no unit"))?;
        let unit = units
            .iter()
            .find(|unit| {
                let whole = format!("{} of {}", unit.name, unit.army);
                [unit.name.as_str(), &whole].iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
            })
            .ok_or_else(|| wrong("names no unit of that side with fit men"))?;
        let count = match count {
            "all" => unit.men.len(),
            number => number.parse().map_err(|_| wrong("does not begin with a number of men"))?,
        };
        *chosen.units.entry(unit.formation).or_default() += count;
    }
    // Of a unit of which so many are sent, those named are among them.
    Ok(chosen)
}

/// A fit man of a host by his name, with or without what he is called before it; refused where two have it.
fn by_name(db: &Db, units: &[FieldedUnit], name: &str) -> Result<Option<PersonId>> {
    let mut found = Vec::new();
    for (man, styled) in units.iter().flat_map(|unit| &unit.men) {
        if styled.eq_ignore_ascii_case(name) || db.person(*man)?.name.eq_ignore_ascii_case(name) {
            found.push(*man);
        }
    }
    match found.as_slice() {
        [] => Ok(None),
        [man] => Ok(Some(*man)),
        _ => Err(Problem::refused(
            format!("{} men of that side are called “{name}”.", found.len()),
            "Send so many of their units, or rename one of them first.",
        )),
    }
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
