//! The game as it stands: people, structures, fires and ammunition.

use super::castle::{Castle, CastleSpot, SectionId, Strength, StructureId};
use super::tables::Tables;
use crate::rules::figure::{Side, words};
use crate::rules::geometry::Point;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who a counter is (CU-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
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
    Boulder,
    Fire,
    Disease,
}
words!(Ammunition, "ammunition", "boulder, fire or disease", Boulder = "boulder", Fire = "fire", Disease = "disease",);

/// How a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Able,
    /// Injured: he does nothing till healed.
    Injured,
    /// Killed, and kept by the attacker.
    Killed,
}
words!(Health, "state of a counter", "able, injured or killed", Able = "able", Injured = "injured", Killed = "killed");

/// A counter's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u8);

/// A counter in the castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Who he is.
    pub role: Role,
    /// Where he stands (CU-1.1).
    pub spot: CastleSpot,
    /// How he is.
    pub health: Health,
    /// Whether he has acted this turn (CU-4).
    pub acted: bool,
    /// The turn a wizard last cast in (CU-2.1).
    pub cast: Option<u32>,
}

impl Counter {
    pub fn section(&self) -> SectionId {
        // He was placed and has moved on spots of the plan alone.
        Castle::get().section_at(self.spot).unwrap_or_else(|| unreachable!("{} is off the plan", self.spot))
    }
}

/// A fire in a structure (CU-2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureFire {
    pub structure: StructureId,
    /// Turns until it takes a point.
    pub left: u8,
}

/// How it is reckoned when the ammunition has run out (CU-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reckoning {
    /// The defender has won.
    #[default]
    Plain,
    /// The variant: if no structure was destroyed, victory points against survivors.
    Points,
}
words!(Reckoning, "reckoning", "plain or points", Plain = "plain", Points = "points");

/// What the players agree on (CU-1.1, CU-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// How strong the castle is.
    pub strength: Strength,
    /// Whether the variant is played.
    pub reckoning: Reckoning,
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
    /// It ran out with no structure destroyed, and the attacker has more victory points than there are survivors.
    MorePoints,
    /// The same, and he has no more: the defender has won.
    NoMorePoints,
    /// The shots of a day's bombardment or assault were made: the castle stands (CU-6.7, CU-6.9).
    ShotsMade,
}

impl Ending {
    /// Who has won.
    pub fn winner(self) -> Side {
        match self {
            Ending::OutOfAmmunition | Ending::ShotsMade | Ending::NoMorePoints => Side::Defender,
            _ => Side::Attacker,
        }
    }
}

/// What is to be decided, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The defender places his counters, one after the other (CU-1.1).
    Place,
    /// The attacker chooses ammunition in secret (CU-2.1).
    Choose,
    /// The defender says whether the wizard casts, if he can (CU-2.1).
    Deflect,
    /// The attacker places the catapult and shoots (CU-2.1).
    Shoot,
    /// The defender says where each of these goes, out of a closed section (CU-2.7).
    Leave(Vec<PersonId>),
    /// The defender's people act (CU-4).
    Act,
    Over(Ending),
}

/// A game of Castle under Siege.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) tables: Arc<Tables>,
    pub(super) agreed: Agreed,
    pub(super) people: Vec<Counter>,
    /// Points each structure has left.
    pub(super) points: Vec<u8>,
    /// Sections closed by disease.
    pub(super) closed: Vec<SectionId>,
    pub(super) fires: Vec<StructureFire>,
    /// Ammunition left, in the order of [`Ammunition`].
    pub(super) ammunition: [u8; 3],
    /// Shots that are still to be made of a day of the campaign; none where all the ammunition is there to be shot (CU-6.7,
    /// CU-6.9).
    pub(super) shots: Option<u8>,
    /// Whether of all that may fall only the keep wins: the ring about it is won already (CU-6.3).
    pub(super) keep_only: bool,
    /// What lies on the catapult, chosen in secret.
    pub(super) loaded: Option<Ammunition>,
    /// Whether a wizard casts this turn.
    pub(super) deflects: bool,
    /// Where the catapult stood last.
    pub(super) stood: Option<Point>,
    pub(super) turn: u32,
    pub(super) stage: Awaited,
}

