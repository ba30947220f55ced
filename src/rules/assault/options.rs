//! What a side could decide now: steps and works of every man, each with why not if not.

use super::dropping::DROPPED;
use super::map::HexId;
use super::standards::StandardLies;
use super::state::{Assault, Burden, LadderLies, Post, TrooperId};
use super::{Decision, Illegal};
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game as _};

/// Of so many of its men the options are listed; the others have the like.
const LISTED: usize = 12;
/// Of so many hexes the options are listed in which a man or a machine may begin.
const PLACES: usize = 6;

impl Assault {
    /// Some decisions of every kind, each with why it is not allowed.
    pub(super) fn options(&self, side: Side) -> Choices<Decision, Illegal> {
        if self.stage.decides() != Some(side) {
            return Choices::Some(Vec::new());
        }
        let mut all = vec![Decision::Done, Decision::BreakOff];
        if self.deploys(side) {
            self.options_to_stand(side, &mut all);
            return Choices::Some(all.into_iter().map(|decision| (decision, self.check(side, &decision))).collect());
        }
        let men: Vec<TrooperId> = self.of(side).collect();
        // Every so many of them, others each turn, so that none is left out for ever.
        let apart = men.len().div_ceil(LISTED).max(1);
        for &man in men.iter().skip(self.turn as usize % apart).step_by(apart) {
            self.options_of(side, man, &mut all);
        }
        for (n, ladder) in (0u8..).zip(&self.ladders) {
            let pairs =
                |hexes: [HexId; 2]| -> Option<[TrooperId; 2]> { Some([self.who(hexes[0])?, self.who(hexes[1])?]) };
            match ladder.lies {
                LadderLies::Upright { head, .. } => {
                    let beside = self.map.around(head).map(|(_, to)| to);
                    let men = beside.filter_map(|to| pairs([head, to])).find(|men| self.man(men[1]).side == side);
                    all.extend(men.map(|men| Decision::Lift { men, ladder: n }));
                }
                LadderLies::Flat(hexes) => {
                    let ends = hexes.iter().filter_map(|&at| self.who(at)).filter(|&man| self.man(man).side == side);
                    all.extend(ends.map(|man| Decision::PickUp { man, ladder: n }));
                    if let Some(men) = pairs(hexes) {
                        for against in hexes {
                            let feet = self.map.around(against).map(|(_, foot)| foot);
                            all.extend(feet.map(|foot| Decision::Slide { men, ladder: n, foot, against }));
                        }
                    }
                }
                LadderLies::Lying(at) => {
                    let near = self.map.around(at).map(|(_, to)| to).chain([at]).filter_map(|to| self.who(to));
                    let men = near.filter(|&man| self.man(man).side == side);
                    all.extend(men.map(|man| Decision::PickUp { man, ladder: n }));
                }
                LadderLies::Carried | LadderLies::Gone => {}
            }
        }
        for machine in (0..self.machines.len() as u8).filter(|&n| self.machine(n).side == side) {
            self.options_of_machine(side, machine, &mut all);
        }
        Choices::Some(all.into_iter().map(|decision| (decision, self.check(side, &decision))).collect())
    }

    /// What may be done with a machine now.
    pub fn may_do_with(&self, machine: u8) -> Vec<Decision> {
        let side = self.machine(machine).side;
        let mut all = Vec::new();
        if self.stage.decides() == Some(side) {
            self.options_of_machine(side, machine, &mut all);
        }
        all.retain(|decision| self.check(side, decision).is_ok());
        all
    }

    /// What a man may do now, some of every kind.
    pub fn may_do(&self, man: TrooperId) -> Vec<Decision> {
        let side = self.man(man).side;
        let mut all = Vec::new();
        if self.stage.decides() == Some(side) && self.man(man).able() {
            self.options_of(side, man, &mut all);
            all.extend(self.may_stand_of(man).into_iter().take(PLACES).map(|to| Decision::Place { man, to }));
        }
        all.retain(|decision| self.check(side, decision).is_ok());
        all
    }

    /// Some of the places a side may take before it begins, for some of its men and each of its machines.
    fn options_to_stand(&self, side: Side, all: &mut Vec<Decision>) {
        let places = self.may_stand(side);
        let men: Vec<TrooperId> = self.of(side).collect();
        let spread = |n: usize| places.get((n * 37) % places.len().max(1)).copied();
        let men = men.iter().enumerate().step_by(men.len().div_ceil(LISTED).max(1));
        all.extend(men.filter_map(|(n, &man)| Some(Decision::Place { man, to: spread(n)? })));
        for machine in (0..self.machines.len() as u8).filter(|&n| self.machine(n).side == side) {
            let at = (0..PLACES).filter_map(|n| spread(n + usize::from(machine)));
            all.extend(at.map(|at| Decision::Bring { machine, at }));
            all.extend([true, false].map(|left| Decision::Pivot { machine, left }));
        }
    }

