//! How much a campaign holds at most: what is larger is not opened, and nothing that would make it so is kept.

use super::file::damaged;
use super::journal::{self, Undoing};
use super::ledger::Account;
use super::{Store, fold};
use crate::campaign::ids::ActionId;
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::{Connection, OptionalExtension};

/// As many bytes of words as a table of a campaign holds that is read whole; those of ten thousand people over twenty years
/// are a tenth of it.
pub(super) const MOST_WORDS: i64 = 96_000_000;

/// The most letters of a name; those that can be typed have an eighth of it.
pub(super) const LONGEST_NAME: i64 = 1000;

/// The most bytes of the tags of a man; those that can be typed have a tenth of it.
pub(super) const LONGEST_TAGS: i64 = 20_000;

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

/// As many deeds of one man as are told.
pub(super) const MOST_DEEDS: i64 = 10_000;

/// As many changes of one row as are told at once.
pub(super) const MOST_CHANGES: i64 = 50_000;

/// As many rows as a table of a campaign has.
fn most_rows(table: &str) -> i64 {
    match table {
        "person" | "captive" => MOST_PEOPLE,
        "action" => 500_000,
        "side" => MOST_SIDES,
        "formation" | "place" | "route" | "stronghold" | "battle" | "contact" => 50_000,
        // Five hundred battles of ten thousand men.
        "battle_man" => 5_000_000,
        // Fifty lines a day for more than fifty years.
        "line" => 1_000_000,
        "siege_line" => 300_000,
        "grade_change" => 150_000,
        "instalment" | "march" => 200_000,
        "deed" => 300_000,
        "siege_offer" => 20_000,
        "house" => 10_000,
        "play" => 50_000,
        // Two hundred games of five thousand decisions.
        "play_decision" => 1_000_000,
        _ => 2_000_000,
    }
}

/// As many bytes of words as a table of a campaign has. The men of a battle are read battle by battle.
pub(super) fn most_words(table: &str) -> i64 {
    match table {
        "battle_man" => 4 * MOST_WORDS,
        "place" => MOST_WORDS / 4,
        _ => MOST_WORDS,
    }
}

/// What a table has too much of.
enum Excess {
    Rows(i64),
    Words(i64),
}

impl Excess {
    fn of(table: &str, (words, rows): (i64, i64)) -> Option<Excess> {
        match (rows > most_rows(table), words > most_words(table)) {
            (true, _) => Some(Excess::Rows(rows)),
            (_, true) => Some(Excess::Words(words)),
            _ => None,
        }
    }
}

impl Store {
    /// Refuses a campaign larger than a machine could hold or a page be set with.
    pub(super) fn judge_size(&self) -> Result<()> {
        self.judge_names()?;
        self.judge_tags()?;
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
        let captives: i64 = self.sql.query_row("SELECT count(*) FROM captive", [], |row| row.get(0))?;
        let people = self.people_ever()?.max(captives);
        for table in named_tables(&self.sql)? {
            // The database counts letters up to one that is none.
            let longest = format!(
                "SELECT coalesce(max(CASE WHEN instr(name, char(0)) THEN octet_length(name) ELSE length(name) END), 0)
                 FROM {table}"
            );
            let letters: i64 = self.sql.query_row(&longest, [], |row| row.get(0))?;
            if letters > LONGEST_NAME {
                let why = format!(
                    "A name in its {table} table has {letters} letters, and a campaign’s have {LONGEST_NAME} at most."
                );
                return Err(Problem::new(ProblemKind::Corrupt, why)
                    .hint("“banneret check FILE --repair-copy OUT” makes a copy with it cut short."));
            }
            // Each line of a list of people has the names of his side, army and unit, of captives those of holder, place and battle.
            if matches!(table, "side" | "formation" | "place" | "battle" | "person") && letters * people > MOST_WORDS {
                return Err(damaged(&format!("a name in its {table} table is too long for {people} people")));
            }
        }
        Ok(())
    }

