//! The numbers of the campaign (CP-7): those of `data/tables/campaign/`, some of them overridden by a campaign.

use super::calendar::{Day, month_named};
use super::money::{MARK, Pence};
use crate::rules::dice::Dice;
use crate::rules::house::{Given, HouseError, Number, NumberKind, listed, thousands};
use crate::rules::prisoners;
use crate::rules::weather::{Weather, WeatherKind};
use julian::Month;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Months of the year, 1 to 12.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Months(pub Vec<u32>);

impl NumberKind for Pence {
    fn read(text: &str, given: &Given) -> Result<Pence, String> {
        let amount = text.parse::<Pence>().ok().filter(|amount| !amount.is_negative());
        amount.ok_or_else(|| Pence::expected(given))
    }

    fn expected(_: &Given) -> String {
        "an amount of money, such as “20 marks” or “4s”".to_owned()
    }

    /// In marks where that comes out even, for that is how the book has its larger amounts.
    fn written(&self) -> String {
        match self.0 {
            pence if pence != 0 && pence % MARK == 0 => format!("{} marks", thousands((pence / MARK).unsigned_abs())),
            _ => self.to_string(),
        }
    }
}

impl NumberKind for Months {
    fn read(text: &str, given: &Given) -> Result<Months, String> {
        let month = |word: &str| match word.trim().parse() {
            Ok(number @ 1..=12) => Some(number),
            _ => month_named(word.trim()),
        };
        let words = text.split(',').filter(|word| !word.trim().is_empty());
        let months: Option<Vec<u32>> = words.map(month).collect();
        months.map(Months).ok_or_else(|| Months::expected(given))
    }

    fn expected(_: &Given) -> String {
        "months, such as “November, December” or “11, 12”".to_owned()
    }

    fn written(&self) -> String {
        let name = |number: &u32| Month::try_from(*number).map_or("", |month| month.name());
        self.0.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

static BOOK: LazyLock<Vec<Given>> =
    LazyLock::new(|| listed("the campaign", include_str!("../../data/tables/campaign/house.toml")));

fn given(key: &str) -> &'static Given {
    BOOK.iter().find(|given| given.key == key).unwrap_or_else(|| unreachable!("the campaign’s tables have {key}"))
}

/// A number's value in the book, as a user would type it.
fn book_text(given: &Given) -> String {
    let elsewhere = given.figure.as_deref().and_then(prisoners::Tables::figure);
    match given.value.as_ref().or(elsewhere.as_ref()) {
        Some(toml::Value::String(text)) => text.clone(),
        Some(toml::Value::Array(list)) => list.iter().map(toml::Value::to_string).collect::<Vec<_>>().join(", "),
        other => other.map(toml::Value::to_string).unwrap_or_default(),
    }
}

/// How likely each weather is (CP-3.1), in the order of [`WeatherKind::ALL`]: so many chances of as many as there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances(pub Vec<u32>);

impl Chances {
    /// A weather drawn by them.
    fn drawn(&self, dice: &mut impl Dice) -> WeatherKind {
        let all: u32 = self.0.iter().sum();
        let mut at = dice.lot("CP-3.1 weather", all as usize) as u32;
        for (kind, &chances) in WeatherKind::ALL.iter().zip(&self.0) {
            match at.checked_sub(chances) {
                None => return *kind,
                Some(left) => at = left,
            }
        }
        WeatherKind::Fair
    }
}

impl NumberKind for Chances {
    fn read(text: &str, given: &Given) -> Result<Chances, String> {
        let numbers = text.split(',').map(|number| number.trim().parse().ok().filter(|number| *number <= 100));
        let numbers: Option<Vec<u32>> = numbers.collect();
        let fit = |numbers: &Vec<u32>| numbers.len() == WeatherKind::ALL.len() && numbers.iter().sum::<u32>() > 0;
        numbers.filter(fit).map(Chances).ok_or_else(|| Chances::expected(given))
    }

    fn expected(_: &Given) -> String {
        let kinds: Vec<&str> = WeatherKind::ALL.iter().map(|kind| kind.word()).collect();
        format!("chances from 0 to 100 of {}, one of them at least above 0", kinds.join(", "))
    }

    fn written(&self) -> String {
        self.0.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    }
}

macro_rules! tables {
    ($($key:ident: $kind:ty),+ $(,)?) => {
        /// The numbers of a campaign. What each is stands in `data/tables/campaign/` and in [`Tables::numbers`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Tables {
            $(pub $key: $kind,)+
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
                }
            }

            /// Overrides one number with what a user typed.
            fn set(&mut self, key: &str, text: &str) -> Result<(), HouseError> {
                match key {
                    $(stringify!($key) => {
                        self.$key = <$kind>::read(text, given(key)).map_err(|expected| {
                            HouseError::Bad { key: key.to_owned(), expected, found: text.trim().to_owned() }
                        })?;
                        Ok(())
                    })+
                    _ => Err(HouseError::unknown(key, KEYS.iter().copied())),
                }
            }

            /// A number as a user reads and types it.
            fn text(&self, key: &'static str) -> String {
                match key {
                    $(stringify!($key) => self.$key.written(),)+
                    _ => String::new(),
                }
            }

