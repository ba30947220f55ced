//! The campaign's own name, date, turn length and seed, changed by hand.

use super::{ByHand, as_it_was, name};
use crate::campaign::calendar::Day;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::CampaignFacts;
use crate::rules::telling::counted;
use crate::store::Store;

/// The highest seed: what a JSON number holds exactly.
pub const HIGHEST_SEED: u64 = (1 << 53) - 1;

/// Whether a turn may be so long (CP-1.4).
pub fn turn_may_be(days: u32) -> Result<()> {
    match (1..=30).contains(&days) {
        true => Ok(()),
        false => {
            Err(Problem::bad_input(format!("A turn cannot have {days} days (CP-1.4).")).hint("Give 1 to 30 days."))
        }
    }
}

/// Whether a seed can be told and typed.
pub fn seed_may_be(seed: u64) -> Result<()> {
    match seed <= HIGHEST_SEED {
        true => Ok(()),
        false => Err(Problem::bad_input(format!("{seed} is too high a seed."))
            .hint(format!("Give a whole number up to {HIGHEST_SEED}."))),
    }
}

/// Writes the campaign's own fields over: name, date, turn length, seed and what it is about. Until the first turn the first
/// day moves with the date, and what was entered on it too; later the date moves on at will, but not back before what
/// happened.
pub fn edit(store: &mut Store, edited: &CampaignFacts, by: &ByHand) -> Result<()> {
    store.act("edit campaign", &by.arguments(serde_json::json!({ "day": edited.day })), |act| {
        let old = act.about()?;
        let mut edited = CampaignFacts {
            name: name(&edited.name)?.to_owned(),
            first_day: old.first_day,
            turn: old.turn,
            ..edited.clone()
        };
        if edited == old {
            return Err(as_it_was(&old.name));
        }
        turn_may_be(edited.turn_days)?;
        seed_may_be(edited.seed)?;
        if !Day::reach().contains(&edited.day) {
            return Err(Problem::bad_input("That day is out of reach.").hint("Years run from 1 to 9999."));
        }
        if edited.day != old.day {
            if old.turn == 0 && old.day == old.first_day {
                act.date_anew(old.day, edited.day)?;
                edited.first_day = edited.day;
            }
            if let Some(last) = act.last_event()?.filter(|last| edited.day < *last) {
                return Err(Problem::refused(
                    format!("Things happened until {}, and the date cannot go back before them.", last.long()),
                    "Choose that day or a later one, or take back what was done since.",
                ));
            }
            if edited.day < edited.first_day {
                return Err(Problem::refused(
                    format!("The campaign begins on {}.", edited.first_day.long()),
                    "Choose that day or a later one.",
                ));
            }
        }
        act.edit_campaign(&edited)?;
        let mut done = Vec::new();
        if edited.name != old.name {
            done.push(format!("{} is now called {}", old.name, edited.name));
        }
        if edited.day != old.day {
            done.push(format!("It is {}", edited.day.long()));
        }
        if edited.turn_days != old.turn_days {
            done.push(format!("A turn has {}", counted(edited.turn_days, "day", "days")));
        }
        if edited.seed != old.seed {
            done.push(format!("The dice fall by the seed {}", edited.seed));
        }
        if edited.blurb != old.blurb {
            done.push("What the campaign is about was written anew".to_owned());
        }
        Ok(((), by.sentence(act, done.join("; "))?))
    })
}
