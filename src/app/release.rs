//! Setting a captive free, however it comes about: the one place that ends a captivity.

use crate::campaign::captivity::{Captive, End};
use crate::campaign::people::State;
use crate::campaign::problem::Result;
use crate::store::Act;

/// Ends a captivity so that the man serves his own side again: he goes back to the formation he was taken from if
/// it is still there, else he waits without one.
pub(super) fn release(act: &Act, captive: &Captive, end: End) -> Result<()> {
    act.end_captive(captive.id, end)?;
    let person = act.person(captive.person)?;
    act.set_state(person.id, if person.wounded { State::Wounded } else { State::Fit })?;
    rejoin(act, captive)
}

/// Puts a man back where he was taken from, if that is still one of his side's formations.
fn rejoin(act: &Act, captive: &Captive) -> Result<()> {
    let person = act.person(captive.person)?;
    if let Some(from) = captive.from
        && act.formation(from).is_ok_and(|formation| formation.side == person.side)
    {
        act.set_formation(person.id, Some(from))?;
    }
    Ok(())
}
