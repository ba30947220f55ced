//! How a set of rules settles a battle of a campaign: the battle's plan is cast into a game, the game is played, and what
//! came of it goes back as a report of each man's fate (CP-3.4, CP-3.5). Fighting, forecasting, playing by hand and
//! keeping records are written once against it.

use super::battle::{Fate, Occasion, Plan, Report};
use super::dice::{Dice, Seeded};
use super::figure::{BySide, Side};
use super::forecast::{Counts, Trial};
use super::game::{Captain, Game, NullSink, Sink};
use super::man_to_man::ground::is_open_field;
use super::matches::{Decided, Match};
use super::odds::Tallied;
use super::ruleset::{Rules, Ruleset};
use super::telling::Line;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Streams of a battle's seed for who plays it for the program, and for the lots that choose who fell. The battle itself
/// has stream 0.
const CAPTAINS: u64 = 4;
pub const FELL: u64 = 5;

/// A campaign's own house numbers, by their keys.
pub type House = BTreeMap<String, String>;

/// Why a battle cannot be cast: every fault of its plan, a clause of a sentence each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct Unfit(pub Vec<String>);

/// Why a record cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not one at all.
    #[error("this is no record of a battle")]
    Foreign,
    /// From a later program.
    #[error("this record is of format {found}; this program reads up to {known}, a newer one is needed")]
    Newer {
        /// The record's format.
        found: u32,
        /// The latest this program reads.
        known: u32,
    },
    #[error("this record of a battle is damaged: {0}")]
    Damaged(String),
}

/// What is printed of both hosts of a battle for a real table (CP-6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattlePaper {
    /// A roster with a line for each man.
    Roster,
    /// Figures by troops, with the cords they move and shoot by.
    Cords,
}

/// A battle cast into a game of a set of rules.
pub trait Settles: Clone + Send + Sync {
    type Game: Rules;
    /// Who plays it for the program.
    type Captain: Captain<Self::Game>;

    /// The set of rules it is settled by.
    const RULES: Ruleset;

    /// The number of the latest form in which it writes records.
    const FORMAT: u32;

    /// Whether each man of the plan is himself in the game; where not, the lot decides who fell (CP-3.5).
    const FOLLOWS_MEN: bool;

    /// Whether its field holds any number of men, and not only as many as the campaign has on one (CP-3.1).
    const HOLDS_ALL: bool = false;

    /// Whether one battle takes as long to play as many by other rules, so that fewer are forecast at a time.
    const IS_LONG: bool = false;

    /// Whether it is fought on the map of a stronghold, and not on a ground (SG-5).
    const ON_MAP: bool = false;

    /// What it is fought for that it settles.
    const OCCASIONS: &[Occasion] = &[Occasion::Open, Occasion::Walls, Occasion::Sortie];

    /// What is printed of both hosts for a real table; nothing where there is no paper for it.
    const PAPER: Option<BattlePaper> = None;

    /// Whether a real table may tell of bodies of figures, and not of men (CP-3.5).
    const TELLS_BODIES: bool = false;

    /// Whether the ground of a plan and what both sides bring along have a part in it.
    const HAS_GROUND: bool = true;

    /// Whether the weather of a plan does anything in it (CP-3.1).
    const HAS_WEATHER: bool = false;

    /// Whether somebody may come onto its field later than the others (CP-3.1).
    const HAS_LATECOMERS: bool = false;

    /// What the plan of a battle says besides where people play it at a table.
    fn at_table(_plan: &mut Plan) {}

    /// Casts a battle by a campaign's house numbers, or tells every fault of its plan.
    fn cast(plan: &Plan, house: &House) -> Result<Self, Unfit>;

    /// A battle that is being played, from what is kept of it: how it began, which is its plan unless the rules keep something
    /// else, and the house numbers it was begun by, both as JSON. `plan` is the campaign's as it is now.
    fn of_kept(_plan: &Plan, start: &str, house: &str) -> Result<Self, Unfit> {
        Self::cast(&read_kept(start)?, &read_kept(house)?)
    }

    /// How it begins, as it is kept while it is played: its plan as JSON, unless the rules keep something else.
    fn start(&self) -> serde_json::Result<String> {
        serde_json::to_string(self.plan())
    }

    /// The plan, with all that the game needs to be played again whatever becomes of files outside it.
    fn plan(&self) -> &Plan;

    /// The house numbers that are kept with it while it is played, so that a campaign may change its own meanwhile.
    fn house(&self) -> House;

    /// Who fights and how the armies were cast into the game, in a few sentences.
    fn about(&self) -> String;

    /// What is to be known of it before it is fought, a sentence each: that one side can do nothing in it.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// The game before the first decision.
    fn begin(&self, sink: &mut impl Sink<<Self::Game as Game>::Event>) -> Self::Game;

