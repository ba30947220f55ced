//! A game at one table: who leads each side, what was decided, and how it stood after every decision. Only what a decision
//! changed is kept of each moment, so that a battle of thousands is gone back through at once. Written once for every set of
//! rules that is played so.

use super::play::why;
use super::seat::{Lead, Seat};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::{BySide, Side};
use crate::rules::game::{Captain, Game};
use crate::rules::matches::{self, Decided, Match};
use crate::rules::telling::Line;
use std::fmt;
use std::path::Path;

/// A game that is played at a table and gone back through.
pub trait Tabled: Clone + fmt::Debug + Send + 'static {
    type Game: Game<Decision: Send, Event: Send> + Send + 'static;
    /// How the program leads a side.
    type Lead: Lead;
    /// Who leads it then.
    type Captain: Captain<Self::Game> + Send + 'static;
    /// How it stands at a moment, as far as it is seen.
    type Scene: Clone + fmt::Debug + Send + 'static;
    /// What one decision changed of that.
    type Change: Clone + fmt::Debug + Send + 'static;

    /// What a game of it is called, and the part of a turn in which one side decides.
    const CALLED: (&'static str, &'static str);

    fn captain(&self, lead: Self::Lead) -> Self::Captain;

    /// How a game stands.
    fn scene(game: &Self::Game) -> Self::Scene;

    /// What a decision has changed of how it stood before.
    fn change(before: &Self::Scene, now: &Self::Game) -> Self::Change;

    fn apply(change: &Self::Change, to: &mut Self::Scene);

    /// An event in a sentence; nothing for one that is not told.
    fn line(&self, game: &Self::Game, event: &<Self::Game as Game>::Event) -> Option<Line>;

    /// How many of these events that come first are alike and told as one, and its sentence; nothing where each is told singly.
    fn summed(&self, _game: &Self::Game, _events: &[<Self::Game as Game>::Event]) -> Option<(usize, Line)> {
        None
    }
}

/// What a decision changed, and how many events there were after it.
#[derive(Clone, Debug)]
struct Moment<Change> {
    change: Change,
    told: usize,
}

/// A moment that is looked at: how many decisions had been made, and how it stood then.
#[derive(Clone, Debug)]
pub struct SeenMoment<Scene> {
    at: usize,
    scene: Scene,
}

impl<Scene> SeenMoment<Scene> {
    /// How it stood.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// After how many decisions it is.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct GameTable<T: Tabled> {
    /// Who leads each side.
    pub seats: BySide<Seat<T::Lead>>,
    of: T,
    /// Before the first decision.
    begun: Match<T::Game>,
    played: Match<T::Game>,
    moments: Vec<Moment<T::Change>>,
    /// How it stood when the last moment was noted.
    noted: T::Scene,
}

/// A captain before his part of a turn: what he decides is looked for without the table.
#[derive(Debug)]
pub struct CaptainsTurn<T: Tabled> {
    played: Match<T::Game>,
    captain: T::Captain,
    side: Side,
}

impl<T: Tabled> CaptainsTurn<T> {
    pub fn decide(mut self) -> Result<Vec<<T::Game as Game>::Decision>> {
        let led = self.played.leave_to(&self.captain, self.side);
        led.map_err(|illegal| Problem::new(ProblemKind::System, why(&illegal)))?;
        Ok(self.played.decisions().iter().map(|(_, decision)| decision.clone()).collect())
    }
}

impl<T: Tabled> GameTable<T> {
    /// A game before the first decision.
    pub fn new(of: T, begun: Match<T::Game>, seats: BySide<Seat<T::Lead>>) -> GameTable<T> {
        let (noted, played) = (T::scene(begun.position()), begun.clone());
        GameTable { seats, of, begun, played, moments: Vec::new(), noted }
    }

    /// The same after what was decided in it.
    pub fn resume(mut self, decided: &Decided) -> Result<GameTable<T>> {
        for (at, (side, text)) in decided.0.iter().enumerate() {
            self.resume_one(*side, text).map_err(|why| stale(&format!("decision {}: {why}", at + 1)))?;
        }
        Ok(self)
    }

    fn resume_one(&mut self, side: Side, text: &str) -> std::result::Result<(), String> {
        let decision = matches::read::<T::Game>(text).map_err(|error| error.to_string())?;
        if !self.position().pending().includes(side) {
            return Err("it is not that side’s to decide".to_owned());
        }
        self.decide(decision).map_err(|refused| refused.sentence.trim_end_matches('.').to_owned())
    }

    /// Notes what the last decision changed.
    fn note(&mut self) {
        let change = T::change(&self.noted, self.played.position());
        T::apply(&change, &mut self.noted);
        self.moments.push(Moment { change, told: self.played.events().len() });
    }

    /// What is played.
    pub fn of(&self) -> &T {
        &self.of
    }

    /// What was decided and what happened.
    pub fn played(&self) -> &Match<T::Game> {
        &self.played
    }

    /// Where it stands.
    pub fn position(&self) -> &T::Game {
        self.played.position()
    }

    /// How many decisions were made.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether none was made.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The side that must decide, with who leads it; nobody when it is over.
    pub fn pending(&self) -> Option<(Side, Seat<T::Lead>)> {
        self.position().pending().first().map(|side| (side, self.seats[side]))
    }

    pub fn is_over(&self) -> bool {
        self.pending().is_none()
    }

    /// Where it began.
    pub fn begun(&self) -> &T::Game {
        self.begun.position()
    }

    /// What decision `at`, from 1, changed.
    pub fn change(&self, at: usize) -> Option<&T::Change> {
        self.moments.get(at.checked_sub(1)?).map(|moment| &moment.change)
    }

