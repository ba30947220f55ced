//! `banneret recruit`: levies, service for fiefs, companies for hire, captives, training, arms, and what becomes of men
//! whose service ends (CP-5). With `--dry-run` it says what it would bring and cost, and keeps nothing.

use super::campaign::{day, open};
use super::out::{Out, columns};
use crate::app::captives;
use crate::app::recruit::{self, ArmsWanted, Company, Prospect, Recruits};
use crate::campaign::armies::Level;
use crate::campaign::captivity::Captive;
use crate::campaign::ids::{FormationId, PersonId, PlaceId};
use crate::campaign::money::Pence;
use crate::campaign::names::People;
use crate::campaign::people::Tenure;
use crate::campaign::problem::{Problem, Result};
use crate::rules::figure::{Class, Grade, Horse, Weapon};
use crate::store::{Db, Store};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Recruit {
    /// The campaign.
    file: PathBuf,
    /// Say what it would bring and cost, now and in a year, and keep nothing.
    #[arg(long, global = true)]
    dry_run: bool,
    #[command(subcommand)]
    from: Source,
}

#[derive(Debug, Args)]
struct Places {
    /// A place; give it again for more.
    #[arg(long = "place")]
    places: Vec<String>,
    /// Every place of a side that can give any.
    #[arg(long, conflicts_with = "places")]
    side: Option<String>,
    /// How many men in all; as many as there may be if left out.
    #[arg(long, visible_alias = "knights")]
    men: Option<u32>,
    /// The army they join, which stands there; a new one in each place if left out.
    #[arg(long)]
    army: Option<String>,
}

#[derive(Debug, Args)]
struct Whom {
    /// The army.
    #[arg(long)]
    army: String,
    /// Only a unit, force or battle of it.
    #[arg(long)]
    unit: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Source {
    /// Peasants and sergeants of places, one in twenty of their people a season (CP-7.3).
    Levy(Places),
    /// Knights whom fiefs owe, for forty days (CP-5).
    Service(Places),
    /// Money in place of knights whom fiefs owe (CP-5).
    Scutage(Places),
    /// A company for a sum by its points, and its pay by the week (CP-5).
    Hire {
        /// The army they join.
        #[arg(long)]
        army: String,
        /// What they are; “banneret recruit FILE companies” lists them.
        #[arg(long)]
        company: String,
        /// How many, apart from the captain of each unit.
        #[arg(long)]
        men: u32,
        /// Their grade, within their class.
        #[arg(long)]
        grade: Option<String>,
        /// What the company is called.
        #[arg(long, default_value = "")]
        name: String,
        /// The people they are of, for their names.
        #[arg(long)]
        people: Option<String>,
        /// The weeks they are hired for; as long as they are paid if left out.
        #[arg(long)]
        weeks: Option<u32>,
    },
    /// The companies for hire, and what a man of each asks.
    Companies,
    /// Captive sergeants into a unit of their captor's, up to half of each haul (MM-8.2), or captive peasants (MM-8.3).
    Captives {
        /// The army they join.
        #[arg(long)]
        army: String,
        /// Peasants as combat labourers, of grade E, and no sergeants.
        #[arg(long)]
        labourers: bool,
        /// The unit they join; its first if left out.
        #[arg(long)]
        unit: Option<String>,
        /// The most to take.
        #[arg(long)]
        count: Option<usize>,
    },
    /// Captive peasants to labour (MM-8.3).
    Labour {
        /// The side that holds them.
        #[arg(long)]
        side: String,
        /// Take them from it again.
        #[arg(long)]
        end: bool,
    },
    /// Men of grade E to train at the stronghold they are in; in a season they are D (CP-5).
    Train(Whom),
    /// Arms and horses for men who serve, by the points by which they are better (CP-5).
    Arms {
        #[command(flatten)]
        whom: Whom,
        /// Only those of a class.
        #[arg(long)]
        class: Option<String>,
        /// The protection they are to have, 1 to 4.
        #[arg(long)]
        protection: Option<String>,
        /// All they are to carry, such as "spear;shield".
        #[arg(long)]
        weapons: Option<String>,
        /// What they are to ride: none, unbarded or barded.
        #[arg(long)]
        horse: Option<String>,
    },
    /// Whose service ends, and when.
    Ends,
    /// Keep men whose service is for a number of days, for pay; a knight first serves out the days of his fief.
    Keep {
        #[command(flatten)]
        whom: Whom,
        /// Their last day; as long as they are wanted if left out.
        #[arg(long)]
        until: Option<String>,
    },
    /// Let men go.
    Dismiss {
        #[command(flatten)]
        whom: Whom,
        /// Only those who serve in one way: levied, fief or hired.
        #[arg(long)]
        tenure: Option<String>,
    },
}

impl Whom {
    /// The army, or the part of it that is named.
    fn formation(&self, db: &Db) -> Result<FormationId> {
        let army = db.army_named(&self.army)?;
        let Some(name) = &self.unit else { return Ok(army.id) };
        part_named(db, army.id, &army.name, name, |_| true)
    }
}

fn part_named(db: &Db, army: FormationId, of: &str, name: &str, wanted: impl Fn(Level) -> bool) -> Result<FormationId> {
    let fold = crate::store::journal::fold;
    let tree = db.tree(army)?;
    let found = tree.iter().find(|part| wanted(part.level) && fold(&part.name) == fold(name.trim()));
    found.map(|part| part.id).ok_or_else(|| {
        Problem::refused(format!("{of} has no such unit."), "“banneret show FILE armies NAME” lists its units.")
    })
}

impl Places {
    /// The places named, or all of a side that one of them alone could give.
    fn ids(&self, db: &Db, alone: impl Fn(PlaceId) -> Result<Prospect>) -> Result<Vec<PlaceId>> {
        let Some(side) = &self.side else {
            return self.places.iter().map(|name| Ok(db.place_named(name)?.id)).collect();
        };
        let side = db.side_named(side)?;
        let own = db.places()?.into_iter().filter(|place| place.side == Some(side.id)).map(|place| place.id);
        let able: Vec<PlaceId> = own.filter(|place| alone(*place).is_ok()).collect();
        match able.is_empty() {
            true => Err(Problem::refused(
                format!("No place of {} can give any now.", side.name),
                "Name one with --place to hear why.",
            )),
            false => Ok(able),
        }
    }

