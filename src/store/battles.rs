//! Contacts, battles, their men, deeds and records.

use super::columns::{Blank, Winner, read_of};
use super::limits::MOST_DEEDS;
use super::{Act, Db, digest};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{BattleId, ContactId, FormationId, PersonId, PlaceId, RecordId, SiegeId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::war::{Battle, BattleDraft, BattleEnding, BattleMan, Contact, ContactKind, ContactState, Joined};
use crate::rules::battle::{DeedKind, FateKind, Standard};
use crate::rules::figure::{BySide, Standing};
use crate::rules::ruleset::Ruleset;
use crate::rules::weather::WeatherKind;
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

const CONTACT: &str = "id, day, place_id, attacker_id, defender_id, state, battle_id, kind, siege_id, accepted";
const BATTLE: &str = "battle.id, battle.day, battle.place_id, battle.name, battle.attacker_id, battle.defender_id, \
    battle.ground, battle.rules, battle.seed, battle.settled, battle.winner, battle.attacker_half_points, \
    battle.defender_half_points, battle.turns, battle.record_id, battle.attacker_gear, battle.defender_gear, battle.weather";

fn contact_row(row: &rusqlite::Row) -> rusqlite::Result<Contact> {
    read_of("contact", 0, row, |row| {
        Ok(Contact {
            id: row.get(0)?,
            day: row.get(1)?,
            place: row.get(2)?,
            attacker: row.get(3)?,
            defender: row.get(4)?,
            state: row.get(5)?,
            battle: row.get(6)?,
            kind: row.get(7)?,
            siege: row.get(8)?,
            accepted: row.get(9)?,
        })
    })
}

fn battle_row(row: &rusqlite::Row) -> rusqlite::Result<Battle> {
    read_of("battle", 0, row, |row| {
        Ok(Battle {
            id: row.get(0)?,
            day: row.get(1)?,
            place: row.get(2)?,
            name: row.get(3)?,
            attacker: row.get(4)?,
            defender: row.get(5)?,
            joined: Vec::new(),
            weather: row.get(17)?,
            ground: row.get(6)?,
            rules: row.get(7)?,
            seed: row.get::<_, i64>(8)? as u64,
            settled: row.get(9)?,
            winner: row.get::<_, Winner>(10)?.0,
            attacker_half_points: row.get(11)?,
            defender_half_points: row.get(12)?,
            turns: row.get(13)?,
            record: row.get(14)?,
            gear: BySide { attacker: row.get(15)?, defender: row.get(16)? },
        })
    })
}

/// A man of a battle: `at` is the column of the row's id, and what he was and became follows it.
fn man_row(row: &rusqlite::Row, person: PersonId, at: usize) -> rusqlite::Result<BattleMan> {
    read_of("battle_man", at, row, |row| {
        Ok(BattleMan {
            person,
            side: row.get(at + 1)?,
            number: row.get(at + 2)?,
            standing: Standing { class: row.get(at + 3)?, rank: row.get(at + 4)?, grade: row.get(at + 5)? },
            fate: row.get::<_, Blank<FateKind>>(at + 6)?.0,
            wounded: row.get(at + 7)?,
            captor: row.get(at + 8)?,
        })
    })
}

/// A deed done in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeedRow {
    pub battle: BattleId,
    /// Who did it.
    pub person: PersonId,
    /// What he did.
    pub what: DeedKind,
    /// To whom.
    pub other: Option<PersonId>,
    /// Whose standard he took.
    pub standard: Option<Standard>,
}

impl Db {
    /// The contact that a battle settled, if it was one.
    pub fn contact_of(&self, battle: BattleId) -> Result<Option<Contact>> {
        let of = format!("SELECT {CONTACT} FROM contact WHERE battle_id = ?1 ORDER BY id LIMIT 1");
        Ok(self.sql.prepare_cached(&of)?.query_row([battle], contact_row).optional()?)
    }

    /// Contacts that wait for the referee, oldest first.
    pub fn waiting_contacts(&self) -> Result<Vec<Contact>> {
        let mut query =
            self.sql.prepare_cached(&format!("SELECT {CONTACT} FROM contact WHERE state = 'waiting' ORDER BY id"))?;
        let contacts = query.query_map([], contact_row)?.collect::<Result<_, _>>()?;
        Ok(contacts)
    }

