//! Fire at siege towers, rams and engines, and at gates and doors (MM-4.11, MM-4.12, MM-9.5, SG-4.3): lit by a torch, a fire
//! missile or oil, fought, deadly to who stays by it, and burning down what it burns. Who is at what catches fire comes away from it
//! at once **[house]**. Smoke is of the open field.

use super::Illegal;
use super::enclosed::HexHome;
use super::event::{Event, Thrown};
use super::line::LineEnd;
use super::machines::MachineKind;
use super::map::{GateKind, HexId};
use super::state::{Assault, Fortune, HexAim, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum, Tally};
use crate::rules::figure::{Protection, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Machine;
use crate::rules::man_to_man::Cover;
use crate::rules::man_to_man::gear::fire::{Tinder, burns_for, fight_fire_parts, roll_fight_fire, roll_light};
use crate::rules::man_to_man::gear::machines::roll_machine;
use crate::rules::man_to_man::gear::siege::{oil_parts, roll_oil};
use crate::rules::man_to_man::shooting::{Range, Shot, ShotRoll, roll_shot};

/// What can burn: all of it timber (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexFuel {
    /// A siege tower, a ram or an engine.
    Machine(u8),
    /// A gate or door that is shut; a portcullis does not burn **[house]**.
    Gate(u8),
}

/// With what a fire missile is shot (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireThrow {
    Bow(Shot),
    /// By a catapult, in a band of its reach.
    Catapult(Range),
}

impl Assault {
    /// Whether a side can put a torch to gates and doors: who lies before those of others, with fire at hand.
    pub(super) fn burns_gates(&self, side: Side) -> bool {
        let before = side == self.besiegers() || self.shut_in > 0;
        let has_fire = self.stores[side].flint || self.homes_of(side).iter().any(|&home| home != HexHome::Field);
        before && self.fire_allowed(has_fire).is_ok()
    }

    /// Why there is no burning anything (MM-4.11): the campaign does not allow fire, or there is none at hand.
    fn fire_allowed(&self, at_hand: bool) -> Result<(), Illegal> {
        match () {
            _ if self.combat.house().fire_missiles == 0 => Err(Illegal::NoFireAllowed),
            _ if !at_hand => Err(Illegal::NoFire),
            _ => Ok(()),
        }
    }

