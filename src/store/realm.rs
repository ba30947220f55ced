//! The campaign itself, its sides, what is between them, and its house numbers.

use super::columns::read_of;
use super::limits::MOST_SIDES;
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{PersonId, SideId};
use crate::campaign::names::People;
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::{CampaignFacts, Realm, Relation, Stance, Tincture};
use rusqlite::{OptionalExtension, params};
use std::collections::BTreeMap;

impl Db {
    /// The campaign's name, date and turn.
    pub fn about(&self) -> Result<CampaignFacts> {
        let about = self
            .sql
            .prepare_cached("SELECT name, first_day, day, turn, turn_days, seed, blurb FROM campaign")?
            .query_row([], |row| {
                Ok(CampaignFacts {
                    name: row.get(0)?,
                    first_day: row.get(1)?,
                    day: row.get(2)?,
                    turn: row.get(3)?,
                    turn_days: row.get(4)?,
                    seed: row.get::<_, i64>(5)? as u64,
                    blurb: row.get(6)?,
                })
            })?;
        if !(1..=30).contains(&about.turn_days) {
            return Err(super::file::damaged(&format!("a turn of it has {} days", about.turn_days)));
        }
        Ok(about)
    }

    /// The campaign's day.
    pub fn day(&self) -> Result<Day> {
        Ok(self.sql.prepare_cached("SELECT day FROM campaign")?.query_row([], |row| row.get(0))?)
    }

    /// Every side, in the order they came.
    pub fn sides(&self) -> Result<Vec<Realm>> {
        let mut query = self.sql.prepare_cached(
            "SELECT side.id, side.name, side.tincture, side.people, side.lord_id, coalesce(account.pence, 0)
             FROM side LEFT JOIN account ON account.side_id = side.id ORDER BY side.id",
        )?;
        let sides = query.query_map([], side_row)?.collect::<Result<_, _>>()?;
        Ok(sides)
    }

    pub fn side(&self, side: SideId) -> Result<Realm> {
        let side = self
            .sql
            .prepare_cached(
                "SELECT side.id, side.name, side.tincture, side.people, side.lord_id, coalesce(account.pence, 0)
                 FROM side LEFT JOIN account ON account.side_id = side.id WHERE side.id = ?1",
            )?
            .query_row([side], side_row)?;
        Ok(side)
    }

    /// The side of a name, letters' case and accents apart.
    pub fn side_named(&self, name: &str) -> Result<Realm> {
        let sides = self.sides()?;
        let wanted = super::journal::fold(name.trim());
        sides.iter().find(|side| super::journal::fold(&side.name) == wanted).cloned().ok_or_else(|| {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            Problem::new(ProblemKind::NotFound, format!("There is no side “{name}”.")).hint(match names.is_empty() {
                true => "The campaign has no sides; import a roster to make one.".to_owned(),
                false => format!("The sides are {}.", names.join(", ")),
            })
        })
    }

