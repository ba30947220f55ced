//! War and peace between sides (CP-1.6).

use crate::app::{captives, siege};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{PersonId, SideId};
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Stance;
use crate::campaign::war::{ContactKind, ContactState};
use crate::store::Store;
use serde_json::json;

/// Sets what is between two sides; a truce may have a last day.
pub fn set(store: &mut Store, one: SideId, other: SideId, stance: Stance, until: Option<Day>) -> Result<()> {
    store.act("relation", &json!({ "sides": [one, other], "state": stance, "until": until }), |act| {
        let (a, b) = (act.side(one)?.name, act.side(other)?.name);
        if one == other {
            return Err(Problem::refused(format!("{a} is one side."), "Choose two."));
        }
        if until.is_some() && stance != Stance::Truce {
            return Err(Problem::bad_input("Only a truce has a last day.").hint("Leave the day out."));
        }
        if let Some(until) = until
            && until < act.day()?
        {
            return Err(Problem::bad_input(format!("{} is past.", until.long())).hint("Choose a day to come."));
        }
        act.set_stance(one, other, stance, until)?;
        if stance != Stance::War {
            captives::ask_of_prisoners(act, one, other)?;
        }
        if stance != Stance::War {
            let mut lapsed = Vec::new();
            for met in act.waiting_contacts()? {
                let pair = [act.formation(met.attacker)?.side, act.formation(met.defender)?.side];
                if pair.contains(&one) && pair.contains(&other) {
                    match met.siege.filter(|_| met.kind != ContactKind::Field) {
                        Some(siege) => siege::comes_to_nothing(act, siege, &met, "CP-2.2")?,
                        None => act.settle_contact(met.id, ContactState::Lapsed, None)?,
                    }
                    lapsed.push(met);
                }
            }
            siege::come_apart(act, &lapsed)?;
        }
        // Who is at war no more besieges nobody.
        siege::settle_presence(act)?;
        let sentence = match (stance, until) {
            (Stance::Peace, _) => format!("{a} and {b} are at peace."),
            (Stance::War, _) => format!("{a} and {b} are at war."),
            (Stance::Truce, Some(until)) => format!("{a} and {b} are in truce until {}.", until.long()),
            (Stance::Truce, None) => format!("{a} and {b} are in truce."),
            (Stance::Allied, _) => format!("{a} and {b} are allied."),
        };
        Ok(((), sentence))
    })
}

/// Names who rules a side.
pub fn set_lord(store: &mut Store, side: SideId, lord: PersonId) -> Result<()> {
    store.act("side lord", &json!({ "side": side, "lord": lord }), |act| {
        let (side, person) = (act.side(side)?, act.person(lord)?);
        if person.side != side.id {
            return Err(Problem::refused(
                format!("{} is not of {}.", person.styled(), side.name),
                "Choose one of its own people.",
            ));
        }
        if matches!(person.state, PersonState::Dead | PersonState::Left) {
            return Err(Problem::refused(
                format!("{} is {}, and rules nothing.", person.styled(), person.state),
                "Choose one who lives and serves.",
            ));
        }
        act.set_side_lord(side.id, Some(lord))?;
        Ok(((), format!("{} rules {}.", person.styled(), side.name)))
    })
}

/// Brings money into a side's treasury from outside the ledger, or takes it out, with a reason (CP-7.7).
pub fn grant(store: &mut Store, side: SideId, sum: crate::campaign::money::Pence, reason: &str) -> Result<()> {
    store.act("grant", &json!({ "side": side, "pence": sum, "reason": reason }), |act| {
        let name = act.side(side)?.name;
        let (world, treasury) = (act.world()?, act.side_account(side)?);
        let what = if reason.trim().is_empty() { "the referee’s entry" } else { reason.trim() };
        match sum.0 {
            0 => {
                return Err(Problem::bad_input("The sum is nothing.").hint("Name a sum, less than nothing to take it."));
            }
            i64::MIN => return Err(Problem::bad_input("That is more money than there is.").hint("Name a smaller sum.")),
            pence if pence > 0 => act.pay(world, treasury, sum, what, "CP-7.7")?,
            _ => act.pay(treasury, world, -sum, what, "CP-7.7")?,
        }
        let verb = if sum.0 > 0 { "came into" } else { "was taken from" };
        let sum = if sum.0 > 0 { sum } else { -sum };
        Ok(((), format!("{sum} {verb} the treasury of {name}: {what}.")))
    })
}
