//! Strongholds built, changed and pulled down, and their walls.

use super::{ByHand, as_it_was, at_most, in_the_way, name};
use crate::app::{hexes, numbers};
use crate::campaign::ids::StrongholdId;
use crate::campaign::places::{NewStronghold, Stronghold, StrongholdKind};
use crate::campaign::problem::{Problem, Result};
use crate::rules::siege::{At, Stretch};
use crate::store::world::RowOf;
use crate::store::{Act, Db, Store};
use serde_json::json;

/// The most men a stronghold may hold.
pub const MOST_MEN: u32 = 100_000;
/// The most rations a stronghold may store.
pub const MOST_RATIONS: u32 = 10_000_000;

/// Whether a stronghold can stand as it is wanted: a new one, or one that is there already.
fn fits(db: &Db, hold: &NewStronghold, already: Option<StrongholdId>) -> Result<()> {
    if let Ok(known) = db.stronghold_named(&hold.name)
        && Some(known.id) != already
    {
        return Err(Problem::refused(
            format!("There is a stronghold “{}” already.", known.name),
            "Choose another name.",
        ));
    }
    db.place(hold.place)?;
    db.side(hold.side)?;
    at_most("men of a stronghold", hold.capacity, MOST_MEN)?;
    at_most("rations of a stronghold", hold.store_capacity, MOST_RATIONS)?;
    if hold.rations > hold.store_capacity {
        return Err(Problem::refused(
            format!("{} rations do not fit in a store for {}.", hold.rations, hold.store_capacity),
            "Give the store more room, or fewer rations.",
        ));
    }
    if !(-1..=100).contains(&hold.moat_days) {
        return Err(Problem::bad_input(format!("A moat does not take {} days to fill.", hold.moat_days))
            .hint("Give 0 for none, up to 100 days, or deep for one that cannot be filled (SG-7.7)."));
    }
    Ok(())
}

/// Builds a stronghold at a place.
pub fn add(store: &mut Store, new: &NewStronghold, by: &ByHand) -> Result<StrongholdId> {
    add_on(store, new, None, by)
}

/// Builds a stronghold that is assaulted on a map of hexes; on that of its kind if none is named (SG-5).
pub fn add_on(store: &mut Store, new: &NewStronghold, map: Option<&str>, by: &ByHand) -> Result<StrongholdId> {
    store.act("add stronghold", &by.arguments(json!(new.name)), |act| {
        let new = NewStronghold { name: name(&new.name)?.to_owned(), ..new.clone() };
        fits(act, &new, None)?;
        let hold = act.add_stronghold(&new)?;
        let mapped = put_map(act, hold, map)?.map_or_else(String::new, |mapped| format!("; {mapped}"));
        let done = format!("{}, a {}, stands at {}{mapped}", new.name, new.kind, act.place(new.place)?.name);
        Ok((hold, by.sentence(act, done)?))
    })
}

/// Writes a stronghold over by hand: any of its fields. What would leave its garrison outside, or with the enemy, is
/// refused; so is moving or rebuilding one that is besieged.
pub fn edit(store: &mut Store, edited: &Stronghold, by: &ByHand) -> Result<()> {
    store.act("edit stronghold", &by.arguments(json!(edited.id)), |act| {
        let done = write_over(act, edited)?.ok_or_else(|| as_it_was(&edited.name))?;
        Ok(((), by.sentence(act, done)?))
    })
}

