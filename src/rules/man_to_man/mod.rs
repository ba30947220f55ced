//! Man-to-man: one figure is one man. The procedures of the book, phase by phase, for foot and horse on any ground.
//!
//! [`Position`] is the game ([`Game`]); [`fight`] plays a plan to its end by captains; [`forecast_range`] does so for
//! many seeds. Every procedure that rolls is a function of what bears on the roll, so that the command line's odds, the
//! worked values of the book and the battle itself go through the same code.

pub mod arms;
mod captain;
mod charge;
mod deploy;
pub mod event;
mod field;
pub mod gear;
pub mod ground;
pub mod log;
pub mod melee;
pub mod morale;
mod movement;
mod options;
pub mod points;
mod posting;
mod quarter;
pub mod record;
pub mod replay;
mod routes;
pub mod ruling;
pub mod score;
mod sequence;
pub mod setup;
pub mod shooting;
mod spoils;
mod standards;
pub mod state;
pub mod tables;
pub mod timeline;
mod together;
mod umpire;
pub mod view;
pub mod wounds;

pub use captain::{Marshal, Temper};
pub use event::{Answer, Event, Gait};
pub use field::Field;
pub use gear::state::{Booty, Burning, Mark, Task, ThingId};
pub use setup::{Fault, Faults, faults, warnings};
pub use state::{BodyId, FigureId, ForceId, Phase, Position};
pub use tables::Tables;
pub use view::View;

use crate::rules::battle::{Deed, Fate, ManReport, Plan, Report};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{Side, Weapon};
use crate::rules::game::{Sink, conduct};
use crate::rules::geometry::{Heading, Point};
use serde::{Deserialize, Serialize};
use state::{Mount, StandardAt, State};
use std::sync::Arc;
use umpire::Umpire;

/// Cover against missiles (MM-4.8), the better comparing greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    #[default]
    None,
    /// Woods, pavise, smoke.
    Light,
    /// High wall.
    Heavy,
}
crate::rules::figure::words!(Cover, "cover", "none, light or heavy", None = "none", Light = "light", Heavy = "heavy");

