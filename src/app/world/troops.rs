//! Armies raised empty, and formations changed and taken out by hand.

use super::{ByHand, as_it_was, at_most, in_the_way, name};
use crate::app::{march, siege, ways};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, PlaceId, SideId, StrongholdId};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::ContactState;
use crate::store::armies::NewFormation;
use crate::store::journal::fold;
use crate::store::world::RowOf;
use crate::store::{Act, Db, Store};
use serde_json::json;

fn army_name_is_free(db: &Db, side: SideId, name: &str, own: Option<FormationId>) -> Result<()> {
    let taken = |army: &Formation| army.side == side && army.name == name && Some(army.id) != own;
    match db.armies()?.iter().any(taken) {
        true => Err(Problem::refused(
            format!("There is an army “{name}” already."),
            "Choose a name that no other army of the side has.",
        )),
        false => Ok(()),
    }
}

/// Raises an army with nobody in it, at a place or in a stronghold there.
pub fn add_army(
    store: &mut Store,
    side: SideId,
    called: &str,
    place: PlaceId,
    stronghold: Option<StrongholdId>,
    by: &ByHand,
) -> Result<FormationId> {
    store.act("add army", &by.arguments(json!({ "side": side, "name": called })), |act| {
        let called = name(called)?;
        let realm = act.side(side)?;
        army_name_is_free(act, side, called, None)?;
        let at = act.place(place)?.name;
        let ordinal = act.armies()?.iter().filter(|army| army.side == side).count() as i64;
        let new = NewFormation {
            side,
            parent: None,
            level: Level::Army,
            name: called,
            ordinal,
            place: Some(place),
            stronghold: None,
        };
        let army = act.add_formation(&new)?;
        if let Some(stronghold) = stronghold {
            march::fits(act, army, &act.stronghold(stronghold)?)?;
            act.set_army_place(army, place, Some(stronghold))?;
        }
        Ok((army, by.sentence(act, format!("{called}, an army of {}, gathers at {at}", realm.name))?))
    })
}

/// Writes a formation over by hand: its name, its place among its like, and for an army where it stands, its train, and the
/// weeks it has gone unpaid and hungry. What it is part of, and who commands it, changes by orders of their own.
pub fn edit(store: &mut Store, edited: &Formation, by: &ByHand) -> Result<()> {
    store.act("edit formation", &by.arguments(json!(edited.id)), |act| {
        let old = act.formation(edited.id)?;
        let edited = Formation { name: name(&edited.name)?.to_owned(), ..edited.clone() };
        if edited == old {
            return Err(as_it_was(&old.name));
        }
        if old.level == Level::Army && edited.name != old.name {
            army_name_is_free(act, old.side, &edited.name, Some(old.id))?;
        }
        at_most("weeks without pay", edited.unpaid_weeks, 10_000)?;
        at_most("weeks of hunger", edited.hungry_weeks, 10_000)?;
        let of_an_army = (edited.unpaid_weeks, edited.hungry_weeks, edited.train, edited.place, edited.stronghold)
            != (old.unpaid_weeks, old.hungry_weeks, old.train, old.place, old.stronghold);
        if of_an_army && old.level != Level::Army {
            return Err(Problem::refused(
                format!("{} is part of an army, and stands, eats and is paid with it.", old.name),
                "Change the army, or part it from the army first.",
            ));
        }
        act.edit_formation(&edited)?;
        if (edited.place, edited.stronghold) != (old.place, old.stronghold) {
            put(act, &old, edited.place, edited.stronghold)?;
        }
        let done = match (edited.name == old.name, edited.place == old.place, edited.place) {
            (true, false, Some(place)) => format!("{} was put at {} by hand", old.name, act.place(place)?.name),
            (true, _, _) => format!("{} was changed by hand", old.name),
            (false, _, _) => format!("{} is now called {}", old.name, edited.name),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Puts an army somewhere else, whatever lies between. Its orders and its contacts end.
pub(super) fn put(act: &Act, army: &Formation, place: Option<PlaceId>, stronghold: Option<StrongholdId>) -> Result<()> {
    let Some(place) = place else {
        return Err(Problem::bad_input("An army stands somewhere.").hint("Name a place."));
    };
    siege::barred(act, army)?;
    act.place(place)?;
    let faced = act.waiting_at_sieges(army.id)?;
    ways::leave_field(act, army.id, ContactState::Lapsed)?;
    act.set_march(army.id, None)?;
    act.set_army_place(army.id, place, None)?;
    siege::come_apart(act, &faced)?;
    if let Some(stronghold) = stronghold {
        march::fits(act, army.id, &act.stronghold(stronghold)?)?;
        act.set_army_place(army.id, place, Some(stronghold))?;
    }
    Ok(())
}

/// Takes a formation with nobody in it out of the tree, with the empty ones under it.
pub fn remove(store: &mut Store, formation: FormationId, by: &ByHand) -> Result<()> {
    store.act("remove formation", &by.arguments(json!(formation)), |act| {
        let old = act.formation(formation)?;
        let men = act.men_of(formation)?.len();
        if men > 0 {
            return Err(Problem::refused(
                format!("{} cannot be taken out: {men} are in it.", old.name),
                "Move its men elsewhere or retire them first.",
            ));
        }
        let mut under = act.below(formation)?;
        // Those under a formation came after it.
        under.sort_unstable();
        for part in under.into_iter().rev() {
            act.set_commander(part, None)?;
            if let Some(ways) = in_the_way(act, RowOf::Formation(part), &["march", "train"])? {
                return Err(Problem::refused(
                    format!("{} cannot be taken out: {ways} name it.", act.formation(part)?.name),
                    "It stays, empty, for their sake; it may be renamed.",
                ));
            }
            act.remove_army(part)?;
        }
        Ok(((), by.sentence(act, format!("{} was taken out of the armies", old.name))?))
    })
}

/// A formation by its name: an army's, or an army's and those of parts of it, parted by ` / `, as in
/// `Host of Estmark / Van / Archers`. Levels between may be left out where the name is one part's alone.
pub fn named(db: &Db, path: &str) -> Result<Formation> {
    if let Ok(army) = db.army_named(path) {
        return Ok(army);
    }
    let mut parts = path.split('/').map(str::trim);
    let mut at = db.army_named(parts.next().unwrap_or_default())?;
    let tree = db.tree(at.army)?;
    for part in parts {
        let inside = db.below(at.id)?;
        let within: Vec<&Formation> =
            tree.iter().filter(|known| known.id != at.id && inside.contains(&known.id)).collect();
        let found: Vec<&Formation> = within.iter().copied().filter(|known| fold(&known.name) == fold(part)).collect();
        let nearest: Vec<&Formation> = found.iter().copied().filter(|known| known.parent == Some(at.id)).collect();
        at = match (nearest.as_slice(), found.as_slice()) {
            ([one], _) | (_, [one]) => (*one).clone(),
            (_, []) => {
                let names: Vec<&str> = within.iter().map(|known| known.name.as_str()).collect();
                return Err(Problem::new(
                    crate::campaign::problem::ProblemKind::NotFound,
                    format!("{} has no part “{part}”.", at.name),
                )
                .hint(match names.is_empty() {
                    true => "Nothing stands under it.".to_owned(),
                    false => format!("Under it stand {}.", names.join(", ")),
                }));
            }
            _ => {
                return Err(Problem::refused(
                    format!("{} has more than one part “{part}”.", at.name),
                    "Name what it stands under too, as in “Army / Battle / Force / Unit”.",
                ));
            }
        };
    }
    Ok(at)
}
