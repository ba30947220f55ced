//! Two armies brought to a field (CP-3.1): who fights, in which units, under which short numbers.

use crate::app::siege::{self, AssaultGround};
use crate::app::{fielding, numbers};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{BattleId, ContactId, FormationId, PersonId};
use crate::campaign::people::{Person, PersonState, precedence};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::war::{BattleDraft, Contact, ContactKind, Settled};
use crate::rules::battle::{Fighter, Force, Host, Man, Plan, StormedPlace, Unit};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Class, Profile, Rank, Side};
use crate::rules::gear::Thing;
use crate::rules::lots;
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::ground::{self, Ground};
use crate::rules::ruleset::Ruleset;
use crate::store::Db;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The stream of a battle's seed that draws who fights; the battle itself has stream 0.
const DRAWING: u64 = 1;

/// A battle ready to be fought or entered.
#[derive(Clone, Debug)]
pub struct Muster {
    /// The battle its plan is written as, if it is.
    pub written: Option<BattleId>,
    /// The battle as it is planned.
    pub battle: BattleDraft,
    /// The contact it settles.
    pub contact: Option<ContactId>,
    /// The plan for the rules.
    pub plan: Plan,
    /// The walls it is fought before, if it is an assault (SG-7.8).
    pub walls: Option<Arc<Ground>>,
    /// Who each [`Man`] of the plan is, by his number.
    pub people: Vec<PersonId>,
    /// The fit of both hosts who do not fight, each with the unit he is of.
    pub rest: Vec<(PersonId, FormationId, Side)>,
}

impl Muster {
    /// Who a man of the plan is.
    pub fn person(&self, man: Man) -> Option<PersonId> {
        self.people.get(man.0 as usize).copied()
    }

    /// A man of the plan, with his side.
    pub fn fighter(&self, man: Man) -> Option<&Fighter> {
        self.plan.hosts.attacker.men().chain(self.plan.hosts.defender.men()).find(|fighter| fighter.man == man)
    }

    /// Has the battle fought on the ground asked for, by its name or the path of its file (CP-3.1); an assault on hexes, on a
    /// map (SG-5).
    pub fn fight_on(&mut self, asked: &str) -> Result<()> {
        if self.battle.rules.on_map() {
            let map = match super::hexes::choose(asked) {
                Ok(map) => map,
                // On a ground for men in the open, or the walls themselves, it is fought on the map the stronghold names.
                Err(_)
                    if self.plan.storm.is_some() && super::grounds::choose_at(self.walls.as_ref(), asked).is_ok() =>
                {
                    return Ok(());
                }
                Err(problem) => return Err(problem),
            };
            let ships = crate::rules::assault::map::find(&map.name).is_some_and(|known| known.text == map.text);
            let storm = self.plan.storm.get_or_insert_with(|| StormedPlace { filled: true, ..StormedPlace::default() });
            storm.map.clone_from(&map.name);
            storm.map_file = (!ships).then(|| map.text.clone());
            self.battle.ground.clone_from(&map.name);
            return Ok(());
        }
        let (name, file) = super::grounds::choose_at(self.walls.as_ref(), asked)?;
        self.battle.ground.clone_from(&name);
        (self.plan.ground, self.plan.ground_file) = (name, file);
        Ok(())
    }

    /// Gives a side what a list says it brings besides its men (MM-9).
    pub fn bring(&mut self, side: Side, list: &str, tables: &Tables) -> Result<()> {
        self.battle.gear[side] = super::gear::bring(&mut self.plan, side, list, tables)?;
        Ok(())
    }

    /// Gives both sides what they bring, and refuses what nobody of theirs can serve.
    pub fn bring_both(&mut self, gear: &BySide<String>, tables: &Tables) -> Result<()> {
        for side in [Side::Attacker, Side::Defender] {
            self.bring(side, &gear[side], tables)?;
            super::gear::can_serve(&self.plan.hosts[side], tables)?;
        }
        Ok(())
    }
}

