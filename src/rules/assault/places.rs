//! Where everybody begins (SG-5.4, SG-9.2): each side puts its men and machines where it wants them, the garrison first, on the
//! ground it may stand on; what it leaves stands as the program arrayed it.

use super::Illegal;
use super::enclosed::HexHome;
use super::event::Event;
use super::hexes::HexSide;
use super::machines::MachineKind;
use super::map::{HexId, LiftKind, Terrain};
use super::state::{Assault, AssaultStage, Post, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::Sink;

impl Assault {
    /// Whether a side takes its places now.
    pub fn deploys(&self, side: Side) -> bool {
        self.stage == AssaultStage::Deploys(side)
    }

    /// Whether a man may be put into a hex before it begins: one his side may stand in, free, with a friend to change places
    /// with, or with a machine of its own that has room for him.
    pub(super) fn check_place(&self, side: Side, id: TrooperId, to: HexId) -> Result<(), Illegal> {
        let man = self.men.get(usize::from(id.0)).filter(|man| man.side == side).ok_or(Illegal::NotYours)?;
        if !self.deploys(side) {
            return Err(Illegal::Begun);
        }
        if usize::from(to.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let own = self.machine_at(to).filter(|&n| self.machine(n).side == side);
        let room = |n: u8| self.at_post(Post::Aboard(n)).count() < self.room_at(n);
        match man.post {
            Post::Hex(at) if at == to => return Err(Illegal::NoChange),
            Post::Aboard(n) if own == Some(n) => return Err(Illegal::NoChange),
            Post::Hex(_) | Post::Aboard(_) => {}
            _ => return Err(Illegal::NotAble),
        }
        match own {
            Some(n) if !room(n) => return Err(Illegal::NoRoomThere),
            Some(_) if self.home_of(id) != self.home_of_gear(side) => return Err(Illegal::NotTheirGround),
            Some(_) if man.burden != super::state::Burden::Nothing => return Err(Illegal::HandsFull),
            Some(_) => return Ok(()),
            None => {}
        }
        if self.who(to).is_some_and(|other| self.man(other).side != side) || self.machine_at(to).is_some() {
            return Err(Illegal::Taken);
        }
        // A man at a machine has his hands free, and so has who comes in his place.
        let swaps = |other: TrooperId| match man.post {
            Post::Aboard(_) => self.man(other).burden == super::state::Burden::Nothing,
            _ => true,
        };
        match self.who(to) {
            Some(other) if self.home_of(other) != self.home_of(id) => Err(Illegal::NotTheirGround),
            Some(other) if !swaps(other) => Err(Illegal::HandsFull),
            Some(_) => Ok(()),
            None if self.is_ground_of(self.home_of(id), to) => Ok(()),
            None => Err(self.map.holds(to).err().map_or(Illegal::NotTheirGround, Illegal::Barred)),
        }
    }

    pub(super) fn place_man(&mut self, id: TrooperId, to: HexId, sink: &mut impl Sink<Event>) {
        let from = self.man(id).post;
        let post = self.machine_at(to).map_or(Post::Hex(to), Post::Aboard);
        if let Some(friend) = self.who(to) {
            self.put(id, Post::Off);
            self.put(friend, from);
        }
        self.put(id, post);
        self.placed.push(id);
        sink.tell(|| Event::Placed { man: id, at: to });
    }

    /// Whether a machine may be put into a hex before it begins: open ground of its side that nobody fills.
    pub(super) fn check_bring(&self, side: Side, machine: u8, at: HexId) -> Result<(), Illegal> {
        let it = self.own_machine(side, machine)?;
        if !self.deploys(side) {
            return Err(Illegal::Begun);
        }
        if usize::from(at.0) >= self.map.cells.len() {
            return Err(Illegal::NoHex);
        }
        let cell = self.map.cell(at);
        // An engine of those who hold a place may stand on a walk, too.
        let home = self.home_of_gear(side);
        let on_walk = it.kind.engine().is_some() && home != HexHome::Field && cell.terrain == Terrain::Rampart;
        let carried = it.kind == MachineKind::Ram && side == self.besiegers() && self.carried_to(at);
        match () {
            _ if it.at == at => Err(Illegal::NoChange),
            _ if self.taken(at) => Err(Illegal::Taken),
            _ if !self.is_ground_of(home, at) => Err(Illegal::NotTheirGround),
            _ if !carried && (cell.roofed || !(cell.terrain.rolls() || on_walk)) => Err(Illegal::NoRolling),
            _ => Ok(()),
        }
    }

    pub(super) fn bring_to(&mut self, machine: u8, at: HexId, sink: &mut impl Sink<Event>) {
        let from = std::mem::replace(&mut self.machines[usize::from(machine)].at, at);
        self.machine_in[usize::from(from.0)] = None;
        self.machine_in[usize::from(at.0)] = Some(machine);
        self.build_for_the_way(machine);
        sink.tell(|| Event::Brought { machine, at });
    }

    /// A machine is turned where it stands, before it begins.
    pub(super) fn face(&mut self, machine: u8, facing: HexSide, sink: &mut impl Sink<Event>) {
        self.machines[usize::from(machine)].facing = facing;
        self.build_for_the_way(machine);
        sink.tell(|| Event::Pivoted { machine, facing });
    }

    /// A siege tower is built for as many levels as the wall is high that it comes to first from where it begins (SG-7.2).
    pub(super) fn build_for_the_way(&mut self, machine: u8) {
        let it = *self.machine(machine);
        if it.kind != MachineKind::Tower {
            return;
        }
        let far = |reach: i8| {
            let field = self.roll_field(it.kind, &self.goals_of(it.kind, reach));
            field.far((it.at, it.facing)).map(|far| (far, reach))
        };
        if let Some((_, reach)) = (1..=self.tables.tower.most_levels).filter_map(far).min() {
            self.machines[usize::from(machine)].reach = reach;
        }
    }

    /// A side stands where it wants to: the other takes its places, or the first turn begins.
    pub(super) fn end_deploying(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if side == Side::Defender {
            self.stage = AssaultStage::Deploys(Side::Attacker);
            return sink.tell(|| Event::Deploys(Side::Attacker));
        }
        self.begin_turn(sink);
        self.come_out(sink);
        self.begin_half(Side::Attacker, dice, sink);
    }

    /// The gates of the lines that besiegers hold stand open, and the bridges there are down **[house]**, whichever side attacks; of those
    /// who are shut in, the gates between their lines and not those outwards (SG-4.3); those of a relief stand open on what it has won.
    pub(super) fn open_what_is_held(&mut self) {
        let won = if self.shut_in > 0 { self.outer_lost } else { self.held };
        let between = self.outer_lost + 2..=self.shut_in;
        if won == 0 && between.is_empty() {
            return;
        }
        let of_held = |map: &super::map::HexMap, at: HexId| {
            let line = map.line_of(at);
            (1..=won).contains(&line) || between.contains(&line)
        };
        let outwards = |map: &super::map::HexMap, inner: HexId, over: HexSide| {
            let line = map.line_of(inner);
            if line <= won {
                return false;
            }
            let Some(outer) = map.beside(inner, over) else { return true };
            // Over a bridge to where that leads.
            let bridge =
                map.cell(outer).lift.map(|lift| map.lifts[usize::from(lift)].hexes.as_slice()).unwrap_or_default();
            let beyond = bridge.iter().flat_map(|&at| map.around(at)).map(|(_, to)| to).chain([outer]);
            beyond.into_iter().all(|at| !(won + 1..line).contains(&map.line_of(at)))
        };
        let mut map = super::map::HexMap::clone(&self.map);
        let gates: Vec<usize> = (0..map.gates.len())
            .filter(|&gate| {
                let mut sides = map.gates[gate].sides.iter();
                sides.all(|&(inner, over)| of_held(&map, inner) && !outwards(&map, inner, over))
            })
            .collect();
        let lifts: Vec<usize> = (0..map.lifts.len())
            .filter(|&lift| map.lifts[lift].kind == LiftKind::Drawbridge && of_held(&map, map.lifts[lift].from))
            .collect();
        gates.into_iter().for_each(|gate| map.gates[gate].open = true);
        lifts.into_iter().for_each(|lift| map.lifts[lift].closed = false);
        self.ways = std::sync::Arc::new(super::ways::HexWays::of(&map));
        self.map = std::sync::Arc::new(map);
    }
}
