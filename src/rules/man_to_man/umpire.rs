//! The umpire: the dice a procedure rolls and the sink it tells its events to, in one argument.

use super::event::Event;
use crate::rules::dice::Dice;
use crate::rules::game::Sink;

/// Rolls the dice of a procedure and takes note of what happens. What is only told costs nothing where nobody listens.
pub(super) trait Umpire {
    /// Where faces come from.
    type Dice: Dice;
    /// Where events go.
    type Sink: Sink<Event>;

    fn dice(&mut self) -> &mut Self::Dice;

    /// Where events go.
    fn sink(&mut self) -> &mut Self::Sink;

    /// Tells an event.
    #[inline(always)]
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.sink().tell(event);
    }
}

/// The umpire of given dice and a given sink.
pub(super) struct UmpireWith<'a, D, S> {
    pub(super) dice: &'a mut D,
    pub(super) sink: &'a mut S,
}

impl<D: Dice, S: Sink<Event>> Umpire for UmpireWith<'_, D, S> {
    type Dice = D;
    type Sink = S;

    #[inline(always)]
    fn dice(&mut self) -> &mut D {
        self.dice
    }

    #[inline(always)]
    fn sink(&mut self) -> &mut S {
        self.sink
    }
}
