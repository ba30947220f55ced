//! A map of hexes on paper: cut into pages that are joined on a table, with a sheet that explains it before them.

use super::drawing::{HexDrawing, HexInk, HexNotes, HexPen, HexSpot, draw, middle};
use super::key::{key, level};
use crate::campaign::problem::{Problem, Result};
use crate::print::{Document, HexPart, HexSheets, KeyPicture, Paper, PrintedHexes};
use crate::rules::assault::map::HexMap;
use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// A size of printed hexes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexSize {
    /// From side to side.
    pub millimetres: u32,
    /// What figures stand in one.
    #[serde(rename = "for")]
    pub figures: String,
}

/// The free edges of a page, in millimetres.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageEdges {
    edge: u32,
    foot: u32,
    overlap: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HexPaper {
    size: Vec<HexSize>,
    page: PageEdges,
}

static PAPER: LazyLock<HexPaper> = LazyLock::new(|| {
    let text = include_str!("../../../data/print/hexes.toml");
    toml::from_str(text).unwrap_or_else(|error| panic!("the program’s own data/print/hexes.toml: {error}"))
});

/// The sizes that are offered, the largest first.
pub static HEX_SIZES: LazyLock<Vec<HexSize>> = LazyLock::new(|| PAPER.size.clone());

/// The least and the most a hex can be printed, in millimetres.
const BOUNDS: std::ops::RangeInclusive<u32> = 5..=60;

/// A map cut into pages of a paper, its hexes so many millimetres from side to side.
pub fn sheets(map: &HexMap, paper: Paper, hex: u32) -> Result<Document> {
    if !BOUNDS.contains(&hex) {
        return Err(Problem::bad_input(format!("Hexes of {hex} mm cannot be printed.")).hint(format!(
            "From {} to {} mm from side to side; {} mm hold {}.",
            BOUNDS.start(),
            BOUNDS.end(),
            HEX_SIZES[0].millimetres,
            HEX_SIZES[0].figures
        )));
    }
    let drawing = draw(map);
    let ((west, north), (east, south)) = framed(&drawing);
    let scale = hex as f32;
    let whole = ((east - west) * scale, (south - north) * scale);
    let flat = [false, true].into_iter().min_by_key(|&flat| {
        let (across, down) = pages(whole, room(paper, flat));
        across * down
    });
    let flat = flat.unwrap_or(false);
    let (wide, high) = room(paper, flat);
    let (across, down) = pages(whole, (wide, high));
    let overlap = PAPER.page.overlap as f32;
    let tiles = (0..down).flat_map(|row| (0..across).map(move |column| (row, column))).map(|(row, column)| {
        let from = (column as f32 * (wide - overlap), row as f32 * (high - overlap));
        let size = ((whole.0 - from.0).min(wide), (whole.1 - from.1).min(high));
        let frame = (
            (west + from.0 / scale, north + from.1 / scale),
            (west + (from.0 + size.0) / scale, north + (from.1 + size.1) / scale),
        );
        PrintedHexes {
            name: page_name(row, column),
            right: (column + 1 < across).then(|| page_name(row, column + 1)),
            below: (row + 1 < down).then(|| page_name(row + 1, column)),
            size: (hundredths(size.0), hundredths(size.1)),
            picture: svg(&drawing, frame, scale).into_bytes(),
        }
    });
    let pages: Vec<PrintedHexes> = tiles.collect();
    let small = f32::min(170.0 / (east - west), 105.0 / (south - north));
    let overview = svg(&drawing, ((west, north), (east, south)), small).into_bytes();
    let cuts = |count: u32, step: f32, whole: f32| -> Vec<i64> {
        (1..count).map(|n| hundredths((n as f32 * (step - overlap) / whole).min(1.0) * 100.0)).collect()
    };
    Ok(Document::HexSheets(HexSheets {
        name: map.name.clone(),
        what: map.what.clone(),
        lines: map.lines.clone(),
        hex,
        figures: HEX_SIZES.iter().find(|size| size.millimetres <= hex).map(|size| size.figures.clone()),
        flat,
        edge: PAPER.page.edge,
        overlap: PAPER.page.overlap,
        across,
        size: (hundredths(whole.0), hundredths(whole.1)),
        overview,
        overview_size: (hundredths((east - west) * small), hundredths((south - north) * small)),
        cuts: (cuts(across, wide, whole.0), cuts(down, high, whole.1)),
        key: key_pictures(map, &drawing),
        parts: parts(map),
        workings: workings(map),
        pages,
    }))
}

