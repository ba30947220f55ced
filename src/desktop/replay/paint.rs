//! Paints the table from above: the ground in flat muted tints, a base for each man by his arm, in his side's tincture
//! and hatching, with a notch where he faces. The picture is drawn here and not by elements of the window, because
//! three hundred men in motion are more than elements are made for.

use super::camera::{Camera, inches};
use super::{land, things};
use crate::app::replay::{BaseKind, Replay};
use crate::desktop::canvas::{self, Draws, faint, hatch, line, pen, plain, rgb, tile, tint};
use crate::desktop::shields::colours;
use crate::rules::battle::Standard;
use crate::rules::figure::{BySide, Side};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::replay::{ManShown, Scene, SceneMan};
use crate::rules::man_to_man::state::StandardAt;
use slint::Image;
use std::f32::consts::{FRAC_1_SQRT_2, TAU};
use tiny_skia::{Color, Path, PathBuilder, Pixmap, PixmapMut, Rect, Stroke, StrokeDash, Transform};

/// The least width of a base, in pixels, however far the table is away.
const LEAST_BASE: f32 = 6.0;

/// The colours of the table that are no tinctures.
struct Ink {
    beyond: Color,
    field: Color,
    grid: Color,
    line: Color,
    quiet: Color,
    accent: Color,
    halo: Color,
}

impl Ink {
    fn of(dark: bool) -> Ink {
        match dark {
            false => Ink {
                beyond: rgb(0xEC, 0xE5, 0xD3),
                field: rgb(0xDF, 0xE1, 0xC9),
                grid: rgb(0xD3, 0xD6, 0xBA),
                line: rgb(0x2A, 0x28, 0x22),
                quiet: rgb(0x7E, 0x7A, 0x66),
                accent: rgb(0xA8, 0x32, 0x1F),
                halo: rgb(0xFF, 0xFF, 0xFF),
            },
            true => Ink {
                beyond: rgb(0x19, 0x1D, 0x20),
                field: rgb(0x27, 0x2D, 0x26),
                grid: rgb(0x2F, 0x36, 0x2D),
                line: rgb(0xDC, 0xD6, 0xC6),
                quiet: rgb(0x8C, 0x88, 0x79),
                accent: rgb(0xE0, 0x66, 0x4F),
                halo: rgb(0x15, 0x18, 0x1D),
            },
        }
    }
}

/// What the moment is about, drawn over the men.
#[derive(Clone, Debug, PartialEq)]
pub enum TableMark {
    /// A missile from one man to another, that hits or not.
    Shot(usize, usize, bool),
    /// A blow of one man at another, that hits or not.
    Blow(usize, usize, bool),
    /// A charge of a body at another.
    Charge(Vec<usize>, Vec<usize>),
    /// A body in the moment of its test, or whatever else befalls it.
    Body(Vec<usize>),
    Man(usize),
}

impl TableMark {
    /// The men it is about.
    pub fn men(&self) -> Vec<usize> {
        match self {
            TableMark::Shot(one, other, _) | TableMark::Blow(one, other, _) => vec![*one, *other],
            TableMark::Charge(men, at) => men.iter().chain(at).copied().collect(),
            TableMark::Body(men) => men.clone(),
            TableMark::Man(man) => vec![*man],
        }
    }
}

/// An order being given, upon the table.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderReach {
    /// Who would obey it.
    pub men: Vec<usize>,
    /// Their middle, in inches.
    pub middle: (f32, f32),
    /// How far they get, in inches, the nearest first.
    pub rings: Vec<f32>,
    /// Where they would go, or at whom.
    pub to: Option<(f32, f32)>,
    /// The place marked on the table.
    pub mark: Option<(f32, f32)>,
    /// Whether the rules allow it.
    pub allowed: bool,
}

/// All that a picture of the table is of.
pub struct Picture<'a> {
    /// The battle.
    pub replay: &'a Replay,
    /// The moment.
    pub scene: &'a Scene,
    /// What men move to in it, and how far they have got of it, 0 to 1.
    pub next: Option<(&'a Scene, f32)>,
    /// What the moment is about.
    pub mark: Option<TableMark>,
    /// The man looked at.
    pub chosen: Option<usize>,
    /// Where he has been, in inches.
    pub track: &'a [(f32, f32)],
    /// The order being given.
    pub reach: Option<OrderReach>,
    /// From where.
    pub camera: Camera,
    /// Whether the theme is dark.
    pub dark: bool,
}

