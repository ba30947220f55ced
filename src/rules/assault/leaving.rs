//! Who leaves a melee, and who goes after him (MM-5.8, MM-5.9, SG-5.4): a blow at his back, no contact with fresh enemies in that
//! move, and those he leaves follow at once if they chose to or must.

use super::Illegal;
use super::event::Event;
use super::map::HexId;
use super::state::{Assault, Burden, Heart, Post, TrooperId};
use crate::rules::dice::Dice;
use crate::rules::figure::{Class, Side};
use crate::rules::game::Sink;
use crate::rules::man_to_man::melee::{has_a_blow, must_pursue};

impl Assault {
    /// Whether a man stands in a melee since the turn began, so that he leaves it by going anywhere (MM-5.8).
    fn in_melee(&self, id: TrooperId) -> bool {
        self.man(id).engaged && self.faces_enemy(id)
    }

    /// Whether a man's move is one out of a melee (MM-5.8).
    pub(super) fn goes_out(&self, id: TrooperId) -> bool {
        self.man(id).left_melee || self.in_melee(id)
    }

    /// Whether in a hex a man of a side would come face to face with another enemy than these, whom he has before him.
    pub(super) fn meets_fresh(&self, at: HexId, side: Side, before: &[TrooperId]) -> bool {
        self.enemies_at(at, side).any(|enemy| !before.contains(&enemy))
    }

    /// Whether a hex is closed to a man because he leaves a melee and would come up to a fresh enemy there (MM-5.8).
    pub(super) fn keeps_off(&self, id: TrooperId, to: HexId) -> bool {
        self.goes_out(id) && self.meets_fresh(to, self.man(id).side, &self.facing(id))
    }

    /// A man goes from where he is. One who leaves a melee takes one blow unanswered from one of those he leaves, an active one
    /// and no cleric (MM-5.8); they may go after him when he is where he goes. Whether he still can.
    pub(super) fn leaves(&mut self, id: TrooperId, dice: &mut impl Dice, sink: &mut impl Sink<Event>) -> bool {
        if !self.man(id).left_melee && self.in_melee(id) {
            let before = self.facing(id);
            let strikes = |&enemy: &TrooperId| {
                let man = self.man(enemy);
                let able = self.active(enemy) && man.profile.class != Class::Cleric && !man.left_melee;
                able && has_a_blow(man.blows, false, false)
            };
            let striker = before.iter().copied().find(strikes);
            self.man_mut(id).left_melee = true;
            self.leavers.push((id, before));
            if let Some(enemy) = striker {
                self.blow(enemy, id, true, dice, sink);
            }
        }
        self.man(id).able()
    }

    /// Those whom somebody has left since the last decision go after him, one by one (MM-5.8, MM-5.9). Who is come up with goes
    /// no further **[house]**.
    pub(super) fn go_after(&mut self, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        for (leaver, opponents) in std::mem::take(&mut self.leavers) {
            for id in opponents {
                let Some(way) = self.way_after(id, leaver) else { continue };
                let must = self.must_pursue(id);
                sink.tell(|| Event::GoesAfter { man: id, after: leaver, must });
                self.go(self.man(id).side, id, way, dice, sink);
                if self.man(id).able() {
                    self.spend_turn(id);
                }
            }
            if self.faces_enemy(leaver) {
                self.man_mut(leaver).points = 0;
            }
        }
    }

    /// Whether a man must pursue, as the men of his troop must (MM-5.9).
    fn must_pursue(&self, id: TrooperId) -> bool {
        must_pursue(self.troops[usize::from(self.man(id).troop)].class)
    }

    /// Whether a man stands behind battlements that he defends against an enemy in a hex, who is outside them (MM-5.9, MM-7.4).
    pub(super) fn defends_against(&self, at: HexId, enemy: HexId) -> bool {
        self.map.cell(at).touches_battlements() && self.map.line_of(enemy) < self.map.line_of(at)
    }

    /// The way by which a man goes after an enemy who has left him: if his troop follows and he can come up with him (MM-5.8), or
    /// as he must, however far he gets (MM-5.9). Nobody does who has another enemy before him, has moved or lost heart, defends
    /// battlements against one outside them, is on a ladder or at a machine, or has a ladder or a faggot in hand **[house]**.
    fn way_after(&self, id: TrooperId, leaver: TrooperId) -> Option<Vec<HexId>> {
        let man = self.man(id);
        let troop = &self.troops[usize::from(man.troop)];
        let (Post::Hex(at), Some(to)) = (man.post, self.place(leaver).filter(|_| self.man(leaver).able())) else {
            return None;
        };
        let must = self.must_pursue(id);
        let free = man.able()
            && man.engaged
            && !man.moved
            && !man.left_melee
            && man.burden == Burden::Nothing
            && man.profile.class != Class::Cleric
            && matches!(troop.mood, Heart::Steady | Heart::Bold);
        if !free || !(must || troop.follows) || self.faces_enemy(id) || self.defends_against(at, to) {
            return None;
        }
        let reached = self.reached(man.side, id, None);
        let catches = |end: HexId| self.enemies_at(end, man.side).any(|enemy| enemy == leaver);
        let caught = reached.ends().filter(|&(_, end)| catches(end)).map(|(n, _)| (reached.steps(n), n)).min();
        if let Some((_, n)) = caught {
            return Some(reached.way(n));
        }
        if !must {
            return None;
        }
        let far = self.steps_to(std::iter::once(to));
        let off = |at: HexId| far[usize::from(at.0)];
        let nearer = reached.ends().filter(|&(_, end)| off(end) < off(at));
        let (.., n) = nearer.map(|(n, end)| (off(end), reached.steps(n), n)).min()?;
        Some(reached.way(n))
    }

    /// Whether the men of a man's troop may be told to follow enemies who break off, or not to (MM-5.8).
    pub(super) fn check_follow(&self, side: Side, id: TrooperId, follow: bool) -> Result<(), Illegal> {
        let man = self.men.get(usize::from(id.0)).filter(|man| man.side == side).ok_or(Illegal::NotYours)?;
        match self.troops[usize::from(man.troop)].follows == follow {
            true => Err(Illegal::NoChange),
            false => Ok(()),
        }
    }

    pub(super) fn follow(&mut self, id: TrooperId, follow: bool, sink: &mut impl Sink<Event>) {
        let troop = self.man(id).troop;
        self.troops[usize::from(troop)].follows = follow;
        sink.tell(|| Event::Follows { troop, follow });
    }
}