/// What a side may decide, one body at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Charge, or move to contact at a walk (MM-2.1).
    Charge {
        /// Who.
        body: BodyId,
        /// At whom.
        at: BodyId,
        /// How fast.
        gait: Gait,
    },
    /// Whether to strike and shoot at horses rather than riders (MM-4.4, MM-5.6).
    Aim {
        /// Who.
        body: BodyId,
        horses: bool,
    },
    /// Whether to follow enemies who break off, where that is free (MM-5.8); knights and peasants must (MM-5.9).
    Follow {
        /// Who.
        body: BodyId,
        /// Follow, or stay.
        follow: bool,
    },
    /// Whether to demand of fallen enemies in contact that they yield, or to strike them (MM-6.4).
    Demand {
        /// Who.
        body: BodyId,
        demand: bool,
    },
    /// Get out of a charge's way behind friends or cover (MM-2.2).
    EvadeTo {
        /// Who.
        body: BodyId,
        /// Where to.
        to: Point,
    },
    /// Yield to the nearest enemies (MM-7.7), at any time.
    Yield {
        /// Who.
        body: BodyId,
    },
    /// One man of them yields (MM-7.7), at any time.
    YieldMan {
        /// Of whom.
        body: BodyId,
        man: FigureId,
    },
    /// Take another of the weapons they carry in hand, for half a move (MM-3.6).
    Wield {
        /// Who.
        body: BodyId,
        weapon: Weapon,
    },
    /// Stand elsewhere before the first turn, in their side's zone.
    Place {
        /// Who.
        body: BodyId,
        /// Their middle.
        at: Point,
        /// Where to face.
        facing: Heading,
    },
    /// Have a thing stand elsewhere before the first turn, in its side's zone.
    PlaceGear { gear: ThingId, at: Point, facing: Heading },
    /// Kill prisoners (MM-8.1).
    Slay {
        /// Who does.
        body: BodyId,
    },
    /// Answer a charge (MM-2.2).
    Answer {
        /// Who.
        body: BodyId,
        answer: Answer,
    },
    /// Charge one of several chargers back (MM-2.2).
    Counter {
        /// Who.
        body: BodyId,
        /// At whom of those who charge.
        at: BodyId,
    },
    /// March straight along a heading, then face another (MM-3).
    March {
        /// Who.
        body: BodyId,
        /// Where to.
        heading: Heading,
        /// How far, in 64ths of an inch.
        distance: i32,
        /// How fast.
        gait: Gait,
        /// Where to face at the end.
        facing: Heading,
    },
    /// March to a place at a walk by whatever way the ground leaves, then face a heading (MM-3).
    Go {
        /// Who.
        body: BodyId,
        /// Where to.
        to: Point,
        /// Where to face at the end.
        facing: Heading,
    },
    /// Walk to one's own edge and off the field.
    Withdraw {
        /// Who.
        body: BodyId,
    },
    /// Close or open ranks.
    Ranks {
        /// Who.
        body: BodyId,
        /// Base to base.
        close: bool,
    },
    /// Array with so many in the front rank.
    Front {
        /// Who.
        body: BodyId,
        files: u16,
    },
    /// Mount or dismount (MM-3.6).
    Mount {
        /// Who.
        body: BodyId,
        /// Up, or down.
        mount: bool,
    },
    /// Pick up a standard from the ground (MM-8.8).
    PickUp {
        /// Who.
        body: BodyId,
    },
    /// Name a target (MM-4.4).
    Shoot {
        /// Who shoots.
        body: BodyId,
        /// At whom.
        at: BodyId,
        /// At the horses of riders.
        horses: bool,
    },
    /// Name a target for some of a body (MM-4.4): one man, or the men of another body.
    Target {
        /// Who shoots.
        body: BodyId,
        /// How many of them.
        men: u16,
        /// At whom.
        at: BodyId,
        /// At which man of theirs; whoever is in sight if none is named.
        man: Option<FigureId>,
        /// At the horses of riders.
        horses: bool,
    },
    /// Spend the turn on a task (MM-3.7).
    Task {
        /// Who.
        body: BodyId,
        task: Task,
    },
    /// Shoot an engine or a bombard (MM-4.9).
    Loose {
        /// Its crew.
        body: BodyId,
        /// At whom or what.
        at: Mark,
    },
    /// Shoot fire missiles (MM-4.11).
    ShootFire {
        /// The bowmen.
        body: BodyId,
        at: Mark,
    },
    /// Do nothing in this phase.
    Hold {
        /// Who.
        body: BodyId,
    },
    /// The side has decided; bodies not named do nothing.
    Done,
}

impl Decision {
    pub fn body(&self) -> Option<BodyId> {
        use Decision::*;
        match *self {
            Charge { body, .. }
            | Aim { body, .. }
            | Follow { body, .. }
            | Demand { body, .. }
            | EvadeTo { body, .. }
            | Yield { body }
            | YieldMan { body, .. }
            | Wield { body, .. }
            | Place { body, .. }
            | Counter { body, .. }
            | Front { body, .. }
            | Target { body, .. }
            | Slay { body }
            | Answer { body, .. }
            | March { body, .. }
            | Go { body, .. }
            | Withdraw { body }
            | Ranks { body, .. }
            | Mount { body, .. }
            | PickUp { body }
            | Shoot { body, .. }
            | Task { body, .. }
            | Loose { body, .. }
            | ShootFire { body, .. }
            | Hold { body } => Some(body),
            PlaceGear { .. } | Done => None,
        }
    }
}

