//! Which clauses an event follows from, where its rolls do not say so.

use crate::rules::figure::Class;
use crate::rules::man_to_man::event::{Cause, Event, Moment, Why};
use crate::rules::man_to_man::gear::state::Lies;
use crate::rules::man_to_man::gear::tasks;
use crate::rules::man_to_man::state::Position;

/// The clause of what happened; none where rolls carry it, or nothing is told.
pub(super) fn of_event(event: &Event, position: &Position) -> Option<&'static str> {
    Some(match event {
        Event::Rose { .. } => "MM-6.4",
        Event::Declared { .. } => "MM-2.1",
        Event::Answered { .. } => "MM-2.2",
        Event::Card { .. } => "MM-2.5",
        Event::Moved { why, .. } => match why {
            Why::Ordered | Why::Withdrawal | Why::Climb => "MM-3.1",
            Why::Charge | Why::Onset => "MM-2.4",
            Why::Evade => "MM-2.2",
            Why::Flight | Why::FallBack | Why::Bold => "MM-7.4",
            Why::Pursuit => "MM-5.9",
            Why::Led => "MM-7.7",
            Why::Fall => "MM-6.3",
            Why::Posted => "MM-1.4",
        },
        // A single knight has causes of his own.
        Event::Tested { causes, .. } if causes.as_slice() == [Cause::InFlight] => "MM-7.4",
        Event::Tested { body, .. } => match position.body(*body) {
            body if body.single && body.class == Class::Knight => "MM-7.2",
            _ => "MM-7.1",
        },
        Event::Struck { moment: Moment::Leaving, .. } => "MM-5.8",
        Event::Loaded { .. } => "MM-3.5",
        Event::Fell { .. } => "MM-6.3",
        Event::LanceBroke { .. } => "MM-5.5",
        Event::Changed { .. } | Event::Mounted { .. } => "MM-3.6",
        Event::Rallied { .. } => "MM-7.4",
        Event::Yielded { .. } | Event::Freed { .. } => "MM-7.7",
        Event::Slain { .. } => "MM-8.1",
        Event::Left { .. } => "MM-7.4",
        Event::MayRideThrough { .. } => "MM-5.10",
        Event::Ranks { .. } | Event::Fronted { .. } => "MM-5.7",
        Event::LeaderLost { .. } => "MM-7.1",
        Event::StandardFell { .. } | Event::StandardTaken { .. } | Event::StandardRaised { .. } => "MM-8.8",
        Event::GradeFell { .. } => "MM-8.6",
        Event::Tasked { task, .. } => tasks::clause(*task),
        Event::GearNow { now, .. } if now.lies == Lies::Wrecked => "MM-4.10",
        Event::GearNow { .. } | Event::Caught { .. } | Event::BurntDown { .. } => "MM-4.11",
        Event::Restocked { .. } => "MM-4.6",
        Event::Filled { .. } => "MM-9.12",
        Event::Perished { fire: true, .. } => "MM-4.12",
        Event::Perished { .. } => "MM-6.4",
        Event::Looted { .. } | Event::Dressed { .. } => "MM-8.5",
        Event::Over { .. } => "MM-10.4",
        _ => return None,
    })
}

/// The clauses a sentence names, such as `MM-2.1` and `MM-7.5` in `… (MM-2.1, MM-7.5)`.
pub(super) fn named_in(text: &str) -> Vec<String> {
    let word = |sign: char| !(sign.is_ascii_alphanumeric() || sign == '-' || sign == '.');
    let clauses = text.split(word).filter_map(|found| {
        let found = found.trim_end_matches('.');
        let number = found.strip_prefix("MM-")?;
        number.starts_with(|first: char| first.is_ascii_digit()).then(|| found.to_owned())
    });
    clauses.collect()
}
