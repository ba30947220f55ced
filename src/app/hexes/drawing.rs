//! A map of hexes as it is drawn, on the screen and on paper alike: shapes in layers from the ground up, each in an ink that
//! whoever paints it has a colour for.
//!
//! A length is in hexes: 1 from side to side of one. x goes to the east, y to the south, and the middle of 0101 is at 0, 0.

mod built;
mod digits;
mod ground;

pub use digits::written;

use crate::rules::assault::hexes::{Hex, HexSide};
use crate::rules::assault::map::{HexCell, HexId, HexMap};
use std::sync::Arc;

/// From one row of hexes to the next.
pub const ROW: f32 = 0.866_025_4;
/// From the middle of a hex to a corner.
pub const RADIUS: f32 = 0.577_350_3;

/// A place in hexes.
pub type HexSpot = (f32, f32);

/// What something is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexInk {
    /// Open ground of a level outside the place.
    Earth(i8),
    /// A court or street of a level.
    Court(i8),
    /// Masonry one walks on, of a level.
    Stone(i8),
    /// Rock or solid masonry with its top at a level.
    Rock(i8),
    /// A moat so many levels deep.
    Water(i8),
    Wave,
    /// The boards of a bridge, a gate or a door.
    Wood,
    House,
    /// The crowns of trees.
    Leaf,
    /// A roof, through which the floor under it is seen.
    Roof,
    /// The lines of a roof's tiles.
    Tile,
    /// The shadow that something higher throws, from the lightest to the darkest.
    Shadow(u8),
    /// The sides of hexes.
    Grid,
    /// Where two levels meet.
    Contour,
    /// The outlines of what is built.
    Line,
    /// The face of a wall.
    Wall,
    /// A merlon of the battlements.
    Merlon,
    /// An arrow slit.
    Slit,
    /// A passage under the ground.
    Tunnel,
    /// A passage under water.
    Flood,
    /// A line of defence, the outermost being 1.
    Ward(u8),
    /// The border of a line of defence.
    Border,
    /// Written figures.
    Figure,
    /// The numbers along the edges of the map.
    Ruler,
}

/// How a shape is drawn; a width is in hexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HexPen {
    Fill,
    /// Its outline is drawn.
    Line(f32),
    /// Its outline is drawn in dashes as long as this.
    Dashes(f32, f32),
}

/// What is written over a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HexNotes {
    #[default]
    Nothing,
    /// The level of each hex.
    Levels,
    /// The lines of defence.
    Lines,
    /// The name of each hex.
    Names,
}

impl HexNotes {
    /// Every one, with its word.
    pub const ALL: [(HexNotes, &'static str); 4] = [
        (HexNotes::Nothing, "Nothing"),
        (HexNotes::Levels, "Levels"),
        (HexNotes::Lines, "Lines"),
        (HexNotes::Names, "Hex numbers"),
    ];
}

/// A line through places.
#[derive(Clone, Debug, PartialEq)]
pub struct HexShape {
    /// The places.
    pub spots: Vec<HexSpot>,
    /// Whether it comes back to the first.
    pub closed: bool,
}

/// Shapes drawn alike, at once.
#[derive(Clone, Debug, PartialEq)]
pub struct HexLayer {
    pub ink: HexInk,
    pub pen: HexPen,
    /// Pixels a hex must have on the screen for it to be drawn: smaller, it would be a blur.
    pub least: f32,
    /// Only with these notes; always if none.
    pub notes: Option<HexNotes>,
    pub shapes: Vec<HexShape>,
}

/// A map drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct HexDrawing {
    /// Its layers, the lowest first.
    pub layers: Vec<HexLayer>,
    /// The place of the north-west and of the south-east corner of all hexes.
    pub frame: (HexSpot, HexSpot),
}

pub fn middle(hex: Hex) -> HexSpot {
    let set_in = if hex.row % 2 == 0 { 0.5 } else { 0.0 };
    (f32::from(hex.column - 1) + set_in, f32::from(hex.row - 1) * ROW)
}

/// The way from the middle of a hex over one of its sides, 1 long.
pub fn toward(side: HexSide) -> HexSpot {
    let turn = (side as u8 as f32) * std::f32::consts::FRAC_PI_3;
    (turn.cos(), -turn.sin())
}

/// A corner of a hex about its middle: side n lies between corners n and n + 1.
pub fn corner((x, y): HexSpot, n: usize) -> HexSpot {
    let turn = ((n % 6) as f32 - 0.5) * std::f32::consts::FRAC_PI_3;
    (x + RADIUS * turn.cos(), y - RADIUS * turn.sin())
}

/// The outline of a hex, larger or smaller by a factor.
pub fn outline(at: HexSpot, factor: f32) -> Vec<HexSpot> {
    (0..6).map(|n| between(at, corner(at, n), factor)).collect()
}

