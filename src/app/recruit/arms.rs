//! Horses and arms bought for men who serve (CP-5), by the points by which they are better.

use super::{Prospect, Recruits, may_take_in, nothing, tables};
use crate::app::numbers;
use crate::campaign::ids::FormationId;
use crate::campaign::money::Pence;
use crate::campaign::people::Person;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::recruitment;
use crate::rules::figure::{Class, Horse, Profile, Protection, Weapon};
use crate::store::{Db, Store};
use serde::Serialize;
use serde_json::json;

/// What men are to have; what is left out stays as it is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArmsWanted {
    /// Only those of a class; all but clerics if left out.
    pub class: Option<Class>,
    pub protection: Option<Protection>,
    /// All they carry.
    pub weapons: Option<Vec<Weapon>>,
    /// What they ride.
    pub horse: Option<Horse>,
}

impl ArmsWanted {
    fn of(&self, man: &Profile) -> Profile {
        Profile {
            protection: self.protection.unwrap_or(man.protection),
            weapons: self.weapons.clone().unwrap_or_else(|| man.weapons.clone()),
            horse: self.horse.unwrap_or(man.horse),
            ..man.clone()
        }
    }
}

/// Those of a formation for whom something changes, each with what he will have.
fn changed(db: &Db, formation: FormationId, wanted: &ArmsWanted) -> Result<Vec<(Person, Profile)>> {
    let mut changed = Vec::new();
    for man in db.men_of(formation)? {
        let class = man.profile.class;
        if class == Class::Cleric || wanted.class.is_some_and(|only| only != class) {
            continue;
        }
        let new = wanted.of(&man.profile);
        if new.protection == Protection::NONE && new.weapons.contains(&Weapon::Shield) {
            return Err(Problem::refused(
                format!(
                    "{} would have a shield and no protection; a shield alone is protection 3 (MM-1.3).",
                    man.styled()
                ),
                "Name a protection of 3 or better, or no shield.",
            ));
        }
        if new != man.profile {
            changed.push((man, new));
        }
    }
    if changed.is_empty() {
        return Err(Problem::refused(
            format!("Nobody in {} would have anything he has not.", db.formation(formation)?.name),
            "Name a protection, weapons or a horse that they lack; clerics are given none (MM-8.9).",
        ));
    }
    Ok(changed)
}

/// Whether arms can come to a formation.
fn may_be_armed(db: &Db, formation: FormationId) -> Result<()> {
    may_take_in(db, &db.formation(db.formation(formation)?.army)?)
}

fn prospect(db: &Db, formation: FormationId, changed: &[(Person, Profile)]) -> Result<Prospect> {
    let points = numbers::man_to_man(db)?;
    let better: Vec<(i64, i64)> =
        changed.iter().map(|(man, new)| recruitment::bettered(&man.profile, new, &points)).collect();
    let now = recruitment::arms(&better, &tables(db)?);
    let profiles: Vec<Profile> = changed.iter().map(|(_, new)| new.clone()).collect();
    let mut prospect = super::prospect(db, db.formation(formation)?.side, &profiles, 0, nothing(), None)?;
    prospect.year = now.clone();
    prospect.now = now;
    Ok(prospect)
}

/// What arms and horses for men of a formation would cost. They are bought where recruits could join it: in a place, not on
/// the road, facing an enemy or besieged.
pub fn arming(db: &Db, formation: FormationId, wanted: &ArmsWanted) -> Result<Prospect> {
    may_be_armed(db, formation)?;
    prospect(db, formation, &changed(db, formation, wanted)?)
}

/// Buys arms and horses for men of a formation (CP-5): each of them then has what is wanted; what he lays aside is gone.
pub fn arm(store: &mut Store, formation: FormationId, wanted: &ArmsWanted) -> Result<Recruits> {
    store.act("buy arms", &json!({ "formation": formation, "wanted": wanted }), |act| {
        may_be_armed(act, formation)?;
        let changed = changed(act, formation, wanted)?;
        let prospect = prospect(act, formation, &changed)?;
        let unit = act.formation(formation)?;
        let cost = Pence(prospect.now.value);
        act.pay(act.side_account(unit.side)?, act.world()?, cost, &format!("arms for {}", unit.name), "CP-5")?;
        let mut men = Vec::new();
        for (man, new) in changed {
            men.push(man.id);
            act.edit_person(&Person { profile: new, ..man })?;
        }
        let army = act.formation(unit.army)?.name;
        let sentence = format!("{} of {} were armed anew for {cost}.", super::men_in_words(men.len()), unit.name);
        Ok((Recruits { men, army, prospect }, sentence))
    })
}
