//! The assault on hexes (SG-5 to SG-10): man to man on a map with levels, the attackers moving first, then the garrison,
//! then shooting, blows and morale by the procedures of MM.
//!
//! [`Assault`] is the game. [`line`] says of any two hexes whether a shot can be made and why; [`map`] is what it is played on.

mod approach;
pub mod blaze;
mod captain;
mod cast;
mod charges;
pub mod cut;
pub mod dropping;
mod enclosed;
mod ending;
pub mod engines;
mod event;
mod falls;
mod fight;
mod flight;
pub mod hexes;
mod ladders;
mod leaving;
pub mod line;
mod log;
pub mod machines;
pub mod map;
mod morale;
mod moves;
mod options;
mod places;
mod quarter;
mod ranks;
mod rolling;
pub mod scenario;
mod setup;
mod shoot;
mod sight;
pub mod standards;
pub mod state;
pub mod tables;
pub mod typed;
mod view;
mod ways;
mod works;

pub use captain::Stormer;
pub use cast::{AssaultBattle, of_use};
pub use enclosed::HexHome;
pub use event::{Event, NoWay, Thrown, Tumble};
pub use hexes::{Hex, HexSide};
pub use line::FireLine;
pub use log::{called, sentence};
pub use machines::{HexMachine, MachineKind};
pub use map::{HexId, HexMap};
pub use setup::{Fault, Plan, damaged, hits_of_damage};
pub use state::{Assault, AssaultStage, Ending, Fortune, Post, Stable, TrooperId};
pub use tables::Tables;
pub use view::View;

use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::{self, Choices, Outcome, Pending, Sink};
use crate::rules::gear::Machine;
use crate::rules::house::Folder;
use crate::rules::ruleset::{About, Rules};
use blaze::HexFuel;
use machines::{EngineMark, Meant};
use map::Barred;
use serde::{Deserialize, Serialize};
use state::HexAim;

