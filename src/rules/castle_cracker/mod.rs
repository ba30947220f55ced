//! Castle Cracker: a battle of any age before gunpowder, measured with knotted cords, and the cracking of its castle (CC).
//!
//! [`Position`] is the game: troops as blocks of figures on a field of whole sixty-fourths of an inch, moved, shot with and
//! fought by clauses that are a function each. A battle begins from a [`Scenario`], or from the armies of a campaign.

mod ahead;
mod captain;
mod captives;
mod carried;
mod cast;
pub mod cup;
pub mod field;
mod fight;
mod fire;
mod log;
mod measure;
pub mod melee;
pub mod movement;
mod options;
mod orders;
mod ranks;
pub mod scenario;
pub mod shooting;
mod sight;
mod state;
mod storm;
pub mod tables;
mod troops;
pub mod typed;
mod view;
pub mod wall;

pub use ahead::{ScenarioCounts, ScenarioTrial};
pub use captain::{Commanders, Generalship};
pub use cast::{CastBody, CrackerBattle, arms_of};
pub use log::{line, sentence, summed};
pub use measure::ShotMeasured;
pub use scenario::Scenario;
pub use state::*;
pub use tables::Tables;
pub use troops::{Armour, HandArm, Hardness, ShotWeapon, TroopKind};
pub use view::View;

use crate::rules::dice::Dice;
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{self, Choices, Outcome, Pending, Sink};
use crate::rules::geometry::{Heading, Point};
use crate::rules::house::Folder;
use crate::rules::ruleset::{About, Rules};
use cup::CupFall;
use field::WallId;
use melee::FightingMen;
use movement::{Footing, Halt};
use serde::{Deserialize, Serialize};
use shooting::{Band, Shelter};
use wall::WallRound;

/// What a side decides, for one body of troops at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It marches by places as far as it comes (CC-3), faces there, and forms up in so many files; past its own edge it
    /// leaves the field.
    March {
        troops: TroopsId,
        /// By where; nowhere of those who only turn or form up where they stand.
        by: Vec<Point>,
        /// Where it faces then; along its way if nothing is said.
        facing: Option<Heading>,
        /// Figures in a rank; as before if nothing is said.
        files: Option<u16>,
    },
    /// It charges the enemy (CC-5).
    Charge(TroopsId, TroopsId),
    /// It runs from those it fights (CC-5.4).
    Run(TroopsId, Point),
    /// It hooks its gear on or off (CC-3.0).
    Hitch(TroopsId),
    /// So many riders or chariots part from it (CC-2.1).
    Part(TroopsId, u16),
    /// It gets on a wagon or a boat (CC-3.4).
    Board(TroopsId, TroopsId),
    /// It gets off (CC-3.4).
    Land(TroopsId, Point),
    /// It mans a stretch of wall from the yard, or goes along the parapets towards the middle of it; if the enemy is on it they
    /// fight there (CC-6.5).
    Man(TroopsId, WallId),
    /// It comes down from a parapet into the yard.
    Descend(TroopsId, Point),
    /// It goes up a wall, by ladders or off a tower (CC-6.3, CC-6.4).
    Scale(TroopsId, WallId),
    /// It stays where it is; in the shooting, it does not shoot.
    Hold(TroopsId),
    /// It shoots at the enemy (CC-4).
    Shoot(TroopsId, TroopsId),
    /// It throws by the cup at a place (CC-4.7).
    Lob(TroopsId, Point),
    /// It fires grapeshot at the enemy (CC-4.8).
    Grape(TroopsId, TroopsId),
    /// It shoots at a gate (CC-4.3).
    Batter(TroopsId, WallId),
    /// Oil is poured on a ram or a tower (CC-6.1, CC-6.3).
    Oil(TroopsId),
    /// The side has done what it wants to in this part of the turn.
    Done,
}

