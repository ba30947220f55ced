//! Reading a map from its file (TOML), and saying everything that is wrong with it, each fault with its line.
//!
//! The ground is drawn, one character a hex, every second row set in; what each character stands for is told once.
//! Hexes are named by column and row, two digits each, as 0812; a side of one as `0812 south-east`.
//!
//! ```toml
//! name = "border castle"
//! what = "A rampart and a keep behind a moat."
//! lines = ["the rampart", "the keep"]    # lines of defence, the outermost first
//! ground = '''
//! . . m r r c
//!  . . m r r c
//! '''
//!
//! [[part]]
//! name = "the west rampart"
//! line = 1                     # on or behind which line it lies; 0, and outside if left out
//! keep = true                  # of the keep, to which the garrison falls back at last
//!
//! [[hex]]
//! mark = "r"
//! terrain = "rampart"          # a Terrain
//! part = "the west rampart"
//! level = 1                    # 0 if left out
//! roof = true
//! top = 3                      # level of the top of what stands there, if it is not what the terrain makes it
//! deep = true                  # of a moat that cannot be filled
//! battlements = "all round"    # or "none", or "outward", towards lower hexes of an outer line, as ramparts have them
//!
//! [[stair]]                    # the hex is drawn with a mark whose terrain is "stair"
//! at = "0507"
//! foot = ["west"]              # the sides it opens on below, a level lower; "all" if it opens in the middle of a hex
//! head = ["east"]              # and above, on its own level or the next stair
//!
//! [[gate]]
//! name = "the gate"
//! kind = "gate"                # or "door", or "portcullis"
//! sides = ["1520 south-west", "1520 south-east"]    # from the inner hex
//! open = true
//!
//! [[wall]]                     # where the drawing does not make one
//! sides = ["1012 east"]
//! top = 3                      # the level of its top; one above the higher hex if left out
//!
//! [[battlement]]               # more of them than the marks make, each of the hex named
//! sides = ["1012 east"]
//!
//! [[opening]]                  # no wall and no battlement there
//! sides = ["1013 east"]
//!
//! [[slit]]                     # an arrow slit: from that hex, over that side
//! sides = ["1014 west"]
//!
//! [[passage]]
//! part = "the secret passage"
//! level = -1
//! hexes = ["0712", "0812", "0912"]
//! stairs = ["0712", "0912"]    # spiral stairs to the hexes above
//!
//! [[lift]]
//! name = "the drawbridge"
//! kind = "drawbridge"          # or "stair", or "sluice"
//! hexes = ["1421"]             # of a sluice, none: the whole passage
//! from = "1419"                # where it is worked
//! closed = true                # up; under water
//!
//! [attacker]
//! parts = ["the field"]        # where a side may stand when an assault begins
//! [defender]
//! parts = ["the west rampart"]
//! ```

mod sides;

use super::{CastlePart, HexCell, HexEdge, HexId, HexMap, Terrain};
use crate::rules::assault::hexes::Hex;
use crate::rules::figure::BySide;
use crate::rules::written::{LineFaults, Reader, TomlEntry, TomlReader, read_file};
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::DeValue;

/// The most hexes a map measures from west to east, and from north to south.
const MOST: (usize, usize) = (80, 60);
/// The lowest and the highest level.
const LEVELS: RangeInclusive<i64> = -9..=9;

/// A map from the text of its file, or every fault of it.
pub fn read(text: &str) -> Result<HexMap, LineFaults> {
    let read = read_file(text, "the map", |file, whole| MapReader(file).map(whole));
    let mut map = read?.ok_or_else(|| LineFaults(Vec::new()))?;
    map.lay_sides();
    Ok(map)
}

/// Which sides of its hexes a mark has battlements on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crest {
    None,
    Outward,
    AllRound,
}
crate::rules::figure::words!(
    Crest,
    "kind of battlements",
    "none, outward or all round",
    None = "none",
    Outward = "outward",
    AllRound = "all round",
);

/// A hex of the drawing, with the number of its kind in the legend.
type DrawnHex = (usize, HexCell);

/// What a character of the drawing stands for.
#[derive(Clone, Debug)]
struct Legend {
    mark: char,
    cell: HexCell,
    crest: Crest,
    at: usize,
    drawn: bool,
}

type Value<'i> = Spanned<DeValue<'i>>;

struct MapReader<'r, 'a>(&'r mut Reader<'a>);

