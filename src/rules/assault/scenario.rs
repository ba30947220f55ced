//! Assaults with their hosts, as they are written in a file: the map, what has been done to it, and who fights.

use super::cast::AssaultBattle;
use crate::rules::battle::{Battered, Fighter, Force, Host, Man, Plan, StormedPlace, Unit};
use crate::rules::figure::{BySide, Class, Grade, Horse, Profile, Protection, Rank, Side, Weapon};
use crate::rules::gear::{GearPiece, Thing};
use crate::rules::settles::{House, Settles as _, Unfit};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::sync::{Arc, OnceLock};

/// Where the numbers of the defenders' men begin in a plan.
const DEFENDERS: u32 = 1000;
/// The most men of a unit.
const MOST: u16 = 120;

/// A unit of a scenario: so many alike, and its captain, who is a knight.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitDrawn {
    pub name: String,
    /// Its men, without its captain.
    pub men: u16,
    #[serde(default = "sergeants")]
    pub class: Class,
    #[serde(default = "plain")]
    pub grade: Grade,
    pub protection: Protection,
    /// What they have, as rosters list it.
    #[serde(deserialize_with = "weapons")]
    pub weapons: Vec<Weapon>,
    /// The grade of the knight who leads them, if one does.
    #[serde(default)]
    pub captain: Option<Grade>,
}

