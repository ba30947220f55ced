//! Paints the pieces of Castles and the ground they stand on. As on the table of a battle a foot is square, a shooter
//! round and a horseman a wedge; the general is a banner. White is argent, left plain, and Black sable, hatched crossed,
//! so that neither kinds nor sides need a colour to be told apart.

use crate::desktop::canvas::{self, pen, plain, rgb};
use crate::rules::castles::{Crush, GameTerms, Piece, Size, Square, WHITE};
use crate::rules::figure::Side;
use slint::Image;
use std::cell::RefCell;
use std::collections::BTreeMap;
use tiny_skia::{Color, FillRule, Mask, Path, PathBuilder, PixmapMut, Rect, Stroke, Transform};

/// A picture of some size, drawn on a field of 24 by 24.
fn draw(size: u32, picture: impl FnOnce(&mut PixmapMut<'_>, Transform)) -> Image {
    canvas::picture(size, size, |mut canvas| {
        let scale = size as f32 / 24.0;
        picture(&mut canvas, Transform::from_scale(scale, scale));
    })
}

fn lines(strokes: &[&[(f32, f32)]]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for stroke in strokes {
        for (at, &(x, y)) in stroke.iter().enumerate() {
            if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
    }
    path.finish()
}

/// The outline of a kind, on a field of 24 by 24.
fn outline(kind: Piece) -> Option<Path> {
    let mut path = PathBuilder::new();
    match kind {
        Piece::Musketeer => path.push_circle(12.0, 12.0, 8.6),
        Piece::Pikeman => {
            let (low, high, round) = (4.0, 20.0, 1.6);
            path.move_to(low + round, low);
            path.line_to(high - round, low);
            path.quad_to(high, low, high, low + round);
            path.line_to(high, high - round);
            path.quad_to(high, high, high - round, high);
            path.line_to(low + round, high);
            path.quad_to(low, high, low, high - round);
            path.line_to(low, low + round);
            path.quad_to(low, low, low + round, low);
            path.close();
        }
        Piece::Horseman => {
            path.move_to(12.0, 2.4);
            path.quad_to(13.0, 2.6, 13.6, 3.8);
            path.line_to(22.0, 19.2);
            path.quad_to(22.4, 20.8, 20.8, 21.0);
            path.line_to(3.2, 21.0);
            path.quad_to(1.6, 20.8, 2.0, 19.2);
            path.line_to(10.4, 3.8);
            path.quad_to(11.0, 2.6, 12.0, 2.4);
            path.close();
        }
        Piece::General => {
            // A banner of two tails.
            path.move_to(4.6, 3.0);
            path.line_to(21.6, 3.0);
            path.line_to(18.4, 8.6);
            path.line_to(21.6, 14.6);
            path.line_to(4.6, 14.6);
            path.close();
        }
    }
    path.finish()
}

/// What a kind bears within its outline.
fn charge(kind: Piece) -> Option<Path> {
    match kind {
        // A musket, its lock and its rest.
        Piece::Musketeer => lines(&[
            &[(6.6, 16.6), (17.2, 6.6)],
            &[(6.0, 15.0), (8.4, 17.6)],
            &[(10.6, 10.2), (12.2, 12.2)],
            &[(14.0, 10.0), (14.0, 17.6)],
        ]),
        // Three pikes.
        Piece::Pikeman => lines(&[
            &[(8.0, 17.6), (8.0, 6.8)],
            &[(6.6, 8.6), (8.0, 6.4), (9.4, 8.6)],
            &[(12.0, 17.6), (12.0, 6.8)],
            &[(10.6, 8.6), (12.0, 6.4), (13.4, 8.6)],
            &[(16.0, 17.6), (16.0, 6.8)],
            &[(14.6, 8.6), (16.0, 6.4), (17.4, 8.6)],
        ]),
        // A horseshoe.
        Piece::Horseman => {
            let mut path = PathBuilder::new();
            path.move_to(8.6, 18.4);
            path.cubic_to(7.0, 15.2, 8.0, 10.8, 12.0, 10.8);
            path.cubic_to(16.0, 10.8, 17.0, 15.2, 15.4, 18.4);
            path.finish()
        }
        // A star of five points.
        Piece::General => {
            let mut path = PathBuilder::new();
            for point in 0..10 {
                let turn = std::f32::consts::PI * (point as f32 / 5.0 - 0.5);
                let reach = if point % 2 == 0 { 4.4 } else { 1.8 };
                let (x, y) = (11.6 + reach * turn.cos(), 9.0 + reach * turn.sin());
                if point == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
            path.finish()
        }
    }
}

fn draw_piece(kind: Piece, side: Side, size: u32, dark: bool) -> Image {
    let (fill, hatch, line, edge) = match (side == WHITE, dark) {
        (true, _) => (rgb(0xFB, 0xF9, 0xF2), None, rgb(0x24, 0x26, 0x2A), rgb(0x24, 0x26, 0x2A)),
        (false, false) => {
            (rgb(0x2C, 0x2C, 0x31), Some(rgb(0x55, 0x55, 0x5D)), rgb(0xF4, 0xF0, 0xE4), rgb(0x12, 0x12, 0x15))
        }
        (false, true) => {
            (rgb(0x26, 0x26, 0x2B), Some(rgb(0x50, 0x50, 0x58)), rgb(0xF4, 0xF0, 0xE4), rgb(0xD0, 0xCA, 0xBC))
        }
    };
    draw(size, |canvas, field| {
        let Some(outline) = outline(kind) else { return };
        let at = field.pre_translate(0.0, if kind == Piece::Horseman { -0.6 } else { 0.0 });
        if kind == Piece::General
            && let Some(staff) = lines(&[&[(4.6, 2.0), (4.6, 22.0)]])
        {
            canvas.stroke_path(&staff, &plain(edge), &pen(2.4), at, None);
            canvas.stroke_path(&staff, &plain(fill), &pen(0.9), at, None);
        }
        canvas.fill_path(&outline, &plain(fill), FillRule::Winding, at, None);
        if let Some(hatch) = hatch
            && let Some(mut within) = Mask::new(size, size)
        {
            within.fill_path(&outline, FillRule::Winding, true, at);
            let upright: Vec<_> = (1..12).map(|line| [(line as f32 * 2.0, 0.0), (line as f32 * 2.0, 24.0)]).collect();
            let level: Vec<_> = (1..12).map(|line| [(0.0, line as f32 * 2.0), (24.0, line as f32 * 2.0)]).collect();
            let crossed: Vec<&[(f32, f32)]> = upright.iter().chain(&level).map(|line| line.as_slice()).collect();
            if let Some(crossed) = lines(&crossed) {
                canvas.stroke_path(&crossed, &plain(hatch), &pen(0.45), field, Some(&within));
            }
        }
        canvas.stroke_path(&outline, &plain(edge), &pen(1.2), at, None);
        if let Some(charge) = charge(kind) {
            match kind {
                Piece::General => canvas.fill_path(&charge, &plain(line), FillRule::Winding, at, None),
                _ => canvas.stroke_path(&charge, &plain(line), &pen(1.5), at, None),
            }
        }
    })
}

/// The picture of a piece some pixels wide, drawn once for each theme.
pub fn piece(kind: Piece, side: Side, size: u32, dark: bool) -> Image {
    thread_local! {
        static DRAWN: RefCell<BTreeMap<(Piece, Side, u32, bool), Image>> = const { RefCell::new(BTreeMap::new()) };
    }
    let size = size.clamp(1, 512);
    DRAWN.with(|drawn| {
        let mut drawn = drawn.borrow_mut();
        drawn.entry((kind, side, size, dark)).or_insert_with(|| draw_piece(kind, side, size, dark)).clone()
    })
}

struct Ground {
    light: Color,
    shade: Color,
    line: Color,
    zone: Color,
    water: Color,
    wave: Color,
}

impl Ground {
    fn of(dark: bool) -> Ground {
        match dark {
            false => Ground {
                light: rgb(0xE9, 0xE4, 0xCB),
                shade: rgb(0xDD, 0xDB, 0xBE),
                line: rgb(0xA9, 0xA3, 0x86),
                zone: rgb(0xC6, 0xBE, 0x9C),
                water: rgb(0xBF, 0xD3, 0xD8),
                wave: rgb(0x7F, 0xA0, 0xAB),
            },
            true => Ground {
                light: rgb(0x3A, 0x41, 0x3A),
                shade: rgb(0x33, 0x39, 0x33),
                line: rgb(0x5E, 0x66, 0x59),
                zone: rgb(0x54, 0x5A, 0x4C),
                water: rgb(0x24, 0x39, 0x47),
                wave: rgb(0x4E, 0x70, 0x82),
            },
        }
    }
}

/// The ground of a board some pixels wide: its squares, both end zones hatched, and the lake.
pub fn ground(size: Size, zone: u8, pixels: u32, dark: bool) -> Image {
    let usual = GameTerms::usual(size, Crush::default());
    let terms = usual.with(zone, 1).unwrap_or(usual);
    let pixels = pixels.clamp(1, 4096);
    let ink = Ground::of(dark);
    canvas::picture(pixels, pixels, |mut canvas| {
        let cell = pixels as f32 / f32::from(terms.width());
        for square in terms.squares() {
            paint_square(&mut canvas, &terms, square, cell, &ink);
        }
        paint_lines(&mut canvas, &terms, cell, &ink);
    })
}

fn paint_square(canvas: &mut PixmapMut<'_>, terms: &GameTerms, square: Square, cell: f32, ink: &Ground) {
    let (file, row) = (square.file(), terms.width() - 1 - square.rank());
    let (x, y) = (f32::from(file) * cell, f32::from(row) * cell);
    let Some(place) = Rect::from_xywh(x, y, cell, cell) else { return };
    if terms.is_lake(square) {
        canvas.fill_rect(place, &plain(ink.water), Transform::identity(), None);
        let mut path = PathBuilder::new();
        for (left, down) in [(0.16, 0.3), (0.46, 0.54), (0.14, 0.78)] {
            path.move_to(x + left * cell, y + down * cell);
            path.quad_to(x + (left + 0.1) * cell, y + (down - 0.1) * cell, x + (left + 0.2) * cell, y + down * cell);
            path.quad_to(x + (left + 0.3) * cell, y + (down + 0.1) * cell, x + (left + 0.4) * cell, y + down * cell);
        }
        if let Some(waves) = path.finish() {
            canvas.stroke_path(&waves, &plain(ink.wave), &pen((cell / 40.0).max(1.0)), Transform::identity(), None);
        }
        return;
    }
    let colour = if (file + square.rank()).is_multiple_of(2) { ink.shade } else { ink.light };
    canvas.fill_rect(place, &plain(colour), Transform::identity(), None);
    if terms.in_end_zone(square, WHITE) || terms.in_end_zone(square, WHITE.other()) {
        // Falling hatching, whole from square to square.
        let mut path = PathBuilder::new();
        for part in 0..4 {
            let along = part as f32 / 4.0 * cell;
            path.move_to(x + along, y);
            path.line_to(x + cell, y + cell - along);
            path.move_to(x, y + along);
            path.line_to(x + cell - along, y + cell);
        }
        if let Some(hatching) = path.finish() {
            canvas.stroke_path(&hatching, &plain(ink.zone), &pen(1.0), Transform::identity(), None);
        }
    }
}

fn paint_lines(canvas: &mut PixmapMut<'_>, terms: &GameTerms, cell: f32, ink: &Ground) {
    let width = terms.width();
    let edge = f32::from(width) * cell;
    // No line crosses the lake: it is one water.
    let lake: Vec<Square> = terms.squares().filter(|square| terms.is_lake(*square)).collect();
    let bank = |line: u8| {
        lake.first().zip(lake.last()).filter(|(first, last)| (first.file() + 1..=last.file()).contains(&line))
    };
    let (mut thin, mut thick) = (PathBuilder::new(), PathBuilder::new());
    for line in 1..width {
        let at = (f32::from(line) * cell).round() + 0.5;
        let (near, far) = match bank(line) {
            Some((first, last)) => (f32::from(first.file()) * cell, f32::from(last.file() + 1) * cell),
            None => (edge, edge),
        };
        for (from, to) in [(0.0, near), (far, edge)] {
            thin.move_to(at, from);
            thin.line_to(at, to);
            thin.move_to(from, at);
            thin.line_to(to, at);
        }
        if line == terms.end_zone() || line == width - terms.end_zone() {
            thick.move_to(0.0, at);
            thick.line_to(edge, at);
        }
    }
    if let Some((first, last)) = lake.first().zip(lake.last()) {
        let (from, side) = (f32::from(first.file()) * cell, f32::from(last.file() + 1 - first.file()) * cell);
        if let Some(shore) = Rect::from_xywh(from, from, side, side) {
            thick.push_rect(shore);
        }
    }
    if let Some(frame) = Rect::from_xywh(0.5, 0.5, edge - 1.0, edge - 1.0) {
        thick.push_rect(frame);
    }
    if let Some(thin) = thin.finish() {
        let mut faint = ink.line;
        faint.apply_opacity(0.45);
        canvas.stroke_path(
            &thin,
            &plain(faint),
            &Stroke { width: 1.0, ..Stroke::default() },
            Transform::identity(),
            None,
        );
    }
    if let Some(thick) = thick.finish() {
        canvas.stroke_path(
            &thick,
            &plain(ink.line),
            &Stroke { width: 2.0, ..Stroke::default() },
            Transform::identity(),
            None,
        );
    }
}
