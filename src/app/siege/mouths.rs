//! Useless mouths (SG-2.3): who in a besieged place eats and does not fight, and may be sent out.

use super::day::still_open;
use super::raise::{Raised, raise};
use crate::campaign::ids::{PersonId, SiegeId};
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::SiegePart;
use crate::rules::figure::Class;
use crate::store::{Db, Store};
use serde_json::json;

/// Whether a man eats and does not fight.
fn is_useless(man: &Person) -> bool {
    man.state != PersonState::Fit || man.profile.class == Class::Cleric
}

/// The useless mouths of a besieged place, by name.
pub fn useless(db: &Db, siege: SiegeId) -> Result<Vec<Person>> {
    let it = raise(db, siege)?;
    let mut found = Vec::new();
    for army in &it.armies[&behind_walls(&it)] {
        found.extend(db.men_of(army.id)?.into_iter().filter(is_useless));
    }
    found.sort_by_key(Person::styled);
    Ok(found)
}

/// Who is besieged: the garrison, or those who are shut in what they hold (SG-4.3).
fn behind_walls(it: &Raised) -> SiegePart {
    if it.siege.shut_in { SiegePart::Besiegers } else { SiegePart::Garrison }
}

fn is_inside(db: &Db, it: &Raised, man: &Person) -> Result<bool> {
    let Some(own) = man.formation else { return Ok(false) };
    let army = db.formation(own)?.army;
    Ok(it.armies[&behind_walls(it)].iter().any(|known| known.id == army))
}

/// Sends useless mouths out of a besieged place: men who eat and do not fight, as the referee names them (SG-2.3). They
/// wait without a formation.
pub fn expel(store: &mut Store, siege: SiegeId, men: &[PersonId]) -> Result<u32> {
    store.act("expel", &json!({ "siege": siege, "men": men }), |act| {
        still_open(act, siege)?;
        let it = raise(act, siege)?;
        if it.siege.respite.is_some() {
            return Err(Problem::refused(
                format!(
                    "{} is to be given up on a day that is agreed, and nobody leaves it until then (SG-3.3).",
                    it.stronghold.name
                ),
                "Wait for the day, or until the place is relieved.",
            ));
        }
        for person in men {
            let man = act.person(*person)?;
            if !is_inside(act, &it, &man)? || !is_useless(&man) {
                return Err(Problem::refused(
                    format!("{} is no useless mouth in {} (SG-2.3).", man.styled(), it.stronghold.name),
                    "Choose among the wounded and the clerics of those who are besieged there.",
                ));
            }
            act.leave_commands(man.id)?;
            act.set_formation(man.id, None)?;
        }
        let count = men.len() as u32;
        if count == 0 {
            return Err(Problem::refused(
                "Nobody is chosen.",
                "Choose among the wounded and the clerics of those who are besieged there.",
            ));
        }
        let mouths = if count == 1 { "1 useless mouth is".to_owned() } else { format!("{count} useless mouths are") };
        let text = format!("{mouths} sent out of {}.", it.stronghold.name);
        super::tell_now(act, siege, "SG-2.3", &text)?;
        Ok((count, text))
    })
}
