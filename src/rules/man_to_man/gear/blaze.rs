//! Fire on the field (MM-4.11, MM-4.12): lit, spreading, smoking, killing, fought, and burning down what it burns.

use super::fire::{Tinder, burns_for, fight_fire_parts, lights_on, roll_fight_fire, roll_light};
use super::hands::AT_HAND;
use super::machines::{machine_range, roll_machine};
use super::state::{Blaze, Burning, FieldGear, Lies, Mark, ThingId};
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Protection, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Thing;
use crate::rules::geometry::{INCH, Point, segments_cross};
use crate::rules::man_to_man::event::{Event, Gait};
use crate::rules::man_to_man::ground::{self, PieceId};
use crate::rules::man_to_man::shooting::{Range, Shot, roll_shot};
use crate::rules::man_to_man::state::{BodyId, FigureId, Position};
use crate::rules::man_to_man::{Cover, Decision, Illegal, Umpire};

/// What parts come to.
fn added(parts: &[Part]) -> i32 {
    parts.iter().map(|part| part.value as i32).sum()
}

impl Position {
    /// What of a thing burns, if any of it does and it is still there (MM-4.11).
    pub(in crate::rules::man_to_man) fn tinder(&self, what: Burning) -> Option<Tinder> {
        let of = |material: ground::Fuel| match material {
            ground::Fuel::Straw => Tinder::Straw,
            ground::Fuel::Timber => Tinder::Timber,
        };
        match what {
            Burning::Piece(piece) => {
                let there = usize::from(piece.0) < self.land.ground.pieces.len() && !self.land.stands_open(piece);
                if there { self.land.barrier(piece).burns.map(of) } else { None }
            }
            Burning::Area(area) => {
                let it = self.land.ground.areas.get(usize::from(area))?;
                if self.train.burnt.contains(&area) { None } else { it.burns.map(of) }
            }
            Burning::Gear(gear) => {
                let it = self.whole(gear).ok()?;
                (it.thing.rolls() || it.thing == Thing::Ram).then_some(Tinder::Timber)
            }
        }
    }

    /// How far a place is from what burns, squared; 0 inside a building.
    fn far_from(&self, what: Burning, place: Point) -> i64 {
        match what {
            Burning::Piece(piece) => {
                let it = self.land.ground.pieces[usize::from(piece.0)];
                place.distance_squared_to_segment(it.from, it.to).0
            }
            Burning::Area(area) => {
                let edge = &self.land.ground.areas[usize::from(area)].edge;
                if ground::inside(edge, place) {
                    return 0;
                }
                let sides =
                    (0..edge.len()).map(|n| place.distance_squared_to_segment(edge[n], edge[(n + 1) % edge.len()]).0);
                sides.min().unwrap_or(i64::MAX)
            }
            Burning::Gear(gear) => self.train.gear[usize::from(gear.0)].at.distance_squared(place),
        }
    }

    /// Some places of what burns, from which fire and smoke are measured.
    fn places_of(&self, what: Burning) -> Vec<Point> {
        match what {
            Burning::Piece(piece) => {
                let it = self.land.ground.pieces[usize::from(piece.0)];
                vec![it.from, it.from.half_way(it.to), it.to]
            }
            Burning::Area(area) => {
                let edge = &self.land.ground.areas[usize::from(area)].edge;
                let count = edge.len().max(1) as i32;
                let (x, y) = edge.iter().fold((0, 0), |(x, y), place| (x + place.x / count, y + place.y / count));
                edge.iter().copied().chain([Point::new(x, y)]).collect()
            }
            Burning::Gear(gear) => vec![self.train.gear[usize::from(gear.0)].at],
        }
    }

    /// The middle of what burns or could.
    pub fn middle_of(&self, what: Burning) -> Option<Point> {
        let there = match what {
            Burning::Piece(piece) => usize::from(piece.0) < self.land.ground.pieces.len(),
            Burning::Area(area) => usize::from(area) < self.land.ground.areas.len(),
            Burning::Gear(gear) => usize::from(gear.0) < self.train.gear.len(),
        };
        let places = if there { self.places_of(what) } else { Vec::new() };
        match what {
            Burning::Piece(_) => places.get(1).copied(),
            _ => places.last().copied(),
        }
    }

