//! What every set of rules offers, whoever plays it: a position that says who must decide, checks a decision, plays
//! it, and tells what happened. Fighting, forecasting, replaying, undoing and fuzzing are written once against this.
//!
//! A refused decision comes back with the position untouched. Decisions that are made at the same moment stay sealed
//! inside the position until every side has made its own. Dice come from outside, and events go to a [`Sink`].

use super::dice::Dice;
use super::figure::Side;

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

/// A game: its position, and all that can be done with it.
pub trait Game: Clone {
    /// What a side decides, one at a time.
    type Decision: Clone;
    /// Why a decision is not allowed.
    type Illegal: std::error::Error;
    /// What is told of what happened.
    type Event;
    /// What one side may know of the position.
    type View<'a>
    where
        Self: 'a;

    /// Who must decide.
    fn pending(&self) -> Pending;

    /// What `side` may know.
    fn view(&self, side: Side) -> Self::View<'_>;

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
