//! How the window writes money: as the book keeps it, pounds in treasuries and marks in ransoms, or all in one of the two.

use crate::campaign::money::Pence;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// How money is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoneyWay {
    /// Treasuries in pounds, ransoms in marks (CP-1.3).
    #[default]
    Book,
    Pounds,
    Marks,
}

impl MoneyWay {
    pub const ALL: [MoneyWay; 3] = [MoneyWay::Book, MoneyWay::Pounds, MoneyWay::Marks];

    pub fn words(self) -> &'static str {
        match self {
            MoneyWay::Book => "pounds in treasuries, marks in ransoms",
            MoneyWay::Pounds => "everything in pounds",
            MoneyWay::Marks => "everything in marks",
        }
    }

    /// A sum of a treasury.
    fn held(self, sum: Pence) -> String {
        if self == MoneyWay::Marks { sum.marks() } else { sum.to_string() }
    }

    /// A sum of a ransom.
    fn ransom(self, sum: Pence) -> String {
        if self == MoneyWay::Pounds { sum.to_string() } else { sum.marks() }
    }
}

/// The way in force, for every page and for the thread that reads for them.
static WAY: AtomicU8 = AtomicU8::new(0);

fn way() -> MoneyWay {
    MoneyWay::ALL[usize::from(WAY.load(Relaxed)) % MoneyWay::ALL.len()]
}

/// Writes money so from now on.
pub fn set(way: MoneyWay) {
    WAY.store(way as u8, Relaxed);
}

/// A sum of a treasury, as the user reads money.
pub fn held(sum: Pence) -> String {
    way().held(sum)
}

/// A sum of a ransom, as the user reads money.
pub fn ransom(sum: Pence) -> String {
    way().ransom(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_as_the_book_has_it_or_all_in_one_coin() {
        let sum = Pence(160 * 3);
        let told = |way: MoneyWay| (way.held(sum), way.ransom(sum));
        assert_eq!(told(MoneyWay::Book), ("£2".to_owned(), "3 m".to_owned()));
        assert_eq!(told(MoneyWay::Pounds), ("£2".to_owned(), "£2".to_owned()));
        assert_eq!(told(MoneyWay::Marks), ("3 m".to_owned(), "3 m".to_owned()));
    }
}
