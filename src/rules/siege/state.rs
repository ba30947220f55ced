//! A place besieged and the two hosts about it: what there is, from which everything else is worked out.

use super::Action;
use super::event::Lost;
use super::tables::Tables;
use super::terms::Terms;
use crate::rules::figure::{BySide, Grade, Side, words};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What kind of place is besieged (SG-1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A border castle: two lines, the rampart and the keep.
    BorderCastle,
    /// A baron's castle: four lines.
    Castle,
    /// A fortified town: four lines.
    Town,
}
words!(
    Kind,
    "kind of place",
    "border castle, castle or town",
    BorderCastle = "border castle",
    Castle = "castle",
    Town = "town",
);

/// How far the besiegers have come (SG-1.5), the furthest that is held now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Progress {
    /// Nowhere yet.
    None,
    /// A stretch of the outer wall is demolished.
    OuterBreach,
    /// Part of the rampart is held.
    PartOfTheRampart,
    /// The garrison is confined to the citadel.
    ConfinedToTheCitadel,
    /// All is held but the keep.
    AllButTheKeep,
}
words!(
    Progress,
    "progress of a siege",
    "none, outer breach, part of the rampart, confined to the citadel or all but the keep",
    None = "none",
    OuterBreach = "outer breach",
    PartOfTheRampart = "part of the rampart",
    ConfinedToTheCitadel = "confined to the citadel",
    AllButTheKeep = "all but the keep",
);

/// A stretch of wall: damages to its outer side, and to its inner one, which can be battered once the outer is
/// demolished (SG-1.4, SG-7.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Damages to the outer side.
    pub outer: u8,
    /// Damages to the inner side.
    pub inner: u8,
}

/// A stretch by its line, from the outer ramparts inwards, and its place in the line, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At {
    pub line: u8,
    pub stretch: u8,
}

/// The moat before the outer ramparts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moat {
    /// There is none, or it is filled.
    None,
    /// So many days of filling are left.
    Days(u8),
    /// Too deep to fill (SG-7.7).
    TooDeep,
}

/// What besiegers build (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gear {
    Mangonel,
    Trebuchet,
    Ram,
    /// A siege tower.
    Tower,
    /// Ladders enough for an assault.
    Ladders,
}
words!(
    Gear,
    "siege gear",
    "mangonel, trebuchet, ram, tower or ladders",
    Mangonel = "mangonel",
    Trebuchet = "trebuchet",
    Ram = "ram",
    Tower = "tower",
    Ladders = "ladders",
);

/// Engines and gear of a side, or of an army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Park {
    pub mangonels: u16,
    pub trebuchets: u16,
    /// Points a trebuchet has lost that still stands, or a mangonel where there is no trebuchet (SG-1.4).
    pub hurt: u16,
    pub rams: u16,
    /// Siege towers.
    pub towers: u16,
    /// Whether there are ladders for an assault.
    pub ladders: bool,
}

/// Men, beasts and stores of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// Able men, knights among them.
    pub able: u32,
    /// Knights of them.
    pub knights: u32,
    /// Able men who have an axe by them, to hew at a gate with (MM-9.4).
    #[serde(default)]
    pub axes: u32,
    /// Warhorses and draught animals.
    pub horses: u32,
    /// Useless mouths: who eat and do not fight.
    pub mouths: u32,
    /// The commander's grade.
    pub grade: Grade,
    /// Rations in store; one feeds a man for a siege turn (SG-2.1).
    pub rations: u32,
    /// Whether it is on half rations (SG-2.3).
    pub half: bool,
    /// Days of this siege turn it has been on half rations.
    pub half_days: u32,
    /// What those of it have eaten already of this siege turn who were fed before they came: rations of a whole turn, times the
    /// days; below zero where they have not eaten since before it began. It is counted when a day begins, and is no part of
    /// what is kept.
    #[serde(skip)]
    pub fed: i64,
    /// Rations of the country that those who went away in this siege turn have had.
    #[serde(skip)]
    pub foraged: u32,
    /// Whole siege turns, one after another, without any ration.
    pub without: u32,
}

impl Host {
    /// Able men under a commander of a grade, with rations for them and nothing else.
    pub fn of(able: u32, grade: Grade, rations: u32) -> Host {
        Host {
            able,
            knights: 0,
            axes: 0,
            horses: 0,
            mouths: 0,
            grade,
            rations,
            half: false,
            half_days: 0,
            fed: 0,
            foraged: 0,
            without: 0,
        }
    }

