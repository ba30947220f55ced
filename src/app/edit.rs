//! A man edited by hand, with a reason that is kept (CP-7.7): any of his fields, and what has become of him.

use crate::app::release;
use crate::campaign::ids::SideId;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Grade, Rank};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What has become of a man, by the referee's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// As it was.
    AsHeIs,
    /// Fit, and with nobody if he was not with anybody.
    Fit,
    /// Wounded.
    Wounded,
    /// Missing.
    Missing,
    /// Dead.
    Dead,
    /// Gone.
    Left,
    /// A captive of a side, taken today.
    CaptiveOf(SideId),
}

/// What may become of a man by hand, each in words; as he is stands first.
pub fn choices(db: &Db, person: &Person) -> Result<Vec<(String, Becomes)>> {
    let mut choices = vec![(person.state.to_string(), Becomes::AsHeIs)];
    if let Some(held) = db.captivity_of(person.id)? {
        choices[0].0 = format!("{} of {}", person.state, db.side(held.holder_side)?.name);
        choices.push((PersonState::Dead.to_string(), Becomes::Dead));
        return Ok(choices);
    }
    let states = [
        (PersonState::Fit, Becomes::Fit),
        (PersonState::Wounded, Becomes::Wounded),
        (PersonState::Missing, Becomes::Missing),
        (PersonState::Dead, Becomes::Dead),
        (PersonState::Left, Becomes::Left),
    ];
    let others = states.into_iter().filter(|(state, _)| *state != person.state);
    choices.extend(others.map(|(state, becomes)| (state.to_string(), becomes)));
    for side in db.sides()?.into_iter().filter(|side| side.id != person.side) {
        choices.push((format!("captive of {}", side.name), Becomes::CaptiveOf(side.id)));
    }
    Ok(choices)
}

/// Edits a man by hand (CP-7.7). A class brings its limits (MM-1.1) and, for who is no knight, no rank.
pub fn person(store: &mut Store, edited: &Person, becomes: Becomes, reason: &str) -> Result<()> {
    store.act("edit person", &json!({ "person": edited.id, "reason": reason }), |act| {
        let old = act.person(edited.id)?;
        if edited.name.trim().is_empty() {
            return Err(Problem::bad_input("The name is empty.").hint("Type a name."));
        }
        if !edited.profile.grade.allowed(edited.profile.class) {
            let (lowest, highest) = Grade::within(edited.profile.class);
            return Err(Problem::refused(
                format!("A {} cannot be of grade {} (MM-1.1).", edited.profile.class, edited.profile.grade),
                format!("Choose a grade from {lowest} to {highest}, or another class."),
            ));
        }
        let mut edited = edited.clone();
        edited.name = edited.name.trim().to_owned();
        edited.profile.rank = match (edited.profile.class, edited.profile.rank) {
            (Class::Knight, Rank::None) => Rank::Knight,
            (Class::Knight, rank) => rank,
            _ => Rank::None,
        };
        act.edit_person(&edited)?;
        become_of(act, &edited, becomes)?;
        let why = if reason.trim().is_empty() { String::new() } else { format!(": {}", reason.trim()) };
        Ok(((), format!("{} was changed by hand{why}.", old.styled())))
    })
}

fn become_of(act: &Act, man: &Person, becomes: Becomes) -> Result<()> {
    let held = act.captivity_of(man.id)?;
    if held.is_some() && !matches!(becomes, Becomes::AsHeIs | Becomes::Dead) {
        return Err(Problem::refused(
            format!("{} is a captive.", man.styled()),
            "Free, ransom or recruit him on the page of captives.",
        ));
    }
    match becomes {
        Becomes::AsHeIs => Ok(()),
        Becomes::Fit => act.set_state(man.id, PersonState::Fit),
        Becomes::Wounded => {
            act.set_state(man.id, PersonState::Wounded)?;
            act.set_wound(man.id, true)
        }
        Becomes::Dead => release::dies(act, man.id),
        Becomes::Missing | Becomes::Left => {
            act.vacate(man.id)?;
            act.set_standard(man.id, None)?;
            act.set_state(man.id, if becomes == Becomes::Left { PersonState::Left } else { PersonState::Missing })
        }
        Becomes::CaptiveOf(side) => {
            if side == man.side {
                return Err(Problem::refused(
                    format!("{} is of that side.", man.styled()),
                    "Choose the side that holds him.",
                ));
            }
            release::captured(act, man, side, None)
        }
    }
}
