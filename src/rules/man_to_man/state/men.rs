//! Who fights: figures, the bodies they act in, the forces these belong to, and their standards. What holds for a whole
//! battle stands in each of them; what holds for one turn or one phase only is a struct of its own inside it, which is
//! put back to its default when the turn or the phase begins.

use crate::rules::battle::{Man, Standard};
use crate::rules::figure::{Class, Grade, Profile, Protection, Side, Weapon};
use crate::rules::geometry::{Heading, Point};
use crate::rules::man_to_man::arms::Arms;
use crate::rules::man_to_man::event::{Answer, Cause, Gait};
use crate::rules::man_to_man::gear::state::ThingId;
use crate::rules::man_to_man::ground::Climbed;
use serde::{Deserialize, Serialize};

/// A figure: its place in the plan's order, attacker's men first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FigureId(pub u16);

/// A body: units, then single men, of each force in the plan's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyId(pub u16);

/// A force, in the plan's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ForceId(pub u16);

/// What a figure is able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// On his feet or in the saddle.
    Standing,
    /// Fallen, and inactive through turn `until` (MM-6.4).
    Fallen {
        /// The last turn of it.
        until: u32,
    },
    /// Yielded in `turn` (MM-7.7).
    Yielded {
        /// To whom.
        to: FigureId,
        /// When.
        turn: u32,
    },
    /// Killed.
    Dead,
    /// Fled the field.
    Fled,
    /// Left the field in order.
    Withdrawn,
    /// Not on the field yet: his force comes on a later turn (CP-3.1).
    ToCome,
}

/// What became of a horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mount {
    /// He never had one.
    None,
    /// He rides it.
    Ridden,
    /// It stands without its rider (MM-6.3).
    Loose(Point),
    /// It was killed.
    Dead,
}

/// A figure on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Who he is in the plan.
    pub man: Man,
    pub side: Side,
    pub body: BodyId,
    /// What he is and has now: MM-8.6 lowers some grades at once, and arms and armour change hands. The horse is the one he
    /// came with.
    pub profile: Profile<Arms>,
    /// Where he is.
    pub at: Point,
    /// Where he faces.
    pub facing: Heading,
    /// What he is able to do.
    pub state: State,
    /// Whether he is wounded.
    pub wounded: bool,
    /// What became of his horse.
    pub mount: Mount,
    pub horse_wounded: bool,
    /// Shots left (MM-4.6).
    pub ammunition: u8,
    /// Shots left of his other missile weapon, if he carries two.
    pub other_shots: u8,
    /// Whether his handgun is loaded (MM-3.5).
    pub loaded: bool,
    /// Whether his missile weapon is in his hands.
    pub missile_in_hand: bool,
    /// Whether his lance, or what is left of it, is.
    pub lance_in_hand: bool,
    /// The last turn in which he shot.
    pub last_shot: Option<u32>,
    /// Whether he has struck or been struck at in this battle.
    pub fought_hand_to_hand: bool,
    /// The standard he carries, of either side.
    pub standard: Option<Standard>,
    /// Whether he climbs, or carries a ladder, a faggot or the like (MM-9.11).
    pub burdened: bool,
    /// What is true of him for this turn only.
    pub turn: FigureTurn,
}

/// What is true of a figure for one turn only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FigureTurn {
    /// Where he was at the turn's start.
    pub from: Point,
    /// Shots made.
    pub shots: u8,
    /// Whether he was in contact with an enemy at the turn's start (MM-5.1).
    pub contact_at_start: bool,
    /// Whether he has left a melee.
    pub left_melee: bool,
    /// Blows he has struck (MM-5.1).
    pub blows: u8,
    /// What he held before he took another weapon in hand (MM-3.6).
    pub laid_aside: Option<Weapon>,
    /// Whether a missile has hit him.
    pub shot: bool,
    /// Whether a blow has hit him.
    pub struck: bool,
    /// Whether he has failed to meet a charge (MM-8.6).
    pub failed_to_meet: bool,
    /// Whether he does what only some of his body do (MM-3.7).
    pub works: bool,
    /// The barrier, a wall or a tree, that he gave his move to and is not on yet.
    pub climbs: Option<u16>,
    /// Whether he went over, onto or off a thing that is climbed by hand (MM-9.11).
    pub hands_full: bool,
    /// How far up the wall or tree at whose foot he stands the turns before have brought him (MM-3.1).
    pub climbed: Option<Climbed>,
}

