//! The pay roll.

use super::{Banner, Foot};
use crate::campaign::money::Pence;
use serde::Serialize;
use serde_json::{Value, json};

/// What a side owes its men for a time (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PayRoll {
    /// What stands at the foot of every page.
    pub foot: Foot,
    pub side: Banner,
    /// The time it is for: `the week to Michaelmas`.
    pub term: String,
    /// What the side's treasury holds; none to leave it out.
    pub treasury: Option<Pence>,
    /// Who is paid, in order.
    pub lines: Vec<PayLine>,
}

/// Men of one unit who are paid alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PayLine {
    /// Army, battle or force it stands under; lines that follow one another with the same one stand together.
    pub under: String,
    pub unit: String,
    /// What kind of men: `foot archers`.
    pub kind: String,
    /// How many.
    pub men: i64,
    /// A man's pay a day (CP-5).
    pub rate: Pence,
    /// For how many days.
    pub days: i64,
    /// What is owed from before.
    pub arrears: Pence,
}

impl PayLine {
    /// What is due: the days' pay of all the men, and the arrears.
    pub fn due(&self) -> Pence {
        self.rate * self.men * self.days + self.arrears
    }
}

impl PayRoll {
    pub(super) fn view(&self) -> Value {
        let due: Pence = self.lines.iter().map(PayLine::due).sum();
        let left = self.treasury.map(|treasury| treasury - due);
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "term": self.term,
            "treasury": self.treasury.map(|treasury| treasury.to_string()),
            "left": left.map(|left| Pence(left.0.abs()).to_string()),
            "short": left.is_some_and(Pence::is_negative),
            "men": self.lines.iter().map(|line| line.men).sum::<i64>(),
            "arrears": self.lines.iter().map(|line| line.arrears).sum::<Pence>().to_string(),
            "due": due.to_string(),
            "lines": self.lines.iter().map(|line| json!({
                "under": line.under,
                "unit": line.unit,
                "kind": line.kind,
                "men": line.men,
                "rate": line.rate.to_string(),
                "days": line.days,
                "arrears": if line.arrears == Pence::ZERO { String::new() } else { line.arrears.to_string() },
                "due": line.due().to_string(),
            })).collect::<Value>(),
        })
    }
}
