//! The ways of siege towers and rams (SG-7.2, SG-7.3): from every hex, facing each of its sides, how long it takes to roll to
//! where a tower gives onto a wall or a ram stands before a gate; and where besiegers keep theirs when a garrison comes out at them.

use super::hexes::HexSide;
use super::machines::{HexMachine, MachineKind, StaysBehind};
use super::map::{HexId, Terrain};
use super::state::Assault;
use super::ways::HexWays;
use crate::rules::figure::Side;
use std::sync::Arc;

/// A machine's hex, and the side of it that it faces.
pub(super) type RollStand = (HexId, HexSide);

/// Half turns from every stand to the nearest goal: one for a hex rolled, two for a side turned.
#[derive(Clone, Debug, Default)]
pub(super) struct RollField(Vec<u16>);

/// Half turns of a hex rolled, and of a turn by a hex side.
const ROLL: u16 = 1;
const PIVOT: u16 = 2;
/// Half turns beyond which nothing is rolled: it would come when all is over.
const FURTHEST: u16 = 40;

fn place(stand: RollStand) -> usize {
    usize::from(stand.0.0) * 6 + stand.1 as usize
}

impl RollField {
    /// Half turns from a stand; nothing where no way leads to a goal.
    pub(super) fn far(&self, stand: RollStand) -> Option<u16> {
        self.0.get(place(stand)).copied().filter(|&far| far != u16::MAX)
    }
}

impl Assault {
    /// Where a machine is of use: a tower built for so many levels before an open rampart of the next lines, a ram before a
    /// gate that is shut, on ground it rolls on or where it was carried.
    pub(super) fn goals_of(&self, kind: MachineKind, reach: i8) -> Vec<RollStand> {
        let rolls = |at: HexId| self.map.cell(at).terrain.rolls() && self.map.holds(at).is_ok();
        match kind {
            MachineKind::Tower => {
                let next = self.next_wall();
                let stands = self.map.ids().filter(|&at| rolls(at) && self.map.line_of(at) < next);
                let facing = stands.flat_map(|at| HexSide::ALL.iter().map(move |&side| (at, side)));
                let gives = |&(at, side): &RollStand| {
                    let wall = self.tower_reaches(at, side, reach);
                    wall.is_some_and(|wall| self.map.line_of(wall) == next)
                };
                facing.filter(gives).collect()
            }
            MachineKind::Ram => {
                // Not those that its own side shuts, where some are shut in (SG-4.3).
                let theirs = |gate: u8| self.shut_in == 0 || self.owner_of_gate(gate) != Side::Attacker;
                let gates = (0u8..).zip(&self.map.gates).filter(|&(n, gate)| !gate.passable() && theirs(n));
                let shut = gates.flat_map(|(_, gate)| &gate.sides);
                let before = shut.filter_map(|&(inner, side)| Some((self.map.beside(inner, side)?, side.opposite())));
                before.filter(|&(at, _)| rolls(at) || self.carried_to(at)).collect()
            }
            MachineKind::Catapult | MachineKind::Bombard => Vec::new(),
        }
    }

    /// Whether a ram is carried into a hex before the assault begins, though it does not roll there: it lies before a shut gate or
    /// door on what besiegers hold, as the head of the steps to a keep does (SG-5.5, **[house]**).
    pub(super) fn carried_to(&self, at: HexId) -> bool {
        let before = |&(inner, side): &(HexId, HexSide)| self.map.beside(inner, side) == Some(at);
        let mut shut = self.map.gates.iter().filter(|gate| !gate.passable()).flat_map(|gate| &gate.sides);
        (1..self.next_wall()).contains(&self.map.line_of(at)) && self.map.holds(at).is_ok() && shut.any(before)
    }

    /// How far every stand of a machine is from some goals (SG-7.3).
    pub(super) fn roll_field(&self, kind: MachineKind, goals: &[RollStand]) -> RollField {
        let mut far = vec![u16::MAX; self.map.cells.len() * 6];
        // The stands that are so far, a half turn further, and two.
        let mut rings: [Vec<RollStand>; 3] = [goals.to_vec(), Vec::new(), Vec::new()];
        goals.iter().for_each(|&goal| far[place(goal)] = 0);
        let mut so_far = 0;
        while so_far < FURTHEST && rings.iter().any(|ring| !ring.is_empty()) {
            for (at, facing) in std::mem::take(&mut rings[0]) {
                if so_far > far[place((at, facing))] {
                    continue;
                }
                let rolled = [facing, facing.opposite()].into_iter().filter_map(|way| self.map.beside(at, way));
                let rolled = rolled.filter(|&from| self.rolls(kind, from, at) && self.ways.leads(from, at));
                let rolled = rolled.map(|from| (ROLL, (from, facing)));
                let turned = [1, -1].map(|sides| (PIVOT, (at, facing.turned(sides))));
                for (cost, from) in rolled.chain(turned) {
                    let sum = so_far + cost;
                    if sum < far[place(from)] {
                        far[place(from)] = sum;
                        rings[usize::from(cost)].push(from);
                    }
                }
            }
            rings.rotate_left(1);
            so_far += 1;
        }
        RollField(far)
    }