    /// It as the enemy knows it, who sees its men and hears of its commander, and nothing of what it eats.
    pub(super) fn seen_from_without(self) -> Host {
        Host { knights: self.knights, ..Host::of(self.able, self.grade, 0) }
    }
}

/// A relief army on its way, or there (SG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relief {
    /// The day of the siege on which it comes.
    pub day: u32,
    /// Its men, beasts and stores.
    pub host: Host,
    /// What it brings to besiege the besiegers with (SG-4.3).
    pub park: Park,
}

/// How a siege ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The last line was stormed.
    Taken,
    /// Terms were agreed, and the place handed over (SG-3.3).
    Surrendered(Terms),
    /// No able defender was left, or a full siege turn passed without rations (SG-3.2).
    Fell,
    /// The besiegers went away.
    Lifted,
    /// A relief army drove the besiegers off, or took them where they had shut themselves in (SG-4).
    Relieved,
}

impl Ending {
    /// Who has won: the besiegers if the place is theirs, else the garrison.
    pub fn winner(self) -> Side {
        match self {
            Ending::Taken | Ending::Surrendered(_) | Ending::Fell => Side::Attacker,
            Ending::Lifted | Ending::Relieved => Side::Defender,
        }
    }
}

/// What a siege begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The place.
    pub kind: Kind,
    /// The moat before it.
    pub moat: Moat,
    /// Rations it can store.
    pub capacity: u32,
    /// The besiegers, as attacker, and the besieged.
    pub hosts: BySide<Host>,
    /// What the besiegers bring.
    pub park: Park,
    /// A relief army on its way.
    pub relief: Option<Relief>,
}

/// Who must decide what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The holder of the initiative acts.
    Act(Side),
    /// The other side answers what it did.
    Answer(Side),
    /// A side that asks for terms says which (SG-3.3).
    Offer(Side),
    /// A side answers the terms it is offered; `last` after a counter-offer.
    Terms {
        /// Who answers.
        side: Side,
        /// What is offered.
        terms: Terms,
        /// Whether nothing can be offered against it any more.
        last: bool,
    },
    /// A relief army has come, and the besiegers choose (SG-4).
    Relief,
    /// The day is over, and the next has not begun.
    Night,
    Over(Ending),
}

/// A siege under way. The besiegers are the attacker and the besieged the defender throughout, though their roles may
/// turn over (SG-4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Siege {
    /// The figures in force.
    pub tables: Arc<Tables>,
    /// The place.
    pub kind: Kind,
    /// Its lines from the outer ramparts to the keep, each a row of stretches.
    pub lines: Vec<Vec<Stretch>>,
    /// How many lines the besiegers have won.
    pub won: u8,
    /// How many of those, from the outermost, a relief has won from them while they are shut in (SG-4.3): they hold the others.
    pub outer_lost: u8,
    pub moat: Moat,
    /// Rations it can store.
    pub capacity: u32,
    /// The two hosts.
    pub hosts: BySide<Host>,
    /// Engines and gear: the besiegers', and what a relief army brought.
    pub parks: BySide<Park>,
    /// What the besiegers are building, and the days it still takes.
    pub building: Option<(Gear, u8)>,
    /// Where a mine goes, and the days it still takes.
    pub mine: Option<(At, u8)>,
    /// A relief army on its way.
    pub relief: Option<Relief>,
    /// Friends of besiegers who are shut in, on their way to them (SG-3.2, SG-4.3).
    pub friends: Option<Relief>,
    /// A relief army that besieges the besiegers beside the garrison, a host of its own (SG-4.3).
    pub outside: Option<Host>,
    /// Besiegers who are out to give battle to the relief while the rest go on (SG-4.2).
    pub apart: Option<u32>,
    /// Whether the besiegers are shut in what they hold, and besieged themselves (SG-4.3).
    pub shut_in: bool,
    /// Whether the place was battered from a distance today.
    pub(super) battered: bool,
    /// Whether all of the day has been played but what is bargained over.
    pub(super) day_over: bool,
    /// Who still has his part of the day when bargaining is over, the holder having treated with his (SG-1.1).
    pub(super) answers: Option<Side>,
    /// Terms agreed for a day to come, unless relieved before it (SG-3.3).
    pub respite: Option<(Terms, u32)>,
    /// The day of the siege, from 1.
    pub day: u32,
    /// Siege turns over, since the harvest if it came in.
    pub weeks: u32,
    /// Days of the siege at the end of which the harvest restores the country (CP-7.2), if no campaign sees to that.
    pub harvests: Vec<u32>,
    /// The last day of a siege turn has begun, and nobody has eaten for the turn yet (SG-2.2).
    pub(super) unfed: bool,
    /// Who is given the initiative at the next dawn, without a roll (SG-4.2).
    pub given: Option<Side>,
    /// The assault, bombardment or sortie that was put on this day last, to be fought outside this game.
    pub put_today: Option<Action>,
    /// Whether a test of surrender is put off until what was put on its day is decided (SG-1.1, SG-3.1).
    pub test_due: bool,
    /// Whether the garrison asks for terms today already, so that no test has it ask (SG-3.1).
    pub asks_already: bool,
    /// Who holds the initiative today.
    pub(super) initiative: Side,
    /// Who must decide what.
    pub(super) stage: Stage,
}

