//! For what a battle that captains play stops, so that whoever watches can look and give orders.

use crate::rules::figure::words;
use crate::rules::man_to_man::Event;
use crate::rules::man_to_man::event::{MoraleResult, Why};

/// What a referee wants to see before captains go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopAt {
    #[default]
    Nothing,
    Turn,
    Charge,
    Shot,
    Blow,
    Death,
    Flight,
    Yielding,
    Leader,
    Standard,
}
words!(
    StopAt,
    "event to stop at",
    "do not stop, stop at a charge and so on",
    Nothing = "do not stop",
    Turn = "stop at the next turn",
    Charge = "stop at a charge",
    Shot = "stop at a shot",
    Blow = "stop at a blow",
    Death = "stop at a death",
    Flight = "stop at a flight",
    Yielding = "stop when a man yields",
    Leader = "stop when a leader is lost",
    Standard = "stop when a standard is lost"
);

impl StopAt {
    /// Where it is first among what happened.
    pub fn first(self, events: &[Event]) -> Option<usize> {
        events.iter().position(|event| match self {
            StopAt::Nothing => false,
            StopAt::Turn => matches!(event, Event::Turn { .. }),
            StopAt::Charge => matches!(event, Event::Declared { .. }),
            StopAt::Shot => matches!(event, Event::Shot { .. } | Event::Loosed { .. } | Event::FireShot { .. }),
            StopAt::Blow => matches!(event, Event::Struck { .. }),
            StopAt::Death => {
                matches!(
                    event,
                    Event::Hurt { horse: false, killed: true, .. } | Event::Perished { .. } | Event::Slain { .. }
                )
            }
            StopAt::Flight => matches!(
                event,
                Event::Tested { result: MoraleResult::Recreant, .. } | Event::Moved { why: Why::Flight, .. }
            ),
            StopAt::Yielding => matches!(event, Event::Yielded { .. }),
            StopAt::Leader => matches!(event, Event::LeaderLost { .. }),
            StopAt::Standard => matches!(event, Event::StandardFell { .. } | Event::StandardTaken { .. }),
        })
    }
}
