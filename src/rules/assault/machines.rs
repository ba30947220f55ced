//! Siege towers, rams and engines on hexes (SG-7.2, SG-7.3, MM-9.2, MM-9.7, MM-9.8): served from the hex they stand in, rolled,
//! turned a hex side in a full turn, rammed with, and gone up in onto a wall.

use super::Illegal;
use super::event::{Event, Thrown};
use super::hexes::HexSide;
use super::map::{HexId, Terrain};
use super::state::{Assault, Burden, Fortune, Post, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::dice::Dice;
use crate::rules::explain::{Part, Sum};
use crate::rules::figure::{Class, Side, words};
use crate::rules::game::Sink;
use crate::rules::gear::Machine as Engine;
use crate::rules::man_to_man::gear::machines::hits_to_wreck;
use crate::rules::man_to_man::gear::siege::{ram_parts, roll_ram};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MachineKind {
    /// A siege tower.
    Tower,
    Ram,
    /// A catapult: a mangonel or a trebuchet.
    Catapult,
    Bombard,
}
words!(
    MachineKind,
    "machine",
    "siege tower, ram, catapult or bombard",
    Tower = "siege tower",
    Ram = "ram",
    Catapult = "catapult",
    Bombard = "bombard",
);

impl MachineKind {
    /// Whether it is rolled up to a wall or a gate (SG-7.3).
    pub fn rolls(self) -> bool {
        matches!(self, MachineKind::Tower | MachineKind::Ram)
    }

    /// What it shoots as (MM-4.9).
    pub fn engine(self) -> Option<Engine> {
        match self {
            MachineKind::Catapult => Some(Engine::Catapult),
            MachineKind::Bombard => Some(Engine::Bombard),
            MachineKind::Tower | MachineKind::Ram => None,
        }
    }
}

/// What an engine is told to shoot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineMark {
    /// The hex.
    pub at: HexId,
    /// Whether it is what stands there first, its wall or the machine in it.
    pub meant: Meant,
}

/// What of a hex an engine is to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// Whoever or whatever is hit there first.
    First,
    /// Its wall or gate, whoever stands there.
    Masonry,
    /// The enemy's machine there, whoever serves it.
    Machine,
}

/// A machine: it fills the hex it stands in, and its men are in the same hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexMachine {
    pub kind: MachineKind,
    /// Whose.
    pub side: Side,
    /// The hex it stands in.
    pub at: HexId,
    /// The side of its hex it faces.
    pub facing: HexSide,
    /// Levels that a siege tower was built to go up (SG-7.2); 0 of others.
    pub reach: i8,
    /// Whether it was rolled or turned this turn.
    pub rolled: bool,
    /// Hexes it was rolled this turn.
    pub rolls: u8,
    /// Whether it was turned this turn.
    pub turned: bool,
    /// How many men have gone over its gangway this turn (MM-9.7).
    pub crossed: u8,
    /// Hits of engines against it (MM-4.10).
    pub hits: u8,
    /// Whether it was wrecked.
    pub wrecked: bool,
    /// Whether an engine is loaded (MM-3.5).
    pub loaded: bool,
    /// Whether an engine shot this turn.
    pub shot: bool,
    /// Rounds an engine has left (MM-4.6).
    pub rounds: u8,
    /// What an engine shoots at this turn.
    pub mark: Option<EngineMark>,
    /// The turn in which it caught fire, if it burns (MM-4.11).
    pub burns: Option<u32>,
}

impl HexMachine {
    /// Whether it stands whole, and does not burn.
    pub fn stands(&self) -> bool {
        !self.wrecked && self.burns.is_none()
    }

    /// A machine as it is brought: whole, an engine loaded.
    pub fn new(kind: MachineKind, side: Side, at: HexId, facing: HexSide) -> HexMachine {
        HexMachine {
            kind,
            side,
            at,
            facing,
            reach: 0,
            rolled: false,
            rolls: 0,
            turned: false,
            crossed: 0,
            hits: 0,
            wrecked: false,
            loaded: true,
            shot: false,
            rounds: 0,
            mark: None,
            burns: None,
        }
    }
}

/// Why a machine that a host has stays behind when the assault begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StaysBehind {
    NoPlace,
    TooFew,
    NoSergeant,
}