fn weapons<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Weapon>, D::Error> {
    Weapon::list(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn sergeants() -> Class {
    Class::Sergeant
}

fn plain() -> Grade {
    Grade::C
}

/// An assault as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultDrawn {
    pub name: String,
    /// What it is, in a sentence.
    pub what: String,
    /// The map, by its name.
    pub map: String,
    /// Lines the besiegers hold.
    #[serde(default)]
    pub held: u8,
    /// Whether the garrison attacks, from within.
    #[serde(default)]
    pub sally: bool,
    /// Whether the moat is filled where the walls are assaulted.
    #[serde(default)]
    pub filled: bool,
    /// What the attackers carry.
    #[serde(default)]
    pub ladders: u16,
    /// Siege towers.
    #[serde(default)]
    pub towers: u16,
    #[serde(default)]
    pub rams: u16,
    #[serde(default)]
    pub catapults: u16,
    #[serde(default)]
    pub faggots: u16,
    /// Whether they have flint and steel to light torches with (MM-4.11).
    #[serde(default)]
    pub flint: bool,
    /// Rocks, and cauldrons of oil and of lead, that the defenders have to drop (MM-9.5).
    #[serde(default)]
    pub rocks: u16,
    #[serde(default)]
    pub oil: u16,
    #[serde(default)]
    pub lead: u16,
    /// Fire missiles of the defenders' bows (MM-4.11).
    #[serde(default)]
    pub fire_missiles: u16,
    /// Buckets of water that either side has (MM-4.12).
    #[serde(default)]
    pub buckets: u16,
    /// What has been done to the walls.
    #[serde(default)]
    pub battered: Vec<Battered>,
    /// The attackers' units.
    pub attacker: Vec<UnitDrawn>,
    /// The defenders' units.
    pub defender: Vec<UnitDrawn>,
}

/// An assault from the text of its file, or what is wrong with it.
pub fn read(text: &str) -> Result<AssaultDrawn, String> {
    let drawn: AssaultDrawn = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    for (side, units) in [(Side::Attacker, &drawn.attacker), (Side::Defender, &drawn.defender)] {
        if units.is_empty() {
            return Err(format!("the {side} has no unit; write [[{side}]]"));
        }
        for unit in units {
            let fault = |what: String| Err(format!("“{}” of the {side}: {what}", unit.name));
            if !(1..=MOST).contains(&unit.men) {
                return fault(format!("a unit has 1 to {MOST} men, and this has {}", unit.men));
            }
        }
    }
    Ok(drawn)
}

fn host(name: &str, units: &[UnitDrawn], first: u32, gear: Vec<GearPiece>) -> Host {
    let mut next = first;
    let letter = if first == 0 { 'A' } else { 'D' };
    let mut fighter = |class, rank, grade, protection: Protection, weapons: Vec<Weapon>| {
        let man = Man(next);
        next += 1;
        let number = format!("{letter}{}", next - first);
        let profile = Profile { class, rank, grade, protection, weapons, horse: Horse::None };
        Fighter { man, name: number.clone(), number, profile, wounded: false, standard: None }
    };
    let units = units.iter().map(|unit| {
        let rank = if unit.class == Class::Knight { Rank::Knight } else { Rank::None };
        let mut men: Vec<Fighter> = (0..unit.men)
            .map(|_| fighter(unit.class, rank, unit.grade, unit.protection, unit.weapons.clone()))
            .collect();
        let knightly = || vec![Weapon::Sword, Weapon::Shield];
        let captain =
            unit.captain.map(|grade| fighter(Class::Knight, Rank::Knight, grade, Protection::HEAVY, knightly()));
        let commander = captain.as_ref().map(|captain| captain.man);
        men.extend(captain);
        Unit { name: unit.name.clone(), commander, men }
    });
    let units = units.collect();
    let force = Force {
        name: name.to_owned(),
        battle: name.to_owned(),
        commander: None,
        units,
        single: Vec::new(),
        army: String::new(),
        arrives: 0,
        citadel: false,
    };
    Host { name: name.to_owned(), realm: name.to_owned(), commander: None, forces: vec![force], gear, hunger: 0 }
}

impl AssaultDrawn {
    /// What the attackers bring and what the defenders have, of each how many.
    pub fn gear(&self) -> [Vec<(u16, Thing)>; 2] {
        let brought = vec![
            (self.ladders, Thing::Ladder),
            (self.towers, Thing::Tower),
            (self.rams, Thing::Ram),
            (self.catapults, Thing::Catapult),
            (self.faggots, Thing::Faggot),
            (self.flint.into(), Thing::FlintAndSteel),
            (self.buckets, Thing::Bucket),
        ];
        let kept = vec![
            (self.rocks, Thing::Rock),
            (self.oil, Thing::OilCauldron),
            (self.lead, Thing::LeadCauldron),
            (self.fire_missiles, Thing::FireMissile),
            (self.buckets, Thing::Bucket),
        ];
        [brought, kept].map(|gear| gear.into_iter().filter(|(count, _)| *count > 0).collect())
    }

    /// The plan of it, by a seed; `map_file` is the text of a map that does not ship.
    pub fn plan(&self, map_file: Option<String>, seed: u64) -> Plan {
        let [brought, kept] = self
            .gear()
            .map(|gear| gear.into_iter().map(|(count, thing)| GearPiece::of(thing, count, None)).collect::<Vec<_>>());
        let storm = StormedPlace {
            map: self.map.clone(),
            map_file,
            held: self.held,
            sally: self.sally,
            filled: self.filled,
            ladders: false,
            rams: 0,
            towers: 0,
            engines: 0,
            battered: self.battered.clone(),
            ..StormedPlace::default()
        };
        let attacker = host("the attackers", &self.attacker, 0, brought);
        let defender = host("the defenders", &self.defender, DEFENDERS, kept);
        let hosts = BySide { attacker, defender };
        Plan {
            hosts,
            ground: self.map.clone(),
            ground_file: None,
            storm: Some(storm),
            dynastic_war: false,
            weather: None,
            seed,
        }
    }

    /// It cast into a game by house numbers, or every fault of it.
    pub fn cast(&self, map_file: Option<String>, seed: u64, house: &House) -> Result<AssaultBattle, Unfit> {
        AssaultBattle::cast(&self.plan(map_file, seed), house)
    }
}

/// The files of the assaults that ship, by their names.
const FILES: [(&str, &str); 3] = [
    ("border-castle", include_str!("../../../data/assaults/border-castle.toml")),
    ("fortified-town", include_str!("../../../data/assaults/fortified-town.toml")),
    ("templars-castle", include_str!("../../../data/assaults/templars-castle.toml")),
];

/// The assaults that ship, each with the name of its file.
pub fn shipped() -> &'static [(&'static str, Arc<AssaultDrawn>)] {
    static ALL: OnceLock<Vec<(&'static str, Arc<AssaultDrawn>)>> = OnceLock::new();
    let parse = |&(file, text): &(&'static str, &str)| {
        (file, Arc::new(read(text).unwrap_or_else(|fault| panic!("the program's own assault {file}: {fault}"))))
    };
    ALL.get_or_init(|| FILES.iter().map(parse).collect())
}

/// The shipped assault of a file's name.
pub fn find(name: &str) -> Option<Arc<AssaultDrawn>> {
    let plain = crate::rules::figure::plain;
    shipped().iter().find(|(file, _)| plain(file) == plain(name)).map(|(_, drawn)| drawn.clone())
}
