//! How men face to face with the enemy are led: whom they follow, and when one is past saving.

use super::Mind;
use crate::rules::assault::Decision;
use crate::rules::assault::map::HexId;
use crate::rules::assault::state::TrooperId;
use crate::rules::figure::Side;
use crate::rules::man_to_man::melee::must_pursue;

/// Hexes within which men count as near for what a captain dares.
const ABOUT: i64 = 12;
/// How many times as many as they the enemies must be before a wounded man is past saving.
const HOPELESS: usize = 6;

impl Mind<'_> {
    /// Those of a side who stand near a hex.
    fn near(&self, side: Side, at: HexId) -> usize {
        let able = self.game.of(side).filter(|&id| self.game.man(id).able());
        able.filter_map(|id| self.game.place(id)).filter(|&place| self.game.map.distance(at, place) <= ABOUT).count()
    }

    /// What a man does who has an enemy before him: wounded, in the open among many times as many, he yields (MM-7.7); his troop is told
    /// whether to follow who breaks off (MM-5.8): who storms does, where he is the stronger, and who holds does not.
    pub(super) fn conduct(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        let around =
            |id: TrooperId| game.place(id).map(|at| (self.near(self.side, at), self.near(self.side.other(), at)));
        let (ours, theirs) = around(id)?;
        let lost = game.man(id).wounded && !game.in_cover(id) && ours * HOPELESS <= theirs;
        let troop = game.man(id).troop;
        if lost {
            // With the last of them on his feet wounded, all of the troop are past saving.
            let left = game.of(self.side).filter(|&one| game.man(one).troop == troop);
            let all = left.into_iter().all(|one| game.man(one).wounded && !game.in_cover(one));
            let surrender = all.then_some(Decision::Surrender { man: id }).and_then(|decision| self.may(decision));
            if let Some(yields) = surrender.or_else(|| self.may(Decision::Yield { man: id })) {
                return Some(yields);
            }
        }
        if let Some(strikes) = self.strikes(id) {
            return Some(strikes);
        }
        // One answer for the whole troop: that of the first of them who fights.
        let first = game.of(self.side).find(|&one| game.man(one).troop == troop && game.faces_enemy(one));
        if first != Some(id) || must_pursue(game.troops[usize::from(troop)].class) {
            return None;
        }
        self.may(Decision::Follow { man: id, follow: self.side == Side::Attacker && ours > theirs })
    }

    /// Of several enemies before him who are as easy to hit he strikes at one who is wounded, whom a second wound kills (MM-5.1).
    fn strikes(&self, id: TrooperId) -> Option<Decision> {
        let game = self.game;
        let facing = game.facing(id);
        let easiest = facing.iter().map(|&at| game.guard_of(at)).min()?;
        let first = facing.iter().copied().filter(|&at| game.guard_of(at) == easiest).min()?;
        let wounded = facing.into_iter().find(|&at| game.guard_of(at) == easiest && game.man(at).wounded)?;
        if wounded == first || game.man(first).wounded {
            return None;
        }
        self.may(Decision::Strike { man: id, at: wounded, then: None })
    }
}
