//! Sieges: the place as it is battered, what armies carry, who besieges, what is offered and what happened.

use super::columns::{Blank, figure, misread, read_of};
use super::limits::MOST_SIEGES;
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{CaptiveId, FormationId, OfferId, PersonId, PlaceId, SideId, SiegeId, StrongholdId};
use crate::campaign::money::Pence;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::siege::{Host, OfferState, SiegeArmy, SiegePart, SiegeRow, SiegeTrain, StoryLine, TermsOffer};
use crate::rules::figure::Side;
use crate::rules::siege::{At, End, Order, Park, Stretch, Terms};
use rusqlite::{OptionalExtension, params};
use std::collections::BTreeMap;

const SIEGE: &str = "id, stronghold_id, besieger_side_id, holder_side_id, begun_day, days, won, shut_in, building, \
    building_left, mine_line, mine_stretch, mine_left, respite_day, ended, ended_day, given, asks_day,
    test_due, outer_lost";
const OFFER: &str = "id, siege_id, day, by_part, leave, ransom_pence, men_pay, hostages, respite_days, state, \
    answered_day";

fn siege_row(row: &rusqlite::Row) -> rusqlite::Result<SiegeRow> {
    read_of("siege", 0, row, |row| {
        let building = row.get::<_, Blank<_>>(8)?.0;
        let left: u8 = row.get(9)?;
        let mine: Option<u8> = row.get(10)?;
        let mine = match mine {
            Some(line) => Some((At { line, stretch: row.get(11)? }, row.get(12)?)),
            None => None,
        };
        let ended = row.get::<_, Blank<End>>(14)?.0;
        Ok(SiegeRow {
            id: row.get(0)?,
            stronghold: row.get(1)?,
            besieger: row.get(2)?,
            holder: row.get(3)?,
            begun: row.get(4)?,
            days: figure(row, 5)?,
            won: row.get(6)?,
            shut_in: row.get(7)?,
            building: building.map(|gear| (gear, left)),
            mine,
            respite: row.get(13)?,
            given: row.get::<_, Blank<Side>>(16)?.0,
            asks: row.get(17)?,
            test_due: row.get(18)?,
            outer_lost: row.get(19)?,
            ended: match ended {
                Some(end) => Some((end, row.get(15)?)),
                None => None,
            },
        })
    })
}

fn offer_row(row: &rusqlite::Row) -> rusqlite::Result<TermsOffer> {
    read_of("siege_offer", 0, row, |row| {
        Ok(TermsOffer {
            id: row.get(0)?,
            siege: row.get(1)?,
            day: row.get(2)?,
            by: row.get(3)?,
            leave: row.get(4)?,
            ransom: row.get(5)?,
            men_pay: row.get(6)?,
            hostages: figure(row, 7)?,
            respite_days: row.get(8)?,
            state: row.get(9)?,
            answered: row.get(10)?,
        })
    })
}

fn host_row(row: &rusqlite::Row) -> rusqlite::Result<Host> {
    read_of("siege_host", 0, row, |row| {
        let orders: String = row.get(3)?;
        Ok(Host {
            part: row.get(1)?,
            conduct: row.get(2)?,
            orders: Order::list(&orders).map_err(|unknown| misread(3, unknown))?,
            half: row.get(4)?,
            half_days: figure(row, 5)?,
            without_weeks: figure(row, 6)?,
            foraged: figure(row, 7)?,
        })
    })
}

fn train_row(row: &rusqlite::Row) -> rusqlite::Result<(FormationId, SiegeTrain)> {
    read_of("train", 0, row, |row| {
        let park = Park {
            mangonels: row.get(4)?,
            trebuchets: row.get(5)?,
            hurt: row.get(6)?,
            rams: row.get(7)?,
            towers: row.get(8)?,
            ladders: row.get(9)?,
        };
        Ok((row.get(1)?, SiegeTrain { rations: figure(row, 2)?, animals: figure(row, 3)?, park }))
    })
}

impl Db {
    /// Sieges under way, oldest first.
    pub fn open_sieges(&self) -> Result<Vec<SiegeRow>> {
        self.rows(&format!("SELECT {SIEGE} FROM siege WHERE state = 'open' ORDER BY id"), [], siege_row)
    }

    /// Every siege there is or was, newest first.
    pub fn sieges(&self) -> Result<Vec<SiegeRow>> {
        self.rows(&format!("SELECT {SIEGE} FROM siege ORDER BY id DESC"), [], siege_row)
    }

