//! Falls (MM-6.3, MM-6.4, SG-7.7): off a ladder, a gangway or a siege tower, with a wall that is demolished, and into a moat.

use super::event::{Event, Tumble};
use super::map::{HexId, Terrain};
use super::state::{Assault, Fortune, Post, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::game::Sink;

/// Where a man who falls comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Landing {
    /// In a hex where one can lie.
    On(HexId),
    /// In a moat too deep to be filled (SG-7.7).
    Deep,
    /// Nowhere: there is no room for him.
    Nowhere,
}

impl Assault {
    /// Where a man comes down who falls to a hex: there, or where that is taken in a free hex beside it. Where nothing but a moat
    /// too deep to be filled is left he falls into it; else he comes to the nearest free hex, for a low fall kills nobody
    /// (MM-6.4).
    fn landing(&self, foot: HexId) -> Landing {
        let deep = self.too_deep(foot) || self.map.around(foot).any(|(_, to)| self.too_deep(to));
        match self.room_near(foot) {
            Some(at) if !deep || self.map.distance(foot, at) <= 1 => Landing::On(at),
            _ if deep => Landing::Deep,
            Some(at) => Landing::On(at),
            None => Landing::Nowhere,
        }
    }

    /// The free hex nearest to one, itself if it is free, by ways that lie open.
    pub(super) fn room_near(&self, foot: HexId) -> Option<HexId> {
        let mut reached = vec![foot];
        let mut n = 0;
        while let Some(&at) = reached.get(n) {
            if !self.taken(at) && self.map.holds(at).is_ok() {
                return Some(at);
            }
            let near = self.map.around(at).map(|(_, to)| to);
            let on: Vec<HexId> = near.filter(|&to| self.map.face_to_face(at, to) && !reached.contains(&to)).collect();
            reached.extend(on);
            n += 1;
        }
        None
    }

    fn too_deep(&self, at: HexId) -> bool {
        self.map.cell(at).terrain == Terrain::Moat && self.map.cell(at).deep
    }

    /// A man falls so many levels to a hex (MM-6.3, MM-6.4): over 4 in kills him, otherwise he lies inactive through the next
    /// turn. A fall into a moat too deep to be filled kills (SG-7.7).
    pub(super) fn falls(
        &mut self,
        id: TrooperId,
        foot: HexId,
        levels: i8,
        why: Tumble,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let landing = self.landing(foot);
        self.comes_down(id, landing, levels, why, dice, sink);
    }

    /// A man wounded as he goes over the gangway of a siege tower falls between it and the wall (MM-6.3): where a moat too deep
    /// to be filled lies there, into that (SG-7.7).
    pub(super) fn falls_off_gangway(
        &mut self,
        id: TrooperId,
        machine: u8,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let (Some(wall), foot) = (self.place(id), self.machine(machine).at) else { return };
        let between = |to: HexId| self.map.side_to(foot, to).is_some() && self.map.side_to(wall, to).is_some();
        let below = |to: HexId| self.map.cell(to).level < self.map.cell(wall).level;
        let gap: Vec<HexId> = self.map.around(wall).map(|(_, to)| to).filter(|&to| between(to) && below(to)).collect();
        let levels = |to: HexId| self.map.cell(wall).level - self.map.cell(to).level;
        let room = |to: &&HexId| !self.taken(**to) && self.map.holds(**to).is_ok();
        let (landing, high) = match (gap.iter().find(|to| self.too_deep(**to)), gap.iter().find(room)) {
            (Some(&moat), _) => (Landing::Deep, levels(moat)),
            (None, Some(&at)) => (Landing::On(at), levels(at)),
            (None, None) => (self.landing(foot), levels(foot)),
        };
        self.comes_down(id, landing, high, Tumble::Gangway, dice, sink);
    }

    /// A man comes down with the wall he stood on, which is rubble now, and lies in it.
    pub(super) fn falls_with_wall(
        &mut self,
        id: TrooperId,
        at: HexId,
        levels: i8,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.comes_down(id, Landing::On(at), levels, Tumble::Collapse, dice, sink);
    }

    fn comes_down(
        &mut self,
        id: TrooperId,
        landing: Landing,
        levels: i8,
        why: Tumble,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let inches = i32::from(levels) * self.combat.ground.level.inches;
        let high = inches > self.combat.wounds.fall.kills_over;
        let place = match landing {
            Landing::On(at) if !high => Some(at),
            _ => None,
        };
        let deep = landing == Landing::Deep;
        sink.tell(|| Event::Fell { man: id, why, levels, killed: place.is_none(), deep });
        match place {
            Some(at) => {
                let until = self.turn + self.combat.wounds.fall.inactive_turns;
                self.put(id, Post::Hex(at));
                let man = self.man_mut(id);
                (man.fortune, man.points, man.aim) = (Fortune::Down(until), 0, None);
            }
            None => {
                self.lost(id, None, Fortune::Dead, dice, sink);
            }
        }
    }
}
