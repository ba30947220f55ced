//! Stakes and pavises (MM-9.9): carried by foot, set in a row before them, and what a row is worth to those behind it.

use super::hands::AT_HAND;
use super::state::{FieldGear, Lies, ThingId};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point, segments_cross};
use crate::rules::man_to_man::event::Event;
use crate::rules::man_to_man::state::{BodyId, Position};
use crate::rules::man_to_man::tables::Tables;
use crate::rules::man_to_man::{Cover, Illegal};

/// The ends of a row of stakes or pavises that stands.
pub fn row(gear: &FieldGear, tables: &Tables) -> Option<(Point, Point)> {
    let half = match gear.thing {
        Thing::Stake if gear.set > 1 => i32::from(gear.set - 1) * tables.gear.stakes.apart * INCH / 4,
        Thing::Pavise if gear.set > 0 => i32::from(gear.set) * tables.gear.pavise.width * INCH / 2,
        _ => return None,
    };
    let aside = gear.facing.turned(16);
    (gear.lies == Lies::Standing).then(|| (gear.at.along(aside, half), gear.at.along(aside.back(), half)))
}

impl Position {
    pub(super) fn check_plant(&self, id: BodyId, gear: ThingId) -> Result<(), Illegal> {
        let it = self.own(id, gear)?;
        if !matches!(it.thing, Thing::Stake | Thing::Pavise) || it.count == 0 {
            return Err(Illegal::NotWithThat);
        }
        if it.set > 0 && !self.body_near(id, it.at, 2 * AT_HAND) {
            return Err(Illegal::NotNear);
        }
        if self.on_foot(id) == 0 {
            return Err(Illegal::OnFoot);
        }
        Ok(())
    }

    /// How many of a body stand on foot.
    pub(super) fn on_foot(&self, id: BodyId) -> u16 {
        let men = self.men_of(id).map(|man| self.figure(man));
        men.filter(|figure| figure.stands() && !figure.mounted()).count() as u16
    }

    /// Each man on foot sets a stake or a pavise in the row before the body (MM-3.7, MM-9.9).
    pub(super) fn plant(&mut self, id: BodyId, gear: ThingId, sink: &mut impl Sink<Event>) {
        let (standing, facing, centre) = (self.on_foot(id), self.body(id).facing, self.body(id).centre);
        let ahead = |place: Point| (facing.vector().dot(centre.to(place)) >> 14) as i32;
        let front = self.men_of(id).filter(|&man| self.figure(man).stands());
        let front = front.map(|man| ahead(self.figure(man).at) + self.base(self.figure(man)) / 2).max().unwrap_or(0);
        let before = self.on_field(centre.along(facing, front + INCH / 4));
        let it = self.gear_mut(gear);
        let planted = it.count.min(standing);
        if it.set == 0 {
            (it.at, it.facing, it.lies) = (before, facing, Lies::Standing);
        }
        it.set += planted;
        it.count -= planted;
        self.show_gear(gear, sink);
    }

    pub(super) fn check_lift(&self, id: BodyId, gear: ThingId) -> Result<(), Illegal> {
        let it = self.whole(gear)?;
        if it.set == 0 {
            return Err(Illegal::NotWithThat);
        }
        if self.men_by(id, it.at, 3 * AT_HAND).is_empty() { Err(Illegal::NotNear) } else { Ok(()) }
    }

    /// Each man lifts a stake or a pavise out of the row (MM-3.7); an enemy's becomes his who lifts it.
    pub(super) fn lift_row(&mut self, id: BodyId, gear: ThingId, sink: &mut impl Sink<Event>) {
        let men = self.men_by(id, self.train.gear[usize::from(gear.0)].at, 3 * AT_HAND).len() as u16;
        let side = self.body(id).side;
        let it = self.gear_mut(gear);
        let lifted = it.set.min(men);
        it.set -= lifted;
        it.count += lifted;
        if it.set == 0 {
            (it.lies, it.body, it.side) = (Lies::Carried, Some(id), side);
        }
        self.show_gear(gear, sink);
    }

    /// Whether a defender's stakes stand between him and his attacker: a defended obstacle (MM-9.9).
    pub fn stakes_between(&self, defender: Point, attacker: Point, side: Side) -> bool {
        let own = |gear: &&FieldGear| gear.thing == Thing::Stake && gear.side == side;
        let rows = self.train.gear.iter().filter(own).filter_map(|gear| row(gear, &self.tables));
        rows.into_iter().any(|(a, b)| segments_cross(defender, attacker, a, b))
    }

    /// The cover that pavises and smoke give a target (MM-4.8): light; a pavise to who stands within its depth behind it
    /// (MM-9.9).
    pub fn gear_cover(&self, shooter: Point, target: Point) -> Cover {
        if self.train.is_empty() {
            return Cover::None;
        }
        let near = target.toward(shooter, self.tables.gear.pavise.depth * INCH);
        let pavise = |gear: &FieldGear| {
            gear.thing == Thing::Pavise
                && row(gear, &self.tables).is_some_and(|(a, b)| segments_cross(target, near, a, b))
        };
        let covered = self.train.gear.iter().any(pavise) || self.in_smoke(shooter, target);
        if covered { Cover::Light } else { Cover::None }
    }
}
