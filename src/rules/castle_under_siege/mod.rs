//! Castle under Siege: a catapult against a castle, turn by turn (CU).
//!
//! [`Position`] is the game, [`Castle`] the plan it is played on. A shot is aimed and scattered, or entered as it landed on a
//! real table; what it does is worked out from where it lies alone.

mod captain;
mod castle;
mod log;
mod options;
mod shot;
mod state;
mod tables;
mod turn;
mod view;

pub use captain::Engineer;
pub use castle::{Built, Castle, Section, SectionId, SectionKind, Strength, StructureId, over_half, overlap};
pub use log::sentence;
pub use shot::{Impact, scatter};
pub use state::{Ammunition, Awaited, Counter, Ending, Health, PersonId, Position, Role, StructureFire};
pub use tables::{Counters, Setting, Tables};
pub use view::View;

use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::{self, Choices, Outcome, Pending, Sink};
use crate::rules::geometry::Point;
use crate::rules::ruleset::{About, Rules};
use serde::{Deserialize, Serialize};

/// What an able counter does in the defender's turn (CU-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    /// Moves to a section beside his.
    Move(SectionId),
    /// A priest heals one with him.
    Heal(PersonId),
    /// A stonemason repairs a point of the structure he is on.
    Repair,
    /// A water boy puts out a fire on his structure.
    PutOut,
}

/// What a side decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The defender places his counters: of whom, where (CU-1.1).
    Place(Vec<(Role, SectionId)>),
    /// The attacker's ammunition (CU-2.1).
    Choose(Ammunition),
    /// Whether the wizard casts (CU-2.1).
    Deflect(bool),
    /// A shot: where the catapult stands, at what it is aimed, and the setting of its arm, from 0 (CU-2.2).
    Shoot {
        /// Where it stands.
        from: Point,
        /// The aim.
        aim: Point,
        /// The setting.
        setting: u8,
    },
    /// A shot made on a real table: where the catapult stood, and where the counter's middle lies (CU-2.4).
    Landed {
        /// Where it stood.
        from: Point,
        /// Where the counter lies.
        at: Point,
    },
    /// Where one who must leave a closed section goes (CU-2.7).
    Leave(PersonId, SectionId),
    /// What a counter does (CU-4).
    Act(PersonId, Errand),
    /// The defender's turn is over.
    Done,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The counters were placed.
    Placed,
    /// The wizard casts, or does not.
    Deflects(bool),
    /// A shot: with what, the dice of its scatter if it was thrown by the program, and where it came down.
    Shot(Ammunition, Option<[[u8; 4]; 2]>, Point),
    /// What it did.
    Did(Impact),
    /// A man left a closed section for another.
    Left(PersonId, SectionId),
    /// A counter acted.
    Acted(PersonId, Errand),
    /// A fire took a point of a structure.
    Burnt(StructureId),
    /// A structure was destroyed.
    Destroyed(StructureId),
    /// A turn begins.
    Turn(u32),
    /// It is over.
    Over(Ending),
}

/// Why a decision is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Illegal {
    #[error("the game is over")]
    Over,
    #[error("it is not that side's turn to decide")]
    NotTheirs,
    #[error("that is not what is to be decided now")]
    NotNow,
    #[error("place every counter once: {0} (CU-1.3)")]
    Counters(Counters),
    #[error("there is no such section")]
    NoSection,
    #[error("there is none of that ammunition left (CU-1.4)")]
    NoneLeft,
    #[error("no uninjured wizard can cast: he rests {0} turns after casting (CU-2.1)")]
    NoWizard(u32),
    #[error("the catapult stands {0} in or more from the castle (CU-2.1)")]
    TooNear(i32),
    #[error("the catapult must move {0} in or more between turns (CU-2.1)")]
    NotMoved(i32),
    #[error("no setting of the arm, or one that does not reach so far (CU-2.1)")]
    OutOfReach,
    #[error("he need not leave")]
    NeedNotLeave,
    #[error("he goes to an open section beside his, or to the nearest open one if none is (CU-2.7)")]
    NotBeside,
    #[error("that section is closed by disease (CU-2.7)")]
    Closed,
    #[error("he is killed or injured, and does nothing till healed (CU-4)")]
    Hurt,
    #[error("he has acted this turn (CU-4)")]
    Acted,
    #[error("only a priest heals, only a stonemason repairs, only a water boy puts out fires (CU-4)")]
    NotHisWork,
    #[error("nobody injured is with him there (CU-4)")]
    NobodyToHeal,
    #[error("the structure he is on has no damage, or is destroyed (CU-4)")]
    NothingToRepair,
    #[error("nothing burns where he is (CU-4)")]
    NoFire,
}