    /// What is between each two sides; a pair that has no row is at peace, and one at peace has a row while it waits to be
    /// decided what becomes of prisoners.
    pub fn relations(&self) -> Result<Vec<Relation>> {
        let mut query = self.sql.prepare_cached(
            "SELECT id, side_a_id, side_b_id, state, until_day, prisoners_wait FROM relation ORDER BY id",
        )?;
        let relations = query
            .query_map([], |row| {
                read_of("relation", 0, row, |row| {
                    Ok(Relation {
                        a: row.get(1)?,
                        b: row.get(2)?,
                        stance: row.get(3)?,
                        until: row.get(4)?,
                        prisoners_wait: row.get(5)?,
                    })
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(relations)
    }

    /// What is between two sides.
    pub fn stance(&self, a: SideId, b: SideId) -> Result<Stance> {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let stance = self
            .sql
            .prepare_cached("SELECT state FROM relation WHERE side_a_id = ?1 AND side_b_id = ?2")?
            .query_row([a, b], |row| row.get(0))
            .optional()?;
        Ok(stance.unwrap_or(Stance::Peace))
    }

    /// House numbers this campaign plays otherwise, by key.
    pub fn house(&self) -> Result<BTreeMap<String, String>> {
        let mut query = self.sql.prepare_cached("SELECT key, value FROM house")?;
        let house = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(house)
    }
}

fn side_row(row: &rusqlite::Row) -> rusqlite::Result<Realm> {
    read_of("side", 0, row, |row| {
        Ok(Realm {
            id: row.get(0)?,
            name: row.get(1)?,
            tincture: row.get(2)?,
            people: row.get(3)?,
            lord: row.get(4)?,
            treasury: row.get(5)?,
        })
    })
}

impl Act<'_> {
    /// Writes the campaign's one row.
    pub fn found(&self, about: &CampaignFacts) -> Result<()> {
        self.sql.execute(
            "INSERT INTO campaign (id, name, first_day, day, turn, turn_days, seed, blurb)
             VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                about.name,
                about.first_day,
                about.day,
                about.turn,
                about.turn_days,
                about.seed as i64,
                about.blurb
            ],
        )?;
        self.sql.execute("INSERT INTO account (pence) VALUES (0)", [])?;
        Ok(())
    }

    /// Moves the date and the turn's number on.
    pub fn set_day(&self, day: Day, turn: u32) -> Result<()> {
        if !Day::reach().contains(&day) {
            return Err(super::file::calendar_ends());
        }
        self.sql.prepare_cached("UPDATE campaign SET day = ?1, turn = ?2")?.execute(params![day, turn])?;
        Ok(())
    }

    /// Adds a side, with an empty treasury.
    pub fn add_side(&self, name: &str, tincture: Tincture, people: People) -> Result<SideId> {
        let sides: i64 = self.sql.query_row("SELECT count(*) FROM side", [], |row| row.get(0))?;
        if sides >= MOST_SIDES {
            return Err(Problem::refused(
                format!("A campaign has {MOST_SIDES} sides at most."),
                "Put the men on a side that is there.",
            ));
        }
        self.sql.execute(
            "INSERT INTO side (name, tincture, people) VALUES (?1, ?2, ?3)",
            params![name, tincture, people],
        )?;
        let side = SideId(self.sql.last_insert_rowid());
        self.sql.execute("INSERT INTO account (side_id) VALUES (?1)", [side])?;
        Ok(side)
    }

    /// Names a side's lord, or leaves the place vacant.
    pub fn set_side_lord(&self, side: SideId, lord: Option<PersonId>) -> Result<()> {
        self.sql.execute("UPDATE side SET lord_id = ?1 WHERE id = ?2", params![lord, side])?;
        Ok(())
    }

    /// Sets what is between two sides; peace takes the row out.
    pub fn set_stance(&self, a: SideId, b: SideId, stance: Stance, until: Option<Day>) -> Result<()> {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if stance == Stance::Peace {
            self.sql.execute("DELETE FROM relation WHERE side_a_id = ?1 AND side_b_id = ?2", params![a, b])?;
            return Ok(());
        }
        let changed = self.sql.execute(
            "UPDATE relation SET state = ?3, until_day = ?4, prisoners_wait = 0 WHERE side_a_id = ?1 AND side_b_id = ?2",
            params![a, b, stance, until],
        )?;
        if changed == 0 {
            self.sql.execute(
                "INSERT INTO relation (side_a_id, side_b_id, state, until_day) VALUES (?1, ?2, ?3, ?4)",
                params![a, b, stance, until],
            )?;
        }
        Ok(())
    }

    /// Sets whether it waits to be decided what becomes of the prisoners two sides hold of one another. At peace they have a
    /// row only while it does.
    pub fn set_prisoners_wait(&self, a: SideId, b: SideId, wait: bool) -> Result<()> {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if !wait {
            self.sql.execute(
                "DELETE FROM relation WHERE side_a_id = ?1 AND side_b_id = ?2 AND state = 'peace'",
                params![a, b],
            )?;
        }
        let known = self.sql.execute(
            "UPDATE relation SET prisoners_wait = ?3 WHERE side_a_id = ?1 AND side_b_id = ?2",
            params![a, b, wait],
        )?;
        if known == 0 && wait {
            self.sql.execute(
                "INSERT INTO relation (side_a_id, side_b_id, state, prisoners_wait) VALUES (?1, ?2, 'peace', 1)",
                params![a, b],
            )?;
        }
        Ok(())
    }

    /// Plays a house number otherwise, or by the table again.
    pub fn set_house(&self, key: &str, value: Option<&str>, reason: &str) -> Result<()> {
        self.sql.execute("DELETE FROM house WHERE key = ?1", [key])?;
        if let Some(value) = value {
            self.sql
                .execute("INSERT INTO house (key, value, reason) VALUES (?1, ?2, ?3)", params![key, value, reason])?;
        }
        Ok(())
    }
}
