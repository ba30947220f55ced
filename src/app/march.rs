//! Marching orders, and going into strongholds (CP-2.1).

use crate::app::siege;
pub use crate::app::ways::{MarchOutlook, outlook};
use crate::app::ways::{leave_field, room};
use crate::campaign::ids::{FormationId, PlaceId, SideId, StrongholdId};
use crate::campaign::places::{March, Stronghold, miles_between};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::siege::Purpose;
use crate::campaign::war::ContactState;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// Gives an army orders to march to a place by the shortest way.
pub fn order(store: &mut Store, army: FormationId, to: PlaceId) -> Result<MarchOutlook> {
    order_to(store, army, to, Purpose::None)
}

/// Armies go after beaten ones, to where the first of these is or goes: those that march at all, and are held by nobody.
pub(super) fn pursue(act: &Act, armies: &[FormationId], beaten: &[FormationId]) -> Result<()> {
    for army in armies {
        let pursuer = act.formation(*army)?;
        let men = act.army_counts()?.get(army).map_or(0, |count| count.men);
        if pursuer.place.is_none() || men == 0 || siege::barred(act, &pursuer).is_err() {
            continue;
        }
        for gone in beaten {
            let to = match act.march(*gone)? {
                Some(march) => march.path.last().copied(),
                None => act.formation(*gone)?.place,
            };
            let Some(to) = to.filter(|to| Some(*to) != pursuer.place) else { continue };
            let path = outlook(act, *army, to)?.way;
            if !path.is_empty() {
                act.set_march(*army, Some(&March { army: *army, path, miles_done: 0, purpose: Purpose::None }))?;
                break;
            }
        }
    }
    Ok(())
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
        siege::of_use(act, &formation, to, purpose)?;
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
pub fn garrison(store: &mut Store, army: FormationId, stronghold: Option<StrongholdId>) -> Result<()> {
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
        leave_field(act, army, ContactState::ShutIn)?;
        act.set_march(army, None)?;
        act.set_army_place(army, place, Some(stronghold))?;
        let brought = siege::brings_in(act, army, stronghold)?;
        Ok(((), format!("{} goes into {}.{brought}", formation.name, holding.name)))
    })
}

/// Whether a stronghold is of a side or of its ally.
pub fn is_friendly(db: &Db, side: SideId, holding: &Stronghold) -> Result<bool> {
    Ok(holding.side == side || db.stance(holding.side, side)? == Stance::Allied)
}

/// Whether an army may go into a stronghold: there, its side's or an ally's, and with room enough.
pub fn fits(db: &Db, army: FormationId, holding: &Stronghold) -> Result<()> {
    let formation = db.formation(army)?;
    let on_the_road = db.march(army)?.is_some_and(|march| march.miles_done > 0);
    if formation.place != Some(holding.place) || on_the_road {
        return Err(Problem::refused(
            format!("{} is not at {}.", formation.name, holding.name),
            "March it there first.",
        ));
    }
    if !is_friendly(db, formation.side, holding)? {
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
