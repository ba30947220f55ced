//! What is seen from where (CC-4.2): walls that hide what is beyond them, and what covers a target from a shot.

use super::field::{GroundShape, GroundSort, WallId, meets};
use super::shooting::Shelter;
use super::state::{PlayForm, Position, Troops, TroopsId, WallState, Whereabouts};
use super::troops::TroopKind;
use crate::rules::geometry::{INCH, Point, segments_cross};

/// A place, and the wall whose parapet it is on.
#[derive(Clone, Copy, Debug)]
pub(super) struct CordSpot {
    pub(super) at: Point,
    pub(super) on: Option<WallId>,
}

impl CordSpot {
    pub(super) fn ground(at: Point) -> CordSpot {
        CordSpot { at, on: None }
    }
}

impl Position {
    /// A place where some of these troops stand.
    pub(super) fn spot(troops: &Troops, at: Point) -> CordSpot {
        match troops.whereabouts {
            Whereabouts::Parapet(wall) => CordSpot { at, on: Some(wall) },
            _ => CordSpot::ground(at),
        }
    }

    /// The figures of a target that may fall to a shot, the foremost first (CC-4.4): nobody in a fight on a parapet; and of a body
    /// partly over a wall those on the same side of it as the aim, as far as no wall hides them (CC-4.2). By earlier forms all.
    pub(super) fn seen_as(&self, at: TroopsId, from: CordSpot, aim: CordSpot) -> Vec<u16> {
        let target = self.troops(at);
        let parted = self.form >= PlayForm::Third && target.storming.is_some_and(|storm| storm.over > 0);
        let seen = |spot: CordSpot| spot.on.is_some() == aim.on.is_some() && !self.hides(from, spot);
        let figures = self.spots(target).skip(self.fighting_over(target));
        figures.filter(|(_, spot)| !parted || seen(*spot)).map(|(slot, _)| slot).collect()
    }

    /// Whether a standing wall hides one spot from another (CC-4.2): from the ground what is beyond it, a far parapet too, and
    /// what is beyond it on the ground from the other walls. Of two on walls neither is hidden.
    pub(super) fn hides(&self, from: CordSpot, to: CordSpot) -> bool {
        let own = |id: WallId| from.on == Some(id) || to.on == Some(id);
        let both_high = from.on.is_some() && to.on.is_some();
        !both_high && self.field.walls().any(|(id, _)| !own(id) && self.stops_shot(id, from.at, to.at))
    }

    /// Whether a wall or an unbroken gate stands between two places on the ground.
    pub fn is_hidden(&self, from: Point, to: Point) -> bool {
        self.hides(CordSpot::ground(from), CordSpot::ground(to))
    }

    /// Whether a wall or an unbroken gate stands between a place on the ground and another, which does not lie on it itself
    /// (CC-1.2, CC-4.7).
    pub(super) fn is_walled_off(&self, from: Point, to: Point) -> bool {
        self.field.walls().any(|(id, wall)| wall.distance_squared(to) > 0 && self.stops_shot(id, from, to))
    }

    /// Whether a wall stands in a straight line: a gate that its own side may pass does all the same.
    pub(super) fn stops_shot(&self, id: WallId, from: Point, to: Point) -> bool {
        let crosses = self.field.wall(id).is_some_and(|wall| segments_cross(from, to, wall.from, wall.to));
        crosses
            && match self.walls[usize::from(id.0)] {
                WallState::Whole => true,
                WallState::Open => false,
                WallState::Breached(at) => {
                    let half = i64::from(self.breach_half());
                    at.distance_squared_to_segment(from, to).0 > half * half
                }
            }
    }

    /// Half the width of a breach.
    pub(super) fn breach_half(&self) -> i32 {
        self.tables.defile.abreast as i32 * INCH / 2 + INCH
    }

    /// What covers a target from a shot (CC-4.2). The parapet covers against whoever shoots from outside it.
    pub(super) fn shelter(&self, from: Point, target_id: TroopsId, aim: CordSpot) -> Shelter {
        let (target, on) = (self.troops(target_id), aim.on);
        if let Some(wall) = on {
            return if self.field.is_before(wall, from) { Shelter::Walls } else { Shelter::Open };
        }
        let aim = aim.at;
        // The last third of R1 before the target.
        let before = aim.toward(from, self.tables.third());
        let houses = |shape: &GroundShape| shape.sort == GroundSort::Houses && meets(&shape.edge, before, aim);
        let wagon = |(id, other): (TroopsId, &Troops)| {
            if id == target_id || other.kind != TroopKind::WarWagon || !other.is_afield() {
                return false;
            }
            let reach = i64::from(other.base / 2);
            other.figures().any(|(_, place)| {
                let (distance, inside) = place.distance_squared_to_segment(before, aim);
                inside && distance <= reach * reach
            })
        };
        let aboard = match target.whereabouts {
            Whereabouts::Aboard(carrier) => self.troops(carrier).kind == TroopKind::WarWagon,
            _ => false,
        };
        match aboard || self.field.ground.iter().any(houses) || self.all().any(wagon) {
            true => Shelter::Wagons,
            false => Shelter::Open,
        }
    }
}
