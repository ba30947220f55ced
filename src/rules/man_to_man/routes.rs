//! Going over ground (MM-3.1, MM-3.4): how a figure goes, and marches and flights that find their way round what is in
//! the way.

use super::event::{Gait, Why};
use super::ground::{DistanceField, Going, Mover};
use super::movement::{Stop, Touches};
use super::state::*;
use super::{Illegal, Umpire};
use crate::rules::figure::Horse;
use crate::rules::geometry::{Heading, INCH, Point};
use std::sync::Arc;

/// How far before a place in a tree or on a wall its foot is, at most, in inches.
const FOOT: i32 = 4;

impl Position {
    /// How a figure goes at a gait (MM-3.1). Horse without bards swim as the rider would on foot; barded horse do not
    /// cross hedges, fences and walls (MM-3.4).
    pub fn mover(&self, figure: &Figure, gait: Gait) -> Mover {
        let row = self.moves(figure);
        let mounted = figure.mounted();
        let rows = &self.tables.movement.moves;
        let swim = match (mounted, figure.profile.horse) {
            (true, Horse::Barded) => 0,
            (true, _) if figure.profile.protection.number() <= 2 => rows.foot_heavy.swim,
            (true, _) => rows.foot_light.swim,
            (false, _) => row.swim,
        };
        // The row of what is hauled has no figure for rough ground, climbing and water (MM-3.1).
        let hauls = self.hauls(figure.body);
        let unless_hauling = |inches: i32| if hauls { 0 } else { inches * INCH };
        Mover {
            pace: self.pace(figure, gait.max(Gait::Walk)),
            rough: unless_hauling(row.rough),
            climb: unless_hauling(row.climb),
            climbed: figure.turn.climbed,
            whole: self.whole_move(figure, gait.max(Gait::Walk)),
            swim: unless_hauling(swim),
            crosses: !(mounted && figure.profile.horse == Horse::Barded || hauls),
            mounted,
        }
    }

    /// How most of a body goes at a walk: as its slowest standing figure.
    pub fn body_mover(&self, id: BodyId) -> Option<Mover> {
        let standing = self.figures[self.body(id).indices()].iter().filter(|figure| figure.stands());
        let movers = standing.map(|figure| self.mover(figure, Gait::Walk));
        movers.min_by_key(|mover| (mover.pace, mover.rough, mover.swim, mover.crosses, mover.climb))
    }

    /// Whether a figure may be set down at a place (MM-3): not in a wall, nor in water he cannot swim in.
    pub fn may_stand(&self, id: FigureId, place: Point) -> bool {
        self.land.holds(place, &self.mover(self.figure(id), Gait::Walk))
    }

    /// Whether a figure on a straight way from one place to another may stop there: not on the corner of a rampart that
    /// it only passes.
    pub(super) fn may_stop(&self, id: FigureId, from: Point, place: Point) -> bool {
        let (here, there) = (self.land.at(from), self.land.at(place));
        let alike = here.raised == there.raised && (!here.raised || here.level == there.level);
        alike || self.way_between(id, from, place)
    }

    /// Whether the ground lets a figure go straight from where it is to a place, with so much of its move.
    pub(super) fn way_is_open(&self, id: FigureId, place: Point, gait: Gait, budget: i32) -> bool {
        let figure = self.figure(id);
        self.land.walk(figure.at, place, budget, &self.mover(figure, gait)).arrived
    }

    /// Whether the ground lets a figure go straight from one place to another at a walk, however long it takes.
    pub(super) fn way_between(&self, id: FigureId, from: Point, to: Point) -> bool {
        self.land.walk(from, to, i32::MAX / 4, &self.mover(self.figure(id), Gait::Walk)).arrived
    }

    /// Whether a body may march to a place by whatever way there is.
    pub(super) fn check_go(&self, id: BodyId, to: Point) -> Result<(), Illegal> {
        let Some(mover) = self.body_mover(id) else { return Err(Illegal::NotFree) };
        if !self.land.ground.holds(to) || !self.land.holds(to, &mover) {
            return Err(Illegal::NoWay);
        }
        let from = self.body(id).centre;
        let straight = self.land.walk(from, to, i32::MAX / 4, &mover).arrived;
        if straight || self.way_length(id, to).is_some() { Ok(()) } else { Err(Illegal::NoWay) }
    }