fn hundredths(length: f32) -> i64 {
    (length * 100.0).round() as i64
}

/// All of a map with the numbers along its edges.
fn framed(drawing: &HexDrawing) -> (HexSpot, HexSpot) {
    let ((west, north), (east, south)) = drawing.frame;
    ((west - 1.4, north - 1.0), (east + 1.4, south + 1.0))
}

/// The room for a map on a page, in millimetres.
fn room(paper: Paper, flat: bool) -> (f32, f32) {
    let (wide, high) = paper.millimetres();
    let (wide, high) = if flat { (high, wide) } else { (wide, high) };
    let PageEdges { edge, foot, .. } = PAPER.page;
    (wide - 2.0 * edge as f32, high - (edge + foot) as f32)
}

/// How many pages lie beside and below each other.
fn pages(whole: (f32, f32), room: (f32, f32)) -> (u32, u32) {
    let overlap = PAPER.page.overlap as f32;
    let count = |whole: f32, room: f32| 1 + ((whole - room) / (room - overlap)).ceil().max(0.0) as u32;
    (count(whole.0, room.0), count(whole.1, room.1))
}

/// A page by its row and column: `B3`.
fn page_name(row: u32, column: u32) -> String {
    let letter = char::from(b'A' + (row % 26) as u8);
    format!("{}{}", letter.to_string().repeat(1 + (row / 26) as usize), column + 1)
}

fn key_pictures(map: &HexMap, drawing: &HexDrawing) -> Vec<KeyPicture> {
    let one = |line: super::key::HexKey| {
        let (x, y) = middle(map.cell(line.at).hex);
        let frame = ((x - 0.8, y - 0.8), (x + 0.8, y + 0.8));
        KeyPicture { what: line.what.to_owned(), picture: svg_plain(drawing, frame, 8.0).into_bytes() }
    };
    key(map).into_iter().map(one).collect()
}

fn parts(map: &HexMap) -> Vec<HexPart> {
    let one = |(number, part): (usize, &crate::rules::assault::map::CastlePart)| {
        let mut levels: Vec<i8> =
            map.cells.iter().filter(|cell| usize::from(cell.part) == number).map(|cell| cell.level).collect();
        levels.sort_unstable();
        levels.dedup();
        let line = match part.line {
            0 => "outside".to_owned(),
            line => format!("{line}, {}", map.lines[usize::from(line) - 1]),
        };
        let levels: Vec<String> = levels.into_iter().map(level).collect();
        HexPart { name: part.name.clone(), line, levels: levels.join(", ") }
    };
    map.parts.iter().enumerate().map(one).collect()
}

/// Gates by their hexes, and what is worked from where.
fn workings(map: &HexMap) -> Vec<String> {
    let gates = map.gates.iter().map(|gate| {
        let mut hexes: Vec<String> = gate.sides.iter().map(|&(inner, _)| map.cell(inner).name()).collect();
        hexes.dedup();
        format!("{}, a {}, in {}", gate.name, gate.kind, hexes.join(", "))
    });
    let lifts = map.lifts.iter().map(|lift| {
        let hexes: Vec<String> = lift.hexes.iter().map(|&id| map.cell(id).name()).collect();
        format!("{}, {}, worked from {}", lift.name, hexes.join(", "), map.cell(lift.from).name())
    });
    gates.chain(lifts).collect()
}

