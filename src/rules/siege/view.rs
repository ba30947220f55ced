//! What one side may know of a siege.

use super::state::{At, Gear, Host, Kind, Moat, Park, Progress, Relief, Siege, Stage, Stretch};
use super::tables::Tables;
use super::terms::Terms;
use super::{Decision, Storm};
use crate::rules::figure::{BySide, Grade, Side};
use crate::rules::game::Game;
use std::fmt;

/// What a side may know of a siege. The place, its walls, the engines and the able men of both are seen by everybody; what
/// the other side has to eat, how many mouths eat it, and a relief that has not come are not.
#[derive(Clone, Copy)]
pub struct View<'a> {
    siege: &'a Siege,
    side: Side,
}

/// What shows of a host from without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Able men, knights among them.
    pub able: u32,
    /// Knights of them.
    pub knights: u32,
    /// The commander's grade.
    pub grade: Grade,
}

impl<'a> View<'a> {
    pub(super) fn of(siege: &'a Siege, side: Side) -> View<'a> {
        View { siege, side }
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Its own host.
    pub fn own(&self) -> &'a Host {
        &self.siege.hosts[self.side]
    }

    /// What shows of the other host.
    pub fn other(&self) -> Seen {
        let Host { able, knights, grade, .. } = self.siege.hosts[self.side.other()];
        Seen { able, knights, grade }
    }

    /// The figures in force.
    pub fn tables(&self) -> &'a Tables {
        &self.siege.tables
    }

    /// The kind of place.
    pub fn kind(&self) -> Kind {
        self.siege.kind
    }