    fn burning_of(mark: Mark) -> Option<Burning> {
        match mark {
            Mark::Body(_) => None,
            Mark::Piece(piece) => Some(Burning::Piece(piece)),
            Mark::Area(area) => Some(Burning::Area(area)),
            Mark::Gear(gear) => Some(Burning::Gear(gear)),
        }
    }

    /// Things catch fire that burn, do not yet, and have not burnt down (MM-4.11); their first turn of burning is `since`.
    pub(super) fn catch(&mut self, what: Vec<Burning>, since: u32, sink: &mut impl Sink<Event>) {
        let mut caught = Vec::new();
        for what in what {
            let Some(tinder) = self.tinder(what).filter(|_| self.train.blaze(what).is_none()) else { continue };
            let until = since + burns_for(tinder, &self.tables) - 1;
            self.train.blazes.push(Blaze { what, since, until });
            caught.push(what);
        }
        if !caught.is_empty() {
            sink.tell(|| Event::Caught { what: caught });
        }
    }

    /// A body's gear of a kind that is still of use.
    fn has(&self, id: BodyId, thing: Thing) -> Option<ThingId> {
        self.train.of(id).find(|(_, gear)| gear.thing == thing && gear.count > 0).map(|(gear, _)| gear)
    }

    /// Whether a body has fire at hand: flint and steel, or something that burns by it (MM-4.11).
    fn fire_at_hand(&self, id: BodyId) -> bool {
        let near = i64::from(AT_HAND).pow(2);
        self.has(id, Thing::FlintAndSteel).is_some()
            || self.train.blazes.iter().any(|blaze| {
                self.men_of(id)
                    .any(|man| self.figure(man).stands() && self.far_from(blaze.what, self.figure(man).at) <= near)
            })
    }

    pub(super) fn check_light(&self, id: BodyId, gear: ThingId) -> Result<(), Illegal> {
        let it = self.own(id, gear)?;
        if it.thing != Thing::FireMissile || it.ready || it.count == 0 || self.tables.house().fire_missiles == 0 {
            return Err(Illegal::NotWithThat);
        }
        if self.fire_at_hand(id) { Ok(()) } else { Err(Illegal::NoFire) }
    }

    pub(super) fn check_torch(&self, id: BodyId, mark: Mark) -> Result<(), Illegal> {
        let what = Position::burning_of(mark).ok_or(Illegal::NotWithThat)?;
        if self.tinder(what).is_none() || self.train.blaze(what).is_some() || self.tables.house().fire_missiles == 0 {
            return Err(Illegal::NotWithThat);
        }
        let near = i64::from(AT_HAND).pow(2);
        if !self.men_of(id).any(|man| self.figure(man).stands() && self.far_from(what, self.figure(man).at) <= near) {
            return Err(Illegal::NotNear);
        }
        if self.fire_at_hand(id) { Ok(()) } else { Err(Illegal::NoFire) }
    }

    /// A torch in hand (MM-4.11).
    pub(super) fn torch(&mut self, mark: Mark, umpire: &mut impl Umpire) {
        if let Some(what) = Position::burning_of(mark) {
            self.try_to_light(what, umpire);
        }
    }

    fn try_to_light(&mut self, what: Burning, umpire: &mut impl Umpire) {
        let Some(tinder) = self.tinder(what) else { return };
        let (face, lit) = roll_light(tinder, &self.tables, umpire.dice());
        let need = lights_on(tinder, &self.tables) as u8;
        umpire.tell(|| Event::Lit { what, face, need, lit });
        if lit {
            self.catch(vec![what], self.turn, umpire.sink());
        }
    }

