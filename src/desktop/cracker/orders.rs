//! Troops chosen and pointed at, and orders given to them: by mouse, by keyboard, from the list.

use super::paint::{is_shown, troops_at};
use super::{CordPage, LookedAt};
use crate::app::cracker::{CordOffer, CordTarget, FormUp, offers};
use crate::desktop::replay::camera::point;
use crate::desktop::shell::Shell;
use crate::desktop::tabletop::{self, TablePage as _};
use crate::desktop::ui::CrackerPage;
use crate::rules::castle_cracker::field::WallId;
use crate::rules::castle_cracker::{CrackerStage, Decision, Generalship, Position, TroopsId, Whereabouts};
use crate::rules::figure::Side;
use crate::rules::geometry::{Heading, INCH, Point};
use slint::{ComponentHandle, SharedString};
use std::rc::Rc;

/// How near to a wall a press means the wall, in pixels.
const NEAR: f32 = 7.0;

/// The most figures in a rank the field takes.
const FILES: u16 = 60;

/// Places snap to quarters of an inch, as they are typed.
fn snapped(at: Point) -> Point {
    let to = |part: i32| (part + INCH / 8).div_euclid(INCH / 4) * (INCH / 4);
    Point::new(to(at.x), to(at.y))
}

/// What is to be done before an order.
const CHOOSE: &str = "Choose troops first: press them, or N for the next.";

impl LookedAt {
    /// The troops of the side that decides who may still be told something, in the order of the roster.
    pub(super) fn units(&self) -> Vec<TroopsId> {
        let (Some(side), Some(game)) = (self.decides(), self.field()) else { return Vec::new() };
        game.of(side).map(|(id, _)| id).collect()
    }

    /// Whether troops have had all they may be told in this part of the turn.
    pub(super) fn is_done(game: &Position, id: TroopsId) -> bool {
        let troops = game.troops(id);
        match game.stage {
            CrackerStage::Move(_) => troops.ordered,
            _ => troops.aimed,
        }
    }

    /// What the chosen troops may be told.
    pub(super) fn offers(&self, form: FormUp) -> Vec<CordOffer> {
        let (Some(_), Some(game), Some(id)) = (self.decides(), self.field(), self.chosen) else { return Vec::new() };
        offers(game, id, self.target, &self.way, form)
    }

    fn wall_at(&self, pixel: (f32, f32)) -> Option<WallId> {
        let game = self.field()?;
        let place = point(self.sight.camera.under(pixel));
        let reach = (NEAR / self.sight.camera.scale).max(0.6) * INCH as f32;
        let far = |id: WallId| game.field.wall(id).map_or(i64::MAX, |wall| wall.distance_squared(place));
        let nearest = game.field.walls().map(|(id, _)| id).min_by_key(|id| far(*id))?;
        (far(nearest) <= (reach * reach) as i64).then_some(nearest)
    }

    /// The wall under a pixel where troops stand on it, if that is meant: asked for, or the chosen troops can be told something at
    /// it and nothing at those troops.
    fn manned_wall(&self, on: TroopsId, pixel: (f32, f32), asked: bool) -> Option<WallId> {
        let game = self.field()?;
        let Whereabouts::Parapet(wall) = game.troops(on).whereabouts else { return None };
        let wall = self.wall_at(pixel).unwrap_or(wall);
        let chosen = self.chosen.filter(|id| *id != on)?;
        let can = |target: Option<CordTarget>| {
            let offers = offers(game, chosen, target, &[], FormUp::default());
            offers.iter().filter(|offer| offer.why.is_none()).count()
        };
        // Their own are chosen by pressing them.
        let own = game.troops(on).side == game.troops(chosen).side;
        let nothing = can(None);
        let there = || can(Some(CordTarget::Wall(wall))) > nothing && can(Some(CordTarget::Troops(on))) == nothing;
        let meant = asked || !own && there();
        meant.then_some(wall)
    }

    /// Chooses troops of the side that decides, or points at others; whether that was pointed at already.
    fn press(&mut self, id: TroopsId, side: Side) -> bool {
        let own = self.field().is_some_and(|game| game.troops(id).side == side);
        let carrier = self.field().is_some_and(|game| game.troops(id).kind.carries(&game.tables).is_some())
            && self.chosen.is_some();
        if own && !(carrier && self.chosen != Some(id) && self.target == Some(CordTarget::Troops(id))) {
            // A wagon or a boat of theirs is pointed at first and chosen when it is pressed again.
            if carrier && self.chosen != Some(id) {
                self.target = Some(CordTarget::Troops(id));
                return false;
            }
            (self.chosen, self.target) = (Some(id), None);
            self.way.clear();
            return false;
        }
        if own {
            (self.chosen, self.target) = (Some(id), None);
            return false;
        }
        let again = self.target == Some(CordTarget::Troops(id));
        self.target = Some(CordTarget::Troops(id));
        again
    }
}

