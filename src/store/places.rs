//! Places, the routes between them, and strongholds.

use super::columns::{figure, misread, read_of};
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{FormationId, PlaceId, RouteId, StrongholdId};
use crate::campaign::places::{March, NewPlace, NewRoute, NewStronghold, Place, Route, Stronghold};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use rusqlite::{OptionalExtension, params};

const ROUTE: &str = "id, a_id, b_id, miles, kind, measured";
const PLACE: &str = "id, name, kind, side_id, x, y, people, fiefs, levied, stripped_weeks, levied_day, \
    summoned, summoned_day, stripped_day";
const STRONGHOLD: &str = "id, place_id, side_id, name, kind, capacity, rations, store_capacity, moat_days";

fn route_row(row: &rusqlite::Row) -> rusqlite::Result<Route> {
    read_of("route", 0, row, |row| {
        Ok(Route {
            id: row.get(0)?,
            a: row.get(1)?,
            b: row.get(2)?,
            miles: row.get(3)?,
            kind: row.get(4)?,
            measured: row.get(5)?,
        })
    })
}

fn place_row(row: &rusqlite::Row) -> rusqlite::Result<Place> {
    read_of("place", 0, row, |row| {
        Ok(Place {
            id: row.get(0)?,
            name: row.get(1)?,
            kind: row.get(2)?,
            side: row.get(3)?,
            x: row.get(4)?,
            y: row.get(5)?,
            people: figure(row, 6)?,
            fiefs: figure(row, 7)?,
            levied: figure(row, 8)?,
            stripped_weeks: figure(row, 9)?,
            levied_day: row.get(10)?,
            summoned: figure(row, 11)?,
            summoned_day: row.get(12)?,
            stripped_day: row.get(13)?,
        })
    })
}

fn stronghold_row(row: &rusqlite::Row) -> rusqlite::Result<Stronghold> {
    read_of("stronghold", 0, row, |row| {
        Ok(Stronghold {
            id: row.get(0)?,
            place: row.get(1)?,
            side: row.get(2)?,
            name: row.get(3)?,
            kind: row.get(4)?,
            capacity: figure(row, 5)?,
            rations: figure(row, 6)?,
            store_capacity: figure(row, 7)?,
            moat_days: row.get(8)?,
        })
    })
}

impl Db {
    /// Every place, by name.
    pub fn places(&self) -> Result<Vec<Place>> {
        let mut query = self.sql.prepare_cached(&format!("SELECT {PLACE} FROM place ORDER BY name"))?;
        let places = query.query_map([], place_row)?.collect::<Result<_, _>>()?;
        Ok(places)
    }

    pub fn place(&self, place: PlaceId) -> Result<Place> {
        let place = self
            .sql
            .prepare_cached(&format!("SELECT {PLACE} FROM place WHERE id = ?1"))?
            .query_row([place], place_row)?;
        Ok(place)
    }

    /// The place of a name, letters' case and accents apart.
    pub fn place_named(&self, name: &str) -> Result<Place> {
        self.sql
            .prepare_cached(&format!("SELECT {PLACE} FROM place WHERE fold(name) = ?1"))?
            .query_row([super::journal::fold(name.trim())], place_row)
            .optional()?
            .ok_or_else(|| {
                Problem::new(ProblemKind::NotFound, format!("There is no place “{name}”."))
                    .hint("“banneret show FILE places” lists them.")
            })
    }

    /// Every route. One longer than any road is damage, and to reckon its marches would have no end.
    pub fn routes(&self) -> Result<Vec<Route>> {
        let mut query = self.sql.prepare_cached(&format!("SELECT {ROUTE} FROM route ORDER BY id"))?;
        let routes: Vec<Route> = query.query_map([], route_row)?.collect::<Result<_, _>>()?;
        if let Some(route) = routes.iter().find(|route| route.miles > Route::LONGEST) {
            return Err(super::file::damaged(&format!("a road of it is {} miles long", route.miles)));
        }
        Ok(routes)
    }

    /// The route between two places, if there is one.
    pub fn route_between(&self, one: PlaceId, other: PlaceId) -> Result<Option<Route>> {
        let query = format!(
            "SELECT {ROUTE} FROM route WHERE a_id = ?1 AND b_id = ?2
             UNION ALL SELECT {ROUTE} FROM route WHERE a_id = ?2 AND b_id = ?1"
        );
        Ok(self.sql.prepare_cached(&query)?.query_row([one, other], route_row).optional()?)
    }

    /// Every stronghold, by name.
    pub fn strongholds(&self) -> Result<Vec<Stronghold>> {
        let mut query = self.sql.prepare_cached(&format!("SELECT {STRONGHOLD} FROM stronghold ORDER BY name"))?;
        let strongholds = query.query_map([], stronghold_row)?.collect::<Result<_, _>>()?;
        Ok(strongholds)
    }

