//! The attacker's and the defender's turns (CU-2, CU-4), and who has won (CU-5).

use super::castle::{Castle, CastleSpot, SectionId, SectionKind, StructureId};
use super::shot::{CatapultShot, Impact, ScatterFaces};
use super::state::{Awaited, Counter, Ending, Health, PersonId, Position, Reckoning, Role, StructureFire};
use super::tables::Setting;
use super::{Ammunition, Errand, Event, Illegal, Landed};
use crate::rules::game::Sink;
use crate::rules::geometry::{INCH, Point};

impl Position {
    pub(super) fn check_place(&self, role: Role, spot: CastleSpot) -> Result<(), Illegal> {
        match Castle::get().section_at(spot) {
            None => Err(Illegal::NoSpot(spot)),
            Some(_) if self.unplaced(role) == 0 => Err(Illegal::AllPlaced(role)),
            Some(_) => Ok(()),
        }
    }

    /// Whether every counter is placed (CU-1.3).
    pub(super) fn check_placed(&self) -> Result<(), Illegal> {
        let missing = Role::ALL.iter().map(|&role| u32::from(self.unplaced(role))).sum();
        if missing == 0 { Ok(()) } else { Err(Illegal::Unplaced(missing)) }
    }

    /// The defender places a counter (CU-1.1).
    pub(super) fn place<S: Sink<Event>>(&mut self, role: Role, spot: CastleSpot, sink: &mut S) {
        let id = PersonId(self.people.len() as u8);
        self.people.push(Counter { role, spot, health: Health::Able, acted: false, cast: None });
        sink.tell(|| Event::Placed(id, spot));
    }

    /// How it ends where nothing is left to be shot: the ammunition, or the shots of a day (CU-5, CU-6.7, CU-6.9).
    fn shot_out(&self) -> Option<Ending> {
        if self.ammunition != [0, 0, 0] {
            return (self.shots == Some(0)).then_some(Ending::ShotsMade);
        }
        Some(match (self.agreed.reckoning, self.victory_points()) {
            (Reckoning::Points, Some((killed, left))) if killed > left => Ending::MorePoints,
            (Reckoning::Points, Some(_)) => Ending::NoMorePoints,
            _ => Ending::OutOfAmmunition,
        })
    }