    pub fn siege(&self, siege: SiegeId) -> Result<SiegeRow> {
        let siege = self
            .sql
            .prepare_cached(&format!("SELECT {SIEGE} FROM siege WHERE id = ?1"))?
            .query_row([siege], siege_row)?;
        Ok(siege)
    }

    /// The siege a stronghold is under.
    pub fn siege_of(&self, stronghold: StrongholdId) -> Result<Option<SiegeRow>> {
        let under = format!("SELECT {SIEGE} FROM siege WHERE state = 'open' AND stronghold_id = ?1");
        Ok(self.sql.prepare_cached(&under)?.query_row([stronghold], siege_row).optional()?)
    }

    /// The last day of the latest siege of a stronghold that is over.
    pub fn last_siege_over(&self, stronghold: StrongholdId) -> Result<Option<Day>> {
        let over = "SELECT max(ended_day) FROM siege WHERE state = 'ended' AND stronghold_id = ?1";
        Ok(self.sql.prepare_cached(over)?.query_row([stronghold], |row| row.get(0))?)
    }

    /// The sieges under way of strongholds at a place, the first first.
    pub fn sieges_at(&self, place: PlaceId) -> Result<Vec<SiegeId>> {
        self.rows(
            "SELECT siege.id FROM siege JOIN stronghold ON stronghold.id = stronghold_id
             WHERE state = 'open' AND place_id = ?1 ORDER BY siege.id",
            [place],
            |row| row.get(0),
        )
    }

    /// How many sieges are under way.
    pub(super) fn count_open_sieges(&self) -> Result<i64> {
        let open = "SELECT count(*) FROM siege WHERE state = 'open'";
        Ok(self.sql.prepare_cached(open)?.query_row([], |row| row.get(0))?)
    }

    /// The armies in sieges now, by siege in the order in which they joined.
    pub fn siege_armies(&self) -> Result<Vec<SiegeArmy>> {
        self.rows(
            "SELECT siege_army.id, siege_id, army_id, part, joined_day FROM siege_army JOIN siege ON siege.id = siege_id
             WHERE left_day IS NULL AND siege.state = 'open' ORDER BY siege_id, siege_army.id",
            [],
            |row| {
                read_of("siege_army", 0, row, |row| {
                    Ok(SiegeArmy { siege: row.get(1)?, army: row.get(2)?, part: row.get(3)?, joined: row.get(4)? })
                })
            },
        )
    }

