//! Armies put in order: the tree, its roster, and moving men and formations about (CP-1.1, MM-1.4).

use crate::app::{commands, siege};
use crate::campaign::armies::{Count, Formation, Level};
use crate::campaign::ids::{FormationId, PersonId, SideId};
use crate::campaign::people::{Person, PersonState, precedence};
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::Class;
use crate::rules::telling::{a, counted};
use crate::store::armies::NewFormation;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A line of the list of armies.
#[derive(Clone, Debug, Serialize)]
pub struct ArmyLine {
    pub id: FormationId,
    pub name: String,
    /// Its side's name.
    pub side: String,
    /// Where it is.
    pub place: ArmyPlace,
    /// Men who serve in it.
    pub men: u32,
    /// The counts behind that.
    pub count: Count,
    /// Its commander, styled; empty if there is none.
    pub commander: String,
    /// Where it marches to; empty if it stands.
    pub marching_to: String,
    /// Captives led with it.
    pub captives: u32,
    /// Weeks without pay.
    pub unpaid_weeks: u32,
    /// Weeks gone hungry.
    pub hungry_weeks: u32,
}

#[derive(Clone, Debug, Serialize)]
pub struct TreeLine {
    /// The formation.
    pub id: FormationId,
    pub level: Level,
    /// How deep it stands, 0 for the army.
    pub depth: u32,
    pub name: String,
    /// Its commander, styled; empty if the office is vacant.
    pub commander: String,
    /// Men in it and below.
    pub count: Count,
}

/// A row of a roster.
#[derive(Clone, Debug, Serialize)]
pub struct RosterLine {
    /// The man.
    pub person: Person,
    /// The formation he is in.
    pub unit: String,
    /// What he commands, in words; empty if nothing.
    pub commands: String,
}

pub fn armies(db: &Db) -> Result<Vec<ArmyLine>> {
    let sides: BTreeMap<SideId, String> = db.sides()?.into_iter().map(|side| (side.id, side.name)).collect();
    let counts = db.army_counts()?;
    let marches = db.marches()?;
    let captives = db.captives(false)?;
    db.armies()?
        .into_iter()
        .map(|army| {
            let count = counts.get(&army.id).copied().unwrap_or_default();
            let march = marches.iter().find(|march| march.army == army.id);
            let marching_to = match march.and_then(|march| march.path.last()) {
                Some(place) => db.place(*place)?.name,
                None => String::new(),
            };
            Ok(ArmyLine {
                id: army.id,
                side: sides.get(&army.side).cloned().unwrap_or_default(),
                place: whereabouts(db, &army)?,
                men: count.men,
                count,
                commander: commander_of(db, &army)?,
                marching_to,
                captives: captives.iter().filter(|line| line.captive.army == Some(army.id)).count() as u32,
                unpaid_weeks: army.unpaid_weeks,
                hungry_weeks: army.hungry_weeks,
                name: army.name,
            })
        })
        .collect()
}

/// Where an army is. It is shown as it stands in a list: a place by its bare name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ArmyPlace {
    /// Nowhere on the map.
    #[default]
    Nowhere,
    /// In a stronghold.
    In(String),
    At(String),
    /// So many miles past a place, on the way to another.
    Past(u32, String, String),
}

impl fmt::Display for ArmyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArmyPlace::Nowhere => Ok(()),
            ArmyPlace::In(stronghold) => write!(f, "in {stronghold}"),
            ArmyPlace::At(place) => f.write_str(place),
            ArmyPlace::Past(miles, place, next) => write!(f, "{miles} miles past {place} on the way to {next}"),
        }
    }
}

