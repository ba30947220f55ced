//! The referee rules (CP-3.6): before a battle is taken in he may say of any man that something else befell him, or
//! something that was not proposed at all. A ruling is a line like any other, and keeps its reason and what it stands
//! in place of.

use super::aftermath::{Consequence, Effect, Ruled, Whom};
use super::problem::{Problem, Result};
use crate::rules::battle::{Deed, Fate, Fighter, GearLoss, Man, Plan, Report, Standard};
use crate::rules::figure::{BySide, Class, Protection, Side, Weapon};
use crate::rules::gear::Thing;
use std::collections::BTreeSet;

/// Why a grade changes that nothing in the battle changes.
pub const BY_THE_REFEREE: &str = "by the referee";

/// Whether an effect is a man's fate, of which he has one.
fn is_fate(effect: &Effect) -> bool {
    matches!(effect, Effect::Dies | Effect::Wounded | Effect::Missing | Effect::Captive { .. })
}

/// Whether two effects are of one kind, of which a man has one line at most. He may take or lose several standards.
fn alike(one: &Effect, other: &Effect) -> bool {
    match (one, other) {
        (Effect::TakesStandard(one), Effect::TakesStandard(other))
        | (Effect::LosesStandard(one), Effect::LosesStandard(other)) => one == other,
        _ => (is_fate(one) && is_fate(other)) || std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// A man's arms as the referee writes them: `bill, dagger, protection 3`. He keeps the protection he came with where none is
/// written.
pub fn arms_written(text: &str, fighter: &Fighter) -> Result<Effect> {
    let (mut protection, mut weapons) = (fighter.profile.protection, Vec::new());
    for word in text.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        let known = match word.to_lowercase().strip_prefix("protection ") {
            Some(number) => {
                number.trim().parse().ok().and_then(Protection::new).map(|worn| protection = worn).is_some()
            }
            None => word.parse().map(|weapon: Weapon| weapons.push(weapon)).is_ok(),
        };
        if !known {
            return Err(Problem::bad_input(format!("“{word}” is no weapon and no protection."))
                .hint("Write weapons and protection with commas, such as bill, dagger, protection 3."));
        }
    }
    Ok(Effect::Arms { protection, weapons })
}

/// Arms as [`arms_written`] reads them.
pub fn arms_in_words(protection: Protection, weapons: &[Weapon]) -> String {
    let weapons = weapons.iter().map(|weapon| format!("{weapon}, "));
    format!("{}protection {protection}", weapons.collect::<String>())
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
        Effect::TakesStandard(_) => "MM-8.8",
        Effect::LosesStandard(standard) => {
            if fighter.standard != Some(*standard) {
                return Err(Problem::refused(
                    format!("{name} bore no such standard."),
                    "Choose who bore it, or strike the line.",
                ));
            }
            "MM-8.8"
        }
        Effect::Arms { protection, weapons } => {
            may_be_armed(fighter, *protection, weapons)?;
            "CP-3.6"
        }
        Effect::Labours => {
            if fighter.profile.class != Class::Peasant {
                return Err(Problem::refused(
                    format!("{name} is a {}; only peasants are set to labour (MM-8.3).", fighter.profile.class),
                    "Knights are ransomed, sergeants may be recruited.",
                ));
            }
            let taken = |line: &Consequence| line.man == Some(man) && matches!(line.effect, Effect::Captive { .. });
            if !lines.iter().any(|line| taken(line) && line.struck.is_none()) {
                return Err(Problem::refused(
                    format!("{name} was not taken."),
                    "Only captives are set to labour (MM-8.3).",
                ));
            }
            "MM-8.3"
        }
        Effect::LosesGear { .. } => {
            return Err(Problem::refused("Gear is a side’s, and no man’s.", "Rule how much of it the side lost."));
        }
        Effect::Pursues => return pursuit(lines, at, side, reason, plan),
        Effect::Retires => {
            return Err(Problem::refused("This line is not changed.", "Strike it, or let it stand."));
        }
    };
    let sentence = effect.sentence(&whom);
    Ok(Consequence {
        man: Some(man),
        side,
        effect,
        sentence,
        clause,
        parts: Vec::new(),
        struck: None,
        ruled: Some(ruled(lines, at, reason)),
    })
}

/// That the victors go after the beaten, as a line of a man of theirs: where somebody leaves the field, and not over walls.
fn pursuit(lines: &[Consequence], at: Option<usize>, side: Side, reason: &str, plan: &Plan) -> Result<Consequence> {
    let name = &plan.hosts[side].name;
    let leaves = lines.iter().find(|line| line.effect == Effect::Retires && line.struck.is_none());
    if leaves.is_none_or(|line| line.side == side) {
        return Err(Problem::refused(
            format!("{name} has nobody to go after: the other side does not leave the field."),
            "Only victors go after the beaten.",
        ));
    }
    if lines.iter().enumerate().any(|(n, line)| Some(n) != at && line.effect == Effect::Pursues) {
        return Err(Problem::refused(format!("{name} goes after the beaten as it is."), "Strike that line instead."));
    }
    let sentence = Effect::pursues(&plan.hosts[side]);
    let ruled = Some(ruled(lines, at, reason));
    Ok(Consequence {
        man: None,
        side,
        effect: Effect::Pursues,
        sentence,
        clause: "CP-3.6",
        parts: Vec::new(),
        struck: None,
        ruled,
    })
}

