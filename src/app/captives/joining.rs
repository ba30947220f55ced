//! Captives who join their captors: sergeants (MM-8.2), and peasants as combat labourers (MM-8.3).

use super::{go_over, grade, ransomable, together};
use crate::app::numbers;
use crate::app::recruit::{Prospect, may_take_in, nothing, prospect};
use crate::campaign::aftermath::Consequence;
use crate::campaign::captivity::{Captive, CaptivityEnd};
use crate::campaign::ids::{CaptiveId, FormationId, PersonId, SideId};
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment::YEAR;
use crate::rules::battle::Man;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Grade};
use crate::rules::prisoners::recruitment;
use crate::store::captives::Haul;
use crate::store::{Db, Store};
use serde_json::json;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Takes captives into a unit of their captor's, where they serve for pay as long as they are wanted: sergeants, each a grade
/// down (MM-8.2, MM-8.6), at most half of those taken in one battle, or on one day outside any; and peasants as combat
/// labourers, of grade E (MM-8.3).
pub fn recruit(store: &mut Store, captives: &[CaptiveId], unit: FormationId) -> Result<()> {
    store.act("recruit captives", &json!({ "captives": captives, "unit": unit }), |act| {
        let tables = numbers::of(act)?;
        let target = act.formation(unit)?;
        may_take_in(act, &act.formation(target.army)?)?;
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = ransomable(act, *captive)?;
            if target.side != captive.holder_side {
                return Err(Problem::refused(
                    format!("{name} is held by another side than {}.", target.name),
                    "Choose a unit of the side that holds him.",
                ));
            }
            let person = act.person(captive.person)?;
            if person.profile.class != captive.standing.class {
                return Err(Problem::refused(
                    format!("{name} was taken as a {}, and is a {} now.", captive.standing.class, person.profile.class),
                    "Ransom or free him.",
                ));
            }
            let (to, clause, why) = match captive.standing.class {
                Class::Sergeant => {
                    half_of_a_haul(act, &captive, tables.recruited_captives_one_in as u32)?;
                    let down = tables.recruited_captives_grades_down;
                    (lowered(person.profile.grade, down), "MM-8.2", "recruited by an enemy")
                }
                Class::Peasant => (Grade::E, "MM-8.3", "a labourer of his captors"),
                class => {
                    return Err(Problem::refused(
                        format!(
                            "{name} is a {class}; only sergeants and peasants serve their captors (MM-8.2, MM-8.3)."
                        ),
                        "Knights are ransomed.",
                    ));
                }
            };
            act.end_captive(captive.id, CaptivityEnd::Recruited)?;
            act.vacate(person.id)?;
            go_over(act, &person, captive.holder_side)?;
            act.set_state(person.id, if person.wounded { PersonState::Wounded } else { PersonState::Fit })?;
            act.set_formation(person.id, Some(unit))?;
            grade(act, &captive, person.profile.grade, to, clause, why)?;
            names.push(name);
        }
        Ok(((), format!("{} joined {}.", together(&names), target.name)))
    })
}

/// That one more sergeant of a haul may join: half of them may (MM-8.2).
fn half_of_a_haul(db: &Db, captive: &Captive, one_in: u32) -> Result<()> {
    let (taken, joined) = db.haul_of_sergeants(captive.haul(), captive.holder_side)?;
    if recruitment::may_still_join(taken, joined, one_in) > 0 {
        return Ok(());
    }
    Err(Problem::refused(
        format!("{taken} sergeants were taken together and {joined} have joined: no more may (MM-8.2)."),
        "Half of those taken in a battle, or on a day outside one, may join, rounded down; ransom or free the rest.",
    ))
}

fn lowered(grade: Grade, by: i64) -> Grade {
    (0..by).fold(grade, |grade, _| grade.down())
}

/// The captive peasants of a side who may serve it as combat labourers (MM-8.3).
pub fn labourers(db: &Db, holder: SideId) -> Result<Vec<Captive>> {
    let held = db.captives(false)?.into_iter().rev().map(|line| line.captive);
    let peasants = held.filter(|captive| captive.holder_side == holder && captive.standing.class == Class::Peasant);
    Ok(peasants.filter(|captive| !captive.hostage).collect())
}

/// Captive peasants who serve their captors are labourers of grade E, whatever they do in a battle (MM-8.3): of what follows from
/// one, they do not rise by it.
pub fn no_labourer_rises(
    db: &Db,
    lines: &mut Vec<Consequence>,
    person: impl Fn(Man) -> Option<PersonId>,
) -> Result<()> {
    let mut labourers = BTreeSet::new();
    for line in lines.iter().filter(|line| line.clause == "MM-8.7") {
        let Some((man, who)) = line.man.and_then(|man| Some((man, person(man)?))) else { continue };
        if db.labours_for_captors(who)? {
            labourers.insert(man);
        }
    }
    lines.retain(|line| line.clause != "MM-8.7" || line.man.is_none_or(|man| !labourers.contains(&man)));
    Ok(())
}

/// The captive sergeants of a side who may still join it: half of each haul (MM-8.2).
pub fn recruitable(db: &Db, holder: SideId) -> Result<Vec<Captive>> {
    let one_in = numbers::of(db)?.recruited_captives_one_in as u32;
    let mut left: BTreeMap<Haul, u32> = BTreeMap::new();
    let mut may = Vec::new();
    for line in db.captives(false)?.into_iter().rev() {
        let captive = line.captive;
        if captive.holder_side != holder || captive.standing.class != Class::Sergeant || captive.hostage {
            continue;
        }
        let left = match left.entry(captive.haul()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let (taken, joined) = db.haul_of_sergeants(captive.haul(), holder)?;
                new.insert(recruitment::may_still_join(taken, joined, one_in))
            }
        };
        if *left > 0 {
            *left -= 1;
            may.push(captive);
        }
    }
    Ok(may)
}

/// The prospect of captives who join their captors (MM-8.2, MM-8.3): nothing now, and their pay from then on.
pub fn joining(db: &Db, captives: &[Captive]) -> Result<Prospect> {
    let tables = numbers::of(db)?;
    let Some(first) = captives.first() else {
        return Err(Problem::refused(
            "No captive may join: of sergeants none is held, or half of each haul has joined (MM-8.2); or no peasant is held.",
            "Ransom or free the rest.",
        ));
    };
    let mut men = Vec::new();
    for captive in captives {
        let mut man = db.person(captive.person)?.profile;
        man.grade = match captive.standing.class {
            Class::Peasant => Grade::E,
            _ => lowered(man.grade, tables.recruited_captives_grades_down),
        };
        men.push(man);
    }
    let may = match first.standing.class {
        Class::Peasant => Part::base("MM-8.3", "captive peasants", labourers(db, first.holder_side)?.len() as i64),
        _ => {
            let may = recruitable(db, first.holder_side)?.len() as i64;
            Part::base("MM-8.2", "half of each haul of sergeants, less those who joined", may)
        }
    };
    prospect(db, first.holder_side, &men, YEAR, nothing(), Some(Explained::of(vec![may])))
}