    fn options_of(&self, side: Side, man: TrooperId, all: &mut Vec<Decision>) {
        all.extend([true, false].map(|follow| Decision::Follow { man, follow }));
        all.extend([Decision::Yield { man }, Decision::Surrender { man }]);
        all.extend(self.before_him(man).into_iter().map(|at| Decision::Strike { man, at, then: None }));
        if matches!(self.man(man).post, Post::Aboard(_) | Post::Aloft(_)) {
            all.extend([true, false].map(|up| Decision::GoUp { man, up }));
            all.push(Decision::Cross { man });
        }
        let Some(at) = self.afoot(man) else {
            all.extend([true, false].map(|up| Decision::StepOff { man, up }));
            return self.options_to_shoot(side, man, all);
        };
        let beside: Vec<HexId> = self.map.around(at).map(|(_, to)| to).chain(self.map.cell(at).spiral).collect();
        all.extend(beside.iter().map(|&to| Decision::Step { man, to }));
        all.extend(self.reach(side, man).last().map(|&(to, _)| Decision::Go { man, to }));
        match self.man(man).burden {
            Burden::Ladder(ladder) => {
                all.extend(beside.iter().map(|&against| Decision::Raise { man, against }));
                let friends = beside.iter().filter_map(|&to| self.who(to)).filter(|&id| self.man(id).side == side);
                for men in friends.take(1).map(|friend| [man, friend]) {
                    all.extend(beside.iter().map(|&foot| Decision::Slide { men, ladder, foot, against: at }));
                }
            }
            Burden::Faggot => all.extend(beside.iter().map(|&moat| Decision::Fill { man, moat })),
            Burden::Nothing => {}
        }
        all.extend([Decision::LayDown { man }, Decision::Restock { man }]);
        for gate in (0..self.map.gates.len() as u8).filter(|&gate| self.at_gate(gate, at)) {
            all.extend([true, false].map(|open| Decision::Gate { man, gate, open }));
            all.extend([Decision::Hew { man, gate }, Decision::BurnGate { man, gate }]);
        }
        all.push(Decision::Kindle { man });
        for (lift, working) in (0u8..).zip(&self.map.lifts) {
            if working.from == at {
                all.extend([true, false].map(|close| Decision::Work { man, lift, close }));
            }
        }
        for (ladder, foot, head) in self.upright() {
            if self.map.distance(at, foot) <= 1 || self.map.distance(at, head) <= 1 {
                all.extend([Decision::Climb { man, ladder }, Decision::Push { man, ladder }]);
            }
        }
        for machine in (0..self.machines.len() as u8).filter(|&n| self.map.distance(at, self.machine(n).at) == 1) {
            all.extend([Decision::Board { man, machine }, Decision::Burn { man, machine }]);
        }
        for what in DROPPED.into_iter().filter(|&what| self.stores[side].left(what) > 0) {
            let below =
                self.map.around(at).map(|(_, to)| to).filter(|&to| self.map.cell(to).level < self.map.cell(at).level);
            all.extend(below.map(|at| Decision::Drop { man, at, what }));
        }
        for (standard, it) in (0u8..).zip(&self.standards) {
            if matches!(it.lies, StandardLies::Ground(place) if self.map.distance(at, place) <= 1) {
                all.push(Decision::TakeUp { man, standard });
            }
        }
        self.options_to_shoot(side, man, all);
    }

    /// What may be done with a machine: rolled, turned, rammed or shot with.
    fn options_of_machine(&self, side: Side, machine: u8, all: &mut Vec<Decision>) {
        let it = self.machine(machine);
        all.extend([true, false].map(|back| Decision::Roll { machine, back }));
        all.extend([true, false].map(|left| Decision::Pivot { machine, left }));
        let gates = (0..self.map.gates.len() as u8).filter(|&gate| self.faces_gate(it.at, it.facing, gate));
        all.extend(gates.map(|gate| Decision::Ram { machine, gate }));
        if it.kind.engine().is_some() {
            let enemies = self.of(side.other()).filter_map(|enemy| self.place(enemy)).take(2);
            let walls: Vec<HexId> =
                if side == self.besiegers() { self.targets(self.next_wall()).take(4).collect() } else { Vec::new() };
            all.extend(walls.iter().map(|&at| Decision::Batter { machine, at }));
            let others = (0..self.machines.len() as u8).filter(|&n| self.machine(n).side != side);
            all.extend(others.map(|other| Decision::BatterMachine { machine, other }));
            all.extend(enemies.chain(walls).map(|at| Decision::Loose { machine, at }));
        }
    }

    fn options_to_shoot(&self, side: Side, man: TrooperId, all: &mut Vec<Decision>) {
        let Some(at) = self.place(man) else { return };
        if self.man(man).profile.weapons.missile.is_some() {
            // The nearest enemies.
            let mut enemies: Vec<(i64, TrooperId)> = self
                .of(side.other())
                .filter_map(|enemy| Some((self.map.distance(at, self.place(enemy)?), enemy)))
                .collect();
            enemies.sort_unstable();
            all.extend(enemies.into_iter().take(2).map(|(_, enemy)| Decision::Aim { man, at: enemy }));
        }
        if self.man(man).lit.is_some() {
            all.extend(self.machines.iter().map(|it| Decision::FireAt { man, at: it.at }));
            let gates = self.map.gates.iter().filter(|gate| !gate.passable()).flat_map(|gate| &gate.sides);
            all.extend(gates.take(PLACES).map(|&(at, _)| Decision::FireAt { man, at }));
        }
    }
}
