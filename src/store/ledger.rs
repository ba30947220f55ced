//! The ledger: money moves only from one treasury to another (CP-1.3).

use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{AccountId, PersonId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// When.
    pub day: Day,
    /// Whose treasury it came from.
    pub from: String,
    /// Whose it went to.
    pub to: String,
    /// How much.
    pub pence: Pence,
    pub what: String,
    pub clause: String,
    /// Whether it came into the treasury that was asked about.
    pub income: bool,
}

/// An account and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Account {
    pub id: AccountId,
    /// Whose it is, in words.
    pub name: String,
    /// What it holds.
    pub pence: Pence,
}

const NAME: &str = "CASE WHEN side.id IS NOT NULL THEN side.name WHEN person.id IS NOT NULL THEN person.name
    ELSE 'the world' END";

impl Db {
    /// The account that stands for everyone outside the ledger.
    pub fn world(&self) -> Result<AccountId> {
        let world = self
            .sql
            .prepare_cached("SELECT id FROM account WHERE side_id IS NULL AND person_id IS NULL")?
            .query_row([], |row| row.get(0))?;
        Ok(world)
    }

    /// A side's treasury.
    pub fn side_account(&self, side: SideId) -> Result<AccountId> {
        let account = self
            .sql
            .prepare_cached("SELECT id FROM account WHERE side_id = ?1")?
            .query_row([side], |row| row.get(0))?;
        Ok(account)
    }

    /// A person's own treasury, if he has one.
    pub fn person_account(&self, person: PersonId) -> Result<Option<AccountId>> {
        let account = self
            .sql
            .prepare_cached("SELECT id FROM account WHERE person_id = ?1")?
            .query_row([person], |row| row.get(0))
            .optional()?;
        Ok(account)
    }

    /// An account by its id.
    pub fn account(&self, account: AccountId) -> Result<Account> {
        let account = self
            .sql
            .prepare_cached(&format!(
                "SELECT account.id, {NAME}, account.pence FROM account
                 LEFT JOIN side ON side.id = account.side_id LEFT JOIN person ON person.id = account.person_id
                 WHERE account.id = ?1"
            ))?
            .query_row([account], account_row)?;
        Ok(account)
    }

    /// Every treasury: the sides' first, then people's.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT account.id, {NAME}, account.pence FROM account
             LEFT JOIN side ON side.id = account.side_id LEFT JOIN person ON person.id = account.person_id
             WHERE account.side_id IS NOT NULL OR account.person_id IS NOT NULL
             ORDER BY account.side_id IS NULL, account.id"
        ))?;
        let accounts = query.query_map([], account_row)?.collect::<Result<_, _>>()?;
        Ok(accounts)
    }

    /// Entries of an account, or of all, newest first, at most `limit`.
    pub fn entries(&self, account: Option<AccountId>, limit: u32) -> Result<Vec<Entry>> {
        let name = |side: &str, person: &str| {
            NAME.replace("side.", &format!("{side}.")).replace("person.", &format!("{person}."))
        };
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT entry.day, {}, {}, entry.pence, entry.what, entry.clause, entry.to_id = ?1
             FROM entry
             JOIN account AS giver ON giver.id = entry.from_id
             LEFT JOIN side AS giver_side ON giver_side.id = giver.side_id
             LEFT JOIN person AS giver_person ON giver_person.id = giver.person_id
             JOIN account AS taker ON taker.id = entry.to_id
             LEFT JOIN side AS taker_side ON taker_side.id = taker.side_id
             LEFT JOIN person AS taker_person ON taker_person.id = taker.person_id
             WHERE ?1 IS NULL OR entry.from_id = ?1 OR entry.to_id = ?1
             ORDER BY entry.id DESC LIMIT ?2",
            name("giver_side", "giver_person"),
            name("taker_side", "taker_person"),
        ))?;
        let entries = query
            .query_map(params![account, limit], |row| {
                Ok(Entry {
                    day: row.get(0)?,
                    from: row.get(1)?,
                    to: row.get(2)?,
                    pence: row.get(3)?,
                    what: row.get(4)?,
                    clause: row.get(5)?,
                    income: row.get::<_, Option<bool>>(6)?.unwrap_or(false),
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(entries)
    }
}

fn account_row(row: &rusqlite::Row) -> rusqlite::Result<Account> {
    Ok(Account { id: row.get(0)?, name: row.get(1)?, pence: row.get(2)? })
}

impl Act<'_> {
    /// A person's treasury, opened if he has none yet.
    pub fn open_account(&self, person: PersonId) -> Result<AccountId> {
        if let Some(account) = self.person_account(person)? {
            return Ok(account);
        }
        self.sql.execute("INSERT INTO account (person_id) VALUES (?1)", [person])?;
        Ok(AccountId(self.sql.last_insert_rowid()))
    }

    /// Moves money. A treasury that cannot cover it refuses, with the sum lacking. Nothing moves for no money.
    pub fn pay(&self, from: AccountId, to: AccountId, pence: Pence, what: &str, clause: &str) -> Result<()> {
        if pence.0 == 0 || from == to {
            return Ok(());
        }
        if pence.0 < 0 {
            return Err(Problem::refused(
                format!("{pence} is less than nothing, and no payment."),
                "Name a sum above nothing, and let the other side pay where it is owed.",
            ));
        }
        if pence > Pence::LARGEST {
            return Err(Problem::refused(
                format!("{pence} is more money than there is."),
                format!("Name a sum of at most {}.", Pence::LARGEST),
            ));
        }
        if from != self.world()? {
            let payer = self.account(from)?;
            if payer.pence < pence {
                return Err(Problem::refused(
                    format!(
                        "{} has {} and owes {} for this: {} is lacking.",
                        payer.name,
                        payer.pence,
                        pence,
                        Pence(pence.0 - payer.pence.0)
                    ),
                    "Let another pay, pay in instalments, or bring money in first.",
                ));
            }
        }
        let day = self.day()?;
        self.sql
            .prepare_cached(
                "INSERT INTO entry (day, from_id, to_id, pence, what, clause) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![day, from, to, pence, what, clause])?;
        self.sql
            .prepare_cached("UPDATE account SET pence = pence - ?1 WHERE id = ?2")?
            .execute(params![pence, from])?;
        self.sql.prepare_cached("UPDATE account SET pence = pence + ?1 WHERE id = ?2")?.execute(params![pence, to])?;
        Ok(())
    }
}