/// What was added to the two dice of a shot (CC-4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AimAdded {
    /// What covers the target.
    pub shelter: Shelter,
    /// What is added for that, nothing or less.
    pub cover: i32,
    /// What is added where neither has moved for a turn.
    pub still: i32,
}

/// What came of a volley.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    /// What must be rolled on two dice in each band (CC-4.2).
    pub need: [i32; 3],
    /// What was added to them.
    pub added: AimAdded,
    /// Shots in each band.
    pub shots: [u32; 3],
    /// Hits in each band.
    pub hits: [u32; 3],
    /// Those that were killed or wrecked.
    pub killed: u32,
}

/// A shot of an engine through a file (CC-4.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileShot {
    /// Which third of the cord.
    pub band: Band,
    /// The dice.
    pub faces: [u8; 2],
    /// What was added to them.
    pub added: AimAdded,
    pub hit: bool,
    /// Those it touched.
    pub touched: usize,
    /// Who lost how many by it.
    pub fell: Vec<(Name, usize)>,
    /// Whose gear it wrecked.
    pub wrecked: Vec<Name>,
}

/// A fight hand to hand as it was counted (CC-5.3): the attacker's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandToHand {
    /// Who fights.
    pub names: [Vec<Name>; 2],
    /// Men counted, by what they fight as.
    pub counted: [FightingMen; 2],
    /// Men removed.
    pub fell: [u32; 2],
}

/// A turn of the fight for a stretch of wall (CC-6.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallFight {
    pub wall: Name,
    /// Attackers who are up.
    pub up: usize,
    /// Defenders who hold it.
    pub holders: usize,
    /// Attackers who fell.
    pub up_fell: usize,
    /// Defenders who fell.
    pub holders_fell: usize,
    pub rounds: Vec<WallRound>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u32),
    /// A side begins its part of a turn: it moves, or it shoots.
    Begins(Side, bool),
    /// Troops marched, and what stopped them.
    Marched(Name, Option<Halt>),
    Charged(Name, Name),
    /// Whoever charged had no ground for all his rank, and closed up to so many in one (CC-3.0).
    ClosedIn(Name, usize),
    /// The charged shot first (CC-5.7).
    Answered(Name, ShotWeapon, Name, Volley),
    Ran(Name),
    Fled(Name),
    Hitched(Name, bool),
    Parted(Name, usize),
    Boarded(Name, Name),
    Landed(Name),
    Manned(Name, Name),
    Descended(Name),
    Scaling(Name, Name, bool),
    Volley(Name, ShotWeapon, Name, Volley),
    ShotFile(Name, ShotWeapon, Name, FileShot),
    Lobbed {
        who: Name,
        weapon: ShotWeapon,
        face: u8,
        fall: CupFall,
        middle: Point,
        fell: Vec<(Name, usize)>,
        wrecked: Vec<Name>,
    },
    Grape {
        who: Name,
        fell: Vec<(Name, usize)>,
        wrecked: Vec<Name>,
    },
    Battered {
        who: Name,
        wall: Name,
        band: Band,
        faces: [u8; 2],
        added: AimAdded,
        hit: bool,
        broken: bool,
    },
    /// Men who are no engine wreck a gate, by the strict table (CC-4.3).
    Wrecked(Name, Name),
    RamAlight(Name),
    TowerAlight(Name, u8, bool),
    Fought(HandToHand),
    /// Two bodies that fought stand apart, for those who touched have fallen (CC-5.1).
    Apart(Name, Name),
    Taken {
        names: Vec<Name>,
        men: usize,
        captor: Name,
        guards: usize,
    },
    /// Prisoners whose guards are gone.
    Freed(Name),
    Home(Name),
    /// Guards hand so many prisoners over to others of their side (CC-5.6).
    HandedOver(Name, Name, usize),
    /// Guards who are not needed any more (CC-5.6).
    Relieved(Name, usize),
    Pushed(Name, Name, u8, bool),
    /// A man is at the top of a ladder that nobody is near enough to push.
    Climbed(Name, Name),
    /// So many come over a wall that nobody is on, and whether off a tower.
    CameOver(Name, Name, usize, bool),
    /// A ladder that nobody is left to hold is pushed, and whether it stands.
    Deserted(Name, Name, u8, bool),
    WallFought(WallFight),
    WonWall(Name, Name),
    Rammed(Name, Name, u8, u8),
    /// A ram has opened a gate, or made a breach.
    Broken(Name, Name, bool),
    Held(Name, Side, u8),
    Over(Ending),
}