/// In words.
impl Serialize for ArmyPlace {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ArmyPlace {
    /// The same within a sentence: `at Thornford`.
    pub fn phrase(&self) -> String {
        match self {
            ArmyPlace::At(place) => format!("at {place}"),
            other => other.to_string(),
        }
    }
}

/// Where an army is: a place, a stronghold there, or the road.
pub fn whereabouts(db: &Db, army: &Formation) -> Result<ArmyPlace> {
    if let Some(stronghold) = army.stronghold {
        return Ok(ArmyPlace::In(db.stronghold(stronghold)?.name));
    }
    let Some(place) = army.place else { return Ok(ArmyPlace::Nowhere) };
    let place = db.place(place)?.name;
    Ok(match db.march(army.id)? {
        Some(march) if march.miles_done > 0 => ArmyPlace::Past(march.miles_done, place, db.place(march.path[0])?.name),
        _ => ArmyPlace::At(place),
    })
}

fn commander_of(db: &Db, formation: &Formation) -> Result<String> {
    Ok(match formation.commander {
        Some(commander) => db.person(commander)?.styled(),
        None => String::new(),
    })
}

/// An army's tree with the men in each part counted.
pub fn tree(db: &Db, army: FormationId) -> Result<Vec<TreeLine>> {
    counted_tree(db, army, &db.counts()?)
}

/// An army's tree with counts taken before, which costs as much for one army as for all.
pub(super) fn counted_tree(db: &Db, army: FormationId, counts: &BTreeMap<FormationId, Count>) -> Result<Vec<TreeLine>> {
    let tree = db.tree(army)?;
    let mut depths: BTreeMap<FormationId, u32> = BTreeMap::new();
    let mut totals: BTreeMap<FormationId, Count> = BTreeMap::new();
    for formation in &tree {
        let depth = formation.parent.and_then(|parent| depths.get(&parent)).map_or(0, |depth| depth + 1);
        depths.insert(formation.id, depth);
    }
    for formation in tree.iter().rev() {
        let own = counts.get(&formation.id).copied().unwrap_or_default();
        let total = totals.entry(formation.id).or_default();
        total.add(own);
        let total = *total;
        if let Some(parent) = formation.parent {
            totals.entry(parent).or_default().add(total);
        }
    }
    tree.iter()
        .map(|formation| {
            Ok(TreeLine {
                id: formation.id,
                level: formation.level,
                depth: depths[&formation.id],
                name: formation.name.clone(),
                commander: commander_of(db, formation)?,
                count: totals[&formation.id],
            })
        })
        .collect()
}

/// Everyone in a formation and below: by unit in the tree's order, in each the commander first, then by class,
/// rank and grade.
pub fn roster(db: &Db, formation: FormationId) -> Result<Vec<RosterLine>> {
    let army = db.formation(formation)?.army;
    let tree = db.tree(army)?;
    let order: BTreeMap<FormationId, usize> = tree.iter().enumerate().map(|(at, part)| (part.id, at)).collect();
    let commands: BTreeMap<PersonId, Vec<&Formation>> = tree.iter().fold(BTreeMap::new(), |mut map, part| {
        if let Some(commander) = part.commander {
            map.entry(commander).or_default().push(part);
        }
        map
    });
    let mut lines: Vec<RosterLine> = db
        .men_of(formation)?
        .into_iter()
        .map(|person| RosterLine {
            unit: person.formation.and_then(|id| order.get(&id)).map_or(String::new(), |at| tree[*at].name.clone()),
            commands: commands.get(&person.id).map_or(String::new(), |parts| {
                parts.iter().map(|part| format!("{} of {}", part.level, part.name)).collect::<Vec<_>>().join(", ")
            }),
            person,
        })
        .collect();
    lines.sort_by_key(|line| {
        let man = &line.person;
        let at = man.formation.and_then(|id| order.get(&id)).copied();
        (at, line.commands.is_empty(), std::cmp::Reverse(precedence(&man.profile)), man.id)
    });
    Ok(lines)
}

/// Puts men into a formation, many at once.
pub fn move_men(store: &mut Store, men: &[PersonId], to: FormationId) -> Result<()> {
    store.act("move men", &json!({ "men": men, "to": to }), |act| {
        let moved = put_in(act, men, to)?;
        let target = act.formation(to)?;
        if moved == 0 {
            return Err(Problem::refused(
                format!("They are in {} already.", target.name),
                "Choose men of another unit, or another unit for these.",
            ));
        }
        let whom = match men {
            [one] => act.person(*one)?.styled(),
            _ => counted(moved as u32, "man", "men"),
        };
        Ok(((), format!("{whom} moved to {}.", target.name)))
    })
}

/// Puts men into a formation within an action; gives how many were not there yet.
pub(in crate::app) fn put_in(act: &Act, men: &[PersonId], to: FormationId) -> Result<u32> {
    let target = act.formation(to)?;
    keep_pace(act, men, target.army)?;
    let mut moved = 0;
    for man in men {
        let mut person = act.person(*man)?;
        if person.state == PersonState::Missing {
            // Moving a missing man to a unit is how he comes back.
            act.set_state(*man, if person.wounded { PersonState::Wounded } else { PersonState::Fit })?;
            person = act.person(*man)?;
        }
        may_join(act, &person, &target)?;
        if person.formation == Some(to) {
            continue;
        }
        leave_offices_outside(act, &person, &target)?;
        act.set_formation(*man, Some(to))?;
        moved += 1;
    }
    Ok(moved)
}

/// Men who go to another army have eaten up to the same day as that: who is behind eats it (SG-2.2).
fn keep_pace(act: &Act, men: &[PersonId], to: FormationId) -> Result<()> {
    let mut come: BTreeMap<FormationId, Vec<Person>> = BTreeMap::new();
    for man in men {
        let person = act.person(*man)?;
        if let Some(from) = person.formation {
            come.entry(act.formation(from)?.army).or_default().push(person);
        }
    }
    for (from, men) in come.into_iter().filter(|(from, _)| *from != to) {
        siege::men_keep_pace(act, &men, &act.formation(from)?, &act.formation(to)?)?;
    }
    Ok(())
}

/// Whether a man may join a formation: he serves, on its side, and is where it is.
fn may_join(db: &Db, person: &Person, target: &Formation) -> Result<()> {
    if !person.state.serves() {
        return Err(Problem::refused(
            format!("{} is {}, so he cannot serve in {}.", person.styled(), person.state, target.name),
            match person.state {
                PersonState::Captive | PersonState::Labourer => "He can when he is free again.",
                _ => "Edit his state first if that is a mistake.",
            },
        ));
    }
    if person.side != target.side {
        return Err(Problem::refused(
            format!("{} serves another side than {}.", person.styled(), target.name),
            "A man changes sides by being captured and recruited.",
        ));
    }
    let to = db.formation(target.army)?;
    match person.formation {
        Some(from) => together(db, &db.formation(db.formation(from)?.army)?, &to),
        None => not_shut_in(db, person, &to),
    }
}

/// Refuses to have a man who is with no army join one inside an invested place: nobody walks in (SG-2.3).
fn not_shut_in(db: &Db, person: &Person, to: &Formation) -> Result<()> {
    match to.stronghold {
        Some(stronghold) if siege::invested(db, stronghold)? => Err(Problem::refused(
            format!(
                "{} is outside, and {} is shut up in {}.",
                person.styled(),
                to.name,
                db.stronghold(stronghold)?.name
            ),
            "Move him when the siege is over, or to an army that is not shut up.",
        )),
        _ => Ok(()),
    }
}

fn together(db: &Db, from: &Formation, to: &Formation) -> Result<()> {
    let on_the_way = |army: &Formation| Ok::<_, Problem>(db.march(army.id)?.is_some_and(|march| march.miles_done > 0));
    if from.id != to.id && (from.place != to.place || on_the_way(from)? || on_the_way(to)?) {
        return Err(Problem::refused(
            format!(
                "{} is {} and {} is {}.",
                from.name,
                whereabouts(db, from)?.phrase(),
                to.name,
                whereabouts(db, to)?.phrase()
            ),
            "March one to the other first.",
        ));
    }
    // Walls part two armies in one place while a siege lies about them (SG-2.3), and so does the siege itself.
    let walls = from.stronghold != to.stronghold
        && [from.stronghold, to.stronghold]
            .into_iter()
            .flatten()
            .try_fold(false, |any, known| Ok::<_, Problem>(any || siege::invested(db, known)?))?;
    let part = |army: &Formation| -> Result<_> {
        Ok(db
            .siege_armies()?
            .into_iter()
            .find(|member| member.army == army.id)
            .map(|member| (member.siege, member.part)))
    };
    let (one, other) = (part(from)?, part(to)?);
    if walls || one.is_some() && other.is_some() && one != other {
        return Err(Problem::refused(
            format!("A siege lies between {} and {}.", from.name, to.name),
            "Nobody comes through the lines but by a sortie, by night or as a convoy.",
        ));
    }
    Ok(())
}

/// Leaves vacant what a man commands, unless it is above the formation he goes to or the formation itself.
fn leave_offices_outside(act: &Act, person: &Person, target: &Formation) -> Result<()> {
    let mut above = BTreeSet::new();
    let mut at = Some(target.clone());
    while let Some(formation) = at.filter(|formation| above.insert(formation.id)) {
        at = formation.parent.map(|parent| act.formation(parent)).transpose()?;
    }
    if let Some(from) = person.formation {
        let army = act.formation(from)?.army;
        for part in act.tree(army)?.iter().filter(|part| part.commander == Some(person.id)) {
            if !above.contains(&part.id) {
                act.set_commander(part.id, None)?;
            }
        }
    }
    Ok(())
}

/// Puts formations, with all in them, under another, many at once.
pub fn move_formations(store: &mut Store, formations: &[FormationId], to: FormationId) -> Result<()> {
    store.act("move formations", &json!({ "formations": formations, "to": to }), |act| {
        let target = act.formation(to)?;
        let mut names = Vec::new();
        for id in formations {
            let formation = act.formation(*id)?;
            if target.level.below() != Some(formation.level) {
                let wanted = target.level.below().map_or("nothing".to_owned(), |level| a(level.word()));
                let (moved, over) = (a(formation.level.word()), a(target.level.word()));
                return Err(Problem::refused(
                    format!("{} is {moved} and {} {over}.", formation.name, target.name),
                    format!("Under {over} stands {wanted}; choose such a one."),
                ));
            }
            if formation.side != target.side {
                return Err(Problem::refused(
                    format!("{} and {} serve different sides.", formation.name, target.name),
                    "Choose formations of one side.",
                ));
            }
            together(act, &act.formation(formation.army)?, &act.formation(target.army)?)?;
            vacate_above(act, &formation, target.army)?;
            let men: Vec<PersonId> = act.men_of(formation.id)?.into_iter().map(|man| man.id).collect();
            keep_pace(act, &men, target.army)?;
            act.set_parent(*id, to)?;
            names.push(formation.name);
        }
        Ok(((), format!("{} moved under {}.", names.join(", "), target.name)))
    })
}

/// Leaves vacant, if a formation leaves its army, the offices outside it that its men hold, and those inside it held by
/// men who stay.
fn vacate_above(act: &Act, formation: &Formation, new_army: FormationId) -> Result<()> {
    if formation.army == new_army {
        return Ok(());
    }
    let going: BTreeSet<PersonId> = act.men_of(formation.id)?.into_iter().map(|man| man.id).collect();
    let inside: BTreeSet<FormationId> = act.below(formation.id)?.into_iter().collect();
    for part in act.tree(formation.army)? {
        if part.commander.is_some_and(|commander| inside.contains(&part.id) != going.contains(&commander)) {
            act.set_commander(part.id, None)?;
        }
    }
    Ok(())
}

/// Gives a formation its commander, or leaves the office vacant. A unit's is of higher class than its men, and a force's of the
/// highest class in it, never a cleric (MM-1.4); where nobody of a unit is higher, the highest will do, as an import takes it in.
pub fn appoint(store: &mut Store, formation: FormationId, commander: Option<PersonId>) -> Result<()> {
    store.act("appoint", &json!({ "formation": formation, "commander": commander }), |act| {
        let target = act.formation(formation)?;
        let Some(commander) = commander else {
            act.set_commander(formation, None)?;
            return Ok(((), format!("The command of {} is vacant.", target.name)));
        };
        let person = act.person(commander)?;
        if target.commander == Some(commander) {
            return Err(Problem::refused(
                format!("{} commands {} already.", person.styled(), target.name),
                "Choose another man.",
            ));
        }
        let inside = match person.formation {
            Some(own) => act.formation(own)?.army == target.army,
            None => false,
        };
        if !person.state.serves() || !inside {
            return Err(Problem::refused(
                format!("{} is not with the army of {}.", person.styled(), target.name),
                "Move him to a formation of that army first.",
            ));
        }
        if person.profile.class == Class::Cleric {
            return Err(Problem::refused(
                format!("{} is a cleric, and clerics command nobody (MM-1.4).", person.styled()),
                "Appoint a knight or a sergeant.",
            ));
        }
        if let Some(higher) = outranking(act, &target, &person)? {
            return Err(Problem::refused(
                format!("{} is of higher class than {} (MM-1.4).", higher.styled(), person.styled()),
                format!("Appoint him, or move him out of {} first.", target.name),
            ));
        }
        act.set_commander(formation, Some(commander))?;
        Ok(((), format!("{} commands {}.", person.styled(), target.name)))
    })
}

/// The highest of a unit or a force, if he is of higher class than who is to command it (MM-1.4): a noble before a knight
/// (MM-1.2).
fn outranking(act: &Act, target: &Formation, commander: &Person) -> Result<Option<Person>> {
    if !matches!(target.level, Level::Unit | Level::Force) {
        return Ok(None);
    }
    let standing = |man: &Person| (man.profile.class, man.profile.rank.step());
    let others = act.men_of(target.id)?.into_iter().filter(|man| man.state.serves() && man.id != commander.id);
    let highest = others.filter(|man| man.profile.class != Class::Cleric).max_by_key(standing);
    Ok(highest.filter(|man| standing(man) > standing(commander)))
}

/// Adds an empty battle, force or unit under a formation.
pub fn add_formation(store: &mut Store, parent: FormationId, name: &str) -> Result<FormationId> {
    let name = named(name)?;
    store.act("add formation", &json!({ "parent": parent, "name": name }), |act| {
        let above = act.formation(parent)?;
        let Some(level) = above.level.below() else {
            return Err(Problem::refused(
                format!("{} is a unit, and nothing stands under a unit.", above.name),
                "Choose a force to add a unit to.",
            ));
        };
        let new = NewFormation {
            side: above.side,
            parent: Some(parent),
            level,
            name,
            ordinal: act.below(parent)?.len() as i64,
            place: None,
            stronghold: None,
        };
        let id = act.add_formation(&new)?;
        Ok((id, format!("{name}, a new {level} of {}.", above.name)))
    })
}

/// Parts battles, with all in them, from their army as a new army in the same place.
pub fn detach(store: &mut Store, formations: &[FormationId], name: &str) -> Result<FormationId> {
    let name = named(name)?;
    store.act("detach", &json!({ "formations": formations, "name": name }), |act| {
        let Some(first) = formations.first() else {
            return Err(Problem::refused(
                "Nothing was chosen to part.",
                "Choose one or more battles, forces or units.",
            ));
        };
        let from = act.formation(act.formation(*first)?.army)?;
        if act.march(from.id)?.is_some_and(|march| march.miles_done > 0) {
            return Err(Problem::refused(
                format!("{} is on the road.", from.name),
                "Part it when it has come to a place.",
            ));
        }
        siege::may_part(act, &from)?;
        army_name_is_free(act, from.side, name)?;
        let new_army = |level, parent, name: &str| {
            let (place, stronghold) = match level {
                Level::Army => (from.place, from.stronghold),
                _ => (None, None),
            };
            act.add_formation(&NewFormation { side: from.side, parent, level, name, ordinal: 0, place, stronghold })
        };
        let army = new_army(Level::Army, None, name)?;
        let mut battle = None;
        let mut force = None;
        for id in formations {
            let formation = act.formation(*id)?;
            if formation.army != from.id {
                return Err(Problem::refused(
                    format!("{} is of another army than {}.", formation.name, from.name),
                    "Part one army at a time.",
                ));
            }
            if formation.level == Level::Army {
                return Err(Problem::refused(
                    format!("{} is the whole army.", formation.name),
                    "Choose some of its battles, forces or units.",
                ));
            }
            vacate_above(act, &formation, army)?;
            let under = match formation.level {
                Level::Army | Level::Battle => army,
                level => {
                    let battle = match battle {
                        Some(battle) => battle,
                        None => *battle.insert(new_army(Level::Battle, Some(army), name)?),
                    };
                    match (level, force) {
                        (Level::Unit, Some(force)) => force,
                        (Level::Unit, None) => *force.insert(new_army(Level::Force, Some(battle), name)?),
                        _ => battle,
                    }
                }
            };
            act.set_parent(*id, under)?;
        }
        if let Some(commander) = commands::next_in_command(act, army)? {
            act.set_commander(army, Some(commander.id))?;
        }
        // A part of a host that besieges, besieges.
        if let Some(member) = act.siege_armies()?.into_iter().find(|member| member.army == from.id) {
            act.join_siege(member.siege, army, member.part, member.joined)?;
        }
        act.set_fed(army, from.fed)?;
        Ok((army, format!("{name} parted from {}.", from.name)))
    })
}

/// Joins an army to another in the same place; its battles go under the other, its captives with them.
pub fn join(store: &mut Store, army: FormationId, to: FormationId) -> Result<()> {
    store.act("join", &json!({ "army": army, "to": to }), |act| {
        let (from, target) = (act.formation(army)?, act.formation(to)?);
        if army == to || from.side != target.side {
            return Err(Problem::refused(
                format!("{} and {} are not two armies of one side.", from.name, target.name),
                "Choose two armies of one side.",
            ));
        }
        together(act, &from, &target)?;
        if act.waiting_contacts()?.iter().any(|contact| [contact.attacker, contact.defender].contains(&army)) {
            return Err(Problem::refused(
                format!("{} faces an enemy.", from.name),
                "Settle its contact first, or join the other to it.",
            ));
        }
        let fed = siege::keep_pace(act, &from, &target)?;
        for part in act.tree(army)?.iter().filter(|part| part.parent == Some(army)) {
            act.set_parent(part.id, to)?;
        }
        for man in act.men_of(army)? {
            act.set_formation(man.id, Some(to))?;
        }
        for line in act.captives(false)?.iter().filter(|line| line.captive.army == Some(army)) {
            let captive = &line.captive;
            act.set_holder(captive.id, captive.holder_side, captive.holder, Some(to), None)?;
        }
        act.send_freed_to(army, to)?;
        act.set_fed(to, fed)?;
        siege::join_trains(act, army, to)?;
        disband_if_unreferenced(act, &from)?;
        Ok(((), format!("{} joined {}.", from.name, target.name)))
    })
}

/// Takes an empty army out of the tree; one that battles or contacts name stays, empty, for their sake.
fn disband_if_unreferenced(act: &Act, army: &Formation) -> Result<()> {
    act.set_commander(army.id, None)?;
    act.set_march(army.id, None)?;
    if !act.is_named_by_war(army.id)? {
        act.remove_formation(army.id)?;
    }
    Ok(())
}

fn army_name_is_free(db: &Db, side: SideId, name: &str) -> Result<()> {
    match db.armies()?.iter().any(|army| army.side == side && army.name == name) {
        true => Err(Problem::refused(
            format!("There is an army “{name}” already."),
            "Choose a name that no other army of the side has.",
        )),
        false => Ok(()),
    }
}

/// Renames a formation.
pub fn rename(store: &mut Store, formation: FormationId, name: &str) -> Result<()> {
    let name = named(name)?;
    store.act("rename", &json!({ "formation": formation, "name": name }), |act| {
        let old = act.formation(formation)?;
        if old.level == Level::Army && old.name != name {
            army_name_is_free(act, old.side, name)?;
        }
        act.rename_formation(formation, name)?;
        Ok(((), format!("{} is now called {name}.", old.name)))
    })
}

fn named(name: &str) -> Result<&str> {
    let name = name.trim();
    match name.is_empty() {
        true => Err(Problem::bad_input("The name is empty.").hint("Type a name.")),
        false => Ok(name),
    }
}
