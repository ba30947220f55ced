//! The numbers a campaign plays by: the book's, with what the referee plays otherwise (CP-7).

use crate::campaign::problem::{Problem, Result};
use crate::campaign::tables::{KEYS, Tables};
use crate::campaign::war::{Battle, Settled};
use crate::rules::dice::Seeded;
use crate::rules::figure::UnknownWord;
use crate::rules::house::{self, Folder, HouseError, HouseValue, Number};
use crate::rules::settles::House;
use crate::rules::weather::WeatherKind;
use crate::rules::{assault, castle_cracker, castle_under_siege, castles, man_to_man, siege};
use crate::store::{Db, Store};
use serde_json::json;
use std::sync::Arc;

/// The stream of a battle's seed that draws its weather.
const WEATHER: u64 = 6;

/// Every key of the campaign and of every set of rules.
fn keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().copied().chain(house::keys())
}

fn refused(bad: &HouseError) -> Problem {
    match bad {
        HouseError::Unknown { .. } => Problem::bad_input(format!("{bad}."))
            .hint("The rule book page lists every house number, and so does “banneret show FILE house”."),
        HouseError::Bad { key, expected, found } => {
            let number = of_the_book(key);
            let what = number.as_ref().map_or(key.as_str(), |number| number.what.trim_end_matches('.'));
            let hint = match &number {
                Some(number) => format!("Set it within that, or go back to the book’s, {}.", number.book),
                None => "Set it within that, or go back to the book’s.".to_owned(),
            };
            Problem::bad_input(format!("“{what}” is {expected}, not “{found}”.")).hint(hint)
        }
    }
}

/// A number as the book has it.
fn of_the_book(key: &str) -> Option<Number> {
    let of_campaign = Tables::with_overrides(&House::new()).map(|book| book.numbers()).unwrap_or_default();
    let mut all = of_campaign.into_iter().chain(house::folders().flat_map(Folder::values).map(HouseValue::number));
    all.find(|number| number.key == key)
}

/// The campaign's numbers as it plays them.
pub fn of(db: &Db) -> Result<Tables> {
    let mut house = db.house()?;
    house.retain(|key, _| KEYS.contains(&key.as_str()));
    Tables::with_overrides(&house).map_err(|bad| refused(&bad))
}

/// The numbers of every set of rules that this campaign plays otherwise than the book.
pub fn of_battles(db: &Db) -> Result<House> {
    let mut house = db.house()?;
    house.retain(|key, _| !KEYS.contains(&key.as_str()));
    Ok(house)
}

/// The weather that a word names; `season` has it drawn by the chances of the season, by a battle's seed (CP-3.1).
pub fn weather_named(db: &Db, word: &str, seed: u64) -> Result<WeatherKind> {
    if word.trim().eq_ignore_ascii_case("season") {
        return drawn_weather(db, seed);
    }
    word.parse().map_err(|bad: UnknownWord| {
        Problem::bad_input(format!("There is no weather “{}”.", word.trim()))
            .hint(format!("It is {}, or “season” to draw it.", bad.expected))
    })
}

/// The weather of the campaign's day, drawn by the chances of its season (CP-3.1).
pub fn drawn_weather(db: &Db, seed: u64) -> Result<WeatherKind> {
    Ok(of(db)?.weather_of(db.day()?, &mut Seeded::stream(seed, WEATHER)))
}

/// The man-to-man tables with the house numbers this campaign plays otherwise.
pub fn man_to_man(db: &Db) -> Result<Arc<man_to_man::Tables>> {
    man_to_man::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))
}

/// The tables of the siege with them.
///
/// What the country feeds is one rule in the field and at a siege (CP-7.2, SG-2.2): the campaign's.
pub fn siege(db: &Db) -> Result<Arc<siege::Tables>> {
    let tables = siege::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))?;
    let campaign = of(db)?;
    Ok(tables.in_country(campaign.district_feeds as u32, campaign.district_stripped_divisor as u32))
}

/// The tables of the assault on hexes with them.
pub fn assault(db: &Db) -> Result<Arc<assault::Tables>> {
    assault::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))
}

/// The tables of Castle under Siege with them.
pub fn castle_under_siege(db: &Db) -> Result<Arc<castle_under_siege::Tables>> {
    castle_under_siege::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))
}

