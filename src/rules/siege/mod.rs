//! The siege: days of initiative and action about a place, supply, surrender and relief (SG-1 to SG-4).
//!
//! [`Siege`] is the game: a day is played by who holds the initiative and then by the other side; at a siege turn's end
//! both eat and the besieged test whether they ask terms. Its procedures stand alone, each with its odds: a day of
//! battering, an assault, a test of surrender. An assault or a battle may be fought on the table instead, and its result
//! be taken in.

mod assault;
mod battering;
mod captain;
mod day;
mod event;
mod forecast;
mod line_of_fire;
mod log;
mod options;
mod orders;
mod relief;
mod state;
mod supply;
mod surrender;
mod tables;
mod terms;
mod view;

pub use assault::{FoughtGround, Sally, Storm, Stormed, assault_parts, roll_assault};
pub use battering::{Battering, Wrecked, battering_parts, roll_battering};
pub use captain::{Constable, halves_rations};
pub use day::{initiative_parts, roll_initiative};
pub use event::{Burnt, Event, Lost, Meal};
pub use forecast::{End, Forecast, Outlook};
pub use line_of_fire::{LineOfFire, Rise};
pub use log::{clause, told};
pub use orders::{Order, StandingOrders};
pub use relief::Choice;
pub use state::{At, Ending, Gear, Host, Kind, Moat, Park, Plan, Progress, Relief, Siege, Stage, Stretch};
pub use supply::{convoy_needs, convoy_parts, eats, eats_this_turn, forages, full_rations, parts_of_a_turn};
pub use surrender::{Plight, roll_surrender, surrender_parts};
pub use tables::{Ratios, Tables, by_ratio};
pub use terms::{Leave, Terms};
pub use view::{Seen, View};

use crate::rules::dice::Dice;
use crate::rules::figure::Side;
use crate::rules::game::{Choices, Game, Outcome, Pending, Sink};
use crate::rules::house::Folder;
use crate::rules::ruleset::{About, Rules};
use serde::{Deserialize, Serialize};

/// What a side does with its part of a day (SG-1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Assault the next line, or win back the last one lost.
    Assault,
    /// Batter a stretch.
    Batter(At),
    /// Bombard the place with what throws: a day of battering that a game may settle (CU-6.7).
    Bombard,
    /// Mine or pick under a stretch.
    Mine(At),
    FillMoat,
    /// Build engines or gear.
    Build(Gear),
    /// Blockade and rest, or rest.
    Rest,
    /// Go away, and leave the siege.
    Withdraw,
    Sortie(Sally),
    /// Repair a stretch.
    Repair(At),
    /// Forage by night, with so many men.
    Forage(u32),
    /// Offer terms, or ask for them.
    Treat(Terms),
}

/// What a side decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// What it does this day.
    Act(Action),
    /// Goes on half rations, or on full ones again (SG-2.3). Takes no part of the day.
    HalfRations(bool),
    /// Has the garrison beside which a relief besieges go on half rations, or on full ones again (SG-2.3, SG-4.3). Takes no part
    /// of the day.
    HalfWithin(bool),
    /// Expels its useless mouths (SG-2.3). Takes no part of the day.
    Expel,
    /// Which terms are offered, having asked for them (SG-3.3).
    Offer(Terms),
    /// Whether terms are accepted (SG-3.3).
    Answer(bool),
    /// Other terms in place of those offered (SG-3.3).
    Counter(Terms),
    /// What is done about a relief army (SG-4).
    Meet(Choice),
}

