//! Places and routes out of GeoJSON: a collection of features, points for places and lines for routes.

use super::{
    MOST_IN_A_FILE, MapFaults, MapFile, MapFileKind, MapPoint, MappedPlace, MappedRoute, Measure, RouteEnd, name,
};
use crate::campaign::places::{PlaceKind, RouteKind};
use serde_json::{Map, Value};

/// A feature as it is read: its properties by their names in small letters.
struct Feature<'a> {
    at: String,
    properties: Vec<(String, &'a Value)>,
}

impl<'a> Feature<'a> {
    /// The first of some properties that is there and says something.
    fn get(&self, names: &[&str]) -> Option<(&str, &'a Value)> {
        let told = |value: &Value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty());
        names.iter().find_map(|name| {
            let found = self.properties.iter().find(|(known, value)| known == name && told(value));
            found.map(|(name, value)| (name.as_str(), *value))
        })
    }

    fn text(&self, names: &[&str], faults: &mut MapFaults) -> Option<&'a str> {
        let (name, value) = self.get(names)?;
        let text = value.as_str().map(str::trim);
        if text.is_none() {
            faults.push(&self.at, format!("expected words as its “{name}”, found {value:.40}"));
        }
        text
    }

    fn figure(&self, names: &[&str], faults: &mut MapFaults) -> Option<u32> {
        let (name, value) = self.get(names)?;
        let number = value.as_f64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()));
        let figure = number.filter(|number| (0.0..=1e9).contains(number)).map(|number| number.round() as u32);
        if figure.is_none() {
            faults.push(&self.at, format!("expected a whole number as its “{name}”, found {value:.40}"));
        }
        figure
    }

    /// Whether a property says that something is so.
    fn is(&self, name: &str) -> bool {
        self.get(&[name]).is_some_and(|(_, value)| match value {
            Value::Bool(so) => *so,
            Value::Number(number) => number.as_f64() != Some(0.0),
            Value::String(text) => !["0", "false", "no", "none"].contains(&text.trim().to_lowercase().as_str()),
            _ => false,
        })
    }
}

/// A position: longitude and latitude.
fn position(at: &str, value: &Value, faults: &mut MapFaults) -> Option<MapPoint> {
    let pair = value.as_array().filter(|pair| pair.len() >= 2);
    let number = |index: usize| pair.and_then(|pair| pair[index].as_f64());
    let (Some(x), Some(y)) = (number(0), number(1)) else {
        faults.push(at, format!("expected a position of longitude and latitude, found {value:.40}"));
        return None;
    };
    if x.abs() > 180.0 || y.abs() > 90.0 {
        faults.push(at, format!("expected degrees of longitude and latitude, found {x} and {y}"));
        return None;
    }
    Some(MapPoint { x, y })
}

/// The most values a file may hold, coordinates and all: half a million points of routes, and no more than fits in memory.
const MOST_VALUES: usize = 1_500_000;

