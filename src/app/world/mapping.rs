//! The map taken in from files and written to them. What a file would make of the map is seen before it is taken in; every
//! fault is told at once, by line or feature, and nothing is taken in until all is right, then all of it in one action.

use super::sides::{self, NewSide};
use super::{ByHand, places, routes};
use crate::app::numbers;
use crate::campaign::ids::{PlaceId, SideId};
use crate::campaign::map::{MapScale, MapSpot};
use crate::campaign::map_file::{
    self, Extent, Fit, MapFaults, MapFile, MapFileKind, MappedPlace, MappedRoute, RouteEnd,
};
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::places::{NewPlace, NewStronghold, Place, PlaceKind, Route, RouteKind, StrongholdKind};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::telling::{counted, counted_off};
use crate::store::journal::fold;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How near a line has to end to a place, in units of the map.
const NEAR: i64 = 8;

/// How a file is taken in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taking {
    /// Whether a side or state that the campaign does not have becomes one of its sides.
    pub make_sides: bool,
    /// What the edges of the map stand for in the file's own measure; its points fill the map if left out.
    pub extent: Option<Extent>,
}

/// What becomes of a thing that a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Becoming {
    New,
    /// It is there and changes.
    Changed,
    /// It is there as the file has it.
    Same,
}

/// A place as it will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceToCome {
    /// Where in the file it stands.
    pub at: String,
    pub name: String,
    pub becoming: Becoming,
    pub kind: PlaceKind,
    /// The side it belongs to; empty for nobody's.
    pub side: String,
    /// Where it will lie.
    pub spot: MapSpot,
    /// How many people live there.
    pub people: u32,
    /// Knights' fiefs held of it.
    pub fiefs: u32,
    /// The stronghold it gets, and of what kind.
    pub stronghold: Option<(String, StrongholdKind)>,
    #[serde(skip)]
    known: Option<PlaceId>,
}

/// A route as it will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RouteToCome {
    /// Where in the file it stands.
    pub at: String,
    /// One of its places.
    pub from: String,
    /// The other.
    pub to: String,
    pub becoming: Becoming,
    /// Its length in miles.
    pub miles: u32,
    /// Whether that follows from the scale.
    pub measured: bool,
    pub kind: RouteKind,
}

/// What a file would make of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MapToCome {
    pub file: MapFileKind,
    /// Sides it makes.
    pub sides: Vec<String>,
    /// The scale it gives a map that has none.
    pub scale: Option<MapScale>,
    pub places: Vec<PlaceToCome>,
    pub routes: Vec<RouteToCome>,
    /// What is worth knowing before it is taken in.
    pub notes: Vec<String>,
}

impl MapToCome {
    /// How many places and routes come or change.
    fn changes(&self) -> usize {
        let places = self.places.iter().filter(|place| place.becoming != Becoming::Same || place.stronghold.is_some());
        places.count() + self.routes.iter().filter(|route| route.becoming != Becoming::Same).count()
    }

    /// All of it in a sentence without its stop.
    pub fn in_words(&self) -> String {
        let of = |becoming| {
            let places = self.places.iter().filter(|place| place.becoming == becoming).count() as u32;
            (places, self.routes.iter().filter(|route| route.becoming == becoming).count() as u32)
        };
        let ((places, roads), (moved, redrawn)) = (of(Becoming::New), of(Becoming::Changed));
        let holds = self.places.iter().filter(|place| place.stronghold.is_some()).count() as u32;
        let all: Vec<String> = [
            (self.sides.len() as u32, "new side", "new sides"),
            (places, "new place", "new places"),
            (moved, "changed place", "changed places"),
            (holds, "new stronghold", "new strongholds"),
            (roads, "new route", "new routes"),
            (redrawn, "changed route", "changed routes"),
        ]
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(count, one, many))
        .collect();
        if all.is_empty() { "nothing new".to_owned() } else { counted_off(&all) }
    }
}

/// What a file would make of the map, or every fault in it at once.
pub fn preview(db: &Db, file: &[u8], taking: &Taking) -> Result<MapToCome> {
    let refused = |faults: Vec<map_file::MapFault>| {
        let sentences: Vec<&str> = faults.iter().map(|fault| fault.sentence.as_str()).collect();
        Problem::new(ProblemKind::BadInput, sentences.join("\n"))
            .hint("Nothing was taken in. Mend the file and take it in again.")
    };
    let (read, amiss) = map_file::parse_all(file);
    let Some(read) = read else { return Err(refused(amiss.all())) };
    if let Some(extent) = taking.extent {
        let sound = [extent.west, extent.north, extent.east].iter().all(|edge| edge.is_finite() && edge.abs() < 1e9);
        if !sound || extent.east <= extent.west {
            return Err(Problem::bad_input("The map’s edges are no edges.")
                .hint("Give what lies at the west, the north and the east edge, the east beyond the west."));
        }
    }
    // What can be read is compared with the map all the same, so that everything is said at once.
    let (come, faults) = Reading::of(db, &read, taking, amiss)?.all()?;
    if faults.is_empty() { Ok(come) } else { Err(refused(faults.all())) }
}

