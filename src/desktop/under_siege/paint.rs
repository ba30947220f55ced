//! Paints the castle of cards from above: stone in courses, wood in planks, damage as cracks, fires, sections closed by
//! disease, and what has fallen.

use crate::desktop::canvas::{self, pen, plain, rgb};
use crate::rules::castle_under_siege::{Castle, Plot, Position, SectionKind, StructureId};
use crate::rules::geometry::INCH;
use slint::Image;
use tiny_skia::{Color, FillRule, PathBuilder, PixmapMut, Rect, Transform};

/// The colours of a theme.
struct Cards {
    court: Color,
    grass: Color,
    stone: Color,
    joint: Color,
    wood: Color,
    plank: Color,
    rubble: Color,
    edge: Color,
    crack: Color,
    flame: Color,
    ember: Color,
    sick: Color,
}

impl Cards {
    fn of(dark: bool) -> Cards {
        match dark {
            false => Cards {
                court: rgb(0xE6, 0xDE, 0xC2),
                grass: rgb(0xCF, 0xC6, 0xA6),
                stone: rgb(0xC9, 0xC8, 0xC2),
                joint: rgb(0xA3, 0xA2, 0x9C),
                wood: rgb(0xC8, 0xA0, 0x6E),
                plank: rgb(0x96, 0x6F, 0x42),
                rubble: rgb(0xDA, 0xD2, 0xBC),
                edge: rgb(0x4A, 0x46, 0x3E),
                crack: rgb(0x24, 0x22, 0x1E),
                flame: rgb(0xC8, 0x3A, 0x18),
                ember: rgb(0xF2, 0xB1, 0x3C),
                sick: rgb(0x4C, 0x6E, 0x2A),
            },
            true => Cards {
                court: rgb(0x33, 0x35, 0x2F),
                grass: rgb(0x42, 0x44, 0x3A),
                stone: rgb(0x55, 0x58, 0x5C),
                joint: rgb(0x3E, 0x41, 0x45),
                wood: rgb(0x6E, 0x53, 0x36),
                plank: rgb(0x45, 0x32, 0x1E),
                rubble: rgb(0x2C, 0x2A, 0x26),
                edge: rgb(0xB4, 0xAC, 0x9A),
                crack: rgb(0xE6, 0xDC, 0xC8),
                flame: rgb(0xE0, 0x5A, 0x30),
                ember: rgb(0xF4, 0xC0, 0x50),
                sick: rgb(0x93, 0xB8, 0x5E),
            },
        }
    }
}

/// What is painted about the castle on every side, in inches, so that its outline lies whole within the picture at any size.
const MARGIN: f32 = 0.5;

/// A painter of one picture, an inch some pixels long.
struct Painter<'a> {
    canvas: PixmapMut<'a>,
    inch: f32,
    cards: Cards,
}

