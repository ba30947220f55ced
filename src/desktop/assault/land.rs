//! Paints the drawing of a map of hexes on the screen: the colours of both themes, and what is drawn at which size.

use crate::app::hexes::drawing::{HexDrawing, HexInk, HexLayer, HexNotes, HexPen, HexSpot};
use crate::desktop::canvas::{Rgb, faint, of_theme, pen, plain, rgb};
use crate::desktop::replay::camera::Camera;
use tiny_skia::{Color, FillRule, LineCap, Path, PathBuilder, PixmapMut, Stroke, StrokeDash, Transform};

fn mixed(from: Rgb, to: Rgb, part: f32) -> Color {
    let part = part.clamp(0.0, 1.0);
    let one = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * part).round() as u8;
    rgb(one(from.0, to.0), one(from.1, to.1), one(from.2, to.2))
}

/// The colour of an ink in a theme.
pub(super) fn colour(ink: HexInk, dark: bool) -> Color {
    let pick = |light: Rgb, night: Rgb| of_theme(dark, light, night);
    // The higher a floor, the lighter.
    let floor = |level: i8, low: (Rgb, Rgb), high: (Rgb, Rgb)| {
        let part = f32::from(level) / 7.0;
        if dark { mixed(low.1, high.1, part) } else { mixed(low.0, high.0, part) }
    };
    match ink {
        HexInk::Earth(level) => {
            floor(level, ((0xC9, 0xD2, 0xA6), (0x25, 0x2C, 0x24)), ((0xF4, 0xF6, 0xE2), (0x5E, 0x68, 0x58)))
        }
        HexInk::Court(level) => {
            floor(level, ((0xDC, 0xCD, 0xA6), (0x36, 0x30, 0x25)), ((0xFF, 0xF6, 0xDC), (0x93, 0x84, 0x68)))
        }
        HexInk::Stone(level) => {
            floor(level, ((0xB4, 0xAF, 0xA5), (0x41, 0x43, 0x47)), ((0xFB, 0xFA, 0xF6), (0xBE, 0xBD, 0xB8)))
        }
        HexInk::Rock(level) => {
            floor(level, ((0x93, 0x8F, 0x86), (0x33, 0x34, 0x36)), ((0xB9, 0xB6, 0xAE), (0x5C, 0x5D, 0x5E)))
        }
        HexInk::Water(depth) => match dark {
            true => mixed((0x27, 0x50, 0x63), (0x0E, 0x1F, 0x30), f32::from(depth) / 6.0),
            false => mixed((0x9C, 0xC4, 0xD2), (0x3C, 0x6E, 0x8E), f32::from(depth) / 6.0),
        },
        HexInk::Wave => faint(pick((0xF2, 0xFA, 0xFC), (0x8A, 0xB4, 0xC6)), if dark { 0.4 } else { 0.75 }),
        HexInk::Wood => pick((0xB0, 0x84, 0x50), (0x8C, 0x67, 0x40)),
        HexInk::House => pick((0xC6, 0x8A, 0x68), (0x6E, 0x48, 0x38)),
        HexInk::Leaf => pick((0x7E, 0x9B, 0x5E), (0x3F, 0x5A, 0x38)),
        HexInk::Roof => faint(pick((0x6D, 0x7C, 0x93), (0x3A, 0x4A, 0x66)), if dark { 0.55 } else { 0.42 }),
        HexInk::Tile => faint(pick((0x3E, 0x42, 0x4C), (0x10, 0x12, 0x16)), 0.35),
        HexInk::Shadow(deep) => {
            let alpha = [0.10, 0.26, 0.38][usize::from(deep.min(2))];
            faint(rgb(0x10, 0x0C, 0x06), if dark { alpha * 1.6 } else { alpha })
        }
        HexInk::Grid => faint(pick((0x4A, 0x44, 0x34), (0xE8, 0xE2, 0xD0)), if dark { 0.10 } else { 0.20 }),
        HexInk::Contour => faint(pick((0x4C, 0x44, 0x33), (0xD8, 0xD2, 0xC2)), if dark { 0.45 } else { 0.6 }),
        HexInk::Line => pick((0x2E, 0x2A, 0x23), (0x0B, 0x0C, 0x0E)),
        HexInk::Wall => pick((0x8B, 0x86, 0x7B), (0x8E, 0x8D, 0x88)),
        HexInk::Merlon => pick((0xF3, 0xEF, 0xE4), (0xC9, 0xC6, 0xBC)),
        HexInk::Slit => pick((0xA8, 0x32, 0x1F), (0xE0, 0x66, 0x4F)),
        HexInk::Tunnel => faint(pick((0x4A, 0x35, 0x52), (0xB9, 0x9C, 0xC6)), 0.5),
        HexInk::Flood => faint(pick((0x2A, 0x6A, 0x98), (0x5A, 0xA4, 0xD0)), 0.8),
        HexInk::Ward(line) => {
            let tints = [
                ((0xD9, 0xA7, 0x41), (0xD9, 0xA7, 0x41)),
                ((0xC4, 0x5A, 0x34), (0xD8, 0x70, 0x4C)),
                ((0x8E, 0x3E, 0x7C), (0xB0, 0x62, 0xA2)),
                ((0x3C, 0x4E, 0x9A), (0x6E, 0x84, 0xD0)),
            ];
            let (light, night) = tints[usize::from(line.saturating_sub(1)) % tints.len()];
            faint(pick(light, night), 0.42)
        }
        HexInk::Border => pick((0xA8, 0x32, 0x1F), (0xE0, 0x66, 0x4F)),
        HexInk::Figure => pick((0x1F, 0x1C, 0x16), (0xF6, 0xF0, 0xE0)),
        HexInk::Ruler => pick((0x6B, 0x65, 0x58), (0xA4, 0x9C, 0x8B)),
    }
}

