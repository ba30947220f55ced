//! A siege as the campaign keeps it from day to day (SG-1 to SG-4): who besieges, how each side conducts it, what is
//! offered and agreed, and what an army carries with it.

use super::calendar::Day;
use super::ids::{FormationId, OfferId, SideId, SiegeId, StrongholdId};
use super::money::Pence;
use crate::rules::figure::{Grade, Side, words};
use crate::rules::siege::{At, End, Gear, Leave, Order, Park, Tables, Terms};
use serde::Serialize;

/// A host of a siege.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiegePart {
    /// Those who came to take the place.
    Besiegers,
    /// Those who hold it.
    Garrison,
    /// A relief army that besieges the besiegers (SG-4.3).
    Relief,
}
words!(
    SiegePart,
    "part of a siege",
    "besiegers, garrison or relief",
    Besiegers = "besiegers",
    Garrison = "garrison",
    Relief = "relief"
);

impl SiegePart {
    /// The side of the siege's game it stands on.
    pub fn side(self) -> Side {
        match self {
            SiegePart::Besiegers => Side::Attacker,
            SiegePart::Garrison | SiegePart::Relief => Side::Defender,
        }
    }

    /// The part that decides for a side of the siege's game.
    pub fn of(side: Side) -> SiegePart {
        match side {
            Side::Attacker => SiegePart::Besiegers,
            Side::Defender => SiegePart::Garrison,
        }
    }
}

/// Who decides for a host of a siege.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conduct {
    /// A captain of the program.
    Captain,
    /// Its standing orders: each day the first of them that may be done.
    Orders,
    /// The referee, day by day; in a turn it rests.
    Referee,
}
words!(
    Conduct,
    "conduct of a siege",
    "captain, orders or referee",
    Captain = "captain",
    Orders = "orders",
    Referee = "referee"
);

/// What became of terms that were offered (SG-3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfferState {
    /// They wait for an answer.
    Open,
    Refused,
    /// Others were offered in their place.
    Countered,
    /// They are agreed, and wait for their day.
    Agreed,
    /// They were agreed, and carried out.
    Kept,
    /// They came to nothing: relieved in time, or the siege ended otherwise.
    Lapsed,
}
words!(
    OfferState,
    "state of an offer",
    "open, refused, countered, agreed, kept or lapsed",
    Open = "open",
    Refused = "refused",
    Countered = "countered",
    Agreed = "agreed",
    Kept = "kept",
    Lapsed = "lapsed"
);

/// What an army is to do where its march ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// Nothing more.
    #[default]
    None,
    /// Besiege the enemy's stronghold there.
    Besiege,
    /// Bring what its train carries into its side's stronghold there, through besiegers if need be (SG-2.3).
    Convoy,
}
words!(Purpose, "purpose of a march", "besiege or convoy", None = "", Besiege = "besiege", Convoy = "convoy");

/// What goes with an army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SiegeTrain {
    pub rations: u32,
    /// Draught and pack animals.
    pub animals: u32,
    /// Engines and gear.
    pub park: Park,
}

/// The most that goes with one army: so many trains of that size can be added up safely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainBounds {
    /// Rations, and as many animals.
    pub load: u32,
    /// Engines of a kind.
    pub engines: u16,
}

impl SiegeTrain {
    /// Takes in all that another train has.
    pub fn add(&mut self, other: &SiegeTrain, tables: &Tables) {
        self.rations = self.rations.saturating_add(other.rations);
        self.animals = self.animals.saturating_add(other.animals);
        self.park.join(&other.park, tables);
    }

    /// Leaves what was taken of it to another.
    pub fn take(&mut self, taken: &SiegeTrain) {
        self.rations = self.rations.saturating_sub(taken.rations);
        self.animals = self.animals.saturating_sub(taken.animals);
        self.park.leave(&taken.park);
    }

    /// Whether it is no larger than a train may be.
    pub fn is_within(&self, most: &TrainBounds) -> bool {
        let park = self.park;
        let engines = [park.mangonels, park.trebuchets, park.hurt, park.rams, park.towers];
        self.rations.max(self.animals) <= most.load && engines.iter().all(|many| *many <= most.engines)
    }