    /// Who plays both sides for the program; what he leaves to chance is drawn from `dice`.
    fn captain(&self, dice: &mut Seeded) -> Self::Captain;

    /// What a game has come to (CP-3.4). Where the rules do not follow single men the lot decides who fell (CP-3.5).
    fn report(&self, game: &Self::Game, lots: &mut impl Dice) -> Report;

    /// What a real table tells of it by bodies, where the rules play with bodies of figures: of each by its number how many of its
    /// figures fell, were taken and fled; who won, if that is named; and the turns. Every fault of it is a sentence (CP-3.5).
    fn report_of_bodies(&self, _told: &BodiesOfTable) -> Result<TableTold, Vec<String>> {
        Err(vec![format!("By the rules “{}” no bodies of figures are told of.", Self::RULES)])
    }

    /// The turn with which a battle by a campaign's house numbers ends at the latest; nothing where it goes on until it is decided.
    fn longest(_house: &House) -> Option<u32> {
        None
    }

    /// How men were cast into the game and back, a sentence each (CP-3.5), nothing of it where every man is himself; and who
    /// holds the walls that were fought for (SG-1.6).
    fn casting(&self, game: &Self::Game, report: &Report) -> Vec<String>;

    /// An event of a game that stands so as a sentence with its clauses; nothing for one that is not told.
    fn line(&self, game: &Self::Game, event: &<Self::Game as Game>::Event) -> Option<Line>;

    /// The number of the form its record is in: the latest, unless an earlier one tells all of it.
    fn format(&self) -> u32 {
        Self::FORMAT
    }

    /// A match as it is kept for ever.
    fn record(&self, played: &Match<Self::Game>) -> Result<Vec<u8>, RecordError>;

    /// A record told line by line.
    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError>;
}

/// A battle whose record holds what was decided in it, so that its game can be looked at again.
pub trait Recalled: Settles {
    /// A battle from its record, and what was decided in it.
    fn of_record(record: &[u8]) -> Result<(Self, Decided), RecordError>;
}

/// A battle that was settled by a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// What became of everybody.
    pub report: Report,
    /// The number of the record's form, and its bytes.
    pub record: (u32, Vec<u8>),
    /// How men were cast into the game and back, a sentence each (CP-3.5).
    pub casting: Vec<String>,
}

/// What is wrong with the turns that a table tells of, where a battle ends with a turn at the latest, as a sentence (CP-3.5).
pub fn too_long(turns: Option<u32>, longest: Option<u32>) -> Option<String> {
    let (turns, most) = turns.zip(longest).filter(|(turns, most)| turns > most)?;
    Some(format!("It ends with turn {most} at the latest, and turn {turns} is told of (CP-3.5)."))
}

/// Something that was kept as JSON.
pub fn read_kept<T: DeserializeOwned>(text: &str) -> Result<T, Unfit> {
    serde_json::from_str(text).map_err(|error| Unfit(vec![format!("what was kept of it cannot be read: {error}")]))
}

/// Refuses a plan in which somebody comes later, for rules by which everybody is there from the start (CP-3.1).
pub fn everybody_there(plan: &Plan) -> Result<(), Unfit> {
    plan.comes_later().map_or(Ok(()), |why| Err(Unfit(vec![why])))
}

/// The match of a battle before the first decision, with the battle's own dice.
pub fn begin<S: Settles>(battle: &S) -> Match<S::Game> {
    let mut opening = Vec::new();
    let game = battle.begin(&mut opening);
    Match::new(game, opening, battle.plan().seed)
}

/// Who plays a battle for the program.
pub fn captain<S: Settles>(battle: &S) -> S::Captain {
    battle.captain(&mut Seeded::stream(battle.plan().seed, CAPTAINS))
}

/// What a match of a battle has come to.
pub fn settlement<S: Settles>(battle: &S, played: &Match<S::Game>) -> Result<Settlement, RecordError> {
    let report = report(battle, played.position());
    let casting = battle.casting(played.position(), &report);
    let TableTold { report, casting } = table_told(battle, report, casting);
    Ok(Settlement { record: (battle.format(), battle.record(played)?), casting, report })
}

/// What a real table told of a battle, and how men were cast into its figures and back, a sentence each (CP-3.5).
#[derive(Clone, Debug, PartialEq)]
pub struct TableTold {
    /// What became of everybody.
    pub report: Report,
    pub casting: Vec<String>,
}

