//! Captives, bargains and instalments.

use super::columns::{Blank, read_of};
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::captivity::{BargainStep, Captive, CaptivityEnd, InstalmentState};
use crate::campaign::ids::{AccountId, BattleId, CaptiveId, FormationId, InstalmentId, PersonId, PlaceId, SideId};
use crate::campaign::money::Pence;
use crate::campaign::people::styled;
use crate::campaign::problem::Result;
use crate::rules::figure::{Rank, Standing};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;

const CAPTIVE: &str = "captive.id, captive.person_id, captive.holder_side_id, captive.holder_id, captive.army_id, \
    captive.place_id, captive.battle_id, captive.taken_day, captive.class, captive.rank, captive.grade, \
    captive.asked_pence, captive.offered_pence, captive.agreed_pence, captive.ended_day, captive.ended, captive.from_id, \
    captive.hostage, captive.pledge_id, captive.heir_of_id";

fn captive_row(row: &rusqlite::Row) -> rusqlite::Result<Captive> {
    read_of("captive", 0, row, |row| {
        Ok(Captive {
            id: row.get(0)?,
            person: row.get(1)?,
            holder_side: row.get(2)?,
            holder: row.get(3)?,
            army: row.get(4)?,
            place: row.get(5)?,
            battle: row.get(6)?,
            taken: row.get(7)?,
            standing: Standing { class: row.get(8)?, rank: row.get(9)?, grade: row.get(10)? },
            asked: row.get(11)?,
            offered: row.get(12)?,
            agreed: row.get(13)?,
            ended_day: row.get(14)?,
            ended: row.get::<_, Blank<CaptivityEnd>>(15)?.0,
            from: row.get(16)?,
            hostage: row.get(17)?,
            pledge: row.get(18)?,
            heir_of: row.get(19)?,
        })
    })
}

/// What was taken together (MM-8.2): in a battle, or outside any on a day.
pub type Haul = (Option<BattleId>, Day);

/// A man newly taken.
#[derive(Clone, Debug)]
pub struct NewCaptive {
    /// Who.
    pub person: PersonId,
    /// The side that holds him.
    pub holder_side: SideId,
    /// The man who took him.
    pub holder: Option<PersonId>,
    /// The army he is led with.
    pub army: Option<FormationId>,
    /// Where he is kept.
    pub place: Option<PlaceId>,
    /// The battle he was taken in.
    pub battle: Option<BattleId>,
    /// The formation he was taken from.
    pub from: Option<FormationId>,
    /// When.
    pub taken: Day,
    /// What he is then.
    pub standing: Standing,
    /// The ransom asked.
    pub asked: Option<Pence>,
}

/// A captive with the names a list shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaptiveLine {
    /// The captivity.
    pub captive: Captive,
    /// His name.
    pub name: String,
    /// His side.
    pub side: SideId,
    /// His side's name.
    pub side_name: String,
    /// The side that holds him.
    pub holder_side: String,
    /// The man who holds him, or nothing.
    pub holder: String,
    /// That man's rank.
    pub holder_rank: Rank,
    /// Where he is, in words.
    pub whereabouts: String,
    /// The battle he was taken in, or nothing.
    pub battle: String,
    /// Whether he is set to labour.
    pub labours: bool,
}

impl CaptiveLine {
    /// His name with the style of his rank.
    pub fn styled(&self) -> String {
        styled(&self.name, self.captive.standing.rank)
    }

    /// Who holds him: the man, with the style of his rank, or else the side.
    pub fn held_by(&self) -> String {
        match self.holder.is_empty() {
            true => self.holder_side.clone(),
            false => styled(&self.holder, self.holder_rank),
        }
    }
}

/// A step of a bargain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bargain {
    /// When.
    pub day: Day,
    /// What was done.
    pub what: BargainStep,
    /// How much.
    pub pence: Pence,
}

/// A part of a ransom agreed in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Instalment {
    pub id: InstalmentId,
    /// For whom.
    pub captive: CaptiveId,
    /// Who pays.
    pub payer: AccountId,
    /// When.
    pub due: Day,
    /// How much.
    pub pence: Pence,
    /// What became of it.
    pub state: InstalmentState,
}

impl Db {
    /// Captives with their names, those held first, newest first; only those held unless `all`.
    pub fn captives(&self, all: bool) -> Result<Vec<CaptiveLine>> {
        self.captive_lines(if all { "true" } else { "captive.state = 'held'" })
    }

    /// Captives for whom parts of a ransom are owed, held or free on parole.
    pub fn captives_who_owe(&self) -> Result<Vec<CaptiveLine>> {
        self.captive_lines("captive.id IN (SELECT captive_id FROM instalment WHERE state IN ('due', 'missed'))")
    }

