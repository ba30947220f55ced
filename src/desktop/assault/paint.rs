//! Paints the table of an assault from above: the map, men as bases by their arm in their side's tincture and hatching, their
//! ladders, rams and faggots, and over them what is pointed at, measured and done.

use super::land::{self, seen};
use crate::app::assault::HexScene;
use crate::app::hexes::drawing::{HexDrawing, HexNotes, HexSpot, between, middle, outline, toward};
use crate::campaign::realm::Tincture;
use crate::desktop::canvas::{self, Draws, Rgb, faint, hatch, line, of_theme, pen, tile};
use crate::desktop::replay::camera::Camera;
use crate::rules::assault::line::{Checked, Passes};
use crate::rules::assault::map::{HexId, HexMap};
use crate::rules::assault::standards::StandardLies;
use crate::rules::assault::state::{Burden, Heart, LadderLies, Trooper};
use crate::rules::assault::{Event, FireLine, Fortune, HexMachine, MachineKind, Post, TrooperId};
use crate::rules::figure::{BySide, Class, Side};
use slint::Image;
use std::cell::RefCell;
use std::sync::Arc;
use tiny_skia::{Color, Path, PathBuilder, Pixmap, PixmapMut, PixmapPaint, Stroke, StrokeDash, Transform};

/// How wide a man's base is, in hexes, and the least pixels it is drawn with.
const BASE: f32 = 0.62;
const LEAST_BASE: f32 = 5.0;

/// A beam of a machine: from where to where on it, ahead and to the side in hexes, and how many edges wide.
type Beam = ((f32, f32), (f32, f32), f32);

/// All that a picture of the table is of.
pub(super) struct HexPicture<'a> {
    pub map: &'a HexMap,
    pub drawing: &'a Arc<HexDrawing>,
    /// The men and their gear; none where a map is only looked at.
    pub scene: Option<&'a HexScene>,
    pub camera: Camera,
    pub notes: HexNotes,
    pub tinctures: &'a BySide<Tincture>,
    pub dark: bool,
    pub chosen: Option<TrooperId>,
    /// The hex pointed at.
    pub cursor: Option<HexId>,
    /// One end of a line of fire that is being laid.
    pub from: Option<HexId>,
    pub reach: &'a [HexId],
    pub way: &'a [HexId],
    pub line: Option<&'a FireLine>,
    /// What the moment shown has brought about.
    pub brought: &'a [Event],
}

struct Painting<'a> {
    canvas: PixmapMut<'a>,
    picture: &'a HexPicture<'a>,
    ink: Color,
    accent: Color,
    good: Color,
    quiet: Color,
    halo: Color,
    wood: Color,
    hatching: BySide<Option<Pixmap>>,
}

/// The land as it was painted last, which changes only with the map and with where it is looked at from.
struct PaintedHexes {
    camera: Camera,
    dark: bool,
    notes: HexNotes,
    drawing: Arc<HexDrawing>,
    pixels: Pixmap,
}

thread_local! {
    static LAND: RefCell<Option<PaintedHexes>> = const { RefCell::new(None) };
}