impl Picture<'_> {
    /// Where a man is at this moment, in inches, and where he faces, in radians from the x axis.
    pub fn place(&self, man: usize) -> ((f32, f32), f32) {
        let here = &self.scene.men[man];
        let (x, y) = inches(here.at);
        match self.next {
            Some((next, part)) => {
                let there = &next.men[man];
                let (to_x, to_y) = inches(there.at);
                let turn = (radians(there.facing) - radians(here.facing) + TAU * 1.5).rem_euclid(TAU) - TAU / 2.0;
                ((x + (to_x - x) * part, y + (to_y - y) * part), radians(here.facing) + turn * part)
            }
            None => ((x, y), radians(here.facing)),
        }
    }

    /// The man whose base is under a pixel, or nearest to it within reach of a finger.
    pub fn man_at(&self, pixel: (f32, f32)) -> Option<usize> {
        let shown = |man: &usize| !self.scene.men[*man].shown.is_away();
        let far = |man: usize| {
            let (x, y) = self.camera.seen(self.place(man).0);
            (x - pixel.0).powi(2) + (y - pixel.1).powi(2)
        };
        let reach = self.base(true).max(12.0);
        // The living are picked before the dead they stand over.
        let rank = |man: usize| (self.scene.men[man].shown == ManShown::Dead, far(man) as i64);
        (0..self.scene.men.len()).filter(shown).filter(|&man| far(man) <= reach * reach).min_by_key(|&man| rank(man))
    }

    fn base(&self, mounted: bool) -> f32 {
        let width = if mounted { self.replay.bases.1 } else { self.replay.bases.0 };
        (width as f32 / INCH as f32 * self.camera.scale).max(if mounted { LEAST_BASE + 1.5 } else { LEAST_BASE })
    }
}

pub(in crate::desktop) fn radians(heading: Heading) -> f32 {
    f32::from(heading.number()) / 64.0 * TAU
}

/// Paints a picture of the table at its camera's size.
pub fn paint(picture: &Picture) -> Image {
    let (width, height) = (picture.camera.size.0.max(1.0) as u32, picture.camera.size.1.max(1.0) as u32);
    canvas::picture(width, height, |canvas| {
        Painting { canvas, picture, ink: Ink::of(picture.dark), hatching: Hatching::of(picture) }.paint();
    })
}

/// A tile of each side's hatching, as large as its lines are apart.
struct Hatching(BySide<Option<Pixmap>>);

impl Hatching {
    fn of(picture: &Picture) -> Hatching {
        let step = (picture.base(false) / 2.6).round().clamp(3.0, 9.0);
        let tile = |side: Side| tile(picture.replay.tinctures[side], step);
        Hatching(BySide { attacker: tile(Side::Attacker), defender: tile(Side::Defender) })
    }
}

struct Painting<'a> {
    canvas: PixmapMut<'a>,
    picture: &'a Picture<'a>,
    ink: Ink,
    hatching: Hatching,
}

impl<'a> Draws<'a> for Painting<'a> {
    fn canvas(&mut self) -> &mut PixmapMut<'a> {
        &mut self.canvas
    }
}

