//! Who a figure is (MM-1): grade, class, rank, protection, weapons and mount, as the field names them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A word that is none of those the book knows, with those it knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{found}” is no {what}; expected {expected}")]
pub struct UnknownWord {
    /// What kind of word was wanted, such as `grade`.
    pub what: &'static str,
    /// What was written.
    pub found: String,
    /// The words that are known, in a sentence.
    pub expected: &'static str,
}

pub(crate) fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace(['-', '_'], " ")
}

/// What the book has a word for.
pub trait Worded: Copy + 'static {
    /// Every one, in the book's order.
    const ALL: &'static [Self];

    /// The book's word for it.
    fn word(self) -> &'static str;
}

macro_rules! words {
    ($type:ident, $what:literal, $expected:literal, $($variant:ident = $word:literal),+ $(,)?) => {
        impl $type {
            /// Every one, in the book's order.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The book's word for it.
            pub fn word(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
            }
        }

        impl $crate::rules::figure::Worded for $type {
            const ALL: &'static [$type] = $type::ALL;

            fn word(self) -> &'static str {
                $type::word(self)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::rules::figure::UnknownWord;

            /// Reads the book's word in any case, with spaces or hyphens.
            fn from_str(text: &str) -> Result<$type, Self::Err> {
                let word = $crate::rules::figure::plain(text);
                $type::ALL.iter().copied().find(|known| $crate::rules::figure::plain(known.word()) == word).ok_or_else(|| $crate::rules::figure::UnknownWord {
                    what: $what,
                    found: text.trim().to_owned(),
                    expected: $expected,
                })
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let word = <std::borrow::Cow::<str> as serde::Deserialize>::deserialize(from)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use words;

/// One of two sides of a battle: the attacker is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The attacking side, `A` on rosters.
    Attacker,
    /// The defending side, `B` on rosters.
    Defender,
}
words!(Side, "side", "attacker or defender", Attacker = "attacker", Defender = "defender");

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// A thing each side has one of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    pub attacker: T,
    pub defender: T,
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Attacker => &self.attacker,
            Side::Defender => &self.defender,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Attacker => &mut self.attacker,
            Side::Defender => &mut self.defender,
        }
    }
}

/// Social class (MM-1.2), higher classes comparing greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Unarmed; affects morale only (MM-8.9). No class of fighting men.
    Cleric,
    /// Levies, untrained retainers, irregulars.
    Peasant,
    /// Professional soldiers, trained retainers.
    Sergeant,
    /// Knights and, by rank, nobles.
    Knight,
}
words!(
    Class,
    "class",
    "knight, sergeant, peasant or cleric",
    Cleric = "cleric",
    Peasant = "peasant",
    Sergeant = "sergeant",
    Knight = "knight"
);

/// Rank of a knight (MM-1.2), higher ranks comparing greater. Other classes have [`Rank::None`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// Not a knight.
    #[default]
    None,
    Knight,
    Baron,
    /// A viscount, who counts as an earl.
    Viscount,
    /// A count, who counts as an earl.
    Count,
    Earl,
    Duke,
    King,
}
words!(
    Rank,
    "rank",
    "knight, baron, viscount, count, earl, duke or king, or nothing",
    None = "",
    Knight = "knight",
    Baron = "baron",
    Viscount = "viscount",
    Count = "count",
    Earl = "earl",
    Duke = "duke",
    King = "king"
);

impl Rank {
    /// The step of the order knight < baron < earl, count or viscount < duke < king (MM-1.2): 0 for none, 1 to 5.
    pub fn step(self) -> u8 {
        match self {
            Rank::None => 0,
            Rank::Knight => 1,
            Rank::Baron => 2,
            Rank::Viscount | Rank::Count | Rank::Earl => 3,
            Rank::Duke => 4,
            Rank::King => 5,
        }
    }

