//! Sides made, changed, parted and taken out.

use super::{ByHand, as_it_was, in_the_way, name};
use crate::app::release;
use crate::campaign::armies::Formation;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::people::PersonState;
use crate::campaign::places::Place;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::{Realm, Stance, Tincture};
use crate::rules::telling::counted_off;
use crate::store::world::RowOf;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::BTreeSet;

/// A side about to enter the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSide {
    pub name: String,
    /// What it bears; the first that no other does if none is given.
    pub tincture: Option<Tincture>,
    /// The people its men are named from.
    pub people: People,
    /// What its treasury holds, brought in by a ledger entry.
    pub treasury: Pence,
}

/// A tincture that no side bears, or argent where all are borne.
pub fn free_tincture(db: &Db) -> Result<Tincture> {
    let sides = db.sides()?;
    let free = Tincture::ALL.iter().find(|tincture| sides.iter().all(|side| side.tincture != **tincture));
    Ok(free.copied().unwrap_or(Tincture::Argent))
}

fn name_is_free(db: &Db, name: &str, own: Option<SideId>) -> Result<()> {
    match db.side_named(name) {
        Ok(side) if Some(side.id) != own => {
            Err(Problem::refused(format!("There is a side “{}” already.", side.name), "Choose another name."))
        }
        _ => Ok(()),
    }
}

pub(super) fn enter(act: &Act, new: &NewSide) -> Result<SideId> {
    let called = name(&new.name)?;
    name_is_free(act, called, None)?;
    if new.treasury.is_negative() {
        return Err(Problem::bad_input("A treasury holds nothing or more.").hint("Give a sum, or leave it out."));
    }
    let tincture = match new.tincture {
        Some(tincture) => tincture,
        None => free_tincture(act)?,
    };
    act.add_side(called, tincture, new.people)
}

/// Adds a side, with its treasury by an entry of the ledger.
pub fn add(store: &mut Store, new: &NewSide, by: &ByHand) -> Result<SideId> {
    store.act("add side", &by.arguments(json!(new.name)), |act| {
        let side = enter(act, new)?;
        act.pay(act.world()?, act.side_account(side)?, new.treasury, "the war chest", "CP-1.3")?;
        let chest = if new.treasury.0 > 0 { format!(" with {}", new.treasury) } else { String::new() };
        Ok((side, by.sentence(act, format!("{} entered the campaign{chest}", new.name.trim()))?))
    })
}

/// Whether a man may rule a side: one of its own, who lives and serves.
fn may_rule(db: &Db, side: &Realm, lord: PersonId) -> Result<()> {
    let person = db.person(lord)?;
    if person.side != side.id {
        return Err(Problem::refused(
            format!("{} is not of {}.", person.styled(), side.name),
            "Choose one of its own people.",
        ));
    }
    if matches!(person.state, PersonState::Dead | PersonState::Left) {
        return Err(Problem::refused(
            format!("{} is {}, and rules nothing.", person.styled(), person.state),
            "Choose one who lives and serves.",
        ));
    }
    Ok(())
}

