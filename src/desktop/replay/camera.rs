//! Where the table is looked at from: which place is in the middle, and how large an inch is.

use crate::rules::geometry::{INCH, Point};

/// The smallest and the largest an inch is drawn, in pixels.
const LEAST: f32 = 2.0;
const MOST: f32 = 96.0;

/// A view of the table from above, the attacker's edge at the foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The place in the middle, in inches.
    pub middle: (f32, f32),
    /// Pixels an inch.
    pub scale: f32,
    /// Width and height of the picture in pixels.
    pub size: (f32, f32),
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { middle: (60.0, 48.0), scale: 6.0, size: (1.0, 1.0) }
    }
}

/// A place in inches.
pub fn inches(place: Point) -> (f32, f32) {
    (place.x as f32 / INCH as f32, place.y as f32 / INCH as f32)
}

/// The place at so many inches.
pub fn point((x, y): (f32, f32)) -> Point {
    Point::new((x * INCH as f32) as i32, (y * INCH as f32) as i32)
}

/// A table as a page shows it from above: its camera, and whether all of it is to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub camera: Camera,
    /// Pixels of the picture to a logical one.
    pub scale: f32,
    /// Whether the whole table is to be shown.
    pub fits: bool,
}

impl Default for Sight {
    fn default() -> Sight {
        Sight { camera: Camera::default(), scale: 1.0, fits: true }
    }
}

impl Sight {
    /// Logical pixels to those of the picture.
    pub fn pixels(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * self.scale, y * self.scale)
    }

    /// Takes the size of the picture, in logical pixels, and how many of its own each of them is.
    pub fn sized(&mut self, size: (f32, f32), scale: f32) {
        self.scale = scale;
        let (wide, high) = self.pixels(size);
        self.camera.size = (wide.max(1.0), high.max(1.0));
    }

    /// Draws larger or smaller by a factor about a logical pixel; about the middle where that is none of the picture.
    pub fn zoom(&mut self, factor: f32, at: (f32, f32)) {
        let middle = (self.camera.size.0 / 2.0, self.camera.size.1 / 2.0);
        let at = if at.0 < 0.0 { middle } else { self.pixels(at) };
        self.fits = false;
        self.camera.zoom(factor, at);
    }

    /// Moves the picture by logical pixels.
    pub fn pan(&mut self, by: (f32, f32)) {
        self.fits = false;
        self.camera.pan(self.pixels(by));
    }
}

impl Camera {
    /// Where a place in inches is in the picture.
    pub fn seen(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (self.size.0 / 2.0 + (x - self.middle.0) * self.scale, self.size.1 / 2.0 - (y - self.middle.1) * self.scale)
    }

    /// The place in inches under a pixel.
    pub fn under(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (self.middle.0 + (x - self.size.0 / 2.0) / self.scale, self.middle.1 - (y - self.size.1 / 2.0) / self.scale)
    }

    /// Shows all these places, with a margin of inches about them.
    pub fn fit(&mut self, places: impl Iterator<Item = (f32, f32)>, margin: f32) {
        let mut edges: Option<(f32, f32, f32, f32)> = None;
        for (x, y) in places {
            let (left, right, low, high) = edges.unwrap_or((x, x, y, y));
            edges = Some((left.min(x), right.max(x), low.min(y), high.max(y)));
        }
        let Some((left, right, low, high)) = edges else { return };
        let (width, height) = (right - left + 2.0 * margin, high - low + 2.0 * margin);
        self.middle = ((left + right) / 2.0, (low + high) / 2.0);
        self.scale = (self.size.0 / width).min(self.size.1 / height).clamp(LEAST, MOST);
    }

    /// Whether all these places are in the picture, so many inches from its edges.
    pub fn shows(&self, mut places: impl Iterator<Item = (f32, f32)>, margin: f32) -> bool {
        let far = margin * self.scale;
        places.all(|place| {
            let (x, y) = self.seen(place);
            x >= far && y >= far && x <= self.size.0 - far && y <= self.size.1 - far
        })
    }

    /// Moves the picture no further over the edges of a table of so many inches than it must: what lies beyond them is nothing
    /// to look at.
    pub fn keep_on(&mut self, (width, depth): (f32, f32)) {
        let kept = |middle: f32, size: f32, long: f32| {
            let half = size / self.scale / 2.0;
            if 2.0 * half >= long { long / 2.0 } else { middle.clamp(half, long - half) }
        };
        self.middle = (kept(self.middle.0, self.size.0, width), kept(self.middle.1, self.size.1, depth));
    }

    /// A share of the way to another view.
    pub fn towards(&self, other: &Camera, share: f32) -> Camera {
        let between = |from: f32, to: f32| from + (to - from) * share;
        Camera {
            middle: (between(self.middle.0, other.middle.0), between(self.middle.1, other.middle.1)),
            scale: between(self.scale, other.scale),
            size: self.size,
        }
    }

    /// Draws larger or smaller by a factor, so that what is at a pixel stays there.
    pub fn zoom(&mut self, factor: f32, at: (f32, f32)) {
        let held = self.under(at);
        self.scale = (self.scale * factor).clamp(LEAST, MOST);
        let now = self.under(at);
        self.middle = (self.middle.0 + held.0 - now.0, self.middle.1 + held.1 - now.1);
    }

    /// Moves the picture by pixels.
    pub fn pan(&mut self, (x, y): (f32, f32)) {
        self.middle = (self.middle.0 - x / self.scale, self.middle.1 + y / self.scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut camera = Camera { middle: (60.0, 48.0), scale: 6.0, size: (720.0, 540.0) };
        let under = camera.under((100.0, 500.0));
        camera.zoom(3.0, (100.0, 500.0));
        let now = camera.under((100.0, 500.0));
        assert!((under.0 - now.0).abs() < 0.01 && (under.1 - now.1).abs() < 0.01);
        assert!((camera.seen(now).0 - 100.0).abs() < 0.1);
    }

    #[test]
    fn a_picture_is_kept_on_its_table() {
        let table = (120.0, 96.0);
        let mut near = Camera { middle: (118.0, 2.0), scale: 12.0, size: (720.0, 540.0) };
        near.keep_on(table);
        assert_eq!(near.seen((120.0, 0.0)), (720.0, 540.0), "its corner in the corner");
        let mut far = Camera { middle: (118.0, 2.0), scale: 2.0, size: (720.0, 540.0) };
        far.keep_on(table);
        assert_eq!(far.middle, (60.0, 48.0), "the whole of it in the middle");
    }

    #[test]
    fn what_is_in_the_picture_is_shown_with_air_about_it() {
        let camera = Camera { middle: (60.0, 48.0), scale: 10.0, size: (400.0, 400.0) };
        assert!(camera.shows([(60.0, 48.0), (77.0, 48.0)].into_iter(), 3.0));
        assert!(!camera.shows([(60.0, 48.0), (77.5, 48.0)].into_iter(), 3.0));
        assert!(!camera.shows([(60.0, 30.9)].into_iter(), 3.0));
    }

    #[test]
    fn all_places_are_in_the_picture_when_it_is_fitted() {
        let mut camera = Camera { size: (720.0, 540.0), ..Camera::default() };
        let places = [(3.0, 90.0), (110.0, 4.0), (50.0, 50.0)];
        camera.fit(places.into_iter(), 4.0);
        for place in places {
            let (x, y) = camera.seen(place);
            assert!((0.0..720.0).contains(&x) && (0.0..540.0).contains(&y));
        }
    }
}
