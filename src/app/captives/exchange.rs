//! Captives who change hands or go home for others: exchanges many for many, and what a truce makes of prisoners (CP-4.4).

use super::{held, listed, together};
use crate::app::release::release;
use crate::campaign::captivity::CaptivityEnd;
use crate::campaign::ids::{CaptiveId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::rules::figure::words;
use crate::store::captives::CaptiveLine;
use crate::store::{Act, Db, Store};
use serde_json::json;
use std::collections::BTreeMap;

/// The captives of one part of an exchange, held by one side and of one other; gives both and their names.
fn part(act: &Act, captives: &[CaptiveId]) -> Result<(SideId, SideId, Vec<String>)> {
    let mut known: Option<(SideId, SideId)> = None;
    let mut names = Vec::new();
    for captive in captives {
        let (captive, name) = held(act, *captive)?;
        let pair = (captive.holder_side, act.person(captive.person)?.side);
        if captive.hostage {
            return Err(Problem::refused(
                format!("{name} is a hostage, held for what was agreed."),
                "Free him, or keep what he is pledged for.",
            ));
        }
        if *known.get_or_insert(pair) != pair {
            return Err(Problem::refused(
                format!("{name} is not held by the same side, or not of the same side, as the others."),
                "An exchange is between two sides: those one holds of the other, for those the other holds of it.",
            ));
        }
        names.push(name);
    }
    let (holder, of) = known.ok_or_else(|| {
        Problem::refused("Nobody is chosen on one part of the exchange.", "Choose captives of both sides.")
    })?;
    Ok((holder, of, names))
}

/// Exchanges captives many for many, as one action: all go home. One of the two sides may pay the other a sum with its men.
pub fn exchange(
    store: &mut Store,
    one: &[CaptiveId],
    other: &[CaptiveId],
    paid: Option<(SideId, Pence)>,
) -> Result<()> {
    store.act("exchange captives", &json!({ "one": one, "other": other, "paid": paid }), |act| {
        let (a, of_b, ones) = part(act, one)?;
        let (b, of_a, others) = part(act, other)?;
        if (of_b, of_a) != (b, a) {
            return Err(Problem::refused(
                format!(
                    "{} holds men of {}, and {} men of {}.",
                    act.side(a)?.name,
                    act.side(of_b)?.name,
                    act.side(b)?.name,
                    act.side(of_a)?.name
                ),
                "An exchange is between two sides: those one holds of the other, for those the other holds of it.",
            ));
        }
        let mut with = String::new();
        if let Some((payer, sum)) = paid {
            super::positive(sum)?;
            if payer != a && payer != b {
                return Err(Problem::refused(
                    format!("{} has no part in the exchange.", act.side(payer)?.name),
                    "One of the two sides pays the other.",
                ));
            }
            let taker = if payer == a { b } else { a };
            let what = format!("exchange of {}", ones.iter().chain(&others).cloned().collect::<Vec<_>>().join(", "));
            act.with_all()?;
            act.pay(act.side_account(payer)?, act.side_account(taker)?, sum, &what, "CP-4.4")?;
            with = format!(", and {} from {}", sum.marks(), act.side(payer)?.name);
        }
        for captive in one.iter().chain(other) {
            release(act, &held(act, *captive)?.0, CaptivityEnd::Exchanged)?;
        }
        Ok(((), format!("{} exchanged for {}{with}.", listed(&ones), together(&others))))
    })
}

/// What becomes of the prisoners two sides hold of one another when they stop fighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrisonersFate {
    /// They stay where they are.
    Kept,
    /// All go home for nothing.
    Freed,
    /// Man for man of the same class go home, the highest first; the others stay.
    Exchanged,
}
words!(
    PrisonersFate,
    "fate of prisoners",
    "kept, freed or exchanged",
    Kept = "kept",
    Freed = "freed",
    Exchanged = "exchanged"
);

/// Those one side holds of another, hostages apart.
pub fn prisoners(db: &Db, holder: SideId, of: SideId) -> Result<Vec<CaptiveLine>> {
    let lines = db.captives(false)?.into_iter();
    Ok(lines.filter(|line| line.captive.holder_side == holder && line.side == of && !line.captive.hostage).collect())
}

/// Has it wait to be decided what becomes of the prisoners of two sides who stop fighting, if they hold any.
pub(in crate::app) fn ask_of_prisoners(act: &Act, one: SideId, other: SideId) -> Result<()> {
    if prisoners(act, one, other)?.is_empty() && prisoners(act, other, one)?.is_empty() {
        return Ok(());
    }
    act.set_prisoners_wait(one, other, true)
}

/// Decides what becomes of the prisoners two sides hold of one another; they are no longer at war.
pub fn settle_prisoners(store: &mut Store, one: SideId, other: SideId, fate: PrisonersFate) -> Result<u32> {
    store.act("settle prisoners", &json!({ "sides": [one, other], "fate": fate }), |act| {
        let (a, b) = (act.side(one)?.name, act.side(other)?.name);
        if act.stance(one, other)? == Stance::War {
            return Err(Problem::refused(
                format!("{a} and {b} are at war."),
                "Exchange, ransom or free prisoners one by one, or make a truce first.",
            ));
        }
        let both = [prisoners(act, one, other)?, prisoners(act, other, one)?];
        let waited = act.relations()?.iter().any(|known| {
            known.prisoners_wait && (known.a.min(known.b), known.a.max(known.b)) == (one.min(other), one.max(other))
        });
        if both.iter().all(Vec::is_empty) && !waited {
            return Err(Problem::refused(
                format!("Neither of {a} and {b} holds men of the other."),
                "There is nothing to decide.",
            ));
        }
        act.set_prisoners_wait(one, other, false)?;
        let go: Vec<CaptiveId> = match fate {
            PrisonersFate::Kept => Vec::new(),
            PrisonersFate::Freed => both.iter().flatten().map(|line| line.captive.id).collect(),
            PrisonersFate::Exchanged => man_for_man(act, both)?,
        };
        let end = if fate == PrisonersFate::Exchanged { CaptivityEnd::Exchanged } else { CaptivityEnd::Freed };
        for captive in &go {
            release(act, &held(act, *captive)?.0, end)?;
        }
        let sentence = match fate {
            PrisonersFate::Kept => format!("{a} and {b} keep their prisoners."),
            PrisonersFate::Freed => format!("{a} and {b} let all their prisoners go: {} men.", go.len()),
            PrisonersFate::Exchanged => format!("{a} and {b} exchange prisoners man for man: {} go home.", go.len()),
        };
        Ok((go.len() as u32, sentence))
    })
}

/// Of the prisoners of both sides those who can be matched with one of their class and rank; no king goes for a knight.
fn man_for_man(act: &Act, both: [Vec<CaptiveLine>; 2]) -> Result<Vec<CaptiveId>> {
    let mut classes = [BTreeMap::new(), BTreeMap::new()];
    for (side, lines) in both.into_iter().enumerate() {
        for line in lines {
            let man = act.person(line.captive.person)?;
            let list: &mut Vec<_> = classes[side].entry((man.profile.class, man.profile.rank.step())).or_default();
            list.push(line.captive.id);
        }
    }
    let [mut ones, mut others] = classes;
    let mut go = Vec::new();
    for (class, one) in &mut ones {
        let Some(other) = others.get_mut(class) else { continue };
        one.sort();
        other.sort();
        let pairs = one.len().min(other.len());
        go.extend(one.iter().take(pairs).chain(other.iter().take(pairs)));
    }
    Ok(go)
}
