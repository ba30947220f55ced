//! What the next turn will bring as far as it is known, for showing beside the button that plays it.

use crate::app::{numbers, siege};
use crate::campaign::calendar::Day;
use crate::campaign::ids::FormationId;
use crate::campaign::money::Pence;
use crate::campaign::problem::Result;
use crate::campaign::week;
use crate::store::Db;
use serde::Serialize;
use std::collections::BTreeSet;

/// What is known of the next turn.
#[derive(Clone, Debug, Serialize)]
pub struct Ahead {
    /// The day it ends.
    pub to: Day,
    pub days: u32,
    /// Armies under orders.
    pub marching: u32,
    /// Weeks that end in it, each with pay, rations and healing (CP-2.1).
    pub weeks: u32,
    /// Pay that falls due in it.
    pub pay: Pence,
    /// Wounded who roll for healing.
    pub wounded: u32,
    /// Armies that contacts which wait hold where they are.
    pub held: u32,
    /// Sieges in which both sides rest, and eat, until what waits there is decided (CP-2.2).
    pub resting: u32,
}

/// What the next turn will bring.
pub fn ahead(db: &Db) -> Result<Ahead> {
    let about = db.about()?;
    let tables = numbers::of(db)?;
    let week = tables.week_days.max(1) as i32;
    let days = (1..=about.turn_days as i32).map(|day| about.day + day);
    let paydays: Vec<_> = days.filter(|day| (*day - about.first_day) % week == 0).collect();
    let mut pay = Pence(0);
    for army in db.armies()? {
        for man in db.men_of(army.id)? {
            pay += paydays.iter().map(|payday| week::pay_for_week(&man, *payday, &tables)).sum::<Pence>();
        }
    }
    let waiting = db.waiting_contacts()?;
    let held: BTreeSet<FormationId> = waiting.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect();
    let to = about.day + about.turn_days as i32;
    Ok(Ahead {
        to,
        days: about.turn_days,
        marching: db.marches()?.len() as u32,
        weeks: paydays.len() as u32,
        pay,
        wounded: db.wounded_by(to)?.len() as u32,
        held: held.len() as u32,
        resting: siege::resting(db)?,
    })
}

impl Ahead {
    pub fn sentence(&self) -> String {
        let counted = |number: u32, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        let mut parts = vec![format!("{}, to {}", counted(self.days, "day", "days"), self.to.long())];
        if self.marching > 0 {
            parts.push(format!("{} on the march", counted(self.marching, "army", "armies")));
        }
        if self.weeks > 0 && self.pay.0 > 0 {
            parts.push(format!("{} of pay falls due", self.pay));
        }
        if self.weeks > 0 && self.wounded > 0 {
            parts.push(format!("{} may heal", self.wounded));
        }
        if self.held > 0 {
            parts.push(format!("{} held in contact stay where they are", counted(self.held, "army", "armies")));
        }
        if self.resting > 0 {
            let rest = if self.resting == 1 { "rests, and eats," } else { "rest, and eat," };
            parts
                .push(format!("{} {rest} until what waits there is decided", counted(self.resting, "siege", "sieges")));
        }
        format!("{}.", parts.join("; "))
    }
}
