//! Ways over the map, whoever goes them: how long a march takes (CP-2.1), where an army gives way to an enemy (CP-2.2), and
//! whether there is room where it goes in.

use crate::app::numbers;
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{FormationId, PlaceId};
use crate::campaign::places::{March, Route, Stronghold, miles_between, shortest_way};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::{Purpose, StoryLine};
use crate::campaign::war::{Contact, ContactKind, ContactState};
use crate::campaign::week::{Pace, pace};
use crate::store::chronicle::ChronicleLine;
use crate::store::{Act, Db};
use serde::Serialize;

/// What a march would take.
#[derive(Clone, Debug, Serialize)]
pub struct MarchOutlook {
    /// The places on the way, the first after the present one.
    pub way: Vec<PlaceId>,
    pub names: Vec<String>,
    /// Miles left.
    pub miles: u32,
    /// Miles a day, with what sets them.
    pub pace: Pace,
    /// Days it takes at that pace.
    pub days: u32,
}

/// What a march from where an army is to a place would take, by the shortest way.
pub fn outlook(db: &Db, army: FormationId, to: PlaceId) -> Result<MarchOutlook> {
    let formation = db.formation(army)?;
    let routes = db.routes()?;
    let target = db.place(to)?;
    let from = formation.place.unwrap_or(to);
    let march = db.march(army)?;
    // On the road, the way goes on to the next place or back to the last, whichever is shorter in all.
    let unreachable = || {
        Problem::refused(
            format!("No way leads from where {} is to {}.", formation.name, target.name),
            "Choose a place that routes join to this one.",
        )
    };
    let (way, miles) = match march.as_ref().filter(|march| march.miles_done > 0) {
        None => shortest_way(&routes, from, to).ok_or_else(unreachable)?,
        Some(march) => {
            let next = march.path[0];
            let leg = miles_between(&routes, from, next).unwrap_or(march.miles_done);
            let (mut on, ahead) = shortest_way(&routes, next, to).ok_or_else(unreachable)?;
            let (back_way, back) = shortest_way(&routes, from, to).ok_or_else(unreachable)?;
            let left = leg.saturating_sub(march.miles_done);
            if left + ahead <= march.miles_done + back || back_way.first() == Some(&next) {
                on.insert(0, next);
                (on, left + ahead)
            } else {
                let mut turned = vec![from];
                turned.extend(back_way);
                (turned, march.miles_done + back)
            }
        }
    };
    let count = db.army_counts()?.get(&army).copied().unwrap_or_default();
    let numbers = numbers::of(db)?;
    let pace = pace(count, formation.train, db.day()?, &numbers);
    let days = miles.div_ceil(pace.miles_a_day.value.max(1) as u32);
    let names = way.iter().map(|place| Ok(db.place(*place)?.name)).collect::<Result<_>>()?;
    Ok(MarchOutlook { way, names, miles, pace, days })
}

/// Whether there is room for an army in a stronghold, beside those who are in it.
pub(super) fn room(db: &Db, army: FormationId, holding: &Stronghold) -> Result<()> {
    let formation = db.formation(army)?;
    let counts = db.army_counts()?;
    let inside: u32 = db
        .armies()?
        .iter()
        .filter(|other| other.stronghold == Some(holding.id) && other.id != army)
        .map(|other| counts.get(&other.id).map_or(0, |count| count.men))
        .sum();
    let coming = counts.get(&army).map_or(0, |count| count.men);
    if inside + coming > holding.capacity {
        return Err(Problem::refused(
            format!(
                "{} holds {} men; {inside} are in it, and {} has {coming}.",
                holding.name, holding.capacity, formation.name
            ),
            format!("Part at most {} men from it and send those in.", holding.capacity.saturating_sub(inside)),
        ));
    }
    Ok(())
}

/// Settles every contact an army still waits in: it has left the field. What was to be fought over the walls of a siege comes to
/// nothing, and that is told (CP-2.2).
pub(super) fn leave_field(act: &Act, army: FormationId, state: ContactState) -> Result<()> {
    for met in act.waiting_contacts()? {
        if [met.attacker, met.defender].contains(&army) {
            match met.siege.filter(|_| met.kind != ContactKind::Field) {
                Some(siege) => lapses(act, &met, (act.siege(siege)?.today(act.day()?), "CP-2.2"))?,
                None => act.settle_contact(met.id, state, None)?,
            }
        }
    }
    Ok(())
}

/// One thing that waits comes to nothing on a day, and what was to be fought over the walls of a siege is told to.
pub(super) fn lapses(act: &Act, contact: &Contact, (day, clause): (Day, &str)) -> Result<()> {
    act.settle_contact(contact.id, ContactState::Lapsed, None)?;
    let Some(siege) = contact.siege.filter(|_| contact.kind != ContactKind::Field) else { return Ok(()) };
    let (who, place) = (act.formation(contact.attacker)?.name, act.siege(siege)?.stronghold);
    let text = format!("What {who} was ready for at {} comes to nothing.", act.stronghold(place)?.name);
    act.tell_siege(siege, &StoryLine { day, text: text.clone(), clause: clause.to_owned() })?;
    act.write_line(&ChronicleLine { day, kind: LineKind::Siege, text, clause: clause.to_owned(), person: None })
}

/// Why an army cannot be sent away where [`retreat`] finds no way: a clause of a sentence.
pub(super) fn no_way_out(db: &Db, army: &Formation) -> Result<&'static str> {
    let leads_out = |route: &Route| army.place.is_some_and(|from| from == route.a || from == route.b);
    Ok(match db.routes()?.iter().any(leads_out) {
        true => "every way out is closed by the enemy",
        false => "no route leads out of the place it stands in",
    })
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
    let pace = pace(count, army.train, act.day()?, &numbers::of(act)?).miles_a_day.value as u32;
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
    leave_field(act, army.id, ContactState::Retired)?;
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
