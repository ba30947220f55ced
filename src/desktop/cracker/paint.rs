//! Paints the table of Castle Cracker from above: bodies of troops as blocks of figures by their arm in their side's tincture
//! and hatching, engines, rams and towers, and over them what is measured: cords in their thirds, arcs, ways, and the cup.

use super::land;
use crate::app::cracker::{Cord, Measured};
use crate::campaign::realm::Tincture;
use crate::desktop::canvas::{self, Draws, Rgb, faint, hatch, line, of_theme, pen, rgb, tile, tint};
use crate::desktop::replay::camera::{Camera, inches};
use crate::desktop::replay::paint::radians;
use crate::desktop::shields::colours;
use crate::rules::castle_cracker::cup::cup_width;
use crate::rules::castle_cracker::field::WallId;
use crate::rules::castle_cracker::shooting::Band;
use crate::rules::castle_cracker::{
    Event, Name, Position, ShotWeapon, SiegeGear, TroopKind, Troops, TroopsId, WallState, Whereabouts,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{INCH, Point};
use slint::Image;
use std::cell::RefCell;
use std::f32::consts::TAU;
use tiny_skia::{Color, Path, PathBuilder, Pixmap, PixmapMut, PixmapPaint, Stroke, StrokeDash, Transform};

/// Figures smaller than this many pixels are drawn as one block.
const SMALLEST: f32 = 2.6;

/// All that a picture of the table is of.
pub(super) struct CordPicture<'a> {
    pub game: &'a Position,
    pub camera: Camera,
    pub tinctures: &'a BySide<Tincture>,
    pub dark: bool,
    pub chosen: Option<TroopsId>,
    pub pointed: Option<TroopsId>,
    /// The stretch of wall pointed at.
    pub wall: Option<WallId>,
    pub measured: Option<&'a Measured>,
    /// What the moment shown has brought about.
    pub brought: &'a [Event],
}

struct Painting<'a> {
    canvas: PixmapMut<'a>,
    picture: &'a CordPicture<'a>,
    line: Color,
    accent: Color,
    quiet: Color,
    halo: Color,
    hatching: BySide<Option<Pixmap>>,
}

/// The land as it was painted last, which changes only with the walls and with where it is looked at from.
struct PaintedLand {
    camera: Camera,
    dark: bool,
    tinctures: BySide<Tincture>,
    walls: Vec<WallState>,
    field: std::sync::Arc<crate::rules::castle_cracker::field::CordField>,
    pixels: Pixmap,
}

thread_local! {
    static LAND: RefCell<Option<PaintedLand>> = const { RefCell::new(None) };
}

/// Paints a picture of the table at its camera's size.
pub(super) fn paint(picture: &CordPicture<'_>) -> Image {
    let (wide, high) = (picture.camera.size.0.max(1.0) as u32, picture.camera.size.1.max(1.0) as u32);
    canvas::picture(wide, high, |mut canvas| {
        lay(&mut canvas, picture);
        let pick = |light: Rgb, night: Rgb| of_theme(picture.dark, light, night);
        let step = (picture.camera.scale * 0.5).round().clamp(3.0, 8.0);
        let hatching = |side: Side| tile(picture.tinctures[side], step);
        let painting = Painting {
            canvas,
            picture,
            line: pick((0x2A, 0x28, 0x22), (0xDC, 0xD6, 0xC6)),
            accent: pick((0xA8, 0x32, 0x1F), (0xE0, 0x66, 0x4F)),
            quiet: pick((0x7E, 0x7A, 0x66), (0x8C, 0x88, 0x79)),
            halo: pick((0xFF, 0xFF, 0xFF), (0x15, 0x18, 0x1D)),
            hatching: BySide { attacker: hatching(Side::Attacker), defender: hatching(Side::Defender) },
        };
        painting.paint();
    })
}