impl TomlReader for MapReader<'_, '_> {
    const MOST_TABLES: usize = usize::MAX;

    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.0.fault(at, what);
    }
}

const TABLES: [(&str, &str); 10] = [
    ("part", "a part"),
    ("hex", "a kind of hex"),
    ("stair", "a stair"),
    ("gate", "a gate"),
    ("wall", "a wall"),
    ("battlement", "a battlement"),
    ("opening", "an opening"),
    ("slit", "an arrow slit"),
    ("passage", "a passage"),
    ("lift", "a working"),
];

impl MapReader<'_, '_> {
    fn map(&mut self, whole: &TomlEntry<'_, '_>) -> Option<HexMap> {
        let keys: Vec<&str> = ["name", "what", "lines", "ground", "attacker", "defender"]
            .into_iter()
            .chain(TABLES.iter().map(|(key, _)| *key))
            .collect();
        self.known(whole, &keys);
        let name = self.needed(whole, "name", |reader, value| reader.words(value, "a name"));
        let what = self.needed(whole, "what", |reader, value| reader.words(value, "a sentence"));
        let lines = self.needed(whole, "lines", |reader, value| reader.texts(value, "a line of defence"));
        let lines = lines.unwrap_or_default();
        if !(1..=9).contains(&lines.len()) {
            self.fault(
                whole.get("lines").map_or(0, |value| value.span().start),
                "a place has one to nine lines of defence",
            );
        }
        let parts = self.parts(whole, lines.len());
        let mut legend = self.legend(whole, &parts);
        let drawing = self.needed(whole, "ground", |reader, value| reader.drawing(value, &mut legend));
        for unused in legend.iter().filter(|kind| !kind.drawn) {
            self.fault(unused.at, format!("no hex of the ground is drawn “{}”", unused.mark));
        }
        let (columns, rows, drawn) = drawing?;
        let mut map = HexMap {
            name: name.unwrap_or_default(),
            what: what.unwrap_or_default(),
            lines,
            parts,
            columns: columns as i16,
            rows: rows as i16,
            first_under: drawn.len() as u16,
            cells: drawn.iter().map(|&(_, cell)| cell).collect(),
            gates: Vec::new(),
            lifts: Vec::new(),
            stands: BySide::default(),
            text: self.0.text().to_owned(),
            sides: std::sync::Arc::default(),
            axes: std::sync::Arc::default(),
        };
        let crests: Vec<Crest> = drawn.iter().map(|&(kind, _)| legend[kind].crest).collect();
        self.passages(whole, &mut map);
        crest(&mut map, &crests);
        self.sides(whole, &mut map);
        self.stairs(whole, &mut map);
        self.lifts(whole, &mut map);
        map.stands =
            BySide { attacker: self.stands(whole, "attacker", &map), defender: self.stands(whole, "defender", &map) };
        if self.0.sound() {
            self.every_hex_is_reached(whole, &map);
        }
        Some(map)
    }

    fn parts(&mut self, whole: &TomlEntry<'_, '_>, lines: usize) -> Vec<CastlePart> {
        let mut parts: Vec<CastlePart> = Vec::new();
        for entry in self.of_kind(whole, "part") {
            self.known(&entry, &["name", "line", "keep"]);
            let name = self.needed(&entry, "name", |reader, value| reader.words(value, "a name"));
            let line = self.optional(&entry, "line", |reader, value| reader.number(value, "a line", 0..=lines as i64));
            let keep = self.optional(&entry, "keep", Self::yes).unwrap_or(false);
            let Some(name) = name else { continue };
            if parts.iter().any(|part| part.name == name) {
                self.fault(entry.at, format!("“{name}” is there twice"));
            }
            let line = line.unwrap_or(0) as u8;
            if keep && usize::from(line) != lines {
                self.fault(entry.at, format!("the keep lies on the last line of defence, {lines}"));
            }
            parts.push(CastlePart { name, line, keep });
        }
        if !parts.iter().any(|part| part.keep) {
            self.fault(0, "no part is the keep; one says keep = true");
        }
        parts
    }

