//! Paints the field of Castle Cracker: its zones, slopes and waters, the fort with its walls as they stand, and what must be
//! held.

use crate::campaign::realm::Tincture;
use crate::desktop::canvas::{Draws, Rgb, faint, line, of_theme, pen, plain, tint};
use crate::desktop::replay::camera::{Camera, inches};
use crate::desktop::shields::colours;
use crate::rules::castle_cracker::field::{CordField, GroundShape, GroundSort, WallStretch};
use crate::rules::castle_cracker::{Position, WallState};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::Point;
use std::f32::consts::TAU;
use tiny_skia::{Color, LineCap, Path, PathBuilder, PixmapMut, Rect, Stroke, StrokeDash, Transform};

/// The colours of the land.
struct Tints {
    dark: bool,
}

impl Tints {
    fn pick(&self, light: Rgb, night: Rgb) -> Color {
        of_theme(self.dark, light, night)
    }

    fn ground(&self, sort: GroundSort) -> Color {
        match sort {
            GroundSort::Gentle => self.pick((0xD8, 0xD3, 0xB2), (0x31, 0x32, 0x27)),
            GroundSort::Steep => self.pick((0xCB, 0xC0, 0x9A), (0x3B, 0x37, 0x2A)),
            GroundSort::Cliff => self.pick((0xA9, 0xA4, 0x98), (0x4B, 0x4A, 0x48)),
            GroundSort::River | GroundSort::Lake => self.pick((0x9F, 0xBE, 0xC9), (0x1F, 0x3B, 0x4A)),
            GroundSort::Ford => self.pick((0xC2, 0xD2, 0xC9), (0x2C, 0x48, 0x4E)),
            GroundSort::Bridge => self.pick((0xB8, 0x96, 0x6A), (0x6A, 0x52, 0x36)),
            GroundSort::Pass => self.pick((0xE6, 0xDC, 0xBB), (0x45, 0x40, 0x30)),
            GroundSort::Tunnel => self.pick((0x8F, 0x89, 0x7C), (0x2A, 0x28, 0x24)),
            GroundSort::Houses => self.pick((0xD4, 0xC6, 0xAE), (0x3A, 0x33, 0x2B)),
        }
    }

    fn detail(&self, sort: GroundSort) -> Color {
        match sort {
            GroundSort::River | GroundSort::Lake | GroundSort::Ford => {
                self.pick((0x7B, 0xA0, 0xAE), (0x35, 0x5B, 0x6E))
            }
            GroundSort::Bridge | GroundSort::Houses => self.pick((0x7A, 0x5A, 0x34), (0xA0, 0x80, 0x56)),
            GroundSort::Cliff | GroundSort::Tunnel => self.pick((0x5B, 0x57, 0x50), (0x8C, 0x8A, 0x83)),
            _ => self.pick((0xA6, 0x9A, 0x70), (0x5E, 0x59, 0x46)),
        }
    }
}

/// What is drawn over what: slopes under waters, and what leads over or through them above.
fn layer(sort: GroundSort) -> u8 {
    match sort {
        GroundSort::Gentle => 0,
        GroundSort::Steep => 1,
        GroundSort::Cliff => 2,
        GroundSort::Houses => 3,
        GroundSort::Lake | GroundSort::River => 4,
        GroundSort::Ford => 5,
        GroundSort::Bridge | GroundSort::Pass | GroundSort::Tunnel => 6,
    }
}

struct Land<'a, 'b> {
    canvas: &'a mut PixmapMut<'b>,
    camera: &'a Camera,
    tints: Tints,
}

