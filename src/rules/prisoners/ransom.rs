//! Ransom (MM-8.4).

use super::Tables;
use crate::rules::explain::{Explained, Part};
use crate::rules::figure::{Class, Rank, Standing};

/// The ransom the book asks for a knight, in marks, with its parts (MM-8.4), by his class, rank and grade. None for
/// dukes and kings, who are bargained for, and for whoever is no knight. A1, A2 … ransom as A.
pub fn asked(Standing { class, rank, grade }: Standing, tables: &Tables) -> Option<Explained<i64>> {
    let ransom = &tables.ransom;
    let (what, factor) = match rank {
        _ if class != Class::Knight => return None,
        Rank::None | Rank::Duke | Rank::King => return None,
        Rank::Knight => ("knight", ransom.knight),
        Rank::Baron => ("baron", ransom.baron),
        Rank::Viscount => ("viscount", ransom.earl),
        Rank::Count => ("count", ransom.earl),
        Rank::Earl => ("earl", ransom.earl),
    };
    let base = Part::base("MM-8.4", format!("grade {}", grade.everyday()), ransom.grades[grade.index()]);
    let mut parts = vec![base];
    if factor != 1 {
        parts.push(Part::times("MM-8.4", what, factor));
    }
    Some(Explained::of(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::figure::Grade;

    #[test]
    fn ransoms_of_the_book() {
        // MM-8.4
        let of = |class, rank, grade| asked(Standing { class, rank, grade }, Tables::book()).map(|ransom| ransom.value);
        let marks = |grade, rank| of(Class::Knight, rank, grade);
        let knights = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E].map(|grade| marks(grade, Rank::Knight));
        assert_eq!(knights, [65, 55, 45, 35, 25].map(Some));
        assert_eq!(marks(Grade::C, Rank::Baron), Some(90));
        assert_eq!(marks(Grade::A, Rank::Earl), Some(195));
        assert_eq!(marks(Grade::A, Rank::Count), marks(Grade::A.up().up(), Rank::Viscount));
        assert_eq!(marks(Grade::A, Rank::Duke), None);
        assert_eq!(marks(Grade::A, Rank::King), None);
        assert_eq!(marks(Grade::A, Rank::None), None);
        assert_eq!(of(Class::Sergeant, Rank::None, Grade::A), None);
    }

    #[test]
    fn a_ransom_shows_its_parts() {
        let baron = Standing { class: Class::Knight, rank: Rank::Baron, grade: Grade::B };
        let ransom = asked(baron, Tables::book()).unwrap();
        let shown: Vec<(String, String)> =
            ransom.parts.iter().map(|part| (part.what.to_string(), part.figure())).collect();
        assert_eq!(shown, [("grade B".into(), "55".into()), ("baron".into(), "×2".into())]);
        assert!(ransom.parts.iter().all(|part| part.clause == "MM-8.4"));
    }
}
