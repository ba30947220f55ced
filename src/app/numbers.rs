//! The numbers a campaign plays by: the book's, with what the referee plays otherwise (CP-7).

use crate::campaign::problem::{Problem, Result};
use crate::campaign::tables::{Entry, KEYS, Tables};
use crate::store::{Db, Store};
use serde_json::json;

/// The campaign's numbers as it plays them.
pub fn of(db: &Db) -> Result<Tables> {
    let mut house = db.house()?;
    house.retain(|key, _| KEYS.contains(&key.as_str()));
    Tables::with_overrides(&house).map_err(|bad| {
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
        check_key(key)?;
        of(act)?;
        let sentence = match value {
            Some(value) => format!("House rule: {} is {value}.", key.replace('_', " ")),
            None => format!("{} is as the book has it again.", key.replace('_', " ")),
        };
        Ok(((), sentence))
    })
}

fn check_key(key: &str) -> Result<()> {
    match KEYS.contains(&key) {
        true => Ok(()),
        false => Err(Problem::bad_input(format!("There is no number “{key}”."))
            .hint("Choose one of those the rule book page lists.")),
    }
}