/// What a side decides, a man at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Put a man into a hex before it begins, or to the machine that stands there; a friend there changes places with him.
    Place { man: TrooperId, to: HexId },
    /// Put a machine into a hex with its men before it begins.
    Bring { machine: u8, at: HexId },
    /// Step into a hex beside his (SG-5.2).
    Step { man: TrooperId, to: HexId },
    /// Go to a hex as far as his points carry him, step by step (SG-5.2).
    Go { man: TrooperId, to: HexId },
    /// Pick up a ladder that lies beside him (MM-3.7).
    PickUp { man: TrooperId, ladder: u8 },
    /// Lay down what he carries besides his arms (MM-3.7).
    LayDown { man: TrooperId },
    /// Go onto a ladder, from its foot or its head (SG-7.4).
    Climb { man: TrooperId, ladder: u8 },
    /// Step off a ladder, up onto the rampart or down to its foot (SG-7.4).
    StepOff { man: TrooperId, up: bool },
    /// Raise the ladder he carries, from where he stands against that hex (MM-3.7, SG-7.4).
    Raise { man: TrooperId, against: HexId },
    /// Push a ladder over, from above (MM-9.1) or from below (SG-7.6).
    Push { man: TrooperId, ladder: u8 },
    /// Two men lift a ladder onto the rampart (SG-7.5).
    Lift { men: [TrooperId; 2], ladder: u8 },
    /// Two carriers slide a ladder along and set it in that hex, against the one of theirs named (SG-7.5).
    Slide { men: [TrooperId; 2], ladder: u8, foot: HexId, against: HexId },
    /// Open or shut a gate from within.
    Gate { man: TrooperId, gate: u8, open: bool },
    /// Hew at a gate (SG-5.5, MM-9.4).
    Hew { man: TrooperId, gate: u8 },
    /// Drop a rock, oil or lead into a hex below, once both sides have moved (MM-3.7, MM-9.5).
    Drop { man: TrooperId, at: HexId, what: Machine },
    /// Put a torch to a machine of the enemy's beside him (MM-4.11, SG-4.3).
    Burn { man: TrooperId, machine: u8 },
    /// Put a torch to a shut gate or door beside him (MM-4.11).
    BurnGate { man: TrooperId, gate: u8 },
    /// Light a fire missile, to shoot it in the next turn (MM-4.11).
    Kindle { man: TrooperId },
    /// Shoot it at a machine or a gate, once both sides have moved (MM-4.11).
    FireAt { man: TrooperId, at: HexId },
    /// Go to a machine beside him, or over its gangway onto a siege tower (SG-7.2).
    Board { man: TrooperId, machine: u8 },
    /// Go up to the top of the siege tower he is in, or down into it (SG-7.2).
    GoUp { man: TrooperId, up: bool },
    /// Go over the gangway of the siege tower he is on, onto the wall (SG-7.2).
    Cross { man: TrooperId },
    /// Roll a tower or a ram a hex forward or back (SG-7.3).
    Roll { machine: u8, back: bool },
    /// Turn a machine on its middle by a hex side, to the left or to the right (SG-7.3).
    Pivot { machine: u8, left: bool },
    /// Ram the gate a ram stands before (SG-5.5, MM-9.2).
    Ram { machine: u8, gate: u8 },
    /// Shoot with an engine at what is in a hex, once both sides have moved (MM-4.9).
    Loose { machine: u8, at: HexId },
    /// Shoot with an engine at the wall or gate of a hex, whoever stands there (MM-4.10, SG-7.8).
    Batter { machine: u8, at: HexId },
    /// Shoot with an engine at a machine of the enemy's, whoever serves it or stands on it (MM-4.10).
    BatterMachine { machine: u8, other: u8 },
    /// Pick up a standard that lies beside him (MM-8.8).
    TakeUp { man: TrooperId, standard: u8 },
    /// Raise or lower a bridge or a stair, flood or drain a passage (SG-10, MM-9.6).
    Work { man: TrooperId, lift: u8, close: bool },
    /// Throw a faggot into a moat (MM-9.12).
    Fill { man: TrooperId, moat: HexId },
    /// Shoot at an enemy once both sides have moved (MM-4.4).
    Aim { man: TrooperId, at: TrooperId },
    /// Strike at an enemy before him where several are, at the turn's start and, if another is named then, at him at its end
    /// (MM-5.1).
    Strike { man: TrooperId, at: TrooperId, then: Option<TrooperId> },
    /// Take missiles from the store in the keep (MM-3.7, MM-4.6).
    Restock { man: TrooperId },
    /// The men of his troop follow enemies who break off, or do not (MM-5.8).
    Follow { man: TrooperId, follow: bool },
    /// He yields to the nearest enemy (MM-7.7).
    Yield { man: TrooperId },
    /// All of his troop yield who have an enemy near enough (MM-7.7).
    Surrender { man: TrooperId },
    /// The attackers break the assault off **[house]**.
    BreakOff,
    /// The side has moved.
    Done,
}