/// Checks that two armies can fight: at war, in one place, both with fit men. Gives the contact between them.
pub fn may_fight(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Option<ContactId>> {
    let (one, other) = (db.formation(attacker)?, db.formation(defender)?);
    if attacker == defender || one.side == other.side {
        return Err(Problem::refused(
            format!("{} and {} are of one side.", one.name, other.name),
            "Choose armies of two sides at war.",
        ));
    }
    let stance = db.stance(one.side, other.side)?;
    if stance != Stance::War {
        return Err(Problem::refused(
            format!("{} and {} are not at war ({stance}).", db.side(one.side)?.name, db.side(other.side)?.name),
            "Declare war between their sides first.",
        ));
    }
    // An assault or a sortie that waits is fought where its siege is.
    let pair = [attacker, defender];
    let of_siege = db.waiting_contacts()?.into_iter().find(|contact| {
        contact.kind != ContactKind::Field && (contact.attacker, contact.defender) == (attacker, defender)
    });
    if let Some(contact) = of_siege {
        return Ok(Some(contact.id));
    }
    let road = |army: FormationId| Ok::<_, Problem>(db.march(army)?.is_some_and(|march| march.miles_done > 0));
    if one.place != other.place || road(attacker)? || road(defender)? {
        let place = |army: &Formation| crate::app::organise::whereabouts(db, army);
        return Err(Problem::refused(
            format!("{} ({}) and {} ({}) are not in one place.", one.name, place(&one)?, other.name, place(&other)?),
            "March one to the other; they come into contact there.",
        ));
    }
    for army in [&one, &other] {
        if army.stronghold.is_some() {
            return Err(Problem::refused(
                format!("{} is shut in a stronghold, where no field battle reaches it.", army.name),
                "Bring it out into the open first.",
            ));
        }
    }
    Ok(db
        .waiting_contacts()?
        .into_iter()
        .find(|contact| pair.contains(&contact.attacker) && pair.contains(&contact.defender))
        .map(|contact| contact.id))
}

/// Brings two armies to the field. From a larger host than the field holds a share of each unit is drawn by the
/// seed, commanders always among them (CP-3.1).
pub fn muster(db: &Db, attacker: FormationId, defender: FormationId, seed: u64) -> Result<Muster> {
    muster_by(db, attacker, defender, seed, Ruleset::ManToMan)
}

/// Brings two armies to the field that a set of rules has, which may hold any number of men (CP-3.1).
pub fn muster_by(db: &Db, attacker: FormationId, defender: FormationId, seed: u64, rules: Ruleset) -> Result<Muster> {
    muster_fielded(db, (attacker, defender), seed, rules, &BySide::default())
}

/// The same with so many of each unit as the referee chooses; who of a unit comes is drawn all the same.
pub fn muster_fielded(
    db: &Db,
    (attacker, defender): (FormationId, FormationId),
    seed: u64,
    rules: Ruleset,
    fielded: &BySide<Option<fielding::SentMen>>,
) -> Result<Muster> {
    let contact = may_fight(db, attacker, defender)?;
    let limit = if rules.holds_all() { usize::MAX } else { numbers::of(db)?.battle_men_a_side as usize };
    let mut dice = Seeded::stream(seed, DRAWING);
    let mut chosen: Vec<(Person, Side)> = Vec::new();
    let mut rest = Vec::new();
    for (army, side) in [(attacker, Side::Attacker), (defender, Side::Defender)] {
        let units = units_of(db, army)?;
        let sizes: Vec<usize> = units.iter().map(|(_, _, men)| men.len()).collect();
        // Clerics are unarmed (MM-8.9).
        if units.iter().all(|(.., men)| men.iter().all(|man| man.profile.class == Class::Cleric)) {
            return Err(Problem::refused(
                format!("{} has nobody fit to fight.", db.formation(army)?.name),
                "Wait until its wounded are healed, or move men who bear arms into it.",
            ));
        }
        let shares = match &fielded[side] {
            Some(chosen) => {
                let fit: Vec<(FormationId, usize)> = units.iter().map(|(unit, _, men)| (*unit, men.len())).collect();
                fielding::sent(db, army, &fit, chosen, limit)?
            }
            None => lots::shares(&sizes, limit),
        };
        for ((unit, commanders, men), share) in units.into_iter().zip(shares) {
            let drawn: BTreeSet<usize> = lots::draw(&mut dice, men.len(), share, commanders).into_iter().collect();
            for (at, man) in men.into_iter().enumerate() {
                match drawn.contains(&at) {
                    true => chosen.push((man, side)),
                    false => rest.push((man.id, unit, side)),
                }
            }
        }
    }
    let place = db.formation(attacker)?.place.ok_or_else(|| Problem::refused("That is no army.", "Choose an army."))?;
    let met = contact.map(|met| db.contact(met)).transpose()?;
    let name = battle_name(db, met.as_ref(), &db.place(place)?.name)?;
    let assault = assault(db, met.as_ref())?;
    let walls = assault.as_ref().map(|(_, walls)| walls.clone());
    let battle = BattleDraft {
        day: db.day()?,
        place,
        name,
        attacker,
        defender,
        ground: walls.as_ref().map_or("open field", |walls| &walls.name).to_owned(),
        gear: BySide::default(),
        rules,
        seed,
    };
    let numbered = number(chosen);
    let people = numbered.iter().map(|(person, ..)| person.id).collect();
    let plan = plan(db, &battle, walls.as_ref(), met.as_ref(), numbered)?;
    let mut muster = Muster { written: None, battle, contact, plan, walls, people, rest };
    if let Some((assault, _)) = assault {
        bring_for_assault(&mut muster, &assault, &*numbers::man_to_man(db)?);
    }
    Ok(muster)
}

/// The walls that are assaulted in the battle between two armies, if it is an assault.
pub(super) fn walls(db: &Db, attacker: FormationId, defender: FormationId) -> Result<Option<Arc<Ground>>> {
    let met = db
        .waiting_contacts()?
        .into_iter()
        .find(|met| met.kind == ContactKind::Assault && (met.attacker, met.defender) == (attacker, defender));
    Ok(assault(db, met.as_ref())?.map(|(_, walls)| walls))
}

/// What an assault is made on and with, and its ground; nothing for any other contact.
fn assault(db: &Db, met: Option<&Contact>) -> Result<Option<(AssaultGround, Arc<Ground>)>> {
    let Some(met) = met else { return Ok(None) };
    let Some(assault) = siege::ground_of(db, met)? else { return Ok(None) };
    let ground = ground::read(&ground::before_walls(&assault.wall)).map_err(|faults| {
        Problem::refused(format!("The ground before the walls has faults: {faults}."), "Choose another ground.")
    })?;
    Ok(Some((assault, Arc::new(ground))))
}

/// Has the attacker bring from his park what his men can serve.
fn bring_for_assault(muster: &mut Muster, assault: &AssaultGround, tables: &Tables) {
    let row = &tables.gear.ladder;
    let ladders = muster.plan.hosts.attacker.men().count() / usize::from(row.men_to_one);
    let ladders = ladders.clamp(2, usize::from(row.most)) as u16;
    let park =
        [(assault.tower, 1, Thing::Tower), (assault.ladders, ladders, Thing::Ladder), (assault.ram, 1, Thing::Ram)];
    let mut brought = Vec::new();
    for (_, count, thing) in park.into_iter().filter(|(has, ..)| *has) {
        let more = [brought.as_slice(), &[(count, thing)]].concat();
        let served = muster.bring(Side::Attacker, &Thing::listed(&more), tables).is_ok();
        if served && super::gear::can_serve(&muster.plan.hosts.attacker, tables).is_ok() {
            brought = more;
        }
    }
    // What was listed was read above.
    let _ = muster.bring(Side::Attacker, &Thing::listed(&brought), tables);
}

/// A battle that was planned before, with the numbers on its printed roster.
pub fn planned(db: &Db, battle: BattleId) -> Result<Muster> {
    let written = db.battle(battle)?;
    if written.settled != Settled::Not {
        return Err(Problem::refused(
            format!("{} is settled already.", written.name),
            "Undo it first, if it should be fought again.",
        ));
    }
    let (id, battle) = (written.id, written.draft());
    let contact = may_fight(db, battle.attacker, battle.defender)?;
    if db.formation(battle.attacker)?.place != Some(battle.place) {
        return Err(Problem::refused(
            format!("{} was planned for another place than the armies are at now.", battle.name),
            "Drop the plan and plan the battle anew.",
        ));
    }
    let mut numbered = Vec::new();
    let mut chosen = BTreeSet::new();
    for man in db.battle_men(id)? {
        let person = db.person(man.person)?;
        chosen.insert(person.id);
        let army = if man.side == Side::Attacker { battle.attacker } else { battle.defender };
        let there = match person.formation {
            Some(own) => db.formation(own)?.army == army,
            None => false,
        };
        if person.state == PersonState::Fit && !there {
            return Err(Problem::refused(
                format!("{} ({}) is no longer with his army.", person.styled(), man.number),
                "Drop the plan and plan the battle anew.",
            ));
        }
        if person.state != PersonState::Fit {
            return Err(Problem::refused(
                format!("{} ({}) is {} since the battle was planned.", person.styled(), man.number, person.state),
                "Drop the plan and plan the battle anew.",
            ));
        }
        numbered.push((person, man.side, man.number));
    }
    let mut rest = Vec::new();
    for (army, side) in [(battle.attacker, Side::Attacker), (battle.defender, Side::Defender)] {
        for (unit, _, men) in units_of(db, army)? {
            rest.extend(men.into_iter().filter(|man| !chosen.contains(&man.id)).map(|man| (man.id, unit, side)));
        }
    }
    let people = numbered.iter().map(|(person, ..)| person.id).collect();
    let walls = walls(db, battle.attacker, battle.defender)?;
    let met = contact.map(|met| db.contact(met)).transpose()?;
    let plan = plan(db, &battle, walls.as_ref(), met.as_ref(), numbered)?;
    let gear = battle.gear.clone();
    let mut muster = Muster { written: Some(id), battle, contact, plan, walls, people, rest };
    let tables = numbers::man_to_man(db)?;
    for side in [Side::Attacker, Side::Defender] {
        muster.bring(side, &gear[side], &tables)?;
    }
    Ok(muster)
}

/// The fit men of each formation of an army, in the tree's order, its commanders first; with how many command.
pub(super) fn units_of(db: &Db, army: FormationId) -> Result<Vec<(FormationId, usize, Vec<Person>)>> {
    let tree = db.tree(army)?;
    let commanders: BTreeSet<PersonId> = tree.iter().filter_map(|part| part.commander).collect();
    let mut men: BTreeMap<FormationId, Vec<Person>> = BTreeMap::new();
    for man in db.men_of(army)?.into_iter().filter(|man| man.state == PersonState::Fit) {
        men.entry(man.formation.unwrap_or(army)).or_default().push(man);
    }
    Ok(tree
        .iter()
        .filter_map(|part| {
            let mut men = men.remove(&part.id)?;
            // Commanders and the standard's bearer always come.
            let comes = |man: &Person| commanders.contains(&man.id) || man.standard.is_some();
            men.sort_by_key(|man| (!comes(man), std::cmp::Reverse(precedence(&man.profile)), man.id));
            let kept = men.iter().filter(|man| comes(man)).count();
            Some((part.id, kept, men))
        })
        .collect())
}

/// Gives each man the short number he has in this battle: A1, A2 … and B1, B2 … (CP-3.5).
fn number(chosen: Vec<(Person, Side)>) -> Vec<(Person, Side, String)> {
    let mut next = BySide { attacker: 0u32, defender: 0u32 };
    chosen
        .into_iter()
        .map(|(person, side)| {
            next[side] += 1;
            let letter = if side == Side::Attacker { 'A' } else { 'B' };
            (person, side, format!("{letter}{}", next[side]))
        })
        .collect()
}

fn battle_name(db: &Db, met: Option<&Contact>, place: &str) -> Result<String> {
    let stronghold = |met: &Contact| match met.siege {
        Some(siege) => Ok(db.stronghold(db.siege(siege)?.stronghold)?.name),
        None => Ok::<_, Problem>(place.to_owned()),
    };
    let (what, at) = match met {
        Some(met) if met.kind == ContactKind::Assault => ("assault on", stronghold(met)?),
        Some(met) if met.kind == ContactKind::Bombardment => ("bombardment of", stronghold(met)?),
        Some(met) if met.kind != ContactKind::Field => ("sortie from", stronghold(met)?),
        _ => ("battle of", place.to_owned()),
    };
    let plain = format!("{}{} {at}", what[..1].to_uppercase(), &what[1..]);
    let known: BTreeSet<String> = db.battles()?.into_iter().map(|battle| battle.name).collect();
    let numbered = |number: u32| match number {
        1 => plain.clone(),
        2 => format!("Second {what} {at}"),
        3 => format!("Third {what} {at}"),
        number => format!("{plain}, the {number}th"),
    };
    Ok((1..).map(numbered).find(|name| !known.contains(name)).unwrap_or(plain))
}

fn plan(
    db: &Db,
    battle: &BattleDraft,
    walls: Option<&Arc<Ground>>,
    met: Option<&Contact>,
    numbered: Vec<(Person, Side, String)>,
) -> Result<Plan> {
    let men: Vec<(Man, Person, Side, String)> = numbered
        .into_iter()
        .enumerate()
        .map(|(at, (person, side, number))| (Man(at as u32), person, side, number))
        .collect();
    Ok(Plan {
        hosts: BySide {
            attacker: host(db, battle.attacker, Side::Attacker, &men)?,
            defender: host(db, battle.defender, Side::Defender, &men)?,
        },
        ground: battle.ground.clone(),
        ground_file: super::grounds::file_of(walls, &battle.ground),
        storm: met.map(|met| siege::storm_of(db, met)).transpose()?.flatten(),
        dynastic_war: numbers::of(db)?.dynastic_war != 0,
        seed: battle.seed,
    })
}

fn host(db: &Db, army: FormationId, side: Side, men: &[(Man, Person, Side, String)]) -> Result<Host> {
    let tree = db.tree(army)?;
    let top = db.formation(army)?;
    let named: BTreeMap<PersonId, Man> =
        men.iter().filter(|(_, _, of, _)| *of == side).map(|(man, person, ..)| (person.id, *man)).collect();
    let command = |part: &Formation| part.commander.and_then(|commander| named.get(&commander).copied());
    let of = |formation: FormationId| -> Vec<&(Man, Person, Side, String)> {
        men.iter().filter(|(_, person, of, _)| *of == side && person.formation == Some(formation)).collect()
    };
    let mut forces: Vec<Force> = Vec::new();
    let mut battle_name = top.name.clone();
    for part in &tree {
        let here = of(part.id);
        match part.level {
            // Men who stand directly under an army or battle fight as a force of their own.
            Level::Army | Level::Battle => {
                if part.level == Level::Battle {
                    battle_name = part.name.clone();
                }
                if !here.is_empty() {
                    forces.push(force(part, &battle_name, command(part), &here));
                }
            }
            Level::Force => forces.push(force(part, &battle_name, command(part), &here)),
            Level::Unit => {
                let Some(last) = forces.last_mut() else { continue };
                let (single, ranks): (Vec<_>, Vec<_>) =
                    here.into_iter().partition(|(_, person, ..)| person.profile.class == Class::Cleric);
                last.single.extend(single.into_iter().map(fighter));
                if !ranks.is_empty() {
                    let commander = command(part).filter(|man| ranks.iter().any(|(known, ..)| known == man));
                    let men = ranks.into_iter().map(fighter).collect();
                    last.units.push(Unit { name: part.name.clone(), commander, men });
                }
            }
        }
    }
    forces.retain(|force| !force.units.is_empty() || !force.single.is_empty());
    // Who commands from elsewhere in the army leads no force he does not stand in.
    for force in &mut forces {
        let mut men = force.units.iter().flat_map(|unit| &unit.men).chain(&force.single);
        if !men.any(|fighter| Some(fighter.man) == force.commander) {
            force.commander = None;
        }
    }
    Ok(Host {
        name: top.name.clone(),
        realm: db.side(top.side)?.name,
        commander: command(&top),
        forces,
        gear: Vec::new(),
        hunger: siege::hunger(db, &top)?,
    })
}

/// A force with those who stand directly in it: knights and clerics singly, others as a unit (MM-1.4).
fn force(part: &Formation, battle: &str, commander: Option<Man>, here: &[&(Man, Person, Side, String)]) -> Force {
    let (single, ranks): (Vec<_>, Vec<_>) =
        here.iter().copied().partition(|(_, person, ..)| matches!(person.profile.class, Class::Knight | Class::Cleric));
    let units = match ranks.is_empty() {
        true => Vec::new(),
        false => vec![Unit { name: part.name.clone(), commander: None, men: ranks.into_iter().map(fighter).collect() }],
    };
    Force {
        name: part.name.clone(),
        battle: battle.to_owned(),
        commander,
        units,
        single: single.into_iter().map(fighter).collect(),
    }
}

fn fighter((man, person, _, number): &(Man, Person, Side, String)) -> Fighter {
    let profile = &person.profile;
    Fighter {
        man: *man,
        number: number.clone(),
        name: person.styled(),
        profile: Profile {
            rank: if profile.class == Class::Knight { profile.rank } else { Rank::None },
            ..profile.clone()
        },
        wounded: person.wounded,
        standard: person.standard,
    }
}