/// Why a decision is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the siege is over")]
    Over,
    #[error("it is not that side's turn to decide")]
    NotTheirs,
    #[error("that is not what is to be decided now")]
    NotNow,
    #[error("only the besiegers do that (SG-1.3)")]
    BesiegersOnly,
    #[error("only the besieged do that (SG-1.3)")]
    BesiegedOnly,
    #[error("there is no such stretch of wall")]
    NoSuchStretch,
    #[error("that wall is held already")]
    AlreadyHeld,
    #[error("an inner wall is battered only once the wall before it is breached or held (SG-1.4)")]
    OuterWallStands,
    #[error("that stretch is demolished already")]
    AlreadyDown,
    #[error("no engine stands in the park: build a mangonel, a trebuchet or a ram first (SG-1.4)")]
    NoEngine,
    /// The engines are rams, and cannot come up to the wall.
    #[error("a ram comes to the wall only where the moat is filled (SG-7.3)")]
    RamBehindMoat,
    /// The engines are rams, and another line is attacked.
    #[error("a ram comes only to the line that is attacked (SG-7.3)")]
    RamFarOff,
    #[error("no mangonel and no trebuchet stands in the park: build one first (CU-6.7)")]
    NothingThatThrows,
    #[error("nobody bombards besiegers who are shut in; batter a stretch they hold (CU-6.7)")]
    NotBombarded,
    #[error("the enemy holds that stretch")]
    EnemyHoldsIt,
    #[error("the stretch is not damaged")]
    NothingToRepair,
    /// What the holder of the day put on it is fought later, and comes first.
    #[error("the line is to be attacked today, and is repaired after that (SG-1.1)")]
    AttackComesFirst,
    /// As [`Illegal::AttackComesFirst`], of engines.
    #[error("a sortie is out against the engines today, and they batter after that (SG-1.1)")]
    SortieComesFirst,
    /// As [`Illegal::AttackComesFirst`], of whoever would go away before it.
    #[error("what is to be fought today comes first, and nobody goes away before it (CP-2.2)")]
    FightComesFirst,
    #[error("there is no moat left to fill")]
    NoMoat,
    #[error("the moat is too deep to fill (SG-7.7)")]
    TooDeep,
    #[error("they have as many ladders as an assault can use")]
    EnoughLadders,
    #[error("who assaults must hold the initiative (SG-1.2)")]
    NoInitiative,
    #[error("there is nothing of the place to win back")]
    NothingToWinBack,
    /// The besiegers are together, and not shut in.
    #[error("the besiegers are all there: ground is won back beside a battle outside (SG-4.2)")]
    NobodyOutside,
    #[error("the moat must be filled before an assault (SG-1.3)")]
    Moat,
    #[error("there is no way in: batter a breach, build ladders, a ram or a tower, or send men with axes (SG-1.6)")]
    NoWayIn,
    /// As [`Illegal::NoWayIn`], at the last line.
    #[error(
        "there is no way into the keep: batter a breach, build a ram, or a tower where one reaches, or send men with axes (SG-5.5)"
    )]
    NoWayIntoKeep,
    /// As [`Illegal::NoWayIn`], at a line too high for ladders.
    #[error(
        "ladders and towers do not reach so high: batter a breach, build a ram, or send men with axes (SG-7.2, SG-7.4)"
    )]
    NoWayUp,
    #[error("so many men cannot go: from one to all who are able")]
    TooManyMen,
    #[error("the enemy has no tower, no mangonel and no trebuchet to burn")]
    NothingToBurn,
    #[error("there are no useless mouths to expel")]
    NoMouths,
    #[error("their rations are so already")]
    RationsSo,
    #[error("bargaining is suspended while the besiegers are besieged themselves (SG-3.4)")]
    NoBargaining,
    #[error("nothing can be offered against a counter-offer")]
    LastWord,
    #[error("besiegers who hold no part of the place fight or lift the siege (SG-4)")]
    HoldNothing,
    #[error("a part is fewer than all, and one at least (SG-4.2)")]
    NoPart,
    #[error("nobody goes away from where he is shut in")]
    Bound,
}

impl Rules for Siege {
    const ABOUT: About = About { prefix: "SG", title: "Siege", page: include_str!("../../../data/rules/siege.md") };

    fn folder() -> &'static Folder {
        Tables::folder()
    }
}

impl Game for Siege {
    type Decision = Decision;
    type Illegal = Illegal;
    type Event = Event;
    type View<'a> = View<'a>;

    fn pending(&self) -> Pending {
        match self.stage {
            Stage::Act(side) | Stage::Answer(side) | Stage::Offer(side) | Stage::Terms { side, .. } => {
                Pending::One(side)
            }
            Stage::Relief => Pending::One(Side::Attacker),
            Stage::Night | Stage::Over(_) => Pending::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(ending) => Some(Outcome::Won(ending.winner())),
            _ => None,
        }
    }