/// Why a decision is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the battle is over")]
    Over,
    #[error("it is not that side's turn to decide")]
    NotTheirs,
    #[error("that is not what is to be decided now: a side moves, then shoots (CC-1.3)")]
    NotNow,
    #[error("there are no such troops, or nobody of them is left")]
    Nobody,
    #[error("they have had their order this turn")]
    Ordered,
    #[error("they are aboard; get them off first (CC-3.4)")]
    Aboard,
    #[error("they are on a parapet; bring them down first")]
    OnParapet,
    #[error("they are in a fight, and only running gets them out of it (CC-5.4)")]
    Engaged,
    #[error("they are in no fight to run from (CC-5.4)")]
    NotEngaged,
    #[error("whoever runs goes away from those he fights (CC-5.4)")]
    Towards,
    #[error("they are going up a wall")]
    Storming,
    #[error("a way leads by one place to eight, to somewhere else than it begins")]
    NoWay,
    #[error("{0}")]
    Halted(Halt),
    #[error("a rank is of 1 to 60 figures")]
    Files,
    #[error("they would touch {0}; charge them (CC-5)")]
    Contact(Name),
    #[error("some of them would stand {0}; form up with fewer in a rank, or end at another place (CC-3.0)")]
    Footing(Footing),
    #[error("{0} are in the way")]
    InTheWay(Name),
    #[error("there is no room beside {0}")]
    NoRoom(Name),
    #[error("those are their own")]
    Friends,
    #[error("they have broken free, and must reach their own lines before they fight (CC-5.6)")]
    Escaping,
    #[error("wagons, boats and men with gear charge nobody")]
    NoCharge,
    #[error("they guard prisoners (CC-5.6)")]
    Guarding,
    #[error("nobody fights while both stand in their own end zones (CC-1.1)")]
    Zones,
    #[error("they have no gear to hook on (CC-3.0)")]
    NothingToHook,
    #[error("only cavalry and chariots part, and some must stay (CC-2.1)")]
    Together,
    #[error("there is no wagon or boat of theirs that waits for them (CC-3.4)")]
    NoCarrier,
    #[error(
        "only foot without prisoners gets on wagons and boats: there is room in them for men alone (CC-2.1, CC-3.4)"
    )]
    NoRider,
    #[error("it holds no more (CC-2.1)")]
    Full,
    #[error("that is further than a third of R1")]
    TooFar,
    #[error("what they are on has moved this turn; they get off in the next (CC-3.4)")]
    UnderWay,
    #[error("one man guards eight prisoners on the march, and they are too few; stay at home, or take more (CC-5.6)")]
    FewGuards,
    #[error("they are not aboard")]
    NotAboard,
    #[error("there is no such wall")]
    NoWall,
    #[error("only foot that is in no fight goes on walls")]
    NoWallMen,
    #[error("they must stand within a third of R1 of that wall, on its right side")]
    NotBeside,
    #[error("men with ladders must stand within {} of that wall, outside the yard, to go up it (CC-6.4)", quarters(*.0))]
    NotAtWall(i32),
    #[error("that parapet has room for {0} more")]
    WallFull(usize),
    #[error("they are on no parapet")]
    NotOnParapet,
    #[error("the enemy is on their parapet too, and they fight for it (CC-6.5)")]
    Contested,
    #[error("their ram is alight, and they stay to put the fire out (CC-6.1)")]
    PutsOut,
    #[error("they carry no ladder, and no tower stands there (CC-6.3, CC-6.4)")]
    NoLadder,
    #[error("whoever ran does not shoot (CC-5.4)")]
    HasRun,
    #[error("their engine is hooked on; unhook it first (CC-3.0)")]
    Hooked,
    #[error("they load: it shoots every other turn (CC-4.0)")]
    Loading,
    #[error("they have nothing to shoot with")]
    NoWeapon,
    #[error("stones are thrown only at the crew of a ram or a tower in place at a wall (CC-6.1)")]
    Stones,
    #[error("that engine throws by the cup, at a place (CC-4.7)")]
    ByCup,
    #[error("they have nothing that throws by the cup (CC-4.7)")]
    NoCup,
    #[error("nobody shoots into a fight")]
    InFight,
    #[error("a crew pushing a ram or a tower is behind it (CC-6.2)")]
    BehindGear,
    #[error("only ballista, catapult and cannon harm that (CC-4.3)")]
    NoHarm,
    #[error("a wall hides it")]
    Hidden,
    #[error("that is out of the arc they shoot within; turn them first (CC-4.9)")]
    OutOfArc,
    #[error("that is out of range (CC-4.0)")]
    OutOfRange,
    #[error("high-angle weapons never fire at close range (CC-4.7)")]
    TooClose,
    #[error("friends stand on the cord before it (CC-4.6)")]
    FriendsInTheWay,
    #[error("only a cannon fires grapeshot (CC-4.8)")]
    NoCannon,
    #[error("there is no gate of the enemy's that stands")]
    NoGate,
    #[error("they hold no fort")]
    NoFort,
    #[error("there is no oil left (CC-6.1)")]
    NoOil,
    #[error("oil is for rams and towers of the enemy (CC-6.1)")]
    NoGear,
    #[error("oil was poured on it this turn (CC-6.3)")]
    Alight,
    #[error("they stand on a wall; one comes up to them by ladders or from a tower (CC-6.4)")]
    UpOnWall,
    #[error("nobody stands above it on the wall")]
    NobodyAbove,
}

