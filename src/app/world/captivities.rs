//! Captivities corrected by hand (CP-7.7): where a man is kept and by whom, when and in what he was taken, what he was then,
//! the sums named for him, and the parts of a ransom still owed.

use super::{ByHand, as_it_was, persons};
use crate::app::captives::{self, Payer};
use crate::campaign::armies::Level;
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{Captive, InstalmentState};
use crate::campaign::ids::InstalmentId;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::war::Settled;
use crate::store::{Act, Store};
use serde_json::json;

/// A correction says why.
fn reason_given(by: &ByHand) -> Result<()> {
    match by.reason.is_empty() {
        true => Err(Problem::bad_input("Why it is corrected is not said.")
            .hint("Say it in a few words; the chronicle keeps them (CP-7.7).")),
        false => Ok(()),
    }
}

/// Writes a captivity over by hand, past or present, with a reason (CP-7.7): its place or army, its battle and day, the side
/// and the man that hold, class, rank and grade at capture, and the sums asked, offered and agreed. Whose it is and how it
/// ended are no part of it. Without an agreed sum any more, parts of it are owed no more.
pub fn edit(store: &mut Store, edited: &Captive, by: &ByHand) -> Result<()> {
    reason_given(by)?;
    store.act("edit captivity", &by.arguments(json!(edited.id)), |act| {
        let old = act.captive(edited.id)?;
        let man = act.person(old.person)?;
        let name = man.styled();
        let mut edited = Captive {
            person: old.person,
            ended: old.ended,
            ended_day: old.ended_day,
            from: old.from,
            hostage: old.hostage,
            pledge: old.pledge,
            heir_of: old.heir_of,
            ..edited.clone()
        };
        edited.standing = persons::lawful(&man.profile.of_standing(edited.standing))?.standing();
        if edited == old {
            return Err(as_it_was(&format!("The captivity of {name}")));
        }
        held_lawfully(act, &mut edited, &old, &name)?;
        taken_lawfully(act, &edited, &name)?;
        for sum in [edited.asked, edited.offered, edited.agreed].into_iter().flatten() {
            captives::positive(sum)?;
        }
        if edited.agreed != old.agreed {
            agreed_otherwise(act, &edited, &name)?;
        }
        act.edit_captive(&edited)?;
        // The hostages for him are held by whoever holds him.
        for hostage in act.pledged_for(edited.id)? {
            if (hostage.holder_side, hostage.holder) != (edited.holder_side, edited.holder) {
                let heir_of = edited.heir_of;
                let (holder_side, holder) = (edited.holder_side, edited.holder);
                act.edit_captive(&Captive { holder_side, holder, heir_of, ..hostage })?;
            }
        }
        Ok(((), by.sentence(act, format!("The captivity of {name} was corrected by hand"))?))
    })
}

/// Whether he is held by whoever may hold him, with an army or in a place.
fn held_lawfully(act: &Act, edited: &mut Captive, old: &Captive, name: &str) -> Result<()> {
    let side = act.side(edited.holder_side)?;
    if side.id == act.person(edited.person)?.side {
        return Err(Problem::refused(
            format!("{name} is of {} and is not its captive.", side.name),
            "Choose the side that holds him.",
        ));
    }
    if let Some(holder) = edited.holder {
        let holder = act.person(holder)?;
        let owed = act.instalments()?.iter().any(|part| part.captive == edited.id);
        if edited.ended.is_none() || owed {
            captives::may_hold(&holder)?;
            if holder.side != side.id {
                return Err(Problem::refused(
                    format!("{} is not of {}.", holder.styled(), side.name),
                    "Choose a man of the side that holds him, or name that side too.",
                ));
            }
        }
    }
    if (edited.holder_side, edited.holder) != (old.holder_side, old.holder) {
        edited.heir_of = None;
    }
    if edited.ended.is_some() {
        edited.army = None;
        return Ok(());
    }
    match (edited.army, edited.place) {
        (Some(_), Some(_)) => {
            Err(Problem::bad_input(format!("{name} is either with an army or in a place."))
                .hint("Name one of the two."))
        }
        (None, None) => Err(Problem::bad_input(format!("It is not said where {name} is kept (CP-4.1)."))
            .hint("Name a place, or the army that leads him.")),
        (Some(army), None) => {
            let army = act.formation(army)?;
            match army.level == Level::Army && army.side == side.id && !act.men_of(army.id)?.is_empty() {
                true => Ok(()),
                false => Err(Problem::refused(
                    format!("{} cannot lead captives of {}.", army.name, side.name),
                    "Choose an army of the side that holds him, with men in it, or a place.",
                )),
            }
        }
        (None, Some(place)) => act.place(place).map(drop),
    }
}

