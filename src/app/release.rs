//! How a captivity begins and ends, and how a life does: the one place for each, whatever brings it about.

use crate::campaign::captivity::{Captive, CaptivityEnd};
use crate::campaign::ids::{FormationId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::Result;
use crate::rules::prisoners::{self, ransom};
use crate::store::Act;
use crate::store::captives::NewCaptive;

/// A man is taken: he leaves his commands and the standard, and a side holds him, led with one of its armies if with any;
/// the book's ransom is asked (CP-4.1, MM-8.4).
pub(super) fn captured(act: &Act, man: &Person, by: SideId, army: Option<FormationId>) -> Result<()> {
    act.leave_commands(man.id)?;
    act.set_standard(man.id, None)?;
    act.set_state(man.id, PersonState::Captive)?;
    let asked = ransom::asked(man.profile.standing(), prisoners::Tables::book());
    act.add_captive(&NewCaptive {
        person: man.id,
        holder_side: by,
        holder: None,
        army,
        place: None,
        battle: None,
        from: man.formation,
        taken: act.day()?,
        standing: man.profile.standing(),
        asked: asked.map(|asked| Pence::from_marks(asked.value)),
    })?;
    Ok(())
}

/// Ends a captivity so that the man serves his own side again: he goes back to the formation he was taken from if
/// it is still there, else he waits without one.
pub(super) fn release(act: &Act, captive: &Captive, end: CaptivityEnd) -> Result<()> {
    act.end_captive(captive.id, end)?;
    let person = act.person(captive.person)?;
    act.set_state(person.id, if person.wounded { PersonState::Wounded } else { PersonState::Fit })?;
    rejoin(act, captive)
}

/// A man dies: his offices fall vacant, what he owed ends and his hostages go home, and whom he held and what was owed to
/// him pass to his lord until his heir is named (CP-7.6).
pub(super) fn dies(act: &Act, person: PersonId) -> Result<()> {
    act.vacate(person)?;
    act.end_debts(person)?;
    for captivity in act.captivities_of(person)? {
        for hostage in act.pledged_for(captivity.id)? {
            release(act, &hostage, CaptivityEnd::Freed)?;
        }
    }
    pass_on(act, person)?;
    act.set_standard(person, None)?;
    if let Some(captive) = act.captivity_of(person)? {
        act.end_captive(captive.id, CaptivityEnd::Dead)?;
    }
    act.set_state(person, PersonState::Dead)
}

/// Whom a dead man held, and what was owed to him, pass to his lord, else to whoever rules his side, else to the side,
/// until it is decided who holds them (CP-7.6).
fn pass_on(act: &Act, dead: PersonId) -> Result<()> {
    let man = act.person(dead)?;
    for captive in act.held_or_owed_to(dead)? {
        let mut to = None;
        for lord in [man.lord, act.side(captive.holder_side)?.lord].into_iter().flatten() {
            let lord = act.person(lord)?;
            if to.is_none() && lord.id != dead && lord.state.serves() && lord.side == captive.holder_side {
                to = Some(lord.id);
            }
        }
        act.set_holder(captive.id, captive.holder_side, to, captive.army, captive.place)?;
        act.set_heir_of(captive.id, Some(dead))?;
    }
    Ok(())
}

/// Puts a man back where he was taken from, if that is still one of his side's formations.
fn rejoin(act: &Act, captive: &Captive) -> Result<()> {
    let person = act.person(captive.person)?;
    if let Some(from) = captive.from
        && act.formation(from).is_ok_and(|formation| formation.side == person.side)
    {
        // An army with nobody left lies where it fell; it gathers again at home, not amid the enemy.
        let army = act.formation(from)?.army;
        if act.army_counts()?.get(&army).is_none_or(|count| count.men == 0)
            && let Some(home) = act.places()?.into_iter().find(|place| place.side == Some(person.side))
        {
            act.set_march(army, None)?;
            act.set_army_place(army, home.id, None)?;
        }
        act.set_formation(person.id, Some(from))?;
    }
    Ok(())
}
