//! Places put on the map, changed, moved and taken off it.

use super::{ByHand, as_it_was, at_most, in_the_way, name, routes};
use crate::campaign::ids::PlaceId;
use crate::campaign::map::{EDGE, MapSpot};
use crate::campaign::places::{NewPlace, Place};
use crate::campaign::problem::{Problem, Result};
use crate::rules::telling::a;
use crate::rules::telling::counted;
use crate::store::world::RowOf;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// The most people a place may have.
pub const MOST_PEOPLE: u32 = 10_000_000;
/// The most knights' fiefs a place may have.
pub const MOST_FIEFS: u32 = 10_000;

fn name_is_free(db: &Db, name: &str, own: Option<PlaceId>) -> Result<()> {
    match db.place_named(name) {
        Ok(place) if Some(place.id) != own => Err(Problem::refused(
            format!("There is a place “{}” already.", place.name),
            "Choose another name; accents and capitals make no other.",
        )),
        _ => Ok(()),
    }
}

fn lies_on_the_map(x: i64, y: i64) -> Result<()> {
    match (MapSpot { x, y }).on_the_map() {
        true => Ok(()),
        false => Err(Problem::bad_input(format!("{x},{y} lies off the map."))
            .hint(format!("The map reaches from 0,0 in the north-west to {EDGE},{EDGE} in the south-east."))),
    }
}

/// Puts a place on the map within an action under way.
pub(super) fn put(act: &Act, new: &NewPlace) -> Result<PlaceId> {
    name_is_free(act, name(&new.name)?, None)?;
    enter(act, new)
}

/// Enters a place whose name no other has; the one way for a place made by hand and one read from a file.
pub(super) fn enter(act: &Act, new: &NewPlace) -> Result<PlaceId> {
    lies_on_the_map(new.x, new.y)?;
    at_most("people of a place", new.people, MOST_PEOPLE)?;
    at_most("fiefs of a place", new.fiefs, MOST_FIEFS)?;
    if let Some(side) = new.side {
        act.side(side)?;
    }
    act.add_place(&NewPlace { name: name(&new.name)?.to_owned(), ..new.clone() })
}

/// Puts a place on the map.
pub fn add(store: &mut Store, new: &NewPlace, by: &ByHand) -> Result<PlaceId> {
    store.act("add place", &by.arguments(json!(new.name)), |act| {
        let place = put(act, new)?;
        let done = format!("{}, {}, was put on the map", new.name.trim(), a(new.kind.word()));
        Ok((place, by.sentence(act, done)?))
    })
}

/// Writes a place over by hand: any of its fields. Routes whose miles follow from the scale are measured anew where it
/// moves.
pub fn edit(store: &mut Store, edited: &Place, by: &ByHand) -> Result<()> {
    store.act("edit place", &by.arguments(json!(edited.id)), |act| {
        let old = act.place(edited.id)?;
        let mut edited = edited.clone();
        edited.name = name(&edited.name)?.to_owned();
        if edited == old {
            return Err(as_it_was(&old.name));
        }
        name_is_free(act, &edited.name, Some(old.id))?;
        lies_on_the_map(edited.x, edited.y)?;
        at_most("people of a place", edited.people, MOST_PEOPLE)?;
        at_most("fiefs of a place", edited.fiefs, MOST_FIEFS)?;
        at_most("men levied in a season", edited.levied, MOST_PEOPLE)?;
        at_most("weeks of living off the land", edited.stripped_weeks, 1000)?;
        if let Some(side) = edited.side {
            act.side(side)?;
        }
        act.edit_place(&edited)?;
        if (edited.x, edited.y) != (old.x, old.y) {
            routes::measure_anew(act, |route| route.a == edited.id || route.b == edited.id)?;
        }
        let moved = Place { x: edited.x, y: edited.y, ..old.clone() } == edited;
        let done = match (moved, edited.name == old.name) {
            (true, _) => format!("{} was moved on the map", old.name),
            (_, true) => format!("{} was changed by hand", old.name),
            (_, false) => format!("{} is now called {}", old.name, edited.name),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Takes a place off the map with the routes that lead to it. One with anything else at it stays.
pub fn remove(store: &mut Store, place: PlaceId, by: &ByHand) -> Result<()> {
    store.act("remove place", &by.arguments(json!(place)), |act| {
        let old = act.place(place)?;
        if let Some(ways) = in_the_way(act, RowOf::Place(place), &["route"])? {
            return Err(Problem::refused(
                format!("{} cannot be taken off the map: it has {ways}.", old.name),
                "March armies away, and take strongholds and captives elsewhere; a place of a battle or a siege stays, and \
                 may be renamed.",
            ));
        }
        let going: Vec<_> =
            act.routes()?.into_iter().filter(|route| route.a == place || route.b == place).collect();
        for route in &going {
            routes::take_away(act, route)?;
        }
        act.remove_place(place)?;
        let with = match going.len() {
            0 => String::new(),
            many => format!(" with {}", counted(many as u32, "route", "routes")),
        };
        Ok(((), by.sentence(act, format!("{} was taken off the map{with}", old.name))?))
    })
}
