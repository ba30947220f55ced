//! Moving a man hex by hex by his points (SG-5.2, SG-5.3).

use super::Illegal;
use super::event::Event;
use super::machines::MachineKind;
use super::map::{HexId, Terrain};
use super::state::{Assault, Heart, Post, Trooper, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::Sink;

/// Where a man can get to in a turn, as it was found: each hex with the points left there and the one before it.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    found: Vec<(HexId, u8, u16)>,
    /// Whether nobody stands there.
    free: Vec<bool>,
}

impl Reached {
    /// The free hexes he can end in, each with its number.
    pub(super) fn ends(&self) -> impl Iterator<Item = (usize, HexId)> + '_ {
        (1..self.found.len()).filter(|&n| self.free[n]).map(|n| (n, self.found[n].0))
    }

    /// How many steps lead to one.
    pub(super) fn steps(&self, mut n: usize) -> usize {
        let mut steps = 0;
        while n > 0 {
            n = usize::from(self.found[n].2);
            steps += 1;
        }
        steps
    }

    /// The steps that lead to one.
    pub(super) fn way(&self, mut n: usize) -> Vec<HexId> {
        let mut steps = Vec::new();
        while n > 0 {
            steps.push(self.found[n].0);
            n = usize::from(self.found[n].2);
        }
        steps.reverse();
        steps
    }
}

impl Assault {
    /// Movement points of a man for a turn (SG-5.2).
    pub fn points_of(&self, man: &Trooper) -> u8 {
        let points = &self.tables.points;
        if man.profile.protection.number() <= 2 { points.armoured } else { points.light }
    }

    /// Movement points it costs to step into a hex (SG-5.2).
    pub fn cost_of(&self, to: HexId) -> u8 {
        let points = &self.tables.points;
        match self.map.cell(to).terrain {
            Terrain::Stair => points.stair,
            Terrain::Rubble => points.rubble,
            Terrain::Trees => points.trees,
            Terrain::Passage => points.passage,
            Terrain::Spiral => points.spiral,
            _ => points.flat,
        }
    }

    /// A man of a side who may still act in its half of the turn.
    pub(super) fn free(&self, side: Side, id: TrooperId) -> Result<&Trooper, Illegal> {
        let man = self.men.get(usize::from(id.0)).filter(|man| man.side == side).ok_or(Illegal::NotYours)?;
        match () {
            _ if !man.able() => Err(Illegal::NotAble),
            _ if self.troops[usize::from(man.troop)].mood == Heart::Recreant => Err(Illegal::Flees),
            _ if self.troops[usize::from(man.troop)].mood == Heart::Rallying => Err(Illegal::Rallies),
            _ => Ok(man),
        }
    }

    /// A man who may still act, and stands on his feet in a hex.
    pub(super) fn on_foot(&self, side: Side, id: TrooperId) -> Result<HexId, Illegal> {
        let man = self.free(side, id)?;
        man.hex().ok_or(match man.post {
            Post::Aboard(_) | Post::Aloft(_) => Illegal::AtMachine,
            _ => Illegal::OnLadder,
        })
    }

    /// A man who can spend his whole turn on a task (MM-3.7): he has not moved yet.
    pub(super) fn fresh(&self, side: Side, id: TrooperId) -> Result<HexId, Illegal> {
        let at = self.on_foot(side, id)?;
        if self.man(id).moved { Err(Illegal::NotFresh) } else { Ok(at) }
    }

    /// The same with no enemy before him, for whom all of it is given to a task (MM-3.7).
    pub(super) fn at_task(&self, side: Side, id: TrooperId) -> Result<HexId, Illegal> {
        let at = self.fresh(side, id)?;
        if self.faces_enemy(id) { Err(Illegal::InContact) } else { Ok(at) }
    }

    /// The hex a man walks from: his own, or that of the machine he is at.
    pub(super) fn afoot(&self, id: TrooperId) -> Option<HexId> {
        match self.man(id).post {
            Post::Aboard(n) => Some(self.machine(n).at),
            post => {
                if let Post::Hex(at) = post {
                    Some(at)
                } else {
                    None
                }
            }
        }
    }

