//! Commands about captives: ransoms and recruits.

use super::campaign::open;
use super::out::Out;
use crate::app::captives::{self, Payer};
use crate::app::parole;
use crate::campaign::captivity::Captive;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::figure::Class;
use crate::store::Store;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Ransom {
    /// The campaign.
    file: PathBuf,
    /// What to do.
    deed: Deed,
    /// The captive.
    #[arg(long)]
    captive: String,
    /// The sum in marks; without it the book's, the last offered or the agreed.
    #[arg(long)]
    marks: Option<String>,
    /// Whose treasury pays.
    #[arg(long, default_value = "side")]
    from: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deed {
    /// Ask a ransom.
    Ask,
    /// Offer one.
    Offer,
    /// Agree on one.
    Agree,
    /// Pay it, and he goes free.
    Pay,
    /// Let him go for nothing.
    Free,
}

/// How a sum is written.
const SUM: &str = "Write marks, such as 43 or “43 m 6s 8d”.";

/// A sum: a bare number is marks.
fn sum(text: &str) -> Result<Pence> {
    if let Ok(marks) = text.trim().parse::<i64>() {
        return marks
            .checked_mul(160)
            .map(Pence)
            .ok_or_else(|| Problem::bad_input(format!("{marks} marks are more than there are.")).hint(SUM));
    }
    text.parse::<Pence>().map_err(|bad| Problem::bad_input(format!("{bad}.")).hint(SUM))
}

impl Ransom {
    pub fn run(self, out: &Out) -> Result<()> {
        let marks = self.marks.as_deref().map(sum).transpose()?;
        let payer: Payer = self.from.parse()?;
        let mut store = open(&self.file, out)?;
        let captive = match captives::named(&store, &self.captive) {
            Ok(captive) => captive,
            Err(problem) if problem.kind == ProblemKind::NotFound && matches!(self.deed, Deed::Pay) => {
                return self.pay_part(&mut store, out);
            }
            Err(problem) => return Err(problem),
        };
        let name = store.person(captive.person)?.styled();
        let (done, pence) = match self.deed {
            Deed::Ask => ("asked for", captives::ask(&mut store, captive.id, marks)?),
            Deed::Offer => {
                let marks =
                    marks.ok_or_else(|| Problem::bad_input("An offer needs a sum.").hint("Give it with --marks."))?;
                captives::offer(&mut store, captive.id, marks)?;
                ("offered for", marks)
            }
            Deed::Agree => ("agreed for", captives::agree(&mut store, captive.id, marks)?),
            Deed::Pay => ("paid for", captives::pay(&mut store, captive.id, payer, marks)?),
            Deed::Free => {
                captives::free(&mut store, &[captive.id])?;
                ("asked no more for", Pence(0))
            }
        };
        let mut text = format!("{} {done} {name}.", pence.marks());
        if matches!(self.deed, Deed::Pay | Deed::Free) {
            text.push_str(" He is free.");
        }
        let parts = match self.deed {
            Deed::Ask if marks.is_none() => captives::terms(&store, captive.id)?.book.map(|book| book.parts),
            _ => None,
        };
        for part in parts.iter().flatten() {
            text.push_str(&format!("\n  {} {} ({})", part.figure(), part.what, part.clause));
        }
        let value =
            json!({ "captive": name, "done": done, "pence": pence, "marks": pence.0 as f64 / 160.0, "parts": parts });
        out.say(&value, text)
    }

    /// Pays the part that falls due next for a man who is free on parole (CP-4.3).
    fn pay_part(&self, store: &mut Store, out: &Out) -> Result<()> {
        let parole = parole::named(store, &self.captive)?;
        if self.marks.is_some() {
            return Err(Problem::refused(
                format!("{} is free on parole, and his ransom is owed in parts.", parole.line.name),
                format!("Leave --marks out: the next part is {}.", parole.part.marks()),
            ));
        }
        captives::pay_part(store, parole.next)?;
        let left = Pence(parole.owed.0 - parole.part.0);
        let name = &parole.line.name;
        let value = json!({
            "captive": name, "done": "paid in part for", "pence": parole.part,
            "marks": parole.part.0 as f64 / 160.0, "owed_pence": left,
        });
        out.say(&value, format!("{} paid for {name}; {} is still owed.", parole.part.marks(), left.marks()))
    }
}

#[derive(Debug, Args)]
pub(super) struct Recruit {
    /// The campaign.
    file: PathBuf,
    #[command(subcommand)]
    from: Source,
}

#[derive(Debug, Subcommand)]
enum Source {
    /// Captive sergeants into a unit of their captor's, up to half of each haul (MM-8.2).
    Captives {
        /// The army they join.
        #[arg(long)]
        army: String,
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
    },
}

impl Recruit {
    pub fn run(self, out: &Out) -> Result<()> {
        let mut store = open(&self.file, out)?;
        let (names, text) = match self.from {
            Source::Captives { army, unit, count } => {
                let army = store.army_named(&army)?;
                let tree = store.tree(army.id)?;
                let units = || tree.iter().filter(|part| part.level == crate::campaign::armies::Level::Unit);
                let into = match &unit {
                    Some(name) => units().find(|part| part.name.eq_ignore_ascii_case(name.trim())),
                    None => units().next(),
                }
                .ok_or_else(|| {
                    Problem::refused(
                        format!("{} has no such unit.", army.name),
                        "“banneret show FILE armies NAME” lists its units.",
                    )
                })?;
                let chosen = captives::recruitable(&store, army.side)?;
                let chosen: Vec<Captive> = chosen.into_iter().take(count.unwrap_or(usize::MAX)).collect();
                if chosen.is_empty() {
                    return Err(Problem::refused(
                        "No captive sergeant may join: none is held, or half of each haul has joined (MM-8.2).",
                        "Ransom or free the rest.",
                    ));
                }
                let ids: Vec<_> = chosen.iter().map(|captive| captive.id).collect();
                captives::recruit(&mut store, &ids, into.id)?;
                (names(&store, &chosen)?, format!("{} joined {}, each a grade down.", chosen.len(), into.name))
            }
            Source::Labour { side } => {
                let side = store.side_named(&side)?;
                let chosen: Vec<Captive> = store
                    .captives(false)?
                    .into_iter()
                    .filter(|line| line.captive.holder_side == side.id && line.captive.class == Class::Peasant)
                    .filter(|line| !line.labours)
                    .map(|line| line.captive)
                    .collect();
                if chosen.is_empty() {
                    return Err(Problem::refused(
                        format!("{} holds no peasant who does not labour already.", side.name),
                        "Only peasants are set to labour (MM-8.3).",
                    ));
                }
                let ids: Vec<_> = chosen.iter().map(|captive| captive.id).collect();
                captives::set_to_labour(&mut store, &ids, true)?;
                (names(&store, &chosen)?, format!("{} set to labour, as grade E.", chosen.len()))
            }
        };
        out.say(&json!({ "men": names }), text)
    }
}

fn names(store: &Store, captives: &[Captive]) -> Result<Vec<String>> {
    captives.iter().map(|captive| Ok(store.person(captive.person)?.styled())).collect()
}