    /// Contacts of sieges that were settled by the siege's own roll and not as a battle (SG-1.4, SG-1.6), oldest first.
    pub fn rolled_contacts(&self) -> Result<Vec<Contact>> {
        self.rows(
            &format!(
                "SELECT {CONTACT} FROM contact
                 WHERE siege_id > 0 AND state = 'fought' AND battle_id IS NULL AND kind <> 'field' ORDER BY id"
            ),
            [],
            contact_row,
        )
    }

    /// The armies that are held by a contact that waits (CP-2.2).
    pub fn armies_in_contact(&self) -> Result<BTreeSet<FormationId>> {
        let waiting = self.waiting_contacts()?;
        Ok(waiting.iter().flat_map(|contact| [contact.attacker, contact.defender]).collect())
    }

    /// Contacts in the field that wait and are a siege's, of an army.
    pub fn waiting_at_sieges(&self, army: FormationId) -> Result<Vec<Contact>> {
        // Of the indexes only that of sieges is short where very many armies meet.
        self.rows(
            &format!(
                "SELECT {CONTACT} FROM contact WHERE siege_id > 0 AND state = 'waiting' AND kind = 'field'
                     AND ?1 IN (+attacker_id, +defender_id) ORDER BY id"
            ),
            [army],
            contact_row,
        )
    }

    pub fn contact(&self, contact: ContactId) -> Result<Contact> {
        let contact = self
            .sql
            .prepare_cached(&format!("SELECT {CONTACT} FROM contact WHERE id = ?1"))?
            .query_row([contact], contact_row)?;
        Ok(contact)
    }

    /// Every battle, newest first.
    pub fn battles(&self) -> Result<Vec<Battle>> {
        let mut query = self.sql.prepare_cached(&format!("SELECT {BATTLE} FROM battle ORDER BY id DESC"))?;
        let mut battles: Vec<Battle> = query.query_map([], battle_row)?.collect::<Result<_, _>>()?;
        let mut joined = self.joined()?;
        for battle in &mut battles {
            battle.joined = joined.remove(&battle.id).unwrap_or_default();
        }
        Ok(battles)
    }

    /// Who joins each battle that more than two armies fight, or to which somebody comes later, in the order they were named.
    fn joined(&self) -> Result<BTreeMap<BattleId, Vec<Joined>>> {
        let mut query = self
            .sql
            .prepare_cached("SELECT id, battle_id, formation_id, side, arrives FROM battle_host ORDER BY id")?;
        let rows = query.query_map([], |row| {
            read_of("battle_host", 0, row, |row| {
                let joined = Joined { formation: row.get(2)?, side: row.get(3)?, arrives: row.get(4)? };
                Ok((row.get::<_, BattleId>(1)?, joined))
            })
        })?;
        let mut of: BTreeMap<BattleId, Vec<Joined>> = BTreeMap::new();
        for row in rows {
            let (battle, joined) = row?;
            of.entry(battle).or_default().push(joined);
        }
        Ok(of)
    }

    pub fn battle(&self, battle: BattleId) -> Result<Battle> {
        let battle: Battle = self
            .sql
            .prepare_cached(&format!("SELECT {BATTLE} FROM battle WHERE id = ?1"))?
            .query_row([battle], battle_row)?;
        let joined = self.joined()?.remove(&battle.id).unwrap_or_default();
        Ok(Battle { joined, ..battle })
    }

    /// The men of a battle, in the order of the roster.
    pub fn battle_men(&self, battle: BattleId) -> Result<Vec<BattleMan>> {
        let mut query = self.sql.prepare_cached(
            "SELECT person_id, id, side, number, class, rank, grade, fate, wounded, captor_id
             FROM battle_man WHERE battle_id = ?1 ORDER BY id",
        )?;
        let men = query.query_map([battle], |row| man_row(row, row.get(0)?, 1))?.collect::<Result<_, _>>()?;
        Ok(men)
    }