    fn view(&self, side: Side) -> View<'_> {
        View::of(self, side)
    }

    fn as_known_to(&self, side: Side) -> Siege {
        let view = self.view(side);
        let mut known = self.clone();
        known.hosts[side.other()] = self.hosts[side.other()].seen_from_without();
        // A relief is the garrison's friend; the besiegers learn of it when it comes, and never what it lives on.
        known.relief = view.relief();
        if side == Side::Attacker {
            known.outside = self.outside.map(Host::seen_from_without);
        } else {
            known.friends = None;
        }
        known.mine = view.mine();
        known
    }

    fn choices(&self, side: Side) -> Choices<Decision, Illegal> {
        self.options(side)
    }

    /// What is decided besides the day's action can be taken back until that is done.
    fn still_open(&self, before: &Siege) -> bool {
        (self.day, self.stage) == (before.day, before.stage)
    }

    fn check(&self, side: Side, decision: &Decision) -> Result<(), Illegal> {
        if matches!(self.stage, Stage::Over(_)) {
            return Err(Illegal::Over);
        }
        if !self.pending().includes(side) {
            return Err(Illegal::NotTheirs);
        }
        match (self.stage, decision) {
            (_, Decision::HalfRations(half)) if self.larder(side).half == *half => Err(Illegal::RationsSo),
            (_, Decision::HalfWithin(_)) if !self.halves_outside(side) => Err(Illegal::NotNow),
            (_, Decision::HalfWithin(half)) if self.hosts[side].half == *half => Err(Illegal::RationsSo),
            (_, Decision::Expel) if self.hosts[side].mouths == 0 => Err(Illegal::NoMouths),
            (_, Decision::HalfRations(_) | Decision::HalfWithin(_) | Decision::Expel) => Ok(()),
            (Stage::Act(_) | Stage::Answer(_), Decision::Act(action)) => self.check_action(side, action),
            (Stage::Offer(_), Decision::Offer(_)) | (Stage::Terms { .. }, Decision::Answer(_)) => Ok(()),
            (Stage::Terms { last: true, .. }, Decision::Counter(_)) => Err(Illegal::LastWord),
            (Stage::Terms { .. }, Decision::Counter(_)) => Ok(()),
            (Stage::Relief, Decision::Meet(choice)) => self.check_choice(*choice),
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
        self.decide(side, decision, dice, sink)?;
        self.go_on(dice, sink);
        Ok(())
    }
}

impl Siege {
    /// The host whose rations a side halves: the relief's, of those who have shut the besiegers in (SG-2.3, SG-4.3).
    fn larder(&self, side: Side) -> &Host {
        self.outside.as_ref().filter(|_| self.halves_outside(side)).unwrap_or(&self.hosts[side])
    }

    fn halves_outside(&self, side: Side) -> bool {
        side == Side::Defender && self.shut_in && self.outside.is_some()
    }

    /// Plays a decision as [`Game::play`] does, but for the next dawn: a day that is over stays so, for a campaign to begin
    /// the next with the men and stores that are there then.
    pub fn decide(
        &mut self,
        side: Side,
        decision: Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(side, &decision)?;
        match decision {
            Decision::HalfRations(half) => {
                let outside = self.halves_outside(side);
                let larder = self.outside.as_mut().filter(|_| outside).unwrap_or(&mut self.hosts[side]);
                larder.half = half;
            }
            Decision::HalfWithin(half) => self.hosts[side].half = half,
            Decision::Expel => {
                let mouths = std::mem::take(&mut self.hosts[side].mouths);
                sink.tell(|| Event::Expelled(mouths));
            }
            Decision::Act(action) => self.act(side, action, dice, sink),
            Decision::Offer(terms) => self.offer(side, terms, false, sink),
            Decision::Counter(terms) => self.offer(side, terms, true, sink),
            Decision::Answer(accepted) => self.answer(side, accepted, dice, sink),
            Decision::Meet(choice) => self.meet(choice, dice, sink),
        }
        Ok(())
    }
}