    fn legend(&mut self, whole: &TomlEntry<'_, '_>, parts: &[CastlePart]) -> Vec<Legend> {
        let mut legend: Vec<Legend> = Vec::new();
        for entry in self.of_kind(whole, "hex") {
            self.known(&entry, &["mark", "terrain", "part", "level", "roof", "top", "deep", "battlements"]);
            let mark = self.needed(&entry, "mark", Self::mark);
            let terrain = self.needed(&entry, "terrain", Self::word::<Terrain>);
            let part = self.needed(&entry, "part", |reader, value| reader.part(value, parts));
            let level = self.optional(&entry, "level", |reader, value| reader.number(value, "a level", LEVELS));
            let roof = self.optional(&entry, "roof", Self::yes);
            let top = self.optional(&entry, "top", |reader, value| reader.number(value, "a level", LEVELS));
            let deep = self.optional(&entry, "deep", Self::yes).unwrap_or(false);
            let crest = self.optional(&entry, "battlements", Self::word::<Crest>);
            let (Some(mark), Some(terrain), Some(part)) = (mark, terrain, part) else { continue };
            if legend.iter().any(|kind| kind.mark == mark) {
                self.fault(entry.at, format!("“{mark}” stands for two kinds of hex"));
            }
            if matches!(terrain, Terrain::Passage | Terrain::Spiral) {
                self.fault(entry.at, format!("a {terrain} is not drawn; write it as [[passage]]"));
            }
            if deep && terrain != Terrain::Moat {
                self.fault(entry.at, "only a moat is deep");
            }
            let level = level.unwrap_or(0) as i8;
            let roofed = roof.unwrap_or(matches!(terrain, Terrain::Room | Terrain::Gateway));
            let built = matches!(terrain, Terrain::House | Terrain::Trees) || roofed;
            let top = top.map_or(level + i8::from(built), |top| top as i8);
            if top < level {
                self.fault(entry.at, format!("the top of it, {top}, is below its level, {level}"));
            }
            let usual = if terrain == Terrain::Rampart { Crest::Outward } else { Crest::None };
            let cell = HexCell {
                hex: Hex::new(1, 1),
                under: false,
                terrain,
                level,
                top,
                roofed,
                deep,
                part,
                edges: [HexEdge::default(); 6],
                foot: 0,
                head: 0,
                lift: None,
                spiral: None,
            };
            legend.push(Legend { mark, cell, crest: crest.unwrap_or(usual), at: entry.at, drawn: false });
        }
        legend
    }

    /// The hexes of the drawing, each with its kind: how many from west to east, and from north to south.
    fn drawing(&mut self, value: &Value<'_>, legend: &mut [Legend]) -> Option<(usize, usize, Vec<DrawnHex>)> {
        let Range { start, end } = value.span();
        if value.get_ref().as_str().is_none() {
            self.fault(start, "the ground is drawn as a text of several lines, within '''");
            return None;
        }
        let text = self.0.text();
        let mut at = start;
        let mut rows: Vec<(usize, &str)> = Vec::new();
        for line in text[start..end].split_inclusive('\n') {
            if line.trim_matches(['\'', '"', ' ', '\n', '\r', '\t']).is_empty() {
                at += line.len();
                continue;
            }
            rows.push((at, line.trim_end()));
            at += line.len();
        }
        let columns = rows.first().map_or(0, |(_, row)| marks(row).count());
        if !(2..=MOST.0).contains(&columns) || !(2..=MOST.1).contains(&rows.len()) {
            self.fault(start, format!("a map is from 2 to {} hexes wide and from 2 to {} high", MOST.0, MOST.1));
            return None;
        }
        let mut cells = Vec::with_capacity(columns * rows.len());
        for (n, &(at, row)) in rows.iter().enumerate() {
            let count = marks(row).count();
            if count != columns {
                self.fault(at, format!("row {:02} has {count} hexes, and the first has {columns}", n + 1));
            }
            for (column, mark) in marks(row).enumerate() {
                let hex = Hex::new(column as i16 + 1, n as i16 + 1);
                match legend.iter().position(|kind| kind.mark == mark) {
                    Some(kind) => {
                        legend[kind].drawn = true;
                        cells.push((kind, HexCell { hex, ..legend[kind].cell }));
                    }
                    None => self.fault(at, format!("{hex} is drawn “{mark}”, and no [[hex]] has that mark")),
                }
            }
        }
        (cells.len() == columns * rows.len()).then_some((columns, rows.len(), cells))
    }

