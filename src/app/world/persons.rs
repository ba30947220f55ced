//! People entered, retired and taken out by hand. To change one, see [`edit`](crate::app::edit).

use super::{ByHand, at_most, in_the_way, name};
use crate::app::{naming, release};
use crate::campaign::ids::{FormationId, PersonId, SideId};
use crate::campaign::people::{NewPerson, PersonState, Service};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Grade, Profile, Rank};
use crate::store::world::RowOf;
use crate::store::{Db, Store};
use serde_json::json;

/// The most men entered at once.
pub const MOST_AT_ONCE: u32 = 10_000;

/// Men about to be entered: one of a name, or many alike named from the period lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMen {
    pub side: SideId,
    /// The formation they join.
    pub formation: Option<FormationId>,
    /// The one man's name; empty for names from the lists.
    pub name: String,
    /// What each is and has.
    pub profile: Profile,
    /// How many.
    pub count: u32,
}

/// A profile as the book allows it: a grade within the class (MM-1.1), a rank for knights and no others.
pub(crate) fn lawful(profile: &Profile) -> Result<Profile> {
    if !profile.grade.allowed(profile.class) {
        let (lowest, highest) = Grade::within(profile.class);
        return Err(Problem::refused(
            format!("A {} cannot be of grade {} (MM-1.1).", profile.class, profile.grade),
            format!("Choose a grade from {lowest} to {highest}, or another class."),
        ));
    }
    let rank = match (profile.class, profile.rank) {
        (Class::Knight, Rank::None) => Rank::Knight,
        (Class::Knight, rank) => rank,
        _ => Rank::None,
    };
    Ok(Profile { rank, ..profile.clone() })
}

/// Enters men by hand: one by name, or many alike.
pub fn add(store: &mut Store, new: &NewMen, by: &ByHand) -> Result<Vec<PersonId>> {
    let about = json!({ "side": new.side, "count": new.count, "name": new.name });
    store.act("add people", &by.arguments(about), |act| {
        let side = act.side(new.side)?;
        if new.count == 0 {
            return Err(Problem::bad_input("Nobody is entered.").hint("Enter one man or more."));
        }
        at_most("men entered at once", new.count, MOST_AT_ONCE)?;
        let given = !new.name.trim().is_empty();
        if given && new.count > 1 {
            return Err(Problem::refused(
                format!("{} men cannot all be called {}.", new.count, new.name.trim()),
                "Leave the name out to have them named from the period lists, or enter one.",
            ));
        }
        let formation = new.formation.map(|formation| act.formation(formation)).transpose()?;
        if let Some(formation) = formation.as_ref().filter(|formation| formation.side != new.side) {
            return Err(Problem::refused(
                format!("{} serves another side than {}.", formation.name, side.name),
                "Choose a formation of the side.",
            ));
        }
        let profile = lawful(&new.profile)?;
        let mut namer = naming::entered(act, new.side)?;
        let mut men = Vec::new();
        for _ in 0..new.count {
            let called = if given { name(&new.name)?.to_owned() } else { namer.name(profile.class) };
            men.push(act.add_person(&NewPerson {
                side: new.side,
                formation: new.formation,
                name: called,
                named: given,
                profile: profile.clone(),
                service: Service::default(),
            })?);
        }
        let who = match given {
            true => act.person(men[0])?.styled(),
            false if men.len() == 1 => format!("A {}", profile.class),
            false => format!("{} {}s", men.len(), profile.class),
        };
        let whither =
            formation.map_or(format!("enters {}", side.name), |formation| format!("joins {}", formation.name));
        let whither =
            if men.len() > 1 { whither.replacen("joins", "join", 1).replacen("enters", "enter", 1) } else { whither };
        Ok((men, by.sentence(act, format!("{who} {whither}"))?))
    })
}

/// Retires men: they leave for good, and what they commanded is vacant.
pub fn retire(store: &mut Store, men: &[PersonId], by: &ByHand) -> Result<()> {
    store.act("retire men", &by.arguments(json!(men)), |act| {
        for man in men {
            may_leave(act, *man)?;
            release::leaves(act, *man, PersonState::Left)?;
        }
        release::led_by_nobody(act)?;
        let done = match men {
            [] => return Err(Problem::refused("Nobody was chosen to retire.", "Choose one or more men.")),
            [one] => format!("{} retired", act.person(*one)?.styled()),
            many => format!("{} men retired", many.len()),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Whether a man may leave for good: he serves, and nobody holds him.
pub(crate) fn may_leave(db: &Db, man: PersonId) -> Result<()> {
    let person = db.person(man)?;
    match person.state {
        PersonState::Fit | PersonState::Wounded | PersonState::Missing => Ok(()),
        PersonState::Captive | PersonState::Labourer => {
            Err(Problem::refused(format!("{} is a captive.", person.styled()), "Free or ransom him first."))
        }
        PersonState::Dead | PersonState::Left => {
            Err(Problem::refused(format!("{} is {} already.", person.styled(), person.state), "Choose one who serves."))
        }
    }
}

/// Takes out a man who was entered by mistake and has done nothing. His commands fall vacant.
pub fn remove(store: &mut Store, man: PersonId, by: &ByHand) -> Result<()> {
    store.act("remove person", &by.arguments(json!(man)), |act| {
        let person = act.person(man)?;
        act.vacate(man)?;
        if let Some(ways) = in_the_way(act, RowOf::Person(man), &[])? {
            return Err(Problem::refused(
                format!("{} cannot be taken out: he has {ways}.", person.styled()),
                "Retire him instead; a man with a history stays in the book.",
            ));
        }
        act.remove_person(man)?;
        Ok(((), by.sentence(act, format!("{} was taken out of the book", person.styled()))?))
    })
}
