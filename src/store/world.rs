//! The world made and mended by hand (CP-7.7): rows written over and taken out, what refers to a row, and its history.

use super::columns::{misread, read_of};
use super::fold::image_of;
use super::journal::{ActionRow, JOURNALLED, action_row, columns};
use super::limits::MOST_CHANGES;
use super::{Act, Db, digest};
use crate::campaign::armies::Formation;
use crate::campaign::calendar::Day;
use crate::campaign::ids::*;
use crate::campaign::map::{MapScale, MapSpot};
use crate::campaign::places::{Place, Route, Stronghold};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::campaign::realm::{CampaignFacts, Realm};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A row of the campaign, to ask what refers to it and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOf {
    Campaign,
    Map,
    Side(SideId),
    Place(PlaceId),
    Route(RouteId),
    Stronghold(StrongholdId),
    Formation(FormationId),
    Person(PersonId),
    Captive(CaptiveId),
    Contact(ContactId),
    Battle(BattleId),
    Siege(SiegeId),
    Account(AccountId),
}

impl RowOf {
    pub fn table(self) -> &'static str {
        self.row().0
    }

    /// Its table and its number.
    pub fn row(self) -> (&'static str, i64) {
        match self {
            RowOf::Campaign => ("campaign", 1),
            RowOf::Map => ("map", 1),
            RowOf::Side(id) => ("side", id.0),
            RowOf::Place(id) => ("place", id.0),
            RowOf::Route(id) => ("route", id.0),
            RowOf::Stronghold(id) => ("stronghold", id.0),
            RowOf::Formation(id) => ("formation", id.0),
            RowOf::Person(id) => ("person", id.0),
            RowOf::Captive(id) => ("captive", id.0),
            RowOf::Contact(id) => ("contact", id.0),
            RowOf::Battle(id) => ("battle", id.0),
            RowOf::Siege(id) => ("siege", id.0),
            RowOf::Account(id) => ("account", id.0),
        }
    }
}

/// A picture of the map as it is kept: a JPEG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPicture {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its bytes.
    pub data: Vec<u8>,
}

fn picture_row(row: &rusqlite::Row) -> rusqlite::Result<(i64, MapPicture)> {
    read_of("picture", 0, row, |row| {
        Ok((row.get(0)?, MapPicture { width: row.get(1)?, height: row.get(2)?, data: row.get(3)? }))
    })
}

/// Rows of a table that refer to another row by one of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub table: &'static str,
    pub column: String,
    /// How many rows.
    pub rows: u32,
}

/// A change an action made to a row, for its history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowChange {
    pub action: ActionRow,
    /// The columns before; none if this made the row.
    pub before: Option<Value>,
    /// The columns after; none if this took it out.
    pub after: Option<Value>,
}

/// As many bytes of the images of one row as are told at once.
const MOST_OF_IMAGES: i64 = 8 << 20;

/// As many bytes as what was asked for takes in an action done by hand; no other mends one.
const LONGEST_ARGUMENTS: i64 = 1 << 20;

/// As many mends of one action as are told.
const MOST_MENDS: usize = 20;

/// As many changes since as are told.
const MOST_TOLD: usize = 3;

/// A change of an older action that cannot be taken back by itself, for what it changed was changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedSince {
    pub table: String,
    /// The last action that changed it.
    pub by: ActionRow,
}

impl Db {
    /// Every row that refers to a thing, counted by table and column.
    pub fn references(&self, thing: RowOf) -> Result<Vec<Reference>> {
        let (target, id) = thing.row();
        let mut found = Vec::new();
        for table in JOURNALLED.iter().copied() {
            let referring: Vec<String> = self.rows(
                "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE \"table\" = ?2 ORDER BY \"from\"",
                [table, target],
                |row| row.get(0),
            )?;
            for column in referring {
                let own = if table == "formation" && column == "army_id" { "AND id <> ?1" } else { "" };
                let rows: u32 = self
                    .sql
                    .prepare_cached(&format!("SELECT count(*) FROM {table} WHERE {column} = ?1 {own}"))?
                    .query_row([id], |row| row.get(0))?;
                if rows > 0 {
                    found.push(Reference { table, column, rows });
                }
            }
        }
        Ok(found)
    }