/// The tables of Castle Cracker with them.
pub fn castle_cracker(db: &Db) -> Result<Arc<castle_cracker::Tables>> {
    castle_cracker::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))
}

/// The tables of Castles with them.
pub fn castles(db: &Db) -> Result<Arc<castles::Tables>> {
    castles::Tables::by(&of_battles(db)?).map_err(|bad| refused(&bad))
}

/// Every number of the campaign and of every set of rules with its clause, for showing.
pub fn list(db: &Db) -> Result<Vec<Number>> {
    let mut numbers = of(db)?.numbers();
    let own = of_battles(db)?;
    for folder in house::folders() {
        let played = folder.played(&own).map_err(|bad| refused(&bad))?;
        numbers.extend(played.iter().map(HouseValue::number));
    }
    Ok(numbers)
}

/// By these the armies of a battle are cast into bodies of figures (CP-3.5).
const CASTS: &[&str] = &["cracker_cast_figures", "cracker_cast_body", "cracker_cast_fewest"];

/// Refuses to cast the armies of a planned battle otherwise than its sheets were printed: a result that tells of its bodies would
/// tell of others.
fn bodies_are_printed(db: &Db, key: &str) -> Result<()> {
    let cast = |battle: &Battle| battle.settled == Settled::Not && battle.rules.tells_bodies();
    let planned = if CASTS.contains(&key) { db.battles()?.into_iter().find(cast) } else { None };
    match planned {
        None => Ok(()),
        Some(battle) => Err(Problem::refused(
            format!("{} is planned, and its bodies would have other numbers than on its sheets (CP-3.5).", battle.name),
            "Take its result in or drop its plan, then change the number.",
        )),
    }
}

/// Plays a number otherwise than the book, with a reason; no value goes back to the book's. A key that no number has is
/// refused, and a value out of its bounds.
pub fn set(store: &mut Store, key: &str, value: Option<&str>, reason: &str) -> Result<()> {
    store.act("house rule", &json!({ "key": key, "value": value, "reason": reason }), |act| {
        // A key that only a later version knows can still be taken out.
        let known = keys().any(|known| known == key) || value.is_none() && act.house()?.contains_key(key);
        if !known {
            return Err(refused(&HouseError::unknown(key, keys())));
        }
        bodies_are_printed(act, key)?;
        act.set_house(key, value, reason)?;
        list(act)?;
        let tables = of(act)?;
        if key.starts_with("lords_share") && tables.lords_share_numerator > tables.lords_share_denominator {
            return Err(Problem::refused(
                format!(
                    "A lord would take {} parts in {} of a ransom, more than all of it (CP-4.5).",
                    tables.lords_share_numerator, tables.lords_share_denominator
                ),
                "Set the lower figure first, so that the share stays at one or less.",
            ));
        }
        let sentence = match value {
            Some(value) => format!("House rule: {} is {value}.", key.replace('_', " ")),
            None => format!("{} is as the book has it again.", key.replace('_', " ")),
        };
        Ok(((), sentence))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_key_is_that_of_one_number() {
        let mut all: Vec<&str> = keys().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn every_number_can_be_played_at_the_least_and_the_most_it_may_be() {
        fn at_its_ends(folder: &Folder, read: impl Fn(&BTreeMap<String, String>) -> Vec<HouseValue>) {
            for value in folder.values() {
                let count = value.book.to_string().split(',').count();
                for end in [value.least, value.most] {
                    let text = vec![end.to_string(); count].join(", ");
                    let played = read(&BTreeMap::from([(value.key.clone(), text.clone())]));
                    let played = played.iter().find(|played| played.key == value.key).expect("it is listed");
                    assert_eq!(played.value.to_string(), text, "{}", value.key);
                }
                let book = value.number();
                assert_eq!(book.value, book.book, "{}", value.key);
            }
        }
        macro_rules! tried {
            ($($rules:ident),+) => {$(
                at_its_ends($rules::Tables::folder(), |own| {
                    $rules::Tables::with_house(own).expect("it is within its bounds").house_values().to_vec()
                });
            )+};
        }
        tried!(man_to_man, siege, assault, castle_under_siege, castle_cracker, castles);
    }
}
