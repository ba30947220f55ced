//! Engines and bombards on hexes (MM-4.9, MM-4.10, SG-7.8): what they may shoot at, their stones, and what hits do to walls,
//! gates, machines and men.

use super::Illegal;
use super::event::{Event, Thrown};
use super::line::LineEnd;
use super::machines::{EngineMark, HexMachine, MachineKind, Meant};
use super::map::{HexCell, HexId, Terrain};
use super::setup;
use super::shoot::HexHit;
use super::state::{Assault, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::gear::Machine;
use crate::rules::geometry::INCH;
use crate::rules::man_to_man::gear::machines::{hits_to_wreck, machine_parts, machine_range, roll_machine};
use crate::rules::man_to_man::ground::BarrierKind;
use crate::rules::man_to_man::shooting::Range;

/// What of a hex an engine hits: men before machines, and machines before walls **[house]**.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Struck {
    Man(TrooperId),
    Machine(u8),
    /// A gate or door.
    Gate(u8),
    /// The wall of a rampart hex.
    Wall,
}

impl Assault {
    /// The band of an engine's shot at a hex (MM-4.7), a hex for an inch (SG-5.4).
    pub(super) fn engine_band(&self, engine: &HexMachine, at: HexId) -> Option<Range> {
        let row = self.combat.gear.of(engine.kind.engine()?);
        let far = self.map.distance(engine.at, at) * i64::from(INCH);
        machine_range(row, far * far)
    }

    /// Whether a hex lies before an engine: the straight line to it leaves over the side it faces (MM-4.3, **[house]**).
    pub(super) fn lies_before(&self, engine: &HexMachine, at: HexId) -> bool {
        let (from, to) = (self.map.cell(engine.at).hex, self.map.cell(at).hex);
        let ahead = from.beside(engine.facing);
        from.line_to(to).get(1).is_some_and(|step| step.hexes().any(|hex| hex == ahead))
    }

    /// What an engine that faces so would hit, or why it does not shoot at it: it must reach it, and have it before it and a
    /// clear line to it (MM-4.3, MM-4.7, SG-6), to a gate or the wall of a room as far as the hex before it. A man face to face
    /// with another is not shot at (MM-5.1).
    pub(super) fn bears_on(&self, engine: &HexMachine, mark: EngineMark) -> Result<Struck, Illegal> {
        let at = mark.at;
        let struck = self.struck_by(engine, mark).ok_or(Illegal::NoTarget)?;
        let before = || match struck {
            Struck::Gate(_) => self.gate_before(engine.at, at).map(|(_, before)| before),
            Struck::Wall => self.wall_before(engine.at, at),
            Struck::Man(_) | Struck::Machine(_) => None,
        };
        let end = || before().map_or_else(|| self.end_at(at), |before| LineEnd::on(&self.map, before));
        let line = || self.sights.between(&self.map, LineEnd::on(&self.map, engine.at), end(), &self.tables, self.form);
        match () {
            _ if self.engine_band(engine, at).is_none() => Err(Illegal::OutOfReach),
            _ if !self.lies_before(engine, at) => Err(Illegal::NotBefore),
            _ if matches!(struck, Struck::Man(man) if self.in_contact(man)) => Err(Illegal::TargetInContact),
            _ if !line().clear => Err(Illegal::NoLine),
            _ => Ok(struck),
        }
    }

    /// Whether a man is face to face with an enemy, on his feet or fallen, so that nobody shoots at him (MM-5.1).
    pub(super) fn in_contact(&self, id: TrooperId) -> bool {
        (self.man(id).able() || self.form >= HexForm::Fourth) && self.faces_enemy(id)
    }

    /// An enemy of a side who is in a hex and not inside a siege tower, one who is face to face with nobody before others.
    pub(super) fn enemy_in(&self, side: Side, at: HexId) -> Option<TrooperId> {
        let enemy = |&id: &TrooperId| self.man(id).side != side && self.man(id).present() && !self.in_tower(id);
        let here = self.ids().filter(|&id| self.place(id) == Some(at));
        self.who(at).into_iter().chain(here).filter(enemy).min_by_key(|&id| self.in_contact(id))
    }

