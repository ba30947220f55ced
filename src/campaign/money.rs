//! Money is whole pence (CP-1.3). Treasuries are kept in pounds, shillings and pence and ransoms in marks, so an
//! amount is written both ways, and read in either.

pub(super) use crate::rules::house::thousands;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An amount in pence (CP-1.3): 12 to the shilling, 160 to the mark, 240 to the pound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Pence(pub i64);

/// Pence in a shilling (CP-1.3).
pub const SHILLING: i64 = 12;
/// Pence in a mark (CP-1.3).
pub const MARK: i64 = 160;
/// Pence in a pound (CP-1.3).
pub const POUND: i64 = 240;

impl Pence {
    /// No money.
    pub const ZERO: Pence = Pence(0);

    /// The most that may be typed or paid at once: a thousand million pounds, far from overflow in any sum.
    pub const LARGEST: Pence = Pence(1_000_000_000 * POUND);

    /// So many marks.
    pub fn from_marks(marks: i64) -> Pence {
        Pence(marks * MARK)
    }

    /// So many pounds.
    pub fn from_pounds(pounds: i64) -> Pence {
        Pence(pounds * POUND)
    }

    /// So many shillings.
    pub fn from_shillings(shillings: i64) -> Pence {
        Pence(shillings * SHILLING)
    }

    /// A sum as it is asked for: a bare number is marks, as ransoms are counted.
    pub fn asked(text: &str) -> Result<Pence, NotMoney> {
        let text = text.trim();
        let bare = !text.is_empty()
            && text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
        if bare { format!("{text} marks").parse() } else { text.parse() }
    }

    /// The amount in marks, shillings and pence, as ransoms are written: `43 m 6s 8d`.
    pub fn marks(self) -> String {
        written(self.0, MARK, |marks| format!("{marks} m"))
    }

    /// A part of the amount, `numerator` over `denominator`, rounded down to the penny.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn share(self, numerator: i64, denominator: i64) -> Pence {
        let share = i128::from(self.0) * i128::from(numerator);
        Pence(share.div_euclid(i128::from(denominator)) as i64)
    }

    /// Whether it is less than nothing.
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }
}

/// `pence` in the greater coin, then shillings and pence, leaving out what is nothing.
fn written(pence: i64, coin: i64, greater: impl Fn(String) -> String) -> String {
    let left = pence.unsigned_abs();
    let coin = coin.unsigned_abs();
    let (whole, rest) = (left / coin, left % coin);
    let (shillings, pennies) = (rest / SHILLING.unsigned_abs(), rest % SHILLING.unsigned_abs());
    let mut parts = Vec::new();
    if whole > 0 {
        parts.push(greater(thousands(whole)));
    }
    if shillings > 0 {
        parts.push(format!("{shillings}s"));
    }
    if pennies > 0 || parts.is_empty() {
        parts.push(format!("{pennies}d"));
    }
    let sign = if pence < 0 { "−" } else { "" };
    format!("{sign}{}", parts.join(" "))
}

impl fmt::Display for Pence {
    /// The amount in pounds, shillings and pence: `£3 6s 8d`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&written(self.0, POUND, |pounds| format!("£{pounds}")))
    }
}

/// Why a text is no amount of money.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMoney {
    /// Nothing was written.
    #[error("no amount is written; write one like “£3 6s 8d”, “43 marks” or “640d”")]
    Empty,
    /// A figure has no coin, or a coin no figure.
    #[error("“{found}” does not say which coin; write one like “£3 6s 8d”, “43 marks” or “640d”")]
    NoCoin {
        /// What was written.
        found: String,
    },
    /// A word that is no coin.
    #[error("“{coin}” in “{found}” is no coin; coins are £ (pounds), m (marks), s (shillings) and d (pence)")]
    UnknownCoin {
        /// What was written.
        found: String,
        /// The word that is no coin.
        coin: String,
    },
    /// A coin named twice.
    #[error("“{found}” names the {coin} twice")]
    Twice {
        /// What was written.
        found: String,
        coin: &'static str,
    },
    /// A fraction of a penny, or any other broken figure.
    #[error("“{figure}” in “{found}” is no whole number; money is kept in whole pence")]
    NotWhole {
        /// What was written.
        found: String,
        figure: String,
    },
    /// More than the program keeps.
    #[error("“{found}” is more money than there is; the most is £1,000,000,000")]
    TooMuch {
        /// What was written.
        found: String,
    },
}

