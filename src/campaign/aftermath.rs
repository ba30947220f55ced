//! What follows from a battle (CP-3.6): proposed line by line with its clauses, for the referee to strike, change or
//! take. How he changes them is in [`super::ruling`].

use super::tables::Tables;
use crate::rules::battle::{Deed, Fate, Fighter, GearLoss, Host, Man, ManReport, Plan, Report, Standard};
use crate::rules::dice::Dice;
use crate::rules::explain::Part;
use crate::rules::figure::{Class, Grade, Protection, Side, Standing, Weapon};
use crate::rules::gear::Thing;
use crate::rules::prisoners::{self, grades, ransom};
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
        asked_marks: Option<i64>,
    },
    /// He is not accounted for.
    Missing,
    /// His horse is lost.
    LosesHorse,
    /// His grade changes.
    Grade {
        from: Grade,
        to: Grade,
        /// Why, in words a player uses.
        reason: &'static str,
    },
    /// He took a standard.
    TakesStandard(Standard),
    /// He has lost the standard he bore.
    LosesStandard(Standard),
    /// He has other arms than he came with, looted or stripped of his own.
    Arms { protection: Protection, weapons: Vec<Weapon> },
    /// Taken, he is set to labour by his captors (MM-8.3).
    Labours,
    /// A side has gear no more: how many of what, and what became of it.
    LosesGear { count: u16, thing: Thing, how: GearLoss },
    /// The beaten side leaves the field, a march away.
    Retires,
    /// The victors go after the beaten, the way they leave.
    Pursues,
}

/// Of whom a sentence tells, and what it adds.
pub(super) struct Whom<'a> {
    /// His name, or a host's.
    pub name: &'a str,
    /// Whether a ransom is his to pay (MM-8.4).
    pub knight: bool,
    /// Who took him.
    pub captor: Option<&'a str>,
    /// Whether he is wounded besides.
    pub wounded: bool,
}

