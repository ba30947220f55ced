//! The chronicle between two dates.

use super::{Banner, Foot};
use crate::campaign::calendar::Day;
use serde::Serialize;
use serde_json::{Value, json};

/// What happened between two dates (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedChronicle {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// The side as which it is told (CP-6.3); none for the whole.
    pub side: Option<Banner>,
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
    /// What happened, oldest first. Lines of one day and turn that follow one another stand under it together.
    pub entries: Vec<ChronicleEntry>,
}

/// One line of the chronicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChronicleEntry {
    /// When.
    pub day: Day,
    pub turn: u32,
    /// What happened, in a sentence.
    pub text: String,
}

impl PrintedChronicle {
    pub(super) fn view(&self) -> Value {
        let days = self.entries.chunk_by(|a, b| (a.day, a.turn) == (b.day, b.turn)).map(|lines| {
            let (day, turn) = (lines[0].day, lines[0].turn);
            json!({
                "year": day.year().to_string(),
                "date": format!("{} {} {}", day.weekday(), day.day_of_month(), day.month_name()),
                "feast": day.by_feast(),
                "turn": turn,
                "lines": lines.iter().map(|line| &line.text).collect::<Vec<_>>(),
            })
        });
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "from": self.from.spoken(),
            "to": self.to.spoken(),
            "days": days.collect::<Value>(),
        })
    }
}
