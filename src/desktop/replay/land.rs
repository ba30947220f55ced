//! Paints the ground of a battle: areas in flat muted tints with what grows or stands on them, and barriers as lines
//! by their kind. What stands open of a barrier is drawn as rubble or as an open gate.

use super::camera::{Camera, inches};
use crate::desktop::canvas::{Draws, Rgb, line, of_theme, pen};
use crate::rules::man_to_man::ground::{Area, Barrier, BarrierKind, Ground, Surface};
use tiny_skia::{Color, LineCap, PathBuilder, PixmapMut, Rect, Stroke, StrokeDash};

/// The colours of grounds.
struct Tints {
    dark: bool,
}

impl Tints {
    fn pick(&self, light: Rgb, night: Rgb) -> Color {
        of_theme(self.dark, light, night)
    }

    fn surface(&self, surface: Surface) -> Color {
        match surface {
            Surface::Open => self.pick((0xDF, 0xE1, 0xC9), (0x27, 0x2D, 0x26)),
            Surface::Rough => self.pick((0xD8, 0xD1, 0xB4), (0x33, 0x30, 0x27)),
            Surface::Woods => self.pick((0xBF, 0xCD, 0xA8), (0x22, 0x33, 0x25)),
            Surface::Marsh => self.pick((0xC9, 0xD6, 0xC4), (0x26, 0x35, 0x33)),
            Surface::Hill => self.pick((0xD6, 0xD2, 0xB0), (0x31, 0x32, 0x27)),
            Surface::Hilltop => self.pick((0xE4, 0xDE, 0xBE), (0x3B, 0x3A, 0x2D)),
            Surface::Stream => self.pick((0xBC, 0xD2, 0xD6), (0x22, 0x3A, 0x44)),
            Surface::River | Surface::WetMoat => self.pick((0x9F, 0xBE, 0xC9), (0x1F, 0x3B, 0x4A)),
            Surface::DryMoat => self.pick((0xC4, 0xB8, 0x98), (0x2A, 0x26, 0x1E)),
            Surface::Building => self.pick((0xD4, 0xC6, 0xAE), (0x3A, 0x33, 0x2B)),
            Surface::Rampart => self.pick((0xCB, 0xC8, 0xBF), (0x41, 0x42, 0x42)),
            Surface::Stairs => self.pick((0xBD, 0xB8, 0xAC), (0x4A, 0x49, 0x46)),
            Surface::Rock => self.pick((0xA9, 0xA4, 0x98), (0x4B, 0x4A, 0x48)),
        }
    }

    /// What is drawn upon an area, and its edge.
    fn detail(&self, surface: Surface) -> Color {
        match surface {
            Surface::Woods => self.pick((0x8E, 0xA5, 0x79), (0x37, 0x53, 0x3C)),
            Surface::Marsh | Surface::Stream => self.pick((0x8F, 0xAB, 0xAF), (0x3D, 0x5C, 0x66)),
            Surface::River | Surface::WetMoat => self.pick((0x7B, 0xA0, 0xAE), (0x35, 0x5B, 0x6E)),
            Surface::Building | Surface::Rampart | Surface::Stairs => self.pick((0x8C, 0x82, 0x70), (0x6A, 0x66, 0x5C)),
            _ => self.pick((0xB7, 0xAE, 0x88), (0x4C, 0x4A, 0x3A)),
        }
    }

    fn barrier(&self, kind: BarrierKind) -> Color {
        match kind {
            BarrierKind::Gap => self.surface(Surface::Open),
            BarrierKind::Hedge | BarrierKind::Tree => self.pick((0x5F, 0x7E, 0x4C), (0x5C, 0x86, 0x58)),
            BarrierKind::Fence
            | BarrierKind::TimberWall
            | BarrierKind::Gate
            | BarrierKind::Door
            | BarrierKind::Drawbridge => self.pick((0x84, 0x62, 0x3C), (0xA8, 0x84, 0x58)),
            BarrierKind::DryWall | BarrierKind::LowWall | BarrierKind::LightStoneWall | BarrierKind::HighWall => {
                self.pick((0x7C, 0x79, 0x70), (0x96, 0x95, 0x8E))
            }
            BarrierKind::House | BarrierKind::CastleWall | BarrierKind::Portcullis => {
                self.pick((0x5B, 0x57, 0x50), (0x8C, 0x8A, 0x83))
            }
        }
    }
}

/// The widths of barriers that are mere lines, in inches.
fn breadth(barrier: &Barrier) -> f32 {
    let drawn = match barrier.kind {
        BarrierKind::Gap | BarrierKind::Hedge => 0.8,
        BarrierKind::Fence => 0.2,
        BarrierKind::DryWall | BarrierKind::LowWall => 0.4,
        BarrierKind::HighWall | BarrierKind::TimberWall | BarrierKind::LightStoneWall | BarrierKind::House => 0.5,
        BarrierKind::Gate | BarrierKind::Door | BarrierKind::Portcullis => 0.5,
        BarrierKind::CastleWall | BarrierKind::Drawbridge | BarrierKind::Tree => 1.0,
    };
    match barrier.thickness {
        0 => drawn,
        thick => thick as f32 / crate::rules::geometry::INCH as f32,
    }
}

