//! What is asked for a knight (MM-8.4, CP-4.2), and how it is shared (CP-4.5).

use super::money::Pence;
use super::tables::Tables;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Grade, Rank};

/// The ransom asked for a knight of a grade and rank, in marks; none for dukes and kings, who are bargained for.
pub fn asked(tables: &Tables, grade: Grade, rank: Rank) -> Option<Explained<i64>> {
    let marks = |pence: Pence| pence.0 / Pence::from_marks(1).0;
    let by_grade = match grade.everyday() {
        Grade::A => tables.ransom_grade_a,
        Grade::B => tables.ransom_grade_b,
        Grade::C => tables.ransom_grade_c,
        Grade::D => tables.ransom_grade_d,
        _ => tables.ransom_grade_e,
    };
    let what = match grade.steps_past_a() {
        0 => format!("a knight of grade {grade}, in marks"),
        _ => format!("a knight of grade {grade}, who ransoms as an A, in marks"),
    };
    let mut parts = vec![Part::base("MM-8.4", what, marks(by_grade))];
    match rank {
        Rank::Duke | Rank::King => return None,
        Rank::Baron => parts.push(Part::times("MM-8.4", "a baron", tables.ransom_baron_times)),
        Rank::Earl | Rank::Count | Rank::Viscount => {
            let noble = if rank == Rank::Earl { "an earl" } else { rank.word() };
            parts.push(Part::times("MM-8.4", noble.to_owned(), tables.ransom_earl_times));
        }
        Rank::None | Rank::Knight => {}
    }
    Some(Explained::of(parts))
}

/// The shares of a ransom: what the captor keeps, and what his lord takes of it (CP-4.5).
pub fn shares(tables: &Tables, ransom: Pence) -> (Pence, Pence) {
    let lord = ransom.share(tables.lords_share_numerator, tables.lords_share_denominator);
    (ransom - lord, lord)
}