    /// Where a machine of the attackers begins: among the free hexes of their ground the one with the shortest way to where it
    /// is of use; of a tower, built for as many levels as that wall is high, and where a moat lies before every wall and they bring
    /// what fills it, the way it will have then.
    pub(super) fn way_up(&self, kind: MachineKind, fills: bool) -> Option<(HexId, HexSide, i8)> {
        if self.sally {
            return None;
        }
        let fills = fills && kind == MachineKind::Tower;
        self.way_now(kind).or_else(|| if fills { self.once_filled().way_now(kind) } else { None })
    }

    /// The same assault with every moat filled that can be.
    fn once_filled(&self) -> Assault {
        let mut filled = self.clone();
        let mut map = super::map::HexMap::clone(&self.map);
        for cell in map.cells.iter_mut().filter(|cell| cell.terrain == Terrain::Moat && !cell.deep) {
            (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
        }
        filled.ways = Arc::new(HexWays::of(&map));
        filled.map = Arc::new(map);
        filled
    }

    /// From free ground, or where men stand on all from which a way leads, from where one makes way for it; a ram that rolls to no
    /// gate is carried before one.
    fn way_now(&self, kind: MachineKind) -> Option<(HexId, HexSide, i8)> {
        let ground = self.ground_of(self.home_of_gear(Side::Attacker)).into_iter();
        let all = ground.filter(|&at| self.begins_in(kind, at));
        let (ground, carried): (Vec<HexId>, Vec<HexId>) = all.partition(|&at| self.map.cell(at).terrain.rolls());
        [ground, carried].into_iter().find_map(|starts| {
            let free = starts.iter().copied().filter(|&at| !self.taken(at)).collect();
            self.way_from(kind, free).or_else(|| self.way_from(kind, starts))
        })
    }

    fn way_from(&self, kind: MachineKind, starts: Vec<HexId>) -> Option<(HexId, HexSide, i8)> {
        let heights = if kind == MachineKind::Tower { 1..=self.tables.tower.most_levels } else { 0..=0 };
        let ways = heights.flat_map(|reach| {
            let field = self.roll_field(kind, &self.goals_of(kind, reach));
            let stands = starts.iter().flat_map(|&at| HexSide::ALL.iter().map(move |&side| (at, side)));
            stands.filter_map(|stand| Some((field.far(stand)?, stand.0, stand.1, reach))).min()
        });
        ways.min().map(|(_, at, facing, reach)| (at, facing, reach))
    }

    /// Whether a machine can be put into a hex: it rolls there, or is a ram that is carried there, and no machine stands in it or
    /// beside it, nor an enemy in it.
    fn begins_in(&self, kind: MachineKind, at: HexId) -> bool {
        let clear = self.machine_at(at).is_none() && self.map.around(at).all(|(_, to)| self.machine_at(to).is_none());
        let friend = self.who(at).is_none_or(|id| self.man(id).side == Side::Attacker);
        let ground = self.map.cell(at).terrain.rolls() || kind == MachineKind::Ram && self.carried_to(at);
        ground && friend && clear
    }

    /// Puts a tower or a ram where besiegers keep it whom a garrison comes out at, with nobody at it (SG-1.3, **[house]**): on open ground
    /// of theirs out of the way of the walls, by their engines, or as near to what is fought for as that is.
    pub(super) fn parks(&mut self, kind: MachineKind, aim: Option<HexId>) {
        let side = self.besiegers();
        let by = self.machines.iter().find(|it| it.side == side).map(|it| it.at).or(aim);
        let walls: Vec<HexId> = self.walls_to_open();
        let off = self.lies_off();
        let near = |at: HexId| walls.iter().any(|&wall| self.map.distance(at, wall) < off);
        let open = |&at: &HexId| {
            let cell = self.map.cell(at);
            let clear = self.map.around(at).all(|(_, to)| self.machine_at(to).is_none());
            cell.terrain == Terrain::Flat && !cell.roofed && !self.taken(at) && clear
        };
        let ground = self.ground_of(self.home_of_gear(side)).into_iter().filter(open);
        let Some(at) = ground.min_by_key(|&at| (near(at), self.far_from_aim(at, by), at)) else {
            return self.stay_behind.push((side, kind, StaysBehind::NoPlace));
        };
        let facing = self.before_walls(at, &walls).unwrap_or(HexSide::East);
        let n = self.machines.len() as u8;
        self.machines.push(HexMachine {
            reach: i8::from(kind == MachineKind::Tower),
            ..HexMachine::new(kind, side, at, facing)
        });
        self.machine_in[usize::from(at.0)] = Some(n);
        self.build_for_the_way(n);
    }

    /// The side of a hex that lies towards the nearest of some walls.
    fn before_walls(&self, at: HexId, walls: &[HexId]) -> Option<HexSide> {
        let wall = walls.iter().copied().min_by_key(|&wall| (self.map.distance(at, wall), wall))?;
        let first = self.map.cell(at).hex.line_to(self.map.cell(wall).hex).get(1)?.hex;
        self.map.cell(at).hex.side_to(first)
    }
}
