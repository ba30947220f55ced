//! Castle under Siege for the command line and the window: a game played by people or the program, at one screen or at a real
//! table. It is shown by a page, kept in a file or with the window's settings, and knows neither.
//!
//! What is entered at once is an entry: a placed counter, or a shot with its ammunition and the wizard's answer, and what the
//! program answered. An entry is taken back whole, though sides have changed in it: whoever sits at a real table sees what is
//! taken back. Only what the program's dice have shown stands, and what its wizard has answered.

pub mod contest;
pub mod typed;

use crate::app::play::why;
use crate::app::seat::{Lead, Seat};
use crate::app::table::{GameTable, Tabled, stale};
use crate::campaign::problem::{Problem, ProblemKind as Wrong, Result};
use crate::rules::castle_under_siege::{
    Agreed, Ammunition, Awaited, Castle, Craft, Decision, Engineer, Event, Illegal, Impact, Landed, Landing, LiesOn,
    Position, Tables, falls, line, sentence,
};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::Game as _;
use crate::rules::geometry::Point;
use crate::rules::matches::{Decided, Match};
use crate::rules::telling::Line;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who decides for a side.
pub type SiegeSeat = Seat<Craft>;

impl Lead for Craft {}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiegeBeginning {
    /// What the players agreed on.
    pub agreed: Agreed,
    /// The house numbers it is played by that are not the book's.
    pub house: BTreeMap<String, String>,
    /// Who plays each side.
    pub hands: BySide<SiegeSeat>,
    /// The seed of its dice.
    pub seed: u64,
}

/// A game as it is kept: how it began, what was decided, and where each entry begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptSiege {
    /// What it is, so that nobody takes it for anything else.
    pub game: String,
    /// The strength of the castle.
    pub strength: String,
    /// How it is reckoned when the ammunition has run out.
    pub reckoning: String,
    /// House numbers that are not the book's.
    #[serde(default)]
    pub house: BTreeMap<String, String>,
    /// Who plays the attacker, then the defender.
    pub hands: [String; 2],
    /// The seed of its dice.
    pub seed: u64,
    /// How many decisions there were before each entry.
    pub entries: Vec<usize>,
    pub decided: Decided,
}

/// What a kept game says it is.
const NAME: &str = "castle under siege";

/// A shot as it was made on a real table, typed or put on the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableShot {
    /// The ammunition.
    pub with: Ammunition,
    /// Whether the wizard cast.
    pub deflected: bool,
    /// How it was made, and how it lies.
    pub landed: Landed,
}

impl Tabled for SiegeBeginning {
    type Game = Position;
    type Lead = Craft;
    type Captain = Engineer;
    type Scene = Arc<Position>;
    type Change = Arc<Position>;

    const CALLED: (&'static str, &'static str) = ("game", "turn");

    fn captain(&self, lead: Craft) -> Engineer {
        Engineer::of(lead)
    }

    fn scene(game: &Position) -> Arc<Position> {
        Arc::new(game.clone())
    }

    fn change(_before: &Arc<Position>, now: &Position) -> Arc<Position> {
        Arc::new(now.clone())
    }

    fn apply(change: &Arc<Position>, to: &mut Arc<Position>) {
        *to = Arc::clone(change);
    }

    fn line(&self, game: &Position, event: &Event) -> Option<Line> {
        Some(line(game, event))
    }
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct SiegeGame {
    table: GameTable<SiegeBeginning>,
    /// How many decisions there were before each entry.
    entries: Vec<usize>,
}

/// A refusal by the rules.
pub fn refused(illegal: &Illegal) -> Problem {
    Problem::new(Wrong::Refused, why(illegal))
}

impl SiegeGame {
    /// A game before anything is placed.
    pub fn new(beginning: SiegeBeginning) -> Result<SiegeGame> {
        let tables = Tables::by(&beginning.house).map_err(|bad| {
            Problem::bad_input(format!("{bad}.")).hint("The rule book page lists every house number with its bounds.")
        })?;
        let start = Position::new(beginning.agreed, &tables);
        Ok(SiegeGame::from(beginning, start))
    }

    /// A game from where it starts.
    fn from(beginning: SiegeBeginning, start: Position) -> SiegeGame {
        let (begun, hands) = (Match::new(start, Vec::new(), beginning.seed), beginning.hands);
        SiegeGame { table: GameTable::new(beginning, begun, hands), entries: Vec::new() }
    }

