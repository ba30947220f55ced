//! The attacker's and the defender's turns (CU-2, CU-4), and who has won (CU-5).

use super::castle::{Castle, SectionId, SectionKind, StructureId};
use super::shot::Impact;
use super::state::{Awaited, Counter, Ending, Health, PersonId, Position, Role, StructureFire};
use super::{Ammunition, Errand, Event, Illegal};
use crate::rules::game::Sink;
use crate::rules::geometry::{INCH, Point};

impl Position {
    pub(super) fn check_places(&self, stands: &[(Role, SectionId)]) -> Result<(), Illegal> {
        let (castle, tables) = (Castle::get(), &self.tables);
        if stands.iter().any(|(_, section)| usize::from(section.0) >= castle.sections.len()) {
            return Err(Illegal::NoSection);
        }
        let right = |role: &Role| stands.iter().filter(|(of, _)| of == role).count() == usize::from(role.count(tables));
        if Role::ALL.iter().all(right) { Ok(()) } else { Err(Illegal::Counters(tables.counters)) }
    }

    pub(super) fn place<S: Sink<Event>>(&mut self, stands: Vec<(Role, SectionId)>, sink: &mut S) {
        let person = |(role, section)| Counter { role, section, health: Health::Able, acted: false };
        self.people = stands.into_iter().map(person).collect();
        sink.tell(|| Event::Placed);
        self.begin_turn(sink);
    }