    /// How many steps it is above that of a knight without land.
    pub fn above_knight(self) -> u8 {
        self.step().saturating_sub(1)
    }
}

/// Grade (MM-1.1): E the worst, A the best, and past A the steps A1, A2 … a knight may rise to. Better grades
/// compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// The worst grade.
    pub const E: Grade = Grade(1);
    /// Below the middle.
    pub const D: Grade = Grade(2);
    /// The middle grade.
    pub const C: Grade = Grade(3);
    /// Above the middle.
    pub const B: Grade = Grade(4);
    /// The best grade but for a knight's steps above it.
    pub const A: Grade = Grade(5);
    /// The highest step the program keeps, A99.
    pub const HIGHEST: Grade = Grade(104);

    /// The grade everywhere but in mounted combat between knights: an A for a man past A (MM-1.1).
    pub fn everyday(self) -> Grade {
        self.min(Grade::A)
    }

    /// Steps past A: 0 up to A, 1 at A1.
    pub fn steps_past_a(self) -> u8 {
        self.0.saturating_sub(Grade::A.0)
    }

    /// One grade up, not minding what a class allows.
    pub fn up(self) -> Grade {
        Grade(self.0 + 1).min(Grade::HIGHEST)
    }

    /// One grade down; nobody falls below E (MM-8.7).
    pub fn down(self) -> Grade {
        Grade(self.0 - 1).max(Grade::E)
    }

    /// Where it stands in a row of five, E to A; past A counts as A (MM-1.1).
    pub fn index(self) -> usize {
        usize::from(self.everyday().number() - 1)
    }

    /// The number a store keeps: 1 for E to 5 for A, 6 for A1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The grade a store's number stands for.
    pub fn from_number(number: u8) -> Option<Grade> {
        (Grade::E.0..=Grade::HIGHEST.0).contains(&number).then_some(Grade(number))
    }

    /// The grades of a class to choose from, lowest first (MM-1.1). A knight may rise past A without limit; ten steps
    /// are offered.
    pub fn offered(class: Class) -> Vec<Grade> {
        let (lowest, highest) = Grade::within(class);
        (lowest.number()..=highest.number().min(15)).filter_map(Grade::from_number).collect()
    }

    /// The grades a class may hold: lowest and highest (MM-1.1).
    pub fn within(class: Class) -> (Grade, Grade) {
        match class {
            Class::Knight => (Grade::E, Grade::HIGHEST),
            Class::Sergeant => (Grade::E, Grade::B),
            Class::Peasant => (Grade::E, Grade::C),
            Class::Cleric => (Grade::B, Grade::A),
        }
    }

    /// Whether a class may hold this grade (MM-1.1).
    pub fn allowed(self, class: Class) -> bool {
        let (lowest, highest) = Grade::within(class);
        (lowest..=highest).contains(&self)
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1..=5 => f.pad(["E", "D", "C", "B", "A"][usize::from(self.0) - 1]),
            _ => f.pad(&format!("A{}", self.steps_past_a())),
        }
    }
}

impl FromStr for Grade {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Grade, UnknownWord> {
        let word = text.trim().to_uppercase();
        let unknown = || UnknownWord {
            what: "grade",
            found: text.trim().to_owned(),
            expected: "E, D, C, B or A (for a knight also A1, A2 …)",
        };
        match word.as_str() {
            "E" => Ok(Grade::E),
            "D" => Ok(Grade::D),
            "C" => Ok(Grade::C),
            "B" => Ok(Grade::B),
            "A" => Ok(Grade::A),
            _ => match word.strip_prefix('A').and_then(|steps| steps.parse::<u8>().ok()) {
                Some(steps @ 1..=99) => Ok(Grade(Grade::A.0 + steps)),
                _ => Err(unknown()),
            },
        }
    }
}

impl Serialize for Grade {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grade {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Grade, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(from)?;
        word.parse().map_err(serde::de::Error::custom)
    }
}