/// A number from 0 to 1 for a place of a lattice, the same each time, so that trees stay where they grow.
fn scatter(column: i32, row: i32, salt: i32) -> f32 {
    let mut mixed =
        (column.wrapping_mul(374_761_393) ^ row.wrapping_mul(668_265_263) ^ salt.wrapping_mul(9_001)) as u32;
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(1_274_126_177);
    ((mixed ^ (mixed >> 16)) & 0xFFFF) as f32 / 65_535.0
}

fn within(edge: &[(f32, f32)], (x, y): (f32, f32)) -> bool {
    let mut inside = false;
    for (index, &(ax, ay)) in edge.iter().enumerate() {
        let (bx, by) = edge[(index + 1) % edge.len()];
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

/// Paints what is on a ground. `opened` tells of the pieces of barriers that stand otherwise than at the start.
pub fn paint(
    canvas: &mut PixmapMut,
    ground: &Ground,
    camera: &Camera,
    dark: bool,
    opened: impl Fn(u16) -> Option<bool>,
) {
    let mut painter = Painter { canvas, camera, tints: Tints { dark } };
    for area in &ground.areas {
        painter.area(area);
    }
    for barrier in &ground.barriers {
        painter.barrier(ground, barrier, &|piece| opened(piece).unwrap_or(barrier.open));
    }
}

struct Painter<'a, 'b> {
    canvas: &'a mut PixmapMut<'b>,
    camera: &'a Camera,
    tints: Tints,
}

impl<'b> Draws<'b> for Painter<'_, 'b> {
    fn canvas(&mut self) -> &mut PixmapMut<'b> {
        self.canvas
    }
}

impl Painter<'_, '_> {
    fn area(&mut self, area: &Area) {
        let edge: Vec<(f32, f32)> = area.edge.iter().map(|&at| inches(at)).collect();
        let seen: Vec<(f32, f32)> = edge.iter().map(|&at| self.camera.seen(at)).collect();
        let outline = line(&seen, true);
        self.fill(outline.clone(), self.tints.surface(area.surface));
        let detail = self.tints.detail(area.surface);
        self.grown(area.surface, &edge, detail);
        let edged = match area.surface {
            Surface::Open | Surface::Rough | Surface::Woods | Surface::Marsh => pen(1.0),
            Surface::Hill | Surface::Hilltop => Stroke { dash: StrokeDash::new(vec![7.0, 4.0], 0.0), ..pen(1.2) },
            _ => pen(1.4),
        };
        self.draw(outline, detail, &edged);
    }

    /// Trees, tufts, ripples: what tells a surface without its colour.
    fn grown(&mut self, surface: Surface, edge: &[(f32, f32)], colour: Color) {
        let every = match surface {
            Surface::Woods => 2.6,
            Surface::Rough | Surface::Rock => 3.2,
            Surface::Marsh | Surface::Stream | Surface::River | Surface::WetMoat => 3.0,
            _ => return,
        };
        // Too far away to be told apart, they would only be noise.
        if every * self.camera.scale < 7.0 {
            return;
        }
        let span = |of: fn(&(f32, f32)) -> f32| {
            let least = edge.iter().map(of).fold(f32::MAX, f32::min);
            let most = edge.iter().map(of).fold(f32::MIN, f32::max);
            ((least / every).floor() as i32, (most / every).ceil() as i32)
        };
        let ((left, right), (low, high)) = (span(|at| at.0), span(|at| at.1));
        for row in low..=high {
            for column in left..=right {
                let x = (column as f32 + 0.2 + 0.6 * scatter(column, row, 1)) * every;
                let y = (row as f32 + 0.2 + 0.6 * scatter(column, row, 2)) * every;
                if within(edge, (x, y)) {
                    self.tuft(surface, (x, y), scatter(column, row, 3), colour);
                }
            }
        }
    }

    fn tuft(&mut self, surface: Surface, at: (f32, f32), chance: f32, colour: Color) {
        let ((x, y), inch) = (self.camera.seen(at), self.camera.scale);
        match surface {
            Surface::Woods => {
                let crown = (0.75 + 0.35 * chance) * inch;
                self.fill(PathBuilder::from_circle(x, y, crown), colour);
                let lit = self.tints.surface(Surface::Woods);
                self.fill(PathBuilder::from_circle(x - crown * 0.2, y - crown * 0.25, crown * 0.5), lit);
            }
            Surface::Rough | Surface::Rock => {
                let size = (0.3 + 0.3 * chance) * inch;
                self.draw(line(&[(x - size, y), (x, y - size), (x + size, y)], false), colour, &pen(1.1));
            }
            _ => {
                let size = (0.5 + 0.4 * chance) * inch;
                let ripple = [(x - size, y), (x - size / 3.0, y - 1.5), (x + size / 3.0, y + 1.5), (x + size, y)];
                self.draw(line(&ripple, false), colour, &pen(1.1));
            }
        }
    }

    fn barrier(&mut self, ground: &Ground, barrier: &Barrier, open: &impl Fn(u16) -> bool) {
        if barrier.kind == BarrierKind::Gap {
            let run: Vec<_> = barrier.line.iter().map(|&at| self.camera.seen(inches(at))).collect();
            let wide = Stroke { line_cap: LineCap::Butt, ..pen((breadth(barrier) * self.camera.scale).max(4.0)) };
            self.draw(line(&run, false), self.tints.barrier(BarrierKind::Gap), &wide);
            return;
        }
        // Runs of pieces that stand, and single pieces that stand open.
        let mut run: Vec<(f32, f32)> = Vec::new();
        for number in barrier.pieces.0..barrier.pieces.1 {
            let Some(piece) = ground.pieces.get(usize::from(number)) else { continue };
            let (from, to) = (self.camera.seen(inches(piece.from)), self.camera.seen(inches(piece.to)));
            if open(number) {
                self.stands(barrier, &run);
                run.clear();
                self.opened(barrier, from, to);
                continue;
            }
            if run.last() != Some(&from) {
                self.stands(barrier, &run);
                run = vec![from];
            }
            run.push(to);
        }
        self.stands(barrier, &run);
    }

    fn stands(&mut self, barrier: &Barrier, run: &[(f32, f32)]) {
        let colour = self.tints.barrier(barrier.kind);
        let wide = (breadth(barrier) * self.camera.scale).max(2.0);
        let flat = Stroke { line_cap: LineCap::Butt, ..pen(wide) };
        let along = line(run, false);
        match barrier.kind {
            BarrierKind::Hedge => {
                self.draw(along.clone(), colour, &pen(wide));
                let bushes = StrokeDash::new(vec![0.1, wide * 1.1], 0.0);
                let light = self.tints.detail(Surface::Woods);
                self.draw(along, light, &Stroke { dash: bushes, ..pen(wide * 0.6) });
            }
            BarrierKind::Fence => {
                self.draw(along.clone(), colour, &pen(1.2));
                let posts = StrokeDash::new(vec![1.6, (0.9 * self.camera.scale).max(5.0)], 0.0);
                self.draw(along, colour, &Stroke { dash: posts, line_cap: LineCap::Butt, ..pen(wide.max(4.5)) });
            }
            BarrierKind::DryWall | BarrierKind::LowWall => {
                let stones = StrokeDash::new(vec![wide * 1.4, wide * 0.5], 0.0);
                self.draw(along, colour, &Stroke { dash: stones, ..flat });
            }
            BarrierKind::CastleWall => {
                self.draw(along.clone(), colour, &flat);
                let walk = self.tints.surface(Surface::Rampart);
                self.draw(along, walk, &Stroke { width: (wide - 3.0).max(0.8), ..flat });
            }
            BarrierKind::Drawbridge => {
                // Up, only where it would lie is seen.
                let edge = StrokeDash::new(vec![4.0, 4.0], 0.0);
                self.draw(along, colour, &Stroke { dash: edge, ..pen(1.2) });
            }
            BarrierKind::Portcullis => {
                let bars = StrokeDash::new(vec![2.0, 2.0], 0.0);
                self.draw(along, colour, &Stroke { dash: bars, ..flat });
            }
            BarrierKind::Tree => {
                // Its crown, with the light on it, over the bole where a man may be.
                let (Some(&from), Some(&to)) = (run.first(), run.last()) else { return };
                let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                self.fill(PathBuilder::from_circle(middle.0, middle.1, wide * 1.2), self.tints.detail(Surface::Woods));
                self.draw(PathBuilder::from_circle(middle.0, middle.1, wide * 1.2), colour, &pen(1.5));
                self.draw(PathBuilder::from_circle(middle.0, middle.1, wide * 0.4), colour, &pen(1.5));
            }
            _ => self.draw(along, colour, &flat),
        }
    }

    fn opened(&mut self, barrier: &Barrier, from: (f32, f32), to: (f32, f32)) {
        let colour = self.tints.barrier(barrier.kind);
        let wide = (breadth(barrier) * self.camera.scale).max(2.0);
        match barrier.kind {
            BarrierKind::Drawbridge => {
                let planks = Stroke { line_cap: LineCap::Butt, ..pen(wide) };
                self.draw(line(&[from, to], false), colour, &planks);
            }
            BarrierKind::Gate | BarrierKind::Door | BarrierKind::Portcullis => {
                for post in [from, to] {
                    self.fill(PathBuilder::from_circle(post.0, post.1, wide / 2.0), colour);
                }
            }
            _ => {
                // Rubble.
                let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                let size = (wide / 5.0).max(1.2);
                for (x, y) in [(-1.2, 0.6), (0.2, -0.9), (1.3, 0.4)] {
                    let stone = Rect::from_xywh(middle.0 + x * size * 1.6, middle.1 + y * size * 1.6, size, size);
                    self.fill(stone.map(PathBuilder::from_rect), colour);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_in_a_polygon_or_not() {
        let edge = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 4.0), (0.0, 10.0)];
        assert!(within(&edge, (2.0, 3.0)) && within(&edge, (9.0, 8.0)));
        assert!(!within(&edge, (5.0, 8.0)) && !within(&edge, (-1.0, 3.0)));
    }
}
