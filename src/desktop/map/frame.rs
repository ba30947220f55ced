//! What of the map is in sight, how far a mile is on it, and the picture under it.

use super::MapShown;
use crate::app::world::picture;
use crate::campaign::map::{EDGE, MapScale};
use crate::campaign::problem::Result;
use crate::campaign::realm::Tincture;
use crate::desktop::shields::colours;
use crate::desktop::ui::MapPage;
use crate::store::Db;
use slint::{Color, Image, Rgb8Pixel, SharedPixelBuffer};

/// The club's own picture under the map, as the window draws it.
#[derive(Clone)]
pub(super) struct Painted {
    number: i64,
    pixels: SharedPixelBuffer<Rgb8Pixel>,
}

impl Painted {
    /// The picture under the map, if there is one; the one that is `known` is not read again.
    pub(super) fn of(db: &Db, known: Option<&Painted>) -> Result<Option<Painted>> {
        let Some(number) = db.map_picture()? else { return Ok(None) };
        if let Some(known) = known.filter(|known| known.number == number) {
            return Ok(Some(known.clone()));
        }
        let (width, height, pixels) = picture::pixels(db, number)?;
        Ok(Some(Painted { number, pixels: SharedPixelBuffer::clone_from_slice(&pixels, width, height) }))
    }

    pub(super) fn image(&self) -> Image {
        Image::from_rgb8(self.pixels.clone())
    }

    /// How far it reaches on the map, in units: its longer side takes the whole of it, so that a mile is as long in both
    /// directions.
    fn reach(&self) -> (f32, f32) {
        let (width, height) = (self.pixels.width() as f32, self.pixels.height() as f32);
        let unit = EDGE as f32 / width.max(height);
        (width * unit, height * unit)
    }
}

/// What is shown when all of the map is: how much of it, and its middle, in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MapFrame {
    middle: (f32, f32),
    size: (f32, f32),
    sheet: (f32, f32),
    whole: bool,
}

impl MapFrame {
    /// The whole sheet while it is drawn or has a picture; else the part that has places on it.
    pub(super) fn of(shown: &MapShown, drawn: bool) -> MapFrame {
        let edge = EDGE as f32;
        let places = &shown.places;
        // A place may lie beside the picture, where one was laid under a map that was there.
        let farthest = |of: fn(&crate::campaign::places::Place) -> i64| places.iter().map(of).max().unwrap_or(0) as f32;
        let sheet = match &shown.picture {
            Some(picture) => picture.reach(),
            None => (edge, edge),
        };
        if drawn || shown.picture.is_some() || places.is_empty() {
            let size = (sheet.0.max(farthest(|place| place.x)), sheet.1.max(farthest(|place| place.y)));
            return MapFrame { middle: (size.0 / 2.0, size.1 / 2.0), size, sheet, whole: true };
        }
        let span = |of: fn(&crate::campaign::places::Place) -> i64| {
            let least = places.iter().map(of).min().unwrap_or(0) as f32;
            (least, (farthest(of) - least).max(1.0))
        };
        let ((left, width), (top, height)) = (span(|place| place.x), span(|place| place.y));
        // A map of places in a line is not drawn as one.
        MapFrame {
            middle: (left + width / 2.0, top + height / 2.0),
            size: (width.max(height / 3.0), height.max(width / 3.0)),
            sheet,
            whole: false,
        }
    }

    /// Pixels of a unit in a window of 1280×800 with all of it in sight.
    pub(super) fn pixels_a_unit(&self) -> f32 {
        (640.0 / self.size.0).min(480.0 / self.size.1)
    }

    /// Hands it to the window, which looks at all of it `anew` where it changed.
    pub(super) fn set(&self, ui: &MapPage, anew: bool) {
        ui.set_frame_width(self.size.0);
        ui.set_frame_height(self.size.1);
        ui.set_frame_x(self.middle.0);
        ui.set_frame_y(self.middle.1);
        ui.set_sheet_width(self.sheet.0);
        ui.set_sheet_height(self.sheet.1);
        ui.set_whole(self.whole);
        if anew {
            ui.set_zoom(1.0);
            ui.set_mid_x(self.middle.0);
            ui.set_mid_y(self.middle.1);
        }
    }
}

/// The miles of one unit of the map; 0 where it has no scale.
pub(super) fn miles_a_unit(scale: Option<&MapScale>) -> f32 {
    let Some(scale) = scale else { return 0.0 };
    let (dx, dy) = ((scale.a.x - scale.b.x) as f32, (scale.a.y - scale.b.y) as f32);
    let units = dx.hypot(dy);
    if units > 0.0 { scale.miles as f32 / units } else { 0.0 }
}

/// The colour about a place that bears a tincture's shield beside it; clear for nobody's.
pub(super) fn shade(tincture: Option<Tincture>) -> Color {
    match tincture {
        None => Color::from_argb_u8(0, 0, 0, 0),
        Some(tincture) => {
            let [red, green, blue] = colours(tincture).0.map(|part| part as u8);
            Color::from_argb_u8(84, red, green, blue)
        }
    }
}