    /// The same after what was decided in it, with how many decisions there were before each entry.
    fn resume(self, decided: &Decided, entries: Vec<usize>) -> Result<SiegeGame> {
        Ok(SiegeGame { table: self.table.resume(decided)?, entries })
    }

    /// What was decided and what happened.
    pub fn table(&self) -> &Match<Position> {
        self.table.played()
    }

    /// How it began.
    pub fn beginning(&self) -> &SiegeBeginning {
        self.table.of()
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        self.table.position()
    }

    /// How many decisions were made.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Where it stood after so many decisions.
    pub fn position_at(&self, count: usize) -> &Position {
        self.table.change(count.min(self.len())).map_or(self.table.begun(), |then| then)
    }

    /// What happened by the first so many decisions.
    pub fn events_at(&self, count: usize) -> &[Event] {
        &self.table().events()[..self.table.told_by(count)]
    }

    /// What the last of so many decisions brought about.
    pub fn brought_about(&self, count: usize) -> &[Event] {
        self.table.brought_about(count)
    }

    /// How many decisions there were before the last entry.
    pub fn last_entry(&self) -> usize {
        self.entries.last().copied().unwrap_or(0)
    }

    /// Who decides now, and who plays that side.
    pub fn pending(&self) -> Option<(Side, SiegeSeat)> {
        self.table.pending()
    }

    /// What happened, a sentence each, from event `from` on.
    pub fn told(&self, from: usize) -> Vec<String> {
        self.table().since(from).iter().map(|event| sentence(self.position(), event)).collect()
    }

    /// How much has happened.
    pub fn happened(&self) -> usize {
        self.table().events().len()
    }

    /// The game with an entry begun, which is tried on it so that a refusal leaves everything as it was.
    fn entering(&self) -> SiegeGame {
        let mut ahead = self.clone();
        ahead.entries.push(self.len());
        ahead
    }

    /// Enters decisions of people as one entry: all of them, or none if one is refused.
    pub fn enter(&mut self, decisions: &[Decision]) -> Result<()> {
        let mut ahead = self.entering();
        for decision in decisions {
            ahead.by_person(ahead.table.side()?)?;
            ahead.table.decide(decision.clone())?;
        }
        *self = ahead;
        Ok(())
    }

    /// What the program has to decide, for which side, and who decides it; nothing if it is a person's to decide.
    pub fn asks_program(&self) -> Option<(Position, Side, Engineer)> {
        let (side, Seat::Program(skill)) = self.pending()? else { return None };
        Some((self.position().clone(), side, Engineer::of(skill)))
    }

    /// Plays a decision of the program's; it belongs to the entry it answers.
    pub fn answer(&mut self, decision: Decision) -> Result<()> {
        self.table.decide(decision)
    }

    /// Lets the program play until a person must decide.
    pub fn go_on(&mut self) -> Result<()> {
        while let Some((_, Seat::Program(skill))) = self.pending() {
            self.table.leave_to(skill)?;
        }
        Ok(())
    }

    /// Whether a throw of the program's dice came about after so many decisions.
    fn thrown_since(&self, count: usize) -> bool {
        let from = self.table.told_by(count);
        self.table().since(from).iter().any(|event| matches!(event, Event::Shot(shot) if shot.thrown.is_some()))
    }

    /// Whether the program's wizard has answered, after so many decisions, to a shot that is still to be made.
    fn wizard_answered_since(&self, count: usize) -> bool {
        let from = self.table.told_by(count);
        let told = |wanted: fn(&Event) -> bool| self.table().since(from).iter().any(wanted);
        !self.table.seats.defender.is_person()
            && told(|event| matches!(event, Event::Deflects(_)))
            && !told(|event| matches!(event, Event::Shot(_)))
    }

    /// Takes the last entry back, with what the program answered to it.
    pub fn take_back(&mut self) -> Result<()> {
        let Some(&kept) = self.entries.last() else {
            return Err(Problem::refused("There is nothing of yours to take back.", "Nothing was entered yet."));
        };
        if self.thrown_since(kept) {
            return Err(Problem::refused(
                "What the dice have shown stands.",
                "A shot entered from a real table can be taken back, and so can whatever was decided since the last throw.",
            ));
        }
        if self.wizard_answered_since(kept) {
            return Err(Problem::refused(
                "The wizard has answered to what lies on the catapult (CU-2.1).",
                "Shoot it; what was decided before his answer stands.",
            ));
        }
        self.table.go_back_to(kept)?;
        self.entries.pop();
        Ok(())
    }