impl<'a> Whom<'a> {
    /// A side's host.
    pub(super) fn of_host(host: &'a Host) -> Whom<'a> {
        Whom { name: &host.name, knight: false, captor: None, wounded: false }
    }

    /// A man of whom nothing else is to be said.
    pub(super) fn of(fighter: &'a Fighter) -> Whom<'a> {
        Whom { name: &fighter.name, knight: fighter.profile.class == Class::Knight, captor: None, wounded: false }
    }
}

impl Effect {
    /// That a host leaves the field, in a sentence.
    pub fn retires(host: &Host) -> String {
        Effect::Retires.sentence(&Whom::of_host(host))
    }

    /// That a host goes after the beaten, in a sentence.
    pub fn pursues(host: &Host) -> String {
        Effect::Pursues.sentence(&Whom::of_host(host))
    }

    /// What it does, in a sentence.
    pub(super) fn sentence(&self, whom: &Whom) -> String {
        let name = whom.name;
        match self {
            Effect::Dies => format!("{name} was killed."),
            Effect::Wounded => format!("{name} was wounded."),
            Effect::Missing => format!("{name} is missing."),
            Effect::LosesHorse => format!("{name} lost his horse."),
            Effect::Captive { asked_marks, .. } => {
                let captor = whom.captor.map_or_else(String::new, |captor| format!(" by {captor}"));
                let asks = match asked_marks {
                    Some(1) => "; 1 mark is asked".to_owned(),
                    Some(marks) => format!("; {marks} marks are asked"),
                    None if whom.knight => "; his ransom is by negotiation".to_owned(),
                    None => String::new(),
                };
                let wounded = if whom.wounded { ", wounded" } else { "" };
                format!("{name} was taken{captor}{wounded}{asks}.")
            }
            Effect::Grade { from, to, reason } => format!("{name}: {from} to {to}, {reason}."),
            Effect::TakesStandard(standard) => {
                let which = match standard {
                    Standard::Army => "an army’s",
                    Standard::Battle => "a battle’s",
                    Standard::Force => "a force’s",
                };
                format!("{name} took {which} standard.")
            }
            Effect::LosesStandard(standard) => {
                let which = match standard {
                    Standard::Army => "the army’s",
                    Standard::Battle => "his battle’s",
                    Standard::Force => "his force’s",
                };
                format!("{name} lost {which} standard.")
            }
            Effect::Arms { protection, weapons } if weapons.is_empty() => {
                format!("{name} has no weapons now, and protection {protection}.")
            }
            Effect::Arms { protection, weapons } => {
                let weapons: Vec<&str> = weapons.iter().map(|weapon| weapon.word()).collect();
                format!("{name} has {} now, and protection {protection}.", weapons.join(", "))
            }
            Effect::Labours => format!("{name} was set to labour by his captors."),
            Effect::LosesGear { count, thing, how } => format!("{name}: {} {how}.", thing.counted(*count)),
            Effect::Retires => format!("Off the field, a march away: {name}."),
            Effect::Pursues => format!("After the beaten, the way they leave: {name}."),
        }
    }
}

/// A line of what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Consequence {
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

/// By what the lot decides whom losses befell.
const BY_LOT: &str = "CP-3.5";

/// Everything that follows from a battle, deaths first, and the falls of those who were taken after them. Who died and who
/// was wounded is by the blows of the battle (MM-6.1), or by lot where its game has no man for a man (CP-3.5).
pub fn propose(plan: &Plan, report: &Report, tables: &Tables, dice: &mut impl Dice) -> Vec<Consequence> {
    let falls = if report.by_lot { BY_LOT } else { "MM-6.1" };
    let fighters: Vec<&Fighter> = plan.hosts.attacker.men().chain(plan.hosts.defender.men()).collect();
    let of = |man: Man| fighters.iter().copied().find(|fighter| fighter.man == man);
    let may_rise = grades::MayRise { sides: tables.may_rise_die_sides as u32, at: tables.may_rise_at as u32 };
    let mut changes = grades::changes(plan, report, may_rise, dice);
    changes.retain(|change| change.to != change.from);
    let mut lines = Vec::new();
    for told in &report.men {
        let Some(fighter) = of(told.man) else { continue };
        // Who fell a grade at once, and was taken afterwards, was of the lower grade when he was taken (CP-4.2, MM-8.6).
        let fell = changes.iter().rfind(|change| change.man == told.man && change.at_once);
        let grade = fell.map_or(fighter.profile.grade, |change| change.to);
        lines.extend(fate_line(told, fighter, grade, falls, &of));
        if told.horse_lost && !matches!(told.fate, Fate::Dead) {
            lines.push(line(told, fighter, Effect::LosesHorse, "CP-3.6"));
        }
        for deed in &told.deeds {
            if let Deed::TookStandard(standard) = deed {
                lines.push(line(told, fighter, Effect::TakesStandard(*standard), "MM-8.8"));
            }
        }
    }
    lines.extend(spoils_lines(report, &of));
    let taken = |man: Man| report.men.iter().any(|told| told.man == man && matches!(told.fate, Fate::Captive { .. }));
    let (before, after): (Vec<_>, Vec<_>) = changes.into_iter().partition(|change| change.at_once && taken(change.man));
    let before: Vec<Consequence> =
        before.into_iter().filter_map(|change| grade_line(change, report, tables, &of)).collect();
    lines.extend(before);
    lines.sort_by_key(|line| match line.effect {
        Effect::Dies => 0,
        Effect::Grade { .. } => 1,
        Effect::Captive { .. } => 2,
        Effect::Wounded => 3,
        Effect::Missing => 4,
        _ => 5,
    });
    lines.extend(gear_lines(plan, report));
    lines.extend(after.into_iter().filter_map(|change| grade_line(change, report, tables, &of)));
    if let Some(winner) = report.winner {
        lines.push(Consequence {
            man: None,
            side: winner.other(),
            effect: Effect::Retires,
            sentence: Effect::retires(&plan.hosts[winner.other()]),
            clause: "CP-3.6",
            parts: Vec::new(),
            struck: None,
            ruled: None,
        });
    }
    lines
}

/// Who fell and was taken by rules that play with figures is by those rules, where a table has told it man by man too (CP-3.5).
pub fn by_figures(lines: &mut [Consequence]) {
    let fell = |line: &&mut Consequence| {
        matches!(line.effect, Effect::Dies | Effect::Wounded | Effect::Captive { .. }) && line.man.is_some()
    };
    lines.iter_mut().filter(fell).for_each(|line| line.clause = BY_LOT);
}

/// Standards lost, and arms that changed hands (MM-8.5, MM-8.8).
fn spoils_lines<'a>(report: &Report, of: &impl Fn(Man) -> Option<&'a Fighter>) -> Vec<Consequence> {
    let man = |man: Man| Some((report.men.iter().find(|told| told.man == man)?, of(man)?));
    let standards = report.spoils.standards.iter().filter_map(|&(bearer, standard)| {
        let (told, fighter) = man(bearer)?;
        Some(line(told, fighter, Effect::LosesStandard(standard), "MM-8.8"))
    });
    let arms = report.spoils.arms.iter().filter_map(|(owner, protection, weapons)| {
        let (told, fighter) = man(*owner)?;
        let effect = Effect::Arms { protection: *protection, weapons: weapons.clone() };
        Some(line(told, fighter, effect, "MM-8.5"))
    });
    standards.chain(arms).collect()
}

/// Gear that a side has no more.
fn gear_lines(plan: &Plan, report: &Report) -> Vec<Consequence> {
    let line = |&(side, count, thing, how): &(Side, u16, Thing, GearLoss)| {
        let effect = Effect::LosesGear { count, thing, how };
        Consequence {
            man: None,
            side,
            sentence: effect.sentence(&Whom::of_host(&plan.hosts[side])),
            effect,
            clause: "CP-3.6",
            parts: Vec::new(),
            struck: None,
            ruled: None,
        }
    };
    report.spoils.gear.iter().map(line).collect()
}

fn grade_line<'a>(
    change: grades::Change,
    report: &Report,
    tables: &Tables,
    of: &impl Fn(Man) -> Option<&'a Fighter>,
) -> Option<Consequence> {
    let (fighter, told) = (of(change.man)?, report.men.iter().find(|told| told.man == change.man)?);
    let roll = change
        .face
        .map(|face| Part::base("CP-7.5", format!("the roll, which needed {}", tables.may_rise_at), i64::from(face)));
    let effect = Effect::Grade { from: change.from, to: change.to, reason: change.reason.words() };
    Some(Consequence { parts: roll.into_iter().collect(), ..line(told, fighter, effect, change.clause) })
}