    fn begin_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        if self.ammunition == [0, 0, 0] {
            return self.end(Ending::OutOfAmmunition, sink);
        }
        self.stage = Awaited::Choose;
        let turn = self.turn;
        sink.tell(|| Event::Turn(turn));
    }

    pub(super) fn deflect<S: Sink<Event>>(&mut self, casts: bool, sink: &mut S) {
        self.deflects = casts;
        if casts {
            self.cast = Some(self.turn);
        }
        sink.tell(|| Event::Deflects(casts));
        self.stage = Awaited::Shoot;
    }

    /// Whether the catapult may stand at a place (CU-2.1): far enough from the castle, and from where it stood.
    pub(super) fn check_stand(&self, from: Point) -> Result<(), Illegal> {
        let stand = &self.tables.catapult;
        let square = |inches: i32| i64::from(inches * INCH).pow(2);
        let least = if self.stood.is_none() { stand.start } else { stand.least };
        if Castle::get().far(from) < square(least) {
            return Err(Illegal::TooNear(least));
        }
        match self.stood {
            Some(stood) if stood.distance_squared(from) < square(stand.moves) => Err(Illegal::NotMoved(stand.moves)),
            _ => Ok(()),
        }
    }

    pub(super) fn check_reach(&self, from: Point, aim: Point, setting: u8) -> Result<(), Illegal> {
        let setting = self.tables.setting(setting).ok_or(Illegal::OutOfReach)?;
        if from.distance_squared(aim) <= i64::from(setting.reach * INCH).pow(2) {
            Ok(())
        } else {
            Err(Illegal::OutOfReach)
        }
    }

    /// A shot has come down: what it does, and what is to be decided next.
    pub(super) fn lands<S: Sink<Event>>(&mut self, from: Point, at: Point, faces: Option<[[u8; 4]; 2]>, sink: &mut S) {
        self.stood = Some(from);
        let Some(with) = self.loaded.take() else { return };
        self.ammunition[with as usize] -= 1;
        sink.tell(|| Event::Shot(with, faces, at));
        let effects = self.effects(with, at, self.deflects);
        let mut leaving = Vec::new();
        for effect in effects {
            sink.tell(|| Event::Did(effect));
            match effect {
                Impact::Damaged(structure, points) => self.damage(structure, points, sink),
                Impact::Fire(structure, turns) => self.fires.push(StructureFire { structure, left: turns }),
                Impact::Closed(section) => {
                    self.closed.push(section);
                    leaving.extend(self.people_ids().filter(|&id| self.person(id).section == section));
                }
                Impact::Hurt(person, killed) => {
                    self.people[usize::from(person.0)].health = if killed { Health::Killed } else { Health::Injured };
                }
            }
        }
        leaving.retain(|&id| self.person(id).health != Health::Killed);
        if self.decided(sink) {
            return;
        }
        debug_assert!(with == Ammunition::Disease || leaving.is_empty());
        self.stage = if leaving.is_empty() { Awaited::Act } else { Awaited::Leave(leaving) };
        self.people.iter_mut().for_each(|person| person.acted = false);
    }

    fn damage<S: Sink<Event>>(&mut self, structure: StructureId, points: u8, sink: &mut S) {
        let left = &mut self.points[usize::from(structure.0)];
        if *left == 0 {
            return;
        }
        *left = left.saturating_sub(points);
        if *left == 0 {
            // With the structure its fires are over (CU-2.6).
            self.fires.retain(|fire| fire.structure != structure);
            sink.tell(|| Event::Destroyed(structure));
        }
    }

    /// The sections one may go to out of a closed one (CU-2.7): open ones beside it, or the nearest open ones.
    pub fn ways_out(&self, from: SectionId) -> Vec<SectionId> {
        let castle = Castle::get();
        let mut seen = vec![from];
        let mut ring = vec![from];
        loop {
            let next: Vec<SectionId> = ring
                .iter()
                .flat_map(|&id| castle.section(id).beside.iter().copied())
                .filter(|id| !seen.contains(id))
                .collect();
            let open: Vec<SectionId> = next.iter().copied().filter(|id| !self.closed.contains(id)).collect();
            if !open.is_empty() || next.is_empty() {
                return open;
            }
            seen.extend(&next);
            ring = next;
        }
    }

    pub(super) fn check_leaving(&self, leaving: &[PersonId], person: PersonId, to: SectionId) -> Result<(), Illegal> {
        if !leaving.contains(&person) {
            return Err(Illegal::NeedNotLeave);
        }
        let from = self.person(person).section;
        let ways = self.ways_out(from);
        let stays = ways.is_empty() && to == from;
        if stays || ways.contains(&to) { Ok(()) } else { Err(Illegal::NotBeside) }
    }

    /// A man leaves a closed section, injured (CU-2.7); where every section is closed he stays where he is.
    pub(super) fn leave<S: Sink<Event>>(&mut self, person: PersonId, to: SectionId, sink: &mut S) {
        let stays = self.ways_out(self.person(person).section).is_empty();
        let it = &mut self.people[usize::from(person.0)];
        it.health = Health::Injured;
        if !stays {
            it.section = to;
        }
        sink.tell(|| Event::Left(person, to));
        if let Awaited::Leave(leaving) = &mut self.stage {
            leaving.retain(|&id| id != person);
            if leaving.is_empty() {
                self.stage = Awaited::Act;
            }
        }
        self.decided(sink);
    }

    pub(super) fn check_deed(&self, person: PersonId, deed: Errand) -> Result<(), Illegal> {
        let it = self.people.get(usize::from(person.0)).ok_or(Illegal::Hurt)?;
        if it.health != Health::Able {
            return Err(Illegal::Hurt);
        }
        if it.acted {
            return Err(Illegal::Acted);
        }
        let section = Castle::get().section(it.section);
        let his = |role: Role| if it.role == role { Ok(()) } else { Err(Illegal::NotHisWork) };
        match deed {
            Errand::Move(to) if !section.beside.contains(&to) => Err(Illegal::NotBeside),
            Errand::Move(to) if self.closed.contains(&to) => Err(Illegal::Closed),
            Errand::Move(_) => Ok(()),
            Errand::Heal(whom) => his(Role::Priest).and_then(|()| {
                let with_him = self.people.get(usize::from(whom.0)).filter(|whom| whom.section == it.section);
                let injured = with_him.is_some_and(|whom| whom.health == Health::Injured);
                if injured { Ok(()) } else { Err(Illegal::NobodyToHeal) }
            }),
            Errand::Repair => his(Role::Stonemason).and_then(|()| {
                let damaged = section.structure.is_some_and(|structure| {
                    let whole = Castle::get().points(structure, self.strength, &self.tables);
                    (1..whole).contains(&self.points_left(structure))
                });
                if damaged { Ok(()) } else { Err(Illegal::NothingToRepair) }
            }),
            Errand::PutOut => his(Role::WaterBoy).and_then(|()| {
                let burns = self.fires.iter().any(|fire| Some(fire.structure) == section.structure);
                if burns { Ok(()) } else { Err(Illegal::NoFire) }
            }),
        }
    }

    /// A counter acts (CU-4); of fires the one nearest to doing harm is put out.
    pub(super) fn act<S: Sink<Event>>(&mut self, person: PersonId, deed: Errand, sink: &mut S) {
        let structure = Castle::get().section(self.person(person).section).structure;
        match deed {
            Errand::Move(to) => self.people[usize::from(person.0)].section = to,
            Errand::Heal(whom) => self.people[usize::from(whom.0)].health = Health::Able,
            Errand::Repair => {
                if let Some(structure) = structure {
                    self.points[usize::from(structure.0)] += 1;
                }
            }
            Errand::PutOut => {
                let here = self.fires.iter().enumerate().filter(|(_, fire)| Some(fire.structure) == structure);
                if let Some(worst) = here.min_by_key(|(_, fire)| fire.left).map(|(n, _)| n) {
                    self.fires.remove(worst);
                }
            }
        }
        self.people[usize::from(person.0)].acted = true;
        sink.tell(|| Event::Acted(person, deed));
    }

    /// The defender's turn is over: fires burn on, and the next turn begins (CU-2.6). A fire whose turns have run out
    /// takes a point, and has so many turns again.
    pub(super) fn end_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        let burns = self.tables.damage.burns;
        let mut burnt = Vec::new();
        for fire in &mut self.fires {
            fire.left -= 1;
            if fire.left == 0 {
                fire.left = burns;
                burnt.push(fire.structure);
            }
        }
        for structure in burnt {
            if self.points_left(structure) > 0 {
                sink.tell(|| Event::Burnt(structure));
                self.damage(structure, 1, sink);
            }
        }
        if self.decided(sink) {
            return;
        }
        self.turn += 1;
        self.begin_turn(sink);
    }

    /// Whether the attacker has won (CU-5).
    fn decided<S: Sink<Event>>(&mut self, sink: &mut S) -> bool {
        let castle = Castle::get();
        let fallen = |id: &StructureId| self.points_left(*id) == 0;
        let fallen: Vec<StructureId> = (0..castle.structures.len() as u8).map(StructureId).filter(fallen).collect();
        let of = |work: SectionKind| fallen.iter().copied().filter(move |&id| castle.structure(id).work == work);
        let pair = of(SectionKind::Tower).any(|tower| of(SectionKind::Wall).any(|wall| castle.adjoin(tower, wall)));
        let soldier = self.people.iter().any(|person| person.role == Role::Soldier && person.health == Health::Able);
        let ending = match () {
            _ if of(SectionKind::Keep).next().is_some() => Ending::Keep,
            _ if pair => Ending::TowerAndWall,
            _ if of(SectionKind::Gatehouse).next().is_some() => Ending::Gatehouse,
            _ if !soldier => Ending::NoSoldier,
            _ => return false,
        };
        self.end(ending, sink);
        true
    }

    fn end<S: Sink<Event>>(&mut self, ending: Ending, sink: &mut S) {
        self.stage = Awaited::Over(ending);
        sink.tell(|| Event::Over(ending));
    }
}
