//! Armies brought to a field (CP-3.1): who fights, in which units, under which short numbers. Which armies may, is in
//! [`super::allies`].

use crate::app::siege::{self, AssaultGround};
use crate::app::{allies, fielding, numbers};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{BattleId, ContactId, FormationId, PersonId};
use crate::campaign::people::{Person, PersonState};
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::{BattleDraft, Contact, ContactKind, ContactState, Joined, Settled};
use crate::rules::battle::{Fighter, Force, Host, Man, Plan, StormedPlace, Unit};
use crate::rules::dice::Seeded;
use crate::rules::figure::{BySide, Class, Profile, Rank, Side};
use crate::rules::gear::{Brought, Thing};
use crate::rules::lots;
use crate::rules::man_to_man::Tables;
use crate::rules::man_to_man::gear::offer::length_for;
use crate::rules::man_to_man::ground::{self, Ground};
use crate::rules::ruleset::{Rules, Ruleset, With};
use crate::rules::settles::{House, Settles};
use crate::rules::weather::WeatherKind;
use crate::store::{Act, Db};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The stream of a battle's seed that draws who fights; the battle itself has stream 0.
const DRAWING: u64 = 1;

/// A battle that is asked for: who meets whom, by which rules, and in what weather (CP-3.1).
#[derive(Clone, Debug)]
pub struct Asked {
    /// The army that leads the attack.
    pub attacker: FormationId,
    /// The army that leads the defence.
    pub defender: FormationId,
    /// Who fights beside them, and who of all of them comes later.
    pub joined: Vec<Joined>,
    pub weather: WeatherKind,
    pub rules: Ruleset,
    /// Whom the referee sends of each side; drawn where he does not choose.
    pub fielded: BySide<Option<fielding::SentMen>>,
    /// The seed of its dice, and of the lots that choose its men.
    pub seed: u64,
}

impl Asked {
    /// A battle between two armies man to man, in fair weather.
    pub fn of((attacker, defender): (FormationId, FormationId), seed: u64) -> Asked {
        Asked {
            attacker,
            defender,
            joined: Vec::new(),
            weather: WeatherKind::Fair,
            rules: Ruleset::default(),
            fielded: BySide::default(),
            seed,
        }
    }

    /// Has somebody join, or come on another turn if he joins already.
    pub fn join(&mut self, one: Joined) {
        match self.joined.iter_mut().find(|known| known.formation == one.formation) {
            Some(known) => *known = one,
            None => self.joined.push(one),
        }
    }

    /// The armies of a side as it is asked for, the one that leads first.
    pub fn armies_of(&self, db: &Db, side: Side) -> Result<Vec<FormationId>> {
        let mut armies = vec![if side == Side::Attacker { self.attacker } else { self.defender }];
        for one in self.joined.iter().filter(|one| one.side == side) {
            if db.formation(one.formation)?.level == Level::Army {
                armies.push(one.formation);
            }
        }
        Ok(armies)
    }
}

/// A battle ready to be fought or entered.
#[derive(Clone, Debug)]
pub struct Muster {
    /// The battle its plan is written as, if it is.
    pub written: Option<BattleId>,
    /// The battle as it is planned.
    pub battle: BattleDraft,
    /// The contact it settles.
    pub contact: Option<ContactId>,
    /// The contacts between others of its armies, which it settles too.
    pub also: Vec<ContactId>,
    /// The armies of each side, the one that leads first.
    pub armies: BySide<Vec<FormationId>>,
    /// The plan for the rules.
    pub plan: Plan,
    /// The walls it is fought before, if it is an assault (SG-7.8).
    pub walls: Option<Arc<Ground>>,
    /// Who each [`Man`] of the plan is, by his number.
    pub people: Vec<PersonId>,
    pub army_of: Vec<FormationId>,
    /// The fit of both hosts who do not fight, each with the unit he is of.
    pub rest: Vec<(PersonId, FormationId, Side)>,
}

impl Muster {
    /// Who a man of the plan is.
    pub fn person(&self, man: Man) -> Option<PersonId> {
        self.people.get(man.0 as usize).copied()
    }

