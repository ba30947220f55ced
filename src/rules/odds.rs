//! Exact odds of the book's rolls: the very function that rolls is run again with every prefix of faces, and each path
//! counts for as many of the whole as it stands for. Floating point lives here and nowhere else in the rules.

use super::dice::Dice;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most paths that are still called exact; beyond it the word is refused.
pub const MOST_PATHS: usize = 100_000;

/// Dice that follow a given beginning and then show ones, noting how many sides each had.
struct Prefix<'a> {
    faces: &'a mut Vec<u32>,
    sides: Vec<u32>,
}

impl Dice for Prefix<'_> {
    fn die(&mut self, _roll: &'static str, sides: u32) -> u32 {
        let n = self.sides.len();
        self.sides.push(sides);
        if n == self.faces.len() {
            self.faces.push(1);
        }
        self.faces[n]
    }
}

/// A roll's outcomes, each with its share of `whole` equally likely cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    /// Cases by outcome.
    pub cases: BTreeMap<T, u128>,
    /// All cases.
    pub whole: u128,
}

/// Why odds are not exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST_PATHS} ways the dice can fall: too many to count exactly")]
pub struct TooManyPaths;

impl<T: Ord> Odds<T> {
    /// The exact odds of what `roll` answers.
    pub fn of(mut roll: impl FnMut(&mut dyn Dice) -> T) -> Result<Odds<T>, TooManyPaths> {
        // Each path's outcome with the sides of its dice; weights are brought to one whole at the end.
        let mut paths: Vec<(T, u128)> = Vec::new();
        let mut whole: u128 = 1;
        let mut faces: Vec<u32> = Vec::new();
        loop {
            let mut dice = Prefix { faces: &mut faces, sides: Vec::new() };
            let outcome = roll(&mut dice);
            let sides = dice.sides;
            let product =
                sides.iter().try_fold(1u128, |product, &n| product.checked_mul(n.into())).ok_or(TooManyPaths)?;
            whole = lcm(whole, product).ok_or(TooManyPaths)?;
            paths.push((outcome, product));
            if paths.len() > MOST_PATHS {
                return Err(TooManyPaths);
            }
            // The next path: the last die that has a higher face left goes up one, those after it are rolled anew.
            faces.truncate(sides.len());
            while let Some(face) = faces.pop() {
                if face < sides[faces.len()] {
                    faces.push(face + 1);
                    break;
                }
            }
            if faces.is_empty() {
                break;
            }
        }
        let mut cases = BTreeMap::new();
        for (outcome, product) in paths {
            *cases.entry(outcome).or_insert(0) += whole / product;
        }
        Ok(Odds { cases, whole })
    }

    /// The cases of an outcome; none if it cannot be.
    pub fn count(&self, outcome: &T) -> u128 {
        self.cases.get(outcome).copied().unwrap_or(0)
    }

    /// An outcome's probability.
    pub fn chance(&self, outcome: &T) -> f64 {
        self.count(outcome) as f64 / self.whole as f64
    }

    /// An outcome's cases of all cases, such as `3/36`.
    pub fn exact(&self, outcome: &T) -> String {
        format!("{}/{}", self.count(outcome), self.whole)
    }
}

fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// A count over many battles: its sum and the sum of its squares, from which mean and standard error follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tallied {
    pub sum: u64,
    /// The sum of squares.
    pub squares: u64,
    /// The least of any battle.
    pub least: u64,
    /// The most of any battle.
    pub most: u64,
}

impl Tallied {
    /// Counts a value in; the `first` one is the least so far.
    pub fn add(&mut self, value: u64, first: bool) {
        self.sum += value;
        self.squares += value * value;
        self.least = if first { value } else { self.least.min(value) };
        self.most = self.most.max(value);
    }

    /// Counts another count in, which is the `first` if nothing was counted here.
    pub fn join(&mut self, other: &Tallied, first: bool) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = if first { other.least } else { self.least.min(other.least) };
        self.most = self.most.max(other.most);
    }

    /// The mean of so many and its standard error.
    pub fn mean(&self, of: u64) -> (f64, f64) {
        mean_and_error(self.sum, self.squares, of)
    }
}

/// A mean and its standard error from a count's sum and sum of squares over so many battles.
pub fn mean_and_error(sum: u64, squares: u64, battles: u64) -> (f64, f64) {
    if battles == 0 {
        return (0.0, 0.0);
    }
    let n = battles as f64;
    let mean = sum as f64 / n;
    let variance = (squares as f64 / n - mean * mean).max(0.0);
    let error = if battles > 1 { (variance / (n - 1.0)).sqrt() } else { 0.0 };
    (mean, error)
}

/// A share of so many battles and its standard error.
pub fn share_and_error(count: u64, battles: u64) -> (f64, f64) {
    mean_and_error(count, count, battles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_counted_once() {
        let odds = Odds::of(|dice: &mut dyn Dice| dice.die("a", 6) + dice.die("b", 6)).unwrap();
        assert_eq!(odds.whole, 36);
        assert_eq!(odds.exact(&7), "6/36");
        assert_eq!(odds.cases.values().sum::<u128>(), 36);
    }

    #[test]
    fn paths_of_different_lengths_share_one_whole() {
        // A six is rolled again on a ten-sided die.
        let odds = Odds::of(|dice: &mut dyn Dice| match dice.die("a", 6) {
            6 => 10 + dice.die("b", 10),
            face => face,
        })
        .unwrap();
        assert_eq!(odds.whole, 60);
        assert_eq!(odds.exact(&1), "10/60");
        assert_eq!(odds.exact(&20), "1/60");
        assert_eq!(odds.cases.values().sum::<u128>(), 60);
    }

    #[test]
    fn too_many_ways_are_refused() {
        assert_eq!(Odds::of(|dice: &mut dyn Dice| (0..7).map(|_| dice.die("a", 6)).sum::<u32>()), Err(TooManyPaths));
    }

    #[test]
    fn errors_shrink_with_the_root_of_the_number() {
        let (share, error) = share_and_error(50, 100);
        assert_eq!(share, 0.5);
        assert!((error - (0.25f64 / 99.0).sqrt()).abs() < 1e-12);
    }
}
