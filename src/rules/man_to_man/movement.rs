//! Movement (MM-3): how far and how a body may go, its array of files and ranks, and the step of each figure to its
//! place, short of enemies and clear of friends.

use super::Illegal;
use super::Umpire;
use super::event::{Event, Gait, Moment, Placed, Why};
use super::ground::Going;
use super::melee::must_pursue;
use super::state::*;
use super::tables::Moves;
use crate::rules::figure::{Horse, Side};
use crate::rules::game::Sink;
use crate::rules::geometry::{Heading, INCH, Point};

/// How near to touching an enemy a figure may come that may not touch him, beyond [`TOUCH`].
const SHORT_OF_CONTACT: i32 = INCH / 4;
/// How far apart the places of a way are at which it is asked whether walls or heights part it from an enemy, in 64ths of an inch.
const STRIDE: usize = INCH as usize / 4;

/// An enemy who may stop a figure: his place and the distance at which he does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    /// The body he is of.
    pub(super) of: BodyId,
    at: Point,
    within: i32,
    /// Whether he may be touched; who may not is stopped short of.
    touched: bool,
}

/// Whom a figure on the move may come to base contact with (MM-2.1); it stops short of all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touches {
    Nobody,
    Only(BodyId),
    Anybody,
}

impl Position {
    /// The row of MM-3.1 a figure moves by.
    pub(super) fn moves(&self, figure: &Figure) -> &Moves {
        let rows = &self.tables.movement.moves;
        match (figure.mounted(), figure.profile.horse) {
            (true, Horse::Barded) => &rows.barded,
            (true, _) => &rows.unbarded,
            (false, _) if figure.profile.protection.number() <= 2 => &rows.foot_heavy,
            (false, _) => &rows.foot_light,
        }
    }

    /// How far a figure goes at a gait in the open, in 64ths of an inch (MM-3.1).
    pub(super) fn pace(&self, figure: &Figure, gait: Gait) -> i32 {
        match gait {
            Gait::Stood => 0,
            Gait::Walk => self.moves(figure).walk * INCH,
            Gait::Run => {
                let Moves { walk, run, .. } = *self.moves(figure);
                let lost = self.weather.map_or(0, |weather| weather.slows(figure.mounted()));
                (run * INCH - lost).max(walk * INCH)
            }
        }
    }

    /// How far a body goes at a gait: as far as its slowest standing figure.
    pub fn allowance(&self, id: BodyId, gait: Gait) -> i32 {
        let standing = self.figures[self.body(id).indices()].iter().filter(|figure| figure.stands());
        let own = standing.map(|figure| self.pace(figure, gait)).min().unwrap_or(0);
        let whole = if self.train.is_empty() { own } else { self.hauled(id, gait, own) };
        let turn = &self.body(id).turn;
        // What only some of them spend, or who presses on without stirring, leaves the body its move.
        let spent = if turn.presses || turn.few_work { 0 } else { turn.spent };
        whole * i32::from(MOVE - spent) / i32::from(MOVE)
    }

    /// Whether most of a body's standing figures are mounted.
    pub fn is_horse(&self, id: BodyId) -> bool {
        let standing = self.figures[self.body(id).indices()].iter().filter(|figure| figure.in_arms());
        let mounted = standing.filter(|figure| figure.mounted()).count();
        mounted * 2 > usize::from(self.body(id).in_arms)
    }

    /// Whether a body may run or gallop this turn (MM-3.3): horse only if it moved last turn, nobody for a fourth
    /// move running.
    pub fn may_run(&self, id: BodyId) -> bool {
        let body = self.body(id);
        let rested = body.runs < self.tables.movement.limits.run_moves;
        rested && (!self.is_horse(id) || body.last_gait != Gait::Stood)
    }

    /// The distance from one figure of a body's array to the next.
    pub(super) fn spacing(&self, id: BodyId) -> i32 {
        let body = self.body(id);
        let bases = self.figures[body.indices()].iter().filter(|figure| figure.in_arms());
        let widest = bases.map(|figure| self.base(figure)).max().unwrap_or(0);
        if body.close { widest } else { widest + self.tables.house().open_order_gap }
    }