fn line(told: &ManReport, fighter: &Fighter, effect: Effect, clause: &'static str) -> Consequence {
    Consequence {
        man: Some(told.man),
        side: told.side,
        sentence: effect.sentence(&Whom::of(fighter)),
        effect,
        clause,
        parts: Vec::new(),
        struck: None,
        ruled: None,
    }
}

fn fate_line<'a>(
    told: &ManReport,
    fighter: &Fighter,
    grade: Grade,
    falls: &'static str,
    of: &impl Fn(Man) -> Option<&'a Fighter>,
) -> Option<Consequence> {
    match told.fate {
        Fate::Dead => Some(line(told, fighter, Effect::Dies, falls)),
        Fate::Missing => Some(line(told, fighter, Effect::Missing, "CP-3.4")),
        Fate::Captive { by } => {
            let knight = fighter.profile.class == Class::Knight;
            let standing = Standing { grade, ..fighter.profile.standing() };
            let asked = ransom::asked(standing, prisoners::Tables::book());
            let effect = Effect::Captive { captor: by, asked_marks: asked.as_ref().map(|asked| asked.value) };
            let captor = by.and_then(of).map(|captor| captor.name.as_str());
            let sentence = effect.sentence(&Whom { captor, wounded: told.wounded, ..Whom::of(fighter) });
            // Whom the lot has taken was not taken by anybody in the game.
            let clause = match (falls, knight) {
                (BY_LOT, _) => BY_LOT,
                (_, true) => "MM-8.4",
                (_, false) => "MM-7.7",
            };
            let rest = line(told, fighter, effect, clause);
            Some(Consequence { sentence, parts: asked.map_or(Vec::new(), |asked| asked.parts), ..rest })
        }
        Fate::Wounded | Fate::Fled | Fate::Withdrawn if told.wounded && !fighter.wounded => {
            Some(line(told, fighter, Effect::Wounded, falls))
        }
        Fate::Unhurt | Fate::Wounded | Fate::Fled | Fate::Withdrawn => None,
    }
}