    /// Everything actions have changed of a thing, oldest first.
    pub fn changes_of(&self, thing: RowOf) -> Result<Vec<RowChange>> {
        let (table, id) = thing.row();
        let size = "SELECT count(*), coalesce(sum(octet_length(before)), 0) + coalesce(sum(octet_length(after)), 0)
                    FROM change WHERE tbl = ?1 AND row = ?2";
        let (changes, bytes): (i64, i64) =
            self.sql.prepare_cached(size)?.query_row(params![table, id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let too_much = match (changes > MOST_CHANGES, bytes > MOST_OF_IMAGES) {
            (true, _) => Some(format!("has {changes} changes, and {MOST_CHANGES} are told at most")),
            (_, true) => Some(format!("takes {} MB, and {} are told at most", bytes >> 20, MOST_OF_IMAGES >> 20)),
            _ => None,
        };
        if let Some(too_much) = too_much {
            return Err(Problem::refused(
                format!("Its history {too_much}."),
                "No campaign grows so: open the newest backup beside it, or ask for the file again.",
            ));
        }
        self.rows(
            &format!(
                "SELECT {}, change.before, change.after FROM change
                 JOIN action ON action.id = change.action_id
                 WHERE change.tbl = ?1 AND change.row = ?2 ORDER BY change.id",
                super::journal::ACTION_COLUMNS
            ),
            params![table, id],
            |row| {
                let image = |at: usize| {
                    let text: Option<String> = row.get(at)?;
                    let image = text.map(|text| image_of(&text).map_err(|error| misread(at, error))).transpose()?;
                    Ok::<_, rusqlite::Error>(image.map(Value::Object))
                };
                Ok(RowChange { action: action_row(row)?, before: image(7)?, after: image(8)? })
            },
        )
    }

    /// The actions that wrote a line of a siege, or brought or settled what waits in it, oldest first; the newest of very many.
    pub fn actions_at_siege(&self, siege: SiegeId) -> Result<Vec<ActionRow>> {
        let mut actions: Vec<ActionRow> = self.rows(
            &format!(
                "SELECT DISTINCT {} FROM action JOIN change ON change.action_id = action.id
                 WHERE change.tbl = 'siege_line' AND change.row IN (SELECT id FROM siege_line WHERE siege_id = ?1)
                    OR change.tbl = 'contact' AND change.row IN (SELECT id FROM contact WHERE siege_id = ?1)
                 ORDER BY action.id DESC LIMIT ?2",
                super::journal::ACTION_COLUMNS
            ),
            params![siege.0, MOST_CHANGES],
            action_row,
        )?;
        actions.reverse();
        Ok(actions)
    }

    /// One action by its number.
    pub fn action(&self, action: ActionId) -> Result<ActionRow> {
        let found = self
            .sql
            .prepare_cached(&format!("SELECT {} FROM action WHERE id = ?1", super::journal::ACTION_COLUMNS))?
            .query_row([action], action_row)
            .optional()?;
        found.ok_or_else(|| {
            Problem::new(ProblemKind::NotFound, format!("There is no action {}.", action.0))
                .hint("“banneret show FILE chronicle” lists the actions with their numbers.")
        })
    }

    /// Whether an action came after the one that nothing is taken back beyond.
    pub fn may_be_taken_back(&self, action: ActionId) -> Result<bool> {
        Ok(self
            .sql
            .prepare_cached(&format!("SELECT ?1 > {}", super::journal::FLOOR))?
            .query_row([action], |row| row.get(0))?)
    }

    /// Every action that is mended by others, with the first of those.
    pub fn mends(&self) -> Result<BTreeMap<ActionId, Vec<ActionId>>> {
        let mut mends: BTreeMap<ActionId, Vec<ActionId>> = BTreeMap::new();
        let pairs: Vec<(ActionId, ActionId)> = self.rows(
            "SELECT mended, id FROM
                 (SELECT id, CASE WHEN octet_length(arguments) <= ?1 AND json_valid(arguments)
                                  THEN json_extract(arguments, '$.mends') END AS mended
                  FROM action WHERE state = 'done')
             WHERE typeof(mended) = 'integer' ORDER BY id",
            [LONGEST_ARGUMENTS],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        for (mended, by) in pairs {
            let by_others = mends.entry(mended).or_default();
            if by_others.len() < MOST_MENDS {
                by_others.push(by);
            }
        }
        Ok(mends)
    }

    pub fn route(&self, route: RouteId) -> Result<Route> {
        let found = self.routes()?.into_iter().find(|known| known.id == route);
        found.ok_or_else(|| {
            Problem::new(ProblemKind::NotFound, "That route is no longer on the map.").hint("Look at the map again.")
        })
    }

    /// The map's scale, if it has one.
    pub fn map_scale(&self) -> Result<Option<MapScale>> {
        let scale = self
            .sql
            .prepare_cached("SELECT id, ax, ay, bx, by, miles FROM map")?
            .query_row([], |row| {
                read_of("map", 0, row, |row| {
                    Ok(MapScale {
                        a: MapSpot { x: row.get(1)?, y: row.get(2)? },
                        b: MapSpot { x: row.get(3)?, y: row.get(4)? },
                        miles: row.get(5)?,
                    })
                })
            })
            .optional()?;
        Ok(scale.filter(|scale| scale.miles > 0))
    }

    /// The number of the picture under the map, if there is one.
    pub fn map_picture(&self) -> Result<Option<i64>> {
        let picture =
            self.sql.prepare_cached("SELECT picture_id FROM map")?.query_row([], |row| row.get(0)).optional()?;
        Ok(picture.flatten())
    }

    /// A picture by its number.
    pub fn picture(&self, number: i64) -> Result<MapPicture> {
        let (_, picture) = self
            .sql
            .prepare_cached("SELECT id, width, height, data FROM picture WHERE id = ?1")?
            .query_row([number], picture_row)?;
        Ok(picture)
    }

    /// The numbers of every picture there is or was under the map.
    pub fn pictures(&self) -> Result<Vec<i64>> {
        self.rows("SELECT id FROM picture ORDER BY id", [], |row| row.get(0))
    }

    /// The last day on which anything of the campaign happened: a ledger entry, a battle, a capture, a contact, a siege or a
    /// line of the chronicle.
    pub fn last_event(&self) -> Result<Option<Day>> {
        let day = self
            .sql
            .prepare_cached(
                "SELECT max(day) FROM (
                     SELECT max(day) AS day FROM entry UNION ALL SELECT max(day) FROM battle
                     UNION ALL SELECT max(taken_day) FROM captive UNION ALL SELECT max(day) FROM contact
                     UNION ALL SELECT max(begun_day) FROM siege UNION ALL SELECT max(day) FROM line)",
            )?
            .query_row([], |row| row.get(0))?;
        Ok(day)
    }

    /// Whether every entry of a side's ledger is with the world, so that it can be taken out with the side.
    pub fn deals_with_the_world_alone(&self, account: AccountId) -> Result<bool> {
        let alone = self
            .sql
            .prepare_cached(
                "SELECT NOT EXISTS (
                     SELECT 1 FROM entry JOIN account ON account.id IN (entry.from_id, entry.to_id)
                     WHERE ?1 IN (entry.from_id, entry.to_id) AND account.id <> ?1
                       AND (account.side_id IS NOT NULL OR account.person_id IS NOT NULL))",
            )?
            .query_row([account], |row| row.get(0))?;
        Ok(alone)
    }
}

impl Act<'_> {
    fn remove(&self, table: &'static str, id: i64) -> Result<()> {
        self.sql.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([id])?;
        Ok(())
    }

