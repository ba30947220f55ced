//! What contradicts itself in a campaign under repair, put right, and each row of it named.

use super::check::{HIGHEST, TIMED, days, figures, is_a_time};
use super::columns::{Amiss, words_amiss};
use super::limits::{LONGEST_NAME, LONGEST_TAGS, listed, most_words, named_tables, words_of, words_shown};
use super::repair::{RepairWork, RowFate};
use super::told::NAMED_ONCE;
use crate::campaign::calendar::Day;
use crate::campaign::problem::Result;
use rusqlite::{OptionalExtension as _, params};

/// Of so many rows of a column the word that was amiss is told.
const MOST_WORDS_TOLD: usize = 1000;

impl RepairWork<'_> {
    /// Rows that point to one that is not there point to nothing, or go, until none does.
    pub(super) fn point_only_to_what_is_there(&mut self) -> Result<()> {
        for _ in 0..50 {
            let loose: Vec<(String, i64, String, i64)> = self
                .to
                .sql
                .prepare("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check LIMIT 100000")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
                .collect::<Result<_, _>>()?;
            if loose.is_empty() {
                break;
            }
            for (table, row, parent, key) in loose {
                let columns = "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE id = ?2";
                let column: String =
                    self.to.sql.prepare_cached(columns)?.query_row(params![table, key], |row| row.get(0))?;
                let pointed = format!("SELECT {column} FROM {table} WHERE id = ?1");
                let pointed: Option<Option<i64>> =
                    self.to.sql.prepare_cached(&pointed)?.query_row([row], |row| row.get(0)).optional()?;
                // One that pointed to two that are not there has gone with the first.
                let Some(Some(pointed)) = pointed else { continue };
                if NAMED_ONCE.contains(&&*parent) && !self.told.names(&parent, pointed) {
                    self.tell(RowFate::Lost, &parent, Some(pointed), format!("{table} {row} had it; it is not there"));
                }
                let empty = format!("UPDATE {table} SET {column} = NULL WHERE id = ?1");
                if self.to.sql.prepare_cached(&empty)?.execute([row]).is_ok() {
                    self.tell(RowFate::Altered, &table, Some(row), format!("its {column} was a {parent} that is lost"));
                } else {
                    self.to.sql.prepare_cached(&format!("DELETE FROM {table} WHERE id = ?1"))?.execute([row])?;
                    self.tell(RowFate::Lost, &table, Some(row), format!("it was of a {parent} that is lost"));
                }
            }
        }
        Ok(())
    }

    /// Puts right what contradicts itself.
    pub(super) fn put_right(&mut self) -> Result<()> {
        let opened = self.to.sql.execute(
            "INSERT INTO account (side_id)
             SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM account WHERE side_id IS NULL AND person_id IS NULL)
             UNION ALL SELECT id FROM side WHERE id NOT IN (SELECT side_id FROM account WHERE side_id IS NOT NULL)",
            [],
        )?;
        if opened > 0 {
            self.tell(RowFate::Altered, "account", None, format!("{opened} treasuries were lost and are opened empty"));
        }
        self.give_days()?;
        self.give_times()?;
        self.cut_names_short()?;
        self.cut_words_short()?;
        self.give_figures()?;
        for amiss in words_amiss(&self.to.sql)? {
            self.give_words(&amiss)?;
        }
        self.point_only_to_what_is_there()?;
        for _ in 0..4 {
            let mut changed = false;
            for mend in MENDS {
                let rows: Vec<i64> =
                    self.to.sql.prepare(mend.which)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
                for row in rows {
                    changed = true;
                    let done = self.to.sql.execute(mend.how, [row]);
                    match done {
                        Ok(_) if mend.how.starts_with("DELETE") => {
                            self.tell(RowFate::Lost, mend.table, Some(row), mend.why);
                        }
                        Ok(_) => self.tell(RowFate::Altered, mend.table, Some(row), mend.why),
                        Err(_) => {
                            self.to.sql.execute(&format!("DELETE FROM {} WHERE id = ?1", mend.table), [row])?;
                            self.tell(RowFate::Lost, mend.table, Some(row), mend.why);
                        }
                    }
                }
            }
            if !changed {
                break;
            }
            self.point_only_to_what_is_there()?;
        }
        Ok(())
    }

    /// A word the program does not know is the commonest that stands in its column elsewhere and does not contradict its row.
    fn give_words(&mut self, Amiss { table, column, rows, known }: &Amiss) -> Result<()> {
        let sql = &self.to.sql;
        let mut was = sql.prepare(&format!("SELECT substr({column}, 1, 40) FROM {table} WHERE id = ?1"))?;
        let mut put = sql.prepare(&format!("UPDATE {table} SET {column} = ?1 WHERE id = ?2"))?;
        let mut remove = sql.prepare(&format!("DELETE FROM {table} WHERE id = ?1"))?;
        for (told, &row) in rows.iter().enumerate() {
            // Of many no more is said than can be said of them together.
            let word = match told < MOST_WORDS_TOLD {
                true => format!(" “{}”", was.query_row([row], |row| row.get::<_, String>(0))?),
                false => String::new(),
            };
            let why = format!("its {column}{word} is no word the program knows");
            let mut given = None;
            for known in known {
                if put.execute(params![known, row]).is_ok() {
                    given = Some(known);
                    break;
                }
            }
            if let Some(known) = given {
                self.tell(RowFate::Altered, table, Some(row), format!("{why}; it is “{known}” now"));
            } else {
                remove.execute([row])?;
                self.tell(RowFate::Lost, table, Some(row), why);
            }
        }
        Ok(())
    }

    /// A figure beyond all bounds is 0, or the least its table allows.
    fn give_figures(&mut self) -> Result<()> {
        for (table, figure) in figures(&self.to.sql)? {
            let rows: Vec<(i64, i64)> = self
                .to
                .sql
                .prepare(&format!("SELECT id, {figure} FROM {table} WHERE {figure} NOT BETWEEN -?1 AND ?1"))?
                .query_map([HIGHEST], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (row, was) in rows {
                let why = format!("its {figure}, {was}, was none that can be reckoned with");
                let put = format!("UPDATE {table} SET {figure} = ?1 WHERE id = ?2");
                let sql = &self.to.sql;
                if (0..=4).any(|figure| sql.execute(&put, params![figure, row]).is_ok()) {
                    self.tell(RowFate::Altered, table, Some(row), why);
                } else {
                    sql.execute(&format!("DELETE FROM {table} WHERE id = ?1"), [row])?;
                    self.tell(RowFate::Lost, table, Some(row), why);
                }
            }
        }
        Ok(())
    }

    /// A day that cannot be told is left out where it may be, and is the campaign's own elsewhere, which is that of the
    /// actions.
    fn give_days(&mut self) -> Result<()> {
        let reach = Day::reach();
        let sql = &self.to.sql;
        let mut altered = Vec::new();
        for (table, day) in days(sql)? {
            let known = match (table, day.as_str()) {
                ("campaign", "first_day") => "SELECT day FROM action WHERE day BETWEEN ?2 AND ?3 ORDER BY id LIMIT 1",
                // What is done at a siege whose days were played ahead is of its day.
                ("campaign", _) => {
                    "SELECT day FROM action WHERE day BETWEEN ?2 AND ?3 ORDER BY name = 'turn' DESC, id DESC LIMIT 1"
                }
                _ => "SELECT day FROM campaign",
            };
            let rows: Vec<(i64, i64)> = sql
                .prepare(&format!("SELECT id, {day} FROM {table} WHERE {day} NOT BETWEEN ?1 AND ?2"))?
                .query_map([*reach.start(), *reach.end()], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<Result<_, _>>()?;
            for (row, was) in rows {
                if sql.execute(&format!("UPDATE {table} SET {day} = NULL WHERE id = ?1"), [row]).is_err() {
                    sql.execute(
                        &format!(
                            "UPDATE {table} SET {day} = coalesce(({known}), max(?2, min(?3, {day}))) WHERE id = ?1"
                        ),
                        params![row, reach.start(), reach.end()],
                    )?;
                }
                altered.push((table, row, format!("its {day}, {was}, was none that can be told")));
            }
        }
        altered.into_iter().for_each(|(table, row, why)| self.tell(RowFate::Altered, table, Some(row), why));
        Ok(())
    }

    /// A name that no page could be set with is cut, and tags that none could be are left out.
    fn cut_names_short(&mut self) -> Result<()> {
        for table in named_tables(&self.to.sql)? {
            // Of a name with a letter that is none the rest is not counted.
            let which = format!(
                "SELECT id FROM {table}
                 WHERE length(name) > ?1 OR instr(name, char(0)) > 0 AND octet_length(name) > ?1 ORDER BY id"
            );
            let mut query = self.to.sql.prepare(&which)?;
            let rows: Vec<i64> = query.query_map([LONGEST_NAME], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            for row in rows {
                // Its number tells it from another that begins the same.
                let cut = format!("UPDATE {table} SET name = substr(name, 1, ?1) || ' ' || id WHERE id = ?2");
                self.to.sql.execute(&cut, [LONGEST_NAME / 10, row])?;
                self.tell(RowFate::Altered, table, Some(row), "its name was too long to be shown, and is cut short");
            }
        }
        let which = "SELECT id FROM person WHERE octet_length(tags) > ?1 ORDER BY id";
        let mut query = self.to.sql.prepare(which)?;
        let rows: Vec<i64> = query.query_map([LONGEST_TAGS], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        drop(query);
        for row in rows {
            self.to.sql.execute("UPDATE person SET tags = '' WHERE id = ?1", [row])?;
            self.tell(RowFate::Altered, "person", Some(row), "his tags were too many to be shown, and are left out");
        }
        Ok(())
    }

    /// Of a table whose words would not fit in memory together the longest are cut.
    fn cut_words_short(&mut self) -> Result<()> {
        for table in listed() {
            if words_of(&self.to.sql, table)? <= most_words(table) {
                continue;
            }
            let columns = words_shown(&self.to.sql, table)?;
            let rows: i64 = self.to.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            // No letter takes more than four bytes.
            let longest = (most_words(table) / 8 / rows.max(1) / columns.len() as i64).max(8);
            for column in columns {
                let which = format!("SELECT id FROM {table} WHERE octet_length({column}) > ?1 ORDER BY id");
                let mut query = self.to.sql.prepare(&which)?;
                let rows: Vec<i64> = query.query_map([longest], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
                for row in rows {
                    let cut = format!("UPDATE {table} SET {column} = substr({column}, 1, ?1) WHERE id = ?2");
                    self.to.sql.execute(&cut, [longest, row])?;
                    let why = format!("its {column} was too long to be held with the others, and is cut short");
                    self.tell(RowFate::Altered, table, Some(row), why);
                }
            }
        }
        Ok(())
    }

    /// What was written at no time that can be told was written when the repair was.
    fn give_times(&mut self) -> Result<()> {
        for table in TIMED {
            let mut query = self.to.sql.prepare(&format!("SELECT id, substr(at, 1, 100) FROM {table} ORDER BY id"))?;
            let times = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let times: Vec<(i64, String)> = times.collect::<rusqlite::Result<_>>()?;
            for (row, was) in times.into_iter().filter(|(_, at)| !is_a_time(at)) {
                let put = format!("UPDATE {table} SET at = ?1 WHERE id = ?2");
                self.to.sql.execute(&put, params![super::now(), row])?;
                let was: String = was.chars().take(40).collect();
                let why = format!("its time, “{was}”, was none; it is the time of the repair");
                self.tell(RowFate::Altered, table, Some(row), why);
            }
        }
        Ok(())
    }
}

/// Something that contradicts itself: which rows do, and what makes them right.
struct Mend {
    table: &'static str,
    why: &'static str,
    which: &'static str,
    how: &'static str,
}

const MENDS: &[Mend] = &[
    Mend {
        table: "formation",
        why: "it was not one level below what it is part of",
        which: "SELECT child.id FROM formation AS child JOIN formation AS parent ON parent.id = child.parent_id
                WHERE (child.level, parent.level) NOT IN
                      (VALUES ('battle', 'army'), ('force', 'battle'), ('unit', 'force'))",
        how: "DELETE FROM formation WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "it was of another side or army than what it is part of",
        which: "SELECT child.id FROM formation AS child JOIN formation AS parent ON parent.id = child.parent_id
                WHERE child.side_id <> parent.side_id OR child.army_id IS NOT parent.army_id ORDER BY child.id",
        how: "UPDATE formation SET (side_id, army_id) =
                  (SELECT parent.side_id, parent.army_id FROM formation AS parent WHERE parent.id = formation.parent_id)
              WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "it was an army of another",
        which: "SELECT id FROM formation WHERE level = 'army' AND army_id IS NOT id",
        how: "UPDATE formation SET army_id = id WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "its stronghold stands elsewhere",
        which: "SELECT formation.id FROM formation JOIN stronghold ON stronghold.id = formation.stronghold_id
                WHERE formation.place_id <> stronghold.place_id",
        how: "UPDATE formation SET stronghold_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "he served in another side's formation",
        which: "SELECT person.id FROM person JOIN formation ON formation.id = person.formation_id
                WHERE formation.side_id <> person.side_id",
        how: "UPDATE person SET formation_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was held by his own side",
        which: "SELECT captive.id FROM captive JOIN person ON person.id = captive.person_id
                WHERE captive.state = 'held' AND captive.holder_side_id = person.side_id",
        how: "UPDATE captive SET state = 'ended', ended = 'freed', army_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was held, and is no captive",
        which: "SELECT captive.id FROM captive JOIN person ON person.id = captive.person_id
                WHERE captive.state = 'held' AND person.state NOT IN ('captive', 'labourer')",
        how: "UPDATE captive SET state = 'ended', ended = 'freed', army_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "whoever held him was not free, or of another side; he passes to that man's lord, or his side's",
        which: "SELECT captive.id FROM captive JOIN person AS holder ON holder.id = captive.holder_id
                WHERE (holder.state NOT IN ('fit', 'wounded') OR holder.side_id <> captive.holder_side_id)
                  AND (captive.state = 'held' OR EXISTS
                       (SELECT 1 FROM instalment WHERE instalment.captive_id = captive.id
                            AND instalment.state IN ('due', 'missed')))",
        how: "UPDATE captive SET heir_of_id = holder_id, holder_id = coalesce(
                  (SELECT lord.id FROM person AS holder JOIN person AS lord ON lord.id = holder.lord_id
                   WHERE holder.id = captive.holder_id AND lord.side_id = captive.holder_side_id
                     AND lord.state IN ('fit', 'wounded')),
                  (SELECT lord.id FROM side JOIN person AS lord ON lord.id = side.lord_id
                   WHERE side.id = captive.holder_side_id AND lord.side_id = captive.holder_side_id
                     AND lord.state IN ('fit', 'wounded')))
              WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "nobody held him captive, so he is missing",
        which: "SELECT id FROM person WHERE state IN ('captive', 'labourer')
                   AND NOT EXISTS (SELECT 1 FROM captive WHERE captive.person_id = person.id AND captive.state = 'held')",
        how: "UPDATE person SET state = 'missing', formation_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "person",
        why: "he was fit with a wound, and is wounded",
        which: "SELECT id FROM person WHERE state = 'fit' AND wounded = 1",
        how: "UPDATE person SET state = 'wounded' WHERE id = ?1",
    },
    Mend {
        table: "formation",
        why: "its commander was not in it, or could not command",
        which: "SELECT formation.id FROM formation JOIN person ON person.id = formation.commander_id
                LEFT JOIN formation AS own ON own.id = person.formation_id
                WHERE person.state NOT IN ('fit', 'wounded') OR own.army_id IS NOT formation.army_id",
        how: "UPDATE formation SET commander_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "side",
        why: "its lord is dead or gone",
        which: "SELECT side.id FROM side JOIN person ON person.id = side.lord_id
                WHERE person.state IN ('dead', 'left')",
        how: "UPDATE side SET lord_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "entry",
        why: "it was of more than can be reckoned with",
        which: "SELECT id FROM entry WHERE pence > 10000000000000",
        how: "DELETE FROM entry WHERE id = ?1",
    },
    Mend {
        table: "account",
        why: "it held more than can be reckoned with",
        which: "SELECT id FROM account WHERE pence NOT BETWEEN -1000000000000000 AND 1000000000000000",
        how: "UPDATE account SET pence = 0 WHERE id = ?1",
    },
    Mend {
        table: "account",
        why: "its entries did not come to what it holds; one makes up for it",
        which: "SELECT account.id FROM account
                WHERE (account.side_id IS NOT NULL OR account.person_id IS NOT NULL)
                  AND account.pence > (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                    - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "INSERT INTO entry (day, from_id, to_id, pence, what)
              SELECT (SELECT day FROM campaign), world.id, account.id,
                     account.pence - (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                   + (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id),
                     'made up for what was lost'
              FROM account JOIN account AS world ON world.side_id IS NULL AND world.person_id IS NULL
              WHERE account.id = ?1",
    },
    Mend {
        table: "account",
        why: "its entries did not come to what it holds; one makes up for it",
        which: "SELECT account.id FROM account
                WHERE (account.side_id IS NOT NULL OR account.person_id IS NOT NULL)
                  AND account.pence < (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                    - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "INSERT INTO entry (day, from_id, to_id, pence, what)
              SELECT (SELECT day FROM campaign), account.id, world.id,
                     (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                     - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id) - account.pence,
                     'made up for what was lost'
              FROM account JOIN account AS world ON world.side_id IS NULL AND world.person_id IS NULL
              WHERE account.id = ?1",
    },
    Mend {
        table: "account",
        why: "the world outside the ledger did not hold what all entries come to",
        which: "SELECT account.id FROM account WHERE account.side_id IS NULL AND account.person_id IS NULL
                   AND account.pence <> (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                      - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)",
        how: "UPDATE account SET pence = (SELECT coalesce(sum(pence), 0) FROM entry WHERE to_id = account.id)
                                       - (SELECT coalesce(sum(pence), 0) FROM entry WHERE from_id = account.id)
              WHERE id = ?1",
    },
    Mend {
        table: "march",
        why: "it led over places that are not there",
        which: "SELECT id FROM march WHERE path GLOB '*[^0-9,]*' OR NOT json_valid('[' || path || ']') OR path = ''
                   OR EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid('[' || path || ']')
                                                           THEN '[' || path || ']' ELSE '[]' END) AS step
                              WHERE step.value NOT IN (SELECT id FROM place))",
        how: "DELETE FROM march WHERE id = ?1",
    },
    Mend {
        table: "route",
        why: "it was longer than any road",
        which: "SELECT id FROM route WHERE miles > 100000",
        how: "DELETE FROM route WHERE id = ?1",
    },
    Mend {
        table: "place",
        why: "it lay off the map",
        which: "SELECT id FROM place WHERE x NOT BETWEEN 0 AND 1000 OR y NOT BETWEEN 0 AND 1000",
        how: "UPDATE place SET x = max(0, min(1000, x)), y = max(0, min(1000, y)) WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was pledged for a ransom of which nothing is owed, and is a captive like any other",
        which: "SELECT id FROM captive WHERE state = 'held' AND pledge_id IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM instalment WHERE instalment.captive_id = captive.pledge_id
                         AND instalment.state IN ('due', 'missed'))",
        how: "UPDATE captive SET hostage = 0, pledge_id = NULL WHERE id = ?1",
    },
    Mend {
        table: "bargain",
        why: "it was of more than can be reckoned with",
        which: "SELECT id FROM bargain WHERE pence > 10000000000000",
        how: "DELETE FROM bargain WHERE id = ?1",
    },
    Mend {
        table: "instalment",
        why: "it was of more than can be reckoned with",
        which: "SELECT id FROM instalment WHERE pence > 10000000000000",
        how: "DELETE FROM instalment WHERE id = ?1",
    },
    Mend {
        table: "siege_offer",
        why: "its ransom was more than can be reckoned with, and is none",
        which: "SELECT id FROM siege_offer WHERE ransom_pence > 10000000000000",
        how: "UPDATE siege_offer SET ransom_pence = 0 WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "his ransom was none that can be reckoned with, and is to be bargained over anew",
        which: "SELECT id FROM captive WHERE asked_pence NOT BETWEEN 0 AND 10000000000000
                   OR offered_pence NOT BETWEEN 0 AND 10000000000000 OR agreed_pence NOT BETWEEN 0 AND 10000000000000",
        how: "UPDATE captive SET asked_pence = NULL, offered_pence = NULL, agreed_pence = NULL WHERE id = ?1",
    },
    Mend {
        table: "battle",
        why: "its turns were fewer than none",
        which: "SELECT id FROM battle WHERE turns < 0",
        how: "UPDATE battle SET turns = NULL WHERE id = ?1",
    },
    Mend {
        table: "battle_man",
        why: "his grade was none there is, and is the one he has now",
        which: "SELECT id FROM battle_man WHERE grade NOT BETWEEN 1 AND 104",
        how: "UPDATE battle_man SET grade = (SELECT grade FROM person WHERE person.id = person_id) WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "his grade was none there is, and is the one he has now",
        which: "SELECT id FROM captive WHERE grade NOT BETWEEN 1 AND 104",
        how: "UPDATE captive SET grade = (SELECT grade FROM person WHERE person.id = person_id) WHERE id = ?1",
    },
    Mend {
        table: "grade_change",
        why: "it was of a grade that is none",
        which: "SELECT id FROM grade_change WHERE from_grade NOT BETWEEN 1 AND 104 OR to_grade NOT BETWEEN 1 AND 104",
        how: "DELETE FROM grade_change WHERE id = ?1",
    },
    Mend {
        table: "siege",
        why: "it was of the besiegers' own stronghold",
        which: "SELECT id FROM siege WHERE besieger_side_id = holder_side_id",
        how: "DELETE FROM siege WHERE id = ?1",
    },
    Mend {
        table: "siege",
        why: "it had more days than have passed",
        which: "SELECT siege.id FROM siege JOIN campaign
                WHERE begun_day > coalesce(ended_day, campaign.day)
                   OR days > coalesce(ended_day, campaign.day) - begun_day + 30",
        how: "UPDATE siege SET begun_day = min(begun_day, coalesce(ended_day, (SELECT day FROM campaign))),
                  days = max(0, coalesce(ended_day, (SELECT day FROM campaign)) - begun_day) WHERE id = ?1",
    },
    Mend {
        table: "siege",
        why: "what was being built had no days left that can be counted, and is begun anew",
        which: "SELECT id FROM siege WHERE building_left NOT BETWEEN (building <> '') AND 255 * (building <> '')",
        how: "UPDATE siege SET building = '', building_left = 0 WHERE id = ?1",
    },
    Mend {
        table: "siege",
        why: "its mine lay under no wall, or had no days left that can be counted, and is begun anew",
        which: "SELECT id FROM siege WHERE mine_left NOT BETWEEN 1 AND 255 OR mine_line NOT BETWEEN 0 AND 9
                   OR mine_stretch NOT BETWEEN 0 AND 99",
        how: "UPDATE siege SET mine_line = NULL, mine_stretch = NULL, mine_left = NULL WHERE id = ?1",
    },
    Mend {
        table: "siege",
        why: "more of its lines were lost to a relief than its besiegers had won, or no relief was there",
        which: "SELECT id FROM siege WHERE state = 'open' AND outer_lost > 0 AND (outer_lost >= won OR shut_in = 0)",
        how: "UPDATE siege SET outer_lost = 0 WHERE id = ?1",
    },
    Mend {
        table: "siege_army",
        why: "it was no army",
        which: "SELECT siege_army.id FROM siege_army JOIN formation ON formation.id = siege_army.army_id
                WHERE left_day IS NULL AND level <> 'army'",
        how: "DELETE FROM siege_army WHERE id = ?1",
    },
    Mend {
        table: "siege_army",
        why: "it was at a siege that is over, and has left it",
        which: "SELECT siege_army.id FROM siege_army JOIN siege ON siege.id = siege_id
                WHERE left_day IS NULL AND siege.state <> 'open'",
        how: "UPDATE siege_army SET left_day = (SELECT day FROM campaign) WHERE id = ?1",
    },
    Mend {
        table: "train",
        why: "it went with no army",
        which: "SELECT train.id FROM train JOIN formation ON formation.id = train.army_id WHERE level <> 'army'",
        how: "DELETE FROM train WHERE id = ?1",
    },
    Mend {
        table: "captive",
        why: "he was a hostage for terms that are lost, and is a captive like others",
        which: "SELECT id FROM captive WHERE hostage = 1 AND offer_id IS NULL AND pledge_id IS NULL",
        how: "UPDATE captive SET hostage = 0 WHERE id = ?1",
    },
    Mend {
        table: "contact",
        why: "it was an assault or a sortie of no siege, and is one in the field",
        which: "SELECT id FROM contact WHERE kind <> 'field' AND siege_id IS NULL",
        how: "UPDATE contact SET kind = 'field' WHERE id = ?1",
    },
    Mend {
        table: "play_decision",
        why: "one before it was lost",
        which: "SELECT id FROM (SELECT id, number, rank() OVER (PARTITION BY play_id ORDER BY number) AS place
                                FROM play_decision)
                WHERE number > place - 1",
        how: "DELETE FROM play_decision WHERE id = ?1",
    },
];