impl Siege {
    /// Who must decide what.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who holds the initiative today (SG-1.2).
    pub fn initiative(&self) -> Side {
        self.initiative
    }

    /// Leaves what is still undecided today undecided, as where what was asked for waits for an answer (CP-2.2): it is night,
    /// unless the siege is over.
    pub fn night_falls(&mut self) {
        if !matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Night;
        }
    }

    /// The siege as a side sees it that is to say yes or no to terms, without a word against them (SG-3.3).
    pub fn offered(&self, side: Side, terms: Terms) -> Siege {
        Siege { stage: Stage::Terms { side, terms, last: true }, ..self.clone() }
    }

    /// How far the besiegers have come (SG-1.5).
    pub fn progress(&self) -> Progress {
        let left = self.lines.len() - usize::from(self.won);
        match (self.won, left) {
            (0, _) if self.breached(0) => Progress::OuterBreach,
            (0, _) => Progress::None,
            (_, 0 | 1) => Progress::AllButTheKeep,
            (1, _) => Progress::PartOfTheRampart,
            _ => Progress::ConfinedToTheCitadel,
        }
    }

    /// The lines the besiegers hold, from 0: all they have won, but for those that a relief has won from them (SG-1.5, SG-4.3).
    pub fn held(&self) -> std::ops::Range<u8> {
        self.outer_lost.min(self.won)..self.won
    }

    /// Whether a stretch of a line is demolished.
    pub fn breached(&self, line: u8) -> bool {
        self.lines[usize::from(line)].iter().any(|stretch| stretch.outer >= self.tables.walls.outer)
    }

    /// The besieged as things stand: the garrison, or besiegers who have shut themselves in (SG-4.3).
    pub fn besieged(&self) -> Side {
        if self.shut_in { Side::Attacker } else { Side::Defender }
    }

    /// Who besieges as things stand: the besiegers, or garrison and relief together (SG-4.3).
    pub fn besiegers(&self) -> Side {
        self.besieged().other()
    }

    /// Able men of a side: of the garrison, and of the relief that besieges beside it (SG-4.3).
    pub fn able(&self, side: Side) -> u32 {
        let outside = if side == Side::Defender { self.outside.map_or(0, |host| host.able) } else { 0 };
        self.hosts[side].able + outside
    }

    /// Takes lost men off a side: off garrison and relief in proportion where both besiege (SG-4.3). Gives those of the
    /// relief.
    pub(super) fn lose(&mut self, side: Side, lost: Lost) -> Lost {
        if side == Side::Defender
            && let Some(outside) = &mut self.outside
        {
            let all = (outside.able + self.hosts.defender.able).max(1);
            let share = |men: u32| (u64::from(men) * u64::from(outside.able) / u64::from(all)) as u32;
            let theirs = Lost {
                dead: share(lost.dead),
                wounded: share(lost.wounded),
                taken: share(lost.taken),
                deserted: share(lost.deserted),
            };
            outside.suffers(theirs);
            self.hosts.defender.suffers(lost.without(theirs));
            return theirs;
        }
        self.hosts[side].suffers(lost);
        Lost::default()
    }

    /// Able besiegers who are not out against a relief army.
    pub fn inside(&self) -> u32 {
        self.hosts.attacker.able.saturating_sub(self.apart.unwrap_or(0))
    }

    /// Whether a relief army is near enough for the besieged to hope for, whoever they are as things stand (SG-3.2, SG-4.3).
    pub fn relief_in_reach(&self) -> bool {
        let reach = self.tables.house().relief_in_reach;
        match self.shut_in {
            true => self.friends,
            false => self.relief,
        }
        .is_some_and(|coming| coming.day <= self.day + reach)
    }

    /// Whether the day is the last of a siege turn (SG-1.1).
    pub fn ends_a_turn(&self) -> bool {
        self.day.is_multiple_of(self.tables.house().siege_days)
    }
}
