//! Castle under Siege: a catapult against a castle, turn by turn (CU).
//!
//! [`Position`] is the game, [`Castle`] the plan it is played on. A shot is aimed and scattered, or entered as it landed on a
//! real table; what it does is worked out from how it lies alone ([`Landing`]).

mod captain;
mod cast;
mod castle;
mod landing;
mod log;
mod options;
mod shot;
mod state;
mod tables;
mod turn;
mod view;

pub use captain::{Craft, Engineer};
pub use cast::Bombardment;
pub use castle::{Built, Castle, CastleSpot, NoSpot, Plot, Section, SectionId, SectionKind, Strength, StructureId};
pub use landing::{Landing, LiesOn, Share};
pub use log::{ending_told, inches, line, place, sentence};
pub use shot::{CatapultShot, Impact, ScatterFaces, falls, scatter};
pub use state::{
    Agreed, Ammunition, Awaited, Counter, Ending, Health, PersonId, Position, Reckoning, Role, StructureFire,
};
pub use tables::{ArmSettings, Counters, Setting, Tables};
pub use view::View;

use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::{self, Choices, Outcome, Pending, Sink};
use crate::rules::geometry::Point;
use crate::rules::house::Folder;
use crate::rules::ruleset::{About, Rules};
use serde::{Deserialize, Serialize};

/// What an able counter does in the defender's turn (CU-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Errand {
    /// Moves to a spot of a section beside his.
    Move(CastleSpot),
    /// A priest heals one with him.
    Heal(PersonId),
    /// A stonemason repairs a point of the structure he is on.
    Repair,
    /// A water boy puts out a fire on his structure.
    PutOut,
}

/// A shot as it was made on a real table (CU-2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landed {
    /// Where the catapult stood.
    pub from: Point,
    /// At what it was aimed, if anybody said.
    pub aim: Option<Point>,
    /// The setting of its arm, from 0.
    pub setting: u8,
    /// How the counter lies.
    pub landing: Landing,
}

/// What a side decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The defender places a counter (CU-1.1).
    Place(Role, CastleSpot),
    /// The attacker's ammunition (CU-2.1).
    Choose(Ammunition),
    /// Whether the wizard casts (CU-2.1).
    Deflect(bool),
    /// A shot: where the catapult stands, at what it is aimed, and the setting of its arm, from 0 (CU-2.2).
    Shoot {
        /// Where it stands.
        from: Point,
        aim: Point,
        setting: u8,
    },
    /// A shot made on a real table (CU-2.4).
    Landed(Landed),
    /// Where one who must leave a closed section goes (CU-2.7).
    Leave(PersonId, CastleSpot),
    /// What a counter does (CU-4).
    Act(PersonId, Errand),
    /// Every counter is placed, or the defender's turn is over.
    Done,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A counter was placed.
    Placed(PersonId, CastleSpot),
    /// All of them are.
    AllPlaced,
    /// The wizard casts, or does not.
    Deflects(bool),
    /// A shot, and how it lies.
    Shot(CatapultShot),
    Did(Impact),
    /// A man left a closed section.
    Left(PersonId, CastleSpot),
    /// A counter acted.
    Acted(PersonId, Errand),
    /// A fire took a point of a structure.
    Burnt(StructureId),
    /// A structure was destroyed.
    Destroyed(StructureId),
    /// A turn begins.
    Turn(u32),
    Over(Ending),
}

/// Why a decision is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    Over,
    #[error("it is not that side's turn to decide")]
    NotTheirs,
    #[error("that is not what is to be decided now")]
    NotNow,
    #[error("{0} is no spot of the castle (CU-1.1)")]
    NoSpot(CastleSpot),
    #[error("every {0} is placed (CU-1.3)")]
    AllPlaced(Role),
    #[error("place every counter first; {0} are left (CU-1.3)")]
    Unplaced(u32),
    #[error("there is none of that ammunition left (CU-1.4)")]
    NoneLeft,
    #[error("no uninjured wizard can cast: he rests {0} turns after casting (CU-2.1)")]
    NoWizard(u32),
    #[error("the catapult stands {0} in or more from the castle (CU-2.1)")]
    TooNear(i32),
    #[error("the catapult must move {0} in or more between turns (CU-2.1)")]
    NotMoved(i32),
    #[error("the arm has {0} settings (CU-2.1)")]
    NoSetting(u8),
    #[error("that setting of the arm reaches {0} in; come nearer or choose a harder one (CU-2.2)")]
    OutOfReach(i32),
    #[error("that is off the table; it ends {0} in from the castle")]
    OffTheTable(i32),
    #[error("he need not leave")]
    NeedNotLeave,
    #[error("he goes to an open section beside his, or to the nearest open one if none is (CU-2.7)")]
    NoWayOut,
    #[error(
        "he moves to a section beside his: between court and wall or keep, wall and tower or gatehouse, or from side to side (CU-4)"
    )]
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

    fn folder() -> &'static Folder {
        Tables::folder()
    }
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
            Awaited::Over(ending) => Some(Outcome::Won(ending.winner())),
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
            (Awaited::Place, Decision::Place(role, spot)) => self.check_place(*role, *spot),
            (Awaited::Place, Decision::Done) => self.check_placed(),
            (Awaited::Choose, Decision::Choose(with)) if self.ammunition[*with as usize] == 0 => Err(Illegal::NoneLeft),
            (Awaited::Deflect | Awaited::Shoot, Decision::Deflect(true)) if self.wizard().is_none() => {
                Err(Illegal::NoWizard(self.tables.wizard.rests))
            }
            (Awaited::Choose, Decision::Choose(_)) | (Awaited::Deflect, Decision::Deflect(_)) => Ok(()),
            (Awaited::Shoot, Decision::Shoot { from, aim, setting }) => {
                self.check_stand(*from).and_then(|()| self.check_reach(*from, *aim, *setting))
            }
            (Awaited::Shoot, Decision::Landed(landed)) => self.check_landed(landed),
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
            Decision::Place(role, spot) => self.place(role, spot, sink),
            Decision::Choose(with) => self.load(with),
            Decision::Deflect(casts) => self.deflect(casts, sink),
            Decision::Shoot { from, aim, setting } => {
                let figures = self.check_setting(setting)?;
                let (faces, at) = scatter(from, aim, &figures, &self.tables.arm, dice);
                let landed = Landed { from, aim: Some(aim), setting, landing: Landing::square(at) };
                self.lands(landed, Some(faces), sink);
            }
            Decision::Landed(landed) => self.lands(landed, None, sink),
            Decision::Leave(person, to) => self.leave(person, to, sink),
            Decision::Act(person, deed) => self.act(person, deed, sink),
            Decision::Done if self.stage == Awaited::Place => {
                sink.tell(|| Event::AllPlaced);
                self.begin_turn(sink);
            }
            Decision::Done => self.end_turn(sink),
        }
        Ok(())
    }
}
