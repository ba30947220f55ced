//! Ways over the field: by fords, bridges and passes, and round what cannot be crossed.

use super::Lead;
use crate::rules::castle_cracker::Decision;
use crate::rules::castle_cracker::field::{CordField, GroundShape, GroundSort, meets};
use crate::rules::castle_cracker::state::{Troops, TroopsId};
use crate::rules::castle_cracker::troops::TroopKind;
use crate::rules::geometry::{Heading, INCH, Point};

/// Nearer than so many twelfths of R1 to the enemy nobody rides who fights on foot.
const RIDES_NO_NEARER: i32 = 16;

/// Whether troops of a kind cannot go over such ground.
fn bars(shape: &GroundShape, troops: &Troops, horses: bool) -> bool {
    match shape.sort {
        GroundSort::River | GroundSort::Lake | GroundSort::Houses => true,
        GroundSort::Cliff => !troops.climbers,
        GroundSort::Steep => horses,
        _ => false,
    }
}

/// The two ends of a crossing that lie on free ground, an inch and a half beyond it.
fn ends(field: &CordField, crossing: &GroundShape) -> Option<[Point; 2]> {
    let xs = crossing.edge.iter().map(|place| place.x);
    let ys = crossing.edge.iter().map(|place| place.y);
    let (left, right) = (xs.clone().min()?, xs.max()?);
    let (low, high) = (ys.clone().min()?, ys.max()?);
    let (x, y) = ((left + right) / 2, (low + high) / 2);
    let beyond = 3 * INCH / 2;
    let pairs = [
        [Point::new(x, low - beyond), Point::new(x, high + beyond)],
        [Point::new(left - beyond, y), Point::new(right + beyond, y)],
    ];
    let free = |place: &Point| {
        let sort = field.ground_at(*place).map(|shape| shape.sort);
        let barred =
            matches!(sort, Some(GroundSort::River | GroundSort::Lake | GroundSort::Houses | GroundSort::Cliff));
        field.holds(*place) && !barred
    };
    pairs.into_iter().find(|pair| pair.iter().all(free))
}