    /// Whether the bowmen of a body, or its crew by an engine, may shoot fire missiles, lit a move before, at a thing that
    /// burns (MM-4.11).
    pub fn check_shoot_fire(&self, id: BodyId, mark: Mark) -> Result<(), Illegal> {
        let missiles = self.has(id, Thing::FireMissile).ok_or(Illegal::NoSuchGear)?;
        let body = self.body(id);
        if !self.train.gear[usize::from(missiles.0)].ready
            || body.turn.spent > 0
            || body.turn.gait != Gait::Stood
            || body.turn.engaged
        {
            return Err(Illegal::MayNotShoot);
        }
        let what = Position::burning_of(mark).ok_or(Illegal::NotWithThat)?;
        if self.tinder(what).is_none() {
            return Err(Illegal::NotWithThat);
        }
        let any = self.fire_engine(id, mark).is_some() || !self.fire_shooters(id, mark).is_empty();
        if any { Ok(()) } else { Err(Illegal::NoShot) }
    }

    /// Whether a body has fire missiles lit, to shoot now.
    pub fn may_shoot_fire(&self, id: BodyId) -> bool {
        let lit = |missiles: ThingId| self.train.gear[usize::from(missiles.0)].ready;
        !self.train.is_empty() && self.body(id).turn.spent == 0 && self.has(id, Thing::FireMissile).is_some_and(lit)
    }

    /// The bowmen of a body who can shoot fire at something.
    pub(in crate::rules::man_to_man) fn fire_shooters(&self, id: BodyId, mark: Mark) -> Vec<FigureId> {
        self.men_of(id).filter(|&man| self.fire_shot(man, mark).is_some()).collect()
    }

    /// With what, in what band and where to a bowman can shoot fire.
    fn fire_shot(&self, man: FigureId, mark: Mark) -> Option<(Weapon, Range, Point)> {
        let figure = self.figure(man);
        let weapon = figure.profile.weapons.missile.filter(|weapon| weapon.is_bow())?;
        // His only shot is at half-move (MM-4.2).
        let (place, _) = self.marks_at_half_move(mark, figure.at).into_iter().next()?;
        let row = self.tables.shooting.of(weapon)?;
        let able = figure.stands() && figure.ammunition > 0 && figure.turn.shots == 0 && !self.in_melee_at_half(man);
        let range = Range::of(row, figure.at.distance_squared(place))?;
        (able && self.has_shot_at_thing(man, place)).then_some((weapon, range, place))
    }

    /// One fire missile (MM-4.11), as at a thing of protection 4 without cover (MM-4.8), or by an engine as its stones
    /// (MM-4.9); what it hits.
    pub(in crate::rules::man_to_man) fn one_fire_missile(
        &mut self,
        by: FigureId,
        mark: Mark,
        by_engine: bool,
        umpire: &mut impl Umpire,
    ) -> Option<Burning> {
        let body = self.figure(by).body;
        let missiles = self.has(body, Thing::FireMissile)?;
        let what = Position::burning_of(mark)?;
        let mut parts: Vec<Part> = Vec::new();
        let (roll, from, place) = if by_engine {
            let engine = self.fire_engine(body, mark)?;
            let (place, _) = self.aim(body, &self.train.gear[usize::from(engine.0)], mark).ok()?;
            let it = self.gear_mut(engine);
            (it.ready, it.shot) = (false, true);
            let (from, machine) = (it.at, it.thing.machine()?);
            let range = machine_range(self.tables.gear.of(machine), from.distance_squared(place))?;
            self.engine_here(machine, range, &mut parts);
            (roll_machine(machine, added(&parts), &self.tables, umpire.dice()), from, place)
        } else {
            let (weapon, range, place) = self.fire_shot(by, mark)?;
            let shot = Shot { weapon, range, protection: Protection::NONE, cover: Cover::None };
            self.shot_here(&shot, &mut parts);
            let figure = self.figure_mut(by);
            (figure.turn.shots, figure.ammunition) = (1, figure.ammunition - 1);
            let from = figure.at;
            (roll_shot(added(&parts), &self.tables, umpire.dice()), from, place)
        };
        self.gear_mut(missiles).count -= 1;
        let (faces, total, hit) = (roll.faces, roll.total, roll.hit);
        umpire.tell(|| Event::FireShot { by, at: mark, inches: from.distance(place) / INCH, faces, parts, total, hit });
        hit.then_some(what)
    }

