//! Quarter (MM-8.1).

use crate::rules::figure::{Class, Rank};

/// Whether quarter must be given (MM-8.1): by knights to knights, but for a king in a dynastic war, whose captor means his
/// death; and wherever the captor's cleric is near.
pub fn binds(captor: Class, captive: (Class, Rank), captors_cleric_near: bool, dynastic_war: bool) -> bool {
    captors_cleric_near || off_the_table(captor, captive, 0, dynastic_war).is_some()
}

/// What protects a captive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuarterBound {
    /// A cleric in his captor's army.
    Cleric,
    /// That both he and his captor are knights.
    Knights,
}

/// What protects a captive off the table (MM-8.1, CP-4.4): a cleric anywhere in the holder's army; that knights give
/// quarter to knights, but for a king in a dynastic war, whose captor means his death.
pub fn off_the_table(
    captor: Class,
    (class, rank): (Class, Rank),
    clerics: usize,
    dynastic_war: bool,
) -> Option<QuarterBound> {
    let spares_no_king = dynastic_war && rank == Rank::King;
    match (captor, class) {
        _ if clerics > 0 => Some(QuarterBound::Cleric),
        (Class::Knight, Class::Knight) if !spares_no_king => Some(QuarterBound::Knights),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleric_binds_all_and_knights_one_another_but_kings_in_a_dynastic_war() {
        // MM-8.1
        use Class::*;
        let of = |captor, captive, clerics, dynastic| off_the_table(captor, captive, clerics, dynastic);
        assert_eq!(of(Knight, (Knight, Rank::Earl), 0, false), Some(QuarterBound::Knights));
        assert_eq!(of(Sergeant, (Knight, Rank::Earl), 0, false), None);
        assert_eq!(of(Knight, (Peasant, Rank::None), 0, false), None);
        assert_eq!(of(Sergeant, (Peasant, Rank::None), 1, false), Some(QuarterBound::Cleric));
        assert_eq!(of(Knight, (Knight, Rank::King), 0, false), Some(QuarterBound::Knights));
        assert_eq!(of(Knight, (Knight, Rank::King), 0, true), None);
        assert_eq!(of(Knight, (Knight, Rank::Duke), 0, true), Some(QuarterBound::Knights));
        assert_eq!(of(Knight, (Knight, Rank::King), 2, true), Some(QuarterBound::Cleric));
    }
}
