//! Days (CP-1.4). A day is a day number, so that marching a week is adding seven; the calendar shown is the
//! Julian one before 15 October 1582 and the Gregorian one after, with the feasts people dated by. Years begin on
//! 1 January throughout.

pub use super::feasts::Feast;
use super::feasts::{Dignity, FEASTS, FallsOn};
pub use julian::Weekday;
use julian::{Calendar, Date, Month};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

/// The calendar in force: Julian until 4 October 1582, Gregorian from the next day, 15 October.
const IN_FORCE: Calendar = Calendar::REFORM1582;

/// The years a date may be typed in.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// A day, as its Julian day number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

/// The four days of the year on which rents fall due (CP-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuarterDay {
    /// 25 March.
    LadyDay,
    /// 24 June.
    Midsummer,
    /// 29 September.
    Michaelmas,
    /// 25 December.
    Christmas,
}

impl QuarterDay {
    /// All four, in the order of the year.
    pub const ALL: [QuarterDay; 4] =
        [QuarterDay::LadyDay, QuarterDay::Midsummer, QuarterDay::Michaelmas, QuarterDay::Christmas];

    pub fn name(self) -> &'static str {
        match self {
            QuarterDay::LadyDay => "Lady Day",
            QuarterDay::Midsummer => "Midsummer",
            QuarterDay::Michaelmas => "Michaelmas",
            QuarterDay::Christmas => "Christmas",
        }
    }

    /// Its month and day of the month.
    fn falls(self) -> (u32, u32) {
        match self {
            QuarterDay::LadyDay => (3, 25),
            QuarterDay::Midsummer => (6, 24),
            QuarterDay::Michaelmas => (9, 29),
            QuarterDay::Christmas => (12, 25),
        }
    }
}

impl fmt::Display for QuarterDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text or three numbers are no day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotADay {
    /// It cannot be read as a date.
    #[error("“{found}” is no date; write one like 1415-10-25, 25 October 1415 or Michaelmas 1415")]
    Unreadable {
        /// What was written.
        found: String,
    },
    #[error("there is no month {month}; months are 1 to 12")]
    NoSuchMonth {
        /// The month asked for.
        month: u32,
    },
    /// No such day in the month.
    #[error("there is no {day} {month} {year}; {month} {year} has {last} days")]
    NoSuchDay {
        /// The day asked for.
        day: u32,
        /// The month's name.
        month: &'static str,
        year: i32,
        /// The last day of that month.
        last: u32,
    },
    /// One of the ten days left out when the calendar changed.
    #[error("{day} October 1582 never was; 4 October was followed by 15 October when the calendar changed")]
    NeverWas {
        /// The day asked for.
        day: u32,
    },
    /// A year the program does not keep.
    #[error("{year} is out of reach; years run from 1 to 9999")]
    YearOutOfReach {
        /// The year asked for.
        year: i64,
    },
    /// A feast not yet kept in that year.
    #[error("{feast} was not kept in {year}; it begins with {since}")]
    FeastNotKept {
        feast: &'static str,
        /// The year asked for.
        year: i32,
        /// The first year it was kept.
        since: i32,
    },
}

impl Day {
    /// The last day there is, 31 December 9999.
    pub const LAST: Day = Day(5_373_484);

    /// The day of a year, month (1 to 12) and day of the month in the calendar in force.
    pub fn of(year: i32, month: u32, day: u32) -> Result<Day, NotADay> {
        if !YEARS.contains(&year) {
            return Err(NotADay::YearOutOfReach { year: year.into() });
        }
        let named = month_of(month).ok_or(NotADay::NoSuchMonth { month })?;
        if let Ok(date) = IN_FORCE.at_ymd(year, named, day) {
            return Ok(Day(date.julian_day_number()));
        }
        if (year, month) == (1582, 10) && (5..=14).contains(&day) {
            return Err(NotADay::NeverWas { day });
        }
        let last = IN_FORCE.month_shape(year, named).map_or(31, |shape| shape.last_day());
        Err(NotADay::NoSuchDay { day, month: named.name(), year, last })
    }

    /// The first and the last day that can be typed.
    pub fn reach() -> std::ops::RangeInclusive<Day> {
        Day::of(*YEARS.start(), 1, 1).unwrap_or(Day(0))..=Day::LAST
    }

    fn date(self) -> Date {
        IN_FORCE.at_jdn(self.0)
    }

    pub fn year(self) -> i32 {
        self.date().year()
    }

    /// The month, 1 to 12.
    pub fn month(self) -> u32 {
        self.date().month().number()
    }