    fn passages(&mut self, whole: &TomlEntry<'_, '_>, map: &mut HexMap) {
        for entry in self.of_kind(whole, "passage") {
            self.known(&entry, &["part", "level", "hexes", "stairs"]);
            let parts = map.parts.clone();
            let part = self.needed(&entry, "part", |reader, value| reader.part(value, &parts));
            let level = self.needed(&entry, "level", |reader, value| reader.number(value, "a level", LEVELS));
            let hexes = self.needed(&entry, "hexes", |reader, value| reader.hexes(value, map));
            let stairs = self.needed(&entry, "stairs", |reader, value| reader.hexes(value, map));
            let (Some(part), Some(level), Some(hexes), Some(stairs)) = (part, level, hexes, stairs) else { continue };
            if let Some(stray) = stairs.iter().find(|hex| !hexes.contains(hex)) {
                self.fault(entry.at, format!("the stair {} is no hex of the passage", map.cell(*stray).hex));
            }
            for id in hexes {
                let hex = map.cell(id).hex;
                if map.under(hex).is_some() {
                    self.fault(entry.at, format!("{hex} has a passage under it already"));
                    continue;
                }
                let stair = stairs.contains(&id);
                let terrain = if stair { Terrain::Spiral } else { Terrain::Passage };
                let below = HexId(map.cells.len() as u16);
                let level = level as i8;
                map.cells.push(HexCell {
                    hex,
                    under: true,
                    terrain,
                    level,
                    top: level,
                    roofed: true,
                    deep: false,
                    part,
                    edges: [HexEdge::default(); 6],
                    foot: 0,
                    head: 0,
                    lift: None,
                    spiral: stair.then_some(id),
                });
                if stair {
                    map.cells[usize::from(id.0)].spiral = Some(below);
                }
            }
        }
    }

