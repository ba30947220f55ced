//! Recruitment (CP-5): men levied, summoned, hired, trained and armed, each as one action, and what it will cost, now and
//! in a year, before it is done. Every way has a prospect, which changes nothing, and the deed, which does what the
//! prospect tells.

mod arms;
mod hire;
mod levy;
mod service;
mod training;

pub use arms::{ArmsWanted, arm, arming};
pub use hire::{Company, companies, hire, hiring};
pub use levy::{levy, levying};
pub use service::{ServiceEnding, dismiss, endings, keep, keeping, pay_scutage, scutage, summon, summoning};
pub use training::{train, training};

use crate::app::{commands, numbers, organise};
use crate::campaign::armies::{Formation, Level};
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::names::Namer;
use crate::campaign::people::{NewPerson, Person, Service, Tenure, precedence};
use crate::campaign::places::Place;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::recruitment::{self, called};
use crate::campaign::tables::Tables;
use crate::campaign::{roster, week};
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Grade, Profile};
use crate::store::armies::NewFormation;
use crate::store::{Act, Db};
use serde::Serialize;
use std::collections::BTreeMap;

/// What recruiting would bring and cost, before it is done.
#[derive(Clone, Debug, Serialize)]
pub struct Prospect {
    /// Who comes, or whom it touches, in words, and how many of each.
    pub men: Vec<(String, i64)>,
    /// How many there may be, and why; none where the treasury is the only bound.
    pub may: Option<Explained<i64>>,
    /// What is paid now, in pence; less than nothing is taken in.
    pub now: Explained<i64>,
    /// The pay of these men a week, in pence, once they are in pay.
    pub week: Explained<i64>,
    /// What it comes to in the year from today, in pence.
    pub year: Explained<i64>,
    /// What the side's treasury holds, in pence.
    pub treasury: Pence,
}

/// What recruiting brought.
#[derive(Clone, Debug, Serialize)]
pub struct Recruits {
    /// Who.
    pub men: Vec<PersonId>,
    /// Where they serve, by name; empty where nobody moved.
    pub army: String,
    /// What it cost and will cost.
    pub prospect: Prospect,
}

impl Prospect {
    /// How many men it is about.
    pub fn count(&self) -> i64 {
        self.men.iter().map(|(_, count)| count).sum()
    }

    /// It in a sentence: how many, what it costs now and in a year.
    pub fn sentence(&self) -> String {
        let men: Vec<String> = self.men.iter().map(|(what, count)| format!("{count} {what}")).collect();
        let now = match self.now.value {
            0 => "nothing is paid now".to_owned(),
            pence if pence < 0 => format!("{} is taken in now", Pence(-pence)),
            pence => format!("{} now of {} in the treasury", Pence(pence), self.treasury),
        };
        let year = match self.year.value {
            pence if pence <= 0 || pence == self.now.value => String::new(),
            pence => format!(", {} in a year", Pence(pence)),
        };
        format!("{}: {now}{year}.", men.join(", "))
    }
}

/// The prospect of men who come, each with the days of the coming year for which he is paid.
pub(super) fn prospect(
    db: &Db,
    side: SideId,
    men: &[Profile],
    paid_days: i64,
    now: Explained<i64>,
    may: Option<Explained<i64>>,
) -> Result<Prospect> {
    let tables = numbers::of(db)?;
    let mut kinds: Vec<(&Profile, i64)> = Vec::new();
    for man in men {
        match kinds.iter_mut().find(|(kind, _)| *kind == man) {
            Some((_, count)) => *count += 1,
            None => kinds.push((man, 1)),
        }
    }
    let what = |man: &Profile, count: i64| called(count, man.class, man.grade);
    let pay: Vec<(i64, String, Pence, i64)> =
        kinds.iter().map(|(man, count)| (*count, what(man, *count), week::pay_of(man, &tables), paid_days)).collect();
    let weekly = pay.iter().filter(|(.., a_day, _)| a_day.0 != 0).map(|(count, what, a_day, _)| {
        let what = format!("{count} {what} at {a_day} a day, for a week");
        Part::plus("CP-5", what, (*a_day * (count * tables.week_days)).0)
    });
    Ok(Prospect {
        men: kinds.iter().map(|(man, count)| (what(man, *count), *count)).collect(),
        may,
        week: Explained::of(weekly.collect()),
        year: recruitment::year(&now, &pay),
        now,
        treasury: db.account(db.side_account(side)?)?.pence,
    })
}

