//! The numbers of the campaign (CP-7): those of `data/tables/campaign.toml`, some of them overridden by a campaign.

use super::calendar::{Day, month_named};
use super::money::{Pence, thousands};
use julian::Month;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Months of the year, 1 to 12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Months(pub Vec<u32>);

/// A number as it stands in the data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    value: toml::Value,
    least: Option<i64>,
    most: Option<i64>,
    clause: String,
    house: bool,
    what: String,
}

/// One number as it is shown to a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its key, by which it is overridden.
    pub key: &'static str,
    /// Its value in this campaign, as a user reads and types it.
    pub value: String,
    /// Its value in the book.
    pub book: String,
    /// Whether this campaign has it otherwise than the book.
    pub overridden: bool,
    /// The clause it stands in.
    pub clause: &'static str,
    /// Whether it is a house rule, in no source.
    pub house: bool,
    /// What it is, in a sentence.
    pub what: &'static str,
}

/// An override that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOverride {
    /// No number has that key.
    #[error("there is no number “{key}” in the campaign’s tables")]
    UnknownKey {
        /// The key asked for.
        key: String,
    },
    /// The value is not what the number takes.
    #[error("{key}: expected {expected}, found “{found}”")]
    Value {
        /// The number.
        key: &'static str,
        /// What it takes.
        expected: String,
        /// What was written.
        found: String,
    },
}

/// A kind of number: how it is read and written.
trait Kind: Sized {
    /// Reads what a user typed, or says what was expected.
    fn read(text: &str, given: &Given) -> Result<Self, String>;
    /// Writes it so that it can be read again.
    fn written(&self) -> String;
}

impl Kind for i64 {
    fn read(text: &str, given: &Given) -> Result<i64, String> {
        let (least, most) = (given.least.unwrap_or(0), given.most.unwrap_or(i64::MAX));
        let number = text.trim().replace(',', "").parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            format!("a whole number from {} to {}", thousands(least.unsigned_abs()), thousands(most.unsigned_abs()))
        })
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl Kind for Pence {
    fn read(text: &str, _: &Given) -> Result<Pence, String> {
        let amount = text.parse::<Pence>().ok().filter(|amount| !amount.is_negative());
        amount.ok_or_else(|| "an amount of money, such as “20 marks” or “4s”".to_owned())
    }

    /// In marks where that comes out even, for that is how the book has its larger amounts.
    fn written(&self) -> String {
        match self.0 {
            pence if pence != 0 && Pence(pence).marks().ends_with('m') => self.marks().replace(" m", " marks"),
            _ => self.to_string(),
        }
    }
}

impl Kind for Months {
    fn read(text: &str, _: &Given) -> Result<Months, String> {
        let month = |word: &str| match word.trim().parse() {
            Ok(number @ 1..=12) => Some(number),
            _ => month_named(word.trim()),
        };
        let words = text.split(',').filter(|word| !word.trim().is_empty());
        let months: Option<Vec<u32>> = words.map(month).collect();
        months.map(Months).ok_or_else(|| "months, such as “November, December” or “11, 12”".to_owned())
    }

    fn written(&self) -> String {
        let name = |number: &u32| Month::try_from(*number).map_or("", |month| month.name());
        self.0.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

static BOOK: LazyLock<BTreeMap<String, Given>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/tables/campaign.toml"))
        .unwrap_or_else(|error| unreachable!("the campaign’s tables: {error}"))
});

fn given(key: &str) -> &'static Given {
    BOOK.get(key).unwrap_or_else(|| unreachable!("the campaign’s tables have {key}"))
}

/// A number's value in the book, as a user would type it.
fn book_text(given: &Given) -> String {
    match &given.value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(list) => list.iter().map(toml::Value::to_string).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

macro_rules! tables {
    ($($key:ident: $kind:ty),+ $(,)?) => {
        /// The numbers of a campaign. What each is stands in `data/tables/campaign.toml` and in [`Tables::entries`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub struct Tables {
            $(pub $key: $kind,)+
            overridden: BTreeSet<&'static str>,
        }

        /// The keys of all numbers, in the order they are shown.
        pub const KEYS: &[&str] = &[$(stringify!($key)),+];

        impl Tables {
            /// The book's numbers.
            pub fn book() -> Tables {
                Tables {
                    $($key: {
                        let given = given(stringify!($key));
                        <$kind>::read(&book_text(given), given)
                            .unwrap_or_else(|expected| unreachable!("{}: expected {expected}", stringify!($key)))
                    },)+
                    overridden: BTreeSet::new(),
                }
            }

            /// Overrides one number with what a user typed.
            fn set(&mut self, key: &str, text: &str) -> Result<(), BadOverride> {
                match key {
                    $(stringify!($key) => {
                        const KEY: &str = stringify!($key);
                        self.$key = <$kind>::read(text, given(KEY)).map_err(|expected| {
                            BadOverride::Value { key: KEY, expected, found: text.trim().to_owned() }
                        })?;
                        self.overridden.insert(KEY);
                        Ok(())
                    })+
                    _ => Err(BadOverride::UnknownKey { key: key.to_owned() }),
                }
            }

            /// A number as a user reads and types it.
            fn text(&self, key: &'static str) -> String {
                match key {
                    $(stringify!($key) => self.$key.written(),)+
                    _ => String::new(),
                }
            }
        }
    };
}

