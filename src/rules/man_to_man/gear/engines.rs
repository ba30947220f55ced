//! Engines and bombards at men, walls and things (MM-3.5, MM-4.3, MM-4.5, MM-4.9, MM-4.10).

use super::machines::{can_be_wrecked, hits_to_wreck, machine_parts, machine_range, roll_machine};
use super::state::{Burning, FieldGear, Lies, Mark, ThingId};
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::gear::{Machine, Thing};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::event::{Cause, Event, FallCause, Gait};
use crate::rules::man_to_man::ground::{BarrierKind, PieceId};
use crate::rules::man_to_man::state::{BodyId, FigureId, Mood, Position, StandardAt};
use crate::rules::man_to_man::{Decision, Illegal, Umpire};

impl Position {
    /// The engine a body can shoot with now: its crew works, stands, and it is loaded (MM-3.5, MM-9.7).
    fn engine_of(&self, id: BodyId) -> Option<(ThingId, &FieldGear)> {
        let body = self.body(id);
        let able = body.turn.gait == Gait::Stood
            && body.turn.spent == 0
            && !body.turn.engaged
            && !body.turn.slaying
            && matches!(body.mood, Mood::Steady | Mood::Bold | Mood::Craven);
        if !able || self.train.is_empty() || !self.crew_works(id) || self.body_touched(id) {
            return None;
        }
        let engine =
            |gear: &FieldGear| matches!(gear.thing, Thing::Catapult | Thing::Bombard) && gear.lies == Lies::Standing;
        self.train.of(id).find(|(_, gear)| engine(gear) && gear.ready && gear.rounds > 0 && !gear.shot)
    }

    /// Whether a body has an engine to shoot with, were there a target.
    pub fn may_loose(&self, id: BodyId) -> bool {
        self.engine_of(id).is_some()
    }

    /// The middle of what is aimed at: of men, the nearest in arms.
    pub(super) fn mark_at(&self, mark: Mark, from: Point) -> Option<(Point, Option<FigureId>)> {
        match mark {
            Mark::Body(body) => {
                if usize::from(body.0) >= self.bodies.len() {
                    return None;
                }
                let men = self.men_of(body).filter(|&man| self.figure(man).in_arms());
                let nearest = men.min_by_key(|&man| (self.figure(man).at.distance_squared(from), man))?;
                Some((self.figure(nearest).at, Some(nearest)))
            }
            Mark::Piece(piece) => {
                let it = self.land.ground.pieces.get(usize::from(piece.0))?;
                Some((it.from.half_way(it.to), None))
            }
            Mark::Area(area) => {
                let edge = &self.land.ground.areas.get(usize::from(area))?.edge;
                let nearest = edge.iter().min_by_key(|corner| corner.distance_squared(from))?;
                Some((*nearest, None))
            }
            Mark::Gear(gear) => self.whole(gear).ok().map(|gear| (gear.at, None)),
        }
    }

    /// Whether a crew may shoot its engine so: in range, within 22½° of its facing, over nobody of its own side
    /// (MM-4.3, MM-4.5, MM-4.7), at an enemy, a wall or an enemy's thing that stands.
    pub fn check_loose(&self, id: BodyId, mark: Mark) -> Result<(), Illegal> {
        let (_, engine) = self.engine_of(id).ok_or(Illegal::MayNotShoot)?;
        let machine = engine.thing.machine().ok_or(Illegal::MayNotShoot)?;
        match mark {
            Mark::Body(at) if usize::from(at.0) >= self.bodies.len() => return Err(Illegal::NoSuchEnemy),
            Mark::Body(at) if self.body(at).side == engine.side => return Err(Illegal::NoSuchEnemy),
            Mark::Gear(gear) => {
                let gear = self.whole(gear)?;
                if gear.side == engine.side || !can_be_wrecked(gear.thing) {
                    return Err(Illegal::NoSuchEnemy);
                }
            }
            Mark::Area(_) => return Err(Illegal::NoSuchEnemy),
            Mark::Piece(piece) if usize::from(piece.0) >= self.land.ground.pieces.len() => {
                return Err(Illegal::NoSuchEnemy);
            }
            Mark::Piece(piece) if self.land.stands_open(piece) || self.hits_needed(piece) == 0 => {
                return Err(Illegal::NotWithThat);
            }
            _ => {}
        }
        let (place, man) = self.mark_at(mark, engine.at).ok_or(Illegal::NoSuchEnemy)?;
        if machine_range(self.tables.gear.of(machine), engine.at.distance_squared(place)).is_none() {
            return Err(Illegal::OutOfReach);
        }
        if engine.facing.turn_to(Heading::of(engine.at.to(place))) > Heading::STEPS_22 {
            return Err(Illegal::NoShot);
        }
        let hidden = man.is_some() && !self.land.sees(engine.at, place, true);
        let in_melee = man.is_some_and(|man| self.figure(man).turn.contact_at_start);
        if hidden || in_melee || self.crew_blocked(id, engine.at, place) { Err(Illegal::NoShot) } else { Ok(()) }
    }

