//! How much a campaign holds at most: what is larger is not opened, and nothing that would make it so is kept.

use super::Store;
use super::file::damaged;
use super::journal;
use crate::campaign::ids::ActionId;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::Connection;

/// As many bytes of words as one table of a campaign holds; those of ten thousand people over twenty years are a tenth of it.
pub(super) const MOST_WORDS: i64 = 96_000_000;

/// The most letters of a name; those that can be typed have an eighth of it.
pub(super) const LONGEST_NAME: i64 = 1000;

/// The tables whose rows have a name.
pub(super) fn named_tables(sql: &Connection) -> Result<Vec<&'static str>> {
    let mut named = Vec::new();
    for table in journal::JOURNALLED {
        if journal::columns(sql, table)?.iter().any(|column| column == "name") {
            named.push(*table);
        }
    }
    Ok(named)
}

/// The bytes of all words in a table.
pub(super) fn words_of(sql: &Connection, table: &str) -> Result<i64> {
    Ok(size_of(sql, table)?.0)
}

/// The tables of which lists are read whole.
pub(super) fn listed() -> impl Iterator<Item = &'static str> {
    journal::JOURNALLED.iter().copied().chain(["action"])
}

/// The columns of a table that hold what a list shows. What an action was given is read of one alone.
pub(super) fn words_shown(sql: &Connection, table: &str) -> Result<Vec<String>> {
    match table {
        "action" => Ok(vec!["name".to_owned(), "sentence".to_owned()]),
        _ => journal::columns(sql, table),
    }
}

