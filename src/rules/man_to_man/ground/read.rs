//! Reading a ground from its file (TOML), and saying everything that is wrong with it, each fault with its line.
//!
//! Lengths and places are in inches, in quarters if need be; `x` to the right and `y` away from the attacker's edge.
//!
//! ```toml
//! name = "hedged lane"
//! what = "A lane between hedges, and the enemy across it."
//! width = 120
//! depth = 96
//! wind = "west"                # where it blows from; left out in a calm
//!
//! [[area]]
//! kind = "woods"               # a Surface
//! name = "the spinney"
//! edge = [[10, 50], [30, 50], [30, 70], [10, 70]]
//! level = 1                    # of a hill or a tower
//! depth = 1                    # of a moat
//! burns = "straw"              # of a building
//! walls = "house"              # a barrier all round it
//!
//! [[barrier]]
//! kind = "hedge"               # a BarrierKind
//! name = "the quickset"
//! line = [[0, 40], [120, 44]]
//! thickness = 1                # of a castle wall or a drawbridge
//! level = 2                    # of the walk on a castle wall
//! cover = "light"              # if it is not its kind's
//! open = true                  # a gate that stands open, a drawbridge that is down
//! hits = 7                     # that engines made on it before the battle
//!
//! [attacker]
//! line = [[40, 20], [80, 20]]  # where the front stands, and where archers and horse do, if elsewhere
//! [defender]
//! line = [[40, 60], [80, 60]]
//! archers = [[10, 48], [40, 48]]
//! horse = [[90, 70], [110, 70]]
//! ```

use super::{Area, Array, Barrier, BarrierKind, Fuel, Ground, Surface};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::Cover;
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The least and the most inches a ground measures each way.
const SIZE: std::ops::RangeInclusive<i32> = 40..=240;
/// The highest level of anything.
const TOP: i32 = 6;
/// The most areas, barriers and points of a line a ground may have.
const MOST: usize = 200;
/// Blanks around the field which shooters and others need: nobody is arrayed nearer to its edge than this, in inches.
const MARGIN: i32 = 1;

/// Something wrong with a ground's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct GroundFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what is wanted instead.
    pub what: String,
}

/// Everything wrong with a ground's file, in the order of its lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; "))]
pub struct GroundFaults(pub Vec<GroundFault>);

/// A ground from the text of its file, or every fault of it.
pub fn read(text: &str) -> Result<Ground, GroundFaults> {
    let mut reader = Reader { text, faults: Vec::new() };
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().map_or(0, |span| span.start), error.message().to_owned());
    }
    let whole = Entry { table: table.get_ref(), at: 0, what: "the ground" };
    let ground = reader.ground(&whole);
    let mut faults = reader.faults;
    if faults.is_empty() {
        return Ok(ground);
    }
    faults.sort_by_key(|fault| fault.line);
    faults.dedup();
    Err(GroundFaults(faults))
}

/// A table of the file, where it begins, and what to call it.
struct Entry<'a, 'i> {
    table: &'a DeTable<'i>,
    at: usize,
    what: &'static str,
}

impl<'a, 'i> Entry<'a, 'i> {
    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.table.iter().find(|(known, _)| known.get_ref() == key).map(|(_, value)| value)
    }
}