/// The colour of an ink on paper, and how much of what lies under it it covers.
fn printed(ink: HexInk) -> (&'static str, f32) {
    const EARTH: [&str; 4] = ["#f2f4e4", "#f6f8ec", "#fafbf3", "#ffffff"];
    const COURT: [&str; 8] = ["#f1e8d2", "#f4ecd9", "#f6f0e0", "#f9f4e8", "#fbf7ee", "#fdfaf4", "#fefdfa", "#ffffff"];
    const STONE: [&str; 8] = ["#c9c7c2", "#d2d0cb", "#dad8d4", "#e1e0dc", "#e8e7e4", "#efeeec", "#f6f5f4", "#fcfcfb"];
    const WATER: [&str; 7] = ["#d3e5ec", "#c4dbe5", "#b3d0dd", "#a1c4d4", "#8fb7ca", "#7caabf", "#6a9cb4"];
    let of = |shades: &'static [&'static str], at: i8| shades[usize::from(at.max(0) as u8).min(shades.len() - 1)];
    match ink {
        HexInk::Earth(at) => (of(&EARTH, at), 1.0),
        HexInk::Court(at) => (of(&COURT, at), 1.0),
        HexInk::Stone(at) => (of(&STONE, at), 1.0),
        HexInk::Rock(_) => ("#b4b1ab", 1.0),
        HexInk::Water(depth) => (of(&WATER, depth), 1.0),
        HexInk::Wave => ("#3f6b80", 0.7),
        HexInk::Wood => ("#d8b98c", 1.0),
        HexInk::House => ("#e3bda4", 1.0),
        HexInk::Leaf => ("#b7cb9f", 1.0),
        HexInk::Roof => ("#8c98aa", 0.28),
        HexInk::Tile => ("#30343c", 0.35),
        HexInk::Shadow(deep) => ("#20180c", [0.08, 0.2, 0.3][usize::from(deep.min(2))]),
        HexInk::Grid => ("#4a4434", 0.35),
        HexInk::Contour => ("#4c4433", 0.7),
        HexInk::Line => ("#1a1815", 1.0),
        HexInk::Wall => ("#a9a59c", 1.0),
        HexInk::Merlon => ("#ffffff", 1.0),
        HexInk::Slit => ("#a8321f", 1.0),
        HexInk::Tunnel => ("#4a3552", 0.35),
        HexInk::Flood => ("#2a6a98", 0.5),
        HexInk::Ward(_) => ("#d9a741", 0.2),
        HexInk::Border => ("#a8321f", 1.0),
        HexInk::Figure => ("#2a2620", 0.85),
        HexInk::Ruler => ("#55503f", 1.0),
    }
}

/// A part of a drawing as a picture, with the number and the level of each hex.
fn svg(drawing: &HexDrawing, frame: (HexSpot, HexSpot), scale: f32) -> String {
    set(drawing, frame, scale, &[HexNotes::Names, HexNotes::Levels])
}

/// The same without numbers.
fn svg_plain(drawing: &HexDrawing, frame: (HexSpot, HexSpot), scale: f32) -> String {
    set(drawing, frame, scale, &[])
}

fn set(
    drawing: &HexDrawing,
    ((west, north), (east, south)): (HexSpot, HexSpot),
    scale: f32,
    notes: &[HexNotes],
) -> String {
    let (wide, high) = ((east - west) * scale, (south - north) * scale);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.2}mm\" height=\"{high:.2}mm\" viewBox=\"0 0 {wide:.2} {high:.2}\">"
    );
    for layer in &drawing.layers {
        if layer.notes.is_some_and(|wanted| !notes.contains(&wanted)) {
            continue;
        }
        // What would be a blur on the screen is one on paper: four pixels to a millimetre.
        if layer.least > scale * 4.0 {
            continue;
        }
        let mut path = String::new();
        for shape in &layer.shapes {
            let within =
                |&(x, y): &HexSpot| (west - 0.3..east + 0.3).contains(&x) && (north - 0.3..south + 0.3).contains(&y);
            if !shape.spots.iter().any(within) {
                continue;
            }
            for (n, &(x, y)) in shape.spots.iter().enumerate() {
                let letter = if n == 0 { 'M' } else { 'L' };
                // Writing into a text does not fail.
                let _ = write!(path, "{letter}{:.2} {:.2}", (x - west) * scale, (y - north) * scale);
            }
            if shape.closed {
                path.push('Z');
            }
        }
        if path.is_empty() {
            continue;
        }
        let (colour, covers) = printed(layer.ink);
        let stroked = |width: f32| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{covers}\" stroke-width=\"{:.3}\"",
                width * scale
            )
        };
        let style = match layer.pen {
            HexPen::Fill => format!("fill=\"{colour}\" fill-opacity=\"{covers}\""),
            HexPen::Line(width) => stroked(width),
            HexPen::Dashes(width, long) => format!("{} stroke-dasharray=\"{:.2}\"", stroked(width), long * scale),
        };
        let _ = write!(out, "<path {style} d=\"{path}\"/>");
    }
    out.push_str("</svg>");
    out
}