    /// What an engine would hit in a hex that it shoots at: an enemy there, one who is face to face with nobody before others,
    /// else an enemy's machine, else what is built there.
    pub fn struck_in(&self, engine: &HexMachine, at: HexId) -> Option<Struck> {
        let side = engine.side;
        let man = self.enemy_in(side, at);
        man.map(Struck::Man)
            .or(self.machine_against(side, at).map(Struck::Machine))
            .or_else(|| self.masonry_in(engine, at))
    }

    /// What of masonry and timber an engine of besiegers batters in a hex, whoever stands there: a shut gate that it stands
    /// before, else the wall of the rampart that touches the outer side (SG-7.1).
    pub fn masonry_in(&self, engine: &HexMachine, at: HexId) -> Option<Struck> {
        // Nor a friend's wall, behind those who are shut in (SG-4.3).
        let friends = self.relief_assaults() && self.map.line_of(at) > self.shut_in;
        if engine.side != self.besiegers() || friends {
            return None;
        }
        let gate = self.gate_before(engine.at, at).map(|(gate, _)| Struck::Gate(gate));
        let walled = || self.map.cell(at).terrain == Terrain::Rampart || self.wall_before(engine.at, at).is_some();
        gate.or_else(|| self.hits_to_open(at).filter(|_| walled()).map(|_| Struck::Wall))
    }

