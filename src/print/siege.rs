//! The siege sheet: a siege as it stands, with boxes to carry it on at a table without a screen.

use super::{Banner, Foot};
use crate::campaign::calendar::Day;
use crate::campaign::siege::HostFigures;
use crate::rules::siege::{Moat, Progress, Stretch, Tables};
use serde_json::{Value, json};
use std::sync::Arc;

/// A siege for the table (CP-6.2): the hosts and their stores, the walls with their damages, the surrender test, and the
/// days to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiegeSheet {
    /// What stands at the foot of every page.
    pub foot: Foot,
    /// The side that besieges.
    pub besieger: Banner,
    /// The side that holds the place.
    pub holder: String,
    /// The stronghold, and what it is: `border castle`.
    pub stronghold: String,
    /// Its kind, in a word.
    pub kind: String,
    /// The first day of the siege.
    pub begun: Day,
    /// Days of it that are over, and the day it is there: days played by hand run ahead of the campaign's (CP-2.1).
    pub days: u32,
    pub today: Day,
    /// Days of a siege turn (SG-1.1).
    pub week: u32,
    /// Whether it is over: then its story is told whole, and nothing is left to fill in.
    pub over: bool,
    /// What else is under way: works, a mine, a respite, terms on offer; a sentence each.
    pub under_way: Vec<String>,
    pub hosts: Vec<HostFigures>,
    pub moat: Moat,
    /// The lines from the outer ramparts inwards.
    pub lines: Vec<Vec<Stretch>>,
    /// How many of them the besiegers have won.
    pub won: u8,
    /// How many of those, from the outermost, a relief has won from besiegers who are shut in (SG-4.3).
    pub outer_lost: u8,
    /// Damages that demolish an outer stretch, and an inner one (SG-1.4).
    pub demolished: (u8, u8),
    /// How far the besiegers have come (SG-1.5).
    pub progress: Progress,
    /// The bonuses of a test of surrender as it would be now, each with its factor (SG-3.1).
    pub surrender: Vec<(String, i64)>,
    /// Why there is no test as things stand, as `the siege is over` (SG-3.4); none if there is one.
    pub no_test: Option<String>,
    /// Whether the besiegers are shut in, so that garrison and relief besiege them (SG-4.3).
    pub shut_in: bool,
    /// The figures in force, which the campaign may have set otherwise than the book.
    pub tables: Arc<Tables>,
    /// Its story so far, oldest first: day, sentence, clause.
    pub story: Vec<(Day, String, String)>,
}

/// Siege turns a sheet has room for: two fill a page of days.
const TURNS: u32 = 2;

/// Boxes of a row of rations at most: a store that lasts longer is not what decides.
const MOST_WEEKS: u32 = 24;

/// As many of the latest lines of the story as a sheet tells.
const STORY: usize = 40;

impl SiegeSheet {
    pub(super) fn view(&self) -> Value {
        // Its first day is the one after it was laid.
        let first = self.begun + (self.days as i32 + 1);
        let days = |turn: u32| -> Value {
            // A siege turn that has begun is carried on where it stands.
            let over = self.days % self.week;
            let from = turn * self.week;
            (from..from + self.week)
                .filter_map(|ahead| ahead.checked_sub(over))
                .map(|ahead| {
                    let day = first + ahead as i32;
                    json!({ "number": self.days + ahead + 1, "date": format!("{} {}", day.weekday(), day.long()) })
                })
                .collect()
        };
        let moat = match self.moat {
            Moat::None => json!({ "days": 0, "deep": false }),
            Moat::Days(days) => json!({ "days": days, "deep": false }),
            Moat::TooDeep => json!({ "days": 0, "deep": true }),
        };
        let steps = [
            Progress::OuterBreach,
            Progress::PartOfTheRampart,
            Progress::ConfinedToTheCitadel,
            Progress::AllButTheKeep,
        ];
        let told = if self.over { 0 } else { self.story.len().saturating_sub(STORY) };
        json!({
            "foot": self.foot.view(),
            "besieger": self.besieger,
            "holder": self.holder,
            "stronghold": self.stronghold,
            "kind": self.kind,
            "border": self.kind == crate::rules::siege::Kind::BorderCastle.word(),
            "begun": self.begun.long(),
            "today": self.today.spoken(),
            "days": self.days,
            "week": self.week,
            "over": self.over,
            "under_way": self.under_way,
            "hosts": self.hosts.iter().map(host).collect::<Value>(),
            "moat": moat,
            "lines": self.lines.iter().map(|line| {
                line.iter().map(|stretch| json!({ "outer": stretch.outer, "inner": stretch.inner })).collect::<Value>()
            }).collect::<Value>(),
            "won": self.won,
            "lost": self.outer_lost,
            "outer": self.demolished.0,
            "inner": self.demolished.1,
            "progress": steps.iter().map(|step| json!({
                "step": step.word(),
                "held": self.progress >= *step,
            })).collect::<Value>(),
            "surrender": self.surrender.iter().map(|(what, value)| json!({
                "what": what,
                "value": format!("{value:+}"),
            })).collect::<Value>(),
            "total": format!("{:+}", self.surrender.iter().map(|(_, value)| value).sum::<i64>()),
            "no_test": self.no_test,
            "shut_in": self.shut_in,
            "figures": {
                "engines": self.tables.engines,
                "building": self.tables.building,
                "battering": self.tables.battering,
                "surrender": self.tables.surrender,
                "initiative": self.tables.initiative,
            },
            "turns": (0..TURNS).map(|turn| json!({
                "number": self.days / self.week + turn + 1,
                "days": days(turn),
            })).collect::<Value>(),
            "untold": told,
            "story": self.story[told..].iter().map(|(day, text, clause)| json!({
                "day": day.long(),
                "text": text,
                "clause": clause,
            })).collect::<Value>(),
        })
    }
}

/// A host as the sheet has it.
fn host(host: &HostFigures) -> Value {
    let park = [
        (u32::from(host.park.trebuchets), "trebuchet", "trebuchets"),
        (u32::from(host.park.mangonels), "mangonel", "mangonels"),
        (u32::from(host.park.rams), "ram", "rams"),
        (u32::from(host.park.towers), "siege tower", "siege towers"),
    ];
    let counted = |&(many, one, more): &(u32, &str, &str)| match many {
        0 => None,
        1 => Some(format!("1 {one}")),
        many => Some(format!("{many} {more}")),
    };
    let mut engines: Vec<String> = park.iter().filter_map(counted).collect();
    if host.park.ladders {
        engines.push("ladders".to_owned());
    }
    json!({
        "part": host.part.word(),
        "armies": host.armies.join(", "),
        "able": host.able,
        "knights": host.knights,
        "mouths": host.mouths,
        "horses": host.horses,
        "grade": host.grade.to_string(),
        "rations": host.rations,
        "eats": host.eats,
        "country": host.country,
        "weeks": host.weeks_left.map(|weeks| weeks.min(MOST_WEEKS)),
        "more": host.weeks_left.is_some_and(|weeks| weeks > MOST_WEEKS),
        "half": host.half,
        "engines": engines.join(", "),
    })
}
