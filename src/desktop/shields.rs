//! The small shields: a tincture's colour and, beside it, the engravers' hatching, so that sides are told apart in
//! black and white: or dotted, argent plain, gules upright, azure level, vert falling, purpure rising, sable crossed.

use crate::campaign::realm::Tincture;
use slint::{Image, Rgba8Pixel, SharedPixelBuffer};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Red, green and blue, 0 to 255.
pub(super) type Colour = [f32; 3];

/// A tincture's ground and its hatching's colour.
pub(super) fn colours(tincture: Tincture) -> (Colour, Colour) {
    match tincture {
        Tincture::Or => ([226.0, 178.0, 60.0], [122.0, 86.0, 10.0]),
        Tincture::Argent => ([242.0, 240.0, 234.0], [242.0, 240.0, 234.0]),
        Tincture::Gules => ([178.0, 44.0, 36.0], [238.0, 158.0, 146.0]),
        Tincture::Azure => ([44.0, 86.0, 152.0], [158.0, 190.0, 232.0]),
        Tincture::Vert => ([48.0, 112.0, 66.0], [156.0, 210.0, 168.0]),
        Tincture::Purpure => ([108.0, 58.0, 128.0], [206.0, 168.0, 222.0]),
        Tincture::Sable => ([44.0, 44.0, 48.0], [150.0, 150.0, 156.0]),
    }
}

/// Whether the hatching is drawn at a point, in pixels, with lines `step` apart.
fn hatched(tincture: Tincture, x: f32, y: f32, step: f32) -> bool {
    let line = |along: f32| along.rem_euclid(step) < step * 0.3;
    match tincture {
        Tincture::Or => {
            let odd = (y / step).floor() as i64 % 2 != 0;
            let (u, v) = ((x + if odd { step / 2.0 } else { 0.0 }).rem_euclid(step), y.rem_euclid(step));
            let (u, v) = (u - step / 2.0, v - step / 2.0);
            u * u + v * v < step * step * 0.05
        }
        Tincture::Gules => line(x),
        Tincture::Azure => line(y),
        Tincture::Vert => line((y - x) * std::f32::consts::FRAC_1_SQRT_2),
        Tincture::Purpure => line((x + y) * std::f32::consts::FRAC_1_SQRT_2),
        Tincture::Sable => line(x) || line(y),
        Tincture::Argent => false,
    }
}

/// Whether a point of the unit square lies in a shield shrunk by `inset`.
fn inside(x: f32, y: f32, inset: f32) -> bool {
    let (top, shoulder, foot, half) = (0.03 + inset, 0.42, 0.98 - inset * 1.5, 0.43 - inset);
    if y < top || y > foot {
        return false;
    }
    let width = if y <= shoulder {
        half
    } else {
        let down = (y - shoulder) / (foot - shoulder);
        half * (1.0 - down.powf(2.2)).max(0.0).powf(0.8)
    };
    (x - 0.5).abs() <= width
}

/// Draws a shield `size` pixels high and wide.
fn draw(tincture: Tincture, size: u32, dark: bool) -> SharedPixelBuffer<Rgba8Pixel> {
    const FINE: u32 = 4;
    let (ground, hatch) = colours(tincture);
    let edge: Colour = if dark { [214.0, 208.0, 194.0] } else { [46.0, 42.0, 36.0] };
    let step = (size as f32 / 4.6).max(3.0);
    let border = (1.1 / size as f32).max(0.05);
    let mut picture = SharedPixelBuffer::<Rgba8Pixel>::new(size, size);
    for (index, pixel) in picture.make_mut_slice().iter_mut().enumerate() {
        let (column, row) = (index as u32 % size, index as u32 / size);
        let mut sum = [0.0_f32; 3];
        let mut covered = 0_u32;
        for part in 0..FINE * FINE {
            let x = column as f32 + ((part % FINE) as f32 + 0.5) / FINE as f32;
            let y = row as f32 + ((part / FINE) as f32 + 0.5) / FINE as f32;
            let (u, v) = (x / size as f32, y / size as f32);
            if !inside(u, v, 0.0) {
                continue;
            }
            covered += 1;
            let colour = match (inside(u, v, border), hatched(tincture, x, y, step)) {
                (false, _) => edge,
                (true, true) => hatch,
                (true, false) => ground,
            };
            for channel in 0..3 {
                sum[channel] += colour[channel];
            }
        }
        if covered > 0 {
            let shade = |channel: usize| (sum[channel] / covered as f32).round() as u8;
            let alpha = (covered * 255 / (FINE * FINE)) as u8;
            *pixel = Rgba8Pixel::new(shade(0), shade(1), shade(2), alpha);
        }
    }
    picture
}

/// The picture of a shield, drawn once for each tincture, size and theme.
pub fn picture(tincture: Tincture, size: i32, dark: bool) -> Image {
    thread_local! {
        static DRAWN: RefCell<BTreeMap<(Tincture, u32, bool), Image>> = const { RefCell::new(BTreeMap::new()) };
    }
    let size = u32::try_from(size).unwrap_or(1).clamp(1, 256);
    let key = (tincture, size, dark);
    DRAWN.with(|drawn| {
        drawn.borrow_mut().entry(key).or_insert_with(|| Image::from_rgba8(draw(tincture, size, dark))).clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tincture_is_told_from_the_others_without_its_colour() {
        // Where hatching is drawn, on a grid: no two tinctures but the plain one alike.
        let pattern = |tincture: Tincture| {
            (0..400).map(|at| hatched(tincture, (at % 20) as f32, (at / 20) as f32, 5.0)).collect::<Vec<_>>()
        };
        let patterns: Vec<_> = Tincture::ALL.iter().map(|tincture| pattern(*tincture)).collect();
        for (index, one) in patterns.iter().enumerate() {
            for other in &patterns[index + 1..] {
                assert_ne!(one, other);
            }
        }
        assert!(pattern(Tincture::Argent).iter().all(|&drawn| !drawn));
    }

    #[test]
    fn a_shield_fills_its_middle_and_leaves_its_corners() {
        let shield = draw(Tincture::Gules, 24, false);
        let pixels = shield.as_slice();
        assert_eq!(pixels[12 * 24 + 12].a, 255);
        assert_eq!(pixels[23 * 24].a, 0);
        assert_eq!(pixels[23 * 24 + 23].a, 0);
    }
}
