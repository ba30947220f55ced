//! Who stands on the field (CC-2): kinds of troops, their armour and what they carry.

use super::tables::Tables;
use crate::rules::figure::words;

/// How far a man is armoured (CC-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Armour {
    /// The chest is unprotected.
    Light,
    /// Chest and helmet.
    Medium,
    /// Four fifths of body and head.
    Heavy,
}
words!(Armour, "armour", "light, medium or heavy", Light = "light", Medium = "medium", Heavy = "heavy");

/// A kind of troops (CC-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TroopKind {
    LightFoot,
    MediumFoot,
    HeavyFoot,
    LightHorse,
    HeavyHorse,
    Chariot,
    WarWagon,
    Boat,
    SiegeCrew,
}
words!(
    TroopKind,
    "kind of troops",
    "light infantry, medium infantry, heavy infantry, light cavalry, heavy cavalry, chariot, war wagon, boat or siege crew",
    LightFoot = "light infantry",
    MediumFoot = "medium infantry",
    HeavyFoot = "heavy infantry",
    LightHorse = "light cavalry",
    HeavyHorse = "heavy cavalry",
    Chariot = "chariot",
    WarWagon = "war wagon",
    Boat = "boat",
    SiegeCrew = "siege crew",
);

impl TroopKind {
    /// Whether it goes on foot and carries no gear.
    pub fn is_foot(self) -> bool {
        matches!(self, TroopKind::LightFoot | TroopKind::MediumFoot | TroopKind::HeavyFoot)
    }

    /// Whether its figures act singly as well as in a group (CC-2.1).
    pub fn acts_singly(self) -> bool {
        matches!(self, TroopKind::LightHorse | TroopKind::HeavyHorse | TroopKind::Chariot)
    }

    /// Whether men ride in it.
    pub fn carries(self, tables: &Tables) -> Option<usize> {
        match self {
            TroopKind::WarWagon => Some(tables.carry.wagon),
            TroopKind::Boat => Some(tables.carry.boat),
            _ => None,
        }
    }
}

/// A hand weapon (CC-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandArm {
    /// Spear, pike, halberd, spontoon.
    Pole,
    /// Axe, mace, sword, club.
    Small,
    /// A rider's.
    Lance,
}
words!(HandArm, "hand weapon", "pole arm, small arm or lance", Pole = "pole arm", Small = "small arm", Lance = "lance");

/// A weapon that shoots or is thrown (CC-4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShotWeapon {
    Thrown,
    Bow,
    Crossbow,
    Musket,
    Ballista,
    Catapult,
    Cannon,
    Howitzer,
}
words!(
    ShotWeapon,
    "missile weapon",
    "thrown, bow, crossbow, musket, ballista, catapult, cannon or howitzer",
    Thrown = "thrown",
    Bow = "bow",
    Crossbow = "crossbow",
    Musket = "musket",
    Ballista = "ballista",
    Catapult = "catapult",
    Cannon = "cannon",
    Howitzer = "howitzer",
);

impl ShotWeapon {
    /// The weapon a player means, by whatever name he knows it: a trebuchet throws as a catapult, a culverin shoots as a
    /// cannon, a mortar as a howitzer (CC-2.2).
    pub fn named(text: &str) -> Result<ShotWeapon, crate::rules::figure::UnknownWord> {
        match text.trim().to_lowercase().as_str() {
            "trebuchet" => Ok(ShotWeapon::Catapult),
            "culverin" => Ok(ShotWeapon::Cannon),
            "mortar" => Ok(ShotWeapon::Howitzer),
            "arquebus" | "hakenbusche" => Ok(ShotWeapon::Musket),
            "javelin" | "pilum" => Ok(ShotWeapon::Thrown),
            other => other.parse(),
        }
    }
}

/// What is hit, by what it withstands (CC-4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hardness {
    Light,
    Medium,
    Heavy,
    SiegeGun,
    SiegeTower,
    Ram,
    Chariot,
    WarWagon,
    Gate,
}
words!(
    Hardness,
    "armour",
    "light, medium, heavy, siege gun, siege tower, ram, chariot, war wagon or gate",
    Light = "light",
    Medium = "medium",
    Heavy = "heavy",
    SiegeGun = "siege gun",
    SiegeTower = "siege tower",
    Ram = "ram",
    Chariot = "chariot",
    WarWagon = "war wagon",
    Gate = "gate",
);

impl From<Armour> for Hardness {
    fn from(armour: Armour) -> Hardness {
        match armour {
            Armour::Light => Hardness::Light,
            Armour::Medium => Hardness::Medium,
            Armour::Heavy => Hardness::Heavy,
        }
    }
}

impl Hardness {
    /// The impact that kills or wrecks it (CC-4.3).
    pub fn withstands(self, tables: &Tables) -> i32 {
        let armour = &tables.armour;
        match self {
            Hardness::Light => armour.light,
            Hardness::Medium => armour.medium,
            Hardness::Heavy => armour.heavy,
            Hardness::SiegeGun => armour.siege_gun,
            Hardness::SiegeTower => armour.siege_tower,
            Hardness::Ram => armour.ram,
            Hardness::Chariot => armour.chariot,
            Hardness::WarWagon => armour.war_wagon,
            Hardness::Gate => armour.gate,
        }
    }

    /// Whether engines alone harm it: gear, wagons and gates (CC-4.3).
    pub fn is_gear(self) -> bool {
        !matches!(self, Hardness::Light | Hardness::Medium | Hardness::Heavy | Hardness::Chariot)
    }
}
