//! The rule book as it ships with the program, clause by clause, for reading beside the figures that follow it.

use crate::app::numbers;
use crate::app::ruling::{self, Example};
use crate::campaign::problem::Result;
pub use crate::rules::house::Number;
use crate::rules::ruleset::{About, Ruleset};
use crate::store::Db;
use serde::Serialize;

/// Every number a campaign may play otherwise, those of a page of the book together, in the order of the pages.
pub fn playable(db: &Db) -> Result<Vec<Number>> {
    let mut numbers = numbers::list(db)?;
    let pages = pages();
    let page = |number: &Number| pages.iter().position(|(letters, _)| number.clause.starts_with(letters));
    numbers.sort_by_key(page);
    Ok(numbers)
}

/// The title of the page a clause stands on.
pub fn page_of(clause: &str) -> &'static str {
    pages().iter().find(|(letters, _)| clause.starts_with(letters)).map_or("", |(_, title)| *title)
}

/// A clause of the rule book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Its id, such as `MM-5.4`; a chapter's is without a point.
    pub id: String,
    /// The chapter it stands in, such as `Melee`.
    pub chapter: String,
    /// What it says, in lines.
    pub text: String,
    /// Whether any of it is a house rule.
    pub house: bool,
}

/// The page of the campaign itself, which is no set of rules.
const CAMPAIGN: About =
    About { prefix: "CP", title: "The campaign", page: include_str!("../../data/rules/campaign.md") };

/// The book's pages, the campaign's first; sets of rules that share a page stand on it once.
fn book() -> impl Iterator<Item = About> {
    let all = || std::iter::once(CAMPAIGN).chain(Ruleset::ALL.iter().map(|rules| rules.about()));
    let first = move |(n, about): &(usize, About)| all().take(*n).all(|other| other.prefix != about.prefix);
    all().enumerate().filter(first).map(|(_, about)| about)
}

/// The titles of the book's pages with the letters their clauses begin with.
pub fn pages() -> Vec<(&'static str, &'static str)> {
    book().map(|about| (about.prefix, about.title)).collect()
}

/// The situations that ship and show a clause, in the order in which they are listed; none for a page that has none.
pub fn situations(clause: &str) -> Vec<Example> {
    ruling::examples().into_iter().filter(|example| example.clauses.iter().any(|shown| shown == clause)).collect()
}

/// Every clause of the book, in its order.
pub fn clauses() -> Vec<Clause> {
    book().flat_map(|about| of_page(about.prefix, about.page)).collect()
}

/// The clause of an id; of a chapter without a clause of that number, its first.
pub fn clause(id: &str) -> Option<Clause> {
    let clauses = clauses();
    let found = clauses.iter().find(|clause| clause.id == id);
    found.or_else(|| clauses.iter().find(|clause| clause.id.starts_with(&format!("{id}.")))).cloned()
}

fn of_page(letters: &str, page: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut chapter = String::new();
    let mut number = String::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            let (id, name) = title.split_once(' ').unwrap_or((title, ""));
            number = id.rsplit('-').next().unwrap_or_default().to_owned();
            if !number.chars().all(|digit| digit.is_ascii_digit()) {
                break;
            }
            name.clone_into(&mut chapter);
            continue;
        }
        if line.starts_with("# ") {
            // The page's title, or that of one of its parts.
            number.clear();
        }
        if number.is_empty() {
            continue;
        }
        let opens = line.split_once(' ').filter(|(first, _)| {
            first.strip_prefix(&format!("{number}.")).is_some_and(|rest| rest.parse::<u32>().is_ok())
        });
        if let Some((clause, rest)) = opens {
            let (id, chapter) = (format!("{letters}-{clause}"), chapter.clone());
            clauses.push(Clause { id, chapter, text: rest.to_owned(), house: false });
            continue;
        }
        match clauses.last_mut().filter(|clause| clause.id.starts_with(&format!("{letters}-{number}."))) {
            Some(clause) => continue_clause(clause, line),
            None if line.trim().is_empty() => {}
            None => {
                let (id, chapter) = (format!("{letters}-{number}"), chapter.clone());
                // A chapter that is one clause.
                match clauses.last_mut().filter(|clause| clause.id == id) {
                    Some(clause) => continue_clause(clause, line),
                    None => clauses.push(Clause { id, chapter, text: line.to_owned(), house: false }),
                }
            }
        }
    }
    // Clauses that follow each other in one line of the page are parted.
    let mut parted = Vec::new();
    for clause in clauses {
        part_in_line(clause, &mut parted);
    }
    for clause in &mut parted {
        clause.house = clause.text.contains("[house]");
        clause.text = tables_told(&clause.text.replace("**", "")).trim().to_owned();
    }
    parted
}