    /// Writes the campaign's own row over.
    pub fn edit_campaign(&self, about: &CampaignFacts) -> Result<()> {
        self.sql.execute(
            "UPDATE campaign SET name = ?1, first_day = ?2, day = ?3, turn = ?4, turn_days = ?5, seed = ?6, blurb = ?7",
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
        Ok(())
    }

    /// Dates what was entered on one day on another: the ledger and the chronicle of a campaign that has not begun.
    pub fn date_anew(&self, from: Day, to: Day) -> Result<()> {
        self.sql.execute("UPDATE entry SET day = ?2 WHERE day = ?1", params![from, to])?;
        self.sql.execute("UPDATE line SET day = ?2 WHERE day = ?1", params![from, to])?;
        Ok(())
    }

    /// Writes a side's own fields over; its treasury is the ledger's.
    pub fn edit_side(&self, side: &Realm) -> Result<()> {
        self.sql.execute(
            "UPDATE side SET name = ?2, tincture = ?3, people = ?4, lord_id = ?5 WHERE id = ?1",
            params![side.id, side.name, side.tincture, side.people, side.lord],
        )?;
        Ok(())
    }

    /// Takes out a side that nothing but its relations and its dealings with the world refer to, with those.
    pub fn remove_side(&self, side: SideId, account: AccountId) -> Result<()> {
        let held = self.account(account)?.pence;
        self.sql.execute("DELETE FROM relation WHERE ?1 IN (side_a_id, side_b_id)", [side])?;
        self.sql.execute("DELETE FROM entry WHERE ?1 IN (from_id, to_id)", [account])?;
        self.sql.execute("UPDATE account SET pence = pence + ?1 WHERE id = ?2", params![held, self.world()?])?;
        self.remove("account", account.0)?;
        self.remove("side", side.0)
    }

    /// Writes a place's fields over.
    pub fn edit_place(&self, place: &Place) -> Result<()> {
        self.sql.execute(
            "UPDATE place SET name = ?2, kind = ?3, side_id = ?4, x = ?5, y = ?6, people = ?7, fiefs = ?8, levied = ?9,
                 stripped_weeks = ?10 WHERE id = ?1",
            params![
                place.id,
                place.name,
                place.kind,
                place.side,
                place.x,
                place.y,
                place.people,
                place.fiefs,
                place.levied,
                place.stripped_weeks
            ],
        )?;
        Ok(())
    }

    /// Takes out a place that nothing refers to.
    pub fn remove_place(&self, place: PlaceId) -> Result<()> {
        self.remove("place", place.0)
    }

    /// Writes a route's fields over.
    pub fn edit_route(&self, route: &Route) -> Result<()> {
        self.sql.execute(
            "UPDATE route SET a_id = ?2, b_id = ?3, miles = ?4, kind = ?5, measured = ?6 WHERE id = ?1",
            params![route.id, route.a, route.b, route.miles, route.kind, route.measured],
        )?;
        Ok(())
    }

    /// Takes out a route.
    pub fn remove_route(&self, route: RouteId) -> Result<()> {
        self.remove("route", route.0)
    }

    pub fn set_map_scale(&self, scale: &MapScale) -> Result<()> {
        self.lay_map()?;
        self.sql.execute(
            "UPDATE map SET ax = ?1, ay = ?2, bx = ?3, by = ?4, miles = ?5",
            params![scale.a.x, scale.a.y, scale.b.x, scale.b.y, scale.miles],
        )?;
        Ok(())
    }

    /// Lays a picture under the map, or none. The picture itself is written once and left alone by undo.
    pub fn lay_picture(&self, picture: Option<&MapPicture>) -> Result<()> {
        self.lay_map()?;
        let number = match picture {
            None => None,
            Some(picture) => {
                self.sql.execute(
                    "INSERT INTO picture (width, height, data) VALUES (?1, ?2, ?3)",
                    params![picture.width, picture.height, picture.data],
                )?;
                let number = self.sql.last_insert_rowid();
                digest::seal_kept(&self.sql, "picture", number)?;
                Some(number)
            }
        };
        self.sql.execute("UPDATE map SET picture_id = ?1", [number])?;
        Ok(())
    }

    /// Makes the map's one row, unless it is there.
    fn lay_map(&self) -> Result<()> {
        self.sql.execute("INSERT INTO map (id) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM map)", [])?;
        Ok(())
    }

    /// Writes a stronghold's fields over.
    pub fn edit_stronghold(&self, stronghold: &Stronghold) -> Result<()> {
        self.sql.execute(
            "UPDATE stronghold SET place_id = ?2, side_id = ?3, name = ?4, kind = ?5, capacity = ?6, rations = ?7,
                 store_capacity = ?8, moat_days = ?9 WHERE id = ?1",
            params![
                stronghold.id,
                stronghold.place,
                stronghold.side,
                stronghold.name,
                stronghold.kind,
                stronghold.capacity,
                stronghold.rations,
                stronghold.store_capacity,
                stronghold.moat_days
            ],
        )?;
        Ok(())
    }

    /// Takes out a stronghold that nothing refers to but its damaged walls, with those.
    pub fn remove_stronghold(&self, stronghold: StrongholdId) -> Result<()> {
        self.sql.execute("DELETE FROM wall WHERE stronghold_id = ?1", [stronghold])?;
        self.remove("stronghold", stronghold.0)
    }

    /// Writes a formation's own fields over: not what it is part of, and not where it is.
    pub fn edit_formation(&self, formation: &Formation) -> Result<()> {
        self.sql.execute(
            "UPDATE formation SET name = ?2, ordinal = ?3, train = ?4, unpaid_weeks = ?5, hungry_weeks = ?6
             WHERE id = ?1",
            params![
                formation.id,
                formation.name,
                formation.ordinal,
                formation.train,
                formation.unpaid_weeks,
                formation.hungry_weeks
            ],
        )?;
        Ok(())
    }

    /// Takes out an army that nothing refers to but its marching orders and what goes with it, with those.
    pub fn remove_army(&self, army: FormationId) -> Result<()> {
        self.sql.execute("DELETE FROM train WHERE army_id = ?1", [army])?;
        self.remove_formation(army)
    }

    /// Puts a formation with all under it, and their men, on another side.
    pub fn set_army_side(&self, army: FormationId, side: SideId) -> Result<()> {
        self.sql.execute(
            "UPDATE person SET side_id = ?2 WHERE formation_id IN (SELECT id FROM formation WHERE army_id = ?1)",
            params![army, side],
        )?;
        self.sql.execute("UPDATE formation SET side_id = ?2 WHERE army_id = ?1", params![army, side])?;
        Ok(())
    }

    /// Gives the captives an army leads to another side.
    pub fn set_led_captives_side(&self, army: FormationId, side: SideId) -> Result<()> {
        self.sql.execute(
            "UPDATE captive SET holder_side_id = ?2 WHERE army_id = ?1 AND state = 'held'",
            params![army, side],
        )?;
        Ok(())
    }

    /// Writes a contact's day and its two armies over.
    pub fn edit_contact(
        &self,
        contact: ContactId,
        day: Day,
        attacker: FormationId,
        defender: FormationId,
    ) -> Result<()> {
        self.sql.execute(
            "UPDATE contact SET day = ?2, attacker_id = ?3, defender_id = ?4 WHERE id = ?1",
            params![contact, day, attacker, defender],
        )?;
        Ok(())
    }

    /// Takes out a man whom nothing refers to.
    pub fn remove_person(&self, person: PersonId) -> Result<()> {
        self.remove("person", person.0)
    }

    /// Takes back what an older action changed, as part of this one, if none of it was changed since: no column it changed, nor
    /// anything of a row it made or took out. Gives the first few that were, and then nothing was taken back.
    pub fn reverse(&self, action: ActionId) -> Result<Vec<ChangedSince>> {
        let changes: Vec<(i64, String, i64)> =
            self.rows("SELECT id, tbl, row FROM change WHERE action_id = ?1 ORDER BY id DESC", [action], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        // An image of a row that was changed has the columns that differ, and no others.
        let mut since = Vec::new();
        for (id, table, row) in &changes {
            if since.len() == MOST_TOLD {
                break;
            }
            let later = self
                .sql
                .prepare_cached(&format!(
                    "SELECT {} FROM change JOIN action ON action.id = change.action_id
                     JOIN change AS old ON old.id = ?3
                     WHERE change.tbl = ?1 AND change.row = ?2 AND change.id > ?3
                       AND action.id <> ?4 AND action.kind = 'do' AND action.state = 'done'
                       AND (old.before IS NULL OR old.after IS NULL OR change.before IS NULL OR change.after IS NULL
                            OR EXISTS (SELECT 1 FROM json_each(change.before) AS later
                                       JOIN json_each(old.before) AS column ON column.key = later.key))
                     ORDER BY change.id DESC LIMIT 1",
                    super::journal::ACTION_COLUMNS
                ))?
                .query_row(params![table, row, id, action], action_row)
                .optional()?;
            if let Some(by) = later
                && !since.iter().any(|known: &ChangedSince| known.table == *table && known.by == by)
            {
                since.push(ChangedSince { table: table.clone(), by });
            }
        }
        if since.is_empty() {
            self.sql.pragma_update(None, "defer_foreign_keys", true)?;
            super::journal::put_images_back(&self.sql, action, super::journal::Undoing::Back, self.watch)?;
        }
        Ok(since)
    }

    /// Whether some row now refers to one that is not there.
    pub fn points_nowhere(&self) -> Result<Option<String>> {
        let table = self
            .sql
            .prepare("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")?
            .query_row([], |row| row.get(0))
            .optional()?;
        Ok(table)
    }
}

impl Db {
    /// The name a row is called by, as it is now or, if it is gone, as it last was; nothing for a row without a name.
    pub fn name_of_row(&self, table: &str, row: i64) -> Result<Option<String>> {
        let Some(table) = JOURNALLED.iter().find(|known| **known == table) else { return Ok(None) };
        if !columns(&self.sql, table)?.iter().any(|column| column == "name") {
            return Ok(None);
        }
        let now: Option<String> = self
            .sql
            .prepare_cached(&format!("SELECT name FROM {table} WHERE id = ?1"))?
            .query_row([row], |row| row.get(0))
            .optional()?;
        if now.is_some() {
            return Ok(now);
        }
        let then = self
            .sql
            .prepare_cached(
                "SELECT json_extract(before, '$.name') FROM change
                 WHERE tbl = ?1 AND row = ?2 AND after IS NULL ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![table, row], |row| row.get(0))
            .optional()?;
        Ok(then.flatten())
    }

    /// The table a column of a table refers to, if it does.
    pub fn referred_table(&self, table: &str, column: &str) -> Result<Option<String>> {
        Ok(self
            .sql
            .prepare_cached("SELECT \"table\" FROM pragma_foreign_key_list(?1) WHERE \"from\" = ?2")?
            .query_row([table, column], |row| row.get(0))
            .optional()?)
    }
}
