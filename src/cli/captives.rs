//! Commands about captives and their ransoms.

use super::campaign::open;
use super::out::Out;
use crate::app::captives::{self, Payer};
use crate::app::parole;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::store::Store;
use clap::{Args, ValueEnum};
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
