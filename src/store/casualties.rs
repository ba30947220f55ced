//! Who was lost outside of battle, as the journal of the actions in force tells it.

use super::Db;
use super::columns::read_of;
use crate::campaign::calendar::Day;
use crate::campaign::chronicle::LineKind;
use crate::campaign::ids::PersonId;
use crate::campaign::people::PersonState;
use crate::campaign::problem::Result;

/// A man who was lost by an action that settled no battle of his.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub person: PersonId,
    pub day: Day,
    /// What he was until then.
    pub was: PersonState,
    /// What he became.
    pub state: PersonState,
    /// What the chronicle's line about him is of, if the action wrote one.
    pub line: Option<LineKind>,
    /// The action's name, such as `turn`.
    pub action: String,
    /// The action's sentence.
    pub sentence: String,
}

impl Db {
    /// Everyone whose state an action between two days changed, but by a battle he was in, in the order it happened. The day
    /// is that of the chronicle's line about him where there is one: a turn has many.
    ///
    /// Both are looked for from the man on, for one action may be about all of them.
    pub fn lost_otherwise(&self, from: Day, to: Day) -> Result<Vec<Loss>> {
        self.rows(
            "SELECT change.id, change.row, coalesce(line.day, action.day), json_extract(change.before, '$.state'),
                    json_extract(change.after, '$.state'), line.kind, action.name, action.sentence
             FROM change
             JOIN action ON action.id = change.action_id
             LEFT JOIN line ON line.id = (
                 SELECT told.id FROM line AS told
                 CROSS JOIN change AS wrote ON wrote.tbl = 'line' AND wrote.row = told.id
                 WHERE told.person_id = change.row AND +wrote.action_id = change.action_id
                 ORDER BY told.id LIMIT 1
             )
             WHERE change.tbl = 'person' AND action.state = 'done' AND action.kind = 'do'
                 AND json_extract(change.before, '$.state') IS NOT NULL
                 AND json_extract(change.after, '$.state') IS NOT NULL
                 AND coalesce(line.day, action.day) BETWEEN ?1 AND ?2
                 AND NOT EXISTS (
                     SELECT 1 FROM battle_man
                     CROSS JOIN change AS settled ON settled.tbl = 'battle_man' AND settled.row = battle_man.id
                     WHERE battle_man.person_id = change.row AND +settled.action_id = change.action_id
                 )
             ORDER BY change.id",
            [from, to],
            |row| {
                read_of("change", 0, row, |row| {
                    Ok(Loss {
                        person: row.get(1)?,
                        day: row.get(2)?,
                        was: row.get(3)?,
                        state: row.get(4)?,
                        line: row.get(5)?,
                        action: row.get(6)?,
                        sentence: row.get(7)?,
                    })
                })
            },
        )
    }
}