    pub fn month_name(self) -> &'static str {
        self.date().month().name()
    }

    /// The day of the month, 1 to 31.
    pub fn day_of_month(self) -> u32 {
        self.date().day()
    }

    /// The day of the week.
    pub fn weekday(self) -> Weekday {
        self.date().weekday()
    }

    /// Easter Day of a year, by the calendar in force at Easter of that year.
    pub fn easter(year: i32) -> Result<Day, NotADay> {
        let (month, day) = if year <= 1582 { julian_easter(year) } else { gregorian_easter(year) };
        Day::of(year, month, day)
    }

    /// The quarter day it is, if it is one (CP-7.1).
    pub fn quarter_day(self) -> Option<QuarterDay> {
        let date = self.date();
        let here = (date.month().number(), date.day());
        QuarterDay::ALL.into_iter().find(|quarter| quarter.falls() == here)
    }

    /// The first quarter day on this day or after it, and which it is (CP-7.1).
    pub fn next_quarter_day(self) -> (Day, QuarterDay) {
        (0..366)
            .map(|days| self + days)
            .find_map(|day| day.quarter_day().map(|quarter| (day, quarter)))
            .unwrap_or_else(|| unreachable!("a year has four quarter days"))
    }

    /// The feasts kept on this day, the one it is spoken of by first.
    pub fn feasts(self) -> Vec<&'static Feast> {
        let date = self.date();
        let (year, here) = (date.year(), (date.month().number(), date.day()));
        let from_easter = Day::easter(year).ok().map(|easter| self - easter);
        let kept = |feast: &&Feast| {
            year >= feast.since
                && match feast.falls {
                    FallsOn::On(month, day) => here == (month, day),
                    FallsOn::FromEaster(days) => from_easter == Some(days),
                    FallsOn::AdventSunday => self.weekday() == Weekday::Sunday && ((11, 27)..=(12, 3)).contains(&here),
                }
        };
        FEASTS.iter().filter(kept).collect()
    }

    /// The day of a feast in a year, by its name in any case: `Michaelmas`, `St Crispin`, `the feast of St Denis`.
    /// Nothing if no feast has that name.
    pub fn of_feast(name: &str, year: i32) -> Option<Result<Day, NotADay>> {
        let wanted = feast_words(name);
        let mut known = FEASTS
            .iter()
            .filter(|feast| std::iter::once(&feast.name).chain(feast.also).any(|name| feast_words(name) == wanted));
        let feast = known.next()?;
        if year < feast.since {
            return Some(Err(NotADay::FeastNotKept { feast: feast.name, year, since: feast.since }));
        }
        Some(match feast.falls {
            FallsOn::On(month, day) => Day::of(year, month, day),
            FallsOn::FromEaster(days) => Day::easter(year).map(|easter| easter + days),
            FallsOn::AdventSunday => Day::of(year, 11, 27).map(|first| {
                let sunday = (7 - first.weekday().number() as i32 % 7) % 7;
                first + sunday
            }),
        })
    }

    /// The date in short: `25 Oct 1415`.
    pub fn short(self) -> String {
        let date = self.date();
        format!("{} {} {}", date.day(), date.month().short_name(), date.year())
    }

    /// The date in full, without the day of the week: `25 October 1415`.
    pub fn long(self) -> String {
        let date = self.date();
        format!("{} {} {}", date.day(), date.month().name(), date.year())
    }

    /// The date as a chronicler gives it: `Friday 25 October 1415, the feast of St Crispin`; where no feast is
    /// near, without one.
    pub fn spoken(self) -> String {
        let plain = format!("{} {}", self.weekday(), self.long());
        match self.by_feast() {
            Some(feast) => format!("{plain}, {feast}"),
            None => plain,
        }
    }

    /// The day by a feast: its own, or a great one whose eve, octave or first days it is.
    pub fn by_feast(self) -> Option<String> {
        let great = |day: Day| day.feasts().into_iter().find(|feast| feast.dignity == Dignity::Great);
        if let Some(feast) = self.feasts().first() {
            return Some(feast.spoken());
        }
        if let Some(feast) = great(self + 1) {
            return Some(format!("the eve of {}", feast.name));
        }
        let (days, feast) = (1..=7).find_map(|days| great(self + -days).map(|feast| (days, feast)))?;
        Some(match days {
            1 => format!("the day after {}", feast.name),
            7 => format!("the octave of {}", feast.name),
            _ => format!("{days} days after {}", feast.name),
        })
    }
}

/// Easter of a year in the Julian calendar, as month and day.
fn julian_easter(year: i32) -> (u32, u32) {
    // The paschal full moon comes from the year's place in the 19-year cycle, the Sunday after it from the
    // 28-year cycle of weekdays.
    let moon = (19 * year.rem_euclid(19) + 15) % 30;
    let sunday = (2 * year.rem_euclid(4) + 4 * year.rem_euclid(7) - moon + 34) % 7;
    from_march(moon + sunday)
}