impl CordPage {
    /// How the chosen troops are to form up, as the fields have it.
    pub(super) fn form(&self, shell: &Rc<Shell>) -> FormUp {
        let asked = shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            (ui.get_facing(), ui.get_files(), ui.get_parting())
        });
        let Some((facing, files, parting)) = asked else { return FormUp::default() };
        let facing = match facing {
            1 => Some(Heading::UP),
            2 => Some(Heading::new(0)),
            3 => Some(Heading::DOWN),
            4 => Some(Heading::new(32)),
            _ => None,
        };
        FormUp {
            facing,
            files: files.trim().parse().ok().filter(|files| (1..=FILES).contains(files)),
            parting: parting.trim().parse().ok(),
        }
    }

    pub(super) fn form_anew(&self, shell: &Rc<Shell>) {
        shell.with(|window| {
            let ui = window.global::<CrackerPage>();
            ui.set_facing(0);
            ui.set_files(SharedString::new());
            ui.set_parting(SharedString::new());
        });
    }

    /// A place on the table pressed, in pixels: troops, a wall or the ground there is chosen or pointed at; pressed again, the
    /// first order that is allowed is given. With Shift the way goes on from there, and of a manned wall the wall is meant.
    pub(super) fn point_at(self: &Rc<CordPage>, shell: &Rc<Shell>, at: (f32, f32), further: bool) {
        let again = self.change(|state| {
            let pixel = state.sight.pixels(at);
            let found = state.field().and_then(|game| troops_at(game, &state.sight.camera, pixel));
            let Some(side) = state.decides() else {
                // Whoever watches may look at any troops.
                (state.chosen, state.target) = (found, None);
                return false;
            };
            if let Some(id) = found {
                return match state.manned_wall(id, pixel, further) {
                    Some(wall) => {
                        state.way.clear();
                        state.target.replace(CordTarget::Wall(wall)) == Some(CordTarget::Wall(wall))
                    }
                    None => state.press(id, side),
                };
            }
            let place = snapped(point(state.sight.camera.under(pixel)));
            if let (true, Some(CordTarget::Place(before))) = (further, state.target) {
                state.way.push(before);
                state.target = Some(CordTarget::Place(place));
                return false;
            }
            let target = match state.wall_at(pixel).filter(|_| !further) {
                Some(wall) => CordTarget::Wall(wall),
                None => CordTarget::Place(place),
            };
            let near = match (state.target, target) {
                (Some(CordTarget::Place(one)), CordTarget::Place(other)) => {
                    let reach = (NEAR / state.sight.camera.scale * INCH as f32) as i64;
                    one.distance_squared(other) <= reach * reach
                }
                (Some(one), other) => one == other,
                (None, _) => false,
            };
            if !near {
                state.way.clear();
                state.target = Some(target);
            }
            near
        });
        match again {
            true => self.enter(shell),
            false => {
                self.say(shell, "", false);
                self.show(shell);
            }
        }
    }

    /// Troops pressed by their number, as a screen reader does it.
    pub(super) fn press_troops(self: &Rc<CordPage>, shell: &Rc<Shell>, number: i32) {
        let Ok(number) = u16::try_from(number) else { return };
        let again = self.change(|state| match state.decides() {
            Some(side) => state.press(TroopsId(number), side),
            None => {
                (state.chosen, state.target) = (Some(TroopsId(number)), None);
                false
            }
        });
        match again {
            true => self.enter(shell),
            false => {
                self.say(shell, "", false);
                self.show(shell);
            }
        }
    }

    /// Troops chosen from the list.
    pub(super) fn choose_unit(self: &Rc<CordPage>, shell: &Rc<Shell>, index: i32) {
        self.change(|state| {
            let id = usize::try_from(index).ok().and_then(|index| state.units().get(index).copied());
            (state.chosen, state.target) = (id, None);
            state.way.clear();
        });
        self.form_anew(shell);
        self.say(shell, "", false);
        self.show(shell);
    }

    /// The next own troops that have yet to be told something, or the ones before.
    fn next_unit(self: &Rc<CordPage>, shell: &Rc<Shell>, by: isize) {
        let index = self.change(|state| {
            let game = state.field()?;
            tabletop::next_open(&state.units(), state.chosen, by, |id| !LookedAt::is_done(game, id))
        });
        match index {
            Some(index) => self.choose_unit(shell, index),
            None => self.say(shell, "Everybody has been told what to do; end this part of the turn (D).", false),
        }
    }

    /// Points at the next enemy from the nearest on, or the next wall.
    fn next_target(self: &Rc<CordPage>, shell: &Rc<Shell>, walls: bool) {
        self.change(|state| {
            let (Some(side), Some(game)) = (state.decides(), state.field()) else { return };
            let from = state.chosen.map_or(Point::default(), |id| game.troops(id).at);
            let targets: Vec<CordTarget> = match walls {
                true => {
                    let mut walls: Vec<(i64, WallId)> =
                        game.field.walls().map(|(id, wall)| (wall.distance_squared(from), id)).collect();
                    walls.sort_unstable();
                    walls.into_iter().map(|(_, id)| CordTarget::Wall(id)).collect()
                }
                false => {
                    let foes = game.of(side.other()).filter(|(_, troops)| is_shown(troops));
                    let mut foes: Vec<(i64, TroopsId)> =
                        foes.map(|(id, troops)| (troops.at.distance_squared(from), id)).collect();
                    foes.sort_unstable();
                    foes.into_iter().map(|(_, id)| CordTarget::Troops(id)).collect()
                }
            };
            let at = state.target.and_then(|target| targets.iter().position(|known| *known == target));
            let next = at.map_or(0, |at| (at + 1) % targets.len().max(1));
            state.target = targets.get(next).copied();
            state.way.clear();
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    /// The arrow keys move the place pointed at, an inch or with Shift half a foot.
    pub(super) fn step(self: &Rc<CordPage>, shell: &Rc<Shell>, right: i32, down: i32, far: bool) {
        self.change(|state| {
            let Some(game) = state.field() else { return };
            let size = game.field.size;
            let from = match state.target {
                Some(CordTarget::Place(place)) => place,
                Some(CordTarget::Troops(id)) => game.troops(id).at,
                Some(CordTarget::Wall(wall)) => game.field.wall(wall).map_or(Point::default(), |wall| wall.middle()),
                None => state.chosen.map_or(size.half_way(Point::default()), |id| game.troops(id).at),
            };
            let by = if far { 6 * INCH } else { INCH };
            let place = snapped(from.plus(Point::new(right * by, -down * by)));
            // A step past the own edge is how troops leave the field (CC-5.4).
            let clamp = |at: i32, most: i32| at.clamp(-INCH, most + INCH);
            state.target = Some(CordTarget::Place(Point::new(clamp(place.x, size.x), clamp(place.y, size.y))));
        });
        self.say(shell, "", false);
        self.show(shell);
    }

    /// A letter or a number pressed on the table; whether it means something now.
    pub(super) fn key(self: &Rc<CordPage>, shell: &Rc<Shell>, text: &str) -> bool {
        let Some(letter) = text.chars().next().map(|letter| letter.to_ascii_lowercase()) else { return false };
        if self.change(|state| state.decides().is_none()) {
            return false;
        }
        match letter {
            'n' => self.next_unit(shell, 1),
            'p' => self.next_unit(shell, -1),
            'e' => self.next_target(shell, false),
            'w' => self.next_target(shell, true),
            'd' => self.end_part(shell),
            'c' => tabletop::leave_to_captain(self, shell, Generalship::Warlord),
            '1'..='9' => self.give(shell, letter as usize - '1' as usize),
            _ => return false,
        }
        true
    }

    /// Gives the first order that is allowed at what is pointed at.
    pub(super) fn enter(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        let form = self.form(shell);
        let (chosen, pointed, index, first) = self.change(|state| {
            let offers = state.offers(form);
            let index = offers.iter().position(|offer| offer.why.is_none());
            let first = offers.into_iter().find(|offer| offer.decision.is_some()).and_then(|offer| offer.why);
            (state.chosen.is_some(), state.target.is_some(), index, first)
        });
        match (chosen, pointed, index) {
            (false, ..) => tabletop::give(self, shell, None, CHOOSE),
            (true, false, _) => {
                self.say(shell, "Point at what they are to do it to: press it, or go there with the arrow keys.", true);
            }
            (true, true, Some(index)) if first.is_none() => self.give(shell, index),
            (true, true, _) => self.say(shell, &first.unwrap_or_default(), true),
        }
    }

    /// Gives an order of those offered.
    pub(super) fn give(self: &Rc<CordPage>, shell: &Rc<Shell>, index: usize) {
        let form = self.form(shell);
        let offer = self.change(|state| state.offers(form).into_iter().nth(index));
        tabletop::give(self, shell, offer, CHOOSE);
    }

    /// The side has done what it wants to in this part of the turn.
    pub(super) fn end_part(self: &Rc<CordPage>, shell: &Rc<Shell>) {
        self.change(|state| (state.chosen, state.target) = (None, None));
        tabletop::decide(self, shell, Decision::Done);
    }
}