tables! {
    turn_days: i64,
    week_days: i64,
    march_foot_miles: i64,
    march_horse_miles: i64,
    march_train_miles: i64,
    winter_march_divisor: i64,
    winter_months: Months,
    healing_die_sides: i64,
    healing_fit_at: i64,
    healing_fit_at_in_stronghold: i64,
    healing_dies_at: i64,
    escape_dice: i64,
    escape_at: i64,
    escape_at_grade_a: i64,
    battle_men_a_side: i64,
    recruited_captives_one_in: i64,
    recruited_captives_grades_down: i64,
    lords_share_numerator: i64,
    lords_share_denominator: i64,
    feudal_service_days: i64,
    scutage: Pence,
    hire_a_point: Pence,
    pay_banneret: Pence,
    pay_knight: Pence,
    pay_sergeant: Pence,
    pay_mounted_archer: Pence,
    pay_foot_archer: Pence,
    pay_peasant: Pence,
    pay_cleric: Pence,
    income_fief: Pence,
    income_town: Pence,
    income_village: Pence,
    rations_a_man: i64,
    rations_a_horse: i64,
    district_feeds: i64,
    district_stripped_divisor: i64,
    harvest_months: Months,
    levy_one_in: i64,
    season_days: i64,
    unpaid_weeks_before_desertion: i64,
    unpaid_weeks_before_knights_desert: i64,
    desertion_die_sides: i64,
    desertion_at: i64,
    may_rise_die_sides: i64,
    may_rise_at: i64,
}

impl Tables {
    /// The book's numbers with a campaign's overrides, each a key and what the referee typed.
    pub fn with_overrides(overrides: &BTreeMap<String, String>) -> Result<Tables, BadOverride> {
        let mut tables = Tables::book();
        for (key, text) in overrides {
            tables.set(key, text)?;
        }
        Ok(tables)
    }

    /// Every number with its clause and what it is, in the order they are shown.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let book = Tables::book();
        KEYS.iter().map(move |key| {
            let given = given(key);
            Entry {
                key,
                value: self.text(key),
                book: book.text(key),
                overridden: self.overridden.contains(key),
                clause: &given.clause,
                house: given.house,
                what: &given.what,
            }
        })
    }

    /// Whether a day is in winter (CP-2.1).
    pub fn is_winter(&self, day: Day) -> bool {
        self.winter_months.0.contains(&day.month())
    }

    /// Whether the harvest comes in on a day (CP-7.2).
    pub fn is_harvest(&self, day: Day) -> bool {
        day.day_of_month() == 1 && self.harvest_months.0.contains(&day.month())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(pairs: &[(&str, &str)]) -> Result<Tables, BadOverride> {
        Tables::with_overrides(&pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect())
    }

    #[test]
    fn the_data_has_the_books_numbers_and_no_others() {
        let tables = Tables::book();
        assert_eq!(BOOK.len(), KEYS.len());
        assert_eq!(tables.march_foot_miles, 12);
        assert_eq!(tables.pay_banneret, Pence(48));
        assert_eq!(tables.income_town, Pence::from_marks(100));
        assert_eq!(tables.winter_months, Months(vec![11, 12, 1, 2]));
        assert_eq!((tables.lords_share_numerator, tables.lords_share_denominator), (1, 3));
        for entry in tables.entries() {
            assert!(entry.what.ends_with('.') && entry.clause.starts_with("CP-"), "{entry:?}");
            assert!(!entry.overridden && entry.value == entry.book, "{entry:?}");
        }
    }

    #[test]
    fn every_number_shown_can_be_typed_back() {
        for entry in Tables::book().entries() {
            let again = overridden(&[(entry.key, &entry.value)]).unwrap_or_else(|refused| panic!("{refused}"));
            let shown = again.entries().find(|other| other.key == entry.key);
            assert_eq!(shown.map(|shown| (shown.value, shown.overridden)), Some((entry.value, true)));
        }
    }

    #[test]
    fn an_override_is_taken_or_refused_with_what_was_expected() {
        let tables = overridden(&[("turn_days", "10"), ("winter_months", "Dec, january"), ("pay_knight", "3s")]);
        let tables = tables.unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!((tables.turn_days, tables.pay_knight), (10, Pence(36)));
        assert_eq!(tables.winter_months, Months(vec![12, 1]));
        for (key, text, sentence) in [
            ("turn_days", "31", "turn_days: expected a whole number from 1 to 30, found “31”"),
            ("turn_days", "soon", "turn_days: expected a whole number from 1 to 30, found “soon”"),
            ("pay_knight", "-2s", "pay_knight: expected an amount of money, such as “20 marks” or “4s”, found “-2s”"),
            (
                "winter_months",
                "13",
                "winter_months: expected months, such as “November, December” or “11, 12”, found “13”",
            ),
            ("luck", "7", "there is no number “luck” in the campaign’s tables"),
        ] {
            assert_eq!(overridden(&[(key, text)]).map_err(|refused| refused.to_string()), Err(sentence.to_owned()));
        }
    }

    #[test]
    fn winter_and_harvest_come_when_the_book_says() {
        let tables = Tables::book();
        let day = |month, day| Day::of(1415, month, day).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(tables.is_winter(day(11, 1)) && tables.is_winter(day(2, 28)));
        assert!(!tables.is_winter(day(3, 1)) && !tables.is_winter(day(10, 31)));
        assert!(tables.is_harvest(day(8, 1)) && !tables.is_harvest(day(8, 2)));
    }
}
