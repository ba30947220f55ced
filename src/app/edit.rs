//! A man edited by hand, with a reason that is kept (CP-7.7): any of his fields, and what has become of him.

use crate::app::release;
use crate::app::world::{ByHand, persons};
use crate::campaign::ids::SideId;
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::store::{Act, Db, Store};
use serde_json::json;

/// What has become of a man, by the referee's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// As it was.
    AsHeIs,
    /// Fit, and with nobody if he was not with anybody.
    Fit,
    Wounded,
    Missing,
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
pub fn person(store: &mut Store, edited: &Person, becomes: Becomes, by: &ByHand) -> Result<()> {
    store.act("edit person", &by.arguments(json!(edited.id)), |act| {
        let old = act.person(edited.id)?;
        if edited.name.trim().is_empty() {
            return Err(Problem::bad_input("The name is empty.").hint("Type a name."));
        }
        let mut edited = edited.clone();
        edited.name = edited.name.trim().to_owned();
        edited.profile = persons::lawful(&edited.profile)?;
        if let Some(lord) = edited.lord {
            act.person(lord)?;
            if lord == edited.id {
                return Err(Problem::refused(
                    format!("{} cannot be his own lord.", old.styled()),
                    "Choose another, or nobody.",
                ));
            }
        }
        act.edit_person(&edited)?;
        act.set_service(edited.id, edited.service)?;
        become_of(act, &edited, becomes)?;
        Ok(((), by.sentence(act, format!("{} was changed by hand", old.styled()))?))
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
            let state = if becomes == Becomes::Left { PersonState::Left } else { PersonState::Missing };
            release::leaves(act, man.id, state)?;
            release::led_by_nobody(act).map(drop)
        }
        Becomes::CaptiveOf(side) => {
            if side == man.side {
                return Err(Problem::refused(
                    format!("{} is of that side.", man.styled()),
                    "Choose the side that holds him.",
                ));
            }
            let with = man.formation.map(|formation| act.formation(formation)).transpose()?;
            let at = with.map(|with| act.formation(with.army)).transpose()?.and_then(|army| army.place);
            let kept = release::kept_by(act, side, None, at)?;
            release::captured(act, man, side, kept)
        }
    }
}