/// Paints the field as it stands in a position.
pub(super) fn paint(
    canvas: &mut PixmapMut<'_>,
    game: &Position,
    camera: &Camera,
    tinctures: &BySide<Tincture>,
    dark: bool,
) {
    let field = &game.field;
    let mut land = Land { canvas, camera, tints: Tints { dark } };
    land.canvas.fill(land.tints.pick((0xEC, 0xE5, 0xD3), (0x19, 0x1D, 0x20)));
    land.open(field, tinctures);
    let mut shapes: Vec<&GroundShape> = field.ground.iter().collect();
    shapes.sort_by_key(|shape| layer(shape.sort));
    for shape in shapes {
        land.shape(shape);
    }
    if let Some(fort) = &field.fort {
        let yard = land.tints.pick((0xDB, 0xD0, 0xB4), (0x38, 0x35, 0x2C));
        land.fill(land.outline(&fort.yard), yard);
        for (wall, state) in fort.walls.iter().zip(&game.walls) {
            land.wall(wall, state, game.tables.defile.abreast as f32 / 2.0 + 1.0);
        }
    }
    for place in &field.objectives {
        let colour = tint(colours(tinctures[place.side]).0);
        let at = camera.seen(inches(place.at));
        let radius = inches(Point::new(place.within, 0)).0 * camera.scale;
        let dashes = Stroke { dash: StrokeDash::new(vec![7.0, 5.0], 0.0), ..pen(2.0) };
        land.fill(PathBuilder::from_circle(at.0, at.1, radius), faint(colour, 0.14));
        land.draw(PathBuilder::from_circle(at.0, at.1, radius), colour, &dashes);
        let flag = [(0.0, 9.0), (0.0, -13.0), (14.0, -9.0), (0.0, -4.0)].map(|(x, y)| (at.0 + x, at.1 + y));
        land.fill(line(&flag[1..], true), colour);
        land.draw(line(&flag, false), land.tints.pick((0x2A, 0x28, 0x22), (0xDC, 0xD6, 0xC6)), &pen(1.4));
    }
}

impl<'b> Draws<'b> for Land<'_, 'b> {
    fn canvas(&mut self) -> &mut PixmapMut<'b> {
        self.canvas
    }
}

impl Land<'_, '_> {
    fn seen(&self, place: Point) -> (f32, f32) {
        self.camera.seen(inches(place))
    }

    fn outline(&self, edge: &[Point]) -> Option<Path> {
        let places: Vec<(f32, f32)> = edge.iter().map(|place| self.seen(*place)).collect();
        line(&places, true)
    }

    /// The open field with a line every foot, and both end zones in the tint of their side (CC-1.1).
    fn open(&mut self, field: &CordField, tinctures: &BySide<Tincture>) {
        let (wide, deep) = inches(field.size);
        let ((left, top), (right, foot)) = (self.camera.seen((0.0, deep)), self.camera.seen((wide, 0.0)));
        let Some(whole) = Rect::from_ltrb(left, top, right, foot) else { return };
        let field_tint = self.tints.pick((0xDF, 0xE1, 0xC9), (0x27, 0x2D, 0x26));
        self.canvas.fill_rect(whole, &plain(field_tint), Transform::identity(), None);
        for (side, from, to) in [
            (Side::Attacker, 0.0, inches(Point::new(0, field.zones.attacker)).1),
            (Side::Defender, deep - inches(Point::new(0, field.zones.defender)).1, deep),
        ] {
            let ((left, top), (right, foot)) = (self.camera.seen((0.0, to)), self.camera.seen((wide, from)));
            let colour = tint(colours(tinctures[side]).0);
            if let Some(zone) = Rect::from_ltrb(left, top, right, foot) {
                self.canvas.fill_rect(zone, &plain(faint(colour, 0.07)), Transform::identity(), None);
            }
            let edge = if side == Side::Attacker { top } else { foot };
            let dashes = Stroke { dash: StrokeDash::new(vec![8.0, 7.0], 0.0), ..pen(1.2) };
            self.draw(line(&[(left, edge), (right, edge)], false), faint(colour, 0.55), &dashes);
        }
        let grid = self.tints.pick((0xD0, 0xD3, 0xB6), (0x31, 0x38, 0x2F));
        let mut along = 12.0;
        while along < wide.max(deep) {
            let (x, y) = self.camera.seen((along, along));
            if along < wide {
                self.draw(line(&[(x.round() + 0.5, top), (x.round() + 0.5, foot)], false), grid, &pen(1.0));
            }
            if along < deep {
                self.draw(line(&[(left, y.round() + 0.5), (right, y.round() + 0.5)], false), grid, &pen(1.0));
            }
            along += 12.0;
        }
        let edge = self.tints.pick((0x7E, 0x7A, 0x66), (0x8C, 0x88, 0x79));
        self.draw(Some(PathBuilder::from_rect(whole)), edge, &pen(1.0));
    }

    fn shape(&mut self, shape: &GroundShape) {
        let (ground, detail) = (self.tints.ground(shape.sort), self.tints.detail(shape.sort));
        self.fill(self.outline(&shape.edge), ground);
        self.draw(self.outline(&shape.edge), detail, &pen(1.2));
        if shape.sort.rises() {
            self.hachures(shape, detail);
        }
        if shape.sort == GroundSort::Tunnel {
            let dashes = Stroke { dash: StrokeDash::new(vec![3.0, 4.0], 0.0), ..pen(2.4) };
            self.draw(self.outline(&shape.edge), detail, &dashes);
        }
    }