    /// Whether a machine rolls from one hex into the next (SG-7.3): over flat ground, a drawbridge or a filled moat, and neither up
    /// nor down; by earlier forms a siege tower under no gate.
    pub fn rolls(&self, kind: MachineKind, from: HexId, to: HexId) -> bool {
        let (from, to) = (self.map.cell(from), self.map.cell(to));
        let earlier = self.form < HexForm::Fourth;
        let under_gate = earlier && kind == MachineKind::Tower && to.terrain == Terrain::Gateway;
        to.terrain.rolls() && to.level == from.level && !under_gate
    }

    /// Whether a man may step into a hex (SG-5.2, SG-5.3): it is beside his, the way is open, he has the points, and nobody
    /// stands there.
    pub fn check_step(&self, side: Side, id: TrooperId, to: HexId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let from = self.afoot(id).ok_or(Illegal::OnLadder)?;
        if usize::from(to.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        if !self.ways.leads(from, to) {
            self.map.leads(from, to).map_err(Illegal::Barred)?;
        }
        let cost = self.cost_of(to);
        if man.points < cost {
            return Err(Illegal::NoPoints { needs: cost, has: man.points });
        }
        match () {
            _ if self.taken(to) => Err(Illegal::Taken),
            _ if self.is_craven(id) && self.advances(id, to) => Err(Illegal::Craven),
            _ if self.keeps_off(id, to) => Err(Illegal::FreshEnemy),
            _ => Ok(()),
        }
    }

    /// Every hex a man can get to with the points he has left, with the steps there: through free hexes, in a passage past
    /// friends too (SG-10), and no further than where he comes face to face with an enemy.
    pub fn reach(&self, side: Side, id: TrooperId) -> Vec<(HexId, Vec<HexId>)> {
        let reached = self.reached(side, id, None);
        reached.ends().map(|(n, to)| (to, reached.way(n))).collect()
    }

    /// The same as it was found, without the steps; no further than to `end` if that is all that is asked for.
    pub(super) fn reached(&self, side: Side, id: TrooperId, end: Option<HexId>) -> Reached {
        let none = Reached { found: Vec::new(), free: Vec::new() };
        if self.free(side, id).is_err() {
            return none;
        }
        let Some(at) = self.afoot(id) else { return none };
        let craven = self.is_craven(id);
        let nearest = if craven { self.nearest_active(id) } else { None };
        let advances = |to: HexId| nearest.is_some_and(|enemy| self.nears(id, enemy, to));
        let points = self.man(id).points;
        // Where no enemy is so near that he could come up to him, nobody need be looked for.
        let within = i64::from(points) + 2;
        let near = |enemy: TrooperId| self.place(enemy).is_some_and(|place| self.map.distance(at, place) <= within);
        let spiral = self.map.cell(at).spiral.is_some() || self.map.cell(at).under;
        let wary = spiral || self.of(side.other()).any(near);
        let threatened = |at: HexId| wary && self.threatened(at, side);
        let out_of_melee = self.goes_out(id);
        let before = if out_of_melee { self.facing(id) } else { Vec::new() };
        let mut found: Vec<(HexId, u8, u16)> = vec![(at, points, 0)];
        let mut free: Vec<bool> = vec![false];
        // Where each hex is among those found, from 1.
        let mut place = vec![0_u16; self.map.cells.len()];
        place[usize::from(at.0)] = 1;
        let mut n = 0;
        while n < found.len() {
            let (from, left, _) = found[n];
            if end == Some(from) {
                break;
            }
            let stopped = n > 0 && threatened(from);
            for to in self.ways.steps(from).filter(|_| !stopped) {
                let cost = self.cost_of(to);
                if cost > left {
                    continue;
                }
                let known = usize::from(place[usize::from(to.0)]).checked_sub(1);
                if known.is_some_and(|known| known <= n || found[known].1 >= left - cost) {
                    continue;
                }
                if let Some(known) = known {
                    // Reached again with more points left before it was gone on from.
                    found[known] = (to, left - cost, n as u16);
                    continue;
                }
                let taken = self.taken(to);
                let past = !taken
                    || self
                        .who(to)
                        .is_some_and(|other| self.man(other).side == side && self.passes(from, to) && !threatened(to));
                let fresh = || self.meets_fresh(to, side, if n == 0 { &before } else { &[] });
                if !past || craven && (threatened(to) || advances(to)) || out_of_melee && fresh() {
                    continue;
                }
                found.push((to, left - cost, n as u16));
                free.push(!taken);
                place[usize::from(to.0)] = found.len() as u16;
            }
            n += 1;
        }
        Reached { found, free }
    }

    /// The steps by which a man can go to a hex this turn (SG-5.2), or why he cannot.
    pub(super) fn way_to(&self, side: Side, id: TrooperId, to: HexId) -> Result<Vec<HexId>, Illegal> {
        self.free(side, id)?;
        self.afoot(id).ok_or(Illegal::OnLadder)?;
        let reached = self.reached(side, id, Some(to));
        let end = reached.ends().find(|&(_, end)| end == to);
        end.map(|(n, _)| reached.way(n)).ok_or(Illegal::TooFar)
    }

    /// A man goes by a way step by step, and stops where a blow or an enemy stops him.
    pub(super) fn go(
        &mut self,
        side: Side,
        id: TrooperId,
        way: Vec<HexId>,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let mut past = Vec::new();
        for step in way {
            if self.who(step).is_some() {
                past.push(step);
                continue;
            }
            match past.is_empty() {
                true if self.check_step(side, id, step).is_err() => return,
                true => self.step(id, step, dice, sink),
                false => self.pass_friends(id, &std::mem::take(&mut past), step, dice, sink),
            }
        }
    }

    /// A man in a passage goes past friends to the first free hex beyond them (SG-10); they stay where they are.
    pub(super) fn pass_friends(
        &mut self,
        id: TrooperId,
        past: &[HexId],
        to: HexId,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(mut from) = self.man(id).hex() else { return };
        if !self.leaves(id, dice, sink) {
            return;
        }
        for &at in past {
            let Some(friend) = self.who(at) else { continue };
            let cost = self.cost_of(at);
            self.spend(id, cost);
            let left = self.man(id).points;
            sink.tell(|| Event::Stepped { man: id, from, to: at, left });
            sink.tell(|| Event::Passed { man: id, friend, to: at });
            from = at;
        }
        self.arrives(id, from, to, sink);
    }

    /// Whether friends pass each other in a hex that is come into (SG-10): in the passage and on its stairs, from wherever.
    pub(super) fn passes(&self, from: HexId, to: HexId) -> bool {
        self.map.cell(to).under && (self.form >= HexForm::Second || self.map.cell(from).under)
    }

    /// A man steps into the next hex; one who comes face to face with an enemy stops there **[house]**.
    pub(super) fn step(&mut self, id: TrooperId, to: HexId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let Some(from) = self.afoot(id) else { return };
        if !self.leaves(id, dice, sink) {
            return;
        }
        self.arrives(id, from, to, sink);
    }

    /// He comes into a hex, and stops there if he is face to face with an enemy.
    fn arrives(&mut self, id: TrooperId, from: HexId, to: HexId, sink: &mut impl Sink<Event>) {
        let cost = self.cost_of(to);
        self.put(id, Post::Hex(to));
        let stops = self.faces_enemy(id);
        let man = self.man_mut(id);
        man.points = if stops { 0 } else { man.points.saturating_sub(cost) };
        man.moved = true;
        man.aim = None;
        // He has left the gangway behind him.
        man.crossed = None;
        let left = man.points;
        sink.tell(|| Event::Stepped { man: id, from, to, left });
        self.on_the_wall(id, to);
    }

    /// Spends all of a man's turn on a task.
    pub(super) fn spend_turn(&mut self, id: TrooperId) {
        let man = self.man_mut(id);
        (man.points, man.moved, man.spent, man.aim) = (0, true, true, None);
    }

    /// Spends points of a man's on a task.
    pub(super) fn spend(&mut self, id: TrooperId, points: u8) {
        let man = self.man_mut(id);
        (man.points, man.moved, man.aim) = (man.points.saturating_sub(points), true, None);
    }
}
