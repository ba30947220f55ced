//! House rules: the numbers a set of rules leaves to the campaign, each with its bounds, and a campaign's own in their
//! place.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A number the book leaves to the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseValue {
    /// Its key, as a campaign stores it.
    pub key: String,
    /// The number in force.
    pub value: i32,
    /// The least it may be.
    pub least: i32,
    /// The most it may be.
    pub most: i32,
    /// The clause it belongs to.
    pub clause: String,
    /// What it is, in words a player uses.
    pub what: String,
}

/// Why a campaign's own house values are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseError {
    /// There is no such value.
    #[error("there is no house value “{key}”; known are {known}")]
    Unknown {
        /// What was asked for.
        key: String,
        /// Every key.
        known: String,
    },
    /// It cannot be that.
    #[error("house value “{key}” cannot be “{found}”: expected a whole number from {least} to {most}")]
    Bad {
        /// Which.
        key: String,
        /// What was given.
        found: String,
        /// The least allowed.
        least: i32,
        /// The most allowed.
        most: i32,
    },
}

/// The file of a set of rules' house values, `house.toml` among its tables.
#[derive(Deserialize)]
pub(super) struct HouseFile {
    pub(super) house: Vec<HouseValue>,
}

/// Puts a campaign's own values in force. Unknown keys and values out of bounds are refused.
pub fn overrule(values: &mut [HouseValue], overrides: &BTreeMap<String, String>) -> Result<(), HouseError> {
    for (key, text) in overrides {
        let known = values.iter().map(|value| value.key.as_str()).collect::<Vec<_>>().join(", ");
        let Some(value) = values.iter_mut().find(|value| value.key == *key) else {
            return Err(HouseError::Unknown { key: key.clone(), known });
        };
        value.value = match text.trim().parse() {
            Ok(number) if (value.least..=value.most).contains(&number) => number,
            _ => {
                let (key, found) = (key.clone(), text.clone());
                return Err(HouseError::Bad { key, found, least: value.least, most: value.most });
            }
        };
    }
    Ok(())
}

/// The value of a key the program itself asks for.
pub(super) fn value(values: &[HouseValue], key: &str) -> i32 {
    let found = values.iter().find(|value| value.key == key);
    found.unwrap_or_else(|| panic!("the table of house values has {key}")).value
}