    /// That a side is played by somebody at the table.
    fn by_person(&self, side: Side) -> Result<()> {
        if self.table.seats[side].is_person() {
            return Ok(());
        }
        let what = if side == Side::Attacker { "catapult" } else { "castle" };
        Err(Problem::refused(
            format!("The program plays the {what}, and decides for itself."),
            "Decide for the other side, or begin a game with a person there.",
        ))
    }

    /// Enters a shot made on a real table as one entry, as far as it is still to be made: its ammunition, the wizard's answer,
    /// which the program gives for a castle it plays, and how it lies (CU-2.1, CU-2.4).
    pub fn enter_shot(&mut self, shot: &TableShot) -> Result<()> {
        self.by_person(Side::Attacker)?;
        let mut ahead = self.entering();
        if *ahead.position().stage() == Awaited::Choose {
            ahead.table.decide(Decision::Choose(shot.with))?;
        } else if ahead.position().view(Side::Attacker).loaded().is_some_and(|with| with != shot.with) {
            return Err(Problem::refused(
                "Another ammunition lies on the catapult.",
                "Shoot with what was chosen, or take the choice back.",
            ));
        }
        let asked = *ahead.position().stage() == Awaited::Deflect;
        if asked && !shot.deflected && !self.table.seats.defender.is_person() {
            ahead.go_on()?;
        } else if asked || shot.deflected {
            if asked {
                self.by_person(Side::Defender)?;
            }
            // Where no wizard can cast nobody is asked, and who says that one did is told why not.
            ahead.table.decide(Decision::Deflect(shot.deflected))?;
        }
        ahead.table.decide(Decision::Landed(shot.landed))?;
        *self = ahead;
        Ok(())
    }

    /// What a shot would do if it lay so, a sentence each, with nothing entered; a castle's wizard is not asked.
    pub fn looked_at(&self, shot: &TableShot) -> Result<Vec<String>> {
        // What lies on the catapult is not told before the castle's wizard has answered.
        if *self.position().stage() == Awaited::Deflect {
            return Err(Problem::refused(
                "The castle is asked first whether its wizard turns the shot aside (CU-2.1).",
                "Answer for it, and look at the shot then.",
            ));
        }
        let mut ahead = self.clone();
        ahead.table.seats.defender = Seat::Person;
        let from = ahead.happened();
        ahead.enter_shot(shot)?;
        Ok(ahead.told(from))
    }

    /// How much of a counter that lies so lies on what, and what follows for that, before it is entered. What lies on the
    /// catapult is known to all when it has come down.
    pub fn lying(&self, landing: Landing) -> Vec<Lying> {
        let (position, castle) = (self.position(), Castle::get());
        let loaded = position.view(Side::Attacker).loaded();
        let effects = loaded.map(|with| position.effects(with, landing, position.deflects())).unwrap_or_default();
        let follows = |on: LiesOn| {
            let told = effects.iter().find_map(|effect| match (*effect, on) {
                (Impact::Damaged(id, points), LiesOn::Structure(of)) if id == of => {
                    let falls = position.points_left(id) <= points;
                    let lost = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
                    Some(if falls { format!("{lost}, falls") } else { lost })
                }
                (Impact::Fire(id, turns), LiesOn::Structure(of)) if id == of => Some(format!("a fire, {turns} turns")),
                (Impact::Closed(section), LiesOn::Structure(of)) if castle.section(section).structure == Some(of) => {
                    Some("closed".to_owned())
                }
                (Impact::Hurt(id, health), LiesOn::Person(of)) if id == of => Some(health.to_string()),
                _ => None,
            });
            told.unwrap_or_else(|| if loaded.is_some() { "nothing" } else { "" }.to_owned())
        };
        let shares = position.shares(landing).into_iter();
        shares
            .map(|(thing, share)| Lying {
                on: name_of(position, thing),
                share: share.to_string(),
                follows: follows(thing),
            })
            .collect()
    }

    /// What follows from a shot that was made on a real table, a sentence each, before it is entered; or why it may not be.
    pub fn follows(&self, landed: Landed) -> Result<Vec<String>> {
        let mut ahead = self.position().clone();
        let (mut none, mut told) = (crate::rules::dice::Seeded::new(0), Vec::new());
        ahead.play(Side::Attacker, Decision::Landed(landed), &mut none, &mut told).map_err(|why| refused(&why))?;
        let followed = told.iter().filter(|event| !matches!(event, Event::Shot(_)));
        let mut lines: Vec<String> = followed.map(|event| sentence(&ahead, event)).collect();
        if let Awaited::Leave(leaving) = ahead.stage() {
            let names: Vec<String> = leaving.iter().map(|&id| ahead.name(id)).collect();
            lines.push(format!("Injured, these must leave what is closed: {} (CU-2.7).", names.join(", ")));
        }
        if lines.is_empty() {
            lines.push("Nothing follows from it.".to_owned());
        }
        Ok(lines)
    }