impl StaysBehind {
    /// Why, and what would bring it up.
    pub fn told(self) -> &'static str {
        match self {
            StaysBehind::NoPlace => {
                "there is no ground for it from which it comes or shoots at what it is for (SG-7.3)"
            }
            StaysBehind::TooFew => "too few men have their hands free for it (MM-9.8)",
            StaysBehind::NoSergeant => {
                "no unwounded man of grade B or better who is no cleric is free to command it (MM-9.7)"
            }
        }
    }
}

impl Assault {
    pub fn machine(&self, machine: u8) -> &HexMachine {
        &self.machines[usize::from(machine)]
    }

    /// The machine that stands in a hex.
    pub fn machine_at(&self, at: HexId) -> Option<u8> {
        self.machine_in[usize::from(at.0)]
    }

    /// Whether nobody can come to stand in a hex: a man or a machine is there.
    pub fn taken(&self, at: HexId) -> bool {
        self.who(at).is_some() || self.machine_at(at).is_some()
    }

    /// Those who are at a post that holds several: at a machine, or on a siege tower.
    pub fn at_post(&self, post: Post) -> impl Iterator<Item = TrooperId> + '_ {
        self.ids().filter(move |&id| self.man(id).post == post && self.man(id).present())
    }

    /// Who fights for those at a machine or on a siege tower: the first of them who is able.
    pub fn foremost(&self, post: Post) -> Option<TrooperId> {
        self.at_post(post).find(|&id| self.man(id).able())
    }

    /// How many men find room at a machine: ten work a ram, ten roll a tower, and as many serve an engine **[house]**.
    pub fn room_at(&self, machine: u8) -> usize {
        match self.machine(machine).kind {
            MachineKind::Ram => usize::from(self.combat.gear.ram.most),
            _ => usize::from(self.combat.gear.crew.hauliers),
        }
    }

    /// How many men it takes to roll a machine: those who manhandle it (MM-9.8), or those who work a ram (MM-9.2).
    pub fn takes_to_roll(&self, machine: u8) -> usize {
        match self.machine(machine).kind {
            MachineKind::Catapult | MachineKind::Bombard => usize::from(self.combat.gear.crew.hauliers),
            MachineKind::Tower | MachineKind::Ram => self.takes_to_move(machine),
        }
    }

    /// How many men it takes to turn a machine, and to bring it: those who manhandle it (MM-9.8), those who work a ram (MM-9.2), or
    /// an engine's crew (MM-9.7).
    pub fn takes_to_move(&self, machine: u8) -> usize {
        let gear = &self.combat.gear;
        match self.machine(machine).kind {
            MachineKind::Tower => usize::from(gear.crew.hauliers),
            MachineKind::Ram => usize::from(gear.ram.fewest),
            MachineKind::Catapult | MachineKind::Bombard => usize::from(gear.crew.fewest),
        }
    }

    /// Movement points that rolling a machine one hex costs each of its men: manhandled it goes 2 in a turn (MM-3.1, MM-9.8).
    pub fn roll_costs(&self, id: TrooperId) -> u8 {
        self.points_of(self.man(id)).div_ceil(self.combat.gear.moves.manhandled.max(1) as u8)
    }

    /// The hex a machine faces.
    pub fn before(&self, machine: u8) -> Option<HexId> {
        let it = self.machine(machine);
        self.map.beside(it.at, it.facing)
    }

    /// The level of the top of a siege tower: one above the rampart it was built for (SG-7.2).
    pub fn top_of(&self, machine: u8) -> i8 {
        let it = self.machine(machine);
        self.map.cell(it.at).level + it.reach + 1
    }

    /// Whether a siege tower in a hex, built for so many levels, would give its way onto the hex it faces (SG-7.2): an open
    /// rampart just so much higher.
    pub fn tower_reaches(&self, at: HexId, facing: HexSide, reach: i8) -> Option<HexId> {
        let to = self.map.beside(at, facing)?;
        let (foot, wall) = (self.map.cell(at), self.map.cell(to));
        let open = wall.terrain == Terrain::Rampart && !wall.roofed && foot.edge(facing).wall.is_none();
        (open && wall.level - foot.level == reach).then_some(to)
    }

    /// The rampart hex onto which a siege tower gives its way.
    pub fn gangway(&self, machine: u8) -> Option<HexId> {
        let it = self.machine(machine);
        let tower = it.kind == MachineKind::Tower && it.stands();
        if tower { self.tower_reaches(it.at, it.facing, it.reach) } else { None }
    }

    /// Brings up a machine before anybody has moved, as a referee deploys it; its number.
    pub fn bring(&mut self, machine: HexMachine) -> Result<u8, Illegal> {
        self.undeployed(machine.at)?;
        let n = self.machines.len() as u8;
        self.machines.push(machine);
        self.machine_in[usize::from(machine.at.0)] = Some(n);
        Ok(n)
    }

    /// Puts a man at a machine, or on a siege tower, before anybody has moved.
    pub fn deploy_aboard(&mut self, id: TrooperId, post: Post) -> Result<(), Illegal> {
        let (Post::Aboard(n) | Post::Aloft(n)) = post else { return Err(Illegal::NotAtMachine) };
        if self.has_begun() {
            return Err(Illegal::NotFresh);
        }
        if usize::from(n) >= self.machines.len() {
            return Err(Illegal::NoMachine);
        }
        self.put(id, post);
        Ok(())
    }

    /// A machine of a side that is whole and does not burn.
    pub(super) fn own_machine(&self, side: Side, machine: u8) -> Result<&HexMachine, Illegal> {
        match self.machines.get(usize::from(machine)) {
            None => Err(Illegal::NoMachine),
            Some(it) if it.side != side => Err(Illegal::NotYours),
            Some(it) if it.wrecked => Err(Illegal::MachineWrecked),
            Some(it) if it.burns.is_some() => Err(Illegal::Burns),
            Some(it) => Ok(it),
        }
    }

    /// Whether a man may go to a machine beside him, or from a rampart over its gangway onto a siege tower.
    pub(super) fn check_board(&self, side: Side, id: TrooperId, machine: u8) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let at = man.hex().ok_or(Illegal::OnLadder)?;
        let it = self.own_machine(side, machine)?;
        let over = self.gangway(machine) == Some(at);
        let cost = if over { self.tables.points.gangway } else { self.cost_of(it.at) };
        let (post, room) = match over {
            true => (Post::Aloft(machine), usize::from(self.tables.tower.holds)),
            false => (Post::Aboard(machine), self.room_at(machine)),
        };
        match () {
            _ if !over && !self.ways.fought_from(at).any(|to| to == it.at) => Err(Illegal::NotAtMachine),
            _ if over && it.rolled => Err(Illegal::JustRolled),
            _ if over && usize::from(it.crossed) >= self.combat.gear.tower.men => Err(Illegal::GangwayFull),
            _ if man.burden != Burden::Nothing => Err(Illegal::HandsFull),
            _ if self.is_craven(id) && self.advances(id, it.at) => Err(Illegal::Craven),
            _ if self.at_post(post).count() >= room => Err(Illegal::NoRoomThere),
            _ if man.points < cost => Err(Illegal::NoPoints { needs: cost, has: man.points }),
            _ if !over && self.keeps_off(id, it.at) => Err(Illegal::FreshEnemy),
            _ => Ok(()),
        }
    }

    pub(super) fn board(&mut self, id: TrooperId, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let over = self.man(id).hex() == self.gangway(machine);
        if !self.leaves(id, dice, sink) {
            return;
        }
        let cost = if over { self.tables.points.gangway } else { self.cost_of(self.machine(machine).at) };
        self.put(id, if over { Post::Aloft(machine) } else { Post::Aboard(machine) });
        self.machines[usize::from(machine)].crossed += u8::from(over);
        self.spend(id, cost);
        let left = self.man(id).points;
        sink.tell(|| Event::Boarded { man: id, machine, left });
    }

    /// Whether a man in a siege tower may go up to its top, or from its top down into it (SG-7.2).
    pub(super) fn check_go_up(&self, side: Side, id: TrooperId, up: bool) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let cost = self.tables.points.tower;
        let (to, room) = match man.post {
            Post::Aboard(n) if up && self.machine(n).kind == MachineKind::Tower => {
                (Post::Aloft(n), usize::from(self.tables.tower.holds))
            }
            Post::Aloft(n) if !up => (Post::Aboard(n), self.room_at(n)),
            _ => return Err(Illegal::NotInTower),
        };
        match () {
            _ if matches!(to, Post::Aloft(n) if self.machine(n).wrecked) => Err(Illegal::MachineWrecked),
            _ if self.at_post(to).count() >= room => Err(Illegal::NoRoomThere),
            _ if man.points < cost => Err(Illegal::NoPoints { needs: cost, has: man.points }),
            _ => Ok(()),
        }
    }

    pub(super) fn go_up(&mut self, id: TrooperId, up: bool, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        if !self.leaves(id, dice, sink) {
            return;
        }
        let (Post::Aboard(machine) | Post::Aloft(machine)) = self.man(id).post else { return };
        self.put(id, if up { Post::Aloft(machine) } else { Post::Aboard(machine) });
        self.spend(id, self.tables.points.tower);
        let left = self.man(id).points;
        sink.tell(|| Event::WentUp { man: id, machine, up, left });
    }

    /// Whether a man on a siege tower may go over its gangway onto the wall (SG-7.2): it stands there since the turn began
    /// **[house]**, and so many go over in a turn (MM-9.7).
    pub(super) fn check_cross(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        let man = self.free(side, id)?;
        let Post::Aloft(n) = man.post else { return Err(Illegal::NotInTower) };
        let (it, cost) = (self.machine(n), self.tables.points.gangway);
        let wall = self.gangway(n).ok_or(Illegal::NoWallThere)?;
        match () {
            _ if it.rolled => Err(Illegal::JustRolled),
            _ if usize::from(it.crossed) >= self.combat.gear.tower.men => Err(Illegal::GangwayFull),
            _ if self.taken(wall) => Err(Illegal::Taken),
            _ if self.is_craven(id) => Err(Illegal::Craven),
            _ if man.points < cost => Err(Illegal::NoPoints { needs: cost, has: man.points }),
            _ if self.keeps_off(id, wall) => Err(Illegal::FreshEnemy),
            _ => Ok(()),
        }
    }

    pub(super) fn cross(&mut self, id: TrooperId, sink: &mut impl Sink<Event>) {
        let Post::Aloft(machine) = self.man(id).post else { return };
        let Some(wall) = self.gangway(machine) else { return };
        self.put(id, Post::Hex(wall));
        self.spend(id, self.tables.points.gangway);
        self.machines[usize::from(machine)].crossed += 1;
        let stops = self.faces_enemy(id);
        let man = self.man_mut(id);
        man.crossed = Some(machine);
        man.points = if stops { 0 } else { man.points };
        let left = man.points;
        sink.tell(|| Event::Crossed { man: id, machine, to: wall, left });
        self.on_the_wall(id, wall);
    }

    /// Whether a side's men may roll a machine a hex forward or back (SG-7.3): over flat ground, a drawbridge or a filled moat,
    /// by as many as it takes (MM-9.8); an engine too, which then does not shoot that turn (MM-3.5).
    pub(super) fn check_roll(&self, side: Side, machine: u8, back: bool) -> Result<(), Illegal> {
        let it = self.own_machine(side, machine)?;
        let way = if back { it.facing.opposite() } else { it.facing };
        let to = self.map.step(it.at, way).map_err(Illegal::Barred)?;
        let hands = self.at_post(Post::Aboard(machine)).filter(|&id| self.hauls(id) && (back || !self.is_craven(id)));
        let needs = self.takes_to_roll(machine);
        let most = self.combat.gear.moves.manhandled.max(1) as u8;
        // Its own way counts, whoever is fresh at it.
        let moved = self.form >= HexForm::Third && (it.turned || it.rolls >= most);
        match () {
            _ if moved => Err(Illegal::RolledEnough),
            _ if !self.rolls(it.kind, it.at, to) => Err(Illegal::NoRolling),
            _ if self.taken(to) => Err(Illegal::Taken),
            _ if self.at_post(Post::Aboard(machine)).any(|id| self.faces_enemy(id)) => Err(Illegal::InContact),
            _ if hands.count() < needs => Err(Illegal::TooFewHands { needs: needs as u8 }),
            _ if !self.commanded(machine) => Err(Illegal::NoSergeant),
            _ => Ok(()),
        }
    }

    /// Whether a man at a machine can put his shoulder to it for another hex.
    fn hauls(&self, id: TrooperId) -> bool {
        let man = self.man(id);
        self.free(man.side, id).is_ok() && man.points >= self.roll_costs(id)
    }

    pub(super) fn roll_machine(&mut self, machine: u8, back: bool, sink: &mut impl Sink<Event>) {
        let it = *self.machine(machine);
        let way = if back { it.facing.opposite() } else { it.facing };
        let Some(to) = self.map.beside(it.at, way) else { return };
        for id in self.at_post(Post::Aboard(machine)).collect::<Vec<_>>() {
            let cost = self.roll_costs(id);
            self.spend(id, cost);
        }
        self.carries_aloft(machine);
        let it = &mut self.machines[usize::from(machine)];
        let from = std::mem::replace(&mut it.at, to);
        (it.rolled, it.rolls) = (true, it.rolls + 1);
        self.machine_in[usize::from(from.0)] = None;
        self.machine_in[usize::from(to.0)] = Some(machine);
        sink.tell(|| Event::Rolled { machine, from, to, back });
    }

    /// Who is on its top moves with it (MM-3.5).
    fn carries_aloft(&mut self, machine: u8) {
        for id in self.at_post(Post::Aloft(machine)).collect::<Vec<_>>() {
            self.spend(id, 0);
        }
    }

    /// Whether a side's men may turn a machine on its middle by a hex side (SG-7.3): it takes them a full turn, none of them face to
    /// face with an enemy.
    pub(super) fn check_pivot(&self, side: Side, machine: u8) -> Result<(), Illegal> {
        let it = self.own_machine(side, machine)?;
        if self.deploys(side) {
            return Ok(());
        }
        let fresh = |&id: &TrooperId| self.free(side, id).is_ok() && !self.man(id).moved;
        let needs = self.takes_to_move(machine);
        let met = self.form >= HexForm::Second && self.at_post(Post::Aboard(machine)).any(|id| self.faces_enemy(id));
        match () {
            _ if it.rolled => Err(Illegal::NotFresh),
            _ if met => Err(Illegal::InContact),
            _ if self.at_post(Post::Aboard(machine)).filter(fresh).count() < needs => {
                Err(Illegal::TooFewHands { needs: needs as u8 })
            }
            _ if !self.commanded(machine) => Err(Illegal::NoSergeant),
            _ => Ok(()),
        }
    }

    pub(super) fn pivot(&mut self, machine: u8, left: bool, sink: &mut impl Sink<Event>) {
        for id in self.at_post(Post::Aboard(machine)).collect::<Vec<_>>() {
            self.spend_turn(id);
        }
        self.carries_aloft(machine);
        let it = &mut self.machines[usize::from(machine)];
        it.facing = it.facing.turned(if left { 1 } else { -1 });
        (it.rolled, it.turned, it.mark) = (true, true, None);
        let facing = it.facing;
        sink.tell(|| Event::Pivoted { machine, facing });
    }

    /// The unwounded men who swing a ram: those at it who have not moved (MM-6.2, MM-9.2).
    pub fn at_ram(&self, machine: u8) -> Vec<TrooperId> {
        let most = usize::from(self.combat.gear.ram.most);
        let swings = |&id: &TrooperId| {
            let man = self.man(id);
            self.free(man.side, id).is_ok() && !man.wounded && !man.moved && !self.faces_enemy(id)
        };
        self.at_post(Post::Aboard(machine)).filter(swings).take(most).collect()
    }

    /// Whether a ram in a hex, facing so, stands before a gate.
    pub fn faces_gate(&self, at: HexId, facing: HexSide, gate: u8) -> bool {
        let sides = &self.map.gates[usize::from(gate)].sides;
        sides.iter().any(|&(inner, side)| {
            (inner, side) == (at, facing) || self.map.beside(inner, side) == Some(at) && side.opposite() == facing
        })
    }

    /// Whether a ram may strike a gate or door (SG-5.5, MM-9.2): before it, by two unwounded men or more whose turn it takes.
    pub(super) fn check_ram(&self, side: Side, machine: u8, gate: u8) -> Result<(), Illegal> {
        let it = self.own_machine(side, machine)?;
        let leaf = self.gate(gate)?;
        match () {
            _ if it.kind != MachineKind::Ram => Err(Illegal::NoRam),
            _ if !self.faces_gate(it.at, it.facing, gate) => Err(Illegal::NotAtGate),
            _ if leaf.passable() => Err(Illegal::NoChange),
            _ if it.rolled => Err(Illegal::NotFresh),
            _ if self.at_ram(machine).len() < usize::from(self.combat.gear.ram.fewest) => Err(Illegal::TooFew),
            _ => Ok(()),
        }
    }

    /// A stroke of the ram (MM-9.2): it wrecks the gate or door, or does not.
    pub(super) fn ram(&mut self, machine: u8, gate: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let men = self.at_ram(machine);
        for &man in &men {
            self.spend_turn(man);
        }
        let work = &mut self.gate_work[usize::from(gate)];
        let before = work.rammed_before(self.turn);
        (work.rammed, work.last) = (before + 1, self.turn);
        let (mut percent, combat, count) = (Sum::default(), self.combat.clone(), men.len() as u8);
        ram_parts(count, before, &combat, &mut percent);
        let roll = roll_ram(percent.0, dice);
        sink.tell(|| {
            let mut parts: Vec<Part> = Vec::new();
            ram_parts(count, before, &combat, &mut parts);
            let thrown = Thrown { faces: roll.faces.to_vec(), parts, total: i32::from(roll.total) };
            Event::Rammed { machine, men: count, gate, thrown, percent: percent.0, wrecked: roll.success }
        });
        if roll.success {
            self.wreck_gate(gate);
        }
    }

    /// Whether a crew can work its engine (MM-9.7): four or more who have stood, one of them an unwounded man of the grade of
    /// its sergeant or better, and no enemy upon them.
    pub fn crew_works(&self, machine: u8) -> bool {
        let crew = &self.combat.gear.crew;
        let stood = |&id: &TrooperId| self.free(self.man(id).side, id).is_ok() && !self.man(id).moved;
        let men: Vec<TrooperId> = self.at_post(Post::Aboard(machine)).filter(stood).collect();
        let leads = |&id: &TrooperId| self.commands_crew(id);
        men.len() >= usize::from(crew.fewest) && men.iter().any(leads) && !men.iter().any(|&id| self.faces_enemy(id))
    }

    /// Whether a man can command a crew (MM-9.7): unwounded, of the grade of its sergeant or better, and no cleric.
    pub fn commands_crew(&self, id: TrooperId) -> bool {
        let (man, crew) = (self.man(id), &self.combat.gear.crew);
        !man.wounded && man.profile.grade >= crew.sergeant && man.profile.class != Class::Cleric
    }

    /// Whether somebody at a siege tower or an engine can command those who work it (MM-9.7); a ram needs nobody.
    pub fn commanded(&self, machine: u8) -> bool {
        let ram = self.machine(machine).kind == MachineKind::Ram;
        ram || self.at_post(Post::Aboard(machine)).any(|id| self.man(id).able() && self.commands_crew(id))
    }

    /// A machine is no more, and its hex is free again; who was at it comes away **[house]**.
    pub(super) fn clears_away(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let at = self.machine(machine).at;
        let it = &mut self.machines[usize::from(machine)];
        (it.wrecked, it.burns, it.mark) = (true, None, None);
        if self.machine_at(at) == Some(machine) {
            self.machine_in[usize::from(at.0)] = None;
        }
        self.come_away(Post::Aboard(machine), at, machine, dice, sink);
    }

    /// Those at a post come away to the nearest free hexes.
    pub(super) fn come_away(
        &mut self,
        post: Post,
        at: HexId,
        machine: u8,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        for id in self.at_post(post).collect::<Vec<_>>() {
            match self.room_near(at) {
                Some(to) => {
                    self.put(id, Post::Hex(to));
                    self.spend_turn(id);
                    sink.tell(|| Event::LeftMachine { man: id, machine, to });
                }
                None => self.lost(id, None, Fortune::Dead, dice, sink),
            }
        }
    }

    /// A machine is wrecked (MM-4.10): who stands on a siege tower falls down beside it (MM-6.4).
    pub(super) fn wreck_machine(&mut self, machine: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        sink.tell(|| Event::MachineWrecked { machine });
        // Whatever came down on it, it is told as wrecked (MM-4.10).
        let wrecks = hits_to_wreck(&self.combat);
        let it = &mut self.machines[usize::from(machine)];
        it.hits = it.hits.max(wrecks);
        self.clears_away(machine, dice, sink);
        let (at, height) = (self.machine(machine).at, self.machine(machine).reach + 1);
        for id in self.at_post(Post::Aloft(machine)).collect::<Vec<_>>() {
            self.falls(id, at, height, super::event::Tumble::Collapse, dice, sink);
        }
    }

    /// Machines are ready for another turn.
    pub(super) fn ready_machines(&mut self) {
        for machine in &mut self.machines {
            (machine.rolled, machine.rolls, machine.turned) = (false, 0, false);
            (machine.crossed, machine.shot, machine.mark) = (0, false, None);
        }
    }

    /// Whether a man is inside a siege tower, where no shot finds him.
    pub(super) fn in_tower(&self, id: TrooperId) -> bool {
        matches!(self.man(id).post, Post::Aboard(n) if self.machine(n).kind == MachineKind::Tower)
    }
}