    fn captive_lines(&self, which: &str) -> Result<Vec<CaptiveLine>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {CAPTIVE}, person.name, person.side_id, side.name, holder_side.name, coalesce(holder.name, ''),
                    coalesce(holder.rank, ''),
                    coalesce('with ' || army.name, place.name, ''), coalesce(battle.name, ''),
                    person.state = 'labourer'
             FROM captive
             JOIN person ON person.id = captive.person_id
             JOIN side ON side.id = person.side_id
             JOIN side AS holder_side ON holder_side.id = captive.holder_side_id
             LEFT JOIN person AS holder ON holder.id = captive.holder_id
             LEFT JOIN formation AS army ON army.id = captive.army_id
             LEFT JOIN place ON place.id = captive.place_id
             LEFT JOIN battle ON battle.id = captive.battle_id
             WHERE {which}
             ORDER BY captive.state = 'ended', captive.class = 'knight' DESC, captive.id DESC"
        ))?;
        let captives = query
            .query_map([], |row| {
                Ok(CaptiveLine {
                    captive: captive_row(row)?,
                    name: row.get(20)?,
                    side: row.get(21)?,
                    side_name: row.get(22)?,
                    holder_side: row.get(23)?,
                    holder: row.get(24)?,
                    holder_rank: row.get(25)?,
                    whereabouts: row.get(26)?,
                    battle: row.get(27)?,
                    labours: row.get(28)?,
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(captives)
    }

    /// One captivity.
    pub fn captive(&self, captive: CaptiveId) -> Result<Captive> {
        let captive = self
            .sql
            .prepare_cached(&format!("SELECT {CAPTIVE} FROM captive WHERE id = ?1"))?
            .query_row([captive], captive_row)?;
        Ok(captive)
    }

    /// The captivity a man is in now.
    pub fn captivity_of(&self, person: PersonId) -> Result<Option<Captive>> {
        let captive = self
            .sql
            .prepare_cached(&format!("SELECT {CAPTIVE} FROM captive WHERE person_id = ?1 AND state = 'held'"))?
            .query_row([person], captive_row)
            .optional()?;
        Ok(captive)
    }

    /// Every captivity of a man, oldest first.
    pub fn captivities_of(&self, person: PersonId) -> Result<Vec<Captive>> {
        let mut query =
            self.sql.prepare_cached(&format!("SELECT {CAPTIVE} FROM captive WHERE person_id = ?1 ORDER BY id"))?;
        let captives = query.query_map([person], captive_row)?.collect::<Result<_, _>>()?;
        Ok(captives)
    }

    /// The hostages held for a man's ransom.
    pub fn pledged_for(&self, captive: CaptiveId) -> Result<Vec<Captive>> {
        self.rows(
            &format!("SELECT {CAPTIVE} FROM captive WHERE pledge_id = ?1 AND state = 'held' ORDER BY id"),
            [captive],
            captive_row,
        )
    }

    /// The captives an army leads.
    pub fn led_by(&self, army: FormationId) -> Result<Vec<Captive>> {
        self.rows(
            &format!("SELECT {CAPTIVE} FROM captive WHERE army_id = ?1 AND state = 'held' ORDER BY id"),
            [army],
            captive_row,
        )
    }

    /// Captives led by an army in which nobody is left.
    pub fn led_by_nobody(&self) -> Result<Vec<Captive>> {
        self.rows(
            &format!(
                "SELECT {CAPTIVE} FROM captive WHERE army_id IS NOT NULL AND state = 'held' AND NOT EXISTS
                     (SELECT 1 FROM formation JOIN person ON person.formation_id = formation.id
                      WHERE formation.army_id = captive.army_id)
                 ORDER BY id"
            ),
            [],
            captive_row,
        )
    }

    /// What was last asked or offered for a captive; none if nothing was said of it.
    pub fn last_said(&self, captive: CaptiveId) -> Result<Option<(BargainStep, Pence)>> {
        let said = self
            .sql
            .prepare_cached(
                "SELECT what, pence FROM bargain WHERE captive_id = ?1 AND what IN ('asked', 'offered')
                 ORDER BY id DESC LIMIT 1",
            )?
            .query_row([captive], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(said)
    }

    /// All a man holds, and all whose ransoms are still owed to him in parts.
    pub fn held_or_owed_to(&self, holder: PersonId) -> Result<Vec<Captive>> {
        self.rows(
            &format!(
                "SELECT {CAPTIVE} FROM captive WHERE holder_id = ?1 AND (state = 'held' OR EXISTS
                     (SELECT 1 FROM instalment
                      WHERE instalment.captive_id = captive.id AND instalment.state IN ('due', 'missed')))
                 ORDER BY id"
            ),
            [holder],
            captive_row,
        )
    }

    /// Of the sergeants a side took together, in one battle or on one day outside any, hostages apart: how many men there
    /// were, and how many have joined it.
    pub fn haul_of_sergeants(&self, haul: Haul, holder: SideId) -> Result<(u32, u32)> {
        let (battle, day) = haul;
        let haul = self
            .sql
            .prepare_cached(
                "SELECT count(DISTINCT person_id), coalesce(sum(ended = 'recruited'), 0) FROM captive
                 WHERE battle_id IS ?1 AND (battle_id IS NOT NULL OR taken_day = ?2) AND holder_side_id = ?3
                     AND class = 'sergeant' AND hostage = 0",
            )?
            .query_row(params![battle, day, holder], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(haul)
    }

    /// Whether somebody serves those who took him, as a labourer (MM-8.3): a peasant, still with them, whose last captivity ended
    /// so.
    pub fn labours_for_captors(&self, person: PersonId) -> Result<bool> {
        let last = self
            .sql
            .prepare_cached(
                "SELECT coalesce(ended, '') = 'recruited' AND captive.class = 'peasant' AND person.class = 'peasant'
                     AND person.side_id = holder_side_id
                 FROM captive JOIN person ON person.id = person_id WHERE person_id = ?1 ORDER BY captive.id DESC LIMIT 1",
            )?
            .query_row([person], |row| row.get(0))
            .optional()?;
        Ok(last.unwrap_or(false))
    }

    /// What was said about a captive's ransom, oldest first.
    pub fn bargains(&self, captive: CaptiveId) -> Result<Vec<Bargain>> {
        let mut query =
            self.sql.prepare_cached("SELECT id, day, what, pence FROM bargain WHERE captive_id = ?1 ORDER BY id")?;
        let bargains = query
            .query_map([captive], |row| {
                read_of("bargain", 0, row, |row| {
                    Ok(Bargain { day: row.get(1)?, what: row.get(2)?, pence: row.get(3)? })
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(bargains)
    }

    /// Instalments still due or missed, the earliest first.
    pub fn instalments(&self) -> Result<Vec<Instalment>> {
        let mut query = self.sql.prepare_cached(
            "SELECT id, captive_id, payer_id, due_day, pence, state FROM instalment
             WHERE state IN ('due', 'missed') ORDER BY due_day, id",
        )?;
        let instalments = query
            .query_map([], |row| {
                read_of("instalment", 0, row, |row| {
                    Ok(Instalment {
                        id: row.get(0)?,
                        captive: row.get(1)?,
                        payer: row.get(2)?,
                        due: row.get(3)?,
                        pence: row.get(4)?,
                        state: row.get(5)?,
                    })
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(instalments)
    }
}

impl Act<'_> {
    /// Lets captives taken from one formation go back to another when they are free, since the one is no more.
    pub fn send_freed_to(&self, gone: FormationId, to: FormationId) -> Result<()> {
        self.sql.execute("UPDATE captive SET from_id = ?1 WHERE from_id = ?2", params![to, gone])?;
        Ok(())
    }

    /// Writes a captivity.
    pub fn add_captive(&self, new: &NewCaptive) -> Result<CaptiveId> {
        let Standing { class, rank, grade } = new.standing;
        self.sql
            .prepare_cached(
                "INSERT INTO captive (person_id, holder_side_id, holder_id, army_id, place_id, battle_id, taken_day,
                     class, rank, grade, asked_pence, from_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                new.person,
                new.holder_side,
                new.holder,
                new.army,
                new.place,
                new.battle,
                new.taken,
                class,
                rank,
                grade,
                new.asked,
                new.from
            ])?;
        let captive = CaptiveId(self.sql.last_insert_rowid());
        if let Some(asked) = new.asked {
            self.add_bargain(captive, BargainStep::Asked, asked)?;
        }
        Ok(captive)
    }

    /// Ends a captivity.
    pub fn end_captive(&self, captive: CaptiveId, end: CaptivityEnd) -> Result<()> {
        let day = self.day()?;
        self.sql
            .prepare_cached(
                "UPDATE captive SET state = 'ended', ended = ?1, ended_day = ?2, army_id = NULL WHERE id = ?3",
            )?
            .execute(params![end, day, captive])?;
        self.end_instalments(captive)
    }

    /// Ends what is still owed over a captivity.
    pub fn end_instalments(&self, captive: CaptiveId) -> Result<()> {
        self.sql
            .prepare_cached(
                "UPDATE instalment SET state = 'ended' WHERE captive_id = ?1 AND state IN ('due', 'missed')",
            )?
            .execute([captive])?;
        Ok(())
    }

    /// Ends what is still owed for a man who is dead (CP-7.6). Gives how many parts that were.
    pub fn end_debts(&self, person: PersonId) -> Result<usize> {
        let ended = self
            .sql
            .prepare_cached(
                "UPDATE instalment SET state = 'ended' WHERE state IN ('due', 'missed')
                     AND captive_id IN (SELECT id FROM captive WHERE person_id = ?1)",
            )?
            .execute([person])?;
        Ok(ended)
    }

    /// Writes a step of a bargain and what it makes the terms.
    pub fn add_bargain(&self, captive: CaptiveId, what: BargainStep, pence: Pence) -> Result<()> {
        let day = self.day()?;
        self.sql
            .prepare_cached("INSERT INTO bargain (captive_id, day, what, pence) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![captive, day, what, pence])?;
        let set = match what {
            BargainStep::Asked => "UPDATE captive SET asked_pence = ?1 WHERE id = ?2",
            BargainStep::Offered => "UPDATE captive SET offered_pence = ?1 WHERE id = ?2",
            BargainStep::Agreed => "UPDATE captive SET agreed_pence = ?1 WHERE id = ?2",
            BargainStep::Paid | BargainStep::Sold => return Ok(()),
        };
        self.sql.prepare_cached(set)?.execute(params![pence, captive])?;
        Ok(())
    }

    /// Gives a captive to another holder, or keeps him elsewhere.
    pub fn set_holder(
        &self,
        captive: CaptiveId,
        side: SideId,
        holder: Option<PersonId>,
        army: Option<FormationId>,
        place: Option<PlaceId>,
    ) -> Result<()> {
        self.sql
            .prepare_cached(
                "UPDATE captive SET holder_side_id = ?1, holder_id = ?2, army_id = ?3, place_id = ?4 WHERE id = ?5",
            )?
            .execute(params![side, holder, army, place, captive])?;
        Ok(())
    }

    /// Writes a captivity over by hand (CP-7.7): everything but whose it is, and how it ended.
    pub fn edit_captive(&self, edited: &Captive) -> Result<()> {
        self.sql.execute(
            "UPDATE captive SET holder_side_id = ?2, holder_id = ?3, army_id = ?4, place_id = ?5, battle_id = ?6,
                 taken_day = ?7, class = ?8, rank = ?9, grade = ?10, asked_pence = ?11, offered_pence = ?12,
                 agreed_pence = ?13, heir_of_id = ?14 WHERE id = ?1",
            params![
                edited.id,
                edited.holder_side,
                edited.holder,
                edited.army,
                edited.place,
                edited.battle,
                edited.taken,
                edited.standing.class,
                edited.standing.rank,
                edited.standing.grade,
                edited.asked,
                edited.offered,
                edited.agreed,
                edited.heir_of
            ],
        )?;
        Ok(())
    }

    /// Writes a part of a ransom over by hand (CP-7.7): who pays it, when and how much, and whether it is due or missed.
    pub fn edit_instalment(&self, edited: &Instalment) -> Result<()> {
        self.sql.execute(
            "UPDATE instalment SET payer_id = ?2, due_day = ?3, pence = ?4, state = ?5 WHERE id = ?1",
            params![edited.id, edited.payer, edited.due, edited.pence, edited.state],
        )?;
        Ok(())
    }

    /// Holds a captive as a hostage for another man's ransom (CP-4.3), or as a captive like any other.
    pub fn set_pledge(&self, captive: CaptiveId, pledge: Option<CaptiveId>) -> Result<()> {
        self.sql.prepare_cached("UPDATE captive SET hostage = ?1, pledge_id = ?2 WHERE id = ?3")?.execute(params![
            pledge.is_some(),
            pledge,
            captive
        ])?;
        Ok(())
    }

    /// Says whose heir is to hold a captive, or that it is decided (CP-7.6).
    pub fn set_heir_of(&self, captive: CaptiveId, dead: Option<PersonId>) -> Result<()> {
        self.sql.prepare_cached("UPDATE captive SET heir_of_id = ?1 WHERE id = ?2")?.execute(params![dead, captive])?;
        Ok(())
    }

    /// Writes a part of a ransom to be paid.
    pub fn add_instalment(&self, captive: CaptiveId, payer: AccountId, due: Day, pence: Pence) -> Result<()> {
        self.sql.execute(
            "INSERT INTO instalment (captive_id, payer_id, due_day, pence) VALUES (?1, ?2, ?3, ?4)",
            params![captive, payer, due, pence],
        )?;
        Ok(())
    }

    /// Says what became of an instalment.
    pub fn set_instalment(&self, instalment: InstalmentId, state: InstalmentState) -> Result<()> {
        let paid = (state == InstalmentState::Paid).then(|| self.day()).transpose()?;
        self.sql
            .prepare_cached("UPDATE instalment SET state = ?1, paid_day = ?2 WHERE id = ?3")?
            .execute(params![state, paid, instalment])?;
        Ok(())
    }
}