    /// Refuses tags that would not fit in memory apart.
    fn judge_tags(&self) -> Result<()> {
        let longest = "SELECT coalesce(max(octet_length(tags)), 0) FROM person";
        let bytes: i64 = self.sql.query_row(longest, [], |row| row.get(0))?;
        match bytes > LONGEST_TAGS {
            true => {
                let why = format!("The tags of a man take {bytes} bytes, and a man’s take {LONGEST_TAGS} at most.");
                Err(Problem::new(ProblemKind::Corrupt, why)
                    .hint("“banneret check FILE --repair-copy OUT” makes a copy without them."))
            }
            false => Ok(()),
        }
    }

    /// Refuses more armies than a day's marches are reckoned for, and more sieges than a turn's days are.
    fn judge_armies(&self) -> Result<()> {
        match self.throng()? {
            Some((has, may)) => {
                Err(Problem::new(ProblemKind::Corrupt, format!("It has {has}, and a campaign has {may} at most."))
                    .hint("No campaign grows so: open the newest backup beside it, or ask for the file again."))
            }
            None => Ok(()),
        }
    }

    /// What there is more of than days can be played with, and as many as there may be.
    fn throng(&self) -> Result<Option<(String, i64)>> {
        let (armies, sieges) = (self.count_armies()?, self.count_open_sieges()?);
        Ok(match (armies > MOST_ARMIES, sieges > MOST_SIEGES) {
            (true, _) => Some((format!("{armies} armies"), MOST_ARMIES)),
            (_, true) => Some((format!("{sieges} sieges under way"), MOST_SIEGES)),
            _ => None,
        })
    }

    /// Refuses a table whose rows or words would not fit in memory together, for lists are read whole.
    fn judge_words(&self) -> Result<()> {
        let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let size: i64 = self.sql.query_row(size, [], |row| row.get(0))?;
        let mut room = MOST_WORDS;
        for table in listed().chain(GAMES) {
            let (words, rows) = size_of(&self.sql, table)?;
            if words > size {
                return Err(damaged(&format!("its {table} table has more words than the file has room for")));
            }
            // What is written of a game is no part of an action.
            if !GAMES.contains(&table) {
                room = room.min(most_words(table) - words);
            }
            let (why, hint) = match Excess::of(table, (words, rows)) {
                None => continue,
                Some(Excess::Rows(rows)) => (
                    format!("Its {table} table has {rows} rows, and a campaign’s has {} at most.", most_rows(table)),
                    "No campaign grows so: open the newest backup beside it, or ask for the file again.",
                ),
                Some(Excess::Words(words)) => (
                    format!(
                        "The words of its {table} table take {} MB, and a campaign’s take {} at most.",
                        words / 1_000_000,
                        most_words(table) / 1_000_000
                    ),
                    match GAMES.contains(&table) {
                        true => "No campaign grows so: open the newest backup beside it, or ask for the file again.",
                        false => {
                            "“banneret check FILE --repair-copy OUT” makes a copy with the longest of them cut short."
                        }
                    },
                ),
            };
            return Err(Problem::new(ProblemKind::Corrupt, why).hint(hint));
        }
        self.room.set(room);
        Ok(())
    }

