//! Contacts and battles as the campaign keeps them (CP-2.2, CP-3).

use super::calendar::Day;
use super::ids::{BattleId, ContactId, FormationId, PersonId, PlaceId, RecordId, SiegeId};
use crate::rules::battle::{FateKind, Occasion};
use crate::rules::figure::{BySide, Side, Standing, words};
use crate::rules::ruleset::Ruleset;
use crate::rules::weather::WeatherKind;
use serde::{Serialize, Serializer};

/// What became of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactState {
    /// Waits for the referee.
    Waiting,
    /// Was fought.
    Fought,
    /// One side retired a march.
    Retired,
    /// One side shut itself in a stronghold.
    ShutIn,
    /// Came to nothing: an army is gone, or the war is over.
    Lapsed,
}
words!(
    ContactState,
    "contact",
    "waiting, fought, retired, shut in or lapsed",
    Waiting = "waiting",
    Fought = "fought",
    Retired = "retired",
    ShutIn = "shut in",
    Lapsed = "lapsed"
);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactKind {
    /// Two armies face to face in the open.
    #[default]
    Field,
    /// Besiegers who are to assault, or a garrison that is to win back what they hold (SG-1.6).
    Assault,
    /// Besiegers who are to bombard the place for a day (CU-6.7).
    Bombardment,
    /// A sortie against the besiegers' engines (SG-1.3).
    SortieEngines,
    /// A sortie against their camp (SG-1.3).
    SortieCamp,
}
words!(
    ContactKind,
    "kind of contact",
    "field, assault, bombardment, sortie engines or sortie camp",
    Field = "field",
    Assault = "assault",
    Bombardment = "bombardment",
    SortieEngines = "sortie engines",
    SortieCamp = "sortie camp"
);

impl ContactKind {
    /// What is fought for, where who attacks besieges.
    pub fn occasion(self) -> Occasion {
        match self {
            ContactKind::Field => Occasion::Open,
            ContactKind::Assault => Occasion::Walls,
            ContactKind::Bombardment => Occasion::Bombardment,
            ContactKind::SortieEngines | ContactKind::SortieCamp => Occasion::Sortie,
        }
    }
}

/// Two armies at war in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    pub id: ContactId,
    /// When they met.
    pub day: Day,
    /// Where.
    pub place: PlaceId,
    /// The army that came upon the other.
    pub attacker: FormationId,
    /// The other.
    pub defender: FormationId,
    /// What became of it.
    pub state: ContactState,
    /// The battle it led to.
    pub battle: Option<BattleId>,
    pub kind: ContactKind,
    /// The siege it belongs to: of an assault or a sortie, or of besiegers a relief army came upon (SG-4).
    pub siege: Option<SiegeId>,
    /// Whether there is nothing more to choose about it at a siege: the besiegers fight it with everything (SG-4.1), or, where it
    /// belongs to none, an army was found out at their lines (SG-2.3).
    pub accepted: bool,
}

impl Contact {
    /// What it is, in words: a relief army that came upon besiegers is told apart from two armies in the field.
    pub fn kind_named(&self) -> &'static str {
        match (self.kind, self.siege) {
            (ContactKind::Field, Some(_)) => "relief",
            (kind, _) => kind.word(),
        }
    }
}

impl ContactKind {
    /// What somebody is ready for at a siege, as it stands in a sentence.
    pub fn ready_for(self) -> &'static str {
        match self {
            ContactKind::Field => "a battle",
            ContactKind::Assault => "an assault",
            ContactKind::Bombardment => "a bombardment",
            ContactKind::SortieEngines => "a sortie against the engines",
            ContactKind::SortieCamp => "a sortie against the camp",
        }
    }
}

/// How a battle was settled (CP-3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Settled {
    /// Not yet.
    Not,
    /// Fought by the program.
    App,
    /// Fought at a table.
    Table,
}
words!(Settled, "way of settling", "app or table", Not = "", App = "app", Table = "table");

/// Another army on a side of a battle, or a part of a host there that comes later (CP-3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Joined {
    /// The army; of one that fights anyway, the battle or force of it that comes later.
    pub formation: FormationId,
    pub side: Side,
    /// The turn on which it comes onto the field; 0 where it is there from the start.
    pub arrives: u32,
}

/// A battle as it is planned, whether or not its plan is written already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleDraft {
    /// When.
    pub day: Day,
    /// Where.
    pub place: PlaceId,
    pub name: String,
    /// The attacking army.
    pub attacker: FormationId,
    /// The defending army.
    pub defender: FormationId,
    /// Who fights beside them, and who of all of them comes later.
    pub joined: Vec<Joined>,
    pub weather: WeatherKind,
    pub ground: String,
    /// What each side brings besides its men, as a list: `12 stakes, 2 ladders` (MM-9).
    pub gear: BySide<String>,
    pub rules: Ruleset,
    /// The seed of its dice, and of the lots that choose its men.
    pub seed: u64,
}

/// How a battle ended (CP-3.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleEnding {
    /// How it was settled.
    pub settled: Settled,
    /// Who won, if either did.
    pub winner: Option<Side>,
    /// Half points of each side.
    pub half_points: BySide<i64>,
    /// Turns it took, if known.
    pub turns: Option<u32>,
    /// Its record for replay.
    pub record: Option<RecordId>,
}

/// A battle planned or settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Battle {
    pub id: BattleId,
    /// When.
    pub day: Day,
    /// Where.
    pub place: PlaceId,
    pub name: String,
    /// The attacking army.
    pub attacker: FormationId,
    /// The defending army.
    pub defender: FormationId,
    /// Who fights beside them, and who of all of them comes later.
    pub joined: Vec<Joined>,
    pub weather: WeatherKind,
    pub ground: String,
    /// What each side brings besides its men, as a list: `12 stakes, 2 ladders` (MM-9).
    pub gear: BySide<String>,
    pub rules: Ruleset,
    /// The seed of its dice, and of the lots that chose its men.
    pub seed: u64,
    /// How it was settled.
    pub settled: Settled,
    /// Who won; none while planned, or if neither did.
    pub winner: Option<Side>,
    pub attacker_half_points: i64,
    pub defender_half_points: i64,
    /// Turns it took, if known.
    pub turns: Option<u32>,
    /// Its record for replay.
    pub record: Option<RecordId>,
}

impl Battle {
    /// The plan of it.
    pub fn draft(&self) -> BattleDraft {
        BattleDraft {
            day: self.day,
            place: self.place,
            name: self.name.clone(),
            attacker: self.attacker,
            defender: self.defender,
            joined: self.joined.clone(),
            weather: self.weather,
            ground: self.ground.clone(),
            gear: self.gear.clone(),
            rules: self.rules,
            seed: self.seed,
        }
    }
}

/// A man of a battle: as he came to it, and what became of him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleMan {
    /// Who.
    pub person: PersonId,
    pub side: Side,
    /// His number on the printed roster, such as `B7` (CP-3.5).
    pub number: String,
    /// What he was when he came.
    #[serde(flatten)]
    pub standing: Standing,
    /// His fate; none until it is settled.
    #[serde(serialize_with = "or_blank")]
    pub fate: Option<FateKind>,
    /// Whether he came out wounded.
    pub wounded: bool,
    /// Who took him, if he was taken.
    pub captor: Option<PersonId>,
}

/// A word, or an empty one for none, as the file itself has it.
fn or_blank<T: Serialize, S: Serializer>(word: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
    match word {
        Some(word) => word.serialize(to),
        None => to.serialize_str(""),
    }
}