impl Lead<'_> {
    /// The places a way to a goal leads by, the goal the last.
    pub(super) fn way(&self, troops: &Troops, goal: Point) -> Vec<Point> {
        let field = &self.game.field;
        if field.ground.is_empty() || troops.kind == TroopKind::Boat {
            return vec![goal];
        }
        let row = troops.row(&self.game.tables);
        let horses = row.horses || row.wheels;
        let crosses = |shape: &GroundShape| matches!(shape.sort, GroundSort::Ford) || shape.sort.is_narrow();
        // Whoever is in a crossing, or at its mouth, goes through to the end that is nearer to the goal.
        for crossing in field.ground.iter().filter(|shape| crosses(shape)) {
            let Some(ends) = ends(field, crossing) else { continue };
            let within = super::super::field::inside(&crossing.edge, troops.at);
            let out = ends.into_iter().min_by_key(|end| end.distance_squared(goal)).unwrap_or(goal);
            let mouth = ends.into_iter().any(|end| end.distance(troops.at) <= 2 * INCH);
            let other = ends.into_iter().find(|end| *end != out).unwrap_or(out);
            if within || mouth && out.distance(troops.at) > 2 * INCH && other.distance(troops.at) <= 2 * INCH {
                let through = self.barred(troops, horses, troops.at, goal).is_some() || within;
                if through {
                    return vec![out, goal];
                }
            }
        }
        let Some(barrier) = self.barred(troops, horses, troops.at, goal) else { return vec![goal] };
        let mut best: Option<(i64, Vec<Point>)> = None;
        let mut offer = |by: Vec<Point>, more: i64| {
            let mut from = troops.at;
            let mut length = more;
            for place in &by {
                length += i64::from(from.distance(*place));
                from = *place;
            }
            if best.as_ref().is_none_or(|(least, _)| length < *least) {
                best = Some((length, by));
            }
        };
        for crossing in field.ground.iter().filter(|shape| crosses(shape)) {
            let Some([one, other]) = ends(field, crossing) else { continue };
            let (near, far) = match one.distance_squared(troops.at) <= other.distance_squared(troops.at) {
                true => (one, other),
                false => (other, one),
            };
            if self.barred(troops, horses, troops.at, near).is_none()
                && self.barred(troops, horses, far, goal).is_none()
            {
                offer(vec![near, far, goal], 0);
            }
        }
        // Round a corner of what bars the way.
        let middle = super::super::options::middle(&barrier.edge);
        for corner in &barrier.edge {
            let round = corner.along(Heading::of(middle.to(*corner)), 4 * INCH);
            let free = |from: Point, to: Point| self.barred(troops, horses, from, to).is_none();
            if field.holds(round) && free(troops.at, round) {
                // Where the rest of the way is barred too, only for want of anything better.
                let more = if meets(&barrier.edge, round, goal) { i64::from(1000 * INCH) } else { 0 };
                offer(vec![round, goal], more);
            }
        }
        best.map_or_else(|| vec![goal], |(_, by)| by)
    }

    /// What bars a straight line, but where a crossing leads over it.
    pub(super) fn barred(&self, troops: &Troops, horses: bool, from: Point, to: Point) -> Option<&GroundShape> {
        let field = &self.game.field;
        let barred = |shape: &&GroundShape| {
            bars(shape, troops, horses) && meets(&shape.edge, from, to) && {
                // Looked at by the inch, a bridge or a ford may lead over it after all.
                let length = from.distance(to);
                (0..=length / INCH).any(|step| {
                    let place = from.toward(to, step * INCH);
                    field.ground_at(place).is_some_and(|ground| bars(ground, troops, horses))
                })
            }
        };
        field.ground.iter().find(barred)
    }

    /// Marches to a goal, straight first, then shorter, then to either side.
    pub(super) fn marches(&self, id: TroopsId, troops: &Troops, goal: Point, facing: Option<Heading>) -> Vec<Decision> {
        let by = self.way(troops, goal);
        self.marches_by(id, troops, &by, self.game.allowance(troops, false), facing)
    }

    /// Marches by places, no further than `most`.
    pub(super) fn marches_by(
        &self,
        id: TroopsId,
        troops: &Troops,
        by: &[Point],
        most: i32,
        facing: Option<Heading>,
    ) -> Vec<Decision> {
        let Some(first) = by.first().copied() else { return Vec::new() };
        let march = |by: Vec<Point>| Decision::March { troops: id, by, facing, files: None };
        let far = troops.at.distance(first);
        let mut marches = Vec::new();
        if far < most {
            marches.push(march(by.to_vec()));
        }
        let length = far.min(most);
        marches.extend([4, 3, 2, 1].map(|part| march(vec![troops.at.toward(first, length * part / 4)])));
        let ahead = Heading::of(troops.at.to(first));
        for turn in [6, -6, 12, -12] {
            marches.push(march(vec![troops.at.along(ahead.turned(turn), length)]));
            marches.push(march(vec![troops.at.along(ahead.turned(turn), length / 2)]));
        }
        marches
    }

    /// Boats with men aboard make for where they are wanted, and so do wagons, which stop where their riders get off; empty ones
    /// wait.
    pub(super) fn carry(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let (_, rider) = self.game.riders(id).next()?;
        if troops.kind == TroopKind::WarWagon && !rider.shoots() && self.comes_to_blows(troops) {
            return None;
        }
        let enemy = self.nearest_enemy(troops.at).map(|(_, enemy)| enemy.at);
        let goal = self.wanted(troops.at).map(|objective| objective.at);
        let goal = goal.or(enemy.filter(|_| troops.kind == TroopKind::Boat || !rider.shoots()))?;
        self.first(self.marches(id, troops, goal, None))
    }

    /// Whether an enemy is so near to a wagon that nobody who fights on foot rides on.
    fn comes_to_blows(&self, wagon: &Troops) -> bool {
        let near = self.game.tables.twelfths(RIDES_NO_NEARER);
        self.nearest_enemy(wagon.at).is_some_and(|(_, enemy)| enemy.at.distance(wagon.at) < near)
    }

    /// Men aboard land as soon as there is land towards where they go; those who shoot from a wagon stay on it, and others get
    /// off where they come to blows (CC-2.1).
    pub(super) fn land(&self, id: TroopsId, carrier: TroopsId) -> Option<Decision> {
        let (carrier, rider) = (self.game.troops(carrier), self.game.troops(id));
        let near = carrier.kind == TroopKind::Boat || !rider.shoots() && self.comes_to_blows(carrier);
        if !near {
            return None;
        }
        let goal = self.wanted(carrier.at).map(|objective| objective.at);
        let goal = goal.or_else(|| self.nearest_enemy(carrier.at).map(|(_, enemy)| enemy.at))?;
        let ahead = Heading::of(carrier.at.to(goal));
        let third = self.game.tables.third();
        let far = [third + carrier.base / 2 - 8, third];
        let turns: &[i32] = if carrier.kind == TroopKind::Boat { &[0, 4, -4, 8, -8] } else { &[0, 8, -8, 16, -16, 32] };
        let places = turns.iter().flat_map(|turn| far.map(|far| carrier.at.along(ahead.turned(*turn), far)));
        self.first(places.map(|place| Decision::Land(id, place)))
    }

    /// Foot gets on an empty wagon of its side that stands beside it: to shoot from it, or to ride behind its boards while the
    /// enemy is far (CC-2.1).
    pub(super) fn board_wagon(&self, id: TroopsId, troops: &Troops) -> Option<Decision> {
        let empty = |(wagon, other): &(TroopsId, &Troops)| {
            other.kind == TroopKind::WarWagon && self.game.riders(*wagon).next().is_none()
        };
        if !troops.on_foot() {
            return None;
        }
        let wagons = self.game.of(self.side).filter(empty).map(|(wagon, _)| Decision::Board(id, wagon));
        let far = || {
            let near = 2 * self.game.tables.twelfths(RIDES_NO_NEARER);
            self.nearest_enemy(troops.at).is_some_and(|(_, enemy)| enemy.at.distance(troops.at) > near)
        };
        self.first(wagons).filter(|_| far())
    }

    /// Whether a lake lies between troops and a place, and the boat of theirs they can get on.
    pub(super) fn board(&self, id: TroopsId, troops: &Troops, goal: Point) -> Option<Decision> {
        let lakes = self.game.field.ground.iter().filter(|shape| shape.sort == GroundSort::Lake);
        lakes.into_iter().find(|lake| meets(&lake.edge, troops.at, goal))?;
        let boats = self
            .game
            .of(self.side)
            .filter(|(boat, other)| other.kind == TroopKind::Boat && self.game.riders(*boat).next().is_none());
        let boats: Vec<Decision> = boats.map(|(boat, _)| Decision::Board(id, boat)).collect();
        self.first(boats)
    }
}
