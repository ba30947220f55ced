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
//! prize = 58                   # where the line of walls begins that the battle is for, from the attacker's edge
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
//! many_archers = [[10, 52], [60, 52]] # where archers stand who are too many for that
//! horse = [[90, 70], [110, 70]]
//! ```

use super::{Area, Array, Barrier, BarrierKind, Fuel, Ground, Surface};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::Cover;
use crate::rules::written::{LineFaults, Reader, TomlEntry, TomlReader as _, read_file};
use toml::Spanned;
use toml::de::DeValue;

/// The least and the most inches a ground measures each way.
const SIZE: std::ops::RangeInclusive<i32> = 40..=240;
/// The highest level of anything.
const TOP: i32 = 6;
/// Blanks around the field which shooters and others need: nobody is arrayed nearer to its edge than this, in inches.
const MARGIN: i32 = 1;

/// A ground from the text of its file, or every fault of it.
pub fn read(text: &str) -> Result<Ground, LineFaults> {
    read_file(text, "the ground", |reader, whole| reader.ground(whole, false))
}

/// A ground that is a table of another file, which need not say its name nor where anybody is arrayed.
pub(in crate::rules::man_to_man) fn read_part(reader: &mut Reader<'_>, whole: &TomlEntry<'_, '_>) -> Ground {
    reader.ground(whole, true)
}

impl Reader<'_> {
    fn ground(&mut self, whole: &TomlEntry<'_, '_>, part: bool) -> Ground {
        let keys = ["name", "what", "width", "depth", "wind", "prize", "area", "barrier", "attacker", "defender"];
        self.known(whole, &keys);
        let size = |reader: &mut Self, key| reader.needed(whole, key, |reader, value| reader.length(value, key, SIZE));
        let (width, depth) = (size(self, "width"), size(self, "depth"));
        let mut ground = Ground::open(width.unwrap_or(240 * INCH), depth.unwrap_or(240 * INCH));
        self.text().clone_into(&mut ground.text);
        if part && whole.get("name").is_none() {
            "the ground".clone_into(&mut ground.name);
        }
        let name = self.unless(part, whole, "name", |reader, value| reader.words(value, "a name"));
        if let Some(name) = name {
            if super::OPEN_FIELD.contains(&super::shipped::plain(&name).as_str()) {
                self.fault(whole.get("name").map_or(0, |value| value.span().start), "the open field has no file");
            }
            ground.name = name;
        }
        let what = self.unless(part, whole, "what", |reader, value| reader.words(value, "a sentence"));
        ground.what = what.unwrap_or_default();
        ground.wind = self.optional(whole, "wind", Self::wind);
        let within = 1..=ground.depth / INCH;
        ground.prize = self.optional(whole, "prize", |reader, value| reader.length(value, "prize", within));
        for area in self.tables(whole, "area", "an area") {
            self.area(&area, &mut ground);
        }
        for barrier in self.tables(whole, "barrier", "a barrier") {
            let read = self.barrier(&barrier, &ground);
            ground.barriers.extend(read);
        }
        let arrays = BySide {
            attacker: self.array(whole, "attacker", part, &ground),
            defender: self.array(whole, "defender", part, &ground),
        };
        ground.arrays = arrays;
        if self.sound() {
            ground.draw();
            self.stand_somewhere(whole, &ground);
        }
        ground
    }

    /// Both sides must be arrayed where men can stand, the attacker's nearer to his own edge.
    fn stand_somewhere(&mut self, whole: &TomlEntry<'_, '_>, ground: &Ground) {
        for (side, key) in [(Side::Attacker, "attacker"), (Side::Defender, "defender")] {
            let at = whole.get(key).map_or(0, |value| value.span().start);
            let array = &ground.arrays[side];
            for place in array.line.iter().chain(&array.archers).chain(&array.many_archers).chain(&array.horse) {
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

    fn area(&mut self, entry: &TomlEntry<'_, '_>, ground: &mut Ground) {
        self.known(entry, &["kind", "name", "edge", "level", "depth", "burns", "walls"]);
        let surface = self.needed(entry, "kind", Self::word::<Surface>);
        let edge = self.needed(entry, "edge", |reader, value| reader.line(value, |place| ground.holds(place), 3));
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

    fn barrier(&mut self, entry: &TomlEntry<'_, '_>, ground: &Ground) -> Option<Barrier> {
        self.known(entry, &["kind", "name", "line", "thickness", "level", "cover", "burns", "open", "hits"]);
        let kind = self.needed(entry, "kind", Self::word::<BarrierKind>);
        let line = self.needed(entry, "line", |reader, value| reader.line(value, |place| ground.holds(place), 2));
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

    fn array(&mut self, whole: &TomlEntry<'_, '_>, key: &'static str, part: bool, ground: &Ground) -> Array {
        let Some(value) = whole.get(key) else {
            if part {
                let back = |far: i32| if key == "attacker" { far } else { ground.depth - far };
                let (left, right, back) =
                    (2 * MARGIN * INCH, ground.width - 2 * MARGIN * INCH, back(2 * MARGIN * INCH));
                return Array { line: vec![Point::new(left, back), Point::new(right, back)], ..Array::default() };
            }
            self.fault(0, format!("there is no [{key}], which says where that side is arrayed"));
            return Array::default();
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span().start, format!("{key} must be a table, [{key}]"));
            return Array::default();
        };
        let entry = TomlEntry { table, at: value.span().start, what: "where a side is arrayed" };
        self.known(&entry, &["line", "archers", "many_archers", "horse"]);
        let line = |reader: &mut Self, value: &Spanned<DeValue<'_>>| {
            let line = reader.line(value, |place| ground.holds(place), 2)?;
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
            many_archers: self.optional(&entry, "many_archers", line).unwrap_or_default(),
            horse: self.optional(&entry, "horse", line).unwrap_or_default(),
        }
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

    /// A value that is needed, but for a ground that is a part of another file.
    fn unless<T>(
        &mut self,
        part: bool,
        entry: &TomlEntry<'_, '_>,
        key: &str,
        read: impl FnOnce(&mut Self, &Spanned<DeValue<'_>>) -> Option<T>,
    ) -> Option<T> {
        if part { self.optional(entry, key, read) } else { self.needed(entry, key, read) }
    }
}

fn own_material(kind: BarrierKind) -> Option<Fuel> {
    row_of(kind).burns
}

fn row_of(kind: BarrierKind) -> super::BarrierRow {
    *crate::rules::man_to_man::Tables::book().ground.row(kind)
}
