//! Decisions to choose from: some of every kind for every body of troops, each with why it is not allowed if it is not.

use super::Decision;
use super::Illegal;
use super::state::{CrackerStage, Position, Troops, TroopsId};
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game as _};
use crate::rules::geometry::{Heading, Point};

/// Enemies that are offered to charge or to shoot at, the nearest first.
const NEAREST: usize = 3;

impl Position {
    pub(super) fn options(&self, side: Side) -> Choices<Decision, Illegal> {
        if !self.pending().includes(side) {
            return Choices::All(Vec::new());
        }
        let shooting = matches!(self.stage, CrackerStage::Shoot(_));
        let mut decisions = vec![Decision::Done];
        for (id, troops) in self.of(side) {
            decisions.push(Decision::Hold(id));
            match (shooting, troops.aimed, troops.ordered) {
                (true, false, _) => self.shots(side, id, troops, &mut decisions),
                (false, _, false) => self.moves(side, id, troops, &mut decisions),
                _ => {}
            }
        }
        if shooting && self.field.fort.is_some() {
            decisions.extend(
                self.of(side.other()).filter(|(_, troops)| troops.gear.is_some()).map(|(id, _)| Decision::Oil(id)),
            );
        }
        Choices::Some(decisions.into_iter().map(|decision| (decision.clone(), self.check(side, &decision))).collect())
    }

    fn nearest_enemies(&self, side: Side, at: Point) -> Vec<TroopsId> {
        let mut enemies: Vec<(i64, TroopsId)> =
            self.of(side.other()).map(|(id, troops)| (troops.at.distance_squared(at), id)).collect();
        enemies.sort_unstable();
        enemies.into_iter().take(NEAREST).map(|(_, id)| id).collect()
    }

    fn shots(&self, side: Side, id: TroopsId, troops: &Troops, decisions: &mut Vec<Decision>) {
        for at in self.nearest_enemies(side, troops.at) {
            decisions.push(Decision::Shoot(id, at));
            if troops.gear.is_some() {
                decisions.push(Decision::Grape(id, at));
                decisions.push(Decision::Lob(id, self.troops(at).at));
            }
        }
        if troops.gear.is_some() {
            let gates = self.field.walls().filter(|(_, wall)| wall.gate);
            decisions.extend(gates.map(|(wall, _)| Decision::Batter(id, wall)));
        }
    }

    fn moves(&self, side: Side, id: TroopsId, troops: &Troops, decisions: &mut Vec<Decision>) {
        let far = self.allowance(troops, false);
        for turn in [0i32, 10, -10, 32] {
            let heading = troops.facing.turned(turn);
            let by = vec![troops.at.along(heading, far)];
            decisions.push(Decision::March { troops: id, by, facing: None, files: None });
            decisions.push(Decision::Run(id, troops.at.along(heading, 2 * far)));
        }
        let wheel = Some(troops.facing.turned(8));
        decisions.push(Decision::March { troops: id, by: vec![troops.at], facing: wheel, files: Some(5) });
        let home = Point::new(troops.at.x, if side == Side::Attacker { -64 } else { self.field.size.y + 64 });
        decisions.push(Decision::March { troops: id, by: vec![home], facing: Some(Heading::UP), files: None });
        decisions.extend(self.nearest_enemies(side, troops.at).into_iter().map(|at| Decision::Charge(id, at)));
        if troops.gear.is_some() {
            decisions.push(Decision::Hitch(id));
        }
        if !troops.on_foot() {
            decisions.push(Decision::Part(id, (troops.standing.len() / 2) as u16));
            return;
        }
        let carriers = self.of(side).filter(|(_, other)| other.kind.carries(&self.tables).is_some());
        decisions.extend(carriers.map(|(carrier, _)| Decision::Board(id, carrier)));
        let beside = troops.at.along(troops.facing, self.tables.third());
        decisions.push(Decision::Land(id, beside));
        for (wall, stretch) in self.field.walls() {
            decisions.push(Decision::Man(id, wall));
            decisions.push(Decision::Scale(id, wall));
            let within = self.field.fort.as_ref().map_or(stretch.middle(), |fort| middle(&fort.yard));
            decisions.push(Decision::Descend(id, stretch.middle().toward(within, self.tables.third() - 8)));
        }
    }
}

/// The middle of an edge's corners.
pub(super) fn middle(edge: &[Point]) -> Point {
    let count = edge.len().max(1) as i32;
    let sum = |of: fn(&Point) -> i32| edge.iter().map(of).sum::<i32>() / count;
    Point::new(sum(|place| place.x), sum(|place| place.y))
}
