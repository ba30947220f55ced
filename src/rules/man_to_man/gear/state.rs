//! Gear on the field, and what fire and engines have done to the ground. A field without gear has none of it, and nothing
//! of it is looked at.

use crate::rules::figure::{Protection, Side};
use crate::rules::gear::{Spares, Thing};
use crate::rules::geometry::{Heading, Point};
use crate::rules::man_to_man::ground::PieceId;
use crate::rules::man_to_man::state::{BodyId, FigureId};
use serde::{Deserialize, Serialize};

/// A piece of gear: its place in the plan's order, the attacker's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u16);

/// Where a piece of gear is, or what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lies {
    /// In its bearers' hands.
    Carried,
    /// On the ground, to be picked up by anybody.
    Lying,
    /// In its place: an engine, a ladder raised, stakes planted, a cauldron on its fire.
    Standing,
    /// Wrecked (MM-4.10).
    Wrecked,
    /// Burnt (MM-4.11).
    Burnt,
    /// Used up.
    Spent,
}

impl Lies {
    /// Whether it is still of use.
    pub fn whole(self) -> bool {
        matches!(self, Lies::Carried | Lies::Lying | Lies::Standing)
    }
}

/// A piece of gear on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldGear {
    pub thing: Thing,
    /// Whose it is now.
    pub side: Side,
    /// Its crew, drivers or bearers.
    pub body: Option<BodyId>,
    /// Who brought it.
    pub of: Side,
    /// How many there were of it.
    pub brought: u16,
    /// How many are left: stakes, rocks, buckets; 1 of what is one.
    pub count: u16,
    /// Of stakes and pavises, how many stand.
    pub set: u16,
    /// Where it is; of a row of stakes or pavises the middle, of a ladder its foot.
    pub at: Point,
    /// Where it was at the turn's start.
    pub from: Point,
    /// Where it faces.
    pub facing: Heading,
    /// Where it is, or what became of it.
    pub lies: Lies,
    /// Hits of engines it has taken (MM-4.10).
    pub hits: u8,
    /// Animals that came with it, and whether they are harnessed (MM-9.8).
    pub animals: u8,
    /// Whether they are harnessed.
    pub harnessed: bool,
    /// A ladder's length in inches.
    pub inches: u8,
    /// What a sow holds.
    pub holds: Option<Thing>,
    /// The spares on it (MM-4.6).
    pub spares: Spares,
    /// Whether an engine is loaded (MM-3.5), or fire missiles are lit (MM-4.11).
    pub ready: bool,
    /// Rounds an engine has left (MM-4.6).
    pub rounds: u8,
    /// Whether it shot this turn.
    pub shot: bool,
    /// What ram, pick or ladder is set to.
    pub on: Option<PieceId>,
    /// Turns spent ramming it, or eighths of an inch picked; turns a cauldron has been heated.
    pub worked: u16,
    /// Whether the army's standard rides on it (MM-8.8).
    pub standard: bool,
}

impl FieldGear {
    /// How it shows to anybody.
    pub fn shown(&self) -> GearShown {
        GearShown {
            thing: self.thing,
            side: self.side,
            body: self.body,
            at: self.at,
            facing: self.facing,
            lies: self.lies,
            count: if self.set > 0 { self.set } else { self.count },
            inches: self.inches,
        }
    }
}

/// A piece of gear as it shows on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GearShown {
    pub thing: Thing,
    /// Whose.
    pub side: Side,
    /// Its crew or bearers.
    pub body: Option<BodyId>,
    /// Where.
    pub at: Point,
    pub facing: Heading,
    /// Carried, standing, or what became of it.
    pub lies: Lies,
    /// How many; of stakes and pavises planted, how many stand.
    pub count: u16,
    /// A ladder's length in inches.
    pub inches: u8,
}

/// A man on a ladder (MM-3.1, MM-9.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// Who.
    pub figure: FigureId,
    pub ladder: ThingId,
    /// How far up, in 64ths of an inch.
    pub up: i32,
}

/// What axes have done at a piece of timber (MM-9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hewn {
    /// Where.
    pub piece: PieceId,
    /// The turn in which it was begun.
    pub since: u32,
    /// Moves of men spent at it after that turn.
    pub man_moves: u32,
    /// The last turn in which anybody hewed.
    pub turn: u32,
    /// How many men did in that turn.
    pub men: u8,
}

/// A man who went over the gangway of a siege tower onto a wall this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Who.
    pub figure: FigureId,
    /// Where he stood below.
    pub from: Point,
    pub wall: PieceId,
}

/// What can burn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Burning {
    /// An inch of a barrier.
    Piece(PieceId),
    /// A building, by the number of its area.
    Area(u8),
    /// A piece of gear.
    Gear(ThingId),
}

/// A fire (MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blaze {
    /// What burns.
    pub what: Burning,
    /// The turn it was lit in.
    pub since: u32,
    /// The last turn of it.
    pub until: u32,
}

/// A man putting on what he looted (MM-8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dressing {
    /// Who.
    pub figure: FigureId,
    /// The protection it will give him.
    pub protection: Protection,
    /// Turns he still needs.
    pub turns: u8,
}

/// At what an engine or a fire missile shoots, or what is set alight (MM-4.8, MM-4.10, MM-4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Men.
    Body(BodyId),
    /// A wall, a gate, a building's wall.
    Piece(PieceId),
    /// A building's roof, by the number of its area.
    Area(u8),
    /// A piece of gear.
    Gear(ThingId),
}

