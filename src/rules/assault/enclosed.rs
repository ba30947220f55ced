//! Besiegers who are shut in what they hold of a place (SG-4.3): what ground is whose between them, who holds the citadel and a
//! relief outside, where each of the three flees to, and whose gates, bridges and fires are whose. Of an assault in which nobody
//! is shut in it says the same of besiegers and garrison.

use super::map::{HexId, Lift};
use super::state::{Assault, TrooperId};
use crate::rules::figure::Side;
use std::ops::RangeInclusive;

/// Where a man comes from, and where he goes back to (MM-7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexHome {
    /// The open ground about the place: of besiegers, and of a relief.
    Field,
    /// The lines that those hold who are shut in.
    Wards,
    /// The keep: of a garrison, of the citadel's too.
    Keep,
}

impl Assault {
    /// The side that is shut in what it holds (SG-4.3), if one is: it assaults the citadel, sallies at a relief or is assaulted by both.
    pub fn enclosed(&self) -> Option<Side> {
        let shut = if self.held == 0 { self.garrison() } else { self.besiegers() };
        (self.shut_in > 0).then_some(shut)
    }

    /// Whether a relief and the citadel assault those who are shut in between them.
    pub fn relief_assaults(&self) -> bool {
        self.shut_in > 0 && !self.sally && self.held == 0
    }

    /// Where a man comes from.
    pub fn home_of(&self, id: TrooperId) -> HexHome {
        self.home_as(self.man(id).side, self.man(id).citadel)
    }

    fn home_as(&self, side: Side, citadel: bool) -> HexHome {
        match self.enclosed() {
            Some(shut) if shut == side => HexHome::Wards,
            Some(_) if citadel => HexHome::Keep,
            Some(_) => HexHome::Field,
            None if side == self.besiegers() => HexHome::Field,
            None => HexHome::Keep,
        }
    }

    /// Where the men of a side come from, those from outside first; one home but of a relief that the citadel helps.
    pub(super) fn homes_of(&self, side: Side) -> Vec<HexHome> {
        let of = |home: HexHome| self.ids().any(|id| self.man(id).side == side && self.home_of(id) == home);
        match self.relief_assaults() && side == Side::Attacker {
            true => [HexHome::Field, HexHome::Keep].into_iter().filter(|&home| of(home)).collect(),
            false => vec![self.home_as(side, self.ids().any(|id| self.man(id).side == side && self.man(id).citadel))],
        }
    }

    /// From where a side brings its machines, ladders and faggots.
    pub(super) fn home_of_gear(&self, side: Side) -> HexHome {
        self.homes_of(side).first().copied().unwrap_or(HexHome::Field)
    }

    /// The hexes in which those may stand when it begins who come from somewhere. Besiegers who hold lines may stand on what they
    /// hold, too, under its ramparts (SG-9.2); the garrison no longer can. Who is shut in stands in what he holds alone, the citadel's
    /// men within the rest (SG-4.3).
    pub(super) fn ground_of(&self, home: HexHome) -> Vec<HexId> {
        let parts = &self.map.stands;
        let within = self.map.places(&parts.defender).into_iter();
        let line = |id: &HexId| self.map.line_of(*id);
        let (shut, held) = (self.lines_shut_in(), 1..=self.held);
        match home {
            HexHome::Field if self.shut_in > 0 => {
                let won = within.filter(|id| (1..=self.outer_lost).contains(&line(id)));
                self.map.places(&parts.attacker).into_iter().chain(won).collect()
            }
            HexHome::Field => {
                let outside = self.map.places(&parts.attacker).into_iter();
                outside.chain(within.filter(|id| held.contains(&line(id)))).collect()
            }
            HexHome::Wards => within.filter(|id| shut.contains(&line(id))).collect(),
            HexHome::Keep if self.shut_in > 0 => within.filter(|id| line(id) > self.shut_in).collect(),
            HexHome::Keep => within.filter(|id| !held.contains(&line(id))).collect(),
        }
    }

    /// The hexes where a man may stand when it begins.
    pub fn may_stand_of(&self, id: TrooperId) -> Vec<HexId> {
        self.ground_of(self.home_of(id))
    }

    /// Whether those who come from somewhere may stand in a hex when it begins.
    pub(super) fn is_ground_of(&self, home: HexHome, at: HexId) -> bool {
        self.ground_of(home).contains(&at)
    }

