//! Places and routes as tables: this program's own CSV, and the burgs of Azgaar's map generator.

use super::{
    MOST_IN_A_FILE, MapFaults, MapFile, MapFileKind, MapPoint, MappedPlace, MappedRoute, Measure, RouteEnd, name,
};
use crate::campaign::lines::{Lines, MOST_CELLS, crowded};
use crate::campaign::places::{Place, Route, RouteKind};
use crate::campaign::roster::{guarded, unguarded};
use std::collections::BTreeMap;
use std::str::FromStr;

/// A row of a table by its columns' names, in small letters.
struct Cells<'a> {
    at: String,
    cells: BTreeMap<&'a str, &'a str>,
}

impl<'a> Cells<'a> {
    /// What a column holds; nothing if the table has no such column.
    fn get(&self, column: &str) -> Option<&'a str> {
        self.cells.get(column).copied()
    }

    /// What a column holds, nothing if it is empty or not there, or what is wrong with it.
    fn read<T>(&self, column: &str, faults: &mut MapFaults, read: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let cell = self.get(column).map(str::trim).filter(|cell| !cell.is_empty())?;
        match read(cell) {
            Ok(value) => Some(value),
            Err(wrong) => {
                faults.push(&format!("{}, column {column}", self.at), wrong);
                None
            }
        }
    }
}

fn figure(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number, found “{text}”"))
}

fn measure(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.abs() < 1e9);
    number.ok_or_else(|| format!("expected a number, found “{text}”"))
}

fn word<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|unknown: T::Err| unknown.to_string())
}