    /// Whether friends are in the way of an engine (MM-4.5): any but its own crew.
    fn crew_blocked(&self, id: BodyId, from: Point, to: Point) -> bool {
        let side = self.body(id).side;
        (0..).map(BodyId).zip(&self.bodies).any(|(other, body)| {
            let (far, _) = body.centre.distance_squared_to_segment(from, to);
            let reach = i64::from(body.radius + INCH);
            other != id
                && body.side == side
                && body.in_arms > 0
                && far <= reach * reach
                && self.figures[body.indices()].iter().filter(|friend| friend.in_arms()).any(|friend| {
                    let (far, between) = friend.at.distance_squared_to_segment(from, to);
                    between && far < i64::from(self.base(friend) / 2).pow(2)
                })
        })
    }

    /// Hits by engines that open a piece of a barrier (MM-4.10); 0 for what they do not open.
    pub(super) fn hits_needed(&self, piece: PieceId) -> u8 {
        self.land.hits_to_open(piece)
    }

    /// Fire missiles, then engines and bombards, shoot as they were told (MM-4.1).
    pub(in crate::rules::man_to_man) fn shoot_engines(&mut self, named: &[(Side, Decision)], umpire: &mut impl Umpire) {
        let (mut fire, mut stones) = (Vec::new(), Vec::new());
        for (_, decision) in named {
            match *decision {
                Decision::ShootFire { body, at } => fire.push((body, at)),
                Decision::Loose { body, at } => stones.push((body, at)),
                _ => {}
            }
        }
        self.shoot_fire(&fire, umpire);
        // Engines before bombards, the better sergeant first.
        let order = |&(body, _): &(BodyId, Mark)| {
            let bombard = self.train.of(body).any(|(_, gear)| gear.thing == Thing::Bombard);
            let grade = self.body(body).commander.map(|sergeant| self.figure(sergeant).grade);
            (std::cmp::Reverse(grade), bombard, body)
        };
        stones.sort_by_key(order);
        self.loose(&stones, umpire);
    }

    /// Crews shoot as they were told, and load if they stood and did not (MM-3.5).
    fn loose(&mut self, named: &[(BodyId, Mark)], umpire: &mut impl Umpire) {
        for &(id, mark) in named {
            if self.check_loose(id, mark).is_ok() {
                self.one_stone(id, mark, umpire);
            }
        }
        for n in 0..self.train.gear.len() {
            let gear = self.train.gear[n];
            let Some(body) = gear.body else { continue };
            let engine = matches!(gear.thing, Thing::Catapult | Thing::Bombard) && gear.lies == Lies::Standing;
            let stands = self.body(body).turn.gait == Gait::Stood && self.body(body).turn.spent == 0;
            if engine
                && !gear.ready
                && !gear.shot
                && gear.rounds > 0
                && stands
                && self.crew_works(body)
                && !self.body_touched(body)
            {
                self.train.gear[n].ready = true;
                umpire.tell(|| Event::Loaded { body });
            }
        }
    }

