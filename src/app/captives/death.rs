//! Captives put to death, and what quarter forbids (CP-4.4, MM-8.1).

use super::{held, listed};
use crate::app::{numbers, release};
use crate::campaign::captivity::{Captive, CaptivityEnd};
use crate::campaign::ids::CaptiveId;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::Class;
use crate::rules::prisoners::quarter;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// The class of whoever holds a captive: the man who does, else who commands the army that leads him, else whoever rules
/// the side; a side that nobody rules counts as a knight.
fn captor(db: &Db, captive: &Captive) -> Result<Class> {
    let commander = match captive.army {
        Some(army) => db.formation(army)?.commander,
        None => None,
    };
    for man in [captive.holder, commander, db.side(captive.holder_side)?.lord].into_iter().flatten() {
        let man = db.person(man)?;
        if !matches!(man.state, PersonState::Dead | PersonState::Left) {
            return Ok(man.profile.class);
        }
    }
    Ok(Class::Knight)
}

/// The clerics in the army of whoever holds a captive: the army that leads him, else those of the holder’s side where he is
/// kept, and the army the holder himself is with.
fn clerics(db: &Db, captive: &Captive) -> Result<Vec<Person>> {
    let mut armies = Vec::new();
    armies.extend(captive.army);
    if captive.army.is_none() {
        let there = db.armies()?.into_iter();
        let there = there.filter(|army| army.side == captive.holder_side && army.place == captive.place);
        armies.extend(there.filter(|army| army.place.is_some()).map(|army| army.id));
    }
    if let Some(holder) = captive.holder
        && let Some(formation) = db.person(holder)?.formation
    {
        armies.push(db.formation(formation)?.army);
    }
    armies.sort();
    armies.dedup();
    let mut found = Vec::new();
    for army in armies {
        found.extend(db.men_of(army)?.into_iter().filter(|man| man.profile.class == Class::Cleric));
    }
    Ok(found)
}

/// Why a captive may not be put to death, with its clause; none if he may (MM-8.1).
pub fn quarter_binds(db: &Db, captive: &Captive) -> Result<Option<String>> {
    let man = db.person(captive.person)?;
    let dynastic = numbers::of(db)?.dynastic_war != 0;
    let clerics = clerics(db, captive)?;
    let bound =
        quarter::off_the_table(captor(db, captive)?, (man.profile.class, man.profile.rank), clerics.len(), dynastic);
    Ok(bound.map(|bound| match (bound, clerics.first()) {
        (quarter::QuarterBound::Cleric, Some(cleric)) => {
            format!("{} is with his captor’s army, and a cleric anywhere in it binds (MM-8.1)", cleric.styled())
        }
        _ => "knights give quarter to knights (MM-8.1)".to_owned(),
    }))
}

/// Puts captives to death, many at once, where quarter does not bind (CP-4.4, MM-8.1). Whoever has a cleric killed falls a
/// grade (MM-8.6).
pub fn put_to_death(store: &mut Store, captives: &[CaptiveId], reason: &str) -> Result<()> {
    store.act("put to death", &json!({ "captives": captives, "reason": reason }), |act| {
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = held(act, *captive)?;
            if let Some(why) = quarter_binds(act, &captive)? {
                return Err(Problem::refused(
                    format!("{name} may not be put to death: {why}."),
                    "Ransom, exchange or free him; a captive whom quarter does not protect is no knight in a knight’s hands, \
                     and has no cleric of his captors near.",
                ));
            }
            let man = act.person(captive.person)?;
            act.end_captive(captive.id, CaptivityEnd::PutToDeath)?;
            release::dies(act, man.id)?;
            if man.profile.class == Class::Cleric {
                guilt(act, &captive)?;
            }
            names.push(name);
        }
        if names.is_empty() {
            return Err(Problem::refused("Nobody is chosen.", "Choose one captive or more."));
        }
        let why = if reason.trim().is_empty() { String::new() } else { format!(": {}", reason.trim()) };
        Ok(((), format!("{} put to death{why}.", listed(&names))))
    })
}

/// Whoever hurts a cleric falls a grade at once (MM-8.6).
fn guilt(act: &Act, captive: &Captive) -> Result<()> {
    let Some(holder) = captive.holder else { return Ok(()) };
    let man = act.person(holder)?;
    let to = man.profile.grade.down();
    match to.allowed(man.profile.class) {
        true => super::regrade(act, man.id, captive.battle, (man.profile.grade, to), "MM-8.6", "had a cleric killed"),
        false => Ok(()),
    }
}
