//! `banneret captivity`: captivities corrected by hand (CP-7.7).

use super::campaign::{day, open};
use super::captives::sum;
use super::out::Out;
use super::troops::man;
use super::world::{Why, done, person_or_nobody};
use crate::app::captives::{self, Payer};
use crate::app::parole;
use crate::app::world::captivities::{self, PartEdit};
use crate::campaign::captivity::Captive;
use crate::campaign::ids::BattleId;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::Db;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Captivity {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    what: CaptivityDeed,
}

#[derive(Debug, Subcommand)]
enum CaptivityDeed {
    /// Change what is written of a captivity: of one who is free, his last.
    Set(Box<CaptivityFields>),
    /// Change a part of a ransom that is still owed: its sum, its day or who pays it.
    Part {
        /// The captive; of several of a name, his number with a # before it.
        captive: String,
        /// The day the part falls due, or fell; the first part if left out.
        #[arg(long, value_name = "DAY")]
        of: Option<String>,
        /// The sum: marks, such as 20 or “13 m 6s 8d”.
        #[arg(long)]
        sum: Option<String>,
        /// The day it is to fall due.
        #[arg(long, value_name = "DAY")]
        due: Option<String>,
        /// Whose treasury pays it: own, lord or side.
        #[arg(long)]
        payer: Option<String>,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(Debug, Args)]
struct CaptivityFields {
    /// The captive; of several of a name, his number with a # before it.
    captive: String,
    /// The side that holds him.
    #[arg(long)]
    side: Option<String>,
    /// The man who holds him; “nobody” for the side alone.
    #[arg(long)]
    holder: Option<String>,
    /// The place he is kept in.
    #[arg(long, conflicts_with = "army")]
    place: Option<String>,
    /// The army that leads him.
    #[arg(long)]
    army: Option<String>,
    /// The battle he was taken in, by name; “none” for none.
    #[arg(long)]
    battle: Option<String>,
    /// The day he was taken; that of the battle if one is named.
    #[arg(long, value_name = "DAY")]
    taken: Option<String>,
    /// What he was when he was taken: knight, sergeant, peasant or cleric.
    #[arg(long)]
    class: Option<String>,
    /// His rank then, such as baron or earl.
    #[arg(long)]
    rank: Option<String>,
    /// His grade then.
    #[arg(long)]
    grade: Option<String>,
    /// The ransom asked, in marks; “none” for none.
    #[arg(long, value_name = "SUM")]
    asked: Option<String>,
    /// The last offer; “none” for none.
    #[arg(long, value_name = "SUM")]
    offered: Option<String>,
    /// The ransom agreed; “none” for none, and parts of it are owed no more.
    #[arg(long, value_name = "SUM")]
    agreed: Option<String>,
    #[command(flatten)]
    why: Why,
}

/// The captivity of a man: the one he is in, else the last.
fn captivity(db: &Db, name: &str) -> Result<Captive> {
    match captives::named(db, name) {
        Err(problem) if problem.kind == ProblemKind::NotFound => {
            let person = man(db, name)?;
            db.captivities_of(person)?.pop().ok_or(problem)
        }
        found => found,
    }
}

fn battle(db: &Db, name: &str) -> Result<BattleId> {
    let fold = crate::store::journal::fold;
    let found = db.battles()?.into_iter().find(|battle| fold(&battle.name) == fold(name.trim()));
    found.map(|battle| battle.id).ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, format!("There was no battle “{name}”."))
            .hint("“banneret show FILE battles” lists them.")
    })
}

/// A sum written over another; “none” takes it away.
fn over(old: Option<Pence>, text: Option<&str>) -> Result<Option<Pence>> {
    match text.map(str::trim) {
        None => Ok(old),
        Some("none" | "") => Ok(None),
        Some(text) => Ok(Some(sum(text)?)),
    }
}

impl CaptivityFields {
    fn over(&self, db: &Db, mut old: Captive) -> Result<Captive> {
        if let Some(side) = &self.side {
            let side = db.side_named(side)?.id;
            // The old side's man does not hold him for the new one.
            old.holder = old.holder.filter(|_| side == old.holder_side);
            old.holder_side = side;
        }
        if let Some(holder) = &self.holder {
            old.holder = person_or_nobody(db, holder)?;
        }
        if let Some(place) = &self.place {
            (old.place, old.army) = (Some(db.place_named(place)?.id), None);
        }
        if let Some(army) = &self.army {
            (old.army, old.place) = (Some(db.army_named(army)?.id), None);
        }
        match self.battle.as_deref().map(str::trim) {
            None => {}
            Some("none" | "") => old.battle = None,
            Some(name) => {
                let fought = battle(db, name)?;
                (old.battle, old.taken) = (Some(fought), db.battle(fought)?.day);
            }
        }
        if let Some(taken) = &self.taken {
            old.taken = day(taken)?;
        }
        if let Some(class) = &self.class {
            old.standing.class = class.parse()?;
        }
        if let Some(rank) = &self.rank {
            old.standing.rank = rank.parse()?;
        }
        if let Some(grade) = &self.grade {
            old.standing.grade = grade.parse()?;
        }
        old.asked = over(old.asked, self.asked.as_deref())?;
        old.offered = over(old.offered, self.offered.as_deref())?;
        old.agreed = over(old.agreed, self.agreed.as_deref())?;
        Ok(old)
    }
}

impl Captivity {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let captive = match self.what {
            CaptivityDeed::Set(fields) => {
                let edited = fields.over(&store, captivity(&store, &fields.captive)?)?;
                captivities::edit(&mut store, &edited, &fields.why.by_hand())?;
                edited.id
            }
            CaptivityDeed::Part { captive, of, sum: pence, due, payer, why } => {
                let captive = match captives::named(&store, &captive) {
                    Err(problem) if problem.kind == ProblemKind::NotFound => {
                        parole::named(&store, &captive)?.line.captive
                    }
                    found => found?,
                };
                let of = of.as_deref().map(day).transpose()?;
                let part = store
                    .instalments()?
                    .into_iter()
                    .find(|part| part.captive == captive.id && of.is_none_or(|of| part.due == of))
                    .ok_or_else(|| {
                        Problem::new(ProblemKind::NotFound, "No such part of his ransom is owed.")
                            .hint("“banneret show FILE captives” lists what is owed and when.")
                    })?;
                let edited = PartEdit {
                    pence: pence.as_deref().map(sum).transpose()?,
                    due: due.as_deref().map(day).transpose()?,
                    payer: payer.as_deref().map(str::parse::<Payer>).transpose()?,
                };
                captivities::edit_part(&mut store, part.id, &edited, &why.by_hand())?;
                captive.id
            }
        };
        let captive = store.captive(captive)?;
        done(&store, out, json!({ "captive": captive }))
    }
}