    /// Whether a side may set something on fire: a machine of the enemy's that stands, or a shut gate of his.
    fn may_burn(&self, side: Side, fuel: HexFuel) -> Result<(), Illegal> {
        match fuel {
            HexFuel::Machine(n) => {
                let it = self.machines.get(usize::from(n)).ok_or(Illegal::NoMachine)?;
                match () {
                    _ if it.side == side => Err(Illegal::NoTarget),
                    _ if it.wrecked => Err(Illegal::MachineWrecked),
                    _ if it.burns.is_some() => Err(Illegal::Burns),
                    _ => Ok(()),
                }
            }
            HexFuel::Gate(n) => {
                let it = self.gate(n)?;
                match () {
                    _ if it.kind == GateKind::Portcullis => Err(Illegal::NoTinder),
                    _ if it.wrecked => Err(Illegal::Wrecked),
                    _ if it.open => Err(Illegal::GateOpen),
                    _ if side == self.owner_of_gate(n) => Err(Illegal::NoTarget),
                    _ if self.burning(fuel).is_some() => Err(Illegal::Burns),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Whether a man may put a torch to a machine or a gate beside him (MM-4.11, SG-4.3), or from the wall to a siege tower whose way
    /// lies on it, as far as the campaign allows fire and his side has it at hand. It takes his turn.
    pub(super) fn check_burn(&self, side: Side, id: TrooperId, fuel: HexFuel) -> Result<(), Illegal> {
        let at = self.fresh(side, id)?;
        self.fire_allowed(self.fire_at_hand(id))?;
        self.may_burn(side, fuel)?;
        match fuel {
            HexFuel::Machine(n)
                if self.gangway(n) != Some(at) && !self.ways.fought_from(at).any(|to| to == self.machine(n).at) =>
            {
                Err(Illegal::NotAtMachine)
            }
            HexFuel::Gate(n) if !self.at_gate(n, at) => Err(Illegal::NotAtGate),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => Ok(()),
        }
    }

    pub(super) fn burn(&mut self, id: TrooperId, fuel: HexFuel, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.spend_turn(id);
        let (face, lit) = roll_light(Tinder::Timber, &self.combat, dice);
        sink.tell(|| Event::Torched { man: id, fuel, face, lit });
        if lit {
            self.catches_fire(fuel, dice, sink);
        }
    }

    /// The catapult a man serves, which shoots fire as bows do (MM-4.11); a bombard shoots none.
    pub fn catapult_of(&self, id: TrooperId) -> Option<u8> {
        match self.man(id).post {
            Post::Aboard(n) if self.machine(n).kind == MachineKind::Catapult => Some(n),
            _ => None,
        }
    }

    /// Whether a man may light a fire missile (MM-4.11): a bowman, or one of a catapult's crew, of a side that has some and a fire
    /// at hand. It takes his turn.
    pub(super) fn check_kindle(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let catapult = self.catapult_of(id);
        if catapult.is_none() && !matches!(man.post, Post::Aloft(_)) {
            self.on_foot(side, id)?;
        }
        self.fire_allowed(self.fire_at_hand(id))?;
        let bow = man.profile.weapons.missile.is_some_and(Weapon::is_bow);
        let shoots = catapult.map_or(bow && man.ammunition > 0, |n| self.machine(n).stands());
        match () {
            _ if man.moved => Err(Illegal::NotFresh),
            _ if !shoots || man.one_handed() => Err(Illegal::NoBow),
            _ if man.lit.is_some() => Err(Illegal::NoChange),
            _ if self.stores[side].fire_missiles == 0 => Err(Illegal::NoFireMissile),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => Ok(()),
        }
    }

    /// He lights one, to shoot it in the next turn.
    pub(super) fn kindle(&mut self, id: TrooperId, sink: &mut impl Sink<Event>) {
        let side = self.man(id).side;
        self.stores[side].fire_missiles -= 1;
        self.spend_turn(id);
        self.man_mut(id).lit = Some(self.turn);
        sink.tell(|| Event::Kindled { man: id });
    }

    /// What of a hex a man could set burning with a fire missile: a machine of the enemy's there, else the gate over whose side his
    /// shot comes.
    pub fn fuel_in(&self, id: TrooperId, at: HexId) -> Option<HexFuel> {
        let side = self.man(id).side;
        let from = self.place(id)?;
        let machine = self.machine_at(at).map(HexFuel::Machine).filter(|&fuel| self.may_burn(side, fuel).is_ok());
        let gate = || self.gate_before(from, at).map(|(gate, _)| HexFuel::Gate(gate));
        machine.or_else(|| gate().filter(|&fuel| self.may_burn(side, fuel).is_ok()))
    }

    /// Whether a man may shoot the fire missile he has lit at what stands in a hex (MM-4.11), as he would shoot at a man.
    pub fn check_fire_at(&self, side: Side, id: TrooperId, at: HexId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        if usize::from(at.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let catapult = self.catapult_of(id);
        match () {
            _ if man.lit.is_none() => Err(Illegal::NotLit),
            _ if catapult.is_none() && self.shots_of(id) == 0 => Err(Illegal::MayNotShoot),
            _ if matches!(man.post, Post::Ladder(_)) => Err(Illegal::OnLadder),
            _ if catapult.is_none() && matches!(man.post, Post::Aboard(_)) => Err(Illegal::AtMachine),
            _ if man.aim == Some(HexAim::Fire(at)) => Err(Illegal::NoChange),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => {
                catapult.map_or(Ok(()), |n| self.may_loose(side, n))?;
                self.fire_bears(id, at).map(drop)
            }
        }
    }

    /// What a fire missile of a man's in a hex would be shot at, and from how far, if it reaches and his line is clear (MM-4.7, SG-6).
    pub fn fire_bears(&self, id: TrooperId, at: HexId) -> Result<(HexFuel, Range), Illegal> {
        let fuel = self.fuel_in(id, at).ok_or(Illegal::NoTinder)?;
        let from = self.place(id).ok_or(Illegal::NotThere)?;
        let end = match fuel {
            HexFuel::Machine(_) => self.end_at(at),
            HexFuel::Gate(_) => {
                let (_, before) = self.gate_before(from, at).ok_or(Illegal::NoTinder)?;
                LineEnd::on(&self.map, before)
            }
        };
        let clear =
            self.end_of(id).is_some_and(|one| self.sights.between(&self.map, one, end, &self.tables, self.form).clear);
        let catapult = self.catapult_of(id).map(|n| self.machine(n));
        match catapult.map_or_else(|| self.band_to(id, at), |it| self.engine_band(it, at)) {
            None => Err(Illegal::OutOfReach),
            Some(_) if catapult.is_some_and(|it| !self.lies_before(it, at)) => Err(Illegal::NotBefore),
            Some(_) if !clear => Err(Illegal::NoLine),
            Some(range) => Ok((fuel, range)),
        }
    }

    /// How a man shoots one: by his bow, at a thing as at a man without protection and in no cover (MM-4.8), or by his catapult
    /// as its stones (MM-4.9).
    pub fn fire_throw(&self, id: TrooperId, range: Range) -> Option<FireThrow> {
        if self.catapult_of(id).is_some() {
            return Some(FireThrow::Catapult(range));
        }
        let weapon = self.man(id).profile.weapons.missile?;
        Some(FireThrow::Bow(Shot { weapon, range, protection: Protection::NONE, cover: Cover::None }))
    }

    /// All that bears on it, the weather of the field included (MM-4.8, MM-4.9, CP-3.1).
    pub fn fire_here(&self, throw: &FireThrow, tally: &mut impl Tally) {
        match throw {
            FireThrow::Bow(shot) => self.shot_here(shot, tally),
            FireThrow::Catapult(range) => self.engine_here(Machine::Catapult, *range, tally),
        }
    }

    /// The dice for it, with so much added.
    pub fn roll_fire(&self, throw: &FireThrow, added: i32, dice: &mut (impl Dice + ?Sized)) -> ShotRoll {
        match throw {
            FireThrow::Bow(_) => roll_shot(added, &self.combat, dice),
            FireThrow::Catapult(_) => roll_machine(Machine::Catapult, added, &self.combat, dice),
        }
    }

    /// He shoots it, in its place among the shots; at what, and whether it hits, if he does.
    pub(super) fn fire_missile(
        &mut self,
        id: TrooperId,
        at: HexId,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<(HexFuel, bool)> {
        let man = *self.man(id);
        let catapult = self.catapult_of(id);
        let ready = catapult.map_or(man.ammunition > 0, |n| self.may_loose(man.side, n).is_ok());
        if !man.able() || man.lit.is_none() || !ready || self.faces_enemy(id) {
            return None;
        }
        let (fuel, range) = self.fire_bears(id, at).ok()?;
        let throw = self.fire_throw(id, range)?;
        let mut sum = Sum::default();
        self.fire_here(&throw, &mut sum);
        let roll = self.roll_fire(&throw, sum.0, dice);
        self.man_mut(id).lit = None;
        match catapult {
            Some(n) => {
                let used = &mut self.machines[usize::from(n)];
                (used.loaded, used.shot, used.mark) = (false, true, None);
            }
            None => self.man_mut(id).ammunition -= 1,
        }
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            self.fire_here(&throw, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: roll.total };
            Event::FireShot { man: id, fuel, thrown, hit: roll.hit }
        });
        Some((fuel, roll.hit))
    }

    /// A fire missile that hit may set alight what it hit (MM-4.11).
    pub(super) fn fire_lands(&mut self, fuel: HexFuel, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let whole = match fuel {
            HexFuel::Machine(n) => self.machine(n).stands(),
            HexFuel::Gate(n) => !self.map.gates[usize::from(n)].wrecked && self.burning(fuel).is_none(),
        };
        if !whole {
            return;
        }
        let (face, lit) = roll_light(Tinder::Timber, &self.combat, dice);
        sink.tell(|| Event::FireLanded { fuel, face, lit });
        if lit {
            self.catches_fire(fuel, dice, sink);
        }
    }

    /// Oil has come down on a siege tower or a ram (MM-9.5).
    pub(super) fn oil_on(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let (mut percent, combat) = (Sum::default(), self.combat.clone());
        oil_parts(&combat, &mut percent);
        let roll = roll_oil(percent.0, dice);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            oil_parts(&combat, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: i32::from(roll.total) };
            Event::Oiled { machine, thrown, percent: percent.0, lit: roll.success }
        });
        if roll.success {
            self.catches_fire(HexFuel::Machine(machine), dice, sink);
        }
    }

    /// The turn in which it caught fire, if it burns.
    pub fn burning(&self, fuel: HexFuel) -> Option<u32> {
        match fuel {
            HexFuel::Machine(n) => self.machine(n).burns,
            HexFuel::Gate(n) => self.map.gates[usize::from(n)].burns,
        }
    }

    fn set_burning(&mut self, fuel: HexFuel, since: Option<u32>) {
        match fuel {
            HexFuel::Machine(n) => self.machines[usize::from(n)].burns = since,
            HexFuel::Gate(n) => self.map_mut().gates[usize::from(n)].burns = since,
        }
    }

    /// All that can burn.
    fn fuels(&self) -> impl Iterator<Item = HexFuel> + Clone + use<> {
        let machines = (0..self.machines.len() as u8).map(HexFuel::Machine);
        machines.chain((0..self.map.gates.len() as u8).map(HexFuel::Gate))
    }

    /// How far a hex is from something, in half inches: of a gate, from the side that it shuts.
    pub fn halves_from(&self, fuel: HexFuel, at: HexId) -> i64 {
        match fuel {
            // Of what burns above nothing is felt in a passage below.
            _ if self.map.cell(at).under => i64::MAX,
            HexFuel::Machine(n) => 2 * self.map.distance(self.machine(n).at, at),
            HexFuel::Gate(n) => {
                let sides = &self.map.gates[usize::from(n)].sides;
                let either = sides.iter().flat_map(|&(inner, side)| [Some(inner), self.map.beside(inner, side)]);
                let far = either.flatten().map(|hex| self.map.distance(hex, at)).min();
                far.map_or(i64::MAX, |far| 2 * far + 1)
            }
        }
    }

    fn catches_fire(&mut self, fuel: HexFuel, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.burns_since(fuel, self.turn, dice, sink);
    }

    fn burns_since(&mut self, fuel: HexFuel, since: u32, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.set_burning(fuel, Some(since));
        sink.tell(|| Event::Caught { fuel });
        if let HexFuel::Machine(machine) = fuel {
            self.machines[usize::from(machine)].mark = None;
            let at = self.machine(machine).at;
            for post in [Post::Aboard(machine), Post::Aloft(machine)] {
                self.come_away(post, at, machine, dice, sink);
            }
        }
    }

    /// At a turn's end fires are fought by those whose it is who are near, in their first turns (MM-4.12); they kill who has been
    /// beside them for two turns, and burn down what they burn (MM-4.11).
    pub(super) fn fires_burn(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for fuel in self.fuels() {
            if self.can_be_fought(fuel) {
                self.fight_fire(fuel, dice, sink);
            }
        }
        self.scorch(dice, sink);
        self.spreads(dice, sink);
        for fuel in self.fuels() {
            let Some(since) = self.burning(fuel) else { continue };
            if self.turn + 1 >= since + burns_for(Tinder::Timber, &self.combat) {
                sink.tell(|| Event::BurntDown { fuel });
                match fuel {
                    HexFuel::Machine(machine) => self.clears_away(machine, dice, sink),
                    HexFuel::Gate(gate) => self.wreck_gate(gate),
                }
            }
        }
    }

    /// What burns lights at the turn's end what can burn within an inch of it, which burns from the next turn on (MM-4.11).
    fn spreads(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if self.form < HexForm::Third {
            return;
        }
        let alight: Vec<HexFuel> = self.fuels().filter(|&fuel| self.burning(fuel).is_some()).collect();
        let near = |other: HexFuel| alight.iter().any(|&fuel| self.lies_by(fuel, other));
        let next: Vec<HexFuel> = self.fuels().filter(|&fuel| self.may_catch(fuel) && near(fuel)).collect();
        for fuel in next {
            self.burns_since(fuel, self.turn + 1, dice, sink);
        }
    }

    /// Whether fire would take something now: a machine that stands, or a gate or door that is shut.
    fn may_catch(&self, fuel: HexFuel) -> bool {
        match fuel {
            HexFuel::Machine(n) => self.machine(n).stands(),
            HexFuel::Gate(n) => {
                let it = &self.map.gates[usize::from(n)];
                it.kind != GateKind::Portcullis && !it.passable() && it.burns.is_none()
            }
        }
    }

    /// Whether one thing is so near another that fire spreads between them.
    fn lies_by(&self, fuel: HexFuel, other: HexFuel) -> bool {
        let near = 2 * i64::from(self.combat.fire.spread.lights);
        let places = |of: HexFuel| match of {
            HexFuel::Machine(n) => vec![self.machine(n).at],
            HexFuel::Gate(n) => {
                let sides = &self.map.gates[usize::from(n)].sides;
                let either = sides.iter().flat_map(|&(inner, side)| [Some(inner), self.map.beside(inner, side)]);
                either.flatten().collect()
            }
        };
        // A gate is half an inch from the hexes it parts.
        let (gate, from) = if matches!(fuel, HexFuel::Gate(_)) { (fuel, other) } else { (other, fuel) };
        places(from).into_iter().any(|at| self.halves_from(gate, at) <= near)
    }

    /// Whose it is that burns.
    fn side_of(&self, fuel: HexFuel) -> Side {
        match fuel {
            HexFuel::Machine(n) => self.machine(n).side,
            HexFuel::Gate(n) => self.owner_of_gate(n),
        }
    }

    /// Whether it burns and is in its first turns (MM-4.12).
    fn can_be_fought(&self, fuel: HexFuel) -> bool {
        self.burning(fuel).is_some_and(|since| self.turn < since + self.combat.fire.fought.turns)
    }

    /// What burns of a side's and can still be fought.
    pub fn fires_to_fight(&self, side: Side) -> impl Iterator<Item = HexFuel> + '_ {
        self.fuels().filter(move |&fuel| self.can_be_fought(fuel) && self.side_of(fuel) == side)
    }

    /// Whether a fire is fought from a hex (MM-4.12).
    pub fn fights_from(&self, fuel: HexFuel, at: HexId) -> bool {
        self.halves_from(fuel, at) <= 2 * i64::from(self.combat.fire.fought.near)
    }

    /// Those near who have no enemy before them fight a fire by one throw.
    fn fight_fire(&mut self, fuel: HexFuel, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let fights = |&id: &TrooperId| {
            let free = self.active(id) && self.man(id).hex().is_some() && !self.faces_enemy(id);
            free && self.place(id).is_some_and(|place| self.fights_from(fuel, place))
        };
        let men = self.of(self.side_of(fuel)).filter(fights).count().min(99) as u8;
        if men == 0 {
            return;
        }
        let side = self.side_of(fuel);
        let store = &mut self.stores[side].buckets;
        let buckets = if self.form >= HexForm::Third { (*store).min(men.into()) as u8 } else { 0 };
        *store -= u16::from(buckets);
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        fight_fire_parts(men, buckets, &combat, &mut sum);
        let (faces, out) = roll_fight_fire(sum.0, &combat, dice);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            fight_fire_parts(men, buckets, &combat, &mut parts);
            let total = i32::from(faces[0]) + i32::from(faces[1]) + sum.0;
            Event::FireFought { fuel, men, buckets, thrown: Thrown { faces: faces.to_vec(), parts, total }, out }
        });
        if out {
            self.set_burning(fuel, None);
        }
    }

    /// Whether a hex is so near a fire that who stays there two turns dies (MM-4.12).
    pub fn scorching(&self, at: HexId) -> bool {
        let near = 2 * i64::from(self.combat.fire.spread.kills);
        self.fuels().any(|fuel| self.burning(fuel).is_some() && self.halves_from(fuel, at) <= near)
    }

    /// Who is beside a fire at the end of a second turn dies (MM-4.12).
    fn scorch(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let before = std::mem::take(&mut self.scorched);
        if self.fuels().all(|fuel| self.burning(fuel).is_none()) {
            return;
        }
        let there = |id: &TrooperId| self.man(*id).present() && self.place(*id).is_some_and(|at| self.scorching(at));
        let turns = |id: TrooperId| before.iter().find(|known| known.0 == id).map_or(0, |known| known.1) + 1;
        let now: Vec<(TrooperId, u8)> = self.ids().filter(there).map(|id| (id, turns(id))).collect();
        let deadly = self.combat.fire.spread.moves;
        for &(id, _) in now.iter().filter(|(_, turns)| *turns >= deadly) {
            sink.tell(|| Event::Perished { man: id });
            self.lost(id, None, Fortune::Dead, dice, sink);
        }
        self.scorched = now.into_iter().filter(|&(_, turns)| turns < deadly).collect();
    }
}