struct Reader<'a> {
    text: &'a str,
    faults: Vec<GroundFault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        let line = self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1;
        self.faults.push(GroundFault { line, what: what.into() });
    }

    fn ground(&mut self, whole: &Entry<'_, '_>) -> Ground {
        let keys = ["name", "what", "width", "depth", "wind", "area", "barrier", "attacker", "defender"];
        self.known(whole, &keys);
        let size = |reader: &mut Self, key| reader.needed(whole, key, |reader, value| reader.length(value, key, SIZE));
        let (width, depth) = (size(self, "width"), size(self, "depth"));
        let mut ground = Ground::open(width.unwrap_or(240 * INCH), depth.unwrap_or(240 * INCH));
        self.text.clone_into(&mut ground.text);
        let name = self.needed(whole, "name", |reader, value| reader.words(value, "a name"));
        if let Some(name) = name {
            if super::OPEN_FIELD.contains(&super::shipped::plain(&name).as_str()) {
                self.fault(whole.get("name").map_or(0, |value| value.span().start), "the open field has no file");
            }
            ground.name = name;
        }
        ground.what = self.needed(whole, "what", |reader, value| reader.words(value, "a sentence")).unwrap_or_default();
        ground.wind = self.optional(whole, "wind", Self::wind);
        for area in self.tables(whole, "area") {
            self.area(&area, &mut ground);
        }
        for barrier in self.tables(whole, "barrier") {
            let read = self.barrier(&barrier, &ground);
            ground.barriers.extend(read);
        }
        let arrays = BySide {
            attacker: self.array(whole, "attacker", &ground),
            defender: self.array(whole, "defender", &ground),
        };
        ground.arrays = arrays;
        if self.faults.is_empty() {
            ground.draw();
            self.stand_somewhere(whole, &ground);
        }
        ground
    }

    /// Both sides must be arrayed where men can stand, the attacker's nearer to his own edge.
    fn stand_somewhere(&mut self, whole: &Entry<'_, '_>, ground: &Ground) {
        for (side, key) in [(Side::Attacker, "attacker"), (Side::Defender, "defender")] {
            let at = whole.get(key).map_or(0, |value| value.span().start);
            let array = &ground.arrays[side];
            for place in array.line.iter().chain(&array.archers).chain(&array.horse) {
                let cell = ground.cell(*place);
                if matches!(cell.surface, Surface::River | Surface::WetMoat | Surface::Rock) {
                    let (x, y) = (place.x / INCH, place.y / INCH);
                    self.fault(at, format!("nobody can stand at [{x}, {y}], where there is {}", cell.surface));
                }
            }
        }
        let middle = |line: &[Point]| line.iter().map(|place| place.y).sum::<i32>() / line.len() as i32;
        if middle(&ground.arrays.attacker.line) >= middle(&ground.arrays.defender.line) {
            let at = whole.get("attacker").map_or(0, |value| value.span().start);
            self.fault(at, "the attacker's line must lie before the defender's, nearer to the edge y = 0");
        }
    }

    fn area(&mut self, entry: &Entry<'_, '_>, ground: &mut Ground) {
        self.known(entry, &["kind", "name", "edge", "level", "depth", "burns", "walls"]);
        let surface = self.needed(entry, "kind", Self::word::<Surface>);
        let edge = self.needed(entry, "edge", |reader, value| reader.line(value, ground, 3));
        let name = self.optional(entry, "name", |reader, value| reader.words(value, "a name"));
        let level = self.optional(entry, "level", |reader, value| reader.number(value, "a level", 0..=TOP));
        let depth = self.optional(entry, "depth", |reader, value| reader.number(value, "a depth in levels", 1..=TOP));
        let burns = self.optional(entry, "burns", Self::word::<Fuel>);
        let walls = self.optional(entry, "walls", Self::word::<BarrierKind>);
        let moat = matches!(surface, Some(Surface::DryMoat | Surface::WetMoat));
        if surface.is_some() && depth.is_some() && !moat {
            self.fault(entry.at, "only a moat has a depth");
        }
        if surface == Some(Surface::Rampart) && level.unwrap_or(0) == 0 {
            self.fault(entry.at, "a rampart needs a level, from 1");
        }
        let (Some(surface), Some(edge)) = (surface, edge) else { return };
        let name = name.unwrap_or_else(|| surface.word().to_owned());
        if let Some(kind) = walls {
            let line = edge.iter().copied().chain(edge.first().copied()).collect();
            let (thickness, level) = (0, 0);
            let burns = burns.or_else(|| own_material(kind));
            let barrier = Barrier {
                name: name.clone(),
                kind,
                line,
                thickness,
                level,
                cover: None,
                burns,
                open: false,
                hits: 0,
                pieces: (0, 0),
            };
            ground.barriers.push(barrier);
        }
        let depth = depth.map_or(u8::from(moat), |depth| depth as u8);
        ground.areas.push(Area { name, surface, level: level.map(|level| level as u8), depth, burns, edge });
    }

    fn barrier(&mut self, entry: &Entry<'_, '_>, ground: &Ground) -> Option<Barrier> {
        self.known(entry, &["kind", "name", "line", "thickness", "level", "cover", "burns", "open", "hits"]);
        let kind = self.needed(entry, "kind", Self::word::<BarrierKind>);
        let line = self.needed(entry, "line", |reader, value| reader.line(value, ground, 2));
        let name = self.optional(entry, "name", |reader, value| reader.words(value, "a name"));
        let thickness = self.optional(entry, "thickness", |reader, value| reader.length(value, "thickness", 0..=12));
        let level = self.optional(entry, "level", |reader, value| reader.number(value, "a level", 0..=TOP));
        let cover = self.optional(entry, "cover", Self::word::<Cover>);
        let burns = self.optional(entry, "burns", Self::word::<Fuel>);
        let open = self.optional(entry, "open", Self::yes);
        let hits = self.optional(entry, "hits", |reader, value| reader.number(value, "a number of hits", 0..=99));
        let kind = kind?;
        let thick = matches!(kind, BarrierKind::CastleWall | BarrierKind::Drawbridge);
        if thick && thickness.is_none_or(|thickness| thickness < INCH) {
            self.fault(entry.at, format!("a {kind} needs a thickness, from 1 in"));
        }
        if !thick && thickness.is_some() {
            self.fault(entry.at, format!("a {kind} has no thickness"));
        }
        if level.is_some() && kind != BarrierKind::CastleWall {
            self.fault(entry.at, "only a castle wall has a walk at a level");
        }
        let opens = matches!(
            kind,
            BarrierKind::Gate
                | BarrierKind::Door
                | BarrierKind::Portcullis
                | BarrierKind::Drawbridge
                | BarrierKind::CastleWall
        );
        if open == Some(true) && !opens {
            self.fault(entry.at, format!("a {kind} cannot stand open; draw a gap over it"));
        }
        let opened_by = i32::from(row_of(kind).hits);
        if hits.is_some_and(|hits| hits > 0 && hits >= opened_by) {
            let most = match opened_by {
                0 => format!("engines do not open a {kind}"),
                some => format!("{some} hits open a {kind}; draw a gap in it, or have it open"),
            };
            self.fault(entry.at, most);
        }
        Some(Barrier {
            name: name.unwrap_or_else(|| kind.word().to_owned()),
            kind,
            line: line?,
            thickness: thickness.unwrap_or(0),
            level: level.unwrap_or(0) as u8,
            cover,
            burns: burns.or_else(|| own_material(kind)),
            open: open.unwrap_or(false),
            hits: hits.unwrap_or(0) as u8,
            pieces: (0, 0),
        })
    }

    fn array(&mut self, whole: &Entry<'_, '_>, key: &'static str, ground: &Ground) -> Array {
        let Some(value) = whole.get(key) else {
            self.fault(0, format!("there is no [{key}], which says where that side is arrayed"));
            return Array::default();
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span().start, format!("{key} must be a table, [{key}]"));
            return Array::default();
        };
        let entry = Entry { table, at: value.span().start, what: "where a side is arrayed" };
        self.known(&entry, &["line", "archers", "horse"]);
        let line = |reader: &mut Self, value: &Spanned<DeValue<'_>>| {
            let line = reader.line(value, ground, 2)?;
            let margin = MARGIN * INCH;
            let edge = |of: i32, most: i32| of < margin || of > most - margin;
            if line.iter().any(|place| edge(place.x, ground.width) || edge(place.y, ground.depth)) {
                reader.fault(value.span().start, "nobody is arrayed within an inch of the edge of the field");
            }
            Some(line)
        };
        Array {
            line: self.needed(&entry, "line", line).unwrap_or_default(),
            archers: self.optional(&entry, "archers", line).unwrap_or_default(),
            horse: self.optional(&entry, "horse", line).unwrap_or_default(),
        }
    }

    /// Every key of a table must be one that is known.
    fn known(&mut self, entry: &Entry<'_, '_>, keys: &[&str]) {
        for key in entry.table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
            self.fault(
                key.span().start,
                format!("{} has no “{}”; it has {}", entry.what, key.get_ref(), keys.join(", ")),
            );
        }
    }

    fn needed<T>(
        &mut self,
        entry: &Entry<'_, '_>,
        key: &str,
        read: impl FnOnce(&mut Self, &Spanned<DeValue<'_>>) -> Option<T>,
    ) -> Option<T> {
        let value = entry.get(key);
        if value.is_none() {
            self.fault(entry.at, format!("{} needs “{key}”", entry.what));
        }
        read(self, value?)
    }

    fn optional<T>(
        &mut self,
        entry: &Entry<'_, '_>,
        key: &str,
        read: impl FnOnce(&mut Self, &Spanned<DeValue<'_>>) -> Option<T>,
    ) -> Option<T> {
        entry.get(key).and_then(|value| read(self, value))
    }

    fn tables<'a, 'i>(&mut self, whole: &Entry<'a, 'i>, key: &'static str) -> Vec<Entry<'a, 'i>> {
        let Some(value) = whole.get(key) else { return Vec::new() };
        let what = if key == "area" { "an area" } else { "a barrier" };
        let DeValue::Array(list) = value.get_ref() else {
            self.fault(value.span().start, format!("{what} is written [[{key}]]"));
            return Vec::new();
        };
        if list.len() > MOST {
            self.fault(value.span().start, format!("at most {MOST} of [[{key}]]"));
        }
        let mut entries = Vec::new();
        for item in list.iter().take(MOST) {
            match item.get_ref() {
                DeValue::Table(table) => entries.push(Entry { table, at: item.span().start, what }),
                _ => self.fault(item.span().start, format!("{what} is written [[{key}]]")),
            }
        }
        entries
    }

    fn words(&mut self, value: &Spanned<DeValue<'_>>, what: &str) -> Option<String> {
        let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= 200);
        if text.is_none() {
            self.fault(value.span().start, format!("expected {what} in quotation marks, of 200 letters at most"));
        }
        text.map(str::to_owned)
    }

    fn word<T: FromStr<Err: std::fmt::Display>>(&mut self, value: &Spanned<DeValue<'_>>) -> Option<T> {
        let read = value.get_ref().as_str().unwrap_or("").parse();
        read.map_err(|error: T::Err| self.fault(value.span().start, error.to_string())).ok()
    }

    fn yes(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let read = value.get_ref().as_bool();
        if read.is_none() {
            self.fault(value.span().start, "expected true or false");
        }
        read
    }

    fn wind(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Heading> {
        // The attacker's edge is the south; the wind is named for where it comes from.
        let from = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"]
            .iter()
            .position(|known| {
                value.get_ref().as_str().is_some_and(|text| super::shipped::plain(text) == super::shipped::plain(known))
            });
        if from.is_none() {
            self.fault(
                value.span().start,
                "a wind is from the north, north-east, east and so on; the attacker's edge is the south",
            );
        }
        from.map(|eighth| Heading::new(eighth as u8 * 8).back())
    }

    fn number(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        within: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let read =
            value.get_ref().as_integer().and_then(|number| i32::from_str_radix(number.as_str(), number.radix()).ok());
        let fits = read.filter(|number| within.contains(number));
        if fits.is_none() {
            self.fault(
                value.span().start,
                format!("{what} is a whole number from {} to {}", within.start(), within.end()),
            );
        }
        fits
    }

    /// A length in inches, as 64ths.
    fn length(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        within: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let (least, most) = (within.start() * INCH, within.end() * INCH);
        let read = inches(value.get_ref()).filter(|length| (least..=most).contains(length));
        if read.is_none() {
            let (least, most) = (within.start(), within.end());
            self.fault(
                value.span().start,
                format!("{what} is in inches, from {least} to {most}, in quarters if need be"),
            );
        }
        read
    }

    fn line(&mut self, value: &Spanned<DeValue<'_>>, ground: &Ground, least: usize) -> Option<Vec<Point>> {
        let Some(list) = value.get_ref().as_array().filter(|list| (least..=MOST).contains(&list.len())) else {
            self.fault(value.span().start, format!("expected at least {least} places, as [[x, y], [x, y]]"));
            return None;
        };
        let mut places = Vec::new();
        for item in list.iter() {
            let pair = item.get_ref().as_array().filter(|pair| pair.len() == 2);
            let place = pair.and_then(|pair| {
                let (x, y) = (pair.first()?, pair.get(1)?);
                Some(Point::new(inches(x.get_ref())?, inches(y.get_ref())?))
            });
            match place {
                Some(place) if ground.holds(place) => places.push(place),
                Some(_) => self.fault(item.span().start, "this place is off the field"),
                None => self.fault(item.span().start, "a place is [x, y], in inches, in quarters if need be"),
            }
        }
        (places.len() == list.len()).then_some(places)
    }
}

/// A number of inches in whole, half or quarter inches, as 64ths.
fn inches(value: &DeValue<'_>) -> Option<i32> {
    if let Some(number) = value.as_integer() {
        let whole = i32::from_str_radix(number.as_str(), number.radix()).ok()?;
        return whole.checked_mul(INCH);
    }
    let text = value.as_float()?.as_str();
    let (whole, part) = text.split_once('.')?;
    let quarters = match part.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole: i32 = whole.parse().ok()?;
    (whole >= 0).then(|| whole.checked_mul(INCH)).flatten()?.checked_add(quarters * INCH / 4)
}

fn own_material(kind: BarrierKind) -> Option<Fuel> {
    row_of(kind).burns
}

fn row_of(kind: BarrierKind) -> super::BarrierRow {
    *crate::rules::man_to_man::Tables::book().ground.row(kind)
}