    fn one_stone(&mut self, id: BodyId, mark: Mark, umpire: &mut impl Umpire) {
        let Some((n, engine)) = self.engine_of(id).map(|(n, gear)| (n, *gear)) else { return };
        let (Some(machine), Some((place, man))) = (engine.thing.machine(), self.mark_at(mark, engine.at)) else {
            return;
        };
        let Some(range) = machine_range(self.tables.gear.of(machine), engine.at.distance_squared(place)) else {
            return;
        };
        let mut sum = Sum::default();
        machine_parts(machine, range, &self.tables, &mut sum);
        let roll = roll_machine(machine, sum.0, &self.tables, umpire.dice());
        let it = self.gear_mut(n);
        (it.ready, it.shot, it.rounds) = (false, true, it.rounds - 1);
        let tables = &self.tables;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            machine_parts(machine, range, tables, &mut parts);
            let inches = engine.at.distance(place) / INCH;
            let need = tables.gear.of(machine).need;
            Event::Loosed {
                body: id,
                gear: n,
                at: mark,
                man,
                inches,
                faces: roll.faces,
                parts,
                total: roll.total,
                need,
                hit: roll.hit,
            }
        });
        self.shot_at_by_engine(machine, engine.at, mark);
        if roll.hit {
            match (mark, man) {
                (_, Some(man)) => {
                    let by = self.body(id).commander.unwrap_or(FigureId(self.body(id).first));
                    self.missile_hit(by, man, false, umpire);
                }
                (Mark::Piece(piece), _) => self.stone_hits_wall(piece, umpire.sink()),
                (Mark::Gear(gear), _) => self.stone_hits_gear(gear, umpire.sink()),
                _ => {}
            }
        }
        if machine == Machine::Bombard {
            self.horses_take_fright_at(engine.at, umpire);
        }
    }

    /// Units shot at by an engine or bombard test, knights within 15 in of a bombard (MM-7.1, MM-7.2).
    fn shot_at_by_engine(&mut self, machine: Machine, from: Point, mark: Mark) {
        let Mark::Body(body) = mark else { return };
        let near = self.tables.shooting.fright.men * INCH;
        let fright = machine == Machine::Bombard && self.body_near(body, from, near);
        let behind = self.is_behind(body, from);
        let body = self.body_mut(body);
        if !body.single {
            body.turn.causes.note(Cause::Engine);
        } else if fright {
            body.turn.causes.note(Cause::Firearm);
        }
        if behind {
            body.turn.causes.note(Cause::FromBehind);
        }
    }

    /// A bombard is a firearm: riders near it may fall (MM-6.3).
    fn horses_take_fright_at(&mut self, place: Point, umpire: &mut impl Umpire) {
        let near = self.tables.shooting.fright.horse * INCH;
        let mut riders: Vec<FigureId> = Vec::new();
        self.grid.any_near(place, near, |id| {
            let figure = self.figure(id);
            if figure.mounted() && figure.stands() && figure.at.distance_squared(place) <= i64::from(near).pow(2) {
                riders.push(id);
            }
            false
        });
        riders.sort_unstable();
        for rider in riders {
            self.keep_seat(rider, FallCause::Firearm, None, umpire);
        }
    }

    /// A hit on a wall counts; each full count opens a 2 in breach, or wrecks a gate or door (MM-4.10).
    fn stone_hits_wall(&mut self, piece: PieceId, sink: &mut impl Sink<Event>) {
        let need = self.hits_needed(piece);
        let at = self.train.hits.iter().position(|&(hit, _)| hit == piece).unwrap_or_else(|| {
            self.train.hits.push((piece, 0));
            self.train.hits.len() - 1
        });
        self.train.hits[at].1 += 1;
        if self.train.hits[at].1 >= need {
            self.train.hits.swap_remove(at);
            self.breach(piece, self.tables.gear.count.breach, sink);
        }
    }

    /// Opens so many inches of a barrier about a piece, or all of a gate, door, portcullis or bridge.
    pub(super) fn breach(&mut self, piece: PieceId, inches: i32, sink: &mut impl Sink<Event>) {
        let barrier = self.land.barrier(piece);
        let (first, end) = barrier.pieces;
        let whole = matches!(
            barrier.kind,
            BarrierKind::Gate | BarrierKind::Door | BarrierKind::Portcullis | BarrierKind::Drawbridge
        );
        // A drawbridge that is wrecked is down for good.
        let pieces: Vec<PieceId> = match whole {
            true => (first..end).map(PieceId).collect(),
            false => {
                let more = (piece.0 + 1..end).chain((first..piece.0).rev()).take(inches.max(1) as usize - 1);
                std::iter::once(piece.0).chain(more).map(PieceId).collect()
            }
        };
        self.open_pieces(pieces, true, sink);
    }

    /// Opens pieces of barriers, or shuts them.
    pub(super) fn open_pieces(&mut self, pieces: Vec<PieceId>, open: bool, sink: &mut impl Sink<Event>) {
        for &piece in &pieces {
            self.land.set_open(piece, open);
        }
        sink.tell(|| Event::Opened { pieces, open });
    }

    /// A hit on a wagon, engine, sow, tower or pavise (MM-4.10).
    fn stone_hits_gear(&mut self, gear: ThingId, sink: &mut impl Sink<Event>) {
        let need = hits_to_wreck(&self.tables);
        let it = self.gear_mut(gear);
        it.hits += 1;
        if it.hits < need {
            return;
        }
        it.hits = 0;
        if it.thing == Thing::Pavise && it.set > 1 {
            it.set -= 1;
            self.show_gear(gear, sink);
        } else {
            self.gear_lost(gear, Lies::Wrecked, sink);
        }
    }

    /// A piece of gear is wrecked or burnt; a standard on it falls to the ground (MM-8.8).
    pub(super) fn gear_lost(&mut self, gear: ThingId, how: Lies, sink: &mut impl Sink<Event>) {
        let it = self.gear_mut(gear);
        (it.lies, it.standard) = (how, false);
        let (body, at) = (it.body.take(), it.at);
        self.show_gear(gear, sink);
        self.train.climbs.retain(|climb| climb.ladder != gear);
        self.train.blazes.retain(|blaze| blaze.what != Burning::Gear(gear));
        for standard in self.standards.iter_mut().filter(|standard| standard.place == StandardAt::Wagon(gear)) {
            standard.place = StandardAt::Ground(at);
            let (side, standard) = (standard.side, standard.standard);
            sink.tell(|| Event::StandardFell { side, standard, at });
        }
        if let Some(body) = body {
            self.burden(body);
        }
    }
}