/// Writes a side over by hand: its name, tincture, people and lord. Its treasury changes by the ledger alone (CP-7.7).
pub fn edit(store: &mut Store, edited: &Realm, by: &ByHand) -> Result<()> {
    store.act("edit side", &by.arguments(json!(edited.id)), |act| {
        let old = act.side(edited.id)?;
        let mut edited = edited.clone();
        edited.name = name(&edited.name)?.to_owned();
        edited.treasury = old.treasury;
        if edited == old {
            return Err(as_it_was(&old.name));
        }
        name_is_free(act, &edited.name, Some(old.id))?;
        if let Some(lord) = edited.lord.filter(|lord| old.lord != Some(*lord)) {
            may_rule(act, &old, lord)?;
        }
        act.edit_side(&edited)?;
        let done = match edited.name == old.name {
            true => format!("{} was changed by hand", old.name),
            false => format!("{} is now called {}", old.name, edited.name),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Takes out a side that has nobody, holds nothing and took part in nothing. Its relations go with it, and what the world
/// paid into its treasury.
pub fn remove(store: &mut Store, side: SideId, by: &ByHand) -> Result<()> {
    store.act("remove side", &by.arguments(json!(side)), |act| {
        let realm = act.side(side)?;
        let account = act.side_account(side)?;
        if let Some(ways) = in_the_way(act, RowOf::Side(side), &["relation", "account"])? {
            return Err(Problem::refused(
                format!("{} cannot be taken out: it has {ways}.", realm.name),
                "Give them to another side or take them out first; a side with a history stays, and may be renamed.",
            ));
        }
        let owes = act.references(RowOf::Account(account))?.iter().any(|known| known.table != "entry");
        if owes || !act.deals_with_the_world_alone(account)? {
            return Err(Problem::refused(
                format!("{} cannot be taken out: its ledger has dealings with others.", realm.name),
                "Take those back first; a side with a history stays, and may be renamed.",
            ));
        }
        act.remove_side(side, account)?;
        Ok(((), by.sentence(act, format!("{} was taken out of the campaign", realm.name))?))
    })
}

/// What goes to the new side when a side parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parting {
    /// Its armies, with all their men and the captives they lead.
    pub armies: Vec<FormationId>,
    /// Its places, with the strongholds there.
    pub places: Vec<PlaceId>,
    /// What it takes of the treasury.
    pub treasury: Pence,
    /// Who rules it; one of the men who go.
    pub lord: Option<PersonId>,
    /// What is then between the two.
    pub stance: Option<Stance>,
}

/// Parts a side: some of its armies and places become a side of their own, at war with the old one unless said otherwise.
pub fn part(store: &mut Store, from: SideId, new: &NewSide, parting: &Parting, by: &ByHand) -> Result<SideId> {
    let about = json!({ "from": from, "new": new.name, "armies": parting.armies, "places": parting.places });
    store.act("part side", &by.arguments(about), |act| {
        let old = act.side(from)?;
        if parting.armies.is_empty() && parting.places.is_empty() {
            return Err(Problem::refused(
                format!("Nothing was chosen to part from {}.", old.name),
                "Choose some of its armies or places.",
            ));
        }
        let side = enter(act, &NewSide { treasury: Pence::ZERO, ..new.clone() })?;
        let armies: Vec<Formation> = parting.armies.iter().map(|army| act.formation(*army)).collect::<Result<_>>()?;
        let places: Vec<Place> = parting.places.iter().map(|place| act.place(*place)).collect::<Result<_>>()?;
        for army in &armies {
            may_part(act, &old, army, parting)?;
        }
        for army in &armies {
            act.set_led_captives_side(army.id, side)?;
            act.set_army_side(army.id, side)?;
        }
        part_captives(act, from, side, parting)?;
        if let Some(lord) = old.lord
            && act.person(lord)?.side == side
        {
            act.set_side_lord(from, None)?;
        }
        for place in places {
            part_place(act, &old, &place, side, &parting.armies)?;
        }
        for army in act.armies()?.iter().filter(|army| army.side == side) {
            may_stay_inside(act, army)?;
        }
        act.pay(
            act.side_account(from)?,
            act.side_account(side)?,
            parting.treasury,
            "a part of the treasury",
            "CP-7.7",
        )?;
        let stance = parting.stance.unwrap_or(Stance::War);
        act.set_stance(from, side, stance, None)?;
        // What binds the old side to others binds the new one too.
        for relation in act.relations()? {
            let other = match from {
                from if relation.a == from => relation.b,
                from if relation.b == from => relation.a,
                _ => continue,
            };
            if other != side {
                act.set_stance(side, other, relation.stance, relation.until)?;
            }
        }
        if let Some(lord) = parting.lord {
            may_rule(act, &act.side(side)?, lord)?;
            act.set_side_lord(side, Some(lord))?;
        }
        let gone: Vec<String> = armies
            .iter()
            .map(|army| army.name.clone())
            .chain(
                parting
                    .places
                    .iter()
                    .map(|place| act.place(*place).map(|place| place.name))
                    .collect::<Result<Vec<_>>>()?,
            )
            .collect();
        let done = format!("{} parted from {} with {}", name(&new.name)?, old.name, counted_off(&gone));
        Ok((side, by.sentence(act, done)?))
    })
}

/// The captives of a side that parts: those kept in a place that goes are the new side's, and where a man who holds one is
/// then of the other side, they pass on.
fn part_captives(act: &Act, from: SideId, side: SideId, parting: &Parting) -> Result<()> {
    for line in act.captives(false)? {
        let captive = &line.captive;
        if captive.holder_side == from && captive.place.is_some_and(|place| parting.places.contains(&place)) {
            act.set_holder(captive.id, side, captive.holder, None, captive.place)?;
        }
    }
    let holders: BTreeSet<PersonId> = act.captives(true)?.iter().filter_map(|line| line.captive.holder).collect();
    holders.into_iter().try_for_each(|holder| release::pass_on(act, holder))
}

/// Whether an army may go over to a new side: it is the old side's, faces nobody and is in no siege, and none of its own
/// men is the captive of a side that would become his own.
fn may_part(act: &Act, old: &Realm, army: &Formation, parting: &Parting) -> Result<()> {
    if army.side != old.id || army.parent.is_some() {
        return Err(Problem::refused(
            format!("{} is no army of {}.", army.name, old.name),
            "Choose whole armies of the side; part an army first to take some of it.",
        ));
    }
    if parting.armies.iter().filter(|id| **id == army.id).count() > 1 {
        return Err(Problem::refused(format!("{} is named twice.", army.name), "Name each army once."));
    }
    let faces = act.waiting_contacts()?.iter().any(|met| [met.attacker, met.defender].contains(&army.id));
    let besieges = act.siege_armies()?.iter().any(|known| known.army == army.id);
    let shut_in = match army.stronghold {
        Some(stronghold) => act.siege_of(stronghold)?.is_some(),
        None => false,
    };
    if faces || besieges || shut_in {
        return Err(Problem::refused(
            format!("{} faces an enemy or is in a siege.", army.name),
            "Settle the contact or the siege first.",
        ));
    }
    Ok(())
}

fn part_place(act: &Act, old: &Realm, place: &Place, side: SideId, armies: &[FormationId]) -> Result<()> {
    if place.side != Some(old.id) {
        return Err(Problem::refused(
            format!("{} is not of {}.", place.name, old.name),
            "Choose places of the side that parts.",
        ));
    }
    act.set_place_side(place.id, side)?;
    for hold in act.strongholds()?.into_iter().filter(|hold| hold.place == place.id && hold.side == old.id) {
        if act.siege_of(hold.id)?.is_some() {
            return Err(Problem::refused(
                format!("{} is besieged.", hold.name),
                "End its siege first, or leave the place with its side.",
            ));
        }
        let stays =
            act.armies()?.into_iter().find(|army| army.stronghold == Some(hold.id) && !armies.contains(&army.id));
        if let Some(army) = stays {
            return Err(Problem::refused(
                format!("{} is in {}, and does not part with it.", army.name, hold.name),
                "Part the army too, or bring it out first.",
            ));
        }
        act.set_stronghold_side(hold.id, side)?;
    }
    Ok(())
}

/// An army that parted may not stay in a stronghold that did not.
fn may_stay_inside(act: &Act, army: &Formation) -> Result<()> {
    let Some(stronghold) = army.stronghold else { return Ok(()) };
    let hold = act.stronghold(stronghold)?;
    match hold.side == army.side {
        true => Ok(()),
        false => Err(Problem::refused(
            format!("{} is in {}, which does not part with it.", army.name, hold.name),
            "Part the stronghold’s place too, or bring the army out first.",
        )),
    }
}