/// Lays the land under everything; painted anew only where it changed.
fn lay(canvas: &mut PixmapMut<'_>, picture: &HexPicture<'_>) {
    let HexPicture { drawing, camera, notes, dark, .. } = picture;
    LAND.with(|kept| {
        let mut kept = kept.borrow_mut();
        let same = kept.as_ref().is_some_and(|land| {
            land.camera == *camera && land.dark == *dark && land.notes == *notes && Arc::ptr_eq(&land.drawing, drawing)
        });
        if !same {
            let Some(mut pixels) = Pixmap::new(canvas.width(), canvas.height()) else { return };
            land::paint(&mut pixels.as_mut(), drawing, camera, *notes, *dark);
            let drawing = Arc::clone(drawing);
            *kept = Some(PaintedHexes { camera: *camera, dark: *dark, notes: *notes, drawing, pixels });
        }
        if let Some(land) = kept.as_ref() {
            canvas.draw_pixmap(0, 0, land.pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    });
}

/// Paints a picture of the table at its camera's size.
pub(super) fn paint(picture: &HexPicture<'_>) -> Image {
    let (wide, high) = (picture.camera.size.0.max(1.0) as u32, picture.camera.size.1.max(1.0) as u32);
    canvas::picture(wide, high, |mut canvas| {
        lay(&mut canvas, picture);
        let pick = |light: Rgb, night: Rgb| of_theme(picture.dark, light, night);
        let step = (picture.camera.scale * 0.2).round().clamp(3.0, 8.0);
        let hatching = |side: Side| tile(picture.tinctures[side], step);
        let painting = Painting {
            canvas,
            picture,
            ink: pick((0x22, 0x20, 0x1B), (0x0B, 0x0C, 0x0E)),
            accent: pick((0xA8, 0x32, 0x1F), (0xF0, 0x76, 0x5E)),
            good: pick((0x2E, 0x6B, 0x3E), (0x7D, 0xBB, 0x8A)),
            quiet: pick((0x6B, 0x65, 0x58), (0xA4, 0x9C, 0x8B)),
            halo: pick((0xFF, 0xFF, 0xFF), (0x15, 0x18, 0x1D)),
            wood: pick((0xB0, 0x84, 0x50), (0xA8, 0x80, 0x54)),
            hatching: BySide { attacker: hatching(Side::Attacker), defender: hatching(Side::Defender) },
        };
        painting.paint();
    })
}

/// A small picture of a map about a hex, for its key.
pub(super) fn crop(map: &HexMap, drawing: &HexDrawing, at: HexId, size: f32, dark: bool) -> Image {
    let side = size.max(1.0) as u32;
    canvas::picture(side, side, |mut canvas| {
        let (x, y) = middle(map.cell(at).hex);
        let camera = Camera { middle: (x, -y), scale: size / 1.55, size: (size, size) };
        land::paint(&mut canvas, drawing, &camera, HexNotes::Nothing, dark);
    })
}

/// Where a man is drawn, in hexes: in his hex, or half up his ladder.
fn place(scene: &HexScene, man: &Trooper) -> Option<HexSpot> {
    let spot = |id: HexId| middle(scene.map.cell(id).hex);
    match man.post {
        Post::Hex(at) => Some(spot(at)),
        Post::Ladder(n) => match scene.ladders.get(usize::from(n))?.lies {
            LadderLies::Upright { foot, head, .. } => Some(between(spot(foot), spot(head), 0.5)),
            _ => None,
        },
        Post::Aboard(n) | Post::Aloft(n) => {
            let (x, y) = spot(scene.machines.get(usize::from(n))?.at);
            // Those at one machine stand about it, one beside another.
            let with = [Post::Aboard(n), Post::Aloft(n)];
            let same = scene.men.iter().filter(|other| with.contains(&other.post) && other.present());
            let at = same.clone().position(|other| other.man == man.man)?;
            let turn = at as f32 / same.count().max(1) as f32 * std::f32::consts::TAU;
            let far = if man.post == Post::Aloft(n) { 0.12 } else { 0.34 };
            Some((x + far * turn.cos(), y + far * turn.sin()))
        }
        Post::Off => None,
    }
}

/// Where a man is drawn, in pixels of the picture.
pub(super) fn man_at(scene: &HexScene, camera: &Camera, id: TrooperId) -> Option<(f32, f32)> {
    let man = scene.man(id);
    place(scene, man).filter(|_| man.present()).map(|spot| seen(camera, spot))
}

impl<'a> Draws<'a> for Painting<'a> {
    fn canvas(&mut self) -> &mut PixmapMut<'a> {
        &mut self.canvas
    }
}