/// Lays the land under everything; painted anew only where it changed.
fn lay(canvas: &mut PixmapMut<'_>, picture: &CordPicture<'_>) {
    let CordPicture { game, camera, tinctures, dark, .. } = picture;
    LAND.with(|kept| {
        let mut kept = kept.borrow_mut();
        let same = kept.as_ref().is_some_and(|land| {
            land.camera == *camera
                && land.dark == *dark
                && land.tinctures == **tinctures
                && land.walls == game.walls
                && std::sync::Arc::ptr_eq(&land.field, &game.field)
        });
        if !same {
            let Some(mut pixels) = Pixmap::new(canvas.width(), canvas.height()) else { return };
            land::paint(&mut pixels.as_mut(), game, camera, tinctures, *dark);
            let (walls, field, tinctures) = (game.walls.clone(), game.field.clone(), **tinctures);
            *kept = Some(PaintedLand { camera: *camera, dark: *dark, tinctures, walls, field, pixels });
        }
        if let Some(land) = kept.as_ref() {
            canvas.draw_pixmap(0, 0, land.pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    });
}

/// The corners of the block that troops stand in.
pub(super) fn corners(troops: &Troops) -> Option<[(f32, f32); 4]> {
    let (first, last) = (*troops.standing.first()?, *troops.standing.last()?);
    let files = troops.files.max(1) as u16;
    let (front, back) = (first / files * files, last / files * files);
    let half = troops.base as f32 / INCH as f32 / 2.0;
    let facing = radians(troops.facing);
    let (ahead, aside) = ((facing.cos(), facing.sin()), (facing.sin(), -facing.cos()));
    let reach = if first / files == last / files { last % files } else { files - 1 };
    let left = if first / files == last / files { first % files } else { 0 };
    let at = |slot: u16, forth: f32, side: f32| {
        let (x, y) = inches(troops.place(slot));
        (x + half * (ahead.0 * forth + aside.0 * side), y + half * (ahead.1 * forth + aside.1 * side))
    };
    // The first figure of a rank stands on its left, seen from behind.
    let (one, other) = (inches(troops.place(front + left)), inches(troops.place(front + reach)));
    let rightward = (other.0 - one.0) * aside.0 + (other.1 - one.1) * aside.1 >= 0.0;
    let side = if rightward { 1.0 } else { -1.0 };
    Some([
        at(front + left, 1.0, -side),
        at(front + reach, 1.0, side),
        at(back + reach, -1.0, side),
        at(back + left, -1.0, -side),
    ])
}

/// The middle of a block, in inches.
pub(super) fn middle(troops: &Troops) -> (f32, f32) {
    match corners(troops) {
        Some(corners) => {
            let sum = corners.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            (sum.0 / 4.0, sum.1 / 4.0)
        }
        None => inches(troops.at),
    }
}

/// The body of troops under a pixel, or near to it; the smaller before the larger.
pub(super) fn troops_at(game: &Position, camera: &Camera, pixel: (f32, f32)) -> Option<TroopsId> {
    let (x, y) = camera.under(pixel);
    let place = Point::new((x * INCH as f32) as i32, (y * INCH as f32) as i32);
    let near = |troops: &Troops| {
        let reach = f32::max(troops.base as f32 * 0.75, 7.0 / camera.scale * INCH as f32) as i64;
        let gear = troops.gear.map(|_| troops.at.distance_squared(place));
        let nearest = game.stand(troops).map(|(_, at)| at.distance_squared(place)).min();
        let distance = gear.into_iter().chain(nearest).min()?;
        (distance <= reach * reach).then_some(distance)
    };
    let shown = game.all().filter(|(_, troops)| is_shown(troops));
    shown.filter_map(|(id, troops)| near(troops).map(|far| (far, id))).min().map(|(_, id)| id)
}

/// Whether troops are drawn: those aboard are told with what carries them.
pub(super) fn is_shown(troops: &Troops) -> bool {
    let here = matches!(troops.whereabouts, Whereabouts::Field | Whereabouts::Parapet(_) | Whereabouts::Captive(_));
    here && !troops.standing.is_empty()
}

impl<'a> Draws<'a> for Painting<'a> {
    fn canvas(&mut self) -> &mut PixmapMut<'a> {
        &mut self.canvas
    }
}