/// Whether he can have been taken then and there.
fn taken_lawfully(act: &Act, edited: &Captive, name: &str) -> Result<()> {
    let today = act.day()?;
    if edited.taken > today {
        return Err(Problem::bad_input(format!("{} is still to come.", edited.taken.long()))
            .hint(format!("Give a day up to {}.", today.long())));
    }
    let Some(battle) = edited.battle else { return Ok(()) };
    let battle = act.battle(battle)?;
    if battle.settled == Settled::Not || battle.day > edited.taken {
        return Err(Problem::refused(
            format!("{name} cannot have been taken in {} on {}.", battle.name, edited.taken.long()),
            format!("It was on {}; give that day, or another battle.", battle.day.long()),
        ));
    }
    Ok(())
}

/// An agreed sum is corrected: parts of it are corrected one by one, or are owed no more where nothing is agreed.
fn agreed_otherwise(act: &Act, edited: &Captive, name: &str) -> Result<()> {
    if !act.instalments()?.iter().any(|part| part.captive == edited.id) {
        return Ok(());
    }
    if edited.agreed.is_some() || edited.ended.is_some() {
        return Err(Problem::refused(
            format!("The ransom of {name} is owed in parts."),
            "Correct each part, by “captivity part”; of a man who is held still, leave nothing agreed to end them all.",
        ));
    }
    act.end_instalments(edited.id)
}

/// What is corrected of a part of a ransom; what is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartEdit {
    /// How much it is.
    pub pence: Option<Pence>,
    /// When it falls due.
    pub due: Option<Day>,
    /// Who pays it.
    pub payer: Option<Payer>,
}

/// Writes a part of a ransom over that is still owed, with a reason (CP-7.7): its sum, its day, or who pays it. Put off to a
/// day to come it is no longer missed.
pub fn edit_part(store: &mut Store, part: InstalmentId, edited: &PartEdit, by: &ByHand) -> Result<()> {
    reason_given(by)?;
    store.act("edit instalment", &by.arguments(json!(part)), |act| {
        let old = act.instalments()?.into_iter().find(|known| known.id == part).ok_or_else(|| {
            Problem::refused("That part is paid or no longer owed.", "Look at the captives' terms again.")
        })?;
        let captive = act.captive(old.captive)?;
        let name = act.person(captive.person)?.styled();
        let mut new = old.clone();
        new.pence = edited.pence.unwrap_or(old.pence);
        captives::positive(new.pence)?;
        new.due = edited.due.unwrap_or(old.due);
        if let Some(payer) = edited.payer {
            new.payer = captives::payer_account(act, &captive, payer)?;
        }
        if new == old {
            return Err(as_it_was(&format!("That part of the ransom of {name}")));
        }
        if new.due < captive.taken {
            return Err(Problem::bad_input(format!("{name} was not held yet on {}.", new.due.long()))
                .hint(format!("Give a day from {} on.", captive.taken.long())));
        }
        if new.due >= act.day()? {
            new.state = InstalmentState::Due;
        }
        act.edit_instalment(&new)?;
        let done = format!(
            "A part of the ransom of {name} was corrected by hand: {} by {}",
            new.pence.marks(),
            new.due.long()
        );
        Ok(((), by.sentence(act, done)?))
    })
}
