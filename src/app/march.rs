//! Marching orders, and what a march would take (CP-2.1).

use crate::app::{numbers, siege};
use crate::campaign::ids::{FormationId, PlaceId};
use crate::campaign::places::{March, miles_between, shortest_way};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::Purpose;
use crate::campaign::week::{Pace, pace};
use crate::store::{Db, Store};
use serde::Serialize;
use serde_json::json;

/// What a march would take.
#[derive(Clone, Debug, Serialize)]
pub struct MarchOutlook {
    /// The places on the way, the first after the present one.
    pub way: Vec<PlaceId>,
    /// Their names.
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

/// Gives an army orders to march to a place by the shortest way.
pub fn order(store: &mut Store, army: FormationId, to: PlaceId) -> Result<MarchOutlook> {
    order_to(store, army, to, Purpose::None)
}

/// Gives an army orders to march as [`order`] does, and what it is to do at the end of its way.
pub fn order_to(store: &mut Store, army: FormationId, to: PlaceId, purpose: Purpose) -> Result<MarchOutlook> {
    store.act("march", &json!({ "army": army, "to": to, "purpose": purpose }), |act| {
        let formation = act.formation(army)?;
        siege::barred(act, &formation)?;
        let target = act.place(to)?;
        if let Some(contact) =
            act.waiting_contacts()?.iter().find(|contact| [contact.attacker, contact.defender].contains(&army))
        {
            let other = if contact.attacker == army { contact.defender } else { contact.attacker };
            return Err(Problem::refused(
                format!("{} faces {} and is held there.", formation.name, act.formation(other)?.name),
                "Settle the contact first: fight, retire a march, or shut it in a stronghold.",
            ));
        }
        if act.army_counts()?.get(&army).is_none_or(|count| count.men == 0) {
            return Err(Problem::refused(
                format!("{} has no men to march.", formation.name),
                "Move men into it first.",
            ));
        }
        let outlook = outlook(act, army, to)?;
        if outlook.way.is_empty() {
            return Err(Problem::refused(
                format!("{} is at {} already.", formation.name, target.name),
                "Choose another place.",
            ));
        }
        let old = act.march(army)?;
        let done = match old {
            Some(old) if old.miles_done > 0 && old.path.first() == outlook.way.first() => old.miles_done,
            Some(old) if old.miles_done > 0 => {
                // It turns about: the way done becomes the way left, counted from the place ahead.
                let from = formation.place.unwrap_or(to);
                let leg = miles_between(&act.routes()?, from, old.path[0]).unwrap_or(old.miles_done);
                act.set_army_place(army, old.path[0], None)?;
                leg.saturating_sub(old.miles_done)
            }
            _ => 0,
        };
        act.set_march(army, Some(&March { army, path: outlook.way.clone(), miles_done: done, purpose }))?;
        if formation.stronghold.is_some() {
            act.set_army_place(army, formation.place.unwrap_or(to), None)?;
        }
        let sentence = format!(
            "{} marches for {}: {} miles, about {} day{}.",
            formation.name,
            target.name,
            outlook.miles,
            outlook.days,
            if outlook.days == 1 { "" } else { "s" }
        );
        Ok((outlook, sentence))
    })
}

/// Halts an army; on the road it stays where it is on it.
pub fn halt(store: &mut Store, army: FormationId) -> Result<()> {
    store.act("halt", &json!({ "army": army }), |act| {
        let formation = act.formation(army)?;
        let Some(march) = act.march(army)? else {
            return Err(Problem::refused(
                format!("{} is not marching.", formation.name),
                "Give it orders to march first.",
            ));
        };
        if march.miles_done > 0 {
            return Err(Problem::refused(
                format!("{} is between two places.", formation.name),
                "Order it to march to one of them, and it will halt there.",
            ));
        }
        act.set_march(army, None)?;
        Ok(((), format!("{} halts.", formation.name)))
    })
}

/// Puts an army inside a stronghold of its side in the same place, or brings it out.
pub fn garrison(
    store: &mut Store,
    army: FormationId,
    stronghold: Option<crate::campaign::ids::StrongholdId>,
) -> Result<()> {
    store.act("garrison", &json!({ "army": army, "stronghold": stronghold }), |act| {
        let formation = act.formation(army)?;
        let place = formation.place.ok_or_else(|| Problem::refused("That is no army.", "Choose an army."))?;
        siege::barred(act, &formation)?;
        let Some(stronghold) = stronghold else {
            act.set_army_place(army, place, None)?;
            return Ok(((), format!("{} comes out into the open.", formation.name)));
        };
        let holding = act.stronghold(stronghold)?;
        fits(act, army, &holding)?;
        crate::app::contact::leave(act, army, crate::campaign::war::ContactState::ShutIn)?;
        act.set_march(army, None)?;
        act.set_army_place(army, place, Some(stronghold))?;
        Ok(((), format!("{} goes into {}.", formation.name, holding.name)))
    })
}

/// Whether an army may go into a stronghold: there, its side's or an ally's, and with room enough.
pub fn fits(db: &Db, army: FormationId, holding: &crate::campaign::places::Stronghold) -> Result<()> {
    let formation = db.formation(army)?;
    let on_the_road = db.march(army)?.is_some_and(|march| march.miles_done > 0);
    if formation.place != Some(holding.place) || on_the_road {
        return Err(Problem::refused(
            format!("{} is not at {}.", formation.name, holding.name),
            "March it there first.",
        ));
    }
    let friendly = holding.side == formation.side
        || db.stance(holding.side, formation.side)? == crate::campaign::realm::Stance::Allied;
    if !friendly {
        return Err(Problem::refused(
            format!("{} is held by {}.", holding.name, db.side(holding.side)?.name),
            "Only its own side and allies may go in.",
        ));
    }
    if siege::invested(db, holding.id)? {
        return Err(Problem::refused(
            format!("{} is besieged, and nobody walks into it (SG-2.3).", holding.name),
            "Go in by night through the lines, or drive the besiegers off.",
        ));
    }
    room(db, army, holding)
}

/// Whether there is room for an army in a stronghold, beside those who are in it.
pub(super) fn room(db: &Db, army: FormationId, holding: &crate::campaign::places::Stronghold) -> Result<()> {
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