/// So many quarters of an inch, in inches.
fn quarters(quarters: i32) -> String {
    let part = ["", "¼", "½", "¾"][quarters.rem_euclid(4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => format!("{part} in"),
        whole => format!("{whole}{part} in"),
    }
}

impl Rules for Position {
    const ABOUT: About =
        About { prefix: "CC", title: "Castle Cracker", page: include_str!("../../../data/rules/castle-cracker.md") };

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
        match &self.stage {
            CrackerStage::Move(side) | CrackerStage::Shoot(side) => Pending::One(*side),
            CrackerStage::Over(_) => Pending::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.stage {
            CrackerStage::Over(ending) => Some(Outcome::of(ending.winner())),
            _ => None,
        }
    }

    fn view(&self, side: Side) -> View<'_> {
        View::of(self, side)
    }

    /// Everything stands on the field for both to see.
    fn as_known_to(&self, _side: Side) -> Position {
        self.clone()
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        self.options(side)
    }

    fn still_open(&self, before: &Position) -> bool {
        self.stage == before.stage && self.turn == before.turn
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        self.judge(side, decision).map(|_| ())
    }

    fn play(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let allowed = self.judge(side, &decision)?;
        self.carry_out(side, allowed, dice, sink);
        Ok(())
    }
}

/// A decision that is allowed, with what was found out when it was judged.
enum Allowed {
    Go(TroopsId, orders::Marched, bool),
    Charge(TroopsId, TroopsId, orders::Marched),
    Hitch(TroopsId),
    Part(TroopsId, u16),
    Board(TroopsId, TroopsId),
    SetDown(TroopsId, Troops, bool),
    Man(TroopsId, Troops),
    Scale(TroopsId, WallId, WayUp),
    Hold(TroopsId),
    Shoot(TroopsId, TroopsId, fire::Judged),
    Lob(TroopsId, Point),
    Grape(TroopsId, sight::CordSpot),
    Batter(TroopsId, WallId, fire::Judged),
    Oil(TroopsId),
    Done,
}

