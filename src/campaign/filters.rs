//! What is typed over a column of a list, and such filters kept under a name.

use super::problem::{Problem, Result};
use crate::rules::figure::Grade;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a cell of a list says: its words, and the number it is sorted and compared by if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellTold<'a> {
    pub words: &'a str,
    pub number: Option<i64>,
}

/// What is typed over a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnFilter {
    /// The cell holds these words, in any case.
    Has(String),
    /// The cell is these words and nothing more.
    Is(String),
    /// The cell's number compares so; `true` lets it be equal, too.
    Compares(Ordering, bool, i64),
    /// It is not as the other filter would have it.
    Not(Box<ColumnFilter>),
    /// One of several.
    Any(Vec<ColumnFilter>),
}

impl ColumnFilter {
    /// Reads what is typed: words; `>3`, `>=B`; `=knight` for a cell that is just that; `!captive` for what it is not; and
    /// several with `|` between.
    pub fn of(text: &str) -> ColumnFilter {
        let text = text.trim();
        if text.contains('|') {
            let parts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
            return ColumnFilter::Any(parts.map(ColumnFilter::of).collect());
        }
        if let Some(rest) = text.strip_prefix('!') {
            return ColumnFilter::Not(Box::new(ColumnFilter::of(rest)));
        }
        let comparison = [
            (">=", Ordering::Greater, true),
            ("<=", Ordering::Less, true),
            (">", Ordering::Greater, false),
            ("<", Ordering::Less, false),
            ("=", Ordering::Equal, true),
        ];
        for (sign, ordering, equal) in comparison {
            let Some(rest) = text.strip_prefix(sign).map(str::trim) else { continue };
            let graded = || rest.parse::<Grade>().ok().filter(|_| sign != "=").map(|grade| i64::from(grade.number()));
            match rest.parse().ok().or_else(graded) {
                Some(number) => return ColumnFilter::Compares(ordering, equal, number),
                None if sign == "=" => return ColumnFilter::Is(rest.to_lowercase()),
                None => {}
            }
        }
        ColumnFilter::Has(text.to_lowercase())
    }

    pub fn fits(&self, cell: &CellTold) -> bool {
        match self {
            ColumnFilter::Has(words) => cell.words.to_lowercase().contains(words),
            ColumnFilter::Is(words) => cell.words.trim().to_lowercase() == *words,
            ColumnFilter::Compares(ordering, equal, number) => cell.number.is_some_and(|value| {
                let compared = value.cmp(number);
                compared == *ordering || (*equal && compared == Ordering::Equal)
            }),
            ColumnFilter::Not(other) => !other.fits(cell),
            ColumnFilter::Any(several) => several.iter().any(|one| one.fits(cell)),
        }
    }
}

/// The filters of a list under a name; its columns go by their titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedFilter {
    /// Which list: `people`, `captives`.
    #[serde(skip)]
    pub list: String,
    #[serde(skip)]
    pub name: String,
    /// What stands over a column.
    pub filters: BTreeMap<String, String>,
    /// The column sorted by, and whether it falls.
    pub sort: Option<(String, bool)>,
    /// The columns that are not shown.
    pub hidden: Vec<String>,
}

/// The most letters that a tag has, and the most tags of a man.
const LONGEST_TAG: usize = 30;
const MOST_TAGS: usize = 20;

/// Tags out of a text, separated by semicolons: each once whatever its case, none empty.
pub fn tags(text: &str) -> Result<Vec<String>> {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split(';').map(|tag| tag.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if tag.is_empty() || tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            continue;
        }
        if tag.chars().count() > LONGEST_TAG || tag.chars().any(|letter| letter.is_control() || letter == '|') {
            let start: String = tag.chars().filter(|letter| !letter.is_control()).take(20).collect();
            return Err(Problem::bad_input(format!("“{start}…” is no tag."))
                .hint(format!("A tag is a word or a few, at most {LONGEST_TAG} letters, without “|”.")));
        }
        tags.push(tag);
    }
    if tags.len() > MOST_TAGS {
        return Err(Problem::bad_input(format!("{} tags are too many for one man.", tags.len()))
            .hint(format!("Keep at most {MOST_TAGS}.")));
    }
    Ok(tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(filter: &str, words: &str, number: Option<i64>) -> bool {
        ColumnFilter::of(filter).fits(&CellTold { words, number })
    }

    #[test]
    fn a_filter_is_words_a_comparison_the_whole_what_is_not_or_one_of_several() {
        assert!(fits("AL", "Talbot", None) && !fits("al", "Umfraville", Some(3)));
        assert!(fits(">=20", "20", Some(20)) && !fits(">20", "20", Some(20)) && fits("< 5", "3", Some(3)));
        assert!(!fits(">3", "Talbot", None), "words are no number");
        assert!(fits(">=B", "A", Some(5)) && fits(">=B", "B", Some(4)) && !fits(">=B", "C", Some(3)));
        assert!(
            fits("=knight", "Knight", None) && !fits("=knight", "knight, earl", None) && fits("=20", "20", Some(20))
        );
        assert!(!fits("!captive", "captive", None) && fits("!captive", "fit", None));
        assert!(fits("knight | cleric", "cleric", None) && !fits("knight|cleric", "peasant", None));
        assert!(fits("", "anything", None), "nothing typed shows all");
    }

    #[test]
    fn tags_are_each_once_and_of_a_length() {
        assert_eq!(tags(" old guard;; Scouts ; old  guard").expect("tags"), ["old guard", "Scouts"]);
        assert!(tags(&"x".repeat(31)).is_err() && tags("a|b").is_err() && tags("a\u{1b}b").is_err());
        let many: Vec<String> = (0..21).map(|number| format!("tag {number}")).collect();
        assert!(tags(&many.join(";")).is_err());
    }
}
