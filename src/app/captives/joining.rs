//! Captive sergeants who join their captors (MM-8.2).

use super::{go_over, grade, listed, ransomable};
use crate::app::numbers;
use crate::app::recruit::{Prospect, may_take_in, nothing, prospect};
use crate::campaign::captivity::{Captive, CaptivityEnd};
use crate::campaign::ids::{CaptiveId, FormationId, SideId};
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment::YEAR;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::Class;
use crate::rules::prisoners::recruitment;
use crate::store::captives::Haul;
use crate::store::{Db, Store};
use serde_json::json;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Takes captive sergeants into a unit of their captor's, each a grade down (MM-8.2, MM-8.6): at most half of those
/// taken in one battle, or on one day outside any. They serve for pay as long as they are wanted.
pub fn recruit(store: &mut Store, captives: &[CaptiveId], unit: FormationId) -> Result<()> {
    store.act("recruit captives", &json!({ "captives": captives, "unit": unit }), |act| {
        let tables = numbers::of(act)?;
        let target = act.formation(unit)?;
        may_take_in(act, &act.formation(target.army)?)?;
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = ransomable(act, *captive)?;
            if captive.standing.class != Class::Sergeant {
                return Err(Problem::refused(
                    format!("{name} is a {}; only sergeants may be recruited (MM-8.2).", captive.standing.class),
                    "Knights are ransomed, peasants set to labour.",
                ));
            }
            if target.side != captive.holder_side {
                return Err(Problem::refused(
                    format!("{name} is held by another side than {}.", target.name),
                    "Choose a unit of the side that holds him.",
                ));
            }
            let (taken, joined) = act.haul_of_sergeants(captive.haul(), captive.holder_side)?;
            if recruitment::may_still_join(taken, joined, tables.recruited_captives_one_in as u32) == 0 {
                return Err(Problem::refused(
                    format!("{taken} sergeants were taken together and {joined} have joined: no more may (MM-8.2)."),
                    "Half of those taken in a battle, or on a day outside one, may join, rounded down; ransom or free the rest.",
                ));
            }
            let person = act.person(captive.person)?;
            act.end_captive(captive.id, CaptivityEnd::Recruited)?;
            act.vacate(person.id)?;
            go_over(act, &person, captive.holder_side)?;
            act.set_state(person.id, if person.wounded { PersonState::Wounded } else { PersonState::Fit })?;
            act.set_formation(person.id, Some(unit))?;
            let lowered =
                (0..tables.recruited_captives_grades_down).fold(person.profile.grade, |grade, _| grade.down());
            grade(act, &captive, person.profile.grade, lowered, "MM-8.2", "recruited by an enemy")?;
            names.push(name);
        }
        Ok(((), format!("{} joined {}.", listed(&names), target.name)))
    })
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

/// The prospect of captive sergeants who join their captors (MM-8.2): nothing now, and their pay from then on.
pub fn joining(db: &Db, captives: &[Captive]) -> Result<Prospect> {
    let tables = numbers::of(db)?;
    let Some(first) = captives.first() else {
        return Err(Problem::refused(
            "No captive sergeant may join: none is held, or half of each haul has joined (MM-8.2).",
            "Ransom or free the rest.",
        ));
    };
    let mut men = Vec::new();
    for captive in captives {
        let mut man = db.person(captive.person)?.profile;
        man.grade = (0..tables.recruited_captives_grades_down).fold(man.grade, |grade, _| grade.down());
        men.push(man);
    }
    let may = recruitable(db, first.holder_side)?.len() as i64;
    let may = Explained::of(vec![Part::base("MM-8.2", "half of each haul of sergeants, less those who joined", may)]);
    prospect(db, first.holder_side, &men, YEAR, nothing(), Some(may))
}
