//! The numbers a campaign plays by: the book's, with what the referee plays otherwise (CP-7).

use crate::campaign::problem::{Problem, Result};
use crate::campaign::tables::{Entry, KEYS, Tables};
use crate::rules::man_to_man;
use crate::rules::settles::House;
use crate::store::{Db, Store};
use serde_json::json;
use std::sync::Arc;

/// The campaign's numbers as it plays them.
pub fn of(db: &Db) -> Result<Tables> {
    let mut house = db.house()?;
    house.retain(|key, _| KEYS.contains(&key.as_str()));
    Tables::with_overrides(&house).map_err(|bad| {
        Problem::bad_input(bad.to_string()).hint("Set the house number again, or go back to the book's.")
    })
}

/// The house numbers of battles that this campaign plays otherwise than the book.
pub fn of_battles(db: &Db) -> Result<House> {
    let mut house = db.house()?;
    house.retain(|key, _| !KEYS.contains(&key.as_str()));
    Ok(house)
}

/// The man-to-man tables with the house numbers this campaign plays otherwise.
pub fn man_to_man(db: &Db) -> Result<Arc<man_to_man::Tables>> {
    man_to_man::Tables::with_house(&of_battles(db)?).map_err(|bad| {
        Problem::bad_input(bad.to_string()).hint("Set the house number again, or go back to the book's.")
    })
}

/// Every number of the campaign with its clause, for showing.
pub fn list(db: &Db) -> Result<Vec<Entry>> {
    Ok(of(db)?.entries().collect())
}

/// Plays a number otherwise than the book, with a reason; no value goes back to the book's.
pub fn set(store: &mut Store, key: &str, value: Option<&str>, reason: &str) -> Result<()> {
    store.act("house rule", &json!({ "key": key, "value": value, "reason": reason }), |act| {
        act.set_house(key, value, reason)?;
        // Both read what was set, and refuse a key or value they do not know.
        of(act)?;
        man_to_man(act)?;
        let sentence = match value {
            Some(value) => format!("House rule: {} is {value}.", key.replace('_', " ")),
            None => format!("{} is as the book has it again.", key.replace('_', " ")),
        };
        Ok(((), sentence))
    })
}