    /// The settled battles a man was in, oldest first, with his part in each.
    pub fn battles_of(&self, person: PersonId) -> Result<Vec<(Battle, BattleMan)>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {BATTLE}, battle_man.id, battle_man.side, battle_man.number, battle_man.class, battle_man.rank,
                    battle_man.grade, battle_man.fate, battle_man.wounded, battle_man.captor_id
             FROM battle_man JOIN battle ON battle.id = battle_man.battle_id
             WHERE battle_man.person_id = ?1 AND battle.state = 'settled' ORDER BY battle.id"
        ))?;
        let mut battles: Vec<(Battle, BattleMan)> = query
            .query_map([person], |row| Ok((battle_row(row)?, man_row(row, person, 18)?)))?
            .collect::<Result<_, _>>()?;
        let mut joined = self.joined()?;
        for (battle, _) in &mut battles {
            battle.joined = joined.remove(&battle.id).unwrap_or_default();
        }
        Ok(battles)
    }

    /// A man's deeds, oldest first.
    pub fn deeds_of(&self, person: PersonId) -> Result<Vec<DeedRow>> {
        let count = "SELECT count(*) FROM deed WHERE person_id = ?1";
        let deeds: i64 = self.sql.prepare_cached(count)?.query_row([person], |row| row.get(0))?;
        if deeds > MOST_DEEDS {
            return Err(Problem::new(
                ProblemKind::Corrupt,
                format!("He has {deeds} deeds, and {MOST_DEEDS} are told of a man at most."),
            )
            .hint("No campaign grows so: open the newest backup beside it, or ask for the file again."));
        }
        let mut query = self.sql.prepare_cached(
            "SELECT id, battle_id, person_id, what, other_id, detail FROM deed WHERE person_id = ?1 ORDER BY id",
        )?;
        let deeds = query
            .query_map([person], |row| {
                read_of("deed", 0, row, |row| {
                    Ok(DeedRow {
                        battle: row.get(1)?,
                        person: row.get(2)?,
                        what: row.get(3)?,
                        other: row.get(4)?,
                        standard: row.get::<_, Blank<Standard>>(5)?.0,
                    })
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(deeds)
    }

    /// Every record there is, and the rules it is of.
    pub fn records(&self) -> Result<Vec<(RecordId, Ruleset)>> {
        let mut query = self.sql.prepare_cached("SELECT id, rules FROM record ORDER BY id")?;
        let records = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(records)
    }

    /// A battle's record, as it was kept.
    pub fn record(&self, record: RecordId) -> Result<Vec<u8>> {
        self.sql
            .prepare_cached("SELECT data FROM record WHERE id = ?1")?
            .query_row([record], |row| row.get(0))
            .optional()?
            .ok_or_else(|| {
                Problem::new(ProblemKind::NotFound, "That battle has no record to replay.")
                    .hint("Only battles fought by the program have one.")
            })
    }
}

impl Act<'_> {
    /// Writes a contact.
    pub fn add_contact(
        &self,
        day: Day,
        place: PlaceId,
        attacker: FormationId,
        defender: FormationId,
        (kind, siege): (ContactKind, Option<SiegeId>),
    ) -> Result<ContactId> {
        self.sql
            .prepare_cached(
                "INSERT INTO contact (day, place_id, attacker_id, defender_id, kind, siege_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![day, place, attacker, defender, kind, siege])?;
        Ok(ContactId(self.sql.last_insert_rowid()))
    }

    /// Says what became of a contact.
    pub fn settle_contact(&self, contact: ContactId, state: ContactState, battle: Option<BattleId>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE contact SET state = ?1, battle_id = coalesce(?2, battle_id) WHERE id = ?3")?
            .execute(params![state, battle, contact])?;
        Ok(())
    }

    /// Nothing more is chosen about a contact at a siege: besiegers fight it with everything (SG-4.1), or found somebody out at their
    /// lines (SG-2.3).
    pub fn accept_contact(&self, contact: ContactId) -> Result<()> {
        self.sql.execute("UPDATE contact SET accepted = 1 WHERE id = ?1", [contact])?;
        Ok(())
    }

    /// Two armies are face to face still, and no siege any more.
    pub fn take_contact_out_of_siege(&self, contact: ContactId) -> Result<()> {
        self.sql.execute("UPDATE contact SET siege_id = NULL, accepted = 0 WHERE id = ?1", [contact])?;
        Ok(())
    }

    /// Writes a battle as it is planned.
    pub fn add_battle(&self, battle: &BattleDraft) -> Result<BattleId> {
        self.sql.execute(
            "INSERT INTO battle (day, place_id, name, attacker_id, defender_id, ground, rules, seed, attacker_gear,
                 defender_gear, weather)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                battle.day,
                battle.place,
                battle.name,
                battle.attacker,
                battle.defender,
                battle.ground,
                battle.rules,
                battle.seed as i64,
                battle.gear.attacker,
                battle.gear.defender,
                battle.weather
            ],
        )?;
        let id = BattleId(self.sql.last_insert_rowid());
        self.set_joined(id, &battle.joined)?;
        Ok(id)
    }

    /// Writes a battle's result, and how it was fought in the end.
    pub fn settle_battle(&self, battle: BattleId, fought: &BattleDraft, ending: &BattleEnding) -> Result<()> {
        self.sql.execute(
            "UPDATE battle SET state = 'settled', settled = ?2, winner = ?3, attacker_half_points = ?4,
                 defender_half_points = ?5, turns = ?6, record_id = ?7, rules = ?8,
                 ground = ?9, attacker_gear = ?10, defender_gear = ?11, weather = ?12 WHERE id = ?1",
            params![
                battle,
                ending.settled,
                Winner(ending.winner),
                ending.half_points.attacker,
                ending.half_points.defender,
                ending.turns,
                ending.record,
                fought.rules,
                fought.ground,
                fought.gear.attacker,
                fought.gear.defender,
                fought.weather
            ],
        )?;
        Ok(())
    }

    pub fn set_battle_ground(&self, battle: BattleId, ground: &str) -> Result<()> {
        self.sql.execute("UPDATE battle SET ground = ?2 WHERE id = ?1", params![battle, ground])?;
        Ok(())
    }

    pub fn set_battle_weather(&self, battle: BattleId, weather: WeatherKind) -> Result<()> {
        self.sql.execute("UPDATE battle SET weather = ?2 WHERE id = ?1", params![battle, weather])?;
        Ok(())
    }

    /// Sets who joins a battle, and when.
    pub fn set_joined(&self, battle: BattleId, joined: &[Joined]) -> Result<()> {
        self.sql.execute("DELETE FROM battle_host WHERE battle_id = ?1", [battle])?;
        for Joined { formation, side, arrives } in joined {
            self.sql.execute(
                "INSERT INTO battle_host (battle_id, formation_id, side, arrives) VALUES (?1, ?2, ?3, ?4)",
                params![battle, formation, side, arrives],
            )?;
        }
        Ok(())
    }

    /// Sets what the hosts of a battle bring besides their men.
    pub fn set_battle_gear(&self, battle: BattleId, gear: &BySide<String>) -> Result<()> {
        self.sql.execute(
            "UPDATE battle SET attacker_gear = ?2, defender_gear = ?3 WHERE id = ?1",
            params![battle, gear.attacker, gear.defender],
        )?;
        Ok(())
    }

    /// Writes a man of a battle.
    pub fn add_battle_man(&self, battle: BattleId, man: &BattleMan) -> Result<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO battle_man (battle_id, person_id, side, number, class, rank, grade, fate, wounded, captor_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                battle,
                man.person,
                man.side,
                man.number,
                man.standing.class,
                man.standing.rank,
                man.standing.grade,
                Blank(man.fate),
                man.wounded,
                man.captor
            ])?;
        Ok(())
    }

    /// Writes what became of a man of a battle already planned.
    pub fn set_fate(&self, battle: BattleId, man: &BattleMan) -> Result<()> {
        self.sql
            .prepare_cached(
                "UPDATE battle_man SET fate = ?3, wounded = ?4, captor_id = ?5 WHERE battle_id = ?1 AND person_id = ?2",
            )?
            .execute(params![battle, man.person, Blank(man.fate), man.wounded, man.captor])?;
        Ok(())
    }

    /// Writes a deed.
    pub fn add_deed(&self, deed: &DeedRow) -> Result<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO deed (battle_id, person_id, what, other_id, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![deed.battle, deed.person, deed.what, deed.other, Blank(deed.standard)])?;
        Ok(())
    }

    /// Keeps a battle's record; undo leaves it alone.
    pub fn add_record(&self, rules: Ruleset, format: u32, data: &[u8]) -> Result<RecordId> {
        let now = super::now();
        self.sql.execute(
            "INSERT INTO record (rules, format, at, data) VALUES (?1, ?2, ?3, ?4)",
            params![rules, format, now, data],
        )?;
        let record = self.sql.last_insert_rowid();
        digest::seal_kept(&self.sql, "record", record)?;
        Ok(RecordId(record))
    }

    /// Drops a planned battle with its men.
    pub fn drop_battle(&self, battle: BattleId) -> Result<()> {
        self.sql.execute("UPDATE contact SET battle_id = NULL WHERE battle_id = ?1", [battle])?;
        self.sql.execute("DELETE FROM battle_man WHERE battle_id = ?1", [battle])?;
        self.sql.execute("DELETE FROM battle_host WHERE battle_id = ?1", [battle])?;
        self.sql.execute("DELETE FROM battle WHERE id = ?1 AND state = 'planned'", [battle])?;
        Ok(())
    }
}
