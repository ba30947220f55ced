//! Whether a file's schema is the very one that its version of the program made. A campaign is mailed about, and SQLite
//! runs what a schema holds: a trigger would act within the next action, a view stand in for a table, an index bring its
//! own functions. So nothing of a file is read as a campaign's before its schema has been compared.

use super::file::{SCHEMA, bring_up, damaged, embedded};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What a schema holds: its kind and name, and the statement that made it, its spaces evened out.
type Schema = BTreeMap<(String, String), String>;

/// More than any schema of ours holds; what is beyond is not read.
const MOST: usize = 1000;

fn read(sql: &Connection) -> Result<Schema> {
    let mut query = sql.prepare(
        "SELECT substr(type, 1, 60), substr(name, 1, 200), tbl_name || ' ' || coalesce(sql, '')
         FROM main.sqlite_schema LIMIT ?1",
    )?;
    let mut schema = Schema::new();
    let mut rows = query.query([MOST as i64])?;
    while let Some(row) = rows.next()? {
        let made: String = row.get(2)?;
        schema.insert((row.get(0)?, row.get(1)?), evened(&made));
    }
    Ok(schema)
}

/// A statement with its spaces evened out and without its comments, but for what stands within quotes, which is part of what
/// it says. What stands behind a nought is no part of it: SQLite reads a statement as far as that.
fn evened(made: &str) -> String {
    let (mut evened, mut rest) = (String::new(), made.split('\0').next().unwrap_or_default());
    while let Some(first) = rest.chars().next() {
        let passed_over = match first {
            _ if rest.starts_with("--") => Some(rest.find('\n').unwrap_or(rest.len())),
            _ if rest.starts_with("/*") => Some(rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
            space if space.is_ascii_whitespace() => Some(1),
            _ => None,
        };
        if let Some(length) = passed_over {
            rest = &rest[length..];
            if !evened.ends_with(' ') {
                evened.push(' ');
            }
            continue;
        }
        // A quote within quotes is written twice, and so begins others at once.
        let closed_by = match first {
            '\'' | '"' | '`' => Some(first),
            '[' => Some(']'),
            _ => None,
        };
        let end = closed_by.map(|close| rest[1..].find(close).map_or(rest.len(), |end| end + 2));
        let (piece, after) = rest.split_at(end.unwrap_or(first.len_utf8()));
        evened.push_str(piece);
        rest = after;
    }
    evened.trim_end().to_owned()
}

/// The schema of a version, made once in memory by the migrations up to it.
fn of_version(version: i32) -> Result<Schema> {
    static KNOWN: OnceLock<Mutex<BTreeMap<i32, Schema>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    if let Some(schema) = known.lock().unwrap_or_else(PoisonError::into_inner).get(&version) {
        return Ok(schema.clone());
    }
    let mut sql = Connection::open_in_memory()?;
    sql.pragma_update(None, "foreign_keys", false)?;
    bring_up(&mut sql, 0, version)?;
    let schema = read(&sql)?;
    known.lock().unwrap_or_else(PoisonError::into_inner).insert(version, schema.clone());
    Ok(schema)
}

/// The version of a damaged file's schema, as far as it can be read; else today's.
pub(super) fn version_of(sql: &Connection) -> i32 {
    sql.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap_or(SCHEMA)
}

/// Whether a file is older than a table, as far as its version can be read: then that it is not there loses nothing.
pub(super) fn is_older_than(sql: &Connection, table: &str) -> bool {
    let version = version_of(sql);
    let known = (1..SCHEMA).contains(&version).then(|| of_version(version).ok()).flatten();
    known.is_some_and(|known| !known.contains_key(&("table".to_owned(), table.to_owned())))
}

/// How a file's schema differs from the one of its version, a phrase each.
pub(super) fn differences(sql: &Connection) -> Result<Vec<String>> {
    let version: i32 = sql.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if !(1..=SCHEMA).contains(&version) {
        return Ok(vec![format!("its version, {version}, is none there ever was")]);
    }
    let (ours, found) = (of_version(version)?, read(sql)?);
    let mut differences = Vec::new();
    for ((kind, name), made) in &found {
        match ours.get(&(kind.clone(), name.clone())) {
            None => {
                let kind = if kind == "index" { "an index" } else { &format!("a {kind}") };
                differences.push(format!("it holds {kind} “{name}”, which is no part of a campaign"));
            }
            Some(known) if known != made => differences.push(format!("its {kind} “{name}” is made otherwise")),
            Some(_) => {}
        }
    }
    let gone = ours.keys().filter(|known| !found.contains_key(known));
    differences.extend(gone.map(|(kind, name)| format!("its {kind} “{name}” is gone")));
    differences.extend(history(sql, version)?);
    Ok(differences)
}

/// What is wrong with the history of migrations, which the runner of migrations takes on trust.
fn history(sql: &Connection, version: i32) -> Result<Vec<String>> {
    let wrong = |what: &str| Ok(vec![format!("its history of versions {what}")]);
    let known = embedded::migrations::runner();
    let mut known: Vec<_> =
        known.get_migrations().iter().filter(|one| i64::from(one.version()) <= version.into()).collect();
    // They are kept by name, and the tenth comes before the second.
    known.sort_by_key(|one| one.version());
    let read = || -> rusqlite::Result<Vec<(i64, String, String, String)>> {
        sql.prepare(
            "SELECT version, substr(name, 1, 200), substr(applied_on, 1, 200), substr(checksum, 1, 200)
             FROM refinery_schema_history ORDER BY version LIMIT 100",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect()
    };
    let Ok(applied) = read() else { return wrong("cannot be read") };
    if applied.len() != known.len() {
        return wrong("is not that of its version");
    }
    for ((version, name, on, checksum), known) in applied.iter().zip(known) {
        let same =
            *version == i64::from(known.version()) && name == known.name() && *checksum == known.checksum().to_string();
        if !same {
            return wrong("is not that of its version");
        }
        if chrono::DateTime::parse_from_rfc3339(on).is_err() {
            return wrong("has a date that is none");
        }
    }
    Ok(Vec::new())
}

/// Refuses a file whose schema is not its version's own.
pub(super) fn judge(sql: &Connection) -> Result<()> {
    let differences = differences(sql).map_err(|problem| match problem.kind {
        ProblemKind::Locked | ProblemKind::ReadOnly | ProblemKind::Corrupt => problem,
        _ => damaged("its tables are not as they should be"),
    })?;
    match differences.as_slice() {
        [] => Ok(()),
        [first, rest @ ..] => {
            let more = if rest.is_empty() { String::new() } else { format!(", and {} things more", rest.len()) };
            Err(Problem::new(
                ProblemKind::Corrupt,
                format!("The campaign file was altered by other hands: {first}{more}."),
            )
            .hint("Nothing in it was run. Save its campaign with “banneret check FILE --repair-copy OUT”."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::evened;

    #[test]
    fn spaces_and_comments_of_a_statement_are_nothing_and_quotes_are_all() {
        let one = "CREATE TABLE a (\r\n    -- a man's\r\n    b TEXT,  /* its 'c */ CHECK (b <> '' OR \"b\" = 'x  y'))";
        assert_eq!(evened(one), "CREATE TABLE a ( b TEXT, CHECK (b <> '' OR \"b\" = 'x  y'))");
        for (one, other) in [
            ("a -- it's\n CHECK (b <> '')", "a -- it's\n CHECK (b <> '  ')"),
            ("a -- it's\n CHECK (b <> '')", "a -- it's CHECK (b <> '')"),
            ("a /* it's */ CHECK (b <> '')", "a /* it's CHECK (b <> '') */"),
            ("a /* x */ STRICT", "a /* x\0*/ STRICT"),
            ("\"a b\"", "\"a  b\""),
            ("[a b]", "[a  b]"),
            ("`a -- b`", "`a `"),
            ("'it''s  so'", "'it''s so'"),
        ] {
            assert_ne!(evened(one), evened(other), "{one} and {other}");
        }
    }
}
