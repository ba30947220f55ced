//! Who fights when a host is larger than the field holds (CP-3.1), and what the result means for the rest.

use crate::rules::dice::Dice;

/// How many of each unit come, when `limit` in all may: its share by size, fractions to the largest remainders, and
/// at least one of each unit as far as they go round.
pub fn shares(sizes: &[usize], limit: usize) -> Vec<usize> {
    let all: usize = sizes.iter().sum();
    if all <= limit {
        return sizes.to_vec();
    }
    let mut shares: Vec<usize> = sizes.iter().map(|size| size * limit / all).collect();
    // Units too small for a whole share come first, then the largest remainders; ties by the roster's order.
    let mut order: Vec<usize> = (0..sizes.len()).filter(|unit| shares[*unit] < sizes[*unit]).collect();
    order.sort_by_key(|unit| (shares[*unit] > 0, std::cmp::Reverse(sizes[*unit] * limit % all), *unit));
    let mut left = limit - shares.iter().sum::<usize>();
    for unit in order {
        if left == 0 {
            break;
        }
        shares[unit] += 1;
        left -= 1;
    }
    shares
}

/// `count` of `of` things, each equally likely, in their order; the first `kept` are always among them.
pub fn draw(dice: &mut impl Dice, of: usize, count: usize, kept: usize) -> Vec<usize> {
    let kept = kept.min(count).min(of);
    let mut pool: Vec<usize> = (kept..of).collect();
    let mut drawn: Vec<usize> = (0..kept).collect();
    while drawn.len() < count.min(of) {
        drawn.push(pool.swap_remove(dice.lot("CP-3.1 who fights", pool.len())));
    }
    drawn.sort_unstable();
    drawn
}

/// Casts what befell `fought` men of a unit on the `rest` of it, in proportion (CP-3.1): for each of the rest, which
/// of those who fought he fares like.
pub fn cast(dice: &mut impl Dice, fought: usize, rest: usize) -> Vec<usize> {
    if fought == 0 {
        return Vec::new();
    }
    // Whole rounds of all who fought, then a lot for what is left over; shuffled so that the order says nothing.
    let mut like: Vec<usize> = (0..rest / fought * fought).map(|at| at % fought).collect();
    let mut pool: Vec<usize> = (0..fought).collect();
    while like.len() < rest {
        like.push(pool.swap_remove(dice.lot("CP-3.1 the rest", pool.len())));
    }
    for at in (1..like.len()).rev() {
        like.swap(at, dice.lot("CP-3.1 the rest", at + 1));
    }
    like
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dice::Seeded;

    #[test]
    fn shares_fill_the_field_in_proportion_and_leave_no_unit_out() {
        assert_eq!(shares(&[10, 20], 50), [10, 20]);
        assert_eq!(shares(&[100, 100], 150), [75, 75]);
        assert_eq!(shares(&[1, 299], 150), [1, 149]);
        let big = shares(&[1, 12, 226, 1, 720], 150);
        assert_eq!(big.iter().sum::<usize>(), 150);
        assert!(big.iter().all(|share| *share >= 1), "{big:?}");
    }

    #[test]
    fn a_drawing_keeps_the_first_and_takes_each_once() {
        let drawn = draw(&mut Seeded::new(7), 100, 30, 2);
        assert_eq!(drawn.len(), 30);
        assert_eq!(&drawn[..2], [0, 1]);
        assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn casting_is_in_proportion() {
        let like = cast(&mut Seeded::new(1), 10, 25);
        let times = |man| like.iter().filter(|like| **like == man).count();
        assert_eq!(like.len(), 25);
        assert!((0..10).all(|man| (2..=3).contains(&times(man))));
    }
}