/// The coins a figure may be in, with the words for each.
const COINS: [(&str, i64, &[&str]); 4] = [
    ("pound", POUND, &["£", "l", "li", "lb", "pound", "pounds"]),
    ("mark", MARK, &["m", "mk", "mks", "mark", "marks"]),
    ("shilling", SHILLING, &["s", "sh", "shilling", "shillings"]),
    ("penny", 1, &["d", "p", "penny", "pennies", "pence"]),
];

impl FromStr for Pence {
    type Err = NotMoney;

    /// Reads `43 marks`, `£3 6s 8d`, `10s`, `640d`, `43m 6s 8d`, `£1,200` and the like, a minus before the whole.
    fn from_str(text: &str) -> Result<Pence, NotMoney> {
        let found = text.trim().to_owned();
        let (negative, amount) = match found.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, found.as_str()),
        };
        if amount.is_empty() {
            return Err(NotMoney::Empty);
        }
        let mut seen = [false; COINS.len()];
        let mut total: i64 = 0;
        for (figure, coin) in figures(amount, &found)? {
            let Some(index) = COINS.iter().position(|(_, _, words)| words.contains(&coin.as_str())) else {
                return Err(NotMoney::UnknownCoin { found, coin });
            };
            if std::mem::replace(&mut seen[index], true) {
                return Err(NotMoney::Twice { found, coin: COINS[index].0 });
            }
            let digits: String = figure.chars().filter(|letter| *letter != ',').collect();
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(NotMoney::NotWhole { found, figure });
            }
            let worth = digits.parse::<i64>().ok().and_then(|number| number.checked_mul(COINS[index].1));
            match worth.and_then(|worth| total.checked_add(worth)) {
                Some(sum) if sum <= Pence::LARGEST.0 => total = sum,
                _ => return Err(NotMoney::TooMuch { found }),
            }
        }
        Ok(Pence(if negative { -total } else { total }))
    }
}

/// The figures of an amount, each with its coin as written, in small letters.
fn figures(amount: &str, found: &str) -> Result<Vec<(String, String)>, NotMoney> {
    let no_coin = || NotMoney::NoCoin { found: found.to_owned() };
    let mut pairs = Vec::new();
    let mut rest = amount;
    while !rest.is_empty() {
        let pound_first = rest.strip_prefix('£');
        let body = pound_first.unwrap_or(rest).trim_start();
        let figure_end = body.find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, ',' | '.' | '/')));
        let (figure, after) = body.split_at(figure_end.unwrap_or(body.len()));
        // A comma after a figure's coin parts two figures; one at the end of a figure is not part of it.
        let figure = figure.trim_end_matches([',', '.']);
        if pound_first.is_some() {
            if figure.is_empty() {
                return Err(no_coin());
            }
            pairs.push((figure.to_owned(), "£".to_owned()));
            rest = after.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            continue;
        }
        let after = after.trim_start();
        let coin_end = after.find(|letter: char| letter.is_ascii_digit() || letter.is_whitespace() || letter == ',');
        let (coin, after) = after.split_at(coin_end.unwrap_or(after.len()));
        let coin = coin.trim_end_matches('.').to_lowercase();
        if figure.is_empty() && !coin.is_empty() {
            let known = COINS.iter().any(|(_, _, words)| words.contains(&coin.as_str()));
            return Err(if known { no_coin() } else { NotMoney::UnknownCoin { found: found.to_owned(), coin } });
        }
        if figure.is_empty() || coin.is_empty() {
            return Err(no_coin());
        }
        pairs.push((figure.to_owned(), coin));
        rest = after.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    Ok(pairs)
}

