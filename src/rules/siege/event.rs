//! What is told of a siege, each with its faces and parts.

use super::Action;
use super::assault::Sally;
use super::battering::{Battering, Wrecked};
use super::state::{At, Ending, Gear};
use super::terms::Terms;
use crate::rules::explain::Part;
use crate::rules::figure::{BySide, Side};

/// What a host ate in a siege turn (SG-2), in rations but for the horses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meal {
    pub needs: u32,
    /// What a whole siege turn on full rations comes to; 0 of a turn that was broken off.
    pub whole: u32,
    /// Of it from the country.
    pub foraged: u32,
    pub stores: u32,
    /// Horses eaten.
    pub horses: u32,
    /// What was lacking after all that.
    pub short: u32,
}

/// What the fire of a sortie, or of an assault on those who are shut in, took (SG-1.3, SG-4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burnt {
    Nothing,
    /// A siege tower.
    Tower,
    /// So many points of engines, and those that are gone by it.
    Points(u16, Wrecked),
    Rations(u32),
}

impl std::fmt::Display for Burnt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Burnt::Nothing => f.write_str("nothing"),
            Burnt::Tower => f.write_str("a siege tower"),
            Burnt::Points(points, wrecked) => {
                match points {
                    1 => f.write_str("a point of engines")?,
                    points => write!(f, "{points} points of engines")?,
                }
                wrecked.in_words().map_or(Ok(()), |gone| write!(f, " ({gone})"))
            }
            Burnt::Rations(1) => f.write_str("1 ration"),
            Burnt::Rations(rations) => write!(f, "{rations} rations"),
        }
    }
}

/// Men a host lost, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    pub dead: u32,
    /// Wounded: they eat, and do not fight.
    pub wounded: u32,
    /// Taken by the other side.
    pub taken: u32,
    /// Gone of their own will.
    pub deserted: u32,
}

impl Lost {
    /// All of them.
    pub fn all(self) -> u32 {
        self.dead + self.wounded + self.taken + self.deserted
    }
}

impl Lost {
    /// These but for others who are among them.
    pub fn without(self, others: Lost) -> Lost {
        Lost {
            dead: self.dead - others.dead.min(self.dead),
            wounded: self.wounded - others.wounded.min(self.wounded),
            taken: self.taken - others.taken.min(self.taken),
            deserted: self.deserted - others.deserted.min(self.deserted),
        }
    }
}

impl std::ops::AddAssign for Lost {
    fn add_assign(&mut self, other: Lost) {
        self.dead += other.dead;
        self.wounded += other.wounded;
        self.taken += other.taken;
        self.deserted += other.deserted;
    }
}

/// Something that happened in a siege.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A day begins (SG-1.1).
    Day(u32),
    /// Initiative was rolled, or given (SG-1.2): the faces and totals of both, or none if it was given.
    Initiative {
        /// Who holds it.
        side: Side,
        /// Face and total of each.
        rolled: Option<BySide<(u8, i32)>>,
    },
    /// A side did something that needs no roll.
    Did(Side, Action),
    /// A stretch was battered (SG-1.4).
    Battered {
        at: At,
        /// With how many points.
        points: u16,
        /// The parts of the points.
        parts: Vec<Part>,
        /// What it came to.
        result: Battering,
        /// Whether the stretch is demolished by it.
        down: bool,
    },
    /// A thing was finished.
    Built(Gear),
    /// What was half built is given up for something else.
    BuildingGivenUp(Gear),
    /// A mine is given up for one elsewhere.
    MineGivenUp(At),
    /// The moat can be crossed.
    MoatFilled,
    /// A mine was under its stretch, 1d10: whether it came down.
    Mined {
        /// Which stretch.
        at: At,
        face: u8,
        /// Whether it came down.
        fell: bool,
    },
    /// An assault (SG-1.6).
    Assaulted {
        /// Who assaulted.
        by: Side,
        /// The face of 1d10; none if it was fought.
        face: Option<u8>,
        /// What was added.
        parts: Vec<Part>,
        /// The sum.
        total: i32,
        /// Whether a line was won.
        taken: bool,
        /// Men lost.
        lost: BySide<Lost>,
        /// Those of the defending side's who are of the relief army outside (SG-4.3).
        of_relief: Lost,
    },
    /// A sortie (SG-1.3).
    Sallied {
        /// What it was at.
        at: Sally,
        /// The face of 1d10.
        face: u8,
        /// What was added.
        parts: Vec<Part>,
        /// Whether it came through.
        reached: bool,
        burnt: Burnt,
        /// Men lost.
        lost: BySide<Lost>,
        /// Those of the defending side's who are of the relief army outside (SG-4.3).
        of_relief: Lost,
    },
    /// The besieged worked at a stretch, 1d10 (SG-1.3).
    Repaired {
        at: At,
        face: u8,
        /// Whether a damage is mended.
        mended: bool,
    },
    /// Men foraged by night, 1d10 (SG-1.3).
    Foraged {
        /// Whose.
        side: Side,
        /// Men who went.
        men: u32,
        face: u8,
        /// Rations brought.
        brought: u32,
        /// Men who did not come back: they are taken.
        lost: u32,
    },
    /// A host ate (SG-2.2).
    Ate {
        /// Whose.
        side: Side,
        /// Whether it is the relief army outside, which eats for itself (SG-4.3).
        relief: bool,
        meal: Meal,
    },
    /// A host starved (SG-2.3).
    Starved {
        /// Whose.
        side: Side,
        /// Whether it is the relief army outside.
        relief: bool,
        /// Of those who can fight, who died and who deserted.
        men: Lost,
        /// The same of those who cannot.
        mouths: Lost,
        /// How many of the dead who could fight were knights.
        knights: u32,
    },
    /// A convoy tried to come in, 2d6 (SG-2.3).
    Convoy {
        faces: [u8; 2],
        /// What it needed.
        need: i32,
        /// What that is made of (SG-2.3).
        parts: Vec<Part>,
        /// Rations brought in.
        brought: u32,
    },
    /// Useless mouths were expelled (SG-2.3).
    Expelled(u32),
    /// Rations left in what was given up (SG-2.4).
    StoresTaken {
        /// How many.
        rations: u32,
    },
    /// The besieged tested for surrender (SG-3.1).
    Tested {
        /// The face of 1d10.
        face: u8,
        /// The bonuses.
        parts: Vec<Part>,
        /// Whether they ask terms.
        asks: bool,
    },
    /// Terms were offered (SG-3.3).
    Offered(Side, Terms),
    /// Terms were answered (SG-3.3).
    Answered(Side, bool),
    /// A relief army came, so many able men (SG-4).
    ReliefCame(u32),
    /// The relief army and besiegers fought in the field (SG-4.1, SG-4.2): faces and totals, and who won.
    Fought {
        /// Face and total of besiegers and relief.
        rolled: BySide<(u8, i32)>,
        /// Whether the besiegers won.
        won: bool,
        /// Men lost of besiegers and relief.
        lost: BySide<Lost>,
    },
    /// Engines of those who are shut in were burnt in an assault on them (SG-4.3).
    EnginesBurnt(Burnt),
    /// The besiegers shut themselves in what they hold (SG-4.3).
    ShutIn,
    Over(Ending),
}