    /// The armies that besieged a place, and were last sent out to give battle to its relief (SG-4.2).
    pub fn gave_battle(&self, siege: SiegeId) -> Result<Vec<FormationId>> {
        let sent: Vec<(FormationId, Day)> = self.rows(
            "SELECT DISTINCT army_id, left_day FROM siege_army JOIN contact ON contact.siege_id = siege_army.siege_id
                 AND army_id IN (attacker_id, defender_id)
             WHERE siege_army.siege_id = ?1 AND part = 'besiegers' AND kind = 'field' AND left_day = day
             ORDER BY army_id",
            [siege],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let last = sent.iter().map(|(_, day)| *day).max();
        Ok(sent.into_iter().filter(|(_, day)| Some(*day) == last).map(|(army, _)| army).collect())
    }

    /// How each host of a siege is conducted and fares.
    pub fn siege_hosts(&self, siege: SiegeId) -> Result<Vec<Host>> {
        self.rows(
            "SELECT id, part, conduct, orders, half, half_days, without_weeks, foraged FROM siege_host
             WHERE siege_id = ?1 ORDER BY id",
            [siege],
            host_row,
        )
    }

    /// The damaged stretches of a stronghold's walls.
    pub fn walls(&self, stronghold: StrongholdId) -> Result<Vec<(At, Stretch)>> {
        self.rows(
            "SELECT id, line, stretch, outer_damage, inner_damage FROM wall WHERE stronghold_id = ?1
             ORDER BY line, stretch",
            [stronghold],
            |row| {
                read_of("wall", 0, row, |row| {
                    let at = At { line: row.get(1)?, stretch: row.get(2)? };
                    Ok((at, Stretch { outer: row.get(3)?, inner: row.get(4)? }))
                })
            },
        )
    }

    /// What goes with each army that has anything.
    pub fn trains(&self) -> Result<BTreeMap<FormationId, SiegeTrain>> {
        self.rows(
            "SELECT id, army_id, rations, animals, mangonels, trebuchets, hurt, rams, towers, ladders FROM train",
            [],
            train_row,
        )
    }

    /// What goes with an army.
    pub fn train(&self, army: FormationId) -> Result<SiegeTrain> {
        let train = self
            .sql
            .prepare_cached(
                "SELECT id, army_id, rations, animals, mangonels, trebuchets, hurt, rams, towers, ladders FROM train
                 WHERE army_id = ?1",
            )?
            .query_row([army], train_row)
            .optional()?;
        Ok(train.map(|(_, train)| train).unwrap_or_default())
    }

    /// The terms offered in a siege, the latest first.
    pub fn offers(&self, siege: SiegeId) -> Result<Vec<TermsOffer>> {
        self.rows(&format!("SELECT {OFFER} FROM siege_offer WHERE siege_id = ?1 ORDER BY id DESC"), [siege], offer_row)
    }

    /// Who is named in terms as a hostage, in the order in which they were named.
    pub fn named_hostages(&self, offer: OfferId) -> Result<Vec<PersonId>> {
        self.rows("SELECT person_id FROM siege_hostage WHERE offer_id = ?1 ORDER BY id", [offer], |row| row.get(0))
    }

    /// Hostages who are held, with the terms they are pledged for.
    pub fn hostages(&self) -> Result<Vec<(CaptiveId, Option<OfferId>)>> {
        self.rows("SELECT id, offer_id FROM captive WHERE hostage = 1 AND state = 'held' ORDER BY id", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// The terms a hostage is pledged for, if he is.
    pub fn pledged_terms(&self, captive: CaptiveId) -> Result<Option<TermsOffer>> {
        let offer = format!("SELECT {OFFER} FROM siege_offer WHERE id = (SELECT offer_id FROM captive WHERE id = ?1)");
        let mut found: Vec<TermsOffer> = self.rows(&offer, [captive], offer_row)?;
        Ok(found.pop())
    }

    /// The story of a siege, from its first day.
    pub fn siege_story(&self, siege: SiegeId) -> Result<Vec<StoryLine>> {
        self.rows("SELECT id, day, text, clause FROM siege_line WHERE siege_id = ?1 ORDER BY id", [siege], |row| {
            read_of("siege_line", 0, row, |row| {
                Ok(StoryLine { day: row.get(1)?, text: row.get(2)?, clause: row.get(3)? })
            })
        })
    }
}

impl Act<'_> {
    /// Whether a siege's story has a sentence on a day.
    pub fn siege_tells(&self, siege: SiegeId, day: Day, text: &str) -> Result<bool> {
        let tells = "SELECT EXISTS (SELECT 1 FROM siege_line WHERE siege_id = ?1 AND day = ?2 AND text = ?3)";
        Ok(self.sql.prepare_cached(tells)?.query_row(params![siege, day, text], |row| row.get(0))?)
    }

    /// Opens a siege of a stronghold, by a side against the one that holds it, on a day.
    pub fn open_siege(
        &self,
        stronghold: StrongholdId,
        besieger: SideId,
        holder: SideId,
        begun: Day,
    ) -> Result<SiegeId> {
        if self.count_open_sieges()? >= MOST_SIEGES {
            return Err(Problem::refused(
                format!("A campaign has {MOST_SIEGES} sieges under way at most."),
                "Lift or end another first.",
            ));
        }
        self.sql.execute(
            "INSERT INTO siege (stronghold_id, besieger_side_id, holder_side_id, begun_day) VALUES (?1, ?2, ?3, ?4)",
            params![stronghold, besieger, holder, begun],
        )?;
        Ok(SiegeId(self.sql.last_insert_rowid()))
    }

    /// Writes a siege as it is now, its end with it if it has one.
    pub fn set_siege(&self, siege: &SiegeRow) -> Result<()> {
        let (building, left) = siege.building.unzip();
        let (mine, mine_left) = siege.mine.unzip();
        let (ended, ended_day) = siege.ended.unzip();
        self.sql
            .prepare_cached(
                "UPDATE siege SET days = ?2, won = ?3, shut_in = ?4, building = ?5, building_left = ?6, mine_line = ?7,
                     mine_stretch = ?8, mine_left = ?9, respite_day = ?10, state = ?11, ended = ?12, ended_day = ?13, given = ?14,
                     besieger_side_id = ?15, test_due = ?16, outer_lost = ?17
                 WHERE id = ?1",
            )?
            .execute(params![
                siege.id,
                siege.days,
                siege.won,
                siege.shut_in,
                Blank(building),
                left.unwrap_or(0),
                mine.map(|at| at.line),
                mine.map(|at| at.stretch),
                mine_left,
                siege.respite,
                if ended.is_some() { "ended" } else { "open" },
                Blank(ended),
                ended_day,
                Blank(siege.given),
                siege.besieger,
                siege.test_due,
                siege.outer_lost,
            ])?;
        Ok(())
    }

    /// Gives the initiative of the next day of a siege to a side (SG-4.2).
    pub fn give_initiative(&self, siege: SiegeId, given: Option<Side>) -> Result<()> {
        self.sql.execute("UPDATE siege SET given = ?2 WHERE id = ?1", params![siege, Blank(given)])?;
        Ok(())
    }

    /// Has those in a besieged place ask for terms since a day, or no more (SG-3.1).
    pub fn set_asks(&self, siege: SiegeId, since: Option<Day>) -> Result<()> {
        self.sql
            .execute("UPDATE siege SET asks_day = ?2 WHERE id = ?1 AND asks_day IS NOT ?2", params![siege, since])?;
        Ok(())
    }

    /// Gives a stronghold to a side.
    pub fn set_stronghold_side(&self, stronghold: StrongholdId, side: SideId) -> Result<()> {
        self.sql.execute("UPDATE stronghold SET side_id = ?2 WHERE id = ?1", params![stronghold, side])?;
        Ok(())
    }

    /// Gives a place to a side.
    pub fn set_place_side(&self, place: PlaceId, side: SideId) -> Result<()> {
        self.sql.execute("UPDATE place SET side_id = ?2 WHERE id = ?1", params![place, side])?;
        Ok(())
    }

    /// Holds a captive as a hostage for terms (SG-3.3): no ransom of his own is asked.
    pub fn make_hostage(&self, captive: CaptiveId, offer: OfferId) -> Result<()> {
        self.sql.execute(
            "UPDATE captive SET hostage = 1, offer_id = ?2, asked_pence = NULL WHERE id = ?1",
            params![captive, offer],
        )?;
        // Nothing is asked for him, whatever is asked for a captive.
        self.sql.execute("DELETE FROM bargain WHERE captive_id = ?1", [captive])?;
        Ok(())
    }

    /// Has an army join a siege.
    pub fn join_siege(&self, siege: SiegeId, army: FormationId, part: SiegePart, day: Day) -> Result<()> {
        self.sql.execute(
            "INSERT INTO siege_army (siege_id, army_id, part, joined_day) VALUES (?1, ?2, ?3, ?4)",
            params![siege, army, part, day],
        )?;
        Ok(())
    }

    /// Has an army leave the siege it is in.
    pub fn leave_siege(&self, army: FormationId, day: Day) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE siege_army SET left_day = ?2 WHERE army_id = ?1 AND left_day IS NULL")?
            .execute(params![army, day])?;
        Ok(())
    }

    /// Writes how a host of a siege is conducted and fares.
    pub fn set_siege_host(&self, siege: SiegeId, host: &Host) -> Result<()> {
        let orders = Order::written(&host.orders);
        let values = params![
            siege,
            host.part,
            host.conduct,
            orders,
            host.half,
            host.half_days,
            host.without_weeks,
            host.foraged
        ];
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE siege_host SET conduct = ?3, orders = ?4, half = ?5, half_days = ?6, without_weeks = ?7,
                     foraged = ?8
                 WHERE siege_id = ?1 AND part = ?2",
            )?
            .execute(values)?;
        if changed == 0 {
            self.sql.execute(
                "INSERT INTO siege_host (siege_id, part, conduct, orders, half, half_days, without_weeks, foraged)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                values,
            )?;
        }
        Ok(())
    }

