//! The bold who charge (MM-5.4, MM-7.4, SG-5.4), and the peasants who test before it, charging or charged (MM-2.3, MM-7.1).

use super::event::Event;
use super::map::HexId;
use super::state::{Assault, Burden, Heart, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;

impl Assault {
    /// The bold charge an enemy whom their points bring them face to face with (MM-5.4, MM-7.4), but for those at machines, on ladders or
    /// with a ladder or a faggot in hand; behind battlements only at one who has come in. The others obey **[house]**. Peasants
    /// among them, and those who are charged, test first, and do at once what the test has them do (MM-2.3, MM-7.1).
    pub(super) fn charge(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for id in self.minded(side, Heart::Bold) {
            if self.onset_of(id).is_none() {
                continue;
            }
            self.tests_at_onset(self.man(id).troop, dice, sink);
            let Some((_, end)) = self.onset_of(id) else { continue };
            let mut charged: Vec<u8> = self.enemies_at(end, side).map(|enemy| self.man(enemy).troop).collect();
            charged.dedup();
            for troop in charged {
                self.tests_at_onset(troop, dice, sink);
            }
            let Some((way, _)) = self.onset_of(id) else { continue };
            self.go(side, id, way, dice, sink);
            self.man_mut(id).charges = self.faces_enemy(id);
        }
    }

    /// The way by which a bold man charges, and where it ends.
    fn onset_of(&self, id: TrooperId) -> Option<(Vec<HexId>, HexId)> {
        let man = self.man(id);
        let bold = man.able() && self.troops[usize::from(man.troop)].mood == Heart::Bold;
        let free = man.burden == Burden::Nothing && man.profile.class != Class::Cleric && !man.moved;
        let at = man.hex().filter(|_| bold && free && !self.faces_enemy(id))?;
        let side = man.side;
        let reached = self.reached(side, id, None);
        let ends = reached.ends().filter(|&(_, to)| !self.defends_against(at, to) && self.threatened(to, side));
        let (_, n, end) = ends.map(|(n, end)| (reached.steps(n), n, end)).min()?;
        Some((reached.way(n), end))
    }

    /// Peasants who charge or are charged test once a turn, before anybody moves (MM-2.3, MM-7.1), unless they are in flight or
    /// rally; the recreant flee and the craven fall back as far as the points they have left carry them.
    fn tests_at_onset(&mut self, troop: u8, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let it = &self.troops[usize::from(troop)];
        let flees = matches!(it.mood, Heart::Recreant | Heart::Rallying);
        if it.class != Class::Peasant || flees || it.tested_at_onset {
            return;
        }
        let side = it.side;
        self.troops[usize::from(troop)].tested_at_onset = true;
        self.test(usize::from(troop), dice, sink);
        self.driven_off(side, troop, dice, sink);
    }
}
