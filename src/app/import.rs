//! Taking a roster in (CP-6.1): every army of the file with its tree and its men, as one action.

use crate::app::naming;
use crate::app::world::sides;
use crate::campaign::armies::Level;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId, StrongholdId};
use crate::campaign::names::People;
use crate::campaign::people::{NewPerson, Service};
use crate::campaign::places::{NewPlace, PlaceKind};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::roster::{self, Roster};
use crate::rules::battle::Standard;
use crate::rules::figure::Class;
use crate::rules::telling::counted;
use crate::store::armies::NewFormation;
use crate::store::limits::MOST_PEOPLE;
use crate::store::{Act, Store};
use serde::Serialize;
use serde_json::json;

/// What an import took in.
#[derive(Clone, Debug, Serialize)]
pub struct Imported {
    /// How many men.
    pub men: u32,
    pub armies: Vec<String>,
    /// What was odd in the roster, by line.
    pub warnings: Vec<String>,
}

/// Where an army of a roster is put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub place: PlaceId,
    pub stronghold: Option<StrongholdId>,
}

/// Reads a roster and takes it in for a side, which is made if it is new. A roster with an army that the side has
/// already is refused unless `again`, which raises it a second time under another name.
pub fn import(store: &mut Store, file: &[u8], side: &str, again: bool) -> Result<Imported> {
    let roster = read(file)?;
    let side_name = side.trim();
    if side_name.is_empty() {
        return Err(Problem::bad_input("The side’s name is empty.").hint("Name the side the roster is for."));
    }
    let roster = roster.of_side(side_name);
    if roster.men.is_empty() {
        return Err(Problem::bad_input(format!("The roster has nobody of {side_name}."))
            .hint("Name the side as the roster’s column of sides does."));
    }
    store.act("import", &json!({ "side": side_name, "men": roster.men.len() }), |act| {
        let side = match act.side_named(side_name) {
            Ok(side) => side.id,
            Err(_) => act.add_side(side_name, sides::free_tincture(act)?, People::English)?,
        };
        let stand = Stand { place: mustering_place(act, side)?, stronghold: None };
        let mut names = Vec::new();
        for army in &roster.armies {
            let taken = |name: &str| {
                Ok::<_, Problem>(act.armies()?.iter().any(|known| known.side == side && known.name == name))
            };
            let mut name = army.name.clone();
            // Armies that no roster names are told apart by their sides.
            if name == roster::NO_ARMY && act.armies()?.iter().any(|known| known.side != side && known.name == name) {
                name = format!("{name} of {side_name}");
            }
            let whole = name.clone();
            if taken(&name)? {
                if !again {
                    return Err(Problem::refused(
                        format!("{side_name} has an army “{whole}” already."),
                        "Give the roster’s army another name, or import with --force to raise it a second time.",
                    ));
                }
                let mut number = 2;
                while taken(&format!("{whole} ({number})"))? {
                    number += 1;
                }
                name = format!("{whole} ({number})");
            }
            names.push(name);
        }
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        raise(act, side, roster.clone(), &|at| (named[at].to_owned(), stand))?;
        let imported = Imported {
            men: roster.men.len() as u32,
            warnings: roster.warnings.iter().map(|warning| warning.sentence.clone()).collect(),
            armies: names.clone(),
        };
        let at = act.place(stand.place)?.name;
        let men = counted(imported.men as u32, "man", "men");
        let sentence = format!("{men} of {} taken in for {side_name}, at {at}.", names.join(", "));
        Ok((imported, sentence))
    })
}

/// A roster read, or every fault in it at once.
pub fn read(file: &[u8]) -> Result<Roster> {
    roster::parse(file).map_err(|faults| {
        let sentences: Vec<&str> = faults.iter().map(|fault| fault.sentence.as_str()).collect();
        Problem::new(ProblemKind::BadInput, sentences.join("\n"))
            .hint("Nothing was taken in. Mend the roster and import it again.")
    })
}

