//! Armies, battles, forces and units.

use super::columns::read_of;
use super::limits::MOST_ARMIES;
use super::{Act, Db};
use crate::campaign::armies::{Count, Formation, Level};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, PersonId, PlaceId, SideId, SiegeId, StrongholdId};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::{OptionalExtension, params};
use std::collections::BTreeMap;

const FORMATION: &str = "formation.id, formation.side_id, formation.parent_id, formation.army_id, formation.level, \
    formation.name, formation.ordinal, formation.commander_id, formation.place_id, formation.stronghold_id, \
    formation.unpaid_weeks, formation.hungry_weeks, formation.train, formation.fed_day";

fn formation_row(row: &rusqlite::Row) -> rusqlite::Result<Formation> {
    read_of("formation", 0, row, |row| {
        Ok(Formation {
            id: row.get(0)?,
            side: row.get(1)?,
            parent: row.get(2)?,
            army: row.get(3)?,
            level: row.get(4)?,
            name: row.get(5)?,
            ordinal: row.get(6)?,
            commander: row.get(7)?,
            place: row.get(8)?,
            stronghold: row.get(9)?,
            unpaid_weeks: row.get(10)?,
            hungry_weeks: row.get(11)?,
            train: row.get(12)?,
            fed: row.get(13)?,
        })
    })
}

impl Db {
    /// Every army, by side and name.
    pub fn armies(&self) -> Result<Vec<Formation>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {FORMATION} FROM formation WHERE level = 'army' ORDER BY side_id, ordinal, name"
        ))?;
        let armies = query.query_map([], formation_row)?.collect::<Result<_, _>>()?;
        Ok(armies)
    }

    /// The armies that are at a siege, or in the stronghold besieged, by side and name.
    pub fn armies_of_siege(&self, siege: SiegeId, stronghold: StrongholdId) -> Result<Vec<Formation>> {
        let mut query = self.sql.prepare_cached(&format!(
            "SELECT {FORMATION} FROM formation
             WHERE level = 'army' AND (stronghold_id = ?2
                 OR id IN (SELECT army_id FROM siege_army WHERE siege_id = ?1 AND left_day IS NULL))
             ORDER BY side_id, ordinal, name"
        ))?;
        let armies = query.query_map(params![siege, stronghold], formation_row)?.collect::<Result<_, _>>()?;
        Ok(armies)
    }

    /// How many armies there are.
    pub(super) fn count_armies(&self) -> Result<i64> {
        let armies = "SELECT count(*) FROM formation WHERE level = 'army'";
        Ok(self.sql.prepare_cached(armies)?.query_row([], |row| row.get(0))?)
    }

    /// One army, battle, force or unit.
    pub fn formation(&self, formation: FormationId) -> Result<Formation> {
        let formation = self
            .sql
            .prepare_cached(&format!("SELECT {FORMATION} FROM formation WHERE id = ?1"))?
            .query_row([formation], formation_row)
            .optional()?;
        formation.ok_or_else(|| {
            Problem::new(ProblemKind::NotFound, "That formation is no longer there.").hint("Look at the armies again.")
        })
    }

    /// The army of a name, letters' case and accents apart. Where two sides have one of the same name, the side is
    /// written before it: `Gorwen: Host`.
    pub fn army_named(&self, name: &str) -> Result<Formation> {
        let wanted = super::journal::fold(name.trim());
        let mut armies = self.armies()?;
        if !armies.iter().any(|army| super::journal::fold(&army.name) == wanted)
            && let Some((side, name)) = name.split_once(": ")
            && let Ok(side) = self.side_named(side)
        {
            armies.retain(|army| army.side == side.id);
            let wanted = super::journal::fold(name.trim());
            if let Some(army) = armies.into_iter().find(|army| super::journal::fold(&army.name) == wanted) {
                return Ok(army);
            }
            armies = self.armies()?;
        }
        let found: Vec<&Formation> = armies.iter().filter(|army| super::journal::fold(&army.name) == wanted).collect();
        match found.as_slice() {
            [army] => Ok((*army).clone()),
            [] => {
                let names: Vec<&str> = armies.iter().map(|army| army.name.as_str()).collect();
                Err(Problem::new(ProblemKind::NotFound, format!("There is no army “{name}”.")).hint(
                    match names.is_empty() {
                        true => "The campaign has no armies; import a roster to raise one.".to_owned(),
                        false => format!("The armies are {}.", names.join(", ")),
                    },
                ))
            }
            _ => Err(Problem::refused(
                format!("More than one army is called “{name}”."),
                format!(
                    "Write its side before it, as in “{}: {name}”.",
                    self.side(found[0].side).map(|side| side.name).unwrap_or_default()
                ),
            )),
        }
    }

    /// An army's whole tree, itself first; each formation stands before those under it.
    pub fn tree(&self, army: FormationId) -> Result<Vec<Formation>> {
        let mut query = self
            .sql
            .prepare_cached(&format!("SELECT {FORMATION} FROM formation WHERE army_id = ?1 ORDER BY ordinal, id"))?;
        let all: Vec<Formation> = query.query_map([army], formation_row)?.collect::<Result<_, _>>()?;
        let mut under: BTreeMap<Option<FormationId>, Vec<Formation>> = BTreeMap::new();
        for formation in all {
            under.entry(formation.parent).or_default().push(formation);
        }
        let mut tree = Vec::new();
        let mut next: Vec<Formation> = under.remove(&None).unwrap_or_default();
        next.reverse();
        while let Some(formation) = next.pop() {
            if let Some(children) = under.remove(&Some(formation.id)) {
                next.extend(children.into_iter().rev());
            }
            tree.push(formation);
        }
        Ok(tree)
    }

    /// A formation and all under it.
    pub fn below(&self, formation: FormationId) -> Result<Vec<FormationId>> {
        let mut query = self.sql.prepare_cached(
            "WITH RECURSIVE under (id) AS (
                 SELECT ?1 UNION SELECT formation.id FROM formation JOIN under ON formation.parent_id = under.id
             ) SELECT id FROM under",
        )?;
        let below = query.query_map([formation], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(below)
    }

    /// Men who serve, counted for every formation that has any directly in it.
    pub fn counts(&self) -> Result<BTreeMap<FormationId, Count>> {
        let mut query = self.sql.prepare_cached(
            "SELECT formation_id, count(*), sum(state = 'fit'), sum(wounded), sum(class = 'knight'),
                    sum(class = 'sergeant'), sum(class = 'peasant'), sum(class = 'cleric'), sum(horse <> 'none')
             FROM person WHERE formation_id IS NOT NULL GROUP BY formation_id",
        )?;
        let counts = query
            .query_map([], |row| {
                Ok((
                    row.get(0)?,
                    Count {
                        men: row.get(1)?,
                        fit: row.get(2)?,
                        wounded: row.get(3)?,
                        knights: row.get(4)?,
                        sergeants: row.get(5)?,
                        peasants: row.get(6)?,
                        clerics: row.get(7)?,
                        mounted: row.get(8)?,
                    },
                ))
            })?
            .collect::<Result<_, _>>()?;
        Ok(counts)
    }

    /// Men who serve, counted for each army.
    pub fn army_counts(&self) -> Result<BTreeMap<FormationId, Count>> {
        let mut armies: BTreeMap<FormationId, Count> = BTreeMap::new();
        let of: BTreeMap<FormationId, FormationId> = self
            .sql
            .prepare_cached("SELECT id, army_id FROM formation")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        for (formation, count) in self.counts()? {
            let Some(army) = of.get(&formation) else { continue };
            armies.entry(*army).or_default().add(count);
        }
        Ok(armies)
    }
}