    /// How long the way of a body's nearest man to a place is, in 64ths of an inch at his pace; nothing if there is none.
    pub fn way_length(&self, id: BodyId, to: Point) -> Option<u32> {
        let mover = self.body_mover(id)?;
        let from = self.standing_places(id).min_by_key(|at| (at.distance_squared(to), at.x, at.y))?;
        // As far as the whole of the body, as it will be wanted when it goes.
        let all: Vec<Point> = self.standing_places(id).collect();
        self.land.way_length(to, from, &all, &mover)
    }

    /// Whether any of a body has a way off the field over its own edge.
    pub fn leads_home(&self, id: BodyId) -> bool {
        let side = self.body(id).side;
        let mut men = self.men_of(id).map(|man| self.figure(man)).filter(|figure| figure.stands());
        men.any(|figure| self.land.leads_home(side, figure.at, &self.mover(figure, Gait::Walk)))
    }

    fn standing_places(&self, id: BodyId) -> impl Iterator<Item = Point> + '_ {
        let standing = self.figures[self.body(id).indices()].iter().filter(|figure| figure.stands());
        standing.map(|figure| figure.at)
    }

    /// Marches a body to a place at a walk by the shortest way, each man his own where he cannot go straight; horse that
    /// turn lose as they do on a straight march (MM-3.2).
    pub(super) fn go(&mut self, id: BodyId, to: Point, facing: Heading, umpire: &mut impl Umpire) {
        let straight = Heading::of(self.body(id).centre.to(to));
        let steps = self.body(id).facing.turn_to(straight) + straight.turn_to(facing);
        let limit = self.at_least_an_inch(id, self.after_turning(id, Gait::Walk, steps).unwrap_or(0));
        let going = |position: &mut Position| {
            position.find_its_way(id, to, facing, limit);
            Vec::new()
        };
        self.leave_melee(id, going, umpire);
        if self.body(id).standing == 0 {
            return;
        }
        self.body_mut(id).facing = facing;
        self.moved(id, Gait::Walk, Why::Ordered, umpire);
    }

    /// The men of a body go to their places about another by the shortest way.
    fn find_its_way(&mut self, id: BodyId, to: Point, facing: Heading, limit: i32) {
        let stops = self.stops(id, limit, Touches::Nobody);
        let slots = self.slots(id, to, facing);
        let from: Vec<Point> = slots.iter().map(|&(man, _)| self.figure(man).at).collect();
        let centre = self.body(id).centre;
        let foot = self.foot_before(to, centre);
        let mut field: Option<(Mover, Arc<DistanceField>)> = None;
        // The foremost go first, out of the way of the others.
        let mut order = slots;
        order.sort_by_key(|&(man, _)| (self.figure(man).at.distance_squared(to), man));
        self.as_one(id, &order, false, |position, most| {
            for &(man, _) in &order {
                position.lift(man);
            }
            for (&(man, slot), &most) in order.iter().zip(most) {
                let slot = position.on_field(slot);
                let mover = position.mover(position.figure(man), Gait::Walk);
                let at = position.figure(man).at;
                let whole = position.land.walk(at, slot, i32::MAX / 4, &mover);
                // What is climbed by hand takes more than the way, and is gone up straight from its foot.
                let up = position.climbs_at(slot) && position.land.at_foot(at, slot).is_some();
                let direct = whole.arrived && (up || whole.spent <= 2 * at.distance(slot) + 4 * INCH);
                if direct {
                    position.step(man, at.toward(slot, most), Gait::Walk, limit, &stops);
                } else {
                    if field.as_ref().is_none_or(|(known, _)| *known != mover) {
                        field = Some((mover, position.land.ways_to(foot, &from, &mover)));
                    }
                    if let Some((_, field)) = &field {
                        position.step_along(man, field, Gait::Walk, limit, most, &stops);
                        let stays = position.figure(man).at == at;
                        if stays {
                            position.give_his_move(man, slot, Gait::Walk, limit);
                        }
                    }
                }
                position.figure_mut(man).facing = facing;
            }
        });
    }

    /// Whether what is at a place is climbed by hand.
    pub(super) fn climbs_at(&self, place: Point) -> bool {
        self.land.at(place).going == Going::Climb
    }

    /// Where one who comes from another place stands before a place that is climbed to by hand; the place itself, if it is not.
    fn foot_before(&self, place: Point, from: Point) -> Point {
        let back = (0..=4 * FOOT).map(|quarter| place.toward(from, quarter * INCH / 4));
        back.into_iter().find(|&there| !self.climbs_at(there)).unwrap_or(place)
    }

    /// Moves one figure, already lifted, along a field: leg by leg, past friends, until an enemy or the end of its move
    /// stops it, and no further than `most` from where it is; back along its way from a place where another stands. Gives back
    /// what is left of its move.
    pub(super) fn step_along(
        &mut self,
        id: FigureId,
        field: &DistanceField,
        gait: Gait,
        limit: i32,
        most: i32,
        stops: &[Stop],
    ) -> i32 {
        let start = self.figure(id).at;
        let mover = self.mover(self.figure(id), gait);
        let mut left = limit;
        let mut legs: Vec<(Point, Point)> = Vec::new();
        for leg in self.land.follow(field, start, limit, &mover) {
            let from = legs.last().map_or(start, |&(_, to)| to);
            let near = start.distance(leg.place) <= most;
            let to = if near { leg.place } else { from.toward(leg.place, (most - start.distance(from)).max(0)) };
            let reached = self.way_open(from, to, stops);
            legs.push((from, reached));
            left -= leg.spent;
            if reached != leg.place {
                left = 0;
                break;
            }
        }
        let end = legs.last().map_or(start, |&(_, to)| to);
        let place = legs.iter().rev().find_map(|&(from, to)| self.room_on_the_way(id, from, to)).unwrap_or(start);
        self.set_down(id, place);
        let climbs = place != start && legs.iter().any(|&(from, to)| self.land.climbs_between(from, to));
        self.figure_mut(id).turn.hands_full |= climbs;
        if place == end { left } else { 0 }
    }

    /// Whether a man is in cover (MM-4.1, MM-7.4): among trees, in a building, on a rampart.
    pub fn in_cover(&self, place: Point) -> bool {
        let spot = self.land.at(place);
        let roofed = || self.land.area(place).is_some_and(|area| area.surface == super::ground::Surface::Building);
        spot.going == Going::Woods || spot.raised || roofed()
    }

    /// Whether a body defends an obstacle (MM-5.4, MM-5.9, MM-7.4): on foot, it has not come on itself, and some man of
    /// it stands close behind a hedge, fence or wall that lies before him.
    pub fn at_obstacle(&self, id: BodyId) -> bool {
        let body = self.body(id);
        !body.came_on
            && !self.is_horse(id)
            && self.men_of(id).any(|man| {
                let figure = self.figure(man);
                let before = figure.at.along(body.facing, 3 * INCH / 2);
                figure.stands()
                    && (self.land.obstacle(figure.at, before) || self.stakes_between(figure.at, before, body.side))
            })
    }

    /// Whether a defender has an obstacle between him and his attacker (MM-5.4) that he has not come over himself.
    pub(super) fn defends_obstacle(&self, defender: &Figure, attacker: &Figure) -> bool {
        let stakes = !self.train.is_empty() && self.stakes_between(defender.at, attacker.at, defender.side);
        stakes || !self.body(defender.body).came_on && self.land.obstacle(defender.at, attacker.at)
    }

    /// Whether somebody at a place could go no further along a heading within a distance (MM-7.6): a wall, deep water.
    pub(super) fn impassable_near(&self, place: Point, heading: Heading, within: i32) -> bool {
        (1..=within / (INCH / 4)).any(|n| {
            let there = place.along(heading, n * INCH / 4);
            let spot = self.land.at(there);
            self.land.ground.holds(there) && matches!(spot.going, Going::Wall | Going::Swim)
                || self.land.parts(place, there)
        })
    }
}
