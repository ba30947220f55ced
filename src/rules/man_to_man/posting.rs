//! Men and gear placed by hand before the first turn, each within the ground its side stands on.

use super::event::{Event, Gait, Why};
use super::gear::state::{Lies, ThingId};
use super::state::*;
use super::{Decision, Illegal, Umpire};
use crate::rules::figure::Side;
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};

/// How far from its crew a piece of gear may be placed, in 64ths of an inch.
const BY_ITS_CREW: i32 = 3 * INCH;

impl Position {
    /// How far from its own edge a side may stand before the battle, in 64ths of an inch: on the open field short of the space
    /// between the hosts, on any other ground as far as its own lines reach.
    pub fn zone(&self, side: Side) -> i32 {
        let ground = &self.land.ground;
        let array = &ground.arrays[side];
        let lines = array.line.iter().chain(&array.archers).chain(&array.many_archers).chain(&array.horse);
        let foremost = lines.map(|&at| ground.from_home(side, at) + INCH).max();
        foremost.unwrap_or(ground.depth / 2 - self.tables.house().gap_between_hosts.min(ground.depth - 16 * INCH) / 2)
    }

    /// Whether the battle has not begun: nobody has moved yet.
    pub fn before_the_battle(&self) -> bool {
        self.turn == 1 && self.phase == Phase::Declare
    }

    fn check_post(&self, side: Side, at: Point) -> Result<(), Illegal> {
        if !self.before_the_battle() {
            return Err(Illegal::BattleBegun);
        }
        let within = self.on_field(at) == at && self.land.ground.from_home(side, at) <= self.zone(side);
        if within { Ok(()) } else { Err(Illegal::OutsideZone) }
    }

    /// Whether a body may stand elsewhere before the battle: in its zone, on ground that bears it, and on nobody.
    pub(super) fn check_place(&self, id: BodyId, at: Point, facing: Heading) -> Result<(), Illegal> {
        let side = self.body(id).side;
        self.check_post(side, at)?;
        if self.this_phase.sealed[side].iter().any(|decision: &Decision| decision.body() == Some(id)) {
            return Err(Illegal::NotFree);
        }
        let own = self.body(id).indices();
        for (man, slot) in self.slots(id, at, facing) {
            self.check_post(side, slot)?;
            if !self.may_stand(man, slot) {
                return Err(Illegal::NoWay);
            }
            let figure = self.figure(man);
            let reach = self.tables.house().base_mounted.max(self.tables.house().base_foot);
            let taken = self.grid.any_near(slot, reach, |other| {
                let least = i64::from(self.touching(figure, self.figure(other)) * 15 / 16);
                let stranger = !own.contains(&usize::from(other.0));
                stranger && self.figure(other).at.distance_squared(slot) < least * least
            });
            if taken {
                return Err(Illegal::NoRoom);
            }
        }
        Ok(())
    }

    /// Has a body stand elsewhere, with what it serves and carries.
    pub(super) fn place_body(&mut self, id: BodyId, at: Point, facing: Heading, umpire: &mut impl Umpire) {
        for (man, slot) in self.slots(id, at, facing) {
            self.set_down(man, slot);
            let figure = self.figure_mut(man);
            (figure.facing, figure.turn.from) = (facing, slot);
        }
        self.body_mut(id).facing = facing;
        self.refresh(id);
        self.tell_moved(id, Gait::Stood, Why::Posted, umpire.sink());
        self.burden(id);
        let served: Vec<(ThingId, Point)> =
            self.train.of(id).map(|(gear, it)| (gear, self.served_at(id, it.thing))).collect();
        for (gear, at) in served {
            let it = &mut self.train.gear[usize::from(gear.0)];
            if it.lies == Lies::Standing {
                (it.at, it.from, it.facing) = (at, at, facing);
            }
            let now = it.shown();
            umpire.tell(|| Event::GearNow { gear, now });
        }
    }

    /// Whether a side may have a thing of its own stand elsewhere before the battle: in its zone and by its crew; a cauldron on
    /// a rampart (MM-9.5).
    pub(super) fn check_place_gear(&self, side: Side, gear: ThingId, at: Point) -> Result<(), Illegal> {
        self.check_post(side, at)?;
        let it = self.train.get(gear).filter(|gear| gear.side == side).ok_or(Illegal::NoSuchGear)?;
        if it.lies == Lies::Carried {
            return Err(Illegal::NotWithThat);
        }
        let spot = self.land.at(at);
        if matches!(it.thing, Thing::OilCauldron | Thing::LeadCauldron) && !spot.raised {
            return Err(Illegal::NoRampart);
        }
        let by_its_crew = it.body.is_none_or(|body| self.body_near(body, at, BY_ITS_CREW));
        if by_its_crew { Ok(()) } else { Err(Illegal::NotNear) }
    }

    pub(super) fn place_gear(&mut self, gear: ThingId, at: Point, facing: Heading, umpire: &mut impl Umpire) {
        let it = &mut self.train.gear[usize::from(gear.0)];
        (it.at, it.from, it.facing) = (at, at, facing);
        let now = it.shown();
        umpire.tell(|| Event::GearNow { gear, now });
    }
}
