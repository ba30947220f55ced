//! What every set of rules offers, whoever plays it: a position that says who must decide, checks a decision, plays
//! it, and tells what happened. Fighting, forecasting, replaying, undoing and fuzzing are written once against this.
//!
//! A refused decision comes back with the position untouched. Decisions that are made at the same moment stay sealed
//! inside the position until every side has made its own. Dice come from outside, and events go to a [`Sink`].

use super::dice::Dice;
use super::figure::Side;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Who must decide before the game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Nobody: the game is over.
    Over,
    /// One side.
    One(Side),
    /// Both, neither seeing what the other decides.
    Both,
}

impl Pending {
    /// A side that must decide, the attacker first.
    pub fn first(self) -> Option<Side> {
        match self {
            Pending::Over => None,
            Pending::One(side) => Some(side),
            Pending::Both => Some(Side::Attacker),
        }
    }

    /// Whether `side` must decide.
    pub fn includes(self, side: Side) -> bool {
        self == Pending::Both || self == Pending::One(side)
    }
}

/// Where the events of a game go. An event is made only if the sink asks for it.
pub trait Sink<Event> {
    /// Whether anything told is kept; what is made only to be told need not be made if not.
    const LISTENS: bool;

    /// Takes one event.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

/// A sink that keeps nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl<Event> Sink<Event> for NullSink {
    const LISTENS: bool = false;

    #[inline(always)]
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}
}

impl<Event> Sink<Event> for Vec<Event> {
    const LISTENS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// How a game came out, as far as every set of rules can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A side won.
    Won(Side),
    /// Neither did.
    Undecided,
}

impl Outcome {
    /// That a side won, or that neither did.
    pub fn of(winner: Option<Side>) -> Outcome {
        winner.map_or(Outcome::Undecided, Outcome::Won)
    }

    /// Who won.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Won(side) => Some(side),
            Outcome::Undecided => None,
        }
    }
}

/// What a side could decide now.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices<Decision, Illegal> {
    /// Every decision that is allowed.
    All(Vec<Decision>),
    /// Decisions are too many to list: some of every kind, each with why it is not allowed if it is not.
    Some(Vec<(Decision, Result<(), Illegal>)>),
}

impl<Decision, Illegal> Choices<Decision, Illegal> {
    /// The decisions among them that are allowed.
    pub fn allowed(self) -> Vec<Decision> {
        match self {
            Choices::All(all) => all,
            Choices::Some(some) => {
                some.into_iter().filter(|(_, may)| may.is_ok()).map(|(decision, _)| decision).collect()
            }
        }
    }
}

/// A game: its position, and all that can be done with it.
///
/// [`Game::check`] and [`Game::play`] agree, and a refused decision changes nothing. What happens depends on the
/// position, the decisions and the faces of the dice alone, so a game is rebuilt from its decisions and its seed. Every
/// game comes to an end when captains play it.
pub trait Game: Clone + PartialEq + std::fmt::Debug {
    /// What a side decides, one at a time; it can be written down and read again.
    type Decision: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;
    /// Why a decision is not allowed.
    type Illegal: std::error::Error + PartialEq;
    /// What is told of what happened.
    type Event: Clone + PartialEq + std::fmt::Debug;
    /// What one side may know of the position, and no more: its fields are private, and written out for debugging it
    /// shows only what it tells.
    type View<'a>: std::fmt::Debug
    where
        Self: 'a;

    /// Who must decide.
    fn pending(&self) -> Pending;

    /// How it came out; nothing while somebody must decide.
    fn outcome(&self) -> Option<Outcome>;

    /// What `side` may know.
    fn view(&self, side: Side) -> Self::View<'_>;

    /// The position as far as `side` knows it: whatever it may not know is put in the plainest way it could be. Both
    /// positions show `side` the same view, and leave it the same choices.
    fn as_known_to(&self, side: Side) -> Self;

    /// What `side` could decide now; nothing while it need not decide.
    fn choices(&self, side: Side) -> Choices<Self::Decision, Self::Illegal>;

    /// Whether `side` may decide this now; agrees with [`Game::play`].
    fn check(&self, side: Side, decision: &Self::Decision) -> Result<(), Self::Illegal>;

    /// Plays a decision. On an error nothing has changed.
    fn play(
        &mut self,
        side: Side,
        decision: Self::Decision,
        dice: &mut impl Dice,
        sink: &mut impl Sink<Self::Event>,
    ) -> Result<(), Self::Illegal>;

    /// Whether what was decided between `before` and now is still the decider's alone, so that it can be taken back:
    /// nothing of it was revealed to the other side. Usually so as long as the same side must decide.
    fn still_open(&self, before: &Self) -> bool {
        self.pending() == before.pending()
    }
}

/// Who decides for one side when no person does.
pub trait Captain<G: Game> {
    /// The next decision of the side whose view this is. Called only while that side must decide; a captain always
    /// comes to an end of his decisions.
    fn decide(&self, view: &G::View<'_>) -> G::Decision;
}

/// Plays `game` to its end, both sides by `captain`.
pub fn conduct<G: Game>(
    game: &mut G,
    captain: &impl Captain<G>,
    dice: &mut impl Dice,
    sink: &mut impl Sink<G::Event>,
) -> Result<(), G::Illegal> {
    while let Some(side) = game.pending().first() {
        let decision = captain.decide(&game.view(side));
        game.play(side, decision, dice, sink)?;
    }
    Ok(())
}