    /// Refuses an action after which the campaign could not be opened again, for it would be larger than one may be. What it
    /// wrote are the images of the changes of `of`, which an undo puts back and a redo brings again, and its own sentence.
    pub(super) fn judge_growth(&self, action: ActionId, of: ActionId, way: Undoing) -> Result<()> {
        let sql = &self.sql;
        judge_numbers(sql)?;
        self.judge_treasuries(of)?;
        if let Some((has, may)) = self.throng()? {
            return Err(Problem::refused(
                format!("The campaign would have {has}, and it has {may} at most."),
                "Disband an army or lift a siege first.",
            ));
        }
        let images = match way {
            Undoing::Back => "before",
            Undoing::Forth => "after",
        };
        let written = format!(
            "SELECT coalesce(sum(octet_length({images})), 0)
                        + (SELECT octet_length(name) + octet_length(sentence) FROM action WHERE id = ?2),
                    max(coalesce(max(octet_length(before)), 0), coalesce(max(octet_length(after)), 0))
             FROM change WHERE action_id = ?1"
        );
        let (written, largest): (i64, i64) =
            sql.prepare_cached(&written)?.query_row([of, action], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if largest > fold::LARGEST as i64 {
            return Err(self.too_large_a_row(of)?);
        }
        // An image has more bytes than the words it is of.
        let room = self.room.get() - written;
        for table in listed() {
            let most = most_rows(table);
            let last = format!("SELECT coalesce(max(id), 0) FROM {table}");
            let last: i64 = sql.prepare_cached(&last)?.query_row([], |row| row.get(0))?;
            if last <= most && room >= 0 {
                continue;
            }
            let (held, may) = match Excess::of(table, size_of(sql, table)?) {
                None => continue,
                Some(Excess::Rows(rows)) => (format!("{rows} rows"), format!("{most}")),
                Some(Excess::Words(words)) => {
                    (format!("{} MB of words", words / 1_000_000), format!("{}", most_words(table) / 1_000_000))
                }
            };
            return Err(Problem::refused(
                format!("The campaign’s {table} table would have {held}, and it has {may} at most."),
                "Take in less, or take out first what is not needed.",
            ));
        }
        self.room.set(if room >= 0 { room } else { self.reckon_room()? });
        Ok(())
    }

    /// How many bytes of words may be written before a table has more than it may.
    fn reckon_room(&self) -> Result<i64> {
        let mut room = MOST_WORDS;
        for table in listed() {
            room = room.min(most_words(table) - words_of(&self.sql, table)?);
        }
        Ok(room)
    }

    /// Refuses a row of which the journal would hold more than is ever read of one.
    fn too_large_a_row(&self, action: ActionId) -> Result<Problem> {
        let largest = "SELECT tbl FROM change WHERE action_id = ?1
                       ORDER BY max(coalesce(octet_length(before), 0), coalesce(octet_length(after), 0)) DESC LIMIT 1";
        let table: String = self.sql.query_row(largest, [action], |row| row.get(0))?;
        Ok(Problem::refused(
            format!("What is written of one row of the {table} table takes {} MB at most.", fold::LARGEST >> 20),
            "Write less of it, or write it in parts.",
        ))
    }

    /// Refuses more in a treasury that an action changed than can be added up.
    fn judge_treasuries(&self, of: ActionId) -> Result<()> {
        let full = "SELECT id FROM account WHERE abs(pence) > ?1
                        AND id IN (SELECT row FROM change WHERE action_id = ?2 AND tbl = 'account') LIMIT 1";
        let full = self.sql.prepare_cached(full)?.query_row((MOST_PENCE, of), |row| row.get(0)).optional()?;
        let Some(full) = full else { return Ok(()) };
        let Account { name, pence, .. } = self.account(full)?;
        Err(Problem::refused(
            format!("The treasury of {name} would hold {pence}, more than can be reckoned with."),
            format!("It holds {} at most; move less.", Pence(MOST_PENCE as i64)),
        ))
    }
}

/// The tables of games under way, of each of which all that was decided is read at once.
const GAMES: [&str; 2] = ["play", "play_decision"];

/// Refuses what of a game could not be opened again, as more than a campaign may hold.
pub(super) fn judge_games(sql: &Connection) -> Result<()> {
    for table in GAMES {
        if Excess::of(table, size_of(sql, table)?).is_some() {
            return Err(Problem::refused(
                "The games under way would be more than a campaign can hold.",
                "Fight another of them to its end first, or let it go.",
            ));
        }
    }
    Ok(())
}

/// Refuses what would leave no numbers for the rows to come.
pub(super) fn judge_numbers(sql: &Connection) -> Result<()> {
    match uncounted(sql)? {
        Some(table) => Err(Problem::refused(
            format!("The numbers of the {table} table are used up, as no campaign’s are but one of others’ making."),
            "Ask who made it for one with smaller numbers.",
        )),
        None => Ok(()),
    }
}

/// A table whose next number is none that can be given.
pub(super) fn uncounted(sql: &Connection) -> Result<Option<String>> {
    let uncounted = "SELECT substr(CAST(name AS TEXT), 1, 40) FROM sqlite_sequence
                     WHERE typeof(seq) <> 'integer' OR seq > ?1 LIMIT 1";
    Ok(sql.prepare_cached(uncounted)?.query_row([fold::LAST_ROW], |row| row.get(0)).optional()?)
}