/// Why a decision is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the assault is over")]
    Over,
    #[error("the other side moves now")]
    NotTheirs,
    #[error("men and machines are put in their places before the first turn only")]
    Begun,
    #[error("first everybody takes his place; be done with that to begin")]
    NotBegun,
    #[error("his side may not stand there when it begins")]
    NotTheirGround,
    #[error("only the attackers break an assault off, and with none of them face to face with an enemy")]
    NoBreakingOff,
    #[error("he is not of this side")]
    NotYours,
    #[error("he is not on his feet")]
    NotAble,
    #[error("he flees, and obeys when a test steadies his troop (MM-7.4)")]
    Flees,
    #[error("his troop spends the turn rallying (MM-7.4)")]
    Rallies,
    #[error("his troop is craven and does not advance this turn (MM-7.4)")]
    Craven,
    #[error("that takes his whole turn, and he has moved (MM-3.7)")]
    NotFresh,
    #[error("he is on a ladder; step off it first")]
    OnLadder,
    #[error("he is on no ladder")]
    NotOnLadder,
    #[error("the map has no such hex")]
    NoHex,
    #[error("{0}")]
    Barred(Barred),
    #[error("it takes {needs} movement points, and he has {has} (SG-5.2)")]
    NoPoints { needs: u8, has: u8 },
    #[error("somebody is there")]
    Taken,
    #[error("no open way leads there within his movement points (SG-5.2)")]
    TooFar,
    #[error("the two hexes do not lie side by side")]
    NotBeside,
    #[error("a ladder reaches one or two levels, and this is another height (SG-7.4)")]
    TooHigh,
    #[error("no ladder stands there: it needs open ground below and a rampart or an open court above (SG-7.4, SG-10)")]
    NoLadderThere,
    #[error("he has no such ladder")]
    NoLadder,
    #[error("a ladder or a man is there already")]
    LadderThere,
    #[error("he is neither at its foot nor at its head")]
    NotAtLadder,
    #[error("no ladder lies there or beside")]
    NoLadderHere,
    #[error("he has his hands full")]
    HandsFull,
    #[error("he carries neither a ladder nor a faggot")]
    HandsEmpty,
    #[error("it was raised this turn; it is climbed from the next on (SG-7.4)")]
    JustRaised,
    #[error("an enemy stands at its head, or face to face with him, against it (MM-9.1)")]
    Opposed,
    #[error("a friend is on it")]
    FriendOnLadder,
    #[error("somebody is on it (SG-7.5)")]
    SomebodyOnLadder,
    #[error("an enemy stands beside its foot (SG-7.5)")]
    EnemyAtFoot,
    #[error("an enemy able to strike stands beside one of them (SG-7.5)")]
    EnemyNear,
    #[error("that takes two men")]
    TwoMen,
    #[error("both must stand on the rampart (SG-7.5)")]
    NotOnRampart,
    #[error("it is dropped from a rampart; let him go onto one (MM-9.5)")]
    NotOnWalk,
    #[error("none is left; a host brings them as gear, and each serves once (MM-9.5)")]
    NothingToDrop,
    #[error("it is heated for {moves} moves, and hot from turn {from} on (MM-9.5)")]
    NotHot { moves: u32, from: u32 },
    #[error("that hex does not lie below him (MM-4.7)")]
    NotBelow,
    #[error("the campaign allows no fire (MM-4.11)")]
    NoFireAllowed,
    #[error("a garrison has fire at hand, and others who bring flint and steel as gear (MM-4.11)")]
    NoFire,
    #[error("it burns; let it be put out, or leave it (MM-4.12)")]
    Burns,
    #[error(
        "nothing there burns that he could set fire to: a machine of the enemy's does, and a shut gate or door of timber that he is before, but no portcullis (MM-4.11)"
    )]
    NoTinder,
    #[error("it stands open")]
    GateOpen,
    #[error("fire missiles are shot with bows, and he has none to use, or no arrows (MM-4.11)")]
    NoBow,
    #[error("no fire missile is left; a host brings them as gear (MM-4.11)")]
    NoFireMissile,
    #[error("he lights one first, which takes a turn (MM-4.11)")]
    NotLit,
    #[error("there is no such gate")]
    NoGate,
    #[error("it is opened and shut from its inner side")]
    NotAtBars,
    #[error("he does not stand at it")]
    NotAtGate,
    #[error("it is wrecked")]
    Wrecked,
    #[error("that changes nothing")]
    NoChange,
    #[error("the portcullis stops axes (MM-9.4)")]
    Portcullis,
    #[error("two men at most hew at it in a turn (MM-9.4)")]
    TooMany,
    #[error("a machine rolls over flat ground, a drawbridge or a filled moat only (SG-7.3)")]
    NoRolling,
    #[error("he has no axe (MM-9.4)")]
    NoAxe,
    #[error("that is no ram (MM-9.2)")]
    NoRam,
    #[error("it takes two unwounded men at it who have not moved (MM-6.2, MM-9.2)")]
    TooFew,
    #[error("there is no such machine")]
    NoMachine,
    #[error("it is wrecked (MM-4.10)")]
    MachineWrecked,
    #[error("he does not stand beside it, nor where its gangway leads")]
    NotAtMachine,
    #[error("he is at a machine; step away from it first")]
    AtMachine,
    #[error("no more men find room there (SG-7.2, MM-9.2)")]
    NoRoomThere,
    #[error("he is in no siege tower")]
    NotInTower,
    #[error("it faces no open rampart of the height it was built for (SG-7.2)")]
    NoWallThere,
    #[error("it was rolled or turned this turn; its gangway is gone over from the next on (SG-7.2)")]
    JustRolled,
    #[error("no more men go over it in a turn (MM-9.7)")]
    GangwayFull,
    #[error("it was turned this turn, which takes all of it, or rolled as far as it goes in one (SG-7.3, MM-3.1)")]
    RolledEnough,
    #[error("it takes {needs} men at it who have the points, and have not moved if it is turned (SG-7.3, MM-9.8)")]
    TooFewHands { needs: u8 },
    #[error("that is no engine (MM-4.9)")]
    NoEngine,
    #[error("it is not loaded, or was turned this turn (MM-3.5)")]
    NotLoaded,
    #[error("four men who have not moved serve it, one of them unwounded and of grade B or better (MM-9.7)")]
    NoCrew,
    #[error("an unwounded man of grade B or better who is no cleric commands those at it, and none is there (MM-9.7)")]
    NoSergeant,
    #[error("it does not lie before it; turn it first (MM-4.3)")]
    NotBefore,
    #[error("no standard lies there that he could pick up (MM-8.8)")]
    NoStandard,
    #[error("there is no such bridge, stair or sluice")]
    NoWorking,
    #[error("he does not stand where it is worked (SG-10)")]
    NotAtWorking,
    #[error("somebody stands on it (MM-9.6)")]
    InTheWay,
    #[error("he carries no faggot (MM-9.12)")]
    NoFaggot,
    #[error("there is no moat")]
    NoMoat,
    #[error("the moat is too deep to be filled (SG-7.7)")]
    TooDeep,
    #[error("there is no such enemy there")]
    NoTarget,
    #[error(
        "he cannot shoot this turn: he has nothing to shoot, not loaded, a task has taken his turn, or one hand is not free (MM-3.5, MM-3.7, MM-9.11)"
    )]
    MayNotShoot,
    #[error("he is not before him; a man strikes at whom he is face to face with (MM-5.1)")]
    NotFaced,
    #[error("he is unarmed, as clerics are (MM-8.9)")]
    Unarmed,
    #[error("the enemy is out of his reach (MM-4.7)")]
    OutOfReach,
    #[error("a garrison's missiles lie in its keep; let him go there (MM-4.6)")]
    NoStore,
    #[error("he has missiles left; who has run out collects others (MM-4.6)")]
    HasMissiles,
    #[error("he is face to face with an enemy (MM-5.1)")]
    InContact,
    #[error("the enemy is face to face with a friend (MM-5.1)")]
    TargetInContact,
    #[error("no line of fire leads there (SG-6)")]
    NoLine,
    #[error(
        "who leaves a melee comes up to no fresh enemy in that move; he may go where none is face to face with him (MM-5.8)"
    )]
    FreshEnemy,
    #[error("he is no longer there")]
    NotThere,
    #[error("no enemy is near enough by a way that lies open to yield to (MM-7.7)")]
    NobodyToYieldTo,
    #[error("nobody of his troop is left but he; let him yield by himself (MM-7.7)")]
    NoTroop,
}

