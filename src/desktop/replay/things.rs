//! Paints what armies bring with them: wagons, engines, ladders, stakes, each by a sign of its own that needs no colour
//! to be read; fire, and the smoke it sends down the wind.

use super::camera::{Camera, inches};
use super::paint::radians;
use crate::desktop::canvas::{Draws, faint, line, pen, rgb};
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::gear::state::{Burning, GearShown, Lies};
use crate::rules::man_to_man::ground::{CELL, Ground};
use crate::rules::man_to_man::replay::{ManShown, Scene, SceneMan};
use tiny_skia::{Color, PathBuilder, PixmapMut};

/// How far smoke drifts and how broad it grows, in inches (MM-4.11).
const SMOKE: (f32, f32) = (12.0, 3.0);

/// What is drawn of a thing, in inches about its place, along its facing and across it.
enum Sign {
    /// A body of so much by so much, with these strokes upon it.
    Box(f32, f32, &'static [[(f32, f32); 2]]),
    Ladder,
    /// So many side by side: stakes, or pavises.
    Row(f32, f32),
    /// A round thing of this radius.
    Round(f32),
    /// Nothing: it is in somebody's hands.
    None,
}

fn sign(gear: &GearShown) -> Sign {
    const CROSS: &[[(f32, f32); 2]] = &[[(-1.0, -0.5), (1.0, 0.5)], [(-1.0, 0.5), (1.0, -0.5)]];
    const ARM: &[[(f32, f32); 2]] = &[[(-0.9, 0.0), (1.2, 0.0)], [(0.2, -0.7), (0.2, 0.7)]];
    const BARREL: &[[(f32, f32); 2]] = &[[(-0.6, 0.0), (1.5, 0.0)], [(-0.6, -0.12), (1.4, -0.12)]];
    const RIDGE: &[[(f32, f32); 2]] = &[[(-1.5, 0.0), (1.5, 0.0)]];
    const FLOORS: &[[(f32, f32); 2]] =
        &[[(-0.7, -0.7), (0.7, -0.7)], [(-0.7, 0.7), (0.7, 0.7)], [(0.7, -0.7), (0.7, 0.7)]];
    let carried = gear.lies == Lies::Carried;
    match gear.thing {
        Thing::Wagon => Sign::Box(2.0, 1.0, CROSS),
        Thing::Catapult => Sign::Box(2.0, 1.6, ARM),
        Thing::Bombard => Sign::Box(1.6, 1.0, BARREL),
        Thing::Sow => Sign::Box(3.0, 1.5, RIDGE),
        Thing::Tower => Sign::Box(2.4, 2.4, FLOORS),
        Thing::Ram => Sign::Box(3.0, 0.3, &[]),
        Thing::Ladder => Sign::Ladder,
        Thing::Stake if !carried => Sign::Row(0.5, 0.4),
        Thing::Pavise if !carried => Sign::Row(2.0, 0.5),
        Thing::Packhorse | Thing::DraughtAnimal => Sign::Box(0.9, 0.5, &[]),
        Thing::OilCauldron | Thing::LeadCauldron => Sign::Round(0.4),
        Thing::Store => Sign::Box(1.0, 1.0, CROSS),
        _ if carried => Sign::None,
        _ => Sign::Round(0.25),
    }
}

/// Paints the gear, the filled moats, the fires and their smoke.
pub fn paint(canvas: &mut PixmapMut, ground: &Ground, scene: &Scene, camera: &Camera, dark: bool) {
    let (wood, ink) = match dark {
        false => (rgb(0xB9, 0x97, 0x68), rgb(0x4A, 0x38, 0x22)),
        true => (rgb(0x6E, 0x57, 0x38), rgb(0xD9, 0xC2, 0x9B)),
    };
    let mut painter = Painter { canvas, camera, wood, ink };
    for &at in &scene.filled {
        painter.square(inches(at), 1.0);
    }
    for gear in &scene.gear {
        painter.gear(&in_hand(gear, scene));
    }
    for &fire in &scene.fires {
        if let Some(place) = place(ground, scene, fire) {
            painter.fire(place, ground.wind);
        }
    }
}

/// Gear as it shows: what is carried goes where its bearers are.
fn in_hand(gear: &GearShown, scene: &Scene) -> GearShown {
    let bearers = || {
        let there = |man: &&SceneMan| Some(man.body) == gear.body && man.shown == ManShown::Standing;
        scene.men.iter().filter(there)
    };
    let (Lies::Carried, Some(first)) = (gear.lies, bearers().next()) else { return *gear };
    let count = bearers().count() as i32;
    let (x, y) = bearers().fold((0, 0), |(x, y), man| (x + man.at.x, y + man.at.y));
    GearShown { at: Point::new(x / count, y / count), facing: first.facing, ..*gear }
}

/// Where a fire is, in inches.
fn place(ground: &Ground, scene: &Scene, fire: Burning) -> Option<(f32, f32)> {
    let middle = |points: &[Point]| {
        let count = points.len().max(1) as f32;
        let sum = points.iter().map(|&at| inches(at)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (sum.0 / count, sum.1 / count)
    };
    match fire {
        Burning::Piece(piece) => ground.pieces.get(usize::from(piece.0)).map(|piece| middle(&[piece.from, piece.to])),
        Burning::Area(area) => ground.areas.get(usize::from(area)).map(|area| middle(&area.edge)),
        Burning::Gear(gear) => scene.gear.get(usize::from(gear.0)).map(|gear| inches(gear.at)),
    }
}

struct Painter<'a, 'b> {
    canvas: &'a mut PixmapMut<'b>,
    camera: &'a Camera,
    wood: Color,
    ink: Color,
}

impl<'b> Draws<'b> for Painter<'_, 'b> {
    fn canvas(&mut self) -> &mut PixmapMut<'b> {
        self.canvas
    }
}

impl Painter<'_, '_> {
    fn square(&mut self, (x, y): (f32, f32), side: f32) {
        let half = side / 2.0;
        let corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
        self.fill(line(&corners.map(|at| self.camera.seen(at)), true), self.wood);
    }