impl Figure {
    /// Whether he stands on the table, not fallen and not yielded.
    pub fn stands(&self) -> bool {
        self.state == State::Standing
    }

    /// Whether he is on the table and has not yielded.
    pub fn in_arms(&self) -> bool {
        matches!(self.state, State::Standing | State::Fallen { .. })
    }

    /// Whether he is mounted.
    pub fn mounted(&self) -> bool {
        self.mount == Mount::Ridden
    }

    /// The horse's protection (MM-1.3).
    pub fn horse_protection(&self) -> Protection {
        self.profile.horse.protection()
    }

    /// His protection at this moment: without the shield while he carries a standard or has shot (MM-1.3, MM-9.11).
    pub fn protection_now(&self) -> Protection {
        let shot = self.turn.shots > 0 && self.profile.weapons.missile != Some(Weapon::Javelin);
        if self.profile.weapons.shield && (self.standard.is_some() || self.burdened || shot) {
            self.profile.protection.worse()
        } else {
            self.profile.protection
        }
    }
}

/// How a body is disposed to obey (MM-7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// Obeys.
    #[default]
    Steady,
    /// Must charge or advance.
    Bold,
    /// Falls back or does not advance.
    Craven,
    /// Flees.
    Recreant,
    /// Has stopped fleeing, and spends the turn rallying.
    Rallying,
}

/// A charge or move to contact that has been declared (MM-2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// At whom.
    pub at: BodyId,
    /// How fast; only at run or gallop is it a charge.
    pub gait: Gait,
}

/// The causes of a morale test that have come up, a bit for each (MM-7.1, MM-7.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes(u16);

impl Causes {
    /// Whether none came up.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn note(&mut self, cause: Cause) {
        self.0 |= 1 << cause as u16;
    }

    /// Whether a cause came up.
    pub fn has(self, cause: Cause) -> bool {
        self.0 & (1 << cause as u16) != 0
    }
}

/// Men who act together: a unit, or a lone knight or cleric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    pub side: Side,
    pub force: ForceId,
    /// Whether it is one man in no unit.
    pub single: bool,
    /// Its first figure.
    pub first: u16,
    /// How many figures it has, whatever became of them.
    pub count: u16,
    pub commander: Option<FigureId>,
    /// Its men's class (MM-7.3).
    pub class: Class,
    /// Its men's commonest grade (MM-7.3).
    pub grade: Grade,
    /// Whether it keeps close order, base to base (MM-5.7).
    pub close: bool,
    /// Figures in its front rank when whole.
    pub files: u16,
    /// Where it faces.
    pub facing: Heading,
    /// How it is disposed to obey.
    pub mood: Mood,
    /// Whether its enemies are struck, by choice, in the horse (MM-5.6).
    pub aim_at_horses: bool,
    /// Whether it follows enemies who break off, by choice (MM-5.8).
    pub follows: bool,
    /// Whether it demands of fallen enemies that they yield (MM-6.4).
    pub demands: bool,
    /// How it moved last turn; on the first turn every body counts as having moved (MM-3.3).
    pub last_gait: Gait,
    /// Turns at run or gallop one after another, before this one (MM-3.3).
    pub runs: u8,
    /// Whether it came to where it is by a charge, a move to contact or a pursuit.
    pub came_on: bool,
    /// Men of it ever hit.
    pub ever_hit: u16,
    /// Turns in which it was shot at while halted, one after another, this one included (MM-7.2).
    pub turns_shot_at: u8,
    /// The middle of its figures on the table.
    pub centre: Point,
    /// No figure of it is further from the middle.
    pub radius: i32,
    /// Figures standing.
    pub standing: u16,
    /// Figures standing or fallen, not yielded.
    pub in_arms: u16,
    /// What is true of it for this turn only.
    pub turn: BodyTurn,
    /// What is true of it for this phase only.
    pub phase: BodyPhase,
}