/// No cost.
pub(super) fn nothing() -> Explained<i64> {
    Explained { value: 0, parts: Vec::new() }
}

/// Whether men of a side can be raised in a place: it is its own, no enemy stands in it and none besieges it.
fn may_raise_in(db: &Db, side: SideId, place: &Place) -> Result<()> {
    let name = &place.name;
    if place.side != Some(side) {
        let side = db.side(side)?.name;
        return Err(Problem::refused(
            format!("{name} is not of {side}."),
            "Choose one of its own places; “banneret show FILE places” says whose each is.",
        ));
    }
    for army in db.armies()?.into_iter().filter(|army| army.place == Some(place.id) && army.side != side) {
        if db.stance(side, army.side)? == Stance::War && !db.men_of(army.id)?.is_empty() {
            return Err(Problem::refused(
                format!("{} stands at {name}, and nobody can be raised under its eyes.", army.name),
                "Drive it away first, or choose another place.",
            ));
        }
    }
    Ok(())
}

/// Whether recruits can join an army: it stands in a place, and faces no enemy.
pub(super) fn may_take_in(db: &Db, army: &Formation) -> Result<()> {
    if db.march(army.id)?.is_some_and(|march| march.miles_done > 0) {
        return Err(Problem::refused(format!("{} is on the road.", army.name), "Wait until it comes to a place."));
    }
    if db.waiting_contacts()?.iter().any(|contact| [contact.attacker, contact.defender].contains(&army.id)) {
        return Err(Problem::refused(
            format!("{} faces an enemy.", army.name),
            "Settle its contact first, or choose another army.",
        ));
    }
    if let Some(stronghold) = army.stronghold
        && db.siege_of(stronghold)?.is_some()
    {
        let stronghold = db.stronghold(stronghold)?.name;
        return Err(Problem::refused(
            format!("{} is besieged in {stronghold}, and nobody can come to it.", army.name),
            "Relieve it first, or choose another army.",
        ));
    }
    Ok(())
}

/// Whether recruits of a place can join an army: it is of the side, and stands there.
fn may_join_there(db: &Db, side: SideId, army: &Formation, place: &Place) -> Result<()> {
    may_take_in(db, army)?;
    if army.side != side {
        return Err(Problem::refused(
            format!("{} is not of {}.", army.name, db.side(side)?.name),
            "Choose an army of the side that raises them.",
        ));
    }
    if army.place != Some(place.id) {
        return Err(Problem::refused(
            format!("{} is {} and not at {}.", army.name, organise::whereabouts(db, army)?.phrase(), place.name),
            "Leave the army out: they gather as a new army there, and can march to it.",
        ));
    }
    Ok(())
}

/// The side that recruits in some places: that of the first.
fn side_of(db: &Db, places: &[PlaceId]) -> Result<(SideId, Vec<Place>)> {
    let mut all: Vec<Place> = Vec::new();
    for place in places {
        let place = db.place(*place)?;
        if !all.iter().any(|known| known.id == place.id) {
            all.push(place);
        }
    }
    let first =
        all.first().ok_or_else(|| Problem::refused("No place is chosen.", "Choose one of the side’s places."))?;
    let side = first.side.ok_or_else(|| {
        Problem::refused(format!("{} belongs to no side.", first.name), "Choose a place of the side that recruits.")
    })?;
    Ok((side, all))
}

/// A man about to come: what he is, and how he serves.
struct Comer {
    profile: Profile,
    service: Service,
}

/// A name that no army of a side has, made of one wanted.
fn free_name(db: &Db, side: SideId, wanted: &str) -> Result<String> {
    let armies = db.armies()?;
    let taken = |name: &str| armies.iter().any(|army| army.side == side && army.name == name);
    let mut name = wanted.to_owned();
    let mut number = 2;
    while taken(&name) {
        name = format!("{wanted} ({number})");
        number += 1;
    }
    Ok(name)
}

fn add(
    act: &Act,
    side: SideId,
    parent: Option<FormationId>,
    level: Level,
    name: &str,
    place: Option<PlaceId>,
) -> Result<FormationId> {
    let ordinal = match parent {
        Some(parent) => act.below(parent)?.len() as i64,
        None => 0,
    };
    act.add_formation(&NewFormation { side, parent, level, name, ordinal, place, stronghold: None })
}

/// A new army of a side in a place, with one battle and one force; gives the force.
fn new_army(act: &Act, side: SideId, place: PlaceId, name: &str) -> Result<FormationId> {
    let name = free_name(act, side, name)?;
    let army = add(act, side, None, Level::Army, &name, Some(place))?;
    first_force(act, army)
}