    /// Its lines from the outer ramparts to the keep.
    pub fn lines(&self) -> &'a [Vec<Stretch>] {
        &self.siege.lines
    }

    /// How many lines the besiegers have won.
    pub fn won(&self) -> u8 {
        self.siege.won
    }

    /// The lines they hold, from 0: not those that a relief has won from them (SG-4.3).
    pub fn held(&self) -> std::ops::Range<u8> {
        self.siege.held()
    }

    /// How far they have come (SG-1.5).
    pub fn progress(&self) -> Progress {
        self.siege.progress()
    }

    /// Whether a stretch of a line is demolished.
    pub fn breached(&self, line: u8) -> bool {
        self.siege.breached(line)
    }

    pub fn moat(&self) -> Moat {
        self.siege.moat
    }

    /// Whether ladders reach the wall of a line (SG-7.4).
    pub fn is_scaled(&self, line: u8) -> bool {
        self.siege.is_scaled(line)
    }

    /// Whether rams and towers can be brought up to the line that is attacked (SG-7.3).
    pub fn wheels_come_up(&self) -> bool {
        self.siege.wheels_come_up()
    }

    /// Rations the place can store, which is told of it far and wide; not how many it does.
    pub fn capacity(&self) -> u32 {
        self.siege.capacity
    }

    /// Engines and gear of a side.
    pub fn park(&self, side: Side) -> &'a Park {
        &self.siege.parks[side]
    }

    /// What is being built, and the days it still takes.
    pub fn building(&self) -> Option<(Gear, u8)> {
        self.siege.building
    }

    /// Where a mine goes, and the days it still takes; who besieges alone knows.
    pub fn mine(&self) -> Option<(At, u8)> {
        self.siege.mine.filter(|_| self.side == self.besiegers())
    }

    /// The relief army: the garrison knows of it beforehand, the besiegers when it has come, and not what it lives on.
    pub fn relief(&self) -> Option<Relief> {
        let relief = self.siege.relief?;
        match self.side {
            Side::Defender => Some(relief),
            Side::Attacker if relief.day > self.siege.day => None,
            Side::Attacker => Some(Relief { host: relief.host.seen_from_without(), ..relief }),
        }
    }

    /// Whether a relief army that this side knows of is in reach (SG-3.2).
    pub fn relief_in_reach(&self) -> bool {
        let known = match self.siege.shut_in {
            true => self.friends().is_some(),
            false => self.relief().is_some(),
        };
        known && self.siege.relief_in_reach()
    }

    /// Days until friends of besiegers who are shut in could be there, whom they alone know of.
    pub fn friends(&self) -> Option<u32> {
        let friends = self.siege.friends.filter(|_| self.side == Side::Attacker)?;
        Some(friends.day.saturating_sub(self.siege.day))
    }

    /// The host of this side that may go away: who besieges from without (SG-1.3, SG-4.3).
    pub(super) fn may_go(&self) -> Option<&'a Host> {
        match (self.side, self.siege.shut_in) {
            (Side::Attacker, false) => Some(self.own()),
            (Side::Defender, true) => self.siege.outside.as_ref(),
            _ => None,
        }
    }

    /// The host whose rations are this side's to halve.
    pub fn larder(&self) -> &'a Host {
        self.siege.larder(self.side)
    }

    /// Whether that host has the country: it lies outside, and is not shut in (SG-2.2, SG-4.3).
    pub fn has_the_country(&self) -> bool {
        match self.side {
            Side::Attacker => !self.siege.shut_in,
            Side::Defender => self.siege.halves_outside(self.side),
        }
    }

    /// A garrison beside which a relief besieges, whose rations are halved by themselves (SG-4.3).
    pub fn within(&self) -> Option<&'a Host> {
        self.siege.halves_outside(self.side).then(|| self.own())
    }

    /// What shows of the relief army that besieges beside the garrison (SG-4.3).
    pub fn outside(&self) -> Option<Seen> {
        self.siege.outside.map(|Host { able, knights, grade, .. }| Seen { able, knights, grade })
    }

    /// Besiegers who are out to give battle to the relief (SG-4.2).
    pub fn apart(&self) -> Option<u32> {
        self.siege.apart
    }

    /// Whether the besiegers are shut in what they hold (SG-4.3).
    pub fn shut_in(&self) -> bool {
        self.siege.shut_in
    }

    /// Who besieges as things stand.
    pub fn besiegers(&self) -> Side {
        self.siege.besiegers()
    }

    /// Terms agreed for a day to come.
    pub fn respite(&self) -> Option<(Terms, u32)> {
        self.siege.respite
    }

    /// The day of the siege.
    pub fn day(&self) -> u32 {
        self.siege.day
    }

    /// Siege turns over.
    pub fn weeks(&self) -> u32 {
        self.siege.weeks
    }

    /// Who holds the initiative today.
    pub fn initiative(&self) -> Side {
        self.siege.initiative
    }

    /// Who must decide what.
    pub fn stage(&self) -> Stage {
        self.siege.stage
    }

    /// All that bears on an assault by this side, as far as it knows: not whether the others go on half rations.
    pub fn storm(&self) -> Storm {
        Storm { defenders_short: false, ..self.siege.storm(self.side) }
    }

    /// Whether a decision is allowed.
    pub fn may(&self, decision: &Decision) -> bool {
        self.siege.check(self.side, decision).is_ok()
    }
}

/// Tells what the view tells, and nothing else of the siege.
impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parks = BySide { attacker: self.park(Side::Attacker), defender: self.park(Side::Defender) };
        f.debug_struct("View")
            .field("side", &self.side())
            .field("own", self.own())
            .field("other", &self.other())
            .field("kind", &self.kind())
            .field("lines", &self.lines())
            .field("won", &self.won())
            .field("held", &self.held())
            .field("moat", &self.moat())
            .field("capacity", &self.capacity())
            .field("parks", &parks)
            .field("building", &self.building())
            .field("mine", &self.mine())
            .field("relief", &self.relief())
            .field("friends", &self.friends())
            .field("outside", &self.outside())
            .field("apart", &self.apart())
            .field("shut_in", &self.shut_in())
            .field("battered", &self.siege.battered)
            .field("respite", &self.respite())
            .field("day", &self.day())
            .field("weeks", &self.weeks())
            .field("initiative", &self.initiative())
            .field("stage", &self.stage())
            .finish()
    }
}