pub(super) fn parse(text: &str, faults: &mut MapFaults) -> Option<MapFile> {
    if let Some(line) = crowded(text.as_bytes()) {
        faults.push(&format!("Line {line}"), format!("expected at most {MOST_CELLS} cells in a line"));
        return None;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut records = Vec::new();
    for record in reader.records() {
        match record {
            Ok(record) if record.iter().any(|cell| !cell.trim().is_empty()) => records.push(record),
            Ok(_) => {}
            Err(error) => faults.push("The file", format!("it is no table: {error}")),
        }
        // The header, as many as there may be, and one to be told of.
        if records.len() > MOST_IN_A_FILE + 2 {
            break;
        }
    }
    let mut records = records.into_iter();
    let Some(header) = records.next() else {
        faults.push("The file", "it is empty; expected a table of places or routes, or GeoJSON");
        return None;
    };
    let header: Vec<String> = header.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let has = |column: &str| header.iter().any(|known| known == column);
    let kind = match () {
        () if has("burg") => MapFileKind::Burgs,
        () if has("from") && has("to") => MapFileKind::Routes,
        () if has("name") => MapFileKind::Places,
        () => {
            let wrong = "expected the columns of places (name, kind, side, x, y, people, fiefs), of routes (from, to, miles, \
                         kind) or of burgs (Burg, X, Y, Population, Citadel, Walls)";
            faults.push("Line 1", wrong);
            return None;
        }
    };
    let mut file = MapFile { kind, measure: Measure::Units, places: Vec::new(), routes: Vec::new() };
    if kind == MapFileKind::Burgs {
        file.measure = match (has("x") && has("y"), has("longitude") && has("latitude")) {
            (true, _) => Measure::Pixels,
            (false, true) => Measure::Degrees,
            (false, false) => {
                faults.push("Line 1", "expected the columns X and Y, or Longitude and Latitude");
                return None;
            }
        };
    }
    let mut lines = Lines::of(text.as_bytes());
    for record in records {
        let line = lines.at(record.position().map_or(0, csv::Position::byte));
        let cells = header.iter().map(String::as_str).zip(record.iter()).collect();
        let row = Cells { at: format!("Line {line}"), cells };
        match kind {
            MapFileKind::Routes => file.routes.extend(route(&row, faults)),
            MapFileKind::Burgs => file.places.extend(burg(&row, file.measure, faults)),
            MapFileKind::Places | MapFileKind::GeoJson => file.places.extend(place(&row, faults)),
        }
        if file.places.len() + file.routes.len() > MOST_IN_A_FILE {
            faults.push(&row.at, format!("expected at most {MOST_IN_A_FILE} places or routes in a file"));
            return None;
        }
    }
    if file.places.is_empty() && file.routes.is_empty() && faults.is_empty() {
        faults.push("The file", "it has a header and nothing under it");
    }
    Some(file)
}

fn named(row: &Cells, column: &str, faults: &mut MapFaults) -> Option<String> {
    match name(unguarded(row.get(column).unwrap_or_default().trim())) {
        Ok(name) => Some(name),
        Err(wrong) => {
            faults.push(&format!("{}, column {column}", row.at), wrong);
            None
        }
    }
}

fn place(row: &Cells, faults: &mut MapFaults) -> Option<MappedPlace> {
    let name = named(row, "name", faults);
    let kind = row.read("kind", faults, word);
    let (x, y) = (row.read("x", faults, figure), row.read("y", faults, figure));
    for (column, value) in [("x", x), ("y", y)] {
        if value.is_some_and(|value| value > 1000) {
            faults.push(&format!("{}, column {column}", row.at), "expected 0 to 1000, the width of the map");
        }
    }
    let point = match (x, y) {
        (Some(x), Some(y)) => Some(MapPoint { x: x.into(), y: y.into() }),
        (None, None) => None,
        _ => {
            faults.push(&row.at, "expected both x and y, or neither");
            None
        }
    };
    Some(MappedPlace {
        at: row.at.clone(),
        kind,
        side: row.get("side").map(|side| unguarded(side.trim()).to_owned()),
        point,
        people: row.read("people", faults, figure),
        fiefs: row.read("fiefs", faults, figure),
        walls: false,
        citadel: false,
        name: name?,
    })
}

/// A burg of Azgaar's map generator. What is so is a word in its column, what is not so is empty.
fn burg(row: &Cells, measured: Measure, faults: &mut MapFaults) -> Option<MappedPlace> {
    use crate::campaign::places::PlaceKind;
    let name = named(row, "burg", faults);
    let is = |column: &str| row.get(column).is_some_and(|cell| !["", "0", "false", "no"].contains(&cell.trim()));
    let (across, down) = match measured {
        Measure::Degrees => ("longitude", "latitude"),
        Measure::Units | Measure::Pixels => ("x", "y"),
    };
    let (x, y) = (row.read(across, faults, measure), row.read(down, faults, measure));
    for (column, value) in [(across, x), (down, y)] {
        if value.is_none() && row.get(column).is_none_or(|cell| cell.trim().is_empty()) {
            faults.push(&format!("{}, column {column}", row.at), "expected a number, found nothing");
        }
    }
    // A population is a whole number, but an older version of the generator wrote it with its parts.
    let people = row.read("population", faults, |text| {
        measure(text).and_then(|people| match (0.0..=1e8).contains(&people) {
            true => Ok(people.round() as u32),
            false => Err(format!("expected a number of people, found “{text}”")),
        })
    });
    let kind = match () {
        () if is("capital") => Some(PlaceKind::City),
        () if is("port") => Some(PlaceKind::Port),
        () => None,
    };
    let state = row.get("state").map(str::trim).filter(|state| !state.eq_ignore_ascii_case("neutrals"));
    Some(MappedPlace {
        at: row.at.clone(),
        kind,
        side: Some(state.unwrap_or_default().to_owned()),
        point: x.zip(y).map(|(x, y)| MapPoint { x, y }),
        people,
        fiefs: None,
        walls: is("walls"),
        citadel: is("citadel"),
        name: name?,
    })
}

fn route(row: &Cells, faults: &mut MapFaults) -> Option<MappedRoute> {
    let (from, to) = (named(row, "from", faults), named(row, "to", faults));
    let (miles, kind) = (row.read("miles", faults, figure), row.read("kind", faults, word));
    let ends = [RouteEnd::Named(from?), RouteEnd::Named(to?)];
    let measured = row.get("measured").is_some_and(|cell| cell.trim().eq_ignore_ascii_case("yes"));
    Some(MappedRoute { at: row.at.clone(), ends, miles, measured, kind: kind.unwrap_or(RouteKind::Road) })
}

fn written(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut put = |cells: &[String]| out.write_record(cells).unwrap_or_else(|error| unreachable!("in memory: {error}"));
    put(&header.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>());
    rows.for_each(|row| put(&row));
    let bytes = out.into_inner().unwrap_or_else(|error| unreachable!("in memory: {error}"));
    String::from_utf8(bytes).unwrap_or_else(|error| unreachable!("made of strings: {error}"))
}

/// Places as CSV, each with the name of its side, which is empty for nobody's.
pub fn places_csv<'a>(places: impl Iterator<Item = (&'a Place, &'a str)>) -> String {
    written(
        &["name", "kind", "side", "x", "y", "people", "fiefs"],
        places.map(|(place, side)| {
            vec![
                guarded(&place.name),
                place.kind.to_string(),
                guarded(side),
                place.x.to_string(),
                place.y.to_string(),
                place.people.to_string(),
                place.fiefs.to_string(),
            ]
        }),
    )
}

/// Routes as CSV, each with the names of its two places, its miles, and whether they follow from the map's scale.
pub fn routes_csv<'a>(routes: impl Iterator<Item = (&'a Route, [&'a str; 2])>) -> String {
    written(
        &["from", "to", "miles", "kind", "measured"],
        routes.map(|(route, [from, to])| {
            let measured = if route.measured { "yes" } else { "" };
            vec![guarded(from), guarded(to), route.miles.to_string(), route.kind.to_string(), measured.to_owned()]
        }),
    )
}
