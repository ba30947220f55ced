//! Replaying a record: events are applied to a scene, and no rule is called.

use super::event::Event;
use super::gear::state::{Burning, GearShown};
use super::ground::PieceId;
use super::state::{BodyId, FigureId};
use crate::rules::battle::{Host, Plan};
use crate::rules::figure::{Horse, Side};
use crate::rules::geometry::{Heading, Point};

/// How a man is in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// On his feet or in the saddle.
    Standing,
    /// Fallen.
    Fallen,
    /// Yielded to the figure named.
    Yielded(FigureId),
    /// Dead.
    Dead,
    /// Fled the field.
    Fled,
    /// Left it in order.
    Withdrawn,
}

/// A man in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneMan {
    /// His side.
    pub side: Side,
    /// His body.
    pub body: BodyId,
    /// Where he is.
    pub at: Point,
    /// Where he faces.
    pub facing: Heading,
    /// How he is.
    pub shown: Shown,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he is mounted.
    pub mounted: bool,
}

/// The table at one moment of a recorded battle; men in the plan's order, the attacker's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The turn; 0 before the first.
    pub turn: u32,
    /// Every man.
    pub men: Vec<SceneMan>,
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
        let mut men = Vec::new();
        let mut body = 0;
        for side in [Side::Attacker, Side::Defender] {
            let mut fighters = plan.hosts[side].men();
            for (_, count) in bodies(&plan.hosts[side]) {
                for fighter in fighters.by_ref().take(count) {
                    men.push(SceneMan {
                        side,
                        body: BodyId(body),
                        at: Point::default(),
                        facing: Heading::default(),
                        shown: Shown::Standing,
                        wounded: fighter.wounded,
                        mounted: fighter.horse != Horse::None,
                    });
                }
                body += 1;
            }
        }
        Scene { turn: 0, men, gear: Vec::new(), opened: Vec::new(), fires: Vec::new(), filled: Vec::new() }
    }

    fn man(&mut self, id: FigureId) -> Option<&mut SceneMan> {
        self.men.get_mut(usize::from(id.0))
    }

    /// Applies an event. One that names nobody of the plan changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Turn { turn } => self.turn = *turn,
            Event::Arrayed { figures } | Event::Moved { figures, .. } => {
                for placed in figures {
                    if let Some(man) = self.man(placed.0) {
                        (man.at, man.facing) = (placed.1, placed.2);
                    }
                }
            }
            Event::Turned { figure, facing } => self.with(*figure, |man| man.facing = *facing),
            Event::Rose { figure } | Event::Freed { figure } => self.with(*figure, |man| man.shown = Shown::Standing),
            Event::Hurt { figure, horse: false, killed, .. } => self.with(*figure, |man| match killed {
                true => man.shown = Shown::Dead,
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
            Event::Perished { figure, .. } => self.with(*figure, |man| man.shown = Shown::Dead),
            Event::Fell { figure, .. } => self.with(*figure, |man| {
                man.mounted = false;
                man.shown = Shown::Fallen;
            }),
            Event::Yielded { figure, to } => self.with(*figure, |man| {
                man.mounted = false;
                man.shown = Shown::Yielded(*to);
            }),
            Event::Slain { figure, .. } => self.with(*figure, |man| man.shown = Shown::Dead),
            Event::Left { figure, fled } => {
                self.with(*figure, |man| man.shown = if *fled { Shown::Fled } else { Shown::Withdrawn });
            }
            Event::Mounted { figure, mounted } => self.with(*figure, |man| man.mounted = *mounted),
            _ => {}
        }
    }

    fn with(&mut self, id: FigureId, change: impl FnOnce(&mut SceneMan)) {
        if let Some(man) = self.man(id) {
            change(man);
        }
    }
}
