//! What a host brings to the field besides its men (MM-9, MM-10.2), as the field names it, and how a plan lists it.

use super::battle::Man;
use super::figure::{UnknownWord, plain, words};
use super::geometry::{Heading, Point};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A thing of the book's list of gear (MM-10.2), and the few it has uses for without a price of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Wagon,
    Packhorse,
    Store,
    DraughtAnimal,
    Catapult,
    Bombard,
    BombardRound,
    Sow,
    Ram,
    Pick,
    Screw,
    Tower,
    Ladder,
    Pavise,
    Stake,
    OilCauldron,
    LeadCauldron,
    Rock,
    Bucket,
    Faggot,
    FireMissile,
    FlintAndSteel,
}
words!(
    Thing,
    "piece of gear",
    "wagon, packhorse, store, draught animal, catapult, bombard, bombard round, sow, ram, pick, screw, siege tower, \
     ladder, pavise, stake, cauldron of oil, cauldron of lead, rock, bucket, faggot, fire missile or flint and steel",
    Wagon = "wagon",
    Packhorse = "packhorse",
    Store = "store",
    DraughtAnimal = "draught animal",
    Catapult = "catapult",
    Bombard = "bombard",
    BombardRound = "bombard round",
    Sow = "sow",
    Ram = "ram",
    Pick = "pick",
    Screw = "screw",
    Tower = "siege tower",
    Ladder = "ladder",
    Pavise = "pavise",
    Stake = "stake",
    OilCauldron = "cauldron of oil",
    LeadCauldron = "cauldron of lead",
    Rock = "rock",
    Bucket = "bucket",
    Faggot = "faggot",
    FireMissile = "fire missile",
    FlintAndSteel = "flint and steel"
);

impl Thing {
    /// Whether it is drawn or pushed on the table as a piece of its own: a wagon, engine, bombard, sow or tower
    /// (MM-3.1).
    pub fn rolls(self) -> bool {
        matches!(self, Thing::Wagon | Thing::Catapult | Thing::Bombard | Thing::Sow | Thing::Tower)
    }

    /// Whether it needs a crew of four or more with a grade B sergeant (MM-9.7).
    pub fn crewed(self) -> bool {
        matches!(self, Thing::Catapult | Thing::Bombard | Thing::Sow | Thing::Tower)
    }

    /// Whether it is carried, and set or used, on foot only (MM-9.9).
    pub fn on_foot(self) -> bool {
        matches!(self, Thing::Stake | Thing::Pavise | Thing::Ladder | Thing::Ram | Thing::Faggot)
    }

    /// Whether it shoots by itself (MM-4.9).
    pub fn machine(self) -> Option<Machine> {
        match self {
            Thing::Catapult => Some(Machine::Catapult),
            Thing::Bombard => Some(Machine::Bombard),
            Thing::Rock => Some(Machine::Rock),
            Thing::OilCauldron => Some(Machine::Oil),
            Thing::LeadCauldron => Some(Machine::Lead),
            _ => None,
        }
    }
}

/// What shoots, or is dropped, by 2d6 and 5 or less (MM-4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Machine {
    Catapult,
    Bombard,
    Rock,
    Oil,
    Lead,
}
words!(
    Machine,
    "engine or dropped missile",
    "catapult, bombard, rock, oil or lead",
    Catapult = "catapult",
    Bombard = "bombard",
    Rock = "rock",
    Oil = "oil",
    Lead = "lead"
);

impl Machine {
    /// Whether it is dropped rather than shot (MM-4.7).
    pub fn dropped(self) -> bool {
        matches!(self, Machine::Rock | Machine::Oil | Machine::Lead)
    }
}

impl Thing {
    /// So many of it, as a list says it: `12 stakes`.
    pub fn counted(self, count: u16) -> String {
        let word = self.word();
        match word.split_once(" of ") {
            _ if count == 1 || self == Thing::FlintAndSteel => format!("{count} {word}"),
            Some((of, what)) => format!("{count} {of}s of {what}"),
            None => format!("{count} {word}s"),
        }
    }

    /// A list as [`Thing::list`] reads it.
    pub fn listed<T: Copy + Into<Brought>>(list: &[(u16, T)]) -> String {
        let items = list.iter().map(|&(count, thing)| Into::<Brought>::into(thing).counted(count));
        items.collect::<Vec<_>>().join(", ")
    }
}

/// What a wagon or a packhorse is laden with that does not come with arrows and the like (MM-4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Laden {
    Javelins,
    Rounds,
}
words!(Laden, "load", "javelins or rounds", Javelins = "javelins", Rounds = "rounds");