/// Protection (MM-1.3), 1 full plate or full mail with shield, to 4 none. It includes a shield if he has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Protection(u8);

impl Protection {
    /// Full plate, or full mail with shield; a barded horse.
    pub const FULL: Protection = Protection(1);
    /// Full mail, mixed mail and plate, or the next with a shield.
    pub const HEAVY: Protection = Protection(2);
    /// A mail shirt, jack or aketon, or a shield alone; an unbarded horse.
    pub const LIGHT: Protection = Protection(3);
    /// No protection.
    pub const NONE: Protection = Protection(4);

    /// Protection of class `number`, 1 to 4.
    pub fn new(number: u8) -> Option<Protection> {
        (1..=4).contains(&number).then_some(Protection(number))
    }

    /// Every protection, best first.
    pub fn all() -> impl Iterator<Item = Protection> {
        (1..=4).filter_map(Protection::new)
    }

    /// The book's number, 1 best to 4 none.
    pub fn number(self) -> u8 {
        self.0
    }

    /// One level worse, as without the shield it counts (MM-1.3, MM-9.11); none stays none.
    pub fn worse(self) -> Protection {
        Protection((self.0 + 1).min(4))
    }

    /// One level better; full protection stays what it is.
    pub fn better(self) -> Protection {
        Protection((self.0 - 1).max(1))
    }

    /// Levels above none: 0 for protection 4 to 3 for protection 1 (MM-4.8).
    pub fn levels(self) -> u8 {
        4 - self.0
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Protection {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Protection, UnknownWord> {
        text.trim().parse().ok().and_then(Protection::new).ok_or_else(|| UnknownWord {
            what: "protection",
            found: text.trim().to_owned(),
            expected: "1 (full plate, or full mail with shield), 2, 3 or 4 (none)",
        })
    }
}

impl Serialize for Protection {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Protection {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Protection, D::Error> {
        let number = u8::deserialize(from)?;
        Protection::new(number).ok_or_else(|| serde::de::Error::custom("protection is 1 to 4"))
    }
}

/// What a man rides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Horse {
    /// On foot.
    #[default]
    None,
    /// A horse without barding, protection 3 (MM-1.3).
    Unbarded,
    /// A barded horse, protection 1 (MM-1.3).
    Barded,
}
words!(Horse, "horse", "none, unbarded or barded", None = "none", Unbarded = "unbarded", Barded = "barded");

impl Horse {
    /// Its own protection (MM-1.3).
    pub fn protection(self) -> Protection {
        if self == Horse::Barded { Protection::FULL } else { Protection::LIGHT }
    }
}

/// A weapon of the book, and the shield, which a roster lists among them (CP-6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weapon {
    Pike,
    HeavyLance,
    LightLance,
    Spear,
    Bill,
    Halberd,
    Glaive,
    Sword,
    TwoHandedClub,
    TwoHandedAxe,
    Axe,
    Mace,
    Maul,
    Knife,
    Dagger,
    Improvised,
    Javelin,
    Shortbow,
    Sling,
    Longbow,
    Crossbow,
    Handgun,
    Shield,
}
words!(
    Weapon,
    "weapon",
    "pike, heavy lance, light lance, spear, bill, halberd, glaive, sword, two-handed club, two-handed axe, axe, \
     mace, maul, knife, dagger, improvised, javelin, shortbow, sling, longbow, crossbow, handgun or shield",
    Pike = "pike",
    HeavyLance = "heavy lance",
    LightLance = "light lance",
    Spear = "spear",
    Bill = "bill",
    Halberd = "halberd",
    Glaive = "glaive",
    Sword = "sword",
    TwoHandedClub = "two-handed club",
    TwoHandedAxe = "two-handed axe",
    Axe = "axe",
    Mace = "mace",
    Maul = "maul",
    Knife = "knife",
    Dagger = "dagger",
    Improvised = "improvised",
    Javelin = "javelin",
    Shortbow = "shortbow",
    Sling = "sling",
    Longbow = "longbow",
    Crossbow = "crossbow",
    Handgun = "handgun",
    Shield = "shield"
);

/// What is wrong with a weapon of a roster cell (CP-6.1).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeaponFault {
    /// No weapon of the book's.
    #[error(transparent)]
    Unknown(UnknownWord),
    /// One that is there already.
    #[error("“{0}” is there twice; each weapon is named once")]
    Twice(Weapon),
}

