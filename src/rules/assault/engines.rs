//! Engines and bombards on hexes (MM-4.9, MM-4.10, SG-7.8): what they may shoot at, their stones, and what hits do to walls,
//! gates, machines and men.

use super::Illegal;
use super::event::{Event, Thrown};
use super::line::LineEnd;
use super::machines::{EngineMark, HexMachine};
use super::map::{HexCell, HexId, Terrain};
use super::setup;
use super::state::{Assault, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
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
    fn engine_band(&self, engine: &HexMachine, at: HexId) -> Option<Range> {
        let row = self.combat.gear.of(engine.kind.engine()?);
        let far = self.map.distance(engine.at, at) * i64::from(INCH);
        machine_range(row, far * far)
    }

    /// Whether a hex lies before an engine: the straight line to it leaves over the side it faces (MM-4.3, **[house]**).
    fn lies_before(&self, engine: &HexMachine, at: HexId) -> bool {
        let (from, to) = (self.map.cell(engine.at).hex, self.map.cell(at).hex);
        let ahead = from.beside(engine.facing);
        from.line_to(to).get(1).is_some_and(|step| step.hexes().any(|hex| hex == ahead))
    }

    /// Whether an engine that faces so reaches a hex, has it before it and a clear line to it (MM-4.3, MM-4.7, SG-6).
    pub(super) fn bears_on(&self, engine: &HexMachine, at: HexId) -> bool {
        let line = || self.sights.between(&self.map, LineEnd::on(&self.map, engine.at), self.end_at(at), &self.tables);
        self.engine_band(engine, at).is_some() && self.lies_before(engine, at) && line().clear
    }

    /// What an engine of a side would hit in a hex that it shoots at: an enemy there, else an enemy's machine, else what is
    /// built there.
    pub fn struck_in(&self, side: Side, at: HexId) -> Option<Struck> {
        let enemy = |&id: &TrooperId| self.man(id).side != side && self.man(id).present() && !self.in_tower(id);
        let here = |&id: &TrooperId| self.place(id) == Some(at);
        let machine = self.machine_at(at).filter(|&n| self.machine(n).side != side && !self.machine(n).wrecked);
        let man = self.who(at).filter(enemy).or_else(|| self.ids().filter(here).find(enemy));
        man.map(Struck::Man).or(machine.map(Struck::Machine)).or_else(|| self.masonry_in(side, at))
    }

    /// What of masonry and timber an engine of besiegers batters in a hex, whoever stands there: a shut gate that faces it,
    /// else the wall of the rampart that touches the outer side (SG-7.1).
    pub fn masonry_in(&self, side: Side, at: HexId) -> Option<Struck> {
        if side != self.besiegers() {
            return None;
        }
        let shut = (0u8..).zip(&self.map.gates).filter(|(_, gate)| !gate.passable());
        let mut of = shut.filter(|(_, gate)| gate.sides.iter().any(|&(inner, _)| inner == at)).map(|(n, _)| n);
        of.next().map(Struck::Gate).or_else(|| self.hits_to_open(at).map(|_| Struck::Wall))
    }

    fn struck_by(&self, side: Side, mark: EngineMark) -> Option<Struck> {
        if mark.masonry { self.masonry_in(side, mark.at) } else { self.struck_in(side, mark.at) }
    }

    /// Hits that still demolish the wall of a rampart hex (MM-4.10): an outer one takes what a castle wall takes, an inner one
    /// is not reached but beside a demolished one, and then takes the hits of one D (SG-7.1, SG-7.8).
    pub fn hits_to_open(&self, at: HexId) -> Option<u8> {
        let cell = self.map.cell(at);
        let breached = || self.map.around(at).any(|(_, to)| self.map.cell(to).terrain == Terrain::Rubble);
        let needs = match () {
            _ if cell.terrain != Terrain::Rampart => return None,
            _ if self.map.touches_outer_wall(at) => self.combat.ground.row(BarrierKind::CastleWall).hits,
            _ if breached() => setup::hits_of_damage(1, &self.tables) as u8,
            _ => return None,
        };
        let had = self.wall_hits.iter().find(|(hex, _)| *hex == at).map_or(0, |&(_, hits)| hits);
        Some(needs.saturating_sub(had).max(1))
    }

    /// Whether an engine may shoot at a hex (MM-3.5, MM-4.3, MM-4.7, SG-6): loaded, its crew at work, what it hits in range,
    /// before it and on a clear line.
    pub fn check_loose(&self, side: Side, machine: u8, mark: EngineMark) -> Result<(), Illegal> {
        let at = mark.at;
        let it = *self.machines.get(usize::from(machine)).ok_or(Illegal::NoMachine)?;
        if usize::from(at.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let own = LineEnd::on(&self.map, it.at);
        let line = || self.sights.between(&self.map, own, self.end_at(at), &self.tables);
        match () {
            _ if it.side != side => Err(Illegal::NotYours),
            _ if it.wrecked => Err(Illegal::MachineWrecked),
            _ if it.kind.engine().is_none() => Err(Illegal::NoEngine),
            _ if it.rolled || !it.loaded || it.shot || it.rounds == 0 => Err(Illegal::NotLoaded),
            _ if !self.crew_works(machine) => Err(Illegal::NoCrew),
            _ if self.struck_by(side, mark).is_none() => Err(Illegal::NoTarget),
            _ if self.engine_band(&it, at).is_none() => Err(Illegal::OutOfReach),
            _ if !self.lies_before(&it, at) => Err(Illegal::NotBefore),
            _ if !line().clear => Err(Illegal::NoLine),
            _ => Ok(()),
        }
    }

    /// Where shots at a hex go: to the top of a siege tower that stands there, else to its ground.
    fn end_at(&self, at: HexId) -> LineEnd {
        match self.machine_at(at).filter(|&n| self.machine(n).reach > 0) {
            Some(tower) => LineEnd::on_tower(at, self.top_of(tower)),
            None => LineEnd::on(&self.map, at),
        }
    }

    /// Engines shoot as they were told, after the men's weapons (MM-4.1), and crews that stood and did not shoot load (MM-3.5).
    pub(super) fn engines(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for n in 0..self.machines.len() as u8 {
            if let Some(mark) = self.machine(n).mark
                && self.check_loose(self.machine(n).side, n, mark).is_ok()
            {
                self.stone(n, mark, dice, sink);
            }
        }
        for n in 0..self.machines.len() as u8 {
            let it = self.machine(n);
            let empty = it.kind.engine().is_some() && !it.wrecked && !it.loaded && !it.shot && it.rounds > 0;
            if empty && !it.rolled && self.crew_works(n) {
                self.machines[usize::from(n)].loaded = true;
                sink.tell(|| Event::EngineLoaded { machine: n });
            }
        }
    }

    /// One stone or ball (MM-4.9).
    fn stone(&mut self, machine: u8, mark: EngineMark, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let (at, it) = (mark.at, *self.machine(machine));
        let (Some(engine), Some(range)) = (it.kind.engine(), self.engine_band(&it, at)) else { return };
        let Some(struck) = self.struck_by(it.side, mark) else { return };
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        machine_parts(engine, range, &combat, &mut sum);
        let roll = roll_machine(engine, sum.0, &combat, dice);
        let used = &mut self.machines[usize::from(machine)];
        (used.loaded, used.shot, used.rounds) = (false, true, used.rounds - 1);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            machine_parts(engine, range, &combat, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: roll.total };
            Event::Loosed { machine, at, struck, thrown, hit: roll.hit }
        });
        if let Struck::Man(man) = struck {
            let troop = usize::from(self.man(man).troop);
            self.troops[troop].stoned = true;
        }
        if roll.hit {
            self.stone_hits(struck, at, dice, sink);
        }
    }

    fn stone_hits(&mut self, struck: Struck, at: HexId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let wrecks = hits_to_wreck(&self.combat);
        match struck {
            Struck::Man(man) => self.missile_hits(man, dice, sink),
            Struck::Machine(n) => {
                self.machines[usize::from(n)].hits += 1;
                if self.machine(n).hits >= wrecks {
                    self.wreck_machine(n, dice, sink);
                }
            }
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
        for n in 0..self.ladders.len() as u8 {
            self.ladder_without_head(n, at, level, dice, sink);
        }
        if let Some(man) = self.who(at) {
            self.falls_with_wall(man, at, level - self.map.cell(at).level, dice, sink);
        }
    }

    /// A hex of the map has become another: what it was, and what is to be known of it again.
    pub(super) fn change_hex(&mut self, at: HexId, change: impl FnOnce(&mut HexCell)) {
        change(&mut self.map_mut().cells[usize::from(at.0)]);
        self.map_changed(at);
    }
}