/// The bytes of all words in a table, and how many rows it has.
fn size_of(sql: &Connection, table: &str) -> Result<(i64, i64)> {
    let columns = words_shown(sql, table)?;
    let each: Vec<String> = columns.iter().map(|column| format!("coalesce(sum(octet_length({column})), 0)")).collect();
    let query = format!("SELECT {}, count(*) FROM {table}", each.join(" + "));
    Ok(sql.query_row(&query, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// As many pence as a sum of money is of, and as those of a table come to, whatever their signs: so they can be added up.
const MOST_PENCE: f64 = 1e15;
const MOST_PENCE_IN_ALL: f64 = 4e18;

/// As many people as a campaign may ever have had; a hundred times a large club's.
pub const MOST_PEOPLE: i64 = 250_000;

/// As many armies as a campaign has, and as many sides: each may come upon every other.
pub const MOST_ARMIES: i64 = 5_000;
pub const MOST_SIDES: i64 = 200;

/// As many sieges as are under way at once: a turn plays every day of each.
pub const MOST_SIEGES: i64 = 200;

/// As many rows as a table of a campaign has.
fn most_rows(table: &str) -> i64 {
    match table {
        "person" | "captive" => MOST_PEOPLE,
        "action" => 500_000,
        "side" => MOST_SIDES,
        "formation" | "place" | "route" | "stronghold" | "battle" | "contact" => 50_000,
        _ => 2_000_000,
    }
}

/// An action that writes no more than this makes no table too large that was not so nearly.
const LITTLE: i64 = 1_000_000;

/// What a table has too much of.
enum Excess {
    Rows(i64),
    Words(i64),
}

impl Excess {
    fn of(sql: &Connection, table: &str) -> Result<Option<Excess>> {
        let (words, rows) = size_of(sql, table)?;
        Ok(match (rows > most_rows(table), words > MOST_WORDS) {
            (true, _) => Some(Excess::Rows(rows)),
            (_, true) => Some(Excess::Words(words)),
            _ => None,
        })
    }
}

impl Store {
    /// Refuses a campaign larger than a machine could hold or a page be set with.
    pub(super) fn judge_size(&self) -> Result<()> {
        self.judge_names()?;
        self.judge_words()?;
        self.judge_armies()?;
        self.judge_money()
    }

    /// Refuses sums of money that cannot be added up.
    fn judge_money(&self) -> Result<()> {
        for table in journal::JOURNALLED {
            for column in journal::columns(&self.sql, table)?.iter().filter(|column| column.ends_with("pence")) {
                let size = format!(
                    "SELECT coalesce(max(amount), 0.0), total(amount) FROM (SELECT abs(CAST({column} AS REAL)) AS amount FROM {table})"
                );
                let (most, all): (f64, f64) = self.sql.query_row(&size, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
                if most > MOST_PENCE || all > MOST_PENCE_IN_ALL {
                    return Err(damaged(&format!("the money in its {table} table is more than can be reckoned with")));
                }
            }
        }
        Ok(())
    }

    /// Refuses a name that no page could be set with.
    fn judge_names(&self) -> Result<()> {
        let people = self.people_ever()?;
        for table in named_tables(&self.sql)? {
            let longest = format!("SELECT coalesce(max(length(name)), 0) FROM {table}");
            let letters: i64 = self.sql.query_row(&longest, [], |row| row.get(0))?;
            if letters > LONGEST_NAME {
                let why = format!(
                    "A name in its {table} table has {letters} letters, and a campaign’s have {LONGEST_NAME} at most."
                );
                return Err(Problem::new(ProblemKind::Corrupt, why)
                    .hint("“banneret check FILE --repair-copy OUT” makes a copy with it cut short."));
            }
            // Each line of the list of people has the names of his side, army and unit.
            if matches!(table, "side" | "formation") && letters * people > MOST_WORDS {
                return Err(damaged(&format!("a name in its {table} table is too long for {people} people")));
            }
        }
        Ok(())
    }

    /// Refuses more armies than a day's marches are reckoned for, and more sieges than a turn's days are.
    fn judge_armies(&self) -> Result<()> {
        let (armies, sieges) = (self.count_armies()?, self.count_open_sieges()?);
        let too_many = if armies > MOST_ARMIES {
            format!("It has {armies} armies, and a campaign has {MOST_ARMIES} at most.")
        } else if sieges > MOST_SIEGES {
            format!("It has {sieges} sieges under way, and a campaign has {MOST_SIEGES} at most.")
        } else {
            return Ok(());
        };
        Err(Problem::new(ProblemKind::Corrupt, too_many)
            .hint("No campaign grows so: open the newest backup beside it, or ask for the file again."))
    }

    /// Refuses a table whose rows or words would not fit in memory together, for lists are read whole.
    fn judge_words(&self) -> Result<()> {
        let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let size: i64 = self.sql.query_row(size, [], |row| row.get(0))?;
        for table in listed() {
            if words_of(&self.sql, table)? > size {
                return Err(damaged(&format!("its {table} table has more words than the file has room for")));
            }
            let (why, hint) = match Excess::of(&self.sql, table)? {
                None => continue,
                Some(Excess::Rows(rows)) => (
                    format!("Its {table} table has {rows} rows, and a campaign’s has {} at most.", most_rows(table)),
                    "No campaign grows so: open the newest backup beside it, or ask for the file again.",
                ),
                Some(Excess::Words(words)) => (
                    format!(
                        "The words of its {table} table take {} MB, and a campaign’s take {} at most.",
                        words / 1_000_000,
                        MOST_WORDS / 1_000_000
                    ),
                    "“banneret check FILE --repair-copy OUT” makes a copy with the longest of them cut short.",
                ),
            };
            return Err(Problem::new(ProblemKind::Corrupt, why).hint(hint));
        }
        Ok(())
    }

    /// Refuses an action after which the campaign could not be opened again, for it would be larger than one may be.
    pub(super) fn judge_growth(&self, action: ActionId) -> Result<()> {
        let sql = &self.sql;
        let written = "SELECT coalesce(sum(octet_length(after)), 0) FROM change WHERE action_id = ?1";
        let written: i64 = sql.prepare_cached(written)?.query_row([action], |row| row.get(0))?;
        for table in listed() {
            let most = most_rows(table);
            let last = format!("SELECT coalesce(max(id), 0) FROM {table}");
            let last: i64 = sql.prepare_cached(&last)?.query_row([], |row| row.get(0))?;
            if last <= most && written <= LITTLE {
                continue;
            }
            let (held, may) = match Excess::of(sql, table)? {
                None => continue,
                Some(Excess::Rows(rows)) => (format!("{rows} rows"), format!("{most}")),
                Some(Excess::Words(words)) => {
                    (format!("{} MB of words", words / 1_000_000), format!("{}", MOST_WORDS / 1_000_000))
                }
            };
            return Err(Problem::refused(
                format!("The campaign’s {table} table would have {held}, and it has {may} at most."),
                "Take in less, or take out first what is not needed.",
            ));
        }
        Ok(())
    }
}