impl Position {
    /// Whether a side may decide this now, and what follows from where things stand.
    fn judge(&self, side: Side, decision: &Decision) -> Result<Allowed, Illegal> {
        let moves = match &self.stage {
            CrackerStage::Over(_) => return Err(Illegal::Over),
            CrackerStage::Move(mover) if *mover == side => true,
            CrackerStage::Shoot(shooter) if *shooter == side => false,
            _ => return Err(Illegal::NotTheirs),
        };
        Ok(match (moves, decision) {
            (_, Decision::Done) => Allowed::Done,
            (true, Decision::March { troops, by, facing, files }) => {
                Allowed::Go(*troops, self.marched(side, *troops, by, *facing, *files, false)?, false)
            }
            (true, Decision::Charge(troops, at)) => {
                Allowed::Charge(*troops, *at, self.check_charge(side, *troops, *at)?)
            }
            (true, Decision::Run(troops, to)) => Allowed::Go(*troops, self.check_run(side, *troops, *to)?, true),
            (true, Decision::Hitch(troops)) => self.check_hitch(side, *troops).map(|()| Allowed::Hitch(*troops))?,
            (true, Decision::Part(troops, count)) => {
                self.check_part(side, *troops, *count).map(|()| Allowed::Part(*troops, *count))?
            }
            (true, Decision::Board(troops, carrier)) => {
                self.check_board(side, *troops, *carrier).map(|()| Allowed::Board(*troops, *carrier))?
            }
            (true, Decision::Land(troops, to)) => Allowed::SetDown(*troops, self.check_land(side, *troops, *to)?, true),
            (true, Decision::Man(troops, wall)) => Allowed::Man(*troops, self.check_man(side, *troops, *wall)?),
            (true, Decision::Descend(troops, to)) => {
                Allowed::SetDown(*troops, self.check_descend(side, *troops, *to)?, false)
            }
            (true, Decision::Scale(troops, wall)) => {
                Allowed::Scale(*troops, *wall, self.check_scale(side, *troops, *wall)?)
            }
            (true, Decision::Hold(troops)) => self.check_hold(side, *troops).map(|()| Allowed::Hold(*troops))?,
            (false, Decision::Hold(troops)) => match self.troops.get(usize::from(troops.0)) {
                Some(one) if one.side == side && one.is_present() && !one.aimed => Allowed::Hold(*troops),
                Some(one) if one.side != side => return Err(Illegal::NotTheirs),
                Some(one) if one.aimed => return Err(Illegal::Ordered),
                _ => return Err(Illegal::Nobody),
            },
            (false, Decision::Shoot(troops, at)) => Allowed::Shoot(*troops, *at, self.check_shoot(side, *troops, *at)?),
            (false, Decision::Lob(troops, place)) => {
                self.check_lob(side, *troops, *place).map(|()| Allowed::Lob(*troops, *place))?
            }
            (false, Decision::Grape(troops, at)) => Allowed::Grape(*troops, self.check_grape(side, *troops, *at)?),
            (false, Decision::Batter(troops, wall)) => {
                Allowed::Batter(*troops, *wall, self.check_batter(side, *troops, *wall)?)
            }
            (false, Decision::Oil(at)) => self.check_oil(side, *at).map(|()| Allowed::Oil(*at))?,
            _ => return Err(Illegal::NotNow),
        })
    }