    /// Writes the damage of a stretch of wall; a whole one has no row.
    pub fn set_wall(&self, stronghold: StrongholdId, at: At, stretch: Stretch) -> Result<()> {
        if stretch == Stretch::default() {
            self.sql
                .prepare_cached("DELETE FROM wall WHERE stronghold_id = ?1 AND line = ?2 AND stretch = ?3")?
                .execute(params![stronghold, at.line, at.stretch])?;
            return Ok(());
        }
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE wall SET outer_damage = ?4, inner_damage = ?5
                 WHERE stronghold_id = ?1 AND line = ?2 AND stretch = ?3",
            )?
            .execute(params![stronghold, at.line, at.stretch, stretch.outer, stretch.inner])?;
        if changed == 0 {
            self.sql.execute(
                "INSERT INTO wall (stronghold_id, line, stretch, outer_damage, inner_damage)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![stronghold, at.line, at.stretch, stretch.outer, stretch.inner],
            )?;
        }
        Ok(())
    }

    /// Writes what goes with an army; an army with nothing has no row, and marches without a train.
    pub fn set_army_train(&self, army: FormationId, train: &SiegeTrain) -> Result<()> {
        let Park { mangonels, trebuchets, hurt, rams, towers, ladders } = train.park;
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE train SET rations = ?2, animals = ?3, mangonels = ?4, trebuchets = ?5, hurt = ?6, rams = ?7,
                     towers = ?8, ladders = ?9 WHERE army_id = ?1",
            )?
            .execute(params![army, train.rations, train.animals, mangonels, trebuchets, hurt, rams, towers, ladders])?;
        if changed == 0 && *train != SiegeTrain::default() {
            self.sql.execute(
                "INSERT INTO train (army_id, rations, animals, mangonels, trebuchets, hurt, rams, towers, ladders)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![army, train.rations, train.animals, mangonels, trebuchets, hurt, rams, towers, ladders],
            )?;
        }
        let wheels = train.rations > 0 || train.animals > 0 || train.park != Park::default();
        if wheels {
            self.set_train(army, true)?;
        }
        Ok(())
    }

    /// Writes terms that are offered.
    pub fn add_offer(&self, siege: SiegeId, day: Day, by: SiegePart, terms: &Terms) -> Result<OfferId> {
        self.sql.execute(
            "INSERT INTO siege_offer (siege_id, day, by_part, leave, ransom_pence, men_pay, hostages, respite_days)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                siege,
                day,
                by,
                terms.leave,
                Pence::from_marks(terms.ransom_marks.into()),
                terms.men_pay,
                terms.hostages,
                terms.respite_days
            ],
        )?;
        Ok(OfferId(self.sql.last_insert_rowid()))
    }

    /// Names a man in terms as a hostage (SG-3.3).
    pub fn name_hostage(&self, offer: OfferId, man: PersonId) -> Result<()> {
        self.sql.execute("INSERT INTO siege_hostage (offer_id, person_id) VALUES (?1, ?2)", params![offer, man])?;
        Ok(())
    }

    /// Says what became of terms.
    pub fn set_offer(&self, offer: OfferId, state: OfferState, day: Day) -> Result<()> {
        self.sql.execute(
            "UPDATE siege_offer SET state = ?2, answered_day = ?3 WHERE id = ?1",
            params![offer, state, day],
        )?;
        Ok(())
    }

    /// Writes a line of a siege's story.
    pub fn tell_siege(&self, siege: SiegeId, line: &StoryLine) -> Result<()> {
        self.sql
            .prepare_cached("INSERT INTO siege_line (siege_id, day, text, clause) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![siege, line.day, line.text, line.clause])?;
        Ok(())
    }

    /// Sets what a stronghold has in store.
    pub fn set_store(&self, stronghold: StrongholdId, rations: u32) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE stronghold SET rations = ?2 WHERE id = ?1")?
            .execute(params![stronghold, rations])?;
        Ok(())
    }

    /// Sets the moat before a stronghold: days of filling it still takes, none for a filled one, -1 for one too deep.
    pub fn set_moat(&self, stronghold: StrongholdId, days: i32) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE stronghold SET moat_days = ?2 WHERE id = ?1")?
            .execute(params![stronghold, days])?;
        Ok(())
    }
}

