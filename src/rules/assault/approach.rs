//! What the attackers come for first, and whether any way leads them to it (SG-5.4, SG-8).

use super::captain;
use super::event::NoWay;
use super::hexes::HexSide;
use super::machines::MachineKind;
use super::map::{HexId, HexMap, Terrain};
use super::setup::Plan;
use super::state::Assault;
use crate::rules::battle::HexForm;
use crate::rules::figure::Side;
use crate::rules::gear::Machine as Engine;

/// Whether a hex is rubble of a wall.
fn is_breach(map: &HexMap, at: HexId) -> bool {
    map.cell(at).terrain == Terrain::Rubble
}

impl Assault {
    /// The line that is fought for first.
    pub(super) fn next_line(&self) -> u8 {
        if self.sally { self.held } else { self.next_wall() }
    }

    /// The line whose walls those come to next who lie before the place: behind what besiegers hold, or what a relief has won (SG-4.3).
    pub(super) fn next_wall(&self) -> u8 {
        self.held.max(self.outer_lost) + 1
    }

    /// What the attackers come for first **[house]**: what they come to on foot, a breach in the first line they do not hold, its
    /// outermost gate if they have axes, rams or fire for it, or the wall of it that a ladder of theirs reaches; who comes out, the ground
    /// before his gate; where they come to nothing, the breach or the gate all the same. Nothing where the map has no hex on that line.
    pub(super) fn aim_of(&self, plan: &Plan) -> Option<HexId> {
        if self.comes_out() && self.form >= HexForm::Third {
            return self.before_the_gate();
        }
        let next = self.next_line();
        let of_line = |id: &HexId| self.map.line_of(*id) == next;
        let breaches = || self.map.ids().filter(of_line).filter(|&id| is_breach(&self.map, id));
        let gates = || self.map.gates.iter().flat_map(|gate| &gate.sides).filter(|(inner, _)| of_line(inner));
        let first = breaches().next().or_else(|| gates().next().map(|&(inner, _)| inner));
        let first = first.or_else(|| self.map.ids().find(of_line));
        if self.sally {
            return first;
        }
        let walked = self.walked();
        let come_to = |at: &HexId| walked[usize::from(at.0)];
        let axes = || self.of(Side::Attacker).any(|id| self.has_axe(id));
        let opens = plan.rams > 0 || axes() || self.burns_gates(Side::Attacker);
        let gate = |&&(inner, over): &&(HexId, HexSide)| self.map.beside(inner, over).is_some_and(|at| come_to(&at));
        let scaled = || self.scaled(next, &walked).min_by_key(|&wall| (self.far_from_aim(wall, first), wall));
        breaches()
            .find(come_to)
            .or_else(|| gates().filter(|_| opens).find(gate).map(|&(inner, _)| inner))
            .or_else(|| scaled().filter(|_| plan.ladders > 0))
            .or(first)
    }

    /// Whether a garrison comes out at besiegers who hold nothing of the place, or who is shut in at a relief (SG-1.3, SG-4.3).
    pub(super) fn comes_out(&self) -> bool {
        self.sally && self.held == 0
    }

    /// The ground before the outermost gate of those who come out **[house]**, or the first hex of their outermost line.
    fn before_the_gate(&self) -> Option<HexId> {
        let of_line = |at: HexId| self.map.line_of(at) == self.next_wall();
        let mut gates = self.map.gates.iter().flat_map(|gate| &gate.sides).filter(|&&(inner, _)| of_line(inner));
        let outer = gates.find_map(|&(inner, over)| self.map.beside(inner, over).filter(|&to| !of_line(to)));
        outer.or_else(|| self.map.ids().find(|&at| of_line(at)))
    }

    /// Within so many hexes of what those come for who come out nobody lies before it, but further off, as engines do (MM-4.7,
    /// **[house]**).
    pub(super) fn lies_off(&self) -> i64 {
        i64::from(self.combat.gear.of(Engine::Catapult).near)
    }

    /// How far a hex is from what the attackers come for first; all are alike where there is no such thing.
    pub(super) fn far_from_aim(&self, at: HexId, aim: Option<HexId>) -> i64 {
        aim.map_or(0, |aim| self.map.distance(at, aim))
    }

    /// Whether each hex can be walked to from where the attackers may stand when it begins.
    pub(super) fn walked(&self) -> Vec<bool> {
        self.come_to_from(self.ground_of(self.home_of_gear(Side::Attacker)))
    }

    /// Whether each hex can be walked to from one of some.
    pub(super) fn come_to_from(&self, places: Vec<HexId>) -> Vec<bool> {
        let far = self.steps_to(places.into_iter());
        self.map.ids().map(|at| far[usize::from(at.0)] != u16::MAX && self.map.holds(at).is_ok()).collect()
    }

    /// Whether one comes up to a wall on foot from outside.
    pub(super) fn come_up_to(&self, wall: HexId, walked: &[bool]) -> bool {
        let line = self.map.line_of(wall);
        self.map.around(wall).any(|(_, to)| self.map.line_of(to) < line && walked[usize::from(to.0)])
    }

    /// The walls of a line to which a ladder reaches from where the attackers walk to (SG-7.4).
    fn scaled(&self, line: u8, walked: &[bool]) -> impl Iterator<Item = HexId> {
        let wall = move |at: &HexId| self.map.line_of(*at) == line && self.map.cell(*at).terrain == Terrain::Rampart;
        let foot = move |head: HexId, at: HexId| walked[usize::from(at.0)] && self.reaches(at, head).is_ok();
        let scaled = move |&head: &HexId| self.map.around(head).any(|(_, at)| foot(head, at));
        self.map.ids().filter(wall).filter(scaled)
    }

    /// Why no way leads the attackers into the place, as it stands and with all that they have brought; nothing where one does. It
    /// is by this that their captain breaks off (SG-8).
    pub fn no_way_in(&self) -> Option<NoWay> {
        if self.sally || !captain::finds_no_way(self) {
            return None;
        }
        let (next, walked) = (self.next_line(), self.walked());
        let at_the_wall = self.map.ids().any(|at| self.map.line_of(at) == next && self.come_up_to(at, &walked));
        let ram = |kind: MachineKind| kind == MachineKind::Ram;
        let rams =
            self.machines.iter().any(|it| ram(it.kind)) || self.stay_behind.iter().any(|&(_, kind, _)| ram(kind));
        let opens = rams || self.of(Side::Attacker).any(|id| self.has_axe(id));
        Some(match at_the_wall {
            true if opens => NoWay::Gate,
            true => NoWay::NoMeans,
            false => NoWay::Moat,
        })
    }
}