/// A thing as a list says it is brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Brought {
    pub thing: Thing,
    /// A ladder's length in inches (MM-9.10); 0 for one as long as one man raises.
    pub inches: u8,
    /// What it is laden with; arrows and the like if nothing is said.
    pub laden: Option<Laden>,
    /// Whether the army's standard rides on it, a wagon (MM-8.8).
    pub standard: bool,
}

/// What follows a wagon on which the army's standard rides.
const WITH_STANDARD: &str = " with the standard";

impl From<Thing> for Brought {
    fn from(thing: Thing) -> Brought {
        Brought { thing, inches: 0, laden: None, standard: false }
    }
}

impl PartialEq<Thing> for Brought {
    fn eq(&self, thing: &Thing) -> bool {
        *self == Brought::from(*thing)
    }
}

impl fmt::Display for Brought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.thing, self.more()))
    }
}

impl Brought {
    /// A ladder of so many inches.
    pub fn ladder(inches: u8) -> Brought {
        Brought { inches, ..Brought::from(Thing::Ladder) }
    }

    /// What is said of it besides its name.
    fn more(self) -> String {
        let length = if self.inches > 0 { format!(" of {} in", self.inches) } else { String::new() };
        let laden = self.laden.map_or_else(String::new, |laden| format!(" of {laden}"));
        let standard = if self.standard { WITH_STANDARD } else { "" };
        format!("{length}{laden}{standard}")
    }

    /// So many of it, as a list says it: `2 ladders of 9 in`.
    pub fn counted(self, count: u16) -> String {
        format!("{}{}", self.thing.counted(count), self.more())
    }

    /// Reads it as a list says it, without its number.
    fn read(word: &str, thing: impl Fn(&str) -> Result<Thing, UnknownWord>) -> Result<Brought, UnknownWord> {
        let (rest, standard) = match word.strip_suffix(WITH_STANDARD) {
            Some(rest) => (rest, true),
            None => (word, false),
        };
        let (what, of) = rest.split_once(" of ").map_or((rest, None), |(what, of)| (what, Some(of.trim())));
        let plain = Brought { standard, ..Brought::from(one_of(rest, &thing).or_else(|_| one_of(what, &thing))?) };
        let brought = match (plain.thing, of) {
            (Thing::Ladder, Some(of)) => {
                let inches = of.trim_end_matches(|letter: char| letter.is_alphabetic()).trim();
                inches.parse().ok().filter(|&inches| inches > 0).map(|inches| Brought { inches, ..plain })
            }
            (Thing::Wagon | Thing::Packhorse, Some("arrows")) => Some(plain),
            (Thing::Wagon | Thing::Packhorse, Some(of)) => {
                of.parse().ok().map(|laden| Brought { laden: Some(laden), ..plain })
            }
            (Thing::OilCauldron | Thing::LeadCauldron, _) | (_, None) => Some(plain),
            (_, Some(_)) => None,
        };
        match brought.filter(|brought| !standard || brought.thing == Thing::Wagon) {
            Some(brought) => Ok(brought),
            None => word.parse::<Thing>().map(Brought::from),
        }
    }
}

/// A work of a castle (MM-10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    Keep,
    LargeTower,
    SmallTurret,
    Curtain,
    Gatehouse,
    Drawbridge,
    Portcullis,
    WetMoat,
    DryMoat,
}
words!(
    Work,
    "work of a castle",
    "keep, large tower, small turret, curtain, gatehouse, drawbridge, portcullis, wet moat or dry moat",
    Keep = "keep",
    LargeTower = "large tower",
    SmallTurret = "small turret",
    Curtain = "curtain",
    Gatehouse = "gatehouse",
    Drawbridge = "drawbridge",
    Portcullis = "portcullis",
    WetMoat = "wet moat",
    DryMoat = "dry moat"
);

impl Work {
    /// Whether it is priced by its length (MM-10.3).
    pub fn by_length(self) -> bool {
        matches!(self, Work::Curtain | Work::WetMoat | Work::DryMoat)
    }

    /// Whether it is built of wood or of stone, at different prices.
    pub fn of_material(self) -> bool {
        matches!(self, Work::Keep | Work::LargeTower | Work::SmallTurret | Work::Curtain | Work::Gatehouse)
    }
}

/// What a castle is built of (MM-10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Material {
    Wood,
    Stone,
}
words!(Material, "material", "wood or stone", Wood = "wood", Stone = "stone");

