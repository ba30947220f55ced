//! Pikes of the second and third rank (MM-5.7, SG-5.4): they strike over those before them at what the front rank touches.

use super::hexes::HexSide;
use super::state::{Assault, TrooperId};
use crate::rules::battle::HexForm;
use crate::rules::figure::Weapon;

impl Assault {
    /// The enemies whom a pike with nobody before him reaches over one or two of his troop, hex behind hex in a straight line
    /// (MM-5.7): each straight ahead, and face to face with the foremost of them; at a turn's start those who were so then.
    pub(super) fn over_the_front_rank(&self, id: TrooperId, start: bool) -> Vec<TrooperId> {
        let man = self.man(id);
        let pike = self.form >= HexForm::Third && self.wields(id) == Weapon::Pike && !(start && man.moved);
        let Some(at) = man.hex().filter(|_| pike && !self.faces_enemy(id)) else { return Vec::new() };
        let ahead = |&side: &HexSide| {
            let mut here = at;
            for _ in 1..self.combat.melee.reach.pike_ranks {
                let next = self.map.beside(here, side).filter(|&to| self.map.face_to_face(here, to))?;
                let one = self.who(next).filter(|&one| self.man(one).able() && self.man(one).troop == man.troop)?;
                let beyond = self.map.beside(next, side).and_then(|to| self.fights_in(to));
                let touched =
                    beyond.filter(|&enemy| self.man(enemy).side != man.side && self.facing(one).contains(&enemy));
                if let Some(enemy) = touched {
                    return Some(enemy).filter(|&enemy| !start || self.met_at_start(one, enemy));
                }
                here = next;
            }
            None
        };
        HexSide::ALL.iter().filter_map(ahead).collect()
    }
}
