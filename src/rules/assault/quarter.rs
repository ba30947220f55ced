//! Who yields (MM-6.4, MM-7.4, MM-7.7, SG-5.4), and is led out of the assault.

use super::Illegal;
use super::event::Event;
use super::state::{Assault, Fortune, Post, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;

impl Assault {
    /// A man yields (MM-7.7) and is led out of the assault **[house]**.
    pub(super) fn yields(
        &mut self,
        id: TrooperId,
        to: Option<TrooperId>,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) {
        sink.tell(|| Event::Yielded { man: id, to });
        self.lost(id, to, Fortune::Taken(to), dice, sink);
    }

    /// Fallen men yield to active enemies on foot face to face with them, who demand it (MM-6.4).
    pub(super) fn fallen_yield(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for id in self.ids() {
            if !matches!(self.man(id).fortune, Fortune::Down(_)) {
                continue;
            }
            let demands = |enemy: &&TrooperId| {
                let man = self.man(**enemy);
                let on_foot = !matches!(man.post, Post::Ladder(_) | Post::Aloft(_));
                on_foot && self.active(**enemy) && man.profile.class != Class::Cleric
            };
            if let Some(&captor) = self.facing(id).iter().find(demands) {
                self.yields(id, Some(captor), dice, sink);
            }
        }
    }

    /// The enemy a man would yield to by his side's will (MM-7.7): the nearest active one, no cleric, within the distance that
    /// cuts men off, by the ways that lie open.
    pub fn captor_of(&self, id: TrooperId) -> Option<TrooperId> {
        self.pressing(id, self.combat.morale.near.cut_off as u16).first().map(|&(_, enemy)| enemy)
    }

    /// Whether a man may yield because his side wishes it (MM-7.7), whatever his mood, on his feet or fallen: somebody must be
    /// there to yield to.
    pub(super) fn check_yield(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        let man = self.men.get(usize::from(id.0)).filter(|man| man.side == side).ok_or(Illegal::NotYours)?;
        match () {
            _ if !man.present() => Err(Illegal::NotThere),
            _ if self.captor_of(id).is_none() => Err(Illegal::NobodyToYieldTo),
            _ => Ok(()),
        }
    }

    /// Those of a man's troop who are there.
    fn comrades(&self, id: TrooperId) -> Vec<TrooperId> {
        let troop = self.man(id).troop;
        self.of(self.man(id).side).filter(|&one| self.man(one).troop == troop).collect()
    }

    /// Whether a man's troop may yield because its side wishes it (MM-7.7): one of it has somebody to yield to.
    pub(super) fn check_surrender(&self, side: Side, id: TrooperId) -> Result<(), Illegal> {
        self.men.get(usize::from(id.0)).filter(|man| man.side == side).ok_or(Illegal::NotYours)?;
        let troop = self.comrades(id);
        match () {
            _ if !self.man(id).present() => Err(Illegal::NotThere),
            _ if troop.len() < 2 => Err(Illegal::NoTroop),
            _ if troop.iter().all(|&one| self.captor_of(one).is_none()) => Err(Illegal::NobodyToYieldTo),
            _ => Ok(()),
        }
    }

    /// All of a man's troop yield who have somebody to yield to, each to the enemy nearest to him (MM-7.7); the others stay.
    pub(super) fn surrender(&mut self, id: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for one in self.comrades(id) {
            if let Some(captor) = self.captor_of(one) {
                self.yields(one, Some(captor), dice, sink);
            }
        }
    }
}