/// The place so far on the way from one to another, 1 being all of it.
pub fn between(from: HexSpot, to: HexSpot, part: f32) -> HexSpot {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// The hex of the surface in which a place lies.
pub fn hex_at(map: &HexMap, (x, y): HexSpot) -> Option<HexId> {
    let row = (y / ROW).round() as i16 + 1;
    let column = x.floor() as i16 + 1;
    let near = (-1..=1).flat_map(|down| (-1..=2).map(move |right| Hex { column: column + right, row: row + down }));
    let far = |hex: &Hex| {
        let (mx, my) = middle(*hex);
        (mx - x).powi(2) + (my - y).powi(2)
    };
    let nearest = near.min_by(|one, other| far(one).total_cmp(&far(other)))?;
    if far(&nearest) > RADIUS * RADIUS { None } else { map.at(nearest) }
}

/// A map being drawn: layers of the same ink and pen are one, within the stage at which they are drawn.
pub(super) struct Drawn<'a> {
    map: &'a HexMap,
    layers: Vec<HexLayer>,
    stage: usize,
    notes: Option<HexNotes>,
}

impl Drawn<'_> {
    /// What is drawn from here on lies over what was drawn before.
    fn next_stage(&mut self, notes: Option<HexNotes>) {
        (self.stage, self.notes) = (self.layers.len(), notes);
    }

    /// Adds a shape, drawn from so many pixels a hex on.
    fn add(&mut self, ink: HexInk, pen: HexPen, least: f32, shape: HexShape) {
        let same = |layer: &&mut HexLayer| layer.ink == ink && layer.pen == pen && layer.least == least;
        match self.layers[self.stage..].iter_mut().find(same) {
            Some(layer) => layer.shapes.push(shape),
            None => self.layers.push(HexLayer { ink, pen, least, notes: self.notes, shapes: vec![shape] }),
        }
    }

    fn fill(&mut self, ink: HexInk, least: f32, spots: Vec<HexSpot>) {
        self.add(ink, HexPen::Fill, least, HexShape { spots, closed: true });
    }

    fn line(&mut self, ink: HexInk, width: f32, least: f32, spots: Vec<HexSpot>) {
        self.add(ink, HexPen::Line(width), least, HexShape { spots, closed: false });
    }

    fn ring(&mut self, ink: HexInk, width: f32, least: f32, spots: Vec<HexSpot>) {
        self.add(ink, HexPen::Line(width), least, HexShape { spots, closed: true });
    }
}

/// The two ends of a side of a hex.
fn ends(cell: &HexCell, side: HexSide) -> (HexSpot, HexSpot) {
    let at = middle(cell.hex);
    (corner(at, side as usize), corner(at, side as usize + 1))
}

fn circle((x, y): HexSpot, radius: f32) -> Vec<HexSpot> {
    let at = |n: u8| {
        let turn = f32::from(n) / 14.0 * std::f32::consts::TAU;
        (x + radius * turn.cos(), y + radius * turn.sin())
    };
    (0..14).map(at).collect()
}

/// A way 1 long in the same direction; nothing of one that leads nowhere.
fn unit((x, y): HexSpot) -> Option<HexSpot> {
    let long = x.hypot(y);
    (long > 0.05).then(|| (x / long, y / long))
}

/// Draws a map as it stands.
pub fn draw(map: &HexMap) -> HexDrawing {
    let mut drawn = Drawn { map, layers: Vec::new(), stage: 0, notes: None };
    drawn.floors();
    drawn.next_stage(None);
    drawn.shadows();
    drawn.next_stage(None);
    drawn.grid();
    drawn.next_stage(None);
    drawn.growth();
    drawn.next_stage(None);
    drawn.steps();
    drawn.next_stage(None);
    drawn.roofs();
    drawn.next_stage(Some(HexNotes::Lines));
    drawn.wards();
    drawn.next_stage(None);
    drawn.walls();
    drawn.next_stage(None);
    drawn.battlements();
    drawn.next_stage(None);
    drawn.gates();
    drawn.next_stage(None);
    drawn.passages();
    drawn.next_stage(Some(HexNotes::Lines));
    drawn.borders();
    drawn.next_stage(Some(HexNotes::Levels));
    drawn.plain_stairs();
    drawn.next_stage(Some(HexNotes::Levels));
    drawn.levels();
    drawn.next_stage(Some(HexNotes::Names));
    drawn.names();
    drawn.next_stage(None);
    drawn.rulers();
    let (east, south) = (f32::from(map.columns - 1), f32::from(map.rows - 1) * ROW);
    HexDrawing { layers: drawn.layers, frame: ((-0.5, -RADIUS), (east + 1.0, south + RADIUS)) }
}

/// A map and its drawing, which is made anew when the map changes.
#[derive(Debug, Default)]
pub struct KeptDrawing(Option<(Arc<HexMap>, Arc<HexDrawing>)>);

impl KeptDrawing {
    /// The drawing of a map.
    pub fn of(&mut self, map: &Arc<HexMap>) -> Arc<HexDrawing> {
        match &self.0 {
            Some((known, drawing)) if Arc::ptr_eq(known, map) => Arc::clone(drawing),
            _ => {
                let drawing = Arc::new(draw(map));
                self.0 = Some((Arc::clone(map), Arc::clone(&drawing)));
                drawing
            }
        }
    }
}