impl Rules for Position {
    const ABOUT: About = About {
        prefix: "CU",
        title: "Castle under Siege",
        page: include_str!("../../../data/rules/castle-under-siege.md"),
    };
}

impl game::Game for Position {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        match self.stage {
            Awaited::Choose | Awaited::Shoot => Pending::One(Side::Attacker),
            Awaited::Place | Awaited::Deflect | Awaited::Leave(_) | Awaited::Act => Pending::One(Side::Defender),
            Awaited::Over(_) => Pending::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Awaited::Over(ending) if ending.attacker_won() => Some(Outcome::Won(Side::Attacker)),
            Awaited::Over(_) => Some(Outcome::Won(Side::Defender)),
            _ => None,
        }
    }

    fn view(&self, side: Side) -> View<'_> {
        View::of(self, side)
    }

    fn as_known_to(&self, side: Side) -> Position {
        Position { loaded: self.loaded.filter(|_| side == Side::Attacker), ..self.clone() }
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        self.options(side)
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        if self.pending() == Pending::Over {
            return Err(Illegal::Over);
        }
        if !self.pending().includes(side) {
            return Err(Illegal::NotTheirs);
        }
        match (&self.stage, decision) {
            (Awaited::Place, Decision::Place(stands)) => self.check_places(stands),
            (Awaited::Choose, Decision::Choose(with)) if self.ammunition[*with as usize] == 0 => Err(Illegal::NoneLeft),
            (Awaited::Deflect, Decision::Deflect(true)) if !self.wizard_can() => {
                Err(Illegal::NoWizard(self.tables.wizard.rests))
            }
            (Awaited::Choose, Decision::Choose(_)) | (Awaited::Deflect, Decision::Deflect(_)) => Ok(()),
            (Awaited::Shoot, Decision::Shoot { from, aim, setting }) => {
                self.check_stand(*from).and_then(|()| self.check_reach(*from, *aim, *setting))
            }
            (Awaited::Shoot, Decision::Landed { from, .. }) => self.check_stand(*from),
            (Awaited::Leave(leaving), Decision::Leave(person, to)) => self.check_leaving(leaving, *person, *to),
            (Awaited::Act, Decision::Act(person, deed)) => self.check_deed(*person, *deed),
            (Awaited::Act, Decision::Done) => Ok(()),
            _ => Err(Illegal::NotNow),
        }
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        game::Game::check(self, side, &decision)?;
        match decision {
            Decision::Place(stands) => self.place(stands, sink),
            Decision::Choose(with) => {
                self.loaded = Some(with);
                self.stage = Awaited::Deflect;
            }
            Decision::Deflect(casts) => self.deflect(casts, sink),
            Decision::Shoot { from, aim, setting } => {
                let setting = self.tables.setting(setting).ok_or(Illegal::OutOfReach)?;
                let (faces, at) = scatter(from, aim, &setting, dice);
                self.lands(from, at, Some(faces), sink);
            }
            Decision::Landed { from, at } => self.lands(from, at, None, sink),
            Decision::Leave(person, to) => self.leave(person, to, sink),
            Decision::Act(person, deed) => self.act(person, deed, sink),
            Decision::Done => self.end_turn(sink),
        }
        Ok(())
    }
}
