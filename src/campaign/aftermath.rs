//! What follows from a battle (CP-3.6): proposed line by line with its clauses, for the referee to strike, change or
//! take. How he changes them is in [`super::ruling`].

use super::tables::Tables;
use crate::rules::battle::{Deed, Fate, Fighter, Man, ManReport, Plan, Report, Standard};
use crate::rules::dice::Dice;
use crate::rules::explain::Part;
use crate::rules::figure::{Class, Grade, Side};
use crate::rules::man_to_man::{self, grades, ransom};
use serde::Serialize;

/// What a line changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// He is dead.
    Dies,
    /// He carries a wound.
    Wounded,
    /// He is held by the other side, taken by the man named if known, for this ransom in marks if one is asked.
    Captive {
        /// Who took him.
        captor: Option<Man>,
        /// What is asked, in marks.
        asked_marks: Option<i64>,
    },
    /// He is not accounted for.
    Missing,
    /// His horse is lost.
    LosesHorse,
    /// His grade changes.
    Grade {
        /// From.
        from: Grade,
        /// To.
        to: Grade,
    },
    /// He took a standard.
    TakesStandard(Standard),
    /// The beaten side leaves the field, a march away.
    Retires,
}

/// A line of what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The man it is about; none for a whole side.
    pub man: Option<Man>,
    /// His side, or the side it is about.
    pub side: Side,
    /// What it changes.
    pub effect: Effect,
    /// All of it in a sentence.
    pub sentence: String,
    /// The clause it follows from.
    pub clause: &'static str,
    /// The figures in it and where they come from.
    pub parts: Vec<Part>,
    /// Why the referee struck it; none while it stands.
    pub struck: Option<String>,
    /// What the referee ruled otherwise; none while it stands as proposed.
    pub ruled: Option<Ruled>,
}

/// A line the referee changed or added (CP-3.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruled {
    /// Why.
    pub reason: String,
    /// The sentence as it was proposed; none for a line he added.
    pub proposed: Option<String>,
}

/// Everything that follows from a battle, deaths first.
pub fn propose(
    plan: &Plan,
    report: &Report,
    tables: &Tables,
    rules: &man_to_man::Tables,
    dice: &mut impl Dice,
) -> Vec<Line> {
    let fighters: Vec<&Fighter> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).collect();
    let of = |man: Man| fighters.iter().copied().find(|fighter| fighter.man == man);
    let mut lines = Vec::new();
    for told in &report.men {
        let Some(fighter) = of(told.man) else { continue };
        lines.extend(fate_line(told, fighter, &of, rules));
        if told.horse_lost && !matches!(told.fate, Fate::Dead) {
            let sentence = format!("{} lost his horse.", fighter.name);
            lines.push(line(told, Effect::LosesHorse, sentence, "CP-3.6"));
        }
        for deed in &told.deeds {
            if let Deed::TookStandard(standard) = deed {
                let which = match standard {
                    Standard::Army => "an army’s",
                    Standard::Battle => "a battle’s",
                    Standard::Force => "a force’s",
                };
                let sentence = format!("{} took {which} standard.", fighter.name);
                lines.push(line(told, Effect::TakesStandard(*standard), sentence, "MM-8.8"));
            }
        }
    }
    lines.sort_by_key(|line| match line.effect {
        Effect::Dies => 0,
        Effect::Captive { .. } => 1,
        Effect::Wounded => 2,
        Effect::Missing => 3,
        _ => 4,
    });
    let may_rise = grades::MayRise { sides: tables.may_rise_die_sides as u32, at: tables.may_rise_at as u32 };
    for change in grades::changes(plan, report, may_rise, dice).into_iter().filter(|change| change.to != change.from) {
        let (Some(fighter), Some(told)) = (of(change.man), report.men.iter().find(|told| told.man == change.man))
        else {
            continue;
        };
        let roll = change.face.map(|face| {
            Part::base("CP-7.5", format!("the roll, which needed {}", tables.may_rise_at), i64::from(face))
        });
        lines.push(Line {
            man: Some(change.man),
            side: told.side,
            sentence: format!("{}: {} to {}, {}.", fighter.name, change.from, change.to, change.reason),
            effect: Effect::Grade { from: change.from, to: change.to },
            clause: change.clause,
            parts: roll.into_iter().collect(),
            struck: None,
            ruled: None,
        });
    }
    if let Some(winner) = report.winner {
        let beaten = &plan.hosts[winner.other()];
        lines.push(Line {
            man: None,
            side: winner.other(),
            effect: Effect::Retires,
            sentence: format!("{} leaves the field, a march away.", beaten.name),
            clause: "CP-3.6",
            parts: Vec::new(),
            struck: None,
            ruled: None,
        });
    }
    lines
}

fn line(told: &ManReport, effect: Effect, sentence: String, clause: &'static str) -> Line {
    Line {
        man: Some(told.man),
        side: told.side,
        effect,
        sentence,
        clause,
        parts: Vec::new(),
        struck: None,
        ruled: None,
    }
}

fn fate_line<'a>(
    told: &ManReport,
    fighter: &Fighter,
    of: &impl Fn(Man) -> Option<&'a Fighter>,
    rules: &man_to_man::Tables,
) -> Option<Line> {
    let name = &fighter.name;
    match told.fate {
        Fate::Dead => Some(line(told, Effect::Dies, format!("{name} was killed."), "MM-6.1")),
        Fate::Missing => Some(line(told, Effect::Missing, format!("{name} is missing."), "CP-3.4")),
        Fate::Captive { by } => {
            let captor = by.and_then(of).map_or(String::new(), |captor| format!(" by {}", captor.name));
            let asked = match fighter.class {
                Class::Knight => ransom::asked(fighter.grade, fighter.rank, rules),
                _ => None,
            };
            let (asks, clause) = match (fighter.class, &asked) {
                (Class::Knight, Some(asked)) => (format!("; {} marks are asked", asked.value), "MM-8.4"),
                (Class::Knight, None) => ("; his ransom is by negotiation".to_owned(), "MM-8.4"),
                _ => (String::new(), "MM-7.7"),
            };
            let wounded = if told.wounded { ", wounded" } else { "" };
            Some(Line {
                man: Some(told.man),
                side: told.side,
                effect: Effect::Captive { captor: by, asked_marks: asked.as_ref().map(|asked| asked.value) },
                sentence: format!("{name} was taken{captor}{wounded}{asks}."),
                clause,
                parts: asked.map_or(Vec::new(), |asked| asked.parts),
                struck: None,
                ruled: None,
            })
        }
        Fate::Wounded | Fate::Fled if told.wounded && !fighter.wounded => {
            Some(line(told, Effect::Wounded, format!("{name} was wounded."), "MM-6.1"))
        }
        Fate::Unhurt | Fate::Wounded | Fate::Fled => None,
    }
}
