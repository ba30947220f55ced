//! People.

use super::columns::{Blank, misread, read_of};
use super::{Act, Db};
use crate::campaign::calendar::Day;
use crate::campaign::ids::{BattleId, FormationId, PersonId, PlaceId, SideId};
use crate::campaign::people::{NewPerson, Person, PersonState, Service};
use crate::campaign::problem::{Problem, ProblemKind, Result};
use crate::rules::battle::Standard;
use crate::rules::figure::{Grade, Horse, Profile, Protection, Standing, Weapon};
use rusqlite::{OptionalExtension, Params, params};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

const PERSON: &str = "person.id, person.side_id, person.formation_id, person.name, person.named, person.class, \
    person.rank, person.grade, person.protection, person.weapons, person.horse, person.state, person.standard, \
    person.wounded, person.healing_rolls, person.lord_id, person.serves_until, person.note, person.tenure, \
    person.home_id, person.training_day, person.paid_from_day, person.tags";

/// A profile in the columns from one on.
fn profile_of(row: &rusqlite::Row, from: usize) -> rusqlite::Result<Profile> {
    let weapons: String = row.get(from + 4)?;
    let weapons = Weapon::list(&weapons).map_err(|unknown| misread(from + 4, unknown))?;
    Ok(Profile {
        class: row.get(from)?,
        rank: row.get(from + 1)?,
        grade: row.get(from + 2)?,
        protection: row.get(from + 3)?,
        weapons,
        horse: row.get(from + 5)?,
    })
}

fn person_row(row: &rusqlite::Row) -> rusqlite::Result<Person> {
    read_of("person", 0, row, |row| {
        Ok(Person {
            id: row.get(0)?,
            side: row.get(1)?,
            formation: row.get(2)?,
            name: row.get(3)?,
            named: row.get(4)?,
            profile: profile_of(row, 5)?,
            state: row.get(11)?,
            standard: row.get::<_, Blank<Standard>>(12)?.0,
            wounded: row.get(13)?,
            healing_rolls: row.get(14)?,
            lord: row.get(15)?,
            service: Service { tenure: row.get(18)?, home: row.get(19)?, serves_until: row.get(16)? },
            training: row.get(20)?,
            paid_from: row.get(21)?,
            note: row.get(17)?,
            tags: tags_of(&row.get::<_, String>(22)?),
        })
    })
}

/// Tags as a row keeps them.
fn tags_of(cell: &str) -> Vec<String> {
    cell.split(';').filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

/// A line of the list of all people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonLine {
    /// Who.
    pub id: PersonId,
    /// His name.
    pub name: String,
    /// His side's name.
    pub side: String,
    /// What he is and has.
    #[serde(flatten, serialize_with = "as_on_a_roster")]
    pub profile: Profile,
    /// His state.
    pub state: PersonState,
    /// His army's name, or nothing.
    pub army: String,
    /// His formation's name, or nothing.
    pub unit: String,
    /// The referee's words for him.
    pub tags: Vec<String>,
    /// The referee's note on him.
    pub note: String,
}

/// A profile with its weapons as one cell of a roster.
fn as_on_a_roster<S: Serializer>(profile: &Profile, to: S) -> std::result::Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row<'a> {
        #[serde(flatten)]
        standing: Standing,
        protection: Protection,
        weapons: &'a str,
        horse: Horse,
    }
    let &Profile { protection, horse, .. } = profile;
    Row { standing: profile.standing(), protection, weapons: &Weapon::cell(&profile.weapons), horse }.serialize(to)
}

/// A change of grade, for a career.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeChange {
    /// Whose.
    pub person: PersonId,
    /// When.
    pub day: Day,
    /// The battle it followed.
    pub battle: Option<BattleId>,
    pub from: Grade,
    pub to: Grade,
    pub clause: String,
    /// Why, in words.
    pub reason: String,
}

impl Db {
    pub fn person(&self, person: PersonId) -> Result<Person> {
        self.sql
            .prepare_cached(&format!("SELECT {PERSON} FROM person WHERE id = ?1"))?
            .query_row([person], person_row)
            .optional()?
            .ok_or_else(|| {
                Problem::new(ProblemKind::NotFound, "That person is no longer in the book.")
                    .hint("Look at the list of people again.")
            })
    }