            /// What a number may be.
            fn bounds(key: &'static str) -> String {
                match key {
                    $(stringify!($key) => <$kind>::expected(given(key)),)+
                    _ => String::new(),
                }
            }
        }
    };
}

tables! {
    turn_days: i64,
    mapped_town_people: i64,
    mapped_walls_men: i64,
    mapped_citadel_men: i64,
    mapped_rations_a_man: i64,
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
    rain_on_strings: i64,
    rain_on_powder: i64,
    wind_at_long_range: i64,
    fog_sight: i64,
    mud_foot: i64,
    mud_horse: i64,
    snow_foot: i64,
    snow_horse: i64,
    snow_sight: i64,
    weather_in_spring: Chances,
    weather_in_summer: Chances,
    weather_in_autumn: Chances,
    weather_in_winter: Chances,
    recruited_captives_one_in: i64,
    recruited_captives_grades_down: i64,
    lords_share_numerator: i64,
    lords_share_denominator: i64,
    dynastic_war: i64,
    feudal_service_days: i64,
    feudal_year_days: i64,
    kept_after_service: i64,
    scutage: Pence,
    hire_a_point: Pence,
    arms_a_point: Pence,
    horse_a_point: Pence,
    men_a_unit: i64,
    ration_price: Pence,
    animal_price: Pence,
    engine_day_price: Pence,
    store_refilled: i64,
    terms_ransom_days: i64,
    harbour_watch_one_in: i64,
    train_taken: i64,
    train_load_most: i64,
    train_engines_most: i64,
    walls_mended: i64,
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
    levy_sergeants_one_in: i64,
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
    pub fn with_overrides(overrides: &BTreeMap<String, String>) -> Result<Tables, HouseError> {
        let mut tables = Tables::book();
        for (key, text) in overrides {
            tables.set(key, text)?;
        }
        Ok(tables)
    }

    /// Every number with its clause and what it is, in the order they are shown.
    pub fn numbers(&self) -> Vec<Number> {
        let book = Tables::book();
        let number = |key: &&'static str| {
            let given = given(key);
            Number {
                key: (*key).to_owned(),
                what: given.what.clone(),
                clause: given.clause.clone(),
                value: self.text(key),
                book: book.text(key),
                bounds: Tables::bounds(key),
                house: given.house,
            }
        };
        KEYS.iter().map(number).collect()
    }

    /// Whether a day is in winter (CP-2.1).
    pub fn is_winter(&self, day: Day) -> bool {
        self.winter_months.0.contains(&day.month())
    }

    /// A weather with what it does by the campaign's numbers (CP-3.1); nothing for fair weather.
    pub fn weather(&self, kind: WeatherKind) -> Option<Weather> {
        let plain = Weather::of(kind);
        Some(match kind {
            WeatherKind::Fair => return None,
            WeatherKind::Rain => {
                Weather { strings: self.rain_on_strings as i32, powder: self.rain_on_powder as i32, ..plain }
            }
            WeatherKind::Wind => Weather { far: self.wind_at_long_range as i32, ..plain },
            WeatherKind::Fog => Weather { sight: self.fog_sight as i32, ..plain },
            WeatherKind::Mud => Weather { foot: self.mud_foot as i32, horse: self.mud_horse as i32, ..plain },
            WeatherKind::Snow => Weather {
                foot: self.snow_foot as i32,
                horse: self.snow_horse as i32,
                sight: self.snow_sight as i32,
                ..plain
            },
        })
    }

    /// The weather of a day, drawn by the chances of its season (CP-3.1): spring begins with March.
    pub fn weather_of(&self, day: Day, dice: &mut impl Dice) -> WeatherKind {
        let chances = match day.month() {
            3..=5 => &self.weather_in_spring,
            6..=8 => &self.weather_in_summer,
            9..=11 => &self.weather_in_autumn,
            _ => &self.weather_in_winter,
        };
        chances.drawn(dice)
    }

    /// Whether the harvest comes in on a day (CP-7.2).
    pub fn is_harvest(&self, day: Day) -> bool {
        day.day_of_month() == 1 && self.harvest_months.0.contains(&day.month())
    }

    /// Whether the harvest has come in in the week that ends on a day, and restores every district (CP-7.2).
    pub fn harvested_in_week(&self, day: Day) -> bool {
        (0..self.week_days as i32).any(|back| self.is_harvest(day + -back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(pairs: &[(&str, &str)]) -> Result<Tables, HouseError> {
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
        for number in tables.numbers() {
            // The campaign's own page, or the siege's where a siege lies in the campaign (SG-1 to SG-4).
            let of_a_page = ["CP-", "SG-"].iter().any(|page| number.clause.starts_with(page));
            assert!(number.what.ends_with('.') && of_a_page, "{number:?}");
            assert!(!number.overridden() && !number.bounds.is_empty(), "{number:?}");
        }
    }

    #[test]
    fn every_number_shown_can_be_typed_back() {
        for number in Tables::book().numbers() {
            let again = overridden(&[(&number.key, &number.value)]).unwrap_or_else(|refused| panic!("{refused}"));
            assert_eq!(again.numbers().into_iter().find(|other| other.key == number.key), Some(number));
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
            ("trun_days", "7", "there is no house number “trun_days”; the nearest is “turn_days”"),
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