impl Painter<'_> {
    /// A rectangle of the plan as it is seen, with the north up.
    fn seen(&self, plot: Plot) -> (f32, f32, f32, f32) {
        let inches = |length: i32| length as f32 / INCH as f32 * self.inch;
        let (wide, deep, margin) = (inches(plot.size.x), inches(plot.size.y), MARGIN * self.inch);
        let top = super::ACROSS as f32 * self.inch - inches(plot.corner.y) - deep;
        (margin + inches(plot.corner.x), margin + top, wide, deep)
    }

    fn fill(&mut self, plot: Plot, colour: Color) {
        let (x, y, wide, deep) = self.seen(plot);
        if let Some(place) = Rect::from_xywh(x, y, wide, deep) {
            self.canvas.fill_rect(place, &plain(colour), Transform::identity(), None);
        }
    }

    fn lines(&mut self, lines: &[[f32; 4]], colour: Color, width: f32) {
        let mut path = PathBuilder::new();
        for &[x, y, to_x, to_y] in lines {
            path.move_to(x, y);
            path.line_to(to_x, to_y);
        }
        if let Some(path) = path.finish() {
            self.canvas.stroke_path(&path, &plain(colour), &pen(width), Transform::identity(), None);
        }
    }

    fn frame(&mut self, plot: Plot, width: f32) {
        let (x, y, wide, deep) = self.seen(plot);
        let (edge, right, low) = (self.cards.edge, x + wide, y + deep);
        self.lines(&[[x, y, right, y], [right, y, right, low], [right, low, x, low], [x, low, x, y]], edge, width);
    }

    /// The court, with grass between the spots.
    fn court(&mut self, plot: Plot) {
        let (court, grass) = (self.cards.court, self.cards.grass);
        self.fill(plot, court);
        let (x, y, wide, deep) = self.seen(plot);
        let steps = |length: f32| 1..(length / self.inch).round() as i32;
        let mut lines: Vec<[f32; 4]> =
            steps(wide).map(|at| at as f32 * self.inch).map(|off| [x + off, y, x + off, y + deep]).collect();
        lines.extend(steps(deep).map(|at| at as f32 * self.inch).map(|off| [x, y + off, x + wide, y + off]));
        self.lines(&lines, grass, 1.0);
    }

    /// Stone in courses, every other laid half a stone further.
    fn stone(&mut self, plot: Plot) {
        let (stone, joint) = (self.cards.stone, self.cards.joint);
        self.fill(plot, stone);
        let (x, y, wide, deep) = self.seen(plot);
        let (row, long) = (self.inch / 4.0, self.inch / 2.0);
        let mut lines = Vec::new();
        for course in 0..(deep / row).round() as i32 {
            let at = y + course as f32 * row;
            lines.push([x, at, x + wide, at]);
            let shift = if course % 2 == 0 { long } else { long / 2.0 };
            let mut along = shift;
            while along < wide {
                lines.push([x + along, at, x + along, at + row]);
                along += long;
            }
        }
        self.lines(&lines, joint, (self.inch / 40.0).max(0.6));
    }

    /// Wood in planks, lengthwise.
    fn wood(&mut self, plot: Plot) {
        let (wood, plank) = (self.cards.wood, self.cards.plank);
        self.fill(plot, wood);
        let (x, y, wide, deep) = self.seen(plot);
        let broad = self.inch / 4.0;
        let mut lines = Vec::new();
        match wide >= deep {
            true => {
                let rows = 1..(deep / broad).round() as i32;
                lines.extend(rows.map(|row| y + row as f32 * broad).map(|at| [x, at, x + wide, at]));
            }
            false => {
                let rows = 1..(wide / broad).round() as i32;
                lines.extend(rows.map(|row| x + row as f32 * broad).map(|at| [at, y, at, y + deep]));
            }
        }
        self.lines(&lines, plank, (self.inch / 30.0).max(0.7));
    }

    /// What is left of a structure that has fallen.
    fn rubble(&mut self, plot: Plot) {
        let (rubble, crack) = (self.cards.rubble, self.cards.crack);
        self.fill(plot, rubble);
        let (x, y, wide, deep) = self.seen(plot);
        let step = self.inch / 2.0;
        let mut lines = Vec::new();
        let (across, down) = ((wide / step) as i32, (deep / step) as i32);
        for (column, row) in (0..across).flat_map(|column| (0..down).map(move |row| (column, row))) {
            let (left, top) = (x + column as f32 * step, y + row as f32 * step);
            let lean = if (column + row) % 2 == 0 { 0.25 } else { 0.7 };
            lines.push([left + step * 0.2, top + step * lean, left + step * 0.8, top + step * (1.0 - lean)]);
        }
        self.lines(&lines, crack, (self.inch / 18.0).max(1.0));
    }

    /// A crack for every point lost, spread along a structure.
    fn cracks(&mut self, plot: Plot, lost: u8, whole: u8) {
        let (x, y, wide, deep) = self.seen(plot);
        let crack = self.cards.crack;
        let along = wide >= deep;
        let mut lines = Vec::new();
        for number in 0..lost {
            let part = (f32::from(number) + 0.5) / f32::from(whole.max(1));
            // Now from the one side and now from the other, in three bends.
            let bends = [(0.0, 0.0), (0.3, 0.06), (0.5, -0.05), (0.8, 0.04)];
            let at = |(deep_part, aside): (f32, f32)| {
                let deep_part = if number % 2 == 0 { deep_part } else { 1.0 - deep_part };
                match along {
                    true => (x + (part + aside) * wide, y + deep_part * deep),
                    false => (x + deep_part * wide, y + (part + aside) * deep),
                }
            };
            for pair in bends.windows(2) {
                let ((from_x, from_y), (to_x, to_y)) = (at(pair[0]), at(pair[1]));
                lines.push([from_x, from_y, to_x, to_y]);
            }
        }
        self.lines(&lines, crack, (self.inch / 14.0).max(1.2));
    }

    /// A fire, one of several beside one another, with a bar for every turn until it takes a point.
    fn fire(&mut self, plot: Plot, number: usize, left: u8) {
        let (x, y, wide, deep) = self.seen(plot);
        let (flame, ember) = (self.cards.flame, self.cards.ember);
        let size = self.inch * 0.7;
        let (middle_x, low) = (x + wide / 2.0 + (number as f32 - 0.5) * size, y + deep / 2.0 + size * 0.5);
        for (scale, colour) in [(1.0, flame), (0.55, ember)] {
            let (half, high) = (size * 0.42 * scale, size * scale);
            let mut path = PathBuilder::new();
            path.move_to(middle_x, low - high);
            path.quad_to(middle_x + half * 1.6, low - high * 0.4, middle_x + half * 0.7, low);
            path.line_to(middle_x - half * 0.7, low);
            path.quad_to(middle_x - half * 1.6, low - high * 0.4, middle_x, low - high);
            path.close();
            if let Some(path) = path.finish() {
                self.canvas.fill_path(&path, &plain(colour), FillRule::Winding, Transform::identity(), None);
            }
        }
        let bars: Vec<[f32; 4]> = (0..left)
            .map(|bar| middle_x - size * 0.3 + f32::from(bar) * size * 0.2)
            .map(|at| [at, low + size * 0.12, at, low + size * 0.34])
            .collect();
        self.lines(&bars, flame, (self.inch / 14.0).max(1.2));
    }

    /// A section closed by disease: hatched crossing.
    fn closed(&mut self, plot: Plot) {
        let (x, y, wide, deep) = self.seen(plot);
        let sick = self.cards.sick;
        let step = self.inch / 3.0;
        let count = ((wide + deep) / step) as i32;
        let mut lines = Vec::new();
        for at in 1..count {
            let off = at as f32 * step;
            let (from_x, from_y) = (x + off.min(wide), y + (off - wide).max(0.0));
            let (to_x, to_y) = (x + (off - deep).max(0.0), y + off.min(deep));
            lines.push([from_x, from_y, to_x, to_y]);
            // The same leaning the other way.
            lines.push([x + wide - (from_x - x), from_y, x + wide - (to_x - x), to_y]);
        }
        self.lines(&lines, sick, (self.inch / 22.0).max(1.0));
    }

    /// Merlons along the edges of what is built.
    fn battlements(&mut self, plot: Plot) {
        let (x, y, wide, deep) = self.seen(plot);
        let edge = self.cards.edge;
        let (step, short) = (self.inch / 2.0, self.inch / 7.0);
        let mut lines = Vec::new();
        let ends = |length: f32| (0..(length / step).round() as i32).map(move |at| at as f32 * step + step * 0.25);
        for along in ends(wide) {
            lines.push([x + along, y + short / 2.0, x + along + step * 0.5, y + short / 2.0]);
            lines.push([x + along, y + deep - short / 2.0, x + along + step * 0.5, y + deep - short / 2.0]);
        }
        for along in ends(deep) {
            lines.push([x + short / 2.0, y + along, x + short / 2.0, y + along + step * 0.5]);
            lines.push([x + wide - short / 2.0, y + along, x + wide - short / 2.0, y + along + step * 0.5]);
        }
        self.lines(&lines, edge, (self.inch / 12.0).max(1.0));
    }

    fn structure(&mut self, game: &Position, id: StructureId) {
        let castle = Castle::get();
        let (plot, left, whole) = (castle.plot_of(id), game.points_left(id), game.points_whole(id));
        match (left, game.is_wood(id)) {
            (0, _) => self.rubble(plot),
            (_, true) => self.wood(plot),
            (_, false) => self.stone(plot),
        }
        if left > 0 {
            if castle.structure(id).kind != SectionKind::Wall {
                self.battlements(plot);
            }
            self.cracks(plot, whole - left, whole);
        }
        let sections = castle.structure(id).sections.iter().map(|&section| castle.section(section).plot);
        for side in sections.collect::<Vec<_>>() {
            self.frame(side, 1.0);
        }
        self.frame(plot, (self.inch / 16.0).max(1.5));
        for &section in castle.structure(id).sections.iter().filter(|&&section| game.is_closed(section)) {
            self.closed(castle.section(section).plot);
        }
        let fires: Vec<u8> = game.fires().iter().filter(|fire| fire.structure == id).map(|fire| fire.left).collect();
        for (number, left) in fires.into_iter().enumerate() {
            self.fire(plot, number, left);
        }
    }
}

/// The castle as it stands in a position, with its margin some pixels wide.
pub fn castle(game: &Position, pixels: u32, dark: bool) -> Image {
    let pixels = pixels.clamp(16, 4096);
    canvas::picture(pixels, pixels, |canvas| {
        let mut painter =
            Painter { canvas, inch: pixels as f32 / (super::ACROSS as f32 + 2.0 * MARGIN), cards: Cards::of(dark) };
        let castle = Castle::get();
        for section in castle.sections.iter().filter(|section| section.kind == SectionKind::Court) {
            painter.court(section.plot);
        }
        for id in castle.structure_ids() {
            painter.structure(game, id);
        }
    })
}