/// An army, battle, force or unit not yet in the book.
#[derive(Clone, Debug)]
pub struct NewFormation<'a> {
    pub side: SideId,
    /// What it is part of; none for an army.
    pub parent: Option<FormationId>,
    pub level: Level,
    pub name: &'a str,
    /// Its place among its siblings.
    pub ordinal: i64,
    /// Where an army stands.
    pub place: Option<PlaceId>,
    /// The stronghold an army is inside.
    pub stronghold: Option<StrongholdId>,
}

impl Act<'_> {
    pub fn add_formation(&self, new: &NewFormation) -> Result<FormationId> {
        let army = match new.parent {
            Some(parent) => Some(self.formation(parent)?.army),
            None if self.count_armies()? >= MOST_ARMIES => {
                return Err(Problem::refused(
                    format!("A campaign has {MOST_ARMIES} armies at most."),
                    "Put the men in an army that is there, or disband one.",
                ));
            }
            None => None,
        };
        self.sql
            .prepare_cached(
                "INSERT INTO formation (side_id, parent_id, army_id, level, name, ordinal, place_id, stronghold_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                new.side,
                new.parent,
                army,
                new.level,
                new.name,
                new.ordinal,
                new.place,
                new.stronghold
            ])?;
        let id = FormationId(self.sql.last_insert_rowid());
        if army.is_none() {
            self.sql.prepare_cached("UPDATE formation SET army_id = id WHERE id = ?1")?.execute([id])?;
        }
        Ok(id)
    }

    pub fn rename_formation(&self, formation: FormationId, name: &str) -> Result<()> {
        self.sql.execute("UPDATE formation SET name = ?1 WHERE id = ?2", params![name, formation])?;
        Ok(())
    }

    /// Gives a formation a commander, or leaves it without.
    pub fn set_commander(&self, formation: FormationId, commander: Option<PersonId>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE formation SET commander_id = ?1 WHERE id = ?2")?
            .execute(params![commander, formation])?;
        Ok(())
    }

    /// Puts a formation and all under it below another.
    pub fn set_parent(&self, formation: FormationId, parent: FormationId) -> Result<()> {
        let army = self.formation(parent)?.army;
        self.sql.execute("UPDATE formation SET parent_id = ?1 WHERE id = ?2", params![parent, formation])?;
        for under in self.below(formation)? {
            self.sql
                .prepare_cached("UPDATE formation SET army_id = ?1 WHERE id = ?2")?
                .execute(params![army, under])?;
        }
        Ok(())
    }

    /// Takes a formation with nobody and nothing in it out of the book.
    pub fn remove_formation(&self, formation: FormationId) -> Result<()> {
        self.sql.execute("DELETE FROM march WHERE army_id = ?1", [formation])?;
        self.sql.execute("DELETE FROM train WHERE army_id = ?1", [formation])?;
        self.sql.execute("DELETE FROM formation WHERE id = ?1", [formation])?;
        Ok(())
    }

    /// Puts an army in a place, in the open or inside a stronghold there.
    pub fn set_army_place(&self, army: FormationId, place: PlaceId, stronghold: Option<StrongholdId>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE formation SET place_id = ?1, stronghold_id = ?2 WHERE id = ?3")?
            .execute(params![place, stronghold, army])?;
        Ok(())
    }

    /// Gives an army a train of wagons, or takes it away.
    pub fn set_train(&self, army: FormationId, train: bool) -> Result<()> {
        self.sql.execute("UPDATE formation SET train = ?1 WHERE id = ?2", params![train, army])?;
        Ok(())
    }

    /// Sets the weeks an army has gone unpaid and hungry.
    pub fn set_wants(&self, army: FormationId, unpaid_weeks: u32, hungry_weeks: u32) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE formation SET unpaid_weeks = ?1, hungry_weeks = ?2 WHERE id = ?3")?
            .execute(params![unpaid_weeks, hungry_weeks, army])?;
        Ok(())
    }

    /// Writes up to which day an army has eaten, where that is not the end of the last week (SG-2.2).
    pub fn set_fed(&self, army: FormationId, until: Option<Day>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE formation SET fed_day = ?1 WHERE id = ?2 AND fed_day IS NOT ?1")?
            .execute(params![until, army])?;
        Ok(())
    }

    /// Leaves vacant what a man commands; a captive's or missing man's realm stays his. Gives the formations.
    pub fn leave_commands(&self, person: PersonId) -> Result<Vec<FormationId>> {
        let mut query = self.sql.prepare_cached("SELECT id FROM formation WHERE commander_id = ?1")?;
        let held: Vec<FormationId> = query.query_map([person], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for formation in &held {
            self.set_commander(*formation, None)?;
        }
        Ok(held)
    }

    /// Leaves every office of a man vacant who is dead or gone, his realm with them (CP-7.6). Gives the formations.
    pub fn vacate(&self, person: PersonId) -> Result<Vec<FormationId>> {
        let held = self.leave_commands(person)?;
        self.sql.prepare_cached("UPDATE side SET lord_id = NULL WHERE lord_id = ?1")?.execute([person])?;
        Ok(held)
    }
}