/// What became of a battle with how it was cast, and that its weather did nothing where that is so (CP-3.1).
pub fn table_told<S: Settles>(battle: &S, report: Report, mut casting: Vec<String>) -> TableTold {
    if let Some(weather) = battle.plan().weather.filter(|_| !S::HAS_WEATHER) {
        casting.push(format!("The weather was {}, which changes nothing by these rules.", weather.kind));
    }
    let ground = &battle.plan().ground;
    // Where walls are fought for they are the ground.
    if !S::HAS_GROUND && battle.plan().storm.is_none() && !is_open_field(ground) {
        casting.push(format!("It was planned on the ground “{ground}”, which has no part in it by these rules."));
    }
    TableTold { report, casting }
}

/// A battle at a real table, told by bodies of figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodiesOfTable {
    /// Figures of each body, by its number, that fell, were taken and fled.
    pub bodies: BTreeMap<u16, [usize; 3]>,
    /// The side that won, or neither; nothing where what stands decides (CC-1.2).
    pub winner: Option<Option<Side>>,
    pub turns: Option<u32>,
}

/// What a game of a battle has come to, the lots drawn from the battle's own seed.
pub fn report<S: Settles>(battle: &S, game: &S::Game) -> Report {
    battle.report(game, &mut Seeded::stream(battle.plan().seed, FELL))
}

/// Plays a battle to its end by captains: the same plan and house numbers come to the same settlement on every machine
/// (CP-3.3).
pub fn settle<S: Settles>(battle: &S) -> Result<Settlement, RecordError> {
    let mut played = begin(battle);
    if let Err(illegal) = played.conduct(&captain(battle)) {
        // A captain asks `check` before he decides, so this is a fault of the program, not of any plan.
        unreachable!("a captain's decision was refused: {illegal}");
    }
    settlement(battle, &played)
}

/// What one side's men came to, over many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideSpread {
    /// Battles won.
    pub won: u64,
    /// Battles after which it held the line of walls fought for.
    pub held: u64,
    /// Men dead.
    pub dead: Tallied,
    /// Men alive and wounded, and not captive.
    pub wounded: Tallied,
    /// Men fled the field.
    pub fled: Tallied,
    /// Men captive.
    pub captive: Tallied,
    /// Men unhurt and not captive.
    pub unhurt: Tallied,
}

/// The spread of many battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// Battles fought.
    pub battles: u64,
    /// Battles neither side won.
    pub drawn: u64,
    pub turns: Tallied,
    pub sides: BySide<SideSpread>,
}

impl Spread {
    /// Counts a battle in.
    pub fn add(&mut self, report: &Report) {
        let first = self.battles == 0;
        self.battles += 1;
        self.turns.add(u64::from(report.turns.unwrap_or(0)), first);
        match report.winner {
            Some(side) => self.sides[side].won += 1,
            None => self.drawn += 1,
        }
        if let Some(side) = report.holds {
            self.sides[side].held += 1;
        }
        for side in [Side::Attacker, Side::Defender] {
            let count = |fate: &dyn Fn(Fate) -> bool| {
                report.men.iter().filter(|man| man.side == side && fate(man.counted())).count() as u64
            };
            let of = &mut self.sides[side];
            of.dead.add(count(&|fate| fate == Fate::Dead), first);
            of.wounded.add(count(&|fate| fate == Fate::Wounded), first);
            of.fled.add(count(&|fate| fate == Fate::Fled), first);
            of.captive.add(count(&|fate| matches!(fate, Fate::Captive { .. })), first);
            of.unhurt.add(count(&|fate| fate == Fate::Unhurt), first);
        }
    }
}

impl Counts for Spread {
    fn join(&mut self, other: &Spread) {
        if other.battles == 0 {
            return;
        }
        let first = self.battles == 0;
        self.battles += other.battles;
        self.drawn += other.drawn;
        self.turns.join(&other.turns, first);
        for side in [Side::Attacker, Side::Defender] {
            let (of, from) = (&mut self.sides[side], &other.sides[side]);
            of.won += from.won;
            of.held += from.held;
            of.dead.join(&from.dead, first);
            of.wounded.join(&from.wounded, first);
            of.fled.join(&from.fled, first);
            of.captive.join(&from.captive, first);
            of.unhurt.join(&from.unhurt, first);
        }
    }
}

/// A battle as a trial: fought by captains, and its report counted.
#[derive(Clone, Copy, Debug)]
pub struct Fought<'a, S>(pub &'a S);

impl<S: Settles> Trial for Fought<'_, S> {
    type Game = S::Game;
    type Captain = S::Captain;
    type Ear = NullSink;
    type Counts = Spread;

    fn begin(&self, dice: &mut Seeded, ear: &mut NullSink) -> (S::Game, S::Captain) {
        (self.0.begin(ear), self.0.captain(dice))
    }

    fn count(&self, end: &S::Game, _heard: NullSink, dice: &mut Seeded, counts: &mut Spread) {
        counts.add(&self.0.report(end, dice));
    }
}