impl Painting<'_> {
    fn paint(mut self) {
        let game = self.picture.game;
        for (_, troops) in game.all().filter(|(_, troops)| is_shown(troops)) {
            self.troops(troops);
        }
        if let Some(id) = self.picture.pointed {
            self.ring(game.troops(id), 2.0);
        }
        if let Some(id) = self.picture.chosen {
            self.ring(game.troops(id), 3.0);
        }
        if let Some(wall) = self.picture.wall.and_then(|id| game.field.wall(id)) {
            let ends = [self.seen(wall.from), self.seen(wall.to)];
            let thick = (self.picture.camera.scale * 1.1).clamp(4.0, 16.0);
            self.around(ends, thick / 2.0 + 5.0);
        }
        if let Some(measured) = self.picture.measured {
            self.measured(measured);
        }
        self.moment();
    }

    fn tinctured(&mut self, path: &Path, side: Side, opacity: f32) {
        hatch(&mut self.canvas, path, self.hatching[side].as_ref(), opacity);
    }

    fn seen(&self, place: Point) -> (f32, f32) {
        self.picture.camera.seen(inches(place))
    }

    fn in_sight(&self, troops: &Troops) -> bool {
        let (x, y) = self.seen(troops.at);
        let far = troops.radius() as f32 / INCH as f32 * self.picture.camera.scale + 24.0;
        let (wide, high) = self.picture.camera.size;
        x > -far && y > -far && x < wide + far && y < high + far
    }

    /// A body: its figures if they can be told apart, else one block; then its gear.
    fn troops(&mut self, troops: &Troops) {
        if !self.in_sight(troops) {
            return;
        }
        let camera = self.picture.camera;
        let size = troops.base as f32 / INCH as f32 * camera.scale;
        let captive = matches!(troops.whereabouts, Whereabouts::Captive(_));
        let opacity = if captive || troops.escaping { 0.5 } else { 1.0 };
        let edge = (size / 12.0).clamp(0.7, 1.8);
        let outline = corners(troops).and_then(|corners| line(&corners.map(|at| camera.seen(at)), true));
        let shapes = match size < SMALLEST {
            true => outline.clone(),
            false => {
                let facing = radians(troops.facing);
                let mut path = PathBuilder::new();
                for (slot, place) in self.picture.game.stand(troops) {
                    if !troops.struck.contains(&slot) {
                        figure(&mut path, troops, camera.seen(inches(place)), size, facing);
                    }
                }
                path.finish()
            }
        };
        if let Some(path) = &shapes {
            self.tinctured(path, troops.side, opacity);
            self.draw(shapes.clone(), faint(self.line, opacity), &pen(edge));
        }
        if size >= SMALLEST && !troops.struck.is_empty() {
            // Who is hit stands hollow until he comes off.
            let mut path = PathBuilder::new();
            for (slot, place) in self.picture.game.stand(troops) {
                if troops.struck.contains(&slot) {
                    figure(&mut path, troops, camera.seen(inches(place)), size * 0.8, radians(troops.facing));
                }
            }
            self.draw(path.finish(), self.accent, &pen(edge * 1.4));
        }
        if troops.gear.is_some() {
            self.gear(troops);
        } else if !captive {
            self.faces(troops);
        }
        if captive && let Some(corners) = corners(troops) {
            let bar = [camera.seen(corners[0]), camera.seen(corners[2])];
            self.draw(line(&bar, false), self.halo, &pen(edge * 3.4));
            self.draw(line(&bar, false), self.line, &pen(edge * 1.8));
        }
        if troops.storming.is_some() || troops.ladders > 0 {
            self.ladder(troops);
        }
        if let (Some(path), false) = (outline, captive || troops.trail.is_some()) {
            let colour = tint(colours(self.picture.tinctures[troops.side]).0);
            self.draw(Some(path), faint(colour, 0.9), &pen(1.2));
        }
    }

    /// A small chevron before the middle of the front tells where they face.
    fn faces(&mut self, troops: &Troops) {
        let camera = self.picture.camera;
        let Some([one, other, ..]) = corners(troops) else { return };
        let front = camera.seen(((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0));
        let facing = radians(troops.facing);
        let (ahead, aside) = ((facing.cos(), -facing.sin()), (facing.sin(), facing.cos()));
        let size = (troops.base as f32 / INCH as f32 * camera.scale * 0.45).clamp(3.0, 9.0);
        let at = |forth: f32, side: f32| {
            (front.0 + size * (ahead.0 * forth + aside.0 * side), front.1 + size * (ahead.1 * forth + aside.1 * side))
        };
        self.fill(line(&[at(0.2, -0.9), at(1.2, 0.0), at(0.2, 0.9)], true), self.line);
    }

    /// An engine, a ram or a tower where it stands.
    fn gear(&mut self, troops: &Troops) {
        let camera = self.picture.camera;
        let (x, y) = camera.seen(inches(troops.at));
        let facing = radians(troops.facing);
        let (ahead, aside) = ((facing.cos(), -facing.sin()), (facing.sin(), facing.cos()));
        let size = (camera.scale * 1.1).clamp(6.0, 30.0);
        let at = |forth: f32, side: f32| {
            (x + size * (ahead.0 * forth + aside.0 * side), y + size * (ahead.1 * forth + aside.1 * side))
        };
        let wood = if self.picture.dark { rgb(0xA8, 0x84, 0x58) } else { rgb(0xB0, 0x88, 0x58) };
        let edge = if troops.gear_struck { self.accent } else { self.line };
        match troops.gear {
            Some(SiegeGear::Ram) => {
                let roof = line(&[at(0.4, -0.6), at(0.4, 0.6), at(-1.2, 0.6), at(-1.2, -0.6)], true);
                self.fill(roof.clone(), wood);
                self.draw(roof, edge, &pen(1.4));
                self.draw(line(&[at(-1.2, 0.0), at(1.1, 0.0)], false), edge, &pen((size * 0.26).max(2.0)));
            }
            Some(SiegeGear::Tower) => {
                let walls = [at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9), at(-0.9, -0.9)];
                self.fill(line(&walls, true), wood);
                self.draw(line(&walls, true), edge, &pen(1.8));
                self.draw(line(&[walls[0], walls[2]], false), edge, &pen(1.2));
                self.draw(line(&[walls[1], walls[3]], false), edge, &pen(1.2));
            }
            Some(SiegeGear::Engine) => {
                let gun =
                    matches!(troops.missile, Some(ShotWeapon::Cannon | ShotWeapon::Howitzer | ShotWeapon::Musket));
                let frame = line(&[at(0.3, -0.7), at(0.3, 0.7), at(-0.9, 0.45), at(-0.9, -0.45)], true);
                self.fill(frame.clone(), wood);
                self.draw(frame, edge, &pen(1.2));
                let barrel = line(&[at(-0.6, 0.0), at(1.2, 0.0)], false);
                self.draw(barrel, edge, &pen(if gun { (size * 0.36).max(2.4) } else { (size * 0.16).max(1.4) }));
                if !gun {
                    self.draw(line(&[at(0.35, -1.0), at(0.7, 0.0), at(0.35, 1.0)], false), edge, &pen(1.6));
                }
            }
            None => {}
        }
    }

    /// A ladder beside those who carry one, or against the wall they go up.
    fn ladder(&mut self, troops: &Troops) {
        let camera = self.picture.camera;
        let Some([one, other, ..]) = corners(troops) else { return };
        let up = troops.storming.is_some();
        let foot = if up { ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0) } else { one };
        let (x, y) = camera.seen(foot);
        let facing = radians(troops.facing);
        let (ahead, aside) = ((facing.cos(), -facing.sin()), (facing.sin(), facing.cos()));
        let size = (camera.scale * 0.5).clamp(3.0, 10.0);
        let at = |forth: f32, side: f32| {
            (x + size * (ahead.0 * forth + aside.0 * side), y + size * (ahead.1 * forth + aside.1 * side))
        };
        let long = if up { 4.0 } else { 2.4 };
        for side in [-0.5, 0.5] {
            self.draw(line(&[at(-0.4, side), at(long, side)], false), self.line, &pen(1.3));
        }
        let mut rung = 0.2;
        while rung < long {
            self.draw(line(&[at(rung, -0.5), at(rung, 0.5)], false), self.line, &pen(1.0));
            rung += 0.9;
        }
    }

    fn ring(&mut self, troops: &Troops, width: f32) {
        let Some(corners) = corners(troops) else { return };
        let camera = self.picture.camera;
        let (x, y) = camera.seen(middle(troops));
        let out = corners.map(|at| {
            let (to_x, to_y) = camera.seen(at);
            let (dx, dy) = (to_x - x, to_y - y);
            let far = (dx * dx + dy * dy).sqrt().max(1.0);
            (to_x + dx / far * 6.0, to_y + dy / far * 6.0)
        });
        self.draw(line(&out, true), self.halo, &pen(width + 2.4));
        self.draw(line(&out, true), self.accent, &pen(width));
    }

    /// A frame so far from a line, in pixels: what is pointed at and is no block.
    fn around(&mut self, [from, to]: [(f32, f32); 2], far: f32) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = (x * x + y * y).sqrt().max(1.0);
        let (x, y) = (x / long * far, y / long * far);
        let corners = [
            (from.0 - x - y, from.1 - y + x),
            (to.0 + x - y, to.1 + y + x),
            (to.0 + x + y, to.1 + y - x),
            (from.0 - x + y, from.1 - y - x),
        ];
        self.draw(line(&corners, true), self.halo, &pen(4.4));
        self.draw(line(&corners, true), self.accent, &pen(2.0));
    }

    fn arrow(&mut self, from: (f32, f32), to: (f32, f32), colour: Color, pen: &Stroke) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = (x * x + y * y).sqrt();
        if long < 4.0 {
            return;
        }
        let (x, y) = (x / long, y / long);
        let head = (pen.width * 4.5).min(long);
        let neck = (to.0 - x * head, to.1 - y * head);
        self.draw(line(&[from, neck], false), colour, pen);
        let barb = |side: f32| (neck.0 - y * head * 0.5 * side, neck.1 + x * head * 0.5 * side);
        self.fill(line(&[to, barb(1.0), barb(-1.0)], true), colour);
    }

    /// A slice of a ring about a place, in pixels, between two turns.
    fn slice(middle: (f32, f32), near: f32, far: f32, from: f32, to: f32) -> Option<Path> {
        let steps = (((to - from) / TAU * 120.0) as i32).max(4);
        let at = |step: i32, radius: f32| {
            let turn = from + (to - from) * step as f32 / steps as f32;
            (middle.0 + turn.cos() * radius, middle.1 - turn.sin() * radius)
        };
        let mut places: Vec<(f32, f32)> = (0..=steps).map(|step| at(step, far)).collect();
        match near > 0.0 || to - from > TAU - 0.01 {
            true => places.extend((0..=steps).rev().map(|step| at(step, near))),
            false => places.push(middle),
        }
        line(&places, true)
    }

    /// A cord: its thirds within the arc, and laid to what is pointed at (CC-4.1, CC-4.9).
    fn cord(&mut self, cord: &Cord) {
        let from = self.seen(cord.from);
        let reach = cord.reach as f32 / INCH as f32 * self.picture.camera.scale;
        let half = f32::from(cord.quarters.clamp(1, 4)) * TAU / 8.0;
        let facing = radians(cord.facing);
        for (third, shade) in [(0, 0.20), (1, 0.13), (2, 0.07)] {
            let (near, far) = (reach * third as f32 / 3.0, reach * (third + 1) as f32 / 3.0);
            let path = Self::slice(from, near, far, facing - half, facing + half);
            self.fill(path.clone(), faint(self.accent, shade));
            let dashes = Stroke { dash: StrokeDash::new(vec![4.0, 4.0], 0.0), ..pen(1.0) };
            self.draw(path, faint(self.accent, 0.5), &dashes);
        }
        let Some((to, band)) = cord.to else { return };
        let to = self.seen(to);
        let colour = if band.is_some() { self.accent } else { self.quiet };
        self.draw(line(&[from, to], false), self.halo, &pen(4.4));
        self.draw(line(&[from, to], false), colour, &pen(2.2));
        // A knot at each third.
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = (x * x + y * y).sqrt().max(1.0);
        for third in 1..=3 {
            let far = reach * third as f32 / 3.0;
            if far <= long {
                let knot = (from.0 + x / long * far, from.1 + y / long * far);
                self.fill(PathBuilder::from_circle(knot.0, knot.1, 4.4), self.halo);
                self.fill(PathBuilder::from_circle(knot.0, knot.1, 3.0), colour);
            }
        }
        let width = match band {
            Some(Band::Close) => 3.0,
            _ => 2.0,
        };
        self.draw(PathBuilder::from_circle(to.0, to.1, 6.0), colour, &pen(width));
    }

    fn measured(&mut self, measured: &Measured) {
        if let Some(cord) = &measured.cord {
            self.cord(cord);
        }
        let camera = self.picture.camera;
        if let (Some(first), true) =
            (self.picture.chosen.map(|id| self.picture.game.troops(id).at), measured.allowance > 0)
        {
            let (x, y) = self.seen(first);
            let far = measured.allowance as f32 / INCH as f32 * camera.scale;
            let dashes = Stroke { dash: StrokeDash::new(vec![7.0, 6.0], 0.0), ..pen(1.2) };
            self.draw(PathBuilder::from_circle(x, y, far), faint(self.line, 0.55), &dashes);
        }
        let way: Vec<(f32, f32)> = measured.way.iter().map(|place| self.seen(*place)).collect();
        for (number, leg) in way.windows(2).enumerate() {
            match number + 2 == way.len() {
                true => self.arrow(leg[0], leg[1], self.accent, &pen(2.4)),
                false => self.draw(line(leg, false), self.accent, &pen(2.4)),
            }
        }
        if let Some(after) = &measured.after
            && let Some(corners) = corners(after)
        {
            let path = line(&corners.map(|at| camera.seen(at)), true);
            self.fill(path.clone(), faint(self.accent, 0.16));
            let dashes = Stroke { dash: StrokeDash::new(vec![5.0, 3.0], 0.0), ..pen(1.8) };
            self.draw(path, self.accent, &dashes);
        }
        let radius = cup_width(&self.picture.game.tables) as f32 / INCH as f32 * camera.scale / 2.0;
        for (number, cup) in measured.cups.iter().enumerate() {
            let (x, y) = self.seen(*cup);
            let path = PathBuilder::from_circle(x, y, radius);
            self.fill(path.clone(), faint(self.accent, if number == 0 { 0.26 } else { 0.10 }));
            self.draw(path, self.accent, &pen(if number == 0 { 2.0 } else { 1.0 }));
        }
    }

    /// Where a body of that name stands, in pixels.
    fn named(&self, name: &Name) -> Option<(f32, f32)> {
        let troops = self.picture.game.all().find(|(_, troops)| troops.name == *name && is_shown(troops));
        troops.map(|(_, troops)| self.picture.camera.seen(middle(troops)))
    }

    /// What the moment is about: who shoots or charges at whom, and where the cup came down.
    fn moment(&mut self) {
        for event in self.picture.brought {
            match event {
                Event::Volley(who, _, at, shots) | Event::Answered(who, _, at, shots) => {
                    let colour = if shots.killed > 0 { self.accent } else { self.quiet };
                    let dash = if shots.killed > 0 { None } else { StrokeDash::new(vec![5.0, 4.0], 0.0) };
                    self.between(who, at, colour, &Stroke { dash, ..pen(2.2) });
                }
                Event::ShotFile(who, _, at, shot) => {
                    let colour = if shot.hit { self.accent } else { self.quiet };
                    self.between(who, at, colour, &pen(2.6));
                }
                Event::Charged(who, at) => {
                    let dash = StrokeDash::new(vec![9.0, 6.0], 0.0);
                    self.between(who, at, faint(self.accent, 0.85), &Stroke { dash, ..pen(3.0) });
                }
                Event::Lobbed { who, middle, .. } => {
                    let game = self.picture.game;
                    let radius = cup_width(&game.tables) as f32 / INCH as f32 * self.picture.camera.scale / 2.0;
                    let (x, y) = self.seen(*middle);
                    if let Some(from) = self.named(who) {
                        let dash = StrokeDash::new(vec![3.0, 5.0], 0.0);
                        self.draw(line(&[from, (x, y)], false), faint(self.accent, 0.8), &Stroke { dash, ..pen(1.8) });
                    }
                    self.fill(PathBuilder::from_circle(x, y, radius), faint(self.accent, 0.3));
                    self.draw(PathBuilder::from_circle(x, y, radius), self.accent, &pen(2.6));
                    self.draw(PathBuilder::from_circle(x, y, radius * 0.62), self.accent, &pen(1.2));
                }
                _ => {}
            }
        }
    }

    fn between(&mut self, who: &Name, at: &Name, colour: Color, pen: &Stroke) {
        if let (Some(from), Some(to)) = (self.named(who), self.named(at)) {
            self.arrow(from, to, colour, pen);
        }
    }
}

