//! Where captives are kept (CP-4.1): lodged in a place, or led with an army.

use super::{held, listed};
use crate::campaign::captivity::Captive;
use crate::campaign::ids::{CaptiveId, FormationId, PlaceId, SideId};
use crate::campaign::problem::{Problem, Result};
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;

/// Where captives are to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Keep {
    /// Led with an army.
    With(FormationId),
    /// Lodged in a place.
    At(PlaceId),
}

/// The place a captive is in; none on the road, or where it is not known.
fn whereabouts(db: &Db, captive: &Captive) -> Result<Option<PlaceId>> {
    match captive.army {
        Some(army) => Ok(db.formation(army)?.place),
        None => Ok(captive.place),
    }
}

/// Whether a side can lodge captives in a place: it is its own, or a stronghold there is.
fn lodges(db: &Db, side: SideId, at: PlaceId) -> Result<bool> {
    let own = db.place(at)?.side == Some(side);
    Ok(own || db.strongholds()?.iter().any(|hold| hold.place == at && hold.side == side))
}

/// The army and the place a captive is to be kept with and in, or why he cannot be.
fn to_be_kept(act: &Act, captive: &Captive, name: &str, keep: Keep) -> Result<(Option<FormationId>, Option<PlaceId>)> {
    let side = act.side(captive.holder_side)?;
    let (army, to) = match keep {
        Keep::At(place) if !lodges(act, side.id, place)? => {
            return Err(Problem::refused(
                format!("{} has no prison at {}.", side.name, act.place(place)?.name),
                "Choose a place of the side that holds him, or one with a stronghold of its own.",
            ));
        }
        Keep::At(place) => (None, Some(place)),
        Keep::With(army) => {
            let army = act.formation(act.formation(army)?.army)?;
            if army.side != side.id || act.men_of(army.id)?.is_empty() {
                return Err(Problem::refused(
                    format!("{} cannot guard {name}.", army.name),
                    format!("Choose an army of {} with men in it.", side.name),
                ));
            }
            if army.place.is_none() {
                return Err(Problem::refused(
                    format!("{} is on the road.", army.name),
                    "Wait until it comes to a place.",
                ));
            }
            (Some(army.id), army.place)
        }
    };
    let at = whereabouts(act, captive)?;
    if captive.army.is_some() && at.is_none() {
        return Err(Problem::refused(
            format!("{name} is on the road with the army that leads him."),
            "Wait until it comes to a place.",
        ));
    }
    if let (Some(at), Some(to)) = (at, to)
        && at != to
    {
        let (at, to) = (act.place(at)?.name, act.place(to)?.name);
        return Err(Problem::refused(
            format!("{name} is at {at}, not at {to}."),
            format!("Have an army lead him from {at} to {to} first."),
        ));
    }
    Ok((army, if army.is_some() { None } else { to }))
}

/// Lodges captives in the place where they are, or has an army that stands there lead them, many at once (CP-4.1).
pub fn lodge(store: &mut Store, captives: &[CaptiveId], keep: Keep) -> Result<()> {
    store.act("keep captives", &json!({ "captives": captives, "keep": keep }), |act| {
        let mut names = Vec::new();
        for captive in captives {
            let (captive, name) = held(act, *captive)?;
            let (army, place) = to_be_kept(act, &captive, &name, keep)?;
            if (army, place) == (captive.army, captive.place) {
                return Err(Problem::refused(format!("{name} is kept so already."), "Choose an army or a place."));
            }
            act.set_holder(captive.id, captive.holder_side, captive.holder, army, place)?;
            names.push(name);
        }
        if names.is_empty() {
            return Err(Problem::refused("Nobody is chosen.", "Choose one captive or more."));
        }
        let how = match keep {
            Keep::With(army) => format!("put in the charge of {}", act.formation(act.formation(army)?.army)?.name),
            Keep::At(place) => format!("lodged at {}", act.place(place)?.name),
        };
        Ok(((), format!("{} {how}.", listed(&names))))
    })
}
