//! The game as it stands: people, structures, fires and ammunition.

use super::castle::{Castle, SectionId, SectionKind, Strength, StructureId};
use super::tables::Tables;
use crate::rules::figure::words;
use crate::rules::geometry::{INCH, Point};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who a counter is (CU-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A soldier.
    Soldier,
    /// A priest, who heals.
    Priest,
    /// A stonemason, who repairs.
    Stonemason,
    /// A water boy, who puts out fires.
    WaterBoy,
    /// The wizard, who deflects.
    Wizard,
}
words!(
    Role,
    "counter",
    "soldier, priest, stonemason, water boy or wizard",
    Soldier = "soldier",
    Priest = "priest",
    Stonemason = "stonemason",
    WaterBoy = "water boy",
    Wizard = "wizard",
);

impl Role {
    /// How many of them there are (CU-1.3).
    pub fn count(self, tables: &Tables) -> u8 {
        let counters = &tables.counters;
        match self {
            Role::Soldier => counters.soldier,
            Role::Priest => counters.priest,
            Role::Stonemason => counters.stonemason,
            Role::WaterBoy => counters.water_boy,
            Role::Wizard => counters.wizard,
        }
    }
}

/// What the catapult throws (CU-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ammunition {
    /// A boulder.
    Boulder,
    /// Fire.
    Fire,
    /// Disease.
    Disease,
}
words!(Ammunition, "ammunition", "boulder, fire or disease", Boulder = "boulder", Fire = "fire", Disease = "disease",);

/// How a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    /// Able.
    Able,
    /// Injured: he does nothing till healed.
    Injured,
    /// Killed, and kept by the attacker.
    Killed,
}

/// A counter's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u8);

/// A counter in the castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Who he is.
    pub role: Role,
    /// Which section he is in.
    pub section: SectionId,
    /// How he is.
    pub health: Health,
    /// Whether he has acted this turn (CU-4).
    pub acted: bool,
}

/// A fire in a structure (CU-2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureFire {
    /// In which.
    pub structure: StructureId,
    /// Turns until it takes a point.
    pub left: u8,
}

/// How a game ended (CU-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The keep was destroyed.
    Keep,
    /// A tower and a wall adjoining it were.
    TowerAndWall,
    /// A gatehouse was.
    Gatehouse,
    /// No soldier was left uninjured.
    NoSoldier,
    /// The ammunition ran out: the defender has won.
    OutOfAmmunition,
}

impl Ending {
    /// Whether the attacker has won.
    pub fn attacker_won(self) -> bool {
        self != Ending::OutOfAmmunition
    }
}

/// What is to be decided, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The defender places his counters (CU-1.1).
    Place,
    /// The attacker chooses ammunition in secret (CU-2.1).
    Choose,
    /// The defender says whether the wizard casts (CU-2.1).
    Deflect,
    /// The attacker places the catapult and shoots (CU-2.1).
    Shoot,
    /// The defender says where each of these goes, out of a closed section (CU-2.7).
    Leave(Vec<PersonId>),
    /// The defender's people act (CU-4).
    Act,
    /// It is over.
    Over(Ending),
}

/// A game of Castle under Siege.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The figures in force.
    pub tables: Arc<Tables>,
    /// How strong the castle is.
    pub strength: Strength,
    /// The counters in the castle.
    pub people: Vec<Counter>,
    /// Points each structure has left.
    pub points: Vec<u8>,
    /// Sections closed by disease.
    pub closed: Vec<SectionId>,
    /// Fires.
    pub fires: Vec<StructureFire>,
    /// Ammunition left, in the order of [`Ammunition`].
    pub ammunition: [u8; 3],
    /// What lies on the catapult, chosen in secret.
    pub(super) loaded: Option<Ammunition>,
    /// Whether the wizard casts this turn.
    pub deflects: bool,
    /// The turn he last cast in.
    pub cast: Option<u32>,
    /// Where the catapult stood last.
    pub stood: Option<Point>,
    /// The turn, from 1.
    pub turn: u32,
    /// What is to be decided.
    pub stage: Awaited,
}

impl Position {
    /// A game before anything is placed.
    pub fn new(strength: Strength, tables: &Arc<Tables>) -> Position {
        let castle = Castle::get();
        let structures = (0..castle.structures.len() as u8).map(StructureId);
        let rounds = &tables.ammunition;
        Position {
            tables: tables.clone(),
            strength,
            people: Vec::new(),
            points: structures.map(|id| castle.points(id, strength, tables)).collect(),
            closed: Vec::new(),
            fires: Vec::new(),
            ammunition: [rounds.boulder, rounds.fire, rounds.disease],
            loaded: None,
            deflects: false,
            cast: None,
            stood: None,
            turn: 1,
            stage: Awaited::Place,
        }
    }

    /// One counter.
    pub fn person(&self, id: PersonId) -> &Counter {
        &self.people[usize::from(id.0)]
    }

    /// The numbers of the counters still in the castle.
    pub fn people_ids(&self) -> impl Iterator<Item = PersonId> + '_ {
        let alive = |id: &PersonId| self.person(*id).health != Health::Killed;
        (0..self.people.len() as u8).map(PersonId).filter(alive)
    }

    /// Points a structure has left; none once it is destroyed.
    pub fn points_left(&self, id: StructureId) -> u8 {
        self.points[usize::from(id.0)]
    }

    /// Whether a structure can burn (CU-1.2).
    pub fn is_wood(&self, id: StructureId) -> bool {
        self.strength == Strength::Average && Castle::get().structure(id).wood
    }

    /// The lower left corner of the inch square a counter stands on: those of a section stand in rows from its corner, and
    /// further ones are stacked on the first again (CU-1.1).
    pub fn spot_of(&self, id: PersonId) -> Option<Point> {
        let section_id = self.person(id).section;
        let section = Castle::get().section(section_id);
        let before = self.people_ids().take_while(|&other| other != id);
        let number = before.filter(|&other| self.person(other).section == section_id).count() as i32;
        // In the court they stand in two rows between the southern gatehouse and the keep.
        let (corner, size) = match section.work {
            SectionKind::Court => (
                Point::new(section.corner.x + INCH, section.corner.y + INCH),
                Point::new(section.size.x - 2 * INCH, 2 * INCH),
            ),
            _ => (section.corner, section.size),
        };
        let (across, up) = ((size.x / INCH).max(1), (size.y / INCH).max(1));
        let number = number % (across * up);
        Some(Point::new(corner.x + number % across * INCH, corner.y + number / across * INCH))
    }

    /// Whether a wizard can cast now (CU-2.1): uninjured, and not within the turns he rests.
    pub fn wizard_can(&self) -> bool {
        let able = self.people.iter().any(|person| person.role == Role::Wizard && person.health == Health::Able);
        able && self.cast.is_none_or(|turn| self.turn > turn + self.tables.wizard.rests)
    }

    /// Victory points of the attacker and of the defender, where no structure was destroyed (CU-5).
    pub fn victory_points(&self) -> Option<(u32, u32)> {
        let whole = self.points.iter().all(|&points| points > 0);
        let killed = self.people.iter().filter(|person| person.health == Health::Killed).count() as u32;
        let each = self.tables.victory.counter;
        whole.then_some((killed * each, (self.people.len() as u32 - killed) * each))
    }
}
