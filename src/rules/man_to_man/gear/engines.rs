//! Engines and bombards at men, walls and things (MM-3.5, MM-4.3, MM-4.5, MM-4.9, MM-4.10).

use super::machines::{can_be_wrecked, hits_to_wreck, machine_parts, machine_range, roll_machine};
use super::state::{Burning, FieldGear, Lies, Mark, ThingId};
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::game::Sink;
use crate::rules::gear::{Machine, Thing};
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::man_to_man::event::{Cause, Event, Gait};
use crate::rules::man_to_man::ground::{BarrierKind, PieceId};
use crate::rules::man_to_man::shooting::Range;
use crate::rules::man_to_man::state::{BodyId, Figure, FigureId, Mood, Position, StandardAt};
use crate::rules::man_to_man::{Illegal, Umpire};

/// A stone or a ball that has been shot.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules::man_to_man) struct Stone {
    by: FigureId,
    mark: Mark,
    man: Option<FigureId>,
    horse: bool,
    hit: bool,
    /// Where a firearm went off.
    pub(in crate::rules::man_to_man) fright: Option<Point>,
}

impl Position {
    /// The engine a body can shoot with now: its crew works, stands, and it is loaded (MM-3.5, MM-9.7).
    fn engine_of(&self, id: BodyId) -> Option<(ThingId, &FieldGear)> {
        let body = self.body(id);
        let able = body.turn.gait == Gait::Stood
            && body.turn.spent == 0
            && !body.turn.engaged
            && !body.turn.slaying
            && matches!(body.mood, Mood::Steady | Mood::Bold | Mood::Craven);
        // Its only shot is at half-move, before any charge is home (MM-4.2).
        if !able || self.train.is_empty() || !self.crew_works(id) {
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

    /// What may be aimed at of a mark: of men, each in arms by his place, the nearest first.
    pub(super) fn marks_at(
        &self,
        mark: Mark,
        from: Point,
        place: impl Fn(&Figure) -> Point,
    ) -> Vec<(Point, Option<FigureId>)> {
        let one = match mark {
            Mark::Body(body) if usize::from(body.0) >= self.bodies.len() => None,
            Mark::Body(body) => {
                let men = self.men_of(body).filter(|&man| self.figure(man).in_arms());
                let mut men: Vec<(Point, FigureId)> = men.map(|man| (place(self.figure(man)), man)).collect();
                men.sort_unstable_by_key(|&(at, man)| (at.distance_squared(from), man));
                return men.into_iter().map(|(at, man)| (at, Some(man))).collect();
            }
            Mark::Piece(piece) => {
                self.land.ground.pieces.get(usize::from(piece.0)).map(|piece| piece.from.half_way(piece.to))
            }
            Mark::Area(area) => {
                let area = self.land.ground.areas.get(usize::from(area));
                area.and_then(|it| it.edge.iter().min_by_key(|corner| corner.distance_squared(from)).copied())
            }
            Mark::Gear(gear) => self.whole(gear).ok().map(|gear| gear.at),
        };
        one.map(|at| (at, None)).into_iter().collect()
    }

    /// What is aimed at: of men, the nearest in arms.
    pub(in crate::rules::man_to_man) fn mark_at(&self, mark: Mark, from: Point) -> Option<(Point, Option<FigureId>)> {
        self.marks_at(mark, from, |figure| figure.at).into_iter().next()
    }

    /// What an engine may aim at where it is at half-move, when it shoots (MM-4.2), the nearest first.
    pub(super) fn marks_at_half_move(&self, mark: Mark, from: Point) -> Vec<(Point, Option<FigureId>)> {
        match mark {
            Mark::Gear(gear) => {
                let gear = self.whole(gear).ok();
                gear.map(|gear| (gear.from.half_way(gear.at), None)).into_iter().collect()
            }
            _ => self.marks_at(mark, from, |figure| self.place_at(figure, false)),
        }
    }

    /// Whether a man is aimed at in the horse, as those who shoot or drop have chosen to (MM-4.4).
    pub(super) fn aims_at_horse(&self, id: BodyId, man: FigureId) -> bool {
        self.body(id).aim_at_horses && self.figure(man).mounted()
    }

    /// Whether a crew may shoot its engine so: in sight and range, within 22½° of its facing, past no more friends than it
    /// may (MM-4.3 to MM-4.5, MM-4.7), at an enemy, a wall or an enemy's thing that stands.
    pub fn check_loose(&self, id: BodyId, mark: Mark) -> Result<(), Illegal> {
        let (_, engine) = self.engine_of(id).ok_or(Illegal::MayNotShoot)?;
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
        self.aim(id, engine, mark).map(|_| ())
    }

    /// What an engine can be aimed at of a mark at half-move: of men, the nearest at whom there is a shot. Without any, why
    /// there is none at the nearest.
    pub(in crate::rules::man_to_man) fn aim(
        &self,
        id: BodyId,
        engine: &FieldGear,
        mark: Mark,
    ) -> Result<(Point, Option<FigureId>), Illegal> {
        let marks = self.marks_at_half_move(mark, engine.at);
        let mut refused = Illegal::NoSuchEnemy;
        for (n, &(place, man)) in marks.iter().enumerate() {
            match self.check_aim(id, engine, place, man) {
                Ok(()) => return Ok((place, man)),
                Err(why) if n == 0 => refused = why,
                Err(_) => {}
            }
        }
        Err(refused)
    }

    /// Whether an engine can be aimed at a place, or at a man there.
    fn check_aim(&self, id: BodyId, engine: &FieldGear, place: Point, man: Option<FigureId>) -> Result<(), Illegal> {
        let machine = engine.thing.machine().ok_or(Illegal::MayNotShoot)?;
        if machine_range(self.tables.gear.of(machine), engine.at.distance_squared(place)).is_none() {
            return Err(Illegal::OutOfReach);
        }
        if engine.facing.turn_to(Heading::of(engine.at.to(place))) > Heading::STEPS_22 {
            return Err(Illegal::NoShot);
        }
        let it = self.body(id);
        let crew = it.first..it.first + it.count;
        let seen = match man {
            Some(man) => self.clear_sight(it.commander.unwrap_or(FigureId(it.first)), engine.at, man, place),
            None => self.sees(engine.at, place, true),
        };
        let in_melee = man.is_some_and(|man| self.in_melee_at_half(man));
        let gun = machine == Machine::Bombard;
        let blocked = self.blocked(engine.side, engine.at, place, gun, |friend| crew.contains(&friend.0));
        if !seen || in_melee || blocked { Err(Illegal::NoShot) } else { Ok(()) }
    }

    /// The catapult with which a crew can shoot fire missiles at something that burns (MM-4.11).
    pub(in crate::rules::man_to_man) fn fire_engine(&self, id: BodyId, mark: Mark) -> Option<ThingId> {
        let (n, engine) = self.engine_of(id).filter(|(_, engine)| engine.thing == Thing::Catapult)?;
        self.aim(id, engine, mark).is_ok().then_some(n)
    }

    /// Hits by engines that open a piece of a barrier (MM-4.10); 0 for what they do not open.
    pub(super) fn hits_needed(&self, piece: PieceId) -> u8 {
        self.land.hits_to_open(piece)
    }

    /// Where a body's engine stands, and what it is, if it can be shot with now.
    pub(in crate::rules::man_to_man) fn engine_ready(&self, id: BodyId) -> Option<(Point, Machine)> {
        let (_, engine) = self.engine_of(id)?;
        engine.thing.machine().map(|machine| (engine.at, machine))
    }

    /// Crews that stood and did not shoot load (MM-3.5).
    pub(in crate::rules::man_to_man) fn load_engines(&mut self, umpire: &mut impl Umpire) {
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

    /// What is added to the dice of an engine's shot here: by the page, and by the weather (MM-4.9, CP-3.1).
    pub(in crate::rules::man_to_man) fn engine_here(&self, machine: Machine, range: Range, tally: &mut impl Tally) {
        machine_parts(machine, range, &self.tables, tally);
        if let Some(weather) = self.weather {
            weather.engine_shot(machine == Machine::Bombard, range == Range::Long, tally);
        }
    }

    /// An engine shoots as it was told, if it still can; its stone, where it came down.
    pub(in crate::rules::man_to_man) fn one_stone(
        &mut self,
        id: BodyId,
        mark: Mark,
        umpire: &mut impl Umpire,
    ) -> Option<Stone> {
        self.check_loose(id, mark).ok()?;
        let (n, engine) = self.engine_of(id).map(|(n, gear)| (n, *gear))?;
        let (machine, (place, man)) = (engine.thing.machine()?, self.aim(id, &engine, mark).ok()?);
        let horse = man.is_some_and(|man| self.aims_at_horse(id, man));
        let range = machine_range(self.tables.gear.of(machine), engine.at.distance_squared(place))?;
        let mut sum = Sum::default();
        self.engine_here(machine, range, &mut sum);
        let roll = roll_machine(machine, sum.0, &self.tables, umpire.dice());
        let it = self.gear_mut(n);
        (it.ready, it.shot, it.rounds) = (false, true, it.rounds - 1);
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            self.engine_here(machine, range, &mut parts);
            let inches = engine.at.distance(place) / INCH;
            let need = self.tables.gear.of(machine).need;
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
        let by = self.body(id).commander.unwrap_or(FigureId(self.body(id).first));
        // A bombard is a firearm (MM-6.3).
        let fright = (machine == Machine::Bombard).then_some(engine.at);
        Some(Stone { by, mark, man, horse, hit: roll.hit, fright })
    }

    /// What a stone that hit does to a man, a wall or a thing.
    pub(in crate::rules::man_to_man) fn stone_lands(&mut self, stone: &Stone, umpire: &mut impl Umpire) {
        match (stone.mark, stone.man) {
            _ if !stone.hit => {}
            (_, Some(man)) => self.missile_hit(stone.by, man, stone.horse && self.figure(man).mounted(), umpire),
            (Mark::Piece(piece), _) if !self.land.stands_open(piece) => self.stone_hits_wall(piece, umpire.sink()),
            (Mark::Gear(gear), _) if self.whole(gear).is_ok() => self.stone_hits_gear(gear, umpire.sink()),
            _ => {}
        }
    }

    /// Units shot at by an engine or bombard test, knights within 15 in of a bombard (MM-7.1, MM-7.2).
    fn shot_at_by_engine(&mut self, machine: Machine, from: Point, mark: Mark) {
        let Mark::Body(body) = mark else { return };
        let near = self.tables.shooting.fright.men * INCH;
        let fright = machine == Machine::Bombard && self.body_near(body, from, near);
        let behind = self.is_behind(body, from);
        self.shot_at_halted(body);
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

    /// A hit on a wall counts; each full count opens a 2 in breach, or wrecks a gate or door (MM-4.10).
    fn stone_hits_wall(&mut self, piece: PieceId, sink: &mut impl Sink<Event>) {
        let need = self.hits_needed(piece);
        // A gate is one thing, wherever it is hit.
        let whole = self.falls_with(piece);
        let at = self.train.hits.iter().position(|&(hit, _)| hit == whole).unwrap_or_else(|| {
            self.train.hits.push((whole, 0));
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
