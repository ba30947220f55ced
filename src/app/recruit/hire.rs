//! Companies hired (CP-5): for a sum by their points, and their pay by the week.

use super::{Comer, Prospect, Recruits, allowed, may_take_in, tables, take_in};
use crate::app::{naming, numbers};
use crate::campaign::calendar::Day;
use crate::campaign::ids::FormationId;
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::people::{Service, Tenure};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::recruitment::{self, Troop, YEAR};
use crate::rules::explain::Explained;
use crate::rules::figure::{Grade, Profile};
use crate::store::{Db, Store};
use serde::Serialize;
use serde_json::json;

/// The most men one company may have.
const MOST: u32 = 5_000;

/// A company to be hired.
#[derive(Clone, Debug, Serialize)]
pub struct Company {
    /// What they are, as [`companies`] lists them.
    pub troop: String,
    /// How many, their captains apart.
    pub men: u32,
    /// Their grade; that of the table if none is asked for.
    pub grade: Option<Grade>,
    /// What the company is called; after its kind if left empty.
    pub name: String,
    /// The people they are of, for their names; their side's if left out.
    pub people: Option<People>,
    /// The weeks they are hired for; for as long as they are paid if left out.
    pub weeks: Option<u32>,
}

/// The kinds of companies for hire.
pub fn companies() -> Vec<&'static Troop> {
    Troop::of(Tenure::Hired).collect()
}

/// The men of a company, a captain for each of its units (MM-1.4) before them.
fn men_of(db: &Db, company: &Company) -> Result<Vec<Profile>> {
    let wanted = company.troop.trim().to_lowercase().replace(['-', '_'], " ");
    let known = |troop: &&&Troop| troop.name.replace('-', " ") == wanted;
    let troops = companies();
    let troop = troops.iter().find(known).ok_or_else(|| {
        let names: Vec<&str> = troops.iter().map(|troop| troop.name.as_str()).collect();
        Problem::new(ProblemKind::NotFound, format!("No company of “{}” is for hire.", company.troop))
            .hint(format!("For hire are {}.", names.join(", ")))
    })?;
    if !(1..=MOST).contains(&company.men) {
        return Err(Problem::bad_input(format!("A company of {} men cannot be hired.", company.men))
            .hint(format!("Ask for 1 to {MOST} men.")));
    }
    let grade = allowed(troop.class, company.grade.unwrap_or(troop.grade))?;
    let most = tables(db)?.men_a_unit.max(1) as usize;
    let men = company.men as usize;
    let captains =
        troop.captain(grade).into_iter().flat_map(|captain| std::iter::repeat_n(captain, men.div_ceil(most)));
    Ok(captains.chain(std::iter::repeat_n(troop.profile(grade), men)).collect())
}

fn fee(db: &Db, men: &[Profile]) -> Result<Explained<i64>> {
    Ok(recruitment::hire(men, &*numbers::man_to_man(db)?, &tables(db)?))
}

/// The days a company is hired for, if it is for a time.
fn hired_days(db: &Db, company: &Company) -> Result<Option<i64>> {
    match company.weeks {
        Some(0) => Err(Problem::bad_input("A company is hired for a week or more.").hint("Name its weeks.")),
        Some(weeks) if weeks > MOST => Err(Problem::bad_input(format!("A company is not hired for {weeks} weeks."))
            .hint("Leave the weeks out to keep it as long as it is paid.")),
        weeks => {
            let week = tables(db)?.week_days;
            Ok(weeks.map(|weeks| i64::from(weeks) * week))
        }
    }
}

/// What hiring a company would cost.
pub fn hiring(db: &Db, company: &Company, army: FormationId) -> Result<Prospect> {
    let army = db.formation(db.formation(army)?.army)?;
    may_take_in(db, &army)?;
    let men = men_of(db, company)?;
    let days = hired_days(db, company)?.map_or(YEAR, |days| days.min(YEAR));
    super::prospect(db, army.side, &men, days, fee(db, &men)?, None)
}

/// Hires a company for an army, which it joins as a unit with a captain, or as several, each with its own (CP-5, MM-1.4).
pub fn hire(store: &mut Store, company: &Company, army: FormationId) -> Result<Recruits> {
    store.act("hire", &json!({ "company": company, "army": army }), |act| {
        let prospect = hiring(act, company, army)?;
        let army = act.formation(act.formation(army)?.army)?;
        let men = men_of(act, company)?;
        let name = match company.name.trim() {
            "" => format!("Hired {}", company.troop.trim()),
            name => name.to_owned(),
        };
        let today = act.day()?;
        let until = hired_days(act, company)?.map(|days| (today + days as i32).min(Day::LAST));
        let cost = Pence(prospect.now.value);
        let (treasury, world) = (act.side_account(army.side)?, act.world()?);
        act.pay(treasury, world, cost, &format!("the hire of {name}"), "CP-5")?;
        let service = Service { tenure: Tenure::Hired, home: None, serves_until: until };
        let comers = men.into_iter().map(|profile| Comer { profile, service }).collect();
        let mut namer = naming::newcomers(act, army.side, company.people)?;
        let force = super::first_force(act, army.id)?;
        let raised = take_in(act, force, &name, comers, &mut namer)?;
        let sentence = format!(
            "{name}, {} hired for {cost}, joined {}.",
            super::men_in_words(raised.len()).to_lowercase(),
            army.name
        );
        Ok((Recruits { men: raised, army: army.name, prospect }, sentence))
    })
}
