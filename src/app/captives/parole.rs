//! Ransoms owed in parts (CP-4.3): what is due, and what follows a part not paid for a man let go on parole.

use super::one_of;
use crate::app::release::{hostages_go_home, kept_by, pass_on};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, Captive, InstalmentState};
use crate::campaign::ids::{CaptiveId, InstalmentId};
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::prisoners::{self, ransom};
use crate::store::captives::{CaptiveLine, NewCaptive};
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

/// A ransom of which parts are still owed.
#[derive(Clone, Debug, Serialize)]
pub struct Owed {
    /// The captivity, with names; ended if he is free on parole.
    pub line: CaptiveLine,
    /// All that is still owed for him.
    pub owed: Pence,
    /// The part that falls due first.
    pub next: InstalmentId,
    /// How much that is.
    pub part: Pence,
    /// When it falls due, or fell.
    pub due: Day,
    /// Whether it was missed.
    pub missed: bool,
}

/// Those free on parole for whom parts of a ransom are still owed, the earliest due first.
pub fn paroles(db: &Db) -> Result<Vec<Owed>> {
    Ok(owed(db)?.into_iter().filter(|owed| owed.line.captive.ended.is_some()).collect())
}

/// Every ransom owed in parts, of those who are held and those free on parole, the earliest due first.
pub fn owed(db: &Db) -> Result<Vec<Owed>> {
    let (instalments, today) = (db.instalments()?, db.day()?);
    if instalments.is_empty() {
        return Ok(Vec::new());
    }
    let mut all: Vec<Owed> = Vec::new();
    let mut known: BTreeMap<CaptiveId, usize> = BTreeMap::new();
    let mut lines: BTreeMap<CaptiveId, CaptiveLine> =
        db.captives_who_owe()?.into_iter().map(|line| (line.captive.id, line)).collect();
    for part in instalments {
        if let Some(at) = known.get(&part.captive) {
            all[*at].owed += part.pence;
            continue;
        }
        let Some(line) = lines.remove(&part.captive) else { continue };
        known.insert(part.captive, all.len());
        all.push(Owed {
            line,
            owed: part.pence,
            next: part.id,
            part: part.pence,
            due: part.due,
            // The week's end writes it down; the day after is late enough to see it.
            missed: part.state == InstalmentState::Missed || part.due < today,
        });
    }
    Ok(all)
}

/// The man of a name who is on parole; of several of a name, by his number as in `#12`.
pub fn named(db: &Db, name: &str) -> Result<Owed> {
    let paroles = paroles(db)?;
    let lines: Vec<CaptiveLine> = paroles.iter().map(|parole| parole.line.clone()).collect();
    let wanted = one_of(&lines, name)?.map(|line| line.captive.id);
    paroles.into_iter().find(|parole| Some(parole.line.captive.id) == wanted).ok_or_else(|| {
        Problem::new(ProblemKind::NotFound, format!("Nobody called “{name}” is held, or owes a part of a ransom."))
            .hint("“banneret show FILE captives” lists those who are held.")
    })
}

/// A parole of which a part was missed, and the man's name.
fn broken(act: &Act, captive: CaptiveId) -> Result<(Owed, Captive, String)> {
    let parole = paroles(act)?.into_iter().find(|parole| parole.line.captive.id == captive).ok_or_else(|| {
        Problem::refused("Nothing is owed for that man.", "Choose a man on parole whose ransom is not all paid.")
    })?;
    let captive = act.captive(captive)?;
    let name = act.person(captive.person)?.styled();
    match parole.missed {
        true => Ok((parole, captive, name)),
        false => Err(Problem::refused(
            format!(
                "No part of the ransom of {name} was missed; {} falls due on {}.",
                parole.part.marks(),
                parole.due.long()
            ),
            "Wait for that day, or pay the part.",
        )),
    }
}

/// A man on parole comes back into captivity, since a part of his ransom was missed (CP-4.3). What is still owed is
/// asked for him.
pub fn come_back(store: &mut Store, captive: CaptiveId) -> Result<()> {
    store.act("return to captivity", &json!({ "captive": captive }), |act| {
        let (parole, captive, name) = broken(act, captive)?;
        let man = act.person(captive.person)?;
        if !man.state.serves() {
            return Err(Problem::refused(
                format!("{name} is {}, and cannot come back.", man.state),
                "Forfeit his hostages instead.",
            ));
        }
        act.end_instalments(captive.id)?;
        hostages_go_home(act, captive.id, &name)?;
        act.leave_commands(man.id)?;
        act.set_standard(man.id, None)?;
        act.set_state(man.id, PersonState::Captive)?;
        pass_on(act, man.id)?;
        let (army, place) = kept_by(act, captive.holder_side, captive.holder, captive.place)?;
        act.add_captive(&NewCaptive {
            person: man.id,
            holder_side: captive.holder_side,
            holder: captive.holder,
            army,
            place,
            battle: captive.battle,
            from: man.formation,
            taken: act.day()?,
            standing: man.profile.standing(),
            asked: Some(parole.owed),
        })?;
        Ok(((), format!("{name} came back into captivity; {} of his ransom was not paid.", parole.owed.marks())))
    })
}

/// The hostages for a man on parole are forfeit, since a part of his ransom was missed (CP-4.3): he stays free, nothing more
/// is owed for him, and they are captives, for whom what the book asks is asked (MM-8.4). Refused where he gave none and can
/// come back himself.
pub fn forfeit(store: &mut Store, captive: CaptiveId) -> Result<()> {
    store.act("forfeit hostages", &json!({ "captive": captive }), |act| {
        let (parole, captive, name) = broken(act, captive)?;
        if act.pledged_for(captive.id)?.is_empty() && act.person(captive.person)?.state.serves() {
            return Err(Problem::refused(
                format!("{name} gave no hostages, so nobody is forfeit."),
                "Have him come back into captivity, or pay the part.",
            ));
        }
        act.end_instalments(captive.id)?;
        let mut names = Vec::new();
        for hostage in act.pledged_for(captive.id)? {
            act.set_pledge(hostage.id, None)?;
            if let Some(asked) = ransom::asked(hostage.standing, prisoners::Tables::book()) {
                act.add_bargain(hostage.id, BargainStep::Asked, Pence::from_marks(asked.value))?;
            }
            names.push(act.person(hostage.person)?.styled());
        }
        let owed = parole.owed.marks();
        Ok((
            (),
            match names.is_empty() {
                true => format!("{name} had given no hostages; {owed} of his ransom is given up."),
                false => format!("{}, hostage for {name}, was forfeit; {owed} was not paid.", names.join(", ")),
            },
        ))
    })
}