/// Adds a figure's shape by its arm: square foot, round shooters, wedges for horse, carts and hulls.
fn figure(path: &mut PathBuilder, troops: &Troops, (x, y): (f32, f32), size: f32, facing: f32) {
    let half = size / 2.0 * 0.86;
    let (ahead, aside) = ((facing.cos(), -facing.sin()), (facing.sin(), facing.cos()));
    let mut shape = |corners: &[(f32, f32)]| {
        for (number, (forth, side)) in corners.iter().enumerate() {
            let at = (x + half * (ahead.0 * forth + aside.0 * side), y + half * (ahead.1 * forth + aside.1 * side));
            match number {
                0 => path.move_to(at.0, at.1),
                _ => path.line_to(at.0, at.1),
            }
        }
        path.close();
    };
    match troops.kind {
        TroopKind::LightHorse | TroopKind::HeavyHorse => {
            shape(&[(1.1, 0.0), (0.1, 0.9), (-1.0, 0.7), (-0.7, 0.0), (-1.0, -0.7), (0.1, -0.9)]);
        }
        TroopKind::Chariot | TroopKind::WarWagon => {
            shape(&[(1.0, -0.6), (1.0, 0.6), (-1.0, 0.6), (-1.0, -0.6)]);
            for side in [-0.8, 0.8] {
                shape(&[(0.5, side - 0.14), (0.5, side + 0.14), (-0.5, side + 0.14), (-0.5, side - 0.14)]);
            }
        }
        TroopKind::Boat => {
            shape(&[(1.1, 0.0), (0.5, 0.5), (-0.8, 0.5), (-1.0, 0.0), (-0.8, -0.5), (0.5, -0.5)]);
        }
        _ if troops.missile.is_some_and(|weapon| weapon != ShotWeapon::Thrown) && troops.gear.is_none() => {
            path.push_circle(x, y, half);
        }
        _ => shape(&[(0.85, -0.85), (0.85, 0.85), (-0.85, 0.85), (-0.85, -0.85)]),
    }
}
