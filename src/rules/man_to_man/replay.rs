//! Replaying a record: events are applied to a scene, and no rule is called.

use super::event::{Event, MoraleResult, Why};
use super::gear::state::{Burning, GearShown, ThingId};
use super::ground::PieceId;
use super::state::{BodyId, FigureId, StandardAt};
use crate::rules::battle::{Host, Man, Plan, Standard};
use crate::rules::figure::{Horse, Side};
use crate::rules::geometry::{Heading, Point};
use std::collections::BTreeSet;

/// How a man is in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManShown {
    /// On his feet or in the saddle.
    Standing,
    Fallen,
    /// Yielded to the figure named.
    Yielded(FigureId),
    Dead,
    /// Fled the field.
    Fled,
    /// Left it in order.
    Withdrawn,
    /// Not on the field yet.
    ToCome,
}

impl ManShown {
    /// Whether he is off the field: he has left it, or is still to come.
    pub fn is_away(self) -> bool {
        matches!(self, ManShown::Fled | ManShown::Withdrawn | ManShown::ToCome)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneMan {
    pub side: Side,
    pub body: BodyId,
    /// Where he is.
    pub at: Point,
    /// Where he faces.
    pub facing: Heading,
    /// How he is.
    pub shown: ManShown,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he is mounted.
    pub mounted: bool,
    /// Whether his body is in flight (MM-7.4).
    pub fleeing: bool,
}

/// A standard in a scene (MM-8.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneStandard {
    /// Whose it is.
    pub side: Side,
    pub standard: Standard,
    /// Where it is.
    pub place: StandardAt,
}

/// The table at one moment of a recorded battle; men in the plan's order, the attacker's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The turn; 0 before the first.
    pub turn: u32,
    /// Every man.
    pub men: Vec<SceneMan>,
    /// Every standard.
    pub standards: Vec<SceneStandard>,
    /// Every piece of gear, in the plan's order, the attacker's first.
    pub gear: Vec<GearShown>,
    /// Pieces of barriers that stand otherwise than when the battle began, and whether they stand open.
    pub opened: Vec<(PieceId, bool)>,
    /// What burns.
    pub fires: Vec<Burning>,
    /// Square inches of moat that are filled.
    pub filled: Vec<Point>,
}

/// The men of each body of a host, in the order of [`BodyId`]s: units, then single men, force by force.
pub fn bodies(host: &Host) -> impl Iterator<Item = (&str, usize)> {
    host.forces.iter().flat_map(|force| {
        let units = force.units.iter().filter(|unit| !unit.men.is_empty());
        let single = force.single.iter().map(|fighter| (fighter.name.as_str(), 1));
        units.map(|unit| (unit.name.as_str(), unit.men.len())).chain(single)
    })
}

impl Scene {
    /// The scene before the first event.
    pub fn new(plan: &Plan) -> Scene {
        let (mut men, mut standards) = (Vec::new(), Vec::new());
        let mut body = 0;
        for side in [Side::Attacker, Side::Defender] {
            let host = &plan.hosts[side];
            let late = host.forces.iter().filter(|force| force.arrives > 0).flat_map(|force| force.men());
            let late: BTreeSet<Man> = late.map(|fighter| fighter.man).collect();
            let mut fighters = host.men();
            for (_, count) in bodies(host) {
                for fighter in fighters.by_ref().take(count) {
                    if let Some(standard) = fighter.standard {
                        let place = StandardAt::Carried(FigureId(men.len() as u16));
                        standards.push(SceneStandard { side, standard, place });
                    }
                    men.push(SceneMan {
                        side,
                        body: BodyId(body),
                        at: Point::default(),
                        facing: Heading::default(),
                        shown: if late.contains(&fighter.man) { ManShown::ToCome } else { ManShown::Standing },
                        wounded: fighter.wounded,
                        mounted: fighter.profile.horse != Horse::None,
                        fleeing: false,
                    });
                }
                body += 1;
            }
        }
        // The army's standard may ride on a wagon (MM-8.8); gear is counted through both hosts.
        let hosts = [Side::Attacker, Side::Defender].map(|side| (side, &plan.hosts[side].gear));
        let pieces = hosts.iter().flat_map(|(side, gear)| gear.iter().map(move |piece| (*side, piece.standard)));
        for (number, (side, _)) in pieces.enumerate().filter(|(_, (_, standard))| *standard) {
            let place = StandardAt::Wagon(ThingId(number as u16));
            let borne = |it: &&mut SceneStandard| {
                it.side == side && it.standard == Standard::Army && matches!(it.place, StandardAt::Carried(_))
            };
            match standards.iter_mut().find(borne) {
                Some(standard) => standard.place = place,
                None => standards.push(SceneStandard { side, standard: Standard::Army, place }),
            }
        }
        let (gear, opened, fires, filled) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Scene { turn: 0, men, standards, gear, opened, fires, filled }
    }

    fn man(&mut self, id: FigureId) -> Option<&mut SceneMan> {
        self.men.get_mut(usize::from(id.0))
    }