/// Spare missiles in a wagon, on a packhorse or in store (MM-4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spares {
    pub javelins: u16,
    /// Engine or bombard rounds.
    pub rounds: u16,
    /// Missiles of bow, sling, crossbow and handgun.
    pub others: u16,
}

/// One piece of gear as it comes to the field, or so many alike that the same men carry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GearPiece {
    pub thing: Thing,
    /// How many, of things men carry one each or heap up: stakes, pavises, rocks, buckets, faggots, fire missiles.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u16,
    /// A man of the unit whose it is: its crew (MM-9.7), its drivers or its bearers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Man>,
    /// Where it stands at the start; without it, with its men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(Point, Heading)>,
    /// Animals harnessed to it (MM-9.8).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub animals: u8,
    /// A ladder's length in inches (MM-9.10).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inches: u8,
    /// What a sow holds: ram, pick or screw (MM-9.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Thing>,
    /// The spares on it (MM-4.6).
    #[serde(default, skip_serializing_if = "is_empty")]
    pub spares: Spares,
    /// Whether the army's standard rides on it, a wagon (MM-8.8).
    #[serde(default, skip_serializing_if = "is_not")]
    pub standard: bool,
}

fn one() -> u16 {
    1
}

fn is_one(count: &u16) -> bool {
    *count == 1
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

fn is_not(so: &bool) -> bool {
    !so
}

fn is_empty(spares: &Spares) -> bool {
    *spares == Spares::default()
}

/// So much of a work: pieces, or inches of what is priced by its length (MM-10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Works {
    pub work: Work,
    /// Of wood or stone; of no account to bridges, portcullises and moats.
    pub material: Material,
    /// How many, or how many inches.
    pub count: u16,
}

/// The items of a list written with commas: how many, and of what.
fn items(text: &str) -> impl Iterator<Item = (Option<u16>, String)> {
    let items = text.split([',', ';']).map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| {
        let counted = item.split_once(' ').and_then(|(first, rest)| Some((first.parse().ok()?, rest)));
        counted.map_or_else(|| (None, plain(item)), |(count, rest)| (Some(count), plain(rest)))
    })
}

/// Reads a word as it stands, or as the plural of what it would be without each s: `stakes`, `cauldrons of oil`.
fn one_of<T>(word: &str, read: impl Fn(&str) -> Result<T, UnknownWord>) -> Result<T, UnknownWord> {
    let singular = || word.split(' ').map(|word| word.trim_end_matches('s')).collect::<Vec<_>>().join(" ");
    read(word).or_else(|unknown| read(&singular()).map_err(|_| unknown))
}

impl Thing {
    /// Reads a list such as `12 stakes, 2 ladders of 9 in, catapult, wagon of rounds, wagon with the standard`.
    pub fn list(text: &str) -> Result<Vec<(u16, Brought)>, UnknownWord> {
        let thing = |word: &str| match word {
            "engine" => Ok(Thing::Catapult),
            "penthouse" => Ok(Thing::Sow),
            "tower" => Ok(Thing::Tower),
            "cauldron" => Ok(Thing::OilCauldron),
            word => word.parse(),
        };
        items(text).map(|(count, word)| Ok((count.unwrap_or(1), Brought::read(&word, thing)?))).collect()
    }
}

impl Works {
    /// Reads a list such as `stone keep, 48 in of stone curtain, portcullis`. What is built of either is of stone
    /// unless it says wood.
    pub fn list(text: &str) -> Result<Vec<Works>, UnknownWord> {
        let works = |(count, word): (Option<u16>, String)| {
            let word = word.strip_prefix("in of ").or(word.strip_prefix("in ")).unwrap_or(&word);
            let (material, word) = match word.split_once(' ') {
                Some(("wood" | "wooden" | "timber", rest)) => (Material::Wood, rest),
                Some(("stone", rest)) => (Material::Stone, rest),
                _ => (Material::Stone, word),
            };
            let work: Work = one_of(word, str::parse)?;
            let count = count.unwrap_or(if work.by_length() { 12 } else { 1 });
            Ok(Works { work, material, count })
        };
        items(text).map(works).collect()
    }
}

impl GearPiece {
    /// So many of a thing, that the unit of a man carries or serves.
    pub fn of(thing: Thing, count: u16, by: Option<Man>) -> GearPiece {
        GearPiece {
            thing,
            count,
            by,
            at: None,
            animals: 0,
            inches: 0,
            holds: None,
            spares: Spares::default(),
            standard: false,
        }
    }
}