    /// A fire missile that hit may set alight what it hit (MM-4.11).
    pub(in crate::rules::man_to_man) fn fire_lands(&mut self, what: Burning, umpire: &mut impl Umpire) {
        if self.train.blaze(what).is_none() {
            self.try_to_light(what, umpire);
        }
    }

    /// Fire missiles are lit for one turn of shooting.
    pub(in crate::rules::man_to_man) fn fire_is_shot(
        &mut self,
        named: &[(Side, Decision)],
        sink: &mut impl Sink<Event>,
    ) {
        for (_, decision) in named {
            let Decision::ShootFire { body, .. } = *decision else { continue };
            let lit = |(_, gear): &(ThingId, &FieldGear)| gear.thing == Thing::FireMissile && gear.ready;
            let Some((missiles, _)) = self.train.of(body).find(lit) else { continue };
            let it = self.gear_mut(missiles);
            it.ready = false;
            if it.count == 0 {
                it.lies = Lies::Spent;
            }
            self.show_gear(missiles, sink);
        }
    }

    pub(super) fn check_fight_fire(&self, id: BodyId, what: Burning) -> Result<(), Illegal> {
        let blaze = self.train.blaze(what).ok_or(Illegal::NotWithThat)?;
        let fought = &self.tables.fire.fought;
        if self.turn >= blaze.since + fought.turns {
            return Err(Illegal::TooLate);
        }
        if self.fighters(id, what) == 0 { Err(Illegal::NotNear) } else { Ok(()) }
    }

    fn fighters(&self, id: BodyId, what: Burning) -> u8 {
        let near = i64::from(self.tables.fire.fought.near * INCH).pow(2);
        let men = self.men_of(id).filter(|&man| self.figure(man).stands());
        men.filter(|&man| self.far_from(what, self.figure(man).at) <= near).count().min(99) as u8
    }