    /// How it stood before the first decision.
    pub fn beginning(&self) -> SeenMoment<T::Scene> {
        SeenMoment { at: 0, scene: T::scene(self.begun()) }
    }

    /// Goes to another moment.
    pub fn go(&self, seen: &mut SeenMoment<T::Scene>, at: usize) {
        let at = at.min(self.len());
        if at < seen.at {
            *seen = self.beginning();
        }
        for moment in &self.moments[seen.at.min(at)..at] {
            T::apply(&moment.change, &mut seen.scene);
        }
        seen.at = at;
    }

    /// How many events had been told after so many decisions.
    pub fn told_by(&self, at: usize) -> usize {
        match at.min(self.len()) {
            0 => self.begun.events().len(),
            at => self.moments[at - 1].told,
        }
    }

    /// What decision `at`, from 1, brought about.
    pub fn brought_about(&self, at: usize) -> &[<T::Game as Game>::Event] {
        let from = if at == 0 { 0 } else { self.told_by(at - 1) };
        self.played.events().get(from..self.told_by(at)).unwrap_or_default()
    }

    /// An event in a sentence; nothing for one that is not told.
    pub fn line(&self, event: &<T::Game as Game>::Event) -> Option<Line> {
        self.of.line(self.position(), event)
    }

    /// How many of these events that come first are told as one, and how.
    pub fn summed(&self, events: &[<T::Game as Game>::Event]) -> Option<(usize, Line)> {
        self.of.summed(self.position(), events)
    }

    /// What decision `at`, from 1, brought about, in its sentences.
    pub fn told(&self, at: usize) -> Vec<String> {
        self.brought_about(at).iter().filter_map(|event| self.line(event)).map(|line| line.full()).collect()
    }

    /// Makes a decision for the side that must.
    pub fn decide(&mut self, decision: <T::Game as Game>::Decision) -> Result<()> {
        let side = self.side()?;
        self.played.decide(side, decision).map_err(|illegal| Problem::new(ProblemKind::Refused, why(&illegal)))?;
        self.note();
        Ok(())
    }

    /// The captain who leads so, before the rest of this part of the turn.
    pub fn captains_turn(&self, lead: T::Lead) -> Result<CaptainsTurn<T>> {
        Ok(CaptainsTurn { side: self.side()?, played: self.played.fork(), captain: self.of.captain(lead) })
    }

    /// Leaves the rest of this part of the turn to a captain.
    pub fn leave_to(&mut self, lead: T::Lead) -> Result<()> {
        let decisions = self.captains_turn(lead)?.decide()?;
        decisions.into_iter().try_for_each(|decision| self.decide(decision))
    }

    /// The side that must decide, or that it is over.
    pub fn side(&self) -> Result<Side> {
        let pending = self.pending().map(|(side, _)| side);
        pending.ok_or_else(|| Problem::refused(format!("The {} is over.", T::CALLED.0), "Begin another."))
    }

    /// Takes the last decision back, if no die was thrown for it and the part of the turn goes on.
    pub fn take_back(&mut self) -> Result<()> {
        self.played.take_back().ok_or_else(|| {
            Problem::refused(
                "Nothing can be taken back.",
                format!("What a die has shown stands, and so does a {} of a turn that is over.", T::CALLED.1),
            )
        })?;
        self.moments.pop();
        self.noted = T::scene(self.played.position());
        Ok(())
    }

    /// Goes back to how it stood after so many decisions, whatever was shown since: they are made again from its beginning.
    pub fn go_back_to(&mut self, count: usize) -> Result<()> {
        let mut again = GameTable::new(self.of.clone(), self.begun.clone(), self.seats);
        let kept = self.played.decisions().iter().take(count);
        kept.map(|(_, decision)| decision.clone()).try_for_each(|decision| again.decide(decision))?;
        *self = again;
        Ok(())
    }
}

/// A game that was kept and cannot be resumed.
pub(super) fn stale(why: &str) -> Problem {
    Problem::new(ProblemKind::Corrupt, format!("This game cannot be played on: {why}."))
        .hint("It was kept by another version of the program, or altered; begin it anew.")
}

/// What somebody chosen may be told, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderOffer<Decision> {
    /// What it is called, a verb and its object.
    pub name: String,
    /// The decision, if what is pointed at makes one.
    pub decision: Option<Decision>,
    /// Why it cannot be given now; nothing where it can.
    pub why: Option<String>,
}

impl<Decision> OrderOffer<Decision> {
    /// A decision of a side, and why the rules do not allow it now.
    pub fn of<G: Game<Decision = Decision>>(
        game: &G,
        side: Side,
        name: String,
        decision: Decision,
    ) -> OrderOffer<Decision> {
        let refused = game.check(side, &decision).err().map(|illegal| why(&illegal));
        OrderOffer { name, decision: Some(decision), why: refused }
    }

    /// An order that wants something pointed at first.
    pub fn wanting(name: String, wants: &str) -> OrderOffer<Decision> {
        OrderOffer { name, decision: None, why: Some(wants.to_owned()) }
    }
}

/// A game of no campaign, which people keep in a file.
pub trait OwnGame<T: Tabled>: Sized + 'static {
    /// A game from the text it was kept as in a file.
    fn read(file: &Path, text: &str) -> Result<Self>;

    /// Its text, as it is kept in a file.
    fn text(&self) -> Result<String>;

    fn table(&self) -> &GameTable<T>;

    /// The game at its table, to be played.
    fn table_mut(&mut self) -> &mut GameTable<T>;

    /// Who both sides are called; nothing where they have no names of their own.
    fn names(&self) -> Option<BySide<String>>;
}
