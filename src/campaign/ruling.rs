//! The referee rules (CP-3.6): before a battle is taken in he may say of any man that something else befell him, or
//! something that was not proposed at all. A ruling is a line like any other, and keeps its reason and what it stands
//! in place of.

use super::aftermath::{Consequence, Effect, Ruled, Whom};
use super::problem::{Problem, Result};
use crate::rules::battle::{Deed, Fate, Fighter, Man, Plan, Report};
use crate::rules::figure::{BySide, Side};

/// Why a grade changes that nothing in the battle changes.
pub const BY_THE_REFEREE: &str = "by the referee";

/// Whether an effect is a man's fate, of which he has one.
fn is_fate(effect: &Effect) -> bool {
    matches!(effect, Effect::Dies | Effect::Wounded | Effect::Missing | Effect::Captive { .. })
}

/// Whether two effects are of one kind, of which a man has one line at most.
fn alike(one: &Effect, other: &Effect) -> bool {
    (is_fate(one) && is_fate(other)) || std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// Finds a man by his short number on the rosters, such as `B7` (CP-3.5).
pub fn by_number<'a>(plan: &'a Plan, number: &str) -> Result<(&'a Fighter, Side)> {
    let wanted = number.trim();
    let of = |side: Side| plan.hosts[side].men().map(move |fighter| (fighter, side));
    of(Side::Attacker).chain(of(Side::Defender)).find(|(man, _)| man.number.eq_ignore_ascii_case(wanted)).ok_or_else(
        || {
            let last = |side: Side| of(side).last().map_or("", |(man, _)| man.number.as_str());
            Problem::bad_input(format!("Nobody in this battle has the number “{wanted}”.")).hint(format!(
                "They go up to {} and {}.",
                last(Side::Attacker),
                last(Side::Defender)
            ))
        },
    )
}

/// What the referee rules of a man, as a line; `at` is the line it is to stand in place of, none to add one. Refused if
/// it cannot be so. The lines themselves are left as they are.
pub fn line(
    lines: &[Consequence],
    at: Option<usize>,
    man: Man,
    effect: Effect,
    reason: &str,
    plan: &Plan,
) -> Result<Consequence> {
    let of = |side: Side| plan.hosts[side].men().map(move |fighter| (fighter, side));
    let all: Vec<(&Fighter, Side)> = of(Side::Attacker).chain(of(Side::Defender)).collect();
    let find = |man: Man| all.iter().copied().find(|(fighter, _)| fighter.man == man);
    let Some((fighter, side)) = find(man) else {
        return Err(Problem::bad_input("No such man fought in this battle.").hint("Choose a man of the rosters."));
    };
    let name = &fighter.name;
    let others = lines.iter().enumerate().filter(|(n, line)| Some(*n) != at && line.man == Some(man));
    if let Some((_, other)) = others.into_iter().find(|(_, line)| alike(&line.effect, &effect)) {
        return Err(Problem::refused(
            format!("There is a line of {name} that says otherwise: “{}”", other.sentence),
            "Change that line.",
        ));
    }
    let mut whom = Whom::of(fighter);
    let clause = match &effect {
        Effect::Dies | Effect::Wounded | Effect::LosesHorse => "CP-3.6",
        Effect::Missing => "CP-3.4",
        Effect::Captive { captor, asked_marks } => {
            whom.captor = match captor.map(find) {
                None => None,
                Some(Some((captor, of))) if of != side => Some(captor.name.as_str()),
                Some(Some((captor, _))) => {
                    return Err(Problem::refused(
                        format!("{} is of {name}’s own side.", captor.name),
                        "Name a captor of the other side, or none.",
                    ));
                }
                Some(None) => {
                    return Err(
                        Problem::bad_input("No such captor fought in this battle.").hint("Name one of the rosters.")
                    );
                }
            };
            if asked_marks.is_some_and(|marks| marks < 0) {
                return Err(Problem::bad_input("A ransom is never below zero.").hint("Write whole marks."));
            }
            "CP-4.2"
        }
        Effect::Grade { from, to, .. } => {
            if to == from {
                return Err(Problem::refused(
                    format!("{name} is of grade {from} as it is."),
                    "Choose another grade, or strike the line.",
                ));
            }
            if !to.allowed(fighter.profile.class) {
                let (least, most) = crate::rules::figure::Grade::within(fighter.profile.class);
                return Err(Problem::refused(
                    format!("{name} is a {}, who is never of grade {to} (MM-1.1).", fighter.profile.class),
                    format!("Choose {least} to {most}."),
                ));
            }
            "CP-3.6"
        }
        Effect::TakesStandard(_)
        | Effect::LosesStandard(_)
        | Effect::Arms { .. }
        | Effect::LosesGear { .. }
        | Effect::Retires => {
            return Err(Problem::refused("This line is not changed.", "Strike it, or let it stand."));
        }
    };
    let sentence = effect.sentence(&whom);
    let proposed = at.and_then(|at| lines.get(at)).map(|line| match &line.ruled {
        // A line changed twice still stands in place of what was first proposed.
        Some(ruled) => ruled.proposed.clone(),
        None => Some(line.sentence.clone()),
    });
    let ruled = Ruled { reason: reason.trim().to_owned(), proposed: proposed.flatten() };
    Ok(Consequence {
        man: Some(man),
        side,
        effect,
        sentence,
        clause,
        parts: Vec::new(),
        struck: None,
        ruled: Some(ruled),
    })
}

/// What became of every man as the lines have it, struck and ruled upon: what the record of the battle says of him
/// agrees with what was taken in.
pub fn settled(report: &Report, plan: &Plan, lines: &[Consequence]) -> Report {
    let mut settled = report.clone();
    let hosts: &BySide<_> = &plan.hosts;
    for told in &mut settled.men {
        let came_wounded =
            hosts[told.side].men().find(|fighter| fighter.man == told.man).is_some_and(|fighter| fighter.wounded);
        for line in lines.iter().filter(|line| line.man == Some(told.man)) {
            match (&line.effect, line.struck.is_some()) {
                (effect, true) if is_fate(effect) => {
                    told.wounded = came_wounded;
                    // A man who left the field wounded has still left it.
                    if !matches!(effect, Effect::Wounded) || !matches!(told.fate, Fate::Fled | Fate::Withdrawn) {
                        told.fate = if came_wounded { Fate::Wounded } else { Fate::Unhurt };
                    }
                }
                (Effect::Dies, false) => told.fate = Fate::Dead,
                (Effect::Missing, false) => told.fate = Fate::Missing,
                (Effect::Captive { captor, .. }, false) => told.fate = Fate::Captive { by: *captor },
                (Effect::Wounded, false) => {
                    told.wounded = true;
                    if !matches!(told.fate, Fate::Fled | Fate::Withdrawn) {
                        told.fate = Fate::Wounded;
                    }
                }
                (Effect::LosesHorse, struck) => told.horse_lost = !struck,
                (Effect::TakesStandard(standard), true) => {
                    told.deeds.retain(|deed| *deed != Deed::TookStandard(*standard));
                }
                _ => {}
            }
        }
    }
    settled
}