    /// The hexes through which the straight line from one hex comes into another.
    fn last_before(&self, from: HexId, at: HexId) -> impl Iterator<Item = HexId> + '_ {
        let line = self.map.cell(from).hex.line_to(self.map.cell(at).hex);
        let last = line.len().checked_sub(2).map(|n| line[n]);
        last.into_iter().flat_map(|step| step.hexes().collect::<Vec<_>>()).filter_map(|hex| self.map.at(hex))
    }

    /// The open ground through which the straight line comes to the outer wall of a room or a court (SG-7.1).
    pub(super) fn wall_before(&self, from: HexId, at: HexId) -> Option<HexId> {
        let walled = |before: &HexId| self.map.outer_walls(at).any(|(_, to)| to == *before);
        let rampart = self.map.cell(at).terrain == Terrain::Rampart;
        self.last_before(from, at).find(walled).filter(|_| !rampart)
    }

    /// The shut gate over whose side the straight line from one hex comes into another, and the hex before it (MM-4.10).
    pub(super) fn gate_before(&self, from: HexId, at: HexId) -> Option<(u8, HexId)> {
        self.last_before(from, at).find_map(|before| {
            let side = self.map.side_to(at, before)?;
            let gate = self.map.cell(at).edge(side).gate?;
            let it = &self.map.gates[usize::from(gate)];
            (!it.passable() && it.sides.contains(&(at, side))).then_some((gate, before))
        })
    }

    fn struck_by(&self, engine: &HexMachine, mark: EngineMark) -> Option<Struck> {
        match mark.meant {
            Meant::First => self.struck_in(engine, mark.at),
            Meant::Masonry => self.masonry_in(engine, mark.at),
            Meant::Machine => self.machine_against(engine.side, mark.at).map(Struck::Machine),
        }
    }

    /// The machine of a side's enemy that stands in a hex.
    pub fn machine_against(&self, side: Side, at: HexId) -> Option<u8> {
        self.machine_at(at).filter(|&n| self.machine(n).side != side && !self.machine(n).wrecked)
    }

    /// Hits that still demolish the wall of a rampart hex (MM-4.10): an outer one takes what a castle wall takes, an inner one
    /// is not reached but beside a demolished battlement, and then takes the hits of one D (SG-7.1, SG-7.8).
    pub fn hits_to_open(&self, at: HexId) -> Option<u8> {
        let cell = self.map.cell(at);
        let breached = || self.map.around(at).any(|(_, to)| self.map.battlement_down(to));
        let needs = match () {
            _ if self.map.has_outer_wall(at) => self.combat.ground.row(BarrierKind::CastleWall).hits,
            _ if cell.terrain == Terrain::Rampart && breached() => setup::hits_of_damage(1, &self.tables) as u8,
            _ => return None,
        };
        let had = self.wall_hits.iter().find(|(hex, _)| *hex == at).map_or(0, |&(_, hits)| hits);
        Some(needs.saturating_sub(had).max(1))
    }

    /// Whether an engine may shoot at an enemy's machine by name (MM-4.10), whoever serves it or stands on it.
    pub(super) fn check_batter(&self, side: Side, machine: u8, other: u8) -> Result<(), Illegal> {
        let at = self.machines.get(usize::from(other)).ok_or(Illegal::NoMachine)?.at;
        self.check_loose(side, machine, EngineMark { at, meant: Meant::Machine })
    }

    /// Whether an engine may shoot at a hex (MM-3.5, MM-4.3, MM-4.7, SG-6): loaded, its crew at work, and with that
    /// before it which it can hit.
    pub fn check_loose(&self, side: Side, machine: u8, mark: EngineMark) -> Result<(), Illegal> {
        let it = *self.machines.get(usize::from(machine)).ok_or(Illegal::NoMachine)?;
        if usize::from(mark.at.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        self.may_loose(side, machine)?;
        match it.rounds {
            0 => Err(Illegal::NotLoaded),
            _ => self.bears_on(&it, mark).map(drop),
        }
    }

    /// An engine is told what to shoot at.
    pub(super) fn aim_engine(&mut self, machine: u8, mark: EngineMark, sink: &mut impl Sink<Event>) {
        self.machines[usize::from(machine)].mark = Some(mark);
        sink.tell(|| Event::EngineAimed { machine, at: mark.at });
    }

    /// Whether an engine can be shot with in this turn (MM-3.5): loaded, and its crew at work.
    pub(super) fn may_loose(&self, side: Side, machine: u8) -> Result<(), Illegal> {
        let it = self.machines.get(usize::from(machine)).ok_or(Illegal::NoMachine)?;
        match () {
            _ if it.side != side => Err(Illegal::NotYours),
            _ if it.wrecked => Err(Illegal::MachineWrecked),
            _ if it.burns.is_some() => Err(Illegal::Burns),
            _ if it.kind.engine().is_none() => Err(Illegal::NoEngine),
            _ if it.rolled || !it.loaded || it.shot => Err(Illegal::NotLoaded),
            _ if !self.crew_works(machine) => Err(Illegal::NoCrew),
            _ => Ok(()),
        }
    }

    /// Where shots at a hex go: to the top of a siege tower that stands there, else to its ground.
    pub(super) fn end_at(&self, at: HexId) -> LineEnd {
        match self.machine_at(at).filter(|&n| self.machine(n).reach > 0) {
            Some(tower) => LineEnd::on_tower(at, self.top_of(tower)),
            None => LineEnd::on(&self.map, at),
        }
    }

    /// Crews that stood and did not shoot load (MM-3.5).
    pub(super) fn load_engines(&mut self, sink: &mut impl Sink<Event>) {
        for n in 0..self.machines.len() as u8 {
            let it = self.machine(n);
            let empty = it.kind.engine().is_some() && it.stands() && !it.loaded && !it.shot && it.rounds > 0;
            if empty && !it.rolled && self.crew_works(n) {
                self.machines[usize::from(n)].loaded = true;
                sink.tell(|| Event::EngineLoaded { machine: n });
            }
        }
    }

    /// All that bears on an engine's shot (MM-4.9), the weather of the field included (CP-3.1).
    pub fn engine_here(&self, engine: Machine, range: Range, tally: &mut impl Tally) {
        machine_parts(engine, range, &self.combat, tally);
        if let Some(weather) = self.weather {
            weather.engine_shot(engine == Machine::Bombard, range == Range::Long, tally);
        }
    }

    /// One stone or ball (MM-4.9), as its crew was told, if it still can be shot; what it hits, if anything.
    pub(super) fn stone(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) -> Option<HexHit> {
        let it = *self.machine(machine);
        let mark = it.mark?;
        self.check_loose(it.side, machine, mark).ok()?;
        let (at, engine, range) = (mark.at, it.kind.engine()?, self.engine_band(&it, mark.at)?);
        let struck = self.struck_by(&it, mark)?;
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        self.engine_here(engine, range, &mut sum);
        let roll = roll_machine(engine, sum.0, &combat, dice);
        let used = &mut self.machines[usize::from(machine)];
        (used.loaded, used.shot, used.rounds) = (false, true, used.rounds - 1);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            self.engine_here(engine, range, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: roll.total };
            Event::Loosed { machine, at, struck, thrown, hit: roll.hit }
        });
        if let Struck::Man(man) = struck {
            let near = i64::from(self.combat.morale.near.leader);
            let from = self.place(man).map(|place| self.map.distance(it.at, place));
            let troop = &mut self.troops[usize::from(self.men[usize::from(man.0)].troop)];
            (troop.stoned, troop.shot_at) = (true, true);
            // A bombard is a firearm.
            troop.fired_on |= it.kind == MachineKind::Bombard && from.is_some_and(|far| far <= near);
        }
        roll.hit.then_some(HexHit::Stone(struck, at))
    }

    /// What a stone that hit does: nothing to a machine, a gate or a wall that another has brought down with it.
    pub(super) fn stone_hits(&mut self, struck: Struck, at: HexId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let wrecks = hits_to_wreck(&self.combat);
        match struck {
            Struck::Man(man) => self.missile_hits(man, dice, sink),
            Struck::Machine(n) if self.machine(n).wrecked => {}
            Struck::Machine(n) => {
                self.machines[usize::from(n)].hits += 1;
                if self.machine(n).hits >= wrecks {
                    self.wreck_machine(n, dice, sink);
                }
            }
            Struck::Gate(gate) if self.map.gates[usize::from(gate)].wrecked => {}
            Struck::Gate(gate) => {
                let work = &mut self.gate_work[usize::from(gate)];
                work.stones += 1;
                if work.stones >= wrecks {
                    self.wreck_gate(gate);
                    sink.tell(|| Event::GateWrecked { gate });
                }
            }
            Struck::Wall => self.wall_hit(at, dice, sink),
        }
    }

    /// A hit on the wall of a rampart hex: they add up, and the last it takes demolishes it (MM-4.10).
    fn wall_hit(&mut self, at: HexId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let Some(lacks) = self.hits_to_open(at) else { return };
        if lacks > 1 {
            match self.wall_hits.iter_mut().find(|(hex, _)| *hex == at) {
                Some((_, hits)) => *hits += 1,
                None => self.wall_hits.push((at, 1)),
            }
            return;
        }
        self.wall_hits.retain(|(hex, _)| *hex != at);
        let level = self.map.cell(at).level;
        setup::demolish(self.map_mut(), at);
        self.map_changed(at);
        sink.tell(|| Event::Opened { at });
        // Ladders and towers against it have nothing to lean on, and who stood on it comes down with it (MM-6.4).
        let stood = self.who(at);
        for n in 0..self.ladders.len() as u8 {
            self.ladder_without_head(n, at, level, dice, sink);
        }
        if let Some(machine) = self.machine_at(at) {
            let men: Vec<TrooperId> = self.at_post(Post::Aboard(machine)).collect();
            self.wreck_machine(machine, dice, sink);
            for man in men {
                if !self.man(man).present() {
                    continue;
                }
                let place = self.man(man).hex().unwrap_or(at);
                self.falls_with_wall(man, place, level - self.map.cell(at).level, dice, sink);
            }
        } else if let Some(man) = stood {
            self.falls_with_wall(man, at, level - self.map.cell(at).level, dice, sink);
        }
    }

    /// A hex of the map has become another: what it was, and what is to be known of it again.
    pub(super) fn change_hex(&mut self, at: HexId, change: impl FnOnce(&mut HexCell)) {
        change(&mut self.map_mut().cells[usize::from(at.0)]);
        self.map_changed(at);
    }
}