    /// Where each standing figure of a body stands when it is arrayed about `centre` facing `facing`. Figures keep
    /// their order from front to rear and from side to side, so that nobody runs through the others.
    pub(super) fn slots(&self, id: BodyId, centre: Point, facing: Heading) -> Vec<(FigureId, Point)> {
        let body = self.body(id);
        let (ahead, left) = (facing.vector(), facing.turned(16).vector());
        let mut men: Vec<(i64, i64, FigureId)> = self
            .men_of(id)
            .filter(|&man| self.figure(man).stands())
            .map(|man| {
                let way = body.centre.to(self.figure(man).at);
                (-ahead.dot(way) >> 14, left.dot(way) >> 14, man)
            })
            .collect();
        men.sort_unstable();
        let spacing = self.spacing(id);
        let files = usize::from(body.files).min(men.len()).max(1);
        let ranks = men.len().div_ceil(files) as i32;
        let mut slots = Vec::with_capacity(men.len());
        for (rank, row) in (0..).zip(men.chunks_mut(files)) {
            row.sort_unstable_by_key(|&(_, aside, man)| (aside, man));
            let depth = (ranks - 1) * spacing / 2 - rank * spacing;
            let line = centre.along(facing, depth);
            let width = (row.len() as i32 - 1) * spacing;
            for (n, &(_, _, man)) in (0..).zip(row.iter()) {
                slots.push((man, line.along(facing.turned(16), n * spacing - width / 2)));
            }
        }
        slots
    }

    /// The place on the field nearest to `place`.
    pub(super) fn on_field(&self, place: Point) -> Point {
        self.land.ground.nearest(place)
    }

    /// Whether a place is off the field over the edge of `side`.
    fn past_own_edge(&self, side: Side, place: Point) -> bool {
        self.land.ground.from_home(side, place) < 0
    }

    /// The enemies who may stop the figures of a body within a move of `within`, each with the distance at which he
    /// stops a figure: touching, or short of it.
    pub(super) fn stops(&self, id: BodyId, within: i32, touches: Touches) -> Vec<Stop> {
        let body = self.body(id);
        let base = self.figures[body.indices()].iter().filter(|f| f.in_arms()).map(|f| self.base(f)).max().unwrap_or(0);
        let around = i64::from(within + body.radius + 2 * INCH);
        let mut stops = Vec::new();
        for (n, other) in (0..).zip(&self.bodies) {
            if other.side == body.side || other.in_arms == 0 {
                continue;
            }
            let reach = around + i64::from(other.radius);
            if body.centre.distance_squared(other.centre) > reach * reach {
                continue;
            }
            let of = BodyId(n);
            let touches = touches == Touches::Anybody || touches == Touches::Only(of);
            let short = if touches { 0 } else { TOUCH + SHORT_OF_CONTACT };
            let through = body.turn.rides_through && self.is_ridden_through(id, of);
            let passed = |enemy: &Figure| through && !enemy.mounted();
            for enemy in self.figures[other.indices()].iter().filter(|enemy| enemy.in_arms() && !passed(enemy)) {
                if body.centre.distance_squared(enemy.at) <= around * around {
                    let within = (base + self.base(enemy)) / 2 + short;
                    stops.push(Stop { of, at: enemy.at, within, touched: touches });
                }
            }
        }
        stops
    }

    /// Whether horse that may ride through pass the foot of a body (MM-5.10): unless it defends an obstacle, or is in close order
    /// and not the one that they are in, where the gap is.
    fn is_ridden_through(&self, id: BodyId, foot: BodyId) -> bool {
        let gap = || self.gap(id, foot, 2 * INCH).is_some();
        !self.at_obstacle(foot) && (!self.body(foot).close || gap())
    }