    /// Once everybody has moved, all of a side who fight a fire do it together (MM-4.12).
    pub(in crate::rules::man_to_man) fn fires_are_fought(&mut self, umpire: &mut impl Umpire) {
        let mut left = std::mem::take(&mut self.train.fire_fighters);
        while let Some(&(first, what)) = left.first() {
            let side = self.body(first).side;
            let (now, others): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|&(id, of)| of == what && self.body(id).side == side);
            left = others;
            let bodies: Vec<BodyId> = now.into_iter().map(|(id, _)| id).collect();
            if self.train.blaze(what).is_some() {
                self.fight_fire(&bodies, what, umpire);
            }
        }
    }

    /// The water that men of a body at a fire throw on it; a bucket serves once.
    fn throw_water(&mut self, id: BodyId, men: u8, sink: &mut impl Sink<Event>) -> u8 {
        let Some(gear) = self.has(id, Thing::Bucket) else { return 0 };
        let it = self.gear_mut(gear);
        let buckets = it.count.min(u16::from(men));
        it.count -= buckets;
        if it.count == 0 {
            it.lies = Lies::Spent;
        }
        self.show_gear(gear, sink);
        buckets as u8
    }

    /// All within 2 in of a fire who fight it, with their buckets of water, by one roll (MM-4.12).
    fn fight_fire(&mut self, bodies: &[BodyId], what: Burning, umpire: &mut impl Umpire) {
        let (mut men, mut buckets) = (0u8, 0u8);
        for &id in bodies {
            let here = self.fighters(id, what);
            men = men.saturating_add(here);
            buckets = buckets.saturating_add(self.throw_water(id, here, umpire.sink()));
        }
        let Some(&id) = bodies.first().filter(|_| men > 0) else { return };
        let mut sum = Sum::default();
        fight_fire_parts(men, buckets, &self.tables, &mut sum);
        let (faces, out) = roll_fight_fire(sum.0, &self.tables, umpire.dice());
        let tables = &self.tables;
        umpire.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            fight_fire_parts(men, buckets, tables, &mut parts);
            let total = i32::from(faces[0]) + i32::from(faces[1]) + sum.0;
            Event::FireFought { body: id, what, faces, parts, total, need: tables.fire.fought.need, out }
        });
        if out {
            self.train.blazes.retain(|blaze| blaze.what != what);
        }
    }

    /// At a turn's end (MM-4.11, MM-4.12): fires kill men who have been in or beside them for two moves, light what can burn
    /// within 1 in, and burn down.
    pub(in crate::rules::man_to_man) fn fires_burn(&mut self, umpire: &mut impl Umpire) {
        if self.train.blazes.is_empty() {
            self.train.scorched.clear();
            return;
        }
        self.scorch(umpire);
        let reach = i64::from(self.tables.fire.spread.lights * INCH).pow(2);
        let alight: Vec<Burning> = self.train.blazes.iter().map(|blaze| blaze.what).collect();
        let pieces = (0..self.land.ground.pieces.len() as u16).map(|n| Burning::Piece(PieceId(n)));
        let areas = (0..self.land.ground.areas.len() as u8).map(Burning::Area);
        let gear = (0..self.train.gear.len() as u16).map(|n| Burning::Gear(ThingId(n)));
        let near = |other: Burning| {
            self.tinder(other).is_some()
                && self.train.blaze(other).is_none()
                && alight.iter().any(|&what| {
                    self.places_of(other).into_iter().any(|place| self.far_from(what, place) <= reach)
                        || self.places_of(what).into_iter().any(|place| self.far_from(other, place) <= reach)
                })
        };
        let next: Vec<Burning> = pieces.chain(areas).chain(gear).filter(|&other| near(other)).collect();
        let down: Vec<Burning> =
            self.train.blazes.iter().filter(|blaze| self.turn >= blaze.until).map(|blaze| blaze.what).collect();
        // What is lit at the end of a turn burns from the next.
        self.catch(next, self.turn + 1, umpire.sink());
        if down.is_empty() {
            return;
        }
        self.train.blazes.retain(|blaze| !down.contains(&blaze.what));
        umpire.tell(|| Event::BurntDown { what: down.clone() });
        let mut pieces = Vec::new();
        for what in down {
            match what {
                Burning::Piece(piece) => pieces.push(piece),
                Burning::Area(area) => self.train.burnt.push(area),
                Burning::Gear(gear) => self.gear_lost(gear, Lies::Burnt, umpire.sink()),
            }
        }
        if !pieces.is_empty() {
            self.open_pieces(pieces, true, umpire.sink());
        }
    }

    /// A man who is in a burning structure, or within 1 in of it, for two moves dies (MM-4.12).
    fn scorch(&mut self, umpire: &mut impl Umpire) {
        let near = i64::from(self.tables.fire.spread.kills * INCH).pow(2);
        let mut now: Vec<(FigureId, u8)> = Vec::new();
        for (man, figure) in (0..).map(FigureId).zip(&self.figures) {
            let there =
                figure.in_arms() && self.train.blazes.iter().any(|blaze| self.far_from(blaze.what, figure.at) <= near);
            if there {
                let before =
                    self.train.scorched.iter().find(|&&(known, _)| known == man).map_or(0, |&(_, moves)| moves);
                now.push((man, before + 1));
            }
        }
        let deadly = self.tables.fire.spread.moves;
        let dead: Vec<FigureId> = now.iter().filter(|&&(_, moves)| moves >= deadly).map(|&(man, _)| man).collect();
        now.retain(|&(_, moves)| moves < deadly);
        self.train.scorched = now;
        for man in dead {
            umpire.tell(|| Event::Perished { figure: man, fire: true });
            self.dies(man, None, umpire);
        }
    }

    /// Whether smoke lies over a target, or between him and who shoots at him (MM-4.11): 12 in downwind of a fire.
    pub fn in_smoke(&self, shooter: Point, target: Point) -> bool {
        let Some(wind) = self.land.ground.wind else { return false };
        let length = self.tables.fire.spread.smoke * INCH;
        self.train.blazes.iter().any(|blaze| {
            self.places_of(blaze.what).into_iter().any(|place| {
                let end = place.along(wind, length);
                let (far, _) = target.distance_squared_to_segment(place, end);
                far <= i64::from(INCH).pow(2) || segments_cross(shooter, target, place, end)
            })
        })
    }
}
