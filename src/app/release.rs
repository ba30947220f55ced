//! How a captivity begins and ends, and how a life does: the one place for each, whatever brings it about.

use crate::app::commands::next_in_command;
use crate::campaign::armies::Formation;
use crate::campaign::captivity::{Captive, CaptivityEnd};
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::{BattleId, CaptiveId, FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::rules::figure::{Class, Grade};
use crate::rules::prisoners::{self, ransom};
use crate::rules::telling::counted_off;
use crate::store::Act;
use crate::store::captives::NewCaptive;
use crate::store::chronicle::ChronicleLine;
use crate::store::people::GradeChange;

/// A man is taken: he leaves his commands and the standard, and a side holds him, led with one of its armies, or kept in a
/// place; the book's ransom is asked (CP-4.1, MM-8.4), a peasant goes to grade E (MM-8.6), and whom he held passes on.
pub(super) fn captured(
    act: &Act,
    man: &Person,
    by: SideId,
    (army, place): (Option<FormationId>, Option<PlaceId>),
) -> Result<()> {
    act.leave_commands(man.id)?;
    act.set_standard(man.id, None)?;
    act.set_state(man.id, PersonState::Captive)?;
    pass_on(act, man.id)?;
    let asked = ransom::asked(man.profile.standing(), prisoners::Tables::book());
    act.add_captive(&NewCaptive {
        person: man.id,
        holder_side: by,
        holder: None,
        army,
        place,
        battle: None,
        from: man.formation,
        taken: act.day()?,
        standing: man.profile.standing(),
        asked: asked.map(|asked| Pence::from_marks(asked.value)),
    })?;
    peasants_go_to_e(act, man, None)
}

/// A captured peasant goes to grade E (MM-8.6).
pub(super) fn peasants_go_to_e(act: &Act, man: &Person, battle: Option<BattleId>) -> Result<()> {
    if man.profile.class != Class::Peasant || man.profile.grade == Grade::E {
        return Ok(());
    }
    act.change_grade(&GradeChange {
        person: man.id,
        day: act.day()?,
        battle,
        from: man.profile.grade,
        to: Grade::E,
        clause: "MM-8.6".to_owned(),
        reason: "captured peasants go to E".to_owned(),
    })
}

/// Where a captive is kept who comes to a side, or back to it: with the army of the man who holds him, else with an army
/// of the side in the place, else in the side's first place, else in the place itself.
pub(super) fn kept_by(
    act: &Act,
    side: SideId,
    holder: Option<PersonId>,
    at: Option<PlaceId>,
) -> Result<(Option<FormationId>, Option<PlaceId>)> {
    let counts = act.army_counts()?;
    let stands = |army: &Formation| {
        army.side == side && army.place.is_some() && counts.get(&army.id).is_some_and(|count| count.men > 0)
    };
    if let Some(with) = holder.map(|holder| act.person(holder)).transpose()?.and_then(|holder| holder.formation) {
        let army = act.formation(act.formation(with)?.army)?;
        if stands(&army) {
            return Ok((Some(army.id), None));
        }
    }
    let there = act.armies()?.into_iter().find(|army| stands(army) && army.place == at);
    match there {
        Some(army) => Ok((Some(army.id), None)),
        None => {
            Ok((None, act.places()?.into_iter().find(|place| place.side == Some(side)).map(|place| place.id).or(at)))
        }
    }
}

/// Ends a captivity so that the man serves his own side again: he goes back to the formation he was taken from if
/// it is still there, else he waits without one.
pub(super) fn release(act: &Act, captive: &Captive, end: CaptivityEnd) -> Result<()> {
    act.end_captive(captive.id, end)?;
    let person = act.person(captive.person)?;
    act.set_state(person.id, if person.wounded { PersonState::Wounded } else { PersonState::Fit })?;
    rejoin(act, captive)
}

/// Takes a free man of a captive's side as a hostage for his ransom (CP-4.3); gives his name.
pub(super) fn pledge(act: &Act, captive: &Captive, hostage: PersonId) -> Result<String> {
    let man = act.person(hostage)?;
    let name = man.styled();
    let side = act.person(captive.person)?.side;
    if man.side != side || man.id == captive.person {
        return Err(Problem::refused(
            format!("{name} cannot be a hostage for him."),
            format!("Choose another man of {}.", act.side(side)?.name),
        ));
    }
    if !man.state.serves() {
        return Err(Problem::refused(
            format!("{name} is {}, and cannot be a hostage.", man.state),
            "Choose a man who is free and serves.",
        ));
    }
    act.leave_commands(man.id)?;
    act.set_standard(man.id, None)?;
    act.set_state(man.id, PersonState::Captive)?;
    pass_on(act, man.id)?;
    let held = act.add_captive(&NewCaptive {
        person: man.id,
        holder_side: captive.holder_side,
        holder: captive.holder,
        army: captive.army,
        place: captive.place,
        battle: None,
        from: man.formation,
        taken: act.day()?,
        standing: man.profile.standing(),
        asked: None,
    })?;
    act.set_pledge(held, Some(captive.id))?;
    Ok(name)
}

/// A hostage goes home, for what he was pledged for is done, or need not be done (CP-4.3, SG-3.3). Gives him as he is told of.
pub(super) fn goes_home(act: &Act, hostage: &Captive) -> Result<String> {
    release(act, hostage, CaptivityEnd::Freed)?;
    let man = act.person(hostage.person)?;
    let commands = commands_again(act, &man)?;
    Ok(match commands.is_empty() {
        true => man.styled(),
        false => format!("{}, who commands {} again", man.styled(), counted_off(&commands)),
    })
}

/// A hostage who is home has those commands above him again that stand vacant and would come to him (CP-6.1). Gives their names.
fn commands_again(act: &Act, man: &Person) -> Result<Vec<String>> {
    let (mut names, mut above) = (Vec::new(), man.formation);
    while let Some(formation) = above {
        let formation = act.formation(formation)?;
        let next = || Ok::<_, Problem>(next_in_command(act, formation.id)?.is_some_and(|next| next.id == man.id));
        if formation.commander.is_none() && next()? {
            act.set_commander(formation.id, Some(man.id))?;
            names.push(formation.name);
        }
        above = formation.parent;
    }
    Ok(names)
}

/// A man dies: his offices fall vacant, what he owed ends and his hostages go home, and whom he held and what was owed to
/// him pass to his lord until his heir is named (CP-7.6).
pub(super) fn dies(act: &Act, person: PersonId) -> Result<()> {
    act.vacate(person)?;
    let name = act.person(person)?.styled();
    if act.end_debts(person)? > 0 {
        tell(act, person, format!("What was owed for {name} is owed no more."))?;
    }
    for captivity in act.captivities_of(person)? {
        hostages_go_home(act, captivity.id, &name)?;
    }
    act.set_standard(person, None)?;
    if let Some(captive) = act.captivity_of(person)? {
        act.end_captive(captive.id, CaptivityEnd::Dead)?;
    }
    act.set_state(person, PersonState::Dead)?;
    pass_on(act, person)
}

/// The hostages for a man's ransom go home, for nothing is owed for him any more.
pub(super) fn hostages_go_home(act: &Act, captive: CaptiveId, name: &str) -> Result<()> {
    for hostage in act.pledged_for(captive)? {
        let home = goes_home(act, &hostage)?;
        tell(act, hostage.person, format!("{home} goes home, who was a hostage for {name}."))?;
    }
    Ok(())
}

/// A man goes: his offices fall vacant, he lays the standard down and trains no more, and whom he held passes on.
pub(super) fn leaves(act: &Act, man: PersonId, state: PersonState) -> Result<()> {
    act.vacate(man)?;
    act.set_standard(man, None)?;
    act.set_training(man, None)?;
    act.set_state(man, state)?;
    pass_on(act, man)
}

/// Whom a man holds who may hold them no more, and what is owed to him, pass to his lord, else to whoever rules the side
/// that holds them, else to the side, until it is decided who holds them (CP-7.6). So it is when he dies, and when he is
/// taken himself, is missing, leaves or goes over: a holder is free, and of the side that holds.
pub(super) fn pass_on(act: &Act, holder: PersonId) -> Result<()> {
    let man = act.person(holder)?;
    for captive in act.held_or_owed_to(holder)? {
        if man.state.serves() && man.side == captive.holder_side {
            continue;
        }
        let mut to = None;
        for lord in [man.lord, act.side(captive.holder_side)?.lord].into_iter().flatten() {
            let lord = act.person(lord)?;
            if to.is_none() && lord.id != holder && lord.state.serves() && lord.side == captive.holder_side {
                to = Some(lord.id);
            }
        }
        act.set_holder(captive.id, captive.holder_side, to, captive.army, captive.place)?;
        act.set_heir_of(captive.id, Some(holder))?;
        let by = to.map_or(Ok(act.side(captive.holder_side)?.name), |to| act.person(to).map(|to| to.styled()))?;
        let name = act.person(captive.person)?.styled();
        let text = match captive.ended {
            None => format!("{name} was held by {}, and is held by {by} now.", man.styled()),
            Some(_) => format!("What is owed for {name} was owed to {}, and is owed to {by} now.", man.styled()),
        };
        tell(act, captive.person, text)?;
    }
    Ok(())
}

/// Writes a line of what follows of itself, for the chronicle (CP-7.6).
fn tell(act: &Act, person: PersonId, text: String) -> Result<()> {
    act.write_line(&ChronicleLine {
        day: act.day()?,
        kind: LineKind::Captive,
        text,
        clause: "CP-7.6".to_owned(),
        person: Some(person),
    })
}

/// An army is lost whole: whom it led is rescued if the victor is his side or its friend, is the victor's captive if they
/// are at war, and goes free otherwise (CP-4.4). Gives who was rescued.
pub(super) fn army_is_lost(act: &Act, army: FormationId, victor: Option<FormationId>) -> Result<Vec<PersonId>> {
    let mut rescued = Vec::new();
    for captive in act.led_by(army)? {
        if comes_to(act, &captive, victor)? {
            rescued.push(captive.person);
        }
    }
    Ok(rescued)
}

/// The same after a battle, in which each of those who were rescued is told of.
pub(super) fn are_rescued(act: &Act, army: FormationId, victor: Option<FormationId>) -> Result<()> {
    let of = act.formation(army)?.name;
    for person in army_is_lost(act, army, victor)? {
        let text = format!("{} was rescued from {of}.", act.person(person)?.styled());
        act.write_line(&ChronicleLine {
            day: act.day()?,
            kind: LineKind::Captive,
            text,
            clause: "CP-4.4".to_owned(),
            person: Some(person),
        })?;
    }
    Ok(())
}

/// A captive whose holders are beaten comes to the victor, or is free. Gives whether he was rescued.
pub(super) fn comes_to(act: &Act, captive: &Captive, victor: Option<FormationId>) -> Result<bool> {
    let own = act.person(captive.person)?.side;
    if let Some(victor) = victor {
        let to = act.formation(victor)?.side;
        if own != to && act.stance(own, to)? == Stance::War {
            if captive.hostage {
                // What he was pledged for was pledged to others.
                act.set_pledge(captive.id, None)?;
            }
            act.set_holder(captive.id, to, None, Some(victor), None)?;
            act.set_heir_of(captive.id, None)?;
            return Ok(false);
        }
    }
    release(act, captive, CaptivityEnd::Rescued)?;
    Ok(true)
}

/// Captives led by an army with nobody left in it stay in the place where it was, if that is their holders' own; nobody
/// keeps the others, and they are free. Gives each of these.
pub(super) fn led_by_nobody(act: &Act) -> Result<Vec<PersonId>> {
    let mut free = Vec::new();
    for captive in act.led_by_nobody()? {
        let at = captive.army.map(|army| act.formation(army)).transpose()?.and_then(|army| army.place);
        let own = at.map(|at| act.place(at)).transpose()?.is_some_and(|place| place.side == Some(captive.holder_side));
        match own {
            true => act.set_holder(captive.id, captive.holder_side, captive.holder, None, at)?,
            false => {
                release(act, &captive, CaptivityEnd::Escaped)?;
                free.push(captive.person);
            }
        }
    }
    Ok(free)
}

/// Puts a man back where he was taken from, if that is still one of his side's formations. From outside nobody comes into an
/// invested place (SG-2.3), but for a hostage of the terms agreed for it, who goes home (SG-3.3).
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
        let goes_home = captive.hostage && captive.pledge.is_none() && act.pledged_terms(captive.id)?.is_some();
        let shut_up_in = match act.formation(army)?.stronghold {
            Some(stronghold) if act.siege_of(stronghold)?.is_some() => Some(act.stronghold(stronghold)?.name),
            _ => None,
        };
        match shut_up_in.filter(|_| !goes_home) {
            Some(place) => tell_free_outside(act, &person, &place)?,
            None => act.set_formation(person.id, Some(from))?,
        }
    }
    Ok(())
}

fn tell_free_outside(act: &Act, man: &Person, place: &str) -> Result<()> {
    act.write_line(&ChronicleLine {
        day: act.day()?,
        kind: LineKind::Captive,
        text: format!("{} is free, and waits outside {place} while it is besieged.", man.styled()),
        clause: "SG-2.3".to_owned(),
        person: Some(man.id),
    })
}