pub(super) fn parse(text: &str, faults: &mut MapFaults) -> Option<MapFile> {
    // Every value but the first follows one of these.
    let values = text.bytes().filter(|byte| b",[{".contains(byte)).count();
    if values > MOST_VALUES {
        faults.push("The file", format!("expected at most {MOST_VALUES} values, found {values}; simplify its lines"));
        return None;
    }
    let whole: Value = match serde_json::from_str(text) {
        Ok(whole) => whole,
        Err(error) => {
            faults.push(&format!("Line {}", error.line()), format!("it is no JSON: {error}"));
            return None;
        }
    };
    let features = whole.get("features").and_then(Value::as_array);
    let Some(features) = features.filter(|_| whole["type"] == "FeatureCollection") else {
        faults.push("The file", "expected a GeoJSON “FeatureCollection” with its “features”");
        return None;
    };
    if features.len() > MOST_IN_A_FILE {
        faults.push("The file", format!("expected at most {MOST_IN_A_FILE} features, found {}", features.len()));
        return None;
    }
    let mut file =
        MapFile { kind: MapFileKind::GeoJson, measure: Measure::Degrees, places: Vec::new(), routes: Vec::new() };
    let none = Map::new();
    for (at, value) in features.iter().enumerate() {
        let properties = value["properties"].as_object().unwrap_or(&none);
        let feature = Feature {
            at: format!("Feature {}", at + 1),
            properties: properties.iter().map(|(name, value)| (name.to_lowercase(), value)).collect(),
        };
        let geometry = &value["geometry"];
        match geometry["type"].as_str() {
            Some("Point") => file.places.extend(place(&feature, &geometry["coordinates"], faults)),
            Some("LineString") => file.routes.extend(route(&feature, &geometry["coordinates"], faults)),
            Some(other) => {
                let wrong = format!("expected a Point for a place or a LineString for a route, found a {other:.30}");
                faults.push(&feature.at, wrong);
            }
            None => faults.push(&feature.at, "expected a geometry, found none"),
        }
    }
    if features.is_empty() {
        faults.push("The file", "it has no features");
    }
    Some(file)
}

fn place(feature: &Feature, coordinates: &Value, faults: &mut MapFaults) -> Option<MappedPlace> {
    let point = position(&feature.at, coordinates, faults);
    let called = match name(feature.text(&["name", "burg", "title"], faults).unwrap_or_default()) {
        Ok(name) => Some(name),
        Err(wrong) => {
            faults.push(&feature.at, format!("{wrong}; a place has its “name” among its properties"));
            None
        }
    };
    // Makers of maps have kinds of their own; one that is none of ours is taken for a town or a village by its people.
    let kind: Option<PlaceKind> = match feature.text(&["kind"], faults).map(str::parse) {
        Some(Ok(kind)) => Some(kind),
        Some(Err(unknown)) => {
            faults.push(&feature.at, unknown.to_string());
            None
        }
        None if feature.is("capital") => Some(PlaceKind::City),
        None if feature.is("port") => Some(PlaceKind::Port),
        None => feature.get(&["type"]).and_then(|(_, kind)| kind.as_str()).and_then(|kind| kind.parse().ok()),
    };
    // All is read before anything is given up, so that every fault is told.
    let side = feature.text(&["side", "state"], faults).map(str::to_owned);
    let people = feature.figure(&["people", "population"], faults);
    let fiefs = feature.figure(&["fiefs"], faults);
    Some(MappedPlace {
        at: feature.at.clone(),
        kind,
        side,
        point: Some(point?),
        people,
        fiefs,
        walls: feature.is("walls"),
        citadel: feature.is("citadel"),
        name: called?,
    })
}

fn route(feature: &Feature, coordinates: &Value, faults: &mut MapFaults) -> Option<MappedRoute> {
    let line = coordinates.as_array().map(Vec::as_slice).unwrap_or_default();
    let kind = match feature.text(&["kind"], faults).map(str::parse) {
        Some(Err::<RouteKind, _>(unknown)) => {
            faults.push(&feature.at, unknown.to_string());
            None
        }
        Some(Ok(kind)) => Some(kind),
        None => feature.get(&["type"]).and_then(|(_, kind)| kind.as_str()).and_then(|kind| kind.parse().ok()),
    };
    let miles = feature.figure(&["miles"], faults);
    let [first, .., last] = line else {
        faults.push(&feature.at, "expected a line of two positions or more");
        return None;
    };
    let end = |property: &str, position_of: &Value, faults: &mut MapFaults| {
        let point = position(&feature.at, position_of, faults);
        match feature.text(&[property], faults) {
            Some(place) => Some(RouteEnd::Named(place.to_owned())),
            None => point.map(RouteEnd::At),
        }
    };
    let (from, to) = (end("from", first, faults), end("to", last, faults));
    Some(MappedRoute {
        at: feature.at.clone(),
        ends: [from?, to?],
        miles,
        measured: false,
        kind: kind.unwrap_or(RouteKind::Road),
    })
}