    fn army(&self, db: &Db) -> Result<Option<FormationId>> {
        self.army.as_deref().map(|name| Ok(db.army_named(name)?.id)).transpose()
    }
}

/// What was done, or would be.
enum Outcome {
    Ahead(Prospect),
    Done(Recruits),
}

impl Recruit {
    pub fn run(self, out: &Out) -> Result<()> {
        let dry = self.dry_run;
        let mut store = match dry {
            true => Store::open_to_read(&self.file)?,
            false => open(&self.file, out)?,
        };
        let store = &mut store;
        let outcome = match self.from {
            Source::Levy(places) => {
                let army = places.army(store)?;
                let ids = places.ids(store, |place| recruit::levying(store, &[place], None, army))?;
                match dry {
                    true => Outcome::Ahead(recruit::levying(store, &ids, places.men, army)?),
                    false => Outcome::Done(recruit::levy(store, &ids, places.men, army)?),
                }
            }
            Source::Service(places) => {
                let army = places.army(store)?;
                let ids = places.ids(store, |place| recruit::summoning(store, &[place], None, army))?;
                match dry {
                    true => Outcome::Ahead(recruit::summoning(store, &ids, places.men, army)?),
                    false => Outcome::Done(recruit::summon(store, &ids, places.men, army)?),
                }
            }
            Source::Scutage(places) => {
                if places.army.is_some() {
                    return Err(Problem::bad_input("Scutage is money, and joins no army.").hint("Leave --army out."));
                }
                let ids = places.ids(store, |place| recruit::scutage(store, &[place], None))?;
                match dry {
                    true => Outcome::Ahead(recruit::scutage(store, &ids, places.men)?),
                    false => Outcome::Done(recruit::pay_scutage(store, &ids, places.men)?),
                }
            }
            Source::Hire { army, company, men, grade, name, people, weeks } => {
                let army = store.army_named(&army)?.id;
                let grade = grade.map(|grade| grade.parse::<Grade>()).transpose()?;
                let people = people.map(|people| people.parse::<People>()).transpose()?;
                let company = Company { troop: company, men, grade, name, people, weeks };
                match dry {
                    true => Outcome::Ahead(recruit::hiring(store, &company, army)?),
                    false => Outcome::Done(recruit::hire(store, &company, army)?),
                }
            }
            Source::Companies => return companies(store, out),
            Source::Captives { army, labourers, unit, count } => {
                join(store, (&army, unit.as_deref()), labourers, count, dry)?
            }
            Source::Labour { side, end } => return labour(store, out, &side, !end, dry),
            Source::Train(whom) => {
                let formation = whom.formation(store)?;
                match dry {
                    true => Outcome::Ahead(recruit::training(store, formation)?),
                    false => Outcome::Done(recruit::train(store, formation)?),
                }
            }
            Source::Arms { whom, class, protection, weapons, horse } => {
                let formation = whom.formation(store)?;
                let wanted = ArmsWanted {
                    class: class.map(|class| class.parse::<Class>()).transpose()?,
                    protection: protection.map(|protection| protection.parse()).transpose()?,
                    weapons: weapons.as_deref().map(arms).transpose()?,
                    horse: horse.map(|horse| horse.parse::<Horse>()).transpose()?,
                };
                match dry {
                    true => Outcome::Ahead(recruit::arming(store, formation, &wanted)?),
                    false => Outcome::Done(recruit::arm(store, formation, &wanted)?),
                }
            }
            Source::Ends => return ends(store, out),
            Source::Keep { whom, until } => {
                let men = store.men_of(whom.formation(store)?)?;
                let men: Vec<PersonId> =
                    men.iter().filter(|man| man.service.serves_until.is_some()).map(|man| man.id).collect();
                let until = until.as_deref().map(day).transpose()?;
                let cost = recruit::keeping(store, &men, until)?;
                return decided(store, out, &men, dry, Some(&cost), |store, men| recruit::keep(store, men, until));
            }
            Source::Dismiss { whom, tenure } => {
                let tenure = tenure.map(|tenure| tenure.parse::<Tenure>()).transpose()?;
                let men = store.men_of(whom.formation(store)?)?;
                let wanted = men.iter().filter(|man| tenure.is_none_or(|tenure| man.service.tenure == tenure));
                let men: Vec<PersonId> = wanted.map(|man| man.id).collect();
                return decided(store, out, &men, dry, None, recruit::dismiss);
            }
        };
        said(store, out, outcome)
    }
}

/// Weapons as a roster has them.
fn arms(text: &str) -> Result<Vec<Weapon>> {
    Weapon::list(text)
        .map_err(|fault| Problem::bad_input(format!("{fault}.")).hint("Separate weapons with semicolons."))
}

/// What a decision about men did, or whom it would touch.
fn decided(
    store: &mut Store,
    out: &Out,
    men: &[PersonId],
    dry: bool,
    cost: Option<&Prospect>,
    decide: impl Fn(&mut Store, &[PersonId]) -> Result<()>,
) -> Result<()> {
    let names = names(store, men)?;
    if dry {
        let mut text = format!("It would touch {} men. Nothing of it was kept.", names.len());
        let mut value = json!({ "men": names, "kept": false });
        if let Some(cost) = cost {
            (text, value["cost"]) = (format!("{}\n{text}", prospect_text(cost)), prospect_value(cost));
        }
        return out.say(&value, text);
    }
    decide(store, men)?;
    let sentence = store.last_action()?.map_or(String::new(), |action| action.sentence);
    let mut value = json!({ "men": names, "done": sentence, "kept": true });
    if let Some(cost) = cost {
        value["cost"] = prospect_value(cost);
    }
    out.say(&value, &sentence)
}

fn names(db: &Db, men: &[PersonId]) -> Result<Vec<String>> {
    men.iter().map(|man| Ok(db.person(*man)?.styled())).collect()
}

fn prospect_value(prospect: &Prospect) -> Value {
    let men: Vec<Value> = prospect.men.iter().map(|(what, count)| json!({ "what": what, "count": count })).collect();
    json!({
        "comes": men,
        "may": prospect.may,
        "now": prospect.now,
        "week": prospect.week,
        "year": prospect.year,
        "treasury_pence": prospect.treasury,
        "left_pence": prospect.treasury.0 - prospect.now.value,
    })
}

fn prospect_text(prospect: &Prospect) -> String {
    let mut text = prospect.sentence();
    let mut told = |head: &str, figure: &crate::rules::explain::Explained<i64>, money: bool| {
        for part in &figure.parts {
            let value = match (money, part.value) {
                (true, pence) => Pence(pence).to_string(),
                (false, _) => part.figure(),
            };
            text.push_str(&format!("\n  {head}: {value} {} ({})", part.what, part.clause));
        }
    };
    if let Some(may) = &prospect.may {
        told("there may be", may, false);
    }
    told("now", &prospect.now, true);
    told("a week", &prospect.week, true);
    told("in a year", &prospect.year, true);
    text
}

fn said(store: &Store, out: &Out, outcome: Outcome) -> Result<()> {
    match outcome {
        Outcome::Ahead(prospect) => {
            let mut value = prospect_value(&prospect);
            value["kept"] = json!(false);
            out.say(&value, format!("{}\nNothing of it was kept.", prospect_text(&prospect)))
        }
        Outcome::Done(recruits) => {
            let mut value = prospect_value(&recruits.prospect);
            value["men"] = json!(names(store, &recruits.men)?);
            value["army"] = json!(recruits.army);
            value["kept"] = json!(true);
            let sentence = store.last_action()?.map_or(String::new(), |action| action.sentence);
            value["done"] = json!(sentence);
            out.say(&value, sentence)
        }
    }
}

fn companies(db: &Db, out: &Out) -> Result<()> {
    let points = crate::app::numbers::man_to_man(db)?;
    let tables = crate::app::numbers::of(db)?;
    let mut rows = Vec::new();
    let mut value = Vec::new();
    for troop in recruit::companies() {
        let man = troop.profile(troop.grade);
        let asks = Pence(crate::campaign::recruitment::hire(std::slice::from_ref(&man), &points, &tables).value);
        let pay = crate::campaign::week::pay_of(&man, &tables);
        value.push(json!({ "name": troop.name, "profile": man, "asks_pence": asks, "pay_a_day_pence": pay }));
        rows.push(vec![
            troop.name.clone(),
            troop.class.to_string(),
            troop.grade.to_string(),
            troop.protection.to_string(),
            Weapon::cell(&troop.weapons),
            troop.horse.to_string(),
            asks.to_string(),
            pay.to_string(),
        ]);
    }
    let heads = ["company", "class", "grade", "protection", "weapons", "horse", ">asks a man", ">pay a day"];
    out.say(&value.into(), columns(&heads, &rows))
}

fn ends(db: &Db, out: &Out) -> Result<()> {
    let endings = recruit::endings(db)?;
    let row =
        |ending: &recruit::ServiceEnding| vec![ending.name.clone(), ending.men.len().to_string(), ending.until.long()];
    let mut value = Vec::new();
    for ending in &endings {
        let (army, until) = (&ending.name, ending.until.to_string());
        value.push(json!({ "army": army, "until": until, "men": names(db, &ending.men)? }));
    }
    let rows: Vec<Vec<String>> = endings.iter().map(row).collect();
    match rows.is_empty() {
        true => out.say(&value.into(), "Nobody serves for a number of days."),
        false => out.say(&value.into(), columns(&["army", ">men", "serve until"], &rows)),
    }
}

/// Captive sergeants, or peasants, into a unit of their captor's.
fn join(
    store: &mut Store,
    (army, unit): (&str, Option<&str>),
    labourers: bool,
    count: Option<usize>,
    dry: bool,
) -> Result<Outcome> {
    let army = store.army_named(army)?;
    let is_unit = |level| level == Level::Unit;
    let into = match unit {
        Some(name) => part_named(store, army.id, &army.name, name, is_unit)?,
        None => {
            let first = store.tree(army.id)?.into_iter().find(|part| is_unit(part.level));
            let none = || {
                Problem::refused(
                    format!("{} has no unit for captives to join.", army.name),
                    "Raise one first with “banneret formation add”, in a force of it.",
                )
            };
            first.ok_or_else(none)?.id
        }
    };
    let may = match labourers {
        true => captives::labourers(store, army.side)?,
        false => captives::recruitable(store, army.side)?,
    };
    let chosen: Vec<Captive> = may.into_iter().take(count.unwrap_or(usize::MAX)).collect();
    let prospect = captives::joining(store, &chosen)?;
    if dry {
        return Ok(Outcome::Ahead(prospect));
    }
    let ids: Vec<_> = chosen.iter().map(|captive| captive.id).collect();
    captives::recruit(store, &ids, into)?;
    let men = chosen.iter().map(|captive| captive.person).collect();
    Ok(Outcome::Done(Recruits { men, army: army.name, prospect }))
}

/// Captive peasants to labour, or from it; hostages are none.
fn labour(store: &mut Store, out: &Out, side: &str, labours: bool, dry: bool) -> Result<()> {
    let side = store.side_named(side)?;
    let held = store.captives(false)?.into_iter().filter(|line| line.captive.holder_side == side.id);
    let held = held.filter(|line| line.captive.standing.class == Class::Peasant && !line.captive.hostage);
    let chosen: Vec<Captive> = held.filter(|line| line.labours != labours).map(|line| line.captive).collect();
    if chosen.is_empty() {
        return Err(Problem::refused(
            match labours {
                true => format!("{} holds no peasant who does not labour already.", side.name),
                false => format!("{} holds no peasant who labours.", side.name),
            },
            "Only peasants are set to labour (MM-8.3).",
        ));
    }
    let men: Vec<PersonId> = chosen.iter().map(|captive| captive.person).collect();
    let ids: Vec<_> = chosen.iter().map(|captive| captive.id).collect();
    decided(store, out, &men, dry, None, |store, _| captives::set_to_labour(store, &ids, labours))
}
