//! What a man at a machine may be told (SG-7.2, SG-7.3, MM-9.2, MM-9.7): to roll and turn it, to ram, to shoot, to go up in it
//! and over its way onto a wall.

use super::Offering;
use crate::rules::assault::dropping::{DROPPED, called};
use crate::rules::assault::engines::Struck;
use crate::rules::assault::map::{HexId, Terrain};
use crate::rules::assault::standards::StandardLies;
use crate::rules::assault::{Decision, MachineKind, Post};

impl Offering<'_> {
    /// Where a man, or the machine he is at, is to stand when it begins.
    pub(super) fn places(&mut self, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let machine = match game.man(man).post {
            Post::Aboard(n) => Some(n),
            _ => None,
        };
        match target {
            None => self.wants("Put him in …", "Point at a hex first: press it, or go there with the arrow keys."),
            Some(to) => {
                if let Some(n) = machine {
                    let name = format!("Bring the {} to {}", game.machine(n).kind, self.hex(to));
                    self.add(name, Decision::Bring { machine: n, at: to });
                }
                let friend = game.who(to).filter(|who| game.man(*who).side == self.side);
                let machine = game.machine_at(to).filter(|at| game.machine(*at).side == self.side);
                let name = match (friend, machine) {
                    (_, Some(n)) => format!("Put him at the {} in {}", game.machine(n).kind, self.hex(to)),
                    (Some(friend), None) => format!("Change places with {}", (self.called)(friend)),
                    (None, None) => format!("Put him in {}", self.hex(to)),
                };
                self.add(name, Decision::Place { man, to });
            }
        }
        if let Some(machine) = machine {
            for (left, way) in [(true, "left"), (false, "right")] {
                self.add(format!("Turn the {} {way}", game.machine(machine).kind), Decision::Pivot { machine, left });
            }
        }
    }

    /// The machines he can go to, and standards that lie within reach (MM-8.8).
    pub(super) fn beside_machines(&mut self, at: HexId) {
        let (game, man) = (self.game, self.man);
        for machine in 0..game.machines.len() as u8 {
            let it = game.machine(machine);
            let beside = game.map.distance(at, it.at) == 1 || game.gangway(machine) == Some(at);
            if beside && it.side == self.side && !it.wrecked {
                let name = format!("Go to the {} in {}", it.kind, self.hex(it.at));
                self.add(name, Decision::Board { man, machine });
            }
            if beside && it.side != self.side && it.stands() && game.fire_at_hand(self.man) {
                let name = format!("Put a torch to the {} in {}", it.kind, self.hex(it.at));
                self.add(name, Decision::Burn { man, machine });
            }
        }
        for (standard, it) in (0u8..).zip(&game.standards) {
            if matches!(it.lies, StandardLies::Ground(place) if game.map.distance(at, place) <= 1) {
                self.add(format!("Take up the {} standard", it.standard), Decision::TakeUp { man, standard });
            }
        }
    }

    /// What he can drop from the walk on whom or what is below (MM-9.5).
    pub(super) fn drops(&mut self, at: HexId, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        if game.map.cell(at).terrain != Terrain::Rampart {
            return;
        }
        for what in DROPPED {
            let left = game.stores[self.side].left(what);
            let named = called(what);
            match target {
                _ if left == 0 => {}
                Some(to) if to != at => {
                    let name = format!("Drop {named} on {} ({left} left)", self.hex(to));
                    self.add(name, Decision::Drop { man, at: to, what });
                }
                _ => self.wants(&format!("Drop {named} … ({left} left)"), "Point at the hex below it is to fall on."),
            }
        }
    }

    /// The machine he is at, which all who are at it move.
    pub(super) fn at_machine(&mut self, machine: u8, target: Option<HexId>) {
        let (game, man) = (self.game, self.man);
        let it = *game.machine(machine);
        if it.kind.engine().is_some() {
            match target {
                Some(at) => {
                    let struck = game.struck_in(&it, at);
                    let is_man = |struck| matches!(struck, Struck::Man(_));
                    if struck.is_none_or(|struck| matches!(struck, Struck::Man(_) | Struck::Machine(_))) {
                        let name = format!("Shoot with the {} at {}", it.kind, self.hex(at));
                        self.add(name, Decision::Loose { machine, at });
                    }
                    if let Some(other) = game.machine_against(it.side, at).filter(|_| struck.is_some_and(is_man)) {
                        let name =
                            format!("Batter the {} at {} with the {}", game.machine(other).kind, self.hex(at), it.kind);
                        self.add(name, Decision::BatterMachine { machine, other });
                    }
                    if let Some(masonry) = game.masonry_in(&it, at) {
                        let what = match masonry {
                            Struck::Gate(gate) => game.map.gates[usize::from(gate)].name.clone(),
                            _ => format!("the wall at {}", self.hex(at)),
                        };
                        let name = format!("Batter {what} with the {}", it.kind);
                        self.add(name, Decision::Batter { machine, at });
                    }
                }
                None => self.wants(&format!("Shoot with the {} …", it.kind), "Point at what it is to hit first."),
            }
            self.fires(target);
            self.kindles();
        }
        for gate in (0..game.map.gates.len() as u8).filter(|&gate| game.faces_gate(it.at, it.facing, gate)) {
            self.add(format!("Ram {}", game.map.gates[usize::from(gate)].name), Decision::Ram { machine, gate });
        }
        for (back, way, side) in [(false, "on", it.facing), (true, "back", it.facing.opposite())] {
            let to = game.map.beside(it.at, side).map_or_else(String::new, |to| format!(" to {}", self.hex(to)));
            self.add(format!("Roll it {way}{to}"), Decision::Roll { machine, back });
        }
        for (left, way) in [(true, "left"), (false, "right")] {
            self.add(format!("Turn it {way}"), Decision::Pivot { machine, left });
        }
        if it.kind == MachineKind::Tower {
            self.add("Go up to its top".to_owned(), Decision::GoUp { man, up: true });
        }
        if let Some(to) = target {
            self.go(to);
        }
    }

    /// On the top of a siege tower.
    pub(super) fn aloft(&mut self, machine: u8, target: Option<HexId>) {
        let man = self.man;
        self.shoots(target);
        self.kindles();
        let wall = self.game.gangway(machine).map_or_else(|| "the wall".to_owned(), |wall| self.hex(wall));
        self.add(format!("Go over onto {wall}"), Decision::Cross { man });
        self.add("Go down into the tower".to_owned(), Decision::GoUp { man, up: false });
    }
}
