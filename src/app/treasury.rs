//! Treasuries: what a side owes and is owed by its present state, and ledger entries by hand (CP-7.7).

use crate::app::numbers;
use crate::campaign::ids::{AccountId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::PersonState;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::week;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::Class;
use crate::store::{Act, Db, Store};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

/// What a side's armies are paid for a week, in pence, by class and day's pay (CP-5).
pub fn weekly_pay(db: &Db, side: SideId) -> Result<Explained<i64>> {
    let tables = numbers::of(db)?;
    let mut kinds: BTreeMap<(std::cmp::Reverse<Pence>, Class), i64> = BTreeMap::new();
    for army in db.armies()?.into_iter().filter(|army| army.side == side) {
        for man in db.men_of(army.id)? {
            *kinds.entry((std::cmp::Reverse(week::pay_a_day(&man, &tables)), man.profile.class)).or_default() += 1;
        }
    }
    let parts = kinds.into_iter().map(|((std::cmp::Reverse(pay), class), men)| {
        let many = if men == 1 { class.to_string() } else { format!("{class}s") };
        Part::plus("CP-5", format!("{men} {many} at {pay} a day, for a week"), (pay * men * tables.week_days).0)
    });
    Ok(Explained::of(parts.collect()))
}

/// What a side's places yield in a year, in pence, a quarter of it on each quarter day (CP-7.1).
pub fn yearly_income(db: &Db, side: SideId) -> Result<Explained<i64>> {
    let tables = numbers::of(db)?;
    let places = db.places()?;
    let parts = places.iter().filter(|place| place.side == Some(side)).filter_map(|place| {
        let income = week::yearly_income(place, &tables);
        (income.0 > 0).then(|| Part::plus("CP-7.1", place.name.clone(), income.0))
    });
    Ok(Explained::of(parts.collect()))
}

/// Whose treasury is paid from or into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purse {
    /// A treasury there is.
    Of(AccountId),
    /// A man's own, opened if he has none yet.
    Man(PersonId),
}

impl From<AccountId> for Purse {
    fn from(account: AccountId) -> Purse {
        Purse::Of(account)
    }
}

impl From<PersonId> for Purse {
    fn from(man: PersonId) -> Purse {
        Purse::Man(man)
    }
}

fn account(act: &Act, purse: Purse) -> Result<AccountId> {
    match purse {
        Purse::Of(account) => Ok(account),
        Purse::Man(man) => {
            let person = act.person(man)?;
            match act.person_account(man)? {
                None if matches!(person.state, PersonState::Dead | PersonState::Left) => Err(Problem::refused(
                    format!("{} is {}, and has no treasury.", person.styled(), person.state),
                    "Choose one who lives and serves.",
                )),
                _ => act.open_account(man),
            }
        }
    }
}

/// Moves money between two treasuries by hand, with what for. A man who has none of his own yet gets one by it.
pub fn enter(store: &mut Store, from: impl Into<Purse>, to: impl Into<Purse>, sum: Pence, what: &str) -> Result<()> {
    let (from, to) = (from.into(), to.into());
    let what = what.trim();
    if what.is_empty() {
        return Err(Problem::bad_input("What the entry is for is not said.")
            .hint("Say it in a few words; the ledger keeps them."));
    }
    if sum.0 <= 0 {
        return Err(Problem::bad_input("An entry is more than nothing.").hint("To take money, enter it the other way."));
    }
    store.act("ledger entry", &json!({ "from": from, "to": to, "pence": sum, "what": what }), |act| {
        if from == to {
            return Err(Problem::refused("Both treasuries are the same.", "Choose two."));
        }
        let (from, to) = (account(act, from)?, account(act, to)?);
        let (giver, taker) = (act.account(from)?.name, act.account(to)?.name);
        act.pay(from, to, sum, what, "CP-7.7")?;
        Ok(((), format!("{sum} from {giver} to {taker}: {what}.")))
    })
}