    pub fn kept(&self) -> KeptSiege {
        let SiegeBeginning { agreed, house, hands, seed } = self.beginning().clone();
        KeptSiege {
            game: NAME.to_owned(),
            strength: agreed.strength.to_string(),
            reckoning: agreed.reckoning.to_string(),
            house,
            hands: [hands.attacker.to_string(), hands.defender.to_string()],
            seed,
            entries: self.entries.clone(),
            decided: self.table().decided_since(0),
        }
    }

    pub fn of_kept(kept: &KeptSiege) -> Result<SiegeGame> {
        if kept.game != NAME {
            return Err(Problem::bad_input(format!("This is no game of Castle under Siege, but “{}”.", kept.game))
                .hint("Name a file that “banneret castle-under-siege new” made."));
        }
        let agreed = Agreed { strength: kept.strength.parse()?, reckoning: kept.reckoning.parse()? };
        let hands = BySide { attacker: kept.hands[0].parse()?, defender: kept.hands[1].parse()? };
        let begun = SiegeGame::new(SiegeBeginning { agreed, house: kept.house.clone(), hands, seed: kept.seed })?;
        let game = begun.resume(&kept.decided, kept.entries.clone())?;
        let rising = kept.entries.windows(2).all(|pair| pair[0] < pair[1]);
        match rising && kept.entries.last().is_none_or(|&last| last < game.len().max(1)) {
            true => Ok(game),
            false => Err(stale("its entries are not in order")),
        }
    }

    /// The game as a file holds it, for people to read too.
    pub fn write(&self) -> String {
        // Plain data with text keys is all that JSON asks.
        let text = serde_json::to_string_pretty(&self.kept()).unwrap_or_else(|error| unreachable!("{error}"));
        text + "\n"
    }

    /// Reads a game out of a file's text.
    pub fn read(text: &str) -> Result<SiegeGame> {
        let kept: KeptSiege = serde_json::from_str(text).map_err(|why| {
            Problem::bad_input(format!("This is no game of Castle under Siege: {why}."))
                .hint("Name a file that “banneret castle-under-siege new” made.")
        })?;
        SiegeGame::of_kept(&kept)
    }
}

/// A thing that a counter lies on: how much of it, and what follows for the thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lying {
    pub on: String,
    pub share: String,
    pub follows: String,
}

/// How likely a shot is to lie on a thing at all, and with more than half of it, in thousandths, by every throw of its scatter
/// (CU-2.2, CU-2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallChance {
    /// What it may lie on.
    pub on: LiesOn,
    /// At all.
    pub touched: u32,
    /// With more than half of it.
    pub over_half: u32,
}

/// Everything a shot may lie on but the court, the likeliest first.
pub fn chances(position: &Position, from: Point, aim: Point, setting: u8) -> Vec<FallChance> {
    let Some(setting) = position.tables().setting(setting) else { return Vec::new() };
    let (mut found, mut all) = (Vec::<(LiesOn, u64, u64)>::new(), 0);
    for (at, often) in falls(from, aim, &setting, &position.tables().arm) {
        all += often;
        for (on, share) in position.shares(Landing::square(at)).into_iter().filter(|(on, _)| *on != LiesOn::Court) {
            let at = found.iter().position(|(known, ..)| *known == on).unwrap_or_else(|| {
                found.push((on, 0, 0));
                found.len() - 1
            });
            found[at].1 += often;
            found[at].2 += if share.over_half() { often } else { 0 };
        }
    }
    let thousandths = |count: u64| ((2_000 * count + all) / (2 * all.max(1))) as u32;
    found.sort_by_key(|&(_, touched, over)| std::cmp::Reverse((touched, over)));
    let told = |(on, touched, over): (LiesOn, u64, u64)| FallChance {
        on,
        touched: thousandths(touched),
        over_half: thousandths(over),
    };
    found.into_iter().map(told).collect()
}

/// What a thing is called.
pub fn name_of(position: &Position, on: LiesOn) -> String {
    match on {
        LiesOn::Structure(id) => Castle::get().structure(id).name.to_owned(),
        LiesOn::Court => "the court".to_owned(),
        LiesOn::Person(id) => position.name(id),
    }
}