impl Assault {
    /// Whether it is for a side to decide.
    fn may_decide(&self, side: Side) -> Result<(), Illegal> {
        match self.stage {
            AssaultStage::Over(_) => Err(Illegal::Over),
            AssaultStage::Deploys(moves) | AssaultStage::Moves(moves) if moves != side => Err(Illegal::NotTheirs),
            AssaultStage::Deploys(_) | AssaultStage::Moves(_) => Ok(()),
        }
    }

    /// Whether a decision is one of the time before the first turn, if that is now.
    fn in_its_time(&self, decision: &Decision) -> Result<(), Illegal> {
        let early = matches!(
            decision,
            Decision::Place { .. } | Decision::Bring { .. } | Decision::Pivot { .. } | Decision::Done
        );
        if early || !matches!(self.stage, AssaultStage::Deploys(_)) { Ok(()) } else { Err(Illegal::NotBegun) }
    }
}

impl Rules for Assault {
    const ABOUT: About =
        About { prefix: "SG", title: "The assault on hexes", page: include_str!("../../../data/rules/siege.md") };

    fn folder() -> &'static Folder {
        Tables::folder()
    }
}

impl game::Game for Assault {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        self.stage.decides().map_or(Pending::Over, Pending::One)
    }

    fn outcome(&self) -> Option<Outcome> {
        matches!(self.stage, AssaultStage::Over(_)).then(|| Outcome::of(self.winner()))
    }

    fn view(&self, side: Side) -> View<'_> {
        View::of(self, side)
    }

    fn as_known_to(&self, _side: Side) -> Assault {
        self.clone()
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        self.options(side)
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        self.may_decide(side)?;
        self.in_its_time(decision)?;
        match *decision {
            Decision::Place { man, to } => self.check_place(side, man, to),
            Decision::Bring { machine, at } => self.check_bring(side, machine, at),
            Decision::Step { man, to } => self.check_step(side, man, to),
            Decision::Go { man, to } => self.way_to(side, man, to).map(drop),
            Decision::PickUp { man, ladder } => self.check_pick_up(side, man, ladder),
            Decision::LayDown { man } => self.check_lay_down(side, man),
            Decision::Climb { man, ladder } => self.check_climb(side, man, ladder),
            Decision::StepOff { man, up } => self.check_off(side, man, up),
            Decision::Raise { man, against } => self.check_raise(side, man, against),
            Decision::Push { man, ladder } => self.check_push(side, man, ladder),
            Decision::Lift { men, ladder } => self.check_lift(side, men, ladder),
            Decision::Slide { men, ladder, foot, against } => self.check_slide(side, men, ladder, foot, against),
            Decision::Gate { man, gate, open } => self.check_gate(side, man, gate, open),
            Decision::Hew { man, gate } => self.check_hew(side, man, gate),
            Decision::Drop { man, at, what } => self.check_drop(side, man, at, what),
            Decision::Burn { man, machine } => self.check_burn(side, man, HexFuel::Machine(machine)),
            Decision::BurnGate { man, gate } => self.check_burn(side, man, HexFuel::Gate(gate)),
            Decision::Kindle { man } => self.check_kindle(side, man),
            Decision::FireAt { man, at } => self.check_fire_at(side, man, at),
            Decision::Board { man, machine } => self.check_board(side, man, machine),
            Decision::GoUp { man, up } => self.check_go_up(side, man, up),
            Decision::Cross { man } => self.check_cross(side, man),
            Decision::Roll { machine, back } => self.check_roll(side, machine, back),
            Decision::Pivot { machine, .. } => self.check_pivot(side, machine),
            Decision::Ram { machine, gate } => self.check_ram(side, machine, gate),
            Decision::Loose { machine, at } => self.check_loose(side, machine, EngineMark { at, meant: Meant::First }),
            Decision::Batter { machine, at } => {
                self.check_loose(side, machine, EngineMark { at, meant: Meant::Masonry })
            }
            Decision::BatterMachine { machine, other } => self.check_batter(side, machine, other),
            Decision::TakeUp { man, standard } => self.check_take_up(side, man, standard),
            Decision::Work { man, lift, close } => self.check_lift_work(side, man, lift, close),
            Decision::Fill { man, moat } => self.check_fill(side, man, moat),
            Decision::Aim { man, at } => self.check_aim(side, man, at),
            Decision::Strike { man, at, then } => self.check_strike(side, man, at, then),
            Decision::Restock { man } => self.check_restock(side, man),
            Decision::Follow { man, follow } => self.check_follow(side, man, follow),
            Decision::Yield { man } => self.check_yield(side, man),
            Decision::Surrender { man } => self.check_surrender(side, man),
            Decision::BreakOff => self.check_break_off(side),
            Decision::Done => Ok(()),
        }
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        if let Decision::Go { man, to } = decision {
            // The way is looked for once.
            self.may_decide(side)?;
            self.in_its_time(&decision)?;
            let way = self.way_to(side, man, to)?;
            self.go(side, man, way, dice, sink);
            self.go_after(dice, sink);
            return Ok(());
        }
        game::Game::check(self, side, &decision)?;
        match decision {
            Decision::Place { man, to } => self.place_man(man, to, sink),
            Decision::Bring { machine, at } => self.bring_to(machine, at, sink),
            Decision::Step { man, to } => self.step(man, to, dice, sink),
            Decision::PickUp { man, ladder } => self.pick_up(man, ladder, sink),
            Decision::LayDown { man } => self.lay_down(man, sink),
            Decision::Climb { man, ladder } => self.climb(man, ladder, dice, sink),
            // Played already.
            Decision::Go { .. } => {}
            Decision::StepOff { man, up } => self.step_off(man, up, dice, sink),
            Decision::Raise { man, against } => self.raise(man, against, sink),
            Decision::Push { man, ladder } => self.push(man, ladder, dice, sink),
            Decision::Lift { men, ladder } => self.lift(men, ladder, sink),
            Decision::Slide { men, ladder, foot, against } => self.slide(men, ladder, foot, against, sink),
            Decision::Gate { man, gate, open } => self.move_gate(man, gate, open, sink),
            Decision::Hew { man, gate } => self.hew(man, gate, sink),
            Decision::Drop { man, at, what } => self.drop_on(man, at, what, sink),
            Decision::Burn { man, machine } => self.burn(man, HexFuel::Machine(machine), dice, sink),
            Decision::BurnGate { man, gate } => self.burn(man, HexFuel::Gate(gate), dice, sink),
            Decision::Kindle { man } => self.kindle(man, sink),
            Decision::FireAt { man, at } => {
                self.man_mut(man).aim = Some(HexAim::Fire(at));
                sink.tell(|| Event::FireAimed { man, at });
            }
            Decision::Board { man, machine } => self.board(man, machine, dice, sink),
            Decision::GoUp { man, up } => self.go_up(man, up, dice, sink),
            Decision::Cross { man } => self.cross(man, sink),
            Decision::Roll { machine, back } => self.roll_machine(machine, back, sink),
            Decision::Pivot { machine, left } if self.deploys(side) => {
                let facing = self.machine(machine).facing.turned(if left { 1 } else { -1 });
                self.face(machine, facing, sink);
            }
            Decision::Pivot { machine, left } => self.pivot(machine, left, sink),
            Decision::Ram { machine, gate } => self.ram(machine, gate, dice, sink),
            Decision::Loose { machine, at } => self.aim_engine(machine, EngineMark { at, meant: Meant::First }, sink),
            Decision::Batter { machine, at } => {
                self.aim_engine(machine, EngineMark { at, meant: Meant::Masonry }, sink);
            }
            Decision::BatterMachine { machine, other } => {
                let at = self.machine(other).at;
                self.aim_engine(machine, EngineMark { at, meant: Meant::Machine }, sink);
            }
            Decision::TakeUp { man, standard } => self.take_up(man, standard, sink),
            Decision::Work { man, lift, close } => self.work_lift(man, lift, close, dice, sink),
            Decision::Fill { man, moat } => self.fill(man, moat, sink),
            Decision::Aim { man, at } => {
                self.man_mut(man).aim = Some(HexAim::Man(at));
                sink.tell(|| Event::Aimed { man, at });
            }
            Decision::Strike { man, at, then } => self.strikes_at(man, at, then, sink),
            Decision::Restock { man } => self.restock(man, sink),
            Decision::Follow { man, follow } => self.follow(man, follow, sink),
            Decision::Yield { man } => self.yields(man, self.captor_of(man), dice, sink),
            Decision::Surrender { man } => self.surrender(man, dice, sink),
            Decision::BreakOff => self.end(Ending::BrokenOff, sink),
            Decision::Done if self.deploys(side) => self.end_deploying(side, dice, sink),
            Decision::Done => self.end_half(side, dice, sink),
        }
        self.go_after(dice, sink);
        Ok(())
    }
}