impl Painting<'_> {
    fn paint(&mut self) {
        self.field();
        self.track();
        let men = &self.picture.scene.men;
        // The dead lie under the living.
        for pass in 0..3 {
            for (index, man) in men.iter().enumerate() {
                let layer = match man.shown {
                    ManShown::Dead => 0,
                    ManShown::Fled | ManShown::Withdrawn | ManShown::ToCome => continue,
                    ManShown::Fallen | ManShown::Yielded(_) => 1,
                    ManShown::Standing => 2,
                };
                if layer == pass {
                    self.man(index, man);
                }
            }
        }
        self.standards();
        self.mark();
        self.reach();
        if let Some(chosen) = self.picture.chosen {
            self.chosen(chosen);
        }
    }

    fn stroke(&mut self, path: Option<Path>, colour: Color, width: f32) {
        self.draw(path, colour, &pen(width));
    }

    fn circle(&mut self, (x, y): (f32, f32), radius: f32, colour: Color, width: f32) {
        self.stroke(PathBuilder::from_circle(x, y, radius), colour, width);
    }

    /// The field, with a line every foot so that distances can be judged.
    fn field(&mut self) {
        let camera = self.picture.camera;
        let ground = &self.picture.replay.ground;
        let (width, depth) = inches(Point::new(ground.width, ground.depth));
        self.canvas.fill(self.ink.beyond);
        let ((left, top), (right, foot)) = (camera.seen((0.0, depth)), camera.seen((width, 0.0)));
        let Some(field) = Rect::from_ltrb(left, top, right, foot) else { return };
        self.canvas.fill_rect(field, &plain(self.ink.field), Transform::identity(), None);
        let mut along = 12.0;
        while along < width.max(depth) {
            let (x, y) = camera.seen((along, along));
            if along < width {
                self.stroke(line(&[(x.round() + 0.5, top), (x.round() + 0.5, foot)], false), self.ink.grid, 1.0);
            }
            if along < depth {
                self.stroke(line(&[(left, y.round() + 0.5), (right, y.round() + 0.5)], false), self.ink.grid, 1.0);
            }
            along += 12.0;
        }
        let (ground, scene, dark) = (&self.picture.replay.ground, self.picture.scene, self.picture.dark);
        let opened = |piece: u16| scene.opened.iter().find(|(known, _)| known.0 == piece).map(|(_, open)| *open);
        land::paint(&mut self.canvas, ground, &camera, dark, opened);
        things::paint(&mut self.canvas, ground, scene, &camera, dark);
        self.stroke(Some(PathBuilder::from_rect(field)), self.ink.quiet, 1.0);
    }

    /// Where the chosen man has been.
    fn track(&mut self) {
        let camera = self.picture.camera;
        let points: Vec<_> = self.picture.track.iter().map(|&place| camera.seen(place)).collect();
        if points.len() > 1 {
            let dashes = Stroke { dash: StrokeDash::new(vec![2.0, 5.0], 0.0), ..pen(1.6) };
            self.draw(line(&points, false), faint(self.ink.accent, 0.8), &dashes);
        }
    }

    /// The outline of a base about a pixel, turned to face.
    fn base(arm: BaseKind, (x, y): (f32, f32), size: f32, facing: f32) -> Option<Path> {
        let half = size / 2.0;
        // Seen from above with y upwards, turned into the picture's y downwards.
        let (ahead, aside) = ((facing.cos(), -facing.sin()), (facing.sin(), facing.cos()));
        let at = |forth: f32, side: f32| {
            (x + ahead.0 * forth * half + aside.0 * side * half, y + ahead.1 * forth * half + aside.1 * side * half)
        };
        match arm {
            BaseKind::Shooter => PathBuilder::from_circle(x, y, half * 1.06),
            BaseKind::Foot => line(&[at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0)], true),
            BaseKind::Horse => line(
                &[at(1.3, 0.0), at(0.2, 0.92), at(-1.1, 0.92), at(-0.8, 0.0), at(-1.1, -0.92), at(0.2, -0.92)],
                true,
            ),
            BaseKind::Cleric => {
                let arm = 0.38;
                let corners = [
                    (1.1, -arm),
                    (1.1, arm),
                    (arm, arm),
                    (arm, 1.1),
                    (-arm, 1.1),
                    (-arm, arm),
                    (-1.1, arm),
                    (-1.1, -arm),
                    (-arm, -arm),
                    (-arm, -1.1),
                    (arm, -1.1),
                    (arm, -arm),
                ];
                line(&corners.map(|(forth, side)| at(forth, side)), true)
            }
        }
    }

    fn in_sight(&self, (x, y): (f32, f32), size: f32) -> bool {
        let (width, height) = self.picture.camera.size;
        x > -size && y > -size && x < width + size && y < height + size
    }

    fn man(&mut self, index: usize, man: &SceneMan) {
        let (place, facing) = self.picture.place(index);
        let seen = self.picture.camera.seen(place);
        let size = self.picture.base(man.mounted);
        if !self.in_sight(seen, size) {
            return;
        }
        let arm = self.picture.replay.actors[index].arm(man.mounted);
        let edge = (size / 11.0).clamp(0.9, 2.2);
        let ground = tint(colours(self.picture.replay.tinctures[man.side]).0);
        match man.shown {
            ManShown::Dead => {
                let path = Self::base(arm, seen, size * 0.82, facing);
                self.fill(path.clone(), faint(ground, 0.16));
                self.stroke(path, faint(self.ink.line, 0.26), edge * 0.8);
                return;
            }
            ManShown::Standing if man.fleeing => {
                let path = Self::base(arm, seen, size - edge, facing);
                self.fill(path.clone(), faint(self.ink.halo, 0.5));
                self.stroke(path.clone(), self.ink.line, edge * 2.4);
                self.stroke(path, ground, edge * 1.5);
            }
            ManShown::Fallen => {
                let path = Self::base(arm, seen, size * 0.74, facing);
                self.tinctured(path.clone(), man.side, 0.72);
                let dashes = Stroke { dash: StrokeDash::new(vec![size / 6.0, size / 8.0], 0.0), ..pen(edge) };
                self.draw(path, self.ink.line, &dashes);
            }
            _ => {
                let path = Self::base(arm, seen, size - edge, facing);
                self.tinctured(path.clone(), man.side, 1.0);
                self.stroke(path, self.ink.line, edge);
            }
        }
        if man.shown == ManShown::Standing {
            let (ahead, half) = ((facing.cos(), -facing.sin()), size / 2.0);
            let at = |part: f32| (seen.0 + ahead.0 * half * part, seen.1 + ahead.1 * half * part);
            let (from, to) = if arm == BaseKind::Horse { (0.4, 0.95) } else { (0.3, 0.78) };
            // Light on a dark tincture, dark on a light one.
            let notch = match ground.red() + ground.green() + ground.blue() > 1.6 || man.fleeing {
                true => rgb(0x2A, 0x28, 0x22),
                false => rgb(0xFF, 0xFB, 0xF2),
            };
            self.stroke(line(&[at(from), at(to)], false), notch, edge * 2.0);
        }
        if let ManShown::Yielded(_) = man.shown {
            let bar = [(seen.0 - size * 0.62, seen.1), (seen.0 + size * 0.62, seen.1)];
            self.stroke(line(&bar, false), self.ink.line, edge * 3.6);
            self.stroke(line(&bar, false), self.ink.halo, edge * 1.8);
        }
        if man.wounded {
            self.circle(seen, size * 0.78, self.ink.accent, edge * 1.3);
        }
    }

    fn tinctured(&mut self, path: Option<Path>, side: Side, opacity: f32) {
        if let Some(path) = path {
            hatch(&mut self.canvas, &path, self.hatching.0[side].as_ref(), opacity);
        }
    }

    /// Standards as small banners, the larger the more they stand for; one on the ground lies.
    fn standards(&mut self) {
        for standard in self.picture.scene.standards.clone() {
            let (place, lies) = match standard.place {
                StandardAt::Carried(by) if self.picture.scene.men[usize::from(by.0)].shown.is_away() => continue,
                StandardAt::Carried(by) => (self.picture.place(usize::from(by.0)).0, false),
                StandardAt::Ground(at) => (inches(at), true),
                StandardAt::Wagon(on) => match self.picture.scene.gear.get(usize::from(on.0)) {
                    Some(wagon) => (inches(wagon.at), false),
                    None => continue,
                },
                StandardAt::Gone => continue,
            };
            let seen = self.picture.camera.seen(place);
            let by = match standard.standard {
                Standard::Army => 1.0,
                Standard::Battle => 0.82,
                Standard::Force => 0.66,
            };
            let tall = (self.picture.base(false) * 2.6).clamp(18.0, 44.0) * by;
            if self.in_sight(seen, tall) {
                self.banner(seen, tall, standard.side, lies, standard.standard == Standard::Army);
            }
        }
    }

    fn banner(&mut self, (x, y): (f32, f32), tall: f32, side: Side, lies: bool, forked: bool) {
        let at = |along: f32, across: f32| match lies {
            false => (x + across * tall, y - along * tall),
            true => (x + along * tall * FRAC_1_SQRT_2, y + (across + along * 0.3) * tall * FRAC_1_SQRT_2),
        };
        let mut flag = vec![at(1.0, 0.0), at(1.0, 0.72)];
        if forked {
            flag.push(at(0.76, 0.48));
        }
        flag.extend([at(0.52, 0.72), at(0.52, 0.0)]);
        self.stroke(line(&[at(0.0, 0.0), at(1.06, 0.0)], false), self.ink.halo, 3.6);
        self.stroke(line(&flag, true), self.ink.halo, 3.6);
        self.tinctured(line(&flag, true), side, 1.0);
        self.stroke(line(&flag, true), self.ink.line, 1.1);
        self.stroke(line(&[at(0.0, 0.0), at(1.06, 0.0)], false), self.ink.line, 1.5);
    }

    fn seen(&self, man: usize) -> (f32, f32) {
        self.picture.camera.seen(self.picture.place(man).0)
    }

    /// The middle of those of a body who are still on the table.
    fn middle(&self, men: &[usize]) -> Option<(f32, f32)> {
        let there = |man: &&usize| matches!(self.picture.scene.men[**man].shown, ManShown::Standing | ManShown::Fallen);
        let seen: Vec<(f32, f32)> = men.iter().filter(there).map(|&man| self.seen(man)).collect();
        let count = seen.len() as f32;
        (count > 0.0).then(|| {
            let sum = seen.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            (sum.0 / count, sum.1 / count)
        })
    }

    fn arrow(&mut self, from: (f32, f32), to: (f32, f32), colour: Color, pen: &Stroke) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let long = (x * x + y * y).sqrt();
        if long < 1.0 {
            return;
        }
        let (x, y) = (x / long, y / long);
        let head = pen.width * 4.5;
        let neck = (to.0 - x * head, to.1 - y * head);
        self.draw(line(&[from, neck], false), colour, pen);
        let barb = |side: f32| (neck.0 - y * head * 0.5 * side, neck.1 + x * head * 0.5 * side);
        self.fill(line(&[to, barb(1.0), barb(-1.0)], true), colour);
    }

    /// What the moment is about.
    fn mark(&mut self) {
        let size = self.picture.base(false);
        match self.picture.mark.clone() {
            None => {}
            Some(TableMark::Shot(by, at, hit)) => {
                let colour = if hit { self.ink.accent } else { self.ink.quiet };
                let dash = if hit { None } else { StrokeDash::new(vec![5.0, 4.0], 0.0) };
                let (from, to) = (self.seen(by), self.seen(at));
                self.arrow(from, to, colour, &Stroke { dash, ..pen(2.0) });
            }
            Some(TableMark::Blow(by, at, hit)) => {
                let colour = if hit { self.ink.accent } else { self.ink.quiet };
                let (from, to) = (self.seen(by), self.seen(at));
                self.circle(from, size * 0.9, colour, 1.6);
                self.arrow(from, to, colour, &pen(2.6));
                if hit {
                    self.circle(to, size * 1.05, colour, 2.2);
                }
            }
            Some(TableMark::Charge(who, whom)) => {
                if let (Some(from), Some(to)) = (self.middle(&who), self.middle(&whom)) {
                    let dash = StrokeDash::new(vec![9.0, 6.0], 0.0);
                    self.arrow(from, to, faint(self.ink.accent, 0.85), &Stroke { dash, ..pen(3.0) });
                }
            }
            Some(TableMark::Body(men)) => {
                for man in men {
                    if self.picture.scene.men[man].shown == ManShown::Standing {
                        let seen = self.seen(man);
                        self.circle(seen, size * 0.95, faint(self.ink.accent, 0.75), 1.4);
                    }
                }
            }
            Some(TableMark::Man(man)) => {
                let seen = self.seen(man);
                self.circle(seen, size * 1.1, self.ink.accent, 2.0);
            }
        }
    }

    /// The order being given: who, how far they get, and where it leads.
    fn reach(&mut self) {
        let Some(reach) = self.picture.reach.clone() else { return };
        let camera = self.picture.camera;
        let middle = camera.seen(reach.middle);
        let colour = if reach.allowed { self.ink.accent } else { self.ink.quiet };
        for (index, ring) in reach.rings.iter().enumerate() {
            let dash = if index == 0 { None } else { StrokeDash::new(vec![7.0, 6.0], 0.0) };
            let pen = Stroke { dash, ..pen(1.3) };
            self.draw(PathBuilder::from_circle(middle.0, middle.1, ring * camera.scale), faint(colour, 0.7), &pen);
        }
        let size = self.picture.base(false);
        for &man in &reach.men {
            if matches!(self.picture.scene.men[man].shown, ManShown::Standing | ManShown::Fallen) {
                let seen = self.seen(man);
                self.circle(seen, size * 0.95, colour, 1.6);
            }
        }
        if let Some(mark) = reach.mark {
            let (x, y) = camera.seen(mark);
            for far in [6.0, -6.0] {
                self.stroke(line(&[(x - 6.0, y - far), (x + 6.0, y + far)], false), colour, 1.6);
            }
        }
        if let Some(to) = reach.to {
            self.arrow(middle, camera.seen(to), colour, &pen(3.0));
        }
    }

    /// The man looked at, ringed so that he is found at once.
    fn chosen(&mut self, man: usize) {
        if self.picture.scene.men[man].shown.is_away() {
            return;
        }
        let seen = self.seen(man);
        let radius = (self.picture.base(true) * 1.15).max(12.0);
        self.circle(seen, radius, self.ink.halo, 4.5);
        self.circle(seen, radius, self.ink.accent, 2.2);
        for quarter in 0..4 {
            let turn = TAU / 4.0 * quarter as f32;
            let at = |far: f32| (seen.0 + turn.cos() * far, seen.1 + turn.sin() * far);
            self.stroke(line(&[at(radius), at(radius + 6.0)], false), self.ink.accent, 2.2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::realm::Tincture;

    #[test]
    fn each_tincture_is_told_from_the_others_on_a_base() {
        let tiles: Vec<_> = Tincture::ALL.iter().map(|tincture| tile(*tincture, 6.0).expect("a tile")).collect();
        for (index, one) in tiles.iter().enumerate() {
            for other in &tiles[index + 1..] {
                assert_ne!(one.data(), other.data());
            }
        }
    }
}