    /// Short strokes from the edge of a slope up towards its top, denser the steeper it is.
    fn hachures(&mut self, shape: &GroundShape, colour: Color) {
        let (apart, long, wide) = match shape.sort {
            GroundSort::Gentle => (15.0, 9.0, 1.0),
            GroundSort::Steep => (9.0, 12.0, 1.3),
            _ => (6.0, 9.0, 1.8),
        };
        let top = self.seen(shape.top);
        let corners: Vec<(f32, f32)> = shape.edge.iter().map(|place| self.seen(*place)).collect();
        for (at, from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
            let count = (length / apart) as i32;
            for number in 0..count {
                let part = (number as f32 + 0.5) / count as f32;
                let foot = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                let (x, y) = (top.0 - foot.0, top.1 - foot.1);
                let far = (x * x + y * y).sqrt();
                if far > long {
                    let head = (foot.0 + x / far * long, foot.1 + y / far * long);
                    self.draw(line(&[foot, head], false), colour, &pen(wide));
                }
            }
        }
    }

    /// A stretch of wall with its battlements, or a gate with its leaves, whole, open or breached.
    fn wall(&mut self, wall: &WallStretch, state: &WallState, half_breach: f32) {
        let stone = self.tints.pick((0x7C, 0x79, 0x70), (0x96, 0x95, 0x8E));
        let edge = self.tints.pick((0x3C, 0x39, 0x33), (0xD0, 0xCC, 0xC0));
        let wood = self.tints.pick((0x84, 0x62, 0x3C), (0xA8, 0x84, 0x58));
        let (from, to) = (inches(wall.from), inches(wall.to));
        let length = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt().max(0.01);
        let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let at =
            |far: f32, aside: f32| (from.0 + along.0 * far - along.1 * aside, from.1 + along.1 * far + along.0 * aside);
        let thick = (self.camera.scale * 1.1).clamp(4.0, 16.0);
        let butt = |width: f32| Stroke { line_cap: LineCap::Butt, ..pen(width) };
        let mut stretches: Vec<(f32, f32)> = match state {
            WallState::Breached(gap) => {
                let (x, y) = inches(*gap);
                let middle = (x - from.0) * along.0 + (y - from.1) * along.1;
                vec![(0.0, middle - half_breach), (middle + half_breach, length)]
            }
            _ => vec![(0.0, length)],
        };
        stretches.retain(|(one, other)| other - one > 0.2);
        if wall.gate {
            let leaf = (length / 2.0).min(3.0);
            match state {
                WallState::Whole => {
                    let path = [self.camera.seen(at(0.0, 0.0)), self.camera.seen(at(length, 0.0))];
                    self.draw(line(&path, false), edge, &butt(thick * 0.8 + 2.0));
                    self.draw(line(&path, false), wood, &butt(thick * 0.8));
                    let middle = [self.camera.seen(at(length / 2.0, -0.4)), self.camera.seen(at(length / 2.0, 0.4))];
                    self.draw(line(&middle, false), edge, &pen(1.6));
                }
                _ => {
                    for (post, inward) in [(0.0, leaf * 0.35), (length, -leaf * 0.35)] {
                        let path = [self.camera.seen(at(post, 0.0)), self.camera.seen(at(post + inward, leaf * 0.9))];
                        self.draw(line(&path, false), wood, &butt(thick * 0.5));
                    }
                }
            }
            return;
        }
        for (one, other) in stretches {
            let path = [self.camera.seen(at(one, 0.0)), self.camera.seen(at(other, 0.0))];
            self.draw(line(&path, false), edge, &butt(thick + 2.0));
            self.draw(line(&path, false), stone, &butt(thick));
            let teeth = Stroke { dash: StrokeDash::new(vec![thick * 0.5, thick * 0.5], 0.0), ..butt(2.0) };
            for aside in [-0.5, 0.5] {
                let rim = |far: f32| {
                    let (x, y) = self.camera.seen(at(far, 0.0));
                    (x - along.1 * thick * aside, y - along.0 * thick * aside)
                };
                let path = [rim(one), rim(other)];
                self.draw(line(&path, false), edge, &teeth);
            }
        }
        if let WallState::Breached(gap) = state {
            let (x, y) = self.seen(*gap);
            for number in 0..9 {
                let turn = number as f32 / 9.0 * TAU * 2.0;
                let far = half_breach * self.camera.scale * (0.2 + 0.09 * number as f32);
                let stone_at = PathBuilder::from_circle(x + turn.cos() * far, y + turn.sin() * far * 0.6, thick * 0.22);
                self.fill(stone_at, stone);
            }
        }
    }
}