    /// The person of a name, letters' case and accents apart; where nobody has it, the one who has it before a comma, as in
    /// `Owain Gethin, Viscount of Glyn Haul`. Of several, one who was named by hand goes before those from the period lists, and
    /// a living one before the dead.
    pub fn person_named(&self, name: &str) -> Result<Person> {
        let plain = name.trim().strip_prefix("Sir ").unwrap_or(name.trim());
        self.sql
            .prepare_cached(&format!(
                "SELECT {PERSON} FROM person
                 WHERE fold(name) IN (?1, ?2) OR substr(fold(name), 1, length(?1) + 1) = ?1 || ','
                 ORDER BY fold(name) IN (?1, ?2) DESC, named DESC, state IN ('dead', 'left'), id LIMIT 1"
            ))?
            .query_row([super::journal::fold(plain), super::journal::fold(name.trim())], person_row)
            .optional()?
            .ok_or_else(|| {
                Problem::new(ProblemKind::NotFound, format!("There is nobody called “{name}”."))
                    .hint("“All people” under Armies lists everyone, and so does “banneret show FILE people”.")
            })
    }

    fn people_where(&self, what: &str, params: impl Params) -> Result<Vec<Person>> {
        self.rows(&format!("SELECT {PERSON} FROM person WHERE {what}"), params, person_row)
    }