/// Easter of a year in the Gregorian calendar, as month and day.
fn gregorian_easter(year: i32) -> (u32, u32) {
    let golden = year % 19;
    let century = year / 100;
    let solar = century - century / 4;
    let lunar = (8 * century + 13) / 25;
    let epact = (19 * golden + solar - lunar + 15) % 30;
    // The two latest full moons are pulled a day back, so that two years of one cycle never share one.
    let moon = epact - i32::from(epact == 29 || (epact == 28 && golden > 10));
    let sunday = (year + year / 4 + moon + 2 - solar) % 7;
    from_march(moon + 7 - sunday - 1)
}

/// Days counted from 22 March, as month and day.
fn from_march(days: i32) -> (u32, u32) {
    let day = days + 22;
    if day <= 31 { (3, day as u32) } else { (4, (day - 31) as u32) }
}

fn month_of(number: u32) -> Option<Month> {
    Month::try_from(number).ok()
}

/// A feast's name as it is compared: small letters, no stops, no “the feast of”, `saint` as `st`.
fn feast_words(name: &str) -> String {
    let plain = name.to_lowercase().replace(['’', '\'', '.', ','], "").replace("saint ", "st ");
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.strip_prefix("the ").unwrap_or(&words);
    let words = words.strip_prefix("feast of ").unwrap_or(words);
    words.strip_prefix("the ").unwrap_or(words).to_owned()
}

impl FromStr for Day {
    type Err = NotADay;

    /// Reads `1415-10-25`, `25 October 1415`, `25 Oct 1415`, `October 25, 1415`, `Michaelmas 1415` and
    /// `the eve of Michaelmas 1415`, a day of the week before it passed over.
    fn from_str(text: &str) -> Result<Day, NotADay> {
        let unreadable = || NotADay::Unreadable { found: text.trim().to_owned() };
        let plain = text.trim().replace(',', " ");
        if let [year, month, day] = plain.split('-').collect::<Vec<_>>()[..] {
            let number = |part: &str| part.trim().parse::<u32>().ok();
            return match (year_of(year)?, number(month), number(day)) {
                (Some(year), Some(month), Some(day)) => Day::of(year, month, day),
                _ => Err(unreadable()),
            };
        }
        let mut words: Vec<&str> = plain.split_whitespace().collect();
        if let Some(first) = words.first()
            && first.len() >= 3
            && weekday_begins(first)
        {
            words.remove(0);
        }
        let Some((last, rest)) = words.split_last() else { return Err(unreadable()) };
        let Some(year) = year_of(last)? else { return Err(unreadable()) };
        if let [one, other] = rest {
            for (day, month) in [(one, other), (other, one)] {
                if let (Ok(day), Some(month)) = (day.parse(), month_named(month)) {
                    return Day::of(year, month, day);
                }
            }
        }
        let name = rest.join(" ").to_lowercase();
        let (name, days) = match name.strip_prefix("the ").unwrap_or(&name).strip_prefix("eve of ") {
            Some(feast) => (feast.to_owned(), -1),
            None => (name, 0),
        };
        match Day::of_feast(&name, year) {
            Some(feast) => Ok(feast? + days),
            None => Err(unreadable()),
        }
    }
}

/// A year as written, if it is a number.
fn year_of(text: &str) -> Result<Option<i32>, NotADay> {
    match text.trim().parse::<i64>() {
        Ok(year) => match i32::try_from(year) {
            Ok(near) if YEARS.contains(&near) => Ok(Some(near)),
            _ => Err(NotADay::YearOutOfReach { year }),
        },
        Err(_) => Ok(None),
    }
}

/// The number of a month by its name or the first three letters or more of it.
pub(super) fn month_named(text: &str) -> Option<u32> {
    let word = text.trim_end_matches('.').to_lowercase();
    let begins = |month: &u32| month_of(*month).is_some_and(|month| month.name().to_lowercase().starts_with(&word));
    if word.len() < 3 { None } else { (1..=12).find(begins) }
}

fn weekday_begins(text: &str) -> bool {
    let word = text.trim_end_matches('.').to_lowercase();
    (1..=7)
        .filter_map(|number| Weekday::try_from(number).ok())
        .any(|weekday: Weekday| weekday.name().to_lowercase().starts_with(&word))
}

impl fmt::Display for Day {
    /// The date as ISO writes it, in the calendar in force: `1415-10-25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date();
        f.pad(&format!("{:04}-{:02}-{:02}", date.year(), date.month().number(), date.day()))
    }
}

impl Serialize for Day {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Day, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Add<i32> for Day {
    type Output = Day;
    fn add(self, days: i32) -> Day {
        Day(self.0.saturating_add(days))
    }
}

impl AddAssign<i32> for Day {
    fn add_assign(&mut self, days: i32) {
        *self = *self + days;
    }
}

impl Sub for Day {
    type Output = i32;
    /// Days from `other` to this one.
    fn sub(self, other: Day) -> i32 {
        self.0.saturating_sub(other.0)
    }
}