/// What lies beyond the map.
fn beyond(dark: bool) -> Color {
    of_theme(dark, (0xEC, 0xE5, 0xD3), (0x19, 0x1D, 0x20))
}

/// Where a place in hexes is in the picture.
pub(super) fn seen(camera: &Camera, (x, y): HexSpot) -> (f32, f32) {
    camera.seen((x, -y))
}

/// The place in hexes under a pixel.
pub(super) fn under(camera: &Camera, pixel: (f32, f32)) -> HexSpot {
    let (x, y) = camera.under(pixel);
    (x, -y)
}

/// The shapes of a layer that are in sight, as one path.
fn path(layer: &HexLayer, camera: &Camera) -> Option<Path> {
    let reach = camera.scale * 2.0;
    let (wide, high) = camera.size;
    let mut path = PathBuilder::new();
    for shape in &layer.shapes {
        let Some((first, rest)) = shape.spots.split_first() else { continue };
        let (x, y) = seen(camera, *first);
        if x < -reach || y < -reach || x > wide + reach || y > high + reach {
            continue;
        }
        path.move_to(x, y);
        for spot in rest {
            let (x, y) = seen(camera, *spot);
            path.line_to(x, y);
        }
        if shape.closed {
            path.close();
        }
    }
    path.finish()
}

/// A pen so many hexes wide, never finer than can be seen.
fn stroke(width: f32, scale: f32) -> Stroke {
    Stroke { line_cap: LineCap::Butt, ..pen((width * scale).max(0.6)) }
}

/// Paints a drawing with what is written over it.
pub(super) fn paint(canvas: &mut PixmapMut<'_>, drawing: &HexDrawing, camera: &Camera, notes: HexNotes, dark: bool) {
    canvas.fill(beyond(dark));
    for layer in &drawing.layers {
        if camera.scale < layer.least || layer.notes.is_some_and(|wanted| wanted != notes) {
            continue;
        }
        let Some(path) = path(layer, camera) else { continue };
        let paint = plain(colour(layer.ink, dark));
        let stroke = match layer.pen {
            HexPen::Fill => {
                canvas.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
                continue;
            }
            HexPen::Line(width) => stroke(width, camera.scale),
            HexPen::Dashes(width, long) => {
                let dash = StrokeDash::new(vec![(long * camera.scale).max(2.0); 2], 0.0);
                Stroke { dash, ..stroke(width, camera.scale) }
            }
        };
        canvas.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_a_floor_the_lighter_it_is_in_both_themes() {
        let light = |ink: HexInk, dark: bool| {
            let colour = colour(ink, dark);
            colour.red() + colour.green() + colour.blue()
        };
        for dark in [false, true] {
            for level in 0..7 {
                for ink in [HexInk::Earth, HexInk::Court, HexInk::Stone] {
                    assert!(light(ink(level), dark) < light(ink(level + 1), dark), "{level}");
                }
                assert!(light(HexInk::Water(level), dark) >= light(HexInk::Water(level + 1), dark), "{level}");
            }
        }
    }
}