impl Painting<'_> {
    fn paint(mut self) {
        self.reach();
        if let Some(scene) = self.picture.scene {
            for ladder in &scene.ladders {
                self.ladder(&ladder.lies);
            }
            for machine in &scene.machines {
                self.machine(machine);
            }
            for &(inner, side) in
                scene.map.gates.iter().filter(|gate| gate.burns.is_some()).flat_map(|gate| &gate.sides)
            {
                let ((x, y), (ax, ay)) = (self.seen(self.spot(inner)), toward(side));
                let half = self.picture.camera.scale * 0.5;
                self.flames((x + ax * half, y + ay * half));
            }
            for standard in &scene.standards {
                if let StandardLies::Ground(at) = standard.lies {
                    let at = self.seen(self.spot(at));
                    self.standard(at, standard.side);
                }
            }
            // Who lies on the ground lies under those who stand.
            for down in [true, false] {
                for id in scene.ids() {
                    let man = scene.man(id);
                    if man.present() && man.able() != down {
                        self.man(scene, man);
                    }
                }
            }
        }
        self.way();
        self.fire();
        self.moment();
        if let Some(from) = self.picture.from {
            self.ring(from, 0.94, 2.0);
        }
        if let Some(cursor) = self.picture.cursor {
            self.ring(cursor, 1.0, 2.4);
        }
        if let (Some(id), Some(scene)) = (self.picture.chosen, self.picture.scene)
            && let Some((x, y)) = man_at(scene, &self.picture.camera, id)
        {
            let radius = (self.base() * 0.78).max(6.0);
            self.draw(PathBuilder::from_circle(x, y, radius), self.halo, &pen(4.6));
            self.draw(PathBuilder::from_circle(x, y, radius), self.accent, &pen(2.4));
        }
    }

    fn seen(&self, spot: HexSpot) -> (f32, f32) {
        seen(&self.picture.camera, spot)
    }

    fn spot(&self, id: HexId) -> HexSpot {
        middle(self.picture.map.cell(id).hex)
    }

    fn base(&self) -> f32 {
        (BASE * self.picture.camera.scale).max(LEAST_BASE)
    }

    fn hex(&self, id: HexId, factor: f32) -> Option<Path> {
        let corners: Vec<(f32, f32)> = outline(self.spot(id), factor).into_iter().map(|spot| self.seen(spot)).collect();
        line(&corners, true)
    }

    /// A hex pointed at, in two rings so that it is found on any ground.
    fn ring(&mut self, id: HexId, factor: f32, width: f32) {
        self.draw(self.hex(id, factor), self.halo, &pen(width + 2.6));
        self.draw(self.hex(id, factor), self.accent, &pen(width));
    }

    /// The hexes the chosen man can get to.
    fn reach(&mut self) {
        let mut path = PathBuilder::new();
        for &id in self.picture.reach {
            for (n, spot) in outline(self.spot(id), 0.9).into_iter().enumerate() {
                let (x, y) = self.seen(spot);
                if n == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
        }
        let path = path.finish();
        self.fill(path.clone(), faint(self.good, 0.34));
        self.draw(path, faint(self.good, 0.85), &pen(1.0));
    }

    fn tinctured(&mut self, path: &Path, side: Side, opacity: f32) {
        hatch(&mut self.canvas, path, self.hatching[side].as_ref(), opacity);
    }

    /// A man's base: square foot, round shooters, a cross on clerics, a point on knights; hollow when he lies, ringed when
    /// wounded, with a bar across when his troop flees.
    fn man(&mut self, scene: &HexScene, man: &Trooper) {
        let Some(spot) = place(scene, man) else { return };
        let (x, y) = self.seen(spot);
        let (wide, high) = self.picture.camera.size;
        let served = matches!(man.post, Post::Aboard(_) | Post::Aloft(_));
        let size = if served { (self.base() * 0.45).max(4.0) } else { self.base() };
        if x < -size || y < -size || x > wide + size || y > high + size {
            return;
        }
        let half = size / 2.0;
        let square = |part: f32| {
            let off = half * part;
            line(&[(x - off, y - off), (x + off, y - off), (x + off, y + off), (x - off, y + off)], true)
        };
        let shape = match man.profile.class {
            _ if man.profile.weapons.missile.is_some() => PathBuilder::from_circle(x, y, half * 0.98),
            Class::Knight => line(
                &[
                    (x, y - half * 1.12),
                    (x + half * 0.95, y - half * 0.3),
                    (x + half * 0.7, y + half * 0.95),
                    (x - half * 0.7, y + half * 0.95),
                    (x - half * 0.95, y - half * 0.3),
                ],
                true,
            ),
            _ => square(0.88),
        };
        let Some(shape) = shape else { return };
        let edge = (size / 12.0).clamp(0.8, 2.0);
        let lies = !man.able();
        self.draw(Some(shape.clone()), self.halo, &pen(edge * 3.2));
        self.tinctured(&shape, man.side, if lies { 0.4 } else { 1.0 });
        self.draw(Some(shape), self.ink, &pen(edge));
        if man.profile.class == Class::Cleric {
            self.draw(line(&[(x, y - half * 0.7), (x, y + half * 0.7)], false), self.halo, &pen(edge * 1.6));
            self.draw(
                line(&[(x - half * 0.5, y - half * 0.2), (x + half * 0.5, y - half * 0.2)], false),
                self.halo,
                &pen(edge * 1.6),
            );
        }
        if scene.hearts.get(usize::from(man.troop)) == Some(&Heart::Recreant) {
            self.draw(line(&[(x - half, y + half), (x + half, y - half)], false), self.halo, &pen(edge * 3.0));
            self.draw(line(&[(x - half, y + half), (x + half, y - half)], false), self.ink, &pen(edge * 1.4));
        }
        if man.wounded {
            self.draw(PathBuilder::from_circle(x, y, half * 1.28), self.accent, &pen(edge * 1.6));
        }
        if lies {
            self.draw(line(&[(x - half, y), (x + half, y)], false), self.accent, &pen(edge * 2.0));
        }
        self.burden(man, (x, y), half);
        if man.standard.is_some() {
            self.standard((x + half * 0.5, y - half * 0.2), man.side);
        }
        if man.fortune == Fortune::Able && man.aim.is_some() {
            self.fill(PathBuilder::from_circle(x + half * 0.85, y - half * 0.85, half * 0.3), self.accent);
        }
    }

    fn burden(&mut self, man: &Trooper, (x, y): (f32, f32), half: f32) {
        match man.burden {
            Burden::Nothing => {}
            Burden::Ladder(_) => {
                let ends = ((x - half * 1.2, y + half * 0.9), (x + half * 1.2, y - half * 0.9));
                self.rungs(ends, half * 0.5);
            }
            Burden::Faggot => {
                for off in [-0.3, 0.0, 0.3] {
                    let stick = [(x - half * 0.7, y + half * (off + 0.75)), (x + half * 0.7, y + half * (off + 0.45))];
                    self.draw(line(&stick, false), self.wood, &pen((half * 0.22).max(1.0)));
                }
            }
        }
    }

    /// A siege tower, a ram or an engine in its hex, the way it faces; under flames when it burns, crossed out when it is wrecked.
    fn machine(&mut self, machine: &HexMachine) {
        let (x, y) = self.seen(self.spot(machine.at));
        let (ax, ay) = toward(machine.facing);
        let scale = self.picture.camera.scale;
        let at =
            |forth: f32, aside: f32| (x + scale * (ax * forth - ay * aside), y + scale * (ay * forth + ax * aside));
        let frame =
            |ahead: f32, half: f32| line(&[at(ahead, -half), at(ahead, half), at(-0.4, half), at(-0.4, -half)], true);
        let edge = (scale / 22.0).clamp(1.0, 2.4);
        let shape = match machine.kind {
            MachineKind::Tower => frame(0.4, 0.42),
            MachineKind::Ram => frame(0.2, 0.3),
            _ => frame(0.3, 0.26),
        };
        self.draw(shape.clone(), self.halo, &pen(edge * 3.0));
        self.fill(shape.clone(), self.wood);
        self.draw(shape, self.ink, &pen(edge * 1.4));
        let beams: &[Beam] = match machine.kind {
            MachineKind::Tower => &[
                ((0.4, -0.42), (-0.4, 0.42), 1.0),
                ((0.4, 0.42), (-0.4, -0.42), 1.0),
                ((0.44, -0.2), (0.62, -0.2), 1.6),
                ((0.44, 0.2), (0.62, 0.2), 1.6),
            ],
            MachineKind::Ram => &[((-0.45, 0.0), (0.52, 0.0), 4.0)],
            MachineKind::Catapult => &[((-0.4, 0.0), (0.48, 0.0), 1.8), ((0.1, -0.36), (0.1, 0.36), 2.2)],
            MachineKind::Bombard => &[((-0.3, 0.0), (0.5, 0.0), 5.0)],
        };
        for &(from, to, width) in beams {
            self.draw(line(&[at(from.0, from.1), at(to.0, to.1)], false), self.ink, &pen(edge * width));
        }
        if machine.burns.is_some() {
            self.flames((x, y));
        }
        if machine.wrecked {
            for slant in [-1.0, 1.0] {
                self.draw(
                    line(&[at(0.45, 0.45 * slant), at(-0.45, -0.45 * slant)], false),
                    self.accent,
                    &pen(edge * 2.4),
                );
            }
        }
    }

    /// Three tongues of flame over a place in pixels.
    fn flames(&mut self, (x, y): (f32, f32)) {
        let scale = self.picture.camera.scale;
        for (aside, tall) in [(-0.22, 0.34), (0.0, 0.56), (0.22, 0.34)] {
            let of = |across: f32, up: f32| (x + scale * (aside + across), y - scale * up);
            let flame = line(&[of(-0.12, -0.2), of(0.0, tall), of(0.12, -0.2)], true);
            self.fill(flame.clone(), self.accent);
            self.draw(flame, self.halo, &pen((scale / 27.0).clamp(0.8, 2.0)));
        }
    }

    /// A standard: a small banner in its side's tincture.
    fn standard(&mut self, (x, y): (f32, f32), side: Side) {
        let tall = (self.picture.camera.scale * 0.62).clamp(9.0, 30.0);
        let flag = [(x, y - tall), (x + tall * 0.62, y - tall * 0.78), (x, y - tall * 0.52)];
        self.draw(line(&[(x, y), (x, y - tall)], false), self.halo, &pen(3.4));
        self.draw(line(&[(x, y), (x, y - tall)], false), self.ink, &pen(1.4));
        if let Some(flag) = line(&flag, true) {
            self.tinctured(&flag, side, 1.0);
            self.draw(Some(flag), self.ink, &pen(1.0));
        }
    }

    /// A ladder between two places in pixels.
    fn rungs(&mut self, (from, to): ((f32, f32), (f32, f32)), wide: f32) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy).max(1.0);
        let (ax, ay) = (-dy / long * wide / 2.0, dx / long * wide / 2.0);
        let stout = (wide / 5.0).clamp(1.0, 3.0);
        let (ink, wood) = (self.ink, self.wood);
        let mut rails = |colour: Color, width: f32, count: u8| {
            for aside in [-1.0, 1.0] {
                let rail = [(from.0 + ax * aside, from.1 + ay * aside), (to.0 + ax * aside, to.1 + ay * aside)];
                self.draw(line(&rail, false), colour, &pen(width));
            }
            for n in 0..count {
                let part = (f32::from(n) + 0.5) / f32::from(count);
                let (x, y) = between(from, to, part);
                self.draw(line(&[(x - ax, y - ay), (x + ax, y + ay)], false), colour, &pen(width * 0.8));
            }
        };
        let count = (long / (wide * 0.8).max(2.5)).clamp(2.0, 12.0) as u8;
        rails(ink, stout + 1.4, 0);
        rails(wood, stout, count);
    }

    fn ladder(&mut self, lies: &LadderLies) {
        let scale = self.picture.camera.scale;
        let ends = match *lies {
            LadderLies::Upright { foot, head, .. } => {
                let (foot, head) = (self.spot(foot), self.spot(head));
                (between(foot, head, 0.05), between(foot, head, 0.72))
            }
            LadderLies::Flat([one, other]) => (self.spot(one), self.spot(other)),
            LadderLies::Lying(at) => {
                let (x, y) = self.spot(at);
                ((x - 0.36, y + 0.24), (x + 0.36, y + 0.1))
            }
            LadderLies::Carried | LadderLies::Gone => return,
        };
        let ends = (self.seen(ends.0), self.seen(ends.1));
        self.rungs(ends, scale * 0.26);
    }

    fn arrow(&mut self, from: (f32, f32), to: (f32, f32), colour: Color, pen: &Stroke) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = x.hypot(y);
        if long < 3.0 {
            return;
        }
        let (x, y) = (x / long, y / long);
        let head = (pen.width * 4.0).min(long);
        let neck = (to.0 - x * head, to.1 - y * head);
        self.draw(line(&[from, neck], false), colour, pen);
        let barb = |side: f32| (neck.0 - y * head * 0.5 * side, neck.1 + x * head * 0.5 * side);
        self.fill(line(&[to, barb(1.0), barb(-1.0)], true), colour);
    }

    /// The way the chosen man would go.
    fn way(&mut self) {
        let Some(scene) = self.picture.scene else { return };
        let Some(from) = self.picture.chosen.and_then(|id| scene.place(id)) else { return };
        let mut places: Vec<(f32, f32)> = vec![self.seen(self.spot(from))];
        places.extend(self.picture.way.iter().map(|&id| self.seen(self.spot(id))));
        for (n, leg) in places.windows(2).enumerate() {
            self.draw(line(leg, false), self.halo, &pen(5.0));
            match n + 2 == places.len() {
                true => self.arrow(leg[0], leg[1], self.accent, &pen(2.6)),
                false => self.draw(line(leg, false), self.accent, &pen(2.6)),
            }
        }
    }

    /// The line of fire, the hexes it passes, and what it was tested against: what stops it in full, the rest hollow.
    fn fire(&mut self) {
        let Some(fire) = self.picture.line else { return };
        let colour = if fire.is_clear() { self.good } else { self.accent };
        for &id in &fire.hexes {
            self.draw(self.hex(id, 0.86), faint(colour, 0.8), &pen(1.2));
        }
        let (from, to) = (self.seen(self.spot(fire.lower.at)), self.seen(self.spot(fire.upper.at)));
        self.draw(line(&[from, to], false), self.halo, &pen(5.4));
        let dash = if fire.is_clear() { None } else { StrokeDash::new(vec![8.0, 5.0], 0.0) };
        self.draw(line(&[from, to], false), colour, &Stroke { dash, ..pen(2.6) });
        let size = (self.picture.camera.scale * 0.2).clamp(3.0, 9.0);
        let counted: Vec<Checked> = fire.checked.iter().copied().filter(|checked| checked.rise.height > 0).collect();
        for checked in counted {
            let (x, y) = self.seen(self.spot(checked.at));
            let stops = checked.passes == Passes::Test { clear: false };
            let mark = PathBuilder::from_circle(x, y, size);
            self.fill(mark.clone(), if stops { self.accent } else { self.halo });
            self.draw(mark, colour, &pen(1.8));
        }
        for end in [from, to] {
            self.fill(PathBuilder::from_circle(end.0, end.1, size * 0.7), self.halo);
            self.draw(PathBuilder::from_circle(end.0, end.1, size * 0.7), colour, &pen(2.2));
        }
    }

    /// What the moment is about: who shot or struck at whom, and who fell.
    fn moment(&mut self) {
        let Some(scene) = self.picture.scene else { return };
        for event in self.picture.brought {
            let between = match event {
                Event::Shot { man, at, hit, .. } => Some((*man, *at, *hit, true)),
                Event::Struck { man, at, hit, .. } => Some((*man, *at, *hit, false)),
                _ => None,
            };
            if let Some((man, at, hit, shot)) = between {
                let places = (self.last_place(scene, man), self.last_place(scene, at));
                if let (Some(from), Some(to)) = places {
                    let colour = if hit { self.accent } else { self.quiet };
                    let dash = if shot && !hit { StrokeDash::new(vec![5.0, 4.0], 0.0) } else { None };
                    self.arrow(from, to, colour, &Stroke { dash, ..pen(if shot { 1.6 } else { 2.6 }) });
                }
            }
            if let Event::Loosed { machine, at, hit, .. } = event
                && let Some(engine) = scene.machines.get(usize::from(*machine))
            {
                let (from, to) = (self.seen(self.spot(engine.at)), self.seen(self.spot(*at)));
                let colour = if *hit { self.accent } else { self.quiet };
                self.arrow(from, to, colour, &pen(3.2));
            }
            if let Event::Stepped { from, to, .. } = event {
                let (from, to) = (self.seen(self.spot(*from)), self.seen(self.spot(*to)));
                self.draw(line(&[from, to], false), faint(self.accent, 0.7), &pen(2.2));
            }
        }
    }

    fn last_place(&self, scene: &HexScene, id: TrooperId) -> Option<(f32, f32)> {
        place(scene, scene.man(id)).map(|spot| self.seen(spot))
    }
}