    fn stands(&mut self, whole: &TomlEntry<'_, '_>, key: &'static str, map: &HexMap) -> Vec<u8> {
        let Some(value) = whole.get(key) else {
            self.fault(0, format!("there is no [{key}], which says in which parts that side may stand"));
            return Vec::new();
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span().start, format!("{key} must be a table, [{key}]"));
            return Vec::new();
        };
        let entry = TomlEntry { table, at: value.span().start, what: "where a side may stand" };
        self.known(&entry, &["parts"]);
        let parts = self.needed(&entry, "parts", |reader, value| {
            let list = reader.list(value, "the names of parts")?;
            Some(list.iter().filter_map(|item| reader.part(item, &map.parts)).collect::<Vec<u8>>())
        });
        let parts = parts.unwrap_or_default();
        if self.0.sound() && map.places(&parts).is_empty() {
            self.fault(entry.at, "nobody can stand in any hex of these parts");
        }
        parts
    }

    /// From level 0 outside, every hex on which a man can stand is reached by stairs and ramps, through gates and over
    /// bridges; so its level is the number of stairs to it (SG-5.1).
    fn every_hex_is_reached(&mut self, whole: &TomlEntry<'_, '_>, map: &HexMap) {
        let mut open = map.clone();
        open.gates.iter_mut().for_each(|gate| gate.open = true);
        open.lifts.iter_mut().for_each(|lift| lift.closed = false);
        let mut reached: Vec<bool> =
            open.ids().map(|id| open.line_of(id) == 0 && open.cell(id).level == 0 && open.holds(id).is_ok()).collect();
        let mut next: Vec<HexId> = open.ids().filter(|id| reached[usize::from(id.0)]).collect();
        while let Some(from) = next.pop() {
            let steps: Vec<HexId> = open.steps(from).filter(|to| !reached[usize::from(to.0)]).collect();
            for to in steps {
                reached[usize::from(to.0)] = true;
                next.push(to);
            }
        }
        let cut: Vec<String> = open
            .ids()
            .filter(|&id| !reached[usize::from(id.0)] && open.holds(id).is_ok())
            .map(|id| open.cell(id).name())
            .collect();
        if let Some(first) = cut.first() {
            let others = if cut.len() > 1 { format!(", nor to {} other hexes", cut.len() - 1) } else { String::new() };
            let at = whole.get("ground").map_or(0, |value| value.span().start);
            self.fault(at, format!("no stair, ramp or gate leads to {first}{others}: {}", cut.join(" ")));
        }
    }

    fn of_kind<'a, 'i>(&mut self, whole: &TomlEntry<'a, 'i>, key: &str) -> Vec<TomlEntry<'a, 'i>> {
        let what = TABLES.iter().find(|(known, _)| *known == key).map_or("the map", |(_, what)| what);
        self.tables(whole, key, what)
    }

    fn words(&mut self, value: &Value<'_>, what: &str) -> Option<String> {
        let text = value
            .get_ref()
            .as_str()
            .map(str::trim)
            .filter(|text| !text.is_empty() && text.chars().count() <= 400 && !text.chars().any(char::is_control));
        if text.is_none() {
            self.fault(value.span().start, format!("expected {what}, between quotation marks"));
        }
        text.map(str::to_owned)
    }

    fn list<'v, 'i>(&mut self, value: &'v Value<'i>, what: &str) -> Option<&'v toml::de::DeArray<'i>> {
        let list = value.get_ref().as_array();
        if list.is_none() {
            self.fault(value.span().start, format!("expected a list of {what}, within [ ]"));
        }
        list
    }

    fn texts(&mut self, value: &Value<'_>, what: &str) -> Option<Vec<String>> {
        let list = self.list(value, "names")?;
        list.iter().map(|item| self.words(item, what)).collect()
    }

    fn number(&mut self, value: &Value<'_>, what: &str, within: RangeInclusive<i64>) -> Option<i64> {
        let number = value.get_ref().as_integer();
        let read = number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        let read = read.filter(|number| within.contains(number));
        if read.is_none() {
            self.fault(value.span().start, format!("expected {what}, from {} to {}", within.start(), within.end()));
        }
        read
    }

    fn mark(&mut self, value: &Value<'_>) -> Option<char> {
        let mut letters = value.get_ref().as_str().unwrap_or_default().chars();
        let mark = letters.next().filter(|mark| !mark.is_whitespace() && !mark.is_control() && !"'\"".contains(*mark));
        let one = mark.filter(|_| letters.next().is_none());
        if one.is_none() {
            self.fault(value.span().start, "a mark is one character, and no blank or quotation mark");
        }
        one
    }

    fn part(&mut self, value: &Value<'_>, parts: &[CastlePart]) -> Option<u8> {
        let name = value.get_ref().as_str().unwrap_or_default();
        let found = parts.iter().position(|part| part.name == name.trim());
        if found.is_none() {
            self.fault(value.span().start, format!("no [[part]] is called “{name}”"));
        }
        found.map(|found| found as u8)
    }

    fn hex(&mut self, value: &Value<'_>, map: &HexMap) -> Option<HexId> {
        let text = value.get_ref().as_str().unwrap_or_default();
        let read = text.parse::<Hex>();
        let found = read.as_ref().ok().and_then(|&hex| map.at(hex));
        match (&read, found) {
            (Err(none), _) => self.fault(value.span().start, none.to_string()),
            (Ok(hex), None) => self.fault(value.span().start, format!("the map has no hex {hex}")),
            _ => {}
        }
        found
    }

    fn hexes(&mut self, value: &Value<'_>, map: &HexMap) -> Option<Vec<HexId>> {
        let list = self.list(value, "hexes")?;
        let read: Vec<HexId> = list.iter().filter_map(|item| self.hex(item, map)).collect();
        (read.len() == list.len()).then_some(read)
    }
}

/// The marks of a row of the drawing, without the blanks between them.
fn marks(row: &str) -> impl Iterator<Item = char> {
    row.chars().filter(|mark| !mark.is_whitespace())
}

/// Puts battlements and the walls of rooms where the marks have them.
fn crest(map: &mut HexMap, crests: &[Crest]) {
    for (id, &crest) in map.ids().zip(crests) {
        for &side in crate::rules::assault::hexes::HexSide::ALL {
            let Some(beside) = map.beside(id, side) else { continue };
            let (cell, other) = (*map.cell(id), *map.cell(beside));
            let outer = map.line_of(beside) < map.line_of(id);
            let lower = other.level < cell.level;
            let battlement = match crest {
                Crest::None => false,
                Crest::Outward => outer && lower,
                Crest::AllRound => lower,
            };
            let edge = &mut map.cells[usize::from(id.0)].edges[side as usize];
            edge.battlement = battlement;
            // A room's walls part it from all that is no room, and from the rooms of another part.
            let room = |cell: &HexCell| cell.terrain == Terrain::Room;
            if (room(&cell) || room(&other)) && !(room(&cell) && room(&other) && cell.part == other.part) {
                let of = |cell: &HexCell| if room(cell) { cell.top } else { i8::MIN };
                edge.wall = Some(of(&cell).max(of(&other)));
            }
        }
    }
}