impl Act<'_> {
    /// Takes an army of which nobody is left out of the book, with all its parts, unless something still names it: a battle,
    /// a contact, a siege, a captive who would come back to it, or what it carries. Gives whether it is gone.
    pub fn disband_if_empty(&self, army: FormationId) -> Result<bool> {
        let parts = self.below(army)?;
        for part in &parts {
            let named: bool = self
                .sql
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM person WHERE formation_id = ?1)
                         OR EXISTS (SELECT 1 FROM battle WHERE attacker_id = ?1)
                         OR EXISTS (SELECT 1 FROM battle WHERE defender_id = ?1)
                         OR EXISTS (SELECT 1 FROM battle_host WHERE formation_id = ?1)
                         OR EXISTS (SELECT 1 FROM contact WHERE attacker_id = ?1)
                         OR EXISTS (SELECT 1 FROM contact WHERE defender_id = ?1)
                         OR EXISTS (SELECT 1 FROM captive WHERE army_id = ?1)
                         OR EXISTS (SELECT 1 FROM captive WHERE from_id = ?1)
                         OR EXISTS (SELECT 1 FROM siege_army WHERE army_id = ?1)
                         OR EXISTS (SELECT 1 FROM train WHERE army_id = ?1)",
                )?
                .query_row([part], |row| row.get(0))?;
            if named {
                return Ok(false);
            }
        }
        let mut tree = self.tree(army)?;
        tree.reverse();
        for part in tree {
            self.set_commander(part.id, None)?;
            self.remove_formation(part.id)?;
        }
        Ok(true)
    }
}

impl Db {
    /// Whether a battle, a contact or a siege names an army, so that its row must stay.
    pub fn is_named_by_war(&self, army: FormationId) -> Result<bool> {
        let named = self
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM battle WHERE ?1 IN (attacker_id, defender_id))
                     OR EXISTS (SELECT 1 FROM battle_host WHERE formation_id = ?1)
                     OR EXISTS (SELECT 1 FROM contact WHERE ?1 IN (attacker_id, defender_id))
                     OR EXISTS (SELECT 1 FROM siege_army WHERE army_id = ?1)
                     OR EXISTS (SELECT 1 FROM captive WHERE army_id = ?1)",
            )?
            .query_row([army], |row| row.get(0))?;
        Ok(named)
    }
}