    fn carry_out(&mut self, side: Side, allowed: Allowed, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        match allowed {
            Allowed::Go(id, marched, runs) => self.go(id, marched, runs, sink),
            Allowed::Charge(id, at, marched) => self.charge(id, at, marched, dice, sink),
            Allowed::Hitch(id) => {
                let troops = self.troops_mut(id);
                troops.hooked = !troops.hooked;
                (troops.ordered, troops.moved, troops.aimed) = (true, true, true);
                let (who, hooked) = (troops.name.clone(), troops.hooked);
                sink.tell(|| Event::Hitched(who, hooked));
            }
            Allowed::Part(id, count) => self.part(id, usize::from(count), sink),
            Allowed::Board(id, carrier_id) => {
                // It waits for them, and for whoever else gets on.
                let carrier = self.troops_mut(carrier_id);
                carrier.ordered = true;
                let (at, onto) = (carrier.at, carrier.name.clone());
                let troops = self.troops_mut(id);
                (troops.at, troops.trail, troops.storming) = (at, None, None);
                troops.whereabouts = Whereabouts::Aboard(carrier_id);
                (troops.ordered, troops.moved) = (true, true);
                let who = troops.name.clone();
                sink.tell(|| Event::Boarded(who, onto));
            }
            Allowed::SetDown(id, after, lands) => {
                if let Whereabouts::Aboard(carrier) = self.troops(id).whereabouts {
                    self.troops_mut(carrier).ordered = true;
                }
                let troops = self.troops_mut(id);
                *troops = after;
                (troops.ordered, troops.moved) = (true, true);
                let who = troops.name.clone();
                sink.tell(|| if lands { Event::Landed(who) } else { Event::Descended(who) });
            }
            Allowed::Man(id, after) => {
                let troops = self.troops_mut(id);
                *troops = after;
                (troops.ordered, troops.moved) = (true, true);
                if let Whereabouts::Parapet(wall) = troops.whereabouts {
                    let (who, wall) = (troops.name.clone(), self.wall_name(wall));
                    sink.tell(|| Event::Manned(who, wall));
                }
            }
            Allowed::Scale(id, wall, by) => {
                self.scale(id, wall, by);
                let (who, wall) = (self.troops(id).name.clone(), self.wall_name(wall));
                sink.tell(|| Event::Scaling(who, wall, by != WayUp::Ladders));
            }
            Allowed::Hold(id) => {
                let shooting = matches!(self.stage, CrackerStage::Shoot(_));
                let troops = self.troops_mut(id);
                if shooting { troops.aimed = true } else { troops.ordered = true }
            }
            Allowed::Shoot(id, at, judged) => self.shoot(id, at, &judged, dice, sink),
            Allowed::Lob(id, place) => self.lob(id, place, dice, sink),
            Allowed::Grape(id, aim) => self.grape(id, aim, sink),
            Allowed::Batter(id, wall, judged) => self.batter(id, wall, &judged, dice, sink),
            Allowed::Oil(at) => self.pour(at, dice, sink),
            Allowed::Done => self.done(side, dice, sink),
        }
    }

    /// A side moves, then the other, then both shoot, then all fight (CC-1.3).
    fn done(&mut self, side: Side, dice: &mut impl Dice, sink: &mut impl Sink<Event>) {
        let moved = matches!(self.stage, CrackerStage::Move(_));
        match (moved, side) {
            (true, Side::Attacker) => self.stage = CrackerStage::Move(Side::Defender),
            (true, Side::Defender) => self.stage = CrackerStage::Shoot(Side::Attacker),
            (false, Side::Attacker) => self.stage = CrackerStage::Shoot(Side::Defender),
            (false, Side::Defender) => return self.end_turn(dice, sink),
        }
        let next = match self.stage {
            CrackerStage::Move(next) => (next, false),
            CrackerStage::Shoot(next) => (next, true),
            CrackerStage::Over(_) => return,
        };
        sink.tell(|| Event::Begins(next.0, next.1));
    }
}

/// How a side's men stand: those it began with and those who can still fight.
pub fn strength(game: &Position) -> BySide<(u32, u32)> {
    let of = |side| (game.began[side], game.fighting(side));
    BySide { attacker: of(Side::Attacker), defender: of(Side::Defender) }
}