/// Why a decision is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the other side decides now")]
    NotYourTurn,
    #[error("that cannot be decided in this phase (MM-2)")]
    NotNow,
    #[error("they are not of this side")]
    NotYours,
    #[error("they are not free to obey, or have their orders already (MM-7.4)")]
    NotFree,
    #[error("the craven come no nearer to the enemy (MM-7.4)")]
    Craven,
    #[error("there is no such enemy on the field")]
    NoSuchEnemy,
    #[error("a charge is at a walk or a run (MM-2.1)")]
    NoSuchGait,
    #[error("the enemy is out of reach (MM-2.1)")]
    OutOfReach,
    #[error("the enemy is out of sight (MM-7.5)")]
    OutOfSight,
    #[error("they have run or galloped for too long, or did not move last turn (MM-3.3)")]
    MayNotRun,
    #[error("that turns over 22½° in a move (MM-3.2)")]
    TurnsTooFar,
    #[error("they can go {most} in at most (MM-3.1)")]
    TooFar { most: i32 },
    #[error("there is no way there for them (MM-3)")]
    NoWay,
    #[error("they are in a melee (MM-5.8)")]
    InMelee,
    #[error("nobody charges them (MM-2.2)")]
    NotCharged,
    #[error("some of them are in a melee, and so they stand (MM-2.2)")]
    StandsInMelee,
    #[error("neither friends nor cover would be between them and who charges (MM-2.2)")]
    NoShelter,
    #[error("they cannot shoot now (MM-3.5, MM-4)")]
    MayNotShoot,
    #[error("none of them has a shot at any of these (MM-4.3, MM-4.5)")]
    NoShot,
    #[error("fewer of them can still shoot at these (MM-4.4)")]
    FewShooters,
    #[error("men and gear are placed before the first turn only (MM-2)")]
    BattleBegun,
    #[error("that is outside the ground their side stands on before the battle")]
    OutsideZone,
    #[error("others stand there")]
    NoRoom,
    #[error("none of them has that weapon to take in hand (MM-3.6)")]
    NoSuchWeapon,
    #[error("a cauldron stands on a rampart (MM-9.5)")]
    NoRampart,
    #[error("it is hot already: a cauldron is moved while it is cold (MM-9.5)")]
    Hot,
    #[error("no enemy is on the field to yield to (MM-7.7)")]
    NobodyToYieldTo,
    #[error("there is no prisoner in contact who is not owed quarter (MM-8.1)")]
    NobodyToSlay,
    #[error("there is no horse to mount or to leave (MM-3.6)")]
    NoHorse,
    #[error("no standard lies within half a move (MM-8.8)")]
    NoStandard,
    #[error("that changes nothing: it is so already (MM-3.6, MM-3.7)")]
    NoChange,
    #[error("there is no such gear of theirs, or it is of no use any more (MM-9)")]
    NoSuchGear,
    #[error("that cannot be done with it (MM-3.7)")]
    NotWithThat,
    #[error(
        "some of them stand on rough ground or in water, where it is neither drawn nor pushed: bring them all onto good ground first (MM-3.1)"
    )]
    NotInRough,
    #[error("nobody of them is near enough (MM-3.7)")]
    NotNear,
    #[error("there are too few of them (MM-9)")]
    TooFew,
    #[error("the crew cannot work: fewer than four, or its sergeant dead or wounded (MM-9.7)")]
    CrewIdle,
    #[error("they have no axes (MM-9.4)")]
    NoAxes,
    #[error("two men hew there already this turn (MM-9.4)")]
    AxesEnough,
    #[error("the portcullis stops axes at the door (MM-9.4)")]
    Portcullis,
    #[error("that is done on foot (MM-9.9)")]
    OnFoot,
    #[error("the ladder does not reach so high (MM-9.10)")]
    TooHigh,
    #[error("only oil does anything to gear, and to a sow, a tower or a ram alone; drop it on men (MM-4.10, MM-9.5)")]
    HarmsNoGear,
    #[error("somebody on top stands against it (MM-9.1)")]
    Opposed,
    #[error("somebody stands in the way of it (MM-9.6)")]
    InTheWay,
    #[error("some of them are on a ladder; they can come down it first (MM-9.10)")]
    OnLadder,
    #[error("an enemy stands at its foot (MM-9.10)")]
    FootBarred,
    #[error("nobody of them is on it, nor on the wall at its head (MM-3.1)")]
    NobodyOnIt,
    #[error("there is no fire at hand, nor flint and steel (MM-4.11)")]
    NoFire,
    #[error("the fire has burnt too long to be fought (MM-4.12)")]
    TooLate,
    #[error("there is nothing to take that they need (MM-4.6, MM-8.5)")]
    NothingToTake,
    #[error("nobody puts armour on in deep water: get out of it first (MM-3.1, MM-8.5)")]
    InWater,
}