    /// A stronghold by its name, in any case and with or without accents.
    pub fn stronghold_named(&self, name: &str) -> Result<Stronghold> {
        let wanted = super::journal::fold(name.trim());
        let all = self.strongholds()?;
        let found = all.iter().find(|known| super::journal::fold(&known.name) == wanted);
        found.cloned().ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|known| known.name.as_str()).collect();
            Problem::new(ProblemKind::NotFound, format!("There is no stronghold “{name}”.")).hint(
                match names.is_empty() {
                    true => "The campaign has no strongholds.".to_owned(),
                    false => format!("The strongholds are {}.", names.join(", ")),
                },
            )
        })
    }

    /// The map of hexes that a stronghold names for its assaults (SG-5); nothing where it is assaulted on that of its kind.
    pub fn map_of_stronghold(&self, stronghold: StrongholdId) -> Result<Option<String>> {
        let map = self
            .sql
            .prepare_cached("SELECT map FROM stronghold WHERE id = ?1")?
            .query_row([stronghold], |row| row.get(0))?;
        Ok(map)
    }

    pub fn stronghold(&self, stronghold: StrongholdId) -> Result<Stronghold> {
        let stronghold = self
            .sql
            .prepare_cached(&format!("SELECT {STRONGHOLD} FROM stronghold WHERE id = ?1"))?
            .query_row([stronghold], stronghold_row)?;
        Ok(stronghold)
    }

    /// Every army's marching orders.
    pub fn marches(&self) -> Result<Vec<March>> {
        let mut query =
            self.sql.prepare_cached("SELECT id, army_id, path, miles_done, purpose FROM march ORDER BY army_id")?;
        let marches = query
            .query_map([], |row| {
                read_of("march", 0, row, |row| {
                    let path: String = row.get(2)?;
                    let places = path.split(',').map(|id| id.parse().map(PlaceId)).collect::<Result<_, _>>();
                    Ok(March {
                        army: row.get(1)?,
                        path: places.map_err(|error: std::num::ParseIntError| misread(2, error))?,
                        miles_done: row.get(3)?,
                        purpose: row.get(4)?,
                    })
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(marches)
    }

    /// An army's marching orders.
    pub fn march(&self, army: FormationId) -> Result<Option<March>> {
        Ok(self.marches()?.into_iter().find(|march| march.army == army))
    }
}

impl Act<'_> {
    pub fn add_place(&self, place: &NewPlace) -> Result<PlaceId> {
        self.sql.execute(
            "INSERT INTO place (name, kind, side_id, x, y, people, fiefs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![place.name, place.kind, place.side, place.x, place.y, place.people, place.fiefs],
        )?;
        Ok(PlaceId(self.sql.last_insert_rowid()))
    }

    pub fn add_route(&self, route: &NewRoute) -> Result<RouteId> {
        self.sql.execute(
            "INSERT INTO route (a_id, b_id, miles, kind, measured) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![route.a, route.b, route.miles, route.kind, route.measured],
        )?;
        Ok(RouteId(self.sql.last_insert_rowid()))
    }

    /// Has a stronghold name the map of hexes it is assaulted on, or none.
    pub fn set_stronghold_map(&self, stronghold: StrongholdId, map: Option<&str>) -> Result<()> {
        self.sql.prepare_cached("UPDATE stronghold SET map = ?2 WHERE id = ?1")?.execute(params![stronghold, map])?;
        Ok(())
    }

    pub fn add_stronghold(&self, stronghold: &NewStronghold) -> Result<StrongholdId> {
        self.sql.execute(
            "INSERT INTO stronghold (place_id, side_id, name, kind, capacity, rations, store_capacity, moat_days)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
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
        Ok(StrongholdId(self.sql.last_insert_rowid()))
    }

    /// Sets how many weeks in a row a place's district has been stripped of food.
    pub fn set_stripped(&self, place: PlaceId, weeks: u32, day: Option<Day>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE place SET stripped_weeks = ?1, stripped_day = ?3 WHERE id = ?2")?
            .execute(params![weeks, place, day])?;
        Ok(())
    }

    /// Sets how many men were levied from a place in the season that began on a day.
    pub fn set_levied(&self, place: PlaceId, men: u32, since: Day) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE place SET levied = ?1, levied_day = ?2 WHERE id = ?3")?
            .execute(params![men, since, place])?;
        Ok(())
    }

    /// Sets how many knights a place's fiefs have sent or paid for in the year that began on a day.
    pub fn set_summoned(&self, place: PlaceId, knights: u32, since: Day) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE place SET summoned = ?1, summoned_day = ?2 WHERE id = ?3")?
            .execute(params![knights, since, place])?;
        Ok(())
    }

    /// Gives an army marching orders in place of any it has; none ends its march.
    pub fn set_march(&self, army: FormationId, march: Option<&March>) -> Result<()> {
        let Some(march) = march.filter(|march| !march.path.is_empty()) else {
            self.sql.prepare_cached("DELETE FROM march WHERE army_id = ?1")?.execute([army])?;
            return Ok(());
        };
        let path = march.path.iter().map(|place| place.0.to_string()).collect::<Vec<_>>().join(",");
        let changed = self
            .sql
            .prepare_cached("UPDATE march SET path = ?2, miles_done = ?3, purpose = ?4 WHERE army_id = ?1")?
            .execute(params![army, path, march.miles_done, march.purpose])?;
        if changed == 0 {
            self.sql
                .prepare_cached("INSERT INTO march (army_id, path, miles_done, purpose) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![army, path, march.miles_done, march.purpose])?;
        }
        Ok(())
    }
}