/// Where a side's new army stands: its first place, else any of the map, else a mustering ground made for it.
fn mustering_place(act: &Act, side: SideId) -> Result<PlaceId> {
    let places = act.places()?;
    if let Some(place) = places.iter().find(|place| place.side == Some(side)).or(places.first()) {
        return Ok(place.id);
    }
    act.add_place(&NewPlace {
        name: "The muster".to_owned(),
        kind: PlaceKind::Field,
        side: None,
        x: 500,
        y: 500,
        people: 0,
        fiefs: 0,
    })
}

/// Raises every army of a roster. `named` gives an army's name and where it stands.
pub(super) fn raise(
    act: &Act,
    side: SideId,
    mut roster: Roster,
    named: &dyn Fn(usize) -> (String, Stand),
) -> Result<Vec<FormationId>> {
    let there = act.people_ever()?;
    if there + roster.men.len() as i64 > MOST_PEOPLE {
        return Err(Problem::refused(
            format!("{} more men are too many for a campaign that has had {there} people.", roster.men.len()),
            format!("A campaign has {MOST_PEOPLE} at most; take in fewer, or begin another for them."),
        ));
    }
    let mut namer = naming::entered(act, side)?;
    let given: Vec<bool> = roster.men.iter().map(|man| !man.name.is_empty()).collect();
    roster.name_men(&mut namer);
    act.expect(roster.men.len());
    let mut ids: Vec<Option<PersonId>> = vec![None; roster.men.len()];
    let mut armies = Vec::new();
    let formation = |parent, level, name: &str, ordinal: usize, stand: Option<Stand>| {
        act.add_formation(&NewFormation {
            side,
            parent,
            level,
            name,
            ordinal: ordinal as i64,
            place: stand.map(|stand| stand.place),
            stronghold: stand.and_then(|stand| stand.stronghold),
        })
    };
    for (at, army) in roster.armies.iter().enumerate() {
        let (name, stand) = named(at);
        let army_id = formation(None, Level::Army, &name, at, Some(stand))?;
        let mut commands: Vec<(FormationId, Option<usize>)> = vec![(army_id, army.commander)];
        for (at, battle) in army.battles.iter().enumerate() {
            let battle_id = formation(Some(army_id), Level::Battle, &battle.name, at, None)?;
            commands.push((battle_id, battle.commander));
            for (at, force) in battle.forces.iter().enumerate() {
                let force_id = formation(Some(battle_id), Level::Force, &force.name, at, None)?;
                commands.push((force_id, force.commander));
                for (at, unit) in force.units.iter().enumerate() {
                    // Knights who fight singly stand in their force itself.
                    let home = match unit.single {
                        true => force_id,
                        false => {
                            let unit_id = formation(Some(force_id), Level::Unit, &unit.name, at, None)?;
                            commands.push((unit_id, unit.commander));
                            unit_id
                        }
                    };
                    for man in unit.men.clone() {
                        act.step()?;
                        let row = &roster.men[man];
                        let person = act.add_person(&NewPerson {
                            side,
                            formation: Some(home),
                            name: row.name.clone(),
                            named: given[man],
                            profile: row.profile.clone(),
                            service: Service::default(),
                        })?;
                        ids[man] = Some(person);
                    }
                }
            }
        }
        for (formation, commander) in &commands {
            act.set_commander(*formation, commander.and_then(|man| ids[man]))?;
        }
        appoint_bearers(act, army_id)?;
        armies.push(army_id);
    }
    Ok(armies)
}

/// Gives the army a standard, borne by the first sergeant who is no commander (MM-8.8).
fn appoint_bearers(act: &Act, army: FormationId) -> Result<()> {
    let commanders: Vec<PersonId> = act.tree(army)?.iter().filter_map(|part| part.commander).collect();
    let bearer =
        act.men_of(army)?.into_iter().find(|man| man.profile.class == Class::Sergeant && !commanders.contains(&man.id));
    if let Some(bearer) = bearer {
        act.set_standard(bearer.id, Some(Standard::Army))?;
    }
    Ok(())
}
