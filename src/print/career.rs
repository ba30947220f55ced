//! The career of a knight on a page or two.

use super::muster::standing;
use super::{Banner, Foot};
use crate::campaign::calendar::Day;
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::rules::figure::{Grade, Profile};
use serde::Serialize;
use serde_json::{Value, json};

/// A man's career (CP-6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PrintedCareer {
    /// What stands at the foot of every page.
    pub foot: Foot,
    pub side: Banner,
    pub name: String,
    /// What he is and has (MM-1.1 to MM-1.3).
    #[serde(flatten)]
    pub profile: Profile,
    /// His state (CP-1.2).
    pub state: PersonState,
    /// Where he serves: `the Duke's household, in the vanguard`; empty if nowhere.
    pub serves: String,
    /// What he commands or holds, each in a few words.
    pub offices: Vec<String>,
    /// His grade from the first known to now, oldest first.
    pub grades: Vec<GradeStep>,
    /// His battles, oldest first.
    pub battles: Vec<CareerBattle>,
    /// When he was a captive, oldest first.
    pub captivities: Vec<Captivity>,
    /// Ransoms he paid or was paid, oldest first.
    pub ransoms: Vec<CareerRansom>,
}

/// A grade he came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeStep {
    /// When.
    pub day: Day,
    /// The grade he had from then on.
    pub grade: Grade,
    /// Why, with its clause: `unhorsed an equal (MM-8.7)`; for the first `as mustered`.
    pub why: String,
}

/// A battle he fought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CareerBattle {
    /// When.
    pub day: Day,
    /// What the battle is called.
    pub name: String,
    /// How it went for his side: `won`, `lost`, `drawn`.
    pub result: String,
    /// His own fate (CP-3.4), such as `wounded`.
    pub fate: String,
    /// His deeds (CP-3.4), each in a few words: `unhorsed Sir Guichard Dauphin`.
    pub deeds: Vec<String>,
}

/// A time he was held captive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Captivity {
    /// The battle he was taken in.
    pub taken_at: String,
    /// When.
    pub taken_on: Day,
    /// Who held him.
    pub holder: String,
    /// How and when it ended: `ransomed, 2 February 1417`; empty while it lasts.
    pub ended: String,
}

/// A ransom he paid or was paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CareerRansom {
    /// When.
    pub day: Day,
    /// The other man.
    pub with: String,
    /// How much.
    pub amount: Pence,
    /// Whether it came to him; else he paid it.
    pub received: bool,
}

impl PrintedCareer {
    pub(super) fn view(&self) -> Value {
        json!({
            "foot": self.foot.view(),
            "side": self.side,
            "name": self.name,
            "standing": standing(self.profile.class, self.profile.rank),
            "grade": self.profile.grade,
            "protection": self.profile.protection,
            "arms": self.profile.weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(", "),
            "horse": self.profile.horse,
            "state": self.state,
            "serves": self.serves,
            "offices": self.offices,
            "grades": self.grades.iter().map(|step| json!({
                "date": step.day.short(),
                "day": step.day.0,
                "grade": step.grade,
                "height": step.grade.number(),
                "why": step.why,
            })).collect::<Value>(),
            "battles": self.battles.iter().map(|battle| json!({
                "date": battle.day.long(),
                "name": battle.name,
                "result": battle.result,
                "fate": battle.fate,
                "deeds": battle.deeds,
            })).collect::<Value>(),
            "captivities": self.captivities.iter().map(|time| json!({
                "taken": format!("{}, {}", time.taken_at, time.taken_on.long()),
                "holder": time.holder,
                "ended": time.ended,
            })).collect::<Value>(),
            "ransoms": self.ransoms.iter().map(|ransom| json!({
                "date": ransom.day.long(),
                "with": ransom.with,
                "amount": ransom.amount.marks(),
                "received": ransom.received,
            })).collect::<Value>(),
        })
    }
}