impl Position {
    /// A game before anything is placed.
    pub fn new(agreed: Agreed, tables: &Arc<Tables>) -> Position {
        let castle = Castle::get();
        let rounds = &tables.ammunition;
        Position {
            tables: tables.clone(),
            agreed,
            people: Vec::new(),
            points: castle.structure_ids().map(|id| castle.points(id, agreed.strength, tables)).collect(),
            closed: Vec::new(),
            fires: Vec::new(),
            ammunition: [rounds.boulder, rounds.fire, rounds.disease],
            shots: None,
            keep_only: false,
            loaded: None,
            deflects: false,
            stood: None,
            turn: 1,
            stage: Awaited::Place,
        }
    }

    /// The figures in force.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// What the players agreed on.
    pub fn agreed(&self) -> Agreed {
        self.agreed
    }

    /// The counters in the castle, and those killed, in the order they were placed.
    pub fn people(&self) -> &[Counter] {
        &self.people
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

    /// What a counter is called: `soldier 3`, or `wizard` where there is one alone.
    pub fn name(&self, id: PersonId) -> String {
        let role = self.person(id).role;
        let number = self.people[..=usize::from(id.0)].iter().filter(|other| other.role == role).count();
        if role.count(&self.tables) == 1 { role.to_string() } else { format!("{role} {number}") }
    }

    /// The counter that is called so.
    pub fn named(&self, name: &str) -> Option<PersonId> {
        let plain = |name: &str| name.trim().to_ascii_lowercase().replace(['-', '_'], " ");
        (0..self.people.len() as u8).map(PersonId).find(|&id| plain(&self.name(id)) == plain(name))
    }

    /// How many counters of a kind are still to be placed (CU-1.3).
    pub fn unplaced(&self, role: Role) -> u8 {
        let placed = self.people.iter().filter(|person| person.role == role).count();
        role.count(&self.tables).saturating_sub(placed as u8)
    }

    /// Points a structure has left; none once it is destroyed.
    pub fn points_left(&self, id: StructureId) -> u8 {
        self.points[usize::from(id.0)]
    }

    /// Points a structure has when whole (CU-1.2).
    pub fn points_whole(&self, id: StructureId) -> u8 {
        Castle::get().points(id, self.agreed.strength, &self.tables)
    }

    /// Whether a structure can burn (CU-1.2).
    pub fn is_wood(&self, id: StructureId) -> bool {
        Castle::get().is_wood(id, self.agreed.strength, &self.tables)
    }

    /// Whether a section is closed by disease (CU-2.7).
    pub fn is_closed(&self, id: SectionId) -> bool {
        self.closed.contains(&id)
    }

    /// The sections closed by disease, in the order they were.
    pub fn closed(&self) -> &[SectionId] {
        &self.closed
    }

    /// The fires that burn.
    pub fn fires(&self) -> &[StructureFire] {
        &self.fires
    }

    /// Ammunition left, that on the catapult among it, in the order of [`Ammunition`].
    pub fn ammunition(&self) -> [u8; 3] {
        self.ammunition
    }

    /// Shots left of a day of the campaign, that on the catapult among them, where it is one (CU-6.7, CU-6.9).
    pub fn shots_left(&self) -> Option<u8> {
        self.shots
    }

    /// Whether of all that may fall only the keep wins (CU-6.3).
    pub fn keep_only(&self) -> bool {
        self.keep_only
    }

    /// Whether a wizard casts this turn.
    pub fn deflects(&self) -> bool {
        self.deflects
    }

    /// Where the catapult stood last.
    pub fn stood(&self) -> Option<Point> {
        self.stood
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What is to be decided.
    pub fn stage(&self) -> &Awaited {
        &self.stage
    }

    pub fn ending(&self) -> Option<Ending> {
        match self.stage {
            Awaited::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// A wizard who can cast now (CU-2.1): uninjured, and not within the turns he rests.
    pub fn wizard(&self) -> Option<PersonId> {
        self.people_ids().find(|&id| {
            let it = self.person(id);
            let rested = it.cast.is_none_or(|turn| self.turn > turn + self.tables.wizard.rests);
            it.role == Role::Wizard && it.health == Health::Able && rested
        })
    }

    /// Victory points of the attacker and of the defender, where no structure was destroyed (CU-5).
    pub fn victory_points(&self) -> Option<(u32, u32)> {
        let whole = self.points.iter().all(|&points| points > 0);
        let killed = self.people.iter().filter(|person| person.health == Health::Killed).count() as u32;
        let each = self.tables.victory.counter;
        whole.then_some((killed * each, (self.people.len() as u32 - killed) * each))
    }
}
