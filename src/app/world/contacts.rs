//! Contacts made and changed by hand (CP-2.2, CP-7.7).

use super::ByHand;
use crate::app::siege;
use crate::campaign::calendar::Day;
use crate::campaign::ids::{ContactId, FormationId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// Brings two armies that are at war in one place face to face, as the turn does.
pub fn make(store: &mut Store, attacker: FormationId, defender: FormationId, by: &ByHand) -> Result<ContactId> {
    store.act("make contact", &by.arguments(json!([attacker, defender])), |act| {
        let (contact, done) = face(act, attacker, defender)?;
        Ok((contact, by.sentence(act, done)?))
    })
}

/// Puts an army where an enemy's stands and brings the two face to face there, in one action.
pub fn bring(store: &mut Store, attacker: FormationId, defender: FormationId, by: &ByHand) -> Result<ContactId> {
    store.act("make contact", &by.arguments(json!([attacker, defender, "brought"])), |act| {
        let other = act.formation(defender)?;
        super::troops::put(act, &act.formation(attacker)?, other.place, None)?;
        let (contact, done) = face(act, attacker, defender)?;
        Ok((contact, by.sentence(act, format!("{done}, put there by hand"))?))
    })
}

fn face(act: &Act, attacker: FormationId, defender: FormationId) -> Result<(ContactId, String)> {
    let (one, other) = (act.formation(attacker)?, act.formation(defender)?);
    if one.parent.is_some() || other.parent.is_some() {
        return Err(Problem::refused("A contact is of two whole armies.", "Choose two armies."));
    }
    if act.stance(one.side, other.side)? != Stance::War || one.side == other.side {
        return Err(Problem::refused(
            format!("{} and {} are not at war.", one.name, other.name),
            "Only armies at war meet; set what is between their sides first.",
        ));
    }
    let marching = |army| Ok::<_, Problem>(act.march(army)?.is_some_and(|march| march.miles_done > 0));
    if one.place != other.place || marching(attacker)? || marching(defender)? {
        return Err(Problem::refused(
            format!("{} and {} are not in one place.", one.name, other.name),
            "March or put one of them where the other is.",
        ));
    }
    if one.stronghold.is_some() || other.stronghold.is_some() {
        return Err(Problem::refused(
            "One of them is behind walls.",
            "Bring it out into the open first, or lay siege to it.",
        ));
    }
    let faces = |met: &Contact| {
        let pair = [met.attacker, met.defender];
        pair.contains(&attacker) && pair.contains(&defender)
    };
    if act.waiting_contacts()?.iter().any(faces) {
        return Err(Problem::refused(
            format!("{} and {} face each other already.", one.name, other.name),
            "Decide that contact.",
        ));
    }
    let place = one.place.ok_or_else(|| Problem::refused("They stand nowhere.", "Choose two armies."))?;
    let contact = siege::come_face_to_face(act, (act.day()?, place), [attacker, defender])?.ok_or_else(|| {
        Problem::refused(
            format!(
                "{} and {} do not meet: a part of the besiegers gives battle, and the others go on with the siege (SG-4.2).",
                one.name, other.name
            ),
            "Decide the battle of that part first.",
        )
    })?;
    let done = format!("{} comes upon {} at {}", one.name, other.name, act.place(place)?.name);
    Ok((contact, done))
}

fn waiting(db: &Db, contact: ContactId) -> Result<Contact> {
    let met = db.contact(contact)?;
    if met.state != ContactState::Waiting {
        return Err(Problem::refused(
            format!("That contact is settled: {}.", met.state),
            "Only a contact that still waits can be changed.",
        ));
    }
    Ok(met)
}

fn in_words(act: &Act, met: &Contact) -> Result<String> {
    Ok(format!("The contact of {} and {}", act.formation(met.attacker)?.name, act.formation(met.defender)?.name))
}

/// Lets a contact come to nothing: neither side fights, and neither is held.
pub fn lapse(store: &mut Store, contact: ContactId, by: &ByHand) -> Result<()> {
    store.act("lapse contact", &by.arguments(json!(contact)), |act| {
        let met = waiting(act, contact)?;
        if met.kind != ContactKind::Field {
            return Err(Problem::refused(
                format!("{} is of a siege.", in_words(act, &met)?),
                "Call the assault or the sortie off on the page of sieges.",
            ));
        }
        act.settle_contact(contact, ContactState::Lapsed, None)?;
        siege::come_apart(act, std::slice::from_ref(&met))?;
        let goes = siege::found_out_parts(act, &met)?;
        Ok(((), by.sentence(act, format!("{} came to nothing{goes}", in_words(act, &met)?))?))
    })
}

/// Changes a contact that waits: its day, and which of the two attacks.
pub fn edit(store: &mut Store, contact: ContactId, day: Day, attacker: FormationId, by: &ByHand) -> Result<()> {
    store.act("edit contact", &by.arguments(json!(contact)), |act| {
        let met = waiting(act, contact)?;
        let others = [(met.attacker, met.defender), (met.defender, met.attacker)];
        let Some((attacker, defender)) = others.into_iter().find(|(one, _)| *one == attacker) else {
            return Err(Problem::refused(
                format!("{} is not in it.", act.formation(attacker)?.name),
                "Name one of the two armies.",
            ));
        };
        if met.kind != ContactKind::Field && attacker != met.attacker {
            return Err(Problem::refused(
                format!("{} is of a siege, which says who attacks.", in_words(act, &met)?),
                "Change its day alone.",
            ));
        }
        let about = act.about()?;
        if !(about.first_day..=about.day).contains(&day) {
            return Err(Problem::bad_input(format!("{} is not a day of the campaign so far.", day.long()))
                .hint(format!("Give a day from {} to {}.", about.first_day.long(), about.day.long())));
        }
        if (day, attacker) == (met.day, met.attacker) {
            return Err(super::as_it_was(&in_words(act, &met)?));
        }
        act.edit_contact(contact, day, attacker, defender)?;
        Ok(((), by.sentence(act, format!("{} was changed by hand", in_words(act, &met)?))?))
    })
}