impl<'de> Deserialize<'de> for Pence {
    /// Reads a whole number of pence, or an amount as people write it, as the data files do.
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Pence, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(i64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(pence) => Ok(Pence(pence)),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

impl Add for Pence {
    type Output = Pence;
    fn add(self, other: Pence) -> Pence {
        Pence(self.0 + other.0)
    }
}

impl Sub for Pence {
    type Output = Pence;
    fn sub(self, other: Pence) -> Pence {
        Pence(self.0 - other.0)
    }
}

impl AddAssign for Pence {
    fn add_assign(&mut self, other: Pence) {
        self.0 += other.0;
    }
}

impl SubAssign for Pence {
    fn sub_assign(&mut self, other: Pence) {
        self.0 -= other.0;
    }
}

impl Neg for Pence {
    type Output = Pence;
    fn neg(self) -> Pence {
        Pence(-self.0)
    }
}

impl Mul<i64> for Pence {
    type Output = Pence;
    fn mul(self, times: i64) -> Pence {
        Pence(self.0 * times)
    }
}

impl Sum for Pence {
    fn sum<I: Iterator<Item = Pence>>(amounts: I) -> Pence {
        amounts.fold(Pence::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_pounds_and_in_marks() {
        for (pence, pounds, marks) in [
            (0, "0d", "0d"),
            (800, "£3 6s 8d", "5 m"),
            (6_960, "£29", "43 m 6s 8d"),
            (7, "7d", "7d"),
            (-800, "−£3 6s 8d", "−5 m"),
            (240_000, "£1,000", "1,500 m"),
            (252, "£1 1s", "1 m 7s 8d"),
        ] {
            assert_eq!(Pence(pence).to_string(), pounds);
            assert_eq!(Pence(pence).marks(), marks);
        }
    }

    #[test]
    fn amounts_are_read_however_people_write_them() {
        for (text, pence) in [
            ("43 marks", 6_880),
            ("43m 6s 8d", 6_960),
            ("43 m 6s 8d", 6_960),
            ("£3 6s 8d", 800),
            ("£ 3, 6s., 8d.", 800),
            ("3 pounds 6 shillings and 8 pence", 800),
            ("10s", 120),
            ("640d", 640),
            ("£1,200", 288_000),
            ("-£2", -480),
            ("−5 m", -800),
            ("1 Mark", 160),
            ("0d", 0),
        ] {
            assert_eq!(text.parse(), Ok(Pence(pence)), "{text}");
        }
    }

    #[test]
    fn a_bare_number_that_is_asked_for_is_marks() {
        for (text, pence) in [("500", 80_000), (" 1,200 ", 192_000), ("-5", -800), ("£2", 480), ("43m 6s 8d", 6_960)] {
            assert_eq!(Pence::asked(text), Ok(Pence(pence)), "{text}");
        }
        assert_eq!(Pence::asked(""), Err(NotMoney::Empty));
        assert!(Pence::asked("a lot").is_err());
    }

    #[test]
    fn what_is_no_amount_is_refused_with_the_reason() {
        for (text, sentence) in [
            ("", "no amount is written"),
            ("43", "does not say which coin"),
            ("marks", "does not say which coin"),
            ("£", "does not say which coin"),
            ("5 francs", "“francs” in “5 francs” is no coin"),
            ("twelve marks", "“twelve” in “twelve marks” is no coin"),
            ("3s 4s", "names the shilling twice"),
            ("2.5 marks", "is no whole number"),
            ("99999999999999999999 marks", "more money than there is"),
            ("9000000000 pounds", "more money than there is"),
        ] {
            let refused = text.parse::<Pence>().expect_err(text).to_string();
            assert!(refused.contains(sentence), "{text}: {refused}");
        }
    }

    #[test]
    fn every_amount_is_read_back_as_it_is_written() {
        for pence in (-5_000..500_000).step_by(37) {
            let amount = Pence(pence);
            assert_eq!(amount.to_string().parse(), Ok(amount));
            assert_eq!(amount.marks().parse(), Ok(amount));
        }
    }

    #[test]
    fn a_share_is_rounded_down_to_the_penny() {
        assert_eq!(Pence(1_000).share(1, 3), Pence(333));
        assert_eq!(Pence(i64::MAX).share(1, 2), Pence(i64::MAX / 2));
    }
}