/// Fights a plan to its end by captains on both sides, by the plan's own seed: the same plan and tables give the same
/// events and report on every machine.
pub fn fight(plan: &Plan, tables: &Arc<Tables>, sink: &mut impl Sink<Event>) -> Result<Report, Faults> {
    fight_with(plan, tables, &mut Seeded::new(plan.seed), sink)
}

/// Fights a plan as [`fight`] does, and keeps its record.
pub fn fight_recorded(plan: &Plan, tables: &Arc<Tables>) -> Result<record::Record, Faults> {
    let mut events = Vec::new();
    let ground = setup::ground_of(plan, tables).map_err(|_| Faults(setup::faults(plan, tables)))?;
    let file = ground.file();
    let report = fight_on(ground, plan, tables, &mut Seeded::new(plan.seed), &mut events)?;
    // The record holds its ground, so that a replay never depends on what ships with the program.
    let plan = Plan { ground_file: file, ..plan.clone() };
    Ok(record::Record { plan, tables: tables.shown(), events, report })
}

/// Fights a plan with dice from elsewhere.
pub fn fight_with(
    plan: &Plan,
    tables: &Arc<Tables>,
    dice: &mut impl Dice,
    sink: &mut impl Sink<Event>,
) -> Result<Report, Faults> {
    let ground = setup::ground_of(plan, tables).map_err(|_| Faults(setup::faults(plan, tables)))?;
    fight_on(ground, plan, tables, dice, sink)
}

/// Fights a plan on a ground that has been read already.
fn fight_on(
    ground: Arc<ground::Ground>,
    plan: &Plan,
    tables: &Arc<Tables>,
    dice: &mut impl Dice,
    sink: &mut impl Sink<Event>,
) -> Result<Report, Faults> {
    let mut position = Position::on(ground, plan, tables, &[], sink)?;
    if let Err(illegal) = conduct(&mut position, &Marshal, dice, sink) {
        // A captain asks `check` before he decides, so this is a fault of the program, not of any plan.
        unreachable!("a captain's decision was refused: {illegal}");
    }
    Ok(position.report())
}

impl Position {
    /// What became of every man so far (CP-3.4); final once the battle is over.
    pub fn report(&self) -> Report {
        let mut deeds: Vec<Vec<Deed>> = vec![Vec::new(); self.figures.len()];
        for &(id, deed) in &self.deeds {
            deeds[usize::from(id.0)].push(deed);
        }
        for standard in &self.standards {
            if let StandardAt::Carried(by) = standard.place
                && self.figure(by).side != standard.side
            {
                deeds[usize::from(by.0)].push(Deed::TookStandard(standard.standard));
            }
        }
        let men = self.figures.iter().zip(deeds).map(|(figure, deeds)| ManReport {
            man: figure.man,
            side: figure.side,
            fate: self.fate(figure),
            wounded: figure.wounded,
            horse_lost: self.horse_lost(figure),
            deeds,
        });
        let (winner, half_points) = self.result.unwrap_or((None, self.score()));
        Report {
            men: men.collect(),
            half_points,
            winner,
            turns: Some(self.turn),
            holds: self.at_the_walls().map(score::AtTheWalls::held_by),
            lines: None,
            battered: Vec::new(),
            spoils: self.spoils(),
            from_within: 0,
            by_lot: false,
            named: false,
        }
    }

    /// What has become of a figure so far.
    fn fate(&self, figure: &state::Figure) -> Fate {
        match figure.state {
            State::Standing | State::Fallen { .. } | State::ToCome if figure.wounded => Fate::Wounded,
            State::Standing | State::Fallen { .. } | State::ToCome => Fate::Unhurt,
            State::Dead => Fate::Dead,
            State::Fled => Fate::Fled,
            State::Withdrawn => Fate::Withdrawn,
            State::Yielded { to, .. } => Fate::Captive { by: Some(self.figure(to).man) },
        }
    }

    /// A horse is lost when it was killed, or stands loose on a field its side does not hold.
    fn horse_lost(&self, figure: &state::Figure) -> bool {
        let holds = |side: Side| self.bodies.iter().any(|body| body.side == side && body.standing > 0);
        match figure.mount {
            Mount::Dead => true,
            Mount::Loose(_) => !holds(figure.side),
            Mount::None | Mount::Ridden => false,
        }
    }
}