    pub(super) fn begin_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        (self.stage, self.deflects) = (Awaited::Choose, false);
        let turn = self.turn;
        sink.tell(|| Event::Turn(turn));
    }

    /// The attacker has chosen; where no wizard can cast there is nothing to say about it (CU-2.1).
    pub(super) fn load(&mut self, with: Ammunition) {
        self.loaded = Some(with);
        self.stage = if self.wizard().is_some() { Awaited::Deflect } else { Awaited::Shoot };
    }

    pub(super) fn deflect<S: Sink<Event>>(&mut self, casts: bool, sink: &mut S) {
        let caster = self.wizard().filter(|_| casts);
        self.deflects = caster.is_some();
        if let Some(caster) = caster {
            self.people[usize::from(caster.0)].cast = Some(self.turn);
        }
        sink.tell(|| Event::Deflects(casts));
        self.stage = Awaited::Shoot;
    }

    /// Whether a place is on the table at all.
    pub(super) fn check_on_table(&self, place: Point) -> Result<(), Illegal> {
        let (castle, table) = (Castle::get().bounds(), self.tables.catapult.table);
        let (least, most) = (castle.corner, castle.end());
        let within = |at: i32, least: i32, most: i32| (least - table * INCH..=most + table * INCH).contains(&at);
        let on = within(place.x, least.x, most.x) && within(place.y, least.y, most.y);
        if on { Ok(()) } else { Err(Illegal::OffTheTable(table)) }
    }

    /// Whether the catapult may stand at a place (CU-2.1): far enough from the castle, and from where it stood.
    pub fn check_stand(&self, from: Point) -> Result<(), Illegal> {
        self.check_on_table(from)?;
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

    /// Whether a setting of the arm reaches from one place to another (CU-2.2).
    pub fn check_reach(&self, from: Point, aim: Point, setting: u8) -> Result<(), Illegal> {
        let setting = self.check_setting(setting)?;
        self.check_on_table(aim)?;
        let reach = i64::from(setting.reach * INCH).pow(2);
        if from.distance_squared(aim) <= reach { Ok(()) } else { Err(Illegal::OutOfReach(setting.reach)) }
    }

    pub(super) fn check_setting(&self, setting: u8) -> Result<Setting, Illegal> {
        self.tables.setting(setting).ok_or(Illegal::NoSetting(self.tables.arm.reach.len() as u8))
    }

    /// A shot made on a real table (CU-2.4): the catapult stood where it may, and the counter lies wherever it does.
    pub(super) fn check_landed(&self, landed: &Landed) -> Result<(), Illegal> {
        self.check_stand(landed.from)?;
        self.check_setting(landed.setting)?;
        landed.aim.map_or(Ok(()), |aim| self.check_on_table(aim))?;
        self.check_on_table(landed.landing.at)
    }

    /// A shot has come down: what it does, and what is to be decided next.
    pub(super) fn lands<S: Sink<Event>>(&mut self, landed: Landed, thrown: Option<ScatterFaces>, sink: &mut S) {
        let Landed { from, aim, setting, landing } = landed;
        self.stood = Some(from);
        let Some(with) = self.loaded.take() else { return };
        self.ammunition[with as usize] -= 1;
        self.shots = self.shots.map(|shots| shots.saturating_sub(1));
        let effects = self.effects(with, landing, self.deflects);
        let shares = || self.shares(landing);
        sink.tell(|| Event::Shot(CatapultShot { with, from, aim, setting, thrown, landing, shares: shares() }));
        let mut leaving = Vec::new();
        for effect in effects {
            sink.tell(|| Event::Did(effect));
            match effect {
                Impact::Damaged(structure, points) => self.damage(structure, points, sink),
                Impact::Fire(structure, turns) => self.fires.push(StructureFire { structure, left: turns }),
                Impact::Closed(section) => {
                    self.closed.push(section);
                    leaving.extend(self.people_ids().filter(|&id| self.person(id).section() == section));
                }
                Impact::Hurt(person, health) => self.people[usize::from(person.0)].health = health,
            }
        }
        leaving.retain(|&id| self.person(id).health != Health::Killed);
        if self.decided(sink) {
            return;
        }
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

    /// The spots where somebody who must leave a closed section may go; where every section is closed, his own alone.
    pub fn spots_out(&self, person: PersonId) -> Vec<CastleSpot> {
        let it = self.person(person);
        let ways = self.ways_out(it.section());
        if ways.is_empty() {
            return vec![it.spot];
        }
        ways.into_iter().flat_map(|id| Castle::get().section(id).spots.iter().copied()).collect()
    }

    pub(super) fn check_leaving(&self, leaving: &[PersonId], person: PersonId, to: CastleSpot) -> Result<(), Illegal> {
        if !leaving.contains(&person) {
            return Err(Illegal::NeedNotLeave);
        }
        if self.spots_out(person).contains(&to) { Ok(()) } else { Err(Illegal::NoWayOut) }
    }

    /// A man leaves a closed section, injured (CU-2.7); where every section is closed he stays where he is.
    pub(super) fn leave<S: Sink<Event>>(&mut self, person: PersonId, to: CastleSpot, sink: &mut S) {
        let it = &mut self.people[usize::from(person.0)];
        (it.health, it.spot) = (Health::Injured, to);
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
        let section = Castle::get().section(it.section());
        let his = |role: Role| if it.role == role { Ok(()) } else { Err(Illegal::NotHisWork) };
        match deed {
            Errand::Move(to) => match Castle::get().section_at(to) {
                None => Err(Illegal::NoSpot(to)),
                Some(to) if !section.beside.contains(&to) => Err(Illegal::NotBeside),
                Some(to) if self.is_closed(to) => Err(Illegal::Closed),
                Some(_) => Ok(()),
            },
            Errand::Heal(whom) => his(Role::Priest).and_then(|()| {
                let with_him = self.people.get(usize::from(whom.0)).filter(|whom| whom.section() == it.section());
                let injured = with_him.is_some_and(|whom| whom.health == Health::Injured);
                if injured { Ok(()) } else { Err(Illegal::NobodyToHeal) }
            }),
            Errand::Repair => his(Role::Stonemason).and_then(|()| {
                let damaged = section
                    .structure
                    .is_some_and(|structure| (1..self.points_whole(structure)).contains(&self.points_left(structure)));
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
        let structure = Castle::get().section(self.person(person).section()).structure;
        match deed {
            Errand::Move(to) => self.people[usize::from(person.0)].spot = to,
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
        if let Some(ending) = self.shot_out() {
            return self.end(ending, sink);
        }
        self.turn += 1;
        self.begin_turn(sink);
    }

    /// Whether the attacker has won (CU-5).
    fn decided<S: Sink<Event>>(&mut self, sink: &mut S) -> bool {
        let castle = Castle::get();
        let fallen = |id: &StructureId| self.points_left(*id) == 0;
        let fallen: Vec<StructureId> = castle.structure_ids().filter(fallen).collect();
        let of = |kind: SectionKind| fallen.iter().copied().filter(move |&id| castle.structure(id).kind == kind);
        let pair = of(SectionKind::Tower).any(|tower| of(SectionKind::Wall).any(|wall| castle.adjoin(tower, wall)));
        let soldier = self.people.iter().any(|person| person.role == Role::Soldier && person.health == Health::Able);
        let ending = match () {
            _ if of(SectionKind::Keep).next().is_some() => Ending::Keep,
            _ if pair && !self.keep_only => Ending::TowerAndWall,
            _ if of(SectionKind::Gatehouse).next().is_some() && !self.keep_only => Ending::Gatehouse,
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