    /// Everyone in a formation and below, in the order of the roster: by formation, commanders first.
    pub fn men_of(&self, formation: FormationId) -> Result<Vec<Person>> {
        self.rows(
            &format!(
                "WITH RECURSIVE under (id) AS (
                     SELECT ?1 UNION SELECT formation.id FROM formation JOIN under ON formation.parent_id = under.id
                 ) SELECT {PERSON} FROM under JOIN person ON person.formation_id = under.id ORDER BY person.id"
            ),
            [formation],
            person_row,
        )
    }

    /// How many people there are and were.
    pub fn people_ever(&self) -> Result<i64> {
        Ok(self.sql.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?)
    }

    /// Everyone, a line each, ordered by name.
    pub fn people(&self) -> Result<Vec<PersonLine>> {
        self.people_as(|line| line)
    }

    /// The same, each as what is made of his line as soon as it is read: the lines of all of them are never held together.
    pub fn people_as<T>(&self, mut make: impl FnMut(PersonLine) -> T) -> Result<Vec<T>> {
        self.rows(
            "SELECT person.id, person.name, side.name, person.class, person.rank, person.grade, person.protection,
                    person.weapons, person.horse, person.state, coalesce(army.name, ''), coalesce(unit.name, ''),
                    person.tags, person.note
             FROM person
             JOIN side ON side.id = person.side_id
             LEFT JOIN formation AS unit ON unit.id = person.formation_id
             LEFT JOIN formation AS army ON army.id = unit.army_id
             ORDER BY person.name, person.id",
            [],
            |row| {
                let line = read_of("person", 0, row, |row| {
                    Ok(PersonLine {
                        id: row.get(0)?,
                        name: row.get(1)?,
                        side: row.get(2)?,
                        profile: profile_of(row, 3)?,
                        state: row.get(9)?,
                        army: row.get(10)?,
                        unit: row.get(11)?,
                        tags: tags_of(&row.get::<_, String>(12)?),
                        note: row.get(13)?,
                    })
                })?;
                Ok(make(line))
            },
        )
    }

    /// People whose name holds `search` (accents and case apart), the named first, at most `limit`.
    pub fn people_like(&self, search: &str, limit: u32) -> Result<Vec<Person>> {
        self.people_where(
            "instr(fold(name), ?1) > 0 ORDER BY named DESC, name, id LIMIT ?2",
            params![super::journal::fold(search), limit],
        )
    }

    /// A side's people counted by state.
    pub fn men_by_state(&self, side: SideId) -> Result<BTreeMap<PersonState, u32>> {
        self.rows("SELECT state, count(*) FROM person WHERE side_id = ?1 GROUP BY state", [side], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// All who carry a wound of a day or one before it and are alive.
    pub fn wounded_by(&self, day: Day) -> Result<Vec<Person>> {
        self.people_where(
            "wounded = 1 AND state NOT IN ('dead', 'left') AND (wounded_day IS NULL OR wounded_day <= ?1) ORDER BY id",
            [day],
        )
    }

    /// Those of a side who serve but are in no formation.
    pub fn unassigned(&self, side: SideId) -> Result<Vec<Person>> {
        self.people_where("side_id = ?1 AND formation_id IS NULL AND state IN ('fit', 'wounded') ORDER BY id", [side])
    }

    /// Those who serve on though their service ended before a day.
    pub fn whose_service_ended(&self, day: Day) -> Result<Vec<Person>> {
        self.people_where("serves_until < ?1 AND state IN ('fit', 'wounded') ORDER BY id", [day])
    }

    /// The living who hold fiefs of a place, whether they serve now or sit at home, those at home first.
    pub fn knights_of_fiefs(&self, place: PlaceId) -> Result<Vec<Person>> {
        self.people_where("home_id = ?1 AND class = 'knight' AND state <> 'dead' ORDER BY state <> 'left', id", [place])
    }

    /// All whose service is for a number of days, the first to end first.
    pub fn who_serve_for_days(&self) -> Result<Vec<Person>> {
        self.people_where("serves_until IS NOT NULL AND state IN ('fit', 'wounded') ORDER BY serves_until, id", [])
    }

    /// All who train.
    pub fn in_training(&self) -> Result<Vec<Person>> {
        self.people_where("training_day IS NOT NULL ORDER BY id", [])
    }

    /// A man's changes of grade, oldest first.
    pub fn grade_changes(&self, person: PersonId) -> Result<Vec<GradeChange>> {
        self.rows(
            "SELECT id, person_id, day, battle_id, from_grade, to_grade, clause, reason
             FROM grade_change WHERE person_id = ?1 ORDER BY id",
            [person],
            |row| {
                read_of("grade_change", 0, row, |row| {
                    Ok(GradeChange {
                        person: row.get(1)?,
                        day: row.get(2)?,
                        battle: row.get(3)?,
                        from: row.get(4)?,
                        to: row.get(5)?,
                        clause: row.get(6)?,
                        reason: row.get(7)?,
                    })
                })
            },
        )
    }

    /// All names in use on a side, so that a new man gets one of his own.
    pub fn names_of(&self, side: SideId) -> Result<std::collections::BTreeSet<String>> {
        self.rows("SELECT name FROM person WHERE side_id = ?1", [side], |row| row.get(0))
    }
}

impl Act<'_> {
    /// Adds a man.
    pub fn add_person(&self, new: &NewPerson) -> Result<PersonId> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (side_id, formation_id, name, named, class, rank, grade, protection, weapons, horse,
                     tenure, home_id, serves_until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?
            .execute(params![
                new.side,
                new.formation,
                new.name,
                new.named,
                new.profile.class,
                new.profile.rank,
                new.profile.grade,
                new.profile.protection,
                Weapon::cell(&new.profile.weapons),
                new.profile.horse,
                new.service.tenure,
                new.service.home,
                new.service.serves_until
            ])?;
        Ok(PersonId(self.sql.last_insert_rowid()))
    }

    /// Sets how a man serves, and until when.
    pub fn set_service(&self, person: PersonId, service: Service) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET tenure = ?1, home_id = ?2, serves_until = ?3 WHERE id = ?4")?
            .execute(params![service.tenure, service.home, service.serves_until, person])?;
        Ok(())
    }

    /// Sets the day from which a man kept past the days of his fief is paid; none where he is paid at once.
    pub fn set_paid_from(&self, person: PersonId, from: Option<Day>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET paid_from_day = ?1 WHERE id = ?2")?
            .execute(params![from, person])?;
        Ok(())
    }

    /// Names a man's lord, or that he has none.
    pub fn set_lord(&self, person: PersonId, lord: Option<PersonId>) -> Result<()> {
        self.sql.prepare_cached("UPDATE person SET lord_id = ?1 WHERE id = ?2")?.execute(params![lord, person])?;
        Ok(())
    }

    /// Sets the day a man's training ends, or that he trains no more.
    pub fn set_training(&self, person: PersonId, ends: Option<Day>) -> Result<()> {
        self.sql.prepare_cached("UPDATE person SET training_day = ?1 WHERE id = ?2")?.execute(params![ends, person])?;
        Ok(())
    }

    /// Puts a man in a formation, or in none.
    pub fn set_formation(&self, person: PersonId, formation: Option<FormationId>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET formation_id = ?1 WHERE id = ?2")?
            .execute(params![formation, person])?;
        Ok(())
    }

    /// Sets a man's state; one that cannot serve takes him out of his formation.
    pub fn set_state(&self, person: PersonId, state: PersonState) -> Result<()> {
        let sql = if state.serves() {
            "UPDATE person SET state = ?1, wounded = ?2 WHERE id = ?3"
        } else {
            "UPDATE person SET state = ?1, formation_id = NULL, wounded = wounded AND ?2 WHERE id = ?3"
        };
        let wounded = match state {
            PersonState::Fit => false,
            PersonState::Wounded => true,
            PersonState::Dead | PersonState::Left => false,
            PersonState::Captive | PersonState::Labourer | PersonState::Missing => true,
        };
        self.sql.prepare_cached(sql)?.execute(params![state, wounded, person])?;
        Ok(())
    }

    /// Gives a man a wound of the day, or heals it, in whatever state he is; a new wound has had no healing roll yet.
    pub fn set_wound(&self, person: PersonId, wounded: bool) -> Result<()> {
        let day = if wounded { Some(self.day()?) } else { None };
        self.sql
            .prepare_cached(
                "UPDATE person SET wounded = ?1, healing_rolls = 0, wounded_day = ?3, state = CASE
                     WHEN state = 'fit' AND ?1 THEN 'wounded' WHEN state = 'wounded' AND NOT ?1 THEN 'fit'
                     ELSE state END
                 WHERE id = ?2",
            )?
            .execute(params![wounded, person, day])?;
        Ok(())
    }

    /// Counts one more healing roll for a man's wound.
    pub fn count_healing_roll(&self, person: PersonId) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET healing_rolls = healing_rolls + 1 WHERE id = ?1")?
            .execute([person])?;
        Ok(())
    }

    /// Moves a man to another side.
    pub fn set_person_side(&self, person: PersonId, side: SideId) -> Result<()> {
        self.sql.prepare_cached("UPDATE person SET side_id = ?1 WHERE id = ?2")?.execute(params![side, person])?;
        Ok(())
    }

    /// Changes a man's grade and writes why.
    pub fn change_grade(&self, change: &GradeChange) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET grade = ?1 WHERE id = ?2")?
            .execute(params![change.to, change.person])?;
        self.sql
            .prepare_cached(
                "INSERT INTO grade_change (person_id, day, battle_id, from_grade, to_grade, clause, reason)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                change.person,
                change.day,
                change.battle,
                change.from,
                change.to,
                change.clause,
                change.reason
            ])?;
        Ok(())
    }

    /// Sets whose standard a man bears.
    pub fn set_standard(&self, person: PersonId, standard: Option<Standard>) -> Result<()> {
        self.sql
            .prepare_cached("UPDATE person SET standard = ?1 WHERE id = ?2")?
            .execute(params![Blank(standard), person])?;
        Ok(())
    }

    /// Sets a man's protection and his weapons.
    pub fn set_arms(&self, person: PersonId, protection: Protection, weapons: &[Weapon]) -> Result<()> {
        self.sql.prepare_cached("UPDATE person SET protection = ?1, weapons = ?2 WHERE id = ?3")?.execute(params![
            protection,
            Weapon::cell(weapons),
            person
        ])?;
        Ok(())
    }

    /// Sets what a man rides.
    pub fn set_horse(&self, person: PersonId, horse: Horse) -> Result<()> {
        self.sql.prepare_cached("UPDATE person SET horse = ?1 WHERE id = ?2")?.execute(params![horse, person])?;
        Ok(())
    }

    /// Writes a man's fields over by hand (CP-7.7): everything but where he is and what becomes of him.
    pub fn edit_person(&self, person: &Person) -> Result<()> {
        self.sql.execute(
            "UPDATE person SET name = ?2, named = ?3, class = ?4, rank = ?5, grade = ?6, protection = ?7, weapons = ?8,
                 horse = ?9, note = ?10, lord_id = ?11, tags = ?12 WHERE id = ?1",
            params![
                person.id,
                person.name,
                person.named,
                person.profile.class,
                person.profile.rank,
                person.profile.grade,
                person.profile.protection,
                Weapon::cell(&person.profile.weapons),
                person.profile.horse,
                person.note,
                person.lord,
                person.tags.join(";")
            ],
        )?;
        Ok(())
    }
}