/// The first force of an army, made if it has none.
fn first_force(act: &Act, army: FormationId) -> Result<FormationId> {
    let tree = act.tree(army)?;
    if let Some(force) = tree.iter().find(|part| part.level == Level::Force) {
        return Ok(force.id);
    }
    let side = act.formation(army)?.side;
    let battle = match tree.iter().find(|part| part.level == Level::Battle) {
        Some(battle) => battle.id,
        None => add(act, side, Some(army), Level::Battle, roster::NO_BATTLE, None)?,
    };
    add(act, side, Some(battle), Level::Force, roster::NO_FORCE, None)
}

/// How many units men form: each has at most so many, who is of a higher class than the others and leads it apart.
fn units_of(comers: &[Comer], most: usize) -> usize {
    let lowest = comers.iter().map(|man| man.profile.class).min();
    let leaders = comers.iter().filter(|man| Some(man.profile.class) > lowest).count();
    (1..).find(|units| comers.len() - leaders.min(*units) <= units * most).unwrap_or(1)
}

/// Puts newcomers into a force: knights singly (MM-1.4), the others in units of at most so many men of CP-5 and
/// their leader, those of the higher classes dealt out evenly, the highest of each unit its commander. Gives who they are.
fn take_in(
    act: &Act,
    force: FormationId,
    name: &str,
    mut comers: Vec<Comer>,
    namer: &mut Namer,
) -> Result<Vec<PersonId>> {
    let side = act.formation(force)?.side;
    let most = numbers::of(act)?.men_a_unit.max(1) as usize;
    let all_knights = comers.iter().all(|man| man.profile.class == Class::Knight);
    comers.sort_by_key(|man| std::cmp::Reverse(precedence(&man.profile)));
    let units = if all_knights { 1 } else { units_of(&comers, most) };
    let mut homes = Vec::new();
    for at in 0..units {
        homes.push(match (all_knights, units) {
            (true, _) => force,
            (false, 1) => add(act, side, Some(force), Level::Unit, name, None)?,
            (false, _) => add(act, side, Some(force), Level::Unit, &format!("{name} {}", at + 1), None)?,
        });
    }
    act.expect(comers.len());
    let mut men = Vec::new();
    for (at, man) in comers.into_iter().enumerate() {
        act.step()?;
        let home = homes[at % homes.len()];
        let person = act.add_person(&NewPerson {
            side,
            formation: Some(home),
            name: namer.name(man.profile.class),
            named: false,
            profile: man.profile,
            service: man.service,
        })?;
        men.push(person);
    }
    for home in homes {
        fill_command(act, home)?;
    }
    let mut above = Some(force);
    while let Some(formation) = above {
        fill_command(act, formation)?;
        above = act.formation(formation)?.parent;
    }
    Ok(men)
}

/// Gives a vacant command to the highest there (CP-6.1).
fn fill_command(act: &Act, formation: FormationId) -> Result<()> {
    if act.formation(formation)?.commander.is_none()
        && let Some(next) = commands::next_in_command(act, formation)?
    {
        act.set_commander(formation, Some(next.id))?;
    }
    Ok(())
}

/// The names of an army and of what men there are, for a sentence: `12 men`.
fn men_in_words(count: usize) -> String {
    match count {
        1 => "One man".to_owned(),
        count => format!("{count} men"),
    }
}

/// Persons by army, those in none left out.
fn by_army(db: &Db, men: Vec<Person>) -> Result<BTreeMap<FormationId, Vec<Person>>> {
    let mut armies: BTreeMap<FormationId, Vec<Person>> = BTreeMap::new();
    for man in men {
        if let Some(formation) = man.formation {
            armies.entry(db.formation(formation)?.army).or_default().push(man);
        }
    }
    Ok(armies)
}

/// A grade a class may hold, or why not (MM-1.1).
fn allowed(class: Class, grade: Grade) -> Result<Grade> {
    match grade.allowed(class) {
        true => Ok(grade),
        false => {
            let (lowest, highest) = Grade::within(class);
            Err(Problem::refused(
                format!("A {class} cannot be of grade {grade} (MM-1.1)."),
                format!("Ask for a grade from {lowest} to {highest}."),
            ))
        }
    }
}

/// A service without an end.
fn for_good(tenure: Tenure, home: Option<PlaceId>) -> Service {
    Service { tenure, home, serves_until: None }
}

/// The numbers in force.
fn tables(db: &Db) -> Result<Tables> {
    numbers::of(db)
}
