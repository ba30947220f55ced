//! What stands on the map: places, routes and armies. Of a crowded map no more is drawn than can be told apart: what is looked
//! at, and of that what matters most.

use super::labels::Sides;
use super::{Map, MapFrame, MapShown, Standing, detail, frame};
use crate::campaign::ids::PlaceId;
use crate::campaign::places::{Place, Route, RouteKind};
use crate::campaign::realm::Tincture;
use crate::desktop::shell::{Shell, count, model};
use crate::desktop::ui::{MapArmy, MapPage, MapPlace, MapRoute};
use crate::rules::house::thousands;
use slint::ComponentHandle;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Duration;

/// So many places, routes and armies are drawn at a time.
const MOST: usize = 1000;
/// How long the map is still before what has come in sight is drawn.
const STILL: Duration = Duration::from_millis(120);

/// The part of the map that is looked at, in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    pub west: f32,
    pub north: f32,
    pub east: f32,
    pub south: f32,
}

impl View {
    /// With half as much again about it, for who moves the map a little.
    fn wider(self) -> View {
        let (x, y) = ((self.east - self.west) / 4.0, (self.south - self.north) / 4.0);
        View { west: self.west - x, north: self.north - y, east: self.east + x, south: self.south + y }
    }

    fn meets(&self, (x, y): (f32, f32), (to_x, to_y): (f32, f32)) -> bool {
        x.max(to_x) >= self.west && x.min(to_x) <= self.east && y.max(to_y) >= self.north && y.min(to_y) <= self.south
    }
}

