//! Answering a contact without a battle (CP-2.2): retiring a march, or going into a stronghold.

use crate::app::{march, numbers, siege};
use crate::campaign::armies::Formation;
use crate::campaign::ids::{ContactId, FormationId, PlaceId, StrongholdId};
use crate::campaign::places::{March, miles_between};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::Purpose;
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::campaign::week;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// Retires one side of a contact a day's march, away from the enemy.
pub fn retire(store: &mut Store, contact: ContactId, army: FormationId) -> Result<()> {
    store.act("retire", &json!({ "contact": contact, "army": army }), |act| {
        let met = waiting(act, contact, army)?;
        let formation = act.formation(army)?;
        if let Some(siege) = met.siege {
            siege::may_retire(act, siege, army)?;
        }
        let Some(towards) = retreat(act, &formation)? else {
            return Err(Problem::refused(
                format!("{} cannot retire: every way out is closed by the enemy.", formation.name),
                "Fight, or shut it in a stronghold there.",
            ));
        };
        act.settle_contact(met.id, ContactState::Retired, None)?;
        siege::settle_presence(act)?;
        Ok(((), format!("{} retires a march towards {towards}.", formation.name)))
    })
}

/// Shuts one side of a contact in a stronghold of the place.
pub fn shut_in(store: &mut Store, contact: ContactId, army: FormationId, stronghold: StrongholdId) -> Result<()> {
    store.act("shut in", &json!({ "contact": contact, "army": army, "stronghold": stronghold }), |act| {
        let met = waiting(act, contact, army)?;
        let holding = act.stronghold(stronghold)?;
        march::fits(act, army, &holding)?;
        leave(act, army, ContactState::ShutIn)?;
        act.set_march(army, None)?;
        act.set_army_place(army, met.place, Some(stronghold))?;
        Ok(((), format!("{} shuts itself in {}.", act.formation(army)?.name, holding.name)))
    })
}

/// Settles every contact an army still waits in: it has left the field.
pub(super) fn leave(act: &Act, army: FormationId, state: ContactState) -> Result<()> {
    for met in act.waiting_contacts()? {
        if [met.attacker, met.defender].contains(&army) {
            act.settle_contact(met.id, state, None)?;
        }
    }
    Ok(())
}

fn waiting(db: &Db, contact: ContactId, army: FormationId) -> Result<Contact> {
    let met = db.contact(contact)?;
    if met.state != ContactState::Waiting {
        return Err(Problem::refused(
            format!("That contact is settled: {}.", met.state),
            "Only a contact that still waits can be answered.",
        ));
    }
    if met.kind != ContactKind::Field {
        return Err(Problem::refused(
            format!("That is no meeting in the field but {} of a siege.", met.kind),
            "Fight it, resolve it by its roll, or call it off.",
        ));
    }
    if ![met.attacker, met.defender].contains(&army) {
        return Err(Problem::refused("That army is not in this contact.", "Choose one of the two that are."));
    }
    Ok(met)
}

/// Sends an army a day's march away (CP-2.2, CP-3.6), at once: towards the nearest neighbouring place of its own,
/// then an ally's, then any, that no enemy stands in. Gives the name of that place;
/// nothing if the enemy stands on every way out, and the army stays where it is.
pub(super) fn retreat(act: &Act, army: &Formation) -> Result<Option<String>> {
    let Some(from) = army.place else { return Ok(None) };
    let routes = act.routes()?;
    let mut ways: Vec<(bool, u8, u32, PlaceId)> = Vec::new();
    for route in &routes {
        let to = match from {
            from if from == route.a => route.b,
            from if from == route.b => route.a,
            _ => continue,
        };
        let owner = match act.place(to)?.side {
            Some(side) if side == army.side => 0,
            Some(side) => match act.stance(side, army.side)? {
                Stance::Allied => 1,
                Stance::War => 3,
                Stance::Peace | Stance::Truce => 2,
            },
            None => 2,
        };
        ways.push((enemy_at(act, army, to)?, owner, route.miles, to));
    }
    ways.retain(|(enemy, ..)| !enemy);
    ways.sort();
    let Some((_, _, _, to)) = ways.first().copied() else {
        act.set_march(army.id, None)?;
        return Ok(None);
    };
    let count = act.army_counts()?.get(&army.id).copied().unwrap_or_default();
    let pace = week::pace(count, army.train, act.day()?, &numbers::of(act)?).miles_a_day.value as u32;
    let leg = miles_between(&routes, from, to).unwrap_or(pace);
    if pace >= leg {
        act.set_march(army.id, None)?;
        act.set_army_place(army.id, to, None)?;
    } else {
        act.set_army_place(army.id, from, None)?;
        act.set_march(
            army.id,
            Some(&March { army: army.id, path: vec![to], miles_done: pace, purpose: Purpose::None }),
        )?;
    }
    leave(act, army.id, ContactState::Retired)?;
    Ok(Some(act.place(to)?.name))
}

fn enemy_at(db: &Db, army: &Formation, place: PlaceId) -> Result<bool> {
    for other in db.armies()? {
        if other.place == Some(place)
            && other.stronghold.is_none()
            && db.stance(army.side, other.side)? == Stance::War
            && db.army_counts()?.get(&other.id).is_some_and(|count| count.men > 0)
        {
            return Ok(true);
        }
    }
    Ok(false)
}
