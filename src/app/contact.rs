//! Answering a contact without a battle (CP-2.2): retiring a march, or going into a stronghold.

use crate::app::ways::{leave_field, no_way_out, retreat};
use crate::app::{march, siege};
use crate::campaign::ids::{ContactId, FormationId, StrongholdId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::rules::battle::does;
use crate::store::{Db, Store};
use serde_json::json;

/// Retires one side of a contact a day's march, away from the enemy.
pub fn retire(store: &mut Store, contact: ContactId, army: FormationId) -> Result<()> {
    store.act("retire", &json!({ "contact": contact, "army": army }), |act| {
        let met = waiting(act, contact, army)?;
        let formation = act.formation(army)?;
        let over_walls =
            |other: &Contact| other.kind != ContactKind::Field && [other.attacker, other.defender].contains(&army);
        if act.waiting_contacts()?.iter().any(over_walls) {
            return Err(Problem::refused(
                format!("{} has an assault or a sortie that waits, and is held by it (CP-2.2).", formation.name),
                "Settle it, or call it off, first.",
            ));
        }
        if let Some(siege) = met.siege {
            siege::may_retire(act, siege, army)?;
        }
        let Some(towards) = retreat(act, &formation)? else {
            return Err(Problem::refused(
                format!("{} cannot retire: {}.", formation.name, no_way_out(act, &formation)?),
                "Fight, or shut it in a stronghold there.",
            ));
        };
        act.settle_contact(met.id, ContactState::Retired, None)?;
        if let Some(siege) = met.siege {
            siege::relief_retired(act, siege, &met, &formation)?;
        }
        siege::watch_goes(act, &met, army)?;
        siege::settle_presence(act)?;
        Ok(((), format!("{} {} a march towards {towards}.", formation.name, does(&formation.name, "retire"))))
    })
}

/// Shuts one side of a contact in a stronghold of the place.
pub fn shut_in(store: &mut Store, contact: ContactId, army: FormationId, stronghold: StrongholdId) -> Result<()> {
    store.act("shut in", &json!({ "contact": contact, "army": army, "stronghold": stronghold }), |act| {
        let met = waiting(act, contact, army)?;
        let holding = act.stronghold(stronghold)?;
        if let Some(siege) = met.siege {
            siege::may_retire(act, siege, army)?;
        }
        march::fits(act, army, &holding)?;
        leave_field(act, army, ContactState::ShutIn)?;
        act.set_march(army, None)?;
        act.set_army_place(army, met.place, Some(stronghold))?;
        let brought = siege::brings_in(act, army, stronghold)?;
        siege::come_apart(act, std::slice::from_ref(&met))?;
        siege::watch_goes(act, &met, army)?;
        siege::settle_presence(act)?;
        Ok(((), format!("{} shuts itself in {}.{brought}", act.formation(army)?.name, holding.name)))
    })
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
            format!("That is no meeting in the field but a contact of a siege: {}.", met.kind),
            "Fight it, resolve it by its roll, or call it off.",
        ));
    }
    if ![met.attacker, met.defender].contains(&army) {
        return Err(Problem::refused("That army is not in this contact.", "Choose one of the two that are."));
    }
    Ok(met)
}