fn continue_clause(clause: &mut Clause, line: &str) {
    let line = line.trim_end();
    let table = line.starts_with('|');
    if line.is_empty() {
        clause.text.push_str("\n\n");
    } else if table {
        if !line.chars().all(|sign| matches!(sign, '|' | '-' | ' ')) {
            if !clause.text.ends_with('\n') {
                clause.text.push('\n');
            }
            clause.text.push_str(line);
            clause.text.push('\n');
        }
    } else {
        if !clause.text.ends_with([' ', '\n']) {
            clause.text.push(' ');
        }
        clause.text.push_str(line.trim());
    }
}

/// The tables in a clause's text, as lines of words: a row a line; of one that is pairs of columns, each a word and what goes
/// with it, a pair a line.
fn tables_told(text: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut table: Vec<Vec<&str>> = Vec::new();
    for line in text.split('\n').chain([""]) {
        if line.starts_with('|') {
            table.push(line.trim().trim_start_matches('|').trim_end_matches('|').split('|').map(str::trim).collect());
            continue;
        }
        let rows = std::mem::take(&mut table);
        let paired = rows.first().is_some_and(|heads| {
            heads.len().is_multiple_of(2) && heads.chunks(2).all(|pair| !pair[0].is_empty() && pair[1].is_empty())
        });
        if paired {
            told.extend(pairs_told(&rows));
        } else {
            told.extend(rows.iter().map(|cells| cells.join("  ·  ")));
        }
        told.push(line.to_owned());
    }
    told.join("\n")
}

/// A table of pairs of columns, a line for each: its head, and each word with what goes with it.
fn pairs_told(rows: &[Vec<&str>]) -> Vec<String> {
    let Some((heads, rows)) = rows.split_first() else { return Vec::new() };
    let of = |column: usize| {
        let pairs = rows.iter().filter_map(|cells| Some((*cells.get(column)?, *cells.get(column + 1)?)));
        let pairs: Vec<String> =
            pairs.filter(|(word, _)| !word.is_empty()).map(|(word, counts)| format!("{word}: {counts}")).collect();
        format!("{} – {}", heads[column], pairs.join("; "))
    };
    (0..heads.len()).step_by(2).map(of).collect()
}

/// `… 7.5 “May rise” …` inside the text of 7.4 begins the clause 7.5.
fn part_in_line(mut clause: Clause, into: &mut Vec<Clause>) {
    let next = clause.id.rsplit_once('.').and_then(|(chapter, number)| {
        let number: u32 = number.parse().ok()?;
        Some((format!("{chapter}.{}", number + 1), chapter.rsplit('-').next()?.to_owned(), number + 1))
    });
    if let Some((id, chapter, number)) = next {
        let opening = format!(". {chapter}.{number} ");
        if let Some(at) = clause.text.find(&opening) {
            let rest = clause.text[at + opening.len()..].to_owned();
            clause.text.truncate(at + 1);
            let name = clause.chapter.clone();
            into.push(clause);
            return part_in_line(Clause { id, chapter: name, text: rest, house: false }, into);
        }
    }
    into.push(clause);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_by_the_ids_figures_carry() {
        for id in [
            "MM-8.4", "MM-4.8", "CP-2.1", "CP-3.6", "CP-7.4", "CP-7.5", "MM-10.4", "CP-5", "CA-2.2", "CA-5.4",
            "SG-3.1", "SG-8", "CU-2.7",
        ] {
            assert!(clause(id).is_some(), "{id} is in the book");
        }
        assert!(clause("MM-8.4").is_some_and(
            |clause| clause.text.starts_with("Knights’ ransom") || clause.text.starts_with("Knights' ransom")
        ));
        assert!(clause("CP-7.5").is_some_and(|clause| clause.text.contains("May rise")));
        assert!(clause("CP-7.4").is_some_and(|clause| !clause.text.contains("May rise")));
        assert!(clause("XX-1").is_none());
    }

    #[test]
    fn a_table_keeps_its_lines_and_no_clause_is_empty() {
        let reach = clause("MM-4.7").expect("the table of ranges");
        assert!(reach.text.lines().any(|line| line.starts_with("crossbow")));
        // Three factors stand side by side in it, each with its bonuses.
        let test = clause("SG-3.1").expect("the test of surrender");
        let supply = "supply of the besieged – over half of capacity: 0; half or less: +1; a week's rations or less: +2; none: +3";
        assert!(test.text.lines().any(|line| line == supply), "{}", test.text);
        assert!(clauses().iter().all(|clause| !clause.text.is_empty()));
        assert!(clauses().len() > 90);
        // A line of a clause that happens to begin with a number is no clause.
        let ids: std::collections::BTreeSet<String> = clauses().into_iter().map(|clause| clause.id).collect();
        assert_eq!(ids.len(), clauses().len());
    }
}
