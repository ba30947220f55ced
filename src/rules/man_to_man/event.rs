//! What happens in a battle, told with absolute results: places, faces, modifiers with their clauses, fates. A reader
//! of events needs no rule to follow the battle.

use super::gear::state::{Booty, Burning, GearShown, Mark, Task, ThingId};
use super::ground::PieceId;
use super::state::{BodyId, FigureId, ForceId};
use crate::rules::battle::Standard;
use crate::rules::explain::Part;
use crate::rules::figure::{BySide, Grade, Protection, Side, Weapon};
use crate::rules::geometry::{Heading, Point};
use serde::{Deserialize, Serialize};

/// How fast a body moved (MM-3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Not at all.
    #[default]
    Stood,
    /// Walk or trot.
    Walk,
    /// Run or gallop.
    Run,
}

/// Why a body moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Ordered,
    /// A half-distance step of a charge or move to contact (MM-2.4): the first of a body, or the second of one man where
    /// both sides come on and a man of each goes in turn.
    Onset,
    /// A declared charge or move to contact (MM-2.1), when all have made it.
    Charge,
    /// Evading a charge (MM-2.2).
    Evade,
    /// Fleeing (MM-7.4).
    Flight,
    /// Falling back, craven (MM-7.4).
    FallBack,
    /// Advancing, bold (MM-7.4).
    Bold,
    /// Pursuing (MM-5.9).
    Pursuit,
    /// Leaving the field in order.
    Withdrawal,
    /// Going up a ladder (MM-3.1).
    Climb,
    /// Led away by a captor (MM-7.7).
    Led,
    /// Falling from a gangway to the ground below (MM-6.3).
    Fall,
    /// Placed elsewhere before the first turn.
    Posted,
}

/// Answers to a charge (MM-2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Stand and take it.
    Stand,
    /// Charge back.
    Counter,
    /// A full move straight away.
    Evade,
}

/// What a morale test comes to (MM-7.3), worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleResult {
    /// Flees.
    Recreant,
    /// Falls back.
    Craven,
    /// Obeys.
    Resolute,
    /// Charges or advances.
    Bold,
}

impl MoraleResult {
    /// The book's word.
    pub fn word(self) -> &'static str {
        match self {
            MoraleResult::Recreant => "recreant",
            MoraleResult::Craven => "craven",
            MoraleResult::Resolute => "resolute",
            MoraleResult::Bold => "bold",
        }
    }
}

/// Why morale is tested (MM-7.1, MM-7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// After melee.
    Melee,
    /// Three or more hit by missiles in a turn.
    MissileHits,
    /// A man hit, under half strength.
    UnderHalf,
    /// Friends in flight within 15 in.
    FriendsFlee,
    /// A leader lost within 15 in.
    LeaderLost,
    /// Shot at with a firearm within 15 in.
    Firearm,
    /// Peasants charging.
    Charging,
    /// Peasants charged.
    Charged,
    /// Charged or shot at from behind.
    FromBehind,
    /// A knight unhorsed.
    Unhorsed,
    /// Three or more friends of his class lost near a knight.
    FriendsLost,
    /// An enemy in flight near a knight.
    EnemyFlees,
    /// A knight shot at while halted, from the second turn of it.
    ShotAtHalted,
    /// Still in flight.
    InFlight,
    /// A unit shot at by an engine or bombard.
    Engine,
    /// Surprised from cover within 15 in.
    Surprised,
}

/// When in a turn a blow falls (MM-5.1, MM-5.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// For contact at the turn's start.
    Start,
    /// For contact at its end.
    End,
    /// At one who leaves the melee.
    Leaving,
}

/// One side of a blow: its die and what is added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    pub face: u8,
    /// What is added.
    pub parts: Vec<Part>,
    /// The sum.
    pub total: i32,
}

/// A figure's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed(pub FigureId, pub Point, pub Heading);

/// Why a man fell (MM-6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FallCause {
    /// Wounded by a charging lancer.
    Lance,
    HorseKilled,
    /// His horse was wounded, and he did not keep his seat.
    HorseWounded,
    /// A firearm went off near, and he did not keep his seat.
    Firearm,
    /// Off a ladder that was pushed, or wounded on one.
    Ladder,
    /// Wounded on a wall he was climbing.
    Wall,
    /// Wounded up a tree.
    Tree,
    /// Wounded on the gangway of a siege tower.
    Gangway,
}

/// What is thrown for with d100 (MM-9.1 to MM-9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// Pushing a ladder.
    Ladder,
    /// A ram's stroke.
    Ram,
    /// Pick or screw through a wall.
    Pick,
    Axes,
    Oil,
}

