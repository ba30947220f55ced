//! Places and routes read from a file and written to one: a CSV of either, the burgs of Azgaar's map generator, or GeoJSON.
//! Every fault is told at once, by its line or feature; what is read has no place on the campaign's map yet, see
//! [`MapFile::fit`].

mod geojson;
mod table;

pub use table::{places_csv, routes_csv};

use super::lines::FirstFaults;
use super::map::{EDGE, MapScale, MapSpot};
use super::places::{PlaceKind, RouteKind};
use serde::Serialize;

/// The most places and routes a file may hold.
pub const MOST_IN_A_FILE: usize = 10_000;
/// Units left free at the edges of the map when a file is fitted to it.
const MARGIN: f64 = 40.0;
/// Statute miles in a degree of latitude.
const MILES_IN_A_DEGREE: f64 = 69.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MapFileKind {
    /// Places as this program writes them.
    Places,
    /// Routes as this program writes them.
    Routes,
    /// The burgs of Azgaar's map generator.
    Burgs,
    /// A GeoJSON collection of points and lines.
    GeoJson,
}

/// What is wrong at one place of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MapFault {
    /// Where, such as `Line 3` or `Feature 12`.
    pub at: String,
    /// All of it in one sentence.
    pub sentence: String,
}

/// Faults of a map as they are found.
#[derive(Debug, Default)]
pub struct MapFaults(FirstFaults<MapFault>);

impl MapFaults {
    /// Adds a fault.
    pub fn push(&mut self, at: &str, what: impl AsRef<str>) {
        self.0.push(MapFault { at: at.to_owned(), sentence: format!("{at}: {}.", what.as_ref()) });
    }

    /// Whether one is told of a line or feature, or of a part of it.
    pub fn are_of(&self, at: &str) -> bool {
        self.0
            .told
            .iter()
            .any(|fault| fault.at.strip_prefix(at).is_some_and(|rest| rest.is_empty() || rest.starts_with(',')))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.told.is_empty()
    }

    /// All of them in the order of the file, and at the end how many more there were.
    pub fn all(mut self) -> Vec<MapFault> {
        let number = |fault: &MapFault| -> u64 {
            let digits = fault.at.chars().skip_while(|sign| !sign.is_ascii_digit()).take_while(char::is_ascii_digit);
            digits.collect::<String>().parse().unwrap_or(0)
        };
        self.0.told.sort_by_key(number);
        self.0.all(|more, _| MapFault { at: String::new(), sentence: format!("And {more} more.") })
    }
}

/// A point as a file has it: from the west, and from the north or, in degrees, from the equator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPoint {
    /// From the west.
    pub x: f64,
    /// From the north; in degrees the latitude.
    pub y: f64,
}

/// What the points of a file are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Units of the campaign's map, 0 to 1000.
    Units,
    /// Anything else, from the north-west.
    Pixels,
    /// Degrees of longitude and latitude.
    Degrees,
}

/// A place of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedPlace {
    /// Where in the file it stands.
    pub at: String,
    pub name: String,
    /// What it is, where the file says so.
    pub kind: Option<PlaceKind>,
    /// The side it belongs to; nobody where that is the empty text.
    pub side: Option<String>,
    /// Where it lies.
    pub point: Option<MapPoint>,
    /// How many people live there.
    pub people: Option<u32>,
    /// Knights' fiefs held of it.
    pub fiefs: Option<u32>,
    /// Whether it has town walls.
    pub walls: bool,
    /// Whether it has a citadel.
    pub citadel: bool,
}

/// One end of a route of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteEnd {
    /// A place by its name.
    Named(String),
    /// A point, where a place of the file lies.
    At(MapPoint),
}

/// A route of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedRoute {
    /// Where in the file it stands.
    pub at: String,
    /// Its two ends.
    pub ends: [RouteEnd; 2],
    /// Its length, where the file gives it; else it is measured by the scale.
    pub miles: Option<u32>,
    /// Whether it is measured by the scale all the same, where there is one.
    pub measured: bool,
    pub kind: RouteKind,
}

/// Places and routes as a file has them.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFile {
    /// What the file is.
    pub kind: MapFileKind,
    /// What its points are measured in.
    pub measure: Measure,
    pub places: Vec<MappedPlace>,
    pub routes: Vec<MappedRoute>,
}