    /// How far from `from` towards `goal` a figure gets before an enemy stops it, at most the whole way. Nobody is stopped by who
    /// could not strike at him: from the walk of a wall above, from below it, or through a wall (MM-2.1).
    pub(super) fn way_open<'a>(&self, from: Point, goal: Point, stops: impl IntoIterator<Item = &'a Stop>) -> Point {
        let way = from.to(goal);
        let length = i64::from(from.distance(goal));
        if length == 0 {
            return from;
        }
        let mut free = length;
        for stop in stops {
            let there = from.to(stop.at);
            let along = way.dot(there) / length;
            let within = i64::from(stop.within);
            if along <= 0 || along > free + within {
                continue;
            }
            let aside = there.length_squared() - along * along;
            if aside < within * within {
                let half = (within * within - aside.max(0)).unsigned_abs().isqrt() as i64;
                let near = (along - half).max(0)..=(along + half).min(free);
                let (first, stride) = (*near.start(), STRIDE as i64);
                let entry = match self.land.ground.is_even() {
                    true => Some(first),
                    false => near.step_by(STRIDE).find(|&at| !self.land.parts(from.toward(goal, at as i32), stop.at)),
                };
                // Who comes from where the other could not strike at him up to one he may not touch stays there.
                let before = |at: i64| if at > first && !stop.touched { at - stride } else { at };
                free = free.min(entry.map_or(free, before));
            }
        }
        if free >= length { goal } else { from.toward(goal, free as i32) }
    }

    /// Whether a figure set down at `place` would stand on another in arms.
    pub(super) fn crowded(&self, id: FigureId, place: Point) -> bool {
        let figure = self.figure(id);
        let widest = self.tables.house().base_mounted.max(self.tables.house().base_foot);
        self.grid.any_near(place, (self.base(figure) + widest) / 2, |other| {
            let least = i64::from(self.touching(figure, self.figure(other)) * 15 / 16);
            let at = self.figure(other).at;
            other != id && at.distance_squared(place) < least * least && !self.land.above(place, at)
        })
    }

    /// The nearest place to one, within a few inches of it and on the same side of walls, where a figure stands on nobody;
    /// the place itself if there is none.
    pub(super) fn room_near(&self, id: FigureId, place: Point) -> Point {
        let base = self.base(self.figure(id));
        let rings = (1..=8).flat_map(|ring| (0..16).map(move |n| (ring, Heading::new(4 * n))));
        let around = rings.map(|(ring, heading)| place.along(heading, ring * base));
        let penned = !self.may_stand(id, place);
        let fits = |&there: &Point| {
            self.on_field(there) == there
                && self.may_stand(id, there)
                && !self.crowded(id, there)
                && (penned || self.way_between(id, place, there))
        };
        std::iter::once(place).chain(around).find(fits).unwrap_or(place)
    }

    /// Where a figure that falls off a tree or a wall comes down: on the ground beside it, on the side from which it came.
    pub(super) fn foot_of(&self, id: FigureId, place: Point) -> Point {
        let (base, came) = (self.base(self.figure(id)), self.figure(id).turn.from);
        let on_ground = |there: &Point| {
            let spot = self.land.at(*there);
            let free = self.may_stand(id, *there) && !self.crowded(id, *there);
            self.on_field(*there) == *there && free && spot.going != Going::Climb && !spot.raised
        };
        let ring = |ring: i32| (0..16).map(move |n| place.along(Heading::new(4 * n), ring * base)).filter(on_ground);
        let nearest =
            (1..=8).find_map(|n| ring(n).min_by_key(|there| (there.distance_squared(came), there.x, there.y)));
        nearest.unwrap_or(place)
    }

    /// Moves one figure, already lifted, towards `goal`: not through enemies, and back along its way from a place
    /// where another stands.
    pub(super) fn step(&mut self, id: FigureId, goal: Point, gait: Gait, limit: i32, stops: &[Stop]) {
        let from = self.figure(id).at;
        let way = self.land.walk(from, goal, limit, &self.mover(self.figure(id), gait)).place;
        if way == from {
            self.give_his_move(id, goal, gait, limit);
        }
        let reached = self.way_open(from, way, stops);
        let place = self.room_on_the_way(id, from, reached).unwrap_or_else(|| self.room_where(id, from, stops));
        self.set_down(id, place);
        self.figure_mut(id).turn.hands_full |= self.land.climbs_between(from, place);
    }

    /// Where a figure stands that stirs nowhere: where it stood, or just beside who has come there meanwhile.
    fn room_where(&self, id: FigureId, stood: Point, stops: &[Stop]) -> Point {
        let beside = if self.crowded(id, stood) { self.room_near(id, stood) } else { stood };
        if self.way_open(stood, beside, stops) == beside { beside } else { stood }
    }

    /// A man who goes towards a place gives the whole of a move to the wall or tree at whose foot he stands (MM-3.1). Says
    /// whether there is one.
    pub(super) fn give_his_move(&mut self, id: FigureId, goal: Point, gait: Gait, limit: i32) -> bool {
        let figure = self.figure(id);
        let mover = self.mover(figure, gait);
        let may = limit >= mover.whole && mover.climb > 0 && mover.crosses;
        let climbs = self.land.at_foot(figure.at, goal).filter(|_| may);
        if climbs.is_some() {
            self.figure_mut(id).turn.climbs = climbs;
        }
        climbs.is_some()
    }

    /// What of a move counts as the whole of one for a figure: no more than the slowest of its body has of it.
    pub(super) fn whole_move(&self, figure: &Figure, gait: Gait) -> i32 {
        let own = self.pace(figure, gait);
        let mates = || self.figures[self.body(figure.body).indices()].iter().filter(|mate| mate.stands());
        if self.land.ground.is_even() {
            return own;
        }
        mates().map(|mate| self.pace(mate, gait)).fold(own, i32::min)
    }

    /// The last place on a straight way, looked at in eighths of it, where a figure may stop and stands on nobody; nothing
    /// if there is only the place it comes from.
    pub(super) fn room_on_the_way(&self, id: FigureId, from: Point, to: Point) -> Option<Point> {
        let way = from.to(to);
        let eighth = |n: i32| Point::new(from.x + way.x * n / 8, from.y + way.y * n / 8);
        let room =
            |&place: &Point| !self.crowded(id, place) && self.may_stand(id, place) && self.may_stop(id, from, place);
        (1..=8).rev().map(eighth).find(room)
    }

    /// What is left of a body's move at a gait after turning (MM-3.2): no turn over 22½° at run or gallop, 2 in less
    /// for horse that turns further at a walk. All turning is added and counted once.
    pub(super) fn after_turning(&self, id: BodyId, gait: Gait, steps: u8) -> Option<i32> {
        let allowance = self.allowance(id, gait);
        match gait {
            _ if steps <= Heading::STEPS_22 => Some(allowance),
            Gait::Run => None,
            Gait::Walk if self.is_horse(id) => Some((allowance - self.tables.movement.limits.turn_loss * INCH).max(0)),
            _ => Some(allowance),
        }
    }

    /// Whether a body may march so (MM-3.2, MM-3.3).
    pub(super) fn check_march(
        &self,
        id: BodyId,
        heading: Heading,
        distance: i32,
        gait: Gait,
        facing: Heading,
    ) -> Result<(), Illegal> {
        let body = self.body(id);
        if gait == Gait::Run && !self.may_run(id) {
            return Err(Illegal::MayNotRun);
        }
        // A body that stays where it is turns on the spot without loss.
        let steps = if distance == 0 { 0 } else { body.facing.turn_to(heading) + heading.turn_to(facing) };
        let gait_for_turn = if distance == 0 { Gait::Walk } else { gait };
        match self.after_turning(id, gait_for_turn, steps) {
            None => Err(Illegal::TurnsTooFar),
            Some(most) if distance < 0 || distance > most => Err(Illegal::TooFar { most: most / INCH }),
            Some(_) => Ok(()),
        }
    }

    /// What the men of a body may move to be in array again, though nothing is left of their move; not those who cannot
    /// move what they haul (MM-9.8).
    pub(super) fn at_least_an_inch(&self, id: BodyId, limit: i32) -> i32 {
        if self.hauls(id) { limit } else { limit.max(INCH) }
    }

    /// Marches a body by order (MM-2.5): as one, short of contact.
    pub(super) fn march(
        &mut self,
        id: BodyId,
        heading: Heading,
        distance: i32,
        gait: Gait,
        facing: Heading,
        umpire: &mut impl Umpire,
    ) {
        if distance == 0 {
            return self.turn_about(id, facing, umpire);
        }
        self.march_as(id, heading, distance, gait, facing, Why::Ordered, umpire);
    }

    /// A body turns on the spot: every man where he stands, so that nobody has moved (MM-3.2, MM-3.5).
    fn turn_about(&mut self, id: BodyId, facing: Heading, umpire: &mut impl Umpire) {
        for man in self.men_of(id).filter(|&man| self.figure(man).stands()).collect::<Vec<_>>() {
            self.figure_mut(man).facing = facing;
        }
        self.body_mut(id).facing = facing;
        self.moved(id, Gait::Stood, Why::Ordered, umpire);
    }

    /// Marches a body, telling why.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn march_as(
        &mut self,
        id: BodyId,
        heading: Heading,
        distance: i32,
        gait: Gait,
        facing: Heading,
        why: Why,
        umpire: &mut impl Umpire,
    ) {
        let steps = self.body(id).facing.turn_to(heading) + heading.turn_to(facing);
        let limit = self.after_turning(id, gait, steps).unwrap_or(0);
        let least = self.at_least_an_inch(id, limit);
        let goal = self.on_field(self.body(id).centre.along(heading, distance));
        let march = |position: &mut Position| {
            let stops = position.stops(id, limit, Touches::Nobody);
            position.go_as_one(id, goal, gait, least, facing, &stops);
            Vec::new()
        };
        self.leave_melee(id, march, umpire);
        if self.body(id).standing == 0 {
            return;
        }
        let body = self.body_mut(id);
        body.facing = facing;
        self.moved(id, if distance == 0 { Gait::Stood } else { gait }, why, umpire);
    }

    /// Takes note of a body's move and tells it; prisoners go with their captors.
    pub(super) fn moved(&mut self, id: BodyId, gait: Gait, why: Why, umpire: &mut impl Umpire) {
        let body = self.body_mut(id);
        body.turn.gait = body.turn.gait.max(gait);
        // A body that has come to the enemy defends nothing, until it goes elsewhere by order.
        if !body.turn.presses {
            body.came_on = matches!(why, Why::Charge | Why::Pursuit);
        }
        if gait != Gait::Stood {
            // A climb takes the whole of a move.
            let climbs = self.men_of(id).any(|man| self.figure(man).turn.climbs.is_some());
            let part = why == Why::Ordered && gait == Gait::Walk && !climbs;
            let quarters = if part { self.quarters_gone(id) } else { MOVE };
            self.body_mut(id).spend(quarters);
        }
        self.refresh(id);
        self.tell_moved(id, gait, why, umpire.sink());
        if !self.train.is_empty() {
            self.gear_follows(id, gait, umpire.sink());
        } else if !self.land.ground.is_even() {
            self.burden(id);
        }
        self.lead_prisoners(id, umpire);
        self.enemies_follow(id, umpire);
    }

    /// What of its move a body has walked, in quarters (MM-3.6): that of the man whose way cost most, with what rough ground
    /// and hedges cost; all of it where one did not go straight, and by who hauls.
    fn quarters_gone(&self, id: BodyId) -> u8 {
        if self.hauls(id) {
            return MOVE;
        }
        let standing = self.figures[self.body(id).indices()].iter().filter(|figure| figure.stands());
        let quarters = standing.map(|figure| {
            let pace = self.pace(figure, Gait::Walk).max(1);
            let way = self.land.walk(figure.turn.from, figure.at, i32::MAX / 4, &self.mover(figure, Gait::Walk));
            match way.arrived {
                true => (way.spent * i32::from(MOVE) + pace - 1) / pace,
                false => i32::from(MOVE),
            }
        });
        quarters.max().unwrap_or(0).clamp(1, i32::from(MOVE)) as u8
    }

    /// Tells where a body's men are now.
    pub(super) fn tell_moved(&self, id: BodyId, gait: Gait, why: Why, sink: &mut impl Sink<Event>) {
        sink.tell(|| {
            let on_table = self.men_of(id).filter(|&man| self.figure(man).in_arms());
            let figures = on_table.map(|man| Placed(man, self.figure(man).at, self.figure(man).facing)).collect();
            Event::Moved { body: id, gait, why, figures }
        });
    }

    /// A body moves by `going`, which gives those who go off the field. Every figure of it that is in contact and so moves away
    /// takes one blow unanswered from one enemy in contact first (MM-5.8); who finds no way, and stays, takes none.
    pub(super) fn leave_melee(
        &mut self,
        id: BodyId,
        going: impl Fn(&mut Position) -> Vec<FigureId>,
        umpire: &mut impl Umpire,
    ) -> Vec<FigureId> {
        // Whom a blow kills leaves another array, by which others may get away.
        loop {
            let leaving = self.who_leave(id, &going);
            if leaving.is_empty() {
                return going(self);
            }
            for man in leaving {
                self.figure_mut(man).turn.left_melee = true;
                self.parting_blow(man, Moment::Leaving, umpire);
            }
            self.refresh(id);
        }
    }

    /// The men of a body in contact who get away from those they fight by `going`, and have not yet.
    fn who_leave(&self, id: BodyId, going: impl Fn(&mut Position) -> Vec<FigureId>) -> Vec<FigureId> {
        let turn = &self.body(id).turn;
        let fights = |man: &FigureId| {
            let figure = self.figure(*man);
            figure.stands() && figure.turn.contact_at_start && !figure.turn.left_melee
        };
        if !turn.engaged || turn.rides_through || !self.men_of(id).any(|man| fights(&man)) {
            return Vec::new();
        }
        let mut gone = self.clone();
        let off = going(&mut gone);
        let stays = |man: FigureId| {
            let met = |enemy| self.in_contact(self.figure(man), self.figure(enemy));
            !off.contains(&man) && gone.any_contact(man, met)
        };
        self.men_of(id).filter(fights).filter(|&man| !stays(man)).collect()
    }

    /// Moves every standing figure of a body straight home by `distance`; over the edge it leaves the field.
    pub(super) fn go_home(&mut self, id: BodyId, gait: Gait, distance: i32, why: Why, umpire: &mut impl Umpire) {
        let going = |position: &mut Position| position.walk_home(id, gait, distance, why);
        let off = self.leave_melee(id, going, umpire);
        if self.body(id).standing == 0 {
            return;
        }
        for man in off {
            self.leaves_field(man, why == Why::Flight, umpire);
        }
        self.moved(id, gait, why, umpire);
    }

    /// The men of a body go home, as one unless they flee; gives those who come to the edge of the field, and leave it.
    fn walk_home(&mut self, id: BodyId, gait: Gait, distance: i32, why: Why) -> Vec<FigureId> {
        let side = self.body(id).side;
        let home = Position::home(side);
        let facing = if why == Why::FallBack { home.back() } else { home };
        let stops = self.stops(id, distance, Touches::Nobody);
        let mut men: Vec<FigureId> = self.men_of(id).filter(|&man| self.figure(man).stands()).collect();
        // The foremost on the way home go first, out of the way of the others.
        men.sort_unstable_by_key(|&man| (-home.vector().dot(self.figure(man).at), man));
        let slots: Vec<(FigureId, Point)> =
            men.into_iter().map(|man| (man, self.figure(man).at.along(home, distance))).collect();
        let mut off = Vec::new();
        let mut go = |position: &mut Position, most: &[i32]| {
            off.clear();
            for (&(man, goal), &most) in slots.iter().zip(most) {
                if !position.land.ground.is_even() {
                    off.extend(position.find_way_home(man, gait, distance, most, facing, &stops).then_some(man));
                    continue;
                }
                let from = position.figure(man).at;
                let goal = from.toward(goal, most);
                position.lift(man);
                position.figure_mut(man).facing = facing;
                if position.past_own_edge(side, position.way_open(from, goal, &stops)) {
                    off.push(man);
                } else {
                    position.step(man, goal, gait, distance, &stops);
                }
            }
        };
        if why == Why::Flight {
            go(self, &vec![i32::MAX; slots.len()]);
        } else {
            self.as_one(id, &slots, false, go);
        }
        self.body_mut(id).facing = facing;
        off
    }

    /// The same for one man over uneven ground: by the shortest way. Says whether he leaves the field.
    fn find_way_home(
        &mut self,
        man: FigureId,
        gait: Gait,
        distance: i32,
        most: i32,
        facing: Heading,
        stops: &[Stop],
    ) -> bool {
        let side = self.figure(man).side;
        let home = Position::home(side);
        let field = self.land.ways_home(side, &self.mover(self.figure(man), gait));
        let from = self.figure(man).at;
        self.lift(man);
        let left = self.step_along(man, &field, gait, distance, most, stops);
        self.figure_mut(man).facing = facing;
        if self.land.ground.from_home(side, self.figure(man).at) <= INCH && left > 0 {
            self.lift(man);
            return true;
        }
        if self.figure(man).at == from {
            // Before what he climbs by hand he gives the move to it, and goes no way round.
            if !self.give_his_move(man, from.along(home, INCH), gait, distance) {
                self.step_aside(man, home, gait, distance.min(most), stops);
            }
        }
        false
    }

    /// A man whose shortest way home leads past an enemy goes slantwise, or aside, rather than nowhere.
    fn step_aside(&mut self, man: FigureId, home: Heading, gait: Gait, distance: i32, stops: &[Stop]) {
        let from = self.figure(man).at;
        for turn in [8, -8, 16, -16] {
            let goal = self.on_field(from.along(home.turned(turn), distance));
            self.lift(man);
            self.step(man, goal, gait, distance, stops);
            if self.figure(man).at != from {
                return;
            }
        }
    }

    fn leaves_field(&mut self, id: FigureId, fled: bool, umpire: &mut impl Umpire) {
        self.figure_mut(id).state = if fled { State::Fled } else { State::Withdrawn };
        umpire.tell(|| Event::Left { figure: id, fled });
        if fled {
            self.leader_lost(id, umpire);
        }
        // A captor who leaves in order leads off what he took (MM-8.8), as he does his prisoners (MM-7.7).
        let side = self.figure(id).side;
        for standard in self.standards.iter_mut().filter(|standard| standard.place == StandardAt::Carried(id)) {
            if fled || standard.side == side {
                standard.place = StandardAt::Gone;
            }
        }
    }

    /// Enemies whose opponents have all broken off follow at once if they chose to and can come up with them (MM-5.8),
    /// knights and peasants because they must, however far the others have gone (MM-5.9).
    pub(super) fn enemies_follow(&mut self, id: BodyId, umpire: &mut impl Umpire) {
        if !self.body(id).turn.engaged
            || self.body(id).standing == 0
            || !self.men_of(id).any(|man| self.figure(man).turn.left_melee)
        {
            return;
        }
        let side = self.body(id).side;
        for other in self.body_ids() {
            let body = self.body(other);
            // Knights and peasants must, unless they defend an obstacle on foot (MM-5.9).
            let must = must_pursue(body.class) && !self.at_obstacle(other);
            // Forced pursuit alone is free of the limits of running (MM-3.2, MM-3.3).
            let turned = body.facing.turn_to(Heading::of(body.centre.to(self.body(id).centre)));
            let may_run = self.may_run(other) && turned <= Heading::STEPS_22;
            let gait = if must || may_run { Gait::Run } else { Gait::Walk };
            let may = || body.follows && self.gap(other, id, self.pursuit(other, id, gait)).is_some();
            if body.side == side
                || !body.turn.engaged
                || body.standing == 0
                || body.turn.gait != Gait::Stood && !body.turn.presses
                || body.turn.slaying
                || matches!(body.mood, Mood::Recreant | Mood::Craven | Mood::Rallying)
                || self.body_touched(other)
                || !self.left_behind(other, id)
                || !(must || may())
            {
                continue;
            }
            self.pursue(other, id, gait, umpire);
        }
    }

    /// Whether a man of a body was in contact with one of another who has left the melee (MM-5.8, MM-5.9).
    fn left_behind(&self, id: BodyId, gone: BodyId) -> bool {
        let left = |man: &FigureId| self.figure(*man).turn.left_melee;
        self.men_of(gone).filter(left).any(|man| {
            let mut stayed = self.men_of(id).map(|enemy| self.figure(enemy));
            stayed.any(|enemy| enemy.stands() && self.met_at_start(enemy, self.figure(man)))
        })
    }
}