/// An army as a host of a siege counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiegeCount {
    /// The fit but the clerics.
    pub able: u32,
    /// Knights of them.
    pub knights: u32,
    /// All others who serve: they eat.
    pub mouths: u32,
    /// Horses ridden.
    pub horses: u32,
    /// The able who have an axe, of whatever sort.
    pub axes: u32,
}

impl Db {
    /// An army as a host of a siege counts it.
    pub fn siege_count(&self, army: FormationId) -> Result<SiegeCount> {
        let counted = self
            .sql
            .prepare_cached(
                "SELECT count(*) FILTER (WHERE person.state = 'fit' AND person.class <> 'cleric'),
                        count(*) FILTER (WHERE person.state = 'fit' AND person.class = 'knight'),
                        count(*) FILTER (WHERE person.state <> 'fit' OR person.class = 'cleric'),
                        count(*) FILTER (WHERE person.horse <> 'none'),
                        count(*) FILTER (WHERE person.state = 'fit' AND person.class <> 'cleric'
                                         AND instr(person.weapons, 'axe') > 0)
                 FROM formation JOIN person ON person.formation_id = formation.id WHERE formation.army_id = ?1",
            )?
            .query_row([army], |row| {
                Ok(SiegeCount {
                    able: row.get(0)?,
                    knights: row.get(1)?,
                    mouths: row.get(2)?,
                    horses: row.get(3)?,
                    axes: row.get(4)?,
                })
            })?;
        Ok(counted)
    }
}
