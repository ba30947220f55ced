//! Where a captain sends a body in the movement of its force.

use super::super::event::Gait;
use super::super::gear::state::{FieldGear, Task};
use super::super::setup::Arm;
use super::super::state::*;
use super::super::{Decision, Position};
use super::Mind;
use super::gear;
use super::sense::*;
use crate::rules::figure::{Class, Horse};
use crate::rules::gear::Thing;
use crate::rules::geometry::{Heading, INCH, Point};

/// How far a body may be ahead of the line it belongs to, in 64ths of an inch.
const AHEAD: i32 = 4 * INCH;
/// A step, in 64ths of an inch.
const STEP: i32 = INCH / 4;
/// How far behind a unit lone knights wait, in 64ths of an inch.
const BEHIND: i32 = 4 * INCH;
/// How near a fight must be for a body to join it, in 64ths of an inch.
const JOIN: i32 = 24 * INCH;
/// With an enemy further off than this there is time to close ranks, in 64ths of an inch.
const IN_TIME: i32 = 14 * INCH;

impl Mind<'_> {
    pub(super) fn order(&self, body: BodyId) -> Decision {
        let view = &self.view;
        let hold = Decision::Hold { body };
        let it = view.body(body);
        if it.turn.engaged || view.touched(body) {
            return self.rides_on(body).unwrap_or(hold);
        }
        // Who is shut in fights on.
        if self.gives_up() && view.leads_home(body) {
            return Decision::Withdraw { body };
        }
        let nearest = nearest(view, body);
        let on_foot = self.fights_on_foot();
        let far = nearest.is_some_and(|(_, gap)| gap > IN_TIME);
        let gets_off = (on_foot && far).then_some(Decision::Mount { body, mount: false });
        let gets_on = (!on_foot).then_some(Decision::Mount { body, mount: true });
        let wanted = [Some(Decision::PickUp { body }), gets_off, gets_on];
        if let Some(decision) = wanted.into_iter().flatten().find(|decision| view.check(decision).is_ok()) {
            return decision;
        }
        let Some((enemy, gap)) = nearest else { return hold };
        if let Some(decision) = self.ordered_seldom(body, enemy, gap) {
            return decision;
        }
        if self.may_close(body, gap) {
            return Decision::Ranks { body, close: true };
        }
        if let Some(at) = self.fight_to_join(body) {
            return self.approach(body, at, view.gap(body, at, JOIN).unwrap_or(INCH));
        }
        if it.single
            && it.class == Class::Knight
            && !self.late()
            && let Some(decision) = self.behind_the_line(body, enemy)
        {
            return decision;
        }
        match use_of(view, body) {
            Arm::Clerics => self.keep_behind(body, gap),
            Arm::Shooters => self.shooters_move(body, enemy, gap),
            Arm::Horse => self.horse_move(body, enemy, gap),
            Arm::Foot if self.goes_to(body) && !self.too_far_ahead(body) => self.approach(body, enemy, gap),
            Arm::Foot => self.face(body, enemy),
        }
    }

    /// Whether the side leaves: it is broken, or comes to nothing any more.
    fn gives_up(&self) -> bool {
        self.broken() || in_vain(&self.view)
    }

    /// Who leaves comes down the ladders first (MM-3.1).
    pub(super) fn comes_down(&self, body: BodyId) -> Option<Decision> {
        let view = &self.view;
        let leaves = matches!(view.phase(), Phase::Move(_)) && view.has_climbers(body) && self.gives_up();
        let ladders = || view.train().all().map(|(ladder, _)| Task::ClimbDown(ladder));
        leaves.then(|| gear::first(view, body, ladders())).flatten()
    }

    /// Whether the side's horse get off: those of a host mostly of horse that holds ground, where they would only wait to be
    /// come at; not once it is late.
    fn fights_on_foot(&self) -> bool {
        let view = &self.view;
        if !self.holds_ground() || self.walls().is_some() || self.late() {
            return false;
        }
        let ours = || view.figures().iter().filter(|figure| figure.side == view.side() && figure.in_arms());
        2 * ours().filter(|figure| figure.profile.horse != Horse::None).count() > ours().count()
    }

    /// Whether a body closes its ranks for the fight to come: while there is time for it, and not where there is ground
    /// to hold.
    fn may_close(&self, body: BodyId, gap: i32) -> bool {
        let it = self.view.body(body);
        let ranks = matches!(it.class, Class::Sergeant | Class::Peasant) && !it.single && !it.close;
        let spread = self.holds_ground() && self.view.at_obstacle(body);
        ranks && !spread && (gap > IN_TIME || self.view.turn() < 3)
    }

    /// The nearest enemy whom friends are fighting, for a body that fights hand to hand and is near enough to help.
    fn fight_to_join(&self, body: BodyId) -> Option<BodyId> {
        let view = &self.view;
        if !matches!(use_of(view, body), Arm::Foot | Arm::Horse) || view.at_obstacle(body) && !self.may_leave_wall(body)
        {
            return None;
        }
        let fights = |&at: &BodyId| (view.body(at).turn.engaged || view.touched(at)) && !self.is_without(at);
        let fought = view.enemies().filter(fights);
        fought.filter_map(|at| Some((view.gap(body, at, JOIN)?, at))).min().map(|(_, at)| at)
    }

    /// Whether who stands on a wall is not wanted there any more: shooters who have shot all they had, where the enemy has
    /// nothing to come up by.
    fn may_leave_wall(&self, body: BodyId) -> bool {
        let view = &self.view;
        let comes_up = |gear: &FieldGear| {
            gear.side != view.side() && gear.lies.whole() && matches!(gear.thing, Thing::Ladder | Thing::Tower)
        };
        gear::is_up(view, body) && !view.train().all().any(|(_, gear)| comes_up(gear))
    }

    /// Lone knights wait behind the nearest unit, from where they ride or run at enemies who come.
    fn behind_the_line(&self, body: BodyId, enemy: BodyId) -> Option<Decision> {
        let view = &self.view;
        let it = view.body(body);
        let line = view.friends().filter(|&id| {
            let friend = view.body(id);
            id != body && !friend.single && friend.active() && friend.class != Class::Cleric
        });
        let friend = line.min_by_key(|&id| (it.centre.distance_squared(view.body(id).centre), id))?;
        let to = view.ground().nearest(view.body(friend).centre.along(Position::home(view.side()), BEHIND));
        let facing = Position::home(view.side().other());
        let way = it.centre.distance(to);
        if way <= 3 * INCH {
            return Some(self.face(body, enemy));
        }
        Some(self.go(body, to, facing, way))
    }

    /// Goes to a place at a walk, facing so: each man by his way where the ground is uneven, else as one straight on, so far or
    /// as far as allowed.
    fn go(&self, body: BodyId, to: Point, facing: Heading, distance: i32) -> Decision {
        let (view, it) = (&self.view, self.view.body(body));
        if !view.ground().is_even() {
            return Decision::Go { body, to, facing };
        }
        let heading = Heading::of(it.centre.to(to));
        let steps = it.facing.turn_to(heading) + heading.turn_to(facing);
        let most = view.after_turning(body, Gait::Walk, steps).unwrap_or(0);
        Decision::March { body, heading, distance: distance.clamp(0, most), gait: Gait::Walk, facing }
    }

    /// How far a place is on the way from the side's own edge.
    fn forward(&self, body: BodyId) -> i32 {
        let view = &self.view;
        view.ground().from_home(view.side(), view.body(body).centre)
    }

    /// Whether a body has got ahead of the foot of its side, who keep together; not if it is near the enemy already.
    fn too_far_ahead(&self, body: BodyId) -> bool {
        !self.late() && self.line(body).is_some_and(|line| self.forward(body) > line + AHEAD)
    }

    /// Whether a body has fallen behind the foot of its side.
    pub(super) fn too_far_behind(&self, body: BodyId) -> bool {
        self.line(body).is_some_and(|line| self.forward(body) < line - AHEAD)
    }

    /// How far on the way the other foot of the side are, one with another.
    fn line(&self, body: BodyId) -> Option<i32> {
        let view = &self.view;
        let line = view.friends().filter(|&id| {
            let other = view.body(id);
            id != body && other.active() && !other.turn.engaged && use_of(view, id) == Arm::Foot
        });
        let (sum, count) = line.fold((0, 0), |(sum, count), id| (sum + self.forward(id), count + 1));
        (count > 0).then(|| sum / count)
    }

    /// Goes at an enemy at a walk, so far or as far as allowed: a body that goes as one at the middle of him, others at his
    /// nearest man.
    fn approach(&self, body: BodyId, enemy: BodyId, distance: i32) -> Decision {
        let (view, centre) = (&self.view, self.view.body(body).centre);
        let men = view.men(enemy).iter().filter(|figure| figure.in_arms()).map(|figure| figure.at);
        let to = match view.ground().is_even() {
            true => None,
            false => men.min_by_key(|at| (at.distance_squared(centre), at.x, at.y)),
        };
        let to = to.unwrap_or(view.body(enemy).centre);
        self.go(body, to, Heading::of(centre.to(to)), distance)
    }

    /// Turns to face an enemy: shooters, and men behind an obstacle, on the spot; others a step, that brings them into array.
    fn face(&self, body: BodyId, enemy: BodyId) -> Decision {
        let view = &self.view;
        let it = view.body(body);
        let heading = Heading::of(it.centre.to(view.body(enemy).centre));
        if it.facing.turn_to(heading) <= Heading::STEPS_22 {
            return Decision::Hold { body };
        }
        let stays = use_of(view, body) == Arm::Shooters || view.at_obstacle(body) || !view.ground().is_even();
        let distance = if stays { 0 } else { STEP };
        Decision::March { body, heading, distance, gait: Gait::Walk, facing: heading }
    }

    /// Archers stand where they can shoot, close to medium range if the side presses, and step back from those who would
    /// fight hand to hand while there are friends to step behind.
    fn shooters_move(&self, body: BodyId, enemy: BodyId, gap: i32) -> Decision {
        let view = &self.view;
        let weapon =
            view.men(body).iter().filter(|figure| figure.stands()).find_map(|figure| figure.profile.weapons.missile);
        let Some(row) = weapon.and_then(|weapon| view.tables().shooting.of(weapon)) else {
            return self.face(body, enemy);
        };
        let (reach, wanted) = (row.reach() * INCH, row.medium.max(row.short) * INCH);
        if gap > wanted && self.goes_to(body) {
            return self.approach(body, enemy, gap - wanted + INCH);
        }
        if gap > reach && self.brings_up_shooters() {
            return self.approach(body, enemy, gap - reach + INCH);
        }
        self.face(body, enemy)
    }

    /// Horse come up to charging distance and keep moving, since only horse on the move may gallop (MM-3.3).
    fn horse_move(&self, body: BodyId, enemy: BodyId, gap: i32) -> Decision {
        let view = &self.view;
        let it = view.body(body);
        let reach = view.allowance(body, Gait::Run);
        if self.late() {
            return self.approach(body, enemy, gap);
        }
        let best = view.enemies().filter(|&at| view.body(at).mood != Mood::Recreant).max_by_key(|&at| {
            let way = it.centre.distance(view.body(at).centre) / INCH;
            (promise(view, body, at, true).min(400) - 8 * way, at)
        });
        let goal = best.unwrap_or(enemy);
        if !self.goes_to(body) || (self.too_far_ahead(body) && gap > reach) {
            // A step now and then keeps the horses fresh for a gallop, if the enemy is not out of all reach.
            return if gap < reach + AHEAD { self.approach(body, goal, INCH) } else { self.face(body, goal) };
        }
        let room = (gap - reach * 3 / 4).max(INCH);
        self.approach(body, goal, room)
    }

    /// Clerics keep near their own and away from the enemy.
    fn keep_behind(&self, body: BodyId, gap: i32) -> Decision {
        let view = &self.view;
        let it = view.body(body);
        if gap < 20 * INCH {
            return self.march(body, Position::home(view.side()));
        }
        let friends =
            view.friends().filter(|&id| id != body && view.body(id).class != Class::Cleric && view.body(id).active());
        match friends.min_by_key(|&id| (it.centre.distance_squared(view.body(id).centre), id)) {
            Some(friend) if it.centre.distance(view.body(friend).centre) > 12 * INCH => {
                self.march(body, Heading::of(it.centre.to(view.body(friend).centre)))
            }
            _ => Decision::Hold { body },
        }
    }

    fn march(&self, body: BodyId, heading: Heading) -> Decision {
        let steps = self.view.body(body).facing.turn_to(heading);
        let distance = self.view.after_turning(body, Gait::Walk, steps).unwrap_or(0);
        Decision::March { body, heading, distance, gait: Gait::Walk, facing: heading }
    }
}
