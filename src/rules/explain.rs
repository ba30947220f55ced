//! A value with the parts it came from, each part naming its clause of the rule book (CP-1.7).

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One step in deriving a figure: what was counted, by which clause, and how much it came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Clause of the rule book, such as `MM-4.8`.
    pub clause: Cow<'static, str>,
    /// What was counted, in words a player uses.
    pub what: Cow<'static, str>,
    /// What it came to, in the unit of the figure it belongs to; a factor where [`Part::how`] multiplies.
    pub value: i64,
    /// How the value joins the parts before it.
    #[serde(skip)]
    pub how: How,
}

/// How a part joins the parts before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// The starting figure.
    Base,
    /// Added (a negative value is taken away).
    #[default]
    Plus,
    /// Multiplied.
    Times,
}

impl Part {
    /// The figure a derivation starts from.
    pub fn base(clause: &'static str, what: impl Into<Cow<'static, str>>, value: i64) -> Part {
        Part { clause: clause.into(), what: what.into(), value, how: How::Base }
    }

    /// A figure added, or taken away if negative.
    pub fn plus(clause: &'static str, what: impl Into<Cow<'static, str>>, value: i64) -> Part {
        Part { clause: clause.into(), what: what.into(), value, how: How::Plus }
    }

    /// A factor.
    pub fn times(clause: &'static str, what: impl Into<Cow<'static, str>>, value: i64) -> Part {
        Part { clause: clause.into(), what: what.into(), value, how: How::Times }
    }

    /// The value as it is written in a column: `55`, `+1`, `−2`, `×3`.
    pub fn figure(&self) -> String {
        match self.how {
            How::Base => self.value.to_string(),
            How::Times => format!("×{}", self.value),
            How::Plus if self.value < 0 => format!("−{}", self.value.unsigned_abs()),
            How::Plus => format!("+{}", self.value),
        }
    }
}

/// A figure and how it was derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained<T> {
    /// The figure.
    pub value: T,
    /// Its parts, in the order they were counted.
    pub parts: Vec<Part>,
}

/// The sum and products of `parts`, in order.
pub fn total(parts: &[Part]) -> i64 {
    parts.iter().fold(0, |sum, part| match part.how {
        How::Base | How::Plus => sum + part.value,
        How::Times => sum * part.value,
    })
}

/// Parts one after another: `+2 a siege tower, +1 ladders`.
pub fn listed(parts: &[Part]) -> String {
    parts.iter().map(|part| format!("{} {}", part.figure(), part.what)).collect::<Vec<_>>().join(", ")
}

impl Explained<i64> {
    /// The figure that `parts` come to.
    pub fn of(parts: Vec<Part>) -> Explained<i64> {
        Explained { value: total(&parts), parts }
    }
}

/// What counts up the parts of a roll: the same procedure gives a bare sum in a battle nobody listens to, and every
/// part with its clause where somebody does.
pub trait Tally {
    /// Counts `value` for `what`, by `clause`. Nothing is counted for 0.
    fn add(&mut self, clause: &'static str, what: &'static str, value: i32);
}

/// A bare sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(pub i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, _clause: &'static str, _what: &'static str, value: i32) {
        self.0 += value;
    }
}

impl Tally for Vec<Part> {
    fn add(&mut self, clause: &'static str, what: &'static str, value: i32) {
        if value != 0 {
            self.push(Part::plus(clause, what, i64::from(value)));
        }
    }
}