/// Of the numbers the `most` weightiest, in their order.
fn weightiest<W: Ord>(mut numbers: Vec<(usize, W)>, most: usize) -> Vec<usize> {
    if numbers.len() > most {
        numbers.select_nth_unstable_by(most, |one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        numbers.truncate(most);
    }
    let mut chosen: Vec<usize> = numbers.into_iter().map(|(number, _)| number).collect();
    chosen.sort_unstable();
    chosen
}

impl Map {
    /// Draws what has come in sight of a crowded map, once it is still.
    pub(super) fn look(self: &Rc<Map>, shell: &Rc<Shell>, view: View) {
        self.view.set(Some(view));
        if !self.shown.borrow().as_ref().is_some_and(MapShown::is_crowded) {
            return;
        }
        let (page, shell) = (Rc::downgrade(self), Rc::downgrade(shell));
        self.still.start(slint::TimerMode::SingleShot, STILL, move || {
            if let (Some(page), Some(shell)) = (page.upgrade(), shell.upgrade()) {
                page.show_marks(&shell);
            }
        });
    }

    /// Draws places, routes and armies.
    pub(super) fn show_marks(&self, shell: &Shell) {
        let shown = self.shown.borrow();
        let Some(shown) = &*shown else { return };
        let drawn = self.drawing.on.get();
        let places = shown.numbers();
        let place = |id: PlaceId| places.get(&id).map(|at| &shown.places[*at]);
        let view = self.view.get().filter(|_| shown.is_crowded()).map(View::wider);
        let meets = |from, to| view.is_none_or(|view| view.meets(from, to));

        let spots: Vec<Option<(f32, f32)>> = shown.armies.iter().map(|standing| shown.at(standing, &place)).collect();
        let legs = self.legs(self.army.get().and_then(|army| shown.army(army)));
        let in_form = self.place_in_form();
        let mut kept: BTreeSet<PlaceId> = legs.iter().flat_map(|leg| [leg.0, leg.1]).collect();
        kept.extend(self.place.get().into_iter().chain(self.target.get()).chain(in_form));
        let manned: BTreeSet<PlaceId> = shown.armies.iter().filter_map(|standing| standing.place).collect();
        let held: BTreeSet<PlaceId> = shown.strongholds.iter().map(|hold| hold.place).collect();
        let weight = |place: &Place| {
            (kept.contains(&place.id), manned.contains(&place.id), held.contains(&place.id), place.people)
        };
        let in_sight = |(at, place): (usize, &Place)| {
            let spot = (place.x as f32, place.y as f32);
            meets(spot, spot).then(|| (at, weight(place)))
        };
        let seen: Vec<_> = shown.places.iter().enumerate().filter_map(in_sight).collect();
        let mut crowd = vec![("places", seen.len())];
        let chosen = weightiest(seen, MOST);
        let sides = shown.sides_of_places(&MapFrame::of(shown, drawn));
        let marks: Vec<MapPlace> =
            chosen.iter().map(|at| self.place_mark(shown, *at, drawn, in_form, &held, &sides)).collect();

        let ends = |route: &Route| Some((place(route.a)?, place(route.b)?));
        let is_leg = |route: &Route| legs.contains(&(route.a, route.b)) || legs.contains(&(route.b, route.a));
        let route_in_sight = |(at, route): (usize, &Route)| {
            let (from, to) = ends(route)?;
            let seen = meets((from.x as f32, from.y as f32), (to.x as f32, to.y as f32));
            let form = drawn && self.route_in_form() == Some(route.id);
            seen.then(|| (at, (is_leg(route) || form, from.people.min(to.people), Reverse(route.miles))))
        };
        let seen: Vec<_> = shown.routes.iter().enumerate().filter_map(route_in_sight).collect();
        crowd.push(("routes", seen.len()));
        let routes = weightiest(seen, MOST);
        let route_mark = |at: usize| {
            let route = &shown.routes[at];
            let (from, to) = ends(route)?;
            Some(MapRoute {
                number: count(at),
                name: format!("{} to {}", from.name, to.name).into(),
                miles: route.miles.to_string().into(),
                x: from.x as f32,
                y: from.y as f32,
                to_x: to.x as f32,
                to_y: to.y as f32,
                marked: !drawn && is_leg(route),
                track: route.kind != RouteKind::Road,
                chosen: drawn && self.route_in_form() == Some(route.id),
            })
        };
        let routes: Vec<MapRoute> = routes.into_iter().filter_map(route_mark).collect();

        let army_in_sight = |(at, standing): (usize, &Standing)| {
            let spot = spots[at].unwrap_or_default();
            meets(spot, spot).then(|| (at, (self.army.get() == Some(standing.line.id), standing.line.men)))
        };
        let seen: Vec<_> = shown.armies.iter().enumerate().filter_map(army_in_sight).collect();
        crowd.push(("armies", seen.len()));
        let armies = weightiest(seen, MOST);
        let mut slots: BTreeMap<(i32, i32), i32> = BTreeMap::new();
        let army_mark = |at: usize| {
            let standing = &shown.armies[at];
            let (x, y) = spots[at].unwrap_or_default();
            let slot = slots.entry((x as i32, y as i32)).or_insert(-1);
            *slot += 1;
            let stands = standing.place.filter(|_| !standing.on_the_road());
            let about = stands.and_then(|place| sides.get(&place)).map(|sides| sides.armies).unwrap_or_default();
            MapArmy {
                number: count(at),
                name: standing.line.name.as_str().into(),
                tincture: shown.tincture(standing.side).into(),
                men: thousands(standing.line.men.into()).into(),
                detail: detail(standing).into(),
                x,
                y,
                slot: *slot,
                first: about.first(),
                up: about.go_up(),
                aside: about.aside(),
                chosen: self.army.get() == Some(standing.line.id),
                marching: standing.march.is_some(),
                held: standing.held,
            }
        };
        let armies: Vec<MapArmy> = armies.into_iter().map(army_mark).collect();
        let too_many = crowd.into_iter().filter(|(_, seen)| *seen > MOST);
        let crowded: Vec<String> = too_many.map(|(what, seen)| format!("{MOST} of {seen} {what}")).collect();
        let crowded = match crowded.is_empty() {
            true => String::new(),
            false => format!("{} shown: come closer for the rest", crowded.join(", ")),
        };
        shell.with(|window| {
            let ui = window.global::<MapPage>();
            ui.set_crowded(crowded.into());
            ui.set_places(model(marks));
            ui.set_routes(model(routes));
            ui.set_armies(model(armies));
        });
    }

    fn place_mark(
        &self,
        shown: &MapShown,
        at: usize,
        drawn: bool,
        in_form: Option<PlaceId>,
        held: &BTreeSet<PlaceId>,
        sides: &BTreeMap<PlaceId, Sides>,
    ) -> MapPlace {
        let place = &shown.places[at];
        let besieger = shown.holdings.besieger(place.id);
        let holder = shown.holdings.holder(place).and_then(|side| shown.tincture_of(side));
        MapPlace {
            number: count(at),
            name: place.name.as_str().into(),
            kind: place.kind.word().into(),
            tincture: holder.map_or("", Tincture::word).into(),
            held: frame::shade(holder),
            castle: held.contains(&place.id),
            besieger: besieger.map_or("", |side| shown.tincture(side)).into(),
            besieged: besieger.map_or(String::new(), |side| format!(", besieged by {}", shown.side(side))).into(),
            x: place.x as f32,
            y: place.y as f32,
            chosen: if drawn { in_form == Some(place.id) } else { self.place.get() == Some(place.id) },
            target: !drawn && self.target.get() == Some(place.id),
            name_above: sides.get(&place.id).is_some_and(|sides| sides.name_above),
        }
    }
}

impl MapShown {
    /// Whether there is more on the map than is drawn at a time.
    fn is_crowded(&self) -> bool {
        self.places.len().max(self.routes.len()).max(self.armies.len()) > MOST
    }

    /// The number of each place in their order.
    fn numbers(&self) -> HashMap<PlaceId, usize> {
        self.places.iter().enumerate().map(|(at, place)| (place.id, at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_are_kept_in_their_order() {
        assert_eq!(weightiest(vec![(0, 5), (1, 9), (2, 1), (3, 9), (4, 7)], 3), [1, 3, 4]);
        assert_eq!(weightiest(vec![(0, 5), (1, 5), (2, 5)], 2), [0, 1]);
        assert_eq!(weightiest(vec![(0, 5), (1, 9)], 2), [0, 1]);
    }

    #[test]
    fn a_route_through_the_view_is_in_sight() {
        let view = View { west: 100.0, north: 100.0, east: 200.0, south: 200.0 };
        assert!(view.meets((0.0, 150.0), (300.0, 160.0)));
        assert!(view.meets((200.0, 200.0), (200.0, 200.0)));
        assert!(!view.meets((0.0, 0.0), (90.0, 300.0)));
        assert!(view.wider().meets((80.0, 80.0), (80.0, 80.0)));
    }
}