/// What the referee rules, and what was proposed of the line that it stands in place of.
fn ruled(lines: &[Consequence], at: Option<usize>, reason: &str) -> Ruled {
    let proposed = at.and_then(|at| lines.get(at)).map(|line| match &line.ruled {
        // A line changed twice still stands in place of what was first proposed.
        Some(ruled) => ruled.proposed.clone(),
        None => Some(line.sentence.clone()),
    });
    Ruled { reason: reason.trim().to_owned(), proposed: proposed.flatten() }
}

/// Whether a man may come away with such arms: others than he came with, and none for a cleric (MM-8.9).
fn may_be_armed(fighter: &Fighter, protection: Protection, weapons: &[Weapon]) -> Result<()> {
    let name = &fighter.name;
    let set = |weapons: &[Weapon]| weapons.iter().map(|weapon| weapon.word()).collect::<BTreeSet<_>>();
    if fighter.profile.class == Class::Cleric && (protection != Protection::NONE || !weapons.is_empty()) {
        return Err(Problem::refused(
            format!("{name} is a cleric, who is unarmed and unprotected (MM-8.9)."),
            "Choose another man, or strike the line.",
        ));
    }
    if fighter.profile.protection == protection && set(&fighter.profile.weapons) == set(weapons) {
        return Err(Problem::refused(
            format!("{name} has those arms as it is."),
            "Choose other arms, or strike the line.",
        ));
    }
    Ok(())
}

/// What the referee rules that a side lost of its gear, as a line; `at` is the line it is to stand in place of, none to add
/// one. Refused if the side did not bring so much.
pub fn gear_line(
    lines: &[Consequence],
    at: Option<usize>,
    side: Side,
    (count, thing, how): (u16, Thing, GearLoss),
    reason: &str,
    plan: &Plan,
) -> Result<Consequence> {
    let host = &plan.hosts[side];
    let listed = host.gear.iter().filter(|piece| piece.thing == thing).map(|piece| u32::from(piece.count)).sum();
    // What comes to a battle with the place it is fought for is in no list.
    let proposed = match at.and_then(|at| lines.get(at)).map(|line| &line.effect) {
        Some(Effect::LosesGear { count, thing: of, .. }) if *of == thing => u32::from(*count),
        _ => 0,
    };
    let brought = proposed.max(listed);
    let others = lines.iter().enumerate().filter(|(n, line)| Some(*n) != at && line.side == side);
    let lost: u32 = others
        .filter_map(|(_, line)| match line.effect {
            Effect::LosesGear { count, thing: other, .. } if other == thing && line.struck.is_none() => {
                Some(u32::from(count))
            }
            _ => None,
        })
        .sum();
    if count == 0 {
        return Err(Problem::refused("Nothing was lost of none.", "Strike the line if nothing of it is gone."));
    }
    if u32::from(count) + lost > brought {
        let had = thing.counted(u16::try_from(brought).unwrap_or(u16::MAX));
        let sentence = match brought {
            0 => format!("{} brought no {thing}.", host.name),
            _ => format!("{} brought {had}, and cannot have lost more.", host.name),
        };
        return Err(Problem::refused(sentence, "Write how much of what it brought is gone."));
    }
    let effect = Effect::LosesGear { count, thing, how };
    Ok(Consequence {
        man: None,
        side,
        sentence: effect.sentence(&Whom::of_host(host)),
        effect,
        clause: "CP-3.6",
        parts: Vec::new(),
        struck: None,
        ruled: Some(ruled(lines, at, reason)),
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
        // Standards he took by a ruling, or others than the battle has.
        let taken = lines.iter().filter_map(|line| match line.effect {
            Effect::TakesStandard(standard) if line.man == Some(told.man) => Some((standard, line)),
            _ => None,
        });
        let taken: Vec<(Standard, &Consequence)> = taken.collect();
        if taken.iter().any(|(_, line)| line.ruled.is_some()) {
            told.deeds.retain(|deed| !matches!(deed, Deed::TookStandard(_)));
            let stand = taken.iter().filter(|(_, line)| line.struck.is_none());
            told.deeds.extend(stand.map(|(standard, _)| Deed::TookStandard(*standard)));
        }
    }
    let gear = lines.iter().filter(|line| line.struck.is_none()).filter_map(|line| match line.effect {
        Effect::LosesGear { count, thing, how } => Some((line.side, count, thing, how)),
        _ => None,
    });
    settled.spoils.gear = gear.collect();
    settled
}