/// A file on its way to the map.
struct Reading<'a> {
    db: &'a Db,
    file: &'a MapFile,
    taking: &'a Taking,
    fit: Fit,
    sides: BTreeMap<String, String>,
    /// The places of the campaign by their names, folded.
    known: BTreeMap<String, Place>,
    /// The places with a stronghold, and the names of all strongholds, folded.
    fortified: BTreeSet<PlaceId>,
    holds: BTreeSet<String>,
    numbers: crate::campaign::tables::Tables,
    come: MapToCome,
    faults: MapFaults,
    strangers: BTreeSet<String>,
    /// Every place where it will lie, those of the file first, and their numbers by their names, folded.
    spots: Vec<(String, MapSpot)>,
    numbered: BTreeMap<String, usize>,
    /// The first of them that lies at each point.
    lying: HashMap<MapSpot, usize>,
    /// The places of the file that have a fault.
    wrong: BTreeSet<String>,
    /// Where in the file two places are joined, by their names, folded, in the order of the alphabet.
    joined: BTreeMap<(String, String), String>,
}

impl<'a> Reading<'a> {
    fn of(db: &'a Db, file: &'a MapFile, taking: &'a Taking, faults: MapFaults) -> Result<Reading<'a>> {
        let fit = file.fit(taking.extent);
        let scale = if db.map_scale()?.is_none() { fit.scale() } else { None };
        let come = MapToCome {
            file: file.kind,
            sides: Vec::new(),
            scale,
            places: Vec::new(),
            routes: Vec::new(),
            notes: Vec::new(),
        };
        let holds = db.strongholds()?;
        Ok(Reading {
            db,
            file,
            taking,
            fit,
            sides: db.sides()?.into_iter().map(|side| (fold(&side.name), side.name)).collect(),
            known: db.places()?.into_iter().map(|place| (fold(&place.name), place)).collect(),
            fortified: holds.iter().map(|hold| hold.place).collect(),
            holds: holds.iter().map(|hold| fold(&hold.name)).collect(),
            numbers: numbers::of(db)?,
            come,
            faults,
            strangers: BTreeSet::new(),
            spots: Vec::new(),
            numbered: BTreeMap::new(),
            lying: HashMap::new(),
            wrong: BTreeSet::new(),
            joined: BTreeMap::new(),
        })
    }

    fn all(mut self) -> Result<(MapToCome, MapFaults)> {
        let file = self.file;
        let mut lines: BTreeMap<String, &str> = BTreeMap::new();
        for place in &file.places {
            match lines.insert(fold(&place.name), &place.at) {
                Some(before) => {
                    self.faults
                        .push(&place.at, format!("“{}” stands at {} already", place.name, before.to_lowercase()));
                }
                // What is wrong with it is told; where it lies is not asked as well.
                None if self.faults.are_of(&place.at) => {
                    if let Some(side) = place.side.clone() {
                        self.side(place, &side);
                    }
                    self.come.places.push(Self::doubtful(place));
                }
                None => self.place(place)?,
            }
        }
        self.lay_out();
        for route in &file.routes {
            self.route(route)?;
        }
        if !self.strangers.is_empty() {
            let strangers: Vec<String> = self.strangers.iter().cloned().collect();
            let note = format!(
                "{} {} no side of the campaign, so what is theirs there belongs to nobody. Make them sides first, or with \
                 this file",
                counted_off(&strangers),
                if strangers.len() == 1 { "is" } else { "are" }
            );
            self.come.notes.push(note);
        }
        if file.measure != map_file::Measure::Units && !self.known.is_empty() && self.taking.extent.is_none() {
            let note = "The file’s points fill the map, whatever lies on it. Give what its edges stand for to lay them \
                        beside what is there";
            self.come.notes.push(note.to_owned());
        }
        Ok((self.come, self.faults))
    }

    /// The name of a side as the campaign has or will have it; empty for nobody.
    fn side(&mut self, place: &MappedPlace, name: &str) -> String {
        let name = name.trim();
        if name.is_empty() || name.eq_ignore_ascii_case("nobody") {
            return String::new();
        }
        if let Some(known) = self.sides.get(&fold(name)) {
            return known.clone();
        }
        if self.taking.make_sides {
            self.sides.insert(fold(name), name.to_owned());
            self.come.sides.push(name.to_owned());
            return name.to_owned();
        }
        // The states of a made map are many; the club's own sides are typed, and may be mistyped.
        match self.file.kind {
            MapFileKind::Burgs => {
                self.strangers.insert(name.to_owned());
            }
            _ => self.faults.push(&place.at, format!("there is no side “{name}”; make it first, or with this file")),
        }
        String::new()
    }

    /// A place of which something is wrong, so that routes to it are not called wrong too.
    fn doubtful(place: &MappedPlace) -> PlaceToCome {
        PlaceToCome {
            at: place.at.clone(),
            name: place.name.clone(),
            becoming: Becoming::New,
            kind: place.kind.unwrap_or(PlaceKind::Village),
            side: String::new(),
            spot: MapSpot { x: 0, y: 0 },
            people: 0,
            fiefs: 0,
            stronghold: None,
            known: None,
        }
    }

    fn place(&mut self, place: &MappedPlace) -> Result<()> {
        let known = self.known.get(&fold(&place.name)).cloned();
        let spot = match (place.point, &known) {
            (Some(point), _) => self.fit.spot(point),
            (None, Some(known)) => MapSpot { x: known.x, y: known.y },
            (None, None) => {
                self.faults.push(&place.at, "expected where it lies, for it is not on the map yet");
                self.come.places.push(Self::doubtful(place));
                return Ok(());
            }
        };
        if !spot.on_the_map() {
            self.faults.push(&place.at, format!("it lies off the map, at {spot}"));
        }
        let people = place.people.or(known.as_ref().map(|known| known.people)).unwrap_or(0);
        let fiefs = place.fiefs.or(known.as_ref().map(|known| known.fiefs)).unwrap_or(0);
        if people > places::MOST_PEOPLE {
            self.faults.push(&place.at, format!("expected at most {} people, found {people}", places::MOST_PEOPLE));
        }
        if fiefs > places::MOST_FIEFS {
            self.faults.push(&place.at, format!("expected at most {} fiefs, found {fiefs}", places::MOST_FIEFS));
        }
        let kind = place.kind.or(known.as_ref().map(|known| known.kind)).unwrap_or({
            match i64::from(people) >= self.numbers.mapped_town_people {
                true => PlaceKind::Town,
                false => PlaceKind::Village,
            }
        });
        let side = match (&place.side, known.as_ref().and_then(|known| known.side)) {
            (Some(name), _) => self.side(place, &name.clone()),
            (None, Some(side)) => self.db.side(side)?.name,
            (None, None) => String::new(),
        };
        let mut to_come = PlaceToCome {
            at: place.at.clone(),
            name: place.name.clone(),
            becoming: Becoming::New,
            kind,
            side,
            spot,
            people,
            fiefs,
            stronghold: None,
            known: known.as_ref().map(|known| known.id),
        };
        if let Some(known) = known {
            let held = known.side.map(|side| self.db.side(side)).transpose()?.map_or(String::new(), |side| side.name);
            let as_known = (&known.name, known.kind, &held, known.x, known.y, known.people, known.fiefs);
            let as_read = (&to_come.name, kind, &to_come.side, spot.x, spot.y, people, fiefs);
            to_come.becoming = if as_known == as_read { Becoming::Same } else { Becoming::Changed };
        }
        to_come.stronghold = self.stronghold(place, &to_come)?;
        self.come.places.push(to_come);
        Ok(())
    }

    /// The stronghold that walls or a citadel make, unless one stands there already.
    fn stronghold(&mut self, place: &MappedPlace, to_come: &PlaceToCome) -> Result<Option<(String, StrongholdKind)>> {
        let (name, kind) = match (place.walls, place.citadel) {
            (true, _) => (format!("Walls of {}", place.name), StrongholdKind::Town),
            (false, true) => (format!("{} Castle", place.name), StrongholdKind::BorderCastle),
            (false, false) => return Ok(None),
        };
        let stands = to_come.known.is_some_and(|known| self.fortified.contains(&known));
        if stands || self.holds.contains(&fold(&name)) {
            return Ok(None);
        }
        if to_come.side.is_empty() {
            let note = format!("{} is fortified but belongs to nobody, so it gets no stronghold", place.name);
            self.come.notes.push(note);
            return Ok(None);
        }
        Ok(Some((name, kind)))
    }

    /// Lays all places out, for the routes between them.
    fn lay_out(&mut self) {
        for place in &self.come.places {
            if self.faults.are_of(&place.at) {
                self.wrong.insert(fold(&place.name));
            }
            self.numbered.insert(fold(&place.name), self.spots.len());
            self.spots.push((place.name.clone(), place.spot));
        }
        for (name, place) in &self.known {
            if !self.numbered.contains_key(name) {
                self.numbered.insert(name.clone(), self.spots.len());
                self.spots.push((place.name.clone(), MapSpot { x: place.x, y: place.y }));
            }
        }
        for (at, (_, spot)) in self.spots.iter().enumerate() {
            self.lying.entry(*spot).or_insert(at);
        }
    }

    /// The place nearest to a point, the first of those as near, if one is near. Looked for around the point, not among all
    /// places, for there may be as many lines as places.
    fn nearest(&self, here: MapSpot) -> Option<&(String, MapSpot)> {
        let at = (0..=NEAR).find_map(|apart| around(here, apart).filter_map(|spot| self.lying.get(&spot)).min())?;
        self.spots.get(*at)
    }

    /// The place a route ends at: its name and where it lies.
    fn end(&mut self, route: &MappedRoute, end: &RouteEnd) -> Option<(String, MapSpot)> {
        match end {
            RouteEnd::Named(name) => {
                let found = self.numbered.get(&fold(name.trim())).map(|at| self.spots[*at].clone());
                if found.is_none() {
                    self.faults.push(
                        &route.at,
                        format!("there is no place “{}”, neither on the map nor in the file", name.trim()),
                    );
                }
                found
            }
            RouteEnd::At(point) => {
                let here = self.fit.spot(*point);
                let found = self.nearest(here).cloned();
                if found.is_none() && self.wrong.is_empty() {
                    self.faults.push(&route.at, format!("no place lies where the line ends, at {here} on the map"));
                }
                found
            }
        }
    }

    fn route(&mut self, route: &MappedRoute) -> Result<()> {
        let ends = [self.end(route, &route.ends[0]), self.end(route, &route.ends[1])];
        let [Some((from, here)), Some((to, there))] = ends else { return Ok(()) };
        if fold(&from) == fold(&to) {
            self.faults.push(&route.at, format!("it begins and ends at {from}"));
            return Ok(());
        }
        let (one, other) = (fold(&from), fold(&to));
        let pair = if one < other { (one, other) } else { (other, one) };
        if let Some(before) = self.joined.get(&pair) {
            let wrong = format!("{from} and {to} are joined at {} already", before.to_lowercase());
            self.faults.push(&route.at, wrong);
            return Ok(());
        }
        if self.wrong.contains(&pair.0) || self.wrong.contains(&pair.1) {
            return Ok(());
        }
        let scale = match self.come.scale {
            Some(scale) => Some(scale),
            None => self.db.map_scale()?,
        };
        let by_scale = scale.and_then(|scale| scale.miles_between(here, there));
        let measured = route.miles.is_none() || route.measured && by_scale.is_some();
        let miles = match route.miles.filter(|_| !measured) {
            Some(miles) => miles,
            None => match by_scale {
                Some(miles) => miles,
                None => {
                    self.faults.push(&route.at, "expected its miles, for the map has no scale to measure them by");
                    return Ok(());
                }
            },
        };
        if !(1..=Route::LONGEST).contains(&miles) {
            self.faults.push(&route.at, format!("expected 1 to {} miles, found {miles}", Route::LONGEST));
        }
        let id = |name: &str| self.known.get(&fold(name)).map(|known| known.id);
        let known = match (id(&from), id(&to)) {
            (Some(a), Some(b)) => self.db.route_between(a, b)?,
            _ => None,
        };
        let becoming = match known {
            None => Becoming::New,
            Some(known) if (known.miles, known.measured, known.kind) == (miles, measured, route.kind) => Becoming::Same,
            Some(_) => Becoming::Changed,
        };
        let at = route.at.clone();
        self.joined.insert(pair, at.clone());
        self.come.routes.push(RouteToCome { at, from, to, becoming, miles, measured, kind: route.kind });
        Ok(())
    }
}

/// The points so far apart from one, to the west or east, the north or south.
fn around(here: MapSpot, apart: i64) -> impl Iterator<Item = MapSpot> {
    let beside =
        move |right: i64, down: i64| MapSpot { x: here.x.saturating_add(right), y: here.y.saturating_add(down) };
    let rows = (-apart..=apart).flat_map(move |right| [beside(right, -apart), beside(right, apart)]);
    rows.chain((1 - apart..apart).flat_map(move |down| [beside(-apart, down), beside(apart, down)]))
}

/// Takes a file in: its sides, scale, places, strongholds and routes, all in one action.
pub fn take_in(store: &mut Store, file: &[u8], taking: &Taking, by: &ByHand) -> Result<MapToCome> {
    store.act("take in map", &by.arguments(json!({ "bytes": file.len() })), |act| {
        let come = preview(act, file, taking)?;
        if come.changes() == 0 {
            return Err(Problem::refused(
                "All that the file holds is on the map already.",
                "Nothing needs to be taken in.",
            ));
        }
        act.expect(come.places.len() + come.routes.len());
        for side in &come.sides {
            let new = NewSide { name: side.clone(), tincture: None, people: People::English, treasury: Pence::ZERO };
            sides::enter(act, &new)?;
        }
        if let Some(scale) = &come.scale {
            act.set_map_scale(scale)?;
        }
        let side_ids: BTreeMap<String, SideId> = act.sides()?.into_iter().map(|side| (side.name, side.id)).collect();
        let mut ids: BTreeMap<String, PlaceId> =
            act.places()?.into_iter().map(|place| (fold(&place.name), place.id)).collect();
        let tables = numbers::of(act)?;
        for place in &come.places {
            act.step()?;
            let side = side_ids.get(&place.side).copied();
            let id = settle(act, place, side)?;
            ids.insert(fold(&place.name), id);
            if let (Some((name, kind)), Some(side)) = (&place.stronghold, side) {
                let men = match kind {
                    StrongholdKind::Town => tables.mapped_walls_men,
                    _ => tables.mapped_citadel_men,
                };
                let rations = (men * tables.mapped_rations_a_man) as u32;
                act.add_stronghold(&NewStronghold {
                    place: id,
                    side,
                    name: name.clone(),
                    kind: *kind,
                    capacity: men as u32,
                    rations,
                    store_capacity: rations,
                    moat_days: 0,
                })?;
            }
        }
        for route in come.routes.iter().filter(|route| route.becoming != Becoming::Same) {
            act.step()?;
            let (a, b) = (ids[&fold(&route.from)], ids[&fold(&route.to)]);
            let miles = (!route.measured).then_some(route.miles);
            match route.becoming {
                Becoming::New => drop(routes::draw(act, a, b, miles, route.kind)?),
                _ => routes::write(
                    act,
                    &Route {
                        miles: route.miles,
                        measured: route.measured,
                        kind: route.kind,
                        ..routes::between(act, a, b)?
                    },
                )?,
            }
        }
        routes::measure_anew(act, |_| true)?;
        let sentence = by.sentence(act, format!("The map was taken in from a file: {}", come.in_words()))?;
        Ok((come, sentence))
    })
}

/// Puts a place of a file on the map, or changes the one of its name.
fn settle(act: &Act, place: &PlaceToCome, side: Option<SideId>) -> Result<PlaceId> {
    let Some(known) = place.known else {
        // No other has its name: that was seen when the file was read.
        return places::enter(
            act,
            &NewPlace {
                name: place.name.clone(),
                kind: place.kind,
                side,
                x: place.spot.x,
                y: place.spot.y,
                people: place.people,
                fiefs: place.fiefs,
            },
        );
    };
    if place.becoming == Becoming::Changed {
        let old = act.place(known)?;
        act.edit_place(&Place {
            name: place.name.clone(),
            kind: place.kind,
            side,
            x: place.spot.x,
            y: place.spot.y,
            people: place.people,
            fiefs: place.fiefs,
            ..old
        })?;
    }
    Ok(known)
}

/// Every place as CSV, in the columns that are taken in again.
pub fn places_as_csv(db: &Db) -> Result<String> {
    let sides: BTreeMap<SideId, String> = db.sides()?.into_iter().map(|side| (side.id, side.name)).collect();
    let places = db.places()?;
    let side = |place: &Place| place.side.and_then(|side| sides.get(&side)).map_or("", String::as_str);
    Ok(map_file::places_csv(places.iter().map(|place| (place, side(place)))))
}

/// Every route as CSV, in the columns that are taken in again.
pub fn routes_as_csv(db: &Db) -> Result<String> {
    let names: BTreeMap<PlaceId, String> = db.places()?.into_iter().map(|place| (place.id, place.name)).collect();
    let routes = db.routes()?;
    let name = |place: PlaceId| names.get(&place).map_or("", String::as_str);
    Ok(map_file::routes_csv(routes.iter().map(|route| (route, [name(route.a), name(route.b)]))))
}
