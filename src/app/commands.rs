//! Who would command by the book's order, and vacant commands filled by it, many at once.

use crate::campaign::ids::FormationId;
use crate::campaign::people::{Person, precedence};
use crate::campaign::problem::{Problem, Result};
use crate::store::{Db, Store};
use serde_json::json;

/// Gives each vacant command of an army the man who would command it by the book, the highest class present and
/// clerics never (CP-6.1). Gives how many were filled.
pub fn fill_vacant(store: &mut Store, formation: FormationId) -> Result<u32> {
    store.act("fill commands", &json!({ "formation": formation }), |act| {
        let army = act.formation(act.formation(formation)?.army)?;
        let mut filled = 0;
        for part in act.tree(army.id)?.into_iter().filter(|part| part.commander.is_none()) {
            if let Some(next) = next_in_command(act, part.id)? {
                act.set_commander(part.id, Some(next.id))?;
                filled += 1;
            }
        }
        if filled == 0 {
            return Err(Problem::refused(
                format!("No command of {} is vacant that someone there could hold.", army.name),
                "Select one man and give him the command to change who holds it.",
            ));
        }
        let commands = if filled == 1 { "command" } else { "commands" };
        Ok((filled, format!("{filled} vacant {commands} of {} filled by the highest there.", army.name)))
    })
}

/// Who would command a formation by the book: the highest class in it, then rank, then grade, clerics never; a
/// named man before an unnamed, the first before later ones (CP-6.1).
pub fn next_in_command(db: &Db, formation: FormationId) -> Result<Option<Person>> {
    Ok(db
        .men_of(formation)?
        .into_iter()
        .filter(|man| man.state.serves() && man.profile.class != crate::rules::figure::Class::Cleric)
        .max_by_key(|man| (precedence(&man.profile), man.named, std::cmp::Reverse(man.id))))
}
