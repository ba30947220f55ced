//! Places, routes, strongholds and marches (CP-1.1, CP-2.1).

use super::calendar::Day;
use super::ids::{FormationId, PlaceId, RouteId, SideId, StrongholdId};
use super::siege::Purpose;
use crate::rules::figure::words;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceKind {
    /// A great town, the seat of a realm.
    City,
    Town,
    /// A town with a harbour.
    Port,
    Village,
    /// A castle and the houses under it.
    Castle,
    /// An abbey and its lands.
    Abbey,
    Ford,
    Bridge,
    /// A crossing of ways.
    Crossways,
    /// Open country where armies muster.
    Field,
}
words!(
    PlaceKind,
    "kind of place",
    "city, town, port, village, castle, abbey, ford, bridge, crossways or field",
    City = "city",
    Town = "town",
    Port = "port",
    Village = "village",
    Castle = "castle",
    Abbey = "abbey",
    Ford = "ford",
    Bridge = "bridge",
    Crossways = "crossways",
    Field = "field"
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RouteKind {
    Road,
    Track,
    /// A way over a river.
    RiverCrossing,
}
words!(
    RouteKind,
    "kind of route",
    "road, track or river crossing",
    Road = "road",
    Track = "track",
    RiverCrossing = "river crossing"
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StrongholdKind {
    /// A small castle on a border.
    BorderCastle,
    /// A great lord's castle.
    BaronsCastle,
    /// A walled town.
    Town,
}
words!(
    StrongholdKind,
    "kind of stronghold",
    "border castle, baron's castle or town",
    BorderCastle = "border castle",
    BaronsCastle = "baron's castle",
    Town = "town"
);

/// A place on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub id: PlaceId,
    pub name: String,
    pub kind: PlaceKind,
    /// The side it belongs to.
    pub side: Option<SideId>,
    /// Where it is on the map, 0 to 1000 from the west.
    pub x: i64,
    /// Where it is on the map, 0 to 1000 from the north.
    pub y: i64,
    /// How many people live there.
    pub people: u32,
    /// Knights' fiefs in its district.
    pub fiefs: u32,
    /// Men levied from it in its last season of levies (CP-7.3).
    pub levied: u32,
    /// The day that season began.
    pub levied_day: Option<Day>,
    /// Knights its fiefs have sent or paid for in their last year (CP-5).
    pub summoned: u32,
    /// The day that year began.
    pub summoned_day: Option<Day>,
    /// Weeks in a row that armies have lived off its district.
    pub stripped_weeks: u32,
    /// When it was last, if that is known (CP-7.2).
    pub stripped_day: Option<Day>,
}

/// A place about to be put on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlace {
    pub name: String,
    pub kind: PlaceKind,
    /// The side it belongs to.
    pub side: Option<SideId>,
    /// Where it is on the map, 0 to 1000 from the west.
    pub x: i64,
    /// Where it is on the map, 0 to 1000 from the north.
    pub y: i64,
    /// How many people live there.
    pub people: u32,
    /// Knights' fiefs in its district.
    pub fiefs: u32,
}

/// A road or track between two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Route {
    pub id: RouteId,
    /// One end.
    pub a: PlaceId,
    /// The other.
    pub b: PlaceId,
    /// Its length in miles.
    pub miles: u32,
    pub kind: RouteKind,
    /// Whether its miles follow from the map's scale, and so change with it and with where its ends lie.
    pub measured: bool,
}

impl Route {
    /// The most miles a route may have.
    pub const LONGEST: u32 = 100_000;

    /// Whether it joins two places, in either order.
    pub fn joins(&self, one: PlaceId, other: PlaceId) -> bool {
        (self.a, self.b) == (one, other) || (self.a, self.b) == (other, one)
    }
}

/// A route about to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRoute {
    /// One end.
    pub a: PlaceId,
    /// The other.
    pub b: PlaceId,
    /// Its length in miles.
    pub miles: u32,
    pub kind: RouteKind,
    /// Whether its miles follow from the map's scale.
    pub measured: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stronghold {
    pub id: StrongholdId,
    /// Where it stands.
    pub place: PlaceId,
    /// Who holds it.
    pub side: SideId,
    pub name: String,
    pub kind: StrongholdKind,
    /// Men it can hold.
    pub capacity: u32,
    /// Rations in store, one a man a week.
    pub rations: u32,
    /// Rations it can store.
    pub store_capacity: u32,
    /// Days of filling its moat still takes; 0 for none or a filled one, -1 for one too deep to fill (SG-7.7).
    pub moat_days: i32,
}

impl Stronghold {
    /// What would be built to have it as it is.
    pub fn as_new(&self) -> NewStronghold {
        let Stronghold { place, side, kind, capacity, rations, store_capacity, moat_days, .. } = *self;
        NewStronghold { place, side, name: self.name.clone(), kind, capacity, rations, store_capacity, moat_days }
    }
}

/// A stronghold about to be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStronghold {
    /// Where it stands.
    pub place: PlaceId,
    /// Who holds it.
    pub side: SideId,
    pub name: String,
    pub kind: StrongholdKind,
    /// Men it can hold.
    pub capacity: u32,
    /// Rations in store, one a man a week.
    pub rations: u32,
    /// Rations it can store.
    pub store_capacity: u32,
    /// Days of filling its moat takes; 0 for none, -1 for one too deep to fill (SG-7.7).
    pub moat_days: i32,
}

/// An army's marching orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct March {
    pub army: FormationId,
    /// The places still to reach, the next one first.
    pub path: Vec<PlaceId>,
    /// Miles already done of the way to the next.
    pub miles_done: u32,
    /// What it is to do at the end of it.
    pub purpose: Purpose,
}

/// The shortest way from one place to another by `routes`: the places after the first, and the miles. Of ways
/// equally long the one through the earlier places in the book is taken, so it is always the same.
pub fn shortest_way(routes: &[Route], from: PlaceId, to: PlaceId) -> Option<(Vec<PlaceId>, u32)> {
    let mut best: BTreeMap<PlaceId, (u32, PlaceId)> = BTreeMap::new();
    let mut open = BTreeSet::from([(0u32, from)]);
    best.insert(from, (0, from));
    while let Some((miles, place)) = open.pop_first() {
        if place == to {
            break;
        }
        for route in routes {
            let next = match place {
                place if place == route.a => route.b,
                place if place == route.b => route.a,
                _ => continue,
            };
            let there = miles.saturating_add(route.miles);
            if best.get(&next).is_none_or(|known| there < known.0) {
                best.insert(next, (there, place));
                open.insert((there, next));
            }
        }
    }
    let miles = best.get(&to)?.0;
    let mut way = Vec::new();
    let mut place = to;
    while place != from {
        way.push(place);
        place = best[&place].1;
    }
    way.reverse();
    Some((way, miles))
}

/// The miles of the route between two neighbouring places, the shortest if there are several.
pub fn miles_between(routes: &[Route], a: PlaceId, b: PlaceId) -> Option<u32> {
    routes.iter().filter(|route| route.joins(a, b)).map(|route| route.miles).min()
}