impl Weapon {
    /// Whether it is a bow, which fire missiles are shot with (MM-4.11).
    pub fn is_bow(self) -> bool {
        matches!(self, Weapon::Shortbow | Weapon::Longbow)
    }

    /// The weapons of a roster cell, separated by `;` (CP-6.1), each with what is wrong with it if anything is.
    pub fn read_cell(text: &str) -> Vec<Result<Weapon, WeaponFault>> {
        let mut known = Vec::new();
        let mut read = |word: &str| match word.parse::<Weapon>() {
            Ok(weapon) if known.contains(&weapon) => Err(WeaponFault::Twice(weapon)),
            Ok(weapon) => {
                known.push(weapon);
                Ok(weapon)
            }
            Err(unknown) => Err(WeaponFault::Unknown(unknown)),
        };
        text.split(';').map(str::trim).filter(|word| !word.is_empty()).map(&mut read).collect()
    }

    /// The weapons of a roster cell, or the first fault in it (CP-6.1).
    pub fn list(text: &str) -> Result<Vec<Weapon>, WeaponFault> {
        Weapon::read_cell(text).into_iter().collect()
    }

    /// Weapons as a roster cell: `heavy lance;sword`.
    pub fn cell(weapons: &[Weapon]) -> String {
        weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(";")
    }

    /// Whether it is thrown or shot (MM-4.7). A javelin is also a hand weapon.
    pub fn shoots(self) -> bool {
        use Weapon::*;
        matches!(self, Javelin | Shortbow | Sling | Longbow | Crossbow | Handgun)
    }
}

/// What a man is and what he has (MM-1.1 to MM-1.3): all that the rules ask of him before a battle begins. A file may
/// leave out the rank, the weapons and the horse of a man who has none. On a roster his weapons are listed; where he fights
/// they are sorted by use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile<W = Vec<Weapon>> {
    pub class: Class,
    #[serde(default)]
    pub rank: Rank,
    pub grade: Grade,
    /// His protection, a shield among his weapons included (MM-1.3).
    pub protection: Protection,
    /// What he carries.
    #[serde(default)]
    pub weapons: W,
    /// What he rides.
    #[serde(default)]
    pub horse: Horse,
}

impl<W> Profile<W> {
    /// His class, rank and grade, by which he is ransomed and remembered.
    pub fn standing(&self) -> Standing {
        let &Profile { class, rank, grade, .. } = self;
        Standing { class, rank, grade }
    }

    /// The same man with his weapons held otherwise.
    pub fn armed<V>(&self, weapons: V) -> Profile<V> {
        let &Profile { class, rank, grade, protection, horse, .. } = self;
        Profile { class, rank, grade, protection, weapons, horse }
    }
}

impl Profile {
    /// The same man of another class, rank and grade.
    pub fn of_standing(&self, Standing { class, rank, grade }: Standing) -> Profile {
        Profile { class, rank, grade, ..self.clone() }
    }
}

/// A man's class, rank and grade at a time: as he came to a battle, was taken, or was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// His class then (MM-1.2).
    pub class: Class,
    /// His rank then.
    pub rank: Rank,
    /// His grade then.
    pub grade: Grade,
}

impl Standing {
    /// Who of several is the higher: by class, then rank, then grade.
    pub fn height(&self) -> (Class, u8, Grade) {
        (self.class, self.rank.step(), self.grade)
    }
}