    /// Applies an event. One that names nobody of the plan changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Turn { turn } => self.turn = *turn,
            Event::Arrayed { figures } => self.place(figures),
            Event::CameOn { figures, .. } => {
                self.place(figures);
                for placed in figures {
                    self.with(placed.0, |man| man.shown = ManShown::Standing);
                }
            }
            Event::Moved { body, why, figures, .. } => {
                self.place(figures);
                if *why == Why::Flight {
                    self.flight(*body, true);
                }
            }
            Event::Tested { body, result: MoraleResult::Recreant, .. } => self.flight(*body, true),
            Event::Rallied { body } => self.flight(*body, false),
            Event::Turned { figure, facing } => self.with(*figure, |man| man.facing = *facing),
            Event::Rose { figure } => self.with(*figure, |man| man.shown = ManShown::Standing),
            Event::Freed { figure } => self.free(*figure),
            Event::Hurt { figure, horse: false, killed, .. } => self.with(*figure, |man| match killed {
                true => man.shown = ManShown::Dead,
                false => man.wounded = true,
            }),
            Event::GearArrayed { gear } => self.gear = gear.clone(),
            Event::GearNow { gear, now } => {
                if let Some(known) = self.gear.get_mut(usize::from(gear.0)) {
                    *known = *now;
                }
                if !now.lies.whole() {
                    self.fires.retain(|fire| *fire != Burning::Gear(*gear));
                }
            }
            Event::Opened { pieces, open } => {
                self.opened.retain(|(piece, _)| !pieces.contains(piece));
                self.opened.extend(pieces.iter().map(|&piece| (piece, *open)));
            }
            Event::Caught { what } => self.fires.extend(what),
            Event::FireFought { what, out: true, .. } => self.fires.retain(|fire| fire != what),
            Event::BurntDown { what } => self.fires.retain(|fire| !what.contains(fire)),
            Event::Filled { at } => self.filled.push(*at),
            Event::Perished { figure, .. } => self.with(*figure, |man| man.shown = ManShown::Dead),
            Event::Fell { figure, .. } => self.with(*figure, |man| {
                man.mounted = false;
                man.shown = ManShown::Fallen;
            }),
            Event::Yielded { figure, to } => self.with(*figure, |man| {
                man.mounted = false;
                man.shown = ManShown::Yielded(*to);
            }),
            Event::Slain { figure, .. } => self.with(*figure, |man| man.shown = ManShown::Dead),
            Event::Left { figure, fled } => {
                self.with(*figure, |man| man.shown = if *fled { ManShown::Fled } else { ManShown::Withdrawn });
                // A captor who leaves in order leads off what he took (MM-8.8).
                let side = self.men.get(usize::from(figure.0)).map(|man| man.side);
                for standard in self.standards.iter_mut().filter(|it| it.place == StandardAt::Carried(*figure)) {
                    if *fled || Some(standard.side) == side {
                        standard.place = StandardAt::Gone;
                    }
                }
            }
            Event::StandardFell { side, standard, at } => {
                let carried = |place| matches!(place, StandardAt::Carried(_) | StandardAt::Wagon(_));
                self.standard(*side, *standard, *at, carried, StandardAt::Ground(*at));
            }
            Event::StandardTaken { side, standard, by, .. } => {
                let at = self.men.get(usize::from(by.0)).map_or(Point::default(), |man| man.at);
                self.standard(*side, *standard, at, |place| place != StandardAt::Gone, StandardAt::Carried(*by));
            }
            Event::StandardRaised { side, standard, by } => {
                let at = self.men.get(usize::from(by.0)).map_or(Point::default(), |man| man.at);
                let fallen = |place| matches!(place, StandardAt::Ground(_));
                self.standard(*side, *standard, at, fallen, StandardAt::Carried(*by));
            }
            Event::Mounted { figure, mounted } => self.with(*figure, |man| man.mounted = *mounted),
            _ => {}
        }
    }

    /// As many bytes as it takes.
    pub(super) fn bytes(&self) -> usize {
        fn of<T>(list: &[T]) -> usize {
            size_of_val(list)
        }
        of(&self.men) + of(&self.standards) + of(&self.gear) + of(&self.opened) + of(&self.fires) + of(&self.filled)
    }

    fn with(&mut self, id: FigureId, change: impl FnOnce(&mut SceneMan)) {
        if let Some(man) = self.man(id) {
            change(man);
        }
    }

    fn place(&mut self, figures: &[super::event::Placed]) {
        for placed in figures {
            self.with(placed.0, |man| (man.at, man.facing) = (placed.1, placed.2));
        }
    }

    /// Frees a prisoner; the first of a body of which nobody was left in arms flees no more.
    fn free(&mut self, figure: FigureId) {
        let Some(body) = self.man(figure).map(|man| man.body) else { return };
        let in_arms = |man: &SceneMan| man.body == body && matches!(man.shown, ManShown::Standing | ManShown::Fallen);
        if !self.men.iter().any(in_arms) {
            self.flight(body, false);
        }
        self.with(figure, |man| man.shown = ManShown::Standing);
    }

    fn flight(&mut self, body: BodyId, fleeing: bool) {
        for man in self.men.iter_mut().filter(|man| man.body == body) {
            man.fleeing = fleeing;
        }
    }

    /// Puts a standard somewhere else: events name it by side and kind, so of several the nearest to `near` is meant.
    fn standard(
        &mut self,
        side: Side,
        standard: Standard,
        near: Point,
        from: impl Fn(StandardAt) -> bool,
        to: StandardAt,
    ) {
        let far = |place: StandardAt| match place {
            StandardAt::Carried(by) => {
                self.men.get(usize::from(by.0)).map_or(i64::MAX, |man| man.at.distance_squared(near))
            }
            StandardAt::Ground(at) => at.distance_squared(near),
            StandardAt::Wagon(on) => {
                self.gear.get(usize::from(on.0)).map_or(i64::MAX, |gear| gear.at.distance_squared(near))
            }
            StandardAt::Gone => i64::MAX,
        };
        let of = |it: &SceneStandard| it.side == side && it.standard == standard && from(it.place);
        let found = self.standards.iter().enumerate().filter(|(_, it)| of(it)).min_by_key(|(_, it)| far(it.place));
        if let Some(at) = found.map(|(at, _)| at) {
            self.standards[at].place = to;
        }
    }
}