/// An office whose holder is lost (MM-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Office {
    Army,
    Battle,
    Force,
    Unit,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The hosts are arrayed.
    Arrayed { figures: Vec<Placed> },
    /// Gear stands or is carried where it is at the start.
    GearArrayed { gear: Vec<GearShown> },
    /// A turn begins (MM-2).
    Turn { turn: u32 },
    /// A force comes onto the field at its own edge (CP-3.1).
    CameOn { force: ForceId, figures: Vec<Placed> },
    /// A figure turned to the enemy in contact with him.
    Turned { figure: FigureId, facing: Heading },
    /// A fallen man is on his feet again (MM-6.4).
    Rose { figure: FigureId },
    /// A charge or move to contact is revealed (MM-2.1).
    Declared { body: BodyId, at: BodyId, gait: Gait },
    /// An answer is revealed (MM-2.2).
    Answered { body: BodyId, to: BodyId, answer: Answer },
    /// A force's card is drawn (MM-2.5).
    Card { force: ForceId },
    /// Figures moved.
    Moved { body: BodyId, gait: Gait, why: Why, figures: Vec<Placed> },
    /// A missile was shot (MM-4.8): hits on `need` or less.
    Shot {
        by: FigureId,
        at: FigureId,
        horse: bool,
        weapon: Weapon,
        second: bool,
        inches: i32,
        faces: [u8; 2],
        parts: Vec<Part>,
        total: i32,
        need: i32,
        hit: bool,
    },
    /// A handgun was loaded (MM-3.5).
    Loaded { body: BodyId },
    /// A blow was struck (MM-5.4).
    Struck {
        by: FigureId,
        at: FigureId,
        horse: bool,
        weapon: Weapon,
        moment: Moment,
        attack: Throw,
        defence: Throw,
        hit: bool,
    },
    /// What a hit did (MM-6.1).
    Hurt { figure: FigureId, horse: bool, face: u8, parts: Vec<Part>, killed: bool, second_wound: bool },
    /// A rider tried to keep his seat (MM-6.3): falls on `need` or less.
    Seat { figure: FigureId, why: FallCause, faces: [u8; 2], need: i32, fell: bool },
    /// A rider fell (MM-6.4).
    Fell { figure: FigureId, why: FallCause },
    /// A lance broke (MM-5.5).
    LanceBroke { figure: FigureId },
    /// A weapon was changed (MM-3.6).
    Changed { figure: FigureId, weapon: Weapon },
    /// Morale was tested (MM-7.3).
    Tested { body: BodyId, causes: Vec<Cause>, faces: [u8; 3], parts: Vec<Part>, total: i32, result: MoraleResult },
    /// A body in flight stopped, and rallies (MM-7.4).
    Rallied { body: BodyId },
    /// A figure yielded (MM-7.7).
    Yielded { figure: FigureId, to: FigureId },
    /// A prisoner is unguarded, and free again (MM-7.7).
    Freed { figure: FigureId },
    /// A prisoner was put to death (MM-8.1).
    Slain { figure: FigureId, by: FigureId },
    /// A figure left the field.
    Left { figure: FigureId, fled: bool },
    /// A figure mounted or dismounted (MM-3.6).
    Mounted { figure: FigureId, mounted: bool },
    /// Horse may ride through next turn (MM-5.10).
    MayRideThrough { body: BodyId },
    /// Ranks were closed or opened.
    Ranks { body: BodyId, close: bool },
    /// A body was arrayed with so many in its front rank.
    Fronted { body: BodyId, files: u16 },
    /// A leader was lost (MM-7.1).
    LeaderLost { figure: FigureId, office: Office },
    /// A standard fell to the ground (MM-8.8).
    StandardFell { side: Side, standard: Standard, at: Point },
    /// An enemy took a standard (MM-8.8).
    StandardTaken { side: Side, standard: Standard, by: FigureId, face: Option<u8> },
    /// A standard was picked up (MM-8.8).
    StandardRaised { side: Side, standard: Standard, by: FigureId },
    /// A man fell a grade at once (MM-8.6).
    GradeFell { figure: FigureId, from: Grade, to: Grade },
    /// A turn is spent (MM-3.7).
    Tasked { body: BodyId, task: Task },
    /// A piece of gear shows so from now on.
    GearNow { gear: ThingId, now: GearShown },
    /// A figure took missiles (MM-4.6).
    Restocked { figure: FigureId, shots: u8 },
    /// An engine or bombard was shot, or something dropped (MM-4.9): hits on `need` or less.
    Loosed {
        body: BodyId,
        gear: ThingId,
        at: Mark,
        man: Option<FigureId>,
        inches: i32,
        faces: [u8; 2],
        parts: Vec<Part>,
        total: i32,
        need: i32,
        hit: bool,
    },
    /// A fire missile was shot (MM-4.11).
    FireShot { by: FigureId, at: Mark, inches: i32, faces: [u8; 2], parts: Vec<Part>, total: i32, hit: bool },
    /// A percentage was thrown for (MM-9.1 to MM-9.5).
    Tried { body: BodyId, what: Attempt, faces: [u8; 2], total: u8, parts: Vec<Part>, percent: i32, success: bool },
    /// Pieces of a barrier were opened or shut: a breach, a gap, a gate, a bridge.
    Opened { pieces: Vec<PieceId>, open: bool },
    /// A square inch of moat was filled (MM-9.12).
    Filled { at: Point },
    /// Whether fire took (MM-4.11): on `need` or less.
    Lit { what: Burning, face: u8, need: u8, lit: bool },
    /// Things caught fire (MM-4.11).
    Caught { what: Vec<Burning> },
    /// A fire was fought (MM-4.12): out on `need` or less.
    FireFought { body: BodyId, what: Burning, faces: [u8; 2], parts: Vec<Part>, total: i32, need: i32, out: bool },
    /// Things burnt down (MM-4.11).
    BurntDown { what: Vec<Burning> },
    /// A man died of fire (MM-4.12), or of a fall (MM-6.4).
    Perished { figure: FigureId, fire: bool },
    /// A man was looted (MM-8.5).
    Looted { by: FigureId, from: FigureId, take: Booty },
    /// A man put on armour he looted (MM-8.5).
    Dressed { figure: FigureId, protection: Protection },
    /// The battle is over (MM-10.4).
    Over { winner: Option<Side>, half_points: BySide<i64> },
}