/// What is taken from the dead or yielded (MM-8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Booty {
    /// One of his weapons, with the missiles for it.
    Weapon,
    Shield,
    /// His armour, to be put on.
    Armour,
}

/// What a turn may be spent on (MM-3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Pick up what lies there, or take over what stands there without a crew.
    PickUp(ThingId),
    /// Lay down what is carried, or leave what is served.
    LayDown(ThingId),
    /// Take missiles from a wagon, a packhorse or a store (MM-4.6).
    Restock(ThingId),
    /// Lend hands to move a machine that others serve (MM-9.8).
    Help(ThingId),
    /// Harness the animals, or unharness them (MM-9.8).
    Harness {
        gear: ThingId,
        on: bool,
    },
    /// Place stakes or pavises (MM-9.9).
    Plant(ThingId),
    Lift(ThingId),
    /// Raise a ladder against a wall (MM-9.10).
    Raise {
        ladder: ThingId,
        /// Where.
        at: PieceId,
    },
    /// Go up a ladder (MM-3.1), or up in a siege tower and onto the wall it stands against.
    Climb(ThingId),
    /// Come down a ladder (MM-3.1).
    ClimbDown(ThingId),
    /// Push a ladder off (MM-9.1).
    Push(ThingId),
    /// One stroke of a ram (MM-9.2).
    Ram {
        /// The ram, or the sow it hangs in.
        ram: ThingId,
        at: PieceId,
    },
    /// Pick or screw a wall (MM-9.3).
    Pick {
        sow: ThingId,
        at: PieceId,
    },
    /// Axes at timber (MM-9.4).
    Axes(PieceId),
    /// Half of a one-figure gap in a hedge, a fence or a dry wall (MM-3.7).
    Gap(PieceId),
    /// Lower or raise a drawbridge or portcullis (MM-9.6).
    Gate {
        at: PieceId,
        /// So that one can pass, or cannot.
        open: bool,
    },
    /// Heat a cauldron (MM-9.5).
    Heat(ThingId),
    /// Drop a rock, oil or lead on men below, or on their gear (MM-3.7, MM-9.5).
    Drop {
        gear: ThingId,
        /// On whom or what.
        on: Mark,
    },
    /// Light fire missiles (MM-4.11).
    Light(ThingId),
    /// Set a thing alight with a torch in hand (MM-4.11).
    Torch(Mark),
    /// Fight a fire (MM-4.12).
    FightFire(Burning),
    /// Throw faggots into a moat (MM-9.12).
    Fill {
        faggots: ThingId,
        /// Where.
        at: Point,
    },
    /// Loot one who is dead or has yielded (MM-8.5).
    Loot {
        /// Whom.
        from: FigureId,
        take: Booty,
    },
    /// Put on armour that was looted (MM-8.5).
    PutOn,
    /// Take missile weapons in hand, or lay them aside, for half a move (MM-3.6).
    Change {
        /// Missile weapons, or those for fighting hand to hand.
        missiles: bool,
    },
}

/// Gear on the field, fires, and what has been done to the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Train {
    /// Every piece of gear.
    pub gear: Vec<FieldGear>,
    /// Men on ladders.
    pub climbs: Vec<Climb>,
    /// Men who went over the gangway of a siege tower this turn (MM-6.3).
    pub crossings: Vec<Crossing>,
    /// Hits of engines on pieces of barriers (MM-4.10).
    pub hits: Vec<(PieceId, u8)>,
    /// Moves of men at pieces with axes (MM-9.4) after the turn it began.
    pub hewn: Vec<Hewn>,
    /// What is about to be dropped this turn: by whom, what, and on whom or what.
    pub drops: Vec<(FigureId, ThingId, Mark)>,
    /// Halves of gaps made (MM-3.7).
    pub gaps: Vec<PieceId>,
    /// Fires.
    pub blazes: Vec<Blaze>,
    /// Who fights which fire this turn (MM-4.12).
    pub fire_fighters: Vec<(BodyId, Burning)>,
    /// Buildings that burnt down.
    pub burnt: Vec<u8>,
    /// Moves men have been in or beside a fire, one after another (MM-4.12).
    pub scorched: Vec<(FigureId, u8)>,
    /// Faggots in each square inch of a moat (MM-9.12).
    pub faggots: Vec<(Point, u16)>,
    /// Armour looted and not yet on (MM-8.5).
    pub dressing: Vec<Dressing>,
}

impl Train {
    /// Whether there is nothing to look at.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.gear.is_empty() && self.blazes.is_empty()
    }

    /// One piece of gear.
    pub fn get(&self, id: ThingId) -> Option<&FieldGear> {
        self.gear.get(usize::from(id.0))
    }

    /// Every piece of gear with its id.
    pub fn all(&self) -> impl Iterator<Item = (ThingId, &FieldGear)> {
        (0..).map(ThingId).zip(&self.gear)
    }

    /// The gear of a body that is still of use.
    pub fn of(&self, body: BodyId) -> impl Iterator<Item = (ThingId, &FieldGear)> {
        self.all().filter(move |(_, gear)| gear.body == Some(body) && gear.lies.whole())
    }

    /// The fire in a thing, if it burns.
    pub fn blaze(&self, what: Burning) -> Option<&Blaze> {
        self.blazes.iter().find(|blaze| blaze.what == what)
    }

    /// Whether a figure is on a ladder.
    pub fn climbing(&self, figure: FigureId) -> bool {
        self.climbs.iter().any(|climb| climb.figure == figure)
    }
}