    fn gear(&mut self, gear: &GearShown) {
        let strength = if gear.lies.whole() { 1.0 } else { 0.35 };
        if gear.lies == Lies::Spent {
            return;
        }
        let (wood, ink) = (faint(self.wood, strength), faint(self.ink, strength));
        let ((x, y), turn) = (inches(gear.at), radians(gear.facing));
        let camera = *self.camera;
        let at = |along: f32, across: f32| {
            camera.seen((x + turn.cos() * along + turn.sin() * across, y + turn.sin() * along - turn.cos() * across))
        };
        let thin = pen((camera.scale / 9.0).clamp(1.0, 2.0));
        match sign(gear) {
            Sign::None => {}
            Sign::Box(long, broad, strokes) => {
                let (l, b) = (long / 2.0, broad / 2.0);
                let outline = line(&[at(l, -b), at(l, b), at(-l, b), at(-l, -b)], true);
                self.fill(outline.clone(), wood);
                self.draw(outline, ink, &thin);
                for [from, to] in strokes {
                    self.draw(line(&[at(from.0, from.1), at(to.0, to.1)], false), ink, &thin);
                }
            }
            Sign::Ladder => {
                let long = f32::from(gear.inches.max(2));
                for side in [-0.3, 0.3] {
                    self.draw(line(&[at(0.0, side), at(long, side)], false), ink, &thin);
                }
                let mut rung = 0.4;
                while rung < long {
                    self.draw(line(&[at(rung, -0.3), at(rung, 0.3)], false), ink, &thin);
                    rung += 0.6;
                }
            }
            Sign::Row(apart, deep) => {
                let count = gear.count.clamp(1, 60);
                for number in 0..count {
                    let across = (f32::from(number) - f32::from(count - 1) / 2.0) * apart;
                    match gear.thing {
                        Thing::Pavise => {
                            let half = apart / 2.0 - 0.1;
                            let board = [at(deep / 2.0, across - half), at(deep / 2.0, across + half)];
                            self.draw(line(&board, false), ink, &pen((camera.scale * 0.35).max(2.5)));
                        }
                        _ => self.draw(line(&[at(-deep, across), at(deep, across)], false), ink, &thin),
                    }
                }
            }
            Sign::Round(radius) => {
                let (x, y) = at(0.0, 0.0);
                let circle = PathBuilder::from_circle(x, y, (radius * camera.scale).max(2.0));
                self.fill(circle.clone(), wood);
                self.draw(circle, ink, &thin);
            }
        }
        if matches!(gear.lies, Lies::Wrecked | Lies::Burnt) {
            let broken = pen((camera.scale / 6.0).clamp(1.4, 3.0));
            self.draw(line(&[at(-0.8, -0.8), at(0.8, 0.8)], false), self.ink, &broken);
            self.draw(line(&[at(-0.8, 0.8), at(0.8, -0.8)], false), self.ink, &broken);
        }
    }

    fn fire(&mut self, (x, y): (f32, f32), wind: Option<Heading>) {
        if let Some(wind) = wind {
            let turn = radians(wind);
            let at = |along: f32, across: f32| {
                self.camera
                    .seen((x + turn.cos() * along + turn.sin() * across, y + turn.sin() * along - turn.cos() * across))
            };
            let (far, broad) = SMOKE;
            let drift = line(&[at(0.0, -0.5), at(far, -broad), at(far + 0.8, 0.0), at(far, broad), at(0.0, 0.5)], true);
            self.fill(drift, faint(rgb(0x80, 0x80, 0x80), 0.28));
        }
        let (x, y) = self.camera.seen((x, y));
        let size = (self.camera.scale * CELL as f32 / INCH as f32 * 1.6).max(7.0);
        let flame = |size: f32| {
            let mut path = PathBuilder::new();
            path.move_to(x, y - size * 1.4);
            path.quad_to(x + size * 1.1, y, x + size * 0.5, y + size * 0.6);
            path.quad_to(x, y + size * 0.9, x - size * 0.5, y + size * 0.6);
            path.quad_to(x - size * 1.1, y, x, y - size * 1.4);
            path.close();
            path.finish()
        };
        self.fill(flame(size), rgb(0xC8, 0x4A, 0x1C));
        self.fill(flame(size * 0.55), rgb(0xF2, 0xB8, 0x3C));
    }
}