/// The same with the map of hexes it is assaulted on (SG-5): none is that of its kind.
pub fn edit_on(store: &mut Store, edited: &Stronghold, map: Option<&str>, by: &ByHand) -> Result<()> {
    store.act("edit stronghold", &by.arguments(json!({ "stronghold": edited.id, "map": map })), |act| {
        let (written, mapped) = (write_over(act, edited)?, put_map(act, edited.id, map)?);
        let done = match (written, mapped) {
            (None, None) => return Err(as_it_was(&edited.name)),
            (Some(written), Some(mapped)) => format!("{written}; {mapped}"),
            (written, mapped) => written.or(mapped).unwrap_or_default(),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Writes a stronghold over, and says what was done; nothing where it stays as it was.
fn write_over(act: &Act, edited: &Stronghold) -> Result<Option<String>> {
    let old = act.stronghold(edited.id)?;
    let mut edited = edited.clone();
    edited.name = name(&edited.name)?.to_owned();
    if edited == old {
        return Ok(None);
    }
    fits(act, &edited.as_new(), Some(edited.id))?;
    if (edited.place, edited.side, edited.kind) != (old.place, old.side, old.kind) {
        is_not_besieged(act, &old)?;
    }
    let inside: Vec<_> = act.armies()?.into_iter().filter(|army| army.stronghold == Some(old.id)).collect();
    if let Some(army) = inside.first().filter(|_| edited.place != old.place || edited.side != old.side) {
        return Err(Problem::refused(
            format!("{} is in {}.", army.name, old.name),
            "Bring every army out of it first.",
        ));
    }
    let counts = act.army_counts()?;
    let men: u32 = inside.iter().filter_map(|army| counts.get(&army.id)).map(|count| count.men).sum();
    if edited.capacity < men.min(old.capacity) {
        return Err(Problem::refused(
            format!("{men} men are in {}, which would hold {}.", old.name, edited.capacity),
            format!("Give it room for at least {men}, or bring some of them out."),
        ));
    }
    act.edit_stronghold(&edited)?;
    let done = match edited.name == old.name {
        true => format!("{} was changed by hand", old.name),
        false => format!("{} is now called {}", old.name, edited.name),
    };
    Ok(Some(done))
}

fn is_not_besieged(act: &Act, hold: &Stronghold) -> Result<()> {
    match act.siege_of(hold.id)? {
        None => Ok(()),
        Some(_) => Err(Problem::refused(
            format!("{} is besieged, so neither its place, its side nor its kind changes by hand.", hold.name),
            "End the siege first.",
        )),
    }
}

/// Damages a stretch of wall by hand, or makes it whole again (SG-1.4). Line and stretch count from 0, the outer ramparts
/// first.
pub fn set_wall(store: &mut Store, hold: StrongholdId, at: At, stretch: Stretch, by: &ByHand) -> Result<()> {
    store.act("edit wall", &by.arguments(json!({ "stronghold": hold, "at": at, "stretch": stretch })), |act| {
        let known = act.stronghold(hold)?;
        let tables = numbers::siege(act)?;
        let most = &tables.walls;
        let lines = match known.kind {
            StrongholdKind::BorderCastle => &most.border_castle,
            StrongholdKind::BaronsCastle => &most.castle,
            StrongholdKind::Town => &most.town,
        };
        let Some(stretches) = lines.get(usize::from(at.line)) else {
            return Err(Problem::refused(
                format!("{} has {} lines of wall (SG-1.5).", known.name, lines.len()),
                format!("Name a line from 1 to {}.", lines.len()),
            ));
        };
        if at.stretch >= *stretches {
            return Err(Problem::refused(
                format!("That line of {} has {stretches} stretches (SG-1.5).", known.name),
                format!("Name a stretch from 1 to {stretches}."),
            ));
        }
        if stretch.outer > most.outer || stretch.inner > most.inner {
            return Err(Problem::refused(
                format!("A stretch takes {} damages outside and {} inside (SG-1.4).", most.outer, most.inner),
                "Give no more than that.",
            ));
        }
        let was =
            act.walls(hold)?.into_iter().find(|(known, _)| *known == at).map_or(Stretch::default(), |(_, was)| was);
        if was == stretch {
            return Err(as_it_was("That stretch"));
        }
        act.set_wall(hold, at, stretch)?;
        let done = match stretch == Stretch::default() {
            true => format!("Stretch {} of line {} of {} is whole", at.stretch + 1, at.line + 1, known.name),
            false => format!(
                "Stretch {} of line {} of {} has {} damages outside and {} inside",
                at.stretch + 1,
                at.line + 1,
                known.name,
                stretch.outer,
                stretch.inner
            ),
        };
        Ok(((), by.sentence(act, done)?))
    })
}

/// Has a stronghold name the map of hexes it is assaulted on (SG-5), one that ships or the referee's own; without one it is
/// that of its kind.
pub fn set_map(store: &mut Store, hold: StrongholdId, asked: Option<&str>, by: &ByHand) -> Result<()> {
    store.act("stronghold map", &by.arguments(json!({ "stronghold": hold, "map": asked })), |act| {
        let known = act.stronghold(hold)?.name;
        let done = put_map(act, hold, asked)?.ok_or_else(|| as_it_was(&known))?;
        Ok(((), by.sentence(act, done)?))
    })
}

/// Has a stronghold name its map, and says so; nothing where it is the one it names. One it names that is no longer there
/// may stay.
fn put_map(act: &Act, hold: StrongholdId, asked: Option<&str>) -> Result<Option<String>> {
    let (known, before) = (act.stronghold(hold)?, act.map_of_stronghold(hold)?);
    if before.as_deref() == asked {
        return Ok(None);
    }
    let map = asked.map(hexes::listed).transpose()?.map(|map| map.name.clone());
    if before == map {
        return Ok(None);
    }
    act.set_stronghold_map(hold, map.as_deref())?;
    Ok(Some(match &map {
        Some(map) => format!("{} is assaulted on the map “{map}”", known.name),
        None => format!("{} is assaulted on the map of its kind, “{}”", known.name, hexes::of_kind(known.kind)),
    }))
}

/// Pulls a stronghold down: its damaged walls go with it. One with armies in it, or with a siege, stays.
pub fn remove(store: &mut Store, hold: StrongholdId, by: &ByHand) -> Result<()> {
    store.act("remove stronghold", &by.arguments(json!(hold)), |act| {
        let old = act.stronghold(hold)?;
        if let Some(ways) = in_the_way(act, RowOf::Stronghold(hold), &["wall"])? {
            return Err(Problem::refused(
                format!("{} cannot be pulled down: it has {ways}.", old.name),
                "Bring its armies out; one that was besieged stays, and may be renamed.",
            ));
        }
        act.remove_stronghold(hold)?;
        Ok(((), by.sentence(act, format!("{} was pulled down", old.name))?))
    })
}