/// What the edges of the campaign's map stand for in a file's own measure: west, north, east.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// What lies at the map's west edge.
    pub west: f64,
    /// What lies at its north edge.
    pub north: f64,
    /// What lies at its east edge; the south follows, for the map is as high as it is wide.
    pub east: f64,
}

/// How points of a file come to lie on the campaign's map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    measure: Measure,
    west: f64,
    north: f64,
    /// Units of the map for one of the file's, from the west.
    across: f64,
    /// The same from the north.
    down: f64,
    /// Units left free at the edges.
    margin: f64,
}

impl Fit {
    /// Where a point lies on the map; it may lie off it where the edges were given.
    pub fn spot(&self, point: MapPoint) -> MapSpot {
        let south = match self.measure {
            Measure::Degrees => self.north - point.y,
            Measure::Units | Measure::Pixels => point.y - self.north,
        };
        let unit = |far: f64| far.round().clamp(-1e9, 1e9) as i64;
        MapSpot { x: unit(self.margin + (point.x - self.west) * self.across), y: unit(self.margin + south * self.down) }
    }

    /// The map's scale, where the file's measure tells how long a mile is.
    pub fn scale(&self) -> Option<MapScale> {
        let miles = (MILES_IN_A_DEGREE * EDGE as f64 / self.down).round();
        let known = self.measure == Measure::Degrees && (1.0..=100_000.0).contains(&miles);
        known.then_some(MapScale { a: MapSpot { x: 0, y: 0 }, b: MapSpot { x: 0, y: EDGE }, miles: miles as u32 })
    }
}

impl MapFile {
    /// How the file's points come to lie on the map: by its edges, or so that all of them fill it.
    pub fn fit(&self, extent: Option<Extent>) -> Fit {
        let ends = self.routes.iter().flat_map(|route| &route.ends).filter_map(|end| match end {
            RouteEnd::At(point) => Some(*point),
            RouteEnd::Named(_) => None,
        });
        let points: Vec<MapPoint> = self.places.iter().filter_map(|place| place.point).chain(ends).collect();
        let least = |of: fn(&MapPoint) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&MapPoint) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (west, east, low, high) = match points.is_empty() {
            true => (0.0, 1.0, 0.0, 1.0),
            false => (least(|point| point.x), most(|point| point.x), least(|point| point.y), most(|point| point.y)),
        };
        let measure = self.measure;
        if measure == Measure::Units {
            return Fit { measure, west: 0.0, north: 0.0, across: 1.0, down: 1.0, margin: 0.0 };
        }
        // A degree of longitude is shorter than one of latitude, by the cosine of the latitude.
        let narrow = match measure {
            Measure::Degrees => ((low + high) / 2.0).to_radians().cos().max(0.05),
            _ => 1.0,
        };
        if let Some(extent) = extent {
            let across = EDGE as f64 / (extent.east - extent.west);
            return Fit { measure, west: extent.west, north: extent.north, across, down: across / narrow, margin: 0.0 };
        }
        let room = EDGE as f64 - 2.0 * MARGIN;
        let down = room / ((east - west) * narrow).max(high - low).max(f64::MIN_POSITIVE);
        let down = if down.is_finite() { down.min(1e9) } else { 1.0 };
        let north = if measure == Measure::Degrees { high } else { low };
        Fit { measure, west, north, across: down * narrow, down, margin: MARGIN }
    }
}

/// Reads a file of places or routes, or says everything that is wrong with it.
pub fn parse(file: &[u8]) -> Result<MapFile, Vec<MapFault>> {
    let (read, faults) = parse_all(file);
    match read.filter(|_| faults.is_empty()) {
        Some(read) => Ok(read),
        None => Err(faults.all()),
    }
}

/// What of a file of places or routes can be read, if it is one, and everything that is wrong with it.
pub fn parse_all(file: &[u8]) -> (Option<MapFile>, MapFaults) {
    let mut faults = MapFaults::default();
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let Ok(text) = std::str::from_utf8(text) else {
        faults.push("The file", "it is not text in UTF-8");
        return (None, faults);
    };
    let read = match text.trim_start().starts_with(['{', '[']) {
        true => geojson::parse(text, &mut faults),
        false => table::parse(text, &mut faults),
    };
    (read, faults)
}

/// A name as a campaign keeps it, or what is wrong with it.
fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    match name.chars().count() {
        0 => Err("the name is empty".to_owned()),
        1..=100 if !name.chars().any(char::is_control) => Ok(name.to_owned()),
        _ => Err("the name is too long, or has more than letters in it".to_owned()),
    }
}