    /// Whether a set of rules can settle the battle as it stands.
    pub fn is_taken_by(&self, rules: Ruleset, house: &House) -> bool {
        struct Takes<'a>(&'a Plan, &'a House);
        impl With for Takes<'_> {
            type Out = bool;
            fn game<G: Rules>(self) -> bool {
                false
            }
            fn battle<S: Settles>(self) -> bool {
                S::OCCASIONS.contains(&self.0.occasion()) && S::cast(self.0, self.1).is_ok()
            }
        }
        rules.with(Takes(&self.plan, house))
    }

    /// The army a man of the plan is of.
    pub fn army(&self, man: Man) -> Option<FormationId> {
        self.army_of.get(man.0 as usize).copied()
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

    /// Has the battle fought in a weather (CP-3.1).
    pub fn fight_in(&mut self, db: &Db, weather: WeatherKind) -> Result<()> {
        self.battle.weather = weather;
        self.plan.weather = numbers::of(db)?.weather(weather);
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

/// Brings two armies to the field. From a larger host than the field holds a share of each unit is drawn by the
/// seed, commanders always among them (CP-3.1).
pub fn muster(db: &Db, attacker: FormationId, defender: FormationId, seed: u64) -> Result<Muster> {
    muster_by(db, attacker, defender, seed, Ruleset::default())
}

/// Brings two armies to the field that a set of rules has, which may hold any number of men (CP-3.1).
pub fn muster_by(db: &Db, attacker: FormationId, defender: FormationId, seed: u64, rules: Ruleset) -> Result<Muster> {
    muster_fielded(db, (attacker, defender), seed, rules, &BySide::default())
}

/// The same with those whom the referee chooses.
pub fn muster_fielded(
    db: &Db,
    armies: (FormationId, FormationId),
    seed: u64,
    rules: Ruleset,
    fielded: &BySide<Option<fielding::SentMen>>,
) -> Result<Muster> {
    muster_asked(db, &Asked { rules, fielded: fielded.clone(), ..Asked::of(armies, seed) })
}

/// Brings all the armies of a battle to the field as it is asked for.
pub fn muster_asked(db: &Db, asked: &Asked) -> Result<Muster> {
    let Asked { attacker, defender, ref joined, weather, rules, ref fielded, seed } = *asked;
    let allies::Hosts { contact, also, armies } = allies::hosts(db, (attacker, defender), joined)?;
    let limit = if rules.holds_all() { usize::MAX } else { numbers::of(db)?.battle_men_a_side as usize };
    let mut dice = Seeded::stream(seed, DRAWING);
    let mut chosen: Vec<(Person, Side)> = Vec::new();
    let mut rest = Vec::new();
    for side in [Side::Attacker, Side::Defender] {
        let mut units = Vec::new();
        for &army in &armies[side] {
            let of = fielding::units_of(db, army)?;
            // Clerics are unarmed (MM-8.9).
            if of.iter().all(|unit| unit.men.iter().all(|man| man.profile.class == Class::Cleric)) {
                return Err(Problem::refused(
                    format!("{} has nobody fit to fight.", db.formation(army)?.name),
                    "Wait until its wounded are healed, or move men who bear arms into it.",
                ));
            }
            units.extend(of);
        }
        let shares = match &fielded[side] {
            Some(chosen) => fielding::sent(db, &armies[side], &mut units, chosen, limit)?,
            None => lots::shares(&units.iter().map(|unit| unit.men.len()).collect::<Vec<_>>(), limit),
        };
        for (fielding::FitUnit { unit, first, men, .. }, share) in units.into_iter().zip(shares) {
            let drawn: BTreeSet<usize> = lots::draw(&mut dice, men.len(), share, first).into_iter().collect();
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
    if let Some(met) = &met {
        siege::still_a_way_in(db, met)?;
    }
    let name = battle_name(db, met.as_ref(), &db.place(place)?.name)?;
    let assault = assault(db, met.as_ref())?;
    let walls = assault.as_ref().map(|(_, walls)| walls.clone());
    let battle = BattleDraft {
        day: day_of(db, met.as_ref())?,
        place,
        name,
        attacker,
        defender,
        joined: joined.clone(),
        weather,
        ground: walls.as_ref().map_or("open field", |walls| &walls.name).to_owned(),
        gear: BySide::default(),
        rules,
        seed,
    };
    let numbered = number(chosen);
    let people = numbered.iter().map(|(person, ..)| person.id).collect();
    let army_of = armies_of(db, &numbered)?;
    let plan = plan(db, &battle, &armies, walls.as_ref(), met.as_ref(), numbered)?;
    let mut muster = Muster { written: None, battle, contact, also, armies, plan, walls, people, army_of, rest };
    if let Some((assault, _)) = assault {
        bring_for_assault(&mut muster, &assault, &*numbers::man_to_man(db)?);
    }
    Ok(muster)
}

/// The army each man is of.
fn armies_of(db: &Db, men: &[(Person, Side, String)]) -> Result<Vec<FormationId>> {
    let mut known: BTreeMap<FormationId, FormationId> = BTreeMap::new();
    let mut armies = Vec::with_capacity(men.len());
    for (person, ..) in men {
        let Some(own) = person.formation else { continue };
        let army = match known.get(&own) {
            Some(army) => *army,
            None => *known.entry(own).or_insert(db.formation(own)?.army),
        };
        armies.push(army);
    }
    Ok(armies)
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
    // Ladders that reach the wall (MM-9.10).
    let walls = muster.walls.iter().flat_map(|walls| &walls.barriers).filter(|wall| wall.level > 0);
    let highest = walls.map(|wall| tables.height_of(wall)).max().unwrap_or(0);
    let ladder = match length_for(highest, tables) {
        long if long > row.one_raises => Brought::ladder(long),
        _ => Brought::from(Thing::Ladder),
    };
    let park = [
        (assault.tower, 1, Brought::from(Thing::Tower)),
        (assault.ladders, ladders, ladder),
        (assault.ram, 1, Brought::from(Thing::Ram)),
    ];
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

/// What a list says an assault brings, without the tower, the ladders and the ram that are in the park no more.
fn still_in_park(list: &str, assault: &AssaultGround) -> Result<String> {
    let mut brought = super::gear::read(list)?;
    brought.retain(|(_, brought)| match brought.thing {
        Thing::Tower => assault.tower,
        Thing::Ladder => assault.ladders,
        Thing::Ram => assault.ram,
        _ => true,
    });
    Ok(Thing::listed(&brought))
}

/// A battle that was planned before and is to be fought now: an assault that has a way in still (SG-1.6).
pub fn to_be_fought(db: &Db, battle: BattleId) -> Result<Muster> {
    let muster = planned(db, battle)?;
    if let Some(met) = muster.contact {
        siege::still_a_way_in(db, &db.contact(met)?)?;
    }
    Ok(muster)
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
    let allies::Hosts { contact, also, armies } =
        match (allies::hosts(db, (battle.attacker, battle.defender), &battle.joined), db.contact_of(id)?) {
            (Err(_), Some(met)) if met.kind != ContactKind::Field && met.state == ContactState::Lapsed => {
                return Err(Problem::refused(
                    format!(
                        "{} was planned for {}, which has come to nothing (CP-2.2).",
                        battle.name,
                        met.kind.ready_for()
                    ),
                    match met.siege.map(|siege| db.siege(siege)).transpose()?.is_some_and(|siege| siege.ended.is_none())
                    {
                        true => "Drop the plan; or order that again at the siege, and fight the battle then.",
                        false => "Drop the plan.",
                    },
                ));
            }
            (hosts, _) => hosts?,
        };
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
        let there = match person.formation {
            Some(own) => armies[man.side].contains(&db.formation(own)?.army),
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
    for side in [Side::Attacker, Side::Defender] {
        for &army in &armies[side] {
            for fielding::FitUnit { unit, men, .. } in fielding::units_of(db, army)? {
                rest.extend(men.into_iter().filter(|man| !chosen.contains(&man.id)).map(|man| (man.id, unit, side)));
            }
        }
    }
    let people = numbered.iter().map(|(person, ..)| person.id).collect();
    let walls = walls(db, battle.attacker, battle.defender)?;
    let met = contact.map(|met| db.contact(met)).transpose()?;
    let army_of = armies_of(db, &numbered)?;
    let plan = plan(db, &battle, &armies, walls.as_ref(), met.as_ref(), numbered)?;
    let mut gear = battle.gear.clone();
    if let Some((assault, _)) = assault(db, met.as_ref())? {
        gear.attacker = still_in_park(&gear.attacker, &assault)?;
    }
    let mut muster = Muster { written: Some(id), battle, contact, also, armies, plan, walls, people, army_of, rest };
    let tables = numbers::man_to_man(db)?;
    for side in [Side::Attacker, Side::Defender] {
        muster.bring(side, &gear[side], &tables)?;
    }
    Ok(muster)
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

/// The day a battle is of: the campaign's, but that of what waits in a siege is the day it is there, which may be one that was
/// played by hand (CP-2.2).
pub(super) fn day_of(db: &Db, met: Option<&Contact>) -> Result<Day> {
    match met.filter(|met| met.kind != ContactKind::Field).and_then(|met| Some((met, met.siege?))) {
        Some((met, siege)) => Ok(siege::fought_on(&db.siege(siege)?, met, db.day()?)),
        None => db.day(),
    }
}

/// A battle that is taken in is of the day on which it is (CP-2.2), and so is all that comes of it.
pub(super) fn is_today(act: &Act, muster: &mut Muster) -> Result<()> {
    let met = muster.contact.map(|met| act.contact(met)).transpose()?;
    muster.battle.day = day_of(act, met.as_ref())?;
    act.not_before(muster.battle.day)
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
    armies: &BySide<Vec<FormationId>>,
    walls: Option<&Arc<Ground>>,
    met: Option<&Contact>,
    numbered: Vec<(Person, Side, String)>,
) -> Result<Plan> {
    let men: Vec<(Man, Person, Side, String)> = numbered
        .into_iter()
        .enumerate()
        .map(|(at, (person, side, number))| (Man(at as u32), person, side, number))
        .collect();
    let citadel = met.map(|met| siege::citadel_of(db, met)).transpose()?.unwrap_or_default();
    let hosts = BySide {
        attacker: host(db, battle, &armies.attacker, Side::Attacker, &men, &citadel)?,
        defender: host(db, battle, &armies.defender, Side::Defender, &men, &[])?,
    };
    for side in [Side::Attacker, Side::Defender] {
        if !hosts[side].is_there_from_the_start() {
            return Err(Problem::refused(
                format!("Nobody of {} is on the field on the first turn.", hosts[side].name),
                "Have somebody who bears arms be there from the start.",
            ));
        }
    }
    Ok(Plan {
        hosts,
        ground: battle.ground.clone(),
        ground_file: super::grounds::file_of(walls, &battle.ground),
        storm: met.map(|met| siege::storm_of(db, met)).transpose()?.flatten(),
        dynastic_war: numbers::of(db)?.dynastic_war != 0,
        weather: numbers::of(db)?.weather(battle.weather),
        seed: battle.seed,
    })
}

/// A host of one army or several: of several each force says whose it is, and the first army's commander commands all. Forces of the
/// citadel's armies say so.
fn host(
    db: &Db,
    battle: &BattleDraft,
    armies: &[FormationId],
    side: Side,
    men: &[(Man, Person, Side, String)],
    citadel: &[FormationId],
) -> Result<Host> {
    let mut hosts = Vec::new();
    for &army in armies {
        let mut of = host_of(db, battle, army, side, men)?;
        of.forces.iter_mut().for_each(|force| force.citadel = citadel.contains(&army));
        hosts.push(of);
    }
    let mut hosts = hosts.into_iter();
    let mut all = hosts.next().ok_or_else(|| Problem::refused("That is no army.", "Choose an army."))?;
    if armies.len() == 1 {
        return Ok(all);
    }
    let (first, others) = (all.name.clone(), armies.len() - 1);
    for force in &mut all.forces {
        force.army.clone_from(&first);
    }
    for mut host in hosts {
        let same = |name: &str| all.forces.iter().any(|force| force.battle == name);
        for force in &mut host.forces {
            force.army.clone_from(&host.name);
        }
        // Battles of one name in two armies are two battles (MM-1.4).
        for force in host.forces.iter_mut().filter(|force| same(&force.battle)) {
            force.battle = format!("{} of {}", force.battle, host.name);
        }
        if others == 1 {
            all.name = format!("{first} and {}", host.name);
        }
        all.hunger = all.hunger.min(host.hunger);
        all.forces.extend(host.forces);
    }
    if others > 1 {
        all.name = format!("{first} and {others} more");
    }
    Ok(all)
}

fn host_of(
    db: &Db,
    battle: &BattleDraft,
    army: FormationId,
    side: Side,
    men: &[(Man, Person, Side, String)],
) -> Result<Host> {
    let tree = db.tree(army)?;
    let top = db.formation(army)?;
    let comes = |part: FormationId| battle.joined.iter().find(|one| one.formation == part).map(|one| one.arrives);
    let arrives = |part: &Formation| {
        let own = comes(part.id).or_else(|| part.parent.and_then(comes));
        own.or_else(|| comes(army)).unwrap_or(0)
    };
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
                    let of = force(part, &battle_name, command(part), &here);
                    forces.push(Force { arrives: arrives(part), ..of });
                }
            }
            Level::Force => {
                let of = force(part, &battle_name, command(part), &here);
                forces.push(Force { arrives: arrives(part), ..of });
            }
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
        army: String::new(),
        arrives: 0,
        citadel: false,
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