/// What is true of a body for one turn only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BodyTurn {
    /// How it has moved.
    pub gait: Gait,
    /// Quarters of its move that it has spent (MM-3.6, MM-9.6).
    pub spent: u8,
    /// Whether it pressed on in a melee, and nobody of it found room to.
    pub presses: bool,
    /// Whether only those of it who work spend it so, and the others may shoot and fight (MM-3.7).
    pub few_work: bool,
    /// Whether it has changed weapons (MM-4.2).
    pub changed: bool,
    /// Its declared charge.
    pub charge: Option<Charge>,
    /// How far it may go to come to contact, in 64ths of an inch.
    pub charge_move: i32,
    /// Who charges it, or moves to contact with it; of several one who charges, and the nearest.
    pub charged_by: Option<BodyId>,
    /// Its answer to a charge.
    pub answer: Option<Answer>,
    /// Whom of several chargers it charges back, by choice (MM-2.2).
    pub counters: Option<BodyId>,
    /// The machine it lends its hands to (MM-9.8).
    pub helps: Option<ThingId>,
    /// Where it gets out of the way to, behind friends or cover; straight away if nowhere.
    pub shelter: Option<Point>,
    /// Whether it moves, or moved, as a charge (MM-2.1).
    pub charging: bool,
    /// Whether it fell back (MM-7.4).
    pub falling_back: bool,
    /// Whether some of it was in contact at the turn's start.
    pub engaged: bool,
    /// Whether it struck or was struck at.
    pub fought: bool,
    /// Whether it kills prisoners (MM-8.1).
    pub slaying: bool,
    /// Whether it may ride through this turn (MM-5.10).
    pub rides_through: bool,
    /// Whether it has won the right to ride through next turn (MM-5.10).
    pub may_ride_on: bool,
    /// Enemies killed in melee by it.
    pub kills: u16,
    /// Men of it hit by missiles.
    pub missile_hits: u16,
    /// Whether it was shot at while halted (MM-7.2).
    pub shot_at_halted: bool,
    /// Causes of a morale test so far.
    pub causes: Causes,
}

/// What is true of a body for one phase only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BodyPhase {
    /// Whether it is asked for a decision and has not been given one.
    pub waiting: bool,
}

/// A move, in the quarters it is spent by (MM-3.6, MM-9.6).
pub const MOVE: u8 = 4;

impl Body {
    /// Spends some quarters of its move.
    pub(in crate::rules::man_to_man) fn spend(&mut self, quarters: u8) {
        self.turn.spent = (self.turn.spent + quarters).min(MOVE);
    }

    /// Begins a turn: what was true of the last turn only is over, and what follows from it is kept.
    pub(in crate::rules::man_to_man) fn begin_turn(&mut self) {
        let last = std::mem::take(&mut self.turn);
        self.last_gait = last.gait;
        self.runs = if last.gait == Gait::Run { self.runs + 1 } else { 0 };
        if !last.shot_at_halted {
            self.turns_shot_at = 0;
        }
        self.turn.rides_through = last.may_ride_on;
    }

    /// Whether it is in flight.
    pub fn fleeing(&self) -> bool {
        self.mood == Mood::Recreant && self.in_arms > 0
    }

    /// Whether any of it stands to be reckoned with: not fleeing, falling back, yielded or fallen (MM-7.4).
    pub fn active(&self) -> bool {
        self.standing > 0 && self.mood != Mood::Recreant && !self.turn.falling_back
    }

    /// The indices of its figures.
    pub fn indices(&self) -> std::ops::Range<usize> {
        usize::from(self.first)..usize::from(self.first + self.count)
    }
}

/// One player's command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldForce {
    pub side: Side,
    /// Its battle: the first force that belongs to it.
    pub battle: ForceId,
    pub commander: Option<FigureId>,
    /// Whether he leads the whole battle (MM-7.1).
    pub leads_battle: bool,
    /// The turn on which it comes onto the field (CP-3.1); 0 where it was there from the start.
    pub arrives: u32,
}

/// Where a standard is (MM-8.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardAt {
    /// Carried by a figure of either side.
    Carried(FigureId),
    Ground(Point),
    /// On a wagon of its own side.
    Wagon(ThingId),
    /// Off the field with its bearer.
    Gone,
}

/// A standard and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandardState {
    /// Whose it is.
    pub side: Side,
    pub standard: Standard,
    /// Of which force (the first of its battle or army).
    pub force: ForceId,
    /// Who bore it at the start; none if it rode on a wagon.
    pub bearer: Option<FigureId>,
    /// Where it is.
    pub place: StandardAt,
}

impl StandardState {
    /// Whether its own side has lost it, to the ground or to the enemy.
    pub fn lost(&self, figures: &[Figure]) -> bool {
        match self.place {
            StandardAt::Carried(by) => figures[usize::from(by.0)].side != self.side,
            StandardAt::Ground(_) => true,
            StandardAt::Gone | StandardAt::Wagon(_) => false,
        }
    }
}