    /// The innermost line that those hold who are shut in, in which they flee to where no active enemy cuts men off, if there is
    /// such ground, and else anywhere (MM-7.4, SG-4.3).
    pub(super) fn refuge(&self, side: Side) -> Vec<HexId> {
        let mut ground = self.ground_of(HexHome::Wards);
        ground.retain(|&at| self.map.line_of(at) == self.shut_in);
        let enemies: Vec<HexId> =
            self.of(side.other()).filter(|&id| self.active(id)).filter_map(|id| self.place(id)).collect();
        let near = i64::from(self.combat.morale.near.cut_off);
        let quiet = |at: &HexId| enemies.iter().all(|&enemy| self.map.distance(*at, enemy) > near);
        let away: Vec<HexId> = ground.iter().copied().filter(quiet).collect();
        if away.is_empty() { ground } else { away }
    }

    /// The lines that those hold who are shut in: all that were won, but for those a relief has won from them.
    pub(super) fn lines_shut_in(&self) -> RangeInclusive<u8> {
        self.outer_lost + 1..=self.shut_in
    }

    /// Whose what lies on a line is.
    fn owner_of_line(&self, line: u8) -> Side {
        match self.enclosed() {
            None => self.garrison(),
            Some(shut) if line == 0 || self.lines_shut_in().contains(&line) => shut,
            Some(shut) => shut.other(),
        }
    }

    /// Whose a gate or door is: the garrison's, but where besiegers are shut in that of who holds the line it shuts (SG-4.3).
    pub fn owner_of_gate(&self, gate: u8) -> Side {
        let first = self.map.gates[usize::from(gate)].sides.first();
        first.map_or(self.garrison(), |&(inner, _)| self.owner_of_line(self.map.line_of(inner)))
    }

    /// Whether a side works a bridge, a stair or a sluice from its own ground.
    pub(super) fn owns_lift(&self, side: Side, lift: &Lift) -> bool {
        self.owner_of_line(self.map.line_of(lift.from)) == side
    }

    /// Whether a man has a fire at hand (MM-4.11): within a place that is his **[house]**, or where his side has flint and steel.
    pub fn fire_at_hand(&self, id: TrooperId) -> bool {
        self.home_of(id) != HexHome::Field || self.stores[self.man(id).side].flint
    }

    /// Whether the keep with its missiles is a man's own (MM-4.6).
    pub fn holds_keep(&self, id: TrooperId) -> bool {
        self.home_of(id) == HexHome::Keep
    }

    /// Lines that those who are shut in have lost (SG-4.3, SG-8).
    pub(super) fn lines_lost(&self) -> u8 {
        let [outside, within] = self.lines_lost_to();
        outside + within
    }

    /// How many of their lines those who are shut in have lost to a relief from outside, and how many to the citadel from within (SG-4.3,
    /// SG-8): of each that the relief stands on it or within it and none of them is left on it or outside it, or that the citadel's men
    /// stand on it or outside it and none of them on it or within it. All of them where none is left, to the relief where it has come to
    /// them.
    pub fn lines_lost_to(&self) -> [u8; 2] {
        let lines = |side: Side, home: HexHome| {
            let of = self.of(side).filter(move |&id| self.home_of(id) == home);
            of.filter_map(|id| self.place(id)).map(|at| self.map.line_of(at)).collect::<Vec<u8>>()
        };
        let shut = lines(Side::Defender, HexHome::Wards);
        let waits =
            self.men.iter().any(|man| man.side == Side::Defender && man.fortune == super::state::Fortune::Waiting);
        let [relief, citadel] = [HexHome::Field, HexHome::Keep].map(|home| lines(Side::Attacker, home));
        let from_outside = |line: u8| relief.iter().any(|&at| at >= line);
        let from_within = |line: u8| citadel.iter().any(|&at| at <= line);
        let count = |lost: &dyn Fn(u8) -> bool| self.lines_shut_in().filter(|&line| lost(line)).count() as u8;
        match shut.is_empty() && !waits {
            true if relief.is_empty() && citadel.is_empty() => [0, 0],
            true => {
                let outside = count(&from_outside);
                [outside, self.lines_shut_in().count() as u8 - outside]
            }
            false => {
                // Nothing is won from within by breaking off.
                let over = self.stage == super::state::AssaultStage::Over(super::state::Ending::BrokenOff);
                let within = |line: u8| !over && from_within(line) && shut.iter().all(|&at| at < line);
                [count(&|line| from_outside(line) && shut.iter().all(|&at| at > line)), count(&within)]
            }
        }
    }

    /// The innermost line that those hold who attack from outside.
    pub(super) fn taken_to(&self) -> u8 {
        match self.relief_assaults() {
            true => self.outer_lost + self.lines_lost_to()[0],
            false => self.lines_taken().max(self.held),
        }
    }

    /// Whether a wall is one that those assault who attack from outside: not a friend's, behind those who are shut in.
    pub(super) fn is_assaulted(&self, line: u8) -> bool {
        line > self.held.max(self.outer_lost) && !(self.relief_assaults() && line > self.shut_in)
    }
}
