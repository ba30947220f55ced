//! Fire at siege towers, rams and engines (MM-4.11, MM-4.12, MM-9.5, SG-4.3): lit by a torch or by oil, fought, deadly to who stays
//! by it, and burning down what it burns. Who is at what catches fire comes away from it at once **[house]**. Fire missiles, smoke
//! and what spreads are of the open field.

use super::Illegal;
use super::event::{Event, Thrown};
use super::map::HexId;
use super::state::{Assault, Fortune, Post, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::Side;
use crate::rules::game::Sink;
use crate::rules::man_to_man::gear::fire::{Tinder, burns_for, fight_fire_parts, roll_fight_fire, roll_light};
use crate::rules::man_to_man::gear::siege::{oil_parts, roll_oil};

impl Assault {
    /// Whether a side has fire at hand (MM-4.11): a garrison within its place **[house]**, others by flint and steel.
    pub fn has_fire(&self, side: Side) -> bool {
        side == self.garrison() || self.stores[side].flint
    }

    /// Whether a man may put a torch to a machine of the enemy's beside him (MM-4.11, SG-4.3), as far as the campaign allows fire
    /// and his side has it at hand. It takes his turn.
    pub(super) fn check_burn(&self, side: Side, id: TrooperId, machine: u8) -> Result<(), Illegal> {
        let at = self.fresh(side, id)?;
        let it = self.machines.get(usize::from(machine)).ok_or(Illegal::NoMachine)?;
        match () {
            _ if self.combat.house().fire_missiles == 0 => Err(Illegal::NoFireAllowed),
            _ if !self.has_fire(side) => Err(Illegal::NoFire),
            _ if it.side == side => Err(Illegal::NoTarget),
            _ if !it.stands() => Err(Illegal::MachineWrecked),
            _ if !self.ways.fought_from(at).any(|to| to == it.at) => Err(Illegal::NotAtMachine),
            _ if self.faces_enemy(id) => Err(Illegal::InContact),
            _ => Ok(()),
        }
    }

    pub(super) fn burn(&mut self, id: TrooperId, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        self.spend_turn(id);
        let (face, lit) = roll_light(Tinder::Timber, &self.combat, dice);
        sink.tell(|| Event::Torched { man: id, machine, face, lit });
        if lit {
            self.catches_fire(machine, dice, sink);
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
            self.catches_fire(machine, dice, sink);
        }
    }

    fn catches_fire(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let turn = self.turn;
        let it = &mut self.machines[usize::from(machine)];
        (it.burns, it.mark) = (Some(turn), None);
        let at = it.at;
        sink.tell(|| Event::Caught { machine });
        for post in [Post::Aboard(machine), Post::Aloft(machine)] {
            self.come_away(post, at, machine, dice, sink);
        }
    }

    /// At a turn's end fires are fought by those of the machine's side who are near, in their first turns (MM-4.12); they kill
    /// who has been beside them for two turns, and burn down what they burn (MM-4.11).
    pub(super) fn fires_burn(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for machine in 0..self.machines.len() as u8 {
            let Some(since) = self.machine(machine).burns else { continue };
            if self.turn < since + self.combat.fire.fought.turns && self.fight_fire(machine, dice, sink) {
                continue;
            }
            if self.turn + 1 >= since + burns_for(Tinder::Timber, &self.combat) {
                sink.tell(|| Event::BurntDown { machine });
                self.clears_away(machine, dice, sink);
            }
        }
        self.scorch(dice, sink);
    }

    /// Those near who have no enemy before them fight a fire by one throw; whether they put it out.
    fn fight_fire(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) -> bool {
        let (side, at) = (self.machine(machine).side, self.machine(machine).at);
        let near = i64::from(self.combat.fire.fought.near);
        let fights = |&id: &TrooperId| {
            let free = self.active(id) && self.man(id).hex().is_some() && !self.faces_enemy(id);
            free && self.place(id).is_some_and(|place| self.map.distance(place, at) <= near)
        };
        let men = self.of(side).filter(fights).count().min(99) as u8;
        if men == 0 {
            return false;
        }
        let (mut sum, combat) = (Sum::default(), self.combat.clone());
        fight_fire_parts(men, 0, &combat, &mut sum);
        let (faces, out) = roll_fight_fire(sum.0, &combat, dice);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            fight_fire_parts(men, 0, &combat, &mut parts);
            let total = i32::from(faces[0]) + i32::from(faces[1]) + sum.0;
            Event::FireFought { machine, men, thrown: Thrown { faces: faces.to_vec(), parts, total }, out }
        });
        if out {
            self.machines[usize::from(machine)].burns = None;
        }
        out
    }

    /// Whether a hex is so near a fire that who stays there two turns dies (MM-4.12).
    pub fn scorching(&self, at: HexId) -> bool {
        let near = i64::from(self.combat.fire.spread.kills);
        self.machines.iter().any(|it| it.burns.is_some() && self.map.distance(it.at, at) <= near)
    }

    /// Who is beside a fire at the end of a second turn dies (MM-4.12).
    fn scorch(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let before = std::mem::take(&mut self.scorched);
        if self.machines.iter().all(|it| it.burns.is_none()) {
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
