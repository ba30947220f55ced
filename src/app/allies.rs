//! Which armies may fight a battle (CP-3.1): the two that meet, those who may join either, and who of all of them comes later.

use crate::app::{march, organise, siege};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{ContactId, FormationId, PlaceId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::war::{Contact, ContactKind, Joined};
use crate::rules::figure::{BySide, Side};
use crate::store::Db;
use std::collections::BTreeSet;

/// The armies of both sides, and the contacts their battle settles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The contact of the two that lead.
    pub contact: Option<ContactId>,
    /// The other contacts in the field between armies of both sides.
    pub also: Vec<ContactId>,
    /// The armies, the one that leads first.
    pub armies: BySide<Vec<FormationId>>,
}

/// An army that may join a battle.
#[derive(Clone, Debug)]
pub struct MayJoin {
    pub army: Formation,
    pub side: Side,
    /// Its men who are fit.
    pub fit: u32,
    /// Why it can only come later; nothing where it stands in the place.
    pub off: Option<String>,
}

/// Checks that two armies can fight: at war, in one place, both with fit men. Gives the contact between them.
pub fn may_fight(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Option<ContactId>> {
    let (one, other) = (db.formation(attacker)?, db.formation(defender)?);
    if attacker == defender || one.side == other.side {
        return Err(Problem::refused(
            format!("{} and {} are of one side.", one.name, other.name),
            "Choose armies of two sides at war.",
        ));
    }
    let stance = db.stance(one.side, other.side)?;
    if stance != Stance::War {
        return Err(Problem::refused(
            format!("{} and {} are not at war ({stance}).", db.side(one.side)?.name, db.side(other.side)?.name),
            "Declare war between their sides first.",
        ));
    }
    // An assault or a sortie that waits is fought where its siege is.
    let pair = [attacker, defender];
    let of_siege = db.waiting_contacts()?.into_iter().find(|contact| {
        contact.kind != ContactKind::Field && (contact.attacker, contact.defender) == (attacker, defender)
    });
    if let Some(contact) = of_siege {
        return Ok(Some(contact.id));
    }
    let road = |army: FormationId| Ok::<_, Problem>(db.march(army)?.is_some_and(|march| march.miles_done > 0));
    if one.place != other.place || road(attacker)? || road(defender)? {
        let place = |army: &Formation| crate::app::organise::whereabouts(db, army);
        return Err(Problem::refused(
            format!("{} ({}) and {} ({}) are not in one place.", one.name, place(&one)?, other.name, place(&other)?),
            "March one to the other; they come into contact there.",
        ));
    }
    for (army, foe) in [(&one, &other), (&other, &one)] {
        if let Some(stronghold) = army.stronghold {
            let siege = db.siege_of(stronghold)?.map(|siege| siege.id);
            let besieges = siege.is_some()
                && db.siege_armies()?.iter().any(|member| member.army == foe.id && Some(member.siege) == siege);
            return Err(Problem::refused(
                format!("{} is shut in a stronghold, where no field battle reaches it.", army.name),
                match besieges {
                    true => {
                        "Order an assault first, on the page of sieges or with “banneret siege FILE day --besiegers assault”."
                    }
                    false => "Bring it out into the open first.",
                },
            ));
        }
    }
    Ok(db
        .waiting_contacts()?
        .into_iter()
        .find(|contact| pair.contains(&contact.attacker) && pair.contains(&contact.defender))
        .map(|contact| contact.id))
}

/// The armies that may join a battle between two, on either side (CP-3.1): those in the place, and those in reach, who can only
/// come later. In a siege they are the other armies of both hosts.
pub fn may_join(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Vec<MayJoin>> {
    let met = may_fight(db, attacker, defender)?.map(|met| db.contact(met)).transpose()?;
    join_at(db, (attacker, defender), met.as_ref())
}

fn join_at(db: &Db, (attacker, defender): (FormationId, FormationId), met: Option<&Contact>) -> Result<Vec<MayJoin>> {
    let counts = db.army_counts()?;
    let fit = |army: FormationId| counts.get(&army).map_or(0, |count| count.fit);
    if let Some(met) = met.filter(|met| met.kind != ContactKind::Field) {
        let others = siege::besides(db, met)?.into_iter();
        return Ok(others.map(|(army, side)| MayJoin { side, fit: fit(army.id), off: None, army }).collect());
    }
    let (one, other) = (db.formation(attacker)?, db.formation(defender)?);
    let Some(place) = one.place else { return Ok(Vec::new()) };
    let held: BTreeSet<FormationId> =
        db.waiting_contacts()?.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
    let besieges: BTreeSet<FormationId> = db.siege_armies()?.iter().map(|member| member.army).collect();
    let mut may = Vec::new();
    for army in db.armies()? {
        if army.id == attacker || army.id == defender || fit(army.id) == 0 {
            continue;
        }
        if let Some(met) = met
            && siege::stays_inside(db, met, army.id)?
        {
            continue;
        }
        let friend_of = |lead: &Formation, enemy: &Formation| {
            let friend = army.side == lead.side || db.stance(army.side, lead.side)? == Stance::Allied;
            Ok::<_, Problem>(friend && db.stance(army.side, enemy.side)? == Stance::War)
        };
        let side = match (friend_of(&one, &other)?, friend_of(&other, &one)?) {
            (true, _) => Side::Attacker,
            (_, true) => Side::Defender,
            _ => continue,
        };
        let away = held.contains(&army.id) || besieges.contains(&army.id);
        let Some(off) = off(db, &army, place, away)? else { continue };
        may.push(MayJoin { side, fit: fit(army.id), off, army });
    }
    Ok(may)
}

/// Whether an army can fight at a place: nothing in the answer where it stands there, else why it can only come later. No
/// answer where it is out of reach: a day's march off (CP-2.1), or held elsewhere.
fn off(db: &Db, army: &Formation, place: PlaceId, held: bool) -> Result<Option<Option<String>>> {
    let on_the_road = db.march(army.id)?.is_some_and(|march| march.miles_done > 0);
    if army.place == Some(place) && !on_the_road {
        return Ok(match army.stronghold {
            None => Some(None),
            Some(stronghold) if db.siege_of(stronghold)?.is_some() => None,
            Some(stronghold) => Some(Some(format!("it comes out of {}", db.stronghold(stronghold)?.name))),
        });
    }
    if held || army.stronghold.is_some() {
        return Ok(None);
    }
    let Ok(way) = march::outlook(db, army.id, place) else { return Ok(None) };
    let miles = if way.miles == 1 { "a mile".to_owned() } else { format!("{} miles", way.miles) };
    Ok((way.days <= 1).then(|| Some(format!("it is {miles} off"))))
}

/// The armies of a battle with all who join it, or why they cannot: each stands in the place or in reach, on the side of its
/// friends, at war with all of the other, and has men who are fit; and who comes later is an army, or a battle or force of one.
pub fn hosts(db: &Db, (attacker, defender): (FormationId, FormationId), joined: &[Joined]) -> Result<Hosts> {
    let contact = may_fight(db, attacker, defender)?;
    let mut hosts =
        Hosts { contact, also: Vec::new(), armies: BySide { attacker: vec![attacker], defender: vec![defender] } };
    if joined.is_empty() {
        return Ok(hosts);
    }
    let met = contact.map(|met| db.contact(met)).transpose()?;
    let may = join_at(db, (attacker, defender), met.as_ref())?;
    let mut seen = BTreeSet::from([attacker, defender]);
    for one in joined {
        let part = db.formation(one.formation)?;
        if part.level != Level::Army {
            continue;
        }
        if !seen.insert(part.id) {
            return Err(Problem::refused(
                format!("{} fights already.", part.name),
                "Name each army once; who leads is there from the start.",
            ));
        }
        let Some(known) = may.iter().find(|known| known.army.id == part.id) else {
            return Err(cannot_join(db, &part, &may)?);
        };
        if known.side != one.side {
            return Err(Problem::refused(
                format!("{} is no friend of the {}.", part.name, one.side),
                format!("It can fight for the {}.", one.side.other()),
            ));
        }
        if let Some(off) = known.off.as_ref().filter(|_| one.arrives == 0) {
            return Err(Problem::refused(
                format!("{} is not in the field from the start: {off}.", part.name),
                "Have it come on a later turn.",
            ));
        }
        hosts.armies[one.side].push(part.id);
    }
    for &one in &hosts.armies.attacker {
        for &other in &hosts.armies.defender {
            let (one, other) = (db.formation(one)?, db.formation(other)?);
            if db.stance(one.side, other.side)? != Stance::War {
                return Err(Problem::refused(
                    format!("{} and {} are not at war with one another.", one.name, other.name),
                    "Leave one of them out, or declare war between their sides first.",
                ));
            }
        }
    }
    parts_come_later(db, &hosts, joined)?;
    hosts.also = db
        .waiting_contacts()?
        .into_iter()
        .filter(|met| {
            let between = |one: &[FormationId], other: &[FormationId]| {
                one.contains(&met.attacker) && other.contains(&met.defender)
            };
            let armies = &hosts.armies;
            Some(met.id) != contact
                && met.kind == ContactKind::Field
                && (between(&armies.attacker, &armies.defender) || between(&armies.defender, &armies.attacker))
        })
        .map(|met| met.id)
        .collect();
    Ok(hosts)
}

/// Refuses parts of a host that cannot come later, and a host that is wholly to come.
fn parts_come_later(db: &Db, hosts: &Hosts, joined: &[Joined]) -> Result<()> {
    for one in joined {
        let part = db.formation(one.formation)?;
        match part.level {
            Level::Army => continue,
            Level::Battle | Level::Force if one.arrives > 0 => {}
            Level::Battle | Level::Force => {
                return Err(Problem::refused(
                    format!("{} is there from the start with its army.", part.name),
                    "Say on which turn it comes, or leave it out.",
                ));
            }
            Level::Unit => {
                return Err(Problem::refused(
                    format!("{} is a unit, and comes with its force.", part.name),
                    "Have its force, its battle or its army come later (MM-1.4).",
                ));
            }
        }
        if !hosts.armies[one.side].contains(&part.army) {
            return Err(Problem::refused(
                format!("{} is of no army of the {}.", part.name, one.side),
                "Choose a battle or force of an army that fights on that side.",
            ));
        }
    }
    Ok(())
}

fn cannot_join(db: &Db, army: &Formation, may: &[MayJoin]) -> Result<Problem> {
    let names: Vec<&str> = may.iter().map(|known| known.army.name.as_str()).collect();
    let hint = match names.is_empty() {
        true => "No other army there can join either side.".to_owned(),
        false => format!("These can: {}.", names.join(", ")),
    };
    let place = organise::whereabouts(db, army)?;
    Ok(Problem::refused(
        format!(
            "{} ({place}) cannot join that battle: who does is a friend of one side at war with the other, has fit men, and \
             stands in the place or a day's march off.",
            army.name
        ),
        hint,
    ))
}

/// An army that may join a battle, by its name; one of a realm by `Realm: Army` where two have the name. With a turn it comes
/// later, as does a battle or a force of an army that fights.
pub fn joining(
    db: &Db,
    (attacker, defender): (FormationId, FormationId),
    others: &[FormationId],
    name: &str,
    arrives: u32,
) -> Result<Joined> {
    let may = may_join(db, attacker, defender)?;
    if let Ok(army) = db.army_named(name) {
        let side = may.iter().find(|known| known.army.id == army.id).map(|known| known.side);
        return match side {
            Some(side) => Ok(Joined { formation: army.id, side, arrives }),
            None if army.id == attacker || army.id == defender => Err(Problem::refused(
                format!("{} leads its side, and is there from the start.", army.name),
                "Have another army lead, or a battle or force of it come later.",
            )),
            None => Err(cannot_join(db, &army, &may)?),
        };
    }
    let wanted = name.trim().to_lowercase();
    let mut found = Vec::new();
    let sides = [(attacker, Side::Attacker), (defender, Side::Defender)];
    let joined = may.iter().filter(|known| others.contains(&known.army.id)).map(|known| (known.army.id, known.side));
    for (army, side) in sides.into_iter().chain(joined) {
        for part in db.tree(army)? {
            if matches!(part.level, Level::Battle | Level::Force) && part.name.to_lowercase() == wanted {
                found.push(Joined { formation: part.id, side, arrives });
            }
        }
    }
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Problem::refused(
            format!("No army that may join is called “{}”, nor any battle or force of those who fight.", name.trim()),
            match may.is_empty() {
                true => "No other army can join either side.".to_owned(),
                false => {
                    let names: Vec<&str> = may.iter().map(|known| known.army.name.as_str()).collect();
                    format!("These can join: {}.", names.join(", "))
                }
            },
        )),
        _ => Err(Problem::refused(
            format!("Several battles and forces there are called “{}”.", name.trim()),
            "Rename one of them first.",
        )),
    }
}
