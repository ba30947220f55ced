//! Routes drawn, measured, changed and taken away.

use super::{ByHand, as_it_was};
use crate::campaign::ids::{PlaceId, RouteId};
use crate::campaign::map::MapSpot;
use crate::campaign::places::{NewRoute, Route, RouteKind};
use crate::campaign::problem::{Problem, Result};
use crate::store::{Act, Db, Store};
use serde_json::json;

fn ends(db: &Db, a: PlaceId, b: PlaceId) -> Result<String> {
    Ok(format!("{} to {}", db.place(a)?.name, db.place(b)?.name))
}

fn spot(db: &Db, place: PlaceId) -> Result<MapSpot> {
    let place = db.place(place)?;
    Ok(MapSpot { x: place.x, y: place.y })
}

/// The miles between two places by the map's scale.
pub fn by_scale(db: &Db, a: PlaceId, b: PlaceId) -> Result<u32> {
    let miles = match db.map_scale()? {
        Some(scale) => scale.miles_between(spot(db, a)?, spot(db, b)?),
        None => None,
    };
    miles.ok_or_else(|| {
        Problem::refused(
            "The map has no scale to measure miles by.",
            "Set it by two points and the miles between them, or give the miles by hand.",
        )
    })
}

fn can_be_marched(miles: u32) -> Result<()> {
    match (1..=Route::LONGEST).contains(&miles) {
        true => Ok(()),
        false => Err(Problem::bad_input(format!("{miles} miles are no route."))
            .hint(format!("Give 1 to {} miles.", Route::LONGEST))),
    }
}

/// Draws a route within an action under way; without miles they are measured by the scale.
pub(super) fn draw(act: &Act, a: PlaceId, b: PlaceId, miles: Option<u32>, kind: RouteKind) -> Result<(RouteId, u32)> {
    let (one, other) = (act.place(a)?, act.place(b)?);
    if a == b {
        return Err(Problem::refused(format!("{} is one place.", one.name), "A route joins two."));
    }
    if act.route_between(a, b)?.is_some() {
        return Err(Problem::refused(
            format!("There is a route from {} to {} already.", one.name, other.name),
            "Change that one.",
        ));
    }
    let length = match miles {
        Some(miles) => miles,
        None => by_scale(act, a, b)?,
    };
    can_be_marched(length)?;
    let route = act.add_route(&NewRoute { a, b, miles: length, kind, measured: miles.is_none() })?;
    Ok((route, length))
}

/// Draws a route between two places, its miles given by hand or measured by the scale.
pub fn add(
    store: &mut Store,
    a: PlaceId,
    b: PlaceId,
    miles: Option<u32>,
    kind: RouteKind,
    by: &ByHand,
) -> Result<RouteId> {
    store.act("add route", &by.arguments(json!([a, b])), |act| {
        let (route, length) = draw(act, a, b, miles, kind)?;
        let done = format!("A {kind} was drawn from {}, {length} miles", ends(act, a, b)?);
        Ok((route, by.sentence(act, done)?))
    })
}

/// Writes a route over by hand: its miles and its kind. One that is `measured` takes its miles from the scale.
pub fn edit(store: &mut Store, edited: &Route, by: &ByHand) -> Result<()> {
    store.act("edit route", &by.arguments(json!(edited.id)), |act| {
        let old = act.route(edited.id)?;
        let mut edited = Route { a: old.a, b: old.b, ..edited.clone() };
        if edited.measured {
            edited.miles = by_scale(act, old.a, old.b)?;
        }
        if edited == old {
            return Err(as_it_was(&format!("The route from {}", ends(act, old.a, old.b)?)));
        }
        write(act, &edited)?;
        let done = format!("The {} from {} is {} miles", edited.kind, ends(act, old.a, old.b)?, edited.miles);
        Ok(((), by.sentence(act, done)?))
    })
}

/// Writes a route over within an action under way.
pub(super) fn write(act: &Act, route: &Route) -> Result<()> {
    can_be_marched(route.miles)?;
    is_not_passed(act, route)?;
    act.edit_route(route)
}

/// Measures by the scale, as it now is, the routes whose miles follow from it and that `which` names.
pub(super) fn measure_anew(act: &Act, which: impl Fn(&Route) -> bool) -> Result<u32> {
    let mut changed = 0;
    for route in act.routes()?.into_iter().filter(|route| route.measured && which(route)) {
        let miles = by_scale(act, route.a, route.b)?;
        if miles != route.miles {
            write(act, &Route { miles, ..route })?;
            changed += 1;
        }
    }
    Ok(changed)
}

/// The armies with orders over a route, each with the miles of it that are behind it.
fn over(act: &Act, route: &Route) -> Result<Vec<(String, u32)>> {
    let mut found = Vec::new();
    for march in act.marches()? {
        let army = act.formation(march.army)?;
        let mut from = army.place;
        for (at, to) in march.path.iter().enumerate() {
            if from.is_some_and(|from| route.joins(from, *to)) {
                found.push((army.name.clone(), if at == 0 { march.miles_done } else { 0 }));
            }
            from = Some(*to);
        }
    }
    Ok(found)
}

/// Refuses a length that an army on the way has left behind it already.
fn is_not_passed(act: &Act, route: &Route) -> Result<()> {
    match over(act, route)?.into_iter().find(|(_, done)| *done >= route.miles) {
        None => Ok(()),
        Some((army, done)) => Err(Problem::refused(
            format!("{army} has {done} miles of that route behind it, which would be {} miles long.", route.miles),
            "Halt the army or let it arrive first.",
        )),
    }
}

/// Takes a route away within an action under way. One that an army has orders over stays.
pub(super) fn take_away(act: &Act, route: &Route) -> Result<()> {
    if let Some((army, _)) = over(act, route)?.into_iter().next() {
        // Where another route joins the same places, the march goes on over that.
        let other = act.routes()?.iter().any(|known| known.id != route.id && known.joins(route.a, route.b));
        if !other {
            return Err(Problem::refused(
                format!("{army} has orders to march from {}.", ends(act, route.a, route.b)?),
                "Halt the army first, or let it arrive.",
            ));
        }
    }
    act.remove_route(route.id)
}

/// Takes a route away.
pub fn remove(store: &mut Store, route: RouteId, by: &ByHand) -> Result<()> {
    store.act("remove route", &by.arguments(json!(route)), |act| {
        let old = act.route(route)?;
        take_away(act, &old)?;
        let done = format!("The {} from {} was taken away", old.kind, ends(act, old.a, old.b)?);
        Ok(((), by.sentence(act, done)?))
    })
}

/// The route between two places.
pub fn between(db: &Db, a: PlaceId, b: PlaceId) -> Result<Route> {
    match db.route_between(a, b)? {
        Some(route) => Ok(route),
        None => Err(Problem::refused(format!("No route joins {}.", ends(db, a, b)?), "Draw one first.")),
    }
}
