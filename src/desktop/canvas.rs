//! What the pictures of the window are painted with: colours of both themes, pens, paths and hatching, and a canvas as large as
//! a picture.

use super::shields::{Colour, colours};
use crate::campaign::realm::Tincture;
use slint::{Image, Rgba8Pixel, SharedPixelBuffer};
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapMut, Shader,
    SpreadMode, Stroke, Transform,
};

/// Red, green and blue.
pub type Rgb = (u8, u8, u8);

pub fn rgb(red: u8, green: u8, blue: u8) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

/// The colour of the theme, of one for the light and one for the dark.
pub fn of_theme(dark: bool, light: Rgb, night: Rgb) -> Color {
    let (red, green, blue) = if dark { night } else { light };
    rgb(red, green, blue)
}

pub fn tint([red, green, blue]: Colour) -> Color {
    rgb(red as u8, green as u8, blue as u8)
}

pub fn faint(mut colour: Color, alpha: f32) -> Color {
    colour.apply_opacity(alpha);
    colour
}

pub fn plain(colour: Color) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(colour), anti_alias: true, ..Paint::default() }
}

pub fn pen(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

pub fn line(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    for point in rest {
        path.line_to(point.0, point.1);
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// Whether the hatching is drawn at a point of a tile whose lines are `step` pixels apart; it repeats by whole tiles.
fn hatched(tincture: Tincture, x: f32, y: f32, step: f32) -> bool {
    let line = |along: f32| along.rem_euclid(step) < step * 0.3;
    match tincture {
        Tincture::Or => {
            let (u, v) = (x.rem_euclid(step) - step / 2.0, y.rem_euclid(step) - step / 2.0);
            u * u + v * v < step * step * 0.06
        }
        Tincture::Gules => line(x),
        Tincture::Azure => line(y),
        Tincture::Vert => line(y - x),
        Tincture::Purpure => line(x + y),
        Tincture::Sable => line(x) || line(y),
        Tincture::Argent => false,
    }
}

/// A tile of a tincture's hatching, as large as its lines are apart.
pub fn tile(tincture: Tincture, step: f32) -> Option<Pixmap> {
    const FINE: u32 = 4;
    let side = step as u32;
    let (ground, hatch) = colours(tincture);
    let mut tile = Pixmap::new(side, side)?;
    for (index, pixel) in tile.pixels_mut().iter_mut().enumerate() {
        let (column, row) = (index as u32 % side, index as u32 / side);
        let drawn = (0..FINE * FINE).filter(|part| {
            let x = column as f32 + ((part % FINE) as f32 + 0.5) / FINE as f32;
            let y = row as f32 + ((part / FINE) as f32 + 0.5) / FINE as f32;
            hatched(tincture, x, y, step)
        });
        let part = drawn.count() as f32 / (FINE * FINE) as f32;
        let mixed = [0, 1, 2].map(|channel| ground[channel] + (hatch[channel] - ground[channel]) * part);
        *pixel = tint(mixed).premultiply().to_color_u8();
    }
    Some(tile)
}

/// A picture of so many pixels, and what paints it.
pub fn picture(wide: u32, high: u32, paint: impl FnOnce(PixmapMut<'_>)) -> Image {
    let mut buffer = SharedPixelBuffer::<Rgba8Pixel>::new(wide, high);
    if let Some(canvas) = PixmapMut::from_bytes(buffer.make_mut_bytes(), wide, high) {
        paint(canvas);
    }
    Image::from_rgba8_premultiplied(buffer)
}

/// Whoever paints paths on a canvas; of one that is none nothing is seen.
pub trait Draws<'a> {
    fn canvas(&mut self) -> &mut PixmapMut<'a>;

    fn fill(&mut self, path: Option<Path>, colour: Color) {
        if let Some(path) = path {
            self.canvas().fill_path(&path, &plain(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn draw(&mut self, path: Option<Path>, colour: Color, pen: &Stroke) {
        if let Some(path) = path {
            self.canvas().stroke_path(&path, &plain(colour), pen, Transform::identity(), None);
        }
    }
}

/// Fills a path with a tile of hatching.
pub fn hatch(canvas: &mut PixmapMut<'_>, path: &Path, tile: Option<&Pixmap>, opacity: f32) {
    let Some(tile) = tile else { return };
    let shader =
        Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Nearest, opacity, Transform::identity());
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    canvas.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
}