    /// As much of another train as this one has room for.
    pub fn room_for(&self, other: &SiegeTrain, most: &TrainBounds) -> SiegeTrain {
        let load = |own: u32, more: u32| more.min(most.load.saturating_sub(own));
        let engines = |own: u16, more: u16| more.min(most.engines.saturating_sub(own));
        let (park, more) = (self.park, other.park);
        let (mangonels, trebuchets) =
            (engines(park.mangonels, more.mangonels), engines(park.trebuchets, more.trebuchets));
        let all_that_may_be_hurt = match more.trebuchets {
            0 => mangonels == more.mangonels,
            all => trebuchets == all,
        };
        SiegeTrain {
            rations: load(self.rations, other.rations),
            animals: load(self.animals, other.animals),
            park: Park {
                mangonels,
                trebuchets,
                // A hurt one is the last to be taken.
                hurt: if all_that_may_be_hurt { more.hurt } else { 0 },
                rams: engines(park.rams, more.rams),
                towers: engines(park.towers, more.towers),
                ladders: more.ladders,
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiegeRow {
    pub id: SiegeId,
    /// What is besieged.
    pub stronghold: StrongholdId,
    /// The side that besieges.
    pub besieger: SideId,
    /// The side that held the place when it began.
    pub holder: SideId,
    /// Its first day.
    pub begun: Day,
    /// Days of it that are over.
    pub days: u32,
    /// Lines won.
    pub won: u8,
    /// How many of those, from the outermost, a relief has won from besiegers who are shut in (SG-4.3).
    pub outer_lost: u8,
    /// Whether the besiegers have shut themselves in what they hold (SG-4.3).
    pub shut_in: bool,
    /// What is being built, and the days it still takes.
    pub building: Option<(Gear, u8)>,
    /// Where a mine goes, and the days it still takes.
    pub mine: Option<(At, u8)>,
    /// The day on which the place is given up unless it is relieved (SG-3.3).
    pub respite: Option<Day>,
    /// Who is given the initiative of the next day (SG-4.2).
    pub given: Option<Side>,
    /// Since when those within ask for terms, while it is not said which (SG-3.1).
    pub asks: Option<Day>,
    /// Whether the garrison's test of surrender is put off until what waits is decided (SG-1.1).
    pub test_due: bool,
    /// How it ended, and when.
    pub ended: Option<(End, Day)>,
}

impl SiegeRow {
    /// The day it is at the siege on a day of the campaign: days played by hand run before that (CP-2.1).
    pub fn today(&self, campaign: Day) -> Day {
        campaign.max(self.begun + self.days as i32)
    }
}

/// How a host of a siege is conducted, and how it fares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Host {
    pub part: SiegePart,
    /// Who decides for it.
    pub conduct: Conduct,
    /// Its standing orders.
    pub orders: Vec<Order>,
    /// Whether it is on half rations.
    pub half: bool,
    /// Days of this siege turn on half rations.
    pub half_days: u32,
    /// Siege turns, one after another, without any ration.
    pub without_weeks: u32,
    /// Rations of the country that those who went away in this siege turn have had.
    pub foraged: u32,
}

/// Siege turns for which the stores of a host are looked ahead at: about ten years.
pub const MOST_TURNS_AHEAD: usize = 520;

/// A host of a siege in figures, as pages, commands and the siege sheet have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HostFigures {
    pub part: SiegePart,
    /// Its armies' names.
    pub armies: Vec<String>,
    /// Able men, knights among them.
    pub able: u32,
    /// Knights of them.
    pub knights: u32,
    /// Others who eat.
    pub mouths: u32,
    /// Horses and draught animals.
    pub horses: u32,
    /// The commander's grade.
    pub grade: Grade,
    /// Rations in store.
    pub rations: u32,
    /// Rations it eats in a siege turn.
    pub eats: u32,
    /// Rations the country gives it this siege turn.
    pub country: u32,
    /// Siege turns its stores last, the country giving less each time until the harvest, [`MOST_TURNS_AHEAD`] at most; none if for
    /// ever.
    pub weeks_left: Option<u32>,
    /// Whether it is on half rations.
    pub half: bool,
    /// Engines and gear.
    pub park: Park,
}

impl HostFigures {
    /// How long its stores last, in words.
    pub fn lasts(&self) -> String {
        match self.weeks_left {
            None => "for ever".to_owned(),
            Some(0) => "less than a week".to_owned(),
            Some(1) => "1 week".to_owned(),
            Some(weeks) if weeks as usize == MOST_TURNS_AHEAD => format!("{weeks} weeks and more"),
            Some(weeks) => format!("{weeks} weeks"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SiegeArmy {
    pub siege: SiegeId,
    pub army: FormationId,
    pub part: SiegePart,
    /// Since when.
    pub joined: Day,
}

/// Terms that were offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TermsOffer {
    pub id: OfferId,
    pub siege: SiegeId,
    /// When they were offered.
    pub day: Day,
    /// By whom.
    pub by: SiegePart,
    /// What becomes of the garrison.
    pub leave: Leave,
    /// What the place pays.
    pub ransom: Pence,
    /// Whether each man owes his own ransom besides.
    pub men_pay: bool,
    /// How many hostages are given.
    pub hostages: u32,
    /// Days until the place is given up unless relieved.
    pub respite_days: u32,
    /// What became of them.
    pub state: OfferState,
    /// When that was.
    pub answered: Option<Day>,
}

impl TermsOffer {
    /// The terms, as the rules have them.
    pub fn terms(&self) -> Terms {
        Terms {
            leave: self.leave,
            ransom_marks: u32::try_from(self.ransom.0 / Pence::from_marks(1).0).unwrap_or(u32::MAX),
            men_pay: self.men_pay,
            hostages: self.hostages,
            respite_days: self.respite_days,
        }
    }
}

/// A line of a siege's story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoryLine {
    pub day: Day,
    /// What happened.
    pub text: String,
    pub clause: String,
}
